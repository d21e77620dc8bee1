/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-alarm-strip.h"

#include <glib/gi18n.h>

#include <string.h>

typedef struct
{
  char *key;
  char *text;
  gint64 since; /* monotonic, µs */
} Alarm;

struct _SkyAlarmStrip
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *content;
  GtkLabel *text;
  GtkLabel *waited;

  /* Owned. */
  GPtrArray *alarms; /* of Alarm, the first of them shown */
  guint timer;       /* 0: none */
};

G_DEFINE_FINAL_TYPE (SkyAlarmStrip, sky_alarm_strip, GTK_TYPE_WIDGET)

static void
alarm_free (gpointer data)
{
  Alarm *alarm = data;

  g_free (alarm->key);
  g_free (alarm->text);
  g_free (alarm);
}

static gboolean
tick_cb (gpointer data)
{
  SkyAlarmStrip *self = data;
  const Alarm *first = self->alarms->pdata[0];
  int seconds = (int) ((g_get_monotonic_time () - first->since) / G_USEC_PER_SEC);
  g_autofree char *text = g_strdup_printf ("%d:%02d", seconds / 60, seconds % 60);

  gtk_label_set_label (self->waited, text);
  return G_SOURCE_CONTINUE;
}

static void
update (SkyAlarmStrip *self)
{
  guint n = self->alarms->len;

  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  if (n == 0)
    {
      g_clear_handle_id (&self->timer, g_source_remove);
      return;
    }
  const Alarm *first = self->alarms->pdata[0];
  g_autofree char *more =
      /* Translators: what is to be confirmed first, and how many wait behind it. */
      g_strdup_printf (ngettext ("%s, and %u more", "%s, and %u more", n - 1), first->text, n - 1);
  gtk_label_set_label (self->text, n > 1 ? more : first->text);
  if (self->timer == 0)
    self->timer = g_timeout_add_seconds (1, tick_cb, self);
  tick_cb (self);
}

static void
close_cb (SkyAlarmStrip *self, GtkButton *button)
{
  g_ptr_array_remove_index (self->alarms, 0);
  update (self);
}

static void
sky_alarm_strip_dispose (GObject *object)
{
  SkyAlarmStrip *self = SKY_ALARM_STRIP (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer (&self->alarms, g_ptr_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_ALARM_STRIP);
  G_OBJECT_CLASS (sky_alarm_strip_parent_class)->dispose (object);
}

static void
sky_alarm_strip_class_init (SkyAlarmStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_alarm_strip_dispose;
  gtk_widget_class_set_css_name (widget_class, "alarm");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-alarm-strip.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyAlarmStrip, content);
  gtk_widget_class_bind_template_child (widget_class, SkyAlarmStrip, text);
  gtk_widget_class_bind_template_child (widget_class, SkyAlarmStrip, waited);
  gtk_widget_class_bind_template_callback (widget_class, close_cb);
}

static void
sky_alarm_strip_init (SkyAlarmStrip *self)
{
  self->alarms = g_ptr_array_new_with_free_func (alarm_free);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Returns: where the alarm of the finding @key stands; its length: nowhere. */
static guint
find_alarm (SkyAlarmStrip *self, const char *key)
{
  guint i = 0;

  while (i < self->alarms->len && strcmp (((Alarm *) self->alarms->pdata[i])->key, key) != 0)
    i++;
  return i;
}

void
sky_alarm_strip_add (SkyAlarmStrip *self, const char *key, const char *text, gboolean sounds)
{
  g_return_if_fail (SKY_IS_ALARM_STRIP (self));
  g_return_if_fail (key != NULL);

  if (find_alarm (self, key) < self->alarms->len)
    return;
  Alarm *alarm = g_new (Alarm, 1);
  *alarm = (Alarm){ g_strdup (key), g_strdup (text), g_get_monotonic_time () };
  g_ptr_array_add (self->alarms, alarm);
  update (self);
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  if (sounds && native != NULL && gtk_native_get_surface (native) != NULL)
    gdk_surface_beep (gtk_native_get_surface (native));
}

void
sky_alarm_strip_settle (SkyAlarmStrip *self, const char *key)
{
  g_return_if_fail (SKY_IS_ALARM_STRIP (self));

  guint i = key != NULL ? find_alarm (self, key) : 0;
  if (key == NULL)
    g_ptr_array_set_size (self->alarms, 0);
  else if (i < self->alarms->len)
    g_ptr_array_remove_index (self->alarms, i);
  update (self);
}

const char *
sky_alarm_strip_get_key (SkyAlarmStrip *self)
{
  g_return_val_if_fail (SKY_IS_ALARM_STRIP (self), NULL);
  return self->alarms->len > 0 ? ((Alarm *) self->alarms->pdata[0])->key : NULL;
}

guint
sky_alarm_strip_get_n (SkyAlarmStrip *self)
{
  g_return_val_if_fail (SKY_IS_ALARM_STRIP (self), 0);
  return self->alarms->len;
}
