/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports a case as an evidence package (README.md lists its members). The package appears under
 * its name when it is whole and the ledger has an entry about it. Until then nothing of it is
 * visible. */
#pragma once

#include <gio/gio.h>

#include "sky-dossier.h"
#include "sky-identity.h"
#include "sky-store.h"

G_BEGIN_DECLS

typedef struct
{
  const char *path; /* of the package, which must not be there yet */
  gint64 case_id;
  SkyIdentity *identity;  /* who exports, and signs */
  const char *credential; /* as registered */
  const char *name;
  gboolean allow_linked; /* recordings may have other names (hard links); otherwise the export fails
                            with SKY_EVIDENCE_ERROR_LINKED before it writes anything */
  const SkyDossierScope *scope; /* NULL: all cameras, with the usual margin */
  gboolean leave_out_originals; /* their digests are still stated */
  const char *time_stamp_url;   /* of an RFC 3161 authority; NULL: no stamp */
  const char *const *stills;    /* NULL-terminated paths of PNG files besides the case's own stills;
                                   NULL: none */
  GPtrArray *left_out;    /* takes a string for each recording that is missing, refused, or is no
                             recording: its path and the cause; NULL: not wanted */
  const char *ledger_key; /* the file with the ledger's key, which makes the package's checkpoint;
                             NULL: the default file */
  GCancellable *cancellable;
  /* Called from the exporting thread with bytes written and, about, in all; may be NULL. */
  void (*progress) (guint64 done, guint64 total, gpointer data);
  gpointer progress_data;
} SkyExportOptions;

/* Exports. Blocks. Errors: of the store, SKY_EVIDENCE_ERROR, SKY_MEDIA_ERROR, SKY_REPORT_ERROR,
 * G_IO_ERROR_CANCELLED; no package is then left. */
gboolean sky_export_case (SkyStore *store, const SkyExportOptions *options, GError **error);

/* The registered name of @credential; for an unregistered one, the name in the certificate of
 * @identity. Returns: a new string. */
char *sky_export_find_name (SkyStore *store,
                            const char *credential,
                            SkyIdentity *identity) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
