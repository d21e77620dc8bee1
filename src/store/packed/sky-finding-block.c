/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A block's bytes: how many findings (2, little-endian), the heads of the columns, the states (1
 * each), the columns as sky-packed.h has them, and their tail. */
#include "config.h"

#include "sky-finding-block.h"

#include "sky-phrase.h"

#include <string.h>

#define HEAD (2 + SKY_N_BLOCK_COLUMNS * SKY_PACKED_HEAD)

gboolean
sky_block_read (SkyBlock *self, const guint8 *bytes, gsize size)
{
  guint16 n;

  if (size < HEAD + SKY_PACKED_TAIL)
    return FALSE;
  memcpy (&n, bytes, sizeof n);
  self->n = GUINT16_FROM_LE (n);
  if (self->n == 0 || self->n > SKY_BLOCK_SIZE || size - HEAD < self->n)
    return FALSE;
  self->states = bytes + HEAD;
  return sky_packed_read (self->columns, SKY_N_BLOCK_COLUMNS, self->n, bytes + 2,
                          self->states + self->n, bytes + size);
}

void
sky_block_get_column (const SkyBlock *self, SkyBlockColumn column, gint64 *values)
{
  sky_packed_get (&self->columns[column], self->n, values);
}

/* --- Writing ---------------------------------------------------------------------------------- */

/* A block that is being filled. */
typedef struct
{
  guint n;
  guint8 states[SKY_BLOCK_SIZE];
  gint64 values[SKY_N_BLOCK_COLUMNS][SKY_BLOCK_SIZE];
  SkyWordList *words;
  SkyBulk *add; /* what is filled goes here; NULL: it is held against what is there */
  SkyBulk *add_words;
} Draft;

/* Whether the store has the bytes in the row @id. */
static gboolean
check_row (SkyStore *store, const char *sql, gint64 id, const GByteArray *bytes, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, sql, error);
  const void *data = NULL;
  gsize size = 0;
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, id);
  if (!sky_statement_next (statement, &row, error))
    return FALSE;
  if (row)
    data = sky_statement_data (statement, 0, &size);
  return (size == bytes->len && data != NULL && memcmp (data, bytes->data, size) == 0)
         || sky_store_refuse (store, error, SKY_STORE_ERROR_DAMAGED,
                              "the store is damaged: a block of findings is not theirs");
}

static gboolean
write_draft (SkyStore *store, Draft *draft, gint64 id, GError **error)
{
  static const guint8 nothing[HEAD] = { 0 };
  g_autoptr (GByteArray) columns = g_byte_array_new ();
  g_autoptr (GByteArray) words = sky_word_list_pack (draft->words);
  guint16 n = GUINT16_TO_LE (draft->n);

  g_byte_array_append (columns, nothing, HEAD);
  memcpy (columns->data, &n, sizeof n);
  g_byte_array_append (columns, draft->states, draft->n);
  for (guint i = 0; i < SKY_N_BLOCK_COLUMNS; i++)
    sky_packed_add (columns, 2 + i * SKY_PACKED_HEAD, draft->values[i], draft->n);
  g_byte_array_append (columns, nothing, SKY_PACKED_TAIL);

  if (draft->add == NULL)
    return check_row (store, "SELECT columns FROM finding_blocks WHERE id = ?", id, columns, error)
           && check_row (store, "SELECT words FROM word_blocks WHERE id = ?", id, words, error);
  sky_bulk_put_int (draft->add, id);
  sky_bulk_put_data (draft->add, columns->data, columns->len);
  if (!sky_bulk_end_row (draft->add, error))
    return FALSE;
  sky_bulk_put_int (draft->add_words, id);
  sky_bulk_put_data (draft->add_words, words->data, words->len);
  return sky_bulk_end_row (draft->add_words, error);
}

#define FINDINGS                                                                                   \
  "SELECT f.state, f.check_id, f.seat, f.seq, f.round, f.at, f.variance, x.id, f.wager,"           \
  " f.section, f.explanation, f.id, f.reading FROM findings f INDEXED BY findings_by_log "         \
  "LEFT JOIN texts x ON x.text = f.explanation WHERE f.log = ? ORDER BY f.position"

static void
take_finding (Draft *draft, SkyStatement *row)
{
  guint i = draft->n++;
  g_autofree char *explanation = sky_phrase_english (sky_statement_text (row, 10));

  draft->states[i] = (guint8) sky_statement_int (row, 0);
  draft->values[SKY_BLOCK_CHECK][i] =
      sky_statement_int (row, 1)
      + (sky_statement_int (row, 12) >= SKY_FINDING_UNSURE ? SKY_BLOCK_UNSURE : 0);
  draft->values[SKY_BLOCK_SEAT][i] = sky_statement_int (row, 2);
  draft->values[SKY_BLOCK_SEQ][i] = sky_statement_int (row, 3);
  draft->values[SKY_BLOCK_ROUND][i] = sky_statement_int (row, 4);
  draft->values[SKY_BLOCK_AT][i] = sky_statement_int (row, 5);
  draft->values[SKY_BLOCK_VARIANCE][i] = sky_statement_int (row, 6);
  draft->values[SKY_BLOCK_WHAT][i] =
      sky_statement_is_null (row, 7) ? G_MININT64 : sky_statement_int (row, 7);
  draft->values[SKY_BLOCK_FINDING][i] = sky_statement_int (row, 11);
  for (int column = 8; column <= 9; column++)
    sky_word_list_add (draft->words, i, sky_statement_text (row, column));
  sky_word_list_add (draft->words, i, explanation);
}

