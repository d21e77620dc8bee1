/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All the wagers of a log, by id. A day has many thousands, each named several times. So they are
 * stored in blocks with their texts and freed together. A wager never moves. */
#pragma once

#include "sky-state.h"
#include "sky-wager.h"

G_BEGIN_DECLS

typedef struct _SkyWagerBook SkyWagerBook;

SkyWagerBook *sky_wager_book_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_wager_book_free (SkyWagerBook *self);

/* Returns a new wager named @name, otherwise empty; NULL if that id exists. */
SkyWager *sky_wager_book_add (SkyWagerBook *self, SkyText name);

/* Returns: the wager, or NULL. */
SkyWager *sky_wager_book_find (SkyWagerBook *self, SkyText name);

/* Returns a NUL-terminated copy of @text that lasts as long as the book. */
char *sky_wager_book_keep_text (SkyWagerBook *self, SkyText text);

/* For a table's state (sky-table-state.h). */

/* The wagers in the order in which they came. */
guint sky_wager_book_get_n_wagers (const SkyWagerBook *self);
SkyWager *sky_wager_book_get_wager (const SkyWagerBook *self, guint index);

/* Returns a new wager without an id. Name it before the next look-up. */
SkyWager *sky_wager_book_add_blank (SkyWagerBook *self);
/* Names the blank wagers in the order in which they were made. Returns FALSE if it is not @wager's
 * turn, or if the id exists. */
gboolean sky_wager_book_name_blank (SkyWagerBook *self, SkyWager *wager, const char *name);

/* The ids of all wagers. For wagers that are not objects of @state, reading restores only that they
 * existed. */
void sky_wager_book_visit_forgotten (SkyWagerBook *self, SkyState *state);
/* Whether someone looked up such a wager, or one that the book cannot distinguish from one: the
 * book is then unusable. */
gboolean sky_wager_book_is_lacking (const SkyWagerBook *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWagerBook, sky_wager_book_free)

/* Resets @wager, which the book has, to one of which only the id is known. */
void sky_wager_book_renew (SkyWager *wager);

G_END_DECLS
