/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Histories given as counts, computed without a store. A package includes those of a pattern, so
 * that anyone can recompute the evidence. The form is that of the published worked examples:
 *
 *     {"kind":"arc","categories":38,"weeks":[[19, 19, …], …]}
 *     {"kind":"dice","weeks":[[341, 320, 340, 360, 328, 311], …]}       faces 1 to 6
 *     {"kind":"sevens","weeks":[[33, 167], …]}                          sevens, other throws
 *     {"kind":"rate","weeks":[[[3, 100, 1000, 12], …], …]}              x, n, N, E a stratum
 *     {"kind":"pair","weeks":[[[4, 800], [6, 6000], [3, 4000]], …]}     the pair; others; elsewhere
 *     {"kind":"pair","weeks":[[[[4, 800], …], …], …]}                   the same, a list by game
 *     {"kind":"win","wheel":"double_zero","weeks":[[{"wagers":[[["7"], 35, 500]],"pocket":"29"}]]}
 *     {"kind":"win-sums","weeks":[{"rounds":400,"gain":-1200,"ln_l":["-0.02",…]}, …]}
 *     {"kind":"law","wheel":"double_zero","wagers":[[["7"], 35, 500]]}
 *     {"kind":"interval","x":3,"n":1000,"alpha":"1/20"}
 */
#pragma once

#include "sky-json.h"

G_BEGIN_DECLS

/* Computes @history and writes its values as members onto @values, the inside of a JSON object.
 * Returns FALSE if the history cannot be read, with the place and the cause in @cause; @values is
 * then unusable. */
gboolean sky_history_compute (const SkyJsonNode *history, GString *values, char **cause);

G_END_DECLS
