/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mappings and sources in a test's own text. */
#pragma once

#include "sky-import.h"

G_BEGIN_DECLS

/* What begins a mapping of JSON Lines with a `type`, for roulette; rules and more come behind it.
 */
#define ROULETTE                                                                                   \
  "[source]\nkind=jsonl\n[log]\nproperty=Keystone\ntable=RO-01\ngame=roulette\n"                   \
  "time_zone=UTC\n[time]\nfield=at\nformat=rfc3339\n[scope]\nclasses=outcome\n"
/* The same for craps with wagers. */
#define CRAPS                                                                                      \
  "[source]\nkind=jsonl\n[log]\nproperty=Keystone\ntable=CR-01\ngame=craps\ntime_zone=UTC\n"       \
  "[time]\nformat=none\nstep=1 s\nstart=2023-11-04T20:00:00Z\n"

/* A mapping that must be right. */
SkyMap *load_map (const char *text);
/* The problems of one that must not be, a line each. Returns: a new string. */
char *find_problems (const char *text);

/* What each record of @source becomes by the mapping, a line each: "1 used: round_next; result …"
 * or "2 aside: why". Returns: a new string. */
char *tell_records (const char *map, const char *source);

/* Imports into @folder. Returns: the report's events, records set aside and logs are to be had from
 * the import. */
SkyImport *import_into (const SkyMap *map,
                        const char *folder,
                        gboolean append,
                        gint64 tolerate,
                        const char *path,
                        GError **error);

/* The content of a file of @folder, which must be there. Returns: a new string. */
char *read_file (const char *folder, const char *name);
void write_file (const char *folder, const char *name, const char *text);
/* The names in @folder, sorted, with a blank between. Returns: a new string. */
char *list_folder (const char *folder);
/* A folder of its own, and its removal with all that is in it. */
char *make_folder (void);
void remove_folder (char *folder);

/* The folder of other people's records, when it lies beside the tree; or NULL. */
char *find_feeds (void);

G_END_DECLS
