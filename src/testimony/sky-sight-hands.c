/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Casino War: all cards are dealt face up, the dealer's last (§ 651a.8(c)). Those of players who do
 * not go to war are collected before the War deal (§ 651a.9(d)), but a picture may still show them.
 * Raise It Up: the community cards are turned one by one; after the last the players' hands are
 * turned, too (§ 669a.11(i)), one after the other. */
#include "config.h"

#include "sky-game.h"
#include "sky-sight-hands-private.h"

/* The cards lie this long at least, unless the next ones say otherwise. */
#define LIES_FOR (3 * SKY_SECOND)

/* A card of the round. */
typedef struct
{
  gint64 place;
  guint rank;
  gboolean war; /* of the War deal */
} Dealt;

typedef struct
{
  GArray *results;
  GArray *dealt;    /* of Dealt, in the round */
  GArray *revealed; /* of guint: the ranks of community cards that are turned */
  gint64 round;
  SkyTime first; /* when its first card came */
} Hands;

static void
add_rank (guint *ranks, guint *n, guint rank)
{
  if (*n < SKY_SIGHT_MAX_VALUES)
    ranks[(*n)++] = rank;
}

/* What lay there is changed at @at. */
static void
end_last (Hands *self, SkyTime at)
{
  if (self->results->len > 0)
    {
      SkySightResult *last = &g_array_index (self->results, SkySightResult, self->results->len - 1);

      last->stretch.until = CLAMP (at, last->at, last->stretch.until);
    }
}

static SkySightResult
begin_result (const Hands *self, const SkyEvent *event)
{
  return (SkySightResult){ .seq = event->seq,
                           .round = self->round,
                           .at = event->at,
                           .stretch = { .kind = SKY_SIGHT_CARDS,
                                        .thrown = self->first,
                                        .result = event->at,
                                        .until = event->at + LIES_FOR },
                           .lies = TRUE };
}

static void
add_dealt (Hands *self, const SkyEvent *event)
{
  if (self->dealt->len == 0)
    self->first = event->at;
  for (guint i = 0; i < event->deal.n_cards; i++)
    {
      const Dealt dealt = { event->deal.to, SKY_CARD_RANK (event->deal.cards[i]), event->deal.war };

      g_array_append_val (self->dealt, dealt);
    }
}

/* --- Casino War --------------------------------------------------------------------------------
 */

static gboolean
goes_to_war (const Hands *self, gint64 place)
{
  for (guint i = 0; i < self->dealt->len; i++)
    {
      const Dealt *dealt = &g_array_index (self->dealt, Dealt, i);

      if (dealt->war && dealt->place == place)
        return TRUE;
    }
  return FALSE;
}

/* The dealer has his card: all of this deal lie there. */
static void
add_deal (Hands *self, const SkyEvent *event)
{
  SkySightResult result = begin_result (self, event);

  for (guint i = 0; i < self->dealt->len; i++)
    {
      const Dealt *dealt = &g_array_index (self->dealt, Dealt, i);

      if (!event->deal.war || dealt->war || goes_to_war (self, dealt->place))
        add_rank (result.recorded, &result.n_recorded, dealt->rank);
      else
        add_rank (result.possible, &result.n_possible, dealt->rank);
    }
  g_array_append_val (self->results, result);
}

static void
feed_war (Hands *self, const SkyEvent *event)
{
  if (event->type != SKY_EVENT_DEAL)
    return;
  end_last (self, event->at);
  add_dealt (self, event);
  if (event->deal.to == SKY_PLACE_DEALER)
    add_deal (self, event);
}

/* --- Raise It Up -------------------------------------------------------------------------------
 */

#define STREETS 3

/* A community card was turned. */
static void
add_street (Hands *self, const SkyEvent *event)
{
  guint rank = SKY_CARD_RANK (event->reveal.card);
  SkySightResult result = begin_result (self, event);

  g_array_append_val (self->revealed, rank);
  result.stretch.one_deck = TRUE;
  for (guint i = 0; i < self->revealed->len; i++)
    add_rank (result.recorded, &result.n_recorded, g_array_index (self->revealed, guint, i));
  for (guint i = 0; i < self->dealt->len && self->revealed->len >= STREETS; i++)
    {
      const Dealt *dealt = &g_array_index (self->dealt, Dealt, i);

      if (dealt->place != SKY_PLACE_COMMUNITY)
        add_rank (result.possible, &result.n_possible, dealt->rank);
    }
  g_array_append_val (self->results, result);
}

static void
feed_raise (Hands *self, const SkyEvent *event)
{
  if (event->type == SKY_EVENT_DEAL)
    add_dealt (self, event);
  else if (event->type == SKY_EVENT_REVEAL)
    {
      end_last (self, event->at);
      add_street (self, event);
    }
}

/* --- A log -------------------------------------------------------------------------------------
 */

void
sky_sight_add_hands (GArray *results, SkyLog *log)
{
  gboolean is_war = sky_log_get_header (log)->game == SKY_GAME_CASINO_WAR;
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, sky_game_lookup_bet);
  g_autoptr (GArray) dealt = g_array_new (FALSE, FALSE, sizeof (Dealt));
  g_autoptr (GArray) revealed = g_array_new (FALSE, FALSE, sizeof (guint));
  Hands self = { .results = results, .dealt = dealt, .revealed = revealed };
  const SkyLine *line;

  while ((line = sky_log_reader_next (reader)) != NULL)
    {
      const SkyEvent *event = &line->event;

      if (line->kind != SKY_LINE_EVENT)
        continue;
      if (event->type == SKY_EVENT_ROUND_START)
        {
          self.round = event->round.round;
          g_array_set_size (dealt, 0);
          g_array_set_size (revealed, 0);
        }
      if (event->type == SKY_EVENT_ROUND_START || event->type == SKY_EVENT_ROUND_END
          || event->type == SKY_EVENT_VOID || event->type == SKY_EVENT_EXPOSE)
        end_last (&self, event->at);
      else if (is_war)
        feed_war (&self, event);
      else
        feed_raise (&self, event);
    }
}
