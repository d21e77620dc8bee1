/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What surveillance must confirm: one page of it, and two people who do. */
#include "config.h"

#include <gio/gio.h>

#include "fixture.h"
#include "numbered-footage.h"
#include "sky-confirmation-sheet.h"
#include "sky-window-private.h"

typedef struct
{
  Fixture *fixture;
  SkySession *session;
  SkySelection *selection;
  SkyWindow *window;
  SkyConfirmationBar *bar;
} Desk;

/* A table with a Fire Bet's fourth point besides that of the fixture. */
static void
copy_log (Fixture *fixture)
{
  g_autofree char *log =
      g_test_build_filename (G_TEST_DIST, "data", "craps", "fire-bet-b-4-points.tel.jsonl", NULL);
  g_autofree char *copy = g_build_filename (fixture->archive, "fire-bet.tel.jsonl", NULL);
  g_autoptr (GFile) from = g_file_new_for_path (log);
  g_autoptr (GFile) to = g_file_new_for_path (copy);
  g_autoptr (GError) error = NULL;

  g_file_copy (from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* The Fire Bet's table, filmed: the throws were at 20:00 and later. */
static void
film (Fixture *fixture)
{
  static const char index[] = "{\"cameras\":[{\"camera\":\"CR-01-A\",\"table\":\"CR-01\","
                              "\"kind\":\"stationary\",\"covers\":[\"table\"],"
                              "\"clock_offset_ms\":0,\"segments\":[{\"file\":\"throws.mkv\","
                              "\"start\":\"2023-11-04T20:00:00Z\","
                              "\"end\":\"2023-11-04T20:02:00Z\"}]}]}";
  const Footage footage = { .n_frames = 240, .fps_n = 2, .fps_d = 1 };
  g_autofree char *recording = g_build_filename (fixture->archive, "throws.mkv", NULL);
  g_autofree char *path = g_build_filename (fixture->archive, "footage.json", NULL);

  footage_write (&footage, recording);
  g_assert_true (g_file_set_contents (path, index, -1, NULL));
}

static void
act (Desk *self, const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), action, NULL);
  fixture_wait (fixture_is_window_settled, self->window);
}

static void
list (Desk *self, int listing)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.listing", "i", listing);
  fixture_wait (fixture_is_window_settled, self->window);
}

/* A desk of @width × @height at which Ada Quinn sits, with the confirmations listed; @filmed: the
 * Fire Bet's table has a camera. */
static void
desk_open (Desk *self, int width, int height, gboolean filmed)
{
  self->fixture = fixture_new ();
  copy_log (self->fixture);
  if (filmed)
    film (self->fixture);
  self->session = fixture_open_session (self->fixture);
  self->selection = sky_session_get_selection (self->session);
  self->window = sky_window_new (NULL, self->session);
  gtk_window_set_default_size (GTK_WINDOW (self->window), width, height);
  gtk_widget_set_size_request (GTK_WIDGET (self->window), width, height);
  gtk_window_present (GTK_WINDOW (self->window));
  fixture_wait (fixture_is_window_settled, self->window);
  sky_review_desk_set_reviewer (sky_session_get_desk (self->session), "PA-1", "Ada Quinn");
  list (self, 5);
  self->bar = sky_round_view_show_confirmation (self->window->round);
}

static void
desk_close (Desk *self)
{
  fixture_close_window (self->window);
  fixture_finalize (self->session);
  fixture_free (self->fixture);
}

static const SkyReview *
review (Desk *self)
{
  return sky_selection_get_review (self->selection);
}

static gboolean
is_seconded (gpointer desk)
{
  const SkyReview *of = review (desk);

  return of != NULL && of->second_credential != NULL;
}

static void
assert_counts (Desk *self, guint64 undecided, guint64 awaiting)
{
  SkyInbox *inbox = sky_session_get_inbox (self->session);
  guint64 counted;

  g_assert_cmpuint (sky_inbox_get_count (inbox, (SkyListing) SKY_QUEUE_CONFIRMATION, &counted), ==,
                    1);
  g_assert_cmpuint (counted, ==, undecided);
  g_assert_cmpuint (sky_inbox_get_n_awaiting (inbox, (SkyListing) SKY_QUEUE_CONFIRMATION), ==,
                    awaiting);
}

