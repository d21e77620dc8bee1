/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who sat where, as a log's `player` events leave it. */
#include "config.h"

#include "sky-seating.h"

#include <string.h>

static SkyText
text (const char *string)
{
  return (SkyText){ string, strlen (string) };
}

static void
take (GArray *seatings, guint64 seq, gint64 seat, const char *player, gboolean present)
{
  SkyEvent event = { .type = SKY_EVENT_PLAYER, .seq = seq };

  event.player.seat = seat;
  event.player.player = text (player);
  event.player.present = present;
  sky_seatings_take (seatings, &event);
}

static void
assert_seating (GArray *seatings,
                guint index,
                gint64 seat,
                const char *player,
                guint64 first_seq,
                guint64 last_seq)
{
  const SkySeating *seating = &g_array_index (seatings, SkySeating, index);

  g_assert_cmpuint (index, <, seatings->len);
  g_assert_cmpint (seating->seat, ==, seat);
  g_assert_cmpstr (seating->player, ==, player);
  g_assert_cmpuint (seating->first_seq, ==, first_seq);
  g_assert_cmpuint (seating->last_seq, ==, last_seq);
}

static void
test_turns (void)
{
  g_autoptr (GArray) seatings = sky_seatings_new ();
  const SkyEvent other = { .type = SKY_EVENT_STAFF, .seq = 4 };

  take (seatings, 3, 1, "ada", TRUE);
  sky_seatings_take (seatings, &other);
  take (seatings, 5, 2, "ben", TRUE);
  take (seatings, 6, 1, "ada", TRUE);   /* said again */
  take (seatings, 9, 1, "cleo", TRUE);  /* in the place of another */
  take (seatings, 12, 2, "ben", FALSE); /* goes … */
  take (seatings, 13, 2, "ben", FALSE);
  take (seatings, 20, 2, "ben", TRUE); /* … and comes back */
  take (seatings, 21, 7, "dan", FALSE);
  sky_seatings_end (seatings, 30);
  g_assert_cmpuint (seatings->len, ==, 4);
  assert_seating (seatings, 0, 1, "ada", 3, 8);
  assert_seating (seatings, 1, 2, "ben", 5, 11);
  assert_seating (seatings, 2, 1, "cleo", 9, 30);
  assert_seating (seatings, 3, 2, "ben", 20, 30);
}

/* Numbers that do not grow, as a damaged log may have them, end nothing before it began. */
static void
test_disorder (void)
{
  g_autoptr (GArray) seatings = sky_seatings_new ();

  take (seatings, 10, 1, "ada", TRUE);
  take (seatings, 4, 1, "ben", TRUE);
  take (seatings, 4, 1, "cleo", TRUE);
  sky_seatings_end (seatings, 2);
  g_assert_cmpuint (seatings->len, ==, 3);
  assert_seating (seatings, 0, 1, "ada", 10, 10);
  assert_seating (seatings, 1, 1, "ben", 4, 4);
  assert_seating (seatings, 2, 1, "cleo", 4, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/seating/turns", test_turns);
  g_test_add_func ("/seating/disorder", test_disorder);

  return g_test_run ();
}
