/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "store-samples.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "private-postgres.h"

typedef struct
{
  const char *name;
  SkyQueue queue;
  SkySeverity severity;
  gboolean has_variance;
} SampleCheck;

static const SampleCheck checks[] = {
  { "settle.payout", SKY_QUEUE_VARIANCE, SKY_SEVERITY_MAJOR, TRUE },
  { "settle.missing", SKY_QUEUE_VARIANCE, SKY_SEVERITY_MAJOR, TRUE },
  { "settle.vigorish", SKY_QUEUE_VARIANCE, SKY_SEVERITY_MINOR, TRUE },
  { "wager.late", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MAJOR, FALSE },
  { "craps.units", SKY_QUEUE_IRREGULARITY, SKY_SEVERITY_MINOR, FALSE },
  { "dispute.open", SKY_QUEUE_DISPUTE, SKY_SEVERITY_MAJOR, FALSE },
  { "fire_bet.confirm", SKY_QUEUE_CONFIRMATION, SKY_SEVERITY_MAJOR, FALSE },
  { "coverage.gap", SKY_QUEUE_COVERAGE, SKY_SEVERITY_MAJOR, FALSE },
  { "log.checkpoint", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_CRITICAL, FALSE },
  { "log.unknown-type", SKY_QUEUE_INTEGRITY, SKY_SEVERITY_INFO, FALSE },
};

/* 2023-11-01T18:00:00Z. */
#define EVENING   (G_GINT64_CONSTANT (1698861600) * SKY_SECOND)
#define FIRST_DAY 19662

const char samples_postgres[] = "postgres";

/* A database with an empty store, to be copied: making the tables takes longer. */
static const char *
get_model (void)
{
  static char *model;
  g_autoptr (GError) error = NULL;

  if (model == NULL)
    {
      model = private_postgres_new_database ();
      sky_store_free (sky_store_open (model, SKY_STORE_READ_WRITE, &error));
      g_assert_no_error (error);
    }
  return model;
}

void
samples_set_up (Samples *self, gconstpointer engine)
{
  self->folder = g_dir_make_tmp ("skyward-XXXXXX", NULL);
  g_assert_nonnull (self->folder);
  self->path = engine == samples_postgres ? private_postgres_copy_database (get_model ())
                                          : g_build_filename (self->folder, "skyward.db", NULL);
}

void
samples_tear_down (Samples *self, gconstpointer unused)
{
  g_autoptr (GDir) folder = g_dir_open (self->folder, 0, NULL);
  const char *name;

  g_assert_nonnull (folder);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->path);
}

SkyStore *
samples_open (Samples *self, SkyStoreMode mode)
{
  g_autoptr (GError) error = NULL;
  SkyStore *store = sky_store_open (self->path, mode, &error);

  g_assert_no_error (error);
  g_assert_nonnull (store);
  return store;
}

static void
add_finding (SampleAudit *self, GRand *random, guint index, guint n_findings)
{
  const SampleCheck *check = &checks[g_rand_int_range (random, 0, G_N_ELEMENTS (checks))];
  SkyStoredFinding finding = { 0 };
  guint round = (guint64) index * self->rounds->len / n_findings;

  finding.check = g_strdup (check->name);
  finding.queue = check->queue;
  finding.severity = check->severity;
  finding.section = check->has_variance ? g_strdup ("623a.5(a)") : NULL;
  finding.at = SKY_TIME_NONE;
  if (self->rounds->len > 0 && g_rand_int_range (random, 0, 20) > 0)
    {
      const SkyStoredRound *of = &g_array_index (self->rounds, SkyStoredRound, round);

      finding.round = of->round;
      finding.seq = of->first_seq + g_rand_int_range (random, 0, 10);
      /* Some share an instant, also with those of other tables. */
      finding.at = of->start + g_rand_int_range (random, 0, 4) * SKY_SECOND;
      finding.seat = g_rand_int_range (random, 1, 15);
      if (check->queue == SKY_QUEUE_VARIANCE)
        finding.wager = g_strdup_printf ("w%d", g_rand_int_range (random, 0, 1000));
    }
  else
    finding.line = 2 + index;
  finding.has_variance = check->has_variance;
  finding.variance = check->has_variance ? 100 * g_rand_int_range (random, -5, 6) : 0;
  finding.recorded = check->has_variance ? g_strdup ("{\"paid\":600}") : NULL;
  finding.recomputed = check->has_variance ? g_strdup ("{\"paid\":700}") : NULL;
  finding.reading = index % 7 == 0 ? 9 : 0;
  finding.unsure = index % 3 == 2;
  finding.explanation = g_strdup_printf ("Finding %u of a sample, paid at window%d.", index,
                                         g_rand_int_range (random, 0, 50));
  g_array_append_val (self->findings, finding);
}

