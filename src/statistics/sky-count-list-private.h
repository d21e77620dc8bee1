/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts as histories have them, in lists of JSON (sky-history.h). They come from outside: whatever
 * cannot be is refused, and each function returns FALSE for it. */
#pragma once

#include "sky-json.h"
#include "sky-stream.h"

G_BEGIN_DECLS

/* No count is greater: more than a table could play in ages. */
#define SKY_COUNT_LIST_MOST (G_GINT64_CONSTANT (1) << 32)

/* Whether @node, which may be NULL, is a list of @n. */
gboolean sky_count_list_is (const SkyJsonNode *node, guint n);

/* Reads a count, or a list of @n. @node may be NULL. */
gboolean sky_count_list_read_one (const SkyJsonNode *node, gint64 *count);
gboolean sky_count_list_read (const SkyJsonNode *node, gint64 *counts, guint n);

/* Reads a game's week of a pair: [x, n] of the pair, of the dealer's other patrons, of the patron's
 * other dealers. */
gboolean sky_count_list_read_pair (const SkyJsonNode *node, SkyPairStratum *pair);

/* Reads what rounds say of money: {"rounds":400,"gain":-1200,"ln_l":["-0.02",…]}; its theory and
 * variance are not there. */
gboolean sky_count_list_read_wins (const SkyJsonNode *node, SkyWins *wins);

G_END_DECLS
