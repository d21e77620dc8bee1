/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-window.h"

#include <glib/gi18n.h>

#include <inttypes.h>
#include <string.h>

#include "sky-child-window.h"
#include "sky-clock-text.h"
#include "sky-file-chooser.h"
#include "sky-keys.h"
#include "sky-record-bet.h"
#include "sky-record-completion.h"
#include "sky-record-row.h"
#include "sky-record-window-private.h"

/* Positions farther apart were not played. */
#define MAX_STRIDE (SKY_SECOND / 2)

G_DEFINE_FINAL_TYPE (SkyRecordWindow, sky_record_window, ADW_TYPE_WINDOW)

/* --- The instant that is looked at ------------------------------------------------------------ */

static void
position_cb (SkyRecordWindow *self)
{
  const SkyTime at = sky_camera_wall_get_position (self->wall);
  const gint rate = sky_camera_wall_get_rate (self->wall);
  const gboolean plays = sky_camera_wall_get_playing (self->wall) && rate > 0;

  if (self->desk != NULL && plays && self->played != SKY_TIME_NONE && at > self->played
      && at - self->played < MAX_STRIDE * MAX (rate, SKY_RATE_ONE) / SKY_RATE_ONE)
    sky_record_desk_add_played (self->desk, self->played, at, (guint) (rate * 100 / SKY_RATE_ONE));
  self->played = plays ? at : SKY_TIME_NONE;
  sky_record_window_show_plan (self);
}

static void
playing_cb (SkyRecordWindow *self)
{
  if (!sky_camera_wall_get_playing (self->wall))
    self->played = SKY_TIME_NONE;
  else if (self->played == SKY_TIME_NONE)
    self->played = sky_camera_wall_get_position (self->wall);
}

/* --- What is shown ---------------------------------------------------------------------------- */

/* "Bets ▸ Closed ▸ Result ▸ Settled", the present one bold, and which round it is. */
static void
show_phase (SkyRecordWindow *self, const SkyRecordState *state)
{
  const char *const names[] = { _ ("Bets"), _ ("Closed"), _ ("Result"), _ ("Settled") };
  g_autoptr (GString) markup = g_string_new (NULL);
  g_autofree char *round = NULL;

  if (state->phase == SKY_CODING_BETWEEN)
    round = g_strdup (_ ("Between rounds"));
  else if (state->corrected != 0)
    /* Translators: %s is a round's number. */
    round = g_strdup_printf (_ ("Round %" PRId64 " again"), state->corrected);
  else
    round = g_strdup_printf (_ ("Round %" PRId64), state->round);
  g_string_append_printf (markup, "%s: ", round);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const gboolean now = state->phase == (SkyCodingPhase) (SKY_CODING_BETS + i);

      g_string_append_printf (markup, "%s%s%s%s", i > 0 ? " ▸ " : "", now ? "<b>" : "", names[i],
                              now ? "</b>" : "");
    }
  gtk_label_set_markup (self->phases, markup->str);
}

/* Of the round, the last line is looked at; of what is due, the place in the list stays, and is the
 * first where there was none. */
static void
show_lists (SkyRecordWindow *self, const SkyRecordState *state)
{
  GTimeZone *zone = sky_clock_get_zone (self->clock);
  guint place = gtk_single_selection_get_selected (self->due_selection);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) due = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < state->lines->len; i++)
    g_ptr_array_add (
        lines, sky_record_row_new_line (&g_array_index (state->lines, SkyRecordLine, i), zone));
  for (guint i = 0; i < state->due->len; i++)
    g_ptr_array_add (due, sky_record_row_new_due (&g_array_index (state->due, SkyRecordDue, i)));
  g_list_store_splice (self->line_rows, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->line_rows)), lines->pdata,
                       lines->len);
  g_list_store_splice (self->due_rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->due_rows)),
                       due->pdata, due->len);
  if (lines->len > 0)
    {
      gtk_single_selection_set_selected (self->line_selection, lines->len - 1);
      gtk_widget_activate_action (GTK_WIDGET (self->lines), "list.scroll-to-item", "u",
                                  lines->len - 1);
    }
  if (due->len > 0)
    gtk_single_selection_set_selected (
        self->due_selection, place == GTK_INVALID_LIST_POSITION ? 0 : MIN (place, due->len - 1));
}

