/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures of every view of the console, to be looked at: the main window on a table of each game,
 * at the fullest moment of its log, and on the first archive every other window, its empty and its
 * filled state, and what it says when something is wrong; and of each recorded archive the window
 * that records.
 *
 * screenshots FOLDER STYLE WIDTHxHEIGHT STORES [ARCHIVE…] [--record ARCHIVE…]
 *
 * STYLE is dark or light and is in the name of each picture; STORES is a folder for stores, which
 * are made anew. High contrast is asked for as of any program of this toolkit, by
 * ADW_DEBUG_HIGH_CONTRAST=1, and another language by LANGUAGE, whose translations are looked for in
 * SKYWARD_LOCALE_DIR.
 *
 * With SCREENSHOTS_FIT=1 each view is also looked through for texts that are cut: a label that ends
 * in dots and has no tooltip with the whole of it, or a window that is larger than it was asked to
 * be. One is a failure. */
#include "config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "fixture.h"
#include "shots.h"
#include "sky-case.h"
#include "sky-cases-window.h"
#include "sky-export-window.h"
#include "sky-import-window.h"
#include "sky-locks-window.h"
#include "sky-map-editor.h"
#include "sky-package-opening.h"
#include "sky-pattern-row.h"
#include "sky-patterns-window.h"
#include "sky-person.h"
#include "sky-picture.h"
#include "sky-receiver-report.h"
#include "sky-simulate.h"
#include "sky-still-window.h"
#include "sky-verify-window.h"
#include "sky-window-private.h"

/* What a log that grows gets while it is looked at. */
#define LINES_TO_COME 100

/* Before the archives of which a round is recorded. */
#define RECORD "--record"

/* Who is signed in where people are registered. */
#define ADA "PA-100001"

static void
settle (SkyWindow *window)
{
  fixture_wait (fixture_is_window_settled, window);
}

/* --- The rounds ------------------------------------------------------------------------------- */

static SkyWindow *
open_followed (Shots *shots, const char *stores, const char *archive, gboolean follow)
{
  g_autofree char *name = g_path_get_basename (archive);
  g_autofree char *file = g_strconcat (name, ".db", NULL);
  g_autofree char *store = g_build_filename (stores, file, NULL);
  const char *paths[] = { archive, NULL };

  g_remove (store);
  g_autoptr (SkySession) session = sky_session_new (store);
  SkyWindow *window = sky_window_new (shots->application, session);
  gtk_window_set_default_size (GTK_WINDOW (window), shots->width, shots->height);
  gtk_window_present (GTK_WINDOW (window));
  shots_draw_frames (GTK_WIDGET (window));
  sky_intake_set_follow (sky_session_get_intake (session), follow);
  sky_session_open_archives (session, paths);
  settle (window);
  return window;
}

static SkyWindow *
open_archive (Shots *shots, const char *stores, const char *archive)
{
  return open_followed (shots, stores, archive, FALSE);
}

static void
shoot_round (Shots *shots, const char *stores, const char *archive)
{
  g_autofree char *game = g_path_get_basename (archive);
  g_autofree char *name = g_strconcat ("round-", game, NULL);
  SkyWindow *window = open_archive (shots, stores, archive);
  SkySession *session = sky_window_get_session (window);

  if (sky_day_view_get_day (sky_session_get_day_view (session)) == NULL)
    {
      sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_ROUNDS);
      settle (window);
      sky_selection_select_position (sky_session_get_selection (session), 0);
      settle (window);
    }
  SkyTime fullest = fixture_find_fullest (session);
  if (fullest != SKY_TIME_NONE)
    sky_day_view_go_to (sky_session_get_day_view (session), fullest);
  settle (window);
  sky_timeline_show_round (window->timeline);
  const SkyScene *scene = sky_day_view_get_scene (sky_session_get_day_view (session));
  const SkySceneWager *pointed = sky_picture_wager_step (
      scene,
      sky_table_day_get_header (sky_day_view_get_day (sky_session_get_day_view (session)))->game,
      NULL, -1);
  if (pointed != NULL)
    sky_day_view_set_pointed (sky_session_get_day_view (session), pointed->id);
  shots_take (shots, window, name);
  if (sky_inbox_get_count (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_CONFIRMATION,
                           NULL)
      > 0)
    {
      sky_inbox_set_listing (sky_session_get_inbox (session), (SkyListing) SKY_QUEUE_CONFIRMATION);
      settle (window);
      sky_selection_select_position (sky_session_get_selection (session), 0);
      settle (window);
      /* It is selected already, and the playhead elsewhere. */
      sky_day_view_go_to (sky_session_get_day_view (session),
                          sky_selection_get_finding (sky_session_get_selection (session))->at);
      settle (window);
      sky_timeline_show_round (window->timeline);
      shots_take (shots, window, "confirmation");
      gtk_widget_activate_action (GTK_WIDGET (window), "win.confirm", NULL);
      settle (window);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.second", NULL);
      shots_take (shots, window, "confirmation-second");
    }
  fixture_close_window (window);
}

