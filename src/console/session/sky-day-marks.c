/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-day-marks.h"

#include <string.h>

#include "sky-case.h"
#include "sky-finding-query.h"
#include "sky-recording-lock.h"
#include "sky-stored-log.h"

/* How many marks a timeline is good for, and how many are read at once. */
#define MAX_MARKS  50000
#define MARKS_PAGE 1000

static void
add_finding_mark (GArray *marks, const SkyStoredFinding *finding)
{
  SkyCheck check;
  SkyDayMark mark = {
    .at = finding->at,
    .id = finding->id,
    .severity = finding->severity,
    .unsure = finding->unsure,
    .state = finding->state,
    .check = "",
  };

  if (finding->at == SKY_TIME_NONE)
    return;
  if (sky_check_from_name (finding->check, &check))
    mark.check = sky_check_info (check)->name;
  g_array_append_val (marks, mark);
}

static int
compare_marks (gconstpointer a, gconstpointer b)
{
  const SkyDayMark *left = a;
  const SkyDayMark *right = b;

  return left->at < right->at ? -1 : left->at > right->at;
}

static gboolean
add_locks (GArray *marks, SkyStore *store, gint64 log, GError **error)
{
  g_autoptr (GPtrArray) locks = sky_store_list_recording_locks (store, error);

  if (locks == NULL)
    return FALSE;
  if (locks->len == 0)
    return TRUE;
  g_autoptr (SkyStoredLog) of = sky_store_get_log (store, log, error);
  if (of == NULL)
    return FALSE;
  for (guint i = 0; i < locks->len; i++)
    {
      const SkyRecordingLock *lock = locks->pdata[i];
      const SkyDayMark mark = { .kind = SKY_DAY_MARK_LOCK, .at = lock->from, .until = lock->until };

      if (lock->release == 0 && strcmp (lock->property, of->property) == 0
          && strcmp (lock->table, of->table) == 0)
        g_array_append_val (marks, mark);
    }
  return TRUE;
}

GArray *
sky_day_marks_read (SkyStore *store, gint64 log, GError **error)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (SkyDayMark));

  filter.log = log;
  for (guint64 offset = 0; offset < MAX_MARKS; offset += MARKS_PAGE)
    {
      g_autoptr (GPtrArray) page = sky_store_findings_page (store, &filter, SKY_FINDING_SORT_TIME,
                                                            FALSE, offset, MARKS_PAGE, error);
      if (page == NULL)
        return NULL;
      for (guint i = 0; i < page->len; i++)
        add_finding_mark (marks, page->pdata[i]);
      if (page->len < MARKS_PAGE)
        break;
    }

  g_autoptr (GPtrArray) bookmarks = sky_store_list_bookmarks (store, filter.log, error);
  if (bookmarks == NULL)
    return NULL;
  for (guint i = 0; i < bookmarks->len; i++)
    {
      const SkyBookmark *bookmark = bookmarks->pdata[i];
      SkyDayMark mark = { .kind = SKY_DAY_MARK_BOOKMARK, .at = bookmark->at };
      g_array_append_val (marks, mark);
    }
  if (!add_locks (marks, store, log, error))
    return NULL;
  g_array_sort (marks, compare_marks);
  return g_steal_pointer (&marks);
}
