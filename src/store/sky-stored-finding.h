/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A finding in the store, and its key. Reviews refer to a finding by its key, which stays the same
 * after a new audit, by a newer Skyward or from another folder. */
#pragma once

#include "sky-check.h"
#include "sky-review-state.h"

G_BEGIN_DECLS

/* How a finding changed since a person looked (sky-look.h). */
typedef enum
{
  SKY_FINDING_SAME,
  SKY_FINDING_NEW,
  SKY_FINDING_REVIEWED,
} SkyFindingChange;

/* The finding owns its texts; writing it only reads them. */
typedef struct
{
  /* Set by the store; ignored when a finding is written. */
  gint64 id;  /* stays the finding's own as long as the store has it */
  gint64 log; /* the log's id */
  char *key;
  char *property;
  char *table;
  char *game; /* "craps" */
  SkyDay gaming_day;
  gboolean by_eye; /* its log was recorded beside the table's own (SKY_LOG_BY_EYE) */
  SkyReviewState state;
  gboolean awaits_second; /* confirmed, and a second reviewer has not agreed yet */
  SkyFindingChange change;
  gint64 withdrawn; /* when a new audit no longer made it, a SkyTime; 0: valid */

  /* From the audit. */
  char *check; /* "settle.payout" */
  SkyQueue queue;
  SkySeverity severity; /* the check's; for an unsure finding, at most major once it is read */
  char *section;        /* "623a.5(a)"; NULL: none */
  guint64 seq;
  SkyTime at;   /* SKY_TIME_NONE: of no instant */
  gint64 round; /* 0: between rounds */
  char *wager;  /* NULL: none */
  gint64 seat;  /* 0: none */
  guint reading;
  gboolean unsure; /* whoever recorded what it is about could not see that for certain */
  gboolean has_variance;
  SkyMoney variance;
  char *recorded;    /* a JSON object; NULL: none */
  char *recomputed;  /* likewise */
  char *explanation; /* a phrase (sky-phrase.h), of an older store plain text; NULL: none */
  guint64 line;      /* 0: none */
  goffset offset;
} SkyStoredFinding;

void sky_stored_finding_free (SkyStoredFinding *self);

/* The key of a finding: property/table/gaming day/game/check/seq/wager, each escaped as in a URI;
 * "@line" follows where there is a line, "#2", "#3" … for the second, third … of an audit that
 * would have the same key. Returns: a new string. */
char *sky_finding_key (const char *property,
                       const char *table,
                       SkyDay gaming_day,
                       const char *game,
                       const char *check,
                       guint64 seq,
                       const char *wager,
                       guint64 line,
                       guint ordinal) G_GNUC_WARN_UNUSED_RESULT;

/* What a key says. */
typedef struct
{
  char *property;
  char *table;
  SkyDay gaming_day;
  char *game;
  char *check;
  guint64 seq;
  char *wager; /* empty: none */
  guint64 line;
  guint ordinal;
} SkyFindingName;

/* Takes a key apart. Returns: FALSE when it is none. */
gboolean sky_finding_name_parse (SkyFindingName *self, const char *key);
void sky_finding_name_clear (SkyFindingName *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyFindingName, sky_finding_name_clear)

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStoredFinding, sky_stored_finding_free)

G_END_DECLS
