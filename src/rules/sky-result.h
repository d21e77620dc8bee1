/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The current result of a round of a wheel or of shaken dice: shown, called void, shown again. The
 * last result without a later void counts and decides the wagers. An earlier one without a void
 * between is neither counted nor judged (fine print 77). A counted result that was invalid voids
 * the wagers. A game's state owns it, and each round resets it. */
#pragma once

#include "sky-table.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean shown;      /* there is a result without a later void */
  gboolean impossible; /* the equipment cannot give it: it decides nothing */
  gboolean invalid;    /* it must not count: it voids the round's wagers */
  guint64 seq;         /* of its event */
  SkyTime at;
  guint64 void_seq; /* of the last `void` of the round; 0: none */
  /* A wrong announcement of the result was found, once per round: of the current result, or of one
   * called void. */
  gboolean miscalled;
  gboolean miscalled_before; /* of one called void */
} SkyResult;

/* How a game decides. */
typedef struct
{
  /* Decides @wager by the current result, or leaves it up. */
  void (*decide) (SkyTable *table, SkyWager *wager);
  /* TRUE if a void leaves @wager up; NULL: never. */
  gboolean (*outlasts_void) (const SkyWager *wager);
  /* TRUE if a void ends the round finally, so that no later result counts (Sic Bo). */
  gboolean void_is_final;
} SkyResultRules;

/* Visits it as part of its game's state (sky-table-state.h). */
void sky_result_visit (SkyResult *self, SkyState *state);

/* The current event shows a result. The caller then reports what is wrong with it and calls
 * sky_result_decide(). Returns whether it replaces another result, whose announcement, marking and
 * entry must be forgotten. */
gboolean sky_result_show (SkyResult *self, SkyTable *table);

/* The current result is impossible: raises `log.impossible` with @what, a phrase. */
void sky_result_refuse (SkyResult *self, SkyTable *table, const char *what);

/* TRUE if there is a result to judge announcements by. */
gboolean sky_result_is_known (const SkyResult *self);

/* TRUE if there is a result that decides: neither invalid nor impossible, and not after a final
 * void. */
gboolean sky_result_counts (const SkyResult *self, const SkyResultRules *rules);

/* Decides all wagers that are up by the current result. */
void sky_result_decide (const SkyResult *self, const SkyResultRules *rules, SkyTable *table);

/* The current event calls the result, or the round, void. */
void sky_result_void (SkyResult *self, const SkyResultRules *rules, SkyTable *table);

/* Ends the round. Wagers placed after a void are void too, and those that an impossible result
 * leaves open end. */
void sky_result_end (const SkyResult *self, const SkyResultRules *rules, SkyTable *table);

/* The chapter does not have the current wager. @why, a phrase, follows its name. It is void from
 * its placement and returned in full. */
void sky_result_reject_wager (SkyTable *table, SkyWager *wager, const char *why);

G_END_DECLS
