/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-spot.h"

#include <string.h>

#include "sky-json.h"
#include "sky-store-private.h"

void
sky_spot_free (SkySpot *self)
{
  if (self == NULL)
    return;
  g_free (self->property);
  g_free (self->table);
  g_free (self->game);
  g_free (self->name);
  g_free (self);
}

/* The text of a member, which may be empty; NULL: there is none. */
static char *
dup_text (const SkyJsonNode *root, const char *name)
{
  const SkyJsonNode *node = sky_json_member (root, name);

  return node != NULL && node->kind == SKY_JSON_TEXT ? sky_text_dup (node->text) : NULL;
}

SkySpot *
sky_spot_read (const char *data)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autoptr (SkySpot) spot = g_new0 (SkySpot, 1);
  g_autofree char *day = NULL;
  g_autofree char *at = NULL;
  const SkyJsonNode *root;
  const char *cause;

  if (data == NULL)
    return NULL;
  root = sky_json_parse (parser, data, strlen (data), FALSE, &cause);
  spot->property = dup_text (root, "property");
  spot->table = dup_text (root, "table");
  spot->game = dup_text (root, "game");
  day = dup_text (root, "gaming_day");
  at = dup_text (root, "at");
  if (spot->property == NULL || spot->table == NULL || spot->game == NULL || day == NULL
      || at == NULL || !sky_day_parse (day, strlen (day), &spot->gaming_day)
      || !sky_time_parse (at, strlen (at), &spot->at))
    return NULL;
  return g_steal_pointer (&spot);
}

gint64
sky_spot_read_bookmark (const char *data)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const SkyJsonNode *root;
  const SkyJsonNode *bookmark;
  const char *cause;

  if (data == NULL)
    return 0;
  root = sky_json_parse (parser, data, strlen (data), FALSE, &cause);
  bookmark = sky_json_member (root, "bookmark");
  return bookmark != NULL && bookmark->kind == SKY_JSON_INT ? bookmark->integer : 0;
}

SkySpot *
sky_store_find_spot (SkyStore *self, const SkyLedgerEntry *entry)
{
  SkySpot *spot = sky_spot_read (entry->data);
  g_autoptr (SkyLedgerEntry) named = NULL;
  gint64 number;

  if (spot != NULL)
    return spot;
  number = sky_spot_read_bookmark (entry->data);
  if (number == 0 && !g_str_has_prefix (entry->action, "case."))
    number = entry->target;
  /* What is named came before: a record that says otherwise could lead in a circle. */
  if (number <= 0 || number >= entry->number)
    return NULL;
  named = sky_store_get_entry (self, number, NULL);
  return named != NULL ? sky_store_find_spot (self, named) : NULL;
}
