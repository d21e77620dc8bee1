/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sender.h"

#include <gio/gio.h>
#include <string.h>

/* How often files are looked at, besides what the system tells. */
#define LOOK 250 /* ms */

/* Until a receiver is heard, sending begins at the start of the log after this. */
#define FIRST_WORD (2 * G_USEC_PER_SEC)
/* Lines under way of which nothing is heard for this are sent again. */
#define NO_WORD (1500 * 1000)

/* One of the logs. */
typedef struct
{
  SkySender *sender;
  SkySentLog *log;
  GFileMonitor *monitor;
  gboolean begun; /* it is known from where on, or nobody said */
  gint64 greeted; /* monotonic; 0: there is no broker */
  gint64 heard;   /* monotonic, when the receiver came further or lines were sent again */
  char *refused;  /* the reason that was told last */
  gboolean open;  /* as the last hello said */
  gboolean whole; /* it said the epoch too */
} Sending;

struct _SkySender
{
  SkyBroker *broker;
  char *table;
  SkySenderOuter outer;
  SkyLiveReader *reader;
  GPtrArray *logs; /* of Sending */
  GString *payload;
  gboolean connected;
  guint timer;
};

static void
sending_free (gpointer data)
{
  Sending *self = data;

  if (self->monitor != NULL)
    g_file_monitor_cancel (self->monitor);
  g_clear_object (&self->monitor);
  sky_sent_log_free (self->log);
  g_free (self->refused);
  g_free (self);
}

static void
tell (SkySender *self, const char *text)
{
  self->outer.tell (text, self->outer.user_data);
}

/* Stops sending it, and frees it. */
static void
stop (Sending *sending, GError *error)
{
  SkySender *self = sending->sender;
  const SkySenderOuter outer = self->outer;

  g_ptr_array_remove (self->logs, sending);
  outer.stopped (error, outer.user_data);
  g_error_free (error);
}

static void
publish (Sending *sending, SkyLiveLevel level, const GString *payload)
{
  g_autofree char *topic = sky_live_topic (sky_sent_log_get_key (sending->log), level);

  sky_broker_publish (sending->sender->broker, topic,
                      level != SKY_LIVE_HELLO ? SKY_LIVE_CONTENT_TYPE : NULL, payload->str,
                      payload->len, level == SKY_LIVE_HELLO);
}

static void
greet (Sending *sending)
{
  g_autoptr (GString) payload = g_string_new (NULL);
  SkyLiveHello hello;

  sky_sent_log_get_hello (sending->log, &hello);
  sending->open = hello.open;
  sending->whole = hello.epoch[0] != '\0';
  sky_live_add_hello (payload, &hello);
  publish (sending, SKY_LIVE_HELLO, payload);
}

/* Publishes what the window has. */
static void
send_lines (Sending *sending)
{
  SkySender *self = sending->sender;
  SkyLiveLevel level;

  if (!self->connected || !sending->begun)
    return;
  if (!sky_sent_log_is_under_way (sending->log))
    sending->heard = g_get_monotonic_time ();
  while (sky_sent_log_next (sending->log, self->payload, &level))
    publish (sending, level, self->payload);
}

/* Looks at the file, and at the clock. Returns FALSE when the log was stopped. */
static gboolean
go_on (Sending *sending)
{
  SkySender *self = sending->sender;
  const gint64 now = g_get_monotonic_time ();
  GError *error = NULL;
  SkyLiveHello hello;

  if (!sky_sent_log_look (sending->log, &error))
    {
      stop (sending, error);
      return FALSE;
    }
  if (!self->connected)
    return TRUE;
  /* What the hello said is not so any more. */
  if (!sending->whole || sending->open)
    {
      sky_sent_log_get_hello (sending->log, &hello);
      if ((!sending->whole && hello.epoch[0] != '\0') || !hello.open)
        greet (sending);
    }
  if (!sending->begun && now - sending->greeted >= FIRST_WORD)
    sending->begun = TRUE;
  if (sky_sent_log_is_under_way (sending->log) && now - sending->heard >= NO_WORD)
    {
      sky_sent_log_send_again (sending->log);
      sending->heard = now;
    }
  send_lines (sending);
  return TRUE;
}

static gboolean
look_cb (gpointer user_data)
{
  SkySender *self = user_data;

  for (guint i = 0; i < self->logs->len;)
    if (go_on (self->logs->pdata[i]))
      i++;
  return G_SOURCE_CONTINUE;
}

static void
changed_cb (
    GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, gpointer data)
{
  go_on (data);
}

/* --- What the receiver says --------------------------------------------------------------------
 */

static void
take_have (Sending *sending, const char *payload, gsize size)
{
  GError *error = NULL;
  SkyLiveHave have;
  gboolean moved;

  if (!sky_live_reader_have (sending->sender->reader, payload, size, &have))
    return;
  if (!sky_sent_log_take_have (sending->log, &have, &moved, &error))
    {
      stop (sending, error);
      return;
    }
  sending->begun = TRUE;
  if (moved)
    sending->heard = g_get_monotonic_time ();
  send_lines (sending);
}

