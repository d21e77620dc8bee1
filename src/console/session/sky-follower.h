/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows archives that still grow, in its own thread. It looks several times a second, audits what
 * has come, reports findings at once, and then updates the store. Logs that do not grow cost a look
 * at their size. It does not judge cameras: the results of the last full audit stay until the next
 * one. Signals, in the main thread:
 *
 * * "found" (SkyNews): a finding of an event that has just come;
 * * "log-stored" (string: archive, string: name): the store has more of a log;
 * * "problem" (string): a log cannot be followed; the others are. */
#pragma once

#include <gio/gio.h>

#include "sky-check.h"

G_BEGIN_DECLS

/* A finding for a report. */
typedef struct
{
  char *key; /* as the store will have it */
  char *check;
  SkyQueue queue;
  SkySeverity severity;
  char *table;
  SkyTime at;
  char *explanation; /* NULL: none */
} SkyNews;

#define SKY_TYPE_NEWS (sky_news_get_type ())
GType sky_news_get_type (void);
SkyNews *sky_news_copy (const SkyNews *self) G_GNUC_WARN_UNUSED_RESULT;
void sky_news_free (SkyNews *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyNews, sky_news_free)

#define SKY_TYPE_FOLLOWER (sky_follower_get_type ())
G_DECLARE_FINAL_TYPE (SkyFollower, sky_follower, SKY, FOLLOWER, GObject)

/* Begins to follow the archives @paths (NULL-terminated), whose logs the store at @store_path has
 * as they were. */
SkyFollower *sky_follower_start (const char *const *paths, const char *store_path);

/* Stops soon, without further reports. */
void sky_follower_stop (SkyFollower *self);

G_END_DECLS
