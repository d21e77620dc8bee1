/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each irregularity of craps planted, found exactly, and a near miss that is not found. */
#include "config.h"

#include "craps-play.h"

#include <string.h>

typedef struct
{
  const char *submission;
  const char *script;
  const char *findings;
} Case;

static void
check_cases (gconstpointer data)
{
  for (const Case *each = data; each->script != NULL; each++)
    assert_findings (each->submission, each->script, each->findings);
}

static const Case line_bets[] = {
  { "", "w1 pass 100;22;w2 pass 100;34", "craps.line-bet-late w2 623a.3(a)(1)\n" },
  { "", "w1 pass 100;22;w2 dont_pass 100;34", "craps.line-bet-late w2 623a.3(a)(2)\n" },
  { "", "w1 pass 100;22;-w1 increase 200;34", "craps.line-bet-late w1 623a.3(a)(1)\n" },
  { "", "w1 dont_pass 100;22;-w1 increase 200;34", "craps.line-bet-late w1 623a.3(a)(2)\n" },
  { "", "w1 pass 100;-w1 increase 200;-w1 reduce 150;22;34", "" },
  { "", "w1 pass 100;22;13;w2 pass 100;34", "" },
  { "", "w1 pass 100;12;w2 pass 100;34", "" },
  { "", "w1 pass 100;22;-w1 reduce 50;34", "craps.contract-bet w1 623a.4(c)(1)\n" },
  { "", "w1 pass 100;22;-w1 remove;34", "craps.contract-bet w1 623a.4(c)(1)\n" },
  { "", "w1 pass 100;-w1 remove;w2 dont_pass 100;22;34", "" },
  { "", "w1 pass 100;22;w2 come 100;33;-w2 remove;34", "craps.contract-bet w2 623a.4(c)(2)\n" },
  { "", "w1 pass 100;22;w2 come 100;33;-w2 reduce 50;34", "craps.contract-bet w2 623a.4(c)(2)\n" },
  { "", "w1 pass 100;22;w2 come 100;-w2 remove;34", "" },
  { "", "w1 pass 100;w2 come 100;22;34", "craps.come-early w2 623a.3(a)(3)\n" },
  { "", "w1 pass 100;w2 dont_come 100;22;34", "craps.come-early w2 623a.3(a)(4)\n" },
  { "", "w1 pass 100;22;w2 come 100;w3 dont_come 100;34", "" },
  { "", "w1 pass 100;22;13;w2 pass 100;w3 come 100;34", "craps.come-early w3 623a.3(a)(3)\n" },
  { NULL, NULL, NULL },
};

#define REOPEN ": \"type\":\"table_close\"\n: \"type\":\"table_open\"\n"

static const Case openings[] = {
  /* The first roll after the table opens again is a come out roll. */
  { "", "w1 pass 100;22;-w1 remove;>\n" REOPEN "w2 pass 100;34",
    "craps.contract-bet w1 623a.4(c)(1)\n" },
  { "", "w1 pass 100;22;w2 field 100;11\n" REOPEN "w3 pass 100;34",
    "craps.line-bet-late w3 623a.3(a)(1)\n" },
  { NULL, NULL, NULL },
};

