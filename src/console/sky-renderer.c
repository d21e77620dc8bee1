/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-renderer.h"

#include <epoxy/gl.h>
#include <gsk/gsk.h>

gboolean
sky_renderer_is_software (const char *name)
{
  static const char *const software[] = { "llvmpipe", "softpipe", "swrast", "SWR" };

  for (guint i = 0; i < G_N_ELEMENTS (software); i++)
    {
      if (strstr (name, software[i]) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Where there is no OpenGL at all, GTK takes cairo by itself. */
static gboolean
has_software_gl (GdkDisplay *display)
{
  g_autoptr (GdkGLContext) context = gdk_display_create_gl_context (display, NULL);
  if (context == NULL || !gdk_gl_context_realize (context, NULL))
    return FALSE;

  gdk_gl_context_make_current (context);
  const char *name = (const char *) glGetString (GL_RENDERER);
  gboolean software = name != NULL && sky_renderer_is_software (name);
  gdk_gl_context_clear_current ();
  return software;
}

void
sky_renderer_choose (GdkDisplay *display)
{
  g_return_if_fail (GDK_IS_DISPLAY (display));

  if (g_getenv ("GSK_RENDERER") == NULL && has_software_gl (display))
    g_setenv ("GSK_RENDERER", "cairo", TRUE);
}

/* @image as a drawing by cairo. */
static GskRenderNode *
drawn_node (cairo_surface_t *image, const graphene_rect_t *bounds)
{
  GskRenderNode *node = gsk_cairo_node_new (bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_translate (cr, bounds->origin.x, bounds->origin.y);
  cairo_scale (cr, bounds->size.width / (double) cairo_image_surface_get_width (image),
               bounds->size.height / (double) cairo_image_surface_get_height (image));
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  return node;
}

static GskRenderNode *
texture_node (cairo_surface_t *image, const graphene_rect_t *bounds)
{
  int height = cairo_image_surface_get_height (image);
  gsize stride = (gsize) cairo_image_surface_get_stride (image);
  g_autoptr (GBytes) bytes = g_bytes_new_with_free_func (
      cairo_image_surface_get_data (image), stride * (gsize) height,
      (GDestroyNotify) cairo_surface_destroy, cairo_surface_reference (image));
  g_autoptr (GdkTexture) texture = gdk_memory_texture_new (
      cairo_image_surface_get_width (image), height, GDK_MEMORY_DEFAULT, bytes, stride);

  return gsk_texture_node_new (texture, bounds);
}

GskRenderNode *
sky_renderer_image_node (GtkWidget *widget, cairo_surface_t *image, const graphene_rect_t *bounds)
{
  GtkNative *native = gtk_widget_get_native (widget);
  GskRenderer *renderer = native != NULL ? gtk_native_get_renderer (native) : NULL;

  /* GTK's cairo renderer converts a texture's pixels one by one, by way of floating point, each
   * time it is drawn. */
  if (renderer != NULL && GSK_IS_CAIRO_RENDERER (renderer))
    return drawn_node (image, bounds);
  return texture_node (image, bounds);
}
