/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is handed to the console by a command line, a desktop or a drop: a log opens its archive at
 * that log, a package is verified, a checkpoint is held against the ledger, and of what cannot be
 * opened it is said. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "sky-ledger-log.h"
#include "sky-package-opening.h"
#include "sky-verify-window.h"

static GtkWindow *
find_window (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type))
        return window;
    }
  return NULL;
}

static gboolean
is_asked (gpointer unused)
{
  return find_window (ADW_TYPE_MESSAGE_DIALOG) != NULL;
}

static gboolean
is_verified (gpointer unused)
{
  GtkWindow *window = find_window (SKY_TYPE_VERIFY_WINDOW);

  return window != NULL && sky_verify_window_is_settled (SKY_VERIFY_WINDOW (window));
}

static gboolean
has_day (gpointer session)
{
  return fixture_is_settled (session)
         && sky_day_view_get_day (sky_session_get_day_view (session)) != NULL;
}

static void
message_cb (SkyStoreLink *link, const char *text, gboolean problem, gpointer data)
{
  char **told = data;

  g_free (*told);
  *told = g_strdup (text);
}

static gboolean
is_told (gpointer data)
{
  return *(char **) data != NULL;
}

static char *
write_file (Fixture *fixture, const char *name, const char *text)
{
  char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
test_sorted (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *log = fixture_log_path (fixture);
  g_autofree char *note = write_file (fixture, "2026-11-23", "skyward-ledger/x\n0\nAA==\n\n");
  g_autofree char *checkpoint = write_file (fixture, "ledger.checkpoint", "");
  g_autofree char *package = write_file (fixture, "case-1.evidence.zip", "");
  g_autofree char *unnamed =
      write_file (fixture, "package", "PK\003\004abcdefghijklmnopqrstuvwxyzreport.pdf");
  g_autofree char *other = write_file (fixture, "notes.txt", "skyward\n");
  g_autofree char *renamed = write_file (fixture, "night", "{\"log\":\"skyward.table-log\"}\n");
  const char *paths[] = { log,   fixture->archive, note,       checkpoint, package, unnamed,
                          other, renamed,          "/nowhere", NULL };
  g_autoptr (SkyOpening) opening = sky_opening_new (paths);

  g_assert_cmpuint (opening->archives->len, ==, 3);
  g_assert_cmpstr (opening->archives->pdata[0], ==, fixture->archive);
  g_assert_cmpstr (opening->archives->pdata[1], ==, fixture->folder);
  g_assert_cmpstr (opening->archives->pdata[2], ==, "/nowhere");
  g_assert_cmpuint (opening->checkpoints->len, ==, 2);
  g_assert_cmpstr (opening->checkpoints->pdata[0], ==, note);
  g_assert_cmpuint (opening->packages->len, ==, 2);
  g_assert_cmpstr (opening->packages->pdata[1], ==, unnamed);
  g_assert_cmpuint (opening->strangers->len, ==, 1);
  g_assert_cmpstr (opening->strangers->pdata[0], ==, other);
  g_assert_cmpstr (opening->spot->table, ==, "CR-01");
  g_assert_cmpstr (opening->spot->game, ==, "craps");
  g_assert_null (opening->problem);

  /* A log that is none is told, and its folder is opened all the same. */
  const char *bad[] = { renamed, NULL };
  g_autoptr (SkyOpening) faulty = sky_opening_new (bad);
  g_assert_null (faulty->spot);
  g_assert_nonnull (strstr (faulty->problem, "night"));
  g_assert_cmpuint (faulty->archives->len, ==, 1);
}

/* What was unpacked from a package is none of an archive's logs: nothing is audited, and it is said
 * why. */
static void
test_extract (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *log = fixture_log_path (fixture);
  g_autofree char *proof = g_strconcat (log, ".proof.json", NULL);
  g_autofree char *unpacked = g_build_filename (fixture->folder, "unpacked", NULL);
  g_autofree char *inside = g_build_filename (unpacked, "log", NULL);
  SkySession *session = sky_session_new (fixture->store);
  SkyWindow *window = fixture_open_window (session);
  const char *paths[] = { fixture->archive, NULL };
  g_autofree char *told = NULL;

  g_signal_connect (sky_session_get_link (session), "message", G_CALLBACK (message_cb), &told);
  g_assert_true (g_file_set_contents (proof, "{}", -1, NULL));
  sky_window_open_paths (window, paths);
  fixture_wait (is_told, &told);
  g_assert_nonnull (strstr (told, "Open the package itself"));
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (fixture_count_rows (session), ==, 0);

  /* All of an unpacked package, and one log of it. */
  g_assert_cmpint (g_mkdir (unpacked, 0700), ==, 0);
  g_assert_cmpint (g_rename (fixture->archive, inside), ==, 0);
  g_autofree char *base = g_path_get_basename (log);
  g_autofree char *moved = g_build_filename (inside, base, NULL);
  const char *others[] = { unpacked, moved, NULL };
  g_autoptr (SkyOpening) opening = sky_opening_new (others);
  g_assert_cmpuint (opening->extracts->len, ==, 2);
  g_assert_cmpuint (opening->archives->len, ==, 0);
  g_assert_null (opening->problem);

  /* They go with the fixture. */
  g_assert_cmpint (g_rename (inside, fixture->archive), ==, 0);
  g_assert_cmpint (g_unlink (proof), ==, 0);
  g_assert_cmpint (g_rmdir (unpacked), ==, 0);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* A log that is dropped opens its archive, and the day is that log's. */
static void
test_log (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *log = fixture_log_path (fixture);
  SkySession *session = sky_session_new (fixture->store);
  SkyWindow *window = fixture_open_window (session);
  GtkEventController *target = fixture_find_controller (window, GTK_TYPE_DROP_TARGET);
  g_autoptr (GFile) file = g_file_new_for_path (log);
  GdkFileList *files = gdk_file_list_new_from_array (&file, 1);
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, files);
  g_signal_emit_by_name (target, "drop", &value, 1.0, 1.0, &taken);
  g_assert_true (taken);
  fixture_wait (has_day, session);
  SkyTableDay *day = sky_day_view_get_day (sky_session_get_day_view (session));
  g_assert_cmpstr (sky_table_day_get_log_path (day), ==, log);
  g_assert_cmpuint (fixture_count_rows (session), >, 0);

  /* The archive is among what was opened before, and opens from there. */
  g_autofree char *uri = g_filename_to_uri (fixture->archive, NULL, NULL);
  g_assert_true (gtk_recent_manager_has_item (gtk_recent_manager_get_default (), uri));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-recent", "s", fixture->archive);
  fixture_wait (has_day, session);

  fixture_close_window (window);
  fixture_finalize (session);
}

static void
open_package_cb (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  sky_package_opening_begin (NULL, window, g_variant_get_string (parameter, NULL));
}

static void
test_package (void)
{
  static const GActionEntry entries[] = {
    { .name = "open-package", .activate = open_package_cb, .parameter_type = "s" },
  };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *package = write_file (fixture, "case-1.evidence.zip", "PK\003\004");
  g_autofree char *other = write_file (fixture, "notes.txt", "skyward\n");
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  const char *paths[] = { package, other, NULL };
  g_autofree char *told = NULL;

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), window);
  gtk_widget_insert_action_group (GTK_WIDGET (window), "app", G_ACTION_GROUP (actions));
  g_signal_connect (sky_session_get_link (session), "message", G_CALLBACK (message_cb), &told);
  sky_window_open_paths (window, paths);
  fixture_wait (is_verified, NULL);
  GtkWindow *verify = find_window (SKY_TYPE_VERIFY_WINDOW);
  g_assert_true (gtk_window_get_transient_for (verify) == GTK_WINDOW (window));
  g_assert_cmpstr (sky_verify_window_get_verdict (SKY_VERIFY_WINDOW (verify)), !=, "");
  fixture_wait (is_told, &told);
  g_assert_nonnull (strstr (told, "notes.txt: it is not a folder"));

  gtk_window_destroy (verify);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* Writes a checkpoint of the fixture's ledger, signed. Returns: its path. */
