/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The round view on a simulated table of each game: chips pointed at, by the pointer and by keys,
 * are their row, a row is its chips, and what lies on the table is told in words. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "fixture.h"
#include "sky-layout-painter.h"
#include "sky-layout-view.h"
#include "sky-phrase.h"
#include "sky-picture.h"
#include "sky-round-view.h"
#include "sky-simulate.h"
#include "sky-wager-cell.h"
#include "sky-wager-item.h"

static GtkWidget *
find_child (GtkWidget *widget, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_child (child, type);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The row of the wager @id in the table of wagers is the one selected. */
static void
check_row (GtkColumnView *table, const char *id)
{
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (table));
  SkyWagerItem *item = gtk_single_selection_get_selected_item (selection);

  g_assert_nonnull (item);
  g_assert_cmpstr (sky_wager_item_get_id (item), ==, id);
}

/* The wager @id under the pointer is tinted, and the row of @pinned (NULL: none) stays selected. */
static void
check_tint (GtkColumnView *table, const char *id, const char *pinned)
{
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (table));
  SkyWagerItem *item = gtk_single_selection_get_selected_item (selection);

  g_assert_cmpstr (item != NULL ? sky_wager_item_get_id (item) : NULL, ==, pinned);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (selection)); i++)
    {
      g_autoptr (SkyWagerItem) row = g_list_model_get_item (G_LIST_MODEL (selection), i);
      g_assert_cmpint (sky_wager_item_get_tinted (row), ==,
                       strcmp (sky_wager_item_get_id (row), id) == 0);
    }
}

static void
check_pointing (SkySession *session, SkyGameId game, GtkWidget *layout, GtkColumnView *table)
{
  const SkyScene *scene = sky_day_view_get_scene (sky_session_get_day_view (session));
  GtkEventController *motion = fixture_find_controller (layout, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  GtkEventController *click = fixture_find_controller (layout, GTK_TYPE_GESTURE_CLICK);
  const char *told = sky_layout_view_get_accessible_text (SKY_LAYOUT_VIEW (layout));
  const char *pinned = NULL;

  for (guint i = 0; i < scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);
      SkyPictureArea area;

      if (!sky_picture_wager_lies (wager))
        continue;
      g_autofree char *name = sky_phrase_show (wager->name);
      g_assert_nonnull (strstr (told, name));
      g_assert_true (sky_picture_wager_area (scene, game, gtk_widget_get_width (layout),
                                             gtk_widget_get_height (layout), wager->id, &area));
      g_signal_emit_by_name (motion, "motion", area.x + area.width / 2, area.y + area.height / 2);
      g_assert_cmpstr (sky_day_view_get_pointed (sky_session_get_day_view (session)), ==,
                       wager->id);
      check_tint (table, wager->id, pinned);
      g_assert_cmpstr (sky_day_view_get_pinned (sky_session_get_day_view (session)), ==, pinned);
      g_signal_emit_by_name (click, "pressed", 1, area.x + area.width / 2,
                             area.y + area.height / 2);
      check_row (table, wager->id);
      pinned = wager->id;
      g_assert_nonnull (
          strstr (sky_layout_view_get_accessible_text (SKY_LAYOUT_VIEW (layout)), name));
      told = sky_layout_view_get_accessible_text (SKY_LAYOUT_VIEW (layout));
    }
  g_signal_emit_by_name (motion, "leave");
}

/* Steps through all that lies, and back by the arrow that leads back. */
static void
check_keys (SkySession *session, GtkWidget *layout, GtkColumnView *table)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n = fixture_count_lying (sky_day_view_get_scene (sky_session_get_day_view (session)));

  g_assert_true (fixture_press (layout, GDK_KEY_Home));
  for (guint i = 0; i < n; i++)
    {
      const char *pointed = sky_day_view_get_pointed (sky_session_get_day_view (session));
      g_assert_nonnull (pointed);
      check_row (table, pointed);
      g_hash_table_add (seen, g_strdup (pointed));
      g_assert_true (fixture_press (layout, GDK_KEY_Page_Down));
    }
  g_assert_cmpuint (g_hash_table_size (seen), ==, n);

  /* An arrow goes somewhere or stays; it never loses what is pointed at. */
  static const guint arrows[] = { GDK_KEY_Left, GDK_KEY_Up, GDK_KEY_Right, GDK_KEY_Down };
  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    {
      g_assert_true (fixture_press (layout, arrows[i]));
      check_row (table, sky_day_view_get_pointed (sky_session_get_day_view (session)));
    }
  fixture_press (layout, GDK_KEY_Escape);
}

