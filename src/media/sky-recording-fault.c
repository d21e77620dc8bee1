/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-recording-fault.h"

#include "sky-media-error.h"

#include <glib/gi18n-lib.h>
#include <gst/pbutils/pbutils.h>

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A recorder that has not written for so long has done with the file. */
#define QUIET (10 * G_TIME_SPAN_SECOND)
/* Boxes of an MP4 looked at, at most. */
#define MAX_BOXES 100000

/* The boxes that an MP4 consists of. */
typedef struct
{
  gboolean is_mp4;
  gboolean has_index;
  gboolean has_pictures;
  gboolean is_open; /* its pictures go on to wherever the file will end */
  guint64 lacking;  /* bytes that should follow the file's end */
} Boxes;

static gboolean
read_at (int file, guint8 *bytes, gsize size, guint64 at)
{
  return pread (file, bytes, size, (off_t) at) == (gssize) size;
}

static Boxes
look_at_boxes (int file)
{
  Boxes boxes = { 0 };
  struct stat status;
  guint64 at = 0;

  if (fstat (file, &status) != 0)
    return boxes;
  for (guint i = 0; i < MAX_BOXES; i++)
    {
      _Alignas(8) guint8 head[16];
      guint64 left = (guint64) status.st_size - at;
      if (!read_at (file, head, 8, at))
        break;
      guint64 size = GST_READ_UINT32_BE (head);
      if (size == 1 && read_at (file, head, 16, at))
        size = GST_READ_UINT64_BE (head + 8);
      if (memcmp (head + 4, "ftyp", 4) == 0)
        boxes.is_mp4 = TRUE;
      if (memcmp (head + 4, "moov", 4) == 0 && size <= left)
        boxes.has_index = TRUE;
      if (memcmp (head + 4, "mdat", 4) == 0)
        boxes.has_pictures = TRUE;
      boxes.is_open = memcmp (head + 4, "mdat", 4) == 0 && size == 0;
      boxes.lacking = size > left ? size - left : 0;
      if (size < 8 || size > left)
        break;
      at += size;
    }
  return boxes;
}

GError *
sky_recording_fault_explain (int file, const char *name, const char *cause)
{
  Boxes boxes = file >= 0 ? look_at_boxes (file) : (Boxes){ 0 };

  if (boxes.is_mp4 && !boxes.has_pictures && sky_recording_fault_is_growing (file))
    return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_UNFINISHED,
                        _ ("%s is still being written and has no picture yet"), name);
  if (!boxes.is_mp4 || boxes.has_index)
    return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_DAMAGED, _ ("%s is damaged: %s"), name,
                        cause);
  if (boxes.lacking > 0 && !boxes.is_open)
    {
      g_autofree char *lacking = g_format_size (boxes.lacking);
      /* Translators: a file, how many bytes of it are not there, as in "1.2 MB". */
      return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_DAMAGED,
                          _ ("%s is truncated: at least %s and the index at its end are missing"),
                          name, lacking);
    }
  return g_error_new (
      SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_UNFINISHED,
      sky_recording_fault_is_growing (file)
          ? _ ("%s is still being written; it cannot play before its index, which comes last")
          : _ ("%s is unfinished: it cannot play without its index, which was never written"),
      name);
}

gboolean
sky_recording_fault_is_growing (int file)
{
  struct stat status;

  if (file < 0 || fstat (file, &status) != 0)
    return FALSE;
  gint64 written =
      (gint64) status.st_mtim.tv_sec * G_TIME_SPAN_SECOND + status.st_mtim.tv_nsec / 1000;
  return g_get_real_time () - written < QUIET;
}

/* Returns: (transfer full): how people call the codec of @caps: one that GStreamer does not know
 * has four letters for a name. */
static char *
dup_codec (GstCaps *caps)
{
  static const char unknown[] = "video/x-gst-fourcc-";
  const char *type = gst_structure_get_name (gst_caps_get_structure (caps, 0));

  return g_str_has_prefix (type, unknown) ? g_strdup (type + strlen (unknown))
                                          : gst_pb_utils_get_codec_description (caps);
}

/* Returns: the package of Debian's that has a decoder for @type, or NULL. */
static const char *
find_package (const char *type)
{
  static const struct
  {
    const char *type;
    const char *package;
  } packages[] = {
    { "video/x-h264", "gstreamer1.0-libav" },      { "video/x-h265", "gstreamer1.0-libav" },
    { "video/mpeg", "gstreamer1.0-libav" },        { "video/x-divx", "gstreamer1.0-libav" },
    { "video/x-h263", "gstreamer1.0-libav" },      { "video/x-msmpeg", "gstreamer1.0-libav" },
    { "video/x-wmv", "gstreamer1.0-libav" },       { "video/x-vp8", "gstreamer1.0-plugins-good" },
    { "image/jpeg", "gstreamer1.0-plugins-good" }, { "video/x-vp9", "gstreamer1.0-plugins-good" },
    { "video/x-av1", "gstreamer1.0-plugins-bad" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (packages); i++)
    if (strcmp (packages[i].type, type) == 0)
      return packages[i].package;
  return NULL;
}

GError *
sky_recording_fault_undecoded (const char *name, GstCaps *caps)
{
  const char *package = NULL;
  g_autofree char *codec = NULL;

  if (caps != NULL && gst_caps_is_fixed (caps))
    {
      package = find_package (gst_structure_get_name (gst_caps_get_structure (caps, 0)));
      codec = dup_codec (caps);
    }
  if (codec == NULL)
    return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_DECODER,
                        _ ("%s: no installed decoder plays this recording"), name);
  if (package == NULL)
    /* Translators: a file, then a codec. */
    return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_DECODER,
                        _ ("%s: no known decoder for its codec, %s"), name, codec);
  /* Translators: a file, a codec as in "H.265", the name of a package. */
  return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_DECODER,
                      _ ("%s: no installed decoder for its codec, %s; Debian's package %s has one"),
                      name, codec, package);
}

GError *
sky_recording_fault_no_picture (const char *name, GstCaps *caps)
{
  static const char *const encrypted[] = { "application/x-cenc", "application/x-cbcs",
                                           "application/x-webm-enc", NULL };
  const char *type = caps != NULL ? gst_structure_get_name (gst_caps_get_structure (caps, 0)) : "";

  if (g_strv_contains (encrypted, type))
    return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_ENCRYPTED,
                        _ ("%s is encrypted; it plays only with its key"), name);
  if (g_str_has_prefix (type, "audio/"))
    return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_VIDEO,
                        _ ("%s has no video, only sound"), name);
  return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_VIDEO, _ ("%s has no video"), name);
}
