/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the pips of a face lie: the six patterns, and the one that spots make. Only the module that
 * looks at pictures has it. */
#pragma once

#include <cmath>
#include <opencv2/core.hpp>
#include <vector>

/* Where the pips of each face lie, in steps from its middle to a corner's pip, along its sides. */
extern const std::vector<cv::Point2d> PATTERNS[7];

/* Wherever a face may have a pip. */
extern const std::vector<cv::Point2d> SITES;

/* How a face lies: turned, with its corner's pips `step` away, and pressed together by `flat`
 * across `lean`, as one seen at an angle is. Lengths in edges. */
struct Pose
{
  double turn;
  double step;
  double flat;
  double lean;
  double size; /* the edge, by how far the pips lie apart, in edges as the place has them */
  cv::Point2d middle;

  std::vector<cv::Point2d>
  place (const std::vector<cv::Point2d> &pattern) const
  {
    const cv::Point2d turned = direction_of (turn), leaning = direction_of (lean);
    std::vector<cv::Point2d> places;

    for (const cv::Point2d &p : pattern)
      places.push_back (place (p, turned, leaning));
    return places;
  }

  /* One of them, by the directions of `turn` and `lean`, which thousands of poses share. */
  cv::Point2d
  place (const cv::Point2d &p, const cv::Point2d &turned, const cv::Point2d &leaning) const
  {
    double c = turned.x * step, s = turned.y * step;
    cv::Point2d q (p.x * c - p.y * s, p.x * s + p.y * c);
    double along = q.x * leaning.x + q.y * leaning.y,
           across = (-q.x * leaning.y + q.y * leaning.x) * flat;

    return { middle.x + along * leaning.x - across * leaning.y,
             middle.y + along * leaning.y + across * leaning.x };
  }

  static cv::Point2d
  direction_of (double angle)
  {
    return { std::cos (angle), std::sin (angle) };
  }
};

/* What the spots of one plane make. */
struct Fit
{
  unsigned value = 0;
  Pose pose{};
  double off = HUGE_VAL;
};

/* The face whose pattern the spots make, each in edges from where the die is thought to be and the
 * nearest first. */
Fit fit (const std::vector<cv::Point2d> &spots);
