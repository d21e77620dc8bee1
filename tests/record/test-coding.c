/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A coding session. The linker has the library's write() be the one below, which can die in the
 * middle of one, or fail. */
#include "config.h"

#include "sky-coding.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define START ((SkyTime) 1699128000 * SKY_SECOND)

static guint writes_left; /* 0: as many as are wanted */
static guint part;        /* of the last write's bytes, in tenths */
static gboolean fails;    /* each write fails: the disk is full */

ssize_t __real_write (int file, const void *bytes, size_t size);
ssize_t __wrap_write (int file, const void *bytes, size_t size);

ssize_t
__wrap_write (int file, const void *bytes, size_t size)
{
  if (fails)
    {
      errno = ENOSPC;
      return -1;
    }
  if (writes_left == 0 || --writes_left > 0)
    return __real_write (file, bytes, size);
  if (__real_write (file, bytes, size * part / 10) >= 0)
    kill (getpid (), SIGKILL);
  return -1;
}

typedef struct
{
  char *folder;
  char *path;
  char *journal;
  SkyLogHeader header;
  SkyCoding *coding;
  SkyTime at;
  SkyEntryHand hand;
} Session;

static const SkyRecordSource source = { "T-01-W", "footage/T-01-W-0001.mkv", NULL };

static void
reopen (Session *self)
{
  g_autoptr (GError) error = NULL;

  sky_coding_free (self->coding);
  self->coding = sky_coding_open (self->path, self->journal, 0640, &self->header, &error);
  g_assert_no_error (error);
}

static void
set_up (Session *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("sky-coding-XXXXXX", NULL);
  g_assert_nonnull (self->folder);
  self->path = g_build_filename (self->folder, "a.tel.jsonl", NULL);
  self->journal = g_build_filename (self->folder, "a.journal", NULL);
  self->header = (SkyLogHeader){
    .property = "Keystone",
    .table = "T-01",
    .game = (SkyGameId) GPOINTER_TO_INT (data),
    .gaming_day = 19665,
    .time_zone = "America/New_York",
    .currency = "USD",
    .version = 2,
    .record = { .how = SKY_RECORD_FOOTAGE, .by = "PA-100231", .from = &source, .n_from = 1 },
    .scope = { .classes =
                   1u << SKY_CLASS_OUTCOME | 1u << SKY_CLASS_WAGERS | 1u << SKY_CLASS_SETTLEMENTS },
  };
  self->at = START;
  self->hand = (SkyEntryHand){ .seat = 1, .amount = 500 };
  reopen (self);
}

static void
tear_down (Session *self, gconstpointer data)
{
  GDir *dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  sky_coding_free (self->coding);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_unlink (path);
    }
  g_dir_close (dir);
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_free (self->journal);
}

/* Plays on for a second. */
static void
play (Session *self)
{
  sky_coding_add_played (self->coding, self->at, self->at + SKY_SECOND, 100);
  self->at += SKY_SECOND;
  sky_coding_set_clock (self->coding, self->at, 0, self->at - START);
}

static void
assert_done (gboolean done, GError **error)
{
  g_assert_no_error (*error);
  g_assert_true (done);
}

static void
assert_refused (gboolean done, GError **error, SkyRecordError code)
{
  g_assert_error (*error, SKY_RECORD_ERROR, (int) code);
  g_assert_false (done);
  g_clear_error (error);
}

static void
type (Session *self, const char *text)
{
  g_autoptr (GError) error = NULL;

  play (self);
  assert_done (sky_coding_enter (self->coding, text, &self->hand, &error), &error);
}

static void
advance (Session *self)
{
  g_autoptr (GError) error = NULL;

  play (self);
  assert_done (sky_coding_advance (self->coding, &error), &error);
}

static void
accept (Session *self, const char *id)
{
  g_autoptr (GError) error = NULL;

  play (self);
  assert_done (sky_coding_accept (self->coding, id, &error), &error);
}

static void
close_round (Session *self)
{
  static const SkyCodingWork work = { .at = START, .seconds = 15, .keys = 21 };
  g_autoptr (GError) error = NULL;

  play (self);
  assert_done (sky_coding_close (self->coding, &work, &error), &error);
}

static void
assert_phase (Session *self, SkyCodingPhase phase)
{
  g_assert_cmpint (sky_coding_get_phase (self->coding), ==, phase);
}

