/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-event-format.h"
#include "sky-game.h"
#include "sky-json-writer.h"
#include "sky-reference.h"

#define WIDTH 100

#define BETWEEN(low, high) "{\"type\":\"integer\",\"minimum\":" low ",\"maximum\":" high "}"
#define LIST(of, rest)     "{\"type\":\"array\",\"items\":" of rest "}"
#define EXACTLY(n)         ",\"minItems\":" #n ",\"maxItems\":" #n
#define ANY_TEXT           "{\"type\":\"string\"}"
#define NO_NUL             "\"^[^\\\\u0000]*$\""
#define MATCHING(pattern)  "{\"type\":\"string\",\"pattern\":\"^" pattern "$\"}"

/* What the reader takes for a whole number, an amount, a day and a time. */
#define WHOLE BETWEEN ("-2147483648", "2147483647")
#define COUNT BETWEEN ("0", "2147483647")
#define SEAT  BETWEEN ("1", "2147483647")
#define MONEY BETWEEN ("0", "1000000000000000")
#define DATE                                                                                       \
  "(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"                                   \
  "|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))"                            \
  "|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"
#define TIME                                                                                       \
  MATCHING (DATE "[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:[.][0-9]{1,6})?Z")
#define ZONE MATCHING ("[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z][A-Za-z0-9_+-]*)*")
#define TILE MATCHING ("[0-9]-[0-9]")
#define CARD MATCHING ("[2-9TJQKA][CDHS]")

/* What a kind of member is to a JSON Schema; NULL: made below. */
static const char
    *const
        kinds
            [] = {
              [SKY_FIELD_ANY] = "true",
              [SKY_FIELD_INT] = WHOLE,
              [SKY_FIELD_COUNT] = COUNT,
              [SKY_FIELD_SEAT] = SEAT,
              [SKY_FIELD_MONEY] = MONEY,
              [SKY_FIELD_BOOL] = "{\"type\":\"boolean\"}",
              [SKY_FIELD_TEXT] = ANY_TEXT,
              [SKY_FIELD_TIME] = "{\"$ref\":\"#/$defs/time\"}",
              [SKY_FIELD_DICE_2] = LIST (WHOLE, EXACTLY (2)),
              [SKY_FIELD_DICE_3] = LIST (WHOLE, EXACTLY (3)),
              [SKY_FIELD_CARD] = CARD,
              [SKY_FIELD_CARDS] = LIST (CARD, ",\"maxItems\":" G_STRINGIFY (SKY_MAX_CARDS)),
              [SKY_FIELD_TILE] = TILE,
              [SKY_FIELD_TILES_2] = LIST (TILE, EXACTLY (2)),
              [SKY_FIELD_TILES_4] = LIST (TILE, EXACTLY (4)),
              [SKY_FIELD_STACKS] = LIST (LIST (TILE, EXACTLY (4)), EXACTLY (8)),
              [SKY_FIELD_MOVES] = "{\"type\":\"array\",\"maxItems\":" G_STRINGIFY (SKY_MAX_MOVES) ",\"items\":{\"type\":\"array\"" EXACTLY (
                  3) ",\"prefixItems\":[" BETWEEN ("1",
                                                   "8") "," BETWEEN ("1",
                                                                     "8") ",{\"enum\":[\"left\","
                                                                          "\"right\"]}]}}",
              [SKY_FIELD_PLACE] =
                  "{\"anyOf\":[" SEAT ",{\"enum\":[\"dealer\",\"dead\",\"community\"]}]}",
              [SKY_FIELD_ENUM] = NULL,
              [SKY_FIELD_ROLE] = ANY_TEXT,
              [SKY_FIELD_REASON] = ANY_TEXT,
              [SKY_FIELD_OBSERVED] = LIST (ANY_TEXT, ""),
              [SKY_FIELD_OBJECT] = "{\"type\":\"object\"}",
              [SKY_FIELD_ARRAY] = "{\"type\":\"array\"}",
              [SKY_FIELD_LIMITS] = "{\"type\":\"object\",\"additionalProperties\":{\"$ref\":"
                                   "\"#/$defs/bet_limits\"}}",
              [SKY_FIELD_CLAIM] = NULL,
              [SKY_FIELD_BET] = ANY_TEXT,
              [SKY_FIELD_BET_MEMBER] = "true",
              [SKY_FIELD_PUCK] =
                  "{\"anyOf\":[" COUNT ",{\"type\":\"object\",\"properties\":{\"on\":{\"const\":"
                  "false}},\"required\":[\"on\"]},{\"type\":\"object\","
                  "\"properties\":{\"on\":{\"const\":true},\"number\":" SEAT
                  "},\"required\":[\"on\",\"number\"]}]}",
              [SKY_FIELD_WAGERS] = LIST ("{\"type\":\"object\"}", ""),
            };

