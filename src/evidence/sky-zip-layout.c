/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-zip-layout.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#include "sky-phrase.h"
#include "sky-shown-text.h"

/* PKWARE's APPNOTE 6.3: section 4.3 has the records, 4.4 their fields. */
#define LOCAL_SIGNATURE      0x04034b50u
#define DESCRIPTOR_SIGNATURE 0x08074b50u
#define ENTRY_SIGNATURE      0x02014b50u
#define END_SIGNATURE        0x06054b50u
#define END64_SIGNATURE      0x06064b50u
#define LOCATOR_SIGNATURE    0x07064b50u

#define LOCAL_SIZE   30
#define ENTRY_SIZE   46
#define END_SIZE     22
#define END64_SIZE   56
#define LOCATOR_SIZE 20

/* A directory is not larger: ten thousand members with the longest names that a package has. */
#define MOST_DIRECTORY (10u << 20)

#define FLAG_ENCRYPTED  0x0001u
#define FLAG_DESCRIPTOR 0x0008u
/* How much trouble the packing took, the descriptor, and that the name is UTF-8. */
#define FLAGS_KNOWN (0x0006u | FLAG_DESCRIPTOR | 0x0800u)

#define EXTRA_ZIP64 0x0001u
#define EXTRA_TIME  0x5455u
#define EXTRA_OWNER 0x7875u

typedef struct
{
  SkyZipLayout *layout;
  int descriptor;
  GHashTable *folded; /* names in lower case → the name */
  guint64 at;         /* where the next member must begin */
} Reading;

/* What both records have of a member. */
typedef struct
{
  guint16 version;
  guint16 flags;
  guint16 method;
  guint32 time; /* and date */
  guint32 crc;
  guint64 packed;
  guint64 size;
  guint64 offset; /* of the directory's alone */
  const guint8 *name;
  gsize name_size;
  const guint8 *stamp, *owner; /* extra fields; NULL: it has none */
  gsize stamp_size, owner_size;
  gboolean is_64; /* it has a ZIP64 field */
} Record;

static guint16
get16 (const guint8 *at)
{
  return (guint16) (at[0] | at[1] << 8);
}

static guint32
get32 (const guint8 *at)
{
  return get16 (at) | (guint32) get16 (at + 2) << 16;
}

static guint64
get64 (const guint8 *at)
{
  return get32 (at) | (guint64) get32 (at + 4) << 32;
}

static void
member_free (gpointer data)
{
  SkyZipMember *self = data;

  g_free (self->name);
  g_free (self);
}

void
sky_zip_layout_free (SkyZipLayout *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->members);
  g_ptr_array_unref (self->faults);
  g_free (self);
}

G_GNUC_PRINTF (3, 4)
static void
add_fault (Reading *self, const char *what, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = sky_phrase_va (format, arguments);
  va_end (arguments);
  g_ptr_array_add (self->layout->faults, sky_phrase ("%s: %s", what, text));
}

static gboolean
read_at (Reading *self, guint64 at, void *bytes, gsize size)
{
  guint8 *next = bytes;

  while (size > 0)
    {
      gssize n = pread (self->descriptor, next, size, (off_t) at);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      next += n;
      at += (guint64) n;
      size -= (gsize) n;
    }
  return TRUE;
}

/* --- A member's two records ---------------------------------------------------------------------
 */

/* Takes a number that ZIP64 has when its 32 bits do not hold it, and only then. */
static gboolean
take64 (const guint8 **at, const guint8 *end, gboolean wanted, guint64 *value)
{
  if (!wanted)
    return TRUE;
  if (end - *at < 8)
    return FALSE;
  *value = get64 (*at);
  *at += 8;
  return TRUE;
}

/* Reads the extra fields. Those that are not known may change what a program makes of the member:
 * its name, for one. Returns: what is wrong; NULL: nothing. */
