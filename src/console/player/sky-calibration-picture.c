/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-calibration-picture.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "sky-picture.h"
#include "sky-sight-results.h"

/* A corner that is pressed within this distance is moved, in the widget's pixels. */
#define REACH 12.0
/* A shorter line is a click that nobody meant to drag, in the picture's pixels. */
#define LEAST      2
#define MOST_BOXES 64
/* How large the layout that lies over the picture is worked out at most, in pixels: it is seen
 * through, and made in a moment. */
#define MOST_OVER 800
#define ZOOM_MAX  800

struct _SkyCalibrationPicture
{
  GtkWidget parent_instance;

  GdkTexture *picture; /* NULL: none */
  GdkTexture *over;    /* the table as the corners have it; NULL: they do not say yet */
  char *camera;
  SkyGameId game;
  SkyCameraView view; /* its members are this widget's */
  guint n_corners;
  SkyPicturePoint line[2]; /* along a die's edge or across a card, if its size came from one */
  gboolean has_line;
  SkyCalibrateMode mode;
  int zoom; /* 0: it fits */

  /* What is being drawn, in the picture's pixels. */
  gboolean drawing;
  int corner; /* that is moved; -1: none */
  SkyPicturePoint start;
  SkyPicturePoint end;

  SkyPicturePoint cross; /* that the keys move */
  gboolean anchored;     /* they have begun a line at @start */
};

G_DEFINE_FINAL_TYPE (SkyCalibrationPicture, sky_calibration_picture, GTK_TYPE_WIDGET)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- Geometry --------------------------------------------------------------------------------- */

static void
get_size (SkyCalibrationPicture *self, int *width, int *height)
{
  *width = self->picture != NULL ? gdk_texture_get_width (self->picture) : 1280;
  *height = self->picture != NULL ? gdk_texture_get_height (self->picture) : 720;
}

/* How large a pixel of the picture is drawn, and where the picture begins. */
static double
get_scale (SkyCalibrationPicture *self, double *x, double *y)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  int picture_width, picture_height;

  get_size (self, &picture_width, &picture_height);
  double scale = self->zoom > 0
                     ? self->zoom / 100.0
                     : MIN ((double) width / picture_width, (double) height / picture_height);
  *x = MAX ((width - picture_width * scale) / 2, 0);
  *y = MAX ((height - picture_height * scale) / 2, 0);
  return scale > 0 ? scale : 1;
}

static SkyPicturePoint
find_point (SkyCalibrationPicture *self, double x, double y)
{
  double left, top, scale = get_scale (self, &left, &top);
  int width, height;

  get_size (self, &width, &height);
  return (SkyPicturePoint){ CLAMP ((int) floor ((x - left) / scale), 0, width - 1),
                            CLAMP ((int) floor ((y - top) / scale), 0, height - 1) };
}

static double
distance (SkyPicturePoint a, SkyPicturePoint b)
{
  return hypot (a.x - b.x, a.y - b.y);
}

static gboolean
find_map (SkyCalibrationPicture *self, SkyPlaneMap *map)
{
  return self->n_corners == G_N_ELEMENTS (self->view.layout)
         && sky_plane_map_init (map, self->view.layout);
}

/* --- The table over the picture --------------------------------------------------------------- */

/* As many pixels as the table's picture is looked at through the map. */
#define TABLE_WIDTH 640

static cairo_surface_t *
draw_table (SkyGameId game)
{
  double width, height;

  sky_picture_get_size (game, &width, &height);
  int rows = MAX ((int) (TABLE_WIDTH * height / width), 1);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, TABLE_WIDTH, rows);
  cairo_t *cr = cairo_create (surface);

  sky_picture_draw_table (cr, game, TABLE_WIDTH, rows, NULL);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* Each pixel of the picture shows what the map has there. */
static void
warp (cairo_surface_t *table,
      const SkyPlaneMap *map,
      double step,
      guint32 *out,
      int columns,
      int rows)
{
  int width = cairo_image_surface_get_width (table);
  int height = cairo_image_surface_get_height (table);
  const guint8 *pixels = cairo_image_surface_get_data (table);
  int stride = cairo_image_surface_get_stride (table);

  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++)
      {
        double u, v;

        sky_plane_map_from_picture (map, column * step, row * step, &u, &v);
        if (u >= 0 && u < 1 && v >= 0 && v < 1)
          memcpy (&out[row * columns + column],
                  pixels + (gsize) stride * (gsize) (v * height) + 4 * (gsize) (u * width), 4);
      }
}