static void
test_second (void)
{
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  Desk desk;

  g_settings_set_boolean (settings, "next-after-deciding", FALSE);
  desk_open (&desk, 1280, 720, FALSE);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (desk.bar)));
  g_assert_cmpstr (sky_confirmation_bar_get_state (desk.bar), ==, "Open");
  g_assert_false (sky_confirmation_bar_ask_second (desk.bar));
  assert_counts (&desk, 1, 0);

  /* Confirmed it stays where it is, and says what it waits for. */
  act (&desk, "win.confirm");
  g_assert_true (g_str_has_prefix (sky_confirmation_bar_get_state (desk.bar),
                                   "Awaiting second reviewer. Confirmed by Ada Quinn, "));
  assert_counts (&desk, 1, 1);
  g_assert_cmpuint (fixture_count_rows (desk.session), ==, 1);
  g_autofree char *state =
      sky_queue_item_dup_text (sky_selection_get_item (desk.selection), SKY_COLUMN_STATE, NULL);
  g_assert_cmpstr (state, ==, "Awaiting Second Reviewer");
  /* Who agrees is asked at once. */
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (desk.window));
  g_assert_true (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (desk.bar)));

  /* That can be asked for. */
  SkyInbox *inbox = sky_session_get_inbox (desk.session);
  g_autoptr (SkyFindingFilter) filter = sky_finding_filter_copy (sky_inbox_get_filter (inbox));
  filter->awaits_second = TRUE;
  sky_inbox_set_listing (inbox, SKY_LISTING_ALL);
  sky_inbox_set_filter (inbox, filter);
  fixture_wait (fixture_is_window_settled, desk.window);
  g_assert_cmpuint (fixture_count_rows (desk.session), ==, 1);
  sky_inbox_clear_filter (inbox);
  list (&desk, 5);

  /* The one who confirmed is asked who agrees, and is not taken for somebody else. */
  act (&desk, "win.second");
  focus = gtk_root_get_focus (GTK_ROOT (desk.window));
  g_assert_true (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (desk.bar)));
  sky_confirmation_bar_agree (desk.bar, " pa-1", "Somebody Else", "");
  g_assert_cmpstr (sky_confirmation_bar_get_trouble (desk.bar), ==,
                   "Ada Quinn confirmed it. The second reviewer must be someone else.");
  fixture_wait (fixture_is_window_settled, desk.window);
  g_assert_null (review (&desk)->second_credential);

  sky_confirmation_bar_agree (desk.bar, "PA-2", "Ben Ames", "");
  fixture_wait (is_seconded, &desk);
  fixture_wait (fixture_is_window_settled, desk.window);
  g_assert_cmpstr (review (&desk)->second_credential, ==, "PA-2");
  g_assert_cmpstr (review (&desk)->second_name, ==, "Ben Ames");
  g_assert_cmpstr (review (&desk)->credential, ==, "PA-1");
  g_assert_nonnull (
      strstr (sky_confirmation_bar_get_state (desk.bar), "Second reviewer: Ben Ames, "));
  g_assert_cmpstr (sky_confirmation_bar_get_trouble (desk.bar), ==, "");
  g_assert_false (sky_confirmation_bar_ask_second (desk.bar));
  assert_counts (&desk, 0, 0);

  /* Who sat here sits here still. */
  g_assert_cmpstr (sky_review_desk_get_credential (sky_session_get_desk (desk.session)), ==,
                   "PA-1");
  act (&desk, "win.reopen");
  g_assert_cmpint (review (&desk)->state, ==, SKY_REVIEW_OPEN);
  g_assert_cmpstr (review (&desk)->credential, ==, "PA-1");
  desk_close (&desk);
  g_settings_reset (settings, "next-after-deciding");
}

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  GtkWidget *found =
      GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0
          ? widget
          : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

