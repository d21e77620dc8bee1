/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far somebody has looked, as it is kept in the settings: for each store and each credential,
 * for an auditor cannot write in the store, and somebody else at this desk has looked elsewhere. */
#pragma once

#include <gio/gio.h>

#include "sky-finding-filter.h"

G_BEGIN_DECLS

/* How far @credential (NULL: nobody that is known) has looked in the store with the identity
 * @store. Returns: FALSE: never; @look stays as it is. */
gboolean
sky_kept_look_read (GSettings *settings, const char *store, const char *credential, SkyLook *look);
/* Keeps it. Of many the oldest go. */
void sky_kept_look_write (GSettings *settings,
                          const char *store,
                          const char *credential,
                          const SkyLook *look);

G_END_DECLS
