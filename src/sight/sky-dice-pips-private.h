/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Round spots in a picture, and whether they lie as the pips of a face do. Only the module that
 * looks at pictures has it. */
#pragma once

#include <cmath>
#include <opencv2/core.hpp>
#include <vector>

/* A pip's diameter is about this part of the edge. */
constexpr double PIP = 1.0 / 5.5;

/* A round spot. */
struct Pip
{
  cv::Point2d at;
  double diameter;
  bool dark;
  double round; /* its width by its length: 1 for a disc */
  double solid; /* its area by that of an ellipse with the same deviations: 1 for a disc */
  int step;     /* how much lighter or darker it is than what lies around it, at least */
};

/* How far apart two points are. */
inline double
distance (const cv::Point2d &a, const cv::Point2d &b)
{
  const cv::Point2d off = a - b;

  /* Nothing here is so far away that it overflows. */
  return std::sqrt (off.dot (off));
}

/* A square of @side around @at, as @pixels by @pixels, turned by @turn. @tall: of a rectangle that
 * is as many times less high, stretched to the same. */
cv::Mat cut (const cv::Mat &picture,
             const cv::Point2d &at,
             double side,
             int pixels,
             double turn = 0,
             double tall = 1);

/* Appends the round spots of @plane within @mask that pips of a die of @edge may be; 0: of any
 * size. A spot comes once for each threshold at which it is found: united(). */
void find_pips (const cv::Mat &plane, const cv::Mat &mask, double edge, std::vector<Pip> &pips);

/* Each spot once, the largest first. What is @alike times as large and lies around it is another.
 */
std::vector<Pip> united (std::vector<Pip> &pips, double alike);

/* Whether @spots lie as the pips of a face of as many do, seen at any angle up to some 50°.
 * Returns: the side of one step of their lattice, from the face's middle to its corner's pip along
 * a side; 0: they do not. */
double find_step (const std::vector<cv::Point2d> &spots);
