/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sic Bo: 58 Pa. Code Chapter 625a and, until 2011-06-10, Chapter 539. */
#include "config.h"

#include "sky-game.h"
#include "sky-play.h"

#include <string.h>

#define DAY     "2023-11-04"
#define DAY_539 "2011-06-10"

static SkyPlay *
open_table (const char *day, const char *submission)
{
  SkyPlay *play = sky_play_new ("sic_bo", day);

  sky_play_open (play, submission);
  return play;
}

/* The procedure of § 625a.5 from the shake to the lights' clearing, without the lights. */
static void
show_dice (SkyPlay *play, int a, int b, int c)
{
  sky_play (play, "shake", "'times':3,'device':'manual'");
  sky_play (play, "reveal", "%s", "");
  sky_play (play, "result", "'dice':[%d,%d,%d]", a, b, c);
  sky_play (play, "call", "'dice':[%d,%d,%d]", c, a, b);
  sky_play (play, "entry", "'dice':[%d,%d,%d]", b, c, a);
}

/* One round with one wager of $10.01. */
static SkyPlay *
play_one (const char *day, const char *submission, const char *bet, const char *members, int dice)
{
  SkyPlay *play = open_table (day, submission);

  sky_play_round_start (play);
  sky_play_wager (play, "w", bet, members, 1001);
  sky_play (play, "no_more_bets", "%s", "");
  show_dice (play, dice / 100, dice / 10 % 10, dice % 10);
  sky_play_round_end (play);
  sky_play_run (play);
  return play;
}

static const struct
{
  const char *bet;
  const char *members;
  int dice;
  int paid; /* to 1; 0: it loses */
  const char *section;
  const char *name;
} bets[] = {
  { "three_of_a_kind", "'number':4", 444, 150, "625a.6(a)", "Three of a Kind on 4" },
  { "three_of_a_kind", "'number':4", 445, 0, "625a.3(1)", "Three of a Kind on 4" },
  { "three_of_a_kind", "'number':4", 555, 0, "625a.3(1)", "Three of a Kind on 4" },
  { "two_of_a_kind", "'number':2", 262, 8, "625a.6(a)", "Two of a Kind on 2" },
  { "two_of_a_kind", "'number':2", 222, 8, "625a.6(a)", "Two of a Kind on 2" },
  { "two_of_a_kind", "'number':2", 266, 0, "625a.3(2)", "Two of a Kind on 2" },
  { "any_three_of_a_kind", "", 111, 24, "625a.6(a)", "Any Three of a Kind" },
  { "any_three_of_a_kind", "", 112, 0, "625a.3(3)", "Any Three of a Kind" },
  { "total", "'number':4", 112, 50, "625a.6(a)", "Total Value Bet of 4" },
  { "total", "'number':5", 221, 18, "625a.6(a)", "Total Value Bet of 5" },
  { "total", "'number':6", 222, 14, "625a.6(a)", "Total Value Bet of 6" },
  { "total", "'number':7", 511, 12, "625a.6(a)", "Total Value Bet of 7" },
  { "total", "'number':8", 611, 8, "625a.6(a)", "Total Value Bet of 8" },
  { "total", "'number':9", 333, 6, "625a.6(a)", "Total Value Bet of 9" },
  { "total", "'number':10", 136, 6, "625a.6(a)", "Total Value Bet of 10" },
  { "total", "'number':11", 155, 6, "625a.6(a)", "Total Value Bet of 11" },
  { "total", "'number':12", 444, 6, "625a.6(a)", "Total Value Bet of 12" },
  { "total", "'number':13", 661, 8, "625a.6(a)", "Total Value Bet of 13" },
  { "total", "'number':14", 662, 12, "625a.6(a)", "Total Value Bet of 14" },
  { "total", "'number':15", 555, 14, "625a.6(a)", "Total Value Bet of 15" },
  { "total", "'number':16", 664, 18, "625a.6(a)", "Total Value Bet of 16" },
  { "total", "'number':17", 566, 50, "625a.6(a)", "Total Value Bet of 17" },
  { "total", "'number':17", 666, 0, "625a.3(4)", "Total Value Bet of 17" },
  { "total", "'number':4", 111, 0, "625a.3(4)", "Total Value Bet of 4" },
  { "two_dice", "'numbers':[6,1]", 165, 5, "625a.6(a)", "Two Dice Combination of 1 and 6" },
  { "two_dice", "'numbers':[1,6]", 661, 5, "625a.6(a)", "Two Dice Combination of 1 and 6" },
  { "two_dice", "'numbers':[1,6]", 666, 0, "625a.3(5)", "Two Dice Combination of 1 and 6" },
  { "small", "", 112, 1, "625a.6(a)", "Small Bet" },
  { "small", "", 145, 1, "625a.6(a)", "Small Bet" },
  { "small", "", 146, 0, "625a.3(6)", "Small Bet" },
  { "small", "", 222, 0, "625a.3(6)", "Small Bet" },
  { "big", "", 146, 1, "625a.6(a)", "Big Bet" },
  { "big", "", 665, 1, "625a.6(a)", "Big Bet" },
  { "big", "", 145, 0, "625a.3(7)", "Big Bet" },
  { "big", "", 555, 0, "625a.3(7)", "Big Bet" },
  { "one_of_a_kind", "'number':3", 314, 1, "625a.6(b)", "One of a Kind on 3" },
  { "one_of_a_kind", "'number':3", 313, 2, "625a.6(b)", "One of a Kind on 3" },
  { "one_of_a_kind", "'number':3", 333, 3, "625a.6(b)", "One of a Kind on 3" },
  { "one_of_a_kind", "'number':3", 124, 0, "625a.3(8)", "One of a Kind on 3" },
};

