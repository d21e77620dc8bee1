/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-frame-paintable.h"

#include "sky-frame-paintable-private.h"
#include "sky-media-error.h"

#include <glib/gi18n-lib.h>

/* Frames that are kept converted besides the one shown: the next one, and those that a step either
 * way would show. */
#define N_PREPARED 4

/* A frame that is converted before it is shown. */
typedef struct
{
  SkyFrame *frame;
  SkyFrameView view;
  gboolean done;
  cairo_surface_t *image; /* NULL: not done, or it does not convert */
} Prepared;

struct _SkyFramePaintable
{
  GObject parent_instance;

  SkyFrameWorkers *workers;
  SkyFrameConverter *converter;
  GPtrArray *prepared; /* Prepared; the latest last */
  SkyFramePrepared prepared_func;
  gpointer prepared_data;
  SkyFrameView view; /* wanted */
  gboolean by_cairo;
  SkyFrame *frame;        /* shown, or NULL */
  cairo_surface_t *image; /* the same, converted */
  GdkTexture *texture;    /* made of @image when one is asked for */
  int width;              /* intrinsic; 0 while nothing was ever shown */
  int height;
};

enum
{
  PROP_0,
  PROP_SHOWN,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

static GdkTexture *
get_texture (SkyFramePaintable *self)
{
  if (self->texture != NULL || self->image == NULL)
    return self->texture;
  int height = cairo_image_surface_get_height (self->image);
  gsize stride = (gsize) cairo_image_surface_get_stride (self->image);
  g_autoptr (GBytes) bytes = g_bytes_new_with_free_func (
      cairo_image_surface_get_data (self->image), stride * (gsize) height,
      (GDestroyNotify) cairo_surface_destroy, cairo_surface_reference (self->image));
  self->texture = gdk_memory_texture_new (cairo_image_surface_get_width (self->image), height,
                                          GDK_MEMORY_DEFAULT, bytes, stride);
  return self->texture;
}

/* GTK's cairo renderer converts the pixels of a texture each time that it draws it; an image it
 * takes as it is. */
static void
draw (SkyFramePaintable *self, GtkSnapshot *snapshot, const graphene_rect_t *bounds)
{
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, bounds);

  cairo_scale (cr, bounds->size.width / (double) cairo_image_surface_get_width (self->image),
               bounds->size.height / (double) cairo_image_surface_get_height (self->image));
  cairo_set_source_surface (cr, self->image, 0, 0);
  /* At its edges nothing of what lies behind it shines through when it is scaled. */
  cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
  cairo_paint (cr);
  cairo_destroy (cr);
}

static void
sky_frame_paintable_snapshot (GdkPaintable *paintable,
                              GdkSnapshot *snapshot,
                              double width,
                              double height)
{
  SkyFramePaintable *self = SKY_FRAME_PAINTABLE (paintable);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);

  if (self->image == NULL)
    return;
  if (self->by_cairo)
    draw (self, GTK_SNAPSHOT (snapshot), &bounds);
  else
    gtk_snapshot_append_texture (GTK_SNAPSHOT (snapshot), get_texture (self), &bounds);
}

static GdkPaintable *
sky_frame_paintable_get_current_image (GdkPaintable *paintable)
{
  SkyFramePaintable *self = SKY_FRAME_PAINTABLE (paintable);

  if (self->image != NULL)
    return GDK_PAINTABLE (g_object_ref (get_texture (self)));
  return gdk_paintable_new_empty (self->width, self->height);
}

static int
sky_frame_paintable_get_intrinsic_width (GdkPaintable *paintable)
{
  return SKY_FRAME_PAINTABLE (paintable)->width;
}

static int
sky_frame_paintable_get_intrinsic_height (GdkPaintable *paintable)
{
  return SKY_FRAME_PAINTABLE (paintable)->height;
}

