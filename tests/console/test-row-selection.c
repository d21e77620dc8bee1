/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows selected by their positions, in a list that must not be asked for its rows. */
#include "config.h"

#include "sky-row-selection.h"
#include "sky-row.h"

#define MANY 10000000

/* A list of any length that counts how often it is asked for a row. */
#define TEST_TYPE_LONG_LIST (test_long_list_get_type ())
G_DECLARE_FINAL_TYPE (TestLongList, test_long_list, TEST, LONG_LIST, GObject)

struct _TestLongList
{
  GObject parent_instance;

  guint n_items;
  guint n_asked;
};

static GType
get_item_type (GListModel *list)
{
  return G_TYPE_OBJECT;
}

static guint
get_n_items (GListModel *list)
{
  return TEST_LONG_LIST (list)->n_items;
}

static gpointer
get_item (GListModel *list, guint position)
{
  TestLongList *self = TEST_LONG_LIST (list);

  self->n_asked++;
  return position < self->n_items ? g_object_new (G_TYPE_OBJECT, NULL) : NULL;
}

static void
list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestLongList,
                               test_long_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_init))

static void
test_long_list_class_init (TestLongListClass *klass)
{
}

static void
test_long_list_init (TestLongList *self)
{
}

static void
set_length (TestLongList *self, guint n)
{
  guint before = self->n_items;

  self->n_items = n;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, n);
}

static guint64
count_selected (SkyRowSelection *selection)
{
  g_autoptr (GtkBitset) selected =
      gtk_selection_model_get_selection (GTK_SELECTION_MODEL (selection));

  return gtk_bitset_get_size (selected);
}

static void
changed_cb (guint *n_changes)
{
  (*n_changes)++;
}

static void
item_cb (gpointer n_changes)
{
  changed_cb (n_changes);
}

static void
test_selecting (void)
{
  g_autoptr (TestLongList) list = g_object_new (TEST_TYPE_LONG_LIST, NULL);
  SkyRowSelection *selection = sky_row_selection_new ();
  GtkSelectionModel *model = GTK_SELECTION_MODEL (selection);
  guint n_changes = 0;

  g_signal_connect_swapped (model, "selection-changed", G_CALLBACK (changed_cb), &n_changes);
  list->n_items = MANY;
  sky_row_selection_set_model (selection, G_LIST_MODEL (list));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, MANY);
  g_assert_cmpuint (count_selected (selection), ==, 0);

  gtk_selection_model_select_item (model, 5, TRUE);
  gtk_selection_model_select_range (model, MANY - 3, 3, FALSE);
  g_assert_cmpuint (count_selected (selection), ==, 4);
  g_assert_true (gtk_selection_model_is_selected (model, 5));
  g_assert_true (gtk_selection_model_is_selected (model, MANY - 1));
  g_assert_false (gtk_selection_model_is_selected (model, 6));
  gtk_selection_model_unselect_item (model, 5);
  g_assert_cmpuint (count_selected (selection), ==, 3);
  g_assert_cmpuint (n_changes, ==, 3);
  gtk_selection_model_select_item (model, MANY - 1, FALSE);
  g_assert_cmpuint (n_changes, ==, 3);

  gtk_selection_model_select_all (model);
  g_assert_cmpuint (count_selected (selection), ==, MANY);
  gtk_selection_model_select_item (model, 7, TRUE);
  g_assert_cmpuint (count_selected (selection), ==, 1);
  gtk_selection_model_unselect_all (model);
  g_assert_cmpuint (count_selected (selection), ==, 0);
  g_assert_cmpuint (list->n_asked, ==, 0);
  g_assert_finalize_object (selection);
}

static void
test_other_rows (void)
{
  g_autoptr (TestLongList) list = g_object_new (TEST_TYPE_LONG_LIST, NULL);
  g_autoptr (TestLongList) other = g_object_new (TEST_TYPE_LONG_LIST, NULL);
  SkyRowSelection *selection = sky_row_selection_new ();
  GtkSelectionModel *model = GTK_SELECTION_MODEL (selection);

  list->n_items = MANY;
  sky_row_selection_set_model (selection, G_LIST_MODEL (list));
  gtk_selection_model_select_all (model);
  set_length (list, 2 * MANY);
  g_assert_cmpuint (count_selected (selection), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 2 * MANY);
  gtk_selection_model_select_item (model, MANY, TRUE);
  set_length (list, 3);
  g_assert_cmpuint (count_selected (selection), ==, 0);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (model), 3));
  other->n_items = 4;
  sky_row_selection_set_model (selection, G_LIST_MODEL (other));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 4);
  set_length (list, 100);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 4);
  sky_row_selection_set_model (selection, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 0);
  g_assert_cmpuint (list->n_asked + other->n_asked, ==, 0);
  g_assert_finalize_object (selection);
}

