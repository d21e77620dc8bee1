/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pai Gow: hands won, lost and tied to the cent, the bank's money, and for each check a fault and
 * its near miss. */
#include "config.h"

#include "sky-script-lines.h"
#include "sky-script.h"

#include <string.h>

/* The tiles of a whole set in eight lots of four. */
#define LOT_A "['6-6','4-5','1-1','2-6']"
#define LOT_B "['5-5','4-6','1-3','5-6']"
#define LOT_C "['1-1','1-6','5-5','2-2']"
#define LOT_D "['6-6','4-4','3-3','1-5']"
#define LOT_E "['4-4','1-3','2-4','2-5']"
#define LOT_F "['3-3','1-6','3-6','3-5']"
#define LOT_G "['2-2','5-6','1-2','3-4']"
#define LOT_H "['4-6','1-5','1-4','2-3']"

#define SHAKE(n)      "shake 'by':'dealer','times':" #n "\n"
#define DICE(a, b, c) "result 'dice':[" #a "," #b "," #c "]\n"
#define NUMBER(n)     "result 'number':" #n "\n"
#define CALL(n)       "call 'total':" #n "\n"
#define STYLE(style)  "style 'style':'" style "'\n"
#define STACKS                                                                                     \
  "stacks 'tiles':[" LOT_A "," LOT_B "," LOT_C "," LOT_D "," LOT_E "," LOT_F "," LOT_G "," LOT_H   \
  "]\n"
#define DEAL(to, lot, order) "deal 'to':" to ",'tiles':" lot ",'order':" #order "\n"
#define SET(to, h1, h2, l1, l2)                                                                    \
  "set 'to':" to ",'high':['" h1 "','" h2 "'],'low':['" l1 "','" l2 "']\n"
#define REVEAL(seat)     "reveal 'seat':" #seat "\n"
#define EXPOSE(to, tile) "expose 'to':" to ",'tile':'" tile "'\n"
#define BANK(seat, co, wager, chips)                                                               \
  "bank 'seat':" #seat ",'co':" co ",'dealer_wager':" #wager ",'chips':" #chips "\n"
#define LEFT(seat, surplus, vig, collected)                                                        \
  "bank_settle 'seat':" #seat ",'surplus':" #surplus ",'vig':" #vig ",'collected':" #collected "\n"
#define NO_ROLL "void 'reason':'no roll','role':'dealer'\n"

/* Nine: the dealer's tiles come first, then those of the positions from 1 on. */
#define THROW_9 NO_MORE_BETS SHAKE (3) DICE (3, 3, 3) CALL (9)
#define DEAL_ALL(d, s1, s2, s3, s4, s5, s6, dead)                                                  \
  DEAL ("'dealer'", d, 1)                                                                          \
  DEAL ("1", s1, 2)                                                                                \
  DEAL ("2", s2, 3)                                                                                \
  DEAL ("3", s3, 4) DEAL ("4", s4, 5) DEAL ("5", s5, 6) DEAL ("6", s6, 7) DEAL ("'dead'", dead, 8)

/* The dealer has lot B: highest with lowest tile, 4 (1-3, 4-6) and 1 (5-5, 5-6). */
#define WEAK_DEALER DEAL_ALL (LOT_B, LOT_A, LOT_C, LOT_D, LOT_E, LOT_F, LOT_G, LOT_H)
#define WEAK_SET    SET ("'dealer'", "1-3", "4-6", "5-5", "5-6")
/* Seat 1: lot A, a Wong and a Gong. Seat 2: lot C, 9 and 4. */
#define SEAT_1_SET SET ("1", "1-1", "4-5", "6-6", "2-6")
#define SEAT_2_SET SET ("2", "1-1", "1-6", "5-5", "2-2")

/* Seat 1 wagers 1000 and wins. */
#define WON_ROUND(id)                                                                              \
  BEGIN BET (id, 1, "pai_gow", 1000) THROW_9 WEAK_DEALER SEAT_1_SET WEAK_SET REVEAL (1)            \
      WIN_VIG (id, 1000, 1000, 50) END

