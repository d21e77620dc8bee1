/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-thumbnails.h"

#include "sky-frame-converter.h"
#include "sky-media-source.h"

/* Pictures kept; one takes some 28 kB. */
#define KEPT 600
/* Pictures asked for at once at most: no strip shows more. */
#define WANTED_MAX 200
/* A recording that gives no picture in this time has none. */
#define PATIENCE (5 * G_TIME_SPAN_SECOND)

/* Which picture: of a slot of a camera, which each have a number of their own. */
typedef struct
{
  SkyTime from;
  SkyTime slot;
  guint camera;
} Key;

/* A picture that was made, or is known not to be there. */
typedef struct
{
  Key key;
  GdkTexture *texture; /* NULL: there is none */
  guint64 used;        /* when it was last asked for; the smallest goes first */
} Entry;

/* What the two threads share; it outlives the object until both have let go of it. */
typedef struct
{
  gatomicrefcount refs;
  GMutex lock;
  GCond changed;

  /* All of these: lock. */
  gboolean quit;
  SkyCamera *camera;
  guint camera_number;
  GArray *wanted;            /* Key: the last one is next */
  gboolean working;          /* one is being made */
  SkyThumbnails *thumbnails; /* weak: NULL when the object has gone */

  /* The picture that the open recording gave after the last seek: lock. */
  SkyFrame *frame;
  gboolean ended;
  gboolean flushing; /* pictures that come are of before the seek */
} Shared;

struct _SkyThumbnails
{
  GObject parent_instance;

  Shared *shared;
  GHashTable *entries; /* Key → Entry */
  guint64 clock;
  guint camera_number;
};

G_DEFINE_FINAL_TYPE (SkyThumbnails, sky_thumbnails, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
shared_unref (Shared *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_clear_pointer (&self->camera, sky_camera_unref);
  g_clear_pointer (&self->frame, sky_frame_unref);
  g_array_unref (self->wanted);
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;

  return g_int64_hash (&key->from) ^ g_int64_hash (&key->slot) ^ key->camera;
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const Key *one = a;
  const Key *other = b;

  return one->from == other->from && one->slot == other->slot && one->camera == other->camera;
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_clear_object (&entry->texture);
  g_free (entry);
}

/* --- Threads of the pipeline ------------------------------------------------------------------ */

/* Keeps the first picture after a seek, and holds the pipeline until the next. */
static gboolean
picture_cb (GstSample *sample,
            GstClockTime at,
            GstVideoOrientationMethod orientation,
            gpointer data)
{
  Shared *self = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->flushing)
    return TRUE;
  if (self->frame == NULL)
    {
      self->frame = sky_frame_new (sample, (SkyTime) (at / GST_USECOND), 0, orientation);
      g_cond_broadcast (&self->changed);
    }
  while (!self->flushing && !self->quit)
    g_cond_wait (&self->changed, &self->lock);
  return !self->quit;
}

static void
flushed_cb (gpointer data)
{
  Shared *self = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  self->flushing = FALSE;
}

static void
end (Shared *self, gboolean failed)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  /* The picture that was held is let go when a seek is asked for, and the recording may run to its
   * end before the seek takes hold: that end is not of what is waited for. */
  if (self->flushing && !failed)
    return;
  self->ended = TRUE;
  g_cond_broadcast (&self->changed);
}

static void
ended_cb (SkySourceEnd why, gpointer data)
{
  end (data, FALSE);
}

static void
failed_cb (const GError *error, gpointer data)
{
  end (data, TRUE);
}

static const SkyMediaSourceReceiver receiver = {
  .picture = picture_cb, .flushed = flushed_cb, .ended = ended_cb, .failed = failed_cb
};

/* --- The thread that makes them --------------------------------------------------------------- */

/* The recording that is open. */
typedef struct
{
  SkyMediaSource *source; /* NULL: none */
  SkyCamera *camera;
  guint segment;
  gboolean fresh; /* nothing was taken from it yet */
} Open;

static void
close_recording (Shared *shared, Open *open)
{
  if (open->source == NULL)
    return;
  g_mutex_lock (&shared->lock);
  shared->flushing = TRUE;
  g_cond_broadcast (&shared->changed);
  g_mutex_unlock (&shared->lock);
  g_clear_pointer (&open->source, sky_media_source_close);
  g_clear_pointer (&open->camera, sky_camera_unref);
}

static void
expect_picture (Shared *shared, gboolean flushing)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&shared->lock);

  g_clear_pointer (&shared->frame, sky_frame_unref);
  shared->ended = FALSE;
  shared->flushing = flushing;
  g_cond_broadcast (&shared->changed);
}

static gboolean
open_recording (Shared *shared, Open *open, SkyCamera *camera, guint segment)
{
  if (open->source != NULL && open->camera == camera && open->segment == segment)
    return TRUE;
  close_recording (shared, open);
  expect_picture (shared, FALSE);
  const SkyCameraSegment *recording = sky_camera_get_segment (camera, segment);
  open->source =
      sky_media_source_open (recording->folder, recording->file, 1, &receiver, shared, NULL);
  if (open->source == NULL)
    return FALSE;
  open->camera = sky_camera_ref (camera);
  open->segment = segment;
  open->fresh = TRUE;
  return TRUE;
}