static void
show_titles (SkyRecordWindow *self, const SkyRecordState *state)
{
  g_autofree char *lines = g_strdup_printf (
      ngettext ("%u line of the round", "%u lines of the round", state->lines->len),
      state->lines->len);
  g_autofree char *due = g_strdup_printf (
      ngettext ("%u wager lies", "%u wagers lie", state->due->len), state->due->len);

  gtk_label_set_label (self->lines_title, lines);
  gtk_label_set_label (self->due_title, due);
}

/* What may be typed, with a bet of this game. */
static void
show_placeholder (SkyRecordWindow *self, const SkyRecordState *state)
{
  g_autofree char *bet = NULL;
  g_autofree char *text = NULL;

  if (state->bets == NULL || state->bets->len == 0)
    return;
  bet = sky_record_bet_format (&g_array_index (state->bets, SkyBetRef, 0), 1);
  /* Translators: %s is a bet as it is typed, 5 an amount. */
  text = g_strdup_printf (_ ("%s 5 · type or press /"), strchr (bet, ' ') + 1);
  gtk_entry_set_placeholder_text (self->entry, text);
}

static void
changed_cb (SkyRecordWindow *self)
{
  const SkyRecordState *state = sky_record_window_get_state (self);

  if (state->phase == SKY_CODING_BETWEEN && state->lines->len == 0)
    {
      self->begun_at = 0;
      self->n_keys = 0;
    }
  else if (self->begun_at == 0)
    self->begun_at = g_get_monotonic_time ();
  sky_record_layout_set_game (self->layout, state->game, state->bets);
  sky_record_layout_set_scene (self->layout, state->scene);
  sky_record_timeline_set_rounds (self->timeline, state->rounds);
  sky_record_window_show_plan (self);
  if (self->returning && state->phase == SKY_CODING_BETWEEN && state->lines->len == 0)
    sky_record_window_compare (self, self->compared_with);
  show_placeholder (self, state);
  show_phase (self, state);
  show_titles (self, state);
  show_lists (self, state);
  sky_record_window_update_actions (self);
  sky_record_window_judge_tests (self);
}

static void
due_chosen_cb (SkyRecordWindow *self)
{
  SkyRecordRow *row = gtk_single_selection_get_selected_item (self->due_selection);
  const SkyRecordState *state = sky_record_window_get_state (self);

  sky_record_layout_set_pointed (self->layout,
                                 row != NULL && state != NULL && state->phase == SKY_CODING_RESULT
                                     ? sky_record_row_get_wager (row)
                                     : NULL);
}

static void
refused_cb (SkyRecordWindow *self, const char *why)
{
  sky_record_window_tell (self, why, TRUE);
}

static void
failed_cb (SkyRecordWindow *self, const char *why)
{
  self->failed_for_good = TRUE;
  if (sky_record_window_get_state (self) == NULL)
    {
      gtk_stack_set_visible_child_name (self->pages, "setup");
      sky_record_setup_set_problem (self->setup, why);
      g_clear_object (&self->desk);
      sky_record_window_drop_tests (self);
    }
  else
    {
      g_autofree char *text = g_strdup_printf (
          /* Translators: %s is the cause. */
          _ ("The log cannot be written: %s. What you recorded is kept beside it. Close this "
             "window and continue when it can."),
          why);

      gtk_label_set_label (self->failed, text);
      gtk_info_bar_set_revealed (self->failed_bar, TRUE);
    }
  sky_record_window_update_actions (self);
}

/* --- The entry line --------------------------------------------------------------------------- */

/* "35", "35s": what was paid on the chosen wager, and whether it stays up. */
static gboolean
read_paid (SkyRecordWindow *self, const char *text, SkyMoney *paid, gboolean *stays)
{
  const SkyRecordState *state = sky_record_window_get_state (self);
  g_autofree char *digits = g_strdup (text);
  const gsize length = strlen (digits);

  if (state == NULL || state->phase != SKY_CODING_RESULT || length == 0)
    return FALSE;
  *stays = digits[length - 1] == 's';
  if (*stays)
    digits[length - 1] = '\0';
  return sky_record_money_parse (digits, paid);
}

