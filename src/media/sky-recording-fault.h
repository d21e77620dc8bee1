/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The real reason why a recording does not play: GStreamer's elements do not distinguish a
 * recording still being written from a truncated one. Private to this folder. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* The fault of the file open as @file (-1: none), for which a demuxer reports @cause. @name is for
 * messages. Returns: (transfer full): a SKY_MEDIA_ERROR. */
GError *sky_recording_fault_explain (int file, const char *name, const char *cause);

/* That there is no decoder for pictures of @caps (nullable: unknown), and what has one. */
GError *sky_recording_fault_undecoded (const char *name, GstCaps *caps);

/* The error for a recording without a showable stream. @caps: (nullable): of a stream that it
 * has. */
GError *sky_recording_fault_no_picture (const char *name, GstCaps *caps);

/* Whether the file open as @file was written to within the last seconds. */
gboolean sky_recording_fault_is_growing (int file);

G_END_DECLS
