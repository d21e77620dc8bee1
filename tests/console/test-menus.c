/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Context menus: each opens on what the pointer is at, with the keys of the one table. */
#include "config.h"

#include <string.h>

#include "fixture.h"
#include "sky-camera-tile.h"
#include "sky-keys.h"
#include "sky-window-private.h"

static GtkWidget *
find_child (GtkWidget *widget, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return gtk_widget_get_mapped (widget) ? widget : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_child (child, type);
      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
find_menu (SkyWindow *window)
{
  return find_child (GTK_WIDGET (window), GTK_TYPE_POPOVER_MENU);
}

static gboolean
is_open (gpointer window)
{
  return find_menu (window) != NULL;
}

static gboolean
is_closed (gpointer window)
{
  return find_menu (window) == NULL;
}

/* The key of the table that does the same. */
static gboolean
is_key (const char *accelerator, const char *action, GVariant *target)
{
  g_autoptr (GArray) keys = sky_keys_list ("win.");
  GdkModifierType modifiers;
  guint key;

  g_assert_true (gtk_accelerator_parse (accelerator, &key, &modifiers));
  for (guint i = 0; i < keys->len; i++)
    {
      const SkyKey *each = &g_array_index (keys, SkyKey, i);

      if (each->key == key && each->modifiers == modifiers && g_str_equal (each->action, action)
          && (each->target == NULL) == (target == NULL)
          && (target == NULL || g_variant_equal (each->target, target)))
        return TRUE;
    }
  return FALSE;
}

/* Opens the menu at a point of @at, holds each of its items to the table of keys, and closes it.
 * Returns: the actions it has, separated by blanks, a new string. */
static char *
open_and_close (SkyWindow *window, GtkWidget *at, double x, double y)
{
  GtkGesture *click = NULL;
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  GString *actions = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) each = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (each)
          && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (each)) == GDK_BUTTON_SECONDARY)
        click = GTK_GESTURE (each);
    }
  g_assert_nonnull (click);
  gtk_widget_translate_coordinates (at, GTK_WIDGET (window), x, y, &x, &y);
  g_signal_emit_by_name (click, "pressed", 1, x, y);
  fixture_wait (is_open, window);

  GtkWidget *menu = find_menu (window);
  GMenuModel *model = gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (menu));
  for (int i = 0; i < g_menu_model_get_n_items (model); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (model, i, G_MENU_LINK_SECTION);

      g_assert_cmpint (g_menu_model_get_n_items (section), >, 0);
      for (int j = 0; j < g_menu_model_get_n_items (section); j++)
        {
          g_autofree char *action = NULL;
          g_autofree char *accelerator = NULL;
          g_autofree char *title = NULL;
          g_autoptr (GVariant) target =
              g_menu_model_get_item_attribute_value (section, j, G_MENU_ATTRIBUTE_TARGET, NULL);

          g_assert_true (
              g_menu_model_get_item_attribute (section, j, G_MENU_ATTRIBUTE_ACTION, "s", &action));
          g_assert_true (g_menu_model_get_item_attribute (section, j, "accel", "s", &accelerator));
          g_assert_true (
              g_menu_model_get_item_attribute (section, j, G_MENU_ATTRIBUTE_LABEL, "s", &title));
          g_assert_true (is_key (accelerator, action, target));
          g_assert_cmpstr (title, !=, "");
          g_string_append_printf (actions, "%s ", action);
        }
    }
  gtk_popover_popdown (GTK_POPOVER (menu));
  fixture_wait (is_closed, window);
  fixture_wait (fixture_is_window_settled, window);
  return g_string_free (actions, FALSE);
}

static GtkWidget *
find_row (SkyWindow *window, guint row)
{
  GtkWidget *rows = gtk_widget_get_last_child (sky_finding_view_get_list (window->findings));

  for (GtkWidget *each = gtk_widget_get_first_child (rows); each != NULL;
       each = gtk_widget_get_next_sibling (each))
    if (row-- == 0)
      return each;
  g_assert_not_reached ();
}

static void
test_row (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  GtkSelectionModel *rows = sky_finding_view_get_rows (window->findings);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (rows));

  /* A row that is not selected is, alone. */
  g_assert_cmpuint (n, >, 1);
  gtk_selection_model_select_item (rows, 0, TRUE);
  g_autofree char *actions = open_and_close (window, find_row (window, 1), 20, 8);
  g_assert_nonnull (strstr (actions, "win.confirm "));
  g_assert_nonnull (strstr (actions, "win.put-into-case "));
  g_assert_true (gtk_selection_model_is_selected (rows, 1));
  g_assert_false (gtk_selection_model_is_selected (rows, 0));

  /* Among several that are selected it leaves them so. */
  gtk_selection_model_select_all (rows);
  fixture_wait (fixture_is_window_settled, window);
  g_autofree char *again = open_and_close (window, find_row (window, 0), 20, 8);
  g_assert_cmpstr (again, ==, actions);
  for (guint i = 0; i < n; i++)
    g_assert_true (gtk_selection_model_is_selected (rows, i));
  fixture_close_window (window);
  fixture_finalize (session);
}