/* --- The other windows ------------------------------------------------------------------------ */

/* The window that was opened last, besides @main. */
static GtkWindow *
find_other (GtkWindow *main_window)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWindow *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);
      if (window != main_window && gtk_widget_get_mapped (GTK_WIDGET (window)))
        found = window;
    }
  return found;
}

static gboolean
has_other (gpointer main_window)
{
  return find_other (main_window) != NULL;
}

static gboolean
has_no_other (gpointer main_window)
{
  return find_other (main_window) == NULL;
}

/* As large as the display, where that is larger than windows begin. */
static void
enlarge (Shots *shots, GtkWindow *window)
{
  if (gtk_window_get_resizable (window) && shots->width > 1920)
    gtk_window_set_default_size (window, shots->width, shots->height);
}

static void
shoot_action (Shots *shots, SkyWindow *window, const char *action, const char *name)
{
  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
  fixture_wait (has_other, window);
  GtkWindow *other = find_other (GTK_WINDOW (window));
  enlarge (shots, other);
  /* What a window asks of the store comes while frames are drawn. */
  shots_draw_frames (GTK_WIDGET (other));
  shots_draw_frames (GTK_WIDGET (other));
  shots_take (shots, other, name);
  gtk_window_close (other);
  fixture_wait (has_no_other, window);
}

/* The popover that is open below @widget; NULL: none. */
static GtkWidget *
find_popover (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_POPOVER (widget) && gtk_widget_get_mapped (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_popover (child);
  return found;
}

static gboolean
has_popover (gpointer window)
{
  return find_popover (window) != NULL;
}

static void
shoot_popover (Shots *shots, gpointer window, const char *action, const char *name)
{
  gtk_widget_activate_action (window, action, NULL);
  fixture_wait (has_popover, window);
  GtkWidget *popover = find_popover (window);
  shots_take (shots, popover, name);
  gtk_popover_popdown (GTK_POPOVER (popover));
  shots_draw_frames (window);
}

static gboolean
is_import_settled (gpointer window)
{
  return sky_import_window_is_settled (window);
}

/* A wheel's lines, some of them cut. */
static void
write_wheel (const char *path)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 400; i++)
    {
      const guint state = 2 + i % 4;
      g_autofree char *number = state == 5 ? g_strdup_printf ("%2u", i * 7 % 37) : g_strdup ("  ");

      g_string_append_printf (text, "[2025-09-10 %02u:%02u:%02u.%03u] Receive >>> *X;%u;%03u;%s",
                              6 + i * 9 / 3600, i * 9 / 60 % 60, i * 9 % 60, i * 7 % 1000, state,
                              i / 4 % 1000, number);
      g_string_append_printf (text, i % 90 == 40 ? "\n" : ";0;%03u;%u\n", 90 + i % 20, i / 4 % 2);
    }
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
}

static void
shoot_import (Shots *shots, SkyWindow *window, const char *stores)
{
  SkyReviewDesk *desk = sky_session_get_desk (sky_window_get_session (window));
  SkyImportWindow *import = sky_import_window_new (GTK_WINDOW (window), desk);
  g_autofree char *path = g_build_filename (stores, "wheel.txt", NULL);
  g_autofree char *map =
      g_build_filename (g_getenv ("SKYWARD_MAPS_DIR"), "wheel-rs232.skymap", NULL);
  g_autoptr (GFile) mapping = g_file_new_for_path (map);
  g_autoptr (GFile) source = g_file_new_for_path (path);
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);
  GtkWidget *editor = GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (import), SKY_TYPE_IMPORT_WINDOW, "editor"));
  GtkTextBuffer *buffer = sky_map_editor_get_buffer (SKY_MAP_EDITOR (editor));

  write_wheel (path);
  g_list_store_append (files, source);
  enlarge (shots, GTK_WINDOW (import));
  gtk_window_present (GTK_WINDOW (import));
  sky_import_window_open_mapping (import, mapping);
  sky_import_window_set_sources (import, G_LIST_MODEL (files));
  fixture_wait (is_import_settled, import);
  gtk_widget_activate_action (GTK_WIDGET (import), "import.aside", "i", 1);
  shots_take (shots, import, "import-aside");
  gtk_text_buffer_insert_at_cursor (buffer, "[map]\nnome=x\n", -1);
  fixture_wait (is_import_settled, import);
  gtk_widget_activate_action (GTK_WIDGET (import), "import.error", NULL);
  shots_take (shots, import, "import-errors");
  gtk_text_buffer_set_modified (buffer, FALSE);
  fixture_close_window (import);
}

