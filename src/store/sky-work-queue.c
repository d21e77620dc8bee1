/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-work-queue.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sky-digest.h"
#include "sky-store-audit.h"
#include "sky-store-private.h"
#include "sky-stored-log.h"

/* Whoever fills the queue of a folder holds this number and a hash of the folder. */
#define FILLING "1399552887"

/* What lies in and below a folder, of pieces w. */
#define BELOW "(w.archive = :root OR starts_with (w.archive, :below))"

/* --- Archives --------------------------------------------------------------------------------- */

typedef struct
{
  SkyArchive *archive;
  char *inputs;
} Opened;

struct _SkyWorkArchives
{
  GHashTable *opened; /* path → Opened */
};

static void
opened_free (gpointer data)
{
  Opened *self = data;

  sky_archive_free (self->archive);
  g_free (self->inputs);
  g_free (self);
}

SkyWorkArchives *
sky_work_archives_new (void)
{
  SkyWorkArchives *self = g_new0 (SkyWorkArchives, 1);

  self->opened = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, opened_free);
  return self;
}

void
sky_work_archives_free (SkyWorkArchives *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->opened);
  g_free (self);
}

void
sky_work_archives_forget (SkyWorkArchives *self)
{
  g_hash_table_remove_all (self->opened);
}

/* What changes after this has another digest than the one that is kept with the audit, and so is
 * found when the queue is filled again. */
static Opened *
open_archive (SkyWorkArchives *self, const char *path, GError **error)
{
  Opened *opened = g_hash_table_lookup (self->opened, path);
  SkyArchive *archive;

  if (opened != NULL)
    return opened;
  archive = sky_archive_open (path, error);
  if (archive == NULL)
    return NULL;
  opened = g_new0 (Opened, 1);
  opened->archive = archive;
  opened->inputs = sky_store_audit_inputs (archive);
  g_hash_table_insert (self->opened, archive->path, opened);
  return opened;
}

/* --- Pieces ----------------------------------------------------------------------------------- */

/* A log, or all of a table. */
typedef struct
{
  char *name; /* the log's in its archive, or the table's */
  gboolean is_table;
  GPtrArray *logs; /* of paths, borrowed */
} WorkPiece;

static void
piece_free (gpointer data)
{
  WorkPiece *self = data;

  g_free (self->name);
  g_ptr_array_unref (self->logs);
  g_free (self);
}

static WorkPiece *
add_piece (GPtrArray *pieces, const char *name, gboolean is_table)
{
  WorkPiece *piece = g_new0 (WorkPiece, 1);

  piece->name = g_strdup (name);
  piece->is_table = is_table;
  piece->logs = g_ptr_array_new ();
  g_ptr_array_add (pieces, piece);
  return piece;
}

/* An archive's logs, each alone, or by table where there are cameras to be judged. One that cannot
 * be read is alone as well: whoever takes it says so. */
static GPtrArray *
divide (const SkyArchive *archive)
{
  GPtrArray *pieces = g_ptr_array_new_with_free_func (piece_free);
  g_autoptr (GHashTable) tables = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; archive->logs[i] != NULL; i++)
    {
      g_autoptr (SkyLog) log = archive->footage != NULL
                                   ? sky_log_open_in_archive (archive->path, archive->logs[i], NULL)
                                   : NULL;
      g_autofree char *name = NULL;
      WorkPiece *piece = NULL;

      if (log != NULL)
        {
          const char *table = sky_log_get_header (log)->table;

          piece = g_hash_table_lookup (tables, table);
          if (piece == NULL)
            {
              piece = add_piece (pieces, table, TRUE);
              g_hash_table_insert (tables, piece->name, piece);
            }
        }
      else
        {
          name = g_path_get_basename (archive->logs[i]);
          piece = add_piece (pieces, name, FALSE);
        }
      g_ptr_array_add (piece->logs, archive->logs[i]);
    }
  return pieces;
}

/* A log from outside. */
typedef struct
{
  gint64 size; /* -1: it has gone */
  SkyTime mtime;
} Look;

static Look
look_at (const char *path)
{
  GStatBuf status;
  Look look = { -1, 0 };

  if (g_stat (path, &status) == 0)
    {
      look.size = status.st_size;
      look.mtime = status.st_mtim.tv_sec * SKY_SECOND + status.st_mtim.tv_nsec / 1000;
    }
  return look;
}

/* What a piece looks like, so that what failed is tried again once it looks otherwise. @looks, when
 * given, takes each log's. Returns: a new string. */
