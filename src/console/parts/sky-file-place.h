/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a saved file is. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Has the desktop show the folder of @file. Where there is no file manager nothing happens: who
 * calls this says where the file is. */
void sky_file_place_show (GFile *file);

G_END_DECLS
