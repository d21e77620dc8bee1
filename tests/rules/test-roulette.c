/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Roulette: 58 Pa. Code Chapter 617a. */
#include "config.h"

#include "sky-game.h"
#include "sky-play.h"
#include "sky-roulette-layout.h"

#include <string.h>

#define DAY "2023-11-04"

static const char *const submissions[] = { "{}", "{'wheel':'single_zero'}",
                                           "{'wheel':'double_as_single'}" };

static SkyPlay *
open_table (const char *submission)
{
  SkyPlay *play = sky_play_new ("roulette", DAY);

  sky_play_open (play, submission);
  return play;
}

static void
show_pocket (SkyPlay *play, const char *pocket)
{
  sky_play (play, "spin", "'wheel':'cw','ball':'ccw'");
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "result", "'pocket':'%s','revolutions':4", pocket);
  sky_play (play, "call", "'pocket':'%s'", pocket);
  sky_play (play, "marker", "'pocket':'%s'", pocket);
}

static SkyPlay *
play_one (const char *submission,
          const char *bet,
          const char *members,
          SkyMoney amount,
          const char *pocket)
{
  SkyPlay *play = open_table (submission);

  sky_play_round_start (play);
  sky_play_wager (play, "w", bet, members, amount);
  show_pocket (play, pocket);
  sky_play_round_end (play);
  sky_play_run (play);
  return play;
}

/* Each wager, won and lost at either end of its numbers. */
static const struct
{
  const char *bet;
  const char *members;
  const char *pocket;
  int paid; /* to 1; 0: it loses */
  const char *section;
  const char *name;
} bets[] = {
  { "straight", "'number':'17'", "17", 35, "617a.3(e)(1)", "Straight Wager on 17" },
  { "straight", "'number':'17'", "18", 0, "617a.3(e)(1)", "Straight Wager on 17" },
  { "straight", "'number':'0'", "0", 35, "617a.3(e)(1)", "Straight Wager on 0" },
  { "straight", "'number':'0'", "00", 0, "617a.3(e)(1)", "Straight Wager on 0" },
  { "straight", "'number':'00'", "00", 35, "617a.3(e)(1)", "Straight Wager on 00" },
  { "split", "'numbers':['20','17']", "17", 17, "617a.3(e)(2)", "Split Wager on 17 and 20" },
  { "split", "'numbers':['17','20']", "20", 17, "617a.3(e)(2)", "Split Wager on 17 and 20" },
  { "split", "'numbers':['17','20']", "23", 0, "617a.3(e)(2)", "Split Wager on 17 and 20" },
  { "split", "'numbers':['00','0']", "00", 17, "617a.3(e)(2)", "Split Wager on 0 and 00" },
  { "three", "'numbers':['34','35','36']", "36", 11, "617a.3(e)(3)",
    "Three Numbers Wager on 34, 35 and 36" },
  { "three", "'numbers':['34','35','36']", "33", 0, "617a.3(e)(3)",
    "Three Numbers Wager on 34, 35 and 36" },
  { "three", "'numbers':['0','00','2']", "2", 11, "617a.3(e)(3)(i)",
    "Three Numbers Wager on 0, 2 and 00" },
  { "four", "'numbers':['32','33','35','36']", "32", 8, "617a.3(e)(4)",
    "Four Numbers Wager on 32, 33, 35 and 36" },
  { "four", "'numbers':['32','33','35','36']", "34", 0, "617a.3(e)(4)",
    "Four Numbers Wager on 32, 33, 35 and 36" },
  { "first_five", "", "00", 6, "617a.3(e)(5)", "First Five Numbers Wager" },
  { "first_five", "", "3", 6, "617a.3(e)(5)", "First Five Numbers Wager" },
  { "first_five", "", "4", 0, "617a.3(e)(5)", "First Five Numbers Wager" },
  { "six", "'numbers':['1','2','3','4','5','6']", "6", 5, "617a.3(e)(6)",
    "Six Numbers Wager on 1, 2, 3, 4, 5 and 6" },
  { "six", "'numbers':['1','2','3','4','5','6']", "7", 0, "617a.3(e)(6)",
    "Six Numbers Wager on 1, 2, 3, 4, 5 and 6" },
  { "column", "'number':'1'", "34", 2, "617a.3(e)(7)", "Column Wager on 1" },
  { "column", "'number':'3'", "36", 2, "617a.3(e)(7)", "Column Wager on 3" },
  { "column", "'number':'2'", "0", 0, "617a.3(e)(7)", "Column Wager on 2" },
  { "column", "'number':'2'", "1", 0, "617a.3(e)(7)", "Column Wager on 2" },
  { "dozen", "'number':'1'", "12", 2, "617a.3(e)(8)", "Dozen Wager on 1" },
  { "dozen", "'number':'2'", "13", 2, "617a.3(e)(8)", "Dozen Wager on 2" },
  { "dozen", "'number':'3'", "36", 2, "617a.3(e)(8)", "Dozen Wager on 3" },
  { "dozen", "'number':'3'", "24", 0, "617a.3(e)(8)", "Dozen Wager on 3" },
  { "dozen", "'number':'1'", "00", 0, "617a.3(e)(8)", "Dozen Wager on 1" },
  { "red", "", "19", 1, "617a.3(e)(9)", "Red Wager" },
  { "red", "", "20", 0, "617a.3(e)(9)", "Red Wager" },
  { "red", "", "0", 0, "617a.3(e)(9)", "Red Wager" },
  { "black", "", "11", 1, "617a.3(e)(10)", "Black Wager" },
  { "black", "", "12", 0, "617a.3(e)(10)", "Black Wager" },
  { "black", "", "00", 0, "617a.3(e)(10)", "Black Wager" },
  { "odd", "", "35", 1, "617a.3(e)(11)", "Odd Wager" },
  { "odd", "", "36", 0, "617a.3(e)(11)", "Odd Wager" },
  { "even", "", "36", 1, "617a.3(e)(12)", "Even Wager" },
  { "even", "", "0", 0, "617a.3(e)(12)", "Even Wager" },
  { "low", "", "18", 1, "617a.3(e)(13)", "1—18 Wager" },
  { "low", "", "19", 0, "617a.3(e)(13)", "1—18 Wager" },
  { "low", "", "0", 0, "617a.3(e)(13)", "1—18 Wager" },
  { "high", "", "19", 1, "617a.3(e)(14)", "19—36 Wager" },
  { "high", "", "18", 0, "617a.3(e)(14)", "19—36 Wager" },
  { "high", "", "00", 0, "617a.3(e)(14)", "19—36 Wager" },
};

