/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Props & Hops: 58 Pa. Code Chapter 668a. */
#include "config.h"

#include "sky-game.h"
#include "sky-play.h"

#include <string.h>

#define DAY "2023-11-04"
#define HOPS                                                                                       \
  "{'hop_layout':{'top':[[1,1],[6,6],[2,1]],'left':[[2,2]],'right':[[3,3],[5,3]],"                 \
  "'center':[[6,1]]}}"

static SkyPlay *
open_table (const char *submission)
{
  SkyPlay *play = sky_play_new ("props_and_hops", DAY);

  sky_play_open (play, submission);
  return play;
}

/* § 668a.3(e)—(h), seat @by shaking. */
static void
show_dice (SkyPlay *play, int by, int a, int b)
{
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "shake", "'by':%d,'times':3,'lid':'dealer'", by);
  sky_play (play, "result", "'dice':[%d,%d]", a, b);
  sky_play (play, "call", "'dice':[%d,%d]", b, a);
}

static void
play_round (SkyPlay *play, int by, int a, int b)
{
  sky_play_round_start (play);
  show_dice (play, by, a, b);
  sky_play_round_end (play);
}

/* Of each wager what it pays on every one of the 36 rolls, by its rule as the text has it. */
static const struct
{
  const char *bet;
  const char *members;
  const char *wins; /* "ab" of each winning roll, the lower first */
  int paid[2];      /* a to b */
  const char *section;
  const char *name;
} bets[] = {
  { "double", "'number':1", "11", { 30, 1 }, "668a.2(d)(1)", "Two the Hardway Bet" },
  { "double", "'number':2", "22", { 30, 1 }, "668a.2(d)(2)", "Four the Hardway Bet" },
  { "double", "'number':3", "33", { 30, 1 }, "668a.2(d)(3)", "Six the Hardway Bet" },
  { "double", "'number':4", "44", { 30, 1 }, "668a.2(d)(4)", "Eight the Hardway Bet" },
  { "double", "'number':5", "55", { 30, 1 }, "668a.2(d)(5)", "Ten the Hardway Bet" },
  { "double", "'number':6", "66", { 30, 1 }, "668a.2(d)(6)", "Twelve the Hardway Bet" },
  { "any_number", "'dice':[1,2]", "12", { 15, 1 }, "668a.2(e)(1)", "One-Two Bet" },
  { "any_number", "'dice':[3,1]", "13", { 15, 1 }, "668a.2(e)(2)", "One-Three Bet" },
  { "any_number", "'dice':[1,4]", "14", { 15, 1 }, "668a.2(e)(3)", "One-Four Bet" },
  { "any_number", "'dice':[1,5]", "15", { 15, 1 }, "668a.2(e)(4)", "One-Five Bet" },
  { "any_number", "'dice':[6,1]", "16", { 15, 1 }, "668a.2(e)(5)", "One-Six Bet" },
  { "any_number", "'dice':[2,3]", "23", { 15, 1 }, "668a.2(e)(6)", "Two-Three Bet" },
  { "any_number", "'dice':[2,4]", "24", { 15, 1 }, "668a.2(e)(7)", "Two-Four Bet" },
  { "any_number", "'dice':[2,5]", "25", { 15, 1 }, "668a.2(e)(8)", "Two-Five Bet" },
  { "any_number", "'dice':[2,6]", "26", { 15, 1 }, "668a.2(e)(9)", "Two-Six Bet" },
  { "any_number", "'dice':[4,3]", "34", { 15, 1 }, "668a.2(e)(10)", "Three-Four Bet" },
  { "any_number", "'dice':[3,5]", "35", { 15, 1 }, "668a.2(e)(11)", "Three-Five Bet" },
  { "any_number", "'dice':[3,6]", "36", { 15, 1 }, "668a.2(e)(12)", "Three-Six Bet" },
  { "any_number", "'dice':[4,5]", "45", { 15, 1 }, "668a.2(e)(13)", "Four-Five Bet" },
  { "any_number", "'dice':[4,6]", "46", { 15, 1 }, "668a.2(e)(14)", "Four-Six Bet" },
  { "any_number", "'dice':[5,6]", "56", { 15, 1 }, "668a.2(e)(15)", "Five-Six Bet" },
  { "field", "", "11 66", { 2, 1 }, "668a.2(f)(1)", "Field Wager" },
  { "field", "", "12 13 22 36 45 46 55 56", { 1, 1 }, "668a.2(f)(1)", "Field Wager" },
  { "hop_top", "", "11 66 12", { 3, 2 }, "668a.2(f)(2)", "Hop the Top Wager" },
  { "hop_left", "", "22", { 2, 1 }, "668a.2(f)(3)", "Hop the Left Wager" },
  { "hop_right", "", "33 35", { 2, 1 }, "668a.2(f)(4)", "Hop the Right Wager" },
  { "hop_center", "", "16", { 3, 2 }, "668a.2(f)(5)", "Hop the Center Wager" },
  { "one_six_under",
    "",
    "11 12 13 14 15 16 22 23 24 33",
    { 1, 1 },
    "668a.2(f)(6)",
    "1-6 and Under Wager" },
  { "three_four_over",
    "",
    "26 34 35 36 44 45 46 55 56 66",
    { 1, 1 },
    "668a.2(f)(7)",
    "3-4 and Over Wager" },
};

