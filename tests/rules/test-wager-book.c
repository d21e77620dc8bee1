/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wagers by their ids, whatever these look like: each is found, and no id is taken twice. */
#include "config.h"

#include "sky-wager-book.h"

#include <string.h>

static SkyText
text_of (const char *text)
{
  return (SkyText){ text, strlen (text) };
}

/* Adds @id unless it is there; what is there is found under its own id and no other. */
static void
add (SkyWagerBook *book, GHashTable *known, const char *id)
{
  SkyWager *there = g_hash_table_lookup (known, id);
  SkyWager *wager;

  g_assert_true (sky_wager_book_find (book, text_of (id)) == there);
  wager = sky_wager_book_add (book, text_of (id));
  if (there != NULL)
    {
      g_assert_null (wager);
      return;
    }
  g_assert_nonnull (wager);
  g_assert_cmpstr (wager->id, ==, id);
  g_hash_table_insert (known, g_strdup (id), wager);
  g_assert_true (sky_wager_book_find (book, text_of (id)) == wager);
}

static void
check_all (SkyWagerBook *book, GHashTable *known)
{
  GHashTableIter iter;
  gpointer id, wager;

  g_assert_cmpuint (sky_wager_book_get_n_wagers (book), ==, g_hash_table_size (known));
  g_hash_table_iter_init (&iter, known);
  while (g_hash_table_iter_next (&iter, &id, &wager))
    {
      g_assert_true (sky_wager_book_find (book, text_of (id)) == wager);
      g_assert_cmpstr (((SkyWager *) wager)->id, ==, id);
    }
}

#define N_FORMS 6

static char *
write_id (guint form, guint number)
{
  switch (form)
    {
    case 0:
      return g_strdup_printf ("w%u", number);
    case 1:
      return g_strdup_printf ("%u", number);
    case 2:
      return g_strdup_printf ("w%03u", number);
    case 3:
      return g_strdup_printf ("bet-%u", number);
    case 4:
      return g_strdup_printf ("%u-w", number);
    default:
      return g_strdup_printf ("seat 3, wager %u", number);
    }
}

/* Counting up, with what comes between. */
static void
test_counting (void)
{
  static const char *const between[] = {
    "",         "0",         "1",          "w",         "w0",        "w01",       "w09",
    "w010",     "v7",        "w-8",        "x0000007",  "12345678",  "123456789", "w99999999",
    "w9999999", "w12345678", "ww5",        "é1",        "w1:",       "w1/",       "w;",
    "wager 10", "99999999",  "w123456789", "w16777216", "w20000000",
  };

  for (guint start = 0; start < 3; start++)
    {
      g_autoptr (SkyWagerBook) book = sky_wager_book_new ();
      g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

      for (guint i = start; i < 12000; i++)
        {
          g_autofree char *id = write_id (start == 2, i);

          add (book, known, id);
          if (i % 400 == 9)
            add (book, known, between[i / 400 % G_N_ELEMENTS (between)]);
          /* A line that was lost, and one that came twice. */
          if (i % 1000 == 99)
            i++;
          if (i % 1000 == 500)
            add (book, known, id);
        }
      check_all (book, known);
    }
}

static void
test_any_order (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint run = 0; run < 20; run++)
    {
      g_autoptr (SkyWagerBook) book = sky_wager_book_new ();
      g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      guint most = 1u << g_rand_int_range (random, 4, 30);

      for (guint i = 0; i < 3000; i++)
        {
          guint number = (guint) g_rand_int_range (random, 0, (gint32) most);
          guint form = (guint) g_rand_int_range (random, 0, run % N_FORMS + 1);
          g_autofree char *id = write_id (form, number);

          add (book, known, id);
        }
      check_all (book, known);
    }
}

/* No text that is kept has a NUL in it: an id ends there. */
static void
test_nul (void)
{
  g_autoptr (SkyWagerBook) book = sky_wager_book_new ();
  SkyWager *first = sky_wager_book_add (book, (SkyText){ "w1\0x", 4 });

  g_assert_nonnull (first);
  g_assert_true (sky_wager_book_find (book, text_of ("w1")) == first);
  g_assert_true (sky_wager_book_find (book, (SkyText){ "w1\0", 3 }) == first);
  g_assert_null (sky_wager_book_add (book, (SkyText){ "w1\0yyyyyyyy", 11 }));
  g_assert_null (sky_wager_book_find (book, text_of ("w")));
  g_assert_nonnull (sky_wager_book_add (book, (SkyText){ "w2\0", 3 }));
  g_assert_nonnull (sky_wager_book_find (book, text_of ("w2")));
  g_assert_null (sky_wager_book_add (book, text_of ("w2")));
  g_assert_nonnull (sky_wager_book_add (book, (SkyText){ "\0", 1 }));
  g_assert_null (sky_wager_book_add (book, text_of ("")));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wager-book/counting", test_counting);
  g_test_add_func ("/wager-book/any-order", test_any_order);
  g_test_add_func ("/wager-book/nul", test_nul);
  return g_test_run ();
}
