/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every wager of 623a.3(a), won, lost, tied and void, to the cent. The figures are worked out from
 * the regulation's text, not from the table of bets. */
#include "config.h"

#include "craps-play.h"

typedef struct
{
  const char *submission;
  const char *script;
  const char *decisions;
} Case;

static void
check_cases (gconstpointer data)
{
  for (const Case *each = data; each->script != NULL; each++)
    assert_decisions (each->submission, each->script, each->decisions);
}

static const Case line_bets[] = {
  { "", "w1 pass 1000;34", "1:w1 win 1000/0/1000" },
  { "", "w1 pass 1000;65", "1:w1 win 1000/0/1000" },
  { "", "w1 pass 1000;11", "1:w1 lose 0/1000/0" },
  { "", "w1 pass 1000;12", "1:w1 lose 0/1000/0" },
  { "", "w1 pass 1000;66", "1:w1 lose 0/1000/0" },
  { "", "w1 pass 1000;22;53;31", "3:w1 win 1000/0/1000" },
  { "", "w1 pass 1000;45;65;12;34", "4:w1 lose 0/1000/0" },
  { "", "w1 dont_pass 1000;34", "1:w1 lose 0/1000/0" },
  { "", "w1 dont_pass 1000;65", "1:w1 lose 0/1000/0" },
  { "", "w1 dont_pass 1000;11", "1:w1 win 1000/0/1000" },
  { "", "w1 dont_pass 1000;12", "1:w1 win 1000/0/1000" },
  { "", "w1 dont_pass 1000;66", "1:w1 void 0/0/1000" },
  { "", "w1 dont_pass 1000;44;66;61", "3:w1 win 1000/0/1000" },
  { "", "w1 dont_pass 1000;44;62", "2:w1 lose 0/1000/0" },
  /* A second point begins after the first is decided. */
  { "", "w1 pass 100;22;13;w2 pass 200;55;31;64", "2:w1 win 100/0/100 5:w2 win 200/0/200" },
  { NULL, NULL, NULL },
};

static const Case come_bets[] = {
  { "", "w1 pass 100;22;w2 come 500;34", "2:w1 lose 0/100/0 2:w2 win 500/0/500" },
  { "", "w1 pass 100;22;w2 come 500;56", "2:w2 win 500/0/500" },
  { "", "w1 pass 100;22;w2 come 500;66", "2:w2 lose 0/500/0" },
  { "", "w1 pass 100;22;w2 come 500;33;24", "3:w2 win 500/0/500" },
  { "", "w1 pass 100;22;w2 come 500;33;52", "3:w1 lose 0/100/0 3:w2 lose 0/500/0" },
  /* It works on a come out roll. */
  { "", "w1 pass 100;22;w2 come 500;33;31;34", "3:w1 win 100/0/100 4:w2 lose 0/500/0" },
  { "", "w1 pass 100;22;w2 dont_come 500;34", "2:w1 lose 0/100/0 2:w2 lose 0/500/0" },
  { "", "w1 pass 100;22;w2 dont_come 500;56", "2:w2 lose 0/500/0" },
  { "", "w1 pass 100;22;w2 dont_come 500;11", "2:w2 win 500/0/500" },
  { "", "w1 pass 100;22;w2 dont_come 500;21", "2:w2 win 500/0/500" },
  { "", "w1 pass 100;22;w2 dont_come 500;66", "2:w2 void 0/0/500" },
  { "", "w1 pass 100;22;w2 dont_come 500;45;34", "3:w1 lose 0/100/0 3:w2 win 500/0/500" },
  { "", "w1 pass 100;22;w2 dont_come 500;45;63", "3:w2 lose 0/500/0" },
  { NULL, NULL, NULL },
};

