/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-window-private.h"

#include <glib/gi18n.h>

#include "sky-clock-text.h"
#include "sky-demo.h"
#include "sky-file-place.h"
#include "sky-late-menu.h"
#include "sky-phrase.h"
#include "sky-problem-text.h"
#include "sky-wall-window.h"

G_DEFINE_FINAL_TYPE (SkyWindow, sky_window, ADW_TYPE_APPLICATION_WINDOW)

/* After so many frames all that is in a window is drawn. */
#define FRAMES_TO_OPEN 7

/* --- What is shown ---------------------------------------------------------------------------- */

/* Each problem stays until somebody has read them: two logs that cannot be read are two. */
static void
show_problems (SkyWindow *self)
{
  g_autofree char *text = sky_problem_text_new_for_all (self->problems);
  g_autoptr (GString) whole = g_string_new (NULL);

  for (guint i = 0; i < self->problems->len; i++)
    g_string_append_printf (whole, "%s%s", i > 0 ? "\n" : "", (char *) self->problems->pdata[i]);
  if (self->problems->len > 0)
    {
      gtk_label_set_label (self->problem, text);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->problem), whole->str);
    }
  gtk_info_bar_set_revealed (self->problem_bar, self->problems->len > 0);
}

static void
forget_problems (SkyWindow *self)
{
  g_ptr_array_set_size (self->problems, 0);
  g_clear_pointer (&self->complaint, g_free);
  show_problems (self);
}

static void
update_page (SkyWindow *self)
{
  const char *store_problem = sky_inbox_get_problem (sky_session_get_inbox (self->session));
  const char *audit_problem = sky_intake_get_problem (sky_session_get_intake (self->session));
  const char *page = "work";

  if (store_problem != NULL)
    {
      g_autofree char *shown = sky_problem_text_new (store_problem);
      g_autofree char *path = sky_problem_text_dup_path (store_problem);
      g_autofree char *whole = g_strconcat (shown, path != NULL ? "\n\n" : NULL, path, NULL);
      g_autofree char *text = g_markup_escape_text (whole, -1);
      adw_status_page_set_description (self->no_store, text);
      page = "no-store";
    }
  else if (sky_inbox_has_logs (sky_session_get_inbox (self->session)))
    page = "work";
  else if (sky_intake_get_job (sky_session_get_intake (self->session)) != NULL)
    page = "auditing";
  else if (audit_problem != NULL)
    {
      const char *hint = sky_intake_is_following (sky_session_get_intake (self->session))
                             ? _ ("The name of a table log ends in .tel.jsonl or .tel.jsonl.gz. As "
                                  "soon as the folder has one, it appears here.")
                             : _ ("The name of a table log ends in .tel.jsonl or .tel.jsonl.gz. "
                                  "When the folder has one, look again (F5).");
      g_autofree char *shown = sky_problem_text_new (audit_problem);
      g_autofree char *path = sky_problem_text_dup_path (audit_problem);
      g_autofree char *text =
          g_strconcat (shown, "\n\n", hint, path != NULL ? "\n\n" : NULL, path, NULL);
      g_autofree char *escaped = g_markup_escape_text (text, -1);
      adw_status_page_set_description (self->no_logs, escaped);
      sky_window_offer_recording (self);
      page = "no-logs";
    }
  else
    page = "empty";
  /* What the page says need not be said above it too. */
  if (g_str_has_prefix (page, "no-"))
    forget_problems (self);
  gtk_stack_set_visible_child_name (self->pages, page);
}

static void
update_title (SkyWindow *self)
{
  SkyTableDay *day = sky_day_view_get_day (sky_session_get_day_view (self->session));
  char buffer[SKY_DAY_TEXT_SIZE];

  if (day == NULL)
    {
      adw_window_title_set_title (self->title, _ ("Skyward"));
      adw_window_title_set_subtitle (self->title, "");
      return;
    }

  const SkyLogHeader *header = sky_table_day_get_header (day);
  g_autofree char *title = g_strdup_printf ("%s · %s", header->property, header->table);
  sky_day_format (header->gaming_day, buffer);
  /* Translators: a gaming day whose archive is looked at for what comes. */
  g_autofree char *followed = g_strdup_printf (_ ("%s · following"), buffer);
  /* Translators: a gaming day whose log is not there any more. */
  g_autofree char *gone = g_strdup_printf (_ ("%s · missing"), buffer);
  adw_window_title_set_title (self->title, title);
  if (self->check != NULL)
    {
      g_autofree char *name = g_path_get_basename (sky_package_check_get_path (self->check));
      g_autofree char *shown = g_filename_display_name (name);
      g_autofree char *of_package = g_strdup_printf ("%s · %s", buffer, shown);
      adw_window_title_set_subtitle (self->title, of_package);
    }
  else if (sky_day_files_get_gone (
               sky_day_view_get_files (sky_session_get_day_view (self->session))))
    adw_window_title_set_subtitle (self->title, gone);
  else
    adw_window_title_set_subtitle (
        self->title,
        sky_intake_is_following (sky_session_get_intake (self->session)) ? followed : buffer);
}

/* GLib 2.74 warns where there is no session bus to tell it over. */
static void
tell_desktop (SkyWindow *self, const char *id, GNotification *notification)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  if (application != NULL
      && g_application_get_dbus_connection (G_APPLICATION (application)) != NULL)
    g_application_send_notification (G_APPLICATION (application), id, notification);
}

