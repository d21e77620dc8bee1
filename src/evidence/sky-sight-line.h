/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of a package's `.sight.jsonl`: what the pictures showed of one result. */
#pragma once

#include "sky-testimony.h"

G_BEGIN_DECLS

/* Reads back what stands in a line of @length bytes. Returns: the testimony, or NULL when it is
 * none. */
SkyTestimony *sky_sight_line_read (const char *line, gsize length) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
