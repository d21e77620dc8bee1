/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-export-window.h"

#include <glib/gi18n.h>

#include "sky-child-window.h"
#include "sky-digest.h"
#include "sky-dossier.h"
#include "sky-evidence-error.h"
#include "sky-export.h"
#include "sky-file-chooser.h"
#include "sky-file-place.h"
#include "sky-sign-in-window.h"
#include "sky-store-worker.h"
#include "sky-thread-task.h"

/* How often the progress is shown anew, in milliseconds. */
#define REFRESH 200
/* A package is called so that a desktop knows it from any other ZIP. */
#define SUFFIX ".evidence.zip"

/* An export on its way. The window and the thread's task share it. */
typedef struct
{
  gint64 id;
  char *path;
  char *credential;
  SkyIdentity *identity;
  gboolean leave_out_originals;
  gboolean allow_linked; /* recordings that have other names: it was asked about */
  GPtrArray *left_out;   /* of char *; the thread's until it is done */
  char *authority;       /* NULL: no stamp */
  char **stills;
  SkyDossierScope scope;
  char **without; /* the scope's */
  GCancellable *cancellable;

  /* Atomic: written by the thread, read by the window. */
  guint64 done;
  guint64 total;
  gint published;
} Exporting;

struct _SkyExportWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  GtkWidget *choices;
  AdwActionRow *contents;
  AdwActionRow *recordings;
  GtkSwitch *originals;
  GtkSpinButton *before;
  GtkSpinButton *after;
  AdwExpanderRow *cameras;
  AdwActionRow *stills_row;
  GtkWidget *clear_stills;
  GtkEditable *authority;
  GtkEditable *name;
  AdwActionRow *folder_row;
  GtkSwitch *shows;
  AdwActionRow *signer;
  GtkWidget *sign_in;
  GtkLabel *outcome;
  GtkProgressBar *bar;
  GtkWidget *cancel;
  GtkWidget *start;
  GtkWidget *show;

  /* Owned. */
  SkyReviewDesk *desk; /* NULL: the window is closed */
  SkyStoreWorker *worker;
  GSettings *settings;
  GPtrArray *stills;       /* of char *, paths */
  GPtrArray *switches;     /* of GtkSwitch, borrowed: one a camera, by its name */
  GFile *written;          /* the package that is there; NULL: none yet */
  GtkNativeDialog *dialog; /* NULL: none is open */
  GCancellable *looking;
  Exporting *exporting; /* NULL: nothing is written */
  guint timer;
  gint64 id;
  gint64 number;     /* of the case; 0: not known yet */
  gboolean reads;    /* what goes in is still being read */
  gboolean finds;    /* a free name is looked for, in the folder that was chosen */
  gboolean exports;  /* the file is wanted as soon as somebody is signed in */
  gboolean readable; /* there is something to export */
};

G_DEFINE_FINAL_TYPE (SkyExportWindow, sky_export_window, ADW_TYPE_WINDOW)

static void
exporting_clear (gpointer data)
{
  Exporting *exporting = data;

  g_free (exporting->path);
  g_free (exporting->credential);
  sky_identity_unref (exporting->identity);
  g_free (exporting->authority);
  g_strfreev (exporting->stills);
  g_strfreev (exporting->without);
  g_ptr_array_unref (exporting->left_out);
  g_object_unref (exporting->cancellable);
}

static void
exporting_unref (gpointer exporting)
{
  g_atomic_rc_box_release_full (exporting, exporting_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Exporting, exporting_unref)

/* --- What goes in ----------------------------------------------------------------------------- */

typedef struct
{
  gint64 id;
  GCancellable *cancellable;
} Looking;

static gpointer
look_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Looking *looking = data;

  return sky_dossier_new (store, looking->id, NULL, looking->cancellable, error);
}

/* Returns: (transfer full): where packages are written. */
static GFile *
get_folder (SkyExportWindow *self)
{
  g_autofree char *chosen = g_settings_get_string (self->settings, "export-folder");
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);

  if (chosen[0] != '\0')
    return g_file_new_for_path (chosen);
  if (documents != NULL && g_file_test (documents, G_FILE_TEST_IS_DIR))
    return g_file_new_for_path (documents);
  return g_file_new_for_path (g_get_home_dir ());
}

