/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-store-watch.h"

#include <errno.h>
#include <glib-unix.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "sky-look.h"
#include "sky-store-private.h"
#include "sky-watch-private.h"

/* After a failure the store is tried again, after twice as long each time; in milliseconds. */
#define FIRST_PAUSE 1000
#define LAST_PAUSE  15000

/* How often this machine's clock is held against the server's. */
#define COMPARE_CLOCKS G_TIME_SPAN_MINUTE

/* So long who lets go waits for the others to be told, at most. */
#define FAREWELL (5 * G_TIME_SPAN_SECOND)

/* What the thread and its owner share. */
typedef struct
{
  gatomicrefcount refs;
  char *path;
  GMainContext *context;
  int wake; /* an eventfd: something is asked of the thread */

  GMutex lock;
  GCond ended_cond;
  gboolean ended;       /* lock: the thread has let go of the store */
  gboolean stopped;     /* lock */
  gboolean retry;       /* lock */
  SkyDesk *own;         /* lock */
  gboolean own_changed; /* lock */
  gboolean on_its_way;  /* lock: the owner is about to be told */
  gboolean connected;   /* lock; and what follows: what the owner is told */
  char *problem;
  SkyLook present;
  gint64 stamp;
  gint64 clock_ahead;
  GPtrArray *desks;

  /* In the owner's thread alone; NULL: it is gone. */
  SkyStoreWatchFunc func;
  gpointer data;
} Shared;

struct _SkyStoreWatch
{
  Shared *shared;
};

void
sky_desk_free (SkyDesk *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->credential);
  g_free (self->name);
  g_free (self->finding);
  g_free (self);
}

static SkyDesk *
desk_copy (const SkyDesk *self)
{
  SkyDesk *copy = g_new0 (SkyDesk, 1);

  copy->id = g_strdup (self->id);
  copy->credential = g_strdup (self->credential);
  copy->name = g_strdup (self->name);
  copy->finding = g_strdup (self->finding);
  return copy;
}

void
sky_desk_digest_finding (const char *key, char digest[SKY_DIGEST_HEX_SIZE])
{
  guint8 bytes[SKY_DIGEST_SIZE];

  sky_digest_bytes (key, strlen (key), bytes);
  sky_digest_to_hex (bytes, digest);
}

/* --- A desk as a text: its members, a line each ------------------------------------------------
 */

static void
add_line (GString *text, const char *line)
{
  gsize at = text->len;

  g_string_append (text, line);
  for (gsize i = at; i < text->len; i++)
    if (text->str[i] == '\n')
      text->str[i] = ' ';
  g_string_append_c (text, '\n');
}

char *
sky_desk_write (const SkyDesk *self)
{
  GString *text = g_string_new (NULL);

  add_line (text, self->id);
  add_line (text, self->credential);
  add_line (text, self->name);
  add_line (text, self->finding);
  return g_string_free (text, FALSE);
}

SkyDesk *
sky_desk_read (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  SkyDesk *desk;

  /* Behind the last line there is nothing. */
  if (g_strv_length (lines) != 5 || lines[4][0] != '\0' || !g_utf8_validate (text, -1, NULL))
    return NULL;
  desk = g_new0 (SkyDesk, 1);
  desk->id = g_steal_pointer (&lines[0]);
  desk->credential = g_steal_pointer (&lines[1]);
  desk->name = g_steal_pointer (&lines[2]);
  desk->finding = g_steal_pointer (&lines[3]);
  g_free (lines[4]);
  return desk;
}

/* --- Telling the owner -------------------------------------------------------------------------
 */

static void
shared_unref (Shared *shared)
{
  if (!g_atomic_ref_count_dec (&shared->refs))
    return;
  g_free (shared->path);
  g_main_context_unref (shared->context);
  close (shared->wake);
  g_mutex_clear (&shared->lock);
  g_cond_clear (&shared->ended_cond);
  sky_desk_free (shared->own);
  g_free (shared->problem);
  g_ptr_array_unref (shared->desks);
  g_free (shared);
}

