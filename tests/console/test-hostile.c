/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An archive whose names and words have control characters in them, and characters that direct or
 * hide text: no window shows one, and no screen reader is told one. */
#include "config.h"

#include "fixture.h"
#include "sky-cases-window.h"
#include "sky-reports-window.h"
#include "sky-shown-widgets.h"
#include "sky-verify-window.h"

#define HOSTILE      "\033[2J\xe2\x80\xae\xe2\x81\xa6\xc2\x85\xe2\x80\x8f\xd8\x9c"
#define HOSTILE_JSON "\\u001b[2J\\u202e\xe2\x81\xa6\\u0085\xe2\x80\x8f\\u061c"
#define TOLD         "\\x1b[2J\\u202e\\u2066\\u0085\\u200f\\u061c"

/* Adds what is shown of a name to what is told of it, and fails where it is no name to be shown. */
static void
look_at (const char *what, const char *text, guint *n_told)
{
  if (text == NULL)
    return;
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if ((c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c <= 0x9f) || c == 0x061c
          || (c >= 0x200e && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e)
          || (c >= 0x2066 && c <= 0x2069))
        g_error ("%s has U+%04X: %s", what, c, text);
    }
  *n_told += strstr (text, "\\u202e") != NULL;
}

/* What a screen reader is told of the widget. */
static void
look_at_accessible (GtkWidget *widget, guint *n_told)
{
  static const GtkAccessibleProperty properties[] = { GTK_ACCESSIBLE_PROPERTY_LABEL,
                                                      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION };

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    if (gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), properties[i]))
      {
        /* What is wanted is not there, so it says what is. */
        g_autofree char *is =
            gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), properties[i], "?");

        look_at (G_OBJECT_TYPE_NAME (widget), is, n_told);
      }
}

static void
look_through (GtkWidget *widget, guint *n_told)
{
  look_at ("a tooltip", gtk_widget_get_tooltip_text (widget), n_told);
  look_at_accessible (widget, n_told);
  if (GTK_IS_LABEL (widget))
    look_at ("a label", gtk_label_get_text (GTK_LABEL (widget)), n_told);
  if (GTK_IS_WINDOW (widget))
    look_at ("a title", gtk_window_get_title (GTK_WINDOW (widget)), n_told);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    look_through (child, n_told);
}

/* Looks through the window, which must tell of some name at least. */
static void
assert_tame (gpointer window)
{
  guint n_told = 0;

  look_through (window, &n_told);
  g_assert_cmpuint (n_told, >, 0);
}

static void
spoil (const char *path)
{
  static const char *const names[] = { "property", "table",  "player", "wager",   "dispute",
                                       "text",     "camera", "file",   "approval" };
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *pattern = g_strdup_printf ("(\"%s\":\"[^\"]*)\"", names[i]);
      g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, &error);
      g_autoptr (GString) with = g_string_new ("\\1" HOSTILE_JSON "\"");
      g_autofree char *spoilt = NULL;

      g_string_replace (with, "\\u", "\\\\u", 0);
      spoilt = g_regex_replace (regex, text, -1, 0, with->str, 0, &error);
      g_assert_no_error (error);
      g_free (text);
      text = g_steal_pointer (&spoilt);
    }
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static Fixture *
make_hostile (void)
{
  Fixture *self = fixture_new ();
  g_autofree char *log = fixture_log_path (self);
  g_autofree char *footage = g_build_filename (self->archive, "footage.json", NULL);

  spoil (log);
  spoil (footage);
  return self;
}

static gboolean
is_room_settled (gpointer window)
{
  return sky_cases_window_is_settled (window);
}

static gboolean
are_reports_settled (gpointer window)
{
  return sky_reports_window_is_settled (window);
}

static gboolean
is_verified (gpointer window)
{
  return sky_verify_window_is_settled (window);
}

static void
test_window (void)
{
  g_autoptr (Fixture) fixture = make_hostile ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-1", "Ada" HOSTILE);
  for (SkyListing listing = 0; listing < SKY_N_LISTINGS; listing++)
    {
      sky_inbox_set_listing (sky_session_get_inbox (session), listing);
      fixture_wait (fixture_is_window_settled, window);
      if (fixture_count_rows (session) == 0)
        continue;
      sky_selection_select_position (sky_session_get_selection (session), 0);
      fixture_wait (fixture_is_window_settled, window);
      if (listing < SKY_LISTING_ALL)
        sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_NOTE, "Note" HOSTILE);
      fixture_wait (fixture_is_window_settled, window);
      assert_tame (window);
    }
  sky_session_add_bookmark (session, "Mark" HOSTILE);
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_BOOKMARKS);
  fixture_wait (fixture_is_window_settled, window);
  assert_tame (window);
  fixture_close_window (window);
  fixture_finalize (session);
}

