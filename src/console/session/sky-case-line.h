/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a case is, and how it stands, as lines in the reader's language. */
#pragma once

#include "sky-case.h"

G_BEGIN_DECLS

/* Returns: whether the case is open, and who opened it when, in @zone (NULL: UTC); a new string. */
char *sky_case_line_new_for_state (const SkyCase *info, GTimeZone *zone) G_GNUC_WARN_UNUSED_RESULT;

/* Its type, people and disposition. @details: (nullable). Returns: a new string; NULL: they say
 * nothing. */
char *sky_case_line_new (const SkyCaseDetails *details) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
