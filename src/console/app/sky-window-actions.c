/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-calibration-window.h"
#include "sky-cases-window.h"
#include "sky-export-window.h"
#include "sky-help-window.h"
#include "sky-import-window.h"
#include "sky-keys-window.h"
#include "sky-live-window.h"
#include "sky-locks-window.h"
#include "sky-patterns-window.h"
#include "sky-people-window.h"
#include "sky-preferences-window.h"
#include "sky-record-window.h"
#include "sky-reports-window.h"
#include "sky-sight-results.h"
#include "sky-sign-in-window.h"
#include "sky-unsaved-window.h"
#include "sky-verify-window.h"
#include "sky-wall-window.h"
#include "sky-window-private.h"

/* --- Playback --------------------------------------------------------------------------------- */

static void
play_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);
  SkyCameraWall *wall = sky_day_view_get_wall (sky_session_get_day_view (self->session));

  sky_day_view_shuttle (sky_session_get_day_view (self->session),
                        sky_camera_wall_get_playing (wall) ? 0 : sky_camera_wall_get_rate (wall));
}

/* Plays in the direction of @sign at real time; again, faster. */
static void
shuttle (SkyWindow *self, int sign)
{
  SkyCameraWall *wall = sky_day_view_get_wall (sky_session_get_day_view (self->session));
  int rate = sky_camera_wall_get_rate (wall);
  gboolean faster = sky_camera_wall_get_playing (wall) && rate * sign > 0;

  sky_day_view_shuttle (sky_session_get_day_view (self->session),
                        faster ? sign * MIN (ABS (rate) * 2, SKY_RATE_MAX) : sign * SKY_RATE_ONE);
}

static void
forward_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  shuttle (SKY_WINDOW (widget), 1);
}

static void
reverse_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  shuttle (SKY_WINDOW (widget), -1);
}

static void
pause_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_day_view_shuttle (sky_session_get_day_view (SKY_WINDOW (widget)->session), 0);
}

static void
rate_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_camera_wall_set_rate (
      sky_day_view_get_wall (sky_session_get_day_view (SKY_WINDOW (widget)->session)),
      g_variant_get_int32 (parameter));
}

static void
step_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_camera_wall_step (
      sky_day_view_get_wall (sky_session_get_day_view (SKY_WINDOW (widget)->session)),
      g_variant_get_int32 (parameter));
}

static void
event_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_day_view_jump_event (sky_session_get_day_view (SKY_WINDOW (widget)->session),
                           g_variant_get_int32 (parameter));
}

static void
round_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_day_view_jump_round (sky_session_get_day_view (SKY_WINDOW (widget)->session),
                           g_variant_get_int32 (parameter));
}

static void
finding_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_selection_select_open (sky_session_get_selection (SKY_WINDOW (widget)->session),
                             g_variant_get_int32 (parameter), FALSE);
}

static void
any_finding_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_selection_select_next (sky_session_get_selection (SKY_WINDOW (widget)->session),
                             g_variant_get_int32 (parameter));
}

static void
decided_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);

  if (self->decided != 0)
    sky_selection_show_finding (sky_session_get_selection (self->session), self->decided);
}

/* --- Cameras and timeline --------------------------------------------------------------------- */

/* 0 shows all cameras alike, 1 makes the first one large; again, shows it alone. */
static void
camera_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyCameraGrid *cameras = SKY_WINDOW (widget)->cameras;
  int camera = g_variant_get_int32 (parameter) - 1;
  gboolean again = camera >= 0 && camera == sky_camera_grid_get_large (cameras);

  sky_camera_grid_set_alone (cameras, again && !sky_camera_grid_get_alone (cameras));
  sky_camera_grid_set_large (cameras, camera);
}

static void
live_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkySession *session = SKY_WINDOW (widget)->session;
  SkyCameraWall *wall = sky_day_view_get_wall (sky_session_get_day_view (session));
  gboolean any = FALSE;

  for (guint i = 0; i < sky_camera_wall_get_n_cameras (wall); i++)
    any = any || sky_camera_get_stream (sky_camera_wall_get_camera (wall, i)) != NULL;
  if (any)
    sky_camera_wall_set_live (wall, !sky_camera_wall_get_live (wall));
  else
    sky_store_link_report (sky_session_get_link (session),
                           _ ("No camera of this table has a live picture"));
}

static void
wall_window_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);

  if (self->wall_window == NULL)
    sky_window_send_cameras_away (self);
  else
    sky_window_take_cameras_back (self);
}

static void
overlay_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);

  sky_window_set_overlay (self, !self->overlay);
}

