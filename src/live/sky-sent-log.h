/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table's own log while it is sent. The file is the outbox, and the receiver's have says where to
 * continue. It knows no network. It reads at most 1,000 lines or 1 MiB ahead of what the receiver
 * has. Lines in that window are sent, and sent again. */
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

/* Checks the file for more. Returns FALSE with SKY_LIVE_ERROR_LOG if it is shorter than before,
 * unreadable, or has a line too long to send. */
gboolean sky_sent_log_look (SkySentLog *self, GError **error);

/* Takes the receiver's have. @moved: whether its position changed. Returns FALSE with
 * SKY_LIVE_ERROR_LOG if its bytes differ from the log's, or the log cannot be read. */
gboolean
sky_sent_log_take_have (SkySentLog *self, const SkyLiveHave *have, gboolean *moved, GError **error);

/* Sends the line at @from next. */
gboolean sky_sent_log_go_back (SkySentLog *self, guint64 from, GError **error);
/* Sends the first line that the receiver lacks next. */
void sky_sent_log_send_again (SkySentLog *self);

/* Whether lines were sent that the receiver does not have yet. */
gboolean sky_sent_log_is_under_way (const SkySentLog *self);

/* Puts the next payload, one line or several, into @payload and sets its level. Returns FALSE if
 * there is nothing to send now. */
gboolean sky_sent_log_next (SkySentLog *self, GString *payload, SkyLiveLevel *level);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySentLog, sky_sent_log_free)

G_END_DECLS