static const SkyScriptCase settlements[] = {
  { "wins", "{}", WON_ROUND ("a"), "" },
  { "wins-odd-vigorish", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1010)
        THROW_9 WEAK_DEALER SEAT_1_SET WEAK_SET WIN_VIG ("a", 1010, 1010, 50) END,
    "" },
  { "wins-vigorish-rounded-up", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1010)
        THROW_9 WEAK_DEALER SEAT_1_SET WEAK_SET WIN_VIG ("a", 1010, 1010, 51) END,
    "settle.vigorish@settle(a)-1" },
  { "wins-without-vigorish", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000)
        THROW_9 WEAK_DEALER SEAT_1_SET WEAK_SET WIN ("a", 1000, 1000) END,
    "settle.vigorish@settle(a)+50" },
  { "wins-vigorish-in-quarters", "{'vig_rounding':'quarter_up'}",
    BEGIN BET ("a", 1, "pai_gow", 1010) BET ("b", 2, "pai_gow", 1000)
        THROW_9 WEAK_DEALER SEAT_1_SET SEAT_2_SET WEAK_SET WIN_VIG ("a", 1010, 1010, 75)
            WIN_VIG ("b", 1000, 1000, 50) END,
    "" },
  /* Lot B's 5 and 0 against lot C's 9 and 4. */
  { "loses", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000)
        THROW_9 DEAL_ALL (LOT_C, LOT_B, LOT_A, LOT_D, LOT_E, LOT_F, LOT_G, LOT_H)
            SET ("1", "1-3", "5-6", "4-6", "5-5") SET ("'dealer'", "1-1", "1-6", "5-5", "2-2")
                REVEAL (1) LOSE ("a", 1000) END,
    "" },
  { "loses-paid", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000)
        THROW_9 DEAL_ALL (LOT_C, LOT_B, LOT_A, LOT_D, LOT_E, LOT_F, LOT_G, LOT_H)
            SET ("1", "1-3", "5-6", "4-6", "5-5") SET ("'dealer'", "1-1", "1-6", "5-5", "2-2")
                WIN_VIG ("a", 1000, 1000, 50) END,
    "settle.outcome@settle(a)+1950" },
  /* Lot C's 9 and 4 against lot D's Gong and 2. */
  { "ties", "{}",
    BEGIN BET ("a", 2, "pai_gow", 1000)
        THROW_9 DEAL_ALL (LOT_D, LOT_A, LOT_C, LOT_B, LOT_E, LOT_F, LOT_G, LOT_H)
            SEAT_2_SET SET ("'dealer'", "6-6", "4-4", "3-3", "1-5") REVEAL (2) PUSH ("a", 1000) END,
    "" },
  { "ties-collected", "{}",
    BEGIN BET ("a", 2, "pai_gow", 1000)
        THROW_9 DEAL_ALL (LOT_D, LOT_A, LOT_C, LOT_B, LOT_E, LOT_F, LOT_G, LOT_H)
            SEAT_2_SET SET ("'dealer'", "6-6", "4-4", "3-3", "1-5") REVEAL (2) LOSE ("a", 1000) END,
    "settle.outcome@settle(a)-1000" },
  { "settled-before-dealer-sets", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER SEAT_1_SET WIN_VIG ("a", 1000, 1000, 50)
        WEAK_SET END,
    "settle.premature@settle(a)+1950" },
  /* The others are compared all the same. */
  { "one-settled-before-dealer-sets", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) BET ("b", 2, "pai_gow", 1000)
        THROW_9 WEAK_DEALER SEAT_1_SET SEAT_2_SET WIN_VIG ("a", 1000, 1000, 50)
            WEAK_SET WIN_VIG ("b", 1000, 1000, 50) END,
    "settle.premature@settle(a)+1950" },
  { "not-settled", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER SEAT_1_SET WEAK_SET END,
    "settle.missing@round_end(a)-1950" },
  { "surrenders", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000)
        THROW_9 WEAK_DEALER SEAT_1_SET WEAK_SET DECIDE (1, "surrender") GIVE_UP ("a", 1000, 0) END,
    "" },
  { "surrenders-half", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000)
        THROW_9 WEAK_DEALER SEAT_1_SET WEAK_SET DECIDE (1, "surrender") GIVE_UP ("a", 500, 500) END,
    "settle.stake@settle(a)+500" },
  { "surrenders-after-reveal", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER SEAT_1_SET WEAK_SET REVEAL (1)
        DECIDE (1, "surrender") GIVE_UP ("a", 1000, 0) END,
    "pai_gow.surrender@decision" },
  { "surrenders-after-another-reveal", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) BET ("b", 2, "pai_gow", 1000)
        THROW_9 WEAK_DEALER SEAT_1_SET SEAT_2_SET WEAK_SET REVEAL (2) DECIDE (1, "surrender")
            GIVE_UP ("a", 1000, 0) WIN_VIG ("b", 1000, 1000, 50) END,
    "" },
  /* § 621a.7(b): the table may take the wager of a player who left, or play its hand. */
  { "left-and-taken", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) BET ("b", 2, "pai_gow", 1000) THROW_9 WEAK_DEALER LEAVES (1)
        LOSE ("a", 1000) SEAT_2_SET WEAK_SET WIN_VIG ("b", 1000, 1000, 50) END,
    "" },
  { "left-and-played", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER SEAT_1_SET LEAVES (1)
        WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "" },
  { "left-and-half-taken", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER SEAT_1_SET LEAVES (1)
        WEAK_SET GIVE_UP ("a", 500, 500) END,
    "settle.outcome@settle(a)-1450" },
  { "taken-and-not-left", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER SEAT_1_SET LEAVES (2)
        WEAK_SET LOSE ("a", 1000) END,
    "settle.outcome@settle(a)-1950" },
  { "left-in-a-void-round", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER LEAVES (1) LOSE ("a", 1000) CANCEL END,
    "settle.outcome@settle(a)-1000" },
  /* A copy is the dealer's (§ 621a.4(b)): 1-1, 1-6 against 1-1, 3-4; and 0 against 0. */
  { "copy-and-zero", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 DEAL ("'dealer'", "['1-1','1-6','5-5','4-6']", 1)
        DEAL ("1", "['1-1','3-4','3-6','5-6']", 2) SET ("1", "1-1", "3-4", "3-6", "5-6")
            SET ("'dealer'", "1-1", "1-6", "5-5", "4-6") REVEAL (1) LOSE ("a", 1000) END,
    "" },
  /* The low hands tie in value and rank, the high hand is higher: a tie. */
  { "high-won-low-copied", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 DEAL ("'dealer'", "['1-1','1-6','5-5','4-6']", 1)
        DEAL ("1", "['6-6','3-4','3-6','5-6']", 2) SET ("1", "6-6", "3-4", "3-6", "5-6")
            SET ("'dealer'", "1-1", "1-6", "5-5", "4-6") REVEAL (1) PUSH ("a", 1000) END,
    "" },
  /* R13: the player's Three counts as six with a Twelve: 8 beats 7. */
  { "three-as-six", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 DEAL ("'dealer'", "['1-1','1-5','5-5','4-6']", 1)
        DEAL ("1", "['1-2','5-6','2-2','6-6']", 2) SET ("1", "1-2", "6-6", "2-2", "5-6") SET (
            "'dealer'", "1-1", "1-5", "5-5", "4-6") REVEAL (1) WIN_VIG ("a", 1000, 1000, 50) END,
    "" },
  { "no-such-wager", "{}", BEGIN BET ("x", 1, "tie", 1000) NO_MORE_BETS BACK ("x", 1000) END,
    "wager.not-permissible@wager(x)" },
};

