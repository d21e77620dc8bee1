/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-import.h"

#include "sky-game.h"
#include "sky-import-files.h"
#include "sky-import-runs.h"
#include "sky-import-step.h"
#include "sky-import-table.h"
#include "sky-json-writer.h"

#include <string.h>

/* More tables than a property has; each has a log open. */
#define MAX_TABLES 500
/* An open round that was silent for so long does not keep a gaming day from ending. */
#define SILENCE SKY_HOUR
/* How often an import looks whether it is to stop. */
#define POLL 256

struct _SkyImport
{
  const SkyMap *map;
  SkyImportOptions options;
  SkyImportFiles *files; /* NULL: nothing is written */
  SkyImportReport report;
  GPtrArray *tables;   /* of SkyImportTable, as they were met */
  GHashTable *by_name; /* their headers → the same */
  GHashTable *zones;   /* of SkyMapZone, by name */
  GPtrArray *logs;     /* of SkyImportLog */
  SkyMapContext context;
  /* Of the source in hand. */
  SkySource *source;
  char *source_name;
  GPtrArray *known; /* of SkyImportRun: earlier readings of it */
  guint first_stage;
  gint64 done, total; /* bytes; atomic */
  gboolean following; /* it is read on as it grows */
  /* Of all sources. */
  GPtrArray *stages; /* of SkyImportRun: what was read, reading by reading */
  guint stage;
  GSequence *sorted; /* of Waiting; NULL: records are taken as they come */
  /* Of the record in hand. */
  SkyImportTable *table; /* NULL: it belongs to none */
  const SkySourceRecord *record;
  guint64 last_number; /* the record's, when another is already read */
  GPtrArray *made;     /* of SkyImportEvent */
  gboolean timed;
  gboolean new_day;
  gboolean next_round; /* its rule starts one */
  gboolean round_open;
  SkyTime at;
  SkyDay day;
  guint64 n_timed; /* records that had events, of all so far */
  const char *rule;
  GString *key;
  GString *json;
  GString *kept;
  SkyJsonParser *parser;
};

/* A record that waits for its place in time. */
typedef struct
{
  SkyTime at;
  guint64 number;
  char *text;
  gsize length;
} Waiting;

static void
aside_free (gpointer data)
{
  SkyImportAside *aside = data;

  g_free (aside->source);
  g_free (aside->reason);
  g_free (aside);
}

static void
event_free (gpointer data)
{
  sky_import_event_free (data);
}

static void
table_free (gpointer data)
{
  sky_import_table_free (data);
}

static void
zone_free (gpointer data)
{
  sky_map_zone_free (data);
}

static void
log_free (gpointer data)
{
  sky_import_log_free (data);
}

static void
run_free (gpointer data)
{
  sky_import_run_free (data);
}

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;

  g_free (waiting->text);
  g_free (waiting);
}

/* --- What expressions ask --- */

static gboolean
get_field (gpointer data, guint field, SkyText *value)
{
  return sky_source_get_field (((SkyImport *) data)->source, field, value);
}

static const GString *
get_was (gpointer data, guint field)
{
  const SkyImport *self = data;

  return self->table != NULL ? self->table->was->pdata[field] : NULL;
}

static gint64
get_id (gpointer data, guint reg, const char *key, gboolean fresh)
{
  SkyImport *self = data;
  const SkyImportEntry *entry;

  if (self->table == NULL)
    return 0;
  if (fresh)
    sky_import_table_put (self->table, reg, key, NULL);
  entry = sky_import_table_find (self->table, reg, key);
  return entry != NULL ? entry->id : 0;
}

static gint64
get_amount (gpointer data, guint reg, const char *key)
{
  const SkyImport *self = data;
  const SkyImportEntry *entry =
      self->table != NULL ? sky_import_table_find (self->table, reg, key) : NULL;

  return entry != NULL ? entry->amount : -1;
}

SkyImport *
sky_import_new (const SkyMap *map, const SkyImportOptions *options, GError **error)
{
  g_autoptr (SkyImport) self = g_new0 (SkyImport, 1);

  self->map = map;
  self->options = *options;
  self->report.first = self->report.last = SKY_TIME_NONE;
  self->report.logs = g_ptr_array_new_with_free_func (g_free);
  self->report.asides = g_ptr_array_new_with_free_func (aside_free);
  self->report.missing = g_ptr_array_new_with_free_func (g_free);
  self->tables = g_ptr_array_new_with_free_func (table_free);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->zones = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, zone_free);
  self->logs = g_ptr_array_new_with_free_func (log_free);
  self->stages = g_ptr_array_new_with_free_func (run_free);
  self->made = g_ptr_array_new_with_free_func (event_free);
  self->sorted = map->sort > 0 ? g_sequence_new (waiting_free) : NULL;
  self->key = g_string_new (NULL);
  self->json = g_string_new (NULL);
  self->kept = g_string_new (NULL);
  self->parser = sky_json_parser_new ();
  self->context = (SkyMapContext){ .data = self,
                                   .get_field = get_field,
                                   .get_was = get_was,
                                   .get_id = get_id,
                                   .get_amount = get_amount };
  if (options->folder == NULL)
    return g_steal_pointer (&self);
  self->files = sky_import_files_new (options->folder, error);
  return self->files != NULL ? g_steal_pointer (&self) : NULL;
}

