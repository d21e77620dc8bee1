/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-audit-run.h"
#include "sky-cli-recordings.h"
#include "sky-cli.h"
#include "sky-digest.h"
#include "sky-odds.h"
#include "sky-simulate.h"

#include <glib/gi18n.h>

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const SkyCommand commands[] = {
  { "agree", "LOG LOG",
    N_ ("Compares two logs of the same play: of two coders, or with the table's."), sky_cli_agree,
    TRUE },
  { "audit", "ARCHIVE…", N_ ("Audits every log in the archives."), sky_cli_audit, TRUE },
  { "cameras", "ARCHIVE", N_ ("Shows each camera's coverage, gaps, clock offset and digests."),
    sky_cli_cameras, TRUE },
  { "check-log", "FILE…", N_ ("Checks a log by itself: format, sequence, checkpoints."),
    sky_cli_check_log, TRUE },
  { "estimate", "LOG…", N_ ("Estimates error rates from recorded logs, with their intervals."),
    sky_cli_estimate, TRUE },
  { "explain", "ARCHIVE", N_ ("Shows the recomputation of a round step by step."), sky_cli_explain,
    TRUE },
  { "export", "PACKAGE", N_ ("Exports a case as a signed evidence package."), sky_cli_export },
  { "import", "SOURCE…", N_ ("Makes logs of what other systems wrote, by a mapping."),
    sky_cli_import },
  { "ledger", "verify|rebuild|init|key|checkpoint|cosign FILE|restore CHECKPOINT",
    N_ ("Verifies the review ledger entry by entry and signs its checkpoints."), sky_cli_ledger },
  { "odds", "[GAME]", N_ ("Prints the exact odds of every wager and paytable."), sky_cli_odds,
    TRUE },
  { "people", "list|add|import|expire|revoke …",
    N_ ("Lists and changes registered people, and makes their keys."), sky_cli_people },
  { "receive", "", N_ ("Writes the logs that tables publish over a broker, each line once."),
    sky_cli_receive },
  { "sample", "ARCHIVE", N_ ("Draws at random what to record, and writes the plan."),
    sky_cli_sample, TRUE },
  { "send", "LOG…", N_ ("Publishes logs over a broker until the receiver has all of them."),
    sky_cli_send },
  { "sight", "ARCHIVE",
    N_ ("Reads dice and cards off the recordings and compares them with the log."), sky_cli_sight,
    TRUE },
  { "simulate", "FOLDER", N_ ("Writes an archive of random legal play, optionally with faults."),
    sky_cli_simulate, TRUE },
  { "statistics", "", N_ ("Looks for patterns over many rounds: wheels, dice, dealers, patrons."),
    sky_cli_statistics, TRUE },
  { "store", "check|copy FROM TO|locks|grant ROLE|revoke ROLE",
    N_ ("Checks a store against its archives, copies it, lists locked recordings, grants roles."),
    sky_cli_store },
  { "verify", "PACKAGE", N_ ("Verifies an evidence package: digests, signature, proofs, findings."),
    sky_cli_verify },
  { "witness", "REQUEST…", N_ ("Cosigns a ledger's checkpoint if it extends the last one seen."),
    sky_cli_witness },
  { "work", "ARCHIVE-ROOT", N_ ("Audits every log below a folder, as one worker of a fleet."),
    sky_cli_work },
};

static void
print_help (void)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s\n  skyward-cli %s\n\n%s\n", _ ("Usage:"),
                          _ ("COMMAND [OPTION…] [ARGUMENT…]"), _ ("Commands:"));
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (text, "  %-10s %s\n", commands[i].name, _ (commands[i].summary));
  g_string_append_printf (text, "\n%s\n",
                          _ ("For the options of a command: “skyward-cli COMMAND --help”."));
  g_print ("%s", text->str);
  g_string_free (text, TRUE);
}

static SkyCliStatus
run (int argc, char **argv)
{
  if (argc < 2)
    {
      sky_cli_complain (_ ("no command given; “skyward-cli --help” lists them"));
      return SKY_CLI_USAGE;
    }
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h"))
    {
      print_help ();
      return SKY_CLI_DONE;
    }
  if (g_str_equal (argv[1], "--version"))
    {
      sky_cli_print ("skyward-cli %s\n", SKY_VERSION);
      return SKY_CLI_DONE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (argv[1], commands[i].name))
      {
        if (!commands[i].only_digests)
          sky_digest_init ();
        return commands[i].run (&commands[i], argc - 1, argv + 1);
      }
  sky_cli_complain (_ ("there is no command “%s”; “skyward-cli --help” lists them"), argv[1]);
  return SKY_CLI_USAGE;
}

int
main (int argc, char **argv)
{
  /* The build tree has its translations elsewhere. */
  const char *locale_dir = g_getenv ("SKYWARD_LOCALE_DIR");
  SkyCliStatus status;

  sky_game_check_all ();
  sky_odds_check_all ();
  sky_simulate_check_all ();
  sky_audit_keep_memory ();
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_dir != NULL ? locale_dir : SKY_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  sky_cli_text_init ();
  sky_cli_recordings_begin (argv);

  /* Whoever stops reading (head) ends the output quietly. */
  signal (SIGPIPE, SIG_DFL);
  status = run (argc, argv);
  /* What could not be written before was dropped, and is no more to be flushed. */
  if ((fflush (stdout) != 0 || ferror (stdout)) && status == SKY_CLI_DONE)
    {
      sky_cli_complain (_ ("cannot write the output"));
      status = SKY_CLI_FAILED;
    }
  return status;
}
