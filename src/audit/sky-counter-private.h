/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts while a log is driven through the rules: holds what a round showed until it has ended, and
 * who deals and shoots. Owned by the driver's user, who owns the counts too. */
#pragma once

#include "sky-counts.h"
#include "sky-driver-private.h"

G_BEGIN_DECLS

/* What is counted goes into @counts, which is borrowed. */
SkyCounter *sky_counter_new (const SkyLogHeader *header,
                             SkyCounts *counts) G_GNUC_WARN_UNUSED_RESULT;
void sky_counter_free (SkyCounter *self);

/* Whether an event of @type says something that is counted, or changes who or what. */
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

/* Takes an event that the rules have been fed. */
void sky_counter_take (SkyCounter *self, const SkyTable *table, const SkyEvent *event);

/* The numbers of the events do not follow, or a line cannot be read. */
void sky_counter_break (SkyCounter *self);

/* The record was changed after it was written. */
void sky_counter_distrust (SkyCounter *self);

/* A round has all its decisions and settlements, and is not compared yet. */
void sky_counter_end_round (SkyCounter *self, const SkyDriver *driver);
/* It was compared: what was found of it stands from @first on. */
void sky_counter_judge_round (SkyCounter *self, const SkyDriver *driver, guint first);

/* The log does not end the round in hand. */
void sky_counter_abandon_round (SkyCounter *self);

/* The counts are as they stand. */
void sky_counter_settle (SkyCounter *self);

/* Visits what is not in the counts, for the state of their audit. */
void sky_counter_visit (SkyCounter *self, SkyState *state);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCounter, sky_counter_free)

G_END_DECLS
