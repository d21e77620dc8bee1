/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-edition.h"
#include "sky-game.h"
#include "sky-reference.h"
#include "sky-section.h"

#include <string.h>

static void
append_choices (GString *page, const SkyOption *option)
{
  for (guint i = 0; option->choices[i] != NULL; i++)
    g_string_append_printf (page, "%s`%s`", i > 0 ? ", " : "", option->choices[i]);
}

static void
append_values (GString *page, const SkyOption *option)
{
  switch (option->kind)
    {
    case SKY_OPTION_BOOL:
      g_string_append (page, "true or false");
      return;
    case SKY_OPTION_INT:
      /* Bounds this wide leave the judging to a check of the game's own. */
      if (option->min < 0)
        g_string_append (page, "a whole number");
      else
        g_string_append_printf (page, "%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, option->min,
                                option->max);
      return;
    case SKY_OPTION_PERCENT:
      g_string_append_printf (page, "any number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                              option->min / SKY_ONE_PERCENT, option->max / SKY_ONE_PERCENT);
      return;
    case SKY_OPTION_CHOICE:
      append_choices (page, option);
      return;
    case SKY_OPTION_OBJECT:
      g_string_append (page, "an object with the options below");
      return;
    case SKY_OPTION_TEXT:
      g_string_append (page, "a text");
      return;
    case SKY_OPTION_AMOUNT:
      append_choices (page, option);
      g_string_append (page, " or whole cents");
      return;
    case SKY_OPTION_COMBINATIONS:
      g_string_append (page, "a list of combinations of two dice");
      return;
    }
}

static void
append_fallback (GString *page, const SkyOption *option)
{
  gint64 value = option->fallback;

  switch (option->kind)
    {
    case SKY_OPTION_BOOL:
      g_string_append (page, value > 0 ? "true" : "false");
      return;
    case SKY_OPTION_INT:
      g_string_append_printf (page, "%" G_GINT64_FORMAT, value);
      return;
    case SKY_OPTION_PERCENT:
      g_string_append_printf (page, "%" G_GINT64_FORMAT, value / SKY_ONE_PERCENT);
      return;
    case SKY_OPTION_CHOICE:
      if (value >= 0)
        g_string_append_printf (page, "`%s`", option->choices[value]);
      else
        g_string_append (page, "not offered");
      return;
    case SKY_OPTION_AMOUNT:
      g_string_append_printf (page, "`%s`", option->choices[0]);
      return;
    case SKY_OPTION_OBJECT:
    case SKY_OPTION_TEXT:
    case SKY_OPTION_COMBINATIONS:
      g_string_append (page, "none");
      return;
    }
}

static void
append_game (GString *page, SkyGameId id)
{
  const SkyGame *game = sky_game_get (id);

  g_string_append_printf (page, "\n## %s (`%s`)\n\n", game->name, sky_game_id_to_name (id));
  for (SkyGameId before = 0; before < id; before++)
    if (sky_game_get (before)->options == game->options)
      {
        g_string_append_printf (page, "The same as in %s.\n", sky_game_get (before)->name);
        return;
      }

  g_string_append (page, "| option | values | default | section |\n| --- | --- | --- | --- |\n");
  for (guint i = 0; i < game->n_options; i++)
    {
      const SkyOption *option = &game->options[i];

      g_string_append_printf (page, "| `%s` | ", option->name);
      append_values (page, option);
      g_string_append (page, " | ");
      append_fallback (page, option);
      g_string_append_printf (page, " | %s |\n", option->section);
    }
}

char *
sky_reference_options (void)
{
  GString *page = g_string_new (
      "# The options of the Rules Submission\n\n"
      "This page is printed from the tables by which Rules Submissions are read (`src/rules`). An\n"
      "option is a member of `submission` in the event `rules`; a dot leads into an object. One "
      "that\n"
      "the chapter does not allow is `rules.option-invalid`, and its default holds.\n\n"
      "Besides these a submission may hold `wagers`, the list of the bets offered (by default all\n"
      "that need no option), and `pay`, an object that names better odds than the chapter's, as\n"
      "`\"35 to 1\"`, for bets that it pays “no less than” what it lists; the key is the bet's "
      "name,\n"
      "with a colon and the case behind it where one case alone is meant.\n");

  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    append_game (page, id);
  return g_string_free (page, FALSE);
}

static const char *
day_text (SkyDay day, char text[SKY_DAY_TEXT_SIZE])
{
  return day == SKY_DAY_NONE ? "" : sky_day_format (day, text);
}

static void
append_amounts (GString *page)
{
  gsize n;
  const SkyAmount *amounts = sky_amounts (&n);

  g_string_append (page, "\n## The amounts\n\n"
                         "The numbers that a section sets, each a row of the same file.\n\n"
                         "| section | from | until | | |\n| --- | --- | --- | --- | --- |\n");
  for (gsize i = 0; i < n; i++)
    {
      char from[SKY_DAY_TEXT_SIZE], until[SKY_DAY_TEXT_SIZE];

      g_string_append_printf (page, "| %s | %s | %s | %" G_GINT64_FORMAT " | %s |\n",
                              amounts[i].section, day_text (amounts[i].from, from),
                              day_text (amounts[i].until, until), amounts[i].value,
                              amounts[i].what);
    }
}

char *
sky_reference_editions (void)
{
  gsize n;
  const SkyEdition *editions = sky_editions (&n);
  GString *page = g_string_new (
      "# The editions\n\n"
      "This page is printed from the table by which the text in force on a gaming day is chosen\n"
      "(`src/rules/sky-edition.c`). Both days are in force. A feature outside its days is\n"
      "`rules.not-in-force`; a log older than its game's first text is judged by that text and\n"
      "marked `rules.edition-assumed`.\n\n"
      "| text | from | until | published |\n| --- | --- | --- | --- |\n");

  for (gsize i = 0; i < n; i++)
    {
      char from[SKY_DAY_TEXT_SIZE], until[SKY_DAY_TEXT_SIZE];

      g_string_append_printf (page, "| %s | %s | %s | %s |\n", editions[i].text,
                              day_text (editions[i].from, from),
                              day_text (editions[i].until, until), editions[i].published);
    }
  append_amounts (page);
  return g_string_free (page, FALSE);
}

char *
sky_reference_sections (void)
{
  gsize n, shown = 0;
  const SkySection *sections = sky_sections (&n);
  GString *page = g_string_new (
      "# The sections, summarised\n\n"
      "This page is printed from `src/rules/sky-section.c`: in plain words what each section of\n"
      "58 Pa. Code says that a check, a bet or an option cites. The regulation's own text "
      "decides.\n");

  for (gsize i = 0; i < n; i++)
    {
      gsize chapter = strcspn (sections[i].section, ".");

      if (i == 0 || chapter != shown
          || strncmp (sections[i].section, sections[i - 1].section, chapter + 1) != 0)
        g_string_append_printf (page,
                                "\n## Chapter %.*s\n\n| section | what it says |\n| --- | --- |\n",
                                (int) chapter, sections[i].section);
      shown = chapter;
      g_string_append_printf (page, "| %s | %s |\n", sections[i].section, sections[i].summary);
    }
  return g_string_free (page, FALSE);
}
