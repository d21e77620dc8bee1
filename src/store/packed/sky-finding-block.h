/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The findings of a log in blocks of 256, column by column, which filter and sort lists. They are
 * packed so that a scan of a million takes some hundredths of a second. A block adds nothing to the
 * findings, which make it in the same transaction. */
#pragma once

#include "sky-packed.h"
#include "sky-store-private.h"
#include "sky-words.h"

G_BEGIN_DECLS

#define SKY_BLOCK_SIZE 256

/* A block's id is its log's, shifted, and its number in the log. */
#define SKY_BLOCK_SHIFT             24
#define SKY_BLOCK_ID(log, position) (((log) << SKY_BLOCK_SHIFT) + (position) / SKY_BLOCK_SIZE)

typedef enum
{
  SKY_BLOCK_CHECK,
  SKY_BLOCK_SEAT,
  SKY_BLOCK_SEQ,
  SKY_BLOCK_ROUND,
  SKY_BLOCK_AT,       /* G_MININT64: of no instant */
  SKY_BLOCK_VARIANCE, /* G_MININT64: none */
  SKY_BLOCK_FINDING,  /* its id */
  SKY_BLOCK_WHAT,     /* the id of its text; G_MININT64: none */
  SKY_N_BLOCK_COLUMNS,
} SkyBlockColumn;

/* A block being read. It points into its source bytes. */
typedef struct
{
  guint n;
  const guint8 *states; /* a SkyReviewState each */
  SkyPackedColumn columns[SKY_N_BLOCK_COLUMNS];
} SkyBlock;

/* FALSE: these bytes are no block. */
gboolean sky_block_read (SkyBlock *self, const guint8 *bytes, gsize size);

/* Distinguishes a check of unsure findings from the same check of others. */
#define SKY_BLOCK_UNSURE 65536

/* Unpacks a column into @values, which has room for SKY_BLOCK_SIZE. */
void sky_block_get_column (const SkyBlock *self, SkyBlockColumn column, gint64 *values);

/* Rebuilds the blocks of a log, and their words, from its findings. */
gboolean sky_store_make_blocks (SkyStore *self, gint64 log, GError **error);

/* Compares the blocks of a log, and their words, with its findings. Returns FALSE with
 * SKY_STORE_ERROR_DAMAGED if they differ. */
gboolean sky_store_verify_blocks (SkyStore *self, gint64 log, GError **error);

/* Makes those of every log. */
gboolean sky_store_make_all_blocks (SkyStore *self, GError **error);

/* Takes the blocks of a log away. */
gboolean sky_store_remove_blocks (SkyStore *self, gint64 log, GError **error);

/* Notes the state of the finding's review in its block. */
gboolean sky_store_set_block_state (
    SkyStore *self, gint64 log, gint64 position, SkyReviewState state, GError **error);

G_END_DECLS
