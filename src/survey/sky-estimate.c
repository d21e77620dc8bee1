/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-estimate.h"

#include "sky-roster.h"

#include <string.h>

/* By how much a round's start may be off where rounds were drawn: two people do not see the same
 * instant. */
#define OFF (3 * SKY_SECOND)

#define NOWHERE G_MAXUINT

static const char *const by_names[SKY_N_ESTIMATE_WAYS] = {
  [SKY_ESTIMATE_ALL] = "all", [SKY_ESTIMATE_TABLE] = "table", [SKY_ESTIMATE_DEALER] = "dealer",
  [SKY_ESTIMATE_BET] = "bet", [SKY_ESTIMATE_CODER] = "coder",
};

static const char *const unit_names[SKY_N_ESTIMATE_UNITS] = {
  [SKY_ESTIMATE_SETTLEMENT] = "settlement",
  [SKY_ESTIMATE_ROUND] = "round",
  [SKY_ESTIMATE_DOLLAR] = "dollar",
};

/* A window, with what it was drawn from. */
typedef struct
{
  guint stratum;
  double weight;
  gboolean is_round; /* a round that was drawn by itself */
} Window;

/* What one window has of one group. */
typedef struct
{
  guint window;
  gint64 x[SKY_N_ESTIMATE_UNITS];
  gint64 n[SKY_N_ESTIMATE_UNITS];
} Sums;

typedef struct
{
  SkyEstimateBy by;
  char *value;
  GArray *sums; /* of Sums, by window */
  char *coder;  /* "CREDENTIAL game" of all its logs; NULL: they differ, or nobody is named */
  gboolean has_log;
} Group;

struct _SkyEstimate
{
  SkyTime block;
  GArray *windows;    /* of Window */
  guint n_strata;     /* of the logs so far */
  GTree *groups;      /* "way value" → Group */
  GHashTable *coders; /* "CREDENTIAL game" → SkyCoderRecord */
};

const char *
sky_estimate_by_to_name (SkyEstimateBy by)
{
  return by_names[by];
}

const char *
sky_estimate_unit_to_name (SkyEstimateUnit unit)
{
  return unit_names[unit];
}

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return strcmp (a, b);
}

static void
group_free (gpointer data)
{
  Group *group = data;

  g_free (group->value);
  g_free (group->coder);
  g_array_unref (group->sums);
  g_free (group);
}

SkyEstimate *
sky_estimate_new (SkyTime block)
{
  SkyEstimate *self = g_new0 (SkyEstimate, 1);

  self->block = block;
  self->windows = g_array_new (FALSE, FALSE, sizeof (Window));
  self->groups = g_tree_new_full (compare_keys, NULL, g_free, group_free);
  self->coders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
sky_estimate_free (SkyEstimate *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->windows);
  g_tree_unref (self->groups);
  g_hash_table_unref (self->coders);
  g_free (self);
}

static char *
name_coder (const char *credential, SkyGameId game)
{
  return g_strdup_printf ("%s %s", credential, sky_game_id_to_name (game));
}

void
sky_estimate_add_coder (SkyEstimate *self,
                        const char *credential,
                        SkyGameId game,
                        const SkyCoderRecord *coder)
{
  g_hash_table_insert (self->coders, name_coder (credential, game),
                       g_memdup2 (coder, sizeof *coder));
}

/* --- Windows --------------------------------------------------------------------------------- */

/* A log while it is taken. */
typedef struct
{
  SkyEstimate *estimate;
  const SkySurveyLog *log;
  const SkyPlan *plan; /* NULL: none */
  GArray *roster;
  char *coder;   /* NULL: nobody is named */
  guint first;   /* of the log's windows */
  SkyTime block; /* where there is no plan: when the last window begins */
} Taking;

static void
add_plan_windows (Taking *self)
{
  for (guint i = 0; i < self->plan->windows->len; i++)
    {
      const SkyPlanWindow *planned = &g_array_index (self->plan->windows, SkyPlanWindow, i);
      const SkyPlanStratum *stratum =
          &g_array_index (self->plan->strata, SkyPlanStratum, planned->stratum);
      Window window = {
        .stratum = self->estimate->n_strata + planned->stratum,
        .weight = (double) stratum->n_candidates / stratum->n_drawn,
        .is_round = planned->round > 0,
      };

      g_array_append_val (self->estimate->windows, window);
    }
  self->estimate->n_strata += self->plan->strata->len;
}

/* The window of a log without a plan that begins with @round or has an earlier one: a new one
 * begins where something was not looked at before, and after so many minutes. */
