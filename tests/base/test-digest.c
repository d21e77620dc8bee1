/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-digest.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The examples of FIPS 180-2, appendix B. */
#define ABC      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define TWO      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
#define NOTHING  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
#define TWO_TEXT "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"

static void
test_running (void)
{
  g_autoptr (SkyDigest) digest = sky_digest_new ();
  char hex[SKY_DIGEST_HEX_SIZE];

  sky_digest_peek (digest, hex);
  g_assert_cmpstr (hex, ==, NOTHING);

  sky_digest_update (digest, "abc", 3);
  sky_digest_peek (digest, hex);
  g_assert_cmpstr (hex, ==, ABC);

  /* Looking changes nothing. */
  sky_digest_peek (digest, hex);
  g_assert_cmpstr (hex, ==, ABC);

  sky_digest_update (digest, TWO_TEXT + 3, strlen (TWO_TEXT) - 3);
  sky_digest_peek (digest, hex);
  g_assert_cmpstr (hex, ==, TWO);
}

static void
test_bytes (void)
{
  guint8 raw[SKY_DIGEST_SIZE];
  char hex[SKY_DIGEST_HEX_SIZE];

  sky_digest_bytes (TWO_TEXT, strlen (TWO_TEXT), raw);
  sky_digest_to_hex (raw, hex);
  g_assert_cmpstr (hex, ==, TWO);
}

static void
test_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("skyward-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "three", NULL);
  g_autoptr (GError) error = NULL;
  gint cancelled = 0;
  char hex[SKY_DIGEST_HEX_SIZE];

  g_assert_true (g_file_set_contents (path, "abc", 3, NULL));
  g_assert_true (sky_digest_file (path, NULL, hex, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (hex, ==, ABC);

  g_assert_true (sky_digest_file (path, &cancelled, hex, &error));
  cancelled = 1;
  g_assert_false (sky_digest_file (path, &cancelled, hex, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_INTR);
  g_clear_error (&error);

  g_assert_false (sky_digest_file (folder, NULL, hex, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR);
  g_assert_nonnull (strstr (error->message, folder));
  g_clear_error (&error);

  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_false (sky_digest_file (path, NULL, hex, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);

  /* Nobody writes into the pipe: waiting for its end would never end. */
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_false (sky_digest_file (path, NULL, hex, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static gpointer
hash_for_ever (gpointer data)
{
  for (;;)
    {
      g_autoptr (SkyDigest) digest = sky_digest_new ();

      sky_digest_update (digest, "abc", 3);
    }
  return NULL;
}

static void
linger (void)
{
  g_usleep (200000);
}

/* A thread may hash while the program ends. */
static void
test_end (void)
{
  if (g_test_subprocess ())
    {
      /* Runs after what is registered later. */
      atexit (linger);
      sky_digest_init ();
      g_thread_unref (g_thread_new ("hash", hash_for_ever, NULL));
      g_usleep (50000);
      exit (EXIT_SUCCESS);
    }
  for (guint i = 0; i < 5; i++)
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_passed ();
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/digest/running", test_running);
  g_test_add_func ("/digest/bytes", test_bytes);
  g_test_add_func ("/digest/file", test_file);
  g_test_add_func ("/digest/end", test_end);

  return g_test_run ();
}
