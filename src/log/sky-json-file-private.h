/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole JSON file that is an object with one list in it, as footage.json and staff.json are:
 * opening it, and the problems met on the way through. */
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

/* Opens @path, of the archive @folder unless that is NULL, and finds the list @member. Returns NULL
 * with a SKY_LOG_ERROR. */
SkyJsonFile *
sky_json_file_open (const char *folder, const char *path, const char *member, GError **error);
void sky_json_file_free (SkyJsonFile *self);

/* Notes a problem; the file's path is put in front. */
void sky_json_file_problem (SkyJsonFile *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
char **sky_json_file_steal_problems (SkyJsonFile *self);

/* A text with U+0000 is none. */
gboolean sky_json_get_text (const SkyJsonNode *object, const char *name, SkyText *text);
gboolean sky_json_get_time (const SkyJsonNode *object, const char *name, SkyTime *time);
gboolean sky_json_get_day (const SkyJsonNode *object, const char *name, SkyDay *day);
gboolean sky_json_get_int (const SkyJsonNode *object, const char *name, gint64 *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyJsonFile, sky_json_file_free)

G_END_DECLS