static void
update_over (SkyCalibrationPicture *self)
{
  SkyPlaneMap map;
  int width, height;

  g_clear_object (&self->over);
  if (self->picture == NULL || !find_map (self, &map))
    return;
  get_size (self, &width, &height);
  double step = MAX ((double) width / MOST_OVER, 1);
  int columns = (int) (width / step), rows = (int) (height / step);
  guint32 *pixels = g_new0 (guint32, (gsize) columns * (gsize) rows);
  cairo_surface_t *table = draw_table (self->game);
  warp (table, &map, step, pixels, columns, rows);
  cairo_surface_destroy (table);
  g_autoptr (GBytes) bytes =
      g_bytes_new_take (pixels, (gsize) columns * (gsize) rows * sizeof pixels[0]);
  self->over = gdk_memory_texture_new (columns, rows, GDK_MEMORY_DEFAULT, bytes,
                                       (gsize) columns * sizeof pixels[0]);
}

/* --- What is said ----------------------------------------------------------------------------- */

/* The size of what makes the game's results, which is the view's. */
static int *
get_item_size (SkyCalibrationPicture *self)
{
  SkySightKind kind;

  sky_sight_find_kind (self->game, &kind);
  return kind == SKY_SIGHT_CARDS ? &self->view.card_px : &self->view.die_px;
}

