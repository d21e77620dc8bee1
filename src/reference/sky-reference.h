/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reference of what the program knows, printed from the tables by which it works. Each function
 * returns a new string that depends on nothing but these tables. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Pages in Markdown. */
char *sky_reference_bets (void);
char *sky_reference_checks (void);
char *sky_reference_editions (void);
char *sky_reference_event_log (void);
char *sky_reference_options (void);
char *sky_reference_sections (void);

/* The index of the law, from @files (coverage/CHAPTER.txt). NULL if one cannot be read or refers to
 * a missing summary. */
char *sky_reference_coverage (const char *const *files);

/* The JSON Schemas (draft 2020-12) of a line of a table event log, of version 1 and of version 2.
 */
char *sky_reference_schema (void);
char *sky_reference_schema_2 (void);

G_END_DECLS