static void
update (SkyExportWindow *self)
{
  g_autoptr (SkyIdentity) identity = sky_review_desk_get_identity (self->desk);
  const char *credential = sky_review_desk_get_credential (self->desk);
  const char *name =
      identity != NULL ? sky_certificate_get_name (sky_identity_get_certificate (identity)) : NULL;
  g_autofree char *who =
      name != NULL ? g_strdup_printf ("%s (%s)", name, credential != NULL ? credential : "")
                   : g_strdup (_ ("No one is signed in"));
  g_autofree char *signer = g_markup_escape_text (who, -1);
  g_autoptr (GString) names = g_string_new (NULL);
  gboolean writes = self->exporting != NULL;

  g_autoptr (GFile) folder = get_folder (self);
  g_autofree char *path = g_file_get_parse_name (folder);
  g_autofree char *place = g_markup_escape_text (path, -1);

  adw_action_row_set_subtitle (self->signer, signer);
  adw_action_row_set_subtitle (self->folder_row, place);
  gtk_widget_set_visible (self->show, self->written != NULL);
  gtk_widget_set_visible (self->sign_in, identity == NULL);
  for (guint i = 0; i < self->stills->len; i++)
    {
      g_autofree char *base = g_filename_display_basename (self->stills->pdata[i]);
      g_autofree char *markup = g_markup_escape_text (base, -1);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", markup);
    }
  adw_action_row_set_subtitle (self->stills_row, names->len > 0 ? names->str : _ ("None"));
  gtk_widget_set_visible (self->clear_stills, self->stills->len > 0);
  gtk_widget_set_sensitive (self->choices, !writes && !self->finds);
  gtk_widget_set_sensitive (self->start, self->readable && !writes && !self->finds);
  gtk_widget_set_visible (self->cancel, writes);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), writes);
}

/* The cameras that are left out. Returns: (transfer full): their names, NULL-terminated. */
static char **
list_without (SkyExportWindow *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < self->switches->len; i++)
    if (!gtk_switch_get_active (self->switches->pdata[i]))
      g_strv_builder_add (names, gtk_widget_get_name (self->switches->pdata[i]));
  return g_strv_builder_end (names);
}

static void
update_cameras (SkyExportWindow *self)
{
  g_auto (GStrv) without = list_without (self);
  g_autofree char *names = g_strjoinv (", ", without);
  /* Translators: the names of cameras that are not exported. */
  g_autofree char *text = g_strdup_printf (_ ("Without %s"), names);
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_expander_row_set_subtitle (self->cameras, without[0] != NULL ? markup : _ ("All cameras"));
}

/* Once for each camera, however many recordings are its. */
static void
add_camera (SkyExportWindow *self, const char *camera)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *wanted = gtk_switch_new ();

  for (guint i = 0; i < self->switches->len; i++)
    if (strcmp (gtk_widget_get_name (self->switches->pdata[i]), camera) == 0)
      return;
  g_autofree char *markup = g_markup_escape_text (camera, -1);
  gtk_widget_set_name (wanted, camera);
  gtk_switch_set_active (GTK_SWITCH (wanted), TRUE);
  gtk_widget_set_valign (wanted, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (wanted), GTK_ACCESSIBLE_PROPERTY_LABEL, camera,
                                  -1);
  g_signal_connect_object (wanted, "notify::active", G_CALLBACK (update_cameras), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), markup);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), wanted);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), wanted);
  adw_expander_row_add_row (self->cameras, row);
  g_ptr_array_add (self->switches, wanted);
}

