/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What others do with a store, told as it happens: that the ledger grew, that audits changed, and
 * who is at which finding. It has a connection and a thread of its own, so that nobody waits for
 * it; what it tells comes in the main context of whoever made it. */
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

/* Findings are told by a digest of their keys: whoever may not see a finding does not learn of it
 * here. */
void sky_desk_digest_finding (const char *key, char digest[SKY_DIGEST_HEX_SIZE]);

typedef struct
{
  gboolean connected; /* FALSE: the store cannot be reached at this moment; the rest is as it was */
  const char *problem; /* why; NULL: it can */
  SkyLook present;     /* how far the store has come */
  gint64 stamp;        /* another number after any change */
  gint64 clock_ahead;  /* sky_store_compare_clocks(), about every minute; small ones are 0 */
  GPtrArray *desks;    /* of SkyDesk: the others that are there; borrowed */
} SkyStoreNews;

typedef void (*SkyStoreWatchFunc) (const SkyStoreNews *news, gpointer data);

typedef struct _SkyStoreWatch SkyStoreWatch;

/* Watches the store at @path, which need not be there yet. @func is told how it stands as soon as
 * that is known, and whenever it is otherwise. What happens at once may be told at once. While the
 * store cannot be reached it is tried again after pauses that grow from one second to fifteen. */
SkyStoreWatch *sky_store_watch_new (const char *path,
                                    SkyStoreWatchFunc func,
                                    gpointer data) G_GNUC_WARN_UNUSED_RESULT;

/* Nothing is told any more; the others see that this console is gone. */
void sky_store_watch_free (SkyStoreWatch *self);

/* Tells the others who sits here (NULL: not known) and shows the finding with the key @finding
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
