/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-queue-model.h"

#include <glib/gi18n.h>

#include "sky-queue-question.h"
#include "sky-thread-task.h"

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
  gboolean has_look;
  SkyLook look;
  char *looker;

  /* What is shown: an answer to the question above or, until that comes, to the one before. */
  guint n_items;
  GArray *pending;   /* of guint: positions of those that come, still to be told of; rising */
  SkyLook counted;   /* what was there when the list was counted */
  GHashTable *pages; /* page number → GPtrArray of SkyQueueItem */
  GQueue recent;     /* page numbers, the one looked at last first */

  GHashTable *presence; /* who else is where; NULL: nobody is anywhere */
  GHashTable *waiting;  /* where what was said is not written; NULL: nowhere */

  GCancellable *cancellable; /* of the question above */
  guint n_asked;
  gboolean reloading; /* what is shown is no answer to the question yet */
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
  SIGNAL_ARRIVED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static SkyQueueQuestion *
question_new (SkyQueueModel *self, guint page)
{
  SkyQueueQuestion *question = sky_thread_task_new (SkyQueueQuestion);

  question->kind = self->kind;
  question->filter = sky_thread_task_keep (question, sky_finding_filter_copy (self->filter),
                                           (GDestroyNotify) sky_finding_filter_free);
  question->sort = self->sort;
  question->descending = self->descending;
  question->has_look = self->has_look;
  question->look = self->look;
  question->looker = sky_thread_task_copy_text (question, self->looker);
  question->page = page;
  question->n_items = self->n_items;
  question->counted = self->counted;
  return question;
}

/* --- Answers ---------------------------------------------------------------------------------- */

static void
begin (SkyQueueModel *self)
{
  if (self->n_asked++ == 0)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SETTLED]);
}

static void
end (SkyQueueModel *self)
{
  if (--self->n_asked == 0)
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
    case SKY_QUEUE_WITHDRAWN:
      sky_queue_item_take_finding (item, row);
      break;
    case SKY_QUEUE_ROUNDS:
      sky_queue_item_take_round (item, row);
      break;
    case SKY_QUEUE_BOOKMARKS:
    default:
      {
        SkyPlacedBookmark *placed = row;
        sky_queue_item_take_bookmark (item, g_steal_pointer (&placed->bookmark), placed->log);
        sky_placed_bookmark_free (placed);
      }
    }
}

static void
mark (SkyQueueModel *self, SkyQueueItem *item)
{
  const SkyStoredFinding *finding = sky_queue_item_get_finding (item);
  const char *names = NULL;
  gpointer wait = NULL;
  if (self->presence != NULL && g_hash_table_size (self->presence) > 0 && finding != NULL)
    names = g_hash_table_lookup (self->presence, sky_queue_item_get_digest (item));
  sky_queue_item_set_present (item, names);
  if (self->waiting != NULL && finding != NULL)
    wait = g_hash_table_lookup (self->waiting, finding->key);
  sky_queue_item_set_wait (item, GPOINTER_TO_INT (wait));
}

static void
mark_all (SkyQueueModel *self)
{
  GHashTableIter iter;
  gpointer page;

  g_hash_table_iter_init (&iter, self->pages);
  while (g_hash_table_iter_next (&iter, NULL, &page))
    for (guint i = 0; i < ((GPtrArray *) page)->len; i++)
      mark (self, ((GPtrArray *) page)->pdata[i]);
}

static void
page_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Waiting) waiting = user_data;
  SkyQueueModel *self = waiting->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyQueueRows) page = sky_store_worker_finish (result, &error);

  if (page == NULL)
    complain (self, error);
  else if (!g_cancellable_is_cancelled (waiting->cancellable))
    {
      GPtrArray *rows = page->rows;
      GPtrArray *items = g_hash_table_lookup (self->pages, GUINT_TO_POINTER (waiting->page));
      guint n = items != NULL ? MIN (items->len, rows->len) : 0;
      /* From the end, which moves nothing. */
      if (rows->len > n)
        g_ptr_array_set_size (rows, (gint) n);
      while (rows->len > 0)
        {
          guint last = rows->len - 1;
          fill (items->pdata[last], self->kind, g_ptr_array_steal_index (rows, last));
          sky_queue_item_set_entry (items->pdata[last], page->entry);
          mark (self, items->pdata[last]);
        }
    }
  end (self);
}

static void
ask_page (SkyQueueModel *self, guint page)
{
  begin (self);
  sky_store_worker_run (self->worker, NULL, sky_queue_question_read_page, question_new (self, page),
                        sky_thread_task_free, (GDestroyNotify) sky_queue_rows_free,
                        self->cancellable, page_cb, waiting_new (self, page));
}

