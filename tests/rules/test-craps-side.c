/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Fire Bet's procedures (623a.11) and the side wagers of chapter 623b. */
#include "config.h"

#include "craps-play.h"

#include <string.h>

typedef struct
{
  const char *submission;
  const char *script;
  const char *told;
} Case;

static void
check_decisions (gconstpointer data)
{
  for (const Case *each = data; each->script != NULL; each++)
    assert_decisions (each->submission, each->script, each->told);
}

static void
check_findings (gconstpointer data)
{
  for (const Case *each = data; each->script != NULL; each++)
    assert_findings (each->submission, each->script, each->told);
}

#define FIRE "\"fire_bet\":\"A\""
#define SHOOTER(seat)                                                                              \
  ": \"type\":\"dice_offer\",\"seat\":" #seat ",\"accepted\":true,\"dice\":5\n"                    \
  ": \"type\":\"shooter\",\"seat\":" #seat "\n"
#define TWO ": \"type\":\"player\",\"seat\":2,\"player\":\"P2\",\"present\":true\n"
#define MARKER(number, count)                                                                      \
  ": \"type\":\"fire_marker\",\"number\":" #number ",\"count\":" #count "\n"
#define NOTIFY ": \"type\":\"notify\",\"to\":\"surveillance\",\"subject\":\"fire_bet\"\n"
/* A line bet for the come out, the point, and the point made with its marker. */
#define POINT(id, low, high, number, count)                                                        \
  id " pass 100\n" #low #high "\n" #low #high "<\n" MARKER (number, count) ">\n"
#define FIVE_POINTS                                                                                \
  POINT ("w10", 2, 2, 4, 1)                                                                        \
  POINT ("w11", 2, 3, 5, 2)                                                                        \
  POINT ("w12", 3, 3, 6, 3) POINT ("w13", 4, 4, 8, 4) NOTIFY "w15 pass 100\n45\n"
#define SETTLE(id)                                                                                 \
  ": \"type\":\"settle\",\"wager\":\"" id "\",\"outcome\":\"win\",\"paid\":12000,\"returned\":"    \
  "500\n"

