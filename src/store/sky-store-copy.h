/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies a store into an empty one, between databases or within one kind: what Skyward made, what
 * people said, and the stills. */
#pragma once

#include "sky-store.h"

G_BEGIN_DECLS

/* What was copied of a table, as read back from the copy. */
typedef struct
{
  const char *table;
  guint64 n_rows;
  const char *digest; /* SHA-256 of the rows in order, in both stores */
} SkyCopiedTable;

typedef void (*SkyCopiedFunc) (const SkyCopiedTable *table, gpointer data);

typedef struct
{
  guint64 n_logs;
  guint64 n_findings;
  guint64 n_entries; /* of the ledger, each verified in the copy */
  guint64 n_stills;
  guint64 n_stills_missing; /* that the ledger names and @from does not have as they were */
} SkyCopied;

/* Copies @from, read at one instant, into @to in one transaction. It commits only if every table of
 * the copy, read back, has the same number of rows and the same digest, and its ledger is whole.
 * Findings and entries keep their numbers. Logs get @to's numbers, which digests ignore. @func (may
 * be NULL) is called for each table. SKY_STORE_ERROR_CONFLICT: @to is not empty. */
gboolean sky_store_copy (SkyStore *from,
                         SkyStore *to,
                         SkyCopiedFunc func,
                         gpointer data,
                         SkyCopied *copied,
                         GError **error);

G_END_DECLS
