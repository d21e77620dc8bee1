/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The single results of a log that its counts are made of, for those who want to look at them. */
#pragma once

#include "sky-counts.h"
#include "sky-log.h"

G_BEGIN_DECLS

/* A result of a wheel that counts. */
typedef struct
{
  gint64 round;
  char *wheel; /* NULL: it has no id */
  SkyPlaces places;
  guint place;
  guint stretch; /* which of the log's SkyWheelCounts: what became another wheel is the next */
  /* The displacement from the result before, as SkySpinCounts; if it counts as one. */
  gboolean is_spin;
  char *dealer; /* NULL: it does not */
  gboolean counterclockwise;
  guint moved;
} SkyCountedResult;

/* Drives @log through the rules, as its audit does. Returns an array of SkyCountedResult, in the
 * log's order; empty when nothing of the log counts; NULL with a SKY_AUDIT_ERROR. */
GArray *sky_counted_list (SkyLog *log, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
