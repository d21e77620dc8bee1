/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-store-link.h"

struct _SkyStoreLink
{
  GObject parent_instance;

  SkyStoreWorker *worker;
  GPtrArray *workers;   /* of other windows; borrowed, each takes itself out as it goes */
  SkyStoreWatch *watch; /* NULL: the store is not known yet */
  gboolean watching;    /* the watch has reached the store once */
  char *watch_problem;  /* why it does not any more; NULL: it does */
  char *lost;           /* why the store is not reached any more, as told; NULL: it is */
  gint64 clock_ahead;   /* this machine's, of the server's, in microseconds; 0: by little */
  guint writing;
  guint n_refused; /* that was not written in the end */
  char *complaint; /* of the store, told last and not settled since; NULL: none */
  gboolean complaint_passes;
};

G_DEFINE_FINAL_TYPE (SkyStoreLink, sky_store_link, G_TYPE_OBJECT)

enum
{
  MESSAGE,
  CONNECTION_CHANGED,
  WRITING_CHANGED,
  COMPLAINT_SETTLED,
  NEWS,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- What is told ----------------------------------------------------------------------------- */

void
sky_store_link_report (SkyStoreLink *self, const char *text)
{
  g_return_if_fail (SKY_IS_STORE_LINK (self));
  g_signal_emit (self, signals[MESSAGE], 0, text, FALSE);
}

void
sky_store_link_warn (SkyStoreLink *self, const char *text)
{
  g_return_if_fail (SKY_IS_STORE_LINK (self));
  g_signal_emit (self, signals[MESSAGE], 0, text, TRUE);
}

/* The store was not reached, or somebody else was writing: that passes by itself. */
static gboolean
is_passing (const GError *error)
{
  return g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_DISCONNECTED)
         || g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_OPEN)
         || g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_BUSY);
}

void
sky_store_link_complain (SkyStoreLink *self, const GError *error)
{
  g_return_if_fail (SKY_IS_STORE_LINK (self));

  if (error == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error->domain == SKY_STORE_ERROR)
    {
      g_free (self->complaint);
      self->complaint = g_strdup (error->message);
      self->complaint_passes = is_passing (error);
    }
  sky_store_link_warn (self, error->message);
}

void
sky_store_link_settle_complaint (SkyStoreLink *self, gboolean written)
{
  g_return_if_fail (SKY_IS_STORE_LINK (self));

  if (self->complaint == NULL || !(written || self->complaint_passes))
    return;
  g_clear_pointer (&self->complaint, g_free);
  g_signal_emit (self, signals[COMPLAINT_SETTLED], 0);
}

const char *
sky_store_link_get_complaint (SkyStoreLink *self)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (self), NULL);
  return self->complaint;
}

/* --- What is asked and written ---------------------------------------------------------------- */

void
sky_store_link_ask (SkyStoreLink *self,
                    gpointer asker,
                    SkyStoreFunc func,
                    gpointer data,
                    GDestroyNotify free_data,
                    GDestroyNotify free_result,
                    GAsyncReadyCallback callback,
                    gpointer user_data)
{
  g_return_if_fail (SKY_IS_STORE_LINK (self));
  sky_store_worker_run (self->worker, asker, func, data, free_data, free_result, NULL, callback,
                        user_data);
}

const char *
sky_store_link_get_path (SkyStoreLink *self)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (self), NULL);
  return sky_store_worker_get_path (self->worker);
}

gboolean
sky_store_link_get_reads (SkyStoreLink *self)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (self), FALSE);
  return sky_store_worker_is_reader (self->worker);
}

SkyStoreWorker *
sky_store_link_get_worker (SkyStoreLink *self)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (self), NULL);
  return self->worker;
}

static void
worker_gone_cb (gpointer workers, GObject *gone)
{
  g_ptr_array_remove_fast (workers, gone);
}

SkyStoreWorker *
sky_store_link_new_worker (SkyStoreLink *self)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (self), NULL);

  const char *path = sky_store_worker_get_path (self->worker);
  SkyStoreWorker *worker = sky_store_link_get_reads (self) ? sky_store_worker_new_reader (path)
                                                           : sky_store_worker_new (path);
  g_ptr_array_add (self->workers, worker);
  g_object_weak_ref (G_OBJECT (worker), worker_gone_cb, self->workers);
  return worker;
}

static void
forget_workers (SkyStoreLink *self)
{
  for (guint i = 0; i < self->workers->len; i++)
    g_object_weak_unref (self->workers->pdata[i], worker_gone_cb, self->workers);
  g_ptr_array_unref (self->workers);
}

void
sky_store_link_begin_writing (SkyStoreLink *self)
{
  g_return_if_fail (SKY_IS_STORE_LINK (self));

  self->writing++;
  g_signal_emit (self, signals[WRITING_CHANGED], 0);
}

void
sky_store_link_end_writing (SkyStoreLink *self, gboolean written)
{
  g_return_if_fail (SKY_IS_STORE_LINK (self));
  g_return_if_fail (self->writing > 0);

  self->writing--;
  self->n_refused += !written;
  if (written)
    sky_store_link_settle_complaint (self, TRUE);
  g_signal_emit (self, signals[WRITING_CHANGED], 0);
}

