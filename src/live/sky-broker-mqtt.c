/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Only the name look-up and the TCP connection are made by a thread, for libmosquitto waits for
 * them; a connection that has come about is used by the main loop alone. Each attempt has a client
 * of its own: nothing that was queued for an earlier connection is sent over a later one, and an
 * attempt that hangs is left behind. */
#include "config.h"

#include "sky-broker-mqtt.h"

#include "sky-broker-verify.h"

#include <gio/gio.h>
#include <glib-unix.h>

#include <mosquitto.h>
#include <mqtt_protocol.h>

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

#define KEEP_ALIVE      15 /* seconds */
#define RECEIVE_MAXIMUM 100
#define PACKET_MAXIMUM  (1024 * 1024)

#define FIRST_PAUSE 100 /* ms */
#define LAST_PAUSE  10000
/* So long an attempt may take, until the broker has said that it is connected. */
#define PATIENCE 10000 /* ms */

/* Packets read at a time, so that others of the main loop have their turns. */
#define PACKETS_AT_ONCE 200

typedef struct
{
  SkyBroker base;
  SkyBrokerAddress *address;
  char *name;
  char *will_topic;
  char *will_payload;
  struct mosquitto *client; /* NULL: no connection */
  GSource *source;
  GCancellable *attempt; /* that a thread is at; NULL: none */
  gboolean connected;    /* the broker has said so */
  gboolean lost;         /* the client has said that it is not any more */
  gboolean told;         /* that the broker is away */
  char *cause;
  char *tls;         /* what OpenSSL said last */
  guint n_under_way; /* published, and not yet answered */
  guint pause;       /* ms until the next attempt */
  guint retry;
  guint patience;
  guint misc;
} Mqtt;

static void attempt (Mqtt *self);
static void ask (Mqtt *self);
static void release (Mqtt *self);
static void drop (Mqtt *self, const char *cause);

/* --- A client ----------------------------------------------------------------------------------
 */

static void
on_connect (struct mosquitto *client, void *data, int code, int flags, const mosquitto_property *p)
{
  Mqtt *self = data;

  if (code != 0)
    {
      g_free (self->cause);
      self->cause = g_strdup (mosquitto_reason_string (code));
      self->lost = TRUE;
      return;
    }
  self->connected = TRUE;
  self->told = FALSE;
  self->pause = FIRST_PAUSE;
  g_clear_handle_id (&self->patience, g_source_remove);
  self->base.events->connected (&self->base, self->base.user_data);
}

static void
on_disconnect (struct mosquitto *client, void *data, int code)
{
  Mqtt *self = data;

  self->lost = TRUE;
  if (self->cause == NULL)
    self->cause = g_strdup (code > 0 && code < 128 ? mosquitto_strerror (code)
                                                   : mosquitto_reason_string (code));
}

static void
on_publish (struct mosquitto *client, void *data, int id)
{
  Mqtt *self = data;

  if (self->n_under_way > 0)
    self->n_under_way--;
}

static void
on_message (struct mosquitto *client,
            void *data,
            const struct mosquitto_message *message,
            const mosquitto_property *properties)
{
  Mqtt *self = data;

  if (message->payloadlen >= 0)
    self->base.events->message (&self->base, message->topic,
                                message->payload != NULL ? message->payload : "",
                                (gsize) message->payloadlen, self->base.user_data);
}

/* What OpenSSL says is told by the client's log alone: "OpenSSL Error[0]: error:…:reason". */
static const char *
find_reason (const char *text)
{
  const char *reason = g_str_has_prefix (text, "OpenSSL Error") ? strrchr (text, ':') : NULL;

  return reason != NULL ? reason + 1 : NULL;
}

static void
on_log (struct mosquitto *client, void *data, int level, const char *text)
{
  Mqtt *self = data;
  const char *reason = find_reason (text);

  if (reason == NULL)
    return;
  g_free (self->tls);
  self->tls = g_strdup (reason);
}

/* Why the connection was lost, when @code says only that it was. */
static char *
describe_loss (const Mqtt *self, int code)
{
  if (self->tls != NULL)
    return g_strdup_printf ("TLS: %s", self->tls);
  return g_strdup (self->cause != NULL ? self->cause : mosquitto_strerror (code));
}

static gboolean
check (int code, const char *what, GError **error)
{
  if (code == MOSQ_ERR_SUCCESS)
    return TRUE;
  g_set_error (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_BROKER, "%s: %s", what,
               mosquitto_strerror (code));
  return FALSE;
}

/* Nobody is there to be asked for a key's passphrase. */
static int
no_passphrase (char *buffer, int size, int writing, void *data)
{
  return 0;
}

