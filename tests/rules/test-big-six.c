/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Big Six Wheel: 58 Pa. Code Chapter 619a. */
#include "config.h"

#include "sky-big-six.h"
#include "sky-play.h"

#include <string.h>

#define DAY "2023-11-04"

static const char *const keys[] = { "1", "2", "5", "10", "20", "joker", "flag" };

/* § 619a.1(b) as it is printed, the joker first. */
static const char *const printed[] = {
  "joker", "1", "2", "1", "5", "2",  "1",  "10", "1", "5", "1", "2", "1",  "20",
  "1",     "2", "1", "5", "2", "1",  "10", "1",  "2", "5", "1", "2", "1",  "flag",
  "2",     "5", "2", "1", "2", "1",  "10", "1",  "5", "1", "2", "1", "20", "1",
  "2",     "1", "5", "2", "1", "10", "1",  "2",  "5", "1", "2", "1",
};

G_STATIC_ASSERT (G_N_ELEMENTS (printed) == SKY_N_SECTIONS);

static SkyPlay *
open_table (const char *submission)
{
  SkyPlay *play = sky_play_new ("big_six", DAY);

  sky_play_open (play, submission);
  return play;
}

static void
show_section (SkyPlay *play, guint section)
{
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "spin", "%s", "");
  sky_play (play, "result", "'section':%u,'symbol':'%s','revolutions':3", section,
            printed[section]);
  sky_play (play, "call", "'symbol':'%s'", printed[section]);
}

/* Every wager at every section. */
static void
test_bets (void)
{
  static const int odds[] = { 1, 2, 5, 10, 20, 45, 45 };
  guint counts[SKY_N_SYMBOLS] = { 0 };

  for (guint section = 0; section < SKY_N_SECTIONS; section++)
    {
      g_autoptr (SkyPlay) play = open_table ("{}");

      sky_play_round_start (play);
      for (guint i = 0; i < SKY_N_SYMBOLS; i++)
        {
          g_autofree char *members = g_strdup_printf ("'symbol':'%s'", keys[i]);

          sky_play_wager (play, keys[i], "symbol", members, 103);
        }
      show_section (play, section);
      sky_play_round_end (play);
      sky_play_run (play);
      sky_play_assert_findings (play, "");
      for (guint i = 0; i < SKY_N_SYMBOLS; i++)
        {
          const SkyDue *due = g_hash_table_lookup (play->dues, keys[i]);

          g_assert_cmpstr (due->section, ==, "619a.2(c)");
          g_assert_cmpstr (due->odds_section, ==, "619a.3");
          if (g_str_equal (keys[i], printed[section]))
            {
              sky_play_assert_due (play, keys[i], "win", 103 * odds[i], 0);
              g_assert_cmpint (due->returned, ==, 103);
              counts[i]++;
            }
          else
            sky_play_assert_due (play, keys[i], "lose", 0, 103);
        }
    }
  g_assert_cmpuint (counts[SKY_SYMBOL_1], ==, 23);
  g_assert_cmpuint (counts[SKY_SYMBOL_2], ==, 15);
  g_assert_cmpuint (counts[SKY_SYMBOL_5], ==, 8);
  g_assert_cmpuint (counts[SKY_SYMBOL_10], ==, 4);
  g_assert_cmpuint (counts[SKY_SYMBOL_20], ==, 2);
  g_assert_cmpuint (counts[SKY_SYMBOL_JOKER], ==, 1);
  g_assert_cmpuint (counts[SKY_SYMBOL_FLAG], ==, 1);
}

