/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-thread-task.h"

#include <stddef.h>

typedef struct
{
  gpointer thing;
  GDestroyNotify free_thing;
} Kept;

/* Before the caller's struct. */
typedef union
{
  GArray *kept; /* of Kept */
  max_align_t align;
} Head;

/* As a task's data. */
typedef struct
{
  gpointer task_data;
  SkyThreadTaskFunc func;
  GDestroyNotify free_result;
} Sent;

static Head *
head_of (gpointer task_data)
{
  return (Head *) task_data - 1;
}

gpointer
sky_thread_task_alloc (gsize size)
{
  Head *head = g_malloc0 (sizeof (Head) + size);

  head->kept = g_array_new (FALSE, FALSE, sizeof (Kept));
  return head + 1;
}

gpointer
sky_thread_task_keep (gpointer task_data, gpointer thing, GDestroyNotify free_thing)
{
  const Kept kept = { thing, free_thing };

  if (thing != NULL)
    g_array_append_val (head_of (task_data)->kept, kept);
  return thing;
}

char *
sky_thread_task_keep_text (gpointer task_data, char *text)
{
  return sky_thread_task_keep (task_data, text, g_free);
}

char *
sky_thread_task_copy_text (gpointer task_data, const char *text)
{
  return sky_thread_task_keep_text (task_data, g_strdup (text));
}

void
sky_thread_task_free (gpointer task_data)
{
  Head *head = head_of (task_data);

  for (guint i = 0; i < head->kept->len; i++)
    {
      const Kept *kept = &g_array_index (head->kept, Kept, i);

      kept->free_thing (kept->thing);
    }
  g_array_unref (head->kept);
  g_free (head);
}

/* --- A thread --------------------------------------------------------------------------------- */

static void
sent_free (gpointer data)
{
  Sent *sent = data;

  sky_thread_task_free (sent->task_data);
  g_free (sent);
}

static void
do_it (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Sent *sent = data;
  GError *error = NULL;
  gpointer result = sent->func (sent->task_data, cancellable, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, result, sent->free_result);
}

void
sky_thread_task_run (gpointer task_data,
                     SkyThreadTaskFunc func,
                     GDestroyNotify free_result,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Sent *sent = g_new (Sent, 1);

  *sent = (Sent){ task_data, func, free_result };
  g_task_set_source_tag (task, sky_thread_task_run);
  g_task_set_task_data (task, sent, sent_free);
  g_task_run_in_thread (task, do_it);
}

gpointer
sky_thread_task_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
