/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-case-tray.h"

#include <glib/gi18n.h>

struct _SkyCaseTray
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkRevealer *revealer;
  GtkButton *name;

  /* Owned. */
  SkyOpenCase *open_case;
  GSignalGroup *case_signals;

  gboolean awaiting;
};

G_DEFINE_FINAL_TYPE (SkyCaseTray, sky_case_tray, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_OPEN_CASE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
update (SkyCaseTray *self)
{
  const char *title = sky_open_case_get_title (self->open_case);
  guint n = sky_open_case_get_n_items (self->open_case);
  g_autofree char *text = NULL;

  gtk_revealer_set_reveal_child (self->revealer, title != NULL || self->awaiting);
  if (title == NULL)
    {
      gtk_button_set_label (self->name, _ ("Drop here to open a case for it"));
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->name), NULL);
      return;
    }
  /* Translators: the number of a case, how much is in it. */
  text = g_strdup_printf (ngettext ("Case %d · %u item", "Case %d · %u items", n),
                          (int) sky_open_case_get_number (self->open_case), n);
  gtk_button_set_label (self->name, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->name), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->name), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  title, -1);
}

static void
put_aside_cb (SkyCaseTray *self, GtkButton *button)
{
  sky_open_case_set (self->open_case, NULL);
}

/* What is dragged is chosen in the list, or is the one that is looked at. */
static gboolean
dropped_cb (SkyCaseTray *self, const GValue *value, double x, double y, GtkDropTarget *target)
{
  sky_open_case_put_in (self->open_case);
  return TRUE;
}

static void
sky_case_tray_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_OPEN_CASE:
      g_value_set_object (value, SKY_CASE_TRAY (object)->open_case);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_case_tray_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_OPEN_CASE:
      sky_case_tray_set_open_case (SKY_CASE_TRAY (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_case_tray_dispose (GObject *object)
{
  SkyCaseTray *self = SKY_CASE_TRAY (object);

  g_clear_object (&self->case_signals);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_CASE_TRAY);
  g_clear_object (&self->open_case);
  G_OBJECT_CLASS (sky_case_tray_parent_class)->dispose (object);
}

static void
sky_case_tray_class_init (SkyCaseTrayClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_case_tray_get_property;
  object_class->set_property = sky_case_tray_set_property;
  object_class->dispose = sky_case_tray_dispose;

  properties[PROP_OPEN_CASE] =
      g_param_spec_object ("open-case", NULL, NULL, SKY_TYPE_OPEN_CASE,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-case-tray.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyCaseTray, revealer);
  gtk_widget_class_bind_template_child (widget_class, SkyCaseTray, name);
  gtk_widget_class_bind_template_callback (widget_class, put_aside_cb);
}

static void
sky_case_tray_init (SkyCaseTray *self)
{
  GtkDropTarget *target = gtk_drop_target_new (SKY_TYPE_QUEUE_ITEM, GDK_ACTION_COPY);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Current case"), -1);
  g_signal_connect_object (target, "drop", G_CALLBACK (dropped_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
  self->case_signals = g_signal_group_new (SKY_TYPE_OPEN_CASE);
  g_signal_group_connect_swapped (self->case_signals, "changed", G_CALLBACK (update), self);
}

void
sky_case_tray_set_open_case (SkyCaseTray *self, SkyOpenCase *open_case)
{
  g_return_if_fail (SKY_IS_CASE_TRAY (self));
  g_return_if_fail (open_case == NULL || SKY_IS_OPEN_CASE (open_case));

  if (!g_set_object (&self->open_case, open_case))
    return;
  g_signal_group_set_target (self->case_signals, open_case);
  if (open_case != NULL)
    update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OPEN_CASE]);
}

void
sky_case_tray_set_awaiting (SkyCaseTray *self, gboolean awaiting)
{
  g_return_if_fail (SKY_IS_CASE_TRAY (self));

  self->awaiting = awaiting;
  if (self->open_case != NULL)
    update (self);
}
