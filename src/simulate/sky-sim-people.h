/* SPDX-License-Identifier: GPL-3.0-or-later */
/* People who come again: dealers and patrons of a whole property, how often dealers err, and what
 * some of them do otherwise, planted to be found. Their chance is their own, so that the play is
 * the same without them. */
#pragma once

#include "sky-event.h"
#include "sky-json-writer.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_SIM_HABIT_SPIN,    /* the ball often lands a like distance from where it lay */
  SKY_SIM_HABIT_SEVENS,  /* a shooter's sevens */
  SKY_SIM_HABIT_ERRORS,  /* a dealer errs so many times as often */
  SKY_SIM_HABIT_OVERPAY, /* a dealer overpays a patron so many times as often */
  SKY_SIM_HABIT_LATE,    /* a patron wagers after the call */
  SKY_SIM_HABIT_WINS,    /* a patron wins so many times as often as by chance */
} SkySimHabitKind;

/* What somebody does otherwise, from a gaming day on. */
typedef struct
{
  SkySimHabitKind kind;
  char *law; /* as it was asked for: "errors:PA-100010*3" */
  char *dealer;
  char *patron;
  guint first_day; /* from 1 */
  double factor;   /* of errors and overpayments; of spins and sevens their share */
  guint from;      /* places on, of spins */
  guint to;
} SkySimHabit;

/* Reads a fraction such as "1/8" with @least to @most above the line, and 1 to @most below it. */
gboolean sky_sim_fraction_parse (const char *text, guint64 least, guint64 most, double *value);

/* Whether @text is such a habit's: "spin:PA-100010:+14..18=0.12", "sevens:P17=1/8",
 * "errors:PA-100010*3", "overpay:PA-100010:P17*3", "late:P17", "wins:P17*1.1", with "@30" for from
 * when. */
gboolean sky_sim_habit_is (const char *text);
/* Returns: NULL with a SKY_SIMULATE_ERROR when @text cannot be read, or is none of @game's. */
SkySimHabit *
sky_sim_habit_parse (const char *text, SkyGameId game, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_sim_habit_free (SkySimHabit *self);

/* What it is, as planted.json says it: @first is the first gaming day of the archive. */
void sky_sim_habit_write_json (const SkySimHabit *self, SkyDay first, GString *json);

/* The people at a table on one gaming day. */
typedef struct
{
  GRand *chance;
  const GPtrArray *habits; /* of SkySimHabit; borrowed */
  guint day;               /* from 1 */
  double error_rate;       /* of a settlement */
  char **patrons;          /* who may sit here; NULL: players are known at their table alone */
} SkySimPeople;

SkySimPeople *sky_sim_people_new (guint64 seed) G_GNUC_WARN_UNUSED_RESULT;
void sky_sim_people_free (SkySimPeople *self);

/* A patron for whom @is_seated, called with @data, is not TRUE. */
const char *sky_sim_people_pick_patron (SkySimPeople *self,
                                        gboolean (*is_seated) (const char *patron, gpointer data),
                                        gpointer data);

/* How the dealer's settlement with the patron goes: -1 too little is paid, 1 too much, 0 what is
 * due. @wins: the wager wins. */
gint sky_sim_people_err (SkySimPeople *self, const char *dealer, const char *patron, gboolean wins);

/* Whether it is decided that a throw of @patron is a seven or is none: @seven takes it. */
gboolean sky_sim_people_decide_seven (SkySimPeople *self, const char *patron, gboolean *seven);

/* Whether it is decided how far on the ball lands for @dealer: @moved takes the places. */
gboolean sky_sim_people_decide_place (SkySimPeople *self, const char *dealer, guint *moved);

/* Whether it is decided that @patron, who wins by the share @chance of all results, wins this round
 * or loses: @wins takes it. */
gboolean
sky_sim_people_decide_win (SkySimPeople *self, const char *patron, double chance, gboolean *wins);

/* Whether @patron wagers late this round. */
gboolean sky_sim_people_is_late (SkySimPeople *self, const char *patron);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySimHabit, sky_sim_habit_free)

G_END_DECLS
