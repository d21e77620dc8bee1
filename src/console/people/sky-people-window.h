/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The people who may write in the ledger: credential, role, certificate and where that stands, and
 * registering, expiring and revoking them. The store decides who may do that; the window says so
 * beforehand. */
#pragma once

#include <adwaita.h>

#include "sky-person-window.h"

G_BEGIN_DECLS

#define SKY_TYPE_PEOPLE_WINDOW (sky_people_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyPeopleWindow, sky_people_window, SKY, PEOPLE_WINDOW, AdwWindow)

/* @parent may be NULL. */
SkyPeopleWindow *sky_people_window_new (GtkWindow *parent, SkyReviewDesk *desk);

/* Opens the window that registers a person; the list follows it. */
SkyPersonWindow *sky_people_window_ask_register (SkyPeopleWindow *self);

/* Ask before the person with @credential, who is listed, expires or is revoked. The dialog's extra
 * child is the entry for the day or the reason; its response "accept" does it. */
AdwMessageDialog *sky_people_window_ask_expire (SkyPeopleWindow *self, const char *credential);
AdwMessageDialog *sky_people_window_ask_revoke (SkyPeopleWindow *self, const char *credential);

/* (element-type SkyPerson): who is listed; NULL: not known yet. */
GPtrArray *sky_people_window_get_people (SkyPeopleWindow *self);

/* Why people cannot be changed from here as things stand, in a sentence; NULL: they can. */
const char *sky_people_window_get_notice (SkyPeopleWindow *self);

/* Why what was asked last was not done; "": it was. */
const char *sky_people_window_get_trouble (SkyPeopleWindow *self);

/* TRUE when nothing that was asked for is under way. */
gboolean sky_people_window_is_settled (SkyPeopleWindow *self);

G_END_DECLS