static const SkyScriptCase rounds[] = {
  /* § 621a.7, § 621a.8(a). */
  { "late", "{}",
    BEGIN NO_MORE_BETS BET ("a", 1, "pai_gow", 1000) SHAKE (3) DICE (3, 3, 3)
        WEAK_DEALER SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "wager.late@wager(a)" },
  { "not-called", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) SHAKE (3) DICE (3, 3, 3)
        WEAK_DEALER SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "round.no-more-bets@result" },
  /* Without the call nothing is late. */
  { "late-without-call", "{}",
    BEGIN SHAKE (3) DICE (3, 3, 3) BET ("a", 1, "pai_gow", 1000)
        WEAK_DEALER SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "round.no-more-bets@result" },
  { "shaken-twice", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) NO_MORE_BETS SHAKE (2) DICE (3, 3, 3)
        WEAK_DEALER SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "pai_gow.shakes@shake" },
  { "shaken-twice-and-again", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) NO_MORE_BETS SHAKE (2) SHAKE (3) DICE (3, 3, 3)
        WEAK_DEALER SHAKE (1) SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "" },
  { "number-needs-no-shake", "{'rng':true}",
    BEGIN BET ("a", 1, "pai_gow", 1000) NO_MORE_BETS SHAKE (1) NUMBER (9)
        WEAK_DEALER SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "" },
  { "called-wrongly", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) NO_MORE_BETS SHAKE (3) DICE (3, 3, 3) CALL (10)
        WEAK_DEALER SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "round.call@call" },
  /* § 621a.12(a), (b). */
  { "not-flat-counted", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) NO_MORE_BETS SHAKE (
        3) "result 'dice':[3,3,3],'observed':['not_flat']\n" WEAK_DEALER SEAT_1_SET WEAK_SET
        WIN_VIG ("a", 1000, 1000, 50) END,
    "pai_gow.no-roll@result" },
  { "fell-out-no-roll", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000)
        NO_MORE_BETS SHAKE (2) "result 'dice':[3,3,4],'observed':['fell_out']\n" NO_ROLL SHAKE (3)
            DICE (3, 3, 3) WEAK_DEALER SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "" },
  { "no-roll-and-nothing-more", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) NO_MORE_BETS SHAKE (3) DICE (3, 3, 4)
        NO_ROLL BACK ("a", 1000) END,
    "" },
  { "no-roll-kept", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) NO_MORE_BETS SHAKE (3) DICE (3, 3, 4) NO_ROLL END,
    "settle.missing@round_end(a)-1000" },
  { "no-die-shows-seven", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) NO_MORE_BETS SHAKE (3) DICE (1, 1, 7)
        WEAK_DEALER SEAT_1_SET WEAK_SET LOSE ("a", 1000) END,
    "log.impossible@result" },

  /* § 621a.8(c), § 621a.12(c). Fifteen leads to the sixth position. */
  { "start-fifteen", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) NO_MORE_BETS SHAKE (3) DICE (5, 5, 5) DEAL ("6", LOT_G, 1)
        DEAL ("'dead'", LOT_H, 2) DEAL ("'dealer'", LOT_B, 3) DEAL ("1", LOT_A, 4)
            SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "" },
  { "start-by-number", "{'rng':true}",
    BEGIN BET ("a", 1, "pai_gow", 1000) NO_MORE_BETS NUMBER (2) DEAL ("1", LOT_A, 1)
        DEAL ("'dealer'", LOT_B, 8) SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "" },
  { "start-wrong-voided", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) NO_MORE_BETS SHAKE (3) DICE (3, 3, 4)
        WEAK_DEALER CANCEL BACK ("a", 1000) END,
    "pai_gow.start@deal" },
  { "start-wrong-played-on", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) NO_MORE_BETS SHAKE (3) DICE (3, 3, 4)
        WEAK_DEALER SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "pai_gow.start@deal settle.outcome@settle(a)+950" },

  /* § 621a.8(d), § 621a.9: the stacks A … H; the dealer's lot B is the second. */
  { "delivery-house", "{}",
    BEGIN BET ("a", 6, "pai_gow", 1000) STACKS NO_MORE_BETS SHAKE (3) DICE (2, 3, 3)
        DEAL ("'dead'", LOT_A, 1) DEAL ("'dealer'", LOT_B, 2) DEAL ("1", LOT_C, 3)
            DEAL ("2", LOT_D, 4) DEAL ("3", LOT_E, 5) DEAL ("4", LOT_F, 6) DEAL ("5", LOT_G, 7)
                DEAL ("6", LOT_H, 8) SET ("6", "1-4", "2-3", "4-6", "1-5") WEAK_SET REVEAL (6)
                    WIN_VIG ("a", 1000, 1000, 50) END,
    "" },
  { "delivery-swapped", "{}",
    BEGIN STACKS NO_MORE_BETS SHAKE (3) DICE (2, 3, 3) DEAL ("'dead'", LOT_A, 1)
        DEAL ("'dealer'", LOT_C, 2) DEAL ("1", LOT_B, 3) END,
    "pai_gow.delivery@deal" },
  { "delivery-in-any-order-of-tiles", "{}",
    BEGIN STACKS NO_MORE_BETS SHAKE (3) DICE (2, 3, 3)
        DEAL ("'dead'", "['2-6','1-1','4-5','6-6']", 1) END,
    "" },
  { "delivery-by-style", "{'alternative_dealing':true}",
    BEGIN STACKS NO_MORE_BETS STYLE ("chee_yee") SHAKE (3) DICE (2, 3, 3)
        DEAL ("'dead'", "['6-6','4-5','4-6','1-5']", 1)
            DEAL ("'dealer'", "['1-1','2-6','1-4','2-3']", 2) END,
    "" },
  { "delivery-not-by-style", "{'alternative_dealing':true}",
    BEGIN STACKS NO_MORE_BETS STYLE ("jung_quat") SHAKE (3) DICE (2, 3, 3)
        DEAL ("'dead'", "['6-6','4-5','4-6','1-5']", 1) END,
    "pai_gow.delivery@deal" },
  { "delivery-after-cut", "{}",
    BEGIN STACKS "cut 'moves':[[1,2,'left']],'by':1\n" NO_MORE_BETS SHAKE (3) DICE (2, 3, 3)
        DEAL ("'dead'", LOT_C, 1) DEAL ("6", LOT_B, 8) END,
    "" },
  { "delivery-as-if-not-cut", "{}",
    BEGIN STACKS "cut 'moves':[[1,2,'left']],'by':1\n" NO_MORE_BETS SHAKE (3) DICE (2, 3, 3)
        DEAL ("'dead'", LOT_A, 1) END,
    "pai_gow.delivery@deal" },
  { "tile-twice-in-stacks", "{}",
    BEGIN "stacks 'tiles':[" LOT_A "," LOT_B "," LOT_C "," LOT_D "," LOT_E "," LOT_F "," LOT_G
          ",['4-6','1-5','1-4','1-2']]\n" END,
    "log.impossible@stacks" },
  { "tile-dealt-too-often", "{}",
    BEGIN NO_MORE_BETS SHAKE (3) DICE (3, 3, 3) DEAL ("'dealer'", "['2-4','6-6','6-6','1-2']", 1)
        DEAL ("1", "['2-4','5-5','1-6','1-3']", 2) END,
    "log.impossible@deal" },
  { "deal-to-a-seventh-position", "{}",
    BEGIN NO_MORE_BETS SHAKE (3) DICE (3, 3, 3) DEAL ("'dealer'", LOT_B, 1) DEAL ("7", LOT_A, 2)
        END,
    "log.unknown-reference@deal" },
  { "reveal-of-nobody", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER SEAT_1_SET WEAK_SET REVEAL (8)
        WIN_VIG ("a", 1000, 1000, 50) END,
    "log.unknown-reference@reveal" },
  { "tile-not-of-the-set", "{}",
    BEGIN NO_MORE_BETS SHAKE (3) DICE (3, 3, 3) DEAL ("'dealer'", "['0-4','6-6','6-6','1-2']", 1)
        END,
    "log.impossible@deal" },
  { "set-with-other-tiles", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER SET ("1", "1-1", "4-5", "6-6", "3-5")
        WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "log.impossible@set" },

  /* § 621a.12(d), (e). */
  { "dealers-tile-exposed-voided", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER EXPOSE ("'dealer'", "5-5")
        CANCEL BACK ("a", 1000) END,
    "" },
  { "dealers-tile-exposed-played-on", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER EXPOSE ("'dealer'", "5-5")
        SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "pai_gow.exposed@expose settle.outcome@settle(a)+950" },
  { "empty-positions-tile-exposed", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER EXPOSE ("3", "4-4")
        SEAT_1_SET WEAK_SET BACK ("a", 1000) END,
    "pai_gow.exposed@expose" },
  { "players-tile-exposed-played", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER EXPOSE ("1", "1-1") DECIDE (1, "play")
        SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "" },
  { "players-tile-exposed-void", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) BET ("b", 2, "pai_gow", 1000)
        THROW_9 WEAK_DEALER EXPOSE ("1", "1-1") DECIDE (1, "void") BACK ("a", 1000)
            SEAT_2_SET WEAK_SET WIN_VIG ("b", 1000, 1000, 50) END,
    "" },
  { "players-tile-exposed-void-played", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 WEAK_DEALER EXPOSE ("1", "1-1") DECIDE (1, "void")
        SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "pai_gow.exposed@settle(a) settle.outcome@settle(a)+950" },

  /* § 621a.1, § 621a.10(a): the wager is compared with the higher hand as the high one. */
  { "set-upside-down", "{}",
    BEGIN BET ("a", 2, "pai_gow", 1000) THROW_9 WEAK_DEALER SET ("2", "5-5", "2-2", "1-1", "1-6")
        WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "pai_gow.set@set" },
  { "set-of-equal-hands", "{}",
    BEGIN THROW_9 DEAL ("'dealer'", LOT_B, 1) DEAL ("1", "['1-6','3-6','4-5','2-5']", 2)
        DEAL ("2", "['6-6','1-6','6-6','3-4']", 3) SET ("2", "6-6", "3-4", "6-6", "1-6") END,
    "" },
  /* § 621a.10(d). Lot B has one right setting; the hands are compared with it. */
  { "dealer-set-wrong", "{}",
    BEGIN BET ("a", 2, "pai_gow", 1000) THROW_9 WEAK_DEALER SEAT_2_SET SET (
        "'dealer'", "1-3", "5-6", "5-5", "4-6") REVEAL (2) WIN_VIG ("a", 1000, 1000, 50) END,
    "pai_gow.dealer-set@set" },
  { "dealer-set-wrong-then-right", "{}",
    BEGIN BET ("a", 2, "pai_gow", 1000)
        THROW_9 WEAK_DEALER SEAT_2_SET SET ("'dealer'", "1-3", "5-6", "5-5", "4-6")
            WEAK_SET REVEAL (2) WIN_VIG ("a", 1000, 1000, 50) END,
    "" },
  { "dealer-set-right-too-late", "{}",
    BEGIN BET ("a", 2, "pai_gow", 1000)
        THROW_9 WEAK_DEALER SEAT_2_SET SET ("'dealer'", "1-3", "5-6", "5-5", "4-6") REVEAL (2)
            WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "pai_gow.dealer-set@set" },
  { "dealer-breaks-supreme-pair", "{}",
    BEGIN BET ("a", 1, "pai_gow", 1000) THROW_9 DEAL ("'dealer'", "['2-4','6-6','5-5','1-2']", 1)
        DEAL ("1", LOT_D, 2) SET ("1", "6-6", "4-4", "3-3", "1-5")
            SET ("'dealer'", "6-6", "2-4", "5-5", "1-2") LOSE ("a", 1000) END,
    "pai_gow.dealer-set@set" },
  { "dealer-chooses-among-pairs", "{}",
    BEGIN THROW_9 DEAL ("'dealer'", LOT_A, 1) SET ("'dealer'", "1-1", "4-5", "6-6", "2-6")
        END BEGIN THROW_9 DEAL ("'dealer'", LOT_A, 1) SET ("'dealer'", "6-6", "4-5", "1-1", "2-6")
            END,
    "" },
  { "dealer-chooses-no-pair", "{}",
    BEGIN THROW_9 DEAL ("'dealer'", LOT_A, 1) SET ("'dealer'", "4-5", "2-6", "6-6", "1-1") END,
    "pai_gow.dealer-set@set" },
  { "dealers-hands-upside-down", "{}",
    BEGIN BET ("a", 2, "pai_gow", 1000) THROW_9 WEAK_DEALER SEAT_2_SET SET (
        "'dealer'", "5-5", "5-6", "1-3", "4-6") WIN_VIG ("a", 1000, 1000, 50) END,
    "" },

  /* § 621a.13(a). */
  { "areas-two", "{}",
    "player 'seat':2,'player':'p1','present':true\n" BEGIN BET ("a", 1, "pai_gow", 1000)
        BET ("b", 2, "pai_gow", 1000) THROW_9 WEAK_DEALER SEAT_1_SET SEAT_2_SET WEAK_SET WIN_VIG (
            "a", 1000, 1000, 50) WIN_VIG ("b", 1000, 1000, 50) END,
    "wager.areas@result" },
  { "areas-two-allowed", "{'adjacent_areas':2}",
    "player 'seat':2,'player':'p1','present':true\n" BEGIN BET ("a", 1, "pai_gow", 1000)
        BET ("b", 2, "pai_gow", 1000) THROW_9 WEAK_DEALER SEAT_1_SET SEAT_2_SET WEAK_SET WIN_VIG (
            "a", 1000, 1000, 50) WIN_VIG ("b", 1000, 1000, 50) END,
    "" },
  { "by-word", "{}",
    BEGIN "wager 'wager':'a','seat':1,'bet':'pai_gow','amount':1000,'via':'cash_verbal'\n" THROW_9
        WEAK_DEALER SEAT_1_SET WEAK_SET WIN_VIG ("a", 1000, 1000, 50) END,
    "wager.verbal@wager(a)" },
};

