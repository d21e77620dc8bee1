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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/state/part", test_part);
  g_test_add_func ("/state/part-damaged", test_part_damaged);
  return g_test_run ();
}