static gboolean
make_blocks (SkyStore *store, gint64 log, Draft *draft, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, FINDINGS, error);
  gint64 position = 0;
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, log);
  while (sky_statement_next (statement, &row, error))
    {
      if (draft->n > 0 && (!row || draft->n == SKY_BLOCK_SIZE))
        {
          if (!write_draft (store, draft, SKY_BLOCK_ID (log, position - 1), error))
            return FALSE;
          draft->n = 0;
          sky_word_list_clear (draft->words);
        }
      if (!row)
        return TRUE;
      take_finding (draft, statement);
      position++;
    }
  return FALSE;
}

static gboolean
run_for_range (SkyStore *store, const char *sql, gint64 log, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, sql, error);

  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, SKY_BLOCK_ID (log, 0));
  sky_statement_put_int (statement, SKY_BLOCK_ID (log + 1, 0) - 1);
  return sky_statement_run (statement, error);
}

gboolean
sky_store_remove_blocks (SkyStore *self, gint64 log, GError **error)
{
  return run_for_range (self, "DELETE FROM finding_blocks WHERE id BETWEEN ? AND ?", log, error)
         && run_for_range (self, "DELETE FROM word_blocks WHERE id BETWEEN ? AND ?", log, error);
}

gboolean
sky_store_make_blocks (SkyStore *self, gint64 log, GError **error)
{
  static const SkyBulkText text = SKY_BULK_TEXT ("finding_blocks", "id, columns", "(?, ?)");
  static const SkyBulkText words_text = SKY_BULK_TEXT ("word_blocks", "id, words", "(?, ?)");
  g_autofree Draft *draft = g_new0 (Draft, 1);
  gboolean made;

  draft->words = sky_word_list_new ();
  draft->add = sky_bulk_new (self, &text, error);
  if (draft->add != NULL)
    draft->add_words = sky_bulk_new (self, &words_text, error);
  made = draft->add_words != NULL && sky_store_remove_blocks (self, log, error)
         && make_blocks (self, log, draft, error) && sky_bulk_send (draft->add, error)
         && sky_bulk_send (draft->add_words, error);
  sky_bulk_free (draft->add);
  sky_bulk_free (draft->add_words);
  sky_word_list_free (draft->words);
  return made;
}

/* How many blocks of either kind the log has. */
static gboolean
count_blocks (SkyStore *store, gint64 log, gint64 *n, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (store,
                         "SELECT (SELECT count (*) FROM finding_blocks WHERE id BETWEEN ?1 AND ?2)"
                         " + (SELECT count (*) FROM word_blocks WHERE id BETWEEN ?1 AND ?2)",
                         error);

  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, SKY_BLOCK_ID (log, 0));
  sky_statement_put_int (statement, SKY_BLOCK_ID (log + 1, 0) - 1);
  return sky_statement_get_int (statement, n, NULL, error);
}

gboolean
sky_store_verify_blocks (SkyStore *self, gint64 log, GError **error)
{
  g_autofree Draft *draft = g_new0 (Draft, 1);
  g_autoptr (SkyStatement) statement = NULL;
  gint64 n_blocks, n_findings;
  gboolean good;

  draft->words = sky_word_list_new ();
  good = make_blocks (self, log, draft, error) && count_blocks (self, log, &n_blocks, error);
  sky_word_list_free (draft->words);
  if (good)
    statement = sky_statement_get (self, "SELECT count (*) FROM findings WHERE log = ?", error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, log);
  if (!sky_statement_get_int (statement, &n_findings, NULL, error))
    return FALSE;
  return n_blocks == 2 * ((n_findings + SKY_BLOCK_SIZE - 1) / SKY_BLOCK_SIZE)
         || sky_store_refuse (self, error, SKY_STORE_ERROR_DAMAGED,
                              "the store is damaged: a block of findings is of none");
}

gboolean
sky_store_make_all_blocks (SkyStore *self, GError **error)
{
  g_autoptr (GArray) logs = sky_store_list_log_ids (self, error);

  if (logs == NULL)
    return FALSE;
  for (guint i = 0; i < logs->len; i++)
    if (!sky_store_make_blocks (self, g_array_index (logs, gint64, i), error))
      return FALSE;
  return TRUE;
}

gboolean
sky_store_set_block_state (
    SkyStore *self, gint64 log, gint64 position, SkyReviewState state, GError **error)
{
  g_autoptr (SkyStatement) find = NULL;
  g_autoptr (SkyStatement) change = NULL;
  g_autofree guint8 *bytes = NULL;
  const guint8 *read = NULL;
  gint64 id = SKY_BLOCK_ID (log, position);
  guint at = (guint) (position % SKY_BLOCK_SIZE);
  gsize size = 0;
  SkyBlock block;
  gboolean row;

  find = sky_statement_get (self, "SELECT columns FROM finding_blocks WHERE id = ?", error);
  if (find == NULL)
    return FALSE;
  sky_statement_put_int (find, id);
  if (!sky_statement_next (find, &row, error))
    return FALSE;
  if (row)
    read = sky_statement_data (find, 0, &size);
  if (read == NULL || !sky_block_read (&block, read, size) || at >= block.n)
    return sky_store_refuse (self, error, SKY_STORE_ERROR_DAMAGED,
                             "the store is damaged: a finding is in no block");
  bytes = g_memdup2 (read, size);
  bytes[(gsize) (block.states - read) + at] = (guint8) state;

  change = sky_statement_get (self, "UPDATE finding_blocks SET columns = ?1 WHERE id = ?2", error);
  if (change == NULL)
    return FALSE;
  sky_statement_put_data (change, bytes, size);
  sky_statement_put_int (change, id);
  return sky_statement_run (change, error);
}
