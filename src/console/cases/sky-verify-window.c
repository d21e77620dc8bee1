/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-verify-window.h"

#include <glib/gi18n.h>

#include "sky-errand.h"
#include "sky-verify.h"

struct _SkyVerifyWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  GtkLabel *verdict;
  AdwStatusPage *empty;
  GtkListBox *list;
  GtkSpinner *spinner;

  GtkFileChooserNative *chooser; /* NULL: none is open */
  GCancellable *verifying;       /* NULL: nothing is verified */
};

G_DEFINE_FINAL_TYPE (SkyVerifyWindow, sky_verify_window, ADW_TYPE_WINDOW)

static void
clear_list (SkyVerifyWindow *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
}

static const char *
say_kind (SkyVerifyKind kind)
{
  switch (kind)
    {
    case SKY_VERIFY_HOLDS:
      return _ ("holds");
    case SKY_VERIFY_SAID:
      return _ ("said");
    case SKY_VERIFY_FAILS:
    default:
      return _ ("FAILS");
    }
}

/* What is only said has no tick. */
static const char *
get_icon (SkyVerifyKind kind)
{
  return kind == SKY_VERIFY_HOLDS  ? "emblem-ok-symbolic"
         : kind == SKY_VERIFY_SAID ? "dialog-information-symbolic"
                                   : "dialog-warning-symbolic";
}

static void
add_line (SkyVerifyWindow *self, const SkyVerifyLine *line)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *icon = gtk_image_new_from_icon_name (get_icon (line->kind));
  GtkWidget *state = gtk_label_new (say_kind (line->kind));
  GtkWidget *text = gtk_label_new (line->text);

  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  say_kind (line->kind), -1);
  gtk_label_set_width_chars (GTK_LABEL (state), 8);
  gtk_label_set_xalign (GTK_LABEL (state), 0);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (text), TRUE);
  gtk_widget_set_hexpand (text, TRUE);
  if (line->kind == SKY_VERIFY_FAILS)
    gtk_widget_add_css_class (box, "error");
  else if (line->kind == SKY_VERIFY_SAID)
    gtk_widget_add_css_class (box, "dim-label");
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), state);
  gtk_box_append (GTK_BOX (box), text);
  gtk_list_box_append (self->list, box);
}

/* What is asked for, as the preferences were when it was. */
typedef struct
{
  char *path;
  char *trust;     /* a file's path; empty: none */
  char *authority; /* likewise */
} Asked;

static gpointer
verify_in_thread (gpointer errand, GCancellable *cancellable, GError **error)
{
  const Asked *asked = errand;
  g_autoptr (SkyTrust) trust = NULL;
  g_autoptr (SkyTrust) authorities = NULL;
  SkyVerifyOptions options = { .cancellable = cancellable };

  if (!sky_trust_read_both (asked->trust, asked->authority, &trust, &authorities, error))
    return NULL;
  options.trust = trust;
  options.authorities = authorities;
  return sky_package_verify (asked->path, &options, error);
}

static const char *
say_verdict (SkyVerdict verdict)
{
  switch (verdict)
    {
    case SKY_VERDICT_HOLDS:
      return _ ("All of it holds, and the signer is vouched for.");
    case SKY_VERDICT_NOBODY_VOUCHES:
      return _ ("All of it holds, but nobody vouches for the signer.");
    case SKY_VERDICT_FAILS:
    default:
      return _ ("Not all of it holds.");
    }
}

static void
verified_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyVerifyWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyVerifyReport) report = sky_errand_finish (result, &error);

  /* Another package was asked for, or the window is closed. */
  if (g_task_get_cancellable (G_TASK (result)) != self->verifying)
    return;
  g_clear_object (&self->verifying);
  gtk_spinner_stop (self->spinner);
  gtk_widget_set_visible (GTK_WIDGET (self->verdict), TRUE);
  for (guint i = 0; report != NULL && i < report->lines->len; i++)
    add_line (self, report->lines->pdata[i]);
  gtk_label_set_text (self->verdict,
                      report != NULL ? say_verdict (report->verdict) : error->message);
}

void
sky_verify_window_open (SkyVerifyWindow *self, GFile *file)
{
  g_return_if_fail (SKY_IS_VERIFY_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  Asked *asked = sky_errand_new (Asked);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *shown = g_filename_display_name (name);

  if (self->verifying != NULL)
    g_cancellable_cancel (self->verifying);
  g_clear_object (&self->verifying);
  self->verifying = g_cancellable_new ();
  clear_list (self);
  gtk_widget_set_visible (GTK_WIDGET (self->empty), FALSE);
  gtk_label_set_text (self->verdict, "");
  gtk_window_set_title (GTK_WINDOW (self), shown);
  gtk_spinner_start (self->spinner);
  asked->path = sky_errand_keep_text (asked, g_file_get_path (file));
  asked->trust = sky_errand_keep_text (asked, g_settings_get_string (settings, "trust-list"));
  asked->authority =
      sky_errand_keep_text (asked, g_settings_get_string (settings, "authority-list"));
  sky_errand_run (asked, verify_in_thread, (GDestroyNotify) sky_verify_report_free, self->verifying,
                  verified_cb, g_object_ref (self));
}

static void
response_cb (SkyVerifyWindow *self, int response, GtkNativeDialog *dialog)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr (GFile) file = NULL;

  if (response != GTK_RESPONSE_ACCEPT)
    return;
  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (file != NULL && g_file_peek_path (file) != NULL)
    sky_verify_window_open (self, file);
}

static void
choose_cb (SkyVerifyWindow *self, GtkButton *button)
{
  if (self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (_ ("Open Package"), GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), NULL);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

gboolean
sky_verify_window_is_settled (SkyVerifyWindow *self)
{
  g_return_val_if_fail (SKY_IS_VERIFY_WINDOW (self), TRUE);
  return self->verifying == NULL;
}

const char *
sky_verify_window_get_verdict (SkyVerifyWindow *self)
{
  g_return_val_if_fail (SKY_IS_VERIFY_WINDOW (self), NULL);
  return gtk_label_get_text (self->verdict);
}

static void
sky_verify_window_dispose (GObject *object)
{
  SkyVerifyWindow *self = SKY_VERIFY_WINDOW (object);

  if (self->verifying != NULL)
    g_cancellable_cancel (self->verifying);
  g_clear_object (&self->verifying);
  g_clear_object (&self->chooser);
  G_OBJECT_CLASS (sky_verify_window_parent_class)->dispose (object);
}

static void
sky_verify_window_class_init (SkyVerifyWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_verify_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-verify-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyVerifyWindow, verdict);
  gtk_widget_class_bind_template_child (widget_class, SkyVerifyWindow, empty);
  gtk_widget_class_bind_template_child (widget_class, SkyVerifyWindow, list);
  gtk_widget_class_bind_template_child (widget_class, SkyVerifyWindow, spinner);
  gtk_widget_class_bind_template_callback (widget_class, choose_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_verify_window_init (SkyVerifyWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

SkyVerifyWindow *
sky_verify_window_new (GtkWindow *parent)
{
  return g_object_new (SKY_TYPE_VERIFY_WINDOW, "transient-for", parent, NULL);
}