static const char *
read_extra (Record *self, const guint8 *at, gsize size, gboolean is_entry)
{
  const guint8 *end = at + size;
  const gboolean wants_size = self->size == G_MAXUINT32;
  const gboolean wants_packed = self->packed == G_MAXUINT32;
  const gboolean wants_offset = is_entry && self->offset == G_MAXUINT32;

  while (end - at >= 4)
    {
      const guint16 id = get16 (at);
      const gsize length = get16 (at + 2);
      const guint8 *field = at + 4;

      if ((gsize) (end - field) < length)
        return N_ ("its extra fields are damaged");
      at = field + length;
      if (id == EXTRA_TIME && self->stamp == NULL)
        {
          self->stamp = field;
          self->stamp_size = length;
        }
      else if (id == EXTRA_OWNER && self->owner == NULL)
        {
          self->owner = field;
          self->owner_size = length;
        }
      else if (id == EXTRA_ZIP64 && !self->is_64)
        {
          self->is_64 = TRUE;
          if (!take64 (&field, at, wants_size, &self->size)
              || !take64 (&field, at, wants_packed, &self->packed)
              || !take64 (&field, at, wants_offset, &self->offset) || field != at)
            return N_ ("its ZIP64 field has not what it must have");
        }
      else
        return N_ ("it has an extra field that no package has");
    }
  if (at != end)
    return N_ ("its extra fields are damaged");
  if (self->is_64 != (wants_size || wants_packed || wants_offset))
    return N_ ("its ZIP64 field has not what it must have");
  return NULL;
}

/* Reads what is at the same distances in both records, from the version that is needed on. */
static void
read_common (Record *self, const guint8 *at)
{
  self->version = get16 (at);
  self->flags = get16 (at + 2);
  self->method = get16 (at + 4);
  self->time = get32 (at + 6);
  self->crc = get32 (at + 10);
  self->packed = get32 (at + 14);
  self->size = get32 (at + 18);
  self->name_size = get16 (at + 22);
}

/* Whether programs know what they have before them, and are of one mind about it. */
static const char *
judge_entry (const Record *entry, const guint8 *at)
{
  const guint32 attributes = get32 (at + 38);

  if ((entry->flags & FLAG_ENCRYPTED) != 0)
    return N_ ("it is encrypted");
  if ((entry->flags & ~FLAGS_KNOWN) != 0)
    return N_ ("it has flags that no package has");
  if (entry->method != 0 && entry->method != 8)
    return N_ ("it is packed in a way that no package has: only stored and deflated members are");
  if (entry->version != 10 && entry->version != 20 && entry->version != 45)
    return N_ ("it needs a version of ZIP that no package has");
  if ((at[5] != 0 && at[5] != 3) || at[4] > 63)
    return N_ ("it was made by a system that no package is made by");
  if (get16 (at + 32) != 0)
    return N_ ("it has a comment");
  if (get16 (at + 34) != 0)
    return N_ ("it stands on another disk");
  if (get16 (at + 36) > 1)
    return N_ ("it has attributes that no package has");
  /* Neither a link nor a folder, nor a program. */
  if (((attributes >> 16) & 0170000) != 0 && ((attributes >> 16) & 0170000) != 0100000)
    return N_ ("it is no plain file");
  if (((attributes >> 16) & 07111) != 0 || (attributes & 0xffffu & ~0x21u) != 0)
    return N_ ("it has attributes that no package has");
  return NULL;
}

/* A record before the bytes may leave to the descriptor behind them what is only known then. */
static gboolean
agrees (guint64 local, guint64 entry, guint16 flags)
{
  return local == entry || ((flags & FLAG_DESCRIPTOR) != 0 && local == 0);
}

/* Where the two records differ, but for the name; NULL: nowhere. */
static const char *
compare (const Record *local, const Record *entry)
{
  if (local->flags != entry->flags)
    return N_ ("before its bytes it has other flags than in the directory");
  if (local->method != entry->method)
    return N_ ("before its bytes it is packed in another way than in the directory");
  /* A place behind four gigabytes wants ZIP64 in the directory alone: a member does not say where
   * it stands. */
  if (local->version != entry->version && !(entry->is_64 && entry->version == 45))
    return N_ ("before its bytes it wants another version of ZIP than in the directory");
  if (local->time != entry->time)
    return N_ ("before its bytes it has another time than in the directory");
  if (!agrees (local->crc, entry->crc, entry->flags))
    return N_ ("before its bytes it has another CRC than in the directory");
  if (!agrees (local->packed, entry->packed, entry->flags)
      || !agrees (local->size, entry->size, entry->flags))
    return N_ ("before its bytes it has another size than in the directory");
  if (entry->method == 0 && entry->packed != entry->size)
    return N_ ("it is stored, and its two sizes differ");
  /* The directory has the first of the times alone. */
  if ((local->stamp == NULL) != (entry->stamp == NULL) || local->stamp_size < entry->stamp_size
      || (entry->stamp != NULL && memcmp (local->stamp, entry->stamp, entry->stamp_size) != 0))
    return N_ ("before its bytes it has another time than in the directory");
  if ((local->owner == NULL) != (entry->owner == NULL) || local->owner_size != entry->owner_size
      || (entry->owner != NULL && memcmp (local->owner, entry->owner, entry->owner_size) != 0))
    return N_ ("before its bytes it has another owner than in the directory");
  return NULL;
}

