/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is computed of the nets here is what OpenCV computes of them, but for rounding. The argument
 * is their file. */
#include "config.h"

#include "sky-dice-net-private.h"

#include <glib.h>

namespace
{
std::string path; /* of the nets' file */

cv::dnn::Net
read_file ()
{
  cv::dnn::Net file = cv::dnn::readNetFromONNX (path);

  file.setPreferableBackend (cv::dnn::DNN_BACKEND_OPENCV);
  return file;
}

/* Blots of all sizes, in all colors. */
std::vector<cv::Mat>
draw_crops (size_t n)
{
  cv::RNG random (3);
  std::vector<cv::Mat> crops;

  for (size_t i = 0; i < n; i++)
    {
      cv::Mat crop (DiceNet::CROP, DiceNet::CROP, CV_32FC3, cv::Scalar (0, 0, 0));

      for (int side : { 24, 8, 2 })
        {
          cv::Mat blots (DiceNet::CROP / side, DiceNet::CROP / side, CV_32FC3);

          random.fill (blots, cv::RNG::NORMAL, 0, 1);
          for (int y = 0; y < crop.rows; y++)
            for (int x = 0; x < crop.cols; x++)
              crop.at<cv::Vec3f> (y, x) += blots.at<cv::Vec3f> (y / side, x / side);
        }
      crops.push_back (crop);
    }
  return crops;
}

cv::Mat
ask (DiceNet &net, const std::vector<cv::Mat> &crops)
{
  for (size_t i = 0; i < crops.size (); i++)
    crops[i].copyTo (net.input (i));
  return net.ask (crops.size ()).clone ();
}

void
test_as_opencv ()
{
  constexpr double MOST_OFF = 1e-4;
  cv::dnn::Net file = read_file ();
  DiceNet small (file, "/glance/"), first (file, "/first/"), second (file, "/second/");
  std::vector<cv::Mat> crops = draw_crops (DiceNet::MOST);
  std::string glance = file.getLayerInputs (file.getLayerId ("glance")).at (0)->name;

  file.setInput (cv::dnn::blobFromImages (crops));
  g_assert_cmpfloat (cv::norm (ask (small, crops), file.forward (glance), cv::NORM_INF), <,
                     MOST_OFF);
  cv::Mat both = (ask (first, crops) + ask (second, crops)) / 2;
  g_assert_cmpfloat (cv::norm (both, file.forward ("pips"), cv::NORM_INF), <, MOST_OFF);
}

void
test_by_itself ()
{
  cv::dnn::Net file = read_file ();
  std::vector<cv::Mat> crops = draw_crops (DiceNet::MOST);

  for (const char *name : { "/glance/", "/first/" })
    {
      DiceNet net (file, name);
      cv::Mat together = ask (net, crops);

      for (size_t i = 0; i < crops.size (); i++)
        g_assert_cmpfloat (
            cv::norm (ask (net, { crops[i] }), together.row (static_cast<int> (i)), cv::NORM_INF),
            ==, 0);
    }
}

void
test_unknown ()
{
  cv::dnn::Net file = read_file ();

  try
    {
      DiceNet net (file, "/other/");
      g_assert_not_reached ();
    }
  catch (const std::exception &failure)
    {
      g_test_message ("%s", failure.what ());
    }
}
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, nullptr);
  g_assert_cmpint (argc, ==, 2);
  path = argv[1];
  cv::setNumThreads (1);
  g_test_add_func ("/dice-net/as-opencv", test_as_opencv);
  g_test_add_func ("/dice-net/by-itself", test_by_itself);
  g_test_add_func ("/dice-net/unknown", test_unknown);
  return g_test_run ();
}
