/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mapping's text with numbered lines, and its errors below: selecting one goes to its line. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SKY_TYPE_MAP_EDITOR (sky_map_editor_get_type ())
G_DECLARE_FINAL_TYPE (SkyMapEditor, sky_map_editor, SKY, MAP_EDITOR, AdwBin)

/* Its text; the buffer's "modified" says whether it changed. */
GtkTextBuffer *sky_map_editor_get_buffer (SkyMapEditor *self);
/* Returns: a new string. */
char *sky_map_editor_get_text (SkyMapEditor *self) G_GNUC_WARN_UNUSED_RESULT;
/* Replaces the text by @text, as unmodified and without undo. */
void sky_map_editor_set_text (SkyMapEditor *self, const char *text);

/* Shows @problems (of SkyMapProblem); those of the file @name are this text's. */
void sky_map_editor_set_problems (SkyMapEditor *self, const GPtrArray *problems, const char *name);
guint sky_map_editor_get_n_problems (SkyMapEditor *self);

/* Goes to the next line with an error after the cursor, wrapping to the top. Returns FALSE if there
 * is no error. */
gboolean sky_map_editor_go_to_next_problem (SkyMapEditor *self);
/* The cursor's line, from 1. */
guint sky_map_editor_get_line (SkyMapEditor *self);

G_END_DECLS
