/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the clock of an MPEG transport stream jumps, as where a recorder was restarted or files
 * were put together: GStreamer's demuxer then joins what is apart, and shows what comes after it at
 * the wrong time. Private to this folder. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* Looks at the file that @file has open, at a whole small one and at samples of a large one,
 * between which a jump there and back may go unseen. Returns: where the packets of the first
 * stretch end, or 0: it is no transport stream, or its clock does not jump. */
guint64 sky_transport_clock_find_jump (int file);

/* Returns: (transfer floating): an element that reads the first @size bytes of what @file has open,
 * which must stay open. */
GstElement *sky_transport_clock_make_reader (int file, guint64 size);

G_END_DECLS
