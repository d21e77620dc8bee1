/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of imports: a mapping is tried as it is written, what is wrong with it is told with
 * its line, records are shown with what they become, and logs are written and opened. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "sky-import-details.h"
#include "sky-import-job.h"
#include "sky-import-window.h"
#include "sky-line-numbers.h"
#include "sky-map-editor.h"

/* A wheel's lines by the mapping that ships, one of them cut. */
#define WHEEL                                                                                      \
  "[2025-09-10 06:20:00.000] Receive >>> *X;2;001;  ;0;100;0\n"                                    \
  "[2025-09-10 06:20:05.007] Receive >>> *X;3;001;  ;1;101;0\n"                                    \
  "[2025-09-10 06:20:10.014] Receive >>> *X;4;001;  ;2;102;0\n"                                    \
  "[2025-09-10 06:20:12.000] Receive >>> *X;4;0\n"                                                 \
  "[2025-09-10 06:20:15.021] Receive >>> *X;5;001; 3;0;103;0\n"

#define MAP                                                                                        \
  "[source]\nkind=jsonl\n[log]\nproperty=Keystone\ntable=RO-01\ngame=roulette\n"                   \
  "time_zone=UTC\n[time]\nfield=at\nformat=rfc3339\n[scope]\nclasses=outcome\n"                    \
  "[rule 1]\nwhen=${type} == \"spin\"\nemit=round_next\nemit.2=result pocket=${pocket}\n"

typedef struct
{
  Fixture *fixture;
  SkySession *session;
  SkyImportWindow *window;
  int imported; /* -1: not yet */
} Scene;

static gboolean
is_settled (gpointer data)
{
  return sky_import_window_is_settled (((Scene *) data)->window);
}

static gboolean
is_imported (gpointer data)
{
  return ((Scene *) data)->imported >= 0;
}

static void
imported_cb (SkyImportWindow *window, gboolean good, Scene *scene)
{
  scene->imported = good;
}

static void
scene_init (Scene *self, GtkWindow *parent, SkySession *session)
{
  self->session = session;
  self->imported = -1;
  self->window = sky_import_window_new (parent, sky_session_get_desk (session));
  g_signal_connect (self->window, "imported", G_CALLBACK (imported_cb), self);
  gtk_window_present (GTK_WINDOW (self->window));
}

static void
scene_open (Scene *self)
{
  self->fixture = fixture_new ();
  scene_init (self, NULL, fixture_open_session (self->fixture));
}

static gpointer
child (const Scene *self, const char *name)
{
  GtkWidget *window = GTK_WIDGET (self->window);
  GObject *details = gtk_widget_get_template_child (window, SKY_TYPE_IMPORT_WINDOW, "details");

  if (g_str_has_prefix (name, "record_") || g_str_has_prefix (name, "aside"))
    return gtk_widget_get_template_child (GTK_WIDGET (details), SKY_TYPE_IMPORT_DETAILS, name);
  return gtk_widget_get_template_child (window, SKY_TYPE_IMPORT_WINDOW, name);
}

static void
scene_close (Scene *self)
{
  gtk_text_buffer_set_modified (sky_map_editor_get_buffer (child (self, "editor")), FALSE);
  fixture_close_window (self->window);
  fixture_finalize (self->session);
  fixture_free (self->fixture);
}

static void
act (const Scene *self, const char *name)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), name, NULL);
}