static void
test_bets (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (bets); i++)
    for (int a = 1; a <= 6; a++)
      for (int b = a; b <= 6; b++)
        {
          g_autoptr (SkyPlay) play = open_table (HOPS);
          g_autofree char *roll = g_strdup_printf ("%d%d", a, b);
          gboolean wins = strstr (bets[i].wins, roll) != NULL;
          gboolean other_case = g_str_equal (bets[i].bet, "field") && !wins;
          const SkyDue *due;

          sky_play_round_start (play);
          sky_play_wager (play, "w", bets[i].bet, bets[i].members, 1005);
          show_dice (play, 1, b, a);
          sky_play_round_end (play);
          sky_play_run (play);
          due = g_hash_table_lookup (play->dues, "w");
          g_test_message ("%s with %s", bets[i].name, roll);
          sky_play_assert_findings (play, "");
          g_assert_cmpstr (due->section, ==, bets[i].section);
          g_assert_cmpstr (due->odds_section, ==, "668a.4");
          g_assert_cmpstr (g_hash_table_lookup (play->names, "w"), ==, bets[i].name);
          if (wins)
            {
              sky_play_assert_due (play, "w", "win", 1005 * bets[i].paid[0] / bets[i].paid[1], 0);
              g_assert_cmpint (due->returned, ==, 1005);
            }
          else if (!other_case)
            sky_play_assert_due (play, "w", "lose", 0, 1005);
        }
}

static void
test_field_loses (void)
{
  static const int rolls[] = { 14, 23, 15, 24, 33, 16, 25, 34, 26, 35, 44 };

  for (gsize i = 0; i < G_N_ELEMENTS (rolls); i++)
    {
      g_autoptr (SkyPlay) play = open_table ("{}");

      sky_play_round_start (play);
      sky_play_wager (play, "w", "field", "", 100);
      show_dice (play, 1, rolls[i] / 10, rolls[i] % 10);
      sky_play_round_end (play);
      sky_play_run (play);
      sky_play_assert_due (play, "w", "lose", 0, 100);
    }
}

