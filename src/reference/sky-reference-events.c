/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-event-format.h"
#include "sky-reference.h"
#include "sky-scope.h"

/* What a kind of member is to a person. */
static const char *const words[] = {
  [SKY_FIELD_ANY] = "anything",
  [SKY_FIELD_INT] = "a whole number",
  [SKY_FIELD_COUNT] = "a whole number not under 0",
  [SKY_FIELD_SEAT] = "a seat, from 1",
  [SKY_FIELD_MONEY] = "whole cents",
  [SKY_FIELD_BOOL] = "true or false",
  [SKY_FIELD_TEXT] = "a text",
  [SKY_FIELD_TIME] = "a time, RFC 3339 in UTC",
  [SKY_FIELD_DICE_2] = "two dice",
  [SKY_FIELD_DICE_3] = "three dice",
  [SKY_FIELD_CARD] = "a card, such as AS or TH",
  [SKY_FIELD_CARDS] = "cards",
  [SKY_FIELD_TILE] = "a tile, such as 2-4",
  [SKY_FIELD_TILES_2] = "two tiles",
  [SKY_FIELD_TILES_4] = "four tiles",
  [SKY_FIELD_STACKS] = "eight lists of four tiles, top first",
  [SKY_FIELD_MOVES] = "a list of [first stack, last stack, left or right]",
  [SKY_FIELD_PLACE] = "a seat, dealer, dead or community",
  [SKY_FIELD_ENUM] = "one of",
  [SKY_FIELD_ROLE] = "a role",
  [SKY_FIELD_REASON] = "a reason",
  [SKY_FIELD_OBSERVED] = "a list of what was observed",
  [SKY_FIELD_OBJECT] = "an object",
  [SKY_FIELD_ARRAY] = "a list",
  [SKY_FIELD_LIMITS] = "an object with min, max and increment of bets",
  [SKY_FIELD_CLAIM] = "an object with outcome and paid",
  [SKY_FIELD_BET] = "a bet of the game",
  [SKY_FIELD_BET_MEMBER] = "as the bet wants it",
  [SKY_FIELD_PUCK] = "an object with on and number, or the number alone, 0 for off",
  [SKY_FIELD_WAGERS] = "a list of objects, each with the members of a wager",
};

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

static void
append_class (GString *page, const SkyEventFormat *format)
{
  SkyEventClass class = sky_event_type_get_class (format->type);

  if (class != SKY_N_CLASSES)
    g_string_append_printf (page, " Of the class `%s`.", sky_event_class_to_name (class));
  if (format->since > 1)
    g_string_append_printf (page, " From version %u on.", format->since);
}

static void
append_members (GString *page, const SkyEventFormat *format)
{
  if (format->fields[0].kind == SKY_FIELD_END)
    return;
  g_string_append (page, "\n| member | what | |\n| --- | --- | --- |\n");
  for (const SkyField *field = format->fields; field->kind != SKY_FIELD_END; field++)
    {
      g_string_append_printf (page, "| `%s` | %s", field->name, words[field->kind]);
      for (guint k = 0; field->names != NULL && field->names[k] != NULL; k++)
        if (*field->names[k] != '\0')
          g_string_append_printf (page, " `%s`", field->names[k]);
      g_string_append (page, field->need == SKY_NEED_ALWAYS ? " | required |\n"
                             : field->need == SKY_NEED_IN_1 ? " | required in version 1 |\n"
                                                            : " | |\n");
    }
  if (format->one_of_first_two)
    g_string_append_printf (page, "\nExactly one of `%s` and `%s` is there.\n",
                            format->fields[0].name, format->fields[1].name);
}

char *
sky_reference_event_log (void)
{
  gsize n;
  const SkyEventFormat *formats = sky_event_formats (&n);
  GString *page = g_string_new (
      "# The events of a table event log\n\n"
      "This page is printed from the table by which logs are read (`src/log/sky-event-table.c`).\n"
      "Every event has `seq` (1, 2, 3 … without gaps), `at` (RFC 3339 in UTC) and `type`; its own\n"
      "members are listed here. Others are passed over. An event without a member that it must\n"
      "have, or with one of the wrong kind, is quarantined. The bets with their own members are "
      "on\n"
      "the page of [bets](bets.md). To a program `data/schema/table-event-log.schema.json` says "
      "all\n"
      "of version 1, and `table-event-log-2.schema.json` all of version 2.\n\n"
      "A log of version 2 says in its header what was not looked at: `scope` has the `classes` of\n"
      "events, the `seats` and the `rounds` (`all` or `sample`) that were. Members of any event\n"
      "are there `frame` (the place of a recording in `record.from`, and the microsecond in it),\n"
      "`src` (the run of an import and the number of its record) and `unsure` (true: it could not\n"
      "be seen for certain); of `settle` alone `as` (`due`: accepted as it was proposed, or "
      "`seen`).\n");

  for (gsize i = 0; i < n; i++)
    {
      g_string_append_printf (page, "\n## `%s`\n\n%s", sky_event_type_to_name (formats[i].type),
                              formats[i].meaning);
      append_games (page, formats[i].games);
      append_class (page, &formats[i]);
      g_string_append_c (page, '\n');
      append_members (page, &formats[i]);
    }
  return g_string_free (page, FALSE);
}
