/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include <inttypes.h>

#include "sky-clock-text.h"
#include "sky-entry.h"
#include "sky-help-window.h"
#include "sky-record-bet.h"
#include "sky-record-window-private.h"

/* Resuming goes back so far: whoever paused has seen what made them pause. */
#define BACK SKY_SECOND

/* --- Settlements ------------------------------------------------------------------------------ */

static void
settle (SkyRecordWindow *self, const SkySettlement *settlement)
{
  const SkyRecordDue *due = sky_record_window_get_chosen_due (self);

  if (due == NULL)
    {
      sky_record_window_tell (self, _ ("Choose a wager first"), TRUE);
      return;
    }
  sky_record_window_tell (self, "", FALSE);
  sky_record_window_look (self);
  sky_record_desk_settle (self->desk, due->wager, settlement);
}

void
sky_record_window_settle_paid (SkyRecordWindow *self, SkyMoney paid, gboolean stays)
{
  const SkyRecordDue *due = sky_record_window_get_chosen_due (self);
  SkySettlement settlement = { 0 };

  if (due == NULL)
    return;
  settlement.outcome = paid > 0 ? SKY_OUTCOME_WIN : SKY_OUTCOME_PUSH;
  settlement.paid = paid;
  settlement.stays = stays || (due->proposed && due->due.stays);
  settlement.returned = settlement.stays ? 0 : due->amount;
  settlement.vig = due->proposed ? due->due.vig : 0;
  settle (self, &settlement);
}

static void
accept_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const SkyRecordDue *due = sky_record_window_get_chosen_due (self);

  if (g_variant_get_int32 (parameter) != 0 && due == NULL)
    return;
  sky_record_window_tell (self, "", FALSE);
  sky_record_window_look (self);
  sky_record_desk_accept (self->desk, g_variant_get_int32 (parameter) != 0 ? due->wager : NULL);
}

static void
taken_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const SkyRecordDue *due = sky_record_window_get_chosen_due (self);
  const SkySettlement settlement = { .outcome = SKY_OUTCOME_LOSE,
                                     .taken = due != NULL ? due->amount : 0 };

  settle (self, &settlement);
}

static void
stays_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const SkyRecordDue *due = sky_record_window_get_chosen_due (self);

  if (due == NULL || !due->proposed)
    sky_record_window_tell (self, _ ("Type what was paid, then s"), TRUE);
  else
    sky_record_window_settle_paid (self, due->due.paid, TRUE);
}

static void
choose_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const SkyRecordState *state = sky_record_window_get_state (self);
  GtkSingleSelection *list = state != NULL && state->phase == SKY_CODING_RESULT
                                 ? self->due_selection
                                 : self->line_selection;
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (list));
  const guint at = gtk_single_selection_get_selected (list);
  const gint by = g_variant_get_int32 (parameter);

  if (n == 0 || (by < 0 && at == 0) || (by > 0 && at + 1 >= n))
    return;
  gtk_single_selection_set_selected (list, (guint) ((gint) at + by));
  gtk_widget_activate_action (GTK_WIDGET (list == self->due_selection ? self->due : self->lines),
                              "list.scroll-to-item", "u", (guint) ((gint) at + by));
}

static void
skip_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->due_selection));

  if (n > 0)
    gtk_single_selection_set_selected (
        self->due_selection, (gtk_single_selection_get_selected (self->due_selection) + 1) % n);
}

/* --- The round -------------------------------------------------------------------------------- */

static void
close_round (SkyRecordWindow *self)
{
  const SkyCodingWork work = {
    .at = g_get_real_time (),
    .seconds =
        self->begun_at != 0 ? (g_get_monotonic_time () - self->begun_at) / G_USEC_PER_SEC : 0,
    .keys = self->n_keys,
  };

  sky_record_window_look (self);
  sky_record_desk_close (self->desk, &work);
}

/* On "no more bets" the picture stands. */
static void
next_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const SkyRecordState *state = sky_record_window_get_state (self);

  sky_record_window_tell (self, "", FALSE);
  switch (state->phase)
    {
    case SKY_CODING_BETS:
      sky_camera_wall_pause (self->wall);
      G_GNUC_FALLTHROUGH;
    case SKY_CODING_BETWEEN:
      sky_record_window_look (self);
      sky_record_desk_advance (self->desk);
      break;
    case SKY_CODING_CLOSED:
      sky_record_window_tell (self, _ ("Type the result"), TRUE);
      break;
    case SKY_CODING_RESULT:
      sky_record_window_tell (self,
                              state->blind
                                  ? _ ("Wagers are due: type what was paid")
                                  : _ ("Wagers are due: A accepts them all, or type what was paid"),
                              TRUE);
      break;
    case SKY_CODING_SETTLED:
      close_round (self);
      break;
    }
}

