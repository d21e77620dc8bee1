/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a database must be able to do so that a store is watched (sky-store-watch.h). All of it is
 * called in the watch's thread. */
#pragma once

#include "sky-store-watch.h"

G_BEGIN_DECLS

typedef struct _SkyWatchEngine SkyWatchEngine;

struct _SkyWatchEngine
{
  /* Begins to listen, with @store's own connection where that is of use. @id is this console's.
   * Returns: what the others take. */
  gpointer (*open) (SkyStore *store, const char *id, GError **error);
  /* The others learn that this console is gone. */
  void (*close) (gpointer source);
  /* A file descriptor that can be read when something has come. */
  int (*get_fd) (gpointer source);
  /* Takes what has come. Returns FALSE when the connection is lost. */
  gboolean (*hear) (gpointer source, GError **error);
  /* Tells the others what this console shows. */
  gboolean (*tell) (gpointer source, const SkyDesk *own, GError **error);
  /* Returns: the SkyDesks that are there, perhaps this one among them. @again takes after how many
   * milliseconds it must be asked again; -1: when something has come. */
  GPtrArray *(*list) (gpointer source, int *again, GError **error);
};

extern const SkyWatchEngine sky_watch_sqlite;
extern const SkyWatchEngine sky_watch_postgres;

/* A desk as a text, for whoever hands it on; and back, NULL when it is none. */
char *sky_desk_write (const SkyDesk *self) G_GNUC_WARN_UNUSED_RESULT;
SkyDesk *sky_desk_read (const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
