/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-clip-av1-private.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "sky-archive-file.h"

/* What the muxer writes before the data, and what is added behind it, so that both together make an
 * empty box. */
#define EXTRA 5
#define MEND  3

/* No clip's tables are larger. */
#define MOST_TABLES (G_GUINT64_CONSTANT (256) << 20)

/* --- The data -----------------------------------------------------------------------------------
 */

/* AV1's sequence header, with which a stream begins, as it lies in the picture @buffer. Returns:
 * its bytes, NULL when there is none. */
static GBytes *
find_sequence_header (GstBuffer *buffer)
{
  GstMapInfo map;
  GBytes *found = NULL;
  gsize at = 0;

  if (!gst_buffer_map (buffer, &map, GST_MAP_READ))
    return NULL;
  /* Units with their sizes, in sevens of bits, the least ones first (AV1, 5.3 and 4.10.5). */
  while (found == NULL && at < map.size)
    {
      gsize begin = at;
      guint kind = map.data[at] >> 3 & 15;
      gboolean is_extended = map.data[at] >> 2 & 1;
      gboolean has_size = map.data[at] >> 1 & 1;
      guint64 size = 0;
      guint shift = 0;

      at += is_extended ? 2 : 1;
      for (gboolean more = has_size; more && at < map.size && shift < 56; shift += 7, at++)
        {
          size |= (guint64) (map.data[at] & 127) << shift;
          more = map.data[at] >> 7;
        }
      if (!has_size || size > map.size - MIN (at, map.size))
        break;
      at += size;
      if (kind == 1 && size > 0)
        found = g_bytes_new (map.data + begin, at - begin);
    }
  gst_buffer_unmap (buffer, &map);
  return found;
}

GstBuffer *
sky_clip_av1_make_data (const GstStructure *caps, GstBuffer *first)
{
  g_autoptr (GBytes) header = find_sequence_header (first);
  const char *chroma = gst_structure_get_string (caps, "chroma-format");
  guint depth = 8;
  gboolean mono = g_strcmp0 (chroma, "4:0:0") == 0;
  gboolean full = g_strcmp0 (chroma, "4:4:4") == 0;
  guint8 data[4] = { 0x81 };
  GByteArray *all = g_byte_array_new ();
  gsize size = 0;
  const guint8 *bytes = header != NULL ? g_bytes_get_data (header, &size) : NULL;

  gst_structure_get_uint (caps, "bit-depth-luma", &depth);
  /* The profile stands in the first three bits behind the unit's own two bytes; the level is not
   * looked for: 31 is that of streams that say no limit. */
  data[1] = (guint8) ((size > 2 ? bytes[2] & 0xe0 : 0) | 31);
  data[2] = (guint8) ((depth > 8) << 6 | (depth > 10) << 5 | mono << 4 | !full << 3
                      | (!full && g_strcmp0 (chroma, "4:2:2") != 0) << 2);
  g_byte_array_append (all, data, sizeof data);
  if (size > 0)
    g_byte_array_append (all, bytes, (guint) size);
  g_byte_array_append (all, (const guint8[MEND]){ 0 }, MEND);
  size = all->len;
  return gst_buffer_new_wrapped (g_byte_array_free (all, FALSE), size);
}

/* --- The file -----------------------------------------------------------------------------------
 */

static guint64
read_number (const guint8 *bytes, guint n)
{
  guint64 number = 0;

  for (guint i = 0; i < n; i++)
    number = number << 8 | bytes[i];
  return number;
}

/* Reads the file's box of tables ("moov"). @at takes where it begins. */
static GByteArray *
read_tables (int file, off_t *at)
{
  guint8 head[16];

  for (*at = 0; pread (file, head, sizeof head, *at) == sizeof head;)
    {
      guint64 size = read_number (head, 4);

      if (size == 1)
        size = read_number (head + 8, 8);
      if (size < 8 || size > G_MAXINT64)
        return NULL;
      if (memcmp (head + 4, "moov", 4) == 0 && size <= MOST_TABLES)
        {
          g_autoptr (GByteArray) tables = g_byte_array_new ();

          g_byte_array_set_size (tables, (guint) size);
          if (pread (file, tables->data, size, *at) != (ssize_t) size)
            return NULL;
          return g_steal_pointer (&tables);
        }
      *at += (off_t) size;
    }
  return NULL;
}

gboolean
sky_clip_av1_mend (const char *path)
{
  g_auto (SkyDescriptor) file = g_open (path, O_RDWR | O_CLOEXEC, 0);
  off_t at;
  g_autoptr (GByteArray) tables = file >= 0 ? read_tables (file, &at) : NULL;
  guint8 *begin, *box;
  guint64 size;

  if (tables == NULL)
    return FALSE;
  begin = memmem (tables->data, tables->len, "stsd", 4);
  box = begin != NULL ? memmem (begin, (gsize) (tables->data + tables->len - begin), "av1C", 4)
                      : NULL;
  if (box == NULL)
    return FALSE;
  box -= 4;
  size = read_number (box, 4);
  if (size < 8 + EXTRA + 4 + MEND || size > (guint64) (tables->data + tables->len - box))
    return FALSE;
  if (box[8] == 0x81)
    return TRUE;
  if (box[8 + EXTRA] != 0x81)
    return FALSE;
  memmove (box + 8, box + 8 + EXTRA, size - 8 - EXTRA - MEND);
  memcpy (box + size - 8, "\0\0\0\10free", 8);
  size -= 8;
  for (guint i = 0; i < 4; i++)
    box[i] = (guint8) (size >> (24 - 8 * i));
  return pwrite (file, box, size + 8, at + (box - tables->data)) == (ssize_t) (size + 8);
}
