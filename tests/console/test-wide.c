/* SPDX-License-Identifier: GPL-3.0-or-later */
/* On a large screen: what has room is shown whole, and what belongs together stays together. */
#include "config.h"

#include "fixture.h"
#include "sky-cases-window.h"
#include "sky-check.h"
#include "sky-round-view.h"
#include "sky-window-private.h"

#define WIDTH  2560
#define HEIGHT 1440

/* Around the text of a cell, both sides together, px. */
#define PADDING 8

/* The first of @type in @widget or below it; NULL: none. */
static GtkWidget *
find_child (GtkWidget *widget, GType type)
{
  GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (widget), type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_child (child, type);
  return found;
}

static GtkWidget *
find_boxed_list (GtkWidget *widget)
{
  GtkWidget *found = gtk_widget_has_css_class (widget, "boxed-list") ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_boxed_list (child);
  return found;
}

static GtkColumnViewColumn *
find_column (GtkWidget *view, const char *title)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (view));

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      if (g_str_equal (gtk_column_view_column_get_title (column), title))
        return column;
    }
  g_error ("no column is called %s", title);
}

static int
measure (GtkWidget *widget, const char *text, PangoWeight weight)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  int width;

  pango_attr_list_insert (attributes, pango_attr_weight_new (weight));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* The name of every check can be read in the list, in larger letters too. */
static void
test_checks (gconstpointer dots)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  GtkSettings *settings = gtk_settings_get_default ();

  g_object_set (settings, "gtk-xft-dpi", GPOINTER_TO_INT (dots) * 1024, NULL);
  SkyWindow *window = sky_window_new (NULL, session);
  gtk_widget_set_size_request (GTK_WIDGET (window), WIDTH, HEIGHT);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (fixture_is_window_settled, window);
  GtkWidget *list = sky_finding_view_get_list (window->findings);
  int room = gtk_column_view_column_get_fixed_width (find_column (list, "Check")) - PADDING;
  for (guint i = 0; i < SKY_N_CHECKS; i++)
    g_assert_cmpint (measure (list, sky_check_title ((SkyCheck) i), PANGO_WEIGHT_BOLD), <=, room);
  fixture_close_window (window);
  gtk_settings_reset_property (settings, "gtk-xft-dpi");
  fixture_finalize (session);
}

/* The table of wagers was given its room. */
static gboolean
has_room (gpointer table)
{
  return gtk_column_view_column_get_fixed_width (find_column (table, "Wager")) > 200;
}

/* The table of wagers shows amounts of five digits, and names on one line. */
static void
test_wagers (void)
{
  GtkWidget *window = gtk_window_new ();
  SkyRoundView *view = g_object_new (SKY_TYPE_ROUND_VIEW, NULL);

  gtk_window_set_default_size (GTK_WINDOW (window), 1500, 700);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (view));
  gtk_window_present (GTK_WINDOW (window));
  GtkWidget *table = find_child (GTK_WIDGET (view), GTK_TYPE_COLUMN_VIEW);
  fixture_wait (has_room, table);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (find_column (table, "Amount")), >=,
                   measure (table, "$15,006.00", PANGO_WEIGHT_NORMAL) + PADDING);
  g_assert_cmpint (
      gtk_column_view_column_get_fixed_width (find_column (table, "Wager")), >=,
      measure (table, "Three Numbers Wager on 25, 26 and 27, seat 8", PANGO_WEIGHT_NORMAL)
          + PADDING);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (find_column (table, "Recomputed")), >=,
                   measure (table, "win +$1,945.00 (vig $97.25)", PANGO_WEIGHT_NORMAL) + PADDING);
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
is_room_settled (gpointer window)
{
  return sky_cases_window_is_settled (window);
}

/* Counts the labels that are shown in @widget; -1000 for one that takes more than one line. */
static int
count_lines (GtkWidget *widget)
{
  int n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (GTK_IS_LABEL (widget))
    n = pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (widget))) > 1 ? -1000 : 1;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_lines (child);
  return n;
}

/* The rows are there, each of a line. */
static gboolean
has_single_lines (gpointer view)
{
  return count_lines (gtk_widget_get_last_child (view)) > 0;
}

/* What was done takes one line of the surveillance log, and a case is not as wide as the screen. */
static void
test_room (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-900", "Rae Viewer");
  SkyCasesWindow *room = fixture_new_room (NULL, session);
  gtk_widget_set_size_request (GTK_WIDGET (room), WIDTH, HEIGHT);
  gtk_window_present (GTK_WINDOW (room));
  fixture_wait (is_room_settled, room);
  sky_cases_window_open_case (room, "A case with a title that says what it is of");
  fixture_wait (is_room_settled, room);
  sky_cases_window_add_item (room);
  fixture_wait (is_room_settled, room);
  GtkWidget *items = find_boxed_list (GTK_WIDGET (room));
  fixture_wait (fixture_is_mapped, items);
  g_assert_cmpint (gtk_widget_get_width (items), <=, 1240);
  sky_cases_window_show_page (room, "log");
  GtkWidget *log = find_child (GTK_WIDGET (room), GTK_TYPE_COLUMN_VIEW);
  fixture_wait (has_single_lines, log);
  fixture_close_window (room);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_data_func ("/wide/checks", GINT_TO_POINTER (96), test_checks);
  g_test_add_data_func ("/wide/checks/larger", GINT_TO_POINTER (120), test_checks);
  g_test_add_func ("/wide/wagers", test_wagers);
  g_test_add_func ("/wide/room", test_room);
  return fixture_run_tests ();
}
