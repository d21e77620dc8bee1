/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-finding.h"

void
sky_finding_free (SkyFinding *self)
{
  if (self == NULL)
    return;
  g_free (self->wager);
  g_free (self->recorded);
  g_free (self->recomputed);
  g_free (self->explanation);
  g_free (self);
}

SkySeverity
sky_finding_get_severity (const SkyFinding *self)
{
  SkySeverity severity = sky_check_info (self->check)->severity;

  return self->unsure ? MIN (severity, SKY_SEVERITY_MAJOR) : severity;
}

char *
sky_cite (const char *section)
{
  if (section == NULL || *section == '\0')
    return g_strdup ("");
  return g_strconcat ("58 Pa. Code § ", section, NULL);
}
