/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table's life: made, and fed event by event. */
#include "config.h"

#include "sky-edition.h"
#include "sky-equipment.h"
#include "sky-staffing.h"
#include "sky-table-private.h"

static void
clear_seat (gpointer data)
{
  SkySeat *seat = data;

  g_free (seat->player);
  g_free (seat->colour);
}

SkyTable *
sky_table_new (const SkyLogHeader *header, const SkyFormatIndex *formats, const SkyTableSink *sink)
{
  SkyTable *self;
  const SkyGame *game = sky_game_get (header->game);

  g_return_val_if_fail (game != NULL, NULL);

  self = g_new0 (SkyTable, 1);
  self->game = game;
  self->id = header->game;
  self->gaming_day = header->gaming_day;
  self->chapter = game->chapter_on != NULL ? game->chapter_on (self->gaming_day) : game->chapter;
  self->formats = formats;
  self->version = header->version;
  self->scope = header->scope;
  self->scope.seats = g_memdup2 (header->scope.seats, header->scope.n_seats * sizeof (gint64));
  self->sink = *sink;
  self->seats = g_array_new (FALSE, TRUE, sizeof (SkySeat));
  g_array_set_clear_func (self->seats, clear_seat);
  self->limits.bets = g_hash_table_new (g_str_hash, g_str_equal);
  self->notices = g_array_new (FALSE, FALSE, sizeof (SkyLimitsNotice));
  self->wagers = sky_wager_book_new ();
  self->up = sky_wager_list_new ();
  self->awaiting = sky_wager_list_new ();
  self->decided = sky_wager_list_new ();
  sky_submission_set_defaults (self);
  self->equipment = sky_equipment_new (game->equipment);
  self->staffing = sky_staffing_new ();
  self->held = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_finding_free);
  self->unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->state = g_malloc0 (game->state_size);
  if (game->begin != NULL)
    game->begin (self);
  return self;
}

void
sky_table_free (SkyTable *self)
{
  if (self == NULL)
    return;
  g_free (self->state);
  g_free ((gpointer) self->scope.seats);
  sky_equipment_free (self->equipment);
  sky_staffing_free (self->staffing);
  sky_submission_clear (&self->submission);
  sky_limits_clear (self);
  g_clear_pointer (&self->held, g_ptr_array_unref);
  g_clear_pointer (&self->unknown, g_hash_table_unref);
  g_clear_pointer (&self->seats, g_array_unref);
  g_clear_pointer (&self->up, sky_wager_list_free);
  g_clear_pointer (&self->awaiting, sky_wager_list_free);
  g_clear_pointer (&self->decided, sky_wager_list_free);
  g_clear_pointer (&self->wagers, sky_wager_book_free);
  g_free (self);
}

/* Seats beyond this are named by no table; they would only cost memory. */
#define SEAT_MAX 1000

static G_GNUC_NO_INLINE void
on_player (SkyTable *self, const SkyEvent *event)
{
  SkySeat *seat;

  if (event->player.seat > SEAT_MAX)
    return;
  if (event->player.seat > self->seats->len)
    g_array_set_size (self->seats, (guint) event->player.seat);
  seat = &g_array_index (self->seats, SkySeat, event->player.seat - 1);
  clear_seat (seat);
  *seat = (SkySeat){
    .named = TRUE,
    .present = event->player.present,
    .player = sky_text_dup (event->player.player),
    .colour = event->player.colour.length > 0 ? sky_text_dup (event->player.colour) : NULL,
  };
  seat->player_hash = g_str_hash (seat->player);
}

static G_GNUC_NO_INLINE void
raise_unknown_seat (SkyTable *self, gint64 seat)
{
  char number[24];

  if (!sky_table_sees (self, SKY_CLASS_PEOPLE) || self->forgot)
    return;
  g_snprintf (number, sizeof number, "%" PRId64, seat);
  if (!sky_table_is_news (self, "seat", number))
    return;
  sky_table_raise (self, SKY_CHECK_LOG_UNKNOWN_REFERENCE, NULL, NULL,
                   "Seat %" PRId64 " is named, which the log never introduced.", seat);
}

