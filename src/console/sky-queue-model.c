/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-queue-model.h"

#include <glib/gi18n.h>

#include "sky-finding-query.h"

#define PAGE_SIZE 128
#define MAX_PAGES 32

struct _SkyQueueModel
{
  GObject parent_instance;

  SkyStoreWorker *worker;

  /* What is asked for. */
  SkyQueueKind kind;
  SkyFindingFilter *filter;
  SkyFindingSort sort;
  gboolean descending;

  /* What is shown: an answer to the question above or, until that comes, to the one before. */
  guint n_items;
  GHashTable *pages; /* page number → GPtrArray of SkyQueueItem */
  GQueue recent;     /* page numbers, the one looked at last first */

  GCancellable *cancellable; /* of the question above */
  guint pending;
};

static void sky_queue_model_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SkyQueueModel,
                               sky_queue_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      sky_queue_model_list_model_init))

enum
{
  PROP_0,
  PROP_SETTLED,
  N_PROPS,
};

enum
{
  SIGNAL_PROBLEM,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

/* --- Questions, as the store's thread works them -----------------------------------------------
 */

typedef struct
{
  SkyQueueKind kind;
  SkyFindingFilter *filter;
  SkyFindingSort sort;
  gboolean descending;
  guint page;
} Question;

static Question *
question_new (SkyQueueModel *self, guint page)
{
  Question *question = g_new0 (Question, 1);

  question->kind = self->kind;
  question->filter = sky_finding_filter_copy (self->filter);
  question->sort = self->sort;
  question->descending = self->descending;
  question->page = page;
  return question;
}

static void
question_free (Question *question)
{
  sky_finding_filter_free (question->filter);
  g_free (question);
}

static gboolean
count (SkyStore *store, const Question *question, guint64 *n, GError **error)
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

static gpointer
count_in_thread (SkyStore *store, gpointer data, GError **error)
{
  guint64 *n = g_new0 (guint64, 1);

  if (count (store, data, n, error))
    return n;
  g_free (n);
  return NULL;
}

/* A bookmark and the log that it is in. */
typedef struct
{
  SkyBookmark *bookmark;
  gint64 log;
} PlacedBookmark;

static void
placed_bookmark_free (PlacedBookmark *placed)
{
  g_clear_pointer (&placed->bookmark, sky_bookmark_free);
  g_free (placed);
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
bookmarks_page (SkyStore *store, const Question *question, GError **error)
{
  g_autoptr (GPtrArray) bookmarks = sky_store_list_bookmarks (store, 0, error);
  if (bookmarks == NULL)
    return NULL;
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, NULL, error);
  if (logs == NULL)
    return NULL;

  GPtrArray *page = g_ptr_array_new_with_free_func ((GDestroyNotify) placed_bookmark_free);
  g_ptr_array_set_free_func (bookmarks, NULL);
  for (guint i = 0; i < bookmarks->len; i++)
    {
      SkyBookmark *bookmark = bookmarks->pdata[i];
      if (i / PAGE_SIZE != question->page)
        {
          sky_bookmark_free (bookmark);
          continue;
        }
      PlacedBookmark *placed = g_new0 (PlacedBookmark, 1);
      placed->bookmark = bookmark;
      placed->log = log_of_bookmark (logs, bookmark);
      g_ptr_array_add (page, placed);
    }
  return page;
}

static gpointer
page_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Question *question = data;
  guint64 offset = (guint64) question->page * PAGE_SIZE;

  switch (question->kind)
    {
    case SKY_QUEUE_FINDINGS:
      return sky_store_findings_page (store, question->filter, question->sort, question->descending,
                                      offset, PAGE_SIZE, error);
    case SKY_QUEUE_ROUNDS:
      return sky_store_rounds_page (store, question->filter, FALSE, question->descending, offset,
                                    PAGE_SIZE, error);
    case SKY_QUEUE_BOOKMARKS:
    default:
      return bookmarks_page (store, question, error);
    }
}

/* --- Answers ---------------------------------------------------------------------------------- */

static void
begin (SkyQueueModel *self)
{
  if (self->pending++ == 0)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SETTLED]);
}

static void
end (SkyQueueModel *self)
{
  if (--self->pending == 0)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SETTLED]);
}

static void
complain (SkyQueueModel *self, const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_CANCELLED))
    return;
  g_signal_emit (self, signals[SIGNAL_PROBLEM], 0, error->message);
}