static void
echo_cb (SkyRecordWindow *self, const char *text, gboolean understood)
{
  g_autofree char *words = NULL;

  if (sky_record_window_get_typed (self)[0] == '\0')
    return;
  if (!understood)
    words = sky_record_completion_suggest (sky_record_window_get_state (self)->bets,
                                           sky_record_window_get_typed (self));
  if (words != NULL)
    sky_record_window_tell (self, words, FALSE);
  else
    sky_record_window_tell (self, text, !understood);
}

static gboolean
is_card (char rank)
{
  return rank != '\0' && strchr ("23456789TJQKAtjqka", rank) != NULL;
}

/* While cards are awaited A begins an ace; by itself it does what it does otherwise. */
static gboolean
is_acceptance (SkyRecordWindow *self, const char *text)
{
  return g_ascii_strcasecmp (text, "a") == 0 && sky_record_window_can (self, "record.accept");
}

static void
submit (SkyRecordWindow *self)
{
  g_autofree char *text = g_strstrip (g_strdup (sky_record_window_get_typed (self)));
  SkyMoney paid;
  gboolean stays;

  if (!self->typing || text[0] == '\0')
    sky_record_window_leave_entry (self);
  else
    sky_record_window_set_typed (self, "");
  if (text[0] == '\0')
    gtk_widget_activate_action (GTK_WIDGET (self), "record.next", NULL);
  else if (is_acceptance (self, text))
    gtk_widget_activate_action (GTK_WIDGET (self), "record.accept", "i", 0);
  else if (read_paid (self, text, &paid, &stays))
    sky_record_window_settle_paid (self, paid, stays);
  else
    {
      sky_record_window_tell (self, "", FALSE);
      sky_record_window_look (self);
      sky_record_desk_enter (self->desk, text, &self->hand_holds);
    }
}

/* Whether @text has all the cards that are awaited: there is nothing to add to it. */
static gboolean
is_last_card (const SkyRecordState *state, const char *text)
{
  const gsize length = strlen (text);

  return state->n_cards > 0 && length == 2 * (gsize) state->n_cards && is_card (text[length - 2])
         && strchr ("cdhsCDHS", text[length - 1]) != NULL;
}

static void
entry_changed_cb (SkyRecordWindow *self)
{
  const char *text = sky_record_window_get_typed (self);
  const SkyRecordDue *due = sky_record_window_get_chosen_due (self);
  SkyMoney paid;
  gboolean stays;

  if (self->desk == NULL || sky_record_window_get_state (self) == NULL)
    return;
  if (text[0] == '\0')
    sky_record_window_tell (self, "", FALSE);
  else if (is_last_card (sky_record_window_get_state (self), text))
    submit (self);
  else if (is_acceptance (self, text))
    sky_record_window_tell (self, _ ("Enter accepts what is due; the suit makes it an ace"), FALSE);
  else if (due != NULL && read_paid (self, text, &paid, &stays))
    {
      g_autofree char *amount = sky_money_format (paid);
      g_autofree char *says =
          stays ? g_strdup_printf (_ ("%s paid on %s, which stays up"), amount, due->name)
                : g_strdup_printf (_ ("%s paid on %s"), amount, due->name);

      sky_record_window_tell (self, says, FALSE);
    }
  else
    sky_record_desk_ask_echo (self->desk, text, &self->hand_holds);
}

static void
line_activated_cb (SkyRecordWindow *self, guint position)
{
  const SkyRecordState *state = sky_record_window_get_state (self);

  if (state != NULL && position < state->lines->len)
    sky_record_window_show_frame (self, &g_array_index (state->lines, SkyRecordLine, position));
}

/* The keys are the round's again: the focus would go back to the button of the time, which Space
 * presses. */
static void
go_to_cb (SkyRecordWindow *self, gint64 at)
{
  sky_camera_wall_seek (self->wall, at);
  gtk_widget_grab_focus (GTK_WIDGET (self->layout));
}

/* --- Beginning -------------------------------------------------------------------------------- */

