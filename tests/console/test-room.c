/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The room's window: cases that gather what is looked at, and the surveillance log of all that. */
#include "config.h"

#include <glib/gstdio.h>

#include "fixture.h"
#include "sky-case-details-popover.h"
#include "sky-case.h"
#include "sky-cases-window.h"
#include "sky-still-window.h"
#include "sky-surveillance-log.h"
#include "sky-window-private.h"

static gboolean
is_settled (gpointer window)
{
  return sky_cases_window_is_settled (window);
}

static const char *
newest (SkyCasesWindow *window, SkySurveillanceColumn column)
{
  GPtrArray *log = sky_cases_window_get_log (window);

  g_assert_cmpuint (log->len, >, 0);
  return sky_surveillance_entry_get (log->pdata[0], column);
}

/* The window of cases before a reviewer. */
static SkyCasesWindow *
open_room (SkySession *session, SkyOpenCase *open_case)
{
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  SkyCasesWindow *window =
      open_case != NULL ? sky_cases_window_new (NULL, open_case) : fixture_new_room (NULL, session);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (is_settled, window);
  return window;
}

static void
test_case (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);

  SkyCasesWindow *window = open_room (session, NULL);
  g_assert_cmpuint (sky_cases_window_get_cases (window)->len, ==, 0);
  g_assert_cmpuint (sky_cases_window_get_log (window)->len, ==, 0);
  /* Nothing to add to, nothing to close; a title of blanks is none. */
  sky_cases_window_add_item (window);
  sky_cases_window_add_note (window, "lost");
  sky_cases_window_close_case (window, "");
  sky_cases_window_open_case (window, "  ");
  fixture_wait (is_settled, window);
  g_assert_cmpuint (sky_cases_window_get_cases (window)->len, ==, 0);

  sky_cases_window_open_case (window, "Field bets <CR-01>");
  fixture_wait (is_settled, window);
  const SkyCase *opened = sky_cases_window_get_cases (window)->pdata[0];
  g_assert_cmpstr (opened->title, ==, "Field bets <CR-01>");
  g_assert_cmpint (opened->number, ==, 1);

  const SkyStoredFinding *finding = sky_selection_get_finding (sky_session_get_selection (session));
  g_autofree char *key = g_strdup (finding->key);
  const char *check = sky_check_to_label (finding->check);
  sky_cases_window_add_item (window);
  fixture_wait (is_settled, window);
  GPtrArray *items = sky_cases_window_get_items (window);
  g_assert_cmpuint (items->len, ==, 1);
  g_assert_cmpstr (((const SkyCaseItem *) items->pdata[0])->finding, ==, key);
  g_assert_nonnull (strstr (newest (window, SKY_SURVEILLANCE_WHAT), check));
  g_assert_nonnull (strstr (newest (window, SKY_SURVEILLANCE_WHERE), "Field bets"));
  g_assert_nonnull (strstr (newest (window, SKY_SURVEILLANCE_WHERE), "CR-01"));
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_WHO), ==, "Rae Viewer (PA-900)");
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_DISPOSITION), ==, "Open");
  /* Once is enough; the store says so and nothing changes. */
  sky_cases_window_add_item (window);
  fixture_wait (is_settled, window);
  g_assert_cmpuint (sky_cases_window_get_items (window)->len, ==, 1);

  sky_cases_window_add_note (window, "=the shift sheet, \"second\" page");
  fixture_wait (is_settled, window);
  g_assert_cmpuint (sky_cases_window_get_items (window)->len, ==, 2);
  g_autofree char *csv = sky_surveillance_log_to_csv (sky_cases_window_get_log (window));
  g_assert_nonnull (strstr (csv, "\"'=the shift sheet, \"\"second\"\" page\"\r\n"));

  /* A line of one's own needs no case; blanks are none. */
  sky_cases_window_add_line (window, " \t ");
  sky_cases_window_add_line (window, " Watched the box for pit 3 ");
  fixture_wait (is_settled, window);
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_TEXT), ==, "Watched the box for pit 3");
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_WHAT), ==, "Written");
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_WHERE), ==, "Test · CR-01");
  g_assert_cmpuint (sky_cases_window_get_items (window)->len, ==, 2);

  sky_cases_window_close_case (window, "Handed to the Board");
  fixture_wait (is_settled, window);
  g_assert_true (((const SkyCase *) sky_cases_window_get_cases (window)->pdata[0])->closed);
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_DISPOSITION), ==, "Closed");
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_TEXT), ==, "Handed to the Board");
  sky_cases_window_add_note (window, "too late");
  fixture_wait (is_settled, window);
  /* The closing is the third. */
  g_assert_cmpuint (sky_cases_window_get_items (window)->len, ==, 3);
  fixture_close_window (window);
  fixture_finalize (session);
}

