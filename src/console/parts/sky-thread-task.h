/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The task of a thread: the caller's own struct, which owns what it points to. All of it is freed
 * at once, in the last thread that has it. For sky_thread_task_run(), and as the data of
 * sky_store_worker_run(), with sky_thread_task_free(). */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Returns: (transfer full): a @Type whose members are all 0. */
#define sky_thread_task_new(Type) ((Type *) sky_thread_task_alloc (sizeof (Type)))

gpointer sky_thread_task_alloc (gsize size) G_GNUC_WARN_UNUSED_RESULT;

/* Returns @thing (transfer full) (nullable), which @free_thing frees with the task. */
gpointer sky_thread_task_keep (gpointer task_data, gpointer thing, GDestroyNotify free_thing);
char *sky_thread_task_keep_text (gpointer task_data, char *text);
/* Returns: a copy of @text (nullable). */
char *sky_thread_task_copy_text (gpointer task_data, const char *text);

void sky_thread_task_free (gpointer task_data);

/* In a thread. Returns: what sky_thread_task_finish() hands over, or NULL with @error set. */
typedef gpointer (*SkyThreadTaskFunc) (gpointer task_data,
                                       GCancellable *cancellable,
                                       GError **error);

/* Runs @func in its own thread with @task_data (transfer full). @callback runs in the caller's main
 * context; @free_result frees a result that nobody fetched. */
void sky_thread_task_run (gpointer task_data,
                          SkyThreadTaskFunc func,
                          GDestroyNotify free_result,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data);

/* Returns: (transfer full): what the function returned, or NULL with its error. */
gpointer sky_thread_task_finish (GAsyncResult *result, GError **error);

G_END_DECLS
