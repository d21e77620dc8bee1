/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-live-row.h"

#include <glib/gi18n.h>

#include "sky-clock-text.h"

enum
{
  PROP_0,
  PROP_NAME,
  PROP_PLACE,
  PROP_STATE,
  PROP_ARRIVED,
  PROP_ROUNDS,
  PROP_EVENT,
  PROP_CONFIRMATIONS,
  PROP_ALARMS,
  PROP_URGENT,
  N_PROPS,
};

struct _SkyLiveRow
{
  GObject parent_instance;

  char *property;
  char *table;
  char *day;
  guint alarms;
  guint n_waiting;
  char *texts[N_PROPS]; /* by property; those that are text */
};

G_DEFINE_FINAL_TYPE (SkyLiveRow, sky_live_row, G_TYPE_OBJECT)

static GParamSpec *properties[N_PROPS];

/* In words. */
static const char *
alarm_to_label (SkyLiveAlarm alarm)
{
  static const char *const labels[SKY_N_LIVE_ALARMS] = {
    [SKY_LIVE_ALARM_CONFLICT] = N_ ("Conflicting lines"),
    [SKY_LIVE_ALARM_EPOCH] = N_ ("Second log for this day refused"),
    [SKY_LIVE_ALARM_GAP] = N_ ("Lines lost"),
    [SKY_LIVE_ALARM_MALFORMED] = N_ ("Invalid lines refused"),
    [SKY_LIVE_ALARM_CHECKPOINT] = N_ ("Checkpoint does not match"),
    [SKY_LIVE_ALARM_STORAGE] = N_ ("Log cannot be written"),
    [SKY_LIVE_ALARM_DRIFT] = N_ ("Table clock is off"),
    [SKY_LIVE_ALARM_BEHIND] = N_ ("Catching up"),
    [SKY_LIVE_ALARM_SILENT] = N_ ("Silent"),
    [SKY_LIVE_ALARM_GONE] = N_ ("Connection lost"),
  };

  g_return_val_if_fail (alarm < SKY_N_LIVE_ALARMS, NULL);

  return _ (labels[alarm]);
}

char *
sky_live_alarms_describe (guint alarms)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < SKY_N_LIVE_ALARMS; i++)
    if ((alarms & (1u << i)) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                              alarm_to_label ((SkyLiveAlarm) i));
  return g_string_free (text, FALSE);
}

/* Takes @text. */
static void
set_text (SkyLiveRow *self, guint property, char *text)
{
  if (g_strcmp0 (self->texts[property], text) == 0)
    {
      g_free (text);
      return;
    }
  g_free (self->texts[property]);
  self->texts[property] = text;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static char *
describe_state (const SkyReceiverTable *table, gboolean receiving, GTimeZone *zone)
{
  if (!table->open)
    return g_strdup (_ ("Closed"));
  if (!receiving)
    return g_strdup (_ ("Not receiving"));
  if (table->gone != SKY_TIME_NONE)
    {
      g_autofree char *since = sky_clock_text_tick (table->gone, SKY_SECOND, zone);
      /* Translators: a time of day. */
      return g_strdup_printf (_ ("Disconnected since %s"), since);
    }
  if ((table->alarms & (1u << SKY_LIVE_ALARM_SILENT)) != 0 && table->arrived != SKY_TIME_NONE)
    {
      g_autofree char *since = sky_clock_text_tick (table->arrived, SKY_SECOND, zone);
      /* Translators: a time of day. */
      return g_strdup_printf (_ ("Silent since %s"), since);
    }
  return g_strdup (_ ("Receiving"));
}

static char *
describe_rounds (const SkyLiveStored *stored)
{
  g_autofree char *n = g_strdup_printf ("%" G_GUINT64_FORMAT, stored->n_rounds);

  if (stored->end == SKY_TIME_NONE)
    return g_strdup ("");
  /* Translators: how many rounds, of a log that says that not everything was looked at. */
  return stored->partial ? g_strdup_printf (_ ("%s seen"), n) : g_steal_pointer (&n);
}

void
sky_live_row_update (SkyLiveRow *self,
                     const SkyReceiverTable *table,
                     const SkyLiveStored *stored,
                     gboolean receiving,
                     GTimeZone *zone)
{
  g_return_if_fail (SKY_IS_LIVE_ROW (self));

  gboolean was_urgent = (self->alarms & SKY_LIVE_ALARMS_URGENT) != 0;
  self->alarms = table->alarms;
  self->n_waiting = stored->n_waiting;
  set_text (self, PROP_STATE, describe_state (table, receiving, zone));
  set_text (self, PROP_ARRIVED,
            table->arrived != SKY_TIME_NONE ? sky_clock_text_tick (table->arrived, SKY_SECOND, zone)
                                            : g_strdup (""));
  set_text (self, PROP_ROUNDS, describe_rounds (stored));
  set_text (self, PROP_EVENT,
            stored->end != SKY_TIME_NONE ? sky_clock_text_tick (stored->end, SKY_SECOND, zone)
                                         : g_strdup (""));
  set_text (self, PROP_CONFIRMATIONS,
            stored->n_waiting > 0 ? g_strdup_printf ("%u", stored->n_waiting) : g_strdup (""));
  set_text (self, PROP_ALARMS, sky_live_alarms_describe (table->alarms));
  if (was_urgent != ((self->alarms & SKY_LIVE_ALARMS_URGENT) != 0))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_URGENT]);
}

