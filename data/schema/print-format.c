/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the format of a table event log from the one table by which logs are read: as a JSON
 * Schema (print-format schema) or as a page of the documentation (print-format page). */
#include "config.h"

#include "sky-event-format.h"
#include "sky-json-writer.h"

#include <stdio.h>
#include <string.h>

/* What a kind of member is to a person and to a JSON Schema. */
typedef struct
{
  const char *words;
  const char *schema;
} Kind;

#define INTEGER(rest)  "{\"type\":\"integer\"" rest "}"
#define LIST(of, rest) "{\"type\":\"array\",\"items\":" of rest "}"
#define TEXT(rest)     "{\"type\":\"string\"" rest "}"
#define EXACTLY(n)     ",\"minItems\":" #n ",\"maxItems\":" #n
#define TILE           TEXT (",\"pattern\":\"^[0-9]-[0-9]$\"")
#define CARD           TEXT (",\"pattern\":\"^[2-9TJQKA][CDHS]$\"")

static const Kind kinds[] = {
  [SKY_FIELD_ANY] = { "anything", "true" },
  [SKY_FIELD_INT] = { "a whole number", INTEGER ("") },
  [SKY_FIELD_COUNT] = { "a whole number not under 0", INTEGER (",\"minimum\":0") },
  [SKY_FIELD_SEAT] = { "a seat, from 1", INTEGER (",\"minimum\":1") },
  [SKY_FIELD_MONEY] = { "whole cents", INTEGER (",\"minimum\":0") },
  [SKY_FIELD_BOOL] = { "true or false", "{\"type\":\"boolean\"}" },
  [SKY_FIELD_TEXT] = { "a text", TEXT ("") },
  [SKY_FIELD_TIME] = { "a time, RFC 3339 in UTC", TEXT (",\"format\":\"date-time\"") },
  [SKY_FIELD_DICE_2] = { "two dice", LIST (INTEGER (""), EXACTLY (2)) },
  [SKY_FIELD_DICE_3] = { "three dice", LIST (INTEGER (""), EXACTLY (3)) },
  [SKY_FIELD_CARD] = { "a card, such as AS or TH", CARD },
  [SKY_FIELD_CARDS] = { "cards", LIST (CARD, ",\"maxItems\":16") },
  [SKY_FIELD_TILE] = { "a tile, such as 2-4", TILE },
  [SKY_FIELD_TILES_2] = { "two tiles", LIST (TILE, EXACTLY (2)) },
  [SKY_FIELD_TILES_4] = { "four tiles", LIST (TILE, EXACTLY (4)) },
  [SKY_FIELD_STACKS] = { "eight lists of four tiles, top first",
                         LIST (LIST (TILE, EXACTLY (4)), EXACTLY (8)) },
  [SKY_FIELD_MOVES] = { "a list of [first stack, last stack, left or right]",
                        LIST (LIST ("true", EXACTLY (3)), ",\"maxItems\":8") },
  [SKY_FIELD_PLACE] = { "a seat, dealer, dead or community",
                        "{\"anyOf\":[" INTEGER (",\"minimum\":1") "," TEXT (
                            ",\"enum\":[\"dealer\",\"dead\",\"community\"]") "]}" },
  [SKY_FIELD_ENUM] = { "one of", NULL },
  [SKY_FIELD_ROLE] = { "a role", TEXT ("") },
  [SKY_FIELD_REASON] = { "a reason", TEXT ("") },
  [SKY_FIELD_OBSERVED] = { "a list of what was observed", LIST (TEXT (""), "") },
  [SKY_FIELD_OBJECT] = { "an object", "{\"type\":\"object\"}" },
  [SKY_FIELD_ARRAY] = { "a list", "{\"type\":\"array\"}" },
  [SKY_FIELD_CLAIM] = { "an object with outcome and paid", "{\"type\":\"object\"}" },
  [SKY_FIELD_BET] = { "a bet of the game", TEXT ("") },
  [SKY_FIELD_BET_MEMBER] = { "as the bet wants it", "true" },
};

static void
add_names (GString *json, const char *const *names)
{
  sky_json_begin_array (json, "enum");
  for (guint i = 0; names[i] != NULL; i++)
    if (*names[i] != '\0')
      sky_json_add_string (json, NULL, names[i]);
  sky_json_end_array (json);
}

static void
add_field (GString *json, const SkyField *field)
{
  if (field->kind != SKY_FIELD_ENUM)
    {
      sky_json_add_raw (json, field->name, kinds[field->kind].schema);
      return;
    }
  sky_json_begin_object (json, field->name);
  add_names (json, field->names);
  sky_json_end_object (json);
}

static void
add_games (GString *json, guint games)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int game = 0; game < SKY_N_GAMES; game++)
    if (games & 1u << game)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", sky_game_id_to_name (game));
  sky_json_add_string (json, "$comment", text->str);
}