static char *
write_text (const Scene *self, const char *name, const char *text)
{
  char *path = g_build_filename (self->fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static void
set_source (Scene *self, const char *path)
{
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_list_store_append (files, file);
  sky_import_window_set_sources (self->window, G_LIST_MODEL (files));
  fixture_wait (is_settled, self);
}

static void
open_source (Scene *self, const char *text)
{
  g_autofree char *path = write_text (self, "source", text);

  set_source (self, path);
}

static void
open_map (Scene *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  sky_import_window_open_mapping (self->window, file);
  fixture_wait (is_settled, self);
}

static void
write_map (Scene *self, const char *text)
{
  GtkTextBuffer *buffer = sky_map_editor_get_buffer (child (self, "editor"));
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, text, -1);
  fixture_wait (is_settled, self);
}

static guint
count (const Scene *self, const char *list)
{
  return g_list_model_get_n_items (child (self, list));
}

static const char *
label (const Scene *self, const char *name)
{
  return gtk_label_get_text (child (self, name));
}

/* --- Tests ------------------------------------------------------------------------------------ */

static void
test_records (void)
{
  Scene scene;
  g_autofree char *map =
      g_test_build_filename (G_TEST_DIST, "..", "data", "maps", "wheel-rs232.skymap", NULL);

  scene_open (&scene);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (child (&scene, "pages")), ==, "none");
  /* Before there is a mapping, its lines are shown. */
  open_source (&scene, WHEEL);
  g_assert_cmpuint (count (&scene, "selection"), ==, 5);
  g_assert_cmpstr (label (&scene, "record_title"), ==, "Record 1 · Without effect · [rule 1]");
  g_assert_cmpuint (sky_map_editor_get_n_problems (child (&scene, "editor")), >, 0);

  open_map (&scene, map);
  g_assert_cmpuint (sky_map_editor_get_n_problems (child (&scene, "editor")), ==, 0);
  g_assert_cmpstr (label (&scene, "map_name"), ==, "wheel-rs232.skymap");
  g_assert_cmpstr (label (&scene, "status"), ==,
                   "All records: 5, used: 4, without effect: 0, ignored: 0, set aside: 1");
  gtk_single_selection_set_selected (child (&scene, "selection"), 4);
  g_assert_nonnull (strstr (label (&scene, "record_title"), "Record 5 · Used · [rule 41"));
  g_assert_nonnull (strstr (label (&scene, "record_events"), "result {\"pocket\":\"3\""));
  g_assert_false (gtk_widget_get_visible (child (&scene, "record_reason")));

  gtk_widget_activate_action (GTK_WIDGET (scene.window), "import.aside", "i", 1);
  g_assert_nonnull (strstr (label (&scene, "record_title"), "Record 4 · Set aside"));
  g_assert_cmpstr (label (&scene, "record_reason"), ==, "the pattern does not match");
  g_assert_nonnull (strstr (label (&scene, "record_text"), "*X;4;0"));
  g_assert_cmpuint (gtk_single_selection_get_selected (child (&scene, "selection")), ==, 3);

  gtk_drop_down_set_selected (child (&scene, "shown"), 4);
  g_assert_cmpuint (count (&scene, "selection"), ==, 1);
  gtk_drop_down_set_selected (child (&scene, "shown"), 0);
  g_assert_cmpuint (count (&scene, "selection"), ==, 5);
  scene_close (&scene);
}

static SkyLineNumbers *
find_numbers (GtkWidget *widget)
{
  SkyLineNumbers *found = SKY_IS_LINE_NUMBERS (widget) ? SKY_LINE_NUMBERS (widget) : NULL;

  for (GtkWidget *each = gtk_widget_get_first_child (widget); each != NULL && found == NULL;
       each = gtk_widget_get_next_sibling (each))
    found = find_numbers (each);
  return found;
}

/* What is wrong is told with its line while it is written, and the records of before stay. */
static void
test_problems (void)
{
  Scene scene;

  scene_open (&scene);
  open_source (&scene, "{\"at\":\"2025-09-10T06:20:00Z\",\"type\":\"spin\",\"pocket\":\"17\"}\n");
  write_map (&scene, MAP);
  SkyMapEditor *editor = child (&scene, "editor");
  GtkWidget *view =
      GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (editor), SKY_TYPE_MAP_EDITOR, "view"));
  SkyLineNumbers *numbers = find_numbers (view);
  g_assert_nonnull (numbers);
  g_assert_cmpuint (sky_map_editor_get_n_problems (editor), ==, 0);
  g_assert_nonnull (strstr (label (&scene, "record_events"), "result {\"pocket\":\"17\""));

  write_map (&scene, MAP "[rule 2]\nemit=result pockets=1\n[extra]\na=1\n");
  g_assert_cmpuint (sky_map_editor_get_n_problems (editor), >=, 2);
  g_assert_true (sky_line_numbers_is_marked (numbers, 18));
  g_assert_true (sky_line_numbers_is_marked (numbers, 19));
  g_assert_false (sky_line_numbers_is_marked (numbers, 17));
  g_assert_cmpuint (count (&scene, "selection"), ==, 1);
  g_assert_cmpstr (label (&scene, "status"), ==, "The mapping has errors.");
  act (&scene, "import.error");
  g_assert_cmpuint (sky_map_editor_get_line (editor), ==, 18);
  act (&scene, "import.error");
  g_assert_cmpuint (sky_map_editor_get_line (editor), ==, 19);
  act (&scene, "import.error");
  g_assert_cmpuint (sky_map_editor_get_line (editor), ==, 18);

  write_map (&scene, MAP "[rule 2]\nwhen=${other} exists\nemit=none\n");
  g_assert_cmpuint (sky_map_editor_get_n_problems (editor), ==, 0);
  g_assert_false (sky_line_numbers_is_marked (numbers, 18));
  g_assert_nonnull (strstr (label (&scene, "map_name"), "not saved"));
  scene_close (&scene);
}