static void
show_dossier (SkyExportWindow *self, const SkyDossier *dossier)
{
  const SkyCase *info = dossier->info;
  g_autofree char *title =
      /* Translators: the number of a case, its title. */
      g_strdup_printf (_ ("Export Case %d: %s"), (int) info->number, info->title);
  g_autofree char *contents =
      g_strdup_printf (_ ("Findings: %u · bookmarks: %u · stills: %u · notes: %u · logs: %u"),
                       (guint) info->n_findings, (guint) info->n_bookmarks, dossier->stills->len,
                       (guint) info->n_notes, dossier->logs->len);
  g_autofree char *size = g_format_size (dossier->total_bytes);
  g_autofree char *recordings = NULL;
  guint n_missing = 0;

  for (guint i = 0; i < dossier->recordings->len; i++)
    {
      const SkyDossierRecording *recording =
          &g_array_index (dossier->recordings, SkyDossierRecording, i);

      n_missing += recording->size == 0;
      add_camera (self, recording->camera->camera);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->cameras), self->switches->len > 0);
  update_cameras (self);
  if (dossier->recordings->len == 0)
    recordings = g_strdup (_ ("None"));
  else if (n_missing == 0)
    recordings = g_strdup_printf ("%u · %s", dossier->recordings->len, size);
  else
    recordings =
        /* Translators: how many recordings, how large, how many are not there. */
        g_strdup_printf (_ ("%u · %s · missing: %u"), dossier->recordings->len, size, n_missing);
  g_autofree char *name = g_strdup_printf ("case-%" G_GINT64_FORMAT SUFFIX, info->number);
  gtk_window_set_title (GTK_WINDOW (self), title);
  gtk_editable_set_text (self->name, name);
  adw_action_row_set_subtitle (self->contents, contents);
  adw_action_row_set_subtitle (self->recordings, recordings);
  self->number = info->number;
  self->readable = TRUE;
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyExportWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyDossier) dossier = sky_store_worker_finish (result, &error);

  self->reads = FALSE;
  if (self->desk == NULL)
    return;
  if (dossier != NULL)
    show_dossier (self, dossier);
  else
    gtk_label_set_text (self->outcome, error->message);
  update (self);
  gtk_widget_grab_focus (self->start);
}

/* --- The export ------------------------------------------------------------------------------- */

static void
progress_cb (guint64 done, guint64 total, gpointer data)
{
  Exporting *exporting = data;

  __atomic_store_n (&exporting->total, total, __ATOMIC_RELAXED);
  __atomic_store_n (&exporting->done, done, __ATOMIC_RELAXED);
}

/* Returns: the package's digest as hex digits. */
static gpointer
export_in_thread (SkyStore *store, gpointer data, GError **error)
{
  Exporting *exporting = data;
  g_autofree char *name = sky_export_find_name (store, exporting->credential, exporting->identity);
  g_autofree char *hex = g_malloc0 (SKY_DIGEST_HEX_SIZE);
  const SkyExportOptions options = {
    .path = exporting->path,
    .case_id = exporting->id,
    .identity = exporting->identity,
    .credential = exporting->credential,
    .name = name,
    .scope = &exporting->scope,
    .leave_out_originals = exporting->leave_out_originals,
    .allow_linked = exporting->allow_linked,
    .left_out = exporting->left_out,
    .time_stamp_url = exporting->authority,
    .stills = (const char *const *) exporting->stills,
    .cancellable = exporting->cancellable,
    .progress = progress_cb,
    .progress_data = exporting,
  };

  if (!sky_export_case (store, &options, error))
    return NULL;
  g_atomic_int_set (&exporting->published, TRUE);
  if (!sky_digest_file (exporting->path, NULL, hex, error))
    return NULL;
  return g_steal_pointer (&hex);
}

static gboolean
refresh_cb (gpointer user_data)
{
  SkyExportWindow *self = user_data;
  Exporting *exporting = self->exporting;
  guint64 done = __atomic_load_n (&exporting->done, __ATOMIC_RELAXED);
  guint64 total = MAX (__atomic_load_n (&exporting->total, __ATOMIC_RELAXED), 1);
  gboolean published = g_atomic_int_get (&exporting->published);
  g_autofree char *written = g_format_size (done);
  g_autofree char *all = g_format_size (total);
  g_autofree char *text = NULL;

  if (g_cancellable_is_cancelled (exporting->cancellable) && !published)
    text = g_strdup (_ ("Canceling…"));
  else if (published)
    text = g_strdup (_ ("Package written; computing its digest…"));
  else if (done == 0)
    text = g_strdup (_ ("Gathering the case…"));
  else if (done >= total)
    /* Translators: how much of a package is written, as a size. */
    text = g_strdup_printf (_ ("%s written; adding the report and the signature…"), written);
  else
    /* Translators: how much of a package is written, and of how much, as sizes. */
    text = g_strdup_printf (_ ("%s of %s written"), written, all);
  gtk_progress_bar_set_text (self->bar, text);
  gtk_widget_set_sensitive (self->cancel, !published);
  if (done == 0 || published)
    gtk_progress_bar_pulse (self->bar);
  else
    gtk_progress_bar_set_fraction (self->bar, MIN ((double) done / (double) total, 1.0));
  return G_SOURCE_CONTINUE;
}

