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

static void
find_standing (SkyRecordWindow *self, Standing *standing)
{
  SkyTime from;

  standing->stretches = sky_record_plan_list (self->plan, sky_record_window_get_state (self));
  standing->open = sky_record_plan_find_open (standing->stretches, self->n_passed);
  standing->reached = get_reached (self);
  standing->at = sky_camera_wall_get_position (self->wall);
  sky_camera_wall_get_range (self->wall, &from, &standing->until);
}

static const SkyPlanWindow *
get_window (SkyRecordWindow *self, gint number)
{
  return &g_array_index (self->plan->windows, SkyPlanWindow, number);
}

gboolean
sky_record_window_is_finished (SkyRecordWindow *self)
{
  SkyTime from;
  SkyTime until;

  if (sky_record_window_get_state (self) == NULL)
    return FALSE;
  sky_camera_wall_get_range (self->wall, &from, &until);
  return sky_record_state_get_reached (sky_record_window_get_state (self)) >= until;
}

/* --- What is shown ---------------------------------------------------------------------------- */

static char *
describe_open (SkyRecordWindow *self, const Standing *standing)
{
  const SkyPlanWindow *window = get_window (self, standing->open);
  g_autofree char *name =
      sky_record_plan_name (self->plan, (guint) standing->open, sky_clock_get_zone (self->clock));

  if (standing->reached < window->from || standing->at < window->from)
    /* Translators: %s is a stretch of a plan: its name, from when to when, who dealt. */
    return g_strdup_printf (_ ("Next: %s. F8 goes there"), name);
  if (standing->at < window->until)
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
      g_autofree char *name =
          sky_record_plan_name (self->plan, i, sky_clock_get_zone (self->clock));
      g_autofree char *how =
          sky_record_plan_describe (&g_array_index (standing->stretches, SkyRecordStretch, i));

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
  g_autoptr (GArray) spans = plan != NULL ? g_array_new (FALSE, FALSE, sizeof (SkySpan)) : NULL;

  self->plan = plan;
  self->n_passed = 0;
  for (guint i = 0; plan != NULL && i < plan->windows->len; i++)
    {
      const SkyPlanWindow *window = &g_array_index (plan->windows, SkyPlanWindow, i);
      const SkySpan span = { window->from, window->until };

      g_array_append_val (spans, span);
    }
  sky_record_timeline_set_stretches (self->timeline, spans);
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

/* Everything up to @from is recorded, or said to be left out: goes to the stretch after @passed, or
 * to the end. */
static void
go_to_next (SkyRecordWindow *self, const Standing *standing, gint passed, SkyTime from)
{
  const gint next = sky_record_plan_find_open (standing->stretches, (guint) passed + 1);
  const SkyTime until = next >= 0 ? get_window (self, next)->from : standing->until;

  look_away (self, from, until, SKY_UNOBSERVED_NOT_SAMPLED);
  self->n_passed = (guint) passed + 1;
  if (next >= 0)
    sky_camera_wall_seek (self->wall, MAX (from, until));
  sky_record_window_show_plan (self);
}

void
sky_record_window_go_on (SkyRecordWindow *self)
{
  g_auto (Standing) standing = { 0 };
  const SkyPlanWindow *window;

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
  window = get_window (self, standing.open);
  if (standing.reached < window->from)
    {
      look_away (self, standing.reached, window->from, SKY_UNOBSERVED_NOT_SAMPLED);
      sky_camera_wall_seek (self->wall, window->from);
    }
  else if (standing.at >= window->until)
    go_to_next (self, &standing, standing.open, MAX (standing.reached, window->until));
  else if (standing.at < window->from)
    sky_camera_wall_seek (self->wall, standing.reached);
  else
    {
      g_autofree char *until =
          sky_clock_text_tick (window->until, SKY_SECOND, sky_clock_get_zone (self->clock));
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
  name = sky_record_plan_name (self->plan, (guint) standing.open, sky_clock_get_zone (self->clock));
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
  const SkyPlanWindow *window;
  SkyTime from;

  self->skipping = FALSE;
  gtk_info_bar_set_revealed (self->away_bar, FALSE);
  if (reason < 0 || reason >= (gint) G_N_ELEMENTS (reasons) || !is_between (self))
    return;
  find_standing (self, &standing);
  if (standing.open < 0)
    return;
  window = get_window (self, standing.open);
  look_away (self, standing.reached, window->from, SKY_UNOBSERVED_NOT_SAMPLED);
  from = MAX (standing.reached, window->from);
  if (standing.at < window->until && standing.reached >= window->from)
    from = MAX (from, standing.at);
  look_away (self, from, window->until, reasons[reason]);
  go_to_next (self, &standing, standing.open, MAX (standing.reached, window->until));
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
  SkyTime from;
  SkyTime until;

  if (!g_str_equal (response, "finish") || self->desk == NULL || !is_between (self))
    return;
  sky_camera_wall_get_range (self->wall, &from, &until);
  from = MAX (get_reached (self), sky_camera_wall_get_position (self->wall));
  look_away (self, MIN (from, until - SKY_MILLISECOND), until,
             is_plan_done (self) ? SKY_UNOBSERVED_NOT_SAMPLED : SKY_UNOBSERVED_LEFT_OUT);
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