static void
import_into (Scene *self, const char *name)
{
  g_autofree char *path = g_build_filename (self->fixture->folder, name, NULL);
  g_autoptr (GFile) folder = g_file_new_for_path (path);

  self->imported = -1;
  sky_import_window_import (self->window, folder);
  g_assert_false (sky_import_window_is_settled (self->window));
  fixture_wait (is_imported, self);
}

static gboolean
has_file (const Scene *self, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (self->fixture->folder, folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static gboolean
count_frame_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer left)
{
  gtk_widget_queue_draw (widget);
  return --*(int *) left > 0;
}

static gboolean
are_drawn (gpointer left)
{
  return *(int *) left <= 0;
}

/* What is gone to in a list that was not drawn yet is there when it is, among the others. */
static void
test_gone_to (void)
{
  Scene scene;
  g_autofree char *map =
      g_test_build_filename (G_TEST_DIST, "..", "data", "maps", "wheel-rs232.skymap", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  GtkWidget *list;
  guint n_seen = 0;
  int left = 20;

  scene_open (&scene);
  open_map (&scene, map);
  for (guint i = 0; i < 400; i++)
    g_string_append_printf (text, "[2025-09-10 06:%02u:%02u.000] Receive >>> *X;2;001;%s\n", i / 60,
                            i % 60, i == 200 ? "" : "  ;0;100;0");
  open_source (&scene, text->str);
  gtk_widget_activate_action (GTK_WIDGET (scene.window), "import.aside", "i", 1);
  gtk_widget_add_tick_callback (GTK_WIDGET (scene.window), count_frame_cb, &left, NULL);
  fixture_wait (are_drawn, &left);

  list = child (&scene, "list");
  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      graphene_rect_t bounds;

      if (gtk_widget_get_child_visible (row) && gtk_widget_compute_bounds (row, list, &bounds)
          && bounds.origin.y + bounds.size.height > 0
          && bounds.origin.y < (float) gtk_widget_get_height (list) && bounds.size.height > 1)
        n_seen++;
    }
  g_assert_cmpuint (n_seen, >=, 5);
  g_assert_cmpfloat (
      gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list))), >, 1000);
  scene_close (&scene);
}

/* Logs are there when nothing was set aside, or no more than is tolerated. */
static void
test_import (void)
{
  Scene scene;

  scene_open (&scene);
  open_source (&scene, "{\"at\":\"2025-09-10T06:20:00Z\",\"type\":\"spin\",\"pocket\":\"17\"}\n"
                       "{\"at\":\"2025-09-10T06:21:00Z\",\"type\":\"span\",\"pocket\":\"18\"}\n");
  write_map (&scene, MAP);
  import_into (&scene, "one");
  g_assert_cmpint (scene.imported, ==, FALSE);
  g_assert_true (has_file (&scene, "one", "RO-01-2025-09-10.tel.jsonl.part"));
  g_assert_nonnull (strstr (label (&scene, "status"), "names of the logs end in .part"));
  gtk_spin_button_set_value (child (&scene, "tolerate"), 1);
  import_into (&scene, "one");
  g_assert_cmpint (scene.imported, ==, TRUE);
  g_assert_true (has_file (&scene, "one", "RO-01-2025-09-10.tel.jsonl"));
  /* Again it is there already. */
  import_into (&scene, "one");
  g_assert_cmpint (scene.imported, ==, FALSE);
  g_assert_nonnull (strstr (label (&scene, "status"), "there already"));
  scene_close (&scene);
}

