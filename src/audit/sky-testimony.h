/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a camera's pictures say of a recorded result. src/testimony makes it; the store keeps it
 * with the log's audit. */
#pragma once

#include "sky-time.h"

G_BEGIN_DECLS

/* What a reading says of the record. The numbers are in stores. */
typedef enum
{
  SKY_SIGHT_CANNOT_READ,
  SKY_SIGHT_AGREES,
  SKY_SIGHT_CONTRADICTS,
  SKY_N_SIGHT_VERDICTS,
} SkySightVerdict;

/* "agrees" and so on. */
const char *sky_sight_verdict_to_name (SkySightVerdict verdict);

typedef struct
{
  guint64 seq; /* of the result */
  gint64 round;
  SkySightVerdict verdict;
  char *content; /* the reading, as `skyward-cli sight --format=jsonl` prints it, without the LF */
} SkyTestimony;

SkyTestimony *sky_testimony_new (guint64 seq,
                                 gint64 round,
                                 SkySightVerdict verdict,
                                 const char *content) G_GNUC_WARN_UNUSED_RESULT;
void sky_testimony_free (SkyTestimony *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyTestimony, sky_testimony_free)

G_END_DECLS
