/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evidence on its way into bytes or back. */
#pragma once

#include "sky-state.h"

G_BEGIN_DECLS

/* Visits all digits of @value, by any machine: in two halves of 32 bits and a power of two. */
void sky_state_long_double (SkyState *state, long double *value);

G_END_DECLS
