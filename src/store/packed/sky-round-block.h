/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rounds of a log, in blocks of the same size and with ids like those of its findings
 * (sky-finding-block.h). A row of the table `round_blocks` has the count of rounds, the count of
 * those with findings, and their first and last times. The rest is packed column by column. The
 * last block of a log may have fewer. */
#pragma once

#include "sky-finding-block.h"
#include "sky-packed.h"
#include "sky-store-private.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_ROUND_BLOCK_NUMBER,
  SKY_ROUND_BLOCK_FIRST_SEQ,
  SKY_ROUND_BLOCK_N_SEQS, /* by how much the last is more than the first */
  SKY_ROUND_BLOCK_START,
  SKY_ROUND_BLOCK_DURATION,
  SKY_ROUND_BLOCK_OFFSET,
  SKY_ROUND_BLOCK_LENGTH,
  SKY_ROUND_BLOCK_FIRST_LINE,
  SKY_ROUND_BLOCK_N_WAGERS,
  SKY_ROUND_BLOCK_N_FINDINGS,
  SKY_ROUND_BLOCK_COMPLETE,
  SKY_N_ROUND_BLOCK_COLUMNS,
} SkyRoundBlockColumn;

/* A block being read. It points into its source bytes. */
typedef struct
{
  guint64 first; /* the place of its first round in the log */
  guint n;
  SkyPackedColumn columns[SKY_N_ROUND_BLOCK_COLUMNS];
} SkyRoundBlock;

/* Reads the block of @row; @id and @columns are the columns of these names.
 * SKY_STORE_ERROR_DAMAGED: it is not a block. */
gboolean sky_round_block_read (
    SkyRoundBlock *self, SkyStore *store, SkyStatement *row, int id, int columns, GError **error);

/* What statements about a log's blocks begin with; their columns are `id` and `columns`. */
#define SKY_ROUND_BLOCKS "SELECT r.id, r.columns FROM round_blocks r WHERE r.id BETWEEN ? AND ? "

/* The last place that a round can have in a log. */
#define SKY_LAST_ROUND ((G_GUINT64_CONSTANT (1) << SKY_BLOCK_SHIFT) * SKY_BLOCK_SIZE - 1)

/* Lends @sql. Its first values are set: the ids between which the blocks of the log's rounds from
 * @first to @last are. The caller sets the others. */
SkyStatement *sky_round_blocks_get (SkyStore *store,
                                    const char *sql,
                                    gint64 log,
                                    guint64 first,
                                    guint64 last,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The round at @index as the audit made it, with its place and findings. Leaves its log's names
 * unchanged. */
void sky_round_block_get (const SkyRoundBlock *self, guint index, SkyStoredRound *round);

/* Writes @rounds to the store, which already has the first @n_known. @counts has each round's
 * number of findings. The caller must have removed the rounds after those known. */
gboolean sky_store_write_round_blocks (SkyStore *self,
                                       gint64 log,
                                       const SkyStoredRound *rounds,
                                       gsize n_known,
                                       gsize n_rounds,
                                       const guint64 *counts,
                                       GError **error);

/* Takes away the blocks of a log that have more than its first @n_known rounds. */
gboolean sky_store_remove_round_blocks (SkyStore *self, gint64 log, gsize n_known, GError **error);

/* Checks that each log has the rounds that it states, in consecutive blocks.
 * SKY_STORE_ERROR_DAMAGED if not. */
gboolean sky_store_check_round_blocks (SkyStore *self, GError **error);

G_END_DECLS
