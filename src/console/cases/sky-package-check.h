/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An evidence package verified in a thread, as often as somebody has something more to hold it
 * against: whole logs, or the certificate of whom it must be signed by. Whom the user trusts is
 * taken from the preferences. It needs neither store nor archive.
 *
 * Signal: "changed" (), more of it is read, or the verdict is there. */
#pragma once

#include <gio/gio.h>

#include "sky-verify.h"

G_BEGIN_DECLS

#define SKY_TYPE_PACKAGE_CHECK (sky_package_check_get_type ())
G_DECLARE_FINAL_TYPE (SkyPackageCheck, sky_package_check, SKY, PACKAGE_CHECK, GObject)

/* Begins to verify the package at @path. */
SkyPackageCheck *sky_package_check_new (const char *path);
const char *sky_package_check_get_path (SkyPackageCheck *self);
/* Begins anew, and holds it against the whole log at @path as well; against the certificate (PEM)
 * at @path. */
void sky_package_check_add_log (SkyPackageCheck *self, const char *path);
void sky_package_check_set_certificate (SkyPackageCheck *self, const char *path);
/* Ends what goes on. */
void sky_package_check_stop (SkyPackageCheck *self);

/* Both NULL: it is being verified still. */
const SkyVerifyReport *sky_package_check_get_report (SkyPackageCheck *self);
const char *sky_package_check_get_problem (SkyPackageCheck *self);
/* How much of it is read, in thousandths. */
guint sky_package_check_get_done (SkyPackageCheck *self);
/* What is said of the whole; "", while nothing is known. */
const char *sky_package_check_get_verdict (SkyPackageCheck *self);

G_END_DECLS
