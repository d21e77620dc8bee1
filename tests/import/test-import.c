/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of records: rules, registers, rounds, days, and what is set aside. */
#include "config.h"

#include "import-fixture.h"

#include "sky-import-log.h"

#include <glib/gstdio.h>
#include <string.h>

/* A mapping's rules behind CRAPS or another beginning, the source, and what is told. */
typedef struct
{
  const char *name;
  const char *begin;
  const char *rules;
  const char *source;
  const char *told;
} Case;

static const char wagers[] =
    "[money]\nunit=dollars\n[registers]\nseat=${p}\nwager=${p}|${b}|${n|default -}\n"
    "[rule 1]\nwhen=${t} == place\nopen=wager\n"
    "emit=wager wager=w${id wager}; seat=${id seat}; bet=${b}; amount=${a|money}; number=${n|int}\n"
    "[rule 2]\nwhen=${t} == move\nrename=wager to ${p}|${b}|${n}\n"
    "emit=move wager=w${id wager}; number=${n|int}\n"
    "[rule 3]\nwhen=${t} == change\nfind=wager\n"
    "emit=wager_change wager=w${id wager}; action=${a|compare amount wager}; amount=${a|money}\n"
    "[rule 4]\nwhen=${t} == settle\nclose=wager when ${gone}\n"
    "emit=settle wager=w${id wager}; outcome=${o}; paid=${pay|money}; stays=${gone|not}; "
    "stake=${a|money}\n"
    "[rule 5]\nwhen=${t} == again\nclose=wager\n"
    "emit=settle wager=w${id wager}; outcome=win; paid=0; returned=${a|money}\nlater=round_start\n"
    "emit.2=wager wager=w${id wager new}; seat=${id seat}; bet=${b}; amount=${a|money}\n"
    "[rule 6]\nwhen=${t} == next\nemit=round_next\n";