static void
shoot_windows (Shots *shots, const char *stores, const char *archive)
{
  static const struct
  {
    const char *action;
    const char *name;
  } windows[] = {
    { "win.wall-window", "cameras" },
    { "win.cases", "cases" },
    { "win.log", "log" },
    { "win.reports", "reports" },
    { "win.patterns", "patterns" },
    { "win.people", "people" },
    { "win.locks", "locks" },
    { "win.tables", "tables" },
    { "win.import", "import" },
    { "win.record", "record" },
    { "win.sign-in", "sign-in" },
    { "win.verify", "verify" },
    { "win.preferences", "preferences" },
    { "win.help", "help" },
    { "win.show-help-overlay", "shortcuts" },
  };
  g_autofree char *empty = g_build_filename (stores, "empty.db", NULL);
  g_autoptr (SkySession) none = sky_session_new (empty);
  SkyWindow *window = sky_window_new (shots->application, none);

  gtk_window_set_default_size (GTK_WINDOW (window), shots->width, shots->height);
  gtk_window_present (GTK_WINDOW (window));
  settle (window);
  shots_take (shots, window, "empty");
  fixture_close_window (window);

  window = open_archive (shots, stores, archive);
  shots_take (shots, window, "console");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.bookmark", NULL);
  sky_timeline_show_day (window->timeline);
  settle (window);
  shots_take (shots, window, "day");
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    shoot_action (shots, window, windows[i].action, windows[i].name);
  shoot_import (shots, window, stores);
  shoot_popover (shots, window, "win.filter", "filter");
  shoot_popover (shots, window, "win.saved-filters", "saved-filters");
  shoot_popover (shots, window, "win.go-to-time", "time");
  sky_finding_view_focus_list (window->findings);
  shoot_popover (shots, window, "win.menu", "menu");

  /* What leaves nothing, and a list that has nothing. */
  SkyFindingFilter nothing = SKY_FINDING_FILTER_INIT;
  nothing.text = "unheard";
  sky_inbox_set_filter (sky_session_get_inbox (sky_window_get_session (window)), &nothing);
  settle (window);
  shots_take (shots, window, "nothing-found");
  sky_inbox_clear_filter (sky_session_get_inbox (sky_window_get_session (window)));
  sky_inbox_set_listing (sky_session_get_inbox (sky_window_get_session (window)),
                         SKY_LISTING_WITHDRAWN);
  settle (window);
  shots_take (shots, window, "nothing-there");
  fixture_close_window (window);
}

/* --- A room at work --------------------------------------------------------------------------- */

static SkyIdentity *
register_person (const char *store_path,
                 SkyIdentity *signer,
                 const char *credential,
                 const char *name,
                 SkyPersonRole role)
{
  g_autoptr (GError) error = NULL;
  SkyIdentity *identity = sky_identity_create (credential, name, 730, &error);
  g_autoptr (SkyStore) store = sky_store_open (store_path, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  SkyCertificate *certificate = sky_identity_get_certificate (identity);
  g_autofree char *pem = sky_certificate_to_pem (certificate);
  const SkyPerson person = { .credential = (char *) credential,
                             .name = (char *) name,
                             .role = role,
                             .certificate = pem,
                             .expires = sky_certificate_get_not_after (certificate) };
  sky_store_set_signer (store, ADA, sky_identity_sign,
                        sky_identity_ref (signer != NULL ? signer : identity),
                        (GDestroyNotify) sky_identity_unref);
  sky_store_add_person (store, &(SkyReviewer){ ADA, "Ada Quinn" }, &person, &error);
  g_assert_no_error (error);
  return identity;
}

/* An investigator, who is signed in, an operator, an auditor whose time is over, and somebody who
 * lost the key. */
static void
register_people (SkySession *session)
{
  const char *path = sky_store_link_get_path (sky_session_get_link (session));
  g_autoptr (SkyIdentity) ada =
      register_person (path, NULL, ADA, "Ada Quinn", SKY_PERSON_INVESTIGATOR);
  g_autoptr (SkyIdentity) ben =
      register_person (path, ada, "PA-100002", "Ben Ames", SKY_PERSON_OPERATOR);
  g_autoptr (SkyIdentity) cy =
      register_person (path, ada, "PA-100003", "Cy Dunn", SKY_PERSON_AUDITOR);
  g_autoptr (SkyIdentity) dee =
      register_person (path, ada, "PA-100004", "Dee Eads", SKY_PERSON_OPERATOR);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  const SkyReviewer by = { ADA, "Ada Quinn" };

  g_assert_no_error (error);
  sky_store_set_signer (store, ADA, sky_identity_sign, sky_identity_ref (ada),
                        (GDestroyNotify) sky_identity_unref);
  sky_store_expire_person (store, &by, "PA-100003", g_get_real_time (), &error);
  g_assert_no_error (error);
  sky_store_revoke_person (store, &by, "PA-100004", "Lost the key", &error);
  g_assert_no_error (error);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), ADA, "Ada Quinn");
  sky_review_desk_sign_in (sky_session_get_desk (session), ada);
}

