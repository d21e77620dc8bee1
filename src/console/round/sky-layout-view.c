/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-layout-view.h"

#include <glib/gi18n.h>

#include "sky-picture.h"
#include "sky-scene-text.h"

struct _SkyLayoutView
{
  SkyLayoutCanvas parent_instance;

  /* Template children. */
  GtkPopover *bubble; /* what a key points at says what a tooltip says to the pointer */
  GtkLabel *bubble_text;

  /* Owned. */
  SkyDayView *day_view;
  GSignalGroup *day_signals;
  char *told; /* as it was described last */
};

G_DEFINE_FINAL_TYPE (SkyLayoutView, sky_layout_view, SKY_TYPE_LAYOUT_CANVAS)

enum
{
  PROP_0,
  PROP_DAY_VIEW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* Sets @game. Returns FALSE when there is no table. */
static gboolean
find_game (SkyLayoutView *self, SkyGameId *game)
{
  SkyTableDay *day = self->day_view != NULL ? sky_day_view_get_day (self->day_view) : NULL;

  if (day == NULL)
    return FALSE;
  *game = sky_table_day_get_header (day)->game;
  return TRUE;
}

static const SkyScene *
scene_of (SkyLayoutView *self)
{
  return self->day_view != NULL ? sky_day_view_get_scene (self->day_view) : NULL;
}

/* The wager with the id @id, whether or not it lies; NULL: none. */
static const SkySceneWager *
find_wager (SkyLayoutView *self, const char *id)
{
  const SkyScene *scene = scene_of (self);

  for (guint i = 0; scene != NULL && id != NULL && i < scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);
      if (g_strcmp0 (wager->id, id) == 0)
        return wager;
    }
  return NULL;
}

/* --- What is shown ---------------------------------------------------------------------------- */

static void
show (SkyLayoutView *self)
{
  SkyGameId game;
  const gboolean has_game = find_game (self, &game);

  sky_layout_canvas_show (SKY_LAYOUT_CANVAS (self), has_game ? &game : NULL, scene_of (self),
                          self->day_view != NULL ? sky_day_view_get_pointed (self->day_view)
                                                 : NULL);
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
sky_layout_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_popover_present (SKY_LAYOUT_VIEW (widget)->bubble);
  GTK_WIDGET_CLASS (sky_layout_view_parent_class)->size_allocate (widget, width, height, baseline);
}

/* --- What is told ----------------------------------------------------------------------------- */

static void
hide_bubble (SkyLayoutView *self)
{
  if (gtk_widget_get_visible (GTK_WIDGET (self->bubble)))
    gtk_popover_popdown (self->bubble);
}

/* Puts it beside the chips of @wager, which a key pointed at. */
static void
show_bubble (SkyLayoutView *self, const SkySceneWager *wager)
{
  SkyPictureArea area;
  SkyGameId game;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || !find_game (self, &game)
      || !sky_picture_wager_area (scene_of (self), game, gtk_widget_get_width (GTK_WIDGET (self)),
                                  gtk_widget_get_height (GTK_WIDGET (self)), wager->id, &area))
    return;

  const GdkRectangle around = { (int) area.x, (int) area.y, (int) area.width + 1,
                                (int) area.height + 1 };
  g_autofree char *text = sky_scene_text_wager (scene_of (self), wager);
  gtk_label_set_label (self->bubble_text, text);
  gtk_popover_set_pointing_to (self->bubble, &around);
  gtk_popover_popup (self->bubble);
}

/* What lies on the table is the description; what is pointed at joins the name, so that a screen
 * reader says it when it changes. */
