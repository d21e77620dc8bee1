/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of a round of a wheel or of shaken dice as it stands: shown, called void, shown again.
 * The last result that no void follows counts and decides the wagers; one before it, no void
 * between, is neither counted nor judged (fine print 77). A counted result that was invalid voids
 * the wagers. Owned by a game's state, begun anew with each round. */
#pragma once

#include "sky-table.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean shown;      /* a result stands that no void follows */
  gboolean impossible; /* the equipment cannot give it: it decides nothing */
  gboolean invalid;    /* it must not count: it voids the round's wagers */
  guint64 seq;         /* of its event */
  SkyTime at;
  guint64 void_seq; /* of the last `void` of the round; 0: none */
  /* What was announced was found not to be the result, once a round: of the one that stands, or of
   * one that was called void. */
  gboolean miscalled;
  gboolean miscalled_before; /* of one that was called void */
} SkyResult;

/* How a game decides. */
typedef struct
{
  /* Decides @wager by the result that stands, or leaves it up. */
  void (*decide) (SkyTable *table, SkyWager *wager);
  /* TRUE when a void leaves @wager up; NULL: it never does. */
  gboolean (*outlasts_void) (const SkyWager *wager);
  /* TRUE when a void ends the round for good, so that no later result counts (Sic Bo). */
  gboolean void_is_final;
} SkyResultRules;

/* Visits it for the state of its game (sky-table-state.h). */
void sky_result_visit (SkyResult *self, SkyState *state);

/* The event in hand shows a result. The caller then says what is wrong with it and calls
 * sky_result_decide(). Returns: whether it takes the place of another, of which what was announced,
 * marked and entered is to be forgotten. */
gboolean sky_result_show (SkyResult *self, SkyTable *table);

/* The result that stands cannot be: says so (`log.impossible`) with @what, a phrase. */
void sky_result_refuse (SkyResult *self, SkyTable *table, const char *what);

/* TRUE when a result stands by which announcements can be judged. */
gboolean sky_result_is_known (const SkyResult *self);

/* TRUE when a result stands that decides: neither invalid nor impossible, and not after a void
 * that was final. */
gboolean sky_result_counts (const SkyResult *self, const SkyResultRules *rules);

/* Decides all wagers up by the result that stands. */
void sky_result_decide (const SkyResult *self, const SkyResultRules *rules, SkyTable *table);

/* The event in hand calls the result, or the round, void. */
void sky_result_void (SkyResult *self, const SkyResultRules *rules, SkyTable *table);

/* The round ends: wagers that came after a void are void too, and what an impossible result leaves
 * open ends. */
void sky_result_end (const SkyResult *self, const SkyResultRules *rules, SkyTable *table);

/* The wager in hand is none that the chapter has; @why, a phrase, says so after its name. It is due
 * void, returned in full, from its placement on. */
void sky_result_reject_wager (SkyTable *table, SkyWager *wager, const char *why);

G_END_DECLS
