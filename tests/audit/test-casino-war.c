/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Casino War: every wager won, lost, tied and surrendered, to the cent, and for each check a fault
 * and its near miss. */
#include "config.h"

#include "sky-script-lines.h"
#include "sky-script.h"

#define DEAL(seat, card) "deal 'to':" #seat ",'card':'" card "','deal':'original'\n"
#define DEALER(card)     "deal 'to':'dealer','card':'" card "','deal':'original'\n"
#define WAR(seat, card)  "deal 'to':" #seat ",'card':'" card "','deal':'war'\n"
#define WAR_DEALER(card) "deal 'to':'dealer','card':'" card "','deal':'war'\n"
#define FACE_UP(to, card)                                                                          \
  "deal 'to':" to ",'card':'" card "','deal':'original','face_up_in_shoe':true\n"
#define BURN(n)       "burn 'count':" #n "\n"
#define SHUFFLE(n)    "shuffle 'cards':" #n "\n"
#define DEALER_ON(id) "staff 'role':'dealer','credential':'" id "','on':true\n"
#define CUT(depth)    "cut 'by':3,'depth':" #depth "\n"
#define COVER         "cover_card\n"

/* Seat 1 ties the dealer's king and goes to war. */
#define TO_WAR                                                                                     \
  BEGIN BET ("i", 1, "initial", 1000) NO_MORE_BETS DEAL (1, "KS") DEALER ("KD") DECIDE (1, "war")  \
      BET ("w", 1, "war", 1000) LOSE ("i", 1000)

/* A round that seat 1 wins, and nothing else. */
#define PLAIN                                                                                      \
  BEGIN BET ("p", 1, "initial", 100) NO_MORE_BETS DEAL (1, "4S") DEALER ("3S") WIN ("p", 100, 100) \
      END
#define PLAIN_2                                                                                    \
  BEGIN BET ("q", 1, "initial", 100) NO_MORE_BETS DEAL (1, "4H") DEALER ("3H") WIN ("q", 100, 100) \
      END

