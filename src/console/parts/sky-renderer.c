/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-renderer.h"

#include <epoxy/gl.h>
#include <gsk/gsk.h>

#ifdef GDK_WINDOWING_X11
#include <cairo-xlib.h>
#include <gdk/x11/gdkx.h>
#endif

/* Cairo makes a block of shared memory sixteen times as large as this for an image of so many
 * bytes: room for two frames of a 2560 × 1440 screen beside it. */
#define KEPT_WIDTH  512
#define KEPT_HEIGHT 1024

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

/* Cairo hands a frame over to an X server in shared memory, and lets go of the block when nothing
 * is left in it, which is after each frame: the kernel clears the pages of the next one, and both
 * programs map them, every time anew. An image that stays in a block keeps it; as nothing is ever
 * drawn on it, it takes no memory itself. */
static void
keep_shared_memory (GdkDisplay *display)
{
#ifdef GDK_WINDOWING_X11
  if (!GDK_IS_X11_DISPLAY (display) || g_object_get_data (G_OBJECT (display), "sky-kept") != NULL)
    return;
  Display *server = gdk_x11_display_get_xdisplay (display);
  cairo_surface_t *root = cairo_xlib_surface_create (
      server, DefaultRootWindow (server), DefaultVisual (server, DefaultScreen (server)), 1, 1);
  /* For as long as the display is open, which is to the end. */
  g_object_set_data (
      G_OBJECT (display), "sky-kept",
      cairo_surface_create_similar_image (root, CAIRO_FORMAT_ARGB32, KEPT_WIDTH, KEPT_HEIGHT));
  cairo_surface_destroy (root);
#endif
}

void
sky_renderer_choose (GdkDisplay *display)
{
  g_return_if_fail (GDK_IS_DISPLAY (display));

  if (g_getenv ("GSK_RENDERER") == NULL && has_software_gl (display))
    g_setenv ("GSK_RENDERER", "cairo", TRUE);
  if (g_strcmp0 (g_getenv ("GSK_RENDERER"), "cairo") == 0)
    keep_shared_memory (display);
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

gboolean
sky_renderer_is_cairo (GtkWidget *widget)
{
  GtkNative *native = gtk_widget_get_native (widget);
  GskRenderer *renderer = native != NULL ? gtk_native_get_renderer (native) : NULL;

  return renderer != NULL && GSK_IS_CAIRO_RENDERER (renderer);
}

GskRenderNode *
sky_renderer_image_node (GtkWidget *widget, cairo_surface_t *image, const graphene_rect_t *bounds)
{
  /* GTK's cairo renderer converts a texture's pixels one by one, by way of floating point, each
   * time it is drawn. */
  if (sky_renderer_is_cairo (widget))
    return drawn_node (image, bounds);
  return texture_node (image, bounds);
}