static void
decide (SkyWindow *window, guint64 position, SkyLedgerAction action, const char *text)
{
  SkySession *session = sky_window_get_session (window);

  sky_selection_select_position (sky_session_get_selection (session), position);
  settle (window);
  sky_selection_decide (sky_session_get_selection (session), action, text);
  settle (window);
}

static gboolean
is_room_settled (gpointer room)
{
  return sky_cases_window_is_settled (room);
}

static gboolean
is_export_settled (gpointer window)
{
  return sky_export_window_is_settled (window);
}

static gboolean
is_verified (gpointer window)
{
  return sky_verify_window_is_settled (window);
}

static gboolean
is_still_read (gpointer window)
{
  return strcmp (sky_still_window_get_page (window), "loading") != 0;
}

static gboolean
has_still (gpointer room)
{
  return sky_cases_window_get_items (room)->len == 2;
}

/* A case with what one can put into it. */
static void
fill_case (SkyWindow *window, SkyCasesWindow *room)
{
  SkySession *session = sky_window_get_session (window);
  g_autoptr (SkyCaseDetails) details = sky_case_details_new (
      "payout", "Lee Ott, dealer PA-200014\nPatron at seat 3, did not complain", "paid");

  sky_cases_window_open_case (room, "Payouts at CR-01");
  fixture_wait (is_room_settled, room);
  sky_cases_window_add_item (room);
  fixture_wait (is_room_settled, room);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.still-to-case", NULL);
  fixture_wait (has_still, room);
  settle (window);
  fixture_wait (is_room_settled, room);
  sky_session_add_bookmark (session, "The stickperson turns away");
  settle (window);
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_BOOKMARKS);
  settle (window);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  settle (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.put-into-case", NULL);
  settle (window);
  fixture_wait (is_room_settled, room);
  sky_cases_window_describe_case (room, details);
  fixture_wait (is_room_settled, room);
  sky_cases_window_add_note (room, "Asked the floorperson for the shift sheet.");
  fixture_wait (is_room_settled, room);
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_ALL);
  settle (window);
}

static void
shoot_still (Shots *shots, SkyWindow *window, SkyCasesWindow *room)
{
  GPtrArray *items = sky_cases_window_get_items (room);

  for (guint i = 0; i < items->len; i++)
    {
      const SkyCaseItem *item = items->pdata[i];
      SkyStillWindow *still;

      if (item->still == NULL)
        continue;
      still = sky_still_window_new (GTK_WINDOW (window),
                                    sky_session_get_selection (sky_window_get_session (window)),
                                    item->still);
      enlarge (shots, GTK_WINDOW (still));
      gtk_window_present (GTK_WINDOW (still));
      fixture_wait (is_still_read, still);
      shots_take (shots, still, "still");
      fixture_close_window (still);
      return;
    }
  g_error ("the case has no still");
}

/* Exports the case to @path. */
static void
shoot_export (Shots *shots, SkyWindow *window, gint64 id, const char *path)
{
  SkyExportWindow *export = sky_export_window_new (
      GTK_WINDOW (window), sky_session_get_desk (sky_window_get_session (window)), id);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);

  g_settings_set_boolean (settings, "show-export", FALSE);
  g_remove (path);
  gtk_window_present (GTK_WINDOW (export));
  fixture_wait (is_export_settled, export);
  shots_take (shots, export, "export");
  sky_export_window_export (export, file);
  fixture_wait (is_export_settled, export);
  shots_take (shots, export, "export-done");
  sky_export_window_export (export, file);
  fixture_wait (is_export_settled, export);
  shots_take (shots, export, "export-refused");
  fixture_close_window (export);
}