static const Case dont_bets[] = {
  { "", "w1 dont_pass 100;22;-w1 remove;w2 dont_pass 100;34", "craps.dont-bet w2 623a.4(d)\n" },
  { "", "w1 dont_pass 100;22;-w1 reduce 50;-w1 increase 100;34", "craps.dont-bet w1 623a.4(d)\n" },
  { "", "w1 dont_pass 100;22;-w1 remove;55;w2 dont_pass 100;34", "craps.dont-bet w2 623a.4(d)\n" },
  { "", "w1 dont_pass 100;22;-w1 reduce 50;w2 dont_pass 50;34", "craps.dont-bet w2 623a.4(d)\n" },
  /* On another point, or by another seat, it is no bet put back. */
  { "", "w1 dont_pass 100;22;-w1 remove;22;w2 dont_pass 100;34", "" },
  { "",
    ": \"type\":\"player\",\"seat\":2,\"player\":\"P2\",\"present\":true\n"
    "w1 dont_pass 100;22;-w1 remove;w2 dont_pass 100 \"seat\":2;34",
    "craps.line-bet-late w2 623a.3(a)(2)\n" },
  { "", "w1 pass 100;22;w2 dont_come 100;33;-w2 reduce 50;-w2 increase 100;34",
    "craps.dont-bet w2 623a.4(d)\n" },
  { "", "w1 pass 100;22;w2 dont_come 100;33;-w2 increase 200;34", "" },
  { "", "w1 pass 100;22;w2 dont_come 100;33;-w2 remove;w3 dont_come 100;34", "" },
  { "",
    "w1 pass 100;22;w2 dont_come 100;33;-w2 remove;w3 dont_come 100\n"
    ": \"type\":\"move\",\"wager\":\"w3\",\"number\":6\n34",
    "craps.dont-bet w3 623a.4(d)\n" },
  /* Once its number was thrown there is nothing to put back. */
  { "",
    "w1 pass 100;22;w2 dont_come 100;33;-w2 remove;24;w3 dont_come 100\n"
    ": \"type\":\"move\",\"wager\":\"w3\",\"number\":6\n34",
    "craps.misplaced w3 623a.3(a)(4)\n" },
  { NULL, NULL, NULL },
};

static const Case odds[] = {
  { "", "w1 pass 500;22;w2 pass_odds 5000 \"supports\":\"w1\";34", "" },
  { "", "w1 pass 500;22;w2 pass_odds 5001 \"supports\":\"w1\";34",
    "craps.odds-limit w2 623a.6(e)\n" },
  { "\"odds_multiple\":1", "w1 pass 500;23;w2 pass_odds 600 \"supports\":\"w1\";34", "" },
  { "\"odds_multiple\":1", "w1 pass 500;23;w2 pass_odds 601 \"supports\":\"w1\";34",
    "craps.odds-limit w2 623a.6(e)\n" },
  /* All odds on one wager together. */
  { "\"odds_multiple\":1",
    "w1 pass 500;22;w2 pass_odds 300 \"supports\":\"w1\";w3 pass_odds 200 \"supports\":\"w1\";34",
    "" },
  { "\"odds_multiple\":1",
    "w1 pass 500;22;w2 pass_odds 300 \"supports\":\"w1\";w3 pass_odds 300 \"supports\":\"w1\";34",
    "craps.odds-limit w3 623a.6(e)\n" },
  { "\"odds_multiple\":1",
    "w1 pass 500;22;w2 pass_odds 300 \"supports\":\"w1\";-w2 remove;w3 pass_odds 300 "
    "\"supports\":\"w1\";34",
    "" },
  { "\"odds_multiple\":1",
    "w1 pass 500;22;w2 pass_odds 500 \"supports\":\"w1\";-w2 increase 600;-w2 reduce 500;34",
    "craps.odds-limit w2 623a.6(e)\n" },
  { "\"odds_multiple\":2", "w1 dont_pass 500;22;w2 dont_pass_odds 2000 \"supports\":\"w1\";34",
    "" },
  { "\"odds_multiple\":2", "w1 dont_pass 500;22;w2 dont_pass_odds 2200 \"supports\":\"w1\";34",
    "craps.odds-limit w2 623a.6(e)\n" },
  { "", "w1 pass 500;w2 pass_odds 500 \"supports\":\"w1\";22;34",
    "craps.odds-unsupported w2 623a.6(a)\n" },
  { "", "w1 dont_pass 500;w2 dont_pass_odds 500 \"supports\":\"w1\";22;34",
    "craps.odds-unsupported w2 623a.6(b)\n" },
  { "", "w1 pass 500;22;w2 come 500;w3 come_odds 500 \"supports\":\"w2\";33;34",
    "craps.odds-unsupported w3 623a.6(c)\n" },
  { "", "w1 pass 500;22;w2 dont_come 500;w3 dont_come_odds 500 \"supports\":\"w2\";33;34",
    "craps.odds-unsupported w3 623a.6(d)\n" },
  { "", "w1 pass 500;22;w2 come_odds 500 \"supports\":\"w1\";34",
    "craps.odds-unsupported w2 623a.6(c)\n" },
  { "", "w1 dont_pass 500;22;-w1 remove;w2 dont_pass_odds 500 \"supports\":\"w1\";34",
    "craps.odds-unsupported w2 623a.6(b)\n" },
  { "", "w1 pass 500;22;w2 pass_odds 500 \"supports\":\"w9\";34", "log.unknown-reference - -\n" },
  { NULL, NULL, NULL },
};

