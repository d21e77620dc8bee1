/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-folder.h"

#include <glib/gi18n-lib.h>

static const struct
{
  GFileError code;
  const char *words;
} causes[] = {
  { G_FILE_ERROR_NOENT, N_ ("there is no such folder") },
  { G_FILE_ERROR_NOTDIR, N_ ("not a folder") },
  { G_FILE_ERROR_ACCES, N_ ("you may not read this folder") },
  { G_FILE_ERROR_MFILE, N_ ("too many files are open") },
  { G_FILE_ERROR_IO, N_ ("the disk or the network failed") },
};

char *
sky_folder_explain (const char *path, const GError *cause)
{
  for (guint i = 0; i < G_N_ELEMENTS (causes); i++)
    if (g_error_matches (cause, G_FILE_ERROR, (gint) causes[i].code))
      return g_strdup_printf ("%s: %s", path, _ (causes[i].words));
  return g_strdup_printf ("%s: %s", path, cause->message);
}
