/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The log of simulated play: a SkyLogWriter, with the play's own clock and damage to the record. */
#pragma once

#include "sky-log-writer.h"

G_BEGIN_DECLS

typedef struct _SkySimLog SkySimLog;

/* Begins the log at @path, where there must be none, at the instant @start. Returns NULL with a
 * SKY_RECORD_ERROR. */
SkySimLog *sky_sim_log_new (const char *path,
                            const SkyLogHeader *header,
                            SkyTime start,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes what is left. Returns FALSE with a SKY_RECORD_ERROR, also for earlier failures. */
gboolean sky_sim_log_close (SkySimLog *self, GError **error);
void sky_sim_log_free (SkySimLog *self);

/* The table as the rules see it after the last line. */
SkyTable *sky_sim_log_get_table (SkySimLog *self);

/* The number of the event in hand, or else of the last. */
guint64 sky_sim_log_get_seq (const SkySimLog *self);
SkyTime sky_sim_log_get_time (const SkySimLog *self);
void sky_sim_log_wait (SkySimLog *self, SkyTime span);

/* An event: add its own members to the first function's result. The end returns the event's
 * number. */
GString *sky_sim_log_begin (SkySimLog *self, const char *type);
guint64 sky_sim_log_end (SkySimLog *self);

/* A checkpoint; @good FALSE: of other bytes. */
guint64 sky_sim_log_checkpoint (SkySimLog *self, gboolean good);

/* Damage to the record. */
void sky_sim_log_add_garbage (SkySimLog *self, const char *line);
void sky_sim_log_skip_numbers (SkySimLog *self, guint n);
/* Dates only the next event @span before the last one. */
void sky_sim_log_turn_back (SkySimLog *self, SkyTime span);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySimLog, sky_sim_log_free)

G_END_DECLS