static const char *
bet_member_kind (SkyBetMembers member)
{
  switch (member)
    {
    case SKY_MEMBER_NUMBER:
    case SKY_MEMBER_AREA:
      return WHOLE;
    case SKY_MEMBER_NUMBER_TEXT:
    case SKY_MEMBER_SUPPORTS:
    case SKY_MEMBER_SYMBOL:
      return ANY_TEXT;
    case SKY_MEMBER_NUMBERS:
      return LIST (WHOLE, "");
    case SKY_MEMBER_NUMBERS_TEXT:
      return LIST (ANY_TEXT, "");
    case SKY_MEMBER_DICE:
      return LIST (WHOLE, EXACTLY (2));
    }
  return "true";
}

/* The member @name, which is one of @names, NULL-terminated. */
static void
add_enum (GString *json, const char *name, const char *const *names)
{
  sky_json_begin_object (json, name);
  sky_json_begin_array (json, "enum");
  for (guint i = 0; names[i] != NULL; i++)
    if (*names[i] != '\0')
      sky_json_add_string (json, NULL, names[i]);
  sky_json_end_array (json);
  sky_json_end_object (json);
}

/* The names that the member @name of @type may have. */
static const char *const *
find_names (SkyEventType type, const char *name)
{
  gsize n;
  const SkyEventFormat *formats = sky_event_formats (&n);

  for (gsize i = 0; i < n; i++)
    for (const SkyField *field = formats[i].fields; field->kind != SKY_FIELD_END; field++)
      if (formats[i].type == type && g_str_equal (field->name, name))
        return field->names;
  g_assert_not_reached ();
}

/* {outcome, paid}, with the outcomes of a settlement. */
static void
add_claim (GString *json, const char *name)
{
  sky_json_begin_object (json, name);
  sky_json_add_string (json, "type", "object");
  sky_json_begin_object (json, "properties");
  add_enum (json, "outcome", find_names (SKY_EVENT_SETTLE, "outcome"));
  sky_json_add_raw (json, "paid", MONEY);
  sky_json_end_object (json);
  sky_json_add_raw (json, "required", "[\"outcome\"]");
  sky_json_end_object (json);
}

static void
add_kind (GString *json, const char *name, const SkyField *field)
{
  if (field->kind == SKY_FIELD_CLAIM)
    add_claim (json, name);
  else if (field->kind == SKY_FIELD_ENUM)
    add_enum (json, name, field->names);
  else
    sky_json_add_raw (json, name, kinds[field->kind]);
}

/* A member that need not be there may be null as well. */
static void
add_field (GString *json, const SkyField *field, guint version)
{
  if (sky_field_is_required (field, version) || field->kind == SKY_FIELD_BET_MEMBER)
    {
      add_kind (json, field->name, field);
      return;
    }
  sky_json_begin_object (json, field->name);
  sky_json_begin_array (json, "anyOf");
  add_kind (json, NULL, field);
  sky_json_add_raw (json, NULL, "{\"type\":\"null\"}");
  sky_json_end_array (json);
  sky_json_end_object (json);
}