static void
strip_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkWidget *strip = GTK_WIDGET (SKY_WINDOW (widget)->strip);

  gtk_widget_set_visible (strip, !gtk_widget_get_visible (strip));
}

static void
skim_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkySession *session = SKY_WINDOW (widget)->session;
  SkyCameraWall *wall = sky_day_view_get_wall (sky_session_get_day_view (session));
  gboolean skim = !sky_camera_wall_get_skim (wall);

  sky_camera_wall_set_skim (wall, skim);
  sky_store_link_report (sky_session_get_link (session),
                         skim ? _ ("Key frames only at 8× and faster")
                              : _ ("All frames at every rate"));
}

/* Magnifies the chosen camera's picture by @parameter per cent. */
static void
magnify_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyCameraTile *tile = sky_camera_grid_get_chosen (SKY_WINDOW (widget)->cameras);

  if (tile != NULL)
    sky_camera_tile_set_zoom (tile, sky_camera_tile_get_zoom (tile)
                                        * g_variant_get_int32 (parameter) / 100);
}

/* 0 to the left, 1 to the right, 2 up, 3 down. */
static void
pan_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const int ways[][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };
  SkyCameraTile *tile = sky_camera_grid_get_chosen (SKY_WINDOW (widget)->cameras);
  int way = g_variant_get_int32 (parameter);

  if (tile != NULL && way >= 0 && way < (int) G_N_ELEMENTS (ways))
    sky_camera_tile_pan (tile, ways[way][0], ways[way][1]);
}

static void
tone_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyCameraTile *tile = sky_camera_grid_get_chosen (SKY_WINDOW (widget)->cameras);
  gboolean bright = g_str_equal (name, "win.brightness");
  int by = g_variant_get_int32 (parameter);
  int brightness;
  int contrast;

  if (tile == NULL)
    return;
  sky_camera_tile_get_tone (tile, &brightness, &contrast);
  sky_camera_tile_set_tone (tile, brightness + (bright ? by : 0), contrast + (bright ? 0 : by));
}

static void
as_recorded_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyCameraTile *tile = sky_camera_grid_get_chosen (SKY_WINDOW (widget)->cameras);

  if (tile == NULL)
    return;
  sky_camera_tile_set_tone (tile, 0, 0);
  sky_camera_tile_set_zoom (tile, 100);
}

static void
zoom_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_timeline_zoom (SKY_WINDOW (widget)->timeline, g_variant_get_int32 (parameter));
}

static void
show_day_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_timeline_show_day (SKY_WINDOW (widget)->timeline);
}

static void
show_round_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_timeline_show_round (SKY_WINDOW (widget)->timeline);
}

static void
end_loop_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);

  sky_timeline_end_loop (self->timeline);
}

/* 0 marks the beginning of the span that is looped, 1 its end. */
static void
mark_loop_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_timeline_mark_loop (SKY_WINDOW (widget)->timeline, g_variant_get_int32 (parameter) == 1);
}

static void
pan_time_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_timeline_pan (SKY_WINDOW (widget)->timeline,
                    g_variant_get_int32 (parameter) * SKY_TIMELINE_PAGE);
}

static void
jump_bookmark_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_timeline_jump_bookmark (SKY_WINDOW (widget)->timeline, g_variant_get_int32 (parameter));
}

/* The layout, again: what was before it. */
static void
pictures_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);
  int pictures = g_variant_get_int32 (parameter);

  if (pictures == SKY_PICTURES_LAYOUT && self->pictures == SKY_PICTURES_LAYOUT)
    sky_window_set_pictures (self, self->pictures_before);
  else if (pictures >= 0 && pictures < SKY_N_PICTURES)
    sky_window_set_pictures (self, (SkyPictures) pictures);
}

static void
all_wagers_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyRoundView *round = SKY_WINDOW (widget)->round;

  sky_round_view_set_all (round, !sky_round_view_get_all (round));
}

static void
fullscreen_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_window_toggle_fullscreen (GTK_WINDOW (widget));
}

/* Into a file and, when a case is open, into that. */
static void
still_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_open_case_take_still (SKY_WINDOW (widget)->open_case, TRUE);
}

static void
still_to_case_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_open_case_take_still (SKY_WINDOW (widget)->open_case, FALSE);
}

/* As long before and after the playhead as the clips of packages are. */
static void
clip_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);

  sky_open_case_save_clip (self->open_case,
                           g_settings_get_int (self->settings, "clip-before") * SKY_SECOND,
                           g_settings_get_int (self->settings, "clip-after") * SKY_SECOND);
}

