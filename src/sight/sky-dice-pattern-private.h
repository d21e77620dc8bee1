/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second reader of dice: the pips of a place, and the face that they make. Only the module that
 * looks at pictures has it. */
#pragma once

#include "sky-dice-pips-private.h"

/* Where a die may lie, in pixels of the picture. */
struct Place
{
  cv::Point2d at;
  double edge;
};

/* What the pips at a place make. */
struct Pattern
{
  unsigned value = 0;            /* 0: no face, or more than one */
  std::vector<cv::Point2d> pips; /* in the picture */
  cv::Point2d middle;            /* of the face, in the picture */
  double size = 1;               /* of its edge, in edges as the place has them */
  double round = 0;              /* how round its pips are; those of a side are flatter */
  bool plain = false;  /* its pips are alike, and no spots of other kinds there speak against it */
  bool ample = false;  /* it has so many pips that hardly anything else looks like it */
  bool closed = false; /* its body ends all around within the picture */
  bool whole = false;  /* most planes show it, and it has more pips than a larger face's part */
};

/* The face at @place. */
Pattern find_pattern (const cv::Mat &picture, const Place &place);

/* How sure the net is of a face: of all its looks together, of each, or of each by itself. */
enum class Net
{
  NEARLY_SURE,
  SURE,
  CERTAIN
};

/* A face of so many pips hardly happens by chance. */
constexpr unsigned MANY = 4;

/* A second look, where that shows none and the net says @value: whether the pattern speaks for it
 * at least in some light, and none does for another. The surer the net, the less is asked of the
 * pattern. Where it is only nearly sure, in no size may anything else show, and a face of few pips
 * must do so in several lights. Returns: the face, or one without a value. */
Pattern find_pattern_of (const cv::Mat &picture, const Place &place, unsigned value, Net net);

/* The same where the net says @value at all turns: gleams may lie between the pips, and the table
 * may hardly differ from the die. */
Pattern find_pattern_under_gleams (const cv::Mat &picture, const Place &place, unsigned value);

/* Whether half of the pips of a face that is @edge long are discs, and not hearts, diamonds or
 * clubs: gleams and marble may hide how others end. Of small ones nobody can tell. */
bool has_discs (const cv::Mat &picture, const Pattern &pattern, double edge);
