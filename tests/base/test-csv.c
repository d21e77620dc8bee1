/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-csv.h"

static void
check (const char *text, const char *cell)
{
  g_autoptr (GString) csv = g_string_new (NULL);

  sky_csv_add (csv, text, TRUE);
  g_assert_cmpstr (csv->str, ==, cell);
}

static void
test_cells (void)
{
  check (NULL, "");
  check ("", "");
  check ("Pass Line", "Pass Line");
  check ("Quinn, Ada", "\"Quinn, Ada\"");
  check ("the \"second\" page", "\"the \"\"second\"\" page\"");
  check ("two\nlines", "\"two\nlines\"");
  check ("two\rlines", "\"two\rlines\"");
}

/* No spreadsheet works them out. */
static void
test_formulas (void)
{
  check ("=1+1", "\"'=1+1\"");
  check ("+1", "\"'+1\"");
  check ("-1", "\"'-1\"");
  check ("@sum", "\"'@sum\"");
  check ("\tx", "\"'\tx\"");
  check ("1=1", "1=1");
}

static void
test_rows (void)
{
  g_autoptr (GString) csv = g_string_new (NULL);

  sky_csv_add (csv, NULL, TRUE);
  sky_csv_add (csv, "b", FALSE);
  sky_csv_add (csv, NULL, FALSE);
  sky_csv_end_row (csv);
  sky_csv_add (csv, "c", TRUE);
  sky_csv_end_row (csv);
  g_assert_cmpstr (csv->str, ==, ",b,\r\nc\r\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/csv/cells", test_cells);
  g_test_add_func ("/csv/formulas", test_formulas);
  g_test_add_func ("/csv/rows", test_rows);
  return g_test_run ();
}
