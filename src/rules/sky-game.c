/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-game.h"

#include "sky-required-member.h"

#include <string.h>

static const SkyGame *const games[SKY_N_GAMES] = {
#define ROW(ID, name) [SKY_GAME_##ID] = &sky_##name##_game,
  SKY_GAMES (ROW)
};

const SkyGame *
sky_game_get (SkyGameId id)
{
  g_return_val_if_fail (id < SKY_N_GAMES, NULL);

  return games[id];
}

static void
add_section (GPtrArray *list, const char *section)
{
  if (section != NULL && *section != '\0'
      && !g_ptr_array_find_with_equal_func (list, section, g_str_equal, NULL))
    g_ptr_array_add (list, (gpointer) section);
}

/* What the game says of a check that the catalogue leaves to the chapters. */
static void
add_sections (GPtrArray *list, const SkyGame *self, SkyCheck check)
{
  const SkyEquipmentRules *rules = self->equipment;
  const char *const adjusted[] = { rules->unwatched, rules->adjusted, rules->replaced };

  for (guint i = 0; i < rules->n_items; i++)
    if (check == SKY_CHECK_EQUIPMENT_OVERDUE)
      add_section (list, rules->items[i].life_section);
    else if (check == SKY_CHECK_EQUIPMENT_NOT_INSPECTED)
      add_section (list, rules->items[i].inspection_section);
  for (guint i = 0; check == SKY_CHECK_EQUIPMENT_FAULTY && i < rules->n_faults; i++)
    add_section (list, rules->faults[i].section);
  for (guint i = 0; check == SKY_CHECK_EQUIPMENT_ADJUSTED && i < G_N_ELEMENTS (adjusted); i++)
    add_section (list, adjusted[i]);
  add_section (list, self->sections[check]);
}

const char *
sky_game_get_section (const SkyGame *self, SkyCheck check)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  if (sky_check_info (check)->sections != NULL)
    return sky_check_section (check, self->chapter);
  add_sections (list, self, check);
  return list->len > 0 ? list->pdata[0] : NULL;
}

char *
sky_game_list_sections (SkyCheck check)
{
  const char *of_catalogue = sky_check_info (check)->sections;
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  if (of_catalogue != NULL)
    return g_strdup (of_catalogue);
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    add_sections (list, games[id], check);
  g_ptr_array_add (list, NULL);
  return g_strjoinv (" ", (char **) list->pdata);
}

gboolean
sky_game_cites (SkyCheck check, const char *section)
{
  g_autofree char *list = sky_game_list_sections (check);
  g_auto (GStrv) sections = g_strsplit (list, " ", -1);

  return g_strv_contains ((const char *const *) sections, section);
}

/* A check that the catalogue leaves to the chapters, of which this one says nothing. */
static const char *
find_unsaid (const SkyGame *self)
{
  for (SkyCheck check = 0; check < SKY_N_CHECKS; check++)
    {
      gboolean by_equipment =
          check >= SKY_CHECK_EQUIPMENT_OVERDUE && check <= SKY_CHECK_EQUIPMENT_ADJUSTED;

      if (sky_check_info (check)->sections == NULL && self->sections[check] == NULL
          && !by_equipment)
        return sky_check_info (check)->name;
    }
  return NULL;
}

/* Visits SkyGame, but not: id, chapter_on, section_in_force, pay_at_least_in, begin, forget,
 * find_row, closes_by_on, may_come_late, chance, positions_dealt, outlasts_round, settled_in_order,
 * describe, wager_name. */
const char *
sky_game_find_absent (const SkyGame *self)
{
  const SkyRequiredMember wanted[] = {
    SKY_REQUIRED_MEMBER (self->name),           SKY_REQUIRED_MEMBER (self->chapter),
    SKY_REQUIRED_MEMBER (self->wagers_section), SKY_REQUIRED_MEMBER (self->training),
    SKY_REQUIRED_MEMBER (self->equipment),      SKY_REQUIRED_MEMBER (self->cameras),
    SKY_REQUIRED_MEMBER (self->sections),       SKY_REQUIRED_MEMBER (self->bets),
    SKY_REQUIRED_MEMBER (self->n_bets),         SKY_REQUIRED_MEMBER (self->options),
    SKY_REQUIRED_MEMBER (self->n_options),      SKY_REQUIRED_MEMBER (self->state_size),
    SKY_REQUIRED_MEMBER (self->visit),          SKY_REQUIRED_MEMBER (self->on),
    SKY_REQUIRED_MEMBER (self->bets_end),       SKY_REQUIRED_MEMBER (self->marks),
  };

  const char *absent;

  if (self->bets_end > SKY_BETS_END_NEVER && self->closes_by == 0)
    return "closes_by";
  absent = sky_required_member_find_absent (wanted, G_N_ELEMENTS (wanted));
  return absent != NULL ? absent : find_unsaid (self);
}

void
sky_game_check (const SkyGame *self, SkyGameId id)
{
  const char *absent = self->id == id ? sky_game_find_absent (self) : "id";

  if (absent != NULL)
    g_error ("The game %s has no %s", sky_game_id_to_name (id), absent);
}

void
sky_game_check_all (void)
{
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    sky_game_check (games[id], id);
}

/* Where a game's bets are found by name: a bet's place in the game's table and one; 0: nothing.
 * Every wager of every log is looked up here. Made once, never changed after. */
#define N_SLOTS 256

static guint8 slots[SKY_N_GAMES][N_SLOTS];

static inline guint
find_slot (const char *name, gsize length)
{
  guint32 first, last;

  /* The shortest names have three letters; of each the first four and the last four count. */
  if (length < 4)
    return (guint) (guint8) (length > 0 ? name[0] + 7 * name[length - 1] : 0);
  memcpy (&first, name, 4);
  memcpy (&last, name + length - 4, 4);
  return (first * 0x9e3779b1u + last * 0x85ebca6bu + (guint32) length * 0xc2b2ae35u) >> 24;
}

static gpointer
fill_slots (gpointer unused)
{
  for (guint id = 0; id < SKY_N_GAMES; id++)
    for (guint i = 0; i < games[id]->n_bets; i++)
      {
        const char *name = games[id]->bets[i].form.bet;
        guint slot = find_slot (name, strlen (name));

        g_assert (games[id]->n_bets < N_SLOTS);
        while (slots[id][slot] != 0)
          slot = (slot + 1) % N_SLOTS;
        slots[id][slot] = (guint8) (i + 1);
      }
  return NULL;
}

const SkyBetForm *
sky_game_lookup_bet (SkyGameId id, SkyText name)
{
  static GOnce filled = G_ONCE_INIT;
  const SkyGame *game = sky_game_get (id);

  g_once (&filled, fill_slots, NULL);
  for (guint slot = find_slot (name.data, name.length); slots[id][slot] != 0;
       slot = (slot + 1) % N_SLOTS)
    {
      const SkyBetForm *form = &game->bets[slots[id][slot] - 1].form;

      /* A text of the log may have a NUL in it. */
      if (strlen (form->bet) == name.length && memcmp (form->bet, name.data, name.length) == 0)
        return form;
    }
  return NULL;
}