static const Case odds[] = {
  { "", "w1 pass 100;22;w2 pass_odds 300 \"supports\":\"w1\";13",
    "2:w1 win 100/0/100 2:w2 win 600/0/300" },
  { "", "w1 pass 100;14;w2 pass_odds 301 \"supports\":\"w1\";23",
    "2:w1 win 100/0/100 2:w2 win 451/0/301" },
  { "", "w1 pass 100;15;w2 pass_odds 333 \"supports\":\"w1\";33",
    "2:w1 win 100/0/100 2:w2 win 399/0/333" },
  { "", "w1 pass 100;44;w2 pass_odds 500 \"supports\":\"w1\";53",
    "2:w1 win 100/0/100 2:w2 win 600/0/500" },
  { "", "w1 pass 100;54;w2 pass_odds 200 \"supports\":\"w1\";63",
    "2:w1 win 100/0/100 2:w2 win 300/0/200" },
  { "", "w1 pass 100;64;w2 pass_odds 200 \"supports\":\"w1\";16",
    "2:w1 lose 0/100/0 2:w2 lose 0/200/0" },
  { "", "w1 dont_pass 100;22;w2 dont_pass_odds 301 \"supports\":\"w1\";16",
    "2:w1 win 100/0/100 2:w2 win 150/0/301" },
  { "", "w1 dont_pass 100;32;w2 dont_pass_odds 301 \"supports\":\"w1\";16",
    "2:w1 win 100/0/100 2:w2 win 200/0/301" },
  { "", "w1 dont_pass 100;42;w2 dont_pass_odds 301 \"supports\":\"w1\";16",
    "2:w1 win 100/0/100 2:w2 win 250/0/301" },
  { "", "w1 dont_pass 100;42;w2 dont_pass_odds 301 \"supports\":\"w1\";24",
    "2:w1 lose 0/100/0 2:w2 lose 0/301/0" },
  { "", "w1 pass 100;22;w2 come 100;33;w3 come_odds 500 \"supports\":\"w2\";15",
    "3:w2 win 100/0/100 3:w3 win 600/0/500" },
  /* Come odds work on a come out roll unless the Rules Submission says otherwise (R10). */
  { "", "w1 pass 100;22;w2 come 100;33;w3 come_odds 500 \"supports\":\"w2\";13;34",
    "3:w1 win 100/0/100 4:w2 lose 0/100/0 4:w3 lose 0/500/0" },
  { "\"come_odds_off_on_come_out\":true",
    "w1 pass 100;22;w2 come 100;33;w3 come_odds 500 \"supports\":\"w2\";13;34",
    "3:w1 win 100/0/100 4:w2 lose 0/100/0 4:w3 void 0/0/500 R10" },
  { "\"come_odds_off_on_come_out\":true",
    "w1 pass 100;22;w2 come 100;33;w3 come_odds 500 \"supports\":\"w2\";13;51",
    "3:w1 win 100/0/100 4:w2 win 100/0/100 4:w3 void 0/0/500 R10" },
  { "\"come_odds_off_on_come_out\":true",
    "w1 pass 100;22;w2 come 100;33;w3 come_odds 500 \"supports\":\"w2\";-w3 on;13;51",
    "3:w1 win 100/0/100 4:w2 win 100/0/100 4:w3 win 600/0/500" },
  { "\"come_odds_off_on_come_out\":true",
    "w1 pass 100;22;w2 come 100;33;w3 come_odds 500 \"supports\":\"w2\";15",
    "3:w2 win 100/0/100 3:w3 win 600/0/500" },
  { "\"come_odds_off_on_come_out\":true",
    "w1 pass 100;22;w2 dont_come 100;33;w3 dont_come_odds 600 \"supports\":\"w2\";13;34",
    "3:w1 win 100/0/100 4:w2 win 100/0/100 4:w3 win 500/0/600" },
  /* Odds whose wager is decided before it has a point are void. */
  { "", "w1 pass 100;w2 pass_odds 200 \"supports\":\"w1\";34",
    "1:w1 win 100/0/100 1:w2 void 0/0/200" },
  { "", "w1 pass 100;w2 pass_odds 200 \"supports\":\"w1\";33;42",
    "2:w1 win 100/0/100 2:w2 win 240/0/200" },
  { NULL, NULL, NULL },
};

