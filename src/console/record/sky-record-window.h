/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table's log recorded by eye. Cameras and their time are on the left. On the right is the layout
 * to lay chips on, with the round's lines and the wagers to settle below it. The foot has the phase
 * and the entry line. Everything has a key (sky-keys.c). */
#pragma once

#include <adwaita.h>

#include "sky-record-state.h"

G_BEGIN_DECLS

#define SKY_TYPE_RECORD_WINDOW (sky_record_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyRecordWindow, sky_record_window, SKY, RECORD_WINDOW, AdwWindow)

/* Returns: (transfer none): a window above @parent (nullable) for a person with the credential
 * @credential (nullable), with the folder @folder (nullable) chosen. */
SkyRecordWindow *
sky_record_window_new (GtkWindow *parent, const char *credential, const char *folder);

/* Reads @folder and offers its tables. */
void sky_record_window_set_folder (SkyRecordWindow *self, const char *folder);

/* Reads the plan at @path, which may lie elsewhere, and chooses it, before anything is recorded.
 * The first page says why it cannot. */
void sky_record_window_open_plan (SkyRecordWindow *self, const char *path);

/* Draws a plan of @windows stretches of @minutes for the table and day of the first page, with
 * @tests test rounds, writes it into the folder, and chooses it. The first page says why it
 * cannot. */
void sky_record_window_draw_plan (SkyRecordWindow *self, guint windows, guint minutes, guint tests);

/* The round in hand; NULL: nothing is recorded yet. */
const SkyRecordState *sky_record_window_get_state (SkyRecordWindow *self);
/* The folder of the recordings, if more is recorded than when the window opened; otherwise NULL. */
const char *sky_record_window_get_recorded (SkyRecordWindow *self);
/* What the foot says of the last action; "": nothing. */
const char *sky_record_window_get_message (SkyRecordWindow *self);
/* TRUE when nothing is read, written or drawn. */
gboolean sky_record_window_is_settled (SkyRecordWindow *self);

G_END_DECLS
