/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-dice-pattern-private.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

double
distance (const cv::Point2d &a, const cv::Point2d &b)
{
  return std::hypot (a.x - b.x, a.y - b.y);
}

/* Measures the shape of the piece @label of @labels, which lies in @box around @pip. */
static void
measure_shape (const cv::Mat &labels, int label, const cv::Rect &box, Pip &pip)
{
  double xx = 0, yy = 0, xy = 0;
  int n = 0;

  for (int y = box.y; y < box.y + box.height; y++)
    {
      const int *row = labels.ptr<int> (y);

      for (int x = box.x; x < box.x + box.width; x++)
        if (row[x] == label)
          {
            double dx = x - pip.at.x, dy = y - pip.at.y;

            xx += dx * dx;
            yy += dy * dy;
            xy += dx * dy;
            n++;
          }
    }
  /* A pixel is not a point. */
  xx = xx / n + 1.0 / 12;
  yy = yy / n + 1.0 / 12;
  xy /= n;
  double mean = (xx + yy) / 2, off = std::hypot ((xx - yy) / 2, xy);
  double least = std::max (1.0 / 12, mean - off);
  pip.round = std::sqrt (least / (mean + off));
  pip.solid = n / (4 * CV_PI * std::sqrt (least * (mean + off)));
}

/* Appends the round spots of @plane within @mask whose diameter suits @scale, the length over which
 * the light is averaged. */
static void
find_spots (const cv::Mat &plane,
            const cv::Mat &mask,
            double scale,
            double least,
            double most,
            std::vector<Pip> &pips)
{
  cv::Mat mean, difference, spots, labels, stats, centres;
  const int window = std::max (5, static_cast<int> (scale * 0.6) | 1);

  cv::boxFilter (plane, mean, CV_16S, cv::Size (window, window));
  cv::subtract (plane, mean, difference, cv::noArray (), CV_16S);
  for (bool dark : { true, false })
    for (int step : { 9, 22, 45 })
      {
        spots = dark ? difference < -step : difference > step;
        spots &= mask;
        int n = cv::connectedComponentsWithStats (spots, labels, stats, centres, 8, CV_32S);
        for (int i = 1; i < n; i++)
          {
            int area = stats.at<int> (i, cv::CC_STAT_AREA);
            int w = stats.at<int> (i, cv::CC_STAT_WIDTH), h = stats.at<int> (i, cv::CC_STAT_HEIGHT);
            double diameter = std::sqrt (area * 4 / CV_PI);

            if (area < 3 || diameter > scale * 0.4 || diameter < least || diameter > most
                || std::max (w, h) > 2.2 * std::min (w, h) + 1 || area < 0.55 * w * h)
              continue;
            Pip pip{
              { centres.at<double> (i, 0), centres.at<double> (i, 1) }, diameter, dark, 1, 1, step
            };
            measure_shape (labels, i,
                           cv::Rect (stats.at<int> (i, cv::CC_STAT_LEFT),
                                     stats.at<int> (i, cv::CC_STAT_TOP), w, h),
                           pip);
            pips.push_back (pip);
          }
      }
}

/* Round spots darker or lighter than what lies around them: components of a local threshold, that
 * fill their box as a disc, or an ellipse, does. Large ones are looked for in smaller pictures. */
void
find_pips (const cv::Mat &plane, const cv::Mat &mask, double edge, std::vector<Pip> &pips)
{
  if (edge > 0)
    {
      for (double scale : { edge, edge * 0.6 })
        find_spots (plane, mask, scale, edge * PIP * 0.4, edge * PIP * 2, pips);
      return;
    }
  cv::Mat half, half_mask;
  size_t first;

  for (double scale : { 22, 44 })
    find_spots (plane, mask, scale, 0, scale, pips);
  first = pips.size ();
  cv::resize (plane, half, cv::Size (), 0.5, 0.5, cv::INTER_AREA);
  cv::resize (mask, half_mask, cv::Size (), 0.5, 0.5, cv::INTER_NEAREST);
  find_spots (half, half_mask, 40, 0, 40, pips);
  for (size_t i = first; i < pips.size (); i++)
    {
      /* The middle of a pixel stays where it is. */
      pips[i].at = (pips[i].at + cv::Point2d (0.5, 0.5)) * 2 - cv::Point2d (0.5, 0.5);
      pips[i].diameter *= 2;
    }
}