static gboolean
deliver_cb (gpointer data)
{
  Shared *shared = data;
  SkyStoreNews news = { 0 };
  g_autofree char *problem = NULL;
  g_autoptr (GPtrArray) desks = NULL;

  g_mutex_lock (&shared->lock);
  shared->on_its_way = FALSE;
  news.connected = shared->connected;
  problem = g_strdup (shared->problem);
  news.present = shared->present;
  news.stamp = shared->stamp;
  news.clock_ahead = shared->clock_ahead;
  desks = g_ptr_array_ref (shared->desks);
  g_mutex_unlock (&shared->lock);
  news.problem = problem;
  news.desks = desks;
  if (shared->func != NULL)
    shared->func (&news, shared->data);
  return G_SOURCE_REMOVE;
}

/* With the lock held. */
static void
send (Shared *shared)
{
  g_autoptr (GSource) idle = NULL;

  if (shared->on_its_way || shared->stopped)
    return;
  shared->on_its_way = TRUE;
  idle = g_idle_source_new ();
  g_source_set_priority (idle, G_PRIORITY_DEFAULT);
  g_atomic_ref_count_inc (&shared->refs);
  g_source_set_callback (idle, deliver_cb, shared, (GDestroyNotify) shared_unref);
  g_source_attach (idle, shared->context);
}

/* --- The thread --------------------------------------------------------------------------------
 */

typedef struct
{
  SkyStore *store;
  const SkyWatchEngine *engine;
  gpointer source;
  gint64 clock_ahead;
  gint64 compared_at; /* when the clocks were, by this machine's steady one; 0: not yet */
} Listener;

static void
listener_close (Listener *self)
{
  if (self->source != NULL)
    self->engine->close (self->source);
  self->source = NULL;
  self->compared_at = 0;
  g_clear_pointer (&self->store, sky_store_free);
}

static gboolean
listener_open (Listener *self, Shared *shared, GError **error)
{
  g_autofree char *id = NULL;

  g_mutex_lock (&shared->lock);
  shared->own_changed = TRUE;
  id = g_strdup (shared->own->id);
  g_mutex_unlock (&shared->lock);
  self->store = sky_store_open (shared->path, SKY_STORE_READ_ONLY, error);
  if (self->store == NULL)
    return FALSE;
  self->engine = self->store->engine->watch;
  self->source = self->engine->open (self->store, id, error);
  return self->source != NULL;
}

/* Tells the others what this console shows, when that is another thing now. */
static gboolean
tell (Listener *self, Shared *shared, GError **error)
{
  g_autoptr (SkyDesk) own = NULL;

  g_mutex_lock (&shared->lock);
  if (shared->own_changed)
    own = desk_copy (shared->own);
  shared->own_changed = FALSE;
  g_mutex_unlock (&shared->lock);
  return own == NULL || self->engine->tell (self->source, own, error);
}

static gboolean
same_desks (GPtrArray *a, GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    {
      const SkyDesk *left = a->pdata[i];
      const SkyDesk *right = b->pdata[i];

      if (strcmp (left->id, right->id) != 0 || strcmp (left->credential, right->credential) != 0
          || strcmp (left->name, right->name) != 0 || strcmp (left->finding, right->finding) != 0)
        return FALSE;
    }
  return TRUE;
}

static void
leave_out (GPtrArray *desks, const char *id)
{
  for (guint i = 0; i < desks->len;)
    {
      if (strcmp (((const SkyDesk *) desks->pdata[i])->id, id) == 0)
        g_ptr_array_remove_index (desks, i);
      else
        i++;
    }
}

static int
compare_desks (gconstpointer a, gconstpointer b)
{
  const SkyDesk *const *left = a;
  const SkyDesk *const *right = b;

  return strcmp ((*left)->id, (*right)->id);
}

