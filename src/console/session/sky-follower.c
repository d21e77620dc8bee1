/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-follower.h"

#include <glib/gstdio.h>

#include "sky-archive.h"
#include "sky-audit-follow.h"
#include "sky-finding-query.h"
#include "sky-store-audit.h"
#include "sky-stored-log.h"

/* How often sizes are looked at, how often folders for new logs, and how long a log is left alone
 * after it was written to the store: that long, and so many times as long as the writing took. */
#define LOOK_EVERY       (200 * G_TIME_SPAN_MILLISECOND)
#define LIST_EVERY       (2 * G_TIME_SPAN_SECOND)
#define WRITE_EVERY      (400 * G_TIME_SPAN_MILLISECOND)
#define WRITE_COST_TIMES 4

/* What the thread and the object share. */
typedef struct
{
  gatomicrefcount refs;
  char **paths;
  char *store_path;
  GMainContext *context; /* of who started it */

  GMutex mutex;
  GCond wake;
  /* All below is guarded by @mutex. */
  gboolean stopped;
  SkyFollower *follower; /* NULL: gone */
} Shared;

struct _SkyFollower
{
  GObject parent_instance;

  Shared *shared;
};

G_DEFINE_FINAL_TYPE (SkyFollower, sky_follower, G_TYPE_OBJECT)

enum
{
  SIGNAL_FOUND,
  SIGNAL_LOG_STORED,
  SIGNAL_PROBLEM,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
shared_unref (Shared *shared)
{
  if (!g_atomic_ref_count_dec (&shared->refs))
    return;
  g_strfreev (shared->paths);
  g_free (shared->store_path);
  g_main_context_unref (shared->context);
  g_mutex_clear (&shared->mutex);
  g_cond_clear (&shared->wake);
  g_free (shared);
}

/* --- News ------------------------------------------------------------------------------------- */

G_DEFINE_BOXED_TYPE (SkyNews, sky_news, sky_news_copy, sky_news_free)

SkyNews *
sky_news_copy (const SkyNews *self)
{
  SkyNews *copy = g_new (SkyNews, 1);

  *copy = *self;
  copy->key = g_strdup (self->key);
  copy->check = g_strdup (self->check);
  copy->table = g_strdup (self->table);
  copy->explanation = g_strdup (self->explanation);
  return copy;
}

void
sky_news_free (SkyNews *self)
{
  if (self == NULL)
    return;
  g_free (self->key);
  g_free (self->check);
  g_free (self->table);
  g_free (self->explanation);
  g_free (self);
}

static SkyNews *
news_new (const SkyLogHeader *header, const SkyFinding *finding)
{
  const SkyCheckInfo *info = sky_check_info (finding->check);
  SkyNews *self = g_new0 (SkyNews, 1);

  self->key = sky_finding_key (header->property, header->table, header->gaming_day,
                               sky_game_id_to_name (header->game), info->name, finding->seq,
                               finding->wager, finding->line, 1);
  self->check = g_strdup (info->name);
  self->queue = info->queue;
  self->severity = sky_finding_get_severity (finding);
  self->table = g_strdup (header->table);
  self->at = finding->at;
  self->explanation = g_strdup (finding->explanation);
  return self;
}

/* The same of one that the store has. */
static SkyNews *
news_of_stored (const SkyStoredFinding *finding)
{
  SkyNews *self = g_new0 (SkyNews, 1);

  self->key = g_strdup (finding->key);
  self->check = g_strdup (finding->check);
  self->queue = finding->queue;
  self->severity = finding->severity;
  self->table = g_strdup (finding->table);
  self->at = finding->at;
  self->explanation = g_strdup (finding->explanation);
  return self;
}

/* --- Telling ---------------------------------------------------------------------------------- */

/* Something to be told in the main thread. */
typedef struct
{
  Shared *shared;
  SkyNews *news; /* found; or */
  char *archive; /* stored, with */
  char *name;    /* this name; or */
  char *problem;
} Telling;

static void
telling_free (gpointer data)
{
  Telling *telling = data;

  shared_unref (telling->shared);
  sky_news_free (telling->news);
  g_free (telling->archive);
  g_free (telling->name);
  g_free (telling->problem);
  g_free (telling);
}

static gboolean
tell_cb (gpointer data)
{
  Telling *telling = data;
  g_autoptr (SkyFollower) self = NULL;

  g_mutex_lock (&telling->shared->mutex);
  if (!telling->shared->stopped && telling->shared->follower != NULL)
    self = g_object_ref (telling->shared->follower);
  g_mutex_unlock (&telling->shared->mutex);
  if (self == NULL)
    return G_SOURCE_REMOVE;
  if (telling->news != NULL)
    g_signal_emit (self, signals[SIGNAL_FOUND], 0, telling->news);
  else if (telling->archive != NULL)
    g_signal_emit (self, signals[SIGNAL_LOG_STORED], 0, telling->archive, telling->name);
  else
    g_signal_emit (self, signals[SIGNAL_PROBLEM], 0, telling->problem);
  return G_SOURCE_REMOVE;
}

/* Takes what @telling holds. */
static void
tell (Shared *shared, Telling telling)
{
  Telling *copy = g_new (Telling, 1);

  *copy = telling;
  copy->shared = shared;
  g_atomic_ref_count_inc (&shared->refs);
  g_main_context_invoke_full (shared->context, G_PRIORITY_DEFAULT, tell_cb, copy, telling_free);
}

/* --- A log ------------------------------------------------------------------------------------ */

typedef struct
{
  char *path;
  char *name;
  goffset size;  /* as it was looked at last */
  gboolean lost; /* the file cannot be followed */
  char *told;    /* why, when that was told last; NULL: it was not */

  SkyAuditFollow *follow; /* NULL: it has not grown yet */
  /* Of the file that is followed, or was lost. One that is followed is open, so that no other has
   * these two meanwhile. */
  dev_t device;
  ino_t inode;
  struct timespec modified; /* of one that was lost: another may have its number soon */
  gboolean beside;    /* another log came first: of this one it is told that it came, no more */
  gboolean caught_up; /* all that is found from now on is new */
  GPtrArray *judged;  /* of SkyStoredFinding: what was said of its cameras */
  gboolean dirty;     /* the store has less than was read */
  gint64 write_after; /* monotonic */
} Log;

/* An archive, as the thread knows it. */
typedef struct
{
  const char *path;
  SkyArchive *archive; /* NULL: it could not be opened yet */
  GPtrArray *logs;     /* of Log */
  gint64 list_after;   /* monotonic */
} Archive;

static void
log_free (gpointer data)
{
  Log *log = data;

  g_free (log->path);
  g_free (log->name);
  g_free (log->told);
  sky_audit_follow_free (log->follow);
  g_clear_pointer (&log->judged, g_ptr_array_unref);
  g_free (log);
}

static void
archive_free (gpointer data)
{
  Archive *archive = data;

  g_ptr_array_unref (archive->logs);
  sky_archive_free (archive->archive);
  g_free (archive);
}

/* What the store has of the log's place: where several files were there, of the one that came
 * first. */
static SkyStoredLog *
find_stored (SkyStore *store, const Archive *archive, const Log *log)
{
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, archive->path, NULL);
  gint first = -1;

