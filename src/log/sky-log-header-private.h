/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reading of a log's first line. */
#pragma once

#include "sky-log.h"

G_BEGIN_DECLS

/* A header with what it points to. */
typedef struct
{
  SkyLogHeader header;
  GStringChunk *texts;
  gint64 *seats;
  SkyRecordSource *from;
} SkyHeaderStore;

/* Reads the line, an object without members given twice, into @self, which is zero. Returns NULL,
 * or what is wrong with it: a new string; @code then takes the SkyLogError. */
char *sky_header_store_read (SkyHeaderStore *self, const SkyJsonNode *root, SkyLogError *code);
void sky_header_store_clear (SkyHeaderStore *self);

G_END_DECLS