/* Once; afterwards the menu has it. */
static void
tour_once (SkyRecordWindow *self)
{
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);

  if (g_settings_get_boolean (settings, "record-toured"))
    return;
  g_settings_set_boolean (settings, "record-toured", TRUE);
  sky_record_tour_next (self->tour);
}

static void
opened_cb (SkyRecordWindow *self)
{
  const SkyRecordState *state = sky_record_window_get_state (self);
  SkyTime from;
  SkyTime until;
  SkyTime last;

  self->n_before = state->n_written;
  gtk_stack_set_visible_child_name (self->pages, "work");
  gtk_widget_grab_focus (GTK_WIDGET (self->layout));
  tour_once (self);
  sky_camera_wall_get_range (self->wall, &from, &until);
  last = MAX (state->last, sky_record_state_get_reached (state));
  if (last != SKY_TIME_NONE && last > from)
    sky_camera_wall_seek (self->wall, MIN (last, until));
  if (state->n_written > 0 || state->lines->len > self->n_opening)
    sky_record_window_tell (self, _ ("Continued where you left off"), FALSE);
}

/* A plan from elsewhere is kept beside the log at @path, so that the next session finds it. */
static gboolean
keep_plan (SkyRecordWindow *self, const SkyRecordPlan *plan, const char *path)
{
  g_autofree char *folder = g_path_get_dirname (plan->path);
  g_autofree char *recorded = g_build_filename (self->archive->folder, "recorded", NULL);
  g_autofree char *copy = sky_record_archive_make_plan_path (path);
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  if (g_str_equal (folder, self->archive->folder) || g_str_equal (folder, recorded))
    return TRUE;
  sky_plan_write_json (plan->plan, json);
  g_string_append_c (json, '\n');
  if (g_file_set_contents (copy, json->str, (gssize) json->len, &error))
    return TRUE;
  sky_record_setup_set_problem (self->setup, error->message);
  return FALSE;
}

static void
begin_cb (SkyRecordWindow *self)
{
  const SkyRecordTable *table = sky_record_setup_get_table (self->setup);
  const SkyRecordPlan *plan = sky_record_setup_get_plan (self->setup);
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *name = NULL;
  g_autofree char *subtitle = NULL;
  g_auto (GStrv) opening = NULL;
  SkyLogHeader header;
  char day[SKY_DAY_TEXT_SIZE];

  if (self->desk != NULL || !sky_record_setup_make_header (self->setup, &header, &path, &opening))
    return;
  folder = g_path_get_dirname (path);
  /* What lies beside the archive's own logs has a folder of its own, made at need. */
  (void) g_mkdir_with_parents (folder, 0750);
  if (plan != NULL && !keep_plan (self, plan, path))
    return;
  sky_clock_set_property_zone (self->clock, header.time_zone);
  g_clear_pointer (&self->frames, g_array_unref);
  self->frames = sky_record_window_find_recordings (table, &header);
  sky_camera_grid_set_zone (self->cameras, sky_clock_get_zone (self->clock));
  sky_record_timeline_set_zone (self->timeline, sky_clock_get_zone (self->clock));
  sky_record_window_show_table (self, table);
  sky_record_window_set_plan (self, plan != NULL ? plan->plan : NULL);
  sky_transport_set_open (self->transport, TRUE);
  name = g_path_get_basename (path);
  subtitle = g_strdup_printf ("%s · %s · %s", sky_day_format (header.gaming_day, day),
                              header.record.by, name);
  adw_window_title_set_title (self->title, header.table);
  adw_window_title_set_subtitle (self->title, subtitle);
  self->failed_for_good = FALSE;
  self->n_opening = opening != NULL ? g_strv_length (opening) : 0;
  g_free (self->path);
  self->path = g_strdup (path);
  self->desk = sky_record_desk_new (
      path, &header, (const char *const *) opening, table->from,
      g_strcmp0 (self->credential, header.record.by) != 0 ? self->credential : NULL);
  g_signal_group_set_target (self->desk_signals, self->desk);
  if (plan == NULL)
    return;
  sky_record_window_begin_tests (self, plan->plan, &header);
  if (self->aside.desk != NULL)
    {
      g_signal_connect_object (self->aside.desk, "opened", G_CALLBACK (sky_record_window_show_plan),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->aside.desk, "failed", G_CALLBACK (refused_cb), self,
                               G_CONNECT_SWAPPED);
    }
  else if (plan->plan->tests > 0)
    sky_record_window_tell (
        self, _ ("The plan has test rounds, but the folder “tests” has none of this game"), TRUE);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyRecordArchive) archive = sky_record_archive_read_finish (result, &error);
  g_autoptr (SkyRecordWindow) self = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->reading);
  sky_record_setup_set_archive (self->setup, archive, error != NULL ? error->message : NULL);
  sky_record_archive_free (self->archive);
  self->archive = g_steal_pointer (&archive);
}

