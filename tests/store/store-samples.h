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
  char *path; /* of the store, which is not made yet */
} Samples;

void samples_set_up (Samples *self, gconstpointer unused);
void samples_tear_down (Samples *self, gconstpointer unused);

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

/* The key of the finding at @index. Returns: a new string. */
char *sample_audit_key (SampleAudit *self, guint index);

/* Runs @sql on the samples' database around the store: with nothing that guards it. */
void samples_tamper (Samples *self, const char *sql);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SampleAudit, sample_audit_free)

G_END_DECLS
