/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-reports-window.h"

#include <glib/gi18n.h>

#include "sky-child-window.h"
#include "sky-coder.h"
#include "sky-digest.h"
#include "sky-file-chooser.h"
#include "sky-help-window.h"
#include "sky-json-writer.h"
#include "sky-pattern-ledger.h"
#include "sky-pattern-reading.h"
#include "sky-report-choices.h"
#include "sky-report-coders.h"
#include "sky-report-view.h"
#include "sky-shift.h"
#include "sky-store-worker.h"
#include "sky-thread-task.h"

/* Milliseconds between an answer and the next question that nobody asked. */
#define CATCH_UP 1000

struct _SkyReportsWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  AdwToastOverlay *toasts;
  GtkSpinner *spinner;
  GtkDropDown *kind;
  GtkDropDown *property;
  GtkDropDown *table;
  GtkDropDown *dealer;
  GtkDropDown *day;
  GtkDropDown *shift;
  GtkStack *pages;
  AdwStatusPage *failed;
  GtkScrolledWindow *scroller;
  SkyReportView *view;

  /* Owned. */
  SkySelection *selection;
  SkyStoreWorker *worker;
  GSettings *settings;
  GPtrArray *properties; /* of SkyReportProperty; NULL: not known yet */
  SkyReport *report;
  GHashTable *noted;    /* of patterns' units: whom this person looked at */
  GCancellable *asking; /* the question under way; NULL: none */
  GtkFileChooserNative *chooser;
  SkyShifts shifts;
  gboolean filling; /* the choices are being set, not made */
  gboolean offered; /* the choices have been set once: from then on they are the person's */
  gboolean listing; /* the question under way is what there is to choose */
  gboolean stale;   /* something changed since the last question */
  gint64 answered;  /* when, by the monotonic clock; 0: not yet */
  guint catch_up;   /* the source that asks what is stale; 0: none */
};

G_DEFINE_FINAL_TYPE (SkyReportsWindow, sky_reports_window, ADW_TYPE_WINDOW)

enum
{
  SAVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- What can be chosen -------------------------------------------------------------------------
 */

static SkyReportProperty *
get_property (SkyReportsWindow *self)
{
  guint index = gtk_drop_down_get_selected (self->property);

  return self->properties != NULL && index < self->properties->len ? self->properties->pdata[index]
                                                                   : NULL;
}

static SkyReportKind
get_kind (SkyReportsWindow *self)
{
  return MIN (gtk_drop_down_get_selected (self->kind), SKY_N_REPORTS - 1);
}

/* Tables and dealers may be reported over all their days: the first row says so. */
static gboolean
has_all_days (SkyReportKind kind)
{
  return kind == SKY_REPORT_TABLE || kind == SKY_REPORT_DEALER;
}

/* Offers @names, and what was chosen before when it is among them. */
static void
offer (GtkDropDown *list, const char *const *names)
{
  GtkStringObject *before = gtk_drop_down_get_selected_item (list);
  g_autofree char *chosen =
      before != NULL ? g_strdup (gtk_string_object_get_string (before)) : NULL;
  g_autoptr (GtkStringList) model = gtk_string_list_new (names);

  gtk_drop_down_set_model (list, G_LIST_MODEL (model));
  for (guint i = 0; chosen != NULL && names[i] != NULL; i++)
    if (g_str_equal (gtk_string_list_get_string (model, i), chosen))
      gtk_drop_down_set_selected (list, i);
}

static void
offer_days (SkyReportsWindow *self, const SkyReportProperty *property)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) strv = NULL;
  char text[SKY_DAY_TEXT_SIZE];

  if (has_all_days (get_kind (self)))
    g_strv_builder_add (names, _ ("All days"));
  for (guint i = 0; i < property->days->len; i++)
    g_strv_builder_add (names, sky_day_format (g_array_index (property->days, SkyDay, i), text));
  strv = g_strv_builder_end (names);
  offer (self->day, (const char *const *) strv);
}

