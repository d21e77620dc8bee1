/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mappings and sources that are damaged by chance: a mapping loads or says a clear line for each
 * problem; of a source each record is used, known to mean nothing, or set aside with its reason,
 * and none is lost.
 *
 * test-import-damage [COUNT [SEED]] */
#include "config.h"

#include "import-fixture.h"

#include <string.h>

static guint count = 2000;
static guint32 seed = 24;

static const char wheel[] =
    "[map]\nname=wheel\n[source]\nkind=lines\n"
    "pattern=^(?<at>\\S+) \\*X;(?<state>[1-6]);(?<number>[ "
    "\\d]{2});(?<warn>[0-9A-F]);(?<dir>[01])$\n"
    "ignore=^#\n[log]\nproperty=Studio\ntable=ARO-001\ngame=roulette\ntime_zone=Europe/Berlin\n"
    "[time]\nfield=at\nformat=%Y-%m-%dT%H:%M:%S.%f\nday_begins=06:00\n[once]\n"
    "1=rules submission={\"wheel\":\"single_zero\"}\n[values]\nway=0:cw; 1:ccw\nagainst=0:ccw; "
    "1:cw\n"
    "[rule 10 bets]\nwhen=${state} == \"2\"\nchanges=state\nemit=round_next\n"
    "[rule 20 spin]\nwhen=${state} == \"3\"\nchanges=state\n"
    "emit=spin wheel=${dir|values way}; ball=${dir|values against}\n"
    "[rule 40 result]\nwhen=${state} == \"5\" && ${number|strip} exists\nchanges=state\n"
    "emit=result pocket=${number|strip}; revolutions=5; observed=${warn|bit 1 same_direction}\n"
    "[rule 50]\nwhen=!(${state} == \"5\")\nemit=none\n";

static const char craps[] =
    CRAPS "[money]\nunit=dollars\n[values]\nbet=P:pass; F:field; *:come\n"
          "[registers]\nseat=${p}\nwager=${p}|${b}|${n|default -}\n"
          "[rule 1]\nwhen=${t} == \"next\"\nemit=round_next\n"
          "[rule 2]\nwhen=${t} ~ \"^pl\" && !${x} exists\nopen=wager\n"
          "emit=wager wager=${id wager}; seat=${id seat}; bet=${b|values bet}; amount=${a|money}\n"
          "[rule 3]\nwhen=${t} == \"settle\"\nclose=wager when ${gone}\n"
          "emit=settle wager=${id wager}; outcome=${o}; stake=${a|money}\nlater=round_start\n"
          "emit.2=note text=${a|times 2}/${a|minus 1}\n";

static char *
make_wheel_source (GRand *chance)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 30; i++)
    g_string_append_printf (text, "2023-11-04T20:%02u:%02u.5 *X;%u;%2u;0;%u\n", i / 4,
                            i * 13 % 60 / 20 * 20 + i % 4, 2 + i % 4, i % 37, i % 2);
  g_string_append (text, "# end\n");
  return g_string_free (text, FALSE);
}

static char *
make_craps_source (GRand *chance)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 10; i++)
    g_string_append_printf (
        text,
        "{\"t\":\"next\"}\n{\"t\":\"place\",\"p\":\"A\",\"b\":\"P\",\"a\":%u.5}\n"
        "{\"t\":\"settle\",\"p\":\"A\",\"b\":\"P\",\"a\":%u.5,\"o\":\"win\",\"gone\":true}\n",
        i + 1, i + 1);
  return g_string_free (text, FALSE);
}

static const char *const pieces[] = {
  "\n",
  "=",
  "[",
  "]",
  "${",
  "}",
  "|",
  ";",
  "\"",
  "\\",
  "(",
  ")",
  "{",
  "&&",
  "||",
  "!",
  "%",
  "*",
  "-1",
  "99999999999999999999",
  "\xff",
  "",
  "${id wager new}",
  "[rule 2]",
  "emit=",
  "~ \"(\"",
  "null",
};

static char *
damage (GRand *chance, const char *text)
{
  g_autoptr (GString) copy = g_string_new (text);
  guint n = (guint) g_rand_int_range (chance, 1, 4);

  for (guint i = 0; i < n && copy->len > 0; i++)
    {
      gssize at = g_rand_int_range (chance, 0, (gint32) copy->len);
      gssize most = g_rand_int_range (chance, 1, 20);
      gssize some = MIN (most, (gssize) copy->len - at);
      const char *piece = pieces[g_rand_int_range (chance, 0, G_N_ELEMENTS (pieces))];
      g_autofree char *moved = NULL;

      switch (g_rand_int_range (chance, 0, 5))
        {
        case 0:
          copy->str[at] = (char) (copy->str[at] ^ (1 << g_rand_int_range (chance, 0, 7)));
          if (copy->str[at] == '\0')
            copy->str[at] = ' ';
          break;
        case 1:
          g_string_erase (copy, at, some);
          break;
        case 2:
          g_string_insert (copy, at, piece);
          break;
        case 3:
          moved = g_strndup (copy->str + at, (gsize) some);
          g_string_insert (copy, g_rand_int_range (chance, 0, (gint32) copy->len), moved);
          break;
        default:
          g_string_truncate (copy, (gsize) at);
          break;
        }
    }
  return g_string_free (g_steal_pointer (&copy), FALSE);
}

