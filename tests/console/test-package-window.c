/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A package opened like an archive: its findings, clips, stills and decisions in a window of the
 * console in which nothing is said, below what holds of it. */
#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "package-fixture.h"
#include "sky-package-opening.h"
#include "sky-unpacked-package.h"
#include "sky-verify-window.h"
#include "sky-window-private.h"

static gpointer
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
is_open (gpointer unused)
{
  SkyWindow *window = find_window (SKY_TYPE_WINDOW);

  return window != NULL && fixture_is_window_settled (window)
         && sky_package_check_get_verdict (window->check)[0] != '\0';
}

static gboolean
is_judged (gpointer unused)
{
  SkyVerifyWindow *window = find_window (SKY_TYPE_VERIFY_WINDOW);

  return window != NULL && sky_verify_window_is_settled (window);
}

static SkyWindow *
open_package (const char *path)
{
  sky_package_opening_begin (NULL, NULL, path);
  fixture_wait (is_open, NULL);
  return find_window (SKY_TYPE_WINDOW);
}

static void
act (SkyWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
  fixture_wait (fixture_is_window_settled, window);
}

/* Returns: whether all cameras show a picture. */
static gboolean
shows_pictures (SkyWindow *window)
{
  SkyCameraWall *wall =
      sky_day_view_get_wall (sky_session_get_day_view (sky_window_get_session (window)));
  guint n = sky_camera_wall_get_n_cameras (wall);

  for (guint i = 0; i < n; i++)
    {
      SkyCameraState state;

      sky_camera_wall_get_state (wall, i, &state);
      if (state.status != SKY_CAMERA_SHOWING)
        return FALSE;
    }
  return n == 2;
}

static guint
count_confirmed (SkySession *session)
{
  SkySelection *selection = sky_session_get_selection (session);
  guint n = fixture_count_rows (session);
  guint n_confirmed = 0;

  for (guint i = 0; i < n; i++)
    {
      sky_selection_select_position (selection, i);
      fixture_wait (fixture_is_settled, session);
      n_confirmed += sky_selection_get_review (selection)->state == SKY_REVIEW_CONFIRMED;
    }
  return n_confirmed;
}

