/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-broker-mqtt.h"
#include "sky-broker-options.h"
#include "sky-cli.h"
#include "sky-receive-payloads.h"
#include "sky-receive-status.h"
#include "sky-receiver.h"

#include <gio/gio.h>
#include <glib-unix.h>
#include <glib/gi18n.h>

#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

/* Whoever waits for another receiver's end looks so often. */
#define LOOK 200 /* ms */

/* At the end, so long for what was published last to be with the brokers. */
#define GOODBYE (2 * G_USEC_PER_SEC)

/* Payloads are collected for so long; a disk that takes nothing is tried again after that. */
#define COLLECT 20   /* ms */
#define AGAIN   1000 /* ms */

typedef struct
{
  SkyBrokerOptions broker;
  char *out;
  char **properties;
  char **gaps;
  char **epochs;
  char *map;
  char **topics;
  gboolean wait;
  gboolean status;
} Options;

static void
options_clear (Options *self)
{
  sky_broker_options_clear (&self->broker);
  g_free (self->out);
  g_strfreev (self->properties);
  g_strfreev (self->gaps);
  g_strfreev (self->epochs);
  g_free (self->map);
  g_strfreev (self->topics);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

typedef struct
{
  const Options *options;
  GPtrArray *brokers;           /* of SkyBroker */
  GPtrArray *topics;            /* NULL at its end */
  SkyReceiver *receiver;        /* NULL: payloads are mapped */
  SkyReceivePayloads *payloads; /* NULL: logs are received */
  gboolean *connected;          /* of each broker */
  guint collecting;             /* the source that writes payloads; 0: none came */
  gboolean full;                /* the disk took nothing, which was said */
  gboolean failed;
  gboolean leaving;
} Run;

static void
tell_cb (const char *text, gpointer user_data)
{
  sky_cli_complain ("%s", text);
}

static void
publish_cb (const char *topic, const char *payload, gsize size, gboolean retained, gpointer data)
{
  Run *run = data;

  for (guint i = 0; i < run->brokers->len; i++)
    sky_broker_publish (run->brokers->pdata[i], topic, NULL, payload, size, retained);
}

/* --- Brokers -----------------------------------------------------------------------------------
 */

static void
note_broker (Run *run, SkyBroker *broker, gboolean connected)
{
  guint index;
  gboolean any = FALSE;

  if (g_ptr_array_find (run->brokers, broker, &index))
    run->connected[index] = connected;
  for (guint i = 0; i < run->brokers->len; i++)
    any = any || run->connected[i];
  if (run->receiver != NULL)
    sky_receiver_set_broker (run->receiver, run->options->broker.uris[0],
                             any ? 0 : g_get_real_time ());
}

static void
connected_cb (SkyBroker *broker, gpointer user_data)
{
  Run *run = user_data;

  note_broker (run, broker, TRUE);
  sky_broker_subscribe (broker, (const char *const *) run->topics->pdata);
  if (run->receiver != NULL)
    sky_receiver_greet (run->receiver);
}

static void
disconnected_cb (SkyBroker *broker, const char *cause, gpointer user_data)
{
  Run *run = user_data;

  note_broker (run, broker, FALSE);
  sky_cli_complain (_ ("no broker: %s"), cause);
}

/* Returns FALSE when it is to be tried again. */
static gboolean
write_payloads (Run *run)
{
  g_autoptr (GError) error = NULL;

  if (sky_receive_payloads_write (run->payloads, &error))
    {
      run->full = FALSE;
      return TRUE;
    }
  /* What the disk refused is tried again, and told once. */
  const gboolean refused = error->domain == G_IO_ERROR;

  if (!refused || !run->full)
    sky_cli_complain ("%s", error->message);
  run->full = refused;
  if (!refused)
    run->failed = run->leaving = TRUE;
  return !refused;
}

static gboolean
collected_cb (gpointer user_data)
{
  Run *run = user_data;

  run->collecting = write_payloads (run) ? 0 : g_timeout_add (AGAIN, collected_cb, run);
  return G_SOURCE_REMOVE;
}

static void
message_cb (
    SkyBroker *broker, const char *topic, const char *payload, gsize size, gpointer user_data)
{
  Run *run = user_data;

  if (run->receiver != NULL)
    {
      sky_receiver_message (run->receiver, topic, payload, size);
      return;
    }
  sky_receive_payloads_add (run->payloads, topic, payload, size);
  if (run->collecting == 0)
    run->collecting = g_timeout_add (COLLECT, collected_cb, run);
}

static const SkyBrokerEvents events = { connected_cb, disconnected_cb, message_cb };

/* Hellos come first: what is retained of them is known before any line. */
static GPtrArray *
make_topics (char *const *properties, GError **error)
{
  static const SkyLiveLevel levels[] = { SKY_LIVE_HELLO, SKY_LIVE_LINE, SKY_LIVE_LINES,
                                         SKY_LIVE_GONE };
  char *const all[] = { NULL, NULL };
  g_autoptr (GPtrArray) topics = g_ptr_array_new_with_free_func (g_free);

  for (guint l = 0; l < G_N_ELEMENTS (levels); l++)
    for (char *const *p = properties != NULL ? properties : all;; p++)
      {
        char *topic;

        if (*p == NULL && properties != NULL)
          break;
        topic = sky_live_topic_of_all (*p, levels[l]);
        if (topic == NULL)
          {
            g_set_error (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_ADDRESS,
                         _ ("--property=%s: no name that a topic can have"), *p);
            return NULL;
          }
        g_ptr_array_add (topics, topic);
        if (*p == NULL)
          break;
      }
  g_ptr_array_add (topics, NULL);
  return g_steal_pointer (&topics);
}

/* --- Running -----------------------------------------------------------------------------------
 */

static gboolean
signal_cb (gpointer user_data)
{
  ((Run *) user_data)->leaving = TRUE;
  return G_SOURCE_CONTINUE;
}

/* The lock; -1: it cannot be had, which was said, or it was asked to leave. */
static int
wait_for_lock (Run *run, SkyCliStatus *status)
{
  gboolean told = FALSE;

  *status = SKY_CLI_DONE;
  while (!run->leaving)
    {
      g_autoptr (GError) error = NULL;
      int lock = sky_receiver_lock (run->options->out, &error);

      if (lock >= 0)
        return lock;
      if (!run->options->wait || !g_error_matches (error, SKY_LIVE_ERROR, SKY_LIVE_ERROR_OCCUPIED))
        {
          *status = sky_cli_fail (error);
          return -1;
        }
      if (!told)
        sky_cli_complain (_ ("%s; waiting for its end"), error->message);
      told = TRUE;
      /* A signal ends the sleep; the main context learns of it. */
      g_usleep (LOOK * 1000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  return -1;
}

static gboolean
are_idle (const Run *run)
{
  for (guint i = 0; i < run->brokers->len; i++)
    if (!sky_broker_is_idle (run->brokers->pdata[i]))
      return FALSE;
  return TRUE;
}

static gboolean
wake_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static void
finish_payloads (Run *run)
{
  g_autoptr (GError) error = NULL;

  g_clear_handle_id (&run->collecting, g_source_remove);
  if (run->failed || sky_receive_payloads_finish (run->payloads, &error))
    return;
  sky_cli_complain ("%s", error->message);
  run->failed = TRUE;
}

/* Until it is asked to leave; then what has come is written, synced and told of. */
static void
receive (Run *run)
{
  gint64 deadline;
  guint wake;

  for (guint i = 0; i < run->brokers->len; i++)
    sky_broker_connect (run->brokers->pdata[i], &events, run);
  while (!run->leaving)
    g_main_context_iteration (NULL, TRUE);
  if (run->payloads != NULL)
    {
      finish_payloads (run);
      return;
    }
  sky_receiver_finish (run->receiver);
  wake = g_timeout_add (20, wake_cb, NULL);
  while (!sky_receiver_is_finished (run->receiver))
    g_main_context_iteration (NULL, TRUE);
  deadline = g_get_monotonic_time () + GOODBYE;
  while (!are_idle (run) && g_get_monotonic_time () < deadline)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (wake);
}

/* 4,096 logs are open at once. */
static void
raise_limit (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) == 0)
    {
      limit.rlim_cur = limit.rlim_max;
      setrlimit (RLIMIT_NOFILE, &limit);
    }
}

/* The topics of publishers' own, as they were asked for. */
static GPtrArray *
copy_topics (char *const *asked)
{
  GPtrArray *topics = g_ptr_array_new_with_free_func (g_free);

  for (; *asked != NULL; asked++)
    g_ptr_array_add (topics, g_strdup (*asked));
  g_ptr_array_add (topics, NULL);
  return topics;
}

/* What takes in what arrives: a receiver, or with @map, payloads. Returns FALSE with an error. */
static gboolean
begin (Run *run, const SkyMap *map, const SkyReceiverOuter *outer, GError **error)
{
  const Options *options = run->options;
  const SkyReceiverAccepted accepted = { (const char *const *) options->gaps,
                                         (const char *const *) options->epochs };

  if (map != NULL)
    run->payloads = sky_receive_payloads_new (map, options->out, error);
  else
    run->receiver = sky_receiver_new (options->out, &accepted, outer, error);
  if (run->receiver != NULL)
    sky_receiver_set_broker (run->receiver, options->broker.uris[0], g_get_real_time ());
  return run->payloads != NULL || run->receiver != NULL;
}

static SkyCliStatus
run_receiver (const Options *options, const SkyMap *map)
{
  g_autoptr (GPtrArray) brokers = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_broker_free);
  g_autoptr (GPtrArray) topics = NULL;
  g_autofree gboolean *connected = g_new0 (gboolean, g_strv_length (options->broker.uris));
  g_autoptr (SkyReceiver) receiver = NULL;
  g_autoptr (SkyReceivePayloads) payloads = NULL;
  GError *error = NULL;
  Run run = { .options = options, .brokers = brokers, .connected = connected };
  const SkyReceiverOuter outer = { publish_cb, tell_cb, &run };
  gboolean begun;
  SkyCliStatus status;
  int lock;

  run.topics = topics =
      map != NULL ? copy_topics (options->topics) : make_topics (options->properties, &error);
  if (topics == NULL)
    return sky_broker_options_fail ("receive", error);
  for (char **uri = options->broker.uris; *uri != NULL; uri++)
    {
      SkyBrokerAddress *address = sky_broker_options_address (&options->broker, *uri, &error);
      SkyBroker *broker =
          address != NULL ? sky_broker_mqtt_new (address, "skyward-receive", NULL, &error) : NULL;

      if (broker == NULL)
        return sky_broker_options_fail ("receive", error);
      g_ptr_array_add (brokers, broker);
    }
  g_unix_signal_add (SIGTERM, signal_cb, &run);
  g_unix_signal_add (SIGINT, signal_cb, &run);
  raise_limit ();
  lock = wait_for_lock (&run, &status);
  if (lock < 0)
    return status;
  begun = begin (&run, map, &outer, &error);
  receiver = run.receiver;
  payloads = run.payloads;
  if (!begun)
    {
      close (lock);
      return sky_broker_options_fail ("receive", error);
    }
  receive (&run);
  close (lock);
  return run.failed ? SKY_CLI_FAILED : SKY_CLI_DONE;
}

