/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a recording does not play, by its true name: GStreamer's elements say the same of a recording
 * that is still being written and of one that was cut off. Private to this folder. */
#pragma once

#include <gst/gst.h>

G_BEGIN_DECLS

/* What is the matter with the file that @file has open (-1: none), of which a demuxer says @cause.
 * @name is for messages. Returns: (transfer full): a SKY_MEDIA_ERROR. */
GError *sky_recording_fault_explain (int file, const char *name, const char *cause);

/* That there is no decoder for pictures of @caps (nullable: unknown), and what has one. */
GError *sky_recording_fault_undecoded (const char *name, GstCaps *caps);

/* That a recording has no stream that can be shown. @caps: (nullable): of a stream that it has. */
GError *sky_recording_fault_no_picture (const char *name, GstCaps *caps);

/* Whether the file that @file has open was written to within the last seconds. */
gboolean sky_recording_fault_is_growing (int file);

G_END_DECLS
