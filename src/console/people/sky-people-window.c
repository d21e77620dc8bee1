/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-people-window.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sky-child-window.h"
#include "sky-person.h"
#include "sky-sign-in-window.h"
#include "sky-thread-task.h"

struct _SkyPeopleWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  GtkButton *add;
  GtkSpinner *spinner;
  GtkStack *pages;
  GtkWidget *notice_box;
  GtkLabel *notice;
  GtkButton *sign_in;
  GtkLabel *trouble;
  GtkListBox *list;

  SkyReviewDesk *desk;
  SkyStoreWorker *worker;
  GPtrArray *people; /* NULL: not known yet */
  guint asking;      /* questions under way */
};

G_DEFINE_FINAL_TYPE (SkyPeopleWindow, sky_people_window, ADW_TYPE_WINDOW)

static const char *const role_labels[SKY_N_PERSON_ROLES] = {
  [SKY_PERSON_OPERATOR] = N_ ("operator"),
  [SKY_PERSON_INVESTIGATOR] = N_ ("investigator"),
  [SKY_PERSON_AUDITOR] = N_ ("auditor"),
};

/* --- The list --------------------------------------------------------------------------------- */

/* Returns: a new string, "2026-01-31". */
static char *
day_text (SkyTime at)
{
  char text[SKY_DAY_TEXT_SIZE];

  return g_strdup (sky_day_format (sky_day_of_time (at), text));
}

static gboolean
has_expired (const SkyPerson *person)
{
  return person->expires <= g_get_real_time ();
}

static const char *
state_text (const SkyPerson *person)
{
  if (person->revocation != 0)
    return _ ("revoked");
  return has_expired (person) ? _ ("expired") : _ ("valid");
}

static void
add_detail (AdwExpanderRow *row, const char *title, const char *text)
{
  GtkWidget *detail = adw_action_row_new ();
  g_autofree char *plain = g_markup_escape_text (text, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (detail), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (detail), plain);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (detail), 0);
  adw_preferences_row_set_title_selectable (ADW_PREFERENCES_ROW (detail), FALSE);
  adw_expander_row_add_row (row, detail);
}

static void
add_certificate (AdwExpanderRow *row, const SkyPerson *person)
{
  g_autoptr (SkyCertificate) certificate = sky_certificate_new_from_pem (person->certificate, NULL);

  if (certificate == NULL)
    {
      add_detail (row, _ ("Certificate"), _ ("Cannot read it."));
      return;
    }
  g_autofree char *from = day_text (sky_certificate_get_not_before (certificate));
  g_autofree char *until = day_text (sky_certificate_get_not_after (certificate));
  /* Translators: two days. */
  g_autofree char *days = g_strdup_printf (_ ("%s to %s"), from, until);

  add_detail (row, _ ("Certificate Valid From and To"), days);
  add_detail (row, _ ("Fingerprint (SHA-256)"), sky_certificate_get_fingerprint (certificate));
}

static void
expire_clicked_cb (GtkButton *button, gpointer user_data)
{
  GtkWidget *window = gtk_widget_get_ancestor (GTK_WIDGET (button), SKY_TYPE_PEOPLE_WINDOW);

  sky_people_window_ask_expire (SKY_PEOPLE_WINDOW (window), user_data);
}

static void
revoke_clicked_cb (GtkButton *button, gpointer user_data)
{
  GtkWidget *window = gtk_widget_get_ancestor (GTK_WIDGET (button), SKY_TYPE_PEOPLE_WINDOW);

  sky_people_window_ask_revoke (SKY_PEOPLE_WINDOW (window), user_data);
}

static void
free_closure_data (gpointer data, GClosure *closure)
{
  g_free (data);
}

static GtkWidget *
make_button (const char *label,
             const char *accessible,
             gboolean sensitive,
             GCallback clicked,
             const char *credential)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_sensitive (button, sensitive);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  accessible, -1);
  g_signal_connect_data (button, "clicked", clicked, g_strdup (credential), free_closure_data, 0);
  return button;
}

