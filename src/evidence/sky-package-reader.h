/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads an evidence package from anyone. It believes nothing that the package says of itself: it
 * checks sizes, names and kinds, and stops unpacking what grows larger than a package can be. It
 * writes to disk only what the caller asks to see. */
#pragma once

#include <gio/gio.h>

#include "sky-digest.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;
  guint64 size;
  char sha256[SKY_DIGEST_HEX_SIZE];
  GBytes *data; /* NULL: a recording, an image or the report, of which only a digest is taken; even
                   empty bytes have an address */
} SkyPackageMember;

typedef struct
{
  GPtrArray *members; /* of SkyPackageMember, in the package's order */
  GPtrArray *faults;  /* of strings: what is wrong with which member, or part of the ZIP */
  gboolean is_sound;  /* the ZIP reads one way; otherwise nothing in it was read */
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

/* Reads the whole package at @path. Returns what could be read, or NULL with
 * SKY_EVIDENCE_ERROR_NOT_PACKAGE or _READ if nothing could, or G_IO_ERROR_CANCELLED. */
SkyPackage *sky_package_read (const char *path,
                              const SkyPackageReading *reading,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same, for viewing: writes clips, stills and the report into @folder, each under its name.
 * Skips original recordings, which are then not among the members. */
SkyPackage *sky_package_read_into (const char *path,
                                   const char *folder,
                                   GCancellable *cancellable,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The member @name, or NULL. */
const SkyPackageMember *sky_package_find (const SkyPackage *self, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPackage, sky_package_free)

G_END_DECLS