static void
offer_shifts (SkyReportsWindow *self)
{
  static const char *const usual[] = { "06:00", "14:00", "22:00", NULL };
  g_auto (GStrv) starts = g_settings_get_strv (self->settings, "shift-starts");
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) strv = NULL;

  if (!sky_shifts_parse (&self->shifts, (const char *const *) starts))
    sky_shifts_parse (&self->shifts, usual);
  for (guint i = 0; i < self->shifts.n; i++)
    {
      g_autofree char *name = sky_shifts_format (&self->shifts, i);

      g_strv_builder_add (names, name);
    }
  strv = g_strv_builder_end (names);
  offer (self->shift, (const char *const *) strv);
}

/* What belongs to the property that is chosen. */
static void
offer_parts (SkyReportsWindow *self)
{
  const SkyReportProperty *property = get_property (self);
  g_autoptr (GStrvBuilder) tables = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) dealers = g_strv_builder_new ();
  g_auto (GStrv) table_names = NULL;
  g_auto (GStrv) dealer_names = NULL;

  if (property == NULL)
    return;
  for (guint i = 0; i < property->tables->len; i++)
    g_strv_builder_add (tables, property->tables->pdata[i]);
  for (guint i = 0; i < property->dealers->len; i++)
    {
      const SkyDealer *dealer = property->dealers->pdata[i];
      g_autofree char *name = dealer->name != NULL
                                  ? g_strdup_printf ("%s · %s", dealer->credential, dealer->name)
                                  : g_strdup (dealer->credential);

      g_strv_builder_add (dealers, name);
    }
  table_names = g_strv_builder_end (tables);
  dealer_names = g_strv_builder_end (dealers);
  offer (self->table, (const char *const *) table_names);
  offer (self->dealer, (const char *const *) dealer_names);
  offer_days (self, property);
}

static void
show_choices (SkyReportsWindow *self)
{
  SkyReportKind kind = get_kind (self);

  gtk_widget_set_visible (GTK_WIDGET (self->property),
                          self->properties != NULL && self->properties->len > 1);
  gtk_widget_set_visible (GTK_WIDGET (self->table), kind == SKY_REPORT_TABLE);
  gtk_widget_set_visible (GTK_WIDGET (self->dealer), kind == SKY_REPORT_DEALER);
  gtk_widget_set_visible (GTK_WIDGET (self->shift), kind == SKY_REPORT_SHIFT);
}

/* The shift in which the console stands is what a person asks for first. */
static void
choose_shift_shown (SkyReportsWindow *self)
{
  const SkyReportProperty *property = get_property (self);
  SkyTime position = sky_day_view_get_position (sky_selection_get_day_view (self->selection));
  g_autoptr (GTimeZone) zone = NULL;

  if (property == NULL || get_kind (self) != SKY_REPORT_SHIFT)
    return;
  zone = property->time_zone != NULL ? g_time_zone_new_identifier (property->time_zone) : NULL;
  for (guint day = 0; day < property->days->len; day++)
    for (guint shift = 0; shift < self->shifts.n; shift++)
      {
        SkyTime start, end;

        sky_shifts_get_span (&self->shifts, shift, g_array_index (property->days, SkyDay, day),
                             zone, &start, &end);
        if (position < start || position >= end)
          continue;
        gtk_drop_down_set_selected (self->day, day);
        gtk_drop_down_set_selected (self->shift, shift);
        return;
      }
}

static void
fill (SkyReportsWindow *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) strv = NULL;

  self->filling = TRUE;
  for (guint i = 0; i < self->properties->len; i++)
    g_strv_builder_add (names, ((SkyReportProperty *) self->properties->pdata[i])->name);
  strv = g_strv_builder_end (names);
  offer (self->property, (const char *const *) strv);
  offer_parts (self);
  offer_shifts (self);
  if (!self->offered)
    choose_shift_shown (self);
  self->offered = TRUE;
  show_choices (self);
  self->filling = FALSE;
}

/* --- Asking -------------------------------------------------------------------------------------
 */

