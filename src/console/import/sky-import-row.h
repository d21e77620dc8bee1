/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of a list of records (SkyImportRecord): number, what became of it, and a text. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Has @list show the records' texts. */
void sky_import_row_show_records (GtkListView *list);
/* Makes @list show why its records were set aside. */
void sky_import_row_show_reasons (GtkListView *list);

G_END_DECLS
