/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mapping's text: groups of keys, read by GLib's GKeyFile, with the line of each. Included files
 * come first; the mapping's own value of a key replaces theirs. Problems are collected, so that the
 * mapping's author sees all of them at once. */
#pragma once

#include "sky-digest.h"

G_BEGIN_DECLS

/* Larger mappings are refused. */
#define SKY_MAP_MAX_SIZE (1024 * 1024)

/* What is wrong with a mapping. */
typedef struct
{
  char *file;
  guint line;  /* 0: of no line */
  char *group; /* "rule 41", or NULL */
  char *text;
} SkyMapProblem;

/* "a.skymap:12: [rule 41]: why". Returns: a new string. */
char *sky_map_problem_format (const SkyMapProblem *problem);

typedef struct
{
  char *name;
  char *value; /* as it stands, without blanks around it */
  const char *file;
  guint line;
  const char *group;
} SkyMapKey;

typedef struct
{
  char *name;
  const char *file;
  guint line;
  GPtrArray *keys; /* of SkyMapKey, in the order of the text */
} SkyMapGroup;

typedef struct
{
  const char *name;                 /* of the file */
  GPtrArray *groups;                /* of SkyMapGroup, in the order of the text */
  GPtrArray *problems;              /* of SkyMapProblem */
  char sha256[SKY_DIGEST_HEX_SIZE]; /* of the text, and behind it of what it includes */
} SkyMapText;

/* Reads @size bytes at @data. @name stands for the file in problems. @folder is where included
 * files are; NULL: none may be included. Returns: the text, with its problems. */
SkyMapText *sky_map_text_new (const char *data, gsize size, const char *name, const char *folder)
    G_GNUC_WARN_UNUSED_RESULT;
void sky_map_text_free (SkyMapText *self);

/* The group called @name, or NULL. */
const SkyMapGroup *sky_map_text_find (const SkyMapText *self, const char *name);
/* The key @name of @group, which may be NULL; or NULL. */
const SkyMapKey *sky_map_group_find (const SkyMapGroup *group, const char *name);

/* Notes a problem of @key, or of @group when @key is NULL, or of the mapping when both are. */
void sky_map_text_complain (SkyMapText *self,
                            const SkyMapGroup *group,
                            const SkyMapKey *key,
                            const char *format,
                            ...) G_GNUC_PRINTF (4, 5);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyMapText, sky_map_text_free)

G_END_DECLS
