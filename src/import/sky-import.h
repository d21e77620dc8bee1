/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An import: reads sources by a mapping, record by record, and makes table event logs. A record
 * that does not fit is set aside whole, with its reason; nothing is guessed. The same sources and
 * the same mapping give the same bytes. Logs get their names at the end; a failure leaves none. One
 * thread at a time may use it. */
#pragma once

#include "sky-source.h"

G_BEGIN_DECLS

typedef struct _SkyImport SkyImport;

/* What became of a record. */
typedef enum
{
  SKY_IMPORT_USED,
  SKY_IMPORT_NOTHING, /* a rule knows it, and nothing comes of it: no field changed */
  SKY_IMPORT_IGNORED, /* the mapping says that it means nothing */
  SKY_IMPORT_ASIDE,
} SkyImportFate;

typedef struct
{
  const SkySourceRecord *record;
  SkyImportFate fate;
  const char *rule;        /* the last that fits; NULL: none */
  const char *reason;      /* of a record set aside */
  const GPtrArray *events; /* of texts: the events made from it */
} SkyImportTrace;

typedef void (*SkyImportTraceFunc) (gpointer data, const SkyImportTrace *trace);

typedef struct
{
  const char *folder; /* for the logs; NULL: nothing is written */
  const char *by;     /* the credential of who imports, or NULL */
  gboolean append;    /* continue existing logs from sources that grew */
  gint64 tolerate;    /* how many records may be set aside */
  SkyImportTraceFunc trace;
  gpointer trace_data;
  const gint *cancelled; /* NULL, or polled: not 0 stops the import */
} SkyImportOptions;

/* A record that was set aside. */
typedef struct
{
  char *source;
  guint64 number;
  char *reason;
} SkyImportAside;

/* A report lists the first of these; the file beside the logs has all. */
#define SKY_IMPORT_LISTED 20

typedef struct
{
  guint64 n_records;
  guint64 n_used;
  guint64 n_nothing;
  guint64 n_ignored;
  guint64 n_aside;
  guint64 n_events;
  SkyTime first; /* of the events; SKY_TIME_NONE: there is none */
  SkyTime last;
  GPtrArray *logs;     /* of paths, in the order in which the logs began */
  GPtrArray *asides;   /* of SkyImportAside */
  GPtrArray *missing;  /* of texts: fields that a rule read and no record had */
  gboolean unfinished; /* too many were set aside: names end in ".part" */
} SkyImportReport;

/* Begins an import. @map and what @options point to must last longer. Returns NULL with
 * SKY_IMPORT_ERROR: WRITE when the folder cannot be had. */
SkyImport *sky_import_new (const SkyMap *map,
                           const SkyImportOptions *options,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Frees it and removes unfinished files. */
void sky_import_free (SkyImport *self);

/* Reads the source at @path. Returns FALSE with a SKY_IMPORT_ERROR or SKY_RECORD_ERROR; then the
 * import is over. */
gboolean sky_import_read (SkyImport *self, const char *path, GError **error);
/* The same for bytes in memory; keeps no copy of them in the folder. */
gboolean sky_import_read_bytes (SkyImport *self, GBytes *bytes, const char *name, GError **error);

/* Reads the source at @path to its end, and continues with each sky_import_read_more(). It must be
 * the last source, into a folder, with @append. On each return the logs have their names and are on
 * disk. Return FALSE with an error as above. */
gboolean sky_import_follow (SkyImport *self, const char *path, GError **error);
gboolean sky_import_read_more (SkyImport *self, GError **error);

/* Ends the reading, and gives the logs their names. Returns FALSE with an error as above. */
gboolean sky_import_finish (SkyImport *self, GError **error);

/* What came of it so far; owned by the import. */
const SkyImportReport *sky_import_get_report (const SkyImport *self);

/* How many bytes of the current source were read, and its size. Any thread may call it. */
void sky_import_get_progress (SkyImport *self, gint64 *done, gint64 *total);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyImport, sky_import_free)

G_END_DECLS
