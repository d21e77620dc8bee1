/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-dice-reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glib/gi18n-lib.h>
#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

G_DEFINE_QUARK (sky - sight - error - quark, sky_sight_error)

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
constexpr double MOST_EDGE = 160;
/* How sure the net must be of a first look, and of all its looks together. */
constexpr double GLANCE = 0.5;
constexpr double SURE = 0.9;
/* How many crops go through the net at once. */
constexpr size_t BATCH = 128;
/* No picture of a table has more places to look at; one of gravel may. */
constexpr size_t MOST_PLACES = 400;
constexpr size_t MOST_DICE = 64;

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

/* Several looks at one place, a little aside, nearer, farther and turned, together. */
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
            cv::rotate (view, turned, cv::ROTATE_90_CLOCKWISE);
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

/* How well @spots, from the middle and in edges, are the face's @pattern turned by @turn, with its
 * corner's pips @step away and pressed together by @flat across @lean, as a face seen at an angle
 * is. Returns: the mean distance in edges, or infinity when a spot of the face has no place in it,
 * or a place no spot. */
double
misfit (const std::vector<cv::Point2d> &pattern,
        const std::vector<cv::Point2d> &spots,
        double turn,
        double step,
        double flat,
        double lean)
{
  constexpr double APART = 0.1;
  double sum = 0;
  double c = std::cos (turn) * step, s = std::sin (turn) * step;
  double lc = std::cos (lean), ls = std::sin (lean);
  std::vector<cv::Point2d> places;

  for (const cv::Point2d &p : pattern)
    {
      cv::Point2d q (p.x * c - p.y * s, p.x * s + p.y * c);
      double along = q.x * lc + q.y * ls, across = (-q.x * ls + q.y * lc) * flat;
      places.emplace_back (along * lc - across * ls, along * ls + across * lc);
    }
  for (const cv::Point2d &place : places)
    {
      double nearest = HUGE_VAL;

      for (const cv::Point2d &spot : spots)
        nearest = std::min (nearest, distance (place, spot));
      if (nearest > APART)
        return HUGE_VAL;
      sum += nearest;
    }
  /* Spots within the face that the pattern does not have. */
  for (const cv::Point2d &spot : spots)
    {
      if (std::hypot (spot.x, spot.y) > 0.38 * flat)
        continue;
      if (std::none_of (places.begin (), places.end (),
                        [&] (const cv::Point2d &place) { return distance (place, spot) <= APART; }))
        return HUGE_VAL;
    }
  return sum / static_cast<double> (pattern.size ());
}

/* Returns: which face's pattern the spots around the middle make, or 0. */
unsigned
fit (const std::vector<cv::Point2d> &spots)
{
  double best = HUGE_VAL;
  unsigned value = 0;

  for (unsigned face = 1; face <= 6; face++)
    for (double step : { 0.2, 0.235, 0.27 })
      for (double flat : { 1.0, 0.85, 0.7 })
        for (int lean = 0; lean < (flat < 1 ? 6 : 1); lean++)
          for (int turn = 0; turn < 12; turn++)
            {
              double off =
                  misfit (PATTERNS[face], spots, turn * CV_PI / (face == 4 || face == 5 ? 24 : 12),
                          step, flat, lean * CV_PI / 6);

              /* A face of more pips explains more. */
              off -= 0.004 * face;
              if (off < best)
                {
                  best = off;
                  value = face;
                }
              if (face == 1)
                turn = 12;
            }
  return value;
}

