/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-wager-book.h"

#include <string.h>

#define WAGERS_A_BLOCK 256
#define TEXT_BLOCK     ((gsize) 16 * 1024)
#define FIRST_SLOTS    64
#define FIRST_NUMBERS  4096
#define MOST_NUMBERS   (1u << 24)
#define NOWHERE        G_MAXUINT64

/* What an id is told apart by: one of up to eight bytes by these themselves, the first the lowest,
 * with zeros behind them; another by a hash that has IS_LONG as its first byte, which no UTF-8 text
 * has, and then by its text. */
#define WORD    8
#define IS_LONG G_GUINT64_CONSTANT (0xff)

/* The lowest bit of each byte of a word. */
#define LOWEST_BITS G_GUINT64_CONSTANT (0x0101010101010101)

typedef struct
{
  SkyText text;
  guint64 key;
} Id;

/* Of the number that an id ends with so many digits count. */
#define MOST_DIGITS    15
#define BEYOND_NUMBERS G_GINT64_CONSTANT (1000000000000000)

/* Of a digest of what stands before them. */
#define DIGEST_MASK G_GUINT64_CONSTANT (0xffffffffff)

/* Ids that count up, without a gap: what stands before the number, as a digest, and the numbers.
 * Two ids that are not told apart cost time and no more. */
typedef struct
{
  gint64 before;
  gint64 first;
  gint64 last;
} Run;

struct _SkyWagerBook
{
  GPtrArray *blocks; /* of SkyWager[WAGERS_A_BLOCK] */
  SkyWager *blank;   /* the next of the last block */
  guint n;
  guint n_named; /* of the first of them: all but those of a state that is being read */

  GPtrArray *texts; /* of blocks of characters */
  char *text;       /* free ones in the last */
  gsize text_left;

  /* Where most wagers are found, for ids mostly count up: by the number behind the first bytes of a
   * short id, @before of them, from the number @first on. NULL: nothing. */
  SkyWager **numbers;
  guint n_numbers;
  gsize before; /* WORD: no id has told yet */
  guint64 first;

  /* Where the others are found, those whose number was another's or is far from the rest too: open
   * addressing, at most half full were all wagers there. A slot has the wager's place in the order
   * in which they came, 1 the first, in as many bits as @n_slots is a power of two by; above them
   * bits of the hash, so that few other wagers are looked at. 0: nothing. */
  guint32 *slots;
  guint n_slots; /* a power of two */
  guint n_in_slots;

  GArray *forgotten;  /* of Run, in order, none touching another: the ids of forgotten wagers */
  GArray *named;      /* of Run, as they came: the ids of those that are here */
  guint64 next_key;   /* of the id that counts up from the last of them; 0: it is to be looked at */
  guint64 next_entry; /* among @numbers, of that id */
  gboolean lacking;

  /* sizeof (SkyWager). No constant, for then gcc clears one in place and slowly. */
  gsize wager_size;
};

SkyWagerBook *
sky_wager_book_new (void)
{
  SkyWagerBook *self = g_new0 (SkyWagerBook, 1);

  self->blocks = g_ptr_array_new_with_free_func (g_aligned_free);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (guint32, FIRST_SLOTS);
  self->before = WORD;
  self->wager_size = sizeof (SkyWager);
  self->forgotten = g_array_new (FALSE, FALSE, sizeof (Run));
  self->named = g_array_new (FALSE, FALSE, sizeof (Run));
  return self;
}

void
sky_wager_book_free (SkyWagerBook *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->blocks);
  g_ptr_array_unref (self->texts);
  g_free (self->numbers);
  g_free (self->slots);
  g_array_unref (self->forgotten);
  g_array_unref (self->named);
  g_free (self);
}

static inline guint64
read_word (const char *bytes)
{
  guint64 word;

  memcpy (&word, bytes, WORD);
  return GUINT64_FROM_LE (word);
}

/* One to seven bytes, without reading beyond them. */
static inline guint64
read_bytes (const char *bytes, gsize length)
{
  const guint8 *few = (const guint8 *) bytes;
  guint32 first, last;

  if (length < 4)
    return few[0] | (guint64) few[length / 2] << 8 * (length / 2)
           | (guint64) few[length - 1] << 8 * (length - 1);
  memcpy (&first, bytes, 4);
  memcpy (&last, bytes + length - 4, 4);
  return GUINT32_FROM_LE (first) | (guint64) GUINT32_FROM_LE (last) << (8 * (length - 4));
}

