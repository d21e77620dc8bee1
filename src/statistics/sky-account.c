/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-account.h"

#include <string.h>

/* No count is greater: more than a table could play in ages. */
#define MAX_COUNT (G_GINT64_CONSTANT (1) << 32)

/* A dealer is at no more games in a week. */
#define MAX_STRATA 64

/* What comes from outside costs no more time than this: weeks, and errors of all dealers. */
#define MAX_WEEKS  5200
#define MAX_ERRORS 10000000

/* Any Monday: only the order of the weeks counts. */
#define MONDAY 4

/* So little that every evidence reports. */
#define NOTHING (-1e9L)

static gboolean
fail (char **cause, const char *why)
{
  *cause = g_strdup (why);
  return FALSE;
}

static gboolean
read_counts (const SkyJsonNode *node, gint64 *counts, guint n)
{
  if (node == NULL || node->kind != SKY_JSON_ARRAY || node->n_children != n)
    return FALSE;
  node = sky_json_first (node);
  for (guint i = 0; i < n; i++, node = sky_json_next (node))
    {
      if (node->kind != SKY_JSON_INT || node->integer < 0 || node->integer > MAX_COUNT)
        return FALSE;
      counts[i] = node->integer;
    }
  return TRUE;
}

/* Returns: NULL when the kind is none that has counts. */
static SkyStream *
make_stream (const SkyJsonNode *history, SkyStreamKind *kind)
{
  g_autofree char *name = sky_json_dup_text (history, "kind");
  const SkyJsonNode *places = sky_json_member (history, "categories");

  if (g_strcmp0 (name, "arc") == 0 && places != NULL && places->kind == SKY_JSON_INT
      && (places->integer == 37 || places->integer == 38 || places->integer == 54))
    return sky_stream_new (*kind = SKY_STREAM_ARCS, (guint) places->integer);
  if (g_strcmp0 (name, "dice") == 0)
    return sky_stream_new (*kind = SKY_STREAM_DICE, 0);
  if (g_strcmp0 (name, "sevens") == 0)
    return sky_stream_new (*kind = SKY_STREAM_SEVENS, 0);
  if (g_strcmp0 (name, "rate") == 0)
    return sky_stream_new (*kind = SKY_STREAM_ERRORS, 0);
  if (g_strcmp0 (name, "pair") == 0)
    return sky_stream_new (*kind = SKY_STREAM_PAIRS, 0);
  return NULL;
}

/* @n_errors: of all dealers so far. */
static gboolean
add_strata (SkyStream *stream, SkyDay sunday, const SkyJsonNode *node, gint64 *n_errors)
{
  SkyStratum strata[MAX_STRATA];
  guint n;

  if (node->kind != SKY_JSON_ARRAY || node->n_children > MAX_STRATA)
    return FALSE;
  n = node->n_children;
  node = sky_json_first (node);
  for (guint i = 0; i < n; i++, node = sky_json_next (node))
    {
      gint64 counts[4];

      if (!read_counts (node, counts, G_N_ELEMENTS (counts)))
        return FALSE;
      strata[i] = (SkyStratum){ counts[0], counts[1], counts[2], counts[3] };
      *n_errors += counts[3];
      if (!sky_stratum_is_possible (&strata[i]) || *n_errors > MAX_ERRORS)
        return FALSE;
    }
  sky_stream_add_week (stream, sunday, strata, n);
  return TRUE;
}

/* A game's week: [x, n] of the pair, of the dealer's other patrons, of the patron's other dealers.
 */
static gboolean
read_pair (const SkyJsonNode *node, SkyPairStratum *pair)
{
  gint64 counts[3][2];

  if (node->kind != SKY_JSON_ARRAY || node->n_children != G_N_ELEMENTS (counts))
    return FALSE;
  node = sky_json_first (node);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++, node = sky_json_next (node))
    if (!read_counts (node, counts[i], G_N_ELEMENTS (counts[i])))
      return FALSE;
  for (guint i = 1; i < G_N_ELEMENTS (counts); i++)
    {
      SkyStratum *stratum = i == 1 ? &pair->others : &pair->elsewhere;

      *stratum = (SkyStratum){ counts[0][0], counts[0][1], counts[0][1] + counts[i][1],
                               counts[0][0] + counts[i][0] };
      if (!sky_stratum_is_possible (stratum))
        return FALSE;
    }
  return TRUE;
}

