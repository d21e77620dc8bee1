/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What MP4 has of an AV1 stream (the box "av1C" of AV1 Codec ISO Media File Format Binding, 2.3):
 * what a player must be able to do, and the sequence header. GStreamer 1.22 makes none, and writes
 * one that it is given in a form that was given up; then Firefox sees no pictures. Private to this
 * folder. */
#pragma once

#include <gio/gio.h>
#include <gst/gst.h>

G_BEGIN_DECLS

/* The data for pictures of @caps, as the parser tells, the first of which is @first. Returns:
 * (transfer full): the muxer's `codec_data`. */
GstBuffer *sky_clip_av1_make_data (const GstStructure *caps,
                                   GstBuffer *first) G_GNUC_WARN_UNUSED_RESULT;

/* Brings the box of the finished file @path into the form that is in use. Returns FALSE when it is
 * not there, or cannot be written. */
gboolean sky_clip_av1_mend (const char *path);

G_END_DECLS
