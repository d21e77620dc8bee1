/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording may be closed at any moment: while its elements are being linked, too. */
#include "config.h"

/* Tracers are all that GStreamer has to look into a link that is being made. */
#define GST_USE_UNSTABLE_API

#include "numbered-footage.h"
#include "sky-media-source.h"

#include <gst/gsttracer.h>

/* How long a link is dragged out when nothing happens meanwhile, which is as it should be. */
#define DRAG (300 * G_TIME_SPAN_MILLISECOND)

/* A link that a thread of the pipeline is making. */
typedef struct
{
  GMutex lock;
  GCond told;
  GThread *thread;    /* lock: that makes it; NULL: none yet */
  gboolean linking;   /* lock: it is being made */
  gboolean linked;    /* lock: it is made */
  gboolean went_down; /* lock: the pipeline went down meanwhile */
} Link;

static Link watched;

#define TEST_TYPE_TRACER (test_tracer_get_type ())
G_DECLARE_FINAL_TYPE (TestTracer, test_tracer, TEST, TRACER, GstTracer)

struct _TestTracer
{
  GstTracer parent_instance;
};

G_DEFINE_FINAL_TYPE (TestTracer, test_tracer, GST_TYPE_TRACER)

static void
test_tracer_class_init (TestTracerClass *klass)
{
}

static gboolean
is_made_by (GstElement *element, const char *factory)
{
  return element != NULL && gst_element_get_factory (element) != NULL
         && g_str_equal (GST_OBJECT_NAME (gst_element_get_factory (element)), factory);
}

static void
link_begins_cb (GObject *tracer, GstClockTime time, GstPad *from, GstPad *to)
{
  g_autoptr (GstElement) element = gst_pad_get_parent_element (from);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&watched.lock);

  if (watched.thread == NULL && is_made_by (element, "matroskademux"))
    watched.thread = g_thread_self ();
}

/* Once it has told its bin that it begins, a link asks its pads what they take. */
static void
query_cb (GObject *tracer, GstClockTime time, GstPad *pad, GstQuery *query)
{
  gint64 deadline = g_get_monotonic_time () + DRAG;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&watched.lock);

  if (watched.thread != g_thread_self () || watched.linking || watched.linked)
    return;
  watched.linking = TRUE;
  g_cond_broadcast (&watched.told);
  while (!watched.went_down && g_cond_wait_until (&watched.told, &watched.lock, deadline))
    ;
}

static void
link_ends_cb (GObject *tracer, GstClockTime time, GstPad *from, GstPad *to, int result)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&watched.lock);

  if (watched.thread != g_thread_self ())
    return;
  watched.linking = FALSE;
  watched.linked = TRUE;
}

static void
state_cb (GObject *tracer, GstClockTime time, GstElement *element, GstStateChange change)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&watched.lock);

  if (change != GST_STATE_CHANGE_PAUSED_TO_READY || !watched.linking)
    return;
  watched.went_down = TRUE;
  g_cond_broadcast (&watched.told);
}

static void
test_tracer_init (TestTracer *self)
{
  GstTracer *tracer = GST_TRACER (self);

  gst_tracing_register_hook (tracer, "pad-link-pre", G_CALLBACK (link_begins_cb));
  gst_tracing_register_hook (tracer, "pad-query-pre", G_CALLBACK (query_cb));
  gst_tracing_register_hook (tracer, "pad-link-post", G_CALLBACK (link_ends_cb));
  gst_tracing_register_hook (tracer, "element-change-state-pre", G_CALLBACK (state_cb));
}

static gboolean
picture_cb (GstSample *sample,
            GstClockTime at,
            GstVideoOrientationMethod orientation,
            gpointer data)
{
  return TRUE;
}

static void
ended_cb (SkySourceEnd why, gpointer data)
{
}

static void
ignore_cb (gpointer data)
{
}

static void
failed_cb (const GError *error, gpointer data)
{
  g_error ("%s", error->message);
}

/* Who closes it waits for the link that is being made. */
static void
test_closed_while_linking (void)
{
  static const SkyMediaSourceReceiver receiver = {
    .picture = picture_cb, .flushed = ignore_cb, .ended = ended_cb, .failed = failed_cb
  };
  Footage footage = { .n_frames = 30 };
  g_autofree char *path = footage_path ("linked.mkv");
  g_autoptr (GError) error = NULL;

  footage_write (&footage, path);
  g_autoptr (TestTracer) tracer = g_object_new (TEST_TYPE_TRACER, NULL);
  SkyMediaSource *source = sky_media_source_open (NULL, path, 1, &receiver, NULL, &error);
  g_assert_no_error (error);
  g_mutex_lock (&watched.lock);
  while (!watched.linking)
    g_cond_wait (&watched.told, &watched.lock);
  g_mutex_unlock (&watched.lock);
  sky_media_source_close (source);
  g_assert_true (watched.linked);
  g_assert_false (watched.went_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gst_init (NULL, NULL);
  g_test_add_func ("/media-source/closed-while-linking", test_closed_while_linking);
  return g_test_run ();
}
