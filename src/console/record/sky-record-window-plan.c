/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-clock-text.h"
#include "sky-record-plan.h"
#include "sky-record-window-private.h"

/* Where the plan stands. */
typedef struct
{
  GArray *stretches; /* of SkyRecordStretch */
  gint open;         /* the first that is; -1: none */
  SkyTime reached;   /* what is before that is recorded, or said to be left out */
  SkyTime until;     /* the end of the recordings */
  SkyTime at;        /* the playhead */
} Standing;

static void
standing_clear (Standing *self)
{
  g_clear_pointer (&self->stretches, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Standing, standing_clear)

static SkyTime
get_reached (SkyRecordWindow *self)
{
  const SkyTime reached = sky_record_state_get_reached (sky_record_window_get_state (self));
  SkyTime from;
  SkyTime until;

  sky_camera_wall_get_range (self->wall, &from, &until);
  return MAX (reached, from);
}

/* What of the side on the screen @standing has. */
static void
find_place (SkyRecordWindow *self, Standing *standing)
{
  SkyTime from;

  standing->reached = get_reached (self);
  standing->at = sky_camera_wall_get_position (self->wall);
  sky_camera_wall_get_range (self->wall, &from, &standing->until);
  /* At the last picture all is behind: the playhead goes no farther. */
  if (standing->at >= standing->until - 1)
    standing->at = standing->until;
}

static void
find_standing (SkyRecordWindow *self, Standing *standing)
{
  standing->stretches = sky_record_plan_list (self->plan, sky_record_window_get_own (self),
                                              self->tests, sky_record_window_get_tested (self));
  standing->open = sky_record_plan_find_open (standing->stretches, self->n_passed);
  find_place (self, standing);
}

static const SkyRecordStretch *
get_stretch (const Standing *standing, gint number)
{
  return &g_array_index (standing->stretches, SkyRecordStretch, number);
}

gboolean
sky_record_window_is_finished (SkyRecordWindow *self)
{
  const SkyRecordState *own = sky_record_window_get_own (self);

  return own != NULL
         && sky_record_state_get_reached (own) >= sky_record_setup_get_table (self->setup)->until;
}

/* --- What is shown ---------------------------------------------------------------------------- */

static char *
describe_open (SkyRecordWindow *self, const Standing *standing)
{
  const SkyRecordStretch *stretch = get_stretch (standing, standing->open);
  g_autofree char *name =
      sky_record_plan_name (self->plan, stretch, sky_clock_get_zone (self->clock));

  if (stretch->test != self->in_test || standing->reached < stretch->from
      || standing->at < stretch->from)
    /* Translators: %s is a stretch of a plan: its name, from when to when, who dealt. */
    return g_strdup_printf (_ ("Next: %s. F8 goes there"), name);
  if (standing->at < stretch->until)
    /* Translators: %s is a stretch of a plan: its name, from when to when, who dealt. */
    return g_strdup_printf (_ ("Record each round that begins in %s"), name);
  /* Translators: %s is a stretch of a plan: its name, from when to when, who dealt. */
  return g_strdup_printf (_ ("Over: %s. Write its last round; F8 goes on"), name);
}

static void
show_list (SkyRecordWindow *self, const Standing *standing)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < standing->stretches->len; i++)
    {
      const SkyRecordStretch *stretch = get_stretch (standing, (gint) i);
      g_autofree char *name =
          sky_record_plan_name (self->plan, stretch, sky_clock_get_zone (self->clock));
      g_autofree char *how = sky_record_plan_describe (stretch);

      g_string_append_printf (text, "%s%s%s: %s", i > 0 ? "\n" : "",
                              (gint) i == standing->open ? "▸ " : "", name, how);
    }
  gtk_label_set_label (self->plan_list, text->str);
}

void
sky_record_window_show_plan (SkyRecordWindow *self)
{
  g_auto (Standing) standing = { 0 };
  g_autofree char *text = NULL;
  g_autofree char *count = NULL;
  guint n_done = 0;
  guint n_skipped = 0;

  if (self->plan == NULL || sky_record_window_get_state (self) == NULL)
    return;
  find_standing (self, &standing);
  for (guint i = 0; i < standing.stretches->len; i++)
    {
      const SkyRecordStanding how =
          g_array_index (standing.stretches, SkyRecordStretch, i).standing;

      n_done += i < self->n_passed || how != SKY_RECORD_STRETCH_OPEN;
      n_skipped += how == SKY_RECORD_STRETCH_SKIPPED;
    }
  if (standing.open >= 0)
    text = describe_open (self, &standing);
  else
    text = g_strdup (sky_record_window_is_finished (self)
                         ? _ ("The plan is done and the recording finished")
                         : _ ("The plan is done. F8 finishes the recording"));
  count =
      n_skipped > 0
          /* Translators: how many stretches of the plan are done, of how many; how many of
             these were skipped. */
          ? g_strdup_printf (_ ("%u of %u, %u skipped"), n_done, standing.stretches->len, n_skipped)
          /* Translators: how many stretches of the plan are done, of how many. */
          : g_strdup_printf (_ ("%u of %u"), n_done, standing.stretches->len);
  gtk_menu_button_set_label (self->plan_button, count);
  gtk_level_bar_set_max_value (self->plan_level, MAX (standing.stretches->len, 1));
  gtk_level_bar_set_value (self->plan_level, n_done);
  if (!g_str_equal (gtk_label_get_label (self->plan_text), text))
    {
      gtk_label_set_label (self->plan_text, text);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->plan_text), text);
    }
  show_list (self, &standing);
}

