/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening the store that a command names. */
#pragma once

#include "sky-store.h"

G_BEGIN_DECLS

/* sky_store_open(). If the server needs a password that libpq does not find, it asks for it at the
 * terminal; later connections know it too. Warns once if this machine's clock is far from the
 * server's. */
SkyStore *
sky_cli_open_store (const char *path, SkyStoreMode mode, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
