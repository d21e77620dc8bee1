/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-recompute.h"

#include "sky-audit.h"

gboolean
sky_recompute_can (const char *check)
{
  SkyCheck found;

  return sky_check_from_name (check, &found) && sky_check_info (found)->queue != SKY_QUEUE_COVERAGE
         && found != SKY_CHECK_FOOTAGE_HASH && found != SKY_CHECK_LOG_REPLACED
         && found != SKY_CHECK_ARCHIVE_UNREADABLE && found != SKY_CHECK_SIGHT_CONTRADICTS;
}

GHashTable *
sky_recompute_findings (const SkyLogExtract *extract, const SkyStaff *staff, GError **error)
{
  g_autoptr (SkyLog) log = sky_log_new_from_bytes (extract->lines, extract->log, error);
  const SkyAuditOptions options = { .staff = staff };
  g_autoptr (SkyLogAudit) audit = NULL;
  GHashTable *set;

  if (log == NULL)
    return NULL;
  audit = sky_audit_log (log, &options, error);
  if (audit == NULL)
    return NULL;
  set = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < audit->findings->len; i++)
    {
      SkyFinding *finding = audit->findings->pdata[i];
      GString *json = g_string_new (NULL);

      if (finding->line > 0)
        sky_log_extract_locate (extract, finding->line, &finding->line, &finding->offset);
      sky_finding_write_json (finding, sky_log_get_header (log), json);
      g_hash_table_add (set, g_string_free (json, FALSE));
    }
  return set;
}