/* The same spot, found at several thresholds, once. */
std::vector<Pip>
united (std::vector<Pip> &pips, double alike)
{
  std::vector<Pip> kept;

  std::sort (pips.begin (), pips.end (),
             [] (const Pip &a, const Pip &b) { return a.diameter > b.diameter; });
  for (const Pip &pip : pips)
    {
      auto known = std::find_if (kept.begin (), kept.end (), [&] (const Pip &other) {
        return other.dark == pip.dark && other.diameter < alike * pip.diameter
               && distance (other.at, pip.at) < 0.5 * other.diameter;
      });
      if (known == kept.end ())
        kept.push_back (pip);
      else
        known->step = std::max (known->step, pip.step);
    }
  return kept;
}

/* The mean length of @a and @b, the two steps of a lattice; 0: they are not those of a square that
 * is seen at an angle. */
static double
mean_step (const cv::Point2d &a, const cv::Point2d &b)
{
  constexpr double FLAT = 0.55, LEAN = 0.5;
  double one = std::hypot (a.x, a.y), other = std::hypot (b.x, b.y);

  if (std::min (one, other) < FLAT * std::max (one, other)
      || std::fabs (a.dot (b)) > LEAN * one * other)
    return 0;
  return (one + other) / 2;
}

/* How far a pip may be from where the others say that it is, in steps. */
static constexpr double LOOSE = 0.35;

/* Four spots of a square with its @middle, which is theirs. */
static double
find_step_of_square (const std::vector<cv::Point2d> &spots, const cv::Point2d &middle)
{
  double best = HUGE_VAL, step = 0;

  for (size_t opposite = 1; opposite < 4; opposite++)
    {
      cv::Point2d one = spots[0] - spots[opposite],
                  other = spots[opposite % 3 + 1] - spots[(opposite + 1) % 3 + 1];
      double off = distance ((spots[0] + spots[opposite]) / 2, middle);

      if (off < best)
        {
          best = off;
          step = mean_step ((one + other) / 4, (one - other) / 4);
        }
    }
  return best < LOOSE * step ? step : 0;
}

/* Six spots of a face with its @middle, which is theirs: three pairs that face each other, the
 * middle one half way between the others. */
static double
find_step_of_six (std::vector<cv::Point2d> spots, const cv::Point2d &middle)
{
  std::array<cv::Point2d, 3> half;

  for (cv::Point2d &one : half)
    {
      one = spots.back () - middle;
      spots.pop_back ();
      auto across = std::min_element (
          spots.begin (), spots.end (), [&] (const cv::Point2d &a, const cv::Point2d &b) {
            return distance (a, middle - one) < distance (b, middle - one);
          });
      cv::Point2d other = *across - middle;
      spots.erase (across);
      if (distance (other, -one) > LOOSE * std::hypot (one.x, one.y))
        return 0;
      one = (one - other) / 2;
    }
  double best = HUGE_VAL, step = 0;
  for (size_t i = 0; i < 3; i++)
    for (double sign : { 1.0, -1.0 })
      for (double turned : { 1.0, -1.0 })
        {
          const cv::Point2d a = half[(i + 1) % 3], b = half[(i + 2) % 3] * sign;
          double off = distance (half[i] * turned, (a + b) / 2);

          if (off < best)
            {
              best = off;
              step = mean_step (half[i], (a - b) / 2);
            }
        }
  return best < LOOSE * step ? step : 0;
}

double
find_step (const std::vector<cv::Point2d> &spots)
{
  cv::Point2d middle (0, 0);

  for (const cv::Point2d &one : spots)
    middle += one / static_cast<double> (spots.size ());
  if (spots.size () == 2)
    return distance (spots[0], spots[1]) / std::sqrt (8);
  if (spots.size () == 4)
    return find_step_of_square (spots, middle);
  if (spots.size () == 6)
    return find_step_of_six (spots, middle);
  if (spots.size () != 3 && spots.size () != 5)
    return 0;
  /* One lies in the middle. */
  std::vector<cv::Point2d> others = spots;
  auto one = std::min_element (others.begin (), others.end (),
                               [&] (const cv::Point2d &a, const cv::Point2d &b) {
                                 return distance (a, middle) < distance (b, middle);
                               });
  cv::Point2d centre = *one;
  others.erase (one);
  double step = others.size () == 2 ? distance (others[0], others[1]) / std::sqrt (8)
                                    : find_step_of_square (others, middle);
  return distance (centre, middle) < LOOSE * step ? step : 0;
}

