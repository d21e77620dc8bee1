/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-receiver-report.h"

#include "sky-receiver-private.h"

#include <string.h>

static gint64
get_number (const SkyJsonNode *node, const char *name)
{
  const SkyJsonNode *member = node != NULL ? sky_json_member (node, name) : NULL;

  return member != NULL && member->kind == SKY_JSON_INT ? member->integer : 0;
}

static gboolean
get_boolean (const SkyJsonNode *node, const char *name)
{
  const SkyJsonNode *member = sky_json_member (node, name);

  return member != NULL && member->kind == SKY_JSON_BOOL && member->boolean;
}

static SkyTime
get_time (const SkyJsonNode *node, const char *name)
{
  const SkyJsonNode *member = sky_json_member (node, name);
  SkyTime time;

  if (member == NULL || member->kind != SKY_JSON_TEXT
      || !sky_time_parse (member->text.data, member->text.length, &time))
    return SKY_TIME_NONE;
  return time;
}

static char *
get_text (const SkyJsonNode *node, const char *name)
{
  char *text = sky_json_dup_text (node, name);

  return text != NULL ? text : g_strdup ("");
}

static void
table_free (gpointer data)
{
  SkyReceiverTable *self = data;

  g_free (self->property);
  g_free (self->table);
  g_free (self->day);
  g_free (self);
}

static guint
read_alarms (const SkyJsonNode *node)
{
  const SkyJsonNode *alarms = sky_json_member (node, "alarms");
  const SkyJsonNode *each;
  guint bits = 0;

  if (alarms == NULL || alarms->kind != SKY_JSON_ARRAY)
    return 0;
  each = sky_json_first (alarms);
  for (guint i = 0; i < alarms->n_children; i++, each = sky_json_next (each))
    {
      SkyLiveAlarm alarm;

      if (each->kind == SKY_JSON_TEXT && sky_live_alarm_from_name (each->text, &alarm))
        bits |= 1u << alarm;
    }
  return bits;
}

static SkyReceiverTable *
read_table (const SkyJsonNode *node)
{
  SkyReceiverTable *self = g_new0 (SkyReceiverTable, 1);

  self->property = get_text (node, "property");
  self->table = get_text (node, "table");
  self->day = get_text (node, "day");
  self->lines = (guint64) MAX (get_number (node, "lines"), 0);
  self->arrived = get_time (node, "arrived");
  self->gone = get_time (node, "gone");
  self->open = get_boolean (node, "open");
  self->alarms = read_alarms (node);
  return self;
}

static void
read_tables (SkyReceiverReport *self, const SkyJsonNode *root)
{
  const SkyJsonNode *tables = sky_json_member (root, "tables");
  const SkyJsonNode *each;

  if (tables == NULL || tables->kind != SKY_JSON_ARRAY)
    return;
  each = sky_json_first (tables);
  for (guint i = 0; i < tables->n_children; i++, each = sky_json_next (each))
    if (each->kind == SKY_JSON_OBJECT)
      g_ptr_array_add (self->tables, read_table (each));
}

char *
sky_receiver_report_path (const char *folder)
{
  return g_build_filename (folder, SKY_RECEIVER_STATUS, NULL);
}

SkyReceiverReport *
sky_receiver_report_read (const char *folder, GError **error)
{
  g_autofree char *path = sky_receiver_report_path (folder);
  g_autofree char *text = NULL;
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const char *cause = NULL;
  const SkyJsonNode *root, *counters;
  SkyReceiverReport *self;
  gsize size;

  if (!g_file_get_contents (path, &text, &size, error))
    return NULL;
  root = sky_json_parse (parser, text, size, FALSE, &cause);
  if (root == NULL || root->kind != SKY_JSON_OBJECT)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: %s", path,
                   cause != NULL ? cause : "not a JSON object");
      return NULL;
    }
  self = g_new0 (SkyReceiverReport, 1);
  self->at = get_time (root, "at");
  self->broker = sky_json_dup_text (root, "broker");
  self->away_since = get_time (root, "no_broker_since");
  self->slow = get_boolean (root, "slow");
  counters = sky_json_member (root, "counters");
  if (counters != NULL && counters->kind != SKY_JSON_OBJECT)
    counters = NULL;
  self->lines = get_number (counters, "lines");
  self->old = get_number (counters, "old");
  self->conflicts = get_number (counters, "conflicts");
  self->refused = get_number (counters, "refused");
  self->tables = g_ptr_array_new_with_free_func (table_free);
  read_tables (self, root);
  return self;
}

void
sky_receiver_report_free (SkyReceiverReport *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->tables);
  g_free (self->broker);
  g_free (self);
}
