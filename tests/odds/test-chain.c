/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-chain.h"

static void
assert_fraction (mpq_t value, const char *expected)
{
  g_autofree char *buffer = g_malloc (mpz_sizeinbase (mpq_numref (value), 10)
                                      + mpz_sizeinbase (mpq_denref (value), 10) + 3);

  g_assert_cmpstr (mpq_get_str (buffer, 10, value), ==, expected);
}

/* A fair walk between 0 and 4 from 1: the top is reached once in four. */
static void
test_ruin (void)
{
  g_autoptr (SkyChain) chain = sky_chain_new ();
  mpq_t p[2];

  mpq_inits (p[0], p[1], NULL);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (sky_chain_add_state (chain), ==, i);
  sky_chain_add_end (chain, 0, 0, 1);
  sky_chain_add_move (chain, 0, 1, 1);
  sky_chain_add_move (chain, 1, 0, 1);
  sky_chain_add_move (chain, 1, 2, 1);
  sky_chain_add_move (chain, 2, 1, 1);
  sky_chain_add_end (chain, 2, 1, 1);
  sky_chain_solve (chain, p, 2);
  assert_fraction (p[0], "3/4");
  assert_fraction (p[1], "1/4");
  mpq_clears (p[0], p[1], NULL);
}

/* The Pass Bet wins 244 times in 495: a come out roll and one state a point. */
static void
test_pass (void)
{
  static const guint points[] = { 4, 5, 6, 8, 9, 10 };
  static const gulong ways[] = { 3, 4, 5, 5, 4, 3 };
  g_autoptr (SkyChain) chain = sky_chain_new ();
  mpq_t p[2];

  mpq_inits (p[0], p[1], NULL);
  sky_chain_add_state (chain);
  sky_chain_add_end (chain, 0, 0, 8);
  sky_chain_add_end (chain, 0, 1, 4);
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    {
      guint state = sky_chain_add_state (chain);

      sky_chain_add_move (chain, 0, state, ways[i]);
      sky_chain_add_move (chain, state, state, 30 - ways[i]);
      sky_chain_add_end (chain, state, 0, ways[i]);
      sky_chain_add_end (chain, state, 1, 6);
    }
  sky_chain_solve (chain, p, 2);
  assert_fraction (p[0], "244/495");
  assert_fraction (p[1], "251/495");
  mpq_clears (p[0], p[1], NULL);
}

/* Two cycles that share a state, and ways of the same state added twice. */
static void
test_cycles (void)
{
  g_autoptr (SkyChain) chain = sky_chain_new ();
  mpq_t p[1];

  mpq_init (p[0]);
  for (guint i = 0; i < 3; i++)
    sky_chain_add_state (chain);
  sky_chain_add_move (chain, 0, 1, 1);
  sky_chain_add_move (chain, 0, 1, 1);
  sky_chain_add_move (chain, 0, 2, 1);
  sky_chain_add_move (chain, 1, 0, 5);
  sky_chain_add_end (chain, 1, 0, 1);
  sky_chain_add_move (chain, 2, 0, 1);
  sky_chain_solve (chain, p, 1);
  assert_fraction (p[0], "1");
  mpq_clear (p[0]);
}

/* A long line of states: no recursion, no n² of memory. */
static void
test_long (void)
{
  g_autoptr (SkyChain) chain = sky_chain_new ();
  guint n = 50000;
  mpq_t p[2];

  mpq_inits (p[0], p[1], NULL);
  for (guint i = 0; i < n; i++)
    sky_chain_add_state (chain);
  for (guint i = 0; i + 1 < n; i++)
    sky_chain_add_move (chain, i, i + 1, 3);
  sky_chain_add_end (chain, n - 1, 0, 1);
  sky_chain_add_end (chain, n - 1, 1, 2);
  sky_chain_solve (chain, p, 2);
  assert_fraction (p[0], "1/3");
  mpq_clears (p[0], p[1], NULL);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chain/ruin", test_ruin);
  g_test_add_func ("/chain/pass", test_pass);
  g_test_add_func ("/chain/cycles", test_cycles);
  g_test_add_func ("/chain/long", test_long);
  return g_test_run ();
}
