/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-log-appender.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

typedef struct
{
  char *folder;
  char *path;
} Place;

static void
set_up (Place *place, gconstpointer data)
{
  place->folder = g_dir_make_tmp ("sky-appender-XXXXXX", NULL);
  g_assert_nonnull (place->folder);
  place->path = g_build_filename (place->folder, "a.tel.jsonl", NULL);
}

static void
tear_down (Place *place, gconstpointer data)
{
  GDir *dir = g_dir_open (place->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (place->folder, name, NULL);

      g_unlink (path);
    }
  g_dir_close (dir);
  g_rmdir (place->folder);
  g_free (place->folder);
  g_free (place->path);
}

static SkyLogAppender *
open_at (const char *path)
{
  g_autoptr (GError) error = NULL;
  SkyLogAppender *self = sky_log_appender_open (path, 0640, &error);

  g_assert_no_error (error);
  return self;
}

static void
add (SkyLogAppender *self, const char *line)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (sky_log_appender_add (self, line, strlen (line), &error));
  g_assert_no_error (error);
}

static void
assert_has (const char *path, const char *wanted)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, wanted);
}

static void
test_lines (Place *place, gconstpointer data)
{
  g_autoptr (SkyLogAppender) self = open_at (place->path);
  g_autoptr (GError) error = NULL;
  struct stat status;

  g_assert_cmpint (sky_log_appender_get_length (self), ==, 0);
  g_assert_null (sky_log_appender_get_torn (self));
  g_assert_null (sky_log_appender_read_last (self, &error));
  g_assert_no_error (error);

  /* Nothing is written before it is asked for. */
  add (self, "one");
  add (self, "");
  assert_has (place->path, "");
  g_assert_true (sky_log_appender_flush (self, &error));
  assert_has (place->path, "one\n\n");
  add (self, "three");
  g_assert_true (sky_log_appender_sync (self, &error));
  assert_has (place->path, "one\n\nthree\n");
  g_assert_cmpint (sky_log_appender_get_length (self), ==, 11);
  g_assert_cmpint (stat (place->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0137, ==, 0);

  /* Lines that wait when it is closed are lost, and nothing else. */
  add (self, "four");
  g_clear_pointer (&self, sky_log_appender_free);
  self = open_at (place->path);
  g_assert_cmpint (sky_log_appender_get_length (self), ==, 11);
  add (self, "five");
  g_assert_true (sky_log_appender_sync (self, &error));
  assert_has (place->path, "one\n\nthree\nfive\n");
}

static void
assert_last (SkyLogAppender *self, const char *wanted)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) last = sky_log_appender_read_last (self, &error);

  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (last, NULL), g_bytes_get_size (last), wanted, strlen (wanted));
}

static void
test_last (Place *place, gconstpointer data)
{
  g_autofree char *line = g_strnfill (200000, 'x');

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (SkyLogAppender) self = NULL;
      const char *const lines[] = { "first", line, "" };

      self = open_at (place->path);
      add (self, lines[i]);
      g_assert_true (sky_log_appender_sync (self, NULL));
      assert_last (self, lines[i]);
    }
}

/* What a crash tore is cut off, and kept. */
static void
test_torn (Place *place, gconstpointer data)
{
  g_autofree char *torn = NULL;

  g_assert_true (g_file_set_contents (place->path, "one\ntwo\n{\"seq\":3,\"a", -1, NULL));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (SkyLogAppender) self = open_at (place->path);

      g_assert_cmpint (sky_log_appender_get_length (self), ==, 8);
      assert_has (place->path, "one\ntwo\n");
      assert_last (self, "two");
      if (i == 0)
        torn = g_strdup (sky_log_appender_get_torn (self));
      else
        g_assert_null (sky_log_appender_get_torn (self));
    }
  g_assert_true (g_str_has_prefix (torn, place->path));
  g_assert_nonnull (strstr (torn, ".torn-"));
  assert_has (torn, "{\"seq\":3,\"a");

  /* A second one within the second has a name of its own; here all is torn, as long as can be. */
  {
    g_autofree char *all = g_strnfill (150000, 'y');
    g_autoptr (SkyLogAppender) self = NULL;

    g_assert_true (g_file_set_contents (place->path, all, -1, NULL));
    self = open_at (place->path);
    g_assert_cmpint (sky_log_appender_get_length (self), ==, 0);
    g_assert_cmpstr (sky_log_appender_get_torn (self), !=, torn);
    assert_has (sky_log_appender_get_torn (self), all);
    assert_has (torn, "{\"seq\":3,\"a");
  }
}

