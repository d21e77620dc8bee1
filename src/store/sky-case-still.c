/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-case-still.h"

#include <string.h>

#include "sky-json.h"
#include "sky-spot.h"
#include "sky-store-private.h"

void
sky_case_still_free (SkyCaseStill *self)
{
  if (self == NULL)
    return;
  g_free (self->camera);
  g_free (self->property);
  g_free (self->table);
  g_free (self->game);
  g_free (self);
}

SkyCaseStill *
sky_case_still_copy (const SkyCaseStill *self)
{
  SkyCaseStill *copy = g_memdup2 (self, sizeof *self);

  copy->camera = g_strdup (self->camera);
  copy->property = g_strdup (self->property);
  copy->table = g_strdup (self->table);
  copy->game = g_strdup (self->game);
  return copy;
}

gboolean
sky_case_still_is_name (const char *text)
{
  gsize n = 0;

  if (text == NULL)
    return FALSE;
  while (g_ascii_isdigit (text[n]) || (text[n] >= 'a' && text[n] <= 'f'))
    n++;
  return text[n] == '\0' && n == SKY_DIGEST_HEX_SIZE - 1;
}

SkyCaseStill *
sky_case_still_read (const char *data)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autoptr (SkyCaseStill) still = g_new0 (SkyCaseStill, 1);
  g_autoptr (SkySpot) spot = sky_spot_read (data);
  g_autofree char *sha256 = NULL;
  const SkyJsonNode *root;
  const char *cause;

  if (spot == NULL)
    return NULL;
  root = sky_json_parse (parser, data, strlen (data), FALSE, &cause);
  sha256 = sky_json_dup_text (root, "sha256");
  still->camera = sky_json_dup_text (root, "camera");
  if (!sky_case_still_is_name (sha256) || still->camera == NULL)
    return NULL;
  still->property = g_steal_pointer (&spot->property);
  still->table = g_steal_pointer (&spot->table);
  still->game = g_steal_pointer (&spot->game);
  still->gaming_day = spot->gaming_day;
  still->at = spot->at;
  g_strlcpy (still->sha256, sha256, sizeof still->sha256);
  return g_steal_pointer (&still);
}

char *
sky_case_still_read_removed (const char *data)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autofree char *sha256 = NULL;
  const SkyJsonNode *root;
  const char *cause;

  if (data == NULL)
    return NULL;
  root = sky_json_parse (parser, data, strlen (data), FALSE, &cause);
  sha256 = sky_json_dup_text (root, "still");
  return sky_case_still_is_name (sha256) ? g_steal_pointer (&sha256) : NULL;
}