static void
shoot_verified (Shots *shots, const char *path, const char *name)
{
  SkyVerifyWindow *verify = sky_verify_window_new (NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  enlarge (shots, GTK_WINDOW (verify));
  gtk_window_present (GTK_WINDOW (verify));
  sky_verify_window_open (verify, file);
  fixture_wait (is_verified, verify);
  shots_take (shots, verify, name);
  fixture_close_window (verify);
}

static gboolean
is_package_open (gpointer found)
{
  SkyWindow **window = found;
  GListModel *windows = gtk_window_get_toplevels ();

  *window = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) each = g_list_model_get_item (windows, i);

      if (SKY_IS_WINDOW (each) && SKY_WINDOW (each)->check != NULL)
        *window = SKY_WINDOW (each);
    }
  return *window != NULL && sky_window_is_settled (*window)
         && sky_package_check_get_verdict ((*window)->check)[0] != '\0';
}

static void
shoot_package (Shots *shots, const char *path, const char *name)
{
  SkyWindow *window;

  sky_package_opening_begin (NULL, NULL, path);
  fixture_wait (is_package_open, &window);
  gtk_window_set_default_size (GTK_WINDOW (window), shots->width, shots->height);
  settle (window);
  shots_take (shots, window, name);
  fixture_close_window (window);
}

/* The same file with one byte in its middle another. */
static void
tamper (const char *from, const char *to)
{
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;

  g_file_get_contents (from, &bytes, &size, &error);
  g_assert_no_error (error);
  bytes[size / 2] ^= 1;
  g_file_set_contents (to, bytes, (gssize) size, &error);
  g_assert_no_error (error);
}

static gboolean
is_locks_settled (gpointer window)
{
  return sky_locks_window_is_settled (window);
}

static void
shoot_locks (Shots *shots, SkyWindow *window)
{
  SkySelection *selection = sky_session_get_selection (sky_window_get_session (window));
  SkyLocksWindow *locks = sky_locks_window_new (GTK_WINDOW (window), selection);

  enlarge (shots, GTK_WINDOW (locks));
  gtk_window_present (GTK_WINDOW (locks));
  fixture_wait (is_locks_settled, locks);
  gtk_editable_set_text (GTK_EDITABLE (gtk_widget_get_template_child (
                             GTK_WIDGET (locks), SKY_TYPE_LOCKS_WINDOW, "reason")),
                         "Patron’s complaint of the evening, for pit 3");
  g_signal_emit_by_name (
      gtk_widget_get_template_child (GTK_WIDGET (locks), SKY_TYPE_LOCKS_WINDOW, "lock"), "clicked");
  fixture_wait (is_locks_settled, locks);
  shots_take (shots, locks, "locks-filled");
  fixture_close_window (locks);
}

static void
shoot_room (Shots *shots, const char *stores, const char *archive)
{
  g_autofree char *package = g_build_filename (stores, "case-1.zip", NULL);
  g_autofree char *bad = g_build_filename (stores, "case-1-changed.zip", NULL);
  SkyWindow *window = open_archive (shots, stores, archive);
  SkySession *session = sky_window_get_session (window);

  register_people (session);
  decide (window, 0, SKY_LEDGER_CONFIRM, NULL);
  decide (window, 1, SKY_LEDGER_DISMISS, "Seen on the recording: a drill");
  decide (window, 2, SKY_LEDGER_ESCALATE, NULL);
  decide (window, 3, SKY_LEDGER_NOTE, "Asked the floorperson");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cases", NULL);
  SkyCasesWindow *room = SKY_CASES_WINDOW (window->room);
  enlarge (shots, GTK_WINDOW (room));
  fixture_wait (is_room_settled, room);
  fill_case (window, room);
  gint64 id = ((const SkyCase *) sky_cases_window_get_cases (room)->pdata[0])->id;
  shots_take (shots, room, "case");
  shoot_popover (shots, room, "room.details", "case-details");
  shoot_still (shots, window, room);
  shoot_export (shots, window, id, package);
  fixture_wait (is_room_settled, room);
  sky_cases_window_show_page (room, "log");
  shots_take (shots, room, "log-filled");
  gtk_window_close (GTK_WINDOW (room));
  fixture_wait (has_no_other, window);

  shoot_locks (shots, window);
  shoot_verified (shots, package, "verify-holds");
  tamper (package, bad);
  shoot_verified (shots, bad, "verify-fails");
  shoot_package (shots, package, "package-holds");
  shoot_package (shots, bad, "package-fails");
  shoot_action (shots, window, "win.people", "people-listed");
  settle (window);
  shots_take (shots, window, "reviewed");
  fixture_close_window (window);
}