static const Case fire_findings[] = {
  { FIRE, SHOOTER (1) "w1 fire_bet 500 \"area\":1\n" FIVE_POINTS "34<\n" SETTLE ("w1") ">",
    "fire_bet.confirm - 623a.11(a)(6)\n" },
  /* Without the call to surveillance, or with one before the fourth point. */
  { FIRE,
    SHOOTER (1) "w1 fire_bet 500 \"area\":1;w2 fire_bet 500 \"area\":2\n" NOTIFY POINT (
        "w10", 2, 2, 4, 1) POINT ("w11", 2, 3, 5, 2) POINT ("w12", 3, 3, 6, 3)
        POINT ("w13", 4, 4, 8, 4) "w15 pass 100\n45\n34<\n" SETTLE ("w1") SETTLE ("w2") ">",
    "fire_bet.confirm - 623a.11(a)(6)\nfire_bet.not-notified w1 623a.11(a)(6)\n" },
  /* A point made again wants no marker; three points want no call. */
  { FIRE,
    SHOOTER (1) "w1 fire_bet 500 \"area\":1\n" POINT (
        "w10", 2, 2, 4, 1) "w11 pass 100;22;22\n" POINT ("w12", 2, 3, 5, 2)
        POINT ("w13", 3, 3, 6, 3) "w14 pass 100\n45\n34<\n" SETTLE ("w1") ">",
    "" },
  { FIRE, SHOOTER (1) "w1 fire_bet 500 \"area\":1;w2 pass 100;22;22",
    "fire_bet.marker - 623a.11(a)(4)\n" },
  { FIRE, SHOOTER (1) "w1 fire_bet 500 \"area\":1\n" POINT ("w2", 2, 2, 5, 1),
    "fire_bet.marker - 623a.11(a)(4)\n" },
  { FIRE, SHOOTER (1) "w1 fire_bet 500 \"area\":1\n" POINT ("w2", 2, 2, 4, 2),
    "fire_bet.marker - 623a.11(a)(4)\n" },
  { FIRE,
    SHOOTER (1) "w1 fire_bet 500 \"area\":1;w2 pass 100;22;22<\n" MARKER (4, 2) MARKER (4, 1) ">",
    "" },
  /* Without a Fire Bet up nobody wants markers. */
  { FIRE, SHOOTER (1) "w2 pass 100;22;22", "" },
  { FIRE, SHOOTER (1) "w2 pass 100;22;13;w1 fire_bet 500 \"area\":1;w3 pass 100;34",
    "craps.fire-bet-timing w1 623a.3(a)(40)\n" },
  { FIRE, SHOOTER (1) "w2 pass 100;22;w1 fire_bet 500 \"area\":1;34",
    "craps.fire-bet-timing w1 623a.3(a)(40)\n" },
  { FIRE, SHOOTER (1) "w2 pass 100;11;w1 fire_bet 500 \"area\":1;w3 pass 100;34",
    "craps.fire-bet-timing w1 623a.3(a)(40)\n" },
  /* A void come out was none; after a loser 7 a new hand begins. */
  { FIRE, SHOOTER (1) "w2 pass 100;22!boxperson:on_bank;w1 fire_bet 500 \"area\":1;34", "" },
  { FIRE, SHOOTER (1) "w2 pass 100;22;34\n" SHOOTER (1) "w1 fire_bet 500 \"area\":1;w3 pass 100;34",
    "" },
  { FIRE,
    TWO SHOOTER (1) "w2 pass 100;22;22\n" SHOOTER (
        2) "w1 fire_bet 500 \"area\":1;w3 pass 100 \"seat\":2;34",
    "" },
  { FIRE, "w1 fire_bet 50 \"area\":1;22", "craps.fire-bet-amount w1 623a.11(b)(1)\n" },
  { FIRE, "w1 fire_bet 600 \"area\":1;22", "craps.fire-bet-amount w1 623a.11(b)(1)\n" },
  { FIRE, "w1 fire_bet 250 \"area\":1;22", "craps.fire-bet-amount w1 623a.11(b)(1)\n" },
  { FIRE, "w1 fire_bet 100 \"area\":0;22", "craps.fire-bet-area w1 623a.2(f)(1)\n" },
  { FIRE, "w1 fire_bet 100 \"area\":17;22", "craps.fire-bet-area w1 623a.2(f)(1)\n" },
  { FIRE, "w1 fire_bet 100 \"area\":16;w2 fire_bet 100 \"area\":16;22",
    "craps.fire-bet-area w2 623a.11(a)(1)\n" },
  { FIRE, "w1 fire_bet 100 \"area\":1;-w1 increase 200;22",
    "craps.fire-bet-changed w1 623a.4(c)(3)\n" },
  { FIRE, "w1 fire_bet 100 \"area\":1;22;-w1 remove;34",
    "craps.fire-bet-changed w1 623a.4(c)(3)\n" },
  { NULL, NULL, NULL },
};

static const Case fire_decisions[] = {
  /* The dice given up before a loser 7: the successor's points are added (R2). */
  { FIRE,
    TWO SHOOTER (1) "w1 fire_bet 500 \"area\":1;22;22;23;23\n" SHOOTER (
        2) "33;33;44;44;w2 pass 100;45;34",
    "10:w1 win 12000/0/500 R2 10:w2 lose 0/100/0" },
  /* Nobody's Fire Bet up: the count starts anew. */
  { FIRE,
    TWO SHOOTER (1) "22;22;23;23\n" SHOOTER (2) "w1 fire_bet 500 \"area\":1;33;33;44;44;55;34",
    "10:w1 lose 0/500/0" },
  { NULL, NULL, NULL },
};

static void
test_confirmation (void)
{
  g_autoptr (CrapsPlay) play =
      craps_play ("craps", "2023-11-04", FIRE,
                  SHOOTER (1) "w1 fire_bet 500 \"area\":3;w2 fire_bet 100 "
                              "\"area\":4,\"seat\":2;22;22;23;23;33;33;44;44");

  g_assert_cmpstr (play->recomputed->str, ==,
                   "{\"points\":4,\"made\":["
                   "{\"point\":4,\"dice\":[2,2],\"round\":2,\"seq\":14},"
                   "{\"point\":5,\"dice\":[2,3],\"round\":4,\"seq\":24},"
                   "{\"point\":6,\"dice\":[3,3],\"round\":6,\"seq\":34},"
                   "{\"point\":8,\"dice\":[4,4],\"round\":8,\"seq\":44}],\"pending\":["
                   "{\"wager\":\"w1\",\"seat\":1,\"area\":3,\"amount\":500,\"due\":{\"4\":12000,"
                   "\"5\":124500,\"6\":499500}},"
                   "{\"wager\":\"w2\",\"seat\":2,\"area\":4,\"amount\":100,\"due\":{\"4\":2400,"
                   "\"5\":24900,\"6\":99900}}]}");
}

