/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads what the cameras of an archive show of its results: readers with the program's own
 * nets, and the archive's calibration. It gets a table and a stretch of time, never the record. */
#pragma once

#include "sky-archive.h"
#include "sky-sight.h"

G_BEGIN_DECLS

typedef struct _SkySightArchive SkySightArchive;

/* @archive is borrowed. An unreadable sight.json is a failure; entries of it that are passed over
 * are problems. Returns: (transfer full): one of these, for one thread at a time, or NULL with a
 * SKY_SIGHT_ERROR or a SKY_LOG_ERROR. */
SkySightArchive *sky_sight_archive_new (const SkyArchive *archive,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_sight_archive_free (SkySightArchive *self);

/* What was passed over in sight.json: NULL-terminated, each with its place and why. */
const char *const *sky_sight_archive_get_problems (SkySightArchive *self);

/* The SHA-256 of the net for @kind, and of sight.json; the latter is NULL if the archive has none.
 */
const char *sky_sight_archive_get_model (SkySightArchive *self, SkySightKind kind);
const char *sky_sight_archive_get_calibration (SkySightArchive *self);

/* How @camera saw its table at @at. Returns: (nullable): NULL: the calibration does not say. */
const SkyCameraView *
sky_sight_archive_find_view (SkySightArchive *self, const char *camera, SkyTime at);
const SkyArchive *sky_sight_archive_get_archive (SkySightArchive *self);

/* Reads @stretch off each camera of @table. Blocks. Returns: (transfer full): an array of
 * SkySightReading, one per camera in the order of footage.json, or NULL with a SKY_SIGHT_ERROR or
 * G_IO_ERROR_CANCELLED. */
GArray *sky_sight_archive_read (SkySightArchive *self,
                                const char *table,
                                const SkySightStretch *stretch,
                                GCancellable *cancellable,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySightArchive, sky_sight_archive_free)

G_END_DECLS