static gpointer
find_child (GtkWidget *widget, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      gpointer found = find_child (child, type);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* What a case is, is said in its popover, stands in the ledger's words, and is shown by the case
 * and the log; somebody else's word is kept. */
static void
test_details (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyCasesWindow *window = open_room (session, NULL);
  g_autoptr (SkyCaseDetails) other = sky_case_details_new ("vandalism", "A\nB", NULL);
  SkyCaseDetailsPopover *popover = find_child (GTK_WIDGET (window), SKY_TYPE_CASE_DETAILS_POPOVER);
  GtkDropDown *type = find_child (GTK_WIDGET (popover), GTK_TYPE_DROP_DOWN);
  GtkTextView *people = find_child (GTK_WIDGET (popover), GTK_TYPE_TEXT_VIEW);

  sky_cases_window_describe_case (window, other);
  sky_cases_window_open_case (window, "Field bets");
  fixture_wait (is_settled, window);
  g_assert_null (((const SkyCase *) sky_cases_window_get_cases (window)->pdata[0])->details);

  gtk_widget_activate_action (GTK_WIDGET (window), "room.details", NULL);
  fixture_wait (fixture_is_mapped, popover);
  gtk_drop_down_set_selected (type, 2);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (people), "Lee Ott, dealer\n\nSeat 3", -1);
  sky_case_details_popover_save (popover);
  fixture_wait (is_settled, window);
  const SkyCase *found = sky_cases_window_get_cases (window)->pdata[0];
  g_assert_cmpstr (found->details->type, ==, "payout");
  g_assert_cmpstr (found->details->people[1], ==, "Seat 3");
  g_assert_null (found->details->disposition);
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_TEXT), ==,
                   "Error in a settlement · Lee Ott, dealer; Seat 3");
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_WHAT), ==, "Case details saved");
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_DISPOSITION), ==, "Open");

  sky_cases_window_describe_case (window, other);
  fixture_wait (is_settled, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "room.details", NULL);
  fixture_wait (fixture_is_mapped, popover);
  sky_case_details_popover_save (popover);
  fixture_wait (is_settled, window);
  found = sky_cases_window_get_cases (window)->pdata[0];
  g_assert_cmpstr (found->details->type, ==, "vandalism");
  g_assert_cmpuint (g_strv_length (found->details->people), ==, 2);
  g_assert_cmpuint (sky_cases_window_get_items (window)->len, ==, 3);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* A small picture, of one colour: @red tells one still from another. */
static GBytes *
make_png (guint8 red)
{
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, 64, 48);
  g_autoptr (GError) error = NULL;
  char *bytes;
  gsize size;

  gdk_pixbuf_fill (pixbuf, (guint32) red << 24 | 0x4080ff);
  gdk_pixbuf_save_to_buffer (pixbuf, &bytes, &size, "png", &error, NULL);
  g_assert_no_error (error);
  return g_bytes_new_take (bytes, size);
}

static gboolean
is_read (gpointer window)
{
  return strcmp (sky_still_window_get_page (window), "loading") != 0;
}

static void
check_large (SkySession *session, const SkyCaseStill *still, const char *page, gboolean go)
{
  SkyStillWindow *large = sky_still_window_new (NULL, sky_session_get_selection (session), still);

  gtk_window_present (GTK_WINDOW (large));
  fixture_wait (is_read, large);
  g_assert_cmpstr (sky_still_window_get_page (large), ==, page);
  if (go)
    {
      sky_still_window_go (large);
      fixture_wait (fixture_is_settled, session);
      g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (session)), ==,
                       still->at);
    }
  fixture_close_window (large);
}