  for (guint i = 0; logs != NULL && i < logs->len; i++)
    {
      const SkyStoredLog *stored = logs->pdata[i];
      if (strcmp (stored->name, log->name) == 0
          && (first < 0 || stored->number < ((const SkyStoredLog *) logs->pdata[first])->number))
        first = (gint) i;
    }
  return first >= 0 ? g_ptr_array_steal_index (logs, (guint) first) : NULL;
}

/* Logs that were not there at the last look; those of the first are as the store has them. */
static void
list_logs (Archive *archive, SkyStore *store, gint64 now)
{
  if (now < archive->list_after)
    return;
  archive->list_after = now + LIST_EVERY;

  SkyArchive *opened = sky_archive_open (archive->path, NULL);
  if (opened == NULL)
    return;
  for (guint i = 0; opened->logs[i] != NULL; i++)
    {
      gboolean known = FALSE;
      for (guint j = 0; j < archive->logs->len && !known; j++)
        known = strcmp (((const Log *) archive->logs->pdata[j])->path, opened->logs[i]) == 0;
      if (known)
        continue;
      Log *log = g_new0 (Log, 1);
      log->path = g_strdup (opened->logs[i]);
      log->name = g_path_get_basename (log->path);
      g_autoptr (SkyStoredLog) stored = find_stored (store, archive, log);
      log->size = stored != NULL ? (goffset) stored->size : 0;
      g_ptr_array_add (archive->logs, log);
    }
  /* The staff on whom followed logs lean must stay. */
  if (archive->archive == NULL)
    archive->archive = opened;
  else
    sky_archive_free (opened);
}

