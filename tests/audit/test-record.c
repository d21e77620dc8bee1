/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds that come to no result or to no end: what is said of their wagers, then and later. */
#include "config.h"

#include "sky-script.h"

#include <string.h>

#define INSPECTED(item)                                                                            \
  "inspection 'item':'" item "','role':'floorperson','credential':'F','checks':['all'],"           \
  "'passed':true\n"
#define WAGERS                                                                                     \
  INSPECTED ("ball")                                                                               \
  INSPECTED ("wheel")                                                                              \
  "round_start\n"                                                                                  \
  "wager 'wager':'w1','seat':1,'bet':'red','amount':1000\n"                                        \
  "wager 'wager':'w2','seat':2,'bet':'black','amount':500\n"                                       \
  "no_more_bets\n"
#define SPIN                                                                                       \
  "spin 'wheel':'cw','ball':'ccw'\n"                                                               \
  "result 'pocket':'1','revolutions':6\n"
#define RED_PAID     "settle 'wager':'w1','outcome':'win','paid':1000,'returned':1000\n"
#define RED_SHORT    "settle 'wager':'w1','outcome':'win','paid':900,'returned':1000\n"
#define BLACK_LOST   "settle 'wager':'w2','outcome':'lose','taken':500\n"
#define BLACK_VOIDED "settle 'wager':'w2','outcome':'void','returned':500\n"
#define NEXT                                                                                       \
  "round_start\n"                                                                                  \
  "no_more_bets\n" SPIN

static const SkyScriptCase cases[] = {
  { "no-result", "{}", WAGERS "round_end\n", "round.no-result@round_end" },
  /* The next result decides what lies on; what nobody settled then is told once. */
  { "no-result-and-on", "{}", WAGERS "round_end\n" NEXT "round_end\n" NEXT "round_end\n",
    "round.no-result@round_end settle.missing@round_end(w1)-2000 "
    "settle.missing@round_end(w2)+0" },
  /* The chips may lie for the next spin. */
  { "no-result-settled-next", "{}", WAGERS "round_end\n" NEXT BLACK_LOST RED_PAID "round_end\n",
    "round.no-result@round_end" },
  { "no-result-short-next", "{}", WAGERS "round_end\n" NEXT BLACK_LOST RED_SHORT "round_end\n",
    "round.no-result@round_end settle.payout@settle(w1)-100" },
  { "no-result-settled", "{}", WAGERS BLACK_LOST RED_PAID "round_end\n",
    "settle.premature@settle(w2)+0 settle.premature@settle(w1)+2000" },
  { "no-result-handed-back", "{}", WAGERS BLACK_VOIDED "round_end\n" NEXT RED_PAID "round_end\n",
    "round.no-result@round_end" },
  /* A void is a result. */
  { "void", "{}",
    WAGERS "void 'reason':'no spin','role':'dealer'\n" BLACK_VOIDED "round_end\n" NEXT
           "round_end\n",
    "settle.missing@round_end(w1)-1000" },
  /* Nothing about what was not settled in a round without an end, here or in the next. */
  { "abandoned", "{}", WAGERS SPIN BLACK_LOST NEXT "round_end\n", "log.incomplete@round_start" },
  { "abandoned-before-result", "{}", WAGERS NEXT "round_end\n", "log.incomplete@round_start" },
  /* What was settled in it is judged. */
  { "abandoned-short", "{}", WAGERS SPIN BLACK_LOST RED_SHORT NEXT "round_end\n",
    "settle.payout@settle(w1)-100 log.incomplete@round_start" },
  { "abandoned-twice", "{}", WAGERS SPIN BLACK_LOST BLACK_LOST RED_PAID NEXT "round_end\n",
    "settle.twice@settle(w2)+0 log.incomplete@round_start" },
};

/* A throw that is not ended: the wagers that it did not decide lie on. */
#define LINE                                                                                       \
  "dice_offer 'seat':1,'accepted':true,'dice':5\n"                                                 \
  "round_start\n"                                                                                  \
  "wager 'wager':'w1','seat':1,'bet':'pass','amount':1000\n"                                       \
  "wager 'wager':'w2','seat':1,'bet':'field','amount':500\n"
#define THROW(dice) "throw\nresult 'dice':" dice "\n"

static const SkyScriptCase craps_cases[] = {
  { "abandoned", "{}",
    LINE THROW ("[3,3]") "round_start\n" THROW (
        "[5,1]") "settle 'wager':'w1','outcome':'win','paid':1000,'returned':1000\n"
                 "round_end\n",
    "log.incomplete@round_start" },
  { "no-result", "{}",
    LINE "round_end\nround_start\n" THROW (
        "[3,3]") "settle 'wager':'w2','outcome':'lose','taken':500\nround_end\n"
                 "round_start\n" THROW ("[5,1]") "round_end\n",
    "round.no-result@round_end settle.missing@round_end(w1)-2000" },
};

static void
assert_tells (const char *script, const char *step)
{
  g_autofree char *told = sky_script_explain ("roulette", "{}", script, 1);

  g_test_message ("%s", told);
  g_assert_nonnull (strstr (told, step));
}

/* Each settlement has a step that says what was handed over, what was due, and the difference; what
 * a result makes of a wager that was settled before it is told as none. */
static void
test_explain (void)
{
  assert_tells (WAGERS SPIN BLACK_LOST RED_SHORT "round_end\n",
                "Handed over: $19.00. Due: $20.00. The difference: −$1.00. It was not settled as "
                "due.\n");
  assert_tells (
      WAGERS SPIN BLACK_LOST RED_PAID "round_end\n",
      "Handed over: $20.00. Due: $20.00. The difference: $0.00. It was settled as due.\n");
  assert_tells (WAGERS RED_PAID SPIN BLACK_LOST "round_end\n",
                "Handed over: $20.00. Due: $0.00. The difference: +$20.00. No result had decided "
                "it, and it has ended by this settlement: what the round's result makes of it "
                "counts for a dispute alone.\n");
  assert_tells (WAGERS RED_PAID SPIN BLACK_LOST "round_end\n",
                "before this, and has ended; for a dispute alone counts that it would be so: Red "
                "Wager pays 1 to 1: $10.00 × 1 / 1 = $10.00 (reading R19).\n");
  assert_tells (WAGERS BLACK_VOIDED "round_end\n",
                "Handed over: $5.00. Due: $5.00. The difference: $0.00. The round has neither a "
                "result nor a void, and the stake goes back.\n");
  assert_tells (WAGERS SPIN BLACK_LOST BLACK_LOST RED_PAID "round_end\n",
                "Handed over: $0.00. Due: $0.00. The difference: $0.00. The wager had ended and "
                "was settled again.\n");
  assert_tells (WAGERS SPIN BLACK_LOST RED_PAID SPIN "round_end\n",
                "Another result of the round, and no void between: this one alone counts.\n");
  assert_tells (WAGERS "result 'pocket':'37','revolutions':6\n" RED_PAID "round_end\n",
                "Handed over: $20.00. Nothing is compared, for what was recorded as the result "
                "cannot be.\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  sky_script_add_cases ("roulette", cases, G_N_ELEMENTS (cases));
  sky_script_add_cases ("craps", craps_cases, G_N_ELEMENTS (craps_cases));
  g_test_add_func ("/record/explain", test_explain);
  return g_test_run ();
}