/* A still goes into the case that is open, is shown, leads back, and is taken out again. */
static void
test_stills (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  g_autoptr (GBytes) one = make_png (10);
  g_autoptr (GBytes) two = make_png (20);

  g_autoptr (SkyOpenCase) open_case = sky_open_case_new (sky_session_get_selection (session));
  SkyCasesWindow *window = open_room (session, open_case);
  SkyTime at = sky_day_view_get_position (sky_session_get_day_view (session));
  sky_cases_window_open_case (window, "Stills");
  fixture_wait (is_settled, window);
  g_assert_cmpint (sky_open_case_get_id (open_case), >, 0);

  sky_open_case_add_still (open_case, one, "CR-01-A", at);
  sky_open_case_put_in (open_case);
  sky_open_case_add_still (open_case, two, "CR-01-B", at + SKY_SECOND);
  fixture_wait (fixture_is_settled, session);
  fixture_wait (is_settled, window);
  GPtrArray *items = sky_cases_window_get_items (window);
  g_assert_cmpuint (items->len, ==, 3);
  const SkyCaseItem *first = items->pdata[0];
  const SkyCaseItem *last = items->pdata[2];
  g_assert_cmpint (((const SkyCaseItem *) items->pdata[1])->kind, ==, SKY_CASE_FINDING);
  g_assert_cmpstr (first->still->camera, ==, "CR-01-A");
  g_assert_cmpstr (first->still->table, ==, "CR-01");
  g_assert_cmpint (last->still->at, ==, at + SKY_SECOND);
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_WHAT), ==, "Still added to a case");
  check_large (session, last->still, "picture", TRUE);

  /* Changed behind everybody's back. */
  g_autofree char *file =
      g_strdup_printf ("%s.stills/%s.png", fixture->store, first->still->sha256);
  g_assert_true (g_file_set_contents (file, "other", -1, NULL));
  check_large (session, first->still, "problem", FALSE);
  g_assert_true (g_file_set_contents (file, g_bytes_get_data (one, NULL),
                                      (gssize) g_bytes_get_size (one), NULL));

  sky_cases_window_take_out (window, first->entry);
  fixture_wait (is_settled, window);
  items = sky_cases_window_get_items (window);
  g_assert_cmpuint (items->len, ==, 2);
  g_assert_cmpstr (((const SkyCaseItem *) items->pdata[1])->still->camera, ==, "CR-01-B");
  fixture_close_window (window);
  fixture_finalize (session);
}

/* The first thing that is put in opens a case; what is put in right behind it goes into the same,
 * and what is in it already is not put in twice. */
static void
test_first_use (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkySelection *selection = sky_session_get_selection (session);
  SkyInbox *inbox = sky_session_get_inbox (session);
  g_autoptr (SkyOpenCase) open_case = sky_open_case_new (selection);
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, fixture_count_rows (session));
  g_autoptr (GBytes) still = make_png (10);
  SkyTime at = sky_day_view_get_position (sky_session_get_day_view (session));
  const char *label = sky_check_to_label (sky_selection_get_finding (selection)->check);

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  g_assert_cmpuint (fixture_count_rows (session), >, 2);
  g_assert_null (sky_open_case_get_title (open_case));
  sky_open_case_put_in (open_case);
  sky_open_case_add_still (open_case, still, "CR-01-A", at);
  sky_open_case_put_in (open_case);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpint (sky_open_case_get_number (open_case), ==, 1);
  g_assert_true (g_str_has_prefix (sky_open_case_get_title (open_case), label));
  g_assert_nonnull (strstr (sky_open_case_get_title (open_case), "CR-01"));
  g_assert_cmpuint (sky_open_case_get_n_items (open_case), ==, 2);

  sky_inbox_set_chosen (inbox, all);
  sky_open_case_put_in (open_case);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (sky_open_case_get_n_items (open_case), ==, 1 + fixture_count_rows (session));

  SkyCasesWindow *window = open_room (session, open_case);
  g_assert_cmpuint (sky_cases_window_get_cases (window)->len, ==, 1);
  g_assert_cmpuint (sky_cases_window_get_items (window)->len, ==, 1 + fixture_count_rows (session));
  fixture_close_window (window);
  fixture_finalize (session);
}

static gboolean
has_case (gpointer open_case)
{
  return sky_open_case_get_id (open_case) != 0;
}

/* The case that was open is open after the next start, on the same store alone, until it is put
 * aside or closed. */