cv::Mat
cut (const cv::Mat &picture, const cv::Point2d &at, double side, int pixels)
{
  double scale = pixels / side;
  cv::Matx23d matrix (scale, 0, pixels / 2.0 - at.x * scale, 0, scale, pixels / 2.0 - at.y * scale);
  cv::Mat crop;

  cv::warpAffine (picture, crop, matrix, cv::Size (pixels, pixels),
                  scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return crop;
}

namespace
{
/* Where the pips of each face lie, in steps from its middle to a corner's pip, along its sides. */
const std::vector<cv::Point2d> PATTERNS[7] = {
  {},
  { { 0, 0 } },
  { { -1, -1 }, { 1, 1 } },
  { { -1, -1 }, { 0, 0 }, { 1, 1 } },
  { { -1, -1 }, { -1, 1 }, { 1, -1 }, { 1, 1 } },
  { { -1, -1 }, { -1, 1 }, { 0, 0 }, { 1, -1 }, { 1, 1 } },
  { { -1, -1 }, { -1, 0 }, { -1, 1 }, { 1, -1 }, { 1, 0 }, { 1, 1 } },
};

/* Wherever a face may have a pip. */
const std::vector<cv::Point2d> SITES = { { -1, -1 }, { -1, 0 }, { -1, 1 }, { 0, -1 }, { 0, 0 },
                                         { 0, 1 },   { 1, -1 }, { 1, 0 },  { 1, 1 } };

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
    std::vector<cv::Point2d> places (pattern.size ());

    place (pattern, places.data ());
    return places;
  }

  /* Without a new list: it is asked for thousands of poses. */
  void
  place (const std::vector<cv::Point2d> &pattern, cv::Point2d *places) const
  {
    double c = std::cos (turn) * step, s = std::sin (turn) * step;
    double lc = std::cos (lean), ls = std::sin (lean);

    for (const cv::Point2d &p : pattern)
      {
        cv::Point2d q (p.x * c - p.y * s, p.x * s + p.y * c);
        double along = q.x * lc + q.y * ls, across = (-q.x * ls + q.y * lc) * flat;

        *places++ = { middle.x + along * lc - across * ls, middle.y + along * ls + across * lc };
      }
  }
};

/* What the spots of one plane make. */
struct Fit
{
  unsigned value = 0;
  Pose pose{};
  double off = HUGE_VAL;
};

/* How far apart a pip and its place in the pattern may be. */
constexpr double APART = 0.1;
/* A spot this near to the middle is on the face. */
constexpr double ON_FACE = 0.42;

/* How well @spots are the @pattern as @pose has it. Returns: the mean distance in edges, or
 * infinity when a spot of the face has no place in it, or a place no spot. */
double
misfit (const std::vector<cv::Point2d> &pattern,
        const std::vector<cv::Point2d> &spots,
        const Pose &pose)
{
  double sum = 0;
  std::array<cv::Point2d, 9> places;
  const auto end = places.begin () + static_cast<std::ptrdiff_t> (pattern.size ());

  pose.place (pattern, places.data ());
  for (auto place = places.begin (); place != end; place++)
    {
      double nearest = HUGE_VAL;

      for (const cv::Point2d &spot : spots)
        nearest = std::min (nearest, distance (*place, spot));
      if (nearest > APART)
        return HUGE_VAL;
      sum += nearest;
    }
  /* Spots within the face that the pattern does not have. */
  for (const cv::Point2d &spot : spots)
    {
      if (distance (spot, pose.middle) > ON_FACE * pose.flat * pose.size)
        continue;
      if (std::none_of (places.begin (), end,
                        [&] (const cv::Point2d &place) { return distance (place, spot) <= APART; }))
        return HUGE_VAL;
    }
  return sum / static_cast<double> (pattern.size ());
}

/* The middle of the @n spots that are nearest to where the die is thought to be. */
cv::Point2d
middle_of (const std::vector<cv::Point2d> &spots, size_t n)
{
  cv::Point2d sum (0, 0);

  /* They are in the order of their distance. */
  for (size_t i = 0; i < n; i++)
    sum += spots[i];
  return sum / static_cast<double> (n);
}

/* Whether @spots, the nearest first, can be a face of @n pips around @middle at all: a quick look
 * before all poses are tried. */
bool
may_be (const std::vector<cv::Point2d> &spots, size_t n, const cv::Point2d &middle)
{
  constexpr double ASIDE = 0.22, LEAST_FLAT = 0.7, LEAST_SIZE = 0.72, MOST = 0.31 * 1.42 + APART;
  size_t inside = 0;

  if (std::hypot (middle.x, middle.y) > ASIDE)
    return false;
  for (const cv::Point2d &spot : spots)
    if (distance (spot, middle) <= ON_FACE * LEAST_FLAT * LEAST_SIZE)
      inside++;
  if (inside > n)
    return false;
  for (size_t i = 0; i < n; i++)
    if (distance (spots[i], middle) > MOST)
      return false;
  return true;
}

/* The face whose pattern the spots make, each in edges from where the die is thought to be and the
 * nearest first. */