static const SkyScriptCase cases[] = {
  /* § 651a.9(a), § 651a.10. */
  { "wins", "{}",
    BEGIN BET ("i", 1, "initial", 1500) BET ("t", 1, "tie", 500) NO_MORE_BETS DEAL (1, "AS")
        DEALER ("KS") WIN ("i", 1500, 1500) LOSE ("t", 500) END,
    "" },
  { "loses", "{}",
    BEGIN BET ("i", 1, "initial", 1500) BET ("t", 1, "tie", 500) NO_MORE_BETS DEAL (1, "2S")
        DEALER ("3S") LOSE ("i", 1500) LOSE ("t", 500) END,
    "" },
  { "ace-is-high", "{}",
    BEGIN BET ("i", 1, "initial", 100) NO_MORE_BETS DEAL (1, "2S") DEALER ("AS") WIN ("i", 100, 100)
        END,
    "settle.outcome@settle(i)+200" },
  { "suit-counts-nothing", "{}",
    BEGIN BET ("i", 1, "initial", 500) BET ("t", 1, "tie", 500) NO_MORE_BETS DEAL (1, "AC")
        DEALER ("AS") WIN ("t", 500, 5000) DECIDE (1, "surrender") GIVE_UP ("i", 250, 250) END,
    "" },
  { "tie-wager-underpaid", "{}",
    BEGIN BET ("i", 1, "initial", 500) BET ("t", 1, "tie", 500) NO_MORE_BETS DEAL (1, "9C")
        DEALER ("9S") WIN ("t", 500, 4500) DECIDE (1, "surrender") GIVE_UP ("i", 250, 250) END,
    "settle.payout@settle(t)-500" },
  /* R20: of an odd stake the house takes half rounded down. */
  { "surrender-of-odd-stake", "{}",
    BEGIN BET ("i", 1, "initial", 501) NO_MORE_BETS DEAL (1, "9C") DEALER ("9S")
        DECIDE (1, "surrender") GIVE_UP ("i", 250, 251) END,
    "" },
  { "surrender-taken-up", "{}",
    BEGIN BET ("i", 1, "initial", 501) NO_MORE_BETS DEAL (1, "9C") DEALER ("9S")
        DECIDE (1, "surrender") GIVE_UP ("i", 251, 250) END,
    "settle.stake@settle(i)-1" },
  { "surrender-settled-before-decision", "{}",
    BEGIN BET ("i", 1, "initial", 500) NO_MORE_BETS DEAL (1, "9C") DEALER ("9S")
        GIVE_UP ("i", 250, 250) DECIDE (1, "surrender") END,
    "settle.premature@settle(i)+250" },
  { "war-won", "{}",
    TO_WAR BET ("v", 1, "war_tie", 500) BURN (3) WAR (1, "9S") WAR_DEALER ("8S") LOSE ("v", 500)
        WIN ("w", 1000, 2000) END,
    "" },
  { "war-lost", "{}",
    TO_WAR BET ("v", 1, "war_tie", 500) BURN (3) WAR (1, "7S") WAR_DEALER ("8S") LOSE ("w", 1000)
        LOSE ("v", 500) END,
    "" },
  { "war-tied", "{}",
    TO_WAR BET ("v", 1, "war_tie", 500) BURN (3) WAR (1, "8C") WAR_DEALER ("8S")
        WIN ("w", 1000, 3000) WIN ("v", 500, 5000) END,
    "" },
  { "war-tied-paid-as-won", "{}",
    TO_WAR BURN (3) WAR (1, "8C") WAR_DEALER ("8S") WIN ("w", 1000, 2000) END,
    "settle.payout@settle(w)-1000" },
  { "war-without-decision-logged", "{}",
    BEGIN BET ("i", 1, "initial", 1000) NO_MORE_BETS DEAL (1, "KS") DEALER ("KD")
        BET ("w", 1, "war", 1000) LOSE ("i", 1000) BURN (3) WAR (1, "9S") WAR_DEALER ("8S")
            WIN ("w", 1000, 2000) END,
    "" },
  { "war-decided-without-wager", "{}",
    BEGIN BET ("i", 1, "initial", 1000) NO_MORE_BETS DEAL (1, "KS") DEALER ("KD") DECIDE (1, "war")
        LOSE ("i", 1000) END,
    "" },
  { "initial-kept-up-in-war", "{}",
    BEGIN BET ("i", 1, "initial", 1000) NO_MORE_BETS DEAL (1, "KS") DEALER ("KD") DECIDE (1, "war")
        BET ("w", 1, "war", 1000) BURN (3) WAR (1, "9S") WAR_DEALER ("8S") WIN ("w", 1000, 2000)
            WIN ("i", 1000, 1000) END,
    "settle.outcome@settle(i)+2000" },
  { "not-settled", "{}",
    BEGIN BET ("i", 1, "initial", 1000) NO_MORE_BETS DEAL (1, "KS") DEALER ("2D") END,
    "settle.missing@round_end(i)-2000" },
  { "settled-before-dealer", "{}",
    BEGIN BET ("i", 1, "initial", 1000) NO_MORE_BETS DEAL (1, "KS") LOSE ("i", 1000) DEALER ("AD")
        END,
    "settle.premature@settle(i)+0" },
  /* § 651a.11(c). */
  { "no-card-is-void", "{}",
    BEGIN BET ("a", 1, "initial", 1000) BET ("b", 2, "initial", 1000) BET ("c", 2, "tie", 100)
        NO_MORE_BETS DEAL (1, "KS") DEALER ("QD") WIN ("a", 1000, 1000) BACK ("b", 1000)
            BACK ("c", 100) END,
    "" },
  { "no-card-is-not-lost", "{}",
    BEGIN BET ("a", 1, "initial", 1000) BET ("b", 2, "initial", 1000) NO_MORE_BETS DEAL (1, "KS")
        DEALER ("QD") WIN ("a", 1000, 1000) LOSE ("b", 1000) END,
    "settle.outcome@settle(b)-1000" },
  { "war-without-card-is-void", "{}", TO_WAR BACK ("w", 1000) END, "" },
  { "misdeal", "{}",
    BEGIN BET ("a", 1, "initial", 1000) NO_MORE_BETS DEAL (1, "KS") DEALER ("QD")
        CANCEL BACK ("a", 1000) END,
    "" },
  { "misdeal-paid", "{}",
    BEGIN BET ("a", 1, "initial", 1000) NO_MORE_BETS DEAL (1, "KS") DEALER ("QD")
        CANCEL WIN ("a", 1000, 1000) END,
    "settle.outcome@settle(a)+1000" },
  { "no-such-wager", "{}",
    BEGIN BET ("a", 1, "initial", 1000) BET ("x", 1, "red", 1000) NO_MORE_BETS DEAL (1, "KS")
        DEALER ("QD") WIN ("a", 1000, 1000) BACK ("x", 1000) END,
    "wager.not-permissible@wager(x)" },

  /* § 651a.7, § 651a.8(c). */
  { "not-called", "{}",
    BEGIN BET ("a", 1, "initial", 1000) DEAL (1, "KS") DEALER ("QD") WIN ("a", 1000, 1000) END,
    "round.no-more-bets@deal" },
  { "late", "{}",
    BEGIN NO_MORE_BETS BET ("a", 1, "initial", 1000) DEAL (1, "KS") DEALER ("QD")
        WIN ("a", 1000, 1000) END,
    "wager.late@wager(a)" },
  { "late-tie", "{}",
    BEGIN BET ("a", 1, "initial", 1000) NO_MORE_BETS DEAL (1, "KS") BET ("t", 1, "tie", 100)
        DEALER ("QD") WIN ("a", 1000, 1000) LOSE ("t", 100) END,
    "wager.late@wager(t)" },
  { "late-war-tie", "{}",
    TO_WAR BURN (3) WAR (1, "9S") BET ("v", 1, "war_tie", 500) WAR_DEALER ("8S") LOSE ("v", 500)
        WIN ("w", 1000, 2000) END,
    "wager.late@wager(v)" },
  { "by-word", "{}",
    BEGIN "wager 'wager':'a','seat':1,'bet':'initial','amount':1000,'via':'cash_verbal',"
          "'confirmed':true\n" NO_MORE_BETS DEAL (1, "KS") DEALER ("QD") WIN ("a", 1000, 1000) END,
    "wager.verbal@wager(a)" },
  { "settled-out-of-order", "{}",
    BEGIN BET ("a", 1, "initial", 100) BET ("b", 2, "initial", 100) NO_MORE_BETS DEAL (1, "KS")
        DEAL (2, "KC") DEALER ("KD") DECIDE (1, "war") DECIDE (2, "war") BET ("c", 1, "war", 100)
            BET ("d", 2, "war", 100) LOSE ("a", 100) LOSE ("b", 100) BURN (3) WAR (1, "9S")
                WAR (2, "7S") WAR_DEALER ("8S") WIN ("c", 100, 200) LOSE ("d", 100) END,
    "settle.order@settle(c)" },
  { "original-deal-has-no-order", "{}",
    BEGIN BET ("a", 1, "initial", 100) BET ("b", 2, "initial", 100) NO_MORE_BETS DEAL (1, "KS")
        DEAL (2, "3C") DEALER ("4D") WIN ("a", 100, 100) LOSE ("b", 100) END,
    "" },

  /* § 651a.3. */
  { "decks-eight", "{'decks':8}", SHUFFLE (416) BURN (1) PLAIN, "" },
  { "decks-seven", "{'decks':7}", SHUFFLE (364) BURN (1) PLAIN, "casino_war.decks@rules" },
  { "decks-twelve-alone", "{'decks':12}", PLAIN, "casino_war.decks@rules" },
  { "decks-fourteen", "{'decks':14,'shuffler':true}", SHUFFLE (364) BURN (1) PLAIN, "" },
  { "decks-thirteen", "{'decks':13,'shuffler':true}", PLAIN, "casino_war.decks@rules" },
  { "decks-thirteen-shuffled", "{'decks':13,'shuffler':true}",
    SHUFFLE (312) BURN (1) PLAIN SHUFFLE (676) BURN (1) PLAIN_2, "casino_war.decks@rules" },
  { "decks-seven-shuffled-as-six", "{'decks':7}", SHUFFLE (312) BURN (1) PLAIN,
    "casino_war.decks@rules" },
  { "decks-beyond-measure", "{'decks':100000000000000}", PLAIN, "casino_war.decks@rules" },
  { "both-batches-in-one", "{'decks':12,'shuffler':true}", SHUFFLE (624) BURN (1) PLAIN,
    "casino_war.decks@shuffle" },
  { "decks-six-with-shuffler", "{'decks':6,'shuffler':true}", PLAIN, "casino_war.decks@rules" },
  { "decks-missing", "{}", SHUFFLE (260) BURN (1) PLAIN, "casino_war.decks@shuffle" },

  /* § 651a.5(d): at least ten cards from either end of 312. */
  { "cut-near", "{}", SHUFFLE (312) CUT (10) BURN (1) PLAIN, "" },
  { "cut-near-bottom", "{}", SHUFFLE (312) CUT (302) BURN (1) PLAIN, "" },
  { "cut-too-near", "{}", SHUFFLE (312) CUT (9) BURN (1) PLAIN, "casino_war.cut@cut" },
  { "cut-too-deep", "{}", SHUFFLE (312) CUT (303) BURN (1) PLAIN, "casino_war.cut@cut" },
  { "cut-of-one-batch", "{'decks':12,'shuffler':true}", SHUFFLE (312) CUT (303) BURN (1) PLAIN,
    "casino_war.cut@cut" },

  /* § 651a.8(b), § 651a.9(f). */
  { "burn-none-for-shoe", "{}", SHUFFLE (312) PLAIN, "casino_war.burn@deal" },
  { "burn-two-for-shoe", "{}", SHUFFLE (312) BURN (1) BURN (1) PLAIN, "casino_war.burn@deal" },
  { "burn-none-for-dealer", "{}", DEALER_ON ("a") PLAIN DEALER_ON ("b") PLAIN_2,
    "casino_war.burn@deal" },
  { "burn-for-dealer", "{}", DEALER_ON ("a") PLAIN DEALER_ON ("b") BURN (1) PLAIN_2, "" },
  { "burn-one-for-both", "{}", DEALER_ON ("a") PLAIN DEALER_ON ("b") SHUFFLE (312) BURN (1) PLAIN_2,
    "" },
  { "burn-one-for-both-shoe-first", "{}",
    DEALER_ON ("a") PLAIN SHUFFLE (312) BURN (1) DEALER_ON ("b") PLAIN_2, "" },
  { "burn-two-before-war", "{}",
    TO_WAR BURN (2) WAR (1, "9S") WAR_DEALER ("8S") WIN ("w", 1000, 2000) END,
    "casino_war.burn@deal" },
  { "burn-four-before-war", "{}",
    TO_WAR BURN (3) BURN (1) WAR (1, "9S") WAR_DEALER ("8S") WIN ("w", 1000, 2000) END,
    "casino_war.burn@deal" },
  { "burn-one-by-one", "{}",
    TO_WAR BURN (1) BURN (1) BURN (1) WAR (1, "9S") WAR_DEALER ("8S") WIN ("w", 1000, 2000) END,
    "" },

  /* § 651a.8(c), § 651a.9(f). */
  { "deal-skips", "{}",
    BEGIN BET ("a", 1, "initial", 100) BET ("b", 3, "initial", 100) NO_MORE_BETS DEAL (1, "5S")
        DEAL (3, "5C") DEALER ("4D") WIN ("a", 100, 100) WIN ("b", 100, 100) END,
    "" },
  { "deal-backwards", "{}",
    BEGIN BET ("a", 1, "initial", 100) BET ("b", 3, "initial", 100) NO_MORE_BETS DEAL (3, "5C")
        DEAL (1, "5S") DEALER ("4D") WIN ("a", 100, 100) WIN ("b", 100, 100) END,
    "casino_war.deal-order@deal" },
  { "deal-after-dealer", "{}",
    BEGIN BET ("a", 1, "initial", 100) NO_MORE_BETS DEALER ("4D") DEAL (1, "5S") WIN ("a", 100, 100)
        END,
    "casino_war.deal-order@deal" },
  { "deal-twice", "{}",
    BEGIN BET ("a", 1, "initial", 100) NO_MORE_BETS DEAL (1, "5S") DEAL (1, "2S") DEALER ("4D")
        WIN ("a", 100, 100) END,
    "casino_war.deal-order@deal" },
  { "deal-without-wager", "{}",
    BEGIN BET ("a", 1, "initial", 100) NO_MORE_BETS DEAL (1, "5S") DEAL (2, "2S") DEAL (3, "2S")
        DEALER ("4D") WIN ("a", 100, 100) END,
    "casino_war.deal-order@deal" },
  { "deal-to-an-unknown-seat", "{}",
    BEGIN BET ("a", 1, "initial", 100) NO_MORE_BETS DEAL (1, "5S") DEAL (7, "2S") DEALER ("4D")
        WIN ("a", 100, 100) END,
    "log.unknown-reference@deal casino_war.deal-order@deal" },
  { "deal-war-without-wager", "{}",
    TO_WAR BURN (3) WAR (1, "9S") WAR (2, "8C") WAR_DEALER ("8S") WIN ("w", 1000, 2000) END,
    "casino_war.deal-order@deal" },

  /* § 651a.9(c)(2). */
  { "war-wager-less", "{}",
    BEGIN BET ("i", 1, "initial", 1000) NO_MORE_BETS DEAL (1, "KS") DEALER ("KD") DECIDE (1, "war")
        BET ("w", 1, "war", 999) LOSE ("i", 1000) BURN (3) WAR (1, "9S") WAR_DEALER ("8S")
            WIN ("w", 999, 1998) END,
    "casino_war.war-wager@wager(w)" },
  { "war-wager-twice", "{}",
    TO_WAR BET ("x", 1, "war", 1000) BURN (3) WAR (1, "9S") WAR_DEALER ("8S") WIN ("w", 1000, 2000)
        WIN ("x", 1000, 2000) END,
    "casino_war.war-wager@wager(x)" },
  { "war-wager-without-tie", "{}",
    BEGIN BET ("i", 1, "initial", 1000) NO_MORE_BETS DEAL (1, "QS") DEALER ("KD") LOSE ("i", 1000)
        BET ("w", 1, "war", 1000) BURN (3) WAR (1, "9S") WAR_DEALER ("8S") WIN ("w", 1000, 2000)
            END,
    "casino_war.war-wager@wager(w)" },

  /* § 651a.11(a). */
  { "face-up-played", "{}",
    BEGIN BET ("a", 1, "initial", 100) NO_MORE_BETS FACE_UP ("1", "5S") DEALER ("4D")
        WIN ("a", 100, 100) END,
    "casino_war.face-up@deal" },
  { "face-up-put-away", "{}",
    BEGIN BET ("a", 1, "initial", 100) NO_MORE_BETS
    "discard 'card':'9H','face_up_in_shoe':true\n" DEAL (1, "5S") DEALER ("4D") WIN ("a", 100, 100)
        END,
    "" },

  /* § 651a.5(g), § 651a.8(d). */
  { "cover-card-in-round", "{}",
    BEGIN BET ("a", 1, "initial", 100) NO_MORE_BETS DEAL (1, "5S") COVER DEALER ("4D")
        WIN ("a", 100, 100) END PLAIN PLAIN_2,
    "casino_war.reshuffle@round_start casino_war.reshuffle@round_start" },
  { "cover-card-and-shuffle", "{}",
    BEGIN BET ("a", 1, "initial", 100) NO_MORE_BETS DEAL (1, "5S") COVER DEALER ("4D")
        WIN ("a", 100, 100) END SHUFFLE (312) BURN (1) PLAIN,
    "" },
  { "cover-card-comes-first", "{}", COVER PLAIN SHUFFLE (312) BURN (1) PLAIN_2, "" },

  /* § 651a.7(e): the same player on both seats. */
  { "areas-two", "{}",
    "player 'seat':2,'player':'p1','present':true\n" BEGIN BET ("a", 1, "initial", 100)
        BET ("b", 2, "initial", 100) NO_MORE_BETS DEAL (1, "5S") DEAL (2, "5C") DEALER ("4D")
            WIN ("a", 100, 100) WIN ("b", 100, 100) END,
    "wager.areas@deal" },
  { "areas-two-allowed", "{'adjacent_areas':2}",
    "player 'seat':2,'player':'p1','present':true\n" BEGIN BET ("a", 1, "initial", 100)
        BET ("b", 2, "initial", 100) NO_MORE_BETS DEAL (1, "5S") DEAL (2, "5C") DEALER ("4D")
            WIN ("a", 100, 100) WIN ("b", 100, 100) END,
    "" },
  { "areas-apart", "{'adjacent_areas':2}",
    "player 'seat':3,'player':'p1','present':true\n" BEGIN BET ("a", 1, "initial", 100)
        BET ("b", 3, "initial", 100) NO_MORE_BETS DEAL (1, "5S") DEAL (3, "5C") DEALER ("4D")
            WIN ("a", 100, 100) WIN ("b", 100, 100) END,
    "wager.areas@deal" },
};