static gboolean
set_up_tls (Mqtt *self, struct mosquitto *client, GError **error)
{
  const SkyBrokerAddress *address = self->address;

  if (!address->tls)
    return TRUE;
  if (address->ca == NULL
      && !check (mosquitto_int_option (client, MOSQ_OPT_TLS_USE_OS_CERTS, 1), "certificates",
                 error))
    return FALSE;
  return check (mosquitto_tls_set (client, address->ca, NULL, address->certificate, address->key,
                                   no_passphrase),
                address->ca != NULL ? address->ca : "certificates", error)
         && check (mosquitto_tls_opts_set (client, 1, "tlsv1.2", NULL), "TLS 1.2", error);
}

/* A client that is not connected. */
static struct mosquitto *
make_client (Mqtt *self, GError **error)
{
  g_autofree char *id =
      g_strdup_printf ("%s-%08x%08x", self->name, g_random_int (), g_random_int ());
  struct mosquitto *client = mosquitto_new (id, true, self);

  if (client == NULL)
    {
      check (MOSQ_ERR_NOMEM, self->address->uri, error);
      return NULL;
    }
  mosquitto_int_option (client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  mosquitto_int_option (client, MOSQ_OPT_RECEIVE_MAXIMUM, RECEIVE_MAXIMUM);
  mosquitto_int_option (client, MOSQ_OPT_TCP_NODELAY, 1);
  mosquitto_connect_v5_callback_set (client, on_connect);
  mosquitto_disconnect_callback_set (client, on_disconnect);
  mosquitto_publish_callback_set (client, on_publish);
  mosquitto_message_v5_callback_set (client, on_message);
  if (!set_up_tls (self, client, error)
      || (self->will_topic != NULL
          && !check (mosquitto_will_set (client, self->will_topic,
                                         (int) strlen (self->will_payload), self->will_payload, 1,
                                         false),
                     self->will_topic, error))
      || (self->address->user != NULL
          && !check (
              mosquitto_username_pw_set (client, self->address->user, self->address->password),
              "password", error)))
    {
      mosquitto_destroy (client);
      return NULL;
    }
  return client;
}

/* --- The main loop -----------------------------------------------------------------------------
 */

typedef struct
{
  GSource source;
  Mqtt *mqtt;
  gpointer tag;
  gboolean writing; /* room for more is waited for */
} ClientSource;

static gboolean
prepare (GSource *source, gint *timeout)
{
  ClientSource *self = (ClientSource *) source;
  const gboolean writing = mosquitto_want_write (self->mqtt->client);

  *timeout = -1;
  /* Each change wakes the main loop up, another turn of it: none is made that is none. */
  if (writing != self->writing)
    g_source_modify_unix_fd (source, self->tag,
                             writing ? G_IO_IN | G_IO_OUT | G_IO_ERR | G_IO_HUP
                                     : G_IO_IN | G_IO_ERR | G_IO_HUP);
  self->writing = writing;
  return FALSE;
}

static gboolean
look (GSource *source)
{
  return g_source_query_unix_fd (source, ((ClientSource *) source)->tag) != 0;
}

static void
lose (Mqtt *self, int code)
{
  g_autofree char *cause = describe_loss (self, code);

  if (!self->address->tls || self->connected)
    {
      drop (self, cause);
      return;
    }
  /* A broker that does not take a certificate may say so after the handshake, and what was sent
   * meanwhile has it lost. */
  g_free (self->cause);
  self->cause = g_steal_pointer (&cause);
  release (self);
  ask (self);
}

static gboolean
has_more (const Mqtt *self)
{
  int n = 0;

  return !self->lost && ioctl (mosquitto_socket (self->client), FIONREAD, &n) == 0 && n > 0;
}

static gboolean
dispatch (GSource *source, GSourceFunc callback, gpointer user_data)
{
  ClientSource *client = (ClientSource *) source;
  Mqtt *self = client->mqtt;
  const GIOCondition condition = g_source_query_unix_fd (source, client->tag);
  int code = MOSQ_ERR_SUCCESS;

  if ((condition & G_IO_OUT) != 0)
    code = mosquitto_loop_write (self->client, 1);
  if (code == MOSQ_ERR_SUCCESS && (condition & (G_IO_IN | G_IO_ERR | G_IO_HUP)) != 0)
    {
      guint n = 0;

      do
        code = mosquitto_loop_read (self->client, 1);
      while (code == MOSQ_ERR_SUCCESS && ++n < PACKETS_AT_ONCE && has_more (self));
    }
  if (code != MOSQ_ERR_SUCCESS || self->lost)
    lose (self, code);
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs client_funcs = { prepare, look, dispatch, NULL, NULL, NULL };

static gboolean
misc_cb (gpointer user_data)
{
  Mqtt *self = user_data;
  int code = mosquitto_loop_misc (self->client);

  if (code != MOSQ_ERR_SUCCESS || self->lost)
    {
      self->misc = 0;
      lose (self, code);
      return G_SOURCE_REMOVE;
    }
  return G_SOURCE_CONTINUE;
}

static void
release (Mqtt *self)
{
  g_clear_handle_id (&self->patience, g_source_remove);
  g_clear_handle_id (&self->misc, g_source_remove);
  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
  g_clear_pointer (&self->client, mosquitto_destroy);
  self->connected = FALSE;
  self->lost = FALSE;
  self->n_under_way = 0;
}

/* --- Attempts ----------------------------------------------------------------------------------
 */

static gboolean
retry_cb (gpointer user_data)
{
  Mqtt *self = user_data;

  self->retry = 0;
  attempt (self);
  return G_SOURCE_REMOVE;
}

/* There is no connection (any more): tries again after a pause. */
static void
drop (Mqtt *self, const char *cause)
{
  g_autofree char *said = g_strdup (cause);
  const guint pause = self->pause;

  release (self);
  g_clear_pointer (&self->cause, g_free);
  g_clear_pointer (&self->tls, g_free);
  if (self->attempt != NULL)
    g_cancellable_cancel (self->attempt);
  g_clear_object (&self->attempt);
  self->pause = MIN (2 * pause, LAST_PAUSE);
  g_clear_handle_id (&self->retry, g_source_remove);
  self->retry = g_timeout_add (
      (guint) g_random_int_range ((gint32) (pause - pause / 5), (gint32) (pause + pause / 5) + 1),
      retry_cb, self);
  if (!self->told)
    {
      self->told = TRUE;
      self->base.events->disconnected (&self->base, said, self->base.user_data);
    }
}

static gboolean
patience_cb (gpointer user_data)
{
  Mqtt *self = user_data;

  self->patience = 0;
  drop (self, "no answer");
  return G_SOURCE_REMOVE;
}

/* What the thread of an attempt has. */
typedef struct
{
  struct mosquitto *client;
  char *host;
  int port;
  int code;
  int number; /* errno */
  SkyBrokerShown shown;
  char *said; /* by the client of what went wrong; NULL: nothing */
} Attempt;

static void
attempt_free (Attempt *self)
{
  g_free (self->said);
  g_free (self->shown.ca);
  g_free (self->shown.certificate);
  g_free (self->shown.key);
  g_clear_pointer (&self->client, mosquitto_destroy);
  g_free (self->host);
  g_free (self);
}

static void
connect_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Attempt *self = data;
  mosquitto_property *properties = NULL;

  mosquitto_property_add_int32 (&properties, MQTT_PROP_MAXIMUM_PACKET_SIZE, PACKET_MAXIMUM);
  self->code = mosquitto_connect_bind_v5 (self->client, self->host, self->port, KEEP_ALIVE, NULL,
                                          properties);
  self->number = errno;
  if (self->said != NULL || self->code == MOSQ_ERR_TLS
      || (self->code == MOSQ_ERR_ERRNO && self->number == EPROTO))
    {
      char *reason = sky_broker_verify (self->host, self->port, &self->shown);

      if (reason != NULL)
        {
          g_free (self->said);
          self->said = reason;
        }
    }
  mosquitto_property_free_all (&properties);
  g_task_return_boolean (task, TRUE);
}

/* In the thread, until there is a connection. */
static void
on_attempt_log (struct mosquitto *client, void *data, int level, const char *text)
{
  Attempt *self = data;
  const char *reason = find_reason (text);

  if (reason == NULL)
    return;
  g_free (self->said);
  self->said = g_strdup_printf ("TLS: %s", reason);
}

static const char *
describe_failure (const Attempt *self)
{
  if (self->said != NULL)
    return self->said;
  return self->code == MOSQ_ERR_ERRNO ? g_strerror (self->number) : mosquitto_strerror (self->code);
}

static void
attempted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = G_TASK (result);
  Attempt *tried = g_task_get_task_data (task);
  Mqtt *self = user_data;
  ClientSource *client;

  /* It was given up meanwhile, maybe with the broker. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;
  g_clear_object (&self->attempt);
  if (tried->code != MOSQ_ERR_SUCCESS)
    {
      drop (self, describe_failure (tried));
      return;
    }
  self->client = g_steal_pointer (&tried->client);
  mosquitto_user_data_set (self->client, self);
  mosquitto_log_callback_set (self->client, on_log);
  self->source = g_source_new (&client_funcs, sizeof (ClientSource));
  client = (ClientSource *) self->source;
  client->mqtt = self;
  client->tag = g_source_add_unix_fd (self->source, mosquitto_socket (self->client),
                                      G_IO_IN | G_IO_ERR | G_IO_HUP);
  g_source_attach (self->source, g_main_context_get_thread_default ());
  self->misc = g_timeout_add (1000, misc_cb, self);
}

/* What a thread needs for an attempt, or to ask why one failed. */
static GTask *
make_task (Mqtt *self, struct mosquitto *client, GAsyncReadyCallback done)
{
  Attempt *tried = g_new0 (Attempt, 1);
  GTask *task;

  tried->client = client;
  tried->host = g_strdup (self->address->host);
  tried->port = self->address->port;
  tried->shown.ca = g_strdup (self->address->ca);
  tried->shown.certificate = g_strdup (self->address->certificate);
  tried->shown.key = g_strdup (self->address->key);
  self->attempt = g_cancellable_new ();
  task = g_task_new (NULL, self->attempt, done, self);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, tried, (GDestroyNotify) attempt_free);
  return task;
}

