/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-state.h"

/* What is visited: a number, a part of three, and a number after it. */
typedef struct
{
  int before;
  int within[3];
  int after;
} Thing;

static const Thing made = { 7, { 1, 300, 70000 }, 9 };

static void
visit (SkyState *state, Thing *thing, gboolean skips)
{
  sky_state_int (state, thing->before);
  sky_state_begin_part (state);
  if (skips)
    sky_state_skip_part (state);
  else
    sky_state_ints (state, thing->within);
  sky_state_end_part (state);
  sky_state_int (state, thing->after);
}

static GBytes *
write_thing (void)
{
  g_autoptr (SkyState) writer = sky_state_new_writer ();
  Thing thing = made;

  visit (writer, &thing, FALSE);
  g_assert_false (sky_state_is_refused (writer));
  return sky_state_get_bytes (writer);
}

static void
test_part (void)
{
  g_autoptr (GBytes) bytes = write_thing ();
  g_autoptr (SkyState) whole = sky_state_new_reader (bytes);
  g_autoptr (SkyState) skipping = sky_state_new_reader (bytes);
  Thing read = { 0 };
  Thing skipped = { 0 };

  visit (whole, &read, FALSE);
  g_assert_true (sky_state_is_complete (whole));
  g_assert_cmpmem (&read, sizeof read, &made, sizeof made);

  visit (skipping, &skipped, TRUE);
  g_assert_true (sky_state_is_complete (skipping));
  g_assert_cmpint (skipped.before, ==, made.before);
  g_assert_cmpint (skipped.within[0], ==, 0);
  g_assert_cmpint (skipped.after, ==, made.after);
}

/* A part that ends elsewhere than it says, or beyond the bytes, is refused, read or left out. */
static void
test_part_damaged (void)
{
  g_autoptr (GBytes) bytes = write_thing ();
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  for (gsize length = 0; length < size; length++)
    {
      g_autoptr (GBytes) cut = g_bytes_new (data, length);
      g_autoptr (SkyState) whole = sky_state_new_reader (cut);
      g_autoptr (SkyState) skipping = sky_state_new_reader (cut);
      Thing thing = { 0 };

      visit (whole, &thing, FALSE);
      g_assert_false (sky_state_is_complete (whole));
      visit (skipping, &thing, TRUE);
      g_assert_false (sky_state_is_complete (skipping));
    }

  /* The size of the part comes after a number of one byte. */
  for (int by = -1; by <= 100; by += 101)
    {
      g_autofree guint8 *changed = g_memdup2 (data, size);
      changed[1] = (guint8) (changed[1] + by);
      g_autoptr (GBytes) wrong = g_bytes_new (changed, size);
      g_autoptr (SkyState) whole = sky_state_new_reader (wrong);
      Thing thing = { 0 };

      visit (whole, &thing, FALSE);
      g_assert_true (sky_state_is_refused (whole));
    }
}

/* One of everything that can be visited. */
typedef struct
{
  gint64 numbers[4];
  double memory;
  char *text;
  char *none;
  GHashTable *texts;
  const char *table_texts[3];
  const int *rows[2];
  int *objects[3];
} All;

static const int rows[] = { 10, 20, 30 };
static const char *const names[] = { "first", "second" };

static gpointer
make_object (gpointer data)
{
  GPtrArray *made_objects = data;
  int *object = g_new0 (int, 1);

  g_ptr_array_add (made_objects, object);
  return object;
}

static void
visit_all (SkyState *state, All *all)
{
  if (sky_state_is_reading (state))
    sky_state_ints (state, all->numbers);
  else
    sky_state_write_numbers (state, all->numbers, G_N_ELEMENTS (all->numbers));
  sky_state_memory (state, &all->memory, sizeof all->memory);
  sky_state_memory (state, NULL, 0);
  sky_state_text (state, &all->text);
  sky_state_text (state, &all->none);
  sky_state_texts (state, all->texts);
  for (guint i = 0; i < G_N_ELEMENTS (all->table_texts); i++)
    sky_state_table_text (state, &all->table_texts[i]);
  for (guint i = 0; i < G_N_ELEMENTS (all->rows); i++)
    sky_state_row (state, (gconstpointer *) &all->rows[i], rows, G_N_ELEMENTS (rows),
                   sizeof rows[0]);
  for (guint i = 0; i < G_N_ELEMENTS (all->objects); i++)
    sky_state_object (state, (gpointer *) &all->objects[i]);
  for (guint i = 0; i < sky_state_n_objects (state); i++)
    sky_state_int (state, *(int *) sky_state_get_object (state, i));
}