SampleAudit *
sample_audit_new (guint table, guint day, guint n_rounds, guint n_findings, guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  SampleAudit *self = g_new0 (SampleAudit, 1);
  char text[SKY_DAY_TEXT_SIZE];

  self->log.archive = g_strdup ("archives/sample");
  self->log.property = g_strdup (table % 2 == 0 ? "Keystone" : "Allegheny");
  self->log.table = g_strdup_printf ("CR-%02u", table);
  self->log.game = g_strdup (table % 5 == 4 ? "roulette" : "craps");
  self->log.gaming_day = FIRST_DAY + day;
  self->log.name = g_strdup_printf ("%s-%s.tel.jsonl", self->log.table,
                                    sky_day_format (self->log.gaming_day, text));
  self->log.time_zone = g_strdup ("America/New_York");
  self->log.currency = g_strdup ("USD");
  self->log.size = 1000 * n_rounds;
  self->log.mtime = EVENING;
  self->log.sha256 = g_strdup_printf ("%064u", seed);
  self->log.inputs = g_strdup ("inputs");
  self->log.program = g_strdup ("sample");
  self->log.audited_at = EVENING;
  self->log.n_lines = 10 * n_rounds;
  self->log.n_events = 10 * n_rounds;
  self->log.start = EVENING + day * 24 * SKY_HOUR;
  self->log.end = self->log.start + n_rounds * SKY_MINUTE;

  self->rounds = g_array_new (FALSE, FALSE, sizeof (SkyStoredRound));
  for (guint i = 0; i < n_rounds; i++)
    {
      SkyStoredRound round = { 0 };

      round.round = i + 1;
      round.first_seq = 10 * i + 1;
      round.last_seq = 10 * i + 10;
      round.start = EVENING + day * 24 * SKY_HOUR + i * SKY_MINUTE;
      round.end = round.start + 50 * SKY_SECOND;
      round.offset = 1000 * i;
      round.length = 1000;
      round.first_line = 10 * i + 2;
      round.n_wagers = i % 13;
      round.complete = i + 1 < n_rounds;
      g_array_append_val (self->rounds, round);
    }

  self->findings = g_array_new (FALSE, FALSE, sizeof (SkyStoredFinding));
  for (guint i = 0; i < n_findings; i++)
    add_finding (self, random, i, n_findings);
  return self;
}

void
sample_audit_free (SampleAudit *self)
{
  g_free (self->log.archive);
  g_free (self->log.name);
  g_free (self->log.property);
  g_free (self->log.table);
  g_free (self->log.game);
  g_free (self->log.time_zone);
  g_free (self->log.currency);
  g_free (self->log.sha256);
  g_free (self->log.inputs);
  g_free (self->log.program);
  g_array_unref (self->rounds);
  for (guint i = 0; i < self->findings->len; i++)
    {
      SkyStoredFinding *finding = &g_array_index (self->findings, SkyStoredFinding, i);

      g_free (finding->check);
      g_free (finding->section);
      g_free (finding->wager);
      g_free (finding->recorded);
      g_free (finding->recomputed);
      g_free (finding->explanation);
    }
  g_array_unref (self->findings);
  g_free (self);
}

gint64
sample_audit_write (SampleAudit *self, SkyStore *store)
{
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  sky_store_write_log (store, &self->log, (const SkyStoredRound *) self->rounds->data,
                       self->rounds->len, (const SkyStoredFinding *) self->findings->data,
                       self->findings->len, &id, &error);
  g_assert_no_error (error);
  g_assert_cmpint (id, >, 0);
  return id;
}

void
sample_round_assert_same (const SkyStoredRound *round, const SkyStoredRound *wanted)
{
  g_assert_cmpint (round->round, ==, wanted->round);
  g_assert_cmpuint (round->first_seq, ==, wanted->first_seq);
  g_assert_cmpuint (round->last_seq, ==, wanted->last_seq);
  g_assert_cmpint (round->start, ==, wanted->start);
  g_assert_cmpint (round->end, ==, wanted->end);
  g_assert_cmpint (round->offset, ==, wanted->offset);
  g_assert_cmpuint (round->length, ==, wanted->length);
  g_assert_cmpuint (round->first_line, ==, wanted->first_line);
  g_assert_cmpuint (round->n_wagers, ==, wanted->n_wagers);
  g_assert_cmpint (round->complete, ==, wanted->complete);
}

char *
sample_audit_key (SampleAudit *self, guint index)
{
  const SkyStoredFinding *finding = &g_array_index (self->findings, SkyStoredFinding, index);
  guint ordinal = 1;

  for (guint i = 0; i < index; i++)
    {
      const SkyStoredFinding *other = &g_array_index (self->findings, SkyStoredFinding, i);

      ordinal += g_strcmp0 (other->check, finding->check) == 0 && other->seq == finding->seq
                 && g_strcmp0 (other->wager, finding->wager) == 0 && other->line == finding->line;
    }
  return sky_finding_key (self->log.property, self->log.table, self->log.gaming_day, self->log.game,
                          finding->check, finding->seq, finding->wager, finding->line, ordinal);
}

void
samples_tamper (Samples *self, const char *sql)
{
  sqlite3 *database = NULL;
  char *message = NULL;

  if (sky_store_is_uri (self->path))
    {
      g_autofree char *said = private_postgres_run (self->path, sql);

      return;
    }
  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  sqlite3_exec (database, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  g_assert_cmpint (sqlite3_close (database), ==, SQLITE_OK);
}