void
sky_import_free (SkyImport *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->logs);
  sky_import_files_free (self->files);
  sky_source_free (self->source);
  g_free (self->source_name);
  g_clear_pointer (&self->known, g_ptr_array_unref);
  g_clear_pointer (&self->sorted, g_sequence_free);
  g_ptr_array_unref (self->made);
  g_ptr_array_unref (self->stages);
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->tables);
  g_hash_table_unref (self->zones);
  g_string_free (self->key, TRUE);
  g_string_free (self->json, TRUE);
  g_string_free (self->kept, TRUE);
  sky_json_parser_free (self->parser);
  g_ptr_array_unref (self->report.logs);
  g_ptr_array_unref (self->report.asides);
  g_ptr_array_unref (self->report.missing);
  g_free (self);
}

/* --- Tables --- */

static SkyMapZone *
find_zone (SkyImport *self, const char *name)
{
  SkyMapZone *zone = g_hash_table_lookup (self->zones, name);

  if (zone != NULL)
    return zone;
  zone = sky_map_zone_new (name);
  if (zone != NULL)
    g_hash_table_insert (self->zones, g_strdup (name), zone);
  return zone;
}

static SkyImportTable *
add_table (SkyImport *self, char *const *headers, char **reason)
{
  const char *game = headers[SKY_MAP_GAME];
  const char *name = headers[SKY_MAP_TIME_ZONE];
  SkyMapZone *zone = find_zone (self, name);
  SkyImportTable *table;
  SkyGameId id;

  if (self->tables->len >= MAX_TABLES)
    {
      *reason = g_strdup_printf ("the sources have more than %d tables", MAX_TABLES);
      return NULL;
    }
  for (guint i = 0; i < self->tables->len; i++)
    if (g_str_equal (((const SkyImportTable *) self->tables->pdata[i])->headers[SKY_MAP_TABLE],
                     headers[SKY_MAP_TABLE]))
      {
        *reason =
            g_strdup_printf ("the table “%s” had another property, game, time zone or currency",
                             headers[SKY_MAP_TABLE]);
        return NULL;
      }
  if (!sky_game_id_from_name ((SkyText){ game, strlen (game) }, &id) || zone == NULL)
    {
      *reason = zone == NULL ? g_strdup_printf ("there is no time zone “%s”", name)
                             : g_strdup_printf ("there is no game “%s”", game);
      return NULL;
    }
  table = sky_import_table_new (self->map);
  for (guint i = 0; i < SKY_MAP_N_HEADERS; i++)
    table->headers[i] = g_strdup (headers[i]);
  table->game = id;
  table->zone = zone;
  sky_format_index_init (&table->formats, id, self->map->has_scope ? 2 : 1, sky_game_lookup_bet);
  g_ptr_array_add (self->tables, table);
  g_hash_table_insert (self->by_name, g_strdup (self->key->str), table);
  return table;
}

/* The table that the record in hand belongs to. Returns NULL with @reason. */
static SkyImportTable *
find_table (SkyImport *self, char **reason)
{
  static const char *const names[SKY_MAP_N_HEADERS] = { "property", "table", "game", "time zone",
                                                        "currency" };
  gsize starts[SKY_MAP_N_HEADERS];
  char *headers[SKY_MAP_N_HEADERS];
  SkyImportTable *table;

  if (self->map->headers_fixed && self->tables->len > 0)
    return self->tables->pdata[0];
  g_string_truncate (self->key, 0);
  for (guint i = 0; i < SKY_MAP_N_HEADERS; i++)
    {
      starts[i] = self->key->len;
      if (!sky_map_expression_evaluate (self->map->headers[i], &self->context, self->key, reason))
        return NULL;
      if (self->key->len == starts[i])
        {
          *reason = g_strdup_printf ("it has no %s", names[i]);
          return NULL;
        }
      g_string_append_c (self->key, '\n');
    }
  table = g_hash_table_lookup (self->by_name, self->key->str);
  if (table != NULL)
    return table;
  for (guint i = 0; i < SKY_MAP_N_HEADERS; i++)
    headers[i] =
        g_strndup (self->key->str + starts[i],
                   (i + 1 < SKY_MAP_N_HEADERS ? starts[i + 1] : self->key->len) - starts[i] - 1);
  table = add_table (self, headers, reason);
  for (guint i = 0; i < SKY_MAP_N_HEADERS; i++)
    g_free (headers[i]);
  return table;
}

