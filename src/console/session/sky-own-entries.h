/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a desk said lately, one word right upon the other. Whoever says a second word before the
 * first is answered has seen the first, and nobody else was faster. References may be let go of in
 * any thread; it is used in that of one store worker alone. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyOwnEntries SkyOwnEntries;

SkyOwnEntries *sky_own_entries_new (void) G_GNUC_WARN_UNUSED_RESULT;
SkyOwnEntries *sky_own_entries_ref (SkyOwnEntries *self) G_GNUC_WARN_UNUSED_RESULT;
void sky_own_entries_unref (SkyOwnEntries *self);

/* The ledger's last entry about @of (a finding's key, a case's id) that @credential has seen, when
 * @seen was the last that was shown. */
gint64
sky_own_entries_get_seen (SkyOwnEntries *self, const char *credential, const char *of, gint64 seen);

/* @credential added the entry @number about @of, and what was said last before it was @seen, which
 * the above returned. */
void sky_own_entries_add (
    SkyOwnEntries *self, const char *credential, const char *of, gint64 seen, gint64 number);

G_END_DECLS
