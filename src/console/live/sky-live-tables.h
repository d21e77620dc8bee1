/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables whose logs a receiver writes: its counters, read each second by a thread, and the
 * store's data of these logs. It also reports what happened while nobody looked. Signals: "changed"
 * (), another report was read, or there is no report now; "alarm" (string: title, string: body),
 * something that cannot wait has just happened. */
#pragma once

#include <gio/gio.h>

#include "sky-inbox.h"
#include "sky-live-row.h"

G_BEGIN_DECLS

#define SKY_TYPE_LIVE_TABLES (sky_live_tables_get_type ())
G_DECLARE_FINAL_TYPE (SkyLiveTables, sky_live_tables, SKY, LIVE_TABLES, GObject)

SkyLiveTables *sky_live_tables_new (SkyInbox *inbox) G_GNUC_WARN_UNUSED_RESULT;

/* The receiver's folder; NULL or "": found above the archives in the store. */
void sky_live_tables_set_folder (SkyLiveTables *self, const char *folder);
/* The folder of the shown receiver; NULL: none was found. */
const char *sky_live_tables_get_folder (SkyLiveTables *self);

/* (element-type SkyLiveRow) (transfer none): the tables, in the receiver's order. */
GListModel *sky_live_tables_get_model (SkyLiveTables *self);
SkyInbox *sky_live_tables_get_inbox (SkyLiveTables *self);

/* What the receiver is doing, a sentence, translated. Returns: a new string. */
char *sky_live_tables_dup_status (SkyLiveTables *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
