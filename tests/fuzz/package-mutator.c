/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "package-mutator.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "fuzz-target.h"
#include "sky-package-writer.h"

/* What a damaged one may unpack to is not unpacked further. */
#define MOST_BYTES (1 << 20)

typedef struct
{
  char *name;
  GByteArray *bytes;
} Member;

static void
member_free (gpointer data)
{
  Member *self = data;

  g_free (self->name);
  g_byte_array_unref (self->bytes);
  g_free (self);
}

static Member *
read_member (struct archive *archive, struct archive_entry *entry)
{
  Member *self = g_new0 (Member, 1);
  const void *block;
  size_t length;
  la_int64_t offset;

  self->name = g_strdup (archive_entry_pathname (entry));
  self->bytes = g_byte_array_new ();
  while (self->bytes->len < MOST_BYTES
         && archive_read_data_block (archive, &block, &length, &offset) == ARCHIVE_OK)
    g_byte_array_append (self->bytes, block, MIN (length, MOST_BYTES));
  return self;
}

/* Returns: an array of Member, as much of it as can be read. */
static GPtrArray *
unpack (const guint8 *data, gsize size)
{
  GPtrArray *members = g_ptr_array_new_with_free_func (member_free);
  struct archive *archive = archive_read_new ();
  struct archive_entry *entry;

  archive_read_support_format_zip_seekable (archive);
  if (archive_read_open_memory (archive, data, size) == ARCHIVE_OK)
    while (members->len < 32 && archive_read_next_header (archive, &entry) == ARCHIVE_OK)
      if (archive_entry_pathname (entry) != NULL)
        g_ptr_array_add (members, read_member (archive, entry));
  archive_read_free (archive);
  return members;
}

/* More than they can need: libarchive leaves memory behind where it runs out of room. */
static gsize
get_room (GPtrArray *members)
{
  gsize room = 65536;

  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = members->pdata[i];

      room += member->bytes->len + member->bytes->len / 100 + 2 * strlen (member->name) + 1024;
    }
  return room;
}

/* As the writer of packages lays them out. Returns: the size, or 0 when that did not work. */
static gsize
pack (GPtrArray *members, guint8 *data, gsize room)
{
  struct archive *archive = archive_write_new ();
  gboolean good = archive_write_set_format_zip (archive) == ARCHIVE_OK;
  size_t size = 0;

  archive_write_zip_set_compression_deflate (archive);
  good = good && archive_write_open_memory (archive, data, room, &size) == ARCHIVE_OK;
  for (guint i = 0; good && i < members->len; i++)
    {
      const Member *member = members->pdata[i];
      struct archive_entry *entry = archive_entry_new ();

      archive_entry_set_pathname (entry, member->name);
      archive_entry_set_filetype (entry, AE_IFREG);
      archive_entry_set_perm (entry, 0644);
      archive_entry_set_size (entry, member->bytes->len);
      archive_entry_set_mtime (entry, 1700000000, 0);
      good = archive_write_header (archive, entry) == ARCHIVE_OK
             && archive_write_data (archive, member->bytes->data, member->bytes->len)
                    == (la_ssize_t) member->bytes->len;
      archive_entry_free (entry);
    }
  good = good && archive_write_close (archive) == ARCHIVE_OK;
  archive_write_free (archive);
  return good ? size : 0;
}

static void
renew_sums (GPtrArray *members)
{
  g_autoptr (GString) sums = g_string_new (NULL);
  Member *list = NULL;

  for (guint i = 0; i < members->len; i++)
    {
      Member *member = members->pdata[i];
      g_autofree char *digest =
          g_compute_checksum_for_data (G_CHECKSUM_SHA256, member->bytes->data, member->bytes->len);

      if (strcmp (member->name, SKY_PACKAGE_SUMS) == 0)
        list = member;
      else if (!g_str_has_prefix (member->name, SKY_PACKAGE_SUMS))
        g_string_append_printf (sums, "%s  %s\n", digest, member->name);
    }
  if (list == NULL)
    return;
  g_byte_array_set_size (list->bytes, 0);
  g_byte_array_append (list->bytes, (const guint8 *) sums->str, (guint) sums->len);
}

/* A line in the place of another, which is taken out or put behind it, or neither. */
static void
move_line (GByteArray *bytes, GRand *chance)
{
  g_autofree char *text =
      bytes->len > 0 ? g_strndup ((const char *) bytes->data, bytes->len) : g_strdup ("");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gint32 n = (gint32) g_strv_length (lines);
  gint32 from = g_rand_int_range (chance, 0, MAX (n, 1));
  gint32 to = g_rand_int_range (chance, 0, MAX (n, 1));
  gint32 kept = g_rand_int_range (chance, 0, 3);

  g_byte_array_set_size (bytes, 0);
  for (gint32 i = 0; i < n; i++)
    {
      const char *parts[] = { lines[i == to ? from : i], "\n", lines[i], "\n" };
      guint n_parts = i != to ? 2 : kept == 0 ? 0 : kept == 1 ? 4 : 2;

      for (guint part = 0; part < n_parts; part++)
        if (i + 1 < n || part % 2 == 0)
          g_byte_array_append (bytes, (const guint8 *) parts[part], (guint) strlen (parts[part]));
    }
}

static void
damage (GPtrArray *members, GRand *chance)
{
  guint place = (guint) g_rand_int_range (chance, 0, (gint32) members->len);
  Member *member = members->pdata[place];
  Member *other = members->pdata[g_rand_int_range (chance, 0, (gint32) members->len)];
  guint size = member->bytes->len;

  switch (g_rand_int_range (chance, 0, 12))
    {
    case 0:
      g_ptr_array_remove_index (members, place);
      break;
    case 1:
      {
        GByteArray *bytes = member->bytes;

        member->bytes = other->bytes;
        other->bytes = bytes;
      }
      break;
    case 2:
      if (other == member)
        break;
      g_free (member->name);
      member->name = g_strdup (other->name);
      break;
    case 3:
    case 4:
      move_line (member->bytes, chance);
      break;
    default:
      g_byte_array_set_size (member->bytes, size + size / 2 + 64);
      memset (member->bytes->data + size, 0, member->bytes->len - size);
      g_byte_array_set_size (
          member->bytes, (guint) LLVMFuzzerMutate (member->bytes->data, size, member->bytes->len));
      break;
    }
}

gsize
package_mutate (guint8 *data, gsize size, gsize max_size, guint seed)
{
  g_autoptr (GRand) chance = g_rand_new_with_seed (seed);
  g_autoptr (GPtrArray) members = unpack (data, size);
  g_autofree guint8 *packed = NULL;
  gsize packed_size, room;

  if (members->len == 0 || g_rand_int_range (chance, 0, 8) == 0)
    return LLVMFuzzerMutate (data, size, max_size);
  damage (members, chance);
  if (g_rand_int_range (chance, 0, 4) != 0)
    renew_sums (members);
  room = get_room (members);
  packed = g_malloc (room);
  packed_size = pack (members, packed, room);
  if (packed_size == 0 || packed_size > max_size)
    return LLVMFuzzerMutate (data, size, max_size);
  memcpy (data, packed, packed_size);
  return packed_size;
}
