/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each function of a mapping: what it makes of a text, and what it refuses. */
#include "config.h"

#include "import-fixture.h"

#include "sky-json-writer.h"

/* An expression, the record, and what a `note` says then; with "!" in front, why it cannot. */
typedef struct
{
  const char *expression;
  const char *record;
  const char *expected;
} Case;

static const Case cases[] = {
  { "${a|strip}", "{\"a\":\"  b c \"}", "b c" },
  { "${a|lower}", "{\"a\":\"ÄB\"}", "äb" },
  { "${a}", "{\"a\":12.5}", "12.5" },
  { "${a}", "{\"a\":true}", "true" },
  { "${a}", "{\"a\":[1,{\"b\":null}]}", "[1,{\"b\":null}]" },
  { "${a.b.1}", "{\"a\":{\"b\":[7,8]}}", "8" },
  { "${a.b}", "{\"a.b\":\"whole\",\"a\":{\"b\":1}}", "whole" },
  { "x${a}y${b}z", "{\"a\":1,\"b\":2}", "x1y2z" },
  { "n${a|int}", "{\"a\":\" 007 \"}", "n7" },
  { "n${a|int}", "{\"a\":\"-3\"}", "n-3" },
  { "n${a|int}", "{\"a\":\"5.0\"}", "n5" },
  { "n${a|int}", "{\"a\":\"\"}", "n" },
  { "n${a|int}", "{\"a\":null}", "n" },
  { "n${a|int}", "{\"a\":\"5.5\"}", "!note: text: “5.5” is no whole number" },
  { "n${a|int}", "{\"a\":\"seven\"}", "!note: text: “seven” is no whole number" },
  { "n${a|int}", "{\"a\":\"9223372036854775808\"}",
    "!note: text: “9223372036854775808” is no whole number" },
  { "${a|money}", "{\"a\":12.5}", "1250" },
  { "${a|money}", "{\"a\":\"$7\"}", "700" },
  { "${a|money}", "{\"a\":\"0.05\"}", "5" },
  { "${a|money}", "{\"a\":\"0.055\"}", "!note: text: “0.055” is no amount of whole cents" },
  { "${a|money}", "{\"a\":\"-1\"}", "!note: text: “-1” is no amount of money" },
  { "${a|money}", "{\"a\":\"1e3\"}", "!note: text: “1e3” is no amount of money" },
  { "${a|times 3}", "{\"a\":\"1.5\"}", "4.5" },
  { "${a|times -2}", "{\"a\":\"0.25\"}", "-0.5" },
  { "${a|times 1000000}", "{\"a\":\"9000000000000\"}",
    "!note: text: “9000000000000” is no number that can be multiplied" },
  { "${a|minus 1.5}", "{\"a\":\"1\"}", "-0.5" },
  { "${a|minus b}", "{\"a\":\"10\",\"b\":4}", "6" },
  { "${a|minus b}", "{\"a\":\"10\",\"b\":\"x\"}",
    "!note: text: “10” is no number that the other can be taken from" },
  { "${a|values t}", "{\"a\":\"one\"}", "1" },
  { "${a|values t}", "{\"a\":\"three\"}", "!note: text: the table “t” has no “three”" },
  { "${a|values e}", "{\"a\":\"three\"}", "else" },
  { "n${a|values t}", "{}", "n" },
  { "${a|list}", "{\"a\":\"1; 2,3\"}", "1;2;3" },
  { "${a|list}", "{\"a\":[\"x\",\"y\"]}", "x;y" },
  { "${a|card}", "{\"a\":\"10♠\"}", "TS" },
  { "${a|card}", "{\"a\":\"sq\"}", "QS" },
  { "${a|card}", "{\"a\":\"ah\"}", "AH" },
  { "${a|card}", "{\"a\":\"1S\"}", "!note: text: “1S” is no card" },
  { "${a|card}", "{\"a\":\"joker\"}", "!note: text: “joker” is no card" },
  { "${a|dice}", "{\"a\":[5,3]}", "[5,3]" },
  { "${a|dice}", "{\"a\":\"5-3\"}", "[5,3]" },
  { "${a|dice}", "{\"a\":\"53\"}", "[5,3]" },
  { "${a|dice}", "{\"a\":\"7-3\"}", "!note: text: “7-3” is no throw of dice" },
  { "${a|default -}", "{}", "-" },
  { "${a|default no one}", "{\"a\":\"\"}", "no one" },
  { "${a|default -}", "{\"a\":\"b\"}", "b" },
  { "${a|not}", "{\"a\":false}", "true" },
  { "${a|not}", "{\"a\":\"yes\"}", "false" },
  { "${a|not}", "{}", "true" },
  { "n${a|bit 1 same}", "{\"a\":\"2\"}", "nsame" },
  { "n${a|bit 1 same}", "{\"a\":\"D\"}", "n" },
  { "n${a|bit 3 same}", "{\"a\":\"D\"}", "nsame" },
  { "n${a|bit 0 same}", "{\"a\":\"x\"}", "!note: text: “x” is no hexadecimal number" },
};