/* Returns: (transfer full) (nullable) */
static SkyFrame *
wait_for_picture (Shared *shared)
{
  gint64 deadline = g_get_monotonic_time () + PATIENCE;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&shared->lock);

  while (shared->frame == NULL && !shared->ended && !shared->quit)
    if (!g_cond_wait_until (&shared->changed, &shared->lock, deadline))
      break;
  return shared->frame != NULL ? sky_frame_ref (shared->frame) : NULL;
}

/* The middle of the slot; where there is no footage of it, the footage in the slot nearest to it.
 */
static SkyTime
choose_instant (SkyCamera *camera, const Key *key)
{
  SkyTime middle = key->from + key->slot / 2;
  SkyTime since;
  SkyTime until;

  if (!sky_camera_find_gap (camera, middle, &since, &until))
    return middle;
  gboolean before = since != SKY_TIME_NONE && since > key->from;
  gboolean after = until != SKY_TIME_NONE && until < key->from + key->slot;
  if (before && (!after || middle - since <= until - middle))
    return since - 1;
  return after ? until : middle;
}

/* Returns: (transfer full) (nullable): what @camera saw at @at. */
static SkyFrame *
fetch_picture (Shared *shared, Open *open, SkyCamera *camera, SkyTime at)
{
  int coverage = sky_camera_find_coverage (camera, at);
  if (coverage < 0)
    return NULL;
  guint number = sky_camera_get_coverage (camera, (guint) coverage)->segment;
  const SkyCameraSegment *segment = sky_camera_get_segment (camera, number);
  if (segment->replay || !open_recording (shared, open, camera, number))
    return NULL;

  SkyTime into = MAX (sky_camera_to_camera_time (camera, at) - segment->start, 0);
  /* A recording has to have given a picture before it can be sought. */
  if (open->fresh)
    {
      SkyFrame *first = wait_for_picture (shared);
      open->fresh = FALSE;
      if (first == NULL)
        return NULL;
      sky_frame_unref (first);
    }
  expect_picture (shared, TRUE);
  if (!sky_media_source_seek (open->source, (GstClockTime) into * GST_USECOND))
    return NULL;
  return wait_for_picture (shared);
}

static GdkTexture *
make_thumbnail (const SkyFrame *frame)
{
  SkyFrameView view = { 0 };
  g_autoptr (SkyFrameConverter) converter = sky_frame_converter_new ();
  int width;
  int height;

  sky_frame_get_intrinsic_size (frame, &width, &height);
  view.width = SKY_THUMBNAIL_WIDTH;
  view.height = MAX (1, view.width * height / MAX (width, 1));
  if (view.height > SKY_THUMBNAIL_HEIGHT)
    {
      view.height = SKY_THUMBNAIL_HEIGHT;
      view.width = MAX (1, view.height * width / MAX (height, 1));
    }
  return sky_frame_converter_make_texture (converter, frame, &view);
}

/* A picture on its way to the main thread. */
typedef struct
{
  Shared *shared;
  Key key;
  GdkTexture *texture; /* owned; NULL: there is none */
} Made;

static void
made_free (gpointer data)
{
  Made *made = data;

  g_clear_object (&made->texture);
  shared_unref (made->shared);
  g_free (made);
}

static void
forget_oldest (SkyThumbnails *self)
{
  GHashTableIter iter;
  gpointer value;
  Entry *oldest = NULL;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Entry *entry = value;
      if (oldest == NULL || entry->used < oldest->used)
        oldest = entry;
    }
  g_hash_table_remove (self->entries, &oldest->key);
}

static gboolean
made_cb (gpointer data)
{
  Made *made = data;

  g_mutex_lock (&made->shared->lock);
  SkyThumbnails *self = made->shared->thumbnails;
  g_mutex_unlock (&made->shared->lock);
  /* The object goes in this thread only. */
  if (self == NULL || made->key.camera != self->camera_number)
    return G_SOURCE_REMOVE;
  if (g_hash_table_size (self->entries) >= KEPT)
    forget_oldest (self);
  Entry *entry = g_new0 (Entry, 1);
  entry->key = made->key;
  entry->texture = g_steal_pointer (&made->texture);
  entry->used = ++self->clock;
  g_hash_table_replace (self->entries, &entry->key, entry);
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

static gpointer
make_in_thread (gpointer data)
{
  Shared *shared = data;
  Open open = { 0 };

  g_mutex_lock (&shared->lock);
  while (!shared->quit)
    {
      if (shared->wanted->len == 0)
        {
          g_cond_wait (&shared->changed, &shared->lock);
          continue;
        }
      Key key = g_array_index (shared->wanted, Key, shared->wanted->len - 1);
      g_array_set_size (shared->wanted, shared->wanted->len - 1);
      g_autoptr (SkyCamera) camera = sky_camera_ref (shared->camera);
      shared->working = TRUE;
      g_mutex_unlock (&shared->lock);

      g_autoptr (SkyFrame) frame =
          fetch_picture (shared, &open, camera, choose_instant (camera, &key));
      Made *made = g_new0 (Made, 1);
      made->shared = shared;
      g_atomic_ref_count_inc (&shared->refs);
      made->key = key;
      made->texture = frame != NULL ? make_thumbnail (frame) : NULL;

      g_mutex_lock (&shared->lock);
      /* On its way before it counts as done. */
      g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, made_cb, made, made_free);
      shared->working = FALSE;
    }
  g_mutex_unlock (&shared->lock);
  close_recording (shared, &open);
  shared_unref (shared);
  return NULL;
}