/* What surveillance must confirm cannot wait until somebody looks at the list: a strip says it, and
 * the desktop, also when the window is behind others. Everything else is in the list by itself. */
static void
news_cb (SkyWindow *self, const SkyNews *news, SkyIntake *intake)
{
  if (news->queue != SKY_QUEUE_CONFIRMATION)
    return;
  g_autofree char *at =
      news->at != SKY_TIME_NONE
          ? sky_clock_text (news->at, sky_clock_get_zone (sky_session_get_clock (self->session)))
          : g_strdup ("");
  /* Translators: a table, then a time of day. */
  g_autofree char *title = g_strdup_printf (_ ("%s, %s: confirm now"), news->table, at);
  sky_alarm_strip_add (self->alarms, news->key, title,
                       g_settings_get_boolean (self->settings, "alarm-sound"));

  g_autoptr (GNotification) notification = g_notification_new (title);
  g_autofree char *explanation = sky_phrase_show (news->explanation);
  g_notification_set_body (notification, explanation);
  g_notification_set_priority (notification, G_NOTIFICATION_PRIORITY_URGENT);
  g_notification_set_default_action_and_target (notification, "app.show-finding", "s", news->key);
  tell_desktop (self, news->key, notification);
}

/* Something is wrong with a receiver or its tables. */
static void
live_alarm_cb (SkyWindow *self, const char *title, const char *body, SkyLiveTables *tables)
{
  g_autofree char *text =
      body[0] != '\0' ? g_strdup_printf ("%s: %s", title, body) : g_strdup (title);
  g_autofree char *plain = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (plain);

  adw_toast_set_timeout (toast, 0);
  adw_toast_set_button_label (toast, _ ("Show"));
  adw_toast_set_action_name (toast, "win.tables");
  adw_toast_overlay_add_toast (self->toasts, toast);

  g_autoptr (GNotification) notification = g_notification_new (title);
  g_notification_set_body (notification, body);
  g_notification_set_priority (notification, G_NOTIFICATION_PRIORITY_URGENT);
  tell_desktop (self, title, notification);
}

static void
receiver_folder_cb (SkyWindow *self)
{
  g_autofree char *folder = g_settings_get_string (self->settings, "receiver-folder");

  sky_live_tables_set_folder (self->live_tables, folder);
}

static void
follow_cb (SkyWindow *self)
{
  sky_intake_set_follow (sky_session_get_intake (self->session),
                         g_settings_get_boolean (self->settings, "follow"));
}

static void
following_cb (SkyWindow *self)
{
  update_title (self);
  update_page (self);
  sky_window_update_actions (self);
}

static void
state_cb (SkyWindow *self)
{
  update_page (self);
  sky_window_update_actions (self);
}

static void
day_cb (SkyWindow *self)
{
  SkyDayView *day_view = sky_session_get_day_view (self->session);

  update_title (self);
  sky_window_update_actions (self);
  sky_camera_grid_set_why_none (self->cameras, sky_day_view_get_problem (day_view));
  sky_transport_set_open (self->transport, sky_day_view_get_day (day_view) != NULL);
  sky_window_show_pictures (self);
}

/* The day's log is not what is shown of it. */
static void
changed_on_disk_cb (SkyWindow *self)
{
  gboolean gone =
      sky_day_files_get_gone (sky_day_view_get_files (sky_session_get_day_view (self->session)));
  gboolean changed =
      sky_day_files_get_changed (sky_day_view_get_files (sky_session_get_day_view (self->session)));
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  if (gone)
    {
      path = g_filename_display_name (sky_table_day_get_log_path (
          sky_day_view_get_day (sky_session_get_day_view (self->session))));
      text = g_strdup_printf (_ ("%s is missing. You see what Skyward read earlier. All decisions "
                                 "are safe in the database."),
                              path);
    }
  if (gone || changed)
    gtk_label_set_label (
        self->changed, gone ? text
                       : sky_day_files_get_another (
                             sky_day_view_get_files (sky_session_get_day_view (self->session)))
                           ? _ ("Another log has replaced the audited one on disk. The rounds are "
                                "the new log's, but the findings and steps belong to the old one.")
                           : _ ("The log on disk has changed since the audit: findings and steps "
                                "may no longer match it."));
  gtk_widget_set_visible (self->audit_again_button, !gone);
  gtk_info_bar_set_revealed (self->changed_bar, gone || changed);
}

static void
files_cb (SkyWindow *self)
{
  update_title (self);
  changed_on_disk_cb (self);
  sky_camera_grid_set_missing (self->cameras, sky_day_files_get_missing (sky_day_view_get_files (
                                                  sky_session_get_day_view (self->session))));
}