guint
sky_store_link_get_n_writing (SkyStoreLink *self)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (self), 0);
  return self->writing;
}

guint
sky_store_link_get_n_refused (SkyStoreLink *self)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (self), 0);
  return self->n_refused;
}

/* --- A connection that is lost ---------------------------------------------------------------- */

static void
retry_workers (SkyStoreLink *self)
{
  sky_store_worker_retry (self->worker);
  for (guint i = 0; i < self->workers->len; i++)
    sky_store_worker_retry (self->workers->pdata[i]);
}

/* The worker cannot reach the store, or can again; or the watch. */
static void
update_connection (SkyStoreLink *self)
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
  g_signal_emit (self, signals[CONNECTION_CHANGED], 0);
  if (problem == NULL)
    sky_store_link_settle_complaint (self, FALSE);
}

static void
check_clock (SkyStoreLink *self, gint64 ahead)
{
  if (ahead == self->clock_ahead)
    return;
  self->clock_ahead = ahead;
  g_signal_emit (self, signals[CONNECTION_CHANGED], 0);
}

static void
news_cb (const SkyStoreNews *news, gpointer user_data)
{
  SkyStoreLink *self = user_data;
  gboolean back = news->connected && self->watch_problem != NULL;

  self->watching = self->watching || news->connected;
  g_free (self->watch_problem);
  self->watch_problem = self->watching && !news->connected ? g_strdup (news->problem) : NULL;
  if (back)
    retry_workers (self);
  update_connection (self);
  if (!news->connected)
    return;
  check_clock (self, news->clock_ahead);
  g_signal_emit (self, signals[NEWS], 0, news, back);
}

void
sky_store_link_watch (SkyStoreLink *self)
{
  g_return_if_fail (SKY_IS_STORE_LINK (self));

  if (self->watch == NULL)
    self->watch = sky_store_watch_new (sky_store_link_get_path (self), news_cb, self);
}

void
sky_store_link_set_present (SkyStoreLink *self,
                            const char *credential,
                            const char *name,
                            const char *finding)
{
  g_return_if_fail (SKY_IS_STORE_LINK (self));

  if (self->watch != NULL)
    sky_store_watch_set_present (self->watch, credential, name, finding);
}

const char *
sky_store_link_get_lost (SkyStoreLink *self)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (self), NULL);
  return self->lost;
}

void
sky_store_link_reconnect (SkyStoreLink *self)
{
  g_return_if_fail (SKY_IS_STORE_LINK (self));

  retry_workers (self);
  if (self->watch != NULL)
    sky_store_watch_retry (self->watch);
}

gint64
sky_store_link_get_clock_ahead (SkyStoreLink *self)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (self), 0);
  return self->clock_ahead;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_store_link_dispose (GObject *object)
{
  g_clear_pointer (&SKY_STORE_LINK (object)->watch, sky_store_watch_free);
  G_OBJECT_CLASS (sky_store_link_parent_class)->dispose (object);
}

static void
sky_store_link_finalize (GObject *object)
{
  SkyStoreLink *self = SKY_STORE_LINK (object);

  g_clear_object (&self->worker);
  forget_workers (self);
  g_free (self->watch_problem);
  g_free (self->lost);
  g_free (self->complaint);
  G_OBJECT_CLASS (sky_store_link_parent_class)->finalize (object);
}

static void
sky_store_link_class_init (SkyStoreLinkClass *klass)
{
  static const char *const plain[] = {
    [CONNECTION_CHANGED] = "connection-changed",
    [WRITING_CHANGED] = "writing-changed",
    [COMPLAINT_SETTLED] = "complaint-settled",
  };

  G_OBJECT_CLASS (klass)->dispose = sky_store_link_dispose;
  G_OBJECT_CLASS (klass)->finalize = sky_store_link_finalize;

  for (guint i = CONNECTION_CHANGED; i <= COMPLAINT_SETTLED; i++)
    signals[i] = g_signal_new (plain[i], SKY_TYPE_STORE_LINK, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", SKY_TYPE_STORE_LINK, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
  signals[NEWS] = g_signal_new ("news", SKY_TYPE_STORE_LINK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_BOOLEAN);
}

static void
sky_store_link_init (SkyStoreLink *self)
{
  self->workers = g_ptr_array_new ();
}

static SkyStoreLink *
make_link (SkyStoreWorker *worker)
{
  SkyStoreLink *self = g_object_new (SKY_TYPE_STORE_LINK, NULL);
  self->worker = worker;
  g_signal_connect_object (self->worker, "notify::problem", G_CALLBACK (update_connection), self,
                           G_CONNECT_SWAPPED);
  return self;
}

SkyStoreLink *
sky_store_link_new (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);
  return make_link (sky_store_worker_new (path));
}

SkyStoreLink *
sky_store_link_new_reader (const char *path)
{
  g_return_val_if_fail (path != NULL, NULL);
  return make_link (sky_store_worker_new_reader (path));
}
