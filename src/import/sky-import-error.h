/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can go wrong when another system's record is imported. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_IMPORT_ERROR (sky_import_error_quark ())
GQuark sky_import_error_quark (void);

typedef enum
{
  SKY_IMPORT_ERROR_SOURCE,  /* the source cannot be read, or is none that the mapping is for */
  SKY_IMPORT_ERROR_CHANGED, /* what was imported before is no longer what the source says */
  SKY_IMPORT_ERROR_EXISTS,  /* the log is there already */
  SKY_IMPORT_ERROR_WRITE,   /* the folder or the disk did not take what was made */
  SKY_IMPORT_ERROR_STOPPED, /* somebody asked to stop */
} SkyImportError;

G_END_DECLS
