/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RFC 3161 time stamps: a time-stamping authority's word that data were there at a time. */
#pragma once

#include "sky-time.h"

G_BEGIN_DECLS

/* Asks the authority at @url ("http://…", or "https://…" with a certificate that the system trusts)
 * for a stamp of @data. Blocks for as long as the network does, up to half a minute. Returns:
 * (transfer full): its answer as it came (DER), once it was found to be a stamp of @data; or NULL
 * with a SKY_EVIDENCE_ERROR_TIME_STAMP. */
GBytes *
sky_time_stamp_request (const char *url, GBytes *data, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Whether @answer is a stamp of @data, and the authority's signature is good; whether the authority
 * is to be trusted must be known otherwise: @authority takes its name and its certificate's SHA-256
 * (a new string), @at the time that it states. */
gboolean
sky_time_stamp_verify (GBytes *answer, GBytes *data, SkyTime *at, char **authority, GError **error);

G_END_DECLS
