/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Raise It Up: every hand of every paytable won, lost and pushed, to the cent, and for each check a
 * fault and its near miss. */
#include "config.h"

#include "sky-script-lines.h"
#include "sky-script.h"

#include <string.h>

#define DEAL(seat, a, b, c)  "deal 'to':" #seat ",'cards':['" a "','" b "','" c "']\n"
#define MORE(seat, card)     "deal 'to':" #seat ",'cards':['" card "']\n"
#define COMMON(a, b, c)      "deal 'to':'community','cards':['" a "','" b "','" c "']\n"
#define REVEAL(street, card) "reveal 'street':" #street ",'card':'" card "'\n"
#define ASK(seat, street, choice)                                                                  \
  "decision 'seat':" #seat ",'street':" #street ",'choice':'" choice "'\n"
#define FOUND(card)          "discard 'card':'" card "','face_up_in_shoe':true\n"
#define STUB(n)              "stub 'cards':" #n "\n"
#define LOCK(n, sum)         "lock_out 'accepted':" #n ",'chips':" #sum "\n"
#define METER(amount)        "meter 'meter':'Royal','amount':" #amount "\n"
#define LIGHT(seat)          "light 'seat':" #seat ",'hand':'royal'\n"
#define VALIDATE(seat, role) "validate 'seat':" #seat ",'role':'" role "','credential':'PA-2'\n"
#define ENVY(seat, paid)     "envy 'seat':" #seat ",'paid':" #paid "\n"
#define CAGE(id, stake, paid)                                                                      \
  "settle 'wager':'" id "','outcome':'win','paid':" #paid ",'returned':" #stake ",'source':'cage'" \
  "\n"