static void
ask_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Attempt *self = data;

  self->said = sky_broker_verify (self->host, self->port, &self->shown);
  g_task_return_boolean (task, TRUE);
}

static void
asked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = G_TASK (result);
  const Attempt *tried = g_task_get_task_data (task);
  Mqtt *self = user_data;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;
  g_clear_object (&self->attempt);
  drop (self, tried->said != NULL ? tried->said : self->cause);
}

static void
ask (Mqtt *self)
{
  g_autoptr (GTask) task = make_task (self, NULL, asked_cb);

  g_task_run_in_thread (task, ask_in_thread);
}

static void
attempt (Mqtt *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GTask) task = NULL;
  struct mosquitto *client = make_client (self, &error);

  if (client == NULL)
    {
      drop (self, error->message);
      return;
    }
  task = make_task (self, client, attempted_cb);
  mosquitto_user_data_set (client, g_task_get_task_data (task));
  mosquitto_log_callback_set (client, on_attempt_log);
  g_task_run_in_thread (task, connect_in_thread);
  self->patience = g_timeout_add (PATIENCE, patience_cb, self);
}

/* --- A broker ----------------------------------------------------------------------------------
 */

static void
mqtt_connect (SkyBroker *base)
{
  attempt ((Mqtt *) base);
}

static void
mqtt_publish (SkyBroker *base,
              const char *topic,
              const char *type,
              const char *payload,
              gsize size,
              gboolean retained)
{
  Mqtt *self = (Mqtt *) base;
  mosquitto_property *properties = NULL;

  if (!self->connected || self->lost)
    return;
  if (type != NULL)
    mosquitto_property_add_string (&properties, MQTT_PROP_CONTENT_TYPE, type);
  if (mosquitto_publish_v5 (self->client, NULL, topic, (int) size, payload, 1, retained, properties)
      == MOSQ_ERR_SUCCESS)
    self->n_under_way++;
  mosquitto_property_free_all (&properties);
}