typedef struct
{
  guint64 n;
  guint64 n_events;
} Tally;

static void
count_cb (gpointer data, const SkyImportTrace *trace)
{
  Tally *tally = data;

  tally->n++;
  tally->n_events += trace->events->len;
  g_assert_true ((trace->fate == SKY_IMPORT_ASIDE) == (trace->reason != NULL));
  g_assert_true ((trace->fate == SKY_IMPORT_USED) == (trace->events->len > 0));
  if (trace->reason != NULL)
    {
      g_assert_cmpuint (strlen (trace->reason), >, 3);
      g_assert_true (g_utf8_validate (trace->reason, -1, NULL));
    }
}

/* Each line is a record, or a part of one, of these kinds of sources. */
static guint64
count_lines (const char *text)
{
  guint64 n = 0;

  for (const char *at = text; *at != '\0'; at++)
    n += *at == '\n' || at[1] == '\0';
  return n;
}

static void
judge (const SkyMap *map, const char *source, const char *folder, gint64 *aside)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (source, strlen (source));
  g_autoptr (GError) error = NULL;
  Tally tally = { 0 };
  SkyImportOptions options = {
    .folder = folder, .tolerate = 1000, .append = TRUE, .trace = count_cb, .trace_data = &tally
  };
  g_autoptr (SkyImport) import = NULL;
  const SkyImportReport *report;

  options.append = FALSE;
  import = sky_import_new (map, &options, &error);
  g_assert_no_error (error);
  if (!sky_import_read_bytes (import, bytes, "a.source", &error)
      || !sky_import_finish (import, &error))
    {
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, "a.source: ")
                     || strstr (error->message, ".tel.jsonl") != NULL);
      return;
    }
  report = sky_import_get_report (import);
  g_assert_cmpuint (report->n_records, ==, tally.n);
  g_assert_cmpuint (report->n_used + report->n_nothing + report->n_ignored + report->n_aside, ==,
                    tally.n);
  if ((map->source.kind == SKY_MAP_LINES || map->source.kind == SKY_MAP_JSONL)
      && map->source.skip == 0)
    g_assert_cmpuint (tally.n, ==, count_lines (source));
  *aside += (gint64) report->n_aside;
  /* What is written is a log of the format: the writer reads each line back. */
  for (guint i = 0; i < report->logs->len; i++)
    {
      g_autoptr (SkyLog) log = NULL;

      log = sky_log_open (report->logs->pdata[i], &error);
      g_assert_no_error (error);
    }
}

static void
check_problems (const GPtrArray *problems)
{
  g_assert_cmpuint (problems->len, >, 0);
  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *line = sky_map_problem_format (problems->pdata[i]);

      g_assert_true (g_str_has_prefix (line, "a.skymap:"));
      g_assert_cmpuint (strlen (line), >, 15);
      g_assert_null (strchr (line, '\n'));
    }
}

static void
test_damage (gconstpointer data)
{
  const char *text = data;
  gboolean is_wheel = text == wheel;
  g_autoptr (GRand) chance = g_rand_new_with_seed (seed + is_wheel);
  g_autofree char *source = is_wheel ? make_wheel_source (chance) : make_craps_source (chance);
  guint n_refused = 0, n_loaded = 0;
  gint64 aside = 0;

  for (guint i = 0; i < count / 2; i++)
    {
      g_autofree char *map_text = i % 2 == 0 ? damage (chance, text) : g_strdup (text);
      g_autofree char *damaged = i % 2 == 0 ? g_strdup (source) : damage (chance, source);
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (SkyMap) map =
          sky_map_new (map_text, strlen (map_text), "a.skymap", NULL, &problems);
      char *folder;

      if (map == NULL)
        {
          check_problems (problems);
          n_refused++;
          continue;
        }
      n_loaded++;
      folder = make_folder ();
      judge (map, damaged, folder, &aside);
      remove_folder (folder);
    }
  g_test_message ("%u mappings refused, %u loaded, %" G_GINT64_FORMAT " records set aside",
                  n_refused, n_loaded, aside);
  g_assert_cmpuint (n_refused, >, count / 20);
  g_assert_cmpuint (n_loaded, >, count / 4);
  g_assert_cmpint (aside, >, count / 20);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    count = (guint) g_ascii_strtoull (argv[1], NULL, 10);
  if (argc > 2)
    seed = (guint32) g_ascii_strtoull (argv[2], NULL, 10);
  g_test_add_data_func ("/import-damage/wheel", wheel, test_damage);
  g_test_add_data_func ("/import-damage/craps", craps, test_damage);
  return g_test_run ();
}
