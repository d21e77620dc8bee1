/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scripted coder codes simulated logs of all games, and the recorded log says the same, event for
 * event. Sessions are killed while they code, and lose nothing. */
#include "config.h"

#include "../remove-tree.h"
#include "coder.h"
#include "sky-audit.h"
#include "sky-simulate.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define KILLS 200

typedef struct
{
  char *folder;
  char *archive;
  char *path;
  char *journal;
} Place;

static void
set_up (Place *place, gconstpointer data)
{
  place->folder = g_dir_make_tmp ("sky-recoding-XXXXXX", NULL);
  g_assert_nonnull (place->folder);
  place->archive = g_build_filename (place->folder, "archive", NULL);
  place->path = g_build_filename (place->folder, "coded.tel.jsonl", NULL);
  place->journal = g_build_filename (place->folder, "coded.journal", NULL);
}

static void
tear_down (Place *place, gconstpointer data)
{
  remove_tree (place->folder);
  g_free (place->folder);
  g_free (place->archive);
  g_free (place->path);
  g_free (place->journal);
}

/* A day of a game without faults, as a script. */
static CoderScript *
simulate (Place *place, SkyGameId game, guint rounds, gboolean blind)
{
  const SkySimulateOptions options = {
    .game = game, .rounds = rounds, .tables = 1, .seed = 7, .start = SKY_TIME_NONE
  };
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  GDir *dir;
  const char *name;

  sky_simulate (&options, place->archive, &error);
  g_assert_no_error (error);
  dir = g_dir_open (place->archive, 0, &error);
  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".tel.jsonl"))
      path = g_build_filename (place->archive, name, NULL);
  g_dir_close (dir);
  return coder_script_new (path, blind);
}

static SkyCoding *
open_coding (Place *place, const CoderScript *script)
{
  g_autoptr (GError) error = NULL;
  SkyCoding *coding = sky_coding_open (place->path, place->journal, 0640, &script->header, &error);

  g_assert_no_error (error);
  return coding;
}

/* What a person does besides: takes actions back, and does them or others again. */
static void
hesitate (SkyCoding *coding)
{
  guint n = sky_coding_get_n_lines (coding);
  guint64 seq = sky_coding_get_table (coding)->seq;
  g_autoptr (GError) error = NULL;

  if (n == 0 || !g_test_rand_bit () || !g_test_rand_bit ())
    return;
  if (g_test_rand_bit ())
    {
      sky_coding_add (coding, SKY_EVENT_NOTE, "\"text\":\"no\"", &error);
      g_assert_no_error (error);
      sky_coding_undo (coding, &error);
    }
  else if (g_test_rand_bit ())
    {
      sky_coding_set_unsure (coding, (guint) g_test_rand_int_range (0, (gint) n), TRUE, &error);
      g_assert_no_error (error);
      sky_coding_undo (coding, &error);
    }
  else
    {
      gint back = 0;

      for (gint i = g_test_rand_int_range (1, 8); i > 0; i--)
        back += sky_coding_undo (coding, NULL);
      while (back-- > 0)
        sky_coding_redo (coding, &error);
    }
  g_assert_no_error (error);
  g_assert_cmpuint (sky_coding_get_n_lines (coding), ==, n);
  g_assert_cmpuint (sky_coding_get_table (coding)->seq, ==, seq);
}

static gint
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The log's findings; a correction changes their numbers, and so their order. */
static char *
audit (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  const SkyAuditOptions options = { 0 };
  g_autoptr (SkyLogAudit) found = NULL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  g_assert_no_error (error);
  found = sky_audit_log (log, &options, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < found->findings->len; i++)
    {
      const SkyFinding *finding = found->findings->pdata[i];

      g_ptr_array_add (lines, g_strdup_printf ("%s of %s in round %" G_GINT64_FORMAT,
                                               sky_check_info (finding->check)->name,
                                               finding->wager != NULL ? finding->wager : "no wager",
                                               finding->round));
    }
  g_ptr_array_sort (lines, compare);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* The recorded log has the findings of the other. */
static void
assert_same_findings (const CoderScript *script, const char *coded)
{
  g_autofree char *a = audit (sky_log_get_path (script->log));
  g_autofree char *b = audit (coded);

  g_assert_cmpstr (a, ==, b);
}

static void
finish (SkyCoding *coding)
{
  g_autoptr (GError) error = NULL;

  if (sky_coding_get_n_lines (coding) == 0)
    return;
  sky_coding_close (coding, NULL, &error);
  g_assert_no_error (error);
}

/* Rounds that are recorded again as they were, in any order, some of them twice: the log says the
 * same. */
static void
correct_some (SkyCoding *coding, guint n_rounds)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 6; i++)
    {
      gint64 round = g_test_rand_int_range (1, (gint) n_rounds + 1);
      guint64 n = sky_coding_get_n_written (coding);
      guint lines;

      sky_coding_correct (coding, round, "to be sure", &error);
      g_assert_no_error (error);
      lines = sky_coding_get_n_lines (coding);
      g_assert_cmpuint (lines, >, 0);
      if (i % 3 == 0)
        sky_coding_abandon (coding, &error);
      else
        sky_coding_close (coding, NULL, &error);
      g_assert_no_error (error);
      /* An `again` before them, and the end. */
      g_assert_cmpuint (sky_coding_get_n_written (coding), ==, i % 3 == 0 ? n : n + lines + 2);
    }
}

