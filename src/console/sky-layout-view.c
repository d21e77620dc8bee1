/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-layout-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "sky-picture.h"

struct _SkyLayoutView
{
  GtkWidget parent_instance;

  /* Owned. */
  SkySession *session;
  GSignalGroup *session_signals;
  /* The bare table, drawn once for a size, a game and a style. */
  GdkTexture *table;
  SkyGameId table_game;
  int table_width;
  int table_height;
  gboolean table_dark;
};

G_DEFINE_FINAL_TYPE (SkyLayoutView, sky_layout_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_SESSION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* Sets @game. Returns FALSE when there is no table, or no picture for its game. */
static gboolean
find_game (SkyLayoutView *self, SkyGameId *game)
{
  SkyTableDay *day = self->session != NULL ? sky_session_get_day (self->session) : NULL;

  if (day == NULL)
    return FALSE;
  *game = sky_table_day_get_header (day)->game;
  return sky_picture_knows (*game);
}

static gboolean
is_dark (void)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ());
}

/* --- Drawing ---------------------------------------------------------------------------------- */

static void
draw_table (SkyLayoutView *self, SkyGameId game, int width, int height)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  const SkyPictureStyle style = { .dark = is_dark () };
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * scale, height * scale);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, scale, scale);
  sky_picture_draw_table (cr, game, width, height, &style);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = g_bytes_new_with_free_func (
      cairo_image_surface_get_data (surface), stride * (gsize) (height * scale),
      (GDestroyNotify) cairo_surface_destroy, surface);
  g_clear_object (&self->table);
  self->table =
      gdk_memory_texture_new (width * scale, height * scale, GDK_MEMORY_DEFAULT, bytes, stride);
  self->table_game = game;
  self->table_width = width;
  self->table_height = height;
  self->table_dark = style.dark;
}

static void
sky_layout_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SkyLayoutView *self = SKY_LAYOUT_VIEW (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  SkyGameId game;

  if (width <= 0 || height <= 0 || !find_game (self, &game))
    return;
  if (self->table == NULL || self->table_game != game || self->table_width != width
      || self->table_height != height || self->table_dark != is_dark ())
    draw_table (self, game, width, height);

  const graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, width, height);
  gtk_snapshot_append_texture (snapshot, self->table, &bounds);
  const SkyScene *scene = sky_session_get_scene (self->session);
  if (scene == NULL)
    return;

  const SkyPictureStyle style = { .dark = is_dark (),
                                  .pointed = sky_session_get_pointed (self->session) };
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  sky_picture_draw_scene (cr, scene, game, width, height, &style);
  cairo_destroy (cr);
}

static void
sky_layout_view_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : 100;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 480 : 240;
}

static void
sky_layout_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (sky_layout_view_parent_class)->css_changed (widget, change);
  gtk_widget_queue_draw (widget);
}

/* --- The session ------------------------------------------------------------------------------ */

static void
redraw (SkyLayoutView *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The wager whose chips lie there, or NULL. */
static const SkySceneWager *
wager_at (SkyLayoutView *self, double x, double y)
{
  SkyGameId game;
  const SkyScene *scene = self->session != NULL ? sky_session_get_scene (self->session) : NULL;

  if (scene == NULL || !find_game (self, &game))
    return NULL;
  return sky_picture_wager_at (scene, game, gtk_widget_get_width (GTK_WIDGET (self)),
                               gtk_widget_get_height (GTK_WIDGET (self)), x, y);
}

static void
motion_cb (SkyLayoutView *self, double x, double y, GtkEventController *motion)
{
  const SkySceneWager *wager = wager_at (self, x, y);

  if (self->session != NULL)
    sky_session_set_pointed (self->session, wager != NULL ? wager->id : NULL);
}

static void
leave_cb (SkyLayoutView *self, GtkEventController *motion)
{
  if (self->session != NULL)
    sky_session_set_pointed (self->session, NULL);
}

static gboolean
query_tooltip_cb (SkyLayoutView *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  const SkySceneWager *wager = keyboard ? NULL : wager_at (self, x, y);
  if (wager == NULL)
    return FALSE;

  g_autofree char *amount = sky_money_format (wager->amount);
  /* Translators: a wager's name, its amount, the seat of the player. */
  g_autofree char *text =
      g_strdup_printf (_ ("%s, %s, seat %d"), wager->name, amount, (int) wager->seat);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_layout_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SESSION:
      g_value_set_object (value, SKY_LAYOUT_VIEW (object)->session);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_layout_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SESSION:
      sky_layout_view_set_session (SKY_LAYOUT_VIEW (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_layout_view_dispose (GObject *object)
{
  SkyLayoutView *self = SKY_LAYOUT_VIEW (object);

  g_clear_object (&self->session_signals);
  g_clear_object (&self->session);
  g_clear_object (&self->table);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_LAYOUT_VIEW);
  G_OBJECT_CLASS (sky_layout_view_parent_class)->dispose (object);
}

static void
sky_layout_view_class_init (SkyLayoutViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_layout_view_get_property;
  object_class->set_property = sky_layout_view_set_property;
  object_class->dispose = sky_layout_view_dispose;
  widget_class->snapshot = sky_layout_view_snapshot;
  widget_class->measure = sky_layout_view_measure;
  widget_class->css_changed = sky_layout_view_css_changed;

  properties[PROP_SESSION] =
      g_param_spec_object ("session", NULL, NULL, SKY_TYPE_SESSION,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "layout");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-layout-view.ui");
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
  gtk_widget_class_bind_template_callback (widget_class, query_tooltip_cb);
}

static void
sky_layout_view_init (SkyLayoutView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->session_signals = g_signal_group_new (SKY_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "scene-changed", G_CALLBACK (redraw),
                                  self);
  g_signal_group_connect_swapped (self->session_signals, "notify::pointed", G_CALLBACK (redraw),
                                  self);
  g_signal_group_connect_swapped (self->session_signals, "notify::day", G_CALLBACK (redraw), self);
}

void
sky_layout_view_set_session (SkyLayoutView *self, SkySession *session)
{
  g_return_if_fail (SKY_IS_LAYOUT_VIEW (self));
  g_return_if_fail (session == NULL || SKY_IS_SESSION (session));

  if (!g_set_object (&self->session, session))
    return;
  g_signal_group_set_target (self->session_signals, session);
  redraw (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

SkySession *
sky_layout_view_get_session (SkyLayoutView *self)
{
  g_return_val_if_fail (SKY_IS_LAYOUT_VIEW (self), NULL);
  return self->session;
}