static const Case cases[] = {
  { "registers", CRAPS, wagers,
    "{\"t\":\"place\",\"p\":\"A\",\"b\":\"come\",\"a\":10}\n"
    "{\"t\":\"place\",\"p\":\"B\",\"b\":\"come\",\"a\":5}\n"
    "{\"t\":\"place\",\"p\":\"A\",\"b\":\"come\",\"a\":10}\n"
    "{\"t\":\"move\",\"p\":\"A\",\"b\":\"come\",\"n\":8}\n"
    "{\"t\":\"place\",\"p\":\"A\",\"b\":\"come\",\"a\":20}\n"
    "{\"t\":\"move\",\"p\":\"A\",\"b\":\"come\",\"n\":8}\n"
    "{\"t\":\"settle\",\"p\":\"A\",\"b\":\"come\",\"n\":8,\"a\":10,\"o\":\"win\",\"pay\":10,"
    "\"gone\":true}\n"
    "{\"t\":\"settle\",\"p\":\"A\",\"b\":\"come\",\"n\":8,\"a\":20,\"o\":\"lose\",\"gone\":true}\n"
    "{\"t\":\"settle\",\"p\":\"A\",\"b\":\"come\",\"n\":8,\"a\":20,\"o\":\"lose\",\"gone\":true}\n"
    "{\"t\":\"move\",\"p\":\"C\",\"b\":\"come\",\"n\":4}\n",
    "1 used: wager {\"wager\":\"w1\",\"seat\":1,\"bet\":\"come\",\"amount\":1000}\n"
    "2 used: wager {\"wager\":\"w2\",\"seat\":2,\"bet\":\"come\",\"amount\":500}\n"
    "3 aside: the register “wager” has something already under “A|come|-”\n"
    "4 used: move {\"wager\":\"w1\",\"number\":8}\n"
    "5 used: wager {\"wager\":\"w3\",\"seat\":1,\"bet\":\"come\",\"amount\":2000}\n"
    "6 used: move {\"wager\":\"w1\",\"number\":8}\n"
    "7 used: settle "
    "{\"wager\":\"w1\",\"outcome\":\"win\",\"paid\":1000,\"stays\":false,\"returned\":1000}\n"
    "8 used: settle {\"wager\":\"w3\",\"outcome\":\"lose\",\"stays\":false,\"taken\":2000}\n"
    "9 aside: the register “wager” has nothing under “A|come|8”\n"
    "10 aside: the register “wager” has nothing under “C|come|-”\n" },
  { "amounts", CRAPS, wagers,
    "{\"t\":\"place\",\"p\":\"A\",\"b\":\"place_win\",\"n\":6,\"a\":12}\n"
    "{\"t\":\"change\",\"p\":\"A\",\"b\":\"place_win\",\"n\":6,\"a\":18}\n"
    "{\"t\":\"change\",\"p\":\"A\",\"b\":\"place_win\",\"n\":6,\"a\":6}\n"
    "{\"t\":\"change\",\"p\":\"A\",\"b\":\"place_win\",\"n\":6,\"a\":6}\n"
    "{\"t\":\"settle\",\"p\":\"A\",\"b\":\"place_win\",\"n\":6,\"a\":6,\"o\":\"win\",\"pay\":7,"
    "\"gone\":false}\n"
    "{\"t\":\"change\",\"p\":\"A\",\"b\":\"place_win\",\"n\":8,\"a\":6}\n",
    "1 used: wager "
    "{\"wager\":\"w1\",\"seat\":1,\"bet\":\"place_win\",\"amount\":1200,\"number\":6}\n"
    "2 used: wager_change {\"wager\":\"w1\",\"action\":\"increase\",\"amount\":1800}\n"
    "3 used: wager_change {\"wager\":\"w1\",\"action\":\"reduce\",\"amount\":600}\n"
    "4 aside: wager_change: action: the register “wager” has the same amount under "
    "“A|place_win|6”\n"
    "5 used: settle {\"wager\":\"w1\",\"outcome\":\"win\",\"paid\":700,\"stays\":true}\n"
    "6 aside: the register “wager” has nothing under “A|place_win|8”\n" },
  /* What a record did to registers before it failed is taken back. */
  { "whole", CRAPS, wagers,
    "{\"t\":\"place\",\"p\":\"A\",\"b\":\"baccarat\",\"a\":10}\n"
    "{\"t\":\"place\",\"p\":\"A\",\"b\":\"come\",\"a\":\"1.234\"}\n"
    "{\"t\":\"place\",\"p\":\"A\",\"b\":\"place_win\",\"a\":10}\n"
    "{\"t\":\"place\",\"p\":\"A\",\"b\":\"come\",\"a\":10}\n",
    "1 aside: wager: bet: “baccarat” is no bet of the game\n"
    "2 aside: wager: amount: “1.234” is no amount of whole cents\n"
    "3 aside: wager: the bet “place_win” wants the member “number”\n"
    "4 used: wager {\"wager\":\"w1\",\"seat\":1,\"bet\":\"come\",\"amount\":1000}\n" },
  { "several-and-held", CRAPS, wagers,
    "{\"t\":\"next\"}\n{\"t\":\"place\",\"p\":\"A\",\"b\":\"field\",\"a\":10}\n"
    "{\"t\":\"again\",\"p\":\"A\",\"b\":\"field\",\"a\":10}\n{\"t\":\"next\"}\n"
    "{\"t\":\"again\",\"p\":\"A\",\"b\":\"field\",\"a\":10}\n",
    "1 used: round_next\n"
    "2 used: wager {\"wager\":\"w1\",\"seat\":1,\"bet\":\"field\",\"amount\":1000}\n"
    "3 used: settle {\"wager\":\"w1\",\"outcome\":\"win\",\"paid\":0,\"returned\":1000}; "
    "wager {\"wager\":\"w2\",\"seat\":1,\"bet\":\"field\",\"amount\":1000}, held back until "
    "round_start\n"
    "4 used: round_next\n"
    "5 used: settle {\"wager\":\"w2\",\"outcome\":\"win\",\"paid\":0,\"returned\":1000}; "
    "wager {\"wager\":\"w3\",\"seat\":1,\"bet\":\"field\",\"amount\":1000}, held back until "
    "round_start\n" },
  { "changes", CRAPS,
    "[rule 1]\nwhen=${s} exists\nchanges=s;n\nemit=note text=${s}${n}\n[rule 2]\nemit=none\n",
    "{\"s\":1}\n{\"s\":1}\n{\"s\":1,\"n\":5}\n{}\n{\"s\":1}\n{\"s\":2,\"n\":5}\n",
    "1 used: note {\"text\":\"1\"}\n2 nothing\n3 used: note {\"text\":\"15\"}\n4 nothing\n5 "
    "nothing\n"
    "6 used: note {\"text\":\"25\"}\n" },
  { "rules-in-order", CRAPS,
    "[rule 20]\nemit=note text=second\n[rule 3]\nwhen=${a} == 1\nnext=yes\nemit=note text=first\n"
    "[rule 4]\nwhen=${a} == 2\nemit=note text=other\n",
    "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n",
    "1 used: note {\"text\":\"first\"}; note {\"text\":\"second\"}\n"
    "2 used: note {\"text\":\"other\"}\n3 used: note {\"text\":\"second\"}\n" },
  { "no-rule", CRAPS, "[rule 1]\nwhen=${a} == 1\nemit=note text=a\n", "{\"a\":2}\n",
    "1 aside: no rule fits it, and it is not among what is ignored\n" },
  { "error", CRAPS, "[rule 1]\nwhen=${a} exists\nerror=no ${a} here\n[rule 2]\nemit=none\n",
    "{\"a\":2}\n{}\n", "1 aside: no 2 here\n2 nothing\n" },
  { "rounds", CRAPS,
    "[rule 1]\nwhen=${t} == s\nemit=round_start\n[rule 2]\nwhen=${t} == e\nemit=round_end\n",
    "{\"t\":\"e\"}\n{\"t\":\"s\"}\n{\"t\":\"s\"}\n{\"t\":\"e\"}\n{\"t\":\"e\"}\n",
    "1 aside: no round is open that could end\n2 used: round_start\n"
    "3 aside: a round is open already\n4 used: round_end\n5 aside: no round is open that could "
    "end\n" },
  { "time", ROULETTE, "[rule 1]\nemit=note text=${n}\n",
    "{\"at\":\"2023-11-04T20:00:00Z\",\"n\":1}\n{\"at\":\"2023-11-04T19:59:59Z\",\"n\":2}\n{\"n\":"
    "3}\n"
    "{\"at\":\"soon\",\"n\":4}\n{\"at\":\"2023-11-04T20:00:00Z\",\"n\":5}\n",
    "1 used: note {\"text\":\"1\"}\n"
    "2 aside: its time, 2023-11-04T19:59:59.000000Z, is before 2023-11-04T20:00:00.000000Z, the "
    "last "
    "event's\n3 aside: it has no time: no “at”\n4 aside: “soon” is no time of RFC 3339\n"
    "5 used: note {\"text\":\"5\"}\n" },
  { "sorted",
    "[source]\nkind=jsonl\n[log]\nproperty=K\ntable=T\ngame=roulette\ntime_zone=UTC\n"
    "[time]\nfield=at\nformat=unix\norder=sort 2\n",
    "[rule 1]\nemit=note text=${n}\n",
    "{\"at\":3,\"n\":1}\n{\"at\":1,\"n\":2}\n{\"at\":2,\"n\":3}\nbad\n{\"at\":2,\"n\":4}\n"
    "{\"at\":9,\"n\":5}\n{\"at\":1,\"n\":6}\n",
    "2 used: note {\"text\":\"2\"}\n4 aside: no JSON: The JSON document has an improper structure: "
    "missing or superfluous commas, braces, missing keys, etc.\n3 used: note {\"text\":\"3\"}\n"
    "5 used: note {\"text\":\"4\"}\n"
    "7 aside: its time, 1970-01-01T00:00:01.000000Z, is before 1970-01-01T00:00:02.000000Z, the "
    "last "
    "event's\n1 used: note {\"text\":\"1\"}\n6 used: note {\"text\":\"5\"}\n" },
  { "tables",
    "[source]\nkind=jsonl\n[log]\nproperty=K\ntable=${t}\ngame=${g}\ntime_zone=UTC\n"
    "[time]\nformat=none\n[registers]\nseat=${p}\n",
    "[rule 1]\nwhen=${p} exists\nemit=player seat=${id seat}; player=${p}; present=true\n"
    "[rule 2]\nemit=result pocket=${n}; revolutions=5\n",
    "{\"t\":\"A\",\"g\":\"roulette\",\"p\":\"x\"}\n{\"t\":\"B\",\"g\":\"craps\",\"p\":\"y\"}\n"
    "{\"t\":\"A\",\"g\":\"roulette\",\"p\":\"y\"}\n{\"t\":\"A\",\"g\":\"roulette\",\"n\":1}\n"
    "{\"t\":\"B\",\"g\":\"craps\",\"n\":1}\n{\"t\":\"A\",\"g\":\"craps\",\"p\":\"x\"}\n"
    "{\"g\":\"craps\",\"p\":\"x\"}\n{\"t\":\"C\",\"g\":\"chess\",\"p\":\"x\"}\n",
    "1 used: player {\"seat\":1,\"player\":\"x\",\"present\":true}\n"
    "2 used: player {\"seat\":1,\"player\":\"y\",\"present\":true}\n"
    "3 used: player {\"seat\":2,\"player\":\"y\",\"present\":true}\n"
    "4 used: result {\"pocket\":\"1\",\"revolutions\":5}\n"
    "5 aside: result: the event “result” of the game has no member “pocket”\n"
    "6 aside: the table “A” had another property, game, time zone or currency\n"
    "7 aside: it has no table\n8 aside: there is no game “chess”\n" },
  { "values-that-fit",
    "[source]\nkind=jsonl\n[log]\nproperty=K\ntable=T\ngame=casino_war\n"
    "time_zone=UTC\n[time]\nformat=none\n",
    "[rule 1]\nemit=deal to=${to}; card=${c|card}; deal=${d|default original}; "
    "face_up_in_shoe=${f}\n",
    "{\"to\":\"dealer\",\"c\":\"10S\"}\n{\"to\":3,\"c\":\"♥A\",\"d\":\"war\",\"f\":true}\n"
    "{\"to\":0,\"c\":\"AS\"}\n{\"to\":1}\n{\"to\":1,\"c\":\"AS\",\"d\":\"third\"}\n"
    "{\"to\":1,\"c\":\"AS\",\"f\":\"perhaps\"}\n",
    "1 used: deal {\"to\":\"dealer\",\"card\":\"TS\",\"deal\":\"original\"}\n"
    "2 used: deal {\"to\":3,\"card\":\"AH\",\"deal\":\"war\",\"face_up_in_shoe\":true}\n"
    "3 aside: deal: to: “0” is no seat or place\n4 aside: deal: the member “card” is missing\n"
    "5 aside: deal: deal: “third” is no of: original, war\n"
    "6 aside: deal: face_up_in_shoe: “perhaps” is no yes or no\n" },
};

