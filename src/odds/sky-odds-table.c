/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-odds-private.h"

#include <string.h>

static void
drop_finding (gpointer data, SkyFinding *finding)
{
  sky_finding_free (finding);
}

SkyOddsTable *
sky_odds_table_new (SkyGameId game, const char *submission)
{
  SkyOddsTable *self = g_new0 (SkyOddsTable, 1);
  SkyLogHeader header = {
    .property = "",
    .table = "",
    .game = game,
    .time_zone = "UTC",
    .currency = "USD",
    .version = 1,
    .scope = SKY_SCOPE_ALL,
  };
  SkyTableSink sink = { .finding = drop_finding };
  SkyEvent event = { .type = SKY_EVENT_RULES };
  const char *cause = NULL;

  /* A day on which every side wager of chapter 623b is in force. */
  header.gaming_day = sky_day_from_ymd (2023, 11, 4);
  self->parser = sky_json_parser_new ();
  sky_format_index_init (&self->formats, game, 1, sky_game_lookup_bet);
  self->table = sky_table_new (&header, &self->formats, &sink);

  sky_odds_table_feed_type (self, SKY_EVENT_TABLE_OPEN);
  event.rules.submission =
      sky_json_parse (self->parser, submission, strlen (submission), FALSE, &cause);
  g_assert (event.rules.submission != NULL);
  sky_odds_table_feed (self, &event);
  event = (SkyEvent){ .type = SKY_EVENT_PLAYER,
                      .player = { .seat = 1, .player = { "1", 1 }, .present = TRUE } };
  sky_odds_table_feed (self, &event);
  return self;
}

void
sky_odds_table_free (SkyOddsTable *self)
{
  if (self == NULL)
    return;
  sky_table_free (self->table);
  sky_json_parser_free (self->parser);
  g_free (self);
}

void
sky_odds_table_feed (SkyOddsTable *self, SkyEvent *event)
{
  event->seq = ++self->seq;
  event->at = (SkyTime) self->seq;
  sky_table_event (self->table, event);
}

void
sky_odds_table_feed_type (SkyOddsTable *self, SkyEventType type)
{
  SkyEvent event = { .type = type };

  if (type == SKY_EVENT_ROUND_START)
    self->round++;
  if (type == SKY_EVENT_ROUND_START || type == SKY_EVENT_ROUND_END)
    event.round.round = self->round;
  sky_odds_table_feed (self, &event);
}

void
sky_odds_table_show_power (SkyOddsTable *self, const char *bets)
{
  const char *cause = NULL;
  SkyEvent event = { .type = SKY_EVENT_POWER_ODDS };

  event.bets.list = sky_json_parse (self->parser, bets, strlen (bets), FALSE, &cause);
  g_assert (event.bets.list != NULL);
  sky_odds_table_feed (self, &event);
}

SkyWager *
sky_odds_table_place (SkyOddsTable *self, const SkyBet *bet, const SkyBetRef *members)
{
  return sky_odds_table_place_amount (self, bet, members, SKY_ODDS_STAKE);
}

SkyWager *
sky_odds_table_place_amount (SkyOddsTable *self,
                             const SkyBet *bet,
                             const SkyBetRef *members,
                             SkyMoney amount)
{
  char id[16];
  SkyEvent event = { .type = SKY_EVENT_WAGER };

  g_snprintf (id, sizeof id, "w%u", ++self->n_wagers);
  event.wager.wager = (SkyText){ id, strlen (id) };
  event.wager.seat = 1;
  event.wager.bet = *members;
  event.wager.bet.form = &bet->form;
  event.wager.amount = amount;
  sky_odds_table_feed (self, &event);
  return sky_table_find_wager (self->table, event.wager.wager);
}
