/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "sky-archive-file.h"
#include "sky-case.h"
#include "sky-cli.h"
#include "sky-evidence-error.h"
#include "sky-export.h"
#include "sky-progress.h"
#include "sky-scratch-folder.h"
#include "sky-sign-in.h"
#include "sky-store-opener.h"

typedef struct
{
  GCancellable *cancellable;
  gint64 done;  /* atomic, in KiB */
  gint64 total; /* likewise */
} Progress;

static void
exported_cb (guint64 done, guint64 total, gpointer data)
{
  Progress *progress = data;

  __atomic_store_n (&progress->total, (gint64) total, __ATOMIC_RELAXED);
  __atomic_store_n (&progress->done, (gint64) done, __ATOMIC_RELAXED);
}

static void
get_progress (gpointer data, gint64 *done, gint64 *total)
{
  Progress *progress = data;

  *done = __atomic_load_n (&progress->done, __ATOMIC_RELAXED);
  *total = MAX (__atomic_load_n (&progress->total, __ATOMIC_RELAXED), 1);
}

static void
cancel (gpointer data)
{
  g_cancellable_cancel (((Progress *) data)->cancellable);
}

/* The id of the case @number, or of a new one @title with the findings @keys. */
static gboolean
find_case (SkyStore *store, gint64 number, gint64 *id, GError **error)
{
  g_autoptr (GPtrArray) cases = sky_store_list_cases (store, error);

  if (cases == NULL)
    return FALSE;
  for (guint i = 0; i < cases->len; i++)
    if (((const SkyCase *) cases->pdata[i])->number == number)
      {
        *id = ((const SkyCase *) cases->pdata[i])->id;
        return TRUE;
      }
  g_set_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND, _ ("there is no case %" PRId64),
               number);
  return FALSE;
}

static gboolean
open_case (SkyStore *store,
           const SkyReviewer *reviewer,
           const char *title,
           char **keys,
           gint64 *id,
           GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_begin (store, SKY_STORE_SURVIVES_POWER_CUT, error);

  if (transaction == NULL || !sky_store_open_case (store, reviewer, title, id, error))
    return FALSE;
  for (guint i = 0; keys[i] != NULL; i++)
    if (!sky_store_add_to_case (store, reviewer, *id, keys[i], 0, NULL, error))
      return FALSE;
  return sky_store_transaction_commit (transaction, error);
}

/* What exports that were killed left is in nobody's way, and gone before the next one begins. */
static void
sweep (void)
{
  guint n = sky_scratch_folder_sweep ();

  if (n > 0)
    sky_cli_complain (_ ("removed the remains of interrupted exports: %u"), n);
}

SkyCliStatus
sky_cli_export (const SkyCommand *command, int argc, char **argv)
{
  g_autofree char *database = NULL;
  g_autofree char *credential = NULL;
  g_autofree char *key = NULL;
  g_autofree char *passphrase = NULL;
  g_autofree char *stamp = NULL;
  g_autofree char *ledger_key = NULL;
  g_autofree char *title = NULL;
  g_autofree char *name = NULL;
  g_auto (GStrv) stills = NULL;
  g_auto (GStrv) findings = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (SkyIdentity) identity = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) roots = NULL;
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  gboolean without_originals = FALSE;
  gboolean allow_linked = FALSE;
  gint64 number = 0, id = 0;
  SkyCliStatus status;
  gboolean done;
  const GOptionEntry options[] = {
    { "case", 0, 0, G_OPTION_ARG_INT64, &number, N_ ("The number of the case"), "N" },
    { "title", 0, 0, G_OPTION_ARG_STRING, &title,
      N_ ("Open a new case with this title and the findings given"), "TEXT" },
    { "finding", 0, 0, G_OPTION_ARG_STRING_ARRAY, &findings,
      N_ ("The key of a finding for the new case; repeatable"), "KEY" },
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &database, N_ ("The database (default: the console's)"),
      "FILE" },
    { "as", 0, 0, G_OPTION_ARG_STRING, &credential, N_ ("Your credential"), "CREDENTIAL" },
    { "key", 0, 0, G_OPTION_ARG_FILENAME, &key, N_ ("Your key file"), "FILE" },
    { "passphrase-file", 0, 0, G_OPTION_ARG_FILENAME, &passphrase,
      N_ ("A file whose first line is your key's passphrase"), "FILE" },
    { "ledger-key", 0, 0, G_OPTION_ARG_FILENAME, &ledger_key,
      N_ ("The file with the ledger's key, to sign the package's checkpoint"), "FILE" },
    { "without-originals", 0, 0, G_OPTION_ARG_NONE, &without_originals,
      N_ ("Leave out the recordings but keep their digests"), NULL },
    { "still", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &stills, N_ ("A still image (PNG); repeatable"),
      "FILE" },
    { "time-stamp", 0, 0, G_OPTION_ARG_STRING, &stamp,
      N_ ("Get a time stamp from this RFC 3161 authority"), "URL" },
    SKY_CLI_ROOTS (&roots),
    { "allow-hard-links", 0, 0, G_OPTION_ARG_NONE, &allow_linked,
      N_ ("Export recordings that have other hard links"), NULL },
    { NULL },
  };

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return sky_cli_wrong_usage ("export", _ ("give one package"));
  if ((number > 0) == (title != NULL) || (title != NULL) != (findings != NULL))
    return sky_cli_wrong_usage ("export",
                                _ ("give --case, or --title and --finding to open a new case"));
  if (credential == NULL)
    return sky_cli_wrong_usage ("export", _ ("give your credential with --as"));
  sky_archive_file_set_roots ((const char *const *) roots);
  if (database == NULL)
    database = sky_store_default_path ();
  store = sky_cli_open_store (database, SKY_STORE_READ_WRITE, &error);
  if (store == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  identity = sky_cli_open_identity (credential, key, passphrase);
  if (identity == NULL)
    return SKY_CLI_FAILED;
  sky_cli_sign_in (store, credential, identity);
  name = sky_export_find_name (store, credential, identity);

  done = number > 0
             ? find_case (store, number, &id, &error)
             : open_case (store, &(SkyReviewer){ credential, name }, title, findings, &id, &error);
  if (done)
    {
      Progress progress = { .cancellable = cancellable };
      const SkyExportOptions wanted = {
        .path = argv[1],
        .case_id = id,
        .identity = identity,
        .credential = credential,
        .name = name,
        .allow_linked = allow_linked,
        .left_out = left_out,
        .leave_out_originals = without_originals,
        .time_stamp_url = stamp,
        .ledger_key = ledger_key,
        .stills = (const char *const *) stills,
        .cancellable = cancellable,
        .progress = exported_cb,
        .progress_data = &progress,
      };
      SkyProgress *shown;

      sweep ();
      shown = sky_progress_start (_ ("Exporting"), NULL, get_progress, cancel, &progress);

      done = sky_export_case (store, &wanted, &error);
      sky_progress_stop (shown);
    }
  if (g_error_matches (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_LINKED))
    {
      sky_cli_complain (_ ("%s; export it anyway with --allow-hard-links"), error->message);
      return SKY_CLI_FAILED;
    }
  if (!done)
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  for (guint i = 0; i < left_out->len; i++)
    sky_cli_complain (_ ("left out: %s"), (const char *) left_out->pdata[i]);
  sky_cli_print (_ ("wrote %s\n"), argv[1]);
  return SKY_CLI_DONE;
}
