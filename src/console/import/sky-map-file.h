/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of the mapping that is edited: read and written while the window stays alive. Signals:
 * "opened" (char *), this text was read; "saved" (char *), this text was written; "failed" (char
 * *), why neither happened. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define SKY_TYPE_MAP_FILE (sky_map_file_get_type ())
G_DECLARE_FINAL_TYPE (SkyMapFile, sky_map_file, SKY, MAP_FILE, GObject)

/* Returns: a mapping that has no file yet. */
SkyMapFile *sky_map_file_new (void) G_GNUC_WARN_UNUSED_RESULT;

/* Where it is; NULL: nowhere. */
GFile *sky_map_file_get_file (SkyMapFile *self);
/* Its name in logs and in messages. Returns: a new string. */
char *sky_map_file_dup_name (SkyMapFile *self) G_GNUC_WARN_UNUSED_RESULT;
/* The path of its folder. Returns: a new string; NULL: it has none. */
char *sky_map_file_dup_folder (SkyMapFile *self) G_GNUC_WARN_UNUSED_RESULT;

/* Reads @file, which is then the mapping's. */
void sky_map_file_open (SkyMapFile *self, GFile *file);
/* Writes @text into @file, which is then the mapping's. */
void sky_map_file_save (SkyMapFile *self, GFile *file, const char *text);

/* TRUE while something is read or written. */
gboolean sky_map_file_is_busy (SkyMapFile *self);
/* What is under way ends without a signal; what is written is written. */
void sky_map_file_leave (SkyMapFile *self);

G_END_DECLS
