/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage: many-tables PORT TABLES RATE SECONDS
 *
 * So many tables, each with a connection of its own, publish RATE lines a second together, one line
 * a message, for so long, and wait for what is not had yet. Before that each has its header had:
 * then it says "ready". In the end it says how many lines were published and had, in how many ms,
 * and of the time from a line's publication to the have that covers it the median, the 99th of 100
 * and the longest, in µs. The load of bench-live.py, and no example: it keeps no log, and sends
 * nothing again. */
#include <mosquitto.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

#define DAY "2023-11-04"
/* How long to wait for what is not had yet, µs. */
#define PATIENCE 20000000

typedef struct
{
  struct mosquitto *client;
  int number;
  long published; /* lines, the header with them */
  long had;
  int64_t *at; /* when each was published */
  int writing; /* epoll looks for room */
} Table;

static Table *tables;
static int n_tables, n_connected;
static int64_t *took;
static long n_took;
static int n_ready; /* tables whose header is had */
static int epoll;

static int64_t
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (int64_t) time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void
on_connect (struct mosquitto *client, void *data, int code)
{
  Table *table = data;
  char topic[128];

  snprintf (topic, sizeof topic, "skyward/1/Load/LT-%04d/" DAY "/have", table->number);
  mosquitto_subscribe (client, NULL, topic, 1);
}

static void
on_subscribe (struct mosquitto *client, void *data, int id, int n, const int *granted)
{
  n_connected++;
}

static void
on_message (struct mosquitto *client, void *data, const struct mosquitto_message *message)
{
  const int64_t at = now ();
  const char *seq = strstr (message->payload, "\"seq\":");
  Table *table = data;
  long had = seq != NULL ? strtol (seq + 6, NULL, 10) + 1 : 0;

  if (table->had == 0 && had > 0)
    {
      table->had = 1;
      n_ready++;
    }
  for (; table->had < had && table->had < table->published; table->had++)
    took[n_took++] = at - table->at[table->had];
}

/* epoll looks for room as long as the client has something to write. */
static void
look_for (Table *table)
{
  const int writing = mosquitto_want_write (table->client);
  struct epoll_event event = { .events = EPOLLIN | (writing ? EPOLLOUT : 0), .data.ptr = table };

  if (writing != table->writing)
    epoll_ctl (epoll, EPOLL_CTL_MOD, mosquitto_socket (table->client), &event);
  table->writing = writing;
}

static void
turn (int patience)
{
  struct epoll_event events[256];
  const int n = epoll_wait (epoll, events, 256, patience);

  for (int i = 0; i < n; i++)
    {
      Table *table = events[i].data.ptr;
      int code = MOSQ_ERR_SUCCESS;

      if ((events[i].events & EPOLLOUT) != 0)
        code = mosquitto_loop_write (table->client, 1);
      if (code == MOSQ_ERR_SUCCESS && (events[i].events & ~EPOLLOUT) != 0)
        code = mosquitto_loop_read (table->client, 1);
      if (code != MOSQ_ERR_SUCCESS)
        {
          fprintf (stderr, "table %d: %s\n", table->number, mosquitto_strerror (code));
          exit (1);
        }
      look_for (table);
    }
}

static void
begin (Table *table, int number, int port, long most)
{
  struct epoll_event event = { .events = EPOLLIN, .data.ptr = table };

  table->number = number;
  table->at = calloc ((size_t) most, sizeof *table->at);
  table->client = mosquitto_new (NULL, true, table);
  mosquitto_int_option (table->client, MOSQ_OPT_TCP_NODELAY, 1);
  mosquitto_max_inflight_messages_set (table->client, 0);
  mosquitto_connect_callback_set (table->client, on_connect);
  mosquitto_subscribe_callback_set (table->client, on_subscribe);
  mosquitto_message_callback_set (table->client, on_message);
  if (mosquitto_connect (table->client, "127.0.0.1", port, 300) != MOSQ_ERR_SUCCESS)
    exit (1);
  epoll_ctl (epoll, EPOLL_CTL_ADD, mosquitto_socket (table->client), &event);
  look_for (table);
}

/* A line of some 250 bytes, as a settlement has. */
static void
publish (Table *table)
{
  char topic[128], line[512];
  int n;

  snprintf (topic, sizeof topic, "skyward/1/Load/LT-%04d/" DAY "/line", table->number);
  if (table->published == 0)
    n = snprintf (line, sizeof line,
                  "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Load\",\"table\":"
                  "\"LT-%04d\",\"game\":\"craps\",\"gaming_day\":\"" DAY
                  "\",\"time_zone\":\"America/New_York\",\"currency\":\"USD\"}",
                  table->number);
  else
    n = snprintf (line, sizeof line,
                  "{\"seq\":%ld,\"at\":\"" DAY "T20:00:00.000000Z\",\"type\":\"note\",\"text\":"
                  "\"%0160ld\",\"table\":%d}",
                  table->published, table->published, table->number);
  table->at[table->published++] = now ();
  mosquitto_publish (table->client, NULL, topic, n, line, 1, false);
  look_for (table);
}

static int
compare (const void *a, const void *b)
{
  const int64_t one = *(const int64_t *) a, other = *(const int64_t *) b;

  return (one > other) - (one < other);
}

int
main (int argc, char **argv)
{
  const int port = argc > 4 ? (int) strtol (argv[1], NULL, 10) : 0;
  const long rate = argc > 4 ? strtol (argv[3], NULL, 10) : 0;
  const long lines = argc > 4 ? rate * strtol (argv[4], NULL, 10) : 0;
  long n = 0;
  int64_t begun, end;

  n_tables = argc > 4 ? (int) strtol (argv[2], NULL, 10) : 0;
  if (n_tables <= 0 || lines <= 0)
    return 2;
  mosquitto_lib_init ();
  epoll = epoll_create1 (0);
  tables = calloc ((size_t) n_tables, sizeof *tables);
  took = calloc ((size_t) lines, sizeof *took);
  for (int i = 0; i < n_tables; i++)
    {
      begin (&tables[i], i, port, lines / n_tables + 2);
      while (n_connected <= i)
        turn (100);
      publish (&tables[i]);
    }
  while (n_ready < n_tables)
    turn (100);
  printf ("ready\n");
  fflush (stdout);
  begun = now ();
  while (n < lines)
    {
      const long due = (long) ((now () - begun) * rate / 1000000);

      for (; n < due && n < lines; n++)
        publish (&tables[n % n_tables]);
      turn (1);
    }
  end = now () + PATIENCE;
  while (n_took < lines && now () < end)
    turn (10);
  end = now ();
  qsort (took, (size_t) n_took, sizeof *took, compare);
  printf ("%ld %ld %ld %ld %ld %ld\n", n, n_took, (long) (end - begun) / 1000,
          n_took > 0 ? (long) took[n_took / 2] : 0, n_took > 0 ? (long) took[n_took * 99 / 100] : 0,
          n_took > 0 ? (long) took[n_took - 1] : 0);
  return 0;
}
