/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log does not say when cards are taken up. The dealer takes them when the round has ended, and
 * at Casino War, before the War deal, those of who does not go to war (§ 651a.9(d)). */
#include "config.h"

#include "sky-sim-dealing.h"

#include "sky-game.h"
#include "sky-json-writer.h"

/* Every picture counts from here before a deal's first card to here after its last. */
#define BEFORE (200 * SKY_MILLISECOND)
#define AFTER  (1500 * SKY_MILLISECOND)
/* The last street that is turned. */
#define LAST_STREET 6

/* A card that lies face up, and what is shown of it. */
typedef struct
{
  gint64 place;
  guint index; /* as its mark has it */
  SkyCard recorded;
  SkyCard shown;
} Card;

typedef struct
{
  SkyTime start;
  SkyTime collected; /* when those who do not go to war have none any more; G_MAXINT64: never */
  SkyTime end;       /* when all are taken up */
  GArray *cards;     /* of Card */
  guint64 dealt;     /* a bit of each card that anybody has, face up or down */
} Round;

/* Cards that come one after the other, up to one that a picture is held against. */
typedef struct
{
  guint64 seq; /* of the last */
  SkyTime first;
  SkyTime last;
  guint round;
  guint index; /* of their marks */
  gboolean may_contradict;
  Card *contradicts; /* NULL: none */
} Deal;

struct _SkySimDealing
{
  GArray *rounds; /* of Round */
  GArray *deals;  /* of Deal */
  SkyTime first;  /* of the deal that has begun; SKY_TIME_NONE: none has */
};

static void
round_clear (gpointer data)
{
  g_array_unref (((Round *) data)->cards);
}

static Round *
get_round (SkySimDealing *self, guint i)
{
  return &g_array_index (self->rounds, Round, i);
}

static void
begin_round (SkySimDealing *self, SkyTime at)
{
  const Round round = { .start = at,
                        .collected = G_MAXINT64,
                        .end = G_MAXINT64,
                        .cards = g_array_new (FALSE, FALSE, sizeof (Card)) };

  g_array_append_val (self->rounds, round);
  self->first = SKY_TIME_NONE;
}

static void
add_card (SkySimDealing *self, SkyTime at, gint64 place, guint index, SkyCard card)
{
  const Card added = { place, index, card, card };

  g_array_append_val (get_round (self, self->rounds->len - 1)->cards, added);
  if (self->first == SKY_TIME_NONE)
    self->first = at;
}

/* The card that was added last ends a deal. */
static void
end_deal (SkySimDealing *self, const SkyEvent *event, guint index, gboolean may_contradict)
{
  const Deal deal = { .seq = event->seq,
                      .first = self->first,
                      .last = event->at,
                      .round = self->rounds->len - 1,
                      .index = index,
                      .may_contradict = may_contradict };

  g_array_append_val (self->deals, deal);
  self->first = SKY_TIME_NONE;
}

static void
feed (SkySimDealing *self, SkyGameId game, const SkyEvent *event)
{
  if (event->type == SKY_EVENT_ROUND_START)
    begin_round (self, event->at);
  if (self->rounds->len == 0)
    return;
  Round *round = get_round (self, self->rounds->len - 1);
  if (event->type == SKY_EVENT_ROUND_END)
    round->end = event->at;
  else if (event->type == SKY_EVENT_BURN && round->cards->len > 0)
    round->collected = event->at;
  else if (event->type == SKY_EVENT_DEAL && game == SKY_GAME_RAISE_IT_UP)
    {
      for (guint i = 0; i < event->deal.n_cards; i++)
        round->dealt |= G_GUINT64_CONSTANT (1) << event->deal.cards[i];
    }
  else if (event->type == SKY_EVENT_DEAL && game == SKY_GAME_CASINO_WAR)
    {
      add_card (self, event->at, event->deal.to, event->deal.war, event->deal.cards[0]);
      if (event->deal.to == SKY_PLACE_DEALER)
        end_deal (self, event, event->deal.war, TRUE);
    }
  else if (event->type == SKY_EVENT_REVEAL && game == SKY_GAME_RAISE_IT_UP)
    {
      guint street = (guint) event->reveal.street;

      add_card (self, event->at, SKY_PLACE_COMMUNITY, street - (LAST_STREET - 2),
                event->reveal.card);
      /* What is shown of an earlier one contradicts what comes after it, too. */
      end_deal (self, event, street - (LAST_STREET - 2), street == LAST_STREET);
    }
}

/* --- Contradictions ----------------------------------------------------------------------------
 */

static gboolean
goes_to_war (const Round *round, gint64 place)
{
  for (guint i = 0; i < round->cards->len; i++)
    {
      const Card *card = &g_array_index (round->cards, Card, i);

      if (card->index == 1 && card->place == place)
        return TRUE;
    }
  return FALSE;
}

/* A card of @deal that no other deal of its round is held against. */
static Card *
pick_card (SkySimDealing *self, const Deal *deal, SkyGameId game, GRand *random)
{
  Round *round = get_round (self, deal->round);
  guint start = (guint) g_rand_int_range (random, 0, (gint32) round->cards->len);

  for (guint k = 0; k < round->cards->len; k++)
    {
      Card *card = &g_array_index (round->cards, Card, (start + k) % round->cards->len);

      if (card->index == deal->index
          && (game != SKY_GAME_CASINO_WAR || deal->index == 1 || !goes_to_war (round, card->place)))
        return card;
    }
  return NULL;
}

