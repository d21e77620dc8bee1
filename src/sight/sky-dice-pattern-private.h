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
  bool plain = false; /* nothing that spots of other kinds make there speaks against it */
};

/* The face at @place. */
Pattern find_pattern (const cv::Mat &picture, const Place &place);

/* A second look, where that shows none and the net is sure of @value: whether the pattern speaks
 * for it at least in some light, and none does for another. @certain: the net is so sure from all
 * sides that less is asked of the pattern. Returns: the face, or one without a value. */
Pattern find_pattern_of (const cv::Mat &picture, const Place &place, unsigned value, bool certain);
