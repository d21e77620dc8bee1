/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real dice, thrown before cameras, are coded from the recordings alone. The audit of the coded log
 * says what the audit of the table's own log must say, where that lies in what was looked at.
 * Skipped where the recordings are not. */
#include "config.h"

#include "../remove-tree.h"
#include "sky-archive.h"
#include "sky-audit-run.h"
#include "sky-coding.h"
#include "sky-json.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

/* Cameras of the table, in the order of footage.json. */
enum
{
  DICE = 0,  /* sees the dice; its recording begins late */
  TABLE = 2, /* sees the table from before the first round */
};

/* What the person does at an instant of the recordings, in milliseconds since the one of the dice
 * begins. */
typedef struct
{
  gint64 at;
  const char *text;     /* typed; NULL: the next phase */
  const char *wager;    /* settled as seen, or NULL */
  SkySettlement settle; /* the same */
} Step;

#define TYPE(at, text)                                                                             \
  {                                                                                                \
    at, text, NULL,                                                                                \
    {                                                                                              \
      0                                                                                            \
    }                                                                                              \
  }
#define PHASE(at)                                                                                  \
  {                                                                                                \
    at, NULL, NULL,                                                                                \
    {                                                                                              \
      0                                                                                            \
    }                                                                                              \
  }
#define LOST(at, wager, amount)                                                                    \
  {                                                                                                \
    at, NULL, wager,                                                                               \
    {                                                                                              \
      .outcome = SKY_OUTCOME_LOSE, .taken = amount                                                 \
    }                                                                                              \
  }
#define PAID(at, wager, amount, bet)                                                               \
  {                                                                                                \
    at, NULL, wager,                                                                               \
    {                                                                                              \
      .outcome = SKY_OUTCOME_WIN, .paid = amount, .returned = bet                                  \
    }                                                                                              \
  }
#define STOOD(at, wager, amount)                                                                   \
  {                                                                                                \
    at, NULL, wager,                                                                               \
    {                                                                                              \
      .outcome = SKY_OUTCOME_WIN, .paid = amount, .stays = TRUE                                    \
    }                                                                                              \
  }

/* The rounds, each ended by a step without text, wager or phase (see run()). */
static const Step first[] = {
  PHASE (-20000), TYPE (-19000, "@1 p 10"), TYPE (-19000, "@2 fire_bet 5"),
  PHASE (-600),   TYPE (0, "41"),
};
static const Step second[] = {
  PHASE (350), TYPE (400, "@1 6 12"), TYPE (400, "@2 f 5"),   TYPE (400, "@2 h6 5"),
  PHASE (750), TYPE (1200, "35"),     LOST (1400, "w4", 500),
};
static const Step third[] = {
  PHASE (1550), PHASE (1950), TYPE (2400, "15"), LOST (2600, "w5", 500), STOOD (2600, "w3", 1400),
};
static const Step fourth[] = {
  PHASE (2750),      TYPE (2800, "@2 f 5"),       TYPE (2800, "@2 ac 1"),      PHASE (2950),
  TYPE (3400, "12"), PAID (3600, "w6", 500, 500), PAID (3600, "w7", 700, 100),
};
static const Step fifth[] = {
  PHASE (3750),
  PHASE (4150),
  TYPE (4800, "24"),
  STOOD (5000, "w3", 1200),
};
static const Step sixth[] = {
  PHASE (5150), TYPE (5200, "@2 f 5"), PHASE (5550), TYPE (6000, "11"), PAID (6200, "w8", 500, 500),
};

static const struct
{
  const Step *steps;
  guint n;
  gint64 end;
} rounds[] = {
  { first, G_N_ELEMENTS (first), 300 },  { second, G_N_ELEMENTS (second), 1500 },
  { third, G_N_ELEMENTS (third), 2700 }, { fourth, G_N_ELEMENTS (fourth), 3700 },
  { fifth, G_N_ELEMENTS (fifth), 5100 }, { sixth, G_N_ELEMENTS (sixth), 6300 },
};

typedef struct
{
  char *real; /* the folder with the recordings; NULL: there is none */
  char *folder;
  char *log;
  char *journal;
  SkyFootage *footage;
} Place;

