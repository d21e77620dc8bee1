/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a fuzzing target without libFuzzer: over each file of its corpus, and over as many damaged
 * ones made from it as MUTANTS says, or OWN_MUTANTS. The damage is the same in every run, so that a
 * failure can be met again: the number of the mutant is told. What ./dev fuzz found (the corpus's
 * folder "found") is fed once, as it is. */
#include "config.h"

#include "fuzz-target.h"

#include <string.h>

#define MUTANTS 2000
/* The same for a target that does the damage itself, which gets further with each. */
#define OWN_MUTANTS 500
#define MAX_DAMAGE  4

/* Pieces that a reader may stumble over. */
static const char *const pieces[] = {
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "\"",
  "\\",
  "\n",
  "\n\n",
  "\r\n",
  "null",
  "true",
  "-1",
  "0",
  "9223372036854775807",
  "-9223372036854775808",
  "18446744073709551615",
  "99999999999999999999999999",
  "1e400",
  "0.5",
  "\"\"",
  "\"\\u0000\"",
  "\"\\ud800\"",
  "\xff\xfe",
  "\xe2\x88",
  "{\"seq\":1}",
  "[[[[[[[[[[[[[[[[",
  "9999-12-31T23:59:60.999999Z",
  "0000-01-01T00:00:00Z",
};

/* Test data: a file of the corpus. */
typedef struct
{
  char *path;
} Seed;

static gsize
place (GRand *rand, const GByteArray *bytes)
{
  return (gsize) g_rand_int_range (rand, 0, (gint32) bytes->len + 1);
}

static void
insert (GByteArray *bytes, gsize at, const guint8 *data, gsize size)
{
  gsize rest = bytes->len - at;

  g_byte_array_set_size (bytes, bytes->len + (guint) size);
  memmove (bytes->data + at + size, bytes->data + at, rest);
  memcpy (bytes->data + at, data, size);
}

static void
damage (GRand *rand, GByteArray *bytes)
{
  gsize at = place (rand, bytes);
  gsize some = (gsize) g_rand_int_range (rand, 1, 40);
  gsize size = MIN (some, bytes->len - at);
  const char *piece = pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))];
  g_autofree guint8 *copy = NULL;

  switch (g_rand_int_range (rand, 0, 6))
    {
    case 0:
      if (size > 0)
        bytes->data[at] ^= (guint8) (1 << g_rand_int_range (rand, 0, 8));
      break;
    case 1:
      g_byte_array_set_size (bytes, (guint) at);
      break;
    case 2:
      if (size > 0)
        g_byte_array_remove_range (bytes, (guint) at, (guint) size);
      break;
    case 3:
      if (size == 0)
        break;
      copy = g_memdup2 (bytes->data + at, size);
      insert (bytes, place (rand, bytes), copy, size);
      break;
    case 4:
      insert (bytes, at, (const guint8 *) piece, strlen (piece));
      break;
    default:
      if (size > 0)
        g_byte_array_remove_range (bytes, (guint) at, (guint) size);
      insert (bytes, at, (const guint8 *) piece, strlen (piece));
      break;
    }
}

/* How LLVMFuzzerMutate() damages what it is given. */
static GRand *mutations;

/* A target need not have one. */
extern __typeof (LLVMFuzzerCustomMutator) LLVMFuzzerCustomMutator __attribute__ ((weak));

gsize
LLVMFuzzerMutate (guint8 *data, gsize size, gsize max_size)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, data, (guint) size);
  damage (mutations, bytes);
  size = MIN (bytes->len, max_size);
  if (size > 0)
    memcpy (data, bytes->data, size);
  return size;
}

static void
damage_own_way (GRand *rand, GByteArray *bytes)
{
  gsize size = bytes->len, room = 2 * size + 1024;

  g_byte_array_set_size (bytes, (guint) room);
  mutations = rand;
  size = LLVMFuzzerCustomMutator (bytes->data, size, room, g_rand_int (rand));
  g_byte_array_set_size (bytes, (guint) size);
}

static void
test_seed (gconstpointer data)
{
  const Seed *seed = data;
  g_autoptr (GRand) rand =
      g_rand_new_with_seed (g_str_hash (strrchr (seed->path, G_DIR_SEPARATOR)));
  const int n = LLVMFuzzerCustomMutator != NULL ? OWN_MUTANTS : MUTANTS;
  g_autofree char *contents = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (seed->path, &contents, &size, NULL));
  LLVMFuzzerTestOneInput ((const guint8 *) contents, size);

  for (int mutant = 0; mutant < n; mutant++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      int times = g_rand_int_range (rand, 1, MAX_DAMAGE + 1);

      g_test_message ("mutant %d", mutant);
      g_byte_array_append (bytes, (const guint8 *) contents, (guint) size);
      for (int i = 0; i < times; i++)
        if (LLVMFuzzerCustomMutator != NULL)
          damage_own_way (rand, bytes);
        else
          damage (rand, bytes);
      LLVMFuzzerTestOneInput (bytes->data, bytes->len);
    }
}

/* Each file of the folder @seed once. */
static void
test_found (gconstpointer data)
{
  const Seed *seed = data;
  g_autoptr (GDir) folder = g_dir_open (seed->path, 0, NULL);
  const char *name;

  g_assert_nonnull (folder);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (seed->path, name, NULL);
      g_autofree char *contents = NULL;
      gsize size;

      g_test_message ("%s", name);
      g_assert_true (g_file_get_contents (path, &contents, &size, NULL));
      LLVMFuzzerTestOneInput ((const guint8 *) contents, size);
    }
}

static void
seed_free (gpointer data)
{
  Seed *seed = data;

  g_free (seed->path);
  g_free (seed);
}

/* The corpus is the folder G_TEST_SRCDIR/fuzz/corpus/<first argument>. */
int
main (int argc, char **argv)
{
  g_autofree char *corpus = NULL;
  g_autoptr (GDir) folder = NULL;
  const char *name;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);

  corpus = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", argv[1], NULL);
  folder = g_dir_open (corpus, 0, NULL);
  g_assert_nonnull (folder);
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *test = g_strdup_printf ("/%s/%s", argv[1], name);
      Seed *seed = g_new0 (Seed, 1);

      seed->path = g_build_filename (corpus, name, NULL);
      g_test_add_data_func_full (test, seed, g_str_equal (name, "found") ? test_found : test_seed,
                                 seed_free);
    }

  return g_test_run ();
}
