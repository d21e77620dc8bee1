/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A packed list, little-endian: how many words (4), where each begins (4 each) and where the last
 * ends (4), counted from the first; then the words by their bytes: length (1), bytes, how many
 * texts have it (1; 0 stands for 256), their numbers (1 each). */
#include "config.h"

#include "sky-words.h"

#include <string.h>

/* What is longer is cut, in texts and in what is looked for alike. */
#define LONGEST 255

#define N_TEXTS 256

#define IS_BLANK(c) ((c) == ' ' || (c) == '\t' || (c) == '\n' || (c) == '\r' || (c) == '\f')

static char *
fold (const char *text, gsize length)
{
  g_autofree char *apart = NULL;
  g_autofree char *folded = NULL;
  GString *plain;
  gsize i;

  for (i = 0; i < length && (guchar) text[i] < 0x80; i++)
    ;
  if (i == length)
    return g_ascii_strdown (text, (gssize) length);

  folded = g_utf8_make_valid (text, (gssize) length);
  apart = g_utf8_normalize (folded, -1, G_NORMALIZE_ALL);
  plain = g_string_sized_new (length);
  for (const char *at = apart; *at != '\0'; at = g_utf8_next_char (at))
    if (!g_unichar_ismark (g_utf8_get_char (at)))
      g_string_append_unichar (plain, g_unichar_tolower (g_utf8_get_char (at)));
  return g_string_free (plain, FALSE);
}

/* Where the next word begins in @at … @end; @end: nowhere. */
static const char *
next_word (const char *at, const char *end, gboolean within)
{
  for (; at < end; at = g_utf8_next_char (at))
    {
      gboolean letter = g_unichar_isalnum (g_utf8_get_char (at));

      if (letter && !within)
        return at;
      within = letter;
    }
  return end;
}

static void
each_of_piece (const char *piece, gsize length, SkyWordFunc func, gpointer data)
{
  g_autofree char *folded = fold (piece, length);
  const char *end = folded + strlen (folded);

  for (const char *at = next_word (folded, end, FALSE); at < end; at = next_word (at, end, TRUE))
    func (at, MIN ((gsize) (end - at), LONGEST), data);
}

/* What stands between blanks, from *@at on; @at goes along. Returns: NULL behind the last. */
static const char *
next_piece (const char **at, gsize *length)
{
  const char *begin;

  while (IS_BLANK (**at))
    ++*at;
  begin = *at;
  while (**at != '\0' && !IS_BLANK (**at))
    ++*at;
  *length = (gsize) (*at - begin);
  return *length > 0 ? begin : NULL;
}

void
sky_words_each (const char *text, SkyWordFunc func, gpointer data)
{
  const char *at = text != NULL ? text : "";
  const char *piece;
  gsize length;

  while ((piece = next_piece (&at, &length)) != NULL)
    each_of_piece (piece, length, func, data);
}

static void
add_wanted (GStrvBuilder *wanted, const char *piece, gsize length)
{
  g_autofree char *folded = fold (piece, length);
  const char *begin = next_word (folded, folded + strlen (folded), FALSE);
  const char *end = begin;

  for (const char *at = begin; *at != '\0'; at = g_utf8_next_char (at))
    if (g_unichar_isalnum (g_utf8_get_char (at)))
      end = g_utf8_next_char (at);
  if (end > begin)
    {
      g_autofree char *word = g_strndup (begin, MIN ((gsize) (end - begin), LONGEST));

      g_strv_builder_add (wanted, word);
    }
}

char **
sky_words_wanted (const char *text)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) wanted = NULL;
  const char *at = text != NULL ? text : "";
  const char *piece;
  gboolean blank = TRUE;
  gsize length;

  while ((piece = next_piece (&at, &length)) != NULL)
    {
      add_wanted (builder, piece, length);
      blank = FALSE;
    }
  if (blank)
    return NULL;
  wanted = g_strv_builder_end (builder);
  if (wanted[0] != NULL)
    return g_steal_pointer (&wanted);
  g_strv_builder_add (builder, "");
  return g_strv_builder_end (builder);
}

typedef struct
{
  const char *wanted;
  gsize length;
  gboolean found;
} Looking;

static void
look_at_word (const char *word, gsize length, gpointer data)
{
  Looking *looking = data;

  looking->found |= looking->length > 0 && length >= looking->length
                    && memcmp (word, looking->wanted, looking->length) == 0;
}

gboolean
sky_words_have (const char *text, const char *wanted)
{
  Looking looking = { wanted, strlen (wanted), FALSE };

  sky_words_each (text, look_at_word, &looking);
  return looking.found;
}

/* --- Lists ------------------------------------------------------------------------------------ */

typedef struct
{
  guint16 n;
  guint8 texts[N_TEXTS]; /* in order */
} Holders;

