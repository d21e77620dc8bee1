/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-import-window.h"

#include <glib/gi18n.h>

#include <inttypes.h>

#include "sky-child-window.h"
#include "sky-file-chooser.h"
#include "sky-help-window.h"
#include "sky-import-details.h"
#include "sky-import-job.h"
#include "sky-import-row.h"
#include "sky-keys.h"
#include "sky-map-editor.h"
#include "sky-map-examples.h"
#include "sky-map-file.h"

/* How long nothing is written until the mapping is tried, in milliseconds. */
#define PAUSE 250
/* How often the progress is looked at. */
#define PERIOD 100

/* What the list shows. */
typedef enum
{
  SHOW_ALL,
  SHOW_USED,
  SHOW_NOTHING,
  SHOW_IGNORED,
  SHOW_ASIDE,
} Shown;

/* What is done when the mapping is saved, or given up. */
typedef enum
{
  THEN_NOTHING,
  THEN_CLOSE,
  THEN_CHOOSE, /* another mapping */
  THEN_OPEN,   /* the other mapping that was chosen */
  THEN_IMPORT,
} Then;

struct _SkyImportWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  AdwToastOverlay *toasts;
  AdwWindowTitle *title;
  GtkStack *pages;
  GtkListView *list;
  GtkSingleSelection *selection;
  GtkFilterListModel *filtered;
  GtkDropDown *shown;
  GtkSpinButton *from;
  SkyImportDetails *details;
  GtkLabel *map_name;
  GtkMenuButton *map_menu;
  SkyMapEditor *editor;
  GtkLabel *status;
  GtkProgressBar *progress;
  GtkWidget *stop;
  GtkCheckButton *append;
  GtkSpinButton *tolerate;

  /* Owned. */
  SkyReviewDesk *desk;
  GListStore *records; /* of SkyImportRecord */
  GPtrArray *sources;  /* of paths */
  SkyMapFile *mapping;
  GFile *other; /* the mapping that THEN_OPEN opens; NULL: none */
  char *into;   /* the folder that is imported into; NULL: none */
  SkyImportJob *trial;
  SkyImportJob *import; /* NULL: none runs */
  GtkFileChooserNative *chooser;
  guint waiting;     /* the source that tries the mapping after a pause; 0: none */
  guint scrolling;   /* the tick that scrolls to the selected record; 0: none */
  guint timer;       /* looks at the progress; 0: nothing runs */
  gboolean trying;   /* the trial is under way */
  gboolean read_all; /* it reads all of the sources */
  gboolean laid_out; /* a frame was drawn since that was asked for */
  gboolean fresh;    /* nothing of the sources was shown so far */
  Then then;
};

G_DEFINE_FINAL_TYPE (SkyImportWindow, sky_import_window, ADW_TYPE_WINDOW)

