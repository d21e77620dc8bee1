/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a version 2 log says about itself: how it was made, and what was observed. A class, a seat
 * or a round out of scope may be missing from the log, and no finding concerns it. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

/* Every class of events: its id and its name in logs. */
#define SKY_EVENT_CLASSES(CLASS)                                                                   \
  CLASS (OUTCOME, outcome)                                                                         \
  CLASS (PROCEDURE, procedure)                                                                     \
  CLASS (WAGERS, wagers)                                                                           \
  CLASS (SETTLEMENTS, settlements)                                                                 \
  CLASS (PEOPLE, people)                                                                           \
  CLASS (EQUIPMENT, equipment)                                                                     \
  CLASS (POSTED, posted)                                                                           \
  CLASS (DISPUTES, disputes)

typedef enum
{
#define SKY_CLASS_ID(ID, name) SKY_CLASS_##ID,
  SKY_EVENT_CLASSES (SKY_CLASS_ID)
#undef SKY_CLASS_ID
      SKY_N_CLASSES,
} SkyEventClass;

/* Several classes: bits 1 << SkyEventClass. */
typedef guint SkyEventClassSet;

#define SKY_ALL_CLASSES ((1u << SKY_N_CLASSES) - 1)

/* "outcome". */
const char *sky_event_class_to_name (SkyEventClass class);
gboolean sky_event_class_from_name (SkyText name, SkyEventClass *class);
/* The class of events of @type; SKY_N_CLASSES: every log's scope has it. */
SkyEventClass sky_event_type_get_class (SkyEventType type);

/* What was observed. Everything if the log has no scope. */
typedef struct
{
  SkyEventClassSet classes;
  gboolean some_seats;
  const gint64 *seats; /* with @some_seats: those observed */
  guint n_seats;
  gboolean sampled; /* not every round was observed */
} SkyScope;

#define SKY_SCOPE_ALL ((SkyScope){ .classes = SKY_ALL_CLASSES })

gboolean sky_scope_has_all (const SkyScope *self);
/* How a log was made. */
typedef enum
{
  SKY_RECORD_TABLE,   /* the table's own system wrote it */
  SKY_RECORD_FOOTAGE, /* someone recorded it from the cameras' pictures */
  SKY_RECORD_IMPORT,  /* an import converted it from another system's data */
  SKY_RECORD_LIVE,    /* a receiver wrote it from published lines */
  SKY_N_RECORD_WAYS,
} SkyRecordHow;

const char *sky_record_how_to_name (SkyRecordHow how);
gboolean sky_record_how_from_name (SkyText name, SkyRecordHow *how);

/* A recording that a log was made from. An event's `frame` names it by its place. */
typedef struct
{
  const char *camera;
  const char *file;   /* its path in the archive */
  const char *sha256; /* NULL: not stated */
} SkyRecordSource;

/* The header's `record`; members that it lacks are NULL, 0 or FALSE. */
typedef struct
{
  SkyRecordHow how;
  const char *by;      /* the credential of the person who recorded or imported it */
  const char *program; /* the program that wrote it */
  const char *coding;  /* the id of this recording */
  gint64 pass;
  gboolean blind;   /* the person recording saw no due amounts */
  const char *plan; /* the id of the plan */
  const char *map_name;
  const char *map_sha256;
  const SkyRecordSource *from;
  guint n_from;
} SkyRecord;

/* Where a patron's id is valid. */
typedef enum
{
  SKY_PLAYERS_TABLE_DAY,
  SKY_PLAYERS_PROPERTY,
} SkyPlayersReach;

G_END_DECLS