static void
sky_live_row_get_gproperty (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SkyLiveRow *self = SKY_LIVE_ROW (object);

  if (id == PROP_URGENT)
    g_value_set_boolean (value, (self->alarms & SKY_LIVE_ALARMS_URGENT) != 0);
  else if (id > PROP_0 && id < PROP_URGENT)
    g_value_set_string (value, self->texts[id]);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
sky_live_row_finalize (GObject *object)
{
  SkyLiveRow *self = SKY_LIVE_ROW (object);

  g_free (self->property);
  g_free (self->table);
  g_free (self->day);
  for (guint i = 0; i < N_PROPS; i++)
    g_free (self->texts[i]);
  G_OBJECT_CLASS (sky_live_row_parent_class)->finalize (object);
}

static void
sky_live_row_class_init (SkyLiveRowClass *klass)
{
  static const char *const names[N_PROPS] = {
    [PROP_NAME] = "name",
    [PROP_PLACE] = "place",
    [PROP_STATE] = "state",
    [PROP_ARRIVED] = "arrived",
    [PROP_ROUNDS] = "rounds",
    [PROP_EVENT] = "event",
    [PROP_CONFIRMATIONS] = "confirmations",
    [PROP_ALARMS] = "alarms",
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = sky_live_row_get_gproperty;
  object_class->finalize = sky_live_row_finalize;
  for (guint i = PROP_NAME; i < PROP_URGENT; i++)
    properties[i] = g_param_spec_string (names[i], NULL, NULL, NULL, flags);
  properties[PROP_URGENT] = g_param_spec_boolean ("urgent", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sky_live_row_init (SkyLiveRow *self)
{
}

SkyLiveRow *
sky_live_row_new (const char *property, const char *table, const char *day)
{
  SkyLiveRow *self = g_object_new (SKY_TYPE_LIVE_ROW, NULL);

  self->property = g_strdup (property);
  self->table = g_strdup (table);
  self->day = g_strdup (day);
  self->texts[PROP_NAME] = g_strdup (table);
  self->texts[PROP_PLACE] = g_strdup_printf ("%s · %s", property, day);
  return self;
}

const char *
sky_live_row_get_property (SkyLiveRow *self)
{
  g_return_val_if_fail (SKY_IS_LIVE_ROW (self), NULL);
  return self->property;
}

const char *
sky_live_row_get_table (SkyLiveRow *self)
{
  g_return_val_if_fail (SKY_IS_LIVE_ROW (self), NULL);
  return self->table;
}

const char *
sky_live_row_get_day (SkyLiveRow *self)
{
  g_return_val_if_fail (SKY_IS_LIVE_ROW (self), NULL);
  return self->day;
}

guint
sky_live_row_get_alarms (SkyLiveRow *self)
{
  g_return_val_if_fail (SKY_IS_LIVE_ROW (self), 0);
  return self->alarms;
}

guint
sky_live_row_get_n_waiting (SkyLiveRow *self)
{
  g_return_val_if_fail (SKY_IS_LIVE_ROW (self), 0);
  return self->n_waiting;
}
