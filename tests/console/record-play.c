/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record-play GAME FOLDER: writes a table's log with recordings of it into the folder. Reads it
 * from the standard input, a line for each event: seconds since the beginning, type, and members as
 * JSON without braces. "SECONDS due" settles all that is due, what loses first; "SECONDS pays
 * WAGER CENTS" settles one wager as due, but pays so much. For recorded.py. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "sky-game.h"
#include "sky-log-writer.h"
#include "sky-sim-footage.h"

#define PROPERTY            "Keystone"
#define BETWEEN_SETTLEMENTS (100 * SKY_MILLISECOND)

static SkyTime beginning;

static void
end_line (SkyLogWriter *writer)
{
  g_autoptr (GError) error = NULL;

  sky_log_writer_end (writer, &error);
  g_assert_no_error (error);
}

static void
add_line (SkyLogWriter *writer, SkyTime at, const char *type, const char *members)
{
  GString *json = sky_log_writer_begin (writer, type, at);

  if (members[0] != '\0')
    g_string_append_printf (json, ",%s", members);
  end_line (writer);
}

/* @paid -1: as due. */
static void
settle (SkyLogWriter *writer, SkyTime at, const SkyWager *wager, SkyMoney paid)
{
  const SkyDue due = wager->due;
  GString *json = sky_log_writer_begin (writer, "settle", at);

  sky_json_add_string (json, "wager", wager->id);
  sky_json_add_string (json, "outcome", sky_outcome_to_name (due.outcome));
  sky_json_add_int (json, "paid", paid < 0 ? due.paid : paid);
  sky_json_add_int (json, "taken", due.may_stay ? 0 : due.taken);
  sky_json_add_int (json, "returned", due.may_stay ? 0 : due.returned);
  if (due.vig != 0)
    sky_json_add_int (json, "vig", due.vig);
  if (due.may_stay)
    sky_json_add_bool (json, "stays", TRUE);
  end_line (writer);
}

static void
settle_due (SkyLogWriter *writer, SkyTime at)
{
  for (guint losing = 2; losing-- > 0;)
    {
      SkyTable *table = sky_log_writer_get_table (writer);

      for (guint i = 0; i < table->up->len; i++)
        {
          const SkyWager *wager = table->up->pdata[i];

          if (wager->status != SKY_WAGER_UP || wager->due.outcome == SKY_OUTCOME_NONE
              || wager->due.optional || wager->settlement.seq > table->round_seq
              || (wager->due.outcome == SKY_OUTCOME_LOSE) != losing)
            continue;
          settle (writer, at, wager, -1);
          at += BETWEEN_SETTLEMENTS;
        }
    }
}

static void
write_line (SkyLogWriter *writer, char *text)
{
  g_auto (GStrv) words = g_strsplit (g_strchomp (text), " ", 3);
  SkyTime at;

  g_assert_cmpuint (g_strv_length (words), >=, 2);
  at = beginning + (SkyTime) (g_ascii_strtod (words[0], NULL) * SKY_SECOND);
  if (g_str_equal (words[1], "due"))
    settle_due (writer, at);
  else if (g_str_equal (words[1], "pays"))
    {
      char *amount = strchr (words[2], ' ');

      *amount++ = '\0';
      settle (writer, at,
              sky_table_find_wager (sky_log_writer_get_table (writer),
                                    (SkyText){ words[2], strlen (words[2]) }),
              g_ascii_strtoll (amount, NULL, 10));
    }
  else
    add_line (writer, at, words[1], words[2] != NULL ? words[2] : "");
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  SkySimulateOptions options = { .seed = 1 };
  SkyLogHeader header = { .version = 1,
                          .property = PROPERTY,
                          .table = "T-01",
                          .time_zone = "America/New_York",
                          .currency = "USD",
                          .scope = SKY_SCOPE_ALL };
  SkyLogWriter *writer;
  char text[4096];

  g_test_init (&argc, &argv, NULL);
  if (argc != 3 || !sky_game_id_from_name ((SkyText){ argv[1], strlen (argv[1]) }, &header.game))
    {
      fputs ("usage: record-play GAME FOLDER\n", stderr);
      return 2;
    }
  g_assert_true (sky_day_parse ("2023-11-04", 10, &header.gaming_day));
  g_assert_true (sky_time_parse ("2023-11-04T20:00:00.000000Z", 27, &beginning));
  path = g_build_filename (argv[2], "T-01-2023-11-04.tel.jsonl", NULL);
  writer = sky_log_writer_open (path, 0644, &header, &error);
  g_assert_no_error (error);
  while (fgets (text, sizeof text, stdin) != NULL)
    write_line (writer, text);
  sky_log_writer_sync (writer, &error);
  g_assert_no_error (error);
  sky_log_writer_free (writer);
  options.game = header.game;
  sky_sim_footage_write (argv[2], &options, &error);
  g_assert_no_error (error);
  return 0;
}
