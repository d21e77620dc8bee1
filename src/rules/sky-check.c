/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-check.h"

#include <string.h>

#define IN(class) (1u << SKY_CLASS_##class)

/* clang-format off */
static const SkyCheckInfo checks[SKY_N_CHECKS] = {
  [SKY_CHECK_LOG_MALFORMED_LINE] = { "log.malformed-line", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_MAJOR, "" },
  [SKY_CHECK_LOG_SEQUENCE] = { "log.sequence", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_MAJOR, "" },
  [SKY_CHECK_LOG_TIME_REVERSED] = { "log.time-reversed", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_MINOR, "" },
  [SKY_CHECK_LOG_CHECKPOINT] = { "log.checkpoint", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_CRITICAL, "" },
  [SKY_CHECK_LOG_UNKNOWN_TYPE] = { "log.unknown-type", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_INFO, "" },
  [SKY_CHECK_LOG_INCOMPLETE] = { "log.incomplete", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_MINOR, "", .classes = IN (OUTCOME) },
  [SKY_CHECK_LOG_UNKNOWN_REFERENCE] = { "log.unknown-reference", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_MAJOR, "" },
  [SKY_CHECK_LOG_IMPOSSIBLE] = { "log.impossible", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_CRITICAL, "", .classes = IN (OUTCOME) },
  [SKY_CHECK_ROUND_NO_RESULT] = { "round.no-result", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_MINOR, "", .classes = IN (OUTCOME) | IN (WAGERS) },
  [SKY_CHECK_RULES_MISSING] = { "rules.missing", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_MAJOR, "", .classes = IN (POSTED) },
  [SKY_CHECK_RULES_EDITION_ASSUMED] = { "rules.edition-assumed", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_INFO, "" },
  [SKY_CHECK_FOOTAGE_HASH] = { "footage.hash", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_CRITICAL, "" },
  [SKY_CHECK_LOG_REPLACED] = { "log.replaced", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_MAJOR, "" },
  [SKY_CHECK_ARCHIVE_UNREADABLE] = { "archive.unreadable", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_MAJOR, "" },
  [SKY_CHECK_SIGHT_CONTRADICTS] = { "sight.contradicts", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_MAJOR, "" },
  [SKY_CHECK_RULES_NOT_IN_FORCE] = { "rules.not-in-force", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "", .classes = IN (POSTED) },
  [SKY_CHECK_RULES_UNAPPROVED_CHANGE] = { "rules.unapproved-change", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "521.8(b)", .classes = IN (POSTED) },
  [SKY_CHECK_RULES_OPTION_INVALID] = { "rules.option-invalid", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "", .classes = IN (POSTED) },
  [SKY_CHECK_LIMITS_BELOW_MINIMUM] = { "limits.below-minimum", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "521.7(c)", .classes = IN (WAGERS) | IN (POSTED) },
  [SKY_CHECK_LIMITS_ABOVE_MAXIMUM] = { "limits.above-maximum", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "521.7(c)", .classes = IN (WAGERS) | IN (POSTED) },
  [SKY_CHECK_LIMITS_INCREMENT] = { "limits.increment", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "521.7(d)", .classes = IN (WAGERS) | IN (POSTED) },
  [SKY_CHECK_LIMITS_CHANGE_NOTICE] = { "limits.change-notice", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "521.8(c)(2)", .classes = IN (PEOPLE) | IN (POSTED), .by_past = TRUE },
  [SKY_CHECK_WAGER_NOT_OFFERED] = { "wager.not-offered", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "", .classes = IN (WAGERS) | IN (POSTED) },
  [SKY_CHECK_WAGER_NOT_PERMISSIBLE] = { "wager.not-permissible", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "", .classes = IN (WAGERS) },
  [SKY_CHECK_WAGER_LATE] = { "wager.late", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, NULL, .classes = IN (OUTCOME) | IN (PROCEDURE) | IN (WAGERS) },
  [SKY_CHECK_WAGER_VERBAL] = { "wager.verbal", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, NULL, .classes = IN (WAGERS) },
  [SKY_CHECK_WAGER_CALL_BET] = { "wager.call-bet", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, NULL, .classes = IN (WAGERS) },
  [SKY_CHECK_WAGER_WRONG_CHIPS] = { "wager.wrong-chips", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, NULL, .classes = IN (WAGERS) },
  [SKY_CHECK_WAGER_NOT_SEATED] = { "wager.not-seated", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, NULL, .classes = IN (WAGERS) | IN (PEOPLE) },
  [SKY_CHECK_WAGER_AREAS] = { "wager.areas", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, NULL, .classes = IN (WAGERS) | IN (PEOPLE), .by_rules = TRUE, .by_past = TRUE, .whole_table = TRUE },
  [SKY_CHECK_SETTLE_TWICE] = { "settle.twice", SKY_QUEUE_VARIANCE, SKY_SEVERITY_MAJOR, "", .classes = IN (OUTCOME) | IN (WAGERS) | IN (SETTLEMENTS) },
  [SKY_CHECK_SETTLE_PREMATURE] = { "settle.premature", SKY_QUEUE_VARIANCE, SKY_SEVERITY_MAJOR, "", .classes = IN (OUTCOME) | IN (WAGERS) | IN (SETTLEMENTS) },
  [SKY_CHECK_SETTLE_OUTCOME] = { "settle.outcome", SKY_QUEUE_VARIANCE, SKY_SEVERITY_MAJOR, "", .classes = IN (OUTCOME) | IN (WAGERS) | IN (SETTLEMENTS) },
  [SKY_CHECK_SETTLE_PAYOUT] = { "settle.payout", SKY_QUEUE_VARIANCE, SKY_SEVERITY_MAJOR, "", .classes = IN (OUTCOME) | IN (WAGERS) | IN (SETTLEMENTS), .by_rules = TRUE },
  [SKY_CHECK_SETTLE_STAKE] = { "settle.stake", SKY_QUEUE_VARIANCE, SKY_SEVERITY_MAJOR, "", .classes = IN (OUTCOME) | IN (WAGERS) | IN (SETTLEMENTS) },
  [SKY_CHECK_SETTLE_VIGORISH] = { "settle.vigorish", SKY_QUEUE_VARIANCE, SKY_SEVERITY_MINOR, NULL, .classes = IN (OUTCOME) | IN (WAGERS) | IN (SETTLEMENTS), .by_rules = TRUE },
  [SKY_CHECK_SETTLE_MISSING] = { "settle.missing", SKY_QUEUE_VARIANCE, SKY_SEVERITY_MAJOR, "", .classes = IN (OUTCOME) | IN (WAGERS) | IN (SETTLEMENTS) },
  [SKY_CHECK_SETTLE_ORDER] = { "settle.order", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, NULL, .classes = IN (OUTCOME) | IN (WAGERS) | IN (SETTLEMENTS) },
  [SKY_CHECK_ROUND_NO_MORE_BETS] = { "round.no-more-bets", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, NULL, .classes = IN (OUTCOME) | IN (PROCEDURE) | IN (WAGERS) },
  [SKY_CHECK_ROUND_CALL] = { "round.call", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, NULL, .classes = IN (OUTCOME) | IN (PROCEDURE) },
  [SKY_CHECK_STAFF_UNQUALIFIED] = { "staff.unqualified", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "611a.5(a) 611a.2", .classes = IN (PEOPLE) },
  [SKY_CHECK_STAFF_UNKNOWN] = { "staff.unknown", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "611a.5(b)", .classes = IN (PEOPLE) },
  [SKY_CHECK_EQUIPMENT_OVERDUE] = { "equipment.overdue", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, NULL, .classes = IN (EQUIPMENT) },
  [SKY_CHECK_EQUIPMENT_NOT_INSPECTED] = { "equipment.not-inspected", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, NULL, .classes = IN (EQUIPMENT), .by_past = TRUE },
  [SKY_CHECK_EQUIPMENT_FAULTY] = { "equipment.faulty", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, NULL, .classes = IN (EQUIPMENT) },
  [SKY_CHECK_EQUIPMENT_ADJUSTED] = { "equipment.adjusted", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, NULL, .classes = IN (EQUIPMENT), .by_past = TRUE },
  [SKY_CHECK_DISPUTE_OPEN] = { "dispute.open", SKY_QUEUE_DISPUTE, SKY_SEVERITY_MAJOR, "", .classes = IN (OUTCOME) | IN (WAGERS) | IN (DISPUTES) },
  [SKY_CHECK_DISPUTE_RULING] = { "dispute.ruling", SKY_QUEUE_DISPUTE, SKY_SEVERITY_CRITICAL, "", .classes = IN (OUTCOME) | IN (WAGERS) | IN (SETTLEMENTS) | IN (DISPUTES) },
  [SKY_CHECK_FIRE_BET_CONFIRM] = { "fire_bet.confirm", SKY_QUEUE_CONFIRMATION, SKY_SEVERITY_MAJOR, "623a.11(a)(6)", .classes = IN (OUTCOME) | IN (WAGERS), .by_rules = TRUE, .whole_table = TRUE },
  [SKY_CHECK_FIRE_BET_NOT_NOTIFIED] = { "fire_bet.not-notified", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623a.11(a)(6)", .classes = IN (OUTCOME) | IN (WAGERS) | IN (SETTLEMENTS) | IN (DISPUTES) },
  [SKY_CHECK_FIRE_BET_MARKER] = { "fire_bet.marker", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "623a.11(a)(4)", .classes = IN (OUTCOME) | IN (PROCEDURE) | IN (WAGERS), .whole_table = TRUE },
  [SKY_CHECK_PROGRESSIVE_CONFIRM] = { "progressive.confirm", SKY_QUEUE_CONFIRMATION, SKY_SEVERITY_MAJOR, "669a.11(i)(3)(i)", .classes = IN (OUTCOME) | IN (WAGERS), .by_rules = TRUE },
  [SKY_CHECK_PROGRESSIVE_NOT_VALIDATED] = { "progressive.not-validated", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "669a.11(i)(3)(i)", .classes = IN (OUTCOME) | IN (PROCEDURE) | IN (WAGERS) | IN (SETTLEMENTS) },
  [SKY_CHECK_PROGRESSIVE_METER] = { "progressive.meter", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "669a.12(e)(3)", .whole_table = TRUE, .classes = IN (OUTCOME) | IN (PROCEDURE) | IN (WAGERS) | IN (SETTLEMENTS) | IN (POSTED), .by_past = TRUE },
  [SKY_CHECK_PROGRESSIVE_LOCK_OUT] = { "progressive.lock-out", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "669a.8(b)", .classes = IN (OUTCOME) | IN (PROCEDURE) | IN (WAGERS), .whole_table = TRUE },
  [SKY_CHECK_PROGRESSIVE_ENVY] = { "progressive.envy", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "669a.12(e)(5)", .classes = IN (OUTCOME) | IN (WAGERS) | IN (SETTLEMENTS), .whole_table = TRUE },
  [SKY_CHECK_CRAPS_NO_LINE_BET] = { "craps.no-line-bet", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "623a.8(a) 623a.10(b)", .classes = IN (OUTCOME) | IN (WAGERS) },
  [SKY_CHECK_CRAPS_LINE_BET_LATE] = { "craps.line-bet-late", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623a.3(a)(1) 623a.3(a)(2)", .classes = IN (OUTCOME) | IN (WAGERS) },
  [SKY_CHECK_CRAPS_COME_EARLY] = { "craps.come-early", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623a.3(a)(3) 623a.3(a)(4)", 28, .classes = IN (OUTCOME) | IN (WAGERS) },
  [SKY_CHECK_CRAPS_CONTRACT_BET] = { "craps.contract-bet", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623a.4(c)(1) 623a.4(c)(2)", .classes = IN (OUTCOME) | IN (WAGERS) },
  [SKY_CHECK_CRAPS_DONT_BET] = { "craps.dont-bet", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623a.4(d)", .classes = IN (OUTCOME) | IN (WAGERS) },
  [SKY_CHECK_CRAPS_ODDS_UNSUPPORTED] = { "craps.odds-unsupported", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623a.6(a) 623a.6(b) 623a.6(c) 623a.6(d)", .classes = IN (OUTCOME) | IN (WAGERS) },
  [SKY_CHECK_CRAPS_ODDS_LIMIT] = { "craps.odds-limit", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623a.6(e) 623a.6(f)", 11, .classes = IN (OUTCOME) | IN (WAGERS), .by_rules = TRUE },
  [SKY_CHECK_CRAPS_UNITS] = { "craps.units", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "623a.3(a)(19) 623a.3(a)(20) 623a.3(a)(21)", 12, .classes = IN (WAGERS) },
  [SKY_CHECK_CRAPS_BROKEN_DOWN] = { "craps.broken-down", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "623a.3(a)(20) 623a.3(a)(21)", .classes = IN (WAGERS), .by_rules = TRUE },
  [SKY_CHECK_CRAPS_VIGORISH] = { "craps.vigorish", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623a.5(g)(3) 623a.5(h)", .classes = IN (WAGERS), .by_rules = TRUE },
  [SKY_CHECK_CRAPS_INVALID_ROLL] = { "craps.invalid-roll", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623a.8(b) 623a.9(b)", .classes = IN (OUTCOME) | IN (PROCEDURE) },
  [SKY_CHECK_CRAPS_NO_ROLL_AUTHORITY] = { "craps.no-roll-authority", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "623a.8(c) 623a.8(e)", .classes = IN (OUTCOME) },
  [SKY_CHECK_CRAPS_NO_ROLL_CAUSE] = { "craps.no-roll-cause", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "623a.8(d)", .classes = IN (OUTCOME) },
  [SKY_CHECK_CRAPS_DICE_SET] = { "craps.dice-set", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "623a.7(a) 623a.10(c)", .classes = IN (PROCEDURE) },
  [SKY_CHECK_CRAPS_DICE_ORDER] = { "craps.dice-order", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "623a.7(b) 623a.10(c)", .classes = IN (OUTCOME) | IN (PROCEDURE) | IN (PEOPLE), .whole_table = TRUE, .by_past = TRUE },
  [SKY_CHECK_CRAPS_KEPT_DICE] = { "craps.kept-dice", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623a.10(a)(1)", .classes = IN (OUTCOME) | IN (PROCEDURE) | IN (PEOPLE), .whole_table = TRUE },
  [SKY_CHECK_CRAPS_MISPLACED] = { "craps.misplaced", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "623a.3(a)(3) 623a.3(a)(4)", .classes = IN (OUTCOME) | IN (WAGERS) },
  [SKY_CHECK_CRAPS_FIRE_BET_TIMING] = { "craps.fire-bet-timing", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623a.3(a)(40)", .classes = IN (OUTCOME) | IN (WAGERS) },
  [SKY_CHECK_CRAPS_FIRE_BET_AMOUNT] = { "craps.fire-bet-amount", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "623a.11(b)(1)", .classes = IN (WAGERS) },
  [SKY_CHECK_CRAPS_FIRE_BET_AREA] = { "craps.fire-bet-area", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "623a.2(f)(1) 623a.11(a)(1)", .classes = IN (WAGERS) | IN (PEOPLE) },
  [SKY_CHECK_CRAPS_FIRE_BET_CHANGED] = { "craps.fire-bet-changed", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623a.4(c)(3)", .classes = IN (WAGERS) },
  [SKY_CHECK_CRAPS_SIDE_BET_TIMING] = { "craps.side-bet-timing", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623b.1(b) 623b.2(c) 623b.4(c) 623a.12", .classes = IN (OUTCOME) | IN (WAGERS) },
  [SKY_CHECK_CRAPS_SIDE_BET_CHANGED] = { "craps.side-bet-changed", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623b.1(b)", .classes = IN (WAGERS) },
  [SKY_CHECK_CRAPS_AUTOMATION] = { "craps.automation", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623b.2(a) 623b.4(a)", .classes = IN (WAGERS) | IN (POSTED) },
  [SKY_CHECK_CRAPS_MARKER_BUTTON] = { "craps.marker-button", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "623b.1(d) 623b.1(f)", .classes = IN (OUTCOME) | IN (PROCEDURE) },
  [SKY_CHECK_CRAPS_POWER_ODDS] = { "craps.power-odds", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "623b.5(c) 623b.5(d)", .classes = IN (OUTCOME) | IN (PROCEDURE) | IN (WAGERS), .by_rules = TRUE },
  [SKY_CHECK_SIC_BO_ENTRY] = { "sic_bo.entry", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "625a.5(d)", .classes = IN (OUTCOME) | IN (PROCEDURE) },
  [SKY_CHECK_SIC_BO_ILLUMINATION] = { "sic_bo.illumination", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "625a.5(d)", .classes = IN (OUTCOME) | IN (PROCEDURE) },
  [SKY_CHECK_SIC_BO_SHAKES] = { "sic_bo.shakes", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "625a.5(b)(1)", .classes = IN (PROCEDURE) },
  [SKY_CHECK_SIC_BO_NOT_FLAT] = { "sic_bo.not-flat", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "625a.7(a)", .classes = IN (OUTCOME) | IN (PROCEDURE) },
  [SKY_CHECK_ROULETTE_INVALID_SPIN] = { "roulette.invalid-spin", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "617a.5(a) 617a.6", .classes = IN (OUTCOME) | IN (PROCEDURE) },
  [SKY_CHECK_ROULETTE_DOUBLE_ZERO] = { "roulette.double-zero", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "617a.4(c)(2)", .classes = IN (OUTCOME), .by_rules = TRUE },
  [SKY_CHECK_ROULETTE_MARKER] = { "roulette.marker", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "617a.5(c)", .classes = IN (OUTCOME) | IN (PROCEDURE) },
  [SKY_CHECK_ROULETTE_COLOUR] = { "roulette.colour", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "617a.3(b)", .classes = IN (WAGERS) | IN (PEOPLE), .whole_table = TRUE },
  [SKY_CHECK_BIG_SIX_INVALID_SPIN] = { "big_six.invalid-spin", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "619a.2(b) 619a.2(d)", .classes = IN (OUTCOME) | IN (PROCEDURE) },
  [SKY_CHECK_BIG_SIX_SYMBOL] = { "big_six.symbol", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "619a.1(b)", .classes = IN (OUTCOME) },
  [SKY_CHECK_CASINO_WAR_DECKS] = { "casino_war.decks", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "651a.3", .classes = IN (EQUIPMENT) | IN (POSTED) },
  [SKY_CHECK_CASINO_WAR_CUT] = { "casino_war.cut", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "651a.5(d)", .classes = IN (PROCEDURE), .by_rules = TRUE },
  [SKY_CHECK_CASINO_WAR_BURN] = { "casino_war.burn", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "651a.8(b) 651a.9(f)", .classes = IN (OUTCOME) | IN (PROCEDURE) | IN (PEOPLE) | IN (EQUIPMENT) },
  [SKY_CHECK_CASINO_WAR_DEAL_ORDER] = { "casino_war.deal-order", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "651a.8(c) 651a.9(f)", .classes = IN (OUTCOME) | IN (WAGERS), .whole_table = TRUE, .by_past = TRUE },
  [SKY_CHECK_CASINO_WAR_WAR_WAGER] = { "casino_war.war-wager", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "651a.9(c)(2)", .classes = IN (OUTCOME) | IN (WAGERS) },
  [SKY_CHECK_CASINO_WAR_FACE_UP] = { "casino_war.face-up", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "651a.11(a)", .classes = IN (OUTCOME) },
  [SKY_CHECK_CASINO_WAR_RESHUFFLE] = { "casino_war.reshuffle", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "651a.5(g)", .classes = IN (OUTCOME) | IN (PROCEDURE) | IN (EQUIPMENT) },
  [SKY_CHECK_PAI_GOW_SHAKES] = { "pai_gow.shakes", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "621a.8(a)(2)", .classes = IN (PROCEDURE) },
  [SKY_CHECK_PAI_GOW_NO_ROLL] = { "pai_gow.no-roll", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "621a.12(a) 621a.12(b)", .classes = IN (OUTCOME) | IN (PROCEDURE) },
  [SKY_CHECK_PAI_GOW_START] = { "pai_gow.start", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "621a.8(c) 621a.12(c)", .classes = IN (OUTCOME) | IN (PROCEDURE) | IN (WAGERS), .whole_table = TRUE },
  [SKY_CHECK_PAI_GOW_DELIVERY] = { "pai_gow.delivery", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "621a.8(d) 621a.9", .classes = IN (OUTCOME) | IN (PROCEDURE), .whole_table = TRUE },
  [SKY_CHECK_PAI_GOW_EXPOSED] = { "pai_gow.exposed", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "621a.12(d) 621a.12(e)", .classes = IN (OUTCOME) | IN (WAGERS) },
  [SKY_CHECK_PAI_GOW_SET] = { "pai_gow.set", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "621a.1 621a.10(a)", .classes = IN (OUTCOME) },
  [SKY_CHECK_PAI_GOW_DEALER_SET] = { "pai_gow.dealer-set", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "621a.10(d) 621a.12(f)", .classes = IN (OUTCOME) | IN (WAGERS), .whole_table = TRUE },
  [SKY_CHECK_PAI_GOW_SURRENDER] = { "pai_gow.surrender", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "621a.10(e)", .classes = IN (OUTCOME) | IN (WAGERS) },
  [SKY_CHECK_PAI_GOW_BANK_TURN] = { "pai_gow.bank-turn", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "621a.11(b) 621a.11(c)", .whole_table = TRUE, .classes = IN (OUTCOME) | IN (WAGERS) | IN (PEOPLE), .by_past = TRUE },
  [SKY_CHECK_PAI_GOW_BANK_ELIGIBLE] = { "pai_gow.bank-eligible", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "621a.11(d) 621a.11(f)", .classes = IN (WAGERS) | IN (SETTLEMENTS) | IN (PEOPLE), .whole_table = TRUE, .by_past = TRUE },
  [SKY_CHECK_PROPS_SHAKER] = { "props.shaker", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "668a.3(f) 668a.3(k)", .classes = IN (PROCEDURE) | IN (PEOPLE), .whole_table = TRUE, .by_past = TRUE },
  [SKY_CHECK_PROPS_INVALID_ROLL] = { "props.invalid-roll", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "668a.3(g) 668a.3(h)", .classes = IN (OUTCOME) | IN (PROCEDURE) },
  [SKY_CHECK_PROPS_LAMMER] = { "props.lammer", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, "668a.3(i)", .classes = IN (OUTCOME) | IN (PROCEDURE) | IN (WAGERS), .whole_table = TRUE, .by_past = TRUE },
  [SKY_CHECK_RAISE_IT_UP_BLIND] = { "raise_it_up.blind", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "669a.7(d)(1)", .classes = IN (WAGERS) },
  [SKY_CHECK_RAISE_IT_UP_PLAY] = { "raise_it_up.play", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "669a.11(b) 669a.11(d) 669a.11(f)", .classes = IN (OUTCOME) | IN (WAGERS), .by_past = TRUE },
  [SKY_CHECK_RAISE_IT_UP_DEAL] = { "raise_it_up.deal", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "669a.8(d) 669a.13(c)", .classes = IN (OUTCOME) | IN (WAGERS), .whole_table = TRUE },
  [SKY_CHECK_RAISE_IT_UP_EXPOSED] = { "raise_it_up.exposed", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "669a.13(a) 669a.13(d)", .classes = IN (OUTCOME) | IN (WAGERS), .whole_table = TRUE },
  [SKY_CHECK_RAISE_IT_UP_STUB] = { "raise_it_up.stub", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, "669a.8(f) 669a.8(g) 669a.8(h)", .classes = IN (OUTCOME) | IN (PROCEDURE), .whole_table = TRUE },
  [SKY_CHECK_COVERAGE_CAMERA] = { "coverage.camera", SKY_QUEUE_COVERAGE, SKY_SEVERITY_MAJOR, "465a.9(c)(2)" },
  [SKY_CHECK_COVERAGE_GAP] = { "coverage.gap", SKY_QUEUE_COVERAGE, SKY_SEVERITY_MAJOR, "465a.9(c)(2)" },
  [SKY_CHECK_COVERAGE_UNREADABLE] = { "coverage.unreadable", SKY_QUEUE_COVERAGE, SKY_SEVERITY_MAJOR, "465a.9(c)(2)" },
  [SKY_CHECK_SIGHT_UNREADABLE] = { "sight.unreadable", SKY_QUEUE_COVERAGE, SKY_SEVERITY_INFO, "465a.9(c)(2)" },
};
/* clang-format on */

static const char *const queue_names[SKY_N_QUEUES] = { "dispute",      "variance", "irregularity",
                                                       "confirmation", "coverage", "integrity" };

static const char *const severity_names[SKY_N_SEVERITIES] = { "info", "minor", "major",
                                                              "critical" };

const SkyCheckInfo *
sky_check_info (SkyCheck check)
{
  g_return_val_if_fail (check < SKY_N_CHECKS, NULL);

  return &checks[check];
}

gboolean
sky_check_from_name (const char *name, SkyCheck *check)
{
  for (guint i = 0; i < SKY_N_CHECKS; i++)
    if (g_str_equal (checks[i].name, name))
      {
        *check = i;
        return TRUE;
      }
  return FALSE;
}

const char *
sky_queue_to_name (SkyQueue queue)
{
  return queue_names[queue];
}

const char *
sky_severity_to_name (SkySeverity severity)
{
  return severity_names[severity];
}

/* A word of the blank-separated list, interned. */
const char *
sky_check_section (SkyCheck check, const char *chapter)
{
  gsize length = strlen (chapter);

  g_return_val_if_fail (check < SKY_N_CHECKS, NULL);

  for (const char *word = checks[check].sections; word != NULL && *word != '\0';)
    {
      gsize n = strcspn (word, " ");

      if (n > length && memcmp (word, chapter, length) == 0 && word[length] == '.')
        {
          g_autofree char *copy = g_strndup (word, n);

          return g_intern_string (copy);
        }
      word += n + (word[n] == ' ');
    }
  return NULL;
}
