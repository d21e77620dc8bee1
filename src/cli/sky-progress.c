/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-progress.h"

#include "sky-cli-text.h"

#include <glib-unix.h>
#include <glib/gi18n.h>

#include <signal.h>
#include <unistd.h>

#define TICK (200 * G_TIME_SPAN_MILLISECOND)

struct _SkyProgress
{
  const char *what;
  const char *unit; /* NULL: bytes */
  void (*measure) (gpointer data, gint64 *done, gint64 *total);
  void (*cancel) (gpointer data);
  gpointer data;
  gboolean shown; /* on a terminal */
  gint64 begun;
  GMainContext *context;
  GMainLoop *loop;
  GSource *sources[4];
  guint n_sources;
  GThread *thread;
};

static char *
format_amount (const SkyProgress *self, gint64 amount)
{
  return self->unit == NULL ? g_format_size ((guint64) amount)
                            : g_strdup_printf ("%" G_GINT64_FORMAT " %s", amount, self->unit);
}

static gboolean
show (gpointer user_data)
{
  SkyProgress *self = user_data;
  gint64 done, total, passed = g_get_monotonic_time () - self->begun;
  g_autofree char *rate = NULL;
  g_autofree char *done_text = NULL;
  g_autofree char *total_text = NULL;

  if (!self->shown)
    return G_SOURCE_CONTINUE;
  self->measure (self->data, &done, &total);
  if (total <= 0 || passed <= 0)
    return G_SOURCE_CONTINUE;
  done = MIN (done, total);
  rate = format_amount (self, done * G_TIME_SPAN_SECOND / passed);
  done_text = format_amount (self, done);
  total_text = format_amount (self, total);
  sky_cli_text_empty_line ();
  g_printerr ("%s %d %%  %s / %s  %s/s", self->what, (int) (done * 100 / total), done_text,
              total_text, rate);
  if (done > 0)
    g_printerr (_ ("  %d s left"),
                (int) ((total - done) * (passed / 1000) / done * 1000 / G_TIME_SPAN_SECOND));
  return G_SOURCE_CONTINUE;
}

static gboolean
interrupt (gpointer user_data)
{
  SkyProgress *self = user_data;

  self->cancel (self->data);
  return G_SOURCE_CONTINUE;
}

static gpointer
watch (gpointer user_data)
{
  SkyProgress *self = user_data;

  g_main_context_push_thread_default (self->context);
  g_main_loop_run (self->loop);
  g_main_context_pop_thread_default (self->context);
  return NULL;
}

/* Attached before the work begins, so that no moment of it can be interrupted unawares. */
static void
attach (SkyProgress *self, GSource *source, GSourceFunc func)
{
  g_source_set_callback (source, func, self, NULL);
  g_source_attach (source, self->context);
  self->sources[self->n_sources++] = source;
}

/* Who hangs up ends the work as well, but for what was started to outlive that (nohup). */
static gboolean
is_heeded (int signal_number)
{
  struct sigaction action;

  return sigaction (signal_number, NULL, &action) == 0 && action.sa_handler != SIG_IGN;
}

SkyProgress *
sky_progress_start (const char *what,
                    const char *unit,
                    void (*measure) (gpointer data, gint64 *done, gint64 *total),
                    void (*cancel) (gpointer data),
                    gpointer data)
{
  SkyProgress *self = g_new0 (SkyProgress, 1);

  self->what = what;
  self->unit = unit;
  self->measure = measure;
  self->cancel = cancel;
  self->data = data;
  self->shown = isatty (STDERR_FILENO) != 0;
  self->begun = g_get_monotonic_time ();
  self->context = g_main_context_new ();
  self->loop = g_main_loop_new (self->context, FALSE);
  attach (self, g_timeout_source_new (TICK / G_TIME_SPAN_MILLISECOND), show);
  attach (self, g_unix_signal_source_new (SIGINT), interrupt);
  attach (self, g_unix_signal_source_new (SIGTERM), interrupt);
  if (is_heeded (SIGHUP))
    attach (self, g_unix_signal_source_new (SIGHUP), interrupt);
  self->thread = g_thread_new ("progress", watch, self);
  return self;
}

static gboolean
quit (gpointer user_data)
{
  g_main_loop_quit (((SkyProgress *) user_data)->loop);
  return G_SOURCE_REMOVE;
}

void
sky_progress_stop (SkyProgress *self)
{
  /* From inside the loop, so that it ends also when it has not begun yet. */
  g_main_context_invoke_full (self->context, G_PRIORITY_HIGH, quit, self, NULL);
  g_thread_join (self->thread);
  for (guint i = 0; i < self->n_sources; i++)
    {
      g_source_destroy (self->sources[i]);
      g_source_unref (self->sources[i]);
    }
  /* What was done before the first tick is told too. */
  show (self);
  if (self->shown)
    sky_cli_text_empty_line ();
  g_main_loop_unref (self->loop);
  g_main_context_unref (self->context);
  g_free (self);
}
