/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with a mapping is said when it is loaded, with its file, line and group. */
#include "config.h"

#include "import-fixture.h"

#include <string.h>

/* Something that is added to a mapping, or put in the place of a line of it, and what is said then.
 */
typedef struct
{
  const char *replace; /* the line's beginning; NULL: @text is added at the end */
  const char *text;
  const char *problem;
} Case;

static const char good[] = "[source]\n"                                     /* 1 */
                           "kind=lines\n"                                   /* 2 */
                           "pattern=^(?<at>\\S+) (?<type>\\w+) (?<n>.*)$\n" /* 3 */
                           "[log]\n"                                        /* 4 */
                           "property=Keystone\n"                            /* 5 */
                           "table=CR-01\n"                                  /* 6 */
                           "game=craps\n"                                   /* 7 */
                           "time_zone=America/New_York\n"                   /* 8 */
                           "[time]\n"                                       /* 9 */
                           "field=at\n"                                     /* 10 */
                           "format=rfc3339\n"                               /* 11 */
                           "[values]\n"                                     /* 12 */
                           "bet=P:pass; F:field\n"                          /* 13 */
                           "[registers]\n"                                  /* 14 */
                           "wager=${n}\n"                                   /* 15 */
                           "[rule 1]\n"                                     /* 16 */
                           "when=${type} == \"x\"\n"                        /* 17 */
                           "emit=note text=${n}\n";                         /* 18 */

