/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is computed of the nets here is what OpenCV computes of them, but for rounding. The
 * arguments are the files of those of dice and of cards. */
#include "config.h"

#include "sky-sight-net-private.h"

#include <glib.h>

namespace
{
std::string dice, cards; /* the files' paths */

const cv::Size DIE (48, 48), CORNER (48, 64);
constexpr size_t FACES = 7, RANKS_AND_SUITS = 19;

cv::dnn::Net
read_file (const std::string &path)
{
  cv::dnn::Net file = cv::dnn::readNetFromONNX (path);

  file.setPreferableBackend (cv::dnn::DNN_BACKEND_OPENCV);
  return file;
}

/* Blots of all sizes, in all colors. */
std::vector<cv::Mat>
draw_crops (const cv::Size &size)
{
  cv::RNG random (3);
  std::vector<cv::Mat> crops;

  for (size_t i = 0; i < SightNet::MOST; i++)
    {
      cv::Mat crop (size, CV_32FC3, cv::Scalar (0, 0, 0));

      for (int side : { 24, 8, 2 })
        {
          cv::Mat blots (size.height / side + 1, size.width / side + 1, CV_32FC3);

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
ask (SightNet &net, const std::vector<cv::Mat> &crops)
{
  for (size_t i = 0; i < crops.size (); i++)
    crops[i].copyTo (net.input (i));
  return net.ask (crops.size ()).clone ();
}

void
assert_same (const cv::Mat &logits, const cv::Mat &others)
{
  constexpr double MOST_OFF = 1e-4;

  g_assert_cmpint (logits.cols, ==, others.cols);
  g_assert_cmpfloat (cv::norm (logits, others, cv::NORM_INF), <, MOST_OFF);
}

void
test_dice_as_opencv ()
{
  cv::dnn::Net file = read_file (dice);
  SightNet small (file, "/glance/", DIE, FACES), first (file, "/first/", DIE, FACES),
      second (file, "/second/", DIE, FACES);
  std::vector<cv::Mat> crops = draw_crops (DIE);
  std::string glance = file.getLayerInputs (file.getLayerId ("glance")).at (0)->name;

  file.setInput (cv::dnn::blobFromImages (crops));
  assert_same (ask (small, crops), file.forward (glance));
  assert_same ((ask (first, crops) + ask (second, crops)) / 2, file.forward ("pips"));
}

void
test_cards_as_opencv ()
{
  cv::dnn::Net file = read_file (cards);
  SightNet net (file, "/", CORNER, RANKS_AND_SUITS);
  std::vector<cv::Mat> crops = draw_crops (CORNER);

  file.setInput (cv::dnn::blobFromImages (crops));
  assert_same (ask (net, crops), file.forward ());
}

/* What a net says of a crop does not depend on the others. */
void
assert_by_itself (SightNet &net, const cv::Size &size)
{
  std::vector<cv::Mat> crops = draw_crops (size);
  cv::Mat together = ask (net, crops);

  for (size_t i = 0; i < crops.size (); i++)
    g_assert_cmpfloat (
        cv::norm (ask (net, { crops[i] }), together.row (static_cast<int> (i)), cv::NORM_INF), ==,
        0);
}

void
test_by_itself ()
{
  cv::dnn::Net of_dice = read_file (dice), of_cards = read_file (cards);
  SightNet small (of_dice, "/glance/", DIE, FACES), first (of_dice, "/first/", DIE, FACES),
      corner (of_cards, "/", CORNER, RANKS_AND_SUITS);

  assert_by_itself (small, DIE);
  assert_by_itself (first, DIE);
  assert_by_itself (corner, CORNER);
}

/* Layers that the file does not have, without those that they follow, and of another size. */
void
test_unknown ()
{
  const struct
  {
    const std::string &file, name;
    cv::Size size;
    size_t answers;
  } nets[] = { { dice, "/other/", DIE, FACES },
               { cards, "/rank/", CORNER, RANKS_AND_SUITS },
               { cards, "/", DIE, RANKS_AND_SUITS },
               { cards, "/", CORNER, FACES } };

  for (const auto &one : nets)
    try
      {
        cv::dnn::Net file = read_file (one.file);
        SightNet net (file, one.name, one.size, one.answers);
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
  g_assert_cmpint (argc, ==, 3);
  dice = argv[1];
  cards = argv[2];
  cv::setNumThreads (1);
  g_test_add_func ("/sight-net/dice-as-opencv", test_dice_as_opencv);
  g_test_add_func ("/sight-net/cards-as-opencv", test_cards_as_opencv);
  g_test_add_func ("/sight-net/by-itself", test_by_itself);
  g_test_add_func ("/sight-net/unknown", test_unknown);
  return g_test_run ();
}