/* Reading R21. */
static void
test_hop_layout (void)
{
  static const struct
  {
    const char *submission;
    const char *bet;
    const char *findings;
    const char *outcome;
  } cases[] = {
    { "{}", "hop_top", "wager.not-offered", "void" },
    { "{'hop_layout':{'left':[[1,1]]}}", "hop_top", "wager.not-offered", "void" },
    { "{'hop_layout':{'top':[]}}", "hop_top", "wager.not-offered", "void" },
    { "{'hop_layout':{'top':[[1,1]]}}", "hop_top", "", "win" },
    { "{'hop_layout':{'top':[[6,6],[1,1]]}}", "hop_top", "", "win" },
    { "{'hop_layout':{'top':[[6,6]]}}", "hop_top", "", "lose" },
    { "{'hop_layout':{'top':[[0,1]]}}", "hop_top", "rules.option-invalid wager.not-offered",
      "void" },
    { "{'hop_layout':{'top':[[1,1,1]]}}", "hop_top", "rules.option-invalid wager.not-offered",
      "void" },
    { "{'hop_layout':{'top':11}}", "hop_top", "rules.option-invalid wager.not-offered", "void" },
    { "{'hop_layout':[]}", "hop_top", "rules.option-invalid wager.not-offered", "void" },
    { "{'pay':{'field':'3 to 1'}}", "field", "rules.option-invalid", "win" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SkyPlay) play = open_table (cases[i].submission);
      const SkyDue *due;

      sky_play_round_start (play);
      sky_play_wager (play, "w", cases[i].bet, "", 200);
      show_dice (play, 1, 1, 1);
      sky_play_round_end (play);
      sky_play_run (play);
      sky_play_assert_findings (play, cases[i].findings);
      due = g_hash_table_lookup (play->dues, "w");
      g_assert_cmpstr (sky_outcome_to_name (due->outcome), ==, cases[i].outcome);
      g_assert_cmpuint (due->reading, ==, g_str_equal (cases[i].bet, "field") ? 0 : 21);
    }
}

static void
test_same_rules (void)
{
  g_autoptr (SkyPlay) play = open_table ("{'hop_layout':{'top':[[1,1],[2,3]],'left':[[4,4]]}}");

  sky_play (play, "rules", "'submission':{'hop_layout':{'left':[[4,4]],'top':[[3,2],[1,1]]}}");
  sky_play (play, "rules", "'submission':{'hop_layout':{'left':[[4,4]],'top':[[3,2],[1,2]]}}");
  sky_play_run (play);
  sky_play_assert_findings (play, "rules.unapproved-change");
}

static void
test_not_permissible (void)
{
  static const struct
  {
    const char *bet;
    const char *members;
  } cases[] = {
    { "double", "'number':0" },          { "double", "'number':7" },
    { "double", "'number':12" },         { "any_number", "'dice':[3,3]" },
    { "any_number", "'dice':[0,3]" },    { "any_number", "'dice':[3,7]" },
    { "any_number", "'dice':[-200,3]" }, { "hop", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SkyPlay) play = open_table ("{}");

      sky_play_round_start (play);
      sky_play_wager (play, "w", cases[i].bet, cases[i].members, 100);
      show_dice (play, 1, 3, 3);
      sky_play_round_end (play);
      sky_play_run (play);
      sky_play_assert_findings (play, "wager.not-permissible");
      sky_play_assert_due (play, "w", "void", 0, 0);
    }
}

static void
move_lammer (SkyPlay *play, int a, int b)
{
  sky_play (play, "lammer", "'dice':[%d,%d]", a, b);
}

static void
shake_round (SkyPlay *play, int a, int b, gboolean lammer)
{
  sky_play_round_start (play);
  show_dice (play, 1, a, b);
  if (lammer)
    move_lammer (play, b, a);
  sky_play_round_end (play);
}

