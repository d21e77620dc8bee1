/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The surveillance room's cases, with their findings, bookmarks, stills and notes, and the
 * surveillance log. A separate window, which may be on another monitor; what is activated in it
 * appears in the main window. If closed during a write, it closes after it, and reappears if that
 * fails. */
#pragma once

#include <adwaita.h>

#include "sky-open-case.h"

G_BEGIN_DECLS

#define SKY_TYPE_CASES_WINDOW (sky_cases_window_get_type ())
G_DECLARE_FINAL_TYPE (SkyCasesWindow, sky_cases_window, SKY, CASES_WINDOW, AdwWindow)

SkyCasesWindow *sky_cases_window_new (GtkWindow *parent, SkyOpenCase *open_case);

/* "cases" or "log". */
void sky_cases_window_show_page (SkyCasesWindow *self, const char *page);

/* Opens a case and shows it. */
void sky_cases_window_open_case (SkyCasesWindow *self, const char *title);
/* Puts the session's item, a finding or a bookmark, into the shown case. */
void sky_cases_window_add_item (SkyCasesWindow *self);
void sky_cases_window_add_note (SkyCasesWindow *self, const char *text);
/* Writes @text into the surveillance log, as of the table that is open. */
void sky_cases_window_add_line (SkyCasesWindow *self, const char *text);
/* Shows the log, with the cursor in the entry for a new line. */
void sky_cases_window_write_line (SkyCasesWindow *self);
/* The same, with the shift's handover already typed. */
void sky_cases_window_hand_over (SkyCasesWindow *self);
/* Says what the shown case is. */
void sky_cases_window_describe_case (SkyCasesWindow *self, const SkyCaseDetails *details);
void sky_cases_window_rename_case (SkyCasesWindow *self, const char *title);
/* @why is required; without it the window asks the person. */
void sky_cases_window_close_case (SkyCasesWindow *self, const char *why);
void sky_cases_window_reopen_case (SkyCasesWindow *self, const char *why);
/* Takes what the entry @entry put into the case out of it. */
void sky_cases_window_take_out (SkyCasesWindow *self, gint64 entry);
/* Opens the window that exports the shown case, once it is known. */
void sky_cases_window_export_case (SkyCasesWindow *self);

/* TRUE when nothing asked of the store is under way. */
gboolean sky_cases_window_is_settled (SkyCasesWindow *self);

/* (element-type SkyCase), (element-type SkyCaseItem) and (element-type SkySurveillanceEntry): the
 * contents. */
GPtrArray *sky_cases_window_get_cases (SkyCasesWindow *self);
GPtrArray *sky_cases_window_get_items (SkyCasesWindow *self);
GPtrArray *sky_cases_window_get_log (SkyCasesWindow *self);
/* The note being typed. */
const char *sky_cases_window_get_note (SkyCasesWindow *self);

G_END_DECLS