static void
add_buttons (AdwExpanderRow *row, const SkyPerson *person, gboolean may)
{
  GtkWidget *line = adw_action_row_new ();
  /* Translators: a person's name. */
  g_autofree char *expires = g_strdup_printf (_ ("Expire %s"), person->name);
  /* Translators: a person's name. */
  g_autofree char *revokes = g_strdup_printf (_ ("Revoke %s"), person->name);
  GtkWidget *expire = make_button (_ ("_Expire…"), expires, may && !has_expired (person),
                                   G_CALLBACK (expire_clicked_cb), person->credential);
  GtkWidget *revoke = make_button (_ ("_Revoke…"), revokes, may, G_CALLBACK (revoke_clicked_cb),
                                   person->credential);

  gtk_widget_add_css_class (revoke, "destructive-action");
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (line), _ ("Expire or Revoke"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (line), _ ("Their earlier entries stay valid."));
  adw_action_row_add_suffix (ADW_ACTION_ROW (line), expire);
  adw_action_row_add_suffix (ADW_ACTION_ROW (line), revoke);
  adw_expander_row_add_row (row, line);
}

static void
add_person (SkyPeopleWindow *self, const SkyPerson *person, gboolean may)
{
  GtkWidget *row = adw_expander_row_new ();
  GtkWidget *state = gtk_label_new (state_text (person));
  g_autofree char *until = day_text (person->expires);
  /* Translators: credential, role, and the day when a person expires. */
  g_autofree char *about = g_strdup_printf (_ ("%s · %s · until %s"), person->credential,
                                            _ (role_labels[person->role]), until);
  /* Translators: for a screen reader: name, credential and role, and whether they are valid. */
  g_autofree char *said =
      g_strdup_printf (_ ("%s, %s, %s"), person->name, about, state_text (person));
  g_autofree char *name = g_markup_escape_text (person->name, -1);
  g_autofree char *plain = g_markup_escape_text (about, -1);

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, said, -1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), plain);
  if (person->revocation != 0)
    gtk_widget_add_css_class (state, "error");
  else
    gtk_widget_add_css_class (state, has_expired (person) ? "warning" : "success");
  adw_expander_row_add_action (ADW_EXPANDER_ROW (row), state);
  if (person->revocation != 0)
    {
      g_autofree char *day = day_text (person->revoked_at);
      /* Translators: a day, and the reason. */
      g_autofree char *why = g_strdup_printf (_ ("%s: %s"), day, person->reason);

      add_detail (ADW_EXPANDER_ROW (row), _ ("Revoked"), why);
    }
  add_certificate (ADW_EXPANDER_ROW (row), person);
  if (person->revocation == 0)
    add_buttons (ADW_EXPANDER_ROW (row), person, may);
  gtk_list_box_append (self->list, row);
}

/* Returns: why people cannot be changed from here, a new string; NULL: they can. @leads: signing in
 * could help. */
static char *
find_notice (SkyPeopleWindow *self, gboolean *leads)
{
  const char *credential = sky_review_desk_get_credential (self->desk);
  const SkyPerson *me = sky_people_find (self->people, credential);

  *leads = FALSE;
  if (self->people->len == 0)
    return NULL;
  if (me == NULL)
    /* Translators: a credential. */
    return g_strdup_printf (_ ("%s, the reviewer in the preferences, is not registered. An "
                               "investigator must register them."),
                            credential != NULL ? credential : "");
  if (me->revocation != 0)
    /* Translators: a person's name, and the reason. */
    return g_strdup_printf (_ ("The certificate of %s was revoked: %s"), me->name, me->reason);
  if (has_expired (me))
    /* Translators: a person's name. */
    return g_strdup_printf (_ ("The certificate of %s has expired."), me->name);
  if (!sky_person_role_allows (me->role, SKY_LEDGER_PERSON_ADD))
    /* Translators: a person's name and role. */
    return g_strdup_printf (
        _ ("%s is registered as %s. Only investigators can register, expire and revoke people."),
        me->name, _ (role_labels[me->role]));
  g_autoptr (SkyIdentity) identity = sky_review_desk_get_identity (self->desk);
  if (identity != NULL)
    return NULL;
  *leads = TRUE;
  return g_strdup (_ ("No one is signed in. An investigator must sign in to change people."));
}

