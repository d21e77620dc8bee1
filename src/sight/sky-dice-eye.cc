/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The module that looks at pictures, which a program loads when it first reads dice
 * (sky-dice-reader.c). Here are the first reader, the net, and the choice between readings. */
#include "config.h"

#include "sky-dice-eye-private.h"
#include "sky-dice-pattern-private.h"
#include "sky-dice-places-private.h"
#include "sky-sight-eye-private.h"
#include "sky-sight-net-private.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/dnn.hpp>
#include <vector>

namespace
{
/* How much wider than the die is what the net sees. */
constexpr int CROP = 48;
constexpr double WIDE = 1.55;
/* What the net's training adds to the deviation, so that an empty crop is not blown up. */
constexpr double LEAST_DEVIATION = 4.0;
/* How sure the net must be of a first look, and of all its looks together. */
constexpr double GLANCE = 0.4;
constexpr double SURE = 0.93;
/* How sure it must be where spots of other kinds, such as gleams, speak against the pattern. */
constexpr double SURER = 0.985;
/* How sure it must be of a face of many pips where a closer look at the pattern shows it. */
constexpr double ENOUGH = 0.85;
/* How sure each of the net's looks must be by itself; of a single pip, which may be part of a
 * larger face, it must be surer. */
constexpr double LEAST = 0.7;
constexpr double LEAST_OF_ONE = 0.94;
/* And of more pips that are found late, or a little aside. */
constexpr double LEAST_LATE = 0.8;
/* The same where less is asked of the pattern. */
constexpr double CERTAIN = 0.95;
/* Another reading of the same pips, this sure beside the surest, makes both doubtful. */
constexpr double RIVAL = 0.2;
/* So sure that there are more pips than the pattern has, the net makes it doubtful. */
constexpr double MORE = 0.8;
/* What is smaller beside a die may be one of its pips, by its edge. */
constexpr double SMALL = 0.55;
constexpr size_t MOST_CANDIDATES = 64;
/* Where nobody says how large the dice are, smaller ones are not read, in pixels. */
constexpr double LEAST_EDGE = 16;

using LogProbabilities = std::array<double, 7>;

/* The nets in one file: the one of a glance, and the two larger ones. */
struct Model
{
  SightNet small, first, second;

