/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-wager-book.h"

#include <string.h>

#define WAGERS_A_BLOCK 64
#define TEXT_BLOCK     ((gsize) 16 * 1024)
#define FIRST_SLOTS    256

/* Where a wager is found: open addressing, at most half full. */
typedef struct
{
  guint32 hash;
  guint32 id_length;
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
};

SkyWagerBook *
sky_wager_book_new (void)
{
  SkyWagerBook *self = g_new0 (SkyWagerBook, 1);

  self->blocks = g_ptr_array_new_with_free_func (g_free);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (Slot, FIRST_SLOTS);
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
  g_free (self);
}

/* Ids mostly count up, and the wagers of a round are asked for together: what differs in the last
 * character lies side by side. */
static inline guint32
hash_text (SkyText text)
{
  guint32 hash = 0;

  for (gsize i = 0; i < text.length; i++)
    hash = hash * 31 + (guint8) text.data[i];
  return hash;
}

/* An id with a NUL in it is read as far as that, as all texts that are kept. */
static inline SkyText
cut (SkyText id)
{
  return (SkyText){ id.data, id.length > 0 ? strnlen (id.data, id.length) : 0 };
}

/* The slot where @id is or would be. */
static inline Slot *
find_slot (const SkyWagerBook *self, SkyText id, guint32 hash)
{
  for (guint i = hash & (self->n_slots - 1);; i = (i + 1) & (self->n_slots - 1))
    {
      Slot *slot = &self->slots[i];

      if (slot->wager == NULL
          || (slot->hash == hash && slot->id_length == id.length
              && memcmp (slot->wager->id, id.data, id.length) == 0))
        return slot;
    }
}

static void
grow_slots (SkyWagerBook *self)
{
  guint n = self->n_slots * 2;
  Slot *slots = g_new0 (Slot, n);

  for (guint i = 0; i < self->n_slots; i++)
    {
      guint at = self->slots[i].hash & (n - 1);

      if (self->slots[i].wager == NULL)
        continue;
      while (slots[at].wager != NULL)
        at = (at + 1) & (n - 1);
      slots[at] = self->slots[i];
    }
  g_free (self->slots);
  self->slots = slots;
  self->n_slots = n;
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
sky_wager_book_add (SkyWagerBook *self, SkyText name)
{
  SkyText id = cut (name);
  guint32 hash = hash_text (id);
  Slot *slot = find_slot (self, id, hash);
  SkyWager *wager;

  if (slot->wager != NULL)
    return NULL;
  if (self->n % WAGERS_A_BLOCK == 0)
    g_ptr_array_add (self->blocks, g_new0 (SkyWager, WAGERS_A_BLOCK));
  wager = (SkyWager *) self->blocks->pdata[self->blocks->len - 1] + self->n % WAGERS_A_BLOCK;
  wager->id = sky_wager_book_keep_text (self, id);
  *slot = (Slot){ hash, (guint32) id.length, wager };
  self->n++;
  if (self->n > self->n_slots / 2)
    grow_slots (self);
  return wager;
}

SkyWager *
sky_wager_book_find (const SkyWagerBook *self, SkyText name)
{
  SkyText id = cut (name);

  return find_slot (self, id, hash_text (id))->wager;
}
