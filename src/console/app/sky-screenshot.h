/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture of the real window, taken when all that it is about to show is there. */
#pragma once

#include "sky-window.h"

G_BEGIN_DECLS

/* Writes @window to the PNG file @path once it has been settled for some frames. */
void sky_screenshot_take_async (SkyWindow *window,
                                const char *path,
                                GAsyncReadyCallback callback,
                                gpointer user_data);

/* Returns FALSE with G_IO_ERROR_TIMED_OUT when the window does not settle, or another G_IO_ERROR.
 */
gboolean sky_screenshot_take_finish (GAsyncResult *result, GError **error);

/* Writes @window as it was drawn last, as a PNG. To be called as its frame clock says
 * "after-paint": at other times it may be half drawn. Returns FALSE with a G_IO_ERROR. */
gboolean sky_screenshot_save (GtkNative *window, const char *path, GError **error);

G_END_DECLS
