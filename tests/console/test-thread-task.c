/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-thread-task.h"

typedef struct
{
  const char *word;
  const char *other;
  gint64 number;
  GThread *sender;
} Errand;

static gint n_freed; /* atomic: a thread may be the last that holds its task_data */

static void
count_free (gpointer thing)
{
  g_atomic_int_inc (&n_freed);
  g_free (thing);
}

static Errand *
make_errand (const char *word)
{
  Errand *task_data = sky_thread_task_new (Errand);

  g_assert_null (task_data->word);
  task_data->number = 7;
  task_data->sender = g_thread_self ();
  task_data->word = sky_thread_task_keep (task_data, g_strdup (word), count_free);
  task_data->other = sky_thread_task_copy_text (task_data, NULL);
  return task_data;
}

static gpointer
say (gpointer data, GCancellable *cancellable, GError **error)
{
  const Errand *task_data = data;

  g_assert_true (g_thread_self () != task_data->sender);
  g_assert_cmpint (task_data->number, ==, 7);
  g_assert_null (task_data->other);
  if (strcmp (task_data->word, "no") != 0)
    return g_strdup (task_data->word);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "no");
  return NULL;
}

static void
said_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GAsyncResult **kept = user_data;

  *kept = g_object_ref (result);
}

static char *
send (const char *word, GCancellable *cancellable, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  sky_thread_task_run (make_errand (word), say, g_free, cancellable, said_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return sky_thread_task_finish (result, error);
}

static void
test_keep (void)
{
  Errand *task_data = make_errand ("yes");

  n_freed = 0;
  g_assert_null (sky_thread_task_keep (task_data, NULL, count_free));
  sky_thread_task_keep (task_data, g_strdup ("more"), count_free);
  sky_thread_task_free (task_data);
  g_assert_cmpint (n_freed, ==, 2);
}

static void
test_run (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;

  n_freed = 0;
  said = send ("yes", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (said, ==, "yes");
  g_assert_null (send ("no", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_null (send ("yes", cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  while (g_atomic_int_get (&n_freed) < 3)
    g_usleep (1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task_data/keep", test_keep);
  g_test_add_func ("/task_data/run", test_run);
  return g_test_run ();
}
