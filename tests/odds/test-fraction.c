/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-fraction.h"

static const struct
{
  const char *fraction;
  const char *percent;
} percents[] = {
  { "0", "0.0000 %" },
  { "1", "100.0000 %" },
  { "1/3", "33.3333 %" },
  { "2/3", "66.6667 %" },
  { "7/495", "1.4141 %" },
  { "-2187/3193", "-68.4936 %" },
  { "-1/2", "-50.0000 %" },
  /* Half a unit in the last place goes away from zero. */
  { "2000001/2000000", "100.0001 %" },
  /* More decimals, until four digits show. */
  { "1/10000", "0.01000 %" },
  { "1/3000000", "0.00003333 %" },
  { "1/123456789012345678901234567890", "0.0000000000000000000000000008100 %" },
};

static void
test_percent (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (percents); i++)
    {
      g_autofree char *percent = sky_fraction_percent (percents[i].fraction);

      g_assert_cmpstr (percent, ==, percents[i].percent);
    }
}

static void
assert_against (const char *win, const char *lose, const char *want)
{
  g_autofree char *against = sky_fraction_odds_against (win, lose);

  g_assert_cmpstr (against, ==, want);
}

static void
test_against (void)
{
  assert_against ("5/11", "6/11", "6 to 5");
  assert_against ("244/495", "251/495", "251 to 244");
  /* Pushes are neither. */
  assert_against ("949/1980", "244/495", "976 to 949");
  assert_against ("1/36", "35/36", "35 to 1");
  assert_against ("1", "0", "0 to 1");
  assert_against ("0", "1", NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fraction/percent", test_percent);
  g_test_add_func ("/fraction/odds-against", test_against);
  return g_test_run ();
}