/* From each point one comes to its throw, and what is to be confirmed stays there. */
static void
test_throw (void)
{
  Desk desk;

  desk_open (&desk, 1280, 720, FALSE);
  SkyDayView *view = sky_session_get_day_view (desk.session);
  GtkWidget *point = find_button (GTK_WIDGET (desk.window->round), "6");
  g_assert_nonnull (point);
  g_signal_emit_by_name (point, "clicked");
  fixture_wait (fixture_is_window_settled, desk.window);
  g_assert_cmpint (sky_day_view_get_position (view), ==,
                   sky_table_day_find_event (sky_day_view_get_day (view), 26)->at);
  g_assert_cmpint (sky_day_view_get_round (view), ==, 3);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (desk.bar)));
  desk_close (&desk);
}

/* Nothing is to be scrolled for, once it is laid out. */
static gboolean
has_all_in_sight (gpointer scroller)
{
  GtkAdjustment *down = gtk_scrolled_window_get_vadjustment (scroller);
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (scroller);

  return gtk_adjustment_get_upper (down) <= gtk_adjustment_get_page_size (down)
         && gtk_adjustment_get_upper (across) <= gtk_adjustment_get_page_size (across);
}

/* Each point has the picture of its throw, once there is room for it. */
static gboolean
has_pictures (gpointer sheet)
{
  return sky_confirmation_sheet_get_n_pictures (sheet) == 4;
}

/* The window is none too large for its display, and nothing of it is to be scrolled for; the
 * pictures keep room enough to be told from each other. */
static void
test_page (gconstpointer data)
{
  gboolean small = (GPOINTER_TO_INT (data) & 1) != 0;
  gboolean filmed = (GPOINTER_TO_INT (data) & 2) != 0;
  int width = small ? 1024 : 1280;
  int height = small ? 700 : 720;
  Desk desk;
  int least;

  desk_open (&desk, width, height, filmed);
  SkyConfirmationSheet *sheet = SKY_CONFIRMATION_SHEET (gtk_widget_get_template_child (
      GTK_WIDGET (desk.window->round), SKY_TYPE_ROUND_VIEW, "sheet"));
  g_assert_cmpuint (sky_confirmation_sheet_get_n_points (sheet), ==, 4);
  if (!filmed)
    g_assert_cmpuint (sky_confirmation_sheet_get_n_pictures (sheet), ==, 0);
  else if (!small)
    fixture_wait (has_pictures, sheet);
  int before = gtk_paned_get_position (desk.window->view_rows);
  for (guint i = 0; i < 2; i++)
    {
      fixture_wait (has_all_in_sight, gtk_widget_get_prev_sibling (GTK_WIDGET (desk.bar)));
      g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (desk.window->pictures_columns)), >=, 200);
      gtk_widget_set_size_request (GTK_WIDGET (desk.window), 640, 480);
      gtk_widget_measure (GTK_WIDGET (desk.window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL,
                          NULL, NULL);
      g_assert_cmpint (least, <=, 1024);
      gtk_widget_measure (GTK_WIDGET (desk.window), GTK_ORIENTATION_VERTICAL, 1024, &least, NULL,
                          NULL, NULL);
      g_assert_cmpint (least, <=, 700);
      gtk_widget_set_size_request (GTK_WIDGET (desk.window), width, height);
      if (i == 0)
        act (&desk, "win.confirm");
    }

  /* The next finding's round has the room that it had. */
  list (&desk, 3);
  g_assert_cmpint (gtk_paned_get_position (desk.window->view_rows), >=, before);
  desk_close (&desk);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  gst_init (NULL, NULL);
  g_test_add_func ("/confirmation/second", test_second);
  g_test_add_func ("/confirmation/throw", test_throw);
  g_test_add_data_func ("/confirmation/page-1280", GINT_TO_POINTER (0), test_page);
  g_test_add_data_func ("/confirmation/page-1024", GINT_TO_POINTER (1), test_page);
  g_test_add_data_func ("/confirmation/filmed-1280", GINT_TO_POINTER (2), test_page);
  g_test_add_data_func ("/confirmation/filmed-1024", GINT_TO_POINTER (3), test_page);
  return fixture_run_tests ();
}
