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
          && strcmp (log->table, spot->table) == 0 && strcmp (log->game, spot->game) == 0)
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
  if (kind == SKY_GOAL_SPOT || kind == SKY_GOAL_RETURN)
    found = find_spot (store, answer, error);
  if (kind == SKY_GOAL_KEY || kind == SKY_GOAL_RETURN)
    find_key (store, answer);
  return found && find_position (store, answer, error) ? g_steal_pointer (&answer) : NULL;
}