static void
message_cb (SkyWindow *self, const char *text, gboolean problem, SkyStoreLink *link)
{
  if (problem && sky_inbox_get_problem (sky_session_get_inbox (self->session)) != NULL)
    return;
  /* The page in the list's place says it already. */
  if (problem && g_str_equal (sky_window_get_page (self), "no-logs")
      && g_strcmp0 (text, sky_intake_get_problem (sky_session_get_intake (self->session))) == 0)
    return;
  if (problem)
    {
      if (!g_ptr_array_find_with_equal_func (self->problems, text, g_str_equal, NULL))
        g_ptr_array_add (self->problems, g_strdup (text));
      if (g_strcmp0 (text, sky_store_link_get_complaint (link)) == 0)
        {
          g_free (self->complaint);
          self->complaint = g_strdup (text);
        }
      show_problems (self);
      return;
    }

  AdwToast *toast = adw_toast_new (text);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
show_place_cb (GFile *file, AdwToast *toast)
{
  sky_file_place_show (file);
}

/* A file that was saved is a click away. */
static void
file_saved_cb (SkyWindow *self, const char *text, const char *path, SkyOpenCase *open_case)
{
  AdwToast *toast = adw_toast_new (text);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  adw_toast_set_button_label (toast, _ ("Show in Folder"));
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (show_place_cb), file,
                           G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (toast), "file", g_steal_pointer (&file), g_object_unref);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
dismissed_cb (SkyWindow *self, AdwToast *toast)
{
  if (toast == self->toast)
    g_clear_weak_pointer (&self->toast);
}

/* Says what was decided. One decides faster than toasts go: what was decided next takes the place
 * of what was before it. */
static void
tell_decided (SkyWindow *self, const char *text)
{
  if (self->toast != NULL)
    {
      adw_toast_set_title (self->toast, text);
      return;
    }
  AdwToast *toast = adw_toast_new (text);
  g_set_weak_pointer (&self->toast, toast);
  g_signal_connect_object (toast, "dismissed", G_CALLBACK (dismissed_cb), self, G_CONNECT_SWAPPED);
  adw_toast_set_timeout (toast, 3);
  adw_toast_set_button_label (toast, _ ("Go Back"));
  adw_toast_set_action_name (toast, "win.decided");
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* What was decided here: the next open one is shown, and a way back. A Fire Bet that wants its
 * second reviewer is not done with. */
static void
answered_cb (SkyWindow *self, const SkyReviewRequest *answer, SkyReviewDesk *desk)
{
  SkySelection *selection = sky_session_get_selection (self->session);
  const SkyStoredFinding *shown = sky_selection_get_finding (selection);
  gboolean decides = answer->action == SKY_LEDGER_CONFIRM || answer->action == SKY_LEDGER_DISMISS
                     || answer->action == SKY_LEDGER_ESCALATE
                     || answer->action == SKY_LEDGER_SECOND;

  gboolean is_shown = shown != NULL && strcmp (shown->key, answer->key) == 0;
  /* The selection takes what is said of what it shows. */
  const SkyReview *review = is_shown ? sky_selection_get_review (selection) : answer->review;
  const SkyStoredFinding *finding = is_shown ? shown : answer->finding;

  if (!answer->says || answer->undoes || answer->unsaved != NULL || !decides || review == NULL
      || sky_review_awaits_second (review, finding->queue))
    return;
  sky_alarm_strip_settle (self->alarms, answer->key);
  self->decided = finding->id;
  if (!is_shown || !g_settings_get_boolean (self->settings, "next-after-deciding"))
    return;
  tell_decided (self, sky_review_state_to_label (review->state));
  sky_selection_select_open (selection, 1, TRUE);
}

static void
problem_response_cb (SkyWindow *self, int response, GtkInfoBar *bar)
{
  forget_problems (self);
}

static void
changed_response_cb (SkyWindow *self, int response, GtkInfoBar *bar)
{
  if (response == GTK_RESPONSE_APPLY)
    sky_session_audit_again (self->session);
  gtk_info_bar_set_revealed (bar, FALSE);
}

/* What waits for the database is counted where it is said that it cannot be reached. */
static void
waiting_cb (SkyWindow *self)
{
  guint n = sky_review_desk_get_n_waiting (sky_session_get_desk (self->session));
  g_autoptr (GString) text = g_string_new (_ ("The database cannot be reached. Skyward keeps your "
                                              "decisions and saves them when it is back."));

  if (n > 0)
    g_string_append_printf (
        text,
        ngettext (" %u change is waiting to be saved.", " %u changes are waiting to be saved.", n),
        n);
  gtk_label_set_label (self->lost, text->str);
}

static void
update_clock (SkyWindow *self)
{
  int ahead = (int) (sky_store_link_get_clock_ahead (sky_session_get_link (self->session))
                     / G_USEC_PER_SEC);
  g_autofree char *text =
      ahead > 0 ? g_strdup_printf (_ ("This machine's clock is %d s ahead of the database. Your "
                                      "decisions get the database's time."),
                                   ahead)
                : g_strdup_printf (_ ("This machine's clock is %d s behind the database. Your "
                                      "decisions get the database's time."),
                                   -ahead);

  gtk_label_set_label (self->clock, text);
  gtk_info_bar_set_revealed (self->clock_bar, ahead != 0);
}

static void
connection_cb (SkyWindow *self)
{
  const char *lost = sky_store_link_get_lost (sky_session_get_link (self->session));

  gtk_widget_set_tooltip_text (GTK_WIDGET (self->lost), lost);
  gtk_info_bar_set_revealed (self->lost_bar, lost != NULL);
  update_clock (self);
}

/* What was said to be wrong with the store is so no more. */
static void
settled_cb (SkyWindow *self)
{
  guint i;

  if (self->complaint != NULL
      && g_ptr_array_find_with_equal_func (self->problems, self->complaint, g_str_equal, &i))
    g_ptr_array_remove_index (self->problems, i);
  g_clear_pointer (&self->complaint, g_free);
  show_problems (self);
}

static void
lost_response_cb (SkyWindow *self, int response, GtkInfoBar *bar)
{
  sky_store_link_reconnect (sky_session_get_link (self->session));
}

/* What is not written elsewhere than in the finding that is looked at, where it stands. */
static void
unsaved_cb (SkyWindow *self)
{
  g_autoptr (GPtrArray) unsaved =
      sky_review_desk_list_unsaved (sky_session_get_desk (self->session));
  guint n = unsaved->len;

  guint n_failed = 0;

  for (guint i = 0; i < unsaved->len; i++)
    {
      if (unsaved->pdata[i]
          == sky_selection_get_unsaved (sky_session_get_selection (self->session)))
        n--;
      else
        n_failed += ((const SkyUnsavedDecision *) unsaved->pdata[i])->cause != NULL;
    }
  gtk_info_bar_set_revealed (self->unsaved_bar, n > 0);
  if (n == 0)
    return;
  g_autofree char *text =
      n_failed > 0
          ? g_strdup_printf (ngettext ("Your decision on %u finding was not saved.",
                                       "Your decisions on %u findings were not saved.", n),
                             n)
          : g_strdup_printf (
              ngettext ("Someone else decided %u finding first. Your decision was not saved.",
                        "Others decided %u findings first. Your decisions were not saved.", n),
              n);
  gtk_label_set_label (self->unsaved, text);
}

static void
unsaved_response_cb (SkyWindow *self, int response, GtkInfoBar *bar)
{
  if (response == GTK_RESPONSE_APPLY)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.unsaved", NULL);
  gtk_info_bar_set_revealed (bar, FALSE);
}

/* --- The demo --------------------------------------------------------------------------------- */

/* It has a store of its own, and so a window. */
static void
demo_cb (SkyWindow *self, SkyStartPage *page)
{
  g_autofree char *archive = sky_demo_archive_path ();
  g_autofree char *store = sky_demo_store_path ();
  const char *archives[] = { archive, NULL };
  g_autoptr (SkySession) session = sky_session_new (store);
  SkyWindow *window = sky_window_new (gtk_window_get_application (GTK_WINDOW (self)), session);

  sky_session_open_archives (session, archives);
  gtk_info_bar_set_revealed (window->demo_bar, TRUE);
  gtk_window_present (GTK_WINDOW (window));
  gtk_window_close (GTK_WINDOW (self));
}

static void
demo_response_cb (SkyWindow *self, int response, GtkInfoBar *bar)
{
  gtk_info_bar_set_revealed (bar, FALSE);
}

/* --- Opening an archive ----------------------------------------------------------------------- */

/* --- Reviewer --------------------------------------------------------------------------------- */

/* The reviewer of the settings; where none is set, who is logged in. */
static void
reviewer_cb (SkyWindow *self)
{
  g_autofree char *credential = g_settings_get_string (self->settings, "reviewer-credential");
  g_autofree char *name = g_settings_get_string (self->settings, "reviewer-name");

  if (credential[0] != '\0')
    sky_review_desk_set_reviewer (sky_session_get_desk (self->session), credential, name);
  else
    sky_review_desk_set_reviewer (sky_session_get_desk (self->session), g_get_user_name (),
                                  g_get_real_name ());
}

/* --- Queues ----------------------------------------------------------------------------------- */

static void
queue_chosen_cb (SkyWindow *self)
{
  sky_window_update_queue_button (self);
  gtk_popover_popdown (self->queue_popover);
  sky_selection_select_first_open (sky_session_get_selection (self->session));
}

/* --- Size ------------------------------------------------------------------------------------- */

/* Divides the window as it opens, as it was when it was closed; from then on the parts keep their
 * share. */
static void
divide (SkyWindow *self, int width, int height)
{
  SkyDivision division = sky_window_read_division (self, width, height);

  gtk_paned_set_position (self->columns, division.list);
  gtk_paned_set_position (self->list_rows, division.findings);
  gtk_paned_set_position (self->view_rows, division.cameras);
  gtk_paned_set_position (self->lower_rows, division.timeline);
  gtk_paned_set_position (self->pictures_columns, division.both);
}

/* The part of @length that @division is of what was expected of it. */
static int
scale (int division, int expected, int length)
{
  return (int) ((gint64) division * length / MAX (1, expected));
}

/* From this width on the header has room for the name of who sits here, px. */
#define WITH_NAME 1400

/* The panes have had their room: while an audit's progress is shown it is less than was expected,
 * and what is divided in pixels then would be another share when that goes. */
static gboolean
divide_cb (gpointer user_data)
{
  SkyWindow *self = user_data;
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  SkyDivision lengths;
  SkyDivision division = sky_window_divide_anew (width, height, &lengths);

  self->divide_idle = 0;
  sky_user_button_set_wide (self->who, width >= WITH_NAME);
  division = sky_window_read_division (self, width, height);
  gtk_paned_set_position (self->list_rows,
                          scale (division.findings, lengths.findings,
                                 gtk_widget_get_height (GTK_WIDGET (self->list_rows))));
  int view_height = gtk_widget_get_height (GTK_WIDGET (self->view_rows));
  self->cameras_height = scale (division.cameras, lengths.cameras, view_height);
  self->layout_height = scale (division.round, lengths.round, view_height);
  self->folded = division.folded;
  if (self->pictures_before == SKY_N_PICTURES)
    {
      self->pictures = division.pictures;
      self->pictures_before =
          self->pictures == SKY_PICTURES_LAYOUT ? SKY_PICTURES_CAMERAS : SKY_PICTURES_LAYOUT;
    }
  sky_window_place_pictures (self);
  return G_SOURCE_REMOVE;
}

/* The window has another size: the round may have room now, or no longer. */
static gboolean
fit_cb (gpointer user_data)
{
  SkyWindow *self = user_data;
  SkyDivision lengths;
  SkyDivision division =
      sky_window_divide_anew (gtk_widget_get_width (GTK_WIDGET (self)),
                              gtk_widget_get_height (GTK_WIDGET (self)), &lengths);
  int view_height = gtk_widget_get_height (GTK_WIDGET (self->view_rows));

  self->divide_idle = 0;
  sky_user_button_set_wide (self->who, gtk_widget_get_width (GTK_WIDGET (self)) >= WITH_NAME);
  self->layout_height = scale (division.round, lengths.round, view_height);
  if (division.folded == self->folded)
    return G_SOURCE_REMOVE;
  self->cameras_height = scale (division.cameras, lengths.cameras, view_height);
  self->folded = division.folded;
  sky_window_place_pictures (self);
  return G_SOURCE_REMOVE;
}

/* Once, when the panes get their first room. */
static void
measured_cb (SkyWindow *self, GParamSpec *pspec, GtkPaned *paned)
{
  if (gtk_widget_get_height (GTK_WIDGET (paned)) <= 0)
    return;
  g_signal_handlers_disconnect_by_func (paned, measured_cb, self);
  self->divide_idle = g_idle_add_full (G_PRIORITY_DEFAULT, divide_cb, self, NULL);
}

static void
restore_size (SkyWindow *self)
{
  int width = g_settings_get_int (self->settings, "window-width");
  int height = g_settings_get_int (self->settings, "window-height");

  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

static void
keep_size (SkyWindow *self)
{
  int width;
  int height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  if (gtk_window_is_fullscreen (GTK_WINDOW (self)))
    return;
  g_settings_set_boolean (self->settings, "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  if (gtk_window_is_maximized (GTK_WINDOW (self)) || width < 640 || height < 480)
    return;
  g_settings_set_int (self->settings, "window-width", width);
  g_settings_set_int (self->settings, "window-height", height);
}

/* --- Cameras ---------------------------------------------------------------------------------- */

/* What is pressed is shown; what becomes so by itself is shown already. */
static void
pictures_toggled_cb (SkyWindow *self, GtkToggleButton *button)
{
  if (!gtk_toggle_button_get_active (button))
    return;
  sky_window_set_pictures (self, button == self->show_layout ? SKY_PICTURES_LAYOUT
                                 : button == self->show_both ? SKY_PICTURES_BOTH
                                                             : SKY_PICTURES_CAMERAS);
}

static void
position_cb (SkyWindow *self)
{
  if (self->overlay)
    sky_window_update_caption (self);
}

/* Has a part of the window laid out, or drawn, with each frame: the first has to get the memory
 * that the window is drawn in, and no frame may come late. */
static gboolean
draw_view_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SkyWindow *self = SKY_WINDOW (widget);

  switch (++self->n_drawn)
    {
    case 2:
      gtk_widget_set_opacity (GTK_WIDGET (self->toasts), 1);
      break;
    case 3:
      gtk_widget_set_visible (GTK_WIDGET (self->pages), TRUE);
      break;
    case 4:
      gtk_widget_set_visible (GTK_WIDGET (self->findings), TRUE);
      break;
    case 5:
      gtk_widget_set_visible (GTK_WIDGET (self->cameras_place), TRUE);
      gtk_widget_set_visible (GTK_WIDGET (self->lower_rows), TRUE);
      break;
    case 6:
      gtk_widget_set_opacity (GTK_WIDGET (self->pages), 1);
      break;
    case FRAMES_TO_OPEN:
      gtk_widget_set_opacity (GTK_WIDGET (self->view_rows), 1);
      return G_SOURCE_REMOVE;
    default:
      break;
    }
  return G_SOURCE_CONTINUE;
}

/* How large the window is is known only now: it may have been maximized. */
static void
sky_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SkyWindow *self = SKY_WINDOW (widget);

  if (!self->divided)
    divide (self, width, height);
  else if ((width != self->fitted_width || height != self->fitted_height) && self->divide_idle == 0
           && gtk_widget_get_height (GTK_WIDGET (self->view_rows)) > 0)
    self->divide_idle = g_idle_add_full (G_PRIORITY_DEFAULT, fit_cb, self, NULL);
  self->divided = TRUE;
  self->fitted_width = width;
  self->fitted_height = height;
  GTK_WIDGET_CLASS (sky_window_parent_class)->size_allocate (widget, width, height, baseline);
}

/* Whether there is room for the sidebar: one that comes or goes later moves all beside it. */
static void
sky_window_realize (GtkWidget *widget)
{
  SkyWindow *self = SKY_WINDOW (widget);
  GListModel *monitors = gdk_display_get_monitors (gtk_widget_get_display (widget));
  g_autoptr (GdkMonitor) monitor = g_list_model_get_item (monitors, 0);
  GdkRectangle screen = { 0 };
  int width;
  int height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  if (monitor != NULL && gtk_window_is_maximized (GTK_WINDOW (self)))
    {
      gdk_monitor_get_geometry (monitor, &screen);
      width = screen.width;
    }
  adw_flap_set_reveal_flap (self->flap, sky_window_read_division (self, width, height).sidebar);
  GTK_WIDGET_CLASS (sky_window_parent_class)->realize (widget);
}

/* Takes one part out of the window, an inner one before what it is in. Returns: FALSE when none is
 * left. */
static gboolean
drop_part (SkyWindow *self)
{
  GtkPaned *panes[] = { self->lower_rows, self->pictures_columns, self->view_rows, self->list_rows,
                        self->columns };

  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    {
      if (gtk_paned_get_end_child (panes[i]) != NULL)
        gtk_paned_set_end_child (panes[i], NULL);
      else if (gtk_paned_get_start_child (panes[i]) != NULL)
        gtk_paned_set_start_child (panes[i], NULL);
      else
        continue;
      return TRUE;
    }
  GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->pages));
  if (adw_flap_get_flap (self->flap) != NULL)
    adw_flap_set_flap (self->flap, NULL);
  else if (page != NULL)
    gtk_stack_remove (self->pages, page);
  return page != NULL;
}

