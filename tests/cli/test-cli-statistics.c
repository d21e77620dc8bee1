/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skyward-cli statistics over a store: its options, what it prints for people and programs, and
 * what it cannot read. */
#include "config.h"

#include "sky-cli-fixture.h"

#include <glib/gstdio.h>

#include <string.h>

static char *
audit_into_store (SkyCliFixture *fixture)
{
  char *store = g_build_filename (fixture->folder, "store.db", NULL);
  g_autofree char *option = g_strconcat ("--store=", store, NULL);
  g_auto (SkyCliRun) made = sky_cli_run ("simulate", "--game=roulette", "--rounds=30", "--seed=3",
                                         "--tables=2", fixture->archive, NULL);
  g_auto (SkyCliRun) audited = sky_cli_run ("audit", option, fixture->archive, NULL);

  g_assert_cmpint (made.status, ==, 0);
  g_assert_cmpint (audited.status, ==, 0);
  g_free (store);
  return g_steal_pointer (&option);
}

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; (text = strchr (text, '\n')) != NULL; text++)
    n++;
  return n;
}

static void
test_formats (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *store = audit_into_store (fixture);
  g_auto (SkyCliRun) table = sky_cli_run ("statistics", store, NULL);
  g_auto (SkyCliRun) json =
      sky_cli_run ("statistics", store, "--format=jsonl", "--check=equipment.*", NULL);
  g_auto (SkyCliRun) again = sky_cli_run ("statistics", store, "--format=jsonl",
                                          "--check=equipment.*", "--order=evidence", NULL);
  g_auto (SkyCliRun) none = sky_cli_run ("statistics", store, "--reported", NULL);
  g_auto (SkyCliRun) early =
      sky_cli_run ("statistics", store, "--format=jsonl", "--until=2023-11-03", NULL);

  g_assert_cmpint (table.status, ==, 0);
  g_assert_cmpstr (table.err, ==, "");
  g_assert_true (g_str_has_prefix (table.out, "Keystone\nCheck "));
  g_assert_nonnull (strstr (table.out, "equipment.wheel-bias   wheel-1 "));
  g_assert_nonnull (strstr (table.out, " streams were looked at, 0 reported;"));
  g_assert_cmpint (json.status, ==, 0);
  g_assert_true (g_str_has_prefix (json.out, "{\"check\":\"equipment.wheel-bias\",\"property\":"
                                             "\"Keystone\",\"unit\":{\"wheel\":\"wheel-1\"},"
                                             "\"tables\":[\"RO-0"));
  g_assert_nonnull (strstr (json.out, "\n{\"summary\":\"Keystone\",\"streams\":"));
  g_assert_cmpuint (count_lines (json.out), ==, count_lines (again.out));
  g_assert_cmpuint (count_lines (none.out), ==, 1);
  g_assert_cmpstr (early.out, ==, "");
}

/* The last log's units are those of all, and nothing is said of the property. Another log is none.
 */
static void
assert_of_log (SkyCliFixture *fixture, const char *store, const char *all)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->archive, 0, NULL);
  g_autofree char *last = g_strconcat ("--log=", fixture->archive, "/", NULL);
  g_autofree char *name = NULL;
  const char *file;

  while ((file = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (file, ".tel.jsonl") && (name == NULL || strcmp (file, name) > 0))
      {
        g_free (name);
        name = g_strdup (file);
      }
  {
    g_autofree char *option = g_strconcat (last, name, NULL);
    g_autofree char *none = g_strconcat (last, "none.tel.jsonl", NULL);
    g_auto (SkyCliRun) of_log =
        sky_cli_run ("statistics", store, "--format=jsonl", "--check=equipment.*", option, NULL);
    g_auto (SkyCliRun) of_none = sky_cli_run ("statistics", store, none, NULL);
    g_auto (SkyCliRun) both = sky_cli_run ("statistics", store, option, "--until=2023-11-06", NULL);

    g_assert_cmpint (of_log.status, ==, 0);
    g_assert_cmpuint (count_lines (of_log.out), ==, 1);
    g_assert_true (g_str_has_prefix (all, of_log.out));
    g_assert_cmpint (of_none.status, ==, 1);
    sky_cli_assert_said (&of_none, 1, "none.tel.jsonl", "");
    g_assert_cmpint (both.status, ==, 2);
  }
}

/* What is planted is found, where tests/patterns/oracle.py finds it in the same archive; and what
 * cannot be planted is refused. */