/* What was left out of a package that is @written, line by line. */
static char *
join_left_out (const Exporting *exporting, gboolean written)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; written && i < exporting->left_out->len; i++)
    {
      g_string_append_c (text, '\n');
      /* Translators: a recording that is not in the package, and why. */
      g_string_append_printf (text, _ ("Left out: %s"),
                              (const char *) exporting->left_out->pdata[i]);
    }
  return g_string_free (text, FALSE);
}

static void export_to (SkyExportWindow *self, GFile *file, gboolean allow_linked);

static void
linked_answered_cb (AdwMessageDialog *dialog, const char *response, SkyExportWindow *self)
{
  GFile *file = g_object_get_data (G_OBJECT (dialog), "file");

  if (self->desk != NULL && strcmp (response, "export") == 0)
    export_to (self, file, TRUE);
}

/* Whether the recordings are the archive's own, the person who exports may know. */
static void
ask_about_linked (SkyExportWindow *self, const char *path, const char *cause)
{
  GtkWidget *dialog = adw_message_dialog_new (
      GTK_WINDOW (self), _ ("Export Recordings With Other Hard Links?"), cause);

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "export",
                                    _ ("_Export"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "export",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "file", g_file_new_for_path (path), g_object_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (linked_answered_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
show_cb (SkyExportWindow *self)
{
  if (self->written != NULL)
    sky_file_place_show (self->written);
}

static void
exported_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyExportWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *digest = sky_store_worker_finish (result, &error);
  g_autoptr (Exporting) exporting = g_steal_pointer (&self->exporting);
  g_autofree char *shown = g_filename_display_name (exporting->path);
  g_autofree char *text = NULL;

  g_clear_handle_id (&self->timer, g_source_remove);
  if (g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  if (self->desk == NULL)
    return;
  if (digest != NULL)
    /* Translators: the path of a file, its digest. */
    text = g_strdup_printf (_ ("%s saved.\nSHA-256 %s"), shown, digest);
  else if (exporting->published)
    /* Translators: the path of a file, why its digest could not be worked out. */
    text = g_strdup_printf (_ ("%s saved, but its digest could not be computed: %s"), shown,
                            error->message);
  else if (g_cancellable_is_cancelled (exporting->cancellable))
    text = g_strdup (_ ("Canceled: no package saved."));
  else
    /* Translators: why a case could not be exported. */
    text = g_strdup_printf (_ ("No package saved: %s"), error->message);
  g_autofree char *left_out = join_left_out (exporting, digest != NULL);
  g_autofree char *outcome = g_strconcat (text, left_out, NULL);
  gtk_label_set_text (self->outcome, outcome);
  if (digest == NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->outcome), "error");
  if (digest != NULL)
    {
      g_clear_object (&self->written);
      self->written = g_file_new_for_path (exporting->path);
    }
  update (self);
  gtk_widget_grab_focus (digest != NULL ? self->show : self->start);
  if (digest != NULL && gtk_switch_get_active (self->shows))
    show_cb (self);
  if (g_error_matches (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_LINKED))
    ask_about_linked (self, exporting->path, error->message);
}

static void
export_to (SkyExportWindow *self, GFile *file, gboolean allow_linked)
{
  g_autoptr (SkyIdentity) identity = sky_review_desk_get_identity (self->desk);
  g_autofree char *authority = g_strstrip (g_strdup (gtk_editable_get_text (self->authority)));
  const char *credential = sky_review_desk_get_credential (self->desk);
  g_autoptr (GStrvBuilder) stills = g_strv_builder_new ();
  Exporting *exporting;

  if (self->exporting != NULL || identity == NULL || credential == NULL
      || g_file_peek_path (file) == NULL)
    return;
  for (guint i = 0; i < self->stills->len; i++)
    g_strv_builder_add (stills, self->stills->pdata[i]);
  sky_store_worker_sign_in (self->worker, credential, identity);
  exporting = g_atomic_rc_box_new0 (Exporting);
  exporting->id = self->id;
  exporting->path = g_file_get_path (file);
  exporting->credential = g_strdup (credential);
  exporting->identity = g_steal_pointer (&identity);
  exporting->without = list_without (self);
  exporting->scope = (SkyDossierScope){
    .before = gtk_spin_button_get_value_as_int (self->before) * SKY_SECOND,
    .after = gtk_spin_button_get_value_as_int (self->after) * SKY_SECOND,
    .without = (const char *const *) exporting->without,
  };
  exporting->leave_out_originals = !gtk_switch_get_active (self->originals);
  exporting->authority = authority[0] != '\0' ? g_steal_pointer (&authority) : NULL;
  exporting->allow_linked = allow_linked;
  exporting->left_out = g_ptr_array_new_with_free_func (g_free);
  exporting->stills = g_strv_builder_end (stills);
  exporting->cancellable = g_cancellable_new ();
  self->exporting = exporting;
  /* The program stays until the package is whole, or what is begun of it is removed. */
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  self->timer = g_timeout_add (REFRESH, refresh_cb, self);
  gtk_label_set_text (self->outcome, "");
  gtk_widget_remove_css_class (GTK_WIDGET (self->outcome), "error");
  update (self);
  refresh_cb (self);
  /* The task itself is not cancelled: a package that was written just before is said to be there.
   */
  sky_store_worker_run_once (self->worker, export_in_thread, g_atomic_rc_box_acquire (exporting),
                             exporting_unref, g_free, exported_cb, g_object_ref (self));
}

void
sky_export_window_export (SkyExportWindow *self, GFile *file)
{
  g_return_if_fail (SKY_IS_EXPORT_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  export_to (self, file, FALSE);
}

typedef struct
{
  GFile *folder;
  char *name;
} Finding;

/* Where a package's name ends that is numbered before. */
static const char *
get_suffix (const char *name)
{
  return g_str_has_suffix (name, SUFFIX) ? SUFFIX : ".zip";
}

/* Returns: the file of that name in the folder, or of the next one like it that is free. */
static gpointer
find_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const Finding *finding = task_data;
  const char *name = finding->name;
  const char *suffix = get_suffix (name);
  g_autofree char *stem = g_str_has_suffix (name, suffix)
                              ? g_strndup (name, strlen (name) - strlen (suffix))
                              : g_strdup (name);
  g_autofree char *first = g_strconcat (stem, suffix, NULL);
  GFile *file = g_file_get_child (finding->folder, first);

  for (guint i = 2; g_file_query_exists (file, cancellable); i++)
    {
      g_autofree char *next = g_strdup_printf ("%s-%u%s", stem, i, suffix);

      g_object_unref (file);
      file = g_file_get_child (finding->folder, next);
    }
  return file;
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyExportWindow) self = user_data;
  g_autoptr (GFile) file = sky_thread_task_finish (result, NULL);

  self->finds = FALSE;
  if (self->desk == NULL)
    return;
  update (self);
  if (file != NULL)
    sky_export_window_export (self, file);
}

void
sky_export_window_export_into (SkyExportWindow *self, GFile *folder)
{
  g_return_if_fail (SKY_IS_EXPORT_WINDOW (self));
  g_return_if_fail (G_IS_FILE (folder));

  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (self->name)));
  Finding *finding;

  if (self->finds || self->exporting != NULL)
    return;
  finding = sky_thread_task_new (Finding);
  finding->folder = sky_thread_task_keep (finding, g_object_ref (folder), g_object_unref);
  finding->name = sky_thread_task_keep_text (
      finding, text[0] != '\0' ? g_strdelimit (g_steal_pointer (&text), G_DIR_SEPARATOR_S, '_')
                               : g_strdup_printf ("case-%" G_GINT64_FORMAT, self->number));
  self->finds = TRUE;
  update (self);
  sky_thread_task_run (finding, find_in_thread, g_object_unref, self->looking, found_cb,
                       g_object_ref (self));
}

