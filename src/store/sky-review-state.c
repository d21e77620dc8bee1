/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-review-state.h"

static const char *const names[SKY_N_REVIEW_STATES] = {
  [SKY_REVIEW_OPEN] = "open",           [SKY_REVIEW_IN_REVIEW] = "in_review",
  [SKY_REVIEW_CONFIRMED] = "confirmed", [SKY_REVIEW_DISMISSED] = "dismissed",
  [SKY_REVIEW_ESCALATED] = "escalated",
};

const char *
sky_review_state_to_name (SkyReviewState state)
{
  g_return_val_if_fail ((guint) state < SKY_N_REVIEW_STATES, NULL);
  return names[state];
}
