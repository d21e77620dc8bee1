/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit-progress.h"

struct _SkyAuditProgress
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkRevealer *revealer;
  GtkProgressBar *bar;
  GtkLabel *status;

  /* Owned. */
  SkyIntake *intake;
  GSignalGroup *intake_signals;
  GSignalGroup *job_signals;
};

G_DEFINE_FINAL_TYPE (SkyAuditProgress, sky_audit_progress, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_INTAKE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
update (SkyAuditProgress *self)
{
  SkyAuditJob *job = sky_intake_get_job (self->intake);

  if (job == NULL)
    return;
  gtk_progress_bar_set_fraction (self->bar, sky_audit_job_get_fraction (job));
  gtk_label_set_label (self->status, sky_audit_job_get_status (job));
}

static void
job_cb (SkyAuditProgress *self)
{
  SkyAuditJob *job = sky_intake_get_job (self->intake);

  g_signal_group_set_target (self->job_signals, job);
  gtk_revealer_set_reveal_child (self->revealer, job != NULL);
  update (self);
}

static void
cancel_cb (SkyAuditProgress *self, GtkButton *button)
{
  sky_intake_cancel (self->intake);
}

static void
sky_audit_progress_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_INTAKE:
      g_value_set_object (value, SKY_AUDIT_PROGRESS (object)->intake);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_audit_progress_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_INTAKE:
      sky_audit_progress_set_intake (SKY_AUDIT_PROGRESS (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_audit_progress_dispose (GObject *object)
{
  SkyAuditProgress *self = SKY_AUDIT_PROGRESS (object);

  g_clear_object (&self->intake_signals);
  g_clear_object (&self->job_signals);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_AUDIT_PROGRESS);
  g_clear_object (&self->intake);
  G_OBJECT_CLASS (sky_audit_progress_parent_class)->dispose (object);
}

static void
sky_audit_progress_class_init (SkyAuditProgressClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_audit_progress_get_property;
  object_class->set_property = sky_audit_progress_set_property;
  object_class->dispose = sky_audit_progress_dispose;

  properties[PROP_INTAKE] =
      g_param_spec_object ("intake", NULL, NULL, SKY_TYPE_INTAKE,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-audit-progress.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyAuditProgress, revealer);
  gtk_widget_class_bind_template_child (widget_class, SkyAuditProgress, bar);
  gtk_widget_class_bind_template_child (widget_class, SkyAuditProgress, status);
  gtk_widget_class_bind_template_callback (widget_class, cancel_cb);
}

static void
sky_audit_progress_init (SkyAuditProgress *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->intake_signals = g_signal_group_new (SKY_TYPE_INTAKE);
  g_signal_group_connect_swapped (self->intake_signals, "notify::job", G_CALLBACK (job_cb), self);
  self->job_signals = g_signal_group_new (SKY_TYPE_AUDIT_JOB);
  g_signal_group_connect_swapped (self->job_signals, "notify::fraction", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->job_signals, "notify::status", G_CALLBACK (update), self);
}

void
sky_audit_progress_set_intake (SkyAuditProgress *self, SkyIntake *intake)
{
  g_return_if_fail (SKY_IS_AUDIT_PROGRESS (self));
  g_return_if_fail (intake == NULL || SKY_IS_INTAKE (intake));

  if (!g_set_object (&self->intake, intake))
    return;
  g_signal_group_set_target (self->intake_signals, intake);
  if (intake != NULL)
    job_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_INTAKE]);
}
