/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The messages under the topics (sky-live-topic.h): lines of a log, and the small objects by which
 * table and receiver agree on its progress. The position of a line is its index in the file, the
 * header's 0. */
#pragma once

#include "sky-json.h"
#include "sky-time.h"

G_BEGIN_DECLS

/* The longest line published as it is, the longest published at all, and the most that several
 * lines together take. */
#define SKY_LIVE_LINE_MAX  ((gsize) 64 * 1024)
#define SKY_LIVE_RAW_MAX   ((gsize) 256 * 1024)
#define SKY_LIVE_LINES_MAX ((gsize) 256 * 1024)

/* The content type of lines; nobody needs it to read them. */
#define SKY_LIVE_CONTENT_TYPE "application/vnd.skyward.line+json"

/* A larger payload is none of ours. */
#define SKY_LIVE_PAYLOAD_MAX ((gsize) 1024 * 1024)

/* The first 16 bytes, in hex, of the SHA-256 of a log's first two lines with their LFs. So a table
 * that lost its disk and starts over is not taken for the old one. */
#define SKY_LIVE_EPOCH_SIZE 33
void sky_live_epoch (const char *two_lines, gsize size, char epoch[SKY_LIVE_EPOCH_SIZE]);

/* A line as published; its bytes are valid until the reader's next. */
typedef struct
{
  guint64 position;
  const char *bytes; /* as the table's file has them, without the LF */
  gsize length;
  gboolean closes;              /* it is a table_close */
  SkyTime at;                   /* SKY_TIME_NONE when it has none */
  SkyText checkpoint;           /* the digest that a checkpoint states; else empty */
  SkyText property, table, day; /* of the header; else empty */
} SkyLiveLine;

typedef struct _SkyLiveReader SkyLiveReader;

SkyLiveReader *sky_live_reader_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_live_reader_free (SkyLiveReader *self);

/* Reads one published line. Returns FALSE when it is none at any position. */
gboolean
sky_live_reader_line (SkyLiveReader *self, const char *data, gsize length, SkyLiveLine *line);

/* Reads a line of a file. Returns whether it may be published as it is, with its members in @line.
 * Otherwise use sky_live_add_raw(). */
gboolean sky_live_reader_plain (
    SkyLiveReader *self, guint64 position, const char *data, gsize length, SkyLiveLine *line);

/* What a hello says. */
typedef struct
{
  char epoch[SKY_LIVE_EPOCH_SIZE]; /* empty: the log does not have two lines yet */
  guint64 first;                   /* the oldest line that can still be sent */
  guint64 last;
  gboolean open;
} SkyLiveHello;

/* What a have says. */
typedef struct
{
  char epoch[SKY_LIVE_EPOCH_SIZE]; /* empty as above */
  guint64 position;                /* of the last line that is on the disk */
  guint64 bytes;                   /* of the file up to and with it */
  char sha256[65];                 /* of these bytes; empty: not known yet */
} SkyLiveHave;

gboolean
sky_live_reader_hello (SkyLiveReader *self, const char *data, gsize length, SkyLiveHello *hello);
gboolean
sky_live_reader_have (SkyLiveReader *self, const char *data, gsize length, SkyLiveHave *have);
gboolean sky_live_reader_want (SkyLiveReader *self, const char *data, gsize length, guint64 *from);
/* Returns: the reason, a new string, or NULL. */
char *sky_live_reader_refuse (SkyLiveReader *self,
                              const char *data,
                              gsize length,
                              guint64 *position) G_GNUC_WARN_UNUSED_RESULT;

/* Write the payloads onto @json. */
void sky_live_add_raw (GString *json, guint64 position, const char *line, gsize length);
void sky_live_add_hello (GString *json, const SkyLiveHello *hello);
void sky_live_add_have (GString *json, const SkyLiveHave *have);
void sky_live_add_want (GString *json, guint64 from);
void sky_live_add_refuse (GString *json, guint64 position, const char *reason);
/* The will: a hello without numbers. */
void sky_live_add_gone (GString *json);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyLiveReader, sky_live_reader_free)

G_END_DECLS
