/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each fuzzing target offers, and what it may ask for: libFuzzer is on the other side (option
 * fuzz), and fuzz-driver.c in the normal run of the tests. */
#pragma once

#include <glib.h>

/* Feeds @size bytes at @data to what is tested; aborts when something that always holds does not.
 * Returns: 0. */
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* A target may do the damage itself: changes the @size bytes at @data, where @max_size have room,
 * and does the same for the same @seed. Returns: the new size. */
gsize LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed);

/* For a target that does: damages bytes that it picked, in the same way. */
gsize LLVMFuzzerMutate (guint8 *data, gsize size, gsize max_size);
