/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-stored-log.h"

#include <string.h>

#include "sky-store-private.h"

void
sky_stored_archive_free (SkyStoredArchive *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_free (self);
}

void
sky_stored_log_free (SkyStoredLog *self)
{
  if (self == NULL)
    return;
  g_free (self->archive);
  g_free (self->name);
  g_free (self->property);
  g_free (self->table);
  g_free (self->game);
  g_free (self->time_zone);
  g_free (self->currency);
  g_free (self->sha256);
  g_free (self->inputs);
  g_free (self->program);
  g_free (self->left_out);
  g_free (self);
}

gboolean
sky_stored_log_is_by_eye (const SkyStoredLog *log)
{
  return log->number >= SKY_LOG_BY_EYE;
}

char *
sky_stored_log_dup_coder (const SkyStoredLog *log)
{
  g_autofree char *name = NULL;
  char *end;
  const char *coder;

  if (!sky_stored_log_is_by_eye (log))
    return NULL;
  name = g_path_get_basename (log->name);
  end = strstr (name, ".tel.jsonl");
  if (end != NULL)
    *end = '\0';
  coder = strrchr (name, '.');
  return g_strdup (coder != NULL ? coder + 1 : name);
}

void
sky_stored_round_free (SkyStoredRound *self)
{
  if (self == NULL)
    return;
  g_free (self->property);
  g_free (self->table);
  g_free (self->game);
  g_free (self);
}

GArray *
sky_store_list_log_ids (SkyStore *self, GError **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (SkyStatement) statement = sky_statement_get (self, "SELECT id FROM logs", error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      gint64 id;

      if (!row)
        return g_steal_pointer (&ids);
      id = sky_statement_int (statement, 0);
      g_array_append_val (ids, id);
    }
  return NULL;
}

GPtrArray *
sky_store_list_archives (SkyStore *self, GError **error)
{
  g_autoptr (GPtrArray) archives =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_archive_free);
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement = sky_statement_get (self,
                                 "SELECT a.id, a.path, count (l.id), sum (l.n_rounds),"
                                 " sum (l.n_findings) "
                                 "FROM archives a LEFT JOIN logs l ON l.archive = a.id "
                                 "GROUP BY a.id ORDER BY a.path",
                                 error);
  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      SkyStoredArchive *archive;

      if (!row)
        return g_steal_pointer (&archives);
      archive = g_new0 (SkyStoredArchive, 1);
      archive->id = sky_statement_int (statement, 0);
      archive->path = g_strdup (sky_statement_text (statement, 1));
      archive->n_logs = sky_statement_int (statement, 2);
      archive->n_rounds = sky_statement_int (statement, 3);
      archive->n_findings = sky_statement_int (statement, 4);
      g_ptr_array_add (archives, archive);
    }
  return NULL;
}

#define LOG_COLUMNS                                                                                \
  "SELECT l.id, a.path, l.name, l.property, l.table_name, l.game, l.gaming_day, l.time_zone,"      \
  " l.currency, l.size, l.mtime, l.sha256, l.inputs, l.program, l.audited_at, l.n_lines,"          \
  " l.n_events, l.start_at, l.end_at, l.n_rounds, l.n_findings, l.number, l.length, l.left_out "   \
  "FROM logs l JOIN archives a ON a.id = l.archive "

static SkyStoredLog *
read_log (SkyStatement *row)
{
  SkyStoredLog *log = g_new0 (SkyStoredLog, 1);

  log->id = sky_statement_int (row, 0);
  log->archive = g_strdup (sky_statement_text (row, 1));
  log->name = g_strdup (sky_statement_text (row, 2));
  log->property = g_strdup (sky_statement_text (row, 3));
  log->table = g_strdup (sky_statement_text (row, 4));
  log->game = g_strdup (sky_statement_text (row, 5));
  log->gaming_day = sky_statement_int (row, 6);
  log->time_zone = g_strdup (sky_statement_text (row, 7));
  log->currency = g_strdup (sky_statement_text (row, 8));
  log->size = sky_statement_int (row, 9);
  log->mtime = sky_statement_int (row, 10);
  log->sha256 = g_strdup (sky_statement_text (row, 11));
  log->inputs = g_strdup (sky_statement_text (row, 12));
  log->program = g_strdup (sky_statement_text (row, 13));
  log->audited_at = sky_statement_int (row, 14);
  log->n_lines = sky_statement_int (row, 15);
  log->n_events = sky_statement_int (row, 16);
  log->start = sky_statement_int (row, 17);
  log->end = sky_statement_int (row, 18);
  log->n_rounds = sky_statement_int (row, 19);
  log->n_findings = sky_statement_int (row, 20);
  log->number = (guint) sky_statement_int (row, 21);
  log->length = sky_statement_int (row, 22);
  log->left_out = g_strdup (sky_statement_text (row, 23));
  return log;
}

/* Returns: the logs that @statement selects, which may be NULL. */
static GPtrArray *
read_logs (SkyStatement *statement, GError **error)
{
  g_autoptr (GPtrArray) logs =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_log_free);
  gboolean row;

  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return g_steal_pointer (&logs);
      g_ptr_array_add (logs, read_log (statement));
    }
  return NULL;
}

GPtrArray *
sky_store_list_logs (SkyStore *self, const char *archive, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (
      self, LOG_COLUMNS "WHERE ?1 IS NULL OR a.path = ?1 ORDER BY " SKY_LOG_ORDER, error);

  if (statement != NULL)
    sky_statement_put_text (statement, archive);
  return read_logs (statement, error);
}

GPtrArray *
sky_store_list_logs_of_day (
    SkyStore *self, const char *property, const char *table, SkyDay gaming_day, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (
      self,
      LOG_COLUMNS
      "WHERE l.property = ? AND l.table_name = ? AND l.gaming_day = ? ORDER BY l.number",
      error);

  if (statement != NULL)
    {
      sky_statement_put_text (statement, property);
      sky_statement_put_text (statement, table);
      sky_statement_put_int (statement, gaming_day);
    }
  return read_logs (statement, error);
}

GPtrArray *
sky_store_list_logs_named (SkyStore *self, const char *archive, const char *name, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (
      self, LOG_COLUMNS "WHERE a.path = ? AND l.name = ? ORDER BY l.audited_at DESC, l.id DESC",
      error);

  if (statement != NULL)
    {
      sky_statement_put_text (statement, archive);
      sky_statement_put_text (statement, name);
    }
  return read_logs (statement, error);
}

SkyStoredLog *
sky_store_get_log (SkyStore *self, gint64 id, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement = sky_statement_get (self, LOG_COLUMNS "WHERE l.id = ?", error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, id);
  if (!sky_statement_next (statement, &row, error))
    return NULL;
  if (!row)
    {
      sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_FOUND, "there is no log %" G_GINT64_FORMAT,
                        id);
      return NULL;
    }
  return read_log (statement);
}