typedef struct
{
  SkyReportRequest request;
  const char *name;   /* of its reader */
  char *const *noted; /* units: who was looked at already; ends with NULL */
} Question;

/* That somebody looks at a person's statistics is noted before they are shown. An auditor's store
 * notes nothing. */
static gboolean
note_looks (SkyStore *store, const Question *question, const SkyReport *report, GError **error)
{
  const SkyReviewer reviewer = { question->request.reader, question->name };
  gboolean may, is_auditor;

  if (!report->has_people || sky_store_get_mode (store) == SKY_STORE_READ_ONLY)
    return TRUE;
  if (!sky_patterns_may_see_people (store, reviewer.credential, &may, &is_auditor, error))
    return FALSE;
  for (guint i = 0; i < report->patterns->len && !is_auditor; i++)
    {
      const SkyPattern *pattern = ((SkyReportPattern *) report->patterns->pdata[i])->pattern;

      if (!g_strv_contains ((const char *const *) question->noted, pattern->unit)
          && !sky_pattern_note_look (pattern, store, &reviewer, error))
        return FALSE;
    }
  return TRUE;
}

static gpointer
make_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Question *question = data;
  g_autoptr (SkyReport) report =
      sky_report_new (store, &question->request, g_get_real_time (), error);
  g_autofree char *coders = sky_coder_default_path ();

  return report != NULL && sky_report_coders_add (report, &question->request, store, coders, error)
                 && note_looks (store, question, report, error)
             ? g_steal_pointer (&report)
             : NULL;
}

static gpointer
list_in_thread (SkyStore *store, gpointer data, GError **error)
{
  return sky_report_list_properties (store, error);
}

static void
update_actions (SkyReportsWindow *self)
{
  gboolean some = self->report != NULL && !sky_report_is_empty (self->report);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "report.save-pdf", some);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "report.save-csv", some);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "report.print", some);
}

static void
show_failure (SkyReportsWindow *self, const GError *error)
{
  adw_status_page_set_description (self->failed, error->message);
  gtk_stack_set_visible_child_name (self->pages, "failed");
}

static void
show_report (SkyReportsWindow *self)
{
  gboolean some = self->report != NULL && !sky_report_is_empty (self->report);

  sky_report_view_set_report (self->view, some ? self->report : NULL);
  gtk_stack_set_visible_child_name (self->pages, some ? "report" : "empty");
  update_actions (self);
}

static void
set_asking (SkyReportsWindow *self, GCancellable *asking)
{
  if (self->asking != NULL)
    g_cancellable_cancel (self->asking);
  g_set_object (&self->asking, asking);
  gtk_spinner_set_spinning (self->spinner, asking != NULL);
}

static void ask_choices (SkyReportsWindow *self);

static gboolean
catch_up_cb (gpointer data)
{
  SkyReportsWindow *self = data;

  self->catch_up = 0;
  if (self->asking == NULL)
    ask_choices (self);
  return G_SOURCE_REMOVE;
}

