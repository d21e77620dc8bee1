/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The people's window: the first registers themselves, others follow with made and imported keys,
 * expire and are revoked; an operator is refused, by the window and by the store. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "fixture.h"
#include "sky-ledger-judge.h"
#include "sky-people-window.h"
#include "sky-person.h"
#include "sky-window-private.h"

#define PASSPHRASE "a long night watch"

static gboolean
is_settled (gpointer window)
{
  return sky_people_window_is_settled (window);
}

static gboolean
is_registered_or_refused (gpointer window)
{
  return sky_person_window_is_settled (window);
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

static gpointer
part (gpointer window, const char *name)
{
  GObject *object = gtk_widget_get_template_child (window, G_OBJECT_TYPE (window), name);

  g_assert_nonnull (object);
  return object;
}

static void
type (gpointer window, const char *name, const char *text)
{
  gtk_editable_set_text (part (window, name), text);
}

static SkyPeopleWindow *
open_window (SkySession *session)
{
  SkyPeopleWindow *window = sky_people_window_new (NULL, sky_session_get_desk (session));

  gtk_window_present (GTK_WINDOW (window));
  fixture_wait (is_settled, window);
  return window;
}

/* Fills the form in and accepts it. Returns: what it complains of, NULL when it does not: the
 * window is closed then. */
static char *
fill_in (SkyPersonWindow *form,
         const char *credential,
         const char *name,
         SkyPersonRole role,
         const char *again)
{
  gpointer there = form;
  g_autofree char *trouble = NULL;

  g_object_add_weak_pointer (G_OBJECT (form), &there);
  type (form, "credential", credential);
  type (form, "name", name);
  adw_combo_row_set_selected (part (form, "role"), role);
  type (form, "passphrase", PASSPHRASE);
  type (form, "again", again);
  g_object_ref (form);
  g_signal_emit_by_name (part (form, "accept"), "clicked");
  fixture_wait (is_registered_or_refused, form);
  if (gtk_widget_get_mapped (GTK_WIDGET (form)))
    trouble = g_strdup (gtk_label_get_text (part (form, "trouble")));
  g_object_unref (form);
  if (trouble == NULL)
    fixture_wait (is_gone, &there);
  g_clear_weak_pointer (&there);
  return g_steal_pointer (&trouble);
}

static void
add (SkyPeopleWindow *window, const char *credential, const char *name, SkyPersonRole role)
{
  g_autofree char *trouble =
      fill_in (sky_people_window_ask_register (window), credential, name, role, PASSPHRASE);
  const SkyPerson *person;

  g_assert_cmpstr (trouble, ==, NULL);
  fixture_wait (is_settled, window);
  person = sky_people_find (sky_people_window_get_people (window), credential);
  g_assert_nonnull (person);
  g_assert_cmpstr (person->name, ==, name);
  g_assert_cmpint (person->role, ==, role);
}

static void
answer (SkyPeopleWindow *window, AdwMessageDialog *dialog, const char *text, const char *response)
{
  gpointer there = dialog;

  g_object_add_weak_pointer (G_OBJECT (dialog), &there);
  gtk_editable_set_text (GTK_EDITABLE (adw_message_dialog_get_extra_child (dialog)), text);
  adw_message_dialog_response (dialog, response);
  gtk_window_destroy (GTK_WINDOW (dialog));
  fixture_wait (is_gone, &there);
  fixture_wait (is_settled, window);
}

static void
forget_keys (void)
{
  const char *const credentials[] = { "PA-1", "PA-2", "PA-3", "PA-4" };

  for (guint i = 0; i < G_N_ELEMENTS (credentials); i++)
    {
      g_autofree char *path = sky_identity_default_path (credentials[i]);

      g_unlink (path);
    }
}

/* Nobody is registered, and then an investigator is and signed in. */
static SkyPeopleWindow *
open_registered (SkySession *session)
{
  SkyPeopleWindow *window;

  /* Nor are there keys of a run that was cut short. */
  forget_keys ();
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-1", "Ada Quinn");
  window = open_window (session);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (part (window, "pages")), ==, "empty");
  add (window, "PA-1", "Ada Quinn", SKY_PERSON_INVESTIGATOR);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (part (window, "pages")), ==, "list");
  g_assert_null (sky_people_window_get_notice (window));
  return window;
}

