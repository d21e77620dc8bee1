/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-account.h"

#include "sky-count-list-private.h"

#include <string.h>

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
  if (g_strcmp0 (name, "win-sums") == 0)
    return sky_stream_new (*kind = SKY_STREAM_WINS, 0);
  return NULL;
}

/* A week's strata, of errors or of a pair. */
typedef union
{
  SkyStratum errors[MAX_STRATA];
  SkyPairStratum pairs[MAX_STRATA];
} Strata;

/* Reads stratum @i. Returns how many errors all dealers have in it; -1: it cannot be read. */
static gint64
read_stratum (SkyStreamKind kind, const SkyJsonNode *node, Strata *strata, guint i)
{
  SkyStratum *stratum = &strata->errors[i];
  const SkyPairStratum *pair = &strata->pairs[i];
  gint64 counts[4];

  if (kind == SKY_STREAM_PAIRS)
    return sky_count_list_read_pair (node, &strata->pairs[i])
               ? pair->others.all_x + pair->elsewhere.all_x
               : -1;
  if (!sky_count_list_read (node, counts, G_N_ELEMENTS (counts)))
    return -1;
  *stratum = (SkyStratum){ counts[0], counts[1], counts[2], counts[3] };
  return sky_stratum_is_possible (stratum) ? stratum->all_x : -1;
}

/* @n_errors: of all dealers so far. */
static gboolean
add_strata (
    SkyStream *stream, SkyStreamKind kind, SkyDay sunday, const SkyJsonNode *node, gint64 *n_errors)
{
  Strata strata;
  guint n;

  if (node->kind != SKY_JSON_ARRAY || node->n_children > MAX_STRATA)
    return FALSE;
  n = node->n_children;
  node = sky_json_first (node);
  for (guint i = 0; i < n; i++, node = sky_json_next (node))
    {
      const gint64 errors = read_stratum (kind, node, &strata, i);

      if (errors < 0 || *n_errors + errors > MAX_ERRORS)
        return FALSE;
      *n_errors += errors;
    }
  if (kind == SKY_STREAM_PAIRS)
    sky_stream_add_pair_week (stream, sunday, strata.pairs, n);
  else
    sky_stream_add_week (stream, sunday, strata.errors, n);
  return TRUE;
}

static gboolean
add_wins (SkyStream *stream, SkyDay day, const SkyJsonNode *node)
{
  SkyWins wins = { 0 };

  if (!sky_count_list_read_wins (node, &wins))
    return FALSE;
  sky_stream_add_wins (stream, day, &wins);
  return TRUE;
}

static gboolean
add_counts (SkyStream *stream, SkyDay day, const SkyJsonNode *node)
{
  gint64 counts[SKY_STREAM_CELLS];

  if (!sky_count_list_read (node, counts, sky_stream_n_cells (stream)))
    return FALSE;
  sky_stream_add (stream, day, counts);
  return TRUE;
}

/* Whether what came after the report is a list of weeks too. */
static gboolean
has_later_weeks (SkyStreamKind kind)
{
  return kind == SKY_STREAM_ERRORS || kind == SKY_STREAM_PAIRS || kind == SKY_STREAM_WINS;
}

static gboolean
add_week (
    SkyStream *stream, SkyStreamKind kind, SkyDay monday, const SkyJsonNode *week, gint64 *n_errors)
{
  if (kind == SKY_STREAM_WINS)
    return add_wins (stream, monday, week);
  if (has_later_weeks (kind))
    return add_strata (stream, kind, monday + 6, week, n_errors);
  return add_counts (stream, monday, week);
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
  if (!(has_later_weeks (kind) ? add_weeks (stream, kind, fresh, &monday)
                               : add_counts (stream, monday, fresh)))
    return fail (cause, "what came after the report is not counts");
  sky_stream_look (stream, monday + 6, NOTHING, FALSE);
  sky_stream_get_standing (stream, standing);
  *lead = sky_stream_name (stream, standing->lead);
  return TRUE;
}
