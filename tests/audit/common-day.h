/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A gaming day told in lines with labels, and edits of it: a fault is planted by saying what is
 * different. The days are those of tests/data/common; its checks.txt tells how a line and an edit
 * are written. */
#pragma once

#include <glib.h>

/* A line as it was written: an event of the log. */
typedef struct
{
  guint64 seq;
  gint64 second; /* since the day began */
  gint64 round;  /* in progress at it; 0: none */
  char *labels;  /* apart by commas; empty: none */
} CommonEvent;

/* A log made of a day. */
typedef struct
{
  GString *text;
  GArray *events; /* of CommonEvent */
  char *film;     /* what is wrong with the recordings; NULL: nothing */
} CommonLog;

typedef struct _CommonDay CommonDay;

/* Reads the day of @game from @folder. */
CommonDay *common_day_read (const char *folder, const char *game);
CommonDay *common_day_copy (const CommonDay *self);
void common_day_free (CommonDay *self);

/* @text with the day's own words in place of its $names. Returns: a new string. */
char *common_day_expand (const CommonDay *self, const char *text);
/* What the day calls $@name. */
const char *common_day_get (const CommonDay *self, const char *name);

/* TRUE when the day has all labels that @edit names. */
gboolean common_day_takes (const CommonDay *self, const char *edit);
/* Makes the edit, a line of checks.txt; a label that the day has not is an error of the test. */
void common_day_edit (CommonDay *self, const char *edit);

/* The day as a table event log. */
CommonLog *common_day_write (const CommonDay *self);
void common_log_free (CommonLog *self);
/* The event with @label, or NULL. */
const CommonEvent *common_log_find (const CommonLog *self, const char *label);
/* "2023-11-04T20:00:07.000000Z": @second of the day, which may lie after its end. Returns: a new
 * string. */
char *common_log_time (gint64 second);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CommonDay, common_day_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CommonLog, common_log_free)