/* All that is kept is asked for again: more may be said of the rows that stay. */
static void
ask_kept_pages (SkyQueueModel *self)
{
  for (GList *link = self->recent.head; link != NULL; link = link->next)
    ask_page (self, GPOINTER_TO_UINT (link->data));
}

/* What was spoken of is put into the rows that show it. */
static void
reloaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Waiting) waiting = user_data;
  SkyQueueModel *self = waiting->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyQueueRows) heard = sky_store_worker_finish (result, &error);

  if (heard == NULL)
    complain (self, error);
  else if (!g_cancellable_is_cancelled (waiting->cancellable) && heard->more)
    ask_kept_pages (self);
  else if (!g_cancellable_is_cancelled (waiting->cancellable))
    {
      GPtrArray *findings = heard->rows;
      g_autoptr (GHashTable) rows = g_hash_table_new (g_int64_hash, g_int64_equal);
      GHashTableIter iter;
      gpointer page;
      g_hash_table_iter_init (&iter, self->pages);
      while (g_hash_table_iter_next (&iter, NULL, &page))
        {
          for (guint i = 0; i < ((GPtrArray *) page)->len; i++)
            {
              SkyQueueItem *item = ((GPtrArray *) page)->pdata[i];
              const SkyStoredFinding *finding = sky_queue_item_get_finding (item);
              if (finding == NULL)
                continue;
              g_hash_table_insert (rows, (gpointer) &finding->id, item);
              sky_queue_item_set_entry (item, heard->entry);
            }
        }
      while (findings->len > 0)
        {
          g_autoptr (SkyStoredFinding) finding =
              g_ptr_array_steal_index (findings, findings->len - 1);
          SkyQueueItem *item = g_hash_table_lookup (rows, &finding->id);
          if (item == NULL)
            continue;
          /* The id that the row is found by goes with what the item was. */
          g_hash_table_remove (rows, &finding->id);
          sky_queue_item_take_finding (item, g_steal_pointer (&finding));
          mark (self, item);
        }
    }
  end (self);
}

/* All rows are others. */
static void
replace_all (SkyQueueModel *self, guint64 n)
{
  guint before = self->n_items;

  g_hash_table_remove_all (self->pages);
  g_queue_clear (&self->recent);
  self->n_items = (guint) MIN (n, (guint64) G_MAXUINT - 1);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, self->n_items);
}

static void
count_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Waiting) waiting = user_data;
  SkyQueueModel *self = waiting->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyQueueAnswer) answer = sky_store_worker_finish (result, &error);

  if (answer == NULL)
    complain (self, error);
  else if (!g_cancellable_is_cancelled (waiting->cancellable))
    {
      self->counted = answer->counted;
      self->reloading = FALSE;
      replace_all (self, answer->n);
    }
  end (self);
}

/* Where the row that was at @position stands when those at @positions have come. */
static guint
moved (const GArray *positions, guint position)
{
  for (guint i = 0; i < positions->len && g_array_index (positions, guint, i) <= position; i++)
    position++;
  return position;
}

/* The pages for the list with @n rows, of the rows that were kept and are now elsewhere: the one at
 * @gone (-1: none) is not there any more, those at @positions have come. */
static void
move_pages (SkyQueueModel *self, gint64 gone, const GArray *positions, guint n)
{
  g_autoptr (GHashTable) items = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  g_autoptr (GHashTable) pages =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  GQueue recent = G_QUEUE_INIT;

  for (GList *link = self->recent.head; link != NULL; link = link->next)
    {
      GPtrArray *page = g_hash_table_lookup (self->pages, link->data);
      for (guint i = 0; i < page->len; i++)
        {
          SkyQueueItem *item = page->pdata[i];
          guint position = sky_queue_item_get_position (item);
          if (position == gone)
            continue;
          position = moved (positions, gone >= 0 && position > gone ? position - 1 : position);
          gpointer number = GUINT_TO_POINTER (position / SKY_QUEUE_PAGE_SIZE);
          sky_queue_item_set_position (item, position);
          g_hash_table_insert (items, GUINT_TO_POINTER (position), g_object_ref (item));
          if (g_queue_find (&recent, number) == NULL)
            g_queue_push_tail (&recent, number);
        }
    }
  while (g_queue_get_length (&recent) > MAX_PAGES)
    g_queue_pop_tail (&recent);
  self->n_items = n;
  for (GList *link = recent.head; link != NULL; link = link->next)
    {
      guint first = GPOINTER_TO_UINT (link->data) * SKY_QUEUE_PAGE_SIZE;
      GPtrArray *page = g_ptr_array_new_with_free_func (g_object_unref);
      for (guint i = first; i < n && i - first < SKY_QUEUE_PAGE_SIZE; i++)
        {
          SkyQueueItem *item = g_hash_table_lookup (items, GUINT_TO_POINTER (i));
          g_ptr_array_add (page, item != NULL ? g_object_ref (item) : sky_queue_item_new (i));
        }
      g_hash_table_insert (pages, link->data, page);
    }
  g_hash_table_unref (self->pages);
  self->pages = g_steal_pointer (&pages);
  g_queue_clear (&self->recent);
  self->recent = recent;
}

