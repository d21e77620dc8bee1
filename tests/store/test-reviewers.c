/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Twenty reviewers at as many desks decide the same few findings: none overwrites what they have
 * not seen, each conflict is told to the one who was second, and nothing is lost or doubled.
 *
 * test-reviewers --seconds N has them do it for so long and says how it went. */
#include "config.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "private-postgres.h"
#include "sky-review.h"
#include "sky-store-watch.h"
#include "store-samples.h"

#define N_REVIEWERS 20
#define N_AT_ONCE   8  /* findings that they are at, from second to second others */
#define N_DECISIONS 12 /* of each reviewer, when no time is given */

/* What came of a decision that was written. */
typedef struct
{
  guint finding;
  gint64 seen; /* the entry that it was made on */
  gint64 number;
} Said;

typedef struct
{
  const char *path;
  GPtrArray *keys; /* of char * */
  pthread_barrier_t *together;
  gint64 from;
  gint64 until; /* 0: so many decisions */
  guint reviewer;
  GThread *thread;
  gint *n_done; /* atomic: of all of them */

  GArray *said; /* of Said */
  guint n_conflicts;
  guint n_busy; /* how often others wrote for too long, and nothing was written */
  guint n_notes;
} Reviewer;

/* Findings are decided a few times and not for ever: all go through them together. */
static guint
choose (const Reviewer *self, GRand *random)
{
  guint first = (guint) ((g_get_monotonic_time () - self->from) / G_TIME_SPAN_SECOND);

  return (first + (guint) g_rand_int_range (random, 0, N_AT_ONCE)) % self->keys->len;
}

/* --- A reviewer --------------------------------------------------------------------------------
 */

/* What was said since @seen, when that is why nothing was written, is there to be shown. */
static void
read_conflict (Reviewer *self, SkyStore *store, const char *key, gint64 seen)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) newer = sky_store_ledger_list (store, key, seen, 100, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (newer->len, >, 0);
  self->n_conflicts++;
}

/* Decides on what was seen; FALSE: somebody was faster. */
static gboolean
decide (Reviewer *self, SkyStore *store, guint finding, const SkyReview *seen, GRand *random)
{
  static const SkyLedgerAction actions[] = { SKY_LEDGER_CONFIRM, SKY_LEDGER_DISMISS,
                                             SKY_LEDGER_ESCALATE, SKY_LEDGER_REOPEN };
  g_autofree char *credential = g_strdup_printf ("PA-%u", self->reviewer);
  const SkyReviewer reviewer = { credential, credential };
  gboolean undoes = sky_review_get_last_word (seen) != 0 && g_rand_int_range (random, 0, 5) == 0;
  Said said = { .finding = finding, .seen = seen->last_entry };
  g_autoptr (GError) error = NULL;
  gboolean good;

  if (undoes)
    good = sky_store_undo (store, &reviewer, sky_review_get_last_word (seen), "A slip.",
                           seen->last_entry, &said.number, &error);
  else
    good = sky_store_decide (store, &reviewer, self->keys->pdata[finding],
                             actions[g_rand_int_range (random, 0, G_N_ELEMENTS (actions))],
                             "Looked at.", seen->last_entry, &said.number, &error);
  if (good)
    g_array_append_val (self->said, said);
  else if (g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_BUSY))
    self->n_busy++;
  else
    {
      g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_CHANGED);
      read_conflict (self, store, self->keys->pdata[finding], seen->last_entry);
    }
  return good;
}

static void
note (Reviewer *self, SkyStore *store, guint finding)
{
  g_autofree char *credential = g_strdup_printf ("PA-%u", self->reviewer);
  const SkyReviewer reviewer = { credential, credential };
  g_autoptr (GError) error = NULL;

  if (sky_store_decide (store, &reviewer, self->keys->pdata[finding], SKY_LEDGER_NOTE, "Noted.",
                        SKY_REVIEW_ANY, NULL, &error))
    {
      self->n_notes++;
      return;
    }
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_BUSY);
  self->n_busy++;
}

static gpointer
review_thread (gpointer data)
{
  Reviewer *self = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (self->reviewer);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (self->path, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  /* All have seen the first finding before one of them says anything: one is the first. */
  {
    g_autoptr (SkyReview) seen = sky_store_get_review (store, self->keys->pdata[0], &error);

    g_assert_no_error (error);
    pthread_barrier_wait (self->together);
    decide (self, store, 0, seen, random);
  }
  while (self->until != 0 ? g_get_monotonic_time () < self->until : self->said->len < N_DECISIONS)
    {
      guint finding = choose (self, random);
      gboolean done = FALSE;

      if (g_rand_int_range (random, 0, 8) == 0)
        note (self, store, finding);
      while (!done)
        {
          g_autoptr (SkyReview) seen =
              sky_store_get_review (store, self->keys->pdata[finding], &error);

          g_assert_no_error (error);
          /* They look at it for a while; in a test they let go of the processor. */
          if (self->until != 0)
            g_usleep ((gulong) g_rand_int_range (random, 20000, 400000));
          else
            g_thread_yield ();
          done = decide (self, store, finding, seen, random);
        }
    }
  g_atomic_int_inc (self->n_done);
  return NULL;
}

/* --- Who listens -------------------------------------------------------------------------------
 */

typedef struct
{
  SkyStore *store;
  gint64 entry; /* the last that was told */
  GArray *late; /* of gint64: how long after it was made it was told, in microseconds */
} Ear;

static void
news_cb (const SkyStoreNews *news, gpointer data)
{
  Ear *ear = data;
  gint64 now = g_get_real_time ();
  g_autoptr (GPtrArray) newest = NULL;

  if (!news->connected || news->present.entry <= ear->entry)
    return;
  ear->entry = news->present.entry;
  newest = sky_store_ledger_list (ear->store, NULL, ear->entry - 1, 1, NULL);
  if (newest != NULL && newest->len == 1)
    {
      gint64 late = now - ((const SkyLedgerEntry *) newest->pdata[0])->at;
      g_array_append_val (ear->late, late);
    }
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const gint64 *left = a;
  const gint64 *right = b;

  return *left < *right ? -1 : *left > *right;
}

static double
get_late (const Ear *ear, guint part, guint of)
{
  return ear->late->len == 0
             ? 0
             : (double) g_array_index (ear->late, gint64, (ear->late->len - 1) * part / of) / 1000;
}

/* Looks at the clock again, also when nothing is told. */
static gboolean
look_again_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* --- All of them -------------------------------------------------------------------------------
 */

/* No word that was written was overwritten unseen: nobody else's stands between what a reviewer saw
 * and what they said. */
static void
check_said (SkyStore *store, GPtrArray *keys, const Said *said)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries =
      sky_store_ledger_list (store, keys->pdata[said->finding], said->seen, 1, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 1);
  g_assert_cmpint (((const SkyLedgerEntry *) entries->pdata[0])->number, ==, said->number);
}

