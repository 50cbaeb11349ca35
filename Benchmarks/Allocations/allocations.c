#include "allocations.h"

#include <stddef.h>
#include <stdlib.h>

#ifdef __GLIBC__

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

// The program's own definitions take the place of the library's for all that it is linked with, the Swift runtime
// included, and pass on to these. See https://www.gnu.org/software/libc/manual/html_node/Replacing-malloc.html.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

static atomic_llong made;
static atomic_llong bytes;

static void *taken(void *block) {
  if (block) {
    atomic_fetch_add_explicit(&made, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&bytes, (long long)malloc_usable_size(block), memory_order_relaxed);
  }
  return block;
}

static void returned(size_t size) { atomic_fetch_sub_explicit(&bytes, (long long)size, memory_order_relaxed); }

void *malloc(size_t size) { return taken(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return taken(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  void *made = taken(__libc_memalign(alignment, size));
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

void *realloc(void *block, size_t size) {
  size_t before = block ? malloc_usable_size(block) : 0;
  void *after = __libc_realloc(block, size);
  if (after || size == 0) returned(before);
  return taken(after);
}

void free(void *block) {
  if (block) returned(malloc_usable_size(block));
  __libc_free(block);
}

long long allocations_made(void) { return atomic_load_explicit(&made, memory_order_relaxed); }
long long allocated_bytes(void) { return atomic_load_explicit(&bytes, memory_order_relaxed); }

#else

long long allocations_made(void) { return -1; }
long long allocated_bytes(void) { return -1; }

#endif
