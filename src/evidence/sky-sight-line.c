/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-line.h"

#include "sky-json.h"

SkyTestimony *
sky_sight_line_read (const char *line, gsize length)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autofree char *text = g_strndup (line, length);
  const char *cause;
  const SkyJsonNode *node = sky_json_parse (parser, line, length, FALSE, &cause);
  const SkyJsonNode *seq = node != NULL ? sky_json_member (node, "seq") : NULL;
  const SkyJsonNode *round = node != NULL ? sky_json_member (node, "round") : NULL;
  const SkyJsonNode *verdict = node != NULL ? sky_json_member (node, "verdict") : NULL;

  if (seq == NULL || seq->kind != SKY_JSON_INT || round == NULL || round->kind != SKY_JSON_INT
      || verdict == NULL || verdict->kind != SKY_JSON_TEXT)
    return NULL;
  for (guint i = 0; i < SKY_N_SIGHT_VERDICTS; i++)
    if (sky_text_is (verdict->text, sky_sight_verdict_to_name (i)))
      return sky_testimony_new ((guint64) seq->integer, round->integer, (SkySightVerdict) i, text);
  return NULL;
}
