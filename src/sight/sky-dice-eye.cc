/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The module that looks at pictures: the only code that sees OpenCV. A program loads it when it
 * first reads dice (sky-dice-reader.c). */
#include "config.h"

#include "sky-dice-eye-private.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace
{
/* Pixels a side of what the net sees, and how much wider than the die that is. */
constexpr int CROP = 48;
constexpr double WIDE = 1.55;
/* What the net's training adds to the deviation, so that an empty crop is not blown up. */
constexpr double LEAST_DEVIATION = 4.0;
/* A pip's diameter is about this part of the edge. */
constexpr double PIP = 1.0 / 5.5;
/* The smallest and the largest die that is looked for, in pixels. */
constexpr double LEAST_EDGE = 9;
constexpr double MOST_EDGE = 110;
/* How sure the net must be of a first look, and of all its looks together. */
constexpr double GLANCE = 0.4;
constexpr double SURE = 0.9;
/* Another reading of the same pips, this sure beside the surest, makes both doubtful. */
constexpr double RIVAL = 0.2;
/* How many crops go through the net at once. */
constexpr size_t BATCH = 128;
/* No picture of a table has more places to look at; one of gravel may. */
constexpr size_t MOST_PLACES = 400;
constexpr size_t MOST_CANDIDATES = 64;

using LogProbabilities = std::array<double, 7>;

struct Place
{
  cv::Point2d at;
  double edge;
};

struct Pip
{
  cv::Point2d at;
  double diameter;
  bool dark;
};

double
distance (const cv::Point2d &a, const cv::Point2d &b)
{
  return std::hypot (a.x - b.x, a.y - b.y);
}

/* --- Where to look ---------------------------------------------------------------------------- */

/* Round spots darker or lighter than what lies around them: components of a local threshold, that
 * fill their box as a disc, or an ellipse, does. */
void
find_pips (const cv::Mat &plane, const cv::Mat &mask, double edge, std::vector<Pip> &pips)
{
  const double scales[] = { edge > 0 ? edge : 22, edge > 0 ? edge * 0.6 : 44,
                            edge > 0 ? 0.0 : 80.0 };
  cv::Mat mean, difference, spots, labels, stats, centres;

  for (double scale : scales)
    {
      if (scale <= 0)
        continue;
      int window = std::max (5, static_cast<int> (scale * 0.6) | 1);
      cv::boxFilter (plane, mean, CV_16S, cv::Size (window, window));
      cv::subtract (plane, mean, difference, cv::noArray (), CV_16S);
      for (bool dark : { true, false })
        for (int step : { 9, 22 })
          {
            spots = dark ? difference < -step : difference > step;
            spots &= mask;
            int n = cv::connectedComponentsWithStats (spots, labels, stats, centres, 8, CV_32S);
            for (int i = 1; i < n; i++)
              {
                int area = stats.at<int> (i, cv::CC_STAT_AREA);
                int w = stats.at<int> (i, cv::CC_STAT_WIDTH),
                    h = stats.at<int> (i, cv::CC_STAT_HEIGHT);
                double diameter = std::sqrt (area * 4 / CV_PI);

                if (area < 3 || diameter > scale * 0.4
                    || std::max (w, h) > 2.2 * std::min (w, h) + 1 || area < 0.55 * w * h)
                  continue;
                if (edge > 0 && (diameter < edge * PIP * 0.4 || diameter > edge * PIP * 2))
                  continue;
                pips.push_back (
                    { { centres.at<double> (i, 0), centres.at<double> (i, 1) }, diameter, dark });
              }
          }
    }
}

/* The same spot, found at several thresholds, once. */
std::vector<Pip>
united (std::vector<Pip> &pips)
{
  std::vector<Pip> kept;

  std::sort (pips.begin (), pips.end (),
             [] (const Pip &a, const Pip &b) { return a.diameter > b.diameter; });
  for (const Pip &pip : pips)
    {
      bool known = std::any_of (kept.begin (), kept.end (), [&] (const Pip &other) {
        return other.dark == pip.dark && distance (other.at, pip.at) < 0.5 * other.diameter;
      });
      if (!known)
        kept.push_back (pip);
    }
  return kept;
}

void
add_place (std::vector<Place> &places, const cv::Point2d &at, double edge)
{
  if (edge < LEAST_EDGE || edge > MOST_EDGE || places.size () >= MOST_PLACES)
    return;
  for (const Place &place : places)
    if (distance (place.at, at) < 0.1 * edge && edge < place.edge * 1.25
        && place.edge < edge * 1.25)
      return;
  places.push_back ({ at, edge });
}

/* The middle of all pips of a face is the face's middle, whatever the face: each spot with its
 * nearest likes is taken for one. */
void
add_places_of_pips (const std::vector<Pip> &pips, double edge, std::vector<Place> &places)
{
  for (const Pip &pip : pips)
    {
      double size = edge > 0 ? edge : pip.diameter / PIP;
      std::vector<std::pair<double, const Pip *> > near;

      for (const Pip &other : pips)
        {
          double far = distance (pip.at, other.at);

          if (other.dark == pip.dark && far < 0.95 * size && other.diameter < 1.9 * pip.diameter
              && pip.diameter < 1.9 * other.diameter)
            near.emplace_back (far, &other);
        }
      std::sort (near.begin (), near.end ());
      cv::Point2d sum (0, 0);
      double diameters = 0;
      for (size_t i = 0; i < std::min<size_t> (near.size (), 6); i++)
        {
          sum += near[i].second->at;
          diameters += near[i].second->diameter;
          double n = static_cast<double> (i + 1);
          add_place (places, sum / n, edge > 0 ? edge : diameters / n / PIP);
          if (i > 0)
            add_place (places, (pip.at + near[i].second->at) / 2, size);
        }
    }
}

/* What has changed, in pieces as large as a die. */
void
add_places_of_changes (const cv::Mat &mask, double edge, std::vector<Place> &places)
{
  cv::Mat labels, stats, centres;
  int n = cv::connectedComponentsWithStats (mask, labels, stats, centres, 8, CV_32S);

  for (int i = 1; i < n; i++)
    {
      int w = stats.at<int> (i, cv::CC_STAT_WIDTH), h = stats.at<int> (i, cv::CC_STAT_HEIGHT);
      double size = std::sqrt (stats.at<int> (i, cv::CC_STAT_AREA));

      if (std::max (w, h) > 2 * std::min (w, h)
          || (edge > 0 && (size < 0.6 * edge || size > 2 * edge)))
        continue;
      add_place (places, { centres.at<double> (i, 0), centres.at<double> (i, 1) },
                 edge > 0 ? edge : size * 0.9);
    }
}

/* --- The first reader: the net ------------------------------------------------------------------
 */

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

/* Mean 0 and deviation 1 over all three colours, as in training. */
cv::Mat
normalised (const cv::Mat &crop)
{
  cv::Mat flat = crop.reshape (1), as_float;
  cv::Scalar mean, deviation;

  cv::meanStdDev (flat, mean, deviation);
  double scale = 1 / (deviation[0] + LEAST_DEVIATION);
  crop.convertTo (as_float, CV_32F, scale, -mean[0] * scale);
  return as_float;
}

std::vector<LogProbabilities>
look (cv::dnn::Net &net, const std::vector<cv::Mat> &crops)
{
  std::vector<LogProbabilities> answers;

  for (size_t from = 0; from < crops.size (); from += BATCH)
    {
      std::vector<cv::Mat> batch;

      for (size_t i = from; i < std::min (from + BATCH, crops.size ()); i++)
        batch.push_back (normalised (crops[i]));
      net.setInput (cv::dnn::blobFromImages (batch));
      cv::Mat logits = net.forward ();
      for (int i = 0; i < logits.rows; i++)
        {
          LogProbabilities answer;
          const float *row = logits.ptr<float> (i);
          double most = *std::max_element (row, row + 7), sum = 0;

          for (int k = 0; k < 7; k++)
            sum += std::exp (row[k] - most);
          for (size_t k = 0; k < 7; k++)
            answer[k] = row[k] - most - std::log (sum);
          answers.push_back (answer);
        }
    }
  return answers;
}

unsigned
best_of (const LogProbabilities &answer)
{
  return static_cast<unsigned> (std::max_element (answer.begin (), answer.end ())
                                - answer.begin ());
}

/* Several looks at one place, a little aside, nearer, farther and mirrored, together. */
LogProbabilities
look_well (cv::dnn::Net &net, const cv::Mat &picture, const Place &place)
{
  static const cv::Point2d aside[] = { { 0, 0 }, { 0.06, 0.03 }, { -0.05, 0.05 }, { 0.01, -0.06 } };
  std::vector<cv::Mat> views;
  LogProbabilities mean{};
  double sum = 0;

  for (double wide : { 1.45, 1.7 })
    for (size_t i = 0; i < G_N_ELEMENTS (aside); i++)
      {
        cv::Mat view = cut (picture, place.at + aside[i] * place.edge, place.edge * wide, CROP),
                turned;

        if (i % 2 == 1)
          {
            cv::flip (view, turned, 1);
            view = turned;
          }
        views.push_back (view);
      }
  std::vector<LogProbabilities> answers = look (net, views);
  for (const LogProbabilities &answer : answers)
    for (size_t k = 0; k < 7; k++)
      mean[k] += answer[k] / static_cast<double> (answers.size ());
  for (double value : mean)
    sum += std::exp (value);
  for (double &value : mean)
    value -= std::log (sum);
  return mean;
}

/* --- The second reader: the pips' pattern -------------------------------------------------------
 */

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
  Face (const cv::Mat &of_plane, const Fit &of_fit, double of_edge, double of_pip)
      : plane (of_plane), pose (of_fit.pose), value (of_fit.value), edge (of_edge), pip (of_pip)
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

  /* Whether there are pips of the same body that the face does not have, so that it is a part of a
   * larger one: one near by, or two that make a parallelogram with its first and last, as the other
   * pips of a four or a six do with two or three of them. */
  bool
  is_part (const std::vector<Pip> &spots) const
  {
    const double REACH = value == 1 ? 0.75 : 0.56 * pose.size;
    std::vector<cv::Point2d> others;
    cv::Point2d middle = in_pixels ({ pose.middle })[0];

    for (const Pip &spot : spots)
      if (!is_pip (spot.at, 1.3) && spot.diameter < 1.7 * pip && pip < 1.7 * spot.diameter
          && share (spot.at) > 0.5)
        others.push_back (spot.at);
    for (const cv::Point2d &other : others)
      if (distance (other, middle) < REACH * edge && is_one_body (nearest_pip (other), other))
        return true;
    if (value != 2 && value != 3)
      return false;
    const cv::Point2d &first = pips.front (), &last = pips.back ();
    for (const cv::Point2d &one : others)
      for (const cv::Point2d &other : others)
        if (is_square (last - first, one - first, other - last) && is_one_body (first, one)
            && is_one_body (last, other))
          return true;
    return false;
  }

  std::vector<cv::Point2d> pips;

private:
  const cv::Point2d &
  nearest_pip (const cv::Point2d &at) const
  {
    return *std::min_element (pips.begin (), pips.end (),
                              [&] (const cv::Point2d &a, const cv::Point2d &b) {
                                return distance (a, at) < distance (b, at);
                              });
  }

  /* Whether no edge of a die lies between two pips. */
  bool
  is_one_body (const cv::Point2d &a, const cv::Point2d &b) const
  {
    constexpr double EVEN = 0.3;
    double far = distance (a, b);

    for (double part = 0.05; part < 1; part += 0.05)
      if (part * far > 0.85 * pip && (1 - part) * far > 0.85 * pip
          && std::fabs (share (a + part * (b - a))) > EVEN)
        return false;
    return true;
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
  Pose pose;
  unsigned value;
  double edge;
  double pip; /* a pip's diameter, in pixels */
  double body;
  double contrast;
};

/* What the pips at a place make. */
struct Pattern
{
  unsigned value = 0;            /* 0: no face, or more than one */
  std::vector<cv::Point2d> pips; /* in the picture */
  cv::Point2d middle;            /* of the face, in the picture */
  double size = 1;               /* of its edge, in edges as the place has them */
};

/* Whether a body of one color ends all around, about as far from its middle as a die's face does:
 * a single spot on a plain ground is no die. @crop is an enlarged picture with the face at @middle.
 */
bool
has_outline (const cv::Mat &crop,
             const cv::Point2d &middle,
             double edge,
             double strength,
             const std::vector<Pip> &spots)
{
  constexpr int RAYS = 24, LEAST_ENDS = 16;
  constexpr double FROM = 0.36, TO = 0.95, STEP = 0.03, BODY = 0.3, LEAST_CHANGE = 9, CHANGE = 0.12;
  double least = std::max (LEAST_CHANGE, CHANGE * strength);
  int ends = 0;

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
        }
      ends += changed >= 2;
    }
  return ends >= LEAST_ENDS;
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

