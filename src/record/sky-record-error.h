/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can go wrong when a log is written or a round is coded. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_RECORD_ERROR (sky_record_error_quark ())
GQuark sky_record_error_quark (void);

typedef enum
{
  SKY_RECORD_ERROR_OPEN,       /* the file cannot be opened or read */
  SKY_RECORD_ERROR_LOCKED,     /* somebody else is writing it */
  SKY_RECORD_ERROR_WRITE,      /* the disk did not take it: full, read-only, gone */
  SKY_RECORD_ERROR_OTHER,      /* the file is another log than expected */
  SKY_RECORD_ERROR_LINE,       /* the format does not allow the line; it was not written */
  SKY_RECORD_ERROR_ENTRY,      /* nobody can tell what was typed */
  SKY_RECORD_ERROR_PHASE,      /* not at this point of the round */
  SKY_RECORD_ERROR_NOT_PLAYED, /* nobody played the stretch that would be accepted */
} SkyRecordError;

G_END_DECLS
