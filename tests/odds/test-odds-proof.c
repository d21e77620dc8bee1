/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each printed object proves its own house edge, to a reader who knows nothing but what is printed:
 * the probabilities add up to 1, and what each outcome hands over, weighed by its probability,
 * comes to the edge with its sign turned. */
#include "config.h"

#include "sky-json.h"
#include "sky-odds.h"

#include <gmp.h>

#include <stdio.h>
#include <string.h>

static void
read_fraction (const SkyJsonNode *node, mpq_t value)
{
  g_autofree char *text = NULL;

  g_assert_nonnull (node);
  g_assert_cmpint (node->kind, ==, SKY_JSON_TEXT);
  text = g_strndup (node->text.data, node->text.length);
  g_assert_cmpint (mpq_set_str (value, text, 10), ==, 0);
}

/* "7 to 6", "15 for 1", "lose", "push" and nothing else: what the patron is the richer for, by a
 * unit wagered. */
static void
read_pays (const SkyJsonNode *node, mpq_t value)
{
  g_autofree char *text = g_strndup (node->text.data, node->text.length);
  long a, b;
  char kind[4], rest;

  if (g_str_equal (text, "push"))
    mpq_set_si (value, 0, 1);
  else if (g_str_equal (text, "lose"))
    mpq_set_si (value, -1, 1);
  else if (sscanf (text, "%ld %3s %ld%c", &a, kind, &b, &rest) == 3 && g_str_equal (kind, "to"))
    mpq_set_si (value, a, (unsigned long) b);
  else if (sscanf (text, "%ld %3s %ld%c", &a, kind, &b, &rest) == 3 && g_str_equal (kind, "for"))
    mpq_set_si (value, a - b, (unsigned long) b);
  else
    g_error ("pays “%s” says nothing", text);
  mpq_canonicalize (value);
}

/* Adds @outcome's probability and what it comes to. */
static void
add_outcome (const SkyJsonNode *outcome, mpq_t all, mpq_t sum)
{
  const SkyJsonNode *net = sky_json_member (outcome, "net");
  const SkyJsonNode *pays = sky_json_member (outcome, "pays");
  mpq_t probability, value;

  mpq_inits (probability, value, NULL);
  g_assert_true ((net == NULL) != (pays == NULL));
  read_fraction (sky_json_member (outcome, "probability"), probability);
  if (net != NULL)
    read_fraction (net, value);
  else
    read_pays (pays, value);
  mpq_add (all, all, probability);
  mpq_mul (value, value, probability);
  mpq_add (sum, sum, value);
  mpq_clears (probability, value, NULL);
}

static void
assert_proves (const SkyJsonNode *object, const char *text)
{
  const SkyJsonNode *probability = sky_json_member (object, "probability");
  const SkyJsonNode *outcomes = sky_json_member (object, "outcomes");
  mpq_t win, lose, push, edge, all, sum, value;

  mpq_inits (win, lose, push, edge, all, sum, value, NULL);
  read_fraction (sky_json_member (probability, "win"), win);
  read_fraction (sky_json_member (probability, "lose"), lose);
  read_fraction (sky_json_member (probability, "push"), push);
  read_fraction (sky_json_member (object, "house_edge"), edge);
  mpq_add (all, win, lose);
  mpq_add (all, all, push);
  if (mpq_cmp_ui (all, 1, 1) != 0)
    g_error ("the probabilities do not add up: %s", text);

  mpq_set_ui (all, 0, 1);
  if (outcomes == NULL)
    {
      read_pays (sky_json_member (object, "pays"), value);
      mpq_mul (sum, win, value);
      mpq_sub (sum, sum, lose);
      mpq_set_ui (all, 1, 1);
    }
  else
    {
      const SkyJsonNode *outcome = sky_json_first (outcomes);

      for (guint i = 0; i < outcomes->n_children; i++, outcome = sky_json_next (outcome))
        add_outcome (outcome, all, sum);
    }
  mpq_add (sum, sum, edge);
  if (mpq_cmp_ui (all, 1, 1) != 0 || mpq_sgn (sum) != 0)
    g_error ("the house edge does not follow: %s", text);
  mpq_clears (win, lose, push, edge, all, sum, value, NULL);
}

/* A game's report, worked out once. */
static GPtrArray *
get_report (SkyGameId game)
{
  static GPtrArray *reports[SKY_N_GAMES];

  if (reports[game] == NULL)
    reports[game] = sky_odds_report (game);
  return reports[game];
}

static void
test_game (gconstpointer data)
{
  GPtrArray *lines = get_report (GPOINTER_TO_UINT (data));
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();

  g_assert_cmpuint (lines->len, >, 0);
  for (guint i = 0; i < lines->len; i++)
    {
      g_autoptr (GString) json = g_string_new (NULL);
      const SkyJsonNode *object;
      const char *cause = NULL;

      sky_odds_line_write_json (lines->pdata[i], json);
      object = sky_json_parse (parser, json->str, json->len, FALSE, &cause);
      g_assert_nonnull (object);
      assert_proves (object, json->str);
    }
}

/* One of @lines is printed as @json. */
static void
assert_printed (GPtrArray *lines, const char *json)
{
  for (guint i = 0; i < lines->len; i++)
    {
      g_autoptr (GString) printed = g_string_new (NULL);

      sky_odds_line_write_json (lines->pdata[i], printed);
      if (g_str_equal (printed->str, json))
        return;
    }
  g_error ("not printed: %s", json);
}

