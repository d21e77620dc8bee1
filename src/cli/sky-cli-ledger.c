/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cli.h"
#include "sky-ledger-signatures.h"
#include "sky-review.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <inttypes.h>
#include <unistd.h>

/* A ledger that was tampered with is told entry by entry; the status says so too. */
static SkyCliStatus
verify (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_ONLY, &error);
  g_autoptr (GPtrArray) faults = NULL;
  guint64 n = 0, n_signed = 0;

  if (store != NULL)
    faults = sky_ledger_verify_signed (store, &n, &n_signed, &error);
  if (faults == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  /* A URI may have a password in it. */
  path = sky_store_get_path (store);
  for (guint i = 0; i < faults->len; i++)
    g_print ("%s: %s\n", path, ((const SkyLedgerFault *) faults->pdata[i])->text);
  if (faults->len > 0)
    {
      sky_cli_complain (
          _ ("%s: the ledger is not what was written: %u faults in %" PRIu64 " entries"), path,
          faults->len, n);
      return SKY_CLI_FAILED;
    }
  g_print (_ ("%s: %" PRIu64 " entries, each as it was written; %" PRIu64 " signed\n"), path, n,
           n_signed);
  return SKY_CLI_DONE;
}

/* What others wrote past the ledger goes. */
static SkyCliStatus
rebuild (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = NULL;

  /* Opened for writing, a name that was mistyped would become a new store. */
  if (!sky_store_is_uri (path) && g_access (path, F_OK) != 0)
    {
      sky_cli_complain ("%s: %s", path, g_strerror (errno));
      return SKY_CLI_FAILED;
    }
  store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  if (store == NULL || !sky_store_rebuild_reviews (store, &error))
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  g_print (_ ("%s: reviews, bookmarks, cases and what lists show are as the ledger says\n"),
           sky_store_get_path (store));
  return SKY_CLI_DONE;
}

SkyCliStatus
sky_cli_ledger (int argc, char **argv)
{
  g_autofree char *path = NULL;
  SkyCliStatus status;
  const GOptionEntry options[] = {
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &path, N_ ("The database (the console's own)"),
      "FILE" },
    { NULL },
  };

  if (!sky_cli_parse ("ledger", options, &argc, &argv, &status))
    return status;
  if (argc != 2 || (!g_str_equal (argv[1], "verify") && !g_str_equal (argv[1], "rebuild")))
    return sky_cli_wrong_usage ("ledger", _ ("wanted is one of: verify; rebuild"));
  if (path == NULL)
    path = sky_store_default_path ();
  return g_str_equal (argv[1], "verify") ? verify (path) : rebuild (path);
}
