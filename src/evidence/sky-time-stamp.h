/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RFC 3161 time stamps: a time-stamping authority's word that data were there at a time. */
#pragma once

#include "sky-certificate.h"

G_BEGIN_DECLS

/* Requests a stamp of @data from the authority at @url ("http://…", or "https://…" with a
 * certificate that the system trusts). Blocks for the network, up to half a minute. Returns:
 * (transfer full): its answer unchanged (DER), after checking that it is a stamp of @data; or NULL
 * with a SKY_EVIDENCE_ERROR_TIME_STAMP. */
GBytes *
sky_time_stamp_request (const char *url, GBytes *data, GError **error) G_GNUC_WARN_UNUSED_RESULT;

typedef struct
{
  SkyTime at;       /* that it states */
  SkyTime accuracy; /* how far that may be from the truth, by its own word */
  SkyCertificate *authority;
  GPtrArray *above; /* of SkyCertificate: those above the authority's, as far as it brings them */
  gboolean is_self_made; /* the authority confirms only itself: anyone can make such a stamp */
} SkyTimeStamp;

/* Checks that @answer is a stamp of @data, signed by the authority whose certificate it contains;
 * accepts only SHA-2. It does not say whether the authority is trusted. Returns NULL with
 * SKY_EVIDENCE_ERROR_TIME_STAMP. */
SkyTimeStamp *
sky_time_stamp_verify (GBytes *answer, GBytes *data, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_time_stamp_free (SkyTimeStamp *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyTimeStamp, sky_time_stamp_free)

G_END_DECLS
