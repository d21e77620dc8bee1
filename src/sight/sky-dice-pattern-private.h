/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second reader of dice: the pips of a place, and the face that they make. Only the module that
 * looks at pictures has it. */
#pragma once

#include <opencv2/core.hpp>
#include <vector>

/* A pip's diameter is about this part of the edge. */
constexpr double PIP = 1.0 / 5.5;
/* Where a die may lie, in pixels of the picture. */
struct Place
{
  cv::Point2d at;
  double edge;
};

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

/* What the pips at a place make. */
struct Pattern
{
  unsigned value = 0;            /* 0: no face, or more than one */
  std::vector<cv::Point2d> pips; /* in the picture */
  cv::Point2d middle;            /* of the face, in the picture */
  double size = 1;               /* of its edge, in edges as the place has them */
  bool plain = false; /* nothing that spots of other kinds make there speaks against it */
};

/* How far apart two points are. */
double distance (const cv::Point2d &a, const cv::Point2d &b);

/* A square of @side around @at, as @pixels by @pixels. */
cv::Mat cut (const cv::Mat &picture, const cv::Point2d &at, double side, int pixels);

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

/* The face at @place. */
Pattern find_pattern (const cv::Mat &picture, const Place &place);
