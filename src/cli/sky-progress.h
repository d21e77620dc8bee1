/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress of long work on standard error, when that is a terminal: share, amount, rate, time
 * left. An interrupt (Ctrl+C) asks the work to stop. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _SkyProgress SkyProgress;

/* @unit is what the rate counts; NULL: bytes. @measure gives the done and total amounts, @cancel
 * stops the work; another thread calls both. Only one progress at a time. */
SkyProgress *sky_progress_start (const char *what,
                                 const char *unit,
                                 void (*measure) (gpointer data, gint64 *done, gint64 *total),
                                 void (*cancel) (gpointer data),
                                 gpointer data) G_GNUC_WARN_UNUSED_RESULT;
void sky_progress_stop (SkyProgress *self);

G_END_DECLS