static void
add_event (GString *json, const SkyEventFormat *format)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "description", format->meaning);
  add_games (json, format->games);
  sky_json_begin_object (json, "properties");
  sky_json_begin_object (json, "type");
  sky_json_add_string (json, "const", sky_event_type_to_name (format->type));
  sky_json_end_object (json);
  for (const SkyField *field = format->fields; field->kind != SKY_FIELD_END; field++)
    add_field (json, field);
  sky_json_end_object (json);
  sky_json_begin_array (json, "required");
  for (const SkyField *field = format->fields; field->kind != SKY_FIELD_END; field++)
    if (field->required)
      sky_json_add_string (json, NULL, field->name);
  sky_json_end_array (json);
  if (format->one_of_first_two)
    {
      sky_json_begin_array (json, "oneOf");
      for (int i = 0; i < 2; i++)
        {
          sky_json_begin_object (json, NULL);
          sky_json_begin_array (json, "required");
          sky_json_add_string (json, NULL, format->fields[i].name);
          sky_json_end_array (json);
          sky_json_end_object (json);
        }
      sky_json_end_array (json);
    }
  sky_json_end_object (json);
}

static char *
print_schema (const SkyEventFormat *formats, gsize n)
{
  GString *json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "$schema", "https://json-schema.org/draft/2020-12/schema");
  sky_json_add_string (json, "title", "An event of a table event log, version 1");
  sky_json_add_string (json, "type", "object");
  sky_json_begin_object (json, "properties");
  sky_json_add_raw (json, "seq", INTEGER (",\"minimum\":1"));
  sky_json_add_raw (json, "at", kinds[SKY_FIELD_TIME].schema);
  sky_json_add_raw (json, "type", TEXT (""));
  sky_json_end_object (json);
  sky_json_add_raw (json, "required", "[\"seq\",\"at\",\"type\"]");
  sky_json_begin_array (json, "anyOf");
  for (gsize i = 0; i < n; i++)
    add_event (json, &formats[i]);
  sky_json_end_array (json);
  sky_json_end_object (json);
  g_string_append_c (json, '\n');
  return g_string_free (json, FALSE);
}

static void
append_games (GString *page, guint games)
{
  gboolean first = TRUE;

  if (games == (1u << SKY_N_GAMES) - 1)
    return;
  for (int game = 0; game < SKY_N_GAMES; game++)
    if (games & 1u << game)
      {
        g_string_append_printf (page, "%s%s", first ? " In " : ", ", sky_game_id_to_name (game));
        first = FALSE;
      }
  g_string_append_c (page, '.');
}

static char *
print_page (const SkyEventFormat *formats, gsize n)
{
  GString *page = g_string_new (
      "# The events of a table event log\n\n"
      "This page is printed from the table by which logs are read (`src/log/sky-event-format.c`).\n"
      "Every event has `seq` (1, 2, 3 … without gaps), `at` (RFC 3339 in UTC) and `type`; its own\n"
      "members are listed here. Others are passed over. An event without a member that it must\n"
      "have, or with one of the wrong kind, is quarantined.\n");

  for (gsize i = 0; i < n; i++)
    {
      g_string_append_printf (page, "\n## `%s`\n\n%s", sky_event_type_to_name (formats[i].type),
                              formats[i].meaning);
      append_games (page, formats[i].games);
      g_string_append_c (page, '\n');
      if (formats[i].fields[0].kind == SKY_FIELD_END)
        continue;
      g_string_append (page, "\n| member | what | |\n| --- | --- | --- |\n");
      for (const SkyField *field = formats[i].fields; field->kind != SKY_FIELD_END; field++)
        {
          g_string_append_printf (page, "| `%s` | %s", field->name, kinds[field->kind].words);
          for (guint k = 0; field->names != NULL && field->names[k] != NULL; k++)
            if (*field->names[k] != '\0')
              g_string_append_printf (page, " `%s`", field->names[k]);
          g_string_append (page, field->required ? " | required |\n" : " | |\n");
        }
      if (formats[i].one_of_first_two)
        g_string_append_printf (page, "\nExactly one of `%s` and `%s` is there.\n",
                                formats[i].fields[0].name, formats[i].fields[1].name);
    }
  return g_string_free (page, FALSE);
}

int
main (int argc, char **argv)
{
  g_autofree char *text = NULL;
  gsize n;
  const SkyEventFormat *formats = sky_event_formats (&n);

  if (argc == 2 && strcmp (argv[1], "schema") == 0)
    text = print_schema (formats, n);
  else if (argc == 2 && strcmp (argv[1], "page") == 0)
    text = print_page (formats, n);
  else
    {
      g_printerr ("usage: print-format schema|page\n");
      return 2;
    }
  fputs (text, stdout);
  return 0;
}
