/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linker has the library's write() be the one below, which can die in the middle of one. */
#include "config.h"

#include "sky-log-writer.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define START ((SkyTime) 1699128000 * SKY_SECOND)

static guint writes_left; /* 0: as many as are wanted */
static guint part;        /* of the last write's bytes, in tenths */

ssize_t __real_write (int file, const void *bytes, size_t size);
ssize_t __wrap_write (int file, const void *bytes, size_t size);

ssize_t
__wrap_write (int file, const void *bytes, size_t size)
{
  if (writes_left == 0 || --writes_left > 0)
    return __real_write (file, bytes, size);
  if (__real_write (file, bytes, size * part / 10) >= 0)
    kill (getpid (), SIGKILL);
  return -1;
}

static const SkyLogHeader craps = {
  .property = "Keystone",
  .table = "CR-01",
  .game = SKY_GAME_CRAPS,
  .gaming_day = 19665,
  .time_zone = "America/New_York",
  .currency = "USD",
  .version = 1,
  .scope = { .classes = SKY_ALL_CLASSES },
};

typedef struct
{
  char *folder;
  char *path;
} Place;

static void
set_up (Place *place, gconstpointer data)
{
  place->folder = g_dir_make_tmp ("sky-writer-XXXXXX", NULL);
  g_assert_nonnull (place->folder);
  place->path = g_build_filename (place->folder, "a.tel.jsonl", NULL);
}

static void
empty (const char *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_dir_close (dir);
}

static void
tear_down (Place *place, gconstpointer data)
{
  empty (place->folder);
  g_rmdir (place->folder);
  g_free (place->folder);
  g_free (place->path);
}

static SkyLogWriter *
open_version (const char *path, guint version)
{
  g_autoptr (GError) error = NULL;
  SkyLogHeader header = craps;
  SkyLogWriter *self;

  header.version = version;
  self = sky_log_writer_open (path, 0640, &header, &error);

  g_assert_no_error (error);
  return self;
}

static SkyLogWriter *
open_at (const char *path)
{
  return open_version (path, 1);
}

typedef struct
{
  const char *type;
  const char *members; /* what it says behind its type */
} Event;

typedef struct
{
  guint version;
  const Event *events;
  guint n;
} Day;

/* The events of a short day. */
static const Event plain[] = {
  { "table_open", NULL },
  { "rules", "\"submission\":{}" },
  { "player", "\"seat\":1,\"player\":\"p1\",\"present\":true" },
  { "round_start", "\"round\":1" },
  { "shooter", "\"seat\":1" },
  { "wager", "\"wager\":\"w1\",\"seat\":1,\"bet\":\"pass\",\"amount\":1000" },
  { "wager", "\"wager\":\"w2\",\"seat\":1,\"bet\":\"field\",\"amount\":500" },
  { "throw", NULL },
  { "result", "\"dice\":[3,3]" },
  { "settle", "\"wager\":\"w2\",\"outcome\":\"lose\",\"taken\":500" },
  { "round_end", "\"round\":1" },
  { "round_start", "\"round\":2" },
  { "throw", NULL },
  { "result", "\"dice\":[4,2]" },
  { "settle", "\"wager\":\"w1\",\"outcome\":\"win\",\"paid\":1000,\"returned\":1000" },
  { "round_end", "\"round\":2" },
  { "checkpoint", "" },
  { "table_close", NULL },
};

/* The same day, recorded by eye: both rounds were wrong, the first one twice, and a round that was
 * given up was begun anew. */
