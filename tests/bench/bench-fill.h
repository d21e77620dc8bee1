/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The large store that benches work in. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define BENCH_TABLES         100
#define BENCH_ROUNDS_A_LOG   1000
#define BENCH_FINDINGS_A_LOG 100

/* Makes a store at @path, of BENCH_TABLES tables over @days gaming days: logs without files, with
 * BENCH_ROUNDS_A_LOG rounds and BENCH_FINDINGS_A_LOG findings each. */
void bench_fill_store (const char *path, guint days);

G_END_DECLS
