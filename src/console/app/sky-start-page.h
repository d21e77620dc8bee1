/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window's contents without an archive: how to open one, recently opened ones, and a demo.
 * Signal: "demo" (), the demo's archive is ready (sky-demo.h). */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_START_PAGE (sky_start_page_get_type ())
G_DECLARE_FINAL_TYPE (SkyStartPage, sky_start_page, SKY, START_PAGE, GtkWidget)

/* @recent: recently opened items, the last first, each a label with the action that opens it; the
 * page follows its changes. Call it once. */
void sky_start_page_set_recent (SkyStartPage *self, GMenuModel *recent);

/* Makes the demo, saying how far that is, or has it at once. */
void sky_start_page_try_demo (SkyStartPage *self);

/* Why there is no demo; "": nothing to say. */
const char *sky_start_page_get_trouble (SkyStartPage *self);

G_END_DECLS
