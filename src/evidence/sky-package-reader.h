/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads an evidence package from whoever sent it. What it claims of itself is believed of nothing:
 * sizes, names and kinds are checked, and what unpacks to more than a package can is not unpacked
 * further. Nothing of it is written to disk but what is asked for to be looked at. */
#pragma once

#include <gio/gio.h>

#include "sky-digest.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;
  guint64 size;
  char sha256[SKY_DIGEST_HEX_SIZE];
  GBytes *data; /* NULL: of a recording, an image or the report, which are digested alone; the
                   bytes of what is empty have an address too */
} SkyPackageMember;

typedef struct
{
  GPtrArray *members; /* of SkyPackageMember, in the package's order */
  GPtrArray *faults;  /* of strings: what is wrong with which member, or part of the ZIP */
  gboolean is_sound;  /* the ZIP reads one way; else nothing in it was looked at */
} SkyPackage;

void sky_package_free (SkyPackage *self);

typedef struct
{
  GCancellable *cancellable; /* may be NULL */
  /* Called from the reading thread with the bytes read and those of the whole package; may be NULL.
   */
  void (*progress) (guint64 done, guint64 total, gpointer data);
  gpointer progress_data;
} SkyPackageReading;

/* Reads the package at @path through. Returns: what could be read of it, or NULL with
 * SKY_EVIDENCE_ERROR_NOT_PACKAGE or _READ when nothing can, or G_IO_ERROR_CANCELLED. */
SkyPackage *sky_package_read (const char *path,
                              const SkyPackageReading *reading,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same of what is there to be looked at: clips, stills and the report are written into
 * @folder, each under its name; original recordings are passed over, and not among the members. */
SkyPackage *sky_package_read_into (const char *path,
                                   const char *folder,
                                   GCancellable *cancellable,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The member @name, or NULL. */
const SkyPackageMember *sky_package_find (const SkyPackage *self, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPackage, sky_package_free)

G_END_DECLS
