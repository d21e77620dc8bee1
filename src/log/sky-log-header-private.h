/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a log's first line. */
#pragma once

#include "sky-log.h"

G_BEGIN_DECLS

/* A header with its data. */
typedef struct
{
  SkyLogHeader header;
  GStringChunk *texts;
  gint64 *seats;
  SkyRecordSource *from;
} SkyHeaderStore;

/* Reads the line, an object without duplicate members, into @self, which is zero. Returns NULL, or
 * what is wrong: a new string; @code then takes the SkyLogError. */
char *sky_header_store_read (SkyHeaderStore *self, const SkyJsonNode *root, SkyLogError *code);
void sky_header_store_clear (SkyHeaderStore *self);

G_END_DECLS
