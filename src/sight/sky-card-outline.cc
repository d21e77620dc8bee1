/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what may be a card by its outline. Where a card lies on something darker, it stands out at
 * some level of brightness; where it lies on something as light, its edge does. Each side is a line
 * through what lies between two corners, so that rounded corners do not count. */
#include "config.h"

#include "sky-card-outline-private.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace
{
/* The narrowest card that is looked for, in pixels, and how much of a picture the largest takes. */
constexpr double LEAST_WIDTH = 26;
constexpr double MOST_AREA = 0.5;
/* A card's shorter sides by its longer ones; a tilt makes it narrower or wider. */
constexpr double LEAST_RATIO = 0.54;
constexpr double MOST_RATIO = 0.90;
/* Opposite sides by each other, and the cosine of a corner's angle. */
constexpr double MOST_UNLIKE = 1.3;
constexpr double MOST_OBLIQUE = 0.4;
/* How far what lies along a side may lie off its line: in parts of the width, and in pixels. */
constexpr double STRAIGHT = 0.012;
constexpr double ROUGH = 0.8;
/* Which part of a side counts, from its middle on. */
constexpr double MIDDLE_PART = 0.66;
/* How much of its hull an outline fills. */
constexpr double FULL = 0.93;
/* Outlines whose corners all lie this near to each other are one, by their width. */
constexpr double SAME = 0.06;
/* No table has more. */
constexpr size_t MOST_OUTLINES = 64;
constexpr size_t MOST_CONTOURS = 4000;
/* How far a contour of edges lies off them, in pixels. */
constexpr double EDGE = 1.5;
/* What is known of a card's width, at most. */
constexpr double NARROWER = 0.7;
constexpr double WIDER = 1.4;

using Contour = std::vector<cv::Point>;

double
cross (const cv::Point2d &a, const cv::Point2d &b)
{
  return a.x * b.y - a.y * b.x;
}

/* Where two lines meet: each a point and a direction. Returns: false: nowhere near. */
bool
meet (const cv::Vec4f &one, const cv::Vec4f &other, cv::Point2d &at)
{
  cv::Point2d d (one[0], one[1]), e (other[0], other[1]), p (one[2], one[3]),
      q (other[2], other[3]);
  double turn = cross (d, e);

  if (std::abs (turn) < 0.3)
    return false;
  at = p + d * (cross (q - p, e) / turn);
  return true;
}

/* The line along the side from @a to @b of @contour. Returns: false: what lies there is not
 * straight. */
bool
fit_side (const Contour &contour, const cv::Point2d &a, const cv::Point2d &b, cv::Vec4f &line)
{
  std::vector<cv::Point> along;
  double length = distance (a, b);
  cv::Point2d to = (b - a) / length;
  double most = STRAIGHT * length + ROUGH, off = 0;

  for (const cv::Point &point : contour)
    {
      cv::Point2d from = cv::Point2d (point) - a;
      double far = from.dot (to) / length;

      if (std::abs (far - 0.5) < MIDDLE_PART / 2
          && std::abs (cross (to, from)) < 0.06 * length + 1.5)
        along.push_back (point);
    }
  /* A contour that has lost much of its side is not a card's. */
  if (static_cast<double> (along.size ()) < 0.45 * MIDDLE_PART * length)
    return false;
  cv::fitLine (along, line, cv::DIST_HUBER, 0, 0.01, 0.01);
  for (const cv::Point &point : along)
    off += std::abs (
        cross ({ line[0], line[1] }, cv::Point2d (point) - cv::Point2d (line[2], line[3])));
  return off / static_cast<double> (along.size ()) < most;
}

/* The card that @contour is the outline of. */
bool
fit (const Contour &contour, Outline &outline)
{
  Contour hull, rough;

  cv::convexHull (contour, hull);
  if (cv::contourArea (contour) < FULL * cv::contourArea (hull))
    return false;
  double around = cv::arcLength (hull, true);
  for (double part : { 0.03, 0.045, 0.06 })
    {
      cv::approxPolyDP (hull, rough, part * around, true);
      if (rough.size () == 4)
        break;
    }
  if (rough.size () != 4)
    return false;
  std::array<cv::Point2d, 4> corners;
  std::copy (rough.begin (), rough.end (), corners.begin ());
  if (cross (corners[1] - corners[0], corners[2] - corners[1]) < 0)
    std::reverse (corners.begin (), corners.end ());
  std::array<cv::Vec4f, 4> lines;
  for (size_t i = 0; i < 4; i++)
    if (!fit_side (contour, corners[i], corners[(i + 1) % 4], lines[i]))
      return false;
  for (size_t i = 0; i < 4; i++)
    if (!meet (lines[(i + 3) % 4], lines[i], outline[i])
        || distance (outline[i], corners[i]) > 0.12 * around / 4 + 3)
      return false;
  begin_with_shorter (outline);
  return has_proportions (outline);
}

/* An outline and how many levels of brightness have it. */
struct Found
{
  Outline sum;
  size_t n;

  Outline
  mean () const
  {
    Outline outline;

    for (size_t i = 0; i < 4; i++)
      outline[i] = sum[i] / static_cast<double> (n);
    return outline;
  }
};

void
add_outline (std::vector<Found> &found, Outline outline)
{
  bool turned;

  for (Found &other : found)
    if (is_same (other.mean (), outline, &turned))
      {
        for (size_t i = 0; i < 4; i++)
          other.sum[i] += outline[(i + (turned ? 2 : 0)) % 4];
        other.n++;
        return;
      }
  if (found.size () < MOST_OUTLINES)
    found.push_back ({ outline, 1 });
}

/* The same outline with its sides @by farther out. */
Outline
grown (const Outline &outline, double by)
{
  Outline larger;

  for (size_t i = 0; i < 4; i++)
    {
      cv::Point2d a = outline[i] - outline[(i + 3) % 4], b = outline[i] - outline[(i + 1) % 4];

      larger[i] = outline[i] + (a / cv::norm (a) + b / cv::norm (b)) * by;
    }
  return larger;
}

/* The outlines of what is white in @shapes, a mask. The card's sides lie @beyond what is white, and
 * as far within what is white around it. */
void
add_shapes (const cv::Mat &shapes, double width, double beyond, std::vector<Found> &found)
{
  std::vector<Contour> contours;
  std::vector<cv::Vec4i> nested;
  double least = width > 0 ? NARROWER * width : LEAST_WIDTH;
  double least_area = least * least / MOST_RATIO * 0.9;
  double most_area = MOST_AREA * static_cast<double> (shapes.total ());
  Outline outline;

  if (width > 0)
    most_area = std::min (most_area, WIDER * WIDER * width * width / LEAST_RATIO);
  cv::findContours (shapes, contours, nested, cv::RETR_CCOMP, cv::CHAIN_APPROX_NONE);
  for (size_t i = 0; i < std::min (contours.size (), MOST_CONTOURS); i++)
    {
      const Contour &contour = contours[i];

      if (static_cast<double> (contour.size ()) < 4.5 * least)
        continue;
      double area = cv::contourArea (contour);
      if (area < least_area || area > most_area || !fit (contour, outline))
        continue;
      outline = grown (outline, nested[i][3] < 0 ? beyond : -beyond);
      if (is_wide_enough (width_of (outline), width))
        add_outline (found, outline);
    }
}
}