static guint
find_block (Taking *self, const SkySurveyRound *round)
{
  Window window = { self->estimate->n_strata - 1, 1.0, FALSE };
  gboolean begins = self->estimate->windows->len == self->first
                    || round->start >= self->block + self->estimate->block;

  for (guint i = 0; i < self->log->unobserved->len && !begins; i++)
    {
      SkyTime gap = g_array_index (self->log->unobserved, SkySpan, i).start;

      begins = self->block < gap && gap <= round->start;
    }
  if (begins)
    {
      g_array_append_val (self->estimate->windows, window);
      self->block = round->start;
    }
  return self->estimate->windows->len - 1;
}

/* Where among all windows the one is that @round is in; NOWHERE: in none. @dealer takes, of a plan
 * by dealer, who dealt. */
static guint
find_window (Taking *self, const SkySurveyRound *round, const char **dealer)
{
  if (self->plan == NULL)
    return find_block (self, round);
  for (guint i = 0; i < self->plan->windows->len; i++)
    {
      const SkyPlanWindow *window = &g_array_index (self->plan->windows, SkyPlanWindow, i);

      if (window->from - (window->round > 0 ? OFF : 0) > round->start
          || round->start >= window->until)
        continue;
      *dealer = g_array_index (self->plan->strata, SkyPlanStratum, window->stratum).dealer;
      return self->first + i;
    }
  return NOWHERE;
}

/* --- Groups ---------------------------------------------------------------------------------- */

static Group *
get_group (Taking *self, SkyEstimateBy by, const char *value)
{
  g_autofree char *key = g_strdup_printf ("%d %s", by, value);
  Group *group = g_tree_lookup (self->estimate->groups, key);

  if (group == NULL)
    {
      group = g_new0 (Group, 1);
      group->by = by;
      group->value = g_strdup (value);
      group->sums = g_array_new (FALSE, TRUE, sizeof (Sums));
      g_tree_insert (self->estimate->groups, g_steal_pointer (&key), group);
    }
  if (!group->has_log)
    group->coder = g_strdup (self->coder);
  else if (g_strcmp0 (group->coder, self->coder) != 0)
    g_clear_pointer (&group->coder, g_free);
  group->has_log = TRUE;
  return group;
}

static void
add (Group *group, guint window, SkyEstimateUnit unit, gint64 x, gint64 n)
{
  Sums *last;

  /* Rounds come by time, and so do their windows. */
  if (group->sums->len == 0
      || g_array_index (group->sums, Sums, group->sums->len - 1).window != window)
    g_array_set_size (group->sums, group->sums->len + 1);
  last = &g_array_index (group->sums, Sums, group->sums->len - 1);
  last->window = window;
  last->x[unit] += x;
  last->n[unit] += n;
}

static void
add_settlement (Group *group, guint window, const SkySurveySettlement *settlement)
{
  add (group, window, SKY_ESTIMATE_SETTLEMENT, !settlement->as_due, 1);
  add (group, window, SKY_ESTIMATE_DOLLAR, ABS (settlement->variance), settlement->stake);
}

static void
take_round (Taking *self, const SkySurveyRound *round, guint window, const char *dealer)
{
  g_autofree char *on_duty =
      dealer != NULL ? g_strdup (dealer) : sky_roster_find (self->roster, round->start);
  const SkyLogHeader *header = sky_log_get_header (self->log->log);
  Group *groups[SKY_N_ESTIMATE_WAYS] = { NULL };
  gboolean in_error = FALSE;

  if (round->settlements->len == 0)
    return;
  groups[0] = get_group (self, SKY_ESTIMATE_ALL, "");
  groups[1] = get_group (self, SKY_ESTIMATE_TABLE, header->table);
  if (on_duty != NULL)
    groups[2] = get_group (self, SKY_ESTIMATE_DEALER, on_duty);
  if (header->record.by != NULL)
    groups[3] = get_group (self, SKY_ESTIMATE_CODER, header->record.by);
  for (guint i = 0; i < round->settlements->len; i++)
    {
      const SkySurveySettlement *settlement =
          &g_array_index (self->log->settlements, SkySurveySettlement,
                          g_array_index (round->settlements, guint, i));
      const SkySurveyWager *wager =
          &g_array_index (self->log->wagers, SkySurveyWager, settlement->wager);

      in_error = in_error || !settlement->as_due;
      for (guint j = 0; j < G_N_ELEMENTS (groups); j++)
        if (groups[j] != NULL)
          add_settlement (groups[j], window, settlement);
      add_settlement (get_group (self, SKY_ESTIMATE_BET, wager->bet), window, settlement);
    }
  for (guint j = 0; j < G_N_ELEMENTS (groups); j++)
    if (groups[j] != NULL)
      add (groups[j], window, SKY_ESTIMATE_ROUND, in_error, 1);
}