/* Nobody sees it any more: what takes longest to take apart goes piece by piece, so that other
 * windows have their frames. */
static gboolean
leave_cb (gpointer user_data)
{
  SkyWindow *self = user_data;

  if (sky_round_view_drop_rows (self->round) || sky_finding_view_drop_rows (self->findings)
      || drop_part (self))
    return G_SOURCE_CONTINUE;
  self->leaving = 0;
  gtk_window_destroy (GTK_WINDOW (self));
  return G_SOURCE_REMOVE;
}

static gboolean
sky_window_close_request (GtkWindow *window)
{
  if (sky_closing_keep_open (SKY_WINDOW (window)->closing))
    return GDK_EVENT_STOP;
  keep_size (SKY_WINDOW (window));
  sky_window_keep_view (SKY_WINDOW (window));
  sky_window_take_cameras_back (SKY_WINDOW (window));
  if (SKY_WINDOW (window)->leaving == 0)
    SKY_WINDOW (window)->leaving = g_idle_add (leave_cb, window);
  /* A focus that goes away with what it is in confuses the panes around it. */
  gtk_window_set_focus (window, NULL);
  gtk_widget_set_visible (GTK_WIDGET (window), FALSE);
  return GDK_EVENT_STOP;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
forget_session (SkyWindow *self)
{
  SkyDayView *day_view = sky_session_get_day_view (self->session);
  gpointer parts[] = {
    sky_session_get_link (self->session),      sky_session_get_intake (self->session),
    sky_session_get_desk (self->session),      sky_session_get_inbox (self->session),
    sky_session_get_selection (self->session), day_view,
    sky_day_view_get_files (day_view),
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_signal_handlers_disconnect_by_data (parts[i], self);
}

static void
sky_window_dispose (GObject *object)
{
  SkyWindow *self = SKY_WINDOW (object);

  if (self->session != NULL)
    forget_session (self);
  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  g_clear_handle_id (&self->divide_idle, g_source_remove);
  g_clear_handle_id (&self->leaving, g_source_remove);
  g_clear_weak_pointer (&self->toast);
  g_clear_object (&self->closing);
  if (self->live_tables != NULL)
    g_object_run_dispose (G_OBJECT (self->live_tables));
  g_clear_object (&self->live_tables);
  if (self->room != NULL)
    {
      g_object_remove_weak_pointer (G_OBJECT (self->room), (gpointer *) &self->room);
      gtk_window_destroy (g_steal_pointer (&self->room));
    }
  g_clear_object (&self->chooser);
  if (self->cameras_place != NULL)
    sky_window_take_cameras_back (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_WINDOW);
  g_clear_object (&self->open_case);
  g_clear_object (&self->session);
  g_clear_object (&self->check);
  g_clear_pointer (&self->package, sky_unpacked_package_free);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
  g_clear_pointer (&self->complaint, g_free);
  G_OBJECT_CLASS (sky_window_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, title);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, case_tray);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, no_logs);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, record_table);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, no_store);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, verdict);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, who);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, problem_bar);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, problem);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, changed_bar);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, lost_bar);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, lost);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, clock_bar);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, demo_bar);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, start_page);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, clock);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, unsaved_bar);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, unsaved);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, changed);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, audit_again_button);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, main_menu);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, primary_menu);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, recent);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, alarms);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, progress);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, first_progress);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, flap);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, queues);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, columns);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, list_rows);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, view_rows);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, lower_rows);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, findings);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, finding);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, cameras_place);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, cameras_away);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, bring_back);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, pictures_columns);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, layout);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, pictures_switch);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, show_cameras);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, show_layout);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, show_both);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, queue_button);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, queue_name);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, queue_popover);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, folded_queues);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, cameras);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, transport);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, strip);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, timeline);
  gtk_widget_class_bind_template_child (widget_class, SkyWindow, round);
}