/* --- Writing --- */

static gboolean
write_event (SkyImport *self,
             SkyImportTable *table,
             const char *type,
             SkyTime at,
             const char *members,
             guint stage,
             guint64 number,
             GError **error)
{
  self->report.n_events++;
  if (self->report.first == SKY_TIME_NONE || at < self->report.first)
    self->report.first = at;
  self->report.last = MAX (self->report.last, at);
  return sky_import_log_add (table->log, type, at, members, stage, number, error);
}

static gboolean
write_round (SkyImport *self,
             SkyImportTable *table,
             const char *type,
             const SkyImportEvent *event,
             GError **error)
{
  g_autofree char *members = g_strdup_printf ("\"round\":%" G_GINT64_FORMAT, table->round);

  return write_event (self, table, type, event->at, members, event->stage, event->number, error);
}

/* Writes what waited for an event of the type @type; all that waits when @all. */
static gboolean
release (SkyImport *self, SkyImportTable *table, SkyEventType type, gboolean all, GError **error)
{
  for (guint i = 0; i < table->held->len;)
    {
      const SkyImportEvent *event = table->held->pdata[i];

      if (!all && event->until != type)
        {
          i++;
          continue;
        }
      if (!write_event (self, table, sky_event_type_to_name (event->type), table->last,
                        event->members, event->stage, event->number, error))
        return FALSE;
      g_ptr_array_remove_index (table->held, i);
    }
  return TRUE;
}

/* Writes the start of a round when something happens in it. */
static gboolean
write_start (SkyImport *self, SkyImportTable *table, GError **error)
{
  g_autoptr (SkyImportEvent) start = g_steal_pointer (&table->start);

  if (start == NULL)
    return TRUE;
  table->round++;
  table->round_open = TRUE;
  table->round_decided = FALSE;
  return write_round (self, table, "round_start", start, error)
         && release (self, table, SKY_EVENT_ROUND_START, FALSE, error);
}

static gboolean
write_end (SkyImport *self, SkyImportTable *table, const SkyImportEvent *event, GError **error)
{
  if (!table->round_open)
    return TRUE;
  table->round_open = FALSE;
  return write_round (self, table, "round_end", event, error);
}

/* The instant at which something ends that no record ends. */
static SkyImportEvent
last_instant (const SkyImport *self, const SkyImportTable *table)
{
  return (SkyImportEvent){ .at = table->last, .stage = self->stage, .number = self->last_number };
}

/* The log of a gaming day ends. */
static gboolean
end_log (SkyImport *self, SkyImportTable *table, gboolean next_round, GError **error)
{
  SkyImportEvent end = last_instant (self, table);
  SkyImportLog *log = table->log;

  if (log == NULL)
    return TRUE;
  if (!release (self, table, 0, TRUE, error))
    return FALSE;
  if ((table->round_decided || next_round) && !write_end (self, table, &end, error))
    return FALSE;
  table->log = NULL;
  sky_import_table_end_day (table);
  return sky_import_log_close (log, error);
}

static gboolean
begin_log (SkyImport *self, SkyImportTable *table, const SkyImportEvent *event, GError **error)
{
  SkyLogHeader header = {
    .property = table->headers[SKY_MAP_PROPERTY],
    .table = table->headers[SKY_MAP_TABLE],
    .game = table->game,
    .gaming_day = self->day,
    .time_zone = table->headers[SKY_MAP_TIME_ZONE],
    .currency = table->headers[SKY_MAP_CURRENCY],
    .version = self->map->has_scope ? 2 : 1,
    .record = { .how = SKY_RECORD_IMPORT,
                .by = self->options.by,
                .map_name = self->map->name,
                .map_sha256 = self->map->sha256 },
    .scope = self->map->scope,
  };

  table->log = sky_import_files_begin_log (self->files, &header, self->options.append, error);
  if (table->log == NULL)
    return FALSE;
  g_ptr_array_add (self->logs, table->log);
  g_ptr_array_add (self->report.logs, g_strdup (table->log->path));
  table->day = self->day;
  return write_event (self, table, "table_open", event->at, NULL, event->stage, event->number,
                      error);
}

/* Whether the game's rounds have a `result`; of the others the cards decide. */
static gboolean
has_result (SkyGameId game)
{
  gsize n;
  const SkyEventFormat *formats = sky_event_formats (&n);

  for (gsize i = 0; i < n; i++)
    if (formats[i].type == SKY_EVENT_RESULT && (formats[i].games & 1u << game) != 0)
      return TRUE;
  return FALSE;
}

