/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The case for a reader. It shows each finding and its table, the layout and the cameras at that
 * instant, what the table did and what the rules require. Steps cite their sections. It also shows
 * who decided what and when. */
#pragma once

#include "sky-certificate.h"
#include "sky-document.h"
#include "sky-dossier.h"

G_BEGIN_DECLS

/* Returns the document; notes replace missing pictures. @signer's certificate is the one that signs
 * the package. Only G_IO_ERROR_CANCELLED makes it NULL. */
SkyDocument *sky_case_report_new (const SkyDossier *dossier,
                                  const char *credential,
                                  const char *name,
                                  const SkyCertificate *signer,
                                  SkyTime made_at,
                                  GCancellable *cancellable,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
