/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the targets of the import share: a source is read by a mapping, and nothing is lost. */
#pragma once

#include "sky-import.h"

G_BEGIN_DECLS

/* Reads the @size bytes at @source by @map; aborts when a record is lost or has no reason. */
void import_records (const SkyMap *map, const char *source, gsize size);

G_END_DECLS