static char *
make_checkpoint (Fixture *fixture, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (fixture->store, SKY_STORE_READ_WRITE, &error);
  g_autoptr (SkyNoteSigner) signer = sky_note_signer_create (SKY_NOTE_LEDGER, NULL, &error);
  g_autoptr (SkyKeptCheckpoint) made = NULL;

  g_assert_no_error (error);
  made = sky_ledger_make_checkpoint (store, signer, &error);
  g_assert_no_error (error);
  return write_file (fixture, name, made->note);
}

static void
check_dialog (SkyWindow *window, const char *path, const char *first, const char *second)
{
  const char *paths[] = { path, NULL };

  sky_window_open_paths (window, paths);
  fixture_wait (is_asked, NULL);
  GtkWindow *dialog = find_window (ADW_TYPE_MESSAGE_DIALOG);
  const char *body = adw_message_dialog_get_body (ADW_MESSAGE_DIALOG (dialog));
  g_test_message ("%s", body);
  g_assert_nonnull (strstr (body, first));
  g_assert_nonnull (strstr (body, second));
  gtk_window_destroy (dialog);
}

static void
test_checkpoint (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  g_autofree char *mine = make_checkpoint (fixture, "mine.checkpoint");
  g_autofree char *text = NULL;
  g_autofree char *bad = write_file (fixture, "bad.checkpoint", "nothing of the kind\n");

  check_dialog (window, mine, "skyward-ledger/", "extends it");
  /* One of another ledger, which is longer. */
  g_assert_true (g_file_get_contents (mine, &text, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (text, "\n", 3);
  g_autofree char *longer = g_strdup_printf ("skyward-ledger/y\n9999\n%s", lines[2]);
  g_autofree char *theirs = write_file (fixture, "theirs.checkpoint", longer);
  check_dialog (window, theirs, "The ledger is smaller", "was not checked");
  check_dialog (window, bad, "bad.checkpoint", "no signed note");

  fixture_close_window (window);
  fixture_finalize (session);
}

static gboolean
is_audited (gpointer session)
{
  SkyIntake *intake = sky_session_get_intake (session);

  return fixture_is_settled (session) && sky_intake_get_job (intake) == NULL;
}

static SkyQueueItem *
get_first_row (gpointer session)
{
  return g_list_model_get_item (
      G_LIST_MODEL (sky_inbox_get_model (sky_session_get_inbox (session))), 0);
}

static gboolean
has_first_row (gpointer session)
{
  g_autoptr (SkyQueueItem) item = get_first_row (session);

  return item != NULL && sky_queue_item_get_loaded (item);
}

/* A log that was recorded by eye opens the archive that has its cameras, at that log; the list
 * tells it from the table's own. */
static void
test_by_eye (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autofree char *own = fixture_log_path (fixture);
  g_autofree char *folder = g_build_filename (fixture->archive, "recorded", NULL);
  g_autofree char *footage = g_build_filename (fixture->archive, "footage.json", NULL);
  g_autofree char *path = g_build_filename (folder, "CR-01-2023-11-04.PA-7.tel.jsonl", NULL);
  g_autofree char *text = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (own, &text, &size, NULL));
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, (gssize) size, NULL));
  g_assert_true (g_file_set_contents (footage, "{\"cameras\":[]}", -1, NULL));

  const char *paths[] = { path, NULL };
  g_autoptr (SkyOpening) opening = sky_opening_new (paths);
  g_assert_cmpuint (opening->archives->len, ==, 1);
  g_assert_cmpstr (opening->archives->pdata[0], ==, fixture->archive);
  g_assert_cmpstr (opening->spot->name, ==, "recorded/CR-01-2023-11-04.PA-7.tel.jsonl");

  SkySession *session = sky_session_new (fixture->store);
  SkyWindow *window = fixture_open_window (session);
  sky_window_open_paths (window, paths);
  fixture_wait (has_day, session);
  SkyTableDay *day = sky_day_view_get_day (sky_session_get_day_view (session));
  g_assert_cmpstr (sky_table_day_get_log_path (day), ==, path);
  g_assert_cmpstr (sky_table_day_get_archive_path (day), ==, fixture->archive);
  fixture_wait (is_audited, session);

  /* Both are listed, and it alone. */
  SkyInbox *inbox = sky_session_get_inbox (session);
  g_autoptr (SkyFindingFilter) filter = sky_finding_filter_copy (sky_inbox_get_filter (inbox));
  guint n = fixture_count_rows (session);
  g_assert_cmpuint (n, >, 0);
  filter->by_eye = TRUE;
  sky_inbox_set_filter (inbox, filter);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (fixture_count_rows (session), ==, n / 2);
  fixture_wait (has_first_row, session);
  g_autoptr (SkyQueueItem) item = get_first_row (session);
  g_autofree char *first = sky_queue_item_dup_text (item, SKY_COLUMN_TABLE, NULL);
  g_assert_cmpstr (first, ==, "CR-01 by eye");

  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  fixture_close_window (window);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  g_autofree char *data = g_dir_make_tmp ("skyward-opening-XXXXXX", NULL);

  g_setenv ("XDG_DATA_HOME", data, TRUE);
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  /* GTK 4.8 leaks the time of day each time it looks for entries that are too old. */
  g_object_set (gtk_settings_get_default (), "gtk-recent-files-max-age", -1, NULL);
  g_test_add_func ("/console/opening/sorted", test_sorted);
  g_test_add_func ("/console/opening/log", test_log);
  g_test_add_func ("/console/opening/by-eye", test_by_eye);
  g_test_add_func ("/console/opening/extract", test_extract);
  g_test_add_func ("/console/opening/package", test_package);
  g_test_add_func ("/console/opening/checkpoint", test_checkpoint);
  return fixture_run_tests ();
}