/* The log's lines; @n of them. */
static GStrv
read_lines (Session *self, guint n)
{
  g_autofree char *text = NULL;
  GStrv lines;

  g_assert_true (g_file_get_contents (self->path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  /* The header, the lines, and nothing after the last LF. */
  g_assert_cmpuint (g_strv_length (lines), ==, n + 2);
  return lines;
}

static void
assert_has (const char *line, const char *part_of_it)
{
  if (strstr (line, part_of_it) == NULL)
    g_error ("“%s” is not in %s", part_of_it, line);
}

/* A round of roulette, with what each line says. */
static void
test_round (Session *self, gconstpointer data)
{
  g_auto (GStrv) lines = NULL;

  assert_phase (self, SKY_CODING_BETWEEN);
  advance (self);
  assert_phase (self, SKY_CODING_BETS);
  type (self, "17 5");
  type (self, "@2 red 25");
  advance (self);
  assert_phase (self, SKY_CODING_CLOSED);
  type (self, "17");
  assert_phase (self, SKY_CODING_RESULT);
  accept (self, NULL);
  assert_phase (self, SKY_CODING_SETTLED);
  g_assert_cmpuint (sky_coding_get_n_written (self->coding), ==, 0);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 7);
  close_round (self);
  assert_phase (self, SKY_CODING_BETWEEN);
  g_assert_cmpuint (sky_coding_get_n_written (self->coding), ==, 8);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 0);

  lines = read_lines (self, 8);
  assert_has (lines[1], "\"type\":\"round_start\",\"round\":1,\"frame\":[0,1000000]}");
  assert_has (lines[2],
              "\"wager\":\"w1\",\"seat\":1,\"bet\":\"straight\",\"amount\":500,\"number\":"
              "\"17\",\"frame\":[0,2000000]}");
  assert_has (lines[3], "\"wager\":\"w2\",\"seat\":2,\"bet\":\"red\",\"amount\":2500");
  assert_has (lines[4], "\"type\":\"no_more_bets\"");
  assert_has (lines[5], "\"type\":\"result\",\"pocket\":\"17\"");
  /* 17 is black: what loses comes first. */
  assert_has (lines[6],
              "\"wager\":\"w2\",\"outcome\":\"lose\",\"paid\":0,\"taken\":2500,\"returned\":0,"
              "\"as\":\"due\"");
  assert_has (lines[7], "\"wager\":\"w1\",\"outcome\":\"win\",\"paid\":17500,\"taken\":0,"
                        "\"returned\":500,\"as\":\"due\"");
  assert_has (lines[8], "\"round\":1,\"coded\":{\"at\":\"2023-11-04T20:00:00.000000Z\",\"seconds\":"
                        "15,\"keys\":21,\"replayed\":true}");
}

/* Craps: the throw ends betting, and winners that may stay do. */
static void
test_craps (Session *self, gconstpointer data)
{
  g_auto (GStrv) lines = NULL;

  type (self, "p 10"); /* begins the round */
  assert_phase (self, SKY_CODING_BETS);
  advance (self);
  assert_phase (self, SKY_CODING_CLOSED);
  type (self, "33");
  assert_phase (self, SKY_CODING_SETTLED);
  close_round (self);
  type (self, "8 12");
  type (self, "odds 20");
  advance (self);
  type (self, "44");
  assert_phase (self, SKY_CODING_RESULT);
  accept (self, NULL);
  close_round (self);
  lines = read_lines (self, 12);
  assert_has (lines[2], "\"bet\":\"pass\"");
  assert_has (lines[7], "\"bet\":\"place_win\",\"amount\":1200,\"number\":8");
  assert_has (lines[8], "\"bet\":\"pass_odds\",\"amount\":2000,\"supports\":\"w1\"");
  assert_has (lines[11],
              "\"wager\":\"w2\",\"outcome\":\"win\",\"paid\":1400,\"taken\":0,\"returned\":"
              "0,\"stays\":true");
  g_assert_cmpuint (sky_coding_get_table (self->coding)->up->len, ==, 3);
}

