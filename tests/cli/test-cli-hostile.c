/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An archive whose every word means harm to a terminal and to whoever reads there: no command shows
 * a character that commands, hides or turns around, and no word begins a line of its own. */
#include "config.h"

#include "private-postgres.h"
#include "sky-cli-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

/* What stands behind every name and word: a window's title, an emptied screen, text turned around
 * and hidden, a C1 control, and a line of its own. As bytes, and as JSON may have it. */
#define HOSTILE                                                                                    \
  "\033]0;x\a\033[2J\xe2\x80\xae\xe2\x81\xa6\xc2\x85\xc2\x9b\xe2\x80\x8f\xd8\x9c\x7f\nholds  all"
#define HOSTILE_JSON                                                                               \
  "\\u001b]0;x\\u0007\\u001b[2J\\u202e\xe2\x81\xa6\\u0085\xc2\x9b\xe2\x80\x8f\\u061c\x7f\\nholds"  \
  "  all"

/* In a file's name line ends are no use to anybody but whoever means harm. */
#define HOSTILE_NAME "\033[2J\xe2\x80\xae\xc2\x9b\xff\nholds  all"

static gboolean
is_harmful (gunichar c)
{
  return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c <= 0x9f) || c == 0x061c
         || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e)
         || (c >= 0x2066 && c <= 0x2069);
}

static void
assert_tame (const char *what, const char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (is_harmful (g_utf8_get_char (at)))
      {
        g_autofree char *shown = g_strescape (text, NULL);

        g_error ("%s shows U+%04X: %s", what, g_utf8_get_char (at), shown);
      }
  if (g_str_has_prefix (text, "holds  all") || strstr (text, "\nholds  all") != NULL)
    g_error ("%s lets a word begin a line: %s", what, text);
}

/* Takes what the command says; that of "help" is our own, and no command says nothing. */
static void
assert_says (const char *what, int status, const char *told, SkyCliRun run)
{
  if (run.status != status)
    g_error ("%s: status %d: %s%s", what, run.status, run.out, run.err);
  assert_tame (what, run.out);
  assert_tame (what, run.err);
  if (told != NULL && strstr (run.out, told) == NULL && strstr (run.err, told) == NULL)
    g_error ("%s does not say “%s”: %s%s", what, told, run.out, run.err);
  sky_cli_run_clear (&run);
}

/* Puts @hostile behind each text of the members @names in the file. */
static void
spoil (const char *folder, const char *file, const char *const *names)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *pattern = g_strdup_printf ("(\"%s\":\"[^\"]*)\"", names[i]);
      g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, &error);
      g_autofree char *spoilt = NULL;
      g_autoptr (GString) with = g_string_new ("\\1" HOSTILE_JSON "\"");

      /* A replacement has escapes of its own. */
      g_string_replace (with, "\\u", "\\\\u", 0);
      g_string_replace (with, "\\n", "\\\\n", 0);
      spoilt = g_regex_replace (regex, text, -1, 0, with->str, 0, &error);
      g_assert_no_error (error);
      g_free (text);
      text = g_steal_pointer (&spoilt);
    }
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
make_hostile (SkyCliFixture *fixture)
{
  static const char *const in_log[] = { "property", "table",  "credential", "player",  "id",
                                        "detail",   "wager",  "dispute",    "text",    "subject",
                                        "approval", "colour", "role",       "outcome", NULL };
  static const char *const in_staff[] = { "credential", "name", NULL };
  static const char *const in_footage[] = { "camera", "table", "file", NULL };
  static const char more[] =
      "{\"seq\":9001,\"at\":\"2023-11-05T02:00:00.000000Z\",\"type\":\"odd" HOSTILE_JSON "\"}\n"
      "{\"seq\":9002,\"at\":\"2023-11-05T02:00:01.000000Z\",\"type\":\"wager\",\"wager\":\"z\","
      "\"seat\":1,\"bet\":\"odd" HOSTILE_JSON "\",\"amount\":500}\n"
      "{\"seq\":9003,\"at\":\"2023-11-05T02:00:02.000000Z\",\"type\":\"settle\",\"wager\":"
      "\"odd" HOSTILE_JSON "\",\"outcome\":\"win\",\"amount\":1}\n"
      "{\"odd\": \033[2J\xc2\x9b\n"
      "\033]0;x\a\xe2\x80\xae not even JSON\n";
  g_auto (SkyCliRun) made = sky_cli_run ("simulate", "--game=craps", "--rounds=2", "--seed=5",
                                         "--faults=12", "--footage", fixture->archive, NULL);
  g_autofree char *log = g_build_filename (fixture->archive, "CR-01-2023-11-04.tel.jsonl", NULL);
  g_autofree char *named = g_build_filename (fixture->archive, "b" HOSTILE_NAME ".tel.jsonl", NULL);
  g_autofree char *text = NULL;
  g_autofree char *whole = NULL;

  g_assert_cmpint (made.status, ==, 0);
  spoil (fixture->archive, "CR-01-2023-11-04.tel.jsonl", in_log);
  spoil (fixture->archive, "staff.json", in_staff);
  spoil (fixture->archive, "footage.json", in_footage);
  g_assert_true (g_file_get_contents (log, &text, NULL, NULL));
  whole = g_strconcat (text, more, NULL);
  g_assert_true (g_file_set_contents (log, whole, -1, NULL));
  /* A second log, with a bad header, in a file whose name is bad too. */
  g_assert_true (g_file_set_contents (named, "{\"log\":\"" HOSTILE_JSON "\"}\n", -1, NULL));
}

