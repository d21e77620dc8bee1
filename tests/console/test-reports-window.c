/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of reports on a small archive: what it offers, what it shows, what it saves. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "sky-coder.h"
#include "sky-identity.h"
#include "sky-person.h"
#include "sky-plot-view.h"
#include "sky-report-coders.h"
#include "sky-reports-window.h"
#include "sky-store-audit.h"

typedef struct
{
  Fixture *fixture;
  SkySession *session;
  SkyReportsWindow *window;
  int saved; /* -1: not yet */
} Scene;

static gboolean
is_settled (gpointer data)
{
  Scene *scene = data;

  return sky_reports_window_is_settled (scene->window) && fixture_is_settled (scene->session);
}

static gboolean
is_saved (gpointer data)
{
  return ((Scene *) data)->saved >= 0;
}

static void
saved_cb (SkyReportsWindow *window, gboolean good, Scene *scene)
{
  scene->saved = good;
}

static void
scene_init (Scene *self)
{
  self->fixture = fixture_new ();
  self->session = fixture_open_session (self->fixture);
  sky_review_desk_set_reviewer (sky_session_get_desk (self->session), "PA-100001", "Ada Quinn");
  self->window = sky_reports_window_new (NULL, sky_session_get_selection (self->session));
  self->saved = -1;
  g_signal_connect (self->window, "saved", G_CALLBACK (saved_cb), self);
  gtk_window_present (GTK_WINDOW (self->window));
  fixture_wait (is_settled, self);
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

static void
scene_clear (Scene *self)
{
  gpointer there = self->window;

  g_object_add_weak_pointer (G_OBJECT (self->window), &there);
  gtk_window_destroy (GTK_WINDOW (self->window));
  fixture_wait (is_gone, &there);
  fixture_finalize (self->session);
  fixture_free (self->fixture);
}

/* The widgets of @type below @widget. */
static guint
count_widgets (GtkWidget *widget, GType type)
{
  guint n = G_TYPE_CHECK_INSTANCE_TYPE (widget, type);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_widgets (child, type);
  return n;
}

static void
test_kinds (void)
{
  Scene scene = { NULL };

  scene_init (&scene);
  for (SkyReportKind kind = SKY_REPORT_SHIFT; kind <= SKY_REPORT_TABLE; kind++)
    {
      const SkyReport *report;

      sky_reports_window_choose (scene.window, kind);
      fixture_wait (is_settled, &scene);
      report = sky_reports_window_get_report (scene.window);
      g_assert_nonnull (report);
      g_assert_cmpint (report->kind, ==, kind);
      g_assert_cmpstr (report->property, ==, "Test");
      if (kind == SKY_REPORT_SHIFT)
        continue;
      g_assert_cmpuint (report->figures.n_rounds, ==, 3);
      g_assert_cmpuint (report->figures.n_findings[SKY_QUEUE_VARIANCE], ==, 1);
      g_assert_cmpint (report->figures.under, >, 0);
      g_assert_cmpuint (count_widgets (GTK_WIDGET (scene.window), SKY_TYPE_PLOT_VIEW), >=, 3);
    }
  scene_clear (&scene);
}

/* --- Who recorded by eye ---------------------------------------------------------------------- */

/* Of a log that someone recorded, the report says what that person finds in test rounds. */
static void
test_coders (void)
{
  static const char recorded[] =
      "{\"log\":\"skyward.table-log\",\"version\":2,\"property\":\"Test\",\"table\":\"RO-09\","
      "\"game\":\"roulette\",\"gaming_day\":\"2023-11-04\",\"time_zone\":\"America/New_York\","
      "\"currency\":\"USD\",\"record\":{\"how\":\"footage\",\"by\":\"PA-7\"},"
      "\"scope\":{\"classes\":[\"outcome\"]}}\n"
      "{\"seq\":1,\"at\":\"2023-11-04T20:00:00.000000Z\",\"type\":\"table_open\"}\n";
  const SkyReportRequest request = { .kind = SKY_REPORT_TABLE,
                                     .property = "Test",
                                     .table = "RO-09",
                                     .first_day = SKY_DAY_NONE,
                                     .last_day = SKY_DAY_NONE };
  g_autofree char *folder = g_dir_make_tmp ("sky-coded-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "RO-09.tel.jsonl", NULL);
  g_autofree char *coders = g_build_filename (folder, "coders.json", NULL);
  g_autofree char *store_path = g_build_filename (folder, "store.db", NULL);
  const SkyCoderTest test = { "PA-7", SKY_GAME_ROULETTE, "one", { 40, 37, 400, 2 } };
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, recorded, -1, NULL));
  {
    g_autoptr (SkyStore) store = sky_store_open (store_path, SKY_STORE_READ_WRITE, &error);
    g_autoptr (SkyArchive) archive = sky_archive_open (folder, &error);
    g_autoptr (SkyLog) log = sky_log_open_in_archive (folder, archive->logs[0], &error);
    g_autoptr (SkyLogAudit) audit = sky_audit_log (log, &(SkyAuditOptions){ 0 }, &error);

    g_assert_no_error (error);
    g_assert_true (sky_store_write_audit (store, archive, NULL, audit, "test", NULL, &error));
    for (guint tested = 0; tested < 2; tested++)
      {
        g_autoptr (SkyReport) report = sky_report_new (store, &request, 0, &error);

        g_assert_no_error (error);
        g_assert_true (sky_report_coders_add (report, &request, store, coders, &error));
        const char *note = report->notes->pdata[report->notes->len - 1];
        g_assert_nonnull (strstr (note, "RO-09 was recorded by PA-7"));
        g_assert_nonnull (
            strstr (note, tested ? "found 37 of 40 planted errors" : "no test rounds"));
        g_assert_true (sky_coder_keep_test (coders, &test, NULL));
      }
  }
  g_autofree char *command = g_strdup_printf ("rm -r %s", folder);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
}