static const Case place_bets[] = {
  { "", "w1 pass 100;15;w2 place_win 700 \"number\":4;22", "2:w2 win 1260/0/700 stays" },
  { "", "w1 pass 100;15;w2 place_win 700 \"number\":5;32", "2:w2 win 980/0/700 stays" },
  { "", "w1 pass 100;44;w2 place_win 700 \"number\":6;33", "2:w2 win 816/0/700 stays" },
  { "", "w1 pass 100;15;w2 place_win 600 \"number\":8;44", "2:w2 win 700/0/600 stays" },
  { "", "w1 pass 100;15;w2 place_win 701 \"number\":9;45", "2:w2 win 981/0/701 stays" },
  { "", "w1 pass 100;15;w2 place_win 500 \"number\":10;46", "2:w2 win 900/0/500 stays" },
  { "", "w1 pass 100;15;w2 place_win 500 \"number\":10;46;55;34",
    "2:w2 win 900/0/500 stays 3:w2 win 900/0/500 stays 4:w1 lose 0/100/0 4:w2 lose 0/500/0" },
  { "", "w1 pass 100;15;w2 place_lose 1100 \"number\":4;34",
    "2:w1 lose 0/100/0 2:w2 win 500/0/1100 stays" },
  { "", "w1 pass 100;15;w2 place_lose 800 \"number\":5;34",
    "2:w1 lose 0/100/0 2:w2 win 500/0/800 stays" },
  { "", "w1 pass 100;44;w2 place_lose 503 \"number\":6;34",
    "2:w1 lose 0/100/0 2:w2 win 402/0/503 stays" },
  { "", "w1 pass 100;15;w2 place_lose 500 \"number\":8;34",
    "2:w1 lose 0/100/0 2:w2 win 400/0/500 stays" },
  { "", "w1 pass 100;15;w2 place_lose 900 \"number\":9;34",
    "2:w1 lose 0/100/0 2:w2 win 562/0/900 stays" },
  { "", "w1 pass 100;15;w2 place_lose 1000 \"number\":10;34",
    "2:w1 lose 0/100/0 2:w2 win 454/0/1000 stays" },
  { "", "w1 pass 100;15;w2 place_lose 1000 \"number\":10;46", "2:w2 lose 0/1000/0" },
  /* Inactive on a come out roll unless called on; called off, on no throw. */
  { "", "w2 place_win 600 \"number\":6;33", "" },
  { "", "w1 pass 100;w2 place_win 600 \"number\":6;34", "1:w1 win 100/0/100" },
  { "", "w2 place_win 600 \"number\":6;-w2 on;33", "1:w2 win 700/0/600 stays" },
  { "", "w1 pass 100;w2 place_win 600 \"number\":6;-w2 on;34",
    "1:w1 win 100/0/100 1:w2 lose 0/600/0" },
  { "", "w1 pass 100;44;w2 place_win 600 \"number\":6;-w2 off;33;34", "3:w1 lose 0/100/0" },
  { "\"payout_unit\":100", "w1 pass 100;44;w2 place_win 700 \"number\":6;33",
    "2:w2 win 800/0/700 stays" },
  { "\"payout_unit\":25", "w1 pass 100;44;w2 place_win 700 \"number\":6;33",
    "2:w2 win 800/0/700 stays" },
  { NULL, NULL, NULL },
};

#define BUY_ON_BET "\"buy\":{\"vig_percent\":5,\"collect\":\"on_bet\"},\"lay\":{}"
#define BUY_ON_WIN                                                                                 \
  "\"buy\":{\"collect\":\"on_win\"},\"lay\":{\"vig_percent\":4,\"collect\":\"on_win\"}"