void
sky_record_window_set_folder (SkyRecordWindow *self, const char *folder)
{
  g_return_if_fail (SKY_IS_RECORD_WINDOW (self));

  if (self->desk != NULL)
    return;
  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  self->reading = g_cancellable_new ();
  sky_record_archive_read_async (folder, self->reading, read_cb, g_object_ref (self));
}

static void
plan_chosen_cb (SkyRecordWindow *self, int response, GtkNativeDialog *dialog)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        sky_record_window_open_plan (self, path);
    }
  g_clear_object (&self->chooser);
}

static void
choose_plan_cb (SkyRecordWindow *self)
{
  if (self->chooser != NULL || self->desk != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_ ("Open a Plan"), GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (plan_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  sky_file_chooser_show (self->chooser);
}

static void
chosen_cb (SkyRecordWindow *self, int response, GtkNativeDialog *dialog)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        sky_record_window_set_folder (self, path);
    }
  g_clear_object (&self->chooser);
}

static void
choose_folder_cb (SkyRecordWindow *self)
{
  if (self->chooser != NULL || self->desk != NULL)
    return;
  self->chooser =
      gtk_file_chooser_native_new (_ ("Choose a Folder with Recordings"), GTK_WINDOW (self),
                                   GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  sky_file_chooser_show (self->chooser);
}

/* --- Keys --------------------------------------------------------------------------------------
 */

/* What the window does at this key now; NULL: nothing. A sign may need Shift on one keyboard and
 * not on another. */
static const SkyKey *
find_key (SkyRecordWindow *self, guint key, GdkModifierType modifiers)
{
  const guint lower = gdk_keyval_to_lower (key);
  const gboolean sign = lower < 128 && g_ascii_ispunct ((char) lower);

  for (guint i = 0; i < self->keys->len; i++)
    {
      const SkyKey *known = &g_array_index (self->keys, SkyKey, i);
      const guint without = sign ? GDK_SHIFT_MASK : 0;

      if (known->key == lower && (known->modifiers & ~without) == (modifiers & ~without)
          && sky_record_window_can (self, known->action))
        return known;
    }
  return NULL;
}

/* Keys that belong to what has the focus: an open popover, a text, a button reached by keys. */
static gboolean
is_taken (SkyRecordWindow *self, guint key)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  if (focus == NULL)
    return FALSE;
  if (gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL || GTK_IS_EDITABLE (focus))
    return TRUE;
  return (key == GDK_KEY_space || key == GDK_KEY_Return)
         && gtk_window_get_focus_visible (GTK_WINDOW (self)) && GTK_IS_BUTTON (focus);
}

