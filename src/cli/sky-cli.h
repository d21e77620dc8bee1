/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skyward-cli: one job per command, one file per command. Output for programs is stable; output for
 * people goes through gettext. */
#pragma once

#include "sky-cli-text.h"

G_BEGIN_DECLS

/* Exit statuses. */
typedef enum
{
  SKY_CLI_DONE = 0,
  SKY_CLI_FAILED = 1, /* one line on standard error says why */
  SKY_CLI_USAGE = 2,
  SKY_CLI_NOBODY_VOUCHES = 3, /* of a package: valid, but the signer is unknown */
} SkyCliStatus;

typedef struct _SkyCommand SkyCommand;

/* A command: a row of main.c's table. @run gets its row, and its own arguments, its name first. */
struct _SkyCommand
{
  const char *name;
  const char *arguments; /* as the usage line shows them */
  const char *summary;   /* N_() */
  SkyCliStatus (*run) (const SkyCommand *command, int argc, char **argv);
  gboolean only_digests; /* of libcrypto: no keys, no signatures, no TLS of ours */
};

/* The commands, one line each, in the order of the help. */
SkyCliStatus sky_cli_agree (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_audit (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_cameras (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_check_log (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_estimate (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_explain (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_export (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_import (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_ledger (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_statistics (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_store (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_odds (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_people (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_receive (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_send (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_sample (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_sight (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_simulate (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_verify (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_witness (const SkyCommand *command, int argc, char **argv);
SkyCliStatus sky_cli_work (const SkyCommand *command, int argc, char **argv);

/* Reads @options from the arguments; leaves the rest in them. Returns FALSE, with *@status set, if
 * there is nothing more to do: after the help, or on wrong usage. */
gboolean sky_cli_parse (const SkyCommand *command,
                        const GOptionEntry *options,
                        int *argc,
                        char ***argv,
                        SkyCliStatus *status);

/* The option of a command that opens what archives name, a NULL-terminated array for
 * sky_archive_file_set_roots(). */
#define SKY_CLI_ROOTS(roots)                                                                       \
  {                                                                                                \
    "recordings-root", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, (roots),                                 \
        N_ ("A folder that an archive's links may point to; repeatable"), "FOLDER"                 \
  }

/* Prints "skyward-cli: message" on standard error. */
void sky_cli_complain (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Complains of @error. Returns: SKY_CLI_FAILED. */
SkyCliStatus sky_cli_fail (const GError *error);

/* As sky_cli_complain(), with a hint at --help. Returns: SKY_CLI_USAGE. */
SkyCliStatus sky_cli_wrong_usage (const char *command, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* Writes @size bytes to standard output unchanged, for programs. Output for people goes through
 * sky_cli_print() and sky_cli_complain(). Returns FALSE if nobody reads it now. */
gboolean sky_cli_write (const char *data, gsize size);

/* The same for JSON texts, with characters that command a terminal as "\u009b", which means the
 * same. */
gboolean sky_cli_write_json (const char *json, gsize size);

G_END_DECLS
