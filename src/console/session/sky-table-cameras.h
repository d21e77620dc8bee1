/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cameras of a table as an archive's footage.json lists them. */
#pragma once

#include "sky-camera.h"
#include "sky-footage.h"

G_BEGIN_DECLS

/* (element-type SkyCamera): the cameras of @table in the archive @folder, in the order of @footage.
 * Returns: a new array, possibly empty. */
GPtrArray *sky_table_cameras_new (const char *folder,
                                  const SkyFootage *footage,
                                  const char *table) G_GNUC_WARN_UNUSED_RESULT;

/* From the start of the first recording of @cameras to the end of the last, on the log's clock.
 * Returns FALSE if they have none. */
gboolean sky_table_cameras_get_span (GPtrArray *cameras, SkyTime *from, SkyTime *until);

G_END_DECLS
