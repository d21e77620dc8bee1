/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rates of error for people: the command line prints the same texts that the console shows. */
#pragma once

#include "sky-estimate.h"

G_BEGIN_DECLS

/* "3 of 1204 settlements differ from the rules: 0.25 % (0.05…0.73); 12 windows, 3 with one; exact".
 * Where too few windows have an error, only the counts. Returns: a new string. */
char *sky_estimate_row_describe (const SkyEstimateRow *row) G_GNUC_WARN_UNUSED_RESULT;

/* The rate corrected for the coder, or why it is not. Returns: a new string; NULL if several people
 * recorded. */
char *sky_estimate_row_describe_coder (const SkyEstimateRow *row) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
