/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the benchmarks share: clocks, medians, archives to measure with, and the page that takes
 * what was measured. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

#define BENCH_RUNS 7

/* Seconds. */
double bench_cpu (void);  /* of this process, all threads, the kernel's work for it included */
double bench_wall (void); /* of the clock on the wall */

double bench_median (const double *values, guint n);

/* A median with what it lay between, "0.31 (0.29–0.33)". Returns: a new string. */
char *bench_spread (const double *values, guint n, const char *format) G_GNUC_WARN_UNUSED_RESULT;

/* A folder to work in, and its end. */
char *bench_make_folder (void) G_GNUC_WARN_UNUSED_RESULT;
void bench_remove_folder (const char *path);

/* An archive of @rounds rounds at each of @tables tables, in @folder, with @faults planted: among
 * these are lines that no parser of JSON gets past. Returns: its path, a new string. */
char *bench_make_archive (const char *folder,
                          SkyGameId game,
                          guint tables,
                          guint rounds,
                          guint faults) G_GNUC_WARN_UNUSED_RESULT;

/* Runs a program of the system on the files, its output thrown away. Returns its CPU seconds. */
double bench_run_program (const char *const *argv);

/* Each adds its part to the page. */
void bench_throughput (GString *page, const char *folder);
void bench_rolls (GString *page);
void bench_archive (GString *page, const char *folder);
void bench_memory (GString *page, const char *folder, const char *program);
void bench_store (GString *page, const char *folder);

/* bench-reference.cc: simdjson reads the JSON texts, one a line, and does nothing with them. @data
 * has simdjson's padding behind it. Returns their number. */
gsize bench_reference_parse (const char *data, gsize size);
/* The same, but it reads the file at @path itself. */
gsize bench_reference_load (const char *path);
gsize bench_reference_padding (void);
const char *bench_reference_version (void);

G_END_DECLS
