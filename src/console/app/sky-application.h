/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The console as a program: its command line, its style, and a window for each call of it. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SKY_TYPE_APPLICATION (sky_application_get_type ())
G_DECLARE_FINAL_TYPE (SkyApplication, sky_application, SKY, APPLICATION, AdwApplication)

SkyApplication *sky_application_new (void);

/* The return value of main(): not 0 if a requested screenshot failed. */
int sky_application_get_status (SkyApplication *self);

G_END_DECLS