#define ANTE(seat, amount)                                                                         \
  BET ("a" #seat, seat, "ante", amount) BET ("b" #seat, seat, "blind", amount)

/* Seat 1 antes 1000 and plays 1000 on the first street; the six cards are revealed. */
#define HAND(a, b, c, d, e, f)                                                                     \
  BEGIN ANTE (1, 1000) NO_MORE_BETS DEAL (1, a, b, c) COMMON (d, e, f) ASK (1, 3, "play")          \
      BET ("p", 1, "play", 1000) REVEAL (4, d) REVEAL (5, e) REVEAL (6, f)

#define ALL_LOSE LOSE ("a1", 1000) LOSE ("b1", 1000) LOSE ("p", 1000) END

/* Seat 1 has a pair of aces and takes part to the end. */
#define ACES                                                                                       \
  DEAL (1, "AS", "AD", "4C")                                                                       \
  COMMON ("7H", "9D", "2S")                                                                        \
  ASK (1, 3, "check")                                                                              \
  REVEAL (4, "7H")                                                                                 \
  ASK (1, 4, "check")                                                                              \
  REVEAL (5, "9D") ASK (1, 5, "play") BET ("p", 1, "play", 1000) REVEAL (6, "2S")
#define ACES_PAID WIN ("a1", 1000, 1000) PUSH ("b1", 1000) WIN ("p", 1000, 1000)

static const SkyScriptCase hands[] = {
  { "high-card", "{}", HAND ("AS", "KD", "9C", "7H", "5D", "2S") ALL_LOSE, "" },
  { "pair-of-nines", "{}", HAND ("9S", "9D", "AC", "7H", "5D", "2S") ALL_LOSE, "" },
  { "pair-of-tens", "{}",
    HAND ("TS", "TD", "AC", "7H", "5D", "2S") WIN ("a1", 1000, 1000) PUSH ("b1", 1000)
        WIN ("p", 1000, 1000) END,
    "" },
  { "pair-with-community", "{}",
    HAND ("JS", "3D", "AC", "7H", "5D", "JC") WIN ("a1", 1000, 1000) PUSH ("b1", 1000)
        WIN ("p", 1000, 1000) END,
    "" },
  { "two-low-pairs", "{}",
    HAND ("2S", "2D", "3C", "3H", "5D", "9S") WIN ("a1", 1000, 1000) PUSH ("b1", 1000)
        WIN ("p", 1000, 1500) END,
    "" },
  { "three-pairs", "{}",
    HAND ("2S", "2D", "3C", "3H", "5D", "5S") WIN ("a1", 1000, 1000) PUSH ("b1", 1000)
        WIN ("p", 1000, 1500) END,
    "" },
  { "three-of-a-kind", "{}",
    HAND ("2S", "2D", "2C", "8H", "5D", "KS") WIN ("a1", 1000, 1000) WIN ("b1", 1000, 1000)
        WIN ("p", 1000, 3000) END,
    "" },
  { "straight", "{}",
    HAND ("2S", "3D", "4C", "5H", "6D", "KS") WIN ("a1", 1000, 1000) WIN ("b1", 1000, 2000)
        WIN ("p", 1000, 4000) END,
    "" },
  { "straight-from-ace", "{}",
    HAND ("AS", "3D", "4C", "5H", "2D", "KS") WIN ("a1", 1000, 1000) WIN ("b1", 1000, 2000)
        WIN ("p", 1000, 4000) END,
    "" },
  { "no-straight-around-ace", "{}", HAND ("QS", "KD", "AC", "2H", "3D", "8S") ALL_LOSE, "" },
  { "flush", "{}",
    HAND ("2S", "3S", "9S", "KH", "QS", "5S") WIN ("a1", 1000, 1000) WIN ("b1", 1000, 3000)
        WIN ("p", 1000, 5000) END,
    "" },
  { "full-house", "{}",
    HAND ("2S", "2D", "2C", "8H", "8D", "KS") WIN ("a1", 1000, 1000) WIN ("b1", 1000, 4000)
        WIN ("p", 1000, 6000) END,
    "" },
  { "twice-three-of-a-kind", "{}",
    HAND ("2S", "2D", "2C", "8H", "8D", "8S") WIN ("a1", 1000, 1000) WIN ("b1", 1000, 4000)
        WIN ("p", 1000, 6000) END,
    "" },
  { "four-of-a-kind", "{}",
    HAND ("2S", "2D", "2C", "2H", "8D", "8S") WIN ("a1", 1000, 1000) WIN ("b1", 1000, 30000)
        WIN ("p", 1000, 10000) END,
    "" },
  { "straight-flush", "{}",
    HAND ("2S", "3S", "4S", "5S", "6S", "KS") WIN ("a1", 1000, 1000) WIN ("b1", 1000, 200000)
        WIN ("p", 1000, 20000) END,
    "" },
  { "steel-wheel", "{}",
    HAND ("2S", "3S", "4S", "5S", "AS", "KD") WIN ("a1", 1000, 1000) WIN ("b1", 1000, 200000)
        WIN ("p", 1000, 20000) END,
    "" },
  { "royal-flush", "{}",
    HAND ("TS", "JS", "QS", "KS", "AS", "9S") WIN ("a1", 1000, 1000) WIN ("b1", 1000, 1000000)
        WIN ("p", 1000, 100000) END,
    "" },
  { "two-pair-blind-paid", "{}",
    HAND ("2S", "2D", "3C", "3H", "5D", "9S") WIN ("a1", 1000, 1000) WIN ("b1", 1000, 1000)
        WIN ("p", 1000, 1500) END,
    "settle.outcome@settle(b1)+1000" },
  { "two-pair-play-underpaid", "{}",
    HAND ("2S", "2D", "3C", "3H", "5D", "9S") WIN ("a1", 1000, 1000) PUSH ("b1", 1000)
        WIN ("p", 1000, 1000) END,
    "settle.payout@settle(p)-500" },
  { "two-pair-of-odd-cents", "{}",
    BEGIN ANTE (1, 501) NO_MORE_BETS DEAL (1, "2S", "2D", "3C") COMMON ("3H", "5D", "9S")
        ASK (1, 3, "play") BET ("p", 1, "play", 501) REVEAL (4, "3H") REVEAL (5, "5D")
            REVEAL (6, "9S") WIN ("a1", 501, 501) PUSH ("b1", 501) WIN ("p", 501, 751) END,
    "" },
};

#define PLUS(table, a, b, c, settlement)                                                           \
  "{'pair_plus':'" table "'}",                                                                     \
      BEGIN ANTE (1, 1000) BET ("x", 1, "pair_plus", 500) NO_MORE_BETS DEAL (1, a, b, c)           \
          COMMON ("7H", "8D", "2H") settlement ASK (1, 3, "check") REVEAL (4, "7H")                \
              ASK (1, 4, "check") REVEAL (5, "8D") ASK (1, 5, "fold") LOSE ("a1", 1000)            \
                  LOSE ("b1", 1000) REVEAL (6, "2H") END

#define SIX(table, a, b, c, d, e, f, settlement)                                                   \
  "{'six_card_bonus':'" table "'}",                                                                \
      BEGIN ANTE (1, 1000) BET ("x", 1, "six_card_bonus", 100) NO_MORE_BETS DEAL (1, a, b, c)      \
          COMMON (d, e, f) ASK (1, 3, "check") REVEAL (4, d) ASK (1, 4, "check") REVEAL (5, e)     \
              ASK (1, 5, "fold") LOSE ("a1", 1000) LOSE ("b1", 1000) REVEAL (6, f) settlement END

#define SIX_ROYAL(t, paid) SIX (t, "TS", "JS", "QS", "KS", "AS", "9S", WIN ("x", 100, paid))
#define SIX_STRAIGHT_FLUSH(t, paid)                                                                \
  SIX (t, "2S", "3S", "4S", "5S", "6S", "KS", WIN ("x", 100, paid))
#define SIX_FOUR(t, paid)     SIX (t, "2S", "2D", "2C", "2H", "8D", "8S", WIN ("x", 100, paid))
#define SIX_FULL(t, paid)     SIX (t, "2S", "2D", "2C", "8H", "8D", "KS", WIN ("x", 100, paid))
#define SIX_FLUSH(t, paid)    SIX (t, "2S", "3S", "9S", "KH", "QS", "5S", WIN ("x", 100, paid))
#define SIX_STRAIGHT(t, paid) SIX (t, "2S", "3D", "4C", "5H", "6D", "KS", WIN ("x", 100, paid))
#define SIX_THREE(t, paid)    SIX (t, "2S", "2D", "2C", "8H", "5D", "KS", WIN ("x", 100, paid))
#define SIX_PAIRS(t)          SIX (t, "2S", "2D", "3C", "3H", "5D", "9S", LOSE ("x", 100))

/* § 669a.12(a), § 669a.12(f). */
static const SkyScriptCase bonuses[] = {
  { "plus-a-straight-flush", PLUS ("A", "9S", "TS", "JS", WIN ("x", 500, 20000)), "" },
  { "plus-a-royal", PLUS ("A", "QS", "KS", "AS", WIN ("x", 500, 20000)), "" },
  { "plus-a-three", PLUS ("A", "9S", "9C", "9D", WIN ("x", 500, 15000)), "" },
  { "plus-a-straight", PLUS ("A", "9S", "TC", "JD", WIN ("x", 500, 3000)), "" },
  { "plus-a-ace-two-three", PLUS ("A", "AS", "2C", "3D", WIN ("x", 500, 3000)), "" },
  { "plus-a-flush", PLUS ("A", "9S", "4S", "JS", WIN ("x", 500, 2000)), "" },
  { "plus-a-pair", PLUS ("A", "9S", "JC", "JD", WIN ("x", 500, 500)), "" },
  { "plus-a-nothing", PLUS ("A", "9S", "4C", "JD", LOSE ("x", 500)), "" },
  { "plus-b-straight-flush", PLUS ("B", "AS", "2S", "3S", WIN ("x", 500, 20000)), "" },
  { "plus-b-three", PLUS ("B", "9S", "9C", "9D", WIN ("x", 500, 12500)), "" },
  { "plus-b-straight", PLUS ("B", "9S", "TC", "JD", WIN ("x", 500, 3000)), "" },
  { "plus-b-flush", PLUS ("B", "9S", "4S", "JS", WIN ("x", 500, 2000)), "" },
  { "plus-b-pair", PLUS ("B", "4S", "4C", "JD", WIN ("x", 500, 500)), "" },
  { "plus-b-nothing", PLUS ("B", "KS", "AC", "2D", LOSE ("x", 500)), "" },
  { "plus-b-paid-by-a", PLUS ("B", "9S", "9C", "9D", WIN ("x", 500, 15000)),
    "settle.payout@settle(x)+2500" },
  { "plus-no-such-table", PLUS ("C", "9S", "9C", "9D", WIN ("x", 500, 15000)),
    "rules.option-invalid@rules" },
  { "six-a-royal", SIX_ROYAL ("A", 100000), "" },
  { "six-a-straight-flush", SIX_STRAIGHT_FLUSH ("A", 20000), "" },
  { "six-a-four", SIX_FOUR ("A", 5000), "" },
  { "six-a-full", SIX_FULL ("A", 2500), "" },
  { "six-a-flush", SIX_FLUSH ("A", 2000), "" },
  { "six-a-straight", SIX_STRAIGHT ("A", 1000), "" },
  { "six-a-three", SIX_THREE ("A", 500), "" },
  { "six-a-pairs", SIX_PAIRS ("A"), "" },
  { "six-b-royal", SIX_ROYAL ("B", 100000), "" },
  { "six-b-straight-flush", SIX_STRAIGHT_FLUSH ("B", 20000), "" },
  { "six-b-four", SIX_FOUR ("B", 5000), "" },
  { "six-b-full", SIX_FULL ("B", 2500), "" },
  { "six-b-flush", SIX_FLUSH ("B", 1500), "" },
  { "six-b-straight", SIX_STRAIGHT ("B", 1000), "" },
  { "six-b-three", SIX_THREE ("B", 500), "" },
  { "six-b-pairs", SIX_PAIRS ("B"), "" },
  { "six-c-royal", SIX_ROYAL ("C", 100000), "" },
  { "six-c-straight-flush", SIX_STRAIGHT_FLUSH ("C", 20000), "" },
  { "six-c-four", SIX_FOUR ("C", 10000), "" },
  { "six-c-full", SIX_FULL ("C", 2000), "" },
  { "six-c-flush", SIX_FLUSH ("C", 1500), "" },
  { "six-c-straight", SIX_STRAIGHT ("C", 900), "" },
  { "six-c-three", SIX_THREE ("C", 800), "" },
  { "six-c-pairs", SIX_PAIRS ("C"), "" },
  { "six-d-royal", SIX_ROYAL ("D", 100000), "" },
  { "six-d-straight-flush", SIX_STRAIGHT_FLUSH ("D", 20000), "" },
  { "six-d-four", SIX_FOUR ("D", 10000), "" },
  { "six-d-full", SIX_FULL ("D", 2000), "" },
  { "six-d-flush", SIX_FLUSH ("D", 1500), "" },
  { "six-d-straight", SIX_STRAIGHT ("D", 1000), "" },
  { "six-d-three", SIX_THREE ("D", 700), "" },
  { "six-d-pairs", SIX_PAIRS ("D"), "" },
  { "six-d-paid-by-c", SIX_THREE ("D", 800), "settle.payout@settle(x)+100" },
  { "six-not-offered", "{}",
    BEGIN ANTE (1, 1000) BET ("x", 1, "six_card_bonus", 100)
        NO_MORE_BETS ACES ACES_PAID LOSE ("x", 100) END,
    "wager.not-offered@wager(x)" },
};

/* § 669a.7, § 669a.8, § 669a.11, § 669a.13. */
static const SkyScriptCase rounds[] = {
  { "fold-takes-at-once", "{}",
    BEGIN ANTE (1, 1000) ANTE (2, 500) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") DEAL (
        2, "2C", "5D", "9C") COMMON ("7H", "9D", "2S") ASK (1, 3, "check") ASK (2, 3, "check")
        REVEAL (4, "7H") ASK (1, 4, "play") BET ("p", 1, "play", 2000) ASK (2, 4, "check")
            REVEAL (5, "9D") ASK (2, 5, "fold") LOSE ("a2", 500) LOSE ("b2", 500) REVEAL (6, "2S")
                WIN ("a1", 1000, 1000) PUSH ("b1", 1000) WIN ("p", 2000, 2000) END,
    "" },
  { "fold-settled-before", "{}",
    BEGIN ANTE (1, 500) NO_MORE_BETS DEAL (1, "2C", "5D", "9C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "check") REVEAL (4, "7H") ASK (1, 4, "check") REVEAL (5, "9D") LOSE ("a1", 500)
            ASK (1, 5, "fold") LOSE ("b1", 500) REVEAL (6, "2S") END,
    "settle.premature@settle(a1)+0" },
  { "paid-before-last-card", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "play") BET ("p", 1, "play", 1000) REVEAL (4, "7H") REVEAL (5, "9D")
            WIN ("a1", 1000, 1000) REVEAL (6, "2S") PUSH ("b1", 1000) WIN ("p", 1000, 1000) END,
    "settle.premature@settle(a1)+2000" },
  { "pair-plus-before-the-rest", "{}",
    BEGIN ANTE (1, 1000) BET ("x", 1, "pair_plus", 500)
        NO_MORE_BETS ACES ACES_PAID WIN ("x", 500, 500) END,
    "" },
  { "no-cards-no-hand", "{}",
    BEGIN ANTE (1, 1000) BET ("x", 2, "pair_plus", 500) NO_MORE_BETS ACES ACES_PAID BACK ("x", 500)
        END,
    "" },

  { "late-ante", "{}",
    BEGIN BET ("a1", 1, "ante", 1000) NO_MORE_BETS BET ("b1", 1, "blind", 1000) ACES ACES_PAID END,
    "wager.late@wager(b1)" },
  { "not-called", "{}", BEGIN ANTE (1, 1000) ACES ACES_PAID END, "round.no-more-bets@deal" },
  { "two-areas", "{'adjacent_areas':2}",
    "player 'seat':2,'player':'p1','present':true\n" BEGIN ANTE (1, 1000) ANTE (2, 1000)
        NO_MORE_BETS DEAL (2, "3S", "5D", "8C") ACES ACES_PAID END,
    "rules.option-invalid@rules wager.areas@deal raise_it_up.exposed@reveal "
    "settle.outcome@settle(a1)+1000 "
    "settle.outcome@settle(b1)+0 settle.outcome@settle(p)+1000 settle.missing@round_end(a2)-1000 "
    "settle.missing@round_end(b2)-1000" },
  { "by-word", "{}",
    BEGIN "wager 'wager':'a1','seat':1,'bet':'ante','amount':1000,'via':'cash_verbal'\n" BET (
        "b1", 1, "blind", 1000) NO_MORE_BETS ACES ACES_PAID END,
    "wager.verbal@wager(a1)" },
  { "player-gone", "{}",
    "player 'seat':1,'player':'p1','present':false\n" BEGIN ANTE (1, 1000)
        NO_MORE_BETS ACES ACES_PAID END,
    "wager.not-seated@wager(a1) wager.not-seated@wager(b1) wager.not-seated@wager(p)" },

  /* § 669a.7(b): the table may take the wagers of a player who left, or play them. */
  { "left-and-taken", "{}",
    BEGIN ANTE (1, 1000) ANTE (2, 500) BET ("x", 2, "pair_plus", 500)
        NO_MORE_BETS DEAL (2, "KC", "KD", "9C") LEAVES (2) ACES LOSE ("a2", 500) LOSE ("b2", 500)
            LOSE ("x", 500) ACES_PAID END,
    "" },
  { "left-and-played", "{}",
    BEGIN ANTE (1, 1000) BET ("x", 1, "pair_plus", 500) NO_MORE_BETS ACES LEAVES (1)
        ACES_PAID WIN ("x", 500, 500) END,
    "" },
  { "taken-and-not-left", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS ACES LEAVES (2) LOSE ("a1", 1000) PUSH ("b1", 1000)
        WIN ("p", 1000, 1000) END,
    "settle.outcome@settle(a1)-2000" },
  /* § 669a.1: without a Play Wager he has folded. */
  { "checked-on-5th", "{}",
    BEGIN ANTE (1, 1000) BET ("x", 1, "pair_plus", 500) NO_MORE_BETS DEAL (1, "AS", "AD", "4C")
        COMMON ("7H", "9D", "2S") ASK (1, 3, "check") REVEAL (4, "7H") ASK (1, 4, "check")
            REVEAL (5, "9D") ASK (1, 5, "check") REVEAL (6, "2S") LOSE ("a1", 1000)
                LOSE ("b1", 1000) WIN ("x", 500, 500) END,
    "" },
  { "checked-on-5th-and-paid", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "check") REVEAL (4, "7H") ASK (1, 4, "check") REVEAL (5, "9D")
            ASK (1, 5, "check") REVEAL (6, "2S") WIN ("a1", 1000, 1000) LOSE ("b1", 1000) END,
    "settle.outcome@settle(a1)+2000" },

  /* § 669a.7(d)(1). */
  { "blind-unequal", "{}",
    BEGIN BET ("a1", 1, "ante", 1000) BET ("b1", 1, "blind", 500)
        NO_MORE_BETS ACES WIN ("a1", 1000, 1000) PUSH ("b1", 500) WIN ("p", 1000, 1000) END,
    "raise_it_up.blind@deal" },
  { "blind-missing", "{}",
    BEGIN BET ("a1", 1, "ante", 1000) NO_MORE_BETS ACES WIN ("a1", 1000, 1000) WIN ("p", 1000, 1000)
        END,
    "raise_it_up.blind@deal" },

  /* § 669a.11(b), (d), (f). */
  { "play-three-times", "{}",
    BEGIN ANTE (1, 100) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "play") BET ("p", 1, "play", 300) REVEAL (4, "7H") REVEAL (5, "9D")
            REVEAL (6, "2S") WIN ("a1", 100, 100) PUSH ("b1", 100) WIN ("p", 300, 300) END,
    "" },
  { "play-four-times", "{}",
    BEGIN ANTE (1, 100) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "play") BET ("p", 1, "play", 400) REVEAL (4, "7H") REVEAL (5, "9D")
            REVEAL (6, "2S") WIN ("a1", 100, 100) PUSH ("b1", 100) WIN ("p", 400, 400) END,
    "raise_it_up.play@wager(p)" },
  { "play-one-and-a-half", "{}",
    BEGIN ANTE (1, 100) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "play") BET ("p", 1, "play", 150) REVEAL (4, "7H") REVEAL (5, "9D")
            REVEAL (6, "2S") WIN ("a1", 100, 100) PUSH ("b1", 100) WIN ("p", 150, 150) END,
    "raise_it_up.play@wager(p)" },
  { "play-three-times-on-4th", "{}",
    BEGIN ANTE (1, 100) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "check") REVEAL (4, "7H") ASK (1, 4, "play") BET ("p", 1, "play", 300) REVEAL (
            5, "9D") REVEAL (6, "2S") WIN ("a1", 100, 100) PUSH ("b1", 100) WIN ("p", 300, 300) END,
    "raise_it_up.play@wager(p)" },
  { "play-twice-on-5th", "{}",
    BEGIN ANTE (1, 100) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "check") REVEAL (4, "7H") ASK (1, 4, "check") REVEAL (5, "9D") ASK (1, 5, "play")
            BET ("p", 1, "play", 200) REVEAL (6, "2S") WIN ("a1", 100, 100) PUSH ("b1", 100)
                WIN ("p", 200, 200) END,
    "raise_it_up.play@wager(p)" },
  { "play-a-second", "{}",
    BEGIN ANTE (1, 100) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "play") BET ("p", 1, "play", 100) REVEAL (4, "7H") BET ("q", 1, "play", 100)
            REVEAL (5, "9D") REVEAL (6, "2S") WIN ("a1", 100, 100) PUSH ("b1", 100)
                WIN ("p", 100, 100) WIN ("q", 100, 100) END,
    "raise_it_up.play@wager(q)" },
  { "play-increased", "{}",
    BEGIN ANTE (1, 100) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "play") BET ("p", 1, "play", 100) REVEAL (
            4, "7H") "wager_change 'wager':'p','action':'increase','amount':200\n" REVEAL (5, "9D")
            REVEAL (6, "2S") WIN ("a1", 100, 100) PUSH ("b1", 100) WIN ("p", 200, 200) END,
    "wager.late@wager_change(p)" },

  /* § 669a.13(c). */
  { "deal-four", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") MORE (1, "5C")
        COMMON ("7H", "9D", "2S") ASK (1, 3, "check") BACK ("a1", 1000) BACK ("b1", 1000) END,
    "raise_it_up.deal@decision" },
  { "deal-two-voided", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS "deal 'to':1,'cards':['AS','AD']\n" COMMON ("7H", "9D", "2S")
        CANCEL BACK ("a1", 1000) BACK ("b1", 1000) END,
    "raise_it_up.deal@void" },
  { "deal-one-by-one", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS MORE (1, "AS") MORE (1, "AD") MORE (1, "4C")
        COMMON ("7H", "9D", "2S") ASK (1, 3, "play") BET ("p", 1, "play", 1000) REVEAL (4, "7H")
            REVEAL (5, "9D") REVEAL (6, "2S") ACES_PAID END,
    "" },
  { "deal-passes-a-player", "{}",
    BEGIN ANTE (1, 1000) ANTE (2, 500) NO_MORE_BETS ACES BACK ("a1", 1000) BACK ("b1", 1000)
        BACK ("p", 1000) BACK ("a2", 500) BACK ("b2", 500) END,
    "raise_it_up.deal@decision" },
  { "deal-played-on", "{}", BEGIN ANTE (1, 1000) NO_MORE_BETS MORE (1, "KC") ACES ACES_PAID END,
    "raise_it_up.deal@decision settle.outcome@settle(a1)+1000 settle.outcome@settle(b1)+0 "
    "settle.outcome@settle(p)+1000" },
  { "card-twice", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "AD", "2S")
        ASK (1, 3, "play") BET ("p", 1, "play", 1000) REVEAL (4, "7H") REVEAL (5, "AD")
            REVEAL (6, "2S") LOSE ("a1", 1000) LOSE ("b1", 1000) LOSE ("p", 1000) END,
    "log.impossible@deal" },
  { "revealed-what-was-not-dealt", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "play") BET ("p", 1, "play", 1000) REVEAL (4, "7H") REVEAL (5, "9D")
            REVEAL (6, "KS") ACES_PAID END,
    "log.impossible@reveal" },
  /* Nothing of such a round is compared. */
  { "revealed-twice-and-settled-wrong", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "play") BET ("p", 1, "play", 1000) REVEAL (4, "7H") REVEAL (5, "7H")
            REVEAL (6, "2S") ALL_LOSE,
    "log.impossible@reveal" },
  { "revealed-twice", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "play") BET ("p", 1, "play", 1000) REVEAL (4, "7H") REVEAL (5, "7H")
            REVEAL (6, "2S") ACES_PAID END,
    "log.impossible@reveal" },

  /* § 669a.13(a), (d). */
  { "one-card-face-up", "{}", BEGIN ANTE (1, 1000) NO_MORE_BETS FOUND ("KC") ACES ACES_PAID END,
    "" },
  { "two-cards-face-up", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS FOUND ("KC") FOUND ("QC") CANCEL BACK ("a1", 1000)
        BACK ("b1", 1000) END,
    "raise_it_up.exposed@discard" },
  { "one-card-face-up-a-round", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS FOUND ("KC")
        ACES ACES_PAID END BEGIN BET ("c", 1, "ante", 100) BET ("d", 1, "blind", 100)
            NO_MORE_BETS FOUND ("KC") DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
                ASK (1, 3, "fold") LOSE ("c", 100) LOSE ("d", 100) END,
    "" },
  { "community-exposed", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C")
        COMMON ("7H", "9D", "2S") "expose 'to':'community','card':'9D'\n" CANCEL BACK ("a1", 1000)
            BACK ("b1", 1000) END,
    "raise_it_up.exposed@expose" },
  { "revealed-before-check", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        REVEAL (4, "7H") ASK (1, 3, "check") CANCEL BACK ("a1", 1000) BACK ("b1", 1000) END,
    "raise_it_up.exposed@reveal" },
  { "revealed-before-fold", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S")
        ASK (1, 3, "check") REVEAL (4, "7H") ASK (1, 4, "check") REVEAL (5, "9D") REVEAL (6, "2S")
            BACK ("a1", 1000) BACK ("b1", 1000) END,
    "raise_it_up.exposed@reveal" },
  { "settled-before-exposed", "{}",
    BEGIN ANTE (1, 1000) BET ("x", 1, "pair_plus", 500) NO_MORE_BETS DEAL (1, "AS", "TD", "4C")
        COMMON ("7H", "9D", "2S") LOSE ("x", 500) REVEAL (4, "7H") BACK ("a1", 1000)
            BACK ("b1", 1000) END,
    "settle.outcome@settle(x)-500 raise_it_up.exposed@reveal" },

  /* § 669a.8(f)—(h): 52 less six dealt. */
  { "stub-right", "{}", BEGIN ANTE (1, 1000) NO_MORE_BETS ACES STUB (46) ACES_PAID END, "" },
  { "stub-right-less-discarded", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS FOUND ("KC") ACES STUB (45) ACES_PAID END, "" },
  { "stub-wrong-voided", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S") STUB (45)
        CANCEL BACK ("a1", 1000) BACK ("b1", 1000) END,
    "" },
  { "stub-wrong-played-on", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C") COMMON ("7H", "9D", "2S") STUB (45)
        ASK (1, 3, "fold") LOSE ("a1", 1000) LOSE ("b1", 1000) END,
    "raise_it_up.stub@stub settle.outcome@settle(a1)-1000 settle.outcome@settle(b1)-1000" },
  { "stub-counted-again", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS ACES STUB (45) STUB (46) ACES_PAID END, "" },
  /* A card that was logged twice is counted twice; nothing of the round is compared. */
  { "stub-right-with-a-card-twice", "{}",
    BEGIN ANTE (1, 1000) ANTE (2, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C")
        DEAL (2, "AS", "5D", "8C") COMMON ("7H", "9D", "2S") STUB (43) END,
    "log.impossible@deal" },
  { "stub-wrong-with-a-card-twice", "{}",
    BEGIN ANTE (1, 1000) ANTE (2, 1000) NO_MORE_BETS DEAL (1, "AS", "AD", "4C")
        DEAL (2, "AS", "5D", "8C") COMMON ("7H", "9D", "2S") STUB (44) END,
    "log.impossible@deal raise_it_up.stub@stub" },
  { "discard-of-a-dealt-card", "{}",
    BEGIN ANTE (1, 1000) NO_MORE_BETS ACES "discard 'card':'AS'\n" STUB (45) ACES_PAID END,
    "log.impossible@discard" },
  { "stub-not-in-four", "{'counting_shuffler':false}",
    BEGIN END BEGIN END BEGIN END BEGIN END BEGIN STUB (52) END BEGIN END, "" },
  { "stub-not-in-five", "{'counting_shuffler':false}",
    BEGIN END BEGIN END BEGIN END BEGIN END BEGIN END BEGIN END BEGIN END BEGIN END BEGIN END,
    "raise_it_up.stub@round_end" },
  { "stub-not-wanted", "{}", BEGIN END BEGIN END BEGIN END BEGIN END BEGIN END BEGIN END, "" },
};

