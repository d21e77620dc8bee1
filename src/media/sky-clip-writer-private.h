/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes coded pictures into a file as they come, in the container that browsers play them from.
 * MP4 wants a decode time for each picture, and Matroska has none: they are worked out from the
 * order of the pictures. Private to this folder. */
#pragma once

#include <gio/gio.h>
#include <gst/gst.h>

G_BEGIN_DECLS

typedef struct _SkyClipWriter SkyClipWriter;

/* What pictures of @caps are coded in, as people name it; NULL: none of those that are named. */
const char *sky_clip_writer_get_codec (GstCaps *caps);

/* How the names of files end that such pictures are written into, without the dot. */
const char *sky_clip_writer_get_suffix (GstCaps *caps);

/* Makes or replaces the file @target. @name is the recording's, for messages; @first is
 * the first picture, which is only looked at. Returns: the writer, or NULL with
 * SKY_MEDIA_ERROR_WRITE. */
SkyClipWriter *sky_clip_writer_new (const char *target,
                                    const char *name,
                                    GstSample *first,
                                    GCancellable *cancellable,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds the picture @buffer, which is only read. Pictures come in the order in which they are
 * decoded, a key frame first; @at is when the picture is shown, from the clip's start on. Fails
 * with SKY_MEDIA_ERROR_WRITE or G_IO_ERROR_CANCELLED. */
gboolean
sky_clip_writer_push (SkyClipWriter *self, GstBuffer *buffer, GstClockTime at, GError **error);

/* Has all of it in the file. Fails as sky_clip_writer_push() does. */
gboolean sky_clip_writer_finish (SkyClipWriter *self, GError **error);

void sky_clip_writer_free (SkyClipWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyClipWriter, sky_clip_writer_free)

G_END_DECLS
