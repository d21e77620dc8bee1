/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A source, record by record, in the form that a mapping describes. An unreadable record is
 * reported with the reason and does not stop the reading. */
#pragma once

#include "sky-map.h"
#include "sky-source-bytes.h"

G_BEGIN_DECLS

typedef struct _SkySource SkySource;

/* A record, valid until the next. */
typedef struct
{
  guint64 number; /* its line, from 1; of JSON its place among the records */
  const char *text;
  gsize length;
  const char *wrong; /* NULL, or why it has no fields */
} SkySourceRecord;

/* Reads @bytes, which it takes, by @map, which must outlive it. @name is for messages. Returns NULL
 * with a SKY_IMPORT_ERROR. */
SkySource *sky_source_new (const SkyMap *map,
                           SkySourceBytes *bytes,
                           const char *name,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_source_free (SkySource *self);

/* The next record; *@record is NULL at the end. Returns FALSE with SKY_IMPORT_ERROR: SOURCE,
 * CHANGED. */
gboolean sky_source_next (SkySource *self, const SkySourceRecord **record, GError **error);

/* The text of a field of the last record. Returns FALSE when it has none. */
gboolean sky_source_get_field (SkySource *self, guint field, SkyText *value);

/* Makes a record of lines or CSV again that sky_source_next() gave before. Returns the record. */
const SkySourceRecord *
sky_source_read_again (SkySource *self, guint64 number, const char *text, gsize length);

/* Whether the mapping says that a record means nothing. */
gboolean sky_source_is_ignored (SkySource *self, const SkySourceRecord *record);

/* Fields that a rule read and that no record had. Returns: their names, a new array. */
GPtrArray *sky_source_get_missing (const SkySource *self) G_GNUC_WARN_UNUSED_RESULT;

SkySourceBytes *sky_source_get_bytes (SkySource *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySource, sky_source_free)

G_END_DECLS
