/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-case.h"
#include "sky-filter-text.h"
#include "sky-look.h"
#include "sky-session-private.h"
#include "sky-summary.h"

/* --- The list --------------------------------------------------------------------------------- */

void
sky_session_ask_rows (SkySession *self)
{
  SkyQueueKind kind = SKY_QUEUE_FINDINGS;

  /* What is chosen is so of the rows that are there. */
  sky_session_set_chosen (self, NULL);
  sky_session_forget_arrived (self);
  self->asked_anew = TRUE;
  if (self->listing == SKY_LISTING_ROUNDS)
    kind = SKY_QUEUE_ROUNDS;
  else if (self->listing == SKY_LISTING_BOOKMARKS)
    kind = SKY_QUEUE_BOOKMARKS;
  else if (self->listing == SKY_LISTING_WITHDRAWN)
    kind = SKY_QUEUE_WITHDRAWN;
  self->filter->queues = (guint) self->listing < SKY_N_QUEUES ? 1u << (guint) self->listing : 0;
  sky_queue_model_set_query (self->model, kind, self->filter, self->sort, self->descending);
}

SkyQueueModel *
sky_session_get_model (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->model;
}

void
sky_session_set_listing (SkySession *self, SkyListing listing)
{
  g_return_if_fail (SKY_IS_SESSION (self));
  g_return_if_fail (listing < SKY_N_LISTINGS);

  if (listing == self->listing)
    return;
  self->listing = listing;
  sky_session_ask_rows (self);
  g_object_notify (G_OBJECT (self), "listing");
}

SkyListing
sky_session_get_listing (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), SKY_LISTING_ALL);
  return self->listing;
}

void
sky_session_set_filter (SkySession *self, const SkyFindingFilter *filter)
{
  g_return_if_fail (SKY_IS_SESSION (self));
  g_return_if_fail (filter != NULL);

  g_autoptr (SkyFindingFilter) copy = sky_finding_filter_copy (filter);
  copy->queues = self->filter->queues;
  copy->since = self->look;
  g_free (copy->looker);
  copy->looker = g_strdup (self->credential);
  if (sky_finding_filter_equal (copy, self->filter))
    return;
  sky_finding_filter_free (self->filter);
  self->filter = g_steal_pointer (&copy);
  sky_session_ask_rows (self);
  sky_session_ask_counts (self);
  sky_session_emit (self, SKY_SESSION_QUERY_CHANGED);
}

void
sky_session_choose_filter (SkySession *self, const SkyFindingFilter *filter)
{
  g_return_if_fail (SKY_IS_SESSION (self));
  g_return_if_fail (filter != NULL);

  g_autoptr (SkyFindingFilter) copy = sky_finding_filter_copy (filter);
  SkyListing listing = SKY_LISTING_ALL;
  g_free (copy->archive);
  copy->archive = g_strdup (self->filter->archive);
  for (guint i = 0; i < SKY_N_QUEUES; i++)
    {
      if (filter->queues == 1u << i)
        listing = (SkyListing) i;
    }
  sky_session_set_listing (self, listing);
  sky_session_set_filter (self, copy);
}

void
sky_session_clear_filter (SkySession *self)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  g_autoptr (SkyFindingFilter) copy = sky_finding_filter_copy (self->filter);
  sky_filter_clear (copy);
  sky_session_set_filter (self, copy);
}

const SkyFindingFilter *
sky_session_get_filter (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->filter;
}

void
sky_session_set_sort (SkySession *self, SkyFindingSort sort, gboolean descending)
{
  g_return_if_fail (SKY_IS_SESSION (self));
  g_return_if_fail (sort < SKY_N_FINDING_SORTS);

  if (sort == self->sort && descending == self->descending)
    return;
  self->sort = sort;
  self->descending = descending;
  sky_session_ask_rows (self);
  sky_session_emit (self, SKY_SESSION_QUERY_CHANGED);
}

/* --- Counts ----------------------------------------------------------------------------------- */

typedef struct
{
  SkyFindingCounts counts;
  guint64 n_rounds;
  guint64 n_bookmarks;
  guint64 n_withdrawn;
  guint64 n_withdrawn_since;
  guint64 n_changed;
  SkyLook present;
  char *identity;
  GPtrArray *logs;
  gboolean auditing; /* more was about to come when this was asked */
  guint n_audits;    /* that had begun by then */
} Counts;

static void
counts_free (Counts *counts)
{
  g_free (counts->identity);
  g_clear_pointer (&counts->logs, g_ptr_array_unref);
  g_free (counts);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Counts, counts_free)

typedef struct
{
  SkyFindingFilter *filter;
  gboolean has_looked;
  gboolean auditing;
  guint n_audits;
} CountsQuestion;

static void
counts_question_free (CountsQuestion *question)
{
  sky_finding_filter_free (question->filter);
  g_free (question);
}

