// The walk over the page headers of one index, in C and with nothing beside: what the walk in Swift is measured against.
//
//   cc -O2 -o walk walk.c -lsqlite3 && ./walk FILE INDEX ROUNDS
//
// It is for a quiet file with a rollback journal, and checks little. Prints the median of the rounds in microseconds.
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static sqlite3_file *file;
static int page_size;
static int64_t entries, leaves;

static unsigned two(const uint8_t *p) { return p[0] << 8 | p[1]; }
static uint32_t four(const uint8_t *p) { return (uint32_t)p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]; }

static void get(uint32_t page, void *out, int count) {
  if (file->pMethods->xRead(file, out, count, (int64_t)(page - 1) * page_size)) exit(2);
}

static void walk(uint32_t page, int depth) {
  uint8_t header[8];
  get(page, header, 8);
  if (header[0] == 10) {
    entries += two(header + 3);
    leaves++;
    return;
  }
  if (header[0] != 2 || depth > 20) exit(3);
  uint8_t *bytes = malloc(page_size);
  get(page, bytes, page_size);
  int cells = two(bytes + 3);
  for (int i = 0; i < cells; i++) walk(four(bytes + two(bytes + 12 + 2 * i)), depth + 1);
  walk(four(bytes + 8), depth + 1);
  entries += cells;
  free(bytes);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}
static int order(const void *a, const void *b) { return *(double *)a < *(double *)b ? -1 : 1; }

int main(int count, char **words) {
  if (count != 4) return 1;
  int rounds = atoi(words[3]);
  double *times = calloc(rounds, sizeof *times);
  sqlite3 *db;
  sqlite3_stmt *s;
  if (sqlite3_open_v2(words[1], &db, SQLITE_OPEN_READONLY, 0)) return 1;
  sqlite3_exec(db, "BEGIN; SELECT 1 FROM sqlite_schema", 0, 0, 0);
  sqlite3_prepare_v2(db, "SELECT rootpage FROM sqlite_schema WHERE name = ?", -1, &s, 0);
  sqlite3_bind_text(s, 1, words[2], -1, 0);
  if (sqlite3_step(s) != SQLITE_ROW) return 1;
  uint32_t root = sqlite3_column_int(s, 0);
  sqlite3_finalize(s);
  sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  uint8_t header[100];
  page_size = 512;
  get(1, header, 100);
  page_size = two(header + 16) == 1 ? 65536 : two(header + 16);
  for (int i = 0; i < rounds; i++) {
    entries = leaves = 0;
    double start = now();
    walk(root, 0);
    times[i] = now() - start;
  }
  qsort(times, rounds, sizeof *times, order);
  printf("%lld entries, %lld leaves, median %.0f us\n", (long long)entries, (long long)leaves, times[rounds / 2]);
  sqlite3_exec(db, "COMMIT", 0, 0, 0);
  sqlite3_close(db);
}