/* Asks anew what is stale, but not more often than every CATCH_UP. */
static void
catch_up (SkyReportsWindow *self)
{
  const gint64 since = (g_get_monotonic_time () - self->answered) / 1000;

  if (!self->stale || self->asking != NULL || self->catch_up != 0)
    return;
  if (self->answered == 0 || since >= CATCH_UP)
    ask_choices (self);
  else
    self->catch_up = g_timeout_add ((guint) (CATCH_UP - since), catch_up_cb, self);
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SkyReportsWindow) self = SKY_REPORTS_WINDOW (data);
  g_autoptr (GError) error = NULL;
  SkyReport *report = sky_store_worker_finish (result, &error);

  /* A newer question is under way, or the window is gone. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    {
      g_clear_pointer (&report, sky_report_unref);
      return;
    }
  set_asking (self, NULL);
  g_clear_pointer (&self->report, sky_report_unref);
  self->report = report;
  for (guint i = 0; report != NULL && report->has_people && i < report->patterns->len; i++)
    {
      const SkyPattern *pattern = ((SkyReportPattern *) report->patterns->pdata[i])->pattern;

      g_hash_table_add (self->noted, g_strdup (pattern->unit));
    }
  show_report (self);
  if (error != NULL)
    show_failure (self, error);
  self->answered = g_get_monotonic_time ();
  catch_up (self);
}

static gboolean
fill_request (SkyReportsWindow *self, Question *question)
{
  SkyReportRequest *request = &question->request;
  const SkyReportProperty *property = get_property (self);
  g_autoptr (GTimeZone) zone = NULL;
  guint table = gtk_drop_down_get_selected (self->table);
  guint dealer = gtk_drop_down_get_selected (self->dealer);
  guint shift = gtk_drop_down_get_selected (self->shift);
  guint day = gtk_drop_down_get_selected (self->day);

  if (property == NULL || property->days->len == 0)
    return FALSE;
  request->kind = get_kind (self);
  request->first_day = SKY_DAY_NONE;
  if (has_all_days (request->kind))
    day = day == 0 || day == GTK_INVALID_LIST_POSITION ? G_MAXUINT : day - 1;
  else if (day >= property->days->len)
    day = 0;
  if (day < property->days->len)
    request->first_day = g_array_index (property->days, SkyDay, day);
  request->last_day = request->first_day;
  if ((request->kind == SKY_REPORT_TABLE && table >= property->tables->len)
      || (request->kind == SKY_REPORT_DEALER && dealer >= property->dealers->len)
      || (request->kind == SKY_REPORT_SHIFT && shift >= self->shifts.n))
    return FALSE;

  request->property = sky_thread_task_copy_text (question, property->name);
  request->time_zone = sky_thread_task_copy_text (question, property->time_zone);
  if (request->kind == SKY_REPORT_TABLE)
    request->table = sky_thread_task_copy_text (question, property->tables->pdata[table]);
  if (request->kind == SKY_REPORT_DEALER)
    request->dealer = sky_thread_task_copy_text (
        question, ((SkyDealer *) property->dealers->pdata[dealer])->credential);
  if (request->kind != SKY_REPORT_SHIFT)
    return TRUE;
  zone = property->time_zone != NULL ? g_time_zone_new_identifier (property->time_zone) : NULL;
  request->shift = sky_thread_task_keep_text (question, sky_shifts_format (&self->shifts, shift));
  sky_shifts_get_span (&self->shifts, shift, request->first_day, zone, &request->start,
                       &request->end);
  return TRUE;
}

static void
take_reader (SkyReportsWindow *self, Question *question)
{
  SkyReviewDesk *desk = sky_selection_get_desk (self->selection);
  g_autoptr (GStrvBuilder) noted = g_strv_builder_new ();
  GHashTableIter iter;
  gpointer unit;

  g_hash_table_iter_init (&iter, self->noted);
  while (g_hash_table_iter_next (&iter, &unit, NULL))
    g_strv_builder_add (noted, unit);
  question->request.reader =
      sky_thread_task_copy_text (question, sky_review_desk_get_credential (desk));
  question->name = sky_thread_task_copy_text (question, sky_review_desk_get_name (desk));
  question->noted =
      sky_thread_task_keep (question, g_strv_builder_end (noted), (GDestroyNotify) g_strfreev);
}

static void
ask (SkyReportsWindow *self)
{
  SkyReviewDesk *desk = sky_selection_get_desk (self->selection);
  g_autoptr (SkyIdentity) identity = sky_review_desk_get_identity (desk);
  Question *question = sky_thread_task_new (Question);
  g_autoptr (GCancellable) asking = NULL;

  /* What is being listed asks for the report when it has come. */
  if (self->listing || !fill_request (self, question))
    {
      sky_thread_task_free (question);
      if (self->listing)
        return;
      set_asking (self, NULL);
      g_clear_pointer (&self->report, sky_report_unref);
      show_report (self);
      self->answered = g_get_monotonic_time ();
      catch_up (self);
      return;
    }
  asking = g_cancellable_new ();
  set_asking (self, asking);
  take_reader (self, question);
  sky_store_worker_sign_in (self->worker, question->request.reader, identity);
  sky_store_worker_run (self->worker, NULL, make_in_thread, question, sky_thread_task_free,
                        (GDestroyNotify) sky_report_unref, asking, made_cb, g_object_ref (self));
}