/* Tells of the one that is gone, then of those that have come one by one, each into the list as it
 * is by then. */
static void
put_in (SkyQueueModel *self, const SkyQueueAnswer *answer)
{
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (guint));

  if (answer->gone >= 0)
    {
      move_pages (self, answer->gone, none, self->n_items - 1);
      g_list_model_items_changed (G_LIST_MODEL (self), (guint) answer->gone, 1, 0);
    }
  move_pages (self, -1, answer->positions, (guint) answer->n);
  ask_kept_pages (self);
  g_array_append_vals (self->pending, answer->positions->data, answer->positions->len);
  while (self->pending->len > 0)
    {
      guint position = g_array_index (self->pending, guint, 0);
      g_array_remove_index (self->pending, 0);
      g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
    }
}

static void
refresh_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Waiting) waiting = user_data;
  SkyQueueModel *self = waiting->self;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyQueueAnswer) answer = sky_store_worker_finish (result, &error);

  if (answer == NULL)
    complain (self, error);
  else if (!g_cancellable_is_cancelled (waiting->cancellable))
    {
      self->counted = answer->counted;
      if (answer->positions != NULL)
        put_in (self, answer);
      else
        replace_all (self, answer->n);
      if (answer->ids != NULL && answer->ids->len > 0)
        g_signal_emit (self, signals[SIGNAL_ARRIVED], 0, answer->ids);
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
  guint first = page * SKY_QUEUE_PAGE_SIZE;

  for (guint i = first; i < self->n_items && i - first < SKY_QUEUE_PAGE_SIZE; i++)
    g_ptr_array_add (items, sky_queue_item_new (i));
  g_hash_table_insert (self->pages, GUINT_TO_POINTER (page), items);
  g_queue_push_head (&self->recent, GUINT_TO_POINTER (page));
  if (g_queue_get_length (&self->recent) > MAX_PAGES)
    forget_oldest_page (self);

  ask_page (self, page);
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
  SkyQueueModel *self = SKY_QUEUE_MODEL (model);

  return self->n_items - self->pending->len;
}

static gpointer
sky_queue_model_get_item (GListModel *model, guint position)
{
  SkyQueueModel *self = SKY_QUEUE_MODEL (model);

  if (position >= sky_queue_model_get_n_items (model))
    return NULL;
  position = moved (self->pending, position);

  guint page = position / SKY_QUEUE_PAGE_SIZE;
  GPtrArray *items = g_hash_table_lookup (self->pages, GUINT_TO_POINTER (page));
  if (items == NULL)
    items = load_page (self, page);
  else
    touch_page (self, page);
  return g_object_ref (items->pdata[position % SKY_QUEUE_PAGE_SIZE]);
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
  g_clear_pointer (&self->pending, g_array_unref);
  g_clear_pointer (&self->presence, g_hash_table_unref);
  g_clear_pointer (&self->waiting, g_hash_table_unref);
  g_free (self->looker);
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
  signals[SIGNAL_ARRIVED] = g_signal_new ("arrived", SKY_TYPE_QUEUE_MODEL, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ARRAY);
}

static void
sky_queue_model_init (SkyQueueModel *self)
{
  static const SkyFindingFilter everything = SKY_FINDING_FILTER_INIT;

  self->filter = sky_finding_filter_copy (&everything);
  self->cancellable = g_cancellable_new ();
  self->pages = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  self->pending = g_array_new (FALSE, FALSE, sizeof (guint));
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

/* Returns: (transfer full): of SkyQueueRowKept, page by page. */
static GArray *
list_kept (SkyQueueModel *self)
{
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (SkyQueueRowKept));
  GHashTableIter iter;
  gpointer page;

  g_hash_table_iter_init (&iter, self->pages);
  while (g_hash_table_iter_next (&iter, NULL, &page))
    {
      for (guint i = 0; i < ((GPtrArray *) page)->len; i++)
        {
          SkyQueueItem *item = ((GPtrArray *) page)->pdata[i];
          const SkyStoredFinding *finding = sky_queue_item_get_finding (item);
          if (finding == NULL)
            continue;
          SkyQueueRowKept row = { sky_queue_item_get_position (item), finding->id };
          g_array_append_val (kept, row);
        }
    }
  return kept;
}

