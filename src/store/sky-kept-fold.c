/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-kept-fold.h"

#include "sky-store-private.h"

#include <string.h>

#define HEX_DIGITS (SKY_DIGEST_HEX_SIZE - 1)

/* In place of one. */
static const char no_digest[] = "0000000000000000000000000000000000000000000000000000000000000000";

G_STATIC_ASSERT (sizeof no_digest == SKY_DIGEST_HEX_SIZE);

/* The logs whose counts are folded (sky-counts-query.c), each property's by themselves, in the
 * order of their index; with more columns, of @from. */
#define SELECT_LOGS(more, from)                                                                    \
  "SELECT l.property, l.table_name, l.game, l.gaming_day" more " FROM logs l" from                 \
  " WHERE l.number = 1 AND (? IS NULL OR l.property = ?)"                                          \
  " ORDER BY l.property, l.table_name, l.gaming_day, l.game"
#define SELECT_COUNTS(people)                                                                      \
  SELECT_LOGS (", j.equipment" people, " LEFT JOIN statistic_counts j ON j.log = l.id")

/* Each audit of a log is at another time. */
#define SELECT_STAMPS SELECT_LOGS (", l.audited_at", "")

void
sky_kept_fold_free (SkyKeptFold *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->content, g_bytes_unref);
  g_clear_pointer (&self->streams, g_ptr_array_unref);
  sky_kept_stream_free (self->from);
  g_free (self->property);
  g_free (self);
}

/* Its length stands before it, so that no two rows look alike. */
static void
digest_data (SkyDigest *digest, const void *data, gsize size)
{
  const guint64 length = GUINT64_TO_LE ((guint64) size);

  sky_digest_update (digest, &length, sizeof length);
  if (size > 0)
    sky_digest_update (digest, data, size);
}

static void
digest_text (SkyDigest *digest, const char *text)
{
  digest_data (digest, text, strlen (text));
}

/* A log without counts differs from one with empty ones. */
static void
digest_bytes (SkyDigest *digest, GBytes *bytes)
{
  gsize size;
  const void *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  digest_text (digest, bytes != NULL ? "counts" : "");
  if (bytes != NULL)
    digest_data (digest, data, size);
}

static void
digest_number (SkyDigest *digest, gint64 number)
{
  const gint64 written = GINT64_TO_LE (number);

  digest_data (digest, &written, sizeof written);
}

static void
digest_log (SkyDigest *digest, SkyStatement *row)
{
  digest_text (digest, sky_statement_text (row, 1));
  digest_text (digest, sky_statement_text (row, 2));
  digest_number (digest, sky_statement_int (row, 3));
}

static void
digest_stamp (SkyDigest *digest, SkyStatement *row)
{
  digest_log (digest, row);
  digest_number (digest, sky_statement_int (row, 4));
}

static void
digest_equipment (SkyDigest *digest, SkyStatement *row)
{
  g_autoptr (GBytes) bytes = sky_statement_dup_bytes (row, 4);

  digest_log (digest, row);
  digest_bytes (digest, bytes);
}

static void
digest_counts (SkyDigest *digest, SkyStatement *row)
{
  g_autoptr (GBytes) bytes = sky_statement_dup_bytes (row, 5);

  digest_equipment (digest, row);
  digest_bytes (digest, bytes);
}

static SkyKeptFold *
find_fold (const GPtrArray *folds, const char *property)
{
  for (guint i = 0; i < folds->len; i++)
    if (g_str_equal (((SkyKeptFold *) folds->pdata[i])->property, property))
      return folds->pdata[i];
  return NULL;
}

static SkyKeptFold *
get_fold (GPtrArray *folds, const char *property)
{
  SkyKeptFold *fold = find_fold (folds, property);

  if (fold == NULL)
    {
      fold = g_new0 (SkyKeptFold, 1);
      fold->property = g_strdup (property);
      g_ptr_array_add (folds, fold);
    }
  return fold;
}

/* Adds to each property's digest that of the rows of @sql that are its own, and to @folds the
 * properties that they have not. */
