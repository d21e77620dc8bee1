/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-frame-workers.h"

typedef struct
{
  SkyFrameConverter *converter;
  SkyFrame *frame;
  SkyFrameView view;
  SkyFrameConverted converted;
  gpointer data;
  GDestroyNotify destroy;
  cairo_surface_t *image;
} Job;

struct _SkyFrameWorkers
{
  grefcount refs; /* the maker's thread */
  GMainContext *context;
  GThreadPool *pool; /* the maker's thread; NULL once stopped */

  GMutex lock;
  GQueue done;     /* lock: Job */
  GSource *source; /* lock: delivers them; NULL while none are waiting */
};

static void
job_free (Job *job)
{
  if (job->destroy != NULL)
    job->destroy (job->data);
  g_clear_pointer (&job->image, cairo_surface_destroy);
  sky_frame_converter_unref (job->converter);
  sky_frame_unref (job->frame);
  g_free (job);
}

static gboolean
deliver_cb (gpointer data)
{
  SkyFrameWorkers *self = data;
  GQueue done = G_QUEUE_INIT;

  g_mutex_lock (&self->lock);
  GQueue taken = self->done;
  self->done = done;
  g_clear_pointer (&self->source, g_source_unref);
  g_mutex_unlock (&self->lock);

  /* A callback may stop the workers and let go of them. */
  sky_frame_workers_ref (self);
  for (Job *job = g_queue_pop_head (&taken); job != NULL; job = g_queue_pop_head (&taken))
    {
      if (self->pool != NULL)
        job->converted (job->image, job->frame, &job->view, job->data);
      job_free (job);
    }
  sky_frame_workers_unref (self);
  return G_SOURCE_REMOVE;
}

static void
work_cb (gpointer data, gpointer user_data)
{
  Job *job = data;
  SkyFrameWorkers *self = user_data;

  job->image = sky_frame_converter_convert (job->converter, job->frame, &job->view);

  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  g_queue_push_tail (&self->done, job);
  if (self->source != NULL)
    return;
  /* Before GTK's drawing, so that what is ready is drawn in the next frame. */
  self->source = g_idle_source_new ();
  g_source_set_priority (self->source, G_PRIORITY_DEFAULT);
  g_source_set_callback (self->source, deliver_cb, self, NULL);
  g_source_attach (self->source, self->context);
}

SkyFrameWorkers *
sky_frame_workers_new (void)
{
  SkyFrameWorkers *self = g_new0 (SkyFrameWorkers, 1);
  int threads = (int) CLAMP (g_get_num_processors (), 1, 4);

  g_ref_count_init (&self->refs);
  g_mutex_init (&self->lock);
  g_queue_init (&self->done);
  self->context = g_main_context_ref_thread_default ();
  self->pool = g_thread_pool_new (work_cb, self, threads, FALSE, NULL);
  return self;
}

SkyFrameWorkers *
sky_frame_workers_ref (SkyFrameWorkers *self)
{
  g_ref_count_inc (&self->refs);
  return self;
}

void
sky_frame_workers_unref (SkyFrameWorkers *self)
{
  if (!g_ref_count_dec (&self->refs))
    return;
  sky_frame_workers_stop (self);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
sky_frame_workers_push (SkyFrameWorkers *self,
                        SkyFrameConverter *converter,
                        SkyFrame *frame,
                        const SkyFrameView *view,
                        SkyFrameConverted converted,
                        gpointer data,
                        GDestroyNotify destroy)
{
  if (self->pool == NULL)
    {
      if (destroy != NULL)
        destroy (data);
      return;
    }
  Job *job = g_new0 (Job, 1);
  job->converter = sky_frame_converter_ref (converter);
  job->frame = sky_frame_ref (frame);
  job->view = *view;
  job->converted = converted;
  job->data = data;
  job->destroy = destroy;
  g_thread_pool_push (self->pool, job, NULL);
}

void
sky_frame_workers_stop (SkyFrameWorkers *self)
{
  if (self->pool == NULL)
    return;
  g_thread_pool_free (g_steal_pointer (&self->pool), FALSE, TRUE);

  g_mutex_lock (&self->lock);
  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
  g_mutex_unlock (&self->lock);
  g_queue_clear_full (&self->done, (GDestroyNotify) job_free);
}
