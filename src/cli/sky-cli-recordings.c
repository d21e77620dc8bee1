/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program that has recordings. */
#include "config.h"

#include "sky-cli-recordings.h"

#include "sky-cli.h"
#include "sky-media-check.h"
#include "sky-picture.h"
#include "sky-sight-audit.h"
#include "sky-sim-footage.h"

void
sky_cli_recordings_begin (char **argv)
{
  sky_picture_check_all ();
}

gboolean
sky_cli_recordings_want (void)
{
  return TRUE;
}

/* A recording is good when its first picture can be decoded. */
static SkyRecordingState
probe (int descriptor, const char *name, char **cause, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (sky_media_check_recording (descriptor, name, NULL, NULL, &error))
    return SKY_RECORDING_GOOD;
  *cause = g_strdup (error->message);
  return SKY_RECORDING_UNREADABLE;
}

SkyRecordingProbe
sky_cli_recordings_get_probe (void)
{
  return probe;
}

SkySimulateDraw
sky_cli_recordings_get_draw (void)
{
  return sky_sim_footage_write;
}

static void
read_dice (const SkyArchive *archive, SkyLogAudit *audit, const gint *cancelled, gpointer user_data)
{
  gboolean *failed = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkySightArchive) sight = sky_sight_archive_new (archive, &error);

  if (sight != NULL && sky_sight_audit (sight, audit, NULL, NULL, cancelled, &error))
    return;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  sky_cli_complain ("%s: %s", sky_log_get_path (audit->log), error->message);
  *failed = TRUE;
}

SkySightFunc
sky_cli_recordings_get_sight (GError **error)
{
  g_autoptr (GBytes) model = sky_sight_get_model (SKY_SIGHT_DICE);
  g_autoptr (SkyDiceReader) reader = sky_dice_reader_new (model, error);

  return reader != NULL ? read_dice : NULL;
}

const SkyVerifyEye *
sky_cli_recordings_get_eye (void)
{
  return sky_verify_get_eye ();
}
