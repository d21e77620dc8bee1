/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When to close a silent connection and when to retry: first at once, then after pauses that double
 * from a quarter of a second to eight. A sign of life restarts the sequence. A plain struct that
 * its owner locks. Instants are monotonic microseconds. Private to this folder. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A stream that sends nothing for this long is dead, whatever its socket says. */
#define SKY_RETRY_SILENCE (2 * G_TIME_SPAN_SECOND)
/* What connecting may take until the first picture. */
#define SKY_RETRY_CONNECT (8 * G_TIME_SPAN_SECOND)

typedef struct
{
  gint64 due;   /* the next try */
  gint64 pause; /* before the try after that */
  gint64 begun; /* of the try under way */
  gint64 life;  /* its last sign of life; 0: none */
} SkyRetry;

/* The next try is due at once. */
void sky_retry_reset (SkyRetry *self);
gboolean sky_retry_is_due (const SkyRetry *self);

/* A try begins; it shows a sign of life; it has failed. */
void sky_retry_begin (SkyRetry *self);
void sky_retry_note_life (SkyRetry *self);
void sky_retry_fail (SkyRetry *self);

/* When the current attempt will be abandoned. */
gint64 sky_retry_get_deadline (const SkyRetry *self);

G_END_DECLS