/* Loads the mapping and receives by it. */
static SkyCliStatus
run_mapped (const Options *options)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (SkyMap) map = sky_map_load (options->map, &problems);

  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *text = sky_map_problem_format (problems->pdata[i]);

      sky_cli_complain ("%s", text);
    }
  return map != NULL ? run_receiver (options, map) : SKY_CLI_USAGE;
}

SkyCliStatus
sky_cli_receive (const SkyCommand *command, int argc, char **argv)
{
  g_auto (Options) options = { { NULL } };
  SkyCliStatus status;
  const GOptionEntry entries[] = {
    SKY_BROKER_OPTIONS (options.broker),
    { "out", 0, 0, G_OPTION_ARG_FILENAME, &options.out, N_ ("The folder that logs are written to"),
      "FOLDER" },
    { "property", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.properties,
      N_ ("A property whose tables are received (all); repeatable"), "NAME" },
    { "accept-gap", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.gaps,
      N_ ("Go on with a log although the table lost lines of it; repeatable"), "TABLE/DAY" },
    { "accept-epoch", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.epochs,
      N_ ("Write a table's other log of a day beside the first; repeatable"), "TABLE/DAY" },
    { "map", 0, 0, G_OPTION_ARG_FILENAME, &options.map,
      N_ ("Make logs of other publishers’ payloads by this mapping"), "FILE" },
    { "topic", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.topics,
      N_ ("A topic of such payloads, with + and # as MQTT has them; repeatable"), "TOPIC" },
    { "wait", 0, 0, G_OPTION_ARG_NONE, &options.wait,
      N_ ("Stand by while another receiver has the folder, and take over at its end"), NULL },
    { "status", 0, 0, G_OPTION_ARG_NONE, &options.status,
      N_ ("Print what the folder's receiver is doing"), NULL },
    { NULL },
  };

  if (!sky_cli_parse (command, entries, &argc, &argv, &status))
    return status;
  if (argc != 1)
    return sky_cli_wrong_usage ("receive", _ ("there are no arguments besides the options"));
  if (options.out == NULL)
    return sky_cli_wrong_usage ("receive", _ ("which folder? --out=FOLDER"));
  if (options.status)
    return sky_receive_status (options.out);
  if ((options.map != NULL) != (options.topics != NULL))
    return sky_cli_wrong_usage ("receive", _ ("--map and --topic belong together"));
  if (options.broker.uris == NULL)
    return sky_cli_wrong_usage ("receive", _ ("which broker? --broker=URI"));
  if (g_mkdir_with_parents (options.out, 0750) != 0)
    {
      sky_cli_complain ("%s: %s", options.out, g_strerror (errno));
      return SKY_CLI_FAILED;
    }
  return options.map != NULL ? run_mapped (&options) : run_receiver (&options, NULL);
}