/* A clock that is off by less than what somebody should be told is taken for right. */
static gboolean
compare_clocks (Listener *self, GError **error)
{
  gint64 now = g_get_monotonic_time ();

  if (self->compared_at != 0 && now - self->compared_at < COMPARE_CLOCKS)
    return TRUE;
  if (!sky_store_compare_clocks (self->store, &self->clock_ahead, error))
    return FALSE;
  self->compared_at = now;
  /* In whole seconds, lest every look be news. */
  self->clock_ahead = ABS (self->clock_ahead) > SKY_STORE_CLOCK_TOLERANCE
                          ? self->clock_ahead / G_USEC_PER_SEC * G_USEC_PER_SEC
                          : 0;
  return TRUE;
}

/* Looks how the store stands, and tells the owner when that is otherwise. */
static gboolean
look (Listener *self, Shared *shared, int *again, GError **error)
{
  /* The stamp first: what comes in between is then told of twice rather than never. */
  gint64 stamp = sky_store_get_stamp (self->store);
  SkyLook present = { 0 };
  g_autoptr (GPtrArray) desks = NULL;

  if (!sky_store_get_present (self->store, &present, error) || !compare_clocks (self, error))
    return FALSE;
  desks = self->engine->list (self->source, again, error);
  if (desks == NULL)
    return FALSE;
  g_ptr_array_sort (desks, compare_desks);
  g_mutex_lock (&shared->lock);
  leave_out (desks, shared->own->id);
  if (!shared->connected || shared->stamp != stamp || shared->clock_ahead != self->clock_ahead
      || memcmp (&shared->present, &present, sizeof present) != 0
      || !same_desks (shared->desks, desks))
    {
      shared->connected = TRUE;
      g_clear_pointer (&shared->problem, g_free);
      shared->stamp = stamp;
      shared->clock_ahead = self->clock_ahead;
      shared->present = present;
      g_ptr_array_unref (shared->desks);
      shared->desks = g_steal_pointer (&desks);
      send (shared);
    }
  g_mutex_unlock (&shared->lock);
  return TRUE;
}

static void
note_lost (Shared *shared, const GError *error)
{
  g_mutex_lock (&shared->lock);
  if (shared->connected || g_strcmp0 (shared->problem, error->message) != 0)
    {
      shared->connected = FALSE;
      g_free (shared->problem);
      shared->problem = g_strdup (error->message);
      send (shared);
    }
  g_mutex_unlock (&shared->lock);
}

/* Waits until something has come, something is asked of the thread or @again milliseconds have
 * gone. Returns FALSE when the thread is to end. */
static gboolean
wait_for (Shared *shared, int fd, int again, gboolean *heard)
{
  struct pollfd fds[] = {
    { .fd = shared->wake, .events = POLLIN },
    { .fd = fd, .events = POLLIN },
  };
  gboolean stopped;

  while (poll (fds, fd >= 0 ? 2 : 1, again) < 0 && errno == EINTR)
    ;
  if (fds[0].revents != 0)
    {
      eventfd_t ignored;
      eventfd_read (shared->wake, &ignored);
    }
  *heard = fd >= 0 && fds[1].revents != 0;
  g_mutex_lock (&shared->lock);
  stopped = shared->stopped;
  g_mutex_unlock (&shared->lock);
  return !stopped;
}

/* Waits after a failure. Returns FALSE when the thread is to end. */
static gboolean
pause_for (Shared *shared, int *pause)
{
  gint64 until = g_get_monotonic_time () + *pause * G_TIME_SPAN_MILLISECOND;
  gboolean retry = FALSE;
  gboolean heard;

  *pause = MIN (*pause * 2, LAST_PAUSE);
  while (!retry)
    {
      gint64 left = (until - g_get_monotonic_time ()) / G_TIME_SPAN_MILLISECOND;

      if (left <= 0)
        return TRUE;
      if (!wait_for (shared, -1, (int) left, &heard))
        return FALSE;
      g_mutex_lock (&shared->lock);
      retry = shared->retry;
      shared->retry = FALSE;
      g_mutex_unlock (&shared->lock);
    }
  return TRUE;
}

