/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight.h"

#include "sky-sight-resources.h"

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
sky_sight_get_model (SkySightKind kind)
{
  return g_resource_lookup_data (sky_sight_get_resource (),
                                 kind == SKY_SIGHT_CARDS ? "/org/skyward/sight/cards.onnx"
                                                         : "/org/skyward/sight/dice.onnx",
                                 G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

void
sky_sight_digest_model (SkySightKind kind, char hex[SKY_DIGEST_HEX_SIZE])
{
  g_autoptr (GBytes) model = sky_sight_get_model (kind);
  guint8 digest[SKY_DIGEST_SIZE];

  sky_digest_bytes (g_bytes_get_data (model, NULL), g_bytes_get_size (model), digest);
  sky_digest_to_hex (digest, hex);
}

gboolean
sky_sight_is_same (const guint *values, guint n, const guint *others, guint n_others)
{
  gboolean matched[SKY_SIGHT_MAX_VALUES] = { FALSE };

  if (n != n_others || n > SKY_SIGHT_MAX_VALUES)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      guint k = 0;

      while (k < n && (matched[k] || others[k] != values[i]))
        k++;
      if (k == n)
        return FALSE;
      matched[k] = TRUE;
    }
  return TRUE;
}

SkySightReading
sky_sight_unite (const SkySightReading *readings, gsize n_readings)
{
  SkySightReading best = { .reason = SKY_SIGHT_NO_FOOTAGE };

  for (gsize i = 0; i < n_readings; i++)
    {
      const SkySightReading *reading = &readings[i];

      if (reading->reason == SKY_SIGHT_READ && best.reason == SKY_SIGHT_READ
          && !sky_sight_is_same (reading->values, reading->n_values, best.values, best.n_values))
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
