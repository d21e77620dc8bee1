/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "../remove-tree.h"
#include "fixture.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "sky-finding-query.h"
#include "sky-picture.h"
#include "sky-store-audit.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#define PATIENCE (120 * G_USEC_PER_SEC)

#ifdef __SANITIZE_ADDRESS__

/* Each table of GLib's quarks has 2,048 more than the one before, which is kept for its readers.
 * From where it comes only a slow walk of the stack can tell, so here it is told by its size. */
#define QUARK_TABLE_STEP (2048 * sizeof (char *))

/* The sanitizer has it; Debian's gcc comes without the header. */
int __sanitizer_install_malloc_and_free_hooks (void (*malloc_hook) (const volatile void *, size_t),
                                               void (*free_hook) (const volatile void *));

static void
malloc_cb (const volatile void *memory, size_t size)
{
  if (size > 0 && size % QUARK_TABLE_STEP == 0)
    __lsan_ignore_object ((const void *) memory);
}

static void
free_cb (const volatile void *memory)
{
}

__attribute__ ((no_sanitize_address)) static void
spare_quark_tables (void)
{
  __sanitizer_install_malloc_and_free_hooks (malloc_cb, free_cb);
}

/* The first table is made while GLib is loaded. */
__attribute__ ((section (".preinit_array"),
                used)) static void (*const before_libraries) (void) = spare_quark_tables;

#endif

static const char *const log_lines[] = {
  "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Test\",\"table\":\"CR-01\","
  "\"game\":\"craps\",\"gaming_day\":\"2016-09-03\",\"time_zone\":\"America/New_York\","
  "\"currency\":\"USD\"}",
  "{\"seq\":1,\"at\":\"2016-09-03T20:00:00Z\",\"type\":\"table_open\"}",
  "{\"seq\":2,\"at\":\"2016-09-03T20:00:00Z\",\"type\":\"rules\",\"submission\":{},"
  "\"approval\":\"RS-1\"}",
  "{\"seq\":3,\"at\":\"2016-09-03T20:00:00Z\",\"type\":\"limits\",\"min\":100,\"max\":100000}",
  "{\"seq\":4,\"at\":\"2016-09-03T20:00:01Z\",\"type\":\"player\",\"seat\":1,\"player\":\"P1\","
  "\"present\":true}",
  "{\"seq\":5,\"at\":\"2016-09-03T20:00:02Z\",\"type\":\"dice_offer\",\"seat\":1,"
  "\"accepted\":true,\"dice\":5}",
  "{\"seq\":6,\"at\":\"2016-09-03T20:00:02Z\",\"type\":\"shooter\",\"seat\":1}",
  "{\"seq\":7,\"at\":\"2016-09-03T20:00:10Z\",\"type\":\"round_start\",\"round\":1}",
  "{\"seq\":8,\"at\":\"2016-09-03T20:00:11Z\",\"type\":\"wager\",\"wager\":\"w1\",\"seat\":1,"
  "\"bet\":\"pass\",\"amount\":1000}",
  "{\"seq\":9,\"at\":\"2016-09-03T20:00:12Z\",\"type\":\"wager\",\"wager\":\"w2\",\"seat\":1,"
  "\"bet\":\"field\",\"amount\":500}",
  "{\"seq\":10,\"at\":\"2016-09-03T20:00:20Z\",\"type\":\"throw\"}",
  "{\"seq\":11,\"at\":\"2016-09-03T20:00:21Z\",\"type\":\"result\",\"dice\":[4,2],"
  "\"observed\":[]}",
  "{\"seq\":12,\"at\":\"2016-09-03T20:00:22Z\",\"type\":\"call\",\"total\":6,"
  "\"role\":\"stickperson\"}",
  "{\"seq\":13,\"at\":\"2016-09-03T20:00:23Z\",\"type\":\"settle\",\"wager\":\"w2\","
  "\"outcome\":\"lose\",\"paid\":0,\"taken\":500,\"returned\":0}",
  "{\"seq\":14,\"at\":\"2016-09-03T20:00:25Z\",\"type\":\"round_end\",\"round\":1}",
  "{\"seq\":15,\"at\":\"2016-09-03T20:00:30Z\",\"type\":\"round_start\",\"round\":2}",
  "{\"seq\":16,\"at\":\"2016-09-03T20:00:31Z\",\"type\":\"wager\",\"wager\":\"w3\",\"seat\":1,"
  "\"bet\":\"field\",\"amount\":500}",
  "{\"seq\":17,\"at\":\"2016-09-03T20:00:40Z\",\"type\":\"throw\"}",
  "{\"seq\":18,\"at\":\"2016-09-03T20:00:41Z\",\"type\":\"result\",\"dice\":[1,1],"
  "\"observed\":[]}",
  "{\"seq\":19,\"at\":\"2016-09-03T20:00:42Z\",\"type\":\"call\",\"total\":2,"
  "\"role\":\"stickperson\"}",
  "{\"seq\":20,\"at\":\"2016-09-03T20:00:43Z\",\"type\":\"settle\",\"wager\":\"w3\","
  "\"outcome\":\"win\",\"paid\":500,\"taken\":0,\"returned\":500}",
  "{\"seq\":21,\"at\":\"2016-09-03T20:00:45Z\",\"type\":\"round_end\",\"round\":2}",
  "{\"seq\":22,\"at\":\"2016-09-03T20:00:46Z\",\"type\":\"dispute\",\"dispute\":\"d1\",\"seat\":1,"
  "\"wager\":\"w3\",\"claim\":{\"outcome\":\"win\",\"paid\":1000},"
  "\"text\":\"Aces pay double.\"}",
  "{\"seq\":23,\"at\":\"2016-09-03T20:00:50Z\",\"type\":\"round_start\",\"round\":3}",
  "{\"seq\":24,\"at\":\"2016-09-03T20:01:00Z\",\"type\":\"throw\"}",
  "{\"seq\":25,\"at\":\"2016-09-03T20:01:01Z\",\"type\":\"result\",\"dice\":[5,1],"
  "\"observed\":[]}",
  "{\"seq\":26,\"at\":\"2016-09-03T20:01:02Z\",\"type\":\"call\",\"total\":6,"
  "\"role\":\"stickperson\"}",
  "{\"seq\":27,\"at\":\"2016-09-03T20:01:03Z\",\"type\":\"settle\",\"wager\":\"w1\","
  "\"outcome\":\"win\",\"paid\":1000,\"taken\":0,\"returned\":1000}",
  "{\"seq\":28,\"at\":\"2016-09-03T20:01:05Z\",\"type\":\"round_end\",\"round\":3}",
  "{\"seq\":29,\"at\":\"2016-09-03T20:01:30Z\",\"type\":\"table_close\"}",
};