/* The last round's wagers again, of all or of one; what stays up is not laid twice. */
static void
test_repeat (Session *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  play (self);
  assert_refused (sky_coding_repeat (self->coding, 0, &error), &error, SKY_RECORD_ERROR_PHASE);
  type (self, "17/20 5");
  type (self, "@2 c2 10");
  type (self, "@2 red 10");
  advance (self);
  assert_refused (sky_coding_repeat (self->coding, 0, &error), &error, SKY_RECORD_ERROR_PHASE);
  type (self, "20");
  accept (self, NULL);
  close_round (self);

  play (self);
  assert_done (sky_coding_repeat (self->coding, 2, &error), &error);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 3);
  g_assert_cmpstr (
      sky_coding_get_line (self->coding, 1).members, ==,
      "\"wager\":\"w4\",\"seat\":2,\"bet\":\"column\",\"amount\":1000,\"number\":\"2\"");
  g_assert_cmpint (sky_coding_get_line (self->coding, 0).type, ==, SKY_EVENT_ROUND_START);
  /* One action. */
  assert_done (sky_coding_undo (self->coding, &error), &error);
  assert_phase (self, SKY_CODING_BETWEEN);
  assert_done (sky_coding_repeat (self->coding, 0, &error), &error);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 4);
  g_assert_cmpstr (
      sky_coding_get_line (self->coding, 1).members, ==,
      "\"wager\":\"w4\",\"seat\":1,\"bet\":\"split\",\"amount\":500,\"numbers\":[\"17\","
      "\"20\"]");
  assert_refused (sky_coding_repeat (self->coding, 7, &error), &error, SKY_RECORD_ERROR_PHASE);
  /* Also after the program began anew. */
  reopen (self);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 4);
  play (self);
  assert_done (sky_coding_repeat (self->coding, 1, &error), &error);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 5);
}

/* Each has an id of its own, also where a wager was taken out and left its id. */
static void
test_repeat_ids (Session *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  play (self);
  type (self, "17/20 5");
  type (self, "@2 c2 10");
  type (self, "@2 red 10");
  advance (self);
  type (self, "20");
  accept (self, NULL);
  close_round (self);
  play (self);
  type (self, "17 5");
  type (self, "18 5");
  assert_done (sky_coding_remove (self->coding, 1, &error), &error);
  assert_done (sky_coding_repeat (self->coding, 0, &error), &error);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 5);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *id = g_strdup_printf ("\"wager\":\"w%u\",", 5 + i);

      assert_has (sky_coding_get_line (self->coding, 1 + i).members, id);
    }
}

/* In craps, wagers that stay up are there; odds are laid again only by a wager that is. */
static void
test_repeat_craps (Session *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  type (self, "p 10");
  type (self, "f 5");
  type (self, "4/3 5");
  type (self, "h6 5");
  type (self, "fb 1");
  advance (self);
  type (self, "33");
  accept (self, NULL);
  close_round (self);
  play (self);
  assert_done (sky_coding_repeat (self->coding, 0, &error), &error);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 3);
  g_assert_cmpstr (sky_coding_get_line (self->coding, 2).members, ==,
                   "\"wager\":\"w7\",\"seat\":1,\"bet\":\"hop\",\"amount\":500,\"dice\":[3,4]");
  type (self, "odds 10");
  advance (self);
  type (self, "43");
  accept (self, NULL);
  close_round (self);
  play (self);
  assert_done (sky_coding_repeat (self->coding, 0, &error), &error);
  /* All but the odds: the Pass Bet is not there yet. */
  for (guint i = 1; i < sky_coding_get_n_lines (self->coding); i++)
    g_assert_null (strstr (sky_coding_get_line (self->coding, i).members, "pass_odds"));
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 6);
}