/* What changed since one looked, of all that the rest of the filter lets through. */
static gboolean
count_changes (SkyStore *store, const CountsQuestion *question, Counts *counts, GError **error)
{
  g_autoptr (SkyFindingFilter) filter = sky_finding_filter_copy (question->filter);
  SkyFindingCounts changed;

  if (!sky_store_get_present (store, &counts->present, error)
      || !sky_store_count_withdrawn (store, filter, &counts->n_withdrawn, error))
    return FALSE;
  if (!question->has_looked)
    return TRUE;
  filter->changed = TRUE;
  if (!sky_store_count_findings (store, filter, &changed, error)
      || !sky_store_count_withdrawn (store, filter, &counts->n_withdrawn_since, error))
    return FALSE;
  counts->n_changed = changed.total;
  return TRUE;
}

static gpointer
count_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const CountsQuestion *question = data;
  const SkyFindingFilter *filter = question->filter;
  g_autoptr (Counts) counts = g_new0 (Counts, 1);

  counts->auditing = question->auditing;
  counts->n_audits = question->n_audits;
  counts->identity = sky_store_get_identity (store, error);
  if (counts->identity == NULL || !count_changes (store, question, counts, error)
      || !sky_store_count_findings (store, filter, &counts->counts, error)
      || !sky_store_count_rounds (store, filter, FALSE, &counts->n_rounds, error))
    return NULL;

  g_autoptr (GPtrArray) bookmarks = sky_store_list_bookmarks (store, 0, error);
  if (bookmarks == NULL)
    return NULL;
  counts->n_bookmarks = bookmarks->len;
  counts->logs = sky_store_list_logs (store, NULL, error);
  if (counts->logs == NULL)
    return NULL;
  return g_steal_pointer (&counts);
}

/* An archive that could not be audited is not in the store: rather all that is there is listed than
 * nothing. */
static void
forget_missing_archive (SkySession *self)
{
  if (sky_intake_get_job (self->intake) != NULL || self->filter->archive == NULL)
    return;
  for (guint i = 0; i < self->logs->len; i++)
    {
      const SkyStoredLog *log = self->logs->pdata[i];
      if (g_strcmp0 (log->archive, self->filter->archive) == 0)
        return;
    }
  g_clear_pointer (&self->filter->archive, g_free);
  sky_session_ask_rows (self);
  sky_session_ask_counts (self);
  sky_session_emit (self, SKY_SESSION_QUERY_CHANGED);
}

static void
counts_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkySession *self = SKY_SESSION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (Counts) counts = sky_store_worker_finish (result, &error);

  if (counts == NULL && self->logs == NULL)
    {
      g_free (self->store_problem);
      self->store_problem = g_strdup (error->message);
      sky_session_emit (self, SKY_SESSION_COUNTS_CHANGED);
    }
  else if (counts == NULL)
    sky_store_link_complain (self->link, error);
  else
    {
      g_clear_pointer (&self->store_problem, g_free);
      sky_store_link_settle_complaint (self->link, FALSE);
      self->counts = counts->counts;
      self->n_rounds = counts->n_rounds;
      self->n_bookmarks = counts->n_bookmarks;
      self->n_withdrawn = counts->n_withdrawn;
      self->n_withdrawn_since = counts->n_withdrawn_since;
      self->n_changed = counts->n_changed;
      self->present = counts->present;
      if (self->identity == NULL)
        {
          self->identity = g_steal_pointer (&counts->identity);
          sky_session_find_look (self);
        }
      g_clear_pointer (&self->logs, g_ptr_array_unref);
      self->logs = g_steal_pointer (&counts->logs);
      sky_session_start_watching (self);
      if (!counts->auditing && counts->n_audits == sky_intake_get_n_audits (self->intake))
        forget_missing_archive (self);
      sky_session_emit (self, SKY_SESSION_COUNTS_CHANGED);
    }
}

void
sky_session_ask_counts (SkySession *self)
{
  CountsQuestion *question = g_new0 (CountsQuestion, 1);

  question->filter = sky_finding_filter_copy (self->filter);
  question->filter->queues = 0;
  question->has_looked = self->has_looked;
  question->auditing = sky_intake_get_job (self->intake) != NULL;
  question->n_audits = sky_intake_get_n_audits (self->intake);
  sky_store_link_ask (self->link, self, count_in_thread, question,
                      (GDestroyNotify) counts_question_free, (GDestroyNotify) counts_free,
                      counts_cb, NULL);
}

guint64
sky_session_get_count (SkySession *self, SkyListing listing, guint64 *undecided)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);

  guint64 total = 0;
  guint64 open = 0;
  if (listing == SKY_LISTING_ROUNDS || listing == SKY_LISTING_BOOKMARKS)
    total = listing == SKY_LISTING_ROUNDS ? self->n_rounds : self->n_bookmarks;
  if (listing == SKY_LISTING_WITHDRAWN)
    {
      total = self->n_withdrawn;
      open = self->n_withdrawn_since;
    }
  for (guint queue = 0; queue < SKY_N_QUEUES; queue++)
    {
      if (listing != SKY_LISTING_ALL && (guint) listing != queue)
        continue;
      for (guint state = 0; state < SKY_N_REVIEW_STATES; state++)
        total += self->counts.counts[queue][state];
      open += self->counts.counts[queue][SKY_REVIEW_OPEN]
              + self->counts.counts[queue][SKY_REVIEW_IN_REVIEW];
    }
  if (undecided != NULL)
    *undecided = open;
  return total;
}