static guint64
hash_long (SkyText id)
{
  guint64 hash = id.length;

  for (gsize i = 0; i < id.length - WORD; i += WORD)
    hash = (hash ^ read_word (id.data + i)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  /* The end stays apart, for it is what counts up. */
  return (hash ^ read_word (id.data + id.length - WORD)) | IS_LONG;
}

/* Whether a text of one to eight bytes, and so its @key, has a NUL in it. */
static gboolean
has_nul (SkyText text, guint64 key)
{
  if (text.length < WORD)
    key |= G_MAXUINT64 << 8 * text.length;
  return ((key - LOWEST_BITS) & ~key & LOWEST_BITS << 7) != 0;
}

/* The key of an id of one to eight bytes. */
static inline guint64
read_short_key (SkyText id)
{
  return id.length < WORD ? read_bytes (id.data, id.length) : read_word (id.data);
}

static inline gboolean
is_short (SkyText id)
{
  return id.length - 1 < WORD;
}

/* Any id, as much of it as stands before a NUL, which no text that is kept has in it. */
static Id
read_id (SkyText text)
{
  Id id = { text, 0 };

  if (is_short (text))
    {
      id.key = read_short_key (text);
      if (!has_nul (text, id.key))
        return id;
    }
  id.text.length = text.length > 0 ? strnlen (text.data, text.length) : 0;
  id.key = id.text.length == 0     ? 0
           : id.text.length < WORD ? read_bytes (text.data, id.text.length)
           : id.text.length > WORD ? hash_long (id.text)
                                   : read_word (text.data);
  return id;
}

/* What eight decimals come to, the first in the lowest byte; of other bytes, anything. */
static inline guint64
read_decimals (guint64 text)
{
  guint64 pairs = (text & 15 * LOWEST_BITS) * (10 << 8 | 1) >> 8 & 0x00ff00ff00ff00ff;
  guint64 fours = pairs * (100 << 16 | 1) >> 16 & 0x0000ffff0000ffff;

  return fours * (G_GUINT64_CONSTANT (10000) << 32 | 1) >> 32;
}

/* Where an id of @length bytes has its entry; what none has is beyond all of them. */
static inline guint64
entry_of (const SkyWagerBook *self, guint64 key, gsize length)
{
  gsize digits = length - self->before;

  return length <= WORD && digits - 1 < WORD
             ? read_decimals (key >> 8 * self->before << 8 * (WORD - digits)) - self->first
             : NOWHERE;
}

/* Ids mostly count up. Each bit of a key bears on the low bits of one half or the other of its
 * product. */
static inline guint64
hash_of (guint64 key)
{
  unsigned __int128 product = (unsigned __int128) key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint64) product ^ (guint64) (product >> 64);
}

/* What of a hash stands in a slot. */
static inline guint32
mark_of (const SkyWagerBook *self, guint64 hash)
{
  return (guint32) (hash >> 32) & ~(self->n_slots - 1);
}

static inline SkyWager *
wager_at (const SkyWagerBook *self, guint index)
{
  return (SkyWager *) self->blocks->pdata[index / WAGERS_A_BLOCK] + index % WAGERS_A_BLOCK;
}

static G_GNUC_NO_INLINE gboolean
is_named (const SkyWager *wager, SkyText id)
{
  return strncmp (wager->id, id.data, id.length) == 0 && wager->id[id.length] == '\0';
}

/* The slot where @id is or would be. Sets @wager to the one that is there, or NULL. */
static inline guint32 *
find_slot (const SkyWagerBook *self, const Id *id, guint64 hash, SkyWager **wager)
{
  guint32 mark = mark_of (self, hash);

  for (guint i = (guint) hash & (self->n_slots - 1);; i = (i + 1) & (self->n_slots - 1))
    {
      guint32 *slot = &self->slots[i];

      *wager = NULL;
      if (*slot == 0)
        return slot;
      if (((*slot ^ mark) & ~(self->n_slots - 1)) != 0)
        continue;
      *wager = wager_at (self, (*slot & (self->n_slots - 1)) - 1);
      if (read_word ((*wager)->key) == id->key
          && ((id->key & IS_LONG) != IS_LONG || is_named (*wager, id->text)))
        return slot;
    }
}

