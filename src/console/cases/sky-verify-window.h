/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verification of an evidence package: what holds and what does not, a line each. It needs
 * neither store nor archive. */
#pragma once

#include <adwaita.h>

#include "sky-package-check.h"

G_BEGIN_DECLS

#define SKY_TYPE_VERIFY_WINDOW (sky_verify_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyVerifyWindow, sky_verify_window, SKY, VERIFY_WINDOW, AdwWindow)

/* @parent may be NULL. */
SkyVerifyWindow *sky_verify_window_new (GtkWindow *parent);

/* Verifies the package @file in a thread; one that is being verified is left. */
void sky_verify_window_open (SkyVerifyWindow *self, GFile *file);
/* The same of one that is verified already, for somebody else as well. */
void sky_verify_window_show (SkyVerifyWindow *self, SkyPackageCheck *check);

/* TRUE when nothing is being verified. */
gboolean sky_verify_window_is_settled (SkyVerifyWindow *self);

/* What is said of the whole: "", while nothing is known, or the verdict as it is shown. */
const char *sky_verify_window_get_verdict (SkyVerifyWindow *self);

G_END_DECLS