/* What stands behind the bytes. @at takes where it ends. */
static const char *
check_descriptor (Reading *self, const Record *local, const Record *entry, guint64 *at)
{
  guint8 bytes[24];
  const gsize size = local->is_64 ? 24 : 16;
  gboolean good;

  if ((entry->flags & FLAG_DESCRIPTOR) == 0)
    return NULL;
  good = read_at (self, *at, bytes, size) && get32 (bytes) == DESCRIPTOR_SIGNATURE
         && get32 (bytes + 4) == entry->crc;
  if (local->is_64)
    good = good && get64 (bytes + 8) == entry->packed && get64 (bytes + 16) == entry->size;
  else
    good = good && get32 (bytes + 8) == entry->packed && get32 (bytes + 12) == entry->size;
  *at += size;
  return good ? NULL : "behind its bytes stands something else than in the directory";
}

/* Holds the directory's entry against what stands at the member itself, which must begin where the
 * one before it ends. Returns: what is wrong; NULL: nothing. */
static const char *
check_member (Reading *self, const Record *entry, guint64 directory)
{
  guint8 head[LOCAL_SIZE];
  g_autofree guint8 *tail = NULL;
  gsize tail_size;
  Record local = { 0 };
  const char *wrong;
  guint64 at = entry->offset;

  if (entry->offset != self->at)
    return N_ ("it does not begin where what is before it ends");
  if (directory - at < LOCAL_SIZE || !read_at (self, at, head, sizeof head)
      || get32 (head) != LOCAL_SIGNATURE)
    return N_ ("it does not stand where the directory has it");
  read_common (&local, head + 4);
  tail_size = local.name_size + get16 (head + 28);
  at += LOCAL_SIZE;
  tail = g_malloc (tail_size + 1);
  if (directory - at < tail_size || !read_at (self, at, tail, tail_size))
    return N_ ("it does not stand where the directory has it");
  local.name = tail;
  wrong = read_extra (&local, tail + local.name_size, tail_size - local.name_size, FALSE);
  if (local.name_size != entry->name_size
      || memcmp (local.name, entry->name, entry->name_size) != 0)
    {
      g_autofree char *other = g_strndup ((const char *) local.name, local.name_size);
      g_autofree char *shown = sky_text_show_start (other, SKY_ZIP_LONGEST_NAME);

      add_fault (self, shown,
                 N_ ("so it is named before its bytes, but otherwise in the directory"));
      return N_ ("so it is named in the directory, but otherwise before its bytes");
    }
  if (wrong == NULL)
    wrong = compare (&local, entry);
  if (wrong != NULL)
    return wrong;
  at += tail_size;
  if (directory - at < entry->packed)
    return N_ ("it is larger than the package");
  at += entry->packed;
  wrong = check_descriptor (self, &local, entry, &at);
  if (wrong == NULL && at > directory)
    wrong = N_ ("it is larger than the package");
  self->at = at;
  return wrong;
}

/* Programs that know no capital letters would unpack one over the other. */
static const char *
check_name (Reading *self, const char *name)
{
  g_autofree char *folded = g_ascii_strdown (name, -1);
  const char *other = g_hash_table_lookup (self->folded, folded);

  if (other != NULL)
    return strcmp (other, name) == 0
               ? N_ ("it is there twice")
               : N_ ("another member differs from it in capital letters alone");
  g_hash_table_insert (self->folded, g_steal_pointer (&folded), g_strdup (name));
  return NULL;
}