static void
listed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SkyReportsWindow) self = SKY_REPORTS_WINDOW (data);
  g_autoptr (GError) error = NULL;
  GPtrArray *properties = sky_store_worker_finish (result, &error);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    {
      g_clear_pointer (&properties, g_ptr_array_unref);
      return;
    }
  set_asking (self, NULL);
  self->listing = FALSE;
  if (properties == NULL)
    {
      self->stale = FALSE;
      show_failure (self, error);
      return;
    }
  g_clear_pointer (&self->properties, g_ptr_array_unref);
  self->properties = properties;
  fill (self);
  ask (self);
}

static void
ask_choices (SkyReportsWindow *self)
{
  g_autoptr (GCancellable) asking = g_cancellable_new ();

  g_clear_handle_id (&self->catch_up, g_source_remove);
  self->stale = FALSE;
  self->listing = TRUE;
  set_asking (self, asking);
  sky_store_worker_run (self->worker, NULL, list_in_thread, NULL, NULL,
                        (GDestroyNotify) g_ptr_array_unref, asking, listed_cb, g_object_ref (self));
}

/* Findings were added or decided. While an audit goes on this comes often: one question at a time,
 * and not one after the other. */
static void
changed_cb (SkyReportsWindow *self)
{
  self->stale = TRUE;
  catch_up (self);
}

/* Who sits here may see other things. What the one before saw goes at once. */
static void
reviewer_cb (SkyReportsWindow *self)
{
  g_hash_table_remove_all (self->noted);
  if (self->report != NULL && self->report->has_people)
    {
      g_clear_pointer (&self->report, sky_report_unref);
      show_report (self);
    }
  ask_choices (self);
}

static void
chosen_cb (SkyReportsWindow *self, GParamSpec *pspec, GtkDropDown *list)
{
  if (self->filling || self->properties == NULL)
    return;
  self->filling = TRUE;
  show_choices (self);
  if (list == self->kind && get_property (self) != NULL)
    offer_days (self, get_property (self));
  self->filling = FALSE;
  ask (self);
}

static void
property_cb (SkyReportsWindow *self, GParamSpec *pspec, GtkDropDown *list)
{
  if (self->filling || self->properties == NULL)
    return;
  self->filling = TRUE;
  offer_parts (self);
  self->filling = FALSE;
  ask (self);
}

static void
shifts_cb (SkyReportsWindow *self)
{
  self->filling = TRUE;
  offer_shifts (self);
  self->filling = FALSE;
  if (self->properties != NULL)
    ask (self);
}

/* --- Saving and printing ---------------------------------------------------------------------- */

typedef struct
{
  SkyReport *report;
  GFile *file;   /* NULL: it is printed */
  char *printer; /* its name */
  gboolean csv;
  SkyPaper paper;
  char *credential;
  char *name;
} Saving;

/* The ledger notes what left the house. An auditor changes nothing, the ledger neither: what they
 * save is not noted. */
static gboolean
note_saving (SkyStore *store, const Saving *saving, GBytes *bytes, GError **error)
{
  const SkyReviewer reviewer = { saving->credential, saving->name };
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *name = saving->file != NULL ? g_file_get_basename (saving->file) : NULL;
  guint8 digest[SKY_DIGEST_SIZE];
  char hex[SKY_DIGEST_HEX_SIZE];
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);

  sky_digest_bytes (data, size, digest);
  sky_digest_to_hex (digest, hex);
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "report", sky_report_kind_to_name (saving->report->kind));
  sky_json_add_string (json, "of", saving->report->subject);
  if (saving->report->property != NULL)
    sky_json_add_string (json, "property", saving->report->property);
  sky_json_add_string (json, name != NULL ? "file" : "printer",
                       name != NULL ? name : saving->printer);
  sky_json_add_string (json, "sha256", hex);
  sky_json_end_object (json);
  return sky_store_ledger_append (store, &reviewer, SKY_LEDGER_PRINT, NULL, 0, NULL, json->str,
                                  NULL, error);
}

