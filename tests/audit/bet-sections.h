/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sections of 58 Pa. Code by bet, written out from the regulation and not from the tables of
 * src/rules: what each wager is, what it pays, and for test-bet-sections.c how it may be won.
 *
 * @game is "craps" for both games of craps, and "539" for Sic Bo under chapter 539. @members are
 * the wager's own with ' for "; "" stands for every wager of the bet that has no line of its own,
 * and for what of it may not be wagered. */
#pragma once

typedef struct
{
  const char *game;
  const char *bet;
  const char *members;
  const char *section;
  const char *odds_section;
  const char *decided; /* where a decision cites another than @section; NULL: none does */
} BetSection;

#define HARDWAY(number, paragraph)                                                                 \
  {                                                                                                \
    "craps", "hardway", "'number':" number, "623a.3(a)(" paragraph ")", "623a.5(a)"                \
  }
#define HOP(dice, paragraph)                                                                       \
  {                                                                                                \
    "craps", "hop", "'dice':[" dice "]", "623a.3(a)(" paragraph ")", "623a.5(a)"                   \
  }
#define DOUBLE(number, paragraph)                                                                  \
  {                                                                                                \
    "props_and_hops", "double", "'number':" number, "668a.2(d)(" paragraph ")", "668a.4"           \
  }
#define ANY_NUMBER(dice, paragraph)                                                                \
  {                                                                                                \
    "props_and_hops", "any_number", "'dice':[" dice "]", "668a.2(e)(" paragraph ")", "668a.4"      \
  }
#define ZEROS(numbers)                                                                             \
  {                                                                                                \
    "roulette", "three", "'numbers':[" numbers "]", "617a.3(e)(3)(i)", "617a.4(a)"                 \
  }

