/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives, logs, packages and checkpoints that are handed to the window: dropped on it, named on
 * the command line, or chosen from what was opened before. */
#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "sky-evidence-error.h"
#include "sky-ledger-log.h"
#include "sky-thread-task.h"
#include "sky-window-private.h"

/* So many of what was opened before are listed. */
#define MAX_RECENT 10
/* By this name the desktop's list knows what was opened here. */
#define RECENT_NAME "Skyward"

/* --- What was opened before ------------------------------------------------------------------- */

void
sky_window_remember (const char *path, const char *type)
{
  static char *no_groups[] = { NULL };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  GtkRecentData data = {
    .mime_type = (char *) type,
    .app_name = (char *) RECENT_NAME,
    .app_exec = (char *) "skyward %f",
    .groups = no_groups,
  };

  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}

static int
compare_recent (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *) b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *) a));
}

/* As a menu shows it: below the home as "~", and no key of its own. */
static char *
describe_recent (const char *path)
{
  const char *home = g_get_home_dir ();
  gsize length = strlen (home);
  gboolean below = g_str_has_prefix (path, home) && path[length] == '/';
  g_autofree char *name = g_filename_display_name (below ? path + length : path);
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);
  g_autofree char *plain = g_strjoinv ("__", parts);

  return g_strconcat (below ? "~" : "", plain, NULL);
}

static void
recent_cb (SkyWindow *self, GtkRecentManager *manager)
{
  GList *items = g_list_sort (gtk_recent_manager_get_items (manager), compare_recent);
  guint n = 0;

  g_menu_remove_all (self->recent);
  for (GList *item = items; item != NULL && n < MAX_RECENT; item = item->next)
    {
      GtkRecentInfo *info = item->data;
      g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
      const char *path = g_file_peek_path (file);

      /* An action's parameter is UTF-8. */
      if (!gtk_recent_info_has_application (info, RECENT_NAME) || path == NULL
          || !g_utf8_validate (path, -1, NULL))
        continue;
      g_autofree char *label = describe_recent (path);
      g_autoptr (GMenuItem) entry = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (entry, "win.open-recent", "s", path);
      g_menu_append_item (self->recent, entry);
      n++;
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
}

/* --- Recordings without a log ----------------------------------------------------------------- */

/* Returns: NULL when no folder is open. */
static GFile *
get_footage (SkyWindow *self)
{
  const char *const *opened = sky_intake_get_opened (sky_session_get_intake (self->session));

  return opened != NULL && opened[0] != NULL
             ? g_file_new_build_filename (opened[0], "footage.json", NULL)
             : NULL;
}

static void
recordings_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyWindow) self = user_data;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, NULL);
  g_autoptr (GFile) footage = NULL;

  /* The window may be closed, or another folder open. */
  if (self->session != NULL)
    footage = get_footage (self);
  if (footage != NULL && g_file_equal (footage, G_FILE (source)))
    gtk_widget_set_visible (self->record_table, info != NULL);
}

void
sky_window_offer_recording (SkyWindow *self)
{
  g_autoptr (GFile) footage = get_footage (self);

  if (footage == NULL)
    gtk_widget_set_visible (self->record_table, FALSE);
  else
    g_file_query_info_async (footage, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE,
                             G_PRIORITY_DEFAULT, NULL, recordings_cb, g_object_ref (self));
}

/* --- A checkpoint ----------------------------------------------------------------------------- */

/* What a checkpoint says, and what this store's ledger says to it. */
typedef struct
{
  SkyCheckpoint *seen;
  char *otherwise; /* what the ledger says otherwise; NULL: nothing */
  gboolean checked;
} Comparison;

static void
comparison_free (gpointer data)
{
  Comparison *self = data;

  sky_checkpoint_free (self->seen);
  g_free (self->otherwise);
  g_free (self);
}

static gpointer
compare_in_thread (SkyStore *store, gpointer path, GError **error)
{
  g_autoptr (SkyCheckpoint) seen = sky_checkpoint_read (path, error);
  g_autoptr (GArray) leaves = seen != NULL ? sky_store_list_leaves (store, 0, error) : NULL;
  GError *cause = NULL;

  if (leaves == NULL)
    return NULL;
  Comparison *self = g_new0 (Comparison, 1);
  self->otherwise = sky_ledger_compare (store, leaves, seen, NULL, &self->checked, &cause);
  self->seen = g_steal_pointer (&seen);
  if (cause == NULL)
    return self;
  comparison_free (self);
  g_propagate_error (error, cause);
  return NULL;
}

typedef struct
{
  SkyWindow *self;
  char *path;
} Asking;