static void
test_case (gconstpointer data)
{
  const Case *one = data;
  g_autofree char *map = g_strconcat (one->begin, one->rules, NULL);
  g_autofree char *told = tell_records (map, one->source);

  g_assert_cmpstr (told, ==, one->told);
}

/* The types of a log's events, in order, with a blank between; "note" of what was set aside too. */
static char *
tell_types (const char *folder, const char *name)
{
  g_autofree char *text = read_file (folder, name);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  GString *types = g_string_new (NULL);

  for (guint i = 1; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      const char *cause;
      const SkyJsonNode *root = sky_json_parse (parser, lines[i], strlen (lines[i]), FALSE, &cause);
      g_autofree char *type = sky_json_dup_text (root, "type");

      g_assert_nonnull (sky_json_member (root, "src"));
      g_assert_cmpint (sky_json_member (root, "seq")->integer, ==, i);
      g_string_append_printf (types, "%s%s", i > 1 ? " " : "", type);
    }
  return g_string_free (types, FALSE);
}

static SkyImport *
import_text (
    const SkyMap *map, const char *folder, const char *text, gint64 tolerate, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "s.jsonl", NULL);
  g_autofree char *out = g_build_filename (folder, "out", NULL);

  write_file (folder, "s.jsonl", text);
  return import_into (map, out, FALSE, tolerate, path, error);
}

