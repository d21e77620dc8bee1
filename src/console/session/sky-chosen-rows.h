/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The selected rows of a list of findings, for one decision: which rows they are in the list, and
 * the state of the store when the list was counted. */
#pragma once

#include <gtk/gtk.h>

#include "sky-queue-model.h"

G_BEGIN_DECLS

typedef struct
{
  GtkBitset *positions;
  GPtrArray *keys;   /* of char *, of the rows; NULL: not all of them are at hand */
  GHashTable *shown; /* the ledger's last entry that a row at hand shows, by key (of gint64) */
  gint64 seen;       /* the same when the selected rows were listed */
  /* The list. */
  SkyFindingFilter *filter;
  SkyFindingSort sort;
  gboolean descending;
  guint n_listed;
  SkyLook counted;
} SkyChosenRows;

/* The rows @chosen of @model; @seen is the ledger's last entry when they were listed. */
SkyChosenRows *sky_chosen_rows_new (SkyQueueModel *model,
                                    GtkBitset *chosen,
                                    gint64 seen) G_GNUC_WARN_UNUSED_RESULT;
void sky_chosen_rows_free (SkyChosenRows *self);

/* The keys of rows that are not at hand, as the store has them. Returns: (element-type char *);
 * NULL with @error, SKY_STORE_ERROR_CHANGED when it may be that the rows are others by now. */
GPtrArray *sky_chosen_rows_read_keys (const SkyChosenRows *rows,
                                      SkyStore *store,
                                      GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyChosenRows, sky_chosen_rows_free)

G_END_DECLS