static const Case cases[] = {
  { NULL, "[extra]\na=1\n", "19: [extra]: a mapping has no group of this name" },
  { "[time]", "[time]\nzone=Mars\n", "10: [time]: there is no time zone “Mars”" },
  { "[time]", "[time]\nhour=1\n", "10: [time]: this group has no key “hour”" },
  { "kind=", "kind=ini\n", "2: [source]: kind is one of lines, csv, jsonl, json, xml, not “ini”" },
  { "kind=", "", "1: [source]: the mapping lacks [source] kind=" },
  { "kind=", "kind\n", "2: [source]: this line is no group, no “key=value” and no comment" },
  { "kind=", "kind=lines\nkind=csv\n", "3: this key is in its group twice" },
  { NULL, "[log]\n", "19: this group is there twice" },
  { "[source]", "a=1\n[source]\n", "1: this key stands before the first group" },
  { "[source]", "[source\n", "1: a group's name stands between “[” and “]”" },
  { "pattern=", "pattern=^(?<at>\\S+\n",
    "3: [source]: pattern: Error while compiling regular expression" },
  { "pattern=", "", "1: [source]: a source of kind lines needs pattern" },
  { "kind=", "kind=csv\n", "3: [source]: a source of kind csv has no pattern" },
  { "kind=", "kind=lines\nseparator=;\n", "3: [source]: a source of kind lines has no separator" },
  { "kind=", "kind=lines\nskip=x\n", "3: [source]: skip is a whole number from 0 to 1000000" },
  { "kind=", "kind=lines\nencoding=UTF-16\n",
    "3: [source]: “UTF-16” is no encoding in which a line ends by the byte 10" },
  { "kind=", "kind=lines\nencoding=Klingon\n",
    "3: [source]: “Klingon” is no encoding in which a line ends by the byte 10" },
  { "kind=", "kind=lines\npayload=n xml\n", "3: [source]: payload is a field and “json”" },
  { "kind=", "kind=lines\nignore=(\n",
    "3: [source]: ignore: Error while compiling regular expression" },
  { "property=", "", "4: [log]: the mapping lacks [log] property=" },
  { "game=", "game=baccarat\n", "7: [log]: there is no game “baccarat”" },
  { "table=", "table=${tabel}\n", "6: [log]: no record has a field “tabel”" },
  { "time_zone=", "time_zone=New York\n", "8: [log]: there is no time zone “New York”" },
  { "format=", "", "9: [time]: the mapping lacks [time] format=" },
  { "format=", "format=%Y %Q\n", "11: [time]: format: “%Q” is no part of a time that is known" },
  { "format=", "format=%Y %♥\n", "11: [time]: format: “%♥” is no part of a time that is known" },
  { "format=", "format=iso\n",
    "11: [time]: format is one of %-conversions, unix, unix_ms, rfc3339, none, not “iso”" },
  { "field=at", "field=when\n", "10: [time]: no record has a field “when”" },
  { "field=at", "", "9: [time]: the mapping lacks [time] field=" },
  { "[time]", "[time]\nday_begins=25:00\n", "10: [time]: day_begins is a time of day as “06:00”" },
  { "[time]", "[time]\norder=sort\n", "10: [time]: order is “refuse” or “sort N”, N up to 100000" },
  { "[time]", "[time]\nstep=1 day\n", "10: [time]: step is a span as “100 ms” or “2 s”" },
  { "[time]", "[time]\nambiguous=guess\n",
    "10: [time]: ambiguous is one of refuse, earlier, later, not “guess”" },
  { NULL, "[money]\nunit=euros\n", "20: [money]: unit is one of cents, dollars, not “euros”" },
  { NULL, "[money]\nrounding=up\n", "20: [money]: rounding is one of refuse, not “up”" },
  { NULL, "[scope]\nclasses=outcome;cards\n", "20: [scope]: there is no class “cards”" },
  { "bet=", "bet=P;F\n", "13: [values]: “P” is no “from:to”" },
  { "bet=", "bet=P:pass; P:field\n", "13: [values]: “P” is there twice" },
  { "wager=", "wager=x\n", "15: [registers]: a register's key has a field" },
  { "wager=", "wager=${id wager}\n", "15: [registers]: a register's key has no “id”" },
  { "[rule 1]", "[rule one]\n", "16: [rule one]: a rule's group is “rule NUMBER NAME”" },
  { NULL, "[rule 1 again]\nemit=none\n", "19: [rule 1 again]: [rule 1] has the same number" },
  { "when=", "when=${type} = \"x\"\n",
    "17: [rule 1]: when: “= \"x\"” stands behind the end of the condition" },
  { "when=", "when=${type} ==\n", "17: [rule 1]: when: the condition ends where a value belongs" },
  { "when=", "when=(${type} == x\n", "17: [rule 1]: when: “(” has no “)”" },
  { "when=", "when=${type} == \"x\n", "17: [rule 1]: when: a text has no closing quote" },
  { "when=", "when=${type} ~ \"(\"\n",
    "17: [rule 1]: when: Error while compiling regular expression" },
  { "when=", "when=${typ} == \"x\"\n", "17: [rule 1]: no record has a field “typ”" },
  { "when=", "changes=spin\n", "17: [rule 1]: no record has a field “spin”" },
  { "when=", "open=wagers\n", "17: [rule 1]: [registers] has no “wagers”" },
  { "when=", "close=wager if ${n}\n",
    "17: [rule 1]: close is “REGISTER” or “REGISTER when CONDITION”" },
  { "when=", "rename=wager\n", "17: [rule 1]: rename is “REGISTER to KEY”" },
  { "when=", "later=dawn\n", "17: [rule 1]: there is no event “dawn”" },
  { "when=", "next=maybe\n", "17: [rule 1]: next is one of no, yes, not “maybe”" },
  { "emit=", "", "16: [rule 1]: the rule makes nothing: it needs emit= (or emit=none) or error=" },
  { "emit=", "emit=none\nerror=x\n", "16: [rule 1]: a rule with error= makes nothing else" },
  { "emit=", "emit=dance\n", "18: [rule 1]: emit: there is no event “dance”" },
  { "emit=", "emit=spin wheel=cw; ball=ccw\n", "18: [rule 1]: emit: the game has no event “spin”" },
  { "emit=", "emit=note\n", "18: [rule 1]: emit: the event “note” must have the member “text”" },
  { "emit=", "emit=note text=a; color=red\n",
    "18: [rule 1]: emit: the event “note” has no member “color”" },
  { "emit=", "emit=note text=a; text=b\n", "18: [rule 1]: emit: the member “text” is there twice" },
  { "emit=", "emit=note text\n", "18: [rule 1]: emit: “text” is no “member=value”" },
  { "emit=", "emit=round_next round=1\n",
    "18: [rule 1]: emit: “round_next” has no members: it counts the rounds itself" },
  { "emit=", "emit=result dice=[1,2,3]\n",
    "18: [rule 1]: emit: dice: “[1,2,3]” is no throw of two dice" },
  { "emit=", "emit=shooter seat=0\n", "18: [rule 1]: emit: seat: “0” is no seat" },
  { "emit=", "emit=puck on=maybe\n", "18: [rule 1]: emit: on: “maybe” is no yes or no" },
  { "emit=", "emit=rules submission=[]\n",
    "18: [rule 1]: emit: submission: “[]” is no object of JSON" },
  { "emit=", "emit=wager_change wager=a; action=grow\n",
    "18: [rule 1]: emit: action: “grow” is no of: increase, reduce, remove, on, off" },
  { "emit=", "emit=limits min=1.5; max=2\n",
    "18: [rule 1]: emit: min: “1.5” is no amount of whole cents" },
  { "emit=", "emit=limits min=${n}; max=2\n",
    "18: [rule 1]: emit: min: an amount of a record is read by the function “money”" },
  { "emit=", "emit=wager wager=a; seat=1; bet=insurance; amount=100\n",
    "18: [rule 1]: emit: bet: “insurance” is no bet of the game" },
  { "emit=", "emit=settle wager=a; outcome=win; stake=1; taken=1\n",
    "18: [rule 1]: emit: “stake” stands for “taken” and “returned”" },
  { "bet=", "bet=P:pass; F:feild\n", NULL },
  { "emit=", "emit=note text=${n|upper}\n", "18: [rule 1]: emit: there is no function “upper”" },
  { "emit=", "emit=note text=${n|int 5}\n",
    "18: [rule 1]: emit: the function “int” takes 0 words" },
  { "emit=", "emit=note text=${n|values bets}\n",
    "18: [rule 1]: emit: [values] has no table “bets”" },
  { "emit=", "emit=note text=${n|bit 64 a}\n",
    "18: [rule 1]: emit: “bit” takes a number from 0 to 63, not “64”" },
  { "emit=", "emit=note text=${n|times x}\n",
    "18: [rule 1]: emit: “times” takes a whole number, not “x”" },
  { "emit=", "emit=note text=${n|compare stake wager}\n",
    "18: [rule 1]: emit: a register remembers an “amount” and no “stake”" },
  { "emit=", "emit=note text=${n|strip|was}\n",
    "18: [rule 1]: emit: “was” is the first function behind a field" },
  { "emit=", "emit=note text=${n\n", "18: [rule 1]: emit: “${” has no “}”" },
  { "emit=", "emit=note text=${}\n", "18: [rule 1]: emit: “${}” names no field" },
  { "emit=", "emit=note text=${id seat}\n", "18: [rule 1]: emit: [registers] has no “seat”" },
  { "emit=", "emit=note text=${m}\n", "18: [rule 1]: no record has a field “m”" },
  { NULL, "[once]\nfirst=note text=a\n", "20: [once]: the keys of [once] are numbers" },
  { NULL, "[once]\n1=round_next\n",
    "20: [once]: what stands before the first record is no round and no wager" },
  { NULL, "[map]\nversion=2\n", "20: [map]: mappings of version “2” are not known" },
  { NULL, "[map]\ninclude=b.skymap\n",
    "20: [map]: this mapping is in no folder and can include nothing" },
};

