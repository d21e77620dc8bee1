/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-import-error.h"

GQuark
sky_import_error_quark (void)
{
  return g_quark_from_static_string ("sky-import-error");
}
