/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what may be a card where no level of brightness shows the whole of it: on a surface that is
 * as light, in a shadow's edge, or with something across it. What is needed is two opposite
 * corners, each of two straight edges within which it is lighter, and most of the way between them.
 */
#include "config.h"

#include "sky-card-outline-private.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace
{
/* The shortest edge that counts, in pixels, and how many of the longest do. */
constexpr double LEAST_LENGTH = 9;
constexpr size_t MOST_EDGES = 500;
/* How much lighter it is within, at least, and how far from the edge that is seen, in pixels. */
constexpr double LEAST_STEP = 4;
constexpr double ASIDE = 2.5;
/* The cosine of the angle of two edges that make a corner, at most. */
constexpr double MOST_OBLIQUE = 0.35;
/* How far before a corner an edge may end, by its length and in pixels, or beyond it. */
constexpr double GAP = 0.6;
constexpr double LEAST_GAP = 10;
constexpr double BEYOND = 4;
/* The cosine of the angle of two opposite sides, at least. */
constexpr double PARALLEL = 0.975;
/* How far an edge along a side may lie off it: in parts of the side, and in pixels; and turned how
 * far, as a sine. */
constexpr double OFF = 0.012;
constexpr double ROUGH = 1.2;
constexpr double TURNED = 0.08;
/* How much of all sides, and of each, has an edge. */
constexpr double LEAST_SEEN = 0.5;
constexpr double LEAST_SEEN_OF_SIDE = 0.15;
constexpr size_t MOST_OUTLINES = 24;

/* An edge, with what is lighter on its right as one goes from @a to @b: along a card's sides, that
 * is clockwise. */
struct Edge
{
  cv::Point2d a, b, along;
  double length;
};

struct Corner
{
  cv::Point2d at;
  const Edge *before, *after;
};

/* A card's outline and how much of it is seen. */
struct Quad
{
  Outline outline;
  double seen;
};

/* The mean brightness along a line that lies @aside to the right of @edge. */
double
brightness (const cv::Mat &grey, const Edge &edge, double aside)
{
  cv::Point2d right (-edge.along.y, edge.along.x);
  int n = 0, sum = 0;

  for (double part = 0.1; part < 0.95; part += 0.1)
    {
      cv::Point at = edge.a + edge.along * (edge.length * part) + right * aside;

      if (at.x < 0 || at.y < 0 || at.x >= grey.cols || at.y >= grey.rows)
        continue;
      sum += grey.at<uchar> (at);
      n++;
    }
  return n > 0 ? static_cast<double> (sum) / n : 0;
}

std::vector<Edge>
find_edges (const cv::Mat &grey, const std::vector<cv::Rect> &parts, const cv::Mat &mask)
{
  cv::Ptr<cv::LineSegmentDetector> detector = cv::createLineSegmentDetector (cv::LSD_REFINE_STD);
  std::vector<cv::Vec4f> lines, there;
  std::vector<Edge> edges;

  for (const cv::Rect &part : parts)
    {
      const cv::Vec4f corner (part.x, part.y, part.x, part.y);

      detector->detect (grey (part), there);
      for (const cv::Vec4f &line : there)
        lines.push_back (line + corner);
    }
  for (const cv::Vec4f &line : lines)
    {
      Edge edge{ { line[0], line[1] }, { line[2], line[3] }, {}, 0 };
      cv::Point middle = (edge.a + edge.b) / 2;

      edge.length = distance (edge.a, edge.b);
      if (edge.length < LEAST_LENGTH || middle.x < 0 || middle.y < 0 || middle.x >= mask.cols
          || middle.y >= mask.rows || mask.at<uchar> (middle) == 0)
        continue;
      edge.along = (edge.b - edge.a) / edge.length;
      double step = brightness (grey, edge, ASIDE) - brightness (grey, edge, -ASIDE);
      if (std::abs (step) < LEAST_STEP)
        continue;
      if (step < 0)
        {
          std::swap (edge.a, edge.b);
          edge.along = -edge.along;
        }
      edges.push_back (edge);
    }
  std::sort (edges.begin (), edges.end (),
             [] (const Edge &one, const Edge &other) { return one.length > other.length; });
  if (edges.size () > MOST_EDGES)
    edges.resize (MOST_EDGES);
  return edges;
}

/* Where the lines of two edges meet; they are not parallel. */
cv::Point2d
meet (const Edge &one, const Edge &other)
{
  return one.a
         + one.along * (cross (other.a - one.a, other.along) / cross (one.along, other.along));
}

std::vector<Corner>
find_corners (const std::vector<Edge> &edges)
{
  std::vector<Corner> corners;

  for (const Edge &before : edges)
    for (const Edge &after : edges)
      {
        if (std::abs (before.along.dot (after.along)) > MOST_OBLIQUE
            || cross (before.along, after.along) < 0)
          continue;
        cv::Point2d at = meet (before, after);
        double short_of = (at - before.b).dot (before.along),
               late = (after.a - at).dot (after.along);
        if (short_of < -BEYOND || late < -BEYOND
            || short_of > std::max (LEAST_GAP, GAP * before.length)
            || late > std::max (LEAST_GAP, GAP * after.length))
          continue;
        corners.push_back ({ at, &before, &after });
      }
  return corners;
}

/* The edges along the side from @a to @b. Returns: which part of it has one. @line: (out): the line
 * through them. */
double
trace_side (const std::vector<Edge> &edges, const cv::Point2d &a, const cv::Point2d &b, Edge *line)
{
  double length = distance (a, b), off = OFF * length + ROUGH;
  cv::Point2d along = (b - a) / length;
  std::array<bool, 64> seen{};
  std::vector<cv::Point2d> points;

  for (const Edge &edge : edges)
    {
      if (edge.along.dot (along) < 0 || std::abs (cross (along, edge.along)) > TURNED
          || std::abs (cross (along, edge.a - a)) > off
          || std::abs (cross (along, edge.b - a)) > off)
        continue;
      double from = (edge.a - a).dot (along) / length, to = (edge.b - a).dot (along) / length;
      if (to < 0.02 || from > 0.98)
        continue;
      for (int i = std::max (0, static_cast<int> (from * 64)); i < std::min (64.0, to * 64); i++)
        {
          seen[static_cast<size_t> (i)] = true;
          points.push_back (edge.a + edge.along * ((i + 0.5) / 64 - from) * length);
        }
    }
  if (points.size () < 2)
    return 0;
  Line fitted = fit_line (points);
  line->a = fitted.at;
  line->along = fitted.along;
  if (line->along.dot (along) < 0)
    line->along = -line->along;
  return static_cast<double> (std::count (seen.begin (), seen.end (), true)) / 64;
}

/* The outline that the lines of four sides make, each with the one after it. */
bool
close (const std::array<Edge, 4> &sides, Outline &outline)
{
  for (size_t i = 0; i < 4; i++)
    {
      const Edge &before = sides[(i + 3) % 4], &after = sides[i];

      if (cross (before.along, after.along) < 0.5)
        return false;
      outline[i] = meet (before, after);
    }
  begin_with_shorter (outline);
  return has_proportions (outline);
}

/* Lays the sides of @quad where the edges are. Returns: whether enough of it is seen. */
bool
trace (const std::vector<Edge> &edges, Quad &quad)
{
  std::array<Edge, 4> sides;
  double length = 0, seen = 0;

  for (size_t i = 0; i < 4; i++)
    {
      const cv::Point2d &a = quad.outline[i], &b = quad.outline[(i + 1) % 4];
      double part = trace_side (edges, a, b, &sides[i]);

      if (part < LEAST_SEEN_OF_SIDE)
        return false;
      length += distance (a, b);
      seen += part * distance (a, b);
    }
  quad.seen = seen / length;
  return quad.seen > LEAST_SEEN && close (sides, quad.outline);
}

/* What two opposite corners make. */
bool
join (const Corner &one, const Corner &other, const cv::Size &size, double width, Quad &quad)
{
  const std::array<Edge, 4> sides = { *one.before, *one.after, *other.before, *other.after };
  double across;

  if (!close (sides, quad.outline))
    return false;
  for (const cv::Point2d &corner : quad.outline)
    if (corner.x < -2 || corner.y < -2 || corner.x > size.width + 1 || corner.y > size.height + 1)
      return false;
  across = width_of (quad.outline);
  return is_wide_enough (across, width);
}
}

