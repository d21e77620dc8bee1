/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-recording-probe.h"

#include "sky-media-check.h"

SkyRecordingState
sky_recording_probe (int descriptor, const char *name, char **cause, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (sky_media_check_recording (descriptor, name, NULL, NULL, &error))
    return SKY_RECORDING_GOOD;
  *cause = g_strdup (error->message);
  return SKY_RECORDING_UNREADABLE;
}
