/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verifies an evidence package in a thread, again for each further thing to compare it with: whole
 * logs, or the certificate that must have signed it. The preferences say whom the user trusts. It
 * needs neither store nor archive. Signal: "changed" (), progress was made, or the verdict is
 * there. */
#pragma once

#include <gio/gio.h>

#include "sky-verify.h"

G_BEGIN_DECLS

#define SKY_TYPE_PACKAGE_CHECK (sky_package_check_get_type ())
G_DECLARE_FINAL_TYPE (SkyPackageCheck, sky_package_check, SKY, PACKAGE_CHECK, GObject)

/* Begins to verify the package at @path. */
SkyPackageCheck *sky_package_check_new (const char *path);
const char *sky_package_check_get_path (SkyPackageCheck *self);
/* Restarts, and also compares with the whole log, or the certificate (PEM), at @path. */
void sky_package_check_add_log (SkyPackageCheck *self, const char *path);
void sky_package_check_set_certificate (SkyPackageCheck *self, const char *path);
/* Stops the verification. */
void sky_package_check_stop (SkyPackageCheck *self);

/* Both NULL: still verifying. */
const SkyVerifyReport *sky_package_check_get_report (SkyPackageCheck *self);
const char *sky_package_check_get_problem (SkyPackageCheck *self);
/* The progress in thousandths. */
guint sky_package_check_get_done (SkyPackageCheck *self);
/* The overall verdict; "" while unknown. */
const char *sky_package_check_get_verdict (SkyPackageCheck *self);

G_END_DECLS
