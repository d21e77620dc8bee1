/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list for whoever runs the recorders: what is locked, in order, and nothing else unless it is
 * asked for. */
#include "config.h"

#include "sky-lock-list.h"

#include <string.h>

static void
add (GPtrArray *locks, gint64 number, const char *table, SkyTime from, gboolean released)
{
  SkyRecordingLock *lock = g_new0 (SkyRecordingLock, 1);

  lock->number = number;
  lock->locked_at = from;
  lock->credential = g_strdup ("PA-1");
  lock->name = g_strdup ("Quinn, Ada");
  lock->reason = g_strdup ("=Subpoena");
  lock->property = g_strdup ("Sample");
  lock->table = g_strdup (table);
  lock->from = from;
  lock->until = from + SKY_MINUTE;
  lock->cameras = g_strsplit ("overhead,dealer", ",", -1);
  lock->released_at = SKY_TIME_NONE;
  if (released)
    {
      lock->release = number + 10;
      lock->released_at = from + SKY_HOUR;
      lock->released_by = g_strdup ("Ben");
      lock->release_reason = g_strdup ("Done");
    }
  g_ptr_array_add (locks, lock);
}

static GPtrArray *
new_locks (void)
{
  GPtrArray *locks = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_recording_lock_free);
  SkyTime from = G_GINT64_CONSTANT (1699056000000000);

  add (locks, 3, "Craps 2", from, FALSE);
  add (locks, 4, "Craps 1", from + SKY_HOUR, FALSE);
  add (locks, 5, "Craps 1", from, FALSE);
  add (locks, 6, "Craps 1", from, TRUE);
  return locks;
}

#define TITLES                                                                                     \
  "lock,property,table,from,until,cameras,locked_at,locked_by,reason,released_at,released_by,"     \
  "release_reason\r\n"

static void
test_csv (void)
{
  g_autoptr (GPtrArray) locks = new_locks ();
  g_autofree char *csv = sky_lock_list_to_csv (locks, FALSE);
  g_autofree char *all = sky_lock_list_to_csv (locks, TRUE);

  g_assert_cmpstr (
      csv, ==,
      TITLES
      "5,Sample,Craps 1,2023-11-04T00:00:00.000000Z,2023-11-04T00:01:00.000000Z,overhead; dealer,"
      "2023-11-04T00:00:00.000000Z,\"Quinn, Ada\",\"'=Subpoena\",,,\r\n"
      "4,Sample,Craps 1,2023-11-04T01:00:00.000000Z,2023-11-04T01:01:00.000000Z,overhead; dealer,"
      "2023-11-04T01:00:00.000000Z,\"Quinn, Ada\",\"'=Subpoena\",,,\r\n"
      "3,Sample,Craps 2,2023-11-04T00:00:00.000000Z,2023-11-04T00:01:00.000000Z,overhead; dealer,"
      "2023-11-04T00:00:00.000000Z,\"Quinn, Ada\",\"'=Subpoena\",,,\r\n");
  g_assert_nonnull (strstr (all, "2023-11-04T01:00:00.000000Z,Ben,Done\r\n"));
}

static void
test_nothing (void)
{
  g_autoptr (GPtrArray) locks = g_ptr_array_new ();
  g_autofree char *csv = sky_lock_list_to_csv (locks, TRUE);

  g_assert_cmpstr (csv, ==, TITLES);
}

static void
test_paper (void)
{
  g_autoptr (GPtrArray) locks = new_locks ();
  g_autoptr (SkyDocument) document =
      sky_lock_list_to_document (locks, NULL, SKY_PAPER_LETTER, "Ada Quinn");
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;
  guint n_pages;

  sky_document_write_pdf (document, stream, &n_pages, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_pages, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lock-list/csv", test_csv);
  g_test_add_func ("/lock-list/nothing", test_nothing);
  g_test_add_func ("/lock-list/paper", test_paper);
  return g_test_run ();
}