static const Case units[] = {
  { "", "w1 horn 400;w2 horn_high 500 \"number\":12;w3 whirl 1000;w4 craps_eleven 200;45", "" },
  { "", "w1 horn 500;45", "craps.units w1 623a.3(a)(19)\n" },
  { "", "w1 horn_high 400 \"number\":12;45", "craps.units w1 623a.3(a)(20)\n" },
  { "", "w1 whirl 400;45", "craps.units w1 623a.3(a)(21)\n" },
  { "", "w1 craps_eleven 300;45", "craps.units w1 623a.3(a)(19)\n" },
  { "", "w1 horn 400;-w1 increase 600;45", "craps.units w1 623a.3(a)(19)\n" },
  { "\"horn_high_area\":false", "w1 horn_high 500 \"number\":12;w2 whirl 500;45",
    "craps.broken-down w1 623a.3(a)(20)\n" },
  { "\"whirl_area\":false", "w1 horn_high 500 \"number\":12;w2 whirl 500;45",
    "craps.broken-down w2 623a.3(a)(21)\n" },
  { NULL, NULL, NULL },
};

static const Case vigorish[] = {
  { "\"buy\":{},\"lay\":{}",
    "w1 buy 2000 \"number\":4,\"vig\":100;w2 lay 2000 \"number\":4,\"vig\":99;45", "" },
  { "\"buy\":{}", "w1 buy 2000 \"number\":4,\"vig\":101;45", "craps.vigorish w1 623a.5(g)(3)\n" },
  /* 5% of $20.19 is $1.00. */
  { "\"buy\":{}", "w1 buy 2019 \"number\":4,\"vig\":101;45", "craps.vigorish w1 623a.5(g)(3)\n" },
  { "\"buy\":{\"vig_percent\":3}", "w1 buy 2000 \"number\":4,\"vig\":61;45",
    "craps.vigorish w1 623a.5(g)(3)\n" },
  { "\"lay\":{\"collect\":\"on_win\"}", "w1 lay 2000 \"number\":4,\"vig\":10;45",
    "craps.vigorish w1 623a.5(g)(3)\n" },
  { "", "w1 place_win 2000 \"number\":4,\"vig\":10;45", "craps.vigorish w1 623a.5(h)\n" },
  { "", "w1 pass 2000 \"vig\":0;45", "" },
  { NULL, NULL, NULL },
};

static const Case permissible[] = {
  { "", "w1 place_win 600 \"number\":7;45", "wager.not-permissible w1 623a.3(a)(5)\n" },
  { "", "w1 place_lose 600 \"number\":11;45", "wager.not-permissible w1 623a.3(a)(6)\n" },
  { "", "w1 hardway 600 \"number\":5;45", "wager.not-permissible w1 623a.3(a)(7)\n" },
  { "", "w1 horn_high 500 \"number\":7;45", "wager.not-permissible w1 623a.3(a)(20)\n" },
  { "", "w1 big_six 600;45", "wager.not-permissible w1 623a.3(a)\n" },
  { "", "w1 buy 600 \"number\":4;45", "wager.not-offered w1 623a.3(a)(41)\n" },
  { "", "w1 lay 600 \"number\":4;45", "wager.not-offered w1 623a.3(a)(42)\n" },
  { "\"wagers\":[\"pass\",\"place_win\"]", "w1 place_lose 600 \"number\":4;45", "" },
  { "\"wagers\":[\"pass\",\"place_win\"]", "w1 pass 600;w2 field 600;45",
    "wager.not-offered w2 623a.3(a)(11)\n" },
  { "\"place_lose\":false", "w1 place_lose 600 \"number\":4;45",
    "wager.not-offered w1 623a.3(a)(6)\n" },
  { "", "w1 fire_bet 500 \"area\":1;45", "wager.not-offered w1 623a.3(a)(40)\n" },
  { "", "w1 field 500 \"via\":\"cash_verbal\";45", "wager.verbal w1 623a.4(b)\n" },
  { "", "w1 field 500 \"via\":\"cash_verbal\",\"confirmed\":true;45", "" },
  { "", "w1 field 500 \"via\":\"call\";45", "wager.call-bet w1 623a.2(d)(3)\n" },
  { NULL, NULL, NULL },
};

