/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-inbox.h"

#include <glib/gi18n.h>

#include "sky-case.h"
#include "sky-filter-text.h"
#include "sky-look.h"
#include "sky-second.h"
#include "sky-summary.h"
#include "sky-thread-task.h"

struct _SkyInbox
{
  GObject parent_instance;

  SkyStoreLink *link;
  SkyReviewDesk *desk;
  SkyIntake *intake;
  SkyClock *clock;

  /* The list. */
  SkyQueueModel *model;
  SkyListing listing;
  SkyFindingFilter *filter;
  SkyFindingSort sort;
  gboolean descending;
  guint n_asked;      /* how often the rows were asked for */
  GtkBitset *chosen;  /* positions of the rows selected in the list; NULL: none */
  gint64 chosen_seen; /* the ledger's last entry when these were listed */
  GArray *arrived;    /* of gint64: ids */

  /* What there is, as of what was counted last. */
  SkyFindingCounts counts;
  guint64 n_withdrawn;
  guint64 n_withdrawn_since; /* one looked */
  guint64 n_rounds;
  guint64 n_bookmarks;
  guint64 n_changed;
  guint64 n_awaiting;
  SkyLook present;
  GPtrArray *logs;    /* of SkyStoredLog; NULL: not known yet */
  char *problem;      /* why nothing is known of the store; NULL: something is */
  GPtrArray *dealers; /* of SkyDealer; NULL: not known yet */
  char **patrons;     /* likewise */
};

G_DEFINE_FINAL_TYPE (SkyInbox, sky_inbox, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_LISTING,
  N_PROPS,
};

enum
{
  QUERY_CHANGED,
  COUNTS_CHANGED,
  CHOSEN_CHANGED,
  ARRIVED_CHANGED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
emit (SkyInbox *self, guint signal)
{
  g_signal_emit (self, signals[signal], 0);
}

SkyReviewDesk *
sky_inbox_get_desk (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), NULL);
  return self->desk;
}

SkyIntake *
sky_inbox_get_intake (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), NULL);
  return self->intake;
}

SkyClock *
sky_inbox_get_clock (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), NULL);
  return self->clock;
}

/* --- The list --------------------------------------------------------------------------------- */

void
sky_inbox_ask_rows (SkyInbox *self)
{
  SkyQueueKind kind = SKY_QUEUE_FINDINGS;

  /* What is chosen is so of the rows that are there. */
  sky_inbox_set_chosen (self, NULL);
  sky_inbox_forget_arrived (self);
  self->n_asked++;
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
sky_inbox_get_model (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), NULL);
  return self->model;
}

void
sky_inbox_set_listing (SkyInbox *self, SkyListing listing)
{
  g_return_if_fail (SKY_IS_INBOX (self));
  g_return_if_fail (listing < SKY_N_LISTINGS);

  if (listing == self->listing)
    return;
  self->listing = listing;
  sky_inbox_ask_rows (self);
  g_object_notify (G_OBJECT (self), "listing");
}

SkyListing
sky_inbox_get_listing (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), SKY_LISTING_ALL);
  return self->listing;
}

/* The filter is of who sits here, and how far they have looked. */
static void
set_looker (SkyInbox *self, SkyFindingFilter *filter)
{
  const SkyLook *look = sky_review_desk_get_look (self->desk);

  filter->since = look != NULL ? *look : (SkyLook){ 0 };
  g_free (filter->looker);
  filter->looker = g_strdup (sky_review_desk_get_credential (self->desk));
}

void
sky_inbox_set_archive (SkyInbox *self, const char *archive)
{
  g_return_if_fail (SKY_IS_INBOX (self));

  g_free (self->filter->archive);
  self->filter->archive = g_strdup (archive);
  sky_inbox_ask_rows (self);
  sky_inbox_ask_counts (self);
}

void
sky_inbox_set_filter (SkyInbox *self, const SkyFindingFilter *filter)
{
  g_return_if_fail (SKY_IS_INBOX (self));
  g_return_if_fail (filter != NULL);

  g_autoptr (SkyFindingFilter) copy = sky_finding_filter_copy (filter);
  copy->queues = self->filter->queues;
  set_looker (self, copy);
  if (sky_finding_filter_equal (copy, self->filter))
    return;
  sky_finding_filter_free (self->filter);
  self->filter = g_steal_pointer (&copy);
  sky_inbox_ask_rows (self);
  sky_inbox_ask_counts (self);
  emit (self, QUERY_CHANGED);
}