Fit
fit (const std::vector<cv::Point2d> &spots)
{
  constexpr int TURNS = 12;
  constexpr double USUAL_STEP = 0.235;
  Fit best;

  for (unsigned face = 1; face <= 6 && face <= spots.size (); face++)
    {
      Pose pose{};
      /* Half a turn, or a quarter of one, shows the same again. */
      double all = face == 4 || face == 5 ? CV_PI / 2 : CV_PI;

      pose.middle = middle_of (spots, face);
      if (!may_be (spots, face, pose.middle))
        continue;
      for (double step : { 0.17, 0.2, 0.235, 0.27, 0.31 })
        for (double flat : { 1.0, 0.85, 0.7 })
          for (int lean = 0; lean < (flat < 1 ? 6 : 1); lean++)
            for (int turn = 0; turn < (face == 1 ? 1 : TURNS); turn++)
              {
                /* A single pip does not tell how large its face is. */
                if (face == 1 && step != USUAL_STEP)
                  continue;
                pose.step = step;
                pose.size = step / USUAL_STEP;
                pose.flat = flat;
                pose.lean = lean * CV_PI / 6;
                pose.turn = turn * all / TURNS;
                /* A face of more pips explains more, however well one of fewer fits. */
                double off = misfit (PATTERNS[face], spots, pose) - 0.03 * face;

                if (off < best.off)
                  best = { face, pose, off };
              }
    }
  return best;
}

/* How light the plane is at a place: the mean of a few pixels. */
double
light_at (const cv::Mat &plane, const cv::Point2d &at)
{
  int x = static_cast<int> (std::lround (at.x)), y = static_cast<int> (std::lround (at.y));
  cv::Rect around = cv::Rect (x - 1, y - 1, 3, 3) & cv::Rect (cv::Point (0, 0), plane.size ());

  return around.empty () ? 0 : cv::mean (plane (around))[0];
}

/* A face in an enlarged picture of its place. */
class Face
{
public:
  Face (const cv::Mat &of_plane,
        const cv::Mat &of_colors,
        const Fit &of_fit,
        double of_edge,
        double of_pip)
      : plane (of_plane), colors (of_colors), pose (of_fit.pose), value (of_fit.value),
        edge (of_edge), pip (of_pip)
  {
    pips = in_pixels (pose.place (PATTERNS[value]));
    body = find_body ();
    std::vector<double> lights;
    for (const cv::Point2d &at : pips)
      lights.push_back (light_at (plane, at) - body);
    std::sort (lights.begin (), lights.end ());
    contrast = lights[lights.size () / 2];
  }

  /* How much its pips differ from its body. */
  double
  strength () const
  {
    return std::fabs (contrast);
  }

  /* Whether pips are where the pattern has them, nothing like one where it has none, and between
   * them one and the same body: two dice side by side have a seam there. */
  bool
  is_whole () const
  {
    constexpr double PRESENT = 0.5, ABSENT = 0.45, EVEN = 0.5;

    for (const cv::Point2d &at : pips)
      if (share (at) < PRESENT)
        return false;
    for (const cv::Point2d &at : empty_sites ())
      if (std::fabs (share (at)) > ABSENT)
        return false;
    for (size_t i = 0; i < pips.size (); i++)
      for (size_t k = i + 1; k < pips.size (); k++)
        if (distance (pips[i], pips[k]) < 0.8 * edge * pose.size && seam (pips[i], pips[k]) > EVEN)
          return false;
    return true;
  }

  /* Whether each pip is a disc, or an ellipse as it is seen at an angle: letters are not. A single
   * one must be rounder, and show more, for nothing else says that it is one. */
  bool
  has_round_pips (const std::vector<Pip> &spots) const
  {
    constexpr double SOLID = 0.93, SOLID_ONE = 0.97, ROUND_ONE = 0.65, LEAST_ONE = 30;

    if (value == 1 && strength () < LEAST_ONE)
      return false;
    return std::all_of (spots.begin (), spots.end (), [&] (const Pip &spot) {
      return !is_pip (spot.at, 0.8)
             || (value == 1 ? spot.solid > SOLID_ONE && spot.round > ROUND_ONE
                            : spot.solid > SOLID);
    });
  }