static void
run (const char *path, guint seconds)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 20, N_AT_ONCE + seconds, 1);
  gint64 until = seconds > 0 ? g_get_monotonic_time () + (gint64) seconds * G_TIME_SPAN_SECOND : 0;
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  Reviewer reviewers[N_REVIEWERS];
  pthread_barrier_t together;
  Ear ear = { .late = g_array_new (FALSE, FALSE, sizeof (gint64)) };
  guint n_said = 0;
  guint n_conflicts = 0;
  guint n_busy = 0;
  guint n_notes = 0;
  guint64 n_entries;
  SkyLedgerMark last;
  gint n_done = 0;

  g_assert_no_error (error);
  sample_audit_write (audit, store);
  for (guint i = 0; i < N_AT_ONCE + seconds; i++)
    g_ptr_array_add (keys, sample_audit_key (audit, i));
  ear.store = sky_store_open (path, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  pthread_barrier_init (&together, NULL, N_REVIEWERS);
  SkyStoreWatch *watch = sky_store_watch_new (path, news_cb, &ear);
  for (guint i = 0; i < N_REVIEWERS; i++)
    {
      reviewers[i] = (Reviewer){ .path = path,
                                 .keys = keys,
                                 .together = &together,
                                 .from = g_get_monotonic_time (),
                                 .until = until,
                                 .reviewer = i + 1,
                                 .said = g_array_new (FALSE, FALSE, sizeof (Said)),
                                 .n_done = &n_done };
      reviewers[i].thread = g_thread_new ("reviewer", review_thread, &reviewers[i]);
    }
  guint clock = g_timeout_add (100, look_again_cb, NULL);
  while (g_atomic_int_get (&n_done) < N_REVIEWERS)
    g_main_context_iteration (NULL, TRUE);
  /* All is heard before it is checked, which takes a while. */
  g_assert_true (sky_store_get_ledger_head (store, &last, NULL));
  while (ear.entry < last.number)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < N_REVIEWERS; i++)
    {
      g_thread_join (reviewers[i].thread);
      for (guint j = 0; j < reviewers[i].said->len; j++)
        check_said (store, keys, &g_array_index (reviewers[i].said, Said, j));
      n_said += reviewers[i].said->len;
      n_conflicts += reviewers[i].n_conflicts;
      n_busy += reviewers[i].n_busy;
      n_notes += reviewers[i].n_notes;
      g_array_unref (reviewers[i].said);
    }
  g_autoptr (GPtrArray) faults = sky_store_ledger_verify (store, &n_entries, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (faults->len, ==, 0);
  g_assert_cmpuint (n_entries, ==, n_said + n_notes);
  g_assert_cmpuint (n_entries, ==, (guint64) last.number);
  pthread_barrier_destroy (&together);
  g_assert_cmpuint (n_conflicts + n_busy, >=, N_REVIEWERS - 1);
  g_source_remove (clock);
  g_array_sort (ear.late, compare);
  g_test_message (
      "%u decisions and %u notes of %d reviewers, %u conflicts told, %u times too busy; "
      "%u news, told after "
      "%.1f ms (median), %.1f ms (99 of 100), %.1f ms (all)",
      n_said, n_notes, N_REVIEWERS, n_conflicts, n_busy, ear.late->len, get_late (&ear, 1, 2),
      get_late (&ear, 99, 100), get_late (&ear, 1, 1));
  sky_store_watch_free (watch);
  sky_store_free (ear.store);
  g_array_unref (ear.late);
}

static guint seconds;

static void
test_sqlite (Samples *samples, gconstpointer unused)
{
  run (samples->path, seconds);
}

static void
test_postgres (void)
{
  g_autofree char *uri = private_postgres_new_database ();

  run (uri, seconds);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (argc == 3 && strcmp (argv[1], "--seconds") == 0)
    seconds = (guint) g_ascii_strtoull (argv[2], NULL, 10);
  g_test_add ("/reviewers/sqlite", Samples, NULL, samples_set_up, test_sqlite, samples_tear_down);
  g_test_add_func ("/reviewers/postgres", test_postgres);
  return g_test_run ();
}
