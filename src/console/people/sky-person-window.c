/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-person-window.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "sky-child-window.h"
#include "sky-file-chooser.h"
#include "sky-key-memory.h"
#include "sky-person.h"
#include "sky-thread-task.h"

/* The rows of the template's list of sources. */
enum
{
  SOURCE_NEW,
  SOURCE_IMPORT,
};

struct _SkyPersonWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  AdwEntryRow *credential;
  AdwEntryRow *name;
  AdwComboRow *role;
  AdwComboRow *source;
  AdwActionRow *days_row;
  GtkSpinButton *days;
  AdwActionRow *key_row;
  AdwActionRow *certificate_row;
  AdwPasswordEntryRow *passphrase;
  AdwPasswordEntryRow *again;
  GtkWidget *form;
  GtkLabel *trouble;
  GtkSpinner *spinner;
  GtkButton *accept;

  SkyReviewDesk *desk;
  SkyStoreWorker *worker;
  GPtrArray *people;
  char *key;                     /* NULL: none is chosen */
  char *certificate;             /* NULL: it stands in the key's file */
  GtkFileChooserNative *chooser; /* NULL: none is open */
  gboolean chooses_key;          /* the chooser does, not the certificate */
  gboolean registering;
};

G_DEFINE_FINAL_TYPE (SkyPersonWindow, sky_person_window, ADW_TYPE_WINDOW)

static guint registered_signal;

/* --- Registering ------------------------------------------------------------------------------ */

typedef struct
{
  char *credential;
  char *name;
  SkyPersonRole role;
  guint days;
  char *key; /* that is imported; NULL: one is made */
  char *certificate;
  char *passphrase;
  char *by_credential;
  char *by_name;
  gboolean first; /* they register themselves */
} Registering;

static gboolean
register_person (SkyStore *store,
                 const Registering *registering,
                 SkyIdentity *identity,
                 GError **error)
{
  SkyCertificate *certificate = sky_identity_get_certificate (identity);
  g_autofree char *pem = sky_certificate_to_pem (certificate);
  const SkyPerson person = {
    .credential = registering->credential,
    .name = registering->name,
    .role = registering->role,
    .certificate = pem,
    .expires = sky_certificate_get_not_after (certificate),
  };
  SkyReviewer by = { registering->by_credential, registering->by_name };

  if (registering->first)
    {
      by = (SkyReviewer){ registering->credential, registering->name };
      sky_store_set_signer (store, by.credential, sky_identity_sign, sky_identity_ref (identity),
                            (GDestroyNotify) sky_identity_unref);
    }
  return sky_store_add_person (store, &by, &person, error);
}

/* A key takes its time on purpose, so it is made and encrypted here too. */
static gpointer
register_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Registering *registering = data;
  g_autofree char *path = sky_identity_default_path (registering->credential);
  g_autoptr (SkyIdentity) identity = NULL;

  if (registering->key != NULL)
    identity = sky_identity_import (registering->key, registering->certificate,
                                    registering->passphrase, error);
  else
    identity =
        sky_identity_create (registering->credential, registering->name, registering->days, error);
  if (identity == NULL || !sky_identity_save (identity, path, registering->passphrase, error))
    return NULL;
  if (!register_person (store, registering, identity, error))
    {
      g_unlink (path);
      return NULL;
    }
  return g_steal_pointer (&identity);
}

static void
set_registering (SkyPersonWindow *self, gboolean registering)
{
  self->registering = registering;
  /* Text that keeps the focus while it is insensitive would go on blinking. */
  if (registering)
    gtk_window_set_focus (GTK_WINDOW (self), NULL);
  gtk_widget_set_sensitive (self->form, !registering);
  gtk_widget_set_sensitive (GTK_WIDGET (self->accept), !registering);
  gtk_spinner_set_spinning (self->spinner, registering);
}

static const char *
text_of (gpointer row)
{
  return gtk_editable_get_text (GTK_EDITABLE (row));
}

/* Returns: what the row has, without blanks around it, a new string. */
static char *
word_of (gpointer row)
{
  return g_strstrip (g_strdup (text_of (row)));
}

/* From here on the console speaks in the name of who has just registered themselves. */
static void
take_up (SkyPersonWindow *self, SkyIdentity *identity)
{
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  g_autofree char *credential = word_of (self->credential);
  g_autofree char *name = word_of (self->name);

  g_settings_set_string (settings, "reviewer-name", name);
  g_settings_set_string (settings, "reviewer-credential", credential);
  sky_review_desk_set_reviewer (self->desk, credential, name);
  sky_review_desk_sign_in (self->desk, identity);
}