  /* Whether its pips are no face of their own: a single one, or two or three, with another of the
   * same body near by, which is of a larger face or of another side; or two or three with two more
   * that make a square with the first and the last, as in a four or a six. */
  bool
  is_part (const std::vector<Pip> &spots) const
  {
    constexpr double REACH = 0.62;
    const std::vector<cv::Point2d> others = other_pips (spots);
    cv::Point2d middle = in_pixels ({ pose.middle })[0];

    if (value > 3)
      return false;
    if (value == 1)
      return is_part_of_more (others, middle);
    if (std::any_of (others.begin (), others.end (), [&] (const cv::Point2d &other) {
          return distance (other, middle) < REACH * pose.size * edge
                 && is_one_body (nearest_pip (other), other);
        }))
      return true;
    const cv::Point2d &first = pips.front (), &last = pips.back ();
    for (const cv::Point2d &one : others)
      for (const cv::Point2d &other : others)
        if (is_square (last - first, one - first, other - last) && is_one_body (first, one)
            && is_one_body (last, other))
          return true;
    return false;
  }

  /* Whether it is a side of a die: a camera that stands upright sees pips of the same body above
   * it, and those of the upper face are nowhere else. */
  bool
  is_side (const std::vector<Pip> &spots) const
  {
    constexpr double REACH = 1.05, UP = 0.4;
    const std::vector<cv::Point2d> others = other_pips (spots);
    cv::Point2d middle = in_pixels ({ pose.middle })[0];

    return std::any_of (others.begin (), others.end (), [&] (const cv::Point2d &other) {
      double far = distance (other, middle);

      return far < REACH * edge * pose.size && middle.y - other.y > UP * far
             && is_one_body (nearest_pip (other), other);
    });
  }

  std::vector<cv::Point2d> pips;

private:
  /* What is like its pips and none of them. */
  std::vector<cv::Point2d>
  other_pips (const std::vector<Pip> &spots) const
  {
    constexpr double FLATTER = 0.68;
    const double round = roundness_of_pips (spots);
    std::vector<cv::Point2d> others;

    for (const Pip &spot : spots)
      if (!is_pip (spot.at, 1.3) && spot.diameter < 1.7 * pip && pip < 1.7 * spot.diameter
          && spot.round > FLATTER * round && share (spot.at) > 0.5)
        others.push_back (spot.at);
    return others;
  }

  /* Whether the single pip in the @middle is one of a larger face: of three pips or more one is
   * near, of two there is one far pip. Several far ones are of the sides of a die with a one. */
  bool
  is_part_of_more (const std::vector<cv::Point2d> &others, const cv::Point2d &middle) const
  {
    constexpr double NEAR = 0.53, FAR = 0.75, APART = 0.12;
    std::vector<cv::Point2d> far;

    for (const cv::Point2d &other : others)
      {
        double off = distance (other, middle) / edge;

        if (off > FAR || !is_one_body (pips.front (), other))
          continue;
        if (off < NEAR)
          return true;
        if (std::none_of (far.begin (), far.end (), [&] (const cv::Point2d &one) {
              return distance (one, other) < APART * edge;
            }))
          far.push_back (other);
      }
    return far.size () == 1;
  }

  /* How round its own pips are, in the middle. */
  double
  roundness_of_pips (const std::vector<Pip> &spots) const
  {
    std::vector<double> rounds;

    for (const Pip &spot : spots)
      if (is_pip (spot.at, 0.8))
        rounds.push_back (spot.round);
    if (rounds.empty ())
      return 0;
    std::sort (rounds.begin (), rounds.end ());
    return rounds[rounds.size () / 2];
  }

  const cv::Point2d &
  nearest_pip (const cv::Point2d &at) const
  {
    return *std::min_element (pips.begin (), pips.end (),
                              [&] (const cv::Point2d &a, const cv::Point2d &b) {
                                return distance (a, at) < distance (b, at);
                              });
  }

  /* Whether no edge of a die lies between two pips, and no table: what is lighter or darker than
   * the body is of it, as a side is, but not what has another hue. */
  bool
  is_one_body (const cv::Point2d &a, const cv::Point2d &b) const
  {
    constexpr double EVEN = 0.3, HUE = 0.18, LEAST_HUE = 30;
    const cv::Vec3d body_color = color_at (a + 0.9 * pip / distance (a, b) * (b - a));
    double far = distance (a, b);

    for (double part = 0.05; part < 1; part += 0.05)
      if (part * far > 0.85 * pip && (1 - part) * far > 0.85 * pip)
        {
          cv::Point2d at = a + part * (b - a);

          if (std::fabs (share (at)) > EVEN
              || off_hue (color_at (at), body_color) > std::max (LEAST_HUE, HUE * strength ()))
            return false;
        }
    return true;
  }

  cv::Vec3d
  color_at (const cv::Point2d &at) const
  {
    return colors.at<cv::Vec3b> (
        std::clamp (static_cast<int> (std::lround (at.y)), 0, colors.rows - 1),
        std::clamp (static_cast<int> (std::lround (at.x)), 0, colors.cols - 1));
  }

