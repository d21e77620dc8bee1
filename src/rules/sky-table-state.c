/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-table-state.h"

#include "sky-equipment.h"
#include "sky-staffing.h"
#include "sky-table-private.h"

#include <string.h>

static gpointer
make_wager (gpointer data)
{
  return sky_wager_book_add_blank (data);
}

void
sky_state_wager (SkyState *self, SkyWager **wager)
{
  gpointer object = *wager;

  sky_state_object (self, &object);
  *wager = object;
}

/* Visits SkyDue. */
void
sky_table_visit_due (SkyTable *self, SkyState *state, SkyDue *due)
{
  static const SkyDue nothing;
  gboolean there = memcmp (due, &nothing, sizeof nothing) != 0;

  sky_state_int (state, there);
  if (!there)
    return;
  sky_state_int (state, due->outcome);
  sky_state_int (state, due->paid);
  sky_state_int (state, due->taken);
  sky_state_int (state, due->returned);
  sky_state_int (state, due->vig);
  sky_state_int (state, due->may_stay);
  sky_state_int (state, due->optional);
  sky_state_int (state, due->seq);
  sky_table_visit_pay (self, state, &due->pay);
  sky_state_odds (state, &due->odds);
  sky_state_table_text (state, &due->section);
  sky_state_table_text (state, &due->odds_section);
  sky_state_int (state, due->reading);
  sky_state_int (state, due->detail);
}

/* Visits SkySettlement. */
void
sky_state_settlement (SkyState *self, SkySettlement *settlement)
{
  static const SkySettlement nothing;
  gboolean there = memcmp (settlement, &nothing, sizeof nothing) != 0;

  sky_state_int (self, there);
  if (!there)
    return;
  sky_state_int (self, settlement->seq);
  sky_state_int (self, settlement->outcome);
  sky_state_int (self, settlement->paid);
  sky_state_int (self, settlement->taken);
  sky_state_int (self, settlement->returned);
  sky_state_int (self, settlement->vig);
  sky_state_int (self, settlement->stays);
  sky_state_int (self, settlement->from_cage);
}

/* A text that the book keeps. */
static void
visit_kept_text (SkyTable *self, SkyState *state, char **text)
{
  g_autofree char *read = NULL;

  if (!sky_state_is_reading (state))
    {
      sky_state_text (state, text);
      return;
    }
  sky_state_text (state, &read);
  *text = read != NULL ? sky_wager_book_keep_text (self->wagers, (SkyText){ read, strlen (read) })
                       : NULL;
}

static void
visit_id (SkyTable *self, SkyState *state, SkyWager *wager)
{
  g_autofree char *read = NULL;

  if (!sky_state_is_reading (state))
    {
      sky_state_text (state, &wager->id);
      return;
    }
  sky_state_text (state, &read);
  if (read == NULL || !sky_wager_book_name_blank (self->wagers, wager, read))
    sky_state_refuse (state);
}

/* Visits SkyWager, but not: id, key, listed. */
static void
visit_wager (SkyTable *self, SkyState *state, SkyWager *wager)
{
  visit_id (self, state, wager);
  sky_state_row (state, (gconstpointer *) &wager->bet, self->game->bets, self->game->n_bets,
                 sizeof (SkyBet));
  wager->kind = wager->bet != NULL ? (guint8) (wager->bet - self->game->bets) : 0;
  sky_state_int (state, wager->status);
  sky_state_int (state, wager->working);
  sky_state_int (state, wager->not_permissible);
  sky_state_int (state, wager->late);
  sky_state_int (state, wager->matched);
  sky_state_int (state, wager->left);
  sky_state_int (state, wager->amount);
  sky_state_int (state, wager->seat);
  if (wager->seat < 1)
    sky_state_refuse (state);
  sky_state_int (state, wager->seq);
  sky_state_int (state, wager->row);
  if (wager->bet != NULL && wager->row > 0 && wager->row >= wager->bet->n_pays)
    sky_state_refuse (state);
  sky_state_int (state, wager->point);
  sky_state_int (state, wager->awaits);
  sky_state_int (state, wager->number);
  sky_state_int (state, wager->tracked);
  sky_table_visit_due (self, state, &wager->due);
  sky_state_settlement (state, &wager->settlement);
  sky_state_int (state, wager->n_numbers);
  if (wager->n_numbers > SKY_MAX_NUMBERS)
    sky_state_refuse (state);
  sky_state_memory (state, wager->numbers, sizeof wager->numbers);
  sky_state_memory (state, wager->dice, sizeof wager->dice);
  sky_state_int (state, wager->area);
  sky_state_wager (state, &wager->supports);
  visit_kept_text (self, state, &wager->symbol);
  visit_kept_text (self, state, &wager->bet_name);
  sky_state_int (state, wager->placed_amount);
  sky_state_int (state, wager->vig);
  sky_state_int (state, wager->via);
  sky_state_int (state, wager->unseen);
  sky_state_int (state, wager->unsure);
  sky_state_int (state, wager->at);
  sky_state_int (state, wager->round);
  sky_state_int (state, wager->removed_seq);
  sky_table_visit_due (self, state, &wager->last_due);
  /* Rules ask for the one or the other. */
  if ((wager->bet == NULL) != (wager->bet_name != NULL))
    sky_state_refuse (state);
}