/* Nobody dealt at the fixture's table: there is nothing to choose and nothing to save. */
static void
test_nobody (void)
{
  Scene scene = { NULL };

  scene_init (&scene);
  sky_reports_window_choose (scene.window, SKY_REPORT_DEALER);
  fixture_wait (is_settled, &scene);
  g_assert_null (sky_reports_window_get_report (scene.window));
  g_assert_cmpuint (count_widgets (GTK_WIDGET (scene.window), SKY_TYPE_PLOT_VIEW), ==, 0);
  scene_clear (&scene);
}

static void
save (Scene *scene, const char *path, gboolean good)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  scene->saved = -1;
  sky_reports_window_save (scene->window, file);
  fixture_wait (is_saved, scene);
  g_assert_cmpint (scene->saved, ==, good);
}

/* What was saved is there and stands in the ledger, who saved it too; what could not be does not.
 */
static void
test_save (void)
{
  Scene scene = { NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (SkyStore) store = NULL;

  scene_init (&scene);
  sky_reports_window_choose (scene.window, SKY_REPORT_DAY);
  fixture_wait (is_settled, &scene);
  {
    g_autofree char *csv = g_build_filename (scene.fixture->folder, "a.csv", NULL);
    g_autofree char *pdf = g_build_filename (scene.fixture->folder, "a.pdf", NULL);
    g_autofree char *nowhere = g_build_filename (scene.fixture->folder, "none", "a.pdf", NULL);
    g_autofree char *text = NULL;
    g_autofree char *bytes = NULL;
    gsize length;

    save (&scene, csv, TRUE);
    save (&scene, pdf, TRUE);
    save (&scene, nowhere, FALSE);
    g_assert_true (g_file_get_contents (csv, &text, NULL, NULL));
    g_assert_nonnull (strstr (text, "\r\nday,Test,,2016-09-03,2016-09-03,all,,,3,"));
    g_assert_true (g_file_get_contents (pdf, &bytes, &length, NULL));
    g_assert_cmpuint (length, >, 1000);
    g_assert_true (g_str_has_prefix (bytes, "%PDF-"));
    g_remove (csv);
    g_remove (pdf);
  }
  store = sky_store_open (scene.fixture->store, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  entries = sky_store_ledger_list (store, NULL, 0, 100, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 2);
  for (guint i = 0; i < entries->len; i++)
    {
      const SkyLedgerEntry *entry = entries->pdata[i];

      g_assert_cmpstr (entry->action, ==, "print");
      g_assert_cmpstr (entry->credential, ==, "PA-100001");
      g_assert_nonnull (strstr (entry->data, i == 0 ? "\"a.csv\"" : "\"a.pdf\""));
      g_assert_nonnull (strstr (entry->data, "\"sha256\":"));
    }
  g_clear_pointer (&store, sky_store_free);
  scene_clear (&scene);
}

static gboolean
find_file_printer (GtkPrinter *printer, gpointer found)
{
  if (g_str_equal (gtk_printer_get_name (printer), "Print to File"))
    g_set_object ((GtkPrinter **) found, printer);
  return FALSE;
}

/* Prints the day's report by GTK's own printer into a file. */
static void
print (Scene *scene, GtkPrintSettings *settings, gboolean good)
{
  g_autoptr (GtkPrinter) printer = NULL;

  sky_reports_window_choose (scene->window, SKY_REPORT_DAY);
  fixture_wait (is_settled, scene);
  gtk_enumerate_printers (find_file_printer, &printer, NULL, TRUE);
  g_assert_nonnull (printer);
  scene->saved = -1;
  sky_reports_window_print (scene->window, sky_printer_new (printer, settings, NULL));
  fixture_wait (is_saved, scene);
  g_assert_cmpint (scene->saved, ==, good);
}

/* The file @name was printed, and stands in the ledger with its printer. */
static void
check_printed (Scene *scene, const char *name)
{
  g_autofree char *path = g_build_filename (scene->fixture->folder, name, NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_true (g_str_has_prefix (bytes, "%PDF-"));
  g_autofree char *digest =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, length);
  g_remove (path);

  SkyStore *store = sky_store_open (scene->fixture->store, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) entries = sky_store_ledger_list (store, NULL, 0, 100, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 1);
  const SkyLedgerEntry *entry = entries->pdata[0];
  g_assert_cmpstr (entry->action, ==, "print");
  g_assert_nonnull (strstr (entry->data, "\"printer\":\"Print to File\""));
  g_assert_nonnull (strstr (entry->data, digest));
  sky_store_free (store);
}

static void
set_target (GtkPrintSettings *settings, Scene *scene, const char *name)
{
  g_autofree char *path = g_build_filename (scene->fixture->folder, name, NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  gtk_print_settings_set (settings, GTK_PRINT_SETTINGS_OUTPUT_URI, uri);
}

/* What is printed into a file is the PDF that would be saved. */
static void
test_print (void)
{
  Scene scene = { NULL };
  g_autoptr (GtkPrintSettings) settings = gtk_print_settings_new ();

  scene_init (&scene);
  set_target (settings, &scene, "printed.pdf");
  print (&scene, settings, TRUE);
  check_printed (&scene, "printed.pdf");
  set_target (settings, &scene, "none/printed.pdf");
  print (&scene, settings, FALSE);
  scene_clear (&scene);
}

/* A job of the print dialog's has the same. */
static void
test_print_job (void)
{
  Scene scene = { NULL };
  g_autoptr (GtkPrintSettings) settings = gtk_print_settings_new ();

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }

  scene_init (&scene);
  /* With no target that the console could write itself. */
  gtk_print_settings_set (settings, GTK_PRINT_SETTINGS_OUTPUT_DIR, scene.fixture->folder);
  gtk_print_settings_set (settings, GTK_PRINT_SETTINGS_OUTPUT_BASENAME, "job");
  print (&scene, settings, TRUE);
  check_printed (&scene, "job.pdf");
  scene_clear (&scene);
}

static void
register_person (SkyStore *store, SkyIdentity *identity, SkyPersonRole role)
{
  static const SkyReviewer ada = { "PA-1", "Ada Quinn" };
  SkyCertificate *certificate = sky_identity_get_certificate (identity);
  g_autofree char *pem = sky_certificate_to_pem (certificate);
  g_autoptr (GError) error = NULL;

  sky_store_add_person (
      store, &ada,
      &(SkyPerson){ .credential = (char *) (role == SKY_PERSON_AUDITOR ? "PA-2" : "PA-1"),
                    .name = (char *) (role == SKY_PERSON_AUDITOR ? "Ben Ames" : ada.name),
                    .role = role,
                    .certificate = pem,
                    .expires = sky_certificate_get_not_after (certificate) },
      &error);
  g_assert_no_error (error);
}

/* An auditor saves a report, and the ledger stays as it is; who may note it in the ledger but has
 * not signed in saves none. */
static void
test_roles (void)
{
  Scene scene = { NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyIdentity) ada = sky_identity_create ("PA-1", "Ada Quinn", 30, &error);
  g_autoptr (SkyIdentity) ben = sky_identity_create ("PA-2", "Ben Ames", 30, &error);
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (SkyStore) store = NULL;
  g_autofree char *csv = NULL;

  g_assert_no_error (error);
  scene_init (&scene);
  store = sky_store_open (scene.fixture->store, SKY_STORE_READ_WRITE, &error);
  g_assert_no_error (error);
  sky_store_set_signer (store, "PA-1", sky_identity_sign, sky_identity_ref (ada),
                        (GDestroyNotify) sky_identity_unref);
  register_person (store, ada, SKY_PERSON_INVESTIGATOR);
  register_person (store, ben, SKY_PERSON_AUDITOR);
  csv = g_build_filename (scene.fixture->folder, "a.csv", NULL);
  sky_reports_window_choose (scene.window, SKY_REPORT_DAY);
  fixture_wait (is_settled, &scene);

  sky_review_desk_set_reviewer (sky_session_get_desk (scene.session), "PA-1", "Ada Quinn");
  save (&scene, csv, FALSE);
  g_assert_false (g_file_test (csv, G_FILE_TEST_EXISTS));
  sky_review_desk_set_reviewer (sky_session_get_desk (scene.session), "PA-2", "Ben Ames");
  save (&scene, csv, TRUE);
  g_assert_true (g_file_test (csv, G_FILE_TEST_EXISTS));
  entries = sky_store_ledger_list (store, NULL, 0, 100, &error);
  g_assert_cmpuint (entries->len, ==, 2);
  g_remove (csv);
  g_clear_pointer (&store, sky_store_free);
  scene_clear (&scene);
}

static gboolean
has_dismissed (gpointer data)
{
  const SkyReport *report = sky_reports_window_get_report (((Scene *) data)->window);

  return report != NULL && report->figures.n_states[SKY_REVIEW_DISMISSED] == 1;
}

static gboolean
has_review (gpointer data)
{
  return sky_selection_get_review (sky_session_get_selection (((Scene *) data)->session)) != NULL;
}

/* A decision made beside it shows in the report. */
static void
test_decided (void)
{
  Scene scene = { NULL };

  scene_init (&scene);
  sky_reports_window_choose (scene.window, SKY_REPORT_DAY);
  fixture_wait (is_settled, &scene);
  g_assert_false (has_dismissed (&scene));
  fixture_wait (has_review, &scene);
  sky_selection_decide (sky_session_get_selection (scene.session), SKY_LEDGER_DISMISS,
                        "A chip lay behind.");
  fixture_wait (has_dismissed, &scene);
  fixture_wait (is_settled, &scene);
  scene_clear (&scene);
}

static void
count_question_cb (GtkSpinner *spinner, GParamSpec *pspec, guint *n)
{
  *n += gtk_spinner_get_spinning (spinner);
}

/* While an audit adds findings without end, it asks once in a while, and in the end once more. */
static void
test_many_changes (void)
{
  Scene scene = { NULL };
  SkyInbox *inbox;
  GObject *spinner;
  gint64 start;
  guint n = 0, n_changes = 0;

  scene_init (&scene);
  inbox = sky_session_get_inbox (scene.session);
  spinner =
      gtk_widget_get_template_child (GTK_WIDGET (scene.window), SKY_TYPE_REPORTS_WINDOW, "spinner");
  g_signal_connect (spinner, "notify::spinning", G_CALLBACK (count_question_cb), &n);
  start = g_get_monotonic_time ();
  while (g_get_monotonic_time () - start < G_USEC_PER_SEC / 2)
    {
      g_signal_emit_by_name (inbox, "counts-changed");
      n_changes++;
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpuint (n_changes, >, 100);
  g_assert_false (sky_reports_window_is_settled (scene.window));
  fixture_wait (is_settled, &scene);
  g_signal_handlers_disconnect_by_func (spinner, count_question_cb, &n);
  /* What there is to choose, and the report: at most twice, however slow the machine is. */
  g_assert_cmpuint (n, >=, 2);
  g_assert_cmpuint (n, <=, 4);
  scene_clear (&scene);
}

/* GTK's own printer into a file never lets go of its stream: what the program that prints by it
 * leaves behind is not counted. */
static void
count_no_leaks_of_subprocess (void)
{
  const char *options = g_getenv ("ASAN_OPTIONS");
  g_autofree char *uncounted =
      g_strconcat (options != NULL ? options : "", ":detect_leaks=0", NULL);

  g_setenv ("ASAN_OPTIONS", uncounted, TRUE);
}

int
main (int argc, char **argv)
{
  count_no_leaks_of_subprocess ();
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  adw_init ();
  g_test_add_func ("/reports-window/kinds", test_kinds);
  g_test_add_func ("/reports-window/coders", test_coders);
  g_test_add_func ("/reports-window/nobody", test_nobody);
  g_test_add_func ("/reports-window/save", test_save);
  g_test_add_func ("/reports-window/print", test_print);
  g_test_add_func ("/reports-window/print-job", test_print_job);
  g_test_add_func ("/reports-window/roles", test_roles);
  g_test_add_func ("/reports-window/decided", test_decided);
  g_test_add_func ("/reports-window/many-changes", test_many_changes);
  return fixture_run_tests ();
}
