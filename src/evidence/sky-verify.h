/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verification of an evidence package, by whoever has nothing but the package: how it is laid
 * out, every digest, the signature, its signer and its time, every proof, the ledger's entries, and
 * the findings computed anew. */
#pragma once

#include <gio/gio.h>

#include "sky-certificate.h"
#include "sky-checkpoint.h"
#include "sky-trust.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_VERIFY_HOLDS,
  SKY_VERIFY_FAILS,
  SKY_VERIFY_SAID, /* somebody's word alone, that nothing in the package shows */
} SkyVerifyKind;

/* What holds, does not hold, or is only said. */
typedef struct
{
  SkyVerifyKind kind;
  char *text; /* a phrase, with texts from outside in it */
} SkyVerifyLine;

typedef enum
{
  SKY_VERDICT_HOLDS,          /* all of it, and the signer is vouched for */
  SKY_VERDICT_NOBODY_VOUCHES, /* all of it, and nobody vouches for the signer */
  SKY_VERDICT_FAILS,
} SkyVerdict;

typedef struct
{
  SkyVerdict verdict;
  GPtrArray *lines; /* of SkyVerifyLine, in the order of the work */
} SkyVerifyReport;

typedef struct
{
  const char *const *logs; /* NULL-terminated: whole logs to hold the lines against; may be NULL */
  SkyCertificate *certificate; /* of whom it must be signed by; NULL: whoever it says */
  const SkyTrust *trust;       /* who vouches for signers; NULL: nobody but @certificate */
  const SkyTrust *authorities; /* who vouches for time stamps; NULL: not known */
  const SkyCheckpoint *since;  /* of the ledger, that somebody kept; NULL: none */
  GCancellable *cancellable;
  /* Called from the verifying thread with the bytes read and those of the whole package; may be
   * NULL. */
  void (*progress) (guint64 done, guint64 total, gpointer data);
  gpointer progress_data;
} SkyVerifyOptions;

/* Verifies the package at @path. Returns: what was found, or NULL with the errors of
 * sky_package_read() when there is nothing to say a line about. */
SkyVerifyReport *sky_package_verify (const char *path,
                                     const SkyVerifyOptions *options,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_verify_report_free (SkyVerifyReport *self);

/* What @self says, in the language of whoever reads, as it may be shown. Returns: a new string. */
char *sky_verify_line_show (const SkyVerifyLine *self) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyVerifyReport, sky_verify_report_free)

G_END_DECLS