/* Symbols, dice and numbers are laid again as they were; a War Wager is not. */
static void
test_repeat_others (Session *self, gconstpointer data)
{
  static const struct
  {
    SkyGameId game;
    const char *bet;
    const char *result;
    const char *again;
  } cases[] = {
    { SKY_GAME_BIG_SIX, "joker 5", "5 2",
      "\"wager\":\"w2\",\"seat\":1,\"bet\":\"symbol\",\"amount\":500,\"symbol\":\"joker\"" },
    { SKY_GAME_SIC_BO, "1/2 5", "126",
      "\"wager\":\"w2\",\"seat\":1,\"bet\":\"two_dice\",\"amount\":500,\"numbers\":[1,2]" },
    { SKY_GAME_PROPS_AND_HOPS, "d4 5", "61",
      "\"wager\":\"w2\",\"seat\":1,\"bet\":\"double\",\"amount\":500,\"number\":4" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Session other = { 0 };
      g_autoptr (GError) error = NULL;

      set_up (&other, GINT_TO_POINTER (cases[i].game));
      type (&other, cases[i].bet);
      advance (&other);
      type (&other, cases[i].result);
      accept (&other, "w1");
      close_round (&other);
      play (&other);
      assert_done (sky_coding_repeat (other.coding, 0, &error), &error);
      g_assert_cmpstr (sky_coding_get_line (other.coding, 1).members, ==, cases[i].again);
      tear_down (&other, NULL);
    }
}

/* What was not looked at is not accepted. */
static void
test_not_played (Session *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  SkyTime decided;

  type (self, "17 5");
  advance (self);
  type (self, "20");
  decided = self->at;
  /* The same picture. */
  assert_refused (sky_coding_accept (self->coding, NULL, &error), &error,
                  SKY_RECORD_ERROR_NOT_PLAYED);
  /* Gone to, not played; played too fast; played but for a part. */
  self->at += 10 * SKY_SECOND;
  sky_coding_set_clock (self->coding, self->at, 0, self->at - START);
  sky_coding_add_played (self->coding, decided, self->at, 151);
  sky_coding_add_played (self->coding, decided, decided + 4 * SKY_SECOND, 150);
  sky_coding_add_played (self->coding, decided + 5 * SKY_SECOND, self->at, 25);
  assert_refused (sky_coding_accept (self->coding, "w1", &error), &error,
                  SKY_RECORD_ERROR_NOT_PLAYED);
  sky_coding_add_played (self->coding, decided + 5 * SKY_SECOND, decided + 4 * SKY_SECOND, 100);
  assert_refused (sky_coding_accept (self->coding, "w1", &error), &error,
                  SKY_RECORD_ERROR_NOT_PLAYED);
  sky_coding_add_played (self->coding, decided + 3 * SKY_SECOND, decided + 6 * SKY_SECOND, 100);
  assert_done (sky_coding_accept (self->coding, "w1", &error), &error);
  play (self);
  assert_refused (sky_coding_accept (self->coding, "w1", &error), &error, SKY_RECORD_ERROR_PHASE);
  close_round (self);

  /* The next round's stretch is another. */
  type (self, "17 5");
  advance (self);
  type (self, "20");
  self->at += SKY_SECOND;
  sky_coding_set_clock (self->coding, self->at, 0, self->at - START);
  assert_refused (sky_coding_accept (self->coding, NULL, &error), &error,
                  SKY_RECORD_ERROR_NOT_PLAYED);
}

/* What was seen needs no playing, and is typed in a blind session. */
static void
test_blind (Session *self, gconstpointer data)
{
  const SkySettlement seen = {
    .outcome = SKY_OUTCOME_WIN, .paid = 9000, .vig = 5, .returned = 500, .from_cage = TRUE
  };
  g_autoptr (GError) error = NULL;
  SkySettlement due;

  self->header.record.blind = TRUE;
  reopen (self);
  type (self, "17 5");
  advance (self);
  type (self, "17");
  g_assert_true (
      sky_coding_get_due (self->coding, sky_coding_get_table (self->coding)->up->pdata[0], &due));
  g_assert_cmpint (due.paid, ==, 17500);
  g_assert_false (sky_coding_get_proposal (
      self->coding, sky_coding_get_table (self->coding)->up->pdata[0], &due));
  assert_refused (sky_coding_accept (self->coding, NULL, &error), &error, SKY_RECORD_ERROR_PHASE);
  assert_done (sky_coding_settle (self->coding, "w1", &seen, &error), &error);
  g_assert_cmpstr (
      sky_coding_get_line (self->coding, 4).members, ==,
      "\"wager\":\"w1\",\"outcome\":\"win\",\"paid\":9000,\"taken\":0,\"returned\":500,"
      "\"vig\":5,\"source\":\"cage\",\"as\":\"seen\"");
  assert_phase (self, SKY_CODING_SETTLED);
}

/* Each action can be taken back, and done again; another one ends that. */
static void
test_undo (Session *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  const guint n = 200;

  play (self);
  assert_refused (sky_coding_undo (self->coding, &error), &error, SKY_RECORD_ERROR_PHASE);
  assert_refused (sky_coding_redo (self->coding, &error), &error, SKY_RECORD_ERROR_PHASE);
  for (guint i = 0; i < n; i++)
    type (self, "17 5");
  g_assert_cmpuint (sky_coding_get_table (self->coding)->up->len, ==, n);
  for (guint i = n; i-- > 0;)
    {
      assert_done (sky_coding_undo (self->coding, &error), &error);
      g_assert_cmpuint (sky_coding_get_table (self->coding)->up->len, ==, i);
    }
  assert_phase (self, SKY_CODING_BETWEEN);
  for (guint i = 0; i < 3; i++)
    assert_done (sky_coding_redo (self->coding, &error), &error);
  g_assert_cmpuint (sky_coding_get_table (self->coding)->up->len, ==, 3);
  type (self, "red 5");
  assert_refused (sky_coding_redo (self->coding, &error), &error, SKY_RECORD_ERROR_PHASE);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 5);

  assert_done (sky_coding_abandon (self->coding, &error), &error);
  assert_phase (self, SKY_CODING_BETWEEN);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 0);
  assert_refused (sky_coding_undo (self->coding, &error), &error, SKY_RECORD_ERROR_PHASE);
  reopen (self);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 0);
}