/* All six combinations before a 7, in any order and with others between. */
static void
test_six_eight_shake (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  sky_play_wager (play, "w", "six_eight_shake", "", 500);
  shake_round (play, 5, 1, TRUE);
  shake_round (play, 1, 5, FALSE);
  shake_round (play, 4, 2, TRUE);
  shake_round (play, 6, 6, FALSE);
  shake_round (play, 3, 3, TRUE);
  sky_play_wager (play, "later", "six_eight_shake", "", 500);
  shake_round (play, 4, 4, TRUE);
  shake_round (play, 3, 5, TRUE);
  shake_round (play, 6, 2, TRUE);
  /* The first has won; the second counted from nothing, and the lammers stay where they are. */
  shake_round (play, 5, 1, FALSE);
  shake_round (play, 3, 4, FALSE);
  sky_play_run (play);
  sky_play_assert_findings (play, "");
  sky_play_assert_due (play, "w", "win", 75000, 0);
  sky_play_assert_due (play, "later", "lose", 0, 500);
  g_assert_nonnull (strstr (play->steps->str, "668a.2(f)(8)\tOf the six combinations of 6 and 8, 5 "
                                              "have been thrown since it was placed.\n"));
}

static void
test_six_eight_shake_loses (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  sky_play_wager (play, "w", "six_eight_shake", "", 500);
  shake_round (play, 5, 1, TRUE);
  shake_round (play, 4, 2, TRUE);
  shake_round (play, 3, 3, TRUE);
  shake_round (play, 4, 4, TRUE);
  shake_round (play, 3, 5, TRUE);
  shake_round (play, 6, 1, FALSE);
  sky_play_wager (play, "x", "six_eight_shake", "", 500);
  /* All lammers are back; the next seat shakes after the 7. */
  sky_play_round_start (play);
  show_dice (play, 2, 2, 6);
  move_lammer (play, 2, 6);
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "");
  sky_play_assert_due (play, "w", "lose", 0, 500);
  sky_play_assert_due (play, "x", "none", 0, 0);
}

/* Taken down at any time before a 7; not after one. */
static void
test_take_down (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  sky_play_wager (play, "a", "six_eight_shake", "", 500);
  sky_play_wager (play, "b", "six_eight_shake", "", 500);
  sky_play_wager (play, "c", "six_eight_shake", "", 500);
  sky_play_wager (play, "d", "field", "", 500);
  sky_play_round_start (play);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "shake", "'by':1,'times':3,'lid':'dealer'");
  sky_play (play, "wager_change", "'wager':'a','action':'remove'");
  sky_play (play, "wager_change", "'wager':'b','action':'reduce','amount':100");
  sky_play (play, "wager_change", "'wager':'d','action':'remove'");
  sky_play (play, "result", "'dice':[3,4]");
  sky_play (play, "wager_change", "'wager':'c','action':'remove'");
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "wager.late wager.late wager.late");
  sky_play_assert_section (play, 0, "668a.2(a)");
  g_assert_cmpstr (((SkyFinding *) play->findings->pdata[0])->wager, ==, "b");
  g_assert_cmpstr (((SkyFinding *) play->findings->pdata[1])->wager, ==, "d");
  g_assert_cmpstr (((SkyFinding *) play->findings->pdata[2])->wager, ==, "c");
  sky_play_assert_due (play, "b", "lose", 0, 100);
}

static void
test_lammer (void)
{
  static const struct
  {
    gboolean up;
    int dice;
    int lammers[2];
    const char *findings;
  } cases[] = {
    { TRUE, 24, { 24 }, "" },
    { TRUE, 24, { 42 }, "" },
    { TRUE, 24, { 0 }, "props.lammer" },
    { TRUE, 24, { 15 }, "props.lammer" },
    { TRUE, 24, { 15, 24 }, "props.lammer" },
    { TRUE, 24, { 24, 24 }, "props.lammer" },
    { TRUE, 24, { 99 }, "props.lammer" },
    { TRUE, 23, { 23 }, "props.lammer" },
    { TRUE, 23, { 0 }, "" },
    { TRUE, 25, { 0 }, "" },
    { FALSE, 24, { 0 }, "" },
    { FALSE, 24, { 24 }, "props.lammer" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SkyPlay) play = open_table ("{}");

      if (cases[i].up)
        sky_play_wager (play, "w", "six_eight_shake", "", 500);
      sky_play_round_start (play);
      show_dice (play, 1, cases[i].dice / 10, cases[i].dice % 10);
      for (guint j = 0; j < 2 && cases[i].lammers[j] != 0; j++)
        move_lammer (play, cases[i].lammers[j] / 10, cases[i].lammers[j] % 10);
      sky_play_round_end (play);
      sky_play_run (play);
      sky_play_assert_findings (play, cases[i].findings);
      if (*cases[i].findings != '\0')
        sky_play_assert_section (play, 0, "668a.3(i)");
    }
}

