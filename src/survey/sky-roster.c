/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-roster.h"

#include <string.h>

static void
entry_clear (gpointer data)
{
  g_free (((SkyRosterEntry *) data)->dealer);
}

static GArray *
new_roster (void)
{
  GArray *roster = g_array_new (FALSE, TRUE, sizeof (SkyRosterEntry));

  g_array_set_clear_func (roster, entry_clear);
  return roster;
}

GArray *
sky_roster_from_duties (const GArray *duties)
{
  GArray *roster = new_roster ();

  for (guint i = 0; i < duties->len; i++)
    {
      const SkyDuty *duty = &g_array_index (duties, SkyDuty, i);
      SkyRosterEntry entry = { NULL, duty->start, duty->end };

      if (duty->role != SKY_ROLE_DEALER)
        continue;
      entry.dealer = g_strdup (duty->credential);
      g_array_append_val (roster, entry);
    }
  return roster;
}

static gboolean
read_line (const char *line, SkyRosterEntry *entry)
{
  g_auto (GStrv) parts = g_strsplit (line, ",", 3);

  if (g_strv_length (parts) != 3 || *g_strstrip (parts[2]) == '\0'
      || !sky_time_parse (parts[0], strlen (parts[0]), &entry->from)
      || !sky_time_parse (parts[1], strlen (parts[1]), &entry->until)
      || entry->until <= entry->from)
    return FALSE;
  entry->dealer = g_strdup (parts[2]);
  return TRUE;
}

GArray *
sky_roster_read (const char *path, GError **error)
{
  g_autoptr (GArray) roster = new_roster ();
  g_autofree char *contents = NULL;
  g_auto (GStrv) lines = NULL;
  gsize length;

  if (!g_file_get_contents (path, &contents, &length, error))
    return NULL;
  lines = g_strsplit (contents, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      SkyRosterEntry entry;

      if (*g_strstrip (lines[i]) == '\0')
        continue;
      if (!g_utf8_validate (lines[i], -1, NULL) || !read_line (lines[i], &entry))
        {
          g_set_error (error, SKY_PLAN_ERROR, SKY_PLAN_ERROR_FORMAT,
                       "%s: line %u: not “FROM,UNTIL,CREDENTIAL” with two times in UTC", path,
                       i + 1);
          return NULL;
        }
      g_array_append_val (roster, entry);
    }
  return g_steal_pointer (&roster);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char *
sky_roster_find (const GArray *roster, SkyTime at)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < roster->len; i++)
    {
      const SkyRosterEntry *entry = &g_array_index (roster, SkyRosterEntry, i);

      if (entry->from <= at && at < entry->until
          && !g_ptr_array_find_with_equal_func (names, entry->dealer, g_str_equal, NULL))
        g_ptr_array_add (names, entry->dealer);
    }
  if (names->len == 0)
    return NULL;
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return g_strjoinv ("+", (char **) names->pdata);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  SkyTime x = *(const SkyTime *) a, y = *(const SkyTime *) b;

  return x < y ? -1 : x > y;
}

/* All instants at which who deals, or what is covered, changes. */
static GArray *
find_changes (const GArray *roster, const GArray *covered)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (SkyTime));

  for (guint i = 0; i < roster->len; i++)
    {
      const SkyRosterEntry *entry = &g_array_index (roster, SkyRosterEntry, i);

      g_array_append_val (times, entry->from);
      g_array_append_val (times, entry->until);
    }
  for (guint i = 0; i < covered->len; i++)
    {
      const SkySpan *span = &g_array_index (covered, SkySpan, i);

      g_array_append_val (times, span->start);
      g_array_append_val (times, span->end);
    }
  g_array_sort (times, compare_times);
  return times;
}

static gboolean
is_covered (const GArray *covered, SkyTime at)
{
  for (guint i = 0; i < covered->len; i++)
    if (g_array_index (covered, SkySpan, i).start <= at
        && at < g_array_index (covered, SkySpan, i).end)
      return TRUE;
  return FALSE;
}

static void
add_span (GArray *spans, SkyTime start, SkyTime end)
{
  SkySpan *last = spans->len > 0 ? &g_array_index (spans, SkySpan, spans->len - 1) : NULL;
  SkySpan span = { start, end };

  if (last != NULL && last->end == start)
    last->end = end;
  else
    g_array_append_val (spans, span);
}

/* Calls @add for each part of @covered in which the same dealers deal. */
static void
walk (const GArray *roster,
      const GArray *covered,
      void (*add) (gpointer data, const char *dealer, SkyTime start, SkyTime end),
      gpointer data)
{
  g_autoptr (GArray) times = find_changes (roster, covered);

  for (guint i = 1; i < times->len; i++)
    {
      SkyTime start = g_array_index (times, SkyTime, i - 1);
      SkyTime end = g_array_index (times, SkyTime, i);
      g_autofree char *dealer = NULL;

      if (start == end || !is_covered (covered, start))
        continue;
      dealer = sky_roster_find (roster, start);
      if (dealer != NULL)
        add (data, dealer, start, end);
    }
}

static void
add_to_dealer (gpointer data, const char *dealer, SkyTime start, SkyTime end)
{
  GTree *by_dealer = data;
  GArray *spans = g_tree_lookup (by_dealer, dealer);

  if (spans == NULL)
    {
      spans = g_array_new (FALSE, FALSE, sizeof (SkySpan));
      g_tree_insert (by_dealer, g_strdup (dealer), spans);
    }
  add_span (spans, start, end);
}

static int
compare_keys (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return strcmp (a, b);
}

static gboolean
add_stratum (gpointer key, gpointer value, gpointer data)
{
  sky_plan_add_stratum (data, key, value);
  return FALSE;
}

void
sky_roster_add_dealers (const GArray *roster, const GArray *covered, SkyPlan *plan)
{
  GTree *by_dealer = g_tree_new_full (compare_keys, NULL, g_free, NULL);

  walk (roster, covered, add_to_dealer, by_dealer);
  g_tree_foreach (by_dealer, add_stratum, plan);
  g_tree_unref (by_dealer);
}

static void
add_to_all (gpointer data, const char *dealer, SkyTime start, SkyTime end)
{
  add_span (data, start, end);
}

void
sky_roster_add_all (const GArray *roster, const GArray *covered, SkyPlan *plan)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (SkySpan));

  walk (roster, covered, add_to_all, spans);
  if (spans->len > 0)
    sky_plan_add_stratum (plan, NULL, spans);
  else
    g_array_unref (spans);
}