static void
type_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);

  self->typing = TRUE;
  sky_record_window_begin_typing (self, "");
}

static void
void_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_record_window_begin_typing (SKY_RECORD_WINDOW (widget), "void ");
}

static void
repeat_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);

  sky_record_window_tell (self, "", FALSE);
  sky_record_window_look (self);
  sky_record_desk_repeat (self->desk,
                          g_variant_get_int32 (parameter) != 0 ? self->hand_holds.seat : 0);
}

static void
unsure_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const SkyRecordState *state = sky_record_window_get_state (self);
  const guint line = gtk_single_selection_get_selected (self->line_selection);

  if (line < state->lines->len)
    sky_record_desk_set_unsure (self->desk, line,
                                !g_array_index (state->lines, SkyRecordLine, line).unsure);
}

static void
remove_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const guint line = gtk_single_selection_get_selected (self->line_selection);

  if (line < sky_record_window_get_state (self)->lines->len)
    sky_record_desk_remove (self->desk, line);
}

static void
frame_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const SkyRecordState *state = sky_record_window_get_state (self);
  const guint line = gtk_single_selection_get_selected (self->line_selection);

  if (self->comparing)
    sky_record_window_show_other_side (self);
  else if (line < state->lines->len)
    sky_record_window_show_frame (self, &g_array_index (state->lines, SkyRecordLine, line));
}

static void
redo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);

  sky_record_window_tell (self, "", FALSE);
  sky_record_desk_redo (self->desk);
}

/* --- Corrections ------------------------------------------------------------------------------ */

static void
correct_cb (SkyRecordWindow *self, const char *response, AdwMessageDialog *dialog)
{
  GtkWidget *reason = adw_message_dialog_get_extra_child (dialog);
  const gint64 round = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (dialog), "round"));
  const char *text = gtk_editable_get_text (GTK_EDITABLE (reason));

  if (g_str_equal (response, "correct") && self->desk != NULL)
    {
      sky_record_window_tell (self, "", FALSE);
      sky_record_window_look (self);
      sky_record_desk_correct (self->desk, round, text[0] != '\0' ? text : _ ("seen again"));
    }
  else if (self->returning)
    sky_record_window_compare (self, self->compared_with);
}

/* The round of the log that the playhead is in, or the last one before it. */
static const SkyRecordRound *
find_round (SkyRecordWindow *self)
{
  const GArray *rounds = sky_record_window_get_state (self)->rounds;
  const SkyTime at = sky_camera_wall_get_position (self->wall);
  const SkyRecordRound *found = NULL;

  for (guint i = 0; i < rounds->len; i++)
    {
      const SkyRecordRound *round = &g_array_index (rounds, SkyRecordRound, i);

      if (found == NULL || (round->start <= at && round->start >= found->start))
        found = round;
    }
  return found;
}

