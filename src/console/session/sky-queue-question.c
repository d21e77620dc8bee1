/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-queue-question.h"

#include "sky-finding-query.h"
#include "sky-ledger.h"
#include "sky-look.h"

/* When more have come at once the list is read anew. */
#define MOST_ARRIVED 256

void
sky_queue_answer_free (SkyQueueAnswer *self)
{
  g_clear_pointer (&self->positions, g_array_unref);
  g_clear_pointer (&self->ids, g_array_unref);
  g_free (self);
}

static gboolean
count (SkyStore *store, const SkyQueueQuestion *question, guint64 *n, GError **error)
{
  SkyFindingCounts counts;

  switch (question->kind)
    {
    case SKY_QUEUE_FINDINGS:
      if (!sky_store_count_findings (store, question->filter, &counts, error))
        return FALSE;
      *n = counts.total;
      return TRUE;
    case SKY_QUEUE_ROUNDS:
      return sky_store_count_rounds (store, question->filter, FALSE, n, error);
    case SKY_QUEUE_WITHDRAWN:
      return sky_store_count_withdrawn (store, question->filter, n, error);
    case SKY_QUEUE_BOOKMARKS:
    default:
      {
        g_autoptr (GPtrArray) bookmarks = sky_store_list_bookmarks (store, 0, error);
        if (bookmarks == NULL)
          return FALSE;
        *n = bookmarks->len;
        return TRUE;
      }
    }
}

gpointer
sky_queue_question_count (SkyStore *store, gpointer data, GError **error)
{
  g_autoptr (SkyQueueAnswer) answer = g_new0 (SkyQueueAnswer, 1);

  /* The look first: what comes in between is then told of twice rather than never. */
  answer->gone = -1;
  if (!sky_store_get_present (store, &answer->counted, error)
      || !count (store, data, &answer->n, error))
    return NULL;
  return g_steal_pointer (&answer);
}

static int
compare_positions (gconstpointer a, gconstpointer b)
{
  const guint *left = a;
  const guint *right = b;

  return *left < *right ? -1 : *left > *right;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  const gint64 *left = a;
  const gint64 *right = b;

  return *left < *right ? -1 : *left > *right;
}

static int
compare_numbers (gint64 a, gint64 b)
{
  return a < b ? -1 : a > b;
}

/* As the store sorts two findings, but for those of logs that are alike in all but the game. */
static int
compare_findings (const SkyStoredFinding *a, const SkyStoredFinding *b, SkyFindingSort sort)
{
  int order = 0;

  switch (sort)
    {
    case SKY_FINDING_SORT_DAY:
      order = compare_numbers (a->gaming_day, b->gaming_day);
      if (order == 0)
        order = strcmp (a->table, b->table);
      break;
    case SKY_FINDING_SORT_RECORD:
      order = strcmp (a->table, b->table);
      if (order == 0)
        order = compare_numbers (a->gaming_day, b->gaming_day);
      break;
    case SKY_FINDING_SORT_SEVERITY:
      order = compare_numbers (a->severity, b->severity);
      if (order == 0)
        order = strcmp (a->check, b->check);
      break;
    case SKY_FINDING_SORT_CHECK:
      order = strcmp (a->check, b->check);
      break;
    case SKY_FINDING_SORT_STATE:
      order = compare_numbers (a->state, b->state);
      break;
    case SKY_FINDING_SORT_VARIANCE:
      order = compare_numbers (a->has_variance, b->has_variance);
      if (order == 0)
        order = compare_numbers (a->variance, b->variance);
      break;
    case SKY_FINDING_SORT_ROUND:
      order = compare_numbers (a->round, b->round);
      break;
    case SKY_FINDING_SORT_WHAT:
      order = g_strcmp0 (a->explanation, b->explanation);
      break;
    case SKY_FINDING_SORT_TIME:
    case SKY_FINDING_SORT_SIGHT:
    case SKY_N_FINDING_SORTS:
    default:
      break;
    }
  if (order == 0
      && (sort == SKY_FINDING_SORT_TIME || sort == SKY_FINDING_SORT_CHECK
          || sort == SKY_FINDING_SORT_SEVERITY || sort == SKY_FINDING_SORT_STATE))
    order = compare_numbers (a->at, b->at);
  if (order == 0)
    order = compare_numbers (a->log, b->log);
  return order != 0 ? order : compare_numbers ((gint64) a->seq, (gint64) b->seq);
}