static void
test_room (void)
{
  g_autoptr (Fixture) fixture = make_hostile ();
  SkySession *session = fixture_open_session (fixture);
  SkyCasesWindow *window;

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-1", "Ada" HOSTILE);
  window = fixture_new_room (NULL, session);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (is_room_settled, window);
  sky_cases_window_open_case (window, "Title" HOSTILE);
  fixture_wait (is_room_settled, window);
  sky_cases_window_add_item (window);
  fixture_wait (is_room_settled, window);
  sky_cases_window_add_note (window, "Note" HOSTILE);
  fixture_wait (is_room_settled, window);
  assert_tame (window);
  sky_cases_window_show_page (window, "log");
  fixture_wait (is_room_settled, window);
  assert_tame (window);
  fixture_close_window (window);
  fixture_finalize (session);
}

static void
test_reports (void)
{
  g_autoptr (Fixture) fixture = make_hostile ();
  SkySession *session = fixture_open_session (fixture);
  SkyReportsWindow *window = sky_reports_window_new (NULL, sky_session_get_selection (session));
  guint n_told = 0;

  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (are_reports_settled, window);
  for (SkyReportKind kind = 0; kind < SKY_N_REPORTS; kind++)
    {
      sky_reports_window_choose (window, kind);
      fixture_wait (are_reports_settled, window);
      look_through (GTK_WIDGET (window), &n_told);
    }
  g_assert_cmpuint (n_told, >, 0);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* What an archive names beside itself is not looked at when it is opened, and the finding says so.
 */
static void
test_outside (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *footage = g_build_filename (fixture->archive, "footage.json", NULL);
  g_autofree char *secret = g_build_filename (fixture->folder, "secret.mkv", NULL);
  g_autofree char *text = NULL;
  g_autofree char *found = NULL;
  g_autoptr (GString) changed = NULL;
  SkySession *session;
  SkyWindow *window;

  g_assert_true (g_file_set_contents (secret, "-----BEGIN PRIVATE KEY-----\n", -1, NULL));
  g_assert_true (g_file_get_contents (footage, &text, NULL, NULL));
  changed = g_string_new (text);
  g_assert_cmpuint (g_string_replace (changed, "gone-1.mkv", "../secret.mkv", 0), ==, 1);
  g_assert_true (g_file_set_contents (footage, changed->str, -1, NULL));
  session = fixture_open_session (fixture);
  window = fixture_open_window (session);
  found = fixture_dump_findings (fixture->store);
  g_assert_nonnull (strstr (found, "coverage.unreadable"));
  g_assert_nonnull (strstr (found, "its path leads out of the archive's folder"));
  fixture_close_window (window);
  fixture_finalize (session);
}

/* A file's name too. */
static void
test_verify (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *path = g_strconcat (fixture->folder, "/p" HOSTILE ".zip", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  SkyVerifyWindow *window;

  g_assert_true (g_file_set_contents (path, "PK", -1, NULL));
  window = sky_verify_window_new (NULL);
  gtk_window_present (GTK_WINDOW (window));
  sky_verify_window_open (window, file);
  fixture_wait (is_verified, window);
  assert_tame (window);
  fixture_close_window (window);
}

/* What goes into neither a label nor a tooltip, and what stays. */
static void
test_functions (void)
{
  static const char plain[] = "Zwei\nZeilen\t<§>";
  g_autoptr (GtkWidget) label = g_object_ref_sink (sky_shown_label_new (plain));
  g_autoptr (PangoLayout) layout = sky_shown_widget_create_pango_layout (label, "a" HOSTILE);
  g_autofree char *markup = sky_shown_markup_escape_text ("<" HOSTILE, -1);
  g_autofree char *is = NULL;

  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, plain);
  sky_shown_label_set_text (GTK_LABEL (label), HOSTILE);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, TOLD);
  sky_shown_label_set_label (GTK_LABEL (label), NULL);
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, "");
  g_assert_cmpstr (pango_layout_get_text (layout), ==, "a" TOLD);
  sky_shown_layout_set_text (layout, "ab" HOSTILE, 2);
  g_assert_cmpstr (pango_layout_get_text (layout), ==, "ab");
  g_assert_cmpstr (markup, ==, "&lt;" TOLD);
  sky_shown_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LEVEL, 3,
                                        GTK_ACCESSIBLE_PROPERTY_LABEL, HOSTILE, -1);
  gtk_test_accessible_assert_property (label, GTK_ACCESSIBLE_PROPERTY_LEVEL, 3);
  is = gtk_test_accessible_check_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                           "?");
  g_assert_cmpstr (is, ==, TOLD);
}

int
main (int argc, char **argv)
{
  /* What a screen reader would be told can be asked for. */
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  g_setenv ("GTK_A11Y", "test", TRUE);
  adw_init ();

  g_test_add_func ("/hostile/functions", test_functions);
  g_test_add_func ("/hostile/window", test_window);
  g_test_add_func ("/hostile/room", test_room);
  g_test_add_func ("/hostile/reports", test_reports);
  g_test_add_func ("/hostile/outside", test_outside);
  g_test_add_func ("/hostile/verify", test_verify);
  return fixture_run_tests ();
}