enum
{
  IMPORTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static GtkTextBuffer *
get_buffer (SkyImportWindow *self)
{
  return sky_map_editor_get_buffer (self->editor);
}

static void
tell (SkyImportWindow *self, const char *text, gboolean stays)
{
  g_autofree char *plain = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (plain);

  if (stays)
    adw_toast_set_timeout (toast, 0);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
update_actions (SkyImportWindow *self)
{
  const gboolean idle = self->import == NULL;
  const gboolean good = self->trial != NULL && sky_import_job_get_problems (self->trial) != NULL
                        && sky_import_job_get_problems (self->trial)->len == 0;
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "import.import", idle && good && self->sources->len > 0);
  gtk_widget_action_set_enabled (widget, "import.try-all", idle && self->sources->len > 0);
  gtk_widget_action_set_enabled (widget, "import.go", self->sources->len > 0);
  gtk_widget_action_set_enabled (widget, "import.stop", self->timer != 0);
  gtk_widget_action_set_enabled (widget, "import.aside",
                                 sky_import_details_has_asides (self->details));
  gtk_widget_action_set_enabled (widget, "import.error",
                                 sky_map_editor_get_n_problems (self->editor) > 0);
}

static void
update_names (SkyImportWindow *self)
{
  g_autofree char *name = sky_map_file_dup_name (self->mapping);
  g_autofree char *shown = g_filename_display_name (name);
  const gboolean modified = gtk_text_buffer_get_modified (get_buffer (self));
  g_autoptr (GString) sources = g_string_new (NULL);
  g_autofree char *map = NULL;

  for (guint i = 0; i < self->sources->len; i++)
    {
      g_autofree char *each = g_path_get_basename (self->sources->pdata[i]);
      g_autofree char *display = g_filename_display_name (each);

      g_string_append_printf (sources, "%s%s", i > 0 ? ", " : "", display);
    }
  adw_window_title_set_subtitle (self->title, sources->str);
  /* Translators: %s is a file's name. */
  map = modified ? g_strdup_printf (_ ("%s (not saved)"), shown) : g_strdup (shown);
  gtk_label_set_label (self->map_name, map);
}

/* --- A record --------------------------------------------------------------------------------- */

static void
selected_cb (SkyImportWindow *self)
{
  sky_import_details_show_record (self->details,
                                  gtk_single_selection_get_selected_item (self->selection));
}

/* A list whose rows have no height yet would end at the row that it is scrolled to: the first frame
 * lays them out, the second one scrolls. */
static gboolean
scroll_cb (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  SkyImportWindow *self = data;

  if (!self->laid_out)
    {
      self->laid_out = TRUE;
      return G_SOURCE_CONTINUE;
    }
  self->scrolling = 0;
  gtk_widget_activate_action (list, "list.scroll-to-item", "u",
                              gtk_single_selection_get_selected (self->selection));
  return G_SOURCE_REMOVE;
}

/* Selects the record @number of @source, or the next one that is shown. */
static void
select_record (SkyImportWindow *self, const char *source, guint64 number)
{
  GListModel *list = G_LIST_MODEL (self->selection);
  const guint n = g_list_model_get_n_items (list);
  guint place = 0;

  for (guint i = 0; source != NULL && i < n; i++)
    {
      g_autoptr (SkyImportRecord) record = g_list_model_get_item (list, i);

      if (!g_str_equal (sky_import_record_get_source (record), source))
        continue;
      place = i;
      if (sky_import_record_get_number (record) >= number)
        break;
    }
  if (n == 0)
    return;
  gtk_single_selection_set_selected (self->selection, place);
  self->laid_out = FALSE;
  if (self->scrolling == 0)
    self->scrolling = gtk_widget_add_tick_callback (GTK_WIDGET (self->list), scroll_cb, self, NULL);
}

static void
select_aside_cb (SkyImportWindow *self, SkyImportRecord *record)
{
  select_record (self, sky_import_record_get_source (record),
                 sky_import_record_get_number (record));
}

static void
aside_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_import_details_step_aside (SKY_IMPORT_WINDOW (widget)->details,
                                 g_variant_get_int32 (parameter));
}

/* --- The lists -------------------------------------------------------------------------------- */

static gboolean
is_shown (gpointer item, gpointer data)
{
  const SkyImportWindow *self = data;
  const SkyImportFate fate = sky_import_record_get_fate (item);

  switch ((Shown) gtk_drop_down_get_selected (self->shown))
    {
    case SHOW_USED:
      return fate == SKY_IMPORT_USED;
    case SHOW_NOTHING:
      return fate == SKY_IMPORT_NOTHING;
    case SHOW_IGNORED:
      return fate == SKY_IMPORT_IGNORED;
    case SHOW_ASIDE:
      return fate == SKY_IMPORT_ASIDE;
    case SHOW_ALL:
    default:
      return TRUE;
    }
}

static void
shown_cb (SkyImportWindow *self)
{
  gtk_filter_changed (gtk_filter_list_model_get_filter (self->filtered),
                      GTK_FILTER_CHANGE_DIFFERENT);
}

/* --- Trying the mapping ----------------------------------------------------------------------- */

static gboolean progress_cb (gpointer data);

static void
begin_progress (SkyImportWindow *self)
{
  if (self->timer == 0)
    self->timer = g_timeout_add (PERIOD, progress_cb, self);
  update_actions (self);
}

static void
end_progress (SkyImportWindow *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), FALSE);
  gtk_widget_set_visible (self->stop, FALSE);
  update_actions (self);
}

