/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-history.h"

#include "sky-count-list-private.h"
#include "sky-detector.h"
#include "sky-json-writer.h"
#include "sky-odds-ratio.h"
#include "sky-rate-interval.h"
#include "sky-tilt.h"
#include "sky-win-law.h"

#include <math.h>
#include <string.h>

/* A round with more wagers, or one that pays more to 1, is damaged; gains stay within cents. */
#define MAX_WAGERS 100000
#define MAX_PAYS   1000

/* --- Reading ------------------------------------------------------------------------------------
 */

static gboolean refuse (char **cause, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (char **cause, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  *cause = g_strdup_vprintf (format, args);
  va_end (args);
  return FALSE;
}

static gint64
sum (const gint64 *counts, guint n)
{
  gint64 total = 0;

  for (guint i = 0; i < n; i++)
    total += counts[i];
  return total;
}

/* --- Writing ------------------------------------------------------------------------------------
 */

static void
add_number (GString *values, const char *name, long double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.17g", (double) number);
  sky_json_add_raw (values, name, text);
}

static void
add_week_number (GString *values, guint week, const char *what, long double number)
{
  g_autofree char *name = g_strdup_printf ("week%u.%s", week + 1, what);

  add_number (values, name, number);
}

static void
add_lead (GString *values, guint week, const char *lead)
{
  g_autofree char *name = g_strdup_printf ("week%u.lead", week + 1);

  sky_json_add_string (values, name, lead);
}

/* --- Streams: a week at a time ------------------------------------------------------------------
 */

/* What of a stream is printed. */
typedef enum
{
  R_AND_LEAD,
  R_LEAD_AND_SINCE,
} Shown;

/* A kind of history that is a stream. */
typedef struct _Kind Kind;

struct _Kind
{
  const char *name;
  guint n_alternatives; /* 0: as many as arcs of the places */
  Shown shown;
  /* Reads a week and adds it to @ln_l, of nothing but zeros. Returns FALSE when it cannot be read;
   * *@active says whether there was anything to observe. */
  gboolean (*read_week) (const SkyJsonNode *history,
                         const SkyJsonNode *week,
                         guint places,
                         long double *ln_l,
                         gboolean *active,
                         char **cause);
  /* The lead as it is printed. Returns: a new string. */
  char *(*name_lead) (guint places, guint alternative);
};

static gboolean
read_arc_week (const SkyJsonNode *history,
               const SkyJsonNode *week,
               guint places,
               long double *ln_l,
               gboolean *active,
               char **cause)
{
  g_autofree gint64 *counts = g_new (gint64, places);

  if (!sky_count_list_read (week, counts, places))
    return refuse (cause, "not a list of %u counts", places);
  *active = sum (counts, places) > 0;
  sky_arcs_compare (places, counts, ln_l);
  return TRUE;
}

static gboolean
read_dice_week (const SkyJsonNode *history,
                const SkyJsonNode *week,
                guint places,
                long double *ln_l,
                gboolean *active,
                char **cause)
{
  gint64 counts[SKY_DICE_FACES];

  if (!sky_count_list_read (week, counts, SKY_DICE_FACES))
    return refuse (cause, "not a list of six counts");
  *active = sum (counts, SKY_DICE_FACES) > 0;
  sky_dice_compare (counts, ln_l);
  return TRUE;
}

static char *
name_dice_lead (guint places, guint alternative)
{
  return sky_dice_name (alternative);
}

static gboolean
read_sevens_week (const SkyJsonNode *history,
                  const SkyJsonNode *week,
                  guint places,
                  long double *ln_l,
                  gboolean *active,
                  char **cause)
{
  gint64 counts[2];

  if (!sky_count_list_read (week, counts, 2))
    return refuse (cause, "not two counts: sevens and other throws");
  *active = sum (counts, 2) > 0;
  sky_sevens_compare (counts[0], counts[1], ln_l);
  return TRUE;
}

static char *
name_sevens_lead (guint places, guint alternative)
{
  return sky_sevens_name (alternative);
}

static gboolean
read_rate_week (const SkyJsonNode *history,
                const SkyJsonNode *week,
                guint places,
                long double *ln_l,
                gboolean *active,
                char **cause)
{
  const SkyJsonNode *node;

  if (week->kind != SKY_JSON_ARRAY)
    return refuse (cause, "not a list of strata");
  node = sky_json_first (week);
  for (guint i = 0; i < week->n_children; i++, node = sky_json_next (node))
    {
      gint64 counts[4];
      SkyStratum stratum;

      if (!sky_count_list_read (node, counts, 4))
        return refuse (cause, "stratum %u is not four counts: x, n, N, E", i + 1);
      stratum = (SkyStratum){ counts[0], counts[1], counts[2], counts[3] };
      if (!sky_stratum_is_possible (&stratum))
        return refuse (cause, "stratum %u cannot be: x of n are a part of E of N", i + 1);
      *active = *active || stratum.n > 0;
      sky_rates_add (&sky_error_rates, &stratum, ln_l);
    }
  return TRUE;
}

static char *
name_rate_lead (guint places, guint alternative)
{
  return g_strdup_printf ("%d", sky_error_rates.ratios[alternative]);
}

/* The law of a round's wagers; @names is the wheel's pockets, in the order of the results. */
static gboolean
read_law (const SkyJsonNode *wagers, GStrv names, SkyMoney *gains, char **cause)
{
  const guint n = g_strv_length (names);
  const SkyJsonNode *wager;

  memset (gains, 0, n * sizeof *gains);
  if (wagers == NULL || wagers->kind != SKY_JSON_ARRAY)
    return refuse (cause, "“wagers” is not a list");
  if (wagers->n_children > MAX_WAGERS)
    return refuse (cause, "more than %d wagers in one round", MAX_WAGERS);
  wager = sky_json_first (wagers);
  for (guint i = 0; i < wagers->n_children; i++, wager = sky_json_next (wager))
    {
      g_autofree gboolean *covered = g_new0 (gboolean, n);
      const SkyJsonNode *pockets, *pocket, *pays, *amount;
      gint64 odds, stake;

      if (!sky_count_list_is (wager, 3) || sky_json_first (wager)->kind != SKY_JSON_ARRAY)
        return refuse (cause, "wager %u is not [pockets, pays, cents]", i + 1);
      pockets = sky_json_first (wager);
      pays = sky_json_next (pockets);
      amount = sky_json_next (pays);
      if (!sky_count_list_read_one (pays, &odds) || odds > MAX_PAYS)
        return refuse (cause, "wager %u does not pay a whole number to 1", i + 1);
      if (!sky_count_list_read_one (amount, &stake))
        return refuse (cause, "wager %u has no amount in cents", i + 1);
      pocket = sky_json_first (pockets);
      for (guint j = 0; j < pockets->n_children; j++, pocket = sky_json_next (pocket))
        {
          guint at = 0;

          while (at < n
                 && !(pocket->kind == SKY_JSON_TEXT && sky_text_is (pocket->text, names[at])))
            at++;
          if (at == n)
            return refuse (cause, "wager %u is on a pocket that the wheel does not have", i + 1);
          covered[at] = TRUE;
        }
      for (guint at = 0; at < n; at++)
        gains[at] += covered[at] ? odds * stake : -stake;
    }
  return TRUE;
}

/* The pockets of the history's wheel. Returns: a new NULL-terminated array, or NULL. */
static GStrv
read_wheel (const SkyJsonNode *history, char **cause)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autofree char *wheel = sky_json_dup_text (history, "wheel");
  const gboolean is_double = g_strcmp0 (wheel, "double_zero") == 0;

  if (!is_double && g_strcmp0 (wheel, "single_zero") != 0)
    {
      refuse (cause, "“wheel” is neither double_zero nor single_zero");
      return NULL;
    }
  for (int number = 0; number <= 36; number++)
    {
      g_autofree char *name = g_strdup_printf ("%d", number);

      g_strv_builder_add (names, name);
    }
  if (is_double)
    g_strv_builder_add (names, "00");
  return g_strv_builder_end (names);
}

