/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-package-opening.h"

#include "sky-thread-task.h"
#include "sky-verify-window.h"
#include "sky-window.h"

/* Unpacking that takes longer than this shows how far the verdict is, in milliseconds. */
#define PATIENCE 150

/* A package that is on its way to be looked at. */
typedef struct
{
  GtkApplication *application; /* held; NULL: none */
  SkyPackageCheck *check;
  GtkWindow *parent;         /* a weak pointer; NULL: none, or it is gone */
  guint timer;               /* 0: it has come to its end */
  GtkWindow *verdict;        /* shown meanwhile; a weak pointer. NULL: none, or it is gone */
  gboolean shows_verdict;    /* it was shown */
  GCancellable *cancellable; /* of the unpacking */
} Arriving;

static void
arriving_free (Arriving *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_weak_pointer (&self->verdict);
  g_clear_object (&self->cancellable);
  if (self->application != NULL)
    g_application_release (G_APPLICATION (self->application));
  g_clear_object (&self->application);
  g_clear_object (&self->check);
  g_clear_weak_pointer (&self->parent);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Arriving, arriving_free)

static gpointer
unpack_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  return sky_package_unpack (*(char **) task_data, cancellable, error);
}

/* What holds of it, as far as that is known. */
static void
show_verdict (Arriving *self)
{
  SkyVerifyWindow *window = sky_verify_window_new (self->parent);

  if (self->parent == NULL)
    gtk_window_set_application (GTK_WINDOW (window), self->application);
  sky_verify_window_show (window, self->check);
  g_set_weak_pointer (&self->verdict, GTK_WINDOW (window));
  self->shows_verdict = TRUE;
  /* Whoever closes it wants the package no more. */
  g_signal_connect_object (window, "destroy", G_CALLBACK (g_cancellable_cancel), self->cancellable,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (window));
}

static gboolean
late_cb (gpointer user_data)
{
  Arriving *self = user_data;

  self->timer = 0;
  show_verdict (self);
  return G_SOURCE_REMOVE;
}

/* Where there is nothing to look at, what holds of it is said all the same. */
static void
unpacked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Arriving) arriving = user_data;
  g_autoptr (GError) error = NULL;
  SkyUnpackedPackage *package = sky_thread_task_finish (result, &error);

  if (g_cancellable_is_cancelled (arriving->cancellable))
    {
      sky_unpacked_package_free (package);
      return;
    }
  if (package == NULL)
    {
      if (!arriving->shows_verdict)
        show_verdict (arriving);
      return;
    }
  g_autoptr (SkySession) session =
      sky_session_new_reader (sky_unpacked_package_get_store (package));
  SkyWindow *window = sky_window_new (arriving->application, session);
  sky_window_show_package (window, arriving->check, package);
  gtk_window_present (GTK_WINDOW (window));
  if (arriving->verdict != NULL)
    gtk_window_destroy (arriving->verdict);
}

void
sky_package_opening_begin (GtkApplication *application, GtkWindow *parent, const char *path)
{
  g_return_if_fail (path != NULL);

  Arriving *arriving = g_new0 (Arriving, 1);
  char **task_data = sky_thread_task_new (char *);

  sky_window_remember (path, "application/x-skyward-evidence+zip");
  if (application != NULL)
    {
      arriving->application = g_object_ref (application);
      g_application_hold (G_APPLICATION (application));
    }
  g_set_weak_pointer (&arriving->parent, parent);
  arriving->check = sky_package_check_new (path);
  arriving->cancellable = g_cancellable_new ();
  arriving->timer = g_timeout_add (PATIENCE, late_cb, arriving);
  *task_data = sky_thread_task_copy_text (task_data, path);
  sky_thread_task_run (task_data, unpack_in_thread, (GDestroyNotify) sky_unpacked_package_free,
                       arriving->cancellable, unpacked_cb, arriving);
}