/* The member is there and is not null. */
static void
add_presence (GString *json, const char *name)
{
  sky_json_begin_object (json, NULL);
  sky_json_begin_object (json, "properties");
  sky_json_add_raw (json, name, "{\"not\":{\"type\":\"null\"}}");
  sky_json_end_object (json);
  sky_json_begin_array (json, "required");
  sky_json_add_string (json, NULL, name);
  sky_json_end_array (json);
  sky_json_end_object (json);
}

/* "wager", or "result.pai_gow" where games differ in what an event holds. */
static char *
format_name (const SkyEventFormat *format, guint version)
{
  gsize n;
  const SkyEventFormat *formats = sky_event_formats (&n);
  const char *type = sky_event_type_to_name (format->type);
  guint same = 0;

  for (gsize i = 0; i < n; i++)
    same += formats[i].type == format->type && formats[i].since <= version;
  return same == 1 ? g_strdup (type)
                   : g_strdup_printf ("%s.%s", type,
                                      sky_game_id_to_name (g_bit_nth_lsf (format->games, -1)));
}

static void
add_event (GString *json, const SkyEventFormat *format, guint version)
{
  g_autofree char *name = format_name (format, version);

  sky_json_begin_object (json, name);
  sky_json_add_string (json, "description", format->meaning);
  sky_json_begin_object (json, "properties");
  for (const SkyField *field = format->fields; field->kind != SKY_FIELD_END; field++)
    add_field (json, field, version);
  /* No field of the table: whether somebody accepted what was proposed. */
  if (version > 1 && format->type == SKY_EVENT_SETTLE)
    sky_json_add_raw (json, "as", "{\"enum\":[\"due\",\"seen\",null]}");
  sky_json_end_object (json);
  sky_json_begin_array (json, "required");
  for (const SkyField *field = format->fields; field->kind != SKY_FIELD_END; field++)
    if (sky_field_is_required (field, version))
      sky_json_add_string (json, NULL, field->name);
  sky_json_end_array (json);
  if (version > 1)
    sky_json_add_string (json, "$ref", "#/$defs/origin");
  if (format->one_of_first_two)
    {
      sky_json_begin_array (json, "oneOf");
      add_presence (json, format->fields[0].name);
      add_presence (json, format->fields[1].name);
      sky_json_end_array (json);
    }
  /* What the reader asks for besides its table: the new amount of a wager that grows or shrinks,
   * and where a puck lies that is on. */
  if (format->type == SKY_EVENT_WAGER_CHANGE)
    {
      sky_json_add_raw (json, "if",
                        "{\"properties\":{\"action\":{\"enum\":[\"increase\",\"reduce\"]}}}");
      sky_json_add_raw (json, "then",
                        "{\"properties\":{\"amount\":" MONEY "},\"required\":[\"amount\"]}");
    }
  else if (format->type == SKY_EVENT_PUCK)
    {
      sky_json_add_raw (json, "if", "{\"properties\":{\"on\":{\"const\":true}}}");
      sky_json_add_raw (json, "then",
                        "{\"properties\":{\"number\":" WHOLE "},\"required\":[\"number\"]}");
    }
  sky_json_end_object (json);
}

static void
begin_case (GString *json, const char *member, const char *value)
{
  sky_json_begin_object (json, NULL);
  sky_json_begin_object (json, "if");
  sky_json_begin_object (json, "properties");
  sky_json_begin_object (json, member);
  sky_json_add_string (json, "const", value);
  sky_json_end_object (json);
  sky_json_end_object (json);
  sky_json_end_object (json);
  sky_json_begin_object (json, "then");
}

static void
end_case (GString *json)
{
  sky_json_end_object (json);
  sky_json_end_object (json);
}