/* What takes no tenth of a second has no progress to show. */
static gboolean
progress_cb (gpointer data)
{
  SkyImportWindow *self = data;
  SkyImportJob *job = self->import != NULL ? self->import : self->trial;
  gint64 done, total;

  sky_import_job_get_progress (job, &done, &total);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), TRUE);
  gtk_widget_set_visible (self->stop, TRUE);
  gtk_progress_bar_set_fraction (self->progress,
                                 total > 0 ? CLAMP ((double) done / (double) total, 0, 1) : 0);
  return G_SOURCE_CONTINUE;
}

static void
show_counts (SkyImportWindow *self, SkyImportJob *job)
{
  const GError *error = sky_import_job_get_error (job);
  const GPtrArray *missing = sky_import_job_get_missing (job);
  const guint64 n_used = sky_import_job_get_count (job, SKY_IMPORT_USED);
  const guint64 n_nothing = sky_import_job_get_count (job, SKY_IMPORT_NOTHING);
  const guint64 n_ignored = sky_import_job_get_count (job, SKY_IMPORT_IGNORED);
  const guint64 n_aside = sky_import_job_get_count (job, SKY_IMPORT_ASIDE);
  g_autofree char *counts = NULL;
  g_autofree char *all = NULL;

  if (error != NULL)
    {
      gtk_label_set_label (self->status, error->message);
      return;
    }
  if (self->sources->len == 0)
    {
      gtk_label_set_label (self->status, _ ("No source is open."));
      return;
    }
  if (sky_import_job_get_problems (job)->len > 0)
    {
      gtk_label_set_label (self->status, _ ("The mapping has errors."));
      return;
    }
  counts = g_strdup_printf (
      sky_import_job_is_partial (job)
          ? _ ("First records: %" PRIu64 ", used: %" PRIu64 ", without effect: %" PRIu64
               ", ignored: %" PRIu64 ", set aside: %" PRIu64)
          : _ ("All records: %" PRIu64 ", used: %" PRIu64 ", without effect: %" PRIu64
               ", ignored: %" PRIu64 ", set aside: %" PRIu64),
      n_used + n_nothing + n_ignored + n_aside, n_used, n_nothing, n_ignored, n_aside);
  if (missing->len > 0)
    /* Translators: the first %s is what was counted, the second a field's name. */
    all = g_strdup_printf (_ ("%s. No record has the field “%s”."), counts,
                           (const char *) missing->pdata[0]);
  gtk_label_set_label (self->status, all != NULL ? all : counts);
}

/* Puts what the trial found into the lists. What was selected stays so. */
static void
show_records (SkyImportWindow *self, SkyImportJob *job)
{
  GPtrArray *records = sky_import_job_get_records (job);
  SkyImportRecord *selected = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (SkyImportRecord) before = selected != NULL ? g_object_ref (selected) : NULL;

  g_list_store_splice (self->records, 0, g_list_model_get_n_items (G_LIST_MODEL (self->records)),
                       records->pdata, records->len);
  sky_import_details_set_asides (self->details, sky_import_job_get_asides (job),
                                 sky_import_job_get_count (job, SKY_IMPORT_ASIDE));
  if (before != NULL)
    select_record (self, sky_import_record_get_source (before),
                   sky_import_record_get_number (before));
  selected_cb (self);
}

static void
tried_cb (SkyImportWindow *self, SkyImportJob *job)
{
  g_autofree char *name = sky_map_file_dup_name (self->mapping);

  /* Another one was begun meanwhile. */
  if (job != self->trial)
    return;
  self->trying = FALSE;
  if (self->import == NULL)
    end_progress (self);
  sky_map_editor_set_problems (self->editor, sky_import_job_get_problems (job), name);
  /* A mapping that is wrong says nothing of the records: those of the last one stay. */
  if (sky_import_job_get_problems (job)->len == 0 || self->fresh)
    show_records (self, job);
  self->fresh = FALSE;
  show_counts (self, job);
  gtk_stack_set_visible_child_name (self->pages, self->sources->len > 0 ? "source" : "none");
  update_actions (self);
}

