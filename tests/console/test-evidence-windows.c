/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evidence in the console: who signs in writes signed, an auditor's connection writes notes and
 * nothing else, and a package is verified line by line. */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fixture.h"
#include "package-fixture.h"
#include "sky-cases-window.h"
#include "sky-checkpointer.h"
#include "sky-digest.h"
#include "sky-export-window.h"
#include "sky-ledger-judge.h"
#include "sky-ledger-log.h"
#include "sky-person.h"
#include "sky-reports-window.h"
#include "sky-session.h"
#include "sky-sign-in-window.h"
#include "sky-store-worker.h"
#include "sky-verify-window.h"

/* As the register has it. */
static const char *
name_of (const char *credential)
{
  return g_str_equal (credential, "PA-1") ? "Ada" : g_str_equal (credential, "PA-3") ? "Cy" : "Eve";
}

typedef struct
{
  char *credential; /* who writes */
  int outcome;      /* a GError's code, -1: written, -2: not done yet */
} Writing;

static gpointer
write_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Writing *writing = data;
  const SkyReviewer reviewer = { writing->credential, name_of (writing->credential) };

  return sky_store_ledger_append (store, &reviewer, SKY_LEDGER_VIEW, NULL, 0, NULL, NULL, NULL,
                                  error)
             ? data
             : NULL;
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  ((Writing *) data)->outcome = sky_store_worker_finish (result, &error) != NULL ? -1 : error->code;
}

static gboolean
is_written (gpointer data)
{
  return ((Writing *) data)->outcome != -2;
}

static int
write_as (SkyStoreWorker *worker, const char *credential)
{
  Writing writing = { (char *) credential, -2 };

  sky_store_worker_run (worker, NULL, write_in_thread, &writing, NULL, NULL, NULL, written_cb,
                        &writing);
  fixture_wait (is_written, &writing);
  return writing.outcome;
}

/* Writes what is no note where notes are written. */
static int
note_as (SkyStoreWorker *worker, const char *credential)
{
  Writing writing = { (char *) credential, -2 };

  sky_store_worker_note (worker, NULL, write_in_thread, &writing, NULL, NULL, written_cb, &writing);
  fixture_wait (is_written, &writing);
  return writing.outcome;
}

static void
add_person (const char *path,
            const char *credential,
            SkyPersonRole role,
            SkyIdentity *identity,
            const char *by,
            SkyIdentity *signer)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);
  SkyCertificate *certificate = sky_identity_get_certificate (identity);
  g_autofree char *pem = sky_certificate_to_pem (certificate);
  const SkyPerson person = { .credential = (char *) credential,
                             .name = (char *) name_of (credential),
                             .role = role,
                             .certificate = pem,
                             .expires = sky_certificate_get_not_after (certificate) };

  sky_store_set_signer (store, by, sky_identity_sign, sky_identity_ref (signer),
                        (GDestroyNotify) sky_identity_unref);
  sky_store_add_person (store, &(SkyReviewer){ by, name_of (by) }, &person, &error);
  g_assert_no_error (error);
}

static gpointer
wait_in_thread (SkyStore *store, gpointer data, GError **error)
{
  g_mutex_lock (data);
  g_mutex_unlock (data);
  return data;
}

static void
waited_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_assert_nonnull (sky_store_worker_finish (result, NULL));
}

/* What is still to be written when somebody else comes is written by who said it. */
static int
write_before (SkyStoreWorker *worker,
              const char *credential,
              const char *next,
              SkyIdentity *identity)
{
  Writing writing = { (char *) credential, -2 };
  GMutex held;

  g_mutex_init (&held);
  g_mutex_lock (&held);
  sky_store_worker_run (worker, NULL, wait_in_thread, &held, NULL, NULL, NULL, waited_cb, NULL);
  sky_store_worker_run (worker, NULL, write_in_thread, &writing, NULL, NULL, NULL, written_cb,
                        &writing);
  sky_store_worker_sign_in (worker, next, identity);
  g_mutex_unlock (&held);
  fixture_wait (is_written, &writing);
  g_mutex_clear (&held);
  return writing.outcome;
}

