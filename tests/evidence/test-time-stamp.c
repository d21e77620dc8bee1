/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time stamps asked for with TLS: of an authority that is trusted, of one that is not, and of one
 * that says nothing. What a stamp comes to in a package is in test-export.c. */
#include "config.h"

#include <openssl/x509.h>
#include <string.h>

#include "package-fixture.h"
#include "sky-evidence-error.h"
#include "sky-time-stamp.h"
#include "time-stamp-authority.h"

static void
refused (const char *url, GBytes *data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (sky_time_stamp_request (url, data, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_TIME_STAMP);
  g_assert_true (g_str_has_prefix (error->message, url));
}

static void
test_tls (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *top = g_dir_make_tmp ("sky-stamp-XXXXXX", &error);
  g_autofree char *folder = g_build_filename (top, "tsa", NULL);
  g_autofree char *clean = g_strdup_printf ("rm -rf '%s'", top);
  g_autoptr (TimeStampAuthority) authority = time_stamp_authority_new (folder, TRUE);
  g_autofree char *certificate = time_stamp_authority_get_certificate (authority);
  const char *url = time_stamp_authority_get_url (authority);
  g_autoptr (GBytes) data = g_bytes_new_static ("words", 5);
  g_autoptr (GBytes) stamp = NULL;
  g_autoptr (SkyTimeStamp) read = NULL;
  g_autofree char *elsewhere = g_strconcat ("https://127.0.0.2", strrchr (url, ':'), NULL);

  /* Nobody vouches for it. */
  refused (url, data);
  g_setenv (X509_get_default_cert_file_env (), certificate, TRUE);
  stamp = sky_time_stamp_request (url, data, &error);
  g_assert_no_error (error);
  read = sky_time_stamp_verify (stamp, data, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (sky_certificate_get_name (read->authority), ==, "Test TSA");
  g_assert_cmpuint (read->above->len, ==, 1);
  g_assert_false (read->is_self_made);
  /* The certificate is of another address. */
  refused (elsewhere, data);
  g_unsetenv (X509_get_default_cert_file_env ());
  g_free (package_run (top, 0, clean));
}

static void
test_nobody (void)
{
  g_autoptr (GBytes) data = g_bytes_new_static ("words", 5);

  refused ("gopher://127.0.0.1/", data);
  refused ("nonsense", data);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-stamp/tls", test_tls);
  g_test_add_func ("/time-stamp/nobody", test_nobody);
  return g_test_run ();
}