static gboolean
read_win_week (const SkyJsonNode *history,
               const SkyJsonNode *week,
               guint places,
               long double *ln_l,
               gboolean *active,
               char **cause)
{
  g_auto (GStrv) names = read_wheel (history, cause);
  const SkyJsonNode *round;

  if (names == NULL)
    return FALSE;
  if (week->kind != SKY_JSON_ARRAY)
    return refuse (cause, "not a list of rounds");

  SkyWinLaw law = { .n_results = g_strv_length (names) };
  g_autofree SkyMoney *gains = g_new (SkyMoney, law.n_results);

  law.gains = gains;
  round = sky_json_first (week);
  for (guint i = 0; i < week->n_children; i++, round = sky_json_next (round))
    {
      g_autofree char *pocket = sky_json_dup_text (round, "pocket");
      g_autofree char *why = NULL;
      guint at = 0;

      if (!read_law (sky_json_member (round, "wagers"), names, gains, &why))
        return refuse (cause, "round %u: %s", i + 1, why);
      while (names[at] != NULL && g_strcmp0 (pocket, names[at]) != 0)
        at++;
      if (names[at] == NULL)
        return refuse (cause, "round %u: “pocket” is none of the wheel's", i + 1);
      if (sky_wins_add (&law, gains[at], ln_l))
        *active = TRUE;
    }
  return TRUE;
}

