/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bar below what surveillance must confirm: the button that confirms it, then whom it waits
 * for. The second reviewer identifies themselves right there; the person at the desk stays signed
 * in. Property (notifies): "selection". */
#pragma once

#include <gtk/gtk.h>

#include "sky-selection.h"

G_BEGIN_DECLS

#define SKY_TYPE_CONFIRMATION_BAR (sky_confirmation_bar_get_type ())
G_DECLARE_FINAL_TYPE (SkyConfirmationBar, sky_confirmation_bar, SKY, CONFIRMATION_BAR, GtkWidget)

/* @selection: (nullable) (transfer none) */
void sky_confirmation_bar_set_selection (SkyConfirmationBar *self, SkySelection *selection);

/* Asks for the second reviewer. Returns FALSE if none is awaited. */
gboolean sky_confirmation_bar_ask_second (SkyConfirmationBar *self);

/* The shown state of the review, and why someone could not agree; empty: nothing. */
const char *sky_confirmation_bar_get_state (SkyConfirmationBar *self);
const char *sky_confirmation_bar_get_trouble (SkyConfirmationBar *self);

/* As if they had typed it and pressed Enter. @passphrase is needed once people are registered. */
void sky_confirmation_bar_agree (SkyConfirmationBar *self,
                                 const char *credential,
                                 const char *name,
                                 const char *passphrase);

G_END_DECLS
