/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-media-container.h"

#include "sky-media-error.h"

#include <glib/gi18n-lib.h>
#include <gst/base/base.h>

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Boxes and elements looked at in one file at most, and how deep. */
#define MAX_ELEMENTS 100000
#define MAX_DEPTH    8

static gboolean
read_at (int descriptor, void *buffer, gsize size, goffset at)
{
  gssize n;

  do
    n = pread (descriptor, buffer, size, at);
  while (n < 0 && errno == EINTR);
  return n == (gssize) size;
}

/* --- MP4 and QuickTime: ISO/IEC 14496-12 ------------------------------------------------------ */

/* Whether a data reference box names anything but the file itself (its flag 1). */
static gboolean
has_foreign_reference (int descriptor, goffset at, goffset end)
{
  _Alignas(8) guint8 head[12];

  at += 8; /* version, flags and the number of entries */
  while (at + 12 <= end && read_at (descriptor, head, sizeof head, at))
    {
      guint32 size = GST_READ_UINT32_BE (head);

      if ((head[11] & 1) == 0)
        return TRUE;
      if (size < sizeof head)
        break;
      at += size;
    }
  return FALSE;
}

static gboolean
is_box (const guint8 *type, const char *name)
{
  return memcmp (type, name, 4) == 0;
}

/* Whether the boxes from @at to @end, or those in them, lead to another file. */
static gboolean
mp4_refers_outside (int descriptor, goffset at, goffset end, guint depth, guint *left)
{
  static const char parents[][5] = { "moov", "trak", "mdia", "minf", "dinf" };
  _Alignas(8) guint8 head[16];

  while (at + 8 <= end && *left > 0 && read_at (descriptor, head, 8, at))
    {
      guint64 size = GST_READ_UINT32_BE (head);
      goffset body = at + 8;

      --*left;
      if (size == 1 && read_at (descriptor, head, sizeof head, at))
        {
          size = GST_READ_UINT64_BE (head + 8);
          body = at + 16;
        }
      if (size == 0)
        size = (guint64) (end - at);
      if (size < (guint64) (body - at) || size > (guint64) (end - at))
        size = (guint64) (end - at);
      /* A reference movie; an index that is compressed, whose references cannot be seen. */
      if (depth > 0 && (is_box (head + 4, "rmra") || is_box (head + 4, "cmov")))
        return TRUE;
      if (is_box (head + 4, "dref")
          && has_foreign_reference (descriptor, body, at + (goffset) size))
        return TRUE;
      for (guint i = 0; i < G_N_ELEMENTS (parents) && depth < MAX_DEPTH; i++)
        if (is_box (head + 4, parents[i])
            && mp4_refers_outside (descriptor, body, at + (goffset) size, depth + 1, left))
          return TRUE;
      /* One index is all that a player reads. */
      if (depth == 0 && is_box (head + 4, "moov"))
        return FALSE;
      at += (goffset) size;
    }
  return FALSE;
}

/* --- Matroska: RFC 9559 ----------------------------------------------------------------------- */

#define MATROSKA_SEGMENT         0x18538067
#define MATROSKA_INFO            0x1549a966
#define MATROSKA_PREV_FILENAME   0x3c83ab
#define MATROSKA_NEXT_FILENAME   0x3e83bb
#define MATROSKA_CHAPTERS        0x1043a770
#define MATROSKA_EDITION         0x45b9
#define MATROSKA_CHAPTER         0xb6
#define MATROSKA_CHAPTER_SEGMENT 0x6e67
#define MATROSKA_CLUSTER         0x1f43b675

/* A number of EBML's at *@at; @keep_mark: an element's id, which has its length's mark in it.
 * Returns FALSE where there is none. */
static gboolean
read_number (int descriptor, goffset *at, goffset end, gboolean keep_mark, guint64 *number)
{
  guint8 bytes[8];
  guint length = 1;

  if (*at >= end || !read_at (descriptor, bytes, 1, *at) || bytes[0] == 0)
    return FALSE;
  while ((bytes[0] & (0x80 >> (length - 1))) == 0)
    length++;
  if (*at + length > end || !read_at (descriptor, bytes, length, *at))
    return FALSE;
  *at += length;
  *number = keep_mark ? bytes[0] : bytes[0] & (0xff >> length);
  gboolean unknown = *number == (guint64) (0xff >> length);
  for (guint i = 1; i < length; i++)
    {
      *number = *number << 8 | bytes[i];
      unknown = unknown && bytes[i] == 0xff;
    }
  if (!keep_mark && unknown)
    *number = G_MAXUINT64;
  return TRUE;
}

static gboolean
matroska_refers_outside (int descriptor, goffset at, goffset end, guint depth, guint *left)
{
  guint64 id;
  guint64 size;

  while (*left > 0 && read_number (descriptor, &at, end, TRUE, &id)
         && read_number (descriptor, &at, end, FALSE, &size))
    {
      --*left;
      size = MIN (size, (guint64) (end - at));
      switch (id)
        {
        case MATROSKA_PREV_FILENAME:
        case MATROSKA_NEXT_FILENAME:
        case MATROSKA_CHAPTER_SEGMENT:
          return TRUE;
        case MATROSKA_SEGMENT:
        case MATROSKA_INFO:
        case MATROSKA_CHAPTERS:
        case MATROSKA_EDITION:
        case MATROSKA_CHAPTER:
          if (depth < MAX_DEPTH
              && matroska_refers_outside (descriptor, at, at + (goffset) size, depth + 1, left))
            return TRUE;
          break;
        case MATROSKA_CLUSTER:
          return FALSE;
        default:
          break;
        }
      at += (goffset) size;
    }
  return FALSE;
}

/* --- The kind --------------------------------------------------------------------------------- */

