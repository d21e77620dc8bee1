/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "shots.h"

#include <adwaita.h>
#include <gio/gio.h>

#include <inttypes.h>

#include "coder.h"
#include "fixture.h"
#include "sky-record-setup.h"
#include "sky-record-tour.h"
#include "sky-record-window.h"

#define CODER "PA-100231"

/* --- The folder ------------------------------------------------------------------------------- */

/* The table's log below @archive. Returns: a new string. */
static char *
find_log (const char *archive)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (archive, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".tel.jsonl"))
      return g_build_filename (archive, name, NULL);
  g_assert_not_reached ();
}

/* What was recorded when the pictures were made before. */
static void
remove_recorded (const char *archive)
{
  g_autofree char *recorded = g_build_filename (archive, "recorded", NULL);
  g_autoptr (GDir) dir = g_dir_open (recorded, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autoptr (GFile) file = g_file_new_build_filename (recorded, name, NULL);

      g_file_delete (file, NULL, NULL);
    }
}

/* --- The round -------------------------------------------------------------------------------- */

/* The event of @script up to which it is recorded: in the round in which most wagers lie, half of
 * the settlements. */
static guint
find_half (const CoderScript *script)
{
  guint n_lying = 0;
  guint most = 0;
  guint first = 0;
  guint n_settled = 0;

  for (guint i = 0; i < script->events->len; i++)
    {
      const CoderEvent *event = &g_array_index (script->events, CoderEvent, i);

      if (event->type == SKY_EVENT_SETTLE && n_lying > most)
        {
          most = n_lying;
          first = i;
        }
      n_lying += event->type == SKY_EVENT_WAGER;
      n_lying -= event->type == SKY_EVENT_SETTLE && !event->settle.stays && n_lying > 0;
    }
  while (first + n_settled < script->events->len
         && g_array_index (script->events, CoderEvent, first + n_settled).type == SKY_EVENT_SETTLE)
    n_settled++;
  return first + n_settled / 2;
}

static gboolean
is_settled (gpointer window)
{
  return sky_record_window_is_settled (window);
}

static gboolean
is_open (gpointer window)
{
  return sky_record_window_get_state (window) != NULL && is_settled (window);
}

static gpointer
get_part (SkyRecordWindow *window, const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (window), SKY_TYPE_RECORD_WINDOW, name);
}

static void
append_money (GString *text, const char *name, SkyMoney amount)
{
  if (amount != 0)
    g_string_append_printf (text, " %s=%" PRId64 ".%02" PRId64, name, amount / 100, amount % 100);
}

/* What is typed for it. Returns: a new string. */
static char *
format_event (const CoderEvent *event)
{
  const SkySettlement *settle = &event->settle;
  g_autoptr (GString) text = g_string_new (event->text);

  if (event->wager == NULL)
    return g_strdup (event->text);
  g_string_printf (text, "settle %s %s", event->wager, sky_outcome_to_name (settle->outcome));
  append_money (text, "paid", settle->paid);
  append_money (text, "taken", settle->taken);
  append_money (text, "returned", settle->returned);
  append_money (text, "vig", settle->vig);
  if (settle->stays)
    g_string_append (text, " stays=yes");
  return g_strdup (text->str);
}

static void
act (SkyRecordWindow *window, const CoderEvent *event)
{
  const SkyCodingPhase phase = sky_record_window_get_state (window)->phase;
  g_autofree char *text = format_event (event);

  g_signal_emit_by_name (get_part (window, "transport"), "go-to", (gint64) event->at);
  if ((event->type == SKY_EVENT_ROUND_START && phase == SKY_CODING_BETWEEN)
      || (event->type == SKY_EVENT_ROUND_END && phase == SKY_CODING_SETTLED))
    gtk_widget_activate_action (GTK_WIDGET (window), "record.next", NULL);
  else
    {
      gtk_editable_set_text (get_part (window, "entry"), text);
      gtk_widget_grab_focus (get_part (window, "entry"));
      fixture_press (window, GDK_KEY_Return);
    }
  fixture_wait (is_settled, window);
}

static void
record_half (SkyRecordWindow *window, const CoderScript *script)
{
  const guint until = find_half (script);

  for (guint i = 0; i < until; i++)
    {
      const CoderEvent *event = &g_array_index (script->events, CoderEvent, i);

      /* The window has these from the table's log. */
      if (event->type != SKY_EVENT_TABLE_OPEN && event->type != SKY_EVENT_RULES
          && event->type != SKY_EVENT_LIMITS)
        act (window, event);
    }
}

/* --- Pictures --------------------------------------------------------------------------------- */

/* Each step, up to the end of the tour. */
static void
take_tour (Shots *shots, SkyRecordWindow *window)
{
  SkyRecordTour *tour = get_part (window, "tour");

  while (sky_record_tour_get_step (tour) > 0)
    {
      g_autofree char *name = g_strdup_printf ("record-tour-%u", sky_record_tour_get_step (tour));

      shots_take (shots, window, name);
      sky_record_tour_next (tour);
    }
}

void
shots_record (Shots *shots, const char *archive)
{
  g_autofree char *log = find_log (archive);
  g_autofree char *game = g_path_get_basename (archive);
  g_autofree char *name = g_strconcat ("record-", game, NULL);
  SkyRecordWindow *window;

  remove_recorded (archive);
  g_autoptr (CoderScript) script = coder_script_new (log, FALSE);
  window = sky_record_window_new (NULL, CODER, archive);
  gtk_window_set_default_size (GTK_WINDOW (window), shots->width, shots->height);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (is_settled, window);
  adw_combo_row_set_selected (ADW_COMBO_ROW (gtk_widget_get_template_child (
                                  get_part (window, "setup"), SKY_TYPE_RECORD_SETUP, "game")),
                              script->header.game);
  gtk_widget_activate_action (GTK_WIDGET (window), "record.begin", NULL);
  fixture_wait (is_open, window);
  take_tour (shots, window);
  record_half (window, script);
  shots_take (shots, window, name);
  fixture_close_window (window);
}