static void
add_bet (GString *json, const SkyBetForm *form)
{
  begin_case (json, "bet", form->bet);
  sky_json_begin_object (json, "properties");
  for (guint member = 1; member <= SKY_MEMBER_SYMBOL; member <<= 1)
    if (form->members & member)
      sky_json_add_raw (json, sky_bet_member_name (member), bet_member_kind (member));
  sky_json_end_object (json);
  sky_json_begin_array (json, "required");
  for (guint member = 1; member <= SKY_MEMBER_SYMBOL; member <<= 1)
    if (form->members & member)
      sky_json_add_string (json, NULL, sky_bet_member_name (member));
  sky_json_end_array (json);
  end_case (json);
}

static void
add_bets (GString *json, const SkyGame *game)
{
  sky_json_begin_array (json, "allOf");
  for (guint b = 0; b < game->n_bets; b++)
    if (game->bets[b].form.members != 0)
      add_bet (json, &game->bets[b].form);
  sky_json_end_array (json);
}

/* What the game's own wagers have: those that are placed and those that lie when looking begins. */
static void
add_game_wager (GString *json, SkyGameId id)
{
  g_autofree char *name = g_strconcat ("wager.", sky_game_id_to_name (id), NULL);

  sky_json_begin_object (json, name);
  sky_json_add_string (json, "$ref", "#/$defs/wager");
  add_bets (json, sky_game_get (id));
  sky_json_end_object (json);
}

static void
add_reference (GString *json, const char *name)
{
  g_autofree char *ref = g_strconcat ("#/$defs/", name, NULL);

  sky_json_add_string (json, "$ref", ref);
}

/* What is asked of an event beside what its format says. */
static void
add_wagers_of_game (GString *json, SkyEventType type, SkyGameId id, guint version)
{
  g_autofree char *wager = g_strconcat ("wager.", sky_game_id_to_name (id), NULL);

  if (type == SKY_EVENT_WAGER && version == 1)
    add_bets (json, sky_game_get (id));
  else if (type == SKY_EVENT_STANDING)
    {
      sky_json_begin_object (json, "properties");
      sky_json_begin_object (json, "wagers");
      sky_json_begin_object (json, "items");
      add_reference (json, wager);
      sky_json_end_object (json);
      sky_json_end_object (json);
      sky_json_end_object (json);
    }
}

/* An event of @id's: what every event has, then by its type. A type that the format does not know
 * is kept, so nothing is asked of it. */
static void
add_game (GString *json, SkyGameId id, guint version)
{
  gsize n;
  const SkyEventFormat *formats = sky_event_formats (&n);
  const SkyGame *game = sky_game_get (id);
  g_autofree char *meaning = g_strdup_printf ("An event of a log of %s.", game->name);

  sky_json_begin_object (json, sky_game_id_to_name (id));
  sky_json_add_string (json, "description", meaning);
  sky_json_add_string (json, "$ref", "#/$defs/event");
  sky_json_begin_array (json, "allOf");
  for (gsize i = 0; i < n; i++)
    if ((formats[i].games & 1u << id) && formats[i].since <= version)
      {
        SkyEventType type = formats[i].type;
        g_autofree char *name = type == SKY_EVENT_WAGER && version > 1
                                    ? g_strconcat ("wager.", sky_game_id_to_name (id), NULL)
                                    : format_name (&formats[i], version);

        begin_case (json, "type", sky_event_type_to_name (type));
        add_reference (json, name);
        add_wagers_of_game (json, type, id, version);
        end_case (json);
      }
  sky_json_end_array (json);
  sky_json_end_object (json);
}

/* Of any value: U+0000 stands in none of its texts, nor in a member's name. */
static void
add_any (GString *json)
{
  sky_json_begin_object (json, "any");
  sky_json_add_string (json, "description",
                       "No text has the character U+0000, unknown members' and names included.");
  sky_json_add_raw (json, "pattern", NO_NUL);
  sky_json_add_raw (json, "items", "{\"$ref\":\"#/$defs/any\"}");
  sky_json_add_raw (json, "propertyNames", "{\"pattern\":" NO_NUL "}");
  sky_json_add_raw (json, "additionalProperties", "{\"$ref\":\"#/$defs/any\"}");
  sky_json_end_object (json);
}

