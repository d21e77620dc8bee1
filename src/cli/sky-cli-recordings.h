/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that need GStreamer or draw with cairo. Loading those takes longer than most commands
 * run, so the same files make two programs. skyward-cli lacks them (sky-cli-elsewhere.c).
 * skyward-cli-recordings, in libexec, has all commands and these functions (sky-cli-recordings.c).
 * The first continues as the second where necessary. */
#pragma once

#include "sky-audit-run.h"
#include "sky-simulate.h"
#include "sky-verify.h"

G_BEGIN_DECLS

/* Where a program begins: keeps @argv, and ends the program unless all that it draws is whole. */
void sky_cli_recordings_begin (char **argv);

/* Call it before a command touches recordings, draws, or changes anything. The program that cannot
 * do so continues as the one that can, with the same arguments from the start. Returns TRUE; or
 * FALSE, with a message printed, if that program cannot be started. */
gboolean sky_cli_recordings_want (void);

/* Checks whether a recording plays; draws recordings. Only after sky_cli_recordings_want(). */
SkyRecordingProbe sky_cli_recordings_get_probe (void);
SkySimulateDraw sky_cli_recordings_get_draw (void);

/* Reads the dice off the pictures for an audit, and prints a message for a log that fails; its data
 * is a gboolean that becomes TRUE then. The same condition. Returns NULL with a SKY_SIGHT_ERROR if
 * nothing here reads pictures. */
SkySightFunc sky_cli_recordings_get_sight (GError **error);

/* Reads a package's clips again; NULL before sky_cli_recordings_want(). */
const SkyVerifyEye *sky_cli_recordings_get_eye (void);

G_END_DECLS