/* A log as it is written: header, what stands before the first record, rounds, sources. */
static void
test_log (void)
{
  char *folder = make_folder ();
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  g_autoptr (SkyMap) map =
      load_map ("[map]\nname=wheel\n" ROULETTE "[once]\n2=limits min=100; max=5000\n"
                "1=rules submission={\"wheel\":\"single_zero\"}\n"
                "[rule 1]\nwhen=${t} == n\nemit=round_next\n"
                "[rule 2]\nemit=void reason=${t}; role=dealer\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyImport) import = import_text (map, folder,
                                              "{\"at\":\"2023-11-04T20:00:00Z\",\"t\":\"n\"}\n{"
                                              "\"at\":\"2023-11-04T20:00:01.5Z\",\"t\":\"x\"}\n"
                                              "{\"at\":\"2023-11-04T20:00:02Z\",\"t\":\"n\"}\n",
                                              0, &error);
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *names = NULL;
  g_autofree char *runs = NULL;

  g_assert_no_error (error);
  text = read_file (out, "RO-01-2023-11-04.tel.jsonl");
  expected = g_strdup_printf (
      "{\"log\":\"skyward.table-log\",\"version\":2,\"property\":\"Keystone\",\"table\":\"RO-01\","
      "\"game\":\"roulette\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"UTC\",\"currency\":"
      "\"USD\","
      "\"record\":{\"how\":\"import\",\"map\":{\"name\":\"wheel\",\"sha256\":\"%s\"}},"
      "\"scope\":{\"classes\":[\"outcome\"]}}\n"
      "{\"seq\":1,\"at\":\"2023-11-04T20:00:00.000000Z\",\"type\":\"table_open\",\"src\":[1,1]}\n"
      "{\"seq\":2,\"at\":\"2023-11-04T20:00:00.000000Z\",\"type\":\"rules\","
      "\"submission\":{\"wheel\":\"single_zero\"},\"src\":[1,1]}\n"
      "{\"seq\":3,\"at\":\"2023-11-04T20:00:00.000000Z\",\"type\":\"limits\",\"min\":100,"
      "\"max\":5000,\"src\":[1,1]}\n"
      "{\"seq\":4,\"at\":\"2023-11-04T20:00:00.000000Z\",\"type\":\"round_start\",\"round\":1,"
      "\"src\":[1,1]}\n"
      "{\"seq\":5,\"at\":\"2023-11-04T20:00:01.500000Z\",\"type\":\"void\",\"reason\":\"x\","
      "\"role\":\"dealer\",\"src\":[1,2]}\n"
      "{\"seq\":6,\"at\":\"2023-11-04T20:00:02.000000Z\",\"type\":\"round_end\",\"round\":1,"
      "\"src\":[1,3]}\n",
      map->sha256);
  g_assert_cmpstr (text, ==, expected);
  names = list_folder (out);
  g_assert_cmpstr (names, ==, "RO-01-2023-11-04.import.json RO-01-2023-11-04.tel.jsonl source");
  runs = read_file (out, "RO-01-2023-11-04.import.json");
  g_assert_true (g_str_has_prefix (runs, "{\"file\":\"s.jsonl\",\"bytes\":116,\"sha256\":\""));
  g_assert_true (g_str_has_suffix (runs, "\",\"ended\":true}\n"));
  remove_folder (folder);
}

