/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast simulated craps is audited: rounds, events and bytes a second, one thread. */
#include "config.h"

#include "sky-audit-run.h"
#include "sky-simulate.h"

#include <glib/gstdio.h>

#define ROUNDS 12000

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_remove (file);
    }
  g_rmdir (path);
}

int
main (void)
{
  SkySimulateOptions simulation = {
    .game = SKY_GAME_CRAPS, .rounds = ROUNDS, .seed = 1, .tables = 1, .start = SKY_TIME_NONE
  };
  SkyAuditOptions options = { 0 };
  g_autofree char *path = g_dir_make_tmp ("skyward-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = NULL;
  guint64 rounds = 0, events = 0, bytes = 0;
  gint64 spent = 0;

  sky_audit_keep_memory ();
  if (!sky_simulate (&simulation, path, &error))
    g_error ("%s", error->message);
  archive = sky_archive_open (path, &error);
  g_assert_no_error (error);
  for (char **name = archive->logs; *name != NULL; name++)
    {
      g_autoptr (SkyLog) log = sky_log_open (*name, &error);
      g_autoptr (SkyLogAudit) audit = NULL;
      gint64 start = g_get_monotonic_time ();
      GStatBuf status;

      g_assert_no_error (error);
      audit = sky_audit_log (log, &options, &error);
      g_assert_no_error (error);
      spent += g_get_monotonic_time () - start;
      g_assert_cmpint (g_stat (*name, &status), ==, 0);
      rounds += audit->rounds->len;
      events += audit->n_events;
      bytes += (guint64) status.st_size;
    }
  g_print ("audit: %" G_GUINT64_FORMAT " rounds/s, %" G_GUINT64_FORMAT
           " events/s, %" G_GUINT64_FORMAT " MB/s\n",
           rounds * G_USEC_PER_SEC / (guint64) spent, events * G_USEC_PER_SEC / (guint64) spent,
           bytes / (guint64) spent);
  remove_folder (path);
  return 0;
}