/* The first widget of @type below @widget, which the toolkit made of itself; NULL: there is none.
 */
static GtkWidget *
find_inner (GtkWidget *widget, GType type, const char *css_class)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type)
                             && (css_class == NULL || gtk_widget_has_css_class (widget, css_class))
                         ? widget
                         : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_inner (child, type, css_class);
  return found;
}

static void
name_inner (gpointer widget, GType type, const char *css_class, const char *name)
{
  GtkWidget *inner = find_inner (widget, type, css_class);

  if (inner != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (inner), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                    -1);
}

/* What the toolkit shows as a picture alone, and names by its type. */
static void
name_pictures (SkyWindow *self)
{
  gpointer bars[] = { self->problem_bar, self->changed_bar, self->demo_bar, self->unsaved_bar };

  name_inner (self->open_button, GTK_TYPE_MENU_BUTTON, NULL, _ ("Recent archives"));
  for (guint i = 0; i < G_N_ELEMENTS (bars); i++)
    name_inner (bars[i], GTK_TYPE_BUTTON, "close", _ ("Close"));
}

static void
sky_window_class_init (SkyWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = sky_window_close_request;
  widget_class->realize = sky_window_realize;
  widget_class->size_allocate = sky_window_size_allocate;

  g_type_ensure (SKY_TYPE_ALARM_STRIP);
  g_type_ensure (SKY_TYPE_AUDIT_PROGRESS);
  g_type_ensure (SKY_TYPE_CAMERA_GRID);
  g_type_ensure (SKY_TYPE_CASE_TRAY);
  g_type_ensure (SKY_TYPE_START_PAGE);
  g_type_ensure (SKY_TYPE_VERDICT_STRIP);
  g_type_ensure (SKY_TYPE_USER_BUTTON);
  g_type_ensure (SKY_TYPE_FILM_STRIP);
  g_type_ensure (SKY_TYPE_FINDING_PANE);
  g_type_ensure (SKY_TYPE_FINDING_VIEW);
  g_type_ensure (SKY_TYPE_LAYOUT_VIEW);
  g_type_ensure (SKY_TYPE_QUEUE_LIST);
  g_type_ensure (SKY_TYPE_ROUND_VIEW);
  g_type_ensure (SKY_TYPE_TIMELINE);
  g_type_ensure (SKY_TYPE_TRANSPORT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-window.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, pictures_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, problem_response_cb);
  gtk_widget_class_bind_template_callback (widget_class, changed_response_cb);
  gtk_widget_class_bind_template_callback (widget_class, lost_response_cb);
  gtk_widget_class_bind_template_callback (widget_class, unsaved_response_cb);
  gtk_widget_class_bind_template_callback (widget_class, demo_cb);
  gtk_widget_class_bind_template_callback (widget_class, demo_response_cb);
  sky_window_install_actions (widget_class);
}

