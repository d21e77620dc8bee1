/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-list-zone.h"

#include "sky-clock-text.h"

void
sky_list_zone_show (SkySelection *selection, GTimeZone *zone, GtkLabel *label)
{
  g_return_if_fail (SKY_IS_SELECTION (selection) && GTK_IS_LABEL (label));

  SkyTableDay *day = sky_day_view_get_day (sky_selection_get_day_view (selection));
  SkyTime at = SKY_TIME_NONE;
  SkyTime until;
  g_autofree char *name = NULL;

  if (day != NULL)
    sky_table_day_get_span (day, &at, &until);
  name = sky_clock_text_zone (at != SKY_TIME_NONE ? at : g_get_real_time (), zone);
  gtk_label_set_label (label, name);
}
