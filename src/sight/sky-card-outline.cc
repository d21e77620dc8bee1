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
/* Points farther off a line than this count the less the farther they lie, in pixels; and how often
 * they are weighed. */
constexpr double NEAR = 1.345;
constexpr int WEIGHINGS = 8;
constexpr double SETTLED = 0.02;
/* Less of a color than any part of a card's face has, and the largest square that has none of what
 * is printed on it, in pixels, at least. */
constexpr double DARK = 24;
constexpr int BLANK = 5;
/* How much around what is light is searched, in pixels. */
constexpr int AROUND = 16;
/* What is known of a card's width, at most. */
constexpr double NARROWER = 0.7;
constexpr double WIDER = 1.4;

using Contour = std::vector<cv::Point>;

/* Where two lines meet. Returns: false: nowhere near. */
bool
meet (const Line &one, const Line &other, cv::Point2d &at)
{
  double turn = cross (one.along, other.along);

  if (std::abs (turn) < 0.3)
    return false;
  at = one.at + one.along * (cross (other.at - one.at, other.along) / turn);
  return true;
}

/* The line along the side from @a to @b of @contour. Returns: false: what lies there is not
 * straight. */
bool
fit_side (const Contour &contour, const cv::Point2d &a, const cv::Point2d &b, Line &line)
{
  std::vector<cv::Point2d> along;
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
  line = fit_line (along);
  for (const cv::Point2d &point : along)
    off += std::abs (cross (line.along, point - line.at));
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
  std::array<Line, 4> lines;
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

/* Whether @contour goes along the border of @part within the picture, of @size: it was cut there.
 */
bool
is_cut (const Contour &contour, const cv::Rect &part, const cv::Size &size)
{
  cv::Rect box = cv::boundingRect (contour);

  return (box.x == 0 && part.x > 0) || (box.y == 0 && part.y > 0)
         || (box.br ().x == part.width && part.br ().x < size.width)
         || (box.br ().y == part.height && part.br ().y < size.height);
}

/* The outlines of what is white in @shapes, a mask of @part of a picture of @size. The card's sides
 * lie @beyond what is white, and as far within what is white around it. */
void
add_shapes (const cv::Mat &shapes,
            const cv::Rect &part,
            const cv::Size &size,
            double width,
            double beyond,
            std::vector<Found> &found)
{
  std::vector<Contour> contours;
  std::vector<cv::Vec4i> nested;
  double least = width > 0 ? NARROWER * width : LEAST_WIDTH;
  double least_area = least * least / MOST_RATIO * 0.9;
  double most_area = MOST_AREA * static_cast<double> (size.area ());
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
      if (area < least_area || area > most_area || is_cut (contour, part, size)
          || !fit (contour, outline))
        continue;
      outline = grown (outline, nested[i][3] < 0 ? beyond : -beyond);
      for (cv::Point2d &corner : outline)
        corner += cv::Point2d (part.tl ());
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

double
cross (const cv::Point2d &a, const cv::Point2d &b)
{
  return a.x * b.y - a.y * b.x;
}

Line
fit_line (const std::vector<cv::Point2d> &points)
{
  std::vector<double> weights (points.size (), 1);
  Line line;

  for (int n = 0; n < WEIGHINGS; n++)
    {
      cv::Point2d sum;
      double total = 0, xx = 0, xy = 0, yy = 0;

      for (size_t i = 0; i < points.size (); i++)
        {
          sum += points[i] * weights[i];
          total += weights[i];
        }
      line.at = sum / total;
      for (size_t i = 0; i < points.size (); i++)
        {
          cv::Point2d from = points[i] - line.at;

          xx += weights[i] * from.x * from.x;
          xy += weights[i] * from.x * from.y;
          yy += weights[i] * from.y * from.y;
        }
      double turn = std::atan2 (2 * xy, xx - yy) / 2;
      bool changed = false;
      line.along = { std::cos (turn), std::sin (turn) };
      for (size_t i = 0; i < points.size (); i++)
        {
          double weight =
              NEAR / std::max (NEAR, std::abs (cross (line.along, points[i] - line.at)));

          changed = changed || std::abs (weight - weights[i]) > SETTLED;
          weights[i] = weight;
        }
      if (!changed)
        break;
    }
  return line;
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

cv::Mat
least_color_of (const cv::Mat &picture)
{
  cv::Mat planes[3];

  cv::split (picture, planes);
  return cv::min (planes[0], cv::min (planes[1], planes[2]));
}

cv::Mat
in_squares (const cv::Mat &picture)
{
  cv::Mat squares;

  cv::resize (picture, squares,
              cv::Size ((picture.cols + SQUARE - 1) / SQUARE, (picture.rows + SQUARE - 1) / SQUARE),
              0, 0, cv::INTER_AREA);
  return squares;
}

std::vector<cv::Rect>
find_parts (const cv::Mat &squares, int around, const cv::Size &size)
{
  cv::Mat wide, labels, boxes, middles;
  std::vector<cv::Rect> parts;
  int aside = (around + SQUARE - 1) / SQUARE;

  cv::dilate (squares, wide, cv::Mat::ones (2 * aside + 1, 2 * aside + 1, CV_8U));
  int n = cv::connectedComponentsWithStats (wide, labels, boxes, middles);
  for (int i = 1; i < n; i++)
    {
      const int *box = boxes.ptr<int> (i);
      cv::Rect part (box[0] * SQUARE, box[1] * SQUARE, box[2] * SQUARE, box[3] * SQUARE);

      part &= cv::Rect (cv::Point (0, 0), size);
      /* What overlaps is looked at once. */
      for (size_t k = 0; k < parts.size ();)
        if ((parts[k] & part).empty ())
          k++;
        else
          {
            part |= parts[k];
            parts.erase (parts.begin () + static_cast<std::ptrdiff_t> (k));
            k = 0;
          }
      parts.push_back (part);
    }
  return parts;
}

std::vector<cv::Rect>
find_light (const cv::Mat &least, const cv::Mat &mask)
{
  cv::Mat light = least > DARK;

  light &= mask;
  cv::erode (light, light, cv::Mat::ones (BLANK, BLANK, CV_8U));
  return find_parts (in_squares (light), AROUND, light.size ());
}

std::vector<Outline>
find_outlines (const cv::Mat &picture,
               const cv::Mat &least,
               const std::vector<cv::Rect> &parts,
               const cv::Mat &mask,
               double width)
{
  std::vector<Found> found;
  std::vector<Outline> outlines;
  cv::Mat plane, shapes, across, down, edges;

  for (const cv::Rect &part : parts)
    {
      cv::GaussianBlur (least (part), plane, cv::Size (3, 3), 0);
      for (int level = 60; level <= 240; level += level < 180 ? 20 : 10)
        {
          shapes = plane > level;
          shapes &= mask (part);
          add_shapes (shapes, part, picture.size (), width, 0.5, found);
        }
      cv::cvtColor (picture (part), plane, cv::COLOR_BGR2GRAY);
      cv::GaussianBlur (plane, plane, cv::Size (3, 3), 0);
      cv::spatialGradient (plane, across, down);
      for (int threshold : { 24, 50, 100 })
        {
          cv::Canny (across, down, edges, threshold / 2, threshold);
          cv::dilate (edges, edges, cv::Mat::ones (3, 3, CV_8U));
          edges &= mask (part);
          add_shapes (edges, part, picture.size (), width, -EDGE, found);
        }
    }
  std::stable_sort (found.begin (), found.end (),
                    [] (const Found &a, const Found &b) { return a.n > b.n; });
  for (const Found &one : found)
    outlines.push_back (one.mean ());
  return outlines;
}