/* Worked out by hand: the parts of a Horn Bet, a vigorish collected with the bet, the Power Odds on
 * a quarter of a horn, on all of a C and E Bet and on the first throw for a Hardway. */
static void
test_by_hand (void)
{
  GPtrArray *craps = get_report (SKY_GAME_CRAPS);
  GPtrArray *roulette = get_report (SKY_GAME_ROULETTE);

  assert_printed (
      craps,
      "{\"game\":\"craps\",\"bet\":\"horn\",\"probability\":{\"win\":\"1/6\",\"lose\":\"5/6\","
      "\"push\":\"0\"},\"outcomes\":[{\"outcome\":\"2\",\"probability\":\"1/36\",\"net\":\"27/4\"},"
      "{\"outcome\":\"3\",\"probability\":\"1/18\",\"net\":\"3\"},"
      "{\"outcome\":\"11\",\"probability\":\"1/18\",\"net\":\"3\"},"
      "{\"outcome\":\"12\",\"probability\":\"1/36\",\"net\":\"27/4\"},"
      "{\"outcome\":\"lose\",\"probability\":\"5/6\",\"net\":\"-1\"}],\"house_edge\":\"1/8\","
      "\"cite\":\"58 Pa. Code § 623a.5(c)\"}");
  assert_printed (
      craps,
      "{\"game\":\"craps\",\"bet\":\"lay\",\"number\":4,\"vig_percent\":5,\"collect\":\"on_bet\","
      "\"probability\":{\"win\":\"2/3\",\"lose\":\"1/3\",\"push\":\"0\"},"
      "\"outcomes\":[{\"outcome\":\"win\",\"probability\":\"2/3\",\"net\":\"9/20\"},"
      "{\"outcome\":\"lose\",\"probability\":\"1/3\",\"net\":\"-21/20\"}],\"house_edge\":\"1/20\","
      "\"cite\":\"58 Pa. Code § 623a.5(g)(2)\"}");
  assert_printed (
      craps,
      "{\"game\":\"craps\",\"bet\":\"power_odds\",\"on\":\"horn\",\"totals\":[2,12],\"odds\":\"60 "
      "to 1\",\"probability\":{\"win\":\"1/6\",\"lose\":\"5/6\",\"push\":\"0\"},"
      "\"outcomes\":[{\"outcome\":\"2\",\"probability\":\"1/36\",\"net\":\"57/4\"},"
      "{\"outcome\":\"3\",\"probability\":\"1/18\",\"net\":\"3\"},"
      "{\"outcome\":\"11\",\"probability\":\"1/18\",\"net\":\"3\"},"
      "{\"outcome\":\"12\",\"probability\":\"1/36\",\"net\":\"57/4\"},"
      "{\"outcome\":\"lose\",\"probability\":\"5/6\",\"net\":\"-1\"}],\"house_edge\":\"-7/24\","
      "\"cite\":\"58 Pa. Code § 623b.5(d)\"}");
  assert_printed (
      craps,
      "{\"game\":\"craps\",\"bet\":\"power_odds\",\"on\":\"craps_eleven\",\"totals\":[2,3,12],"
      "\"odds\":\"4 to 1\",\"probability\":{\"win\":\"1/6\",\"lose\":\"5/6\",\"push\":\"0\"},"
      "\"outcomes\":[{\"outcome\":\"2\",\"probability\":\"1/36\",\"net\":\"4\"},"
      "{\"outcome\":\"3\",\"probability\":\"1/18\",\"net\":\"4\"},"
      "{\"outcome\":\"11\",\"probability\":\"1/18\",\"net\":\"7\"},"
      "{\"outcome\":\"12\",\"probability\":\"1/36\",\"net\":\"4\"},"
      "{\"outcome\":\"lose\",\"probability\":\"5/6\",\"net\":\"-1\"}],\"house_edge\":\"0\","
      "\"cite\":\"58 Pa. Code § 623b.5(d)\"}");
  assert_printed (
      craps,
      "{\"game\":\"craps\",\"bet\":\"power_odds\",\"on\":\"hardway\",\"number\":4,\"odds\":\"10 to "
      "1\",\"probability\":{\"win\":\"1/9\",\"lose\":\"8/9\",\"push\":\"0\"},"
      "\"outcomes\":[{\"probability\":\"8/9\",\"pays\":\"lose\"},"
      "{\"probability\":\"1/12\",\"pays\":\"7 to 1\"},"
      "{\"probability\":\"1/36\",\"pays\":\"10 to 1\"}],\"house_edge\":\"1/36\","
      "\"cite\":\"58 Pa. Code § 623b.5(d)\"}");
  assert_printed (
      roulette,
      "{\"game\":\"roulette\",\"bet\":\"five_adjacent\",\"wheel\":\"double_zero\","
      "\"probability\":{\"win\":\"5/38\",\"lose\":\"33/38\",\"push\":\"0\"},"
      "\"outcomes\":[{\"outcome\":\"win\",\"probability\":\"5/38\",\"net\":\"31/5\"},"
      "{\"outcome\":\"lose\",\"probability\":\"33/38\",\"net\":\"-1\"}],\"house_edge\":\"1/19\","
      "\"cite\":\"58 Pa. Code § 617a.4(a)\"}");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      g_autofree char *path = g_strdup_printf ("/odds/proof/%s", sky_game_id_to_name (id));

      g_test_add_data_func (path, GUINT_TO_POINTER (id), test_game);
    }
  g_test_add_func ("/odds/proof/by-hand", test_by_hand);
  return g_test_run ();
}
