/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-phrase.h"

#include <string.h>

/* Takes @phrase. */
static void
check (char *phrase, const char *english)
{
  g_autofree char *taken = phrase;
  g_autofree char *text = sky_phrase_english (taken);
  g_autofree char *shown = sky_phrase_show (taken);

  g_assert_cmpstr (text, ==, english);
  g_assert_cmpstr (shown, ==, english);
}

static void
test_values (void)
{
  g_autofree char *stake = sky_phrase_money (123450);
  g_autofree char *lost = sky_phrase_money_signed (-200);
  g_autofree char *won = sky_phrase_money_signed (200);
  g_autofree char *odds = sky_phrase_odds (SKY_ODDS_TO (7, 6));
  g_autofree char *all = sky_phrase_odds (SKY_ODDS_FOR (15));

  check (sky_phrase ("%s, %s, %s", stake, lost, won), "$1,234.50, −$2.00, +$2.00");
  check (sky_phrase ("%s and %s", odds, all), "7 to 6 and 15 for 1");
  check (sky_phrase ("%d, %u, %" PRId64 ", %" PRIu64 ", 100%%", -1, 2u, G_MININT64, G_MAXUINT64),
         "-1, 2, -9223372036854775808, 18446744073709551615, 100%");
  check (sky_phrase ("It is %s%s.", "so", (const char *) NULL), "It is so.");
  check (sky_phrase ("It is %s.", sky_phrase_words ("well")), "It is well.");
}

/* Programs read the record's own time, people that of the table's clock. */
static void
test_time (void)
{
  static const struct
  {
    SkyTime time;
    const char *zone;
    const char *english;
    const char *shown;
  } cases[] = {
    { SKY_SECOND, "", "at 1970-01-01T00:00:01.000000Z", "at 1970-01-01 00:00:01 UTC" },
    { 1699128900 * SKY_SECOND + 250000, "America/New_York", "at 2023-11-04T20:15:00.250000Z",
      "at 2023-11-04 16:15:00 EDT" },
    { 1699128900 * SKY_SECOND, "No/Zone", "at 2023-11-04T20:15:00.000000Z",
      "at 2023-11-04T20:15:00.000000Z" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *at = sky_phrase_time (cases[i].time, cases[i].zone);
      g_autofree char *phrase = sky_phrase ("at %s", at);
      g_autofree char *english = sky_phrase_english (phrase);
      g_autofree char *shown = sky_phrase_show (phrase);

      g_assert_cmpstr (english, ==, cases[i].english);
      g_assert_cmpstr (shown, ==, cases[i].shown);
    }
}

static void
test_inside (void)
{
  g_autofree char *inner = sky_phrase ("%s of %d", "Total", 4);
  g_autofree char *outer = sky_phrase ("“%s” wins", inner);

  check (sky_phrase ("%s; %s.", outer, inner), "“Total of 4” wins; Total of 4.");
}

static void
test_counts (void)
{
  check (sky_phrase_count ("%d card is burned.", "%d cards are burned.", 1), "1 card is burned.");
  check (sky_phrase_count ("%d card is burned.", "%d cards are burned.", 3), "3 cards are burned.");
}

static void
test_lists (void)
{
  const char *items[] = { "2", "5", "6" };

  check (sky_phrase_list (items, 0), "");
  check (sky_phrase_list (items, 1), "2");
  check (sky_phrase_list (items, 2), "2 and 5");
  check (sky_phrase_list (items, 3), "2, 5 and 6");
}

static void
test_plain (void)
{
  check (NULL, NULL);
  check (g_strdup (""), "");
  check (g_strdup ("100% of what an older store has"), "100% of what an older store has");
}

/* What a log says may have any character in it. */
static void
test_outside (void)
{
  static const char *const texts[] = {
    "\x01",
    "\x01%d\x03",
    "\x01%n\x02x\x03",
    "\x01\x05m12",
    "\x01\x05x12\x03",
    "\x01one\x04many\x03",
    "\x06",
    "a\x02"
    "b\x03"
    "c%s",
  };
  g_autoptr (GString) deep = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *quoted = g_strdup_printf ("The wager “%s” is named.", texts[i]);
      g_autofree char *same = sky_phrase_english (texts[i]);

      check (sky_phrase ("The wager “%s” is named.", texts[i]), quoted);
      g_assert_cmpstr (same, ==, texts[i]);
    }

  for (guint i = 0; i < 1000; i++)
    g_string_append (deep, "\x01%s\x02");
  g_string_append (deep, "x");
  for (guint i = 0; i < 1000; i++)
    g_string_append (deep, "\x03");
  check (sky_phrase ("%s", deep->str), deep->str);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/phrase/values", test_values);
  g_test_add_func ("/base/phrase/time", test_time);
  g_test_add_func ("/base/phrase/inside", test_inside);
  g_test_add_func ("/base/phrase/counts", test_counts);
  g_test_add_func ("/base/phrase/lists", test_lists);
  g_test_add_func ("/base/phrase/plain", test_plain);
  g_test_add_func ("/base/phrase/outside", test_outside);
  return g_test_run ();
}
