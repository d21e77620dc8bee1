/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sign-in-window.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sky-child-window.h"
#include "sky-identity.h"
#include "sky-key-memory.h"
#include "sky-thread-task.h"

struct _SkySignInWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  GtkLabel *who;
  GtkPasswordEntry *passphrase;
  GtkLabel *trouble;
  GtkButton *accept;

  SkyReviewDesk *desk;
};

G_DEFINE_FINAL_TYPE (SkySignInWindow, sky_sign_in_window, ADW_TYPE_WINDOW)

/* Opening a key takes its time on purpose, so it is done in a thread. */
typedef struct
{
  char *path;
  char *passphrase;
} Opening;

static gpointer
open_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const Opening *opening = task_data;

  return sky_identity_open (opening->path, opening->passphrase, error);
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkySignInWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyIdentity) identity = sky_thread_task_finish (result, &error);

  if (self->desk == NULL)
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self->accept), TRUE);
  if (identity == NULL)
    {
      gtk_label_set_text (self->trouble, error->message);
      gtk_widget_grab_focus (GTK_WIDGET (self->passphrase));
      return;
    }
  sky_review_desk_sign_in (self->desk, identity);
  sky_store_link_report (sky_review_desk_get_link (self->desk), _ ("Signed in"));
  gtk_window_close (GTK_WINDOW (self));
}

static void
accept_cb (SkySignInWindow *self)
{
  const char *credential = sky_review_desk_get_credential (self->desk);
  Opening *opening = NULL;

  /* Enter, pressed again while the key is being opened. */
  if (!gtk_widget_get_sensitive (GTK_WIDGET (self->accept)))
    return;
  opening = sky_thread_task_new (Opening);
  opening->path = sky_thread_task_keep_text (
      opening, sky_identity_default_path (credential != NULL ? credential : ""));
  opening->passphrase = sky_thread_task_keep (
      opening, sky_key_memory_dup (gtk_editable_get_text (GTK_EDITABLE (self->passphrase))),
      (GDestroyNotify) sky_key_memory_free);
  gtk_label_set_text (self->trouble, "");
  gtk_widget_set_sensitive (GTK_WIDGET (self->accept), FALSE);
  sky_thread_task_run (opening, open_in_thread, (GDestroyNotify) sky_identity_unref, NULL,
                       opened_cb, g_object_ref (self));
}

static void
sky_sign_in_window_dispose (GObject *object)
{
  SkySignInWindow *self = SKY_SIGN_IN_WINDOW (object);

  g_clear_object (&self->desk);
  G_OBJECT_CLASS (sky_sign_in_window_parent_class)->dispose (object);
}

static void
sky_sign_in_window_class_init (SkySignInWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_sign_in_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-sign-in-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkySignInWindow, who);
  gtk_widget_class_bind_template_child (widget_class, SkySignInWindow, passphrase);
  gtk_widget_class_bind_template_child (widget_class, SkySignInWindow, trouble);
  gtk_widget_class_bind_template_child (widget_class, SkySignInWindow, accept);
  gtk_widget_class_bind_template_callback (widget_class, accept_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_sign_in_window_init (SkySignInWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

SkySignInWindow *
sky_sign_in_window_new (GtkWindow *parent, SkyReviewDesk *desk)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (desk), NULL);

  SkySignInWindow *self = sky_child_window_new (SKY_TYPE_SIGN_IN_WINDOW, parent);
  const char *credential = sky_review_desk_get_credential (desk);
  g_autofree char *path = sky_identity_default_path (credential != NULL ? credential : "");
  g_autofree char *text =
      g_strdup_printf (_ ("Credential %s\nKey %s"), credential != NULL ? credential : "", path);

  self->desk = g_object_ref (desk);
  gtk_label_set_text (self->who, text);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      gtk_label_set_text (
          self->trouble,
          _ ("There is no key for this credential. Register it in People (Shift+F8), "
             "or set your own in Preferences (Ctrl+,)."));
      gtk_widget_set_sensitive (GTK_WIDGET (self->passphrase), FALSE);
      gtk_widget_set_sensitive (GTK_WIDGET (self->accept), FALSE);
    }
  return self;
}
