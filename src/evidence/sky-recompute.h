/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recomputes the findings of an extract: what anyone with only the extract can find out. */
#pragma once

#include <gio/gio.h>

#include "sky-log-extract.h"
#include "sky-staff.h"

G_BEGIN_DECLS

/* Audits the extract. @staff may be NULL. Returns: (transfer full): a set of the findings as
 * `skyward-cli audit` prints them, lines and offsets those of the whole log; or NULL when the
 * extract is no log. */
GHashTable *sky_recompute_findings (const SkyLogExtract *extract,
                                    const SkyStaff *staff,
                                    GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* TRUE when a finding of @check (by name) follows from the log, and not from the cameras. */
gboolean sky_recompute_can (const char *check);

G_END_DECLS