/* The next rank of @card's suit that nobody of @round was dealt: one deck has no card twice. */
static SkyCard
next_rank (const Round *round, SkyCard card)
{
  SkyCard next = (card + 4) % 52;

  while (next != card && (round->dealt >> next & 1) != 0)
    next = (next + 4) % 52;
  return next;
}

/* One card of each of @n deals shows another rank. */
static void
contradict (SkySimDealing *self, SkyGameId game, guint n, GRand *random)
{
  guint start =
      self->deals->len > 0 ? (guint) g_rand_int_range (random, 0, (gint32) self->deals->len) : 0;

  for (guint k = 0; k < self->deals->len && n > 0; k++)
    {
      Deal *deal = &g_array_index (self->deals, Deal, (start + k) % self->deals->len);

      if (deal->may_contradict)
        deal->contradicts = pick_card (self, deal, game, random);
      if (deal->contradicts == NULL)
        continue;
      deal->contradicts->shown =
          next_rank (get_round (self, deal->round), deal->contradicts->recorded);
      n--;
    }
}

SkySimDealing *
sky_sim_dealing_new (SkyLog *log, guint64 seed, guint n_contradict)
{
  SkyGameId game = sky_log_get_header (log)->game;
  g_autoptr (SkyLogReader) reader = NULL;
  g_autoptr (GRand) random = NULL;
  guint32 seeds[] = { (guint32) seed, (guint32) (seed >> 32), 0x6361 };
  SkySimDealing *self;
  const SkyLine *line;

  if (game != SKY_GAME_CASINO_WAR && game != SKY_GAME_RAISE_IT_UP)
    return NULL;
  random = g_rand_new_with_seed_array (seeds, G_N_ELEMENTS (seeds));
  reader = sky_log_reader_new (log, sky_game_lookup_bet);
  self = g_new0 (SkySimDealing, 1);
  self->rounds = g_array_new (FALSE, FALSE, sizeof (Round));
  g_array_set_clear_func (self->rounds, round_clear);
  self->deals = g_array_new (FALSE, FALSE, sizeof (Deal));
  self->first = SKY_TIME_NONE;
  while ((line = sky_log_reader_next (reader)) != NULL)
    if (line->kind == SKY_LINE_EVENT)
      feed (self, game, &line->event);
  contradict (self, game, n_contradict, random);
  return self;
}

void
sky_sim_dealing_free (SkySimDealing *self)
{
  g_array_unref (self->rounds);
  g_array_unref (self->deals);
  g_free (self);
}

gboolean
sky_sim_dealing_is_near (SkySimDealing *self, SkyTime at)
{
  for (guint i = self->deals->len; i-- > 0;)
    {
      const Deal *deal = &g_array_index (self->deals, Deal, i);

      if (deal->first - BEFORE <= at)
        return at <= deal->last + AFTER;
    }
  return FALSE;
}

/* The round that has begun last by @at, or NULL. */
static const Round *
find_round (SkySimDealing *self, SkyTime at)
{
  for (guint i = self->rounds->len; i-- > 0;)
    if (get_round (self, i)->start <= at)
      return get_round (self, i);
  return NULL;
}

static const Card *
find_card (const Round *round, const SkyMark *mark)
{
  for (guint i = 0; i < round->cards->len; i++)
    {
      const Card *card = &g_array_index (round->cards, Card, i);

      if (card->place == mark->place && card->index == (guint) mark->index
          && card->recorded == mark->value)
        return card;
    }
  return NULL;
}

void
sky_sim_dealing_show (SkySimDealing *self, SkyTime at, SkyScene *scene)
{
  const Round *round = find_round (self, at);

  for (guint i = scene->marks->len; i-- > 0;)
    {
      SkyMark *mark = &g_array_index (scene->marks, SkyMark, i);
      const Card *card;

      if (mark->kind != SKY_MARK_CARD || round == NULL)
        continue;
      card = find_card (round, mark);
      if (at >= round->end || (at >= round->collected && !goes_to_war (round, mark->place)))
        g_array_remove_index (scene->marks, i);
      else if (card != NULL)
        mark->value = card->shown;
    }
}

void
sky_sim_dealing_write_contradictions (SkySimDealing *self, const char *table, GString *json)
{
  for (guint i = 0; i < self->deals->len; i++)
    {
      const Deal *deal = &g_array_index (self->deals, Deal, i);
      char text[3];

      if (deal->contradicts == NULL)
        continue;
      sky_json_begin_object (json, NULL);
      sky_json_add_string (json, "table", table);
      sky_json_add_int (json, "seq", (gint64) deal->seq);
      sky_json_begin_array (json, "recorded");
      sky_json_add_string (json, NULL, sky_card_to_text (deal->contradicts->recorded, text));
      sky_json_end_array (json);
      sky_json_begin_array (json, "shown");
      sky_json_add_string (json, NULL, sky_card_to_text (deal->contradicts->shown, text));
      sky_json_end_array (json);
      sky_json_end_object (json);
    }
}
