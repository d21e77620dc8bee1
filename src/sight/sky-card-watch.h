/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pictures of one camera, one after the other, until the cards that lie face up were read in
 * enough of them. For one thread at a time. */
#pragma once

#include "sky-sight.h"

G_BEGIN_DECLS

typedef struct _SkyCardWatch SkyCardWatch;

/* @reader and @view are borrowed. @one_deck: no card can be there twice. */
SkyCardWatch *sky_card_watch_new (SkyCardReader *reader,
                                  const SkySightView *view,
                                  gboolean one_deck) G_GNUC_WARN_UNUSED_RESULT;
void sky_card_watch_free (SkyCardWatch *self);

/* Looks at the next picture, taken @at in the recording's own time. Returns FALSE with a
 * SKY_SIGHT_ERROR. */
gboolean sky_card_watch_look (SkyCardWatch *self,
                              const SkySightPicture *picture,
                              SkyTime at,
                              GError **error);

/* Whether another picture can say nothing more. */
gboolean sky_card_watch_is_over (const SkyCardWatch *self);

/* How many pictures were looked at. */
guint sky_card_watch_count (const SkyCardWatch *self);

/* What the pictures say together: @reading's reason, ranks, probability and times. */
void sky_card_watch_judge (const SkyCardWatch *self, SkySightReading *reading);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCardWatch, sky_card_watch_free)

G_END_DECLS
