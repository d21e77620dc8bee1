/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a thread is sent for: a struct of the caller's own, which keeps what it points to and is
 * freed with all of it at once, in whichever thread has it last. For sky_thread_task_run(), and as
 * the data of sky_store_worker_run(), with sky_thread_task_free(). */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Returns: (transfer full): a @Type whose members are all 0. */
#define sky_thread_task_new(Type) ((Type *) sky_thread_task_alloc (sizeof (Type)))

gpointer sky_thread_task_alloc (gsize size) G_GNUC_WARN_UNUSED_RESULT;

/* Returns: @thing (transfer full) (nullable), which is freed by @free_thing with the task. */
gpointer sky_thread_task_keep (gpointer task_data, gpointer thing, GDestroyNotify free_thing);
char *sky_thread_task_keep_text (gpointer task_data, char *text);
/* Returns: a copy of @text (nullable). */
char *sky_thread_task_copy_text (gpointer task_data, const char *text);

void sky_thread_task_free (gpointer task_data);

/* In a thread. Returns: what sky_thread_task_finish() hands over, or NULL with @error set. */
typedef gpointer (*SkyThreadTaskFunc) (gpointer task_data,
                                       GCancellable *cancellable,
                                       GError **error);

/* Has @func done in a thread of its own with @task_data (transfer full). @callback comes in the
 * caller's main context, @free_result is called on a result that nobody fetched. */
void sky_thread_task_run (gpointer task_data,
                          SkyThreadTaskFunc func,
                          GDestroyNotify free_result,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data);

/* Returns: (transfer full): what the function returned, or NULL with its error. */
gpointer sky_thread_task_finish (GAsyncResult *result, GError **error);

G_END_DECLS
