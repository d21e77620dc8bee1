/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verification of an evidence package: one line for each valid or failed point. It needs
 * neither store nor archive. */
#pragma once

#include <adwaita.h>

#include "sky-package-check.h"

G_BEGIN_DECLS

#define SKY_TYPE_VERIFY_WINDOW (sky_verify_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyVerifyWindow, sky_verify_window, SKY, VERIFY_WINDOW, AdwWindow)

/* @parent may be NULL. */
SkyVerifyWindow *sky_verify_window_new (GtkWindow *parent);

/* Verifies the package @file in a thread; drops a running verification. */
void sky_verify_window_open (SkyVerifyWindow *self, GFile *file);
/* The same for an existing verification, shared with another user. */
void sky_verify_window_show (SkyVerifyWindow *self, SkyPackageCheck *check);

/* TRUE when no verification is running. */
gboolean sky_verify_window_is_settled (SkyVerifyWindow *self);

/* The verdict as shown; "" while unknown. */
const char *sky_verify_window_get_verdict (SkyVerifyWindow *self);

G_END_DECLS
