/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of a shift, a table, a dealer or a day: rounds, findings by queue and review state,
 * and money overpaid and underpaid. The database counts everything from the audits' data; no log is
 * read. */
#pragma once

#include "sky-finding-filter.h"
#include "sky-money.h"
#include "sky-store.h"
#include "sky-stored-finding.h"
#include "sky-time.h"

G_BEGIN_DECLS

/* What the figures cover. SKY_SUMMARY_SCOPE_INIT is everything. */
typedef struct
{
  SkyFindingFilter filter; /* of it count archive, property, table, game, days and log */
  SkyTime start;           /* rounds that begin, and findings of, this instant and later … */
  SkyTime end;             /* … up to this one, excluded */
  char *dealer;            /* a credential: while that dealer dealt. NULL: everybody */
} SkySummaryScope;

#define SKY_SUMMARY_SCOPE_INIT                                                                     \
  {                                                                                                \
    .filter = SKY_FINDING_FILTER_INIT, .start = SKY_TIME_NONE, .end = G_MAXINT64                   \
  }

/* A dismissed finding counts in @n_states only. */
typedef struct
{
  guint64 n_rounds;
  guint64 n_wagers;
  guint64 n_findings[SKY_N_QUEUES];
  guint64 n_states[SKY_N_REVIEW_STATES];
  guint64 n_over; /* settlements by which a patron got too much … */
  SkyMoney over;  /* … in all */
  guint64 n_under;
  SkyMoney under; /* likewise too little; not negative */
} SkyFigures;

/* The findings of all queues, and those that are errors of the table: variances and
 * irregularities. */
guint64 sky_figures_count_findings (const SkyFigures *figures);
guint64 sky_figures_count_errors (const SkyFigures *figures);

/* What the patrons got too much, less what they got too little. */
SkyMoney sky_figures_get_net (const SkyFigures *figures);

/* A part of the figures. The list that contains it says which members identify it. */
typedef struct
{
  char *key;  /* a check, a table, a game, a dealer's credential */
  char *name; /* a dealer's name; NULL: not known */
  SkyQueue queue;
  SkySeverity severity;
  SkyDay day;
  SkyTime at; /* the beginning of an hour */
  SkyFigures figures;
} SkySummaryRow;

typedef struct
{
  GArray *logs;       /* of gint64: the ids of those that have something of it, in order */
  SkyFigures figures; /* of all of it */
  GPtrArray *checks;  /* SkySummaryRow, those with most findings first; without rounds */
  GPtrArray *tables;  /* by name */
  GPtrArray *games;   /* by name */
  GPtrArray *dealers; /* by credential; with two at a table, a finding counts for both */
  GPtrArray *days;    /* gaming days, in order */
  GPtrArray *hours;   /* on the clock of UTC, in order, those of no round and no finding left out */
} SkySummary;

void sky_summary_free (SkySummary *self);

/* Returns: the summary of @scope, empty when there is nothing of it. */
SkySummary *sky_store_summarize (SkyStore *self,
                                 const SkySummaryScope *scope,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The findings of @scope in @queues (a bit 1 << SkyQueue each) that were not dismissed, at most
 * @limit: the largest variances first, then in order. Returns SkyStoredFindings. */
GPtrArray *sky_store_list_notable (SkyStore *self,
                                   const SkySummaryScope *scope,
                                   guint queues,
                                   guint limit,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A person who dealt. */
typedef struct
{
  char *credential;
  char *name; /* NULL: not known */
} SkyDealer;

void sky_dealer_free (SkyDealer *self);

/* Returns: the SkyDealers of @property (NULL: of all) by credential. */
GPtrArray *sky_store_list_dealers (SkyStore *self,
                                   const char *property,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySummary, sky_summary_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyDealer, sky_dealer_free)

G_END_DECLS
