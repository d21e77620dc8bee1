/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of a JSON value as the fields of a record: "a", "a.b", "a.0". */
#pragma once

#include "sky-json.h"

G_BEGIN_DECLS

/* The value that @path leads to from @root, or NULL. A member whose name is all of @path comes
 * first. */
const SkyJsonNode *sky_json_find (const SkyJsonNode *root, const char *path);

/* The value as a field's text: a text itself, anything else as JSON, written to @scratch. Returns
 * FALSE for null. */
gboolean sky_json_field_text (const SkyJsonNode *node, GString *scratch, SkyText *text);

/* Adds the value as JSON. */
void sky_json_write (const SkyJsonNode *node, GString *json);

G_END_DECLS
