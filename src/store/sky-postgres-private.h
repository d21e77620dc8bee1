/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes over the connection of a store in PostgreSQL without having been asked for. */
#pragma once

#include "sky-store-private.h"

G_BEGIN_DECLS

/* The connection's socket, which can be read when something has come. */
int sky_postgres_get_fd (SkyStore *store);

/* Takes what has come. Returns FALSE with SKY_STORE_ERROR_DISCONNECTED when the connection is lost.
 */
gboolean sky_postgres_consume_input (SkyStore *store, GError **error);

/* Somebody else's NOTIFY. */
typedef struct
{
  char *channel;
  char *text;
} SkyPostgresNote;

void sky_postgres_note_free (SkyPostgresNote *self);

/* The next that has come, also with the answer to something else. Returns: NULL: none. */
SkyPostgresNote *sky_postgres_take_note (SkyStore *store) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPostgresNote, sky_postgres_note_free)

G_END_DECLS