static void
update (SkyPeopleWindow *self)
{
  gboolean leads;
  g_autofree char *notice = find_notice (self, &leads);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (guint i = 0; i < self->people->len; i++)
    add_person (self, self->people->pdata[i], notice == NULL);
  gtk_label_set_text (self->notice, notice != NULL ? notice : "");
  gtk_widget_set_visible (self->notice_box, notice != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->sign_in), leads);
  gtk_widget_set_sensitive (GTK_WIDGET (self->add), notice == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->add), self->people->len > 0);
  gtk_stack_set_visible_child_name (self->pages, self->people->len > 0 ? "list" : "empty");
}

/* --- Asking the store ------------------------------------------------------------------------- */

typedef struct
{
  char *credential; /* who is expired or revoked; NULL: the list is wanted alone */
  char *reason;     /* they are revoked for; NULL: they expire */
  SkyTime at;
  char *by_credential;
  char *by_name;
} Asked;

static gpointer
ask_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Asked *asked = data;
  const SkyReviewer by = { asked->by_credential, asked->by_name };

  if (asked->credential != NULL && asked->reason != NULL
      && !sky_store_revoke_person (store, &by, asked->credential, asked->reason, error))
    return NULL;
  if (asked->credential != NULL && asked->reason == NULL
      && !sky_store_expire_person (store, &by, asked->credential, asked->at, error))
    return NULL;
  return sky_store_list_people (store, error);
}

static void
set_trouble (SkyPeopleWindow *self, const char *text)
{
  gtk_label_set_text (self->trouble, text);
  gtk_widget_set_visible (GTK_WIDGET (self->trouble), text[0] != '\0');
}

static void
asked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyPeopleWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) people = sky_store_worker_finish (result, &error);

  self->asking--;
  if (self->desk == NULL)
    return;
  gtk_spinner_set_spinning (self->spinner, self->asking > 0);
  set_trouble (self, people != NULL ? "" : error->message);
  if (people == NULL)
    return;
  g_clear_pointer (&self->people, g_ptr_array_unref);
  self->people = g_steal_pointer (&people);
  update (self);
}

static void
ask (SkyPeopleWindow *self, const char *credential, const char *reason, SkyTime at)
{
  Asked *asked = sky_thread_task_new (Asked);
  g_autoptr (SkyIdentity) identity = sky_review_desk_get_identity (self->desk);

  asked->credential = sky_thread_task_copy_text (asked, credential);
  asked->reason = sky_thread_task_copy_text (asked, reason);
  asked->at = at;
  asked->by_credential =
      sky_thread_task_copy_text (asked, sky_review_desk_get_credential (self->desk));
  asked->by_name = sky_thread_task_copy_text (asked, sky_review_desk_get_name (self->desk));
  self->asking++;
  gtk_spinner_start (self->spinner);
  sky_store_worker_sign_in (self->worker, asked->by_credential, identity);
  sky_store_worker_run_once (self->worker, ask_in_thread, asked, sky_thread_task_free,
                             (GDestroyNotify) g_ptr_array_unref, asked_cb, g_object_ref (self));
}

static void
refresh_cb (SkyPeopleWindow *self)
{
  if (self->desk != NULL)
    ask (self, NULL, NULL, 0);
}

/* --- Changing people -------------------------------------------------------------------------- */