static const Case buy_bets[] = {
  { BUY_ON_BET, "w1 pass 100;15;w2 buy 2000 \"number\":4,\"vig\":100;22",
    "2:w2 win 4000/0/2000 stays" },
  { BUY_ON_BET, "w1 pass 100;15;w2 buy 2001 \"number\":5;32", "2:w2 win 3001/0/2001 stays" },
  { BUY_ON_BET, "w1 pass 100;44;w2 buy 2001 \"number\":6;33", "2:w2 win 2401/0/2001 stays" },
  { BUY_ON_BET, "w1 pass 100;15;w2 buy 500 \"number\":8;44", "2:w2 win 600/0/500 stays" },
  { BUY_ON_BET, "w1 pass 100;15;w2 buy 500 \"number\":9;45", "2:w2 win 750/0/500 stays" },
  { BUY_ON_WIN, "w1 pass 100;15;w2 buy 2010 \"number\":10;64",
    "2:w2 win 4020/0/2010 vig 100 stays R9" },
  { BUY_ON_WIN, "w1 pass 100;15;w2 buy 2010 \"number\":10;34",
    "2:w1 lose 0/100/0 2:w2 lose 0/2010/0" },
  { BUY_ON_BET, "w1 pass 100;15;w2 lay 1001 \"number\":4;34",
    "2:w1 lose 0/100/0 2:w2 win 500/0/1001 stays" },
  { BUY_ON_BET, "w1 pass 100;15;w2 lay 1000 \"number\":5;34",
    "2:w1 lose 0/100/0 2:w2 win 666/0/1000 stays" },
  { BUY_ON_BET, "w1 pass 100;44;w2 lay 1000 \"number\":6;34",
    "2:w1 lose 0/100/0 2:w2 win 833/0/1000 stays" },
  { BUY_ON_WIN, "w1 pass 100;15;w2 lay 1000 \"number\":9;34",
    "2:w1 lose 0/100/0 2:w2 win 666/0/1000 vig 40 stays R9" },
  { BUY_ON_BET, "w1 pass 100;15;w2 lay 1000 \"number\":10;64", "2:w2 lose 0/1000/0" },
  { BUY_ON_BET, "w2 buy 1000 \"number\":10;w3 lay 1000 \"number\":10;64;34",
    "2:w2 lose 0/1000/0 2:w3 win 500/0/1000 stays" },
  { NULL, NULL, NULL },
};

static const Case hardways[] = {
  { "", "w1 pass 100;15;w2 hardway 500 \"number\":4;22", "2:w2 win 3500/0/500 stays" },
  { "", "w1 pass 100;15;w2 hardway 500 \"number\":4;13", "2:w2 lose 0/500/0" },
  { "", "w1 pass 100;44;w2 hardway 500 \"number\":6;33", "2:w2 win 4500/0/500 stays" },
  { "", "w1 pass 100;44;w2 hardway 500 \"number\":6;15", "2:w2 lose 0/500/0" },
  { "", "w1 pass 100;15;w2 hardway 501 \"number\":8;44", "2:w2 win 4509/0/501 stays" },
  { "", "w1 pass 100;15;w2 hardway 500 \"number\":8;62", "2:w2 lose 0/500/0" },
  { "", "w1 pass 100;15;w2 hardway 500 \"number\":10;55", "2:w2 win 3500/0/500 stays" },
  { "", "w1 pass 100;15;w2 hardway 500 \"number\":10;64", "2:w2 lose 0/500/0" },
  { "", "w1 pass 100;15;w2 hardway 500 \"number\":10;34", "2:w1 lose 0/100/0 2:w2 lose 0/500/0" },
  { "", "w2 hardway 500 \"number\":10;64", "" },
  { "", "w2 hardway 500 \"number\":10;-w2 on;64", "1:w2 lose 0/500/0" },
  { NULL, NULL, NULL },
};

