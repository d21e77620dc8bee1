/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stills: pictures of a camera (PNG) in a case. The bytes are beside the store, in the folder
 * STORE.stills, in files named by their SHA-256. An entry of the ledger has the digest and says
 * that a still is in a case, from which camera and instant. So a changed still is detected, and an
 * intact one is never overwritten. Removing a still from a case leaves its file: other cases may
 * have it, and the ledger names it permanently. */
#pragma once

#include "sky-digest.h"
#include "sky-ledger.h"

G_BEGIN_DECLS

typedef struct
{
  char sha256[SKY_DIGEST_HEX_SIZE]; /* of the PNG file */
  char *camera;
  char *property;
  char *table;
  char *game;
  SkyDay gaming_day;
  SkyTime at; /* the instant of the picture, on the log's clock */
} SkyCaseStill;

void sky_case_still_free (SkyCaseStill *self);
SkyCaseStill *sky_case_still_copy (const SkyCaseStill *self) G_GNUC_WARN_UNUSED_RESULT;

/* Stores @png and puts it into the case with the id @id; ignores the digest of @still. @sha256, if
 * not NULL, takes it. SKY_STORE_ERROR_INVALID: it is not a PNG, or too large.
 * SKY_STORE_ERROR_REFUSED: the case is closed or already has it. */
gboolean sky_store_add_still (SkyStore *self,
                              const SkyReviewer *reviewer,
                              gint64 id,
                              const SkyCaseStill *still,
                              GBytes *png,
                              const char *text,
                              char sha256[SKY_DIGEST_HEX_SIZE],
                              GError **error);
gboolean sky_store_remove_still (
    SkyStore *self, const SkyReviewer *reviewer, gint64 id, const char *sha256, GError **error);

/* Where the file of the still with that digest is, or would be. Returns: a new string. */
char *sky_store_get_still_path (SkyStore *self, const char *sha256) G_GNUC_WARN_UNUSED_RESULT;

/* Reads the still with that digest. Returns its bytes, or NULL with SKY_STORE_ERROR_NOT_FOUND if
 * its file is gone, SKY_STORE_ERROR_DAMAGED if it changed. */
GBytes *
sky_store_load_still (SkyStore *self, const char *sha256, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* TRUE when @sha256 is a digest in lower case: it becomes a file's name, and nothing else may. */
gboolean sky_case_still_is_name (const char *sha256);

/* Reads what the data of a "case.still" entry says. Returns: the still, or NULL. */
SkyCaseStill *sky_case_still_read (const char *data) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCaseStill, sky_case_still_free)

G_END_DECLS
