/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage: write-page-package FILE SECONDS
 * Writes the package of a hostile look, whose recordings are so long. */
#include "config.h"

#include "hostile-look.h"

int
main (int argc, char **argv)
{
  PackageFixture fixture;
  PackageLook look;
  guint64 seconds;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (argc, ==, 3);
  g_assert_true (g_ascii_string_to_unsigned (argv[2], 10, 1, 3600, &seconds, NULL));
  hostile_look_init (&look, (guint) seconds, 0);
  package_fixture_init_as (&fixture, NULL, &look);
  package_fixture_export (&fixture, argv[1], NULL, &error);
  g_assert_no_error (error);
  package_fixture_clear (&fixture);
  return 0;
}