  /* How far @color is from @other in more or less light. */
  static double
  off_hue (const cv::Vec3d &color, const cv::Vec3d &other)
  {
    double light = std::clamp (color.dot (other) / std::max (1.0, other.dot (other)), 0.4, 1.6);
    cv::Vec3d off = color - light * other;

    return std::max ({ std::fabs (off[0]), std::fabs (off[1]), std::fabs (off[2]) });
  }

  /* Whether a side and the two beside it are three sides of a square, as seen at an angle. */
  static bool
  is_square (const cv::Point2d &side, const cv::Point2d &one, const cv::Point2d &other)
  {
    double length = std::hypot (side.x, side.y), beside = std::hypot (one.x, one.y);

    return distance (one, other) < 0.2 * length && beside > 0.55 * length && beside < 1.7 * length
           && std::fabs (side.dot (one)) < 0.6 * length * beside;
  }

  std::vector<cv::Point2d>
  in_pixels (const std::vector<cv::Point2d> &places) const
  {
    std::vector<cv::Point2d> pixels;

    for (const cv::Point2d &p : places)
      pixels.emplace_back (plane.cols / 2.0 + p.x * edge, plane.rows / 2.0 + p.y * edge);
    return pixels;
  }

  bool
  is_pip (const cv::Point2d &at, double wide) const
  {
    return std::any_of (pips.begin (), pips.end (), [&] (const cv::Point2d &other) {
      return distance (other, at) < wide * pip / 2;
    });
  }

  /* Half of the face, its pips left out, is not lighter than this. */
  double
  find_body () const
  {
    const double REACH = 0.34 * pose.size;
    std::vector<double> lights;
    cv::Point2d middle = in_pixels ({ pose.middle })[0];

    for (double y = -REACH; y <= REACH; y += 0.04)
      for (double x = -REACH; x <= REACH; x += 0.04)
        {
          cv::Point2d at (middle.x + x * edge, middle.y + y * edge);

          if (std::hypot (x, y) <= REACH * pose.flat && !is_pip (at, 1.7))
            lights.push_back (light_at (plane, at));
        }
    if (lights.empty ())
      return light_at (plane, middle);
    std::sort (lights.begin (), lights.end ());
    return lights[lights.size () / 2];
  }

  /* How much of a pip there is: 1 as much as in the pips, 0 what the body is. */
  double
  share (const cv::Point2d &at) const
  {
    return (light_at (plane, at) - body) / contrast;
  }

  std::vector<cv::Point2d>
  empty_sites () const
  {
    std::vector<cv::Point2d> sites, empty;

    /* A single pip does not tell how its face is turned. */
    if (value == 1)
      for (int i = 0; i < 16; i++)
        sites.push_back (pose.middle
                         + 0.27 * pose.flat
                               * cv::Point2d (std::cos (i * CV_PI / 8), std::sin (i * CV_PI / 8)));
    else
      sites = pose.place (SITES);
    for (const cv::Point2d &at : in_pixels (sites))
      if (!is_pip (at, 1.5))
        empty.push_back (at);
    return empty;
  }

  /* How much what lies between two pips differs from the body, where it does most. */
  double
  seam (const cv::Point2d &a, const cv::Point2d &b) const
  {
    double most = 0;

    for (double part = 0.05; part < 1; part += 0.05)
      {
        cv::Point2d at = a + part * (b - a);

        if (!is_pip (at, 1.7))
          most = std::max (most, std::fabs (share (at)));
      }
    return most;
  }

  const cv::Mat &plane;
  const cv::Mat &colors;
  Pose pose;
  unsigned value;
  double edge;
  double pip; /* a pip's diameter, in pixels */
  double body;
  double contrast;
};

/* Whether a body of one color ends all around, about as far from its middle as a die's face does:
 * a single spot on a plain ground is no die. @crop is an enlarged picture with the face at @middle.
 * @in_middle: it must end as far away on one side as on the other, as it does around a single pip.
 */
