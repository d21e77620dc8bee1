/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shoe: how many decks, shuffled and cut, burned from, dealt to the cover card (58 Pa. Code
 * § 651a.3, § 651a.5, § 651a.8(b), § 651a.9(f), § 651a.11(a)). */
#include "config.h"

#include "sky-casino-war-private.h"

#include "sky-card-round.h"
#include "sky-edition.h"

#include <string.h>

#define DECK 52

/* No shoe holds as many. */
#define MAX_DECKS 1000

/* The shoe holds what the Rules Submission says, one that may be used or not. With a shuffler the
 * cards are two batches, and one is dealt from (§ 651a.3(c)). */
static gint64
cards_in_shoe (const SkyWarState *state)
{
  gint64 cards = CLAMP (state->decks, 1, MAX_DECKS) * DECK;

  return state->shuffler ? cards / 2 : cards;
}

static gint64
decks_in_shoe (const SkyWarState *state)
{
  return (cards_in_shoe (state) + DECK - 1) / DECK;
}

void
sky_war_begin_shoe (SkyWarState *state)
{
  memset (state->seen, 0, sizeof state->seen);
}

static gboolean
may_be_used (gint64 decks, gboolean shuffler)
{
  /* R27: 12 to 16 decks in two equal batches. */
  return shuffler ? decks == 12 || decks == 14 || decks == 16 : decks == 6 || decks == 8;
}

void
sky_war_on_rules (SkyTable *table, const SkyEvent *event)
{
  SkyWarState *state = sky_war_state (table);
  const SkyJsonNode *decks = sky_json_member (event->rules.submission, "decks");

  state->shuffler = sky_table_option (table, SKY_CASINO_WAR_SHUFFLER) > 0;
  state->decks = sky_table_option (table, SKY_CASINO_WAR_DECKS);
  if (decks != NULL && decks->kind == SKY_JSON_REAL)
    {
      /* How many cards such a shoe holds, nobody can say: none is too many. */
      state->decks = MAX_DECKS;
      sky_table_raise (table, SKY_CHECK_CASINO_WAR_DECKS, NULL, NULL,
                       "The number of decks is no whole number; %s may be used.",
                       state->shuffler ? sky_phrase_words ("12, 14 or 16")
                                       : sky_phrase_words ("six or eight"));
      return;
    }
  /* Without a number it is the least that § 651a.3 has for the table. */
  if ((decks == NULL || decks->kind != SKY_JSON_INT) && state->shuffler)
    state->decks = 12;
  if (!may_be_used (state->decks, state->shuffler))
    sky_table_raise (table, SKY_CHECK_CASINO_WAR_DECKS, NULL, NULL,
                     "%" PRId64 " decks %s; %s may be used.", state->decks,
                     state->shuffler ? sky_phrase_words ("with a shuffler")
                                     : sky_phrase_words ("without a shuffler"),
                     state->shuffler ? sky_phrase_words ("12, 14 or 16")
                                     : sky_phrase_words ("six or eight"));
}

void
sky_war_on_staff (SkyTable *table, const SkyEvent *event)
{
  SkyWarState *state = sky_war_state (table);

  if (event->staff.role != SKY_ROLE_DEALER || !event->staff.on)
    return;
  /* A new dealer burns a card (§ 651a.8(b)); one burned for a shoe in wait of it does for both. */
  if (state->dealer_known && !state->burn_wanted)
    {
      state->burn_wanted = TRUE;
      state->burned = 0;
    }
  state->dealer_known = TRUE;
}

void
sky_war_on_shuffle (SkyTable *table, const SkyEvent *event)
{
  SkyWarState *state = sky_war_state (table);
  gint64 cards = event->count.cards;

  /* A number that may not be used was found in the Rules Submission. */
  if (may_be_used (state->decks, state->shuffler) && cards != cards_in_shoe (state))
    sky_table_raise (table, SKY_CHECK_CASINO_WAR_DECKS, NULL, NULL,
                     "%" PRId64 " cards were shuffled; the shoe holds %" PRId64 " decks, %" PRId64
                     " cards.",
                     cards, decks_in_shoe (state), cards_in_shoe (state));
  sky_war_begin_shoe (state);
  state->burn_wanted = TRUE;
  state->burned = 0;
  state->cover_now = FALSE;
  state->cover_out = FALSE;
}

void
sky_war_on_cut (SkyTable *table, const SkyEvent *event)
{
  const SkyWarState *state = sky_war_state (table);
  gint64 above = event->cut.depth;
  gint64 below = cards_in_shoe (state) - above;

  if (MIN (above, below) < sky_amount (SKY_AMOUNT_WAR_CUT, table->gaming_day))
    sky_table_raise (table, SKY_CHECK_CASINO_WAR_CUT, NULL, NULL,
                     "The cover card was put %" PRId64
                     " cards from an end of the stack; it must be at least ten.",
                     MAX (MIN (above, below), 0));
}