static gboolean
try_cb (gpointer data)
{
  SkyImportWindow *self = data;
  g_autofree char *text = sky_map_editor_get_text (self->editor);
  g_autofree char *name = sky_map_file_dup_name (self->mapping);
  g_autofree char *folder = sky_map_file_dup_folder (self->mapping);
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();
  SkyImportOrder order = {
    .text = text,
    .name = name,
    .folder = folder,
    .from = (guint64) gtk_spin_button_get_value_as_int (self->from),
    .all = self->read_all,
    .as_lines = self->fresh,
  };

  self->waiting = 0;
  self->read_all = FALSE;
  for (guint i = 0; i < self->sources->len; i++)
    g_ptr_array_add (sources, self->sources->pdata[i]);
  g_ptr_array_add (sources, NULL);
  order.sources = (const char *const *) sources->pdata;
  if (self->trial != NULL)
    sky_import_job_cancel (self->trial);
  g_clear_object (&self->trial);
  self->trial = sky_import_job_start (&order);
  self->trying = TRUE;
  g_signal_connect_object (self->trial, "done", G_CALLBACK (tried_cb), self, G_CONNECT_SWAPPED);
  begin_progress (self);
  return G_SOURCE_REMOVE;
}

static void
try_soon (SkyImportWindow *self, guint pause)
{
  g_clear_handle_id (&self->waiting, g_source_remove);
  self->waiting = g_timeout_add (pause, try_cb, self);
}

static void
text_changed_cb (SkyImportWindow *self)
{
  update_names (self);
  try_soon (self, PAUSE);
}

static void
from_cb (SkyImportWindow *self)
{
  try_soon (self, PAUSE);
}

static void
try_all_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyImportWindow *self = SKY_IMPORT_WINDOW (widget);

  self->read_all = TRUE;
  try_soon (self, 0);
}

static void
go_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_grab_focus (GTK_WIDGET (SKY_IMPORT_WINDOW (widget)->from));
}

static void
error_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  sky_map_editor_go_to_next_problem (SKY_IMPORT_WINDOW (widget)->editor);
}

static void
stop_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyImportWindow *self = SKY_IMPORT_WINDOW (widget);

  if (self->import != NULL)
    sky_import_job_cancel (self->import);
  else if (self->trial != NULL)
    sky_import_job_cancel (self->trial);
}

/* --- Importing -------------------------------------------------------------------------------- */

static void
tell_import (SkyImportWindow *self, SkyImportJob *job)
{
  const GError *error = sky_import_job_get_error (job);
  const guint64 n_aside = sky_import_job_get_count (job, SKY_IMPORT_ASIDE);
  const guint n_logs = sky_import_job_get_n_logs (job);
  g_autofree char *text = NULL;

  if (error != NULL)
    /* Translators: %s is why. */
    text = g_strdup_printf (_ ("Nothing was imported: %s"), error->message);
  else if (sky_import_job_is_unfinished (job))
    text = g_strdup_printf (ngettext ("%" PRIu64 " record is set aside, more than is tolerated: "
                                      "the names of the logs end in .part",
                                      "%" PRIu64 " records are set aside, more than is tolerated: "
                                      "the names of the logs end in .part",
                                      (gulong) n_aside),
                            n_aside);
  else
    text =
        g_strdup_printf (ngettext ("%u log was written", "%u logs were written", n_logs), n_logs);
  gtk_label_set_label (self->status, text);
  tell (self, text, error != NULL || sky_import_job_is_unfinished (job));
}

static void
imported_cb (SkyImportWindow *self, SkyImportJob *job)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_autofree char *into = g_steal_pointer (&self->into);
  const gboolean good = sky_import_job_get_error (job) == NULL
                        && !sky_import_job_is_unfinished (job)
                        && sky_import_job_get_n_logs (job) > 0;

  g_clear_object (&self->import);
  if (!self->trying)
    end_progress (self);
  if (self->then == THEN_CLOSE)
    {
      gtk_window_close (GTK_WINDOW (self));
      return;
    }
  tell_import (self, job);
  if (good && parent != NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (parent), "win.open-recent", "s", into);
      gtk_window_present (parent);
    }
  g_signal_emit (self, signals[IMPORTED], 0, good);
}