/* A forgotten lammer may follow; one moved before its time is not wanted again. */
static void
test_lammer_mended (void)
{
  g_autoptr (SkyPlay) late = open_table ("{}");
  g_autoptr (SkyPlay) early = open_table ("{}");

  sky_play_wager (late, "w", "six_eight_shake", "", 500);
  shake_round (late, 2, 4, FALSE);
  sky_play_round_start (late);
  show_dice (late, 1, 1, 1);
  move_lammer (late, 2, 4);
  sky_play_round_end (late);
  shake_round (late, 2, 4, FALSE);
  sky_play_run (late);
  sky_play_assert_findings (late, "props.lammer");

  sky_play_wager (early, "w", "six_eight_shake", "", 500);
  sky_play_round_start (early);
  show_dice (early, 1, 1, 1);
  move_lammer (early, 2, 4);
  sky_play_round_end (early);
  shake_round (early, 2, 4, FALSE);
  sky_play_run (early);
  sky_play_assert_findings (early, "props.lammer");
}

/* § 668a.3(f), (k) */
static void
test_shaker (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  play_round (play, 1, 1, 2);
  play_round (play, 1, 3, 4);
  play_round (play, 2, 1, 6);
  play_round (play, 3, 1, 2);
  sky_play (play, "player", "'seat':5,'player':'E','present':true");
  play_round (play, 3, 5, 2);
  play_round (play, 5, 5, 2);
  play_round (play, 1, 5, 5);
  /* The shaker leaves: the next one goes on. */
  sky_play (play, "player", "'seat':1,'player':'P1','present':false");
  play_round (play, 2, 5, 5);
  sky_play_run (play);
  sky_play_assert_findings (play, "");
}

static void
test_wrong_shaker (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  play_round (play, 2, 1, 2);
  /* The next one is counted from the rightful one, seat 1. */
  play_round (play, 1, 3, 4);
  play_round (play, 1, 1, 1);
  play_round (play, 2, 1, 1);
  sky_play_run (play);
  sky_play_assert_findings (play, "props.shaker props.shaker");
  sky_play_assert_section (play, 0, "668a.3(f)");
  sky_play_assert_section (play, 1, "668a.3(k)");
}

