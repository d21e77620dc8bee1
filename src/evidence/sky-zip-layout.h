/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of a ZIP, read from its bytes before anything in it is believed. A ZIP describes its
 * members twice, before their bytes and in the directory at the end, and programs differ in which
 * they use. Here both must agree, and nothing may be between, before or after them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The longest name of a package's member, in bytes. */
#define SKY_ZIP_LONGEST_NAME 200

typedef struct
{
  char *name;
  guint64 size; /* in bytes, unpacked */
} SkyZipMember;

typedef struct
{
  GPtrArray *members; /* of SkyZipMember, in their order; those before the first fault at least */
  GPtrArray *faults; /* of strings fit for a terminal: which member or part it is, and what is wrong
                        with it; none: every program reads the same in it */
  gboolean is_zip;   /* it has a ZIP's end; else there is nothing to say but that */
} SkyZipLayout;

/* Reads the layout of the file @descriptor, of @size bytes, without changing its position. Returns
 * the layout, with its faults. */
SkyZipLayout *sky_zip_layout_read (int descriptor, guint64 size) G_GNUC_WARN_UNUSED_RESULT;
void sky_zip_layout_free (SkyZipLayout *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyZipLayout, sky_zip_layout_free)

G_END_DECLS
