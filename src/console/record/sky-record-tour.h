/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tour of the window in which a table is recorded. A bar above its parts says, step by step, what
 * each is for. That part has a frame meanwhile. The bar takes no focus and no key of the work. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SKY_TYPE_RECORD_TOUR (sky_record_tour_get_type ())
G_DECLARE_FINAL_TYPE (SkyRecordTour, sky_record_tour, SKY, RECORD_TOUR, GtkWidget)

/* Adds a step: @text, translated, about @part, which is borrowed and outlives the tour. */
void sky_record_tour_add (SkyRecordTour *self, GtkWidget *part, const char *text);

/* Begins, or goes to the next step. After the last one the tour ends. */
void sky_record_tour_next (SkyRecordTour *self);
void sky_record_tour_end (SkyRecordTour *self);

/* The step that is shown, from 1; 0: none. */
guint sky_record_tour_get_step (SkyRecordTour *self);
/* The part that it is about; NULL: none. */
GtkWidget *sky_record_tour_get_part (SkyRecordTour *self);

G_END_DECLS
