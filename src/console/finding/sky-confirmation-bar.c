/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-confirmation-bar.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sky-clock-text.h"
#include "sky-key-memory.h"
#include "sky-person.h"
#include "sky-thread-task.h"

struct _SkyConfirmationBar
{
  GtkWidget parent_instance;

  /* Template children. */
  GtkWidget *content;
  GtkLabel *state;
  GtkWidget *confirm;
  GtkWidget *second;
  GtkEntry *credential;
  GtkEntry *name;
  GtkPasswordEntry *passphrase;
  GtkWidget *agree;
  GtkLabel *trouble;

  /* Owned. */
  SkySelection *selection;
  SkyReviewDesk *desk; /* the selection's; borrowed */
  GSignalGroup *selection_signals;
  GSignalGroup *desk_signals;
  GPtrArray *people; /* of SkyPerson, who may write; NULL: not known (yet) */
  char *key;         /* of the finding shown; NULL: none */
  gboolean asking;   /* for the people */
  gboolean awaited;  /* it was confirmed here just now: the second reviewer is asked next */
};

G_DEFINE_FINAL_TYPE (SkyConfirmationBar, sky_confirmation_bar, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_SELECTION,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static const char *
who (const char *name, const char *credential)
{
  return name != NULL && name[0] != '\0' ? name : credential;
}

static gboolean
awaits_second (SkyConfirmationBar *self)
{
  const SkyStoredFinding *finding =
      self->selection != NULL ? sky_selection_get_finding (self->selection) : NULL;
  const SkyReview *review = finding != NULL ? sky_selection_get_review (self->selection) : NULL;

  return review != NULL && sky_review_awaits_second (review, finding->queue);
}

static void
say_trouble (SkyConfirmationBar *self, const char *text)
{
  gtk_label_set_label (self->trouble, text);
  gtk_widget_set_visible (GTK_WIDGET (self->trouble), text[0] != '\0');
}

/* The focus goes first: an entry that is hidden with it is not told that it has lost it. */
static void
clear_entries (SkyConfirmationBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, self->second))
    gtk_root_set_focus (root, NULL);
  gtk_editable_set_text (GTK_EDITABLE (self->credential), "");
  gtk_editable_set_text (GTK_EDITABLE (self->name), "");
  gtk_editable_set_text (GTK_EDITABLE (self->passphrase), "");
}

/* --- Who may agree ---------------------------------------------------------------------------- */

static gpointer
list_people (SkyStore *store, gpointer data, GError **error)
{
  return sky_store_list_people (store, error);
}

/* Of somebody who is registered the name is known, and their key is wanted. */
static void
update_person (SkyConfirmationBar *self)
{
  const char *credential = gtk_editable_get_text (GTK_EDITABLE (self->credential));
  const SkyPerson *person =
      self->people != NULL ? sky_people_find (self->people, credential) : NULL;
  gboolean registered = self->people != NULL && self->people->len > 0;

  if (person != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->name), person->name);
  gtk_widget_set_sensitive (GTK_WIDGET (self->name), !registered);
  gtk_widget_set_visible (GTK_WIDGET (self->passphrase), registered);
  gtk_widget_set_sensitive (self->agree, credential[0] != '\0');
}

static void
people_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkyConfirmationBar *self = SKY_CONFIRMATION_BAR (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) people = sky_store_worker_finish (result, &error);

  self->asking = FALSE;
  if (self->selection == NULL || people == NULL)
    return;
  g_clear_pointer (&self->people, g_ptr_array_unref);
  self->people = g_steal_pointer (&people);
  update_person (self);
}

static void
ask_people (SkyConfirmationBar *self)
{
  if (self->asking)
    return;
  self->asking = TRUE;
  sky_store_link_ask (sky_review_desk_get_link (self->desk), self, list_people, NULL, NULL,
                      (GDestroyNotify) g_ptr_array_unref, people_cb, NULL);
}

static void
credential_changed_cb (SkyConfirmationBar *self, GtkEditable *entry)
{
  say_trouble (self, "");
  update_person (self);
}

