/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs of every game, with faults and damage, are audited while they grow: cut anywhere, within a
 * line too, audited, and gone on with from the state of that audit. What comes out must be what the
 * audit of the whole log makes of it, and a state that does not fit must be of no consequence.
 *
 * test-grown [COUNT [SEED]] */
#include "config.h"

#include "../closed-table.h"
#include "log-mutator.h"

#include "sky-archive.h"
#include "sky-audit-follow.h"
#include "sky-digest.h"
#include "sky-simulate.h"

#include <glib/gstdio.h>
#include <string.h>

#define GROWTHS 4

static guint count = 40; /* logs of each game */
static guint32 seed = 465;

static SkyLog *
open_log (const char *text, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, size);

  return sky_log_new_from_bytes (bytes, "a.tel.jsonl", NULL);
}

static SkyLogAudit *
audit (const char *text, gsize size, GBytes *state, const SkyStaff *staff)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = open_log (text, size);
  SkyAuditOptions options = { .state = state, .want_state = TRUE, .staff = staff };
  SkyLogAudit *made;

  g_assert_nonnull (log);
  made = sky_audit_log (log, &options, &error);
  g_assert_no_error (error);
  return made;
}

/* All that an audit says. */
static char *
to_text (const SkyLogAudit *made)
{
  GString *text = g_string_new (made->sha256);

  g_string_append_printf (text, "\n%" G_GUINT64_FORMAT " lines, %" G_GUINT64_FORMAT " events, %d\n",
                          made->n_lines, made->n_events, made->automated);
  g_string_append_printf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT "\n",
                          made->start, made->end, made->first_seq);
  for (guint i = 0; i < made->rounds->len; i++)
    {
      const SkyRound *round = &g_array_index (made->rounds, SkyRound, i);

      g_string_append_printf (text,
                              "round %" G_GINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                              " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GOFFSET_FORMAT
                              " %" G_GSIZE_FORMAT " %" G_GUINT64_FORMAT " %u %d\n",
                              round->round, round->first_seq, round->last_seq, round->start,
                              round->end, round->offset, round->length, round->first_line,
                              round->n_wagers, round->complete);
    }
  for (guint i = 0; i < made->duties->len; i++)
    {
      const SkyDuty *duty = &g_array_index (made->duties, SkyDuty, i);

      g_string_append_printf (text,
                              "duty %d %s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                              " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
                              duty->role, duty->credential, duty->first_seq, duty->last_seq,
                              duty->start, duty->end);
    }
  for (guint i = 0; i < made->seatings->len; i++)
    {
      const SkySeating *seating = &g_array_index (made->seatings, SkySeating, i);

      g_string_append_printf (
          text, "seat %" G_GINT64_FORMAT " %s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n",
          seating->seat, seating->player, seating->first_seq, seating->last_seq);
    }
  for (guint i = 0; i < made->findings->len; i++)
    {
      const SkyFinding *finding = made->findings->pdata[i];

      sky_finding_write_json (finding, sky_log_get_header (made->log), text);
      g_string_append_printf (
          text, " %" G_GINT64_FORMAT " %u %" G_GUINT64_FORMAT " %" G_GOFFSET_FORMAT "\n",
          finding->seat, finding->reading, finding->line, finding->offset);
    }
  return g_string_free (text, FALSE);
}

static void
assert_same (const SkyLogAudit *made, const SkyLogAudit *fresh)
{
  g_autofree char *some = to_text (made);
  g_autofree char *others = to_text (fresh);

  g_assert_cmpstr (some, ==, others);
}

/* The log followed from @state on, which is what was read of it at one look. */
static SkyAuditFollow *
follow (const char *text, gsize size, GBytes *state, const SkyStaff *staff)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = open_log (text, size);
  SkyAuditFollow *made = sky_audit_follow_new (log, staff, state, &error);

  g_assert_no_error (error);
  sky_audit_follow_read (made);
  sky_audit_follow_save (made);
  return made;
}