/* Of one bet, in `limits`. */
static void
add_bet_limits (GString *json)
{
  static const char *const names[] = { "min", "max", "increment" };

  sky_json_begin_object (json, "bet_limits");
  sky_json_add_string (json, "type", "object");
  sky_json_begin_object (json, "properties");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    sky_json_add_raw (json, names[i], "{\"anyOf\":[" MONEY ",{\"type\":\"null\"}]}");
  sky_json_end_object (json);
  sky_json_end_object (json);
}

/* null is as if it were absent. */
#define OR_NULL(what)    "{\"anyOf\":[" what ",{\"type\":\"null\"}]}"
#define RECORD(members)  "{\"type\":\"object\",\"properties\":{" members "}"
#define MEMBER(name, is) "\"" name "\":" is

static void
add_record (GString *json)
{
  const char *ways[SKY_N_RECORD_WAYS + 1] = { NULL };

  for (SkyRecordHow how = 0; how < SKY_N_RECORD_WAYS; how++)
    ways[how] = sky_record_how_to_name (how);
  sky_json_begin_object (json, "record");
  sky_json_begin_array (json, "anyOf");
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "type", "object");
  sky_json_begin_object (json, "properties");
  add_enum (json, "how", ways);
  sky_json_add_raw (json, "by", OR_NULL (ANY_TEXT));
  sky_json_add_raw (json, "program", OR_NULL (ANY_TEXT));
  sky_json_add_raw (json, "coding", OR_NULL (ANY_TEXT));
  sky_json_add_raw (json, "pass", OR_NULL (BETWEEN ("0", "9223372036854775807")));
  sky_json_add_raw (json, "blind", OR_NULL ("{\"type\":\"boolean\"}"));
  sky_json_add_raw (json, "plan", OR_NULL (ANY_TEXT));
  sky_json_add_raw (json, "map",
                    OR_NULL (RECORD (MEMBER ("name", ANY_TEXT) "," MEMBER (
                        "sha256", OR_NULL (ANY_TEXT))) ",\"required\":[\"name\"]}"));
  sky_json_add_raw (
      json, "from",
      OR_NULL (LIST (
          RECORD (MEMBER ("camera", OR_NULL (ANY_TEXT)) "," MEMBER ("file", ANY_TEXT) "," MEMBER (
              "sha256", OR_NULL (ANY_TEXT))) ",\"required\":[\"file\"]}",
          "")));
  sky_json_end_object (json);
  sky_json_add_raw (json, "required", "[\"how\"]");
  sky_json_end_object (json);
  sky_json_add_raw (json, NULL, "{\"type\":\"null\"}");
  sky_json_end_array (json);
  sky_json_end_object (json);
}

static void
add_scope (GString *json)
{
  const char *classes[SKY_N_CLASSES + 1] = { NULL };

  for (SkyEventClass class = 0; class < SKY_N_CLASSES; class ++)
    classes[class] = sky_event_class_to_name (class);
  sky_json_begin_object (json, "scope");
  sky_json_begin_array (json, "anyOf");
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "type", "object");
  sky_json_begin_object (json, "properties");
  sky_json_begin_object (json, "classes");
  sky_json_begin_array (json, "anyOf");
  sky_json_add_raw (json, NULL, "{\"enum\":[\"all\",null]}");
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "type", "array");
  add_enum (json, "items", classes);
  sky_json_end_object (json);
  sky_json_end_array (json);
  sky_json_end_object (json);
  sky_json_add_raw (json, "seats",
                    "{\"anyOf\":[{\"enum\":[\"all\",null]}," LIST (
                        BETWEEN ("1", "9223372036854775807"), "") "]}");
  sky_json_add_raw (json, "rounds", "{\"enum\":[\"all\",\"sample\",null]}");
  sky_json_end_object (json);
  sky_json_end_object (json);
  sky_json_add_raw (json, NULL, "{\"type\":\"null\"}");
  sky_json_end_array (json);
  sky_json_end_object (json);
}