static gboolean
add_pairs (SkyStream *stream, SkyDay sunday, const SkyJsonNode *node, gint64 *n_errors)
{
  SkyPairStratum strata[MAX_STRATA];
  guint n;

  if (node->kind != SKY_JSON_ARRAY || node->n_children > MAX_STRATA)
    return FALSE;
  n = node->n_children;
  node = sky_json_first (node);
  for (guint i = 0; i < n; i++, node = sky_json_next (node))
    {
      if (!read_pair (node, &strata[i]))
        return FALSE;
      *n_errors += strata[i].others.all_x + strata[i].elsewhere.all_x;
      if (*n_errors > MAX_ERRORS)
        return FALSE;
    }
  sky_stream_add_pair_week (stream, sunday, strata, n);
  return TRUE;
}

static gboolean
add_counts (SkyStream *stream, SkyDay day, const SkyJsonNode *node)
{
  gint64 counts[SKY_STREAM_CELLS];

  if (!read_counts (node, counts, sky_stream_n_cells (stream)))
    return FALSE;
  sky_stream_add (stream, day, counts);
  return TRUE;
}

static gboolean
add_week (
    SkyStream *stream, SkyStreamKind kind, SkyDay monday, const SkyJsonNode *week, gint64 *n_errors)
{
  switch ((guint) kind)
    {
    case SKY_STREAM_ERRORS:
      return add_strata (stream, monday + 6, week, n_errors);
    case SKY_STREAM_PAIRS:
      return add_pairs (stream, monday + 6, week, n_errors);
    default:
      return add_counts (stream, monday, week);
    }
}

/* Whether what came after the report is a list of weeks too. */
static gboolean
comes_by_week (SkyStreamKind kind)
{
  return kind == SKY_STREAM_ERRORS || kind == SKY_STREAM_PAIRS;
}

/* Adds a list of weeks from @monday on, which goes on with them. */
static gboolean
add_weeks (SkyStream *stream, SkyStreamKind kind, const SkyJsonNode *weeks, SkyDay *monday)
{
  const SkyJsonNode *week;
  gint64 n_errors = 0;

  if (weeks == NULL || weeks->kind != SKY_JSON_ARRAY || weeks->n_children > MAX_WEEKS)
    return FALSE;
  week = sky_json_first (weeks);
  for (guint i = 0; i < weeks->n_children; i++, week = sky_json_next (week), *monday += 7)
    if (!add_week (stream, kind, *monday, week, &n_errors))
      return FALSE;
  return TRUE;
}

gboolean
sky_account_compute (const SkyJsonNode *account,
                     SkyStreamStanding *standing,
                     char **lead,
                     char **cause)
{
  const SkyJsonNode *history = sky_json_member (account, "history");
  const SkyJsonNode *fresh = sky_json_member (account, "fresh");
  SkyStreamKind kind;
  g_autoptr (SkyStream) stream = make_stream (history, &kind);
  SkyDay monday = MONDAY;

  if (stream == NULL)
    return fail (cause, "its history is of no kind that has counts");
  if (!add_weeks (stream, kind, sky_json_member (history, "weeks"), &monday)
      || !sky_stream_is_begun (stream))
    return fail (cause, "the weeks of its history are not counts");
  sky_stream_look (stream, monday - 1, NOTHING, TRUE);
  if (!(comes_by_week (kind) ? add_weeks (stream, kind, fresh, &monday)
                             : add_counts (stream, monday, fresh)))
    return fail (cause, "what came after the report is not counts");
  sky_stream_look (stream, monday + 6, NOTHING, FALSE);
  sky_stream_get_standing (stream, standing);
  *lead = sky_stream_name (stream, standing->lead);
  return TRUE;
}
