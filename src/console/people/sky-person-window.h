/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Registering a person: who they are, what they may, and their key, which is made here under a
 * passphrase or imported. The key's file is readable by its owner alone; when the register refuses
 * the person, the file is not kept. The first person to be registered is signed in with their key
 * and becomes the reviewer of the preferences.
 *
 * Signals: "registered" ()  the register has the person; the window closes. */
#pragma once

#include <adwaita.h>

#include "sky-review-desk.h"
#include "sky-store-worker.h"

G_BEGIN_DECLS

#define SKY_TYPE_PERSON_WINDOW (sky_person_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyPersonWindow, sky_person_window, SKY, PERSON_WINDOW, AdwWindow)

/* @worker must be signed in as the session's reviewer. @people (SkyPersons): who is registered.
 * @parent may be NULL. */
SkyPersonWindow *sky_person_window_new (GtkWindow *parent,
                                        SkyReviewDesk *desk,
                                        SkyStoreWorker *worker,
                                        GPtrArray *people);

/* The file that the key is imported from, and the one with its certificate, where that is another
 * (NULL: it is not). */
void sky_person_window_set_files (SkyPersonWindow *self, const char *key, const char *certificate);

/* TRUE when no key is being made and nobody is being registered. */
gboolean sky_person_window_is_settled (SkyPersonWindow *self);

G_END_DECLS
