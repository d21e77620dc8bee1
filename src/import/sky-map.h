/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mapping: how another system's records become events of table event logs. It is a text of groups
 * and keys (docs/for-table-systems.md). Loading it finds every error that needs no source. It does
 * not change afterward, except for what its time zones cache, so one thread at a time may use
 * it. */
#pragma once

#include "sky-log.h"
#include "sky-map-condition.h"
#include "sky-map-event.h"
#include "sky-map-text.h"
#include "sky-map-time.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_MAP_LINES,
  SKY_MAP_CSV,
  SKY_MAP_JSONL,
  SKY_MAP_JSON,
  SKY_MAP_XML,
} SkyMapKind;

/* How to read a source. */
typedef struct
{
  SkyMapKind kind;
  char *encoding;  /* NULL: UTF-8 */
  guint skip;      /* so many lines at the beginning are no records */
  GRegex *pattern; /* of lines */
  GRegex *ignore;  /* NULL: no record means nothing */
  char separator;
  char quote;
  gboolean header;
  char **columns; /* of CSV without a header */
  char **records; /* of JSON and XML: the steps to a record; "*" each element of an array */
  int payload;    /* the field that is JSON itself; -1: none */
} SkyMapSource;

typedef enum
{
  SKY_MAP_OPEN,
  SKY_MAP_FIND,
  SKY_MAP_CLOSE,
  SKY_MAP_RENAME,
} SkyMapAction;

/* What a rule does to a register. */
typedef struct
{
  SkyMapAction action;
  guint reg;
  SkyMapCondition *when; /* NULL: always */
  SkyMapExpression *to;  /* of a renaming */
} SkyMapStep;

typedef struct
{
  guint number;
  char *name;              /* "rule 41" */
  SkyMapCondition *when;   /* NULL: always */
  GArray *changes;         /* of guint: fields */
  GPtrArray *steps;        /* of SkyMapStep */
  GPtrArray *events;       /* of SkyMapEvent */
  SkyMapExpression *error; /* NULL: the record is good */
  gboolean next;           /* also try the rules after this one */
} SkyMapRule;

/* The parts of a log's header, each an expression. */
typedef enum
{
  SKY_MAP_PROPERTY,
  SKY_MAP_TABLE,
  SKY_MAP_GAME,
  SKY_MAP_TIME_ZONE,
  SKY_MAP_CURRENCY,
  SKY_MAP_N_HEADERS,
} SkyMapHeader;

typedef struct
{
  char *name;
  char sha256[SKY_DIGEST_HEX_SIZE];
  SkyMapNames names;
  SkyMapSource source;
  SkyMapExpression *headers[SKY_MAP_N_HEADERS];
  gboolean headers_fixed; /* none of them has a field */
  /* Time. */
  int time_field; /* -1: none */
  SkyMapTimeForm time;
  char *zone; /* NULL: the log's */
  SkyTime day_begins;
  guint sort; /* how many records to hold for sorting; 0: none */
  SkyTime start;
  SkyTime step;
  gboolean has_scope;
  SkyScope scope;
  GArray *seats;    /* of gint64: the scope's */
  GPtrArray *once;  /* of SkyMapEvent */
  GPtrArray *rules; /* of SkyMapRule, in their order */
} SkyMap;

/* Reads the mapping in @size bytes at @data; @name and @folder as in sky_map_text_new(). Returns
 * NULL on errors. @problems takes all of them (SkyMapProblem); the caller frees it. */
SkyMap *sky_map_new (const char *data,
                     gsize size,
                     const char *name,
                     const char *folder,
                     GPtrArray **problems) G_GNUC_WARN_UNUSED_RESULT;
/* The same for the file at @path. An unreadable one is a problem too. */
SkyMap *sky_map_load (const char *path, GPtrArray **problems) G_GNUC_WARN_UNUSED_RESULT;
void sky_map_free (SkyMap *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyMap, sky_map_free)

G_END_DECLS
