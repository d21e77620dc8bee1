/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A net that looks at crops. OpenCV reads its file, oneDNN computes what it says: in a quarter to
 * half of the time. Only the module that looks at pictures has it. */
#pragma once

#include <memory>
#include <opencv2/dnn.hpp>
#include <string>
#include <vector>

class DiceNet
{
public:
  /* Pixels a side of what it sees. */
  static constexpr int CROP = 48;
  /* How many crops it looks at in one go, at most. */
  static constexpr size_t MOST = 8;

  /* The layers of @file with @name in theirs. Throws if there is one that is not known here. */
  DiceNet (cv::dnn::Net &file, const std::string &name);
  ~DiceNet ();

  /* Where the crop @which of those in one go is put, as floats, blue, green and red. */
  cv::Mat input (size_t which);

  /* What it says of each of the first @n crops, whatever the others are: the logits of "no die" and
   * of 1 to 6. */
  cv::Mat ask (size_t n);

private:
  struct Parts;
  std::unique_ptr<Parts> parts;
};