#define HOT_A "\"hot_roller\":\"A\""
#define HOT_B "\"hot_roller\":\"B\""

static const Case hot_decisions[] = {
  { HOT_A, "w1 hot_roller 500 \"area\":1;34", "1:w1 lose 0/500/0 R3" },
  { HOT_A, "w1 hot_roller 500 \"area\":1;13;22;14;34", "4:w1 lose 0/500/0 R3" },
  { HOT_A, "w1 hot_roller 500 \"area\":1;13;22;14;23;34", "5:w1 win 2500/0/500 R3" },
  { HOT_A, "w1 hot_roller 500 \"area\":1;13;22;14;23;36;54;34", "7:w1 win 5000/0/500 R3" },
  { HOT_A, "w1 hot_roller 500 \"area\":1;13;22;14;23;36;54;64;55;16", "9:w1 win 10000/0/500 R3" },
  { HOT_A, "w1 hot_roller 500 \"area\":1;13;22;14;23;36;54;64;55;15;42;33;16",
    "12:w1 win 25000/0/500 R3" },
  { HOT_A, "w1 hot_roller 500 \"area\":1;13;22;14;23;36;54;64;55;15;42;33;26;53;44;16",
    "15:w1 win 100000/0/500 R3" },
  { HOT_B, "w1 hot_roller 500 \"area\":1;13;22;14;23;36;54;64;55;15;42;33;26;53;44;16",
    "15:w1 win 150000/0/500 R3" },
  /* A come out 7 settles and clears, with what lay there before the wager. */
  { HOT_B, "13;22;22;41;32;w1 hot_roller 500 \"area\":1;61;w2 hot_roller 500 \"area\":1;61",
    "6:w1 win 2500/0/500 R3 7:w2 lose 0/500/0 R3" },
  { NULL, NULL, NULL },
};

#define LUCKY(table) "\"lucky_shooter\":\"" table "\",\"automation\":\"full\""

static const Case lucky_decisions[] = {
  { LUCKY ("A"), "w1 lucky_shooter 500;12", "1:w1 lose 0/500/0" },
  { LUCKY ("A"), "w1 lucky_shooter 500;34;65;66",
    "1:w1 win 0/0/500 stays R4 2:w1 win 0/0/500 stays R4 3:w1 lose 0/500/0" },
  /* The regulation's own examples. */
  { LUCKY ("A"), "w1 lucky_shooter 500;45;64;22;33;55", "5:w1 win 2000/0/500 R5" },
  { LUCKY ("A"), "w1 lucky_shooter 500;45;64;22;33;44;14;45", "7:w1 win 499500/0/500 R5" },
  { LUCKY ("A"), "w1 lucky_shooter 500;33;45;33", "3:w1 lose 0/500/0 R5" },
  { LUCKY ("A"), "w1 lucky_shooter 500;45;64;22;33;44;14;11", "7:w1 win 74500/0/500 R5" },
  { LUCKY ("A"), "w1 lucky_shooter 500;45;64;22;33;44;34", "6:w1 win 7000/0/500 R5" },
  { LUCKY ("A"), "w1 lucky_shooter 500;45;64;22;34", "4:w1 lose 0/500/0 R5" },
  { LUCKY ("B"), "w1 lucky_shooter 500;45;64;22;34", "4:w1 win 500/0/500 R5" },
  { LUCKY ("B"), "w1 lucky_shooter 500;45;64;22;33;34", "5:w1 win 1500/0/500 R5" },
  { LUCKY ("B"), "w1 lucky_shooter 500;45;64;22;33;44;34", "6:w1 win 4500/0/500 R5" },
  { LUCKY ("B"), "w1 lucky_shooter 500;45;64;22;33;44;14;34", "7:w1 win 49500/0/500 R5" },
  { LUCKY ("B"), "w1 lucky_shooter 500;45;64;22;33;44;14;36", "7:w1 win 249500/0/500 R5" },
  { LUCKY ("C"), "w1 lucky_shooter 500;45;64;22;33;44;34", "6:w1 win 9500/0/500 R5" },
  { LUCKY ("C"), "w1 lucky_shooter 500;45;64;22;33;44;14;34", "7:w1 win 74500/0/500 R5" },
  { LUCKY ("D"), "w1 lucky_shooter 500;45;64;22;33;34", "5:w1 win 2000/0/500 R5" },
  { LUCKY ("D"), "w1 lucky_shooter 500;45;64;34", "3:w1 lose 0/500/0 R5" },
  { LUCKY ("D"), "w1 lucky_shooter 500;45;64;22;33;44;14;54", "7:w1 win 249500/0/500 R5" },
  /* Placed with a point up it starts at the next come out roll. */
  { LUCKY ("A"), "22;w1 lucky_shooter 500;33;12;31;12", "5:w1 lose 0/500/0" },
  { NULL, NULL, NULL },
};