static void
update_accessible (SkyLayoutView *self)
{
  const SkyScene *scene = scene_of (self);
  const SkySceneWager *wager =
      self->day_view != NULL ? find_wager (self, sky_day_view_get_pointed (self->day_view)) : NULL;
  g_autofree char *all = scene != NULL ? sky_scene_text_all (scene) : g_strdup ("");
  g_autofree char *text = wager != NULL ? sky_scene_text_wager (scene, wager) : NULL;
  g_autofree char *name = text != NULL
                              /* Translators: the layout's name, then the wager pointed at. */
                              ? g_strdup_printf (_ ("The table's layout at the playhead: %s"), text)
                              : g_strdup (_ ("The table's layout at the playhead"));
  g_autofree char *told = g_strconcat (name, "\n", all, NULL);

  if (g_strcmp0 (told, self->told) == 0)
    return;
  g_free (self->told);
  self->told = g_steal_pointer (&told);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, all, -1);
}

const char *
sky_layout_view_get_accessible_text (SkyLayoutView *self)
{
  g_return_val_if_fail (SKY_IS_LAYOUT_VIEW (self), NULL);
  return self->told;
}

/* --- The day --------------------------------------------------------------------------------- */

static void
scene_cb (SkyLayoutView *self)
{
  hide_bubble (self);
  update_accessible (self);
  show (self);
}

static void
pointed_cb (SkyLayoutView *self)
{
  update_accessible (self);
  show (self);
}

/* --- Pointer and keys ------------------------------------------------------------------------- */

static void
motion_cb (SkyLayoutView *self, double x, double y, GtkEventController *motion)
{
  const SkySceneWager *wager = sky_layout_canvas_find_wager (SKY_LAYOUT_CANVAS (self), x, y);

  hide_bubble (self);
  if (self->day_view != NULL)
    sky_day_view_set_pointed (self->day_view, wager != NULL ? wager->id : NULL);
}

static void
leave_cb (SkyLayoutView *self, GtkEventController *controller)
{
  hide_bubble (self);
  if (self->day_view != NULL)
    sky_day_view_set_pointed (self->day_view, NULL);
}