static void
test_archive (SkyCliFixture *fixture, gconstpointer data)
{
  const char *const table = "--table=CR-01" HOSTILE;
  g_autofree char *store = g_strconcat ("--store=", fixture->folder, "/a.db", NULL);
  g_autofree char *copy = g_strconcat (fixture->folder, "/b" HOSTILE_NAME ".db", NULL);
  g_autofree char *original = g_build_filename (fixture->folder, "a.db", NULL);
  g_autofree char *log = NULL;
  g_autofree char *named = NULL;

  make_hostile (fixture);
  log = g_build_filename (fixture->archive, "CR-01-2023-11-04.tel.jsonl", NULL);
  named = g_build_filename (fixture->archive, "b" HOSTILE_NAME ".tel.jsonl", NULL);
  assert_says ("audit", 1, "b\\x1b[2J\\u202e\\u009b\\xff\\nholds",
               sky_cli_run ("audit", fixture->archive, NULL));
  /* Written as JSON has it, and the same to whoever reads it. */
  assert_says ("audit --format=jsonl", 1, "\"table\":\"CR-01\\u001b]0;x\\u0007\\u001b[2J\\u202e",
               sky_cli_run ("audit", "--format=jsonl", fixture->archive, NULL));
  assert_says ("audit --store", 1, NULL, sky_cli_run ("audit", store, fixture->archive, NULL));
  assert_says ("audit again", 1, NULL,
               sky_cli_run ("audit", store, "--format=jsonl", fixture->archive, NULL));
  for (guint round = 1; round <= 2; round++)
    {
      g_autofree char *option = g_strdup_printf ("--round=%u", round);

      assert_says ("explain", 0, "CR-01\\x1b]0;x\\x07\\x1b[2J\\u202e\\u2066",
                   sky_cli_run ("explain", fixture->archive, table, option, NULL));
    }
  assert_says (
      "explain a wager", 0, "w1\\x1b]0;x",
      sky_cli_run ("explain", fixture->archive, table, "--round=1", "--wager=w1" HOSTILE, NULL));
  assert_says (
      "explain no wager", 1, "z\\x1b]0;x",
      sky_cli_run ("explain", fixture->archive, table, "--round=1", "--wager=z" HOSTILE, NULL));
  assert_says ("cameras", 0, "CR-01-A\\x1b]0;x", sky_cli_run ("cameras", fixture->archive, NULL));
  assert_says ("check-log", 0, "odd\\x1b]0;x", sky_cli_run ("check-log", log, NULL));
  assert_says ("check-log", 1, "\\u202e\\u009b\\xff\\nholds",
               sky_cli_run ("check-log", named, NULL));
  assert_says ("store check", 1, "differences", sky_cli_run ("store", "check", store, NULL));
  assert_says ("store copy", 0, "b\\x1b[2J", sky_cli_run ("store", "copy", original, copy, NULL));
  assert_says ("store check", 1, "odd\\x1b]0;x",
               sky_cli_run ("store", "check", store, "--archive=odd" HOSTILE, NULL));
  assert_says ("ledger verify", 0, NULL, sky_cli_run ("ledger", "verify", store, NULL));
  assert_says ("ledger rebuild", 0, NULL, sky_cli_run ("ledger", "rebuild", store, NULL));
  /* What the store kept is not what is there now: it is said by its names. */
  g_assert_cmpint (g_remove (log), ==, 0);
  assert_says ("store check, a log gone", 1, "CR-01\\x1b]0;x",
               sky_cli_run ("store", "check", store, NULL));
}