static void
mqtt_subscribe (SkyBroker *base, const char *const *topics)
{
  Mqtt *self = (Mqtt *) base;

  if (self->connected && !self->lost)
    mosquitto_subscribe_multiple (self->client, NULL, (int) g_strv_length ((char **) topics),
                                  (char *const *) topics, 1, 0, NULL);
}

static gboolean
mqtt_is_idle (SkyBroker *base)
{
  Mqtt *self = (Mqtt *) base;

  return !self->connected || self->lost || self->n_under_way == 0;
}

static void
mqtt_free (SkyBroker *base)
{
  Mqtt *self = (Mqtt *) base;

  if (self->connected && !self->lost)
    {
      mosquitto_disconnect (self->client);
      mosquitto_loop_write (self->client, 1);
    }
  if (self->attempt != NULL)
    g_cancellable_cancel (self->attempt);
  g_clear_object (&self->attempt);
  g_clear_handle_id (&self->retry, g_source_remove);
  release (self);
  sky_broker_address_free (self->address);
  g_free (self->name);
  g_free (self->will_topic);
  g_free (self->will_payload);
  g_free (self->cause);
  g_free (self->tls);
  g_free (self);
  mosquitto_lib_cleanup ();
}

SkyBroker *
sky_broker_mqtt_new (SkyBrokerAddress *address,
                     const char *name,
                     const SkyBrokerWill *will,
                     GError **error)
{
  Mqtt *self = g_new0 (Mqtt, 1);
  struct mosquitto *client;

  mosquitto_lib_init ();
  self->base = (SkyBroker){ mqtt_connect, mqtt_publish, mqtt_subscribe, mqtt_is_idle, mqtt_free,
                            NULL,         NULL };
  self->address = address;
  self->name = g_strdup (name);
  self->pause = FIRST_PAUSE;
  if (will != NULL)
    {
      self->will_topic = g_strdup (will->topic);
      self->will_payload = g_strdup (will->payload);
    }
  /* What is wrong with certificates and keys is told at once. */
  client = make_client (self, error);
  if (client == NULL)
    {
      mqtt_free (&self->base);
      return NULL;
    }
  mosquitto_destroy (client);
  return &self->base;
}
