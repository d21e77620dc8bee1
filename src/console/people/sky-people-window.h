/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The people who may write in the ledger: credential, role, certificate and its state. The window
 * registers, expires and revokes them. The store decides who may do that; the window says so
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

/* Ask for confirmation before the listed person with @credential expires or is revoked. The
 * dialog's extra child is the entry for the day or the reason; its response "accept" does it. */
AdwMessageDialog *sky_people_window_ask_expire (SkyPeopleWindow *self, const char *credential);
AdwMessageDialog *sky_people_window_ask_revoke (SkyPeopleWindow *self, const char *credential);

/* (element-type SkyPerson): the listed people; NULL: not known yet. */
GPtrArray *sky_people_window_get_people (SkyPeopleWindow *self);

/* Why people cannot be changed here now, in a sentence; NULL: they can. */
const char *sky_people_window_get_notice (SkyPeopleWindow *self);

/* Why the last request failed; "": it did not. */
const char *sky_people_window_get_trouble (SkyPeopleWindow *self);

/* TRUE when no request is pending. */
gboolean sky_people_window_is_settled (SkyPeopleWindow *self);

G_END_DECLS
