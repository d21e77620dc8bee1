/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-wager-book.h"

#include <string.h>

#define WAGERS_A_BLOCK 64
#define TEXT_BLOCK     ((gsize) 16 * 1024)
#define FIRST_SLOTS    4096

/* What an id is told apart by: one of up to eight bytes by these themselves, the first the lowest,
 * with zeros behind them; another by a hash that has IS_LONG as its first byte, which no UTF-8 text
 * has, and then by its text. */
#define WORD    8
#define IS_LONG G_GUINT64_CONSTANT (0xff)

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

/* Where a wager is found: open addressing, at most half full. */
typedef struct
{
  guint64 key;
  SkyWager *wager; /* NULL: nothing */
} Slot;

struct _SkyWagerBook
{
  GPtrArray *blocks; /* of SkyWager[WAGERS_A_BLOCK] */
  guint n;

  GPtrArray *texts; /* of blocks of characters */
  char *text;       /* free ones in the last */
  gsize text_left;

  Slot *slots;
  guint n_slots; /* a power of two */

  GArray *forgotten; /* of Run, in order, none touching another: the ids of forgotten wagers */
  gboolean lacking;
};

SkyWagerBook *
sky_wager_book_new (void)
{
  SkyWagerBook *self = g_new0 (SkyWagerBook, 1);

  self->blocks = g_ptr_array_new_with_free_func (g_aligned_free);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (Slot, FIRST_SLOTS);
  self->forgotten = g_array_new (FALSE, FALSE, sizeof (Run));
  return self;
}

void
sky_wager_book_free (SkyWagerBook *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->blocks);
  g_ptr_array_unref (self->texts);
  g_free (self->slots);
  g_array_unref (self->forgotten);
  g_free (self);
}

static inline guint64
read_word (const char *bytes)
{
  guint64 word;

  memcpy (&word, bytes, WORD);
  return GUINT64_FROM_LE (word);
}

/* Fewer bytes than a word's, without reading beyond them. */
static inline guint64
read_bytes (const char *bytes, gsize length)
{
  guint32 first, last;
  guint64 word = 0;

  if (length < 4)
    {
      for (gsize i = 0; i < length; i++)
        word |= (guint64) (guint8) bytes[i] << (8 * i);
      return word;
    }
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

static inline guint64
key_of (SkyText id)
{
  return id.length < WORD    ? read_bytes (id.data, id.length)
         : id.length == WORD ? read_word (id.data)
                             : hash_long (id);
}

/* Ids mostly count up, and the wagers of a round are asked for together: ids that differ in two
 * bits of their last byte share a line of the processor's cache. */
static inline guint
home_of (const SkyWagerBook *self, guint64 key)
{
  guint64 turned = key != 0 ? key << (__builtin_clzll (key) & ~7) : 0;
  guint64 beside = turned >> 56 & 3;
  guint64 hash = (turned ^ beside << 56) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  /* A product's highest bits depend on all of its factors'. */
  return ((guint) GUINT64_SWAP_LE_BE (hash) & (self->n_slots - 4)) | (guint) beside;
}

/* An id with a NUL in it is read as far as that, as all texts that are kept. */
static inline SkyText
cut (SkyText id)
{
  return (SkyText){ id.data, id.length > 0 ? strnlen (id.data, id.length) : 0 };
}

/* The slot where @id is or would be. */
static inline Slot *
find_slot (const SkyWagerBook *self, SkyText id, guint64 key)
{
  for (guint i = home_of (self, key);; i = (i + 1) & (self->n_slots - 1))
    {
      Slot *slot = &self->slots[i];

      if (slot->wager == NULL
          || (slot->key == key
              && ((key & IS_LONG) != IS_LONG
                  || (strncmp (slot->wager->id, id.data, id.length) == 0
                      && slot->wager->id[id.length] == '\0'))))
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

static void
miss (SkyWagerBook *self, SkyText id)
{
  if (self->forgotten->len > 0 && is_forgotten (self, id))
    self->lacking = TRUE;
}

static void
grow_slots (SkyWagerBook *self)
{
  g_autofree Slot *old = self->slots;
  guint n = self->n_slots;

  self->n_slots = n * 2;
  self->slots = g_new0 (Slot, self->n_slots);
  for (guint i = 0; i < n; i++)
    {
      guint at = home_of (self, old[i].key);

      if (old[i].wager == NULL)
        continue;
      while (self->slots[at].wager != NULL)
        at = (at + 1) & (self->n_slots - 1);
      self->slots[at] = old[i];
    }
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
  if (self->n % WAGERS_A_BLOCK == 0)
    g_ptr_array_add (self->blocks,
                     g_aligned_alloc0 (WAGERS_A_BLOCK, sizeof (SkyWager), SKY_WAGER_ALIGNMENT));
  return (SkyWager *) self->blocks->pdata[self->blocks->len - 1] + self->n++ % WAGERS_A_BLOCK;
}

static void
put (SkyWagerBook *self, Slot *slot, guint64 key, SkyWager *wager, SkyText id)
{
  wager->id = sky_wager_book_keep_text (self, id);
  *slot = (Slot){ key, wager };
  if (self->n > self->n_slots / 2)
    grow_slots (self);
}

SkyWager *
sky_wager_book_add (SkyWagerBook *self, SkyText name)
{
  SkyText id = cut (name);
  guint64 key = key_of (id);
  Slot *slot = find_slot (self, id, key);
  SkyWager *wager;

  if (slot->wager != NULL)
    return NULL;
  miss (self, id);
  wager = sky_wager_book_add_blank (self);
  put (self, slot, key, wager, id);
  return wager;
}

SkyWager *
sky_wager_book_find (SkyWagerBook *self, SkyText name)
{
  SkyText id = cut (name);
  SkyWager *wager = find_slot (self, id, key_of (id))->wager;

  if (wager == NULL)
    miss (self, id);
  return wager;
}

gboolean
sky_wager_book_name_blank (SkyWagerBook *self, SkyWager *wager, const char *id)
{
  SkyText text = { id, strlen (id) };
  guint64 key = key_of (text);
  Slot *slot = find_slot (self, text, key);

  if (slot->wager != NULL || wager->id != NULL)
    return FALSE;
  put (self, slot, key, wager, text);
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

  return (SkyWager *) self->blocks->pdata[index / WAGERS_A_BLOCK] + index % WAGERS_A_BLOCK;
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

/* Those that are forgotten by now, and those that @state does not hold. */
static GArray *
list_forgotten (const SkyWagerBook *self, const SkyState *state)
{
  GArray *runs = g_array_copy (self->forgotten);

  for (guint i = 0; i < self->n; i++)
    {
      const SkyWager *wager = sky_wager_book_get_wager (self, i);
      Run *last = runs->len > 0 ? &g_array_index (runs, Run, runs->len - 1) : NULL;
      Run run;

      if (sky_state_has_object (state, wager))
        continue;
      run = run_of ((SkyText){ wager->id, strlen (wager->id) });
      /* Most go on where the one before ended. */
      if (last != NULL && run.before == last->before && run.first == last->last + 1)
        last->last = run.last;
      else
        g_array_append_val (runs, run);
    }
  join_runs (runs);
  return runs;
}

void
sky_wager_book_visit_forgotten (SkyWagerBook *self, SkyState *state)
{
  g_autoptr (GArray) runs =
      sky_state_is_reading (state) ? g_array_ref (self->forgotten) : list_forgotten (self, state);
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
