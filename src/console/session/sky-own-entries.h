/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A desk's recent entries in quick succession. Who adds a second entry before the first is answered
 * has seen the first, and nobody else decided first. Any thread may drop references; only one store
 * worker's thread uses it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyOwnEntries SkyOwnEntries;

SkyOwnEntries *sky_own_entries_new (void) G_GNUC_WARN_UNUSED_RESULT;
SkyOwnEntries *sky_own_entries_ref (SkyOwnEntries *self) G_GNUC_WARN_UNUSED_RESULT;
void sky_own_entries_unref (SkyOwnEntries *self);

/* The ledger's last entry about @of (a finding's key, a case's id) that @credential has seen, if
 * @seen was the last one shown. */
gint64
sky_own_entries_get_seen (SkyOwnEntries *self, const char *credential, const char *of, gint64 seen);

/* @credential added the entry @number about @of. The previous entry was @seen, the above function's
 * result. */
void sky_own_entries_add (
    SkyOwnEntries *self, const char *credential, const char *of, gint64 seen, gint64 number);

G_END_DECLS
