/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-map.h"

#include "sky-game.h"

#include <stdio.h>
#include <string.h>

#define MAX_RULE   1000000
#define MAX_SORT   100000
#define MAX_EVENTS 64

typedef struct
{
  SkyMapText *text;
  SkyMap *map;
  SkyMapEventRules events;
  guint n_checked; /* fields that are known to be there */
} Loader;

/* The groups, and the keys that each may have; [once], [values], [registers] have keys of any name.
 */
static const struct
{
  const char *name;
  const char *keys;
} groups[] = {
  { "map", "name;version;include" },
  { "source", "kind;encoding;skip;pattern;separator;quote;header;columns;records;payload;ignore" },
  { "log", "property;table;game;time_zone;currency" },
  { "time", "field;format;zone;day_begins;ambiguous;order;step;hour24;start" },
  { "money", "unit;decimal;rounding" },
  { "scope", "classes;seats;rounds" },
  { "once", NULL },
  { "values", NULL },
  { "registers", NULL },
};

static const char rule_keys[] = "when;changes;open;find;close;rename;later;error;next;emit";

static void
step_free (gpointer data)
{
  SkyMapStep *step = data;

  sky_map_condition_free (step->when);
  sky_map_expression_free (step->to);
  g_free (step);
}

static void
rule_free (gpointer data)
{
  SkyMapRule *rule = data;

  g_free (rule->name);
  sky_map_condition_free (rule->when);
  g_array_unref (rule->changes);
  g_ptr_array_unref (rule->steps);
  g_ptr_array_unref (rule->events);
  sky_map_expression_free (rule->error);
  g_free (rule);
}

static void
event_free (gpointer data)
{
  sky_map_event_free (data);
}

void
sky_map_free (SkyMap *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->rules);
  g_ptr_array_unref (self->once);
  g_array_unref (self->seats);
  for (guint i = 0; i < SKY_MAP_N_HEADERS; i++)
    sky_map_expression_free (self->headers[i]);
  g_clear_pointer (&self->source.pattern, g_regex_unref);
  g_clear_pointer (&self->source.ignore, g_regex_unref);
  g_strfreev (self->source.columns);
  g_strfreev (self->source.records);
  g_free (self->source.encoding);
  g_free (self->time.pattern);
  g_free (self->zone);
  g_free (self->name);
  sky_map_names_clear (&self->names);
  g_free (self);
}

static gboolean
is_one_of (const char *words, const char *word)
{
  g_auto (GStrv) list = g_strsplit (words, ";", -1);

  return g_strv_contains ((const char *const *) list, word);
}

/* The place of the key's value among @words; -1 with a problem. Without the key: 0. */
static int
choose (Loader *self, const SkyMapKey *key, const char *words)
{
  g_auto (GStrv) list = g_strsplit (words, ";", -1);
  g_autofree char *said = NULL;

  if (key == NULL)
    return 0;
  for (int i = 0; list[i] != NULL; i++)
    if (g_str_equal (list[i], key->value))
      return i;
  said = g_strjoinv (", ", list);
  sky_map_text_complain (self->text, NULL, key, "%s is one of %s, not “%s”", key->name, said,
                         key->value);
  return -1;
}