static void
ask_to_correct (SkyRecordWindow *self, const SkyRecordRound *round, const char *why)
{
  g_autofree char *heading = NULL;
  GtkWidget *dialog;
  GtkWidget *reason;

  heading = g_strdup_printf (_ ("Record round %" PRId64 " again?"), round->round);
  dialog = adw_message_dialog_new (
      GTK_WINDOW (self), heading,
      _ ("Its lines come back to be changed. The log keeps the old lines; the new ones count in "
         "their place. Say why:"));
  reason = gtk_entry_new ();
  gtk_entry_set_activates_default (GTK_ENTRY (reason), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (reason), why);
  gtk_accessible_update_property (GTK_ACCESSIBLE (reason), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Reason"), -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), reason);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "correct",
                                    _ ("_Record Again"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "correct");
  g_object_set_data (G_OBJECT (dialog), "round", GINT_TO_POINTER ((gint) round->round));
  g_signal_connect_object (dialog, "response", G_CALLBACK (correct_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* The round of the chosen disagreement: once it is written, the comparison comes back. */
static void
correct_disagreement (SkyRecordWindow *self)
{
  const SkyRecordDisagreement *chosen = sky_record_agreement_get_chosen (self->agreement);
  const SkyRecordComparison *comparison = sky_record_agreement_get (self->agreement);
  const GArray *rounds = sky_record_window_get_state (self)->rounds;
  g_autofree char *why = NULL;

  if (chosen == NULL)
    return;
  for (guint i = 0; i < rounds->len; i++)
    {
      const SkyRecordRound *round = &g_array_index (rounds, SkyRecordRound, i);

      if (round->round != chosen->round)
        continue;
      /* Translators: why a round is recorded again; %s is the other log. */
      why = g_strdup_printf (_ ("compared with %s"),
                             (const char *) comparison->others->pdata[comparison->chosen]);
      sky_record_window_leave_comparison (self);
      self->returning = TRUE;
      ask_to_correct (self, round, why);
      return;
    }
  sky_record_window_tell (self, _ ("This recording lacks the round: correct the other one"), TRUE);
}

static void
correct_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const SkyRecordRound *round = find_round (self);

  if (self->comparing)
    correct_disagreement (self);
  else if (round == NULL)
    sky_record_window_tell (self, _ ("The log has no round yet"), TRUE);
  else
    ask_to_correct (self, round, "");
}

/* Where nothing is left to take back, the last round of the log may be opened again. */
static void
undo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const SkyRecordState *state = sky_record_window_get_state (self);

  sky_record_window_tell (self, "", FALSE);
  if (state->phase == SKY_CODING_BETWEEN && state->lines->len == 0 && !state->can_undo
      && state->rounds->len > 0)
    ask_to_correct (self, &g_array_index (state->rounds, SkyRecordRound, state->rounds->len - 1),
                    "");
  else
    sky_record_desk_undo (self->desk);
}

static void
abandon_cb (SkyRecordWindow *self, const char *response)
{
  if (g_str_equal (response, "drop") && self->desk != NULL)
    sky_record_desk_abandon (self->desk);
}

static void
abandon_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  GtkWidget *dialog =
      adw_message_dialog_new (GTK_WINDOW (self), _ ("Drop what you recorded of this round?"),
                              _ ("The log stays as it is. This cannot be undone."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "drop",
                                    _ ("_Drop"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "drop",
                                              ADW_RESPONSE_DESTRUCTIVE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (abandon_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* --- Out of view ------------------------------------------------------------------------------ */

void
sky_record_window_show_away (SkyRecordWindow *self)
{
  const gboolean away = self->away_since != SKY_TIME_NONE;

  if (away)
    {
      g_autofree char *since = sky_clock_text (self->away_since, sky_clock_get_zone (self->clock));
      g_autofree char *text = g_strdup_printf (
          /* Translators: %s is a time. */
          _ ("Out of view since %s. Go to where you see the table again and press 1: the view is "
             "blocked, 2: no recordings, 3: not in the sample, 4: left out. Escape: go on."),
          since);

      gtk_label_set_label (self->away, text);
    }
  gtk_info_bar_set_revealed (self->away_bar, away);
}

static void
away_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);

  self->away_since = sky_camera_wall_get_position (self->wall);
  sky_record_window_show_away (self);
}

/* The stretch that was not looked at ends here. */
void
sky_record_window_come_back (SkyRecordWindow *self, guint reason)
{
  static const SkyUnobservedReason reasons[] = {
    SKY_UNOBSERVED_VIEW_BLOCKED,
    SKY_UNOBSERVED_NO_FOOTAGE,
    SKY_UNOBSERVED_NOT_SAMPLED,
    SKY_UNOBSERVED_LEFT_OUT,
  };
  const SkyTime until = sky_camera_wall_get_position (self->wall);

  if (until <= self->away_since)
    {
      sky_record_window_tell (self, _ ("Go on to where you see the table again"), TRUE);
      return;
    }
  sky_record_desk_look_away (self->desk, self->away_since, until, reasons[reason]);
  self->away_since = SKY_TIME_NONE;
  sky_record_window_tell (self, "", FALSE);
  sky_record_window_show_away (self);
}

/* --- A plan, and the end ---------------------------------------------------------------------- */

static void
stretch_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_record_window_go_on (SKY_RECORD_WINDOW (widget));
}

static void
skip_stretch_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_record_window_ask_to_skip (SKY_RECORD_WINDOW (widget));
}

static void
stretches_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_menu_button_popup (SKY_RECORD_WINDOW (widget)->plan_button);
}

static void
finish_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_record_window_ask_to_finish (SKY_RECORD_WINDOW (widget));
}

/* --- Beside another log ----------------------------------------------------------------------- */

static void
compare_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);

  if (self->comparing)
    sky_record_window_leave_comparison (self);
  else
    sky_record_window_compare (self, self->compared_with);
}

