/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-camera-tile.h"

#include <glib/gi18n.h>

#include "sky-clock-text.h"
#include "sky-renderer.h"

#define ZOOM_MIN  100
#define ZOOM_MAX  1600
#define ZOOM_STEP 125

struct _SkyCameraTile
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *over;
  GtkLabel *name;
  GtkLabel *shown;
  GtkLabel *notice;
  GtkLabel *magnified;
  GtkLabel *live;
  GtkLabel *caption;
  GtkWidget *retry;

  /* Owned. */
  SkyCameraWall *wall;
  SkyFramePaintable *paintable;
  guint camera;
  char *camera_name;
  GHashTable *missing; /* of paths; NULL: none */
  GTimeZone *zone;     /* NULL: UTC */
  SkyDaySight *sight;  /* NULL: none */

  int zoom;
  /* The middle of what is shown, in thousandths of the picture. */
  int middle_x;
  int middle_y;
  int drag_x;
  int drag_y;
};

G_DEFINE_FINAL_TYPE (SkyCameraTile, sky_camera_tile, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- Geometry --------------------------------------------------------------------------------- */

/* Where the picture lies in the tile: as large as it fits, in the middle. */
static void
picture_area (SkyCameraTile *self, GdkRectangle *area)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  int picture_width;
  int picture_height;

  sky_camera_tile_get_proportions (self, &picture_width, &picture_height);
  area->width = width;
  area->height = (int) ((gint64) width * picture_height / picture_width);
  if (area->height > height)
    {
      area->height = height;
      area->width = (int) ((gint64) height * picture_width / picture_height);
    }
  area->x = (width - area->width) / 2;
  area->y = (height - area->height) / 2;
}

static void
update_crop (SkyCameraTile *self)
{
  int width;
  int height;

  if (self->zoom == ZOOM_MIN)
    {
      sky_frame_paintable_set_crop (self->paintable, NULL);
      return;
    }

  sky_camera_tile_get_proportions (self, &width, &height);
  GdkRectangle crop = { .width = MAX (1, width * 100 / self->zoom),
                        .height = MAX (1, height * 100 / self->zoom) };
  crop.x = CLAMP (width * self->middle_x / 1000 - crop.width / 2, 0, width - crop.width);
  crop.y = CLAMP (height * self->middle_y / 1000 - crop.height / 2, 0, height - crop.height);
  self->middle_x = (crop.x + crop.width / 2) * 1000 / width;
  self->middle_y = (crop.y + crop.height / 2) * 1000 / height;
  sky_frame_paintable_set_crop (self->paintable, &crop);
}

static void
update_target (SkyCameraTile *self)
{
  GdkRectangle area;
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  picture_area (self, &area);
  sky_frame_paintable_set_target_size (self->paintable, area.width * scale, area.height * scale);
}

static void
sky_camera_tile_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  SkyCameraTile *self = SKY_CAMERA_TILE (widget);
  int least;

  gtk_widget_measure (self->over, orientation, -1, &least, NULL, NULL, NULL);
  *minimum = MAX (least, orientation == GTK_ORIENTATION_HORIZONTAL ? 120 : 80);
  *natural = MAX (*minimum, orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : 180);
}

static void
sky_camera_tile_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SkyCameraTile *self = SKY_CAMERA_TILE (widget);

  gtk_widget_size_allocate (self->over, &(GtkAllocation){ 0, 0, width, height }, baseline);
  update_target (self);
}

/* The reading of the picture that is shown; NULL: it is of none. */
static const SkySightAccount *
find_account (SkyCameraTile *self)
{
  SkyTime at = sky_frame_paintable_get_shown (self->paintable);

  return self->sight != NULL && at != SKY_TIME_NONE
             ? sky_day_sight_find_picture (self->sight, self->camera_name, at)
             : NULL;
}

#define BOX_LINE 2.0f

