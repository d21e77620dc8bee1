/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-camera-grid.h"

#include <glib/gi18n.h>

#define SPACING 4

struct _SkyCameraGrid
{
  GtkWidget parent_instance;

  /* Owned. */
  SkyCameraWall *wall;
  GSignalGroup *wall_signals;
  GPtrArray *tiles; /* of GtkWidget, children of this widget */
  GtkWidget *none;  /* a child: says that there is no camera */

  GHashTable *looks; /* of SkyCameraLook, by the camera's name: of those that are magnified */
  char *large_name;  /* of the camera to be large when it is there; NULL: none */

  GHashTable *missing; /* paths of recordings; NULL: none */
  SkyDaySight *sight;  /* NULL: none */
  GTimeZone *zone;     /* NULL: UTC */

  int large;
  gboolean alone;
  gboolean hidden;
  char *caption;
  guint tick;
};

G_DEFINE_FINAL_TYPE (SkyCameraGrid, sky_camera_grid, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_WALL,
  PROP_LARGE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* --- Ticks ------------------------------------------------------------------------------------ */

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SkyCameraGrid *self = SKY_CAMERA_GRID (widget);

  if (self->wall == NULL || !sky_camera_wall_get_active (self->wall))
    {
      self->tick = 0;
      return G_SOURCE_REMOVE;
    }
  sky_camera_wall_tick (self->wall, gdk_frame_clock_get_frame_time (clock));
  return G_SOURCE_CONTINUE;
}