static void
test_worker (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyIdentity) ada = sky_identity_create ("PA-1", "Ada", 30, &error);
  g_autoptr (SkyIdentity) cy = sky_identity_create ("PA-3", "Cy", 30, &error);
  g_autoptr (GPtrArray) faults = NULL;
  SkyStoreWorker *worker = sky_store_worker_new (fixture->store);
  guint64 n_signed = 0;

  /* As long as nobody is registered anybody writes. */
  g_assert_cmpint (write_as (worker, "PA-9"), ==, -1);

  add_person (fixture->store, "PA-1", SKY_PERSON_INVESTIGATOR, ada, "PA-1", ada);
  add_person (fixture->store, "PA-3", SKY_PERSON_AUDITOR, cy, "PA-1", ada);
  g_assert_cmpint (write_as (worker, "PA-9"), ==, SKY_STORE_ERROR_REFUSED);
  sky_store_worker_sign_in (worker, "PA-1", NULL);
  g_assert_cmpint (write_as (worker, "PA-1"), ==, SKY_STORE_ERROR_REFUSED);
  sky_store_worker_sign_in (worker, "PA-1", ada);
  g_assert_cmpint (write_as (worker, "PA-1"), ==, -1);

  /* An auditor's connection is read-only, signed in or not, for whatever anybody writes. */
  sky_store_worker_sign_in (worker, "PA-3", cy);
  g_assert_cmpint (write_as (worker, "PA-3"), ==, SKY_STORE_ERROR_READ_ONLY);
  g_assert_cmpint (write_as (worker, "PA-1"), ==, SKY_STORE_ERROR_READ_ONLY);
  /* What a note goes through takes nothing but notes, and nothing of others. */
  g_assert_cmpint (note_as (worker, "PA-3"), ==, SKY_STORE_ERROR_REFUSED);
  g_assert_cmpint (note_as (worker, "PA-1"), ==, SKY_STORE_ERROR_REFUSED);
  g_assert_cmpint (write_as (worker, "PA-3"), ==, SKY_STORE_ERROR_READ_ONLY);
  sky_store_worker_sign_in (worker, "PA-1", ada);
  g_assert_cmpint (write_as (worker, "PA-1"), ==, -1);
  g_assert_cmpint (write_before (worker, "PA-1", "PA-3", cy), ==, -1);
  g_assert_cmpint (write_as (worker, "PA-3"), ==, SKY_STORE_ERROR_READ_ONLY);
  fixture_finalize (worker);

  {
    g_autoptr (SkyStore) store = sky_store_open (fixture->store, SKY_STORE_READ_ONLY, &error);

    faults = sky_ledger_verify_signed (store, NULL, &n_signed, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (faults->len, ==, 0);
    g_assert_cmpuint (n_signed, ==, 5);
  }
}

static guint
count_entries (SkySession *session)
{
  GPtrArray *history = sky_selection_get_history (sky_session_get_selection (session));

  g_assert_nonnull (history);
  return history->len;
}

static gboolean
has_both (gpointer session)
{
  GPtrArray *history = sky_selection_get_history (sky_session_get_selection (session));

  return history != NULL && history->len == 2;
}

/* An auditor notes what they saw of a finding and of a case, signed, and decides nothing. */
static void
test_auditor (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyIdentity) ada = sky_identity_create ("PA-1", "Ada", 30, &error);
  g_autoptr (SkyIdentity) cy = sky_identity_create ("PA-3", "Cy", 30, &error);
  g_autoptr (GPtrArray) faults = NULL;
  SkySession *session = fixture_open_session (fixture);
  guint64 n_signed = 0;

  add_person (fixture->store, "PA-1", SKY_PERSON_INVESTIGATOR, ada, "PA-1", ada);
  add_person (fixture->store, "PA-3", SKY_PERSON_AUDITOR, cy, "PA-1", ada);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-3", "Cy");
  g_assert_cmpuint (count_entries (session), ==, 0);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_NOTE, "Not signed.");
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (count_entries (session), ==, 0);

  sky_review_desk_sign_in (sky_session_get_desk (session), cy);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_NOTE,
                        "The report says otherwise.");
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (count_entries (session), ==, 1);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_CONFIRM, NULL);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_DISMISS, "Drill.");
  sky_selection_undo (sky_session_get_selection (session));
  sky_session_add_bookmark (session, "Here.");
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (count_entries (session), ==, 1);
  g_assert_cmpint (sky_selection_get_review (sky_session_get_selection (session))->state, ==,
                   SKY_REVIEW_OPEN);

  /* Of several findings at once too. */
  g_autoptr (GtkBitset) both = gtk_bitset_new_range (0, 2);
  sky_inbox_set_chosen (sky_session_get_inbox (session), both);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_NOTE, "Both.");
  fixture_wait (fixture_is_settled, session);
  sky_inbox_set_chosen (sky_session_get_inbox (session), both);
  sky_selection_decide (sky_session_get_selection (session), SKY_LEDGER_CONFIRM, NULL);
  fixture_wait (fixture_is_settled, session);
  fixture_wait (has_both, session);
  fixture_finalize (session);

  {
    g_autoptr (SkyStore) store = sky_store_open (fixture->store, SKY_STORE_READ_ONLY, &error);

    g_assert_no_error (error);
    faults = sky_ledger_verify_signed (store, NULL, &n_signed, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (faults->len, ==, 0);
    g_assert_cmpuint (n_signed, ==, 5);
  }
}