static const Case one_roll_bets[] = {
  { "", "w1 field 500;11", "1:w1 win 1000/0/500" },
  { "", "w1 field 500;12", "1:w1 win 500/0/500" },
  { "", "w1 field 500;13", "1:w1 win 500/0/500" },
  { "", "w1 field 500;23", "1:w1 lose 0/500/0" },
  { "", "w1 field 500;24", "1:w1 lose 0/500/0" },
  { "", "w1 field 500;25", "1:w1 lose 0/500/0" },
  { "", "w1 field 500;26", "1:w1 lose 0/500/0" },
  { "", "w1 field 500;36", "1:w1 win 500/0/500" },
  { "", "w1 field 500;46", "1:w1 win 500/0/500" },
  { "", "w1 field 500;56", "1:w1 win 500/0/500" },
  { "", "w1 field 500;66", "1:w1 win 1000/0/500" },
  { "", "w1 any_seven 300;34", "1:w1 win 1200/0/300" },
  { "", "w1 any_seven 300;44", "1:w1 lose 0/300/0" },
  { "", "w1 any_craps 300;11", "1:w1 win 2100/0/300" },
  { "", "w1 any_craps 300;21", "1:w1 win 2100/0/300" },
  { "", "w1 any_craps 300;66", "1:w1 win 2100/0/300" },
  { "", "w1 any_craps 300;65", "1:w1 lose 0/300/0" },
  { "", "w1 craps_two 100;11", "1:w1 win 3000/0/100" },
  { "", "w1 craps_two 100;66", "1:w1 lose 0/100/0" },
  { "", "w1 craps_three 100;12", "1:w1 win 1500/0/100" },
  { "", "w1 craps_three 100;11", "1:w1 lose 0/100/0" },
  { "", "w1 craps_twelve 100;66", "1:w1 win 3000/0/100" },
  { "", "w1 craps_twelve 100;11", "1:w1 lose 0/100/0" },
  { "", "w1 eleven 100;56", "1:w1 win 1500/0/100" },
  { "", "w1 eleven 100;66", "1:w1 lose 0/100/0" },
  { "", "w1 six_seven_eight 500;15", "1:w1 win 500/0/500" },
  { "", "w1 six_seven_eight 500;33", "1:w1 win 1000/0/500" },
  { "", "w1 six_seven_eight 500;16", "1:w1 win 500/0/500" },
  { "", "w1 six_seven_eight 500;44", "1:w1 win 1000/0/500" },
  { "", "w1 six_seven_eight 500;53", "1:w1 win 500/0/500" },
  { "", "w1 six_seven_eight 500;14", "1:w1 lose 0/500/0" },
  { "", "w1 six_seven_eight 500;45", "1:w1 lose 0/500/0" },
  { NULL, NULL, NULL },
};

