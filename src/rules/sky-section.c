/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-section.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const SkySection sections[] = {
  { "465a.9", N_ ("What the casino's surveillance must be able to see and who may work it.") },
  { "465a.9(c)(2)",
    N_ ("How many fixed cameras each table needs: one, but two at craps (one for each "
        "end), at roulette and Big Six (wheel and layout) and at Props & Hops (circle "
        "and layout). Fully automated tables are apart.") },

  { "521.4", N_ ("What a casino hands in when it wants to offer a new game, wager or feature.") },
  { "521.4(1)(ii)",
    N_ ("A request for a new game or wager states its true odds, its payout odds and "
        "the house advantage.") },
  { "521.7(c)",
    N_ ("A wager above the maximum or below the minimum that the dealer accepted counts in "
        "full: all of it is paid or lost.") },
  { "521.7(d)",
    N_ ("A casino may ask for more, such as whole steps of an amount, if its rules or its "
        "Rules Submission say so.") },
  { "521.8(b)", N_ ("The rules of a table change only after the Board approved an amended Rules "
                    "Submission; the limits are the exception.") },
  { "521.8(c)(2)",
    N_ ("With patrons playing, the limits change only after 30 minutes' notice, by a "
        "sign that tells when and by word of mouth.") },

  { "539.2(b)", N_ ("Dice in a Sic Bo shaker are used for 24 hours at most.") },
  { "539.3", N_ ("The eight kinds of wager at Sic Bo, by what the three dice show.") },
  { "539.4(a)",
    N_ ("Sic Bo is wagered with chips or plaques on the layout; cash with a spoken wager "
        "is not accepted.") },
  { "539.4(c)",
    N_ ("A wager is settled by where it lies once the dice are at rest, entered and lit on "
        "the layout.") },
  { "539.5(a)",
    N_ ("Before the table opens a floorperson tests the electrical device and, where there "
        "is one, the automated shaker.") },
  { "539.5(b)", N_ ("“No more bets” is called before the dice are shaken.") },
  { "539.5(c)", N_ ("After the call the dealer shakes by hand or starts the automated shaker.") },
  { "539.5(c)(1)", N_ ("A shaker worked by hand is covered and shaken three times or more.") },
  { "539.5(d)",
    N_ ("The dealer uncovers the dice, says what each shows and enters it; the device then "
        "lights what won.") },
  { "539.5(e)",
    N_ ("Lost wagers are taken first, then the winners are paid; the dice stay in sight "
        "until that is done.") },
  { "539.6(b)",
    N_ ("Winning Sic Bo wagers are paid by the Rules Submission, at the listed odds or better.") },
  { "539.6(c)", N_ ("One of a Kind pays 1, 2 or 3 to 1, by how many dice show the number.") },
  { "539.7(a)",
    N_ ("When the dice do not lie flat the dealer calls “no roll” and all wagers go back.") },
  { "539.7(b)",
    N_ ("When the electrical device fails after the dice are seen, the round is settled "
        "before a floorperson and play stops until it is mended.") },
  { "539.7(d)", N_ ("A failed automated shaker leaves the table before one is shaken by hand.") },

  { "611a.2",
    N_ ("The hours of instruction a dealer must have in each type of game: more for a first "
        "type, fewer for a further one.") },
  { "611a.5(a)", N_ ("Nobody deals a game on the floor before passing a table test in it.") },
  { "611a.5(b)", N_ ("A dealer's file records the training and the table tests passed.") },

  { "617a.1",
    N_ ("What a roulette ball, wheel and table are like, and when a wheel with 00 may serve "
        "as one without.") },
  { "617a.2(a)", N_ ("Before roulette opens, a floorperson or a security officer inspects ball, "
                     "wheel and table.") },
  { "617a.2(b)",
    N_ ("A wheel's movable parts are adjusted by a floorperson or by maintenance, with a "
        "security officer present.") },
  { "617a.2(c)", N_ ("Adjustments are done before the wheel is inspected, not after.") },
  { "617a.2(d)", N_ ("Parts may be replaced at any time, but the wheel is inspected again before "
                     "play goes on.") },
  { "617a.3(a)",
    N_ ("Roulette is wagered with roulette chips on the layout; cash with a spoken wager "
        "is not accepted.") },
  { "617a.3(b)", N_ ("No player's roulette chips may look like value chips or like another "
                     "player's at the table.") },
  { "617a.3(d)", N_ ("A wager is settled by where it lies on the layout when the ball falls into a "
                     "compartment.") },
  { "617a.3(e)", N_ ("The wagers of roulette, by the numbers that each covers.") },
  { "617a.3(e)(1)", N_ ("A Straight Wager is on one number.") },
  { "617a.3(e)(1)(i)",
    N_ ("Where the Rules Submission says so, five neighbours on the wheel may be "
        "backed at once: five Straight Wagers of the same amount.") },
  { "617a.3(e)(2)",
    N_ ("A Split Wager is on two numbers whose boxes touch, 0 and 00 among them.") },
  { "617a.3(e)(3)",
    N_ ("A Three Numbers Wager is on a row of three, or on one of the groups beside "
        "the zeros: 0, 1, 2; 0, 2, 00; 00, 2, 3.") },
  { "617a.3(e)(3)(i)",
    N_ ("Beside the rows three groups with a zero may be wagered on: 0, 1, 2; 0, 2, 00; 00, 2, "
        "3.") },
  { "617a.3(e)(4)", N_ ("A Four Numbers Wager is on four numbers whose boxes share a corner.") },
  { "617a.3(e)(5)", N_ ("A First Five Numbers Wager is on 0, 00, 1, 2 and 3.") },
  { "617a.3(e)(6)", N_ ("A Six Numbers Wager is on two rows of three, one beside the other.") },
  { "617a.3(e)(7)", N_ ("A Column Wager is on the twelve numbers of one column.") },
  { "617a.3(e)(8)", N_ ("A Dozen Wager is on 1 to 12, 13 to 24 or 25 to 36.") },
  { "617a.3(e)(9)", N_ ("A Red Wager is on the eighteen red numbers.") },
  { "617a.3(e)(10)", N_ ("A Black Wager is on the eighteen black numbers.") },
  { "617a.3(e)(11)", N_ ("An Odd Wager is on the odd numbers.") },
  { "617a.3(e)(12)", N_ ("An Even Wager is on the even numbers; zeros are not among them.") },
  { "617a.3(e)(13)", N_ ("A 1—18 Wager is on the lower half of the numbers.") },
  { "617a.3(e)(14)", N_ ("A 19—36 Wager is on the upper half of the numbers.") },
  { "617a.4(a)", N_ ("The odds that winning roulette wagers must pay at least, from 35 to 1 for a "
                     "single number to 1 to 1.") },
  { "617a.4(c)(2)",
    N_ ("Where a wheel with 00 is used as one without, a ball in 00 is “no spin” and "
        "the wheel is spun again.") },
  { "617a.5(a)", N_ ("The ball runs against the wheel and makes four rounds or more, or the spin "
                     "does not count.") },
  { "617a.5(b)",
    N_ ("“No more bets” is called while the ball still runs in its track; from then on "
        "players keep their hands off the chips.") },
  { "617a.5(c)", N_ ("The dealer says which number won and puts the point marker on it.") },
  { "617a.5(e)", N_ ("Lost wagers are collected before any winner is paid.") },
  { "617a.6",
    N_ ("What makes a spin “no spin”: ball and wheel the same way, too few rounds, a ball "
        "that leaves the wheel, a foreign object in it.") },

  { "619a.1(b)", N_ ("The order in which the symbols stand around the Big Six wheel.") },
  { "619a.1(c)",
    N_ ("With approval the wheel may show themed symbols in place of the dollar symbols.") },
  { "619a.2(a)", N_ ("“No more bets” is called before the wheel is spun.") },
  { "619a.2(b)", N_ ("The wheel may turn either way but must go around three times or more.") },
  { "619a.2(c)", N_ ("A wager is settled by where it lies when the clapper rests in a section.") },
  { "619a.2(d)", N_ ("When the clapper rests between two sections the spin is void and the wheel "
                     "is spun again.") },
  { "619a.2(e)", N_ ("Lost wagers are collected before any winner is paid.") },
  { "619a.3",
    N_ ("The odds that winning Big Six wagers must pay at least, from 1 to 1 to 45 to 1.") },

  { "621a.1",
    N_ ("What the words of Pai Gow mean: the high hand is the two tiles that rank above the "
        "other two.") },
  { "621a.3(e)", N_ ("Tiles are changed every 12 hours at least.") },
  { "621a.5(c)", N_ ("Dice in a Pai Gow shaker stay on a table for 24 hours at most.") },
  { "621a.6(a)", N_ ("The dealer sorts and inspects the tiles that come to the table, and a "
                     "floorperson verifies it.") },
  { "621a.7", N_ ("How and when Pai Gow is wagered, and by whom.") },
  { "621a.7(a)",
    N_ ("Pai Gow is wagered with chips or plaques on the betting area; cash with a spoken "
        "wager is not accepted.") },
  { "621a.7(b)", N_ ("Only seated players wager, and they stay seated until the round is over.") },
  { "621a.7(c)", N_ ("Wagers stand before “no more bets” is called; after it none is made, raised "
                     "or withdrawn.") },
  { "621a.8(a)",
    N_ ("“No more bets” is called and the starting position found, by dice or by a random "
        "number generator.") },
  { "621a.8(a)(1)",
    N_ ("A random number generator may choose the starting position after “no more bets”.") },
  { "621a.8(a)(2)",
    N_ ("The dice are shaken three times or more, and “no more bets” is called before "
        "they are shown.") },
  { "621a.8(b)", N_ ("The dealer says the total, which decides who gets the first stack.") },
  { "621a.8(c)", N_ ("The starting position is counted counterclockwise from the dealer as one, "
                     "through every betting position and the Dead Hand.") },
  { "621a.8(d)",
    N_ ("The stacks go out from the dealer's right, the first to the starting position "
        "and on counterclockwise, to empty positions too.") },
  { "621a.9", N_ ("The other styles in which tiles may be delivered where the Rules Submission "
                  "allows them.") },
  { "621a.10(a)",
    N_ ("Each player splits the four tiles into a high and a low hand and lays them face down.") },
  { "621a.10(c)",
    N_ ("When all players are done the dealer turns the house's tiles and sets a high "
        "and a low hand.") },
  { "621a.10(d)",
    N_ ("How the dealer sets the house's hands: the Supreme Pair, then pairs, Wongs and "
        "Gongs, then nine, eight or seven, else the highest tile with the lowest.") },
  { "621a.10(e)", N_ ("A player may give up the wager once the dealer has set, but before his own "
                      "hands are shown.") },
  { "621a.10(g)",
    N_ ("A wager is lost when both hands fail to beat the dealer's: equal hands are the "
        "dealer's, and a low hand of zero does not win.") },
  { "621a.10(h)",
    N_ ("A wager is a tie when one of the two hands beats the dealer's and the other does not.") },
  { "621a.10(j)", N_ ("A wager wins when both hands beat the dealer's; winners are paid after all "
                      "hands are shown.") },
  { "621a.10(k)", N_ (/* xgettext:no-c-format */ "A winner is paid 1 to 1 less a vigorish of 5% of "
                                                 "what was won, which may be "
                                                 "rounded up to a quarter.") },
  { "621a.11(a)", N_ ("Where the Rules Submission says so, players may bank the game.") },
  { "621a.11(b)", N_ ("No player banks the first round after the tiles were shuffled anew.") },
  { "621a.11(c)",
    N_ ("The bank is offered in turn, counterclockwise, and nobody banks two rounds running.") },
  { "621a.11(d)",
    N_ ("Before a player banks, the dealer sees that he wagered against the house last "
        "time and can cover the table's wagers.") },
  { "621a.11(e)",
    N_ ("Where the Rules Submission says so, the casino may share the bank half and half "
        "with the player.") },
  { "621a.11(f)", N_ ("A player who banks wagers on one betting area only.") },
  { "621a.11(h)",
    N_ ("The dealer wagers against the bank what that player last wagered, or what the "
        "Rules Submission says; the bank may ask for less or for nothing.") },
  { "621a.11(j)",
    N_ ("With a bank the count of the dice begins at the bank's position instead of the "
        "dealer's.") },
  { "621a.11(n)",
    N_ ("The dealer's hands are compared with the bank's first, and the wager against "
        "the bank is won, lost or tied.") },
  { "621a.11(o)", N_ (/* xgettext:no-c-format */
                      "The players' hands are compared with the bank's; the losers' wagers pay the "
                      "winners, the bank "
                      "makes up what lacks, and what is left goes to the bank less 5%.") },
  { "621a.11(r)",
    N_ ("With a shared bank, casino and player each bear half of what lacks and each get "
        "half of what is left.") },
  { "621a.12(a)", N_ ("Dice that do not all lie flat are “no roll” and are shaken again.") },
  { "621a.12(b)",
    N_ ("A die that falls out of the shaker is “no roll” and the dice are shaken again.") },
  { "621a.12(c)",
    N_ ("When a wrong total sent the tiles to the wrong positions, all hands are void "
        "and all wagers go back.") },
  { "621a.12(d)", N_ ("A player whose tile the dealer exposed may void the hand and take the wager "
                      "back, without looking at the other tiles.") },
  { "621a.12(e)",
    N_ ("When a tile of the dealer, of the Dead Hand or of an empty position is exposed, "
        "all hands are void and all wagers go back.") },
  { "621a.12(f)",
    N_ ("A house hand set against the Rules Submission is set again as it should be, and "
        "the round is played out.") },
  { "621a.13(a)",
    N_ ("The Rules Submission says how many neighbouring areas one player may wager on.") },

  { "623a.2(d)(3)",
    N_ ("The craps layout says “no call bets”: wagers without cash or chips are not taken.") },
  { "623a.2(f)(1)", N_ ("A table has sixteen Fire Bet areas at most, numbered clockwise from the "
                        "boxperson's left.") },
  { "623a.3(a)", N_ ("The wagers of craps.") },
  { "623a.3(a)(1)", N_ ("A Pass Bet is made right before the come out roll. It wins on 7 or 11 and "
                        "loses on 2, 3 or "
                        "12; any other total is the point, which must come again before a 7.") },
  { "623a.3(a)(2)", N_ ("A Don't Pass Bet is made right before the come out roll. It wins on 2 or "
                        "3, loses on 7 or 11 "
                        "and is returned on 12; against a point it wins when the 7 comes first.") },
  { "623a.3(a)(3)",
    N_ ("A Come Bet is a Pass Bet made after the come out roll: the next roll is its "
        "own come out, and its point is the box it moves to.") },
  { "623a.3(a)(4)",
    N_ ("A Don't Come Bet is a Don't Pass Bet made after the come out roll; 12 on its "
        "first roll returns it.") },
  { "623a.3(a)(5)",
    N_ ("A Place Bet to Win is that a number comes before a 7. It sleeps on a come out "
        "roll unless it was called on and marked.") },
  { "623a.3(a)(6)",
    N_ ("A Place Bet to Lose is that a 7 comes before the number. It sleeps on a come "
        "out roll unless it was called on and marked.") },
  { "623a.3(a)(7)",
    N_ ("Four The Hardway: 2-2 before any other 4 and before a 7. It sleeps on a come "
        "out roll unless it was called on.") },
  { "623a.3(a)(8)",
    N_ ("Six The Hardway: 3-3 before any other 6 and before a 7. It sleeps on a come "
        "out roll unless it was called on.") },
  { "623a.3(a)(9)",
    N_ ("Eight The Hardway: 4-4 before any other 8 and before a 7. It sleeps on a come "
        "out roll unless it was called on.") },
  { "623a.3(a)(10)",
    N_ ("Ten The Hardway: 5-5 before any other 10 and before a 7. It sleeps on a come "
        "out roll unless it was called on.") },
  { "623a.3(a)(11)", N_ ("A Field Bet wins on 2, 3, 4, 9, 10, 11 or 12 on the next roll.") },
  { "623a.3(a)(12)", N_ ("An Any Seven Bet wins on a 7 on the next roll.") },
  { "623a.3(a)(13)", N_ ("An Any Craps Bet wins on 2, 3 or 12 on the next roll.") },
  { "623a.3(a)(14)", N_ ("A Craps Two Bet wins on a 2 on the next roll.") },
  { "623a.3(a)(15)", N_ ("A Craps Three Bet wins on a 3 on the next roll.") },
  { "623a.3(a)(16)", N_ ("A Craps Twelve Bet wins on a 12 on the next roll.") },
  { "623a.3(a)(17)", N_ ("An 11 in One Roll Bet wins on an 11 on the next roll.") },
  { "623a.3(a)(18)", N_ ("A C and E Bet wins on 2, 3, 11 or 12 on the next roll.") },
  { "623a.3(a)(19)",
    N_ ("A Horn Bet, in units of four, wins on 2, 3, 11 or 12 on the next roll.") },
  { "623a.3(a)(20)",
    N_ ("A Horn High Bet, in units of five, is a Horn Bet with one more unit on one "
        "of its numbers. Without an area of its own it is broken down into the two.") },
  { "623a.3(a)(21)", N_ ("A Whirl Bet, in units of five, is a Horn Bet with one more unit on Any "
                         "Seven. Without an area of its own it is broken down into the two.") },
  { "623a.3(a)(22)", N_ ("Four The Hardway on the Hop: 2-2 on the next roll.") },
  { "623a.3(a)(23)", N_ ("Six The Hardway on the Hop: 3-3 on the next roll.") },
  { "623a.3(a)(24)", N_ ("Eight The Hardway on the Hop: 4-4 on the next roll.") },
  { "623a.3(a)(25)", N_ ("Ten The Hardway on the Hop: 5-5 on the next roll.") },
  { "623a.3(a)(26)", N_ ("A Hop Bet that 1-3 comes on the next roll.") },
  { "623a.3(a)(27)", N_ ("A Hop Bet that 1-4 comes on the next roll.") },
  { "623a.3(a)(28)", N_ ("A Hop Bet that 2-3 comes on the next roll.") },
  { "623a.3(a)(29)", N_ ("A Hop Bet that 1-5 comes on the next roll.") },
  { "623a.3(a)(30)", N_ ("A Hop Bet that 2-4 comes on the next roll.") },
  { "623a.3(a)(31)", N_ ("A Hop Bet that 1-6 comes on the next roll.") },
  { "623a.3(a)(32)", N_ ("A Hop Bet that 2-5 comes on the next roll.") },
  { "623a.3(a)(33)", N_ ("A Hop Bet that 3-4 comes on the next roll.") },
  { "623a.3(a)(34)", N_ ("A Hop Bet that 2-6 comes on the next roll.") },
  { "623a.3(a)(35)", N_ ("A Hop Bet that 3-5 comes on the next roll.") },
  { "623a.3(a)(36)", N_ ("A Hop Bet that 3-6 comes on the next roll.") },
  { "623a.3(a)(37)", N_ ("A Hop Bet that 4-5 comes on the next roll.") },
  { "623a.3(a)(38)", N_ ("A Hop Bet that 4-6 comes on the next roll.") },
  { "623a.3(a)(39)", N_ ("A 6-7-8 Bet wins on 6, 7 or 8 on the next roll.") },
  { "623a.3(a)(40)",
    N_ ("A Fire Bet is made before a new shooter's come out roll. It wins when the "
        "shooter makes four or more different points before the losing 7.") },
  { "623a.3(a)(41)", N_ ("A Buy Bet is a Place Bet to Win paid at true odds, where the Rules "
                         "Submission offers it.") },
  { "623a.3(a)(42)", N_ ("A Lay Bet is a Place Bet to Lose paid at true odds, where the Rules "
                         "Submission offers it.") },
  { "623a.4(a)", N_ ("Wagers are made before the dice are thrown.") },
  { "623a.4(b)",
    N_ ("Wagers are chips or plaques on the layout; cash with a spoken wager may be taken "
        "if the dealer confirms it and the cash is soon changed.") },
  { "623a.4(c)(1)", N_ ("A Pass Bet with a point may not be taken down or made smaller.") },
  { "623a.4(c)(2)", N_ ("A Come Bet with a point may not be taken down or made smaller.") },
  { "623a.4(c)(3)",
    N_ ("A Fire Bet is never made larger or smaller, nor taken down before the losing 7.") },
  { "623a.4(d)",
    N_ ("A Don't Pass or Don't Come Bet may be made smaller or taken down, but not put "
        "back or made larger afterwards.") },
  { "623a.4(e)",
    N_ ("At mini-craps only seated players wager, and they stay seated until the round is over.") },
  { "623a.5(a)", N_ ("What winning craps wagers pay, wager by wager.") },
  { "623a.5(b)",
    N_ ("A C and E Bet is paid as two wagers of one half each: Any Craps and 11 in One Roll.") },
  { "623a.5(c)", N_ ("A Horn Bet is paid as four wagers of a quarter each, on 2, 3, 11 and 12.") },
  { "623a.5(d)", N_ ("A Horn High Bet is paid as five wagers of a fifth each: 2, 3, 11, 12 and the "
                     "high number once more.") },
  { "623a.5(e)",
    N_ ("A Whirl Bet is paid as a Horn Bet of four fifths and an Any Seven Bet of one fifth.") },
  { "623a.5(f)", N_ ("A Fire Bet is paid once, for the most different points made, at the chosen "
                     "paytable's odds or better.") },
  { "623a.5(g)(1)", N_ ("What winning Buy Bets pay: the true odds.") },
  { "623a.5(g)(2)", N_ ("What winning Lay Bets pay: the true odds.") },
  { "623a.5(g)(3)",
    N_ (/* xgettext:no-c-format */ "On Buy and Lay Bets a vigorish of up to 5% may be taken, with "
                                   "the wager or "
                                   "from winners alone, as the Rules Submission says.") },
  { "623a.5(h)", N_ ("No other craps wager may be charged a fee or a vigorish.") },
  { "623a.6(a)", N_ ("With a point up, odds may be taken behind a Pass Bet; they pay true odds.") },
  { "623a.6(b)",
    N_ ("With a point up, odds may be laid behind a Don't Pass Bet; they pay true odds.") },
  { "623a.6(c)",
    N_ ("Once a Come Bet has its point, odds may be taken behind it; they pay true odds.") },
  { "623a.6(d)",
    N_ ("Once a Don't Come Bet has its point, odds may be laid behind it; they pay true odds.") },
  { "623a.6(e)",
    N_ ("Odds may be allowed up to ten times the wager they support; laid odds up to what "
        "would win ten times it.") },
  { "623a.6(f)",
    N_ ("Odds may go over the limit or the posted maximum by what it takes to pay them evenly.") },
  { "623a.7(a)", N_ ("A set of five dice is at the table during play.") },
  { "623a.7(b)",
    N_ ("At the start the dice are offered to the player on the left of the boxperson or "
        "dealer, then clockwise.") },
  { "623a.8(a)",
    N_ ("The shooter has a Pass or Don't Pass Bet, and throws both dice at once so that "
        "they hit the far end.") },
  { "623a.8(b)",
    N_ ("A roll with a die off the table or with one die on top of the other does not count.") },
  { "623a.8(c)", N_ ("For which causes “no roll” may be called.") },
  { "623a.8(d)", N_ ("Dice that touch chips, other than the bank's, are no cause for “no roll”.") },
  { "623a.8(e)",
    N_ ("Who may call “no roll”: boxperson or stickperson at craps; dealer, stickperson "
        "or floorperson at mini-craps.") },
  { "623a.9(a)", N_ ("The sum of the two upper faces is called out as soon as the dice rest.") },
  { "623a.9(b)",
    N_ ("For a die that leans on something, the face opposite the one it rests on counts; "
        "a die that rests on more than one side makes the roll void.") },
  { "623a.10(a)(1)", N_ ("After a losing 7 the shooter passes the dice.") },
  { "623a.10(b)",
    N_ ("A shooter who wants no new line bet passes the dice; he may throw without one "
        "only to decide Come and Don't Come Bets that are left.") },
  { "623a.10(c)",
    N_ ("When a shooter gives up the dice, the whole set is offered to the next player "
        "on the left, then clockwise.") },
  { "623a.11(a)(1)",
    N_ ("Fire Bets go on the numbered area nearest the player, before a new shooter's "
        "first come out roll.") },
  { "623a.11(a)(4)",
    N_ ("For each point made a marker with the count of different points goes on that number.") },
  { "623a.11(a)(6)",
    N_ ("When four different points are made, surveillance is told, to confirm the "
        "Fire Bets and what they are due.") },
  { "623a.11(b)(1)", N_ ("A Fire Bet is $1 to $5, in whole dollars.") },
  { "623a.11(b)(2)", N_ ("A point made a second time does not count again.") },
  { "623a.12",
    N_ ("The further procedures of Bonus Craps, which decide when its wagers are made.") },

  { "623b.1", N_ ("Hot Roller: the side wager on completing numbers before a 7.") },
  { "623b.1(b)",
    N_ ("A Hot Roller wager is made before a come out roll, in chips and not by word, and "
        "stays as it is until decided.") },
  { "623b.1(d)", N_ ("After each throw a marker button goes on the picture of the dice thrown.") },
  { "623b.1(f)",
    N_ ("When all the combinations of a number have come, a marker button goes on the number.") },
  { "623b.1(g)",
    N_ ("A Hot Roller wager is decided by the 7: it wins when two or more numbers were "
        "completed in all their combinations.") },
  { "623b.1(h)",
    N_ ("What a Hot Roller wager pays, by the numbers completed and the chosen paytable.") },
  { "623b.2",
    N_ ("Lucky Shooter: the side wager on points thrown one after another without a repeat.") },
  { "623b.2(a)", N_ ("Lucky Shooter is for fully automated tables.") },
  { "623b.2(c)", N_ ("A Lucky Shooter wager is placed electronically before the come out roll.") },
  { "623b.2(d)",
    N_ ("On the come out roll 2, 3 and 12 lose and 7 and 11 pay; after a point it counts "
        "how many of the other five numbers come without a repeat.") },
  { "623b.2(e)",
    N_ ("What a Lucky Shooter wager pays, by the points rolled and the chosen paytable.") },
  { "623b.3", N_ ("Bonus Craps: its paytables, and the name Make 'em All.") },
  { "623b.3(c)",
    N_ ("What All Small, All Tall and Make 'em All pay under either of two paytables.") },
  { "623b.4", N_ ("Hot Shooter Jackpot: the side wager on how long a shooter throws.") },
  { "623b.4(a)", N_ ("Hot Shooter Jackpot is for automated and hybrid tables.") },
  { "623b.4(c)",
    N_ ("A Hot Shooter Jackpot wager is placed electronically before the come out roll.") },
  { "623b.4(d)",
    N_ ("It counts throws after the come out roll until the 7 out: up to 7 lose, 8 to 15 "
        "push, 16 and more win.") },
  { "623b.4(e)", N_ ("What a Hot Shooter Jackpot wager pays, by the number of throws.") },
  { "623b.5", N_ ("Power Odds: raised odds drawn by a random number generator.") },
  { "623b.5(a)", N_ ("Where the Rules Submission says so, a random number generator may raise what "
                     "some wagers pay.") },
  { "623b.5(c)",
    N_ ("Power Odds are shown after the wagers stand and before the dice are thrown.") },
  { "623b.5(d)",
    N_ ("Which wagers Power Odds may be drawn for, and the two odds that each may get.") },

  { "625a.1(d)", N_ ("What a Sic Bo shaker is like, whether worked by hand or automated.") },
  { "625a.2(b)", N_ ("Dice in a shaker worked by hand serve for 24 hours; dice locked into an "
                     "automated one for a month.") },
  { "625a.3", N_ ("The eight kinds of wager at Sic Bo, by what the three dice show.") },
  { "625a.3(1)", N_ ("Three of a Kind wins when all three dice show the number chosen.") },
  { "625a.3(2)", N_ ("Two of a Kind wins when two of the three dice show the number chosen.") },
  { "625a.3(3)",
    N_ ("Any Three of a Kind wins when all three dice show the same number, whichever.") },
  { "625a.3(4)", N_ ("A Total Value Bet wins when the three dice add up to the total chosen.") },
  { "625a.3(5)", N_ ("A Two Dice Combination wins when both of two different numbers show.") },
  { "625a.3(6)", N_ ("A Small Bet wins on a total of 4 to 10 that is not three of a kind.") },
  { "625a.3(7)", N_ ("A Big Bet wins on a total of 11 to 17 that is not three of a kind.") },
  { "625a.3(8)", N_ ("One of a Kind wins when the number chosen shows on one die or more.") },
  { "625a.4(a)",
    N_ ("Sic Bo is wagered with chips or plaques on the layout; cash with a spoken wager "
        "is not accepted.") },
  { "625a.4(c)",
    N_ ("A wager is settled by where it lies once the dice are at rest, entered and lit "
        "on the layout.") },
  { "625a.5(a)", N_ ("Before the table opens a floorperson tests the electrical device and, where "
                     "there is one, the automated shaker.") },
  { "625a.5(b)", N_ ("The dice are shaken by hand or by the automated shaker.") },
  { "625a.5(b)(1)", N_ ("A shaker worked by hand is covered and shaken three times or more.") },
  { "625a.5(c)", N_ ("“No more bets” is called before the dice are shown.") },
  { "625a.5(d)", N_ ("The dealer uncovers the dice, says what each shows and enters it; the device "
                     "then lights what won.") },
  { "625a.5(e)", N_ ("Lost wagers are collected before any winner is paid; the dice stay in sight "
                     "until that is done.") },
  { "625a.6(a)", N_ ("What winning Sic Bo wagers pay, wager by wager.") },
  { "625a.6(b)", N_ ("One of a Kind pays 1, 2 or 3 to 1, by how many dice show the number.") },
  { "625a.7(a)",
    N_ ("When the dice do not lie flat the dealer calls “no roll” and all wagers go back.") },
  { "625a.7(b)",
    N_ ("When the electrical device fails after the dice are shown, the round is settled "
        "before a floorperson and play stops until it is mended.") },
  { "625a.7(d)",
    N_ ("A failed automated shaker is emptied and covered or marked out of order before "
        "one is shaken by hand.") },

  { "651a.3", N_ ("How many decks Casino War is played with, in what shoe, and for how long.") },
  { "651a.3(c)",
    N_ ("With an automated shuffler there are 12 to 16 decks in two batches that take turns.") },
  { "651a.3(d)", N_ ("Cards are changed every 24 hours at least.") },
  { "651a.4(a)", N_ ("The dealer inspects the cards that come to the table for defects.") },
  { "651a.5(d)", N_ ("The cover card goes in ten cards or more from either end of the stack.") },
  { "651a.5(g)",
    N_ ("Once the cover card is reached the shoe is shuffled again after that round.") },
  { "651a.7", N_ ("How and when Casino War is wagered.") },
  { "651a.7(a)", N_ ("Casino War is wagered with chips or plaques on the betting area; cash with a "
                     "spoken wager is not accepted.") },
  { "651a.7(b)", N_ ("An Initial Wager is what takes part in a round.") },
  { "651a.7(c)",
    N_ ("A Tie Wager may be made beside an Initial or a War Wager and wins when the two "
        "cards rank alike.") },
  { "651a.7(d)",
    N_ ("Wagers stand before “no more bets” is called, those of the War deal apart, and "
        "then nobody touches them until decided.") },
  { "651a.7(e)",
    N_ ("The Rules Submission says how many neighbouring areas one player may wager on.") },
  { "651a.8(b)",
    N_ ("The first card of a new shoe, and of each new dealer, is burned face down.") },
  { "651a.8(c)",
    N_ ("After “no more bets” each player gets one card face up, from the dealer's left "
        "on, and the dealer the last.") },
  { "651a.9(c)",
    N_ ("A player whose card ties may surrender half the Initial Wager or go to War.") },
  { "651a.9(c)(1)",
    N_ ("A player who surrenders gives up half of the Initial Wager, and the other half goes "
        "back.") },
  { "651a.9(c)(2)",
    N_ ("To go to War the player puts up a War Wager as large as the Initial Wager, "
        "which is given up.") },
  { "651a.9(f)", N_ ("The War deal starts with three cards burned; then each player at War gets a "
                     "card, and the dealer the last.") },
  { "651a.9(h)", N_ ("After the War deal lost wagers are collected before winners are paid.") },
  { "651a.10(1)", N_ ("A winning Initial Wager pays 1 to 1.") },
  { "651a.10(2)", N_ ("A winning Tie Wager pays 10 to 1.") },
  { "651a.10(3)", N_ ("A winning War Wager pays 2 to 1, and 3 to 1 when the War deal ties.") },
  { "651a.11(a)", N_ ("A card found face up in the shoe is not played and goes to the discards.") },
  { "651a.11(e)",
    N_ ("A shuffler or shoe that failed is covered or marked out of order before cards "
        "are shuffled or dealt another way.") },

  { "668a.1(b)(2)", N_ ("The Props & Hops layout shows every wager that may be made.") },
  { "668a.2", N_ ("The wagers of Props & Hops, and how and when they are made.") },
  { "668a.2(a)", N_ ("Wagers are made before the dice are shaken.") },
  { "668a.2(b)",
    N_ ("Wagers are chips or plaques on the layout; cash with a spoken wager is not accepted.") },
  { "668a.2(c)", N_ ("Only seated players wager, and they stay seated until the round is over.") },
  { "668a.2(d)", N_ ("A Double Wager is on one double, on the next roll.") },
  { "668a.2(e)", N_ ("An Any Number Wager is on two different dice, on the next roll.") },
  { "668a.2(f)(1)", N_ ("A Field Wager wins on 2, 3, 4, 9, 10, 11 or 12 on the next roll.") },
  { "668a.2(f)(2)", N_ ("A Hop the Top Wager wins on any combination of the layout's top row.") },
  { "668a.2(f)(3)", N_ ("A Hop the Left Wager wins on any combination on the layout's left.") },
  { "668a.2(f)(4)", N_ ("A Hop the Right Wager wins on any combination on the layout's right.") },
  { "668a.2(f)(5)", N_ ("A Hop the Center Wager wins on any combination in the layout's center.") },
  { "668a.2(f)(6)", N_ ("A 1-6 and Under Wager wins on 1-6 or on any total below 7.") },
  { "668a.2(f)(7)", N_ ("A 3-4 and Over Wager wins on 3-4 or on any total above 7.") },
  { "668a.2(f)(8)",
    N_ ("A Six Eight Shake Wager wins when each combination of 6 and of 8 came before "
        "a 7; it may be taken down before that 7.") },
  { "668a.3(b)(1)", N_ ("Dice in a Props & Hops shaker stay on a table for 24 hours at most.") },
  { "668a.3(e)",
    N_ ("“No more bets” is called once the wagers stand; then the Six Eight Shake Wagers "
        "and their lammers are placed.") },
  { "668a.3(f)",
    N_ ("The player farthest left shakes the covered shaker three times or more; if he "
        "lifts the lid it is shaken again.") },
  { "668a.3(g)",
    N_ ("The dealer lifts the lid; when a die falls out it is “no roll” and the dice are "
        "shaken again.") },
  { "668a.3(h)",
    N_ ("The dealer says what the two dice show; dice stacked or not flat are “no roll”.") },
  { "668a.3(i)",
    N_ ("Lost wagers are collected before winners are paid, and the lammer of a 6 or 8 "
        "that came moves to the circle.") },
  { "668a.3(k)", N_ ("The same player shakes until a 7, then the next on the left.") },
  { "668a.4", N_ ("What winning Props & Hops wagers pay, wager by wager.") },

  { "669a.3(c)", N_ ("Cards are changed every 4 hours when dealt by hand, every 8 hours when dealt "
                     "from a shoe.") },
  { "669a.4(a)",
    N_ ("The dealer inspects the cards that come to the table, and a floorperson verifies it.") },
  { "669a.7(a)",
    N_ ("Raise It Up is wagered with chips or plaques on the betting areas; cash with a "
        "spoken wager is not accepted.") },
  { "669a.7(b)", N_ ("Only seated players wager, and they stay seated until the round is over.") },
  { "669a.7(c)", N_ ("All but Play Wagers stand before “no more bets” is called; after it none is "
                     "made, raised or withdrawn.") },
  { "669a.7(d)", N_ ("The wagers of Raise It Up.") },
  { "669a.7(d)(1)",
    N_ ("To take part a player puts up an Ante and a Blind Wager of the same amount, "
        "on a pair of 10s or better.") },
  { "669a.7(d)(2)",
    N_ ("A Play Wager is made when the player raises, on a pair of 10s or better.") },
  { "669a.7(d)(3)",
    N_ ("A Pair Plus Wager is that the player's own three cards hold a pair or better.") },
  { "669a.7(d)(4)", N_ ("A Progressive Payout Wager on the player's own three cards may be offered "
                        "where the Rules Submission says so.") },
  { "669a.7(d)(5)", N_ ("A Six Card Bonus Wager on all six cards may be offered where the Rules "
                        "Submission says so; it needs three of a kind or better.") },
  { "669a.7(e)", N_ ("A player wagers at one position only.") },
  { "669a.8(a)", N_ ("The shuffled deck goes into a dealing shoe where one is used.") },
  { "669a.8(b)",
    N_ ("“No more bets” is called before the deal; the progressive system is locked and "
        "the chips counted against what it accepted.") },
  { "669a.8(d)",
    N_ ("From the dealer's left on, three cards to each player, one at a time, and three "
        "to the community area, face down.") },
  { "669a.8(f)",
    N_ ("Without a shuffler that counts, the stub is counted once in five rounds or oftener.") },
  { "669a.8(g)", N_ ("A stub that makes 52 goes to the discards unseen.") },
  { "669a.8(h)",
    N_ ("A stub that does not make 52 voids all hands; unless the cards were misdealt the "
        "deck leaves the table.") },
  { "669a.11(b)", N_ ("After looking at three cards a player checks or plays one, two or three "
                      "times the Ante.") },
  { "669a.11(c)", N_ ("When all have decided, the first community card is turned: 4th Street.") },
  { "669a.11(d)",
    N_ ("After the first community card a player checks or plays one or two times the Ante.") },
  { "669a.11(e)",
    N_ ("When all have decided again, the second community card is turned: 5th Street.") },
  { "669a.11(f)",
    N_ ("After the second community card a player plays the amount of the Ante or folds, "
        "and with a fold loses Ante and Blind.") },
  { "669a.11(h)",
    N_ ("When all have played or folded, the third community card is turned: 6th Street.") },
  { "669a.11(i)(3)(i)",
    N_ ("Before a progressive win is paid, hand and light are verified and a "
        "floorperson validates it; all of the meter is not paid from the table.") },
  { "669a.12(a)", N_ ("What a Pair Plus Wager pays, by hand and chosen paytable.") },
  { "669a.12(b)", N_ ("A winning Ante Wager pays 1 to 1.") },
  { "669a.12(c)", N_ ("What a winning Play Wager pays, by hand.") },
  { "669a.12(d)", N_ ("What a winning Blind Wager pays, by hand; two pairs and less are a push.") },
  { "669a.12(e)(1)",
    N_ ("What a Progressive Payout Wager pays, by hand, up to all of the meter.") },
  { "669a.12(e)(3)", N_ (/* xgettext:no-c-format */ "The meter grows by 14% of the wagers or more "
                                                    "and starts at $1,000 or more, "
                                                    "both as the Rules Submission says.") },
  { "669a.12(e)(5)",
    N_ ("What an Envy Bonus pays to other progressive players, by hand and by their wager.") },
  { "669a.12(f)", N_ ("What a Six Card Bonus Wager pays, by hand and chosen paytable.") },
  { "669a.13(a)", N_ ("One card found face up is put aside; more than one voids all hands.") },
  { "669a.13(c)",
    N_ ("A wrong number of cards anywhere voids all hands, and all wagers go back.") },
  { "669a.13(d)",
    N_ ("A community card shown too early voids all hands, and all wagers go back.") },
  { "669a.13(g)",
    N_ ("A shuffler or shoe that failed is covered or marked out of order before cards "
        "are shuffled or dealt another way.") },
};

const SkySection *
sky_sections (gsize *n)
{
  *n = G_N_ELEMENTS (sections);
  return sections;
}

const SkySection *
sky_section_find (const char *section)
{
  gsize length = strlen (section);

  while (length > 0)
    {
      const char *around = NULL;

      for (gsize i = 0; i < G_N_ELEMENTS (sections); i++)
        if (strlen (sections[i].section) == length
            && strncmp (sections[i].section, section, length) == 0)
          return &sections[i];
      around = g_strrstr_len (section, (gssize) length, "(");
      length = around != NULL ? (gsize) (around - section) : 0;
    }
  return NULL;
}