/* Two cameras whose recordings are gone, a pause of the first, and one that is only live. */
static const char footage[] = "{\"cameras\":["
                              "{\"camera\":\"CR-01-A\",\"table\":\"CR-01\",\"kind\":\"stationary\","
                              "\"covers\":[\"end_left\"],\"clock_offset_ms\":0,\"segments\":["
                              "{\"file\":\"gone-1.mkv\",\"start\":\"2016-09-03T20:00:00Z\","
                              "\"end\":\"2016-09-03T20:00:35Z\"},"
                              "{\"file\":\"gone-2.mkv\",\"start\":\"2016-09-03T20:00:44Z\","
                              "\"end\":\"2016-09-03T20:02:00Z\"}]},"
                              "{\"camera\":\"CR-01-B\",\"table\":\"CR-01\",\"kind\":\"stationary\","
                              "\"covers\":[\"end_right\"],\"clock_offset_ms\":-1000,\"segments\":["
                              "{\"file\":\"gone-3.mkv\",\"start\":\"2016-09-03T20:00:00Z\","
                              "\"end\":\"2016-09-03T20:02:00Z\"}]},"
                              "{\"camera\":\"CR-01-C\",\"table\":\"CR-01\",\"kind\":\"ptz\","
                              "\"covers\":[\"table\"],\"stream\":\"rtsp://127.0.0.1:9/c\"}]}";

char *
fixture_log_path (Fixture *self)
{
  return g_build_filename (self->archive, "CR-01.tel.jsonl", NULL);
}

