/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines and receipts of several logs, written and synced together by a thread. Until it has done,
 * the files of these logs are the batch's. */
#pragma once

#include "sky-received-log.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What is written of one log. */
typedef struct
{
  SkyReceivedLog *log;
  SkyLogAppender *file; /* borrowed */
  guint64 kept;         /* bytes that the file had before */
  GString *lines;       /* NULL: it is a receipt */
  char *receipts;       /* the path of the file that the receipt goes to, and the receipt */
  char *receipt;
  GError *error; /* afterward: why the lines are not on disk */
} SkyReceiverItem;

typedef struct
{
  GPtrArray *items; /* of SkyReceiverItem */
} SkyReceiverBatch;

typedef void (*SkyReceiverBatchDone) (SkyReceiverBatch *batch, gpointer user_data);

SkyReceiverBatch *sky_receiver_batch_new (void) G_GNUC_WARN_UNUSED_RESULT;

/* Takes @lines. */
void sky_receiver_batch_add_lines (SkyReceiverBatch *self, SkyReceivedLog *log, GString *lines);
void
sky_receiver_batch_add_receipt (SkyReceiverBatch *self, SkyReceivedLog *log, const char *receipt);

/* Takes the batch, writes and syncs it, then calls @done and frees it. After @cancellable is
 * canceled, @done is not called. */
void sky_receiver_batch_run (SkyReceiverBatch *self,
                             GCancellable *cancellable,
                             SkyReceiverBatchDone done,
                             gpointer user_data);

G_END_DECLS