static gboolean
is_verified (gpointer window)
{
  return sky_verify_window_is_settled (window);
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

/* What the window says of whole packages, of those that were bent and signed anew, and of no
 * package; with a list of whom one trusts and without. */
static void
test_verify (void)
{
  PackageFixture package;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  SkyVerifyWindow *window = sky_verify_window_new (NULL);
  gpointer there = window;
  g_autofree char *bad = NULL;
  g_autofree char *bent = NULL;
  g_autofree char *list = NULL;
  g_autofree char *nowhere = NULL;

  package_fixture_init (&package, NULL);
  package_fixture_export (&package, package.package, NULL, &error);
  g_assert_no_error (error);
  bad = g_build_filename (package.folder, "bad.zip", NULL);
  bent = g_build_filename (package.folder, "bent.zip", NULL);
  list = g_build_filename (package.folder, "trusted", NULL);
  nowhere = g_build_filename (package.folder, "nowhere", NULL);
  {
    g_autoptr (GPtrArray) members = package_unpack (package.package);

    g_ptr_array_remove_index (members, 0);
    package_pack (bad, members, FALSE);
  }
  {
    g_autoptr (GPtrArray) members = package_unpack (package.package);

    package_replace (members, "findings.jsonl", "", 0);
    package_sign (members, package.ada);
    package_pack (bent, members, FALSE);
  }
  g_file_set_contents (list,
                       sky_certificate_get_fingerprint (sky_identity_get_certificate (package.ada)),
                       -1, &error);
  g_assert_no_error (error);

  g_object_add_weak_pointer (G_OBJECT (window), &there);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_cmpstr (sky_verify_window_get_verdict (window), ==, "");
  {
    const struct
    {
      const char *path, *trust, *verdict;
    } cases[] = {
      { package.package, "", "Every check passed, but the signer is not trusted." },
      { package.package, list, "Every check passed, and the signer is trusted." },
      { package.package, nowhere, "nowhere" },
      { bad, list, "Some checks failed." },
      { bent, list, "Some checks failed." },
      { package.archive, "", "no file" },
    };

    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        g_autoptr (GFile) file = g_file_new_for_path (cases[i].path);

        g_settings_set_string (settings, "trust-list", cases[i].trust);
        sky_verify_window_open (window, file);
        fixture_wait (is_verified, window);
        if (strstr (sky_verify_window_get_verdict (window), cases[i].verdict) == NULL)
          g_error ("%s: %s", cases[i].path, sky_verify_window_get_verdict (window));
      }
  }
  g_settings_reset (settings, "trust-list");
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_wait (is_gone, &there);
  package_fixture_clear (&package);
}

static void
test_sign_in (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkySignInWindow *window;
  gpointer there;

  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-1", "Ada Quinn");
  window = sky_sign_in_window_new (NULL, sky_session_get_desk (session));
  there = window;
  g_object_add_weak_pointer (G_OBJECT (window), &there);
  gtk_window_present (GTK_WINDOW (window));
  /* Nobody is asked for the passphrase of a key that is not there. */
  GtkWidget *trouble = GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (window), SKY_TYPE_SIGN_IN_WINDOW, "trouble"));
  GtkWidget *accept = GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (window), SKY_TYPE_SIGN_IN_WINDOW, "accept"));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (trouble)), "Shift+F8"));
  g_assert_false (gtk_widget_get_sensitive (accept));
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_wait (is_gone, &there);
  fixture_finalize (session);
}