/* Where whoever recorded an event has it from. */
static void
add_origin (GString *json)
{
#define PAIR                                                                                       \
  OR_NULL ("{\"type\":\"array\"" EXACTLY (2) ",\"prefixItems\":[" COUNT                            \
                                             "," BETWEEN ("0", "9223372036854775807") "]}")
  sky_json_begin_object (json, "origin");
  sky_json_add_string (
      json, "description",
      "What any event may have: the recording and the microsecond in it, the run "
      "of an import and its record, and whether it could not be seen for certain.");
  sky_json_begin_object (json, "properties");
  sky_json_add_raw (json, "frame", PAIR);
  sky_json_add_raw (json, "src", PAIR);
  sky_json_add_raw (json, "unsure", OR_NULL ("{\"type\":\"boolean\"}"));
  sky_json_end_object (json);
  sky_json_end_object (json);
#undef PAIR
}

static void
add_header (GString *json, guint version)
{
  const char *games[SKY_N_GAMES + 1] = { NULL };

  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    games[id] = sky_game_id_to_name (id);
  sky_json_begin_object (json, "header");
  sky_json_add_string (json, "description", "The first line of a log.");
  sky_json_add_string (json, "type", "object");
  sky_json_begin_object (json, "properties");
  sky_json_add_raw (json, "log", "{\"const\":\"skyward.table-log\"}");
  sky_json_add_raw (json, "version", version == 1 ? "{\"const\":1}" : "{\"const\":2}");
  sky_json_add_raw (json, "property", ANY_TEXT);
  sky_json_add_raw (json, "table", ANY_TEXT);
  add_enum (json, "game", games);
  sky_json_add_raw (json, "gaming_day", MATCHING (DATE));
  sky_json_add_raw (json, "time_zone", ZONE);
  sky_json_add_raw (json, "currency", "{\"const\":\"USD\"}");
  if (version == 1)
    sky_json_add_raw (json, "scope", "{\"type\":\"null\"}");
  else
    {
      sky_json_add_raw (json, "players", "{\"enum\":[\"table_day\",\"property\",null]}");
      add_record (json);
      add_scope (json);
    }
  sky_json_end_object (json);
  sky_json_add_string (json, "$ref", "#/$defs/any");
  sky_json_add_raw (json, "required",
                    "[\"log\",\"version\",\"property\",\"table\",\"game\",\"gaming_day\","
                    "\"time_zone\",\"currency\"]");
  sky_json_end_object (json);
}

static void
add_frame (GString *json)
{
  sky_json_begin_object (json, "event");
  sky_json_add_string (json, "description", "What every event has.");
  sky_json_add_string (json, "type", "object");
  sky_json_begin_object (json, "properties");
  sky_json_add_raw (json, "seq", BETWEEN ("1", "9223372036854775807"));
  sky_json_add_raw (json, "at", "{\"$ref\":\"#/$defs/time\"}");
  sky_json_add_raw (json, "type", ANY_TEXT);
  sky_json_end_object (json);
  sky_json_add_string (json, "$ref", "#/$defs/any");
  sky_json_add_raw (json, "required", "[\"seq\",\"at\",\"type\"]");
  sky_json_end_object (json);
}

static void
append_quoted (GString *text, SkyText string)
{
  g_autoptr (GString) quoted = g_string_new (NULL);

  sky_json_add_string_len (quoted, NULL, string.data, (gssize) string.length);
  g_string_append (text, quoted->str);
}

/* Writes @node for reading: on one line where that fits behind @indent, else a child a line.
 * Without
 * @lines all of it on one line. */
