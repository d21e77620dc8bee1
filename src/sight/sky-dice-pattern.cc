/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-dice-pattern-private.h"
#include "sky-dice-pose-private.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace
{
/* Pips of a side that is seen at more of an angle are flatter than this part; and where the net is
 * certain, than this. */
constexpr double FLATTER = 0.68;
constexpr double FLATTER_IF_CERTAIN = 0.85;
/* How much of an ellipse a pip must fill: of a face of several pips, and a single one. */
constexpr std::array<double, 2> SOLID = { 0.93, 0.97 };
constexpr std::array<double, 2> NEARLY_SOLID = { 0.8, 0.93 };

/* How light the plane is at a place: the mean of a few pixels. */
double
light_at (const cv::Mat &plane, const cv::Point2d &at)
{
  int x = static_cast<int> (std::lround (at.x)), y = static_cast<int> (std::lround (at.y));
  int left = std::max (x - 1, 0), right = std::min (x + 1, plane.cols - 1);
  int top = std::max (y - 1, 0), bottom = std::min (y + 1, plane.rows - 1);
  int sum = 0;

  if (left > right || top > bottom)
    return 0;
  for (int i = top; i <= bottom; i++)
    for (int k = left; k <= right; k++)
      sum += plane.at<uchar> (i, k);
  return static_cast<double> (sum) / ((right - left + 1) * (bottom - top + 1));
}

/* The colors of some places. */
class Colors
{
public:
  void
  add (const cv::Vec3d &color)
  {
    for (size_t k = 0; k < lights.size (); k++)
      lights[k].push_back (color[static_cast<int> (k)]);
  }

  bool
  are_none () const
  {
    return lights[0].empty ();
  }

  /* The middle one, channel by channel. */
  cv::Vec3d
  median ()
  {
    cv::Vec3d color;

    for (size_t k = 0; k < lights.size (); k++)
      {
        const auto middle =
            lights[k].begin () + static_cast<std::ptrdiff_t> (lights[k].size () / 2);

        std::nth_element (lights[k].begin (), middle, lights[k].end ());
        color[static_cast<int> (k)] = *middle;
      }
    return color;
  }

private:
  std::array<std::vector<double>, 3> lights;
};

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

  /* Whether its pips stand out about alike: of a transparent die fainter ones are of its lower
   * face. */
  bool
  has_pips_alike () const
  {
    constexpr double PRESENT = 0.5, ALIKE = 0.65;
    double least = HUGE_VAL, most = 0;

    for (const cv::Point2d &at : pips)
      {
        least = std::min (least, share (at));
        most = std::max (most, share (at));
      }
    return least >= std::max (PRESENT, ALIKE * most);
  }

  /* Whether pips are where the pattern has them, nothing like one where it has none, and between
   * them one and the same body: two dice side by side have a seam there. */
  bool
  is_whole () const
  {
    constexpr double ABSENT = 0.45, EVEN = 0.5;

    if (!has_pips_alike ())
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

  /* Whether none of its pips is much fainter than most. */
  bool
  shows_all_pips () const
  {
    constexpr double SHOWN = 0.7;

    return std::all_of (pips.begin (), pips.end (),
                        [&] (const cv::Point2d &at) { return share (at) > SHOWN; });
  }

  /* Whether each pip is a disc, or an ellipse as it is seen at an angle: letters are not. @least
   * for a face of several pips and for a single one: it must be rounder, and show more, for nothing
   * else says that it is one. */
  bool
  has_round_pips (const std::vector<Pip> &spots, const std::array<double, 2> &least) const
  {
    constexpr double ROUND_ONE = 0.65, LEAST_ONE = 30;

    if (value == 1 && strength () < LEAST_ONE)
      return false;
    return std::all_of (spots.begin (), spots.end (), [&] (const Pip &spot) {
      return !is_pip (spot.at, 0.8)
             || (value == 1 ? spot.solid > least[1] && spot.round > ROUND_ONE
                            : spot.solid > least[0]);
    });
  }

  /* Whether its pips are alike, as those of a face are that is seen from one side. */
  bool
  has_like_pips (const std::vector<Pip> &spots) const
  {
    constexpr double LEAST_ROUND = 0.6, AS_ROUND = 0.7, AS_LARGE = 1.6;
    double least = HUGE_VAL, most = 0, small = HUGE_VAL, large = 0;

    for (const Pip &spot : spots)
      if (is_pip (spot.at, 0.8))
        {
          least = std::min (least, spot.round);
          most = std::max (most, spot.round);
          small = std::min (small, spot.diameter);
          large = std::max (large, spot.diameter);
        }
    return least > LEAST_ROUND && least > AS_ROUND * most && large < AS_LARGE * small;
  }

  /* Whether its pips are no face of their own: a single one, or two or three, with another of the
   * same body near by, which is of a larger face or of another side; or two or three with two more
   * that make a square with the first and the last, as in a four or a six; or four with two more
   * that make it a six. @one_body: these count only if nothing but the body lies between. Pips
   * flatter than its own, by @flat, are of another side. */
  bool
  is_part (const std::vector<Pip> &spots, double flat, bool one_body) const
  {
    constexpr double REACH = 0.62;
    const std::vector<cv::Point2d> others = other_pips (spots, flat);
    cv::Point2d middle = in_pixels ({ pose.middle })[0];

    if (value > 4)
      return false;
    if (value == 4)
      return is_part_of_six (others, one_body);
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
        if (is_square (last - first, one - first, other - last)
            && (!one_body || (is_one_body (first, one) && is_one_body (last, other))))
          return true;
    return false;
  }

  /* Whether it is a side of a die: a camera that stands upright sees pips of the same body above
   * it, and those of the upper face are nowhere else. Pips flatter than its own, by @flat, are not
   * of an upper face; rounder ones are, even if that has more light. */
  bool
  is_side (const std::vector<Pip> &spots, double flat) const
  {
    constexpr double ROUNDER = 1.15, SHADE = 0.6;

    return is_below (other_pips (spots, flat), EVEN)
           || is_below (other_pips (spots, ROUNDER), SHADE);
  }

  /* As it lies in the picture at @place. */
  Pattern
  pattern (const Place &place, const std::vector<Pip> &spots) const
  {
    Pattern found;

    found.value = value;
    found.middle = place.at + pose.middle * place.edge;
    found.size = pose.size;
    found.round = roundness_of_pips (spots);
    for (const cv::Point2d &pip_at : pips)
      found.pips.push_back (
          place.at + (pip_at - cv::Point2d (plane.cols, plane.rows) / 2) * (place.edge / edge));
    return found;
  }

  std::vector<cv::Point2d> pips;

private:
  static constexpr double EVEN = 0.3;

  /* Whether some of @others lie above it, on the same body as far as that is @even. */
  bool
  is_below (const std::vector<cv::Point2d> &others, double even) const
  {
    constexpr double REACH = 1.05, UP = 0.4;
    cv::Point2d middle = in_pixels ({ pose.middle })[0];

    return std::any_of (others.begin (), others.end (), [&] (const cv::Point2d &other) {
      double far = distance (other, middle);

      return far < REACH * edge * pose.size && middle.y - other.y > UP * far
             && is_one_body (nearest_pip (other), other, even);
    });
  }

  /* What is like its pips and none of them: not much flatter, by @flat. */
  std::vector<cv::Point2d>
  other_pips (const std::vector<Pip> &spots, double flat) const
  {
    const double round = roundness_of_pips (spots);
    std::vector<cv::Point2d> others;

    for (const Pip &spot : spots)
      if (!is_pip (spot.at, 1.3) && spot.diameter < 1.7 * pip && pip < 1.7 * spot.diameter
          && spot.round > flat * round && share (spot.at) > 0.5)
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

  /* Whether its four pips are two thirds of a six: two of @others go on from one of its sides. */
  bool
  is_part_of_six (const std::vector<cv::Point2d> &others, bool one_body) const
  {
    constexpr double LOOSE = 0.3;
    /* A pip and the one beside it, from where it goes on, along each side. */
    static const size_t sides[4][2][2] = {
      { { 0, 1 }, { 2, 3 } }, { { 1, 0 }, { 3, 2 } }, { { 0, 2 }, { 1, 3 } }, { { 2, 0 }, { 3, 1 } }
    };

    return std::any_of (std::begin (sides), std::end (sides), [&] (const auto &side) {
      return std::all_of (std::begin (side), std::end (side), [&] (const auto &two) {
        const cv::Point2d &from = pips[two[0]], &to = pips[two[1]];

        return std::any_of (others.begin (), others.end (), [&] (const cv::Point2d &other) {
          return distance (other, to + (to - from)) < LOOSE * distance (from, to)
                 && (!one_body || is_one_body (to, other));
        });
      });
    });
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
   * the body is of it, as a side is, up to @even, but not what has another hue. */
  bool
  is_one_body (const cv::Point2d &a, const cv::Point2d &b, double even = EVEN) const
  {
    constexpr double HUE = 0.18, LEAST_HUE = 30;
    const cv::Vec3d body_color = color_at (a + 0.9 * pip / distance (a, b) * (b - a));
    double far = distance (a, b);

    for (double part = 0.05; part < 1; part += 0.05)
      if (part * far > 0.85 * pip && (1 - part) * far > 0.85 * pip)
        {
          cv::Point2d at = a + part * (b - a);

          if (std::fabs (share (at)) > even
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

/* An enlarged picture of a place, in which a pattern is looked for. */
struct Enlarged
{
  static constexpr int SIDE = 128;
  static constexpr double WIDTH = 2.0; /* in edges */
  static constexpr double EDGE = SIDE / WIDTH;
  static constexpr std::ptrdiff_t LIGHTS = 4;
  cv::Mat crop;
  cv::Rect2d shown;            /* where it has the picture, and not what lies beyond the border */
  std::vector<cv::Mat> planes; /* its light, and that of each color */

  Enlarged (const cv::Mat &picture, const Place &place)
      : shown (in_pixels ({ 0, 0 }, place),
               in_pixels (cv::Point2d (picture.cols, picture.rows), place)),
        planes (LIGHTS)
  {
    crop = cut (picture, place.at, place.edge * WIDTH, SIDE);
    cv::GaussianBlur (crop, crop, cv::Size (), 0.8);
    cv::cvtColor (crop, planes[0], cv::COLOR_BGR2GRAY);
    cv::split (crop, &planes[1]);
  }

  /* How far the red is above the green, and above the blue: pips of another hue than a body in
   * uneven light stand out there, and gleams do not. */
  void
  add_hues ()
  {
    constexpr double ZERO = 128;

    for (size_t other : { 2, 1 })
      {
        cv::Mat hue;

        cv::addWeighted (planes[3], 1, planes[other], -1, ZERO, hue);
        planes.push_back (hue);
      }
  }

  bool
  is_hue (const cv::Mat &plane) const
  {
    return &plane - planes.data () >= LIGHTS;
  }

  std::vector<Pip>
  find_spots_of (const cv::Mat &plane) const
  {
    std::vector<Pip> pips;

    find_pips (plane, cv::Mat (SIDE, SIDE, CV_8U, cv::Scalar (255)), EDGE, pips);
    return united (pips, HUGE_VAL);
  }

  /* From the middle, in edges, into its pixels. */
  static cv::Point2d
  to_pixels (const cv::Point2d &at)
  {
    return at * EDGE + cv::Point2d (SIDE / 2.0, SIDE / 2.0);
  }

  /* From the picture at @place into its pixels. */
  static cv::Point2d
  in_pixels (const cv::Point2d &at, const Place &place)
  {
    return to_pixels ((at - place.at) / place.edge);
  }
};

/* Where a body of one color ends. */
struct Outline
{
  int ends;   /* in how many directions, of 24 */
  int seen;   /* in how many of these within the picture */
  double off; /* how far its middle is from where it was looked for, in edges */

  /* Whether it ends all around, about as far from its middle as a die's face does: a single spot on
   * a plain ground is no die. */
  bool
  is_all_around () const
  {
    constexpr int LEAST_ENDS = 16;

    return ends >= LEAST_ENDS;
  }
};

/* How far off the middle of its body a face lies at most: a single pip, and one of several, below
 * which a camera sees a side. Pips farther off are a part of those of a larger face. */
constexpr double OFF_MIDDLE_ONE = 0.11;
constexpr double OFF_MIDDLE = 0.25;

/* Of the body around the face at @middle, which is @edge long, in pixels of @enlarged. @between: it
 * is what lies between the spots, for they cover much of it. */
Outline
find_outline (const Enlarged &enlarged,
              const cv::Point2d &middle,
              double edge,
              double strength,
              const std::vector<Pip> &spots,
              bool between)
{
  constexpr size_t RAYS = 24;
  constexpr double FROM = 0.36, TO = 0.95, STEP = 0.03, BODY = 0.3, LEAST_CHANGE = 9, CHANGE = 0.12;
  double least = std::max (LEAST_CHANGE, CHANGE * strength);
  int ends = 0, seen = 0;
  std::array<double, RAYS> reach{}; /* 0: no end */

  auto turn_of = [] (size_t ray) { return static_cast<double> (ray) * 2 * CV_PI / RAYS; };
  auto place_at = [&] (double turn, double far) {
    return middle + far * edge * cv::Point2d (std::cos (turn), std::sin (turn));
  };
  auto color_at = [&] (double turn, double far) {
    const cv::Point2d at = place_at (turn, far);
    int x = static_cast<int> (std::lround (at.x)), y = static_cast<int> (std::lround (at.y));

    return cv::Vec3d (enlarged.crop.at<cv::Vec3b> (std::clamp (y, 0, enlarged.crop.rows - 1),
                                                   std::clamp (x, 0, enlarged.crop.cols - 1)));
  };
  auto is_spot = [&] (double turn, double far, double wide) {
    const cv::Point2d at = place_at (turn, far);

    return std::any_of (spots.begin (), spots.end (), [&] (const Pip &spot) {
      return distance (spot.at, at) < wide * spot.diameter;
    });
  };
  Colors around;
  for (size_t ray = 0; ray < RAYS; ray++)
    for (double far = 0.1; far <= BODY; far += 0.04)
      if (!between || !is_spot (turn_of (ray), far, 0.65))
        around.add (color_at (turn_of (ray), far));
  if (around.are_none ())
    return { 0, 0, HUGE_VAL };
  const cv::Vec3d body = around.median ();
  for (size_t ray = 0; ray < RAYS; ray++)
    {
      const double turn = turn_of (ray);
      int changed = 0;

      for (double far = FROM; far <= TO && changed < 2; far += STEP)
        {
          cv::Vec3d off = color_at (turn, far) - body;

          /* Pips do not end a body. */
          if (is_spot (turn, far, 0.8))
            continue;
          double most = std::max ({ std::fabs (off[0]), std::fabs (off[1]), std::fabs (off[2]) });

          changed = most > least ? changed + 1 : 0;
          reach[ray] = far;
        }
      if (changed < 2)
        reach[ray] = 0;
      ends += reach[ray] > 0;
      seen += reach[ray] > 0 && enlarged.shown.contains (place_at (turn, reach[ray]));
    }
  /* From the spot to the middle of what has ends on both sides. */
  cv::Point2d off (0, 0);
  int pairs = 0;
  for (size_t ray = 0; ray < RAYS / 2; ray++)
    if (reach[ray] > 0 && reach[ray + RAYS / 2] > 0)
      {
        const double turn = turn_of (ray);

        off +=
            (reach[ray] - reach[ray + RAYS / 2]) * cv::Point2d (std::cos (turn), std::sin (turn));
        pairs++;
      }
  return { ends, seen, pairs > 0 ? std::hypot (off.x, off.y) / pairs : HUGE_VAL };
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
      Colors around;

      for (int i = 0; i < AROUND; i++)
        {
          double turn = i * 2 * CV_PI / AROUND;
          int x = static_cast<int> (std::lround (at.x + FAR * pip * std::cos (turn)));
          int y = static_cast<int> (std::lround (at.y + FAR * pip * std::sin (turn)));

          around.add (crop.at<cv::Vec3b> (std::clamp (y, 0, crop.rows - 1),
                                          std::clamp (x, 0, crop.cols - 1)));
        }
      const cv::Vec3d body = around.median ();
      for (const cv::Vec3d &other : bodies)
        for (int k = 0; k < 3; k++)
          if (std::fabs (other[k] - body[k]) > MOST * strength)
            return false;
      bodies.push_back (body);
    }
  return true;
}

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
  constexpr double LEAST_CONTRAST = 14, MOST = 0.6, SIDE = 0.4, PART = 0.6;
  constexpr unsigned WHOLE = 5;
  constexpr int CLOSED = 22;
  Enlarged enlarged (picture, place);
  std::array<double, 7> votes{}, sum_of_parts{};
  double strongest = 0, sum_of_sides = 0, sum = 0, sum_of_faces = 0;
  std::vector<Pip> strongest_spots;
  Pattern found;

  for (const cv::Mat &plane : enlarged.planes)
    {
      std::vector<Pip> pips = enlarged.find_spots_of (plane);

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
          if (best.value > 1 && face.is_part (spots.all, FLATTER, true))
            sum_of_parts[best.value] += face.strength ();
          if (!face.is_whole () || !face.has_round_pips (spots.all, SOLID))
            continue;
          sum_of_faces += face.strength ();
          if (face.is_side (spots.all, FLATTER))
            {
              sum_of_sides += face.strength ();
              continue;
            }
          if (face.is_part (spots.all, FLATTER, true)
              || !has_one_color (enlarged.crop, face.pips, spots.pip, face.strength ()))
            continue;
          votes[best.value] += face.strength ();
          if (face.strength () > strongest)
            {
              strongest = face.strength ();
              strongest_spots = spots.all;
              found = face.pattern (place, spots.all);
              found.plain = face.has_like_pips (spots.all);
            }
        }
    }
  /* Most planes that show a face must show the same. */
  if (found.value > 0
      && (votes[found.value] < MOST * sum_of_faces || sum_of_sides > SIDE * votes[found.value]
          || sum_of_parts[found.value] > PART * votes[found.value]))
    found.value = 0;
  found.plain = found.plain && votes[found.value] >= MOST * sum;
  if (found.value == 0)
    return found;
  Outline outline = find_outline (enlarged, Enlarged::in_pixels (found.middle, place),
                                  Enlarged::EDGE * found.size, strongest, strongest_spots, false);
  found.closed = outline.seen >= CLOSED;
  if (!outline.is_all_around () || outline.off >= (found.value == 1 ? OFF_MIDDLE_ONE : OFF_MIDDLE))
    found.value = 0;
  found.whole = found.value >= WHOLE;
  return found;
}

namespace
{
/* Of the body around a face that the @spots of a plane @fit: what differs from it by some part of
 * @strength ends it. */
Outline
outline_of (const Enlarged &enlarged, const Fit &fit, double strength, const Spots &spots)
{
  return find_outline (enlarged, Enlarged::to_pixels (fit.pose.middle),
                       Enlarged::EDGE * fit.pose.size, strength, spots.all, fit.value >= MANY);
}

/* How far off the middle of its body a face may lie on a second look. */
constexpr double OFF_MIDDLE_AGAIN = 0.2;

/* Whether @face is seen without a flaw. */
bool
is_flawless (const Face &face, const Enlarged &enlarged, const Fit &fit, const Spots &spots)
{
  if (!face.is_whole () || !face.has_round_pips (spots.all, SOLID)
      || face.is_side (spots.all, FLATTER) || face.is_part (spots.all, FLATTER, true)
      || !has_one_color (enlarged.crop, face.pips, spots.pip, face.strength ()))
    return false;
  const Outline outline = outline_of (enlarged, fit, face.strength (), spots);
  return outline.is_all_around () && outline.off < (fit.value == 1 ? OFF_MIDDLE_ONE : OFF_MIDDLE);
}

/* Whether it is seen as well as it must be where the net is certain. Pips of sides may lie above it
 * if they are flatter, and a single pip may lie farther off the middle; of several pips neither
 * their color nor that of their body counts. But they must be alike, and no other pips may make a
 * square with two or three, whatever lies between. */
bool
is_good (const Face &face, const Enlarged &enlarged, const Fit &fit, const Spots &spots)
{
  if (!face.is_whole () || !face.has_round_pips (spots.all, NEARLY_SOLID) || !face.shows_all_pips ()
      || !face.has_like_pips (spots.all) || face.is_side (spots.all, FLATTER_IF_CERTAIN)
      || face.is_part (spots.all, FLATTER_IF_CERTAIN, false))
    return false;
  const Outline outline = outline_of (enlarged, fit, face.strength (), spots);
  return outline.off < OFF_MIDDLE_AGAIN && (fit.value > 1 || outline.is_all_around ());
}

/* Whether its pips are where the pattern has them, on a body that ends all around, and it is no
 * side: gleams may lie between them. */
bool
is_shown (const Face &face, const Enlarged &enlarged, const Fit &fit, const Spots &spots)
{
  if (!face.has_pips_alike () || !face.has_round_pips (spots.all, NEARLY_SOLID)
      || face.is_side (spots.all, FLATTER_IF_CERTAIN))
    return false;
  /* A light die on a light table hardly differs from it. */
  for (double strength : { face.strength (), 0.0 })
    {
      const Outline outline = outline_of (enlarged, fit, strength, spots);
      if (outline.is_all_around ())
        return outline.off < OFF_MIDDLE_AGAIN;
    }
  return false;
}

/* The spots of one kind in a plane, and those of them that stand out more, where there are others.
 */
std::vector<Spots>
list_spots (const std::vector<Pip> &pips, bool dark)
{
  std::vector<Spots> all;

  for (int step : { 0, 22, 45 })
    {
      std::vector<Pip> distinct;

      std::copy_if (pips.begin (), pips.end (), std::back_inserter (distinct),
                    [&] (const Pip &one) { return one.step >= step; });
      Spots spots (distinct, dark);
      if (all.empty () || spots.all.size () < all.back ().all.size ())
        all.push_back (spots);
    }
  return all;
}

/* What a second look sees at a place: how strongly each face, in the planes together (strictly), or
 * in the one where it shows most. */
struct Second
{
  Net net;
  bool gleams = false; /* whether gleams may lie on the face */
  std::array<double, 7> strict{};
  std::array<double, 7> most{};
  double part = 0;       /* how strongly the face shows as a part of a larger one */
  double side = 0;       /* and as a side of a die */
  unsigned n_strict = 0; /* in how many planes it shows strictly */
  unsigned n_good = 0;   /* in how many it shows at all */
  unsigned planes = 0;   /* in which: a bit for each */
  unsigned n_side = 0;   /* how often it shows as a side */
  Pattern pattern{};

  void
  look_at (const cv::Mat &picture, const Place &place, unsigned value)
  {
    Enlarged enlarged (picture, place);

    enlarged.add_hues ();
    for (const cv::Mat &plane : enlarged.planes)
      {
        std::vector<Pip> pips = enlarged.find_spots_of (plane);
        bool is_good = false;

        for (bool dark : { true, false })
          {
            std::vector<Spots> all = list_spots (pips, dark);

            for (const Spots &spots : all)
              is_good =
                  look (enlarged, plane, spots, place, value, &spots == &all.front ()) || is_good;
          }
        n_good += is_good;
        planes |= static_cast<unsigned> (is_good) << (&plane - enlarged.planes.data ());
      }
  }

  /* How strongly a face that is not @value shows; under gleams parts of three pips or more may. */
  double
  most_other (unsigned value) const
  {
    const unsigned first = gleams && value > 2 ? value : 1;
    double others = 0;

    for (unsigned face = first; face <= 6; face++)
      if (face != value)
        others = std::max (others, most[face]);
    return others;
  }

  /* Takes the strongest of what @other has. */
  void
  add (const Second &other, unsigned value)
  {
    if (other.most[value] > most[value])
      pattern = other.pattern;
    for (size_t face = 1; face <= 6; face++)
      most[face] = std::max (most[face], other.most[face]);
    part = std::max (part, other.part);
    side = std::max (side, other.side);
    n_good += other.n_good;
    planes |= other.planes;
    n_side += other.n_side;
  }

private:
  /* Returns: whether the spots show the face that is looked for. */
  bool
  look (const Enlarged &enlarged,
        const cv::Mat &plane,
        const Spots &spots,
        const Place &place,
        unsigned value,
        bool all_spots)
  {
    constexpr double LEAST_CONTRAST = 14;
    const double flat = net == Net::SURE ? FLATTER : FLATTER_IF_CERTAIN;
    Fit best = fit (spots.near);

    if (best.value == 0)
      return false;
    Face face (plane, enlarged.crop, best, Enlarged::EDGE, spots.pip);
    double strength = face.strength ();
    if (strength < LEAST_CONTRAST)
      return false;
    bool strictly = is_flawless (face, enlarged, best, spots);
    if (strictly && all_spots)
      {
        strict[best.value] += strength;
        n_strict += best.value == value && face.has_like_pips (spots.all);
      }
    if (best.value == value && value > 1 && face.is_part (spots.all, flat, true))
      part = std::max (part, strength);
    /* Hues are blurred: what they show around a die is seldom a pip. */
    if (best.value == value && !enlarged.is_hue (plane)
        && face.is_side (spots.all, FLATTER_IF_CERTAIN))
      {
        side = std::max (side, strength);
        n_side++;
      }
    /* A single pip is a face only if nothing else lies around it. */
    if (!strictly
        && (best.value != value || (value == 1 && !all_spots)
            || !(gleams ? is_shown : is_good) (face, enlarged, best, spots)))
      return false;
    if (best.value == value && strength > most[value])
      pattern = face.pattern (place, spots.all);
    most[best.value] = std::max (most[best.value], strength);
    return best.value == value;
  }
};

/* The place may be of another size than its die. */
constexpr std::array<double, 3> SIZES = { 1.0, 1.25, 0.8 };
/* How strongly a face must show; and by how strong it is, how strongly others may, and larger ones
 * that it is a part of. */
constexpr double LEAST = 20;
constexpr double MOST_OTHER = 0.7;
constexpr double MOST_PART = 0.5;
}

Pattern
find_pattern_of (const cv::Mat &picture, const Place &place, unsigned value, Net net)
{
  constexpr double LEAST_STRICT = 30, SHARE = 0.75;
  const unsigned least_planes = value == 1 ? 1 : 2, least_good = value >= MANY ? 1 : 3;
  Second all{ net };
  bool is_enough = false;
  Pattern found;

  for (double size : SIZES)
    {
      Second second{ net };

      second.look_at (picture, { place.at, place.edge * size }, value);
      double own = second.most[value], sum = 0;
      for (double strict : second.strict)
        sum += strict;
      if (second.part < MOST_PART * own
          && ((net == Net::CERTAIN && own >= LEAST && second.most_other (value) < MOST_OTHER * own)
              || (net >= Net::SURE && second.n_strict >= least_planes
                  && second.strict[value] >= LEAST_STRICT && second.strict[value] >= SHARE * sum)))
        {
          found = second.pattern;
          /* What lies around a single pip may show in another size only. */
          if (value > 1 || net == Net::CERTAIN)
            return found;
        }
      is_enough = is_enough || second.n_good >= least_good;
      all.add (second, value);
    }
  double own = all.most[value];
  if (all.most_other (value) >= MOST_OTHER * own)
    return {};
  if (value > 1 && is_enough && own >= LEAST && all.part < MOST_PART * own
      && all.side < MOST_OTHER * own)
    return all.pattern;
  return found;
}

Pattern
find_pattern_under_gleams (const cv::Mat &picture, const Place &place, unsigned value)
{
  constexpr unsigned LEAST_GOOD = 5;
  Second all{ Net::CERTAIN, true };

  for (double size : SIZES)
    {
      Second second{ Net::CERTAIN, true };

      second.look_at (picture, { place.at, place.edge * size }, value);
      all.add (second, value);
    }
  const double own = all.most[value];
  const bool several_planes = (all.planes & (all.planes - 1)) != 0;
  if (value > 1 && own >= LEAST && all.n_good >= LEAST_GOOD && several_planes
      && all.most_other (value) < MOST_OTHER * own && all.part < MOST_PART * own
      && 2 * all.n_side < all.n_good)
    return all.pattern;
  return {};
}

namespace
{
/* How much of the ellipse with the same deviations the spot in the middle of @crop fills, and what
 * of it lies beside: 1 for a disc. What the rim shows is what it lies on; where light falls into
 * its hollow, it counts as filled. */
double
fill_of_spot (const cv::Mat &crop)
{
  constexpr int RIM = 3, CORE = 3;
  const int side = crop.rows;
  const cv::Rect core (side / 2 - CORE, side / 2 - CORE, 2 * CORE, 2 * CORE);
  Colors rim;
  cv::Mat off, channels[3], most;
  std::vector<std::vector<cv::Point> > outlines;

  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++)
      if (std::min ({ x, y, side - 1 - x, side - 1 - y }) < RIM)
        rim.add (crop.at<cv::Vec3b> (y, x));
  cv::absdiff (crop, cv::Scalar (rim.median ()), off);
  cv::split (off, channels);
  cv::max (channels[0], channels[1], most);
  cv::max (most, channels[2], most);
  cv::findContours (most > cv::mean (most (core))[0] / 2, outlines, cv::RETR_EXTERNAL,
                    cv::CHAIN_APPROX_NONE);
  const cv::Point2f middle (static_cast<float> (side) / 2, static_cast<float> (side) / 2);
  const auto around_middle = std::max_element (
      outlines.begin (), outlines.end (), [middle] (const auto &a, const auto &b) {
        return cv::pointPolygonTest (a, middle, true) < cv::pointPolygonTest (b, middle, true);
      });
  if (around_middle == outlines.end ())
    return 0;
  cv::Mat spot = cv::Mat::zeros (side, side, CV_8U), ellipse = spot.clone ();
  cv::drawContours (spot, outlines, static_cast<int> (around_middle - outlines.begin ()), 255,
                    cv::FILLED);
  const cv::Moments moments = cv::moments (spot, true);
  const double xx = moments.mu20 / moments.m00, yy = moments.mu02 / moments.m00,
               xy = moments.mu11 / moments.m00, area = xx * yy - xy * xy;
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++)
      {
        const double dx = x - moments.m10 / moments.m00, dy = y - moments.m01 / moments.m00;

        /* A disc reaches as far as two deviations. */
        if (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy <= 4 * area)
          ellipse.at<uchar> (y, x) = 255;
      }
  return static_cast<double> (cv::countNonZero (spot & ellipse))
         / cv::countNonZero (spot | ellipse);
}
}

bool
has_discs (const cv::Mat &picture, const Pattern &pattern, double edge)
{
  constexpr double LARGE = 60, LEAST = 0.9;
  constexpr int SIDE = 32;

  if (edge < LARGE)
    return true;
  const auto discs =
      std::count_if (pattern.pips.begin (), pattern.pips.end (), [&] (const cv::Point2d &at) {
        /* Some makes have larger ones. */
        for (double wide : { 1.7, 2.3 })
          if (fill_of_spot (cut (picture, at, wide * PIP * edge * pattern.size, SIDE)) >= LEAST)
            return true;
        return false;
      });
  return 2 * static_cast<size_t> (discs) >= pattern.pips.size ();
}
