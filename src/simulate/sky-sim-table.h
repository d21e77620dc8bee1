/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One table on one gaming day during simulation: its log, its chance, the faults still to plant and
 * the findings that an audit must make. */
#pragma once

#include "sky-check.h"
#include "sky-sim-bias.h"
#include "sky-sim-log.h"
#include "sky-sim-people.h"

G_BEGIN_DECLS

typedef struct _SkySimTable SkySimTable;

/* A finding that an audit must make. */
typedef struct
{
  SkyCheck check;
  guint64 seq;
  gint64 round; /* 0: between rounds */
  char *wager;  /* NULL: none */
  gboolean has_variance;
  SkyMoney variance;
} SkySimFinding;

/* A kind of fault. */
typedef struct
{
  SkyCheck check;
  guint moment; /* from the game's own list of moments for planting */
  /* Plants it now. Returns FALSE when play gives no occasion for it. */
  gboolean (*plant) (SkySimTable *table, gpointer play);
  /* Every round gives an occasion: a fault that found none by the last round is planted as this. */
  gboolean always;
  gboolean once;       /* at most once a log, at its beginning or its end */
  gboolean not_filmed; /* begins so long before play that it is not filmed */
  guint games;         /* bits 1 << SkyGameId: at these alone; 0: at all that have the list */
} SkySimFault;

/* A fault still to plant, in @round or the first later one that gives occasion. */
typedef struct
{
  const SkySimFault *fault;
  gint64 round;
  gboolean planted;
} SkySimPlan;

struct _SkySimTable
{
  SkyGameId game;
  SkySimLog *log;
  GRand *chance;
  gint64 first_round;
  gint64 last_round;
  gint64 round;      /* in progress, or next */
  gboolean in_round; /* between its start and its end */
  SkyTime interval;  /* from one round to the next */
  SkyTime begin;
  GArray *plans;             /* of SkySimPlan */
  GArray *planted;           /* of SkySimFinding: of planted faults */
  GArray *expected;          /* of SkySimFinding: confirmations of legal play */
  gboolean may_be_automated; /* chance may make it an electronic table */
  /* The people in staff.json. */
  const char *const *dealers;  /* boxperson, stickperson, floorperson, two dealers */
  const char *const *trainees; /* who may not deal the game; ended by NULL */
  guint n_used_trainees;
  const SkySimBias *bias; /* of what decides rounds; NULL: it is fair */
  SkySimPeople *people;   /* who come again; NULL: nobody does */
  const char *dealer;     /* who deals; NULL: nobody */
  gboolean steady;        /* a pattern is planted: the wheel stays the same one all days */
  const gint *cancelled;  /* as in SkySimulateOptions */
};

SkySimTable *sky_sim_table_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_sim_table_free (SkySimTable *self);

/* Chance. */
gboolean sky_sim_chance (SkySimTable *self, guint percent);
gint sky_sim_pick (SkySimTable *self, gint from, gint to); /* both included */

/* A die as it comes to rest to decide a round. */
gint sky_sim_throw_die (SkySimTable *self);
/* Whether @pocket or face may stand, which chance gave: what a bias wants less often is drawn again
 * now and then. Of fair equipment all may, and chance is left alone. */
gboolean sky_sim_may_stand (SkySimTable *self, guint pocket);

/* Plants what is due at @moment. Returns how many faults it planted. */
guint
sky_sim_table_plant (SkySimTable *self, const SkySimFault *faults, guint moment, gpointer play);

/* Notes a finding about the event @seq. */
void sky_sim_table_note_planted (SkySimTable *self, SkyCheck check, guint64 seq, const char *wager);
void sky_sim_table_note_variance (
    SkySimTable *self, SkyCheck check, guint64 seq, const char *wager, SkyMoney variance);
void
sky_sim_table_note_expected (SkySimTable *self, SkyCheck check, guint64 seq, const char *wager);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySimTable, sky_sim_table_free)

G_END_DECLS
