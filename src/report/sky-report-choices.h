/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which reports the store can give, for people to choose from. */
#pragma once

#include "sky-report.h"

G_BEGIN_DECLS

/* A property with logs in the store. */
typedef struct
{
  char *name;
  char *time_zone;    /* as its logs state it; NULL: none does */
  GArray *days;       /* of SkyDay: gaming days, the last first */
  GPtrArray *tables;  /* of char *, by name */
  GPtrArray *dealers; /* of SkyDealer, by credential */
} SkyReportProperty;

void sky_report_property_free (SkyReportProperty *self);

/* Returns: the SkyReportPropertys by name. */
GPtrArray *sky_report_list_properties (SkyStore *store, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