/* Looks at one entry of the directory and its member. Returns: how long it is; 0: what follows
 * cannot be told. */
static gsize
read_entry (Reading *self, const guint8 *at, gsize size, guint64 directory)
{
  Record entry = { 0 };
  gsize extra_size, whole;
  SkyZipMember *member;
  g_autofree char *shown = NULL;
  const char *wrong;

  if (size < ENTRY_SIZE || get32 (at) != ENTRY_SIGNATURE)
    return 0;
  read_common (&entry, at + 6);
  entry.offset = get32 (at + 42);
  entry.name = at + ENTRY_SIZE;
  extra_size = get16 (at + 30);
  whole = ENTRY_SIZE + entry.name_size + extra_size + get16 (at + 32);
  if (size < whole)
    return 0;
  member = g_new0 (SkyZipMember, 1);
  member->name = g_strndup ((const char *) entry.name, entry.name_size);
  shown = sky_text_show_start (member->name, SKY_ZIP_LONGEST_NAME);
  g_ptr_array_add (self->layout->members, member);
  wrong = read_extra (&entry, entry.name + entry.name_size, extra_size, TRUE);
  member->size = entry.size;
  if (wrong == NULL && strlen (member->name) != entry.name_size)
    wrong = N_ ("its name has a NUL in it");
  if (wrong == NULL)
    wrong = judge_entry (&entry, at);
  if (wrong != NULL)
    add_fault (self, shown, "%s", sky_phrase_words (wrong));
  wrong = check_name (self, member->name);
  if (wrong != NULL)
    add_fault (self, shown, "%s", sky_phrase_words (wrong));
  wrong = check_member (self, &entry, directory);
  if (wrong != NULL)
    {
      add_fault (self, shown, "%s", sky_phrase_words (wrong));
      /* Where the next one begins is told by its own entry then. */
      self->at = G_MAXUINT64;
    }
  return whole;
}

/* After a member that is not as it must be, the next is looked for where the directory has it. */
static void
find_place (Reading *self, const guint8 *entry, gsize size)
{
  if (self->at == G_MAXUINT64 && size >= ENTRY_SIZE && get32 (entry + 42) != G_MAXUINT32)
    self->at = get32 (entry + 42);
}

/* --- The end ------------------------------------------------------------------------------------
 */

typedef struct
{
  guint64 offset;
  guint64 size;
  guint64 n_members;
  guint64 end; /* where what is behind the directory begins */
} Directory;

/* The ZIP64 end, which stands before the other when its numbers do not fit there. */
static gboolean
read_end64 (Reading *self, guint64 file_size, const guint8 *end, Directory *directory)
{
  guint8 locator[LOCATOR_SIZE];
  guint8 bytes[END64_SIZE];
  guint64 place;

  if (file_size < END_SIZE + LOCATOR_SIZE + END64_SIZE)
    return FALSE;
  place = file_size - END_SIZE - LOCATOR_SIZE - END64_SIZE;
  if (!read_at (self, place + END64_SIZE, locator, sizeof locator)
      || get32 (locator) != LOCATOR_SIGNATURE || get32 (locator + 4) != 0
      || get64 (locator + 8) != place || get32 (locator + 16) != 1
      || !read_at (self, place, bytes, sizeof bytes) || get32 (bytes) != END64_SIGNATURE
      || get64 (bytes + 4) != END64_SIZE - 12 || get16 (bytes + 14) > 63 || get32 (bytes + 16) != 0
      || get32 (bytes + 20) != 0 || get64 (bytes + 24) != get64 (bytes + 32))
    return FALSE;
  directory->n_members = get64 (bytes + 32);
  directory->size = get64 (bytes + 40);
  directory->offset = get64 (bytes + 48);
  directory->end = place;
  return get16 (end + 10) == MIN (directory->n_members, G_MAXUINT16)
         && get32 (end + 12) == MIN (directory->size, G_MAXUINT32)
         && get32 (end + 16) == MIN (directory->offset, G_MAXUINT32);
}

