/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-camera-tile.h"
#include "sky-keys.h"
#include "sky-wall-window.h"
#include "sky-window-private.h"

/* --- What each menu has ----------------------------------------------------------------------- */

static const char *const row_actions[] = {
  "win.confirm",
  "win.confirm-because",
  "win.dismiss",
  "win.escalate",
  "win.escalate-because",
  "win.review",
  "win.second",
  "win.reopen",
  "win.undo",
  "win.note",
  "",
  "win.put-into-case",
  "",
  "win.clear-filter",
  "win.changed",
  "win.remove-bookmark",
  NULL,
};

static const char *const camera_actions[] = {
  "win.still",
  "win.still-to-case",
  "win.clip",
  "win.bookmark",
  "",
  "win.live",
  "win.overlay",
  "win.as-recorded",
  "",
  "win.calibrate",
  "win.read-pictures",
  "",
  "win.camera(0)",
  "win.wall-window",
  "win.fullscreen",
  "",
  "win.locks",
  NULL,
};

static const char *const timeline_actions[] = {
  "win.bookmark",     "win.clip",
  "win.go-to-time",   "",
  "win.mark-loop(0)", "win.mark-loop(1)",
  "win.end-loop",     "",
  "win.show-round",   "win.show-day",
  "win.strip",        "",
  "win.locks",        NULL,
};

static const char *const wager_actions[] = {
  "win.all-wagers", "win.put-into-case", "", "win.note", "win.bookmark", NULL,
};

/* --- What it is opened on --------------------------------------------------------------------- */

/* The rows that are selected stay so when the one at the pointer is among them. */
static void
select_row (GtkWidget *list, GtkWidget *picked)
{
  for (GtkWidget *each = picked; each != NULL && each != list; each = gtk_widget_get_parent (each))
    if ((gtk_widget_get_state_flags (each) & GTK_STATE_FLAG_SELECTED) != 0)
      return;
  gtk_widget_activate_action (picked, "listitem.select", "(bb)", FALSE, FALSE);
}

/* What is looked at is the instant at the pointer. */
static void
go_to_pointer (SkyTimeline *timeline, double x, double y)
{
  if (sky_timeline_press (timeline, (int) (x + 0.5), (int) (y + 0.5), FALSE))
    sky_timeline_release (timeline);
}

static void
pin_wager (SkyWindow *self)
{
  SkyDayView *view = sky_session_get_day_view (self->session);
  const char *pointed = sky_day_view_get_pointed (view);

  if (pointed != NULL)
    sky_day_view_set_pinned (view, pointed);
}

/* --- Opening it ------------------------------------------------------------------------------- */

static gboolean
remove_cb (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

static void
closed_cb (GtkPopover *popover, gpointer unused)
{
  /* The action that was chosen runs after this. */
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, remove_cb, g_object_ref (popover), g_object_unref);
}

/* Opens it at a point of @at, within @place. */
static void
open_menu_in (GtkWidget *place, const char *const *actions, GtkWidget *at, double x, double y)
{
  g_autoptr (GMenuModel) menu = sky_keys_menu (actions);
  GtkWidget *popover = gtk_popover_menu_new_from_model (menu);
  GdkRectangle point = { 0, 0, 1, 1 };

  gtk_widget_translate_coordinates (at, place, x, y, &x, &y);
  point.x = (int) x;
  point.y = (int) y;
  gtk_widget_set_parent (popover, place);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &point);
  g_signal_connect (popover, "closed", G_CALLBACK (closed_cb), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}

static void
open_menu (SkyWindow *self, const char *const *actions, GtkWidget *at, double x, double y)
{
  open_menu_in (gtk_widget_get_parent (GTK_WIDGET (self->pages)), actions, at, x, y);
}

