/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight.h"

#include "sky-sight-resources.h"

#include <string.h>

const char *
sky_sight_reason_to_name (SkySightReason reason)
{
  static const char *const names[] = {
    [SKY_SIGHT_NO_FOOTAGE] = "no_footage",
    [SKY_SIGHT_COVERED] = "covered",
    [SKY_SIGHT_COUNT] = "count",
    [SKY_SIGHT_MOVING] = "moving",
    [SKY_SIGHT_TOO_SMALL] = "too_small",
    [SKY_SIGHT_READERS_DIFFER] = "readers_differ",
    [SKY_SIGHT_READ] = "read",
  };

  return names[reason];
}

GBytes *
sky_sight_get_model (void)
{
  return g_resource_lookup_data (sky_sight_get_resource (), "/org/skyward/sight/dice.onnx",
                                 G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

void
sky_sight_digest_model (char hex[SKY_DIGEST_HEX_SIZE])
{
  g_autoptr (GBytes) model = sky_sight_get_model ();
  guint8 digest[SKY_DIGEST_SIZE];

  sky_digest_bytes (g_bytes_get_data (model, NULL), g_bytes_get_size (model), digest);
  sky_digest_to_hex (digest, hex);
}

static int
compare_values (const void *a, const void *b)
{
  guint one = *(const guint *) a, other = *(const guint *) b;

  return one < other ? -1 : one > other;
}

/* Whether both saw the same dice, in whatever order they lay. */
static gboolean
agree (const SkySightReading *one, const SkySightReading *other)
{
  guint a[SKY_SIGHT_MAX_DICE], b[SKY_SIGHT_MAX_DICE];

  memcpy (a, one->values, sizeof a);
  memcpy (b, other->values, sizeof b);
  qsort (a, one->n_dice, sizeof a[0], compare_values);
  qsort (b, other->n_dice, sizeof b[0], compare_values);
  return one->n_dice == other->n_dice && memcmp (a, b, one->n_dice * sizeof a[0]) == 0;
}

SkySightReading
sky_sight_unite (const SkySightReading *readings, gsize n_readings)
{
  SkySightReading best = { .reason = SKY_SIGHT_NO_FOOTAGE };

  for (gsize i = 0; i < n_readings; i++)
    {
      const SkySightReading *reading = &readings[i];

      if (reading->reason == SKY_SIGHT_READ && best.reason == SKY_SIGHT_READ
          && !agree (reading, &best))
        {
          best.reason = SKY_SIGHT_READERS_DIFFER;
          return best;
        }
      if (best.camera == NULL || reading->reason > best.reason
          || (reading->reason == best.reason && reading->probability > best.probability))
        best = *reading;
    }
  return best;
}