#define BONUS(table) "\"bonus_craps\":\"" table "\""
#define BONUS_WAGERS "w1 all_small 100;w2 all_tall 100;w3 make_em_all 100;"

static const Case bonus_decisions[] = {
  { BONUS ("1"), BONUS_WAGERS "34",
    "1:w1 lose 0/100/0 R7 1:w2 lose 0/100/0 R7 1:w3 lose 0/100/0 R7" },
  { BONUS ("1"), BONUS_WAGERS "11;12;22;23;33;34",
    "5:w1 win 3400/0/100 R7 6:w2 lose 0/100/0 R7 6:w3 lose 0/100/0 R7" },
  { BONUS ("1"), BONUS_WAGERS "66;65;55;54;44;33;23;22;12;11;34",
    "5:w2 win 3400/0/100 R7 10:w1 win 3400/0/100 R7 10:w3 win 17500/0/100 R7" },
  { BONUS ("2"), BONUS_WAGERS "66;65;55;54;44;33;23;22;12;11;34",
    "5:w2 win 3000/0/100 R7 10:w1 win 3000/0/100 R7 10:w3 win 15000/0/100 R7" },
  /* A 7 clears the tracked numbers. */
  { BONUS ("2"), "66;65;55;54;61;w2 all_tall 100;44;61", "7:w2 lose 0/100/0 R7" },
  { NULL, NULL, NULL },
};

#define JACKPOT "\"hot_shooter_jackpot\":true,\"automation\":\"hybrid\""

/* A come out point, then @throws other throws, then the seven-out. */
static void
assert_jackpot (guint throws, const char *due)
{
  g_autoptr (GString) script = g_string_new ("w1 hot_shooter_jackpot 500;22");
  g_autofree char *decisions = g_strdup_printf ("%u:w1 %s R6", throws + 2, due);

  for (guint i = 0; i < throws; i++)
    g_string_append (script, i % 2 == 0 ? ";11" : ";65");
  g_string_append (script, ";16");
  assert_decisions (JACKPOT, script->str, decisions);
}

static void
test_hot_shooter (void)
{
  assert_jackpot (0, "lose 0/500/0");
  assert_jackpot (7, "lose 0/500/0");
  assert_jackpot (8, "push 0/0/500");
  assert_jackpot (15, "push 0/0/500");
  assert_jackpot (16, "win 1000/0/500");
  assert_jackpot (23, "win 1000/0/500");
  assert_jackpot (24, "win 2000/0/500");
  assert_jackpot (31, "win 2000/0/500");
  assert_jackpot (32, "win 3000/0/500");
  assert_jackpot (39, "win 3000/0/500");
  assert_jackpot (40, "win 5500/0/500");
  assert_jackpot (44, "win 5500/0/500");
  assert_jackpot (45, "win 14500/0/500");
  assert_jackpot (49, "win 14500/0/500");
  assert_jackpot (50, "win 49500/0/500");
  assert_jackpot (80, "win 49500/0/500");
  /* Come out 7s count like any throw, the first come out roll does not; void throws neither. */
  assert_decisions (JACKPOT, "w1 hot_shooter_jackpot 500;34;34;34;34;34;34;34;34;22;16",
                    "10:w1 push 0/0/500 R6");
  assert_decisions (JACKPOT,
                    "w1 hot_shooter_jackpot 500;34;34;34;34;34;34;34!boxperson:on_bank;34;22;16",
                    "7:w1 void 0/0/500 free 10:w1 lose 0/500/0 R6");
  /* Placed with a point up it starts at the next come out roll. */
  assert_decisions (JACKPOT, "22;w1 hot_shooter_jackpot 500;11;11;11;11;11;11;11;11;22;33;16",
                    "12:w1 lose 0/500/0 R6");
}

