/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where dice may lie in a picture: where spots lie as pips do, or where something has changed. Only
 * the module that looks at pictures has it. */
#pragma once

#include "sky-calibration.h"
#include "sky-dice-pattern-private.h"

/* Where a die of @edge (0: of any size) may lie in @picture, the likeliest first. Only what differs
 * from @before counts, if there is one, and nothing in the boxes @ignored. */
std::vector<Place> find_places (const cv::Mat &picture,
                                const cv::Mat &before,
                                double edge,
                                const SkyPictureBox *ignored,
                                gsize n_ignored);

/* The places @known, where dice lay in another picture, and those around there: the camera shakes,
 * or they roll a little. */
std::vector<Place> find_places_near (const cv::Mat &picture, const std::vector<Place> &known);