static const Case combined_bets[] = {
  { "", "w1 craps_eleven 200;11", "1:w1 win 700/100/100" },
  { "", "w1 craps_eleven 200;65", "1:w1 win 1500/100/100" },
  { "", "w1 craps_eleven 200;34", "1:w1 lose 0/200/0" },
  { "", "w1 craps_eleven 501;12", "1:w1 win 1753/251/250 R12" },
  { "", "w1 horn 400;11", "1:w1 win 3000/300/100" },
  { "", "w1 horn 400;12", "1:w1 win 1500/300/100" },
  { "", "w1 horn 400;56", "1:w1 win 1500/300/100" },
  { "", "w1 horn 400;66", "1:w1 win 3000/300/100" },
  { "", "w1 horn 400;34", "1:w1 lose 0/400/0" },
  { "", "w1 horn 501;66", "1:w1 win 3757/376/125 R12" },
  { "\"payout_unit\":100", "w1 horn 500;12", "1:w1 win 1800/375/125 R12" },
  { "", "w1 horn_high 500 \"number\":12;66", "1:w1 win 6000/300/200" },
  { "", "w1 horn_high 500 \"number\":12;11", "1:w1 win 3000/400/100" },
  { "", "w1 horn_high 500 \"number\":2;11", "1:w1 win 6000/300/200" },
  { "", "w1 horn_high 500 \"number\":3;21", "1:w1 win 3000/300/200" },
  { "", "w1 horn_high 500 \"number\":11;65", "1:w1 win 3000/300/200" },
  { "", "w1 horn_high 500 \"number\":11;12", "1:w1 win 1500/400/100" },
  { "", "w1 horn_high 500 \"number\":11;34", "1:w1 lose 0/500/0" },
  { "", "w1 horn_high 504 \"number\":12;66", "1:w1 win 6048/304/200 R12" },
  /* Two parts win, each rounded down by itself. */
  { "\"payout_unit\":100", "w1 horn_high 250 \"number\":12;66", "1:w1 win 3000/150/100 R12" },
  { "\"payout_unit\":100", "w1 horn_high 250 \"number\":3;12", "1:w1 win 1400/150/100 R12" },
  { "", "w1 whirl 500;34", "1:w1 win 400/400/100" },
  { "", "w1 whirl 500;66", "1:w1 win 3000/400/100" },
  { "", "w1 whirl 500;11", "1:w1 win 3000/400/100" },
  { "", "w1 whirl 500;12", "1:w1 win 1500/400/100" },
  { "", "w1 whirl 500;56", "1:w1 win 1500/400/100" },
  { "", "w1 whirl 500;44", "1:w1 lose 0/500/0" },
  { NULL, NULL, NULL },
};

static void
test_hops (void)
{
  for (int low = 1; low <= 6; low++)
    for (int high = low; high <= 6; high++)
      {
        gboolean known = !(low == 1 && high <= 2) && !(high == 6 && low >= 5);
        g_autofree char *script =
            g_strdup_printf ("w1 hop 300 \"dice\":[%d,%d];%d%d", high, low, low, high);
        g_autofree char *miss = g_strdup_printf ("w1 hop 300 \"dice\":[%d,%d];%d%d", low, high,
                                                 low == 6 ? 5 : low + 1, high);

        assert_decisions ("", script,
                          !known        ? "1:w1 void 0/0/300"
                          : low == high ? "1:w1 win 9000/0/300"
                                        : "1:w1 win 4500/0/300");
        assert_findings ("", script, known ? "" : "wager.not-permissible w1 623a.3(a)(22)\n");
        assert_decisions ("", miss, known ? "1:w1 lose 0/300/0" : "1:w1 void 0/0/300");
      }
}

static const Case fire_bets[] = {
  { "\"fire_bet\":\"A\"", "w1 pass 100;w2 fire_bet 500 \"area\":1;22;34",
    "2:w1 lose 0/100/0 2:w2 lose 0/500/0" },
  /* A come out 7 leaves it up (R1). */
  { "\"fire_bet\":\"A\"", "w2 fire_bet 500 \"area\":1;34;22;34", "3:w2 lose 0/500/0" },
  { "\"fire_bet\":\"A\"", "w2 fire_bet 500 \"area\":1;22;22;23;23;33;33;44;44;45;34",
    "10:w2 win 12000/0/500" },
  { "\"fire_bet\":\"B\"", "w2 fire_bet 500 \"area\":1;22;22;23;23;33;33;44;44;45;34",
    "10:w2 win 19500/0/500" },
  /* The same point twice counts once. */
  { "\"fire_bet\":\"B\"", "w2 fire_bet 500 \"area\":1;22;22;23;23;33;33;22;22;45;34",
    "10:w2 lose 0/500/0" },
  { "\"fire_bet\":\"A\"", "w2 fire_bet 300 \"area\":1;22;22;23;23;33;33;44;44;45;45;55;34",
    "12:w2 win 74700/0/300" },
  { "\"fire_bet\":\"B\"", "w2 fire_bet 300 \"area\":1;22;22;23;23;33;33;44;44;45;45;55;34",
    "12:w2 win 59700/0/300" },
  { "\"fire_bet\":\"A\"", "w2 fire_bet 300 \"area\":1;22;22;23;23;33;33;44;44;45;45;55;55;22;34",
    "14:w2 win 299700/0/300" },
  { "\"fire_bet\":\"B\"", "w2 fire_bet 300 \"area\":1;22;22;23;23;33;33;44;44;45;45;55;55;22;34",
    "14:w2 win 149700/0/300" },
  { "\"fire_bet\":\"A\",\"pay\":{\"fire_bet:4\":\"30 to 1\"}",
    "w2 fire_bet 500 \"area\":1;22;22;23;23;33;33;44;44;45;34", "10:w2 win 15000/0/500" },
  { NULL, NULL, NULL },
};