static gint64
read_number (Loader *self, const SkyMapKey *key, gint64 low, gint64 high)
{
  gint64 number = low;

  if (key != NULL && !g_ascii_string_to_signed (key->value, 10, low, high, &number, NULL))
    sky_map_text_complain (self->text, NULL, key,
                           "%s is a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                           key->name, low, high);
  return number;
}

static char **
split (const char *text)
{
  g_auto (GStrv) list = g_strsplit (text, ";", -1);
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();

  for (guint i = 0; list[i] != NULL; i++)
    if (*g_strstrip (list[i]) != '\0')
      g_ptr_array_add (kept, g_strdup (list[i]));
  g_ptr_array_add (kept, NULL);
  return (char **) g_ptr_array_steal (kept, NULL);
}

/* Whether records can have a field of this name, as far as that is known before they are read. */
static gboolean
can_have (const SkyMapSource *source, const char *name)
{
  if (source->kind == SKY_MAP_LINES && source->pattern != NULL && source->payload < 0)
    return g_regex_get_string_number (source->pattern, name) >= 0;
  if (source->kind == SKY_MAP_CSV && source->columns != NULL && source->payload < 0)
    return g_strv_contains ((const char *const *) source->columns, name);
  return TRUE;
}

/* Complains of fields that were met in @key and that no record can have. */
static void
check_fields (Loader *self, const SkyMapKey *key)
{
  const GPtrArray *fields = self->map->names.fields;

  for (; self->n_checked < fields->len; self->n_checked++)
    {
      const SkyMapField *field = fields->pdata[self->n_checked];

      if (!can_have (&self->map->source, field->name))
        sky_map_text_complain (self->text, NULL, key, "no record has a field “%s”", field->name);
    }
}

/* Complains of what is wrong with @key, unless nothing is. */
static void
conclude (Loader *self, const SkyMapKey *key, char *cause)
{
  if (cause != NULL)
    sky_map_text_complain (self->text, NULL, key, "%s: %s", key->name, cause);
  g_free (cause);
  check_fields (self, key);
}

static SkyMapExpression *
read_expression (Loader *self, const SkyMapKey *key, const char *text)
{
  char *cause = NULL;
  SkyMapExpression *expression = sky_map_expression_new (&self->map->names, text, &cause);

  conclude (self, key, cause);
  return expression;
}

static SkyMapCondition *
read_condition (Loader *self, const SkyMapKey *key, const char *text)
{
  char *cause = NULL;
  SkyMapCondition *condition = sky_map_condition_new (&self->map->names, text, &cause);

  conclude (self, key, cause);
  return condition;
}

static GRegex *
read_regex (Loader *self, const SkyMapKey *key)
{
  g_autoptr (GError) error = NULL;
  GRegex *regex;

  if (key == NULL)
    return NULL;
  regex = g_regex_new (key->value, G_REGEX_OPTIMIZE, 0, &error);
  if (regex == NULL)
    sky_map_text_complain (self->text, NULL, key, "%s: %s", key->name, error->message);
  return regex;
}

static void
check_groups (Loader *self)
{
  for (guint g = 0; g < self->text->groups->len; g++)
    {
      const SkyMapGroup *group = self->text->groups->pdata[g];
      const char *keys = g_str_has_prefix (group->name, "rule ") ? rule_keys : NULL;
      gboolean known = keys != NULL;

      for (guint i = 0; i < G_N_ELEMENTS (groups) && !known; i++)
        if (g_str_equal (groups[i].name, group->name))
          {
            keys = groups[i].keys;
            known = TRUE;
          }
      if (!known)
        sky_map_text_complain (self->text, group, NULL, "a mapping has no group of this name");
      for (guint k = 0; keys != NULL && k < group->keys->len; k++)
        {
          const SkyMapKey *key = group->keys->pdata[k];

          if (!is_one_of (keys, key->name)
              && !(keys == rule_keys && g_str_has_prefix (key->name, "emit.")))
            sky_map_text_complain (self->text, NULL, key, "this group has no key “%s”", key->name);
        }
    }
}

/* A character of CSV. */
static char
read_character (Loader *self, const SkyMapKey *key, char otherwise)
{
  if (key == NULL)
    return otherwise;
  if (g_str_equal (key->value, "\\t") || g_str_equal (key->value, "tab"))
    return '\t';
  if (strlen (key->value) != 1 || !g_ascii_isgraph (key->value[0]))
    sky_map_text_complain (self->text, NULL, key, "%s is one character, or “tab”", key->name);
  return key->value[0];
}

/* The steps of "$.rounds[*]" or of "/rounds/round". */
static void
read_records (Loader *self, const SkyMapKey *key)
{
  g_autoptr (GString) path = g_string_new (key->value);
  SkyMapSource *source = &self->map->source;

  if (source->kind == SKY_MAP_JSON)
    {
      if (path->str[0] != '$' || !g_str_has_suffix (path->str, "[*]"))
        {
          sky_map_text_complain (self->text, NULL, key,
                                 "records begins with “$” and ends with “[*]”, as “$.rounds[*]”");
          return;
        }
      g_string_erase (path, 0, 1);
      g_string_replace (path, "[*]", ".*", 0);
      g_string_replace (path, ".", ";", 0);
    }
  else
    {
      if (path->str[0] != '/' || path->len < 2)
        {
          sky_map_text_complain (self->text, NULL, key,
                                 "records is a path from the root, as “/rounds/round”");
          return;
        }
      g_string_replace (path, "/", ";", 0);
    }
  source->records = split (path->str);
  if (strpbrk (path->str, "[]@ ") != NULL || source->records[0] == NULL)
    sky_map_text_complain (self->text, NULL, key,
                           "records is a path of names, without filters and functions");
}

static void
check_encoding (Loader *self, const SkyMapKey *key)
{
  g_autofree char *end = NULL;
  gsize size;

  if (key == NULL || g_ascii_strcasecmp (key->value, "UTF-8") == 0)
    return;
  self->map->source.encoding = g_strdup (key->value);
  end = g_convert ("\n", 1, key->value, "UTF-8", NULL, &size, NULL);
  if (end == NULL || size != 1 || end[0] != '\n')
    sky_map_text_complain (self->text, NULL, key,
                           "“%s” is no encoding in which a line ends by the byte 10", key->value);
}

static void
read_payload (Loader *self, const SkyMapKey *key)
{
  g_auto (GStrv) words = NULL;

  self->map->source.payload = -1;
  if (key == NULL)
    return;
  words = g_strsplit (key->value, " ", -1);
  if (g_strv_length (words) != 2 || !g_str_equal (words[1], "json"))
    sky_map_text_complain (self->text, NULL, key, "payload is a field and “json”");
  else if (!can_have (&self->map->source, words[0]))
    sky_map_text_complain (self->text, NULL, key, "no record has a field “%s”", words[0]);
  else
    self->map->source.payload = (int) sky_map_names_field (&self->map->names, words[0]);
}

/* Keys that only some kinds of sources have. */
static void
check_source_keys (Loader *self, const SkyMapGroup *group)
{
  static const struct
  {
    const char *key;
    guint kinds;
    guint needed;
  } uses[] = {
    { "pattern", 1 << SKY_MAP_LINES, 1 << SKY_MAP_LINES },
    { "separator", 1 << SKY_MAP_CSV, 0 },
    { "quote", 1 << SKY_MAP_CSV, 0 },
    { "header", 1 << SKY_MAP_CSV, 0 },
    { "columns", 1 << SKY_MAP_CSV, 0 },
    { "records", 1 << SKY_MAP_JSON | 1 << SKY_MAP_XML, 1 << SKY_MAP_JSON | 1 << SKY_MAP_XML },
    { "payload", 1 << SKY_MAP_LINES | 1 << SKY_MAP_CSV, 0 },
    { "skip", 1 << SKY_MAP_LINES | 1 << SKY_MAP_CSV | 1 << SKY_MAP_JSONL, 0 },
    { "encoding", 1 << SKY_MAP_LINES | 1 << SKY_MAP_CSV, 0 },
  };
  const SkyMapKey *kind = sky_map_group_find (group, "kind");

  for (guint i = 0; i < G_N_ELEMENTS (uses); i++)
    {
      const SkyMapKey *key = sky_map_group_find (group, uses[i].key);

      if (key != NULL && !(uses[i].kinds & 1u << self->map->source.kind))
        sky_map_text_complain (self->text, NULL, key, "a source of kind %s has no %s", kind->value,
                               key->name);
      if (key == NULL && (uses[i].needed & 1u << self->map->source.kind) != 0)
        sky_map_text_complain (self->text, group, NULL, "a source of kind %s needs %s", kind->value,
                               uses[i].key);
    }
}

static void
read_source (Loader *self)
{
  const SkyMapGroup *group = sky_map_text_find (self->text, "source");
  const SkyMapKey *key = sky_map_group_find (group, "kind");
  SkyMapSource *source = &self->map->source;
  int kind;

  source->payload = -1;
  if (key == NULL)
    {
      sky_map_text_complain (self->text, group, NULL, "the mapping lacks [source] kind=");
      return;
    }
  kind = choose (self, key, "lines;csv;jsonl;json;xml");
  if (kind < 0)
    return;
  source->kind = (SkyMapKind) kind;
  check_source_keys (self, group);
  check_encoding (self, sky_map_group_find (group, "encoding"));
  source->skip = (guint) read_number (self, sky_map_group_find (group, "skip"), 0, 1000000);
  source->pattern = read_regex (self, sky_map_group_find (group, "pattern"));
  source->ignore = read_regex (self, sky_map_group_find (group, "ignore"));
  source->separator = read_character (self, sky_map_group_find (group, "separator"), ',');
  source->quote = read_character (self, sky_map_group_find (group, "quote"), '"');
  source->header = choose (self, sky_map_group_find (group, "header"), "yes;no") == 0;
  key = sky_map_group_find (group, "columns");
  if (key != NULL)
    source->columns = split (key->value);
  if (kind == SKY_MAP_CSV && !source->header && source->columns == NULL)
    sky_map_text_complain (self->text, group, NULL, "CSV without a header needs columns");
  if (source->separator == source->quote)
    sky_map_text_complain (self->text, group, NULL, "separator and quote are the same");
  key = sky_map_group_find (group, "records");
  if (key != NULL && (kind == SKY_MAP_JSON || kind == SKY_MAP_XML))
    read_records (self, key);
  read_payload (self, sky_map_group_find (group, "payload"));
}

static void
read_values (Loader *self)
{
  const SkyMapGroup *group = sky_map_text_find (self->text, "values");

  for (guint k = 0; group != NULL && k < group->keys->len; k++)
    {
      const SkyMapKey *key = group->keys->pdata[k];
      SkyMapValues *values = g_new0 (SkyMapValues, 1);
      g_auto (GStrv) pairs = split (key->value);

      values->name = g_strdup (key->name);
      values->to = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_ptr_array_add (self->map->names.values, values);
      if (pairs[0] == NULL)
        sky_map_text_complain (self->text, NULL, key, "a table has pairs as “from:to; from:to”");
      for (guint i = 0; pairs[i] != NULL; i++)
        {
          char *colon = strchr (pairs[i], ':');

          if (colon == NULL)
            {
              sky_map_text_complain (self->text, NULL, key, "“%s” is no “from:to”", pairs[i]);
              continue;
            }
          *colon = '\0';
          g_strstrip (pairs[i]);
          g_strstrip (colon + 1);
          if (g_str_equal (pairs[i], "*") ? values->otherwise != NULL
                                          : g_hash_table_contains (values->to, pairs[i]))
            sky_map_text_complain (self->text, NULL, key, "“%s” is there twice", pairs[i]);
          else if (g_str_equal (pairs[i], "*"))
            values->otherwise = g_strdup (colon + 1);
          else
            g_hash_table_insert (values->to, g_strdup (pairs[i]), g_strdup (colon + 1));
        }
    }
}

/* Their names first, for a key may name another register. */
static void
read_registers (Loader *self)
{
  const SkyMapGroup *group = sky_map_text_find (self->text, "registers");
  GPtrArray *registers = self->map->names.registers;

  for (guint k = 0; group != NULL && k < group->keys->len; k++)
    {
      SkyMapRegister *reg = g_new0 (SkyMapRegister, 1);

      reg->name = g_strdup (((const SkyMapKey *) group->keys->pdata[k])->name);
      g_ptr_array_add (registers, reg);
    }
  for (guint k = 0; k < registers->len; k++)
    {
      const SkyMapKey *key = group->keys->pdata[k];
      SkyMapRegister *reg = registers->pdata[k];

      reg->key = read_expression (self, key, key->value);
      if (reg->key == NULL)
        continue;
      if (sky_map_expression_get_literal (reg->key) != NULL)
        sky_map_text_complain (self->text, NULL, key, "a register's key has a field");
      /* A key that needs a register could need itself. */
      if (sky_map_expression_has_id (reg->key))
        sky_map_text_complain (self->text, NULL, key, "a register's key has no “id”");
    }
}

static void
check_header (Loader *self, const SkyMapKey *key, SkyMapHeader header)
{
  const char *literal = sky_map_expression_get_literal (self->map->headers[header]);
  g_autoptr (SkyMapZone) zone = NULL;
  SkyGameId game;

  if (literal == NULL)
    {
      self->map->headers_fixed = FALSE;
      return;
    }
  if (*literal == '\0')
    sky_map_text_complain (self->text, NULL, key, "%s is empty", key->name);
  else if (header == SKY_MAP_GAME)
    {
      if (sky_game_id_from_name ((SkyText){ literal, strlen (literal) }, &game))
        self->events.games = 1u << game;
      else
        sky_map_text_complain (self->text, NULL, key, "there is no game “%s”", literal);
    }
  else if (header == SKY_MAP_TIME_ZONE)
    {
      zone = sky_map_zone_new (literal);
      if (zone == NULL)
        sky_map_text_complain (self->text, NULL, key, "there is no time zone “%s”", literal);
    }
}

static void
read_headers (Loader *self)
{
  static const char *const names[SKY_MAP_N_HEADERS] = { "property", "table", "game", "time_zone",
                                                        "currency" };
  const SkyMapGroup *group = sky_map_text_find (self->text, "log");
  char *unused = NULL;

  self->map->headers_fixed = TRUE;
  self->events.games = (1u << SKY_N_GAMES) - 1;
  for (SkyMapHeader i = 0; i < SKY_MAP_N_HEADERS; i++)
    {
      const SkyMapKey *key = sky_map_group_find (group, names[i]);

      if (key != NULL)
        self->map->headers[i] = read_expression (self, key, key->value);
      else if (i == SKY_MAP_CURRENCY)
        self->map->headers[i] = sky_map_expression_new (&self->map->names, "USD", &unused);
      else
        sky_map_text_complain (self->text, group, NULL, "the mapping lacks [log] %s=", names[i]);
      if (key != NULL && self->map->headers[i] != NULL)
        check_header (self, key, i);
    }
}

/* "100 ms" or "2 s". */
static SkyTime
read_span (Loader *self, const SkyMapKey *key)
{
  char *end;
  gint64 n;

  if (key == NULL)
    return SKY_SECOND;
  n = g_ascii_strtoll (key->value, &end, 10);
  g_strchug (end);
  if (n >= 0 && n <= 3600000 && end != key->value && g_str_equal (end, "ms"))
    return n * SKY_MILLISECOND;
  if (n >= 0 && n <= 3600 && end != key->value && g_str_equal (end, "s"))
    return n * SKY_SECOND;
  sky_map_text_complain (self->text, NULL, key, "%s is a span as “100 ms” or “2 s”", key->name);
  return 0;
}

static void
read_sort (Loader *self, const SkyMapKey *key)
{
  gint64 n;

  if (key == NULL || g_str_equal (key->value, "refuse"))
    return;
  if (!g_str_has_prefix (key->value, "sort ")
      || !g_ascii_string_to_signed (key->value + 5, 10, 1, MAX_SORT, &n, NULL))
    sky_map_text_complain (self->text, NULL, key, "order is “refuse” or “sort N”, N up to %d",
                           MAX_SORT);
  else if (self->map->source.kind == SKY_MAP_XML || self->map->source.kind == SKY_MAP_JSON)
    sky_map_text_complain (self->text, NULL, key, "only records of lines can be sorted");
  else if (self->map->time.format == SKY_MAP_TIME_NONE)
    sky_map_text_complain (self->text, NULL, key, "records without a time cannot be sorted");
  else
    self->map->sort = (guint) n;
}

static void
read_time_format (Loader *self, const SkyMapGroup *group)
{
  const SkyMapKey *key = sky_map_group_find (group, "format");
  SkyMap *map = self->map;
  char *cause = NULL;
  int format;

  if (key == NULL)
    {
      sky_map_text_complain (self->text, group, NULL, "the mapping lacks [time] format=");
      map->time.format = SKY_MAP_TIME_NONE;
      return;
    }
  if (strchr (key->value, '%') != NULL)
    {
      map->time.pattern = g_strdup (key->value);
      if (!sky_map_time_check_pattern (key->value, &cause))
        conclude (self, key, cause);
      return;
    }
  format = choose (self, key, "%-conversions;unix;unix_ms;rfc3339;none");
  map->time.format = format < 0 ? SKY_MAP_TIME_NONE : (SkyMapTimeFormat) format;
}

static void
read_time (Loader *self)
{
  const SkyMapGroup *group = sky_map_text_find (self->text, "time");
  const SkyMapKey *key;
  SkyMap *map = self->map;
  int hours, minutes, n = 0;

  read_time_format (self, group);
  map->time_field = -1;
  key = sky_map_group_find (group, "field");
  if (key != NULL)
    {
      map->time_field = (int) sky_map_names_field (&map->names, key->value);
      check_fields (self, key);
    }
  else if (map->time.format != SKY_MAP_TIME_NONE)
    sky_map_text_complain (self->text, group, NULL, "the mapping lacks [time] field=");

  key = sky_map_group_find (group, "zone");
  if (key != NULL && !g_str_equal (key->value, "time_zone"))
    {
      g_autoptr (SkyMapZone) zone = sky_map_zone_new (key->value);

      map->zone = g_strdup (key->value);
      if (zone == NULL)
        sky_map_text_complain (self->text, NULL, key, "there is no time zone “%s”", key->value);
    }
  key = sky_map_group_find (group, "day_begins");
  if (key != NULL)
    {
      if (sscanf (key->value, "%2d:%2d%n", &hours, &minutes, &n) == 2 && key->value[n] == '\0'
          && hours >= 0 && hours < 24 && minutes >= 0 && minutes < 60)
        map->day_begins = hours * SKY_HOUR + minutes * SKY_MINUTE;
      else
        sky_map_text_complain (self->text, NULL, key, "day_begins is a time of day as “06:00”");
    }
  map->time.ambiguous =
      MAX (choose (self, sky_map_group_find (group, "ambiguous"), "refuse;earlier;later"), 0);
  map->time.hour24_is_midnight =
      choose (self, sky_map_group_find (group, "hour24"), "refuse;midnight") == 1;
  map->step = read_span (self, sky_map_group_find (group, "step"));
  key = sky_map_group_find (group, "start");
  if (key != NULL && !sky_time_parse (key->value, strlen (key->value), &map->start))
    sky_map_text_complain (self->text, NULL, key, "start is a time as “2023-11-04T20:00:00Z”");
  read_sort (self, sky_map_group_find (group, "order"));
}

static void
read_money (Loader *self)
{
  const SkyMapGroup *group = sky_map_text_find (self->text, "money");

  self->map->names.money.dollars =
      choose (self, sky_map_group_find (group, "unit"), "cents;dollars") == 1;
  self->map->names.money.decimal =
      read_character (self, sky_map_group_find (group, "decimal"), '.');
  choose (self, sky_map_group_find (group, "rounding"), "refuse");
}

static void
read_scope (Loader *self)
{
  const SkyMapGroup *group = sky_map_text_find (self->text, "scope");
  const SkyMapKey *key = sky_map_group_find (group, "classes");
  SkyScope *scope = &self->map->scope;
  g_auto (GStrv) words = NULL;

  *scope = SKY_SCOPE_ALL;
  self->events.version = 1;
  if (group == NULL)
    return;
  if (key != NULL)
    {
      scope->classes = 0;
      words = split (key->value);
      for (guint i = 0; words[i] != NULL; i++)
        {
          SkyEventClass class = 0;

          while (class < SKY_N_CLASSES && !g_str_equal (sky_event_class_to_name (class), words[i]))
            class ++;
          if (class == SKY_N_CLASSES)
            sky_map_text_complain (self->text, NULL, key, "there is no class “%s”", words[i]);
          else
            scope->classes |= 1u << class;
        }
    }
  key = sky_map_group_find (group, "seats");
  if (key != NULL)
    {
      g_auto (GStrv) seats = split (key->value);

      scope->some_seats = TRUE;
      for (guint i = 0; seats[i] != NULL; i++)
        {
          gint64 seat = 0;

          if (!g_ascii_string_to_signed (seats[i], 10, 1, 1000, &seat, NULL))
            sky_map_text_complain (self->text, NULL, key, "“%s” is no seat", seats[i]);
          g_array_append_val (self->map->seats, seat);
        }
      scope->seats = (const gint64 *) (gpointer) self->map->seats->data;
      scope->n_seats = self->map->seats->len;
    }
  scope->sampled = choose (self, sky_map_group_find (group, "rounds"), "all;sample") == 1;
  self->map->has_scope = !sky_scope_has_all (scope);
  self->events.version = self->map->has_scope ? 2 : 1;
}

static SkyMapEvent *
read_event (Loader *self, const SkyMapKey *key)
{
  char *cause = NULL;
  SkyMapEvent *event = sky_map_event_new (&self->map->names, &self->events, key->value, &cause);

  conclude (self, key, cause);
  return event;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  const SkyMapKey *x = *(const SkyMapKey *const *) a, *y = *(const SkyMapKey *const *) b;
  gint64 n = g_ascii_strtoll (x->name, NULL, 10), m = g_ascii_strtoll (y->name, NULL, 10);

  return n < m ? -1 : n > m;
}

static void
read_once (Loader *self)
{
  const SkyMapGroup *group = sky_map_text_find (self->text, "once");
  g_autoptr (GPtrArray) keys = NULL;

  if (group == NULL)
    return;
  keys = g_ptr_array_copy (group->keys, NULL, NULL);
  g_ptr_array_set_free_func (keys, NULL);
  g_ptr_array_sort (keys, compare_keys);
  for (guint i = 0; i < keys->len; i++)
    {
      const SkyMapKey *key = keys->pdata[i];
      SkyMapEvent *event;

      if (!g_ascii_isdigit (key->name[0]))
        {
          sky_map_text_complain (self->text, NULL, key, "the keys of [once] are numbers");
          continue;
        }
      event = read_event (self, key);
      if (event == NULL)
        continue;
      if (event->kind != SKY_MAP_EMIT_EVENT || sky_map_event_makes_new (event) >= 0)
        sky_map_text_complain (self->text, NULL, key,
                               "what stands before the first record is no round and no wager");
      g_ptr_array_add (self->map->once, event);
    }
}

/* Reads "wager", "wager when EXPRESSION" or "wager to KEY". */
static void
read_step (Loader *self, SkyMapRule *rule, const SkyMapKey *key)
{
  g_auto (GStrv) words = g_strsplit (key->value, " ", 3);
  static const char *const actions[] = { "open", "find", "close", "rename" };
  gboolean renames = g_str_equal (key->name, "rename");
  SkyMapStep *step;
  int reg = words[0] != NULL ? sky_map_names_register (&self->map->names, words[0]) : -1;

  if (reg < 0)
    {
      sky_map_text_complain (self->text, NULL, key, "[registers] has no “%s”",
                             words[0] != NULL ? words[0] : "");
      return;
    }
  if (g_strv_length (words) == 2 || (renames && words[1] == NULL)
      || (words[1] != NULL && !g_str_equal (words[1], renames ? "to" : "when")))
    {
      sky_map_text_complain (self->text, NULL, key, "%s is “REGISTER%s”", key->name,
                             renames ? " to KEY" : "” or “REGISTER when CONDITION");
      return;
    }
  step = g_new0 (SkyMapStep, 1);
  step->reg = (guint) reg;
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i], key->name))
      step->action = (SkyMapAction) i;
  if (step->action == SKY_MAP_OPEN)
    ((SkyMapRegister *) self->map->names.registers->pdata[reg])->opened = TRUE;
  if (renames)
    step->to = read_expression (self, key, words[2]);
  else if (words[1] != NULL)
    step->when = read_condition (self, key, words[2]);
  g_ptr_array_add (rule->steps, step);
}