void
sky_record_window_set_plan (SkyRecordWindow *self, const SkyPlan *plan)
{
  self->plan = plan;
  self->n_passed = 0;
  sky_record_window_mark_stretches (self);
  gtk_widget_set_visible (GTK_WIDGET (self->plan_bar), plan != NULL);
}

/* --- From stretch to stretch ------------------------------------------------------------------ */

static gboolean
is_between (SkyRecordWindow *self)
{
  if (sky_record_window_get_state (self)->phase == SKY_CODING_BETWEEN)
    return TRUE;
  sky_record_window_tell (self, _ ("Write the round first, or drop it"), TRUE);
  return FALSE;
}

static void
look_away (SkyRecordWindow *self, SkyTime from, SkyTime until, SkyUnobservedReason reason)
{
  if (until > from)
    sky_record_desk_look_away (self->desk, from, until, reason);
}

/* Nothing of what is on the screen was looked at from @from on. */
static void
leave_rest (SkyRecordWindow *self, SkyTime from, SkyUnobservedReason reason)
{
  look_away (self, MIN (from, self->table->until - SKY_MILLISECOND), self->table->until, reason);
}

/* Goes to the stretch, on whichever side it is. What is between it and the last one there is left
 * out. */
static void
enter (SkyRecordWindow *self, const SkyRecordStretch *stretch)
{
  SkyTime reached;

  if (stretch->test != self->in_test)
    sky_record_window_switch (self);
  reached = get_reached (self);
  look_away (self, reached, stretch->from, SKY_UNOBSERVED_NOT_SAMPLED);
  sky_camera_wall_seek (self->wall, MAX (reached, stretch->from));
  sky_record_window_show_plan (self);
}

/* The first open stretch of those behind @passed that is on this side; -1: none is. */
static gint
find_next_here (SkyRecordWindow *self, const Standing *standing, gint passed)
{
  gint next = passed;

  do
    next = sky_record_plan_find_open (standing->stretches, (guint) next + 1);
  while (next >= 0 && get_stretch (standing, next)->test != self->in_test);
  return next;
}

/* Everything up to the end of @passed is recorded, or said to be left out: goes to the stretch
 * after it, or to the end. What is in the log says so to the next session too. */
static void
go_to_next (SkyRecordWindow *self, const Standing *standing, gint passed)
{
  const SkyTime from = MAX (standing->reached, get_stretch (standing, passed)->until);
  const gint next = sky_record_plan_find_open (standing->stretches, (guint) passed + 1);
  const gint here = find_next_here (self, standing, passed);
  const SkyTime until = here >= 0 ? get_stretch (standing, here)->from : standing->until;

  if (until > from)
    look_away (self, from, until, SKY_UNOBSERVED_NOT_SAMPLED);
  else if (standing->reached < from)
    sky_record_desk_pass (self->desk, from);
  self->n_passed = (guint) passed + 1;
  if (next >= 0 && next != here)
    enter (self, get_stretch (standing, next));
  else if (next >= 0)
    sky_camera_wall_seek (self->wall, MAX (from, until));
  sky_record_window_show_plan (self);
}

void
sky_record_window_go_on (SkyRecordWindow *self)
{
  g_auto (Standing) standing = { 0 };
  const SkyRecordStretch *stretch;

  if (!is_between (self))
    return;
  sky_record_window_tell (self, "", FALSE);
  sky_camera_wall_pause (self->wall);
  find_standing (self, &standing);
  if (standing.open < 0)
    {
      sky_record_window_ask_to_finish (self);
      return;
    }
  stretch = get_stretch (&standing, standing.open);
  if (self->in_test && !stretch->test && find_next_here (self, &standing, standing.open) < 0
      && standing.reached < standing.until)
    leave_rest (self, standing.reached, SKY_UNOBSERVED_NOT_SAMPLED);
  if (stretch->test != self->in_test || standing.reached < stretch->from)
    enter (self, stretch);
  else if (standing.at >= stretch->until)
    go_to_next (self, &standing, standing.open);
  else if (standing.at < stretch->from)
    sky_camera_wall_seek (self->wall, standing.reached);
  else
    {
      g_autofree char *until =
          sky_clock_text_tick (stretch->until, SKY_SECOND, sky_clock_get_zone (self->clock));
      g_autofree char *text = g_strdup_printf (
          /* Translators: %s is a time. */
          _ ("This stretch lasts until %s. Look at it to its end, or skip the rest with Shift+F8"),
          until);

      sky_record_window_tell (self, text, TRUE);
    }
}