/* The run of @id alone. Zeros before the number do not count up with it. */
static Run
run_of (SkyText id)
{
  guint64 before = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  gsize at = id.length;
  Run run = { 0 };

  while (at > 0 && id.length - at < MOST_DIGITS && g_ascii_isdigit (id.data[at - 1]))
    at--;
  while (at + 1 < id.length && id.data[at] == '0')
    at++;
  for (gsize i = 0; i < at; i++)
    before = (before ^ (guint8) id.data[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  run.before = (gint64) ((before ^ before >> 40) & DIGEST_MASK);
  for (; at < id.length; at++)
    run.first = run.first * 10 + (id.data[at] - '0');
  run.last = run.first;
  return run;
}

static int
compare_runs (gconstpointer a, gconstpointer b)
{
  const Run *first = a, *second = b;

  if (first->before != second->before)
    return first->before < second->before ? -1 : 1;
  return first->first < second->first ? -1 : first->first > second->first;
}

/* Whether @next goes on where @run ends, or within it, if it does not begin before it. */
static gboolean
touches (const Run *run, const Run *next)
{
  return next->before == run->before && next->first <= run->last + 1;
}

static gboolean
is_forgotten (const SkyWagerBook *self, SkyText id)
{
  const Run *runs = (const Run *) self->forgotten->data;
  Run wanted = run_of (id);
  guint low = 0, high = self->forgotten->len;

  /* Only the last that does not begin behind it can have it. */
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare_runs (&runs[middle], &wanted) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 && runs[low - 1].before == wanted.before && wanted.first <= runs[low - 1].last;
}

static G_GNUC_NO_INLINE void
miss (SkyWagerBook *self, SkyText id)
{
  if (is_forgotten (self, id))
    self->lacking = TRUE;
}

static gboolean
is_numbered (const SkyWagerBook *self, const SkyWager *wager)
{
  guint64 entry = entry_of (self, read_word (wager->key), strlen (wager->id));

  return entry < self->n_numbers && self->numbers[entry] == wager;
}

/* Makes room for another, whose place has to fit in too, and puts all in again. */
static G_GNUC_NO_INLINE void
grow_slots (SkyWagerBook *self)
{
  g_free (self->slots);
  while (self->n_named >= self->n_slots / 2)
    self->n_slots *= 4;
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint i = 0; i < self->n_named; i++)
    {
      const SkyWager *wager = wager_at (self, i);
      guint64 hash = hash_of (read_word (wager->key));
      guint at = (guint) hash & (self->n_slots - 1);

      if (is_numbered (self, wager))
        continue;
      while (self->slots[at] != 0)
        at = (at + 1) & (self->n_slots - 1);
      self->slots[at] = mark_of (self, hash) | (i + 1);
    }
}

/* The first id that ends with a number tells what stands before the others'. */
static void
begin_numbers (SkyWagerBook *self, const Id *id)
{
  gsize before = id->text.length;

  while (before > 0 && g_ascii_isdigit (id->text.data[before - 1]))
    before--;
  if (id->text.length > WORD || before == id->text.length)
    return;
  self->before = before;
  self->first = entry_of (self, id->key, id->text.length);
}

/* Makes entries up to @entry, unless it is far from those that there are. */
static G_GNUC_NO_INLINE void
grow_numbers (SkyWagerBook *self, guint64 entry)
{
  guint size = MAX (FIRST_NUMBERS, 2 * self->n_numbers);

  if (entry >= size || size > MOST_NUMBERS)
    return;
  self->numbers = g_renew (SkyWager *, self->numbers, size);
  memset (self->numbers + self->n_numbers, 0, (size - self->n_numbers) * sizeof *self->numbers);
  self->n_numbers = size;
}

char *
sky_wager_book_keep_text (SkyWagerBook *self, SkyText text)
{
  gsize size = text.length + 1;
  char *copy;

  if (size > self->text_left)
    {
      gsize block = MAX (size, TEXT_BLOCK);

      self->text = g_malloc (block);
      self->text_left = block;
      g_ptr_array_add (self->texts, self->text);
    }
  copy = self->text;
  if (text.length > 0)
    memcpy (copy, text.data, text.length);
  copy[text.length] = '\0';
  self->text += size;
  self->text_left -= size;
  return copy;
}

SkyWager *
sky_wager_book_add_blank (SkyWagerBook *self)
{
  if (self->n++ % WAGERS_A_BLOCK == 0)
    {
      self->blank = g_aligned_alloc (WAGERS_A_BLOCK, sizeof (SkyWager), SKY_WAGER_ALIGNMENT);
      g_ptr_array_add (self->blocks, self->blank);
    }
  /* Each when it comes, so that its memory is in the cache when it is written to; that of the next
   * but one is fetched until then. */
  memset (self->blank, 0, self->wager_size);
  for (gsize at = 0; at < sizeof (SkyWager); at += SKY_WAGER_ALIGNMENT)
    __builtin_prefetch ((const char *) self->blank + 2 * sizeof (SkyWager) + at, 1);
  return self->blank++;
}

/* The key of the id that counts up from @id, as short and with the same before its number; 0: there
 * is none, or it is to be looked at. */
static inline guint64
key_after (const Id *id)
{
  guint64 key = id->key;
  gsize n = id->text.length - 1;
  guint8 digit;

  if (n >= WORD)
    return 0;
  for (; n > 0 && (guint8) (key >> 8 * n) == '9'; n--)
    key -= G_GUINT64_CONSTANT (9) << 8 * n;
  digit = (guint8) (key >> 8 * n);
  /* A zero that is carried to may stand before the number. */
  return digit >= (key == id->key ? '0' : '1') && digit < '9'
             ? key + (G_GUINT64_CONSTANT (1) << 8 * n)
             : 0;
}

static G_GNUC_NO_INLINE void
begin_run (SkyWagerBook *self, SkyText id)
{
  Run *last = self->named->len > 0 ? &g_array_index (self->named, Run, self->named->len - 1) : NULL;
  Run run = run_of (id);

  if (last != NULL && run.before == last->before && run.first == last->last + 1)
    last->last = run.last;
  else
    g_array_append_val (self->named, run);
}

static SkyWager *
find_in_slots (const SkyWagerBook *self, const Id *id)
{
  SkyWager *wager;

  find_slot (self, id, hash_of (id->key), &wager);
  return wager;
}

/* The one that is found by its number, or NULL. */
static inline SkyWager *
find_numbered (const SkyWagerBook *self, guint64 key, guint64 entry)
{
  SkyWager *wager = entry < self->n_numbers ? self->numbers[entry] : NULL;

  return wager != NULL && read_word (wager->key) == key ? wager : NULL;
}

static inline SkyWager *
find (const SkyWagerBook *self, const Id *id, guint64 entry)
{
  SkyWager *wager = find_numbered (self, id->key, entry);

  return wager == NULL && self->n_in_slots > 0 ? find_in_slots (self, id) : wager;
}

static void
put_in_slots (SkyWagerBook *self, const Id *id)
{
  guint64 hash = hash_of (id->key);
  SkyWager *other;

  if (self->n_named >= self->n_slots / 2)
    grow_slots (self);
  *find_slot (self, id, hash, &other) = mark_of (self, hash) | (self->n_named + 1);
  self->n_in_slots++;
}

/* Names @wager, the first that has no name. */
static inline void
name_wager (SkyWagerBook *self, const Id *id, SkyWager *wager)
{
  guint64 word = GUINT64_TO_LE (id->key);

  memcpy (wager->key, &word, WORD);
  wager->id = id->text.length < WORD ? wager->key : sky_wager_book_keep_text (self, id->text);
  self->n_named++;
  self->next_key = key_after (id);
}

/* The same, and puts it where it is found. */
static void
put (SkyWagerBook *self, const Id *id, guint64 entry, SkyWager *wager)
{
  if (self->before == WORD)
    {
      begin_numbers (self, id);
      entry = entry_of (self, id->key, id->text.length);
    }
  if (entry >= self->n_numbers)
    grow_numbers (self, entry);
  self->next_entry = NOWHERE;
  if (entry < self->n_numbers && self->numbers[entry] == NULL)
    {
      self->numbers[entry] = wager;
      self->next_entry = entry + 1;
    }
  else
    put_in_slots (self, id);
  if (id->key == self->next_key && id->key != 0)
    g_array_index (self->named, Run, self->named->len - 1).last++;
  else
    begin_run (self, id->text);
  name_wager (self, id, wager);
}

static G_GNUC_NO_INLINE SkyWager *
add_any (SkyWagerBook *self, SkyText name)
{
  Id id = read_id (name);
  guint64 entry = entry_of (self, id.key, id.text.length);
  SkyWager *wager;

  if (find (self, &id, entry) != NULL)
    return NULL;
  if (self->forgotten->len > 0)
    miss (self, id.text);
  wager = sky_wager_book_add_blank (self);
  put (self, &id, entry, wager);
  return wager;
}

/* Whether the id of @key goes on where the one before ended, and there can be no other of it. */
static inline gboolean
goes_on (const SkyWagerBook *self, guint64 key)
{
  return key == self->next_key && self->next_entry < self->n_numbers
         && self->numbers[self->next_entry] == NULL && self->n_in_slots == 0
         && self->forgotten->len == 0;
}

SkyWager *
sky_wager_book_add (SkyWagerBook *self, SkyText name)
{
  Id id = { name, name.length - 1 < WORD - 1 ? read_short_key (name) : 0 };
  SkyWager *wager;

  /* Nearly all do, and are short. */
  if (id.key == 0 || !goes_on (self, id.key))
    return add_any (self, name);
  wager = sky_wager_book_add_blank (self);
  self->numbers[self->next_entry++] = wager;
  g_array_index (self->named, Run, self->named->len - 1).last++;
  name_wager (self, &id, wager);
  return wager;
}

static G_GNUC_NO_INLINE SkyWager *
find_any (SkyWagerBook *self, SkyText name)
{
  Id id = read_id (name);
  SkyWager *wager = find (self, &id, entry_of (self, id.key, id.text.length));

  if (wager == NULL && self->forgotten->len > 0)
    miss (self, id.text);
  return wager;
}

SkyWager *
sky_wager_book_find (SkyWagerBook *self, SkyText name)
{
  /* Each settlement asks; nearly always for a short id that is found by its number. */
  if (is_short (name))
    {
      guint64 key = read_short_key (name);
      SkyWager *wager = find_numbered (self, key, entry_of (self, key, name.length));

      if (wager != NULL)
        return wager;
    }
  return find_any (self, name);
}

gboolean
sky_wager_book_name_blank (SkyWagerBook *self, SkyWager *wager, const char *name)
{
  Id id = read_id ((SkyText){ name, strlen (name) });
  guint64 entry = entry_of (self, id.key, id.text.length);

  if (find (self, &id, entry) != NULL || self->n_named >= self->n
      || sky_wager_book_get_wager (self, self->n_named) != wager)
    return FALSE;
  put (self, &id, entry, wager);
  return TRUE;
}

guint
sky_wager_book_get_n_wagers (const SkyWagerBook *self)
{
  return self->n;
}

SkyWager *
sky_wager_book_get_wager (const SkyWagerBook *self, guint index)
{
  g_return_val_if_fail (index < self->n, NULL);

  return wager_at (self, index);
}

/* Puts @runs in order and those together that touch. */
static void
join_runs (GArray *runs)
{
  guint n = 0;

  g_array_sort (runs, compare_runs);
  for (guint i = 0; i < runs->len; i++)
    {
      Run run = g_array_index (runs, Run, i);
      Run *last = n > 0 ? &g_array_index (runs, Run, n - 1) : NULL;

      if (last != NULL && touches (last, &run))
        last->last = MAX (last->last, run.last);
      else
        g_array_index (runs, Run, n++) = run;
    }
  g_array_set_size (runs, n);
}

/* Those that are forgotten by now, and those that are here. Some of these the state holds; they are
 * found and never missed. */
static GArray *
list_forgotten (const SkyWagerBook *self)
{
  GArray *runs = g_array_copy (self->forgotten);

  if (self->named->len > 0)
    g_array_append_vals (runs, self->named->data, self->named->len);
  join_runs (runs);
  return runs;
}

void
sky_wager_book_visit_forgotten (SkyWagerBook *self, SkyState *state)
{
  g_autoptr (GArray) runs =
      sky_state_is_reading (state) ? g_array_ref (self->forgotten) : list_forgotten (self);
  gint64 before = 0, number = 0;

  g_array_set_size (runs, sky_state_count (state, runs->len, G_MAXINT32));
  for (guint i = 0; i < runs->len; i++)
    {
      Run *run = &g_array_index (runs, Run, i);
      gint64 earlier = before;

      sky_state_step (state, run->before, &before);
      number = before == earlier ? number : 0;
      sky_state_step (state, run->first, &number);
      sky_state_step (state, run->last, &number);
      if (run->first < 0 || run->last < run->first || run->last >= BEYOND_NUMBERS)
        sky_state_refuse (state);
    }
}

gboolean
sky_wager_book_is_lacking (const SkyWagerBook *self)
{
  return self->lacking;
}

void
sky_wager_book_renew (SkyWager *wager)
{
  SkyWager renewed = { .id = wager->id };

  memcpy (renewed.key, wager->key, sizeof renewed.key);
  *wager = renewed;
}