/* The one finding of the list that was withdrawn since it was counted. Returns: (transfer full), or
 * NULL when there are none or several, or the filter does not tell. */
static SkyStoredFinding *
find_withdrawn (SkyStore *store, const SkyQueueQuestion *question)
{
  g_autoptr (SkyFindingFilter) since = sky_finding_filter_copy (question->filter);
  SkyStoredFinding *found = NULL;
  guint n = 0;

  since->changed = TRUE;
  since->since.withdrawal = question->counted.withdrawal;
  if (since->states != 0 || since->awaits_second || since->text != NULL || since->dealer != NULL
      || since->patron != NULL || question->filter->changed)
    return NULL;
  g_autoptr (GPtrArray) gone = sky_store_withdrawn_page (store, since, 0, MOST_ARRIVED, NULL);
  for (guint i = 0; gone != NULL && i < gone->len; i++)
    {
      const SkyStoredFinding *finding = gone->pdata[i];
      if (since->queues != 0 && (since->queues & 1u << finding->queue) == 0)
        continue;
      if (since->round != 0 && since->round != finding->round)
        continue;
      n++;
      found = gone->pdata[i];
    }
  if (n != 1)
    return NULL;
  g_ptr_array_set_free_func (gone, NULL);
  for (guint i = 0; i < gone->len; i++)
    {
      if (gone->pdata[i] != found)
        sky_stored_finding_free (gone->pdata[i]);
    }
  return found;
}

/* Where @gone stood in the list that was shown: the rows before it that are there still, less those
 * of @positions, which were not there then. */
static gboolean
find_gone (SkyStore *store,
           const SkyQueueQuestion *question,
           const SkyStoredFinding *gone,
           const GArray *positions,
           SkyQueueAnswer *answer,
           GError **error)
{
  guint64 low = 0;
  guint64 high = answer->n;

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;
      g_autoptr (GPtrArray) page = sky_store_findings_page (store, question->filter, question->sort,
                                                            question->descending, middle, 1, error);
      if (page == NULL)
        return FALSE;
      if (page->len == 0)
        return TRUE;
      int order = compare_findings (page->pdata[0], gone, question->sort);
      if (question->descending ? order > 0 : order < 0)
        low = middle + 1;
      else
        high = middle;
    }
  answer->gone = (gint64) low;
  for (guint i = 0; i < positions->len; i++)
    {
      if (g_array_index (positions, guint, i) < low)
        answer->gone--;
    }
  return TRUE;
}

/* Finds out which findings of the list are new, and where they stand, and which one is gone. Leaves
 * the positions NULL when that does not account for how long the list is now. */