static void
test_register (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = sky_session_new (fixture->store);
  SkyPeopleWindow *window = open_registered (session);
  SkyPersonWindow *form;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  g_autofree char *path = sky_identity_default_path ("PA-1");
  g_autofree char *outer = g_build_filename (fixture->folder, "made-elsewhere.pem", NULL);
  guint64 n_signed = 0;
  GStatBuf status;

  /* The key is its owner's alone, and who registered themselves is signed in with it. */
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 077, ==, 0);
  {
    g_autoptr (SkyIdentity) opened = sky_identity_open (path, PASSPHRASE, &error);
    g_autoptr (SkyIdentity) signed_in =
        sky_review_desk_get_identity (sky_session_get_desk (session));

    g_assert_no_error (error);
    g_assert_cmpstr (sky_certificate_get_fingerprint (sky_identity_get_certificate (opened)), ==,
                     sky_certificate_get_fingerprint (sky_identity_get_certificate (signed_in)));
  }

  /* What is wrong in the form is said, and nothing is done. */
  form = sky_people_window_ask_register (window);
  {
    g_autofree char *trouble =
        fill_in (form, "PA-2", "Ben Ames", SKY_PERSON_OPERATOR, "another one");

    g_assert_nonnull (strstr (trouble, "passphrases differ"));
    fixture_close_window (form);
  }
  add (window, "PA-2", "Ben <Ames>", SKY_PERSON_OPERATOR);

  /* A key that was made elsewhere. */
  {
    g_autoptr (SkyIdentity) made = sky_identity_create ("PA-3", "Cy Dunn", 30, &error);
    g_autofree char *trouble = NULL;
    const SkyPerson *person;

    g_assert_no_error (error);
    sky_identity_save (made, outer, PASSPHRASE, &error);
    g_assert_no_error (error);
    form = sky_people_window_ask_register (window);
    adw_combo_row_set_selected (part (form, "source"), 1);
    sky_person_window_set_files (form, outer, NULL);
    trouble = fill_in (form, "PA-3", "Cy Dunn", SKY_PERSON_AUDITOR, "");
    g_assert_cmpstr (trouble, ==, NULL);
    fixture_wait (is_settled, window);
    g_assert_cmpuint (sky_people_window_get_people (window)->len, ==, 3);
    person = sky_people_window_get_people (window)->pdata[2];
    g_assert_cmpint (person->role, ==, SKY_PERSON_AUDITOR);
    g_assert_cmpint (person->expires, ==,
                     sky_certificate_get_not_after (sky_identity_get_certificate (made)));
  }

  fixture_close_window (window);
  fixture_finalize (session);
  {
    g_autoptr (SkyStore) store = sky_store_open (fixture->store, SKY_STORE_READ_ONLY, &error);

    faults = sky_ledger_verify_signed (store, NULL, &n_signed, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (faults->len, ==, 0);
    g_assert_cmpuint (n_signed, ==, 3);
  }
  forget_keys ();
}

static void
test_expire_and_revoke (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = sky_session_new (fixture->store);
  SkyPeopleWindow *window = open_registered (session);
  AdwMessageDialog *dialog;
  const SkyPerson *person;
  SkyDay day = sky_day_of_time (g_get_real_time ()) + 10;
  SkyTime midnight = (SkyTime) day * 24 * SKY_HOUR;
  char text[SKY_DAY_TEXT_SIZE];

  sky_day_format (day, text);
  add (window, "PA-2", "Ben Ames", SKY_PERSON_OPERATOR);

  /* What is no day cannot be accepted, and who calls it off changes nothing. */
  dialog = sky_people_window_ask_expire (window, "PA-2");
  gtk_editable_set_text (GTK_EDITABLE (adw_message_dialog_get_extra_child (dialog)), "soon");
  g_assert_false (adw_message_dialog_get_response_enabled (dialog, "accept"));
  answer (window, dialog, text, "cancel");
  person = sky_people_find (sky_people_window_get_people (window), "PA-2");
  g_assert_cmpint (person->expires, !=, midnight);

  answer (window, sky_people_window_ask_expire (window, "PA-2"), text, "accept");
  g_assert_cmpstr (sky_people_window_get_trouble (window), ==, "");
  person = sky_people_find (sky_people_window_get_people (window), "PA-2");
  g_assert_cmpint (person->expires, ==, midnight);
  answer (window, sky_people_window_ask_expire (window, "PA-2"), "", "accept");
  person = sky_people_find (sky_people_window_get_people (window), "PA-2");
  g_assert_cmpint (person->expires, <=, g_get_real_time ());

  dialog = sky_people_window_ask_revoke (window, "PA-2");
  g_assert_false (adw_message_dialog_get_response_enabled (dialog, "accept"));
  answer (window, dialog, "Lost the key", "accept");
  g_assert_cmpstr (sky_people_window_get_trouble (window), ==, "");
  person = sky_people_find (sky_people_window_get_people (window), "PA-2");
  g_assert_cmpint (person->revocation, >, 0);
  g_assert_cmpstr (person->reason, ==, "Lost the key");

  fixture_close_window (window);
  fixture_finalize (session);
  forget_keys ();
}

