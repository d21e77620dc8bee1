/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regulation's own text, in a folder of the user's: files named for a section or a chapter, as
 * "623a.5.pdf" or "623a-craps.html" are. Skyward ships none of it and only looks for the file. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The file of @folder whose name begins with the longest part of @section ("623a.5(a)": then
 * "623a.5(a)", "623a.5", "623a"), the first of several by name. Returns its path, or NULL with a
 * G_IO_ERROR_NOT_FOUND, or with the error of reading the folder. Blocks. */
char *sky_regulation_text_find (const char *folder,
                                const char *section,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Finds that file in a thread and has the user's own program show it. */
void sky_regulation_text_open_async (const char *folder,
                                     const char *section,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
gboolean sky_regulation_text_open_finish (GAsyncResult *result, GError **error);

G_END_DECLS
