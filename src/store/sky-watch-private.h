/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface of a database for watching a store (sky-store-watch.h). The watch's thread makes
 * all calls. */
#pragma once

#include "sky-store-watch.h"

G_BEGIN_DECLS

typedef struct _SkyWatchEngine SkyWatchEngine;

struct _SkyWatchEngine
{
  /* Begins to listen, with @store's own connection where that is of use. @id is this console's.
   * Returns: what the others take. */
  gpointer (*open) (SkyStore *store, const char *id, GError **error);
  /* The other consoles learn that this one is gone. */
  void (*close) (gpointer source);
  /* A file descriptor, readable when something has come. */
  int (*get_fd) (gpointer source);
  /* Reads what has come. Returns FALSE if the connection is lost. */
  gboolean (*hear) (gpointer source, GError **error);
  /* Reports to the others what this console shows. */
  gboolean (*tell) (gpointer source, const SkyDesk *own, GError **error);
  /* Returns the open consoles as SkyDesks; this one may be among them. @again takes the
   * milliseconds after which to ask again; -1: when something has come. */
  GPtrArray *(*list) (gpointer source, int *again, GError **error);
};

extern const SkyWatchEngine sky_watch_sqlite;
extern const SkyWatchEngine sky_watch_postgres;

/* A desk as text, to pass on; and back, NULL if it is invalid. */
char *sky_desk_write (const SkyDesk *self) G_GNUC_WARN_UNUSED_RESULT;
SkyDesk *sky_desk_read (const char *text) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
