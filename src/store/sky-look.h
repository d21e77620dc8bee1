/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed since a person looked: findings that are new, that others commented on, or that a
 * new audit withdrew. The person keeps the look, not the store, which an auditor cannot write. */
#pragma once

#include "sky-finding-filter.h"
#include "sky-store.h"
#include "sky-stored-finding.h"

G_BEGIN_DECLS

/* How far the store has come. */
gboolean sky_store_get_present (SkyStore *self, SkyLook *look, GError **error);

/* Distinguishes this store from every other, wherever its file is. Returns: a new string. */
char *sky_store_get_identity (SkyStore *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Sets "change" of each of @findings (SkyStoredFinding) by what came after @look. The own entries
 * of @looker, a credential, are not changes. */
gboolean sky_store_mark_changes (
    SkyStore *self, GPtrArray *findings, const SkyLook *look, const char *looker, GError **error);

/* The findings about which others than @looker wrote something after @look. Returns their ids, of
 * gint64, ascending. */
GArray *sky_store_list_reviewed (SkyStore *self,
                                 const SkyLook *look,
                                 const char *looker,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The findings about which anyone wrote something after the entry @after, or undid it. Returns
 * their ids, of gint64, ascending, each once. */
GArray *
sky_store_list_spoken (SkyStore *self, gint64 after, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Findings that a new audit no longer makes, the last withdrawn first. Of @filter, archive,
 * property, table, game, days, severities, check and change count. */
gboolean sky_store_count_withdrawn (SkyStore *self,
                                    const SkyFindingFilter *filter,
                                    guint64 *n,
                                    GError **error);

/* Returns SkyStoredFindings with "withdrawn" set and an "id" of 0, none after the end. */
GPtrArray *sky_store_withdrawn_page (SkyStore *self,
                                     const SkyFindingFilter *filter,
                                     guint64 offset,
                                     guint limit,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
