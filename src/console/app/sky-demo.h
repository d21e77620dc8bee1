/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A demo archive for people without one: some rounds of craps with planted faults, and two cameras.
 * It is made once and kept in the user's cache, with its own store, apart from real play. */
#pragma once

#include <gio/gio.h>

#include "sky-sim-options.h"

G_BEGIN_DECLS

/* The paths of its archive and its store, whether they exist or not. Returns: a new string. */
char *sky_demo_archive_path (void);
char *sky_demo_store_path (void);

/* Its progress while it is being made. */
typedef struct
{
  SkySimulateProgress progress;
  gint cancelled; /* set it (atomically) to stop */
} SkyDemoWatch;

/* Returns a new one, to be released with g_atomic_rc_box_release(). */
SkyDemoWatch *sky_demo_watch_new (void) G_GNUC_WARN_UNUSED_RESULT;

/* Makes the archive in a thread, unless it exists; without recordings if none can be encoded.
 * @watch: keeps a reference until @callback. */
void sky_demo_make_async (SkyDemoWatch *watch, GAsyncReadyCallback callback, gpointer user_data);

/* Returns: FALSE with a SKY_SIMULATE_ERROR, or one of the folder. */
gboolean sky_demo_make_finish (GAsyncResult *result, GError **error);

G_END_DECLS
