/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sky-reference PAGE: prints a page of docs/reference, or a schema of data/schema; for the page
 * coverage its files follow. */
#include "config.h"

#include "sky-reference.h"

#include <stdio.h>

typedef struct
{
  const char *name;
  char *(*print) (void);
} Page;

static const Page pages[] = {
  { "bets", sky_reference_bets },         { "checks", sky_reference_checks },
  { "editions", sky_reference_editions }, { "event-log", sky_reference_event_log },
  { "options", sky_reference_options },   { "schema", sky_reference_schema },
  { "schema-2", sky_reference_schema_2 }, { "sections", sky_reference_sections },
};

int
main (int argc, char **argv)
{
  for (gsize i = 0; argc == 2 && i < G_N_ELEMENTS (pages); i++)
    if (g_str_equal (argv[1], pages[i].name))
      {
        g_autofree char *text = pages[i].print ();

        return fputs (text, stdout) < 0 || fflush (stdout) != 0 ? 1 : 0;
      }
  if (argc > 2 && g_str_equal (argv[1], "coverage"))
    {
      g_autofree char *text = sky_reference_coverage ((const char *const *) argv + 2);

      return text == NULL || fputs (text, stdout) < 0 || fflush (stdout) != 0 ? 1 : 0;
    }

  g_printerr ("usage: sky-reference");
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    g_printerr ("%s%s", i > 0 ? "|" : " ", pages[i].name);
  g_printerr ("|coverage FILE…\n");
  return 2;
}