void
sky_inbox_choose_filter (SkyInbox *self, const SkyFindingFilter *filter)
{
  g_return_if_fail (SKY_IS_INBOX (self));
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
  sky_inbox_set_listing (self, listing);
  sky_inbox_set_filter (self, copy);
}

void
sky_inbox_clear_filter (SkyInbox *self)
{
  g_return_if_fail (SKY_IS_INBOX (self));

  g_autoptr (SkyFindingFilter) copy = sky_finding_filter_copy (self->filter);
  sky_filter_clear (copy);
  sky_inbox_set_filter (self, copy);
}

const SkyFindingFilter *
sky_inbox_get_filter (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), NULL);
  return self->filter;
}

void
sky_inbox_set_sort (SkyInbox *self, SkyFindingSort sort, gboolean descending)
{
  g_return_if_fail (SKY_IS_INBOX (self));
  g_return_if_fail (sort < SKY_N_FINDING_SORTS);

  if (sort == self->sort && descending == self->descending)
    return;
  self->sort = sort;
  self->descending = descending;
  sky_inbox_ask_rows (self);
  emit (self, QUERY_CHANGED);
}

SkyFindingSort
sky_inbox_get_sort (SkyInbox *self, gboolean *descending)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), SKY_FINDING_SORT_TIME);

  *descending = self->descending;
  return self->sort;
}

guint
sky_inbox_get_n_asked (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), 0);
  return self->n_asked;
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
  guint64 n_awaiting;
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

/* Those that want their second reviewer. As a rule there are none: then nothing is looked through.
 */
static gboolean
count_awaiting (SkyStore *store, const CountsQuestion *question, Counts *counts, GError **error)
{
  g_autoptr (SkyFindingFilter) filter = sky_finding_filter_copy (question->filter);
  g_autoptr (GArray) awaiting = sky_store_list_awaiting (store, error);
  SkyFindingCounts counted;

  if (awaiting == NULL)
    return FALSE;
  if (awaiting->len == 0)
    return TRUE;
  filter->awaits_second = TRUE;
  if (!sky_store_count_findings (store, filter, &counted, error))
    return FALSE;
  counts->n_awaiting = counted.total;
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
      || !count_awaiting (store, question, counts, error)
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
forget_missing_archive (SkyInbox *self)
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
  sky_inbox_ask_rows (self);
  sky_inbox_ask_counts (self);
  emit (self, QUERY_CHANGED);
}

/* Until a day is opened times are on the clock of the first log that names one. */
static void
propose_zone (SkyInbox *self)
{
  for (guint i = 0; i < self->logs->len; i++)
    {
      const SkyStoredLog *log = self->logs->pdata[i];

      if (log->time_zone == NULL)
        continue;
      sky_clock_propose_property_zone (self->clock, log->time_zone);
      return;
    }
}

static void
counts_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkyInbox *self = SKY_INBOX (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (Counts) counts = sky_store_worker_finish (result, &error);

  if (counts == NULL && self->logs == NULL)
    {
      g_free (self->problem);
      self->problem = g_strdup (error->message);
      emit (self, COUNTS_CHANGED);
    }
  else if (counts == NULL)
    sky_store_link_complain (self->link, error);
  else
    {
      g_clear_pointer (&self->problem, g_free);
      sky_store_link_settle_complaint (self->link, FALSE);
      self->counts = counts->counts;
      self->n_rounds = counts->n_rounds;
      self->n_bookmarks = counts->n_bookmarks;
      self->n_withdrawn = counts->n_withdrawn;
      self->n_withdrawn_since = counts->n_withdrawn_since;
      self->n_changed = counts->n_changed;
      self->n_awaiting = counts->n_awaiting;
      self->present = counts->present;
      sky_review_desk_set_store (self->desk, counts->identity);
      g_clear_pointer (&self->logs, g_ptr_array_unref);
      self->logs = g_steal_pointer (&counts->logs);
      propose_zone (self);
      if (!counts->auditing && counts->n_audits == sky_intake_get_n_audits (self->intake))
        forget_missing_archive (self);
      emit (self, COUNTS_CHANGED);
    }
}