Fixture *
fixture_new (void)
{
  Fixture *self = g_new0 (Fixture, 1);
  g_autoptr (GError) error = NULL;
  GString *log = g_string_new (NULL);

  self->folder = g_dir_make_tmp ("skyward-console-XXXXXX", &error);
  g_assert_no_error (error);
  self->archive = g_build_filename (self->folder, "archive", NULL);
  self->store = g_build_filename (self->folder, "store.db", NULL);
  g_assert_cmpint (g_mkdir (self->archive, 0700), ==, 0);

  for (guint i = 0; i < G_N_ELEMENTS (log_lines); i++)
    g_string_append_printf (log, "%s\n", log_lines[i]);
  g_autofree char *path = fixture_log_path (self);
  g_autofree char *footage_path = g_build_filename (self->archive, "footage.json", NULL);
  g_file_set_contents (path, log->str, (gssize) log->len, &error);
  g_assert_no_error (error);
  g_file_set_contents (footage_path, footage, -1, &error);
  g_assert_no_error (error);
  g_string_free (log, TRUE);
  return self;
}

void
fixture_free (Fixture *self)
{
  remove_tree (self->folder);
  g_free (self->folder);
  g_free (self->archive);
  g_free (self->store);
  g_free (self);
}

void
fixture_append (Fixture *self, const char *line)
{
  g_autofree char *path = fixture_log_path (self);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  g_autofree char *longer = g_strconcat (text, line, "\n", NULL);
  g_file_set_contents (path, longer, -1, &error);
  g_assert_no_error (error);
}

#define START G_GINT64_CONSTANT (1472932800000000)

void
fixture_fill_store (Fixture *self, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (self->store, SKY_STORE_READ_WRITE, &error);
  g_autofree SkyStoredFinding *findings = g_new0 (SkyStoredFinding, n);
  SkyStoredRound rounds[] = { { .round = 1, .first_seq = 1, .last_seq = n, .start = START } };
  const SkyStoredLog log = {
    .archive = (char *) "/archive",
    .name = (char *) "CR-01.tel.jsonl",
    .property = (char *) "Test",
    .table = (char *) "CR-01",
    .game = (char *) "craps",
    .gaming_day = 17000,
    .time_zone = (char *) "UTC",
    .currency = (char *) "USD",
    .mtime = START,
    .program = (char *) "test",
    .audited_at = START,
    .start = START,
    .end = START + SKY_HOUR,
  };

  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    findings[i] = (SkyStoredFinding){
      .check = (char *) (i % 4 == 0 ? "wager.late" : "settle.payout"),
      .queue = i % 4 == 0 ? SKY_QUEUE_IRREGULARITY : SKY_QUEUE_VARIANCE,
      .severity = SKY_SEVERITY_MAJOR,
      .seq = i + 1,
      .at = START + i * SKY_MILLISECOND,
      .round = 1,
      .has_variance = i % 4 != 0,
      .variance = -(SkyMoney) i,
      .explanation = (char *) (i == 77 ? "a peculiar one" : "an ordinary one"),
    };
  sky_store_write_log (store, &log, rounds, 1, findings, n, NULL, &error);
  g_assert_no_error (error);
}

void
fixture_say_elsewhere (Fixture *self, const char *key, SkyLedgerAction action, const char *text)
{
  const SkyReviewer otto = { "PA-901", "Otto Ther" };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (self->store, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  sky_store_decide (store, &otto, key, action, text, SKY_REVIEW_ANY, NULL, &error);
  g_assert_no_error (error);
}

char *
fixture_dump_findings (const char *path)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  GString *text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_ONLY, &error);

  g_assert_no_error (error);
  g_autoptr (GPtrArray) findings =
      sky_store_findings_page (store, &filter, SKY_FINDING_SORT_RECORD, FALSE, 0, 100000, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < findings->len; i++)
    {
      g_assert_true (sky_stored_finding_write_json (findings->pdata[i], text));
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* Looks at the condition again, also when nothing else wakes the context. */
static gboolean
look_again_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

void
fixture_wait_at (FixtureCondition condition, gpointer data, const char *file, int line)
{
  gint64 deadline = g_get_monotonic_time () + PATIENCE;
  guint source = g_timeout_add (10, look_again_cb, NULL);

  while (!condition (data))
    {
      g_main_context_iteration (NULL, TRUE);
      if (g_get_monotonic_time () > deadline)
        g_error ("%s:%d: waited in vain", file, line);
    }
  g_source_remove (source);
}

static gboolean
are_stores_closed (gpointer unused)
{
  g_autoptr (GDir) threads = g_dir_open ("/proc/self/task", 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (threads)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/task", name, "comm", NULL);
      g_autofree char *text = NULL;
      if (g_file_get_contents (path, &text, NULL, NULL) && g_str_equal (g_strchomp (text), "store"))
        return FALSE;
    }
  return TRUE;
}

int
fixture_run_tests (void)
{
  int status = g_test_run ();

  fixture_wait (are_stores_closed, NULL);
  return status;
}

gboolean
fixture_is_settled (gpointer session)
{
  return sky_session_is_settled (session);
}

gboolean
fixture_is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0;
}

