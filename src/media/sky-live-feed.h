/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a camera's live stream shows now and showed in the last seconds. It has a thread of its own
 * that connects, notices when no picture comes any more, and connects again, at first at once, then
 * after ever longer pauses. A picture's instant is that of its arrival on this machine's clock.
 *
 * Nothing here blocks but the end of it, and that briefly. No GTK. */
#pragma once

#include "sky-camera-feed.h"

G_BEGIN_DECLS

/* Pictures of this long are kept. */
#define SKY_LIVE_KEPT (2 * SKY_SECOND)

typedef struct _SkyLiveFeed SkyLiveFeed;

/* @address is an RTSP address. The feed does nothing until it is enabled. */
SkyLiveFeed *sky_live_feed_new (const char *address, int max_threads) G_GNUC_WARN_UNUSED_RESULT;

/* Asks the feed's thread to end. */
void sky_live_feed_stop (SkyLiveFeed *self);

/* Ends the feed. Waits briefly for its thread; one that hangs is left to end by itself. */
void sky_live_feed_free (SkyLiveFeed *self);

/* A feed that is not enabled is not connected. */
void sky_live_feed_set_enabled (SkyLiveFeed *self, gboolean enabled);

/* @trust (nullable): the certificates that are trusted from the next connection on. */
void sky_live_feed_set_trust (SkyLiveFeed *self, SkyCertificateTrust *trust);

/* Connects at once when it waits to try again. */
void sky_live_feed_retry (SkyLiveFeed *self);

/* What the stream showed at @time: LOADING until it was connected once, FAILED with a message while
 * it is not. @look must be cleared with sky_feed_look_clear(). */
void sky_live_feed_look (SkyLiveFeed *self, SkyTime time, SkyFeedLook *look);

G_END_DECLS