static gboolean
read_win_sums_week (const SkyJsonNode *history,
                    const SkyJsonNode *week,
                    guint places,
                    long double *ln_l,
                    gboolean *active,
                    char **cause)
{
  SkyWins wins;

  if (!sky_count_list_read_wins (week, &wins))
    return refuse (cause, "not “rounds”, “gain” and five “ln_l”");
  memcpy (ln_l, wins.ln_l, sizeof wins.ln_l);
  *active = wins.n_rounds > 0;
  return TRUE;
}

static char *
name_win_lead (guint places, guint alternative)
{
  return sky_wins_name (alternative);
}

static const Kind kinds[] = {
  { "arc", 0, R_LEAD_AND_SINCE, read_arc_week, sky_arcs_name },
  { "dice", SKY_N_DICE, R_LEAD_AND_SINCE, read_dice_week, name_dice_lead },
  { "sevens", SKY_N_SEVENS, R_LEAD_AND_SINCE, read_sevens_week, name_sevens_lead },
  { "rate", SKY_N_RATES, R_LEAD_AND_SINCE, read_rate_week, name_rate_lead },
  { "win", SKY_N_WINS, R_AND_LEAD, read_win_week, name_win_lead },
  { "win-sums", SKY_N_WINS, R_LEAD_AND_SINCE, read_win_sums_week, name_win_lead },
};

/* The member "weeks", a list. */
static const SkyJsonNode *
read_weeks (const SkyJsonNode *history, char **cause)
{
  const SkyJsonNode *weeks = sky_json_member (history, "weeks");

  if (weeks == NULL || weeks->kind != SKY_JSON_ARRAY)
    {
      refuse (cause, "“weeks” is not a list");
      return NULL;
    }
  return weeks;
}