static void
test_bets (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (bets); i++)
    {
      g_autoptr (SkyPlay) play = play_one (DAY, "{}", bets[i].bet, bets[i].members, bets[i].dice);
      const SkyDue *due = g_hash_table_lookup (play->dues, "w");

      g_test_message ("%s with %d", bets[i].name, bets[i].dice);
      sky_play_assert_findings (play, "");
      if (bets[i].paid > 0)
        {
          sky_play_assert_due (play, "w", "win", 1001 * bets[i].paid, 0);
          g_assert_cmpint (due->returned, ==, 1001);
          g_assert_cmpstr (due->odds_section, ==, bets[i].section);
        }
      else
        {
          sky_play_assert_due (play, "w", "lose", 0, 1001);
          g_assert_cmpstr (due->section, ==, bets[i].section);
        }
      g_assert_cmpstr (g_hash_table_lookup (play->names, "w"), ==, bets[i].name);
      g_assert_cmpuint (due->reading, ==,
                        g_str_equal (bets[i].bet, "two_of_a_kind") && bets[i].dice == 222 ? 17 : 0);
    }
}

/* The same wagers, odds and outcomes under chapter 539, with its own sections. */
static void
test_bets_539 (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (bets); i++)
    {
      g_autoptr (SkyPlay) play = sky_play_new ("sic_bo", DAY_539);
      g_autofree char *odds_section = NULL;
      const SkyDue *due;

      sky_play_open (play, "{}");
      sky_play_round_start (play);
      sky_play_wager (play, "w", bets[i].bet, bets[i].members, 200);
      sky_play (play, "no_more_bets", "%s", "");
      show_dice (play, bets[i].dice / 100, bets[i].dice / 10 % 10, bets[i].dice % 10);
      sky_play_round_end (play);
      sky_play_run (play);
      sky_play_assert_findings (play, "");
      due = g_hash_table_lookup (play->dues, "w");
      g_assert_cmpint (due->paid, ==, 200 * bets[i].paid);
      g_assert_true (g_str_has_prefix (due->section, "539.3("));
      if (bets[i].paid > 0)
        g_assert_cmpstr (due->odds_section, ==,
                         g_str_equal (bets[i].bet, "one_of_a_kind") ? "539.6(c)" : "539.6(b)");
    }
}