/* Following from @state on must make of the log what following all of it does. Returns: the state
 * that it ends with, or NULL. */
static GBytes *
follow_on (const char *text, gsize size, GBytes *state, const SkyStaff *staff)
{
  g_autoptr (SkyAuditFollow) grown = follow (text, size, state, staff);
  g_autoptr (SkyAuditFollow) fresh = follow (text, size, NULL, staff);
  const SkyLogAudit *made = sky_audit_follow_get_audit (grown);

  assert_same (made, sky_audit_follow_get_audit (fresh));
  g_assert_null (sky_audit_follow_get_audit (fresh)->resumed);
  return made->state != NULL ? g_bytes_ref (made->state) : NULL;
}

/* What the test saw, so that it cannot have seen nothing. */
typedef struct
{
  guint resumed;
  guint whole;
  guint findings;
} Tally;

static void
grow (const char *text, gsize size, const SkyStaff *staff, GRand *chance, Tally *tally)
{
  const char *header = memchr (text, '\n', size);
  gsize first, done;
  g_autoptr (GBytes) state = NULL;

  if (header == NULL)
    return;
  first = (gsize) (header - text) + 1;
  {
    g_autoptr (SkyLog) log = open_log (text, first);

    if (log == NULL) /* the header was damaged */
      return;
  }
  done = first;
  for (guint i = 0; done < size; i++)
    {
      g_autoptr (SkyLogAudit) grown = NULL;
      g_autoptr (SkyLogAudit) fresh = NULL;
      g_autoptr (GBytes) followed = NULL;

      done = i == GROWTHS || size - done < 2
                 ? size
                 : done + (gsize) g_rand_double_range (chance, 0, (double) (size - done) / 2 + 2);
      grown = audit (text, done, state, staff);
      fresh = audit (text, done, NULL, staff);
      assert_same (grown, fresh);
      g_assert_null (fresh->resumed);
      tally->resumed += state != NULL && grown->resumed != NULL;
      tally->whole += state != NULL && grown->resumed == NULL;
      tally->findings += grown->findings->len;
      followed = follow_on (text, done, state, staff);
      g_assert_true ((followed == NULL) == (grown->state == NULL));
      g_clear_pointer (&state, g_bytes_unref);
      if (i % 2 == 0)
        state = g_steal_pointer (&followed);
      else
        state = grown->state != NULL ? g_bytes_ref (grown->state) : NULL;
    }
}

/* A log that was simulated with @faults, and the staff of its archive. */
static char *
simulate (SkyGameId game, guint rounds, guint64 number, guint faults, gsize *size, SkyStaff **staff)
{
  g_autofree char *folder = g_dir_make_tmp ("skyward-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "archive", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = NULL;
  SkySimulateOptions options = {
    .game = game,
    .rounds = rounds,
    .seed = number,
    .tables = 1,
    .faults = faults,
    .start = SKY_TIME_NONE,
  };
  static const char *const others[] = { "staff.json", "planted.json" };
  char *text = NULL;

  g_assert_true (sky_simulate (&options, path, &error));
  archive = sky_archive_open (path, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (archive->logs[0], &text, size, NULL));
  *staff = g_steal_pointer (&archive->staff);
  g_assert_cmpint (g_remove (archive->logs[0]), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *file = g_build_filename (path, others[i], NULL);

      g_assert_cmpint (g_remove (file), ==, 0);
    }
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return text;
}

static void
test_game (gconstpointer data)
{
  SkyGameId game = GPOINTER_TO_UINT (data);
  g_autoptr (GRand) chance = g_rand_new_with_seed (seed + game);
  Tally tally = { 0 };

  for (guint i = 0; i < count; i++)
    {
      gsize size;
      g_autoptr (SkyStaff) staff = NULL;
      g_autofree char *text =
          simulate (game, 12 + i % 3 * 10, seed + i / 2, i % 2 * 12, &size, &staff);

      if (i % 4 < 2)
        grow (text, size, i % 8 < 4 ? staff : NULL, chance, &tally);
      else
        {
          g_autoptr (LogText) clean = log_text_new (text, size);
          g_autoptr (Mutant) mutant = mutant_new (clean, i / 4 % N_MUTATIONS, chance);

          grow (mutant->text->str, mutant->text->len, staff, chance, &tally);
        }
    }
  g_test_message ("%u resumed, %u not, %u findings", tally.resumed, tally.whole, tally.findings);
  g_assert_cmpuint (tally.resumed, >, 2 * count);
  g_assert_cmpuint (tally.findings, >, 0);
}

/* An audit of a log whose rounds are corrected goes on from no other. */
static gboolean
is_corrected (SkyLog *log)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (log, NULL);

  return sky_log_reader_is_corrected (reader);
}