static void
test_planted (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *planted = g_build_filename (fixture->archive, "planted.json", NULL);
  g_autofree char *store = g_strconcat ("--store=", fixture->folder, "/store.db", NULL);
  g_auto (SkyCliRun) refused = sky_cli_run ("simulate", "--game=sic_bo", "--rounds=5", "--seed=1",
                                            "--plant=wheel:8*1.2", fixture->archive, NULL);
  g_auto (SkyCliRun) made =
      sky_cli_run ("simulate", "--game=roulette", "--rounds=400", "--seed=5", "--days=20",
                   "--plant=wheel:8,19,31,18,6*1.6@3", fixture->archive, NULL);
  g_auto (SkyCliRun) audited = sky_cli_run ("audit", store, fixture->archive, NULL);
  g_auto (SkyCliRun) found =
      sky_cli_run ("statistics", store, "--format=jsonl", "--check=equipment.*", NULL);
  g_autofree char *json = NULL;

  g_assert_cmpint (refused.status, ==, 2);
  g_assert_cmpint (made.status, ==, 0);
  g_assert_cmpint (audited.status, ==, 0);
  g_assert_cmpint (found.status, ==, 0);
  g_assert_cmpuint (sky_cli_count_entries (fixture->archive), ==, 22);
  g_assert_true (g_file_get_contents (planted, &json, NULL, NULL));
  g_assert_nonnull (
      strstr (json, "\"patterns\":[{\"check\":\"equipment.wheel-bias\","
                    "\"unit\":{\"wheel\":\"wheel-1\"},\"first_day\":\"2023-11-06\",\"law\":"));
  g_assert_nonnull (strstr (found.out, "\"state\":\"confirmed\""));
  assert_of_log (fixture, store, found.out);
  g_assert_nonnull (strstr (found.out, "\"places\":[\"31\",\"18\",\"6\"]"));
  g_assert_cmpuint (count_lines (found.out), ==, 2);
}

/* Nothing planted is a promise too, and stands alone. */
static void
test_planted_none (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *planted = g_build_filename (fixture->archive, "planted.json", NULL);
  g_auto (SkyCliRun) refused =
      sky_cli_run ("simulate", "--game=roulette", "--rounds=5", "--seed=1", "--plant=none",
                   "--plant=wheel:8*1.2", fixture->archive, NULL);
  g_auto (SkyCliRun) made = sky_cli_run ("simulate", "--game=roulette", "--rounds=5", "--seed=1",
                                         "--plant=none", fixture->archive, NULL);
  g_autofree char *json = NULL;

  g_assert_cmpint (refused.status, ==, 2);
  g_assert_cmpint (made.status, ==, 0);
  g_assert_true (g_file_get_contents (planted, &json, NULL, NULL));
  g_assert_nonnull (strstr (json, "\"patterns\":[]"));
}

/* What is asked for in the wrong way, or is not there. */
static void
test_refused (SkyCliFixture *fixture, gconstpointer data)
{
  static const char *const wrong[] = { "--format=xml", "--order=size", "--until=yesterday",
                                       "more" };
  g_autofree char *missing = g_strconcat ("--store=", fixture->folder, "/none.db", NULL);
  g_auto (SkyCliRun) absent = sky_cli_run ("statistics", missing, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_auto (SkyCliRun) run = sky_cli_run ("statistics", missing, wrong[i], NULL);

      g_assert_cmpint (run.status, ==, 2);
      g_assert_cmpstr (run.out, ==, "");
    }
  g_assert_cmpint (absent.status, ==, 1);
  sky_cli_assert_said (&absent, 1, "none.db", "");
  g_assert_cmpuint (sky_cli_count_entries (fixture->folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  sky_cli_program = argv[1];
  g_test_add ("/cli/statistics/formats", SkyCliFixture, NULL, sky_cli_set_up, test_formats,
              sky_cli_tear_down);
  g_test_add ("/cli/statistics/planted", SkyCliFixture, NULL, sky_cli_set_up, test_planted,
              sky_cli_tear_down);
  g_test_add ("/cli/statistics/planted-none", SkyCliFixture, NULL, sky_cli_set_up,
              test_planted_none, sky_cli_tear_down);
  g_test_add ("/cli/statistics/refused", SkyCliFixture, NULL, sky_cli_set_up, test_refused,
              sky_cli_tear_down);
  return g_test_run ();
}
