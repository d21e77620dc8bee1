/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mapping's text with its lines numbered, and below it what is wrong with it: a line that is
 * chosen there is gone to. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SKY_TYPE_MAP_EDITOR (sky_map_editor_get_type ())
G_DECLARE_FINAL_TYPE (SkyMapEditor, sky_map_editor, SKY, MAP_EDITOR, AdwBin)

/* Its text; whether it was changed is the buffer's "modified". */
GtkTextBuffer *sky_map_editor_get_buffer (SkyMapEditor *self);
/* Returns: a new string. */
char *sky_map_editor_get_text (SkyMapEditor *self) G_GNUC_WARN_UNUSED_RESULT;
/* Puts @text in its place, unchanged so far and not to be undone. */
void sky_map_editor_set_text (SkyMapEditor *self, const char *text);

/* Shows @problems (of SkyMapProblem); those of the file @name are this text's. */
void sky_map_editor_set_problems (SkyMapEditor *self, const GPtrArray *problems, const char *name);
guint sky_map_editor_get_n_problems (SkyMapEditor *self);

/* Goes to the first line behind the cursor that something is wrong with, and begins again at the
 * top. Returns: FALSE: nothing is wrong. */
gboolean sky_map_editor_go_to_next_problem (SkyMapEditor *self);
/* The cursor's line, from 1. */
guint sky_map_editor_get_line (SkyMapEditor *self);

G_END_DECLS
