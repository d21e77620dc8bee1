/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An archive that is made up, for whoever has none yet: some rounds of craps with faults planted in
 * them and two cameras. It is made once and kept among the user's cached files, with a store of its
 * own, so that nothing of it comes among what was really played. */
#pragma once

#include <gio/gio.h>

#include "sky-sim-options.h"

G_BEGIN_DECLS

/* Where its archive and its store are, whether or not they are there. Returns: a new string. */
char *sky_demo_archive_path (void);
char *sky_demo_store_path (void);

/* While it is being made, for who looks on. */
typedef struct
{
  SkySimulateProgress progress;
  gint cancelled; /* set it (atomically) to stop */
} SkyDemoWatch;

/* Returns: a new one, to be given back with g_atomic_rc_box_release(). */
SkyDemoWatch *sky_demo_watch_new (void) G_GNUC_WARN_UNUSED_RESULT;

/* Makes the archive in a thread, unless it is there. Where no recordings can be encoded it has
 * none.
 * @watch: a reference of it is kept until @callback came. */
void sky_demo_make_async (SkyDemoWatch *watch, GAsyncReadyCallback callback, gpointer user_data);

/* Returns: FALSE with a SKY_SIMULATE_ERROR, or one of the folder. */
gboolean sky_demo_make_finish (GAsyncResult *result, GError **error);

G_END_DECLS
