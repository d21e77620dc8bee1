/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-still-window.h"

#include <glib/gi18n.h>

#include "sky-child-window.h"
#include "sky-clock-text.h"
#include "sky-keys.h"
#include "sky-store-worker.h"

struct _SkyStillWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  AdwWindowTitle *title;
  GtkStack *pages;
  GtkPicture *picture;
  GtkLabel *digest;
  AdwStatusPage *problem;

  /* Owned. */
  SkySelection *selection;
  SkyStoreWorker *worker;
  SkyCaseStill *still;
};

G_DEFINE_FINAL_TYPE (SkyStillWindow, sky_still_window, ADW_TYPE_WINDOW)

static gpointer
load_in_thread (SkyStore *store, gpointer data, GError **error)
{
  g_autoptr (GBytes) png = sky_store_load_still (store, data, error);

  return png != NULL ? gdk_texture_new_from_bytes (png, error) : NULL;
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyStillWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = sky_store_worker_finish (result, &error);

  if (self->pages == NULL)
    return;
  if (texture == NULL)
    {
      g_autofree char *text = g_markup_escape_text (error->message, -1);
      adw_status_page_set_description (self->problem, text);
      gtk_stack_set_visible_child_name (self->pages, "problem");
      return;
    }
  gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (texture));
  gtk_stack_set_visible_child_name (self->pages, "picture");
}

static void
go_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_still_window_go (SKY_STILL_WINDOW (widget));
}

static void
fullscreen_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  if (gtk_window_is_fullscreen (GTK_WINDOW (widget)))
    gtk_window_unfullscreen (GTK_WINDOW (widget));
  else
    gtk_window_fullscreen (GTK_WINDOW (widget));
}

static void
sky_still_window_dispose (GObject *object)
{
  SkyStillWindow *self = SKY_STILL_WINDOW (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_STILL_WINDOW);
  g_clear_object (&self->selection);
  g_clear_object (&self->worker);
  g_clear_pointer (&self->still, sky_case_still_free);
  G_OBJECT_CLASS (sky_still_window_parent_class)->dispose (object);
}

static void
sky_still_window_class_init (SkyStillWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_still_window_dispose;
  gtk_widget_class_install_action (widget_class, "still.go", NULL, go_action);
  gtk_widget_class_install_action (widget_class, "still.fullscreen", NULL, fullscreen_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  sky_keys_bind (widget_class, "still.");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-still-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyStillWindow, title);
  gtk_widget_class_bind_template_child (widget_class, SkyStillWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyStillWindow, picture);
  gtk_widget_class_bind_template_child (widget_class, SkyStillWindow, digest);
  gtk_widget_class_bind_template_child (widget_class, SkyStillWindow, problem);
}

static void
sky_still_window_init (SkyStillWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

SkyStillWindow *
sky_still_window_new (GtkWindow *parent, SkySelection *selection, const SkyCaseStill *still)
{
  g_return_val_if_fail (SKY_IS_SELECTION (selection), NULL);
  g_return_val_if_fail (still != NULL, NULL);

  SkyStillWindow *self = sky_child_window_new (SKY_TYPE_STILL_WINDOW, parent);
  g_autofree char *at = sky_clock_text_full (
      still->at, sky_day_view_get_zone (sky_selection_get_day_view (selection)));
  g_autofree char *camera = g_strdup_printf ("%s · %s", still->table, still->camera);
  /* Translators: a digest in hexadecimal digits. */
  g_autofree char *digest = g_strdup_printf (_ ("SHA-256 of the file: %s"), still->sha256);

  self->selection = g_object_ref (selection);
  self->still = sky_case_still_copy (still);
  self->worker =
      sky_store_link_new_worker (sky_review_desk_get_link (sky_selection_get_desk (selection)));
  adw_window_title_set_title (self->title, camera);
  adw_window_title_set_subtitle (self->title, at);
  gtk_label_set_label (self->digest, digest);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->picture), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  camera, -1);
  sky_store_worker_run (self->worker, NULL, load_in_thread, g_strdup (still->sha256), g_free,
                        g_object_unref, NULL, loaded_cb, g_object_ref (self));
  return self;
}

const char *
sky_still_window_get_page (SkyStillWindow *self)
{
  g_return_val_if_fail (SKY_IS_STILL_WINDOW (self), NULL);
  return gtk_stack_get_visible_child_name (self->pages);
}

void
sky_still_window_go (SkyStillWindow *self)
{
  g_return_if_fail (SKY_IS_STILL_WINDOW (self));
  sky_selection_show_spot (self->selection, self->still->property, self->still->table,
                           self->still->game, self->still->gaming_day, self->still->at);
}
