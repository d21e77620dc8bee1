/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pictures of one camera, one after the other, until the dice of a throw were read in enough of
 * them. For one thread at a time. */
#pragma once

#include "sky-sight.h"

G_BEGIN_DECLS

typedef struct _SkySightWatch SkySightWatch;

/* @reader and @view are borrowed. @n_dice: how many were thrown. */
SkySightWatch *sky_sight_watch_new (SkyDiceReader *reader,
                                    const SkySightView *view,
                                    guint n_dice) G_GNUC_WARN_UNUSED_RESULT;
void sky_sight_watch_free (SkySightWatch *self);

/* What the camera saw before the dice came: what lay there already is no die of this throw. The
 * first picture that is given counts; it is copied. */
void sky_sight_watch_look_before (SkySightWatch *self, const SkySightPicture *picture);

/* Looks at the next picture, taken @at in the recording's own time. It passes over one that follows
 * too soon after a search that found too few dice. Returns FALSE with a SKY_SIGHT_ERROR. */
gboolean sky_sight_watch_look (SkySightWatch *self,
                               const SkySightPicture *picture,
                               SkyTime at,
                               GError **error);

/* Whether another picture can say nothing more: it has read the dice, or stopped looking for them.
 */
gboolean sky_sight_watch_is_over (const SkySightWatch *self);

/* How many pictures were looked at. */
guint sky_sight_watch_count (const SkySightWatch *self);

/* What the pictures say together: @reading's reason, dice, probability and times. */
void sky_sight_watch_judge (const SkySightWatch *self, SkySightReading *reading);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySightWatch, sky_sight_watch_free)

G_END_DECLS
