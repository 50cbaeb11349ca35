// Counts what the program takes from the heap. Where the C library isn't glibc nothing is counted, and both are −1.
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

// How many blocks were taken so far, those that were given back included.
long long allocations_made(void);

// How many bytes are taken now.
long long allocated_bytes(void);

#endif