static void
test_shakes (void)
{
  static const struct
  {
    const char *shakes[2];
    const char *findings;
  } cases[] = {
    { { "'by':1,'times':3,'lid':'dealer'" }, "" },
    { { "'by':1,'times':2,'lid':'dealer'" }, "props.shaker" },
    { { "'by':1,'times':3,'lid':1" }, "props.shaker" },
    { { "'by':1,'times':3,'lid':1", "'by':1,'times':3,'lid':'dealer'" }, "" },
    { { "'by':1,'times':2,'lid':'dealer'", "'by':1,'times':5,'lid':'dealer'" }, "" },
    { { "'by':'dealer','times':3,'lid':'dealer'" }, "props.shaker" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint voided = 0; voided < 2; voided++)
      {
        g_autoptr (SkyPlay) play = open_table ("{}");

        sky_play (play, "shake", "'by':'dealer','times':1,'lid':'dealer'");
        sky_play_round_start (play);
        sky_play (play, "no_more_bets", "%s", "");
        for (guint j = 0; j < 2 && cases[i].shakes[j] != NULL; j++)
          sky_play (play, "shake", "%s", cases[i].shakes[j]);
        sky_play (play, "result", "'dice':[3,4]");
        /* A shake that was voided does not count, nor does its 7. */
        if (voided)
          sky_play (play, "void", "'reason':'no roll','role':'dealer'");
        sky_play_round_end (play);
        if (voided)
          play_round (play, 1, 1, 1);
        sky_play_run (play);
        sky_play_assert_findings (play, voided ? "" : cases[i].findings);
        if (!voided && *cases[i].findings != '\0')
          sky_play_assert_section (play, 0, "668a.3(f)");
      }
}

static void
test_invalid_roll (void)
{
  static const struct
  {
    const char *observed;
    const char *section;
  } cases[] = {
    { "", NULL },
    { "'fell_out'", "668a.3(g)" },
    { "'stacked'", "668a.3(h)" },
    { "'not_flat'", "668a.3(h)" },
    { "'cocked'", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint called = 0; called < 3; called++)
      {
        g_autoptr (SkyPlay) play = open_table ("{}");
        gboolean invalid = cases[i].section != NULL;

        sky_play_wager (play, "s", "six_eight_shake", "", 100);
        sky_play_round_start (play);
        sky_play_wager (play, "w", "double", "'number':3", 100);
        sky_play (play, "no_more_bets", "%s", "");
        sky_play (play, "result", "'dice':[3,3],'observed':[%s]", cases[i].observed);
        if (called > 0)
          sky_play (play, "void", "'reason':'no roll','role':'dealer'");
        if (called > 1)
          sky_play (play, "result", "'dice':[1,1]");
        else if (called == 0 && !invalid)
          move_lammer (play, 3, 3);
        sky_play_round_end (play);
        sky_play_run (play);
        sky_play_assert_findings (play, called == 0 && invalid ? "props.invalid-roll" : "");
        if (called == 0 && invalid)
          sky_play_assert_section (play, 0, cases[i].section);
        if (called > 1)
          sky_play_assert_due (play, "w", "lose", 0, 100);
        else if (called == 1 || invalid)
          sky_play_assert_due (play, "w", "void", 0, 0);
        else
          sky_play_assert_due (play, "w", "win", 3000, 0);
        /* A Six Eight Shake stays up. */
        sky_play_assert_due (play, "s", "none", 0, 0);
      }
}

/* A void roll is none of a Six Eight Shake's. */
static void
test_void_combination (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  sky_play_wager (play, "s", "six_eight_shake", "", 100);
  sky_play_round_start (play);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "result", "'dice':[3,3]");
  sky_play (play, "void", "'reason':'no roll','role':'dealer'");
  sky_play_round_end (play);
  shake_round (play, 1, 5, TRUE);
  shake_round (play, 2, 4, TRUE);
  shake_round (play, 4, 4, TRUE);
  shake_round (play, 2, 6, TRUE);
  shake_round (play, 3, 5, TRUE);
  sky_play_round_start (play);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "result", "'dice':[3,4]");
  sky_play (play, "void", "'reason':'no roll','role':'dealer'");
  sky_play (play, "result", "'dice':[1,1]");
  sky_play_round_end (play);
  shake_round (play, 3, 3, TRUE);
  sky_play_run (play);
  sky_play_assert_findings (play, "");
  sky_play_assert_due (play, "s", "win", 15000, 0);
}

static void
test_impossible (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  sky_play_wager (play, "s", "six_eight_shake", "", 100);
  sky_play_round_start (play);
  sky_play_wager (play, "w", "field", "", 100);
  show_dice (play, 3, 0, 7);
  sky_play_round_end (play);
  shake_round (play, 3, 4, FALSE);
  sky_play_run (play);
  sky_play_assert_findings (play, "log.impossible");
  sky_play_assert_due (play, "w", "none", 0, 0);
  sky_play_assert_due (play, "s", "lose", 0, 100);
}

