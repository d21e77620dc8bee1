/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sim-options.h"

GQuark
sky_simulate_error_quark (void)
{
  return g_quark_from_static_string ("sky-simulate-error");
}
