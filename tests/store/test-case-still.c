/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stills in cases, and cases closed and opened again: what goes in, what is refused, and that a
 * still that was changed is known. */
#include "config.h"

#include "sky-case-still.h"

#include <glib/gstdio.h>
#include <string.h>

#include "sky-case.h"
#include "sky-review.h"
#include "store-samples.h"

static const SkyReviewer ada = { "PA-100001", "Ada Quinn" };

static const SkyCaseStill end_left = { .camera = "CR-01-A",
                                       .property = "Keystone",
                                       .table = "CR-01",
                                       .game = "craps",
                                       .gaming_day = 19665,
                                       .at = 1699128903250000 };

typedef struct
{
  Samples samples;
  SkyStore *store;
  gint64 id;
} Desk;

static void
set_up (Desk *self, gconstpointer engine)
{
  g_autoptr (GError) error = NULL;

  samples_set_up (&self->samples, engine);
  self->store = samples_open (&self->samples, SKY_STORE_READ_WRITE);
  g_assert_true (sky_store_open_case (self->store, &ada, "Window", &self->id, &error));
  g_assert_no_error (error);
}

static void
tear_down (Desk *self, gconstpointer unused)
{
  g_autofree char *folder = g_strconcat (sky_store_get_path (self->store), ".stills", NULL);
  g_autoptr (GDir) stills = g_dir_open (folder, 0, NULL);
  const char *name;

  while (stills != NULL && (name = g_dir_read_name (stills)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  sky_store_free (self->store);
  samples_tear_down (&self->samples, NULL);
}

/* A file that begins as a PNG does; the store looks no further into it. */
static GBytes *
png (const char *rest)
{
  g_autofree char *text = g_strconcat ("\x89PNG\r\n\x1a\n", rest, NULL);

  return g_bytes_new (text, strlen (text));
}

static void
add (Desk *self, const char *rest, char sha256[SKY_DIGEST_HEX_SIZE])
{
  g_autoptr (GBytes) bytes = png (rest);
  g_autoptr (GError) error = NULL;

  g_assert_true (sky_store_add_still (self->store, &ada, self->id, &end_left, bytes, "The hand.",
                                      sha256, &error));
  g_assert_no_error (error);
}

static void
assert_code (gboolean good, GError **error, SkyStoreError code)
{
  g_assert_false (good);
  g_assert_error (*error, SKY_STORE_ERROR, (gint) code);
  g_clear_error (error);
}

static gint64
count_entries (Desk *self)
{
  g_autoptr (GPtrArray) entries = sky_store_ledger_list (self->store, NULL, 0, 1000, NULL);

  return entries->len;
}

static void
test_add (Desk *self, gconstpointer unused)
{
  char sha256[SKY_DIGEST_HEX_SIZE];
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (SkyCase) found = NULL;
  g_autoptr (GBytes) there = NULL;
  g_autoptr (GBytes) bytes = png ("one");
  g_autofree char *path = NULL;
  GStatBuf status;

  add (self, "one", sha256);
  items = sky_store_list_case_items (self->store, self->id, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (items->len, ==, 1);
  const SkyCaseItem *item = items->pdata[0];
  g_assert_cmpint (item->kind, ==, SKY_CASE_STILL);
  g_assert_cmpstr (item->text, ==, "The hand.");
  g_assert_cmpstr (item->name, ==, "Ada Quinn");
  g_assert_nonnull (item->still);
  g_assert_cmpstr (item->still->sha256, ==, sha256);
  g_assert_cmpstr (item->still->camera, ==, "CR-01-A");
  g_assert_cmpstr (item->still->property, ==, "Keystone");
  g_assert_cmpstr (item->still->table, ==, "CR-01");
  g_assert_cmpstr (item->still->game, ==, "craps");
  g_assert_cmpint (item->still->gaming_day, ==, end_left.gaming_day);
  g_assert_cmpint (item->still->at, ==, end_left.at);
  found = sky_store_get_case (self->store, self->id, &error);
  g_assert_cmpuint (found->n_stills, ==, 1);

  there = sky_store_load_still (self->store, sha256, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (there, bytes));
  /* Nobody else reads what a camera saw, where it is a file. */
  path =
      sky_store_is_uri (self->samples.path) ? NULL : sky_store_get_still_path (self->store, sha256);
  if (path != NULL)
    {
      g_assert_cmpint (g_stat (path, &status), ==, 0);
      g_assert_cmpint (status.st_mode & 077, ==, 0);
    }

  assert_code (
      sky_store_add_still (self->store, &ada, self->id, &end_left, bytes, NULL, NULL, &error),
      &error, SKY_STORE_ERROR_REFUSED);
}

static void
test_remove (Desk *self, gconstpointer unused)
{
  char one[SKY_DIGEST_HEX_SIZE];
  char two[SKY_DIGEST_HEX_SIZE];
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GBytes) there = NULL;
  gint64 last;

  add (self, "one", one);
  add (self, "two", two);
  g_assert_true (sky_store_remove_still (self->store, &ada, self->id, one, &error));
  g_assert_no_error (error);
  items = sky_store_list_case_items (self->store, self->id, &error);
  g_assert_cmpuint (items->len, ==, 1);
  g_assert_cmpstr (((SkyCaseItem *) items->pdata[0])->still->sha256, ==, two);
  assert_code (sky_store_remove_still (self->store, &ada, self->id, one, &error), &error,
               SKY_STORE_ERROR_NOT_FOUND);
  assert_code (sky_store_remove_still (self->store, &ada, self->id, "../secret", &error), &error,
               SKY_STORE_ERROR_INVALID);
  /* The file stays: the ledger names it for good. */
  there = sky_store_load_still (self->store, one, &error);
  g_assert_no_error (error);

  /* Taking out is taken back as anything else is, and what follows from the ledger can be rebuilt.
   */
  last = count_entries (self);
  g_assert_true (sky_store_undo (self->store, &ada, last, NULL, SKY_REVIEW_ANY, NULL, &error));
  g_assert_true (sky_store_rebuild_reviews (self->store, &error));
  g_assert_no_error (error);
  g_clear_pointer (&items, g_ptr_array_unref);
  items = sky_store_list_case_items (self->store, self->id, &error);
  g_assert_cmpuint (items->len, ==, 2);
  g_assert_cmpstr (((SkyCaseItem *) items->pdata[0])->still->sha256, ==, one);
}

static void
test_refused (Desk *self, gconstpointer unused)
{
  static const char *const wrong[] = {
    NULL,
    "{}",
    "{\"sha256\":\"../../etc\",\"camera\":\"A\",\"property\":\"K\",\"table\":\"T\","
    "\"game\":\"craps\",\"gaming_day\":\"2023-11-04\",\"at\":\"2023-11-05T01:00:00Z\"}",
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = png ("one");
  g_autoptr (GBytes) text = g_bytes_new_static ("no image", 8);
  g_autoptr (SkyStore) reader = NULL;
  g_autofree char *folder = g_strconcat (sky_store_get_path (self->store), ".stills", NULL);
  gint64 n = count_entries (self);

  assert_code (
      sky_store_add_still (self->store, &ada, self->id, &end_left, text, NULL, NULL, &error),
      &error, SKY_STORE_ERROR_INVALID);
  assert_code (
      sky_store_add_still (self->store, &ada, self->id + 9, &end_left, bytes, NULL, NULL, &error),
      &error, SKY_STORE_ERROR_NOT_FOUND);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    assert_code (sky_store_ledger_append (self->store, &ada, SKY_LEDGER_CASE_STILL, NULL, self->id,
                                          NULL, wrong[i], NULL, &error),
                 &error, SKY_STORE_ERROR_INVALID);
  g_assert_null (sky_store_load_still (self->store, "../../etc/passwd", &error));
  assert_code (FALSE, &error, SKY_STORE_ERROR_INVALID);
  reader = samples_open (&self->samples, SKY_STORE_READ_ONLY);
  assert_code (sky_store_add_still (reader, &ada, self->id, &end_left, bytes, NULL, NULL, &error),
               &error, SKY_STORE_ERROR_READ_ONLY);
  g_assert_cmpint (count_entries (self), ==, n);
  /* What was refused left no file. */
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
}

static void
test_changed (Desk *self, gconstpointer unused)
{
  char sha256[SKY_DIGEST_HEX_SIZE];
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  add (self, "one", sha256);
  path = sky_store_get_still_path (self->store, sha256);
  g_assert_true (g_file_set_contents (path, "\x89PNG\r\n\x1a\nOne", -1, NULL));
  g_assert_null (sky_store_load_still (self->store, sha256, &error));
  assert_code (FALSE, &error, SKY_STORE_ERROR_DAMAGED);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_null (sky_store_load_still (self->store, sha256, &error));
  assert_code (FALSE, &error, SKY_STORE_ERROR_NOT_FOUND);
}

static void
test_reopen (Desk *self, gconstpointer unused)
{
  static const SkyCaseItemKind kinds[] = { SKY_CASE_RENAMING, SKY_CASE_CLOSING, SKY_CASE_REOPENING,
                                           SKY_CASE_STILL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = png ("one");
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (SkyCase) found = NULL;

  assert_code (
      sky_store_reopen_case (self->store, &ada, self->id, "Why not.", SKY_CASE_ANY, &error), &error,
      SKY_STORE_ERROR_REFUSED);
  assert_code (sky_store_close_case (self->store, &ada, self->id, "", SKY_CASE_ANY, &error), &error,
               SKY_STORE_ERROR_REFUSED);
  g_assert_true (
      sky_store_rename_case (self->store, &ada, self->id, "The window", SKY_CASE_ANY, &error));
  g_assert_true (sky_store_close_case (self->store, &ada, self->id, "Done.", SKY_CASE_ANY, &error));
  assert_code (
      sky_store_add_still (self->store, &ada, self->id, &end_left, bytes, NULL, NULL, &error),
      &error, SKY_STORE_ERROR_REFUSED);
  assert_code (sky_store_reopen_case (self->store, &ada, self->id, NULL, SKY_CASE_ANY, &error),
               &error, SKY_STORE_ERROR_REFUSED);
  g_assert_true (
      sky_store_reopen_case (self->store, &ada, self->id, "The Board asks.", SKY_CASE_ANY, &error));
  g_assert_no_error (error);
  add (self, "one", NULL);

  found = sky_store_get_case (self->store, self->id, &error);
  g_assert_false (found->closed);
  g_assert_cmpstr (found->title, ==, "The window");
  items = sky_store_list_case_items (self->store, self->id, &error);
  g_assert_cmpuint (items->len, ==, G_N_ELEMENTS (kinds));
  for (guint i = 0; i < items->len; i++)
    g_assert_cmpint (((SkyCaseItem *) items->pdata[i])->kind, ==, kinds[i]);
  g_assert_cmpstr (((SkyCaseItem *) items->pdata[2])->text, ==, "The Board asks.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) SAMPLES_ADD (name, Desk, set_up, func, tear_down)
  ADD ("/case-still/add", test_add);
  ADD ("/case-still/remove", test_remove);
  ADD ("/case-still/refused", test_refused);
  g_test_add ("/sqlite/case-still/changed", Desk, NULL, set_up, test_changed, tear_down);
  ADD ("/case/reopen", test_reopen);
  return g_test_run ();
}