/* --- Agreeing --------------------------------------------------------------------------------- */

/* Opening a key takes its time on purpose, so it is done in a thread. */
typedef struct
{
  char *key; /* of the finding */
  char *credential;
  char *name;
  char *path;
  char *passphrase;
} Opening;

typedef struct
{
  char *key;
  char *credential;
  char *name;
  SkyIdentity *identity;
} Opened;

static void
opened_free (gpointer data)
{
  Opened *opened = data;

  g_free (opened->key);
  g_free (opened->credential);
  g_free (opened->name);
  g_clear_pointer (&opened->identity, sky_identity_unref);
  g_free (opened);
}

static gpointer
open_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const Opening *opening = task_data;
  SkyIdentity *identity = sky_identity_open (opening->path, opening->passphrase, error);

  if (identity == NULL)
    return NULL;
  Opened *opened = g_new (Opened, 1);
  *opened = (Opened){ g_strdup (opening->key), g_strdup (opening->credential),
                      g_strdup (opening->name), identity };
  return opened;
}

static void
say_second (SkyConfirmationBar *self,
            const char *credential,
            const char *name,
            SkyIdentity *identity)
{
  const SkyReviewer second = { credential, name };

  sky_review_desk_agree (self->desk, sky_selection_get_finding (self->selection),
                         sky_selection_get_review (self->selection), &second, identity);
  clear_entries (self);
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyConfirmationBar) self = user_data;
  g_autoptr (GError) error = NULL;
  Opened *opened = sky_thread_task_finish (result, &error);

  if (self->selection == NULL)
    {
      g_clear_pointer (&opened, opened_free);
      return;
    }
  update_person (self);
  if (opened == NULL)
    {
      say_trouble (self, error->message);
      gtk_widget_grab_focus (GTK_WIDGET (self->passphrase));
      return;
    }
  /* What they agree with is what they looked at. */
  if (g_strcmp0 (opened->key, self->key) == 0 && awaits_second (self))
    say_second (self, opened->credential, opened->name, opened->identity);
  opened_free (opened);
}

static void
open_key (SkyConfirmationBar *self, const char *credential, const char *name)
{
  Opening *opening = sky_thread_task_new (Opening);

  opening->key = sky_thread_task_copy_text (opening, self->key);
  opening->credential = sky_thread_task_copy_text (opening, credential);
  opening->name = sky_thread_task_copy_text (opening, name);
  opening->path = sky_thread_task_keep_text (opening, sky_identity_default_path (credential));
  opening->passphrase = sky_thread_task_keep (
      opening, sky_key_memory_dup (gtk_editable_get_text (GTK_EDITABLE (self->passphrase))),
      (GDestroyNotify) sky_key_memory_free);
  gtk_editable_set_text (GTK_EDITABLE (self->passphrase), "");
  gtk_widget_set_sensitive (self->agree, FALSE);
  sky_thread_task_run (opening, open_in_thread, opened_free, NULL, opened_cb, g_object_ref (self));
}

static void
agree_cb (SkyConfirmationBar *self, GtkWidget *widget)
{
  g_autofree char *credential =
      g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->credential))));
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));

  /* Enter, pressed again while the key is being opened. */
  if (credential[0] == '\0' || !gtk_widget_get_sensitive (self->agree) || !awaits_second (self))
    return;
  const SkyReview *review = sky_selection_get_review (self->selection);
  if (!sky_review_is_second (review->credential, credential))
    {
      g_autofree char *text =
          g_strdup_printf (_ ("%s confirmed it. The second reviewer must be someone else."),
                           who (review->name, review->credential));
      say_trouble (self, text);
      return;
    }
  gboolean signs = gtk_widget_get_visible (GTK_WIDGET (self->passphrase));
  if (signs && gtk_editable_get_text (GTK_EDITABLE (self->passphrase))[0] == '\0')
    gtk_widget_grab_focus (GTK_WIDGET (self->passphrase));
  else if (signs)
    open_key (self, credential, name);
  else
    say_second (self, credential, name, NULL);
}