#define PROGRESSIVE "{'progressive':{'meter':'Royal'}}"
#define REST        COMMON ("7H", "8D", "2H")
/* Seat 1, with a Progressive Wager of $1, plays the cards given. */
#define FOR_METER(a, b, c, d, e, f)                                                                \
  METER (100000)                                                                                   \
  BEGIN ANTE (1, 1000) BET ("x", 1, "progressive", 100) NO_MORE_BETS LOCK (1, 100)                 \
      DEAL (1, a, b, c) COMMON (d, e, f) ASK (1, 3, "play") BET ("p", 1, "play", 1000)             \
          REVEAL (4, d) REVEAL (5, e) REVEAL (6, f)
#define FOR_METER_LOST(a, b, c)                                                                    \
  FOR_METER (a, b, c, "7H", "8D", "2H")                                                            \
  LOSE ("a1", 1000) LOSE ("b1", 1000) LOSE ("p", 1000)
/* The last one that the rules have room for. */
#define LAST_SEAT "player 'seat':8,'player':'p8','present':true\n"
/* The last seat holds three of a kind, and all but its Progressive Wager is paid. */
#define LAST_SEAT_WINS                                                                             \
  METER (100000)                                                                                   \
  LAST_SEAT BEGIN ANTE (8, 1000) BET ("x", 8, "progressive", 100) NO_MORE_BETS LOCK (1, 100)       \
      DEAL (8, "9S", "9D", "9C") COMMON ("7H", "KD", "2H") ASK (8, 3, "play")                      \
          BET ("p", 8, "play", 1000) REVEAL (4, "7H") REVEAL (5, "KD") REVEAL (6, "2H")            \
              WIN ("a8", 1000, 1000) WIN ("b8", 1000, 1000) WIN ("p", 1000, 3000)
