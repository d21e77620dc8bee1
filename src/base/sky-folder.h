/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a folder cannot be read, in words for people. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @cause: the error of g_dir_open() on @path. GLib's own words put the cause last, behind the path.
 * Returns a new text, translated: "/srv/archive: there is no such folder". */
char *sky_folder_explain (const char *path, const GError *cause) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