static void
test_bets (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (bets); i++)
    {
      g_autoptr (SkyPlay) play =
          play_one ("{}", bets[i].bet, bets[i].members, 1005, bets[i].pocket);
      const SkyDue *due = g_hash_table_lookup (play->dues, "w");

      g_test_message ("%s with %s", bets[i].name, bets[i].pocket);
      sky_play_assert_findings (play, "");
      if (bets[i].paid > 0)
        {
          sky_play_assert_due (play, "w", "win", 1005 * bets[i].paid, 0);
          g_assert_cmpint (due->returned, ==, 1005);
        }
      else
        sky_play_assert_due (play, "w", "lose", 0, 1005);
      g_assert_cmpstr (due->section, ==, bets[i].section);
      g_assert_cmpstr (due->odds_section, ==, "617a.4(a)");
      g_assert_cmpstr (g_hash_table_lookup (play->names, "w"), ==, bets[i].name);
    }
}

/* 18 red, 18 black; the outside wagers against each other on every pocket of each wheel. */
static void
test_outside (void)
{
  static const char *const pairs[][2] = { { "red", "black" },
                                          { "odd", "even" },
                                          { "low", "high" } };

  for (int pocket = 0; pocket <= 36; pocket++)
    {
      g_autoptr (SkyPlay) play = open_table ("{}");
      g_autofree char *text = g_strdup_printf ("%d", pocket);
      guint red = 0;

      sky_play_round_start (play);
      for (guint i = 0; i < 3; i++)
        for (guint j = 0; j < 2; j++)
          sky_play_wager (play, pairs[i][j], pairs[i][j], "", 100);
      show_pocket (play, text);
      sky_play_round_end (play);
      sky_play_run (play);
      sky_play_assert_findings (play, "");
      for (guint i = 0; i < 3; i++)
        {
          const SkyDue *one = g_hash_table_lookup (play->dues, pairs[i][0]);
          const SkyDue *other = g_hash_table_lookup (play->dues, pairs[i][1]);

          g_assert_cmpint ((one->outcome == SKY_OUTCOME_WIN) + (other->outcome == SKY_OUTCOME_WIN),
                           ==, pocket > 0);
        }
      for (int n = 1; n <= 36; n++)
        red += sky_roulette_is_red (n);
      g_assert_cmpuint (red, ==, 18);
    }
}

