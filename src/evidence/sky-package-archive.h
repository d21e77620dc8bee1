/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log of a package, laid out in a folder like an archive. There are its lines, who was on duty,
 * how its cameras see the table, and the clips as their recordings. */
#pragma once

#include "sky-package-reader.h"

G_BEGIN_DECLS

/* Whether the member @name has the lines of a log. */
gboolean sky_package_is_log (const char *name);

/* Makes the folder @folder and writes the member @log and what belongs to it there. @unpacked:
 * where sky_package_read_into() put the clips. They are moved with @move, else copied. A camera
 * has a gap where its clip cannot be. Returns FALSE with SKY_EVIDENCE_ERROR_READ or a
 * G_FILE_ERROR. */
gboolean sky_package_lay_out (const SkyPackage *package,
                              const SkyPackageMember *log,
                              const char *unpacked,
                              gboolean move,
                              const char *folder,
                              GError **error);

/* Adds footage.json to @folder: the package's cameras of @table, whose clips are recordings on the
 * log's own clock. */
gboolean sky_package_lay_out_cameras (const SkyPackage *package,
                                      const char *table,
                                      const char *folder,
                                      GError **error);

G_END_DECLS