static char *
make_print (
    const char *const *logs, const char *inputs, const char *program, guint64 *size, GArray *looks)
{
  g_autoptr (SkyDigest) digest = sky_digest_new ();
  char hex[SKY_DIGEST_HEX_SIZE];

  *size = 0;
  sky_digest_update (digest, inputs, strlen (inputs) + 1);
  sky_digest_update (digest, program, strlen (program) + 1);
  for (guint i = 0; logs[i] != NULL; i++)
    {
      Look look = look_at (logs[i]);
      g_autofree char *text = g_strdup_printf ("%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, logs[i],
                                               look.size, look.mtime);

      *size += (guint64) MAX (look.size, 0);
      sky_digest_update (digest, text, strlen (text) + 1);
      if (looks != NULL)
        g_array_append_val (looks, look);
    }
  sky_digest_peek (digest, hex);
  return g_strdup (hex);
}

/* --- Filling ---------------------------------------------------------------------------------- */

/* What the queue and the store have of a folder when it is filled. */
typedef struct
{
  SkyStore *store;
  SkyWorkExtent extent;
  const char *program;
  GPtrArray *problems;
  guint n_passed; /* logs and folders that cannot be in the queue */
} Filling;

static char *
make_below (const char *root)
{
  return g_str_has_suffix (root, G_DIR_SEPARATOR_S) ? g_strdup (root)
                                                    : g_strconcat (root, G_DIR_SEPARATOR_S, NULL);
}

static void
put_root (SkyStatement *statement, const char *root, const char *below)
{
  sky_statement_set_text (statement, ":root", root);
  sky_statement_set_text (statement, ":below", below);
}

/* Returns: SkyStoredLogs by name, those audited last where a name was several logs'. */
static GHashTable *
list_audited (SkyStore *store, const char *archive, GError **error)
{
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, archive, error);
  GHashTable *by_name;

  if (logs == NULL)
    return NULL;
  by_name =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) sky_stored_log_free);
  for (guint i = logs->len; i-- > 0;)
    {
      SkyStoredLog *log = g_ptr_array_steal_index (logs, i);
      const SkyStoredLog *other = g_hash_table_lookup (by_name, log->name);

      if (other != NULL && other->audited_at >= log->audited_at)
        sky_stored_log_free (log);
      else
        g_hash_table_replace (by_name, log->name, log);
    }
  return by_name;
}

/* Whether all logs of the piece look as they did when they were audited, from the same inputs by
 * the same program. */
