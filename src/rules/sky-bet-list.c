/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-bet-list.h"

#include "sky-roulette-layout.h"
#include "sky-table.h"

#include <string.h>

#define MAX_NUMBER 17 /* the highest total that a bet names */

/* The pockets' texts last as long as the program. */
static const char *const pocket_texts[SKY_N_POCKETS] = {
  "0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10", "11", "12",
  "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "25",
  "26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "00",
};

typedef struct
{
  SkyTable *table;
  guint n;
  GArray *bets;
} List;

static SkyText
text_of (const char *string)
{
  return (SkyText){ string, strlen (string) };
}

static void
ignore_finding (gpointer user_data, SkyFinding *finding)
{
  sky_finding_free (finding);
}

/* The bet is in the list when the rules take the wager. */
static void
try_bet (List *self, const SkyBetRef *bet)
{
  char id[16];
  SkyEvent event = { .type = SKY_EVENT_WAGER, .seq = 3 + self->n };

  g_snprintf (id, sizeof id, "w%u", ++self->n);
  event.wager.wager = text_of (id);
  event.wager.seat = 1;
  event.wager.bet = *bet;
  event.wager.amount = 100;
  sky_table_event (self->table, &event);
  if (!self->table->wager->not_permissible)
    g_array_append_val (self->bets, *bet);
}

static void
try_numbers (List *self, const SkyBet *bet)
{
  for (gint64 number = 0; number <= MAX_NUMBER; number++)
    {
      SkyBetRef ref = { .form = &bet->form, .name = text_of (bet->form.bet), .number = number };

      try_bet (self, &ref);
    }
}

static void
try_pairs (List *self, const SkyBet *bet)
{
  for (gint64 low = 1; low <= 6; low++)
    for (gint64 high = low; high <= 6; high++)
      {
        SkyBetRef ref = { .form = &bet->form,
                          .name = text_of (bet->form.bet),
                          .numbers = { low, high },
                          .n_numbers = 2,
                          .dice = { low, high } };

        try_bet (self, &ref);
      }
}

static void
try_symbols (List *self, const SkyBet *bet)
{
  for (guint i = 0; i < bet->n_pays; i++)
    {
      SkyBetRef ref = { .form = &bet->form,
                        .name = text_of (bet->form.bet),
                        .symbol = text_of (bet->pays[i].code) };

      try_bet (self, &ref);
    }
}

/* A bet on @numbers. */
static void
try_pockets (List *self, const SkyBet *bet, guint64 numbers)
{
  SkyBetRef ref = { .form = &bet->form, .name = text_of (bet->form.bet) };

  for (; numbers != 0; numbers &= numbers - 1)
    ref.number_texts[ref.n_numbers++] = text_of (pocket_texts[__builtin_ctzll (numbers)]);
  try_bet (self, &ref);
}

/* The groups of boxes that share a line or a corner lie within two rows, but for the zeros. */
static void
try_groups (List *self, const SkyBet *bet)
{
  static const guint64 zeros = SKY_POCKET_BIT (0) | SKY_POCKET_BIT (SKY_POCKET_DOUBLE_ZERO);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (int first = 1; first <= 36; first++)
    for (guint64 some = 0; some < 1u << 8; some++)
      {
        /* Six numbers from @first on, and the zeros. */
        guint64 numbers = (some & 63) << first & (SKY_POCKET_BIT (37) - 1);

        if (some & 64)
          numbers |= zeros & SKY_POCKET_BIT (0);
        if (some & 128)
          numbers |= zeros & SKY_POCKET_BIT (SKY_POCKET_DOUBLE_ZERO);
        if (__builtin_popcountll (numbers) >= 2 && __builtin_popcountll (numbers) <= 6
            && g_hash_table_add (seen, g_memdup2 (&numbers, sizeof numbers)))
          try_pockets (self, bet, numbers);
      }
}

static void
try_members (List *self, const SkyBet *bet)
{
  SkyBetRef alone = { .form = &bet->form, .name = text_of (bet->form.bet) };

  switch ((guint) bet->form.members)
    {
    case SKY_MEMBER_NUMBER:
      try_numbers (self, bet);
      break;
    case SKY_MEMBER_NUMBER_TEXT:
      for (int number = 0; number < SKY_N_POCKETS; number++)
        try_pockets (self, bet, SKY_POCKET_BIT (number));
      break;
    case SKY_MEMBER_NUMBERS:
    case SKY_MEMBER_DICE:
      try_pairs (self, bet);
      break;
    case SKY_MEMBER_NUMBERS_TEXT:
      try_groups (self, bet);
      break;
    case SKY_MEMBER_SYMBOL:
      try_symbols (self, bet);
      break;
    case 0:
      try_bet (self, &alone);
      break;
    default:
      /* What it lies by is not in the game's table: every layout that offers it has it. */
      g_array_append_val (self->bets, alone);
    }
}

GArray *
sky_bet_list_new (const SkyLogHeader *header, const SkyJsonNode *submission)
{
  SkyFormatIndex formats;
  SkyTableSink sink = { .finding = ignore_finding };
  SkyEvent rules = { .type = SKY_EVENT_RULES, .seq = 1, .rules = { .submission = submission } };
  SkyEvent start = { .type = SKY_EVENT_ROUND_START, .seq = 2, .round = { .round = 1 } };
  List self = { .bets = g_array_new (FALSE, FALSE, sizeof (SkyBetRef)) };

  sky_format_index_init (&formats, header->game, header->version, sky_game_lookup_bet);
  self.table = sky_table_new (header, &formats, &sink);
  if (submission != NULL)
    sky_table_event (self.table, &rules);
  sky_table_event (self.table, &start);
  for (guint i = 0; i < self.table->game->n_bets; i++)
    try_members (&self, &self.table->game->bets[i]);
  sky_table_free (self.table);
  return self.bets;
}