static void
ask_count (SkyQueueModel *self, SkyStoreFunc func, GAsyncReadyCallback callback)
{
  SkyQueueQuestion *question = question_new (self, 0);

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();

  if (func == sky_queue_question_refresh && sky_queue_model_goes_by_state (self))
    question->kept =
        sky_thread_task_keep (question, list_kept (self), (GDestroyNotify) g_array_unref);
  begin (self);
  sky_store_worker_run (self->worker, NULL, func, question, sky_thread_task_free,
                        (GDestroyNotify) sky_queue_answer_free, self->cancellable, callback,
                        waiting_new (self, 0));
}

void
sky_queue_model_reload (SkyQueueModel *self)
{
  g_return_if_fail (SKY_IS_QUEUE_MODEL (self));

  self->reloading = TRUE;
  ask_count (self, sky_queue_question_count, count_cb);
}

void
sky_queue_model_refresh (SkyQueueModel *self)
{
  g_return_if_fail (SKY_IS_QUEUE_MODEL (self));

  /* What is shown may be no answer to the question yet. */
  if (self->reloading)
    sky_queue_model_reload (self);
  else
    ask_count (self, sky_queue_question_refresh, refresh_cb);
}

void
sky_queue_model_reload_reviewed (SkyQueueModel *self, gint64 after)
{
  g_return_if_fail (SKY_IS_QUEUE_MODEL (self));

  if (self->kind != SKY_QUEUE_FINDINGS)
    return;
  SkyQueueQuestion *question = question_new (self, 0);
  question->after = after;
  begin (self);
  sky_store_worker_run (self->worker, NULL, sky_queue_question_reload_reviewed, question,
                        sky_thread_task_free, (GDestroyNotify) sky_queue_rows_free,
                        self->cancellable, reloaded_cb, waiting_new (self, 0));
}

void
sky_queue_model_set_presence (SkyQueueModel *self, GHashTable *names)
{
  g_return_if_fail (SKY_IS_QUEUE_MODEL (self));

  g_clear_pointer (&self->presence, g_hash_table_unref);
  self->presence = g_hash_table_ref (names);
  mark_all (self);
}

void
sky_queue_model_set_waiting (SkyQueueModel *self, GHashTable *waits)
{
  g_return_if_fail (SKY_IS_QUEUE_MODEL (self));

  g_clear_pointer (&self->waiting, g_hash_table_unref);
  self->waiting = g_hash_table_ref (waits);
  mark_all (self);
}

void
sky_queue_model_set_look (SkyQueueModel *self, const SkyLook *look, const char *looker)
{
  g_return_if_fail (SKY_IS_QUEUE_MODEL (self));

  self->has_look = look != NULL;
  if (look != NULL)
    self->look = *look;
  g_free (self->looker);
  self->looker = g_strdup (looker);
}

SkyQueueItem *
sky_queue_model_peek (SkyQueueModel *self, guint position)
{
  g_return_val_if_fail (SKY_IS_QUEUE_MODEL (self), NULL);

  position = moved (self->pending, position);
  GPtrArray *items =
      g_hash_table_lookup (self->pages, GUINT_TO_POINTER (position / SKY_QUEUE_PAGE_SIZE));
  guint i = position % SKY_QUEUE_PAGE_SIZE;
  return items != NULL && i < items->len ? items->pdata[i] : NULL;
}

gint64
sky_queue_model_find (SkyQueueModel *self, gint64 id)
{
  g_return_val_if_fail (SKY_IS_QUEUE_MODEL (self), -1);

  GHashTableIter iter;
  gpointer page;
  if (self->kind != SKY_QUEUE_FINDINGS || self->reloading || self->pending->len > 0)
    return -1;
  g_hash_table_iter_init (&iter, self->pages);
  while (g_hash_table_iter_next (&iter, NULL, &page))
    {
      for (guint i = 0; i < ((GPtrArray *) page)->len; i++)
        {
          SkyQueueItem *item = ((GPtrArray *) page)->pdata[i];
          const SkyStoredFinding *finding = sky_queue_item_get_finding (item);
          if (finding != NULL && finding->id == id)
            return sky_queue_item_get_position (item);
        }
    }
  return -1;
}

gboolean
sky_queue_model_goes_by_state (SkyQueueModel *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_MODEL (self), FALSE);

  return self->kind == SKY_QUEUE_FINDINGS && !self->reloading
         && (self->sort == SKY_FINDING_SORT_STATE || self->filter->states != 0
             || self->filter->awaits_second);
}

const SkyLook *
sky_queue_model_get_counted (SkyQueueModel *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_MODEL (self), NULL);
  return &self->counted;
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
  return self->n_asked == 0;
}

guint
sky_queue_model_get_n_kept (SkyQueueModel *self)
{
  g_return_val_if_fail (SKY_IS_QUEUE_MODEL (self), 0);
  return g_queue_get_length (&self->recent) * SKY_QUEUE_PAGE_SIZE;
}