static void
read_changes (Loader *self, SkyMapRule *rule, const SkyMapKey *key)
{
  g_auto (GStrv) names = split (key->value);

  if (names[0] == NULL)
    sky_map_text_complain (self->text, NULL, key, "changes names fields");
  for (guint i = 0; names[i] != NULL; i++)
    {
      guint field = sky_map_names_field (&self->map->names, names[i]);

      ((SkyMapField *) self->map->names.fields->pdata[field])->remembered = TRUE;
      g_array_append_val (rule->changes, field);
    }
  check_fields (self, key);
}

/* Reads `emit`, under what `later` above it says. */
static void
read_emit (Loader *self, SkyMapRule *rule, const SkyMapKey *key, int until)
{
  SkyMapEvent *event;
  int reg;

  if (g_str_equal (key->value, "none"))
    return;
  if (rule->events->len >= MAX_EVENTS)
    {
      sky_map_text_complain (self->text, NULL, key, "a rule has %d events at most", MAX_EVENTS);
      return;
    }
  event = read_event (self, key);
  if (event == NULL)
    return;
  if (until >= 0)
    {
      event->held = TRUE;
      event->until = (SkyEventType) until;
      if (event->kind != SKY_MAP_EMIT_EVENT)
        sky_map_text_complain (self->text, NULL, key, "a round is not held back");
    }
  reg = sky_map_event_makes_new (event);
  if (reg >= 0)
    ((SkyMapRegister *) self->map->names.registers->pdata[reg])->opened = TRUE;
  g_ptr_array_add (rule->events, event);
}

