/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole JSON file: an object with one list, such as footage.json and staff.json. Opens it and
 * collects problems. */
#pragma once

#include "sky-json.h"
#include "sky-time.h"

G_BEGIN_DECLS

typedef struct
{
  char *path;
  SkyJsonParser *parser;
  const SkyJsonNode *list;
  GPtrArray *problems;
  char sha256[65]; /* of its bytes */
} SkyJsonFile;

/* Opens @path, in the archive @folder unless that is NULL, and finds the list @member. Returns NULL
 * with a SKY_LOG_ERROR. */
SkyJsonFile *
sky_json_file_open (const char *folder, const char *path, const char *member, GError **error);
void sky_json_file_free (SkyJsonFile *self);

/* Notes a problem, prefixed with the file's path. */
void sky_json_file_problem (SkyJsonFile *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
char **sky_json_file_steal_problems (SkyJsonFile *self);

/* Text with U+0000 is not accepted. */
gboolean sky_json_get_text (const SkyJsonNode *object, const char *name, SkyText *text);
gboolean sky_json_get_time (const SkyJsonNode *object, const char *name, SkyTime *time);
gboolean sky_json_get_day (const SkyJsonNode *object, const char *name, SkyDay *day);
gboolean sky_json_get_int (const SkyJsonNode *object, const char *name, gint64 *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyJsonFile, sky_json_file_free)

G_END_DECLS