/* So many threads at once has GLib for tasks. */
#define MOST_THREADS 10

static void
pass_gate (GTask *task, gpointer source, gpointer gate, GCancellable *cancellable)
{
  g_mutex_lock (gate);
  g_mutex_unlock (gate);
  g_task_return_boolean (task, TRUE);
}

static gboolean
is_exported (gpointer window)
{
  return sky_export_window_is_settled (window);
}

static gboolean
is_asked (gpointer window)
{
  return sky_cases_window_is_settled (window);
}

/* Exports to @path and returns what is said of it. */
static const char *
export_to (SkyExportWindow *window, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  sky_export_window_export (window, file);
  fixture_wait (is_exported, window);
  return sky_export_window_get_outcome (window);
}

/* Without the database's, which come and go. */
static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    n += !g_str_has_prefix (name, "skyward.db");
  return n;
}

/* The widget below @widget that has that name; NULL: none has. */
static GtkWidget *
find_named (GtkWidget *widget, const char *name)
{
  GtkWidget *found = strcmp (gtk_widget_get_name (widget), name) == 0 ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_named (child, name);
  return found;
}

static void
write_still (const char *path)
{
  static const guchar pixel[4] = { 0x40, 0x80, 0xc0, 0xff };
  g_autoptr (GBytes) bytes = g_bytes_new_static (pixel, sizeof pixel);
  g_autoptr (GdkTexture) texture =
      gdk_memory_texture_new (1, 1, GDK_MEMORY_R8G8B8A8, bytes, sizeof pixel);

  g_assert_true (gdk_texture_save_to_png (texture, path));
}

