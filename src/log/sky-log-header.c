/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-log-header-private.h"

#include <string.h>

/* Names are as in the IANA's database: "America/New_York", "Etc/GMT+5". */
static gboolean
is_zone_name (const char *name)
{
  gboolean begins = TRUE; /* a part of the name */

  for (; *name != '\0'; name++)
    {
      if (begins ? !g_ascii_isalpha (*name)
                 : *name != '/' && !g_ascii_isalnum (*name) && strchr ("_+-", *name) == NULL)
        return FALSE;
      begins = *name == '/';
    }
  return !begins;
}

/* Whether the system has the zone. Where it has no zones at all the name's form must do. */
static gboolean
is_known_zone (const char *name)
{
  const char *folder = g_getenv ("TZDIR");
  g_autofree char *path = NULL;

  if (folder == NULL)
    folder = "/usr/share/zoneinfo";
  path = g_build_filename (folder, name, NULL);
  return is_zone_name (name)
         && (g_file_test (path, G_FILE_TEST_IS_REGULAR)
             || !g_file_test (folder, G_FILE_TEST_IS_DIR));
}

static const char *
keep_text (SkyHeaderStore *self, SkyText text)
{
  return g_string_chunk_insert_len (self->texts, text.data, (gssize) text.length);
}

static char *
take_text (SkyHeaderStore *self, const SkyJsonNode *root, const char *name, const char **text)
{
  const SkyJsonNode *node = sky_json_member (root, name);

  if (node == NULL || node->kind != SKY_JSON_TEXT)
    return g_strdup_printf ("the member “%s” is missing or no text", name);
  *text = keep_text (self, node->text);
  return NULL;
}

/* The member @name of @object; NULL when it is not there, or null. */
static const SkyJsonNode *
find_given (const SkyJsonNode *object, const char *name)
{
  const SkyJsonNode *node = sky_json_member (object, name);

  return node != NULL && node->kind != SKY_JSON_NULL ? node : NULL;
}

static char *
wrong_kind (const char *of, const char *name)
{
  return g_strdup_printf ("the member “%s” of “%s” is of the wrong kind", name, of);
}

/* A text that need not be there. */
static char *
take_optional (SkyHeaderStore *self,
               const SkyJsonNode *object,
               const char *of,
               const char *name,
               const char **text)
{
  const SkyJsonNode *node = find_given (object, name);

  if (node == NULL)
    return NULL;
  if (node->kind != SKY_JSON_TEXT)
    return wrong_kind (of, name);
  *text = keep_text (self, node->text);
  return NULL;
}

static char *
read_map (SkyHeaderStore *self, const SkyJsonNode *record)
{
  const SkyJsonNode *map = find_given (record, "map");
  char *wrong;

  if (map == NULL)
    return NULL;
  if (map->kind != SKY_JSON_OBJECT)
    return wrong_kind ("record", "map");
  wrong = take_text (self, map, "name", &self->header.record.map_name);
  return wrong != NULL
             ? wrong
             : take_optional (self, map, "map", "sha256", &self->header.record.map_sha256);
}

static char *
read_sources (SkyHeaderStore *self, const SkyJsonNode *record)
{
  const SkyJsonNode *list = find_given (record, "from");
  const SkyJsonNode *source;

  if (list == NULL)
    return NULL;
  if (list->kind != SKY_JSON_ARRAY)
    return wrong_kind ("record", "from");
  self->from = g_new0 (SkyRecordSource, list->n_children + 1);
  source = sky_json_first (list);
  for (guint i = 0; i < list->n_children; i++, source = sky_json_next (source))
    {
      char *wrong;

      if (source->kind != SKY_JSON_OBJECT)
        return wrong_kind ("record", "from");
      wrong = take_text (self, source, "file", &self->from[i].file);
      if (wrong == NULL)
        wrong = take_optional (self, source, "from", "camera", &self->from[i].camera);
      if (wrong == NULL)
        wrong = take_optional (self, source, "from", "sha256", &self->from[i].sha256);
      if (wrong != NULL)
        return wrong;
    }
  self->header.record.from = self->from;
  self->header.record.n_from = list->n_children;
  return NULL;
}