static void
test_kept_case (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autoptr (Fixture) other = fixture_new ();
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  SkySession *session = fixture_open_session (fixture);
  SkySession *elsewhere = fixture_open_session (other);
  SkySelection *selection = sky_session_get_selection (session);
  g_autoptr (SkyOpenCase) before = sky_open_case_new (selection);
  g_autoptr (SkyOpenCase) after = sky_open_case_new (selection);
  g_autoptr (SkyOpenCase) there = sky_open_case_new (sky_session_get_selection (elsewhere));
  g_autoptr (SkyOpenCase) later = sky_open_case_new (selection);

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  sky_open_case_keep (before, settings);
  sky_open_case_put_in (before);
  fixture_wait (has_case, before);
  fixture_wait (fixture_is_settled, session);

  sky_open_case_keep (after, settings);
  sky_open_case_keep (there, settings);
  fixture_wait (has_case, after);
  fixture_wait (fixture_is_settled, elsewhere);
  g_assert_cmpint (sky_open_case_get_id (after), ==, sky_open_case_get_id (before));
  g_assert_cmpstr (sky_open_case_get_title (after), ==, sky_open_case_get_title (before));
  g_assert_cmpuint (sky_open_case_get_n_items (after), ==, 1);
  g_assert_false (has_case (there));

  sky_open_case_set (after, NULL);
  sky_open_case_keep (later, settings);
  fixture_wait (fixture_is_settled, session);
  g_assert_false (has_case (later));
  fixture_finalize (elsewhere);
  fixture_finalize (session);
}

static void
look_for_label (GtkWidget *widget, const char *label, gboolean *found)
{
  *found |= GTK_IS_BUTTON (widget)
            && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0
            && gtk_widget_get_child_visible (widget) && gtk_widget_get_mapped (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    look_for_label (child, label, found);
}

typedef struct
{
  GtkWidget *widget;
  const char *label;
} Labelled;

static gboolean
shows_label (gpointer data)
{
  const Labelled *labelled = data;
  gboolean found = FALSE;

  look_for_label (labelled->widget, labelled->label, &found);
  return found;
}

/* The main window has a bar for the case that is worked on, from the first thing that is put in. */
static void
test_tray (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  Labelled none = { GTK_WIDGET (window), "Add" };
  Labelled one = { GTK_WIDGET (window), "Case 1 · 1 item" };

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  g_assert_false (shows_label (&none));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.put-into-case", NULL);
  fixture_wait (shows_label, &one);
  g_assert_true (shows_label (&none));
  fixture_close_window (window);
  fixture_finalize (session);
}

static gpointer
find_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) each = g_list_model_get_item (controllers, i);
      if (G_TYPE_CHECK_INSTANCE_TYPE (each, type))
        return each;
    }
  g_assert_not_reached ();
}

/* A row that is dragged opens a case where none is, and is put into it. */
static void
test_drag (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  GtkWidget *list = sky_finding_view_get_list (window->findings);
  Labelled offer = { GTK_WIDGET (window), "Drop here to open a case for it" };
  Labelled one = { GTK_WIDGET (window), "Case 1 · 1 item" };
  GtkDragSource *source = find_controller (list, GTK_TYPE_DRAG_SOURCE);
  GtkDropTarget *target = find_controller (GTK_WIDGET (window->case_tray), GTK_TYPE_DROP_TARGET);
  GtkWidget *row = gtk_widget_get_first_child (gtk_widget_get_last_child (list));
  g_autoptr (GdkContentProvider) provider = NULL;
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;
  double x, y;

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  row = gtk_widget_get_next_sibling (row);
  gtk_widget_translate_coordinates (row, list, 20, 8, &x, &y);
  g_signal_emit_by_name (source, "prepare", x, y, &provider);
  g_assert_nonnull (provider);
  g_assert_true (gtk_selection_model_is_selected (sky_finding_view_get_rows (window->findings), 1));
  g_value_init (&value, SKY_TYPE_QUEUE_ITEM);
  g_assert_true (gdk_content_provider_get_value (provider, &value, NULL));

  g_assert_false (shows_label (&offer));
  g_signal_emit_by_name (window->findings, "dragging", TRUE);
  fixture_wait (shows_label, &offer);
  g_signal_emit_by_name (target, "drop", &value, 4.0, 4.0, &taken);
  g_signal_emit_by_name (window->findings, "dragging", FALSE);
  g_assert_true (taken);
  fixture_wait (shows_label, &one);

  /* Where there is no row there is nothing to drag. */
  g_clear_object (&provider);
  g_signal_emit_by_name (source, "prepare", x, gtk_widget_get_height (list) - 2.0, &provider);
  g_assert_null (provider);
  fixture_close_window (window);
  fixture_finalize (session);
}