void
sky_export_window_cancel (SkyExportWindow *self)
{
  g_return_if_fail (SKY_IS_EXPORT_WINDOW (self));

  if (self->exporting == NULL)
    return;
  g_cancellable_cancel (self->exporting->cancellable);
  refresh_cb (self);
}

/* --- What is clicked -------------------------------------------------------------------------- */

static GtkFileChooser *
show_chooser (SkyExportWindow *self,
              const char *title,
              GtkFileChooserAction action,
              const char *accept,
              GCallback callback)
{
  GtkFileChooserNative *chooser =
      gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, accept, _ ("_Cancel"));

  self->dialog = GTK_NATIVE_DIALOG (chooser);
  g_signal_connect_object (chooser, "response", callback, self, G_CONNECT_SWAPPED);
  return GTK_FILE_CHOOSER (chooser);
}

static void
stills_chosen_cb (SkyExportWindow *self, int response, GtkNativeDialog *dialog)
{
  g_autoptr (GtkNativeDialog) chooser = g_steal_pointer (&self->dialog);
  g_autoptr (GListModel) files = NULL;

  if (response != GTK_RESPONSE_ACCEPT)
    return;
  files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);

      if (g_file_peek_path (file) != NULL)
        sky_export_window_add_still (self, g_file_peek_path (file));
    }
}

