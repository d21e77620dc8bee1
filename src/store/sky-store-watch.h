/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports what others do with a store, as it happens: the ledger grew, audits changed, who is at
 * which finding. It has its own connection and thread, so that nobody waits for it. Reports come in
 * its creator's main context. */
#pragma once

#include "sky-digest.h"
#include "sky-finding-filter.h"
#include "sky-store.h"

G_BEGIN_DECLS

/* Another console on the same store, and what it shows. */
typedef struct
{
  char *id;
  char *credential; /* who sits there; empty: not known */
  char *name;       /* likewise */
  char *finding;    /* of sky_desk_digest_finding(); empty: none */
} SkyDesk;

void sky_desk_free (SkyDesk *self);

/* Digests of keys identify findings, so that people learn nothing of findings they may not see. */
void sky_desk_digest_finding (const char *key, char digest[SKY_DIGEST_HEX_SIZE]);

typedef struct
{
  gboolean connected;  /* FALSE: the store cannot be reached now; the rest is the last state */
  const char *problem; /* why; NULL: it can */
  SkyLook present;     /* how far the store has come */
  gint64 stamp;        /* another number after any change */
  gint64 clock_ahead;  /* sky_store_compare_clocks(), about every minute; small ones are 0 */
  GPtrArray *desks;    /* of SkyDesk: the others that are there; borrowed */
} SkyStoreNews;

typedef void (*SkyStoreWatchFunc) (const SkyStoreNews *news, gpointer data);

typedef struct _SkyStoreWatch SkyStoreWatch;

/* Watches the store at @path, which need not exist yet. Calls @func with the state as soon as it is
 * known, and after every change. Simultaneous changes may be reported together. While the store
 * cannot be reached, it retries after pauses that grow from one second to fifteen. */
SkyStoreWatch *sky_store_watch_new (const char *path,
                                    SkyStoreWatchFunc func,
                                    gpointer data) G_GNUC_WARN_UNUSED_RESULT;

/* Stops reports; the others see that this console is gone. */
void sky_store_watch_free (SkyStoreWatch *self);

/* Reports to the others who sits here (NULL: unknown) and shows the finding with the key @finding
 * (NULL: none). */
void sky_store_watch_set_present (SkyStoreWatch *self,
                                  const char *credential,
                                  const char *name,
                                  const char *finding);

/* Tries to reach the store now rather than after a pause. */
void sky_store_watch_retry (SkyStoreWatch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyDesk, sky_desk_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStoreWatch, sky_store_watch_free)

G_END_DECLS
