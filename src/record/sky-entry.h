/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person types for one event: "17/20 5" for a wager, "result 43" for the dice. The game's
 * table of bets gives the words for wagers, the table of formats those for every other event. So
 * each event of each game can be typed.
 *
 * A wager is [@SEAT] BET [AMOUNT] [OPTION…]. BET is the bet's code or its name in logs. Three
 * letters of a name will do if no other bet begins so. The bet's own members follow, attached or
 * after a blank: "h8", "hardway 8", "17/20", "red". AMOUNT is in units of the currency: "5",
 * "2.50". Odds find their wager by seat, and by number where a seat has several: "codds6 20".
 * OPTIONs are `vig=1`, `via=call`, `confirmed=yes`, `wager=w7` (the id) and `supports=w3`.
 *
 * Any other event is TYPE VALUE…: its type's name, then the members that it must have, in the
 * format's order. NAME=VALUE adds one that it may have. Dice are "43", cards "JH" or "JHJC2D",
 * tiles "1-2,3-4"; money is in units of the currency. A text with blanks stands in quotation marks,
 * JSON in its braces. */
#pragma once

#include "sky-record-error.h"
#include "sky-table.h"

G_BEGIN_DECLS

/* No table has more seats: a higher number is a slip. */
#define SKY_ENTRY_MAX_SEATS 16

/* What need not be typed, because it stays the same from line to line. */
typedef struct
{
  gint64 seat;     /* the seat in hand; 0: none */
  SkyMoney amount; /* the amount in hand; 0: none */
} SkyEntryHand;

typedef struct
{
  SkyEventType type;
  const SkyBet *bet; /* of a wager; otherwise NULL */
  char *members;     /* JSON members of its own, separated by commas; "": none */
} SkyEntry;

/* What @text means at @table, now. A wager gets the id @wager unless the text names one. A later
 * wager without amount is for as much as its seat's first. Returns: a new entry, or NULL with
 * SKY_RECORD_ERROR_ENTRY, whose message names the word that is not understood. The result may still
 * be refused by the log's format. */
SkyEntry *sky_entry_parse (const char *text,
                           const SkyEntryHand *hand,
                           SkyTable *table,
                           const char *wager,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_entry_free (SkyEntry *self);

/* How @bet is typed, without an amount: "17/20", "h8". A bet's area and the wager that it supports
 * are left out. Returns: a new string. */
char *sky_entry_format_bet (const SkyBetRef *bet);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyEntry, sky_entry_free)

G_END_DECLS
