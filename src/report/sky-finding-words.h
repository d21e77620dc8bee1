/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a finding has as recorded or recomputed, a JSON object, in words for a reader of paper. The
 * words are English, as all of a package and of the record is. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "won; paid $6.00; returned $10.00": each member by itself, money as money. Of a member
 * that this Skyward does not know, its name and value. Returns: a new string; NULL when @json is
 * NULL or no object. */
char *sky_finding_words (const char *json) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
