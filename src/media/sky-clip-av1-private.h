/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MP4's description of an AV1 stream (the box "av1C" of AV1 Codec ISO Media File Format Binding,
 * 2.3): what a player must support, and the sequence header. GStreamer 1.22 makes none, and writes
 * a given one in an obsolete form; Firefox then shows no pictures. Private to this folder. */
#pragma once

#include <gio/gio.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/* The data for pictures of @caps, from the parser, the first of which is @first. Returns: (transfer
 * full): the muxer's `codec_data`. */
GstBuffer *sky_clip_av1_make_data (const GstStructure *caps,
                                   GstBuffer *first) G_GNUC_WARN_UNUSED_RESULT;

/* Converts the box of the finished file @path to the current form. Returns FALSE if it is missing
 * or cannot be written. */
gboolean sky_clip_av1_mend (const char *path);

G_END_DECLS