/* The value that the pips at @place make, looked for in a larger picture of it. */
unsigned
fit_place (const cv::Mat &picture, const Place &place)
{
  constexpr int SIDE = 96;
  constexpr double WIDTH = 1.5;
  cv::Mat crop = cut (picture, place.at, place.edge * WIDTH, SIDE), planes[3], grey,
          all (SIDE, SIDE, CV_8U, cv::Scalar (255));
  std::array<unsigned, 7> votes{};
  double edge = SIDE / WIDTH;

  cv::GaussianBlur (crop, crop, cv::Size (), 0.8);
  cv::split (crop, planes);
  cv::cvtColor (crop, grey, cv::COLOR_BGR2GRAY);
  for (const cv::Mat &plane : { grey, planes[0], planes[1], planes[2] })
    for (bool dark : { true, false })
      {
        std::vector<Pip> pips;
        std::vector<cv::Point2d> spots;

        find_pips (plane, all, edge, pips);
        pips = united (pips);
        for (const Pip &pip : pips)
          if (pip.dark == dark)
            {
              cv::Point2d spot = (pip.at - cv::Point2d (SIDE / 2.0, SIDE / 2.0)) / edge;

              if (std::hypot (spot.x, spot.y) < 0.55)
                spots.push_back (spot);
            }
        if (!spots.empty ())
          votes[fit (spots)]++;
      }
  unsigned value = 0;
  for (unsigned k = 1; k <= 6; k++)
    if (votes[k] > votes[value] || value == 0)
      value = votes[k] > 0 ? k : value;
  for (unsigned k = 1; k <= 6; k++)
    if (k != value && votes[k] >= votes[value])
      return 0;
  return value;
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

/* The places where the net sees a die, each die once, the surest first. */
std::vector<Place>
find_dice (cv::dnn::Net &net, const cv::Mat &picture, const std::vector<Place> &places, double edge)
{
  std::vector<cv::Mat> crops;
  std::vector<Place> looked;
  std::vector<std::pair<double, Place> > seen;
  std::vector<Place> dice;

  for (const Place &place : places)
    for (double size : { 0.82, 1.0, 1.22 })
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
        seen.emplace_back (answers[i][value], looked[i]);
    }
  std::sort (seen.begin (), seen.end (),
             [] (const auto &a, const auto &b) { return a.first > b.first; });
  for (const auto &[sure, place] : seen)
    {
      bool taken = std::any_of (dice.begin (), dice.end (), [&place = place] (const Place &die) {
        return distance (die.at, place.at) < 0.7 * std::max (die.edge, place.edge);
      });
      if (!taken && dice.size () < MOST_DICE)
        dice.push_back (place);
    }
  return dice;
}

}

struct _SkyDiceReader
{
  cv::dnn::Net net;
};

SkyDiceReader *
sky_dice_reader_new (GBytes *model, GError **error)
{
  SkyDiceReader *self = nullptr;
  gsize size = 0;
  const char *bytes = static_cast<const char *> (g_bytes_get_data (model, &size));

  try
    {
      self = new SkyDiceReader;
      self->net = cv::dnn::readNetFromONNX (bytes, size);
      self->net.setPreferableBackend (cv::dnn::DNN_BACKEND_OPENCV);
    }
  catch (const std::exception &failure)
    {
      delete self;
      self = nullptr;
      g_set_error (error, SKY_SIGHT_ERROR, SKY_SIGHT_ERROR_MODEL,
                   _ ("Cannot read the model of dice: %s"), failure.what ());
    }
  return self;
}

void
sky_dice_reader_free (SkyDiceReader *self)
{
  delete self;
}

GArray *
sky_dice_reader_read (SkyDiceReader *self,
                      const SkySightPicture *picture,
                      const SkySightPicture *before,
                      double edge,
                      const SkyPictureBox *ignored,
                      gsize n_ignored,
                      GError **error)
{
  g_autoptr (GArray) dice = g_array_new (FALSE, FALSE, sizeof (SkySightDie));

  try
    {
      cv::Mat colours = colours_of (picture), earlier;

      if (before != nullptr && before->width == picture->width && before->height == picture->height)
        earlier = colours_of (before);
      for (const Place &place : find_dice (
               self->net, colours, find_places (colours, earlier, edge, ignored, n_ignored), edge))
        {
          LogProbabilities answer = look_well (self->net, colours, place);
          unsigned value = best_of (answer);
          SkySightDie die{};

          if (value == 0)
            continue;
          if (answer[value] > std::log (SURE) && fit_place (colours, place) == value)
            die.value = value;
          std::copy (answer.begin (), answer.end (), die.log_probabilities);
          die.x = place.at.x;
          die.y = place.at.y;
          die.edge = place.edge;
          g_array_append_val (dice, die);
        }
      return static_cast<GArray *> (g_steal_pointer (&dice));
    }
  catch (const std::exception &failure)
    {
      g_set_error (error, SKY_SIGHT_ERROR, SKY_SIGHT_ERROR_FAILED,
                   _ ("Cannot look at the picture: %s"), failure.what ());
      return nullptr;
    }
}