static void
sign_in_cb (SkyPeopleWindow *self)
{
  SkySignInWindow *window = sky_sign_in_window_new (GTK_WINDOW (self), self->desk);

  g_signal_connect_object (window, "destroy", G_CALLBACK (refresh_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (window));
}

SkyPersonWindow *
sky_people_window_ask_register (SkyPeopleWindow *self)
{
  g_return_val_if_fail (SKY_IS_PEOPLE_WINDOW (self), NULL);
  g_return_val_if_fail (self->people != NULL, NULL);

  SkyPersonWindow *window =
      sky_person_window_new (GTK_WINDOW (self), self->desk, self->worker, self->people);

  g_signal_connect_object (window, "registered", G_CALLBACK (refresh_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static void
add_cb (SkyPeopleWindow *self)
{
  sky_people_window_ask_register (self);
}

/* Reads the day, or instant, when somebody expires; nothing is at once. */
static gboolean
read_instant (const char *text, SkyTime *at)
{
  g_autofree char *plain = g_strstrip (g_strdup (text));
  SkyDay day;

  *at = g_get_real_time ();
  if (plain[0] == '\0')
    return TRUE;
  if (!sky_day_parse (plain, strlen (plain), &day))
    return sky_time_parse (plain, strlen (plain), at);
  *at = (SkyTime) day * 24 * SKY_HOUR;
  return TRUE;
}

static void
expire_text_cb (AdwMessageDialog *dialog, GtkEditable *entry)
{
  SkyTime at;

  adw_message_dialog_set_response_enabled (dialog, "accept",
                                           read_instant (gtk_editable_get_text (entry), &at));
}

static void
revoke_text_cb (AdwMessageDialog *dialog, GtkEditable *entry)
{
  g_autofree char *reason = g_strstrip (g_strdup (gtk_editable_get_text (entry)));

  adw_message_dialog_set_response_enabled (dialog, "accept", reason[0] != '\0');
}

static const char *
dialog_text (AdwMessageDialog *dialog)
{
  return gtk_editable_get_text (GTK_EDITABLE (adw_message_dialog_get_extra_child (dialog)));
}

static void
expire_response_cb (SkyPeopleWindow *self, const char *response, AdwMessageDialog *dialog)
{
  SkyTime at;

  if (self->desk != NULL && g_str_equal (response, "accept")
      && read_instant (dialog_text (dialog), &at))
    ask (self, g_object_get_data (G_OBJECT (dialog), "credential"), NULL, at);
}

static void
revoke_response_cb (SkyPeopleWindow *self, const char *response, AdwMessageDialog *dialog)
{
  g_autofree char *reason = g_strstrip (g_strdup (dialog_text (dialog)));

  if (self->desk != NULL && g_str_equal (response, "accept") && reason[0] != '\0')
    ask (self, g_object_get_data (G_OBJECT (dialog), "credential"), reason, 0);
}

static AdwMessageDialog *
make_question (SkyPeopleWindow *self,
               const char *credential,
               const char *heading,
               const char *body,
               const char *accept,
               const char *hint)
{
  AdwMessageDialog *dialog =
      ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (self), heading, body));
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), hint);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, hint, -1);
  adw_message_dialog_set_extra_child (dialog, entry);
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "accept", accept, NULL);
  adw_message_dialog_set_response_appearance (dialog, "accept", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "credential", g_strdup (credential), g_free);
  return dialog;
}