static void
test_themed (void)
{
  g_autoptr (SkyPlay) play =
      open_table ("{'symbols':{'5':'Cherries','joker':'Clown'},'pay':{'symbol:5':'6 to 1',"
                  "'symbol:joker':'50 to 1'}}");

  sky_play_round_start (play);
  sky_play_wager (play, "w", "symbol", "'symbol':'5'", 100);
  sky_play_wager (play, "x", "symbol", "'symbol':'20'", 100);
  sky_play_wager (play, "y", "symbol", "'symbol':'Cherries'", 100);
  show_section (play, 4);
  sky_play_round_end (play);
  sky_play_round_start (play);
  sky_play_wager (play, "z", "symbol", "'symbol':'joker'", 100);
  show_section (play, 0);
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "wager.not-permissible");
  sky_play_assert_due (play, "w", "win", 600, 0);
  sky_play_assert_due (play, "y", "void", 0, 0);
  sky_play_assert_due (play, "z", "win", 5000, 0);
  g_assert_cmpstr (g_hash_table_lookup (play->names, "w"), ==, "Wager on Cherries");
  g_assert_cmpstr (g_hash_table_lookup (play->names, "x"), ==, "Wager on $20 Symbol");
  g_assert_cmpstr (g_hash_table_lookup (play->told, "w"), ==,
                   "Wager on Cherries pays 6 to 1: $1.00 × 6 / 1 = $6.00");
}

static void
test_options (void)
{
  static const struct
  {
    const char *submission;
    const char *findings;
  } cases[] = {
    { "{'symbols':{}}", "" },
    { "{'symbols':'fruit'}", "rules.option-invalid" },
    { "{'symbols':{'1':1}}", "rules.option-invalid" },
    { "{'pay':{'symbol:1':'1 to 2'}}", "rules.option-invalid" },
    { "{'pay':{'symbol:flag':'44 to 1'}}", "rules.option-invalid" },
    { "{'pay':{'symbol:flag':'46 for 1'}}", "" },
    { "{'pay':{'symbol:7':'46 to 1'}}", "rules.option-invalid" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SkyPlay) play = open_table (cases[i].submission);

      sky_play_run (play);
      sky_play_assert_findings (play, cases[i].findings);
    }
}

/* The same values in another order change nothing. */
static void
test_same_rules (void)
{
  g_autoptr (SkyPlay) play = open_table ("{'symbols':{'5':'Cherries','1':'Plum'}}");

  sky_play (play, "rules", "'submission':{'symbols':{'1':'Plum','5':'Cherries'}}");
  sky_play_run (play);
  sky_play_assert_findings (play, "");
}

static void
test_invalid_spin (void)
{
  static const struct
  {
    int revolutions;
    const char *observed;
    const char *section;
  } cases[] = {
    { 3, "", NULL },
    { 2, "", "619a.2(b)" },
    { 3, "'between'", "619a.2(d)" },
    { 1, "'between'", "619a.2(b)" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint called = 0; called < 3; called++)
      {
        g_autoptr (SkyPlay) play = open_table ("{}");

        sky_play_round_start (play);
        sky_play_wager (play, "w", "symbol", "'symbol':'5'", 100);
        sky_play (play, "no_more_bets", "%s", "");
        sky_play (play, "spin", "%s", "");
        sky_play (play, "result", "'section':4,'symbol':'5','revolutions':%d,'observed':[%s]",
                  cases[i].revolutions, cases[i].observed);
        if (called > 0)
          sky_play (play, "void", "'reason':'no spin','role':'dealer'");
        if (called > 1)
          {
            sky_play (play, "spin", "%s", "");
            sky_play (play, "result", "'section':5,'symbol':'2','revolutions':5");
          }
        sky_play_round_end (play);
        sky_play_run (play);
        sky_play_assert_findings (
            play, called == 0 && cases[i].section != NULL ? "big_six.invalid-spin" : "");
        if (called == 0 && cases[i].section != NULL)
          sky_play_assert_section (play, 0, cases[i].section);
        if (called > 1)
          sky_play_assert_due (play, "w", "lose", 0, 100);
        else if (called == 1 || cases[i].section != NULL)
          sky_play_assert_due (play, "w", "void", 0, 0);
        else
          sky_play_assert_due (play, "w", "win", 500, 0);
      }
}

/* The section decides; the call is held against the recorded symbol. */
static void
test_symbol (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  sky_play_round_start (play);
  sky_play_wager (play, "w", "symbol", "'symbol':'5'", 100);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "spin", "%s", "");
  sky_play (play, "result", "'section':4,'symbol':'2','revolutions':3");
  sky_play (play, "call", "'symbol':'2'");
  sky_play_round_end (play);
  sky_play_round_start (play);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "spin", "%s", "");
  sky_play (play, "result", "'section':27,'symbol':'flag','revolutions':3");
  sky_play (play, "call", "'symbol':'joker'");
  /* One that is wrong again is the same finding. */
  sky_play (play, "call", "'symbol':'20'");
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "big_six.symbol round.call");
  sky_play_assert_section (play, 0, "619a.1(b)");
  sky_play_assert_section (play, 1, "619a.2(c)");
  sky_play_assert_due (play, "w", "win", 500, 0);
}

