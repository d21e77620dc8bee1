/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A gaming day for a test, written as a script and audited through the log's reader.
 *
 * Each line of a script is an event: its type, a blank, and its own members with ' for ". `seq` and
 * `at` are counted up, a second an event; rounds are numbered. Before it stand the header,
 * `table_open`, the Rules Submission, cards or tiles that come in and are inspected, and the
 * players p1 … p6 at seats 1 … 6; after it `table_close`. */
#pragma once

#include <glib.h>

/* The log of @script: @submission is the Rules Submission. Returns: new bytes. */
GBytes *sky_script_to_log (const char *game, const char *submission, const char *script);

/* Audits the script. Returns: the findings in order, apart by blanks, each as
 * `check@event(wager)+variance`: the check, the type of the event that it is about, the wager where
 * there is one, and the variance where it has one. A new string. */
char *sky_script_audit (const char *game, const char *submission, const char *script);

/* The steps of round @round, a line each. Returns: a new string. */
char *
sky_script_explain (const char *game, const char *submission, const char *script, gint64 round);

/* `recomputed` of the first finding of @check. Returns: a new string, or NULL. */
char *sky_script_recomputed (const char *game,
                             const char *submission,
                             const char *script,
                             const char *check);

/* A case of a test: the script must give exactly these findings. */
typedef struct
{
  const char *name;
  const char *submission;
  const char *script;
  const char *findings;
} SkyScriptCase;

/* Adds a test for each of the @n cases under /@game. */
void sky_script_add_cases (const char *game, const SkyScriptCase *cases, gsize n);