static void
lay_out (GString *text, const SkyJsonNode *node, guint indent, gboolean lines)
{
  gboolean is_object = node->kind == SKY_JSON_OBJECT;
  const SkyJsonNode *child = sky_json_first (node);

  switch (node->kind)
    {
    case SKY_JSON_NULL:
      g_string_append (text, "null");
      return;
    case SKY_JSON_BOOL:
      g_string_append (text, node->boolean ? "true" : "false");
      return;
    case SKY_JSON_INT:
      g_string_append_printf (text, "%" G_GINT64_FORMAT, node->integer);
      return;
    case SKY_JSON_TEXT:
      append_quoted (text, node->text);
      return;
    case SKY_JSON_REAL:
      g_assert_not_reached ();
    case SKY_JSON_ARRAY:
    case SKY_JSON_OBJECT:
      break;
    }

  if (lines)
    {
      g_autoptr (GString) line = g_string_new (NULL);

      lay_out (line, node, 0, FALSE);
      if (indent + line->len <= WIDTH)
        {
          g_string_append (text, line->str);
          return;
        }
    }

  g_string_append_c (text, is_object ? '{' : '[');
  for (guint i = 0; i < node->n_children; i++, child = sky_json_next (child))
    {
      if (lines)
        g_string_append_printf (text, "%s\n%*s", i > 0 ? "," : "", indent + 2, "");
      else if (i > 0)
        g_string_append (text, ", ");
      if (is_object)
        {
          append_quoted (text, child->text);
          g_string_append (text, ": ");
          child++;
        }
      lay_out (text, child, indent + 2, lines);
    }
  if (lines)
    g_string_append_printf (text, "\n%*s", indent, "");
  g_string_append_c (text, is_object ? '}' : ']');
}

static char *
lay_out_text (const GString *json)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const char *cause = NULL;
  const SkyJsonNode *root = sky_json_parse (parser, json->str, json->len, FALSE, &cause);
  GString *text = g_string_new (NULL);

  if (root == NULL)
    g_error ("The schema is not JSON: %s", cause);
  lay_out (text, root, 0, TRUE);
  g_string_append_c (text, '\n');
  return g_string_free (text, FALSE);
}

static char *
make_schema (guint version)
{
  g_autoptr (GString) json = g_string_new (NULL);
  gsize n;
  const SkyEventFormat *formats = sky_event_formats (&n);

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "$schema", "https://json-schema.org/draft/2020-12/schema");
  sky_json_add_string (json, "$id",
                       version == 1 ? "urn:skyward:table-event-log:1"
                                    : "urn:skyward:table-event-log:2");
  sky_json_add_string (json, "title",
                       version == 1 ? "A line of a table event log, version 1"
                                    : "A line of a table event log, version 2");
  sky_json_add_string (
      json, "description",
      "The first line is a header. Each later line is an event of the game that the header names: "
      "hold it against the definition of that game. Whole numbers are written without a fraction, "
      "and no member twice, which a schema cannot say; nor can it that a time zone is one.");
  sky_json_begin_array (json, "anyOf");
  sky_json_add_raw (json, NULL, "{\"$ref\":\"#/$defs/header\"}");
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      g_autofree char *ref = g_strdup_printf ("#/$defs/%s", sky_game_id_to_name (id));

      sky_json_begin_object (json, NULL);
      sky_json_add_string (json, "$ref", ref);
      sky_json_end_object (json);
    }
  sky_json_end_array (json);
  sky_json_begin_object (json, "$defs");
  add_any (json);
  sky_json_add_raw (json, "time", TIME);
  add_bet_limits (json);
  add_header (json, version);
  add_frame (json);
  if (version > 1)
    add_origin (json);
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      add_game (json, id, version);
      if (version > 1)
        add_game_wager (json, id);
    }
  for (gsize i = 0; i < n; i++)
    if (formats[i].since <= version)
      add_event (json, &formats[i], version);
  sky_json_end_object (json);
  sky_json_end_object (json);
  return lay_out_text (json);
}

char *
sky_reference_schema (void)
{
  return make_schema (1);
}

char *
sky_reference_schema_2 (void)
{
  return make_schema (2);
}