static void
check_rows (SkySession *session, GtkColumnView *table)
{
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (table));
  guint n = g_list_model_get_n_items (G_LIST_MODEL (selection));

  for (guint i = 0; i < n; i++)
    {
      gtk_single_selection_set_selected (selection, i);
      SkyWagerItem *item = gtk_single_selection_get_selected_item (selection);
      g_assert_cmpstr (sky_day_view_get_pointed (sky_session_get_day_view (session)), ==,
                       sky_wager_item_get_id (item));
    }
}

typedef struct
{
  guint n;
  guint n_cut;
} Texts;

/* Counts the texts of wagers in @widget, and those of them that are cut. */
static void
count_texts (GtkWidget *widget, Texts *texts)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (SKY_IS_WAGER_CELL (widget))
    {
      texts->n++;
      texts->n_cut += sky_wager_cell_is_cut (SKY_WAGER_CELL (widget));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    count_texts (child, texts);
}

static gboolean
is_whole (gpointer table)
{
  GListModel *columns = gtk_column_view_get_columns (table);
  gboolean narrow = FALSE;
  Texts texts = { 0 };

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      narrow |= gtk_column_view_column_get_visible (column)
                && strcmp (gtk_column_view_column_get_title (column), "Settled") == 0;
    }
  count_texts (table, &texts);
  return narrow && texts.n > 0 && texts.n_cut == 0;
}

/* As wide as it is at 1024 by 700 beside the list, the names of its wagers can be read. */
static void
check_narrow (SkySession *session)
{
  GtkWidget *window = gtk_window_new ();
  SkyRoundView *view =
      g_object_new (SKY_TYPE_ROUND_VIEW, "selection", sky_session_get_selection (session), NULL);

  gtk_window_set_default_size (GTK_WINDOW (window), 640, 700);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (view));
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (is_whole, find_child (GTK_WIDGET (view), GTK_TYPE_COLUMN_VIEW));
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
is_scrolled (gpointer table)
{
  GtkAdjustment *along = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (table));
  double last = gtk_adjustment_get_upper (along) - gtk_adjustment_get_page_size (along);

  if (last > 0)
    gtk_adjustment_set_value (along, last);
  return last <= 0 || gtk_adjustment_get_value (along) > 0;
}

/* A round that goes while its table is scrolled takes nothing along; warnings are fatal. */
static void
check_emptied (SkySession *session, GtkColumnView *table)
{
  SkyTime from;
  SkyTime until;

  fixture_wait (is_scrolled, table);
  sky_table_day_get_span (sky_day_view_get_day (sky_session_get_day_view (session)), &from, &until);
  SkyTime at = sky_day_view_get_position (sky_session_get_day_view (session));
  sky_day_view_go_to (sky_session_get_day_view (session), from);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpint (sky_day_view_get_round (sky_session_get_day_view (session)), ==, 0);
  sky_day_view_go_to (sky_session_get_day_view (session), at);
  fixture_wait (fixture_is_settled, session);
}

