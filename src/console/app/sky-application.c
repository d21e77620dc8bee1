/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-application.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <signal.h>

#include "sky-archive-file.h"
#include "sky-memory.h"
#include "sky-package-opening.h"
#include "sky-renderer.h"
#include "sky-scratch-folder.h"
#include "sky-screenshot.h"
#include "sky-window.h"

/* So long what is being written may take when the program is to end at once, in milliseconds. */
#define TIME_TO_WRITE 2000

struct _SkyApplication
{
  AdwApplication parent_instance;

  GSettings *settings;
  guint resting; /* gives memory back */
  int status;
};

G_DEFINE_FINAL_TYPE (SkyApplication, sky_application, ADW_TYPE_APPLICATION)

/* --- Actions ---------------------------------------------------------------------------------- */

static void
about_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkApplication *application = data;

  adw_show_about_window (gtk_application_get_active_window (application), "application-name",
                         _ ("Skyward"), "application-icon", SKY_APP_ID, "version", SKY_VERSION,
                         "developer-name", _ ("The Skyward developers"), "license-type",
                         GTK_LICENSE_GPL_3_0, "comments",
                         _ ("Replays a table's recorded rounds beside its cameras and recomputes "
                            "every wager from 58 Pa. Code subpart K."),
                         NULL);
}

static void
quit_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GList *windows = gtk_application_get_windows (data);

  /* Each window keeps its size as it closes; the last one ends the program. */
  while (windows != NULL)
    {
      GtkWindow *window = windows->data;
      windows = windows->next;
      gtk_window_close (window);
    }
}

/* From a notification: the window may be behind others, or on another desktop. */
static void
show_finding_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *window = gtk_application_get_active_window (data);

  if (window == NULL)
    return;
  gtk_window_present (window);
  gtk_widget_activate_action_variant (GTK_WIDGET (window), "win.show-finding", parameter);
}

static void
open_package_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  sky_package_opening_begin (data, gtk_application_get_active_window (data),
                             g_variant_get_string (parameter, NULL));
}

static const GActionEntry actions[] = {
  { .name = "open-package", .activate = open_package_action, .parameter_type = "s" },
  { .name = "show-finding", .activate = show_finding_action, .parameter_type = "s" },
  { .name = "about", .activate = about_action },
  { .name = "quit", .activate = quit_action },
};

/* --- Signals ---------------------------------------------------------------------------------- */

/* Nobody is there to be asked: exports are called off, and the last of them that is done with ends
 * the program, with nothing of it left behind. */
static gboolean
end_at_once_cb (gpointer unused)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *each = windows; each != NULL; each = each->next)
    g_object_ref (each->data);
  for (GList *each = windows; each != NULL; each = each->next)
    {
      gtk_window_destroy (each->data);
      g_object_unref (each->data);
    }
  return G_SOURCE_REMOVE;
}

/* What is on its way to the store is written first; what waits for a store that cannot be reached
 * is given up. */
static gboolean
signal_cb (gpointer application)
{
  if (gtk_application_get_windows (application) == NULL)
    g_application_quit (application);
  quit_action (NULL, NULL, application);
  g_timeout_add (TIME_TO_WRITE, end_at_once_cb, NULL);
  return G_SOURCE_CONTINUE;
}