/* Takes over @event. */
static gboolean
put_event (SkyImport *self, SkyImportTable *table, SkyImportEvent *taken, GError **error)
{
  g_autoptr (SkyImportEvent) event = taken;

  if (table->log == NULL && !begin_log (self, table, event, error))
    return FALSE;
  if (event->held)
    {
      g_ptr_array_add (table->held, g_steal_pointer (&event));
      return TRUE;
    }
  switch (event->kind)
    {
    case SKY_MAP_EMIT_EVENT:
      /* What holds for the table does not make a round. */
      if (event->type != SKY_EVENT_RULES && event->type != SKY_EVENT_LIMITS
          && !write_start (self, table, error))
        return FALSE;
      table->round_decided |= event->type == SKY_EVENT_RESULT || event->type == SKY_EVENT_VOID
                              || (event->type == SKY_EVENT_DEAL && !has_result (table->game));
      return write_event (self, table, sky_event_type_to_name (event->type), event->at,
                          event->members, event->stage, event->number, error)
             && release (self, table, event->type, FALSE, error);
    case SKY_MAP_EMIT_ROUND_END:
      return write_start (self, table, error) && write_end (self, table, event, error)
             && release (self, table, SKY_EVENT_ROUND_END, FALSE, error);
    case SKY_MAP_EMIT_ROUND_START:
    case SKY_MAP_EMIT_ROUND_NEXT:
      if (!write_end (self, table, event, error))
        return FALSE;
      sky_import_event_free (table->start);
      table->start = g_steal_pointer (&event);
      /* What waits for the round happens in it. */
      for (guint i = 0; i < table->held->len; i++)
        if (((const SkyImportEvent *) table->held->pdata[i])->until == SKY_EVENT_ROUND_START)
          return write_start (self, table, error);
      return TRUE;
    }
  return TRUE;
}

/* Writes what was made of the record in hand. */
static gboolean
keep (SkyImport *self, GError **error)
{
  SkyImportTable *table = self->table;

  sky_import_table_keep (table);
  if (self->made->len == 0)
    return TRUE;
  if (self->new_day && !end_log (self, table, self->next_round, error))
    return FALSE;
  table->last = self->at;
  self->n_timed++;
  for (guint i = 0; i < self->made->len; i++)
    {
      SkyImportEvent *event = g_steal_pointer (&self->made->pdata[i]);

      if (!put_event (self, table, event, error))
        return FALSE;
    }
  return TRUE;
}

/* --- Judging --- */

/* Reads the event back by the format of the table's game. */
static gboolean
check_event (SkyImport *self, const char *type, const char *members, char **reason)
{
  const char *cause = NULL;
  const SkyJsonNode *root;
  SkyEvent event;
  SkyReadNote note;

  g_string_truncate (self->json, 0);
  sky_json_begin_object (self->json, NULL);
  sky_json_add_int (self->json, "seq", 1);
  sky_json_add_time (self->json, "at", self->at);
  sky_json_add_string (self->json, "type", type);
  if (*members != '\0')
    g_string_append_printf (self->json, ",%s", members);
  sky_json_end_object (self->json);
  root = sky_json_parse (self->parser, self->json->str, self->json->len, FALSE, &cause);
  if (root != NULL && sky_event_read (&self->table->formats, root, &event, &note) == SKY_READ_EVENT)
    return TRUE;
  *reason = g_strdup_printf ("%s: %s", type, root != NULL ? note.cause : cause);
  return FALSE;
}

/* Makes an event. *@amount takes its member `amount`, or -1. */
static gboolean
make_event (SkyImport *self, const SkyMapEvent *from, SkyMoney *amount, char **reason)
{
  g_autoptr (GString) members = g_string_new (NULL);
  const char *type = sky_event_type_to_name (from->type);
  SkyImportEvent *event;

  *amount = -1;
  if (from->kind == SKY_MAP_EMIT_EVENT)
    {
      char *why = NULL;

      if (!sky_map_event_build (from, self->table->game, &self->context, members, amount, &why))
        {
          *reason = g_strdup_printf ("%s: %s", type, why);
          g_free (why);
          return FALSE;
        }
      if (!check_event (self, type, members->str, reason))
        return FALSE;
    }
  else if (from->kind == SKY_MAP_EMIT_ROUND_START && self->round_open)
    {
      *reason = g_strdup ("a round is open already");
      return FALSE;
    }
  else if (from->kind == SKY_MAP_EMIT_ROUND_END && !self->round_open)
    {
      *reason = g_strdup ("no round is open that could end");
      return FALSE;
    }
  else
    self->round_open = from->kind != SKY_MAP_EMIT_ROUND_END;
  event = g_new0 (SkyImportEvent, 1);
  *event = (SkyImportEvent){ .kind = from->kind,
                             .type = from->type,
                             .members = g_string_free (g_steal_pointer (&members), FALSE),
                             .at = self->at,
                             .number = self->record->number,
                             .stage = self->stage,
                             .held = from->held,
                             .until = from->until };
  g_ptr_array_add (self->made, event);
  return TRUE;
}

