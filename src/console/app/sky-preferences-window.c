/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-preferences-window.h"

#include "sky-certificate-trust.h"
#include "sky-child-window.h"
#include "sky-shift.h"

#include <glib/gi18n.h>

/* Not an AdwPreferencesWindow: that of libadwaita 1.2 keeps the groups of its pages for ever. */
struct _SkyPreferencesWindow
{
  AdwWindow parent_instance;

  /* Template children. */
  AdwPreferencesGroup *review; /* with it begin the groups that come after the first frame */
  AdwEntryRow *credential;
  GtkSwitch *next_after_deciding;
  GtkSwitch *alarm_sound;
  GtkSwitch *utc;
  AdwEntryRow *name;
  AdwEntryRow *regulation_folder;
  AdwEntryRow *recordings_roots;
  AdwEntryRow *trust_list;
  AdwEntryRow *authority_list;
  AdwComboRow *style;
  AdwEntryRow *shifts;
  AdwComboRow *paper;
  AdwPreferencesGroup *cameras;
  AdwEntryRow *fingerprint;

  /* Owned. */
  GSettings *settings;
  GPtrArray *trusted; /* rows of @cameras, which has them */
};

G_DEFINE_FINAL_TYPE (SkyPreferencesWindow, sky_preferences_window, ADW_TYPE_WINDOW)

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

/* --- Certificates that are trusted --- */

/* Adds a fingerprint to those that are kept, or leaves one out; NULL: none. */
static void
set_trusted (SkyPreferencesWindow *self, const char *added, const char *removed)
{
  g_auto (GStrv) before = g_settings_get_strv (self->settings, "trusted-certificates");
  g_autoptr (GPtrArray) after = g_ptr_array_new ();

  for (guint i = 0; before[i] != NULL; i++)
    if (g_strcmp0 (before[i], added) != 0 && g_strcmp0 (before[i], removed) != 0)
      g_ptr_array_add (after, before[i]);
  if (added != NULL)
    g_ptr_array_add (after, (gpointer) added);
  g_ptr_array_add (after, NULL);
  g_settings_set_strv (self->settings, "trusted-certificates", (const char *const *) after->pdata);
}

static void
remove_cb (SkyPreferencesWindow *self, GtkButton *button)
{
  set_trusted (self, NULL, g_object_get_data (G_OBJECT (button), "fingerprint"));
}

static void
add_trusted (SkyPreferencesWindow *self, const char *fingerprint)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-delete-symbolic");

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), fingerprint);
  gtk_widget_add_css_class (row, "monospace");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Stop trusting it"));
  g_object_set_data_full (G_OBJECT (button), "fingerprint", g_strdup (fingerprint), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_cb), self, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_preferences_group_add (self->cameras, row);
  g_ptr_array_add (self->trusted, row);
}

static void
trusted_cb (SkyPreferencesWindow *self)
{
  g_auto (GStrv) fingerprints = g_settings_get_strv (self->settings, "trusted-certificates");

  for (guint i = 0; i < self->trusted->len; i++)
    adw_preferences_group_remove (self->cameras, g_ptr_array_index (self->trusted, i));
  g_ptr_array_set_size (self->trusted, 0);
  for (guint i = 0; fingerprints[i] != NULL; i++)
    add_trusted (self, fingerprints[i]);
}

/* What is no fingerprint is marked and not kept. */
static void
apply_cb (SkyPreferencesWindow *self)
{
  g_autofree char *fingerprint =
      sky_certificate_parse_fingerprint (gtk_editable_get_text (GTK_EDITABLE (self->fingerprint)));

  if (fingerprint == NULL)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->fingerprint), "error");
      return;
    }
  set_trusted (self, fingerprint, NULL);
  gtk_editable_set_text (GTK_EDITABLE (self->fingerprint), "");
}

static void
typed_cb (SkyPreferencesWindow *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self->fingerprint), "error");
}

/* Folders are named by their whole path; what is not is marked and not kept. */
static void
recordings_roots_cb (SkyPreferencesWindow *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->recordings_roots));
  g_auto (GStrv) words = g_strsplit (text, G_SEARCHPATH_SEPARATOR_S, -1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  gtk_widget_remove_css_class (GTK_WIDGET (self->recordings_roots), "error");
  for (guint i = 0; words[i] != NULL; i++)
    {
      if (*g_strstrip (words[i]) == '\0')
        continue;
      if (!g_path_is_absolute (words[i]))
        {
          gtk_widget_add_css_class (GTK_WIDGET (self->recordings_roots), "error");
          return;
        }
      g_strv_builder_add (builder, words[i]);
    }
  g_auto (GStrv) roots = g_strv_builder_end (builder);
  g_settings_set_strv (self->settings, "recordings-roots", (const char *const *) roots);
}