/* As soon as the review that is shown awaits them, and not behind another page. */
static void
ask_awaited (SkyConfirmationBar *self)
{
  if (!self->awaited || !gtk_widget_get_visible (self->second))
    return;
  self->awaited = FALSE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_grab_focus (GTK_WIDGET (self->credential));
}

static void
answered_cb (SkyConfirmationBar *self, const SkyReviewRequest *answer, SkyReviewDesk *desk)
{
  if (g_strcmp0 (answer->key, self->key) == 0 && answer->says && !answer->undoes
      && answer->action == SKY_LEDGER_CONFIRM && answer->unsaved == NULL)
    {
      self->awaited = TRUE;
      ask_awaited (self);
    }
  /* Somebody else was faster: nothing was written. */
  if (answer->unsaved != NULL && answer->action == SKY_LEDGER_SECOND
      && g_strcmp0 (answer->key, self->key) == 0)
    say_trouble (self, _ ("Not saved: someone else decided first. Look at it again."));
}

/* --- What is shown ---------------------------------------------------------------------------- */

static char *
state_text (const SkyStoredFinding *finding, const SkyReview *review, GTimeZone *zone)
{
  if (review == NULL || review->credential == NULL)
    return g_strdup (sky_review_state_to_label (finding->state));

  const char *state = sky_review_state_to_label (review->state);
  g_autofree char *at = sky_clock_text_deed (review->at, zone);
  const char *first = who (review->name, review->credential);
  if (sky_review_awaits_second (review, finding->queue))
    /* Translators: who confirmed, when. */
    return g_strdup_printf (_ ("Awaiting second reviewer. Confirmed by %s, %s."), first, at);
  if (review->second_credential == NULL)
    return g_strdup_printf (_ ("%s by %s, %s"), state, first, at);
  g_autofree char *second_at = sky_clock_text_deed (review->second_at, zone);
  /* Translators: who confirmed, when; who agreed, when. */
  return g_strdup_printf (_ ("Confirmed by %s, %s. Second reviewer: %s, %s."), first, at,
                          who (review->second_name, review->second_credential), second_at);
}

static void
update (SkyConfirmationBar *self)
{
  const SkyStoredFinding *finding = sky_selection_get_finding (self->selection);
  gboolean shown = finding != NULL && finding->queue == SKY_QUEUE_CONFIRMATION;

  gtk_widget_set_visible (GTK_WIDGET (self), shown);
  if (g_strcmp0 (shown ? finding->key : NULL, self->key) != 0)
    {
      g_free (self->key);
      self->key = shown ? g_strdup (finding->key) : NULL;
      self->awaited = FALSE;
      clear_entries (self);
      say_trouble (self, "");
    }
  if (!shown)
    return;

  const SkyReview *review = sky_selection_get_review (self->selection);
  gboolean reads = sky_store_link_get_reads (sky_review_desk_get_link (self->desk));
  gboolean awaits = review != NULL && sky_review_awaits_second (review, finding->queue);
  gboolean open =
      review != NULL && (review->state == SKY_REVIEW_OPEN || review->state == SKY_REVIEW_IN_REVIEW);
  g_autofree char *text = state_text (
      finding, review, sky_day_view_get_zone (sky_selection_get_day_view (self->selection)));
  gtk_label_set_label (self->state, text);
  gtk_widget_set_visible (self->confirm, open && !reads);
  if (awaits && !reads && !gtk_widget_get_visible (self->second))
    ask_people (self);
  if (!awaits)
    clear_entries (self);
  gtk_widget_set_visible (self->second, awaits && !reads);
  ask_awaited (self);
}

/* Whoever sits here goes on without them. */
static gboolean
leave_cb (GtkWidget *widget, GVariant *arguments, gpointer unused)
{
  SkyConfirmationBar *self = SKY_CONFIRMATION_BAR (widget);

  clear_entries (self);
  say_trouble (self, "");
  return TRUE;
}