/* The legal groups, made here in another way than from boxes. */
static gboolean
is_listed (SkyWheel wheel, const int *n, guint size)
{
  static const struct
  {
    int numbers[3];
    guint size;
    const char *wheels; /* of 0 double zero, 1 single zero, 2 double as single */
  } zeros[] = {
    { { 0, 37 }, 2, "0" },     { { 0, 1 }, 2, "012" },   { { 0, 2 }, 2, "012" },
    { { 0, 3 }, 2, "1" },      { { 2, 37 }, 2, "0" },    { { 3, 37 }, 2, "0" },
    { { 0, 1, 2 }, 3, "012" }, { { 0, 2, 37 }, 3, "0" }, { { 2, 3, 37 }, 3, "0" },
  };

  if (n[0] == 0 || n[size - 1] == 37)
    {
      for (guint i = 0; i < G_N_ELEMENTS (zeros); i++)
        if (zeros[i].size == size && memcmp (zeros[i].numbers, n, size * sizeof *n) == 0
            && strchr (zeros[i].wheels, '0' + (int) wheel) != NULL)
          return TRUE;
      return FALSE;
    }
  switch (size)
    {
    case 2:
      return n[1] == n[0] + 3 || (n[1] == n[0] + 1 && n[0] % 3 != 0);
    case 3:
      return n[0] % 3 == 1 && n[1] == n[0] + 1 && n[2] == n[0] + 2;
    case 4:
      return n[0] % 3 != 0 && n[1] == n[0] + 1 && n[2] == n[0] + 3 && n[3] == n[0] + 4;
    case 6:
      return n[0] % 3 == 1 && n[5] == n[0] + 5;
    default:
      return FALSE;
    }
}

/* Every set of two, three and four of the 38 numbers, and every six of which five are legal
 * neighbours, on each layout. */
static void
test_groups (void)
{
  static const guint expected[3][7] = { { 0, 0, 62, 15, 22, 0, 11 },
                                        { 0, 0, 60, 13, 22, 0, 11 },
                                        { 0, 0, 59, 13, 22, 0, 11 } };

  for (guint wheel = 0; wheel < 3; wheel++)
    {
      guint legal[7] = { 0 };
      int n[6];

      for (n[0] = 0; n[0] < 38; n[0]++)
        for (n[1] = n[0] + 1; n[1] < 38; n[1]++)
          {
            guint64 two = SKY_POCKET_BIT (n[0]) | SKY_POCKET_BIT (n[1]);

            g_assert_cmpint (sky_layout_is_group (wheel, two), ==, is_listed (wheel, n, 2));
            legal[2] += is_listed (wheel, n, 2);
            for (n[2] = n[1] + 1; n[2] < 38; n[2]++)
              {
                guint64 three = two | SKY_POCKET_BIT (n[2]);

                g_assert_cmpint (sky_layout_is_group (wheel, three), ==, is_listed (wheel, n, 3));
                legal[3] += is_listed (wheel, n, 3);
                for (n[3] = n[2] + 1; n[3] < 38; n[3]++)
                  {
                    guint64 four = three | SKY_POCKET_BIT (n[3]);

                    g_assert_cmpint (sky_layout_is_group (wheel, four), ==,
                                     is_listed (wheel, n, 4));
                    legal[4] += is_listed (wheel, n, 4);
                  }
              }
          }
      for (int first = 0; first < 33; first++)
        for (int other = 0; other < 38; other++)
          {
            guint64 six = SKY_POCKET_BIT (other);
            guint size = 0;

            for (int i = first; i < first + 5; i++)
              six |= SKY_POCKET_BIT (i);
            for (int i = 0; i < 38 && size < 6; i++)
              if (six & SKY_POCKET_BIT (i))
                n[size++] = i;
            if (size < 6)
              continue;
            g_assert_cmpint (sky_layout_is_group (wheel, six), ==, is_listed (wheel, n, 6));
            if (other == first + 5)
              legal[6] += is_listed (wheel, n, 6);
          }
      for (guint size = 2; size <= 6; size++)
        g_assert_cmpuint (legal[size], ==, expected[wheel][size]);
      g_assert_false (sky_layout_is_group (wheel, 0));
      g_assert_false (sky_layout_is_group (wheel, SKY_POCKET_BIT (1)));
      g_assert_false (sky_layout_is_group (wheel, 0x3e));
    }
}

