/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window that records a table by eye, on a folder of its own with two cameras of ten minutes. */
#pragma once

#include "sky-record-window.h"

G_BEGIN_DECLS

/* The folder's footage.json. */
extern const char scene_footage[];

typedef struct
{
  char *folder;
  const char *coder;
  SkyRecordWindow *window;
} Scene;

/* Opens the window as PA-7. */
void scene_init (Scene *self);
/* Closes it, and removes the folder. */
void scene_clear (Scene *self);
/* Opens another window on the folder, when that one is closed. */
void scene_open (Scene *self);

/* For fixture_wait(): the window waits for nothing; it does not, and a log is open. */
gboolean scene_is_settled (gpointer window);
gboolean scene_is_open (gpointer window);

const SkyRecordState *scene_state (const Scene *self);
/* A part of the window, and one of its first page. */
gpointer scene_child (const Scene *self, const char *name);
gpointer scene_setup_child (const Scene *self, const char *name);

/* Fills the first page in and begins: roulette, or @game. */
void scene_begin (const Scene *self);
void scene_begin_game (const Scene *self, SkyGameId game);

/* Does what a key, the entry line, a click on the layout, the transport do; and waits for it.
 * @target: in GVariant's text format, or NULL. @seconds: of the recordings. */
void scene_act (const Scene *self, const char *name, const char *target);
void scene_type (const Scene *self, const char *text);
void scene_click (const Scene *self, const char *bet);
void scene_go_to (const Scene *self, guint seconds);

/* PA-7's log. Returns: a new string. */
char *scene_read_log (const Scene *self);
void scene_assert_log_has (const Scene *self, const char *part);

G_END_DECLS