/* Held events come behind the event that they wait for, or at the end of the source. */
static void
test_held (void)
{
  char *folder = make_folder ();
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  g_autofree char *text = g_strconcat (CRAPS, wagers, NULL);
  g_autoptr (SkyMap) map = load_map (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyImport) import =
      import_text (map, folder,
                   "{\"t\":\"next\"}\n{\"t\":\"place\",\"p\":\"A\",\"b\":\"field\",\"a\":10}\n"
                   "{\"t\":\"again\",\"p\":\"A\",\"b\":\"field\",\"a\":10}\n{\"t\":\"next\"}\n"
                   "{\"t\":\"again\",\"p\":\"A\",\"b\":\"field\",\"a\":10}\n",
                   0, &error);
  g_autofree char *types = NULL;

  g_assert_no_error (error);
  types = tell_types (out, "CR-01-2023-11-04.tel.jsonl");
  g_assert_cmpstr (types, ==,
                   "table_open round_start wager settle round_end round_start wager settle wager");
  remove_folder (folder);
}

/* A round stays in the gaming day in which it began; the next begins the next day's log, in which
 * rounds, wagers and seats are counted from 1. */
static void
test_days (void)
{
  char *folder = make_folder ();
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  g_autoptr (SkyMap) map = load_map (
      "[source]\nkind=jsonl\n[log]\nproperty=K\ntable=RO-01\ngame=roulette\ntime_zone=America/"
      "New_York\n"
      "[time]\nfield=at\nformat=unix\nday_begins=06:00\n[registers]\nwager=${w}\n"
      "[rule 1]\nwhen=${t} == n\nemit=round_next\n"
      "[rule 2]\nwhen=${t} == w\nopen=wager\nemit=wager wager=${id wager}; seat=1; bet=red; "
      "amount=100\n"
      "[rule 3]\nwhen=${t} == v\nemit=void reason=x; role=dealer\n"
      "[rule 4]\nwhen=${t} == s\nclose=wager\nemit=settle wager=${id wager}; outcome=void\n");
  g_autoptr (GError) error = NULL;
  /* 10:00:00Z is 06:00 in New York. */
  g_autoptr (SkyImport) import = import_text (map, folder,
                                              "{\"at\":1699091990,\"t\":\"n\"}\n"
                                              "{\"at\":1699091995,\"t\":\"w\",\"w\":\"a\"}\n"
                                              "{\"at\":1699092005,\"t\":\"v\"}\n"
                                              "{\"at\":1699092006,\"t\":\"s\",\"w\":\"a\"}\n"
                                              "{\"at\":1699092010,\"t\":\"n\"}\n"
                                              "{\"at\":1699092015,\"t\":\"w\",\"w\":\"a\"}\n"
                                              "{\"at\":1699300000,\"t\":\"v\"}\n",
                                              0, &error);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (sky_import_get_report (import)->logs->len, ==, 3);
  first = tell_types (out, "RO-01-2023-11-03.tel.jsonl");
  g_assert_cmpstr (first, ==, "table_open round_start wager void settle round_end");
  second = tell_types (out, "RO-01-2023-11-04.tel.jsonl");
  g_assert_cmpstr (second, ==, "table_open round_start wager");
  /* Two days of silence end a day though a round was open. */
  third = tell_types (out, "RO-01-2023-11-06.tel.jsonl");
  g_assert_cmpstr (third, ==, "table_open void");
  remove_folder (folder);
}