/* Through the log: what is wrong with each is found once and the wager goes back in full. */
static void
test_not_permissible (void)
{
  static const struct
  {
    const char *bet;
    const char *members;
    const char *wheels; /* where the layout has it */
  } cases[] = {
    { "straight", "'number':'37'", "" },
    { "straight", "'number':'007'", "" },
    { "straight", "'number':'07'", "" },
    { "straight", "'number':''", "" },
    { "straight", "'number':'-1'", "" },
    { "straight", "'number':'00'", "0" },
    { "straight", "'number':'0'", "012" },
    { "split", "'numbers':['17','17']", "" },
    { "split", "'numbers':['17']", "" },
    { "split", "'numbers':[]", "" },
    { "split", "'numbers':['17','18','19']", "" },
    { "split", "'numbers':['3','4']", "" },
    { "split", "'numbers':['17','21']", "" },
    { "split", "'numbers':['17','23']", "" },
    { "split", "'numbers':['0','00']", "0" },
    { "split", "'numbers':['0','3']", "1" },
    { "split", "'numbers':['0','1']", "012" },
    { "split", "'numbers':['00','2']", "0" },
    { "split", "'numbers':['00','3']", "0" },
    { "split", "'numbers':['00','1']", "" },
    { "split", "'numbers':['0','4']", "" },
    { "split", "'numbers':['00','36']", "" },
    { "three", "'numbers':['1','4','7']", "" },
    { "three", "'numbers':['2','3','4']", "" },
    { "three", "'numbers':['1','2','2']", "" },
    { "three", "'numbers':['3','1','2']", "012" },
    { "three", "'numbers':['0','1','2']", "012" },
    { "three", "'numbers':['0','2','3']", "" },
    { "three", "'numbers':['0','00','2']", "0" },
    { "three", "'numbers':['00','2','3']", "0" },
    { "three", "'numbers':['00','0','1']", "" },
    { "three", "'numbers':['0','1','3']", "" },
    { "four", "'numbers':['1','2','4','5']", "012" },
    { "four", "'numbers':['3','4','6','7']", "" },
    { "four", "'numbers':['1','2','3','4']", "" },
    { "four", "'numbers':['0','1','2','3']", "" },
    { "four", "'numbers':['35','36','38','39']", "" },
    { "six", "'numbers':['31','32','33','34','35','36']", "012" },
    { "six", "'numbers':['2','3','4','5','6','7']", "" },
    { "six", "'numbers':['1','2','3','7','8','9']", "" },
    { "six", "'numbers':['1','2','3','4','5','6','7','8','9','10','11','12']", "" },
    { "six", "'numbers':['0','00','1','2','3','4']", "" },
    { "first_five", "", "0" },
    { "column", "'number':'0'", "" },
    { "column", "'number':'4'", "" },
    { "column", "'number':'34'", "" },
    { "dozen", "'number':'0'", "" },
    { "dozen", "'number':'4'", "" },
    { "dozen", "'number':'3'", "012" },
    { "basket", "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint wheel = 0; wheel < 3; wheel++)
      {
        g_autoptr (SkyPlay) play =
            play_one (submissions[wheel], cases[i].bet, cases[i].members, 500, "29");
        gboolean legal = strchr (cases[i].wheels, '0' + (int) wheel) != NULL;

        g_test_message ("%s %s on %s", cases[i].bet, cases[i].members, submissions[wheel]);
        sky_play_assert_findings (play, legal ? "" : "wager.not-permissible");
        if (!legal)
          sky_play_assert_due (play, "w", "void", 0, 0);
      }
}

/* § 617a.3(e)(1)(i): two neighbours on either side on the wheel in use; all five parts in one. */
static void
test_five_adjacent (void)
{
  static const struct
  {
    guint wheel;
    const char *centre;
    const char *in[5];
    const char *out;
  } cases[] = {
    { 0, "17", { "20", "32", "17", "5", "22" }, "34" },
    { 0, "0", { "14", "2", "0", "28", "9" }, "00" },
    { 0, "00", { "13", "1", "00", "27", "10" }, "0" },
    { 1, "17", { "2", "25", "17", "34", "6" }, "5" },
    { 1, "0", { "3", "26", "0", "32", "15" }, "14" },
    { 2, "17", { "20", "32", "17", "5", "22" }, "25" },
    { 2, "1", { "36", "13", "1", "27", "27" }, "20" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      static const char *const with[] = { "{'five_adjacent':true}",
                                          "{'wheel':'single_zero','five_adjacent':true}",
                                          "{'wheel':'double_as_single','five_adjacent':true}" };
      g_autofree char *members = g_strdup_printf ("'number':'%s'", cases[i].centre);

      for (guint j = 0; j < 6; j++)
        {
          const char *pocket = j < 5 ? cases[i].in[j] : cases[i].out;
          g_autoptr (SkyPlay) play =
              play_one (with[cases[i].wheel], "five_adjacent", members, 2500, pocket);
          const SkyDue *due = g_hash_table_lookup (play->dues, "w");

          sky_play_assert_findings (play, "");
          if (j < 5)
            {
              sky_play_assert_due (play, "w", "win", 17500, 2000);
              g_assert_cmpint (due->returned, ==, 500);
            }
          else
            sky_play_assert_due (play, "w", "lose", 0, 2500);
        }
    }

  {
    g_autoptr (SkyPlay) refused = play_one ("{}", "five_adjacent", "'number':'17'", 2500, "5");
    g_autoptr (SkyPlay) covered = play_one ("{'wheel':'double_as_single','five_adjacent':true}",
                                            "five_adjacent", "'number':'00'", 2500, "1");
    g_autoptr (SkyPlay) raised = play_one ("{'five_adjacent':true,'pay':{'straight':'36 to 1'}}",
                                           "five_adjacent", "'number':'17'", 1003, "5");
    const SkyDue *due = g_hash_table_lookup (raised->dues, "w");

    sky_play_assert_findings (refused, "wager.not-offered");
    sky_play_assert_section (refused, 0, "617a.3(e)(1)(i)");
    sky_play_assert_due (refused, "w", "win", 17500, 2000);
    sky_play_assert_findings (covered, "wager.not-permissible");
    /* Exact parts: 1003 × 36 / 5 = 7221.6. */
    sky_play_assert_findings (raised, "");
    sky_play_assert_due (raised, "w", "win", 7221, 803);
    g_assert_cmpint (due->returned, ==, 200);
    g_assert_cmpstr (g_hash_table_lookup (raised->told, "w"), ==,
                     "Five Adjacent Number Wager on 17 is five Straight Wagers: the one of $2.00 "
                     "on 5 wins at 36 to 1, which is $72.21, and the four others lose $8.03");
  }
}

static void
test_raised_odds (void)
{
  static const struct
  {
    const char *pay;
    SkyMoney paid;
    const char *findings;
  } cases[] = {
    { "'straight':'36 to 1'", 3600, "" },
    { "'straight':'37 for 1'", 3600, "" },
    { "'straight':'35 to 1'", 3500, "" },
    { "'straight':'34 to 1'", 3500, "rules.option-invalid" },
    { "'straight':'35 for 1'", 3500, "rules.option-invalid" },
    { "'straight':'a lot'", 3500, "rules.option-invalid" },
    { "'five_adjacent':'36 to 1'", 3500, "rules.option-invalid" },
    { "'basket':'6 to 1'", 3500, "rules.option-invalid" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *submission = g_strdup_printf ("{'pay':{%s}}", cases[i].pay);
      g_autoptr (SkyPlay) play = play_one (submission, "straight", "'number':'5'", 100, "5");

      sky_play_assert_findings (play, cases[i].findings);
      sky_play_assert_due (play, "w", "win", cases[i].paid, 0);
    }
  {
    g_autoptr (SkyPlay) play =
        play_one ("{'wheel':'triple'}", "straight", "'number':'00'", 100, "00");

    sky_play_assert_findings (play, "rules.option-invalid");
    sky_play_assert_due (play, "w", "win", 3500, 0);
  }
}

/* Wagers that lie when other rules are put in force are decided on the wheel in use by then: the
 * neighbours of 0, and a group with 00 that the layout no longer has. */
static void
test_other_wheel (void)
{
  static const struct
  {
    const char *pocket;
    gboolean wins;
  } cases[] = { { "32", TRUE }, { "0", TRUE }, { "28", FALSE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SkyPlay) play = open_table ("{'five_adjacent':true}");

      sky_play_round_start (play);
      sky_play_wager (play, "w", "five_adjacent", "'number':'0'", 2500);
      sky_play_wager (play, "x", "split", "'numbers':['0','00']", 100);
      sky_play (play, "rules", "'submission':{'wheel':'single_zero','five_adjacent':true}");
      show_pocket (play, cases[i].pocket);
      sky_play_round_end (play);
      sky_play_run (play);
      if (cases[i].wins)
        sky_play_assert_due (play, "w", "win", 17500, 2000);
      else
        sky_play_assert_due (play, "w", "lose", 0, 2500);
      sky_play_assert_due (play, "x", "lose", 0, 100);
    }
}

/* § 617a.5(a), § 617a.6: what makes a spin invalid, counted and called void. */
static void
test_invalid_spin (void)
{
  static const struct
  {
    const char *spin;
    int revolutions;
    const char *observed;
    const char *section; /* NULL: it is a valid spin */
  } cases[] = {
    { "'wheel':'cw','ball':'ccw'", 4, "", NULL },
    { "'wheel':'ccw','ball':'cw'", 4, "", NULL },
    { "'wheel':'cw','ball':'ccw'", 3, "", "617a.5(a)" },
    { "'wheel':'cw','ball':'cw'", 9, "", "617a.5(a)" },
    { "'wheel':'ccw','ball':'ccw'", 9, "", "617a.5(a)" },
    { "'wheel':'cw','ball':'ccw'", 9, "'same_direction'", "617a.5(a)" },
    { "'wheel':'cw','ball':'ccw'", 9, "'left_wheel'", "617a.6" },
    { "'wheel':'cw','ball':'ccw'", 9, "'foreign_object'", "617a.6" },
    { "'wheel':'cw','ball':'cw'", 2, "'foreign_object','left_wheel'", "617a.5(a)" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint called = 0; called < 3; called++)
      {
        g_autoptr (SkyPlay) play = open_table ("{}");

        sky_play_round_start (play);
        sky_play_wager (play, "w", "red", "", 1000);
        sky_play (play, "spin", "%s", cases[i].spin);
        sky_play (play, "no_more_bets", "%s", "");
        sky_play (play, "result", "'pocket':'1','revolutions':%d,'observed':[%s]",
                  cases[i].revolutions, cases[i].observed);
        if (called > 0)
          sky_play (play, "void", "'reason':'no spin','role':'dealer'");
        if (called > 1)
          show_pocket (play, "2");
        sky_play_round_end (play);
        sky_play_run (play);
        sky_play_assert_findings (
            play, called == 0 && cases[i].section != NULL ? "roulette.invalid-spin" : "");
        if (called == 0 && cases[i].section != NULL)
          sky_play_assert_section (play, 0, cases[i].section);
        if (called > 1)
          sky_play_assert_due (play, "w", "lose", 0, 1000);
        else if (called == 1 || cases[i].section != NULL)
          sky_play_assert_due (play, "w", "void", 0, 0);
        else
          sky_play_assert_due (play, "w", "win", 1000, 0);
      }
}

static void
test_double_zero (void)
{
  g_autoptr (SkyPlay) counted = play_one (submissions[2], "red", "", 1000, "00");
  g_autoptr (SkyPlay) single = play_one (submissions[1], "red", "", 1000, "00");
  g_autoptr (SkyPlay) twice = play_one (submissions[0], "red", "", 1000, "00");
  g_autoptr (SkyPlay) again = open_table (submissions[2]);

  sky_play_assert_findings (counted, "roulette.double-zero");
  sky_play_assert_section (counted, 0, "617a.4(c)(2)");
  sky_play_assert_due (counted, "w", "void", 0, 0);
  sky_play_assert_findings (single, "log.impossible");
  sky_play_assert_due (single, "w", "none", 0, 0);
  sky_play_assert_findings (twice, "");
  sky_play_assert_due (twice, "w", "lose", 0, 1000);

  sky_play_round_start (again);
  sky_play_wager (again, "w", "red", "", 1000);
  show_pocket (again, "00");
  sky_play (again, "void", "'reason':'no spin','role':'dealer'");
  show_pocket (again, "0");
  sky_play_round_end (again);
  sky_play_run (again);
  sky_play_assert_findings (again, "");
  sky_play_assert_due (again, "w", "lose", 0, 1000);
}

static void
test_impossible (void)
{
  static const char *const pockets[] = { "37", "000", "-1", "seven", "" };

  for (gsize i = 0; i < G_N_ELEMENTS (pockets); i++)
    {
      g_autoptr (SkyPlay) play = play_one ("{}", "red", "", 1000, pockets[i]);

      sky_play_assert_findings (play, "log.impossible");
      sky_play_assert_due (play, "w", "none", 0, 0);
    }
}

static void
test_announced (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  sky_play_round_start (play);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "result", "'pocket':'17','revolutions':5");
  sky_play (play, "call", "'pocket':'18'");
  sky_play (play, "marker", "'pocket':'20'");
  sky_play_round_end (play);
  sky_play_round_start (play);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "result", "'pocket':'0','revolutions':5");
  sky_play (play, "call", "'pocket':'00'");
  sky_play (play, "marker", "'pocket':'0'");
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "round.call roulette.marker round.call");
  sky_play_assert_section (play, 0, "617a.5(c)");
  sky_play_assert_section (play, 1, "617a.5(c)");
  g_assert_cmpstr (((SkyFinding *) play->findings->pdata[2])->recorded, ==, "{\"pocket\":\"00\"}");
}

static void
test_no_more_bets (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  sky_play_round_start (play);
  sky_play_wager (play, "a", "red", "", 1000);
  sky_play (play, "spin", "'wheel':'cw','ball':'ccw'");
  sky_play_wager (play, "b", "red", "", 1000);
  sky_play (play, "result", "'pocket':'1','revolutions':4");
  sky_play (play, "no_more_bets", "%s", "");
  sky_play_round_end (play);
  /* After a void the first call still holds. */
  sky_play_round_start (play);
  sky_play_wager (play, "c", "red", "", 1000);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "void", "'reason':'no spin','role':'dealer'");
  sky_play_wager (play, "d", "red", "", 1000);
  sky_play (play, "result", "'pocket':'1','revolutions':4");
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "round.no-more-bets wager.late");
  sky_play_assert_section (play, 0, "617a.5(b)");
  sky_play_assert_section (play, 1, "617a.5(b)");
  sky_play_assert_due (play, "a", "win", 1000, 0);
  sky_play_assert_due (play, "d", "win", 1000, 0);
}

