/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All the wagers of a log, by their ids. A day has many thousands, each named several times, so
 * they lie together in blocks with their texts and are freed together. A wager stays where it is.
 */
#pragma once

#include "sky-state.h"
#include "sky-wager.h"

G_BEGIN_DECLS

typedef struct _SkyWagerBook SkyWagerBook;

SkyWagerBook *sky_wager_book_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_wager_book_free (SkyWagerBook *self);

/* Returns: a new wager called @name, empty otherwise; NULL when there is one of that id. */
SkyWager *sky_wager_book_add (SkyWagerBook *self, SkyText name);

/* Returns: the wager, or NULL. */
SkyWager *sky_wager_book_find (SkyWagerBook *self, SkyText name);

/* Returns: @text, ended by a NUL, as long as the book. */
char *sky_wager_book_keep_text (SkyWagerBook *self, SkyText text);

/* For a table's state (sky-table-state.h). */

/* The wagers by the order in which they came. */
guint sky_wager_book_get_n_wagers (const SkyWagerBook *self);
SkyWager *sky_wager_book_get_wager (const SkyWagerBook *self, guint index);

/* Returns: a new wager that has no id yet; to be given one before the book is asked for it. */
SkyWager *sky_wager_book_add_blank (SkyWagerBook *self);
/* Names the blank ones in the order in which they were made. Returns FALSE when it is not @wager's
 * turn, or there is a wager of that id already. */
gboolean sky_wager_book_name_blank (SkyWagerBook *self, SkyWager *wager, const char *name);

/* The ids of all wagers. What is read of those that are no objects of @state is that they were. */
void sky_wager_book_visit_forgotten (SkyWagerBook *self, SkyState *state);
/* Whether the book was asked for such a wager, or for one that it cannot tell from one: then it
 * was of no use. */
gboolean sky_wager_book_is_lacking (const SkyWagerBook *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWagerBook, sky_wager_book_free)

/* Makes @wager, which the book has, one of which nothing is known but its id. */
void sky_wager_book_renew (SkyWager *wager);

G_END_DECLS