static void
test_not_permissible (void)
{
  static const struct
  {
    const char *bet;
    const char *members;
  } cases[] = {
    { "total", "'number':3" },           { "total", "'number':18" },
    { "three_of_a_kind", "'number':0" }, { "two_of_a_kind", "'number':7" },
    { "one_of_a_kind", "'number':-1" },  { "two_dice", "'numbers':[2,2]" },
    { "two_dice", "'numbers':[1,7]" },   { "two_dice", "'numbers':[1]" },
    { "two_dice", "'numbers':[1,2,3]" }, { "odd", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SkyPlay) play = play_one (DAY, "{}", cases[i].bet, cases[i].members, 123);
      g_autoptr (SkyPlay) earlier = play_one (DAY_539, "{}", cases[i].bet, cases[i].members, 123);

      sky_play_assert_findings (play, "wager.not-permissible");
      sky_play_assert_due (play, "w", "void", 0, 0);
      g_assert_true (
          g_str_has_prefix (((SkyFinding *) play->findings->pdata[0])->section, "625a.3"));
      sky_play_assert_findings (earlier, "wager.not-permissible");
      g_assert_true (
          g_str_has_prefix (((SkyFinding *) earlier->findings->pdata[0])->section, "539.3"));
    }
}

/* Odds may be raised under 539, where the chapter says "no less than", and only there. */
static void
test_raised_odds (void)
{
  static const struct
  {
    const char *pay;
    const char *bet;
    const char *members;
    int dice;
    SkyMoney paid;
    const char *findings;
  } cases[] = {
    { "'three_of_a_kind':'180 to 1'", "three_of_a_kind", "'number':1", 111, 180180, "" },
    { "'total:4':'60 to 1'", "total", "'number':4", 112, 60060, "" },
    { "'total:4':'60 to 1'", "total", "'number':17", 566, 50050, "" },
    { "'one_of_a_kind:2':'5 to 2'", "one_of_a_kind", "'number':1", 112, 2002,
      "rules.option-invalid" },
    { "'one_of_a_kind':'4 to 1'", "one_of_a_kind", "'number':1", 123, 1001,
      "rules.option-invalid" },
    { "'total':'60 to 1'", "total", "'number':4", 112, 50050, "rules.option-invalid" },
    { "'three_of_a_kind:1':'180 to 1'", "three_of_a_kind", "'number':1", 111, 150150,
      "rules.option-invalid" },
    { "'small':'1 to 1'", "small", "", 112, 1001, "" },
    { "'total:4':'49 to 1'", "total", "'number':4", 112, 50050, "rules.option-invalid" },
    { "'total:3':'60 to 1'", "total", "'number':4", 112, 50050, "rules.option-invalid" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *submission = g_strdup_printf ("{'pay':{%s}}", cases[i].pay);
      g_autoptr (SkyPlay) play = sky_play_new ("sic_bo", DAY_539);
      g_autoptr (SkyPlay) later =
          play_one (DAY, submission, cases[i].bet, cases[i].members, cases[i].dice);

      sky_play_open (play, submission);
      sky_play_round_start (play);
      sky_play_wager (play, "w", cases[i].bet, cases[i].members, 1001);
      sky_play (play, "no_more_bets", "%s", "");
      show_dice (play, cases[i].dice / 100, cases[i].dice / 10 % 10, cases[i].dice % 10);
      sky_play_round_end (play);
      sky_play_run (play);
      sky_play_assert_findings (play, cases[i].findings);
      sky_play_assert_due (play, "w", "win", cases[i].paid, 0);
      sky_play_assert_findings (later, "rules.option-invalid");
    }
}

static void
test_payout_unit (void)
{
  g_autoptr (SkyPlay) play = play_one (DAY, "{'payout_unit':100}", "small", "", 112);

  sky_play_assert_due (play, "w", "win", 1000, 0);
}

/* "No more bets" before the reveal; under 539 before the shake. */
static void
test_no_more_bets (void)
{
  static const struct
  {
    const char *day;
    int called; /* 0 never, 1 before the shake, 2 before the reveal, 3 before the result */
    const char *findings;
    const char *section;
  } cases[] = {
    { DAY, 0, "round.no-more-bets", "625a.5(c)" },
    { DAY, 1, "", NULL },
    { DAY, 2, "", NULL },
    { DAY, 3, "round.no-more-bets", "625a.5(c)" },
    { DAY_539, 0, "round.no-more-bets", "539.5(b)" },
    { DAY_539, 1, "", NULL },
    { DAY_539, 2, "round.no-more-bets", "539.5(b)" },
    { "2011-06-11", 2, "", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SkyPlay) play = open_table (cases[i].day, "{}");

      sky_play_round_start (play);
      sky_play_wager (play, "w", "big", "", 1000);
      if (cases[i].called == 1)
        sky_play (play, "no_more_bets", "%s", "");
      sky_play (play, "shake", "'times':3,'device':'manual'");
      if (cases[i].called == 2)
        sky_play (play, "no_more_bets", "%s", "");
      sky_play (play, "reveal", "%s", "");
      if (cases[i].called == 3)
        sky_play (play, "no_more_bets", "%s", "");
      sky_play (play, "result", "'dice':[4,5,6]");
      sky_play_round_end (play);
      sky_play_run (play);
      sky_play_assert_findings (play, cases[i].findings);
      if (cases[i].section != NULL)
        sky_play_assert_section (play, 0, cases[i].section);
      sky_play_assert_due (play, "w", "win", 1000, 0);
    }
}

static void
test_late (void)
{
  g_autoptr (SkyPlay) play = open_table (DAY, "{}");
  g_autoptr (SkyPlay) earlier = open_table (DAY_539, "{}");

  sky_play_round_start (play);
  sky_play (play, "shake", "'times':3,'device':'manual'");
  sky_play_wager (play, "in-time", "big", "", 1000);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play_wager (play, "late", "big", "", 1000);
  sky_play (play, "reveal", "%s", "");
  sky_play (play, "result", "'dice':[4,5,6]");
  sky_play_wager (play, "posted", "big", "", 1000);
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "wager.late wager.late");
  sky_play_assert_section (play, 0, "625a.5(c)");
  sky_play_assert_due (play, "in-time", "win", 1000, 0);
  sky_play_assert_due (play, "late", "win", 1000, 0);
  sky_play_assert_due (play, "posted", "none", 0, 0);

  sky_play_round_start (earlier);
  sky_play (earlier, "shake", "'times':3,'device':'manual'");
  sky_play_wager (earlier, "late", "big", "", 1000);
  sky_play (earlier, "result", "'dice':[4,5,6]");
  sky_play_round_end (earlier);
  sky_play_run (earlier);
  sky_play_assert_findings (earlier, "round.no-more-bets wager.late");
  sky_play_assert_section (earlier, 1, "539.5(b)");
  sky_play_assert_due (earlier, "late", "win", 1000, 0);
}