static void
test_chips (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  sky_play_round_start (play);
  sky_play_wager (play, "a", "red", "'via':'value_chips'", 1000);
  sky_play_wager (play, "b", "red", "'via':'plaque'", 1000);
  sky_play_wager (play, "c", "red", "'via':'chips'", 1000);
  sky_play_wager (play, "d", "red", "'via':'cash_verbal','confirmed':true", 1000);
  show_pocket (play, "1");
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "wager.wrong-chips wager.wrong-chips wager.verbal");
  sky_play_assert_section (play, 0, "617a.3(a)");
}

/* § 617a.3(b) */
static void
test_colour (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  sky_play (play, "player", "'seat':4,'player':'A','present':true,'colour':'blue'");
  sky_play (play, "player", "'seat':5,'player':'B','present':true,'colour':'green'");
  sky_play (play, "player", "'seat':6,'player':'C','present':true");
  sky_play (play, "player", "'seat':7,'player':'A','present':true,'colour':'blue'");
  sky_play (play, "player", "'seat':6,'player':'C','present':true,'colour':'green'");
  sky_play (play, "player", "'seat':6,'player':'C','present':false");
  sky_play (play, "player", "'seat':5,'player':'B','present':false,'colour':'green'");
  sky_play (play, "player", "'seat':6,'player':'C','present':true,'colour':'green'");
  sky_play_run (play);
  sky_play_assert_findings (play, "roulette.colour");
  sky_play_assert_section (play, 0, "617a.3(b)");
}