/* A row that somebody has stays the row of its place, whatever comes to stand there, and moves with
 * what stands in it when others come before it or go. */
static void
test_rows_stay (void)
{
  g_autoptr (TestLongList) list = g_object_new (TEST_TYPE_LONG_LIST, NULL);
  SkyRowSelection *selection = sky_row_selection_new ();
  GListModel *rows = G_LIST_MODEL (selection);
  guint n_told = 0;
  guint n_changes = 0;

  list->n_items = MANY;
  sky_row_selection_set_model (selection, G_LIST_MODEL (list));
  g_autoptr (SkyRow) row = g_list_model_get_item (rows, 7);
  g_autoptr (SkyRow) last = g_list_model_get_item (rows, MANY - 1);
  g_autoptr (GObject) item = g_object_ref (sky_row_get_item (row));
  g_signal_connect_swapped (rows, "items-changed", G_CALLBACK (changed_cb), &n_told);
  sky_row_watch (row, item_cb, &n_changes);

  set_length (list, MANY);
  g_assert_cmpuint (n_told, ==, 0);
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_true (sky_row_get_item (row) != item);
  g_set_object (&item, sky_row_get_item (row));

  list->n_items += 2;
  g_list_model_items_changed (G_LIST_MODEL (list), 7, 0, 2);
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_cmpuint (sky_row_get_position (row), ==, 9);
  g_assert_cmpuint (sky_row_get_position (last), ==, MANY + 1);
  g_assert_true (sky_row_get_item (row) == item);
  g_autoptr (SkyRow) there = g_list_model_get_item (rows, 9);
  g_assert_true (there == row);
  list->n_items -= 3;
  g_list_model_items_changed (G_LIST_MODEL (list), 0, 3, 0);
  g_assert_cmpuint (sky_row_get_position (row), ==, 6);

  /* The end of a longer list goes, and the row that was there is nobody's. */
  set_length (list, 10);
  g_assert_cmpuint (n_told, ==, 3);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 10);
  g_assert_cmpuint (n_changes, ==, 2);
  g_autoptr (SkyRow) ninth = g_list_model_get_item (rows, 9);
  g_assert_true (ninth != last);
  g_assert_cmpuint (list->n_asked, ==, 6);
  g_assert_finalize_object (selection);
}

/* A view of the rows asks for those that it shows, however many there are and however often they
 * become others while one is selected. */
static void
test_view (void)
{
  g_autoptr (TestLongList) list = g_object_new (TEST_TYPE_LONG_LIST, NULL);
  SkyRowSelection *selection = sky_row_selection_new ();
  GtkWidget *view = gtk_column_view_new (GTK_SELECTION_MODEL (selection));
  GtkWidget *window = gtk_window_new ();
  GtkColumnViewColumn *column =
      gtk_column_view_column_new ("Row", gtk_signal_list_item_factory_new ());

  gtk_column_view_append_column (GTK_COLUMN_VIEW (view), column);
  g_object_unref (column);
  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_present (GTK_WINDOW (window));
  list->n_items = MANY;
  sky_row_selection_set_model (selection, G_LIST_MODEL (list));
  while (list->n_asked == 0)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < 3; i++)
    {
      gtk_selection_model_select_item (GTK_SELECTION_MODEL (selection), i * 1000, TRUE);
      set_length (list, MANY + i);
    }
  g_assert_cmpuint (list->n_asked, <, 100000);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
told_cb (GListModel *rows, guint position, guint removed, guint added, guint *most)
{
  if (position < 200)
    *most = MAX (*most, MAX (removed, added));
}

static void
wait_until_settled (SkyRowSelection *selection)
{
  while (!sky_row_selection_is_settled (selection))
    g_main_context_iteration (NULL, TRUE);
}

/* A view is told of no more rows with a frame than that has time for, when they come and when they
 * go, and keeps them while there is no model. */
