/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-cli.h"
#include "sky-verify.h"

static SkyCliStatus
verify (const char *path, char **logs, SkyCertificate *certificate)
{
  const SkyVerifyOptions options = { .logs = (const char *const *) logs,
                                     .certificate = certificate };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lines = sky_package_verify (path, &options, &error);

  if (lines == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  for (guint i = 0; i < lines->len; i++)
    {
      const SkyVerifyLine *line = lines->pdata[i];

      g_print ("%s  %s\n", line->holds ? _ ("holds") : _ ("FAILS"), line->text);
    }
  if (sky_verify_lines_hold (lines))
    return SKY_CLI_DONE;
  sky_cli_complain (_ ("%s: not all of it holds"), path);
  return SKY_CLI_FAILED;
}

SkyCliStatus
sky_cli_verify (int argc, char **argv)
{
  g_auto (GStrv) logs = NULL;
  g_autofree char *path = NULL;
  g_autofree char *pem = NULL;
  g_autoptr (SkyCertificate) certificate = NULL;
  g_autoptr (GError) error = NULL;
  SkyCliStatus status;
  const GOptionEntry options[] = {
    { "log", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &logs,
      N_ ("A whole log to hold the package's lines against; may be given again"), "FILE" },
    { "certificate", 0, 0, G_OPTION_ARG_FILENAME, &path,
      N_ ("The certificate of whom it must be signed by (PEM)"), "FILE" },
    { NULL },
  };

  if (!sky_cli_parse ("verify", options, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return sky_cli_wrong_usage ("verify", _ ("one package is wanted"));
  if (path != NULL
      && (!g_file_get_contents (path, &pem, NULL, &error)
          || (certificate = sky_certificate_new_from_pem (pem, &error)) == NULL))
    {
      sky_cli_complain ("%s: %s", path, error->message);
      return SKY_CLI_FAILED;
    }
  return verify (argv[1], logs, certificate);
}
