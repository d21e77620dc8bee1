/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What recorded logs say that nobody looked at. */
#include "config.h"

#include "sky-phrase.h"
#include "sky-watched.h"

static SkyLog *
open_log (const char *game, const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", game, name, NULL);
  g_autoptr (GError) error = NULL;
  SkyLog *log = sky_log_open (path, &error);

  g_assert_no_error (error);
  return log;
}

/* @phrase, which is taken, in English. */
static void
assert_says (char *phrase, const char *text)
{
  g_autofree char *own = phrase;
  g_autofree char *said = own != NULL ? sky_phrase_english (own) : NULL;

  g_assert_cmpstr (said, ==, text);
}

static void
test_by_eye (void)
{
  g_autoptr (SkyLog) log = open_log ("craps", "recorded-by-eye.tel.jsonl");
  g_autoptr (SkyWatched) watched = sky_watched_read (log);

  g_assert_cmpuint (watched->unobserved->len, ==, 1);
  g_assert_cmpuint (watched->n_corrections, ==, 1);
  g_assert_cmpuint (watched->n_unsure, ==, 2);
  assert_says (sky_watched_describe_scope (sky_log_get_header (log)),
               "Not looked at: procedure, people, equipment, posted rules and disputes. Checks not "
               "made: 57 of 121.");
  assert_says (
      sky_watched_describe (watched),
      "Rounds looked at: 4. 1 stretch was skipped, 4 min 30 s in all. Rounds recorded again: 1. "
      "Settlements accepted as proposed: 4 of 7. Lines that could not be seen for certain: 2.");
  assert_says (
      sky_watched_describe_log (log),
      "Not looked at: procedure, people, equipment, posted rules and disputes. Checks not made: 57 "
      "of 121. Rounds looked at: 4. 1 stretch was skipped, 4 min 30 s in all. Rounds recorded "
      "again: 1. Settlements accepted as proposed: 4 of 7. Lines that could not be seen for "
      "certain: 2.");
}

static void
test_one_seat (void)
{
  g_autoptr (SkyLog) log = open_log ("roulette", "recorded-one-seat.tel.jsonl");

  assert_says (sky_watched_describe_scope (sky_log_get_header (log)),
               "Not looked at: procedure, people and equipment. Looked at, of the seats: 2. Only a "
               "sample of the rounds was looked at. Checks not made: 52 of 121.");
}

static void
test_outcomes (void)
{
  g_autoptr (SkyLog) log = open_log ("casino_war", "recorded-outcomes.tel.jsonl");

  assert_says (sky_watched_describe_scope (sky_log_get_header (log)),
               "Not looked at: procedure, wagers, settlements, people, equipment, posted rules and "
               "disputes. Checks not made: 98 of 121.");
  assert_says (sky_watched_describe_log (log),
               "Not looked at: procedure, wagers, settlements, people, equipment, posted rules and "
               "disputes. Checks not made: 98 of 121. Rounds looked at: 2. 1 stretch was skipped, "
               "9 min 54 s in all.");
}

/* A log of version 1 leaves nothing out. */
static void
test_whole (void)
{
  g_autoptr (SkyLog) log = open_log ("craps", "bonus-craps-2.tel.jsonl");

  g_assert_null (sky_watched_read (log));
  assert_says (sky_watched_describe_scope (sky_log_get_header (log)), NULL);
  assert_says (sky_watched_describe_log (log), NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/watched/by-eye", test_by_eye);
  g_test_add_func ("/watched/one-seat", test_one_seat);
  g_test_add_func ("/watched/outcomes", test_outcomes);
  g_test_add_func ("/watched/whole", test_whole);
  return g_test_run ();
}