static void
test_impossible (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  for (int i = 0; i < 2; i++)
    {
      sky_play_round_start (play);
      sky_play_wager (play, i == 0 ? "a" : "b", "symbol", "'symbol':'1'", 100);
      sky_play (play, "no_more_bets", "%s", "");
      sky_play (play, "spin", "%s", "");
      sky_play (play, "result", "'section':%d,'symbol':'1','revolutions':3", i == 0 ? 54 : -1);
      sky_play_round_end (play);
    }
  sky_play_run (play);
  sky_play_assert_findings (play, "log.impossible log.impossible");
  sky_play_assert_due (play, "a", "none", 0, 0);
  sky_play_assert_due (play, "b", "none", 0, 0);
}

/* Before the spin; a verbal wager is nothing that chapter 619a forbids. */
static void
test_no_more_bets (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  sky_play_round_start (play);
  sky_play_wager (play, "a", "symbol", "'symbol':'1','via':'cash_verbal'", 100);
  sky_play (play, "spin", "%s", "");
  sky_play_wager (play, "b", "symbol", "'symbol':'1'", 100);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "result", "'section':1,'symbol':'1','revolutions':3");
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "round.no-more-bets wager.late");
  sky_play_assert_section (play, 0, "619a.2(a)");
  sky_play_assert_section (play, 1, "619a.2(a)");
  sky_play_assert_due (play, "b", "win", 100, 0);
}

/* The line that begins a round may be lost: the round before leaves nothing behind. */
static void
test_lost_start (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  g_autoptr (GString) expected = g_string_new (NULL);

  g_string_printf (expected, "%d 0 4 0;", SKY_MARK_SECTION);
  sky_play_round_start (play);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "result", "'section':1,'symbol':'1','revolutions':2");
  sky_play (play, "void", "'reason':'no','role':'dealer'");
  sky_play_round_end (play);

  sky_play_wager (play, "w", "symbol", "'symbol':'5'", 100);
  sky_play (play, "call", "'symbol':'5'");
  sky_play (play, "result", "'section':4,'symbol':'5','revolutions':3");
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "");
  sky_play_assert_due (play, "w", "win", 500, 0);
  g_assert_cmpstr (play->marks->str, ==, expected->str);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rules/big-six/bets", test_bets);
  g_test_add_func ("/rules/big-six/themed", test_themed);
  g_test_add_func ("/rules/big-six/options", test_options);
  g_test_add_func ("/rules/big-six/same-rules", test_same_rules);
  g_test_add_func ("/rules/big-six/invalid-spin", test_invalid_spin);
  g_test_add_func ("/rules/big-six/symbol", test_symbol);
  g_test_add_func ("/rules/big-six/impossible", test_impossible);
  g_test_add_func ("/rules/big-six/no-more-bets", test_no_more_bets);
  g_test_add_func ("/rules/big-six/lost-start", test_lost_start);
  return g_test_run ();
}
