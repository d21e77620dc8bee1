/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the modules that look at pictures share, in C++. */
#pragma once

#include "sky-dice-reader.h"

#include <opencv2/imgproc.hpp>

/* The picture in blue, green and red. */
inline cv::Mat
sky_sight_colours_of (const SkySightPicture *picture)
{
  const cv::Mat all (picture->height, picture->width, CV_8UC4,
                     const_cast<guint8 *> (picture->pixels), picture->stride);
  cv::Mat colours;

  cv::cvtColor (all, colours, cv::COLOR_BGRA2BGR);
  return colours;
}