static gboolean
is_done (const WorkPiece *piece, GHashTable *audited, const char *inputs, const char *program)
{
  for (guint i = 0; i < piece->logs->len; i++)
    {
      g_autofree char *name = g_path_get_basename (piece->logs->pdata[i]);
      const SkyStoredLog *log = g_hash_table_lookup (audited, name);
      Look look = look_at (piece->logs->pdata[i]);

      if (log == NULL || log->sha256 == NULL || g_strcmp0 (log->inputs, inputs) != 0
          || g_strcmp0 (log->program, program) != 0 || look.size != (gint64) log->size
          || look.mtime != log->mtime)
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_piece (Filling *self,
           const SkyArchive *archive,
           const WorkPiece *piece,
           const char *inputs,
           GError **error)
{
  g_autoptr (SkyStatement) add = NULL;
  g_autoptr (SkyStatement) retry = NULL;
  g_autofree char *print = NULL;
  guint64 size;

  g_ptr_array_add (piece->logs, NULL);
  print = make_print ((const char *const *) piece->logs->pdata, inputs, self->program, &size, NULL);
  g_ptr_array_remove_index (piece->logs, piece->logs->len - 1);

  add = sky_statement_get (self->store,
                           "INSERT INTO work (archive, name, is_table, size) VALUES (?, ?, ?, ?)"
                           " ON CONFLICT (archive, name, is_table) DO NOTHING",
                           error);
  if (add == NULL)
    return FALSE;
  sky_statement_put_text (add, archive->path);
  sky_statement_put_text (add, piece->name);
  sky_statement_put_int (add, piece->is_table);
  sky_statement_put_int (add, (gint64) size);
  if (!sky_statement_run (add, error))
    return FALSE;

  retry = sky_statement_get (self->store,
                             "UPDATE work SET failure = NULL, size = ? WHERE archive = ?"
                             " AND name = ? AND is_table = ? AND failure IS NOT NULL"
                             " AND (? = 1 OR print IS DISTINCT FROM ?)",
                             error);
  if (retry == NULL)
    return FALSE;
  sky_statement_put_int (retry, (gint64) size);
  sky_statement_put_text (retry, archive->path);
  sky_statement_put_text (retry, piece->name);
  sky_statement_put_int (retry, piece->is_table);
  sky_statement_put_int (retry, self->extent == SKY_WORK_ALL);
  sky_statement_put_text (retry, print);
  return sky_statement_run (retry, error);
}

static gboolean
fill_from (Filling *self, const char *path, GHashTable *seen, GError **error)
{
  g_autoptr (SkyWorkArchives) archives = sky_work_archives_new ();
  g_autoptr (GError) problem = NULL;
  g_autoptr (GPtrArray) pieces = NULL;
  g_autoptr (GHashTable) audited = NULL;
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  const Opened *opened = open_archive (archives, path, &problem);

  if (opened == NULL)
    {
      g_ptr_array_add (self->problems, g_strdup (problem->message));
      self->n_passed++;
      return TRUE;
    }
  for (guint i = 0; opened->archive->problems[i] != NULL; i++)
    g_ptr_array_add (self->problems, g_strdup (opened->archive->problems[i]));
  pieces = divide (opened->archive);
  audited = list_audited (self->store, path, error);
  if (audited == NULL)
    return FALSE;
  transaction = sky_store_begin_claim (self->store, error);
  if (transaction == NULL)
    return FALSE;
  for (guint i = 0; i < pieces->len; i++)
    {
      const WorkPiece *piece = pieces->pdata[i];

      if (!g_utf8_validate (piece->name, -1, NULL))
        {
          g_autofree char *name = g_filename_display_name (piece->name);

          g_ptr_array_add (self->problems,
                           g_strdup_printf ("%s: %s: the name is not UTF-8", path, name));
          self->n_passed++;
          continue;
        }
      g_hash_table_add (seen, g_strdup_printf ("%s\n%d%s", path, piece->is_table, piece->name));
      if ((self->extent == SKY_WORK_ALL || !is_done (piece, audited, opened->inputs, self->program))
          && !put_piece (self, opened->archive, piece, opened->inputs, error))
        return FALSE;
    }
  return sky_store_transaction_commit (transaction, error);
}

/* Forgets what could not be audited and has gone. What has gone and waits its taker will notice. */
static gboolean
take_out (SkyStore *store, const char *root, GHashTable *seen, GError **error)
{
  g_autofree char *below = make_below (root);
  g_autoptr (GArray) gone = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (SkyStatement) list = NULL;
  gboolean row = TRUE;

  list = sky_statement_get (store,
                            "SELECT w.id, w.archive, w.is_table, w.name FROM work w"
                            " WHERE w.failure IS NOT NULL AND " BELOW,
                            error);
  if (list == NULL)
    return FALSE;
  put_root (list, root, below);
  while (row)
    {
      g_autofree char *key = NULL;
      gint64 id;

      if (!sky_statement_next (list, &row, error))
        return FALSE;
      if (!row)
        break;
      id = sky_statement_int (list, 0);
      key = g_strdup_printf ("%s\n%d%s", sky_statement_text (list, 1),
                             (int) sky_statement_int (list, 2), sky_statement_text (list, 3));
      if (!g_hash_table_contains (seen, key))
        g_array_append_val (gone, id);
    }
  for (guint i = 0; i < gone->len; i++)
    if (!sky_store_run_for (store, "DELETE FROM work WHERE id = ? AND failure IS NOT NULL",
                            g_array_index (gone, gint64, i), error))
      return FALSE;
  return TRUE;
}

/* Runs a statement that asks one question of the folder @root. */
static gboolean
ask (SkyStore *store, const char *sql, const char *root, gint64 *answer, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, sql, error);

  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, root);
  return sky_statement_get_int (statement, answer, NULL, error);
}

