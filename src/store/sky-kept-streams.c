/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-kept-streams.h"

#include "sky-store-private.h"

#include <inttypes.h>

static const SkyBulkText insert =
    SKY_BULK_TEXT ("statistic_streams", "property, people, unit, state", "(?, ?, ?, ?)");

void
sky_kept_stream_free (SkyKeptStream *self)
{
  if (self == NULL)
    return;
  g_free (self->unit);
  g_clear_pointer (&self->state, g_bytes_unref);
  g_free (self);
}

GPtrArray *
sky_store_list_streams (SkyStore *self, const char *property, gboolean people, GError **error)
{
  g_autoptr (GPtrArray) list =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_kept_stream_free);
  g_autoptr (SkyStatement) statement = sky_statement_get (
      self,
      "SELECT unit, state FROM statistic_streams WHERE property = ? AND people = ? ORDER BY unit",
      error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  sky_statement_put_text (statement, property);
  sky_statement_put_int (statement, people);
  while (sky_statement_next (statement, &row, error))
    {
      SkyKeptStream *stream;

      if (!row)
        return g_steal_pointer (&list);
      stream = g_new0 (SkyKeptStream, 1);
      stream->unit = g_strdup (sky_statement_text (statement, 0));
      stream->state = sky_statement_dup_bytes (statement, 1);
      g_ptr_array_add (list, stream);
    }
  return NULL;
}

gboolean
sky_store_read_stream (SkyStore *self,
                       const char *property,
                       gboolean people,
                       const char *unit,
                       GBytes **state,
                       GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (
      self, "SELECT state FROM statistic_streams WHERE property = ? AND people = ? AND unit = ?",
      error);
  gboolean row;

  *state = NULL;
  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, property);
  sky_statement_put_int (statement, people);
  sky_statement_put_text (statement, unit);
  if (!sky_statement_next (statement, &row, error))
    return FALSE;
  if (row)
    *state = sky_statement_dup_bytes (statement, 0);
  return TRUE;
}

static gboolean
forget_streams (SkyStore *self, const char *property, gboolean people, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (
      self, "DELETE FROM statistic_streams WHERE property = ? AND people = ?", error);

  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, property);
  sky_statement_put_int (statement, people);
  return sky_statement_run (statement, error);
}

static gboolean
forget_stream (
    SkyStore *self, const char *property, gboolean people, const char *unit, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (
      self, "DELETE FROM statistic_streams WHERE property = ? AND people = ? AND unit = ?", error);

  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, property);
  sky_statement_put_int (statement, people);
  sky_statement_put_text (statement, unit);
  return sky_statement_run (statement, error);
}

static gboolean
insert_streams (
    SkyStore *self, const char *property, gboolean people, const GPtrArray *streams, GError **error)
{
  g_autoptr (SkyBulk) bulk = sky_bulk_new (self, &insert, error);

  if (bulk == NULL)
    return FALSE;
  for (guint i = 0; i < streams->len; i++)
    {
      const SkyKeptStream *stream = streams->pdata[i];

      sky_bulk_put_text (bulk, property);
      sky_bulk_put_int (bulk, people);
      sky_bulk_put_text (bulk, stream->unit);
      sky_bulk_put_data (bulk, g_bytes_get_data (stream->state, NULL),
                         g_bytes_get_size (stream->state));
      if (!sky_bulk_end_row (bulk, error))
        return FALSE;
    }
  return sky_bulk_send (bulk, error);
}

/* @is takes whether @stream is kept as it is. */
static gboolean
is_kept (SkyStore *self,
         const char *property,
         gboolean people,
         const SkyKeptStream *stream,
         gboolean *is,
         GError **error)
{
  g_autoptr (GBytes) state = NULL;

  if (!sky_store_read_stream (self, property, people, stream->unit, &state, error))
    return FALSE;
  *is = state != NULL && g_bytes_equal (state, stream->state);
  return TRUE;
}

gboolean
sky_store_keep_streams (SkyStore *self,
                        const char *property,
                        gboolean people,
                        const GPtrArray *streams,
                        const SkyKeptStream *from,
                        GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_join (self, SKY_STORE_SURVIVES_CRASH, error);

  gboolean is_there = TRUE;

  if (transaction == NULL || (from == NULL && !forget_streams (self, property, people, error))
      || (from != NULL && !is_kept (self, property, people, from, &is_there, error)))
    return FALSE;
  if (!is_there)
    return TRUE;
  for (guint i = 0; i < streams->len && from != NULL; i++)
    if (!forget_stream (self, property, people, ((const SkyKeptStream *) streams->pdata[i])->unit,
                        error))
      return FALSE;
  return insert_streams (self, property, people, streams, error)
         && sky_store_transaction_commit (transaction, error);
}

char *
sky_store_stamp_logs (SkyStore *self, const char *property, SkyDay until, GError **error)
{
  /* Each audit of a log is at another time, in microseconds. No sum is greater than its type. */
  g_autoptr (SkyStatement) statement =
      sky_statement_get (self,
                         "SELECT count (*), CAST (sum (audited_at >> 10) AS bigint),"
                         " CAST (sum ((audited_at & 1023) * gaming_day) AS bigint)"
                         " FROM logs WHERE number = 1 AND property = ? AND gaming_day <= ?",
                         error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  sky_statement_put_text (statement, property);
  sky_statement_put_int (statement, until);
  if (!sky_statement_next (statement, &row, error))
    return NULL;
  return g_strdup_printf ("%" PRId64 " %" PRId64 " %" PRId64, sky_statement_int (statement, 0),
                          sky_statement_int (statement, 1), sky_statement_int (statement, 2));
}

gboolean
sky_store_find_day_before (SkyStore *self, const char *property, SkyDay *day, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (
      self,
      "SELECT max (gaming_day) FROM logs WHERE number = 1 AND property = ? AND gaming_day <"
      " (SELECT max (gaming_day) FROM logs WHERE number = 1 AND property = ?)",
      error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, property);
  sky_statement_put_text (statement, property);
  if (!sky_statement_next (statement, &row, error))
    return FALSE;
  *day = row && !sky_statement_is_null (statement, 0) ? (SkyDay) sky_statement_int (statement, 0)
                                                      : G_MININT32;
  return TRUE;
}

char *
sky_store_find_property (SkyStore *self, gint64 log, GError **error)
{
  g_autoptr (SkyStatement) statement =
      sky_statement_get (self, "SELECT property FROM logs WHERE id = ? AND number = 1", error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, log);
  if (!sky_statement_next (statement, &row, error) || !row)
    return NULL;
  return g_strdup (sky_statement_text (statement, 0));
}