static void
init_paintable (GdkPaintableInterface *iface)
{
  iface->snapshot = sky_frame_paintable_snapshot;
  iface->get_current_image = sky_frame_paintable_get_current_image;
  iface->get_intrinsic_width = sky_frame_paintable_get_intrinsic_width;
  iface->get_intrinsic_height = sky_frame_paintable_get_intrinsic_height;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (SkyFramePaintable,
                               sky_frame_paintable,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (GDK_TYPE_PAINTABLE, init_paintable))

static void
prepared_free (gpointer data)
{
  Prepared *prepared = data;

  g_clear_pointer (&prepared->image, cairo_surface_destroy);
  sky_frame_unref (prepared->frame);
  g_free (prepared);
}

static void
set_image (SkyFramePaintable *self, cairo_surface_t *image)
{
  if (image == self->image)
    return;
  g_clear_object (&self->texture);
  g_clear_pointer (&self->image, cairo_surface_destroy);
  if (image != NULL)
    self->image = cairo_surface_reference (image);
}

static void
sky_frame_paintable_dispose (GObject *object)
{
  SkyFramePaintable *self = SKY_FRAME_PAINTABLE (object);

  g_ptr_array_set_size (self->prepared, 0);
  set_image (self, NULL);
  g_clear_pointer (&self->frame, sky_frame_unref);
  g_clear_pointer (&self->converter, sky_frame_converter_unref);
  g_clear_pointer (&self->workers, sky_frame_workers_unref);
  G_OBJECT_CLASS (sky_frame_paintable_parent_class)->dispose (object);
}

static void
sky_frame_paintable_finalize (GObject *object)
{
  g_ptr_array_unref (SKY_FRAME_PAINTABLE (object)->prepared);
  G_OBJECT_CLASS (sky_frame_paintable_parent_class)->finalize (object);
}

static void
sky_frame_paintable_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SkyFramePaintable *self = SKY_FRAME_PAINTABLE (object);

  switch (id)
    {
    case PROP_SHOWN:
      g_value_set_int64 (value, sky_frame_paintable_get_shown (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_frame_paintable_class_init (SkyFramePaintableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sky_frame_paintable_dispose;
  object_class->finalize = sky_frame_paintable_finalize;
  object_class->get_property = sky_frame_paintable_get_property;

  props[PROP_SHOWN] =
      g_param_spec_int64 ("shown", NULL, NULL, G_MININT64, G_MAXINT64, SKY_TIME_NONE,
                          G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
sky_frame_paintable_init (SkyFramePaintable *self)
{
  self->converter = sky_frame_converter_new ();
  self->prepared = g_ptr_array_new_with_free_func (prepared_free);
}

SkyFramePaintable *
sky_frame_paintable_new (SkyFrameWorkers *workers)
{
  SkyFramePaintable *self = g_object_new (SKY_TYPE_FRAME_PAINTABLE, NULL);

  self->workers = sky_frame_workers_ref (workers);
  return self;
}

SkyFrame *
sky_frame_paintable_get_frame (SkyFramePaintable *self)
{
  return self->frame;
}

static gboolean
same_view (const SkyFrameView *a, const SkyFrameView *b)
{
  return a->width == b->width && a->height == b->height && gdk_rectangle_equal (&a->crop, &b->crop)
         && a->brightness == b->brightness && a->contrast == b->contrast;
}

/* Shows @frame as @image; NULL shows nothing. */
static void
show (SkyFramePaintable *self, SkyFrame *frame, cairo_surface_t *image)
{
  SkyTime before = sky_frame_paintable_get_shown (self);
  int width = self->width;
  int height = self->height;

  if (frame != self->frame)
    {
      g_clear_pointer (&self->frame, sky_frame_unref);
      if (frame != NULL)
        self->frame = sky_frame_ref (frame);
    }
  set_image (self, image);
  if (frame != NULL)
    sky_frame_get_intrinsic_size (frame, &width, &height);
  if (width != self->width || height != self->height)
    {
      self->width = width;
      self->height = height;
      gdk_paintable_invalidate_size (GDK_PAINTABLE (self));
    }
  gdk_paintable_invalidate_contents (GDK_PAINTABLE (self));
  if (sky_frame_paintable_get_shown (self) != before)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_SHOWN]);
}

static void
converted_again_cb (cairo_surface_t *image,
                    SkyFrame *frame,
                    const SkyFrameView *view,
                    gpointer data)
{
  SkyFramePaintable *self = data;

  /* By now another frame may be shown, or another size wanted. */
  if (frame == self->frame && same_view (view, &self->view) && image != NULL)
    show (self, frame, image);
}

/* Converts what is shown once more, for another view. */
static void
convert_again (SkyFramePaintable *self)
{
  if (self->frame != NULL)
    sky_frame_workers_push (self->workers, self->converter, self->frame, &self->view,
                            converted_again_cb, g_object_ref (self), g_object_unref);
}

/* --- Frames on their way ---------------------------------------------------------------------- */

static Prepared *
find_prepared (SkyFramePaintable *self, SkyFrame *frame)
{
  for (guint i = self->prepared->len; i-- > 0;)
    {
      Prepared *prepared = g_ptr_array_index (self->prepared, i);
      if (prepared->frame == frame)
        return prepared;
    }
  return NULL;
}

static void
prepared_cb (cairo_surface_t *image, SkyFrame *frame, const SkyFrameView *view, gpointer data)
{
  SkyFramePaintable *self = data;
  Prepared *prepared = find_prepared (self, frame);

  if (prepared == NULL || prepared->done)
    return;
  prepared->done = TRUE;
  prepared->view = *view;
  if (image != NULL)
    prepared->image = cairo_surface_reference (image);
  if (self->prepared_func != NULL)
    self->prepared_func (self->prepared_data);
}

void
sky_frame_paintable_prepare (SkyFramePaintable *self, SkyFrame *frame)
{
  if (frame == self->frame || find_prepared (self, frame) != NULL)
    return;
  if (self->prepared->len == N_PREPARED)
    g_ptr_array_remove_index (self->prepared, 0);
  Prepared *prepared = g_new0 (Prepared, 1);
  prepared->frame = sky_frame_ref (frame);
  g_ptr_array_add (self->prepared, prepared);
  sky_frame_workers_push (self->workers, self->converter, frame, &self->view, prepared_cb,
                          g_object_ref (self), g_object_unref);
}

gboolean
sky_frame_paintable_is_prepared (SkyFramePaintable *self, SkyFrame *frame)
{
  Prepared *prepared = find_prepared (self, frame);

  return prepared != NULL && prepared->done;
}

gboolean
sky_frame_paintable_show_prepared (SkyFramePaintable *self, SkyFrame *frame)
{
  Prepared *prepared = find_prepared (self, frame);
  gboolean converts = prepared != NULL && prepared->image != NULL;
  gboolean current = converts && same_view (&prepared->view, &self->view);

  show (self, converts ? frame : NULL, converts ? prepared->image : NULL);
  /* Showing may have called others. */
  prepared = find_prepared (self, frame);
  if (prepared != NULL)
    g_ptr_array_remove (self->prepared, prepared);
  if (converts && !current)
    convert_again (self);
  return converts;
}

void
sky_frame_paintable_set_prepared_func (SkyFramePaintable *self,
                                       SkyFramePrepared prepared,
                                       gpointer data)
{
  self->prepared_func = prepared;
  self->prepared_data = data;
}

void
sky_frame_paintable_show_nothing (SkyFramePaintable *self)
{
  show (self, NULL, NULL);
}

/* Another view is wanted of what is shown and of what is ready to be; what is still being converted
 * is converted again when it is shown. */
static void
change_view (SkyFramePaintable *self)
{
  for (guint i = self->prepared->len; i-- > 0;)
    {
      Prepared *prepared = g_ptr_array_index (self->prepared, i);
      if (prepared->done)
        g_ptr_array_remove_index (self->prepared, i);
    }
  convert_again (self);
}

void
sky_frame_paintable_set_target_size (SkyFramePaintable *self, int width, int height)
{
  g_return_if_fail (SKY_IS_FRAME_PAINTABLE (self));

  if (self->view.width == width && self->view.height == height)
    return;
  self->view.width = width;
  self->view.height = height;
  change_view (self);
}

void
sky_frame_paintable_set_drawn_by_cairo (SkyFramePaintable *self, gboolean by_cairo)
{
  g_return_if_fail (SKY_IS_FRAME_PAINTABLE (self));

  self->by_cairo = by_cairo;
}

void
sky_frame_paintable_set_crop (SkyFramePaintable *self, const GdkRectangle *crop)
{
  static const GdkRectangle all = { 0 };

  g_return_if_fail (SKY_IS_FRAME_PAINTABLE (self));

  if (crop == NULL)
    crop = &all;
  if (gdk_rectangle_equal (&self->view.crop, crop))
    return;
  self->view.crop = *crop;
  change_view (self);
}

gboolean
sky_frame_paintable_get_crop (SkyFramePaintable *self, GdkRectangle *crop)
{
  g_return_val_if_fail (SKY_IS_FRAME_PAINTABLE (self), FALSE);

  *crop = self->view.crop;
  return crop->width > 0;
}

void
sky_frame_paintable_set_tone (SkyFramePaintable *self, int brightness, int contrast)
{
  g_return_if_fail (SKY_IS_FRAME_PAINTABLE (self));

  brightness = CLAMP (brightness, -100, 100);
  contrast = CLAMP (contrast, -100, 100);
  if (self->view.brightness == brightness && self->view.contrast == contrast)
    return;
  self->view.brightness = brightness;
  self->view.contrast = contrast;
  change_view (self);
}

void
sky_frame_paintable_get_tone (SkyFramePaintable *self, int *brightness, int *contrast)
{
  g_return_if_fail (SKY_IS_FRAME_PAINTABLE (self));

  *brightness = self->view.brightness;
  *contrast = self->view.contrast;
}

SkyTime
sky_frame_paintable_get_shown (SkyFramePaintable *self)
{
  g_return_val_if_fail (SKY_IS_FRAME_PAINTABLE (self), SKY_TIME_NONE);

  return self->frame != NULL ? self->frame->at : SKY_TIME_NONE;
}

GdkTexture *
sky_frame_paintable_get_texture (SkyFramePaintable *self)
{
  g_return_val_if_fail (SKY_IS_FRAME_PAINTABLE (self), NULL);

  return get_texture (self);
}

GdkTexture *
sky_frame_paintable_make_still (SkyFramePaintable *self, SkyTime *shown, GError **error)
{
  static const SkyFrameView native = { 0 };

  g_return_val_if_fail (SKY_IS_FRAME_PAINTABLE (self), NULL);

  if (self->frame == NULL)
    {
      g_set_error_literal (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_PICTURE,
                           _ ("No picture from this camera now"));
      return NULL;
    }
  /* A converter of its own: the camera's is kept for the size on screen. */
  g_autoptr (SkyFrameConverter) converter = sky_frame_converter_new ();
  GdkTexture *texture = sky_frame_converter_make_texture (converter, self->frame, &native);
  if (texture == NULL)
    g_set_error_literal (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_PICTURE,
                         _ ("Cannot convert the picture"));
  else if (shown != NULL)
    *shown = self->frame->at;
  return texture;
}