static void
registered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyPersonWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyIdentity) identity = sky_store_worker_finish (result, &error);

  /* The window was closed; the register has what was asked for all the same. */
  if (self->desk == NULL)
    return;
  set_registering (self, FALSE);
  if (identity == NULL)
    {
      gtk_label_set_text (self->trouble, error->message);
      return;
    }
  if (self->people->len == 0)
    take_up (self, identity);
  g_signal_emit (self, registered_signal, 0);
  gtk_window_close (GTK_WINDOW (self));
}

/* Returns: what is missing, in a sentence; NULL: nothing. */
static const char *
find_fault (SkyPersonWindow *self)
{
  g_autofree char *credential = word_of (self->credential);
  g_autofree char *name = word_of (self->name);
  gboolean imports = adw_combo_row_get_selected (self->source) == SOURCE_IMPORT;

  if (credential[0] == '\0' || name[0] == '\0')
    return _ ("Enter a credential and a name.");
  if (self->people->len == 0 && adw_combo_row_get_selected (self->role) != SKY_PERSON_INVESTIGATOR)
    return _ ("The first person must be an investigator, because only investigators can register "
              "others.");
  if (imports && self->key == NULL)
    return _ ("Choose the key file to import.");
  if (!imports && strcmp (text_of (self->passphrase), text_of (self->again)) != 0)
    return _ ("The passphrases differ.");
  if (strlen (text_of (self->passphrase)) < SKY_PASSPHRASE_MIN)
    return _ ("Use at least eight characters for the passphrase.");
  return NULL;
}

static void
accept_cb (SkyPersonWindow *self)
{
  const char *fault = find_fault (self);
  Registering *registering;

  if (self->registering)
    return;
  gtk_label_set_text (self->trouble, fault != NULL ? fault : "");
  if (fault != NULL)
    return;

  registering = sky_thread_task_new (Registering);
  registering->credential = sky_thread_task_keep_text (registering, word_of (self->credential));
  registering->name = sky_thread_task_keep_text (registering, word_of (self->name));
  registering->role = adw_combo_row_get_selected (self->role);
  registering->days = (guint) gtk_spin_button_get_value_as_int (self->days);
  if (adw_combo_row_get_selected (self->source) == SOURCE_IMPORT)
    {
      registering->key = sky_thread_task_copy_text (registering, self->key);
      registering->certificate = sky_thread_task_copy_text (registering, self->certificate);
    }
  registering->passphrase =
      sky_thread_task_keep (registering, sky_key_memory_dup (text_of (self->passphrase)),
                            (GDestroyNotify) sky_key_memory_free);
  registering->by_credential =
      sky_thread_task_copy_text (registering, sky_review_desk_get_credential (self->desk));
  registering->by_name =
      sky_thread_task_copy_text (registering, sky_review_desk_get_name (self->desk));
  registering->first = self->people->len == 0;
  set_registering (self, TRUE);
  sky_store_worker_run_once (self->worker, register_in_thread, registering, sky_thread_task_free,
                             (GDestroyNotify) sky_identity_unref, registered_cb,
                             g_object_ref (self));
}

/* --- The form --------------------------------------------------------------------------------- */

static void
source_cb (SkyPersonWindow *self)
{
  gboolean imports = adw_combo_row_get_selected (self->source) == SOURCE_IMPORT;

  gtk_widget_set_visible (GTK_WIDGET (self->days_row), !imports);
  gtk_widget_set_visible (GTK_WIDGET (self->again), !imports);
  gtk_widget_set_visible (GTK_WIDGET (self->key_row), imports);
  gtk_widget_set_visible (GTK_WIDGET (self->certificate_row), imports);
}

/* Whose credential is known gets another certificate: that must be seen before it is done. */
static void
credential_cb (SkyPersonWindow *self)
{
  g_autofree char *credential = word_of (self->credential);
  const SkyPerson *person = sky_people_find (self->people, credential);
  g_autofree char *text = NULL;

  if (person != NULL)
    /* Translators: a person's name and credential. */
    text = g_strdup_printf (_ ("%s (%s) is already registered. This replaces their certificate."),
                            person->name, person->credential);
  gtk_label_set_text (self->trouble, text != NULL ? text : "");
}

static void
show_file (AdwActionRow *row, const char *path)
{
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *plain = g_markup_escape_text (shown, -1);

  adw_action_row_set_subtitle (row, plain);
}

