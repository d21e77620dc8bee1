/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each check of the catalogue is called and what it means, for the people who work through the
 * findings. */
#include "config.h"

#include "sky-check.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *title;   /* two to five words, no two checks alike */
  const char *summary; /* a sentence or two */
} words[SKY_N_CHECKS] = {
  [SKY_CHECK_LOG_MALFORMED_LINE] = { N_ ("Unreadable line in log"),
                                     N_ ("A line of the log cannot be read as an event. It is kept "
                                         "as it stands, and the replay goes on without it.") },
  [SKY_CHECK_LOG_SEQUENCE] = { N_ ("Event numbers out of order"),
                               N_ ("An event number is missing, repeated or out of order: lines "
                                   "may have been lost, added or moved.") },
  [SKY_CHECK_LOG_TIME_REVERSED] = { N_ ("Event time runs backwards"),
                                    N_ ("An event is stamped earlier than the one before it.") },
  [SKY_CHECK_LOG_CHECKPOINT] = { N_ ("Log does not match checkpoint"),
                                 N_ ("The bytes before a checkpoint are not those it was made for: "
                                     "the log was altered or damaged.") },
  [SKY_CHECK_LOG_UNKNOWN_TYPE] = { N_ ("Unknown kind of event"),
                                   N_ ("The log holds an event of a kind that this version does "
                                       "not know. It is kept and left out of the replay.") },
  [SKY_CHECK_LOG_INCOMPLETE] = { N_ ("Log ends early"), N_ ("The log ends within a round, or "
                                                            "without the table being closed.") },
  [SKY_CHECK_LOG_UNKNOWN_REFERENCE] = { N_ ("Unknown wager or seat"),
                                        N_ ("An event names a wager, a dispute or a seat that the "
                                            "log never introduced.") },
  [SKY_CHECK_LOG_IMPOSSIBLE] = { N_ ("Impossible result recorded"),
                                 N_ ("The log holds a result that the table's equipment cannot "
                                     "give, so the record or the equipment is wrong.") },
  [SKY_CHECK_ROUND_NO_RESULT] = { N_ ("Round without a result"),
                                  N_ ("A round ended with wagers up and neither a result nor a "
                                      "call that voids it.") },
  [SKY_CHECK_RULES_MISSING] = { N_ ("Rules Submission missing"),
                                N_ ("No Rules Submission comes before the first round; what the "
                                    "regulation sets without one is assumed.") },
  [SKY_CHECK_RULES_EDITION_ASSUMED] = { N_ ("Edition of rules assumed"),
                                        N_ ("The gaming day is older than the first text of the "
                                            "game's rules known here; that first text is "
                                            "applied.") },
  [SKY_CHECK_FOOTAGE_HASH] = { N_ ("Recording altered or damaged"),
                               N_ ("A recording is not the file whose SHA-256 the archive states: "
                                   "it was altered or damaged.") },
  [SKY_CHECK_LOG_REPLACED] = { N_ ("Second log of the day"),
                               N_ ("There is another log of the same property, table and gaming "
                                   "day, which came first and is the one that is judged.") },
  [SKY_CHECK_ARCHIVE_UNREADABLE] = { N_ ("Camera or staff list damaged"),
                                     N_ ("The archive's list of cameras or of staff is there and "
                                         "cannot be read, so that the checks that need it are not "
                                         "made.") },
  [SKY_CHECK_SIGHT_CONTRADICTS] = { N_ ("Picture contradicts the log"),
                                    N_ ("A camera's picture shows other dice or cards than the log "
                                        "has. The picture is read only on request.") },
  [SKY_CHECK_RULES_NOT_IN_FORCE] = { N_ ("Rule not in force"),
                                     N_ ("A wager or a feature was used on a day when its text was "
                                         "not in force.") },
  [SKY_CHECK_RULES_UNAPPROVED_CHANGE] = { N_ ("Rules changed without approval"),
                                          N_ ("The table's rules changed while it was open, and no "
                                              "approval is recorded.") },
  [SKY_CHECK_RULES_OPTION_INVALID] = { N_ ("Rules option not allowed"),
                                       N_ ("The Rules Submission holds a choice that the chapter "
                                           "does not allow.") },
  [SKY_CHECK_LIMITS_BELOW_MINIMUM] = { N_ ("Wager below table minimum"),
                                       N_ ("A wager below the posted minimum was accepted. It is "
                                           "settled in full all the same.") },
  [SKY_CHECK_LIMITS_ABOVE_MAXIMUM] = { N_ ("Wager above table maximum"),
                                       N_ ("A wager above the posted maximum was accepted. It is "
                                           "settled in full all the same.") },
  [SKY_CHECK_LIMITS_INCREMENT] = { N_ ("Wager not in increments"),
                                   N_ ("A wager is no multiple of the step declared for it.") },
  [SKY_CHECK_LIMITS_CHANGE_NOTICE] = { N_ ("Limits changed without notice"),
                                       N_ ("The limits changed while patrons were at the table, "
                                           "without notice posted and announced 30 minutes "
                                           "ahead.") },
  [SKY_CHECK_WAGER_NOT_OFFERED] = { N_ ("Wager not offered here"),
                                    N_ ("A wager was accepted that the Rules Submission does not "
                                        "offer.") },
  [SKY_CHECK_WAGER_NOT_PERMISSIBLE] = { N_ ("Wager not permitted"),
                                        N_ ("A wager was accepted that the chapter does not "
                                            "have.") },
  [SKY_CHECK_WAGER_LATE] = { N_ ("Wager placed late"),
                             N_ ("A wager was made or changed after the betting had closed.") },
  [SKY_CHECK_WAGER_VERBAL] = { N_ ("Improper verbal wager"),
                               N_ ("Cash with a spoken wager was taken where it may not be, or at "
                                   "craps without the dealer's confirmation.") },
  [SKY_CHECK_WAGER_CALL_BET] = { N_ ("Call bet taken"),
                                 N_ ("A wager without cash or chips was taken at craps.") },
  [SKY_CHECK_WAGER_WRONG_CHIPS] = { N_ ("Wrong chips at roulette"),
                                    N_ ("Roulette was wagered with something other than roulette "
                                        "chips.") },
  [SKY_CHECK_WAGER_NOT_SEATED] = { N_ ("Wager from empty seat"),
                                   N_ ("A wager was taken from a seat where nobody is recorded to "
                                       "sit.") },
  [SKY_CHECK_WAGER_AREAS] = { N_ ("Too many betting areas"),
                              N_ ("A player wagered on more areas than one player may.") },
  [SKY_CHECK_SETTLE_TWICE] = { N_ ("Wager settled twice"),
                               N_ ("A wager that had ended was settled again.") },
  [SKY_CHECK_SETTLE_PREMATURE] = { N_ ("Wager settled too early"),
                                   N_ ("A wager was settled although no result had decided it.") },
  [SKY_CHECK_SETTLE_OUTCOME] = { N_ ("Settled with wrong outcome"),
                                 N_ ("The table settled a wager with another outcome than the "
                                     "rules give.") },
  [SKY_CHECK_SETTLE_PAYOUT] = { N_ ("Wrong amount paid"),
                                N_ ("The table paid another amount than the rules give.") },
  [SKY_CHECK_SETTLE_STAKE] = { N_ ("Stake handled wrongly"),
                               N_ ("The table took or returned another part of the stake than the "
                                   "rules give.") },
  [SKY_CHECK_SETTLE_VIGORISH] = { N_ ("Wrong vigorish collected"),
                                  N_ ("The table collected another vigorish than the rules "
                                      "give.") },
  [SKY_CHECK_SETTLE_MISSING] = { N_ ("Wager not settled"),
                                 N_ ("A wager was decided and the table had not settled it by the "
                                     "end of the round.") },
  [SKY_CHECK_SETTLE_ORDER] = { N_ ("Paid before losers collected"),
                               N_ ("A winner was paid before the lost wagers were collected.") },
  [SKY_CHECK_ROUND_NO_MORE_BETS] = { N_ ("Betting not closed in time"),
                                     N_ ("“No more bets” was not called, or was called too "
                                         "late.") },
  [SKY_CHECK_ROUND_CALL] = { N_ ("Result called wrongly"),
                             N_ ("What was announced is not what the equipment showed.") },
  [SKY_CHECK_STAFF_UNQUALIFIED] = { N_ ("Dealer not qualified"),
                                    N_ ("A dealer dealt a game without the table test or without "
                                        "the hours of training for it.") },
  [SKY_CHECK_STAFF_UNKNOWN] = { N_ ("Unknown staff credential"),
                                N_ ("Somebody worked the table under a credential that the staff "
                                    "list does not have.") },
  [SKY_CHECK_EQUIPMENT_OVERDUE] = { N_ ("Equipment used too long"),
                                    N_ ("Cards, tiles or dice were in use for longer than they may "
                                        "be.") },
  [SKY_CHECK_EQUIPMENT_NOT_INSPECTED] = { N_ ("Equipment not inspected"),
                                          N_ ("A round was played before the inspection that the "
                                              "chapter asks for.") },
  [SKY_CHECK_EQUIPMENT_FAULTY] = { N_ ("Faulty equipment in use"),
                                   N_ ("A round began while a faulty device was neither mended nor "
                                       "covered.") },
  [SKY_CHECK_EQUIPMENT_ADJUSTED] = { N_ ("Wheel not inspected again"),
                                     N_ ("The wheel was adjusted or repaired and not inspected "
                                         "again, or no security officer was there.") },
  [SKY_CHECK_DISPUTE_OPEN] = { N_ ("Dispute raised"),
                               N_ ("Somebody disputes a result or a settlement. The rules' own "
                                   "answer says whom it supports.") },
  [SKY_CHECK_DISPUTE_RULING] = { N_ ("Ruling against the rules"),
                                 N_ ("The floor ruled on a dispute against what the rules give.") },
  [SKY_CHECK_FIRE_BET_CONFIRM] = { N_ ("Fire Bet to confirm"),
                                   N_ ("Four different points are made with Fire Bets up: "
                                       "surveillance confirms the bets and what each is due.") },
  [SKY_CHECK_FIRE_BET_NOT_NOTIFIED] = { N_ ("Fire Bet not reported"),
                                        N_ ("Fire Bets were settled after four points without "
                                            "surveillance being told first.") },
  [SKY_CHECK_FIRE_BET_MARKER] = { N_ ("Fire Bet marker wrong"),
                                  N_ ("A point was made and no marker with the right count went on "
                                      "its number.") },
  [SKY_CHECK_PROGRESSIVE_CONFIRM] = { N_ ("Progressive win to confirm"),
                                      N_ ("A Progressive Payout Wager won: surveillance confirms "
                                          "hand, meter, payout and Envy Bonuses.") },
  [SKY_CHECK_PROGRESSIVE_NOT_VALIDATED] = { N_ ("Progressive win not validated"),
                                            N_ ("A progressive win was paid without its light or a "
                                                "floorperson's validation, or all of the meter was "
                                                "paid from the table.") },
  [SKY_CHECK_PROGRESSIVE_METER] = { N_ ("Progressive meter wrong"),
                                    N_ ("A progressive meter does not show what its seed, the "
                                        "wagers and the payouts make.") },
  [SKY_CHECK_PROGRESSIVE_LOCK_OUT] = { N_ ("Progressive chips miscounted"),
                                       N_ ("The chips counted are not those of the progressive "
                                           "wagers that the system accepted.") },
  [SKY_CHECK_PROGRESSIVE_ENVY] = { N_ ("Envy Bonus wrong"),
                                   N_ ("An Envy Bonus was not paid, was not due, or had the wrong "
                                       "amount.") },
  [SKY_CHECK_CRAPS_NO_LINE_BET] = { N_ ("Shooter without line bet"),
                                    N_ ("The shooter threw a come out roll with neither a Pass nor "
                                        "a Don't Pass Bet.") },
  [SKY_CHECK_CRAPS_LINE_BET_LATE] = { N_ ("Late line bet"),
                                      N_ ("A Pass or Don't Pass Bet was made or made larger with "
                                          "the point up.") },
  [SKY_CHECK_CRAPS_COME_EARLY] = { N_ ("Come Bet too early"), N_ ("A Come or Don't Come Bet was "
                                                                  "made before a come out roll.") },
  [SKY_CHECK_CRAPS_CONTRACT_BET] = { N_ ("Contract bet reduced"),
                                     N_ ("A Pass or Come Bet was taken down or made smaller after "
                                         "its point was set.") },
  [SKY_CHECK_CRAPS_DONT_BET] = { N_ ("Don't Bet increased"),
                                 N_ ("A Don't Pass or Don't Come Bet was put back or made larger "
                                     "after it had been taken down or made smaller.") },
  [SKY_CHECK_CRAPS_ODDS_UNSUPPORTED] = { N_ ("Odds without supporting bet"),
                                         N_ ("Odds were taken without the wager they support, or "
                                             "before it had its point.") },
  [SKY_CHECK_CRAPS_ODDS_LIMIT] = { N_ ("Odds above the limit"),
                                   N_ ("Odds exceed what the table allows, and what an even payout "
                                       "needs.") },
  [SKY_CHECK_CRAPS_UNITS] = { N_ ("Wager not in equal units"),
                              N_ ("A Horn, Horn High, Whirl or C and E Bet does not divide into "
                                  "its units.") },
  [SKY_CHECK_CRAPS_BROKEN_DOWN] = { N_ ("Horn or Whirl booked whole"),
                                    N_ ("A Horn High or Whirl Bet was booked whole on a layout "
                                        "that has no area for it.") },
  [SKY_CHECK_CRAPS_VIGORISH] = { N_ ("Vigorish not allowed"),
                                 N_ ("A vigorish was above 5%, was taken at the wrong time, or was "
                                     "charged on a wager that bears none.") },
  [SKY_CHECK_CRAPS_INVALID_ROLL] = { N_ ("Invalid roll counted"),
                                     N_ ("A roll was counted although a die left the table, lay on "
                                         "the other, or leaned on two sides.") },
  [SKY_CHECK_CRAPS_NO_ROLL_AUTHORITY] = { N_ ("“No roll” without authority"),
                                          N_ ("“No roll” was called by somebody who may not call "
                                              "it.") },
  [SKY_CHECK_CRAPS_NO_ROLL_CAUSE] = { N_ ("“No roll” without cause"),
                                      N_ ("“No roll” was called because the dice touched chips, "
                                          "which is no cause.") },
  [SKY_CHECK_CRAPS_DICE_SET] = { N_ ("Too few dice offered"),
                                 N_ ("Fewer than five dice were offered.") },
  [SKY_CHECK_CRAPS_DICE_ORDER] = { N_ ("Dice offered out of turn"),
                                   N_ ("The dice were offered to a player out of turn.") },
  [SKY_CHECK_CRAPS_KEPT_DICE] = { N_ ("Dice not passed"), N_ ("The shooter threw on after a losing "
                                                              "7 without the dice being passed.") },
  [SKY_CHECK_CRAPS_MISPLACED] = { N_ ("Come Bet moved wrongly"),
                                  N_ ("A Come or Don't Come Bet was moved to the wrong box.") },
  [SKY_CHECK_CRAPS_FIRE_BET_TIMING] = { N_ ("Late Fire Bet"),
                                        N_ ("A Fire Bet was made after the shooter's first come "
                                            "out roll.") },
  [SKY_CHECK_CRAPS_FIRE_BET_AMOUNT] = { N_ ("Fire Bet amount wrong"),
                                        N_ ("A Fire Bet is not $1 to $5 in whole dollars.") },
  [SKY_CHECK_CRAPS_FIRE_BET_AREA] = { N_ ("Fire Bet area wrong"),
                                      N_ ("A Fire Bet lies on an area that does not exist or that "
                                          "another has taken.") },
  [SKY_CHECK_CRAPS_FIRE_BET_CHANGED] = { N_ ("Fire Bet changed"),
                                         N_ ("A Fire Bet was changed after it was made.") },
  [SKY_CHECK_CRAPS_SIDE_BET_TIMING] = { N_ ("Side wager mistimed"),
                                        N_ ("A side wager was made at a time when it may not "
                                            "be.") },
  [SKY_CHECK_CRAPS_SIDE_BET_CHANGED] = { N_ ("Hot Roller wager changed"),
                                         N_ ("A Hot Roller wager was changed after it was made.") },
  [SKY_CHECK_CRAPS_AUTOMATION] = { N_ ("Automated side wager taken"),
                                   N_ ("A side wager for automated tables was taken at a table "
                                       "that is not one.") },
  [SKY_CHECK_CRAPS_MARKER_BUTTON] = { N_ ("Hot Roller button wrong"),
                                      N_ ("A Hot Roller marker button does not match the dice "
                                          "thrown.") },
  [SKY_CHECK_CRAPS_POWER_ODDS] = { N_ ("Power Odds shown wrongly"),
                                   N_ ("Power Odds were shown at the wrong time, for a wager that "
                                       "cannot have them, or at odds not on the list.") },
  [SKY_CHECK_SIC_BO_ENTRY] = { N_ ("Dice entered wrongly"),
                               N_ ("The dice entered into the device are not those shown.") },
  [SKY_CHECK_SIC_BO_ILLUMINATION] = { N_ ("Winning combinations not lit"),
                                      N_ ("The layout did not light the combinations that won.") },
  [SKY_CHECK_SIC_BO_SHAKES] = { N_ ("Shaker shaken too little"),
                                N_ ("The shaker was shaken fewer than three times by hand.") },
  [SKY_CHECK_SIC_BO_NOT_FLAT] = { N_ ("Die not flat, counted"),
                                  N_ ("A result was counted although a die did not lie flat.") },
  [SKY_CHECK_ROULETTE_INVALID_SPIN] = { N_ ("Invalid roulette spin counted"),
                                        N_ ("A spin was counted that does not count: too few "
                                            "rounds, ball and wheel the same way, or the ball or "
                                            "the wheel disturbed.") },
  [SKY_CHECK_ROULETTE_DOUBLE_ZERO] = { N_ ("Double zero wrongly counted"),
                                       N_ ("00 was counted on a wheel that is used as one "
                                           "without.") },
  [SKY_CHECK_ROULETTE_MARKER] = { N_ ("Point marker misplaced"),
                                  N_ ("The point marker is not on the number that won.") },
  [SKY_CHECK_ROULETTE_COLOUR] = { N_ ("Same chip colour twice"),
                                  N_ ("Two players have roulette chips of the same colour.") },
  [SKY_CHECK_BIG_SIX_INVALID_SPIN] = { N_ ("Invalid wheel spin counted"),
                                       N_ ("A spin was counted that does not count: too few "
                                           "rounds, or the clapper between two sections.") },
  [SKY_CHECK_BIG_SIX_SYMBOL] = { N_ ("Wrong symbol recorded"),
                                 N_ ("The symbol recorded is not the one on that section of the "
                                     "wheel.") },
  [SKY_CHECK_CASINO_WAR_DECKS] = { N_ ("Wrong number of decks"),
                                   N_ ("The shoe holds a number of decks that may not be used.") },
  [SKY_CHECK_CASINO_WAR_CUT] = { N_ ("Cover card placed wrongly"),
                                 N_ ("The cover card went in fewer than ten cards from an end of "
                                     "the stack.") },
  [SKY_CHECK_CASINO_WAR_BURN] = { N_ ("Cards not burned"),
                                  N_ ("The card of a new shoe or dealer, or the three cards before "
                                      "the War deal, were not burned.") },
  [SKY_CHECK_CASINO_WAR_DEAL_ORDER] = { N_ ("Card dealt out of turn"),
                                        N_ ("A card was dealt out of turn.") },
  [SKY_CHECK_CASINO_WAR_WAR_WAGER] = { N_ ("War Wager wrong"),
                                       N_ ("A War Wager is not as large as the Initial Wager, or "
                                           "was made without a tie.") },
  [SKY_CHECK_CASINO_WAR_FACE_UP] = { N_ ("Face-up card played"),
                                     N_ ("A card found face up in the shoe was played.") },
  [SKY_CHECK_CASINO_WAR_RESHUFFLE] = { N_ ("Shoe not reshuffled"),
                                       N_ ("A round was started from a shoe whose cover card had "
                                           "been reached.") },
  [SKY_CHECK_PAI_GOW_SHAKES] = { N_ ("Dice shaken too little"),
                                 N_ ("The dice were shaken fewer than three times.") },
  [SKY_CHECK_PAI_GOW_NO_ROLL] = { N_ ("Invalid dice counted"),
                                  N_ ("Dice were counted although they did not lie flat or one "
                                      "fell out.") },
  [SKY_CHECK_PAI_GOW_START] = { N_ ("First tiles dealt wrongly"),
                                N_ ("The first tiles went to the wrong position, which voids all "
                                    "hands.") },
  [SKY_CHECK_PAI_GOW_DELIVERY] = { N_ ("Tiles delivered wrongly"),
                                   N_ ("The tiles delivered are not those that the style of "
                                       "delivery gives.") },
  [SKY_CHECK_PAI_GOW_EXPOSED] = { N_ ("Void hand played on"),
                                  N_ ("Play went on after a tile was exposed that voids the round, "
                                      "or a hand was played that its player had voided.") },
  [SKY_CHECK_PAI_GOW_SET] = { N_ ("Player's hands set wrongly"),
                              N_ ("A player's high hand does not rank above the low hand.") },
  [SKY_CHECK_PAI_GOW_DEALER_SET] = { N_ ("Dealer's hands set wrongly"),
                                     N_ ("The dealer's hands were not set as the rules require.") },
  [SKY_CHECK_PAI_GOW_SURRENDER] = { N_ ("Late surrender accepted"),
                                    N_ ("A surrender was accepted after the player's hands were "
                                        "shown.") },
  [SKY_CHECK_PAI_GOW_BANK_TURN] = { N_ ("Bank out of turn"),
                                    N_ ("A player banked the first round, two rounds running, or "
                                        "out of turn.") },
  [SKY_CHECK_PAI_GOW_BANK_ELIGIBLE] = { N_ ("Bank not eligible"),
                                        N_ ("A player banked who had not wagered against the "
                                            "dealer, could not cover the wagers, or played more "
                                            "than one area.") },
  [SKY_CHECK_PROPS_SHAKER] = { N_ ("Shaker handled wrongly"),
                               N_ ("The wrong player shook, or too few times, or the lid came off "
                                   "and the dice were not shaken again.") },
  [SKY_CHECK_PROPS_INVALID_ROLL] = { N_ ("Invalid shake counted"),
                                     N_ ("A roll was counted although a die fell out, lay on the "
                                         "other or was not flat.") },
  [SKY_CHECK_PROPS_LAMMER] = { N_ ("Lammer moved wrongly"), N_ ("A Six Eight Shake lammer was not "
                                                                "moved, or the wrong one was.") },
  [SKY_CHECK_RAISE_IT_UP_BLIND] = { N_ ("Ante and Blind unequal"),
                                    N_ ("A player's Ante and Blind Wagers are not equal.") },
  [SKY_CHECK_RAISE_IT_UP_PLAY] = { N_ ("Play Wager amount wrong"),
                                   N_ ("A Play Wager is not one of the multiples of the Ante "
                                       "allowed at that street.") },
  [SKY_CHECK_RAISE_IT_UP_DEAL] = { N_ ("Wrong number of cards"),
                                   N_ ("A player or the community area got a wrong number of "
                                       "cards, which voids all hands.") },
  [SKY_CHECK_RAISE_IT_UP_EXPOSED] = { N_ ("Cards shown too early"),
                                      N_ ("A community card was shown too early, or several cards "
                                          "lay face up, which voids all hands.") },
  [SKY_CHECK_RAISE_IT_UP_STUB] = { N_ ("Stub count wrong"),
                                   N_ ("The stub was not counted when it had to be, or its count "
                                       "was wrong and the round played on.") },
  [SKY_CHECK_COVERAGE_CAMERA] = { N_ ("Fixed camera missing"),
                                  N_ ("The table lacks a fixed camera that it must have.") },
  [SKY_CHECK_COVERAGE_GAP] = { N_ ("Gap in the recordings"),
                               N_ ("A camera that the table must have has no recording of part of "
                                   "its play.") },
  [SKY_CHECK_COVERAGE_UNREADABLE] = { N_ ("Recording cannot be played"),
                                      N_ ("A recording is missing or does not play.") },
  [SKY_CHECK_SIGHT_UNREADABLE] = { N_ ("Dice or cards not legible"),
                                   N_ ("A camera's pictures leave results unread. They are read "
                                       "only on request.") },
};

const char *
sky_check_title (SkyCheck check)
{
  g_return_val_if_fail (check < SKY_N_CHECKS, NULL);

  return words[check].title;
}

const char *
sky_check_summary (SkyCheck check)
{
  g_return_val_if_fail (check < SKY_N_CHECKS, NULL);

  return words[check].summary;
}
