/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-log.h"

#include <string.h>

/* Logs that hold every event type of their game are read whole. They are the fuzzers' seeds. */
static void
test_every_type (void)
{
  static const char *const games[] = {
    "craps",      "pai-gow",        "sic-bo",      "roulette", "big-six",
    "casino-war", "props-and-hops", "raise-it-up", "recorded",
  };
  gboolean met[SKY_N_EVENT_TYPES] = { FALSE };

  for (gsize i = 0; i < G_N_ELEMENTS (games); i++)
    {
      g_autofree char *name = g_strconcat (games[i], ".tel.jsonl", NULL);
      g_autofree char *path =
          g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", "log", name, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (SkyLog) log = sky_log_open (path, &error);
      g_autoptr (SkyLogReader) reader = NULL;
      const SkyLine *line;

      g_assert_no_error (error);
      reader = sky_log_reader_new (log, NULL);
      sky_log_reader_set_file_order (reader);
      while ((line = sky_log_reader_next (reader)) != NULL)
        {
          g_assert_cmpstr (line->note.cause, ==, "");
          g_assert_cmpint (line->kind, ==, SKY_LINE_EVENT);
          g_assert_cmpuint (line->event.seq, ==, line->number - 1);
          met[line->event.type] = TRUE;
        }
    }
  for (int type = 0; type < SKY_N_EVENT_TYPES; type++)
    {
      g_test_message ("%s", sky_event_type_to_name (type));
      g_assert_true (met[type]);
    }
}

static void
test_games (void)
{
  for (int game = 0; game < SKY_N_GAMES; game++)
    {
      const char *name = sky_game_id_to_name (game);
      SkyGameId again;

      g_assert_true (sky_game_id_from_name ((SkyText){ name, strlen (name) }, &again));
      g_assert_cmpint (again, ==, game);
    }
}

static void
test_cards (void)
{
  static const char *const wrong[] = { "", "A", "as", "1S", "10H", "AX", "ASS", "SA" };
  gboolean met[52] = { FALSE };
  SkyCard card;

  for (guint i = 0; i < 52; i++)
    {
      char text[3];

      sky_card_to_text ((SkyCard) i, text);
      g_assert_true (sky_card_from_text ((SkyText){ text, 2 }, &card));
      g_assert_cmpuint (card, ==, i);
      met[card] = TRUE;
    }
  for (guint i = 0; i < 52; i++)
    g_assert_true (met[i]);
  g_assert_true (sky_card_from_text ((SkyText){ "AS", 2 }, &card));
  g_assert_cmpint (SKY_CARD_RANK (card), ==, 14);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (sky_card_from_text ((SkyText){ wrong[i], strlen (wrong[i]) }, &card));
}

static void
test_tiles (void)
{
  static const char *const wrong[] = { "", "6", "66", "6-", "a-b", "6-66", "-1-2" };
  char text[4];
  SkyTile tile;

  g_assert_true (sky_tile_from_text ((SkyText){ "4-2", 3 }, &tile));
  g_assert_cmpint (SKY_TILE_LOW (tile), ==, 2);
  g_assert_cmpint (SKY_TILE_HIGH (tile), ==, 4);
  g_assert_cmpstr (sky_tile_to_text (tile, text), ==, "2-4");
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (sky_tile_from_text ((SkyText){ wrong[i], strlen (wrong[i]) }, &tile));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/event/every-type", test_every_type);
  g_test_add_func ("/event/games", test_games);
  g_test_add_func ("/event/cards", test_cards);
  g_test_add_func ("/event/tiles", test_tiles);

  return g_test_run ();
}