void
sky_import_window_import (SkyImportWindow *self, GFile *folder)
{
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;
  g_autofree char *map_folder = NULL;
  g_autoptr (GPtrArray) sources = g_ptr_array_new ();
  SkyImportOrder order = { NULL };

  g_return_if_fail (SKY_IS_IMPORT_WINDOW (self));
  g_return_if_fail (G_IS_FILE (folder));
  g_return_if_fail (g_file_peek_path (folder) != NULL);

  if (self->import != NULL)
    return;
  text = sky_map_editor_get_text (self->editor);
  name = sky_map_file_dup_name (self->mapping);
  map_folder = sky_map_file_dup_folder (self->mapping);
  for (guint i = 0; i < self->sources->len; i++)
    g_ptr_array_add (sources, self->sources->pdata[i]);
  g_ptr_array_add (sources, NULL);
  g_free (self->into);
  self->into = g_file_get_path (folder);
  order = (SkyImportOrder){
    .text = text,
    .name = name,
    .folder = map_folder,
    .sources = (const char *const *) sources->pdata,
    .out = self->into,
    .by = sky_review_desk_get_credential (self->desk),
    .append = gtk_check_button_get_active (self->append),
    .tolerate = gtk_spin_button_get_value_as_int (self->tolerate),
  };
  self->import = sky_import_job_start (&order);
  g_signal_connect_object (self->import, "done", G_CALLBACK (imported_cb), self, G_CONNECT_SWAPPED);
  gtk_label_set_label (self->status, _ ("Importing"));
  begin_progress (self);
}

/* --- Files ------------------------------------------------------------------------------------ */

typedef enum
{
  CHOOSE_SOURCES,
  CHOOSE_MAPPING,
  CHOOSE_NAME, /* of the mapping */
  CHOOSE_FOLDER,
} Choice;

static void choose (SkyImportWindow *self, Choice choice);

static gboolean
close_cb (gpointer self)
{
  gtk_window_close (GTK_WINDOW (self));
  return G_SOURCE_REMOVE;
}

/* A dialog that asked is gone first. */
static void
close_soon (SkyImportWindow *self)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, close_cb, g_object_ref (self), g_object_unref);
}

static void
do_then (SkyImportWindow *self)
{
  const Then then = self->then;
  g_autoptr (GFile) other = g_steal_pointer (&self->other);

  self->then = THEN_NOTHING;
  switch (then)
    {
    case THEN_NOTHING:
      break;
    case THEN_CLOSE:
      gtk_text_buffer_set_modified (get_buffer (self), FALSE);
      close_soon (self);
      break;
    case THEN_CHOOSE:
      choose (self, CHOOSE_MAPPING);
      break;
    case THEN_OPEN:
      sky_import_window_open_mapping (self, other);
      break;
    case THEN_IMPORT:
      choose (self, CHOOSE_FOLDER);
      break;
    }
}

static void
write_mapping (SkyImportWindow *self, GFile *file)
{
  g_autofree char *text = sky_map_editor_get_text (self->editor);

  sky_map_file_save (self->mapping, file, text);
}

static void
saved_cb (SkyImportWindow *self, const char *text, SkyMapFile *mapping)
{
  g_autofree char *now = sky_map_editor_get_text (self->editor);

  if (g_str_equal (now, text))
    gtk_text_buffer_set_modified (get_buffer (self), FALSE);
  update_names (self);
  try_soon (self, 0);
  do_then (self);
}

static void
opened_cb (SkyImportWindow *self, const char *text, SkyMapFile *mapping)
{
  sky_map_editor_set_text (self->editor, text);
  update_names (self);
  try_soon (self, 0);
}

static void
failed_cb (SkyImportWindow *self, const char *why, SkyMapFile *mapping)
{
  self->then = THEN_NOTHING;
  tell (self, why, TRUE);
}

/* What ships stays as it is: what is made of it has a name of its own. */
static void
save (SkyImportWindow *self)
{
  g_autoptr (GFile) shipped = g_file_new_for_path (sky_map_examples_get_folder ());
  GFile *file = sky_map_file_get_file (self->mapping);

  if (file != NULL && !g_file_has_prefix (file, shipped))
    write_mapping (self, file);
  else
    choose (self, CHOOSE_NAME);
}

