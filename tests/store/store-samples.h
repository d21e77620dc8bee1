/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A store in a folder of its own, and audits to fill it with: what they hold follows from a seed.
 */
#pragma once

#include "sky-finding-query.h"
#include "sky-stored-log.h"

G_BEGIN_DECLS

typedef struct
{
  char *folder;
  char *path; /* of the store, which is not made yet; or the URI of one with nothing in it */
} Samples;

/* The store is a file in the folder, or, when that is the test's data, a database of the test's own
 * PostgreSQL server. */
extern const char samples_postgres[];

void samples_set_up (Samples *self, gconstpointer engine);
void samples_tear_down (Samples *self, gconstpointer unused);

/* Adds a test of the store twice: over SQLite, and over PostgreSQL. */
#define SAMPLES_ADD(path, Fixture, set_up, function, tear_down)                                    \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_test_add ("/sqlite" path, Fixture, NULL, set_up, function, tear_down);                       \
    g_test_add ("/postgres" path, Fixture, samples_postgres, set_up, function, tear_down);         \
  }                                                                                                \
  G_STMT_END

/* Opens the samples' store; the test fails when that does not work. */
SkyStore *samples_open (Samples *self, SkyStoreMode mode);

/* A log with rounds and findings, as an audit would have made it. */
typedef struct
{
  SkyStoredLog log;
  GArray *rounds;   /* of SkyStoredRound */
  GArray *findings; /* of SkyStoredFinding */
} SampleAudit;

/* The log of table @table, a number, on the day @day after 2023-11-01, with @n_rounds rounds and
 * @n_findings findings that @seed scatters over checks, rounds and variances. */
SampleAudit *
sample_audit_new (guint table, guint day, guint n_rounds, guint n_findings, guint seed);
void sample_audit_free (SampleAudit *self);

/* Writes it; the test fails when that does not work. Returns: the log's id. */
gint64 sample_audit_write (SampleAudit *self, SkyStore *store);

/* Holds what an audit says of a round to @wanted. */
void sample_round_assert_same (const SkyStoredRound *round, const SkyStoredRound *wanted);

/* The key of the finding at @index. Returns: a new string. */
char *sample_audit_key (SampleAudit *self, guint index);

/* Runs @sql on the samples' database, whichever it is, around the store: with nothing that guards
 * it. */
void samples_tamper (Samples *self, const char *sql);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SampleAudit, sample_audit_free)

G_END_DECLS
