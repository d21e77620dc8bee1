/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Much of what the console shows comes from others: names and words from logs, ledgers, footage and
 * packages, and errors that quote them. Escapes ("\x1b", "\u202e"; sky-shown-text.h) replace
 * control characters, and those that direct or hide text. That applies to each label, tooltip,
 * title, row, notification, layout and accessible text.
 *
 * Every source of the console is compiled with this header first (meson.build), so that GTK's names
 * mean these functions. No code that shows text needs to think of it. They take GTK's arguments and
 * do what GTK's do; line ends and tabs stay. Entries keep the text unchanged. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

GtkWidget *sky_shown_label_new (const char *text);
void sky_shown_label_set_label (GtkLabel *label, const char *text);
void sky_shown_label_set_text (GtkLabel *label, const char *text);
void sky_shown_button_set_label (GtkButton *button, const char *text);
GtkWidget *sky_shown_check_button_new_with_label (const char *text);
void sky_shown_widget_set_tooltip_text (GtkWidget *widget, const char *text);
void sky_shown_tooltip_set_text (GtkTooltip *tooltip, const char *text);
void sky_shown_window_set_title (GtkWindow *window, const char *text);
void sky_shown_progress_bar_set_text (GtkProgressBar *bar, const char *text);
PangoLayout *sky_shown_widget_create_pango_layout (GtkWidget *widget, const char *text);
void sky_shown_window_title_set_title (AdwWindowTitle *title, const char *text);
void sky_shown_window_title_set_subtitle (AdwWindowTitle *title, const char *text);
void sky_shown_preferences_row_set_title (AdwPreferencesRow *row, const char *text);
void sky_shown_action_row_set_subtitle (AdwActionRow *row, const char *text);
void sky_shown_expander_row_set_subtitle (AdwExpanderRow *row, const char *text);
void sky_shown_status_page_set_description (AdwStatusPage *page, const char *text);
void sky_shown_message_dialog_set_body (AdwMessageDialog *dialog, const char *text);
AdwToast *sky_shown_toast_new (const char *text);
GNotification *sky_shown_notification_new (const char *text);
void sky_shown_notification_set_body (GNotification *notification, const char *text);
void sky_shown_layout_set_text (PangoLayout *layout, const char *text, int length);
GtkStringList *sky_shown_string_list_new (const char *const *texts);
void sky_shown_string_list_take (GtkStringList *list, char *text);
GtkWidget *sky_shown_message_dialog_new (GtkWindow *parent, const char *heading, const char *body);
void
sky_shown_accessible_update_property (GtkAccessible *accessible, GtkAccessibleProperty first, ...);
char *sky_shown_markup_escape_text (const char *text, gssize length) G_GNUC_WARN_UNUSED_RESULT;

#define gtk_label_new(...)                   sky_shown_label_new (__VA_ARGS__)
#define gtk_label_set_label(...)             sky_shown_label_set_label (__VA_ARGS__)
#define gtk_label_set_text(...)              sky_shown_label_set_text (__VA_ARGS__)
#define gtk_button_set_label(...)            sky_shown_button_set_label (__VA_ARGS__)
#define gtk_check_button_new_with_label(...) sky_shown_check_button_new_with_label (__VA_ARGS__)
#define gtk_widget_set_tooltip_text(...)     sky_shown_widget_set_tooltip_text (__VA_ARGS__)
#define gtk_tooltip_set_text(...)            sky_shown_tooltip_set_text (__VA_ARGS__)
#define gtk_window_set_title(...)            sky_shown_window_set_title (__VA_ARGS__)
#define gtk_progress_bar_set_text(...)       sky_shown_progress_bar_set_text (__VA_ARGS__)
#define gtk_widget_create_pango_layout(...)  sky_shown_widget_create_pango_layout (__VA_ARGS__)
#define adw_window_title_set_title(...)      sky_shown_window_title_set_title (__VA_ARGS__)
#define adw_window_title_set_subtitle(...)   sky_shown_window_title_set_subtitle (__VA_ARGS__)
#define adw_preferences_row_set_title(...)   sky_shown_preferences_row_set_title (__VA_ARGS__)
#define adw_action_row_set_subtitle(...)     sky_shown_action_row_set_subtitle (__VA_ARGS__)
#define adw_expander_row_set_subtitle(...)   sky_shown_expander_row_set_subtitle (__VA_ARGS__)
#define adw_status_page_set_description(...) sky_shown_status_page_set_description (__VA_ARGS__)
#define adw_message_dialog_set_body(...)     sky_shown_message_dialog_set_body (__VA_ARGS__)
#define adw_toast_new(...)                   sky_shown_toast_new (__VA_ARGS__)
#define g_notification_new(...)              sky_shown_notification_new (__VA_ARGS__)
#define g_notification_set_body(...)         sky_shown_notification_set_body (__VA_ARGS__)
#define pango_layout_set_text(...)           sky_shown_layout_set_text (__VA_ARGS__)
#define gtk_string_list_new(...)             sky_shown_string_list_new (__VA_ARGS__)
#define gtk_string_list_take(...)            sky_shown_string_list_take (__VA_ARGS__)
#define adw_message_dialog_new(...)          sky_shown_message_dialog_new (__VA_ARGS__)
#define gtk_accessible_update_property(...)  sky_shown_accessible_update_property (__VA_ARGS__)
#define g_markup_escape_text(...)            sky_shown_markup_escape_text (__VA_ARGS__)

G_END_DECLS