void
sky_import_window_open_mapping (SkyImportWindow *self, GFile *file)
{
  g_return_if_fail (SKY_IS_IMPORT_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  sky_map_file_open (self->mapping, file);
}

void
sky_import_window_set_sources (SkyImportWindow *self, GListModel *files)
{
  g_return_if_fail (SKY_IS_IMPORT_WINDOW (self));
  g_return_if_fail (G_IS_LIST_MODEL (files));

  g_ptr_array_set_size (self->sources, 0);
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);

      if (g_file_peek_path (file) != NULL)
        g_ptr_array_add (self->sources, g_file_get_path (file));
    }
  self->fresh = TRUE;
  gtk_spin_button_set_value (self->from, 1);
  update_names (self);
  try_soon (self, 0);
}

static void
response_cb (SkyImportWindow *self, int response, GtkNativeDialog *dialog)
{
  g_autoptr (GtkFileChooserNative) native = g_steal_pointer (&self->chooser);
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (native);
  const Choice choice = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (native), "choice"));
  g_autoptr (GFile) file = NULL;

  if (response != GTK_RESPONSE_ACCEPT)
    {
      self->then = THEN_NOTHING;
      return;
    }
  if (choice == CHOOSE_SOURCES)
    {
      g_autoptr (GListModel) files = gtk_file_chooser_get_files (chooser);

      sky_import_window_set_sources (self, files);
      return;
    }
  file = gtk_file_chooser_get_file (chooser);
  if (file == NULL || g_file_peek_path (file) == NULL)
    return;
  if (choice == CHOOSE_MAPPING)
    sky_import_window_open_mapping (self, file);
  else if (choice == CHOOSE_FOLDER)
    sky_import_window_import (self, file);
  else
    write_mapping (self, file);
}

static void
choose (SkyImportWindow *self, Choice choice)
{
  static const struct
  {
    const char *title;
    GtkFileChooserAction action;
    const char *accept;
  } kinds[] = {
    [CHOOSE_SOURCES] = { N_ ("Open Sources"), GTK_FILE_CHOOSER_ACTION_OPEN, N_ ("_Open") },
    [CHOOSE_MAPPING] = { N_ ("Open Mapping"), GTK_FILE_CHOOSER_ACTION_OPEN, N_ ("_Open") },
    [CHOOSE_NAME] = { N_ ("Save Mapping"), GTK_FILE_CHOOSER_ACTION_SAVE, N_ ("_Save") },
    [CHOOSE_FOLDER] = { N_ ("Import into a Folder"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
                        N_ ("_Import") },
  };

  if (self->chooser != NULL)
    return;
  self->chooser =
      gtk_file_chooser_native_new (_ (kinds[choice].title), GTK_WINDOW (self), kinds[choice].action,
                                   _ (kinds[choice].accept), _ ("_Cancel"));
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (self->chooser), choice == CHOOSE_SOURCES);
  if (choice == CHOOSE_NAME)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), "table.skymap");
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_object_set_data (G_OBJECT (self->chooser), "choice", GINT_TO_POINTER (choice));
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (response_cb), self,
                           G_CONNECT_SWAPPED);
  sky_file_chooser_show (self->chooser);
}

static void
sources_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  choose (SKY_IMPORT_WINDOW (widget), CHOOSE_SOURCES);
}

static void ask_to_save (SkyImportWindow *self);

/* Does @then, when somebody has said what becomes of a mapping that was changed. */
static void
leave_mapping (SkyImportWindow *self, Then then, GFile *other)
{
  self->then = then;
  g_set_object (&self->other, other);
  if (gtk_text_buffer_get_modified (get_buffer (self)))
    ask_to_save (self);
  else
    do_then (self);
}

static void
mapping_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  leave_mapping (SKY_IMPORT_WINDOW (widget), THEN_CHOOSE, NULL);
}

static void
example_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));

  leave_mapping (SKY_IMPORT_WINDOW (widget), THEN_OPEN, file);
}

