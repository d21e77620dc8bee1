/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An error rate from a sample, with an interval that accounts for how it was drawn. Neighboring
 * events are alike, so windows count, not their contents. Few errors get an exact interval. The
 * coder misses some errors and sees others that are none. Nothing here knows of logs. */
#pragma once

#include "sky-interval.h"

G_BEGIN_DECLS

/* One window: @x errors among @n, each counted @weight times (one divided by the probability of
 * drawing the window). @stratum is its stratum. */
typedef struct
{
  double x;
  double n;
  double weight;
  guint stratum;
} SkyCluster;

/* What is counted. */
typedef enum
{
  SKY_RATE_OF_CLUSTERED, /* units of which a window has several */
  SKY_RATE_OF_UNITS,     /* each cluster is one unit, drawn by itself */
  SKY_RATE_OF_AMOUNTS,   /* money: errors may be of any size */
} SkyRateKind;

/* How the interval was made. */
typedef enum
{
  SKY_RATE_NONE,            /* it could not be */
  SKY_RATE_EXACT,           /* Clopper and Pearson, with as many observations as count */
  SKY_RATE_WILSON,          /* for units drawn by themselves */
  SKY_RATE_JACKKNIFE_LOGIT, /* over windows, t, on the scale of ln (r / (1 - r)) */
  SKY_RATE_JACKKNIFE_LOG,   /* the same for amounts, on the scale of ln r */
} SkyRateMethod;

typedef struct
{
  double x; /* without weights */
  double n;
  guint n_clusters;
  guint n_in_error; /* clusters with an error */
  double rate;      /* NAN: there is nothing to have errors */
  double error;     /* its standard error by the jackknife; NAN: it cannot be had */
  double deff;      /* by what the exact interval divides n */
  SkyInterval interval;
  SkyRateMethod method;
} SkyRate;

/* With fewer windows that have an error, the exact interval is used. */
#define SKY_RATE_FEW 6

/* The divisor of n if the windows cannot give one. */
#define SKY_RATE_DEFF 1.5

SkyRate sky_rate_compute (const SkyCluster *clusters, guint n, SkyRateKind kind);

/* "exact", "jackknife_logit". */
const char *sky_rate_method_to_name (SkyRateMethod method);

/* A coder's result in test rounds, whose errors are known. */
typedef struct
{
  guint64 planted; /* errors in them */
  guint64 found;   /* by the coder */
  guint64 clean;   /* settlements without an error */
  guint64 flagged; /* of these, those that the coder's log has as errors */
} SkyCoderRecord;

/* With fewer planted errors, the coder's quality is unknown. */
#define SKY_CODER_LEAST 20

/* Whether enough is known about the coder for a correction, and the coder can tell errors from
 * others. */
gboolean sky_coder_is_known (const SkyCoderRecord *coder);

/* The true rate behind such a coder's findings (Rogan and Gladen 1978), clipped to 0…1. Its
 * interval combines the uncertainty of the rate and of the coder. @coder is known. */
double sky_rate_correct (const SkyRate *rate, const SkyCoderRecord *coder, SkyInterval *interval);

G_END_DECLS
