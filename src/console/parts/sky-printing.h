/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a PDF unchanged with the desktop's print dialog: the print equals the saved file. */
#pragma once

#include <gtk/gtk.h>
#include <gtk/gtkunixprint.h>

G_BEGIN_DECLS

/* A selected printer with its settings. */
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

/* Asks for a printer, in a dialog over @parent. Calls @chosen with it, unless the person cancels.
 * @free_data, if not NULL, frees @user_data. */
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
