/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What coders found in test rounds is kept in a file; and when two coders agree well enough. */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "sky-coder.h"
#include "sky-figure-text.h"
#include "sky-plan.h"

static void
test_kept (void)
{
  g_autofree char *folder = g_dir_make_tmp ("sky-coders-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "coders.json", NULL);
  g_autoptr (GArray) tests = NULL;
  g_autoptr (GError) error = NULL;
  SkyCoderTest test = { "PA-7", SKY_GAME_ROULETTE, "one", { 15, 12, 100, 1 } };

  g_assert_null (sky_coder_read_tests (path, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  g_assert_true (sky_coder_keep_test (path, &test, &error));
  /* The same test again replaces it; another, or of another, does not. */
  test.record.found = 13;
  g_assert_true (sky_coder_keep_test (path, &test, &error));
  test.test = "two";
  g_assert_true (sky_coder_keep_test (path, &test, &error));
  test.credential = "PA-8";
  g_assert_true (sky_coder_keep_test (path, &test, &error));
  tests = sky_coder_read_tests (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tests->len, ==, 3);
  SkyCoderRecord sum = sky_coder_sum (tests, "PA-7", SKY_GAME_ROULETTE);
  g_assert_cmpuint (sum.planted, ==, 30);
  g_assert_cmpuint (sum.found, ==, 26);
  g_assert_cmpuint (sum.clean, ==, 200);
  g_assert_cmpuint (sum.flagged, ==, 2);
  sum = sky_coder_sum (tests, "PA-7", SKY_GAME_CRAPS);
  g_assert_cmpuint (sum.planted, ==, 0);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A file that is malformed is named, and stays as it is. */
static void
test_malformed (void)
{
  static const char *const texts[] = {
    "{",
    "{\"coders\":1}",
    "{\"coders\":[{\"credential\":\"PA-7\"}]}",
    "{\"coders\":[{\"credential\":\"PA-7\",\"game\":\"roulette\",\"planted\":1,\"found\":2,"
    "\"clean\":1,\"flagged\":0}]}",
  };
  g_autofree char *folder = g_dir_make_tmp ("sky-coders-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "coders.json", NULL);
  const SkyCoderTest test = { "PA-7", SKY_GAME_ROULETTE, NULL, { 1, 1, 1, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *after = NULL;

      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
      g_assert_false (sky_coder_keep_test (path, &test, &error));
      g_assert_error (error, SKY_PLAN_ERROR, SKY_PLAN_ERROR_FORMAT);
      g_assert_true (g_str_has_prefix (error->message, path));
      g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
      g_assert_cmpstr (after, ==, texts[i]);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_described (void)
{
  g_autofree char *few = sky_coder_describe (&(SkyCoderRecord){ 19, 19, 50, 0 });
  g_autofree char *enough = sky_coder_describe (&(SkyCoderRecord){ 20, 18, 50, 1 });

  g_assert_nonnull (strstr (few, "not known"));
  g_assert_cmpstr (enough, ==,
                   "found 18 of 20 planted errors: sensitivity 90.00 % (68.30…98.77); saw 1 in 50 "
                   "clean settlements: specificity 98.00 % (89.35…99.95)");
}

static SkyTarget
judge (SkyCompared compared, guint agreed, double kappa, double ac1)
{
  return sky_compared_kind_judge (&(SkyComparedKind){
      .compared = compared,
      .agreement = { .n = 100, .n_agreed = agreed, .kappa = { kappa }, .ac1 = { ac1 } } });
}

static void
test_targets (void)
{
  SkyComparedKind wagers = { .compared = SKY_COMPARED_WAGER, .is_positive = TRUE };

  g_assert_cmpint (judge (SKY_COMPARED_OUTCOME, 99, 0.99, 0.5), ==, SKY_TARGET_REACHED);
  g_assert_cmpint (judge (SKY_COMPARED_OUTCOME, 99, 0.98, 0.999), ==, SKY_TARGET_MISSED);
  g_assert_cmpint (judge (SKY_COMPARED_OUTCOME, 100, NAN, NAN), ==, SKY_TARGET_REACHED);
  g_assert_cmpint (judge (SKY_COMPARED_AS_DUE, 99, 0, 0.9), ==, SKY_TARGET_REACHED);
  g_assert_cmpint (judge (SKY_COMPARED_AS_DUE, 99, 0.9, 0), ==, SKY_TARGET_REACHED);
  g_assert_cmpint (judge (SKY_COMPARED_AS_DUE, 99, 0.89, 0.89), ==, SKY_TARGET_MISSED);
  g_assert_cmpint (judge (SKY_COMPARED_SETTLEMENT, 1, 0, 0), ==, SKY_TARGET_NONE);
  wagers.positive.agreed.value = 0.95;
  g_assert_cmpint (sky_compared_kind_judge (&wagers), ==, SKY_TARGET_REACHED);
  wagers.positive.agreed.value = 0.949;
  g_assert_cmpint (sky_compared_kind_judge (&wagers), ==, SKY_TARGET_MISSED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/coder/kept", test_kept);
  g_test_add_func ("/coder/malformed", test_malformed);
  g_test_add_func ("/coder/described", test_described);
  g_test_add_func ("/coder/targets", test_targets);
  return g_test_run ();
}