static void
test_open (void)
{
  PackageFixture package;
  g_autoptr (GError) error = NULL;

  package_fixture_init (&package, NULL);
  package_fixture_export (&package, package.package, NULL, &error);
  g_assert_no_error (error);
  SkyWindow *window = open_package (package.package);
  SkySession *session = sky_window_get_session (window);

  g_assert_cmpstr (sky_verdict_strip_get_text (window->verdict), ==,
                   "Every check passed, but the signer is not trusted.");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (window->verdict)));
  g_assert_nonnull (strstr (adw_window_title_get_subtitle (window->title), "case.zip"));

  /* The findings of the case, and nothing that an extract would seem to lack. */
  g_assert_cmpstr (sky_window_get_page (window), ==, "work");
  g_assert_cmpuint (fixture_count_rows (session), ==, 5);
  g_assert_cmpuint (sky_unpacked_package_get_n_left_out (window->package), ==, 0);
  g_assert_nonnull (sky_day_view_get_day (sky_session_get_day_view (session)));
  g_assert_true (shows_pictures (window));
  g_assert_cmpuint (count_confirmed (session), ==, 5);

  /* Nothing is said in it, nor tried. */
  static const char *const refused[] = { "win.confirm",  "win.escalate", "win.undo",
                                         "win.note",     "win.bookmark", "win.put-into-case",
                                         "win.mark-seen" };
  SkyStoreLink *link = sky_session_get_link (session);
  char before[SKY_DIGEST_HEX_SIZE], after[SKY_DIGEST_HEX_SIZE];
  const char *path = sky_unpacked_package_get_store (window->package);
  g_assert_true (sky_digest_file (path, NULL, before, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    act (window, refused[i]);
  g_assert_true (sky_digest_file (path, NULL, after, NULL));
  g_assert_cmpstr (before, ==, after);
  g_assert_null (sky_store_link_get_complaint (link));
  g_assert_cmpuint (sky_store_link_get_n_refused (link), ==, 0);
  g_assert_false (gtk_info_bar_get_revealed (window->problem_bar));

  /* What holds, a line each, is the verdict's own. */
  act (window, "win.verify");
  fixture_wait (is_judged, NULL);
  SkyVerifyWindow *verify = find_window (SKY_TYPE_VERIFY_WINDOW);
  g_assert_cmpstr (sky_verify_window_get_verdict (verify), ==,
                   sky_package_check_get_verdict (window->check));
  sky_package_check_add_log (window->check, package.log);
  fixture_wait (is_open, NULL);
  g_assert_cmpint (sky_package_check_get_report (window->check)->verdict, ==,
                   SKY_VERDICT_NOBODY_VOUCHES);
  gtk_window_destroy (GTK_WINDOW (verify));

  /* What was unpacked goes with the window. */
  g_autofree char *store = g_strdup (sky_unpacked_package_get_store (window->package));
  g_assert_true (g_file_test (store, G_FILE_TEST_EXISTS));
  g_assert_true (
      g_file_test (sky_unpacked_package_get_report (window->package), G_FILE_TEST_EXISTS));
  g_autofree char *folder = g_path_get_dirname (store);
  fixture_close_window (window);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  package_fixture_clear (&package);
}

/* A finding that was made up is not listed, and the verdict says that something is wrong. */
static void
test_bent (void)
{
  PackageFixture package;
  g_autoptr (GError) error = NULL;
  g_autofree char *bent = NULL;

  package_fixture_init (&package, NULL);
  package_fixture_export (&package, package.package, NULL, &error);
  g_assert_no_error (error);
  bent = g_build_filename (package.folder, "bent.zip", NULL);
  g_autoptr (GPtrArray) members = package_unpack (package.package);
  g_autoptr (GString) findings =
      g_string_new_len (g_bytes_get_data (package_find (members, "findings.jsonl")->data, NULL),
                        (gssize) g_bytes_get_size (package_find (members, "findings.jsonl")->data));
  g_string_replace (findings, "craps.contract-bet", "craps.come-out-bet", 1);
  package_replace (members, "findings.jsonl", findings->str, findings->len);
  package_sign (members, package.ada);
  package_pack (bent, members, FALSE);

  SkyWindow *window = open_package (bent);
  g_assert_nonnull (strstr (sky_verdict_strip_get_text (window->verdict), "Some checks failed."));
  g_assert_cmpuint (fixture_count_rows (sky_window_get_session (window)), ==, 4);
  g_assert_cmpuint (sky_unpacked_package_get_n_left_out (window->package), ==, 1);
  fixture_close_window (window);
  package_fixture_clear (&package);
}

/* Of what is no package, or has nothing to look at, the verdict alone is shown. */
static void
test_hopeless (void)
{
  PackageFixture package;
  g_autoptr (GError) error = NULL;
  g_autofree char *empty = NULL;

  package_fixture_init (&package, NULL);
  package_fixture_export (&package, package.package, NULL, &error);
  g_assert_no_error (error);
  empty = g_build_filename (package.folder, "empty.zip", NULL);
  g_autoptr (GPtrArray) members = package_unpack (package.package);
  for (guint i = members->len; i > 0; i--)
    if (g_str_has_prefix (((Member *) members->pdata[i - 1])->name, "log/"))
      g_ptr_array_remove_index (members, i - 1);
  package_pack (empty, members, FALSE);

  const char *const paths[] = { empty, package.log };
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      sky_package_opening_begin (NULL, NULL, paths[i]);
      fixture_wait (is_judged, NULL);
      SkyVerifyWindow *verify = find_window (SKY_TYPE_VERIFY_WINDOW);
      g_assert_cmpstr (sky_verify_window_get_verdict (verify), !=, "");
      g_assert_null (find_window (SKY_TYPE_WINDOW));
      gtk_window_destroy (GTK_WINDOW (verify));
    }
  package_fixture_clear (&package);
}

