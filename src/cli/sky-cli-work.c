/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-archive-file.h"
#include "sky-cli-recordings.h"
#include "sky-cli.h"
#include "sky-fleet.h"
#include "sky-progress.h"
#include "sky-store-opener.h"

#include <glib/gi18n.h>

#include <inttypes.h>

static void
complain_cb (const char *text, gpointer user_data)
{
  sky_cli_complain ("%s", text);
}

static void
get_progress (gpointer data, gint64 *done, gint64 *total)
{
  sky_fleet_get_progress (data, done, total);
}

static void
cancel (gpointer data)
{
  sky_fleet_cancel (data);
}

static SkyCliStatus
work (SkyFleet *fleet, SkyWorkExtent extent, gboolean waits)
{
  SkyProgress *progress;
  const SkyFleetTotals *totals = sky_fleet_get_totals (fleet);
  SkyFleetEnd end;

  sky_fleet_set_probe (fleet, sky_cli_recordings_get_probe (), NULL);
  sky_fleet_set_complain (fleet, complain_cb, NULL);
  progress = sky_progress_start (_ ("Auditing"), NULL, get_progress, cancel, fleet);
  end = sky_fleet_run (fleet, extent, waits);
  sky_progress_stop (progress);

  sky_cli_print (
      _ ("Logs: %" PRIu64 ", known: %" PRIu64 ", rounds: %" PRIu64 ", findings: %" PRIu64 "\n"),
      totals->n_logs, totals->n_known, totals->n_rounds, totals->n_findings);
  if (end == SKY_FLEET_FAILED)
    return SKY_CLI_FAILED;
  /* Whoever waits for logs ends by being asked to. */
  if (end == SKY_FLEET_CANCELLED && !waits)
    {
      sky_cli_complain (_ ("the work was canceled; other workers can take its logs"));
      return SKY_CLI_FAILED;
    }
  return sky_fleet_report_failures (fleet) ? SKY_CLI_DONE : SKY_CLI_FAILED;
}

/* Returns: (transfer full): @n connections; NULL: it was said why not. */
static GPtrArray *
open_stores (const char *database, guint n)
{
  g_autoptr (GPtrArray) stores = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_store_free);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    {
      SkyStore *store = sky_cli_open_store (database, SKY_STORE_READ_WRITE, &error);

      if (store == NULL)
        {
          sky_cli_fail (error);
          return NULL;
        }
      g_ptr_array_add (stores, store);
    }
  return g_steal_pointer (&stores);
}

SkyCliStatus
sky_cli_work (const SkyCommand *command, int argc, char **argv)
{
  g_autofree char *database = NULL;
  g_autofree char *root = NULL;
  int jobs = (int) g_get_num_processors ();
  gboolean all = FALSE, waits = FALSE;
  g_autoptr (SkyFleet) fleet = NULL;
  GPtrArray *stores;
  SkyCliStatus status;
  g_auto (GStrv) roots = NULL;
  const GOptionEntry options[] = {
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &database,
      N_ ("The fleet's store: a PostgreSQL database"), "URI" },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &jobs,
      N_ ("How many logs to audit at once (default: one per processor)"), "N" },
    { "all", 0, 0, G_OPTION_ARG_NONE, &all,
      N_ ("Read every log, even if its size and age have not changed since its last audit"), NULL },
    { "wait", 0, 0, G_OPTION_ARG_NONE, &waits,
      N_ ("Keep running, and audit logs as they arrive and grow"), NULL },
    SKY_CLI_ROOTS (&roots),
    { NULL },
  };

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  sky_archive_file_set_roots ((const char *const *) roots);
  if (database == NULL)
    return sky_cli_wrong_usage ("work", _ ("no store given"));
  if (argc != 2)
    return sky_cli_wrong_usage ("work", _ ("no folder of archives given"));
  if (jobs < 1 || jobs > 1024)
    return sky_cli_wrong_usage ("work", _ ("--jobs takes a number, 1 or more"));
  if (!sky_store_is_uri (database))
    return sky_cli_wrong_usage ("work", _ ("a fleet's store is a PostgreSQL database, "
                                           "--store=postgresql://HOST/DATABASE"));
  if (!sky_cli_recordings_want ())
    return SKY_CLI_FAILED;
  root = g_canonicalize_filename (argv[1], NULL);
  if (!g_utf8_validate (root, -1, NULL))
    {
      g_autofree char *name = g_filename_display_name (root);

      sky_cli_complain (_ ("%s: file name is not UTF-8"), name);
      return SKY_CLI_FAILED;
    }
  /* Whoever waits has one connection more, to fill the queue while the others work. */
  stores = open_stores (database, (guint) jobs + (waits ? 1 : 0));
  if (stores == NULL)
    return SKY_CLI_FAILED;
  fleet = sky_fleet_new (stores, root, SKY_VERSION);
  return work (fleet, all ? SKY_WORK_ALL : SKY_WORK_CHANGED, waits);
}