static const Event corrected[] = {
  { "table_open", NULL },
  { "rules", "\"submission\":{}" },
  { "player", "\"seat\":1,\"player\":\"p1\",\"present\":true" },
  { "round_start", "\"round\":1" },
  { "wager", "\"wager\":\"w1\",\"seat\":1,\"bet\":\"pass\",\"amount\":500" },
  { "result", "\"dice\":[3,4]" },
  { "settle", "\"wager\":\"w1\",\"outcome\":\"win\",\"paid\":500,\"returned\":500" },
  { "round_end", "\"round\":1" },
  { "round_start", "\"round\":2" },
  { "result", "\"dice\":[4,3]" },
  { "round_end", "\"round\":2" },
  /* Without a `round_start`. */
  { "again", "\"round\":1,\"reason\":\"wrong dice\"" },
  { "wager", "\"wager\":\"w1\",\"seat\":1,\"bet\":\"pass\",\"amount\":1000" },
  { "result", "\"dice\":[3,3]" },
  { "round_end", "\"round\":1" },
  { "again", "\"round\":2,\"reason\":\"wrong dice\"" },
  { "round_start", "\"round\":2" },
  { "result", "\"dice\":[4,2]" },
  { "settle", "\"wager\":\"w1\",\"outcome\":\"win\",\"paid\":1000,\"returned\":1000" },
  { "round_end", "\"round\":2" },
  { "again", "\"round\":1,\"reason\":\"w1 was too low\"" },
  { "wager", "\"wager\":\"w2\",\"seat\":1,\"bet\":\"field\",\"amount\":700" },
  { "again", "\"round\":1,\"reason\":\"the Field Bet was missed\"" },
  { "round_start", "\"round\":1" },
  { "shooter", "\"seat\":1" },
  { "wager", "\"wager\":\"w1\",\"seat\":1,\"bet\":\"pass\",\"amount\":1000" },
  { "wager", "\"wager\":\"w2\",\"seat\":1,\"bet\":\"field\",\"amount\":500" },
  { "result", "\"dice\":[3,3]" },
  { "settle", "\"wager\":\"w2\",\"outcome\":\"lose\",\"taken\":500" },
  { "round_end", "\"round\":1" },
  { "checkpoint", "" },
  { "round_start", "\"round\":3" },
  { "wager", "\"wager\":\"w3\",\"seat\":1,\"bet\":\"pass\",\"amount\":300" },
};

static const Day plain_day = { 1, plain, G_N_ELEMENTS (plain) };
static const Day corrected_day = { 2, corrected, G_N_ELEMENTS (corrected) };

static void
write_event (SkyLogWriter *self, const Event *event, guint64 number)
{
  g_autoptr (GError) error = NULL;
  char hex[SKY_DIGEST_HEX_SIZE];
  GString *json;

  if (g_str_equal (event->type, "checkpoint"))
    g_assert_true (sky_log_writer_digest (self, hex, &error));
  json = sky_log_writer_begin (self, event->type, START + (SkyTime) number * SKY_SECOND);
  if (g_str_equal (event->type, "checkpoint"))
    sky_json_add_string (json, "sha256", hex);
  else if (event->members != NULL)
    g_string_append_printf (json, ",%s", event->members);
  g_assert_cmpint (sky_log_writer_end (self, &error), ==, number + 1);
  g_assert_no_error (error);
  g_assert_true (sky_log_writer_flush (self, &error));
}

/* Writes the events behind those that the log has, each by a write of its own. */
static void
write_on (SkyLogWriter *self, const Day *day)
{
  for (guint64 i = sky_log_writer_get_seq (self); i < day->n; i++)
    write_event (self, &day->events[i], i);
}

static void
write_day (SkyLogWriter *self)
{
  write_on (self, &plain_day);
}

static void
test_table (Place *place, gconstpointer data)
{
  g_autoptr (SkyLogWriter) self = open_at (place->path);
  SkyTable *table = sky_log_writer_get_table (self);

  g_assert_cmpint (sky_log_writer_get_seq (self), ==, 0);
  g_assert_cmpint (sky_log_writer_get_time (self), ==, SKY_TIME_NONE);
  write_day (self);
  g_assert_true (sky_log_writer_sync (self, NULL));
  g_assert_cmpint (sky_log_writer_get_seq (self), ==, G_N_ELEMENTS (plain));
  g_assert_cmpint (sky_log_writer_get_time (self), ==,
                   START + (SkyTime) (G_N_ELEMENTS (plain) - 1) * SKY_SECOND);
  g_assert_cmpint (table->up->len, ==, 0);
}

