/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The module that looks for cards, which a program loads when it first reads cards
 * (sky-card-reader.c): what has a card's outline, and what its corners say. */
#include "config.h"

#include "sky-card-eye-private.h"
#include "sky-card-outline-private.h"
#include "sky-sight-eye-private.h"
#include "sky-sight-net-private.h"

#include <algorithm>
#include <cmath>
#include <opencv2/dnn.hpp>

namespace
{
/* Pixels of what the net sees of a corner, and how much of the card that is, in card widths: as
 * training/drawn_cards.py has it. */
constexpr int WIDE = 48;
constexpr int HIGH = 64;
constexpr double WINDOW_W = 0.45;
constexpr double WINDOW_H = 0.6;
constexpr double CARD_H = 88.0 / 63.0;
/* What the net's training adds to the deviation, so that an empty corner is not blown up. */
constexpr double LEAST_DEVIATION = 4.0;
/* How sure each corner must be of the rank alone, and both together. */
constexpr double SURE_CORNER = 0.80;
constexpr double SURE = 0.97;
/* How sure both corners must be of the suit together. */
constexpr double SURE_SUIT = 0.9;
/* What has no rank in its corners is not a card that faces up. */
constexpr double NONE = 0.5;
/* When a first look at one corner says so, the others are spared. */
constexpr double SURELY_NONE = 0.95;
/* How sure each corner must be at a first look, if both say the same, to spare the others, too. */
constexpr double SURE_AT_ONCE = 0.98;
/* Cards whose middles lie nearer to each other are one, by their width. */
constexpr double APART = 0.6;

/* Where two pictures differ by less than this, in the mean of a square, no card has come, gone or
 * moved. */
constexpr double CHANGED = 5;
/* How far around what has changed is searched again, by the width of the widest card there. */
constexpr double AGAIN = 2;

constexpr size_t N_RANKS = 14;
constexpr size_t N_SUITS = 5;

/* What the net says of a corner: the logarithms of probabilities. */
struct Answer
{
  std::array<double, N_RANKS> ranks;
  std::array<double, N_SUITS> suits;
};

template <size_t N>
void
normalise (std::array<double, N> &logs)
{
  double most = *std::max_element (logs.begin (), logs.end ()), sum = 0;

  for (double log : logs)
    sum += std::exp (log - most);
  for (double &log : logs)
    log -= most + std::log (sum);
}

template <size_t N>
size_t
best_of (const std::array<double, N> &logs)
{
  return static_cast<size_t> (std::max_element (logs.begin (), logs.end ()) - logs.begin ());
}

/* --- A corner ----------------------------------------------------------------------------------
 */

/* How a window is laid: a little aside, in card widths, and larger or smaller. Most begin a little
 * outside the card: a ten comes near its edge, and without the whole of it is no rank. */
struct Look
{
  double x, y, size;
};

constexpr Look looks[] = { { 0, 0, 1 },     { -0.012, 0.01, 1.03 }, { -0.01, -0.01, 1 },
                           { -0.03, 0, 1 }, { -0.02, 0.01, 1 },     { -0.015, -0.03, 1 } };

constexpr size_t N_LOOKS = std::size (looks);
static_assert (N_LOOKS <= SightNet::MOST);

/* The window at the first of @outline's corners. */
cv::Mat
cut (const cv::Mat &picture, const Outline &outline, const Look &look)
{
  const cv::Point2f flat[] = {
    { 0, 0 }, { 1, 0 }, { 1, static_cast<float> (CARD_H) }, { 0, static_cast<float> (CARD_H) }
  };
  cv::Point2f corners[4];
  std::vector<cv::Point2f> window, there;
  float x = static_cast<float> (look.x), y = static_cast<float> (look.y);
  float w = static_cast<float> (WINDOW_W * look.size),
        h = static_cast<float> (WINDOW_H * look.size);
  cv::Mat view;

  for (size_t i = 0; i < 4; i++)
    corners[i] = outline[i];
  window = { { x, y }, { x + w, y }, { x + w, y + h }, { x, y + h } };
  cv::perspectiveTransform (window, there, cv::getPerspectiveTransform (flat, corners));
  /* Where the picture is much finer than the window each pixel has its share. */
  double fine =
      std::min (distance (there[0], there[1]) / WIDE, distance (there[0], there[3]) / HIGH);
  int n = std::clamp (static_cast<int> (fine + 0.3), 1, 16);
  const cv::Point2f target[] = { { 0, 0 },
                                 { static_cast<float> (WIDE * n), 0 },
                                 { static_cast<float> (WIDE * n), static_cast<float> (HIGH * n) },
                                 { 0, static_cast<float> (HIGH * n) } };
  cv::warpPerspective (picture, view, cv::getPerspectiveTransform (there.data (), target),
                       cv::Size (WIDE * n, HIGH * n), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  if (n > 1)
    cv::resize (view, view, cv::Size (WIDE, HIGH), 0, 0, cv::INTER_AREA);
  return view;
}

/* Mean 0 and deviation 1 over all three colours, as in training. */
void
normalise (const cv::Mat &corner, cv::Mat to)
{
  cv::Scalar mean, deviation;

  cv::meanStdDev (corner.reshape (1), mean, deviation);
  double scale = 1 / (deviation[0] + LEAST_DEVIATION);
  corner.convertTo (to, CV_32F, scale, -mean[0] * scale);
}

/* What the net says of the first corner of @outline, over the first @n looks at it. */
Answer
ask (SightNet &net, const cv::Mat &picture, const Outline &outline, size_t n)
{
  Answer mean{};

  for (size_t i = 0; i < n; i++)
    normalise (cut (picture, outline, looks[i]), net.input (i));
  cv::Mat logits = net.ask (n);
  for (int i = 0; i < logits.rows; i++)
    {
      const float *row = logits.ptr<float> (i);
      Answer one;

      std::copy (row, row + N_RANKS, one.ranks.begin ());
      std::copy (row + N_RANKS, row + N_RANKS + N_SUITS, one.suits.begin ());
      normalise (one.ranks);
      normalise (one.suits);
      for (size_t k = 0; k < N_RANKS; k++)
        mean.ranks[k] += one.ranks[k] / logits.rows;
      for (size_t k = 0; k < N_SUITS; k++)
        mean.suits[k] += one.suits[k] / logits.rows;
    }
  normalise (mean.ranks);
  normalise (mean.suits);
  return mean;
}

/* --- A card ------------------------------------------------------------------------------------
 */

Outline
turned_by_half (const Outline &outline)
{
  return { outline[2], outline[3], outline[0], outline[1] };
}

template <size_t N>
std::array<double, N>
both (const std::array<double, N> &one, const std::array<double, N> &other)
{
  std::array<double, N> sum;

  for (size_t k = 0; k < N; k++)
    sum[k] = one[k] + other[k];
  normalise (sum);
  return sum;
}

/* Whether one look at both corners is enough: both are sure of the same rank and suit, or of none.
 */
bool
is_clear (const Answer &one, const Answer &other)
{
  size_t rank = best_of (one.ranks), suit = best_of (one.suits);

  return rank == best_of (other.ranks)
         && std::exp (std::min (one.ranks[rank], other.ranks[rank])) > SURE_AT_ONCE
         && (rank == 0
             || (suit == best_of (other.suits)
                 && std::exp (both (one.suits, other.suits)[suit]) > SURE_SUIT));
}

/* What both corners say together. Returns: false: neither sees a rank. */
bool
read_card (const Outline &outline, const Answer &one, const Answer &other, SkySightCard *card)
{
  if (std::exp (one.ranks[0]) > NONE && std::exp (other.ranks[0]) > NONE)
    return false;
  std::array<double, N_RANKS> ranks = both (one.ranks, other.ranks);
  std::array<double, N_SUITS> suits = both (one.suits, other.suits);
  size_t rank = best_of (ranks), suit = best_of (suits);

  *card = {};
  card->log_probabilities[0] = ranks[0];
  card->log_probabilities[1] = -G_MAXDOUBLE;
  for (size_t k = 1; k < N_RANKS; k++)
    card->log_probabilities[k + 1] = ranks[k];
  if (rank > 0 && best_of (one.ranks) == rank && best_of (other.ranks) == rank
      && std::exp (one.ranks[rank]) > SURE_CORNER && std::exp (other.ranks[rank]) > SURE_CORNER
      && std::exp (ranks[rank]) > SURE)
    card->rank = static_cast<guint> (rank) + 1;
  if (card->rank > 0 && best_of (one.suits) == suit && best_of (other.suits) == suit
      && std::exp (suits[suit]) > SURE_SUIT)
    card->suit = static_cast<SkySightSuit> (suit);
  card->x = middle_of (outline).x;
  card->y = middle_of (outline).y;
  card->width = width_of (outline);
  for (size_t i = 0; i < 4; i++)
    {
      card->corners[i][0] = outline[i].x;
      card->corners[i][1] = outline[i].y;
    }
  return true;
}

/* Whether @outline is one of @bare, in which nothing was seen, or one of its corners shows no rank
 * at a first look. */
bool
is_bare (SightNet &net,
         const cv::Mat &picture,
         const Outline &outline,
         const std::vector<Outline> &bare)
{
  bool turned;

  return std::any_of (bare.begin (), bare.end (),
                      [&] (const Outline &other) { return is_same (outline, other, &turned); })
         || std::exp (ask (net, picture, outline, 1).ranks[0]) > SURELY_NONE
         || std::exp (ask (net, picture, turned_by_half (outline), 1).ranks[0]) > SURELY_NONE;
}

/* Adds what is read of @outlines to @cards, and takes those in which neither corner shows a rank
 * out of them. Returns: these. */
std::vector<Outline>
read_cards (SightNet &net,
            const cv::Mat &picture,
            std::vector<Outline> &outlines,
            std::vector<SkySightCard> &cards)
{
  std::vector<Outline> shown, bare;
  SkySightCard card;

  for (const Outline &outline : outlines)
    {
      Outline turned = turned_by_half (outline);
      Answer one = ask (net, picture, outline, 1), other = ask (net, picture, turned, 1);

      if (!is_clear (one, other))
        {
          one = ask (net, picture, outline, N_LOOKS);
          other = ask (net, picture, turned, N_LOOKS);
        }
      if (read_card (outline, one, other, &card))
        {
          cards.push_back (card);
          shown.push_back (outline);
        }
      else
        bare.push_back (outline);
    }
  outlines = shown;
  return bare;
}

/* Takes @outline out of @mask. */
void
take_out (const Outline &outline, cv::Mat &mask)
{
  const std::vector<cv::Point> corners (outline.begin (), outline.end ());

  cv::fillConvexPoly (mask, corners, cv::Scalar (0));
  cv::polylines (mask, corners, true, cv::Scalar (0), 5);
}

Outline
outline_of (const SkySightCard &card)
{
  Outline outline;

  for (size_t i = 0; i < 4; i++)
    outline[i] = { card.corners[i][0], card.corners[i][1] };
  return outline;
}

/* Takes the cards that were read out of @mask. */
void
take_out (const std::vector<SkySightCard> &cards, cv::Mat &mask)
{
  for (const SkySightCard &card : cards)
    if (card.rank > 0)
      take_out (outline_of (card), mask);
}

/* Of readings at one place the surest stays. If another says something else there, neither counts.
 */
std::vector<SkySightCard>
choose (std::vector<SkySightCard> cards)
{
  std::vector<SkySightCard> chosen;

  std::stable_sort (
      cards.begin (), cards.end (),
      [] (const SkySightCard &a, const SkySightCard &b) { return (a.rank > 0) > (b.rank > 0); });
  for (const SkySightCard &card : cards)
    {
      auto other = std::find_if (chosen.begin (), chosen.end (), [&card] (const SkySightCard &one) {
        return std::hypot (one.x - card.x, one.y - card.y)
               < APART * std::max (one.width, card.width);
      });

      if (other == chosen.end ())
        chosen.push_back (card);
      else if (card.rank > 0 && card.rank != other->rank)
        other->rank = 0;
    }
  return chosen;
}

/* --- Pictures that follow -----------------------------------------------------------------------
 */

/* What was searched last, each part when it had changed, and what there may be a card. */
struct Scene
{
  cv::Mat colours;
  std::vector<Outline> outlines, by_lines, doubtful;
};

/* The squares in which both differ, where @mask is not 0, by more than noise. */
cv::Mat
find_changed (const cv::Mat &before, const cv::Mat &colours, const cv::Mat &mask)
{
  cv::Mat off, planes[3];

  cv::absdiff (before, colours, off);
  off.setTo (0, mask == 0);
  cv::split (in_squares (off), planes);
  return cv::max (planes[0], cv::max (planes[1], planes[2])) >= CHANGED;
}

/* The part of @squares that @outline lies in. */
cv::Mat
around (const Outline &outline, const cv::Mat &squares)
{
  cv::Rect box = cv::boundingRect (std::vector<cv::Point> (outline.begin (), outline.end ()));
  cv::Rect part (cv::Point (box.x / SQUARE - 1, box.y / SQUARE - 1),
                 cv::Point (box.br ().x / SQUARE + 2, box.br ().y / SQUARE + 2));

  return squares (part & cv::Rect (cv::Point (0, 0), squares.size ()));
}

/* Leaves in @outlines only those in which nothing has @changed, and takes these out of @mask. */
void
keep_unchanged (std::vector<Outline> &outlines, const cv::Mat &changed, cv::Mat &mask)
{
  std::vector<Outline> kept;

  for (const Outline &outline : outlines)
    if (cv::countNonZero (around (outline, changed)) == 0)
      {
        take_out (outline, mask);
        kept.push_back (outline);
      }
  outlines = kept;
}

/* Leaves of @scene what is as it was, and in @parts and @mask only what lies near to what has
 * changed, or is doubtful. */
void
keep_known (Scene &scene, const cv::Mat &colours, std::vector<cv::Rect> &parts, cv::Mat &mask)
{
  cv::Mat changed = find_changed (scene.colours, colours, mask), near (mask.size (), CV_8U);
  std::vector<cv::Rect> again;
  double widest = 0;

  for (const Outline &outline : scene.doubtful)
    around (outline, changed) = 255;
  for (const std::vector<Outline> *outlines : { &scene.outlines, &scene.by_lines })
    for (const Outline &outline : *outlines)
      widest = std::max (widest, width_of (outline));
  /* How large a card is is not known while none was seen. */
  if (widest <= 0 && cv::countNonZero (changed) > 0)
    {
      scene = { colours, {}, {}, {} };
      return;
    }
  near = 0;
  for (const cv::Rect &part :
       find_parts (changed, static_cast<int> (AGAIN * widest), colours.size ()))
    {
      colours (part).copyTo (scene.colours (part));
      mask (part).copyTo (near (part));
      for (const cv::Rect &light : parts)
        if (!(light & part).empty ())
          again.push_back (light & part);
    }
  mask = near;
  parts = again;
  keep_unchanged (scene.outlines, changed, mask);
  keep_unchanged (scene.by_lines, changed, mask);
  scene.doubtful.clear ();
}

/* A look at a later picture may see more of what cannot be read in this one. */
void
note_doubtful (Scene &scene, const std::vector<SkySightCard> &cards)
{
  for (const SkySightCard &card : cards)
    if (card.rank == 0)
      scene.doubtful.push_back (outline_of (card));
}

void
append (std::vector<Outline> &outlines, const std::vector<Outline> &others)
{
  outlines.insert (outlines.end (), others.begin (), others.end ());
}
}

struct _SkyCardEye
{
  SightNet net;
  Scene scene;