/* --- For the main thread ---------------------------------------------------------------------- */

void
sky_thumbnails_set_camera (SkyThumbnails *self, SkyCamera *camera)
{
  g_return_if_fail (SKY_IS_THUMBNAILS (self));

  Shared *shared = self->shared;
  g_mutex_lock (&shared->lock);
  gboolean same = shared->camera == camera;
  if (!same)
    {
      g_clear_pointer (&shared->camera, sky_camera_unref);
      shared->camera = camera != NULL ? sky_camera_ref (camera) : NULL;
      g_array_set_size (shared->wanted, 0);
    }
  g_mutex_unlock (&shared->lock);
  if (same)
    return;
  self->camera_number++;
  g_hash_table_remove_all (self->entries);
  g_signal_emit (self, signals[CHANGED], 0);
}

static SkyTime
floor_to (SkyTime at, SkyTime slot)
{
  SkyTime rest = at % slot;

  return at - (rest < 0 ? rest + slot : rest);
}

void
sky_thumbnails_ask (SkyThumbnails *self, SkyTime from, SkyTime until, SkyTime slot)
{
  g_return_if_fail (SKY_IS_THUMBNAILS (self));
  g_return_if_fail (slot > 0);

  Shared *shared = self->shared;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&shared->lock);

  g_array_set_size (shared->wanted, 0);
  if (shared->camera == NULL || until <= from)
    return;
  SkyTime first = floor_to (from, slot);
  SkyTime last = floor_to (until - 1, slot);
  /* From the end, so that they come in from the start. */
  for (SkyTime at = MIN (last, first + (WANTED_MAX - 1) * slot); at >= first; at -= slot)
    {
      Key key = { at, slot, self->camera_number };
      if (!g_hash_table_contains (self->entries, &key))
        g_array_append_val (shared->wanted, key);
    }
  g_cond_broadcast (&shared->changed);
}

GdkTexture *
sky_thumbnails_get (SkyThumbnails *self, SkyTime at, SkyTime slot)
{
  g_return_val_if_fail (SKY_IS_THUMBNAILS (self) && slot > 0, NULL);

  Key key = { floor_to (at, slot), slot, self->camera_number };
  Entry *entry = g_hash_table_lookup (self->entries, &key);
  if (entry == NULL)
    return NULL;
  entry->used = ++self->clock;
  return entry->texture;
}

gboolean
sky_thumbnails_get_busy (SkyThumbnails *self)
{
  g_return_val_if_fail (SKY_IS_THUMBNAILS (self), FALSE);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->shared->lock);

  return self->shared->working || self->shared->wanted->len > 0;
}

static void
sky_thumbnails_finalize (GObject *object)
{
  SkyThumbnails *self = SKY_THUMBNAILS (object);
  Shared *shared = self->shared;

  g_mutex_lock (&shared->lock);
  shared->quit = TRUE;
  shared->thumbnails = NULL;
  g_cond_broadcast (&shared->changed);
  g_mutex_unlock (&shared->lock);
  shared_unref (shared);
  g_hash_table_unref (self->entries);
  G_OBJECT_CLASS (sky_thumbnails_parent_class)->finalize (object);
}

static void
sky_thumbnails_class_init (SkyThumbnailsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_thumbnails_finalize;

  signals[CHANGED] = g_signal_new ("changed", SKY_TYPE_THUMBNAILS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
sky_thumbnails_init (SkyThumbnails *self)
{
  self->entries = g_hash_table_new_full (key_hash, key_equal, NULL, entry_free);
  self->shared = g_new0 (Shared, 1);
  g_atomic_ref_count_init (&self->shared->refs);
  g_atomic_ref_count_inc (&self->shared->refs);
  g_mutex_init (&self->shared->lock);
  g_cond_init (&self->shared->changed);
  self->shared->wanted = g_array_new (FALSE, FALSE, sizeof (Key));
  self->shared->thumbnails = self;
  g_thread_unref (g_thread_new ("sky-thumbnails", make_in_thread, self->shared));
}

SkyThumbnails *
sky_thumbnails_new (void)
{
  return g_object_new (SKY_TYPE_THUMBNAILS, NULL);
}