static void
test_header (Place *place, gconstpointer data)
{
  static const gint64 seats[] = { 1, 3 };
  static const SkyRecordSource from[] = { { "CR-01-A", "footage/a.mkv", "abc" },
                                          { "CR-01-B", "footage/b.mkv", NULL } };
  SkyLogHeader header = craps;
  g_autoptr (SkyLogWriter) self = NULL;
  g_autofree char *text = NULL;

  header.version = 2;
  header.players = SKY_PLAYERS_PROPERTY;
  header.record = (SkyRecord){
    .how = SKY_RECORD_FOOTAGE,
    .by = "PA-1",
    .program = "skyward",
    .coding = "c1",
    .pass = 1,
    .plan = "p1",
    .from = from,
    .n_from = 2,
  };
  header.scope = (SkyScope){
    .classes = 1u << SKY_CLASS_OUTCOME | 1u << SKY_CLASS_SETTLEMENTS,
    .some_seats = TRUE,
    .seats = seats,
    .n_seats = 2,
    .sampled = TRUE,
  };
  self = sky_log_writer_open (place->path, 0640, &header, NULL);
  sky_log_writer_begin (self, "table_open", START);
  sky_log_writer_add_frame (self, 1, 2500000);
  sky_log_writer_add_src (self, 1, 17);
  g_assert_cmpint (sky_log_writer_end (self, NULL), ==, 1);
  g_assert_true (sky_log_writer_flush (self, NULL));
  g_assert_true (g_file_get_contents (place->path, &text, NULL, NULL));
  g_assert_cmpstr (
      text, ==,
      "{\"log\":\"skyward.table-log\",\"version\":2,\"property\":\"Keystone\",\"table\":"
      "\"CR-01\",\"game\":\"craps\",\"gaming_day\":\"2023-11-04\",\"time_zone\":"
      "\"America/New_York\",\"currency\":\"USD\",\"players\":\"property\",\"record\":"
      "{\"how\":\"footage\",\"by\":\"PA-1\",\"program\":\"skyward\",\"coding\":\"c1\","
      "\"pass\":1,\"blind\":false,\"plan\":\"p1\",\"from\":[{\"camera\":\"CR-01-A\","
      "\"file\":\"footage/a.mkv\",\"sha256\":\"abc\"},{\"camera\":\"CR-01-B\",\"file\":"
      "\"footage/b.mkv\"}]},\"scope\":{\"classes\":[\"outcome\",\"settlements\"],"
      "\"seats\":[1,3],\"rounds\":\"sample\"}}\n"
      "{\"seq\":1,\"at\":\"2023-11-04T20:00:00.000000Z\",\"type\":\"table_open\","
      "\"frame\":[1,2500000],\"src\":[1,17]}\n");
}

/* What the format does not allow is not written, and takes no number. */
static void
test_refused (Place *place, gconstpointer data)
{
  g_autoptr (SkyLogWriter) self = open_at (place->path);
  g_autoptr (GError) error = NULL;
  GString *json;

  sky_log_writer_begin (self, "wager", START);
  g_assert_cmpint (sky_log_writer_end (self, &error), ==, 0);
  g_assert_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_LINE);
  g_assert_nonnull (strstr (error->message, "wager"));
  g_clear_error (&error);
  json = sky_log_writer_begin (self, "note", START);
  g_string_append (json, ",\"text\":\"half");
  g_assert_cmpint (sky_log_writer_end (self, &error), ==, 0);
  g_assert_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_LINE);
  g_clear_error (&error);
  sky_json_add_string (sky_log_writer_begin (self, "note", START), "text", "whole");
  g_assert_cmpint (sky_log_writer_end (self, &error), ==, 1);
  g_assert_no_error (error);
}

static void
test_other (Place *place, gconstpointer data)
{
  SkyLogHeader header = craps;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLogWriter) self = open_at (place->path);

  g_assert_true (sky_log_writer_flush (self, NULL));
  g_clear_pointer (&self, sky_log_writer_free);
  header.table = "CR-02";
  g_assert_null (sky_log_writer_open (place->path, 0640, &header, &error));
  g_assert_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_OTHER);
  g_clear_error (&error);

  g_assert_true (g_file_set_contents (place->path, "no log\n", -1, NULL));
  g_assert_null (sky_log_writer_open (place->path, 0640, &craps, &error));
  g_assert_error (error, SKY_LOG_ERROR, SKY_LOG_ERROR_HEADER);
}