/* Unsure, and back again. */
static void
test_unsure (Session *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;

  type (self, "17 5");
  type (self, "red 5");
  assert_done (sky_coding_set_unsure (self->coding, 1, TRUE, &error), &error);
  assert_done (sky_coding_set_unsure (self->coding, 2, TRUE, &error), &error);
  assert_done (sky_coding_set_unsure (self->coding, 2, FALSE, &error), &error);
  reopen (self);
  g_assert_true (sky_coding_get_line (self->coding, 1).unsure);
  g_assert_false (sky_coding_get_line (self->coding, 2).unsure);
  g_assert_true (((SkyWager *) sky_coding_get_table (self->coding)->up->pdata[0])->unsure);
  play (self);
  close_round (self);
  lines = read_lines (self, 4);
  g_assert_true (g_str_has_suffix (lines[2], "\"unsure\":true}"));
}

/* Out of view: the round ends undecided, and its wagers are forgotten. */
static void
test_look_away (Session *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;

  type (self, "17 5");
  play (self);
  assert_done (sky_coding_look_away (self->coding, self->at + 60 * SKY_SECOND,
                                     SKY_UNOBSERVED_VIEW_BLOCKED, &error),
               &error);
  assert_phase (self, SKY_CODING_BETWEEN);
  self->at += 60 * SKY_SECOND;
  play (self);
  assert_refused (sky_coding_repeat (self->coding, 0, &error), &error, SKY_RECORD_ERROR_PHASE);
  type (self, "20 5");
  advance (self);
  type (self, "20");
  accept (self, NULL);
  close_round (self);
  lines = read_lines (self, 9);
  assert_has (lines[3],
              "\"type\":\"unobserved\",\"until\":\"2023-11-04T20:01:02.000000Z\",\"reason\":"
              "\"view_blocked\"");
  assert_has (lines[4], "\"type\":\"round_start\",\"round\":2");
}