static void
disagreement_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_record_agreement_step (SKY_RECORD_WINDOW (widget)->agreement,
                             g_variant_get_int32 (parameter));
}

/* --- Chips ------------------------------------------------------------------------------------ */

/* What was typed before a click is the amount in hand. */
static void
take_amount (SkyRecordWindow *self)
{
  SkyMoney amount;

  if (sky_record_money_parse (sky_record_window_get_typed (self), &amount) && amount > 0)
    {
      self->hand_holds.amount = amount;
      sky_record_window_leave_entry (self);
      sky_record_window_show_hand (self);
    }
}

static gboolean
is_betting (const SkyRecordState *state)
{
  return state != NULL
         && (state->phase == SKY_CODING_BETWEEN || state->phase == SKY_CODING_BETS
             || state->phase == SKY_CODING_CLOSED);
}

/* A click where chips of the same bet and seat were laid in this round lays one more. */
void
sky_record_window_lay (SkyRecordWindow *self, const char *bet)
{
  const SkyRecordState *state = sky_record_window_get_state (self);
  g_autofree char *text = NULL;
  gint line;

  if (self->desk == NULL || !is_betting (state))
    {
      sky_record_window_tell (self, _ ("The round has its result: chips are laid in the next one"),
                              TRUE);
      return;
    }
  self->n_keys++;
  take_amount (self);
  sky_record_window_look (self);
  sky_record_window_tell (self, "", FALSE);
  line = sky_record_state_find_bet (state, bet);
  if (line >= 0)
    {
      sky_record_desk_set_amount (self->desk, (guint) line,
                                  g_array_index (state->lines, SkyRecordLine, line).amount
                                      + self->hand_holds.amount);
      return;
    }
  text = sky_record_bet_add_amount (bet, self->hand_holds.amount);
  sky_record_desk_enter (self->desk, text, &self->hand_holds);
}

/* A wager that lay before this round is taken down by a line of its own. */
void
sky_record_window_take_back (SkyRecordWindow *self, const char *wager)
{
  const gint line = sky_record_window_get_state (self) != NULL
                        ? sky_record_state_find_placed (sky_record_window_get_state (self), wager)
                        : -1;

  if (sky_record_window_get_state (self) == NULL)
    return;
  self->n_keys++;
  sky_record_window_look (self);
  if (line >= 0)
    sky_record_desk_remove (self->desk, (guint) line);
  else
    {
      g_autofree char *text = g_strdup_printf ("wager_change %s remove", wager);

      sky_record_desk_enter (self->desk, text, &self->hand_holds);
    }
}

void
sky_record_window_more_or_less (SkyRecordWindow *self, const char *wager, int direction)
{
  const SkyRecordState *state = sky_record_window_get_state (self);
  const gint line = state != NULL ? sky_record_state_find_placed (state, wager) : -1;
  SkyMoney amount;

  if (line < 0)
    {
      sky_record_window_tell (self, _ ("Only wagers of this round change by the wheel"), TRUE);
      return;
    }
  self->n_keys++;
  amount = g_array_index (state->lines, SkyRecordLine, line).amount
           + direction * self->hand_holds.amount;
  if (amount > 0)
    sky_record_desk_set_amount (self->desk, (guint) line, amount);
  else
    sky_record_desk_remove (self->desk, (guint) line);
}

static void
seat_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);

  self->hand_holds.seat = g_variant_get_int32 (parameter);
  sky_record_window_show_hand (self);
}

/* The next seat with a player or a wager; where nobody is known, the next number. */
static void
next_seat_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const SkyScene *scene = sky_record_window_get_state (self)->scene;
  gint64 seat = self->hand_holds.seat;
  gboolean known = FALSE;

  for (guint i = 0; i < SKY_ENTRY_MAX_SEATS && !known; i++)
    {
      seat = seat % SKY_ENTRY_MAX_SEATS + 1;
      known = (guint) seat <= scene->seats->len
              && g_array_index (scene->seats, SkySeat, seat - 1).present;
      for (guint j = 0; j < scene->wagers->len && !known; j++)
        known = g_array_index (scene->wagers, SkySceneWager, j).seat == seat;
    }
  self->hand_holds.seat = known ? seat : self->hand_holds.seat % SKY_ENTRY_MAX_SEATS + 1;
  sky_record_window_show_hand (self);
}

/* --- Playback --------------------------------------------------------------------------------- */

