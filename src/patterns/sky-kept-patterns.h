/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The patterns of one property as bytes, to be kept and read again by the same program. */
#pragma once

#include "sky-patterns.h"

G_BEGIN_DECLS

/* Who writes and reads such bytes, and how: whoever is another does not read them. */
extern const char sky_kept_patterns_maker[];

/* The patterns of one property, which were not yet held to earlier reports. @n_without: the logs
 * that were not counted. Returns: new bytes. */
GBytes *sky_patterns_to_bytes (const SkyPatterns *self, guint n_without) G_GNUC_WARN_UNUSED_RESULT;

/* @unit: read only what is of this wheel, set of dice, table, dealer or patron; NULL: all. Returns:
 * NULL when @bytes are damaged; damage to what is not read goes unseen. */
SkyPatterns *sky_patterns_from_bytes (GBytes *bytes,
                                      const char *unit,
                                      guint *n_without) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
