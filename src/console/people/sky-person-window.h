/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registers a person: who they are, their rights, and their key, which is made here under a
 * passphrase or imported. Only its owner can read the key's file; if the register refuses the
 * person, the file is removed. The first registered person is signed in with their key and becomes
 * the reviewer of the preferences. Signal: "registered" (), the register has the person; the window
 * closes. */
#pragma once

#include <adwaita.h>

#include "sky-review-desk.h"
#include "sky-store-worker.h"

G_BEGIN_DECLS

#define SKY_TYPE_PERSON_WINDOW (sky_person_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyPersonWindow, sky_person_window, SKY, PERSON_WINDOW, AdwWindow)

/* @worker must be signed in as the session's reviewer. @people (SkyPersons): those registered.
 * @parent may be NULL. */
SkyPersonWindow *sky_person_window_new (GtkWindow *parent,
                                        SkyReviewDesk *desk,
                                        SkyStoreWorker *worker,
                                        GPtrArray *people);

/* The file of the imported key, and the file with its certificate if separate (otherwise NULL). */
void sky_person_window_set_files (SkyPersonWindow *self, const char *key, const char *certificate);

/* TRUE when no key is being made and no registration is running. */
gboolean sky_person_window_is_settled (SkyPersonWindow *self);

G_END_DECLS
