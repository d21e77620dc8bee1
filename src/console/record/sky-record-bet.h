/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a bet is typed, whoever says it: a click on the layout is a text for the entry line. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

/* "@2 17/20", "@3 codds supports=w7": @bet for @seat, with all that the layout says of it and
 * without an amount. Returns: a new string. */
char *sky_record_bet_format (const SkyBetRef *bet, gint64 seat) G_GNUC_WARN_UNUSED_RESULT;

/* The same with an amount, which stands before the options. Returns: a new string. */
char *sky_record_bet_add_amount (const char *text, SkyMoney amount) G_GNUC_WARN_UNUSED_RESULT;

/* "2.50": @amount as it is typed. Returns: a new string. */
char *sky_record_money_format (SkyMoney amount) G_GNUC_WARN_UNUSED_RESULT;
/* Reads "5" or "2.50". Returns FALSE if @text is no amount. */
gboolean sky_record_money_parse (const char *text, SkyMoney *amount);

G_END_DECLS
