/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table's own log while it is sent: the file is the outbox, and what the receiver says that it
 * has tells where to go on. It knows no network. A window of at most 1,000 lines or 1 MiB is read
 * ahead of what the receiver has; within it lines are sent, and sent again. */
#pragma once

#include "sky-live-payload.h"
#include "sky-live-topic.h"

G_BEGIN_DECLS

typedef struct _SkySentLog SkySentLog;

/* Opens the log at @path. Returns NULL with SKY_LIVE_ERROR_LOG when its header is none, or with
 * names that no topic can have. */
SkySentLog *sky_sent_log_open (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_sent_log_free (SkySentLog *self);

const char *sky_sent_log_get_path (const SkySentLog *self);
const char *sky_sent_log_get_key (const SkySentLog *self);

/* Fills in what there is to say of the log now. */
void sky_sent_log_get_hello (SkySentLog *self, SkyLiveHello *hello);

/* Looks for more in the file. Returns FALSE with SKY_LIVE_ERROR_LOG when it is shorter than it was,
 * cannot be read, or has a line that is too long to be sent. */
gboolean sky_sent_log_look (SkySentLog *self, GError **error);

/* What the receiver says that it has. @moved: whether that is another place than before. Returns
 * FALSE with SKY_LIVE_ERROR_LOG when its bytes are others than the log's, or it cannot be read. */
gboolean
sky_sent_log_take_have (SkySentLog *self, const SkyLiveHave *have, gboolean *moved, GError **error);

/* What is sent next is the line at @from. */
gboolean sky_sent_log_go_back (SkySentLog *self, guint64 from, GError **error);
/* What is sent next is the first that the receiver does not have. */
void sky_sent_log_send_again (SkySentLog *self);

/* Whether lines were sent that the receiver does not have yet. */
gboolean sky_sent_log_is_under_way (const SkySentLog *self);

/* Puts the next payload into @payload and says its level: one line, or several. Returns FALSE when
 * there is none to be sent now. */
gboolean sky_sent_log_next (SkySentLog *self, GString *payload, SkyLiveLevel *level);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySentLog, sky_sent_log_free)

G_END_DECLS
