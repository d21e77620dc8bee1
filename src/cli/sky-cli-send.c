/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-broker-mqtt.h"
#include "sky-broker-options.h"
#include "sky-cli.h"
#include "sky-sender.h"

#include <glib-unix.h>
#include <glib/gi18n.h>

#include <string.h>

typedef struct
{
  GMainLoop *loop;
  guint n_logs; /* that are being sent */
  gboolean failed;
} Run;

static void
tell_cb (const char *text, gpointer user_data)
{
  sky_cli_complain ("%s", text);
}

static void
stopped_cb (const GError *error, gpointer user_data)
{
  Run *run = user_data;

  sky_cli_complain ("%s", error->message);
  run->failed = TRUE;
  if (--run->n_logs == 0)
    g_main_loop_quit (run->loop);
}

static gboolean
signal_cb (gpointer user_data)
{
  g_main_loop_quit (((Run *) user_data)->loop);
  return G_SOURCE_REMOVE;
}

/* The sender of the table whose log has @key; NULL: there is none yet. */
static SkySender *
find_sender (GPtrArray *senders, const char *table)
{
  for (guint i = 0; i < senders->len; i++)
    if (g_str_equal (sky_sender_get_table (senders->pdata[i]), table))
      return senders->pdata[i];
  return NULL;
}

/* One connection a table, with the table's will. */
static SkySender *
make_sender (const SkyBrokerOptions *options,
             const char *table,
             const SkySenderOuter *outer,
             GError **error)
{
  g_autofree char *topic = sky_live_topic (table, SKY_LIVE_GONE);
  g_autoptr (GString) payload = g_string_new (NULL);
  SkyBrokerAddress *address = sky_broker_options_address (options, options->uris[0], error);
  SkyBrokerWill will = { topic, NULL };
  SkyBroker *broker;

  if (address == NULL)
    return NULL;
  sky_live_add_gone (payload);
  will.payload = payload->str;
  broker = sky_broker_mqtt_new (address, "skyward-send", &will, error);
  return broker != NULL ? sky_sender_new (broker, table, outer) : NULL;
}

static gboolean
add_log (GPtrArray *senders,
         const SkyBrokerOptions *options,
         const char *path,
         const SkySenderOuter *outer,
         GError **error)
{
  g_autoptr (SkySentLog) log = sky_sent_log_open (path, error);
  g_autofree char *table = NULL;
  SkySender *sender;

  if (log == NULL)
    return FALSE;
  table = g_strdup (sky_sent_log_get_key (log));
  *strrchr (table, '/') = '\0';
  sender = find_sender (senders, table);
  if (sender == NULL)
    {
      sender = make_sender (options, table, outer, error);
      if (sender == NULL)
        return FALSE;
      g_ptr_array_add (senders, sender);
    }
  sky_sender_add (sender, g_steal_pointer (&log));
  return TRUE;
}

SkyCliStatus
sky_cli_send (const SkyCommand *command, int argc, char **argv)
{
  g_auto (SkyBrokerOptions) options = { NULL };
  g_autoptr (GPtrArray) senders = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_sender_free);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Run run = { loop, 0, FALSE };
  const SkySenderOuter outer = { tell_cb, stopped_cb, &run };
  GError *error = NULL;
  SkyCliStatus status;
  const GOptionEntry entries[] = {
    SKY_BROKER_OPTIONS (options),
    { NULL },
  };

  if (!sky_cli_parse (command, entries, &argc, &argv, &status))
    return status;
  if (options.uris == NULL || options.uris[1] != NULL)
    return sky_cli_wrong_usage ("send", _ ("give one broker: --broker=URI"));
  if (argc < 2)
    return sky_cli_wrong_usage ("send", _ ("which logs?"));
  for (int i = 1; i < argc; i++)
    {
      if (!add_log (senders, &options, argv[i], &outer, &error))
        return sky_broker_options_fail ("send", error);
      run.n_logs++;
    }
  g_unix_signal_add (SIGTERM, signal_cb, &run);
  g_unix_signal_add (SIGINT, signal_cb, &run);
  for (guint i = 0; i < senders->len; i++)
    sky_sender_start (senders->pdata[i]);
  g_main_loop_run (loop);
  return run.failed ? SKY_CLI_FAILED : SKY_CLI_DONE;
}
