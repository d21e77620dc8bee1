/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log's contribution to statistics over many logs. It counts how often each place of a wheel and
 * each face of the dice came, and how often the rules decided a settlement. It also says which
 * settlements were wrong. A result that a void undid does not count. The audit that makes the
 * findings also makes and owns the counts, which depend only on the log. */
#pragma once

#include "sky-table.h"
#include "sky-win-weighing.h"

G_BEGIN_DECLS

#define SKY_N_PLACES    54 /* at most: the sections of the Big Six wheel (§ 619a.1) */
#define SKY_N_DIE_FACES 6

/* The order of a wheel's places: clockwise from the pocket 0, or the section 0. */
typedef enum
{
  SKY_PLACES_DOUBLE_ZERO,    /* 38 pockets (§ 617a.1(c)) */
  SKY_PLACES_SINGLE_ZERO,    /* 37 (§ 617a.1(d)) */
  SKY_PLACES_DOUBLE_COVERED, /* the 38 without 00, which is no spin (§ 617a.1(e)) */
  SKY_PLACES_BIG_SIX,        /* 54 sections (§ 619a.1) */
  SKY_N_PLACES_LAYOUTS,
} SkyPlaces;

/* "double_zero". */
const char *sky_places_to_name (SkyPlaces places);
guint sky_places_number (SkyPlaces places);
/* The pocket, or the section, at a place: "00", "17". Returns: a new string. */
char *sky_places_label (SkyPlaces places, guint place);

/* How often each place of a wheel came, as long as it was the same. */
typedef struct
{
  char *wheel; /* NULL: it has no id */
  SkyPlaces places;
  gboolean over; /* then it was adjusted, replaced or removed: what follows is another stream */
  gint64 counts[SKY_N_PLACES];
} SkyWheelCounts;

/* How far the ball landed from its previous place, for spins by one dealer: clockwise as seen with
 * the wheel at rest. If the rotor turned counterclockwise, the count runs the other way. */
typedef struct
{
  char *dealer;
  char *wheel; /* NULL: it has no id */
  SkyPlaces places;
  gboolean counterclockwise;
  gint64 counts[SKY_N_PLACES];
} SkySpinCounts;

typedef struct
{
  char *set; /* NULL: they have no id */
  gint64 faces[SKY_N_DIE_FACES];
} SkyDiceCounts;

/* Of a shooter whose id means one person at the whole property. */
typedef struct
{
  char *player;
  gint64 sevens;
  gint64 throws;
} SkySevenCounts;

/* Settlements that the rules decided, with one dealer on duty. */
typedef struct
{
  char *dealer;
  char *player; /* NULL: nobody whose id means one person at the whole property */
  gint64 decisions;
} SkyDecisionCounts;

/* A settlement that was wrong. Of one round, and of one check and bet within an hour, the first
 * counts: of the dealer, and of the dealer and patron where the patron got too much. */
typedef struct
{
  guint64 seq; /* of its finding */
  SkyTime at;
  gint64 round;
  char *check;
  char *bet; /* NULL: unknown */
  char *wager;
  char *dealer;
  char *player;         /* as in SkyDecisionCounts */
  gboolean of_dealer;   /* counts as one of the dealer's */
  gboolean of_the_pair; /* as one of the dealer's with this patron */
} SkyErrorCount;

/* Why rounds, results and settlements do not count. */
typedef enum
{
  SKY_LEFT_OUT_VOIDED,     /* a result that a void undid, or a round that one ended */
  SKY_LEFT_OUT_IMPOSSIBLE, /* a round whose result cannot be */
  SKY_LEFT_OUT_NO_RESULT,  /* a round without a result */
  SKY_LEFT_OUT_INCOMPLETE, /* a round that the log does not end */
  SKY_LEFT_OUT_BROKEN,     /* a round in which the numbers of the events do not follow */
  SKY_LEFT_OUT_UNSURE,     /* a round that nobody saw for certain */
  SKY_LEFT_OUT_OBSERVED,   /* a result with something amiss, such as dice off the table */
  SKY_LEFT_OUT_DEALERS,    /* settlements with none or several dealers on duty */
  SKY_LEFT_OUT_LATE,       /* wagers placed late, whose result may have been known: no money */
  SKY_N_LEFT_OUT,
} SkyLeftOut;

/* "voided". */
const char *sky_left_out_to_name (SkyLeftOut cause);

typedef struct
{
  GArray *wheels;      /* of SkyWheelCounts, as they came into use */
  GArray *spins;       /* of SkySpinCounts */
  GArray *dice;        /* of SkyDiceCounts, as they came into use */
  GArray *sevens;      /* of SkySevenCounts */
  SkyWinRounds *money; /* what was wagered and came */
  GArray *decisions;   /* of SkyDecisionCounts */
  GArray *errors;      /* of SkyErrorCount, by seq */
  gint64 left_out[SKY_N_LEFT_OUT];
  gboolean damaged; /* a checkpoint's digest is not that of the bytes before: nothing counts */

  /* What sky_counts_weigh() makes of @money. */
  gboolean is_weighed;
  GArray *table_wins;  /* of SkyWinCounts, of all patrons: one for each number of ways */
  GArray *patron_wins; /* of SkyWinCounts, as they came to the table */
} SkyCounts;

SkyCounts *sky_counts_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_counts_free (SkyCounts *self);

/* Everyone may see counts of wheels and dice, of the table's money and of what was left out; counts
 * of people are restricted. */
typedef enum
{
  SKY_COUNTS_OF_EQUIPMENT,
  SKY_COUNTS_OF_PEOPLE,
} SkyCountsPart;

/* A part of the counts as bytes, the same for the same counts: some kilobytes, and in games whose
 * wagers one result decides some bytes a wager. */
GBytes *sky_counts_to_bytes (SkyCounts *self, SkyCountsPart part) G_GNUC_WARN_UNUSED_RESULT;
/* Reads @part into counts that have nothing of it; equipment comes first. Returns: FALSE when
 * @bytes are not whole, or another Skyward's; the counts are of no use then. */
gboolean sky_counts_read (SkyCounts *self, SkyCountsPart part, GBytes *bytes);

/* Weighs what the counts have of money, for all who ask: it is done once. */
void sky_counts_weigh (SkyCounts *self);

/* Visits the counts for the state of their audit; money, which has the most bytes, is apart. */
void sky_counts_visit (SkyCounts *self, SkyState *state);
void sky_counts_visit_money (SkyCounts *self, SkyState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCounts, sky_counts_free)

G_END_DECLS
