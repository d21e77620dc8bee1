/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit.h"
#include "sky-cli.h"

#include <glib/gi18n.h>

#include <inttypes.h>

/* The record's own checks: all that need no rules. */
static gboolean
is_of_record (const SkyFinding *finding)
{
  return g_str_has_prefix (sky_check_info (finding->check)->name, "log.");
}

static gboolean
check (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  g_autoptr (SkyLogAudit) audit = NULL;
  guint n = 0;

  if (log != NULL)
    audit = sky_audit_log (log, &(SkyAuditOptions){ 0 }, &error);
  if (audit == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return FALSE;
    }
  for (guint i = 0; i < audit->findings->len; i++)
    {
      const SkyFinding *finding = audit->findings->pdata[i];

      if (!is_of_record (finding))
        continue;
      n++;
      g_print ("%s: %s: %s: %s\n", path,
               sky_severity_to_name (sky_check_info (finding->check)->severity),
               sky_check_info (finding->check)->name, finding->explanation);
    }
  g_print (_ ("%s: %" PRIu64 " lines, %" PRIu64 " events, %u findings on the record, SHA-256 %s\n"),
           path, audit->n_lines + 1, audit->n_events, n, audit->sha256);
  return TRUE;
}

SkyCliStatus
sky_cli_check_log (int argc, char **argv)
{
  const GOptionEntry options[] = { { NULL } };
  SkyCliStatus status;

  if (!sky_cli_parse ("check-log", options, &argc, &argv, &status))
    return status;
  if (argc < 2)
    return sky_cli_wrong_usage ("check-log", _ ("which file?"));
  for (int i = 1; i < argc; i++)
    if (!check (argv[i]))
      status = SKY_CLI_FAILED;
    else if (i == 1)
      status = SKY_CLI_DONE;
  return status;
}