double
distance (const cv::Point2d &a, const cv::Point2d &b)
{
  return std::hypot (a.x - b.x, a.y - b.y);
}

cv::Point2d
middle_of (const Outline &outline)
{
  return (outline[0] + outline[1] + outline[2] + outline[3]) / 4;
}

double
width_of (const Outline &outline)
{
  return (distance (outline[0], outline[1]) + distance (outline[2], outline[3])) / 2;
}

bool
is_same (const Outline &one, const Outline &other, bool *turned)
{
  double near = SAME * width_of (one) + 1.5;

  for (size_t turn : { 0, 2 })
    {
      bool same = true;

      for (size_t i = 0; i < 4; i++)
        same = same && distance (one[i], other[(i + turn) % 4]) < near;
      if (same)
        {
          *turned = turn == 2;
          return true;
        }
    }
  return false;
}

void
begin_with_shorter (Outline &outline)
{
  if (distance (outline[0], outline[1]) + distance (outline[2], outline[3])
      > distance (outline[1], outline[2]) + distance (outline[3], outline[0]))
    std::rotate (outline.begin (), outline.begin () + 1, outline.end ());
}

bool
has_proportions (const Outline &outline)
{
  std::array<double, 4> sides;

  for (size_t i = 0; i < 4; i++)
    sides[i] = distance (outline[i], outline[(i + 1) % 4]);
  if (*std::min_element (sides.begin (), sides.end ()) < LEAST_WIDTH * 0.8)
    return false;
  for (size_t i = 0; i < 4; i++)
    {
      cv::Point2d a = outline[(i + 3) % 4] - outline[i], b = outline[(i + 1) % 4] - outline[i];

      if (std::abs (a.dot (b)) > MOST_OBLIQUE * sides[(i + 3) % 4] * sides[i] || cross (b, a) <= 0)
        return false;
    }
  for (size_t i = 0; i < 2; i++)
    if (sides[i] > MOST_UNLIKE * sides[i + 2] || sides[i + 2] > MOST_UNLIKE * sides[i])
      return false;
  double ratio = (sides[0] + sides[2]) / (sides[1] + sides[3]);
  return ratio > LEAST_RATIO && ratio < MOST_RATIO;
}

bool
is_wide_enough (double across, double width)
{
  return width <= 0 || (across > NARROWER * width && across < WIDER * width);
}

std::vector<Outline>
find_outlines (const cv::Mat &picture, const cv::Mat &mask, double width)
{
  std::vector<Found> found;
  std::vector<Outline> outlines;
  cv::Mat planes[3], grey, least, shapes, edges;

  cv::split (picture, planes);
  /* White has much of each colour, felt and wood little of one. */
  least = cv::min (planes[0], cv::min (planes[1], planes[2]));
  cv::cvtColor (picture, grey, cv::COLOR_BGR2GRAY);
  cv::GaussianBlur (least, least, cv::Size (3, 3), 0);
  cv::GaussianBlur (grey, grey, cv::Size (3, 3), 0);
  for (const cv::Mat &plane : { least, grey })
    for (int level = 60; level <= 240; level += level < 180 ? 20 : 10)
      {
        shapes = plane > level;
        shapes &= mask;
        add_shapes (shapes, width, 0.5, found);
      }
  for (int threshold : { 24, 50, 100 })
    {
      cv::Canny (grey, edges, threshold / 2, threshold);
      cv::dilate (edges, edges, cv::Mat::ones (3, 3, CV_8U));
      edges &= mask;
      add_shapes (edges, width, -EDGE, found);
    }
  for (const Found &one : found)
    outlines.push_back (one.mean ());
  std::sort (outlines.begin (), outlines.end (),
             [] (const Outline &a, const Outline &b) { return width_of (a) > width_of (b); });
  return outlines;
}
