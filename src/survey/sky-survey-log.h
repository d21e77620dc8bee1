/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a log says of each round, in a form that another log of the same play can be compared with:
 * the outcome, what was done, the wagers and their settlements, each as a text that does not depend
 * on who wrote the log. Whether a settlement is as due is the audit's word. */
#pragma once

#include "sky-audit.h"

G_BEGIN_DECLS

/* What a round has of one kind: all its events of one type, or its outcome (type RESULT). */
typedef struct
{
  SkyEventType type;
  char *text;
  guint64 seq; /* of the first of them */
} SkySurveyAct;

typedef struct
{
  gint64 number;
  guint64 seq; /* of `round_start` */
  SkyTime at;  /* of its last result; of its void or its end where it has none */
  SkyTime start;
  GArray *acts;        /* of SkySurveyAct, by type */
  GArray *wagers;      /* of guint: placed in it, or before it and behind the last one */
  GArray *settlements; /* of guint: made in it, or missed */
} SkySurveyRound;

typedef struct
{
  char *id;
  char *label; /* "seat 2, straight 17" */
  char *bet;   /* "straight" */
  gint64 seat;
  guint round; /* where in the rounds */
  guint64 seq;
  SkyMoney amount;   /* as it stood last */
  const char *state; /* "", or what was done with it besides: "taken down", "on", "off" */
  gint64 number;     /* that it was moved to; 0: none */
} SkySurveyWager;

typedef struct
{
  guint wager;
  guint round;
  guint64 seq;
  SkyTime at;
  char *text; /* "win, paid $35.00, returned $1.00"; NULL: it was due, and not made */
  SkyMoney stake;
  SkyMoney variance; /* what the patron was handed beyond what was due */
  gboolean as_due;
} SkySurveySettlement;

typedef struct
{
  SkyLog *log;
  GArray *rounds;      /* of SkySurveyRound, as they come */
  GArray *wagers;      /* of SkySurveyWager */
  GArray *settlements; /* of SkySurveySettlement */
  GArray *duties;      /* of SkyDuty */
  SkyTime end;         /* of its last event; SKY_TIME_NONE: it has none */
} SkySurveyLog;

/* Reads @log and audits it. Returns NULL with a SKY_AUDIT_ERROR, or with SKY_LOG_ERROR_OPEN when
 * its end cannot be read. */
SkySurveyLog *sky_survey_log_read (SkyLog *log, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_survey_log_free (SkySurveyLog *self);

/* What @round has of @type, or NULL. */
const SkySurveyAct *sky_survey_round_find (const SkySurveyRound *round, SkyEventType type);

/* The class that events of @type are of in the header's scope, where rounds are compared by them;
 * SKY_N_CLASSES: they are not. */
SkyEventClass sky_survey_class (SkyEventType type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySurveyLog, sky_survey_log_free)

G_END_DECLS