/* The instant of the record in hand. */
static gboolean
read_time (SkyImport *self, SkyMapZone *log_zone, SkyTime *at, char **reason)
{
  const SkyMap *map = self->map;
  SkyText text;

  if (map->time.format == SKY_MAP_TIME_NONE)
    {
      *at = map->start + map->step * (SkyTime) self->n_timed;
      return TRUE;
    }
  if (!sky_source_get_field (self->source, (guint) map->time_field, &text) || text.length == 0)
    {
      const SkyMapField *field = map->names.fields->pdata[map->time_field];

      *reason = g_strdup_printf ("it has no time: no “%s”", field->name);
      return FALSE;
    }
  return sky_map_time_read (&map->time, map->zone != NULL ? find_zone (self, map->zone) : log_zone,
                            text.data, text.length, at, reason);
}

static gboolean
has_next_round (const SkyMapRule *rule)
{
  for (guint i = 0; i < rule->events->len; i++)
    {
      const SkyMapEvent *event = rule->events->pdata[i];

      if (event->kind == SKY_MAP_EMIT_ROUND_START || event->kind == SKY_MAP_EMIT_ROUND_NEXT)
        return TRUE;
    }
  return FALSE;
}

/* Finds when the record is, and whether it begins a gaming day. A round is never split: it belongs
 * to the day in which it began. */
static gboolean
place_in_time (SkyImport *self, const SkyMapRule *rule, char **reason)
{
  SkyImportTable *table = self->table;

  if (self->timed)
    return TRUE;
  if (!read_time (self, table->zone, &self->at, reason))
    return FALSE;
  if (table->last != SKY_TIME_NONE && self->at < table->last)
    {
      char now[SKY_TIME_TEXT_SIZE], before[SKY_TIME_TEXT_SIZE];

      *reason =
          g_strdup_printf ("its time, %s, is before %s, the last event's",
                           sky_time_format (self->at, now), sky_time_format (table->last, before));
      return FALSE;
    }
  self->timed = TRUE;
  self->day = sky_map_zone_day (table->zone, self->at, self->map->day_begins);
  if (table->log != NULL && self->day != table->day)
    {
      gboolean open = table->round_open || table->start != NULL;

      self->next_round = has_next_round (rule);
      if (!open || self->next_round || self->at - table->last > SILENCE)
        self->new_day = TRUE;
      else
        self->day = table->day;
    }
  if (self->new_day)
    {
      sky_import_table_try_day (table);
      self->round_open = FALSE;
    }
  if (table->log != NULL && !self->new_day)
    return TRUE;
  for (guint i = 0; i < self->map->once->len; i++)
    {
      SkyMoney unused;

      if (!make_event (self, self->map->once->pdata[i], &unused, reason))
        return FALSE;
    }
  return TRUE;
}

static gboolean
apply_rule (SkyImport *self, const SkyMapRule *rule, char **reason)
{
  SkyImportSteps steps = { self->map, self->table, &self->context };
  g_autoptr (GArray) closed = sky_import_closed_new ();

  if (rule->events->len + rule->steps->len > 0 && !place_in_time (self, rule, reason))
    return FALSE;
  for (guint i = 0; i < rule->steps->len; i++)
    if (!sky_import_step_do (&steps, rule->steps->pdata[i], closed, reason))
      return FALSE;
  for (guint i = 0; i < rule->events->len; i++)
    {
      const SkyMapEvent *event = rule->events->pdata[i];
      SkyMoney amount;

      if (!make_event (self, event, &amount, reason)
          || !sky_import_note_amount (&steps, rule, event, amount, reason))
        return FALSE;
    }
  sky_import_closed_end (&steps, closed);
  return TRUE;
}

/* Tries the rules. Returns FALSE with @reason when the record is set aside. */
static gboolean
try_rules (SkyImport *self, gboolean *fits, char **reason)
{
  g_autofree char *no_table = NULL;

  *fits = FALSE;
  self->table = find_table (self, &no_table);
  if (self->table != NULL)
    {
      sky_import_table_begin (self->table);
      self->round_open = self->table->round_open || self->table->start != NULL;
    }
  for (guint i = 0; i < self->map->rules->len; i++)
    {
      const SkyMapRule *rule = self->map->rules->pdata[i];
      gboolean holds = TRUE;

      if (rule->when != NULL
          && !sky_map_condition_holds (rule->when, &self->context, &holds, reason))
        return FALSE;
      if (!holds)
        continue;
      *fits = TRUE;
      self->rule = rule->name;
      if (rule->error != NULL)
        {
          g_autoptr (GString) text = g_string_new (NULL);

          if (sky_map_expression_evaluate (rule->error, &self->context, text, reason))
            *reason = g_string_free (g_steal_pointer (&text), FALSE);
          return FALSE;
        }
      if (self->table == NULL)
        {
          *reason = g_steal_pointer (&no_table);
          return FALSE;
        }
      if ((rule->changes->len == 0
           || sky_import_table_has_changed (self->table, rule->changes, self->source))
          && !apply_rule (self, rule, reason))
        return FALSE;
      if (!rule->next)
        break;
    }
  return TRUE;
}

