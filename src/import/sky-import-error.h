/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can go wrong when another system's record is imported. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_IMPORT_ERROR (sky_import_error_quark ())
GQuark sky_import_error_quark (void);

typedef enum
{
  SKY_IMPORT_ERROR_SOURCE,  /* the source is unreadable, or not one for this mapping */
  SKY_IMPORT_ERROR_CHANGED, /* the source no longer matches what was imported before */
  SKY_IMPORT_ERROR_EXISTS,  /* the log is there already */
  SKY_IMPORT_ERROR_WRITE,   /* the folder or the disk refused the result */
  SKY_IMPORT_ERROR_STOPPED, /* somebody asked to stop */
} SkyImportError;

G_END_DECLS
