/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-file-chooser.h"
#include "sky-wall-window.h"
#include "sky-window-private.h"

static void
chosen_cb (SkyWindow *self, int response, GtkNativeDialog *dialog)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);

  if (response != GTK_RESPONSE_ACCEPT)
    return;
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  if (path == NULL)
    {
      sky_store_link_warn (sky_session_get_link (self->session),
                           _ ("Only folders on this machine can be opened."));
      return;
    }
  const char *paths[] = { path, NULL };
  g_settings_set_string (self->settings, "last-archive", path);
  sky_window_remember (path, "inode/directory");
  sky_session_open_archives (self->session, paths);
}

void
sky_window_choose_archive (SkyWindow *self)
{
  if (self->chooser != NULL)
    {
      sky_file_chooser_show (self->chooser);
      return;
    }

  g_autofree char *last = g_settings_get_string (self->settings, "last-archive");
  self->chooser = gtk_file_chooser_native_new (_ ("Open Archive"), GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Open"),
                                               _ ("_Cancel"));
  if (last[0] != '\0')
    {
      g_autoptr (GFile) folder = g_file_new_for_path (last);
      gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->chooser), folder, NULL);
    }
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  sky_file_chooser_show (self->chooser);
}

void
sky_window_update_caption (SkyWindow *self)
{
  SkyTableDay *day = sky_day_view_get_day (sky_session_get_day_view (self->session));
  SkyTime at = sky_day_view_get_position (sky_session_get_day_view (self->session));
  GTimeZone *zone = sky_clock_get_zone (sky_session_get_clock (self->session));
  g_autofree char *caption = NULL;

  if (self->overlay && day != NULL && at != SKY_TIME_NONE)
    caption = sky_table_day_dup_caption (day, at, zone);
  sky_camera_grid_set_caption (self->cameras, caption);
}

void
sky_window_set_overlay (SkyWindow *self, gboolean overlay)
{
  self->overlay = overlay;
  sky_window_update_caption (self);
}

void
sky_window_send_cameras_away (SkyWindow *self)
{
  if (self->wall_window != NULL)
    return;
  self->wall_window = GTK_WINDOW (sky_wall_window_new (GTK_WIDGET (self)));
  g_signal_connect_object (self->wall_window, "left", G_CALLBACK (sky_window_take_cameras_back),
                           self, G_CONNECT_SWAPPED);
  sky_window_add_keys (GTK_WIDGET (self->wall_window));
  /* A focus that goes away with what it is in confuses the panes around it. */
  gtk_window_set_focus (GTK_WINDOW (self), NULL);
  g_object_ref (self->cameras);
  gtk_paned_set_start_child (self->pictures_columns, NULL);
  GtkWidget *room = adw_bin_new ();
  adw_bin_set_child (ADW_BIN (room), GTK_WIDGET (self->cameras));
  gtk_window_set_child (self->wall_window, room);
  sky_window_lend_camera_menu (GTK_WIDGET (self->wall_window), room);
  g_object_unref (self->cameras);
  gtk_widget_set_visible (self->cameras_away, TRUE);
  sky_window_show_pictures (self);
  gtk_window_present (self->wall_window);
}

void
sky_window_take_cameras_back (SkyWindow *self)
{
  GtkWindow *wall_window = g_steal_pointer (&self->wall_window);

  if (wall_window == NULL)
    return;
  sky_wall_window_keep (SKY_WALL_WINDOW (wall_window));
  g_object_ref (self->cameras);
  adw_bin_set_child (ADW_BIN (gtk_window_get_child (wall_window)), NULL);
  gtk_paned_set_start_child (self->pictures_columns, GTK_WIDGET (self->cameras));
  g_object_unref (self->cameras);
  gtk_widget_set_visible (self->cameras_away, FALSE);
  sky_window_show_pictures (self);
  gtk_window_destroy (wall_window);
}

const char *
sky_window_get_page (SkyWindow *self)
{
  g_return_val_if_fail (SKY_IS_WINDOW (self), NULL);
  return gtk_stack_get_visible_child_name (self->pages);
}