/* Listens until the connection is lost. Returns FALSE when the thread is to end instead. */
static gboolean
listen_to (Listener *self, Shared *shared, int *pause, GError **error)
{
  int again = -1;
  gboolean heard;

  if (!listener_open (self, shared, error))
    return TRUE;
  while (tell (self, shared, error) && look (self, shared, &again, error))
    {
      *pause = FIRST_PAUSE;
      if (!wait_for (shared, self->engine->get_fd (self->source), again, &heard))
        return FALSE;
      if (heard && !self->engine->hear (self->source, error))
        break;
    }
  return TRUE;
}

static gpointer
watch_thread (gpointer data)
{
  Shared *shared = data;
  Listener listener = { 0 };
  int pause = FIRST_PAUSE;
  gboolean goes_on = TRUE;

  while (goes_on)
    {
      g_autoptr (GError) error = NULL;

      goes_on = listen_to (&listener, shared, &pause, &error);
      listener_close (&listener);
      if (!goes_on)
        break;
      note_lost (shared, error);
      goes_on = pause_for (shared, &pause);
    }
  g_mutex_lock (&shared->lock);
  shared->ended = TRUE;
  g_cond_signal (&shared->ended_cond);
  g_mutex_unlock (&shared->lock);
  shared_unref (shared);
  return NULL;
}

/* --- The owner ---------------------------------------------------------------------------------
 */

static void
wake (Shared *shared)
{
  eventfd_write (shared->wake, 1);
}

SkyStoreWatch *
sky_store_watch_new (const char *path, SkyStoreWatchFunc func, gpointer data)
{
  SkyStoreWatch *self = g_new0 (SkyStoreWatch, 1);
  Shared *shared = g_new0 (Shared, 1);

  g_atomic_ref_count_init (&shared->refs);
  shared->path = g_strdup (path);
  shared->context = g_main_context_ref_thread_default ();
  shared->wake = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  g_assert (shared->wake >= 0);
  g_mutex_init (&shared->lock);
  g_cond_init (&shared->ended_cond);
  shared->own = g_new0 (SkyDesk, 1);
  shared->own->id = g_uuid_string_random ();
  shared->own->credential = g_strdup ("");
  shared->own->name = g_strdup ("");
  shared->own->finding = g_strdup ("");
  shared->desks = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_desk_free);
  shared->func = func;
  shared->data = data;
  self->shared = shared;

  g_atomic_ref_count_inc (&shared->refs);
  g_thread_unref (g_thread_new ("watch", watch_thread, shared));
  return self;
}

void
sky_store_watch_free (SkyStoreWatch *self)
{
  gint64 until = g_get_monotonic_time () + FAREWELL;

  if (self == NULL)
    return;
  self->shared->func = NULL;
  g_mutex_lock (&self->shared->lock);
  self->shared->stopped = TRUE;
  wake (self->shared);
  /* Its program may end next, and the thread with it. */
  while (!self->shared->ended
         && g_cond_wait_until (&self->shared->ended_cond, &self->shared->lock, until))
    ;
  g_mutex_unlock (&self->shared->lock);
  shared_unref (self->shared);
  g_free (self);
}

static gboolean
put_text (char **place, const char *text)
{
  if (strcmp (*place, text != NULL ? text : "") == 0)
    return FALSE;
  g_free (*place);
  *place = g_strdup (text != NULL ? text : "");
  return TRUE;
}

void
sky_store_watch_set_present (SkyStoreWatch *self,
                             const char *credential,
                             const char *name,
                             const char *finding)
{
  Shared *shared = self->shared;
  char digest[SKY_DIGEST_HEX_SIZE] = "";
  gboolean changed;

  if (finding != NULL)
    sky_desk_digest_finding (finding, digest);
  g_mutex_lock (&shared->lock);
  changed = put_text (&shared->own->credential, credential);
  changed = put_text (&shared->own->name, name) || changed;
  changed = put_text (&shared->own->finding, digest) || changed;
  shared->own_changed = shared->own_changed || changed;
  g_mutex_unlock (&shared->lock);
  if (changed)
    wake (shared);
}

void
sky_store_watch_retry (SkyStoreWatch *self)
{
  g_mutex_lock (&self->shared->lock);
  self->shared->retry = TRUE;
  g_mutex_unlock (&self->shared->lock);
  wake (self->shared);
}
