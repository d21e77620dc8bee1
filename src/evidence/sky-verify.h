/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verification of an evidence package, from nothing but the package. It covers the layout,
 * every digest, the signature, its signer and its time, every proof, the ledger's entries, and the
 * recomputed findings. */
#pragma once

#include <gio/gio.h>

#include "sky-certificate.h"
#include "sky-checkpoint.h"
#include "sky-sight-archive.h"
#include "sky-trust.h"

G_BEGIN_DECLS

typedef enum
{
  SKY_VERIFY_HOLDS,
  SKY_VERIFY_FAILS,
  SKY_VERIFY_SAID, /* a statement that nothing in the package proves */
} SkyVerifyKind;

/* A valid point, a failed one, or an unproven statement. */
typedef struct
{
  SkyVerifyKind kind;
  char *text; /* a phrase, with texts from outside in it */
} SkyVerifyLine;

typedef enum
{
  SKY_VERDICT_HOLDS,          /* all valid, and the signer is trusted */
  SKY_VERDICT_NOBODY_VOUCHES, /* all valid, and the signer is not trusted */
  SKY_VERDICT_FAILS,
} SkyVerdict;

typedef struct
{
  SkyVerdict verdict;
  GPtrArray *lines;   /* of SkyVerifyLine, in the order of the work */
  gboolean lacks_eye; /* an eye would have had pictures to read */
} SkyVerifyReport;

/* What reads the clips again: the functions of sky-sight-archive.h. They decode recordings, for
 * which a program loads GStreamer; one that does not verifies the rest. */
typedef struct
{
  SkySightArchive *(*open) (const SkyArchive *archive, GError **error);
  void (*close) (SkySightArchive *sight);
  const char *(*get_calibration) (SkySightArchive *sight);
  GArray *(*read) (SkySightArchive *sight,
                   const char *table,
                   const SkySightStretch *stretch,
                   GCancellable *cancellable,
                   GError **error);
} SkyVerifyEye;

/* Returns: those functions. Only a program that may load GStreamer calls this. */
const SkyVerifyEye *sky_verify_get_eye (void);

typedef struct
{
  const char *const *logs; /* NULL-terminated: whole logs to hold the lines against; may be NULL */
  SkyCertificate *certificate; /* that must have signed; NULL: any */
  const SkyTrust *trust;       /* whom to trust as signers; NULL: only @certificate */
  const SkyTrust *authorities; /* whom to trust for time stamps; NULL: unknown */
  const SkyCheckpoint *since;  /* of the ledger, that somebody kept; NULL: none */
  const SkyVerifyEye *eye;     /* NULL: no clip is read again */
  GCancellable *cancellable;
  /* Called from the verifying thread with the bytes read and those of the whole package; may be
   * NULL. */
  void (*progress) (guint64 done, guint64 total, gpointer data);
  gpointer progress_data;
} SkyVerifyOptions;

/* Verifies the package at @path. Returns the results, or NULL with the errors of sky_package_read()
 * if there is nothing to report. */
SkyVerifyReport *sky_package_verify (const char *path,
                                     const SkyVerifyOptions *options,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_verify_report_free (SkyVerifyReport *self);

/* The text of @self in the reader's language, safe to show. Returns: a new string. */
char *sky_verify_line_show (const SkyVerifyLine *self) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyVerifyReport, sky_verify_report_free)

G_END_DECLS
