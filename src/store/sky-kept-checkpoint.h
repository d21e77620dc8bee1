/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checkpoints made of the ledger, with what witnesses and time-stamping authorities added since.
 * They are kept beside the ledger and never changed or removed. This layer treats their contents as
 * text. The layer `evidence` checks whether it is true (sky-ledger-log.h). */
#pragma once

#include "sky-ledger.h"

G_BEGIN_DECLS

typedef struct
{
  char *key;  /* the witness's, as text */
  char *line; /* of the note, with its line feed */
} SkyKeptCosignature;

typedef struct
{
  gint64 number;           /* 1, 2, 3 … in the order of creation */
  SkyTime at;              /* when it was made, by its creator's clock */
  guint64 size;            /* how many entries it is of */
  char *key;               /* of the log, as text */
  char *note;              /* as the log signed it */
  GPtrArray *cosignatures; /* of SkyKeptCosignature, in the order in which they came */
  GPtrArray *stamps;       /* of GBytes: RFC 3161 answers for the bytes of @note */
} SkyKeptCheckpoint;

void sky_kept_checkpoint_free (SkyKeptCheckpoint *self);

/* The note with its cosignatures. Returns: a new string. */
char *sky_kept_checkpoint_to_text (const SkyKeptCheckpoint *self) G_GNUC_WARN_UNUSED_RESULT;

/* Returns: all SkyKeptCheckpoints in their order. */
GPtrArray *sky_store_list_checkpoints (SkyStore *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The newest one; @checkpoint takes NULL if there is none. */
gboolean
sky_store_get_newest_checkpoint (SkyStore *self, SkyKeptCheckpoint **checkpoint, GError **error);

/* Keeps another one. @number, when given, takes its number. SKY_STORE_ERROR_INVALID: the ledger is
 * not that large. */
gboolean sky_store_keep_checkpoint (SkyStore *self,
                                    guint64 size,
                                    const char *key,
                                    const char *note,
                                    gint64 *number,
                                    GError **error);

/* Keep what others added to the checkpoint @checkpoint. A repeated cosignature is kept once. */
gboolean sky_store_keep_cosignature (
    SkyStore *self, gint64 checkpoint, const char *key, const char *line, GError **error);
gboolean sky_store_keep_stamp (SkyStore *self, gint64 checkpoint, GBytes *stamp, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyKeptCheckpoint, sky_kept_checkpoint_free)

G_END_DECLS