static void
put_into_case_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_open_case_put_in (SKY_WINDOW (widget)->open_case);
}

/* --- Review ----------------------------------------------------------------------------------- */

static void
decide_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const struct
  {
    const char *name;
    SkyLedgerAction action;
  } decisions[] = {
    { "win.confirm", SKY_LEDGER_CONFIRM },
    { "win.escalate", SKY_LEDGER_ESCALATE },
    { "win.reopen", SKY_LEDGER_REOPEN },
    { "win.review", SKY_LEDGER_REVIEW },
  };

  for (guint i = 0; i < G_N_ELEMENTS (decisions); i++)
    {
      if (strcmp (decisions[i].name, name) == 0)
        sky_selection_decide (sky_session_get_selection (SKY_WINDOW (widget)->session),
                              decisions[i].action, NULL);
    }
}

/* Whoever confirmed cannot agree: who does is asked. */
static void
second_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);
  SkySelection *selection = sky_session_get_selection (self->session);
  const SkyReview *review = sky_selection_get_review (selection);
  const char *reviewer = sky_review_desk_get_credential (sky_session_get_desk (self->session));
  gboolean own = review != NULL && review->credential != NULL && reviewer != NULL
                 && !sky_review_is_second (review->credential, reviewer);

  if (sky_inbox_get_n_chosen (sky_session_get_inbox (self->session)) > 1 || !own
      || !sky_confirmation_bar_ask_second (sky_round_view_show_confirmation (self->round)))
    sky_selection_decide (selection, SKY_LEDGER_SECOND, NULL);
}

static void
reason_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const SkyLedgerAction action = strcmp (name, "win.confirm-because") == 0    ? SKY_LEDGER_CONFIRM
                                 : strcmp (name, "win.escalate-because") == 0 ? SKY_LEDGER_ESCALATE
                                                                              : SKY_LEDGER_DISMISS;

  sky_review_bar_ask_reason (sky_finding_pane_get_review_bar (SKY_WINDOW (widget)->finding),
                             action);
}

static void
undo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_selection_undo (sky_session_get_selection (SKY_WINDOW (widget)->session));
}

static void
bookmark_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_session_add_bookmark (SKY_WINDOW (widget)->session, "");
}

/* A bookmark that waits for its name; play goes on meanwhile. */
typedef struct
{
  SkyReviewDesk *desk;
  gint64 log;
  SkyTime at;
} Naming;

static void
naming_free (gpointer data, GClosure *closure)
{
  Naming *naming = data;

  g_object_unref (naming->desk);
  g_free (naming);
}

static void
named_cb (AdwMessageDialog *dialog, const char *response, Naming *naming)
{
  GtkEditable *entry = GTK_EDITABLE (adw_message_dialog_get_extra_child (dialog));

  if (g_str_equal (response, "bookmark"))
    sky_review_desk_bookmark (naming->desk, naming->log, naming->at, gtk_editable_get_text (entry));
}

static void
name_bookmark_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);
  SkyDayView *day_view = sky_session_get_day_view (self->session);
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _ ("Named Bookmark"), NULL);
  Naming *naming = g_new (Naming, 1);

  *naming = (Naming){ g_object_ref (sky_session_get_desk (self->session)),
                      sky_day_view_get_log (day_view), sky_day_view_get_position (day_view) };
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_entry_set_max_length (GTK_ENTRY (entry), 200);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name of the bookmark"), -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), entry);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"),
                                    "bookmark", _ ("_Bookmark"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "bookmark",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "bookmark");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (named_cb), naming, naming_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
remove_bookmark_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);
  SkyQueueItem *item = sky_selection_get_item (sky_session_get_selection (self->session));
  const SkyBookmark *bookmark = item != NULL ? sky_queue_item_get_bookmark (item) : NULL;

  if (bookmark != NULL)
    sky_review_desk_remove_bookmark (sky_session_get_desk (self->session), bookmark->number);
  else
    sky_store_link_report (sky_session_get_link (self->session),
                           _ ("To remove a bookmark, select it in the list of bookmarks."));
}

/* --- Lists and archives ----------------------------------------------------------------------- */

static void
search_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_finding_view_focus_search (SKY_WINDOW (widget)->findings);
}

static void
filter_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_finding_view_open_filter (SKY_WINDOW (widget)->findings);
}

static void
clear_filter_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_inbox_clear_filter (sky_session_get_inbox (SKY_WINDOW (widget)->session));
}

static void
saved_filters_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_finding_view_open_saved (SKY_WINDOW (widget)->findings);
}