/* Numbers that are left out, and lines that are no events, are the log's as they stand. */
static void
test_foreign (Place *place, gconstpointer data)
{
  g_autoptr (SkyLogWriter) self = open_at (place->path);

  sky_json_add_string (sky_log_writer_begin (self, "note", START), "text", "one");
  g_assert_cmpint (sky_log_writer_end (self, NULL), ==, 1);
  g_assert_true (sky_log_writer_add_line (self, "no event", NULL));
  sky_log_writer_skip (self, 3);
  sky_json_add_string (sky_log_writer_begin (self, "note", START), "text", "five");
  g_assert_cmpint (sky_log_writer_end (self, NULL), ==, 5);
  g_assert_true (sky_log_writer_flush (self, NULL));
  g_clear_pointer (&self, sky_log_writer_free);
  self = open_at (place->path);
  g_assert_cmpint (sky_log_writer_get_seq (self), ==, 5);
  sky_json_add_string (sky_log_writer_begin (self, "note", START), "text", "six");
  g_assert_cmpint (sky_log_writer_end (self, NULL), ==, 6);
}

/* A program that dies in its write number @n, @tenths of it done. Returns FALSE when it has no such
 * write. */
static gboolean
die_at (const char *path, const Day *day, guint n, guint tenths)
{
  pid_t child = fork ();
  int status;

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      writes_left = n;
      part = tenths;
      write_on (open_version (path, day->version), day);
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  if (WIFEXITED (status))
    {
      g_assert_cmpint (WEXITSTATUS (status), ==, 0);
      return FALSE;
    }
  g_assert_cmpint (WTERMSIG (status), ==, SIGKILL);
  return TRUE;
}

static char *
read_file (const char *path)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* The wagers that lie, each with what is due on it. */
static char *
describe (SkyLogWriter *self)
{
  const SkyTable *table = sky_log_writer_get_table (self);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "round %" G_GINT64_FORMAT, table->round);
  for (guint i = 0; i < table->up->len; i++)
    {
      const SkyWager *wager = table->up->pdata[i];

      g_string_append_printf (text, ", %s %" G_GINT64_FORMAT " %u %u %" G_GINT64_FORMAT, wager->id,
                              wager->amount, (guint) wager->status, (guint) wager->due.outcome,
                              wager->due.paid);
    }
  return g_string_free (text, FALSE);
}

/* Killed in each of its writes, at the beginning, in the middle and at the end of it: what is in
 * the log stays, and gone on with it becomes the log of a writer that nobody killed. */
static void
test_killed (Place *place, gconstpointer data)
{
  const Day *day = data;
  g_autofree char *whole = NULL;
  g_autofree char *lies = NULL;
  guint n_deaths = 0;

  {
    g_autoptr (SkyLogWriter) self = open_version (place->path, day->version);

    write_on (self, day);
    lies = describe (self);
  }
  whole = read_file (place->path);
  empty (place->folder);

  for (guint tenths = 0; tenths <= 10; tenths++, empty (place->folder))
    for (guint n = 1; die_at (place->path, day, n, tenths); n++)
      {
        g_autofree char *left = read_file (place->path);
        g_autofree char *now = NULL;
        g_autofree char *lies_now = NULL;
        g_autoptr (SkyLogWriter) self = NULL;

        g_assert_true (g_str_has_prefix (whole, left));
        self = open_version (place->path, day->version);
        g_assert_true ((sky_log_writer_get_torn (self) != NULL)
                       == (*left != '\0' && !g_str_has_suffix (left, "\n")));
        write_on (self, day);
        now = read_file (place->path);
        g_assert_cmpstr (now, ==, whole);
        lies_now = describe (self);
        g_assert_cmpstr (lies_now, ==, lies);
        g_clear_pointer (&self, sky_log_writer_free);
        empty (place->folder);
        n_deaths++;
      }
  /* At least each of the events, eleven times. */
  g_assert_cmpint (n_deaths, >=, 11 * day->n);
  g_test_message ("killed %u times", n_deaths);
}

