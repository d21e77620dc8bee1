/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage: bare-subscriber PORT FILE [answer]
 *
 * What any program does that has a broker's messages in a file: libmosquitto, a subscription, and
 * a line for each message behind the last. It syncs nothing, compares nothing, and takes whatever
 * comes. With "answer" it publishes for each line that it has one, as a receiver does for many. The
 * reference of bench-live.py; SIGTERM ends it. */
#include <mosquitto.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *file;
static int answers;
static volatile sig_atomic_t leaving;

static void
leave (int number)
{
  leaving = 1;
}

static void
on_connect (struct mosquitto *client, void *data, int code)
{
  mosquitto_subscribe (client, NULL, "skyward/1/#", 1);
}

/* {"seq":N} under the topic that ends in have; a header is line 0. */
static void
answer (struct mosquitto *client, const char *topic, const char *payload)
{
  const long seq = strncmp (payload, "{\"seq\":", 7) == 0 ? strtol (payload + 7, NULL, 10) : 0;
  const char *last = strrchr (topic, '/');
  char to[256], text[64];
  int n;

  snprintf (to, sizeof to, "%.*s/have", (int) (last - topic), topic);
  n = snprintf (text, sizeof text, "{\"seq\":%ld,\"bytes\":0}", seq);
  mosquitto_publish (client, NULL, to, n, text, 1, true);
}

static void
on_message (struct mosquitto *client, void *data, const struct mosquitto_message *message)
{
  const char *last = strrchr (message->topic, '/');

  if (last == NULL || (strcmp (last, "/line") != 0 && strcmp (last, "/lines") != 0))
    return;
  fwrite (message->payload, 1, (size_t) message->payloadlen, file);
  putc ('\n', file);
  if (answers)
    {
      fflush (file);
      answer (client, message->topic, message->payload);
    }
}

int
main (int argc, char **argv)
{
  struct sigaction action = { .sa_handler = leave };
  struct mosquitto *client;

  if (argc < 3 || (file = fopen (argv[2], "w")) == NULL)
    return 2;
  answers = argc > 3;
  sigaction (SIGTERM, &action, NULL);
  mosquitto_lib_init ();
  client = mosquitto_new (NULL, true, NULL);
  mosquitto_connect_callback_set (client, on_connect);
  mosquitto_message_callback_set (client, on_message);
  if (mosquitto_connect (client, "127.0.0.1", (int) strtol (argv[1], NULL, 10), 60)
      != MOSQ_ERR_SUCCESS)
    return 1;
  while (!leaving)
    if (mosquitto_loop (client, 100, 100) != MOSQ_ERR_SUCCESS && !leaving)
      return 1;
  mosquitto_destroy (client);
  return fclose (file) != 0;
}