static gboolean
digest_rows (SkyStore *self,
             const char *sql,
             const char *property,
             const char *maker,
             void (*digest_row) (SkyDigest *digest, SkyStatement *row),
             GPtrArray *folds,
             GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (self, sql, error);
  g_autoptr (SkyDigest) digest = NULL;
  SkyKeptFold *fold = NULL;
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, property);
  sky_statement_put_text (statement, property);
  while (sky_statement_next (statement, &row, error))
    {
      const char *of = row ? sky_statement_text (statement, 0) : NULL;

      if (fold != NULL && g_strcmp0 (of, fold->property) != 0)
        sky_digest_peek (digest, fold->digest + strlen (fold->digest));
      if (!row)
        return TRUE;
      if (fold == NULL || !g_str_equal (of, fold->property))
        {
          fold = get_fold (folds, of);
          g_clear_pointer (&digest, sky_digest_free);
          digest = sky_digest_new ();
          digest_text (digest, maker);
        }
      digest_row (digest, statement);
    }
  return FALSE;
}

static gboolean
digest_all_counts (SkyStore *self,
                   const char *property,
                   gboolean people,
                   const char *maker,
                   GPtrArray *folds,
                   GError **error)
{
  return digest_rows (self, people ? SELECT_COUNTS (", j.people") : SELECT_COUNTS (""), property,
                      maker, people ? digest_counts : digest_equipment, folds, error);
}

/* Takes what is kept of each property whose last digest, which stands at @from, is the same. */
static gboolean
read_contents (SkyStore *self, gboolean people, GPtrArray *folds, gsize from, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (
      self, "SELECT property, digest, content FROM statistic_folds WHERE people = ?", error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, people);
  while (sky_statement_next (statement, &row, error))
    {
      const char *digest;
      SkyKeptFold *fold;

      if (!row)
        return TRUE;
      fold = find_fold (folds, sky_statement_text (statement, 0));
      digest = sky_statement_text (statement, 1);
      if (fold != NULL && fold->content == NULL && strlen (digest) == 2 * HEX_DIGITS
          && strlen (fold->digest) == from + HEX_DIGITS
          && strncmp (digest + from, fold->digest + from, HEX_DIGITS) == 0)
        {
          fold->content = sky_statement_dup_bytes (statement, 2);
          g_strlcpy (fold->digest, digest, sizeof fold->digest);
        }
    }
  return FALSE;
}

gboolean
sky_store_compare_counts (SkyStore *self, SkyKeptFold *fold, const char *maker, GError **error)
{
  g_autoptr (GPtrArray) folds = g_ptr_array_new ();

  g_ptr_array_add (folds, fold);
  return digest_all_counts (self, fold->property, fold->people, maker, folds, error)
         && read_contents (self, fold->people, folds, HEX_DIGITS, error);
}

GPtrArray *
sky_store_list_folds (
    SkyStore *self, const char *property, gboolean people, const char *maker, GError **error)
{
  g_autoptr (GPtrArray) folds =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_kept_fold_free);

  if (!digest_rows (self, SELECT_STAMPS, property, maker, digest_stamp, folds, error)
      || !read_contents (self, people, folds, 0, error))
    return NULL;
  for (guint i = 0; i < folds->len; i++)
    ((SkyKeptFold *) folds->pdata[i])->people = people;
  return g_steal_pointer (&folds);
}

gboolean
sky_store_keep_fold (SkyStore *self, const SkyKeptFold *fold, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_join (self, SKY_STORE_SURVIVES_CRASH, error);
  g_autoptr (SkyStatement) statement = NULL;
  g_autofree char *digest = NULL;

  if (transaction == NULL
      || (fold->streams != NULL
          && !sky_store_keep_streams (self, fold->property, fold->people, fold->streams, fold->from,
                                      error)))
    return FALSE;
  /* Whoever went on from streams compared no counts. */
  digest = g_strconcat (fold->digest, strlen (fold->digest) > HEX_DIGITS ? "" : no_digest, NULL);
  statement = sky_statement_get (
      self,
      "INSERT INTO statistic_folds (property, people, digest, content) VALUES (?, ?, ?, ?)"
      " ON CONFLICT (property, people) DO UPDATE SET digest = excluded.digest,"
      " content = excluded.content",
      error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, fold->property);
  sky_statement_put_int (statement, fold->people);
  sky_statement_put_text (statement, digest);
  sky_statement_put_bytes (statement, fold->content);
  return sky_statement_run (statement, error) && sky_store_transaction_commit (transaction, error);
}