void
sky_inbox_ask_counts (SkyInbox *self)
{
  CountsQuestion *question = sky_thread_task_new (CountsQuestion);

  question->filter = sky_thread_task_keep (question, sky_finding_filter_copy (self->filter),
                                           (GDestroyNotify) sky_finding_filter_free);
  question->filter->queues = 0;
  question->has_looked = sky_inbox_has_looked (self);
  question->auditing = sky_intake_get_job (self->intake) != NULL;
  question->n_audits = sky_intake_get_n_audits (self->intake);
  sky_store_link_ask (self->link, self, count_in_thread, question, sky_thread_task_free,
                      (GDestroyNotify) counts_free, counts_cb, NULL);
}

guint64
sky_inbox_get_n_awaiting (SkyInbox *self, SkyListing listing)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), 0);

  gboolean has = listing == SKY_LISTING_ALL || (guint) listing == SKY_QUEUE_CONFIRMATION;
  return has ? self->n_awaiting : 0;
}

guint64
sky_inbox_get_count (SkyInbox *self, SkyListing listing, guint64 *undecided)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), 0);

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
  open += sky_inbox_get_n_awaiting (self, listing);
  if (undecided != NULL)
    *undecided = open;
  return total;
}

gboolean
sky_inbox_has_logs (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), FALSE);
  return self->logs == NULL || self->logs->len > 0;
}

GPtrArray *
sky_inbox_get_logs (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), NULL);
  return self->logs;
}

const char *
sky_inbox_get_problem (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), NULL);
  return self->problem;
}

const SkyLook *
sky_inbox_get_present (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), NULL);
  return self->logs != NULL ? &self->present : NULL;
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
  SkyInbox *self = SKY_INBOX (source);
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
  emit (self, COUNTS_CHANGED);
}

void
sky_inbox_ask_people (SkyInbox *self)
{
  g_return_if_fail (SKY_IS_INBOX (self));
  sky_store_link_ask (self->link, self, people_in_thread, NULL, NULL, (GDestroyNotify) people_free,
                      people_cb, NULL);
}

GPtrArray *
sky_inbox_get_dealers (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), NULL);
  return self->dealers;
}

const char *const *
sky_inbox_get_patrons (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), NULL);
  return (const char *const *) self->patrons;
}

/* --- What changed ----------------------------------------------------------------------------- */

/* The list is marked by the look, and what is listed may depend on it. */
static void
look_changed (SkyInbox *self)
{
  sky_queue_model_set_look (self->model, sky_review_desk_get_look (self->desk),
                            sky_review_desk_get_credential (self->desk));
  set_looker (self, self->filter);
  if (self->filter->changed)
    sky_inbox_ask_rows (self);
  else
    sky_queue_model_refresh (self->model);
  sky_inbox_ask_counts (self);
}

void
sky_inbox_mark_seen (SkyInbox *self)
{
  g_return_if_fail (SKY_IS_INBOX (self));

  if (self->logs == NULL)
    return;
  /* What was counted last has been in sight; what came after has not. */
  sky_review_desk_set_look (self->desk, &self->present);
  sky_inbox_forget_arrived (self);
  sky_store_link_report (self->link, _ ("Everything marked as seen"));
}

gboolean
sky_inbox_has_looked (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), FALSE);
  return sky_review_desk_get_look (self->desk) != NULL;
}

guint64
sky_inbox_get_n_changed (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), 0);
  return sky_inbox_has_looked (self) ? self->n_changed : 0;
}

void
sky_inbox_set_changed_only (SkyInbox *self, gboolean changed)
{
  g_return_if_fail (SKY_IS_INBOX (self));

  g_autoptr (SkyFindingFilter) filter = sky_finding_filter_copy (self->filter);
  filter->changed = changed;
  sky_inbox_set_filter (self, filter);
}

