/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The alternative laws for a wheel or dice: for each, the logarithm of the likelihood ratio of the
 * counts against fair equipment. A family's list and its order are fixed. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Arcs: from each place clockwise, of six widths, each more likely by one of four tilts. @places is
 * 38 or 37 for pockets (§ 617a.1(c), § 617a.1(d)), 54 for sections (§ 619a.1), and as many for
 * displacements. */
guint sky_arcs_number (guint places);
void sky_arcs_compare (guint places, const gint64 *counts, long double *ln_l);
/* "arc/PLACE/WIDTH/TILT". Returns: a new string. */
char *sky_arcs_name (guint places, guint alternative);

/* The places of an alternative's arc, in @cells. Returns: how many. */
guint sky_arcs_cells (guint places, guint alternative, guint *cells);

/* How much each observation tells, on average, where @alternative is so (Kullback-Leibler). */
long double sky_arcs_divergence (guint places, guint alternative);

/* The alternatives that differ in size alone stand together, the smallest first. */
#define SKY_N_SIZES 4

/* Dice: a face, an end, or an axis. @counts are the times that each of the six faces came. */
#define SKY_DICE_FACES 6
#define SKY_N_DICE     72
void sky_dice_compare (const gint64 counts[SKY_DICE_FACES], long double ln_l[SKY_N_DICE]);
/* "face/FACE/TILT", "loaded/FACE/TILT", "axis/FACE/TILT" (the lower face of the axis; a tilt below
 * nothing has its sign). Returns: a new string. */
char *sky_dice_name (guint alternative);

/* The faces that it makes more likely (of an axis the two, also where it makes them less so), from
 * 0 on. Returns: how many. */
guint sky_dice_cells (guint alternative, guint *cells);
long double sky_dice_divergence (guint alternative);

/* A shooter's sevens: fewer or more than one throw in six. */
#define SKY_N_SEVENS 5
void sky_sevens_compare (gint64 sevens, gint64 others, long double ln_l[SKY_N_SEVENS]);
/* "p7/PROBABILITY". Returns: a new string. */
char *sky_sevens_name (guint alternative);
long double sky_sevens_divergence (guint alternative);
/* The first of the alternatives that are on @alternative's side, fewer or more, and how many those
 * are. */
guint sky_sevens_side (guint alternative, guint *n);
/* Of that side the one nearest to one in six. */
guint sky_sevens_smallest (guint alternative);

G_END_DECLS