static void
read_rule (Loader *self, const SkyMapGroup *group)
{
  SkyMapRule *rule = g_new0 (SkyMapRule, 1);
  gboolean emits = FALSE;
  int until = -1;
  char *end;
  gint64 number = g_ascii_strtoll (group->name + strlen ("rule "), &end, 10);

  rule->name = g_strdup (group->name);
  rule->changes = g_array_new (FALSE, FALSE, sizeof (guint));
  rule->steps = g_ptr_array_new_with_free_func (step_free);
  rule->events = g_ptr_array_new_with_free_func (event_free);
  rule->number = (guint) CLAMP (number, 0, MAX_RULE);
  g_ptr_array_add (self->map->rules, rule);
  if (number < 0 || number > MAX_RULE || (*end != '\0' && *end != ' ')
      || !g_ascii_isdigit (group->name[strlen ("rule ")]))
    sky_map_text_complain (self->text, group, NULL, "a rule's group is “rule NUMBER NAME”");
  for (guint k = 0; k < group->keys->len; k++)
    {
      const SkyMapKey *key = group->keys->pdata[k];
      SkyEventType type;

      if (g_str_equal (key->name, "when"))
        rule->when = read_condition (self, key, key->value);
      else if (g_str_equal (key->name, "changes"))
        read_changes (self, rule, key);
      else if (is_one_of ("open;find;close;rename", key->name))
        read_step (self, rule, key);
      else if (g_str_equal (key->name, "error"))
        rule->error = read_expression (self, key, key->value);
      else if (g_str_equal (key->name, "next"))
        rule->next = choose (self, key, "no;yes") == 1;
      else if (g_str_equal (key->name, "later") && sky_map_event_type (key->value, &type))
        until = (int) type;
      else if (g_str_equal (key->name, "later"))
        sky_map_text_complain (self->text, NULL, key, "there is no event “%s”", key->value);
      else if (g_str_has_prefix (key->name, "emit"))
        {
          read_emit (self, rule, key, until);
          emits = TRUE;
        }
    }
  if (!emits && rule->error == NULL && rule->steps->len == 0)
    sky_map_text_complain (self->text, group, NULL,
                           "the rule makes nothing: it needs emit= (or emit=none) or error=");
  if (rule->error != NULL && (emits || rule->steps->len > 0))
    sky_map_text_complain (self->text, group, NULL, "a rule with error= makes nothing else");
}