static void
draw_box (SkyCameraTile *self, GtkSnapshot *snapshot, const graphene_rect_t *box, const char *text)
{
  const GdkRGBA line = { 1, 0.85f, 0.1f, 1 }, ground = { 0, 0, 0, 0.75f };
  const GdkRGBA colors[] = { line, line, line, line };
  const float widths[] = { BOX_LINE, BOX_LINE, BOX_LINE, BOX_LINE };
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  GskRoundedRect outline;
  int width, height;

  gsk_rounded_rect_init_from_rect (&outline, box, 2);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
  pango_layout_get_pixel_size (layout, &width, &height);
  gtk_snapshot_save (snapshot);
  /* Above the box, so that the die or card itself can be seen; below it at the picture's upper
   * edge. */
  gtk_snapshot_translate (
      snapshot, &GRAPHENE_POINT_INIT (box->origin.x, box->origin.y >= (float) height
                                                         ? box->origin.y - (float) height
                                                         : box->origin.y + box->size.height));
  gtk_snapshot_append_color (snapshot, &ground,
                             &GRAPHENE_RECT_INIT (0, 0, (float) width + 6, (float) height));
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (3, 0));
  gtk_snapshot_append_layout (snapshot, layout, &line);
  gtk_snapshot_restore (snapshot);
}

/* The dice or cards that were read off the picture that is shown, as it lies in @area. */
static void
draw_readings (SkyCameraTile *self, GtkSnapshot *snapshot, const GdkRectangle *area)
{
  const SkySightAccount *account = find_account (self);
  GdkRectangle crop = { 0 };

  if (account == NULL)
    return;
  if (!sky_frame_paintable_get_crop (self->paintable, &crop))
    sky_camera_tile_get_proportions (self, &crop.width, &crop.height);
  float scale = (float) area->width / (float) crop.width;
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT ((float) area->x, (float) area->y,
                                               (float) area->width, (float) area->height));
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) area->x, (float) area->y));
  for (guint i = 0; i < account->n_values; i++)
    {
      const SkyPictureBox *box = &account->boxes[i];

      draw_box (self, snapshot,
                &GRAPHENE_RECT_INIT ((float) (box->x - crop.x) * scale,
                                     (float) (box->y - crop.y) * scale, (float) box->width * scale,
                                     (float) box->height * scale),
                sky_sight_value_text (account->kind, account->values[i]));
    }
  gtk_snapshot_restore (snapshot);
  gtk_snapshot_pop (snapshot);
}

static void
sky_camera_tile_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SkyCameraTile *self = SKY_CAMERA_TILE (widget);
  GdkRectangle area;

  picture_area (self, &area);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (area.x, area.y));
  sky_frame_paintable_set_drawn_by_cairo (self->paintable, sky_renderer_is_cairo (widget));
  gdk_paintable_snapshot (GDK_PAINTABLE (self->paintable), snapshot, area.width, area.height);
  gtk_snapshot_restore (snapshot);
  draw_readings (self, snapshot, &area);
  gtk_widget_snapshot_child (widget, self->over, snapshot);
}

/* --- What is said ----------------------------------------------------------------------------- */

static char *
gap_text (SkyCamera *camera, const SkyCameraState *state, GTimeZone *zone)
{
  if (sky_camera_get_n_coverages (camera) == 0 && sky_camera_get_stream (camera) != NULL)
    return g_strdup (_ ("NO RECORDING\nV shows the live picture"));

  g_autofree char *since =
      state->since == SKY_TIME_NONE ? NULL : sky_clock_text (state->since, zone);
  g_autofree char *until =
      state->until == SKY_TIME_NONE ? NULL : sky_clock_text (state->until, zone);

  if (since != NULL && until != NULL)
    /* Translators: times of day between which a camera recorded nothing. */
    return g_strdup_printf (_ ("NO FOOTAGE\nsince %s\nuntil %s"), since, until);
  if (since != NULL)
    return g_strdup_printf (_ ("NO FOOTAGE\nsince %s"), since);
  if (until != NULL)
    return g_strdup_printf (_ ("NO FOOTAGE\nuntil %s"), until);
  return g_strdup (_ ("NO FOOTAGE\nat any time"));
}

static void
update_name (SkyCameraTile *self)
{
  g_autofree char *accessible = NULL;
  const char *shown = gtk_label_get_label (self->shown);
  const char *notice = gtk_label_get_label (self->notice);
  const char *kind = sky_camera_tile_get_kind (self);
  g_autofree char *picture =
      kind[0] != '\0' ? g_strdup_printf ("%s, %s", kind, shown) : g_strdup (shown);

  /* Translators: a camera's name, then the time of its picture or why it has none. */
  const SkySightAccount *account = find_account (self);
  accessible = g_strdup_printf (_ ("Camera %s: %s"), gtk_label_get_label (self->name),
                                notice[0] != '\0' ? notice : picture);
  if (account != NULL)
    {
      g_autofree char *values =
          sky_sight_values_text (account->kind, account->values, account->n_values);
      /* Translators: what a camera shows, then the dice or cards that were read off its picture. */
      char *with = g_strdup_printf (account->kind == SKY_SIGHT_CARDS ? _ ("%s, cards read: %s")
                                                                     : _ ("%s, dice read: %s"),
                                    accessible, values);

      g_free (accessible);
      accessible = with;
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, accessible,
                                  -1);
}