#define SHOWN(seat) LIGHT (seat) VALIDATE (seat, "floorperson")
#define CONFIRM     "progressive.confirm@reveal(x)"

/* Seat 1 has ace, king, queen of @s, which make a losing hand; seats 2 and 3 fold. */
#define ENVIED(s, two, three)                                                                      \
  METER (100000)                                                                                   \
  BEGIN ANTE (1, 1000) ANTE (2, 1000) ANTE (3, 1000)                                               \
      two three NO_MORE_BETS DEAL (1, "A" s, "K" s, "Q" s) DEAL (2, "3C", "9C", "4D")              \
          DEAL (3, "3D", "9H", "4H") REST ASK (1, 3, "fold") ASK (2, 3, "fold") ASK (3, 3, "fold") \
              LOSE ("a1", 1000) LOSE ("b1", 1000) LOSE ("a2", 1000) LOSE ("b2", 1000)              \
                  LOSE ("a3", 1000) LOSE ("b3", 1000)

static const SkyScriptCase progressives[] = {
  { "meter-all-from-cage", PROGRESSIVE,
    FOR_METER_LOST ("AS", "KS", "QS") SHOWN (1) CAGE ("x", 100, 99914) END METER (100000),
    CONFIRM },
  { "meter-all-from-table", PROGRESSIVE,
    FOR_METER_LOST ("AS", "KS", "QS") SHOWN (1) WIN ("x", 100, 99914) END,
    CONFIRM " progressive.not-validated@settle(x)" },
  { "meter-all-short", PROGRESSIVE,
    FOR_METER_LOST ("AS", "KS", "QS") SHOWN (1) CAGE ("x", 100, 99900) END,
    CONFIRM " settle.payout@settle(x)-14" },
  { "meter-all-not-paid", PROGRESSIVE,
    FOR_METER_LOST ("AS", "KS", "QS") LOSE ("x", 100) END METER (100014),
    CONFIRM " settle.outcome@settle(x)-100014" },
  { "royal-of-hearts", PROGRESSIVE,
    FOR_METER ("AH", "KH", "QH", "7C", "8D", "2C") LOSE ("a1", 1000) LOSE ("b1", 1000)
        LOSE ("p", 1000) SHOWN (1) WIN ("x", 100, 49900) END METER (100014),
    CONFIRM },
  { "straight-flush-of-three", PROGRESSIVE,
    FOR_METER_LOST ("9S", "TS", "JS") SHOWN (1) WIN ("x", 100, 6900) END,
    CONFIRM " settle.outcome@settle(a1)-2000 settle.outcome@settle(b1)-3000 "
            "settle.outcome@settle(p)-5000" },
  { "win-of-the-last-seat", PROGRESSIVE, LAST_SEAT_WINS SHOWN (8) WIN ("x", 100, 5900) END,
    CONFIRM },
  { "win-of-the-last-seat-not-shown", PROGRESSIVE, LAST_SEAT_WINS WIN ("x", 100, 5900) END,
    CONFIRM " progressive.not-validated@settle(x)" },
  { "three-of-a-kind-of-three", PROGRESSIVE,
    FOR_METER ("9S", "9D", "9C", "7H", "KD", "2H") WIN ("a1", 1000, 1000) WIN ("b1", 1000, 1000)
        WIN ("p", 1000, 3000) SHOWN (1) WIN ("x", 100, 5900) END,
    CONFIRM },
  { "straight-of-three", PROGRESSIVE,
    FOR_METER ("3S", "4D", "5C", "9H", "KD", "JH") LOSE ("a1", 1000) LOSE ("b1", 1000)
        LOSE ("p", 1000) SHOWN (1) WIN ("x", 100, 500) END,
    CONFIRM },
  /* R26. */
  { "flush-of-three-pays-nothing", PROGRESSIVE,
    FOR_METER ("3S", "9S", "5S", "8H", "KD", "JH") LOSE ("a1", 1000) LOSE ("b1", 1000)
        LOSE ("p", 1000) LOSE ("x", 100) END,
    "" },
  { "six-cards-make-no-progressive", PROGRESSIVE,
    FOR_METER ("3S", "3D", "9C", "3H", "KD", "JH") WIN ("a1", 1000, 1000) WIN ("b1", 1000, 1000)
        WIN ("p", 1000, 3000) LOSE ("x", 100) END,
    "" },
  { "folded-progressive-loses", PROGRESSIVE,
    METER (100000) BEGIN ANTE (1, 1000) BET ("x", 1, "progressive", 100) NO_MORE_BETS LOCK (1, 100)
        DEAL (1, "3S", "4D", "5C") COMMON ("9H", "KD", "JH") ASK (1, 3, "fold") LOSE ("a1", 1000)
            LOSE ("b1", 1000) LOSE ("x", 100) END,
    "" },
  { "without-light", PROGRESSIVE,
    FOR_METER ("3S", "4D", "5C", "9H", "KD", "JH") LOSE ("a1", 1000) LOSE ("b1", 1000)
        LOSE ("p", 1000) VALIDATE (1, "pit_manager") WIN ("x", 100, 500) END,
    CONFIRM " progressive.not-validated@settle(x)" },
  /* What is not due at all is one cause, and what is paid again another. */
  { "paid-without-a-win", PROGRESSIVE,
    FOR_METER ("3S", "8D", "5C", "9H", "KD", "JH") LOSE ("a1", 1000) LOSE ("b1", 1000)
        LOSE ("p", 1000) WIN ("x", 100, 500) END,
    "settle.outcome@settle(x)+600" },
  { "paid-again-from-table", PROGRESSIVE,
    FOR_METER_LOST ("AS", "KS", "QS") SHOWN (1) CAGE ("x", 100, 99914) WIN ("x", 100, 99914) END,
    CONFIRM " settle.twice@settle(x)+100014" },
  { "validated-by-pit-manager", PROGRESSIVE,
    FOR_METER ("3S", "4D", "5C", "9H", "KD", "JH") LOSE ("a1", 1000) LOSE ("b1", 1000)
        LOSE ("p", 1000) LIGHT (1) VALIDATE (1, "pit_manager") WIN ("x", 100, 500) END,
    CONFIRM },
  { "validated-by-dealer", PROGRESSIVE,
    FOR_METER ("3S", "4D", "5C", "9H", "KD", "JH") LOSE ("a1", 1000) LOSE ("b1", 1000)
        LOSE ("p", 1000) LIGHT (1) VALIDATE (1, "dealer") WIN ("x", 100, 500) END,
    CONFIRM " progressive.not-validated@settle(x)" },
  { "validated-after", PROGRESSIVE,
    FOR_METER ("3S", "4D", "5C", "9H", "KD", "JH") LOSE ("a1", 1000) LOSE ("b1", 1000)
        LOSE ("p", 1000) LIGHT (1) WIN ("x", 100, 500) VALIDATE (1, "floorperson") END,
    CONFIRM " progressive.not-validated@settle(x)" },
  { "light-of-another-seat", PROGRESSIVE,
    FOR_METER ("3S", "4D", "5C", "9H", "KD", "JH") LOSE ("a1", 1000) LOSE ("b1", 1000)
        LOSE ("p", 1000) LIGHT (2) VALIDATE (1, "floorperson") WIN ("x", 100, 500) END,
    CONFIRM " progressive.not-validated@settle(x)" },
  { "not-offered", "{}",
    BEGIN ANTE (1, 1000) BET ("x", 1, "progressive", 100) NO_MORE_BETS LOCK (1, 100)
        ACES ACES_PAID LOSE ("x", 100) END,
    "wager.not-offered@wager(x)" },

  { "seed-too-small", "{'progressive':{'seed':99999}}", METER (99999) METER (99999),
    "rules.option-invalid@rules" },
  { "increment-too-small", "{'progressive':{'increment_percent':13}}", METER (100000),
    "rules.option-invalid@rules" },
  { "meter-under-seed", PROGRESSIVE, METER (99999) METER (100000), "progressive.meter@meter" },
  { "meter-opens-above-seed", PROGRESSIVE, METER (123456) METER (123456), "" },
  { "meter-wrong-once", PROGRESSIVE,
    METER (100000) BEGIN BET ("x", 1, "progressive", 500) BET ("y", 2, "progressive", 100)
        NO_MORE_BETS LOCK (2, 600) CANCEL BACK ("x", 500) BACK ("y", 100) END METER (100080)
            METER (100084),
    "progressive.meter@meter" },
  { "meter-of-another-name", PROGRESSIVE, METER (100000) "meter 'meter':'Other','amount':1\n", "" },
  { "meter-percent", "{'progressive':{'seed':200000,'increment_percent':20}}",
    METER (200000) BEGIN BET ("x", 1, "progressive", 500) NO_MORE_BETS LOCK (1, 500)
        CANCEL BACK ("x", 500) END METER (200100),
    "" },
  { "lock-out-counts-fewer", PROGRESSIVE,
    BEGIN BET ("x", 1, "progressive", 100) BET ("y", 2, "progressive", 100)
        NO_MORE_BETS LOCK (1, 200) CANCEL BACK ("x", 100) BACK ("y", 100) END,
    "progressive.lock-out@lock_out" },
  { "lock-out-chips-differ", PROGRESSIVE,
    BEGIN BET ("x", 1, "progressive", 100) BET ("y", 2, "progressive", 100)
        NO_MORE_BETS LOCK (2, 100) CANCEL BACK ("x", 100) BACK ("y", 100) END,
    "progressive.lock-out@lock_out" },

  /* § 669a.12(e)(5). */
  { "envy-of-spades", PROGRESSIVE,
    ENVIED ("S", BET ("x", 2, "progressive", 100), BET ("y", 3, "progressive", 500)) LOSE ("x", 100)
        LOSE ("y", 500) ENVY (2, 10000) ENVY (3, 50000) END,
    "" },
  { "envy-of-hearts-in-parts", PROGRESSIVE,
    ENVIED ("H", BET ("x", 2, "progressive", 100), BET ("y", 3, "progressive", 500)) LOSE ("x", 100)
        LOSE ("y", 500) ENVY (2, 2500) ENVY (3, 10000) ENVY (3, 2500) END,
    "" },
  { "envy-missing", PROGRESSIVE,
    ENVIED ("S", BET ("x", 2, "progressive", 100), "") LOSE ("x", 100) END,
    "progressive.envy@round_end" },
  { "envy-wrong", PROGRESSIVE,
    ENVIED ("H", BET ("x", 2, "progressive", 100), "") LOSE ("x", 100) ENVY (2, 10000) END,
    "progressive.envy@envy" },
  { "envy-without-wager", PROGRESSIVE, ENVIED ("S", "", "") ENVY (2, 10000) END,
    "progressive.envy@envy" },
  { "envy-not-for-own-hand", PROGRESSIVE,
    METER (100000) BEGIN ANTE (1, 1000) BET ("x", 1, "progressive", 100)
        NO_MORE_BETS DEAL (1, "AC", "KC", "QC") REST ASK (1, 3, "fold") LOSE ("a1", 1000)
            LOSE ("b1", 1000) LOSE ("x", 100) END,
    "" },
  { "envy-of-two-hands", PROGRESSIVE,
    METER (100000) BEGIN ANTE (1, 1000) ANTE (2, 1000) ANTE (3, 1000)
        BET ("x", 3, "progressive", 100) BET ("y", 1, "progressive", 100) NO_MORE_BETS LOCK (2, 200)
            DEAL (1, "AC", "KC", "QC") DEAL (2, "AH", "KH", "QH") DEAL (3, "3C", "9C", "4D")
                COMMON ("7C", "8D", "2H") ASK (1, 3, "fold") ASK (2, 3, "fold") ASK (3, 3, "fold")
                    LOSE ("a1", 1000) LOSE ("b1", 1000) LOSE ("a2", 1000) LOSE ("b2", 1000)
                        LOSE ("a3", 1000) LOSE ("b3", 1000) LOSE ("x", 100) LOSE ("y", 100)
                            ENVY (3, 5000) ENVY (1, 2500) END,
    "" },
  { "envy-of-the-last-seat", PROGRESSIVE,
    METER (100000) LAST_SEAT BEGIN ANTE (1, 1000) ANTE (8, 1000) BET ("x", 8, "progressive", 100)
        NO_MORE_BETS DEAL (1, "AS", "KS", "QS") DEAL (8, "3C", "9C", "4D") REST ASK (1, 3, "fold")
            ASK (8, 3, "fold") LOSE ("a1", 1000) LOSE ("b1", 1000) LOSE ("a8", 1000)
                LOSE ("b8", 1000) LOSE ("x", 100) ENVY (8, 10000) END,
    "" },
  { "envy-of-no-seat", PROGRESSIVE,
    ENVIED ("S", BET ("x", 2, "progressive", 100), "") LOSE ("x", 100) ENVY (2, 10000)
        ENVY (9, 10000) END,
    "log.unknown-reference@envy" },
  { "envy-in-void-round", PROGRESSIVE,
    ENVIED ("S", BET ("x", 2, "progressive", 100), "") CANCEL BACK ("x", 100) END,
    "settle.outcome@settle(a1)-1000 settle.outcome@settle(b1)-1000 settle.outcome@settle(a2)-1000 "
    "settle.outcome@settle(b2)-1000 settle.outcome@settle(a3)-1000 "
    "settle.outcome@settle(b3)-1000" },
};