/* A fleet's worker, who complains of what it passes over. */
static void
test_work (SkyCliFixture *fixture, gconstpointer data)
{
  g_autofree char *uri = private_postgres_new_database ();
  g_autofree char *store = g_strconcat ("--store=", uri, NULL);

  make_hostile (fixture);
  assert_says ("work", 1, "b\\x1b[2J\\u202e\\u009b",
               sky_cli_run ("work", store, fixture->folder, NULL));
}

/* Names of people, and whatever somebody types or names a file. */
static void
test_arguments (SkyCliFixture *fixture, gconstpointer data)
{
  static const char *const commands[][3] = {
    { "odd" HOSTILE, NULL, NULL },
    { "audit", "/nowhere/" HOSTILE_NAME, NULL },
    { "audit", "--odd" HOSTILE, NULL },
    { "cameras", "/nowhere/" HOSTILE_NAME, NULL },
    { "check-log", "/nowhere/" HOSTILE_NAME, NULL },
    { "odds", "odd" HOSTILE, NULL },
    { "people", "list", "--store=/nowhere/" HOSTILE_NAME },
    { "simulate", "--game=odd" HOSTILE, "/nowhere" },
    { "simulate", "--game=craps", "/nowhere/" HOSTILE_NAME },
    { "store", "check", "--store=/nowhere/" HOSTILE_NAME },
    { "store", "grant", "odd" HOSTILE },
    { "ledger", "verify", "--store=/nowhere/" HOSTILE_NAME },
    { "ledger", "odd" HOSTILE, NULL },
    { "verify", "/nowhere/" HOSTILE_NAME, NULL },
    { "witness", "--log=odd" HOSTILE, "/nowhere/" HOSTILE_NAME },
    { "work", "/nowhere/" HOSTILE_NAME, NULL },
    { "export", "--case=odd" HOSTILE, "/nowhere/" HOSTILE_NAME },
  };
  g_autofree char *store = g_strconcat ("--store=", fixture->folder, "/people.db", NULL);
  g_autofree char *file = g_build_filename (fixture->folder, "passphrase", NULL);
  g_autofree char *passphrase = g_strconcat ("--passphrase-file=", file, NULL);
  g_autofree char *key = g_strconcat ("--key=", fixture->folder, "/k" HOSTILE_NAME, NULL);
  g_autofree char *zip = g_strconcat (fixture->folder, "/p" HOSTILE_NAME ".zip", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (SkyCliRun) run = sky_cli_run (commands[i][0], commands[i][1], commands[i][2], NULL);

      if (run.status != 1 && run.status != 2)
        g_error ("%s: status %d", commands[i][0], run.status);
      assert_tame (commands[i][0], run.out);
      assert_tame (commands[i][0], run.err);
      g_assert_cmpstr (run.err, !=, "");
    }
  g_assert_true (g_file_set_contents_full (file, "correct horse battery\n", -1,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  assert_says ("people add", 1, "PA-1\\u202e",
               sky_cli_run ("people", "add", "PA-1\xe2\x80\xae", "Ada", "--role=investigator",
                            store, passphrase, key, NULL));
  assert_says ("people add", 0, "Ada \\x1b]0;x",
               sky_cli_run ("people", "add", "PA-1", "Ada " HOSTILE, "--role=investigator", store,
                            passphrase, key, NULL));
  assert_says ("people list", 0, "Ada \\x1b]0;x", sky_cli_run ("people", "list", store, NULL));
  assert_says ("ledger verify", 0, "Ada \\x1b]0;x", sky_cli_run ("ledger", "verify", store, NULL));
  g_assert_true (g_file_set_contents (zip, "PK", -1, NULL));
  assert_says ("verify", 1, "p\\x1b[2J", sky_cli_run ("verify", zip, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  sky_cli_program = argv[1];

#define ADD(path, test)                                                                            \
  g_test_add ("/cli-hostile/" path, SkyCliFixture, NULL, sky_cli_set_up, test, sky_cli_tear_down)
  ADD ("archive", test_archive);
  ADD ("work", test_work);
  ADD ("arguments", test_arguments);
  return g_test_run ();
}