static char *
read_how (const SkyJsonNode *record, SkyRecordHow *how)
{
  const SkyJsonNode *node = sky_json_member (record, "how");
  g_autofree char *name = NULL;

  if (node == NULL || node->kind != SKY_JSON_TEXT)
    return g_strdup ("the member “how” of “record” is missing or no text");
  if (sky_record_how_from_name (node->text, how))
    return NULL;
  name = sky_text_dup (node->text);
  return g_strdup_printf ("its “record” has a “how” that is not known: “%s”", name);
}

static char *
read_record (SkyHeaderStore *self, const SkyJsonNode *node)
{
  SkyRecord *record = &self->header.record;
  const SkyJsonNode *pass, *blind;
  char *wrong;

  if (node->kind != SKY_JSON_OBJECT)
    return g_strdup ("the member “record” is no object");
  pass = find_given (node, "pass");
  blind = find_given (node, "blind");
  if (pass != NULL && (pass->kind != SKY_JSON_INT || pass->integer < 0))
    return wrong_kind ("record", "pass");
  if (blind != NULL && blind->kind != SKY_JSON_BOOL)
    return wrong_kind ("record", "blind");
  record->pass = pass != NULL ? pass->integer : 0;
  record->blind = blind != NULL && blind->boolean;
  if ((wrong = read_how (node, &record->how)) != NULL
      || (wrong = take_optional (self, node, "record", "by", &record->by)) != NULL
      || (wrong = take_optional (self, node, "record", "program", &record->program)) != NULL
      || (wrong = take_optional (self, node, "record", "coding", &record->coding)) != NULL
      || (wrong = take_optional (self, node, "record", "plan", &record->plan)) != NULL
      || (wrong = read_map (self, node)) != NULL)
    return wrong;
  return read_sources (self, node);
}

/* Absent or "all": as it was. */
static gboolean
is_all (const SkyJsonNode *node)
{
  return node == NULL || (node->kind == SKY_JSON_TEXT && sky_text_is (node->text, "all"));
}

static char *
read_classes (SkyScope *scope, const SkyJsonNode *list)
{
  const SkyJsonNode *child;
  SkyEventClass class;

  if (is_all (list))
    return NULL;
  if (list->kind != SKY_JSON_ARRAY)
    return wrong_kind ("scope", "classes");
  scope->classes = 0;
  child = sky_json_first (list);
  for (guint i = 0; i < list->n_children; i++, child = sky_json_next (child))
    {
      g_autofree char *name = NULL;

      if (child->kind != SKY_JSON_TEXT)
        return wrong_kind ("scope", "classes");
      if (sky_event_class_from_name (child->text, &class))
        {
          scope->classes |= 1u << class;
          continue;
        }
      name = sky_text_dup (child->text);
      return g_strdup_printf ("its “scope” has a class that is not known: “%s”", name);
    }
  return NULL;
}

static char *
read_seats (SkyHeaderStore *self, const SkyJsonNode *list)
{
  SkyScope *scope = &self->header.scope;
  const SkyJsonNode *child;

  if (is_all (list))
    return NULL;
  if (list->kind != SKY_JSON_ARRAY)
    return wrong_kind ("scope", "seats");
  self->seats = g_new0 (gint64, list->n_children + 1);
  child = sky_json_first (list);
  for (guint i = 0; i < list->n_children; i++, child = sky_json_next (child))
    {
      if (child->kind != SKY_JSON_INT || child->integer < 1)
        return wrong_kind ("scope", "seats");
      self->seats[i] = child->integer;
    }
  scope->some_seats = TRUE;
  scope->seats = self->seats;
  scope->n_seats = list->n_children;
  return NULL;
}

static char *
read_scope (SkyHeaderStore *self, const SkyJsonNode *node)
{
  const SkyJsonNode *rounds;
  char *wrong;

  if (node->kind != SKY_JSON_OBJECT)
    return g_strdup ("the member “scope” is no object");
  wrong = read_classes (&self->header.scope, find_given (node, "classes"));
  if (wrong == NULL)
    wrong = read_seats (self, find_given (node, "seats"));
  if (wrong != NULL)
    return wrong;
  rounds = find_given (node, "rounds");
  if (is_all (rounds))
    return NULL;
  if (rounds->kind != SKY_JSON_TEXT || !sky_text_is (rounds->text, "sample"))
    return g_strdup ("the member “rounds” of “scope” is neither “all” nor “sample”");
  self->header.scope.sampled = TRUE;
  return NULL;
}

