/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each fuzzing target offers: libFuzzer calls it (option fuzz), and so does fuzz-driver.c in
 * the normal run of the tests. */
#pragma once

#include <glib.h>

/* Feeds @size bytes at @data to what is tested; aborts when something that always holds does not.
 * Returns: 0. */
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);