static gboolean
is_typed (gpointer entry)
{
  return gtk_editable_get_text (entry)[0] != '\0';
}

/* Who leaves finds what is open typed into the log's line. */
static void
test_handover (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  Labelled one = { GTK_WIDGET (window), "Case 1 · 1 item" };

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.put-into-case", NULL);
  fixture_wait (shows_label, &one);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.hand-over", NULL);
  GObject *entry =
      gtk_widget_get_template_child (GTK_WIDGET (window->room), SKY_TYPE_CASES_WINDOW, "line");
  fixture_wait (is_typed, entry);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  g_assert_true (g_str_has_prefix (text, "Handover: 6 open findings: "));
  g_assert_true (g_str_has_suffix (text, " Open cases: 1."));
  fixture_close_window (window);
  fixture_finalize (session);
}

/* A case has another title, is closed with a reason alone, and opened again with one. */
static void
test_reopen (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  g_autoptr (SkyOpenCase) open_case = sky_open_case_new (sky_session_get_selection (session));
  SkyCasesWindow *window = sky_cases_window_new (NULL, open_case);
  gtk_window_present (GTK_WINDOW (window));
  sky_cases_window_open_case (window, "Wrong");
  fixture_wait (is_settled, window);
  sky_cases_window_rename_case (window, " Right ");
  fixture_wait (is_settled, window);
  const SkyCase *found = sky_cases_window_get_cases (window)->pdata[0];
  g_assert_cmpstr (found->title, ==, "Right");
  sky_cases_window_close_case (window, " ");
  fixture_wait (is_settled, window);
  found = sky_cases_window_get_cases (window)->pdata[0];
  g_assert_false (found->closed);
  sky_cases_window_close_case (window, "Nothing in it");
  fixture_wait (is_settled, window);
  found = sky_cases_window_get_cases (window)->pdata[0];
  g_assert_true (found->closed);
  g_assert_cmpint (sky_open_case_get_id (open_case), ==, 0);
  sky_cases_window_reopen_case (window, "");
  sky_cases_window_reopen_case (window, "There is");
  fixture_wait (is_settled, window);
  found = sky_cases_window_get_cases (window)->pdata[0];
  g_assert_false (found->closed);
  g_assert_cmpint (sky_open_case_get_id (open_case), ==, found->id);
  g_assert_cmpuint (sky_cases_window_get_items (window)->len, ==, 3);
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_TEXT), ==, "There is");
  fixture_close_window (window);
  fixture_finalize (session);
}

/* What is decided in the console is in the log without being asked for. */
static void
test_log (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", NULL);
  SkyCasesWindow *window = fixture_new_room (NULL, session);
  fixture_wait (is_settled, window);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_NOTE, "Seen twice.");
  fixture_wait (fixture_is_settled, session);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_ESCALATE, NULL);
  fixture_wait (fixture_is_settled, session);
  fixture_wait (is_settled, window);
  GPtrArray *log = sky_cases_window_get_log (window);
  g_assert_cmpuint (log->len, ==, 2);
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_NUMBER), ==, "2");
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_DISPOSITION), ==, "Escalated");
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_WHO), ==, "PA-900");
  g_assert_cmpstr (sky_surveillance_entry_get (log->pdata[1], SKY_SURVEILLANCE_TEXT), ==,
                   "Seen twice.");
  g_assert_cmpstr (sky_surveillance_entry_get_key (log->pdata[1]), ==,
                   sky_selection_get_finding (sky_session_get_selection (session))->key);
  sky_session_add_bookmark (session, "Again");
  fixture_wait (fixture_is_settled, session);
  fixture_wait (is_settled, window);
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_WHAT), ==, "Bookmarked");
  g_assert_nonnull (strstr (newest (window, SKY_SURVEILLANCE_WHERE), "CR-01 · 2016-09-03"));
  fixture_close_window (window);
  fixture_finalize (session);
}

