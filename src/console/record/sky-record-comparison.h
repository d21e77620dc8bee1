/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recording beside another log of the same play: someone else's recording, or the table's own
 * log. A thread reads and compares them (sky-comparison.h, as the command line's `agree`); the
 * result does not change. A is the other log, B the recording. */
#pragma once

#include <gio/gio.h>

#include "sky-coder.h"
#include "sky-figure-text.h"

G_BEGIN_DECLS

/* Where a disagreement is seen, in one of the two logs. */
typedef struct
{
  SkyTime at;   /* of its round; SKY_TIME_NONE: the log lacks it */
  char *camera; /* NULL: no frame shows it */
  char *file;
  SkyTime frame; /* microseconds in that recording */
} SkyRecordSight;

typedef struct
{
  gint64 round; /* of the recording; 0: it lacks the round */
  char *text;   /* what it is about, and what each log says of it: three lines */
  SkyRecordSight sights[2];
} SkyRecordDisagreement;

typedef struct
{
  GPtrArray *others; /* char *, for people: the logs that it may be compared with */
  guint chosen;      /* which of them this is */
  char *figures;     /* a line for each kind */
  char *rates;       /* how often the table differed from the rules, by the recording: lines */
  SkyTarget target;  /* whether the two agree well enough to count in an estimate; NONE: nothing of
                        that is in both */
  gboolean is_test;  /* the other log is the truth of test rounds */
  SkyCoderRecord test;
  SkyCoderRecord tests;     /* this and all others of the coder in the game */
  char *problem;            /* why the test is not kept; NULL: it is, or there is none */
  GPtrArray *disagreements; /* of SkyRecordDisagreement, by round */
} SkyRecordComparison;

/* Compares the recording at @path in @folder with the log numbered @chosen of those that
 * it may be compared with. @until is the end of the recordings, which a finished recording has
 * reached. @finished: this one has. What is found in test rounds is kept in the file @coders, which
 * also says how good the coder is. @plan (nullable) is the file of the recording's plan. */
void sky_record_comparison_make_async (const char *folder,
                                       const char *path,
                                       guint chosen,
                                       SkyTime until,
                                       gboolean finished,
                                       const char *coders,
                                       const char *plan,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
/* Returns: (transfer full): the comparison, or NULL with an error for people: there is nothing to
 * compare with, or nobody may see it yet. */
SkyRecordComparison *sky_record_comparison_make_finish (GAsyncResult *result, GError **error);
void sky_record_comparison_free (SkyRecordComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyRecordComparison, sky_record_comparison_free)

G_END_DECLS