/* Visits SkySeat, but not: player_hash. */
static void
visit_seats (SkyTable *self, SkyState *state)
{
  g_array_set_size (self->seats, sky_state_count (state, self->seats->len, G_MAXINT16));
  for (guint i = 0; i < self->seats->len; i++)
    {
      SkySeat *seat = &g_array_index (self->seats, SkySeat, i);

      sky_state_int (state, seat->named);
      sky_state_int (state, seat->present);
      sky_state_text (state, &seat->player);
      seat->player_hash = seat->player != NULL ? g_str_hash (seat->player) : 0;
      sky_state_text (state, &seat->colour);
    }
}

/* Visits SkyFinding. */
static void
visit_finding (SkyState *state, SkyFinding *finding)
{
  sky_state_int (state, finding->check);
  if ((guint) finding->check >= SKY_N_CHECKS)
    sky_state_refuse (state);
  sky_state_table_text (state, &finding->section);
  sky_state_int (state, finding->seq);
  sky_state_int (state, finding->at);
  sky_state_int (state, finding->round);
  sky_state_text (state, &finding->wager);
  sky_state_int (state, finding->seat);
  sky_state_int (state, finding->reading);
  sky_state_int (state, finding->unsure);
  sky_state_int (state, finding->has_variance);
  sky_state_int (state, finding->variance);
  sky_state_text (state, &finding->recorded);
  sky_state_text (state, &finding->recomputed);
  sky_state_text (state, &finding->explanation);
  sky_state_int (state, finding->line);
  sky_state_int (state, finding->offset);
}

void
sky_state_findings (SkyState *self, GPtrArray *findings)
{
  guint n = sky_state_count (self, findings->len, G_MAXINT32);

  for (guint i = 0; i < n; i++)
    {
      if (sky_state_is_reading (self))
        g_ptr_array_add (findings, g_new0 (SkyFinding, 1));
      visit_finding (self, findings->pdata[i]);
    }
}

/* The wagers on the list, and those that came last. */
static void
visit_lists (SkyTable *self, SkyState *state)
{
  guint all = sky_wager_book_get_n_wagers (self->wagers);
  guint n = sky_state_count (state, MIN (all, SKY_TABLE_STATE_WAGERS), SKY_TABLE_STATE_WAGERS);

  for (guint i = 0; i < n; i++)
    {
      SkyWager *wager = sky_state_is_reading (state)
                            ? NULL
                            : sky_wager_book_get_wager (self->wagers, all - n + i);

      sky_state_wager (state, &wager);
    }

  n = sky_state_count (state, self->up->len, G_MAXINT32);
  sky_wager_list_reserve (self->up, n);
  self->up->len = n;
  for (guint i = 0; i < self->up->len; i++)
    {
      sky_state_wager (state, &self->up->pdata[i]);
      if (self->up->pdata[i] == NULL)
        sky_state_refuse (state);
    }
}

/* What is the log's or the game's is there, between two events none is in hand, and the rest has
 * its own functions. */
/* Visits SkyTable, but not: game, id, gaming_day, chapter, formats, version, scope, submission,
 * seats, limits, notices, wager, seat, wagers, up, kinds_up, thinned, awaiting, decided, accepted,
 * holding, staff, state, sink, unsure_event. */
void
sky_table_visit (SkyTable *self, SkyState *state)
{
  sky_state_set_objects (state, make_wager, self->wagers);
  visit_lists (self, state);
  sky_state_int (state, self->open);
  sky_state_int (state, self->started);
  sky_state_int (state, self->rules_seen);
  sky_state_int (state, self->rules_missed);
  sky_submission_visit (self, state);
  visit_seats (self, state);
  sky_limits_visit (self, state);
  sky_state_int (state, self->seq);
  sky_state_int (state, self->at);
  sky_state_int (state, self->round);
  sky_state_int (state, self->round_seq);
  sky_state_int (state, self->round_at);
  sky_state_int (state, self->betting_closed);
  sky_state_int (state, self->called);
  sky_state_int (state, self->has_result);
  sky_state_int (state, self->instead_seq);
  sky_state_int (state, self->impossible);
  sky_state_int (state, self->missed_call);
  sky_state_int (state, self->unsure);
  sky_state_int (state, self->unseen);
  sky_state_int (state, self->forgot);
  sky_state_int (state, self->wagers_unseen);
  sky_state_int (state, self->looks_anew);
  sky_state_int (state, self->rules_stale);
  sky_state_int (state, self->last_round);
  sky_state_findings (state, self->held);
  sky_state_texts (state, self->unknown);
  sky_equipment_visit (self->equipment, state);
  sky_staffing_visit (self->staffing, state);
  self->game->visit (self, state);
}

void
sky_table_visit_wagers (SkyTable *self, SkyState *state)
{
  for (guint i = 0; i < sky_state_n_objects (state) && !sky_state_is_refused (state); i++)
    visit_wager (self, state, sky_state_get_object (state, i));
  /* The list of a state that is refused may lack some. */
  if (sky_state_is_reading (state) && !sky_state_is_refused (state))
    sky_table_list_wagers (self);
  sky_wager_book_visit_forgotten (self->wagers, state);
  /* What was promised and never came has no id. */
  if (sky_state_is_reading (state)
      && sky_state_n_objects (state) != sky_wager_book_get_n_wagers (self->wagers))
    sky_state_refuse (state);
}

gboolean
sky_table_is_lacking (const SkyTable *self)
{
  return sky_wager_book_is_lacking (self->wagers);
}
