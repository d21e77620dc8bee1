/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report for people: of a shift, a table, a dealer or a day. It is made once from the store; the
 * screen, the PDF and the CSV read it. Amounts are cents; texts are only for display. */
#pragma once

#include "sky-document.h"
#include "sky-patterns.h"
#include "sky-summary.h"

G_BEGIN_DECLS

/* In the order shown. */
typedef enum
{
  SKY_REPORT_SHIFT,
  SKY_REPORT_DAY,
  SKY_REPORT_TABLE,
  SKY_REPORT_DEALER,
  SKY_N_REPORTS,
} SkyReportKind;

/* "shift", "day", "table", "dealer", as the CSV has them. */
const char *sky_report_kind_to_name (SkyReportKind kind);

/* The subject of a report. The caller owns the texts. */
typedef struct
{
  SkyReportKind kind;
  const char *property;  /* NULL: all */
  const char *time_zone; /* of the property; NULL: UTC */
  SkyDay first_day;      /* gaming days, both included; of a shift and a day the first counts */
  SkyDay last_day;       /* SKY_DAY_NONE: no bound */
  const char *shift;     /* of a shift: its name, and from when to when */
  SkyTime start;
  SkyTime end;
  const char *table;  /* of a table */
  const char *dealer; /* of a dealer: the credential */
  /* Who reads it: the credential of a registered person; NULL: nobody. Not everybody may see what
   * statistics tell of people (sky-pattern-reading.h). */
  const char *reader;
} SkyReportRequest;

/* The plot of a part, beside its table. */
typedef enum
{
  SKY_PLOT_NONE,
  SKY_PLOT_ERRORS_IN_TIME, /* columns: variances and irregularities */
  SKY_PLOT_MONEY_IN_TIME,  /* columns up and down: overpaid and underpaid */
  SKY_PLOT_FINDINGS,       /* bars: findings */
  SKY_PLOT_MONEY,          /* bars to both sides: overpaid and underpaid */
} SkyPlotKind;

#define SKY_MAX_PLOTS 2

typedef struct
{
  char *key;   /* as the CSV has it: "settle.payout", "CR-01", "2023-11-04T20:00:00Z" */
  char *label; /* for a reader */
  char *note;  /* what the label means; NULL: it says so itself */
  SkyFigures figures;
} SkyReportRow;

/* Findings counted by something. */
typedef struct
{
  const char *id; /* "check", "table" …, as the CSV has it; static */
  char *title;
  char *column; /* the head of the labels */
  char *remark; /* a note needed to read it; NULL: none */
  gboolean has_rounds;
  SkyPlotKind plots[SKY_MAX_PLOTS];
  GPtrArray *rows; /* of SkyReportRow */
} SkyReportPart;

/* Single findings. */
typedef struct
{
  char *title;
  GPtrArray *findings; /* of SkyStoredFinding */
  guint64 n_left_off;
} SkyReportList;

typedef struct
{
  char *name;
  char *value;
} SkyReportFact;

/* What statistics tell of the table's equipment, or of the dealer's errors. */
typedef struct
{
  const SkyPattern *pattern; /* of the report's statistics */
  char *title;               /* "Wheel wheel-1 · quiet" */
  char *text;                /* sentences, each on a line */
} SkyReportPattern;

typedef struct
{
  SkyReportKind kind;
  char *property; /* NULL: all */
  char *title;    /* "Shift Summary" */
  char *subject;  /* what it is of: "4 November 2023, 14:00–22:00" */
  SkyDay first_day;
  SkyDay last_day;
  char *item; /* shift, table or credential, as the CSV has it; NULL: none */
  GTimeZone *zone;
  SkyTime made_at;
  SkyFigures figures;
  GPtrArray *facts;        /* of SkyReportFact */
  GPtrArray *notes;        /* of sentences: what the figures leave out */
  GPtrArray *parts;        /* of SkyReportPart */
  GPtrArray *lists;        /* of SkyReportList */
  SkyPatterns *statistics; /* of the property; NULL: none */
  GPtrArray *patterns;     /* of SkyReportPattern */
  char *patterns_remark;   /* what one needs to know about them; NULL: there is nothing about any */
  gboolean has_people;     /* the statistics are about a person: looking at them is noted */
} SkyReport;

/* Makes the report of @request at the instant @now. A report without data is still a report, and
 * says so. */
SkyReport *sky_report_new (SkyStore *store,
                           const SkyReportRequest *request,
                           SkyTime now,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A report never changes: any thread with a reference may read it. */
SkyReport *sky_report_ref (SkyReport *self);
void sky_report_unref (SkyReport *self);

/* TRUE if there is no data for the request. */
gboolean sky_report_is_empty (const SkyReport *self);

/* A part as a table, the same on screen and on paper. Column 0 has the labels. */
guint sky_report_part_get_n_columns (const SkyReportPart *part);
const char *sky_report_part_get_heading (const SkyReportPart *part, guint column);
char *sky_report_part_format (const SkyReportPart *part,
                              const SkyReportRow *row,
                              guint column) G_GNUC_WARN_UNUSED_RESULT;

/* A finding as a line of a list: when, where, what, how much. */
#define SKY_REPORT_FINDING_COLUMNS 5
const char *sky_report_finding_heading (guint column);
char *sky_report_finding_format (const SkyReport *self,
                                 const SkyStoredFinding *finding,
                                 guint column) G_GNUC_WARN_UNUSED_RESULT;

/* "report-shift-2023-11-04-1400-2200.pdf", for @suffix "pdf". Returns: a new string. */
char *sky_report_file_name (const SkyReport *self, const char *suffix) G_GNUC_WARN_UNUSED_RESULT;

/* The report as CSV (RFC 4180, UTF-8, CR LF): a header and a record for all of it and for each row
 * of each part. Names of columns and keys are the same in every language; amounts are dollars and
 * cents with a point and no other mark ("-12.50"). Returns: a new string. */
char *sky_report_to_csv (const SkyReport *self) G_GNUC_WARN_UNUSED_RESULT;

/* The report on paper. @by: who has it printed; NULL: unknown. */
SkyDocument *sky_report_to_document (const SkyReport *self,
                                     SkyPaper paper,
                                     const char *by) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyReport, sky_report_unref)

G_END_DECLS
