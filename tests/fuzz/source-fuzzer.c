/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A letter that picks a mapping, and a source for it: what import-fuzzer.c holds, with all the work
 * on the source. */
#include "config.h"

#include "fuzz-target.h"

#include "import-records.h"

#include <string.h>

#define RULES                                                                                      \
  "[scope]\nclasses=outcome;wagers;settlements\n"                                                  \
  "[registers]\nr=${k}\n"                                                                          \
  "[rule 1]\nwhen=${w} == \"n\"\nemit=round_next\n"                                                \
  "[rule 2]\nwhen=${w} == \"b\"\nopen=r\n"                                                         \
  "emit=wager wager=w${id r}; seat=${s|default 1|int}; bet=red; amount=${a|money}\n"               \
  "[rule 3]\nwhen=${w} == \"s\"\nclose=r\nlater=round_end\n"                                       \
  "emit=settle wager=w${id r}; outcome=win; paid=${a|money}; returned=${a|times 2}\n"              \
  "[rule 4]\nwhen=${w} == \"m\"\nrename=r to ${a}\nemit=note text=${k} ${k|was}\n"                 \
  "[rule 5]\nwhen=${w} == \"x\"\nerror=wrong ${a}\n"                                               \
  "[rule 6]\nchanges=p\nemit=result pocket=${p|strip}\n"
#define ROULETTE "[log]\nproperty=K\ngame=roulette\ntime_zone=America/New_York\n"

#define LINES                                                                                      \
  "[source]\nkind=lines\nignore=^#\n"                                                              \
  "pattern=^(?<t>\\S+) (?<w>\\w) ?(?<k>\\w*) ?(?<a>\\S*) ?(?<s>\\d*) ?(?<p>.*)$\n"                 \
  "[money]\nunit=cents\n[time]\nfield=t\nformat=unix_ms\n"
#define HEADED                                                                                     \
  "[source]\nkind=csv\nheader=yes\nskip=1\n[money]\nunit=dollars\n[time]\nfield=t\n"               \
  "format=%Y-%m-%d %H:%M:%S.%f\norder=sort 4\nambiguous=earlier\n"
#define COLUMNS                                                                                    \
  "[source]\nkind=csv\nheader=no\nseparator=;\nquote='\nencoding=ISO-8859-1\n"                     \
  "columns=t;w;k;a;s;p\n[money]\nunit=dollars\ndecimal=,\n[time]\nfield=t\n"                       \
  "format=%d.%m.%Y %H:%M\nday_begins=05:30\nhour24=midnight\n"
#define JSON_LINES                                                                                 \
  "[source]\nkind=jsonl\nignore=\"q\"\n[money]\nunit=dollars\n[time]\nfield=t\nformat=rfc3339\n"
#define JSON                                                                                       \
  "[source]\nkind=json\nrecords=$.r[*]\n[money]\nunit=cents\n[time]\nformat=none\nstep=100 ms\n"   \
  "start=2023-11-04T20:00:00Z\n"
#define XML "[source]\nkind=xml\nrecords=/t/r\n[money]\nunit=cents\n[time]\nfield=t\nformat=unix\n"
#define PAYLOAD                                                                                    \
  "[source]\nkind=lines\nencoding=WINDOWS-1252\npayload=body json\n"                               \
  "pattern=^(?<t>[^{]+) (?<body>\\{.*\\})$\n[money]\nunit=cents\n[time]\nfield=t\n"                \
  "format=%I:%M:%S %p %d %b %Y %z\n"

/* Every kind of source, with what is particular to each. */
static const char *const texts[] = {
  LINES ROULETTE "table=T\n" RULES,   HEADED ROULETTE "table=${k}\n" RULES,
  COLUMNS ROULETTE "table=T\n" RULES, JSON_LINES ROULETTE "table=${s|default T}\n" RULES,
  JSON ROULETTE "table=T\n" RULES,    XML ROULETTE "table=T\n" RULES,
  PAYLOAD ROULETTE "table=T\n" RULES,
};

static const SkyMap *
pick_map (guint8 letter)
{
  static SkyMap *maps[G_N_ELEMENTS (texts)];
  const guint n = letter % G_N_ELEMENTS (texts);

  if (maps[n] == NULL)
    {
      g_autoptr (GPtrArray) problems = NULL;

      maps[n] = sky_map_new (texts[n], strlen (texts[n]), "fuzz.skymap", NULL, &problems);
      for (guint i = 0; i < problems->len; i++)
        {
          g_autofree char *problem = sky_map_problem_format (problems->pdata[i]);

          g_error ("%s", problem);
        }
    }
  return maps[n];
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  if (size > 0)
    import_records (pick_map (data[0]), (const char *) data + 1, size - 1);
  return 0;
}