#define POWER       "\"power_odds\":true"
#define SHOWN(list) ": \"type\":\"power_odds\",\"bets\":[" list "]\n"

static const Case power_decisions[] = {
  { POWER, "w1 any_craps 300\n" SHOWN ("{\"bet\":\"any_craps\",\"odds\":\"10 to 1\"}") "12",
    "1:w1 win 3000/0/300" },
  { POWER, "w1 any_seven 300\n" SHOWN ("{\"bet\":\"any_seven\",\"odds\":\"8 to 1\"}") "34",
    "1:w1 win 2400/0/300" },
  { POWER, "w1 eleven 300\n" SHOWN ("{\"bet\":\"eleven\",\"odds\":\"22 to 1\"}") "65",
    "1:w1 win 6600/0/300" },
  { POWER,
    "w1 hop 100 \"dice\":[1,3];w2 hop 100 \"dice\":[1,4]\n" SHOWN (
        "{\"bet\":\"hop\",\"dice\":[3,1],\"odds\":\"30 to 1\"}") "13",
    "1:w1 win 3000/0/100 1:w2 lose 0/100/0" },
  { POWER,
    "w1 hop 100 \"dice\":[1,3];w2 hop 100 \"dice\":[1,4]\n" SHOWN (
        "{\"bet\":\"hop\",\"dice\":[3,1],\"odds\":\"30 to 1\"}") "14",
    "1:w1 lose 0/100/0 1:w2 win 1500/0/100" },
  { POWER,
    "w1 hop 100 \"dice\":[2,2]\n" SHOWN (
        "{\"bet\":\"hop\",\"dice\":[2,2],\"odds\":\"60 to 1\"}") "22",
    "1:w1 win 6000/0/100" },
  { POWER,
    "w1 hardway 100 \"number\":6;-w1 on;w2 hardway 100 \"number\":8\n" SHOWN (
        "{\"bet\":\"hardway\",\"number\":6,\"odds\":\"18 to 1\"}") "33",
    "1:w1 win 1800/0/100 stays" },
  /* For one throw alone. */
  { POWER,
    "w1 hardway 100 \"number\":6;-w1 on\n" SHOWN (
        "{\"bet\":\"hardway\",\"number\":6,\"odds\":\"18 to 1\"}") "45;33",
    "2:w1 win 900/0/100 stays" },
  /* Horn: the winning quarter alone; C and E: the whole wager (R8). */
  { POWER, "w1 horn 400\n" SHOWN ("{\"bet\":\"horn\",\"odds\":\"60 to 1\"}") "66",
    "1:w1 win 6000/300/100 R8" },
  { POWER, "w1 horn 400\n" SHOWN ("{\"bet\":\"horn\",\"odds\":\"60 to 1\"}") "65",
    "1:w1 win 1500/300/100" },
  { POWER, "w1 horn 400\n" SHOWN ("{\"bet\":\"horn\",\"odds\":\"22 to 1\"}") "12",
    "1:w1 win 2200/300/100 R8" },
  { POWER, "w1 craps_eleven 200\n" SHOWN ("{\"bet\":\"craps_eleven\",\"odds\":\"6 to 1\"}") "12",
    "1:w1 win 1200/0/200 R8" },
  { POWER, "w1 craps_eleven 200\n" SHOWN ("{\"bet\":\"craps_eleven\",\"odds\":\"14 to 1\"}") "65",
    "1:w1 win 2800/0/200 R8" },
  { POWER, "w1 craps_eleven 200\n" SHOWN ("{\"bet\":\"craps_eleven\",\"odds\":\"14 to 1\"}") "11",
    "1:w1 win 700/100/100" },
  /* Not offered, or after the throw: they hold all the same. */
  { "", "w1 any_seven 300\n" SHOWN ("{\"bet\":\"any_seven\",\"odds\":\"8 to 1\"}") "34",
    "1:w1 win 2400/0/300" },
  { POWER, "w1 any_seven 300\n34<\n" SHOWN ("{\"bet\":\"any_seven\",\"odds\":\"8 to 1\"}") ">",
    "1:w1 win 2400/0/300" },
  /* What the table does not have does not. */
  { POWER, "w1 any_seven 300\n" SHOWN ("{\"bet\":\"any_seven\",\"odds\":\"9 to 1\"}") "34",
    "1:w1 win 1200/0/300" },
  { NULL, NULL, NULL },
};