static GBytes *
render (const Saving *saving, GError **error)
{
  g_autoptr (SkyDocument) document = NULL;
  g_autoptr (GOutputStream) stream = NULL;
  char *csv;

  if (saving->csv)
    {
      csv = sky_report_to_csv (saving->report);
      return g_bytes_new_take (csv, strlen (csv));
    }
  document = sky_report_to_document (saving->report, saving->paper, saving->name);
  stream = g_memory_output_stream_new_resizable ();
  if (!sky_document_write_pdf (document, stream, NULL, NULL, error)
      || !g_output_stream_close (stream, NULL, error))
    return NULL;
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

/* What may not be noted is not written, and what could not be written is not noted. Returns: a
 * GBytes: what was saved, or is to be printed. */
static gpointer
save_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Saving *saving = data;
  g_autoptr (GBytes) bytes = render (saving, error);
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  gboolean notes = sky_store_get_mode (store) != SKY_STORE_READ_ONLY;

  if (bytes == NULL)
    return NULL;
  if (notes)
    {
      transaction = sky_store_begin (store, SKY_STORE_SURVIVES_POWER_CUT, error);
      if (transaction == NULL || !note_saving (store, saving, bytes, error))
        return NULL;
    }
  if ((saving->file != NULL
       && !g_file_replace_contents (saving->file, g_bytes_get_data (bytes, NULL),
                                    g_bytes_get_size (bytes), NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                    NULL, error))
      || (notes && !sky_store_transaction_commit (transaction, error)))
    return NULL;
  return g_steal_pointer (&bytes);
}

/* What is done with a report when it is there. */
typedef struct
{
  SkyReportsWindow *self;
  char *title;         /* of the print job */
  char *name;          /* of the file, or of the printer */
  SkyPrinter *printer; /* NULL: it is saved */
} Outlet;

static void
outlet_free (Outlet *outlet)
{
  g_object_unref (outlet->self);
  g_free (outlet->title);
  g_free (outlet->name);
  sky_printer_free (outlet->printer);
  g_free (outlet);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Outlet, outlet_free)

static void
tell (Outlet *outlet, gboolean printed, const GError *error)
{
  SkyReportsWindow *self = outlet->self;
  const char *name = outlet->name;
  g_autofree char *text = NULL;

  if (error == NULL)
    text = g_strdup_printf (printed
                                /* Translators: %s is a printer's name. */
                                ? _ ("Report sent to %s")
                                /* Translators: %s is a file's name. */
                                : _ ("Report saved as %s"),
                            name);
  else
    text = g_strdup_printf (printed
                                /* Translators: %s is why. */
                                ? _ ("Cannot print the report: %s")
                                /* Translators: %s is why. */
                                : _ ("Cannot save the report: %s"),
                            error->message);
  if (self->toasts != NULL)
    {
      g_autofree char *plain = g_markup_escape_text (text, -1);
      AdwToast *toast = adw_toast_new (plain);

      if (error != NULL)
        adw_toast_set_timeout (toast, 0);
      adw_toast_overlay_add_toast (self->toasts, toast);
    }
  g_signal_emit (self, signals[SAVED], 0, error == NULL);
}

static void
printed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Outlet) outlet = data;
  g_autoptr (GError) error = NULL;

  sky_printing_send_finish (result, &error);
  tell (outlet, TRUE, error);
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Outlet) outlet = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = sky_store_worker_finish (result, &error);

  if (bytes == NULL || outlet->printer == NULL)
    {
      tell (outlet, outlet->printer != NULL, error);
      return;
    }
  SkyPrinter *printer = g_steal_pointer (&outlet->printer);
  const char *title = outlet->title;
  sky_printing_send_async (printer, title, bytes, printed_cb, g_steal_pointer (&outlet));
}