/* The pattern at @place. */
Pattern
find_pattern (const cv::Mat &picture, const Place &place)
{
  constexpr double LEAST_CONTRAST = 14;
  Enlarged enlarged (picture, place);
  cv::Mat all (Enlarged::SIDE, Enlarged::SIDE, CV_8U, cv::Scalar (255));
  std::array<double, 7> votes{};
  double strongest = 0, sum = 0;
  std::vector<Pip> strongest_spots;
  Pattern found;

  for (const cv::Mat &plane : enlarged.planes)
    {
      std::vector<Pip> pips;

      find_pips (plane, all, Enlarged::EDGE, pips);
      pips = united (pips);
      for (bool dark : { true, false })
        {
          Spots spots (pips, dark);
          Fit best = fit (spots.near);

          if (best.value == 0)
            continue;
          Face face (plane, best, Enlarged::EDGE, spots.pip);
          if (face.strength () < LEAST_CONTRAST || !face.is_whole ())
            continue;
          Pattern pattern;
          pattern.value = best.value;
          pattern.middle = Enlarged::in_picture (best.pose.middle, place);
          pattern.size = best.pose.size;
          for (const cv::Point2d &pip : face.pips)
            pattern.pips.push_back (Enlarged::in_picture (Spots::from_middle (pip), place));
          sum += face.strength ();
          /* Pips of the same body that the face does not have: it is a part of a larger one. */
          if (face.is_part (spots.all))
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
  /* The planes must not say different things. */
  if (found.value > 0 && votes[found.value] < 0.7 * sum)
    found.value = 0;
  if (found.value > 0
      && !has_outline (enlarged.crop,
                       (found.middle - place.at) * (Enlarged::EDGE / place.edge)
                           + cv::Point2d (Enlarged::SIDE / 2.0, Enlarged::SIDE / 2.0),
                       Enlarged::EDGE * found.size, strongest, strongest_spots))
    found.value = 0;
  return found;
}

/* --- Together -----------------------------------------------------------------------------------
 */

cv::Mat
colours_of (const SkySightPicture *picture)
{
  const cv::Mat all (picture->height, picture->width, CV_8UC4,
                     const_cast<guint8 *> (picture->pixels), picture->stride);
  cv::Mat colours;

  cv::cvtColor (all, colours, cv::COLOR_BGRA2BGR);
  return colours;
}

/* What differs from the picture before; all, when so much does that the camera itself has moved. */
cv::Mat
changes (const cv::Mat &picture, const cv::Mat &before)
{
  constexpr int CHANGE = 22;
  constexpr double MOST_CHANGED = 0.25;
  cv::Mat difference, planes[3], mask;

  cv::absdiff (picture, before, difference);
  cv::GaussianBlur (difference, difference, cv::Size (3, 3), 0);
  cv::split (difference, planes);
  mask = cv::max (planes[0], cv::max (planes[1], planes[2])) > CHANGE;
  cv::morphologyEx (mask, mask, cv::MORPH_CLOSE, cv::Mat::ones (5, 5, CV_8U));
  if (cv::countNonZero (mask) > MOST_CHANGED * static_cast<double> (mask.total ()))
    mask.setTo (255);
  return mask;
}

std::vector<Place>
find_places (const cv::Mat &picture,
             const cv::Mat &before,
             double edge,
             const SkyPictureBox *ignored,
             gsize n_ignored)
{
  std::vector<Place> places;
  std::vector<Pip> pips;
  cv::Mat mask (picture.size (), CV_8U, cv::Scalar (255)), planes[3], grey;

  if (!before.empty ())
    mask = changes (picture, before);
  for (gsize i = 0; i < n_ignored; i++)
    mask (cv::Rect (ignored[i].x, ignored[i].y, ignored[i].width, ignored[i].height)
          & cv::Rect (cv::Point (0, 0), picture.size ())) = 0;
  if (!before.empty ())
    {
      add_places_of_changes (mask, edge, places);
      cv::dilate (mask, mask, cv::Mat::ones (5, 5, CV_8U));
    }
  cv::split (picture, planes);
  cv::cvtColor (picture, grey, cv::COLOR_BGR2GRAY);
  for (const cv::Mat &plane : { grey, planes[0], planes[2] })
    find_pips (plane, mask, edge, pips);
  add_places_of_pips (united (pips), edge, places);
  return places;
}

/* A place that may be a die, and what both readers say of it. */
struct Candidate
{
  Place place;
  LogProbabilities answer;
  unsigned value; /* the net's */
  Pattern pattern;
  bool doubtful; /* something else is nearly as likely there */

  /* Whether both readers say the same, and the net is sure. */
  bool
  is_sure () const
  {
    return answer[value] > std::log (SURE) && pattern.value == value;
  }

  double
  strength () const
  {
    return answer[value] + (pattern.value == value ? 0.0 : std::log (0.3));
  }
};

/* Where the net sees a die at a first look: the surest of each face at each place. */
std::vector<Place>
find_candidates (cv::dnn::Net &net,
                 const cv::Mat &picture,
                 const std::vector<Place> &places,
                 double edge)
{
  struct Seen
  {
    double sure;
    unsigned value;
    Place place;
  };
  std::vector<cv::Mat> crops;
  std::vector<Place> looked, kept_places;
  std::vector<Seen> seen, kept;

  for (const Place &place : places)
    for (double size : { 1.0, 0.8, 1.25 })
      {
        looked.push_back ({ place.at, place.edge * size });
        crops.push_back (cut (picture, place.at, place.edge * size * WIDE, CROP));
        if (edge > 0)
          break;
      }
  std::vector<LogProbabilities> answers = look (net, crops);
  for (size_t i = 0; i < answers.size (); i++)
    {
      unsigned value = best_of (answers[i]);

      if (value > 0 && answers[i][value] > std::log (GLANCE))
        seen.push_back ({ answers[i][value], value, looked[i] });
    }
  std::sort (seen.begin (), seen.end (),
             [] (const Seen &a, const Seen &b) { return a.sure > b.sure; });
  for (const Seen &one : seen)
    {
      bool known = std::any_of (kept.begin (), kept.end (), [&one] (const Seen &other) {
        return other.value == one.value
               && distance (other.place.at, one.place.at)
                      < 0.35 * std::max (other.place.edge, one.place.edge);
      });
      if (!known && kept.size () < MOST_CANDIDATES)
        {
          kept.push_back (one);
          kept_places.push_back (one.place);
        }
    }
  return kept_places;
}

/* Whether all pips of @part are among those of @whole, which has more. */
bool
explains (const Candidate &whole, const Candidate &part)
{
  if (whole.pattern.pips.size () <= part.pattern.pips.size ())
    return false;
  return std::all_of (
      part.pattern.pips.begin (), part.pattern.pips.end (), [&] (const cv::Point2d &one) {
        return std::any_of (whole.pattern.pips.begin (), whole.pattern.pips.end (),
                            [&] (const cv::Point2d &other) {
                              return distance (one, other) < 0.08 * whole.place.edge;
                            });
      });
}

bool
shares_pip (const Candidate &a, const Candidate &b)
{
  for (const cv::Point2d &one : a.pattern.pips)
    for (const cv::Point2d &other : b.pattern.pips)
      if (distance (one, other) < 0.08 * std::min (a.place.edge, b.place.edge))
        return true;
  return false;
}

/* Whether both cannot be dice: they lie in one another, or have a pip in common. */
bool
exclude_each_other (const Candidate &a, const Candidate &b)
{
  return distance (a.place.at, b.place.at) < 0.6 * std::max (a.place.edge, b.place.edge)
         || shares_pip (a, b);
}

/* Whether @low is a side of the die whose upper face is @high: nearer than two dice can lie, and
 * below it in the picture, as a camera that stands upright sees it. */
bool
is_side (const Candidate &low, const Candidate &high)
{
  constexpr double NEAREST = 0.85;
  double far = distance (low.place.at, high.place.at);

  return low.is_sure () && high.is_sure () && !shares_pip (low, high)
         && far < NEAREST * std::max (low.place.edge, high.place.edge)
         && low.place.at.y - high.place.at.y > 0.4 * far && high.place.edge > 0.75 * low.place.edge;
}

/* Each die once: of those that exclude each other the stronger. Neither is read when both readers
 * say something else of the other, and it is not much weaker; but a single part of a face's pips is
 * no rival to all of them. */
std::vector<Candidate>
choose (const std::vector<Candidate> &candidates)
{
  std::vector<Candidate> dice;
  std::vector<unsigned> n_parts;

  std::vector<Candidate> faces;
  std::copy_if (candidates.begin (), candidates.end (), std::back_inserter (faces),
                [&] (const Candidate &low) {
                  return std::none_of (candidates.begin (), candidates.end (),
                                       [&] (const Candidate &high) { return is_side (low, high); });
                });
  std::sort (faces.begin (), faces.end (), [] (const Candidate &a, const Candidate &b) {
    if (a.is_sure () != b.is_sure ())
      return a.is_sure ();
    if (a.is_sure () && a.value != b.value)
      return a.value > b.value;
    return a.strength () > b.strength ();
  });
  for (const Candidate &candidate : faces)
    {
      bool taken = false;

      for (size_t i = 0; i < dice.size (); i++)
        {
          Candidate &die = dice[i];

          if (!exclude_each_other (die, candidate))
            continue;
          taken = true;
          if (candidate.value == die.value || candidate.pattern.value != candidate.value
              || candidate.strength () - die.strength () < std::log (RIVAL))
            continue;
          /* Two ones side by side are no two. */
          if (!explains (die, candidate) || ++n_parts[i] > 1)
            die.doubtful = true;
        }
      if (!taken)
        {
          dice.push_back (candidate);
          n_parts.push_back (0);
        }
    }
  return dice;
}

/* What both readers say of each of @places, as far as they see dice there. */
std::vector<Candidate>
read_places (cv::dnn::Net &net, const cv::Mat &picture, const std::vector<Place> &places)
{
  std::vector<Candidate> candidates;

  for (const Place &place : places)
    {
      Candidate candidate{ place, {}, 0, find_pattern (picture, place), false };

      if (candidate.pattern.value > 0)
        {
          candidate.place.at = candidate.pattern.middle;
          candidate.place.edge *= std::sqrt (candidate.pattern.size);
        }
      candidate.answer = look_well (net, picture, candidate.place);
      candidate.value = best_of (candidate.answer);
      if (candidate.value > 0)
        candidates.push_back (candidate);
    }
  return choose (candidates);
}

std::vector<Place>
places_of (const GArray *known)
{
  std::vector<Place> places;

  for (guint i = 0; i < known->len; i++)
    {
      const SkySightDie *die = &g_array_index (known, SkySightDie, i);

      places.push_back ({ { die->x, die->y }, die->edge });
    }
  return places;
}

}

struct _SkyDiceEye
{
  cv::dnn::Net net;
};

SkyDiceEye *
sky_dice_eye_new (const void *model, gsize size, char **message)
{
  SkyDiceEye *self = nullptr;

  try
    {
      /* Whoever reads many tables does so with a thread for each. */
      cv::setNumThreads (1);
      self = new SkyDiceEye;
      self->net = cv::dnn::readNetFromONNX (static_cast<const char *> (model), size);
      self->net.setPreferableBackend (cv::dnn::DNN_BACKEND_OPENCV);
    }
  catch (const std::exception &failure)
    {
      delete self;
      self = nullptr;
      *message = g_strdup (failure.what ());
    }
  return self;
}

void
sky_dice_eye_free (SkyDiceEye *self)
{
  delete self;
}

gboolean
sky_dice_eye_look (SkyDiceEye *self,
                   const SkySightPicture *picture,
                   const SkySightPicture *before,
                   double edge,
                   const SkyPictureBox *ignored,
                   gsize n_ignored,
                   const GArray *known,
                   GArray *dice,
                   char **message)
{
  try
    {
      cv::Mat colours = colours_of (picture), earlier;

      if (before != nullptr && before->width == picture->width && before->height == picture->height)
        earlier = colours_of (before);
      std::vector<Place> places =
          known != nullptr
              ? places_of (known)
              : find_candidates (self->net, colours,
                                 find_places (colours, earlier, edge, ignored, n_ignored), edge);
      for (const Candidate &candidate : read_places (self->net, colours, places))
        {
          SkySightDie die{};

          if (candidate.is_sure () && !candidate.doubtful)
            die.value = candidate.value;
          std::copy (candidate.answer.begin (), candidate.answer.end (), die.log_probabilities);
          die.x = candidate.place.at.x;
          die.y = candidate.place.at.y;
          die.edge = candidate.place.edge;
          g_array_append_val (dice, die);
        }
      return TRUE;
    }
  catch (const std::exception &failure)
    {
      *message = g_strdup (failure.what ());
      return FALSE;
    }
}
