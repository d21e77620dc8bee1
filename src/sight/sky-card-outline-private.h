/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Within the module that looks for cards: light quadrilaterals with a card's proportions. */
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

/* Corners, clockwise, from the left end of a shorter side. */
using Outline = std::array<cv::Point2d, 4>;

double distance (const cv::Point2d &a, const cv::Point2d &b);
cv::Point2d middle_of (const Outline &outline);
/* The mean of the shorter sides. */
double width_of (const Outline &outline);

/* The outlines of what may be a card of @width pixels (0: of any width) in @picture, which has
 * blue, green and red, where @mask is not 0. The largest come first. */
std::vector<Outline> find_outlines (const cv::Mat &picture, const cv::Mat &mask, double width);
