/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that write at the same moment: no two with one font, all with the same letters, grey. */
#include "config.h"

#include "sky-thread-font.h"

#define N_THREADS 12
#define WIDTH     240
#define HEIGHT    24

static GMutex lock;
static GCond changed;
static guint n_here;

/* Waits until all threads have come this far, so that all of them hold a font at once. */
static void
wait_for_all (guint step)
{
  g_mutex_lock (&lock);
  n_here++;
  g_cond_broadcast (&changed);
  while (n_here < step * N_THREADS)
    g_cond_wait (&changed, &lock);
  g_mutex_unlock (&lock);
}

typedef struct
{
  cairo_surface_t *surface;
  cairo_font_options_t *options;
} Written;

static gpointer
write_line (gpointer data)
{
  Written *written = data;
  written->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (written->surface);
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_set_source_rgb (cr, 0, 0, 0);
  cairo_move_to (cr, 3, 2);
  PangoLayout *layout = sky_thread_font_create_layout (cr);
  pango_layout_set_text (layout, "Hardway 4 × 5, Pass Line", -1);
  PangoContext *context = pango_layout_get_context (layout);
  written->options = cairo_font_options_copy (pango_cairo_context_get_font_options (context));
  wait_for_all (1);
  pango_cairo_show_layout (cr, layout);
  wait_for_all (2);
  g_object_unref (layout);
  cairo_destroy (cr);
  cairo_surface_flush (written->surface);
  return NULL;
}

static void
write_at_once (Written *all)
{
  GThread *threads[N_THREADS];
  n_here = 0;
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("writer", write_line, &all[i]);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
}

static void
clear (Written *all)
{
  for (guint i = 0; i < N_THREADS; i++)
    {
      cairo_surface_destroy (all[i].surface);
      cairo_font_options_destroy (all[i].options);
    }
}

/* Twice: a thread that ended gave its font back. */
static void
test_own (void)
{
  for (guint turn = 0; turn < 2; turn++)
    {
      Written all[N_THREADS];
      write_at_once (all);
      for (guint i = 0; i < N_THREADS; i++)
        for (guint j = 0; j < i; j++)
          g_assert_false (cairo_font_options_equal (all[i].options, all[j].options));
      clear (all);
    }
}

static void
test_same_letters (void)
{
  Written all[N_THREADS];
  write_at_once (all);
  gsize size = (gsize) cairo_image_surface_get_stride (all[0].surface) * HEIGHT;
  const guint8 *first = cairo_image_surface_get_data (all[0].surface);
  guint n_dark = 0;
  for (gsize i = 0; i < size; i += 4)
    {
      g_assert_true (first[i] == first[i + 1] && first[i] == first[i + 2]);
      n_dark += first[i] < 0x40;
    }
  g_assert_cmpuint (n_dark, >, 50);
  for (guint i = 1; i < N_THREADS; i++)
    g_assert_cmpmem (cairo_image_surface_get_data (all[i].surface), size, first, size);
  clear (all);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/picture/thread-font/own", test_own);
  g_test_add_func ("/picture/thread-font/same-letters", test_same_letters);
  return g_test_run ();
}