static gboolean
find_arrived (SkyStore *store,
              const SkyQueueQuestion *question,
              SkyQueueAnswer *answer,
              GError **error)
{
  g_autoptr (SkyFindingFilter) since = sky_finding_filter_copy (question->filter);
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (SkyStoredFinding) gone = NULL;
  gboolean placed = TRUE;

  since->changed = TRUE;
  since->since.finding = MAX (question->counted.finding,
                              question->filter->changed ? question->filter->since.finding : 0);
  since->since.entry = G_MAXINT64;
  g_autoptr (GPtrArray) come = sky_store_findings_page (
      store, since, question->sort, question->descending, 0, MOST_ARRIVED + 1, error);
  if (come == NULL)
    return FALSE;
  answer->ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < come->len; i++)
    {
      const SkyStoredFinding *finding = come->pdata[i];
      gint64 position;

      if (!sky_store_find_position (store, question->filter, question->sort, question->descending,
                                    finding->id, &position, error))
        return FALSE;
      placed = placed && position >= 0 && (guint64) position < answer->n;
      guint at = (guint) position;
      g_array_append_val (positions, at);
      g_array_append_val (answer->ids, finding->id);
    }
  g_array_sort (positions, compare_positions);
  g_array_sort (answer->ids, compare_ids);
  if (!placed || come->len > MOST_ARRIVED)
    return TRUE;
  if (answer->n + 1 == (guint64) question->n_items + come->len)
    {
      gone = find_withdrawn (store, question);
      if (gone == NULL)
        return TRUE;
      if (!find_gone (store, question, gone, positions, answer, error))
        return FALSE;
      if (answer->gone < 0 || answer->gone >= question->n_items)
        return TRUE;
    }
  else if (answer->n != (guint64) question->n_items + come->len)
    return TRUE;
  answer->positions = g_steal_pointer (&positions);
  return TRUE;
}

/* Whether the rows that are at hand show what the store lists there by now. */
static gboolean
are_same (SkyStore *store, const SkyQueueQuestion *question, gboolean *same, GError **error)
{
  g_autoptr (GPtrArray) page = NULL;
  guint first = G_MAXUINT;

  *same = TRUE;
  for (guint i = 0; i < question->kept->len && *same; i++)
    {
      const SkyQueueRowKept *kept = &g_array_index (question->kept, SkyQueueRowKept, i);
      guint start = kept->position / SKY_QUEUE_PAGE_SIZE * SKY_QUEUE_PAGE_SIZE;
      if (start != first)
        {
          g_clear_pointer (&page, g_ptr_array_unref);
          page = sky_store_findings_page (store, question->filter, question->sort,
                                          question->descending, start, SKY_QUEUE_PAGE_SIZE, error);
          if (page == NULL)
            return FALSE;
          first = start;
        }
      guint at = kept->position - first;
      *same = at < page->len && ((SkyStoredFinding *) page->pdata[at])->id == kept->finding;
    }
  return TRUE;
}

gpointer
sky_queue_question_refresh (SkyStore *store, gpointer data, GError **error)
{
  const SkyQueueQuestion *question = data;
  g_autoptr (SkyQueueAnswer) answer = sky_queue_question_count (store, data, error);

  if (answer == NULL)
    return NULL;
  if (question->kind == SKY_QUEUE_FINDINGS)
    {
      gboolean same = TRUE;
      if (!find_arrived (store, question, answer, error))
        return NULL;
      if (answer->positions != NULL && question->kept != NULL
          && !are_same (store, question, &same, error))
        return NULL;
      /* What was said has moved rows. */
      if (question->kept != NULL && (!same || answer->n != question->n_items))
        g_clear_pointer (&answer->positions, g_array_unref);
    }
  else if (answer->n == question->n_items)
    answer->positions = g_array_new (FALSE, FALSE, sizeof (guint));
  return g_steal_pointer (&answer);
}

void
sky_queue_rows_free (SkyQueueRows *self)
{
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_free (self);
}

/* For rows that are read next: what comes in between is then told of twice rather than never. */
static SkyQueueRows *
rows_new (SkyStore *store, GError **error)
{
  SkyLedgerMark head;

  if (!sky_store_get_ledger_head (store, &head, error))
    return NULL;
  SkyQueueRows *rows = g_new0 (SkyQueueRows, 1);
  rows->entry = head.number;
  return rows;
}

/* When somebody spoke of more at once the pages that are kept are read anew. */
#define MOST_HEARD 2000