  explicit Model (cv::dnn::Net file)
      : small (file, "/glance/", { CROP, CROP }, 7), first (file, "/first/", { CROP, CROP }, 7),
        second (file, "/second/", { CROP, CROP }, 7)
  {
  }
};

/* --- The first reader: the net ------------------------------------------------------------------
 */

/* Mean 0 and deviation 1 over all three colours, as in training. */
void
normalise (const cv::Mat &crop, cv::Mat to)
{
  cv::Scalar mean, deviation;

  cv::meanStdDev (crop.reshape (1), mean, deviation);
  double scale = 1 / (deviation[0] + LEAST_DEVIATION);
  crop.convertTo (to, CV_32F, scale, -mean[0] * scale);
}

LogProbabilities
log_probabilities_of (const float *logits)
{
  LogProbabilities answer;
  double most = *std::max_element (logits, logits + 7), sum = 0;

  for (int k = 0; k < 7; k++)
    sum += std::exp (logits[k] - most);
  for (size_t k = 0; k < 7; k++)
    answer[k] = logits[k] - most - std::log (sum);
  return answer;
}

/* What @nets say together. */
std::vector<LogProbabilities>
ask (const std::vector<SightNet *> &nets, const std::vector<cv::Mat> &crops)
{
  std::vector<LogProbabilities> answers;

  for (size_t from = 0; from < crops.size (); from += SightNet::MOST)
    {
      const size_t n = std::min (SightNet::MOST, crops.size () - from);
      cv::Mat logits = cv::Mat::zeros (static_cast<int> (n), 7, CV_32F);

      for (SightNet *net : nets)
        {
          for (size_t i = 0; i < n; i++)
            normalise (crops[from + i], net->input (i));
          logits += net->ask (n);
        }
      logits /= static_cast<double> (nets.size ());
      for (int i = 0; i < logits.rows; i++)
        answers.push_back (log_probabilities_of (logits.ptr<float> (i)));
    }
  return answers;
}

/* What both larger nets say. */
std::vector<LogProbabilities>
look (Model &net, const std::vector<cv::Mat> &crops)
{
  return ask ({ &net.first, &net.second }, crops);
}

/* The same at less cost: where the small net alone is sure that there is no die, it is believed. */
std::vector<LogProbabilities>
glance (Model &net, const std::vector<cv::Mat> &crops)
{
  constexpr double NONE = 0.98;
  std::vector<LogProbabilities> answers = ask ({ &net.small }, crops);
  std::vector<cv::Mat> possible;
  std::vector<size_t> which;

  for (size_t i = 0; i < crops.size (); i++)
    if (answers[i][0] < std::log (NONE))
      {
        possible.push_back (crops[i]);
        which.push_back (i);
      }
  std::vector<LogProbabilities> both = look (net, possible);
  for (size_t i = 0; i < both.size (); i++)
    answers[which[i]] = both[i];
  return answers;
}

unsigned
best_of (const LogProbabilities &answer)
{
  return static_cast<unsigned> (std::max_element (answer.begin (), answer.end ())
                                - answer.begin ());
}

/* What several looks at one place say. */
struct Looks
{
  LogProbabilities mean{};
  unsigned value;
  double least; /* the least that one of them says of the value */
};

Looks
summarize (const std::vector<LogProbabilities> &answers)
{
  Looks looks;
  double sum = 0;

  for (const LogProbabilities &answer : answers)
    for (size_t k = 0; k < 7; k++)
      looks.mean[k] += answer[k] / static_cast<double> (answers.size ());
  for (double value : looks.mean)
    sum += std::exp (value);
  for (double &value : looks.mean)
    value -= std::log (sum);
  looks.value = best_of (looks.mean);
  looks.least = 0;
  for (const LogProbabilities &answer : answers)
    looks.least = std::min (looks.least, answer[looks.value]);
  return looks;
}

/* Several looks at one place, a little aside, nearer, farther and mirrored. @closely: half of them
 * do where the pattern shows no die and they are not sure of one. */
Looks
look_well (Model &net, const cv::Mat &picture, const Place &place, bool closely)
{
  constexpr double MAYBE = 0.9;
  static const cv::Point2d aside[] = { { 0, 0 }, { 0.06, 0.03 }, { -0.05, 0.05 }, { 0.01, -0.06 } };
  const size_t n = G_N_ELEMENTS (aside);
  std::vector<LogProbabilities> answers;
  Looks looks{};

  for (size_t from = 0; from < n; from += closely ? n : n / 2)
    {
      std::vector<cv::Mat> views;

      for (double wide : { 1.45, 1.7 })
        for (size_t i = from; i < (closely ? n : from + n / 2); i++)
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
      std::vector<LogProbabilities> more = look (net, views);
      answers.insert (answers.end (), more.begin (), more.end ());
      looks = summarize (answers);
      if (looks.value == 0 || looks.least < std::log (MAYBE))
        break;
    }
  return looks;
}

/* Looks at one place at all turns, in three sizes: a face stays what it is. In `least` is how sure
 * they are of it on the average. Where they are not at all, few are enough. */
Looks
look_turned (Model &net, const cv::Mat &picture, const Place &place)
{
  constexpr int TURNS = 12;
  constexpr double MAYBE = 0.6;
  std::vector<LogProbabilities> answers;
  Looks looks{};

  for (double wide : { 1.5, 1.35, 1.7 })
    {
      std::vector<cv::Mat> views;
      double sum = 0;

      for (int i = 0; i < TURNS; i++)
        views.push_back (cut (picture, place.at, place.edge * wide, CROP, i * 2 * CV_PI / TURNS));
      std::vector<LogProbabilities> more = look (net, views);
      answers.insert (answers.end (), more.begin (), more.end ());
      looks = summarize (answers);
      for (const LogProbabilities &answer : answers)
        sum += std::exp (answer[looks.value]);
      looks.least = std::log (sum / static_cast<double> (answers.size ()));
      if (looks.value == 0 || looks.least < std::log (MAYBE))
        break;
    }
  return looks;
}

/* --- Together -----------------------------------------------------------------------------------
 */

/* A place that may be a die, and what both readers say of it. */
struct Candidate
{
  Place place;
  LogProbabilities answer;
  unsigned value; /* the net's */
  Pattern pattern;
  bool doubtful; /* something else is nearly as likely there */
  double least;  /* the least that one of the net's looks says of the value */
  Place sought;  /* where it was looked for */
  /* Whether the net is sure of the value at all turns. */
  bool holds = false;

  /* Whether both readers say the same, and the net is sure. */
  bool
  is_sure () const
  {
    const double mean = pattern.ample ? ENOUGH : pattern.plain ? SURE : SURER;
    const double each = pattern.whole || pattern.ample ? 0 : value == 1 ? LEAST_OF_ONE : LEAST;

    return value > 0 && pattern.value == value
           && (holds || (answer[value] > std::log (mean) && least > std::log (each)));
  }

