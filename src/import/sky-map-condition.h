/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a rule of a mapping fits a record: comparisons of expressions, joined by && and ||. */
#pragma once

#include "sky-map-expression.h"

G_BEGIN_DECLS

typedef struct _SkyMapCondition SkyMapCondition;

/* Reads "${type} == \"BetPlaced\" && ${number} exists". Returns NULL with what is wrong in @cause.
 */
SkyMapCondition *sky_map_condition_new (SkyMapNames *names,
                                        const char *text,
                                        char **cause) G_GNUC_WARN_UNUSED_RESULT;
void sky_map_condition_free (SkyMapCondition *self);

/* Whether it is true. Returns FALSE with @reason if that is unknown. */
gboolean sky_map_condition_holds (const SkyMapCondition *self,
                                  const SkyMapContext *context,
                                  gboolean *holds,
                                  char **reason);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyMapCondition, sky_map_condition_free)

G_END_DECLS
