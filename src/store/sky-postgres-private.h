/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages that a PostgreSQL store's connection delivers without a request. */
#pragma once

#include "sky-store-private.h"

G_BEGIN_DECLS

/* The connection's socket, readable when a message has come. */
int sky_postgres_get_fd (SkyStore *store);

/* Reads what has come. Returns FALSE with SKY_STORE_ERROR_DISCONNECTED if the connection is
 * lost. */
gboolean sky_postgres_consume_input (SkyStore *store, GError **error);

/* Another connection's NOTIFY. */
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