  explicit _SkyCardEye (cv::dnn::Net file)
      : net (file, "/", cv::Size (WIDE, HIGH), N_RANKS + N_SUITS)
  {
  }
};

SkyCardEye *
sky_card_eye_new (const void *model, gsize size, char **message)
{
  try
    {
      /* Whoever reads many tables does so with a thread for each. */
      cv::setNumThreads (1);
      return new SkyCardEye (cv::dnn::readNetFromONNX (static_cast<const char *> (model), size));
    }
  catch (const std::exception &failure)
    {
      *message = g_strdup (failure.what ());
      return nullptr;
    }
}

void
sky_card_eye_free (SkyCardEye *self)
{
  delete self;
}

gboolean
sky_card_eye_look (SkyCardEye *self,
                   const SkySightPicture *picture,
                   gboolean follows,
                   double width,
                   const SkyPictureBox *ignored,
                   gsize n_ignored,
                   GArray *cards,
                   char **message)
{
  try
    {
      cv::Mat colours = sky_sight_colours_of (picture);
      cv::Mat mask (colours.size (), CV_8U, cv::Scalar (255));
      std::vector<SkySightCard> seen, by_lines;
      Scene &scene = self->scene;

      for (gsize i = 0; i < n_ignored; i++)
        mask (cv::Rect (ignored[i].x, ignored[i].y, ignored[i].width, ignored[i].height)
              & cv::Rect (cv::Point (0, 0), colours.size ())) = 0;
      cv::Mat least = least_color_of (colours);
      std::vector<cv::Rect> parts = find_light (least, mask);
      if (follows && scene.colours.size () == colours.size ())
        keep_known (scene, colours, parts, mask);
      else
        scene = { colours, {}, {}, {} };
      append (scene.outlines, find_outlines (colours, least, parts, mask, width));
      std::vector<Outline> bare = read_cards (self->net, colours, scene.outlines, seen);
      take_out (seen, mask);
      for (const Outline &outline :
           find_outlines_by_lines (least, find_light (least, mask), mask, width))
        if (!is_bare (self->net, colours, outline, bare))
          scene.by_lines.push_back (outline);
      read_cards (self->net, colours, scene.by_lines, by_lines);
      /* Edges that are no card's make corners, too: only what is read counts. */
      std::copy_if (by_lines.begin (), by_lines.end (), std::back_inserter (seen),
                    [] (const SkySightCard &card) { return card.rank > 0; });
      seen = choose (seen);
      note_doubtful (scene, seen);
      note_doubtful (scene, by_lines);
      g_array_append_vals (cards, seen.data (), static_cast<guint> (seen.size ()));
      return TRUE;
    }
  catch (const std::exception &failure)
    {
      *message = g_strdup (failure.what ());
      return FALSE;
    }
}