/* An answer is of use as long as its question is the one that is asked. */
typedef struct
{
  SkyQueueModel *self;
  GCancellable *cancellable;
  guint page;
} Waiting;

static Waiting *
waiting_new (SkyQueueModel *self, guint page)
{
  Waiting *waiting = g_new0 (Waiting, 1);

  waiting->self = g_object_ref (self);
  waiting->cancellable = g_object_ref (self->cancellable);
  waiting->page = page;
  return waiting;
}

static void
waiting_free (Waiting *waiting)
{
  g_object_unref (waiting->self);
  g_object_unref (waiting->cancellable);
  g_free (waiting);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Waiting, waiting_free)

static void
fill (SkyQueueItem *item, SkyQueueKind kind, gpointer row)
{
  switch (kind)
    {
    case SKY_QUEUE_FINDINGS:
      sky_queue_item_take_finding (item, row);
      break;
    case SKY_QUEUE_ROUNDS:
      sky_queue_item_take_round (item, row);
      break;
    case SKY_QUEUE_BOOKMARKS:
    default:
      {
        PlacedBookmark *placed = row;
        sky_queue_item_take_bookmark (item, g_steal_pointer (&placed->bookmark), placed->log);
        placed_bookmark_free (placed);
      }
    }
}

static void
page_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Waiting) waiting = user_data;
  SkyQueueModel *self = waiting->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rows = sky_store_worker_finish (result, &error);

  if (rows == NULL)
    complain (self, error);
  else if (!g_cancellable_is_cancelled (waiting->cancellable))
    {
      GPtrArray *items = g_hash_table_lookup (self->pages, GUINT_TO_POINTER (waiting->page));
      guint n = items != NULL ? MIN (items->len, rows->len) : 0;
      /* From the end, which moves nothing. */
      if (rows->len > n)
        g_ptr_array_set_size (rows, (gint) n);
      while (rows->len > 0)
        {
          guint last = rows->len - 1;
          fill (items->pdata[last], self->kind, g_ptr_array_steal_index (rows, last));
        }
    }
  end (self);
}

static void
count_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Waiting) waiting = user_data;
  SkyQueueModel *self = waiting->self;
  g_autoptr (GError) error = NULL;
  g_autofree guint64 *n = sky_store_worker_finish (result, &error);

  if (n == NULL)
    complain (self, error);
  else if (!g_cancellable_is_cancelled (waiting->cancellable))
    {
      guint before = self->n_items;
      g_hash_table_remove_all (self->pages);
      g_queue_clear (&self->recent);
      self->n_items = (guint) MIN (*n, (guint64) G_MAXUINT - 1);
      g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->n_items);
    }
  end (self);
}

/* --- List model ------------------------------------------------------------------------------- */

static void
forget_oldest_page (SkyQueueModel *self)
{
  gpointer page = g_queue_pop_tail (&self->recent);

  g_hash_table_remove (self->pages, page);
}

static GPtrArray *
load_page (SkyQueueModel *self, guint page)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  guint first = page * PAGE_SIZE;

  for (guint i = first; i < self->n_items && i - first < PAGE_SIZE; i++)
    g_ptr_array_add (items, sky_queue_item_new (i));
  g_hash_table_insert (self->pages, GUINT_TO_POINTER (page), items);
  g_queue_push_head (&self->recent, GUINT_TO_POINTER (page));
  if (g_queue_get_length (&self->recent) > MAX_PAGES)
    forget_oldest_page (self);

  begin (self);
  sky_store_worker_run (self->worker, NULL, page_in_thread, question_new (self, page),
                        (GDestroyNotify) question_free, (GDestroyNotify) g_ptr_array_unref,
                        self->cancellable, page_cb, waiting_new (self, page));
  return items;
}

static void
touch_page (SkyQueueModel *self, guint page)
{
  if (g_queue_peek_head (&self->recent) == GUINT_TO_POINTER (page))
    return;
  g_queue_remove (&self->recent, GUINT_TO_POINTER (page));
  g_queue_push_head (&self->recent, GUINT_TO_POINTER (page));
}

static GType
sky_queue_model_get_item_type (GListModel *model)
{
  return SKY_TYPE_QUEUE_ITEM;
}

static guint
sky_queue_model_get_n_items (GListModel *model)
{
  return SKY_QUEUE_MODEL (model)->n_items;
}