/* Of a seat that @event names. Where cards or tiles go, a position that always gets them may have
 * no player; `player` itself introduces its seat. */
static inline void
check_seat_known (SkyTable *self, const SkyEvent *event)
{
  gint64 seat = sky_event_get_seat (event, self->formats);

  self->seat = seat;
  if (seat < 1 || sky_table_get_seat (self, seat) != NULL || event->type == SKY_EVENT_PLAYER
      || (seat <= self->game->positions_dealt
          && (event->type == SKY_EVENT_DEAL || event->type == SKY_EVENT_EXPOSE)))
    return;
  raise_unknown_seat (self, seat);
}

static G_GNUC_NO_INLINE void
raise_unknown_wager (SkyTable *self, SkyText id)
{
  g_autofree char *name = sky_text_dup (id);

  if (!sky_table_knows_ids (self) || !sky_table_is_news (self, "wager", name))
    return;
  sky_table_raise (self, SKY_CHECK_LOG_UNKNOWN_REFERENCE, NULL, NULL,
                   "The wager “%s” is named, which the log never introduced.", name);
}

static inline SkyWager *
find_named_wager (SkyTable *self, const SkyText *id)
{
  SkyWager *wager = sky_wager_book_find (self->wagers, *id);

  if (wager == NULL)
    raise_unknown_wager (self, *id);
  return wager;
}

static void
begin_round (SkyTable *self, const SkyEvent *event)
{
  /* Of a sample the rounds between were not looked at. */
  if (self->scope.sampled && !self->looks_anew && event->round.round != self->last_round + 1)
    sky_table_forget (self);
  self->last_round = event->round.round;
  self->looks_anew = FALSE;
  if (self->game->outlasts_round == NULL)
    self->wagers_unseen = FALSE;
  self->round = event->round.round;
  self->round_seq = self->seq;
  self->round_at = self->at;
  self->betting_closed = FALSE;
  self->called = FALSE;
  self->missed_call = FALSE;
  self->unsure = FALSE;
  self->unseen = FALSE;
  self->has_result = FALSE;
  self->instead_seq = 0;
  self->impossible = FALSE;

  if (!self->rules_seen && !self->rules_missed)
    {
      self->rules_missed = TRUE;
      sky_table_raise (self, SKY_CHECK_RULES_MISSING, NULL, NULL,
                       "No Rules Submission stands before the first round: the regulation's "
                       "defaults are assumed.");
    }
}

static void
record_settlement (SkyTable *self, const SkyEvent *event)
{
  self->wager = find_named_wager (self, &event->settle.wager);
  if (self->wager == NULL)
    return;
  self->wager->settlement = (SkySettlement){
    .seq = self->seq,
    .outcome = event->settle.outcome,
    .paid = event->settle.paid,
    .taken = event->settle.taken,
    .returned = event->settle.returned,
    .vig = event->settle.vig,
    .stays = event->settle.stays,
    .from_cage = event->settle.from_cage,
  };
}

/* Wagers end with the call or, without one in time, with the event that it had to stand before. */
static G_GNUC_NO_INLINE void
check_closing (SkyTable *self, const SkyEvent *event)
{
  SkyEventType (*on) (const SkyTable *table) = self->game->closes_by_on;

  if (self->round == 0)
    return;
  if (event->type == SKY_EVENT_NO_MORE_BETS)
    {
      self->called = TRUE;
      self->betting_closed = TRUE;
    }
  else if (!self->called && !self->missed_call
           && event->type == (on != NULL ? on (self) : self->game->closes_by))
    {
      self->missed_call = TRUE;
      if (self->game->bets_end == SKY_BETS_END_BY_EVENT)
        self->betting_closed = TRUE;
      sky_table_raise (self, SKY_CHECK_ROUND_NO_MORE_BETS, NULL, NULL,
                       "“No more bets” was not called before wagers had to end.");
    }
}

