/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture of the real window, taken after its contents are complete. */
#pragma once

#include "sky-window.h"

G_BEGIN_DECLS

/* Writes @window to the PNG file @path after it has been settled for some frames. */
void sky_screenshot_take_async (SkyWindow *window,
                                const char *path,
                                GAsyncReadyCallback callback,
                                gpointer user_data);

/* Returns FALSE with G_IO_ERROR_TIMED_OUT when the window does not settle, or another G_IO_ERROR.
 */
gboolean sky_screenshot_take_finish (GAsyncResult *result, GError **error);

/* Writes @window as last drawn, as a PNG. Call it when its frame clock emits "after-paint"; at
 * other times it may be half drawn. Returns FALSE with a G_IO_ERROR. */
gboolean sky_screenshot_save (GtkNative *window, const char *path, GError **error);

G_END_DECLS