/* Whether the picture is a live one, or a recorder's. */
static gboolean
is_reached_over_network (SkyCameraTile *self, const SkyCameraState *state)
{
  SkyCamera *camera = sky_camera_wall_get_camera (self->wall, self->camera);

  return state->segment < 0 || sky_camera_get_segment (camera, (guint) state->segment)->replay;
}

/* Whether the recording that is shown is not there any more. */
static gboolean
is_missing (SkyCameraTile *self, const SkyCameraState *state)
{
  SkyCamera *camera = sky_camera_wall_get_camera (self->wall, self->camera);

  return self->missing != NULL && state->segment >= 0
         && g_hash_table_contains (self->missing,
                                   sky_camera_get_segment (camera, (guint) state->segment)->path);
}

static void
update_state (SkyCameraTile *self)
{
  SkyCameraState state;
  SkyTime at;
  g_autofree char *notice = NULL;
  g_autofree char *shown = NULL;

  sky_camera_wall_get_state (self->wall, self->camera, &state);
  switch (state.status)
    {
    case SKY_CAMERA_SHOWING:
      /* Of the picture itself, which is on screen before the wall's state tells of it. */
      at = sky_frame_paintable_get_shown (sky_camera_wall_get_paintable (self->wall, self->camera));
      shown = at != SKY_TIME_NONE ? sky_clock_text (at, self->zone) : NULL;
      break;
    case SKY_CAMERA_GAP:
      notice = gap_text (sky_camera_wall_get_camera (self->wall, self->camera), &state, self->zone);
      break;
    case SKY_CAMERA_FAILED:
      notice = g_strdup_printf (is_reached_over_network (self, &state)
                                    ? _ ("NO CONNECTION\n%s")
                                    : _ ("RECORDING DOES NOT PLAY\n%s"),
                                state.message != NULL ? state.message : "");
      break;
    case SKY_CAMERA_LOADING:
      at = sky_frame_paintable_get_shown (sky_camera_wall_get_paintable (self->wall, self->camera));
      if (at != SKY_TIME_NONE)
        shown = sky_clock_text (at, self->zone);
      else if (state.slow)
        notice = g_strdup (is_reached_over_network (self, &state) ? _ ("CONNECTING …")
                                                                  : _ ("DECODING …"));
      break;
    case SKY_CAMERA_HIDDEN:
    default:
      break;
    }

  gtk_label_set_label (self->shown, shown != NULL ? shown : "");
  gtk_widget_set_visible (GTK_WIDGET (self->shown), shown != NULL);
  gtk_label_set_label (self->notice, notice != NULL ? notice : "");
  gtk_widget_set_visible (GTK_WIDGET (self->notice), notice != NULL);
  /* A fault can be copied, to be told to who can help, and a fingerprint to be trusted. */
  gtk_label_set_selectable (self->notice, state.status == SKY_CAMERA_FAILED);
  gtk_widget_set_visible (self->retry, state.status == SKY_CAMERA_FAILED);
  gboolean skimming = sky_camera_wall_get_skimming (self->wall);
  gboolean missing = !state.live && is_missing (self, &state);
  gboolean decoding = state.status == SKY_CAMERA_LOADING && state.slow && shown != NULL;
  /* Translators: what kind of picture a camera shows: the one before, or the key frame before,
   * while the wanted one is decoded, one read from a recording that is not there any more, key
   * frames alone, or as it is now. */
  gtk_label_set_label (self->live, decoding && state.key_frame ? _ ("KEY FRAME, DECODING …")
                                   : decoding                  ? _ ("DECODING …")
                                   : missing                   ? _ ("RECORDING IS GONE")
                                   : skimming                  ? _ ("KEY FRAMES")
                                                               : _ ("LIVE"));
  gtk_widget_set_visible (
      GTK_WIDGET (self->live),
      decoding || (state.status == SKY_CAMERA_SHOWING && (state.live || skimming || missing)));
  update_name (self);
}

