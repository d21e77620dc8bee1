/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-transport.h"

#include <glib/gi18n.h>

#include "sky-clock-text.h"
#include "sky-late-menu.h"

struct _SkyTransport
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *bar;
  GtkButton *play;
  GtkMenuButton *rate;
  GMenuModel *rates; /* its menu */
  GtkMenuButton *time;
  GtkPopover *time_popover;
  GtkEntry *typed_time;
  GtkLabel *meant;
  GtkLabel *shown;

  /* Owned; NULL until there is something to play. */
  SkyCameraWall *wall;
  SkyClock *clock;
  GSignalGroup *wall_signals;
  GSignalGroup *clock_signals;
  gboolean open;
};

G_DEFINE_FINAL_TYPE (SkyTransport, sky_transport, GTK_TYPE_WIDGET)

static guint go_to_signal;

char *
sky_transport_rate_text (int rate)
{
  const char *sign = rate < 0 ? "−" : "";

  switch (ABS (rate))
    {
    case 125:
      return g_strdup_printf ("%s⅛×", sign);
    case 250:
      return g_strdup_printf ("%s¼×", sign);
    case 500:
      return g_strdup_printf ("%s½×", sign);
    default:
      if (rate % SKY_RATE_ONE == 0)
        return g_strdup_printf ("%s%d×", sign, ABS (rate) / SKY_RATE_ONE);
      return g_strdup_printf ("%s%d.%d×", sign, ABS (rate) / SKY_RATE_ONE,
                              ABS (rate) % SKY_RATE_ONE / 100);
    }
}

static void
update_position (SkyTransport *self)
{
  SkyTime at = sky_camera_wall_get_position (self->wall);

  if (!self->open || at == SKY_TIME_NONE)
    {
      gtk_label_set_label (self->shown, "");
      return;
    }
  g_autofree char *text = sky_clock_text (at, sky_clock_get_zone (self->clock));
  gtk_label_set_label (self->shown, text);
}