static gboolean
compute_stream (const Kind *kind, const SkyJsonNode *history, GString *values, char **cause)
{
  const SkyJsonNode *weeks = read_weeks (history, cause), *week;
  g_autoptr (SkyDetector) detector = NULL;
  g_autofree long double *ln_l = NULL;
  guint n = kind->n_alternatives;
  gint64 places = 0;

  if (weeks == NULL)
    return FALSE;
  if (n == 0
      && (!sky_count_list_read_one (sky_json_member (history, "categories"), &places)
          || (places != 37 && places != 38 && places != 54)))
    return refuse (cause, "“categories” is not 37, 38 or 54");
  if (n == 0)
    n = sky_arcs_number (places);
  detector = sky_detector_new (n);
  ln_l = g_new (long double, n);
  week = sky_json_first (weeks);
  for (guint k = 0; k < weeks->n_children; k++, week = sky_json_next (week))
    {
      g_autofree char *lead = NULL;
      g_autofree char *why = NULL;
      gboolean active = FALSE;

      for (guint a = 0; a < n; a++)
        ln_l[a] = 0;
      if (!kind->read_week (history, week, places, ln_l, &active, &why))
        return refuse (cause, "week %u: %s", k + 1, why);
      if (active)
        sky_detector_add_week (detector, k, ln_l);
      if (sky_detector_n_weeks (detector) == 0)
        continue;
      lead = kind->name_lead (places, sky_detector_lead (detector));
      add_week_number (values, k, "ln_r", sky_detector_ln_r (detector));
      add_lead (values, k, lead);
      if (kind->shown == R_LEAD_AND_SINCE)
        {
          g_autofree char *name = g_strdup_printf ("week%u.since", k + 1);
          long double ln_e;

          sky_json_add_int (values, name, sky_detector_since (detector, &ln_e));
          add_week_number (values, k, "ln_e", ln_e);
        }
    }
  return TRUE;
}

/* --- Pairs: two streams, of which the lesser counts ---------------------------------------------
 */

/* Adds what a week says to each comparison: of one game, or a list of them. Returns FALSE when it
 * is neither. */
static gboolean
add_pair_week (const SkyJsonNode *week,
               gint64 *n,
               long double *to_others,
               long double *to_elsewhere)
{
  const SkyJsonNode *first = week->kind == SKY_JSON_ARRAY ? sky_json_first (week) : NULL;
  gboolean is_list = first != NULL && first->kind == SKY_JSON_ARRAY && first->n_children > 0
                     && sky_json_first (first)->kind == SKY_JSON_ARRAY;
  const guint n_games = is_list ? week->n_children : 1;
  const SkyJsonNode *game = is_list ? first : week;

  for (guint i = 0; i < n_games; i++)
    {
      SkyPairStratum pair;

      if (!sky_count_list_read_pair (game, &pair))
        return FALSE;
      *n += pair.others.n;
      sky_rates_add (&sky_pair_rates, &pair.others, to_others);
      sky_rates_add (&sky_pair_rates, &pair.elsewhere, to_elsewhere);
      if (is_list)
        game = sky_json_next (game);
    }
  return TRUE;
}

static gboolean
compute_pair (const SkyJsonNode *history, GString *values, char **cause)
{
  const SkyJsonNode *weeks = read_weeks (history, cause), *week;
  g_autoptr (SkyDetector) by_others = sky_detector_new (SKY_N_RATES);
  g_autoptr (SkyDetector) by_elsewhere = sky_detector_new (SKY_N_RATES);

  if (weeks == NULL)
    return FALSE;
  week = sky_json_first (weeks);
  for (guint k = 0; k < weeks->n_children; k++, week = sky_json_next (week))
    {
      long double to_others[SKY_N_RATES] = { 0 }, to_elsewhere[SKY_N_RATES] = { 0 };
      long double ln_r_others, ln_r_elsewhere;
      gint64 n = 0;

      if (!add_pair_week (week, &n, to_others, to_elsewhere))
        return refuse (cause,
                       "week %u: not three [x, n]: of the pair, of the dealer's other patrons, of "
                       "the patron's other dealers",
                       k + 1);
      if (n > 0)
        {
          sky_detector_add_week (by_others, k, to_others);
          sky_detector_add_week (by_elsewhere, k, to_elsewhere);
        }
      if (sky_detector_n_weeks (by_others) == 0)
        continue;
      ln_r_others = sky_detector_ln_r (by_others);
      ln_r_elsewhere = sky_detector_ln_r (by_elsewhere);
      add_week_number (values, k, "ln_r_others", ln_r_others);
      add_week_number (values, k, "ln_r_elsewhere", ln_r_elsewhere);
      add_week_number (values, k, "ln_r", MIN (ln_r_others, ln_r_elsewhere));
    }
  return TRUE;
}

