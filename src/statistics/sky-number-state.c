/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-number-state.h"

#include <math.h>

/* What a number is. */
enum
{
  FINITE,
  ABOVE_ALL,
  BELOW_ALL,
  NO_NUMBER,
  BELOW_ZERO, /* -0 */
};

static int
classify (long double value)
{
  if (isnan (value))
    return NO_NUMBER;
  if (isinf (value))
    return value > 0 ? ABOVE_ALL : BELOW_ALL;
  return value == 0 && signbit (value) ? BELOW_ZERO : FINITE;
}

static void
write_long_double (SkyState *state, long double value)
{
  gint64 numbers[] = { classify (value), 0, 0, 0 };

  if (numbers[0] == FINITE && value != 0)
    {
      int power;
      const long double scaled = frexpl (value, &power) * 0x1p32L;

      numbers[1] = (gint64) scaled;
      numbers[2] = (gint64) ((scaled - (long double) numbers[1]) * 0x1p32L);
      numbers[3] = power;
    }
  sky_state_write_numbers (state, numbers, numbers[0] == FINITE ? G_N_ELEMENTS (numbers) : 1);
}

static void
read_long_double (SkyState *state, long double *value)
{
  int kind = 0, power = 0;
  gint64 high = 0, low = 0;

  sky_state_int (state, kind);
  if (kind == FINITE)
    {
      sky_state_int (state, high);
      sky_state_int (state, low);
      sky_state_int (state, power);
    }
  switch (kind)
    {
    case FINITE:
      *value = ldexpl ((long double) high * 0x1p32L + (long double) low, power - 64);
      break;
    case ABOVE_ALL:
      *value = INFINITY;
      break;
    case BELOW_ALL:
      *value = -INFINITY;
      break;
    case NO_NUMBER:
      *value = NAN;
      break;
    case BELOW_ZERO:
      *value = -0.0L;
      break;
    default:
      sky_state_refuse (state);
    }
}

void
sky_state_long_double (SkyState *state, long double *value)
{
  if (sky_state_is_reading (state))
    read_long_double (state, value);
  else
    write_long_double (state, *value);
}