/* What is set aside is in a file, and a note in the log tells where it is missing. */
static void
test_aside (void)
{
  char *folder = make_folder ();
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  g_autoptr (SkyMap) map = load_map (CRAPS "[rule 1]\nwhen=${a} exists\nemit=note text=${a|int}\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyImport) import = import_text (
      map, folder, "{\"a\":1}\n{\"a\":\"x\"}\n{\"b\":\"\xc3\xa4\"}\n\xff\n{\"a\":2}\n", 0, &error);
  const SkyImportReport *report;
  g_autofree char *names = NULL;
  g_autofree char *aside = NULL;
  g_autofree char *types = NULL;
  g_autofree char *log = NULL;

  g_assert_no_error (error);
  report = sky_import_get_report (import);
  g_assert_true (report->unfinished);
  g_assert_cmpuint (report->n_records, ==, 5);
  g_assert_cmpuint (report->n_used, ==, 2);
  g_assert_cmpuint (report->n_aside, ==, 3);
  g_assert_cmpuint (report->asides->len, ==, 3);
  names = list_folder (out);
  g_assert_cmpstr (names, ==,
                   "CR-01-2023-11-04.import.json.part CR-01-2023-11-04.tel.jsonl.part "
                   "s.jsonl.aside.jsonl.part source");
  aside = read_file (out, "s.jsonl.aside.jsonl.part");
  g_assert_cmpstr (aside, ==,
                   "{\"line\":2,\"bytes\":9,\"reason\":\"note: text: “x” is no whole "
                   "number\",\"record\":\"{\\\"a\\\":\\\"x\\\"}\"}\n"
                   "{\"line\":3,\"bytes\":10,\"reason\":\"no rule fits it, and it is not among "
                   "what is ignored\",\"record\":\"{\\\"b\\\":\\\"ä\\\"}\"}\n"
                   "{\"line\":4,\"bytes\":1,\"reason\":\"it is no UTF-8\",\"record\":\"�\"}\n");
  types = tell_types (out, "CR-01-2023-11-04.tel.jsonl.part");
  g_assert_cmpstr (types, ==, "table_open note note note note note");
  log = read_file (out, "CR-01-2023-11-04.tel.jsonl.part");
  g_assert_nonnull (strstr (
      log,
      "\"text\":\"record 2 was set aside: note: text: “x” is no whole number\",\"src\":[1,2]"));
  remove_folder (folder);

  /* So many are tolerated. */
  folder = make_folder ();
  g_clear_pointer (&import, sky_import_free);
  import = import_text (map, folder, "{\"a\":1}\n{\"a\":\"x\"}\n", 1, &error);
  g_assert_no_error (error);
  g_assert_false (sky_import_get_report (import)->unfinished);
  remove_folder (folder);
}