static void
saved_filter_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  int number = g_variant_get_int32 (parameter);

  if (number > 0)
    sky_saved_popover_choose (sky_finding_view_get_saved (SKY_WINDOW (widget)->findings),
                              (guint) number - 1);
}

static void
changed_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkySession *session = SKY_WINDOW (widget)->session;

  sky_inbox_set_changed_only (sky_session_get_inbox (session),
                              !sky_inbox_get_filter (sky_session_get_inbox (session))->changed);
}

static void
mark_seen_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_inbox_mark_seen (sky_session_get_inbox (SKY_WINDOW (widget)->session));
}

static void
arrived_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_selection_show_arrived (sky_session_get_selection (SKY_WINDOW (widget)->session));
}

static void
sort_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (g_variant_get_int32 (parameter) > 0)
    sky_finding_view_sort_next (SKY_WINDOW (widget)->findings);
  else
    sky_finding_view_turn_order (SKY_WINDOW (widget)->findings);
}

static void
listing_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const guint listings[] = { SKY_LISTING_ALL,        SKY_QUEUE_DISPUTE,
                                    SKY_QUEUE_VARIANCE,     SKY_QUEUE_IRREGULARITY,
                                    SKY_QUEUE_CONFIRMATION, SKY_QUEUE_COVERAGE,
                                    SKY_QUEUE_INTEGRITY,    SKY_LISTING_ROUNDS,
                                    SKY_LISTING_BOOKMARKS,  SKY_LISTING_WITHDRAWN };
  int number = g_variant_get_int32 (parameter);

  if (number >= 1 && number <= (int) G_N_ELEMENTS (listings))
    sky_inbox_set_listing (sky_session_get_inbox (SKY_WINDOW (widget)->session),
                           (SkyListing) listings[number - 1]);
}

static void
sidebar_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  AdwFlap *flap = SKY_WINDOW (widget)->flap;

  adw_flap_set_reveal_flap (flap, !adw_flap_get_reveal_flap (flap));
}

/* The queues have the focus, in the sidebar or, where that is hidden, in a list of their own. */
static void
queues_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);

  if (adw_flap_get_reveal_flap (self->flap))
    sky_queue_list_focus (self->queues);
  else
    gtk_menu_button_popup (self->queue_button);
}

static void
open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_window_choose_archive (SKY_WINDOW (widget));
}

static void
go_to_time_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_transport_ask_time (SKY_WINDOW (widget)->transport);
}

static void
demo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_start_page_try_demo (SKY_WINDOW (widget)->start_page);
}

static void
menu_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_window_open_menu (SKY_WINDOW (widget));
}

static void
recent_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  adw_split_button_popup (SKY_WINDOW (widget)->open_button);
}

static void
open_recent_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *paths[] = { g_variant_get_string (parameter, NULL), NULL };

  sky_window_open_paths (SKY_WINDOW (widget), paths);
}

/* Brings the window of @type that was opened from here to the front: a key that was pressed twice
 * means one. Returns: FALSE: there is none. */
static gboolean
present_open (GtkWidget *widget, GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (!G_TYPE_CHECK_INSTANCE_TYPE (window, type)
          || gtk_window_get_transient_for (window) != GTK_WINDOW (widget))
        continue;
      gtk_window_present (window);
      return TRUE;
    }
  return FALSE;
}

static void
shortcuts_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (!present_open (widget, SKY_TYPE_KEYS_WINDOW))
    gtk_window_present (GTK_WINDOW (sky_keys_window_new (GTK_WINDOW (widget))));
}

static void
help_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (!present_open (widget, SKY_TYPE_HELP_WINDOW))
    gtk_window_present (GTK_WINDOW (sky_help_window_new (GTK_WINDOW (widget))));
}

static void
sign_in_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_window_present (GTK_WINDOW (sky_sign_in_window_new (
      GTK_WINDOW (widget), sky_session_get_desk (SKY_WINDOW (widget)->session))));
}

static void
sign_out_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkySession *session = SKY_WINDOW (widget)->session;

  sky_review_desk_sign_in (sky_session_get_desk (session), NULL);
  sky_store_link_report (sky_session_get_link (session), _ ("Signed out"));
}

static void
who_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_user_button_popup (SKY_WINDOW (widget)->who);
}

static void
people_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (!present_open (widget, SKY_TYPE_PEOPLE_WINDOW))
    gtk_window_present (GTK_WINDOW (sky_people_window_new (
        GTK_WINDOW (widget), sky_session_get_desk (SKY_WINDOW (widget)->session))));
}

