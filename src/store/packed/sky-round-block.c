/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A block's bytes: how many rounds (2, little-endian), the heads of the columns, and the columns as
 * sky-packed.h has them, with their tail. */
#include "config.h"

#include "sky-round-block.h"

#include <string.h>

#define HEAD (2 + SKY_N_ROUND_BLOCK_COLUMNS * SKY_PACKED_HEAD)

gboolean
sky_round_block_read (
    SkyRoundBlock *self, SkyStore *store, SkyStatement *row, int id, int columns, GError **error)
{
  gint64 number = sky_statement_int (row, id) & ((1 << SKY_BLOCK_SHIFT) - 1);
  gsize size = 0;
  const guint8 *bytes = sky_statement_data (row, columns, &size);
  guint16 n = 0;

  if (bytes != NULL && size >= HEAD + SKY_PACKED_TAIL)
    memcpy (&n, bytes, sizeof n);
  self->first = (guint64) number * SKY_BLOCK_SIZE;
  self->n = GUINT16_FROM_LE (n);
  if (self->n > 0 && self->n <= SKY_BLOCK_SIZE
      && sky_packed_read (self->columns, SKY_N_ROUND_BLOCK_COLUMNS, self->n, bytes + 2,
                          bytes + HEAD, bytes + size))
    return TRUE;
  return sky_store_refuse (store, error, SKY_STORE_ERROR_DAMAGED,
                           "the store is damaged: what should be a block of rounds is none");
}

SkyStatement *
sky_round_blocks_get (
    SkyStore *store, const char *sql, gint64 log, guint64 first, guint64 last, GError **error)
{
  SkyStatement *statement = sky_statement_get (store, sql, error);

  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, SKY_BLOCK_ID (log, (gint64) first));
  sky_statement_put_int (statement, SKY_BLOCK_ID (log, (gint64) last));
  return statement;
}

static gint64
get (const SkyRoundBlock *self, SkyRoundBlockColumn column, guint index)
{
  return sky_packed_get_one (&self->columns[column], index);
}

/* What is kept as a difference may be any two numbers that a log has. */
static gint64
add (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a + (guint64) b);
}

static gint64
subtract (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a - (guint64) b);
}

void
sky_round_block_get (const SkyRoundBlock *self, guint index, SkyStoredRound *round)
{
  gint64 first_seq = get (self, SKY_ROUND_BLOCK_FIRST_SEQ, index);
  gint64 start = get (self, SKY_ROUND_BLOCK_START, index);

  round->position = self->first + index;
  round->n_findings = (guint64) get (self, SKY_ROUND_BLOCK_N_FINDINGS, index);
  round->round = get (self, SKY_ROUND_BLOCK_NUMBER, index);
  round->first_seq = (guint64) first_seq;
  round->last_seq = (guint64) add (first_seq, get (self, SKY_ROUND_BLOCK_N_SEQS, index));
  round->start = start;
  round->end = add (start, get (self, SKY_ROUND_BLOCK_DURATION, index));
  round->offset = get (self, SKY_ROUND_BLOCK_OFFSET, index);
  round->length = (guint64) get (self, SKY_ROUND_BLOCK_LENGTH, index);
  round->first_line = (guint64) get (self, SKY_ROUND_BLOCK_FIRST_LINE, index);
  round->n_wagers = (guint) get (self, SKY_ROUND_BLOCK_N_WAGERS, index);
  round->complete = get (self, SKY_ROUND_BLOCK_COMPLETE, index) != 0;
}

/* --- Writing ---------------------------------------------------------------------------------- */

/* A block that is being filled. */
typedef struct
{
  guint n;
  guint n_with_findings;
  SkyTime start;
  SkyTime end;
  gint64 values[SKY_N_ROUND_BLOCK_COLUMNS][SKY_BLOCK_SIZE];
  GByteArray *bytes;
  SkyBulk *rows; /* what is filled goes here */
} Draft;

static Draft *
draft_new (SkyStore *store, GError **error)
{
  static const SkyBulkText text = SKY_BULK_TEXT (
      "round_blocks", "id, n, n_with_findings, start_at, end_at, columns", "(?, ?, ?, ?, ?, ?)");
  SkyBulk *rows = sky_bulk_new (store, &text, error);
  Draft *self;

  if (rows == NULL)
    return NULL;
  self = g_new (Draft, 1);
  self->n = 0;
  self->bytes = g_byte_array_new ();
  self->rows = rows;
  return self;
}

