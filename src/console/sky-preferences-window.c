/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-preferences-window.h"

#include "sky-shift.h"

struct _SkyPreferencesWindow
{
  AdwPreferencesWindow parent_instance;

  /* Template children. */
  AdwEntryRow *credential;
  AdwEntryRow *name;
  AdwEntryRow *regulation_folder;
  AdwComboRow *style;
  AdwEntryRow *shifts;
  AdwComboRow *paper;

  /* Owned. */
  GSettings *settings;
};

G_DEFINE_FINAL_TYPE (SkyPreferencesWindow, sky_preferences_window, ADW_TYPE_PREFERENCES_WINDOW)

/* In the order of the template's rows. */
static const char *const styles[] = { "dark", "light", "system", NULL };
static const char *const papers[] = { "letter", "a4", NULL };

/* @data: the names, each row's. */
static gboolean
name_to_row (GValue *value, GVariant *variant, gpointer data)
{
  const char *const *names = data;

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (strcmp (g_variant_get_string (variant, NULL), names[i]) == 0)
        g_value_set_uint (value, i);
    }
  return TRUE;
}

static GVariant *
row_to_name (const GValue *value, const GVariantType *type, gpointer data)
{
  const char *const *names = data;
  guint row = g_value_get_uint (value);

  return row < g_strv_length ((char **) names) ? g_variant_new_string (names[row]) : NULL;
}

/* What is no list of rising times is marked and not kept. */
static void
shifts_cb (SkyPreferencesWindow *self)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->shifts)));
  g_auto (GStrv) times = g_strsplit (g_strstrip (text), " ", -1);
  SkyShifts shifts;

  if (sky_shifts_parse (&shifts, (const char *const *) times))
    {
      gtk_widget_remove_css_class (GTK_WIDGET (self->shifts), "error");
      g_settings_set_strv (self->settings, "shift-starts", (const char *const *) times);
    }
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->shifts), "error");
}

static void
sky_preferences_window_dispose (GObject *object)
{
  SkyPreferencesWindow *self = SKY_PREFERENCES_WINDOW (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_PREFERENCES_WINDOW);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (sky_preferences_window_parent_class)->dispose (object);
}

static void
sky_preferences_window_class_init (SkyPreferencesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_preferences_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-preferences-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, credential);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, name);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, regulation_folder);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, style);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, shifts);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, paper);
}

static void
sky_preferences_window_init (SkyPreferencesWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (SKY_APP_ID);
  g_settings_bind (self->settings, "reviewer-credential", self->credential, "text",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "reviewer-name", self->name, "text", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "regulation-folder", self->regulation_folder, "text",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind_with_mapping (self->settings, "style", self->style, "selected",
                                G_SETTINGS_BIND_DEFAULT, name_to_row, row_to_name,
                                (gpointer) styles, NULL);
  g_settings_bind_with_mapping (self->settings, "paper", self->paper, "selected",
                                G_SETTINGS_BIND_DEFAULT, name_to_row, row_to_name,
                                (gpointer) papers, NULL);

  g_auto (GStrv) starts = g_settings_get_strv (self->settings, "shift-starts");
  g_autofree char *text = g_strjoinv (" ", starts);
  gtk_editable_set_text (GTK_EDITABLE (self->shifts), text);
  g_signal_connect_object (self->shifts, "changed", G_CALLBACK (shifts_cb), self,
                           G_CONNECT_SWAPPED);
}

GtkWindow *
sky_preferences_window_new (GtkWindow *parent)
{
  return g_object_new (SKY_TYPE_PREFERENCES_WINDOW, "transient-for", parent, NULL);
}
