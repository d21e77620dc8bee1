/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evidence of one stream: a Shiryaev-Roberts e-detector (Shin, Ramdas, Rinaldo 2022). Each
 * active week multiplies each alternative's evidence by that week's likelihood ratio. The fault may
 * have begun in any week:
 *
 *     R(a,k) = (1 + R(a,k-1)) L(a,k)          R(k) = (1/m) sum over a of R(a,k)
 *
 * Under the null hypothesis the expectation of R at any moment, however chosen, is at most the
 * number of active weeks. All values are natural logarithms in the machine's longest floating
 * point, so that differences of a trillionth survive ten million observations. */
#pragma once

#include "sky-state.h"

G_BEGIN_DECLS

typedef struct _SkyDetector SkyDetector;

/* ln of the mean of e^x over the @n values. */
long double sky_log_mean (const long double *x, guint n);

/* A detector that has seen nothing, with @n_alternatives of 1 or more. */
SkyDetector *sky_detector_new (guint n_alternatives) G_GNUC_WARN_UNUSED_RESULT;
void sky_detector_free (SkyDetector *self);

/* Adds an active week. @week is its number, larger than those before. @ln_l has the logarithm of
 * one likelihood ratio per alternative. A week without an observation is not added. */
void sky_detector_add_week (SkyDetector *self, guint week, const long double *ln_l);

/* The same without remembering the week. */
void sky_detector_pass_week (SkyDetector *self, const long double *ln_l);

/* Visits what the next week begins with. */
void sky_detector_visit (SkyDetector *self, SkyState *state);

/* ln R while a week goes on, of which @ln_l says what was seen so far; the alternative that
 * gathered most by then; and whether R is at least A. */
long double sky_detector_ln_r_so_far (const SkyDetector *self, const long double *ln_l);
guint sky_detector_lead_so_far (const SkyDetector *self, const long double *ln_l);
gboolean sky_detector_reaches (const SkyDetector *self, const long double *ln_l, long double ln_a);

/* How many weeks were added. The functions below need at least one. */
guint sky_detector_n_weeks (const SkyDetector *self);

/* ln R. */
long double sky_detector_ln_r (const SkyDetector *self);

/* The alternative that gathered most, the last of equals: so do the published worked examples. */
guint sky_detector_lead (const SkyDetector *self);

/* The week that the evidence is greatest from, the earliest of equals, and in @ln_e, which may be
 * NULL, the logarithm of the evidence since then. It is the best of many weeks: for reading, not
 * for a verdict. Returns: the week's number. */
guint sky_detector_since (const SkyDetector *self, long double *ln_e);

/* The same of weeks that somebody else remembers: @row gives the row of each, from the last on,
 * which lasts until the next is asked for. Returns: the week's row. */
typedef const long double *(*SkyDetectorRowFunc) (guint k, gpointer data);
guint sky_detector_find_since (
    guint m, guint n_rows, SkyDetectorRowFunc row, gpointer data, long double *ln_e);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyDetector, sky_detector_free)

G_END_DECLS
