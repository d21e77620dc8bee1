/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-record-window-private.h"
#include "sky-sample.h"
#include "sky-thread-task.h"

#define WINDOWS     12
#define MAX_WINDOWS 200
#define MINUTES     5
#define MAX_MINUTES 60
#define MAX_TESTS   1000

typedef struct
{
  SkySampleRequest request;
  char *path; /* of the new plan */
} Drawing;

void
sky_record_window_open_plan (SkyRecordWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  const SkyRecordPlan *plan;

  g_return_if_fail (SKY_IS_RECORD_WINDOW (self));
  if (self->desk != NULL || self->archive == NULL)
    return;
  plan = sky_record_archive_add_plan (self->archive, path, &error);
  if (plan == NULL)
    sky_record_setup_set_problem (self->setup, error->message);
  else if (g_strcmp0 (plan->plan->table, sky_record_setup_get_table (self->setup) != NULL
                                             ? sky_record_setup_get_table (self->setup)->table
                                             : NULL)
           != 0)
    sky_record_setup_set_problem (self->setup, _ ("The plan is of another table."));
  else
    sky_record_setup_choose_plan (self->setup, plan);
}

static gpointer
draw_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const Drawing *drawing = task_data;
  g_autoptr (SkyPlan) plan = sky_sample_draw (&drawing->request, NULL, error);

  return plan != NULL && sky_sample_write (plan, drawing->path, error) ? g_strdup (drawing->path)
                                                                       : NULL;
}

static void
drawn_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SkyRecordWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = sky_thread_task_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->reading);
  if (path == NULL)
    sky_record_setup_set_problem (self->setup, error->message);
  else
    sky_record_window_open_plan (self, path);
}

void
sky_record_window_draw_plan (SkyRecordWindow *self, guint windows, guint minutes, guint tests)
{
  const SkyRecordTable *table;
  Drawing *drawing;
  g_autofree char *name = NULL;
  char day_text[SKY_DAY_TEXT_SIZE];
  SkyDay day;
  SkyGameId game;

  g_return_if_fail (SKY_IS_RECORD_WINDOW (self));
  table = sky_record_setup_get_table (self->setup);
  if (self->desk != NULL || self->reading != NULL || table == NULL
      || !sky_record_setup_get_play (self->setup, &day, &game))
    return;
  name = g_strdup_printf ("%s-%s.plan.json", table->table, sky_day_format (day, day_text));
  g_strdelimit (name, "/\\:", '_');
  drawing = sky_thread_task_new (Drawing);
  drawing->request = (SkySampleRequest){
    .archive = sky_thread_task_copy_text (drawing, self->archive->folder),
    .table = sky_thread_task_copy_text (drawing, table->table),
    .day = day,
    .has_game = TRUE,
    .game = game,
    .windows = windows,
    .length = minutes * SKY_MINUTE,
    .tests = tests,
    .anybody = TRUE,
    .seed = sky_sample_choose_seed (),
  };
  drawing->path =
      sky_thread_task_keep_text (drawing, g_build_filename (self->archive->folder, name, NULL));
  self->reading = g_cancellable_new ();
  sky_thread_task_run (drawing, draw_in_thread, g_free, self->reading, drawn_cb,
                       g_object_ref (self));
}

/* --- The question ----------------------------------------------------------------------------- */

static GtkWidget *
add_number (GtkGrid *grid, int row, const char *text, guint value, guint least, guint most)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (text);
  GtkWidget *number = gtk_spin_button_new_with_range (least, most, 1);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), number);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (number), value);
  gtk_grid_attach (grid, label, 0, row, 1, 1);
  gtk_grid_attach (grid, number, 1, row, 1, 1);
  return number;
}

static void
answered_cb (SkyRecordWindow *self, const char *response, GObject *dialog)
{
  GtkSpinButton *windows = g_object_get_data (dialog, "windows");
  GtkSpinButton *minutes = g_object_get_data (dialog, "minutes");
  GtkSpinButton *tests = g_object_get_data (dialog, "tests");

  if (g_str_equal (response, "draw"))
    sky_record_window_draw_plan (self, (guint) gtk_spin_button_get_value_as_int (windows),
                                 (guint) gtk_spin_button_get_value_as_int (minutes),
                                 tests != NULL ? (guint) gtk_spin_button_get_value_as_int (tests)
                                               : 0);
}

void
sky_record_window_ask_to_draw (SkyRecordWindow *self)
{
  GtkWidget *dialog;
  GtkWidget *grid;

  if (sky_record_setup_get_table (self->setup) == NULL)
    return;
  dialog = adw_message_dialog_new (
      GTK_WINDOW (self), _ ("Draw a plan?"),
      _ ("Stretches of the recordings are drawn at random, equally many of each dealer that the "
         "table’s log names. The plan states its seed. It is not written over: nobody draws until "
         "a "
         "plan pleases."));
  grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  g_object_set_data (G_OBJECT (dialog), "windows",
                     add_number (GTK_GRID (grid), 0, _ ("_Stretches"), WINDOWS, 1, MAX_WINDOWS));
  g_object_set_data (
      G_OBJECT (dialog), "minutes",
      add_number (GTK_GRID (grid), 1, _ ("_Minutes of each"), MINUTES, 1, MAX_MINUTES));
  if (self->archive->tests != NULL)
    g_object_set_data (G_OBJECT (dialog), "tests",
                       add_number (GTK_GRID (grid), 2, _ ("_Test rounds"), 0, 0, MAX_TESTS));
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), grid);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "draw",
                                    _ ("_Draw"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "draw");
  g_signal_connect_object (dialog, "response", G_CALLBACK (answered_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}