static void
take_want (Sending *sending, const char *payload, gsize size)
{
  GError *error = NULL;
  guint64 from;

  if (!sky_live_reader_want (sending->sender->reader, payload, size, &from))
    return;
  if (!sky_sent_log_go_back (sending->log, from, &error))
    {
      stop (sending, error);
      return;
    }
  sending->begun = TRUE;
  sending->heard = g_get_monotonic_time ();
  send_lines (sending);
}

static void
take_refuse (Sending *sending, const char *payload, gsize size)
{
  guint64 position;
  g_autofree char *text = NULL;
  g_autofree char *reason =
      sky_live_reader_refuse (sending->sender->reader, payload, size, &position);

  if (reason != NULL && g_strcmp0 (reason, sending->refused) != 0)
    {
      text = g_strdup_printf ("%s: the receiver refuses line %" G_GUINT64_FORMAT ": %s",
                              sky_sent_log_get_path (sending->log), position + 1, reason);
      tell (sending->sender, text);
    }
  g_free (sending->refused);
  sending->refused = g_steal_pointer (&reason);
}

static void
message_cb (
    SkyBroker *broker, const char *topic, const char *payload, gsize size, gpointer user_data)
{
  SkySender *self = user_data;
  char key[SKY_LIVE_KEY_SIZE];
  SkyLiveLevel level;

  if (!sky_live_topic_read (topic, key, &level))
    return;
  for (guint i = 0; i < self->logs->len; i++)
    {
      Sending *sending = self->logs->pdata[i];

      if (!g_str_equal (sky_sent_log_get_key (sending->log), key))
        continue;
      if (level == SKY_LIVE_HAVE)
        take_have (sending, payload, size);
      else if (level == SKY_LIVE_WANT)
        take_want (sending, payload, size);
      else if (level == SKY_LIVE_REFUSE)
        take_refuse (sending, payload, size);
      return;
    }
}

static void
connected_cb (SkyBroker *broker, gpointer user_data)
{
  static const SkyLiveLevel levels[] = { SKY_LIVE_HAVE, SKY_LIVE_WANT, SKY_LIVE_REFUSE };
  SkySender *self = user_data;
  g_autoptr (GPtrArray) topics = g_ptr_array_new_with_free_func (g_free);

  self->connected = TRUE;
  for (guint i = 0; i < self->logs->len; i++)
    for (guint l = 0; l < G_N_ELEMENTS (levels); l++)
      g_ptr_array_add (
          topics, sky_live_topic (sky_sent_log_get_key (((Sending *) self->logs->pdata[i])->log),
                                  levels[l]));
  g_ptr_array_add (topics, NULL);
  sky_broker_subscribe (broker, (const char *const *) topics->pdata);
  for (guint i = 0; i < self->logs->len; i++)
    {
      Sending *sending = self->logs->pdata[i];

      /* What was under way may have been lost with the connection. */
      sending->begun = FALSE;
      sending->greeted = g_get_monotonic_time ();
      sky_sent_log_send_again (sending->log);
      greet (sending);
    }
}

static void
disconnected_cb (SkyBroker *broker, const char *cause, gpointer user_data)
{
  SkySender *self = user_data;
  g_autofree char *text = g_strdup_printf ("no broker: %s", cause);

  self->connected = FALSE;
  tell (self, text);
}

/* --- A sender ----------------------------------------------------------------------------------
 */

SkySender *
sky_sender_new (SkyBroker *broker, const char *table, const SkySenderOuter *outer)
{
  SkySender *self = g_new0 (SkySender, 1);

  self->broker = broker;
  self->table = g_strdup (table);
  self->outer = *outer;
  self->reader = sky_live_reader_new ();
  self->logs = g_ptr_array_new_with_free_func (sending_free);
  self->payload = g_string_new (NULL);
  return self;
}

void
sky_sender_free (SkySender *self)
{
  if (self == NULL)
    return;
  g_clear_handle_id (&self->timer, g_source_remove);
  sky_broker_free (self->broker);
  g_ptr_array_unref (self->logs);
  sky_live_reader_free (self->reader);
  g_string_free (self->payload, TRUE);
  g_free (self->table);
  g_free (self);
}

const char *
sky_sender_get_table (const SkySender *self)
{
  return self->table;
}

void
sky_sender_add (SkySender *self, SkySentLog *log)
{
  Sending *sending = g_new0 (Sending, 1);
  g_autoptr (GFile) file = g_file_new_for_path (sky_sent_log_get_path (log));

  sending->sender = self;
  sending->log = log;
  /* Where the system cannot tell of changes the timer must do. */
  sending->monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (sending->monitor != NULL)
    {
      g_file_monitor_set_rate_limit (sending->monitor, 0);
      g_signal_connect (sending->monitor, "changed", G_CALLBACK (changed_cb), sending);
    }
  g_ptr_array_add (self->logs, sending);
}

void
sky_sender_start (SkySender *self)
{
  static const SkyBrokerEvents events = { connected_cb, disconnected_cb, message_cb };

  sky_broker_connect (self->broker, &events, self);
  self->timer = g_timeout_add (LOOK, look_cb, self);
}
