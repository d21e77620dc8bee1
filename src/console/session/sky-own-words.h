/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a desk said lately, one word right upon the other. Whoever says a second word before the
 * first is answered has seen the first, and nobody else was faster. References may be let go of in
 * any thread; it is used in that of one store worker alone. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyOwnWords SkyOwnWords;

SkyOwnWords *sky_own_words_new (void) G_GNUC_WARN_UNUSED_RESULT;
SkyOwnWords *sky_own_words_ref (SkyOwnWords *self) G_GNUC_WARN_UNUSED_RESULT;
void sky_own_words_unref (SkyOwnWords *self);

/* The ledger's last entry about @of (a finding's key, a case's id) that @credential has seen, when
 * @seen was the last that was shown. */
gint64
sky_own_words_get_seen (SkyOwnWords *self, const char *credential, const char *of, gint64 seen);

/* @credential added the entry @number about @of, and what was said last before it was @seen, which
 * the above returned. */
void sky_own_words_add (
    SkyOwnWords *self, const char *credential, const char *of, gint64 seen, gint64 number);

G_END_DECLS