bool
has_outline (const cv::Mat &crop,
             const cv::Point2d &middle,
             double edge,
             double strength,
             const std::vector<Pip> &spots,
             bool in_middle)
{
  constexpr int RAYS = 24, LEAST_ENDS = 16;
  constexpr double OFF = 0.11;
  constexpr double FROM = 0.36, TO = 0.95, STEP = 0.03, BODY = 0.3, LEAST_CHANGE = 9, CHANGE = 0.12;
  double least = std::max (LEAST_CHANGE, CHANGE * strength);
  int ends = 0;
  std::array<double, RAYS> reach{}; /* 0: no end */

  auto color_at = [&] (double turn, double far) {
    int x = static_cast<int> (std::lround (middle.x + far * edge * std::cos (turn)));
    int y = static_cast<int> (std::lround (middle.y + far * edge * std::sin (turn)));

    return cv::Vec3d (
        crop.at<cv::Vec3b> (std::clamp (y, 0, crop.rows - 1), std::clamp (x, 0, crop.cols - 1)));
  };
  /* The body's color: in the middle of what lies around the pips, channel by channel. */
  std::array<std::vector<double>, 3> lights;
  for (int ray = 0; ray < RAYS; ray++)
    for (double far = 0.1; far <= BODY; far += 0.04)
      {
        cv::Vec3d color = color_at (ray * 2 * CV_PI / RAYS, far);

        for (int k = 0; k < 3; k++)
          lights[static_cast<size_t> (k)].push_back (color[k]);
      }
  cv::Vec3d body;
  for (int k = 0; k < 3; k++)
    {
      std::vector<double> &of_channel = lights[static_cast<size_t> (k)];

      std::nth_element (of_channel.begin (),
                        of_channel.begin () + static_cast<std::ptrdiff_t> (of_channel.size () / 2),
                        of_channel.end ());
      body[k] = of_channel[of_channel.size () / 2];
    }
  for (int ray = 0; ray < RAYS; ray++)
    {
      int changed = 0;

      for (double far = FROM; far <= TO && changed < 2; far += STEP)
        {
          double turn = ray * 2 * CV_PI / RAYS;
          cv::Point2d at = middle + far * edge * cv::Point2d (std::cos (turn), std::sin (turn));
          cv::Vec3d off = color_at (turn, far) - body;

          /* Pips do not end a body. */
          if (std::any_of (spots.begin (), spots.end (), [&] (const Pip &spot) {
                return distance (spot.at, at) < 0.8 * spot.diameter;
              }))
            continue;
          double most = std::max ({ std::fabs (off[0]), std::fabs (off[1]), std::fabs (off[2]) });

          changed = most > least ? changed + 1 : 0;
          reach[static_cast<size_t> (ray)] = far;
        }
      ends += changed >= 2;
      if (changed < 2)
        reach[static_cast<size_t> (ray)] = 0;
    }
  if (ends < LEAST_ENDS || !in_middle)
    return ends >= LEAST_ENDS;
  /* From the spot to the middle of what has ends on both sides. */
  cv::Point2d off (0, 0);
  int pairs = 0;
  for (size_t ray = 0; ray < RAYS / 2; ray++)
    if (reach[ray] > 0 && reach[ray + RAYS / 2] > 0)
      {
        double turn = static_cast<double> (ray) * 2 * CV_PI / RAYS;

        off +=
            (reach[ray] - reach[ray + RAYS / 2]) * cv::Point2d (std::cos (turn), std::sin (turn));
        pairs++;
      }
  return pairs > 0 && std::hypot (off.x, off.y) / pairs < OFF;
}

/* Whether the body around each pip has about one color: what two dice of other colors make together
 * is no face. */
bool
has_one_color (const cv::Mat &crop,
               const std::vector<cv::Point2d> &pips,
               double pip,
               double strength)
{
  constexpr int AROUND = 12;
  constexpr double FAR = 0.85, MOST = 0.4;
  std::vector<cv::Vec3d> bodies;

  for (const cv::Point2d &at : pips)
    {
      std::array<std::vector<double>, 3> lights;
      cv::Vec3d body;

      for (int i = 0; i < AROUND; i++)
        {
          double turn = i * 2 * CV_PI / AROUND;
          int x = static_cast<int> (std::lround (at.x + FAR * pip * std::cos (turn)));
          int y = static_cast<int> (std::lround (at.y + FAR * pip * std::sin (turn)));
          const cv::Vec3b &color = crop.at<cv::Vec3b> (std::clamp (y, 0, crop.rows - 1),
                                                       std::clamp (x, 0, crop.cols - 1));

          for (int k = 0; k < 3; k++)
            lights[static_cast<size_t> (k)].push_back (color[k]);
        }
      for (int k = 0; k < 3; k++)
        {
          std::vector<double> &of_channel = lights[static_cast<size_t> (k)];

          std::sort (of_channel.begin (), of_channel.end ());
          body[k] = of_channel[AROUND / 2];
        }
      for (const cv::Vec3d &other : bodies)
        for (int k = 0; k < 3; k++)
          if (std::fabs (other[k] - body[k]) > MOST * strength)
            return false;
      bodies.push_back (body);
    }
  return true;
}

/* An enlarged picture of a place, in which a pattern is looked for. */
struct Enlarged
{
  static constexpr int SIDE = 128;
  static constexpr double WIDTH = 2.0; /* in edges */
  static constexpr double EDGE = SIDE / WIDTH;
  cv::Mat crop;
  std::array<cv::Mat, 4> planes;