#define BANKS "{'player_bank':true,'co_bank':true}"
/* A first round against the dealer, who loses to seats 1 and 2. */
#define FIRST                                                                                      \
  BEGIN BET ("f1", 1, "pai_gow", 100) BET ("f2", 2, "pai_gow", 100)                                \
      THROW_9 WEAK_DEALER SEAT_1_SET SEAT_2_SET WEAK_SET WIN_VIG ("f1", 100, 100, 5)               \
          WIN_VIG ("f2", 100, 100, 5) END

/* Seat 1 banks with lot A, a Gong and a Wong; counted from it nine is seat 1 again. */
#define BANKED_DEAL                                                                                \
  NO_MORE_BETS "shake 'by':1,'times':3\n" DICE (3, 3, 3) DEAL ("1", LOT_A, 1) DEAL ("2", LOT_C, 2) \
      DEAL ("3", LOT_D, 3) DEAL ("4", LOT_E, 4) DEAL ("5", LOT_F, 5) DEAL ("6", LOT_G, 6)          \
          DEAL ("'dead'", LOT_H, 7) DEAL ("'dealer'", LOT_B, 8)
#define BANK_1(wager, chips) DECIDE (1, "bank") BANK (1, "false", wager, chips)

/* Seat 1 banks, seat 2 wagers 1000 and loses, the dealer does not wager. */
#define LOST_TO_BANK(left)                                                                         \
  BEGIN BANK_1 (0, 1000) BET ("a", 2, "pai_gow", 1000)                                             \
      BANKED_DEAL SEAT_1_SET SEAT_2_SET REVEAL (2) LOSE ("a", 1000) left END