static void
camera_changed_cb (SkyCameraTile *self, guint camera, SkyCameraWall *wall)
{
  if (camera == self->camera)
    update_state (self);
}

static void
contents_cb (SkyCameraTile *self, GdkPaintable *paintable)
{
  update_state (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
size_cb (SkyCameraTile *self, GdkPaintable *paintable)
{
  update_target (self);
  if (self->zoom != ZOOM_MIN)
    update_crop (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
retry_cb (SkyCameraTile *self)
{
  sky_camera_wall_retry (self->wall, self->camera);
}

/* How what is shown differs from what was recorded: magnified, brightened. */
static void
update_magnified (SkyCameraTile *self)
{
  GString *text = g_string_new (NULL);
  int brightness;
  int contrast;

  sky_frame_paintable_get_tone (self->paintable, &brightness, &contrast);
  if (self->zoom != ZOOM_MIN)
    /* Translators: how many times a picture is magnified, as in "200 %". */
    g_string_append_printf (text, _ ("%d %%"), self->zoom);
  if (brightness != 0)
    /* Translators: by how much a picture is brightened, as in "+20 %". */
    g_string_append_printf (text, _ (" brightness %+d %%"), brightness);
  if (contrast != 0)
    g_string_append_printf (text, _ (" contrast %+d %%"), contrast);
  gtk_label_set_label (self->magnified, g_strstrip (text->str));
  gtk_widget_set_visible (GTK_WIDGET (self->magnified), text->len > 0);
  g_string_free (text, TRUE);
}

/* --- Zoom ------------------------------------------------------------------------------------- */

static gboolean
scroll_cb (SkyCameraTile *self, double dx, double dy, GtkEventController *scroll)
{
  if (dy == 0)
    return GDK_EVENT_PROPAGATE;
  sky_camera_tile_set_zoom (self,
                            dy < 0 ? self->zoom * ZOOM_STEP / 100 : self->zoom * 100 / ZOOM_STEP);
  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (SkyCameraTile *self, double x, double y, GtkGestureDrag *drag)
{
  if (self->zoom == ZOOM_MIN)
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->drag_x = self->middle_x;
  self->drag_y = self->middle_y;
}

static void
drag_update_cb (SkyCameraTile *self, double dx, double dy, GtkGestureDrag *drag)
{
  GdkRectangle area;

  picture_area (self, &area);
  self->middle_x = self->drag_x - (int) dx * 1000 * 100 / self->zoom / MAX (1, area.width);
  self->middle_y = self->drag_y - (int) dy * 1000 * 100 / self->zoom / MAX (1, area.height);
  update_crop (self);
}

void
sky_camera_tile_select (SkyCameraTile *self)
{
  g_return_if_fail (SKY_IS_CAMERA_TILE (self));

  sky_camera_wall_select (self->wall, (int) self->camera);
}

static void
pressed_cb (SkyCameraTile *self, int n_press, double x, double y, GtkGestureClick *click)
{
  sky_camera_tile_select (self);
  if (n_press == 2)
    g_signal_emit (self, signals[SIGNAL_ACTIVATED], 0);
}

/* The window's actions mean the camera that is chosen. */
static void
activate (SkyCameraTile *self, const char *action)
{
  sky_camera_tile_select (self);
  gtk_widget_activate_action (GTK_WIDGET (self), action, NULL);
}

static void
still_cb (SkyCameraTile *self, GtkButton *button)
{
  activate (self, "win.still");
}

static void
clip_cb (SkyCameraTile *self, GtkButton *button)
{
  activate (self, "win.clip");
}

static void
bookmark_cb (SkyCameraTile *self, GtkButton *button)
{
  activate (self, "win.bookmark");
}

static void
to_case_cb (SkyCameraTile *self, GtkButton *button)
{
  activate (self, "win.still-to-case");
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_camera_tile_dispose (GObject *object)
{
  SkyCameraTile *self = SKY_CAMERA_TILE (object);

  if (self->wall != NULL)
    g_signal_handlers_disconnect_by_data (self->wall, self);
  if (self->paintable != NULL)
    g_signal_handlers_disconnect_by_data (self->paintable, self);
  g_clear_object (&self->paintable);
  g_clear_object (&self->wall);
  g_clear_pointer (&self->camera_name, g_free);
  g_clear_pointer (&self->missing, g_hash_table_unref);
  g_clear_pointer (&self->zone, g_time_zone_unref);
  sky_camera_tile_set_sight (self, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_CAMERA_TILE);
  G_OBJECT_CLASS (sky_camera_tile_parent_class)->dispose (object);
}

static void
sky_camera_tile_class_init (SkyCameraTileClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sky_camera_tile_dispose;
  widget_class->measure = sky_camera_tile_measure;
  widget_class->size_allocate = sky_camera_tile_size_allocate;
  widget_class->snapshot = sky_camera_tile_snapshot;

  signals[SIGNAL_ACTIVATED] = g_signal_new ("activated", SKY_TYPE_CAMERA_TILE, G_SIGNAL_RUN_LAST, 0,
                                            NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "camera");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-camera-tile.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyCameraTile, over);
  gtk_widget_class_bind_template_child (widget_class, SkyCameraTile, name);
  gtk_widget_class_bind_template_child (widget_class, SkyCameraTile, shown);
  gtk_widget_class_bind_template_child (widget_class, SkyCameraTile, notice);
  gtk_widget_class_bind_template_child (widget_class, SkyCameraTile, magnified);
  gtk_widget_class_bind_template_child (widget_class, SkyCameraTile, live);
  gtk_widget_class_bind_template_child (widget_class, SkyCameraTile, caption);
  gtk_widget_class_bind_template_child (widget_class, SkyCameraTile, retry);
  gtk_widget_class_bind_template_callback (widget_class, still_cb);
  gtk_widget_class_bind_template_callback (widget_class, clip_cb);
  gtk_widget_class_bind_template_callback (widget_class, bookmark_cb);
  gtk_widget_class_bind_template_callback (widget_class, to_case_cb);
  gtk_widget_class_bind_template_callback (widget_class, retry_cb);
  gtk_widget_class_bind_template_callback (widget_class, scroll_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_begin_cb);
  gtk_widget_class_bind_template_callback (widget_class, drag_update_cb);
  gtk_widget_class_bind_template_callback (widget_class, pressed_cb);
}

static void
sky_camera_tile_init (SkyCameraTile *self)
{
  self->zoom = ZOOM_MIN;
  self->middle_x = 500;
  self->middle_y = 500;
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
sky_camera_tile_new (SkyCameraWall *wall, guint camera)
{
  SkyCameraTile *self = g_object_new (SKY_TYPE_CAMERA_TILE, NULL);

  self->wall = g_object_ref (wall);
  self->camera = camera;
  self->camera_name = g_strdup (sky_camera_get_name (sky_camera_wall_get_camera (wall, camera)));
  self->paintable = g_object_ref (sky_camera_wall_get_paintable (wall, camera));
  gtk_label_set_label (self->name,
                       sky_camera_get_label (sky_camera_wall_get_camera (wall, camera)));
  g_signal_connect_swapped (wall, "camera-changed", G_CALLBACK (camera_changed_cb), self);
  g_signal_connect_swapped (self->paintable, "invalidate-contents", G_CALLBACK (contents_cb), self);
  g_signal_connect_swapped (self->paintable, "invalidate-size", G_CALLBACK (size_cb), self);
  update_state (self);
  return GTK_WIDGET (self);
}

guint
sky_camera_tile_get_camera (SkyCameraTile *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_TILE (self), 0);
  return self->camera;
}

void
sky_camera_tile_get_proportions (SkyCameraTile *self, int *width, int *height)
{
  g_return_if_fail (SKY_IS_CAMERA_TILE (self));

  *width = gdk_paintable_get_intrinsic_width (GDK_PAINTABLE (self->paintable));
  *height = gdk_paintable_get_intrinsic_height (GDK_PAINTABLE (self->paintable));
  if (*width > 0 && *height > 0)
    return;
  *width = 16;
  *height = 9;
}

void
sky_camera_tile_set_zoom (SkyCameraTile *self, int percent)
{
  g_return_if_fail (SKY_IS_CAMERA_TILE (self));

  percent = CLAMP (percent, ZOOM_MIN, ZOOM_MAX);
  if (percent == self->zoom)
    return;
  self->zoom = percent;
  update_crop (self);
  update_magnified (self);
}

void
sky_camera_tile_set_look (SkyCameraTile *self, const SkyCameraLook *look)
{
  g_return_if_fail (SKY_IS_CAMERA_TILE (self));

  self->middle_x = CLAMP (look->x, 0, 1000);
  self->middle_y = CLAMP (look->y, 0, 1000);
  self->zoom = CLAMP (look->zoom, ZOOM_MIN, ZOOM_MAX);
  /* A picture that is not there yet is cropped when its size is known. */
  if (gdk_paintable_get_intrinsic_width (GDK_PAINTABLE (self->paintable)) > 0)
    update_crop (self);
  update_magnified (self);
}

SkyCameraLook
sky_camera_tile_get_look (SkyCameraTile *self)
{
  return (SkyCameraLook){ self->zoom, self->middle_x, self->middle_y };
}

const char *
sky_camera_tile_get_name (SkyCameraTile *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_TILE (self), NULL);
  return self->camera_name;
}

void
sky_camera_tile_pan (SkyCameraTile *self, int dx, int dy)
{
  g_return_if_fail (SKY_IS_CAMERA_TILE (self));

  self->middle_x += dx * 1000 * 100 / self->zoom / 10;
  self->middle_y += dy * 1000 * 100 / self->zoom / 10;
  update_crop (self);
}

void
sky_camera_tile_set_tone (SkyCameraTile *self, int brightness, int contrast)
{
  g_return_if_fail (SKY_IS_CAMERA_TILE (self));

  sky_frame_paintable_set_tone (self->paintable, brightness, contrast);
  update_magnified (self);
}

void
sky_camera_tile_get_tone (SkyCameraTile *self, int *brightness, int *contrast)
{
  g_return_if_fail (SKY_IS_CAMERA_TILE (self));

  sky_frame_paintable_get_tone (self->paintable, brightness, contrast);
}

void
sky_camera_tile_set_caption (SkyCameraTile *self, const char *caption)
{
  g_return_if_fail (SKY_IS_CAMERA_TILE (self));

  gtk_label_set_label (self->caption, caption != NULL ? caption : "");
  gtk_widget_set_visible (GTK_WIDGET (self->caption), caption != NULL);
}

const char *
sky_camera_tile_get_caption (SkyCameraTile *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_TILE (self), "");
  return gtk_label_get_label (self->caption);
}

int
sky_camera_tile_get_zoom (SkyCameraTile *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_TILE (self), ZOOM_MIN);
  return self->zoom;
}

void
sky_camera_tile_set_missing (SkyCameraTile *self, GHashTable *missing)
{
  g_return_if_fail (SKY_IS_CAMERA_TILE (self));

  if (missing == self->missing)
    return;
  g_clear_pointer (&self->missing, g_hash_table_unref);
  self->missing = missing != NULL ? g_hash_table_ref (missing) : NULL;
  update_state (self);
}

void
sky_camera_tile_set_zone (SkyCameraTile *self, GTimeZone *zone)
{
  g_return_if_fail (SKY_IS_CAMERA_TILE (self));

  if (zone == self->zone)
    return;
  g_clear_pointer (&self->zone, g_time_zone_unref);
  self->zone = zone != NULL ? g_time_zone_ref (zone) : NULL;
  update_state (self);
}

static void
sight_cb (SkyCameraTile *self, SkyDaySight *sight)
{
  update_name (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
sky_camera_tile_set_sight (SkyCameraTile *self, SkyDaySight *sight)
{
  g_return_if_fail (SKY_IS_CAMERA_TILE (self));

  if (sight == self->sight)
    return;
  if (self->sight != NULL)
    g_signal_handlers_disconnect_by_data (self->sight, self);
  g_set_object (&self->sight, sight);
  if (sight == NULL)
    return;
  g_signal_connect_swapped (sight, "changed", G_CALLBACK (sight_cb), self);
  sight_cb (self, sight);
}

guint
sky_camera_tile_get_n_boxes (SkyCameraTile *self)
{
  const SkySightAccount *account;

  g_return_val_if_fail (SKY_IS_CAMERA_TILE (self), 0);

  account = find_account (self);
  return account != NULL ? account->n_values : 0;
}

const char *
sky_camera_tile_get_kind (SkyCameraTile *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_TILE (self), "");
  return gtk_widget_get_visible (GTK_WIDGET (self->live)) ? gtk_label_get_label (self->live) : "";
}

const char *
sky_camera_tile_get_notice (SkyCameraTile *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_TILE (self), "");
  return gtk_label_get_label (self->notice);
}

const char *
sky_camera_tile_get_instant (SkyCameraTile *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_TILE (self), "");
  return gtk_label_get_label (self->shown);
}