static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyImportWindow *self = SKY_IMPORT_WINDOW (widget);

  self->then = THEN_NOTHING;
  if (g_str_equal (name, "import.save"))
    save (self);
  else
    choose (self, CHOOSE_NAME);
}

/* Logs name the mapping and its digest: what is imported by is saved first. */
static void
import_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyImportWindow *self = SKY_IMPORT_WINDOW (widget);

  self->then = THEN_IMPORT;
  if (gtk_text_buffer_get_modified (get_buffer (self))
      || sky_map_file_get_file (self->mapping) == NULL)
    save (self);
  else
    do_then (self);
}

static void
help_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyHelpWindow *help = sky_help_window_new (GTK_WINDOW (widget));

  sky_help_window_show_page (help, "5-import");
  gtk_window_present (GTK_WINDOW (help));
}

static void
fill_menu (SkyImportWindow *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) files = g_menu_new ();
  g_autoptr (GMenuModel) examples = sky_map_examples_new_menu ("import.example");

  g_menu_append (files, _ ("_Open…"), "import.mapping");
  g_menu_append (files, _ ("_Save"), "import.save");
  g_menu_append (files, _ ("Save _As…"), "import.save-as");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (files));
  if (g_menu_model_get_n_items (examples) > 0)
    g_menu_append_section (menu, _ ("Examples"), examples);
  gtk_menu_button_set_menu_model (self->map_menu, G_MENU_MODEL (menu));
}

/* --- Closing ---------------------------------------------------------------------------------- */

static void
response_to_saving_cb (SkyImportWindow *self, const char *response, AdwMessageDialog *dialog)
{
  if (g_str_equal (response, "save"))
    save (self);
  else if (g_str_equal (response, "discard"))
    do_then (self);
  else
    self->then = THEN_NOTHING;
}

