/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The editions: which text was in force on which gaming day, and the amounts that a text sets. */
#pragma once

#include "sky-event.h"

G_BEGIN_DECLS

/* A text with its first and last gaming day; SKY_DAY_NONE: no limit. */
typedef struct
{
  const char *text; /* a chapter, or a section with its own dates */
  SkyDay from;
  SkyDay until;
  const char *published; /* where in the Pennsylvania Bulletin */
} SkyEdition;

const SkyEdition *sky_editions (gsize *n);

/* The edition of @text, or NULL if it is not listed. */
const SkyEdition *sky_edition_find (const char *text);

/* TRUE if @text is in force on @day. Unlisted texts are always in force. */
gboolean sky_edition_in_force (const char *text, SkyDay day);

/* A number that a section sets. Each amendment adds a row to the table, from its first day on. */
typedef enum
{
  SKY_AMOUNT_LIMITS_NOTICE,  /* minutes */
  SKY_AMOUNT_FIRE_BET_AREAS, /* numbered from 1 */
  SKY_AMOUNT_FIRE_BET_MIN,   /* cents; so are the next two */
  SKY_AMOUNT_FIRE_BET_MAX,
  SKY_AMOUNT_FIRE_BET_STEP,
  SKY_AMOUNT_PAI_GOW_SHAKES,   /* at least */
  SKY_AMOUNT_PAI_GOW_VIGORISH, /* percent of the winnings */
  SKY_AMOUNT_WAR_CUT,          /* cards from either end, at least */
  SKY_AMOUNT_WAR_BURN,         /* cards */
  SKY_AMOUNT_STUB_ROUNDS,      /* counted once within as many */
  SKY_AMOUNT_ENVY_SPADES,      /* times the wager; so is the next */
  SKY_AMOUNT_ENVY_OTHERS,
  SKY_N_AMOUNTS,
} SkyAmountId;

typedef struct
{
  SkyAmountId id;
  const char *section;
  SkyDay from; /* as in SkyEdition */
  SkyDay until;
  gint64 value;
  const char *what;
} SkyAmount;

/* All rows, by id and by day. */
const SkyAmount *sky_amounts (gsize *n);

/* The value of @id on @day. If no row covers the day, the first row's value. */
gint64 sky_amount (SkyAmountId id, SkyDay day);

G_END_DECLS