struct _SkyWordList
{
  GHashTable *words; /* char * → Holders */
  guint index;       /* of the text that is being added */
};

SkyWordList *
sky_word_list_new (void)
{
  SkyWordList *self = g_new0 (SkyWordList, 1);

  self->words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
sky_word_list_free (SkyWordList *self)
{
  g_hash_table_unref (self->words);
  g_free (self);
}

void
sky_word_list_clear (SkyWordList *self)
{
  g_hash_table_remove_all (self->words);
}

static void
add_word (const char *word, gsize length, gpointer data)
{
  SkyWordList *self = data;
  char key[LONGEST + 1];
  Holders *holders;

  memcpy (key, word, length);
  key[length] = '\0';
  holders = g_hash_table_lookup (self->words, key);
  if (holders == NULL)
    {
      holders = g_new (Holders, 1);
      holders->n = 0;
      g_hash_table_insert (self->words, g_strdup (key), holders);
    }
  if (holders->n == 0 || holders->texts[holders->n - 1] != self->index)
    holders->texts[holders->n++] = (guint8) self->index;
}

void
sky_word_list_add (SkyWordList *self, guint index, const char *text)
{
  g_return_if_fail (index < N_TEXTS);

  self->index = index;
  sky_words_each (text, add_word, self);
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
put_number (guint8 *at, guint32 number)
{
  number = GUINT32_TO_LE (number);
  memcpy (at, &number, sizeof number);
}

static guint32
get_number (const guint8 *at)
{
  guint32 number;

  memcpy (&number, at, sizeof number);
  return GUINT32_FROM_LE (number);
}

GByteArray *
sky_word_list_pack (SkyWordList *self)
{
  GByteArray *bytes = g_byte_array_new ();
  guint n;
  g_autofree const char **words = (const char **) g_hash_table_get_keys_as_array (self->words, &n);
  gsize head = 4 * ((gsize) n + 2);

  qsort (words, n, sizeof *words, compare_words);
  g_byte_array_set_size (bytes, (guint) head);
  put_number (bytes->data, n);
  for (guint i = 0; i < n; i++)
    {
      const Holders *holders = g_hash_table_lookup (self->words, words[i]);
      guint8 length = (guint8) strlen (words[i]);
      guint8 count = (guint8) holders->n;

      put_number (bytes->data + 4 * (i + 1), (guint32) (bytes->len - head));
      g_byte_array_append (bytes, &length, 1);
      g_byte_array_append (bytes, (const guint8 *) words[i], length);
      g_byte_array_append (bytes, &count, 1);
      g_byte_array_append (bytes, holders->texts, holders->n);
    }
  put_number (bytes->data + 4 * (n + 1), (guint32) (bytes->len - head));
  return bytes;
}

/* A word in a packed list and who has it. */
typedef struct
{
  const guint8 *word;
  guint length;
  const guint8 *texts;
  guint n_texts;
} Entry;

static gboolean
read_entry (const guint8 *bytes, gsize size, guint32 n, guint32 index, Entry *entry)
{
  gsize head = 4 * ((gsize) n + 2);
  gsize begin = head + get_number (bytes + 4 * (index + 1));
  gsize end = head + get_number (bytes + 4 * (index + 2));

  if (begin > end || end > size || end - begin < 2)
    return FALSE;
  entry->length = bytes[begin];
  entry->word = bytes + begin + 1;
  if (end - begin < entry->length + 2u)
    return FALSE;
  entry->n_texts = bytes[begin + 1 + entry->length];
  if (entry->n_texts == 0)
    entry->n_texts = N_TEXTS;
  entry->texts = bytes + begin + 2 + entry->length;
  return end - begin == 2u + entry->length + entry->n_texts;
}

static int
compare_entry (const Entry *entry, const char *wanted, gsize length)
{
  int order = memcmp (entry->word, wanted, MIN (entry->length, length));

  return order != 0 ? order : entry->length < length ? -1 : 0;
}

gboolean
sky_words_find (const guint8 *bytes, gsize size, const char *wanted, guint64 bits[4])
{
  gsize length = strlen (wanted);
  guint32 low = 0, high, n;
  Entry entry;

  if (size < 8)
    return FALSE;
  n = get_number (bytes);
  if (n > size / 4 - 2)
    return FALSE;
  if (length == 0)
    return TRUE;
  high = n;
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (!read_entry (bytes, size, n, middle, &entry))
        return FALSE;
      if (compare_entry (&entry, wanted, length) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < n; low++)
    {
      if (!read_entry (bytes, size, n, low, &entry))
        return FALSE;
      if (compare_entry (&entry, wanted, length) != 0)
        break;
      for (guint i = 0; i < entry.n_texts; i++)
        bits[entry.texts[i] / 64] |= G_GUINT64_CONSTANT (1) << entry.texts[i] % 64;
    }
  return TRUE;
}
