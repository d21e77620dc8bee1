/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-dice-pips-private.h"
#include "sky-dice-pose-private.h"

#include <algorithm>
#include <array>

const std::vector<cv::Point2d> PATTERNS[7] = {
  {},
  { { 0, 0 } },
  { { -1, -1 }, { 1, 1 } },
  { { -1, -1 }, { 0, 0 }, { 1, 1 } },
  { { -1, -1 }, { -1, 1 }, { 1, -1 }, { 1, 1 } },
  { { -1, -1 }, { -1, 1 }, { 0, 0 }, { 1, -1 }, { 1, 1 } },
  { { -1, -1 }, { -1, 0 }, { -1, 1 }, { 1, -1 }, { 1, 0 }, { 1, 1 } },
};

const std::vector<cv::Point2d> SITES = { { -1, -1 }, { -1, 0 }, { -1, 1 }, { 0, -1 }, { 0, 0 },
                                         { 0, 1 },   { 1, -1 }, { 1, 0 },  { 1, 1 } };

namespace
{
/* How far apart a pip and its place in the pattern may be. */
constexpr double APART = 0.1;
/* A spot this near to the middle is on the face. */
constexpr double ON_FACE = 0.42;

/* How well @spots are the @pattern as @pose has it. Returns: the mean distance in edges, or
 * infinity when a spot of the face has no place in it, or a place no spot. */
double
misfit (const std::vector<cv::Point2d> &pattern,
        const std::vector<cv::Point2d> &spots,
        const Pose &pose,
        const cv::Point2d &turned,
        const cv::Point2d &leaning)
{
  double sum = 0;
  std::array<cv::Point2d, 9> places;
  auto end = places.begin ();

  for (const cv::Point2d &p : pattern)
    {
      double least = HUGE_VAL;

      *end = pose.place (p, turned, leaning);
      for (const cv::Point2d &spot : spots)
        {
          const cv::Point2d off = *end - spot;

          least = std::min (least, off.dot (off));
        }
      double nearest = std::sqrt (least);
      if (nearest > APART)
        return HUGE_VAL;
      sum += nearest;
      end++;
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
}

Fit
fit (const std::vector<cv::Point2d> &spots)
{
  constexpr size_t TURNS = 12, LEANS = 6;
  constexpr double USUAL_STEP = 0.235;
  std::array<cv::Point2d, TURNS> turned;
  std::array<cv::Point2d, LEANS> leaning;
  Fit best;

  for (size_t lean = 0; lean < LEANS; lean++)
    leaning[lean] = Pose::direction_of (static_cast<double> (lean) * CV_PI / LEANS);
  for (unsigned face = 1; face <= 6 && face <= spots.size (); face++)
    {
      Pose pose{};
      /* Half a turn, or a quarter of one, shows the same again. */
      double all = face == 4 || face == 5 ? CV_PI / 2 : CV_PI;

      pose.middle = middle_of (spots, face);
      if (!may_be (spots, face, pose.middle))
        continue;
      for (size_t turn = 0; turn < TURNS; turn++)
        turned[turn] = Pose::direction_of (static_cast<double> (turn) * all / TURNS);
      for (double step : { 0.17, 0.2, 0.235, 0.27, 0.31 })
        for (double flat : { 1.0, 0.85, 0.7 })
          for (size_t lean = 0; lean < (flat < 1 ? LEANS : 1); lean++)
            for (size_t turn = 0; turn < (face == 1 ? 1 : TURNS); turn++)
              {
                /* A single pip does not tell how large its face is. */
                if (face == 1 && step != USUAL_STEP)
                  continue;
                pose.step = step;
                pose.size = step / USUAL_STEP;
                pose.flat = flat;
                pose.lean = static_cast<double> (lean) * CV_PI / LEANS;
                pose.turn = static_cast<double> (turn) * all / TURNS;
                /* A face of more pips explains more, however well one of fewer fits. */
                double off =
                    misfit (PATTERNS[face], spots, pose, turned[turn], leaning[lean]) - 0.03 * face;

                if (off < best.off)
                  best = { face, pose, off };
              }
    }
  return best;
}
