/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-demo.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "sky-sim-footage.h"
#include "sky-simulate.h"
#include "sky-thread-task.h"

/* Of these the first open finding is a wrong settlement, and each queue but one has some. */
enum
{
  DEMO_ROUNDS = 8,
  DEMO_SEED = 8,
  DEMO_FAULTS = 14,
};

static char *
dup_path (const char *name)
{
  return g_build_filename (g_get_user_cache_dir (), "skyward", "tour", name, NULL);
}

char *
sky_demo_archive_path (void)
{
  return dup_path ("archive");
}

char *
sky_demo_store_path (void)
{
  return dup_path ("skyward.db");
}

SkyDemoWatch *
sky_demo_watch_new (void)
{
  return g_atomic_rc_box_new0 (SkyDemoWatch);
}

typedef struct
{
  SkyDemoWatch *watch;
  char *path;
} Making;

static gpointer
make_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const Making *making = task_data;
  g_autofree char *folder = g_path_get_dirname (making->path);
  SkySimulateOptions options = {
    .game = SKY_GAME_CRAPS,
    .rounds = DEMO_ROUNDS,
    .seed = DEMO_SEED,
    .faults = DEMO_FAULTS,
    .tables = 1,
    .draw = sky_sim_footage_write,
    .start = SKY_TIME_NONE,
    .cancelled = &making->watch->cancelled,
    .progress = &making->watch->progress,
  };
  g_autoptr (GError) cause = NULL;

  /* It takes its name when it is whole. */
  if (g_file_test (making->path, G_FILE_TEST_IS_DIR))
    return g_strdup (making->path);
  if (g_mkdir_with_parents (folder, 0700) < 0)
    {
      int failure = errno;
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (failure), "%s: %s", folder,
                   g_strerror (failure));
      return NULL;
    }
  if (sky_simulate (&options, making->path, &cause))
    return g_strdup (making->path);
  /* Without an encoder the rounds alone are better than nothing. */
  options.draw = NULL;
  if (g_error_matches (cause, SKY_SIMULATE_ERROR, SKY_SIMULATE_ERROR_WRITE)
      && sky_simulate (&options, making->path, NULL))
    return g_strdup (making->path);
  g_propagate_error (error, g_steal_pointer (&cause));
  return NULL;
}

void
sky_demo_make_async (SkyDemoWatch *watch, GAsyncReadyCallback callback, gpointer user_data)
{
  g_return_if_fail (watch != NULL);

  Making *making = sky_thread_task_new (Making);
  making->watch = sky_thread_task_keep (making, g_atomic_rc_box_acquire (watch),
                                        (GDestroyNotify) g_atomic_rc_box_release);
  making->path = sky_thread_task_keep_text (making, sky_demo_archive_path ());
  sky_thread_task_run (making, make_in_thread, g_free, NULL, callback, user_data);
}

gboolean
sky_demo_make_finish (GAsyncResult *result, GError **error)
{
  g_autofree char *path = sky_thread_task_finish (result, error);

  return path != NULL;
}
