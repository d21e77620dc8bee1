/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-edition.h"
#include "sky-equipment.h"
#include "sky-staffing.h"
#include "sky-table-private.h"

#include <string.h>

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
  self->equipment = sky_equipment_new (self->id);
  self->staffing = sky_staffing_new ();
  self->held = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_finding_free);
  self->unknown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->state = game->begin (self);
  return self;
}

void
sky_table_free (SkyTable *self)
{
  if (self == NULL)
    return;
  self->game->end (self->state);
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

SkyWager *
sky_table_find_wager (const SkyTable *self, SkyText id)
{
  return sky_wager_book_find (self->wagers, id);
}

gboolean
sky_table_has_patrons (const SkyTable *self)
{
  for (guint i = 0; i < self->seats->len; i++)
    if (g_array_index (self->seats, SkySeat, i).present)
      return TRUE;
  return FALSE;
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

gboolean
sky_table_is_news (SkyTable *self, const char *kind, const char *text)
{
  return g_hash_table_add (self->unknown, g_strconcat (kind, " ", text, NULL));
}

static G_GNUC_NO_INLINE void
raise_unknown_seat (SkyTable *self, gint64 seat)
{
  char number[24];

  g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, seat);
  if (!sky_table_is_news (self, "seat", number))
    return;
  sky_table_raise (self, SKY_CHECK_LOG_UNKNOWN_REFERENCE, NULL, NULL,
                   "Seat %" G_GINT64_FORMAT " is named, which the log never introduced.", seat);
}

static inline void
check_seat_known (SkyTable *self, gint64 seat)
{
  if (seat >= 1 && sky_table_get_seat (self, seat) == NULL)
    raise_unknown_seat (self, seat);
}

/* Where cards or tiles go: a position that always gets them may have no player. */
static void
check_place_known (SkyTable *self, gint64 to)
{
  if (to > self->game->positions_dealt)
    check_seat_known (self, to);
}

static G_GNUC_NO_INLINE void
raise_unknown_wager (SkyTable *self, SkyText id)
{
  g_autofree char *name = sky_text_dup (id);

  if (!sky_table_is_news (self, "wager", name))
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
  self->round = event->round.round;
  self->round_seq = self->seq;
  self->round_at = self->at;
  self->betting_closed = FALSE;
  self->called = FALSE;
  self->missed_call = FALSE;
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
  if (self->round == 0)
    return;
  if (event->type == SKY_EVENT_NO_MORE_BETS)
    {
      self->called = TRUE;
      self->betting_closed = TRUE;
    }
  else if (!self->called && !self->missed_call && event->type == self->game->closes_by (self))
    {
      self->missed_call = TRUE;
      if (!self->game->only_the_call_closes)
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
      check_seat_known (self, event->wager.seat);
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
      check_seat_known (self, event->dispute.seat);
      if (event->dispute.wager.length > 0)
        self->wager = find_named_wager (self, &event->dispute.wager);
      break;
    case SKY_EVENT_RESULT:
      self->has_result = TRUE;
      break;
    case SKY_EVENT_VOID:
      self->has_result = TRUE;
      self->instead_seq = 0;
      sky_table_release_held (self);
      break;
    case SKY_EVENT_DEAL:
    case SKY_EVENT_EXPOSE:
      check_place_known (self, event->deal.to);
      break;
    case SKY_EVENT_SET:
      check_seat_known (self, event->set.to);
      break;
    case SKY_EVENT_REVEAL:
      check_seat_known (self, event->reveal.seat);
      break;
    case SKY_EVENT_DICE_OFFER:
      check_seat_known (self, event->dice_offer.seat);
      break;
    case SKY_EVENT_SHOOTER:
      check_seat_known (self, event->shooter.seat);
      break;
    case SKY_EVENT_DECISION:
      check_seat_known (self, event->decision.seat);
      break;
    case SKY_EVENT_BANK:
      check_seat_known (self, event->bank.seat);
      break;
    case SKY_EVENT_BANK_SETTLE:
      check_seat_known (self, event->bank_settle.seat);
      break;
    case SKY_EVENT_LIGHT:
      check_seat_known (self, event->light.seat);
      break;
    case SKY_EVENT_VALIDATE:
      check_seat_known (self, event->validate.seat);
      break;
    case SKY_EVENT_ENVY:
      check_seat_known (self, event->envy.seat);
      break;
    default:
      break;
    }
  return TRUE;
}

void
sky_table_event (SkyTable *self, const SkyEvent *event)
{
  self->seq = event->seq;
  self->at = event->at;
  self->wager = NULL;

  if (!self->started)
    begin_log (self);
  if (self->game->closes_by != NULL)
    check_closing (self, event);
  if (handle_common (self, event) && self->game->on[event->type] != NULL)
    self->game->on[event->type](self, event);
}

void
sky_table_end_wager (SkyTable *self, SkyWager *wager)
{
  if (wager->status != SKY_WAGER_UP)
    return;
  wager->status = SKY_WAGER_ENDED;
  self->thinned = TRUE;
}

const SkyWagerList *
sky_table_find_awaiting (SkyTable *self, guint result)
{
  sky_wager_list_find (self->up, result, self->awaiting);
  return self->awaiting;
}

/* Leaves on the list what is still up. */
static void
thin_list (SkyTable *self)
{
  SkyWagerList up = *self->up;
  guint64 kinds = 0;
  guint kept = 0;

  for (guint i = 0; i < up.len; i++)
    {
      SkyWager *wager = up.pdata[i];
      guint64 is_up = wager->status == SKY_WAGER_UP;

      /* Which are up nobody can foretell: no branches. */
      up.pdata[kept] = wager;
      up.awaits[kept] = up.awaits[i];
      kept += (guint) is_up;
      kinds |= is_up << wager->kind % 64;
    }
  self->up->len = kept;
  self->kinds_up = kinds;
  self->thinned = FALSE;
}

void
sky_table_close_round (SkyTable *self)
{
  SkyWager **decided = self->decided->pdata;
  guint n_decided = self->decided->len;

  for (guint i = 0; i < n_decided; i++)
    {
      SkyWager *wager = decided[i];

      /* A void throw that left it up decided nothing. */
      if (wager->due.outcome != SKY_OUTCOME_NONE && (!wager->due.optional || wager->matched))
        wager->last_due = wager->due;
      wager->due.outcome = SKY_OUTCOME_NONE;
      wager->matched = FALSE;
      wager->listed = FALSE;
    }
  self->decided->len = 0;
  if (self->thinned)
    thin_list (self);
  sky_table_release_held (self);
  self->round = 0;
  self->betting_closed = FALSE;
  self->called = FALSE;
  self->missed_call = FALSE;
  self->has_result = FALSE;
  self->instead_seq = 0;
  self->impossible = FALSE;
}

void
sky_table_list_wagers (SkyTable *self)
{
  self->decided->len = 0;
  self->kinds_up = 0;
  self->thinned = FALSE;
  for (guint i = 0; i < self->up->len; i++)
    {
      SkyWager *wager = self->up->pdata[i];

      self->up->awaits[i] = wager->awaits;
      self->kinds_up |= SKY_KIND_BIT (wager->kind);
      self->thinned |= wager->status != SKY_WAGER_UP;
      wager->listed = FALSE;
      if (wager->due.outcome != SKY_OUTCOME_NONE || wager->matched)
        sky_table_begin_due (self, wager);
    }
}

const char *
sky_table_section_in_force (const SkyTable *self, const char *section)
{
  const char *other = section != NULL && self->game->section_in_force != NULL
                          ? self->game->section_in_force (self, section)
                          : NULL;

  return other != NULL ? other : section;
}

const char *
sky_table_wager_section (const SkyTable *self, const SkyWager *wager)
{
  return sky_table_section_in_force (self, wager->bet != NULL ? sky_wager_section (wager)
                                                              : self->game->wagers_section);
}

/* Fills in what @due, the wager's, leaves empty. */
static inline void
complete_due (SkyTable *self, const SkyWager *wager, SkyDue *due)
{
  if (due->seq == 0)
    due->seq = self->seq;
  if (wager->bet != NULL)
    {
      if (due->section == NULL)
        due->section = sky_wager_section (wager);
      if (due->odds_section == NULL)
        due->odds_section = wager->bet->odds_section;
    }
  else
    due->section = self->game->wagers_section;
  if (self->game->section_in_force == NULL)
    return;
  due->section = sky_table_section_in_force (self, due->section);
  due->odds_section = sky_table_section_in_force (self, due->odds_section);
}

void
sky_table_decide (SkyTable *self, SkyWager *wager, const SkyDue *due)
{
  SkyDue *own = sky_table_begin_due (self, wager);

  *own = *due;
  complete_due (self, wager, own);
}

void
sky_table_decide_win (SkyTable *self, SkyWager *wager, const SkyPay *pay)
{
  SkyDue *due = sky_table_begin_due (self, wager);
  SkyOdds odds = sky_table_odds (self, pay);

  *due = (SkyDue){
    .outcome = SKY_OUTCOME_WIN,
    .paid = sky_table_pay (self, wager->amount, odds),
    .returned = wager->amount,
    .may_stay = (wager->bet->flags & SKY_BET_MAY_STAY) != 0,
    .pay = pay,
    .odds = odds,
  };
  complete_due (self, wager, due);
}

void
sky_table_decide_lose (SkyTable *self, SkyWager *wager)
{
  SkyDue *due = sky_table_begin_due (self, wager);

  *due = (SkyDue){ .outcome = SKY_OUTCOME_LOSE, .taken = wager->amount };
  complete_due (self, wager, due);
}

void
sky_table_decide_void (SkyTable *self, SkyWager *wager)
{
  SkyDue *due = sky_table_begin_due (self, wager);

  *due = (SkyDue){ .outcome = SKY_OUTCOME_VOID, .returned = wager->amount };
  complete_due (self, wager, due);
}

void
sky_table_undecide (SkyTable *self, SkyWager *wager)
{
  wager->due = (SkyDue){ 0 };
}

static const char *const general_chapters[] = { "521", "611a", "465a" };

/* The section that a finding cites. Returns FALSE when the check is not made at this game. */
static gboolean
find_section (const SkyTable *self,
              SkyCheck check,
              const SkyWager *wager,
              const char *given,
              const char **section)
{
  const char *listed = sky_check_info (check)->sections;
  const char *own;

  *section = sky_table_section_in_force (self, given);
  if (given != NULL)
    return TRUE;

  own = sky_check_section (check, self->game->chapter);
  if (own != NULL)
    {
      *section = sky_table_section_in_force (self, own);
      return TRUE;
    }
  if (*listed == '\0')
    {
      if (wager != NULL && sky_check_info (check)->queue != SKY_QUEUE_INTEGRITY)
        *section = sky_table_wager_section (self, wager);
      return TRUE;
    }
  /* 521, 465a and 611a are for every game; a chapter of subpart K for its own alone. */
  for (guint i = 0; i < G_N_ELEMENTS (general_chapters) && *section == NULL; i++)
    *section = sky_check_section (check, general_chapters[i]);
  return *section != NULL;
}

G_GNUC_PRINTF (9, 0)
static void
raise_finding (SkyTable *self,
               SkyCheck check,
               const char *given,
               const SkyWager *wager,
               guint64 seq,
               SkyTime at,
               char *recorded,
               char *recomputed,
               const char *format,
               va_list args)
{
  g_autofree char *recorded_json = recorded;
  g_autofree char *recomputed_json = recomputed;
  const char *section;
  SkyFinding *finding;

  if (!find_section (self, check, wager, given, &section))
    return;

  finding = g_new0 (SkyFinding, 1);
  finding->check = check;
  finding->section = section;
  finding->reading = sky_check_info (check)->reading;
  finding->seq = seq;
  finding->at = at;
  finding->round = self->round;
  finding->wager = wager != NULL ? g_strdup (wager->id) : NULL;
  finding->seat = wager != NULL ? wager->seat : 0;
  finding->recorded = g_steal_pointer (&recorded_json);
  finding->recomputed = g_steal_pointer (&recomputed_json);
  finding->explanation = g_strdup_vprintf (format, args);
  if (self->holding)
    g_ptr_array_add (self->held, finding);
  else
    self->sink.finding (self->sink.finding_data, finding);
}

void
sky_table_release_held (SkyTable *self)
{
  while (self->held->len > 0)
    self->sink.finding (self->sink.finding_data, g_ptr_array_steal_index (self->held, 0));
}

void
sky_table_drop_held (SkyTable *self)
{
  g_ptr_array_set_size (self->held, 0);
}

void
sky_table_take_place (SkyTable *self)
{
  sky_table_drop_held (self);
  self->instead_seq = self->seq;
  sky_table_step (self, NULL, self->seq, NULL,
                  "Another result of the round, and no void between: this one alone counts.");
}

void
sky_table_raise (SkyTable *self,
                 SkyCheck check,
                 const char *section,
                 const SkyWager *wager,
                 const char *format,
                 ...)
{
  va_list args;

  va_start (args, format);
  raise_finding (self, check, section, wager, self->seq, self->at, NULL, NULL, format, args);
  va_end (args);
}

void
sky_table_raise_at (SkyTable *self,
                    SkyCheck check,
                    const char *section,
                    const SkyWager *wager,
                    guint64 seq,
                    SkyTime at,
                    char *recorded,
                    char *recomputed,
                    const char *format,
                    ...)
{
  va_list args;

  va_start (args, format);
  raise_finding (self, check, section, wager, seq, at, recorded, recomputed, format, args);
  va_end (args);
}

void
sky_table_step_real (SkyTable *self,
                     const SkyWager *wager,
                     guint64 seq,
                     const char *section,
                     const char *format,
                     ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  self->sink.step (self->sink.step_data, wager, seq, sky_table_section_in_force (self, section),
                   text);
}

const char *
sky_table_wager_name (const SkyTable *self, const SkyWager *wager)
{
  const char *name;

  if (wager->bet == NULL)
    return wager->bet_name;
  name = self->game->wager_name != NULL ? self->game->wager_name (self, wager) : NULL;
  return name != NULL ? name : wager->bet->name;
}

char *
sky_table_describe (const SkyTable *self, const SkyWager *wager, const SkyDue *due)
{
  const char *name = sky_table_wager_name (self, wager);
  g_autofree char *stake = sky_money_format (wager->amount);
  g_autofree char *odds = NULL;
  g_autofree char *paid = NULL;
  char *own = self->game->describe != NULL ? self->game->describe (self, wager, due) : NULL;

  if (own != NULL)
    return own;

  switch (due->outcome)
    {
    case SKY_OUTCOME_WIN:
      if (due->odds.b == 0)
        break;
      odds = sky_odds_format (due->odds);
      paid = sky_money_format (due->paid);
      if (due->odds.for_one)
        return g_strdup_printf ("%s pays %s: %s × %d less the stake is %s", name, odds, stake,
                                due->odds.a, paid);
      return g_strdup_printf ("%s pays %s: %s × %d / %d = %s", name, odds, stake, due->odds.a,
                              due->odds.b, paid);
    case SKY_OUTCOME_LOSE:
      return g_strdup_printf ("%s loses and its %s are taken", name, stake);
    case SKY_OUTCOME_PUSH:
      return g_strdup_printf ("%s is a tie and its %s go back", name, stake);
    case SKY_OUTCOME_VOID:
      return g_strdup_printf ("%s is void and its %s go back in full", name, stake);
    case SKY_OUTCOME_SURRENDER:
      return g_strdup_printf ("%s was surrendered", name);
    case SKY_OUTCOME_NONE:
      return g_strdup_printf ("%s is not decided", name);
    }
  paid = sky_money_format (due->paid);
  return g_strdup_printf ("%s wins %s", name, paid);
}

/* Whether the table settled @wager in this round before what decides it: it has ended by that. */
static gboolean
was_settled_before (const SkyTable *self, const SkyWager *wager)
{
  return wager->settlement.seq > self->round_seq && sky_wager_is_settled (wager)
         && wager->settlement.seq < wager->due.seq && wager->due.outcome != SKY_OUTCOME_VOID;
}

void
sky_table_tell_due_real (SkyTable *self, const SkyWager *wager, guint64 seq, const char *how)
{
  g_autofree char *text = NULL;
  g_autofree char *settled = NULL;
  char reading[32] = "";

  if (wager->due.outcome == SKY_OUTCOME_NONE)
    return;
  if (was_settled_before (self, wager))
    settled = g_strdup_printf (
        "The wager was settled at event %" G_GUINT64_FORMAT
        ", before this, and has ended; for a dispute alone counts that it would be so: ",
        wager->settlement.seq);
  if (wager->due.reading != 0)
    g_snprintf (reading, sizeof reading, " (reading R%u)", wager->due.reading);
  text = sky_table_describe (self, wager, &wager->due);
  sky_table_step (self, wager, seq,
                  wager->due.outcome == SKY_OUTCOME_WIN ? wager->due.odds_section
                                                        : wager->due.section,
                  "%s%s%s%s.", how, settled != NULL ? settled : "", text, reading);
}