static void
test_functions (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *one = &cases[i];
      gboolean fails = one->expected[0] == '!';
      g_autofree char *map = g_strdup_printf (
          CRAPS "[money]\nunit=dollars\n[values]\nt=one:1; two:2\ne=one:1; *:else\n"
                "[rule 1]\nemit=note text=%s\n",
          one->expression);
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *told = tell_records (map, one->record);
      g_autofree char *expected = NULL;

      sky_json_add_string (text, "text", one->expected);
      expected = fails ? g_strdup_printf ("1 aside: %s\n", one->expected + 1)
                       : g_strdup_printf ("1 used: note {%s}\n", text->str);
      g_assert_cmpstr (told, ==, expected);
    }
}

/* What a condition is, the record, and whether it holds: "y", "n", or why that cannot be told. */
static const Case conditions[] = {
  { "${a} == \"x\"", "{\"a\":\"x\"}", "y" },
  { "${a} == x", "{\"a\":\"x\"}", "y" },
  { "${a} == ${b}", "{\"a\":\"x\",\"b\":\"x\"}", "y" },
  { "${a} != \"x\"", "{\"a\":\"x\"}", "n" },
  { "${a} exists", "{\"a\":\"\"}", "n" },
  { "${a} exists", "{\"a\":0}", "y" },
  { "!${a} exists", "{}", "y" },
  { "${a}", "{\"a\":true}", "y" },
  { "${a}", "{\"a\":\"No\"}", "n" },
  { "${a} < 10", "{\"a\":9.5}", "y" },
  { "${a} < 10", "{\"a\":10}", "n" },
  { "${a} < 10", "{\"a\":\"x\"}", "“x” is no number and cannot be less" },
  { "${a} ~ \"^x+$\"", "{\"a\":\"xx\"}", "y" },
  { "${a} ~ ^x+$", "{\"a\":\"xy\"}", "n" },
  { "${a} == 1 && ${b} == 2", "{\"a\":1,\"b\":2}", "y" },
  { "${a} == 1 && ${b} == 2", "{\"a\":1,\"b\":3}", "n" },
  { "${a} == 1 || ${b} == 2 && ${b} == 3", "{\"a\":1,\"b\":9}", "y" },
  { "(${a} == 1 || ${b} == 2) && ${b} == 3", "{\"a\":1,\"b\":9}", "n" },
  { "!(${a} == 1)", "{\"a\":2}", "y" },
  { "${a|strip|lower} == \"yes\"", "{\"a\":\" YES \"}", "y" },
};

static void
test_conditions (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
    {
      const Case *one = &conditions[i];
      g_autofree char *map = g_strdup_printf (
          CRAPS "[rule 1]\nwhen=%s\nemit=note text=y\n[rule 2]\nemit=note text=n\n",
          one->expression);
      g_autofree char *told = tell_records (map, one->record);
      g_autofree char *expected =
          one->expected[1] == '\0'
              ? g_strdup_printf ("1 used: note {\"text\":\"%s\"}\n", one->expected)
              : g_strdup_printf ("1 aside: %s\n", one->expected);

      g_assert_cmpstr (told, ==, expected);
    }
}

/* `was` is what the field had in the last record that had it and was not set aside. */
static void
test_was (void)
{
  g_autofree char *told = tell_records (
      CRAPS "[rule 1]\nwhen=${bad}\nerror=bad one\n[rule 2]\nemit=note text=<${a|was}>\n",
      "{\"a\":1}\n{\"b\":1}\n{\"a\":2,\"bad\":1}\n{\"a\":3}\n{}\n");

  g_assert_cmpstr (told, ==,
                   "1 used: note {\"text\":\"<>\"}\n2 used: note {\"text\":\"<1>\"}\n"
                   "3 aside: bad one\n4 used: note {\"text\":\"<1>\"}\n"
                   "5 used: note {\"text\":\"<3>\"}\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/map-function/functions", test_functions);
  g_test_add_func ("/map-function/conditions", test_conditions);
  g_test_add_func ("/map-function/was", test_was);
  return g_test_run ();
}
