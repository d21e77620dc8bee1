/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-dice-places-private.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace
{
/* The smallest and the largest die that is looked for, in pixels. */
constexpr double LEAST_EDGE = 9;
constexpr double MOST_EDGE = 110;
/* No picture of a table has more places to look at; one of gravel may. */
constexpr size_t MOST_PLACES = 1200;
/* Places nearer to each other are one, by their edge: the net sees as much from either. */
constexpr double APART = 0.14;

void
add_place (std::vector<Place> &places, const cv::Point2d &at, double edge)
{
  if (edge < LEAST_EDGE || edge > MOST_EDGE || places.size () >= MOST_PLACES)
    return;
  for (const Place &place : places)
    if (distance (place.at, at) < APART * edge && edge < place.edge * 1.25
        && place.edge < edge * 1.25)
      return;
  places.push_back ({ at, edge });
}

/* Spots that lie as a face's pips do, or a single one. */
struct Group
{
  Place place;
  size_t n_pips;
};

/* Which groups are looked at first. Pairs are many, and few of them are dice. */
size_t
rank (const Group &group)
{
  return group.n_pips == 2 ? 0 : group.n_pips;
}

/* The faces that @pip makes with those nearest to it. */
void
add_groups (const std::vector<Pip> &pips, const Pip &pip, double edge, std::vector<Group> &groups)
{
  constexpr double USUAL_STEP = 0.235, LEAST_PIP = 0.1, MOST_PIP = 0.34, ALIKE = 1.9, LARGER = 1.7,
                   SOLID = 0.8, ROUND_ONE = 0.5;
  constexpr int LEAST_OF_FEW = 22;
  constexpr size_t MOST_NEAR = 8;
  const double reach = 0.95 * (edge > 0 ? edge : pip.diameter / LEAST_PIP);
  std::vector<std::pair<double, const Pip *> > all, near;

  if (pip.solid < SOLID)
    return;
  for (const Pip &other : pips)
    {
      double far = distance (pip.at, other.at);

      if (other.dark == pip.dark && far > 0.6 * pip.diameter && far < reach && other.solid >= SOLID
          && other.diameter < ALIKE * pip.diameter && pip.diameter < ALIKE * other.diameter)
        all.emplace_back (far, &other);
    }
  std::sort (all.begin (), all.end ());
  /* What was found at one place in several sizes is one spot. */
  for (const auto &one : all)
    if (near.size () < MOST_NEAR
        && std::none_of (near.begin (), near.end (), [&] (const auto &other) {
             return distance (one.second->at, other.second->at) < 0.6 * pip.diameter;
           }))
      near.push_back (one);
  if (pip.step >= LEAST_OF_FEW && pip.round > ROUND_ONE)
    groups.push_back ({ { pip.at, edge > 0 ? edge : pip.diameter / PIP }, 1 });
  std::vector<cv::Point2d> spots = { pip.at };
  for (size_t i = 0; i < std::min<size_t> (near.size (), 5); i++)
    {
      spots.push_back (near[i].second->at);
      double size = find_step (spots) / USUAL_STEP;
      cv::Point2d sum (0, 0);

      if (size <= 0 || (spots.size () == 2 && pip.step < LEAST_OF_FEW)
          || pip.diameter < LEAST_PIP * size || pip.diameter > MOST_PIP * size
          || (edge > 0 && (size > LARGER * edge || edge > LARGER * size)))
        continue;
      for (const cv::Point2d &one : spots)
        sum += one;
      groups.push_back (
          { { sum / static_cast<double> (spots.size ()), edge > 0 ? edge : size }, spots.size () });
    }
  /* Two pips of a face of two or three, with some of another side nearer. */
  for (size_t i = 1; i < near.size (); i++)
    {
      const Pip &other = *near[i].second;
      double size = distance (pip.at, other.at) / std::sqrt (8) / USUAL_STEP;
      double diameter = (pip.diameter + other.diameter) / 2;

      if (&pip < &other && std::min (pip.step, other.step) >= LEAST_OF_FEW
          && std::fabs (pip.diameter - other.diameter) < 0.35 * diameter && diameter > 0.12 * size
          && diameter < 0.3 * size && (edge <= 0 || (size < 1.5 * edge && edge < 1.5 * size)))
        groups.push_back ({ { (pip.at + other.at) / 2, edge > 0 ? edge : size }, 2 });
    }
}

/* The middle of all pips of a face is the face's middle, whatever the face. The more pips make a
 * face, the less does it happen by chance: such places come first. */
void
add_places_of_pips (const std::vector<Pip> &pips, double edge, std::vector<Place> &places)
{
  std::vector<Group> groups;

  for (const Pip &pip : pips)
    add_groups (pips, pip, edge, groups);
  std::stable_sort (groups.begin (), groups.end (),
                    [] (const Group &a, const Group &b) { return rank (a) > rank (b); });
  for (const Group &group : groups)
    add_place (places, group.place.at, group.place.edge);
}

/* What has changed, in pieces as large as a die. */
void
add_places_of_changes (const cv::Mat &mask, double edge, std::vector<Place> &places)
{
  cv::Mat labels, stats, centres;
  const cv::Rect part = cv::boundingRect (mask);

  if (part.empty ())
    return;
  int n = cv::connectedComponentsWithStats (mask (part), labels, stats, centres, 8, CV_32S);

  for (int i = 1; i < n; i++)
    {
      int w = stats.at<int> (i, cv::CC_STAT_WIDTH), h = stats.at<int> (i, cv::CC_STAT_HEIGHT);
      double size = std::sqrt (stats.at<int> (i, cv::CC_STAT_AREA));

      if (std::max (w, h) > 2 * std::min (w, h)
          || (edge > 0 && (size < 0.6 * edge || size > 2 * edge)))
        continue;
      add_place (places, { centres.at<double> (i, 0) + part.x, centres.at<double> (i, 1) + part.y },
                 edge > 0 ? edge : size * 0.9);
    }
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

/* Where pips lie within @mask, as dice of @edge have them (0: of any size). */
void
add_places_within (const cv::Mat &picture,
                   const cv::Mat &mask,
                   double edge,
                   std::vector<Place> &places)
{
  std::vector<Pip> pips;
  cv::Mat planes[3], grey;

  cv::split (picture, planes);
  cv::cvtColor (picture, grey, cv::COLOR_BGR2GRAY);
  for (const cv::Mat &plane : { grey, planes[0], planes[2] })
    find_pips (plane, mask, edge, pips);
  add_places_of_pips (united (pips, 1.5), edge, places);
}
}

std::vector<Place>
find_places (const cv::Mat &picture,
             const cv::Mat &before,
             double edge,
             const SkyPictureBox *ignored,
             gsize n_ignored)
{
  constexpr int AROUND = 24;
  std::vector<Place> places;
  cv::Mat mask (picture.size (), CV_8U, cv::Scalar (255));

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
  /* Only as much of the picture as has changed, and what lies around it. */
  cv::Rect part = cv::boundingRect (mask);
  if (part.empty ())
    return places;
  part =
      cv::Rect (part.x - AROUND, part.y - AROUND, part.width + 2 * AROUND, part.height + 2 * AROUND)
      & cv::Rect (cv::Point (0, 0), picture.size ());
  std::vector<Place> within;
  add_places_within (picture (part), mask (part), edge, within);
  for (const Place &place : within)
    add_place (places, place.at + cv::Point2d (part.tl ()), place.edge);
  return places;
}

std::vector<Place>
find_places_near (const cv::Mat &picture, const std::vector<Place> &known)
{
  constexpr double NEAR = 0.9;
  std::vector<Place> places = known;

  for (const Place &place : known)
    {
      cv::Rect around (cv::Point (place.at - cv::Point2d (2, 2) * place.edge),
                       cv::Point (place.at + cv::Point2d (2, 2) * place.edge));
      std::vector<Place> near;

      around &= cv::Rect (cv::Point (0, 0), picture.size ());
      if (around.empty ())
        continue;
      cv::Point2d corner (around.tl ());
      cv::Mat mask (around.size (), CV_8U, cv::Scalar (0));
      cv::circle (mask, place.at - corner, static_cast<int> (NEAR * place.edge), 255, cv::FILLED);
      add_places_within (picture (around), mask, place.edge, near);
      for (const Place &one : near)
        add_place (places, one.at + corner, one.edge);
    }
  return places;
}