static const Case voids[] = {
  /* A void throw decides nothing; what is settled all the same goes back. */
  { "", "w1 pass 100;22;w2 field 500;34!boxperson:improper_throw;31",
    "2:w1 void 0/0/100 free 2:w2 void 0/0/500 free 3:w1 win 100/0/100 3:w2 win 500/0/500" },
  { "", "w1 pass 100;22*off_table;34", "1:w1 void 0/0/100 free 2:w1 win 100/0/100" },
  { "", "w1 pass 100;22*stacked;34", "1:w1 void 0/0/100 free 2:w1 win 100/0/100" },
  { "", "w1 pass 100;22*cocked_two_sides;34", "1:w1 void 0/0/100 free 2:w1 win 100/0/100" },
  /* A cocked die counts by its upper face, and what might be called is not void by itself. */
  { "", "w1 pass 100;34*cocked", "1:w1 win 100/0/100" },
  { "", "w1 pass 100;34*missed_end_wall", "1:w1 win 100/0/100" },
  /* A void come out sets no point, moves nothing, tracks nothing. */
  { "", "w1 pass 100;22;w2 come 100;33!boxperson:on_bank;34",
    "2:w1 void 0/0/100 free 2:w2 void 0/0/100 free 3:w1 lose 0/100/0 3:w2 win 100/0/100" },
  { "",
    "w1 place_win 100 \"number\":7;w2 hardway 100 \"number\":5;w3 horn_high 500 \"number\":7;33",
    "1:w1 void 0/0/100 1:w2 void 0/0/100 1:w3 void 0/0/500" },
  { "", "w1 place_win 100 \"number\":7;33!boxperson:on_bank;22",
    "1:w1 void 0/0/100 free 2:w1 void 0/0/100" },
  { "", "w1 yo_leven 100;33", "1:w1 void 0/0/100" },
  { NULL, NULL, NULL },
};

static const Case timing[] = {
  /* Late before the result: the throw in progress decides it; after the result: the next. */
  { "",
    ": \"type\":\"round_start\",\"round\":1\n: \"type\":\"throw\"\n"
    ": \"type\":\"wager\",\"wager\":\"w1\",\"seat\":1,\"bet\":\"field\",\"amount\":500\n"
    ": \"type\":\"result\",\"dice\":[1,1]\n"
    ": \"type\":\"wager\",\"wager\":\"w2\",\"seat\":1,\"bet\":\"field\",\"amount\":500\n"
    ": \"type\":\"round_end\",\"round\":1\n44",
    "1:w1 win 1000/0/500 1:w2 lose 0/500/0" },
  /* The stake is the amount when it is decided. */
  { "", "w1 field 500;-w1 increase 700;11", "1:w1 win 1400/0/700" },
  { "", "w1 field 500;-w1 reduce 300;55", "1:w1 win 300/0/300" },
  { "", "w1 field 500;-w1 remove;55", "" },
  /* A Pass Bet put up with the point stands on it. */
  { "", "w1 pass 100;33;w2 pass 200;51", "2:w1 win 100/0/100 2:w2 win 200/0/200" },
  /* No line bet at the table and Come Bets remaining: a throw establishes no point. */
  { "", "w1 pass 100;22;w2 come 100;33;31;55;w3 pass 100;55;33;34",
    "3:w1 win 100/0/100 6:w2 win 100/0/100 7:w3 lose 0/100/0" },
  { NULL, NULL, NULL },
};