/* Returns: the SkyStoredFindings that were spoken of, as they are now. */
gpointer
sky_queue_question_reload_reviewed (SkyStore *store, gpointer data, GError **error)
{
  const SkyQueueQuestion *question = data;
  g_autoptr (SkyQueueRows) heard = rows_new (store, error);
  g_autoptr (GArray) ids =
      heard != NULL ? sky_store_list_spoken (store, question->after, error) : NULL;

  if (ids == NULL)
    return NULL;
  heard->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_stored_finding_free);
  heard->more = ids->len > MOST_HEARD;
  for (guint i = 0; i < ids->len && !heard->more; i++)
    {
      SkyStoredFinding *finding =
          sky_store_get_finding (store, g_array_index (ids, gint64, i), error);
      if (finding == NULL)
        return NULL;
      g_ptr_array_add (heard->rows, finding);
    }
  if (question->has_look
      && !sky_store_mark_changes (store, heard->rows, &question->look, question->looker, error))
    return NULL;
  return g_steal_pointer (&heard);
}

void
sky_placed_bookmark_free (SkyPlacedBookmark *self)
{
  g_clear_pointer (&self->bookmark, sky_bookmark_free);
  g_free (self);
}

static gint64
log_of_bookmark (GPtrArray *logs, const SkyBookmark *bookmark)
{
  for (guint i = 0; i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];
      if (log->gaming_day == bookmark->gaming_day
          && g_strcmp0 (log->property, bookmark->property) == 0
          && g_strcmp0 (log->table, bookmark->table) == 0
          && g_strcmp0 (log->game, bookmark->game) == 0)
        return log->id;
    }
  return 0;
}

static GPtrArray *
bookmarks_page (SkyStore *store, const SkyQueueQuestion *question, GError **error)
{
  g_autoptr (GPtrArray) bookmarks = sky_store_list_bookmarks (store, 0, error);
  if (bookmarks == NULL)
    return NULL;
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, error);
  if (logs == NULL)
    return NULL;

  GPtrArray *page = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_placed_bookmark_free);
  g_ptr_array_set_free_func (bookmarks, NULL);
  for (guint i = 0; i < bookmarks->len; i++)
    {
      SkyBookmark *bookmark = bookmarks->pdata[i];
      if (i / SKY_QUEUE_PAGE_SIZE != question->page)
        {
          sky_bookmark_free (bookmark);
          continue;
        }
      SkyPlacedBookmark *placed = g_new0 (SkyPlacedBookmark, 1);
      placed->bookmark = bookmark;
      placed->log = log_of_bookmark (logs, bookmark);
      g_ptr_array_add (page, placed);
    }
  return page;
}

static GPtrArray *
findings_page (SkyStore *store, const SkyQueueQuestion *question, GError **error)
{
  g_autoptr (GPtrArray) page = sky_store_findings_page (
      store, question->filter, question->sort, question->descending,
      (guint64) question->page * SKY_QUEUE_PAGE_SIZE, SKY_QUEUE_PAGE_SIZE, error);

  if (page == NULL
      || (question->has_look
          && !sky_store_mark_changes (store, page, &question->look, question->looker, error)))
    return NULL;
  return g_steal_pointer (&page);
}

static GPtrArray *
read_page (SkyStore *store, const SkyQueueQuestion *question, GError **error)
{
  guint64 offset = (guint64) question->page * SKY_QUEUE_PAGE_SIZE;

  switch (question->kind)
    {
    case SKY_QUEUE_FINDINGS:
      return findings_page (store, question, error);
    case SKY_QUEUE_ROUNDS:
      return sky_store_rounds_page (store, question->filter, FALSE, question->sort,
                                    question->descending, offset, SKY_QUEUE_PAGE_SIZE, error);
    case SKY_QUEUE_WITHDRAWN:
      return sky_store_withdrawn_page (store, question->filter, offset, SKY_QUEUE_PAGE_SIZE, error);
    case SKY_QUEUE_BOOKMARKS:
    default:
      return bookmarks_page (store, question, error);
    }
}

gpointer
sky_queue_question_read_page (SkyStore *store, gpointer data, GError **error)
{
  g_autoptr (SkyQueueRows) page = rows_new (store, error);

  if (page == NULL)
    return NULL;
  page->rows = read_page (store, data, error);
  return page->rows != NULL ? g_steal_pointer (&page) : NULL;
}