static gboolean
is_archive_open (gpointer data)
{
  SkySession *session = data;
  GPtrArray *logs = sky_inbox_get_logs (sky_session_get_inbox (session));

  for (guint i = 0; logs != NULL && i < logs->len; i++)
    if (g_str_equal (((const SkyStoredLog *) logs->pdata[i])->table, "RO-01"))
      return fixture_is_settled (session);
  return FALSE;
}

/* What was imported is audited and shown by the window that it came from. */
static void
test_opened (void)
{
  Scene scene;
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);

  scene.fixture = fixture;
  scene_init (&scene, GTK_WINDOW (window), session);
  open_source (&scene, "{\"at\":\"2025-09-10T06:20:00Z\",\"type\":\"spin\",\"pocket\":\"17\"}\n");
  write_map (&scene, MAP);
  import_into (&scene, "two");
  g_assert_cmpint (scene.imported, ==, TRUE);
  fixture_wait (is_archive_open, session);
  gtk_text_buffer_set_modified (sky_map_editor_get_buffer (child (&scene, "editor")), FALSE);
  fixture_close_window (scene.window);
  fixture_close_window (window);
  fixture_finalize (session);
}

/* Of a long source the first records are tried, from the one that is asked for, and all when that
 * is asked for. */
static void
test_long (void)
{
  Scene scene;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 3 * SKY_IMPORT_JOB_KEPT; i++)
    g_string_append_printf (text,
                            "{\"at\":\"2025-09-10T%02u:%02u:%02uZ\",\"type\":\"%s\","
                            "\"pocket\":\"%u\"}\n",
                            i / 3600, i / 60 % 60, i % 60, i == 12000 ? "span" : "spin", i % 37);
  scene_open (&scene);
  open_source (&scene, text->str);
  write_map (&scene, MAP);
  g_assert_cmpuint (count (&scene, "selection"), ==, SKY_IMPORT_JOB_KEPT);
  g_assert_true (g_str_has_prefix (label (&scene, "status"), "First records:"));
  g_assert_cmpuint (count (&scene, "aside_selection"), ==, 0);
  act (&scene, "import.try-all");
  fixture_wait (is_settled, &scene);
  g_assert_true (g_str_has_prefix (label (&scene, "status"), "All records: 15000, used: 14999"));
  g_assert_cmpuint (count (&scene, "aside_selection"), ==, 1);
  g_assert_cmpuint (count (&scene, "selection"), ==, SKY_IMPORT_JOB_KEPT);
  gtk_spin_button_set_value (child (&scene, "from"), 11990);
  fixture_wait (is_settled, &scene);
  g_assert_cmpuint (count (&scene, "selection"), ==, 3011);
  gtk_single_selection_set_selected (child (&scene, "selection"), 0);
  g_assert_nonnull (strstr (label (&scene, "record_title"), "Record 11990"));
  scene_close (&scene);
}

static void
done_cb (gboolean *done)
{
  *done = TRUE;
}

/* A job that was stopped says so, and leaves nothing. */
static void
test_stopped (void)
{
  Scene scene;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *out = NULL;
  g_autofree char *source = NULL;
  gboolean done = FALSE;

  for (guint i = 0; i < 200000; i++)
    g_string_append (text,
                     "{\"at\":\"2025-09-10T06:20:00Z\",\"type\":\"spin\",\"pocket\":\"17\"}\n");
  scene_open (&scene);
  out = g_build_filename (scene.fixture->folder, "three", NULL);
  source = write_text (&scene, "source", text->str);
  const char *sources[] = { source, NULL };
  SkyImportJob *job = sky_import_job_start (
      &(SkyImportOrder){ .text = MAP, .name = "a.skymap", .sources = sources, .out = out });
  g_signal_connect_swapped (job, "done", G_CALLBACK (done_cb), &done);
  sky_import_job_cancel (job);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (sky_import_job_get_error (job), SKY_IMPORT_ERROR, SKY_IMPORT_ERROR_STOPPED);
  g_assert_false (has_file (&scene, "three", "RO-01-2025-09-10.tel.jsonl"));
  g_assert_false (has_file (&scene, "three", "RO-01-2025-09-10.tel.jsonl.part"));
  g_object_unref (job);
  scene_close (&scene);
}