static void
copy (const char *from, const char *to)
{
  g_autoptr (GFile) source = g_file_new_for_path (from);
  g_autoptr (GFile) target = g_file_new_for_path (to);
  g_autoptr (GError) error = NULL;

  g_file_copy (source, target, G_FILE_COPY_TARGET_DEFAULT_PERMS, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* A folder with the recordings, and no log. */
static void
set_up (Place *place, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  place->real = g_test_build_filename (G_TEST_DIST, "..", "..", "shared", "real", "dice", NULL);
  if (!g_file_test (place->real, G_FILE_TEST_IS_DIR))
    {
      g_clear_pointer (&place->real, g_free);
      return;
    }
  place->folder = g_dir_make_tmp ("sky-real-dice-XXXXXX", &error);
  g_assert_no_error (error);
  place->log = g_build_filename (place->folder, "CR-07-2016-09-03.PA-100231.tel.jsonl", NULL);
  place->journal = g_build_filename (place->folder, "coding.journal", NULL);

  g_autofree char *from = g_build_filename (place->real, "footage.json", NULL);
  g_autofree char *to = g_build_filename (place->folder, "footage.json", NULL);
  g_autofree char *recordings = g_build_filename (place->folder, "footage", NULL);

  copy (from, to);
  g_assert_cmpint (g_mkdir (recordings, 0700), ==, 0);
  place->footage = sky_footage_read (place->folder, to, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < place->footage->n_cameras; i++)
    for (guint j = 0; j < place->footage->cameras[i].n_segments; j++)
      {
        const char *file = place->footage->cameras[i].segments[j].file;
        g_autofree char *original = g_build_filename (place->real, file, NULL);
        g_autofree char *copied = g_build_filename (place->folder, file, NULL);

        copy (original, copied);
      }
}

static void
tear_down (Place *place, gconstpointer unused)
{
  if (place->real == NULL)
    return;
  remove_tree (place->folder);
  sky_footage_free (place->footage);
  g_free (place->real);
  g_free (place->folder);
  g_free (place->log);
  g_free (place->journal);
}

/* --- The person who watches ------------------------------------------------------------------- */

static SkyCoding *
begin (Place *place)
{
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (SkyRecordSource));
  g_autoptr (GError) error = NULL;
  SkyLogHeader header = {
    .property = "Keystone",
    .table = "CR-07",
    .game = SKY_GAME_CRAPS,
    .time_zone = "America/New_York",
    .currency = "USD",
    .version = 2,
    .record = { .how = SKY_RECORD_FOOTAGE, .by = "PA-100231", .pass = 1 },
    .scope = { .classes = 1u << SKY_CLASS_OUTCOME | 1u << SKY_CLASS_WAGERS
                          | 1u << SKY_CLASS_SETTLEMENTS | 1u << SKY_CLASS_DISPUTES },
  };
  SkyCoding *coding;

  for (guint i = 0; i < place->footage->n_cameras; i++)
    {
      const SkyFootageCamera *camera = &place->footage->cameras[i];
      const SkyRecordSource source = { camera->camera, camera->segments[0].file,
                                       camera->segments[0].sha256 };

      g_assert_cmpuint (camera->n_segments, ==, 1);
      g_array_append_val (sources, source);
    }
  header.record.from = &g_array_index (sources, SkyRecordSource, 0);
  header.record.n_from = sources->len;
  g_assert_true (sky_day_parse ("2016-09-03", strlen ("2016-09-03"), &header.gaming_day));
  coding = sky_coding_open (place->log, place->journal, 0640, &header, &error);
  g_assert_no_error (error);
  return coding;
}

/* The picture that is looked at: of the dice where they are recorded. */
static void
look (Place *place, SkyCoding *coding, gint64 milliseconds)
{
  const SkySegment *dice = &place->footage->cameras[DICE].segments[0];
  const SkyTime at = dice->start + milliseconds * 1000;
  const int recording = at >= dice->start && at < dice->end ? DICE : TABLE;

  sky_coding_set_clock (coding, at, recording,
                        at - place->footage->cameras[recording].segments[0].start);
}

static void
type (Place *place, SkyCoding *coding, gint64 at, const char *text)
{
  static const SkyEntryHand hand = { 0 };
  g_autoptr (GError) error = NULL;

  look (place, coding, at);
  sky_coding_enter (coding, text, &hand, &error);
  g_assert_no_error (error);
}

static void
run (Place *place, SkyCoding *coding, const Step *steps, guint n, gint64 end)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n && error == NULL; i++)
    {
      look (place, coding, steps[i].at);
      if (steps[i].wager != NULL)
        sky_coding_settle (coding, steps[i].wager, &steps[i].settle, &error);
      else if (steps[i].text == NULL)
        sky_coding_advance (coding, &error);
      else
        type (place, coding, steps[i].at, steps[i].text);
    }
  g_assert_no_error (error);
  look (place, coding, end);
  sky_coding_close (coding, NULL, &error);
  g_assert_no_error (error);
}

