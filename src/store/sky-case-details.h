/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a case is: its type, the people in it, and its disposition. Each "case.details" entry has
 * all of it in its data; the last one counts. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *type;        /* a word of sky_case_types, or other words; NULL: none */
  char **people;     /* NULL-terminated, a text for each person ("Lee Ott, dealer"); not NULL */
  char *disposition; /* a word of sky_case_dispositions, or other words; NULL: none */
} SkyCaseDetails;

/* A word that the ledger has, and what people read for it. */
typedef struct
{
  const char *word;
  const char *label; /* in English, for translation */
} SkyCaseWord;

/* Both end with a word that is NULL. */
extern const SkyCaseWord sky_case_types[];
extern const SkyCaseWord sky_case_dispositions[];

/* Returns: the label of @word in @words, in English; @word itself if it is none of them. */
const char *sky_case_word_to_label (const SkyCaseWord *words, const char *word);

/* @people: (nullable): a person a line; empty lines are none. NULL and blanks are no type and no
 * disposition. */
SkyCaseDetails *sky_case_details_new (const char *type,
                                      const char *people,
                                      const char *disposition) G_GNUC_WARN_UNUSED_RESULT;
void sky_case_details_free (SkyCaseDetails *self);

/* Returns: (nullable): what the data of a "case.details" entry says; NULL: nothing of that kind. */
SkyCaseDetails *sky_case_details_read (const char *data) G_GNUC_WARN_UNUSED_RESULT;
/* Returns: that data, a new string. */
char *sky_case_details_write (const SkyCaseDetails *self) G_GNUC_WARN_UNUSED_RESULT;

/* Returns: a line about it in English, a new string. */
char *sky_case_details_describe (const SkyCaseDetails *self) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCaseDetails, sky_case_details_free)

G_END_DECLS
