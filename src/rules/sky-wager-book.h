/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All the wagers of a log, by their ids. A day has many thousands, each named several times, so
 * they lie together in blocks with their texts and are freed together. A wager stays where it is.
 */
#pragma once

#include "sky-wager.h"

G_BEGIN_DECLS

typedef struct _SkyWagerBook SkyWagerBook;

SkyWagerBook *sky_wager_book_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_wager_book_free (SkyWagerBook *self);

/* Returns: a new wager called @name, empty otherwise; NULL when there is one of that id. */
SkyWager *sky_wager_book_add (SkyWagerBook *self, SkyText name);

/* Returns: the wager, or NULL. */
SkyWager *sky_wager_book_find (const SkyWagerBook *self, SkyText name);

/* Returns: @text, ended by a NUL, as long as the book. */
char *sky_wager_book_keep_text (SkyWagerBook *self, SkyText text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWagerBook, sky_wager_book_free)

G_END_DECLS