/* Where an import fails, nothing is left but what was there. */
static void
test_failures (void)
{
  char *folder = make_folder ();
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  g_autofree char *source = g_build_filename (folder, "s.jsonl", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "none.jsonl", NULL);
  g_autofree char *inside = g_build_filename (folder, "s.jsonl", "out", NULL);
  g_autoptr (SkyMap) map = load_map (CRAPS "[rule 1]\nemit=note text=${a}\n");
  g_autoptr (SkyMap) xml = load_map (
      "[source]\nkind=xml\nrecords=/t/r\n[log]\nproperty=K\ntable=T\ngame=craps\ntime_zone=UTC\n"
      "[time]\nformat=none\n[rule 1]\nemit=note text=${a}\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyImport) import = NULL;
  g_autoptr (SkyImport) other = NULL;
  SkyImportOptions options = { .folder = out };
  g_autofree char *names = NULL;
  g_autofree char *again = NULL;

  g_assert_null (import_into (map, out, FALSE, 0, nowhere, &error));
  g_assert_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE);
  g_clear_error (&error);

  write_file (folder, "s.jsonl", "<t><r><a>1</a></r>\n<r>");
  g_assert_null (import_into (xml, out, FALSE, 0, source, &error));
  g_assert_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE);
  g_clear_error (&error);
  names = list_folder (out);
  g_assert_cmpstr (names, ==, "");

  write_file (folder, "s.jsonl", "{\"a\":1}\n");
  g_assert_null (import_into (map, inside, FALSE, 0, source, &error));
  g_assert_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_WRITE);
  g_clear_error (&error);

  import = import_into (map, out, FALSE, 0, source, &error);
  g_assert_no_error (error);
  g_clear_pointer (&import, sky_import_free);
  g_assert_null (import_into (map, out, FALSE, 0, source, &error));
  g_assert_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_EXISTS);
  g_clear_error (&error);
  again = list_folder (out);
  g_assert_cmpstr (again, ==, "CR-01-2023-11-04.import.json CR-01-2023-11-04.tel.jsonl source");

  /* Two at once, and two sources of one name. */
  import = sky_import_new (map, &options, &error);
  g_assert_no_error (error);
  other = sky_import_new (map, &options, &error);
  g_assert_null (other);
  g_assert_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_WRITE);
  g_clear_error (&error);
  g_clear_pointer (&import, sky_import_free);
  options.append = TRUE;
  import = sky_import_new (map, &options, &error);
  g_assert_true (sky_import_read (import, source, &error));
  g_assert_false (sky_import_read (import, source, &error));
  g_assert_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_SOURCE);
  g_clear_pointer (&import, sky_import_free);
  remove_folder (folder);
}

/* Tables' names that are none of files. */
static void
test_names (void)
{
  static const char *const tables[] = { "RO-01", "../x", "a/b", "a_b", ".hidden", "ä", "" };
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      char *name = sky_import_log_name (tables[i], 19665);

      g_assert_null (strchr (name, '/'));
      g_assert_false (g_str_has_prefix (name, "."));
      g_assert_true (g_str_has_suffix (name, "-2023-11-04.tel.jsonl"));
      g_assert_true (g_hash_table_add (names, name));
    }
}

