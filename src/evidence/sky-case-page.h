/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The case as a page for any browser: one file with its own script, style and data. It fetches
 * nothing and shows the clips and stills beside it in the package. It is in English, like the whole
 * package, whatever language the exporter uses. page/README.md says how the file is made. */
#pragma once

#include "sky-certificate.h"
#include "sky-dossier.h"

G_BEGIN_DECLS

typedef struct _SkyCasePage SkyCasePage;

/* Makes the page of @dossier, whose findings must be worked out, without the files beside it.
 * @credential is as for sky_case_report_new(). Blocks. Returns the page, or NULL with
 * G_IO_ERROR_CANCELLED. */
SkyCasePage *sky_case_page_new (const SkyDossier *dossier,
                                const char *credential,
                                const char *name,
                                const SkyCertificate *signer,
                                SkyTime made_at,
                                GCancellable *cancellable,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_case_page_free (SkyCasePage *self);

/* Adds a camera with its clips, as the package's `footage/<camera>.json` has it. */
void sky_case_page_add_camera (SkyCasePage *self, const char *json);

/* Adds a still that is in the package and not in the case, by its member's name. */
void sky_case_page_add_still (SkyCasePage *self, const char *member);

/* Returns: (transfer full): the file. */
GBytes *sky_case_page_write (const SkyCasePage *self) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCasePage, sky_case_page_free)

G_END_DECLS
