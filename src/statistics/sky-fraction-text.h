/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fraction as the package's records and the examples write it. */
#pragma once

#include <glib.h>
#include <gmp.h>

G_BEGIN_DECLS

/* @numerator / @denominator in lowest terms: "-2500/19". Returns: a new string. */
char *sky_fraction_text (const mpz_t numerator, guint64 denominator) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