static void
test_verbal (void)
{
  g_autoptr (SkyPlay) play = open_table (DAY, "{}");

  sky_play_round_start (play);
  sky_play_wager (play, "a", "big", "'via':'cash_verbal','confirmed':true", 1000);
  sky_play_wager (play, "b", "big", "'via':'plaque'", 1000);
  sky_play (play, "no_more_bets", "%s", "");
  show_dice (play, 4, 5, 6);
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "wager.verbal");
  sky_play_assert_section (play, 0, "625a.4(a)");
}

/* Announced, entered, lit. */
static void
test_announced (void)
{
  g_autoptr (SkyPlay) play = open_table (DAY, "{}");

  sky_play_round_start (play);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "shake", "'times':3,'device':'manual'");
  sky_play (play, "reveal", "%s", "");
  sky_play (play, "result", "'dice':[1,2,4]");
  sky_play (play, "call", "'dice':[1,2,5]");
  sky_play (play, "call", "'dice':[1,2,6]");
  sky_play (play, "entry", "'dice':[1,4,4]");
  sky_play (play, "entry", "'dice':[2,1,4]");
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "round.call sic_bo.entry");
  sky_play_assert_section (play, 0, "625a.5(d)");
  sky_play_assert_section (play, 1, "625a.5(d)");
  g_assert_cmpstr (((SkyFinding *) play->findings->pdata[0])->recorded, ==, "{\"dice\":[1,2,5]}");
  g_assert_cmpstr (((SkyFinding *) play->findings->pdata[0])->recomputed, ==, "{\"dice\":[1,2,4]}");
}

