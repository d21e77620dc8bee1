/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-rounds.h"

#include "sky-counted.h"
#include "sky-stored-log.h"

void
sky_pattern_round_free (SkyPatternRound *self)
{
  if (self == NULL)
    return;
  g_free (self->table);
  g_free (self->game);
  g_free (self->result);
  g_free (self);
}

gboolean
sky_pattern_has_rounds (const SkyPattern *self)
{
  return (self->family == SKY_FAMILY_WHEELS || self->family == SKY_FAMILY_SPINS)
         && self->standing.n > 0;
}

/* What is looked for. */
typedef struct
{
  const SkyPattern *pattern;
  guint first; /* of the arc */
  guint width;
  GPtrArray *rounds; /* of SkyPatternRound */
} Search;

static gboolean
is_of_pattern (const Search *self, const SkyCountedResult *result)
{
  const SkyPattern *pattern = self->pattern;
  guint place = result->place;

  if (result->places != pattern->places)
    return FALSE;
  if (pattern->family == SKY_FAMILY_WHEELS)
    {
      if (g_strcmp0 (result->wheel, pattern->wheel) != 0)
        return FALSE;
    }
  else
    {
      if (!result->is_spin || result->counterclockwise != pattern->counterclockwise
          || g_strcmp0 (result->dealer, pattern->dealer) != 0)
        return FALSE;
      place = result->moved;
    }
  return (place + pattern->n_cells - self->first) % pattern->n_cells < self->width;
}

/* A wheel that became another during a gaming day ended a stream on it, and began one. */
static gboolean
is_in_time (const Search *self, const GArray *results, guint index, SkyDay day)
{
  const SkyStreamStanding *standing = &self->pattern->standing;
  const SkyCountedResult *result = &g_array_index (results, SkyCountedResult, index);

  if (self->pattern->family != SKY_FAMILY_WHEELS)
    return TRUE;
  for (guint i = 0; i < results->len; i++)
    {
      const SkyCountedResult *other = &g_array_index (results, SkyCountedResult, i);

      if (g_strcmp0 (other->wheel, result->wheel) != 0)
        continue;
      if (day == standing->last_day && other->stretch < result->stretch)
        return day == standing->first_day;
      if (day == standing->first_day && day != standing->last_day
          && other->stretch > result->stretch)
        return FALSE;
    }
  return TRUE;
}

static void
search_results (Search *self, const SkyStoredLog *log, const GArray *results, guint most)
{
  for (guint i = results->len; i-- > 0 && self->rounds->len < most;)
    {
      const SkyCountedResult *result = &g_array_index (results, SkyCountedResult, i);
      SkyPatternRound *round;

      if (!is_of_pattern (self, result) || !is_in_time (self, results, i, log->gaming_day))
        continue;
      round = g_new0 (SkyPatternRound, 1);
      round->table = g_strdup (log->table);
      round->game = g_strdup (log->game);
      round->log = log->id;
      round->gaming_day = log->gaming_day;
      round->round = result->round;
      round->result = sky_places_label (result->places, result->place);
      g_ptr_array_add (self->rounds, round);
    }
}

/* Returns FALSE if the log cannot be read. */
static gboolean
search_log (Search *self, const SkyStoredLog *stored, guint most)
{
  g_autoptr (SkyLog) log = sky_log_open_in_archive (stored->archive, stored->name, NULL);
  g_autoptr (GArray) results = log != NULL ? sky_counted_list (log, NULL) : NULL;

  if (results == NULL)
    return FALSE;
  search_results (self, stored, results, most);
  return TRUE;
}

static gboolean
search_day (Search *self, SkyStore *store, SkyDay day, guint most, guint *n_unread, GError **error)
{
  const SkyPattern *pattern = self->pattern;

  for (guint i = 0; i < pattern->tables->len && self->rounds->len < most; i++)
    {
      g_autoptr (GPtrArray) logs = sky_store_list_logs_of_day (
          store, pattern->property, pattern->tables->pdata[i], day, error);

      if (logs == NULL)
        return FALSE;
      for (guint k = 0; k < logs->len && self->rounds->len < most; k++)
        {
          const SkyStoredLog *log = logs->pdata[k];

          /* The others are not judged, or by eye. */
          if (log->number == 1 && !search_log (self, log, most))
            ++*n_unread;
        }
    }
  return TRUE;
}

/* When it was, as its audit has it. */
static gboolean
look_up_time (SkyPatternRound *round, SkyStore *store, GError **error)
{
  g_autoptr (SkyStoredRound) stored = sky_store_get_round (store, round->log, round->round, error);

  if (stored != NULL)
    round->at = stored->end;
  return stored != NULL;
}

GPtrArray *
sky_pattern_list_rounds (
    const SkyPattern *self, SkyStore *store, guint most, guint *n_unread, GError **error)
{
  g_autoptr (GPtrArray) rounds =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_pattern_round_free);
  g_auto (GStrv) lead = g_strsplit (self->lead, "/", -1);
  Search search = { .pattern = self, .rounds = rounds };

  g_return_val_if_fail (sky_pattern_has_rounds (self), NULL);
  search.first = (guint) g_ascii_strtoull (lead[1], NULL, 10);
  search.width = (guint) g_ascii_strtoull (lead[2], NULL, 10);
  *n_unread = 0;
  for (SkyDay day = self->standing.last_day; day >= self->standing.first_day && rounds->len < most;
       day--)
    if (!search_day (&search, store, day, most, n_unread, error))
      return NULL;
  for (guint i = 0; i < rounds->len; i++)
    if (!look_up_time (rounds->pdata[i], store, error))
      return NULL;
  return g_steal_pointer (&rounds);
}