static void
test_locked (Place *place, gconstpointer data)
{
  g_autoptr (SkyLogAppender) self = open_at (place->path);
  g_autoptr (GError) error = NULL;

  g_assert_null (sky_log_appender_open (place->path, 0640, &error));
  g_assert_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_LOCKED);
  g_assert_nonnull (strstr (error->message, place->path));
  g_clear_pointer (&self, sky_log_appender_free);
  self = open_at (place->path);
}

static void
test_no_file (Place *place, gconstpointer data)
{
  g_autofree char *link = g_build_filename (place->folder, "link", NULL);
  const char *const paths[] = { place->folder, link, "/nonexistent/a.tel.jsonl" };

  g_assert_cmpint (symlink (place->path, link), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (sky_log_appender_open (paths[i], 0640, &error));
      g_assert_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_OPEN);
      g_assert_true (g_str_has_prefix (error->message, paths[i]));
    }
}

/* A write that the system takes in part: nothing of it stays. */
static void
test_full (Place *place, gconstpointer data)
{
  g_autoptr (SkyLogAppender) self = open_at (place->path);
  g_autoptr (GError) error = NULL;
  struct rlimit before, limit;
  char hex[SKY_DIGEST_HEX_SIZE], again[SKY_DIGEST_HEX_SIZE];

  g_assert_true (sky_log_appender_begin_digest (self, NULL, 0, NULL));
  add (self, "one");
  g_assert_true (sky_log_appender_flush (self, NULL));
  sky_log_appender_get_digest (self, hex);

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  limit = before;
  limit.rlim_cur = 10;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  add (self, "this is too long");
  g_assert_false (sky_log_appender_flush (self, &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_WRITE);
  assert_has (place->path, "one\n");
  g_assert_cmpint (sky_log_appender_get_length (self), ==, 4);
  sky_log_appender_get_digest (self, again);
  g_assert_cmpstr (again, ==, hex);

  /* What waited was dropped; it goes on. */
  add (self, "two");
  g_assert_true (sky_log_appender_sync (self, NULL));
  assert_has (place->path, "one\ntwo\n");
}

/* More than may wait goes to the file by itself. */
static void
test_many (Place *place, gconstpointer data)
{
  g_autoptr (SkyLogAppender) self = open_at (place->path);
  g_autofree char *line = g_strnfill (1000, 'z');

  for (guint i = 0; i < 1000; i++)
    add (self, line);
  g_assert_cmpint (sky_log_appender_get_length (self), >, 500000);
  g_assert_true (sky_log_appender_sync (self, NULL));
  g_assert_cmpint (sky_log_appender_get_length (self), ==, 1001000);
}

/* The digest is of the whole file, whoever began it and where. */
static void
test_digest (Place *place, gconstpointer data)
{
  char wanted[SKY_DIGEST_HEX_SIZE], hex[SKY_DIGEST_HEX_SIZE];
  SkyDigest *begun = sky_digest_new ();

  {
    g_autoptr (SkyLogAppender) self = open_at (place->path);

    g_assert_true (sky_log_appender_begin_digest (self, NULL, 0, NULL));
    add (self, "one");
    add (self, "two");
    g_assert_true (sky_log_appender_flush (self, NULL));
    sky_log_appender_get_digest (self, hex);
    g_assert_true (sky_digest_file (place->path, NULL, wanted, NULL));
    g_assert_cmpstr (hex, ==, wanted);
  }
  sky_digest_update (begun, "one\n", 4);
  {
    g_autoptr (SkyLogAppender) self = open_at (place->path);

    g_assert_true (sky_log_appender_begin_digest (self, begun, 4, NULL));
    sky_log_appender_get_digest (self, hex);
    g_assert_cmpstr (hex, ==, wanted);
    add (self, "three");
    g_assert_true (sky_log_appender_sync (self, NULL));
    sky_log_appender_get_digest (self, hex);
    g_assert_true (sky_digest_file (place->path, NULL, wanted, NULL));
    g_assert_cmpstr (hex, ==, wanted);
  }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function)                                                                        \
  g_test_add ("/log-appender/" name, Place, NULL, set_up, function, tear_down)
  ADD ("lines", test_lines);
  ADD ("last", test_last);
  ADD ("torn", test_torn);
  ADD ("locked", test_locked);
  ADD ("no-file", test_no_file);
  ADD ("full", test_full);
  ADD ("many", test_many);
  ADD ("digest", test_digest);
#undef ADD

  return g_test_run ();
}