std::vector<Outline>
find_outlines_by_lines (const cv::Mat &least,
                        const std::vector<cv::Rect> &parts,
                        const cv::Mat &mask,
                        double width)
{
  std::vector<Quad> quads;
  std::vector<Outline> outlines;
  bool turned;

  std::vector<Edge> edges = find_edges (least, parts, mask);
  std::vector<Corner> corners = find_corners (edges);
  for (size_t i = 0; i < corners.size (); i++)
    for (size_t k = 0; k < i; k++)
      {
        const Corner &one = corners[i], &other = corners[k];
        Quad quad;

        if (one.before->along.dot (other.before->along) > -PARALLEL
            || one.after->along.dot (other.after->along) > -PARALLEL
            || (other.at - one.at).dot (one.after->along) <= 0
            || (other.at - one.at).dot (one.before->along) >= 0)
          continue;
        if (join (one, other, least.size (), width, quad) && trace (edges, quad)
            && is_wide_enough (width_of (quad.outline), width))
          quads.push_back (quad);
      }
  std::stable_sort (quads.begin (), quads.end (),
                    [] (const Quad &one, const Quad &other) { return one.seen > other.seen; });
  for (const Quad &quad : quads)
    if (outlines.size () < MOST_OUTLINES
        && std::none_of (outlines.begin (), outlines.end (), [&] (const Outline &other) {
             return is_same (quad.outline, other, &turned);
           }))
      outlines.push_back (quad.outline);
  return outlines;
}