static SkyContainer
container_of_bytes (const guint8 *bytes, gssize size)
{
  static const char boxes[][5] = { "ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide" };
  static const guint8 ebml[] = { 0x1a, 0x45, 0xdf, 0xa3 };

  if (size >= 4 && memcmp (bytes, ebml, 4) == 0)
    return SKY_CONTAINER_MATROSKA;
  for (guint i = 0; size >= 8 && i < G_N_ELEMENTS (boxes); i++)
    if (memcmp (bytes + 4, boxes[i], 4) == 0)
      return SKY_CONTAINER_MP4;
  return SKY_CONTAINER_OTHER;
}

#define FILE_KEY "sky-descriptor"

static GstFlowReturn
get_range (GstObject *file, GstObject *parent, guint64 offset, guint length, GstBuffer **buffer)
{
  int descriptor = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (file), FILE_KEY));
  g_autofree guint8 *bytes = g_malloc (length);
  gssize n;

  do
    n = pread (descriptor, bytes, length, (goffset) offset);
  while (n < 0 && errno == EINTR);
  if (n <= 0)
    return n == 0 ? GST_FLOW_EOS : GST_FLOW_ERROR;
  *buffer = gst_buffer_new_wrapped (g_steal_pointer (&bytes), (gsize) n);
  return GST_FLOW_OK;
}

/* Returns: (transfer full) (nullable): what GStreamer takes the file for. */
static GstCaps *
find_type (int descriptor, goffset size)
{
  g_autoptr (GstElement) file = gst_object_ref_sink (gst_bin_new (NULL));
  GstTypeFindProbability probability;

  g_object_set_data (G_OBJECT (file), FILE_KEY, GINT_TO_POINTER (descriptor));
  return gst_type_find_helper_get_range (GST_OBJECT (file), NULL, get_range, (guint64) size, NULL,
                                         &probability);
}

static gboolean
is_one_of (const char *type, const char *const *list)
{
  return g_strv_contains (list, type);
}

static gboolean
take_type (const char *type, const char *name, SkyContainer *container, GError **error)
{
  static const char *const playlists[] = {
    "application/x-hls",  "application/dash+xml", "application/vnd.ms-sstr+xml",
    "application/sdp",    "application/smil",     "application/smil+xml",
    "application/x-rtsp", "audio/x-mpegurl",      "audio/x-scpls",
    "text/uri-list",      "video/x-ms-asx",       NULL
  };
  static const char *const others[] = { "application/ogg", "application/mxf",
                                        "multipart/x-mixed-replace", NULL };
  static const char *const quicktime[] = { "video/quicktime", "audio/x-m4a", "application/x-3gp",
                                           "video/mj2", NULL };

  if (type != NULL && is_one_of (type, playlists))
    g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NOT_MEDIA,
                 _ ("%s is a playlist of other files, not a recording"), name);
  else if (type != NULL && is_one_of (type, quicktime))
    *container = SKY_CONTAINER_MP4;
  else if (type != NULL && g_str_has_prefix (type, "audio/"))
    g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_VIDEO, _ ("%s has no video"), name);
  else if (type == NULL || !(g_str_has_prefix (type, "video/") || is_one_of (type, others)))
    g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NOT_MEDIA, _ ("%s is not a recording"),
                 name);
  else
    {
      *container = g_str_equal (type, "video/mpegts")      ? SKY_CONTAINER_MPEG_TS
                   : g_str_equal (type, "video/x-msvideo") ? SKY_CONTAINER_AVI
                                                           : SKY_CONTAINER_OTHER;
      return TRUE;
    }
  return type != NULL && is_one_of (type, quicktime);
}

static gboolean
refers_outside (int descriptor, SkyContainer container, goffset size)
{
  guint left = MAX_ELEMENTS;

  if (container == SKY_CONTAINER_MP4)
    return mp4_refers_outside (descriptor, 0, size, 0, &left);
  if (container == SKY_CONTAINER_MATROSKA)
    return matroska_refers_outside (descriptor, 0, size, 0, &left);
  return FALSE;
}

gboolean
sky_media_container_look (
    int descriptor, const char *name, SkyContainer *container, GstCaps **caps, GError **error)
{
  g_autoptr (GstCaps) type = NULL;
  struct stat status;
  guint8 bytes[16];
  gssize size = fstat (descriptor, &status) == 0 ? pread (descriptor, bytes, sizeof bytes, 0) : -1;

  if (size < 0)
    {
      g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_UNREADABLE, _ ("cannot read %s: %s"),
                   name, g_strerror (errno));
      return FALSE;
    }
  if (size == 0)
    {
      g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_EMPTY, _ ("%s is empty"), name);
      return FALSE;
    }
  *container = container_of_bytes (bytes, size);
  if (*container == SKY_CONTAINER_MATROSKA)
    type = gst_caps_new_empty_simple ("video/x-matroska");
  else if (*container == SKY_CONTAINER_MP4)
    type = gst_caps_new_empty_simple ("video/quicktime");
  else
    {
      type = find_type (descriptor, status.st_size);
      if (!take_type (type != NULL ? gst_structure_get_name (gst_caps_get_structure (type, 0))
                                   : NULL,
                      name, container, error))
        return FALSE;
    }
  if (refers_outside (descriptor, *container, status.st_size))
    {
      g_set_error (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NOT_MEDIA,
                   _ ("%s refers to other files and is not a recording itself"), name);
      return FALSE;
    }
  if (caps != NULL)
    *caps = g_steal_pointer (&type);
  return TRUE;
}

GstElement *
sky_media_container_make_reader (int descriptor)
{
  GstElement *reader = gst_element_factory_make ("filesrc", NULL);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", descriptor);

  g_object_set (reader, "location", path, NULL);
  return reader;
}