static void
update_tick (SkyCameraGrid *self)
{
  gboolean wanted = self->wall != NULL && sky_camera_wall_get_active (self->wall);

  if (wanted && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

/* --- Tiles ------------------------------------------------------------------------------------ */

static void
activated_cb (SkyCameraGrid *self, SkyCameraTile *tile)
{
  int camera = (int) sky_camera_tile_get_camera (tile);

  sky_camera_grid_set_large (self, camera == self->large ? -1 : camera);
}

/* What is shown of the cameras that are there. */
static void
remember_looks (SkyCameraGrid *self)
{
  for (guint i = 0; i < self->tiles->len; i++)
    {
      const char *name = sky_camera_tile_get_name (self->tiles->pdata[i]);
      SkyCameraLook look = sky_camera_tile_get_look (self->tiles->pdata[i]);

      if (look.zoom == 100)
        g_hash_table_remove (self->looks, name);
      else
        g_hash_table_replace (self->looks, g_strdup (name), g_memdup2 (&look, sizeof look));
    }
}

static void
apply_looks (SkyCameraGrid *self)
{
  for (guint i = 0; i < self->tiles->len; i++)
    {
      const char *name = sky_camera_tile_get_name (self->tiles->pdata[i]);
      const SkyCameraLook *look = g_hash_table_lookup (self->looks, name);

      if (look != NULL)
        sky_camera_tile_set_look (self->tiles->pdata[i], look);
      if (g_strcmp0 (name, self->large_name) == 0)
        {
          g_clear_pointer (&self->large_name, g_free);
          sky_camera_grid_set_large (self, (int) i);
        }
    }
}

/* Cameras that are out of sight are not decoded. */
static void
update_sight (SkyCameraGrid *self)
{
  for (guint i = 0; i < self->tiles->len; i++)
    {
      gboolean seen = !self->alone || self->large < 0 || self->large == (int) i;
      gtk_widget_set_child_visible (self->tiles->pdata[i], seen);
      sky_camera_wall_set_visible (self->wall, i, seen && !self->hidden);
    }
  sky_camera_grid_set_caption (self, self->caption);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
rebuild (SkyCameraGrid *self)
{
  guint n = self->wall != NULL ? sky_camera_wall_get_n_cameras (self->wall) : 0;

  remember_looks (self);
  g_ptr_array_set_size (self->tiles, 0);
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *tile = sky_camera_tile_new (self->wall, i);

      gtk_widget_set_parent (tile, GTK_WIDGET (self));
      sky_camera_tile_set_missing (SKY_CAMERA_TILE (tile), self->missing);
      sky_camera_tile_set_zone (SKY_CAMERA_TILE (tile), self->zone);
      sky_camera_tile_set_sight (SKY_CAMERA_TILE (tile), self->sight);
      g_signal_connect_object (tile, "activated", G_CALLBACK (activated_cb), self,
                               G_CONNECT_SWAPPED);
      g_ptr_array_add (self->tiles, tile);
    }
  gtk_widget_set_visible (self->none, n == 0);
  sky_camera_grid_set_large (self, -1);
  apply_looks (self);
  if (self->hidden)
    update_sight (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  update_tick (self);
}

static void
n_cameras_cb (SkyCameraGrid *self)
{
  rebuild (self);
}

static void
active_cb (SkyCameraGrid *self)
{
  update_tick (self);
}

/* --- Geometry --------------------------------------------------------------------------------- */

int
sky_camera_grid_columns (int n, int width, int height)
{
  int best = 1;
  gint64 best_width = 0;

  for (int columns = 1; columns <= n; columns++)
    {
      int rows = (n + columns - 1) / columns;
      gint64 tile_width = (width - (columns - 1) * SPACING) / columns;
      gint64 tile_height = (height - (rows - 1) * SPACING) / rows;
      gint64 picture_width = MIN (tile_width, tile_height * 16 / 9);
      if (picture_width > best_width)
        {
          best = columns;
          best_width = picture_width;
        }
    }
  return best;
}

static void
allocate (GtkWidget *tile, int x, int y, int width, int height)
{
  int least_width;
  int least_height;

  gtk_widget_measure (tile, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
  gtk_widget_measure (tile, GTK_ORIENTATION_VERTICAL, -1, &least_height, NULL, NULL, NULL);
  gtk_widget_size_allocate (
      tile, &(GtkAllocation){ x, y, MAX (width, least_width), MAX (height, least_height) }, -1);
}

static void
allocate_alike (SkyCameraGrid *self, int width, int height)
{
  int n = (int) self->tiles->len;
  int columns = sky_camera_grid_columns (n, width, height);
  int rows = (n + columns - 1) / columns;
  int tile_height = (height - (rows - 1) * SPACING) / rows;

  for (int i = 0; i < n; i++)
    {
      /* The last row has all of the width too, however few they are. */
      int in_row = MIN (columns, n - i / columns * columns);
      int tile_width = (width - (in_row - 1) * SPACING) / in_row;
      allocate (self->tiles->pdata[i], (i % columns) * (tile_width + SPACING),
                (i / columns) * (tile_height + SPACING), tile_width, tile_height);
    }
}

static void
allocate_large (SkyCameraGrid *self, int width, int height)
{
  int n = self->alone ? 1 : (int) self->tiles->len;
  int strip = n > 1 ? width / 5 : 0;
  int small_height = n > 1 ? MIN (strip * 9 / 16, (height - (n - 2) * SPACING) / (n - 1)) : 0;
  int y = 0;

  for (int i = 0; i < (int) self->tiles->len; i++)
    {
      if (self->alone && i != self->large)
        continue;
      if (i == self->large)
        {
          allocate (self->tiles->pdata[i], 0, 0, width - strip - (n > 1 ? SPACING : 0), height);
          continue;
        }
      allocate (self->tiles->pdata[i], width - strip, y, strip, small_height);
      y += small_height + SPACING;
    }
}

static void
sky_camera_grid_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SkyCameraGrid *self = SKY_CAMERA_GRID (widget);

  if (self->tiles->len == 0)
    gtk_widget_size_allocate (self->none, &(GtkAllocation){ 0, 0, width, height }, baseline);
  else if (self->large >= 0)
    allocate_large (self, width, height);
  else
    allocate_alike (self, width, height);
}

static void
sky_camera_grid_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  /* Where there are no cameras, what is said of it is all. */
  int least_height = SKY_CAMERA_GRID (widget)->tiles->len > 0 ? 120 : 48;

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : least_height;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 450;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_camera_grid_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SkyCameraGrid *self = SKY_CAMERA_GRID (object);

  switch (id)
    {
    case PROP_WALL:
      g_value_set_object (value, self->wall);
      break;
    case PROP_LARGE:
      g_value_set_int (value, self->large);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_camera_grid_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SkyCameraGrid *self = SKY_CAMERA_GRID (object);

  switch (id)
    {
    case PROP_WALL:
      sky_camera_grid_set_wall (self, g_value_get_object (value));
      break;
    case PROP_LARGE:
      sky_camera_grid_set_large (self, g_value_get_int (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_camera_grid_dispose (GObject *object)
{
  SkyCameraGrid *self = SKY_CAMERA_GRID (object);

  if (self->wall_signals != NULL)
    g_signal_group_set_target (self->wall_signals, NULL);
  g_clear_object (&self->wall_signals);
  g_clear_pointer (&self->tiles, g_ptr_array_unref);
  g_clear_pointer (&self->none, gtk_widget_unparent);
  g_clear_object (&self->wall);
  g_clear_pointer (&self->caption, g_free);
  g_clear_pointer (&self->looks, g_hash_table_unref);
  g_clear_pointer (&self->large_name, g_free);
  g_clear_pointer (&self->missing, g_hash_table_unref);
  g_clear_object (&self->sight);
  g_clear_pointer (&self->zone, g_time_zone_unref);
  G_OBJECT_CLASS (sky_camera_grid_parent_class)->dispose (object);
}

static void
sky_camera_grid_class_init (SkyCameraGridClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_camera_grid_get_property;
  object_class->set_property = sky_camera_grid_set_property;
  object_class->dispose = sky_camera_grid_dispose;
  widget_class->measure = sky_camera_grid_measure;
  widget_class->size_allocate = sky_camera_grid_size_allocate;

  properties[PROP_WALL] =
      g_param_spec_object ("wall", NULL, NULL, SKY_TYPE_CAMERA_WALL,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_LARGE] =
      g_param_spec_int ("large", NULL, NULL, -1, G_MAXINT, -1,
                        G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "cameras");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
sky_camera_grid_init (SkyCameraGrid *self)
{
  self->large = -1;
  self->tiles = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_widget_unparent);
  self->looks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->none = gtk_label_new (NULL);
  gtk_label_set_justify (GTK_LABEL (self->none), GTK_JUSTIFY_CENTER);
  gtk_label_set_wrap (GTK_LABEL (self->none), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->none), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_ellipsize (GTK_LABEL (self->none), PANGO_ELLIPSIZE_END);
  gtk_label_set_lines (GTK_LABEL (self->none), 4);
  sky_camera_grid_set_why_none (self, NULL);
  gtk_widget_add_css_class (self->none, "notice");
  gtk_widget_set_parent (self->none, GTK_WIDGET (self));

  self->wall_signals = g_signal_group_new (SKY_TYPE_CAMERA_WALL);
  g_signal_group_connect_swapped (self->wall_signals, "notify::n-cameras",
                                  G_CALLBACK (n_cameras_cb), self);
  g_signal_group_connect_swapped (self->wall_signals, "notify::active", G_CALLBACK (active_cb),
                                  self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Cameras"), -1);
}

void
sky_camera_grid_set_wall (SkyCameraGrid *self, SkyCameraWall *wall)
{
  g_return_if_fail (SKY_IS_CAMERA_GRID (self));
  g_return_if_fail (wall == NULL || SKY_IS_CAMERA_WALL (wall));

  if (!g_set_object (&self->wall, wall))
    return;
  g_signal_group_set_target (self->wall_signals, wall);
  rebuild (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WALL]);
}

SkyCameraWall *
sky_camera_grid_get_wall (SkyCameraGrid *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_GRID (self), NULL);
  return self->wall;
}

void
sky_camera_grid_set_alone (SkyCameraGrid *self, gboolean alone)
{
  g_return_if_fail (SKY_IS_CAMERA_GRID (self));

  if (self->alone == alone)
    return;
  self->alone = alone;
  update_sight (self);
}

void
sky_camera_grid_set_hidden (SkyCameraGrid *self, gboolean hidden)
{
  g_return_if_fail (SKY_IS_CAMERA_GRID (self));

  if (self->hidden == hidden)
    return;
  self->hidden = hidden;
  update_sight (self);
}

gboolean
sky_camera_grid_get_alone (SkyCameraGrid *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_GRID (self), FALSE);
  return self->alone;
}

/* Whether the recording that did not play is there again. */
static gboolean
has_come_back (SkyCameraGrid *self, guint camera, GHashTable *missing)
{
  SkyCameraState state;

  sky_camera_wall_get_state (self->wall, camera, &state);
  if (state.status != SKY_CAMERA_FAILED || state.segment < 0 || self->missing == NULL)
    return FALSE;

  const SkyCameraSegment *segment = sky_camera_get_segment (
      sky_camera_wall_get_camera (self->wall, camera), (guint) state.segment);
  return g_hash_table_contains (self->missing, segment->path)
         && (missing == NULL || !g_hash_table_contains (missing, segment->path));
}

void
sky_camera_grid_set_missing (SkyCameraGrid *self, GHashTable *missing)
{
  g_return_if_fail (SKY_IS_CAMERA_GRID (self));

  for (guint i = 0; i < self->tiles->len; i++)
    {
      if (has_come_back (self, i, missing))
        sky_camera_wall_retry (self->wall, i);
      sky_camera_tile_set_missing (self->tiles->pdata[i], missing);
    }
  g_clear_pointer (&self->missing, g_hash_table_unref);
  self->missing = missing != NULL ? g_hash_table_ref (missing) : NULL;
}

void
sky_camera_grid_set_zone (SkyCameraGrid *self, GTimeZone *zone)
{
  g_return_if_fail (SKY_IS_CAMERA_GRID (self));

  if (zone == self->zone)
    return;
  g_clear_pointer (&self->zone, g_time_zone_unref);
  self->zone = zone != NULL ? g_time_zone_ref (zone) : NULL;
  for (guint i = 0; i < self->tiles->len; i++)
    sky_camera_tile_set_zone (self->tiles->pdata[i], zone);
}

void
sky_camera_grid_set_sight (SkyCameraGrid *self, SkyDaySight *sight)
{
  g_return_if_fail (SKY_IS_CAMERA_GRID (self));

  g_set_object (&self->sight, sight);
  for (guint i = 0; i < self->tiles->len; i++)
    sky_camera_tile_set_sight (self->tiles->pdata[i], sight);
}

void
sky_camera_grid_set_why_none (SkyCameraGrid *self, const char *why)
{
  g_return_if_fail (SKY_IS_CAMERA_GRID (self));

  g_autofree char *text =
      /* Translators: why no camera of a table can be shown. */
      why != NULL ? g_strdup_printf (_ ("NO CAMERAS\n%s"), why)
                  : g_strdup (_ ("NO CAMERAS\nThe archive has no footage of this table."));
  gtk_label_set_label (GTK_LABEL (self->none), text);
  gtk_widget_set_tooltip_text (self->none, why);
}

SkyCameraTile *
sky_camera_grid_get_chosen (SkyCameraGrid *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_GRID (self), NULL);

  if (self->tiles->len == 0)
    return NULL;
  int selected = sky_camera_wall_get_selected (self->wall);
  int chosen = self->large >= 0 ? self->large : MAX (selected, 0);
  return self->tiles->pdata[chosen];
}

void
sky_camera_grid_set_caption (SkyCameraGrid *self, const char *caption)
{
  g_return_if_fail (SKY_IS_CAMERA_GRID (self));

  SkyCameraTile *chosen = sky_camera_grid_get_chosen (self);
  char *copy = g_strdup (caption);
  g_free (self->caption);
  self->caption = copy;
  for (guint i = 0; i < self->tiles->len; i++)
    sky_camera_tile_set_caption (self->tiles->pdata[i],
                                 self->tiles->pdata[i] == (gpointer) chosen ? copy : NULL);
}

void
sky_camera_grid_set_large (SkyCameraGrid *self, int camera)
{
  g_return_if_fail (SKY_IS_CAMERA_GRID (self));

  if (camera < 0 || camera >= (int) self->tiles->len)
    camera = -1;
  for (guint i = 0; i < self->tiles->len; i++)
    {
      if ((int) i == camera)
        gtk_widget_add_css_class (self->tiles->pdata[i], "large");
      else
        gtk_widget_remove_css_class (self->tiles->pdata[i], "large");
    }
  if (self->wall != NULL && camera >= 0)
    sky_camera_wall_select (self->wall, camera);
  if (camera == self->large)
    return;
  self->large = camera;
  update_sight (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LARGE]);
}

int
sky_camera_grid_get_large (SkyCameraGrid *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_GRID (self), -1);
  return self->large;
}

char *
sky_camera_grid_dup_looks (SkyCameraGrid *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_GRID (self), NULL);

  GString *line = g_string_new (NULL);
  GHashTableIter each;
  gpointer name, look;
  remember_looks (self);
  g_hash_table_iter_init (&each, self->looks);
  while (g_hash_table_iter_next (&each, &name, &look))
    {
      const SkyCameraLook *of = look;
      g_autofree char *escaped = g_uri_escape_string (name, NULL, TRUE);
      g_string_append_printf (line, "%s%s=%d,%d,%d", line->len > 0 ? "&" : "", escaped, of->zoom,
                              of->x, of->y);
    }
  if (self->large >= 0)
    {
      g_autofree char *escaped = g_uri_escape_string (
          sky_camera_tile_get_name (self->tiles->pdata[self->large]), NULL, TRUE);
      g_string_append_printf (line, "%s%s=large", line->len > 0 ? "&" : "", escaped);
    }
  return g_string_free (line, FALSE);
}

void
sky_camera_grid_take_looks (SkyCameraGrid *self, const char *line)
{
  g_return_if_fail (SKY_IS_CAMERA_GRID (self));

  GUriParamsIter iter;
  char *name, *value;
  g_uri_params_iter_init (&iter, line, -1, "&", G_URI_PARAMS_NONE);
  while (g_uri_params_iter_next (&iter, &name, &value, NULL))
    {
      SkyCameraLook look;
      if (strcmp (value, "large") == 0)
        {
          g_free (self->large_name);
          self->large_name = g_steal_pointer (&name);
        }
      else if (sscanf (value, "%d,%d,%d", &look.zoom, &look.x, &look.y) == 3)
        g_hash_table_replace (self->looks, g_steal_pointer (&name), g_memdup2 (&look, sizeof look));
      g_free (name);
      g_free (value);
    }
  apply_looks (self);
}

gboolean
sky_camera_grid_is_settled (SkyCameraGrid *self)
{
  g_return_val_if_fail (SKY_IS_CAMERA_GRID (self), TRUE);

  for (guint i = 0; i < self->tiles->len; i++)
    {
      SkyCameraState state;
      sky_camera_wall_get_state (self->wall, i, &state);
      if (state.status == SKY_CAMERA_LOADING)
        return FALSE;
    }
  return TRUE;
}