static void
test_refusal (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = sky_session_new (fixture->store);
  SkyPeopleWindow *window = open_registered (session);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = sky_identity_default_path ("PA-2");
  g_autofree char *fourth = sky_identity_default_path ("PA-4");
  g_autoptr (SkyIdentity) ben = NULL;
  SkyPersonWindow *form;
  g_autofree char *trouble = NULL;
  const SkyPerson *person;

  add (window, "PA-2", "Ben Ames", SKY_PERSON_OPERATOR);
  fixture_close_window (window);

  /* Nobody is signed in: that is said, and leads there. */
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-9", "Nobody");
  window = open_window (session);
  g_assert_nonnull (strstr (sky_people_window_get_notice (window), "PA-9"));
  fixture_close_window (window);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-1", "Ada Quinn");
  window = open_window (session);
  g_assert_nonnull (strstr (sky_people_window_get_notice (window), "No one is signed in"));
  g_assert_true (gtk_widget_get_visible (part (window, "sign_in")));
  g_assert_false (gtk_widget_get_sensitive (part (window, "add")));
  fixture_close_window (window);

  /* An operator is told, and whoever gets around the buttons is refused by the store. */
  ben = sky_identity_open (path, PASSPHRASE, &error);
  g_assert_no_error (error);
  sky_review_desk_set_reviewer (sky_session_get_desk (session), "PA-2", "Ben Ames");
  sky_review_desk_sign_in (sky_session_get_desk (session), ben);
  window = open_window (session);
  g_assert_nonnull (strstr (sky_people_window_get_notice (window), "operator"));
  g_assert_false (gtk_widget_get_visible (part (window, "sign_in")));
  g_assert_false (gtk_widget_get_sensitive (part (window, "add")));

  answer (window, sky_people_window_ask_revoke (window, "PA-1"), "Spite", "accept");
  g_assert_nonnull (strstr (sky_people_window_get_trouble (window), "may not do that"));
  person = sky_people_find (sky_people_window_get_people (window), "PA-1");
  g_assert_cmpint (person->revocation, ==, 0);

  form = sky_people_window_ask_register (window);
  trouble = fill_in (form, "PA-4", "Dee Eads", SKY_PERSON_INVESTIGATOR, PASSPHRASE);
  g_assert_nonnull (strstr (trouble, "may not do that"));
  g_assert_false (g_file_test (fourth, G_FILE_TEST_EXISTS));
  fixture_close_window (form);

  fixture_close_window (window);
  fixture_finalize (session);
  forget_keys ();
}

/* Who sits here stands in the header; somebody else takes the desk there, and says nothing in the
 * name of who sat there before. */
static void
test_who (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkySession *session = fixture_open_session (fixture);
  SkyWindow *window = fixture_open_window (session);
  SkyReviewDesk *desk = sky_session_get_desk (session);
  g_autoptr (GSettings) settings = g_settings_new (SKY_APP_ID);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.who", NULL);
  fixture_wait (fixture_is_mapped, part (window->who, "popover"));
  /* Without a credential nobody takes it. */
  const char *before = sky_review_desk_get_credential (desk);
  type (window->who, "other_name", "Rae Viewer");
  g_signal_emit_by_name (part (window->who, "other_name"), "activate");
  g_assert_true (gtk_widget_has_css_class (part (window->who, "other_credential"), "error"));
  g_assert_cmpstr (sky_review_desk_get_credential (desk), ==, before);

  type (window->who, "other_credential", " PA-901 ");
  g_assert_false (gtk_widget_has_css_class (part (window->who, "other_credential"), "error"));
  g_signal_emit_by_name (part (window->who, "other_credential"), "activate");
  g_assert_cmpstr (sky_review_desk_get_credential (desk), ==, "PA-901");
  g_assert_cmpstr (sky_review_desk_get_name (desk), ==, "Rae Viewer");
  g_assert_cmpstr (gtk_label_get_label (part (window->who, "name")), ==, "Rae Viewer · PA-901");
  g_assert_true (gtk_widget_get_visible (part (window->who, "sign_in")));
  g_assert_false (gtk_widget_get_visible (part (window->who, "sign_out")));

  g_autoptr (GError) error = NULL;
  g_autoptr (SkyIdentity) identity = sky_identity_create ("PA-901", "Rae Viewer", 30, &error);
  g_assert_no_error (error);
  sky_review_desk_sign_in (desk, identity);
  g_assert_false (gtk_widget_get_visible (part (window->who, "sign_in")));
  g_assert_true (gtk_widget_get_visible (part (window->who, "sign_out")));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.sign-out", NULL);
  g_assert_null (sky_review_desk_get_identity (desk));
  g_assert_true (gtk_widget_get_visible (part (window->who, "sign_in")));
  g_settings_reset (settings, "reviewer-credential");
  g_settings_reset (settings, "reviewer-name");
  fixture_close_window (window);
  fixture_finalize (session);
}

int
main (int argc, char **argv)
{
  g_autofree char *data = NULL;

  g_test_init (&argc, &argv, NULL);
  /* Keys go into a folder of the test's own. */
  data = g_test_build_filename (G_TEST_BUILT, "people-window-data", NULL);
  g_setenv ("XDG_DATA_HOME", data, TRUE);
  gtk_init ();
  adw_init ();
  g_test_add_func ("/people-window/register", test_register);
  g_test_add_func ("/people-window/expire-and-revoke", test_expire_and_revoke);
  g_test_add_func ("/people-window/refusal", test_refusal);
  g_test_add_func ("/people-window/who", test_who);
  return fixture_run_tests ();
}
