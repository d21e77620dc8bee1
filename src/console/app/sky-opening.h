/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What somebody hands over to be opened, by a command line, a desktop, a drop or the list of what
 * was opened before, sorted by what it is: folders, and files of the kinds that
 * data/org.skyward.Skyward.mime.xml tells desktops of. */
#pragma once

#include "sky-spot.h"

G_BEGIN_DECLS

typedef struct
{
  /* (element-type filename): absolute paths, each once. */
  GPtrArray *archives; /* folders, also those of the logs that were handed over */
  GPtrArray *packages;
  GPtrArray *checkpoints;
  GPtrArray *extracts;  /* what was unpacked from an evidence package: a folder or a log */
  GPtrArray *strangers; /* files of which nothing is known */

  SkySpot *spot; /* the table and day of the first log, with no instant; NULL: there is none */
  char *problem; /* why that log cannot be read; NULL: it can */
} SkyOpening;

/* Looks at the files at @paths (absolute, NULL-terminated), which takes as long as their disks do;
 * from any thread. What is not there is called what its name says, and an archive where that says
 * nothing: whoever opens it tells that it is not there. */
SkyOpening *sky_opening_new (const char *const *paths) G_GNUC_WARN_UNUSED_RESULT;
void sky_opening_free (SkyOpening *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyOpening, sky_opening_free)

G_END_DECLS