static G_GNUC_NO_INLINE void
begin_log (SkyTable *self)
{
  const SkyEdition *edition = sky_edition_find (self->chapter);

  self->started = TRUE;
  if (edition != NULL && self->gaming_day < edition->from)
    sky_table_raise (self, SKY_CHECK_RULES_EDITION_ASSUMED, NULL, NULL,
                     "The gaming day is older than chapter %s, the game's first edition; the log "
                     "is audited under it.",
                     self->chapter);
}

/* The common work. Returns FALSE when the event goes no further. */
static gboolean
handle_common (SkyTable *self, const SkyEvent *event)
{
  switch ((guint) event->type)
    {
    case SKY_EVENT_TABLE_OPEN:
      self->open = TRUE;
      break;
    case SKY_EVENT_TABLE_CLOSE:
      self->open = FALSE;
      break;
    case SKY_EVENT_RULES:
      sky_submission_set (self, event);
      break;
    case SKY_EVENT_LIMITS:
      sky_limits_set (self, event);
      break;
    case SKY_EVENT_LIMITS_NOTICE:
      sky_limits_note (self, event);
      break;
    case SKY_EVENT_PLAYER:
      on_player (self, event);
      break;
    case SKY_EVENT_STAFF:
      sky_staffing_take (self, event);
      break;
    case SKY_EVENT_EQUIPMENT:
      sky_equipment_take (self, event);
      break;
    case SKY_EVENT_INSPECTION:
      sky_equipment_inspect (self, event);
      break;
    case SKY_EVENT_ROUND_START:
      begin_round (self, event);
      sky_equipment_begin_round (self);
      break;
    case SKY_EVENT_WAGER:
      return sky_wagering_place (self, event);
    case SKY_EVENT_WAGER_CHANGE:
      self->wager = find_named_wager (self, &event->change.wager);
      return sky_wagering_change (self, event);
    case SKY_EVENT_SETTLE:
      record_settlement (self, event);
      break;
    case SKY_EVENT_MOVE:
      self->wager = find_named_wager (self, &event->move.wager);
      return self->wager != NULL;
    case SKY_EVENT_DISPUTE:
      if (event->dispute.wager.length > 0)
        self->wager = find_named_wager (self, &event->dispute.wager);
      break;
    case SKY_EVENT_UNOBSERVED:
      sky_table_forget (self);
      break;
    case SKY_EVENT_STANDING:
      sky_table_stand (self, event);
      break;
    case SKY_EVENT_RESULT:
      self->has_result = TRUE;
      break;
    case SKY_EVENT_VOID:
      self->has_result = TRUE;
      self->instead_seq = 0;
      sky_table_release_held (self);
      break;
    default:
      break;
    }
  return TRUE;
}

/* Whoever recorded the event in hand could not see it for certain: what it is about is no more
 * certain than it is. */
static G_GNUC_NO_INLINE void
take_unsure (SkyTable *self, const SkyEvent *event)
{
  switch ((guint) event->type)
    {
    case SKY_EVENT_WAGER:
    case SKY_EVENT_WAGER_CHANGE:
    case SKY_EVENT_MOVE:
    case SKY_EVENT_SETTLE:
    case SKY_EVENT_DISPUTE:
      if (self->wager != NULL)
        self->wager->unsure = TRUE;
      break;
    case SKY_EVENT_STANDING:
      for (guint i = 0; i < self->up->len; i++)
        self->up->pdata[i]->unsure = TRUE;
      break;
    default:
      self->unsure = self->round != 0;
      break;
    }
}

void
sky_table_event (SkyTable *self, const SkyEvent *event)
{
  self->seq = event->seq;
  self->at = event->at;
  self->wager = NULL;
  self->seat = 0;
  self->unsure_event = event->origin.unsure;

  if (!self->started)
    begin_log (self);
  if (self->game->bets_end != SKY_BETS_END_NEVER)
    check_closing (self, event);
  check_seat_known (self, event);
  if (handle_common (self, event) && self->game->on[event->type] != NULL)
    self->game->on[event->type](self, event);
  if (G_UNLIKELY (self->unsure_event))
    take_unsure (self, event);
}