GtkEventController *
fixture_find_controller (gpointer widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type))
        return controller;
    }
  g_error ("%s has no %s", G_OBJECT_TYPE_NAME (widget), g_type_name (type));
}

gboolean
fixture_press (gpointer widget, guint key)
{
  GtkEventController *keys = fixture_find_controller (widget, GTK_TYPE_EVENT_CONTROLLER_KEY);
  gboolean handled = FALSE;

  g_signal_emit_by_name (keys, "key-pressed", key, 0, 0, &handled);
  return handled;
}

guint
fixture_count_lying (const SkyScene *scene)
{
  guint n = 0;

  for (guint i = 0; scene != NULL && i < scene->wagers->len; i++)
    n += sky_picture_wager_lies (&g_array_index (scene->wagers, SkySceneWager, i));
  return n;
}

SkyTime
fixture_find_fullest (SkySession *session)
{
  SkyTableDay *day = sky_day_view_get_day (sky_session_get_day_view (session));
  g_autoptr (SkyReplay) replay = sky_replay_new (sky_table_day_get_log (day));
  guint n;
  const SkyDayEvent *events = sky_table_day_get_events (day, &n);
  SkyTime best = SKY_TIME_NONE;
  guint most = 0;

  for (guint i = 1; i < n; i++)
    {
      if (events[i].type != SKY_EVENT_SETTLE || events[i - 1].type == SKY_EVENT_SETTLE)
        continue;
      g_autoptr (SkyScene) scene = sky_replay_at (replay, events[i].at - 1);
      guint lying = fixture_count_lying (scene);
      if (lying > most)
        {
          most = lying;
          best = events[i].at - 1;
        }
    }
  return best;
}

SkySession *
fixture_open_session (Fixture *self)
{
  SkySession *session = sky_session_new (self->store);
  const char *paths[] = { self->archive, NULL };

  sky_session_open_archives (session, paths);
  fixture_wait (fixture_is_settled, session);
  /* What is shown is the first that was found, and what was found after it may stand above it. */
  sky_selection_select_position (sky_session_get_selection (session), 0);
  fixture_wait (fixture_is_settled, session);
  return session;
}

guint
fixture_count_rows (SkySession *session)
{
  return g_list_model_get_n_items (
      G_LIST_MODEL (sky_inbox_get_model (sky_session_get_inbox (session))));
}

SkyCasesWindow *
fixture_new_room (GtkWindow *parent, SkySession *session)
{
  g_autoptr (SkyOpenCase) open_case = sky_open_case_new (sky_session_get_selection (session));

  return sky_cases_window_new (parent, open_case);
}

static void
gone_cb (gpointer data, GObject *object)
{
  *(gboolean *) data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

void
fixture_finalize (gpointer object)
{
  gboolean gone = FALSE;

  g_object_weak_ref (object, gone_cb, &gone);
  g_object_unref (object);
  fixture_wait (is_true, &gone);
}

gboolean
fixture_is_window_settled (gpointer window)
{
  return sky_window_is_settled (window);
}

SkyWindow *
fixture_open_window (SkySession *session)
{
  SkyWindow *window = sky_window_new (NULL, session);

  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 720);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (fixture_is_window_settled, window);
  return window;
}

void
fixture_close_window (gpointer window)
{
  gboolean gone = FALSE;

  g_object_weak_ref (window, gone_cb, &gone);
  gtk_window_destroy (window);
  fixture_wait (is_true, &gone);
}