static int
compare_rules (gconstpointer a, gconstpointer b)
{
  const SkyMapRule *x = *(const SkyMapRule *const *) a, *y = *(const SkyMapRule *const *) b;

  return x->number < y->number ? -1 : x->number > y->number;
}

static void
read_rules (Loader *self)
{
  GPtrArray *rules = self->map->rules;

  for (guint i = 0; i < self->text->groups->len; i++)
    {
      const SkyMapGroup *group = self->text->groups->pdata[i];

      if (g_str_has_prefix (group->name, "rule "))
        read_rule (self, group);
    }
  if (rules->len == 0)
    sky_map_text_complain (self->text, NULL, NULL, "the mapping has no rule");
  g_ptr_array_sort (rules, compare_rules);
  for (guint i = 1; i < rules->len; i++)
    {
      const SkyMapRule *rule = rules->pdata[i], *before = rules->pdata[i - 1];

      if (rule->number == before->number)
        sky_map_text_complain (self->text, sky_map_text_find (self->text, rule->name), NULL,
                               "[%s] has the same number", before->name);
    }
}

static void
read_name (Loader *self, const char *file)
{
  const SkyMapGroup *group = sky_map_text_find (self->text, "map");
  const SkyMapKey *key = sky_map_group_find (group, "name");
  g_autofree char *base = g_path_get_basename (file);

  if (g_str_has_suffix (base, ".skymap"))
    base[strlen (base) - strlen (".skymap")] = '\0';
  self->map->name = g_strdup (key != NULL && *key->value != '\0' ? key->value : base);
  key = sky_map_group_find (group, "version");
  if (key != NULL && !g_str_equal (key->value, "1"))
    sky_map_text_complain (self->text, NULL, key, "mappings of version “%s” are not known",
                           key->value);
}