/* The mapping with the case's change. */
static char *
make_text (const Case *one)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) lines = g_strsplit (good, "\n", -1);
  gboolean found = one->replace == NULL;

  for (guint i = 0; lines[i + 1] != NULL; i++)
    if (one->replace != NULL && g_str_has_prefix (lines[i], one->replace))
      {
        found = TRUE;
        g_string_append (text, one->text);
      }
    else
      g_string_append_printf (text, "%s\n", lines[i]);
  g_assert_true (found);
  if (one->replace == NULL)
    g_string_append (text, one->text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_problems (void)
{
  sky_map_free (load_map (good));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = make_text (&cases[i]);
      g_autofree char *expected = NULL;
      g_autofree char *problems = NULL;

      if (cases[i].problem == NULL)
        {
          sky_map_free (load_map (text));
          continue;
        }
      expected = g_strconcat ("a.skymap:", cases[i].problem, NULL);
      problems = find_problems (text);
      g_test_message ("%s", problems);
      g_assert_nonnull (strstr (problems, expected));
    }
}

/* All that is wrong is said at once, a line each. */
static void
test_several (void)
{
  g_autofree char *problems =
      find_problems (ROULETTE "[rule 1]\nemit=spin wheel=up; ball=cw\n[rule 2]\nemit=result\n"
                              "[rule 3]\nemit=deal\n");

  g_assert_cmpstr (problems, ==,
                   "a.skymap:14: [rule 1]: emit: wheel: “up” is no of: ccw, cw\n"
                   "a.skymap:16: [rule 2]: emit: the event “result” must have the member “pocket”\n"
                   "a.skymap:18: [rule 3]: emit: the game has no event “deal”");
}

