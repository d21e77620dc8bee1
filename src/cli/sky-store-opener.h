/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening the store that a command names. */
#pragma once

#include "sky-store.h"

G_BEGIN_DECLS

/* sky_store_open(); where the server wants a password that libpq does not find, it is asked for at
 * the terminal. Connections that are made later know it too. Where this machine's clock is far from
 * the server's it is said, once. */
SkyStore *
sky_cli_open_store (const char *path, SkyStoreMode mode, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