  Enlarged (const cv::Mat &picture, const Place &place)
  {
    cv::Mat colors[3];

    crop = cut (picture, place.at, place.edge * WIDTH, SIDE);
    cv::GaussianBlur (crop, crop, cv::Size (), 0.8);
    cv::split (crop, colors);
    cv::cvtColor (crop, planes[0], cv::COLOR_BGR2GRAY);
    std::copy (colors, colors + 3, planes.begin () + 1);
  }

  /* From the middle, in edges, into the picture at @place. */
  static cv::Point2d
  in_picture (const cv::Point2d &at, const Place &place)
  {
    return place.at + at * place.edge;
  }
};

/* The spots of one kind in a plane, in edges from its middle and the nearest first. */
struct Spots
{
  std::vector<cv::Point2d> near; /* that may be of the face */
  std::vector<Pip> all;          /* in pixels */
  double pip = 0;                /* the diameter of one of those near, in pixels */

  Spots (const std::vector<Pip> &pips, bool dark)
  {
    constexpr double NEAR = 0.65;
    std::vector<double> diameters;

    for (const Pip &one : pips)
      {
        cv::Point2d at = from_middle (one.at);

        if (one.dark != dark)
          continue;
        all.push_back (one);
        if (std::hypot (at.x, at.y) < NEAR)
          {
            near.push_back (at);
            diameters.push_back (one.diameter);
          }
      }
    std::sort (near.begin (), near.end (), [] (const auto &a, const auto &b) {
      return std::hypot (a.x, a.y) < std::hypot (b.x, b.y);
    });
    std::sort (diameters.begin (), diameters.end ());
    if (!diameters.empty ())
      pip = diameters[diameters.size () / 2];
  }

  static cv::Point2d
  from_middle (const cv::Point2d &at)
  {
    return (at - cv::Point2d (Enlarged::SIDE / 2.0, Enlarged::SIDE / 2.0)) / Enlarged::EDGE;
  }
};
}

Pattern
find_pattern (const cv::Mat &picture, const Place &place)
{
  constexpr double LEAST_CONTRAST = 14, MOST = 0.6, SIDE = 0.4;
  Enlarged enlarged (picture, place);
  cv::Mat all (Enlarged::SIDE, Enlarged::SIDE, CV_8U, cv::Scalar (255));
  std::array<double, 7> votes{};
  double strongest = 0, sum_of_sides = 0, sum = 0, sum_of_faces = 0;
  std::vector<Pip> strongest_spots;
  Pattern found;

  for (const cv::Mat &plane : enlarged.planes)
    {
      std::vector<Pip> pips;

      find_pips (plane, all, Enlarged::EDGE, pips);
      pips = united (pips, HUGE_VAL);
      for (bool dark : { true, false })
        {
          Spots spots (pips, dark);
          Fit best = fit (spots.near);

          if (best.value == 0)
            continue;
          Face face (plane, enlarged.crop, best, Enlarged::EDGE, spots.pip);
          if (face.strength () < LEAST_CONTRAST)
            continue;
          sum += face.strength ();
          if (!face.is_whole () || !face.has_round_pips (spots.all))
            continue;
          sum_of_faces += face.strength ();
          Pattern pattern;
          pattern.value = best.value;
          pattern.middle = Enlarged::in_picture (best.pose.middle, place);
          pattern.size = best.pose.size;
          for (const cv::Point2d &pip : face.pips)
            pattern.pips.push_back (Enlarged::in_picture (Spots::from_middle (pip), place));
          if (face.is_side (spots.all))
            {
              sum_of_sides += face.strength ();
              continue;
            }
          if (face.is_part (spots.all)
              || !has_one_color (enlarged.crop, face.pips, spots.pip, face.strength ()))
            continue;
          votes[best.value] += face.strength ();
          if (face.strength () > strongest)
            {
              strongest = face.strength ();
              strongest_spots = spots.all;
              found = pattern;
            }
        }
    }
  /* Most planes that show a face must show the same. */
  if (found.value > 0
      && (votes[found.value] < MOST * sum_of_faces || sum_of_sides > SIDE * votes[found.value]))
    found.value = 0;
  found.plain = votes[found.value] >= MOST * sum;
  if (found.value > 0
      && !has_outline (enlarged.crop,
                       (found.middle - place.at) * (Enlarged::EDGE / place.edge)
                           + cv::Point2d (Enlarged::SIDE / 2.0, Enlarged::SIDE / 2.0),
                       Enlarged::EDGE * found.size, strongest, strongest_spots, found.value == 1))
    found.value = 0;
  return found;
}