static void
pressed_cb (SkyLayoutView *self, int n_press, double x, double y, GtkGestureClick *click)
{
  const SkySceneWager *wager = sky_layout_canvas_find_wager (SKY_LAYOUT_CANVAS (self), x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (wager != NULL)
    sky_day_view_set_pinned (self->day_view, wager->id);
}

/* Where a key leads from the wager that is tinted. */
typedef struct
{
  guint key;
  guint keypad;
  int across; /* to the next that lies that way, */
  int down;
  int step;      /* or so many in order, */
  gboolean anew; /* from no wager */
} PointingKey;

static const PointingKey pointing_keys[] = {
  { GDK_KEY_Left, GDK_KEY_KP_Left, .across = -1 },
  { GDK_KEY_Right, GDK_KEY_KP_Right, .across = 1 },
  { GDK_KEY_Up, GDK_KEY_KP_Up, .down = -1 },
  { GDK_KEY_Down, GDK_KEY_KP_Down, .down = 1 },
  { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, .step = -1 },
  { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, .step = 1 },
  { GDK_KEY_Home, GDK_KEY_KP_Home, .step = 1, .anew = TRUE },
  { GDK_KEY_End, GDK_KEY_KP_End, .step = -1, .anew = TRUE },
};

static const PointingKey *
find_pointing_key (guint key)
{
  for (guint i = 0; i < G_N_ELEMENTS (pointing_keys); i++)
    if (pointing_keys[i].key == key || pointing_keys[i].keypad == key)
      return &pointing_keys[i];
  return NULL;
}

/* The wager to which @key leads from @from; NULL: there is none that way. */
static const SkySceneWager *
find_stepped (const SkyScene *scene, SkyGameId game, const char *from, const PointingKey *key)
{
  if (key->step != 0)
    return sky_picture_wager_step (scene, game, key->anew ? NULL : from, key->step);
  return sky_picture_wager_towards (scene, game, from, key->across, key->down);
}

static gboolean
key_cb (SkyLayoutView *self, guint key, guint code, GdkModifierType state, GtkEventController *keys)
{
  SkyGameId game;

  if (scene_of (self) == NULL || !find_game (self, &game)
      || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_Escape)
    {
      gboolean shown = gtk_widget_get_visible (GTK_WIDGET (self->bubble));
      leave_cb (self, keys);
      sky_day_view_set_pinned (self->day_view, NULL);
      return shown;
    }
  const PointingKey *pointing = find_pointing_key (key);
  if (pointing == NULL)
    return GDK_EVENT_PROPAGATE;

  const SkySceneWager *wager =
      find_stepped (scene_of (self), game, sky_day_view_get_pointed (self->day_view), pointing);
  if (wager != NULL)
    {
      /* The scene may be another after it. */
      g_autofree char *id = g_strdup (wager->id);
      sky_day_view_set_pointed (self->day_view, NULL);
      sky_day_view_set_pinned (self->day_view, id);
      wager = find_wager (self, id);
      if (wager != NULL)
        show_bubble (self, wager);
    }
  /* Where there is nothing that way the focus stays: it leaves by Tab. */
  return GDK_EVENT_STOP;
}

static gboolean
query_tooltip_cb (SkyLayoutView *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  const SkySceneWager *wager = NULL;

  if (!keyboard)
    wager = sky_layout_canvas_find_wager (SKY_LAYOUT_CANVAS (self), x, y);
  else if (self->day_view != NULL)
    wager = find_wager (self, sky_day_view_get_pointed (self->day_view));
  if (wager == NULL)
    return FALSE;

  g_autofree char *text = sky_scene_text_wager (scene_of (self), wager);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_layout_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_DAY_VIEW:
      g_value_set_object (value, SKY_LAYOUT_VIEW (object)->day_view);
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
    case PROP_DAY_VIEW:
      sky_layout_view_set_day_view (SKY_LAYOUT_VIEW (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_layout_view_dispose (GObject *object)
{
  SkyLayoutView *self = SKY_LAYOUT_VIEW (object);

  g_clear_object (&self->day_signals);
  g_clear_object (&self->day_view);
  g_clear_pointer (&self->told, g_free);
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
  widget_class->measure = sky_layout_view_measure;
  widget_class->size_allocate = sky_layout_view_size_allocate;

  properties[PROP_DAY_VIEW] =
      g_param_spec_object ("day-view", NULL, NULL, SKY_TYPE_DAY_VIEW,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-layout-view.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyLayoutView, bubble);
  gtk_widget_class_bind_template_child (widget_class, SkyLayoutView, bubble_text);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_bind_template_callback (widget_class, pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
  gtk_widget_class_bind_template_callback (widget_class, query_tooltip_cb);
}

static void
sky_layout_view_init (SkyLayoutView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->day_signals = g_signal_group_new (SKY_TYPE_DAY_VIEW);
  g_signal_group_connect_swapped (self->day_signals, "scene-changed", G_CALLBACK (scene_cb), self);
  g_signal_group_connect_swapped (self->day_signals, "notify::pinned", G_CALLBACK (pointed_cb),
                                  self);
  g_signal_group_connect_swapped (self->day_signals, "notify::pointed", G_CALLBACK (pointed_cb),
                                  self);
  g_signal_group_connect_swapped (self->day_signals, "notify::day", G_CALLBACK (scene_cb), self);
}

void
sky_layout_view_set_day_view (SkyLayoutView *self, SkyDayView *day_view)
{
  g_return_if_fail (SKY_IS_LAYOUT_VIEW (self));
  g_return_if_fail (day_view == NULL || SKY_IS_DAY_VIEW (day_view));

  if (!g_set_object (&self->day_view, day_view))
    return;
  g_signal_group_set_target (self->day_signals, day_view);
  scene_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DAY_VIEW]);
}

gboolean
sky_layout_view_is_settled (SkyLayoutView *self)
{
  g_return_val_if_fail (SKY_IS_LAYOUT_VIEW (self), TRUE);
  return !sky_layout_canvas_is_busy (SKY_LAYOUT_CANVAS (self));
}