static void
draft_free (Draft *self)
{
  if (self == NULL)
    return;
  g_byte_array_unref (self->bytes);
  sky_bulk_free (self->rows);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Draft, draft_free)

static void
take_round (Draft *self, const SkyStoredRound *round, guint64 n_findings)
{
  guint i = self->n++;

  if (i == 0)
    {
      self->n_with_findings = 0;
      self->start = round->start;
      self->end = round->end;
    }
  self->n_with_findings += n_findings > 0;
  self->start = MIN (self->start, round->start);
  self->end = MAX (self->end, round->end);
  self->values[SKY_ROUND_BLOCK_NUMBER][i] = round->round;
  self->values[SKY_ROUND_BLOCK_FIRST_SEQ][i] = (gint64) round->first_seq;
  self->values[SKY_ROUND_BLOCK_N_SEQS][i] =
      subtract ((gint64) round->last_seq, (gint64) round->first_seq);
  self->values[SKY_ROUND_BLOCK_START][i] = round->start;
  self->values[SKY_ROUND_BLOCK_DURATION][i] = subtract (round->end, round->start);
  self->values[SKY_ROUND_BLOCK_OFFSET][i] = round->offset;
  self->values[SKY_ROUND_BLOCK_LENGTH][i] = (gint64) round->length;
  self->values[SKY_ROUND_BLOCK_FIRST_LINE][i] = (gint64) round->first_line;
  self->values[SKY_ROUND_BLOCK_N_WAGERS][i] = round->n_wagers;
  self->values[SKY_ROUND_BLOCK_N_FINDINGS][i] = (gint64) n_findings;
  self->values[SKY_ROUND_BLOCK_COMPLETE][i] = round->complete;
}

/* Writes the block and begins the next. */
static gboolean
write_draft (Draft *self, gint64 id, GError **error)
{
  guint16 n = GUINT16_TO_LE (self->n);

  g_byte_array_set_size (self->bytes, HEAD);
  memcpy (self->bytes->data, &n, sizeof n);
  for (guint i = 0; i < SKY_N_ROUND_BLOCK_COLUMNS; i++)
    sky_packed_add (self->bytes, 2 + i * SKY_PACKED_HEAD, self->values[i], self->n);
  g_byte_array_set_size (self->bytes, self->bytes->len + SKY_PACKED_TAIL);
  memset (self->bytes->data + self->bytes->len - SKY_PACKED_TAIL, 0, SKY_PACKED_TAIL);

  sky_bulk_put_int (self->rows, id);
  sky_bulk_put_int (self->rows, self->n);
  sky_bulk_put_int (self->rows, self->n_with_findings);
  sky_bulk_put_int (self->rows, self->start);
  sky_bulk_put_int (self->rows, self->end);
  sky_bulk_put_data (self->rows, self->bytes->data, self->bytes->len);
  self->n = 0;
  return sky_bulk_end_row (self->rows, error);
}

static gboolean
write_block (Draft *draft,
             gint64 log,
             const SkyStoredRound *rounds,
             gsize first,
             gsize n_rounds,
             const guint64 *counts,
             GError **error)
{
  for (gsize i = first; i < MIN (first + SKY_BLOCK_SIZE, n_rounds); i++)
    take_round (draft, &rounds[i], counts[i]);
  return write_draft (draft, SKY_BLOCK_ID (log, (gint64) first), error);
}

/* Whether the block's rounds have as many findings as @counts says. */
static gboolean
is_counted (const SkyRoundBlock *block, const guint64 *counts)
{
  for (guint i = 0; i < block->n; i++)
    if ((guint64) get (block, SKY_ROUND_BLOCK_N_FINDINGS, i) != counts[block->first + i])
      return FALSE;
  return TRUE;
}

/* Of the blocks that stay only the numbers of findings may have become others: the places of the
 * first rounds of those where they have. */
