/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Within the module that looks for cards: light quadrilaterals with a card's proportions. */
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

/* Corners, clockwise, from the left end of a shorter side. */
using Outline = std::array<cv::Point2d, 4>;

/* A point on it, and its direction, of length 1. */
struct Line
{
  cv::Point2d at, along;
};

double distance (const cv::Point2d &a, const cv::Point2d &b);
double cross (const cv::Point2d &a, const cv::Point2d &b);
/* The line along most of @points: few that lie far off it do not count much. */
Line fit_line (const std::vector<cv::Point2d> &points);
cv::Point2d middle_of (const Outline &outline);
/* The mean of the shorter sides. */
double width_of (const Outline &outline);
/* The same outline as @other, from the same corner on, or @turned by half. */
bool is_same (const Outline &one, const Outline &other, bool *turned);
/* Makes the first side one of the shorter ones. */
void begin_with_shorter (Outline &outline);
/* Whether its sides and angles are those of a card that is seen at most somewhat obliquely. */
bool has_proportions (const Outline &outline);
/* Whether a card that is @across pixels wide may be one of @width (0: of any width). */
bool is_wide_enough (double across, double width);

/* The least of each pixel's three colors: white has much of each, felt and wood little of one. */
cv::Mat least_color_of (const cv::Mat &picture);
/* A picture in squares of so many pixels, each with their mean. */
constexpr int SQUARE = 8;
cv::Mat in_squares (const cv::Mat &picture);
/* The parts of a picture of @size whose @squares are not 0, with @around pixels around them. No two
 * overlap. */
std::vector<cv::Rect> find_parts (const cv::Mat &squares, int around, const cv::Size &size);
/* The parts of a picture, of whose colors @least is the least, that are light enough for a card,
 * with some of what lies around, where @mask is not 0. */
std::vector<cv::Rect> find_light (const cv::Mat &least, const cv::Mat &mask);

/* The outlines of what may be a card of @width pixels (0: of any width) in @parts of @picture where
 * @mask is not 0. @picture has blue, green and red, @least the least of them. What most levels of
 * brightness have comes first. */
std::vector<Outline> find_outlines (const cv::Mat &picture,
                                    const cv::Mat &least,
                                    const std::vector<cv::Rect> &parts,
                                    const cv::Mat &mask,
                                    double width);

/* Likewise, by two opposite corners of straight edges and most of the way between them: what no
 * level of brightness shows whole. Those of which most is seen come first. */
std::vector<Outline> find_outlines_by_lines (const cv::Mat &least,
                                             const std::vector<cv::Rect> &parts,
                                             const cv::Mat &mask,
                                             double width);