/* A closed round is corrected by later lines; the old ones stay. */
static void
test_correct (Session *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) before = NULL, after = NULL;
  g_autoptr (SkyLog) log = NULL;
  g_autoptr (SkyLogReader) reader = NULL;
  const SkyLine *line;
  SkyMoney amounts[3] = { 0 };

  for (guint i = 0; i < 2; i++)
    {
      type (self, "17 5");
      advance (self);
      type (self, "20");
      accept (self, NULL);
      close_round (self);
    }
  before = read_lines (self, 12);
  play (self);
  assert_refused (sky_coding_correct (self->coding, 3, "none", &error), &error,
                  SKY_RECORD_ERROR_LINE);
  g_assert_cmpint (sky_coding_get_corrected (self->coding), ==, 0);
  assert_done (sky_coding_correct (self->coding, 1, "a second wager", &error), &error);
  g_assert_cmpint (sky_coding_get_corrected (self->coding), ==, 1);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 5);
  assert_phase (self, SKY_CODING_SETTLED);
  assert_refused (sky_coding_correct (self->coding, 2, "not now", &error), &error,
                  SKY_RECORD_ERROR_PHASE);
  /* What the log has is not an action. */
  assert_refused (sky_coding_undo (self->coding, &error), &error, SKY_RECORD_ERROR_PHASE);
  assert_done (sky_coding_set_unsure (self->coding, 1, TRUE, &error), &error);
  /* It was placed before the call; the second round has w2. */
  sky_coding_set_clock (self->coding, START + SKY_SECOND * 3 / 2, 0, 0);
  assert_done (sky_coding_enter (self->coding, "red 7", &self->hand, &error), &error);
  g_assert_cmpint (sky_coding_get_line (self->coding, 2).type, ==, SKY_EVENT_WAGER);
  g_assert_cmpint (sky_coding_get_line (self->coding, 3).type, ==, SKY_EVENT_NO_MORE_BETS);
  assert_phase (self, SKY_CODING_RESULT);
  g_assert_nonnull (strstr (sky_coding_get_line (self->coding, 2).members, "\"wager\":\"w3\""));
  /* The draft outlives the program, and cannot be undone beyond the log. */
  reopen (self);
  play (self);
  g_assert_cmpint (sky_coding_get_corrected (self->coding), ==, 1);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 6);
  assert_done (sky_coding_undo (self->coding, &error), &error);
  assert_done (sky_coding_undo (self->coding, &error), &error);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 5);
  assert_refused (sky_coding_undo (self->coding, &error), &error, SKY_RECORD_ERROR_PHASE);
  assert_done (sky_coding_redo (self->coding, &error), &error);
  assert_done (sky_coding_redo (self->coding, &error), &error);
  /* The new session must see what it accepts. */
  assert_refused (sky_coding_accept (self->coding, NULL, &error), &error,
                  SKY_RECORD_ERROR_NOT_PLAYED);
  sky_coding_add_played (self->coding, START, self->at, 100);
  accept (self, NULL);
  sky_coding_set_corrector (self->coding, "PA-9");
  close_round (self);
  {
    g_autofree char *text = NULL;

    g_assert_true (g_file_get_contents (self->path, &text, NULL, NULL));
    g_assert_nonnull (strstr (text, "\"reason\":\"a second wager\",\"by\":\"PA-9\""));
  }
  g_assert_cmpint (sky_coding_get_corrected (self->coding), ==, 0);
  assert_phase (self, SKY_CODING_BETWEEN);

  after = read_lines (self, 12 + 9);
  for (guint i = 0; i < 13; i++)
    g_assert_cmpstr (before[i], ==, after[i]);
  assert_has (after[13], "\"type\":\"again\",\"round\":1,\"reason\":\"a second wager\"");
  log = sky_log_open (self->path, &error);
  g_assert_no_error (error);
  reader = sky_log_reader_new (log, sky_game_lookup_bet);
  while ((line = sky_log_reader_next (reader)) != NULL)
    if (line->event.type == SKY_EVENT_WAGER)
      {
        SkyMoney amount = line->event.wager.amount;

        g_assert_true (amounts[2] == 0);
        amounts[amounts[0] == 0 ? 0 : amounts[1] == 0 ? 1 : 2] = amount;
      }
  g_assert_cmpint (amounts[0], ==, 500);
  g_assert_cmpint (amounts[1], ==, 700);
  g_assert_cmpint (amounts[2], ==, 500);

  /* The corrected round again, and the next round after it. */
  play (self);
  assert_done (sky_coding_correct (self->coding, 1, "once more", &error), &error);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 7);
  g_assert_true (sky_coding_get_line (self->coding, 1).unsure);
  assert_done (sky_coding_abandon (self->coding, &error), &error);
  type (self, "20 5");
  g_assert_cmpint (sky_coding_get_table (self->coding)->round, ==, 3);
  g_assert_cmpstr (sky_coding_get_table (self->coding)->wager->id, ==, "w4");
}

