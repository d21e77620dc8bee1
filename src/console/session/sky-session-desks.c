/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What others do at other desks on the same store: what they say and audit is shown within a
 * second, and who is at which finding. */
#include "config.h"

#include "sky-session-private.h"

/* News that come one behind the other are heeded together; in milliseconds. */
#define GATHER 200

static void
add_name (GHashTable *names, const SkyDesk *desk)
{
  const char *name = desk->name[0] != '\0' ? desk->name : desk->credential;
  const char *others = g_hash_table_lookup (names, desk->finding);

  if (desk->finding[0] == '\0' || name[0] == '\0')
    return;
  g_hash_table_insert (names, g_strdup (desk->finding),
                       others != NULL ? g_strdup_printf ("%s, %s", others, name) : g_strdup (name));
}

static gboolean
same_names (GHashTable *a, GHashTable *b)
{
  GHashTableIter iter;
  gpointer finding;
  gpointer names;

  if (g_hash_table_size (a) != g_hash_table_size (b))
    return FALSE;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &finding, &names))
    {
      if (g_strcmp0 (g_hash_table_lookup (b, finding), names) != 0)
        return FALSE;
    }
  return TRUE;
}

static void
heed_desks (SkySession *self, GPtrArray *desks)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < desks->len; i++)
    add_name (names, desks->pdata[i]);
  if (self->n_desks == desks->len && same_names (names, self->others))
    return;
  self->n_desks = desks->len;
  g_hash_table_unref (self->others);
  self->others = g_steal_pointer (&names);
  sky_queue_model_set_presence (self->model, self->others);
  sky_session_emit (self, SKY_SESSION_PRESENT_CHANGED);
}

/* Whether the store has findings, or misses some, that the list has not counted; or the rest of
 * what audits made may be another. What this desk audits itself is told by who does it. */
static gboolean
audits_changed (SkySession *self, gboolean spoken)
{
  const SkyLook *counted = sky_queue_model_get_counted (self->model);

  if (self->job != NULL)
    return FALSE;
  if (self->news.finding > counted->finding || self->news.withdrawal > counted->withdrawal)
    return TRUE;
  return !spoken && self->follower == NULL && self->news_stamp != self->seen_stamp;
}

static gboolean
heed_cb (gpointer user_data)
{
  SkySession *self = user_data;
  gboolean spoken = self->news.entry > self->heard;

  /* What several are decided as is asked for when they are; the same goes for what is being asked
   * for: it may bring the news. */
  if (self->deciding != NULL || !sky_queue_model_get_settled (self->model) || self->asking > 0)
    return G_SOURCE_CONTINUE;
  self->news_timer = 0;
  gboolean audited = audits_changed (self, spoken);
  self->seen_stamp = self->news_stamp;
  if (audited)
    sky_queue_model_refresh (self->model);
  if (spoken)
    {
      if (!audited)
        sky_queue_model_hear (self->model, self->heard);
      self->heard = self->news.entry;
      if (sky_session_get_finding (self) != NULL)
        sky_session_ask_review (self);
    }
  if (!spoken && !audited)
    return G_SOURCE_REMOVE;
  sky_session_ask_counts (self);
  if (self->day != NULL)
    sky_session_ask_marks (self);
  return G_SOURCE_REMOVE;
}

/* --- A connection that is lost ---------------------------------------------------------------- */

static void
worker_gone_cb (gpointer workers, GObject *gone)
{
  g_ptr_array_remove_fast (workers, gone);
}

SkyStoreWorker *
sky_session_new_worker (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);

  SkyStoreWorker *worker = sky_store_worker_new (sky_store_worker_get_path (self->worker));
  g_ptr_array_add (self->workers, worker);
  g_object_weak_ref (G_OBJECT (worker), worker_gone_cb, self->workers);
  return worker;
}

void
sky_session_forget_workers (SkySession *self)
{
  for (guint i = 0; i < self->workers->len; i++)
    g_object_weak_unref (self->workers->pdata[i], worker_gone_cb, self->workers);
  g_clear_pointer (&self->workers, g_ptr_array_unref);
}

static void
retry_workers (SkySession *self)
{
  sky_store_worker_retry (self->worker);
  for (guint i = 0; i < self->workers->len; i++)
    sky_store_worker_retry (self->workers->pdata[i]);
}