/* @file: NULL: it is printed by @printer (transfer full). */
static void
put_out (SkyReportsWindow *self, GFile *file, SkyPrinter *printer)
{
  SkyReviewDesk *desk = sky_selection_get_desk (self->selection);
  g_autofree char *paper = g_settings_get_string (self->settings, "paper");
  g_autoptr (SkyIdentity) identity = sky_review_desk_get_identity (desk);
  Saving *saving = sky_thread_task_new (Saving);
  Outlet *outlet = g_new0 (Outlet, 1);

  outlet->self = g_object_ref (self);
  outlet->title = sky_report_file_name (self->report, "pdf");
  outlet->name = file != NULL ? g_file_get_basename (file)
                              : g_strdup (gtk_printer_get_name (printer->printer));
  outlet->printer = printer;
  saving->report = sky_thread_task_keep (saving, sky_report_ref (self->report),
                                         (GDestroyNotify) sky_report_unref);
  if (file != NULL)
    saving->file = sky_thread_task_keep (saving, g_object_ref (file), g_object_unref);
  saving->printer = sky_thread_task_copy_text (saving, outlet->name);
  saving->csv = file != NULL && g_str_has_suffix (outlet->name, ".csv");
  saving->paper = g_str_equal (paper, "a4") ? SKY_PAPER_A4 : SKY_PAPER_LETTER;
  saving->credential = sky_thread_task_copy_text (saving, sky_review_desk_get_credential (desk));
  saving->name = sky_thread_task_copy_text (saving, sky_review_desk_get_name (desk));
  sky_store_worker_sign_in (self->worker, saving->credential, identity);
  sky_store_worker_run_once (self->worker, save_in_thread, saving, sky_thread_task_free,
                             (GDestroyNotify) g_bytes_unref, saved_cb, outlet);
}

void
sky_reports_window_save (SkyReportsWindow *self, GFile *file)
{
  g_return_if_fail (SKY_IS_REPORTS_WINDOW (self));
  g_return_if_fail (self->report != NULL);
  g_return_if_fail (G_IS_FILE (file));

  put_out (self, file, NULL);
}

void
sky_reports_window_print (SkyReportsWindow *self, SkyPrinter *printer)
{
  g_return_if_fail (SKY_IS_REPORTS_WINDOW (self));
  g_return_if_fail (self->report != NULL);
  g_return_if_fail (printer != NULL);

  put_out (self, NULL, printer);
}

static void
printer_chosen_cb (SkyPrinter *printer, gpointer self)
{
  if (SKY_REPORTS_WINDOW (self)->report != NULL)
    sky_reports_window_print (self, printer);
  else
    sky_printer_free (printer);
}

static void
print_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyReportsWindow *self = SKY_REPORTS_WINDOW (widget);

  if (self->report != NULL)
    sky_printing_ask (GTK_WINDOW (self), _ ("Print Report"), printer_chosen_cb, g_object_ref (self),
                      g_object_unref);
}

static void
file_chosen_cb (SkyReportsWindow *self, int response, GtkNativeDialog *dialog)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = NULL;

  if (response != GTK_RESPONSE_ACCEPT || self->report == NULL)
    return;
  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (file != NULL)
    sky_reports_window_save (self, file);
}

static void
save_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyReportsWindow *self = SKY_REPORTS_WINDOW (widget);
  const char *suffix = g_str_equal (name, "report.save-csv") ? "csv" : "pdf";
  g_autofree char *file_name = NULL;

  if (self->report == NULL || self->chooser != NULL)
    return;
  file_name = sky_report_file_name (self->report, suffix);
  self->chooser =
      gtk_file_chooser_native_new (_ ("Save Report"), GTK_WINDOW (self),
                                   GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), file_name);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (file_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  sky_file_chooser_show (self->chooser);
}

static void
help_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyHelpWindow *help = sky_help_window_new (GTK_WINDOW (widget));

  sky_help_window_show_page (help, "4-reports");
  gtk_window_present (GTK_WINDOW (help));
}

/* --- The window ---------------------------------------------------------------------------------
 */