/* The table is at each line what it is where a program opens the log there, and at the end what it
 * would be had all been right at once. */
static void
test_again (Place *place, gconstpointer data)
{
  static const char *const lies[G_N_ELEMENTS (corrected)] = {
    [10] = "round 0",
    [11] = "round 0",
    [13] = "round 1, w1 1000 0 0 0",
    [14] = "round 0",
    [15] = "round 0, w1 1000 0 0 0",
    [17] = "round 2, w1 1000 0 1 1000",
    [19] = "round 0",
    [20] = "round 0",
    [21] = "round 1, w2 700 0 0 0",
    [22] = "round 0",
    [27] = "round 1, w1 1000 0 0 0, w2 500 0 2 0",
    [29] = "round 0",
    [32] = "round 3, w3 300 0 0 0",
  };
  g_autoptr (SkyLogWriter) self = open_version (place->path, 2);

  for (guint i = 0; i < G_N_ELEMENTS (corrected); i++)
    {
      g_autofree char *before = NULL;
      g_autofree char *after = NULL;

      write_event (self, &corrected[i], i);
      before = describe (self);
      g_clear_pointer (&self, sky_log_writer_free);
      self = open_version (place->path, 2);
      after = describe (self);
      g_assert_cmpstr (before, ==, after);
      if (lies[i] != NULL)
        g_assert_cmpstr (after, ==, lies[i]);
    }
}

/* A correction of what the log does not have, or of another round than the one in hand, is not
 * written. */
static void
test_again_refused (Place *place, gconstpointer data)
{
  g_autoptr (SkyLogWriter) self = open_version (place->path, 2);
  g_autofree char *lies = NULL;
  g_autofree char *now = NULL;

  for (guint i = 0; i < 5; i++)
    write_event (self, &corrected[i], i);
  lies = describe (self);
  for (gint64 round = 2; round < 4; round++)
    {
      g_autoptr (GError) error = NULL;
      GString *json = sky_log_writer_begin (self, "again", START);

      sky_json_add_int (json, "round", round);
      sky_json_add_string (json, "reason", "coded wrongly");
      g_assert_cmpint (sky_log_writer_end (self, &error), ==, 0);
      g_assert_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_LINE);
      if (round == 2)
        for (guint i = 5; i < 8; i++)
          write_event (self, &corrected[i], i);
    }
  now = describe (self);
  g_assert_cmpstr (lies, ==, "round 1, w1 500 0 0 0");
  g_assert_cmpstr (now, ==, "round 0");
  write_event (self, &corrected[8], 8);
}

/* Torn at each of its bytes. */
static void
test_torn (Place *place, gconstpointer data)
{
  g_autofree char *whole = NULL;
  gsize size;

  {
    g_autoptr (SkyLogWriter) self = open_at (place->path);

    write_day (self);
  }
  whole = read_file (place->path);
  size = strlen (whole);
  for (gsize i = 0; i < size; i += 7)
    {
      g_autofree char *now = NULL;
      g_autoptr (SkyLogWriter) self = NULL;

      empty (place->folder);
      g_assert_true (g_file_set_contents (place->path, whole, (gssize) i, NULL));
      self = open_at (place->path);
      write_day (self);
      now = read_file (place->path);
      g_assert_cmpstr (now, ==, whole);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD_DAY(name, function, day)                                                               \
  g_test_add ("/log-writer/" name, Place, day, set_up, function, tear_down)
#define ADD(name, function) ADD_DAY (name, function, NULL)
  ADD ("table", test_table);
  ADD ("header", test_header);
  ADD ("refused", test_refused);
  ADD ("other", test_other);
  ADD ("foreign", test_foreign);
  ADD_DAY ("killed", test_killed, &plain_day);
  ADD_DAY ("killed-correcting", test_killed, &corrected_day);
  ADD ("again", test_again);
  ADD ("again-refused", test_again_refused);
  ADD ("torn", test_torn);
#undef ADD
#undef ADD_DAY

  return g_test_run ();
}