/* --- Where something is wrong ----------------------------------------------------------------- */

static gboolean
is_changed (gpointer session)
{
  return sky_day_files_get_changed (sky_day_view_get_files (sky_session_get_day_view (session)));
}

static void
copy_file (const char *from, const char *to, const char *name)
{
  g_autofree char *source = g_build_filename (from, name, NULL);
  g_autofree char *target = g_build_filename (to, name, NULL);
  g_autoptr (GFile) a = g_file_new_for_path (source);
  g_autoptr (GFile) b = g_file_new_for_path (target);
  g_autoptr (GError) error = NULL;

  g_file_copy (a, b, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* An archive whose recordings are gone, then one whose log is not what was audited, then none. */
static void
shoot_troubles (Shots *shots, const char *stores, const char *archive)
{
  g_autofree char *gone = g_build_filename (stores, "gone", NULL);
  g_autofree char *bare = g_build_filename (stores, "bare", NULL);
  g_autoptr (GDir) dir = g_dir_open (archive, 0, NULL);
  g_autofree char *log = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const char *name;
  SkyWindow *window;

  g_mkdir_with_parents (gone, 0755);
  g_mkdir_with_parents (bare, 0755);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      if (g_str_has_suffix (name, ".tel.jsonl"))
        log = g_build_filename (gone, name, NULL);
      if (g_str_has_suffix (name, ".tel.jsonl") || g_str_has_suffix (name, ".json"))
        copy_file (archive, gone, name);
    }
  window = open_archive (shots, stores, gone);
  shots_take (shots, window, "recordings-gone");
  g_assert_nonnull (log);
  g_file_get_contents (log, &text, NULL, &error);
  g_assert_no_error (error);
  text[strlen (text) / 2] = ' ';
  g_file_set_contents (log, text, -1, &error);
  g_assert_no_error (error);
  /* That is looked at whenever somebody goes somewhere. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.event", "i", 1);
  fixture_wait (is_changed, sky_window_get_session (window));
  shots_take (shots, window, "log-changed");
  fixture_close_window (window);

  window = open_archive (shots, stores, bare);
  shots_take (shots, window, "no-logs");
  fixture_close_window (window);
}

/* Those of a room, with what a receiver may say of each. */
static void
write_tables (const char *folder)
{
  static const struct
  {
    const char *table;
    guint lines;
    gint64 late; /* seconds since the last line */
    gboolean open;
    const char *alarms;
  } tables[] = {
    { "CR-01", 1204, 2, TRUE, "" },
    { "CR-02", 2210, 1, TRUE, "\"storage\"" },
    { "RO-01", 833, 95, TRUE, "\"silent\"" },
    { "RO-02", 911, 4, TRUE, "" },
    { "SB-01", 417, 3, TRUE, "" },
    { "BS-01", 120, 4000, FALSE, "" },
    { "CW-01", 655, 1, TRUE, "" },
  };
  g_autofree char *path = sky_receiver_report_path (folder);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  const gint64 now = g_get_real_time ();
  char at[SKY_TIME_TEXT_SIZE];

  g_string_append_printf (text,
                          "{\"at\":\"%s\",\"broker\":\"mqtt://127.0.0.1\",\"slow\":false,"
                          "\"counters\":{\"lines\":6350},\"tables\":[",
                          sky_time_format (now, at));
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    g_string_append_printf (
        text,
        "%s{\"property\":\"Keystone\",\"table\":\"%s\",\"day\":\"2024-05-17\","
        "\"lines\":%u,\"open\":%s,\"arrived\":\"%s\",\"alarms\":[%s]}",
        i > 0 ? "," : "", tables[i].table, tables[i].lines, tables[i].open ? "true" : "false",
        sky_time_format (now - tables[i].late * G_USEC_PER_SEC, at), tables[i].alarms);
  g_string_append (text, "]}\n");
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
}

/* @path without its last @n lines, which are returned. */
static char *
take_lines (const char *path, guint n)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  char *end, *rest;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  end = text + strlen (text) - 1;
  for (guint i = 0; i < n; i++)
    end = g_strrstr_len (text, end - text, "\n");
  rest = g_strdup (end + 1);
  g_file_set_contents (path, text, end + 1 - text, &error);
  g_assert_no_error (error);
  return rest;
}

static gboolean
has_arrivals (gpointer window)
{
  SkySession *session = sky_window_get_session (window);

  return sky_inbox_get_n_arrived (sky_session_get_inbox (session)) > 0
         && fixture_is_window_settled (window);
}

static gboolean
are_patterns_settled (gpointer window)
{
  return sky_patterns_window_is_settled (window);
}

static void
choose_family (gpointer window, SkyFamily family)
{
  GListModel *rows = sky_patterns_window_get_rows (window);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (SkyPatternRow) row = g_list_model_get_item (rows, i);

      if (sky_pattern_row_get_pattern (row)->family == family)
        {
          sky_patterns_window_choose (window, i);
          return;
        }
    }
}

