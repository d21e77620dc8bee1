/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-count-list-private.h"

#include <math.h>

gboolean
sky_count_list_is (const SkyJsonNode *node, guint n)
{
  return node != NULL && node->kind == SKY_JSON_ARRAY && node->n_children == n;
}

gboolean
sky_count_list_read_one (const SkyJsonNode *node, gint64 *count)
{
  if (node == NULL || node->kind != SKY_JSON_INT || node->integer < 0
      || node->integer > SKY_COUNT_LIST_MOST)
    return FALSE;
  *count = node->integer;
  return TRUE;
}

gboolean
sky_count_list_read (const SkyJsonNode *node, gint64 *counts, guint n)
{
  if (!sky_count_list_is (node, n))
    return FALSE;
  node = sky_json_first (node);
  for (guint i = 0; i < n; i++, node = sky_json_next (node))
    if (!sky_count_list_read_one (node, &counts[i]))
      return FALSE;
  return TRUE;
}

/* The pair beside others, whose own counts these are. */
static gboolean
read_beside (const SkyJsonNode *node, const gint64 *pair, SkyStratum *stratum)
{
  gint64 others[2];

  if (!sky_count_list_read (node, others, G_N_ELEMENTS (others)))
    return FALSE;
  *stratum = (SkyStratum){ pair[0], pair[1], pair[1] + others[1], pair[0] + others[0] };
  return sky_stratum_is_possible (stratum);
}

gboolean
sky_count_list_read_pair (const SkyJsonNode *node, SkyPairStratum *pair)
{
  const SkyJsonNode *own, *others;
  gint64 counts[2];

  if (!sky_count_list_is (node, 3))
    return FALSE;
  own = sky_json_first (node);
  others = sky_json_next (own);
  return sky_count_list_read (own, counts, G_N_ELEMENTS (counts))
         && read_beside (others, counts, &pair->others)
         && read_beside (sky_json_next (others), counts, &pair->elsewhere);
}

/* No gain is greater, in cents; and no logarithm. */
#define MOST_GAIN (G_GINT64_CONSTANT (1) << 53)
#define MOST_LN_L 1e9

static gboolean
read_logarithm (const SkyJsonNode *node, long double *value)
{
  g_autofree char *text = node->kind == SKY_JSON_TEXT ? sky_text_dup (node->text) : NULL;
  char *end = NULL;
  double number = text != NULL ? g_ascii_strtod (text, &end) : NAN;

  *value = number;
  return text != NULL && end != text && *end == '\0' && fabs (number) <= MOST_LN_L;
}

gboolean
sky_count_list_read_wins (const SkyJsonNode *node, SkyWins *wins)
{
  const SkyJsonNode *gain = sky_json_member (node, "gain"), *ln_l = sky_json_member (node, "ln_l");

  *wins = (SkyWins){ 0 };
  if (!sky_count_list_read_one (sky_json_member (node, "rounds"), &wins->n_rounds) || gain == NULL
      || gain->kind != SKY_JSON_INT || gain->integer > MOST_GAIN || gain->integer < -MOST_GAIN
      || !sky_count_list_is (ln_l, SKY_N_WINS))
    return FALSE;
  wins->gain = gain->integer;
  ln_l = sky_json_first (ln_l);
  for (guint a = 0; a < SKY_N_WINS; a++, ln_l = sky_json_next (ln_l))
    if (!read_logarithm (ln_l, &wins->ln_l[a]))
      return FALSE;
  return TRUE;
}
