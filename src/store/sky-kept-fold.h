/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What statistics made of a property's counts, kept so that nobody folds them again. It holds as
 * long as the counts are the same, byte for byte. Without a new audit they are the same: the logs
 * alone tell that, and nobody reads the counts. */
#pragma once

#include "sky-digest.h"
#include "sky-kept-streams.h"
#include "sky-store.h"

G_BEGIN_DECLS

typedef struct
{
  char *property;
  gboolean people;                      /* of counts with those about people */
  char digest[2 * SKY_DIGEST_HEX_SIZE]; /* of when the logs were audited, then of the counts */
  GBytes *content;                      /* for who made it; NULL: nothing is kept of these counts */
  GPtrArray *streams;  /* of SkyKeptStream, to be kept with it (sky-kept-streams.h); NULL: none */
  SkyKeptStream *from; /* what they go on from; NULL: nothing, they are all there is */
} SkyKeptFold;

void sky_kept_fold_free (SkyKeptFold *self);

/* The properties (NULL: all, else only @property) that have logs, each with the digest of when they
 * were audited and what is kept of these audits. @maker: the program and its way of folding; what
 * another one made is not returned. Returns: an array of SkyKeptFold, by property. */
GPtrArray *sky_store_list_folds (SkyStore *self,
                                 const char *property,
                                 gboolean people,
                                 const char *maker,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Takes the digest of the counts too, and what is kept of the same counts after other audits. */
gboolean
sky_store_compare_counts (SkyStore *self, SkyKeptFold *fold, const char *maker, GError **error);

/* Keeps @fold instead of the one there was. Who may note reports (sky-noted-report.h) may keep
 * folds. */
gboolean sky_store_keep_fold (SkyStore *self, const SkyKeptFold *fold, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyKeptFold, sky_kept_fold_free)

G_END_DECLS