/* What cannot be read is told, and what is in it harms nobody. */
static void
test_hostile (void)
{
  Scene scene;
  g_autofree char *binary = NULL;

  scene_open (&scene);
  open_source (&scene, "\x1b[31mred\xff\n\xe2\x80\xaeturned\n\n");
  g_assert_cmpuint (count (&scene, "selection"), ==, 3);
  g_assert_nonnull (strstr (label (&scene, "record_text"), "\\x1b[31mred"));
  write_map (&scene, "[source]\nkind=lines\npattern=^(?<a>(x+x+)+)y$\n[rule 1]\nemit=none\n");
  binary = write_text (&scene, "binary.skymap", "\xff\xfe");
  open_map (&scene, binary);
  g_assert_nonnull (strstr (label (&scene, "map_name"), "New mapping"));

  write_map (&scene, MAP);
  set_source (&scene, "/nonexistent/source");
  g_assert_nonnull (strstr (label (&scene, "status"), "No such file"));
  g_assert_cmpuint (count (&scene, "selection"), ==, 0);
  scene_close (&scene);
}

static GtkWindow *
find_dialog (const Scene *self)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) each = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (each)
          && gtk_window_get_transient_for (each) == GTK_WINDOW (self->window))
        return each;
    }
  return NULL;
}

static gboolean
has_dialog (gpointer scene)
{
  return find_dialog (scene) != NULL;
}

static gboolean
has_no_dialog (gpointer scene)
{
  return find_dialog (scene) == NULL;
}

static gboolean
is_closed (gpointer window)
{
  return *(gpointer *) window == NULL;
}

/* A mapping that was changed is asked about. */
static void
test_unsaved (void)
{
  Scene scene;
  g_autofree char *path = NULL;
  g_autofree char *saved = NULL;
  gpointer window;

  scene_open (&scene);
  path = write_text (&scene, "own.skymap", MAP);
  open_map (&scene, path);
  write_map (&scene, MAP "# more\n");
  gtk_window_close (GTK_WINDOW (scene.window));
  fixture_wait (has_dialog, &scene);
  gtk_window_close (find_dialog (&scene));
  fixture_wait (has_no_dialog, &scene);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (scene.window)));
  act (&scene, "import.save");
  fixture_wait (is_settled, &scene);
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  g_assert_cmpstr (saved, ==, MAP "# more\n");
  g_assert_cmpstr (label (&scene, "map_name"), ==, "own.skymap");

  write_map (&scene, MAP "# yet more\n");
  window = scene.window;
  g_object_add_weak_pointer (G_OBJECT (scene.window), &window);
  gtk_window_close (GTK_WINDOW (scene.window));
  fixture_wait (has_dialog, &scene);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (find_dialog (&scene)), "discard");
  fixture_wait (is_closed, &window);
  fixture_finalize (scene.session);
  fixture_free (scene.fixture);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  /* GTK leaves a time behind whenever it drops recent files that are too old. */
  g_object_set (gtk_settings_get_default (), "gtk-recent-files-max-age", -1, NULL);
  g_autofree char *maps = g_test_build_filename (G_TEST_DIST, "..", "data", "maps", NULL);
  g_setenv ("SKYWARD_MAPS_DIR", maps, TRUE);
  g_test_add_func ("/import-window/records", test_records);
  g_test_add_func ("/import-window/gone-to", test_gone_to);
  g_test_add_func ("/import-window/problems", test_problems);
  g_test_add_func ("/import-window/import", test_import);
  g_test_add_func ("/import-window/opened", test_opened);
  g_test_add_func ("/import-window/long", test_long);
  g_test_add_func ("/import-window/stopped", test_stopped);
  g_test_add_func ("/import-window/hostile", test_hostile);
  g_test_add_func ("/import-window/unsaved", test_unsaved);
  return fixture_run_tests ();
}