/* Returns: FALSE: what was picked has no menu. */
static gboolean
open_on (SkyWindow *self, GtkWidget *picked, GtkWidget *at, double x, double y, gboolean by_pointer)
{
  GtkWidget *list = sky_finding_view_get_list (self->findings);
  GtkWidget *tile = gtk_widget_get_ancestor (picked, SKY_TYPE_CAMERA_TILE);

  if (gtk_widget_is_ancestor (picked, list))
    {
      if (by_pointer)
        select_row (list, picked);
      open_menu (self, row_actions, at, x, y);
    }
  else if (tile != NULL)
    {
      sky_camera_tile_select (SKY_CAMERA_TILE (tile));
      open_menu (self, camera_actions, at, x, y);
    }
  else if (picked == GTK_WIDGET (self->timeline))
    {
      double inner_x, inner_y;

      gtk_widget_translate_coordinates (at, picked, x, y, &inner_x, &inner_y);
      if (by_pointer)
        go_to_pointer (self->timeline, inner_x, inner_y);
      open_menu (self, timeline_actions, at, x, y);
    }
  else if (picked == GTK_WIDGET (self->layout)
           || gtk_widget_is_ancestor (picked, GTK_WIDGET (self->round)))
    {
      pin_wager (self);
      open_menu (self, wager_actions, at, x, y);
    }
  else
    return FALSE;
  return TRUE;
}

static void
pressed_cb (SkyWindow *self, int n_press, double x, double y, GtkGestureClick *click)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);

  /* Text that is typed has a menu of its own. */
  if (picked == NULL || gtk_widget_get_ancestor (picked, GTK_TYPE_TEXT) != NULL)
    return;
  if (open_on (self, picked, GTK_WIDGET (self), x, y, TRUE))
    gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
}

void
sky_window_open_menu (SkyWindow *self)
{
  GtkWidget *list = sky_finding_view_get_list (self->findings);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  /* The list itself, with no row that has the focus. */
  if (focus == NULL || focus == list)
    focus = gtk_widget_get_last_child (list);
  open_on (self, focus, focus, gtk_widget_get_width (focus) / 2.0,
           MIN (gtk_widget_get_height (focus) / 2.0, 24), FALSE);
}

void
sky_window_add_menus (SkyWindow *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_object (click, "pressed", G_CALLBACK (pressed_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

/* --- The cameras' own window ------------------------------------------------------------------ */

static void
camera_pressed_cb (GtkWidget *cameras, int n_press, double x, double y, GtkGestureClick *click)
{
  GtkWidget *picked = gtk_widget_pick (cameras, x, y, GTK_PICK_DEFAULT);
  GtkWidget *tile = picked != NULL ? gtk_widget_get_ancestor (picked, SKY_TYPE_CAMERA_TILE) : NULL;

  if (tile == NULL)
    return;
  sky_camera_tile_select (SKY_CAMERA_TILE (tile));
  open_menu_in (cameras, camera_actions, cameras, x, y);
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
lent_cb (GSimpleAction *lent, GVariant *parameter, gpointer user_data)
{
  GtkWidget *window = user_data;
  g_autofree char *name = g_strconcat ("win.", g_action_get_name (G_ACTION (lent)), NULL);

  if (g_str_equal (name, "win.fullscreen"))
    sky_window_toggle_fullscreen (GTK_WINDOW (window));
  else
    gtk_widget_activate_action_variant (sky_wall_window_get_main (SKY_WALL_WINDOW (window)), name,
                                        parameter);
}

void
sky_window_lend_camera_menu (GtkWidget *window, GtkWidget *cameras)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  for (const char *const *action = camera_actions; *action != NULL; action++)
    {
      g_autofree char *name = NULL;
      g_autoptr (GVariant) target = NULL;
      if (**action == '\0' || !g_action_parse_detailed_name (*action, &name, &target, NULL))
        continue;
      g_autoptr (GSimpleAction) lent = g_simple_action_new (
          name + strlen ("win."), target != NULL ? g_variant_get_type (target) : NULL);
      g_signal_connect_object (lent, "activate", G_CALLBACK (lent_cb), window, 0);
      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (lent));
    }
  gtk_widget_insert_action_group (window, "win", G_ACTION_GROUP (group));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), GTK_PHASE_CAPTURE);
  g_signal_connect_object (click, "pressed", G_CALLBACK (camera_pressed_cb), cameras,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (cameras, GTK_EVENT_CONTROLLER (click));
}