static SkyImportFate
judge (SkyImport *self, const SkySourceRecord *record, char **reason)
{
  gboolean fits = FALSE;

  if (record->wrong == NULL && !try_rules (self, &fits, reason))
    return SKY_IMPORT_ASIDE;
  if (fits)
    return self->made->len > 0 ? SKY_IMPORT_USED : SKY_IMPORT_NOTHING;
  if (sky_source_is_ignored (self->source, record))
    return SKY_IMPORT_IGNORED;
  *reason =
      g_strdup (record->wrong != NULL ? record->wrong
                                      : "no rule fits it, and it is not among what is ignored");
  return SKY_IMPORT_ASIDE;
}

/* A note in the log says where something is missing. */
static gboolean
write_note (SkyImport *self, SkyImportTable *table, const char *reason, GError **error)
{
  g_autofree char *text = NULL;

  if (table == NULL || table->log == NULL)
    return TRUE;
  text = g_strdup_printf ("record %" G_GUINT64_FORMAT " was set aside: %s", self->record->number,
                          reason);
  g_string_truncate (self->json, 0);
  sky_json_add_string (self->json, "text", text);
  return write_event (self, table, "note", table->last, self->json->str, self->stage,
                      self->record->number, error);
}

static gboolean
set_aside (SkyImport *self, const char *reason, GError **error)
{
  /* Whose record it is may not be known: then it is the only table's, or nobody's. */
  SkyImportTable *table = self->table;

  if (table == NULL && self->tables->len == 1)
    table = self->tables->pdata[0];
  if (self->report.asides->len < SKY_IMPORT_LISTED)
    {
      SkyImportAside *aside = g_new0 (SkyImportAside, 1);

      aside->source = g_strdup (self->source_name);
      aside->number = self->record->number;
      aside->reason = g_strdup (reason);
      g_ptr_array_add (self->report.asides, aside);
    }
  self->report.n_aside++;
  return sky_import_files_set_aside (self->files, self->record, reason, error)
         && write_note (self, table, reason, error);
}

static void
trace (SkyImport *self, SkyImportFate fate, const char *reason)
{
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func (g_free);
  static const char *const rounds[] = { NULL, "round_start", "round_end", "round_next" };

  for (guint i = 0; fate == SKY_IMPORT_USED && i < self->made->len; i++)
    {
      const SkyImportEvent *event = self->made->pdata[i];
      const char *type = event->kind == SKY_MAP_EMIT_EVENT ? sky_event_type_to_name (event->type)
                                                           : rounds[event->kind];

      g_ptr_array_add (events,
                       g_strdup_printf ("%s%s%s%s%s%s", type, *event->members != '\0' ? " {" : "",
                                        event->members, *event->members != '\0' ? "}" : "",
                                        event->held ? ", held back until " : "",
                                        event->held ? sky_event_type_to_name (event->until) : ""));
    }
  self->options.trace (self->options.trace_data,
                       &(SkyImportTrace){ self->record, fate, self->rule, reason, events });
}

static gboolean
process (SkyImport *self, const SkySourceRecord *record, GError **error)
{
  g_autofree char *reason = NULL;
  SkyImportFate fate;

  self->record = record;
  self->last_number = record->number;
  self->table = NULL;
  self->rule = NULL;
  self->timed = self->new_day = self->next_round = FALSE;
  g_ptr_array_set_size (self->made, 0);
  self->report.n_records++;
  fate = judge (self, record, &reason);
  if (self->options.trace != NULL)
    trace (self, fate, reason);
  if (fate == SKY_IMPORT_ASIDE)
    {
      if (self->table != NULL)
        sky_import_table_take_back (self->table);
      return set_aside (self, reason, error);
    }
  if (self->table != NULL)
    {
      if (!keep (self, error))
        return FALSE;
      sky_import_table_remember (self->table, self->map, self->source);
    }
  switch (fate)
    {
    case SKY_IMPORT_USED:
      self->report.n_used++;
      break;
    case SKY_IMPORT_NOTHING:
      self->report.n_nothing++;
      break;
    case SKY_IMPORT_IGNORED:
      self->report.n_ignored++;
      break;
    case SKY_IMPORT_ASIDE:
      break;
    }
  return TRUE;
}

/* --- Order in time --- */

