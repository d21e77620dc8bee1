/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-count-list-private.h"

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
