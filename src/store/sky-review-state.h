/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a finding's review, as the ledger's entries about it leave it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The database has these numbers: add new states at the end. */
typedef enum
{
  SKY_REVIEW_OPEN,
  SKY_REVIEW_IN_REVIEW,
  SKY_REVIEW_CONFIRMED,
  SKY_REVIEW_DISMISSED,
  SKY_REVIEW_ESCALATED,
  SKY_N_REVIEW_STATES,
} SkyReviewState;

/* "open", "in_review", "confirmed", "dismissed", "escalated". */
const char *sky_review_state_to_name (SkyReviewState state);

G_END_DECLS
