/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an event of a log says over a camera's picture or on its timeline: wagers, dice, calls and
 * what stops play. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

/* Returns: (nullable): a few words, or NULL for an event without a caption. */
char *sky_caption_of_event (const SkyEvent *event);

G_END_DECLS