AdwMessageDialog *
sky_people_window_ask_expire (SkyPeopleWindow *self, const char *credential)
{
  g_return_val_if_fail (SKY_IS_PEOPLE_WINDOW (self), NULL);
  g_return_val_if_fail (self->people != NULL, NULL);

  const SkyPerson *person = sky_people_find (self->people, credential);
  g_return_val_if_fail (person != NULL, NULL);

  /* Translators: a person's name and credential. */
  g_autofree char *heading = g_strdup_printf (_ ("Expire %s (%s)?"), person->name, credential);
  AdwMessageDialog *dialog = make_question (self, credential, heading,
                                            _ ("From midnight UTC of that day they can write no "
                                               "entries. Only a new certificate can extend this."),
                                            _ ("_Expire"), _ ("2026-12-31; leave empty for now"));
  GtkWidget *entry = adw_message_dialog_get_extra_child (dialog);

  g_signal_connect_object (entry, "changed", G_CALLBACK (expire_text_cb), dialog,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "response", G_CALLBACK (expire_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
}

AdwMessageDialog *
sky_people_window_ask_revoke (SkyPeopleWindow *self, const char *credential)
{
  g_return_val_if_fail (SKY_IS_PEOPLE_WINDOW (self), NULL);
  g_return_val_if_fail (self->people != NULL, NULL);

  const SkyPerson *person = sky_people_find (self->people, credential);
  g_return_val_if_fail (person != NULL, NULL);

  /* Translators: a person's name and credential. */
  g_autofree char *heading = g_strdup_printf (_ ("Revoke %s (%s)?"), person->name, credential);
  AdwMessageDialog *dialog =
      make_question (self, credential, heading,
                     _ ("Takes effect at once and cannot be undone. Use it for a lost key, for "
                        "example. The ledger keeps the reason."),
                     _ ("_Revoke"), _ ("Reason"));
  GtkWidget *entry = adw_message_dialog_get_extra_child (dialog);

  adw_message_dialog_set_response_enabled (dialog, "accept", FALSE);
  g_signal_connect_object (entry, "changed", G_CALLBACK (revoke_text_cb), dialog,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "response", G_CALLBACK (revoke_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return dialog;
}

/* --- The window ------------------------------------------------------------------------------- */

GPtrArray *
sky_people_window_get_people (SkyPeopleWindow *self)
{
  g_return_val_if_fail (SKY_IS_PEOPLE_WINDOW (self), NULL);
  return self->people;
}

const char *
sky_people_window_get_notice (SkyPeopleWindow *self)
{
  g_return_val_if_fail (SKY_IS_PEOPLE_WINDOW (self), NULL);
  return gtk_widget_get_visible (self->notice_box) ? gtk_label_get_text (self->notice) : NULL;
}

const char *
sky_people_window_get_trouble (SkyPeopleWindow *self)
{
  g_return_val_if_fail (SKY_IS_PEOPLE_WINDOW (self), NULL);
  return gtk_label_get_text (self->trouble);
}

gboolean
sky_people_window_is_settled (SkyPeopleWindow *self)
{
  g_return_val_if_fail (SKY_IS_PEOPLE_WINDOW (self), TRUE);
  return self->asking == 0;
}

static void
sky_people_window_dispose (GObject *object)
{
  SkyPeopleWindow *self = SKY_PEOPLE_WINDOW (object);

  g_clear_object (&self->desk);
  g_clear_object (&self->worker);
  g_clear_pointer (&self->people, g_ptr_array_unref);
  G_OBJECT_CLASS (sky_people_window_parent_class)->dispose (object);
}

static void
sky_people_window_class_init (SkyPeopleWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_people_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-people-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyPeopleWindow, add);
  gtk_widget_class_bind_template_child (widget_class, SkyPeopleWindow, spinner);
  gtk_widget_class_bind_template_child (widget_class, SkyPeopleWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, SkyPeopleWindow, notice_box);
  gtk_widget_class_bind_template_child (widget_class, SkyPeopleWindow, notice);
  gtk_widget_class_bind_template_child (widget_class, SkyPeopleWindow, sign_in);
  gtk_widget_class_bind_template_child (widget_class, SkyPeopleWindow, trouble);
  gtk_widget_class_bind_template_child (widget_class, SkyPeopleWindow, list);
  gtk_widget_class_bind_template_callback (widget_class, add_cb);
  gtk_widget_class_bind_template_callback (widget_class, sign_in_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_people_window_init (SkyPeopleWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

SkyPeopleWindow *
sky_people_window_new (GtkWindow *parent, SkyReviewDesk *desk)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (desk), NULL);

  SkyPeopleWindow *self = sky_child_window_new (SKY_TYPE_PEOPLE_WINDOW, parent);

  self->desk = g_object_ref (desk);
  self->worker = sky_store_link_new_worker (sky_review_desk_get_link (desk));
  refresh_cb (self);
  return self;
}
