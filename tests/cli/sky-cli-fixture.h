/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs skyward-cli as a person would: a folder to work in, and what a run said and returned. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  char *folder;
  char *archive; /* in it, not made */
} SkyCliFixture;

/* The program; set by main() from its first argument. */
extern const char *sky_cli_program;

void sky_cli_set_up (SkyCliFixture *fixture, gconstpointer data);
void sky_cli_tear_down (SkyCliFixture *fixture, gconstpointer data);
guint sky_cli_count_entries (const char *path);

/* What a run printed and its exit status. */
typedef struct
{
  char *out;
  char *err;
  int status;
} SkyCliRun;

void sky_cli_run_clear (SkyCliRun *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SkyCliRun, sky_cli_run_clear)

/* Runs the program with the arguments, ended by NULL. */
SkyCliRun sky_cli_run (const char *argument, ...) G_GNUC_NULL_TERMINATED;

/* Starts it without waiting for it; nothing is read of what it says. */
GSubprocess *sky_cli_start (const char *argument, ...) G_GNUC_NULL_TERMINATED;

/* That many lines were said on standard error, the first with each of the two texts in it. */
void sky_cli_assert_said (const SkyCliRun *run, guint lines, const char *text, const char *other);

G_END_DECLS