static void
shuttle (SkyRecordWindow *self, int rate)
{
  if (rate == 0)
    {
      sky_camera_wall_pause (self->wall);
      return;
    }
  sky_camera_wall_set_rate (self->wall, rate);
  sky_camera_wall_play (self->wall);
}

static void
play_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const SkyTime at = sky_camera_wall_get_position (self->wall);
  SkyTime from;
  SkyTime until;

  if (sky_camera_wall_get_playing (self->wall))
    {
      sky_camera_wall_pause (self->wall);
      return;
    }
  sky_camera_wall_get_range (self->wall, &from, &until);
  if (sky_camera_wall_get_rate (self->wall) > 0)
    sky_camera_wall_seek (self->wall, MAX (at - BACK, from));
  sky_camera_wall_play (self->wall);
}

static void
shuttle_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const int sign = g_str_equal (name, "win.forward") ? 1 : -1;
  const int rate = sky_camera_wall_get_rate (self->wall);
  const gboolean faster = sky_camera_wall_get_playing (self->wall) && rate * sign > 0;

  shuttle (self, faster ? sign * MIN (ABS (rate) * 2, SKY_RATE_MAX) : sign * SKY_RATE_ONE);
}

static void
pause_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  shuttle (SKY_RECORD_WINDOW (widget), 0);
}

static void
rate_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_camera_wall_set_rate (SKY_RECORD_WINDOW (widget)->wall, g_variant_get_int32 (parameter));
}

static void
step_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_camera_wall_step (SKY_RECORD_WINDOW (widget)->wall, g_variant_get_int32 (parameter));
}

/* The next line of the round in hand, or the one before. */
static void
event_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const GArray *lines = sky_record_window_get_state (self)->lines;
  const SkyTime at = sky_camera_wall_get_position (self->wall);
  const int direction = g_variant_get_int32 (parameter);
  SkyTime found = SKY_TIME_NONE;

  for (guint i = 0; i < lines->len; i++)
    {
      const SkyTime line = g_array_index (lines, SkyRecordLine, i).at;

      if (direction > 0 ? line > at && (found == SKY_TIME_NONE || line < found)
                        : line < at && (found == SKY_TIME_NONE || line > found))
        found = line;
    }
  if (found != SKY_TIME_NONE)
    sky_camera_wall_seek (self->wall, found);
}

static void
round_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (widget);
  const GArray *rounds = sky_record_window_get_state (self)->rounds;
  const SkyTime at = sky_camera_wall_get_position (self->wall);
  const int direction = g_variant_get_int32 (parameter);
  SkyTime found = SKY_TIME_NONE;

  for (guint i = 0; i < rounds->len; i++)
    {
      const SkyTime start = g_array_index (rounds, SkyRecordRound, i).start;

      if (direction > 0 ? start > at && (found == SKY_TIME_NONE || start < found)
                        : start < at && (found == SKY_TIME_NONE || start > found))
        found = start;
    }
  if (found != SKY_TIME_NONE)
    sky_camera_wall_seek (self->wall, found);
}

static void
go_to_time_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_transport_ask_time (SKY_RECORD_WINDOW (widget)->transport);
}

/* --- Beginning ---------------------------------------------------------------------------------
 */

static void
begin_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit_by_name (SKY_RECORD_WINDOW (widget)->setup, "begin");
}

static void
folder_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit_by_name (SKY_RECORD_WINDOW (widget)->setup, "choose-folder");
}

static void
draw_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_record_window_ask_to_draw (SKY_RECORD_WINDOW (widget));
}

static void
plan_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit_by_name (SKY_RECORD_WINDOW (widget)->setup, "choose-plan");
}

/* --- The actions -------------------------------------------------------------------------------
 */

typedef enum
{
  ALWAYS,
  AT_SETUP,
  TO_SEE,  /* recordings are */
  AT_WORK, /* and the round is shown, not a comparison */
  BY_PLAN, /* a plan leads */
  COMPARING,
  TO_BET,  /* wagers are placed */
  AWAITED, /* the result is */
  DUE,     /* wagers are */
  BETWEEN, /* no round is in hand */
  N_NEEDS,
} Need;

static void
focus_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD);
}

static void
help_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyHelpWindow *help = sky_help_window_new (GTK_WINDOW (widget));

  sky_help_window_show_page (help, "5-record");
  gtk_window_present (GTK_WINDOW (help));
}

/* 1: its next step; 0: its end. */
static void
tour_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRecordTour *tour = SKY_RECORD_WINDOW (widget)->tour;

  if (g_variant_get_int32 (parameter) > 0)
    sky_record_tour_next (tour);
  else
    sky_record_tour_end (tour);
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_menu_button_popup (SKY_RECORD_WINDOW (widget)->menu_button);
}

