/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies a store into another one that is empty, from one database to the other or within one kind:
 * what Skyward made, what people said, and the stills. */
#pragma once

#include "sky-store.h"

G_BEGIN_DECLS

/* What was copied of a table, and read again from the copy. */
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

/* Copies @from, read at one instant, into @to in one transaction, and commits only when every table
 * of the copy, read again, has the same number of rows and the same digest, and its ledger is
 * whole. Findings and entries keep their numbers; logs are numbered as @to numbers them, which
 * digests pass over. @func (NULL: nobody) is told of each table. A @to that has anything in it is
 * SKY_STORE_ERROR_CONFLICT. */
gboolean sky_store_copy (SkyStore *from,
                         SkyStore *to,
                         SkyCopiedFunc func,
                         gpointer data,
                         SkyCopied *copied,
                         GError **error);

G_END_DECLS
