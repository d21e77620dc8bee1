/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a person has looked, stored in the settings for each store and each credential. An
 * auditor cannot write in the store, and another person at this desk has another position. */
#pragma once

#include <gio/gio.h>

#include "sky-finding-filter.h"

G_BEGIN_DECLS

/* How far @credential (NULL: unknown) has looked in the store with the identity @store. Returns
 * FALSE if never; @look is then unchanged. */
gboolean
sky_kept_look_read (GSettings *settings, const char *store, const char *credential, SkyLook *look);
/* Keeps it. Of many the oldest go. */
void sky_kept_look_write (GSettings *settings,
                          const char *store,
                          const char *credential,
                          const SkyLook *look);

G_END_DECLS