static void
test_confirmation (void)
{
  g_autofree char *figures = sky_script_recomputed (
      "raise_it_up", PROGRESSIVE,
      METER (123400) BEGIN ANTE (1, 1000) ANTE (2, 1000) BET ("x", 1, "progressive", 100)
          BET ("y", 2, "progressive", 500) NO_MORE_BETS LOCK (2, 600) DEAL (1, "AS", "KS", "QS")
              DEAL (2, "3C", "9C", "4D") REST ASK (1, 3, "play") BET ("p", 1, "play", 1000)
                  ASK (2, 3, "fold") REVEAL (4, "7H") REVEAL (5, "8D") REVEAL (6, "2H") SHOWN (1)
                      CAGE ("x", 100, 123384) ENVY (2, 50000) END,
      "progressive.confirm");

  g_assert_cmpstr (figures, ==,
                   "{\"outcome\":\"win\",\"hand\":\"ace, king and queen of spades\","
                   "\"cards\":[\"AS\",\"KS\",\"QS\"],\"meter\":123484,\"paid\":123384,"
                   "\"returned\":100,\"payout\":123484,\"envy\":[{\"seat\":2,\"paid\":50000}]}");
}

static void
test_explain (void)
{
  g_autofree char *told =
      sky_script_explain ("raise_it_up", "{}",
                          HAND ("2S", "2D", "3C", "3H", "5D", "9S") WIN ("a1", 1000, 1000)
                              PUSH ("b1", 1000) WIN ("p", 1000, 1500) END,
                          1);

  g_assert_nonnull (strstr (told, "Dealt to seat 1, face down: 2S 2D 3C.\n"));
  g_assert_nonnull (strstr (told, "The 9 of spades is revealed in the 6th Street box.\n"));
  g_assert_nonnull (strstr (told, "The Play Wager on two pairs, the best five of six cards, pays 3 "
                                  "to 2: $10.00 × 3 / 2 = $15.00.\n"));
  g_assert_nonnull (strstr (told, "The Blind Wager pushes on two pairs, the best five of six "
                                  "cards, and its $10.00 go back.\n"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  sky_script_add_cases ("raise_it_up", hands, G_N_ELEMENTS (hands));
  sky_script_add_cases ("raise_it_up", bonuses, G_N_ELEMENTS (bonuses));
  sky_script_add_cases ("raise_it_up", rounds, G_N_ELEMENTS (rounds));
  sky_script_add_cases ("raise_it_up", progressives, G_N_ELEMENTS (progressives));
  g_test_add_func ("/raise_it_up/confirmation", test_confirmation);
  g_test_add_func ("/raise_it_up/explain", test_explain);
  return g_test_run ();
}
