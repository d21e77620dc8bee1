/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of keys and packages. OpenSSL's and libarchive's own codes end in this folder: a message
 * names the file and the problem in words. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_EVIDENCE_ERROR (sky_evidence_error_quark ())
GQuark sky_evidence_error_quark (void);

typedef enum
{
  SKY_EVIDENCE_ERROR_READ,       /* a file cannot be read */
  SKY_EVIDENCE_ERROR_WRITE,      /* a file cannot be written */
  SKY_EVIDENCE_ERROR_EXPOSED,    /* others than its owner can read a key's file */
  SKY_EVIDENCE_ERROR_PASSPHRASE, /* it does not open the key; or it is too short for a new one */
  SKY_EVIDENCE_ERROR_KEY,    /* a key or a certificate is not one, or they do not belong together */
  SKY_EVIDENCE_ERROR_CASE,   /* the case cannot become a package */
  SKY_EVIDENCE_ERROR_RECORD, /* a log or a recording differs from what was audited */
  SKY_EVIDENCE_ERROR_TIME_STAMP,  /* the time-stamping authority did not give a stamp */
  SKY_EVIDENCE_ERROR_LINKED,      /* a recording of the case has other names as well (hard links) */
  SKY_EVIDENCE_ERROR_SIGNATURE,   /* something is not a signature, or not a valid one */
  SKY_EVIDENCE_ERROR_NOT_PACKAGE, /* the file is not a readable evidence package */
  SKY_EVIDENCE_ERROR_NOTE,    /* a signed note, a checkpoint or a request is not one, or not good */
  SKY_EVIDENCE_ERROR_WITNESS, /* the witness does not sign: the message begins with HTTP's status */
  SKY_EVIDENCE_ERROR_LEDGER,  /* the ledger is not what a checkpoint says, or has no key */
} SkyEvidenceError;

/* Sets SKY_EVIDENCE_ERROR with OpenSSL's last message appended, and clears that. Returns: FALSE. */
gboolean sky_evidence_fail (GError **error, SkyEvidenceError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

G_END_DECLS