/* What a screen reader hears. */
static void
describe (SkyCalibrationPicture *self)
{
  g_autofree char *label = NULL;

  if (self->picture == NULL)
    label = g_strdup (_ ("No picture"));
  else
    label = g_strdup_printf (
        /* Translators: a camera, counts, and the place of a cross in pixels. */
        get_item_size (self) == &self->view.card_px
            ? _ ("Picture of camera %s: %u corners, card of %d pixels, %u boxes left out; cross at "
                 "%d, %d")
            : _ ("Picture of camera %s: %u corners, die of %d pixels, %u boxes left out; cross at "
                 "%d, %d"),
        self->camera, self->n_corners, *get_item_size (self), self->view.n_ignored, self->cross.x,
        self->cross.y);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
changed (SkyCalibrationPicture *self)
{
  self->view.has_layout = sky_calibration_picture_is_in_order (self)
                          && self->n_corners == G_N_ELEMENTS (self->view.layout);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- Drawing it ------------------------------------------------------------------------------- */

static int
find_corner (SkyCalibrationPicture *self, SkyPicturePoint at, double reach)
{
  for (guint i = 0; i < self->n_corners; i++)
    if (distance (self->view.layout[i], at) <= reach)
      return (int) i;
  return -1;
}

static void
set_corner (SkyCalibrationPicture *self, SkyPicturePoint at)
{
  if (self->corner < 0)
    return;
  self->view.layout[self->corner] = at;
  update_over (self);
}

/* A fifth corner begins anew. */
static void
begin_corner (SkyCalibrationPicture *self, SkyPicturePoint at, double reach)
{
  self->corner = find_corner (self, at, reach);
  if (self->corner >= 0)
    return;
  if (self->n_corners == G_N_ELEMENTS (self->view.layout))
    self->n_corners = 0;
  self->corner = (int) self->n_corners++;
  set_corner (self, at);
}

static void
end_item (SkyCalibrationPicture *self)
{
  int edge = (int) lround (distance (self->start, self->end));

  if (edge < LEAST)
    return;
  *get_item_size (self) = edge;
  self->line[0] = self->start;
  self->line[1] = self->end;
  self->has_line = TRUE;
}

static SkyPictureBox
get_drawn_box (SkyCalibrationPicture *self)
{
  return (SkyPictureBox){
    MIN (self->start.x, self->end.x),
    MIN (self->start.y, self->end.y),
    ABS (self->start.x - self->end.x),
    ABS (self->start.y - self->end.y),
  };
}

static void
end_box (SkyCalibrationPicture *self)
{
  const SkyPictureBox box = get_drawn_box (self);

  if (box.width < LEAST || box.height < LEAST || self->view.n_ignored == MOST_BOXES)
    return;
  self->view.ignored = g_renew (SkyPictureBox, self->view.ignored, self->view.n_ignored + 1);
  self->view.ignored[self->view.n_ignored++] = box;
}

static void
begin (SkyCalibrationPicture *self, SkyPicturePoint at, double reach)
{
  self->drawing = TRUE;
  self->start = self->end = at;
  if (self->mode == SKY_CALIBRATE_TABLE)
    begin_corner (self, at, reach);
}

static void
move (SkyCalibrationPicture *self, SkyPicturePoint at)
{
  self->end = at;
  if (self->mode == SKY_CALIBRATE_TABLE)
    set_corner (self, at);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
end (SkyCalibrationPicture *self)
{
  self->drawing = FALSE;
  self->anchored = FALSE;
  self->corner = -1;
  if (self->mode == SKY_CALIBRATE_ITEM)
    end_item (self);
  else if (self->mode == SKY_CALIBRATE_IGNORED)
    end_box (self);
  changed (self);
}

static void
drag_begin_cb (SkyCalibrationPicture *self, double x, double y, GtkGestureDrag *drag)
{
  double left, top, scale = get_scale (self, &left, &top);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->picture == NULL)
    return;
  self->cross = find_point (self, x, y);
  begin (self, self->cross, REACH / scale);
}

static void
drag_update_cb (SkyCalibrationPicture *self, double dx, double dy, GtkGestureDrag *drag)
{
  double x, y;

  if (!self->drawing || !gtk_gesture_drag_get_start_point (drag, &x, &y))
    return;
  move (self, find_point (self, x + dx, y + dy));
}

static void
drag_end_cb (SkyCalibrationPicture *self, double dx, double dy, GtkGestureDrag *drag)
{
  if (!self->drawing)
    return;
  drag_update_cb (self, dx, dy, drag);
  end (self);
}

/* --- By keys ---------------------------------------------------------------------------------- */

static void
move_cross (SkyCalibrationPicture *self, int dx, int dy)
{
  int width, height;

  get_size (self, &width, &height);
  self->cross.x = CLAMP (self->cross.x + dx, 0, width - 1);
  self->cross.y = CLAMP (self->cross.y + dy, 0, height - 1);
  if (self->anchored)
    move (self, self->cross);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* A corner is there at once; a line or a box has two ends. */
static void
click_cross (SkyCalibrationPicture *self)
{
  if (self->mode != SKY_CALIBRATE_TABLE && !self->anchored)
    {
      begin (self, self->cross, 0);
      self->anchored = TRUE;
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return;
    }
  if (self->mode == SKY_CALIBRATE_TABLE)
    begin (self, self->cross, 0);
  else
    move (self, self->cross);
  end (self);
}

static gboolean
key_cb (SkyCalibrationPicture *self,
        guint key,
        guint code,
        GdkModifierType state,
        GtkEventControllerKey *controller)
{
  int step = (state & GDK_SHIFT_MASK) != 0 ? 10 : 1;

  if (self->picture == NULL || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Left:
      move_cross (self, -step, 0);
      break;
    case GDK_KEY_Right:
      move_cross (self, step, 0);
      break;
    case GDK_KEY_Up:
      move_cross (self, 0, -step);
      break;
    case GDK_KEY_Down:
      move_cross (self, 0, step);
      break;
    case GDK_KEY_space:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      click_cross (self);
      break;
    case GDK_KEY_Escape:
      if (!self->anchored)
        return GDK_EVENT_PROPAGATE;
      self->anchored = self->drawing = FALSE;
      gtk_widget_queue_draw (GTK_WIDGET (self));
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  return GDK_EVENT_STOP;
}

/* --- Drawing ---------------------------------------------------------------------------------- */

typedef struct
{
  cairo_t *cr;
  double scale;
} Pen;

static void
stroke (const Pen *pen)
{
  cairo_set_source_rgba (pen->cr, 0, 0, 0, 0.8);
  cairo_set_line_width (pen->cr, 3.5);
  cairo_stroke_preserve (pen->cr);
  cairo_set_source_rgb (pen->cr, 1, 0.85, 0.1);
  cairo_set_line_width (pen->cr, 1.5);
  cairo_stroke (pen->cr);
}

static void
line_to (const Pen *pen, SkyPicturePoint at)
{
  cairo_line_to (pen->cr, (at.x + 0.5) * pen->scale, (at.y + 0.5) * pen->scale);
}

static void
draw_corners (SkyCalibrationPicture *self, const Pen *pen)
{
  for (guint i = 0; i < self->n_corners; i++)
    line_to (pen, self->view.layout[i]);
  if (self->n_corners == G_N_ELEMENTS (self->view.layout))
    cairo_close_path (pen->cr);
  stroke (pen);
  for (guint i = 0; i < self->n_corners; i++)
    {
      cairo_new_sub_path (pen->cr);
      cairo_arc (pen->cr, (self->view.layout[i].x + 0.5) * pen->scale,
                 (self->view.layout[i].y + 0.5) * pen->scale, 5, 0, 2 * G_PI);
      stroke (pen);
    }
}

static void
draw_line (const Pen *pen, SkyPicturePoint from, SkyPicturePoint until)
{
  line_to (pen, from);
  line_to (pen, until);
  stroke (pen);
}

static void
draw_box (const Pen *pen, const SkyPictureBox *box)
{
  cairo_rectangle (pen->cr, box->x * pen->scale, box->y * pen->scale, box->width * pen->scale,
                   box->height * pen->scale);
  cairo_set_source_rgba (pen->cr, 0, 0, 0, 0.5);
  cairo_fill_preserve (pen->cr);
  stroke (pen);
}

static void
draw_unfinished (SkyCalibrationPicture *self, const Pen *pen)
{
  const SkyPictureBox box = get_drawn_box (self);

  if (self->mode == SKY_CALIBRATE_ITEM)
    draw_line (pen, self->start, self->end);
  else if (self->mode == SKY_CALIBRATE_IGNORED)
    draw_box (pen, &box);
}

static void
draw_cross (SkyCalibrationPicture *self, const Pen *pen)
{
  double x = (self->cross.x + 0.5) * pen->scale, y = (self->cross.y + 0.5) * pen->scale;

  cairo_move_to (pen->cr, x - 12, y);
  cairo_line_to (pen->cr, x + 12, y);
  cairo_move_to (pen->cr, x, y - 12);
  cairo_line_to (pen->cr, x, y + 12);
  stroke (pen);
}

static void
sky_calibration_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SkyCalibrationPicture *self = SKY_CALIBRATION_PICTURE (widget);
  double x, y, scale = get_scale (self, &x, &y);
  int width, height;

  if (self->picture == NULL)
    return;
  get_size (self, &width, &height);
  const graphene_rect_t area =
      GRAPHENE_RECT_INIT (0, 0, (float) (width * scale), (float) (height * scale));
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_snapshot_append_texture (snapshot, self->picture, &area);
  if (self->over != NULL)
    {
      gtk_snapshot_push_opacity (snapshot, 0.5);
      gtk_snapshot_append_texture (snapshot, self->over, &area);
      gtk_snapshot_pop (snapshot);
    }
  Pen pen = { gtk_snapshot_append_cairo (snapshot, &area), scale };
  for (guint i = 0; i < self->view.n_ignored; i++)
    draw_box (&pen, &self->view.ignored[i]);
  draw_corners (self, &pen);
  if (self->has_line)
    draw_line (&pen, self->line[0], self->line[1]);
  if (self->drawing)
    draw_unfinished (self, &pen);
  if (gtk_widget_has_focus (widget))
    draw_cross (self, &pen);
  cairo_destroy (pen.cr);
  gtk_snapshot_restore (snapshot);
}

static void
sky_calibration_picture_measure (GtkWidget *widget,
                                 GtkOrientation orientation,
                                 int for_size,
                                 int *minimum,
                                 int *natural,
                                 int *minimum_baseline,
                                 int *natural_baseline)
{
  SkyCalibrationPicture *self = SKY_CALIBRATION_PICTURE (widget);
  int width, height;

  get_size (self, &width, &height);
  int size = orientation == GTK_ORIENTATION_HORIZONTAL ? width : height;
  *minimum = self->zoom > 0 ? size * self->zoom / 100
                            : (orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : 180);
  *natural = MAX (*minimum, self->zoom > 0 ? 0 : size);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
clear_view (SkyCalibrationPicture *self)
{
  g_clear_pointer (&self->view.ignored, g_free);
  self->view = (SkyCameraView){ .camera = self->camera, .from = G_MININT64 };
  self->n_corners = 0;
  self->has_line = FALSE;
  self->drawing = self->anchored = FALSE;
  self->corner = -1;
}

static void
sky_calibration_picture_finalize (GObject *object)
{
  SkyCalibrationPicture *self = SKY_CALIBRATION_PICTURE (object);

  g_free (self->view.ignored);
  g_free (self->camera);
  g_clear_object (&self->picture);
  g_clear_object (&self->over);
  G_OBJECT_CLASS (sky_calibration_picture_parent_class)->finalize (object);
}

static void
sky_calibration_picture_class_init (SkyCalibrationPictureClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = sky_calibration_picture_finalize;
  widget_class->measure = sky_calibration_picture_measure;
  widget_class->snapshot = sky_calibration_picture_snapshot;
  signals[CHANGED] = g_signal_new ("changed", SKY_TYPE_CALIBRATION_PICTURE, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "calibration");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sky_calibration_picture_init (SkyCalibrationPicture *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->corner = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (drag_update_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (drag, "drag-end", G_CALLBACK (drag_end_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_object (focus, "enter", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

void
sky_calibration_picture_set_picture (SkyCalibrationPicture *self,
                                     GdkTexture *picture,
                                     const char *camera,
                                     SkyGameId game)
{
  int width, height;

  g_return_if_fail (SKY_IS_CALIBRATION_PICTURE (self));

  g_set_object (&self->picture, picture);
  g_free (self->camera);
  self->camera = g_strdup (camera);
  self->view.camera = self->camera;
  self->game = game;
  get_size (self, &width, &height);
  self->cross = (SkyPicturePoint){ width / 2, height / 2 };
  update_over (self);
  describe (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
sky_calibration_picture_set_view (SkyCalibrationPicture *self, const SkyCameraView *view)
{
  g_return_if_fail (SKY_IS_CALIBRATION_PICTURE (self));

  clear_view (self);
  if (view != NULL)
    {
      self->view.die_px = view->die_px;
      self->view.card_px = view->card_px;
      memcpy (self->view.layout, view->layout, sizeof view->layout);
      self->n_corners = view->has_layout ? G_N_ELEMENTS (view->layout) : 0;
      self->view.ignored = g_memdup2 (view->ignored, view->n_ignored * sizeof view->ignored[0]);
      self->view.n_ignored = view->n_ignored;
    }
  update_over (self);
  changed (self);
}

const SkyCameraView *
sky_calibration_picture_get_view (SkyCalibrationPicture *self)
{
  g_return_val_if_fail (SKY_IS_CALIBRATION_PICTURE (self), NULL);
  return &self->view;
}

guint
sky_calibration_picture_get_n_corners (SkyCalibrationPicture *self)
{
  g_return_val_if_fail (SKY_IS_CALIBRATION_PICTURE (self), 0);
  return self->n_corners;
}

gboolean
sky_calibration_picture_is_in_order (SkyCalibrationPicture *self)
{
  SkyPlaneMap map;

  g_return_val_if_fail (SKY_IS_CALIBRATION_PICTURE (self), FALSE);
  return self->n_corners < G_N_ELEMENTS (self->view.layout) || find_map (self, &map);
}

double
sky_calibration_picture_get_tilt (SkyCalibrationPicture *self)
{
  double width, height;
  SkyPlaneMap map;

  g_return_val_if_fail (SKY_IS_CALIBRATION_PICTURE (self), -1);
  if (!find_map (self, &map))
    return -1;
  sky_picture_get_size (self->game, &width, &height);
  return sky_plane_map_get_tilt (&map, width, height);
}

void
sky_calibration_picture_set_mode (SkyCalibrationPicture *self, SkyCalibrateMode mode)
{
  g_return_if_fail (SKY_IS_CALIBRATION_PICTURE (self));
  g_return_if_fail (mode < SKY_N_CALIBRATE_MODES);

  self->mode = mode;
  self->drawing = self->anchored = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

SkyCalibrateMode
sky_calibration_picture_get_mode (SkyCalibrationPicture *self)
{
  g_return_val_if_fail (SKY_IS_CALIBRATION_PICTURE (self), SKY_CALIBRATE_TABLE);
  return self->mode;
}

void
sky_calibration_picture_take_back (SkyCalibrationPicture *self)
{
  g_return_if_fail (SKY_IS_CALIBRATION_PICTURE (self));

  switch (self->mode)
    {
    case SKY_CALIBRATE_TABLE:
      if (self->n_corners > 0)
        self->n_corners--;
      update_over (self);
      break;
    case SKY_CALIBRATE_ITEM:
      *get_item_size (self) = 0;
      self->has_line = FALSE;
      break;
    case SKY_CALIBRATE_IGNORED:
      if (self->view.n_ignored > 0)
        self->view.n_ignored--;
      break;
    case SKY_N_CALIBRATE_MODES:
      break;
    }
  changed (self);
}

void
sky_calibration_picture_set_zoom (SkyCalibrationPicture *self, int percent)
{
  g_return_if_fail (SKY_IS_CALIBRATION_PICTURE (self));

  self->zoom = CLAMP (percent, 0, ZOOM_MAX);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

int
sky_calibration_picture_get_zoom (SkyCalibrationPicture *self)
{
  g_return_val_if_fail (SKY_IS_CALIBRATION_PICTURE (self), 0);
  return self->zoom;
}
