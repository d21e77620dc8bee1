/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The index of the law. coverage/CHAPTER.txt has a line for each subsection, its parts apart by
 * " | ": the section, what it says ("=": as sky-section.c summarises it), where it is implemented
 * ("FILE:NAME" apart by blanks), what proves it (a golden log or a test), and why there is nothing
 * or not all of it. The last ones may be missing. */
#include "config.h"

#include "sky-game.h"
#include "sky-reference.h"
#include "sky-section.h"

#include <string.h>

typedef enum
{
  SECTION,
  WORDS,
  WHERE,
  PROOF,
  NOTE,
  N_PARTS,
} Part;

typedef struct
{
  GString *page;
  GString *open; /* what is not checked yet */
  guint rows;
  guint implemented;
  guint open_rows;
} Index;

/* Each of @names, apart by blanks, in backquotes. */
static void
append_names (GString *page, const char *names)
{
  g_auto (GStrv) list = g_strsplit (names, " ", -1);

  for (guint i = 0; list[i] != NULL; i++)
    if (*list[i] != '\0')
      g_string_append_printf (page, "%s`%s`", i > 0 ? ", " : "", list[i]);
}

static void
append_checks (GString *page, const char *section)
{
  gboolean first = TRUE;

  for (SkyCheck check = 0; check < SKY_N_CHECKS; check++)
    if (sky_game_cites (check, section))
      {
        g_string_append_printf (page, "%s`%s`", first ? "" : ", ", sky_check_info (check)->name);
        first = FALSE;
      }
}

static gboolean
append_row (Index *self, const char *line)
{
  static const char yet[] = "not checked yet";
  g_auto (GStrv) given = g_strsplit (line, " | ", N_PARTS);
  const char *parts[N_PARTS] = { "", "", "", "", "" };
  const SkySection *section;

  for (guint i = 0; i < N_PARTS && given[i] != NULL; i++)
    parts[i] = given[i];
  if (g_str_equal (parts[WORDS], "="))
    {
      section = sky_section_find (parts[SECTION]);
      if (section == NULL || !g_str_equal (section->section, parts[SECTION]))
        return FALSE;
      parts[WORDS] = section->summary;
    }
  self->rows++;
  self->implemented += *parts[WHERE] != '\0';
  g_string_append_printf (self->page, "| %s | %s | ", parts[SECTION], parts[WORDS]);
  append_names (self->page, parts[WHERE]);
  g_string_append (self->page, " | ");
  append_checks (self->page, parts[SECTION]);
  g_string_append (self->page, " | ");
  append_names (self->page, parts[PROOF]);
  g_string_append_printf (self->page, " | %s |\n", parts[NOTE]);
  if (g_str_has_prefix (parts[NOTE], yet))
    {
      self->open_rows++;
      g_string_append_printf (self->open, "* § %s%s\n", parts[SECTION], parts[NOTE] + strlen (yet));
    }
  return TRUE;
}

static gboolean
append_chapter (Index *self, const char *file)
{
  g_autofree char *text = NULL;
  g_autofree char *name = g_path_get_basename (file);
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (file, &text, NULL, NULL))
    return FALSE;
  g_string_append_printf (self->page,
                          "\n## Chapter %.*s\n\n"
                          "| section | what it says | where | checks | proved by | and |\n"
                          "| --- | --- | --- | --- | --- | --- |\n",
                          (int) strcspn (name, "."), name);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0' && !append_row (self, lines[i]))
      return FALSE;
  return TRUE;
}

char *
sky_reference_coverage (const char *const *files)
{
  Index self = { .page = g_string_new (NULL), .open = g_string_new (NULL) };
  char *page = NULL;
  gboolean good = TRUE;

  for (guint i = 0; files[i] != NULL && good; i++)
    good = append_chapter (&self, files[i]);
  if (good)
    page = g_strdup_printf (
        "# The index of the law\n\n"
        "This page is printed from `src/reference/coverage` and from the catalogue of checks: "
        "each\n"
        "subsection of the chapters of 58 Pa. Code that the program cites, down to the second "
        "part, and\n"
        "each deeper one that it cites. Chapter 528 (who may offer a game) is of licences alone, "
        "and\n"
        "nothing here rests on it. `tests/checks/coverage.py` holds that no section is cited that "
        "has\n"
        "no row, and that what a row names is there.\n\n"
        "%u rows: %u implemented, %u neither checkable nor of their own.\n\n"
        "## Not checked yet\n\n"
        "%u rows say what a log could tell and nothing asks for:\n\n%s%s",
        self.rows, self.implemented, self.rows - self.implemented, self.open_rows, self.open->str,
        self.page->str);
  g_string_free (self.page, TRUE);
  g_string_free (self.open, TRUE);
  return page;
}