#define LIT(rest) "'bets':[" rest "]"
#define ONE_244                                                                                    \
  "{'bet':'one_of_a_kind','number':2},{'bet':'one_of_a_kind','number':4},"                         \
  "{'bet':'two_of_a_kind','number':4},{'bet':'total','number':10},{'bet':'small'}"
#define ALL_244 ONE_244 ",{'bet':'two_dice','numbers':[4,2]}"

static void
test_illumination (void)
{
  static const struct
  {
    int dice;
    int entered; /* 0: not */
    const char *lit;
    const char *findings;
  } cases[] = {
    { 244, 244, LIT (ALL_244), "" },
    { 244, 0, LIT (ALL_244), "" },
    { 442, 424, LIT (ALL_244 ",{'bet':'small'}"), "" },
    { 244, 244, LIT (ONE_244), "sic_bo.illumination" },
    { 244, 244, LIT (ALL_244 ",{'bet':'big'}"), "sic_bo.illumination" },
    { 244, 244, LIT (ALL_244 ",{'bet':'total','number':3}"), "sic_bo.illumination" },
    { 244, 244, LIT (ALL_244 ",{'bet':'odd'}"), "sic_bo.illumination" },
    { 244, 244, LIT (ALL_244 ",{'bet':'total'}"), "sic_bo.illumination" },
    { 244, 244, LIT (""), "sic_bo.illumination" },
    /* What was entered wrongly is shown faithfully. */
    { 245, 244, LIT (ALL_244), "sic_bo.entry" },
    { 245, 244, LIT (ONE_244), "sic_bo.entry sic_bo.illumination" },
    /* Three of a kind: no small, no big; 3 and 18 are no totals. */
    { 111, 111,
      LIT ("{'bet':'three_of_a_kind','number':1},{'bet':'two_of_a_kind','number':1},"
           "{'bet':'any_three_of_a_kind'},{'bet':'one_of_a_kind','number':1}"),
      "" },
    { 222, 222,
      LIT ("{'bet':'three_of_a_kind','number':2},{'bet':'two_of_a_kind','number':2},"
           "{'bet':'any_three_of_a_kind'},{'bet':'one_of_a_kind','number':2},"
           "{'bet':'total','number':6}"),
      "" },
    { 222, 222,
      LIT ("{'bet':'three_of_a_kind','number':2},{'bet':'two_of_a_kind','number':2},"
           "{'bet':'any_three_of_a_kind'},{'bet':'one_of_a_kind','number':2},"
           "{'bet':'total','number':6},{'bet':'small'}"),
      "sic_bo.illumination" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SkyPlay) play = open_table (DAY, "{}");
      int entered = cases[i].entered;

      sky_play_round_start (play);
      sky_play (play, "no_more_bets", "%s", "");
      sky_play (play, "result", "'dice':[%d,%d,%d]", cases[i].dice / 100, cases[i].dice / 10 % 10,
                cases[i].dice % 10);
      if (entered != 0)
        sky_play (play, "entry", "'dice':[%d,%d,%d]", entered / 100, entered / 10 % 10,
                  entered % 10);
      sky_play (play, "illuminate", "%s", cases[i].lit);
      sky_play (play, "clear", "%s", "");
      sky_play_round_end (play);
      sky_play_run (play);
      sky_play_assert_findings (play, cases[i].findings);
    }
}