static GArray *
list_changed (SkyStore *store, gint64 log, gsize n_known, const guint64 *counts, GError **error)
{
  g_autoptr (GArray) changed = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autoptr (SkyStatement) statement =
      sky_round_blocks_get (store, SKY_ROUND_BLOCKS "ORDER BY r.id", log, 0, n_known - 1, error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      SkyRoundBlock block;
      gsize first;

      if (!row)
        return g_steal_pointer (&changed);
      if (!sky_round_block_read (&block, store, statement, 0, 1, error))
        return NULL;
      first = block.first;
      if (!is_counted (&block, counts))
        g_array_append_val (changed, first);
    }
  return NULL;
}

gboolean
sky_store_remove_round_blocks (SkyStore *self, gint64 log, gsize n_known, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (self, "DELETE FROM round_blocks WHERE id >= ? AND id < ?", error);

  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, SKY_BLOCK_ID (log, (gint64) n_known));
  sky_statement_put_int (statement, SKY_BLOCK_ID (log + 1, 0));
  return sky_statement_run (statement, error);
}

gboolean
sky_store_write_round_blocks (SkyStore *self,
                              gint64 log,
                              const SkyStoredRound *rounds,
                              gsize n_known,
                              gsize n_rounds,
                              const guint64 *counts,
                              GError **error)
{
  gsize kept = n_known - n_known % SKY_BLOCK_SIZE;
  g_autoptr (GArray) changed = NULL;
  g_autoptr (Draft) draft = NULL;

  if (kept > 0 && (changed = list_changed (self, log, kept, counts, error)) == NULL)
    return FALSE;
  for (guint i = 0; changed != NULL && i < changed->len; i++)
    if (!sky_store_run_for (self, "DELETE FROM round_blocks WHERE id = ?",
                            SKY_BLOCK_ID (log, (gint64) g_array_index (changed, gsize, i)), error))
      return FALSE;

  draft = draft_new (self, error);
  if (draft == NULL)
    return FALSE;
  for (guint i = 0; changed != NULL && i < changed->len; i++)
    if (!write_block (draft, log, rounds, g_array_index (changed, gsize, i), n_rounds, counts,
                      error))
      return FALSE;
  for (gsize first = kept; first < n_rounds; first += SKY_BLOCK_SIZE)
    if (!write_block (draft, log, rounds, first, n_rounds, counts, error))
      return FALSE;
  return sky_bulk_send (draft->rows, error);
}

/* --- Checking --------------------------------------------------------------------------------- */

/* Adds to @n_blocks those of the log. */
static gboolean
check_log (SkyStore *store, gint64 log, gint64 n_rounds, gint64 *n_blocks, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_round_blocks_get (store, SKY_ROUND_BLOCKS "ORDER BY r.id", log, 0, SKY_LAST_ROUND, error);
  guint64 n = 0;
  gboolean row;

  if (statement == NULL)
    return FALSE;
  while (sky_statement_next (statement, &row, error))
    {
      SkyRoundBlock block;

      if (!row)
        return n == (guint64) n_rounds
               || sky_store_refuse (
                   store, error, SKY_STORE_ERROR_DAMAGED,
                   "the store is damaged: a log has not as many rounds as it says");
      if (!sky_round_block_read (&block, store, statement, 0, 1, error))
        return FALSE;
      if (block.first != n)
        return sky_store_refuse (store, error, SKY_STORE_ERROR_DAMAGED,
                                 "the store is damaged: a block of rounds is missing or too short");
      n += block.n;
      ++*n_blocks;
    }
  return FALSE;
}

gboolean
sky_store_check_round_blocks (SkyStore *self, GError **error)
{
  g_autoptr (SkyStatement) logs = sky_statement_get (self, "SELECT id, n_rounds FROM logs", error);
  g_autoptr (SkyStatement) all = NULL;
  gint64 n_blocks = 0, n_all;
  gboolean row = TRUE;

  if (logs == NULL)
    return FALSE;
  while (row)
    {
      if (!sky_statement_next (logs, &row, error)
          || (row
              && !check_log (self, sky_statement_int (logs, 0), sky_statement_int (logs, 1),
                             &n_blocks, error)))
        return FALSE;
    }
  all = sky_statement_get (self, "SELECT count (*) FROM round_blocks", error);
  if (all == NULL || !sky_statement_get_int (all, &n_all, NULL, error))
    return FALSE;
  return n_blocks == n_all
         || sky_store_refuse (self, error, SKY_STORE_ERROR_DAMAGED,
                              "the store is damaged: a block of rounds is of no log");
}