/* @first: nobody else fills the queue of this folder. If not, this returns when somebody has. */
static gboolean
await_filling (
    SkyStore *store, const char *root, const gint *cancelled, gboolean *first, GError **error)
{
  gint64 answer;

  if (!ask (store, "SELECT pg_try_advisory_lock (" FILLING ", hashtext (?))", root, &answer, error))
    return FALSE;
  *first = answer != 0;
  while (answer == 0)
    {
      g_autoptr (GError) busy = NULL;

      if (ask (store, "SELECT pg_advisory_lock (" FILLING ", hashtext (?)) IS NOT NULL", root,
               &answer, &busy))
        return ask (store, "SELECT pg_advisory_unlock (" FILLING ", hashtext (?))", root, &answer,
                    error);
      if (!g_error_matches (busy, SKY_STORE_ERROR, SKY_STORE_ERROR_BUSY)
          || g_atomic_int_get (cancelled) != 0)
        {
          g_propagate_error (error, g_steal_pointer (&busy));
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
fill (Filling *self, const char *root, const gint *cancelled, GError **error)
{
  g_autoptr (GPtrArray) archives = sky_archive_list (root, self->problems, error);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (archives == NULL)
    return FALSE;
  self->n_passed = self->problems->len;
  for (guint i = 0; i < archives->len; i++)
    {
      const char *path = archives->pdata[i];

      if (g_atomic_int_get (cancelled) != 0)
        return sky_store_refuse (self->store, error, SKY_STORE_ERROR_CANCELLED,
                                 "the work was cancelled");
      if (!g_utf8_validate (path, -1, NULL))
        {
          g_autofree char *name = g_filename_display_name (path);

          g_ptr_array_add (self->problems, g_strdup_printf ("%s: the name is not UTF-8", name));
          self->n_passed++;
        }
      else if (!fill_from (self, path, seen, error))
        return FALSE;
    }
  return take_out (self->store, root, seen, error);
}

gboolean
sky_work_fill (SkyStore *self,
               const char *root,
               SkyWorkExtent extent,
               const char *program,
               GPtrArray *problems,
               guint *n_passed,
               const gint *cancelled,
               GError **error)
{
  Filling filling = { self, extent, program, problems, 0 };
  gboolean first, good;
  gint64 answer;

  *n_passed = 0;
  if (!await_filling (self, root, cancelled, &first, error))
    return FALSE;
  if (!first)
    return TRUE;
  good = fill (&filling, root, cancelled, error);
  *n_passed = filling.n_passed;
  return ask (self, "SELECT pg_advisory_unlock (" FILLING ", hashtext (?))", root, &answer,
              good ? error : NULL)
         && good;
}

/* --- Taking ----------------------------------------------------------------------------------- */

/* The paths of the piece's logs, as far as they are there. */
static char **
find_logs (const SkyArchive *archive, const char *name, gboolean is_table)
{
  g_autoptr (GPtrArray) pieces = NULL;
  GPtrArray *logs = g_ptr_array_new ();

  if (!is_table)
    {
      g_autofree char *path = g_build_filename (archive->path, name, NULL);

      for (guint i = 0; archive->logs[i] != NULL; i++)
        if (g_str_equal (archive->logs[i], path))
          g_ptr_array_add (logs, g_strdup (path));
    }
  else
    {
      pieces = divide (archive);
      for (guint i = 0; i < pieces->len; i++)
        {
          const WorkPiece *piece = pieces->pdata[i];

          for (guint k = 0;
               piece->is_table && g_str_equal (piece->name, name) && k < piece->logs->len; k++)
            g_ptr_array_add (logs, g_strdup (piece->logs->pdata[k]));
        }
    }
  g_ptr_array_add (logs, NULL);
  return (char **) g_ptr_array_free (logs, FALSE);
}

/* The largest comes first: the last ones to be done are then small, and nobody waits long for
 * whoever has them. */
#define NEXT                                                                                       \
  "SELECT w.id, w.archive, w.name, w.is_table, w.size FROM work w WHERE w.failure IS NULL"         \
  " AND " BELOW " ORDER BY w.size DESC, w.id LIMIT 1 FOR UPDATE"

static SkyWork *
read_work (SkyStatement *row, SkyStore *store, const char *program, SkyWorkArchives *archives)
{
  SkyWork *work = g_new0 (SkyWork, 1);
  const Opened *opened;
  guint64 size;

  work->store = store;
  work->id = sky_statement_int (row, 0);
  work->looks = g_array_new (FALSE, FALSE, sizeof (Look));
  work->archive = g_strdup (sky_statement_text (row, 1));
  work->size = (guint64) sky_statement_int (row, 4);
  opened = open_archive (archives, work->archive, NULL);
  if (opened == NULL)
    {
      work->logs = g_new0 (char *, 1);
      return work;
    }
  work->opened = opened->archive;
  work->inputs = g_strdup (opened->inputs);
  work->logs =
      find_logs (opened->archive, sky_statement_text (row, 2), sky_statement_int (row, 3) != 0);
  work->print =
      make_print ((const char *const *) work->logs, work->inputs, program, &size, work->looks);
  return work;
}

gboolean
sky_work_take (SkyStore *self,
               const char *root,
               const char *program,
               SkyWorkArchives *archives,
               SkyWork **work,
               gboolean *left,
               GError **error)
{
  g_autofree char *below = make_below (root);
  g_autoptr (SkyStoreTransaction) transaction = sky_store_begin_claim (self, error);
  guint64 n, bytes;

  *work = NULL;
  *left = FALSE;
  if (transaction == NULL)
    return FALSE;
  for (guint waiting = 0; waiting < 2; waiting++)
    {
      g_autoptr (GError) busy = NULL;
      g_autoptr (SkyStatement) next =
          sky_statement_get (self, waiting == 0 ? NEXT " SKIP LOCKED" : NEXT, error);
      gboolean row;

      if (next == NULL)
        return FALSE;
      put_root (next, root, below);
      if (!sky_statement_next (next, &row, &busy))
        {
          *left = TRUE;
          if (waiting == 1 && g_error_matches (busy, SKY_STORE_ERROR, SKY_STORE_ERROR_BUSY))
            return TRUE;
          g_propagate_error (error, g_steal_pointer (&busy));
          return FALSE;
        }
      if (row)
        {
          *work = read_work (next, self, program, archives);
          (*work)->transaction = g_steal_pointer (&transaction);
          return TRUE;
        }
      /* All are taken. They are waited for where they are: whoever has one ends it, or dies. */
      if (!sky_work_count (self, root, &n, &bytes, error))
        return FALSE;
      *left = n > 0;
      if (n == 0)
        return TRUE;
    }
  return TRUE;
}

void
sky_work_free (SkyWork *self)
{
  if (self == NULL)
    return;
  sky_store_transaction_free (self->transaction);
  g_free (self->archive);
  g_strfreev (self->logs);
  g_free (self->inputs);
  g_free (self->print);
  g_array_unref (self->looks);
  g_free (self);
}

gboolean
sky_work_write (SkyWork *self, GError **error)
{
  return sky_store_transaction_write (self->transaction, error);
}

/* A log that grew after it was read looks otherwise than it is noted here, and so is taken again;
 * one that was only touched is not. */
static gboolean
note_looks (SkyWork *self, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (
      self->store,
      "UPDATE logs SET size = ?1, mtime = ?2 WHERE archive = (SELECT id FROM archives"
      " WHERE path = ?3) AND name = ?4 AND (size != ?1 OR mtime != ?2)",
      error);

  for (guint i = 0; statement != NULL && i < self->looks->len; i++)
    {
      const Look *look = &g_array_index (self->looks, Look, i);
      g_autofree char *name = g_path_get_basename (self->logs[i]);

      sky_statement_put_int (statement, look->size);
      sky_statement_put_int (statement, look->mtime);
      sky_statement_put_text (statement, self->archive);
      sky_statement_put_text (statement, name);
      if (!sky_statement_run (statement, error))
        return FALSE;
    }
  return statement != NULL;
}

gboolean
sky_work_end (SkyWork *self, const char *failure, GError **error)
{
  if (!note_looks (self, error))
    return FALSE;
  if (failure != NULL)
    {
      g_autoptr (SkyStatement) statement = sky_statement_get (
          self->store, "UPDATE work SET failure = ?, print = ? WHERE id = ?", error);

      if (statement == NULL)
        return FALSE;
      sky_statement_put_text (statement, failure);
      sky_statement_put_text (statement, self->print);
      sky_statement_put_int (statement, self->id);
      if (!sky_statement_run (statement, error))
        return FALSE;
    }
  else if (!sky_store_run_for (self->store, "DELETE FROM work WHERE id = ?", self->id, error))
    return FALSE;
  return sky_store_transaction_commit (self->transaction, error);
}

gboolean
sky_work_count (SkyStore *self, const char *root, guint64 *n, guint64 *bytes, GError **error)
{
  g_autofree char *below = make_below (root);
  g_autoptr (SkyStatement) statement =
      sky_statement_get (self,
                         "SELECT count (*), coalesce (sum (w.size), 0) FROM work w"
                         " WHERE w.failure IS NULL AND " BELOW,
                         error);
  gboolean row;

  if (statement == NULL)
    return FALSE;
  put_root (statement, root, below);
  if (!sky_statement_next (statement, &row, error))
    return FALSE;
  *n = (guint64) sky_statement_int (statement, 0);
  *bytes = (guint64) sky_statement_int (statement, 1);
  return TRUE;
}

GPtrArray *
sky_work_list_failures (SkyStore *self, const char *root, GError **error)
{
  g_autoptr (GPtrArray) failures = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *below = make_below (root);
  g_autoptr (SkyStatement) statement =
      sky_statement_get (self,
                         "SELECT w.failure FROM work w WHERE w.failure IS NOT NULL AND " BELOW
                         " ORDER BY w.archive, w.name, w.is_table",
                         error);
  gboolean row;

  if (statement == NULL)
    return NULL;
  put_root (statement, root, below);
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return g_steal_pointer (&failures);
      g_ptr_array_add (failures, g_strdup (sky_statement_text (statement, 0)));
    }
  return NULL;
}
