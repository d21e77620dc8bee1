/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-counts-query.h"

#include "sky-store-private.h"

/* A log that is not judged, for another of its day is, has a number above 1. */
#define SELECT_COUNTS(people)                                                                      \
  "SELECT l.id, l.property, l.table_name, l.game, l.gaming_day, j.equipment" people " FROM logs l" \
  " LEFT JOIN statistic_counts j ON j.log = l.id WHERE l.number = 1"                               \
  " AND l.gaming_day > ? AND l.gaming_day <= ?"                                                    \
  " AND (? IS NULL OR l.property = ?) ORDER BY l.gaming_day, l.property, l.table_name, l.game"

void
sky_log_counts_free (SkyLogCounts *self)
{
  if (self == NULL)
    return;
  sky_counts_free (self->counts);
  g_free (self->property);
  g_clear_pointer (&self->table, g_ref_string_release);
  g_free (self->game);
  g_free (self);
}

static gboolean
read_part (SkyStatement *row, int column, SkyCountsPart part, SkyCounts *counts)
{
  g_autoptr (GBytes) bytes = sky_statement_dup_bytes (row, column);

  return bytes != NULL && sky_counts_read (counts, part, bytes);
}

/* Returns: NULL when nothing of the log was counted, or by a Skyward that counts otherwise. */
static SkyLogCounts *
read_row (SkyStatement *row, gboolean people)
{
  g_autoptr (SkyLogCounts) self = g_new0 (SkyLogCounts, 1);

  self->counts = sky_counts_new ();
  if (!read_part (row, 5, SKY_COUNTS_OF_EQUIPMENT, self->counts)
      || (people && !read_part (row, 6, SKY_COUNTS_OF_PEOPLE, self->counts)))
    return NULL;
  self->log = sky_statement_int (row, 0);
  self->property = g_strdup (sky_statement_text (row, 1));
  self->table = g_ref_string_new_intern (sky_statement_text (row, 2));
  self->game = g_strdup (sky_statement_text (row, 3));
  self->gaming_day = (SkyDay) sky_statement_int (row, 4);
  return g_steal_pointer (&self);
}

gboolean
sky_store_may_count_people (SkyStore *self, gboolean *may, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get_either (
      self, "SELECT 1",
      "SELECT has_column_privilege ('skyward.statistic_counts', 'people', 'SELECT')::integer",
      error);
  gint64 value;

  if (statement == NULL || !sky_statement_get_int (statement, &value, NULL, error))
    return FALSE;
  *may = value != 0;
  return TRUE;
}

GPtrArray *
sky_store_list_counts (SkyStore *self,
                       const char *property,
                       SkyDay after,
                       SkyDay until,
                       gboolean people,
                       guint *n_without,
                       GError **error)
{
  g_autoptr (GPtrArray) list =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_log_counts_free);
  g_autoptr (SkyStatement) statement =
      sky_statement_get (self, people ? SELECT_COUNTS (", j.people") : SELECT_COUNTS (""), error);
  gboolean row;

  *n_without = 0;
  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, after);
  sky_statement_put_int (statement, until);
  sky_statement_put_text (statement, property);
  sky_statement_put_text (statement, property);
  while (sky_statement_next (statement, &row, error))
    {
      SkyLogCounts *counts;

      if (!row)
        return g_steal_pointer (&list);
      counts = read_row (statement, people);
      if (counts != NULL)
        g_ptr_array_add (list, counts);
      else
        ++*n_without;
    }
  return NULL;
}