static void
add_stills_cb (SkyExportWindow *self, GtkButton *button)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  GtkFileChooser *chooser;

  if (self->dialog != NULL)
    return;
  chooser = show_chooser (self, _ ("Add Stills"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Add"),
                          G_CALLBACK (stills_chosen_cb));
  gtk_file_filter_add_mime_type (filter, "image/png");
  gtk_file_chooser_set_filter (chooser, filter);
  gtk_file_chooser_set_select_multiple (chooser, TRUE);
  sky_file_chooser_show (GTK_FILE_CHOOSER_NATIVE (self->dialog));
}

static void
clear_stills_cb (SkyExportWindow *self, GtkButton *button)
{
  g_ptr_array_set_size (self->stills, 0);
  update (self);
}

static void
folder_chosen_cb (SkyExportWindow *self, int response, GtkNativeDialog *dialog)
{
  g_autoptr (GtkNativeDialog) chooser = g_steal_pointer (&self->dialog);
  g_autoptr (GFile) folder = NULL;

  if (response != GTK_RESPONSE_ACCEPT)
    return;
  folder = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (folder == NULL || g_file_peek_path (folder) == NULL)
    return;
  g_settings_set_string (self->settings, "export-folder", g_file_peek_path (folder));
  update (self);
}

static void
choose_cb (SkyExportWindow *self)
{
  g_autoptr (GFile) folder = get_folder (self);
  GtkFileChooser *chooser;

  if (self->dialog != NULL)
    return;
  chooser = show_chooser (self, _ ("Folder for the Package"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
                          _ ("_Choose"), G_CALLBACK (folder_chosen_cb));
  gtk_file_chooser_set_file (chooser, folder, NULL);
  sky_file_chooser_show (GTK_FILE_CHOOSER_NATIVE (self->dialog));
}

/* None is ever replaced: the name is that of the next one that is free. */
static void export(SkyExportWindow *self)
{
  g_autoptr (GFile) folder = get_folder (self);

  sky_export_window_export_into (self, folder);
}

/* The sign-in is over, with or without. */
static void
signed_in_cb (SkyExportWindow *self)
{
  g_autoptr (SkyIdentity) identity = NULL;

  if (self->desk == NULL)
    return;
  identity = sky_review_desk_get_identity (self->desk);
  update (self);
  if (identity != NULL && self->exports)
    export(self);
  self->exports = FALSE;
}

static void
sign_in_cb (SkyExportWindow *self)
{
  SkySignInWindow *window = sky_sign_in_window_new (GTK_WINDOW (self), self->desk);

  g_signal_connect_object (window, "destroy", G_CALLBACK (signed_in_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (window));
}

static void
start_cb (SkyExportWindow *self)
{
  g_autoptr (SkyIdentity) identity = sky_review_desk_get_identity (self->desk);

  if (identity != NULL)
    {
      export(self);
      return;
    }
  self->exports = TRUE;
  sign_in_cb (self);
}

void
sky_export_window_add_still (SkyExportWindow *self, const char *path)
{
  g_return_if_fail (SKY_IS_EXPORT_WINDOW (self));
  g_return_if_fail (path != NULL);

  g_ptr_array_add (self->stills, g_strdup (path));
  update (self);
}

gboolean
sky_export_window_is_settled (SkyExportWindow *self)
{
  g_return_val_if_fail (SKY_IS_EXPORT_WINDOW (self), TRUE);
  return !self->reads && !self->finds && self->exporting == NULL;
}

const char *
sky_export_window_get_outcome (SkyExportWindow *self)
{
  g_return_val_if_fail (SKY_IS_EXPORT_WINDOW (self), NULL);
  return gtk_label_get_text (self->outcome);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_export_window_dispose (GObject *object)
{
  SkyExportWindow *self = SKY_EXPORT_WINDOW (object);

  if (self->exporting != NULL)
    g_cancellable_cancel (self->exporting->cancellable);
  if (self->looking != NULL)
    g_cancellable_cancel (self->looking);
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->looking);
  g_clear_object (&self->dialog);
  g_clear_object (&self->worker);
  g_clear_object (&self->settings);
  g_clear_object (&self->written);
  g_clear_object (&self->desk);
  g_clear_pointer (&self->stills, g_ptr_array_unref);
  g_clear_pointer (&self->switches, g_ptr_array_unref);
  G_OBJECT_CLASS (sky_export_window_parent_class)->dispose (object);
}

static void
sky_export_window_class_init (SkyExportWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_export_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-export-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, choices);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, contents);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, recordings);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, originals);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, before);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, after);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, cameras);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, stills_row);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, clear_stills);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, authority);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, name);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, signer);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, sign_in);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, outcome);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, bar);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, cancel);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, start);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, show);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, folder_row);
  gtk_widget_class_bind_template_child (widget_class, SkyExportWindow, shows);
  gtk_widget_class_bind_template_callback (widget_class, add_stills_cb);
  gtk_widget_class_bind_template_callback (widget_class, clear_stills_cb);
  gtk_widget_class_bind_template_callback (widget_class, sign_in_cb);
  gtk_widget_class_bind_template_callback (widget_class, start_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_cb);
  gtk_widget_class_bind_template_callback (widget_class, sky_export_window_cancel);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_export_window_init (SkyExportWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->stills = g_ptr_array_new_with_free_func (g_free);
  self->switches = g_ptr_array_new ();
  self->settings = g_settings_new (SKY_APP_ID);
  g_settings_bind (self->settings, "clip-before", self->before, "value", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "clip-after", self->after, "value", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "time-stamp-authority", self->authority, "text",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "show-export", self->shows, "active", G_SETTINGS_BIND_DEFAULT);
}

SkyExportWindow *
sky_export_window_new (GtkWindow *parent, SkyReviewDesk *desk, gint64 id)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (desk), NULL);

  SkyExportWindow *self = sky_child_window_new (SKY_TYPE_EXPORT_WINDOW, parent);
  Looking *looking = sky_thread_task_new (Looking);

  self->desk = g_object_ref (desk);
  self->id = id;
  self->looking = g_cancellable_new ();
  self->worker = sky_store_link_new_worker (sky_review_desk_get_link (desk));
  sky_store_worker_sign_in (self->worker, sky_review_desk_get_credential (desk), NULL);
  update (self);
  looking->id = id;
  looking->cancellable =
      sky_thread_task_keep (looking, g_object_ref (self->looking), g_object_unref);
  self->reads = TRUE;
  sky_store_worker_run (self->worker, NULL, look_in_thread, looking, sky_thread_task_free,
                        (GDestroyNotify) sky_dossier_free, NULL, looked_cb, g_object_ref (self));
  return self;
}