#define THROW ": \"type\":\"throw\"\n"
#define FIELD(id)                                                                                  \
  ": \"type\":\"wager\",\"wager\":\"" id "\",\"seat\":1,\"bet\":\"field\",\"amount\":500\n"

static const Case late[] = {
  { "", "w0 pass 100\n" THROW FIELD ("w1") ": \"type\":\"result\",\"dice\":[1,1]\n>",
    "wager.late w1 623a.4(a)\n" },
  { "", "w0 pass 100;22<\n" FIELD ("w1") ">", "wager.late w1 623a.4(a)\n" },
  { "", "w0 pass 100;22;w1 field 500\n" THROW "-w1 remove\n: \"type\":\"result\",\"dice\":[1,1]\n>",
    "wager.late w1 623a.4(a)\n" },
  { "", "w0 pass 100;22;w1 field 500;11<;-w1 increase 1000;>", "wager.late w1 623a.4(a)\n" },
  { "", "w0 pass 100;22;w1 place_win 500 \"number\":6;11<;-w1 on;>", "wager.late w1 623a.4(a)\n" },
  /* After the come out roll's result, before its round ends: the point is up. */
  { "",
    "w0 pass 100;22<\n: "
    "\"type\":\"wager\",\"wager\":\"w1\",\"seat\":1,\"bet\":\"come\",\"amount\":500\n>",
    "wager.late w1 623a.4(a)\n" },
  { "",
    "w0 pass 100;22<\n: "
    "\"type\":\"wager\",\"wager\":\"w1\",\"seat\":1,\"bet\":\"pass_odds\",\"supports\":\"w0\","
    "\"amount\":500\n>",
    "wager.late w1 623a.4(a)\n" },
  /* Late and before a come out roll, or with the point up, are two findings (fine print 81). */
  { "",
    "w0 pass 100;22;13\n" THROW
    ": \"type\":\"wager\",\"wager\":\"w1\",\"seat\":1,\"bet\":\"come\",\"amount\":500\n"
    ": \"type\":\"result\",\"dice\":[1,1]\n>",
    "wager.late w1 623a.4(a)\ncraps.come-early w1 623a.3(a)(3)\n" },
  { "",
    "w0 pass 100;22;13<\n"
    ": \"type\":\"wager\",\"wager\":\"w1\",\"seat\":1,\"bet\":\"dont_come\",\"amount\":500\n>",
    "wager.late w1 623a.4(a)\ncraps.come-early w1 623a.3(a)(4)\n" },
  { "",
    "w0 pass 100;22<\n"
    ": \"type\":\"wager\",\"wager\":\"w1\",\"seat\":1,\"bet\":\"pass\",\"amount\":500\n>",
    "wager.late w1 623a.4(a)\ncraps.line-bet-late w1 623a.3(a)(1)\n" },
  { "",
    "w0 pass 100;22;13<\n"
    ": \"type\":\"wager\",\"wager\":\"w1\",\"seat\":1,\"bet\":\"pass\",\"amount\":500\n>",
    "wager.late w1 623a.4(a)\n" },
  { "", "w0 pass 100;22<;>\n" FIELD ("w1") "45", "" },
  { NULL, NULL, NULL },
};

