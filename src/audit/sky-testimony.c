/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-testimony.h"

const char *
sky_sight_verdict_to_name (SkySightVerdict verdict)
{
  static const char *const names[SKY_N_SIGHT_VERDICTS] = {
    [SKY_SIGHT_CANNOT_READ] = "cannot_read",
    [SKY_SIGHT_AGREES] = "agrees",
    [SKY_SIGHT_CONTRADICTS] = "contradicts",
  };

  return names[verdict];
}

SkyTestimony *
sky_testimony_new (guint64 seq, gint64 round, SkySightVerdict verdict, const char *content)
{
  SkyTestimony *self = g_new (SkyTestimony, 1);

  *self = (SkyTestimony){ seq, round, verdict, g_strdup (content) };
  return self;
}

void
sky_testimony_free (SkyTestimony *self)
{
  if (self == NULL)
    return;
  g_free (self->content);
  g_free (self);
}
