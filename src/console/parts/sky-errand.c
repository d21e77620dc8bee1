/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-errand.h"

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
  gpointer errand;
  SkyErrandFunc func;
  GDestroyNotify free_result;
} Sent;

static Head *
head_of (gpointer errand)
{
  return (Head *) errand - 1;
}

gpointer
sky_errand_alloc (gsize size)
{
  Head *head = g_malloc0 (sizeof (Head) + size);

  head->kept = g_array_new (FALSE, FALSE, sizeof (Kept));
  return head + 1;
}

gpointer
sky_errand_keep (gpointer errand, gpointer thing, GDestroyNotify free_thing)
{
  const Kept kept = { thing, free_thing };

  if (thing != NULL)
    g_array_append_val (head_of (errand)->kept, kept);
  return thing;
}

char *
sky_errand_keep_text (gpointer errand, char *text)
{
  return sky_errand_keep (errand, text, g_free);
}

char *
sky_errand_copy_text (gpointer errand, const char *text)
{
  return sky_errand_keep_text (errand, g_strdup (text));
}

void
sky_errand_free (gpointer errand)
{
  Head *head = head_of (errand);

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

  sky_errand_free (sent->errand);
  g_free (sent);
}

static void
do_it (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Sent *sent = data;
  GError *error = NULL;
  gpointer result = sent->func (sent->errand, cancellable, &error);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, result, sent->free_result);
}

void
sky_errand_run (gpointer errand,
                SkyErrandFunc func,
                GDestroyNotify free_result,
                GCancellable *cancellable,
                GAsyncReadyCallback callback,
                gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Sent *sent = g_new (Sent, 1);

  *sent = (Sent){ errand, func, free_result };
  g_task_set_source_tag (task, sky_errand_run);
  g_task_set_task_data (task, sent, sent_free);
  g_task_run_in_thread (task, do_it);
}

gpointer
sky_errand_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