void
sky_reports_window_choose (SkyReportsWindow *self, SkyReportKind kind)
{
  g_return_if_fail (SKY_IS_REPORTS_WINDOW (self));
  gtk_drop_down_set_selected (self->kind, kind);
}

gboolean
sky_reports_window_is_settled (SkyReportsWindow *self)
{
  g_return_val_if_fail (SKY_IS_REPORTS_WINDOW (self), FALSE);
  return self->asking == NULL && !self->stale && sky_report_view_is_complete (self->view);
}

SkyReport *
sky_reports_window_get_report (SkyReportsWindow *self)
{
  g_return_val_if_fail (SKY_IS_REPORTS_WINDOW (self), NULL);
  return self->report;
}

static void
sky_reports_window_dispose (GObject *object)
{
  SkyReportsWindow *self = SKY_REPORTS_WINDOW (object);

  if (self->asking != NULL)
    g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
  g_clear_handle_id (&self->catch_up, g_source_remove);
  self->filling = TRUE; /* the lists let go of their rows one by one */
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_REPORTS_WINDOW);
  g_clear_object (&self->chooser);
  g_clear_object (&self->settings);
  g_clear_object (&self->worker);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->properties, g_ptr_array_unref);
  g_clear_pointer (&self->report, sky_report_unref);
  g_clear_pointer (&self->noted, g_hash_table_unref);
  G_OBJECT_CLASS (sky_reports_window_parent_class)->dispose (object);
}

static void
sky_reports_window_class_init (SkyReportsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_reports_window_dispose;

  signals[SAVED] = g_signal_new ("saved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);

  g_type_ensure (SKY_TYPE_REPORT_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-reports-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyReportsWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, SkyReportsWindow, spinner);
  gtk_widget_class_bind_template_child (widget_class, SkyReportsWindow, kind);
  gtk_widget_class_bind_template_child (widget_class, SkyReportsWindow, property);
  gtk_widget_class_bind_template_child (widget_class, SkyReportsWindow, table);
  gtk_widget_class_bind_template_child (widget_class, SkyReportsWindow, dealer);
  gtk_widget_class_bind_template_child (widget_class, SkyReportsWindow, day);
  gtk_widget_class_bind_template_child (widget_class, SkyReportsWindow, shift);
  gtk_widget_class_bind_template_child (widget_class, SkyReportsWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyReportsWindow, failed);
  gtk_widget_class_bind_template_child (widget_class, SkyReportsWindow, scroller);
  gtk_widget_class_bind_template_child (widget_class, SkyReportsWindow, view);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, property_cb);

  gtk_widget_class_install_action (widget_class, "report.save-pdf", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "report.save-csv", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "report.print", NULL, print_action);
  gtk_widget_class_install_action (widget_class, "report.help", NULL, help_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F1, 0, "report.help", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_s, GDK_CONTROL_MASK, "report.save-pdf",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_p, GDK_CONTROL_MASK, "report.print",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_e, GDK_CONTROL_MASK, "report.save-csv",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_w, GDK_CONTROL_MASK, "window.close",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_reports_window_init (SkyReportsWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (SKY_APP_ID);
  g_signal_connect_object (self->settings, "changed::shift-starts", G_CALLBACK (shifts_cb), self,
                           G_CONNECT_SWAPPED);
  self->noted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  update_actions (self);
}

SkyReportsWindow *
sky_reports_window_new (GtkWindow *parent, SkySelection *selection)
{
  SkyReportsWindow *self = sky_child_window_new (SKY_TYPE_REPORTS_WINDOW, parent);

  self->selection = g_object_ref (selection);
  self->worker =
      sky_store_link_new_worker (sky_review_desk_get_link (sky_selection_get_desk (selection)));
  g_signal_connect_object (sky_selection_get_inbox (selection), "counts-changed",
                           G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (sky_selection_get_desk (selection), "reviewer-changed",
                           G_CALLBACK (reviewer_cb), self, G_CONNECT_SWAPPED);
  ask_choices (self);
  return self;
}