/* Every value of a table that makes up a member is checked. */
static void
test_tables (void)
{
  g_autofree char *problems = find_problems (ROULETTE "[values]\nway=0:cw; 1:up\n[rule 1]\n"
                                                      "emit=spin wheel=${d|values way}; ball=cw\n");

  g_assert_cmpstr (problems, ==, "a.skymap:16: [rule 1]: emit: wheel: “up” is no of: ccw, cw");
}

/* The kinds of sources that need more are told so. */
static void
test_kinds (void)
{
  static const char rest[] = "[log]\nproperty=K\ntable=T\ngame=roulette\ntime_zone=UTC\n"
                             "[time]\nformat=none\n[rule 1]\nemit=note text=a\n";
  static const struct
  {
    const char *source;
    const char *problem; /* NULL: none */
  } kinds[] = {
    { "kind=json\n", "a source of kind json needs records" },
    { "kind=json\nrecords=rounds[*]\n",
      "records begins with “$” and ends with “[*]”, as “$.rounds[*]”" },
    { "kind=json\nrecords=$.rounds[?(@.a)][*]\n",
      "records is a path of names, without filters and functions" },
    { "kind=json\nrecords=$.rounds[*]\n", NULL },
    { "kind=xml\nrecords=rounds/round\n", "records is a path from the root, as “/rounds/round”" },
    { "kind=xml\nrecords=/rounds/round[1]\n",
      "records is a path of names, without filters and functions" },
    { "kind=xml\nrecords=/rounds/round\nencoding=UTF-8\n", "a source of kind xml has no encoding" },
    { "kind=csv\nheader=no\n", "CSV without a header needs columns" },
    { "kind=csv\nseparator=ab\n", "separator is one character, or “tab”" },
    { "kind=csv\nseparator=\"\n", "separator and quote are the same" },
    { "kind=csv\nheader=no\ncolumns=a;b\nseparator=tab\n", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *text = g_strconcat ("[source]\n", kinds[i].source, rest, NULL);
      g_autofree char *problems = NULL;

      if (kinds[i].problem == NULL)
        {
          sky_map_free (load_map (text));
          continue;
        }
      problems = find_problems (text);
      g_assert_nonnull (strstr (problems, kinds[i].problem));
    }
}

/* What is included stands first, and its problems name its file; files that include each other are
 * an error, and so are ones that are not there. */
static void
test_include (void)
{
  char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "a.skymap", NULL);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GPtrArray) circle = NULL;
  g_autoptr (GPtrArray) missing = NULL;
  g_autoptr (SkyMap) map = NULL;
  g_autofree char *first = NULL;
  char sha256[SKY_DIGEST_HEX_SIZE];

  write_file (folder, "b.skymap", ROULETTE "[rule 2]\nemit=note text=b\n");
  write_file (folder, "a.skymap",
              "[map]\ninclude=b.skymap\n[log]\ntable=RO-02\n[rule 1]\nemit=note text=a\n");
  map = sky_map_load (path, &problems);
  g_assert_nonnull (map);
  g_assert_cmpstr (sky_map_expression_get_literal (map->headers[SKY_MAP_TABLE]), ==, "RO-02");
  g_assert_cmpuint (map->rules->len, ==, 2);
  g_assert_cmpstr (((const SkyMapRule *) map->rules->pdata[0])->name, ==, "rule 1");
  g_assert_cmpstr (map->name, ==, "a");
  g_strlcpy (sha256, map->sha256, sizeof sha256);

  write_file (folder, "b.skymap", ROULETTE "[rule 2]\nemit=dance\n");
  g_assert_null (sky_map_load (path, &none));
  g_assert_cmpuint (none->len, ==, 1);
  first = sky_map_problem_format (none->pdata[0]);
  g_assert_true (
      g_str_has_suffix (first, "b.skymap:14: [rule 2]: emit: there is no event “dance”"));

  /* The digest is of both. */
  write_file (folder, "b.skymap", ROULETTE "[rule 2]\nemit=note text=c\n");
  sky_map_free (g_steal_pointer (&map));
  g_clear_pointer (&problems, g_ptr_array_unref);
  map = sky_map_load (path, &problems);
  g_assert_cmpstr (map->sha256, !=, sha256);

  write_file (folder, "b.skymap", "[map]\ninclude=a.skymap\n");
  g_assert_null (sky_map_load (path, &circle));
  g_assert_nonnull (strstr (((const SkyMapProblem *) circle->pdata[0])->text, "too deeply"));
  write_file (folder, "a.skymap", "[map]\ninclude=c.skymap\n");
  g_assert_null (sky_map_load (path, &missing));
  g_assert_nonnull (
      strstr (((const SkyMapProblem *) missing->pdata[0])->text, "“c.skymap” cannot be included"));
  remove_folder (folder);
}