static gboolean
has_member (const char *package, const char *name)
{
  g_autoptr (GPtrArray) members = package_unpack (package);

  for (guint i = 0; i < members->len; i++)
    if (strcmp (((const Member *) members->pdata[i])->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Where the clips of camera B begin that are in @package. */
static SkyTime
find_beginning (const char *package)
{
  g_autoptr (GPtrArray) members = package_unpack (package);
  gsize size;
  const char *data = g_bytes_get_data (package_find (members, "footage/CR-01-B.json")->data, &size);
  g_autofree char *text = g_strndup (data, size);
  const char *clips = strstr (text, "\"clips\"");
  const char *start;
  SkyTime time;

  g_assert_nonnull (clips);
  start = strstr (clips, "\"start\":\"");
  g_assert_nonnull (start);
  start += strlen ("\"start\":\"");
  g_assert_true (sky_time_parse (start, strcspn (start, "\""), &time));
  return time;
}

/* How much is shown before a round is said, and which cameras are left out; the package says so
 * too, and holds. */
static void
test_scope (void)
{
  PackageFixture package;
  g_autofree char *usual = NULL;
  g_autofree char *other = NULL;

  package_fixture_init (&package, NULL);
  usual = g_build_filename (package.folder, "usual.zip", NULL);
  other = g_build_filename (package.folder, "other.zip", NULL);
  SkySession *session = sky_session_new (package.store);
  SkyReviewDesk *desk = sky_session_get_desk (session);
  sky_review_desk_set_reviewer (desk, "PA-1", "Ada Quinn");
  sky_review_desk_sign_in (desk, package.ada);
  SkyExportWindow *window = sky_export_window_new (NULL, desk, package.case_id);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (is_exported, window);
  export_to (window, usual);

  gpointer before =
      gtk_widget_get_template_child (GTK_WIDGET (window), SKY_TYPE_EXPORT_WINDOW, "before");
  g_assert_cmpint (gtk_spin_button_get_value_as_int (before), ==, 10);
  gtk_spin_button_set_value (before, 13);
  gpointer without = find_named (GTK_WIDGET (window), "CR-01-A");
  g_assert_true (GTK_IS_SWITCH (without));
  gtk_switch_set_active (without, FALSE);
  export_to (window, other);
  g_assert_nonnull (strstr (sky_export_window_get_outcome (window), "chose to leave out"));
  g_assert_cmpint (find_beginning (usual) - find_beginning (other), ==, 3 * SKY_SECOND);
  g_assert_true (has_member (usual, "footage/CR-01-A.mp4"));
  g_assert_false (has_member (other, "footage/CR-01-A.mp4"));
  g_assert_true (has_member (other, "footage/CR-01-A.json"));
  g_autofree char *failures = package_failures (other);
  g_assert_cmpstr (failures, ==, "");

  /* Nor is the window higher than the smallest display, with all that is said. */
  int natural;
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, 620, NULL, &natural, NULL,
                      NULL);
  g_assert_cmpint (natural, <=, 700);

  gtk_spin_button_set_value (before, 10);
  fixture_close_window (window);
  fixture_finalize (session);
  package_fixture_clear (&package);
}

/* A log that someone recorded by eye goes into the package with the recordings that it was recorded
 * from, and the package says what was not looked at. */
static void
test_recorded (void)
{
  PackageFixture package;

  package_fixture_init_recorded (&package);
  SkySession *session = sky_session_new (package.store);
  SkyReviewDesk *desk = sky_session_get_desk (session);
  sky_review_desk_set_reviewer (desk, "PA-1", "Ada Quinn");
  sky_review_desk_sign_in (desk, package.ada);
  SkyExportWindow *window = sky_export_window_new (NULL, desk, package.case_id);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (is_exported, window);
  export_to (window, package.package);
  g_assert_nonnull (strstr (sky_export_window_get_outcome (window), package.package));
  g_assert_true (has_member (package.package, "footage/CR-01-A.mp4"));
  g_assert_true (has_member (package.package, "footage/CR-01-B.mp4"));
  g_autofree char *failures = package_failures (package.package);
  g_assert_cmpstr (failures, ==, "");

  const SkyVerifyOptions options = { 0 };
  g_autoptr (SkyVerifyReport) report = sky_package_verify (package.package, &options, NULL);
  gboolean told = FALSE;
  for (guint i = 0; i < report->lines->len; i++)
    {
      g_autofree char *shown = sky_verify_line_show (report->lines->pdata[i]);

      told = told || strstr (shown, "Not looked at: people") != NULL;
    }
  g_assert_true (told);
  fixture_close_window (window);
  fixture_finalize (session);
  package_fixture_clear (&package);
}

static void
test_export (void)
{
  PackageFixture package;
  g_autofree char *still = NULL;
  g_autofree char *other = NULL;
  g_autofree char *failures = NULL;
  g_autoptr (GFile) file = NULL;
  char hex[SKY_DIGEST_HEX_SIZE], again[SKY_DIGEST_HEX_SIZE];
  SkySession *session;
  SkyExportWindow *window;
  gpointer there;
  guint n_files;

  package_fixture_init (&package, NULL);
  still = g_build_filename (package.folder, "still.png", NULL);
  other = g_build_filename (package.folder, "other.zip", NULL);
  file = g_file_new_for_path (other);
  write_still (still);
  session = sky_session_new (package.store);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-1", "Ada Quinn");
  window = sky_export_window_new (NULL, sky_session_get_desk (session), package.case_id);
  there = window;
  g_object_add_weak_pointer (G_OBJECT (window), &there);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (is_exported, window);
  g_assert_cmpstr (sky_export_window_get_outcome (window), ==, "");
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (window)), "The window side"));
  n_files = count_files (package.folder);

  /* Nobody exports without a key. */
  g_assert_cmpstr (export_to (window, package.package), ==, "");
  g_assert_false (g_file_test (package.package, G_FILE_TEST_EXISTS));

  sky_review_desk_sign_in (sky_session_get_desk (session), package.ada);
  sky_export_window_add_still (window, still);
  export_to (window, package.package);
  g_assert_true (sky_digest_file (package.package, NULL, hex, NULL));
  g_assert_nonnull (strstr (sky_export_window_get_outcome (window), package.package));
  g_assert_nonnull (strstr (sky_export_window_get_outcome (window), hex));
  failures = package_failures (package.package);
  g_assert_cmpstr (failures, ==, "");
  g_assert_true (has_member (package.package, "stills/2-still.png"));

  /* What is there is not written over. */
  g_assert_nonnull (strstr (export_to (window, package.package), "there already"));
  g_assert_true (sky_digest_file (package.package, NULL, again, NULL));
  g_assert_cmpstr (again, ==, hex);

  /* A folder is asked for, and what is free in it taken. */
  {
    g_autoptr (GFile) folder = g_file_new_for_path (package.folder);
    g_autofree char *first = g_build_filename (package.folder, "case-1.evidence.zip", NULL);
    g_autofree char *second = g_build_filename (package.folder, "case-1-2.evidence.zip", NULL);
    const char *const names[] = { first, second };

    for (guint i = 0; i < G_N_ELEMENTS (names); i++)
      {
        g_assert_false (g_file_test (names[i], G_FILE_TEST_EXISTS));
        sky_export_window_export_into (window, folder);
        fixture_wait (is_exported, window);
        g_assert_nonnull (strstr (sky_export_window_get_outcome (window), names[i]));
        g_assert_true (g_file_test (names[i], G_FILE_TEST_EXISTS));
      }
    n_files += 2;
  }

  /* Nothing but Enter is needed where the folder is chosen already. */
  {
    g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
    g_autofree char *chosen = g_build_filename (package.folder, "chosen", NULL);
    g_autofree char *sent = g_build_filename (chosen, "case-1.evidence.zip", NULL);

    g_assert_cmpint (g_mkdir (chosen, 0700), ==, 0);
    g_settings_set_string (settings, "export-folder", chosen);
    g_signal_emit_by_name (gtk_window_get_default_widget (GTK_WINDOW (window)), "clicked");
    fixture_wait (is_exported, window);
    g_assert_nonnull (strstr (sky_export_window_get_outcome (window), sent));
    g_assert_true (g_file_test (sent, G_FILE_TEST_EXISTS));
    g_assert_cmpint (g_unlink (sent), ==, 0);
    g_assert_cmpint (g_rmdir (chosen), ==, 0);
    g_settings_reset (settings, "export-folder");
  }

  /* The folder is not asked on the main thread: what comes into it before a thread is free for that
   * has its name. */
  {
    g_autoptr (GFile) folder = g_file_new_for_path (package.folder);
    g_autofree char *third = g_build_filename (package.folder, "case-1-3.evidence.zip", NULL);
    g_autofree char *fourth = g_build_filename (package.folder, "case-1-4.evidence.zip", NULL);
    static GMutex gate;

    g_mutex_lock (&gate);
    for (guint i = 0; i < MOST_THREADS; i++)
      {
        g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);
        g_task_set_task_data (task, &gate, NULL);
        g_task_run_in_thread (task, pass_gate);
      }
    sky_export_window_export_into (window, folder);
    g_assert_true (g_file_set_contents (third, "another's", -1, NULL));
    g_mutex_unlock (&gate);
    fixture_wait (is_exported, window);
    g_assert_nonnull (strstr (sky_export_window_get_outcome (window), fourth));
    n_files += 2;
  }

  /* A recording in whose place a link came stands for nobody's file; who exports is told. */
  {
    g_autofree char *recording = g_build_filename (package.archive, "CR-01-A-1.mkv", NULL);
    g_autofree char *aside = g_build_filename (package.folder, "aside.mkv", NULL);
    g_autofree char *linked = g_build_filename (package.folder, "linked.zip", NULL);
    const char *outcome;

    g_assert_cmpint (g_rename (recording, aside), ==, 0);
    g_assert_cmpint (symlink (aside, recording), ==, 0);
    outcome = export_to (window, linked);
    g_assert_nonnull (strstr (outcome, "\nLeft out: "));
    g_assert_nonnull (strstr (outcome, "CR-01-A-1.mkv"));
    g_assert_nonnull (strstr (outcome, "symbolic link"));
    g_assert_false (has_member (linked, "originals/CR-01-A-1.mkv"));
    g_assert_true (has_member (linked, "originals/CR-01-B-1.mkv"));
    g_assert_cmpint (g_remove (recording), ==, 0);
    g_assert_cmpint (g_rename (aside, recording), ==, 0);
    n_files++;
  }

  /* Cancelled, it leaves no file, neither whole nor begun. */
  sky_export_window_export (window, file);
  g_assert_false (sky_export_window_is_settled (window));
  sky_export_window_cancel (window);
  fixture_wait (is_exported, window);
  g_assert_cmpstr (sky_export_window_get_outcome (window), ==, "Canceled: no package saved.");
  g_assert_cmpuint (count_files (package.folder), ==, n_files + 1);

  /* Nor does a window that is closed meanwhile, nor a still that is none. */
  sky_export_window_add_still (window, package.log);
  g_assert_nonnull (strstr (export_to (window, other), "no PNG file"));
  g_assert_cmpuint (count_files (package.folder), ==, n_files + 1);
  sky_export_window_export (window, file);
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_wait (is_gone, &there);
  g_assert_cmpuint (count_files (package.folder), ==, n_files + 1);

  fixture_wait (fixture_is_settled, session);
  fixture_finalize (session);
  package_fixture_clear (&package);
}