/* What is not possible here changes nothing. */
static void
test_refused (Session *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  assert_refused (sky_coding_enter (self->coding, "17 5", &self->hand, &error), &error,
                  SKY_RECORD_ERROR_PHASE);
  assert_refused (sky_coding_advance (self->coding, &error), &error, SKY_RECORD_ERROR_PHASE);
  assert_refused (sky_coding_close (self->coding, NULL, &error), &error, SKY_RECORD_ERROR_PHASE);
  play (self);
  assert_refused (sky_coding_close (self->coding, NULL, &error), &error, SKY_RECORD_ERROR_PHASE);
  assert_refused (sky_coding_add (self->coding, SKY_EVENT_ROUND_END, "\"round\":1", &error), &error,
                  SKY_RECORD_ERROR_PHASE);
  assert_refused (sky_coding_add (self->coding, SKY_EVENT_RESULT, "\"dice\":[1,2]", &error), &error,
                  SKY_RECORD_ERROR_LINE);
  assert_refused (sky_coding_add (self->coding, SKY_EVENT_RESULT, "{", &error), &error,
                  SKY_RECORD_ERROR_LINE);
  assert_refused (sky_coding_enter (self->coding, "purple 5", &self->hand, &error), &error,
                  SKY_RECORD_ERROR_ENTRY);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 0);
  type (self, "17 5");
  advance (self);
  assert_refused (sky_coding_advance (self->coding, &error), &error, SKY_RECORD_ERROR_PHASE);
  type (self, "17");
  assert_refused (sky_coding_advance (self->coding, &error), &error, SKY_RECORD_ERROR_PHASE);
  accept (self, NULL);
  assert_refused (sky_coding_advance (self->coding, &error), &error, SKY_RECORD_ERROR_PHASE);
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 5);
}

/* Going back in the recording shows an earlier frame, and the log goes on. */
static void
test_clock (Session *self, gconstpointer data)
{
  SkyCodingLine line;

  type (self, "17 5");
  sky_coding_set_clock (self->coding, START, 0, 0);
  g_assert_true (sky_coding_enter (self->coding, "red 5", &self->hand, NULL));
  /* Not before the round began. */
  line = sky_coding_get_line (self->coding, 2);
  g_assert_cmpint (line.at, ==, self->at);
  g_assert_nonnull (strstr (line.members, "red"));
  g_assert_cmpint (line.recording, ==, 0);
  g_assert_cmpint (line.frame, ==, 0);
  sky_coding_set_clock (self->coding, START, -1, 0);
  g_assert_true (sky_coding_enter (self->coding, "red 5", &self->hand, NULL));
  g_assert_cmpint (sky_coding_get_line (self->coding, 3).recording, ==, -1);
}

/* A disk that takes nothing changes nothing, and then takes it. */
static void
test_full_disk (Session *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  type (self, "17 5");
  fails = TRUE;
  assert_refused (sky_coding_enter (self->coding, "red 5", &self->hand, &error), &error,
                  SKY_RECORD_ERROR_WRITE);
  fails = FALSE;
  g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 2);
  type (self, "red 5");
  advance (self);
  type (self, "17");
  accept (self, NULL);
  fails = TRUE;
  g_assert_false (sky_coding_close (self->coding, NULL, &error));
  g_assert_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_WRITE);
  fails = FALSE;
  /* The next session has the round as it was before, or whole. */
  reopen (self);
  play (self);
  if (sky_coding_get_n_lines (self->coding) > 0)
    close_round (self);
  g_strfreev (read_lines (self, 8));
}

/* Another log's file, and a file that is taken. */
static void
test_other (Session *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  SkyLogHeader header = self->header;

  g_assert_null (sky_coding_open (self->path, self->journal, 0640, &self->header, &error));
  g_assert_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_LOCKED);
  g_clear_error (&error);
  g_clear_pointer (&self->coding, sky_coding_free);
  header.table = "T-02";
  g_assert_null (sky_coding_open (self->path, self->journal, 0640, &header, &error));
  g_assert_error (error, SKY_RECORD_ERROR, SKY_RECORD_ERROR_OTHER);
  reopen (self);
}

