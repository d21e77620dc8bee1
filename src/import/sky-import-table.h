/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An import's state of one table: its registers, the last values of fields, its rounds, and the
 * events held back. A record's changes to the registers can be undone, because a record is set
 * aside whole. */
#pragma once

#include "sky-import-log.h"
#include "sky-source.h"

G_BEGIN_DECLS

/* What a register has under a key. */
typedef struct
{
  gint64 id;
  SkyMoney amount; /* -1: unknown */
} SkyImportEntry;

/* An event made from a record and not written yet. */
typedef struct
{
  SkyMapEmitKind kind;
  SkyEventType type;
  char *members; /* JSON, without braces */
  SkyTime at;
  guint64 number; /* the record's */
  guint stage;    /* of the reading */
  gboolean held;
  SkyEventType until;
} SkyImportEvent;

typedef struct
{
  char *headers[SKY_MAP_N_HEADERS];
  SkyGameId game;
  SkyMapZone *zone; /* of the log; borrowed */
  SkyFormatIndex formats;
  SkyImportLog *log; /* the day's; borrowed; NULL: there is none yet */
  /* What records left. */
  GPtrArray *registers; /* of GHashTable: key → SkyImportEntry */
  GArray *last_ids;     /* of gint64, by register */
  GPtrArray *was;       /* of GString or NULL, by field */
  GPtrArray *held;      /* of SkyImportEvent */
  SkyTime last;         /* the last event's instant; SKY_TIME_NONE: none */
  SkyDay day;
  gint64 round;
  gboolean round_open;
  gboolean round_decided; /* it has a result, or is void */
  SkyImportEvent *start;  /* a round's, when nothing has happened in it yet */
  GPtrArray *changes;     /* what the record in hand did to registers */
  GArray *ids_before;
  GPtrArray *registers_before; /* of the day before, when the record in hand begins one */
} SkyImportTable;

SkyImportTable *sky_import_table_new (const SkyMap *map) G_GNUC_WARN_UNUSED_RESULT;
void sky_import_table_free (SkyImportTable *self);

void sky_import_event_free (SkyImportEvent *event);

/* A record begins; its changes to registers are then kept or undone. */
void sky_import_table_begin (SkyImportTable *self);
void sky_import_table_keep (SkyImportTable *self);
void sky_import_table_take_back (SkyImportTable *self);

/* The record in hand begins another gaming day, with empty registers. */
void sky_import_table_try_day (SkyImportTable *self);

/* What a register has under @key, the first of several, or NULL. */
const SkyImportEntry *
sky_import_table_find (const SkyImportTable *self, guint reg, const char *key);
/* Puts something under @key, replacing what it has. @entry NULL: something new. */
void sky_import_table_put (SkyImportTable *self,
                           guint reg,
                           const char *key,
                           const SkyImportEntry *entry);
/* Puts @entry under @key, after what it has. */
void sky_import_table_put_behind (SkyImportTable *self,
                                  guint reg,
                                  const char *key,
                                  const SkyImportEntry *entry);
/* Removes the first under @key; the others move up. */
void sky_import_table_remove (SkyImportTable *self, guint reg, const char *key);

/* Remembers the values of the record's fields that the mapping keeps. */
void sky_import_table_remember (SkyImportTable *self, const SkyMap *map, SkySource *source);

/* Whether a field of @fields has another text than it had last. */
gboolean
sky_import_table_has_changed (const SkyImportTable *self, const GArray *fields, SkySource *source);

/* Ends a gaming day: rounds count from 1 again. */
void sky_import_table_end_day (SkyImportTable *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyImportEvent, sky_import_event_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyImportTable, sky_import_table_free)

G_END_DECLS