static const BetSection bet_sections[] = {
  { "craps", "pass", "", "623a.3(a)(1)", "623a.5(a)" },
  { "craps", "dont_pass", "", "623a.3(a)(2)", "623a.5(a)" },
  { "craps", "come", "", "623a.3(a)(3)", "623a.5(a)" },
  { "craps", "dont_come", "", "623a.3(a)(4)", "623a.5(a)" },
  { "craps", "pass_odds", "", "623a.6(a)", "623a.6(a)" },
  { "craps", "dont_pass_odds", "", "623a.6(b)", "623a.6(b)" },
  { "craps", "come_odds", "", "623a.6(c)", "623a.6(c)" },
  { "craps", "dont_come_odds", "", "623a.6(d)", "623a.6(d)" },
  { "craps", "place_win", "", "623a.3(a)(5)", "623a.5(a)" },
  { "craps", "place_lose", "", "623a.3(a)(6)", "623a.5(a)" },
  { "craps", "buy", "", "623a.3(a)(41)", "623a.5(g)(1)" },
  { "craps", "lay", "", "623a.3(a)(42)", "623a.5(g)(2)" },
  { "craps", "hardway", "", "623a.3(a)(7)", "623a.5(a)" },
  HARDWAY ("4", "7"),
  HARDWAY ("6", "8"),
  HARDWAY ("8", "9"),
  HARDWAY ("10", "10"),
  { "craps", "field", "", "623a.3(a)(11)", "623a.5(a)" },
  { "craps", "any_seven", "", "623a.3(a)(12)", "623a.5(a)" },
  { "craps", "any_craps", "", "623a.3(a)(13)", "623a.5(a)" },
  { "craps", "craps_two", "", "623a.3(a)(14)", "623a.5(a)" },
  { "craps", "craps_three", "", "623a.3(a)(15)", "623a.5(a)" },
  { "craps", "craps_twelve", "", "623a.3(a)(16)", "623a.5(a)" },
  { "craps", "eleven", "", "623a.3(a)(17)", "623a.5(a)" },
  { "craps", "craps_eleven", "", "623a.3(a)(18)", "623a.5(b)" },
  { "craps", "horn", "", "623a.3(a)(19)", "623a.5(c)" },
  { "craps", "horn_high", "", "623a.3(a)(20)", "623a.5(d)" },
  { "craps", "whirl", "", "623a.3(a)(21)", "623a.5(e)" },
  { "craps", "hop", "", "623a.3(a)(22)", "623a.5(a)" },
  HOP ("2,2", "22"),
  HOP ("3,3", "23"),
  HOP ("4,4", "24"),
  HOP ("5,5", "25"),
  HOP ("1,3", "26"),
  HOP ("1,4", "27"),
  HOP ("2,3", "28"),
  HOP ("1,5", "29"),
  HOP ("2,4", "30"),
  HOP ("1,6", "31"),
  HOP ("2,5", "32"),
  HOP ("3,4", "33"),
  HOP ("2,6", "34"),
  HOP ("3,5", "35"),
  HOP ("3,6", "36"),
  HOP ("4,5", "37"),
  HOP ("4,6", "38"),
  { "craps", "six_seven_eight", "", "623a.3(a)(39)", "623a.5(a)" },
  { "craps", "fire_bet", "", "623a.3(a)(40)", "623a.5(f)" },
  { "craps", "hot_roller", "", "623b.1(g)", "623b.1(h)" },
  { "craps", "lucky_shooter", "", "623b.2(d)", "623b.2(e)" },
  { "craps", "all_small", "", "623b.3(c)", "623b.3(c)" },
  { "craps", "all_tall", "", "623b.3(c)", "623b.3(c)" },
  { "craps", "make_em_all", "", "623b.3(c)", "623b.3(c)" },
  { "craps", "hot_shooter_jackpot", "", "623b.4(d)", "623b.4(e)" },

  /* Compared hand against hand: a decision cites how they came out. */
  { "pai_gow", "pai_gow", "", "621a.7(a)", "621a.10(k)", "621a.10(j)" },
  { "pai_gow", "dealer_vs_bank", "", "621a.11(h)", "621a.11(o)", "621a.11(n)" },

  { "sic_bo", "three_of_a_kind", "", "625a.3(1)", "625a.6(a)" },
  { "sic_bo", "two_of_a_kind", "", "625a.3(2)", "625a.6(a)" },
  { "sic_bo", "any_three_of_a_kind", "", "625a.3(3)", "625a.6(a)" },
  { "sic_bo", "total", "", "625a.3(4)", "625a.6(a)" },
  { "sic_bo", "two_dice", "", "625a.3(5)", "625a.6(a)" },
  { "sic_bo", "small", "", "625a.3(6)", "625a.6(a)" },
  { "sic_bo", "big", "", "625a.3(7)", "625a.6(a)" },
  { "sic_bo", "one_of_a_kind", "", "625a.3(8)", "625a.6(b)" },
  { "539", "three_of_a_kind", "", "539.3(1)", "539.6(b)" },
  { "539", "two_of_a_kind", "", "539.3(2)", "539.6(b)" },
  { "539", "any_three_of_a_kind", "", "539.3(3)", "539.6(b)" },
  { "539", "total", "", "539.3(4)", "539.6(b)" },
  { "539", "two_dice", "", "539.3(5)", "539.6(b)" },
  { "539", "small", "", "539.3(6)", "539.6(b)" },
  { "539", "big", "", "539.3(7)", "539.6(b)" },
  { "539", "one_of_a_kind", "", "539.3(8)", "539.6(c)" },

  { "roulette", "straight", "", "617a.3(e)(1)", "617a.4(a)" },
  { "roulette", "five_adjacent", "", "617a.3(e)(1)(i)", "617a.4(a)" },
  { "roulette", "split", "", "617a.3(e)(2)", "617a.4(a)" },
  { "roulette", "three", "", "617a.3(e)(3)", "617a.4(a)" },
  ZEROS ("'0','1','2'"),
  ZEROS ("'0','2','00'"),
  ZEROS ("'2','3','00'"),
  { "roulette", "four", "", "617a.3(e)(4)", "617a.4(a)" },
  { "roulette", "first_five", "", "617a.3(e)(5)", "617a.4(a)" },
  { "roulette", "six", "", "617a.3(e)(6)", "617a.4(a)" },
  { "roulette", "column", "", "617a.3(e)(7)", "617a.4(a)" },
  { "roulette", "dozen", "", "617a.3(e)(8)", "617a.4(a)" },
  { "roulette", "red", "", "617a.3(e)(9)", "617a.4(a)" },
  { "roulette", "black", "", "617a.3(e)(10)", "617a.4(a)" },
  { "roulette", "odd", "", "617a.3(e)(11)", "617a.4(a)" },
  { "roulette", "even", "", "617a.3(e)(12)", "617a.4(a)" },
  { "roulette", "low", "", "617a.3(e)(13)", "617a.4(a)" },
  { "roulette", "high", "", "617a.3(e)(14)", "617a.4(a)" },

  { "big_six", "symbol", "", "619a.2(c)", "619a.3" },

  { "casino_war", "initial", "", "651a.7(b)", "651a.10(1)" },
  { "casino_war", "tie", "", "651a.7(c)", "651a.10(2)" },
  { "casino_war", "war", "", "651a.9(c)(2)", "651a.10(3)" },
  { "casino_war", "war_tie", "", "651a.7(c)", "651a.10(2)" },

  { "props_and_hops", "double", "", "668a.2(d)", "668a.4" },
  DOUBLE ("1", "1"),
  DOUBLE ("2", "2"),
  DOUBLE ("3", "3"),
  DOUBLE ("4", "4"),
  DOUBLE ("5", "5"),
  DOUBLE ("6", "6"),
  { "props_and_hops", "any_number", "", "668a.2(e)", "668a.4" },
  ANY_NUMBER ("1,2", "1"),
  ANY_NUMBER ("1,3", "2"),
  ANY_NUMBER ("1,4", "3"),
  ANY_NUMBER ("1,5", "4"),
  ANY_NUMBER ("1,6", "5"),
  ANY_NUMBER ("2,3", "6"),
  ANY_NUMBER ("2,4", "7"),
  ANY_NUMBER ("2,5", "8"),
  ANY_NUMBER ("2,6", "9"),
  ANY_NUMBER ("3,4", "10"),
  ANY_NUMBER ("3,5", "11"),
  ANY_NUMBER ("3,6", "12"),
  ANY_NUMBER ("4,5", "13"),
  ANY_NUMBER ("4,6", "14"),
  ANY_NUMBER ("5,6", "15"),
  { "props_and_hops", "field", "", "668a.2(f)(1)", "668a.4" },
  { "props_and_hops", "hop_top", "", "668a.2(f)(2)", "668a.4" },
  { "props_and_hops", "hop_left", "", "668a.2(f)(3)", "668a.4" },
  { "props_and_hops", "hop_right", "", "668a.2(f)(4)", "668a.4" },
  { "props_and_hops", "hop_center", "", "668a.2(f)(5)", "668a.4" },
  { "props_and_hops", "one_six_under", "", "668a.2(f)(6)", "668a.4" },
  { "props_and_hops", "three_four_over", "", "668a.2(f)(7)", "668a.4" },
  { "props_and_hops", "six_eight_shake", "", "668a.2(f)(8)", "668a.4" },

  { "raise_it_up", "ante", "", "669a.7(d)(1)", "669a.12(b)" },
  { "raise_it_up", "blind", "", "669a.7(d)(1)", "669a.12(d)" },
  { "raise_it_up", "play", "", "669a.7(d)(2)", "669a.12(c)" },
  { "raise_it_up", "pair_plus", "", "669a.7(d)(3)", "669a.12(a)" },
  { "raise_it_up", "progressive", "", "669a.7(d)(4)", "669a.12(e)(1)" },
  { "raise_it_up", "six_card_bonus", "", "669a.7(d)(5)", "669a.12(f)" },
};

#undef HARDWAY
#undef HOP
#undef DOUBLE
#undef ANY_NUMBER
#undef ZEROS