static void
stop_cb (gpointer data, const SkyImportTrace *trace)
{
  *(gint *) data = 1;
}

static void
test_stopped (void)
{
  g_autoptr (SkyMap) map = load_map (CRAPS "[rule 1]\nemit=note text=${a}\n");
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  gint cancelled = 0;
  SkyImportOptions options = { .trace = stop_cb,
                               .trace_data = &cancelled,
                               .cancelled = &cancelled };
  g_autoptr (SkyImport) import = sky_import_new (map, &options, &error);

  for (guint i = 0; i < 2000; i++)
    g_string_append (text, "{\"a\":1}\n");
  bytes = g_bytes_new_static (text->str, text->len);
  g_assert_false (sky_import_read_bytes (import, bytes, "a.jsonl", &error));
  g_assert_error (error, SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_STOPPED);
  g_assert_cmpuint (sky_import_get_report (import)->n_records, <, 2000);
}

/* Other people's records, where they lie beside the tree. */
static void
test_real (gconstpointer data)
{
  const char *const *words = data; /* mapping, source, logs */
  char *folder = make_folder ();
  g_autofree char *feeds = find_feeds ();
  g_autofree char *source = g_build_filename (feeds, words[1], NULL);
  g_autofree char *name = g_strconcat (words[0], ".skymap", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "maps", name, NULL);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (SkyMap) map = sky_map_load (path, &problems);
  g_autoptr (GString) made = g_string_new (NULL);

  g_assert_nonnull (map);
  /* Twice, for the same bytes. */
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *out = g_strdup_printf ("%s/%u", folder, i);
      g_autoptr (GError) error = NULL;
      g_autoptr (SkyImport) import = import_into (
          map, out, FALSE, (gint64) g_ascii_strtoll (words[3], NULL, 10), source, &error);
      const SkyImportReport *report;
      g_autoptr (GString) all = g_string_new (NULL);

      g_assert_no_error (error);
      report = sky_import_get_report (import);
      g_test_message ("%s: %" G_GUINT64_FORMAT " records, %" G_GUINT64_FORMAT " set aside",
                      words[1], report->n_records, report->n_aside);
      g_assert_cmpint ((gint64) report->n_aside, ==, g_ascii_strtoll (words[3], NULL, 10));
      g_assert_cmpuint (report->logs->len, ==, (guint) g_ascii_strtoull (words[2], NULL, 10));
      for (guint l = 0; l < report->logs->len; l++)
        {
          g_autofree char *text = NULL;

          g_assert_true (g_file_get_contents (report->logs->pdata[l], &text, NULL, NULL));
          g_string_append (all, text);
        }
      if (i == 0)
        g_string_assign (made, all->str);
      else
        g_assert_cmpstr (all->str, ==, made->str);
    }
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  static const char *const real[][4] = {
    { "craps-session", "mbroadfo/session.jsonl", "1", "0" },
    { "live-feed", "live-roulette-feed/p7d.log", "1", "0" },
    /* Four lines that the serial port cut. */
    { "wheel-rs232", "cammegh-ss2/self-test-2api.log", "4", "4" },
  };
  g_autofree char *feeds = NULL;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strconcat ("/import/", cases[i].name, NULL);

      g_test_add_data_func (name, &cases[i], test_case);
    }
  g_test_add_func ("/import/log", test_log);
  g_test_add_func ("/import/held", test_held);
  g_test_add_func ("/import/days", test_days);
  g_test_add_func ("/import/aside", test_aside);
  g_test_add_func ("/import/failures", test_failures);
  g_test_add_func ("/import/names", test_names);
  g_test_add_func ("/import/stopped", test_stopped);
  feeds = find_feeds ();
  for (guint i = 0; feeds != NULL && i < G_N_ELEMENTS (real); i++)
    {
      g_autofree char *name = g_strconcat ("/import/real/", real[i][0], NULL);

      g_test_add_data_func (name, real[i], test_real);
    }
  return g_test_run ();
}