static const char *
log_page (SkyCasesWindow *window)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (
      gtk_widget_get_template_child (GTK_WIDGET (window), SKY_TYPE_CASES_WINDOW, "log_pages")));
}

static gboolean
shows_nothing (gpointer window)
{
  return strcmp (log_page (window), "nothing") == 0;
}

static gboolean
shows_list (gpointer window)
{
  return strcmp (log_page (window), "list") == 0;
}

/* A log without entries says what will stand in it, a search that leaves nothing says so, and a
 * bookmark's entries say where it points and lead there. */
static guint
count_cut (GtkWidget *widget)
{
  guint n = GTK_IS_LABEL (widget)
            && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_cut (child);
  return n;
}

static guint
count_labels (GtkWidget *widget)
{
  guint n =
      GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && gtk_widget_get_height (widget) > 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_labels (child);
  return n;
}

/* Three lines of eight columns under their headings. */
static gboolean
shows_three (gpointer view)
{
  return count_labels (view) >= 4 * SKY_N_SURVEILLANCE_COLUMNS;
}

/* A case of a long title, a table and an instant of it stand in the log uncut. */
static void
test_log_whole (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);

  SkyCasesWindow *window = open_room (session, NULL);
  sky_cases_window_open_case (window, "Payouts at the end of the evening");
  fixture_wait (is_settled, window);
  sky_session_add_bookmark (session, "Look here.");
  fixture_wait (fixture_is_settled, session);
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_BOOKMARKS);
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  sky_cases_window_add_item (window);
  fixture_wait (is_settled, window);
  sky_cases_window_show_page (window, "log");
  fixture_wait (is_settled, window);
  GtkWidget *view = GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (window), SKY_TYPE_CASES_WINDOW, "log_view"));
  fixture_wait (shows_three, view);
  g_assert_cmpuint (count_cut (view), ==, 0);
  fixture_close_window (window);
  fixture_finalize (session);
}

static void
test_bookmarks (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  SkyCasesWindow *window = fixture_new_room (NULL, session);
  sky_cases_window_show_page (window, "log");
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (is_settled, window);
  g_assert_cmpstr (log_page (window), ==, "empty");

  const char *instant = "2016-09-03T20:00:01Z";
  SkyTime at;
  g_assert_true (sky_time_parse (instant, strlen (instant), &at));
  sky_day_view_go_to (sky_session_get_day_view (session), at);
  sky_session_add_bookmark (session, "Look here.");
  fixture_wait (fixture_is_settled, session);
  fixture_wait (is_settled, window);
  g_assert_cmpstr (log_page (window), ==, "list");
  /* On the table's clock. */
  const char *where = "Test · CR-01 · 2016-09-03 16:00:01 EDT";
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_WHERE), ==, where);

  /* Into a case, and removed: it is the same place. */
  sky_cases_window_open_case (window, "Marks");
  fixture_wait (is_settled, window);
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_BOOKMARKS);
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  sky_cases_window_add_item (window);
  fixture_wait (is_settled, window);
  g_autofree char *in_case = g_strconcat (where, " · case 1, Marks", NULL);
  g_assert_cmpstr (newest (window, SKY_SURVEILLANCE_WHERE), ==, in_case);
  const SkySpot *spot =
      sky_surveillance_entry_get_spot (sky_cases_window_get_log (window)->pdata[0]);
  g_assert_cmpint (spot->at, ==, at);
  sky_day_view_go_to (sky_session_get_day_view (session), at + SKY_MINUTE);
  GtkWidget *view = GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (window), SKY_TYPE_CASES_WINDOW, "log_view"));
  g_signal_emit_by_name (view, "activate", 0);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpint (sky_day_view_get_position (sky_session_get_day_view (session)), ==, at);

  GtkEditable *search = GTK_EDITABLE (
      gtk_widget_get_template_child (GTK_WIDGET (window), SKY_TYPE_CASES_WINDOW, "log_search"));
  gtk_editable_set_text (search, "nobody said <this>");
  fixture_wait (shows_nothing, window);
  gtk_editable_set_text (search, "MARKS");
  fixture_wait (shows_list, window);

  /* Removed, the list has it no more; the log has both. */
  gtk_editable_set_text (search, "");
  GListModel *rows = G_LIST_MODEL (sky_inbox_get_model (sky_session_get_inbox (session)));
  SkyQueueItem *item = sky_selection_get_item (sky_session_get_selection (session));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 1);
  guint said = sky_cases_window_get_log (window)->len;
  sky_review_desk_remove_bookmark (sky_session_get_desk (session),
                                   sky_queue_item_get_bookmark (item)->number);
  fixture_wait (fixture_is_settled, session);
  fixture_wait (is_settled, window);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 0);
  g_assert_cmpuint (sky_cases_window_get_log (window)->len, ==, said + 1);
  fixture_close_window (window);
  fixture_finalize (session);
}

