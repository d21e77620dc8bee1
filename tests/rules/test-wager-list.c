/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Those of a list that await a result are found whole and in order, however long it is. */
#include "config.h"

#include "sky-wager-list.h"

#define MOST    200
#define RESULTS 16

static void
check_list (const SkyWagerList *list, SkyWagerList *found)
{
  for (guint result = 0; result < RESULTS; result++)
    {
      guint n = 0;

      sky_wager_list_find (list, result, found);
      for (guint i = 0; i < list->len; i++)
        if (list->awaits[i] >> result & 1)
          {
            g_assert_cmpuint (n, <, found->len);
            g_assert_true (found->pdata[n++] == list->pdata[i]);
          }
      g_assert_cmpuint (found->len, ==, n);
    }
}

static void
test_find (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (SkyWagerList) list = sky_wager_list_new ();
  g_autoptr (SkyWagerList) found = sky_wager_list_new ();
  SkyWager *wagers = g_aligned_alloc0 (MOST, sizeof (SkyWager), SKY_WAGER_ALIGNMENT);

  check_list (list, found);
  for (guint len = 1; len <= MOST; len++)
    {
      sky_wager_list_add (list, &wagers[len - 1]);
      for (guint i = 0; i < len; i++)
        list->awaits[i] = (guint16) (g_rand_int (random) & g_rand_int (random));
      check_list (list, found);
    }
  /* What stood behind the last is there no more. */
  while (list->len > 0)
    {
      list->awaits[--list->len] = G_MAXUINT16;
      check_list (list, found);
    }
  g_aligned_free (wagers);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/wager-list/find", test_find);
  return g_test_run ();
}