/* The last rounds in the arc of the pattern that is chosen. */
static void
shoot_arc (Shots *shots, GtkWindow *window)
{
  GObject *pane =
      gtk_widget_get_template_child (GTK_WIDGET (window), SKY_TYPE_PATTERNS_WINDOW, "pane");

  g_signal_emit_by_name (pane, "arc");
  fixture_wait (are_patterns_settled, window);
  shots_draw_frames (GTK_WIDGET (window));
  shots_take (shots, window, "patterns-arc");
}

/* The patterns of an archive that is simulated once: one of each family, up to SKY_N_FAMILIES. */
static void
shoot_patterns_of (Shots *shots,
                   const char *stores,
                   const char *name,
                   const SkySimulateOptions *options,
                   const SkyFamily *families)
{
  static const char *const names[SKY_N_FAMILIES] = {
    [SKY_FAMILY_WHEELS] = "patterns-wheel",     [SKY_FAMILY_DICE_SETS] = "patterns-set",
    [SKY_FAMILY_DICE_TABLES] = "patterns-dice", [SKY_FAMILY_SPINS] = "patterns-spins",
    [SKY_FAMILY_SEVENS] = "patterns-sevens",    [SKY_FAMILY_ERRORS] = "patterns-errors",
    [SKY_FAMILY_PAIRS] = "patterns-pair",       [SKY_FAMILY_TABLE_WINS] = "patterns-table-win",
    [SKY_FAMILY_PATRON_WINS] = "patterns-win",
  };
  g_autofree char *archive = g_build_filename (stores, name, NULL);
  g_autoptr (GError) error = NULL;
  SkyWindow *window;
  GtkWindow *other;

  if (!g_file_test (archive, G_FILE_TEST_IS_DIR))
    sky_simulate (options, archive, &error);
  g_assert_no_error (error);
  window = open_archive (shots, stores, archive);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.patterns", NULL);
  fixture_wait (has_other, window);
  other = find_other (GTK_WINDOW (window));
  enlarge (shots, other);
  fixture_wait (are_patterns_settled, other);
  for (; *families != SKY_N_FAMILIES; families++)
    {
      choose_family (other, *families);
      fixture_wait (are_patterns_settled, other);
      shots_draw_frames (GTK_WIDGET (other));
      shots_take (shots, other, names[*families]);
      if (*families == SKY_FAMILY_WHEELS)
        shoot_arc (shots, other);
    }
  gtk_window_close (other);
  fixture_wait (has_no_other, window);
  fixture_close_window (window);
}

/* Thirty days with a planted wheel, and two weeks of dice that favor a six, a shooter without
 * sevens and a dealer who overpays a patron. */
