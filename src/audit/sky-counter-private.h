/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts while a log is driven through the rules. It holds a round's results until the round has
 * ended, and knows who deals and shoots. The driver's user owns it and the counts. */
#pragma once

#include "sky-counted.h"
#include "sky-counts.h"
#include "sky-driver-private.h"

G_BEGIN_DECLS

/* Counts into @counts, which is borrowed. */
SkyCounter *sky_counter_new (const SkyLogHeader *header,
                             SkyCounts *counts) G_GNUC_WARN_UNUSED_RESULT;
void sky_counter_free (SkyCounter *self);

/* Called for each result of a wheel that is counted, which is borrowed. */
typedef void (*SkyCounterWatch) (const SkyCountedResult *result, gpointer data);

void sky_counter_set_watch (SkyCounter *self, SkyCounterWatch watch, gpointer data);

/* Whether an event of @type is counted, or changes who or what is counted. */
static inline gboolean
sky_counter_wants (SkyEventType type)
{
  const guint64 wanted =
      G_GUINT64_CONSTANT (1) << SKY_EVENT_RULES | G_GUINT64_CONSTANT (1) << SKY_EVENT_STAFF
      | G_GUINT64_CONSTANT (1) << SKY_EVENT_PLAYER | G_GUINT64_CONSTANT (1) << SKY_EVENT_EQUIPMENT
      | G_GUINT64_CONSTANT (1) << SKY_EVENT_ROUND_START | G_GUINT64_CONSTANT (1) << SKY_EVENT_VOID
      | G_GUINT64_CONSTANT (1) << SKY_EVENT_RESULT | G_GUINT64_CONSTANT (1) << SKY_EVENT_SPIN
      | G_GUINT64_CONSTANT (1) << SKY_EVENT_SHOOTER | G_GUINT64_CONSTANT (1) << SKY_EVENT_STANDING
      | G_GUINT64_CONSTANT (1) << SKY_EVENT_UNOBSERVED;

  G_STATIC_ASSERT (SKY_N_EVENT_TYPES <= 64);
  return (wanted >> type & 1) != 0;
}

/* Takes an event that was fed to the rules. */
void sky_counter_take (SkyCounter *self, const SkyTable *table, const SkyEvent *event);

/* The numbers of the events have a gap, or a line is unreadable. */
void sky_counter_break (SkyCounter *self);

/* Someone changed the record after it was written. */
void sky_counter_distrust (SkyCounter *self);

/* A round has all its decisions and settlements, and the comparison has not started. */
void sky_counter_end_round (SkyCounter *self, const SkyDriver *driver);
/* The round was compared: its findings start at @first. */
void sky_counter_judge_round (SkyCounter *self, const SkyDriver *driver, guint first);

/* The log does not end the round in hand. */
void sky_counter_abandon_round (SkyCounter *self);

/* Puts into the counts what is only noted of rounds that have ended: before other rules come, and
 * before a state is saved. */
void sky_counter_write_down (SkyCounter *self);

/* Makes the counts final. */
void sky_counter_settle (SkyCounter *self);

/* Visits what is not in the counts, for their audit's state. */
void sky_counter_visit (SkyCounter *self, SkyState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCounter, sky_counter_free)

G_END_DECLS
