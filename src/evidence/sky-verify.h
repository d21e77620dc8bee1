/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verification of an evidence package, by whoever has nothing but the package: every digest,
 * the signature and its signer, every proof, the ledger's entries, and the findings computed anew.
 */
#pragma once

#include <gio/gio.h>

#include "sky-certificate.h"

G_BEGIN_DECLS

/* What holds or does not hold, in a sentence. */
typedef struct
{
  gboolean holds;
  char *text;
} SkyVerifyLine;

typedef struct
{
  const char *const *logs; /* NULL-terminated: whole logs to hold the lines against; may be NULL */
  SkyCertificate *certificate; /* of whom it must be signed by; NULL: whoever it says */
  GCancellable *cancellable;
} SkyVerifyOptions;

/* Verifies the package at @path. Returns: SkyVerifyLines in the order of the work, or NULL with the
 * errors of sky_package_read() when there is nothing to say a line about. */
GPtrArray *sky_package_verify (const char *path,
                               const SkyVerifyOptions *options,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* TRUE when all @lines hold. */
gboolean sky_verify_lines_hold (GPtrArray *lines);

G_END_DECLS