static void
shoot_patterns (Shots *shots, const char *stores)
{
  static const char *const wheels[] = { "wheel:8,19,31,18,6*1.4@5", NULL };
  static const char *const dice[] = { "dice:6=0.2", "sevens:P7=1/20", "overpay:PA-100010:P5*40",
                                      NULL };
  static const SkyFamily of_wheels[] = { SKY_FAMILY_WHEELS,      SKY_FAMILY_ERRORS,
                                         SKY_FAMILY_SPINS,       SKY_FAMILY_TABLE_WINS,
                                         SKY_FAMILY_PATRON_WINS, SKY_N_FAMILIES };
  static const SkyFamily of_dice[] = { SKY_FAMILY_DICE_TABLES, SKY_FAMILY_SEVENS, SKY_FAMILY_PAIRS,
                                       SKY_N_FAMILIES };
  SkySimulateOptions options = { .game = SKY_GAME_ROULETTE,
                                 .rounds = 700,
                                 .seed = 5,
                                 .faults = 60,
                                 .tables = 2,
                                 .days = 30,
                                 .dealers = 8,
                                 .patrons = 32,
                                 .plants = wheels,
                                 .start = SKY_TIME_NONE };

  shoot_patterns_of (shots, stores, "wheels", &options, of_wheels);
  options.game = SKY_GAME_CRAPS;
  options.tables = 1;
  options.days = 15;
  options.dealers = 2;
  options.patrons = 16;
  options.error_rate = 0.004;
  options.faults = 0;
  options.plants = dice;
  shoot_patterns_of (shots, stores, "dice", &options, of_dice);
}

/* A table whose log grows while it is followed, among those that a receiver writes. */
static void
shoot_live (Shots *shots, const char *stores, const char *archive)
{
  g_autofree char *received = g_build_filename (stores, "received", NULL);
  g_autofree char *growing = g_build_filename (received, "Keystone", "CR-01", NULL);
  g_autoptr (GDir) dir = g_dir_open (archive, 0, NULL);
  g_autofree char *log = NULL;
  g_autofree char *rest = NULL;
  SkyWindow *window;
  const char *name;
  FILE *file;

  g_mkdir_with_parents (growing, 0755);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".tel.jsonl"))
      {
        copy_file (archive, growing, name);
        log = g_build_filename (growing, name, NULL);
      }
  g_assert_nonnull (log);
  rest = take_lines (log, LINES_TO_COME);
  write_tables (received);
  window = open_followed (shots, stores, growing, TRUE);
  file = fopen (log, "a");
  g_assert_nonnull (file);
  fputs (rest, file);
  fclose (file);
  fixture_wait (has_arrivals, window);
  shots_take (shots, window, "grown");
  shoot_action (shots, window, "win.tables", "tables-filled");
  fixture_close_window (window);
}

static void
activate_cb (GApplication *application, Shots *shots)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  char **arguments = shots->arguments;
  int i;

  adw_style_manager_set_color_scheme (manager, g_str_equal (arguments[2], "light")
                                                   ? ADW_COLOR_SCHEME_FORCE_LIGHT
                                                   : ADW_COLOR_SCHEME_FORCE_DARK);
  shots->style = g_strconcat (
      arguments[2], adw_style_manager_get_high_contrast (manager) ? "-contrast" : "", NULL);
  g_application_hold (application);
  if (!g_str_equal (arguments[5], RECORD))
    {
      shoot_windows (shots, arguments[4], arguments[5]);
      shoot_room (shots, arguments[4], arguments[5]);
      shoot_troubles (shots, arguments[4], arguments[5]);
      shoot_live (shots, arguments[4], arguments[5]);
      shoot_patterns (shots, arguments[4]);
    }
  for (i = 5; arguments[i] != NULL && !g_str_equal (arguments[i], RECORD); i++)
    shoot_round (shots, arguments[4], arguments[i]);
  if (arguments[i] != NULL)
    while (arguments[++i] != NULL)
      shots_record (shots, arguments[i]);
  g_clear_pointer (&shots->style, g_free);
  g_application_release (application);
}

int
main (int argc, char **argv)
{
  Shots shots = { .arguments = argv };

  if (argc < 6 || sscanf (argv[3], "%dx%d", &shots.width, &shots.height) != 2)
    {
      g_printerr ("usage: screenshots FOLDER dark|light WIDTHxHEIGHT STORES [ARCHIVE…] "
                  "[" RECORD " ARCHIVE…]\n");
      return 2;
    }
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("SKYWARD_LOCALE_DIR"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  shots.folder = argv[1];
  g_mkdir_with_parents (shots.folder, 0755);
  g_mkdir_with_parents (argv[4], 0755);
  /* Keys are looked for there. */
  g_setenv ("XDG_DATA_HOME", argv[4], TRUE);

  g_autoptr (AdwApplication) application =
      g_object_new (ADW_TYPE_APPLICATION, "application-id", SKY_APP_ID, "flags",
                    G_APPLICATION_NON_UNIQUE, "resource-base-path", "/org/skyward/Skyward", NULL);
  shots.application = GTK_APPLICATION (application);
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), &shots);
  int status = g_application_run (G_APPLICATION (application), 1, argv);
  return status != 0 || shots.n_failed > 0 ? 1 : 0;
}
