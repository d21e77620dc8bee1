/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A finding: what is wrong, where, under which section, and what was due. */
#pragma once

#include "sky-check.h"
#include "sky-phrase.h"

G_BEGIN_DECLS

typedef struct
{
  SkyCheck check;
  const char *section; /* "623a.5(a)"; NULL or empty: none */
  guint64 seq;         /* the event that it is about */
  SkyTime at;
  gint64 round;    /* 0: between rounds */
  char *wager;     /* the wager's id; NULL: none */
  gint64 seat;     /* of the wager or event; 0: none */
  guint reading;   /* the number of the reading (R1…) behind it; 0: none */
  gboolean unsure; /* the recorder could not see its subject for certain */
  gboolean has_variance;
  SkyMoney variance;
  char *recorded;    /* a JSON object; NULL: none */
  char *recomputed;  /* the same */
  char *explanation; /* a phrase: one or two sentences for a patron */
  guint64 line;      /* a quarantined line's number; 0: none */
  goffset offset;    /* and byte offset */
} SkyFinding;

void sky_finding_free (SkyFinding *self);

/* The check's severity; at most major for an unsure finding. */
SkySeverity sky_finding_get_severity (const SkyFinding *self);

/* "58 Pa. Code § 623a.5(a)", or "" without a section. Returns: a new string. */
char *sky_cite (const char *section);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyFinding, sky_finding_free)

G_END_DECLS