/* The keys of a text that is being typed. */
static gboolean
entry_key (SkyRecordWindow *self, guint key)
{
  switch (key)
    {
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      submit (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      sky_record_window_leave_entry (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Tab:
      {
        g_autofree char *text = sky_record_completion_complete (
            sky_record_window_get_state (self)->bets, sky_record_window_get_typed (self));

        if (text != NULL)
          sky_record_window_set_typed (self, text);
        return GDK_EVENT_STOP;
      }
    case GDK_KEY_BackSpace:
      if (sky_record_window_get_typed (self)[0] != '\0')
        return GDK_EVENT_PROPAGATE;
      sky_record_window_leave_entry (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static gboolean
skip_key (SkyRecordWindow *self, guint key)
{
  if (key != GDK_KEY_Escape && (key < GDK_KEY_1 || key > GDK_KEY_3))
    return FALSE;
  sky_record_window_skip (self, key == GDK_KEY_Escape ? -1 : (gint) (key - GDK_KEY_1));
  return TRUE;
}

static gboolean
away_key (SkyRecordWindow *self, guint key)
{
  if (key == GDK_KEY_Escape)
    {
      self->away_since = SKY_TIME_NONE;
      sky_record_window_show_away (self);
      return TRUE;
    }
  if (key < GDK_KEY_1 || key > GDK_KEY_4)
    return FALSE;
  sky_record_window_come_back (self, key - GDK_KEY_1);
  return TRUE;
}

/* A card begins a text while cards are awaited, whatever the key does otherwise. */
static gboolean
awaits_text (SkyRecordWindow *self, gunichar typed)
{
  const SkyRecordState *state = sky_record_window_get_state (self);

  return state != NULL && state->n_cards > 0 && typed < 128 && is_card ((char) typed);
}

static gboolean
key_cb (SkyRecordWindow *self, guint key, guint code, GdkModifierType state)
{
  const GdkModifierType modifiers =
      state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK | GDK_SUPER_MASK);
  const gboolean plain = (modifiers & ~GDK_SHIFT_MASK) == 0;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const gboolean in_entry =
      focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->entry));
  const gunichar typed = gdk_keyval_to_unicode (key);
  const SkyKey *known;

  if (key < GDK_KEY_Shift_L || key > GDK_KEY_Hyper_R)
    self->n_keys++;
  /* No text has function keys. */
  if (in_entry && plain && (key < GDK_KEY_F1 || key > GDK_KEY_F12))
    return entry_key (self, key);
  if (!in_entry && plain && is_taken (self, key))
    return GDK_EVENT_PROPAGATE;
  if (self->skipping && plain && skip_key (self, key))
    return GDK_EVENT_STOP;
  if (self->away_since != SKY_TIME_NONE && plain && away_key (self, key))
    return GDK_EVENT_STOP;
  known = modifiers == 0 && awaits_text (self, typed) ? NULL : find_key (self, key, modifiers);
  if (known != NULL)
    {
      gtk_widget_activate_action_variant (GTK_WIDGET (self), known->action, known->target);
      return GDK_EVENT_STOP;
    }
  if (plain && typed > ' ' && g_unichar_isprint (typed)
      && sky_record_window_can (self, "record.type"))
    {
      char text[8] = { 0 };

      g_unichar_to_utf8 (typed, text);
      sky_record_window_begin_typing (self, text);
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

/* Its own keys, and those of playing that the console has. */
static GArray *
list_keys (void)
{
  GArray *keys = sky_keys_list ("record.");
  g_autoptr (GArray) window = sky_keys_list ("win.");

  for (guint i = 0; i < window->len; i++)
    {
      SkyKey key = g_array_index (window, SkyKey, i);

      if (!sky_record_window_has (key.action))
        continue;
      if (key.target != NULL)
        g_variant_ref (key.target);
      g_array_append_val (keys, key);
    }
  return keys;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_record_window_dispose (GObject *object)
{
  SkyRecordWindow *self = SKY_RECORD_WINDOW (object);

  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  if (self->comparison != NULL)
    g_cancellable_cancel (self->comparison);
  g_clear_object (&self->comparison);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->credential, g_free);
  g_clear_object (&self->chooser);
  g_clear_object (&self->desk_signals);
  g_clear_object (&self->desk);
  sky_record_window_drop_tests (self);
  if (self->testing != NULL)
    g_cancellable_cancel (self->testing);
  g_clear_object (&self->testing);
  if (self->wall != NULL)
    g_signal_handlers_disconnect_by_data (self->wall, self);
  g_clear_object (&self->wall);
  g_clear_object (&self->clock);
  g_clear_object (&self->line_rows);
  g_clear_object (&self->due_rows);
  g_clear_object (&self->line_selection);
  g_clear_object (&self->due_selection);
  g_clear_pointer (&self->keys, g_array_unref);
  g_clear_pointer (&self->frames, g_array_unref);
  g_clear_pointer (&self->archive, sky_record_archive_free);
  G_OBJECT_CLASS (sky_record_window_parent_class)->dispose (object);
}

static void
sky_record_window_class_init (SkyRecordWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_record_window_dispose;
  g_type_ensure (SKY_TYPE_RECORD_SETUP);
  g_type_ensure (SKY_TYPE_CAMERA_GRID);
  g_type_ensure (SKY_TYPE_TRANSPORT);
  g_type_ensure (SKY_TYPE_RECORD_TIMELINE);
  g_type_ensure (SKY_TYPE_RECORD_LAYOUT);
  g_type_ensure (SKY_TYPE_RECORD_AGREEMENT);
  g_type_ensure (SKY_TYPE_RECORD_TOUR);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-record-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, title);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, failed_bar);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, failed);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, away_bar);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, away);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, tour);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, setup);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, plan_bar);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, plan_text);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, plan_level);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, plan_button);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, plan_list);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, cameras);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, transport);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, timeline);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, sides);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, agreement);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, layout);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, lines_title);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, lines);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, due_title);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, due);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, phases);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, hand);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, entry);
  gtk_widget_class_bind_template_child (widget_class, SkyRecordWindow, message);
  gtk_widget_class_bind_template_callback (widget_class, choose_folder_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_plan_cb);
  gtk_widget_class_bind_template_callback (widget_class, begin_cb);
  gtk_widget_class_bind_template_callback (widget_class, go_to_cb);
  gtk_widget_class_bind_template_callback (widget_class, sky_record_window_update_actions);
  gtk_widget_class_bind_template_callback (widget_class, sky_record_window_show_disagreement);
  gtk_widget_class_bind_template_callback (widget_class, sky_record_window_compare);
  gtk_widget_class_bind_template_callback (widget_class, sky_record_window_leave_comparison);
  gtk_widget_class_bind_template_callback (widget_class, sky_record_window_lay);
  gtk_widget_class_bind_template_callback (widget_class, sky_record_window_take_back);
  gtk_widget_class_bind_template_callback (widget_class, sky_record_window_more_or_less);
  gtk_widget_class_bind_template_callback (widget_class, line_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_changed_cb);
  sky_record_window_install_actions (widget_class);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
}

