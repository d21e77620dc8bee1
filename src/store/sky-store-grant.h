/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Roles of the database that may work in a shared store. */
#pragma once

#include "sky-store.h"

G_BEGIN_DECLS

/* Lets @role, an existing role of the database, work in the store as @kind: "operator",
 * "investigator", "auditor" or "worker". It sees the data of @properties (NULL or empty: all). Its
 * earlier rights are removed first. Only the owner of the schema may do this. A store in a file has
 * no roles: SKY_STORE_ERROR_REFUSED. */
gboolean sky_store_grant (SkyStore *self,
                          const char *role,
                          const char *kind,
                          const char *const *properties,
                          GError **error);

/* Removes all rights of @role in the store; what it wrote stays. Only the owner of the schema may
 * do this. SKY_STORE_ERROR_NOT_FOUND: it had no rights. SKY_STORE_ERROR_REFUSED: a store in a
 * file. */
gboolean sky_store_revoke (SkyStore *self, const char *role, GError **error);

G_END_DECLS
