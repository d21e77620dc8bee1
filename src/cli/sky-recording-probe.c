/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-recording-probe.h"

#include "sky-media-check.h"
#include "sky-media-error.h"

SkyRecordingState
sky_recording_probe (const char *path, char **cause, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (sky_media_check_file (path, NULL, NULL, &error))
    return SKY_RECORDING_GOOD;
  *cause = g_strdup (error->message);
  return g_error_matches (error, SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_NOT_FOUND)
             ? SKY_RECORDING_MISSING
             : SKY_RECORDING_UNREADABLE;
}
