/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cli.h"
#include "sky-store-copy.h"
#include "sky-store-grant.h"

#include <glib/gi18n.h>

#include <inttypes.h>

/* What is told of a table is for programs too: name, rows, digest. */
static void
tell_table (const SkyCopiedTable *table, gpointer unused)
{
  g_print ("%s\t%" PRIu64 "\t%s\n", table->table, table->n_rows, table->digest);
}

static SkyCliStatus
copy (const char *from_path, const char *to_path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) from = sky_store_open (from_path, SKY_STORE_READ_ONLY, &error);
  g_autoptr (SkyStore) to = NULL;
  SkyCopied copied;

  if (from != NULL)
    to = sky_store_open (to_path, SKY_STORE_READ_WRITE, &error);
  if (to == NULL || !sky_store_copy (from, to, tell_table, NULL, &copied, &error))
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  g_print (_ ("%s: as it is in %s; logs: %" PRIu64 ", findings: %" PRIu64
              ", entries of the ledger: %" PRIu64 ", stills: %" PRIu64 "\n"),
           sky_store_get_path (to), sky_store_get_path (from), copied.n_logs, copied.n_findings,
           copied.n_entries, copied.n_stills);
  if (copied.n_stills_missing > 0)
    sky_cli_complain (_ ("stills that the ledger names, and that were missing or changed already "
                         "and are missing in the copy: %" PRIu64),
                      copied.n_stills_missing);
  return SKY_CLI_DONE;
}

static SkyCliStatus
grant (const char *path, const char *role, const char *kind, char **properties)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);

  if (store == NULL
      || !sky_store_grant (store, role, kind, (const char *const *) properties, &error))
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  return SKY_CLI_DONE;
}

static SkyCliStatus
take_out (const char *path, const char *role)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);

  if (store == NULL || !sky_store_revoke (store, role, &error))
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  return SKY_CLI_DONE;
}

SkyCliStatus
sky_cli_store (int argc, char **argv)
{
  static const char *const kinds[] = { "operator", "investigator", "auditor", "worker", NULL };
  g_autofree char *path = NULL;
  g_autofree char *kind = NULL;
  g_auto (GStrv) properties = NULL;
  SkyCliStatus status;
  const GOptionEntry options[] = {
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &path, N_ ("The database (the console's own)"),
      "FILE" },
    { "as", 0, 0, G_OPTION_ARG_STRING, &kind, N_ ("What the role may do"),
      "operator|investigator|auditor|worker" },
    { "property", 0, 0, G_OPTION_ARG_STRING_ARRAY, &properties,
      N_ ("A property that the role sees, may be given again (all)"), "NAME" },
    { NULL },
  };

  if (!sky_cli_parse ("store", options, &argc, &argv, &status))
    return status;
  if (argc == 4 && g_str_equal (argv[1], "copy") && path == NULL && kind == NULL
      && properties == NULL)
    return copy (argv[2], argv[3]);
  if (path == NULL)
    path = sky_store_default_path ();
  if (argc == 3 && g_str_equal (argv[1], "revoke") && kind == NULL && properties == NULL)
    return take_out (path, argv[2]);
  if (argc != 3 || !g_str_equal (argv[1], "grant") || kind == NULL)
    return sky_cli_wrong_usage (
        "store", _ ("wanted is one of: copy FROM TO; grant ROLE --as=WHAT; revoke ROLE"));
  if (!g_strv_contains (kinds, kind))
    return sky_cli_wrong_usage ("store", _ ("a role is an operator, an investigator, an auditor or "
                                            "a worker"));
  return grant (path, argv[2], kind, properties);
}
