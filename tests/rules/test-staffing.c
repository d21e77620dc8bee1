/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Staff: 58 Pa. Code §§ 611a.2 and 611a.5. */
#include "config.h"

#include "sky-game.h"
#include "sky-play.h"
#include "sky-staffing.h"

#include <glib/gstdio.h>
#include <string.h>

#define DAY "2023-11-04"

typedef struct
{
  const char *name;
  const char *game;
  const char *training; /* of PA-2: "type hours completed", apart by ", " */
  const char *tests;    /* of PA-2: "game passed" */
  const char *staff;    /* "role credential", apart by ", " */
  const char *findings;
} Case;

static const Case cases[] = {
  { "qualified", "roulette", "roulette 80 2023-11-04", "roulette 2023-11-04", "dealer PA-2", "" },
  { "hours", "roulette", "roulette 79 2020-01-01", "roulette 2020-01-01", "dealer PA-2",
    "staff.unqualified 611a.2" },
  { "hours-later", "roulette", "roulette 80 2023-11-05", "roulette 2020-01-01", "dealer PA-2",
    "staff.unqualified 611a.2" },
  { "hours-in-parts", "roulette", "roulette 40 2020-01-01, roulette 40 2021-01-01",
    "roulette 2020-01-01", "dealer PA-2", "" },
  { "no-test", "roulette", "roulette 80 2020-01-01", "big_six 2020-01-01", "dealer PA-2",
    "staff.unqualified 611a.5(a)" },
  { "test-later", "roulette", "roulette 80 2020-01-01", "roulette 2023-11-05", "dealer PA-2",
    "staff.unqualified 611a.5(a)" },
  { "neither", "roulette", "", "", "dealer PA-2", "staff.unqualified 611a.5(a)" },
  { "further", "roulette", "roulette 30 2020-01-01, craps_and_dice 160 2019-01-01",
    "roulette 2020-01-01", "dealer PA-2", "" },
  { "further-short", "roulette", "roulette 29 2020-01-01, craps_and_dice 160 2019-01-01",
    "roulette 2020-01-01", "dealer PA-2", "staff.unqualified 611a.2" },
  { "further-first-short", "roulette", "roulette 30 2020-01-01, craps_and_dice 159 2019-01-01",
    "roulette 2020-01-01", "dealer PA-2", "staff.unqualified 611a.2" },
  { "further-two-halves", "roulette", "roulette 30 2020-01-01, craps_and_dice 120 2019-01-01",
    "roulette 2020-01-01", "dealer PA-2", "staff.unqualified 611a.2" },
  { "further-poker", "roulette", "roulette 30 2020-01-01, nonbanked_poker 80 2019-01-01",
    "roulette 2020-01-01", "dealer PA-2", "" },
  { "unknown", "roulette", "", "", "floorperson PA-9, floorperson PA-9, dealer PA-9",
    "staff.unknown 611a.5(b)" },
  { "unknown-dealer", "roulette", "", "", "dealer PA-9", "staff.unknown 611a.5(b)" },
  { "two-unknown", "roulette", "", "", "floorperson PA-8, security PA-9",
    "staff.unknown 611a.5(b); staff.unknown 611a.5(b)" },
  { "other-role", "roulette", "", "", "floorperson PA-2", "" },
  { "first-other-role", "roulette", "", "", "floorperson PA-2, dealer PA-2, dealer PA-2",
    "staff.unqualified 611a.5(a)" },
  /* The hours of each game's type, one short and not. */
  { "craps", "craps", "craps_and_dice 160 2020-01-01", "craps 2020-01-01", "dealer PA-2", "" },
  { "craps-short", "craps", "craps_and_dice 159 2020-01-01", "craps 2020-01-01", "dealer PA-2",
    "staff.unqualified 611a.2" },
  { "mini-craps-test", "mini_craps", "craps_and_dice 160 2020-01-01", "craps 2020-01-01",
    "dealer PA-2", "staff.unqualified 611a.5(a)" },
  { "props", "props_and_hops", "craps_and_dice 120 2020-01-01, roulette 80 2020-01-01",
    "props_and_hops 2020-01-01", "dealer PA-2", "" },
  { "props-short", "props_and_hops", "craps_and_dice 119 2020-01-01, roulette 80 2020-01-01",
    "props_and_hops 2020-01-01", "dealer PA-2", "staff.unqualified 611a.2" },
  { "sic-bo", "sic_bo", "sic_bo_and_big_six 30 2020-01-01", "sic_bo 2020-01-01", "dealer PA-2",
    "" },
  { "sic-bo-short", "sic_bo", "sic_bo_and_big_six 29 2020-01-01", "sic_bo 2020-01-01",
    "dealer PA-2", "staff.unqualified 611a.2" },
  { "big-six-further", "big_six", "sic_bo_and_big_six 15 2020-01-01, roulette 80 2020-01-01",
    "big_six 2020-01-01", "dealer PA-2", "" },
  { "big-six-further-short", "big_six", "sic_bo_and_big_six 14 2020-01-01, roulette 80 2020-01-01",
    "big_six 2020-01-01", "dealer PA-2", "staff.unqualified 611a.2" },
  { "war", "casino_war", "blackjack_and_banked 100 2020-01-01", "casino_war 2020-01-01",
    "dealer PA-2", "" },
  { "war-short", "casino_war", "blackjack_and_banked 99 2020-01-01", "casino_war 2020-01-01",
    "dealer PA-2", "staff.unqualified 611a.2" },
  { "war-further", "casino_war", "blackjack_and_banked 60 2020-01-01, pai_gow_tiles 160 2020-01-01",
    "casino_war 2020-01-01", "dealer PA-2", "" },
};

