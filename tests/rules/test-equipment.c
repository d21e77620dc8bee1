/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equipment: lives, inspections, faults, adjustments, at every game that has them, each planted and
 * nearly missed. */
#include "config.h"

#include "sky-equipment.h"
#include "sky-play.h"
#include "sky-table.h"

#include <string.h>

#define HOUR "3600"

/* A script has a word a blank: "in dice D1", "fault shaker A", "inspect wheel floorperson", "fail
 * wheel security", "staff security on", "wait 60", "rules {…}", "round". Lines end with ";". */
typedef struct
{
  const char *name;
  const char *game;
  const char *day;
  const char *submission;
  const char *script;
  const char *findings; /* "check section", apart by "; " */
} Case;

static void
play_line (SkyPlay *play, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 3);
  guint n = g_strv_length (words);

  if (g_str_equal (words[0], "round"))
    {
      sky_play_round_start (play);
      sky_play_round_end (play);
    }
  else if (g_str_equal (words[0], "wait"))
    sky_play_wait (play, g_ascii_strtoll (words[1], NULL, 10));
  else if (g_str_equal (words[0], "rules"))
    sky_play (play, "rules", "'submission':%s,'approval':'yes'", words[1]);
  else if (g_str_equal (words[0], "inspect") || g_str_equal (words[0], "fail"))
    sky_play (play, "inspection",
              "'item':'%s','role':'%s','credential':'PA-1','checks':['magnet'],'passed':%s",
              words[1], words[2], g_str_equal (words[0], "fail") ? "false" : "true");
  else if (g_str_equal (words[0], "staff"))
    sky_play (play, "staff", "'role':'%s','credential':'PA-1','on':%s", words[1],
              g_str_equal (words[2], "on") ? "true" : "false");
  else
    {
      g_assert_cmpuint (n, ==, 3);
      sky_play (play, "equipment", "'item':'%s','id':'%s','action':'%s'", words[1], words[2],
                words[0]);
    }
}

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_autoptr (SkyPlay) play = sky_play_new (self->game, self->day);
  g_auto (GStrv) lines = g_strsplit (self->script, "; ", -1);
  g_autoptr (GString) found = g_string_new (NULL);

  sky_play (play, "table_open", "%s", "");
  sky_play (play, "rules", "'submission':%s", self->submission);
  for (guint i = 0; lines[i] != NULL; i++)
    play_line (play, lines[i]);
  sky_play_run (play);
  for (guint i = 0; i < play->findings->len; i++)
    {
      const SkyFinding *finding = play->findings->pdata[i];

      g_string_append_printf (found, "%s%s %s", i > 0 ? "; " : "",
                              sky_check_info (finding->check)->name, finding->section);
    }
  g_assert_cmpstr (found->str, ==, self->findings);
}

#define DAY       "2023-11-04"
#define DAY_539   "2011-06-10"
#define ROULETTE  "roulette", DAY, "{}"
#define BY_HAND   "raise_it_up", DAY, "{'dealing':'hand'}"
#define FROM_SHOE "raise_it_up", DAY, "{}"
#define PAI_GOW   "pai_gow", DAY, "{}"
#define TILES     "in tiles T; inspect tiles dealer; inspect tiles floorperson; "
#define CARDS     "in cards C; inspect cards dealer; inspect cards floorperson; "
#define MANUAL    "sic_bo", DAY, "{}"
#define AUTO      "sic_bo", DAY, "{'shaker':'automated'}"
#define AUTO_539  "sic_bo", DAY_539, "{'shaker':'automated'}"
#define DEVICE    "inspect device floorperson; "
#define SHAKER    DEVICE "inspect shaker floorperson; "
#define WHEEL     "inspect ball floorperson; inspect wheel security; "