SkyMap *
sky_map_new (
    const char *data, gsize size, const char *name, const char *folder, GPtrArray **problems)
{
  g_autoptr (SkyMapText) text = sky_map_text_new (data, size, name, folder);
  g_autoptr (SkyMap) map = g_new0 (SkyMap, 1);
  Loader loader = { text, map, { 0 }, 0 };

  sky_map_names_init (&map->names);
  map->seats = g_array_new (FALSE, FALSE, sizeof (gint64));
  map->once = g_ptr_array_new_with_free_func (event_free);
  map->rules = g_ptr_array_new_with_free_func (rule_free);
  g_strlcpy (map->sha256, text->sha256, sizeof map->sha256);
  if (text->problems->len == 0)
    {
      check_groups (&loader);
      read_name (&loader, name);
      read_source (&loader);
      read_money (&loader);
      read_values (&loader);
      read_registers (&loader);
      read_headers (&loader);
      read_time (&loader);
      read_scope (&loader);
      read_once (&loader);
      read_rules (&loader);
    }
  *problems = g_ptr_array_ref (text->problems);
  return text->problems->len == 0 ? g_steal_pointer (&map) : NULL;
}

SkyMap *
sky_map_load (const char *path, GPtrArray **problems)
{
  g_autofree char *data = NULL;
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyMapText) none = NULL;
  gsize size;

  if (g_file_get_contents (path, &data, &size, &error))
    return sky_map_new (data, size, path, folder, problems);
  none = sky_map_text_new ("", 0, path, NULL);
  sky_map_text_complain (none, NULL, NULL, "%s", error->message);
  *problems = g_ptr_array_ref (none->problems);
  return NULL;
}