/* What the last audit of the whole archive said of the log's cameras and of what lies beside it. */
static GPtrArray *
read_judged (SkyStore *store, gint64 id)
{
  static const char *const globs[] = { "coverage.*", "footage.*", "archive.*" };
  GPtrArray *judged = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_finding_free);

  for (guint i = 0; i < G_N_ELEMENTS (globs); i++)
    {
      SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
      filter.log = id;
      filter.check = (char *) globs[i];
      g_autoptr (GPtrArray) page =
          sky_store_findings_page (store, &filter, SKY_FINDING_SORT_RECORD, FALSE, 0, 10000, NULL);
      while (page != NULL && page->len > 0)
        g_ptr_array_add (judged, g_ptr_array_steal_index (page, page->len - 1));
    }
  return judged;
}

/* Whether the log is not @stored, nor goes on from it, so that the store will put it beside that:
 * nothing that is found in it is judged. */
static gboolean
is_beside (const SkyStoredLog *stored, const SkyLogAudit *audit)
{
  if (stored == NULL || stored->sha256 == NULL || stored->length == 0 || audit->resumed != NULL)
    return FALSE;
  return sky_log_begins_with (audit->log, (goffset) stored->length, stored->sha256)
         == (stored->number > 1);
}

static gboolean
is_of_day (const SkyStoredLog *stored, const SkyLogHeader *header)
{
  return stored->gaming_day == header->gaming_day
         && strcmp (stored->property, header->property) == 0
         && strcmp (stored->table, header->table) == 0;
}

/* @status: of the file that is about to be opened; if it is another by then the next look tells. */
static gboolean
begin (Shared *shared, Archive *archive, Log *log, const GStatBuf *status, SkyStore *store)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) opened = sky_log_open_in_archive (archive->path, log->path, &error);
  g_autoptr (SkyStoredLog) stored = find_stored (store, archive, log);
  g_autoptr (GBytes) state = NULL;

  /* What the store has of the place may be of another table's day. */
  if (opened != NULL && stored != NULL && !is_of_day (stored, sky_log_get_header (opened)))
    g_clear_pointer (&stored, sky_stored_log_free);
  /* Without one all of the log is audited. */
  if (stored != NULL)
    sky_store_read_state (store, stored->id, &state, NULL);
  if (opened != NULL)
    log->follow = sky_audit_follow_new (opened, archive->archive->staff, state, &error);
  if (log->follow == NULL)
    {
      /* A header half written is no header yet. */
      if (g_error_matches (error, SKY_LOG_ERROR, SKY_LOG_ERROR_HEADER))
        return FALSE;
      log->lost = TRUE;
      log->device = status->st_dev;
      log->inode = status->st_ino;
      log->size = (goffset) status->st_size;
      log->modified = status->st_mtim;
      if (g_strcmp0 (log->told, error->message) != 0)
        {
          g_free (log->told);
          log->told = g_strdup (error->message);
          tell (shared, (Telling){ .problem = g_strdup (error->message) });
        }
      return FALSE;
    }
  g_clear_pointer (&log->told, g_free);
  log->beside = is_beside (stored, sky_audit_follow_get_audit (log->follow));
  log->judged = stored != NULL ? read_judged (store, stored->id) : g_ptr_array_new ();
  log->device = status->st_dev;
  log->inode = status->st_ino;
  return TRUE;
}

/* Whether the file at the log's path is no longer the one that is followed or was lost, or begins
 * anew. */
static gboolean
was_replaced (const Log *log, const GStatBuf *status)
{
  if (status->st_dev != log->device || status->st_ino != log->inode
      || (goffset) status->st_size < log->size)
    return TRUE;
  return log->lost
         && ((goffset) status->st_size != log->size
             || status->st_mtim.tv_sec != log->modified.tv_sec
             || status->st_mtim.tv_nsec != log->modified.tv_nsec);
}

/* Has the log begin again with whatever is at its path. */
static void
forget (Log *log)
{
  g_clear_pointer (&log->follow, sky_audit_follow_free);
  g_clear_pointer (&log->judged, g_ptr_array_unref);
  log->caught_up = FALSE;
  log->lost = FALSE;
  log->size = 0;
}

/* The first time all of the log may be read, and what the store has of it was told before. */
static void
tell_fresh (Shared *shared, Log *log, SkyStore *store)
{
  const SkyLogAudit *audit = sky_audit_follow_get_audit (log->follow);
  GPtrArray *fresh = sky_audit_follow_get_fresh (log->follow);
  const SkyLogHeader *header = sky_log_get_header (audit->log);

  for (guint i = 0; i < fresh->len; i++)
    {
      g_autoptr (SkyNews) news = news_new (header, fresh->pdata[i]);
      g_autoptr (SkyStoredFinding) told =
          log->caught_up ? NULL : sky_store_get_finding_by_key (store, news->key, NULL);
      if (told == NULL)
        tell (shared, (Telling){ .news = g_steal_pointer (&news) });
    }
  log->caught_up = TRUE;
}

