/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Findings that surveillance must confirm, that one person confirmed, and that await a second
 * one. */
#pragma once

#include "sky-store.h"
#include "sky-stored-finding.h"

G_BEGIN_DECLS

/* Returns: their ids, of gint64, the least first. */
GArray *sky_store_list_awaiting (SkyStore *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Sets "awaits_second" of each of @findings (SkyStoredFinding), whose states are known. */
gboolean sky_store_mark_awaiting (SkyStore *self, GPtrArray *findings, GError **error);

G_END_DECLS
