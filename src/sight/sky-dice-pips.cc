/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-dice-pips-private.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

double
distance (const cv::Point2d &a, const cv::Point2d &b)
{
  const cv::Point2d off = a - b;

  /* Nothing here is so far away that it overflows. */
  return std::sqrt (off.dot (off));
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
        /* What differs by more is among what differs by less. */
        if (cv::countNonZero (spots) == 0)
          break;
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