static gpointer
sky_queue_model_get_item (GListModel *model, guint position)
{
  SkyQueueModel *self = SKY_QUEUE_MODEL (model);
  guint page = position / PAGE_SIZE;

  if (position >= self->n_items)
    return NULL;

  GPtrArray *items = g_hash_table_lookup (self->pages, GUINT_TO_POINTER (page));
  if (items == NULL)
    items = load_page (self, page);
  else
    touch_page (self, page);
  return g_object_ref (items->pdata[position % PAGE_SIZE]);
}

static void
sky_queue_model_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = sky_queue_model_get_item_type;
  iface->get_n_items = sky_queue_model_get_n_items;
  iface->get_item = sky_queue_model_get_item;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_queue_model_dispose (GObject *object)
{
  SkyQueueModel *self = SKY_QUEUE_MODEL (object);

  g_cancellable_cancel (self->cancellable);
  G_OBJECT_CLASS (sky_queue_model_parent_class)->dispose (object);
}

static void
sky_queue_model_finalize (GObject *object)
{
  SkyQueueModel *self = SKY_QUEUE_MODEL (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->worker);
  g_clear_pointer (&self->filter, sky_finding_filter_free);
  g_clear_pointer (&self->pages, g_hash_table_unref);
  g_queue_clear (&self->recent);
  G_OBJECT_CLASS (sky_queue_model_parent_class)->finalize (object);
}

static void
sky_queue_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id)
    {
    case PROP_SETTLED:
      g_value_set_boolean (value, sky_queue_model_get_settled (SKY_QUEUE_MODEL (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sky_queue_model_class_init (SkyQueueModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sky_queue_model_dispose;
  object_class->finalize = sky_queue_model_finalize;
  object_class->get_property = sky_queue_model_get_property;
  properties[PROP_SETTLED] =
      g_param_spec_boolean ("settled", NULL, NULL, TRUE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SIGNAL_PROBLEM] = g_signal_new ("problem", SKY_TYPE_QUEUE_MODEL, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
sky_queue_model_init (SkyQueueModel *self)
{
  static const SkyFindingFilter everything = SKY_FINDING_FILTER_INIT;

  self->filter = sky_finding_filter_copy (&everything);
  self->cancellable = g_cancellable_new ();
  self->pages = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_queue_init (&self->recent);
}

SkyQueueModel *
sky_queue_model_new (SkyStoreWorker *worker)
{
  SkyQueueModel *self = g_object_new (SKY_TYPE_QUEUE_MODEL, NULL);

  self->worker = g_object_ref (worker);
  return self;
}

void
sky_queue_model_set_query (SkyQueueModel *self,
                           SkyQueueKind kind,
                           const SkyFindingFilter *filter,
                           SkyFindingSort sort,
                           gboolean descending)
{
  g_return_if_fail (SKY_IS_QUEUE_MODEL (self));
  g_return_if_fail (filter != NULL);

  SkyFindingFilter *copy = sky_finding_filter_copy (filter);
  sky_finding_filter_free (self->filter);
  self->filter = copy;
  self->kind = kind;
  self->sort = sort;
  self->descending = descending;
  sky_queue_model_reload (self);
}

void
sky_queue_model_reload (SkyQueueModel *self)
{
  g_return_if_fail (SKY_IS_QUEUE_MODEL (self));

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();

  begin (self);
  sky_store_worker_run (self->worker, NULL, count_in_thread, question_new (self, 0),
                        (GDestroyNotify) question_free, g_free, self->cancellable, count_cb,
                        waiting_new (self, 0));
}

SkyQueueKind
sky_queue_model_get_kind (SkyQueueModel *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_MODEL (self), SKY_QUEUE_FINDINGS);
  return self->kind;
}

const SkyFindingFilter *
sky_queue_model_get_filter (SkyQueueModel *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_MODEL (self), NULL);
  return self->filter;
}

SkyFindingSort
sky_queue_model_get_sort (SkyQueueModel *self, gboolean *descending)
{
  g_return_val_if_fail (SKY_IS_QUEUE_MODEL (self), SKY_FINDING_SORT_RECORD);

  if (descending != NULL)
    *descending = self->descending;
  return self->sort;
}

gboolean
sky_queue_model_get_settled (SkyQueueModel *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_MODEL (self), TRUE);
  return self->pending == 0;
}

guint
sky_queue_model_get_n_kept (SkyQueueModel *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_MODEL (self), 0);
  return g_queue_get_length (&self->recent) * PAGE_SIZE;
}