static void
test_pictures (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  SkyDayView *view = sky_session_get_day_view (session);
  GtkWidget *tile = gtk_widget_get_last_child (GTK_WIDGET (window->cameras));

  /* The camera that is pointed at is the one that is meant. */
  while (!SKY_IS_CAMERA_TILE (tile) || !gtk_widget_get_mapped (tile))
    tile = gtk_widget_get_prev_sibling (tile);
  g_autofree char *camera = open_and_close (window, tile, 10, 10);
  g_assert_nonnull (strstr (camera, "win.still "));
  g_assert_cmpstr (sky_camera_tile_get_name (sky_camera_grid_get_chosen (window->cameras)), ==,
                   sky_camera_tile_get_name (SKY_CAMERA_TILE (tile)));

  /* On the timeline it is the instant there, from which to loop. */
  int start;
  SkyTimeAxis axis = sky_timeline_get_axis (window->timeline, &start);
  SkyTime at = sky_time_axis_to_time (&axis, axis.width / 2);
  g_assert_cmpint (sky_day_view_get_position (view), !=, at);
  g_autofree char *timeline =
      open_and_close (window, GTK_WIDGET (window->timeline), start + axis.width / 2, 24);
  g_assert_nonnull (strstr (timeline, "win.mark-loop "));
  g_assert_cmpint (sky_day_view_get_position (view), ==, at);

  /* A wager that is pointed at is pinned. */
  sky_window_set_pictures (window, SKY_PICTURES_BOTH);
  fixture_wait (fixture_is_mapped, window->layout);
  fixture_wait (fixture_is_window_settled, window);
  g_autofree char *wagers = open_and_close (window, GTK_WIDGET (window->layout), 4, 4);
  g_assert_nonnull (strstr (wagers, "win.all-wagers "));
  fixture_close_window (window);
  fixture_finalize (session);
}

/* Where nothing can be done with what lies there, nothing opens. */
static void
test_elsewhere (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) each = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (each))
        g_signal_emit_by_name (each, "pressed", 1, 4.0, 4.0);
    }
  fixture_wait (fixture_is_window_settled, window);
  g_assert_null (find_menu (window));

  /* By key it is that of what has the focus. */
  sky_finding_view_focus_list (window->findings);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.menu", NULL);
  fixture_wait (is_open, window);
  gtk_popover_popdown (GTK_POPOVER (find_menu (window)));
  fixture_wait (is_closed, window);
  gtk_widget_grab_focus (GTK_WIDGET (window->open_button));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.menu", NULL);
  g_assert_null (find_menu (window));
  fixture_close_window (window);
  fixture_finalize (session);
}

static gboolean
has_bookmark (gpointer session)
{
  return sky_inbox_get_count (sky_session_get_inbox (session), SKY_LISTING_BOOKMARKS, NULL) == 1
         && sky_session_is_settled (session);
}

static gboolean
has_two_bookmarks (gpointer session)
{
  return sky_inbox_get_count (sky_session_get_inbox (session), SKY_LISTING_BOOKMARKS, NULL) == 2
         && sky_session_is_settled (session);
}

static GtkWidget *
find_button (GtkWidget *widget, const char *icon)
{
  if (GTK_IS_BUTTON (widget)
      && g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (widget)), icon) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, icon);
      if (found != NULL)
        return found;
    }
  return NULL;
}

/* In their own window the cameras have their menu and their buttons as well. */
static void
test_wall (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.wall-window", NULL);
  fixture_wait (fixture_is_mapped, window->cameras);
  fixture_wait (fixture_is_window_settled, window);
  GtkWidget *room = gtk_window_get_child (window->wall_window);
  GtkWidget *tile = GTK_WIDGET (sky_camera_grid_get_chosen (window->cameras));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (room);
  double x, y;

  gtk_widget_translate_coordinates (tile, room, 10, 10, &x, &y);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) each = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (each))
        g_signal_emit_by_name (each, "pressed", 1, x, y);
    }
  fixture_wait (is_open, room);
  gtk_widget_activate_action (find_menu ((gpointer) room), "win.bookmark", NULL);
  fixture_wait (has_bookmark, session);
  gtk_popover_popdown (GTK_POPOVER (find_menu ((gpointer) room)));
  fixture_wait (is_closed, room);

  g_signal_emit_by_name (find_button (tile, "bookmark-new-symbolic"), "clicked");
  fixture_wait (has_two_bookmarks, session);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* A menu is made when it is first opened, and is the same from then on. */
static void
test_late (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);

  g_assert_null (gtk_menu_button_get_popover (window->main_menu));
  gtk_menu_button_popup (window->main_menu);
  fixture_wait (is_open, window);
  GtkPopover *menu = gtk_menu_button_get_popover (window->main_menu);
  g_assert_true (GTK_WIDGET (menu) == find_menu (window));
  g_assert_true (gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (menu)) == window->primary_menu);
  gtk_popover_popdown (menu);
  fixture_wait (is_closed, window);
  gtk_menu_button_popup (window->main_menu);
  fixture_wait (is_open, window);
  g_assert_true (gtk_menu_button_get_popover (window->main_menu) == menu);
  fixture_close_window (window);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/menus/row", test_row);
  g_test_add_func ("/menus/pictures", test_pictures);
  g_test_add_func ("/menus/elsewhere", test_elsewhere);
  g_test_add_func ("/menus/wall", test_wall);
  g_test_add_func ("/menus/late", test_late);
  return fixture_run_tests ();
}