/* Of the package that is looked at, where one is. */
static void
verify_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);

  if (present_open (widget, SKY_TYPE_VERIFY_WINDOW))
    return;
  SkyVerifyWindow *window = sky_verify_window_new (GTK_WINDOW (self));
  if (self->check != NULL)
    sky_verify_window_show (window, self->check);
  gtk_window_present (GTK_WINDOW (window));
}

static void
package_report_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);
  const char *path = sky_unpacked_package_get_report (self->package);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  gtk_show_uri (GTK_WINDOW (self), uri, GDK_CURRENT_TIME);
}

static void
reconnect_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_store_link_reconnect (sky_session_get_link (SKY_WINDOW (widget)->session));
}

static void
unsaved_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (!present_open (widget, SKY_TYPE_UNSAVED_WINDOW))
    gtk_window_present (GTK_WINDOW (sky_unsaved_window_new (
        GTK_WINDOW (widget), sky_session_get_selection (SKY_WINDOW (widget)->session))));
}

static void
reports_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (!present_open (widget, SKY_TYPE_REPORTS_WINDOW))
    gtk_window_present (GTK_WINDOW (sky_reports_window_new (
        GTK_WINDOW (widget), sky_session_get_selection (SKY_WINDOW (widget)->session))));
}

static void
patterns_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);
  SkyPatternsWindow *patterns;

  if (present_open (widget, SKY_TYPE_PATTERNS_WINDOW))
    return;
  patterns =
      sky_patterns_window_new (GTK_WINDOW (widget), sky_session_get_selection (self->session));
  g_signal_connect_object (patterns, "to-case", G_CALLBACK (sky_open_case_add_pattern),
                           self->open_case, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (patterns));
}

/* One window of the room, brought to the front when it is open already. */
static void
show_room (SkyWindow *self, const char *page)
{
  if (self->room == NULL)
    {
      self->room = GTK_WINDOW (sky_cases_window_new (GTK_WINDOW (self), self->open_case));
      g_object_add_weak_pointer (G_OBJECT (self->room), (gpointer *) &self->room);
    }
  sky_cases_window_show_page (SKY_CASES_WINDOW (self->room), page);
  gtk_window_present (self->room);
}

static void
cases_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  show_room (SKY_WINDOW (widget), "cases");
}

static void
export_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);
  gint64 id = sky_open_case_get_id (self->open_case);

  if (id != 0)
    {
      if (!present_open (widget, SKY_TYPE_EXPORT_WINDOW))
        gtk_window_present (GTK_WINDOW (
            sky_export_window_new (GTK_WINDOW (self), sky_session_get_desk (self->session), id)));
      return;
    }
  show_room (self, "cases");
  sky_cases_window_export_case (SKY_CASES_WINDOW (self->room));
}

static void
log_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  show_room (SKY_WINDOW (widget), "log");
}

static void
log_line_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);

  show_room (self, "log");
  sky_cases_window_write_line (SKY_CASES_WINDOW (self->room));
}

static void
hand_over_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);

  show_room (self, "log");
  sky_cases_window_hand_over (SKY_CASES_WINDOW (self->room));
}

static void
locks_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (!present_open (widget, SKY_TYPE_LOCKS_WINDOW))
    gtk_window_present (GTK_WINDOW (sky_locks_window_new (
        GTK_WINDOW (widget), sky_session_get_selection (SKY_WINDOW (widget)->session))));
}

static void
tables_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (!present_open (widget, SKY_TYPE_LIVE_WINDOW))
    gtk_window_present (
        GTK_WINDOW (sky_live_window_new (GTK_WINDOW (widget), SKY_WINDOW (widget)->live_tables)));
}

static void
import_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (!present_open (widget, SKY_TYPE_IMPORT_WINDOW))
    gtk_window_present (GTK_WINDOW (sky_import_window_new (
        GTK_WINDOW (widget), sky_session_get_desk (SKY_WINDOW (widget)->session))));
}

/* What was recorded is listed, if the folder is open. */
static gboolean
recorded_cb (SkyWindow *self, SkyRecordWindow *window)
{
  const char *recorded = sky_record_window_get_recorded (window);
  SkyIntake *intake = sky_session_get_intake (self->session);
  const char *const *opened = sky_intake_get_opened (intake);
  g_autofree char *folder = recorded != NULL ? g_canonicalize_filename (recorded, NULL) : NULL;

  if (folder != NULL && opened != NULL && g_strv_contains (opened, folder))
    sky_intake_audit_again (intake, folder);
  return GDK_EVENT_PROPAGATE;
}

