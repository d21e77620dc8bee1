/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table event log while it is written, with the rules following each line: what is read back from
 * a line is fed to a SkyTable, so that what lies on the table and what is due is always at hand. */
#pragma once

#include "sky-json-writer.h"
#include "sky-table.h"

G_BEGIN_DECLS

typedef struct _SkySimLog SkySimLog;

/* Begins the log at @path. Returns NULL with a G_FILE_ERROR. */
SkySimLog *sky_sim_log_new (const char *path,
                            const SkyLogHeader *header,
                            SkyTime start,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes what is left. Returns FALSE with a G_FILE_ERROR, also for what failed earlier. */
gboolean sky_sim_log_close (SkySimLog *self, GError **error);
void sky_sim_log_free (SkySimLog *self);

/* The table as the rules see it after the last line. */
SkyTable *sky_sim_log_get_table (SkySimLog *self);

guint64 sky_sim_log_get_seq (const SkySimLog *self); /* of the last line */
SkyTime sky_sim_log_get_time (const SkySimLog *self);
void sky_sim_log_wait (SkySimLog *self, SkyTime span);

/* An event: its own members are added to what this returns between the two. The end returns the
 * event's number. */
GString *sky_sim_log_begin (SkySimLog *self, const char *type);
guint64 sky_sim_log_end (SkySimLog *self);

/* A checkpoint; @good FALSE: of other bytes. */
guint64 sky_sim_log_checkpoint (SkySimLog *self, gboolean good);

/* Damage to the record. */
void sky_sim_log_add_garbage (SkySimLog *self, const char *line);
void sky_sim_log_skip_numbers (SkySimLog *self, guint n);
/* The next event alone is dated @span before the last one. */
void sky_sim_log_turn_back (SkySimLog *self, SkyTime span);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySimLog, sky_sim_log_free)

G_END_DECLS