typedef struct
{
  SkyGameId game;
  guint rounds;
  gboolean blind;
} Case;

static void
test_same (Place *place, gconstpointer data)
{
  const Case *of = data;
  g_autoptr (CoderScript) script = simulate (place, of->game, of->rounds, of->blind);
  g_autoptr (SkyCoding) coding = open_coding (place, script);
  CoderShares shares = { 0 };

  for (guint i = 0; i < script->events->len; i++)
    {
      coder_act (coding, &g_array_index (script->events, CoderEvent, i), &shares);
      hesitate (coding);
    }
  finish (coding);
  coder_assert_same (script, place->path);
  assert_same_findings (script, place->path);
  correct_some (coding, of->rounds);
  assert_same_findings (script, place->path);
  g_test_message ("%s: %u events, settled as due %u, typed %u", sky_game_id_to_name (of->game),
                  script->events->len, shares.as_due, shares.seen);
  if (of->blind)
    g_assert_cmpuint (shares.as_due, ==, 0);
  else
    g_assert_cmpuint (shares.as_due, >, 9 * shares.seen);
}

/* Codes from the event @first on, tells each action that returned, and waits to be killed. */
static void
code_until_killed (Place *place, const CoderScript *script, int told)
{
  SkyCoding *coding = open_coding (place, script);
  CoderShares shares = { 0 };

  for (guint64 i = sky_coding_get_n_written (coding) + sky_coding_get_n_lines (coding);
       i < script->events->len; i++)
    {
      coder_act (coding, &g_array_index (script->events, CoderEvent, i), &shares);
      if (write (told, &i, sizeof i) != sizeof i)
        _exit (1);
    }
  finish (coding);
  sky_coding_free (coding);
  _exit (0);
}

/* Returns: whether the coder came to the end. Sets @done to how many events were told to be
 * done. */
static gboolean
code_and_kill (Place *place, const CoderScript *script, gulong microseconds, guint64 *done)
{
  int ends[2], status;
  guint64 told;
  pid_t child;

  g_assert_cmpint (pipe (ends), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      close (ends[0]);
      code_until_killed (place, script, ends[1]);
    }
  close (ends[1]);
  if (microseconds > 0)
    {
      g_usleep (microseconds);
      kill (child, SIGKILL);
    }
  while (read (ends[0], &told, sizeof told) == sizeof told)
    *done = told + 1;
  close (ends[0]);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status) ? WTERMSIG (status) == SIGKILL : WEXITSTATUS (status) == 0);
  return WIFEXITED (status);
}

static void
test_killed (Place *place, gconstpointer data)
{
  const Case *of = data;
  g_autoptr (CoderScript) script = simulate (place, of->game, of->rounds, FALSE);
  guint64 done = 0, in_rounds = 0;
  guint kills = 0;

  while (kills < KILLS
         && !code_and_kill (place, script, (gulong) g_test_rand_int_range (1, 25000), &done))
    {
      g_autoptr (SkyCoding) coding = open_coding (place, script);
      guint64 there = sky_coding_get_n_written (coding) + sky_coding_get_n_lines (coding);

      /* The action in hand may be done and not told. */
      g_assert_cmpuint (there, >=, done);
      g_assert_cmpuint (there, <=, done + 1);
      done = there;
      in_rounds += sky_coding_get_n_lines (coding) > 0;
      kills++;
    }
  g_test_message ("%s: killed %u times, %" G_GUINT64_FORMAT
                  " of them in a round, at event %" G_GUINT64_FORMAT " of %u",
                  sky_game_id_to_name (of->game), kills, in_rounds, done, script->events->len);
  g_assert_cmpuint (kills, ==, KILLS);
  g_assert_true (code_and_kill (place, script, 0, &done));
  coder_assert_same (script, place->path);
}

int
main (int argc, char *argv[])
{
  static const Case cases[] = {
    { SKY_GAME_CRAPS, 60, FALSE },      { SKY_GAME_MINI_CRAPS, 25, FALSE },
    { SKY_GAME_PAI_GOW, 25, FALSE },    { SKY_GAME_SIC_BO, 25, FALSE },
    { SKY_GAME_ROULETTE, 60, FALSE },   { SKY_GAME_BIG_SIX, 25, FALSE },
    { SKY_GAME_CASINO_WAR, 60, FALSE }, { SKY_GAME_PROPS_AND_HOPS, 25, FALSE },
    { SKY_GAME_RAISE_IT_UP, 25, FALSE }
  };
  static const Case blind = { SKY_GAME_ROULETTE, 20, TRUE };
  static const Case killed = { SKY_GAME_CRAPS, 1500, FALSE };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/recoding/same/%s", sky_game_id_to_name (cases[i].game));

      g_test_add (path, Place, &cases[i], set_up, test_same, tear_down);
    }
  g_test_add ("/recoding/blind", Place, &blind, set_up, test_same, tear_down);
  if (g_test_slow ())
    g_test_add ("/recoding/killed", Place, &killed, set_up, test_killed, tear_down);
  return g_test_run ();
}