static void
add_desk_signals (SkyRecordWindow *self)
{
  self->desk_signals = g_signal_group_new (SKY_TYPE_RECORD_DESK);
  g_signal_group_connect_swapped (self->desk_signals, "opened", G_CALLBACK (opened_cb), self);
  g_signal_group_connect_swapped (self->desk_signals, "changed", G_CALLBACK (changed_cb), self);
  g_signal_group_connect_swapped (self->desk_signals, "refused", G_CALLBACK (refused_cb), self);
  g_signal_group_connect_swapped (self->desk_signals, "failed", G_CALLBACK (failed_cb), self);
  g_signal_group_connect_swapped (self->desk_signals, "echo", G_CALLBACK (echo_cb), self);
}

static void
add_lists (SkyRecordWindow *self)
{
  self->line_rows = g_list_store_new (SKY_TYPE_RECORD_ROW);
  self->due_rows = g_list_store_new (SKY_TYPE_RECORD_ROW);
  self->line_selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->line_rows)));
  self->due_selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->due_rows)));
  gtk_list_view_set_model (self->lines, GTK_SELECTION_MODEL (self->line_selection));
  gtk_list_view_set_model (self->due, GTK_SELECTION_MODEL (self->due_selection));
  sky_record_row_show (self->lines);
  sky_record_row_show (self->due);
  g_signal_connect_object (self->due_selection, "notify::selected-item", G_CALLBACK (due_chosen_cb),
                           self, G_CONNECT_SWAPPED);
}

