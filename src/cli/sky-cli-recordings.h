/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What needs GStreamer or draws by cairo. To load those takes longer than most commands do, so
 * there are two programs of the same files: skyward-cli without them (sky-cli-elsewhere.c), and
 * skyward-cli-recordings, in libexec, which has all commands and them besides
 * (sky-cli-recordings.c). The first goes on as the second where it must. */
#pragma once

#include "sky-audit.h"
#include "sky-simulate.h"

G_BEGIN_DECLS

/* Where a program begins: keeps @argv, and ends the program unless all that it draws is whole. */
void sky_cli_recordings_begin (char **argv);

/* To be called before a command touches recordings or draws, and before it changes anything. The
 * program that cannot goes on as the one that can, with the same arguments from the beginning.
 * Returns: TRUE; FALSE, and it was said why, when that program cannot be started. */
gboolean sky_cli_recordings_want (void);

/* Whether a recording plays, and what draws recordings; after sky_cli_recordings_want(), and not to
 * be called without it. */
SkyRecordingProbe sky_cli_recordings_get_probe (void);
SkySimulateDraw sky_cli_recordings_get_draw (void);

G_END_DECLS
