/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the clock of an MPEG transport stream jumps, because a recorder restarted or files were
 * joined. GStreamer's demuxer then joins separate parts and shows the later ones at the wrong time.
 * Private to this folder. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* Looks at the file that @file has open, at a whole small one and at samples of a large one,
 * between which a jump there and back may go unseen. Returns: where the packets of the first
 * stretch end, or 0: it is no transport stream, or its clock does not jump. */
guint64 sky_transport_clock_find_jump (int file);

/* Pictures between whose times of presentation the clock does not jump. */
typedef struct
{
  gint64 from;  /* microseconds after the file's first picture by the clock, negative: before it;
                   whole milliseconds */
  gint64 until; /* the end of the last picture */
} SkyClockStretch;

/* Reads the whole file, whatever its size. Returns: (element-type SkyClockStretch): its stretches
 * in file order. One if the clock does not jump, none if it is not a transport stream. */
GArray *sky_transport_clock_list_stretches (int file) G_GNUC_WARN_UNUSED_RESULT;

/* Returns: (transfer floating): an element that reads the first @size bytes of what @file has open,
 * which must stay open. */
GstElement *sky_transport_clock_make_reader (int file, guint64 size);

G_END_DECLS
