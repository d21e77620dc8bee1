/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evidence in the console: who signs in writes signed, an auditor's connection writes nothing, and
 * a package is verified line by line. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "package-fixture.h"
#include "sky-ledger-signatures.h"
#include "sky-person.h"
#include "sky-sign-in-window.h"
#include "sky-store-worker.h"
#include "sky-verify-window.h"

typedef struct
{
  char *credential; /* who writes */
  int outcome;      /* a GError's code, -1: written, -2: not done yet */
} Writing;

static gpointer
write_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Writing *writing = data;
  const SkyReviewer reviewer = { writing->credential, "Somebody" };

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
                             .name = (char *) credential,
                             .role = role,
                             .certificate = pem,
                             .expires = sky_certificate_get_not_after (certificate) };

  sky_store_set_signer (store, by, sky_identity_sign, sky_identity_ref (signer),
                        (GDestroyNotify) sky_identity_unref);
  sky_store_add_person (store, &(SkyReviewer){ by, by }, &person, &error);
  g_assert_no_error (error);
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
  sky_store_worker_sign_in (worker, "PA-1", ada);
  g_assert_cmpint (write_as (worker, "PA-1"), ==, -1);
  fixture_finalize (worker);

  {
    g_autoptr (SkyStore) store = sky_store_open (fixture->store, SKY_STORE_READ_ONLY, &error);

    faults = sky_ledger_verify_signed (store, NULL, &n_signed, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (faults->len, ==, 0);
    g_assert_cmpuint (n_signed, ==, 4);
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

static void
test_verify (void)
{
  PackageFixture package;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) members = NULL;
  SkyVerifyWindow *window = sky_verify_window_new (NULL);
  gpointer there = window;
  g_autofree char *bad = NULL;

  package_fixture_init (&package);
  package_fixture_export (&package, package.package, NULL, &error);
  g_assert_no_error (error);
  bad = g_build_filename (package.folder, "bad.zip", NULL);
  members = package_unpack (package.package);
  g_ptr_array_remove_index (members, 0);
  package_pack (bad, members, FALSE);

  g_object_add_weak_pointer (G_OBJECT (window), &there);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_cmpstr (sky_verify_window_get_verdict (window), ==, "");
  {
    const char *const paths[] = { package.package, bad, package.archive };
    const char *const verdicts[] = { "All of it holds.", "Not all of it holds.", "no file" };

    for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
      {
        g_autoptr (GFile) file = g_file_new_for_path (paths[i]);

        sky_verify_window_open (window, file);
        fixture_wait (is_verified, window);
        if (strstr (sky_verify_window_get_verdict (window), verdicts[i]) == NULL)
          g_error ("%s: %s", paths[i], sky_verify_window_get_verdict (window));
      }
  }
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

  sky_session_set_reviewer (session, "PA-1", "Ada Quinn");
  window = sky_sign_in_window_new (NULL, session);
  there = window;
  g_object_add_weak_pointer (G_OBJECT (window), &there);
  gtk_window_present (GTK_WINDOW (window));
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_wait (is_gone, &there);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!gtk_init_check ())
    {
      g_test_skip ("there is no display");
      return g_test_run ();
    }
  adw_init ();
  g_test_add_func ("/evidence-windows/worker", test_worker);
  g_test_add_func ("/evidence-windows/verify", test_verify);
  g_test_add_func ("/evidence-windows/sign-in", test_sign_in);
  return g_test_run ();
}
