/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events as short texts that do not depend on who wrote the log: without numbers, times and ids of
 * wagers, and with dice and numbers sorted. */
#pragma once

#include "sky-event-format.h"

G_BEGIN_DECLS

/* "straight 17", "split 17/20", "hop 2-5". Appends to @text. */
void sky_bet_text (const SkyBetRef *bet, GString *text);

/* What @event shows: "17", "dealer 9C", "cw, ccw". Appends to @text; nothing if the event has no
 * members, or none that are compared here. @formats are the reader's. */
void sky_event_text (const SkyEvent *event, const SkyFormatIndex *formats, GString *text);

/* Of a `result` what belongs to the procedure and not to the outcome: "4 revolutions, off_table".
 */
void
sky_result_procedure_text (const SkyEvent *event, const SkyFormatIndex *formats, GString *text);

G_END_DECLS
