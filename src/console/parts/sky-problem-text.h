/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What went wrong, as a person reads it: a file by its name, the cause beside it. The whole path is
 * for a tooltip. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @message: of an error, which may begin with a file's path ("/cases/store.db: it is damaged").
 * Returns: a new string ("store.db: it is damaged"). */
char *sky_problem_text_new (const char *message) G_GNUC_WARN_UNUSED_RESULT;

/* Returns: (nullable): the path that @message begins with, a new string; NULL: it begins with none.
 */
char *sky_problem_text_dup_path (const char *message) G_GNUC_WARN_UNUSED_RESULT;

/* As the first for @messages (element-type utf8), one or more: one line for each of the first few,
 * then how many there are besides. */
char *sky_problem_text_new_for_all (GPtrArray *messages) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