static const SkyScriptCase banks[] = {
  { "bank-wins", BANKS, FIRST LOST_TO_BANK (LEFT (1, 1000, 50, 0)), "" },
  { "bank-wins-in-quarters", "{'player_bank':true,'vig_rounding':'quarter_up'}",
    BEGIN BET ("f1", 1, "pai_gow", 100) THROW_9 WEAK_DEALER SEAT_1_SET WEAK_SET WIN_VIG (
        "f1", 100, 100, 25) END BEGIN BANK_1 (0, 1010) BET ("a", 2, "pai_gow", 1010)
        BANKED_DEAL SEAT_1_SET SEAT_2_SET LOSE ("a", 1010) LEFT (1, 1010, 75, 0) END,
    "" },
  { "bank-surplus-wrong", BANKS, FIRST LOST_TO_BANK (LEFT (1, 900, 45, 0)),
    "settle.payout@bank_settle-95" },
  { "bank-vigorish-wrong", BANKS, FIRST LOST_TO_BANK (LEFT (1, 1000, 40, 0)),
    "settle.vigorish@bank_settle+10" },
  { "bank-collected-wrong", BANKS, FIRST LOST_TO_BANK (LEFT (1, 1000, 50, 10)),
    "settle.payout@bank_settle-10" },
  { "bank-not-settled", BANKS, FIRST LOST_TO_BANK (""), "settle.missing@round_end-950" },
  { "bank-voided", BANKS,
    FIRST BEGIN BANK_1 (0, 1000) BET ("a", 2, "pai_gow", 1000) BANKED_DEAL CANCEL BACK ("a", 1000)
        END,
    "" },
  /* The bank has lot B, 5 (1-3, 5-6) above 0 (5-5, 4-6); seat 2 wins. */
  { "bank-loses", BANKS,
    FIRST BEGIN DECIDE (1, "bank") BANK (1, "false", 0, 1000) BET ("a", 2, "pai_gow", 1000)
        NO_MORE_BETS DICE (3, 3, 3) DEAL ("1", LOT_B, 1) DEAL ("2", LOT_C, 2)
            SET ("1", "1-3", "5-6", "5-5", "4-6") SEAT_2_SET WIN_VIG ("a", 1000, 1000, 50)
                LEFT (1, 0, 0, 1000) END,
    "" },
  /* The bank sets as it likes: no rule of the dealer's is its own. */
  { "dealer-wins-from-bank", BANKS,
    FIRST BEGIN DECIDE (1, "bank") BANK (1, "false", 100, 1000) BET ("d", 1, "dealer_vs_bank", 100)
        BET ("a", 2, "pai_gow", 1000) NO_MORE_BETS DICE (3, 3, 3) DEAL ("1", LOT_B, 1)
            DEAL ("2", LOT_C, 2) DEAL ("'dealer'", LOT_D, 8) SET ("1", "1-3", "5-6", "5-5", "4-6")
                SEAT_2_SET SET ("'dealer'", "6-6", "4-4", "3-3", "1-5") WIN ("d", 100, 100)
                    WIN_VIG ("a", 1000, 1000, 50) LEFT (1, 0, 0, 1100) END,
    "" },
  { "dealer-loses-to-bank", BANKS,
    FIRST BEGIN BANK_1 (100, 1000) BET ("d", 1, "dealer_vs_bank", 100) BET ("a", 2, "pai_gow", 1000)
        BANKED_DEAL SEAT_1_SET SEAT_2_SET WEAK_SET LOSE ("d", 100) LOSE ("a", 1000)
            LEFT (1, 1100, 55, 0) END,
    "" },
  { "dealer-sets-wrong-against-bank", BANKS,
    FIRST BEGIN BANK_1 (100, 1000) BET ("d", 1, "dealer_vs_bank", 100) BANKED_DEAL SEAT_1_SET SET (
        "'dealer'", "1-3", "5-6", "5-5", "4-6") LOSE ("d", 100) LEFT (1, 100, 5, 0) END,
    "pai_gow.dealer-set@set" },
  { "dealer-has-no-hand-without-wager", BANKS,
    FIRST BEGIN BANK_1 (0, 1000) BANKED_DEAL SEAT_1_SET SET ("'dealer'", "1-3", "5-6", "5-5", "4-6")
        END,
    "" },
  { "dealer-wagers-without-option", "{}",
    FIRST BEGIN BANK_1 (100, 1000) BET ("d", 1, "dealer_vs_bank", 100)
        BANKED_DEAL SEAT_1_SET WEAK_SET LOSE ("d", 100) LEFT (1, 100, 5, 0) END,
    "wager.not-offered@wager(d)" },
  /* § 621a.11(r): the house has half of it; 5% of the other half. */
  { "co-bank-wins", BANKS,
    FIRST BEGIN DECIDE (1, "co_bank") BANK (1, "true", 0, 1000) BET ("a", 2, "pai_gow", 1000)
        BANKED_DEAL SEAT_1_SET SEAT_2_SET LOSE ("a", 1000) LEFT (1, 1000, 25, 0) END,
    "" },
  { "co-bank-charged-for-all", BANKS,
    FIRST BEGIN DECIDE (1, "co_bank") BANK (1, "true", 0, 1000) BET ("a", 2, "pai_gow", 1000)
        BANKED_DEAL SEAT_1_SET SEAT_2_SET LOSE ("a", 1000) LEFT (1, 1000, 50, 0) END,
    "settle.vigorish@bank_settle-25" },
  { "co-bank-loses", BANKS,
    FIRST BEGIN DECIDE (1, "co_bank") BANK (1, "true", 0, 1000) BET ("a", 2, "pai_gow", 1000)
        NO_MORE_BETS DICE (3, 3, 3) DEAL ("1", LOT_B, 1) DEAL ("2", LOT_C, 2)
            SET ("1", "1-3", "5-6", "5-5", "4-6") SEAT_2_SET WIN_VIG ("a", 1000, 1000, 50)
                LEFT (1, 0, 0, 500) END,
    "" },
  { "start-counted-from-bank", BANKS,
    FIRST BEGIN BANK_1 (0, 1000) BET ("a", 2, "pai_gow", 1000) NO_MORE_BETS DICE (1, 1, 2)
        DEAL ("4", LOT_D, 1) DEAL ("1", LOT_A, 6) DEAL ("2", LOT_C, 7)
            SEAT_1_SET SEAT_2_SET LOSE ("a", 1000) LEFT (1, 1000, 50, 0) END,
    "" },
  { "start-counted-from-dealer", BANKS,
    FIRST BEGIN BANK_1 (0, 1000) BET ("a", 2, "pai_gow", 1000) NO_MORE_BETS DICE (1, 1, 2)
        DEAL ("3", LOT_D, 1) CANCEL BACK ("a", 1000) END,
    "pai_gow.start@deal" },
  { "banks-tile-exposed", BANKS,
    FIRST BEGIN BANK_1 (0, 1000) BET ("a", 2, "pai_gow", 1000) BANKED_DEAL EXPOSE ("1", "1-1")
        SEAT_1_SET SEAT_2_SET LOSE ("a", 1000) LEFT (1, 1000, 50, 0) END,
    "" },
  { "bank-sets-upside-down", BANKS,
    FIRST BEGIN BANK_1 (0, 1000) BANKED_DEAL SET ("1", "6-6", "2-6", "1-1", "4-5") END,
    "pai_gow.set@set" },

  /* § 621a.11(b), (c). */
  { "bank-in-first-round", BANKS, LOST_TO_BANK (LEFT (1, 1000, 50, 0)),
    "pai_gow.bank-turn@decision" },
  { "bank-after-new-tiles", BANKS,
    FIRST
    "equipment 'item':'tiles','id':'set-2','action':'in'\n"
    "inspection 'item':'tiles','role':'dealer','credential':'PA-1','checks':[],'passed':true\n"
    "inspection 'item':'tiles','role':'floorperson','credential':'PA-2','checks':[],"
    "'passed':true\n" LOST_TO_BANK (LEFT (1, 1000, 50, 0)),
    "pai_gow.bank-turn@decision" },
  { "bank-twice-running", BANKS,
    FIRST LOST_TO_BANK (LEFT (1, 1000, 50, 0)) BEGIN DECIDE (2, "pass_bank") DECIDE (3, "pass_bank")
        DECIDE (4, "pass_bank") DECIDE (5, "pass_bank") DECIDE (6, "pass_bank") DECIDE (1, "bank")
            BANK (1, "false", 0, 1000) BET ("b", 2, "pai_gow", 1000)
                BANKED_DEAL SEAT_1_SET SEAT_2_SET LOSE ("b", 1000) LEFT (1, 1000, 50, 0) END,
    "pai_gow.bank-turn@decision" },
  { "bank-passed-on", BANKS,
    FIRST BEGIN DECIDE (1, "pass_bank") DECIDE (2, "bank") BANK (2, "false", 0, 1000)
        NO_MORE_BETS DICE (3, 3, 3) DEAL ("2", LOT_C, 1) END,
    "" },
  { "bank-skips-a-seat", BANKS,
    FIRST BEGIN DECIDE (2, "bank") BANK (2, "false", 0, 1000) NO_MORE_BETS DICE (3, 3, 3)
        DEAL ("2", LOT_C, 1) END,
    "pai_gow.bank-turn@decision" },
  { "turn-moves-up", BANKS,
    FIRST BEGIN DECIDE (1, "pass_bank") DECIDE (2, "pass_bank") THROW_9 END BEGIN DECIDE (2, "bank")
        BANK (2, "false", 0, 1000) NO_MORE_BETS DICE (3, 3, 3) DEAL ("2", LOT_C, 1) END,
    "pai_gow.bank-eligible@bank" },
  { "turn-does-not-stay", BANKS,
    FIRST BEGIN DECIDE (1, "pass_bank") BET ("g", 1, "pai_gow", 100)
        THROW_9 WEAK_DEALER SEAT_1_SET WEAK_SET WIN_VIG ("g", 100, 100, 5)
            END BEGIN DECIDE (1, "bank") BANK (1, "false", 0, 1000) NO_MORE_BETS DICE (3, 3, 3)
                DEAL ("1", LOT_A, 1) END,
    "pai_gow.bank-turn@decision" },
  { "turn-passes-over-an-empty-seat", BANKS,
    FIRST "player 'seat':1,'player':'p1','present':false\n" BEGIN DECIDE (2, "bank")
        BANK (2, "false", 0, 1000) NO_MORE_BETS DICE (3, 3, 3) DEAL ("2", LOT_C, 1) END,
    "" },
  { "bank-without-a-decision", BANKS,
    FIRST BEGIN BANK (1, "false", 0, 1000) NO_MORE_BETS DICE (3, 3, 3) DEAL ("1", LOT_C, 1) END,
    "" },
  { "bank-without-a-decision-out-of-turn", BANKS,
    FIRST BEGIN BANK (2, "false", 0, 1000) NO_MORE_BETS DICE (3, 3, 3) DEAL ("2", LOT_C, 1) END,
    "pai_gow.bank-turn@bank" },

  /* § 621a.11(d), (f). */
  { "bank-did-not-wager", BANKS,
    FIRST BEGIN DECIDE (1, "pass_bank") DECIDE (2, "pass_bank") DECIDE (3, "bank")
        BANK (3, "false", 0, 1000) NO_MORE_BETS DICE (3, 3, 3) DEAL ("3", LOT_D, 1) END,
    "pai_gow.bank-eligible@bank" },
  { "bank-covers-all", BANKS,
    FIRST BEGIN BANK_1 (500, 2000) BET ("d", 1, "dealer_vs_bank", 500) BET ("a", 2, "pai_gow", 1000)
        BET ("c", 3, "pai_gow", 1000) BANKED_DEAL CANCEL BACK ("d", 500) BACK ("a", 1000)
            BACK ("c", 1000) END,
    "" },
  { "bank-covers-not-all", BANKS,
    FIRST BEGIN BANK_1 (0, 1999) BET ("a", 2, "pai_gow", 1000) BET ("c", 3, "pai_gow", 1000)
        BANKED_DEAL CANCEL BACK ("a", 1000) BACK ("c", 1000) END,
    "pai_gow.bank-eligible@bank" },
  { "bank-wagers-on-two-areas", "{'player_bank':true,'adjacent_areas':3}",
    FIRST "player 'seat':2,'player':'p1','present':true\n"
          "player 'seat':3,'player':'p1','present':true\n" BEGIN BANK_1 (0, 1000)
              BET ("a", 2, "pai_gow", 100) BET ("c", 3, "pai_gow", 100)
                  BANKED_DEAL CANCEL BACK ("a", 100) BACK ("c", 100) END,
    "pai_gow.bank-eligible@bank" },
  { "bank-wagers-on-one-area", "{'player_bank':true,'adjacent_areas':3}",
    FIRST "player 'seat':2,'player':'p1','present':true\n" BEGIN BANK_1 (0, 1000)
        BET ("a", 2, "pai_gow", 100) BANKED_DEAL CANCEL BACK ("a", 100) END,
    "" },
  { "options", "{'vig_rounding':'up','dealer_wager':500,'player_bank':1}", FIRST,
    "rules.option-invalid@rules rules.option-invalid@rules" },
  { "dealer-wager-last", "{'dealer_wager':'last'}", FIRST, "" },
};

