/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An error rate from a sample, with an interval that is honest about how it was drawn. What lies
 * near together is alike, so that windows count and not what is in them; few errors are told by an
 * exact interval; and who looked for the errors misses some and sees others that are none. Nothing
 * here knows of logs. */
#pragma once

#include "sky-interval.h"

G_BEGIN_DECLS

/* One window: @x errors among @n, each counted @weight times (one divided by the probability with
 * which the window was drawn). @stratum is what it was drawn from. */
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

/* Fewer windows with an error than these, and the exact interval is used. */
#define SKY_RATE_FEW 6

/* What n is divided by where the windows cannot tell. */
#define SKY_RATE_DEFF 1.5

SkyRate sky_rate_compute (const SkyCluster *clusters, guint n, SkyRateKind kind);

/* "exact", "jackknife_logit". */
const char *sky_rate_method_to_name (SkyRateMethod method);

/* How a coder did in test rounds, whose errors are known. */
typedef struct
{
  guint64 planted; /* errors in them */
  guint64 found;   /* by the coder */
  guint64 clean;   /* settlements without an error */
  guint64 flagged; /* of these, those that the coder's log has as errors */
} SkyCoderRecord;

/* With fewer planted errors nobody knows how good the coder is. */
#define SKY_CODER_LEAST 20

/* Whether enough is known of the coder to correct by, and the coder tells errors from others. */
gboolean sky_coder_is_known (const SkyCoderRecord *coder);

/* The rate that is behind what such a coder found (Rogan and Gladen 1978), clipped to 0…1; its
 * interval puts together what is not known of the rate and of the coder. @coder is known. */
double sky_rate_correct (const SkyRate *rate, const SkyCoderRecord *coder, SkyInterval *interval);

G_END_DECLS
