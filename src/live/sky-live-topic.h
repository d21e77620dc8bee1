/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Topics, skyward/1/PROPERTY/TABLE/DAY/LEVEL, for a table's messages and the answers. A name in a
 * topic is the header's, with "%", "/", "+", "#" and blanks as "%25", "%2F", "%2B", "%23" and
 * "%20". The same text names its folder or file. A log's key is PROPERTY/TABLE/DAY in that form. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SKY_LIVE_LINE,   /* from the table: one line, without its LF */
  SKY_LIVE_LINES,  /* from the table: several, with LF between them */
  SKY_LIVE_HELLO,  /* from the table, retained: which log it has, from where to where */
  SKY_LIVE_HAVE,   /* from the receiver, retained: up to where the log is on its disk */
  SKY_LIVE_WANT,   /* from the receiver: from where it wants lines */
  SKY_LIVE_REFUSE, /* from the receiver, retained: what it does not take, and why */
  SKY_LIVE_GONE,   /* the table's will; of PROPERTY/TABLE, without a day */
  SKY_LIVE_N_LEVELS,
} SkyLiveLevel;

/* Longer than any name is; keeps the names of files within what file systems take. */
#define SKY_LIVE_NAME_MAX 120

/* PROPERTY/TABLE/DAY with its NUL. */
#define SKY_LIVE_KEY_SIZE (2 * (SKY_LIVE_NAME_MAX + 1) + 11)

/* @name in the form of topics. Returns a new string. NULL if it is refused: empty, too long,
 * starting with a dot (which excludes "." and ".."), with control characters, or not UTF-8. */
char *sky_live_name_escape (const char *name) G_GNUC_WARN_UNUSED_RESULT;

/* The key of a log, from its header's @property, @table and @day ("2023-11-04"). Returns: a new
 * string, or NULL as sky_live_name_escape(). */
char *
sky_live_key (const char *property, const char *table, const char *day) G_GNUC_WARN_UNUSED_RESULT;

/* Returns: the topic of @level for @key (PROPERTY/TABLE for SKY_LIVE_GONE), a new string. */
char *sky_live_topic (const char *key, SkyLiveLevel level) G_GNUC_WARN_UNUSED_RESULT;

/* The topics of @level of all tables of @property, of all properties when that is NULL, for
 * subscribing. Returns: a new string; NULL when @property is no name. */
char *sky_live_topic_of_all (const char *property, SkyLiveLevel level) G_GNUC_WARN_UNUSED_RESULT;

/* Takes @topic apart. Returns FALSE when it is none, or one of its names is not as
 * sky_live_name_escape() writes it: no file is ever named after anything else. */
gboolean sky_live_topic_read (const char *topic, char key[SKY_LIVE_KEY_SIZE], SkyLiveLevel *level);

G_END_DECLS