void
sky_war_on_burn (SkyTable *table, const SkyEvent *event)
{
  SkyWarState *state = sky_war_state (table);
  g_autofree char *burned = NULL;

  if (table->sink.step != NULL)
    burned = sky_phrase_count ("%" PRId64 " card is burned.", "%" PRId64 " cards are burned.",
                               event->count.cards);
  sky_table_step (table, NULL, table->seq,
                  state->burn_wanted || table->round == 0 ? "651a.8(b)" : "651a.9(f)", "%s",
                  burned);
  if (state->burn_wanted)
    state->burned += event->count.cards;
  if (table->round != 0)
    state->burned_between += event->count.cards;
}

void
sky_war_on_cover_card (SkyTable *table, const SkyEvent *event)
{
  sky_war_state (table)->cover_now = TRUE;
}

/* § 651a.5(g): after the round in which the cover card came the cards are shuffled. */
void
sky_war_begin_round_of_shoe (SkyTable *table)
{
  SkyWarState *state = sky_war_state (table);

  if (state->cover_out)
    sky_table_raise (table, SKY_CHECK_CASINO_WAR_RESHUFFLE, NULL, NULL,
                     "A new round begins from a shoe whose cover card was reached; it must be "
                     "shuffled first.");
}

static void
count_card (SkyTable *table, SkyCard card)
{
  SkyWarState *state = sky_war_state (table);
  gint64 decks = decks_in_shoe (state);

  /* When a new shoe begins and what it holds, others saw. */
  if (!sky_table_sees (table, SKY_CLASS_EQUIPMENT) || sky_table_assumes_rules (table))
    return;
  state->seen[card]++;
  if (state->seen[card] > decks)
    {
      g_autofree char *name = sky_card_name (card);

      if (table->round != 0)
        table->impossible = TRUE;
      sky_table_raise (table, SKY_CHECK_LOG_IMPOSSIBLE, NULL, NULL,
                       "The %s came %u times from a shoe of %" PRId64 " decks.", name,
                       state->seen[card], decks);
    }
}

void
sky_war_on_discard (SkyTable *table, const SkyEvent *event)
{
  /* Others are cards that were dealt, on their way to the rack. */
  if (event->deal.face_up_in_shoe)
    count_card (table, event->deal.cards[0]);
}

/* Takes @burned, a phrase. */
static void
raise_burned (SkyTable *table, const char *section, char *burned)
{
  sky_table_raise (table, SKY_CHECK_CASINO_WAR_BURN, section, NULL, "%s", burned);
  g_free (burned);
}

static void
check_burn (SkyTable *table, gboolean war)
{
  SkyWarState *state = sky_war_state (table);
  gboolean first_of_war = war && state->deals[1].first_seq == 0;
  gint64 also = state->burn_wanted ? 1 : 0;
  gint64 wanted = sky_amount (SKY_AMOUNT_WAR_BURN, table->gaming_day);

  if (first_of_war)
    {
      /* A dealer who comes between the deals burns a card of his own, or counts the three. */
      if (state->burned_between != wanted && state->burned_between != wanted + also)
        raise_burned (
            table, "651a.9(f)",
            sky_phrase_count ("%" PRId64 " cards were burned before the War deal; three must be.",
                              "%" PRId64 " cards were burned before the War deal; three must be.",
                              state->burned_between));
    }
  else if (state->burn_wanted && state->burned != 1)
    raise_burned (table, "651a.8(b)",
                  sky_phrase_count (
                      "%" PRId64 " cards were burned for a new shoe or a new dealer; one must be.",
                      "%" PRId64 " cards were burned for a new shoe or a new dealer; one must be.",
                      state->burned));
  state->burn_wanted = FALSE;
}

void
sky_war_take_card (SkyTable *table, const SkyEvent *event)
{
  SkyWarState *state = sky_war_state (table);

  /* What was burned is about no seat, whoever gets the card. */
  table->seat = 0;
  check_burn (table, event->deal.war);
  table->seat = event->deal.to;
  if (!event->deal.war)
    state->burned_between = 0;
  if (event->deal.face_up_in_shoe)
    {
      g_autofree char *name = sky_card_name (event->deal.cards[0]);

      sky_table_raise (table, SKY_CHECK_CASINO_WAR_FACE_UP, NULL, NULL,
                       "The %s was found face up in the shoe and was played.", name);
    }
  count_card (table, event->deal.cards[0]);
}