static void
sky_preferences_window_dispose (GObject *object)
{
  SkyPreferencesWindow *self = SKY_PREFERENCES_WINDOW (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), SKY_TYPE_PREFERENCES_WINDOW);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->trusted, g_ptr_array_unref);
  G_OBJECT_CLASS (sky_preferences_window_parent_class)->dispose (object);
}

static void
sky_preferences_window_class_init (SkyPreferencesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sky_preferences_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/skyward/Skyward/ui/sky-preferences-window.ui");
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, review);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, credential);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, next_after_deciding);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, alarm_sound);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, utc);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, name);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, regulation_folder);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, recordings_roots);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, trust_list);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, authority_list);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, style);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, shifts);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, paper);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, cameras);
  gtk_widget_class_bind_template_child (widget_class, SkyPreferencesWindow, fingerprint);
  gtk_widget_class_bind_template_callback (widget_class, apply_cb);
  gtk_widget_class_bind_template_callback (widget_class, typed_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

/* To measure all words in the turn that opens the window would take four frames: a group a frame.
 */
static gboolean
show_group_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  GtkWidget *group = GTK_WIDGET (SKY_PREFERENCES_WINDOW (widget)->review);

  while (group != NULL && gtk_widget_get_visible (group))
    group = gtk_widget_get_next_sibling (group);
  if (group == NULL)
    return G_SOURCE_REMOVE;
  gtk_widget_set_visible (group, TRUE);
  return G_SOURCE_CONTINUE;
}

static void
hide_groups (SkyPreferencesWindow *self)
{
  for (GtkWidget *group = GTK_WIDGET (self->review); group != NULL;
       group = gtk_widget_get_next_sibling (group))
    gtk_widget_set_visible (group, FALSE);
  gtk_widget_add_tick_callback (GTK_WIDGET (self), show_group_cb, NULL, NULL);
}

static void
sky_preferences_window_init (SkyPreferencesWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (SKY_APP_ID);
  g_settings_bind (self->settings, "next-after-deciding", self->next_after_deciding, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "alarm-sound", self->alarm_sound, "active",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "utc", self->utc, "active", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "reviewer-credential", self->credential, "text",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "reviewer-name", self->name, "text", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "regulation-folder", self->regulation_folder, "text",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "trust-list", self->trust_list, "text", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (self->settings, "authority-list", self->authority_list, "text",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind_with_mapping (self->settings, "style", self->style, "selected",
                                G_SETTINGS_BIND_DEFAULT, name_to_row, row_to_name,
                                (gpointer) styles, NULL);
  g_settings_bind_with_mapping (self->settings, "paper", self->paper, "selected",
                                G_SETTINGS_BIND_DEFAULT, name_to_row, row_to_name,
                                (gpointer) papers, NULL);

  g_auto (GStrv) roots = g_settings_get_strv (self->settings, "recordings-roots");
  g_autofree char *folders = g_strjoinv (G_SEARCHPATH_SEPARATOR_S, roots);
  gtk_editable_set_text (GTK_EDITABLE (self->recordings_roots), folders);
  g_signal_connect_object (self->recordings_roots, "changed", G_CALLBACK (recordings_roots_cb),
                           self, G_CONNECT_SWAPPED);

  g_auto (GStrv) starts = g_settings_get_strv (self->settings, "shift-starts");
  g_autofree char *text = g_strjoinv (" ", starts);
  gtk_editable_set_text (GTK_EDITABLE (self->shifts), text);
  self->trusted = g_ptr_array_new ();
  trusted_cb (self);
  g_signal_connect_object (self->settings, "changed::trusted-certificates", G_CALLBACK (trusted_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->shifts, "changed", G_CALLBACK (shifts_cb), self,
                           G_CONNECT_SWAPPED);
  hide_groups (self);
}

GtkWindow *
sky_preferences_window_new (GtkWindow *parent)
{
  return sky_child_window_new (SKY_TYPE_PREFERENCES_WINDOW, parent);
}
