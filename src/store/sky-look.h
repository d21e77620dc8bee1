/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed since somebody looked: findings that are new, of which others said something, or
 * that a new audit withdrew. A look is kept by whoever looks, not by the store, in which an auditor
 * cannot write. */
#pragma once

#include "sky-finding-filter.h"
#include "sky-store.h"
#include "sky-stored-finding.h"

G_BEGIN_DECLS

/* How far the store has come. */
gboolean sky_store_get_present (SkyStore *self, SkyLook *look, GError **error);

/* What tells this store from every other, wherever its file is. Returns: a new string. */
char *sky_store_get_identity (SkyStore *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Sets "change" of each of @findings (SkyStoredFinding) by what came after @look. What @looker, a
 * credential, said themselves is no change to them. */
gboolean sky_store_mark_changes (
    SkyStore *self, GPtrArray *findings, const SkyLook *look, const char *looker, GError **error);

/* The findings of which others than @looker said something after @look. Returns: their ids, of
 * gint64, the least first. */
GArray *sky_store_list_reviewed (SkyStore *self,
                                 const SkyLook *look,
                                 const char *looker,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The findings of which anybody said something after the entry @after, or took it back. Returns:
 * their ids, of gint64, the least first, each once. */
GArray *
sky_store_list_spoken (SkyStore *self, gint64 after, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Findings that a new audit does not make any more, the last withdrawn first. Of @filter count
 * archive, property, table, game, days, severities, check and what changed. */
gboolean sky_store_count_withdrawn (SkyStore *self,
                                    const SkyFindingFilter *filter,
                                    guint64 *n,
                                    GError **error);

/* Returns: SkyStoredFindings with "withdrawn" set and an "id" of 0, none behind the end. */
GPtrArray *sky_store_withdrawn_page (SkyStore *self,
                                     const SkyFindingFilter *filter,
                                     guint64 offset,
                                     guint limit,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
