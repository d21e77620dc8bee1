/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a coding session, which knows the log's writer, needs of it besides. */
#pragma once

#include "sky-log-past-private.h"
#include "sky-log-writer.h"

G_BEGIN_DECLS

/* Writes what waits, and sets @past, which is empty, to what the log says up to the round @round,
 * or to its end: 0. Returns FALSE with a SKY_RECORD_ERROR or a SKY_LOG_ERROR; clear @past then
 * too. */
gboolean
sky_log_writer_look_back (SkyLogWriter *self, gint64 round, SkyLogPast *past, GError **error);

/* The formats of the log's lines, as long as the writer. */
const SkyFormatIndex *sky_log_writer_get_formats (const SkyLogWriter *self);

G_END_DECLS