static void
test_pace (void)
{
  g_autoptr (TestLongList) list = g_object_new (TEST_TYPE_LONG_LIST, NULL);
  SkyRowSelection *selection = sky_row_selection_new ();
  GListModel *rows = G_LIST_MODEL (selection);
  GtkWidget *view = gtk_column_view_new (GTK_SELECTION_MODEL (selection));
  GtkWidget *window = gtk_window_new ();
  guint most = 0;

  gtk_window_set_child (GTK_WINDOW (window), view);
  sky_row_selection_pace (selection, view);
  g_signal_connect (rows, "items-changed", G_CALLBACK (told_cb), &most);
  list->n_items = MANY;
  sky_row_selection_set_model (selection, G_LIST_MODEL (list));
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 0);
  gtk_window_present (GTK_WINDOW (window));
  while (!gtk_widget_get_mapped (view))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (sky_row_selection_is_settled (selection));
  wait_until_settled (selection);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, MANY);
  g_assert_cmpuint (most, >, 0);
  g_assert_cmpuint (most, <, 50);

  /* What goes has no item any more, and is not selected. */
  g_autoptr (SkyRow) third = g_list_model_get_item (rows, 2);
  g_autoptr (SkyRow) tenth = g_list_model_get_item (rows, 9);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (selection), 9, TRUE);
  set_length (list, 3);
  g_assert_false (sky_row_selection_is_settled (selection));
  g_assert_null (sky_row_get_item (tenth));
  g_assert_nonnull (sky_row_get_item (third));
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (selection), 9, TRUE);
  g_assert_cmpuint (count_selected (selection), ==, 0);
  wait_until_settled (selection);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 3);
  g_assert_cmpuint (most, <, 50);

  sky_row_selection_rest (selection);
  set_length (list, 20);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 3);
  sky_row_selection_set_model (selection, G_LIST_MODEL (list));
  wait_until_settled (selection);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 20);
  g_autoptr (SkyRow) kept = g_list_model_get_item (rows, 2);
  g_assert_true (kept == third);

  /* What changes before all are told is told of all. */
  set_length (list, 120);
  list->n_items++;
  g_list_model_items_changed (G_LIST_MODEL (list), 1, 0, 1);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 121);
  g_assert_cmpuint (sky_row_get_position (third), ==, 3);

  /* A view that goes away loses a few at a time, and hears of no more. */
  most = 0;
  guint n = 121;
  while (sky_row_selection_drop_rows (selection))
    {
      g_assert_cmpuint (g_list_model_get_n_items (rows), <, n);
      n = g_list_model_get_n_items (rows);
    }
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 0);
  g_assert_cmpuint (most, >, 0);
  g_assert_cmpuint (most, <, 50);
  set_length (list, 200);
  g_assert_cmpuint (g_list_model_get_n_items (rows), ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Rows far from each other are told one by one: what is between them is not looked at again. */
static void
test_ranges (void)
{
  g_autoptr (TestLongList) list = g_object_new (TEST_TYPE_LONG_LIST, NULL);
  g_autoptr (SkyRowSelection) selection = sky_row_selection_new ();
  GtkSelectionModel *model = GTK_SELECTION_MODEL (selection);
  guint n_changes = 0;

  list->n_items = MANY;
  sky_row_selection_set_model (selection, G_LIST_MODEL (list));
  g_signal_connect_swapped (model, "selection-changed", G_CALLBACK (changed_cb), &n_changes);
  gtk_selection_model_select_range (model, 10, 5, TRUE);
  g_assert_cmpuint (n_changes, ==, 1);
  gtk_selection_model_select_item (model, MANY - 1, TRUE);
  g_assert_cmpuint (n_changes, ==, 3);
  for (guint i = 0; i < 100; i++)
    gtk_selection_model_select_item (model, 2 * i, FALSE);
  n_changes = 0;
  gtk_selection_model_unselect_all (model);
  g_assert_cmpuint (n_changes, >, 1);
  g_assert_cmpuint (n_changes, <, 20);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();

  g_test_add_func ("/row-selection/selecting", test_selecting);
  g_test_add_func ("/row-selection/other-rows", test_other_rows);
  g_test_add_func ("/row-selection/rows-stay", test_rows_stay);
  g_test_add_func ("/row-selection/pace", test_pace);
  g_test_add_func ("/row-selection/ranges", test_ranges);
  g_test_add_func ("/row-selection/view", test_view);

  return g_test_run ();
}
