/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-dice-pips-private.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core/hal/intrin.hpp>
#include <opencv2/imgproc.hpp>

namespace
{
/* Pixels in a row that are connected, from the first to the last. */
struct Run
{
  int first, last;
  size_t piece;
};

/* Connected pixels, as far as they are known. */
struct Piece
{
  size_t of; /* the piece that it is a part of; itself: of none */
  int n, left, right, top, bottom;
  int64 x, y, xx, yy, xy; /* sums over its pixels, from where it began */
};

/* The sum of the squares up to @n. */
int64
squares (int64 n)
{
  return n * (n + 1) * (2 * n + 1) / 6;
}

size_t
whole_of (std::vector<Piece> &pieces, size_t piece)
{
  while (pieces[piece].of != piece)
    {
      pieces[piece].of = pieces[pieces[piece].of].of;
      piece = pieces[piece].of;
    }
  return piece;
}

/* Returns: the piece that both are now. */
size_t
join (std::vector<Piece> &pieces, size_t one, size_t other)
{
  one = whole_of (pieces, one);
  other = whole_of (pieces, other);
  if (one == other)
    return one;
  if (one > other)
    std::swap (one, other);
  Piece &whole = pieces[one];
  const Piece &part = pieces[other];
  whole.n += part.n;
  whole.left = std::min (whole.left, part.left);
  whole.right = std::max (whole.right, part.right);
  whole.top = std::min (whole.top, part.top);
  whole.bottom = std::max (whole.bottom, part.bottom);
  whole.x += part.x;
  whole.y += part.y;
  whole.xx += part.xx;
  whole.yy += part.yy;
  whole.xy += part.xy;
  pieces[other].of = one;
  return one;
}

/* Appends the runs of pixels of a @row that differ by more than @step. */
void
find_runs (const uchar *row, int width, int step, std::vector<Run> &runs)
{
  constexpr int AT_ONCE = 16;
  const cv::v_uint8x16 least = cv::v_setall_u8 (static_cast<uchar> (step));
  int first = -1; /* where a run began; -1: there is none */

  for (int x = 0; x < width; x += AT_ONCE)
    {
      unsigned more = 0;

      if (x + AT_ONCE <= width)
        more = static_cast<unsigned> (cv::v_signmask (cv::v_load (row + x) > least));
      else
        for (int i = 0; x + i < width; i++)
          more |= (row[x + i] > step ? 1U : 0U) << i;
      /* A bit wherever a run begins, or has ended. */
      unsigned turns = (more ^ (more << 1 | (first < 0 ? 0U : 1U))) & ((1U << AT_ONCE) - 1);
      for (; turns != 0; turns &= turns - 1)
        {
          int at = x + __builtin_ctz (turns);

          if (first < 0)
            {
              first = at;
              continue;
            }
          runs.push_back ({ first, at - 1, 0 });
          first = -1;
        }
    }
  if (first >= 0)
    runs.push_back ({ first, width - 1, 0 });
}

/* The connected pixels of @difference that are more than @step: pieces that are of none. It takes
 * all their sums in one pass, and writes no picture of them, as OpenCV would. */
void
find_pieces (const cv::Mat &difference, int step, std::vector<Piece> &pieces)
{
  std::vector<Run> above, runs;

  pieces.clear ();
  for (int y = 0; y < difference.rows; y++)
    {
      auto over = above.begin ();

      runs.clear ();
      find_runs (difference.ptr<uchar> (y), difference.cols, step, runs);
      for (Run &run : runs)
        {
          const int64 n = run.last - run.first + 1, x = (run.first + run.last) * n / 2;

          run.piece = pieces.size ();
          pieces.push_back ({ run.piece, static_cast<int> (n), run.first, run.last, y, y, x, y * n,
                              squares (run.last) - squares (run.first - 1), y * y * n, y * x });
          /* Corners connect, too. */
          while (over != above.end () && over->last < run.first - 1)
            over++;
          for (; over != above.end () && over->first <= run.last + 1; over++)
            {
              run.piece = join (pieces, run.piece, over->piece);
              if (over->last > run.last)
                break;
            }
        }
      std::swap (above, runs);
    }
}

/* The place and the shape of @piece. */
Pip
measure (const Piece &piece, bool dark, int step)
{
  const double n = piece.n, x = static_cast<double> (piece.x) / n,
               y = static_cast<double> (piece.y) / n;
  /* A pixel is not a point. */
  const double xx = static_cast<double> (piece.xx) / n - x * x + 1.0 / 12,
               yy = static_cast<double> (piece.yy) / n - y * y + 1.0 / 12,
               xy = static_cast<double> (piece.xy) / n - x * y;
  const double mean = (xx + yy) / 2, off = std::hypot ((xx - yy) / 2, xy),
               least = std::max (1.0 / 12, mean - off);

  return { { x, y },
           std::sqrt (n * 4 / CV_PI),
           dark,
           std::sqrt (least / (mean + off)),
           n / (4 * CV_PI * std::sqrt (least * (mean + off))),
           step };
}

/* Appends the round spots of @plane within @mask whose diameter suits @scale, the length over which
 * the light is averaged. */
void
find_spots (const cv::Mat &plane,
            const cv::Mat &mask,
            double scale,
            double least,
            double most,
            std::vector<Pip> &pips)
{
  cv::Mat mean, difference;
  std::vector<Piece> pieces;
  const int window = std::max (5, static_cast<int> (scale * 0.6) | 1);

  cv::boxFilter (plane, mean, -1, cv::Size (window, window));
  for (bool dark : { true, false })
    {
      cv::subtract (dark ? mean : plane, dark ? plane : mean, difference);
      difference &= mask;
      for (int step : { 9, 22, 45 })
        {
          find_pieces (difference, step, pieces);
          /* What differs by more is among what differs by less. */
          if (pieces.empty ())
            break;
          for (size_t i = 0; i < pieces.size (); i++)
            {
              const Piece &piece = pieces[i];
              const int w = piece.right - piece.left + 1, h = piece.bottom - piece.top + 1;
              const double diameter = std::sqrt (piece.n * 4 / CV_PI);

              if (piece.of == i && piece.n >= 3 && diameter <= scale * 0.4 && diameter >= least
                  && diameter <= most && std::max (w, h) <= 2.2 * std::min (w, h) + 1
                  && piece.n >= 0.55 * w * h)
                pips.push_back (measure (piece, dark, step));
            }
        }
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
cut (const cv::Mat &picture,
     const cv::Point2d &at,
     double side,
     int pixels,
     double turn,
     double tall)
{
  double scale = pixels / side, c = scale * std::cos (turn), s = scale * std::sin (turn);
  cv::Matx23d matrix (c, -s, pixels / 2.0 - (at.x * c - at.y * s), tall * s, tall * c,
                      pixels / 2.0 - tall * (at.x * s + at.y * c));
  cv::Mat crop;

  cv::warpAffine (picture, crop, matrix, cv::Size (pixels, pixels),
                  scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return crop;
}