static void
ask_to_save (SkyImportWindow *self)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _ ("Save the Mapping?"),
                                              _ ("What you changed in it is lost otherwise."));
  AdwMessageDialog *message = ADW_MESSAGE_DIALOG (dialog);

  adw_message_dialog_add_responses (message, "cancel", _ ("_Cancel"), "discard", _ ("_Discard"),
                                    "save", _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (message, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (message, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (message, "save");
  adw_message_dialog_set_close_response (message, "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_to_saving_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
response_to_stopping_cb (SkyImportWindow *self, const char *response, AdwMessageDialog *dialog)
{
  if (!g_str_equal (response, "stop"))
    return;
  self->then = THEN_CLOSE;
  if (self->import != NULL)
    sky_import_job_cancel (self->import);
  else
    close_soon (self);
}

static void
ask_to_stop (SkyImportWindow *self)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _ ("Stop the Import?"),
                                              _ ("No log is written then."));
  AdwMessageDialog *message = ADW_MESSAGE_DIALOG (dialog);

  adw_message_dialog_add_responses (message, "cancel", _ ("_Cancel"), "stop", _ ("_Stop"), NULL);
  adw_message_dialog_set_response_appearance (message, "stop", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (message, "cancel");
  adw_message_dialog_set_close_response (message, "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_to_stopping_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static gboolean
sky_import_window_close_request (GtkWindow *window)
{
  SkyImportWindow *self = SKY_IMPORT_WINDOW (window);

  if (self->import != NULL)
    {
      ask_to_stop (self);
      return TRUE;
    }
  if (gtk_text_buffer_get_modified (get_buffer (self)))
    {
      leave_mapping (self, THEN_CLOSE, NULL);
      return TRUE;
    }
  return GTK_WINDOW_CLASS (sky_import_window_parent_class)->close_request (window);
}

/* --- Type ------------------------------------------------------------------------------------- */

gboolean
sky_import_window_is_settled (SkyImportWindow *self)
{
  g_return_val_if_fail (SKY_IS_IMPORT_WINDOW (self), TRUE);
  return self->waiting == 0 && !self->trying && self->import == NULL
         && !sky_map_file_is_busy (self->mapping);
}

static void
sky_import_window_dispose (GObject *object)
{
  SkyImportWindow *self = SKY_IMPORT_WINDOW (object);

  if (self->mapping != NULL)
    sky_map_file_leave (self->mapping);
  g_clear_handle_id (&self->waiting, g_source_remove);
  g_clear_handle_id (&self->timer, g_source_remove);
  if (self->trial != NULL)
    sky_import_job_cancel (self->trial);
  if (self->import != NULL)
    sky_import_job_cancel (self->import);
  g_clear_object (&self->trial);
  g_clear_object (&self->import);
  g_clear_object (&self->chooser);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_IMPORT_WINDOW);
  g_clear_object (&self->records);
  g_clear_object (&self->mapping);
  g_clear_object (&self->other);
  g_clear_object (&self->desk);
  G_OBJECT_CLASS (sky_import_window_parent_class)->dispose (object);
}

static void
sky_import_window_finalize (GObject *object)
{
  SkyImportWindow *self = SKY_IMPORT_WINDOW (object);

  g_ptr_array_unref (self->sources);
  g_free (self->into);
  G_OBJECT_CLASS (sky_import_window_parent_class)->finalize (object);
}

static void
sky_import_window_class_init (SkyImportWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_import_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = sky_import_window_finalize;
  GTK_WINDOW_CLASS (klass)->close_request = sky_import_window_close_request;
  signals[IMPORTED] = g_signal_new ("imported", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);

  g_type_ensure (SKY_TYPE_IMPORT_DETAILS);
  g_type_ensure (SKY_TYPE_MAP_EDITOR);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-import-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, title);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, list);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, selection);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, filtered);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, shown);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, from);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, details);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, map_name);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, map_menu);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, editor);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, status);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, progress);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, stop);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, append);
  gtk_widget_class_bind_template_child (widget_class, SkyImportWindow, tolerate);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, select_aside_cb);
  gtk_widget_class_bind_template_callback (widget_class, shown_cb);
  gtk_widget_class_bind_template_callback (widget_class, from_cb);

  gtk_widget_class_install_action (widget_class, "import.sources", NULL, sources_action);
  gtk_widget_class_install_action (widget_class, "import.mapping", NULL, mapping_action);
  gtk_widget_class_install_action (widget_class, "import.example", "s", example_action);
  gtk_widget_class_install_action (widget_class, "import.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "import.save-as", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "import.import", NULL, import_action);
  gtk_widget_class_install_action (widget_class, "import.try-all", NULL, try_all_action);
  gtk_widget_class_install_action (widget_class, "import.go", NULL, go_action);
  gtk_widget_class_install_action (widget_class, "import.aside", "i", aside_action);
  gtk_widget_class_install_action (widget_class, "import.error", NULL, error_action);
  gtk_widget_class_install_action (widget_class, "import.stop", NULL, stop_action);
  gtk_widget_class_install_action (widget_class, "import.help", NULL, help_action);
  sky_keys_bind (widget_class, "import.");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F1, 0, "import.help", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_import_window_init (SkyImportWindow *self)
{
  g_autoptr (GtkFilter) filter = NULL;

  self->sources = g_ptr_array_new_with_free_func (g_free);
  self->mapping = sky_map_file_new ();
  self->records = g_list_store_new (SKY_TYPE_IMPORT_RECORD);
  gtk_widget_init_template (GTK_WIDGET (self));
  filter = GTK_FILTER (gtk_custom_filter_new (is_shown, self, NULL));
  gtk_filter_list_model_set_filter (self->filtered, filter);
  gtk_filter_list_model_set_model (self->filtered, G_LIST_MODEL (self->records));
  sky_import_row_show_records (self->list);
  fill_menu (self);
  g_signal_connect_object (get_buffer (self), "changed", G_CALLBACK (text_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (get_buffer (self), "modified-changed", G_CALLBACK (update_names), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->mapping, "saved", G_CALLBACK (saved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->mapping, "opened", G_CALLBACK (opened_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->mapping, "failed", G_CALLBACK (failed_cb), self,
                           G_CONNECT_SWAPPED);
  update_names (self);
  update_actions (self);
}

SkyImportWindow *
sky_import_window_new (GtkWindow *parent, SkyReviewDesk *desk)
{
  SkyImportWindow *self = sky_child_window_new (SKY_TYPE_IMPORT_WINDOW, parent);

  self->desk = g_object_ref (desk);
  return self;
}