static char *
read_players (SkyHeaderStore *self, const SkyJsonNode *node)
{
  if (node == NULL || (node->kind == SKY_JSON_TEXT && sky_text_is (node->text, "table_day")))
    return NULL;
  if (node->kind != SKY_JSON_TEXT || !sky_text_is (node->text, "property"))
    return g_strdup ("the member “players” is neither “table_day” nor “property”");
  self->header.players = SKY_PLAYERS_PROPERTY;
  return NULL;
}

/* Of version 1 these are members that its format does not know: what cannot be read of them is
 * passed over. A scope alone is refused, for to pass over it would be to judge what nobody looked
 * at. */
static char *
read_origin (SkyHeaderStore *self, const SkyJsonNode *root)
{
  const SkyJsonNode *record = find_given (root, "record");
  const SkyJsonNode *scope = find_given (root, "scope");
  gboolean lenient = self->header.version == 1;
  g_autofree char *wrong = read_players (self, find_given (root, "players"));

  if (wrong != NULL && !lenient)
    return g_steal_pointer (&wrong);
  if (record != NULL)
    {
      g_free (wrong);
      wrong = read_record (self, record);
      if (wrong != NULL && !lenient)
        return g_steal_pointer (&wrong);
      if (wrong != NULL)
        self->header.record = (SkyRecord){ 0 };
    }
  if (scope == NULL)
    return NULL;
  return lenient ? g_strdup ("a log with the member “scope” is of version 2")
                 : read_scope (self, scope);
}

char *
sky_header_store_read (SkyHeaderStore *self, const SkyJsonNode *root, SkyLogError *code)
{
  SkyLogHeader *header = &self->header;
  const SkyJsonNode *kind, *version, *game, *day;
  char *wrong;

  *code = SKY_LOG_ERROR_HEADER;
  self->texts = g_string_chunk_new (256);
  kind = sky_json_member (root, "log");
  if (kind == NULL || kind->kind != SKY_JSON_TEXT || !sky_text_is (kind->text, "skyward.table-log"))
    return g_strdup ("the member “log” is not “skyward.table-log”");

  version = sky_json_member (root, "version");
  if (version == NULL || version->kind != SKY_JSON_INT || version->integer < 1
      || version->integer > 2)
    {
      *code = SKY_LOG_ERROR_VERSION;
      return g_strdup ("the log is not of version 1 or 2");
    }
  header->version = (guint) version->integer;

  game = sky_json_member (root, "game");
  if (game == NULL || game->kind != SKY_JSON_TEXT
      || !sky_game_id_from_name (game->text, &header->game))
    return g_strdup ("the member “game” names no game");

  day = sky_json_member (root, "gaming_day");
  if (day == NULL || day->kind != SKY_JSON_TEXT
      || !sky_day_parse (day->text.data, day->text.length, &header->gaming_day))
    return g_strdup ("the member “gaming_day” is no day (YYYY-MM-DD)");

  if ((wrong = take_text (self, root, "property", &header->property)) != NULL
      || (wrong = take_text (self, root, "table", &header->table)) != NULL
      || (wrong = take_text (self, root, "time_zone", &header->time_zone)) != NULL
      || (wrong = take_text (self, root, "currency", &header->currency)) != NULL)
    return wrong;

  if (!g_str_equal (header->currency, "USD"))
    return g_strdup ("the member “currency” is not “USD”");
  if (!is_known_zone (header->time_zone))
    return g_strdup ("the member “time_zone” names no time zone that is known");

  header->scope = SKY_SCOPE_ALL;
  return read_origin (self, root);
}

void
sky_header_store_clear (SkyHeaderStore *self)
{
  g_clear_pointer (&self->texts, g_string_chunk_free);
  g_clear_pointer (&self->seats, g_free);
  g_clear_pointer (&self->from, g_free);
}
