/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether dice or cards can be read off a camera's pictures. They must be large enough, the camera
 * must not look too obliquely, and it must record enough frames a second. */
#pragma once

#include "sky-game.h"
#include "sky-sight-archive.h"
#include "sky-sight-results.h"

G_BEGIN_DECLS

/* What reading needs. */
#define SKY_SIGHT_LEAST_DIE_PX  24
#define SKY_SIGHT_LEAST_CARD_PX 44
#define SKY_SIGHT_MOST_TILT     35 /* degrees */
#define SKY_SIGHT_LEAST_FRAMES  8  /* a second */

typedef struct
{
  int px;      /* a die's edge, or a card's width; 0: not stated */
  double tilt; /* off the vertical, in degrees; less than 0: not known */
  int frames;  /* in @seconds; 0: not known */
  int seconds;
  SkySightKind kind;
} SkySightConditions;

/* As @view (nullable: there is none) says of a table of @game, which has dice or cards; the frames
 * are not known. */
SkySightConditions sky_sight_conditions_find (const SkyCameraView *view, SkyGameId game);

/* Counts the frames of the first recording of @camera, in the archive @folder, that plays. Blocks.
 */
void sky_sight_conditions_count_frames (SkySightConditions *self,
                                        const char *folder,
                                        const SkyFootageCamera *camera);

/* Returns: phrases, a sentence each, of what is too small, too oblique or too slow. */
GPtrArray *
sky_sight_conditions_list_doubts (const SkySightConditions *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