void
sky_person_window_set_files (SkyPersonWindow *self, const char *key, const char *certificate)
{
  g_return_if_fail (SKY_IS_PERSON_WINDOW (self));
  g_return_if_fail (key != NULL);

  g_free (self->key);
  self->key = g_strdup (key);
  show_file (self->key_row, key);
  if (certificate == NULL)
    return;
  g_free (self->certificate);
  self->certificate = g_strdup (certificate);
  show_file (self->certificate_row, certificate);
}

static void
chosen_cb (SkyPersonWindow *self, int response, GtkNativeDialog *dialog)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = NULL;
  const char *path;

  if (response != GTK_RESPONSE_ACCEPT)
    return;
  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  path = file != NULL ? g_file_peek_path (file) : NULL;
  if (path == NULL)
    return;
  if (self->chooses_key)
    {
      sky_person_window_set_files (self, path, NULL);
      return;
    }
  g_free (self->certificate);
  self->certificate = g_strdup (path);
  show_file (self->certificate_row, path);
}

static void
choose (SkyPersonWindow *self, gboolean key)
{
  if (self->chooser != NULL)
    return;
  self->chooses_key = key;
  self->chooser =
      gtk_file_chooser_native_new (key ? _ ("Key") : _ ("Certificate"), GTK_WINDOW (self),
                                   GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), NULL);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  sky_file_chooser_show (self->chooser);
}

static void
choose_key_cb (SkyPersonWindow *self, GtkButton *button)
{
  choose (self, TRUE);
}

static void
choose_certificate_cb (SkyPersonWindow *self, GtkButton *button)
{
  choose (self, FALSE);
}

gboolean
sky_person_window_is_settled (SkyPersonWindow *self)
{
  g_return_val_if_fail (SKY_IS_PERSON_WINDOW (self), TRUE);
  return !self->registering;
}

static void
sky_person_window_dispose (GObject *object)
{
  SkyPersonWindow *self = SKY_PERSON_WINDOW (object);

  g_clear_object (&self->desk);
  g_clear_object (&self->worker);
  g_clear_object (&self->chooser);
  G_OBJECT_CLASS (sky_person_window_parent_class)->dispose (object);
}

static void
sky_person_window_finalize (GObject *object)
{
  SkyPersonWindow *self = SKY_PERSON_WINDOW (object);

  g_ptr_array_unref (self->people);
  g_free (self->key);
  g_free (self->certificate);
  G_OBJECT_CLASS (sky_person_window_parent_class)->finalize (object);
}

static void
sky_person_window_class_init (SkyPersonWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_person_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = sky_person_window_finalize;
  registered_signal = g_signal_new ("registered", SKY_TYPE_PERSON_WINDOW, G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-person-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, credential);
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, name);
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, role);
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, source);
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, days_row);
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, days);
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, key_row);
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, certificate_row);
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, passphrase);
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, again);
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, form);
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, trouble);
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, spinner);
  gtk_widget_class_bind_template_child (widget_class, SkyPersonWindow, accept);
  gtk_widget_class_bind_template_callback (widget_class, accept_cb);
  gtk_widget_class_bind_template_callback (widget_class, source_cb);
  gtk_widget_class_bind_template_callback (widget_class, credential_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_key_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_certificate_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_person_window_init (SkyPersonWindow *self)
{
  self->people = sky_people_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  source_cb (self);
}

SkyPersonWindow *
sky_person_window_new (GtkWindow *parent,
                       SkyReviewDesk *desk,
                       SkyStoreWorker *worker,
                       GPtrArray *people)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (desk), NULL);
  g_return_val_if_fail (SKY_IS_STORE_WORKER (worker), NULL);
  g_return_val_if_fail (people != NULL, NULL);

  SkyPersonWindow *self = sky_child_window_new (SKY_TYPE_PERSON_WINDOW, parent);
  const char *credential = sky_review_desk_get_credential (desk);
  const char *name = sky_review_desk_get_name (desk);

  self->desk = g_object_ref (desk);
  self->worker = g_object_ref (worker);
  g_ptr_array_unref (self->people);
  self->people = g_ptr_array_ref (people);
  if (people->len == 0)
    {
      gtk_editable_set_text (GTK_EDITABLE (self->credential), credential != NULL ? credential : "");
      gtk_editable_set_text (GTK_EDITABLE (self->name), name != NULL ? name : "");
      adw_combo_row_set_selected (self->role, SKY_PERSON_INVESTIGATOR);
      gtk_widget_set_sensitive (GTK_WIDGET (self->role), FALSE);
    }
  return self;
}
