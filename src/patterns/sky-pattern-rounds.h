/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rounds of which a pattern's evidence is greatest, one by one. */
#pragma once

#include "sky-patterns.h"
#include "sky-store.h"

G_BEGIN_DECLS

/* As many are looked at as a rule. */
#define SKY_PATTERN_ROUNDS 50

typedef struct
{
  char *table;
  char *game;
  SkyDay gaming_day;
  gint64 log; /* its id */
  gint64 round;
  SkyTime at;   /* its end */
  char *result; /* the pocket or section that came: "00" */
} SkyPatternRound;

void sky_pattern_round_free (SkyPatternRound *self);

/* Whether single rounds can be told: of wheels, and of a dealer's spins. */
gboolean sky_pattern_has_rounds (const SkyPattern *self);

/* The last @most rounds whose results lie in the arc of @self, or which moved the ball by one of
 * its distances: the latest first. It reads logs, from the last gaming day back, where they are
 * now. @n_unread takes how many of them could not be read. Returns an array of SkyPatternRound. */
GPtrArray *sky_pattern_list_rounds (const SkyPattern *self,
                                    SkyStore *store,
                                    guint most,
                                    guint *n_unread,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPatternRound, sky_pattern_round_free)

G_END_DECLS
