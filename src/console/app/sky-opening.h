/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and folders that a person opens, by a command line, a desktop, a drop or the recent list,
 * sorted by kind. Kinds are folders, and the types in data/org.skyward.Skyward.mime.xml. */
#pragma once

#include "sky-spot.h"

G_BEGIN_DECLS

typedef struct
{
  /* (element-type filename): absolute paths, each once. */
  GPtrArray *archives; /* folders, including those of the given logs */
  GPtrArray *packages;
  GPtrArray *checkpoints;
  GPtrArray *extracts;  /* from an unpacked evidence package: a folder or a log */
  GPtrArray *strangers; /* files of unknown kind */

  SkySpot *spot; /* the table and day of the first log, with no instant; NULL: there is none */
  char *problem; /* why that log cannot be read; NULL: readable */
} SkyOpening;

/* Looks at the files at @paths (absolute, NULL-terminated), as slow as their disks; from any
 * thread. A missing file gets the kind of its name, otherwise it counts as an archive: opening it
 * reports that it is missing. */
SkyOpening *sky_opening_new (const char *const *paths) G_GNUC_WARN_UNUSED_RESULT;
void sky_opening_free (SkyOpening *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyOpening, sky_opening_free)

G_END_DECLS