static GHashTable *
texts_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* Texts of tables and objects come twice, so that the second is only their number. */
static GBytes *
write_all (void)
{
  g_autoptr (SkyState) writer = sky_state_new_writer ();
  g_autoptr (GHashTable) texts = texts_new ();
  int objects[] = { 5, -6 };
  All all = { .numbers = { G_MININT64, -1, 300, G_MAXINT64 },
              .memory = 0.5,
              .text = (char *) "a dealer",
              .texts = texts,
              .table_texts = { names[1], NULL, names[1] },
              .rows = { &rows[2], NULL },
              .objects = { &objects[1], &objects[0], &objects[1] } };

  g_hash_table_add (texts, g_strdup ("one"));
  g_hash_table_add (texts, g_strdup ("other"));
  /* What was refused is forgotten when it is written anew. */
  visit_all (writer, &all);
  sky_state_refuse (writer);
  g_assert_null (sky_state_get_bytes (writer));
  sky_state_write_anew (writer);
  visit_all (writer, &all);
  g_assert_false (sky_state_is_refused (writer));
  return sky_state_get_bytes (writer);
}

/* Reads @bytes into @all. Returns whether they are complete. */
static gboolean
read_all (GBytes *bytes, All *all, GPtrArray *made_objects)
{
  g_autoptr (SkyState) reader = sky_state_new_reader (bytes);

  *all = (All){ .texts = texts_new () };
  sky_state_set_objects (reader, make_object, made_objects);
  visit_all (reader, all);
  return sky_state_is_complete (reader);
}

static void
clear_all (All *all)
{
  g_free (all->text);
  g_free (all->none);
  g_hash_table_unref (all->texts);
}

static void
test_all (void)
{
  g_autoptr (GBytes) bytes = write_all ();
  g_autoptr (GPtrArray) objects = g_ptr_array_new_with_free_func (g_free);
  All all;

  g_assert_true (read_all (bytes, &all, objects));
  g_assert_cmpint (all.numbers[0], ==, G_MININT64);
  g_assert_cmpint (all.numbers[1], ==, -1);
  g_assert_cmpint (all.numbers[2], ==, 300);
  g_assert_cmpint (all.numbers[3], ==, G_MAXINT64);
  g_assert_cmpfloat (all.memory, ==, 0.5);
  g_assert_cmpstr (all.text, ==, "a dealer");
  g_assert_null (all.none);
  g_assert_cmpuint (g_hash_table_size (all.texts), ==, 2);
  g_assert_true (g_hash_table_contains (all.texts, "one"));
  g_assert_true (g_hash_table_contains (all.texts, "other"));
  g_assert_cmpstr (all.table_texts[0], ==, names[1]);
  g_assert_null (all.table_texts[1]);
  g_assert_true (all.table_texts[2] == all.table_texts[0]);
  g_assert_true (all.rows[0] == &rows[2]);
  g_assert_null (all.rows[1]);
  g_assert_cmpuint (objects->len, ==, 2);
  g_assert_true (all.objects[0] == all.objects[2]);
  g_assert_cmpint (*all.objects[0], ==, -6);
  g_assert_cmpint (*all.objects[1], ==, 5);
  clear_all (&all);
}

/* Bytes that end early are never complete; a changed byte may mean something else, but never harms,
 * and no pointer leads elsewhere than into its table. */
static void
test_all_damaged (void)
{
  g_autoptr (GBytes) bytes = write_all ();
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  guint n_refused = 0;

  for (gsize length = 0; length < size; length++)
    {
      g_autoptr (GBytes) cut = g_bytes_new (data, length);
      g_autoptr (GPtrArray) objects = g_ptr_array_new_with_free_func (g_free);
      All all;

      g_assert_false (read_all (cut, &all, objects));
      clear_all (&all);
    }
  for (gsize at = 0; at < size; at++)
    for (guint byte = 0; byte < 256; byte++)
      {
        g_autofree guint8 *changed = g_memdup2 (data, size);
        changed[at] = (guint8) byte;
        g_autoptr (GBytes) wrong = g_bytes_new (changed, size);
        g_autoptr (GPtrArray) objects = g_ptr_array_new_with_free_func (g_free);
        All all;

        n_refused += !read_all (wrong, &all, objects);
        g_assert_true (all.rows[0] == NULL
                       || (all.rows[0] >= rows && all.rows[0] < rows + G_N_ELEMENTS (rows)));
        g_assert_cmpuint (objects->len, <=, G_N_ELEMENTS (all.objects));
        clear_all (&all);
      }
  g_assert_cmpuint (n_refused, >, 0);
}

/* A count beyond its limit, and a row of another table, cannot be written. */
static void
test_refused (void)
{
  static const int elsewhere[] = { 1 };
  g_autoptr (SkyState) counting = sky_state_new_writer ();
  g_autoptr (SkyState) pointing = sky_state_new_writer ();
  gconstpointer row = elsewhere;

  g_assert_cmpuint (sky_state_count (counting, 11, 10), ==, 0);
  g_assert_null (sky_state_get_bytes (counting));
  sky_state_row (pointing, &row, rows, G_N_ELEMENTS (rows), sizeof rows[0]);
  g_assert_null (sky_state_get_bytes (pointing));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/state/part", test_part);
  g_test_add_func ("/state/part-damaged", test_part_damaged);
  g_test_add_func ("/state/all", test_all);
  g_test_add_func ("/state/all-damaged", test_all_damaged);
  g_test_add_func ("/state/refused", test_refused);
  return g_test_run ();
}