static void
sky_window_init (SkyWindow *self)
{
  self->pictures_before = SKY_N_PICTURES;
  gtk_widget_init_template (GTK_WIDGET (self));
  name_pictures (self);
  sky_late_menu_set (self->main_menu, self->primary_menu);
  self->settings = g_settings_new (SKY_APP_ID);
  self->problems = g_ptr_array_new_with_free_func (g_free);
  restore_size (self);
  sky_window_add_keys (GTK_WIDGET (self));
  sky_window_add_menus (self);
  gtk_widget_set_visible (GTK_WIDGET (self->pages), FALSE);
  gtk_widget_set_opacity (GTK_WIDGET (self->toasts), 0);
  gtk_widget_set_visible (GTK_WIDGET (self->findings), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->cameras_place), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->lower_rows), FALSE);
  gtk_widget_set_opacity (GTK_WIDGET (self->pages), 0);
  gtk_widget_set_opacity (GTK_WIDGET (self->view_rows), 0);
  gtk_widget_add_tick_callback (GTK_WIDGET (self), draw_view_cb, NULL, NULL);
}

static void
zone_cb (SkyWindow *self)
{
  GTimeZone *zone = sky_clock_get_zone (sky_session_get_clock (self->session));

  sky_camera_grid_set_zone (self->cameras, zone);
  sky_window_update_caption (self);
}