/* Of the shown table's archive, or of the one that is open. */
static void
record_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkySession *session = SKY_WINDOW (widget)->session;
  SkyTableDay *day = sky_day_view_get_day (sky_session_get_day_view (session));
  const char *const *opened = sky_intake_get_opened (sky_session_get_intake (session));
  const char *folder = day != NULL      ? sky_table_day_get_archive_path (day)
                       : opened != NULL ? opened[0]
                                        : NULL;
  SkyRecordWindow *window;

  if (present_open (widget, SKY_TYPE_RECORD_WINDOW))
    return;
  window = sky_record_window_new (
      GTK_WINDOW (widget), sky_review_desk_get_credential (sky_session_get_desk (session)), folder);
  g_signal_connect_object (window, "close-request", G_CALLBACK (recorded_cb), widget,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (window));
}

static void
note_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_review_bar_ask_note (sky_finding_pane_get_review_bar (SKY_WINDOW (widget)->finding));
}

static void
preferences_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (!present_open (widget, SKY_TYPE_PREFERENCES_WINDOW))
    gtk_window_present (sky_preferences_window_new (GTK_WINDOW (widget)));
}

static void
audit_again_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_session_audit_again (SKY_WINDOW (widget)->session);
}

/* Returns: why the pictures of @day show no results; NULL: they may. */
static const char *
explain_no_results (SkyTableDay *day)
{
  SkySightKind kind;

  if (!sky_sight_find_kind (sky_table_day_get_header (day)->game, &kind))
    return _ ("Neither dice nor cards make this game’s results");
  if (sky_table_day_get_cameras (day)->len == 0)
    return _ ("No camera of this table has a recording");
  return NULL;
}

static void
read_pictures_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkySession *session = SKY_WINDOW (widget)->session;
  SkyTableDay *day = sky_day_view_get_day (sky_session_get_day_view (session));
  SkyIntake *intake = sky_session_get_intake (session);
  const char *cause = explain_no_results (day);

  if (cause == NULL && sky_intake_get_job (intake) != NULL)
    cause = _ ("An audit is under way. Read the pictures when it has ended");
  if (cause != NULL)
    sky_store_link_report (sky_session_get_link (session), cause);
  else
    sky_intake_read_pictures (intake, sky_table_day_get_archive_path (day),
                              sky_table_day_get_log_path (day));
}

static void
calibrate_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);
  SkyDayView *view = sky_session_get_day_view (self->session);
  SkyCameraTile *tile = sky_camera_grid_get_chosen (self->cameras);
  const char *cause = explain_no_results (sky_day_view_get_day (view));

  if (cause != NULL)
    sky_store_link_report (sky_session_get_link (self->session), cause);
  else if (!present_open (widget, SKY_TYPE_CALIBRATION_WINDOW))
    gtk_window_present (GTK_WINDOW (sky_calibration_window_new (
        GTK_WINDOW (widget), view, tile != NULL ? sky_camera_tile_get_camera (tile) : 0)));
}

/* The shorter of what may be under way. */
static void
stop_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkySession *session = SKY_WINDOW (widget)->session;

  if (sky_review_desk_get_deciding (sky_session_get_desk (session), NULL) > 0)
    sky_review_desk_stop_deciding (sky_session_get_desk (session));
  else
    sky_intake_cancel (sky_session_get_intake (session));
}

static void
show_finding_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_selection_show_key (sky_session_get_selection (SKY_WINDOW (widget)->session),
                          g_variant_get_string (parameter, NULL));
}

static void
alarm_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyWindow *self = SKY_WINDOW (widget);
  const char *key = sky_alarm_strip_get_key (self->alarms);

  if (key != NULL)
    sky_selection_show_key (sky_session_get_selection (self->session), key);
}

/* --- The table of actions and keys ------------------------------------------------------------ */

typedef void (*Activate) (GtkWidget *widget, const char *name, GVariant *parameter);

/* When an action makes sense. */
typedef enum
{
  ALWAYS,
  WITH_DAY,
  WITH_REVIEW,
  TO_DECIDE, /* that, of what is in the list */
  WITH_LIST,
  WHILE_EMPTY,  /* no archive is open */
  WITH_PACKAGE, /* that has a report */
  SIGNED_IN,
} Need;

