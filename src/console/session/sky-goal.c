/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-goal.h"

#include <glib/gi18n.h>

static SkySpot *
copy_spot (const SkySpot *spot)
{
  SkySpot *self = g_memdup2 (spot, sizeof *spot);

  self->property = g_strdup (spot->property);
  self->table = g_strdup (spot->table);
  self->game = g_strdup (spot->game);
  self->name = g_strdup (spot->name);
  return self;
}

SkyGoal *
sky_goal_copy (const SkyGoal *self)
{
  SkyGoal *copy = g_memdup2 (self, sizeof *self);

  copy->key = g_strdup (self->key);
  copy->spot = self->spot != NULL ? copy_spot (self->spot) : NULL;
  return copy;
}

void
sky_goal_clear (SkyGoal *self)
{
  g_free (self->key);
  g_clear_pointer (&self->spot, sky_spot_free);
  *self = (SkyGoal){ .generation = self->generation + 1, .at = SKY_TIME_NONE };
}

void
sky_goal_free (SkyGoal *self)
{
  sky_goal_clear (self);
  g_free (self);
}

SkyPursuit *
sky_pursuit_new (const SkyGoal *goal,
                 const SkyFindingFilter *filter,
                 SkyFindingSort sort,
                 gboolean descending,
                 gboolean last)
{
  SkyPursuit *self = g_new0 (SkyPursuit, 1);

  self->goal = sky_goal_copy (goal);
  self->filter = sky_finding_filter_copy (filter);
  self->sort = sort;
  self->descending = descending;
  self->last = last;
  self->finding = goal->finding;
  self->position = -1;
  return self;
}

void
sky_pursuit_free (SkyPursuit *self)
{
  sky_goal_free (self->goal);
  sky_finding_filter_free (self->filter);
  g_clear_error (&self->error);
  g_free (self);
}

/* The log that has the instant, else the first that there is. */
static gboolean
find_instant (SkyStore *store, SkyPursuit *self, GError **error)
{
  const SkyTime at = self->goal->at;
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, self->filter->archive, error);
  if (logs == NULL)
    return FALSE;

  for (guint i = 0; i < logs->len && self->log == 0; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      if (log->start != SKY_TIME_NONE && log->start <= at && at <= log->end)
        self->log = log->id;
    }
  if (self->log == 0 && logs->len > 0)
    self->log = ((const SkyStoredLog *) logs->pdata[0])->id;
  if (self->log == 0)
    g_set_error_literal (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND,
                         _ ("No log has been audited yet."));
  return self->log != 0;
}

static gboolean
find_spot (SkyStore *store, SkyPursuit *self, GError **error)
{
  const SkySpot *spot = self->goal->spot;
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, error);

  if (logs == NULL)
    return FALSE;
  for (guint i = 0; i < logs->len && self->log == 0; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];

      if (log->gaming_day == spot->gaming_day && strcmp (log->property, spot->property) == 0
          && strcmp (log->table, spot->table) == 0 && strcmp (log->game, spot->game) == 0
          && (spot->name == NULL || strcmp (log->name, spot->name) == 0))
        self->log = log->id;
    }
  return TRUE;
}

static gboolean
find_position (SkyStore *store, SkyPursuit *self, GError **error)
{
  return self->finding == 0
         || sky_store_find_position (store, self->filter, self->sort, self->descending,
                                     self->finding, &self->position, error);
}

/* So many findings are looked at at once. */
#define PAGE 256

static gboolean
lets_through (const SkyFindingFilter *filter, const SkyStoredFinding *finding)
{
  return (filter->states & (1u << finding->state)) != 0;
}

/* The first finding that @open lets through, from the goal's row on. */
static gboolean
walk_to_open (SkyStore *store, SkyPursuit *self, const SkyFindingFilter *open, GError **error)
{
  const int direction = self->goal->direction;
  guint64 row = self->goal->row;

  while (self->finding == 0)
    {
      guint64 from = direction > 0 ? row : row + 1 - MIN (row + 1, PAGE);
      guint limit = direction > 0 ? PAGE : (guint) (row + 1 - from);
      g_autoptr (GPtrArray) page = sky_store_findings_page (store, self->filter, self->sort,
                                                            self->descending, from, limit, error);
      if (page == NULL)
        return FALSE;
      for (guint i = 0; i < page->len && self->finding == 0; i++)
        {
          guint at = direction > 0 ? i : page->len - 1 - i;
          const SkyStoredFinding *finding = page->pdata[at];
          if (!lets_through (open, finding))
            continue;
          self->finding = finding->id;
          self->position = (gint64) (from + at);
        }
      if (page->len < limit || (direction < 0 && from == 0))
        break;
      row = direction > 0 ? row + PAGE : from - 1;
    }
  return TRUE;
}

/* Of a list that a filter leaves no open finding any row is sought. */
static gboolean
find_open (SkyStore *store, SkyPursuit *self, GError **error)
{
  const guint undecided = 1u << SKY_REVIEW_OPEN | 1u << SKY_REVIEW_IN_REVIEW;
  g_autoptr (SkyFindingFilter) open = sky_finding_filter_copy (self->filter);
  SkyFindingCounts counts;

  if (!sky_store_count_findings (store, self->filter, &counts, error))
    return FALSE;
  self->n = counts.total;
  if (open->states == 0)
    open->states = undecided;
  else if ((open->states & undecided) != 0)
    open->states &= undecided;
  g_autoptr (GPtrArray) first =
      sky_store_findings_page (store, open, self->sort, self->descending, 0, 1, error);
  if (first == NULL)
    return FALSE;
  if (first->len == 0)
    return TRUE;
  if (self->goal->row > 0 || self->goal->direction < 0)
    {
      if (!walk_to_open (store, self, open, error))
        return FALSE;
      if (self->finding != 0 || !self->goal->wraps)
        return TRUE;
    }
  self->finding = ((const SkyStoredFinding *) first->pdata[0])->id;
  return TRUE;
}

/* A finding that is not there is no failure. */
static void
find_key (SkyStore *store, SkyPursuit *self)
{
  g_autoptr (SkyStoredFinding) finding = NULL;

  if (self->goal->key != NULL)
    finding = sky_store_get_finding_by_key (store, self->goal->key, &self->error);
  if (finding != NULL)
    self->finding = finding->id;
}

gpointer
sky_pursuit_find (SkyStore *store, gpointer data, GError **error)
{
  const SkyPursuit *asked = data;
  g_autoptr (SkyPursuit) answer =
      sky_pursuit_new (asked->goal, asked->filter, asked->sort, asked->descending, asked->last);
  const SkyGoalKind kind = asked->goal->kind;
  gboolean found = TRUE;

  if (kind == SKY_GOAL_INSTANT)
    found = find_instant (store, answer, error);
  if (kind == SKY_GOAL_OPEN)
    found = find_open (store, answer, error);
  if (kind == SKY_GOAL_SPOT || kind == SKY_GOAL_RETURN)
    found = find_spot (store, answer, error);
  if (kind == SKY_GOAL_KEY || kind == SKY_GOAL_RETURN)
    find_key (store, answer);
  return found && find_position (store, answer, error) ? g_steal_pointer (&answer) : NULL;
}