static void
test_shakes (void)
{
  static const struct
  {
    const char *day;
    const char *shakes[2];
    gboolean voided;
    const char *findings;
    const char *section;
  } cases[] = {
    { DAY, { "'times':3,'device':'manual'" }, FALSE, "", NULL },
    { DAY, { "'times':2,'device':'manual'" }, FALSE, "sic_bo.shakes", "625a.5(b)(1)" },
    { DAY_539, { "'times':2,'device':'manual'" }, FALSE, "sic_bo.shakes", "539.5(c)(1)" },
    { DAY, { "'times':1,'device':'automated'" }, FALSE, "", NULL },
    { DAY, { "'times':2,'device':'manual'", "'times':4,'device':'manual'" }, FALSE, "", NULL },
    { DAY,
      { "'times':4,'device':'manual'", "'times':2,'device':'manual'" },
      FALSE,
      "sic_bo.shakes",
      "625a.5(b)(1)" },
    { DAY, { "'times':2,'device':'manual'" }, TRUE, "", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SkyPlay) play = open_table (cases[i].day, "{}");

      sky_play_round_start (play);
      sky_play (play, "no_more_bets", "%s", "");
      for (guint j = 0; j < 2 && cases[i].shakes[j] != NULL; j++)
        sky_play (play, "shake", "%s", cases[i].shakes[j]);
      if (cases[i].voided)
        sky_play (play, "void", "'reason':'shaken twice','role':'dealer'");
      else
        sky_play (play, "result", "'dice':[1,2,3]");
      sky_play_round_end (play);
      sky_play_run (play);
      sky_play_assert_findings (play, cases[i].findings);
      if (cases[i].section != NULL)
        sky_play_assert_section (play, 0, cases[i].section);
    }
}

/* A die that is not flat voids the round: called, or counted all the same. */
static void
test_not_flat (void)
{
  for (guint called = 0; called < 2; called++)
    {
      g_autoptr (SkyPlay) play = open_table (DAY, "{}");
      g_autoptr (SkyPlay) earlier = open_table (DAY_539, "{}");

      for (guint i = 0; i < 2; i++)
        {
          SkyPlay *each = i == 0 ? play : earlier;

          sky_play_round_start (each);
          sky_play_wager (each, "w", "big", "", 1000);
          sky_play_wager (each, "x", "small", "", 700);
          sky_play (each, "no_more_bets", "%s", "");
          sky_play (each, "result", "'dice':[4,5,6],'observed':['not_flat']");
          if (called)
            sky_play (each, "void", "'reason':'no roll','role':'dealer'");
          sky_play_round_end (each);
          sky_play_run (each);
          sky_play_assert_findings (each, called ? "" : "sic_bo.not-flat");
          if (!called)
            sky_play_assert_section (each, 0, i == 0 ? "625a.7(a)" : "539.7(a)");
          sky_play_assert_due (each, "w", "void", 0, 0);
          sky_play_assert_due (each, "x", "void", 0, 0);
        }
    }
}

/* After a void no later result of the round counts. */
static void
test_void (void)
{
  g_autoptr (SkyPlay) play = open_table (DAY, "{}");

  sky_play_round_start (play);
  sky_play_wager (play, "w", "big", "", 1000);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "result", "'dice':[4,5,6]");
  sky_play (play, "void", "'reason':'shaker failed','role':'floorperson'");
  sky_play_wager (play, "late", "big", "", 1000);
  sky_play (play, "result", "'dice':[4,5,6]");
  sky_play_round_end (play);
  sky_play_round_start (play);
  sky_play_wager (play, "next", "big", "", 1000);
  sky_play (play, "no_more_bets", "%s", "");
  show_dice (play, 4, 5, 6);
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "wager.late");
  sky_play_assert_due (play, "w", "void", 0, 0);
  sky_play_assert_due (play, "late", "void", 0, 0);
  sky_play_assert_due (play, "next", "win", 1000, 0);
}