static void
test_procedure (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  sky_play_round_start (play);
  sky_play_wager (play, "a", "field", "'via':'cash_verbal'", 100);
  sky_play (play, "shake", "'by':1,'times':3,'lid':'dealer'");
  sky_play_wager (play, "b", "field", "", 100);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "result", "'dice':[1,1]");
  sky_play (play, "call", "'dice':[1,2]");
  sky_play_round_end (play);
  sky_play (play, "player", "'seat':1,'player':'P1','present':false");
  sky_play_wager (play, "c", "field", "", 100);
  sky_play_run (play);
  sky_play_assert_findings (
      play, "wager.verbal round.no-more-bets wager.late round.call wager.not-seated");
  sky_play_assert_section (play, 0, "668a.2(b)");
  sky_play_assert_section (play, 1, "668a.3(e)");
  sky_play_assert_section (play, 2, "668a.2(a)");
  sky_play_assert_section (play, 3, "668a.3(h)");
  sky_play_assert_section (play, 4, "668a.2(c)");
  sky_play_assert_due (play, "b", "win", 200, 0);
}

/* The line that begins a round may be lost: the round before leaves nothing behind. */
static void
test_lost_start (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  g_autoptr (GString) expected = g_string_new (NULL);

  g_string_printf (expected, "%d 0 0 3;%d 0 0 3;%d 1 0 0;", SKY_MARK_DIE, SKY_MARK_DIE,
                   SKY_MARK_SHOOTER);
  for (int i = 0; i < 6; i++)
    {
      static const int combinations[] = { 15, 24, 26, 33, 35, 44 };

      g_string_append_printf (expected, "%d 0 %d %d;", SKY_MARK_LAMMER, combinations[i] == 33,
                              combinations[i]);
    }
  sky_play_round_start (play);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "result", "'dice':[1,2]");
  sky_play (play, "void", "'reason':'no','role':'dealer'");
  sky_play_round_end (play);
  sky_play_wager (play, "s", "six_eight_shake", "", 100);
  sky_play_wager (play, "w", "double", "'number':3", 100);
  sky_play (play, "call", "'dice':[3,3]");
  sky_play (play, "result", "'dice':[3,3]");
  move_lammer (play, 3, 3);
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "");
  sky_play_assert_due (play, "w", "win", 3000, 0);
  g_assert_cmpstr (play->marks->str, ==, expected->str);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rules/props/bets", test_bets);
  g_test_add_func ("/rules/props/field-loses", test_field_loses);
  g_test_add_func ("/rules/props/hop-layout", test_hop_layout);
  g_test_add_func ("/rules/props/same-rules", test_same_rules);
  g_test_add_func ("/rules/props/not-permissible", test_not_permissible);
  g_test_add_func ("/rules/props/six-eight-shake", test_six_eight_shake);
  g_test_add_func ("/rules/props/six-eight-shake-loses", test_six_eight_shake_loses);
  g_test_add_func ("/rules/props/take-down", test_take_down);
  g_test_add_func ("/rules/props/lammer", test_lammer);
  g_test_add_func ("/rules/props/lammer-mended", test_lammer_mended);
  g_test_add_func ("/rules/props/shaker", test_shaker);
  g_test_add_func ("/rules/props/wrong-shaker", test_wrong_shaker);
  g_test_add_func ("/rules/props/shakes", test_shakes);
  g_test_add_func ("/rules/props/invalid-roll", test_invalid_roll);
  g_test_add_func ("/rules/props/void-combination", test_void_combination);
  g_test_add_func ("/rules/props/impossible", test_impossible);
  g_test_add_func ("/rules/props/procedure", test_procedure);
  g_test_add_func ("/rules/props/lost-start", test_lost_start);
  return g_test_run ();
}