static void
add_tour (SkyRecordWindow *self)
{
  sky_record_tour_add (
      self->tour, GTK_WIDGET (self->cameras),
      _ ("The table’s cameras. Space plays and stops, J, K and L play back, stop and "
         "play on, the comma and the period go one frame back and on."));
  sky_record_tour_add (self->tour, GTK_WIDGET (self->layout),
                       _ ("The layout. Click a bet: a chip of the amount in hand lies there. The "
                          "secondary button takes it back. R lays the last round’s wagers again."));
  sky_record_tour_add (
      self->tour, GTK_WIDGET (self->hand),
      _ ("Whose chips you lay, and how much. Ctrl and a number, or Tab, changes the "
         "seat. To change the amount, type it and click a bet."));
  sky_record_tour_add (
      self->tour, GTK_WIDGET (self->entry),
      _ ("You can type everything too: a bet and its amount, the result, any other "
         "event. Begin to type, and you see on the right what it will become."));
  sky_record_tour_add (
      self->tour, GTK_WIDGET (self->phases),
      _ ("Where the round is. Enter goes to the next phase. At the end of the round, "
         "Enter writes the round into the log."));
  sky_record_tour_add (
      self->tour, GTK_WIDGET (self->due),
      _ ("What the rules require of the wagers that lie. Play the settlement, then "
         "press A to accept it. If the table did otherwise, type what was paid."));
  sky_record_tour_add (
      self->tour, GTK_WIDGET (self->lines),
      _ ("What you said of the round. Ctrl+Z takes the last action back. U marks the "
         "chosen line as unsure, and F shows its picture. F1 has the rest."));
}

static void
add_menu (SkyRecordWindow *self)
{
  static const char *const shown[] = {
    "record.next",
    "",
    "record.unsure",
    "record.away",
    "record.frame",
    "record.remove",
    "",
    "record.undo",
    "record.redo",
    "record.correct",
    "record.abandon",
    "",
    "record.stretch",
    "record.skip-stretch",
    "record.finish",
    "record.compare",
    "",
    "record.tour(1)",
    NULL,
  };
  g_autoptr (GMenuModel) menu = sky_keys_menu (shown);

  gtk_menu_button_set_menu_model (self->menu_button, menu);
}

static void
sky_record_window_init (SkyRecordWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->wall = sky_camera_wall_new ();
  self->clock = sky_clock_new ();
  self->keys = list_keys ();
  self->hand_holds = (SkyEntryHand){ .seat = 1, .amount = 500 };
  self->played = SKY_TIME_NONE;
  self->away_since = SKY_TIME_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
  sky_camera_grid_set_wall (self->cameras, self->wall);
  sky_transport_set_wall (self->transport, self->wall, self->clock);
  g_signal_connect_swapped (self->wall, "notify::position", G_CALLBACK (position_cb), self);
  g_signal_connect_swapped (self->wall, "notify::playing", G_CALLBACK (playing_cb), self);
  add_desk_signals (self);
  add_lists (self);
  add_menu (self);
  add_tour (self);
  sky_record_window_show_hand (self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  sky_record_window_update_actions (self);
}

SkyRecordWindow *
sky_record_window_new (GtkWindow *parent, const char *credential, const char *folder)
{
  SkyRecordWindow *self = sky_child_window_new (SKY_TYPE_RECORD_WINDOW, parent);

  self->credential = g_strdup (credential);
  sky_record_setup_set_credential (self->setup, credential);
  sky_record_setup_set_archive (self->setup, NULL, NULL);
  if (folder != NULL)
    sky_record_window_set_folder (self, folder);
  return self;
}

const char *
sky_record_window_get_recorded (SkyRecordWindow *self)
{
  const SkyRecordState *own;

  g_return_val_if_fail (SKY_IS_RECORD_WINDOW (self), NULL);
  own = sky_record_window_get_own (self);
  return own != NULL && own->n_written > self->n_before ? self->archive->folder : NULL;
}

const char *
sky_record_window_get_message (SkyRecordWindow *self)
{
  g_return_val_if_fail (SKY_IS_RECORD_WINDOW (self), NULL);
  return gtk_label_get_label (self->message);
}

gboolean
sky_record_window_is_settled (SkyRecordWindow *self)
{
  g_return_val_if_fail (SKY_IS_RECORD_WINDOW (self), TRUE);

  return self->reading == NULL && self->comparison == NULL && self->testing == NULL
         && (self->aside.desk == NULL || !sky_record_desk_is_busy (self->aside.desk))
         && (self->desk == NULL || !sky_record_desk_is_busy (self->desk))
         && sky_camera_grid_is_settled (self->cameras);
}