static void
add_training (GString *json, const char *list)
{
  g_auto (GStrv) records = g_strsplit (list, ", ", -1);

  for (guint i = 0; records[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (records[i], " ", 3);

      g_string_append_printf (json, "%s{\"game_type\":\"%s\",\"hours\":%s,\"completed\":\"%s\"}",
                              i > 0 ? "," : "", words[0], words[1], words[2]);
    }
}

static void
add_tests (GString *json, const char *list)
{
  g_auto (GStrv) records = g_strsplit (list, ", ", -1);

  for (guint i = 0; records[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (records[i], " ", 2);

      g_string_append_printf (json, "%s{\"game\":\"%s\",\"passed\":\"%s\"}", i > 0 ? "," : "",
                              words[0], words[1]);
    }
}

static SkyStaff *
read_staff (const Case *self)
{
  g_autoptr (GString) json = g_string_new ("{\"staff\":[{\"credential\":\"PA-2\",\"name\":\"A\","
                                           "\"roles\":[\"dealer\"],\"training\":[");
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("sky-staffing-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "staff.json", NULL);
  SkyStaff *staff;

  g_assert_no_error (error);
  add_training (json, self->training);
  g_string_append (json, "],\"table_tests\":[");
  add_tests (json, self->tests);
  g_string_append (json, "],\"live_hours\":900}]}");
  g_file_set_contents (path, json->str, (gssize) json->len, &error);
  g_assert_no_error (error);
  staff = sky_staff_read (NULL, path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (staff->problems), ==, 0);
  g_unlink (path);
  g_rmdir (folder);
  return staff;
}

static char *
play_case (const Case *self, SkyStaff *staff)
{
  g_autoptr (SkyPlay) play = sky_play_new (self->game, DAY);
  g_auto (GStrv) records = g_strsplit (self->staff, ", ", -1);
  GString *found = g_string_new (NULL);

  play->staff = staff;
  sky_play (play, "table_open", "%s", "");
  for (guint i = 0; records[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (records[i], " ", 2);

      sky_play (play, "staff", "'role':'%s','credential':'%s','on':true", words[0], words[1]);
      sky_play (play, "staff", "'role':'%s','credential':'%s','on':false", words[0], words[1]);
    }
  sky_play_run (play);
  for (guint i = 0; i < play->findings->len; i++)
    {
      const SkyFinding *finding = play->findings->pdata[i];

      g_string_append_printf (found, "%s%s %s", i > 0 ? "; " : "",
                              sky_check_info (finding->check)->name, finding->section);
    }
  return g_string_free (found, FALSE);
}

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_autofree char *found = play_case (self, read_staff (self));
  g_autofree char *without = play_case (self, NULL);

  g_assert_cmpstr (found, ==, self->findings);
  /* What is absent is not judged. */
  g_assert_cmpstr (without, ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/rules/staffing/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