static const struct
{
  const char *name;
  const char *parameter;
  GtkWidgetActionActivateFunc activate;
  Need need;
} actions[] = {
  { "record.folder", NULL, folder_action, AT_SETUP },
  { "record.plan", NULL, plan_action, AT_SETUP },
  { "record.draw", NULL, draw_action, AT_SETUP },
  { "record.begin", NULL, begin_action, AT_SETUP },
  { "record.next", NULL, next_action, AT_WORK },
  { "record.type", NULL, type_action, AT_WORK },
  { "record.seat", "i", seat_action, AT_WORK },
  { "record.next-seat", NULL, next_seat_action, AT_WORK },
  { "record.repeat", "i", repeat_action, TO_BET },
  { "record.void", NULL, void_action, AWAITED },
  { "record.accept", "i", accept_action, DUE },
  { "record.taken", NULL, taken_action, DUE },
  { "record.stays", NULL, stays_action, DUE },
  { "record.skip", NULL, skip_action, DUE },
  { "record.choose", "i", choose_action, AT_WORK },
  { "record.unsure", NULL, unsure_action, AT_WORK },
  { "record.away", NULL, away_action, AT_WORK },
  { "record.frame", NULL, frame_action, TO_SEE },
  { "record.remove", NULL, remove_action, AT_WORK },
  { "record.undo", NULL, undo_action, AT_WORK },
  { "record.redo", NULL, redo_action, AT_WORK },
  { "record.correct", NULL, correct_action, BETWEEN },
  { "record.abandon", NULL, abandon_action, AT_WORK },
  { "record.stretch", NULL, stretch_action, BY_PLAN },
  { "record.skip-stretch", NULL, skip_stretch_action, BY_PLAN },
  { "record.stretches", NULL, stretches_action, BY_PLAN },
  { "record.finish", NULL, finish_action, AT_WORK },
  { "record.compare", NULL, compare_action, BETWEEN },
  { "record.disagreement", "i", disagreement_action, COMPARING },
  { "record.tour", "i", tour_action, AT_WORK },
  { "record.focus", NULL, focus_action, TO_SEE },
  { "record.menu", NULL, menu_action, TO_SEE },
  { "record.help", NULL, help_action, ALWAYS },
  { "win.play", NULL, play_action, TO_SEE },
  { "win.reverse", NULL, shuttle_action, TO_SEE },
  { "win.pause", NULL, pause_action, TO_SEE },
  { "win.forward", NULL, shuttle_action, TO_SEE },
  { "win.rate", "i", rate_action, TO_SEE },
  { "win.step", "i", step_action, TO_SEE },
  { "win.event", "i", event_action, TO_SEE },
  { "win.round", "i", round_action, TO_SEE },
  { "win.go-to-time", NULL, go_to_time_action, TO_SEE },
};

static gboolean
is_met (SkyRecordWindow *self, Need need)
{
  const SkyRecordState *state = self->failed_for_good ? NULL : sky_record_window_get_state (self);

  switch (need)
    {
    case ALWAYS:
      return TRUE;
    case AT_SETUP:
      return self->desk == NULL;
    case TO_SEE:
      return state != NULL;
    case AT_WORK:
      return state != NULL && !self->comparing;
    case BY_PLAN:
      return state != NULL && !self->comparing && self->plan != NULL;
    case COMPARING:
      return state != NULL && self->comparing;
    case TO_BET:
      return state != NULL && !self->comparing
             && (state->phase == SKY_CODING_BETWEEN || state->phase == SKY_CODING_BETS);
    case AWAITED:
      return state != NULL && state->phase == SKY_CODING_CLOSED;
    case DUE:
      return state != NULL && state->phase == SKY_CODING_RESULT;
    case BETWEEN:
      return state != NULL && state->phase == SKY_CODING_BETWEEN && state->lines->len == 0;
    case N_NEEDS:
      break;
    }
  return FALSE;
}

void
sky_record_window_update_actions (SkyRecordWindow *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i].name,
                                   is_met (self, actions[i].need));
}

gboolean
sky_record_window_can (SkyRecordWindow *self, const char *action)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].name, action))
      return is_met (self, actions[i].need);
  return FALSE;
}

void
sky_record_window_install_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter,
                                     actions[i].activate);
}

gboolean
sky_record_window_has (const char *action)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].name, action))
      return TRUE;
  return FALSE;
}