static const Case throws[] = {
  /* A throw noted behind its result takes nothing back: the 7 is out, what comes is a come out. */
  { "", "w1 pass 100;22;w2 field 100;34<\n: \"type\":\"throw\"\n>\nw3 pass 100;33;w4 field 100;33",
    "" },
  { "", "w1 pass 100;22*off_table;34", "craps.invalid-roll - 623a.8(b)\n" },
  { "", "w1 pass 100;22*stacked;34", "craps.invalid-roll - 623a.8(b)\n" },
  { "", "w1 pass 100;22*cocked_two_sides;34", "craps.invalid-roll - 623a.9(b)\n" },
  { "", "w1 pass 100;22*cocked;34", "" },
  { "", "w1 pass 100;22*touched_chips;34", "" },
  { "", "w1 pass 100;22*off_table!boxperson:off_table;34", "" },
  /* Such a roll is void by itself: anybody may say so. */
  { "", "w1 pass 100;22*off_table!dealer:off_table;34", "" },
  { "", "w1 pass 100;22!dealer:stacked;34", "" },
  { "", "w1 pass 100;22!boxperson:improper_throw;34", "" },
  { "", "w1 pass 100;22!stickperson:missed_end_wall;34", "" },
  { "", "w1 pass 100;22!dealer:missed_end_wall;34", "craps.no-roll-authority - 623a.8(e)\n" },
  { "", "w1 pass 100;22!floorperson:on_rail;34", "craps.no-roll-authority - 623a.8(e)\n" },
  { "", "w1 pass 100;22!boxperson:touched_chips;34", "craps.no-roll-cause - 623a.8(d)\n" },
  { "", "w1 pass 100;22<\n: \"type\":\"call\",\"total\":5\n>", "round.call - 623a.9(a)\n" },
  { "", "w1 pass 100;22<\n: \"type\":\"call\",\"total\":5\n: \"type\":\"call\",\"total\":6\n>",
    "round.call - 623a.9(a)\n" },
  { "", "w1 pass 100;22<;>", "" },
  { "", "w1 pass 100;07", "log.impossible - -\n" },
  { "", "w1 pass 100;22<\n: \"type\":\"move\",\"wager\":\"w1\",\"number\":4\n>", "" },
  { "", "w1 pass 100;22;w2 come 100;33<\n: \"type\":\"move\",\"wager\":\"w2\",\"number\":6\n>",
    "" },
  { "", "w1 pass 100;22;w2 come 100;33<\n: \"type\":\"move\",\"wager\":\"w2\",\"number\":8\n>",
    "craps.misplaced w2 623a.3(a)(3)\n" },
  /* Another result takes the place of the one that the move was held against. */
  { "",
    "w1 pass 100;22;w2 come 100;33<\n: \"type\":\"move\",\"wager\":\"w2\",\"number\":8\n"
    ": \"type\":\"result\",\"dice\":[4,4]\n>",
    "" },
  { "", "w1 pass 100;22;w2 dont_come 100;33<\n: \"type\":\"move\",\"wager\":\"w2\",\"number\":8\n>",
    "craps.misplaced w2 623a.3(a)(4)\n" },
  { "", "w1 pass 100;22;w2 come 100;33\n: \"type\":\"move\",\"wager\":\"w2\",\"number\":6\n", "" },
  { "", "w1 pass 100;22;w2 come 100\n: \"type\":\"move\",\"wager\":\"w2\",\"number\":6\n33",
    "craps.misplaced w2 623a.3(a)(3)\n" },
  { NULL, NULL, NULL },
};

/* Three players, at 1, 2 and 4. */
#define THREE                                                                                      \
  ": \"type\":\"player\",\"seat\":2,\"player\":\"P2\",\"present\":true\n"                          \
  ": \"type\":\"player\",\"seat\":4,\"player\":\"P4\",\"present\":true\n"
#define OFFER(seat, accepted)                                                                      \
  ": \"type\":\"dice_offer\",\"seat\":" #seat ",\"accepted\":" #accepted ",\"dice\":5\n"
#define OFFER_OF(seat, accepted, dice)                                                             \
  ": \"type\":\"dice_offer\",\"seat\":" #seat ",\"accepted\":" #accepted ",\"dice\":" #dice "\n"
#define SHOOTER(seat) ": \"type\":\"shooter\",\"seat\":" #seat "\n"