  double
  strength () const
  {
    return answer[value] + (pattern.value == value ? 0.0 : std::log (0.3));
  }
};

/* What the net says of a place at a first look. */
struct Glance
{
  double sure;
  unsigned value;
  Place place;
};

/* A first look at @places. Appends to @seen where the net sees a die. Returns: the places of which
 * it neither excludes one nor is sure. */
std::vector<Place>
glance_at (Model &net,
           const cv::Mat &picture,
           const std::vector<Place> &places,
           std::vector<Glance> &seen)
{
  constexpr double NONE = 0.98, CERTAIN = 0.99;
  std::vector<cv::Mat> crops;
  std::vector<Place> possible;

  for (const Place &place : places)
    crops.push_back (cut (picture, place.at, place.edge * WIDE, CROP));
  std::vector<LogProbabilities> answers = glance (net, crops);
  for (size_t i = 0; i < answers.size (); i++)
    {
      unsigned value = best_of (answers[i]);

      if (value > 0 && answers[i][value] > std::log (GLANCE))
        seen.push_back ({ answers[i][value], value, places[i] });
      if (answers[i][0] < std::log (NONE) && (value <= 1 || answers[i][value] < std::log (CERTAIN)))
        possible.push_back (places[i]);
    }
  return possible;
}

/* Where the net sees a die at a first look: the surest of each face at each place. @any_size: the
 * places may be of other sizes than they say. */
std::vector<Place>
find_candidates (Model &net,
                 const cv::Mat &picture,
                 const std::vector<Place> &places,
                 bool any_size)
{
  std::vector<Place> kept_places;
  std::vector<Glance> seen, kept;
  std::vector<Place> possible = glance_at (net, picture, places, seen);

  if (any_size)
    {
      std::vector<Place> resized;

      for (const Place &place : possible)
        for (double size : { 0.8, 1.25 })
          resized.push_back ({ place.at, place.edge * size });
      glance_at (net, picture, resized, seen);
    }
  std::sort (seen.begin (), seen.end (),
             [] (const Glance &a, const Glance &b) { return a.sure > b.sure; });
  for (const Glance &one : seen)
    {
      bool known = std::any_of (kept.begin (), kept.end (), [&one] (const Glance &other) {
        double large = std::max (other.place.edge, one.place.edge);
        double small = std::min (other.place.edge, one.place.edge);

        return other.value == one.value && small > SMALL * large
               && distance (other.place.at, one.place.at) < 0.35 * large;
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

/* The color that most of a place has, channel by channel. */
cv::Vec3d
color_of (const cv::Mat &picture, const Place &place)
{
  constexpr double WITHIN = 0.8;
  constexpr int SIDE = 12;
  const cv::Mat crop = cut (picture, place.at, WITHIN * place.edge, SIDE);
  cv::Vec3d color;

  for (int k = 0; k < 3; k++)
    {
      cv::Mat channel;

      cv::extractChannel (crop, channel, k);
      std::nth_element (channel.begin<uchar> (), channel.begin<uchar> () + SIDE * SIDE / 2,
                        channel.end<uchar> ());
      color[k] = channel.begin<uchar> ()[SIDE * SIDE / 2];
    }
  return color;
}

/* Whether @a and @b are of other hues, whatever light they are in: dice of two colors. */
bool
are_of_two (const cv::Vec3d &a, const cv::Vec3d &b)
{
  constexpr double HUE = 45, SHADE = 0.4;
  auto off = [&] (const cv::Vec3d &one, const cv::Vec3d &other) {
    double light =
        std::clamp (one.dot (other) / std::max (1.0, other.dot (other)), SHADE, 1 / SHADE);

    return cv::norm (one - light * other, cv::NORM_INF);
  };

  return std::min (off (a, b), off (b, a)) > HUE;
}

/* Whether @low is where a side of the die with the upper face @high lies: nearer than two dice can,
 * and below it in the picture, as a camera that stands upright sees it. */
bool
lies_on_side (const cv::Mat &picture, const Candidate &low, const Candidate &high)
{
  constexpr double NEAREST = 0.95;
  double far = distance (low.place.at, high.place.at);

  return !shares_pip (low, high) && far > 0.5 * low.place.edge
         && far < NEAREST * std::max (low.place.edge, high.place.edge)
         && low.place.at.y - high.place.at.y > 0.4 * far && high.place.edge > 0.75 * low.place.edge
         && (high.is_sure () || high.place.edge < 1.4 * low.place.edge)
         && !are_of_two (color_of (picture, low.place), color_of (picture, high.place));
}

/* Pips of one face by those of another that is seen at more of an angle. */
constexpr double SEEN_FLATTER = 0.85;

/* Whether @low is a side of the die whose upper face is @high, read or not: if that is read, its
 * pips are not the flatter ones. What is not read may be a side of another die itself, of @all. */
bool
is_side (const cv::Mat &picture,
         const Candidate &low,
         const Candidate &high,
         const std::vector<Candidate> &all)
{
  constexpr double LIKELY = 0.5;

  if (high.is_sure () && high.pattern.round < SEEN_FLATTER * low.pattern.round)
    return false;
  return low.is_sure () && high.answer[high.value] > std::log (LIKELY)
         && lies_on_side (picture, low, high)
         && (high.is_sure () || std::none_of (all.begin (), all.end (), [&] (const Candidate &top) {
               return top.is_sure () && lies_on_side (picture, high, top);
             }));
}

/* Whether one of @dice lies where a side of @die would, or @die where one of its sides would, and
 * the upper one is seen at more of an angle: upper faces of one throw are all seen at the same, so
 * one of both is a side, and it may be either. */
bool
shares_body (const cv::Mat &picture, const Candidate &die, const std::vector<Candidate> &dice)
{
  auto is_odd = [&picture] (const Candidate &low, const Candidate &high) {
    return high.pattern.round < SEEN_FLATTER * low.pattern.round
           && lies_on_side (picture, low, high);
  };

  return std::any_of (dice.begin (), dice.end (), [&] (const Candidate &other) {
    return &other != &die && other.is_sure () && (is_odd (die, other) || is_odd (other, die));
  });
}

/* Whether @at is on one of @dice other than @die, below its upper face or on it. */
bool
is_on_other (const std::vector<Candidate> &dice, const Candidate &die, const cv::Point2d &at)
{
  constexpr double DOWN = 0.9, LEVEL = 0.2;

  return std::any_of (dice.begin (), dice.end (), [&] (const Candidate &other) {
    return &other != &die && other.is_sure ()
           && distance (other.place.at, at) < DOWN * other.place.edge
           && at.y > other.place.at.y - LEVEL * other.place.edge;
  });
}

/* Whether the net sees an upper face right above @die, and none of another of @dice: @die then is
 * a side. From a camera that looks down at 50° or more off the vertical an upper face is flatter
 * than a side, and its pips run into each other. Stretched, it looks as from nearer the vertical.
 */
bool
is_below_upper_face (Model &net,
                     const cv::Mat &picture,
                     const Candidate &die,
                     const std::vector<Candidate> &dice)
{
  /* The pips of a side are not round, for the camera looks down on it; small ones may seem to be.
   */
  constexpr double ROUND = 0.87, ROUNDEST = 0.95, TALL = 1.5, LIKELY = 0.3;
  const double least = die.pattern.round > ROUND ? CERTAIN : LIKELY;
  std::vector<cv::Mat> crops;

  if (die.pattern.round > ROUNDEST)
    return false;
  for (double far : { 0.7, 0.95 })
    for (int turn = -60; turn <= 60; turn += 20)
      {
        const double off = turn * CV_PI / 180;
        const cv::Point2d at =
            die.place.at + far * die.place.edge * cv::Point2d (std::sin (off), -std::cos (off));

        if (is_on_other (dice, die, at))
          continue;
        for (double size : { 1.0, 1.3 })
          crops.push_back (cut (picture, at, size * die.place.edge * WIDE, CROP, 0, TALL));
      }
  const std::vector<LogProbabilities> answers = glance (net, crops);
  return std::any_of (answers.begin (), answers.end (), [least] (const LogProbabilities &answer) {
    return *std::max_element (answer.begin () + 1, answer.end ()) > std::log (least);
  });
}

/* Whether @one, a single pip, is a pip of @die: with light in its hollow it looks like a small die.
 * Of the same single pip in two sizes, the one that is read counts. */
bool
is_pip_of (const Candidate &one, const Candidate &die)
{
  constexpr double WITHIN = 0.6, SMALLER = 0.62;

  return one.value == 1 && (die.value > 1 || die.is_sure () || !one.is_sure ())
         && one.place.edge < SMALLER * die.place.edge
         && distance (one.place.at, die.place.at) < WITHIN * die.place.edge;
}

/* Whether the net sees more pips at @die than the pattern found, and is sure enough of it: of one
 * that it is certain of too, only if it is surer still. */
bool
sees_more (const Candidate &other, const Candidate &die)
{
  constexpr double MORE_IF_CERTAIN = 0.92;
  const bool certain = die.value > 1 && die.least > std::log (CERTAIN);

  return other.value > die.value && other.pattern.value != other.value
         && other.answer[other.value] > std::log (certain ? MORE_IF_CERTAIN : MORE)
         && distance (other.place.at, die.place.at) < 0.5 * other.place.edge;
}

/* Whether the net sees the same face again a step aside of @die, as it does where both are parts of
 * a larger one: two fours are a six. */
bool
sees_again (const Candidate &other, const Candidate &die)
{
  constexpr double ASIDE = 0.3, ALIKE = 1.5;

  return die.value > 1 && other.value == die.value && other.place.edge < ALIKE * die.place.edge
         && other.pattern.value != other.value && other.answer[other.value] > std::log (MORE)
         && distance (other.place.at, die.place.at)
                > ASIDE * std::min (other.place.edge, die.place.edge);
}

/* Whether @die is what it is at all turns, and @other, which the pattern does not show, is not. */
bool
holds_turned (Model &net, const cv::Mat &picture, const Candidate &die, const Candidate &other)
{
  constexpr double HOLDS = 0.85, FADES = 0.7, ONE_HOLDS = 0.95, FADES_AT_ONE = 0.5;
  /* A single pip may be the brightest of several. */
  const bool one = die.value == 1;

  if (!die.is_sure ())
    return false;
  const Looks own = look_turned (net, picture, die.place);
  if (own.value != die.value || own.least < std::log (one ? ONE_HOLDS : HOLDS))
    return false;
  const Looks others = look_turned (net, picture, other.place);
  return others.value != other.value || others.least < std::log (one ? FADES_AT_ONE : FADES);
}

/* Whether both readers say something else of @other, and it is not much weaker than @die: where
 * some look says otherwise it is, beside one that is certain; so are fewer pips beside many. */
bool
is_rival (const Candidate &other, const Candidate &die)
{
  constexpr double WEAK = 0.4;

  if (die.is_sure ()
      && ((die.value >= MANY && other.value < die.value && !other.is_sure ())
          || (die.least > std::log (CERTAIN) && other.least < std::log (WEAK))))
    return false;
  return other.value != die.value && other.pattern.value == other.value
         && other.strength () - die.strength () >= std::log (RIVAL);
}

/* Whether the net is certain of a single pip at each look, and not of the larger face @die, which
 * has it. */
bool
is_surer_one (const Candidate &one, const Candidate &die)
{
  return one.value == 1 && one.is_sure () && one.least > std::log (CERTAIN)
         && die.least < std::log (CERTAIN);
}

/* Each die once: of those that exclude each other the stronger. Neither is read when both readers
 * say something else of the other, and it is not much weaker; but a single part of a face's pips is
 * no rival to all of them. */
std::vector<Candidate>
choose (Model &net, const cv::Mat &picture, const std::vector<Candidate> &candidates)
{
  std::vector<Candidate> dice;
  std::vector<unsigned> n_parts;

  std::vector<Candidate> faces;
  std::copy_if (candidates.begin (), candidates.end (), std::back_inserter (faces),
                [&] (const Candidate &low) {
                  return std::none_of (
                      candidates.begin (), candidates.end (), [&] (const Candidate &high) {
                        return is_side (picture, low, high, candidates) || is_pip_of (low, high);
                      });
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
          if ((sees_more (candidate, die) || sees_again (candidate, die))
              && !holds_turned (net, picture, die, candidate))
            die.doubtful = true;
          if (!is_rival (candidate, die))
            continue;
          /* Two ones side by side are no two; nor is one that is surer, with a pip of a side. */
          if (!explains (die, candidate) || (++n_parts[i] > 1 && die.value < MANY)
              || is_surer_one (candidate, die))
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

/* Whether both are about as large as dice of one throw are. */
bool
are_alike (const Candidate &one, const Candidate &other)
{
  constexpr double ALIKE = 1.65;

  return one.place.edge < ALIKE * other.place.edge && other.place.edge < ALIKE * one.place.edge;
}

/* Dice of one throw are alike in size. What is much smaller or larger than most of the others is a
 * part of one, or none; of two that differ, either may be. */
void
doubt_unlike (std::vector<Candidate> &dice)
{
  std::vector<bool> unlike (dice.size ());

  for (size_t i = 0; i < dice.size (); i++)
    {
      unsigned n_alike = 0, n_others = 0;

      for (size_t k = 0; k < dice.size (); k++)
        {
          if (k == i || !dice[k].is_sure ())
            continue;
          n_others++;
          n_alike += are_alike (dice[i], dice[k]);
        }
      unlike[i] = 2 * n_alike < n_others;
    }
  for (size_t i = 0; i < dice.size (); i++)
    dice[i].doubtful = dice[i].doubtful || unlike[i];
}

/* Hearts and diamonds make no face, and a side is no upper one. */
void
doubt_no_upper_faces (Model &net, const cv::Mat &picture, std::vector<Candidate> &dice)
{
  for (Candidate &die : dice)
    die.doubtful = die.doubtful
                   || (die.is_sure ()
                       && (!has_discs (picture, die.pattern, die.place.edge)
                           || shares_body (picture, die, dice)
                           || is_below_upper_face (net, picture, die, dice)));
}

/* What is not read, and of another size than each of several dice that are, is no die: a clock's
 * digit, or a disc on the table. */
void
drop_unlike (std::vector<Candidate> &dice)
{
  constexpr size_t SEVERAL = 2;
  std::vector<Candidate> read;

  std::copy_if (dice.begin (), dice.end (), std::back_inserter (read),
                [] (const Candidate &one) { return one.is_sure () && !one.doubtful; });
  if (read.size () < SEVERAL)
    return;
  dice.erase (std::remove_if (dice.begin (), dice.end (),
                              [&read] (const Candidate &one) {
                                return !one.is_sure ()
                                       && std::none_of (read.begin (), read.end (),
                                                        [&one] (const Candidate &other) {
                                                          return are_alike (one, other);
                                                        });
                              }),
              dice.end ());
}

/* Whether the picture shows all of a face there, and where its body ends: what the border cuts off
 * may have had pips. @closed: the body is seen to end all around. */
bool
is_within (const cv::Mat &picture, const Place &place, bool closed = false)
{
  constexpr double HALF = 0.7, HALF_OF_CLOSED = 0.42;
  const double half = (closed ? HALF_OF_CLOSED : HALF) * place.edge;

  return place.at.x >= half && place.at.y >= half && place.at.x + half <= picture.cols
         && place.at.y + half <= picture.rows;
}

/* Where the net is sure and the pattern does not show it, a second look may. */
void
look_again (const cv::Mat &picture, Candidate &candidate)
{
  constexpr double EACH = 0.9, MEAN = 0.95, EACH_OF_FEW = 0.8;
  const bool many = candidate.value >= MANY;
  Net net = Net::NEARLY_SURE;

  if (candidate.is_sure () || candidate.answer[candidate.value] < std::log (many ? ENOUGH : MEAN)
      || (!many && candidate.least < std::log (EACH_OF_FEW)))
    return;
  if (candidate.answer[candidate.value] >= std::log (MEAN))
    net = candidate.least >= std::log (CERTAIN) ? Net::CERTAIN
          : candidate.least >= std::log (EACH)  ? Net::SURE
                                                : Net::NEARLY_SURE;
  Pattern pattern = find_pattern_of (picture, candidate.place, candidate.value, net);
  if (pattern.value == 0)
    return;
  candidate.pattern = pattern;
  candidate.pattern.plain = true;
  candidate.pattern.ample = many;
}

/* Where the pattern shows the face that the net is not sure of, the net looks at other sizes: the
 * one counts in which it is certain. */
void
look_at_sizes (Model &net, const cv::Mat &picture, Candidate &candidate)
{
  if (candidate.is_sure () || candidate.pattern.value == 0 || !candidate.pattern.plain)
    return;
  for (double size : { 1.25, 1.5, 0.8 })
    {
      Place place = { candidate.place.at, candidate.place.edge * size };

      if (!is_within (picture, place))
        continue;
      Looks looks = look_well (net, picture, place, false);
      if (looks.value != candidate.pattern.value || looks.least < std::log (CERTAIN))
        continue;
      candidate.answer = looks.mean;
      candidate.value = looks.value;
      candidate.least = looks.least;
      return;
    }
}

/* Where the net is nearly sure, it looks at all turns. Of what is the same face at each, less is
 * asked of the pattern; where that plainly shows it, less was asked of the net before. A single
 * pip, which does not tell how large its die is, is looked at in a larger place, too. */
void
look_at_turns (Model &net, const cv::Mat &picture, Candidate &candidate)
{
  constexpr double NEARLY = 0.85, MEAN = 0.95, MEAN_OF_MANY = 0.93, SUREST = 0.985, AVERAGE = 0.95;
  /* How sure it must be of each face: two are a part of three, three of six. */
  constexpr std::array<double, 7> AT_ALL = { 1, 0.96, 0.985, 0.965, 0.96, 0.965, 0.965 };
  const unsigned value = candidate.value;
  const double stated = candidate.answer[value];
  const bool shown = candidate.pattern.value == value && candidate.pattern.plain;
  const bool likely = stated >= std::log (value >= MANY ? MEAN_OF_MANY : MEAN);
  /* Of a single pip nothing is believed that the pattern does not show. */
  const bool may_hold = shown ? stated >= std::log (NEARLY) : likely && value > 1;

  if (candidate.is_sure () || value == 0 || !may_hold)
    return;
  for (double size : { 1.0, 1.25 })
    {
      const Looks looks =
          look_turned (net, picture, { candidate.place.at, candidate.place.edge * size });
      const double sure = looks.mean[value];

      if (looks.value == value
          && ((likely && size == 1 && sure >= std::log (AT_ALL[value]))
              || (shown && sure >= std::log (SUREST) && looks.least >= std::log (AVERAGE))))
        {
          if (!shown)
            {
              Pattern pattern = find_pattern_under_gleams (picture, candidate.place, value);

              if (pattern.value == 0)
                return;
              candidate.pattern = pattern;
            }
          candidate.answer = looks.mean;
          candidate.holds = true;
          return;
        }
      if (value > 1)
        return;
    }
}

/* What both readers say of @place. @known: a die there is as large as the place says. */
Candidate
read_place (Model &net, const cv::Mat &picture, const Place &place, bool known)
{
  Candidate candidate{ place, {}, 0, find_pattern (picture, place), false, 0, place };

  if (candidate.pattern.value > 0)
    {
      candidate.place.at = candidate.pattern.middle;
      if (!known)
        candidate.place.edge *= std::min (1.0, std::sqrt (candidate.pattern.size));
    }
  if (!is_within (picture, candidate.place, candidate.pattern.closed))
    return candidate;
  Looks looks = look_well (net, picture, candidate.place, candidate.pattern.value > 0);
  candidate.answer = looks.mean;
  candidate.value = looks.value;
  candidate.least = looks.least;
  if (candidate.value > 0)
    look_again (picture, candidate);
  look_at_sizes (net, picture, candidate);
  look_at_turns (net, picture, candidate);
  return candidate;
}

/* Where the net is nearly sure of a die that the pattern does not show, its edge may be another:
 * its pips are looked for once more. Returns: @candidate, or what then is sure. */
Candidate
resize (Model &net, const cv::Mat &picture, const Candidate &candidate)
{
  constexpr double LIKELY = 0.9, ASIDE = 0.2;

  if (candidate.value == 0 || candidate.is_sure ()
      || candidate.answer[candidate.value] < std::log (LIKELY))
    return candidate;
  for (double size : { 0.8, 1.25 })
    {
      Place place = { candidate.place.at, candidate.place.edge * size };

      if (find_pattern (picture, place).value != candidate.value)
        continue;
      Candidate other = read_place (net, picture, place, false);
      if (other.is_sure () && other.pattern.plain && other.least >= std::log (CERTAIN)
          && other.value == candidate.value
          && distance (other.place.at, candidate.place.at) < ASIDE * candidate.place.edge)
        return other;
    }
  return candidate;
}

/* A die that is not read may lie a little aside of its place, or be of another size: it is read
 * where the net is surest of any face. Returns: @candidate, or what is read there. */
Candidate
seek_better (Model &net, const cv::Mat &picture, const Candidate &candidate)
{
  constexpr double LIKELY = 0.3, ASIDE = 0.14, SUREST = 0.97;
  std::vector<Place> places;
  std::vector<cv::Mat> crops;

  if (candidate.answer[candidate.value] < std::log (LIKELY)
      || !is_within (picture, candidate.place))
    return candidate;
  for (double size : { 0.8, 1.0, 1.25, 1.55 })
    for (int x = -1; x <= 1; x++)
      for (int y = -1; y <= 1; y++)
        {
          Place place = { candidate.place.at + cv::Point2d (x, y) * ASIDE * candidate.place.edge,
                          candidate.place.edge * size };

          if (!is_within (picture, place))
            continue;
          places.push_back (place);
          crops.push_back (cut (picture, place.at, place.edge * WIDE, CROP));
        }
  std::vector<LogProbabilities> answers = glance (net, crops);
  size_t best = places.size ();
  double most = std::log (LIKELY);
  for (size_t i = 0; i < places.size (); i++)
    for (unsigned value = 1; value <= 6; value++)
      if (answers[i][value] > most)
        {
          most = answers[i][value];
          best = i;
        }
  /* Where it was looked for nothing else would be read. */
  if (best == places.size ()
      || (places[best].at == candidate.sought.at && places[best].edge == candidate.sought.edge))
    return candidate;
  Candidate other = read_place (net, picture, places[best], false);
  /* A pip of a face looks like a small one, and a side like a face. */
  const double least = other.value > 1 ? LEAST_LATE : SUREST;
  return other.is_sure () && other.least >= std::log (least) ? other : candidate;
}

/* Whether a die is read near @place. */
bool
is_read (const std::vector<Candidate> &candidates, const Place &place)
{
  return std::any_of (candidates.begin (), candidates.end (), [&] (const Candidate &one) {
    return one.is_sure ()
           && distance (one.place.at, place.at) < 0.5 * std::max (one.place.edge, place.edge);
  });
}

/* What both readers say of each of @places. @known: dice are as large as the places say, for the
 * same were seen before. */
void
read_places (Model &net,
             const cv::Mat &picture,
             const std::vector<Place> &places,
             bool known,
             std::vector<Candidate> &candidates)
{
  for (const Place &place : places)
    {
      Candidate candidate = read_place (net, picture, place, known);

      candidates.push_back (resize (net, picture, candidate));
    }
}

/* A single pip does not tell how large its die is: where that is unlike most of the faces of more
 * pips, it is read again as large as they are. */
void
read_ones_again (Model &net, const cv::Mat &picture, std::vector<Candidate> &candidates)
{
  constexpr double ALIKE = 1.4;
  std::vector<double> edges;

  for (const Candidate &one : candidates)
    if (one.is_sure () && one.value > 1)
      edges.push_back (one.place.edge);
  if (edges.size () < 2)
    return;
  std::sort (edges.begin (), edges.end ());
  const double edge = edges[edges.size () / 2];
  for (Candidate &candidate : candidates)
    {
      double own = candidate.place.edge;

      if (candidate.value != 1 || !candidate.is_sure ()
          || (own < ALIKE * edge && edge < ALIKE * own))
        continue;
      Candidate again = read_place (net, picture, { candidate.place.at, edge }, true);
      if (again.is_sure () && again.value == 1)
        candidate = again;
    }
}

/* The dice that @candidates show. */
std::vector<Candidate>
read_dice (Model &net, const cv::Mat &picture, std::vector<Candidate> &candidates)
{
  /* Where nothing is read, by this place or by another. */
  for (Candidate &candidate : candidates)
    if (!is_read (candidates, candidate.place))
      candidate = seek_better (net, picture, candidate);
  candidates.erase (std::remove_if (candidates.begin (), candidates.end (),
                                    [] (const Candidate &one) { return one.value == 0; }),
                    candidates.end ());
  read_ones_again (net, picture, candidates);
  std::vector<Candidate> dice = choose (net, picture, candidates);
  doubt_unlike (dice);
  drop_unlike (dice);
  doubt_no_upper_faces (net, picture, dice);
  return dice;
}

/* The dice at @places, where the same were seen before. */
std::vector<Candidate>
read_anew (Model &net, const cv::Mat &picture, const std::vector<Place> &places)
{
  std::vector<Candidate> candidates;

  read_places (net, picture, places, true, candidates);
  return read_dice (net, picture, candidates);
}

/* The dice in a picture: the likeliest of @places are looked at first, and of the others only those
 * where no die is read. What is read there must be surer in each view, or at all turns: prints have
 * many places. */
std::vector<Candidate>
read_picture (Model &net, const cv::Mat &picture, const std::vector<Place> &places, bool any_size)
{
  constexpr size_t AT_ONCE = 320;
  std::vector<Candidate> candidates;

  for (size_t from = 0; from < places.size (); from += AT_ONCE)
    {
      std::vector<Place> unread;
      std::vector<Candidate> more;

      for (size_t i = from; i < std::min (from + AT_ONCE, places.size ()); i++)
        if (!is_read (candidates, places[i]))
          unread.push_back (places[i]);
      read_places (net, picture, find_candidates (net, picture, unread, any_size), false, more);
      std::copy_if (
          more.begin (), more.end (), std::back_inserter (candidates), [&] (const Candidate &one) {
            return from == 0 || !one.is_sure () || one.holds || one.least >= std::log (LEAST_LATE);
          });
    }
  return read_dice (net, picture, candidates);
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
  Model net;

  explicit _SkyDiceEye (const cv::dnn::Net &file) : net (file)
  {
  }
};

SkyDiceEye *
sky_dice_eye_new (const void *model, gsize size, char **message)
{
  SkyDiceEye *self = nullptr;

  try
    {
      /* Whoever reads many tables does so with a thread for each. */
      cv::setNumThreads (1);
      self = new SkyDiceEye (cv::dnn::readNetFromONNX (static_cast<const char *> (model), size));
    }
  catch (const std::exception &failure)
    {
      *message = g_strdup (failure.what ());
    }
  return self;
}

void
sky_dice_eye_free (SkyDiceEye *self)
{
  delete self;
}

/* Dice that were read where they lie are only looked at again. Where they now differ, or were not
 * read, what lies around them counts too. */
static std::vector<Candidate>
read_known (SkyDiceEye &self, const cv::Mat &picture, const GArray *known)
{
  std::vector<Place> lay = places_of (known);
  bool were_read = true, are_same = true;

  for (guint i = 0; i < known->len; i++)
    were_read = were_read && g_array_index (known, SkySightDie, i).value > 0;
  if (were_read)
    {
      std::vector<Candidate> seen = read_anew (self.net, picture, lay);

      for (guint i = 0; i < known->len; i++)
        {
          const SkySightDie &die = g_array_index (known, SkySightDie, i);

          are_same =
              are_same && std::any_of (seen.begin (), seen.end (), [&] (const Candidate &one) {
                return one.is_sure () && !one.doubtful && one.value == die.value
                       && distance (one.place.at, { die.x, die.y }) < 0.2 * die.edge;
              });
        }
      if (are_same && seen.size () == known->len)
        return seen;
    }
  std::vector<Place> places =
      find_candidates (self.net, picture, find_places_near (picture, lay), false);
  for (const Place &place : lay)
    if (std::none_of (places.begin (), places.end (), [&] (const Place &other) {
          return other.at == place.at && other.edge == place.edge;
        }))
      places.push_back (place);
  return read_anew (self.net, picture, places);
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
      cv::Mat colours = sky_sight_colours_of (picture), earlier;

      if (known == nullptr && before != nullptr && before->width == picture->width
          && before->height == picture->height)
        earlier = sky_sight_colours_of (before);
      std::vector<Candidate> seen;
      if (known != nullptr)
        seen = read_known (*self, colours, known);
      else
        seen = read_picture (self->net, colours,
                             find_places (colours, earlier, edge, ignored, n_ignored), edge <= 0);
      for (const Candidate &candidate : seen)
        {
          SkySightDie die{};

          /* Prints, cloth and stone have small spots enough. */
          if (candidate.is_sure () && !candidate.doubtful
              && (edge > 0 || candidate.place.edge >= LEAST_EDGE))
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