/* Returns: @package with a recording of a gigabyte that is nothing but holes. */
static char *
make_large (PackageFixture *package)
{
  g_autofree char *clip = g_build_filename (package->folder, "large.mkv", NULL);
  char *large = g_build_filename (package->folder, "large.zip", NULL);
  g_autoptr (GPtrArray) members = package_unpack (package->package);
  g_autoptr (GMappedFile) holes = NULL;
  Member *member = g_new (Member, 1);
  int fd = g_creat (clip, 0600);

  g_assert_cmpint (ftruncate (fd, G_GINT64_CONSTANT (1) << 30), ==, 0);
  g_close (fd, NULL);
  holes = g_mapped_file_new (clip, FALSE, NULL);
  *member = (Member){ g_strdup ("footage/large.mkv"), g_mapped_file_get_bytes (holes) };
  g_ptr_array_insert (members, 0, member);
  package_sign (members, package->ada);
  package_pack (large, members, FALSE);
  return large;
}

static gboolean
shows_progress (gpointer unused)
{
  SkyVerifyWindow *window = find_window (SKY_TYPE_VERIFY_WINDOW);

  return window != NULL && gtk_widget_get_mapped (GTK_WIDGET (window));
}

/* Nothing that is unpacked is left. */
static gboolean
is_given_up (gpointer unused)
{
  g_autoptr (GDir) folder = g_dir_open (g_get_tmp_dir (), 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_prefix (name, "skyward-export-"))
      return FALSE;
  return TRUE;
}

/* While a large package is unpacked, how far its verdict is can be seen. */
static void
test_large (void)
{
  PackageFixture package;
  g_autoptr (GError) error = NULL;

  package_fixture_init (&package, NULL);
  package_fixture_export (&package, package.package, NULL, &error);
  g_assert_no_error (error);
  g_autofree char *large = make_large (&package);

  gint64 begun = g_get_monotonic_time ();
  sky_package_opening_begin (NULL, NULL, large);
  fixture_wait (shows_progress, NULL);
  g_test_message ("the verdict's progress was shown after %d ms",
                  (int) ((g_get_monotonic_time () - begun) / 1000));
  g_assert_null (find_window (SKY_TYPE_WINDOW));
  g_assert_false (sky_verify_window_is_settled (find_window (SKY_TYPE_VERIFY_WINDOW)));

  /* It gives way to what is in the package, and the verdict goes on there. */
  fixture_wait (is_open, NULL);
  g_test_message ("all of it was there after %d ms",
                  (int) ((g_get_monotonic_time () - begun) / 1000));
  SkyWindow *window = find_window (SKY_TYPE_WINDOW);
  g_assert_null (find_window (SKY_TYPE_VERIFY_WINDOW));
  g_assert_cmpuint (fixture_count_rows (sky_window_get_session (window)), ==, 5);
  fixture_close_window (window);

  /* Whoever closes it wants the package no more. */
  sky_package_opening_begin (NULL, NULL, large);
  fixture_wait (shows_progress, NULL);
  gtk_window_destroy (find_window (SKY_TYPE_VERIFY_WINDOW));
  fixture_wait (is_given_up, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    continue;
  g_assert_null (find_window (SKY_TYPE_WINDOW));
  package_fixture_clear (&package);
}

int
main (int argc, char **argv)
{
  char data[] = "/tmp/skyward-package-window-XXXXXX";

  /* Nobody else unpacks there. */
  g_assert_nonnull (g_mkdtemp (data));
  g_setenv ("TMPDIR", data, TRUE);
  g_setenv ("XDG_DATA_HOME", data, TRUE);
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  /* GTK 4.8 leaks the time of day each time it looks for entries that are too old. */
  g_object_set (gtk_settings_get_default (), "gtk-recent-files-max-age", -1, NULL);
  g_test_add_func ("/package-window/open", test_open);
  g_test_add_func ("/package-window/bent", test_bent);
  g_test_add_func ("/package-window/hopeless", test_hopeless);
  g_test_add_func ("/package-window/large", test_large);
  return fixture_run_tests ();
}
