/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-kept-fold.h"

#include "sky-store-private.h"

#include <string.h>

/* The counts that are folded, as sky-counts-query.c reads them: each property's by themselves. */
#define SELECT_COUNTS(people)                                                                      \
  "SELECT l.property, l.table_name, l.game, l.gaming_day, j.equipment" people " FROM logs l"       \
  " LEFT JOIN statistic_counts j ON j.log = l.id WHERE l.number = 1"                               \
  " AND (? IS NULL OR l.property = ?) ORDER BY l.property, l.gaming_day, l.table_name, l.game"

void
sky_kept_fold_free (SkyKeptFold *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->content, g_bytes_unref);
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
digest_row (SkyDigest *digest, SkyStatement *row, gboolean people)
{
  const gint64 day = GINT64_TO_LE (sky_statement_int (row, 3));

  digest_text (digest, sky_statement_text (row, 1));
  digest_text (digest, sky_statement_text (row, 2));
  digest_data (digest, &day, sizeof day);
  for (int column = 4; column < 5 + people; column++)
    {
      g_autoptr (GBytes) bytes = sky_statement_dup_bytes (row, column);

      digest_bytes (digest, bytes);
    }
}

static SkyKeptFold *
add_fold (GPtrArray *folds, const char *property, gboolean people)
{
  SkyKeptFold *fold = g_new0 (SkyKeptFold, 1);

  fold->property = g_strdup (property);
  fold->people = people;
  g_ptr_array_add (folds, fold);
  return fold;
}

/* The properties with the digests of their counts. */
static GPtrArray *
list_digests (
    SkyStore *self, const char *property, gboolean people, const char *maker, GError **error)
{
  g_autoptr (GPtrArray) folds =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_kept_fold_free);
  g_autoptr (SkyStatement) statement =
      sky_statement_get (self, people ? SELECT_COUNTS (", j.people") : SELECT_COUNTS (""), error);
  g_autoptr (SkyDigest) digest = NULL;
  SkyKeptFold *fold = NULL;
  gboolean row;

  if (statement == NULL)
    return NULL;
  sky_statement_put_text (statement, property);
  sky_statement_put_text (statement, property);
  while (sky_statement_next (statement, &row, error))
    {
      const char *of = row ? sky_statement_text (statement, 0) : NULL;

      if (fold != NULL && g_strcmp0 (of, fold->property) != 0)
        sky_digest_peek (digest, fold->digest);
      if (!row)
        return g_steal_pointer (&folds);
      if (fold == NULL || !g_str_equal (of, fold->property))
        {
          fold = add_fold (folds, of, people);
          g_clear_pointer (&digest, sky_digest_free);
          digest = sky_digest_new ();
          digest_text (digest, maker);
        }
      digest_row (digest, statement, people);
    }
  return NULL;
}

static SkyKeptFold *
find_fold (const GPtrArray *folds, const char *property)
{
  for (guint i = 0; i < folds->len; i++)
    if (g_str_equal (((SkyKeptFold *) folds->pdata[i])->property, property))
      return folds->pdata[i];
  return NULL;
}

static gboolean
read_contents (SkyStore *self, gboolean people, GPtrArray *folds, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (
      self, "SELECT property, digest, content FROM statistic_folds WHERE people = ?", error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, people);
  while (sky_statement_next (statement, &row, error))
    {
      SkyKeptFold *fold;

      if (!row)
        return TRUE;
      fold = find_fold (folds, sky_statement_text (statement, 0));
      if (fold != NULL && g_str_equal (fold->digest, sky_statement_text (statement, 1)))
        fold->content = sky_statement_dup_bytes (statement, 2);
    }
  return FALSE;
}

GPtrArray *
sky_store_list_folds (
    SkyStore *self, const char *property, gboolean people, const char *maker, GError **error)
{
  g_autoptr (GPtrArray) folds = list_digests (self, property, people, maker, error);

  if (folds == NULL || !read_contents (self, people, folds, error))
    return NULL;
  return g_steal_pointer (&folds);
}

gboolean
sky_store_keep_fold (SkyStore *self, const SkyKeptFold *fold, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_join (self, SKY_STORE_SURVIVES_CRASH, error);
  g_autoptr (SkyStatement) statement = NULL;

  if (transaction == NULL)
    return FALSE;
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
  sky_statement_put_text (statement, fold->digest);
  sky_statement_put_bytes (statement, fold->content);
  return sky_statement_run (statement, error) && sky_store_transaction_commit (transaction, error);
}
