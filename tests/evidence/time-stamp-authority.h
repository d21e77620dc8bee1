/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A time-stamping authority of our own: `openssl ts` behind a socket of this machine, in a thread,
 * with or without TLS. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _TimeStampAuthority TimeStampAuthority;

/* Makes the folder @folder for its keys, and begins to answer. */
TimeStampAuthority *time_stamp_authority_new (const char *folder, gboolean tls);
void time_stamp_authority_free (TimeStampAuthority *self);

const char *time_stamp_authority_get_url (TimeStampAuthority *self);

/* The certificate of the connection, a file, for whoever is to trust it. Returns: a new string. */
char *time_stamp_authority_get_certificate (TimeStampAuthority *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TimeStampAuthority, time_stamp_authority_free)

G_END_DECLS
