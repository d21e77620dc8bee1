/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-cli-recordings.h"
#include "sky-cli.h"
#include "sky-package-reader.h"
#include "sky-verify.h"

/* One line on the whole, before the others. */
static const char *
say_verdict (SkyVerdict verdict)
{
  switch (verdict)
    {
    case SKY_VERDICT_HOLDS:
      return _ ("every check passed, and the signer is trusted");
    case SKY_VERDICT_NOBODY_VOUCHES:
      return _ ("every check passed, but the signer is not trusted");
    case SKY_VERDICT_FAILS:
    default:
      return _ ("some checks failed");
    }
}

static const char *
say_kind (SkyVerifyKind kind)
{
  switch (kind)
    {
    case SKY_VERIFY_HOLDS:
      return _ ("holds");
    case SKY_VERIFY_SAID:
      return _ ("said ");
    case SKY_VERIFY_FAILS:
    default:
      return _ ("FAILS");
    }
}

static SkyCliStatus
verify (const char *path, const SkyVerifyOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyVerifyReport) report = sky_package_verify (path, options, &error);
  g_autofree char *name = g_filename_display_name (path);

  if (report == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  /* Without the other program this one tells what it has verified. */
  if (report->lacks_eye)
    sky_cli_recordings_want ();
  sky_cli_print ("%s: %s\n", name, say_verdict (report->verdict));
  for (guint i = 0; i < report->lines->len; i++)
    {
      const SkyVerifyLine *line = report->lines->pdata[i];
      g_autofree char *text = sky_verify_line_show (line);

      sky_cli_print ("%s  %s\n", say_kind (line->kind), text);
    }
  if (report->verdict == SKY_VERDICT_HOLDS)
    return SKY_CLI_DONE;
  sky_cli_complain ("%s: %s", name, say_verdict (report->verdict));
  return report->verdict == SKY_VERDICT_FAILS ? SKY_CLI_FAILED : SKY_CLI_NOBODY_VOUCHES;
}

SkyCliStatus
sky_cli_verify (const SkyCommand *command, int argc, char **argv)
{
  g_auto (GStrv) logs = NULL;
  g_autofree char *path = NULL;
  g_autofree char *pem = NULL;
  g_autofree char *trust_path = NULL;
  g_autofree char *authority_path = NULL;
  g_autoptr (SkyCertificate) certificate = NULL;
  g_autoptr (SkyTrust) trust = NULL;
  g_autoptr (SkyTrust) authorities = NULL;
  g_autofree char *since_path = NULL;
  g_autoptr (SkyCheckpoint) since = NULL;
  g_autoptr (GError) error = NULL;
  SkyCliStatus status;
  const GOptionEntry options[] = {
    { "log", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &logs,
      N_ ("A complete log to compare the package's lines with; repeatable"), "FILE" },
    { "certificate", 0, 0, G_OPTION_ARG_FILENAME, &path,
      N_ ("The certificate of the required signer (PEM)"), "FILE" },
    { "trust", 0, 0, G_OPTION_ARG_FILENAME, &trust_path,
      N_ ("Trusted signers: certificates (PEM) or their SHA-256, one per line"), "FILE" },
    { "since", 0, 0, G_OPTION_ARG_FILENAME, &since_path,
      N_ ("An earlier checkpoint that the ledger must extend"), "FILE" },
    { "authority", 0, 0, G_OPTION_ARG_FILENAME, &authority_path,
      N_ ("Trusted time-stamping authorities, in the same form"), "FILE" },
    { NULL },
  };

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  if (argc != 2)
    return sky_cli_wrong_usage ("verify", _ ("give one package"));
  if (path != NULL
      && (!g_file_get_contents (path, &pem, NULL, &error)
          || (certificate = sky_certificate_new_from_pem (pem, &error)) == NULL))
    {
      sky_cli_complain ("%s: %s", path, error->message);
      return SKY_CLI_FAILED;
    }
  if (!sky_trust_read_both (trust_path, authority_path, &trust, &authorities, &error)
      || (since_path != NULL && (since = sky_checkpoint_read (since_path, &error)) == NULL))
    {
      sky_cli_complain ("%s", error->message);
      return SKY_CLI_FAILED;
    }
  return verify (argv[1], &(SkyVerifyOptions){ .logs = (const char *const *) logs,
                                               .certificate = certificate,
                                               .trust = trust,
                                               .authorities = authorities,
                                               .since = since,
                                               .eye = sky_cli_recordings_get_eye () });
}