/* --- What has come ---------------------------------------------------------------------------- */

static void
arrived_cb (SkyInbox *self, GArray *ids, SkyQueueModel *model)
{
  g_array_append_vals (self->arrived, ids->data, ids->len);
  emit (self, ARRIVED_CHANGED);
}

guint
sky_inbox_get_n_arrived (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), 0);
  return self->arrived->len;
}

gint64
sky_inbox_take_arrived (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), 0);

  if (self->arrived->len == 0)
    return 0;
  gint64 id = g_array_index (self->arrived, gint64, 0);
  g_array_remove_index (self->arrived, 0);
  emit (self, ARRIVED_CHANGED);
  return id;
}

void
sky_inbox_forget_arrived (SkyInbox *self)
{
  g_return_if_fail (SKY_IS_INBOX (self));

  if (self->arrived->len == 0)
    return;
  g_array_set_size (self->arrived, 0);
  emit (self, ARRIVED_CHANGED);
}

void
sky_inbox_mark_arrival_seen (SkyInbox *self, gint64 id)
{
  g_return_if_fail (SKY_IS_INBOX (self));

  for (guint i = 0; i < self->arrived->len; i++)
    {
      if (g_array_index (self->arrived, gint64, i) != id)
        continue;
      g_array_remove_index (self->arrived, i);
      emit (self, ARRIVED_CHANGED);
      return;
    }
}

/* --- The rows that are chosen ----------------------------------------------------------------- */

void
sky_inbox_set_chosen (SkyInbox *self, GtkBitset *chosen)
{
  g_return_if_fail (SKY_IS_INBOX (self));

  guint64 before = sky_inbox_get_n_chosen (self);
  g_clear_pointer (&self->chosen, gtk_bitset_unref);
  if (chosen != NULL && !gtk_bitset_is_empty (chosen))
    self->chosen = gtk_bitset_copy (chosen);
  /* What comes while more are selected is not what they were selected upon. */
  if (before <= 1)
    self->chosen_seen = sky_queue_model_get_counted (self->model)->entry;
  if (sky_inbox_get_n_chosen (self) != before)
    emit (self, CHOSEN_CHANGED);
}

guint64
sky_inbox_get_n_chosen (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), 0);
  return self->chosen != NULL ? gtk_bitset_get_size (self->chosen) : 0;
}

SkyChosenRows *
sky_inbox_dup_chosen (SkyInbox *self)
{
  g_return_val_if_fail (SKY_IS_INBOX (self), NULL);

  if (self->chosen == NULL || sky_queue_model_get_kind (self->model) != SKY_QUEUE_FINDINGS)
    return NULL;
  return sky_chosen_rows_new (self->model, self->chosen, self->chosen_seen);
}

static void
rows_changed_cb (SkyInbox *self, guint position, guint removed, guint added, GListModel *model)
{
  /* Rows that come between those there are, or go, leave what is chosen as it is. */
  if ((removed == 0) == (added == 0) || g_list_model_get_n_items (model) <= added)
    sky_inbox_set_chosen (self, NULL);
  else if (self->chosen != NULL)
    gtk_bitset_splice (self->chosen, position, removed, added);
}

/* --- What is done to the store ---------------------------------------------------------------- */

static void
ask_all (SkyInbox *self)
{
  sky_inbox_ask_rows (self);
  sky_inbox_ask_counts (self);
}

static void
log_grown_cb (SkyInbox *self, const char *path, SkyIntake *intake)
{
  sky_queue_model_refresh (self->model);
  sky_inbox_ask_counts (self);
}

static void
answered_cb (SkyInbox *self, const SkyReviewRequest *answer, SkyReviewDesk *desk)
{
  if (answer->says)
    sky_inbox_ask_counts (self);
}

static void
bookmarked_cb (SkyInbox *self, SkyReviewDesk *desk)
{
  sky_inbox_ask_counts (self);
  if (self->listing == SKY_LISTING_BOOKMARKS)
    sky_inbox_ask_rows (self);
}

static void
marks_cb (SkyInbox *self, SkyReviewDesk *desk)
{
  g_autoptr (GHashTable) waiting = sky_review_desk_list_waiting (desk);

  sky_queue_model_set_waiting (self->model, waiting);
}