#define SIX_KINGS                                                                                  \
  "discard 'card':'KS','face_up_in_shoe':true\ndiscard 'card':'KS','face_up_in_shoe':true\n"       \
  "discard 'card':'KS','face_up_in_shoe':true\ndiscard 'card':'KS','face_up_in_shoe':true\n"       \
  "discard 'card':'KS','face_up_in_shoe':true\ndiscard 'card':'KS','face_up_in_shoe':true\n"

static const SkyScriptCase shoe_cases[] = {
  /* Six decks have six kings of spades; the wagers of the round are not compared.
   */
  { "shoe-seventh-king", "{}",
    SIX_KINGS BEGIN BET ("a", 1, "initial", 100) NO_MORE_BETS DEAL (1, "KS") DEALER ("4D")
        LOSE ("a", 100) END,
    "log.impossible@deal" },
  { "shoe-sixth-king", "{}",
    SIX_KINGS BEGIN BET ("a", 1, "initial", 100) NO_MORE_BETS DEAL (1, "KC") DEALER ("4D")
        WIN ("a", 100, 100) END,
    "" },
  { "shoe-shuffled", "{}",
    SIX_KINGS SHUFFLE (312) BURN (1) BEGIN BET ("a", 1, "initial", 100) NO_MORE_BETS DEAL (1, "KS")
        DEALER ("4D") WIN ("a", 100, 100) END,
    "" },
  { "shoe-of-seven-decks", "{'decks':14,'shuffler':true}",
    SIX_KINGS BEGIN BET ("a", 1, "initial", 100) NO_MORE_BETS DEAL (1, "KS") DEALER ("4D")
        WIN ("a", 100, 100) END,
    "" },
};

