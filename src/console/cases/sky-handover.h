/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A handover at the end of a shift: what is still open, as a line for the surveillance log. */
#pragma once

#include "sky-inbox.h"

G_BEGIN_DECLS

/* "Handover: 12 findings are open: Variances 3, Disputes 1. 1 awaits its second reviewer. Open
 * cases: 3, 7." of what @inbox counts and of @cases (SkyCase). Translated. Returns: a new
 * string. */
char *sky_handover_dup_text (SkyInbox *inbox, GPtrArray *cases) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