static void
test_game (gconstpointer data)
{
  SkyGameId game = GPOINTER_TO_UINT (data);
  const SkySimulateOptions options = {
    .game = game, .rounds = 4, .seed = 11, .tables = 1, .start = SKY_TIME_NONE
  };
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *archive = g_build_filename (fixture->folder, "played", NULL);
  g_autoptr (GError) error = NULL;

  sky_simulate (&options, archive, &error);
  g_assert_no_error (error);
  SkySession *session = sky_session_new (fixture->store);
  const char *paths[] = { archive, NULL };
  sky_session_open_archives (session, paths);
  fixture_wait (fixture_is_settled, session);
  sky_inbox_set_listing (sky_session_get_inbox (session), SKY_LISTING_ROUNDS);
  fixture_wait (fixture_is_settled, session);
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  g_assert_nonnull (sky_day_view_get_day (sky_session_get_day_view (session)));
  SkyTime fullest = fixture_find_fullest (session);
  g_assert_cmpint (fullest, !=, SKY_TIME_NONE);
  sky_day_view_go_to (sky_session_get_day_view (session), fullest);
  fixture_wait (fixture_is_settled, session);

  GtkWidget *window = gtk_window_new ();
  SkyRoundView *view =
      g_object_new (SKY_TYPE_ROUND_VIEW, "selection", sky_session_get_selection (session), NULL);
  gtk_window_set_default_size (GTK_WINDOW (window), 1100, 500);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *layout = g_object_new (SKY_TYPE_LAYOUT_VIEW, "day-view",
                                    sky_session_get_day_view (session), "hexpand", TRUE, NULL);
  gtk_box_append (GTK_BOX (box), layout);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (view));
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  GtkColumnView *table = GTK_COLUMN_VIEW (find_child (GTK_WIDGET (view), GTK_TYPE_COLUMN_VIEW));
  fixture_wait (fixture_is_mapped, layout);

  check_pointing (session, game, layout, table);
  check_keys (session, layout, table);
  check_rows (session, table);
  check_emptied (session, table);
  gtk_window_destroy (GTK_WINDOW (window));
  check_narrow (session);
  fixture_finalize (session);
}

/* --- The painter ------------------------------------------------------------------------------ */

static gboolean
is_drawn (gpointer painter)
{
  return !sky_layout_painter_is_busy (painter);
}

static void
count_cb (guint *n)
{
  ++*n;
}

/* What is asked for while it draws is drawn once, as it was asked for last. */
static void
test_painter (void)
{
  SkyLayoutPainter *painter = sky_layout_painter_new ();
  SkyLayoutLook look = { .game = SKY_GAME_CRAPS, .height = 200, .scale = 2, .dark = TRUE };
  SkyLayoutLook drawn;
  guint n = 0;

  g_signal_connect_swapped (painter, "drawn", G_CALLBACK (count_cb), &n);
  g_assert_null (sky_layout_painter_get_picture (painter, &drawn));
  for (look.width = 300; look.width < 400; look.width++)
    sky_layout_painter_ask (painter, &look, NULL, NULL);
  look.width = 399;
  g_assert_true (sky_layout_painter_is_busy (painter));
  fixture_wait (is_drawn, painter);
  cairo_surface_t *picture = sky_layout_painter_get_picture (painter, &drawn);
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (sky_layout_look_equal (&drawn, &look));
  g_assert_cmpint (cairo_image_surface_get_width (picture), ==, 2 * 399);
  g_assert_cmpint (cairo_image_surface_get_height (picture), ==, 2 * 200);
  const guint32 *middle =
      (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (picture)
                                         + 200 * cairo_image_surface_get_stride (picture));
  g_assert_cmphex (middle[399] >> 24, ==, 0xff);

  /* The same again is not drawn again. */
  sky_layout_painter_ask (painter, &look, NULL, NULL);
  g_assert_false (sky_layout_painter_is_busy (painter));
  sky_layout_painter_ask (painter, &look, NULL, "w1");
  g_assert_true (sky_layout_painter_is_busy (painter));
  fixture_finalize (painter);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  adw_init ();
  g_test_add_func ("/layouts/painter", test_painter);
  for (guint game = 0; game < SKY_N_GAMES; game++)
    {
      g_autofree char *path =
          g_strdup_printf ("/layouts/%s", sky_game_id_to_name ((SkyGameId) game));
      g_test_add_data_func (path, GUINT_TO_POINTER (game), test_game);
    }
  return fixture_run_tests ();
}
