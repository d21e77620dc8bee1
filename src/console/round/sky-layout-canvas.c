/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-layout-canvas.h"

#include <adwaita.h>

#include "sky-layout-painter.h"
#include "sky-picture.h"
#include "sky-renderer.h"

typedef struct
{
  SkyLayoutPainter *painter;
  GskRenderNode *node; /* what it has drawn; NULL: nothing, or to be made anew */
  gboolean has_game;
  SkyGameId game;
  SkyScene *scene;
  char *pointed;
} SkyLayoutCanvasPrivate;

typedef SkyLayoutCanvasPrivate Canvas;

G_DEFINE_TYPE_WITH_PRIVATE (SkyLayoutCanvas, sky_layout_canvas, GTK_TYPE_WIDGET)

static Canvas *
get_canvas (gpointer self)
{
  return sky_layout_canvas_get_instance_private (SKY_LAYOUT_CANVAS (self));
}

/* Has the painter draw what is to be seen, if anybody sees it. */
static void
ask_picture (SkyLayoutCanvas *self)
{
  const Canvas *canvas = get_canvas (self);
  AdwStyleManager *manager = adw_style_manager_get_default ();
  GtkWidget *widget = GTK_WIDGET (self);
  const SkyLayoutLook look = {
    .game = canvas->game,
    .width = gtk_widget_get_width (widget),
    .height = gtk_widget_get_height (widget),
    .scale = gtk_widget_get_scale_factor (widget),
    .dark = adw_style_manager_get_dark (manager),
    .contrast = adw_style_manager_get_high_contrast (manager),
  };

  if (!canvas->has_game)
    gtk_widget_queue_draw (widget);
  else if (gtk_widget_get_mapped (widget) && look.width > 0 && look.height > 0)
    sky_layout_painter_ask (canvas->painter, &look, canvas->scene, canvas->pointed);
}

static void
drawn_cb (SkyLayoutCanvas *self)
{
  g_clear_pointer (&get_canvas (self)->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
sky_layout_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  Canvas *canvas = get_canvas (widget);
  SkyLayoutLook look;
  cairo_surface_t *picture = sky_layout_painter_get_picture (canvas->painter, &look);

  /* Until the new picture is there the one before is seen, but not that of another game. */
  if (picture != NULL && canvas->has_game && look.game == canvas->game)
    {
      if (canvas->node == NULL)
        canvas->node = sky_renderer_image_node (
            widget, picture,
            &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                 (float) gtk_widget_get_height (widget)));
      gtk_snapshot_append_node (snapshot, canvas->node);
    }
  GTK_WIDGET_CLASS (sky_layout_canvas_parent_class)->snapshot (widget, snapshot);
}

static void
sky_layout_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_clear_pointer (&get_canvas (widget)->node, gsk_render_node_unref);
  ask_picture (SKY_LAYOUT_CANVAS (widget));
}

static void
sky_layout_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (sky_layout_canvas_parent_class)->css_changed (widget, change);
  ask_picture (SKY_LAYOUT_CANVAS (widget));
}

static void
sky_layout_canvas_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sky_layout_canvas_parent_class)->map (widget);
  ask_picture (SKY_LAYOUT_CANVAS (widget));
}

static void
sky_layout_canvas_dispose (GObject *object)
{
  Canvas *canvas = get_canvas (object);

  if (canvas->painter != NULL)
    g_signal_handlers_disconnect_by_data (canvas->painter, object);
  g_clear_object (&canvas->painter);
  g_clear_pointer (&canvas->node, gsk_render_node_unref);
  g_clear_pointer (&canvas->scene, sky_scene_unref);
  g_clear_pointer (&canvas->pointed, g_free);
  G_OBJECT_CLASS (sky_layout_canvas_parent_class)->dispose (object);
}

static void
sky_layout_canvas_class_init (SkyLayoutCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_layout_canvas_dispose;
  widget_class->map = sky_layout_canvas_map;
  widget_class->snapshot = sky_layout_canvas_snapshot;
  widget_class->css_changed = sky_layout_canvas_css_changed;
  widget_class->size_allocate = sky_layout_canvas_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "layout");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sky_layout_canvas_init (SkyLayoutCanvas *self)
{
  Canvas *canvas = get_canvas (self);

  canvas->painter = sky_layout_painter_new ();
  g_signal_connect_swapped (canvas->painter, "drawn", G_CALLBACK (drawn_cb), self);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (ask_picture), NULL);
}

void
sky_layout_canvas_show (SkyLayoutCanvas *self,
                        const SkyGameId *game,
                        const SkyScene *scene,
                        const char *pointed)
{
  Canvas *canvas;
  SkyScene *lying;

  g_return_if_fail (SKY_IS_LAYOUT_CANVAS (self));
  canvas = get_canvas (self);
  canvas->has_game = game != NULL;
  if (game != NULL)
    canvas->game = *game;
  lying = scene != NULL ? sky_scene_ref (scene) : NULL;
  g_clear_pointer (&canvas->scene, sky_scene_unref);
  canvas->scene = lying;
  if (g_strcmp0 (pointed, canvas->pointed) != 0)
    {
      g_free (canvas->pointed);
      canvas->pointed = g_strdup (pointed);
    }
  ask_picture (self);
}

const SkySceneWager *
sky_layout_canvas_find_wager (SkyLayoutCanvas *self, double x, double y)
{
  const Canvas *canvas;

  g_return_val_if_fail (SKY_IS_LAYOUT_CANVAS (self), NULL);
  canvas = get_canvas (self);
  if (canvas->scene == NULL || !canvas->has_game)
    return NULL;
  return sky_picture_wager_at (canvas->scene, canvas->game,
                               gtk_widget_get_width (GTK_WIDGET (self)),
                               gtk_widget_get_height (GTK_WIDGET (self)), x, y);
}

gboolean
sky_layout_canvas_is_busy (SkyLayoutCanvas *self)
{
  g_return_val_if_fail (SKY_IS_LAYOUT_CANVAS (self), FALSE);
  return sky_layout_painter_is_busy (get_canvas (self)->painter);
}
