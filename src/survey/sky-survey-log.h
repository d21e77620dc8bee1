/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a log says of each round, in a form for comparison with another log of the same play. It has
 * the outcome, the actions, the wagers and their settlements. Each is a text that does not depend
 * on the log's author. The audit decides whether a settlement is as due. */
#pragma once

#include "sky-audit.h"

G_BEGIN_DECLS

/* What a round has of one kind: all its events of one type, or its outcome (type RESULT). */
/* The line that a value comes from. */
typedef struct
{
  guint64 seq;        /* 0: there is none */
  gboolean has_frame; /* a recording shows it, at @frame */
  guint recording;    /* index in the header's record.from */
  SkyTime frame;      /* microseconds in that recording */
  gboolean unsure;    /* who recorded it could not see it for certain */
} SkySurveyLine;

typedef struct
{
  SkyEventType type;
  char *text;
  SkySurveyLine line; /* of the first of them */
} SkySurveyAct;

typedef struct
{
  gint64 number;
  SkySurveyLine line; /* of `round_start` */
  SkyTime at;         /* of its last result; of its void or its end where it has none */
  SkyTime start;
  gboolean cut;        /* it was only partly observed */
  gboolean stands;     /* looking began before it, and the log says all wagers that lay then */
  GArray *acts;        /* of SkySurveyAct, by type */
  GArray *wagers;      /* of guint: placed in it, or since the round before, or stated as up */
  GArray *settlements; /* of guint: made in it, or missed */
} SkySurveyRound;

/* What a wager was from an instant on. */
typedef struct
{
  SkyTime at;
  SkyMoney amount;
  const char *state; /* "", or an action on it: "taken down", "on", "off" */
} SkySurveyStake;

typedef struct
{
  char *id;
  char *label; /* "seat 2, straight 17" */
  char *bet;   /* "straight" */
  gint64 seat;
  guint round;  /* where in the rounds */
  guint until;  /* the last round that it was up in; G_MAXUINT: still up */
  SkyTime lost; /* when observation stopped while it was up; G_MAXINT64: never */
  SkySurveyLine line;
  GArray *stakes; /* of SkySurveyStake: as placed, and as changed */
  gint64 number;  /* where it moved; 0: nowhere */
} SkySurveyWager;

typedef struct
{
  guint wager;
  guint round;
  SkySurveyLine line;
  char *text; /* "win, paid $35.00, returned $1.00"; NULL: it was due, and not made */
  SkyMoney stake;
  SkyMoney variance; /* what the patron received beyond what was due */
  gboolean as_due;
} SkySurveySettlement;

typedef struct
{
  SkyLog *log;
  GArray *rounds;      /* of SkySurveyRound, as they come */
  GArray *wagers;      /* of SkySurveyWager */
  GArray *settlements; /* of SkySurveySettlement */
  GArray *duties;      /* of SkyDuty */
  GArray *unobserved;  /* of SkySpan: stretches without observation, in order */
  SkyTime start;       /* of its first event; SKY_TIME_NONE: it has none */
  SkyTime end;         /* of its last event; SKY_TIME_NONE: it has none */
} SkySurveyLog;

/* Reads @log and audits it. Returns NULL with a SKY_AUDIT_ERROR, or with SKY_LOG_ERROR_OPEN if its
 * end cannot be read. */
SkySurveyLog *sky_survey_log_read (SkyLog *log, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_survey_log_free (SkySurveyLog *self);

/* What @round has of @type, or NULL. */
const SkySurveyAct *sky_survey_round_find (const SkySurveyRound *round, SkyEventType type);

/* Whether rounds are compared by events of @type. Events outside rounds (people, equipment, limits)
 * are not compared. Those of the class of outcomes are compared together, as RESULT. */
gboolean sky_survey_compares (SkyEventType type);

/* Whether the log would have a round played at @at. */
gboolean sky_survey_log_saw (const SkySurveyLog *self, SkyTime at);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySurveyLog, sky_survey_log_free)

G_END_DECLS