static void
problem_cb (SkyInbox *self, const char *problem, SkyQueueModel *model)
{
  sky_store_link_warn (self->link, problem);
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_inbox_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_LISTING:
      g_value_set_int (value, (int) SKY_INBOX (object)->listing);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_inbox_finalize (GObject *object)
{
  SkyInbox *self = SKY_INBOX (object);

  g_clear_object (&self->model);
  g_clear_object (&self->intake);
  g_clear_object (&self->clock);
  g_clear_object (&self->desk);
  g_clear_object (&self->link);
  sky_finding_filter_free (self->filter);
  g_clear_pointer (&self->chosen, gtk_bitset_unref);
  g_array_unref (self->arrived);
  g_clear_pointer (&self->logs, g_ptr_array_unref);
  g_free (self->problem);
  g_clear_pointer (&self->dealers, g_ptr_array_unref);
  g_strfreev (self->patrons);
  G_OBJECT_CLASS (sky_inbox_parent_class)->finalize (object);
}

static void
sky_inbox_class_init (SkyInboxClass *klass)
{
  static const char *const names[N_SIGNALS] = {
    [QUERY_CHANGED] = "query-changed",
    [COUNTS_CHANGED] = "counts-changed",
    [CHOSEN_CHANGED] = "chosen-changed",
    [ARRIVED_CHANGED] = "arrived-changed",
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = sky_inbox_get_property;
  object_class->finalize = sky_inbox_finalize;

  properties[PROP_LISTING] =
      g_param_spec_int ("listing", NULL, NULL, 0, SKY_N_LISTINGS - 1, SKY_LISTING_ALL,
                        G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], SKY_TYPE_INBOX, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
sky_inbox_init (SkyInbox *self)
{
  static const SkyFindingFilter everything = SKY_FINDING_FILTER_INIT;

  self->listing = SKY_LISTING_ALL;
  self->filter = sky_finding_filter_copy (&everything);
  self->sort = SKY_FINDING_SORT_TIME;
  self->arrived = g_array_new (FALSE, FALSE, sizeof (gint64));
}

static void
connect_lower (SkyInbox *self)
{
  const struct
  {
    gpointer part;
    const char *signal;
    GCallback callback;
  } connections[] = {
    { self->model, "problem", G_CALLBACK (problem_cb) },
    { self->model, "arrived", G_CALLBACK (arrived_cb) },
    { self->intake, "log-audited", G_CALLBACK (ask_all) },
    { self->intake, "log-grown", G_CALLBACK (log_grown_cb) },
    { self->intake, "ended", G_CALLBACK (ask_all) },
    { self->desk, "look-changed", G_CALLBACK (look_changed) },
    { self->desk, "answered", G_CALLBACK (answered_cb) },
    { self->desk, "bookmarked", G_CALLBACK (bookmarked_cb) },
    { self->desk, "decided", G_CALLBACK (ask_all) },
    { self->desk, "marks-changed", G_CALLBACK (marks_cb) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (connections); i++)
    g_signal_connect_object (connections[i].part, connections[i].signal, connections[i].callback,
                             self, G_CONNECT_SWAPPED);
  /* After the views of the list, which must know its new rows before one is selected. */
  g_signal_connect_object (self->model, "items-changed", G_CALLBACK (rows_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

SkyInbox *
sky_inbox_new (SkyReviewDesk *desk, SkyIntake *intake, SkyClock *clock)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (desk), NULL);
  g_return_val_if_fail (SKY_IS_INTAKE (intake), NULL);
  g_return_val_if_fail (SKY_IS_CLOCK (clock), NULL);

  SkyInbox *self = g_object_new (SKY_TYPE_INBOX, NULL);
  self->link = g_object_ref (sky_review_desk_get_link (desk));
  self->desk = g_object_ref (desk);
  self->intake = g_object_ref (intake);
  self->clock = g_object_ref (clock);
  self->model = sky_queue_model_new (sky_store_link_get_worker (self->link));
  connect_lower (self);
  sky_inbox_ask_rows (self);
  sky_inbox_ask_counts (self);
  return self;
}
