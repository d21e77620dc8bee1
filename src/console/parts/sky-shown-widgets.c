/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's name in parentheses is GTK's own. */
#include "config.h"

#include "sky-shown-widgets.h"

#include <gobject/gvaluecollector.h>

#include "sky-shown-text.h"

/* @text as it is shown; @made is freed with it. NULL stays NULL. */
static const char *
show (const char *text, char **made)
{
  *made = NULL;
  return text != NULL ? sky_text_show_lines (text, made) : NULL;
}

GtkWidget *
sky_shown_label_new (const char *text)
{
  g_autofree char *made = NULL;

  return (gtk_label_new) (show (text, &made));
}

void
sky_shown_label_set_label (GtkLabel *label, const char *text)
{
  g_autofree char *made = NULL;

  (gtk_label_set_label) (label, show (text, &made));
}

void
sky_shown_label_set_text (GtkLabel *label, const char *text)
{
  g_autofree char *made = NULL;

  (gtk_label_set_text) (label, show (text, &made));
}

void
sky_shown_button_set_label (GtkButton *button, const char *text)
{
  g_autofree char *made = NULL;

  (gtk_button_set_label) (button, show (text, &made));
}

GtkWidget *
sky_shown_check_button_new_with_label (const char *text)
{
  g_autofree char *made = NULL;

  return (gtk_check_button_new_with_label) (show (text, &made));
}

void
sky_shown_widget_set_tooltip_text (GtkWidget *widget, const char *text)
{
  g_autofree char *made = NULL;
  const char *shown = show (text, &made);
  gboolean apart = gtk_widget_get_parent (widget) == NULL && gtk_widget_get_visible (widget);

  if (g_strcmp0 (shown, gtk_widget_get_tooltip_text (widget)) == 0)
    return;
  /* For a widget that can be seen GTK asks the display's server where the pointer is, and waits. */
  if (apart && !GTK_IS_ROOT (widget))
    gtk_widget_set_visible (widget, FALSE);
  (gtk_widget_set_tooltip_text) (widget, shown);
  if (apart && !GTK_IS_ROOT (widget))
    gtk_widget_set_visible (widget, TRUE);
}

void
sky_shown_tooltip_set_text (GtkTooltip *tooltip, const char *text)
{
  g_autofree char *made = NULL;

  (gtk_tooltip_set_text) (tooltip, show (text, &made));
}

void
sky_shown_window_set_title (GtkWindow *window, const char *text)
{
  g_autofree char *made = NULL;

  (gtk_window_set_title) (window, show (text, &made));
}

void
sky_shown_progress_bar_set_text (GtkProgressBar *bar, const char *text)
{
  g_autofree char *made = NULL;

  (gtk_progress_bar_set_text) (bar, show (text, &made));
}

PangoLayout *
sky_shown_widget_create_pango_layout (GtkWidget *widget, const char *text)
{
  g_autofree char *made = NULL;

  return (gtk_widget_create_pango_layout) (widget, show (text, &made));
}

void
sky_shown_window_title_set_title (AdwWindowTitle *title, const char *text)
{
  g_autofree char *made = NULL;

  (adw_window_title_set_title) (title, show (text, &made));
}

void
sky_shown_window_title_set_subtitle (AdwWindowTitle *title, const char *text)
{
  g_autofree char *made = NULL;

  (adw_window_title_set_subtitle) (title, show (text, &made));
}

void
sky_shown_preferences_row_set_title (AdwPreferencesRow *row, const char *text)
{
  g_autofree char *made = NULL;

  (adw_preferences_row_set_title) (row, show (text, &made));
}

void
sky_shown_action_row_set_subtitle (AdwActionRow *row, const char *text)
{
  g_autofree char *made = NULL;

  (adw_action_row_set_subtitle) (row, show (text, &made));
}

void
sky_shown_expander_row_set_subtitle (AdwExpanderRow *row, const char *text)
{
  g_autofree char *made = NULL;

  (adw_expander_row_set_subtitle) (row, show (text, &made));
}

void
sky_shown_status_page_set_description (AdwStatusPage *page, const char *text)
{
  g_autofree char *made = NULL;

  (adw_status_page_set_description) (page, show (text, &made));
}

void
sky_shown_message_dialog_set_body (AdwMessageDialog *dialog, const char *text)
{
  g_autofree char *made = NULL;

  (adw_message_dialog_set_body) (dialog, show (text, &made));
}

AdwToast *
sky_shown_toast_new (const char *text)
{
  g_autofree char *made = NULL;

  return (adw_toast_new) (show (text, &made));
}

GNotification *
sky_shown_notification_new (const char *text)
{
  g_autofree char *made = NULL;

  return (g_notification_new) (show (text, &made));
}

void
sky_shown_notification_set_body (GNotification *notification, const char *text)
{
  g_autofree char *made = NULL;

  (g_notification_set_body) (notification, show (text, &made));
}

void
sky_shown_layout_set_text (PangoLayout *layout, const char *text, int length)
{
  g_autofree char *part = length >= 0 ? g_strndup (text, (gsize) length) : NULL;
  g_autofree char *made = NULL;

  (pango_layout_set_text) (layout, show (part != NULL ? part : text, &made), -1);
}

GtkStringList *
sky_shown_string_list_new (const char *const *texts)
{
  GtkStringList *list = (gtk_string_list_new) (NULL);

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      g_autofree char *made = NULL;

      gtk_string_list_append (list, show (texts[i], &made));
    }
  return list;
}

void
sky_shown_string_list_take (GtkStringList *list, char *text)
{
  char *made;
  const char *shown = show (text, &made);

  if (shown != text)
    g_free (text);
  (gtk_string_list_take) (list, made != NULL ? made : text);
}

GtkWidget *
sky_shown_message_dialog_new (GtkWindow *parent, const char *heading, const char *body)
{
  g_autofree char *made = NULL;
  g_autofree char *also_made = NULL;

  return (adw_message_dialog_new) (parent, show (heading, &made), show (body, &also_made));
}

void
sky_shown_accessible_update_property (GtkAccessible *accessible, GtkAccessibleProperty first, ...)
{
  GtkAccessibleProperty property = first;
  va_list args;

  va_start (args, first);
  while ((int) property != -1)
    {
      GValue value = G_VALUE_INIT;
      g_autofree char *problem = NULL;

      gtk_accessible_property_init_value (property, &value);
      G_VALUE_COLLECT (&value, args, 0, &problem);
      if (problem != NULL)
        {
          g_critical ("%s: %s", G_STRFUNC, problem);
          break;
        }
      if (G_VALUE_HOLDS_STRING (&value))
        {
          g_autofree char *made = NULL;
          const char *text = g_value_get_string (&value);
          const char *shown = show (text, &made);

          if (shown != text)
            g_value_set_string (&value, shown);
        }
      gtk_accessible_update_property_value (accessible, 1, &property, &value);
      g_value_unset (&value);
      property = (GtkAccessibleProperty) va_arg (args, int);
    }
  va_end (args);
}

/* Escaped, a control character would be one again where the markup is read. */
char *
sky_shown_markup_escape_text (const char *text, gssize length)
{
  g_autofree char *part = length >= 0 ? g_strndup (text, (gsize) length) : NULL;
  g_autofree char *made = NULL;

  return (g_markup_escape_text) (show (part != NULL ? part : text, &made), -1);
}