static void
sky_confirmation_bar_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SELECTION:
      g_value_set_object (value, SKY_CONFIRMATION_BAR (object)->selection);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_confirmation_bar_set_property (GObject *object,
                                   guint id,
                                   const GValue *value,
                                   GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SELECTION:
      sky_confirmation_bar_set_selection (SKY_CONFIRMATION_BAR (object),
                                          g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_confirmation_bar_dispose (GObject *object)
{
  SkyConfirmationBar *self = SKY_CONFIRMATION_BAR (object);

  g_clear_object (&self->selection_signals);
  g_clear_object (&self->desk_signals);
  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_CONFIRMATION_BAR);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->people, g_ptr_array_unref);
  g_clear_pointer (&self->key, g_free);
  G_OBJECT_CLASS (sky_confirmation_bar_parent_class)->dispose (object);
}

static void
sky_confirmation_bar_class_init (SkyConfirmationBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = sky_confirmation_bar_get_property;
  object_class->set_property = sky_confirmation_bar_set_property;
  object_class->dispose = sky_confirmation_bar_dispose;

  properties[PROP_SELECTION] =
      g_param_spec_object ("selection", NULL, NULL, SKY_TYPE_SELECTION,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, leave_cb, NULL);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TOOLBAR);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-confirmation-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationBar, content);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationBar, state);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationBar, confirm);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationBar, second);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationBar, credential);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationBar, name);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationBar, passphrase);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationBar, agree);
  gtk_widget_class_bind_template_child (widget_class, SkyConfirmationBar, trouble);
  gtk_widget_class_bind_template_callback (widget_class, credential_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, agree_cb);
}

static void
sky_confirmation_bar_init (SkyConfirmationBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->selection_signals = g_signal_group_new (SKY_TYPE_SELECTION);
  self->desk_signals = g_signal_group_new (SKY_TYPE_REVIEW_DESK);
  g_signal_group_connect_swapped (self->selection_signals, "notify::item", G_CALLBACK (update),
                                  self);
  g_signal_group_connect_swapped (self->selection_signals, "review-changed", G_CALLBACK (update),
                                  self);
  g_signal_group_connect_swapped (self->desk_signals, "answered", G_CALLBACK (answered_cb), self);
}

void
sky_confirmation_bar_set_selection (SkyConfirmationBar *self, SkySelection *selection)
{
  g_return_if_fail (SKY_IS_CONFIRMATION_BAR (self));
  g_return_if_fail (selection == NULL || SKY_IS_SELECTION (selection));

  if (!g_set_object (&self->selection, selection))
    return;
  self->desk = selection != NULL ? sky_selection_get_desk (selection) : NULL;
  g_signal_group_set_target (self->selection_signals, selection);
  g_signal_group_set_target (self->desk_signals, self->desk);
  if (selection != NULL)
    update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTION]);
}

gboolean
sky_confirmation_bar_ask_second (SkyConfirmationBar *self)
{
  g_return_val_if_fail (SKY_IS_CONFIRMATION_BAR (self), FALSE);

  if (!gtk_widget_get_visible (self->second))
    return FALSE;
  gtk_widget_grab_focus (GTK_WIDGET (self->credential));
  return TRUE;
}

const char *
sky_confirmation_bar_get_state (SkyConfirmationBar *self)
{
  g_return_val_if_fail (SKY_IS_CONFIRMATION_BAR (self), NULL);
  return gtk_label_get_label (self->state);
}

const char *
sky_confirmation_bar_get_trouble (SkyConfirmationBar *self)
{
  g_return_val_if_fail (SKY_IS_CONFIRMATION_BAR (self), NULL);
  return gtk_label_get_label (self->trouble);
}

void
sky_confirmation_bar_agree (SkyConfirmationBar *self,
                            const char *credential,
                            const char *name,
                            const char *passphrase)
{
  g_return_if_fail (SKY_IS_CONFIRMATION_BAR (self));

  gtk_editable_set_text (GTK_EDITABLE (self->credential), credential);
  gtk_editable_set_text (GTK_EDITABLE (self->name), name);
  gtk_editable_set_text (GTK_EDITABLE (self->passphrase), passphrase);
  agree_cb (self, NULL);
}
