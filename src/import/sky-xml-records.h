/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The elements of an XML document that are records, one after another, by libxml2's reader: memory
 * holds only one of them. It loads nothing from elsewhere, and refuses a document with its own
 * type, which could define entities. */
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

/* The next record unchanged, and the line where it begins. *@text is NULL at the end. Returns FALSE
 * with SKY_IMPORT_ERROR. */
gboolean sky_xml_records_next (
    SkyXmlRecords *self, const char **text, gsize *length, guint64 *line, GError **error);

/* Adds the values at @path in the record: "@id", "bet", "player/@seat", "." for its own text.
 * Several are joined by ";". Returns FALSE if there is none. */
gboolean sky_xml_records_get (const SkyXmlRecords *self, const char *path, GString *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyXmlRecords, sky_xml_records_free)

G_END_DECLS
