/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit.h"
#include "sky-json-writer.h"

void
sky_finding_write_json (const SkyFinding *finding, const SkyLogHeader *header, GString *json)
{
  const SkyCheckInfo *check = sky_check_info (finding->check);
  g_autofree char *cite = sky_cite (finding->section);
  g_autofree char *explanation = sky_phrase_english (finding->explanation);
  char day[SKY_DAY_TEXT_SIZE];

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "check", check->name);
  sky_json_add_string (json, "queue", sky_queue_to_name (check->queue));
  sky_json_add_string (json, "severity", sky_severity_to_name (sky_finding_get_severity (finding)));
  sky_json_add_string (json, "property", header->property);
  sky_json_add_string (json, "table", header->table);
  sky_json_add_string (json, "gaming_day", sky_day_format (header->gaming_day, day));
  if (finding->round > 0)
    sky_json_add_int (json, "round", finding->round);
  sky_json_add_int (json, "seq", (gint64) finding->seq);
  sky_json_add_time (json, "at", finding->at);
  if (finding->line > 0)
    {
      sky_json_add_int (json, "line", (gint64) finding->line);
      sky_json_add_int (json, "offset", finding->offset);
    }
  if (finding->wager != NULL)
    sky_json_add_string (json, "wager", finding->wager);
  sky_json_add_string (json, "cite", cite);
  if (finding->unsure)
    sky_json_add_bool (json, "unsure", TRUE);
  if (finding->reading > 0)
    {
      g_autofree char *reading = g_strdup_printf ("R%u", finding->reading);

      sky_json_add_string (json, "reading", reading);
    }
  if (finding->recorded != NULL)
    sky_json_add_raw (json, "recorded", finding->recorded);
  if (finding->recomputed != NULL)
    sky_json_add_raw (json, "recomputed", finding->recomputed);
  if (finding->has_variance)
    sky_json_add_int (json, "variance", finding->variance);
  sky_json_add_string (json, "explanation", explanation);
  sky_json_end_object (json);
}
