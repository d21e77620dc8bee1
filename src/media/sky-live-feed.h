/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A camera's live stream: the pictures of now and of the last seconds. Its own thread connects,
 * notices when pictures stop, and reconnects: first at once, then after growing pauses. A picture's
 * instant is its arrival on this machine's clock.
 *
 * Only its end blocks, briefly. No GTK. */
#pragma once

#include "sky-camera-feed.h"

G_BEGIN_DECLS

/* How long pictures are kept. */
#define SKY_LIVE_KEPT (2 * SKY_SECOND)

typedef struct _SkyLiveFeed SkyLiveFeed;

/* @address is an RTSP address. The feed starts when enabled. */
SkyLiveFeed *sky_live_feed_new (const char *address, int max_threads) G_GNUC_WARN_UNUSED_RESULT;

/* Asks the feed's thread to end. */
void sky_live_feed_stop (SkyLiveFeed *self);

/* Ends the feed. Waits briefly for its thread, and abandons one that hangs. */
void sky_live_feed_free (SkyLiveFeed *self);

/* A disabled feed is disconnected. */
void sky_live_feed_set_enabled (SkyLiveFeed *self, gboolean enabled);

/* @trust (nullable): the trusted certificates, from the next connection on. */
void sky_live_feed_set_trust (SkyLiveFeed *self, SkyCertificateTrust *trust);

/* Connects at once when it waits to try again. */
void sky_live_feed_retry (SkyLiveFeed *self);

/* The stream's picture at @time: LOADING until the first connection, FAILED with a message while
 * disconnected. Clear @look with sky_feed_look_clear(). */
void sky_live_feed_look (SkyLiveFeed *self, SkyTime time, SkyFeedLook *look);

G_END_DECLS