static void
compared_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Asking *asking = user_data;
  g_autoptr (SkyWindow) self = asking->self;
  g_autofree char *path = asking->path;
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *shown = g_filename_display_name (name);
  g_autoptr (GError) error = NULL;
  Comparison *compared = sky_store_worker_finish (result, &error);
  g_autoptr (GString) body = g_string_new (NULL);

  /* The window was closed meanwhile. */
  if (self->session == NULL)
    {
      if (compared != NULL)
        comparison_free (compared);
      return;
    }
  if (compared == NULL)
    g_string_append (body, error->message);
  else
    {
      g_autofree char *hash = sky_checkpoint_hash_to_text (&compared->seen->root);
      /* Translators: the name of a ledger, how many entries it has, and their digest. */
      g_string_append_printf (body, _ ("%s\nEntries: %" PRIu64 "\nRoot: %s\n\n"),
                              compared->seen->origin, compared->seen->size, hash);
      if (compared->otherwise != NULL)
        g_string_append (body, compared->otherwise);
      else
        g_string_append (body,
                         _ ("This store's ledger extends it: every earlier entry is unchanged."));
      if (!compared->checked)
        g_string_append_printf (
            body, "\n\n%s",
            _ ("Its signature was not checked: this store does not have that ledger's key."));
      comparison_free (compared);
    }

  AdwMessageDialog *dialog =
      ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (self), shown, body->str));
  adw_message_dialog_add_response (dialog, "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
open_checkpoint (SkyWindow *self, const char *path)
{
  Asking *asking = g_new0 (Asking, 1);

  asking->self = g_object_ref (self);
  asking->path = g_strdup (path);
  sky_window_remember (path, "application/x-skyward-checkpoint");
  sky_store_worker_run (sky_store_link_get_worker (sky_session_get_link (self->session)), self,
                        compare_in_thread, g_strdup (path), g_free, comparison_free, NULL,
                        compared_cb, asking);
}

/* --- All of it -------------------------------------------------------------------------------- */

void
sky_window_take_opening (SkyWindow *self, const SkyOpening *opening)
{
  g_return_if_fail (SKY_IS_WINDOW (self));
  g_return_if_fail (opening != NULL);

  SkyStoreLink *link = sky_session_get_link (self->session);

  if (sky_store_link_get_reads (link) && opening->archives->len > 0)
    sky_store_link_warn (link, _ ("This window shows a package and cannot open an archive."));
  else if (opening->archives->len > 0)
    {
      for (guint i = 0; i < opening->archives->len; i++)
        sky_window_remember (opening->archives->pdata[i], "inode/directory");
      sky_session_open_archives (self->session, (const char *const *) opening->archives->pdata);
    }
  if (opening->problem != NULL)
    sky_store_link_warn (link, opening->problem);
  for (guint i = 0; i < opening->packages->len; i++)
    gtk_widget_activate_action (GTK_WIDGET (self), "app.open-package", "s",
                                opening->packages->pdata[i]);
  for (guint i = 0; i < opening->checkpoints->len; i++)
    open_checkpoint (self, opening->checkpoints->pdata[i]);
  for (guint i = 0; i < opening->extracts->len; i++)
    {
      g_autofree char *name = g_filename_display_name (opening->extracts->pdata[i]);
      g_autofree char *text =
          g_strdup_printf (_ ("%s was unpacked from an evidence package: its log is an extract and "
                              "lacks rounds. Open the package itself."),
                           name);
      sky_store_link_warn (link, text);
    }
  for (guint i = 0; i < opening->strangers->len; i++)
    {
      g_autofree char *name = g_filename_display_name (opening->strangers->pdata[i]);
      g_autofree char *text =
          g_strdup_printf (_ ("Cannot open %s: it is not a folder of logs, a table log, an "
                              "evidence package or a ledger checkpoint."),
                           name);
      sky_store_link_warn (link, text);
    }
}

void
sky_window_show_log (SkyWindow *self, const SkyOpening *opening)
{
  g_return_if_fail (SKY_IS_WINDOW (self));
  g_return_if_fail (opening != NULL);

  if (opening->spot != NULL)
    sky_selection_return_to (sky_session_get_selection (self->session), NULL, opening->spot);
}

typedef struct
{
  char **paths;
} Sorting;

static gpointer
sort_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  return sky_opening_new ((const char *const *) ((const Sorting *) task_data)->paths);
}

static void
sorted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkyWindow) self = user_data;
  g_autoptr (SkyOpening) opening = sky_thread_task_finish (result, NULL);

  if (opening == NULL || self->session == NULL)
    return;
  if (opening->archives->len > 0 && g_utf8_validate (opening->archives->pdata[0], -1, NULL))
    g_settings_set_string (self->settings, "last-archive", opening->archives->pdata[0]);
  sky_window_take_opening (self, opening);
  sky_window_show_log (self, opening);
}

void
sky_window_open_paths (SkyWindow *self, const char *const *paths)
{
  g_return_if_fail (SKY_IS_WINDOW (self));
  g_return_if_fail (paths != NULL);

  Sorting *task_data = sky_thread_task_new (Sorting);
  task_data->paths =
      sky_thread_task_keep (task_data, g_strdupv ((char **) paths), (GDestroyNotify) g_strfreev);
  sky_thread_task_run (task_data, sort_in_thread, (GDestroyNotify) sky_opening_free, NULL,
                       sorted_cb, g_object_ref (self));
}

static gboolean
drop_cb (SkyWindow *self, const GValue *value, double x, double y, GtkDropTarget *target)
{
  g_autoptr (GSList) files = gdk_file_list_get_files (g_value_get_boxed (value));
  g_autoptr (GPtrArray) paths = g_ptr_array_new_null_terminated (0, NULL, TRUE);

  for (GSList *file = files; file != NULL; file = file->next)
    if (g_file_peek_path (file->data) != NULL)
      g_ptr_array_add (paths, (gpointer) g_file_peek_path (file->data));
  if (paths->len == 0)
    {
      sky_store_link_warn (sky_session_get_link (self->session),
                           _ ("Only folders on this machine can be opened."));
      return FALSE;
    }
  sky_window_open_paths (self, (const char *const *) paths->pdata);
  return TRUE;
}

void
sky_window_add_opening (SkyWindow *self)
{
  GtkRecentManager *manager = gtk_recent_manager_get_default ();
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect_object (target, "drop", G_CALLBACK (drop_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
  g_signal_connect_object (manager, "changed", G_CALLBACK (recent_cb), self, G_CONNECT_SWAPPED);
  recent_cb (self, manager);
  sky_start_page_set_recent (self->start_page, G_MENU_MODEL (self->recent));
}
