/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One statistic of one unit over its gaming days: what raises a report, and what confirms it
 * afterward, by other observations. Weeks run from Monday to Sunday; one without an observation
 * changes nothing. Nothing here knows the unit's name. */
#pragma once

#include "sky-odds-ratio.h"
#include "sky-state.h"
#include "sky-time.h"
#include "sky-win-sum.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_STREAM_ARCS,     /* places of a wheel, or how far the ball came to lie */
  SKY_STREAM_DICE,     /* faces, over weeks */
  SKY_STREAM_DICE_SET, /* faces of one set, whose life is one beginning */
  SKY_STREAM_SEVENS,   /* sevens, other throws */
  SKY_STREAM_ERRORS,   /* errors of one beside colleagues', a whole week at a time */
  SKY_STREAM_PAIRS,    /* of one with one patron: beside others, and elsewhere; by the week too */
  SKY_STREAM_WINS,     /* what is won beside what chance gives */
} SkyStreamKind;

typedef enum
{
  SKY_STREAM_QUIET,
  SKY_STREAM_REPORTED,
  SKY_STREAM_CONFIRMED,
  SKY_STREAM_NOT_BORNE_OUT,
} SkyStreamState;

#define SKY_STREAM_CELLS 54 /* at most */

/* The cells of errors; a pair has all six. */
enum
{
  SKY_CELL_ERRORS,
  SKY_CELL_DECISIONS,
  SKY_CELL_ERRORS_OF_OTHERS, /* of the dealer with other patrons, where it is of a pair */
  SKY_CELL_DECISIONS_OF_OTHERS,
  SKY_CELL_ERRORS_ELSEWHERE, /* of other dealers with the patron */
  SKY_CELL_DECISIONS_ELSEWHERE,
};

/* The cells of money. */
enum
{
  SKY_CELL_GAIN,
  SKY_CELL_ROUNDS,
};

/* A game's week of a pair: beside the dealer's other patrons, and beside the patron's other
 * dealers. */
typedef struct
{
  SkyStratum others;
  SkyStratum elsewhere;
} SkyPairStratum;

/* A day's rounds that could be won or lost. */
typedef struct
{
  gint64 n_rounds;
  SkyMoney gain;
  SkyWide theory;   /* of the gain, as sky_win_sum_theory() */
  SkyWide variance; /* as sky_win_sum_variance() */
  long double ln_l[SKY_N_WINS];
} SkyWins;

/* The state of a stream. After a report, ln_r to expected are the report's and stay. */
typedef struct
{
  SkyStreamState state;
  SkyDay first_day;
  SkyDay last_day;
  guint n_weeks; /* active ones */
  gint64 n;      /* observations; of errors: decisions; of money: rounds */
  gint64 counts[SKY_STREAM_CELLS];
  long double ln_r;
  long double ln_a;
  guint lead;
  SkyDay since; /* the Monday of the week that the evidence is greatest from; a set's first day */
  long double ln_e;
  /* Of a pair: beside others, and elsewhere; the lesser is ln_r. */
  long double ln_r_of[2];
  gint64 n_since;
  gint64 observed; /* what the lead names, since then; of money, the gain */
  long double expected;
  long double variance_since; /* of money, cents squared */
  /* Of money, over all days: as in SkyWins. */
  SkyWide theory;
  SkyWide variance;

  SkyDay reported_on;
  long double ln_c;       /* of what came after the report */
  long double ln_c_of[2]; /* of a pair, as ln_r_of */
  gint64 n_fresh;
  SkyDay decided_on; /* confirmed, or not borne out */
} SkyStreamStanding;

/* The evidence at the end of an active week. */
typedef struct
{
  SkyDay monday;
  double ln_r; /* in the week of a report: what was reported; the next week restarts it */
  /* Of money, in the week: the gain less theory, in cents, and its variance, cents squared. */
  double over;
  double variance;
} SkyStreamPoint;

typedef struct _SkyStream SkyStream;

/* @places: of arcs; else of no meaning. */
SkyStream *sky_stream_new (SkyStreamKind kind, guint places) G_GNUC_WARN_UNUSED_RESULT;
void sky_stream_free (SkyStream *self);

/* How many counts an observation is one of. */
guint sky_stream_n_cells (const SkyStream *self);

/* Adds the counts of @day, which is not before the last one. */
void sky_stream_add (SkyStream *self, SkyDay day, const gint64 *counts);

/* Of errors: adds the week that ends with @day. */
void sky_stream_add_week (SkyStream *self, SkyDay day, const SkyStratum *strata, guint n_strata);

/* The same of a pair. */
void sky_stream_add_pair_week (SkyStream *self,
                               SkyDay day,
                               const SkyPairStratum *strata,
                               guint n_strata);

/* Of money: adds rounds of @day, which is not before the last one. */
void sky_stream_add_wins (SkyStream *self, SkyDay day, const SkyWins *wins);

/* Compares the stream at the end of @day with ln A. @may_report: reports it if it reaches that. */
void sky_stream_look (SkyStream *self, SkyDay day, long double ln_a, gboolean may_report);

/* Whether it has an observation. */
gboolean sky_stream_is_begun (const SkyStream *self);
SkyStreamState sky_stream_get_state (const SkyStream *self);

/* Its state; it must have an observation. */
void sky_stream_get_standing (SkyStream *self, SkyStreamStanding *standing);

/* Its evidence week by week, the last one so far. Returns: an array of SkyStreamPoint. */
GArray *sky_stream_list_points (SkyStream *self) G_GNUC_WARN_UNUSED_RESULT;

/* Writes the counts behind the last report as members of a JSON object. "history" has the form of
 * sky-history.h. "fresh" is what came after it: counts, or a list of weeks for errors, pairs and
 * money. Returns FALSE, and writes nothing, if there is no report. */
gboolean sky_stream_write_account (const SkyStream *self, GString *json);

/* Visits a stream, to go on from there: one of the same kind and places, without an observation,
 * reads it. A stream that was refused is of no use. */
void sky_stream_visit (SkyStream *self, SkyState *state);
void sky_stream_standing_visit (SkyStreamStanding *self, SkyState *state);

/* The alternative's name, as sky_arcs_name() and its kin. Returns: a new string. */
char *sky_stream_name (const SkyStream *self, guint alternative) G_GNUC_WARN_UNUSED_RESULT;

/* The first day of @day's week. */
SkyDay sky_week_monday (SkyDay day);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyStream, sky_stream_free)

G_END_DECLS
