/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the verification share. sky-verify.c: the package and its digests.
 * sky-verify-signer.c: who signed it and when. sky-verify-ledger.c: what people said about the
 * case. sky-verify-patterns.c: the patterns among it. sky-verify-checkpoint.c: that nothing was
 * left out. sky-verify-content.c and sky-verify-findings.c: the case itself. sky-verify-sight.c:
 * what its pictures showed. sky-verification.c: the results of all of them. */
#pragma once

#include "sky-cms-signature.h"
#include "sky-ledger.h"
#include "sky-package-reader.h"
#include "sky-phrase.h"
#include "sky-time-stamp.h"
#include "sky-verify.h"

G_BEGIN_DECLS

typedef struct
{
  const char *path;
  const SkyPackage *package;
  const SkyVerifyOptions *options;
  GPtrArray *lines; /* of SkyVerifyLine */
  guint n_faults;
  gboolean is_vouched_for;
  gboolean lacks_eye;

  /* Of sky-verify-signer.c; NULL: not there, or not good. */
  SkyCmsSignature *signature;
  SkyTimeStamp *stamp;

  /* Of sky-verify-ledger.c. */
  GPtrArray *entries;    /* of SkyLedgerEntry: the readable ones, in their order */
  GPtrArray *people;     /* of SkyPerson, as the entries tell */
  SkyCertificate *first; /* the first one registered; NULL: none */
  SkyTime first_at;      /* when that was */
  gint64 case_id;        /* the entry that opened the case; 0: there is none, or several */
  GHashTable
      *standing; /* keys of the findings in the case → the entry (gint64 *) that put it there */
  GHashTable *taken_back; /* numbers (gint64 *) of undone entries, borrowed */
} SkyVerification;

/* Adds a line; @format and what follows are a template and its values, as sky_phrase() takes them.
 */
void sky_verification_say (SkyVerification *self, SkyVerifyKind kind, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Calls @func for each line of @data, without its LF. */
void sky_verification_each_line (GBytes *data,
                                 void (*func) (const char *line, gsize length, gpointer data),
                                 gpointer user);

/* Says of the stamp in @member, which must be of @data, what it is. Returns: it, or NULL. */
SkyTimeStamp *
sky_verify_stamp (SkyVerification *self, const SkyPackageMember *member, GBytes *data);

/* Each of these checks one thing and reports the result. */
void sky_verify_signature (SkyVerification *self, GBytes *sums);
void sky_verify_ledger (SkyVerification *self);
void sky_verify_patterns (SkyVerification *self);   /* behind it */
void sky_verify_checkpoint (SkyVerification *self); /* behind it */
void sky_verify_signer (SkyVerification *self);     /* behind the two */
void sky_verify_logs (SkyVerification *self);
/* @found: the set of recomputed findings, as lines. */
void sky_verify_findings (SkyVerification *self, GBytes *findings, GHashTable *found);
void sky_verify_footage (SkyVerification *self);
void sky_verify_sight (SkyVerification *self);
void sky_verify_stills (SkyVerification *self);

G_END_DECLS