static int
compare_waiting (gconstpointer a, gconstpointer b, gpointer data)
{
  const Waiting *x = a, *y = b;

  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

static gboolean
process_first (SkyImport *self, GError **error)
{
  GSequenceIter *first = g_sequence_get_begin_iter (self->sorted);
  const Waiting *waiting = g_sequence_get (first);
  gboolean done = process (
      self, sky_source_read_again (self->source, waiting->number, waiting->text, waiting->length),
      error);

  g_sequence_remove (first);
  return done;
}

/* Takes a record in the order of time, as far as so many are held. */
static gboolean
sort_in (SkyImport *self, const SkySourceRecord *record, GError **error)
{
  g_autofree char *reason = NULL;
  g_autofree char *no_zone = NULL;
  SkyImportTable *table = record->wrong == NULL ? find_table (self, &no_zone) : NULL;
  SkyTime at;
  Waiting *waiting;

  if (table == NULL || !read_time (self, table->zone, &at, &reason))
    return process (self, record, error);
  waiting = g_new (Waiting, 1);
  *waiting =
      (Waiting){ at, record->number, g_strndup (record->text, record->length), record->length };
  g_sequence_insert_sorted (self->sorted, waiting, compare_waiting, NULL);
  return g_sequence_get_length (self->sorted) <= (int) self->map->sort
         || process_first (self, error);
}

/* --- Sources --- */

/* Adds what the next records are read in: an earlier reading of the source, or this one. */
static void
begin_stage (SkyImport *self)
{
  const guint n = self->stages->len - self->first_stage;
  const SkyImportRun *known = n < self->known->len ? self->known->pdata[n] : NULL;
  SkyImportRun *run = g_new0 (SkyImportRun, 1);

  if (known != NULL)
    *run = *known;
  run->file = g_strdup (self->source_name);
  run->bytes = known != NULL ? known->bytes : G_MAXINT64;
  if (known == NULL)
    run->ended = !self->options.append;
  self->stage = self->stages->len;
  g_ptr_array_add (self->stages, run);
}

/* A reading of the source ends: nothing waits any longer. */
static gboolean
end_stage (SkyImport *self, GError **error)
{
  const SkyImportRun *run = self->stages->pdata[self->stage];

  while (self->sorted != NULL && g_sequence_get_length (self->sorted) > 0)
    if (!process_first (self, error))
      return FALSE;
  for (guint i = 0; i < self->tables->len; i++)
    {
      SkyImportTable *table = self->tables->pdata[i];
      SkyImportEvent end = last_instant (self, table);

      if (table->log == NULL)
        continue;
      if (!release (self, table, 0, TRUE, error))
        return FALSE;
      if (run->ended && table->round_decided && !write_end (self, table, &end, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
stop (SkyImport *self, GError **error)
{
  if (self->options.cancelled == NULL || g_atomic_int_get (self->options.cancelled) == 0)
    return FALSE;
  g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_STOPPED, "%s: the import was stopped",
               self->source_name);
  return TRUE;
}

/* Ends the readings that ended before the record, which stands before @offset. Returns the record,
 * or NULL with an error. */
static const SkySourceRecord *
pass_stages (SkyImport *self, const SkySourceRecord *record, goffset offset, GError **error)
{
  const guint64 number = record->number;

  if (offset <= ((const SkyImportRun *) self->stages->pdata[self->stage])->bytes)
    return record;
  g_string_truncate (self->kept, 0);
  g_string_append_len (self->kept, record->text, (gssize) record->length);
  while (offset > ((const SkyImportRun *) self->stages->pdata[self->stage])->bytes)
    {
      if (!end_stage (self, error))
        return NULL;
      begin_stage (self);
    }
  /* What waited took its place. */
  return self->sorted == NULL
             ? record
             : sky_source_read_again (self->source, number, self->kept->str, self->kept->len);
}

/* Reads all that is there. */
static gboolean
read_on (SkyImport *self, GError **error)
{
  SkySourceBytes *bytes = sky_source_get_bytes (self->source);
  const SkySourceRecord *record;

  for (guint n = 0;; n++)
    {
      goffset offset;

      if (!sky_source_next (self->source, &record, error))
        return FALSE;
      offset = sky_source_bytes_get_offset (bytes);
      if (n % POLL == 0)
        {
          __atomic_store_n (&self->done, offset, __ATOMIC_RELAXED);
          if (stop (self, error))
            return FALSE;
        }
      if (record == NULL)
        return TRUE;
      record = pass_stages (self, record, offset, error);
      if (record == NULL)
        return FALSE;
      if (!(self->sorted != NULL ? sort_in (self, record, error) : process (self, record, error)))
        return FALSE;
    }
}

/* Begins to read @bytes, which are taken over. */
static gboolean
begin_reading (SkyImport *self, SkySourceBytes *bytes, GError **error)
{
  self->first_stage = self->stages->len;
  __atomic_store_n (&self->total, sky_source_bytes_get_size (bytes), __ATOMIC_RELAXED);
  sky_source_bytes_set_growing (bytes, self->options.append);
  for (guint i = 0; i < self->known->len; i++)
    {
      const SkyImportRun *known = self->known->pdata[i];

      sky_source_bytes_expect (bytes, known->bytes, known->sha256);
    }
  self->source = sky_source_new (self->map, bytes, self->source_name, error);
  if (self->source == NULL)
    return FALSE;
  begin_stage (self);
  return TRUE;
}

static gboolean
end_reading (SkyImport *self, GError **error)
{
  g_autoptr (GPtrArray) missing = NULL;
  SkySourceBytes *bytes = sky_source_get_bytes (self->source);
  SkyImportRun *run;

  if (!end_stage (self, error))
    return FALSE;
  run = self->stages->pdata[self->stages->len - 1];
  run->bytes = sky_source_bytes_get_offset (bytes);
  sky_source_bytes_get_digest (bytes, run->sha256);
  missing = sky_source_get_missing (self->source);
  for (guint i = 0; i < missing->len; i++)
    g_ptr_array_add (self->report.missing, g_strdup (missing->pdata[i]));
  return TRUE;
}

static gboolean
read_source (SkyImport *self, SkySourceBytes *bytes, GError **error)
{
  return begin_reading (self, bytes, error) && read_on (self, error) && end_reading (self, error);
}

static gboolean
begin_source (SkyImport *self, const char *name, GError **error)
{
  g_clear_pointer (&self->source, sky_source_free);
  g_clear_pointer (&self->known, g_ptr_array_unref);
  g_free (self->source_name);
  self->source_name = g_path_get_basename (name);
  self->record = NULL;
  self->last_number = 0;
  self->known = self->options.append && self->options.folder != NULL
                    ? sky_import_runs_find (self->options.folder, self->source_name, error)
                    : g_ptr_array_new ();
  return self->known != NULL
         && sky_import_files_begin_source (self->files, self->source_name, error);
}

gboolean
sky_import_read_bytes (SkyImport *self, GBytes *bytes, const char *name, GError **error)
{
  return begin_source (self, name, error)
         && read_source (self, sky_source_bytes_new (bytes, name), error);
}

/* Whether a source of the mapping's kind can grow. */
static gboolean
can_grow (const SkyImport *self, const char *path, GError **error)
{
  if (self->map->source.kind != SKY_MAP_JSON && self->map->source.kind != SKY_MAP_XML)
    return TRUE;
  g_set_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE,
               "%s: a document of JSON or XML does not grow at its end", path);
  return FALSE;
}

gboolean
sky_import_follow (SkyImport *self, const char *path, GError **error)
{
  SkySourceBytes *bytes;

  if (!can_grow (self, path, error) || !begin_source (self, path, error))
    return FALSE;
  bytes = sky_source_bytes_open (path, error);
  self->following = bytes != NULL && begin_reading (self, bytes, error);
  return self->following && sky_import_read_more (self, error);
}

gboolean
sky_import_read_more (SkyImport *self, GError **error)
{
  sky_source_bytes_look_again (sky_source_get_bytes (self->source));
  return read_on (self, error) && sky_import_files_show (self->files, self->logs, error);
}

gboolean
sky_import_read (SkyImport *self, const char *path, GError **error)
{
  SkySourceBytes *bytes;
  const SkyImportRun *run;

  if ((self->options.append && !can_grow (self, path, error)) || !begin_source (self, path, error))
    return FALSE;
  bytes = sky_source_bytes_open (path, error);
  if (bytes == NULL || !read_source (self, bytes, error))
    return FALSE;
  run = self->stages->pdata[self->stages->len - 1];
  return sky_import_files_end_source (self->files, path, run->bytes, run->sha256, error);
}

gboolean
sky_import_finish (SkyImport *self, GError **error)
{
  if (self->following && !end_reading (self, error))
    return FALSE;
  for (guint i = 0; i < self->tables->len; i++)
    {
      SkyImportTable *table = self->tables->pdata[i];

      if (table->log != NULL && !sky_import_log_close (table->log, error))
        return FALSE;
      table->log = NULL;
    }
  if ((gint64) self->report.n_aside > self->options.tolerate)
    {
      self->report.unfinished = TRUE;
      for (guint i = 0; self->files != NULL && i < self->report.logs->len; i++)
        {
          char *path = self->report.logs->pdata[i];

          self->report.logs->pdata[i] = sky_import_part (path);
          g_free (path);
        }
    }
  return sky_import_files_finish (self->files, self->logs, self->stages, !self->report.unfinished,
                                  error);
}

const SkyImportReport *
sky_import_get_report (const SkyImport *self)
{
  return &self->report;
}

void
sky_import_get_progress (SkyImport *self, gint64 *done, gint64 *total)
{
  *done = __atomic_load_n (&self->done, __ATOMIC_RELAXED);
  *total = __atomic_load_n (&self->total, __ATOMIC_RELAXED);
}
