/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program without recordings: what needs them is done by the other. */
#include "config.h"

#include "sky-cli-recordings.h"

#include "sky-cli.h"

#include <glib/gi18n.h>

#include <errno.h>
#include <unistd.h>

#define PROGRAM "skyward-cli-recordings"

static char **arguments;

void
sky_cli_recordings_begin (char **argv)
{
  /* Whoever reads options takes them out of the array. */
  arguments = g_new0 (char *, g_strv_length (argv) + 1);
  for (guint i = 0; argv[i] != NULL; i++)
    arguments[i] = argv[i];
}

/* In the build tree the two stand side by side. */
static char *
find_program (void)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self != NULL ? g_path_get_dirname (self) : NULL;
  g_autofree char *beside = folder != NULL ? g_build_filename (folder, PROGRAM, NULL) : NULL;

  if (beside != NULL && g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
    return g_steal_pointer (&beside);
  return g_build_filename (SKY_LIBEXEC_DIR, PROGRAM, NULL);
}

gboolean
sky_cli_recordings_want (void)
{
  g_autofree char *program = find_program ();

  execv (program, arguments);
  sky_cli_complain (_ ("cannot start %s, which reads and draws recordings: %s"), program,
                    g_strerror (errno));
  return FALSE;
}

SkyRecordingProbe
sky_cli_recordings_get_probe (void)
{
  return NULL;
}

SkySimulateDraw
sky_cli_recordings_get_draw (void)
{
  return NULL;
}

SkySightFunc
sky_cli_recordings_get_sight (GError **error)
{
  return NULL;
}

const SkyVerifyEye *
sky_cli_recordings_get_eye (void)
{
  return NULL;
}

SkyCliStatus
sky_cli_cameras (const SkyCommand *command, int argc, char **argv)
{
  sky_cli_recordings_want ();
  return SKY_CLI_FAILED;
}

SkyCliStatus
sky_cli_export (const SkyCommand *command, int argc, char **argv)
{
  sky_cli_recordings_want ();
  return SKY_CLI_FAILED;
}

SkyCliStatus
sky_cli_sight (const SkyCommand *command, int argc, char **argv)
{
  sky_cli_recordings_want ();
  return SKY_CLI_FAILED;
}
