/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Printing a PDF as it is by the desktop's print dialog: what comes out of the printer is what
 * would be saved. */
#pragma once

#include <gtk/gtk.h>
#include <gtk/gtkunixprint.h>

G_BEGIN_DECLS

/* A printer that was chosen, with what was set for it. */
typedef struct
{
  GtkPrinter *printer;
  GtkPrintSettings *settings;
  GtkPageSetup *page_setup;
} SkyPrinter;

SkyPrinter *sky_printer_new (GtkPrinter *printer,
                             GtkPrintSettings *settings,
                             GtkPageSetup *page_setup) G_GNUC_WARN_UNUSED_RESULT;
void sky_printer_free (SkyPrinter *self);

/* @printer: (transfer full) */
typedef void (*SkyPrinterFunc) (SkyPrinter *printer, gpointer user_data);

/* Asks for a printer, in a dialog over @parent. @chosen is called with it; where nothing is to be
 * printed it is not. @free_data, when given, lets go of @user_data. */
GtkWidget *sky_printing_ask (GtkWindow *parent,
                             const char *title,
                             SkyPrinterFunc chosen,
                             gpointer user_data,
                             GDestroyNotify free_data);

/* Sends the PDF @pdf to @printer (transfer full); @title names the job. @callback comes when the
 * printer has all of it. */
void sky_printing_send_async (SkyPrinter *printer,
                              const char *title,
                              GBytes *pdf,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
gboolean sky_printing_send_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyPrinter, sky_printer_free)

G_END_DECLS
