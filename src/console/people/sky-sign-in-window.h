/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signing in: the passphrase opens the reviewer's key, which signs their entries until the program
 * ends or another person signs in. */
#pragma once

#include <adwaita.h>

#include "sky-review-desk.h"

G_BEGIN_DECLS

#define SKY_TYPE_SIGN_IN_WINDOW (sky_sign_in_window_get_type ())
G_DECLARE_FINAL_TYPE (SkySignInWindow, sky_sign_in_window, SKY, SIGN_IN_WINDOW, AdwWindow)

/* @parent may be NULL. */
SkySignInWindow *sky_sign_in_window_new (GtkWindow *parent, SkyReviewDesk *desk);

G_END_DECLS