void
sky_record_window_ask_to_skip (SkyRecordWindow *self)
{
  g_auto (Standing) standing = { 0 };
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  if (!is_between (self))
    return;
  sky_camera_wall_pause (self->wall);
  find_standing (self, &standing);
  if (standing.open < 0)
    {
      sky_record_window_tell (self, _ ("No stretch of the plan is open"), TRUE);
      return;
    }
  name = sky_record_plan_name (self->plan, get_stretch (&standing, standing.open),
                               sky_clock_get_zone (self->clock));
  text = g_strdup_printf (
      /* Translators: %s is a stretch of a plan: its name, from when to when, who dealt. */
      _ ("Skip %s, or what is left of it? Press 1: the view is blocked, 2: no recordings, 3: left "
         "out. Escape: go on."),
      name);
  self->skipping = TRUE;
  gtk_label_set_label (self->away, text);
  gtk_info_bar_set_revealed (self->away_bar, TRUE);
}

void
sky_record_window_skip (SkyRecordWindow *self, gint reason)
{
  static const SkyUnobservedReason reasons[] = {
    SKY_UNOBSERVED_VIEW_BLOCKED,
    SKY_UNOBSERVED_NO_FOOTAGE,
    SKY_UNOBSERVED_LEFT_OUT,
  };
  g_auto (Standing) standing = { 0 };
  const SkyRecordStretch *stretch;
  SkyTime from;

  self->skipping = FALSE;
  gtk_info_bar_set_revealed (self->away_bar, FALSE);
  if (reason < 0 || reason >= (gint) G_N_ELEMENTS (reasons) || !is_between (self))
    return;
  find_standing (self, &standing);
  if (standing.open < 0)
    return;
  stretch = get_stretch (&standing, standing.open);
  if (stretch->test != self->in_test)
    {
      sky_record_window_switch (self);
      find_place (self, &standing);
    }
  look_away (self, standing.reached, stretch->from, SKY_UNOBSERVED_NOT_SAMPLED);
  from = MAX (standing.reached, stretch->from);
  if (standing.at < stretch->until && standing.reached >= stretch->from)
    from = MAX (from, standing.at);
  look_away (self, from, stretch->until, reasons[reason]);
  standing.reached = MAX (standing.reached, stretch->until);
  go_to_next (self, &standing, standing.open);
}

/* What is left of a plan that is not done is left out, not out of the sample. */
static gboolean
is_plan_done (SkyRecordWindow *self)
{
  g_auto (Standing) standing = { 0 };

  if (self->plan == NULL)
    return FALSE;
  find_standing (self, &standing);
  return standing.open < 0;
}

/* --- The end ---------------------------------------------------------------------------------- */

static void
finish_cb (SkyRecordWindow *self, const char *response)
{
  const SkyUnobservedReason reason =
      is_plan_done (self) ? SKY_UNOBSERVED_NOT_SAMPLED : SKY_UNOBSERVED_LEFT_OUT;

  if (!g_str_equal (response, "finish") || self->desk == NULL || !is_between (self))
    return;
  leave_rest (self, MAX (get_reached (self), sky_camera_wall_get_position (self->wall)), reason);
  if (self->aside.desk != NULL && sky_record_desk_get_state (self->aside.desk) != NULL)
    {
      sky_record_window_switch (self);
      if (get_reached (self) < self->table->until)
        leave_rest (self, get_reached (self), reason);
    }
  if (self->in_test)
    sky_record_window_switch (self);
}

void
sky_record_window_ask_to_finish (SkyRecordWindow *self)
{
  GtkWidget *dialog;

  if (!is_between (self))
    return;
  if (sky_record_window_is_finished (self))
    {
      sky_record_window_tell (self, _ ("This recording is finished"), FALSE);
      return;
    }
  dialog = adw_message_dialog_new (
      GTK_WINDOW (self), _ ("Finish this recording?"),
      _ ("The log says that nothing from the playhead on was looked at. You can still record "
         "rounds again."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "finish",
                                    _ ("_Finish"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "finish");
  g_signal_connect_object (dialog, "response", G_CALLBACK (finish_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}
