/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two halves of the verification share: sky-verify.c has the package and its signature,
 * sky-verify-content.c what is in it. */
#pragma once

#include "sky-package-reader.h"
#include "sky-verify.h"

G_BEGIN_DECLS

typedef struct
{
  const SkyPackage *package;
  const SkyVerifyOptions *options;
  GPtrArray *lines;  /* of SkyVerifyLine */
  GPtrArray *people; /* of SkyPerson, as the ledger's entries tell; NULL: not known */
} SkyVerification;

void sky_verification_say (SkyVerification *self, gboolean holds, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Each of these looks at one thing and says what holds of it. */
void sky_verify_ledger (SkyVerification *self);
void sky_verify_logs (SkyVerification *self);
void sky_verify_footage (SkyVerification *self);
void sky_verify_stills (SkyVerification *self);

G_END_DECLS