void
sky_session_heed_connection (SkySession *self)
{
  const char *problem = sky_store_worker_get_problem (self->worker);

  /* Who reaches it again tells the others. */
  if (problem == NULL && self->lost != NULL)
    retry_workers (self);
  if (problem == NULL && self->watch_problem != NULL)
    sky_store_watch_retry (self->watch);
  if (problem == NULL)
    problem = self->watch_problem;
  if (g_strcmp0 (problem, self->lost) == 0)
    return;
  g_free (self->lost);
  self->lost = g_strdup (problem);
  sky_session_emit (self, SKY_SESSION_CONNECTION_CHANGED);
  sky_session_heed_waiting (self);
  if (problem == NULL)
    sky_session_settle_complaint (self, FALSE);
}

static void
heed_clock (SkySession *self, gint64 ahead)
{
  if (ahead == self->clock_ahead)
    return;
  self->clock_ahead = ahead;
  sky_session_emit (self, SKY_SESSION_CONNECTION_CHANGED);
}

gint64
sky_session_get_clock_ahead (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);
  return self->clock_ahead;
}

static void
heed_watch (SkySession *self, const SkyStoreNews *news)
{
  gboolean back = news->connected && self->watch_problem != NULL;

  self->watching = self->watching || news->connected;
  g_free (self->watch_problem);
  self->watch_problem = self->watching && !news->connected ? g_strdup (news->problem) : NULL;
  if (back)
    {
      retry_workers (self);
      /* Another server may not have what the one that failed had last. */
      if (news->present.entry < self->heard)
        {
          self->heard = news->present.entry;
          sky_own_words_unref (self->own);
          self->own = sky_own_words_new ();
          sky_session_ask_rows (self);
        }
      /* Whatever happened meanwhile. */
      self->seen_stamp = ~news->stamp;
    }
  sky_session_heed_connection (self);
}

const char *
sky_session_get_lost (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->lost;
}

guint
sky_session_get_n_writing (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);
  return self->writing;
}

guint
sky_session_get_n_refused (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);
  return self->n_refused;
}

void
sky_session_begin_writing (SkySession *self)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  self->writing++;
  sky_session_heed_waiting (self);
}

void
sky_session_end_writing (SkySession *self, gboolean written)
{
  g_return_if_fail (SKY_IS_SESSION (self));
  g_return_if_fail (self->writing > 0);

  self->writing--;
  self->n_refused += !written;
  if (written)
    sky_session_settle_complaint (self, TRUE);
  sky_session_heed_waiting (self);
}

void
sky_session_reconnect (SkySession *self)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  retry_workers (self);
  if (self->watch != NULL)
    sky_store_watch_retry (self->watch);
}

/* --- News ------------------------------------------------------------------------------------- */

static void
news_cb (const SkyStoreNews *news, gpointer user_data)
{
  SkySession *self = user_data;

  heed_watch (self, news);
  if (!news->connected)
    return;
  heed_clock (self, news->clock_ahead);
  heed_desks (self, news->desks);
  self->news = news->present;
  self->news_stamp = news->stamp;
  if (self->news_timer == 0
      && (self->news.entry > self->heard || self->news_stamp != self->seen_stamp))
    self->news_timer = g_timeout_add (GATHER, heed_cb, self);
}

void
sky_session_start_watching (SkySession *self)
{
  if (self->watch != NULL)
    return;
  self->heard = self->present.entry;
  self->watch = sky_store_watch_new (sky_store_worker_get_path (self->worker), news_cb, self);
  sky_session_tell_present (self);
}

void
sky_session_tell_present (SkySession *self)
{
  const SkyStoredFinding *finding = sky_session_get_finding (self);

  if (self->watch != NULL)
    sky_store_watch_set_present (self->watch, self->credential, self->name,
                                 finding != NULL ? finding->key : NULL);
}

void
sky_session_heard_own (SkySession *self, gint64 number)
{
  /* What others said before it is still to be shown. */
  if (number == self->heard + 1)
    self->heard = number;
}

const char *
sky_session_get_present (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);

  const char *digest =
      sky_session_get_finding (self) != NULL ? sky_queue_item_get_digest (self->item) : NULL;
  return digest != NULL ? g_hash_table_lookup (self->others, digest) : NULL;
}

guint
sky_session_get_n_desks (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);
  return self->n_desks;
}