gboolean
sky_session_has_logs (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), FALSE);
  return self->logs == NULL || self->logs->len > 0;
}

GPtrArray *
sky_session_get_logs (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->logs;
}

/* --- People ----------------------------------------------------------------------------------- */

/* So many patrons are told at once; a list of more is of no use to anybody. */
#define MOST_PATRONS 2000

typedef struct
{
  GPtrArray *dealers;
  char **patrons;
} People;

static void
people_free (People *people)
{
  g_clear_pointer (&people->dealers, g_ptr_array_unref);
  g_strfreev (people->patrons);
  g_free (people);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (People, people_free)

static gpointer
people_in_thread (SkyStore *store, gpointer data, GError **error)
{
  g_autoptr (People) people = g_new0 (People, 1);

  people->dealers = sky_store_list_dealers (store, NULL, error);
  if (people->dealers == NULL)
    return NULL;
  people->patrons = sky_store_list_patrons (store, "", MOST_PATRONS, error);
  return people->patrons != NULL ? g_steal_pointer (&people) : NULL;
}

static void
people_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkySession *self = SKY_SESSION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (People) people = sky_store_worker_finish (result, &error);

  if (people == NULL)
    {
      sky_store_link_complain (self->link, error);
      return;
    }
  g_clear_pointer (&self->dealers, g_ptr_array_unref);
  g_strfreev (self->patrons);
  self->dealers = g_steal_pointer (&people->dealers);
  self->patrons = g_steal_pointer (&people->patrons);
  sky_session_emit (self, SKY_SESSION_COUNTS_CHANGED);
}

void
sky_session_ask_people (SkySession *self)
{
  g_return_if_fail (SKY_IS_SESSION (self));
  sky_store_link_ask (self->link, self, people_in_thread, NULL, NULL, (GDestroyNotify) people_free,
                      people_cb, NULL);
}

GPtrArray *
sky_session_get_dealers (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->dealers;
}

const char *const *
sky_session_get_patrons (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return (const char *const *) self->patrons;
}

/* --- Bookmarks -------------------------------------------------------------------------------- */

typedef struct
{
  char *credential;
  char *name;
  gint64 log;
  SkyTime at;
  char *text;
  gint64 number; /* set by the store's thread */
  SkyLedgerMark mark;
} Bookmarking;

static void
bookmarking_free (Bookmarking *bookmarking)
{
  g_free (bookmarking->credential);
  g_free (bookmarking->name);
  g_free (bookmarking->text);
  g_free (bookmarking);
}

static gboolean
add_bookmark (SkyStore *store, gpointer data, GError **error)
{
  Bookmarking *bookmarking = data;
  const SkyReviewer reviewer = { bookmarking->credential, bookmarking->name };

  return sky_store_add_bookmark (store, &reviewer, bookmarking->log, bookmarking->at,
                                 bookmarking->text, &bookmarking->number, error);
}

static gpointer
bookmark_in_thread (SkyStore *store, gpointer data, GError **error)
{
  Bookmarking *bookmarking = data;

  if (!sky_store_say_once (store, &bookmarking->mark, add_bookmark, bookmarking, error))
    return NULL;
  return g_memdup2 (&bookmarking->number, sizeof bookmarking->number);
}

static void
bookmark_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkySession *self = SKY_SESSION (source);
  g_autoptr (GError) error = NULL;
  g_autofree gint64 *number = sky_store_worker_finish (result, &error);

  sky_store_link_end_writing (self->link, number != NULL);
  if (number == NULL)
    {
      sky_store_link_complain (self->link, error);
      return;
    }
  sky_store_link_tell (self->link, _ ("Bookmarked"));
  sky_session_ask_counts (self);
  sky_day_view_ask_marks (self->day_view);
  if (self->listing == SKY_LISTING_BOOKMARKS)
    sky_session_ask_rows (self);
}

void
sky_session_add_bookmark (SkySession *self, const char *text)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  if (sky_day_view_get_day (self->day_view) == NULL)
    return;
  Bookmarking *bookmarking = g_new0 (Bookmarking, 1);
  bookmarking->credential = g_strdup (self->credential != NULL ? self->credential : "");
  bookmarking->name = g_strdup (self->name != NULL ? self->name : "");
  bookmarking->log = sky_day_view_get_log (self->day_view);
  bookmarking->at = sky_day_view_get_position (self->day_view);
  bookmarking->text = g_strdup (text);
  sky_store_link_begin_writing (self->link);
  sky_store_link_ask (self->link, self, bookmark_in_thread, bookmarking,
                      (GDestroyNotify) bookmarking_free, g_free, bookmark_cb, NULL);
}