/* A case of the golden corpus, cut at the ends of its lines: of many logs at each, else at some.
 * Only an audit of a log whose table is open has a state. */
static void
cut_case (const char *path)
{
  g_autofree char *text = NULL;
  gsize size;
  g_autoptr (SkyLog) log = NULL;
  g_autoptr (SkyLogAudit) fresh = NULL;
  guint step = count < 1000 ? 4 : 1;
  guint line = (guint) strlen (strrchr (path, G_DIR_SEPARATOR)) % step;
  gboolean corrected;

  g_assert_true (g_file_get_contents (path, &text, &size, NULL));
  log = open_log (text, size);
  if (log == NULL)
    return;
  corrected = is_corrected (log);
  fresh = audit (text, size, NULL, NULL);
  for (const char *end = memchr (text, '\n', size); end != NULL;
       end = memchr (end + 1, '\n', size - (gsize) (end + 1 - text)))
    {
      g_autoptr (SkyLogAudit) before = NULL;
      g_autoptr (SkyLogAudit) grown = NULL;

      if (line++ % step != 0)
        continue;
      before = audit (text, (gsize) (end + 1 - text), NULL, NULL);
      if (!corrected)
        g_assert_cmpint (before->state == NULL, ==,
                         has_closed_table (text, (gsize) (end + 1 - text)));
      grown = audit (text, size, before->state, NULL);
      assert_same (grown, fresh);
      g_assert_true (grown->resumed == (corrected ? NULL : before->state));
    }
}

static void
test_corpus (gconstpointer data)
{
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "data", (const char *) data, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".tel.jsonl"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        cut_case (path);
        n++;
      }
  g_assert_cmpuint (n, >, 0);
}

/* A wager of long ago, of which the state only knows that it was, is named again: settled once
 * more, changed, or its name given to another. */
