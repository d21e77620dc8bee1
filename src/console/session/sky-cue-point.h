/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a finding's subject can be seen. The record notes a settlement after the chips are gone, but
 * its error is visible while they lie there. */
#pragma once

#include "sky-stored-finding.h"
#include "sky-table-day.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_CUE_POINT_EVENT,   /* at the instant itself */
  SKY_CUE_POINT_RESULT,  /* at the result, while the chips lie that it settles */
  SKY_CUE_POINT_PICTURE, /* at the picture that was read, a moment after the result */
} SkyCuePoint;

/* Where one looks for what @finding (nullable) is about. */
SkyCuePoint sky_cue_point_of_finding (const SkyStoredFinding *finding);
/* The instant of @day at which @sight shows what was recorded at @at in the round @round; @at
 * itself if that is unknown. Which picture was read the log does not say (sky-day-sight.h). */
SkyTime sky_cue_point_find (SkyCuePoint sight, SkyTableDay *day, gint64 round, SkyTime at);

G_END_DECLS
