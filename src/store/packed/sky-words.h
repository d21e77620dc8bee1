/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of findings, to search by how they begin. Letters are told apart neither by case nor by
 * accents. A text is divided at blanks; within such a piece a word begins wherever a letter or
 * digit follows something else and goes on to the piece's end, so that "623a.5(a)" is found by
 * "623a.5", "5(a" and "a", and "settle.payout" by "pay". */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Calls @func with each word of @text (NULL: none), folded. */
typedef void (*SkyWordFunc) (const char *word, gsize length, gpointer data);
void sky_words_each (const char *text, SkyWordFunc func, gpointer data);

/* What is looked for: the pieces of @text, each from its first letter or digit to its last, folded.
 * Returns: a new array; NULL when @text is NULL or blank. Of a text without any letter or digit one
 * word that nothing has: "". */
char **sky_words_wanted (const char *text) G_GNUC_WARN_UNUSED_RESULT;

/* TRUE when a word of @text begins with @wanted, as sky_words_wanted() has it. */
gboolean sky_words_have (const char *text, const char *wanted);

/* The words of up to 256 texts and which of them have each. */
typedef struct _SkyWordList SkyWordList;

SkyWordList *sky_word_list_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_word_list_free (SkyWordList *self);
void sky_word_list_clear (SkyWordList *self);
void sky_word_list_add (SkyWordList *self, guint index, const char *text);

/* Returns: the list as bytes. */
GByteArray *sky_word_list_pack (SkyWordList *self) G_GNUC_WARN_UNUSED_RESULT;

/* Sets in @bits (256 of them) those of the texts packed in @bytes that have a word that begins with
 * @wanted. FALSE: these bytes are no such list. */
gboolean sky_words_find (const guint8 *bytes, gsize size, const char *wanted, guint64 bits[4]);

G_END_DECLS