static void
code (Place *place)
{
  g_autoptr (SkyCoding) coding = begin (place);
  g_autoptr (GError) error = NULL;

  type (place, coding, -30000, "table_open");
  type (place, coding, -30000, "rules {\"payout_unit\":1,\"fire_bet\":\"A\"} approval=RS-1");
  for (guint i = 0; i < G_N_ELEMENTS (rounds); i++)
    run (place, coding, rounds[i].steps, rounds[i].n, rounds[i].end);
  type (place, coding, 6500,
        "dispute d1 2 {\"outcome\":\"win\",\"paid\":1000} \"Two ones pay twice.\" wager=w8");
  type (place, coding, 20000, "wager_change w3 remove");
  type (place, coding, 25000, "table_close");
  look (place, coding, 25000);
  sky_coding_close (coding, NULL, &error);
  g_assert_no_error (error);
}

/* --- What must be found ----------------------------------------------------------------------- */

static gint
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
join (GPtrArray *lines)
{
  g_ptr_array_sort (lines, compare);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* expected.json, but for what the order of a table's own lines shows: a person writes no line that
 * is dated before the last. */
static char *
read_expected (Place *place)
{
  g_autofree char *path = g_build_filename (place->real, "expected.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  const SkyJsonNode *findings, *finding;
  const char *cause;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  findings =
      sky_json_member (sky_json_parse (parser, text, strlen (text), FALSE, &cause), "findings");
  g_assert_nonnull (findings);
  finding = sky_json_first (findings);
  for (guint i = 0; i < findings->n_children; i++, finding = sky_json_next (finding))
    {
      g_autofree char *check = sky_text_dup (sky_json_member (finding, "check")->text);
      const SkyJsonNode *variance = sky_json_member (finding, "variance");
      const SkyJsonNode *wager = sky_json_member (finding, "wager");
      g_autofree char *id = wager != NULL ? sky_text_dup (wager->text) : NULL;

      if (!g_str_equal (check, "log.time-reversed"))
        g_ptr_array_add (lines, g_strdup_printf ("%s of %s: %" G_GINT64_FORMAT, check,
                                                 id != NULL ? id : "no wager",
                                                 variance != NULL ? variance->integer : 0));
    }
  g_assert_cmpuint (lines->len, ==, findings->n_children - 1);
  return join (lines);
}

static char *
audit (Place *place)
{
  const char *paths[] = { place->folder, NULL };
  g_autoptr (SkyAuditRun) audited = sky_audit_run_new (paths);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  GPtrArray *audits;

  sky_audit_run (audited, 1, &error);
  g_assert_no_error (error);
  audits = sky_audit_run_get_audits (audited);
  g_assert_cmpuint (audits->len, ==, 1);
  g_assert_cmpuint (sky_audit_run_get_failures (audited)->len, ==, 0);

  const SkyLogAudit *of_log = audits->pdata[0];
  for (guint i = 0; i < of_log->findings->len; i++)
    {
      const SkyFinding *finding = of_log->findings->pdata[i];

      g_ptr_array_add (lines, g_strdup_printf ("%s of %s: %" G_GINT64_FORMAT,
                                               sky_check_info (finding->check)->name,
                                               finding->wager != NULL ? finding->wager : "no wager",
                                               finding->has_variance ? finding->variance : 0));
    }
  return join (lines);
}

static void
test_coded (Place *place, gconstpointer unused)
{
  if (place->real == NULL)
    {
      g_test_skip ("The recordings are not here.");
      return;
    }
  code (place);

  g_autofree char *expected = read_expected (place);
  g_autofree char *found = audit (place);

  g_assert_cmpstr (found, ==, expected);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/record/real-dice", Place, NULL, set_up, test_coded, tear_down);
  return g_test_run ();
}