/* How many checkpoints are kept, and of how many entries the newest one is. */
static guint
count_checkpoints (const char *path, guint64 *size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_ONLY, &error);
  g_autoptr (GPtrArray) kept = sky_store_list_checkpoints (store, &error);

  g_assert_no_error (error);
  *size = kept->len > 0 ? ((const SkyKeptCheckpoint *) kept->pdata[kept->len - 1])->size : 0;
  return kept->len;
}

/* A gaming day has ended: the desk that has the ledger's key signs what was said in it. */
static void
test_day_end (void)
{
  const SkyTime now = g_get_real_time ();
  PackageFixture package;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyNoteSigner) signer = sky_note_signer_create (SKY_NOTE_LEDGER, NULL, &error);
  g_autofree char *key = NULL;
  g_autoptr (SkyCheckpointer) checkpointer = NULL;
  SkySession *session;
  guint64 size, first;

  package_fixture_init (&package, NULL);
  session = sky_session_new (package.store);
  fixture_wait (fixture_is_settled, session);
  {
    g_autoptr (SkyStore) store = sky_store_open (package.store, SKY_STORE_READ_ONLY, &error);

    key = sky_ledger_key_path (store, &error);
    g_assert_no_error (error);
  }
  checkpointer = sky_checkpointer_new (sky_session_get_link (session));
  /* Without the key nothing is signed. */
  sky_checkpointer_look (checkpointer, now);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (count_checkpoints (package.store, &size), ==, 0);
  g_assert_true (sky_note_signer_save (signer, key, &error));
  g_assert_no_error (error);
  /* Nor twice on one day. */
  sky_checkpointer_look (checkpointer, now);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (count_checkpoints (package.store, &size), ==, 0);
  sky_checkpointer_look (checkpointer, now + 24 * SKY_HOUR);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (count_checkpoints (package.store, &first), ==, 1);
  g_assert_cmpuint (first, >, 0);
  /* A day on which nothing was said has none of its own. */
  sky_checkpointer_look (checkpointer, now + 48 * SKY_HOUR);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (count_checkpoints (package.store, &size), ==, 1);
  {
    g_autoptr (SkyStore) store = sky_store_open (package.store, SKY_STORE_READ_WRITE, &error);
    const SkyReviewer ada = { "PA-1", "Ada Quinn" };

    sky_store_set_signer (store, "PA-1", sky_identity_sign, sky_identity_ref (package.ada),
                          (GDestroyNotify) sky_identity_unref);
    g_assert_true (sky_store_note_case (store, &ada, package.case_id, "Later.", &error));
    g_assert_no_error (error);
  }
  sky_checkpointer_look (checkpointer, now + 72 * SKY_HOUR);
  fixture_wait (fixture_is_settled, session);
  g_assert_cmpuint (count_checkpoints (package.store, &size), ==, 2);
  g_assert_cmpuint (size, ==, first + 1);

  g_assert_cmpint (g_remove (key), ==, 0);
  fixture_finalize (session);
  package_fixture_clear (&package);
}