/* A journal of anything, or of another log, is no draft. */
static void
test_foreign_journal (Session *self, gconstpointer data)
{
  static const char *const journals[] = {
    "not JSON\n",
    "{}\n",
    "[]\n{\"base\":0,\"lines\":[{}]}\n",
    "{\"base\":0,\"lines\":[{\"type\":\"nothing\"}]}\n",
    "{\"base\":7,\"corrects\":0,\"reason\":\"\",\"closing\":false,\"lines\":[]}\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (journals); i++)
    {
      g_clear_pointer (&self->coding, sky_coding_free);
      g_assert_true (g_file_set_contents (self->journal, journals[i], -1, NULL));
      reopen (self);
      g_assert_cmpuint (sky_coding_get_n_lines (self->coding), ==, 0);
      g_assert_cmpuint (sky_coding_get_n_written (self->coding), ==, 0);
    }
}

/* The events of two rounds and a correction, each an action. */
static void
do_action (Session *self, guint action)
{
  static const char *const texts[] = { NULL, "17 5", "red 5", NULL, "17", NULL, NULL };

  switch (action % 9)
    {
    case 0:
    case 3:
      advance (self);
      break;
    case 1:
    case 2:
    case 4:
      type (self, texts[action % 9]);
      break;
    case 5:
      accept (self, "w2");
      break;
    case 6:
      accept (self, "w1");
      break;
    case 7:
      type (self, "note x");
      break;
    default:
      close_round (self);
    }
}

/* Wherever a write is cut off, the next session goes on as if nothing had been. */
static void
test_cut_off (Session *self, gconstpointer data)
{
  g_autofree char *whole = NULL;
  gboolean finished = FALSE;

  for (guint i = 0; i < 9; i++)
    do_action (self, i);
  g_assert_true (g_file_get_contents (self->path, &whole, NULL, NULL));
  for (guint n = 0; !finished; n++)
    {
      g_autofree char *text = NULL;
      int status;
      pid_t child;

      g_clear_pointer (&self->coding, sky_coding_free);
      g_unlink (self->path);
      g_unlink (self->journal);
      child = fork ();
      if (child == 0)
        {
          writes_left = n / 3 + 1;
          part = n % 3 * 5;
          self->at = START;
          reopen (self);
          for (guint i = 0; i < 9; i++)
            do_action (self, i);
          _exit (0);
        }
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      finished = WIFEXITED (status);
      reopen (self);
      self->at = START
                 + (SkyTime) (sky_coding_get_n_written (self->coding)
                              + sky_coding_get_n_lines (self->coding))
                       * SKY_SECOND;
      sky_coding_add_played (self->coding, START, self->at, 100);
      for (guint i = (guint) sky_coding_get_n_written (self->coding)
                     + sky_coding_get_n_lines (self->coding);
           i < 9; i++)
        do_action (self, i);
      g_assert_true (g_file_get_contents (self->path, &text, NULL, NULL));
      g_assert_cmpstr (text, ==, whole);
    }
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *name;
    SkyGameId game;
    void (*test) (Session *self, gconstpointer data);
  } tests[] = {
    { "round", SKY_GAME_ROULETTE, test_round },
    { "craps", SKY_GAME_CRAPS, test_craps },
    { "repeat", SKY_GAME_ROULETTE, test_repeat },
    { "repeat-ids", SKY_GAME_ROULETTE, test_repeat_ids },
    { "repeat-craps", SKY_GAME_CRAPS, test_repeat_craps },
    { "repeat-others", SKY_GAME_ROULETTE, test_repeat_others },
    { "not-played", SKY_GAME_ROULETTE, test_not_played },
    { "blind", SKY_GAME_ROULETTE, test_blind },
    { "undo", SKY_GAME_ROULETTE, test_undo },
    { "unsure", SKY_GAME_ROULETTE, test_unsure },
    { "look-away", SKY_GAME_ROULETTE, test_look_away },
    { "correct", SKY_GAME_ROULETTE, test_correct },
    { "refused", SKY_GAME_ROULETTE, test_refused },
    { "clock", SKY_GAME_ROULETTE, test_clock },
    { "full-disk", SKY_GAME_ROULETTE, test_full_disk },
    { "other", SKY_GAME_ROULETTE, test_other },
    { "foreign-journal", SKY_GAME_ROULETTE, test_foreign_journal },
    { "cut-off", SKY_GAME_ROULETTE, test_cut_off },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strdup_printf ("/coding/%s", tests[i].name);

      g_test_add (path, Session, GINT_TO_POINTER (tests[i].game), set_up, tests[i].test, tear_down);
    }
  return g_test_run ();
}
