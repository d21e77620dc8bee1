/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Roles of the database that may work in a shared store. */
#pragma once

#include "sky-store.h"

G_BEGIN_DECLS

/* Lets @role, a role of the database that is there, work in the store as @kind, "operator",
 * "investigator", "auditor" or "worker", and see of it what belongs to @properties (NULL or empty:
 * all). What it might before is taken from it first. Only the owner of the schema may; a store in a
 * file has no roles: SKY_STORE_ERROR_REFUSED. */
gboolean sky_store_grant (SkyStore *self,
                          const char *role,
                          const char *kind,
                          const char *const *properties,
                          GError **error);

/* Takes from @role all that it may in the store; what it wrote stays. Only the owner of the schema
 * may. SKY_STORE_ERROR_NOT_FOUND: nothing was granted to it. SKY_STORE_ERROR_REFUSED: a store in a
 * file. */
gboolean sky_store_revoke (SkyStore *self, const char *role, GError **error);

G_END_DECLS
