/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-money.h"

static void
test_pay (void)
{
  static const struct
  {
    SkyMoney stake;
    SkyOdds odds;
    SkyMoney unit;
    SkyMoney paid;
  } cases[] = {
    { 600, SKY_ODDS_TO (7, 6), 1, 700 },
    { 500, SKY_ODDS_TO (7, 6), 1, 583 },
    { 500, SKY_ODDS_TO (7, 6), 25, 575 },
    { 500, SKY_ODDS_TO (7, 6), 100, 500 },
    { 500, SKY_ODDS_TO (7, 6), 0, 583 },
    { 1000, SKY_ODDS_TO (1, 2), 1, 500 },
    { 1, SKY_ODDS_TO (1, 2), 1, 0 },
    { 500, SKY_ODDS_FOR (15), 1, 7000 },
    { 500, SKY_ODDS_FOR (1), 1, 0 },
    { 0, SKY_ODDS_TO (30, 1), 1, 0 },
    { 100, SKY_ODDS_TO (999, 1), 1, 99900 },
    { SKY_MONEY_MAX, SKY_ODDS_TO (SKY_ODDS_TERM_MAX, 1), 1, SKY_MONEY_MAX * SKY_ODDS_TERM_MAX },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (sky_odds_pay (cases[i].stake, cases[i].odds, cases[i].unit), ==,
                     cases[i].paid);
}

static void
test_at_least (void)
{
  g_assert_true (sky_odds_at_least (SKY_ODDS_TO (7, 6), SKY_ODDS_TO (7, 6)));
  g_assert_true (sky_odds_at_least (SKY_ODDS_TO (9, 5), SKY_ODDS_TO (7, 5)));
  g_assert_false (sky_odds_at_least (SKY_ODDS_TO (7, 6), SKY_ODDS_TO (6, 5)));
  /* 15 for 1 hands over the stake among the 15. */
  g_assert_true (sky_odds_at_least (SKY_ODDS_TO (14, 1), SKY_ODDS_FOR (15)));
  g_assert_true (sky_odds_at_least (SKY_ODDS_FOR (15), SKY_ODDS_TO (14, 1)));
  g_assert_false (sky_odds_at_least (SKY_ODDS_FOR (15), SKY_ODDS_TO (15, 1)));
}

static void
test_parse (void)
{
  static const char *const wrong[] = {
    "",         "35",         "35 to",    "to 1",
    "35 to 0",  "0 to 1",     "-1 to 1",  "15 for 2",
    "1 to 1x",  " 1 to 1",    "35  to 1", "35:1",
    "35 to 1 ", "10001 to 1", "1.5 to 1", "99999999999 to 1",
  };
  SkyOdds odds = SKY_ODDS_TO (1, 1);

  g_assert_true (sky_odds_parse ("35 to 1", -1, &odds));
  g_assert_true (odds.a == 35 && odds.b == 1 && !odds.for_one);
  g_assert_true (sky_odds_parse ("9 to 5 and more", 6, &odds));
  g_assert_true (odds.a == 9 && odds.b == 5 && !odds.for_one);
  g_assert_true (sky_odds_parse ("15 for 1", -1, &odds));
  g_assert_true (odds.a == 15 && odds.b == 1 && odds.for_one);

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_test_message ("%s", wrong[i]);
      g_assert_false (sky_odds_parse (wrong[i], -1, &odds));
    }
  g_assert_true (odds.a == 15 && odds.b == 1 && odds.for_one);
}

static void
test_format_odds (void)
{
  g_autofree char *to = sky_odds_format (SKY_ODDS_TO (7, 6));
  g_autofree char *for_one = sky_odds_format (SKY_ODDS_FOR (15));

  g_assert_cmpstr (to, ==, "7 to 6");
  g_assert_cmpstr (for_one, ==, "15 for 1");
}

static void
test_percent (void)
{
  g_assert_cmpint (sky_money_percent (2000, 5), ==, 100);
  g_assert_cmpint (sky_money_percent (2019, 5), ==, 100);
  g_assert_cmpint (sky_money_percent (2020, 5), ==, 101);
  g_assert_cmpint (sky_money_percent (19, 5), ==, 0);
  g_assert_cmpint (sky_money_percent (SKY_MONEY_MAX, 100), ==, SKY_MONEY_MAX);

  g_assert_cmpint (sky_money_share (2019, 5 * SKY_ONE_PERCENT), ==, 100);
  g_assert_cmpint (sky_money_share (2001, 45000), ==, 90);
  g_assert_cmpint (sky_money_share (199999999, 45000), ==, 8999999);
  g_assert_cmpint (sky_money_share (SKY_MONEY_MAX, 100 * SKY_ONE_PERCENT), ==, SKY_MONEY_MAX);
}

static void
test_format (void)
{
  static const struct
  {
    SkyMoney amount;
    const char *plain;
    const char *with_sign;
  } cases[] = {
    { 0, "$0.00", "$0.00" },
    { 5, "$0.05", "+$0.05" },
    { 123450, "$1,234.50", "+$1,234.50" },
    { 99999, "$999.99", "+$999.99" },
    { -200, "−$2.00", "−$2.00" },
    { SKY_MONEY_MAX, "$10,000,000,000,000.00", "+$10,000,000,000,000.00" },
    { G_MININT64, "−$92,233,720,368,547,758.08", "−$92,233,720,368,547,758.08" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *plain = sky_money_format (cases[i].amount);
      g_autofree char *with_sign = sky_money_format_signed (cases[i].amount);

      g_assert_cmpstr (plain, ==, cases[i].plain);
      g_assert_cmpstr (with_sign, ==, cases[i].with_sign);
    }
}

static void
test_percent_text (void)
{
  static const struct
  {
    gint64 parts;
    const char *text;
  } cases[] = { { 0, "0" }, { 5 * SKY_ONE_PERCENT, "5" }, { 45000, "4.5" }, { 140625, "14.0625" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = sky_percent_format (cases[i].parts);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/money/pay", test_pay);
  g_test_add_func ("/money/at-least", test_at_least);
  g_test_add_func ("/money/parse", test_parse);
  g_test_add_func ("/money/format-odds", test_format_odds);
  g_test_add_func ("/money/percent", test_percent);
  g_test_add_func ("/money/format", test_format);

  g_test_add_func ("/money/percent-text", test_percent_text);
  return g_test_run ();
}