/* Bytes that are no text. */
static void
test_bytes (void)
{
  static const struct
  {
    const char *data;
    gsize size;
    const char *problem;
  } texts[] = {
    { "[a]\n\0", 5, "a.skymap: the mapping has a byte 0 and is no text" },
    { "[source]\nkind=\xff\n", 16, "a.skymap:2: this line is no UTF-8" },
    { "", 0, "a.skymap: the mapping lacks [source] kind=" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GPtrArray) problems = NULL;
      g_autofree char *first = NULL;

      g_assert_null (sky_map_new (texts[i].data, texts[i].size, "a.skymap", NULL, &problems));
      g_assert_cmpuint (problems->len, >, 0);
      first = sky_map_problem_format (problems->pdata[0]);
      g_assert_cmpstr (first, ==, texts[i].problem);
    }
}

/* The mappings that ship. */
static void
test_shipped (void)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "data", "maps", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (SkyMap) map = NULL;

      if (!g_str_has_suffix (name, ".skymap"))
        continue;
      map = sky_map_load (path, &problems);
      g_assert_nonnull (map);
      n++;
    }
  g_assert_cmpuint (n, ==, 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/map/problems", test_problems);
  g_test_add_func ("/map/several", test_several);
  g_test_add_func ("/map/tables", test_tables);
  g_test_add_func ("/map/kinds", test_kinds);
  g_test_add_func ("/map/include", test_include);
  g_test_add_func ("/map/bytes", test_bytes);
  g_test_add_func ("/map/shipped", test_shipped);
  return g_test_run ();
}