static const Case shooters[] = {
  { "",
    THREE OFFER (1, true) SHOOTER (1) "w1 pass 100;22;34\n" OFFER (2, true)
        SHOOTER (2) "w2 pass 100 \"seat\":2;34",
    "" },
  { "", THREE OFFER (2, true), "craps.dice-order - 623a.7(b)\n" },
  { "", THREE OFFER (1, false) OFFER (2, false) OFFER (4, true), "" },
  { "", THREE OFFER (1, false) OFFER (4, true), "craps.dice-order - 623a.7(b)\n" },
  { "", THREE OFFER (1, true) SHOOTER (1) "w1 pass 100;22;34\n" OFFER (4, true) SHOOTER (4),
    "craps.dice-order - 623a.10(c)\n" },
  { "",
    THREE OFFER (1, true) SHOOTER (1) "w1 pass 100;22;34\n" OFFER (2, false) OFFER (4, false)
        OFFER (1, true) "w2 pass 100;34",
    "" },
  { "",
    THREE OFFER (1, true) SHOOTER (1) "w1 pass 100;22;34\n" OFFER (2, false)
        OFFER (1, true) "w2 pass 100;34",
    "craps.dice-order - 623a.10(c)\ncraps.kept-dice - 623a.10(a)(1)\n" },
  { "", THREE OFFER (1, true) SHOOTER (1) "w1 pass 100;22;34;w2 pass 100;34",
    "craps.kept-dice - 623a.10(a)(1)\n" },
  { "",
    THREE OFFER (1, true) SHOOTER (1) "w1 pass 100;22;34\n" OFFER (1, true)
        SHOOTER (1) "w2 pass 100;34;w3 pass 100;34",
    "craps.dice-order - 623a.10(c)\ncraps.kept-dice - 623a.10(a)(1)\n" },
  { "",
    THREE OFFER (1, true) SHOOTER (1) "w1 pass 100;22;34\n" OFFER (1, false) OFFER (2, true)
        SHOOTER (2) "w2 pass 100 \"seat\":2;34",
    "craps.dice-order - 623a.10(c)\n" },
  /* A come out 7 is no loser 7. */
  { "", THREE OFFER (1, true) SHOOTER (1) "w1 pass 100;34;w2 pass 100;34", "" },
  /* The only player may be offered the dice again. */
  { "",
    OFFER (1, true) SHOOTER (1) "w1 pass 100;22;34\n" OFFER (1, true) SHOOTER (1) "w2 pass 100;34",
    "" },
  { "", OFFER (1, true) SHOOTER (1) "w1 pass 100;22;34;w2 pass 100;34",
    "craps.kept-dice - 623a.10(a)(1)\n" },
  { "", OFFER_OF (1, true, 4), "craps.dice-set - 623a.7(a)\n" },
  { "", OFFER_OF (1, true, 6), "" },
  { "", THREE OFFER (1, true) OFFER_OF (2, true, 2), "craps.dice-set - 623a.10(c)\n" },
  { "", OFFER (1, true) SHOOTER (1) "w1 field 100;34", "craps.no-line-bet - 623a.8(a)\n" },
  { "", OFFER (1, true) SHOOTER (1) "w1 dont_pass 100;34", "" },
  /* Another player's line bet does not serve the shooter. */
  { "", THREE OFFER (1, true) SHOOTER (1) "w1 pass 100 \"seat\":2;34",
    "craps.no-line-bet - 623a.8(a)\n" },
  { "", OFFER (1, true) SHOOTER (1) "w1 pass 100;22;w2 come 100;33;13;34", "" },
  { "",
    THREE OFFER (1, true) SHOOTER (1) "w1 pass 100;22;w2 come 100;33;13;w3 pass 100 \"seat\":2;34",
    "craps.no-line-bet - 623a.10(b)\n" },
  { NULL, NULL, NULL },
};