/* Finding as the audit has it, of one that the store had; texts are borrowed. */
static SkyFinding *
borrow (const SkyStoredFinding *stored)
{
  SkyFinding *finding = g_new0 (SkyFinding, 1);

  if (!sky_check_from_name (stored->check, &finding->check))
    {
      g_free (finding);
      return NULL;
    }
  finding->section = stored->section;
  finding->seq = stored->seq;
  finding->at = stored->at;
  finding->round = stored->round;
  finding->wager = stored->wager;
  finding->seat = stored->seat;
  finding->reading = stored->reading;
  finding->unsure = stored->unsure;
  finding->has_variance = stored->has_variance;
  finding->variance = stored->variance;
  finding->recorded = stored->recorded;
  finding->recomputed = stored->recomputed;
  finding->explanation = stored->explanation;
  finding->line = stored->line;
  finding->offset = stored->offset;
  return finding;
}

/* How many logs the store has of the log's place. */
static guint
count_stored (SkyStore *store, const Archive *archive, const Log *log)
{
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, archive->path, NULL);
  guint n = 0;

  for (guint i = 0; logs != NULL && i < logs->len; i++)
    n += strcmp (((const SkyStoredLog *) logs->pdata[i])->name, log->name) == 0;
  return n;
}

/* That another log came in the place of the first is all that is found in it. */
static void
tell_replaced (Shared *shared, const SkyStoredLog *stored, SkyStore *store)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;

  filter.log = stored->id;
  g_autoptr (GPtrArray) page =
      sky_store_findings_page (store, &filter, SKY_FINDING_SORT_RECORD, FALSE, 0, 1, NULL);
  if (page != NULL && page->len > 0)
    tell (shared, (Telling){ .news = news_of_stored (page->pdata[0]) });
}

static void
write_log (Shared *shared, Archive *archive, Log *log, SkyStore *store, gint64 now)
{
  SkyLogAudit audit;
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (GPtrArray) borrowed = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SkyStoredLog) stored = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id;

  sky_audit_follow_save (log->follow);
  audit = *sky_audit_follow_get_audit (log->follow);
  for (guint i = 0; i < audit.findings->len; i++)
    g_ptr_array_add (all, audit.findings->pdata[i]);
  for (guint i = 0; i < log->judged->len; i++)
    {
      SkyFinding *finding = borrow (log->judged->pdata[i]);
      if (finding == NULL)
        continue;
      g_ptr_array_add (borrowed, finding);
      g_ptr_array_add (all, finding);
    }
  audit.findings = all;
  sky_log_audit_sort (&audit);
  guint n_stored = count_stored (store, archive, log);
  /* Without inputs: when the archive is opened again the log's end and its cameras are
   * judged, from this state on. */
  if (!sky_store_write_audit (store, archive->archive, NULL, &audit, SKY_VERSION, &id, &error)
      || (stored = sky_store_get_log (store, id, &error)) == NULL)
    {
      log->write_after = now + LIST_EVERY;
      /* That the connection is lost is told by those who wait for it; here it is tried again. */
      if (g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DISCONNECTED))
        sky_store_reconnect (store, NULL);
      else
        tell (shared, (Telling){ .problem = g_strdup (error->message) });
      return;
    }
  sky_audit_follow_set_kept (log->follow);
  /* Another log came in its place: what is found in that is not judged, and all of it is hashed
   * each time that it is written. */
  log->beside = stored->number > 1;
  if (log->beside && count_stored (store, archive, log) > n_stored)
    tell_replaced (shared, stored, store);
  gint64 cost = g_get_monotonic_time () - now;
  log->dirty = FALSE;
  log->write_after =
      now + cost + MAX (log->beside ? LIST_EVERY : WRITE_EVERY, WRITE_COST_TIMES * cost);
  tell (shared, (Telling){ .archive = g_strdup (archive->path), .name = g_strdup (log->name) });
}

