/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-layout-painter.h"

#include "sky-picture.h"

/* The bare table, kept by the thread for the pictures that look the same. */
typedef struct
{
  cairo_surface_t *surface; /* NULL: none yet */
  SkyLayoutLook look;
} Table;

/* A picture that is asked for; the thread adds it. */
typedef struct
{
  SkyLayoutPainter *painter; /* NULL until it is given to the thread, which does not touch it */
  Table *table;              /* likewise; the thread's */
  SkyLayoutLook look;
  SkyScene *scene; /* NULL: none */
  char *pointed;   /* NULL: none */
  cairo_surface_t *picture;
} Job;

struct _SkyLayoutPainter
{
  GObject parent_instance;

  GThreadPool *thread; /* one: pictures are drawn one after the other */
  Table table;         /* the thread's while @busy */
  gboolean busy;
  Job *next;  /* asked for while the thread is busy; NULL: nothing */
  Job *asked; /* borrowed: the last, in the thread, @next or @shown */
  Job *shown; /* NULL: nothing is drawn yet */
  /* The last frame has it until the next one is drawn; cairo copies a picture that goes before. */
  Job *before; /* NULL: none */
};

G_DEFINE_FINAL_TYPE (SkyLayoutPainter, sky_layout_painter, G_TYPE_OBJECT)

enum
{
  SIGNAL_DRAWN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
job_free (Job *job)
{
  g_clear_pointer (&job->scene, sky_scene_unref);
  g_clear_pointer (&job->picture, cairo_surface_destroy);
  g_free (job->pointed);
  g_free (job);
}

gboolean
sky_layout_look_equal (const SkyLayoutLook *a, const SkyLayoutLook *b)
{
  return a->game == b->game && a->width == b->width && a->height == b->height
         && a->scale == b->scale && a->dark == b->dark && a->contrast == b->contrast;
}

/* --- The thread ------------------------------------------------------------------------------- */

static cairo_surface_t *
make_image (const SkyLayoutLook *look)
{
  return cairo_image_surface_create (CAIRO_FORMAT_ARGB32, look->width * look->scale,
                                     look->height * look->scale);
}

static void
draw_table (Table *table, const SkyLayoutLook *look)
{
  const SkyPictureStyle style = { .dark = look->dark, .contrast = look->contrast };

  g_clear_pointer (&table->surface, cairo_surface_destroy);
  table->surface = make_image (look);
  table->look = *look;
  cairo_t *cr = cairo_create (table->surface);
  cairo_scale (cr, look->scale, look->scale);
  sky_picture_draw_table (cr, look->game, look->width, look->height, &style);
  cairo_destroy (cr);
}

static void
draw_picture (Job *job)
{
  const SkyPictureStyle style = { .dark = job->look.dark,
                                  .contrast = job->look.contrast,
                                  .pointed = job->pointed };

  if (job->table->surface == NULL || !sky_layout_look_equal (&job->table->look, &job->look))
    draw_table (job->table, &job->look);
  job->picture = make_image (&job->look);
  cairo_t *cr = cairo_create (job->picture);
  cairo_set_source_surface (cr, job->table->surface, 0, 0);
  cairo_paint (cr);
  cairo_scale (cr, job->look.scale, job->look.scale);
  if (job->scene != NULL)
    sky_picture_draw_scene (cr, job->scene, job->look.game, job->look.width, job->look.height,
                            &style);
  cairo_destroy (cr);
  cairo_surface_flush (job->picture);
}

static gboolean deliver_cb (gpointer data);

static void
thread_func (gpointer data, gpointer unused)
{
  draw_picture (data);
  g_idle_add_full (G_PRIORITY_DEFAULT, deliver_cb, data, NULL);
}

/* --- The main thread -------------------------------------------------------------------------- */

static void
start (SkyLayoutPainter *self, Job *job)
{
  job->painter = g_object_ref (self);
  job->table = &self->table;
  self->busy = TRUE;
  g_thread_pool_push (self->thread, job, NULL);
}

static gboolean
deliver_cb (gpointer data)
{
  Job *job = data;
  g_autoptr (SkyLayoutPainter) self = g_steal_pointer (&job->painter);

  g_clear_pointer (&self->before, job_free);
  self->before = self->shown;
  self->shown = job;
  self->busy = FALSE;
  if (self->next != NULL)
    start (self, g_steal_pointer (&self->next));
  g_signal_emit (self, signals[SIGNAL_DRAWN], 0);
  return G_SOURCE_REMOVE;
}

void
sky_layout_painter_ask (SkyLayoutPainter *self,
                        const SkyLayoutLook *look,
                        const SkyScene *scene,
                        const char *pointed)
{
  g_return_if_fail (SKY_IS_LAYOUT_PAINTER (self));

  if (self->asked != NULL && self->asked->scene == scene
      && sky_layout_look_equal (&self->asked->look, look)
      && g_strcmp0 (self->asked->pointed, pointed) == 0)
    return;

  Job *job = g_new0 (Job, 1);
  job->look = *look;
  job->scene = scene != NULL ? sky_scene_ref (scene) : NULL;
  job->pointed = g_strdup (pointed);
  self->asked = job;
  g_clear_pointer (&self->next, job_free);
  if (self->busy)
    self->next = job;
  else
    start (self, job);
}

cairo_surface_t *
sky_layout_painter_get_picture (SkyLayoutPainter *self, SkyLayoutLook *look)
{
  g_return_val_if_fail (SKY_IS_LAYOUT_PAINTER (self), NULL);

  if (self->shown == NULL)
    return NULL;
  *look = self->shown->look;
  return self->shown->picture;
}

gboolean
sky_layout_painter_is_busy (SkyLayoutPainter *self)
{
  g_return_val_if_fail (SKY_IS_LAYOUT_PAINTER (self), FALSE);
  return self->busy;
}

/* --- Type ------------------------------------------------------------------------------------- */

/* Nothing is in the thread: what is there holds a reference. */
static void
sky_layout_painter_finalize (GObject *object)
{
  SkyLayoutPainter *self = SKY_LAYOUT_PAINTER (object);

  g_thread_pool_free (self->thread, FALSE, FALSE);
  g_clear_pointer (&self->next, job_free);
  g_clear_pointer (&self->shown, job_free);
  g_clear_pointer (&self->before, job_free);
  g_clear_pointer (&self->table.surface, cairo_surface_destroy);
  G_OBJECT_CLASS (sky_layout_painter_parent_class)->finalize (object);
}

static void
sky_layout_painter_class_init (SkyLayoutPainterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_layout_painter_finalize;
  signals[SIGNAL_DRAWN] = g_signal_new ("drawn", SKY_TYPE_LAYOUT_PAINTER, G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sky_layout_painter_init (SkyLayoutPainter *self)
{
  /* A thread of its own keeps its fonts; those that are shared come and go. */
  self->thread = g_thread_pool_new (thread_func, NULL, 1, TRUE, NULL);
}

SkyLayoutPainter *
sky_layout_painter_new (void)
{
  return g_object_new (SKY_TYPE_LAYOUT_PAINTER, NULL);
}
