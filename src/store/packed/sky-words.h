/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of findings, searchable by prefix, ignoring case and accents. Blanks divide a text into
 * pieces. In a piece, a word begins wherever a letter or digit follows something else, and
 * continues to the piece's end. So "623a.5", "5(a" and "a" find "623a.5(a)", and "pay" finds
 * "settle.payout". */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Calls @func with each word of @text (NULL: none), folded. */
typedef void (*SkyWordFunc) (const char *word, gsize length, gpointer data);
void sky_words_each (const char *text, SkyWordFunc func, gpointer data);

/* The words of a search: the pieces of @text, each from its first letter or digit to its last,
 * folded. Returns a new array; NULL if @text is NULL or blank. A text without letters or digits
 * gives one word that never matches: "". */
char **sky_words_wanted (const char *text) G_GNUC_WARN_UNUSED_RESULT;

/* TRUE if a word of @text begins with @wanted, a result of sky_words_wanted(). */
gboolean sky_words_have (const char *text, const char *wanted);

/* The words of up to 256 texts and which of them have each. */
typedef struct _SkyWordList SkyWordList;

SkyWordList *sky_word_list_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_word_list_free (SkyWordList *self);
void sky_word_list_clear (SkyWordList *self);
void sky_word_list_add (SkyWordList *self, guint index, const char *text);

/* Returns: the list as bytes. */
GByteArray *sky_word_list_pack (SkyWordList *self) G_GNUC_WARN_UNUSED_RESULT;

/* Sets those of the texts packed in @bytes in @bits (256 of them) that have a word beginning with
 * @wanted. FALSE: these bytes are not such a list. */
gboolean sky_words_find (const guint8 *bytes, gsize size, const char *wanted, guint64 bits[4]);

G_END_DECLS
