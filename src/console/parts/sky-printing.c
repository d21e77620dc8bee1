/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-printing.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <unistd.h>

SkyPrinter *
sky_printer_new (GtkPrinter *printer, GtkPrintSettings *settings, GtkPageSetup *page_setup)
{
  g_return_val_if_fail (GTK_IS_PRINTER (printer), NULL);

  SkyPrinter *self = g_new0 (SkyPrinter, 1);
  self->printer = g_object_ref (printer);
  self->settings = settings != NULL ? g_object_ref (settings) : gtk_print_settings_new ();
  self->page_setup = page_setup != NULL ? g_object_ref (page_setup) : gtk_page_setup_new ();
  return self;
}

void
sky_printer_free (SkyPrinter *self)
{
  if (self == NULL)
    return;
  g_object_unref (self->printer);
  g_object_unref (self->settings);
  g_object_unref (self->page_setup);
  g_free (self);
}

/* --- Asking ----------------------------------------------------------------------------------- */

typedef struct
{
  SkyPrinterFunc chosen;
  gpointer data;
  GDestroyNotify free_data;
} Asking;

static void
asking_free (gpointer data, GClosure *closure)
{
  Asking *asking = data;

  if (asking->free_data != NULL)
    asking->free_data (asking->data);
  g_free (asking);
}

static void
response_cb (GtkDialog *dialog, int response, gpointer user_data)
{
  GtkPrintUnixDialog *print = GTK_PRINT_UNIX_DIALOG (dialog);
  Asking *asking = user_data;
  GtkPrinter *printer = gtk_print_unix_dialog_get_selected_printer (print);

  if (response == GTK_RESPONSE_OK && printer != NULL)
    {
      g_autoptr (GtkPrintSettings) settings = gtk_print_unix_dialog_get_settings (print);

      asking->chosen (
          sky_printer_new (printer, settings, gtk_print_unix_dialog_get_page_setup (print)),
          asking->data);
    }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

GtkWidget *
sky_printing_ask (GtkWindow *parent,
                  const char *title,
                  SkyPrinterFunc chosen,
                  gpointer user_data,
                  GDestroyNotify free_data)
{
  GtkWidget *dialog = gtk_print_unix_dialog_new (title, parent);
  Asking *asking = g_new0 (Asking, 1);

  asking->chosen = chosen;
  asking->data = user_data;
  asking->free_data = free_data;
  gtk_window_set_modal (GTK_WINDOW (dialog), TRUE);
  /* The pages are set already; copies, and which pages, are the printer's to see to. */
  gtk_print_unix_dialog_set_manual_capabilities (GTK_PRINT_UNIX_DIALOG (dialog),
                                                 GTK_PRINT_CAPABILITY_GENERATE_PDF);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), asking, asking_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
}

/* --- Sending ---------------------------------------------------------------------------------- */

static void
sent_cb (GtkPrintJob *job, gpointer user_data, const GError *error)
{
  GTask *task = user_data;

  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_return_boolean (task, TRUE);
}

static void
close_file (gpointer file)
{
  close (GPOINTER_TO_INT (file));
}

/* Writes @pdf into a file without a name. Returns: the file, at its beginning, or -1. */
static int
keep_unnamed (GBytes *pdf, GError **error)
{
  g_autofree char *path = NULL;
  int file = g_file_open_tmp ("skyward-print-XXXXXX.pdf", &path, error);
  gsize size;
  const char *bytes = g_bytes_get_data (pdf, &size);

  if (file < 0)
    return -1;
  g_unlink (path);
  for (gsize done = 0; done < size;)
    {
      gssize n = write (file, bytes + done, size - done);
      if (n < 0 && errno != EINTR)
        {
          int code = errno;
          g_set_error (error, G_FILE_ERROR, (gint) g_file_error_from_errno (code), "%s: %s", path,
                       g_strerror (code));
          close (file);
          return -1;
        }
      done += n > 0 ? (gsize) n : 0;
    }
  lseek (file, 0, SEEK_SET);
  return file;
}

/* The file that @printer prints into, or NULL when it prints on paper. */
static GFile *
dup_target (SkyPrinter *printer)
{
  const char *uri = gtk_print_settings_get (printer->settings, GTK_PRINT_SETTINGS_OUTPUT_URI);

  return gtk_printer_is_virtual (printer->printer) && uri != NULL ? g_file_new_for_uri (uri) : NULL;
}

static void
replaced_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
sky_printing_send_async (SkyPrinter *printer,
                         const char *title,
                         GBytes *pdf,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (SkyPrinter) owned = printer;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  g_autoptr (GFile) target = dup_target (printer);
  GError *error = NULL;

  /* GTK's printer into a file writes it in the main loop, and never lets go of the stream. */
  if (target != NULL)
    {
      g_file_replace_contents_bytes_async (target, pdf, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                           replaced_cb, g_steal_pointer (&task));
      return;
    }

  g_autoptr (GtkPrintJob) job =
      gtk_print_job_new (title, printer->printer, printer->settings, printer->page_setup);
  int file = keep_unnamed (pdf, &error);
  /* The job reads it until it is sent. */
  if (file >= 0)
    g_task_set_task_data (task, GINT_TO_POINTER (file), close_file);
  if (file < 0 || !gtk_print_job_set_source_fd (job, file, &error))
    g_task_return_error (task, error);
  else
    gtk_print_job_send (job, sent_cb, g_object_ref (task), g_object_unref);
}

gboolean
sky_printing_send_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