static const Case cases[] = {
  /* Inspections: § 617a.2(a). */
  { "roulette/inspected", ROULETTE, WHEEL "round; round", "" },
  { "roulette/never", ROULETTE, "round; round",
    "equipment.not-inspected 617a.2(a); equipment.not-inspected 617a.2(a)" },
  { "roulette/ball", ROULETTE, "inspect wheel floorperson; round",
    "equipment.not-inspected 617a.2(a)" },
  { "roulette/wrong-role", ROULETTE, WHEEL "in ball B; inspect ball dealer; round",
    "equipment.not-inspected 617a.2(a)" },
  { "roulette/before-it-came", ROULETTE, WHEEL "in ball B; round",
    "equipment.not-inspected 617a.2(a)" },
  { "roulette/after-it-came", ROULETTE, WHEEL "in ball B; inspect ball security; round", "" },
  { "roulette/failed", ROULETTE, WHEEL "fail ball security; round",
    "equipment.not-inspected 617a.2(a)" },
  { "roulette/failed-and-passed", ROULETTE,
    WHEEL "fail ball security; inspect ball floorperson; round", "" },
  { "roulette/new-ball", ROULETTE, WHEEL "round; out ball A; in ball B; round; round",
    "equipment.not-inspected 617a.2(a)" },
  { "roulette/in-round", ROULETTE, WHEEL "round; in ball B; inspect ball security; round", "" },
  { "roulette/too-late", ROULETTE, "inspect wheel security; round; inspect ball security; round",
    "equipment.not-inspected 617a.2(a)" },

  /* § 625a.5(a): the device, and the shaker where it is automated. */
  { "sic-bo/manual", MANUAL, DEVICE "in shaker M; round", "" },
  { "sic-bo/device", MANUAL, "round", "equipment.not-inspected 625a.5(a)" },
  { "sic-bo/device-by-security", MANUAL, "inspect device security; round",
    "equipment.not-inspected 625a.5(a)" },
  { "sic-bo/device-539", "sic_bo", DAY_539, "{}", "round", "equipment.not-inspected 539.5(a)" },
  { "sic-bo/automated", AUTO, SHAKER "round", "" },
  { "sic-bo/automated-never", AUTO, DEVICE "round", "equipment.not-inspected 625a.5(a)" },
  { "sic-bo/automated-later", MANUAL, DEVICE "round; rules {'shaker':'automated'}; round; round",
    "equipment.not-inspected 625a.5(a)" },
  { "sic-bo/manual-instead", AUTO,
    SHAKER "round; fault shaker A; covered shaker A; in shaker M; round", "" },
  { "sic-bo/manual-instead-of-removed", AUTO,
    SHAKER "in shaker A; inspect shaker floorperson; round; fault shaker A; out shaker A; in "
           "shaker M; round",
    "" },
  { "sic-bo/automated-instead", AUTO,
    SHAKER "round; fault shaker A; fixed shaker A; in shaker B; round",
    "equipment.not-inspected 625a.5(a)" },
  { "sic-bo/automated-again", AUTO,
    SHAKER "in shaker A; inspect shaker floorperson; fault shaker A; out shaker A; in shaker M; "
           "round; out shaker M; fixed shaker A; in shaker A; round",
    "equipment.not-inspected 625a.5(a)" },

  /* Cards and tiles: the dealer, and the floorperson to verify. */
  { "war/never", "casino_war", DAY, "{}", "in cards C; round",
    "equipment.not-inspected 651a.4(a)" },
  { "war/dealer", "casino_war", DAY, "{}", "in cards C; inspect cards dealer; round", "" },
  { "war/floorperson", "casino_war", DAY, "{}", "in cards C; inspect cards floorperson; round",
    "equipment.not-inspected 651a.4(a)" },

  { "raise-it-up/both", FROM_SHOE, CARDS "round", "" },
  { "raise-it-up/dealer", FROM_SHOE, "in cards C; inspect cards dealer; round",
    "equipment.not-inspected 669a.4(a)" },
  { "raise-it-up/floorperson", FROM_SHOE, "in cards C; inspect cards floorperson; round",
    "equipment.not-inspected 669a.4(a)" },
  { "raise-it-up/neither", FROM_SHOE, "in cards C; round", "equipment.not-inspected 669a.4(a)" },

  { "pai-gow/both", PAI_GOW, TILES "in dice D; round", "" },
  { "pai-gow/dealer", PAI_GOW, "in tiles T; inspect tiles dealer; round",
    "equipment.not-inspected 621a.6(a)" },
  { "pai-gow/floorperson", PAI_GOW, "in tiles T; inspect tiles floorperson; round",
    "equipment.not-inspected 621a.6(a)" },
  { "pai-gow/one-failed", PAI_GOW, TILES "fail tiles floorperson; round",
    "equipment.not-inspected 621a.6(a)" },

  /* Lives. */
  { "pai-gow/tiles", PAI_GOW, TILES "wait 43195; round; wait 60; round",
    "equipment.overdue 621a.3(e)" },
  { "pai-gow/dice", PAI_GOW, "in dice D; wait 50000; " TILES "wait 36380; round; wait 60; round",
    "equipment.overdue 621a.5(c)" },
  { "pai-gow/no-device", PAI_GOW, TILES "fault shaker S; fault device E; round", "" },
  { "raise-it-up/by-hand", BY_HAND, CARDS "wait 14395; round; wait 60; round",
    "equipment.overdue 669a.3(c)" },
  { "raise-it-up/from-shoe", FROM_SHOE, CARDS "wait 28795; round; wait 60; round",
    "equipment.overdue 669a.3(c)" },
  { "raise-it-up/automated-shoe", "raise_it_up", DAY, "{'dealing':'automated_shoe'}",
    CARDS "wait 28795; round", "" },
  { "raise-it-up/shuffler", FROM_SHOE, CARDS "fault shuffler S; round; fixed shuffler S; round",
    "equipment.faulty 669a.13(g)" },
  { "sic-bo/dice-24h", MANUAL, DEVICE "in dice D; wait 86398; round; wait " HOUR "; round; round",
    "equipment.overdue 625a.2(b)" },
  { "sic-bo/dice-out", MANUAL, DEVICE "in dice D; wait 86390; out dice D; wait 999; round", "" },
  { "sic-bo/dice-changed", MANUAL,
    DEVICE "in dice D; wait 86000; out dice D; in dice E; wait 86000; round", "" },
  { "sic-bo/two-sets", MANUAL, DEVICE "in dice D; in dice E; wait 86401; round; round",
    "equipment.overdue 625a.2(b); equipment.overdue 625a.2(b)" },
  { "sic-bo/dice-month", AUTO, SHAKER "in dice D; wait 2591990; round", "" },
  { "sic-bo/dice-over-a-month", AUTO, SHAKER "in dice D; wait 2592001; round",
    "equipment.overdue 625a.2(b)" },
  { "sic-bo/dice-539", AUTO_539, SHAKER "in dice D; wait 86401; round",
    "equipment.overdue 539.2(b)" },
  { "sic-bo/dice-until-539-ends", "sic_bo", "2011-06-11", "{'shaker':'automated'}",
    SHAKER "in dice D; wait 86401; round", "" },
  { "sic-bo/dice-of-manual-instead", AUTO,
    SHAKER "in shaker A; inspect shaker floorperson; in dice D; wait 500000; fault shaker A; "
           "covered shaker A; in shaker M; in dice E; wait 86390; round; wait 60; round",
    "equipment.overdue 625a.2(b)" },
  { "sic-bo/dice-before-manual-came", AUTO,
    SHAKER "in dice D; wait 500000; fault shaker A; covered shaker A; in dice E; in shaker M; wait "
           "86390; round; wait 60; round",
    "equipment.overdue 625a.2(b)" },
  { "sic-bo/same-dice-in-manual", AUTO,
    SHAKER "in dice D; wait 40000; fault shaker A; covered shaker A; in shaker M; wait 40000; "
           "round; wait 9000; round",
    "equipment.overdue 625a.2(b)" },
  { "props/dice", "props_and_hops", DAY, "{}", "in dice D; wait 86396; round; wait 5; round",
    "equipment.overdue 668a.3(b)(1)" },
  { "war/cards", "casino_war", DAY, "{}",
    "in cards C; inspect cards dealer; wait 86397; round; wait 5; round",
    "equipment.overdue 651a.3(d)" },

  /* Faults: § 625a.7(b), (d), § 651a.11(e). */
  { "sic-bo/faulty-device", MANUAL, DEVICE "round; fault device E; round; round",
    "equipment.faulty 625a.7(b); equipment.faulty 625a.7(b)" },
  { "sic-bo/fixed-device", MANUAL, DEVICE "round; fault device E; fixed device E; round", "" },
  { "sic-bo/covered-device", MANUAL, DEVICE "fault device E; covered device E; round",
    "equipment.faulty 625a.7(b)" },
  { "sic-bo/removed-device", MANUAL, DEVICE "fault device E; out device E; round",
    "equipment.faulty 625a.7(b)" },
  { "sic-bo/other-device-fixed", MANUAL, DEVICE "fault device E; fixed device F; round",
    "equipment.faulty 625a.7(b)" },
  { "sic-bo/faulty-device-539", "sic_bo", DAY_539, "{}", DEVICE "fault device E; round",
    "equipment.faulty 539.7(b)" },
  { "sic-bo/faulty-shaker", AUTO, SHAKER "fault shaker A; round", "equipment.faulty 625a.7(d)" },
  { "sic-bo/covered-shaker", AUTO, SHAKER "fault shaker A; covered shaker A; in shaker M; round",
    "" },
  { "sic-bo/uncovered-shaker", AUTO,
    SHAKER "fault shaker A; covered shaker A; in shaker M; round; uncovered shaker A; round",
    "equipment.faulty 625a.7(d)" },
  { "sic-bo/once-a-round", AUTO, SHAKER "fault device E; fault shaker A; round",
    "equipment.faulty 625a.7(b)" },
  { "war/shuffler", "casino_war", DAY, "{}",
    "in cards C; inspect cards dealer; fault shuffler S; round; covered shuffler S; round",
    "equipment.faulty 651a.11(e)" },
  { "war/shoe", "casino_war", DAY, "{}",
    "in cards C; inspect cards dealer; in shoe S; fault shoe S; out shoe S; round; in shoe S; "
    "round; fixed shoe S; round",
    "equipment.faulty 651a.11(e)" },

  /* Adjustments: § 617a.2(b)—(d). */
  { "roulette/adjusted", ROULETTE, "staff security on; adjusted wheel W; " WHEEL "round", "" },
  { "roulette/adjusted-alone", ROULETTE, "adjusted wheel W; " WHEEL "round",
    "equipment.adjusted 617a.2(b)" },
  { "roulette/adjusted-security-gone", ROULETTE,
    WHEEL "staff security on; staff security off; replaced wheel W; round",
    "equipment.adjusted 617a.2(b)" },
  { "roulette/adjusted-not-inspected", ROULETTE,
    WHEEL "staff security on; adjusted wheel W; round; round", "equipment.adjusted 617a.2(c)" },
  { "roulette/replaced-not-inspected", ROULETTE,
    WHEEL "staff security on; replaced wheel W; inspect wheel dealer; round",
    "equipment.adjusted 617a.2(d)" },
  { "roulette/replaced-failed", ROULETTE,
    WHEEL "round; staff security on; replaced wheel W; fail wheel floorperson; round",
    "equipment.adjusted 617a.2(d)" },
  { "roulette/replaced-ball", ROULETTE, WHEEL "replaced ball B; round", "" },
  { "roulette/never-and-adjusted", ROULETTE,
    "inspect ball floorperson; staff security on; adjusted wheel W; round",
    "equipment.not-inspected 617a.2(a)" },

  /* Nothing of it is wanted elsewhere. */
  { "craps/nothing", "craps", DAY, "{}",
    "in dice D; fault shaker S; fault device E; adjusted wheel W; wait 999999; round", "" },
  { "big-six/nothing", "big_six", DAY, "{}",
    "in dice D; fault device E; adjusted wheel W; wait 999999; round", "" },
  { "props/no-device", "props_and_hops", DAY, "{}", "fault device E; fault shaker S; round", "" },
  { "roulette/no-device", ROULETTE, WHEEL "fault device E; in dice D; wait 999999; round", "" },
};

static guint
list_inspected (const SkyEquipmentRules *rules)
{
  guint items = 0;

  for (guint i = 0; i < rules->n_items; i++)
    if (rules->items[i].inspectors != 0)
      items |= 1u << rules->items[i].item;
  return items;
}

/* What is wanted before the first round. */
static void
test_asked (void)
{
  g_assert_cmpuint (list_inspected (sky_roulette_game.equipment), ==,
                    1u << SKY_ITEM_BALL | 1u << SKY_ITEM_WHEEL);
  g_assert_cmpuint (list_inspected (sky_props_and_hops_game.equipment), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/rules/equipment/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/rules/equipment/asked", test_asked);
  return g_test_run ();
}