SkyWindow *
sky_window_new (GtkApplication *application, SkySession *session)
{
  g_return_val_if_fail (SKY_IS_SESSION (session), NULL);

  SkyWindow *self = g_object_new (SKY_TYPE_WINDOW, "application", application, NULL);
  SkyIntake *intake = sky_session_get_intake (session);
  SkyReviewDesk *desk = sky_session_get_desk (session);
  SkyInbox *inbox = sky_session_get_inbox (session);
  SkyDayView *day_view = sky_session_get_day_view (session);
  SkySelection *selection = sky_session_get_selection (session);
  self->session = g_object_ref (session);
  self->open_case = sky_open_case_new (selection);
  self->closing = sky_closing_new (GTK_WINDOW (self), desk);
  self->live_tables = sky_live_tables_new (inbox);
  sky_audit_progress_set_intake (self->progress, intake);
  sky_audit_progress_set_intake (self->first_progress, intake);
  sky_case_tray_set_open_case (self->case_tray, self->open_case);
  if (!sky_store_link_get_reads (sky_session_get_link (session)))
    sky_open_case_keep (self->open_case, self->settings);
  g_signal_connect_object (self->open_case, "file-saved", G_CALLBACK (file_saved_cb), self,
                           G_CONNECT_SWAPPED);
  sky_user_button_set_desk (self->who, desk);
  sky_queue_list_set_inbox (self->queues, inbox);
  sky_finding_view_set_selection (self->findings, selection);
  g_signal_connect_object (self->findings, "dragging", G_CALLBACK (sky_case_tray_set_awaiting),
                           self->case_tray, G_CONNECT_SWAPPED);
  sky_finding_pane_set_selection (self->finding, selection);
  sky_camera_grid_set_wall (self->cameras,
                            sky_day_view_get_wall (sky_session_get_day_view (session)));
  sky_camera_grid_set_sight (self->cameras, sky_day_view_get_sight (day_view));
  sky_transport_set_wall (self->transport, sky_day_view_get_wall (day_view),
                          sky_session_get_clock (session));
  g_signal_connect_object (self->transport, "go-to", G_CALLBACK (sky_day_view_go_to), day_view,
                           G_CONNECT_SWAPPED);
  sky_film_strip_set_day_view (self->strip, day_view);
  sky_timeline_set_selection (self->timeline, selection);
  sky_round_view_set_selection (self->round, selection);
  sky_layout_view_set_day_view (self->layout, day_view);
  sky_queue_list_set_inbox (self->folded_queues, inbox);

  g_signal_connect_swapped (self->list_rows, "notify::max-position", G_CALLBACK (measured_cb),
                            self);
  g_signal_connect_swapped (intake, "notify::job", G_CALLBACK (state_cb), self);
  g_signal_connect_swapped (inbox, "counts-changed", G_CALLBACK (state_cb), self);
  g_signal_connect_swapped (day_view, "notify::day", G_CALLBACK (day_cb), self);
  g_signal_connect_swapped (day_view, "zone-changed", G_CALLBACK (zone_cb), self);
  g_settings_bind (self->settings, "utc", sky_session_get_clock (session), "utc",
                   G_SETTINGS_BIND_GET);
  zone_cb (self);
  g_signal_connect_swapped (selection, "notify::item", G_CALLBACK (sky_window_update_actions),
                            self);
  g_signal_connect_swapped (selection, "review-changed", G_CALLBACK (sky_window_update_actions),
                            self);
  g_signal_connect_swapped (desk, "deciding-changed", G_CALLBACK (sky_window_update_actions), self);
  g_signal_connect_swapped (selection, "notify::item", G_CALLBACK (sky_window_show_pictures), self);
  g_signal_connect_swapped (inbox, "counts-changed", G_CALLBACK (sky_window_update_queue_button),
                            self);
  g_signal_connect_swapped (inbox, "notify::listing", G_CALLBACK (queue_chosen_cb), self);
  g_signal_connect_swapped (self->flap, "notify::reveal-flap",
                            G_CALLBACK (sky_window_update_queue_button), self);
  g_signal_connect_swapped (selection, "notify::item", G_CALLBACK (unsaved_cb), self);
  g_signal_connect_swapped (desk, "unsaved-changed", G_CALLBACK (unsaved_cb), self);
  g_signal_connect_swapped (sky_session_get_link (session), "connection-changed",
                            G_CALLBACK (connection_cb), self);
  g_signal_connect_swapped (desk, "waiting-changed", G_CALLBACK (waiting_cb), self);
  /* After the selection, which must know of it before another is selected. */
  g_signal_connect_data (desk, "answered", G_CALLBACK (answered_cb), self, NULL,
                         G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  waiting_cb (self);
  g_signal_connect_swapped (sky_session_get_link (session), "complaint-settled",
                            G_CALLBACK (settled_cb), self);
  g_signal_connect_swapped (sky_day_view_get_files (day_view), "changed", G_CALLBACK (files_cb),
                            self);
  g_signal_connect_swapped (day_view, "notify::position", G_CALLBACK (position_cb), self);
  g_signal_connect_swapped (intake, "notify::following", G_CALLBACK (following_cb), self);
  g_signal_connect_swapped (intake, "news", G_CALLBACK (news_cb), self);
  g_signal_connect_swapped (self->settings, "changed::follow", G_CALLBACK (follow_cb), self);
  g_signal_connect_object (self->live_tables, "alarm", G_CALLBACK (live_alarm_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->settings, "changed::receiver-folder",
                            G_CALLBACK (receiver_folder_cb), self);
  g_signal_connect_swapped (sky_session_get_link (session), "message", G_CALLBACK (message_cb),
                            self);
  g_signal_connect_swapped (self->settings, "changed::reviewer-credential",
                            G_CALLBACK (reviewer_cb), self);
  g_signal_connect_swapped (self->settings, "changed::reviewer-name", G_CALLBACK (reviewer_cb),
                            self);
  g_autoptr (GAction) follow = g_settings_create_action (self->settings, "follow");
  g_action_map_add_action (G_ACTION_MAP (self), follow);
  follow_cb (self);
  receiver_folder_cb (self);
  reviewer_cb (self);
  state_cb (self);
  day_cb (self);
  sky_window_add_opening (self);
  return self;
}

void
sky_window_show_package (SkyWindow *self, SkyPackageCheck *check, SkyUnpackedPackage *package)
{
  g_return_if_fail (SKY_IS_WINDOW (self));
  g_return_if_fail (self->package == NULL);

  self->package = package;
  self->check = g_object_ref (check);
  sky_verdict_strip_show (self->verdict, check, sky_unpacked_package_get_n_left_out (package));
  gtk_widget_set_visible (GTK_WIDGET (self->open_button), FALSE);
  sky_window_update_actions (self);
}

SkySession *
sky_window_get_session (SkyWindow *self)
{
  g_return_val_if_fail (SKY_IS_WINDOW (self), NULL);
  return self->session;
}

gboolean
sky_window_is_settled (SkyWindow *self)
{
  g_return_val_if_fail (SKY_IS_WINDOW (self), FALSE);

  return sky_session_is_settled (self->session) && sky_camera_grid_is_settled (self->cameras)
         && sky_film_strip_is_settled (self->strip) && sky_finding_view_is_settled (self->findings)
         && sky_round_view_is_settled (self->round) && sky_layout_view_is_settled (self->layout)
         && self->divide_idle == 0
         && (self->n_drawn == FRAMES_TO_OPEN || !gtk_widget_get_mapped (GTK_WIDGET (self)));
}