static const Case power_findings[] = {
  { POWER, "w1 any_seven 300\n" SHOWN ("{\"bet\":\"any_seven\",\"odds\":\"8 to 1\"}") "34", "" },
  { "", "w1 any_seven 300\n" SHOWN ("{\"bet\":\"any_seven\",\"odds\":\"8 to 1\"}") "34",
    "craps.power-odds - 623b.5(c)\n" },
  { POWER, "w1 any_seven 300\n" SHOWN ("{\"bet\":\"any_seven\",\"odds\":\"7 to 1\"}") "34",
    "craps.power-odds - 623b.5(d)\n" },
  { POWER, "w1 any_seven 300\n" SHOWN ("{\"bet\":\"craps_two\",\"odds\":\"45 to 1\"}") "34",
    "craps.power-odds - 623b.5(d)\n" },
  { POWER,
    "w1 any_seven 300\n" SHOWN ("{\"bet\":\"horn_high\",\"number\":2,\"odds\":\"45 to 1\"},"
                                "{\"bet\":\"whirl\",\"odds\":\"45 to 1\"}") "34",
    "craps.power-odds - 623b.5(d)\n" },
  { POWER, "w1 any_seven 300\n34<\n" SHOWN ("{\"bet\":\"any_seven\",\"odds\":\"8 to 1\"}") ">",
    "craps.power-odds - 623b.5(c)\n" },
  { POWER,
    SHOWN ("{\"bet\":\"any_seven\",\"odds\":\"8 to 1\"}") "w1 any_seven 300;w2 eleven 100;34",
    "craps.power-odds - 623b.5(c)\n" },
  { NULL, NULL, NULL },
};

#define BUTTON(members) ": \"type\":\"marker_button\"," members "\n"

static const Case side_findings[] = {
  { HOT_A, "w1 hot_roller 500 \"area\":1;22;33", "" },
  { HOT_A, "22;w1 hot_roller 500 \"area\":1;33", "craps.side-bet-timing w1 623b.1(b)\n" },
  { HOT_A, "w1 hot_roller 500 \"area\":1;-w1 increase 600;22",
    "craps.side-bet-changed w1 623b.1(b)\n" },
  { HOT_A, "w1 hot_roller 500 \"area\":1;22;-w1 remove;33",
    "craps.side-bet-changed w1 623b.1(b)\n" },
  { HOT_A, "w1 hot_roller 500 \"area\":1,\"via\":\"cash_verbal\",\"confirmed\":true;22",
    "wager.verbal w1 623a.4(b)\n" },
  { HOT_A,
    "13<\n" BUTTON ("\"dice\":[3,1]") ">\n22<\n" BUTTON ("\"dice\":[2,2]")
        BUTTON ("\"number\":4") ">",
    "" },
  { HOT_A, "13<\n" BUTTON ("\"dice\":[2,2]") ">", "craps.marker-button - 623b.1(d)\n" },
  { HOT_A, "12<\n" BUTTON ("\"dice\":[1,2]") ">", "craps.marker-button - 623b.1(d)\n" },
  { HOT_A, "13<\n" BUTTON ("\"number\":4") ">", "craps.marker-button - 623b.1(f)\n" },
  { HOT_A, "22;13;34;13<\n" BUTTON ("\"dice\":[1,3]") BUTTON ("\"number\":4") ">",
    "craps.marker-button - 623b.1(f)\n" },
  { LUCKY ("A"), "w1 lucky_shooter 500;22", "" },
  { LUCKY ("A"), "22;w1 lucky_shooter 500;33", "craps.side-bet-timing w1 623b.2(c)\n" },
  { "\"lucky_shooter\":\"A\",\"automation\":\"hybrid\"", "w1 lucky_shooter 500;22",
    "craps.automation w1 623b.2(a)\n" },
  { JACKPOT, "w1 hot_shooter_jackpot 500;22", "" },
  { JACKPOT, "22;w1 hot_shooter_jackpot 500;33", "craps.side-bet-timing w1 623b.4(c)\n" },
  { "\"hot_shooter_jackpot\":true", "w1 hot_shooter_jackpot 500;22",
    "craps.automation w1 623b.4(a)\n" },
  { BONUS ("1"), "w1 all_small 100;22", "" },
  { BONUS ("1"), "66;w1 all_small 100;22", "craps.side-bet-timing w1 623a.12\n" },
  { BONUS ("1"), "66;34;w1 all_small 100;22", "" },
  { "", "w1 all_small 100;22", "wager.not-offered w1 623b.3(c)\n" },
  { NULL, NULL, NULL },
};

