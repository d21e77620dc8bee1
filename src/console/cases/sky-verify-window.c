/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-verify-window.h"

#include <glib/gi18n.h>

#include "sky-child-window.h"
#include "sky-file-chooser.h"
#include "sky-keys.h"

struct _SkyVerifyWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  GtkLabel *verdict;
  AdwStatusPage *empty;
  GtkListBox *list;
  GtkProgressBar *progress;
  GtkWidget *against;

  GtkFileChooserNative *chooser; /* NULL: none is open */
  SkyPackageCheck *check;        /* NULL: no package was opened */
  GSignalGroup *check_signals;
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
  g_autofree char *told = sky_verify_line_show (line);
  GtkWidget *text = gtk_label_new (told);

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

static void
changed_cb (SkyVerifyWindow *self, SkyPackageCheck *check)
{
  const SkyVerifyReport *report = sky_package_check_get_report (check);
  gboolean known = report != NULL || sky_package_check_get_problem (check) != NULL;

  clear_list (self);
  for (guint i = 0; report != NULL && i < report->lines->len; i++)
    add_line (self, report->lines->pdata[i]);
  gtk_widget_set_visible (GTK_WIDGET (self->verdict), known);
  gtk_label_set_text (self->verdict, sky_package_check_get_verdict (check));
  gtk_widget_set_visible (GTK_WIDGET (self->progress), !known);
  gtk_progress_bar_set_fraction (self->progress, sky_package_check_get_done (check) / 1000.0);
}

void
sky_verify_window_show (SkyVerifyWindow *self, SkyPackageCheck *check)
{
  g_return_if_fail (SKY_IS_VERIFY_WINDOW (self));
  g_return_if_fail (SKY_IS_PACKAGE_CHECK (check));

  g_autofree char *name = g_path_get_basename (sky_package_check_get_path (check));
  g_autofree char *shown = g_filename_display_name (name);

  g_set_object (&self->check, check);
  g_signal_group_set_target (self->check_signals, check);
  gtk_widget_set_visible (GTK_WIDGET (self->empty), FALSE);
  gtk_widget_set_sensitive (GTK_WIDGET (self->against), TRUE);
  gtk_window_set_title (GTK_WINDOW (self), shown);
  changed_cb (self, check);
}

void
sky_verify_window_open (SkyVerifyWindow *self, GFile *file)
{
  g_return_if_fail (SKY_IS_VERIFY_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  g_autoptr (SkyPackageCheck) check = sky_package_check_new (g_file_peek_path (file));
  sky_verify_window_show (self, check);
}

typedef enum
{
  CHOOSE_PACKAGE,
  CHOOSE_LOG,
  CHOOSE_CERTIFICATE,
} Choice;

static void
response_cb (SkyVerifyWindow *self, int response, GtkNativeDialog *dialog)
{
  g_autoptr (GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  Choice choice = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (chooser), "choice"));
  g_autoptr (GFile) file = NULL;

  if (response != GTK_RESPONSE_ACCEPT)
    return;
  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (file == NULL || g_file_peek_path (file) == NULL)
    return;
  if (choice == CHOOSE_PACKAGE)
    sky_verify_window_open (self, file);
  else if (choice == CHOOSE_LOG)
    sky_package_check_add_log (self->check, g_file_peek_path (file));
  else
    sky_package_check_set_certificate (self->check, g_file_peek_path (file));
}

static void
choose (SkyVerifyWindow *self, Choice choice, const char *title)
{
  if (self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), NULL);
  g_object_set_data (G_OBJECT (self->chooser), "choice", GINT_TO_POINTER (choice));
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (response_cb), self,
                           G_CONNECT_SWAPPED);
  sky_file_chooser_show (self->chooser);
}

static void
choose_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  choose (SKY_VERIFY_WINDOW (widget), CHOOSE_PACKAGE, _ ("Open Package"));
}

static void
log_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyVerifyWindow *self = SKY_VERIFY_WINDOW (widget);

  if (self->check != NULL)
    choose (self, CHOOSE_LOG, _ ("Open the Complete Log"));
}

static void
certificate_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SkyVerifyWindow *self = SKY_VERIFY_WINDOW (widget);

  if (self->check != NULL)
    choose (self, CHOOSE_CERTIFICATE, _ ("Open the Signer’s Certificate"));
}

gboolean
sky_verify_window_is_settled (SkyVerifyWindow *self)
{
  g_return_val_if_fail (SKY_IS_VERIFY_WINDOW (self), TRUE);
  return self->check == NULL || sky_package_check_get_report (self->check) != NULL
         || sky_package_check_get_problem (self->check) != NULL;
}

const char *
sky_verify_window_get_verdict (SkyVerifyWindow *self)
{
  g_return_val_if_fail (SKY_IS_VERIFY_WINDOW (self), NULL);
  return self->check != NULL ? sky_package_check_get_verdict (self->check) : "";
}

static void
sky_verify_window_dispose (GObject *object)
{
  SkyVerifyWindow *self = SKY_VERIFY_WINDOW (object);

  g_clear_object (&self->check_signals);
  g_clear_object (&self->check);
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
  gtk_widget_class_bind_template_child (widget_class, SkyVerifyWindow, progress);
  gtk_widget_class_bind_template_child (widget_class, SkyVerifyWindow, against);
  gtk_widget_class_install_action (widget_class, "verify.choose", NULL, choose_action);
  gtk_widget_class_install_action (widget_class, "verify.log", NULL, log_action);
  gtk_widget_class_install_action (widget_class, "verify.certificate", NULL, certificate_action);
  sky_keys_bind (widget_class, "verify.");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sky_verify_window_init (SkyVerifyWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->check_signals = g_signal_group_new (SKY_TYPE_PACKAGE_CHECK);
  g_signal_group_connect_swapped (self->check_signals, "changed", G_CALLBACK (changed_cb), self);
}

SkyVerifyWindow *
sky_verify_window_new (GtkWindow *parent)
{
  return sky_child_window_new (SKY_TYPE_VERIFY_WINDOW, parent);
}