static const struct
{
  const char *name;
  const char *parameter; /* its type; NULL: none */
  Activate activate;
  Need need;
} actions[] = {
  { "win.play", NULL, play_action, WITH_DAY },
  { "win.forward", NULL, forward_action, WITH_DAY },
  { "win.reverse", NULL, reverse_action, WITH_DAY },
  { "win.pause", NULL, pause_action, WITH_DAY },
  { "win.rate", "i", rate_action, WITH_DAY },
  { "win.step", "i", step_action, WITH_DAY },
  { "win.event", "i", event_action, WITH_DAY },
  { "win.round", "i", round_action, WITH_DAY },
  { "win.finding", "i", finding_action, WITH_LIST },
  { "win.any-finding", "i", any_finding_action, WITH_LIST },
  { "win.decided", NULL, decided_action, WITH_LIST },
  { "win.camera", "i", camera_action, WITH_DAY },
  { "win.live", NULL, live_action, WITH_DAY },
  { "win.wall-window", NULL, wall_window_action, WITH_DAY },
  { "win.overlay", NULL, overlay_action, WITH_DAY },
  { "win.skim", NULL, skim_action, WITH_DAY },
  { "win.strip", NULL, strip_action, WITH_DAY },
  { "win.magnify", "i", magnify_action, WITH_DAY },
  { "win.pan", "i", pan_action, WITH_DAY },
  { "win.brightness", "i", tone_action, WITH_DAY },
  { "win.contrast", "i", tone_action, WITH_DAY },
  { "win.as-recorded", NULL, as_recorded_action, WITH_DAY },
  { "win.zoom", "i", zoom_action, WITH_DAY },
  { "win.show-day", NULL, show_day_action, WITH_DAY },
  { "win.show-round", NULL, show_round_action, WITH_DAY },
  { "win.pan-time", "i", pan_time_action, WITH_DAY },
  { "win.mark-loop", "i", mark_loop_action, WITH_DAY },
  { "win.end-loop", NULL, end_loop_action, WITH_DAY },
  { "win.jump-bookmark", "i", jump_bookmark_action, WITH_DAY },
  { "win.pictures", "i", pictures_action, WITH_DAY },
  { "win.all-wagers", NULL, all_wagers_action, WITH_DAY },
  { "win.fullscreen", NULL, fullscreen_action, ALWAYS },
  { "win.still", NULL, still_action, WITH_DAY },
  { "win.still-to-case", NULL, still_to_case_action, WITH_DAY },
  { "win.clip", NULL, clip_action, WITH_DAY },
  { "win.put-into-case", NULL, put_into_case_action, WITH_DAY },
  { "win.bookmark", NULL, bookmark_action, WITH_DAY },
  { "win.name-bookmark", NULL, name_bookmark_action, WITH_DAY },
  { "win.remove-bookmark", NULL, remove_bookmark_action, WITH_LIST },
  { "win.confirm", NULL, decide_action, TO_DECIDE },
  { "win.confirm-because", NULL, reason_action, TO_DECIDE },
  { "win.dismiss", NULL, reason_action, TO_DECIDE },
  { "win.escalate", NULL, decide_action, TO_DECIDE },
  { "win.escalate-because", NULL, reason_action, TO_DECIDE },
  { "win.reopen", NULL, decide_action, TO_DECIDE },
  { "win.review", NULL, decide_action, TO_DECIDE },
  { "win.second", NULL, second_action, TO_DECIDE },
  { "win.undo", NULL, undo_action, WITH_REVIEW },
  { "win.unsaved", NULL, unsaved_action, ALWAYS },
  { "win.reconnect", NULL, reconnect_action, ALWAYS },
  { "win.search", NULL, search_action, WITH_LIST },
  { "win.filter", NULL, filter_action, WITH_LIST },
  { "win.clear-filter", NULL, clear_filter_action, WITH_LIST },
  { "win.saved-filters", NULL, saved_filters_action, WITH_LIST },
  { "win.saved-filter", "i", saved_filter_action, WITH_LIST },
  { "win.changed", NULL, changed_action, WITH_LIST },
  { "win.mark-seen", NULL, mark_seen_action, WITH_LIST },
  { "win.arrived", NULL, arrived_action, WITH_LIST },
  { "win.sort", "i", sort_action, WITH_LIST },
  { "win.listing", "i", listing_action, WITH_LIST },
  { "win.sidebar", NULL, sidebar_action, ALWAYS },
  { "win.queues", NULL, queues_action, WITH_LIST },
  { "win.open", NULL, open_action, ALWAYS },
  { "win.recent", NULL, recent_action, ALWAYS },
  { "win.menu", NULL, menu_action, WITH_LIST },
  { "win.go-to-time", NULL, go_to_time_action, WITH_DAY },
  { "win.demo", NULL, demo_action, WHILE_EMPTY },
  { "win.open-recent", "s", open_recent_action, ALWAYS },
  { "win.audit-again", NULL, audit_again_action, ALWAYS },
  { "win.calibrate", NULL, calibrate_action, WITH_DAY },
  { "win.read-pictures", NULL, read_pictures_action, WITH_DAY },
  { "win.stop", NULL, stop_action, ALWAYS },
  { "win.help", NULL, help_action, ALWAYS },
  { "win.show-help-overlay", NULL, shortcuts_action, ALWAYS },
  { "win.reports", NULL, reports_action, ALWAYS },
  { "win.patterns", NULL, patterns_action, ALWAYS },
  { "win.tables", NULL, tables_action, ALWAYS },
  { "win.import", NULL, import_action, ALWAYS },
  { "win.record", NULL, record_action, ALWAYS },
  { "win.show-finding", "s", show_finding_action, ALWAYS },
  { "win.alarm", NULL, alarm_action, ALWAYS },
  { "win.cases", NULL, cases_action, ALWAYS },
  { "win.export", NULL, export_action, ALWAYS },
  { "win.log", NULL, log_action, ALWAYS },
  { "win.log-line", NULL, log_line_action, ALWAYS },
  { "win.hand-over", NULL, hand_over_action, ALWAYS },
  { "win.locks", NULL, locks_action, WITH_LIST },
  { "win.note", NULL, note_action, WITH_REVIEW },
  { "win.sign-in", NULL, sign_in_action, ALWAYS },
  { "win.sign-out", NULL, sign_out_action, SIGNED_IN },
  { "win.who", NULL, who_action, ALWAYS },
  { "win.people", NULL, people_action, ALWAYS },
  { "win.verify", NULL, verify_action, ALWAYS },
  { "win.package-report", NULL, package_report_action, WITH_PACKAGE },
  { "win.preferences", NULL, preferences_action, ALWAYS },
};