/* The window that exports, when one is open; NULL: none. */
static gpointer
find_export_window (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (SKY_IS_EXPORT_WINDOW (window))
        return window;
    }
  return NULL;
}

static gboolean
is_export_open (gpointer data)
{
  return find_export_window () != NULL;
}

/* In a room whose people are registered, what is done to a case is signed too. */
static void
test_room (void)
{
  PackageFixture package;
  SkySession *session;
  SkyCasesWindow *window;
  gpointer there;
  guint n_items;

  package_fixture_init (&package, NULL);
  session = sky_session_new (package.store);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-1", "Ada Quinn");
  window = fixture_new_room (NULL, session);
  fixture_wait (is_asked, window);
  n_items = sky_cases_window_get_items (window)->len;
  sky_cases_window_add_note (window, "Not signed.");
  fixture_wait (is_asked, window);
  g_assert_cmpuint (sky_cases_window_get_items (window)->len, ==, n_items);
  sky_review_desk_sign_in (sky_session_get_desk (session), package.ada);
  sky_cases_window_add_note (window, "Signed.");
  fixture_wait (is_asked, window);
  g_assert_cmpuint (sky_cases_window_get_items (window)->len, ==, n_items + 1);

  /* The case that is shown, also when it is asked for before it is known. */
  sky_cases_window_add_note (window, "Before it goes to the Board.");
  sky_cases_window_export_case (window);
  g_assert_null (find_export_window ());
  fixture_wait (is_export_open, NULL);
  g_assert_cmpuint (sky_cases_window_get_items (window)->len, ==, n_items + 2);
  there = find_export_window ();
  g_object_add_weak_pointer (there, &there);
  fixture_wait (is_exported, there);
  g_assert_nonnull (strstr (gtk_window_get_title (there), "The window side"));
  gtk_window_destroy (there);
  fixture_wait (is_gone, &there);
  fixture_wait (is_asked, window);

  there = window;
  g_object_add_weak_pointer (G_OBJECT (window), &there);
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_wait (is_gone, &there);
  fixture_wait (fixture_is_settled, session);
  fixture_finalize (session);
  package_fixture_clear (&package);
}