static gboolean
read_end (Reading *self, guint64 file_size, Directory *directory)
{
  guint8 end[END_SIZE];

  if (file_size < END_SIZE || !read_at (self, file_size - END_SIZE, end, sizeof end)
      || get32 (end) != END_SIGNATURE || get16 (end + 20) != 0)
    {
      add_fault (
          self, sky_phrase_words ("the end of the ZIP"),
          N_ ("it is not the last of the file: it was cut off, or something stands behind it, or "
              "it has a comment"));
      return FALSE;
    }
  self->layout->is_zip = TRUE;
  directory->n_members = get16 (end + 10);
  directory->size = get32 (end + 12);
  directory->offset = get32 (end + 16);
  directory->end = file_size - END_SIZE;
  if (get16 (end + 4) != 0 || get16 (end + 6) != 0 || get16 (end + 8) != get16 (end + 10)
      || ((directory->n_members == G_MAXUINT16 || directory->size == G_MAXUINT32
           || directory->offset == G_MAXUINT32)
          && !read_end64 (self, file_size, end, directory)))
    {
      add_fault (self, sky_phrase_words ("the end of the ZIP"),
                 N_ ("it does not say of itself what it must say"));
      return FALSE;
    }
  if (directory->offset > directory->end || directory->size != directory->end - directory->offset)
    {
      add_fault (self, sky_phrase_words ("the directory of the ZIP"),
                 N_ ("it does not end where the end of the ZIP begins"));
      return FALSE;
    }
  if (directory->size > MOST_DIRECTORY)
    {
      add_fault (self, sky_phrase_words ("the directory of the ZIP"),
                 N_ ("it is larger than that of any package"));
      return FALSE;
    }
  return TRUE;
}

static void
read_directory (Reading *self, const Directory *directory)
{
  g_autofree guint8 *bytes = g_malloc (directory->size + 1);
  gsize at = 0;
  guint64 n = 0;

  if (!read_at (self, directory->offset, bytes, directory->size))
    {
      add_fault (self, sky_phrase_words ("the directory of the ZIP"), N_ ("it cannot be read"));
      return;
    }
  while (at < directory->size)
    {
      gsize length;

      find_place (self, bytes + at, directory->size - at);
      length = read_entry (self, bytes + at, directory->size - at, directory->offset);
      if (length == 0)
        {
          add_fault (self, sky_phrase_words ("the directory of the ZIP"),
                     N_ ("behind %" PRIu64 " members stands what is no member"), n);
          return;
        }
      at += length;
      n++;
    }
  if (n != directory->n_members)
    add_fault (self, sky_phrase_words ("the end of the ZIP"),
               N_ ("it speaks of %" PRIu64 " members, and there are %" PRIu64),
               directory->n_members, n);
  if (self->at != G_MAXUINT64 && self->at != directory->offset)
    add_fault (self, sky_phrase_words ("the directory of the ZIP"),
               N_ ("it does not begin where the last member ends: bytes stand between that nobody "
                   "speaks of"));
}

/* Whether what is no ZIP by its end looks like one: it begins with a member, or has an end
 * somewhere before its last byte. */
static gboolean
looks_like_zip (Reading *self, guint64 size)
{
  guint8 bytes[4096];
  gsize n = MIN (size, sizeof bytes);

  if (!read_at (self, 0, bytes, n) || n < 4)
    return FALSE;
  if (get32 (bytes) == LOCAL_SIGNATURE && n >= LOCAL_SIZE)
    return TRUE;
  if (!read_at (self, size - n, bytes, n))
    return FALSE;
  for (gsize i = 0; i + 4 <= n; i++)
    if (get32 (bytes + i) == END_SIGNATURE)
      return TRUE;
  return FALSE;
}

SkyZipLayout *
sky_zip_layout_read (int descriptor, guint64 size)
{
  g_autoptr (GHashTable) folded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  SkyZipLayout *layout = g_new0 (SkyZipLayout, 1);
  Reading self = { .layout = layout, .descriptor = descriptor, .folded = folded };
  Directory directory;

  layout->members = g_ptr_array_new_with_free_func (member_free);
  layout->faults = g_ptr_array_new_with_free_func (g_free);
  if (read_end (&self, size, &directory))
    read_directory (&self, &directory);
  else if (!layout->is_zip)
    layout->is_zip = looks_like_zip (&self, size);
  return layout;
}
