/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every file of the console includes, and the compiler reads once for all of them
 * (meson.build, c_pch). No file names this one, so it needs no guard, of which the compiler would
 * complain here. */
#include <adwaita.h>

#include "sky-shown-widgets.h"
