/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rounds of a log, in blocks as its findings are (sky-finding-block.h), of the same size and
 * with ids like theirs: a row of the table `round_blocks` has how many there are, how many have
 * findings, from when until when they are, and the rest packed column by column. The last block of
 * a log may have fewer. */
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

/* A block as it is read: it points into the bytes it was read from. */
typedef struct
{
  guint64 first; /* the place of its first round in the log */
  guint n;
  SkyPackedColumn columns[SKY_N_ROUND_BLOCK_COLUMNS];
} SkyRoundBlock;

/* Reads the block that @row stands on: its columns @id and @columns are those of the table that are
 * called so. SKY_STORE_ERROR_DAMAGED when that is no block. */
gboolean sky_round_block_read (
    SkyRoundBlock *self, SkyStore *store, SkyStatement *row, int id, int columns, GError **error);

/* What statements about a log's blocks begin with; their columns are `id` and `columns`. */
#define SKY_ROUND_BLOCKS "SELECT r.id, r.columns FROM round_blocks r WHERE r.id BETWEEN ? AND ? "

/* The last place that a round can have in a log. */
#define SKY_LAST_ROUND ((G_GUINT64_CONSTANT (1) << SKY_BLOCK_SHIFT) * SKY_BLOCK_SIZE - 1)

/* Lends @sql, whose first values are the ids between which the blocks of the log's rounds from
 * @first to @last are; the others are not given yet. */
SkyStatement *sky_round_blocks_get (SkyStore *store,
                                    const char *sql,
                                    gint64 log,
                                    guint64 first,
                                    guint64 last,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The round at @index as the audit made it, with its place and findings; its log's names are left
 * alone. */
void sky_round_block_get (const SkyRoundBlock *self, guint index, SkyStoredRound *round);

/* Puts @rounds, of which the store has the first @n_known already, into the store; @counts says how
 * many findings each has. What it had behind those it knows must have been taken away. */
gboolean sky_store_write_round_blocks (SkyStore *self,
                                       gint64 log,
                                       const SkyStoredRound *rounds,
                                       gsize n_known,
                                       gsize n_rounds,
                                       const guint64 *counts,
                                       GError **error);

/* Takes away the blocks of a log that have more than its first @n_known rounds. */
gboolean sky_store_remove_round_blocks (SkyStore *self, gint64 log, gsize n_known, GError **error);

/* Whether each log has the rounds that it says, one block behind the other: SKY_STORE_ERROR_DAMAGED
 * when not. */
gboolean sky_store_check_round_blocks (SkyStore *self, GError **error);

G_END_DECLS
