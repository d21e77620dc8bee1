/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cell-painter.h"

/* Of a frame's 16 ms, in microseconds: the rest is for whatever else is drawn. */
#define SLICE 2000

/* So many are made ready before the clock is looked at. */
#define AT_ONCE 4

struct _SkyCellPainter
{
  GObject parent_instance;

  GtkWidget *view; /* borrowed; NULL: it is gone */
  SkyCellFunc func;
  GQueue waiting;  /* of GtkWidget, by the links of SkyCellWait */
  GQueue later;    /* likewise, of cells out of sight */
  guint tick;      /* 0: none */
  int line_height; /* 0: not known */
};

G_DEFINE_FINAL_TYPE (SkyCellPainter, sky_cell_painter, G_TYPE_OBJECT)

static void
sky_cell_painter_dispose (GObject *object)
{
  SkyCellPainter *self = SKY_CELL_PAINTER (object);

  if (self->view != NULL)
    {
      if (self->tick != 0)
        gtk_widget_remove_tick_callback (self->view, self->tick);
      g_object_remove_weak_pointer (G_OBJECT (self->view), (gpointer *) &self->view);
      self->view = NULL;
    }
  G_OBJECT_CLASS (sky_cell_painter_parent_class)->dispose (object);
}

static void
sky_cell_painter_class_init (SkyCellPainterClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sky_cell_painter_dispose;
}

static void
sky_cell_painter_init (SkyCellPainter *self)
{
  g_queue_init (&self->waiting);
  g_queue_init (&self->later);
}

/* Cells follow each other by their rows, of which each is looked at once. */
typedef struct
{
  GtkWidget *row; /* NULL: none yet */
  gboolean in_sight;
} Looked;

static gboolean
is_in_sight (SkyCellPainter *self, GtkWidget *cell, Looked *looked)
{
  GtkWidget *place = gtk_widget_get_parent (cell);
  GtkWidget *row = place != NULL ? gtk_widget_get_parent (place) : NULL;
  graphene_rect_t bounds;
  graphene_rect_t sight = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (self->view),
                                              (float) gtk_widget_get_height (self->view));

  if (row == NULL || row != looked->row)
    {
      looked->row = row;
      looked->in_sight = row != NULL && gtk_widget_compute_bounds (row, self->view, &bounds)
                         && graphene_rect_intersection (&bounds, &sight, NULL);
    }
  return looked->in_sight;
}

static GtkWidget *
peek (SkyCellPainter *self, Looked *looked)
{
  GList *link;

  while ((link = g_queue_peek_head_link (&self->waiting)) != NULL)
    {
      SkyCellWait *wait = (SkyCellWait *) link;

      if (is_in_sight (self, link->data, looked))
        return link->data;
      g_queue_unlink (&self->waiting, link);
      g_queue_push_tail_link (&self->later, link);
      wait->queue = &self->later;
    }
  return g_queue_peek_head (&self->later);
}

static gboolean
tick_cb (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  SkyCellPainter *self = data;
  gint64 until = g_get_monotonic_time () + SLICE;
  Looked looked = { NULL };
  GtkWidget *cell;
  guint n = 0;

  while ((cell = peek (self, &looked)) != NULL)
    {
      self->func (cell);
      if (++n % AT_ONCE == 0 && g_get_monotonic_time () >= until)
        return G_SOURCE_CONTINUE;
    }
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

SkyCellPainter *
sky_cell_painter_new (GtkWidget *view, SkyCellFunc func)
{
  SkyCellPainter *self = g_object_new (SKY_TYPE_CELL_PAINTER, NULL);

  self->view = view;
  self->func = func;
  g_object_add_weak_pointer (G_OBJECT (view), (gpointer *) &self->view);
  return self;
}

void
sky_cell_painter_add (SkyCellPainter *self, GtkWidget *cell, SkyCellWait *wait)
{
  g_return_if_fail (SKY_IS_CELL_PAINTER (self));

  if (wait->queue != NULL)
    return;
  wait->link.data = cell;
  wait->queue = &self->waiting;
  g_queue_push_tail_link (wait->queue, &wait->link);
  if (self->tick == 0 && self->view != NULL)
    self->tick = gtk_widget_add_tick_callback (self->view, tick_cb, self, NULL);
}

void
sky_cell_painter_take_back (SkyCellPainter *self, SkyCellWait *wait)
{
  g_return_if_fail (SKY_IS_CELL_PAINTER (self));

  if (wait->queue == NULL)
    return;
  g_queue_unlink (wait->queue, &wait->link);
  wait->queue = NULL;
}

int
sky_cell_painter_get_line_height (SkyCellPainter *self)
{
  g_return_val_if_fail (SKY_IS_CELL_PAINTER (self), 0);

  if (self->line_height == 0 && self->view != NULL)
    {
      g_autoptr (PangoLayout) line = gtk_widget_create_pango_layout (self->view, "Ág");

      pango_layout_get_pixel_size (line, NULL, &self->line_height);
    }
  return self->line_height;
}

void
sky_cell_painter_forget_line_height (SkyCellPainter *self)
{
  g_return_if_fail (SKY_IS_CELL_PAINTER (self));
  self->line_height = 0;
}

gboolean
sky_cell_painter_is_done (SkyCellPainter *self)
{
  g_return_val_if_fail (SKY_IS_CELL_PAINTER (self), TRUE);
  return self->view == NULL || !gtk_widget_get_mapped (self->view)
         || (g_queue_is_empty (&self->waiting) && g_queue_is_empty (&self->later));
}
