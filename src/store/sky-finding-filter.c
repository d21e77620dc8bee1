/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-finding-filter.h"

#include "sky-store-private.h"

SkyFindingFilter *
sky_finding_filter_copy (const SkyFindingFilter *filter)
{
  SkyFindingFilter *copy = g_memdup2 (filter, sizeof *filter);

  copy->archive = g_strdup (filter->archive);
  copy->property = g_strdup (filter->property);
  copy->table = g_strdup (filter->table);
  copy->game = g_strdup (filter->game);
  copy->check = g_strdup (filter->check);
  copy->text = g_strdup (filter->text);
  copy->looker = g_strdup (filter->looker);
  copy->dealer = g_strdup (filter->dealer);
  copy->patron = g_strdup (filter->patron);
  return copy;
}

void
sky_finding_filter_free (SkyFindingFilter *filter)
{
  if (filter == NULL)
    return;
  g_free (filter->archive);
  g_free (filter->property);
  g_free (filter->table);
  g_free (filter->game);
  g_free (filter->check);
  g_free (filter->text);
  g_free (filter->looker);
  g_free (filter->dealer);
  g_free (filter->patron);
  g_free (filter);
}

/* Since when is of no matter where all are wanted. */
static gboolean
is_same_change (const SkyFindingFilter *a, const SkyFindingFilter *b)
{
  if (!a->changed || !b->changed)
    return a->changed == b->changed;
  return a->since.finding == b->since.finding && a->since.entry == b->since.entry
         && a->since.withdrawal == b->since.withdrawal && g_strcmp0 (a->looker, b->looker) == 0;
}

gboolean
sky_finding_filter_equal (const SkyFindingFilter *a, const SkyFindingFilter *b)
{
  return a->first_day == b->first_day && a->last_day == b->last_day && a->log == b->log
         && a->round == b->round && a->queues == b->queues && a->severities == b->severities
         && a->states == b->states && a->sight == b->sight && a->awaits_second == b->awaits_second
         && is_same_change (a, b) && g_strcmp0 (a->archive, b->archive) == 0
         && g_strcmp0 (a->property, b->property) == 0 && g_strcmp0 (a->table, b->table) == 0
         && g_strcmp0 (a->game, b->game) == 0 && g_strcmp0 (a->check, b->check) == 0
         && g_strcmp0 (a->text, b->text) == 0 && g_strcmp0 (a->dealer, b->dealer) == 0
         && g_strcmp0 (a->patron, b->patron) == 0;
}

void
sky_statement_set_filter (SkyStatement *self, const SkyFindingFilter *filter)
{
  sky_statement_set_text (self, ":archive", filter->archive);
  sky_statement_set_text (self, ":property", filter->property);
  sky_statement_set_text (self, ":table", filter->table);
  sky_statement_set_text (self, ":game", filter->game);
  sky_statement_set_int (self, ":first_day", filter->first_day);
  sky_statement_set_int (self, ":last_day",
                         filter->last_day != SKY_DAY_NONE ? filter->last_day : G_MAXINT32);
  sky_statement_set_int (self, ":log", filter->log);
  sky_statement_set_int (self, ":queues", filter->queues);
  sky_statement_set_int (self, ":severities", filter->severities);
  sky_statement_set_int (self, ":states", filter->states);
  sky_statement_set_text (self, ":check", filter->check);
  sky_statement_set_int (self, ":sight", filter->sight);
}
