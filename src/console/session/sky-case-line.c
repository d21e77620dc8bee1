/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-case-line.h"

#include <glib/gi18n.h>

#include "sky-clock-text.h"

char *
sky_case_line_new_for_state (const SkyCase *info, GTimeZone *zone)
{
  g_autofree char *at = sky_clock_text_deed (info->opened_at, zone);
  const char *who = info->name != NULL && info->name[0] != '\0' ? info->name : info->credential;

  /* Translators: open or closed, then who opened a case and when. */
  return g_strdup_printf (_ ("%s · opened by %s, %s"), info->closed ? _ ("Closed") : _ ("Open"),
                          who, at);
}

char *
sky_case_line_new (const SkyCaseDetails *details)
{
  g_autoptr (GString) line = g_string_new (NULL);

  if (details == NULL)
    return NULL;
  if (details->type != NULL)
    g_string_append (line, _ (sky_case_word_to_label (sky_case_types, details->type)));
  if (details->disposition != NULL)
    g_string_append_printf (
        line, "%s%s", line->len > 0 ? " · " : "",
        _ (sky_case_word_to_label (sky_case_dispositions, details->disposition)));
  for (guint i = 0; details->people[i] != NULL; i++)
    g_string_append_printf (line, "%s%s",
                            i > 0           ? "; "
                            : line->len > 0 ? " · "
                                            : "",
                            details->people[i]);
  return line->len > 0 ? g_string_free (g_steal_pointer (&line), FALSE) : NULL;
}