static void
assert_on_day (const char *day, const char *submission, const char *script, const char *findings)
{
  g_autofree char *whole = g_strdup_printf (
      ": \"type\":\"player\",\"seat\":1,\"player\":\"P1\",\"present\":true\n%s", script);
  g_autoptr (CrapsPlay) play = craps_play ("craps", day, submission, whole);

  g_assert_cmpstr (play->findings->str, ==, findings);
}

/* Each feature on its first and last day, and on the day before and after. */
static void
test_editions (void)
{
  static const struct
  {
    const char *days[4];
    const char *submission;
    const char *script;
    const char *finding;
  } features[] = {
    { { "2021-09-03", "2021-09-04", "2024-09-03", "2024-09-04" },
      HOT_A,
      "w1 hot_roller 500 \"area\":1;22",
      "rules.not-in-force w1 623b.1(g)\n" },
    { { "2021-09-03", "2021-09-04", "2024-09-03", "2024-09-04" },
      LUCKY ("A"),
      "w1 lucky_shooter 500;22",
      "rules.not-in-force w1 623b.2(d)\n" },
    { { "2021-09-03", "2021-09-04", "2024-09-03", "2024-09-04" },
      BONUS ("1"),
      "w1 all_tall 500;22",
      "rules.not-in-force w1 623b.3(c)\n" },
    { { "2022-03-11", "2022-03-12", "2025-03-11", "2025-03-12" },
      JACKPOT,
      "w1 hot_shooter_jackpot 500;22",
      "rules.not-in-force w1 623b.4(d)\n" },
    { { "2023-09-22", "2023-09-23", "2026-09-22", "2026-09-23" },
      POWER,
      SHOWN ("{\"bet\":\"any_seven\",\"odds\":\"8 to 1\"}") "22",
      "rules.not-in-force - 623b.5\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (features); i++)
    for (guint day = 0; day < 4; day++)
      assert_on_day (features[i].days[day], features[i].submission, features[i].script,
                     day == 1 || day == 2 ? "" : features[i].finding);
}

static void
test_marks (void)
{
  g_autoptr (CrapsPlay) play =
      craps_play ("craps", "2023-11-04", FIRE "," HOT_A "," BONUS ("1"),
                  SHOOTER (1) "w1 fire_bet 100 \"area\":1\n" POINT (
                      "w2", 2, 2, 4, 1) "w3 pass 100;13;31!boxperson:on_bank");

  g_assert_cmpstr (play->marks->str, ==,
                   "die 0,0,3\ndie 0,0,1\npuck 0,4,0\nshooter 1,0,0\nfire 0,4,1\n"
                   "button 0,4,13\nbutton 0,4,22\nbutton 0,4,0\ntracked 0,4,0\n");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();

  g_test_add_data_func ("/craps/fire-bet/findings", fire_findings, check_findings);
  g_test_add_data_func ("/craps/fire-bet/decisions", fire_decisions, check_decisions);
  g_test_add_func ("/craps/fire-bet/confirmation", test_confirmation);
  g_test_add_data_func ("/craps/side/hot-roller", hot_decisions, check_decisions);
  g_test_add_data_func ("/craps/side/lucky-shooter", lucky_decisions, check_decisions);
  g_test_add_data_func ("/craps/side/bonus-craps", bonus_decisions, check_decisions);
  g_test_add_func ("/craps/side/hot-shooter", test_hot_shooter);
  g_test_add_data_func ("/craps/side/power-odds", power_decisions, check_decisions);
  g_test_add_data_func ("/craps/side/power-odds/findings", power_findings, check_findings);
  g_test_add_data_func ("/craps/side/findings", side_findings, check_findings);
  g_test_add_func ("/craps/side/editions", test_editions);
  g_test_add_func ("/craps/side/marks", test_marks);

  return g_test_run ();
}
