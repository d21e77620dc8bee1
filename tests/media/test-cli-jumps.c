/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `skyward-cli cameras` says of a recording whose time stamps jump. */
#include "config.h"

#include "../cli/sky-cli-fixture.h"
#include "numbered-footage.h"

#include <string.h>

/* The stretch that is played is named, and those behind it by what is stamped on them; that the
 * recording merely ends is not said, nor that its index is wrong. */
static void
test_jumps (SkyCliFixture *fixture, gconstpointer data)
{
  static const SkyTime clocks[] = { 0, 500 * SKY_SECOND, 2 * SKY_SECOND };
  static const char footage[] =
      "{\"cameras\":[{\"camera\":\"J\",\"table\":\"CR-01\",\"kind\":\"ptz\",\"covers\":[\"table\"],"
      "\"clock_offset_ms\":1000,\"segments\":[{\"file\":\"jump.ts\","
      "\"start\":\"2023-11-04T18:00:00Z\",\"end\":\"2023-11-04T18:00:09Z\"}]}]}";
  static const char told[] =
      "    time stamps jump: plays 2023-11-04T18:00:01.000000Z … 2023-11-04T18:00:04.000000Z\n"
      "    cannot place 2023-11-04T18:08:21.000000Z … 2023-11-04T18:08:24.000000Z, which follows, "
      "in time\n"
      "    cannot place 2023-11-04T18:00:03.000000Z … 2023-11-04T18:00:06.000000Z, which follows, "
      "in time\n";
  g_auto (SkyCliRun) made =
      sky_cli_run ("simulate", "--game=craps", "--rounds=1", "--seed=5", fixture->archive, NULL);
  g_autofree char *index = g_build_filename (fixture->archive, "footage.json", NULL);
  g_autofree char *path = g_build_filename (fixture->archive, "jump.ts", NULL);

  g_assert_cmpint (made.status, ==, 0);
  g_assert_true (g_file_set_contents (index, footage, -1, NULL));
  footage_write_stretches (path, clocks, G_N_ELEMENTS (clocks), 90);
  g_auto (SkyCliRun) cameras = sky_cli_run ("cameras", fixture->archive, NULL);
  g_assert_cmpint (cameras.status, ==, 0);
  g_assert_nonnull (strstr (cameras.out, told));
  g_assert_null (strstr (cameras.out, "earlier than its index says"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  sky_cli_program = argv[1];
  g_test_add ("/cli/jumps", SkyCliFixture, NULL, sky_cli_set_up, test_jumps, sky_cli_tear_down);
  return g_test_run ();
}
