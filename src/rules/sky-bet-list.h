/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every bet that a table's layout has, with each choice of its own members: for whoever places
 * wagers by their places or tests that all can be placed. */
#pragma once

#include "sky-log.h"

G_BEGIN_DECLS

/* The bets of the game of @header on its gaming day, each as often as its own members differ. The
 * rules decide which members are permissible, under @submission; NULL: under the defaults. The
 * area of a wager and the wager that odds support are left out: they depend on the table. Returns:
 * a new array of SkyBetRef, whose texts last as long as the program. */
GArray *sky_bet_list_new (const SkyLogHeader *header,
                          const SkyJsonNode *submission) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
