/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Rules Submission in force (§ 521.2, § 521.8): the options that a chapter leaves to the
 * certificate holder, validated against the chapter. */
#pragma once

#include "sky-bet.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_OPTION_BOOL,         /* 0 or 1 */
  SKY_OPTION_INT,          /* between min and max */
  SKY_OPTION_PERCENT,      /* any number in that range; all in parts of SKY_ONE_PERCENT */
  SKY_OPTION_CHOICE,       /* a text: the index in choices */
  SKY_OPTION_OBJECT,       /* 1 if the member exists; its members are options of their own */
  SKY_OPTION_TEXT,         /* any text, which is kept; the value is 1 if it exists */
  SKY_OPTION_AMOUNT,       /* cents from min to max; or the single choice: the default */
  SKY_OPTION_COMBINATIONS, /* a list of combinations of two dice, as bits */
} SkyOptionKind;

/* The bit of a combination of two dice, in either order. */
static inline guint64
sky_combination_bit (gint64 a, gint64 b)
{
  return G_GUINT64_CONSTANT (1) << ((MIN (a, b) - 1) * 6 + MAX (a, b) - 1);
}

/* The value of an option that is absent and has no default. */
#define SKY_OPTION_ABSENT (-1)

/* One option. @name may lead into an object: "buy.vig_percent". */
typedef struct
{
  const char *name;
  SkyOptionKind kind;
  gint64 fallback; /* if absent or not allowed */
  gint64 min;
  gint64 max;
  const char *const *choices; /* SKY_OPTION_CHOICE: NULL-terminated */
  const char *section;        /* that allows or bounds it */
} SkyOption;

#define SKY_MAX_OPTIONS 24

/* The common options come first in every game's list of options. */
enum
{
  SKY_OPTION_PAYOUT_UNIT,
  SKY_OPTION_ADJACENT_AREAS,
  SKY_N_COMMON_OPTIONS,
};

/* Their rows, for the games' lists. @areas is the section on wagering on several areas, @most the
 * largest number that the Rules Submission may allow. */
#define SKY_COMMON_OPTIONS_UP_TO(most, areas)                                                      \
  [SKY_OPTION_PAYOUT_UNIT] = { "payout_unit", SKY_OPTION_INT, 1, 1, 10000, NULL, "521.7(d)" },     \
  [SKY_OPTION_ADJACENT_AREAS] = { "adjacent_areas", SKY_OPTION_INT, 1, 1, most, NULL, areas }
#define SKY_COMMON_OPTIONS(areas) SKY_COMMON_OPTIONS_UP_TO (100, areas)

/* Odds above the minimum, from `pay`. */
typedef struct
{
  const SkyPay *pay;
  SkyOdds odds;
} SkyRaisedPay;

typedef struct
{
  gint64 values[SKY_MAX_OPTIONS];
  char *texts[SKY_MAX_OPTIONS];
  gboolean has_list;  /* `wagers` was given */
  guint64 offered[2]; /* bits: which bets of the game it lists */
  GArray *raised;     /* of SkyRaisedPay; NULL: none */
} SkySubmission;

G_END_DECLS