static void
count_cb (guint *n, guint position, guint removed, guint added, GListModel *model)
{
  *n += removed;
}

/* Shows the log as it is now. Returns: how many rows that were there went or are others. */
static guint
show_again (Fixture *fixture, GListStore *rows, guint limit)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (fixture->store, SKY_STORE_READ_ONLY, &error);
  g_autoptr (GPtrArray) entries = sky_surveillance_log_read (store, NULL, limit, &error);
  guint n = 0;

  g_assert_no_error (error);
  gulong handler = g_signal_connect_swapped (rows, "items-changed", G_CALLBACK (count_cb), &n);
  sky_surveillance_log_show (entries, rows);
  g_signal_handler_disconnect (rows, handler);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, entries->len);
  for (guint i = 0; i < entries->len; i++)
    {
      g_autoptr (SkySurveillanceEntry) row = g_list_model_get_item (G_LIST_MODEL (rows), i);
      for (guint j = 0; j < SKY_N_SURVEILLANCE_COLUMNS; j++)
        g_assert_cmpstr (sky_surveillance_entry_get (row, (SkySurveillanceColumn) j), ==,
                         sky_surveillance_entry_get (entries->pdata[i], (SkySurveillanceColumn) j));
    }
  return n;
}

/* Rows whose entries stay as they were are not made anew. */
static void
test_log_rows (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autoptr (GListStore) rows = g_list_store_new (SKY_TYPE_SURVEILLANCE_ENTRY);
  SkySession *session = fixture_open_session (fixture);
  g_autofree char *first =
      g_strdup (sky_selection_get_finding (sky_session_get_selection (session))->key);
  g_autofree char *second = NULL;

  sky_selection_select_next (sky_session_get_selection (session), 1);
  fixture_wait (fixture_is_settled, session);
  second = g_strdup (sky_selection_get_finding (sky_session_get_selection (session))->key);
  g_assert_cmpuint (show_again (fixture, rows, 100), ==, 0);
  for (guint i = 0; i < 4; i++)
    fixture_say_elsewhere (fixture, i % 2 ? first : second, SKY_LEDGER_NOTE, "Seen.");
  g_assert_cmpuint (show_again (fixture, rows, 100), ==, 0);
  g_assert_cmpuint (show_again (fixture, rows, 100), ==, 0);
  /* The two of the finding that is confirmed have another disposition. */
  fixture_say_elsewhere (fixture, first, SKY_LEDGER_CONFIRM, NULL);
  g_assert_cmpuint (show_again (fixture, rows, 100), ==, 2);
  /* The oldest go where no more are shown. */
  fixture_say_elsewhere (fixture, second, SKY_LEDGER_NOTE, "Seen.");
  g_assert_cmpuint (show_again (fixture, rows, 4), ==, 2);
  for (guint i = 0; i < 6; i++)
    fixture_say_elsewhere (fixture, second, SKY_LEDGER_NOTE, "Seen.");
  g_assert_cmpuint (show_again (fixture, rows, 4), ==, 4);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/room/case", test_case);
  g_test_add_func ("/room/details", test_details);
  g_test_add_func ("/room/stills", test_stills);
  g_test_add_func ("/room/first-use", test_first_use);
  g_test_add_func ("/room/kept-case", test_kept_case);
  g_test_add_func ("/room/tray", test_tray);
  g_test_add_func ("/room/drag", test_drag);
  g_test_add_func ("/room/handover", test_handover);
  g_test_add_func ("/room/reopen", test_reopen);
  g_test_add_func ("/room/log", test_log);
  g_test_add_func ("/room/bookmarks", test_bookmarks);
  g_test_add_func ("/room/log-whole", test_log_whole);
  g_test_add_func ("/room/log-rows", test_log_rows);
  return fixture_run_tests ();
}