static void
watch_signals (SkyApplication *self)
{
  static const int numbers[] = { SIGHUP, SIGINT, SIGTERM };
  struct sigaction action;

  /* Who started it to outlive a signal has it ignored (nohup). */
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (sigaction (numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
      g_unix_signal_add (numbers[i], signal_cb, self);
}

/* --- Style ------------------------------------------------------------------------------------ */

static void
apply_style (SkyApplication *self)
{
  g_autofree char *style = g_settings_get_string (self->settings, "style");
  AdwColorScheme scheme = ADW_COLOR_SCHEME_PREFER_DARK;

  if (strcmp (style, "dark") == 0)
    scheme = ADW_COLOR_SCHEME_FORCE_DARK;
  else if (strcmp (style, "light") == 0)
    scheme = ADW_COLOR_SCHEME_FORCE_LIGHT;
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
}

static void
apply_recordings_roots (SkyApplication *self)
{
  g_auto (GStrv) roots = g_settings_get_strv (self->settings, "recordings-roots");

  sky_archive_file_set_roots ((const char *const *) roots);
}

/* --- Starting --------------------------------------------------------------------------------- */

/* What exports left that were killed. */
static gpointer
sweep_thread (gpointer unused)
{
  sky_scratch_folder_sweep ();
  return NULL;
}

static void
sky_application_startup (GApplication *application)
{
  SkyApplication *self = SKY_APPLICATION (application);

  G_APPLICATION_CLASS (sky_application_parent_class)->startup (application);
  gtk_window_set_default_icon_name (SKY_APP_ID);
  sky_renderer_choose (gdk_display_get_default ());
  self->settings = g_settings_new (SKY_APP_ID);
  g_signal_connect_object (self->settings, "changed::style", G_CALLBACK (apply_style), self,
                           G_CONNECT_SWAPPED);
  apply_style (self);
  g_signal_connect_object (self->settings, "changed::recordings-roots",
                           G_CALLBACK (apply_recordings_roots), self, G_CONNECT_SWAPPED);
  apply_recordings_roots (self);
  watch_signals (self);
  g_thread_unref (g_thread_new ("sweep", sweep_thread, NULL));
  self->resting = sky_memory_give_back_at_rest ();
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
}

/* --- The command line ------------------------------------------------------------------------- */

static const GOptionEntry options[] = {
  { "store", 0, 0, G_OPTION_ARG_FILENAME, NULL,
    N_ ("Keep findings and reviews in STORE, a file or postgresql://HOST/DATABASE"), N_ ("STORE") },
  { "at", 0, 0, G_OPTION_ARG_STRING, NULL,
    N_ ("Go to INSTANT (\"2023-11-04T20:15:03Z\") instead of the first finding"), N_ ("INSTANT") },
  { "finding", 0, 0, G_OPTION_ARG_INT, NULL,
    N_ ("Show finding number N of the list instead of the first"), "N" },
  { "screenshot", 0, 0, G_OPTION_ARG_FILENAME, NULL,
    N_ ("Write a picture of the window to FILE and quit"), N_ ("FILE") },
  { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version and quit"), NULL },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, N_ ("[ARCHIVE…]") },
  { NULL },
};

static int
sky_application_handle_local_options (GApplication *application, GVariantDict *given)
{
  const char *at = NULL;
  SkyTime instant;

  if (g_variant_dict_contains (given, "version"))
    {
      g_print ("skyward %s\n", SKY_VERSION);
      return 0;
    }
  if (g_variant_dict_lookup (given, "at", "&s", &at) && !sky_time_parse (at, strlen (at), &instant))
    {
      g_printerr (_ ("skyward: \"%s\" is not a UTC time such as 2023-11-04T20:15:03Z\n"), at);
      return 2;
    }
  /* A picture is taken by a program of its own, whatever else runs. */
  if (g_variant_dict_contains (given, "screenshot"))
    g_application_set_flags (application,
                             g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
  return -1;
}

static void
screenshot_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyApplication) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!sky_screenshot_take_finish (result, &error))
    {
      g_printerr ("skyward: %s\n", error->message);
      self->status = 1;
    }
  gtk_window_destroy (GTK_WINDOW (source));
}

/* Paths are those of whoever called, which need not be this process. */
static char *
full_path (GApplicationCommandLine *line, const char *path)
{
  g_autoptr (GFile) file = g_application_command_line_create_file_for_arg (line, path);

  return g_file_get_path (file);
}

static SkySession *
make_session (GApplicationCommandLine *line, GVariantDict *given)
{
  const char *store = NULL;
  g_autofree char *path = NULL;

  if (g_variant_dict_lookup (given, "store", "^&ay", &store))
    path = sky_store_is_uri (store) ? g_strdup (store) : full_path (line, store);
  else
    path = sky_store_default_path ();
  return sky_session_new (path);
}

/* Returns: (transfer full): what is named, sorted. */
static SkyOpening *
sort_named (GApplicationCommandLine *line, GVariantDict *given)
{
  g_autofree const char **names = NULL;
  g_autoptr (GPtrArray) paths = g_ptr_array_new_null_terminated (0, g_free, TRUE);

  if (g_variant_dict_lookup (given, G_OPTION_REMAINING, "^a&ay", &names))
    for (guint i = 0; names[i] != NULL; i++)
      g_ptr_array_add (paths, full_path (line, names[i]));
  /* An array that nothing was put into has no end either. */
  static const char *const nothing[] = { NULL };
  return sky_opening_new (paths->len > 0 ? (const char *const *) paths->pdata : nothing);
}

/* Opens what is named; when that is no archive, and no store is named either, the archive that was
 * opened last. */
static void
open_named (SkyApplication *self, SkyWindow *window, const SkyOpening *opening, GVariantDict *given)
{
  g_autofree char *last = g_settings_get_string (self->settings, "last-archive");
  const char *last_paths[] = { last, NULL };

  if (opening->archives->len == 0 && last[0] != '\0' && !g_variant_dict_contains (given, "store")
      && g_file_test (last, G_FILE_TEST_IS_DIR))
    sky_session_open_archives (sky_window_get_session (window), last_paths);
  sky_window_take_opening (window, opening);
  /* Who asks for a finding or a picture means it of the whole list. */
  if (g_variant_dict_contains (given, "finding") || g_variant_dict_contains (given, "screenshot"))
    return;
  sky_window_take_up_view (window);
  sky_window_show_log (window, opening);
}

/* Whoever was handed a package alone has neither store nor archive to do with it. */
static gboolean
is_of_packages (const SkyOpening *opening, GVariantDict *given)
{
  return opening->packages->len > 0 && opening->archives->len == 0 && opening->checkpoints->len == 0
         && opening->strangers->len == 0 && opening->extracts->len == 0
         && !g_variant_dict_contains (given, "store")
         && !g_variant_dict_contains (given, "screenshot");
}

static int
sky_application_command_line (GApplication *application, GApplicationCommandLine *line)
{
  GVariantDict *given = g_application_command_line_get_options_dict (line);
  g_autoptr (SkyOpening) opening = sort_named (line, given);
  const char *at = NULL;
  const char *screenshot = NULL;
  int finding = 0;
  SkyTime instant;

  if (is_of_packages (opening, given))
    {
      for (guint i = 0; i < opening->packages->len; i++)
        sky_package_opening_begin (GTK_APPLICATION (application), NULL,
                                   opening->packages->pdata[i]);
      return 0;
    }

  g_autoptr (SkySession) session = make_session (line, given);
  SkyWindow *window = sky_window_new (GTK_APPLICATION (application), session);
  open_named (SKY_APPLICATION (application), window, opening, given);
  if (g_variant_dict_lookup (given, "at", "&s", &at) && sky_time_parse (at, strlen (at), &instant))
    sky_selection_show_instant (sky_session_get_selection (session), instant);
  if (g_variant_dict_lookup (given, "finding", "i", &finding) && finding > 0)
    sky_selection_select_position (sky_session_get_selection (session), (guint) finding - 1);
  gtk_window_present (GTK_WINDOW (window));

  if (g_variant_dict_lookup (given, "screenshot", "^&ay", &screenshot))
    {
      g_autofree char *path = full_path (line, screenshot);
      sky_screenshot_take_async (window, path, screenshot_cb, g_object_ref (application));
    }
  return 0;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_application_finalize (GObject *object)
{
  SkyApplication *self = SKY_APPLICATION (object);

  g_clear_handle_id (&self->resting, g_source_remove);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (sky_application_parent_class)->finalize (object);
}

static void
sky_application_class_init (SkyApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sky_application_finalize;
  application_class->startup = sky_application_startup;
  application_class->handle_local_options = sky_application_handle_local_options;
  application_class->command_line = sky_application_command_line;
}

static void
sky_application_init (SkyApplication *self)
{
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_summary (
      G_APPLICATION (self),
      _ ("Replays the tables of archives beside their cameras and shows the findings."));
}

SkyApplication *
sky_application_new (void)
{
  return g_object_new (SKY_TYPE_APPLICATION, "application-id", SKY_APP_ID, "flags",
                       G_APPLICATION_HANDLES_COMMAND_LINE, "resource-base-path",
                       "/org/skyward/Skyward", NULL);
}

int
sky_application_get_status (SkyApplication *self)
{
  g_return_val_if_fail (SKY_IS_APPLICATION (self), 1);
  return self->status;
}