/* The record's own instant, for who compares it. */
static gboolean
time_tip_cb (SkyTransport *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  SkyTime at = self->open ? sky_camera_wall_get_position (self->wall) : SKY_TIME_NONE;

  if (at == SKY_TIME_NONE)
    return FALSE;
  g_autofree char *both = sky_clock_text_both (at, sky_clock_get_zone (self->clock));
  /* Translators: an instant on one clock or two, each on a line of its own. */
  g_autofree char *text = g_strdup_printf (_ ("%s\nGo to another time (Shift+T)"), both);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* --- Going to a time -------------------------------------------------------------------------- */

/* Returns: SKY_TIME_NONE: what was typed is no time, or there is nothing to play. */
static SkyTime
get_typed (SkyTransport *self)
{
  SkyTime at = SKY_TIME_NONE;

  if (!self->open
      || !sky_clock_text_parse (gtk_editable_get_text (GTK_EDITABLE (self->typed_time)),
                                sky_camera_wall_get_position (self->wall),
                                sky_clock_get_zone (self->clock), &at))
    return SKY_TIME_NONE;
  return at;
}

/* On both clocks, before one goes there. */
static void
time_changed_cb (SkyTransport *self, GtkEditable *entry)
{
  SkyTime at = get_typed (self);
  SkyTime from;
  SkyTime until;

  gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  if (at == SKY_TIME_NONE)
    {
      gtk_label_set_label (self->meant, "");
      return;
    }
  g_autofree char *both = sky_clock_text_both (at, sky_clock_get_zone (self->clock));
  sky_camera_wall_get_range (self->wall, &from, &until);
  gtk_label_set_label (self->meant, at < from || at > until ? _ ("Not in this day’s log") : both);
}

static void
go_cb (SkyTransport *self, GtkEntry *entry)
{
  SkyTime at = get_typed (self);

  if (at == SKY_TIME_NONE)
    {
      gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
      return;
    }
  g_signal_emit (self, go_to_signal, 0, at);
  gtk_popover_popdown (self->time_popover);
}

static void
closed_cb (SkyTransport *self, GtkPopover *popover)
{
  gtk_editable_set_text (GTK_EDITABLE (self->typed_time), "");
}

void
sky_transport_ask_time (SkyTransport *self)
{
  g_return_if_fail (SKY_IS_TRANSPORT (self));

  gtk_menu_button_popup (self->time);
  gtk_widget_grab_focus (GTK_WIDGET (self->typed_time));
}

/* --- What is shown ---------------------------------------------------------------------------- */

/* While the cameras cannot keep up, the rate reached stands beside the one asked for. */
static void
update_rate (SkyTransport *self)
{
  SkyCameraWall *wall = self->wall;
  int asked = sky_camera_wall_get_rate (wall);
  int reached = sky_camera_wall_get_effective_rate (wall);
  gboolean playing = sky_camera_wall_get_playing (wall);
  g_autofree char *text = sky_transport_rate_text (asked);

  if (playing && reached != 0 && ABS (reached) * 10 < ABS (asked) * 9)
    {
      g_autofree char *reached_text = sky_transport_rate_text (reached / 100 * 100);
      /* Translators: the speed reached and the speed asked for, as in "6.3× of 8×". */
      g_autofree char *both = g_strdup_printf (_ ("%s of %s"), reached_text, text);
      gtk_menu_button_set_label (self->rate, both);
    }
  else
    gtk_menu_button_set_label (self->rate, text);

  gtk_button_set_icon_name (self->play, playing ? "media-playback-pause-symbolic"
                                                : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->play),
                               playing ? _ ("Pause (Space)") : _ ("Play (Space)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  playing ? _ ("Pause") : _ ("Play"), -1);
}

static void
sky_transport_dispose (GObject *object)
{
  SkyTransport *self = SKY_TRANSPORT (object);

  g_clear_object (&self->wall_signals);
  g_clear_object (&self->clock_signals);
  g_clear_object (&self->wall);
  g_clear_object (&self->clock);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_TRANSPORT);
  G_OBJECT_CLASS (sky_transport_parent_class)->dispose (object);
}

static void
sky_transport_class_init (SkyTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sky_transport_dispose;

  go_to_signal = g_signal_new ("go-to", SKY_TYPE_TRANSPORT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 1, G_TYPE_INT64);

  gtk_widget_class_set_css_name (widget_class, "transport");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TOOLBAR);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-transport.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyTransport, bar);
  gtk_widget_class_bind_template_child (widget_class, SkyTransport, play);
  gtk_widget_class_bind_template_child (widget_class, SkyTransport, rate);
  gtk_widget_class_bind_template_child (widget_class, SkyTransport, rates);
  gtk_widget_class_bind_template_child (widget_class, SkyTransport, time);
  gtk_widget_class_bind_template_child (widget_class, SkyTransport, time_popover);
  gtk_widget_class_bind_template_child (widget_class, SkyTransport, typed_time);
  gtk_widget_class_bind_template_child (widget_class, SkyTransport, meant);
  gtk_widget_class_bind_template_callback (widget_class, time_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, go_cb);
  gtk_widget_class_bind_template_callback (widget_class, closed_cb);
  gtk_widget_class_bind_template_child (widget_class, SkyTransport, shown);
  gtk_widget_class_bind_template_callback (widget_class, time_tip_cb);
}

static void
sky_transport_init (SkyTransport *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sky_late_menu_set (self->rate, self->rates);

  self->clock_signals = g_signal_group_new (SKY_TYPE_CLOCK);
  g_signal_group_connect_swapped (self->clock_signals, "notify::zone", G_CALLBACK (update_position),
                                  self);
  self->wall_signals = g_signal_group_new (SKY_TYPE_CAMERA_WALL);
  g_signal_group_connect_swapped (self->wall_signals, "notify::position",
                                  G_CALLBACK (update_position), self);
  g_signal_group_connect_swapped (self->wall_signals, "notify::playing", G_CALLBACK (update_rate),
                                  self);
  g_signal_group_connect_swapped (self->wall_signals, "notify::rate", G_CALLBACK (update_rate),
                                  self);
  g_signal_group_connect_swapped (self->wall_signals, "notify::effective-rate",
                                  G_CALLBACK (update_rate), self);
}

void
sky_transport_set_wall (SkyTransport *self, SkyCameraWall *wall, SkyClock *clock)
{
  g_return_if_fail (SKY_IS_TRANSPORT (self));
  g_return_if_fail (SKY_IS_CAMERA_WALL (wall));
  g_return_if_fail (SKY_IS_CLOCK (clock));

  g_set_object (&self->wall, wall);
  g_set_object (&self->clock, clock);
  g_signal_group_set_target (self->wall_signals, wall);
  g_signal_group_set_target (self->clock_signals, clock);
  sky_transport_set_open (self, self->open);
  update_rate (self);
}

void
sky_transport_set_open (SkyTransport *self, gboolean open)
{
  g_return_if_fail (SKY_IS_TRANSPORT (self));
  g_return_if_fail (self->wall != NULL);

  self->open = open;
  gtk_widget_set_sensitive (self->bar, open);
  update_position (self);
}