SkyEstimateNote
sky_estimate_add_log (SkyEstimate *self, const SkySurveyLog *log, const SkyPlan *plan)
{
  const SkyLogHeader *header = sky_log_get_header (log->log);
  Taking taking = {
    .estimate = self,
    .log = log,
    .plan = plan,
    .roster = sky_roster_from_duties (log->duties),
    .coder = header->record.by != NULL ? name_coder (header->record.by, header->game) : NULL,
    .first = self->windows->len,
  };
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  SkyEstimateNote note = { 0 };

  if (plan != NULL)
    add_plan_windows (&taking);
  else
    self->n_strata++;
  for (guint i = 0; i < log->rounds->len; i++)
    {
      const SkySurveyRound *round = &g_array_index (log->rounds, SkySurveyRound, i);
      const char *dealer = NULL;
      guint window;

      /* Nobody knows what else there was in it. */
      if (round->cut)
        {
          note.n_cut++;
          continue;
        }
      window = find_window (&taking, round, &dealer);

      if (window == NOWHERE)
        {
          note.n_outside++;
          continue;
        }
      note.n_rounds++;
      g_hash_table_add (used, GUINT_TO_POINTER (window));
      take_round (&taking, round, window, dealer);
    }
  note.n_windows = self->windows->len - taking.first;
  note.n_empty = note.n_windows - g_hash_table_size (used);
  g_array_unref (taking.roster);
  g_free (taking.coder);
  return note;
}

/* --- Rows ------------------------------------------------------------------------------------ */

static void
row_clear (gpointer data)
{
  g_free (((SkyEstimateRow *) data)->value);
}

/* The rate of one unit over the windows that have some of it. */
static SkyRate
compute_rate (const SkyEstimate *self, const Group *group, SkyEstimateUnit unit)
{
  g_autoptr (GArray) clusters = g_array_new (FALSE, FALSE, sizeof (SkyCluster));
  gboolean rounds_drawn = TRUE;

  for (guint i = 0; i < group->sums->len; i++)
    {
      const Sums *sums = &g_array_index (group->sums, Sums, i);
      const Window *window = &g_array_index (self->windows, Window, sums->window);
      SkyCluster cluster = { (double) sums->x[unit], (double) sums->n[unit], window->weight,
                             window->stratum };

      rounds_drawn = rounds_drawn && window->is_round;
      if (sums->n[unit] > 0)
        g_array_append_val (clusters, cluster);
    }
  return sky_rate_compute ((const SkyCluster *) (gpointer) clusters->data, clusters->len,
                           unit == SKY_ESTIMATE_DOLLAR                  ? SKY_RATE_OF_AMOUNTS
                           : unit == SKY_ESTIMATE_ROUND && rounds_drawn ? SKY_RATE_OF_UNITS
                                                                        : SKY_RATE_OF_CLUSTERED);
}

static void
correct (const SkyEstimate *self, const Group *group, SkyEstimateRow *row)
{
  const SkyCoderRecord *coder =
      group->coder != NULL ? g_hash_table_lookup (self->coders, group->coder) : NULL;

  row->has_coder = group->coder != NULL;
  if (coder != NULL)
    row->coder = *coder;
  row->corrected = coder != NULL && sky_coder_is_known (coder);
  if (row->corrected)
    row->corrected_rate = sky_rate_correct (&row->rate, coder, &row->corrected_interval);
}

typedef struct
{
  const SkyEstimate *estimate;
  GArray *rows;
} Computing;

static gboolean
add_rows (gpointer key, gpointer value, gpointer data)
{
  Computing *computing = data;
  const Group *group = value;

  for (SkyEstimateUnit unit = 0; unit < SKY_N_ESTIMATE_UNITS; unit++)
    {
      SkyEstimateRow row = { .by = group->by, .unit = unit };

      if (unit == SKY_ESTIMATE_ROUND && group->by == SKY_ESTIMATE_BET)
        continue;
      row.rate = compute_rate (computing->estimate, group, unit);
      if (row.rate.n_clusters == 0)
        continue;
      row.value = g_strdup (group->value);
      if (unit == SKY_ESTIMATE_SETTLEMENT)
        correct (computing->estimate, group, &row);
      g_array_append_val (computing->rows, row);
    }
  return FALSE;
}

GArray *
sky_estimate_compute (SkyEstimate *self)
{
  Computing computing = { self, g_array_new (FALSE, TRUE, sizeof (SkyEstimateRow)) };

  g_array_set_clear_func (computing.rows, row_clear);
  g_tree_foreach (self->groups, add_rows, &computing);
  return computing.rows;
}