/* --- What is no stream --------------------------------------------------------------------------
 */

static gboolean
compute_law (const SkyJsonNode *history, GString *values, char **cause)
{
  g_auto (GStrv) names = read_wheel (history, cause);
  g_autofree SkyMoney *gains = NULL;
  g_autofree char *mean = NULL;
  g_autofree char *variance = NULL;
  SkyWinLaw law;

  if (names == NULL)
    return FALSE;
  law.n_results = g_strv_length (names);
  law.gains = gains = g_new (SkyMoney, law.n_results);
  if (!read_law (sky_json_member (history, "wagers"), names, gains, cause))
    return FALSE;
  mean = sky_win_law_mean (&law);
  variance = sky_win_law_variance (&law);
  sky_json_add_string (values, "mean_cents", mean);
  sky_json_add_string (values, "variance_cents2", variance);
  add_number (values, "sd_cents", sky_win_law_deviation (&law));
  return TRUE;
}

/* "1/20", or a number as JSON has it. */
static gboolean
read_alpha (const SkyJsonNode *node, long double *alpha)
{
  if (node != NULL && node->kind == SKY_JSON_TEXT)
    {
      g_autofree char *text = sky_text_dup (node->text);
      g_auto (GStrv) parts = g_strsplit (text, "/", 2);
      guint64 numerator, denominator;

      if (g_strv_length (parts) != 2
          || !g_ascii_string_to_unsigned (parts[0], 10, 1, SKY_COUNT_LIST_MOST, &numerator, NULL)
          || !g_ascii_string_to_unsigned (parts[1], 10, 1, SKY_COUNT_LIST_MOST, &denominator, NULL))
        return FALSE;
      *alpha = (long double) numerator / denominator;
    }
  else if (node != NULL && node->kind == SKY_JSON_REAL)
    *alpha = node->billionths / 1e9L;
  else
    return FALSE;
  return *alpha > 0 && *alpha < 1;
}

static gboolean
compute_interval (const SkyJsonNode *history, GString *values, char **cause)
{
  long double alpha, low, high;
  gint64 x, n;

  if (!sky_count_list_read_one (sky_json_member (history, "x"), &x)
      || !sky_count_list_read_one (sky_json_member (history, "n"), &n) || x > n)
    return refuse (cause, "“x” and “n” are not counts, x of n");
  if (!read_alpha (sky_json_member (history, "alpha"), &alpha))
    return refuse (cause, "“alpha” is not a fraction between 0 and 1, such as \"1/20\"");
  sky_rate_interval (x, n, alpha, &low, &high);
  add_number (values, "low", low);
  add_number (values, "high", high);
  return TRUE;
}

gboolean
sky_history_compute (const SkyJsonNode *history, GString *values, char **cause)
{
  g_autofree char *kind = NULL;

  if (history == NULL || history->kind != SKY_JSON_OBJECT)
    return refuse (cause, "the history is not an object");
  kind = sky_json_dup_text (history, "kind");
  if (kind == NULL)
    return refuse (cause, "“kind” is missing");
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kind, kinds[i].name))
      return compute_stream (&kinds[i], history, values, cause);
  if (g_str_equal (kind, "pair"))
    return compute_pair (history, values, cause);
  if (g_str_equal (kind, "law"))
    return compute_law (history, values, cause);
  if (g_str_equal (kind, "interval"))
    return compute_interval (history, values, cause);
  return refuse (cause, "“%s” is no kind of history", kind);
}
