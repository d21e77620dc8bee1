/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Phrases: sentences as a template and its values, written out only for their reader.
 *
 * The rules and the audit write each finding and each step as a phrase. JSON Lines has it in
 * English (sky_phrase_english()); people read it in their language (sky_phrase_show()). The store
 * and an audit's state keep the phrase itself.
 *
 * A phrase is a text and goes wherever a text goes. A plain text is also a phrase, shown unchanged;
 * an older store has only these. Control characters encode a phrase:
 *
 *     U+0001 template {U+0002 value} U+0003              a phrase
 *     U+0001 one U+0004 many {U+0002 value} U+0003       a phrase that counts its first value
 *     U+0001 U+0005 letter body U+0003                   money (m; M: signed), time (t)
 *
 * A value is a phrase or a text. In a text, U+0006 and a letter replace these characters. Money is
 * in cents. The template is the English sentence, a printf() format with %s, %d and related
 * conversions. */
#pragma once

#include "sky-money.h"
#include "sky-time.h"

#include <inttypes.h>

G_BEGIN_DECLS

/* A phrase of @template, which xgettext finds here, and its values. A value for %s is a text or a
 * phrase; NULL is "". A number is %d, %u, %PRId64 or %PRIu64, without flags. Returns: a new
 * phrase. */
char *sky_phrase (const char *template, ...) G_GNUC_PRINTF (1, 2) G_GNUC_WARN_UNUSED_RESULT;
char *sky_phrase_va (const char *template, va_list values)
    G_GNUC_PRINTF (1, 0) G_GNUC_WARN_UNUSED_RESULT;

/* The same with a count as the first value: @one if it is 1, otherwise @many. Both have the same
 * values. */
char *sky_phrase_count (const char *one, const char *many, ...)
    G_GNUC_PRINTF (2, 3) G_GNUC_WARN_UNUSED_RESULT;

/* Words of our own as a value of a phrase: a template without values that xgettext finds here or at
 * its N_(). Names printed on a layout are not translated and do not belong here. Returns: a phrase
 * that is never freed. */
const char *sky_phrase_words (const char *words);

/* Values with a type. @zone: on whose clock people read the time, "America/New_York". Returns: a
 * new phrase. */
char *sky_phrase_money (SkyMoney amount) G_GNUC_WARN_UNUSED_RESULT;
char *sky_phrase_money_signed (SkyMoney amount) G_GNUC_WARN_UNUSED_RESULT;
char *sky_phrase_time (SkyTime time, const char *zone) G_GNUC_WARN_UNUSED_RESULT;
char *sky_phrase_odds (SkyOdds odds) G_GNUC_WARN_UNUSED_RESULT; /* "7 to 6" */

/* "2, 5 and 6": the @n_items texts or phrases of @items as a list. Returns: a new phrase. */
char *sky_phrase_list (const char *const *items, guint n_items) G_GNUC_WARN_UNUSED_RESULT;

/* @phrase in English, for programs. NULL gives NULL. Returns: a new string. */
char *sky_phrase_english (const char *phrase) G_GNUC_WARN_UNUSED_RESULT;

/* @phrase in the reader's language. NULL gives NULL. Returns: a new string. */
char *sky_phrase_show (const char *phrase) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