static void
test_explain (void)
{
  g_autofree char *told = sky_script_explain (
      "casino_war", "{}", TO_WAR BURN (3) WAR (1, "8C") WAR_DEALER ("8S") WIN ("w", 1000, 3000) END,
      1);

  g_assert_cmpstr (
      told, ==,
      "Initial Wager of $10.00 placed by seat 1.\n"
      "The king of spades is dealt to seat 1 in the original deal.\n"
      "The king of diamonds is dealt to the dealer in the original deal.\n"
      "Seat 1 goes to war.\n"
      "The player's king against the dealer's king: Initial Wager loses and its $10.00 are taken.\n"
      "War Wager of $10.00 placed by seat 1.\n"
      "The table settled it as “lose”: $0.00 paid, $10.00 taken, $0.00 returned.\n"
      "Handed over: $0.00. Due: $0.00. The difference: $0.00. It was settled as due.\n"
      "3 cards are burned.\n"
      "The 8 of clubs is dealt to seat 1 in the War deal.\n"
      "The 8 of spades is dealt to the dealer in the War deal.\n"
      "The player's 8 against the dealer's 8: War Wager pays 3 to 1, $10.00 × 3 / 1 = $30.00.\n"
      "The table settled it as “win”: $30.00 paid, $0.00 taken, $10.00 returned.\n"
      "Handed over: $40.00. Due: $40.00. The difference: $0.00. It was settled as due.\n");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  sky_script_add_cases ("casino_war", cases, G_N_ELEMENTS (cases));
  sky_script_add_cases ("casino_war", shoe_cases, G_N_ELEMENTS (shoe_cases));
  g_test_add_func ("/casino_war/explain", test_explain);
  return g_test_run ();
}