static void
test_odds_limit (void)
{
  /* 10 times $5.00; the multiple itself pays whole dollars. */
  g_assert_cmpint (sky_craps_odds_limit (SKY_CRAPS_PASS_ODDS, 500, 4, 10), ==, 5000);
  /* $5.00 on a 5 pays $7.50; $6.00 is the least that pays whole dollars. */
  g_assert_cmpint (sky_craps_odds_limit (SKY_CRAPS_PASS_ODDS, 500, 5, 1), ==, 600);
  g_assert_cmpint (sky_craps_odds_limit (SKY_CRAPS_COME_ODDS, 500, 9, 3), ==, 1600);
  g_assert_cmpint (sky_craps_odds_limit (SKY_CRAPS_PASS_ODDS, 300, 6, 1), ==, 500);
  g_assert_cmpint (sky_craps_odds_limit (SKY_CRAPS_PASS_ODDS, 500, 8, 1), ==, 500);
  g_assert_cmpint (sky_craps_odds_limit (SKY_CRAPS_PASS_ODDS, 725, 8, 1), ==, 750);
  g_assert_cmpint (sky_craps_odds_limit (SKY_CRAPS_PASS_ODDS, 525, 10, 1), ==, 550);
  /* Don't bets: of winnings. */
  g_assert_cmpint (sky_craps_odds_limit (SKY_CRAPS_DONT_PASS_ODDS, 500, 4, 1), ==, 1000);
  g_assert_cmpint (sky_craps_odds_limit (SKY_CRAPS_DONT_PASS_ODDS, 500, 9, 1), ==, 750);
  g_assert_cmpint (sky_craps_odds_limit (SKY_CRAPS_DONT_COME_ODDS, 500, 6, 10), ==, 6000);
  g_assert_cmpint (sky_craps_odds_limit (SKY_CRAPS_DONT_COME_ODDS, 550, 6, 1), ==, 720);
}

/* No bet lacks a name or a section, and no two share a name. */
static void
test_table (void)
{
  for (guint i = 0; i < SKY_CRAPS_N_BETS; i++)
    {
      const SkyBet *bet = &sky_craps_bets[i];

      g_assert_nonnull (bet->form.bet);
      g_assert_nonnull (bet->name);
      g_assert_true (g_str_has_prefix (bet->section, "623"));
      g_assert_true (g_str_has_prefix (bet->odds_section, "623"));
      for (guint j = 0; j < i; j++)
        g_assert_cmpstr (bet->form.bet, !=, sky_craps_bets[j].form.bet);
      for (guint j = 0; j < bet->n_pays; j++)
        g_assert_cmpint (bet->pays[j].odds.b, >, 0);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();

  g_test_add_data_func ("/craps/bets/line", line_bets, check_cases);
  g_test_add_data_func ("/craps/bets/come", come_bets, check_cases);
  g_test_add_data_func ("/craps/bets/odds", odds, check_cases);
  g_test_add_data_func ("/craps/bets/place", place_bets, check_cases);
  g_test_add_data_func ("/craps/bets/buy-and-lay", buy_bets, check_cases);
  g_test_add_data_func ("/craps/bets/hardways", hardways, check_cases);
  g_test_add_data_func ("/craps/bets/one-roll", one_roll_bets, check_cases);
  g_test_add_data_func ("/craps/bets/combined", combined_bets, check_cases);
  g_test_add_func ("/craps/bets/hops", test_hops);
  g_test_add_data_func ("/craps/bets/fire", fire_bets, check_cases);
  g_test_add_data_func ("/craps/bets/void", voids, check_cases);
  g_test_add_data_func ("/craps/bets/timing", timing, check_cases);
  g_test_add_func ("/craps/bets/odds-limit", test_odds_limit);
  g_test_add_func ("/craps/bets/table", test_table);

  return g_test_run ();
}
