/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each check of the catalogue means, for the people who work through the findings. */
#include "config.h"

#include "sky-check.h"

static const char *const summaries[SKY_N_CHECKS] = {
  [SKY_CHECK_LOG_MALFORMED_LINE] = "A line of the log cannot be read as an event. It is kept as it "
                                   "stands, and the replay goes on without it.",
  [SKY_CHECK_LOG_SEQUENCE] = "An event number is missing, repeated or out of order: lines may have "
                             "been lost, added or moved.",
  [SKY_CHECK_LOG_TIME_REVERSED] = "An event is stamped earlier than the one before it.",
  [SKY_CHECK_LOG_CHECKPOINT] = "The bytes before a checkpoint are not those it was made for: the "
                               "log was altered or damaged.",
  [SKY_CHECK_LOG_UNKNOWN_TYPE] = "The log holds an event of a kind that this version does not "
                                 "know. It is kept and left out of the replay.",
  [SKY_CHECK_LOG_INCOMPLETE] = "The log ends within a round, or without the table being closed.",
  [SKY_CHECK_LOG_UNKNOWN_REFERENCE] =
      "An event names a wager, a dispute or a seat that the log never introduced.",
  [SKY_CHECK_LOG_IMPOSSIBLE] = "The log holds a result that the table's equipment cannot give, so "
                               "the record or the equipment is wrong.",
  [SKY_CHECK_ROUND_NO_RESULT] =
      "A round ended with wagers up and neither a result nor a call that voids it.",
  [SKY_CHECK_RULES_MISSING] = "No Rules Submission comes before the first round; what the "
                              "regulation sets without one is assumed.",
  [SKY_CHECK_RULES_EDITION_ASSUMED] = "The gaming day is older than the first text of the game's "
                                      "rules known here; that first text is applied.",
  [SKY_CHECK_FOOTAGE_HASH] =
      "A recording is not the file whose SHA-256 the archive states: it was altered or damaged.",
  [SKY_CHECK_RULES_NOT_IN_FORCE] =
      "A wager or a feature was used on a day when its text was not in force.",
  [SKY_CHECK_RULES_UNAPPROVED_CHANGE] =
      "The table's rules changed while it was open, and no approval is recorded.",
  [SKY_CHECK_RULES_OPTION_INVALID] =
      "The Rules Submission holds a choice that the chapter does not allow.",
  [SKY_CHECK_LIMITS_BELOW_MINIMUM] =
      "A wager below the posted minimum was accepted. It is settled in full all the same.",
  [SKY_CHECK_LIMITS_ABOVE_MAXIMUM] =
      "A wager above the posted maximum was accepted. It is settled in full all the same.",
  [SKY_CHECK_LIMITS_INCREMENT] = "A wager is no multiple of the step declared for it.",
  [SKY_CHECK_LIMITS_CHANGE_NOTICE] = "The limits changed while patrons were at the table, without "
                                     "notice posted and announced 30 minutes ahead.",
  [SKY_CHECK_WAGER_NOT_OFFERED] = "A wager was accepted that the Rules Submission does not offer.",
  [SKY_CHECK_WAGER_NOT_PERMISSIBLE] = "A wager was accepted that the chapter does not have.",
  [SKY_CHECK_WAGER_LATE] = "A wager was made or changed after the betting had closed.",
  [SKY_CHECK_WAGER_VERBAL] = "Cash with a spoken wager was taken where it may not be, or at craps "
                             "without the dealer's confirmation.",
  [SKY_CHECK_WAGER_CALL_BET] = "A wager without cash or chips was taken at craps.",
  [SKY_CHECK_WAGER_WRONG_CHIPS] = "Roulette was wagered with something other than roulette chips.",
  [SKY_CHECK_WAGER_NOT_SEATED] = "A wager was taken from a seat where nobody is recorded to sit.",
  [SKY_CHECK_WAGER_AREAS] = "A player wagered on more areas than one player may.",
  [SKY_CHECK_SETTLE_TWICE] = "A wager that had ended was settled again.",
  [SKY_CHECK_SETTLE_PREMATURE] = "A wager was settled although no result had decided it.",
  [SKY_CHECK_SETTLE_OUTCOME] =
      "The table settled a wager with another outcome than the rules give.",
  [SKY_CHECK_SETTLE_PAYOUT] = "The table paid another amount than the rules give.",
  [SKY_CHECK_SETTLE_STAKE] =
      "The table took or returned another part of the stake than the rules give.",
  [SKY_CHECK_SETTLE_VIGORISH] = "The table collected another vigorish than the rules give.",
  [SKY_CHECK_SETTLE_MISSING] =
      "A wager was decided and the table had not settled it by the end of the round.",
  [SKY_CHECK_SETTLE_ORDER] = "A winner was paid before the lost wagers were collected.",
  [SKY_CHECK_ROUND_NO_MORE_BETS] = "“No more bets” was not called, or was called too late.",
  [SKY_CHECK_ROUND_CALL] = "What was announced is not what the equipment showed.",
  [SKY_CHECK_STAFF_UNQUALIFIED] =
      "A dealer dealt a game without the table test or without the hours of training for it.",
  [SKY_CHECK_STAFF_UNKNOWN] =
      "Somebody worked the table under a credential that the staff list does not have.",
  [SKY_CHECK_EQUIPMENT_OVERDUE] = "Cards, tiles or dice were in use for longer than they may be.",
  [SKY_CHECK_EQUIPMENT_NOT_INSPECTED] =
      "A round was played before the inspection that the chapter asks for.",
  [SKY_CHECK_EQUIPMENT_FAULTY] =
      "A round began while a faulty device was neither mended nor covered.",
  [SKY_CHECK_EQUIPMENT_ADJUSTED] = "The wheel was adjusted or repaired and not inspected again, or "
                                   "no security officer was there.",
  [SKY_CHECK_DISPUTE_OPEN] =
      "Somebody disputes a result or a settlement. The rules' own answer says whom it supports.",
  [SKY_CHECK_DISPUTE_RULING] = "The floor ruled on a dispute against what the rules give.",
  [SKY_CHECK_FIRE_BET_CONFIRM] = "Four different points are made with Fire Bets up: surveillance "
                                 "confirms the bets and what each is due.",
  [SKY_CHECK_FIRE_BET_NOT_NOTIFIED] =
      "Fire Bets were settled after four points without surveillance being told first.",
  [SKY_CHECK_FIRE_BET_MARKER] =
      "A point was made and no marker with the right count went on its number.",
  [SKY_CHECK_PROGRESSIVE_CONFIRM] =
      "A Progressive Payout Wager won: surveillance confirms hand, meter, payout and Envy Bonuses.",
  [SKY_CHECK_PROGRESSIVE_NOT_VALIDATED] =
      "A progressive win was paid without its light or a floorperson's validation, or all of the "
      "meter was paid from the table.",
  [SKY_CHECK_PROGRESSIVE_METER] =
      "A progressive meter does not show what its seed, the wagers and the payouts make.",
  [SKY_CHECK_PROGRESSIVE_LOCK_OUT] =
      "The chips counted are not those of the progressive wagers that the system accepted.",
  [SKY_CHECK_PROGRESSIVE_ENVY] =
      "An Envy Bonus was not paid, was not due, or had the wrong amount.",
  [SKY_CHECK_CRAPS_NO_LINE_BET] =
      "The shooter threw a come out roll with neither a Pass nor a Don't Pass Bet.",
  [SKY_CHECK_CRAPS_LINE_BET_LATE] =
      "A Pass or Don't Pass Bet was made or made larger with the point up.",
  [SKY_CHECK_CRAPS_COME_EARLY] = "A Come or Don't Come Bet was made before a come out roll.",
  [SKY_CHECK_CRAPS_CONTRACT_BET] =
      "A Pass or Come Bet was taken down or made smaller after its point was set.",
  [SKY_CHECK_CRAPS_DONT_BET] = "A Don't Pass or Don't Come Bet was put back or made larger after "
                               "it had been taken down or made smaller.",
  [SKY_CHECK_CRAPS_ODDS_UNSUPPORTED] =
      "Odds were taken without the wager they support, or before it had its point.",
  [SKY_CHECK_CRAPS_ODDS_LIMIT] =
      "Odds exceed what the table allows, and what an even payout needs.",
  [SKY_CHECK_CRAPS_UNITS] =
      "A Horn, Horn High, Whirl or C and E Bet does not divide into its units.",
  [SKY_CHECK_CRAPS_BROKEN_DOWN] =
      "A Horn High or Whirl Bet was booked whole on a layout that has no area for it.",
  [SKY_CHECK_CRAPS_VIGORISH] = "A vigorish was above 5%, was taken at the wrong time, or was "
                               "charged on a wager that bears none.",
  [SKY_CHECK_CRAPS_INVALID_ROLL] =
      "A roll was counted although a die left the table, lay on the other, or leaned on two sides.",
  [SKY_CHECK_CRAPS_NO_ROLL_AUTHORITY] = "“No roll” was called by somebody who may not call it.",
  [SKY_CHECK_CRAPS_NO_ROLL_CAUSE] =
      "“No roll” was called because the dice touched chips, which is no cause.",
  [SKY_CHECK_CRAPS_DICE_SET] = "Fewer than five dice were offered.",
  [SKY_CHECK_CRAPS_DICE_ORDER] = "The dice were offered to a player out of turn.",
  [SKY_CHECK_CRAPS_KEPT_DICE] =
      "The shooter threw on after a losing 7 without the dice being passed.",
  [SKY_CHECK_CRAPS_MISPLACED] = "A Come or Don't Come Bet was moved to the wrong box.",
  [SKY_CHECK_CRAPS_FIRE_BET_TIMING] =
      "A Fire Bet was made after the shooter's first come out roll.",
  [SKY_CHECK_CRAPS_FIRE_BET_AMOUNT] = "A Fire Bet is not $1 to $5 in whole dollars.",
  [SKY_CHECK_CRAPS_FIRE_BET_AREA] =
      "A Fire Bet lies on an area that does not exist or that another has taken.",
  [SKY_CHECK_CRAPS_FIRE_BET_CHANGED] = "A Fire Bet was changed after it was made.",
  [SKY_CHECK_CRAPS_SIDE_BET_TIMING] = "A side wager was made at a time when it may not be.",
  [SKY_CHECK_CRAPS_SIDE_BET_CHANGED] = "A Hot Roller wager was changed after it was made.",
  [SKY_CHECK_CRAPS_AUTOMATION] =
      "A side wager for automated tables was taken at a table that is not one.",
  [SKY_CHECK_CRAPS_MARKER_BUTTON] = "A Hot Roller marker button does not match the dice thrown.",
  [SKY_CHECK_CRAPS_POWER_ODDS] = "Power Odds were shown at the wrong time, for a wager that cannot "
                                 "have them, or at odds not on the list.",
  [SKY_CHECK_SIC_BO_ENTRY] = "The dice entered into the device are not those shown.",
  [SKY_CHECK_SIC_BO_ILLUMINATION] = "The layout did not light the combinations that won.",
  [SKY_CHECK_SIC_BO_SHAKES] = "The shaker was shaken fewer than three times by hand.",
  [SKY_CHECK_SIC_BO_NOT_FLAT] = "A result was counted although a die did not lie flat.",
  [SKY_CHECK_ROULETTE_INVALID_SPIN] =
      "A spin was counted that does not count: too few rounds, ball and wheel the same way, or the "
      "ball or the wheel disturbed.",
  [SKY_CHECK_ROULETTE_DOUBLE_ZERO] = "00 was counted on a wheel that is used as one without.",
  [SKY_CHECK_ROULETTE_MARKER] = "The point marker is not on the number that won.",
  [SKY_CHECK_ROULETTE_COLOUR] = "Two players have roulette chips of the same colour.",
  [SKY_CHECK_BIG_SIX_INVALID_SPIN] = "A spin was counted that does not count: too few rounds, or "
                                     "the clapper between two sections.",
  [SKY_CHECK_BIG_SIX_SYMBOL] = "The symbol recorded is not the one on that section of the wheel.",
  [SKY_CHECK_CASINO_WAR_DECKS] = "The shoe holds a number of decks that may not be used.",
  [SKY_CHECK_CASINO_WAR_CUT] =
      "The cover card went in fewer than ten cards from an end of the stack.",
  [SKY_CHECK_CASINO_WAR_BURN] =
      "The card of a new shoe or dealer, or the three cards before the War deal, were not burned.",
  [SKY_CHECK_CASINO_WAR_DEAL_ORDER] = "A card was dealt out of turn.",
  [SKY_CHECK_CASINO_WAR_WAR_WAGER] =
      "A War Wager is not as large as the Initial Wager, or was made without a tie.",
  [SKY_CHECK_CASINO_WAR_FACE_UP] = "A card found face up in the shoe was played.",
  [SKY_CHECK_CASINO_WAR_RESHUFFLE] =
      "A round was started from a shoe whose cover card had been reached.",
  [SKY_CHECK_PAI_GOW_SHAKES] = "The dice were shaken fewer than three times.",
  [SKY_CHECK_PAI_GOW_NO_ROLL] = "Dice were counted although they did not lie flat or one fell out.",
  [SKY_CHECK_PAI_GOW_START] = "The first tiles went to the wrong position, which voids all hands.",
  [SKY_CHECK_PAI_GOW_DELIVERY] =
      "The tiles delivered are not those that the style of delivery gives.",
  [SKY_CHECK_PAI_GOW_EXPOSED] = "Play went on after a tile was exposed that voids the round, or a "
                                "hand was played that its player had voided.",
  [SKY_CHECK_PAI_GOW_SET] = "A player's high hand does not rank above the low hand.",
  [SKY_CHECK_PAI_GOW_DEALER_SET] = "The dealer's hands were not set as the rules require.",
  [SKY_CHECK_PAI_GOW_SURRENDER] = "A surrender was accepted after the player's hands were shown.",
  [SKY_CHECK_PAI_GOW_BANK_TURN] =
      "A player banked the first round, two rounds running, or out of turn.",
  [SKY_CHECK_PAI_GOW_BANK_ELIGIBLE] = "A player banked who had not wagered against the dealer, "
                                      "could not cover the wagers, or played more than one area.",
  [SKY_CHECK_PROPS_SHAKER] = "The wrong player shook, or too few times, or the lid came off and "
                             "the dice were not shaken again.",
  [SKY_CHECK_PROPS_INVALID_ROLL] =
      "A roll was counted although a die fell out, lay on the other or was not flat.",
  [SKY_CHECK_PROPS_LAMMER] = "A Six Eight Shake lammer was not moved, or the wrong one was.",
  [SKY_CHECK_RAISE_IT_UP_BLIND] = "A player's Ante and Blind Wagers are not equal.",
  [SKY_CHECK_RAISE_IT_UP_PLAY] =
      "A Play Wager is not one of the multiples of the Ante allowed at that street.",
  [SKY_CHECK_RAISE_IT_UP_DEAL] =
      "A player or the community area got a wrong number of cards, which voids all hands.",
  [SKY_CHECK_RAISE_IT_UP_EXPOSED] =
      "A community card was shown too early, or several cards lay face up, which voids all hands.",
  [SKY_CHECK_RAISE_IT_UP_STUB] =
      "The stub was not counted when it had to be, or its count was wrong and the round played on.",
  [SKY_CHECK_COVERAGE_CAMERA] = "The table lacks a fixed camera that it must have.",
  [SKY_CHECK_COVERAGE_GAP] =
      "A camera that the table must have has no recording of part of its play.",
  [SKY_CHECK_COVERAGE_UNREADABLE] = "A recording is missing or does not play.",
};

const char *
sky_check_summary (SkyCheck check)
{
  g_return_val_if_fail (check < SKY_N_CHECKS, NULL);

  return summaries[check];
}