static void
test_old_wager (void)
{
  static const char *const lines[] = {
    "{\"seq\":1,\"at\":\"2023-11-04T20:00:00.000000Z\",\"type\":\"settle\",\"wager\":\"%s\","
    "\"outcome\":\"win\",\"paid\":100}\n",
    "{\"seq\":1,\"at\":\"2023-11-04T20:00:00.000000Z\",\"type\":\"wager_change\",\"wager\":\"%s\","
    "\"action\":\"remove\"}\n",
    "{\"seq\":1,\"at\":\"2023-11-04T20:00:00.000000Z\",\"type\":\"wager\",\"wager\":\"%s\","
    "\"seat\":1,\"bet\":\"field\",\"amount\":500}\n",
  };
  gsize size;
  g_autoptr (SkyStaff) staff = NULL;
  g_autofree char *text = simulate (SKY_GAME_CRAPS, 300, 1, 0, &size, &staff);
  const char *first = strstr (text, "\"type\":\"wager\",\"wager\":\"");
  g_autofree char *id = NULL;
  gsize before = size / 10 * 9;

  first += strlen ("\"type\":\"wager\",\"wager\":\"");
  id = g_strndup (first, strcspn (first, "\""));
  before = (gsize) ((const char *) memchr (text + before, '\n', size - before) - text) + 1;
  for (guint i = 0; i < 2 * G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (GString) grown = g_string_new_len (text, (gssize) before);
      g_autoptr (SkyLogAudit) earlier = audit (text, before, NULL, staff);
      g_autoptr (SkyLogAudit) later = NULL;
      g_autoptr (SkyLogAudit) fresh = NULL;
      gboolean is_old = i % 2 == 0;
      g_auto (GStrv) parts = g_strsplit (lines[i / 2], "%s", 2);

      g_string_append_printf (grown, "%s%s%s", parts[0], is_old ? id : "never there", parts[1]);
      g_string_append_len (grown, text + before, (gssize) (size - before));
      later = audit (grown->str, grown->len, earlier->state, staff);
      fresh = audit (grown->str, grown->len, NULL, staff);
      assert_same (later, fresh);
      g_assert_true ((later->resumed == NULL) == is_old);
      {
        g_autoptr (SkyAuditFollow) known = follow (text, before, earlier->state, staff);
        g_autoptr (SkyAuditFollow) on = follow (grown->str, grown->len, earlier->state, staff);
        g_autoptr (SkyAuditFollow) whole = follow (grown->str, grown->len, NULL, staff);
        const SkyLogAudit *made = sky_audit_follow_get_audit (on);

        assert_same (made, sky_audit_follow_get_audit (whole));
        g_assert_true ((made->resumed == NULL) == is_old);
        /* What was found before is not found again, though all was audited again. */
        g_assert_cmpuint (sky_audit_follow_get_fresh (on)->len, ==,
                          made->findings->len - sky_audit_follow_get_audit (known)->findings->len);
      }
    }
}

/* A state that ends early, as one does whose digest somebody made who may write states. */
static GBytes *
forge (GBytes *state, gsize size)
{
  guint8 *all = g_memdup2 (g_bytes_get_data (state, NULL), size);

  sky_digest_bytes (all + SKY_DIGEST_SIZE, size - SKY_DIGEST_SIZE, all);
  return g_bytes_new_take (all, size);
}

static void
test_forged (gconstpointer data)
{
  SkyGameId game = GPOINTER_TO_UINT (data);
  g_autoptr (GRand) chance = g_rand_new_with_seed (seed + game);
  g_autoptr (SkyStaff) staff = NULL;
  gsize size, half;
  g_autofree char *text = simulate (game, 20, seed, 6, &size, &staff);
  g_autoptr (SkyLogAudit) before = NULL;
  g_autoptr (SkyLogAudit) fresh = audit (text, size, NULL, staff);

  half = (gsize) ((char *) memchr (text + size / 2, '\n', size / 2) - text) + 1;
  before = audit (text, half, NULL, staff);
  g_assert_nonnull (before->state);
  for (guint i = 0; i < 10 * count; i++)
    {
      g_autoptr (GBytes) state =
          forge (before->state, (gsize) g_rand_int_range (chance, SKY_DIGEST_SIZE,
                                                          (int) g_bytes_get_size (before->state)));
      g_autoptr (SkyLogAudit) made = audit (text, size, state, staff);

      assert_same (made, fresh);
      g_assert_null (made->resumed);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    count = (guint) g_ascii_strtoull (argv[1], NULL, 10);
  if (argc > 2)
    seed = (guint32) g_ascii_strtoull (argv[2], NULL, 10);
  for (SkyGameId game = 0; game < SKY_N_GAMES; game++)
    {
      g_autofree char *name = g_strconcat ("/grown/", sky_game_id_to_name (game), NULL);

      g_autofree char *corpus = g_strconcat ("/grown/corpus/", sky_game_id_to_name (game), NULL);
      g_autofree char *forged = g_strconcat ("/grown/forged/", sky_game_id_to_name (game), NULL);

      g_test_add_data_func (name, GUINT_TO_POINTER (game), test_game);
      g_test_add_data_func (corpus, sky_game_id_to_name (game), test_corpus);
      g_test_add_data_func (forged, GUINT_TO_POINTER (game), test_forged);
    }
  g_test_add_func ("/grown/old-wager", test_old_wager);
  return g_test_run ();
}