static void
test_impossible (void)
{
  g_autoptr (SkyPlay) play = open_table (DAY, "{}");

  sky_play_round_start (play);
  sky_play_wager (play, "w", "big", "", 1000);
  sky_play (play, "no_more_bets", "%s", "");
  show_dice (play, 4, 5, 7);
  sky_play (play, "call", "'dice':[1,1,1]");
  sky_play_round_end (play);
  sky_play_round_start (play);
  sky_play (play, "no_more_bets", "%s", "");
  show_dice (play, 0, 5, 6);
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "log.impossible log.impossible");
  sky_play_assert_due (play, "w", "none", 0, 0);
}

static void
test_nothing_shown (void)
{
  g_autoptr (SkyPlay) play = open_table (DAY, "{}");

  sky_play_round_start (play);
  sky_play_wager (play, "w", "big", "", 1000);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "shake", "'times':3,'device':'manual'");
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_due (play, "w", "none", 0, 0);
}

static void
test_steps (void)
{
  g_autoptr (SkyPlay) play = play_one (DAY, "{}", "two_dice", "'numbers':[1,6]", 165);

  g_assert_cmpstr (play->steps->str, ==,
                   "625a.4(c)\tThe dice show 1, 5 and 6: a total of 12.\n"
                   "625a.6(a)\tTwo Dice Combination of 1 and 6 pays 5 to 1: $10.01 × 5 / 1 = "
                   "$50.05.\n");
}

/* The line that begins a round may be lost: the round before leaves nothing behind. */
static void
test_lost_start (void)
{
  g_autoptr (SkyPlay) play = open_table (DAY, "{}");

  g_autoptr (GString) expected = g_string_new (NULL);

  for (int die = 4; die <= 6; die++)
    g_string_append_printf (expected, "%d 0 0 %d;", SKY_MARK_DIE, die);
  sky_play_round_start (play);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "result", "'dice':[1,2,3]");
  sky_play (play, "void", "'reason':'no','role':'dealer'");
  sky_play_round_end (play);

  sky_play_wager (play, "w", "big", "", 100);
  sky_play (play, "call", "'dice':[4,5,6]");
  sky_play (play, "entry", "'dice':[4,5,6]");
  sky_play (play, "result", "'dice':[4,6,5]");
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "");
  sky_play_assert_due (play, "w", "win", 100, 0);
  g_assert_cmpstr (play->marks->str, ==, expected->str);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rules/sic-bo/bets", test_bets);
  g_test_add_func ("/rules/sic-bo/bets-539", test_bets_539);
  g_test_add_func ("/rules/sic-bo/not-permissible", test_not_permissible);
  g_test_add_func ("/rules/sic-bo/raised-odds", test_raised_odds);
  g_test_add_func ("/rules/sic-bo/payout-unit", test_payout_unit);
  g_test_add_func ("/rules/sic-bo/no-more-bets", test_no_more_bets);
  g_test_add_func ("/rules/sic-bo/late", test_late);
  g_test_add_func ("/rules/sic-bo/verbal", test_verbal);
  g_test_add_func ("/rules/sic-bo/announced", test_announced);
  g_test_add_func ("/rules/sic-bo/illumination", test_illumination);
  g_test_add_func ("/rules/sic-bo/shakes", test_shakes);
  g_test_add_func ("/rules/sic-bo/not-flat", test_not_flat);
  g_test_add_func ("/rules/sic-bo/void", test_void);
  g_test_add_func ("/rules/sic-bo/impossible", test_impossible);
  g_test_add_func ("/rules/sic-bo/nothing-shown", test_nothing_shown);
  g_test_add_func ("/rules/sic-bo/steps", test_steps);
  g_test_add_func ("/rules/sic-bo/lost-start", test_lost_start);
  return g_test_run ();
}
