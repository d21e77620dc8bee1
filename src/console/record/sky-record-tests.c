/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-tests.h"

/* The table of the tests with a true log of @game: the one named @name before others. */
static const SkyRecordTable *
find_table (const SkyRecordArchive *archive, const char *name, SkyGameId game)
{
  const SkyRecordTable *found = NULL;

  for (guint i = 0; i < archive->tables->len; i++)
    {
      const SkyRecordTable *table = archive->tables->pdata[i];

      if (table->log != NULL && sky_log_get_header (table->log)->game == game
          && table->starts->len > 1 && (found == NULL || g_str_equal (table->table, name)))
        found = table;
    }
  return found;
}

/* @n rounds from number @first on. What lies before the first round belongs to it; what follows a
 * round, until the next one begins, belongs to that. */
static SkySpan
cut (const SkyRecordTable *table, guint first, guint n)
{
  return (SkySpan){
    .start = first == 0 ? table->from : g_array_index (table->starts, SkyTime, first),
    .end = g_array_index (table->starts, SkyTime, first + n),
  };
}

SkyRecordTests *
sky_record_tests_new (const SkyRecordArchive *archive, const SkyPlan *plan, SkyGameId game)
{
  g_autoptr (GArray) places = sky_plan_place_tests (plan);
  SkyRecordTests *self;
  const SkyRecordTable *table;
  guint first = 0;

  if (plan->tests == 0 || archive->tests == NULL)
    return NULL;
  table = find_table (archive->tests, plan->table, game);
  if (table == NULL)
    return NULL;
  self = g_new0 (SkyRecordTests, 1);
  self->archive = archive->tests;
  self->table = table;
  self->stretches = g_array_new (FALSE, TRUE, sizeof (SkySpan));
  g_array_set_size (self->stretches, places->len);
  for (guint i = 0; i < places->len; i++)
    {
      const guint n = MIN (g_array_index (places, guint, i), table->starts->len - 1 - first);

      if (n > 0)
        g_array_index (self->stretches, SkySpan, i) = cut (table, first, n);
      first += n;
    }
  return self;
}

void
sky_record_tests_free (SkyRecordTests *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->stretches);
  g_free (self);
}

const SkySpan *
sky_record_tests_get (const SkyRecordTests *self, guint window)
{
  const SkySpan *span = self != NULL && window < self->stretches->len
                            ? &g_array_index (self->stretches, SkySpan, window)
                            : NULL;

  return span != NULL && span->end > span->start ? span : NULL;
}

void
sky_record_tests_make_header (const SkyRecordTests *self,
                              const SkyLogHeader *own,
                              SkyLogHeader *header,
                              char **path,
                              char ***opening)
{
  const SkyLogHeader *truth = sky_log_get_header (self->table->log);
  SkyLog *started = sky_record_archive_find_started (self->archive, self->table->table,
                                                     truth->gaming_day, own->record.by);
  g_autofree char *entries = NULL;

  *opening = NULL;
  if (started != NULL)
    {
      *header = *sky_log_get_header (started);
      *path = g_strdup (sky_log_get_path (started));
      return;
    }
  *header = *own;
  header->property = truth->property;
  header->table = truth->table;
  header->gaming_day = truth->gaming_day;
  header->time_zone = truth->time_zone;
  header->currency = truth->currency;
  header->record.from = &g_array_index (self->table->sources, SkyRecordSource, 0);
  header->record.n_from = self->table->sources->len;
  *path =
      sky_record_archive_make_path (self->archive, truth->table, truth->gaming_day, own->record.by);
  entries = g_strconcat ("table_open", self->table->rules != NULL ? "\n" : NULL, self->table->rules,
                         NULL);
  *opening = g_strsplit (entries, "\n", -1);
}
