/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Phrases: sentences as a template and its values, written out only for whoever reads them.
 *
 * The rules and the audit say what they found, and each step, as a phrase. JSON Lines has it in
 * English (sky_phrase_english()); people read it in their language (sky_phrase_show()). The store
 * and an audit's state keep the phrase itself.
 *
 * A phrase is a text, so it goes wherever a text goes. A plain text is a phrase too and is shown as
 * it is; an older store has only these. The encoding is of control characters:
 *
 *     U+0001 template {U+0002 value} U+0003              a phrase
 *     U+0001 one U+0004 many {U+0002 value} U+0003       a phrase that counts its first value
 *     U+0001 U+0005 letter body U+0003                   money (m, cents; M, with its sign), time
 * (t)
 *
 * A value is a phrase or a text. In a text these characters are told by U+0006 and a letter.
 * The template is the English sentence, a format of printf() with %s and %d and their kin. */
#pragma once

#include "sky-money.h"
#include "sky-time.h"

#include <inttypes.h>

G_BEGIN_DECLS

/* A phrase of @template, which xgettext finds here, and its values. A value of %s is a text or
 * itself a phrase; NULL is "". A number is %d, %u, %PRId64 or %PRIu64, without flags. Returns: a
 * new phrase. */
char *sky_phrase (const char *template, ...) G_GNUC_PRINTF (1, 2) G_GNUC_WARN_UNUSED_RESULT;
char *sky_phrase_va (const char *template, va_list values)
    G_GNUC_PRINTF (1, 0) G_GNUC_WARN_UNUSED_RESULT;

/* The same of something counted, which is the first value: @one when it is 1, else @many. Both have
 * the same values. */
char *sky_phrase_count (const char *one, const char *many, ...)
    G_GNUC_PRINTF (2, 3) G_GNUC_WARN_UNUSED_RESULT;

/* Some of our own words, a template without values that xgettext finds here or at its N_(), as a
 * value of a phrase. Names that are printed on a layout are no such words: they stay. Returns: a
 * phrase that stays for good. */
const char *sky_phrase_words (const char *words);

/* Values with a type. Returns: a new phrase. */
char *sky_phrase_money (SkyMoney amount) G_GNUC_WARN_UNUSED_RESULT;
char *sky_phrase_money_signed (SkyMoney amount) G_GNUC_WARN_UNUSED_RESULT;
char *sky_phrase_time (SkyTime time) G_GNUC_WARN_UNUSED_RESULT;
char *sky_phrase_odds (SkyOdds odds) G_GNUC_WARN_UNUSED_RESULT; /* "7 to 6" */

/* "2, 5 and 6": the @n_items texts or phrases of @items in a row. Returns: a new phrase. */
char *sky_phrase_list (const char *const *items, guint n_items) G_GNUC_WARN_UNUSED_RESULT;

/* @phrase in English, for programs. NULL is NULL. Returns: a new string. */
char *sky_phrase_english (const char *phrase) G_GNUC_WARN_UNUSED_RESULT;

/* @phrase in the language of whoever reads. NULL is NULL. Returns: a new string. */
char *sky_phrase_show (const char *phrase) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