static void
test_mini_craps (void)
{
  g_autoptr (CrapsPlay) by_dealer =
      craps_play ("mini_craps", "2023-11-04", "",
                  ": \"type\":\"player\",\"seat\":1,\"player\":\"P1\",\"present\":true\n"
                  "w1 pass 100;22!dealer:improper_throw;34!floorperson:on_bank;34");
  g_autoptr (CrapsPlay) by_box =
      craps_play ("mini_craps", "2023-11-04", "",
                  ": \"type\":\"player\",\"seat\":1,\"player\":\"P1\",\"present\":true\n"
                  "w1 pass 100;22!boxperson:improper_throw;34");
  g_autoptr (CrapsPlay) left =
      craps_play ("mini_craps", "2023-11-04", "",
                  ": \"type\":\"player\",\"seat\":1,\"player\":\"P1\",\"present\":true\n"
                  ": \"type\":\"player\",\"seat\":1,\"player\":\"P1\",\"present\":false\n"
                  "w1 pass 100;34");

  g_assert_cmpstr (by_dealer->findings->str, ==, "");
  g_assert_cmpstr (by_dealer->decisions->str, ==,
                   "1:w1 void 0/0/100 free 2:w1 void 0/0/100 free 3:w1 win 100/0/100");
  g_assert_cmpstr (by_box->findings->str, ==, "craps.no-roll-authority - 623a.8(e)\n");
  g_assert_cmpstr (left->findings->str, ==, "wager.not-seated w1 623a.4(e)\n");
}

/* A wager that one void throw left up may go back at the next as well. */
static void
test_void_again (void)
{
  assert_decisions ("", "w1 pass 100;22!boxperson:stacked;33!boxperson:stacked;34",
                    "1:w1 void 0/0/100 free 2:w1 void 0/0/100 free 3:w1 win 100/0/100");
  assert_decisions ("", "w1 pass 100;22!boxperson:stacked;33*off_table;34",
                    "1:w1 void 0/0/100 free 2:w1 void 0/0/100 free 3:w1 win 100/0/100");
}

static void
test_words (void)
{
  g_autoptr (CrapsPlay) play =
      craps_play ("craps", "2023-11-04", "",
                  ": \"type\":\"player\",\"seat\":1,\"player\":\"P1\",\"present\":true\n"
                  "w1 pass 1000;33;w2 place_win 700 \"number\":8;w3 come 500;44;w4 horn 400;11;25");

  g_assert_cmpstr (play->findings->str, ==, "");
  g_assert_nonnull (strstr (play->steps->str,
                            "w1: 3-3 is thrown: the point 6 is established for the Pass Bet.\n"));
  g_assert_nonnull (strstr (play->steps->str, "w2: 4-4 is thrown. Place Bet to Win on 8 pays 7 to "
                                              "6: $7.00 × 7 / 6 = $8.16, rounded down.\n"));
  g_assert_nonnull (strstr (play->steps->str, "w3: 4-4 is thrown: the Come Bet goes to the 8.\n"));
  g_assert_nonnull (strstr (
      play->steps->str,
      "w4: 1-1 is thrown. Horn Bet wins on 1-1: 1 of its 4 equal parts of $4.00 is paid 30 to 1, "
      "$30.00 in all; the other parts, $3.00, lose.\n"));
  g_assert_nonnull (
      strstr (play->steps->str, "w1: 2-5 is thrown. Pass Bet loses its $10.00 on 2-5.\n"));
  g_assert_cmpstr (play->marks->str, ==, "die 0,0,2\ndie 0,0,5\npuck 0,0,0\n");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();

  g_test_add_data_func ("/craps/procedure/line-bets", line_bets, check_cases);
  g_test_add_data_func ("/craps/procedure/openings", openings, check_cases);
  g_test_add_data_func ("/craps/procedure/dont-bets", dont_bets, check_cases);
  g_test_add_data_func ("/craps/procedure/odds", odds, check_cases);
  g_test_add_data_func ("/craps/procedure/units", units, check_cases);
  g_test_add_data_func ("/craps/procedure/vigorish", vigorish, check_cases);
  g_test_add_data_func ("/craps/procedure/permissible", permissible, check_cases);
  g_test_add_data_func ("/craps/procedure/late", late, check_cases);
  g_test_add_data_func ("/craps/procedure/throws", throws, check_cases);
  g_test_add_data_func ("/craps/procedure/shooters", shooters, check_cases);
  g_test_add_func ("/craps/procedure/mini-craps", test_mini_craps);
  g_test_add_func ("/craps/procedure/void-again", test_void_again);
  g_test_add_func ("/craps/procedure/words", test_words);

  return g_test_run ();
}
