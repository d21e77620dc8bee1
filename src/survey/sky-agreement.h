/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far two agree about the same units: the share on which they do, and that share corrected for
 * chance. Units come in rounds, and a round's units may be alike; so intervals are by bootstrap
 * over rounds. Nothing here knows of logs. */
#pragma once

#include "sky-interval.h"

G_BEGIN_DECLS

/* What both logs say about one unit: categories from 0, any numbers. */
typedef struct
{
  guint round; /* from 0 */
  guint a;
  guint b;
} SkyAgreementUnit;

/* A figure with its interval; NAN where it cannot be computed. */
typedef struct
{
  double value;
  double low;
  double high;
} SkyFigure;

typedef struct
{
  guint n;          /* units */
  guint n_rounds;   /* rounds that have some */
  guint n_agreed;   /* units on which both say the same */
  SkyFigure agreed; /* the share of these */
  SkyFigure kappa;  /* Cohen (1960); NAN when all are alike */
  SkyFigure ac1;    /* Gwet (2008); NAN when all are alike */
} SkyAgreement;

/* Chance: the same seed gives the same draws on every machine. */
#define SKY_AGREEMENT_DRAWS 2000

/* @n units at @units, of @n_categories categories. */
SkyAgreement
sky_agreement_compute (const SkyAgreementUnit *units, guint n, guint n_categories, guint64 seed);

/* What each of two logs has of one round, if nobody counts what neither has. */
typedef struct
{
  guint both;
  guint only_a;
  guint only_b;
} SkyPositiveRound;

typedef struct
{
  guint both;
  guint only_a;
  guint only_b;
  guint n_rounds;   /* rounds of which one at least has some */
  SkyFigure agreed; /* 2 both / (A + B); NAN when neither has anything */
} SkyPositive;

/* Positive agreement (Dice 1945; Cicchetti and Feinstein 1990) over @n rounds. */
SkyPositive sky_positive_compute (const SkyPositiveRound *rounds, guint n, guint64 seed);

/* A number from 0 to below @below, all equally likely, from the stream in *@state (splitmix64).
 * *@state begins as the seed. */
guint64 sky_chance_below (guint64 *state, guint64 below);

G_END_DECLS
