/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-frame-paintable.h"

#include "sky-frame-paintable-private.h"
#include "sky-media-error.h"

#include <glib/gi18n-lib.h>

struct _SkyFramePaintable
{
  GObject parent_instance;

  SkyFrameWorkers *workers;
  SkyFrameConverter *converter;
  SkyFrameView view;   /* wanted */
  SkyFrame *frame;     /* shown, or NULL */
  GdkTexture *texture; /* the same, converted */
  int width;           /* intrinsic; 0 while nothing was ever shown */
  int height;
};

enum
{
  PROP_0,
  PROP_SHOWN,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

static void
sky_frame_paintable_snapshot (GdkPaintable *paintable,
                              GdkSnapshot *snapshot,
                              double width,
                              double height)
{
  SkyFramePaintable *self = SKY_FRAME_PAINTABLE (paintable);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);

  if (self->texture != NULL)
    gtk_snapshot_append_texture (GTK_SNAPSHOT (snapshot), self->texture, &bounds);
}

static GdkPaintable *
sky_frame_paintable_get_current_image (GdkPaintable *paintable)
{
  SkyFramePaintable *self = SKY_FRAME_PAINTABLE (paintable);

  if (self->texture != NULL)
    return GDK_PAINTABLE (g_object_ref (self->texture));
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
sky_frame_paintable_dispose (GObject *object)
{
  SkyFramePaintable *self = SKY_FRAME_PAINTABLE (object);

  g_clear_object (&self->texture);
  g_clear_pointer (&self->frame, sky_frame_unref);
  g_clear_pointer (&self->converter, sky_frame_converter_unref);
  g_clear_pointer (&self->workers, sky_frame_workers_unref);
  G_OBJECT_CLASS (sky_frame_paintable_parent_class)->dispose (object);
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

SkyFrameConverter *
sky_frame_paintable_get_converter (SkyFramePaintable *self)
{
  return self->converter;
}

const SkyFrameView *
sky_frame_paintable_get_view (SkyFramePaintable *self)
{
  return &self->view;
}

static gboolean
same_view (const SkyFrameView *a, const SkyFrameView *b)
{
  return a->width == b->width && a->height == b->height && gdk_rectangle_equal (&a->crop, &b->crop)
         && a->brightness == b->brightness && a->contrast == b->contrast;
}

static void
converted_cb (GdkTexture *texture, SkyFrame *frame, const SkyFrameView *view, gpointer data)
{
  SkyFramePaintable *self = data;

  /* By now another frame may be shown, or another size wanted. */
  if (frame == self->frame && same_view (view, &self->view) && texture != NULL)
    sky_frame_paintable_show (self, frame, texture, view);
}

/* Converts what is shown once more, for another view. */
static void
convert_again (SkyFramePaintable *self)
{
  if (self->frame != NULL)
    sky_frame_workers_push (self->workers, self->converter, self->frame, &self->view, converted_cb,
                            g_object_ref (self), g_object_unref);
}

void
sky_frame_paintable_show (SkyFramePaintable *self,
                          SkyFrame *frame,
                          GdkTexture *texture,
                          const SkyFrameView *view)
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
  g_set_object (&self->texture, texture);
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
  if (frame != NULL && !same_view (view, &self->view))
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
  convert_again (self);
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
  convert_again (self);
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
  convert_again (self);
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

  return self->texture;
}

GdkTexture *
sky_frame_paintable_make_still (SkyFramePaintable *self, SkyTime *shown, GError **error)
{
  static const SkyFrameView native = { 0 };

  g_return_val_if_fail (SKY_IS_FRAME_PAINTABLE (self), NULL);

  if (self->frame == NULL)
    {
      g_set_error_literal (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_PICTURE,
                           _ ("This camera shows no picture now"));
      return NULL;
    }
  /* A converter of its own: the camera's is kept for the size on screen. */
  g_autoptr (SkyFrameConverter) converter = sky_frame_converter_new ();
  GdkTexture *texture = sky_frame_converter_convert (converter, self->frame, &native);
  if (texture == NULL)
    g_set_error_literal (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NO_PICTURE,
                         _ ("The picture cannot be converted"));
  else if (shown != NULL)
    *shown = self->frame->at;
  return texture;
}