static void
look_at (Shared *shared, Archive *archive, Log *log, SkyStore *store)
{
  GStatBuf status;
  gboolean there = g_stat (log->path, &status) == 0;

  /* What was read of the file that was there before is stored first: where the one in its place
   * begins as it did, it is gone on from there, and nothing is told twice. */
  if (there && (log->lost || log->follow != NULL) && !log->dirty && was_replaced (log, &status))
    forget (log);
  if (there && !log->lost && (goffset) status.st_size > log->size
      && (log->follow != NULL || begin (shared, archive, log, &status, store)))
    {
      log->size = (goffset) status.st_size;
      if (sky_audit_follow_read (log->follow) > 0)
        {
          log->dirty = TRUE;
          if (!log->beside)
            tell_fresh (shared, log, store);
        }
    }
  gint64 now = g_get_monotonic_time ();
  if (log->dirty && now >= log->write_after)
    write_log (shared, archive, log, store, now);
}

/* --- The thread ------------------------------------------------------------------------------- */

/* Waits for the next look. Returns: FALSE when there is none. */
static gboolean
wait_for_look (Shared *shared)
{
  gint64 until = g_get_monotonic_time () + LOOK_EVERY;

  g_mutex_lock (&shared->mutex);
  while (!shared->stopped && g_cond_wait_until (&shared->wake, &shared->mutex, until))
    ;
  gboolean go_on = !shared->stopped;
  g_mutex_unlock (&shared->mutex);
  return go_on;
}

static gpointer
follow_thread (gpointer data)
{
  Shared *shared = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) archives = g_ptr_array_new_with_free_func (archive_free);
  g_autoptr (SkyStore) store = sky_store_open (shared->store_path, SKY_STORE_READ_WRITE, &error);

  if (store == NULL)
    tell (shared, (Telling){ .problem = g_strdup (error->message) });
  for (guint i = 0; store != NULL && shared->paths[i] != NULL; i++)
    {
      Archive *archive = g_new0 (Archive, 1);
      archive->path = shared->paths[i];
      archive->logs = g_ptr_array_new_with_free_func (log_free);
      g_ptr_array_add (archives, archive);
    }
  do
    {
      for (guint i = 0; i < archives->len; i++)
        {
          Archive *archive = archives->pdata[i];
          list_logs (archive, store, g_get_monotonic_time ());
          for (guint j = 0; j < archive->logs->len; j++)
            look_at (shared, archive, archive->logs->pdata[j], store);
        }
    }
  while (store != NULL && wait_for_look (shared));
  g_clear_pointer (&archives, g_ptr_array_unref);
  g_clear_pointer (&store, sky_store_free);
  shared_unref (shared);
  return NULL;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_follower_dispose (GObject *object)
{
  SkyFollower *self = SKY_FOLLOWER (object);

  if (self->shared != NULL)
    {
      sky_follower_stop (self);
      g_mutex_lock (&self->shared->mutex);
      self->shared->follower = NULL;
      g_mutex_unlock (&self->shared->mutex);
      g_clear_pointer (&self->shared, shared_unref);
    }
  G_OBJECT_CLASS (sky_follower_parent_class)->dispose (object);
}

static void
sky_follower_class_init (SkyFollowerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sky_follower_dispose;
  signals[SIGNAL_FOUND] = g_signal_new ("found", SKY_TYPE_FOLLOWER, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, SKY_TYPE_NEWS);
  signals[SIGNAL_LOG_STORED] =
      g_signal_new ("log-stored", SKY_TYPE_FOLLOWER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
  signals[SIGNAL_PROBLEM] = g_signal_new ("problem", SKY_TYPE_FOLLOWER, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
sky_follower_init (SkyFollower *self)
{
}

SkyFollower *
sky_follower_start (const char *const *paths, const char *store_path)
{
  g_return_val_if_fail (paths != NULL, NULL);
  g_return_val_if_fail (store_path != NULL, NULL);

  SkyFollower *self = g_object_new (SKY_TYPE_FOLLOWER, NULL);
  Shared *shared = g_new0 (Shared, 1);

  g_atomic_ref_count_init (&shared->refs);
  shared->paths = g_strdupv ((char **) paths);
  shared->store_path = g_strdup (store_path);
  shared->context = g_main_context_ref_thread_default ();
  g_mutex_init (&shared->mutex);
  g_cond_init (&shared->wake);
  shared->follower = self;
  self->shared = shared;

  g_atomic_ref_count_inc (&shared->refs);
  g_thread_unref (g_thread_new ("follow", follow_thread, shared));
  return self;
}

void
sky_follower_stop (SkyFollower *self)
{
  g_return_if_fail (SKY_IS_FOLLOWER (self));

  g_mutex_lock (&self->shared->mutex);
  self->shared->stopped = TRUE;
  g_cond_signal (&self->shared->wake);
  g_mutex_unlock (&self->shared->mutex);
}
