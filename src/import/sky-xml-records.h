/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The elements of an XML document that are records, one after another, by libxml2's reader: no more
 * of the document is in memory than one of them. Nothing is loaded from elsewhere, and a document
 * with a type of its own, which could define entities, is refused. */
#pragma once

#include "sky-json.h"
#include "sky-source-bytes.h"

G_BEGIN_DECLS

typedef struct _SkyXmlRecords SkyXmlRecords;

/* The elements to which @path leads, names from the root. @bytes and @path must last longer. */
SkyXmlRecords *sky_xml_records_new (SkySourceBytes *bytes,
                                    char *const *path,
                                    const char *name) G_GNUC_WARN_UNUSED_RESULT;
void sky_xml_records_free (SkyXmlRecords *self);

/* The next record as it stands, and the line where it begins. *@text is NULL at the end. Returns
 * FALSE with SKY_IMPORT_ERROR. */
gboolean sky_xml_records_next (
    SkyXmlRecords *self, const char **text, gsize *length, guint64 *line, GError **error);

/* Adds what @path leads to in the record: "@id", "bet", "player/@seat", "." for its own text; of
 * several the texts stand with ";" between. Returns FALSE when there is none. */
gboolean sky_xml_records_get (const SkyXmlRecords *self, const char *path, GString *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyXmlRecords, sky_xml_records_free)

G_END_DECLS
