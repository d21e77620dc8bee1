/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A net that looks at crops. OpenCV reads its file, oneDNN computes what it says: in a quarter to
 * half of the time. Only the modules that look at pictures have it. */
#pragma once

#include <memory>
#include <opencv2/dnn.hpp>
#include <string>
#include <vector>

class SightNet
{
public:
  /* How many crops it looks at in one go, at most. */
  static constexpr size_t MOST = 8;

  /* The layers of @file with @name in theirs, for crops of @size pixels, to give so many @answers.
   * Throws if there is a layer that is not known here. */
  SightNet (cv::dnn::Net &file, const std::string &name, const cv::Size &size, size_t answers);
  ~SightNet ();

  /* Where the crop @which of those in one go is put, as floats, blue, green and red. */
  cv::Mat input (size_t which);

  /* What it says of each of the first @n crops, whatever the others are: its answers' logits. */
  cv::Mat ask (size_t n);

private:
  struct Parts;
  std::unique_ptr<Parts> parts;
};
