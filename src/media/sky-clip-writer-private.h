/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes coded pictures into a file as they come, in a container that browsers play. MP4 needs a
 * decode time for each picture, and Matroska has none: the order of the pictures gives it. Private
 * to this folder. */
#pragma once

#include <gio/gio.h>
#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct _SkyClipWriter SkyClipWriter;

/* The common name of the codec of @caps; NULL: none of those listed. */
const char *sky_clip_writer_get_codec (GstCaps *caps);

/* The file name's ending for such pictures, without the dot. */
const char *sky_clip_writer_get_suffix (GstCaps *caps);

/* Creates or replaces the file @target. @name is the recording's, for messages; @first, the first
 * picture, is only inspected. Returns the writer, or NULL with SKY_MEDIA_ERROR_WRITE. */
SkyClipWriter *sky_clip_writer_new (const char *target,
                                    const char *name,
                                    GstSample *first,
                                    GCancellable *cancellable,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds the picture @buffer, which is only read. Pictures come in decoding order, a key frame first.
 * @at is the picture's time from the clip's start. Fails with SKY_MEDIA_ERROR_WRITE or
 * G_IO_ERROR_CANCELLED. */
gboolean
sky_clip_writer_push (SkyClipWriter *self, GstBuffer *buffer, GstClockTime at, GError **error);

/* Has all of it in the file. Fails as sky_clip_writer_push() does. */
gboolean sky_clip_writer_finish (SkyClipWriter *self, GError **error);

void sky_clip_writer_free (SkyClipWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyClipWriter, sky_clip_writer_free)

G_END_DECLS