static void
test_explain (void)
{
  g_autofree char *told = sky_script_explain ("pai_gow", "{}", WON_ROUND ("a"), 1);

  g_assert_nonnull (strstr (told, "The dice total 9.\n"
                                  "Delivery no. 1, to the dealer: 5-5, 4-6, 1-3 and 5-6.\n"
                                  "A count of 9 from the dealer leads to the dealer.\n"));
  g_assert_nonnull (strstr (told, "Position 1 sets a Wong with a Two as its high hand and a Gong "
                                  "with a Twelve as its low hand.\n"));
  g_assert_nonnull (strstr (told, "The dealer sets a value of 4 with a Four high as his high hand "
                                  "and a value of 1 with a Ten high as his low hand.\n"));
  g_assert_nonnull (strstr (told,
                            "Both of the player's hands are higher than the dealer's: Pai Gow "
                            "Wager pays 1 to 1, $10.00, less a vigorish of $0.50.\n"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  sky_script_add_cases ("pai_gow", settlements, G_N_ELEMENTS (settlements));
  sky_script_add_cases ("pai_gow", rounds, G_N_ELEMENTS (rounds));
  sky_script_add_cases ("pai_gow", banks, G_N_ELEMENTS (banks));
  g_test_add_func ("/pai_gow/explain", test_explain);
  return g_test_run ();
}
