/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-keys.h"
#include "sky-wall-window.h"
#include "sky-window-private.h"

void
sky_window_toggle_fullscreen (GtkWindow *window)
{
  if (gtk_window_is_fullscreen (window))
    gtk_window_unfullscreen (window);
  else
    gtk_window_fullscreen (window);
}

/* TRUE when the key belongs to what has the focus: text that is being typed, a button reached by
 * the keyboard that Space presses, an open popover. */
static gboolean
is_taken (GtkWindow *window, guint key, GdkModifierType modifiers)
{
  GtkWidget *focus = gtk_window_get_focus (window);

  if (focus == NULL || (modifiers & GDK_CONTROL_MASK) != 0)
    return FALSE;
  if (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus))
    return TRUE;
  if (gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL)
    return TRUE;
  return key == GDK_KEY_space && gtk_window_get_focus_visible (window)
         && (GTK_IS_BUTTON (focus) || GTK_IS_CHECK_BUTTON (focus)
             || gtk_widget_get_ancestor (focus, GTK_TYPE_MENU_BUTTON) != NULL);
}

/* The widget's own keys come only after these, so what they would take is left to them here. */
static gboolean
key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GtkWidget *main =
      SKY_IS_WALL_WINDOW (widget) ? sky_wall_window_get_main (SKY_WALL_WINDOW (widget)) : widget;
  const SkyKey *key = data;

  if (is_taken (GTK_WINDOW (widget), key->key, key->modifiers))
    return GDK_EVENT_PROPAGATE;
  if (main != widget && g_str_equal (key->action, "win.fullscreen"))
    sky_window_toggle_fullscreen (GTK_WINDOW (widget));
  else
    gtk_widget_activate_action_variant (main, key->action, key->target);
  return GDK_EVENT_STOP;
}

static void
add_keys (GtkWidget *window, const char *prefix)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  GArray *keys = sky_keys_list (prefix);

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_object_set_data_full (G_OBJECT (controller), "keys", keys, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < keys->len; i++)
    {
      SkyKey *key = &g_array_index (keys, SkyKey, i);

      gtk_shortcut_controller_add_shortcut (
          GTK_SHORTCUT_CONTROLLER (controller),
          gtk_shortcut_new (gtk_keyval_trigger_new (key->key, key->modifiers),
                            gtk_callback_action_new (key_cb, key, NULL)));
    }
  gtk_widget_add_controller (window, controller);
}

void
sky_window_add_keys (GtkWidget *window)
{
  add_keys (window, "win.");
  add_keys (window, "app.");
}