static gboolean
has_report (gpointer window)
{
  return sky_reports_window_is_settled (window) && sky_reports_window_get_report (window) != NULL;
}

static void
report_saved_cb (SkyReportsWindow *window, gboolean good, int *saved)
{
  *saved = good;
}

static gboolean
is_report_saved (gpointer saved)
{
  return *(int *) saved >= 0;
}

/* Where people are registered, a report that is saved is noted with its reviewer's signature. */
static void
test_report (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyIdentity) ada = sky_identity_create ("PA-1", "Ada", 30, &error);
  SkySession *session = fixture_open_session (fixture);
  g_autofree char *path = g_build_filename (fixture->folder, "day.csv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GPtrArray) entries = NULL;
  int saved = -1;

  g_assert_no_error (error);
  add_person (fixture->store, "PA-1", SKY_PERSON_INVESTIGATOR, ada, "PA-1", ada);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-1", "Ada");
  sky_review_desk_sign_in (sky_session_get_desk (session), ada);
  gpointer window = sky_reports_window_new (NULL, sky_session_get_selection (session));
  g_signal_connect (window, "saved", G_CALLBACK (report_saved_cb), &saved);
  gtk_window_present (window);
  sky_reports_window_choose (window, SKY_REPORT_DAY);
  fixture_wait (has_report, window);
  sky_reports_window_save (window, file);
  fixture_wait (is_report_saved, &saved);
  g_assert_cmpint (saved, ==, TRUE);
  gtk_window_destroy (window);
  fixture_finalize (session);

  g_autoptr (SkyStore) store = sky_store_open (fixture->store, SKY_STORE_READ_ONLY, &error);
  g_assert_no_error (error);
  entries = sky_store_ledger_list (store, NULL, 0, 100, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 2);
  g_assert_cmpstr (((SkyLedgerEntry *) entries->pdata[1])->action, ==, "print");
  g_remove (path);
}

/* In the place of the user's data, in which the ledgers' keys are. */
static char *data_folder;

static void
remove_data (void)
{
  g_autofree char *command = g_strdup_printf ("rm -rf '%s'", data_folder);

  g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL);
  g_free (data_folder);
}

int
main (int argc, char **argv)
{
  data_folder = g_dir_make_tmp ("sky-data-XXXXXX", NULL);
  g_setenv ("XDG_DATA_HOME", data_folder, TRUE);
  atexit (remove_data);
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  adw_init ();
  /* Nobody is here to look at a folder. */
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);
  g_settings_set_boolean (settings, "show-export", FALSE);
  g_test_add_func ("/evidence-windows/worker", test_worker);
  g_test_add_func ("/evidence-windows/auditor", test_auditor);
  g_test_add_func ("/evidence-windows/verify", test_verify);
  g_test_add_func ("/evidence-windows/sign-in", test_sign_in);
  g_test_add_func ("/evidence-windows/export", test_export);
  g_test_add_func ("/evidence-windows/recorded", test_recorded);
  g_test_add_func ("/evidence-windows/scope", test_scope);
  g_test_add_func ("/evidence-windows/day-end", test_day_end);
  g_test_add_func ("/evidence-windows/room", test_room);
  g_test_add_func ("/evidence-windows/report", test_report);
  return fixture_run_tests ();
}