static void
test_void_round (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  sky_play_round_start (play);
  sky_play_wager (play, "a", "red", "", 1000);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "void", "'reason':'no spin','role':'dealer'");
  sky_play_wager (play, "b", "red", "", 500);
  sky_play_round_end (play);
  sky_play_round_start (play);
  sky_play_wager (play, "c", "red", "", 500);
  sky_play_round_end (play);
  sky_play_run (play);
  sky_play_assert_findings (play, "wager.late");
  sky_play_assert_due (play, "a", "void", 0, 0);
  sky_play_assert_due (play, "b", "void", 0, 0);
  sky_play_assert_due (play, "c", "none", 0, 0);
}

/* The line that begins a round may be lost: the round before leaves nothing behind. */
static void
test_lost_start (void)
{
  g_autoptr (SkyPlay) play = open_table ("{}");

  g_autoptr (GString) expected = g_string_new (NULL);

  g_string_printf (expected, "%d 0 0 %d;%d 0 3 0;", SKY_MARK_WHEEL, SKY_WHEEL_DOUBLE_ZERO,
                   SKY_MARK_POCKET);
  sky_play_round_start (play);
  sky_play (play, "no_more_bets", "%s", "");
  sky_play (play, "result", "'pocket':'1','revolutions':3");
  sky_play (play, "void", "'reason':'no','role':'dealer'");
  sky_play_round_end (play);

  sky_play_wager (play, "w", "red", "", 100);
  sky_play (play, "marker", "'pocket':'3'");
  sky_play (play, "result", "'pocket':'3','revolutions':4");
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
  g_test_add_func ("/rules/roulette/bets", test_bets);
  g_test_add_func ("/rules/roulette/outside", test_outside);
  g_test_add_func ("/rules/roulette/groups", test_groups);
  g_test_add_func ("/rules/roulette/not-permissible", test_not_permissible);
  g_test_add_func ("/rules/roulette/five-adjacent", test_five_adjacent);
  g_test_add_func ("/rules/roulette/other-wheel", test_other_wheel);
  g_test_add_func ("/rules/roulette/raised-odds", test_raised_odds);
  g_test_add_func ("/rules/roulette/invalid-spin", test_invalid_spin);
  g_test_add_func ("/rules/roulette/double-zero", test_double_zero);
  g_test_add_func ("/rules/roulette/impossible", test_impossible);
  g_test_add_func ("/rules/roulette/announced", test_announced);
  g_test_add_func ("/rules/roulette/no-more-bets", test_no_more_bets);
  g_test_add_func ("/rules/roulette/chips", test_chips);
  g_test_add_func ("/rules/roulette/colour", test_colour);
  g_test_add_func ("/rules/roulette/void-round", test_void_round);
  g_test_add_func ("/rules/roulette/lost-start", test_lost_start);
  return g_test_run ();
}