void
sky_window_install_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter,
                                     actions[i].activate);
}

/* Whether it opens or says something, as is not done where nothing of the store is changed. */
static gboolean
is_changing (const char *action)
{
  static const char *const changing[] = {
    "win.open",          "win.open-recent",   "win.import",          "win.recent",
    "win.audit-again",   "win.read-pictures", "win.follow",          "win.bookmark",
    "win.note",          "win.name-bookmark", "win.remove-bookmark", "win.mark-seen",
    "win.log-line",      "win.hand-over",     "win.export",          "win.still-to-case",
    "win.put-into-case", "win.sign-in",       "win.people",          "win.undo",
    "win.sign-out",      "win.who",           "win.locks",           NULL,
  };

  return g_strv_contains (changing, action);
}

void
sky_window_update_actions (SkyWindow *self)
{
  SkySelection *selection = sky_session_get_selection (self->session);
  const SkyStoredFinding *finding = sky_selection_get_finding (selection);
  gboolean day = sky_day_view_get_day (sky_session_get_day_view (self->session)) != NULL;
  gboolean several = sky_inbox_get_n_chosen (sky_session_get_inbox (self->session)) > 1;
  gboolean review = sky_review_desk_get_deciding (sky_session_get_desk (self->session), NULL) == 0
                    && (several
                        || (finding != NULL && finding->withdrawn == 0
                            && sky_selection_get_review (selection) != NULL));
  gboolean listed = several || !sky_selection_get_unlisted (selection);
  gboolean reads = sky_store_link_get_reads (sky_session_get_link (self->session));
  g_autoptr (SkyIdentity) identity =
      sky_review_desk_get_identity (sky_session_get_desk (self->session));
  const gboolean met[] = {
    [ALWAYS] = TRUE,
    [WITH_PACKAGE] =
        self->package != NULL && sky_unpacked_package_get_report (self->package) != NULL,
    [WITH_DAY] = day,
    [WITH_REVIEW] = review,
    [TO_DECIDE] = review && listed && !reads,
    /* What is done to a list that nobody sees would be seen nowhere. */
    [WITH_LIST] = g_str_equal (sky_window_get_page (self), "work"),
    [SIGNED_IN] = identity != NULL,
    [WHILE_EMPTY] = g_str_equal (sky_window_get_page (self), "empty"),
  };

  guint bits = 0;

  /* From finding to finding they mostly stay; ALWAYS is met, so that the first time none does. */
  for (guint i = 0; i < G_N_ELEMENTS (met); i++)
    bits |= (guint) met[i] << i;
  bits |= (guint) reads << G_N_ELEMENTS (met);
  if (bits == self->met)
    return;
  self->met = bits;
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i].name,
                                   met[actions[i].need]
                                       && !(reads && is_changing (actions[i].name)));
}
