/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-review-desk.h"

#include <glib/gi18n.h>

#include "sky-kept-look.h"
#include "sky-thread-task.h"

/* More than this at once is a slip of the hand rather than a decision. */
#define MOST_AT_ONCE 50000

/* What is written within a moment need not be told, in milliseconds. */
#define MOMENT 500

struct _SkyReviewDesk
{
  GObject parent_instance;

  SkyStoreLink *link;
  GSettings *settings;
  char *credential;
  char *name;

  /* The look. */
  char *store; /* the store's identity; NULL: not known yet */
  SkyLook look;
  gboolean has_looked;

  /* What is said. */
  GHashTable *saying; /* the words that are being written, by the findings' keys */
  SkyOwnEntries *own;
  SkyBulkDecision *deciding; /* what is being said of several findings; NULL: nothing is */

  /* What is not written. */
  GHashTable *pending; /* keys of findings of which something is being written → how much */
  gboolean waits;      /* that takes longer than a moment, and is told */
  guint waiting_timer; /* until it is a moment; 0: nothing is written */
  GPtrArray *unsaved;  /* of SkyUnsavedDecision */
};

G_DEFINE_FINAL_TYPE (SkyReviewDesk, sky_review_desk, G_TYPE_OBJECT)

enum
{
  REVIEWER_CHANGED,
  LOOK_CHANGED,
  BOOKMARKED,
  DECIDING_CHANGED,
  DECIDED,
  UNSAID_CHANGED,
  WAITING_CHANGED,
  MARKS_CHANGED,
  ANSWERED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
emit (SkyReviewDesk *self, guint signal)
{
  g_signal_emit (self, signals[signal], 0);
}

/* --- What waits ------------------------------------------------------------------------------- */

GHashTable *
sky_review_desk_list_waiting (SkyReviewDesk *self)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (self), NULL);

  GHashTable *waiting = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTable *sets[] = { self->pending, self->deciding != NULL
                                            ? sky_bulk_decision_get_left (self->deciding)
                                            : NULL };

  for (guint i = 0; i < self->unsaved->len; i++)
    g_hash_table_insert (waiting,
                         g_strdup (((const SkyUnsavedDecision *) self->unsaved->pdata[i])->key),
                         GINT_TO_POINTER (SKY_QUEUE_UNSAID));
  for (guint i = 0; self->waits && i < G_N_ELEMENTS (sets) && sets[i] != NULL; i++)
    {
      GHashTableIter iter;
      gpointer key;

      g_hash_table_iter_init (&iter, sets[i]);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        g_hash_table_insert (waiting, g_strdup (key), GINT_TO_POINTER (SKY_QUEUE_WAITS));
    }
  return waiting;
}

/* What is marked where the findings stand is other. */
static void
mark_waiting (SkyReviewDesk *self)
{
  emit (self, MARKS_CHANGED);
  emit (self, WAITING_CHANGED);
}

static gboolean
moment_cb (gpointer user_data)
{
  SkyReviewDesk *self = user_data;

  self->waiting_timer = 0;
  self->waits = TRUE;
  mark_waiting (self);
  return G_SOURCE_REMOVE;
}

static void
update_waiting (SkyReviewDesk *self)
{
  gboolean something = sky_store_link_get_n_writing (self->link) > 0 || self->deciding != NULL;
  gboolean waits = something && (self->waits || sky_store_link_get_lost (self->link) != NULL);

  if (something && !waits && self->waiting_timer == 0)
    self->waiting_timer = g_timeout_add (MOMENT, moment_cb, self);
  if (!something)
    g_clear_handle_id (&self->waiting_timer, g_source_remove);
  /* As long as nothing is marked nothing has to be taken away. */
  if (!waits && !self->waits)
    {
      emit (self, WAITING_CHANGED);
      return;
    }
  self->waits = waits;
  mark_waiting (self);
}

static void
begin_pending (SkyReviewDesk *self, const char *key)
{
  gsize n = GPOINTER_TO_SIZE (g_hash_table_lookup (self->pending, key));

  g_hash_table_insert (self->pending, g_strdup (key), GSIZE_TO_POINTER (n + 1));
}

static void
end_pending (SkyReviewDesk *self, const char *key)
{
  gsize n = GPOINTER_TO_SIZE (g_hash_table_lookup (self->pending, key));

  if (n > 1)
    g_hash_table_insert (self->pending, g_strdup (key), GSIZE_TO_POINTER (n - 1));
  else
    g_hash_table_remove (self->pending, key);
}

gboolean
sky_review_desk_is_waiting (SkyReviewDesk *self, const char *key)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (self), FALSE);
  g_return_val_if_fail (key != NULL, FALSE);

  return self->waits
         && (g_hash_table_contains (self->pending, key)
             || (self->deciding != NULL
                 && g_hash_table_contains (sky_bulk_decision_get_left (self->deciding), key)));
}

guint
sky_review_desk_get_n_waiting (SkyReviewDesk *self)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (self), 0);

  guint done;
  guint n = sky_review_desk_get_deciding (self, &done);
  return self->waits ? sky_store_link_get_n_writing (self->link) + n - done : 0;
}

/* --- What is not written ---------------------------------------------------------------------- */

static gboolean
is_note (const SkyUnsavedDecision *unsaved)
{
  return !unsaved->undoes && unsaved->action == SKY_LEDGER_NOTE;
}

static void
unsaved_changed (SkyReviewDesk *self)
{
  emit (self, UNSAID_CHANGED);
  mark_waiting (self);
}

/* Who only notes something has not decided yet, nor the other way round. */
static void
forget_said (SkyReviewDesk *self, const char *key, gboolean notes)
{
  for (guint i = self->unsaved->len; i > 0; i--)
    {
      const SkyUnsavedDecision *unsaved = self->unsaved->pdata[i - 1];
      if (strcmp (unsaved->key, key) != 0 || is_note (unsaved) != notes)
        continue;
      g_ptr_array_remove_index (self->unsaved, i - 1);
      unsaved_changed (self);
      return;
    }
}

/* In place of what it says anew; a word that is another is kept beside it. */
static void
keep (SkyReviewDesk *self, SkyUnsavedDecision *unsaved)
{
  for (guint i = self->unsaved->len; i > 0; i--)
    {
      const SkyUnsavedDecision *other = self->unsaved->pdata[i - 1];
      if (strcmp (other->key, unsaved->key) == 0
          && (other->text == NULL
              || (is_note (other) == is_note (unsaved)
                  && g_strcmp0 (other->text, unsaved->text) == 0)))
        g_ptr_array_remove_index (self->unsaved, i - 1);
    }
  g_ptr_array_add (self->unsaved, unsaved);
}

/* Nobody speaks for somebody else: what was written of may come to an end after they have gone. */
static gboolean
is_reviewer (SkyReviewDesk *self, const char *credential)
{
  return g_str_equal (credential, self->credential != NULL ? self->credential : "");
}

void
sky_review_desk_keep_unsaved (SkyReviewDesk *self,
                              const char *credential,
                              SkyUnsavedDecision *unsaved)
{
  if (!is_reviewer (self, credential))
    {
      sky_unsaved_decision_free (unsaved);
      return;
    }
  keep (self, unsaved);
  unsaved_changed (self);
}

/* Of what is said of several findings others spoke first. */
static void
take_unsaved (SkyReviewDesk *self, GPtrArray *unsaved, SkyBulkDecision *deciding)
{
  if (!is_reviewer (self, sky_bulk_decision_get_credential (deciding)))
    return;
  while (unsaved->len > 0)
    keep (self, g_ptr_array_steal_index (unsaved, 0));
  unsaved_changed (self);
}

const SkyUnsavedDecision *
sky_review_desk_get_unsaved (SkyReviewDesk *self, const char *key)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  for (guint i = self->unsaved->len; i > 0; i--)
    {
      SkyUnsavedDecision *unsaved = self->unsaved->pdata[i - 1];
      if (strcmp (unsaved->key, key) == 0)
        return unsaved;
    }
  return NULL;
}

GPtrArray *
sky_review_desk_list_unsaved (SkyReviewDesk *self)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (self), NULL);

  GPtrArray *list = g_ptr_array_new ();
  for (guint i = 0; i < self->unsaved->len; i++)
    g_ptr_array_add (list, self->unsaved->pdata[i]);
  return list;
}

void
sky_review_desk_forget_unsaved (SkyReviewDesk *self, const char *key)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));

  guint before = self->unsaved->len;
  for (guint i = before; i > 0; i--)
    {
      const SkyUnsavedDecision *unsaved = self->unsaved->pdata[i - 1];
      if (key != NULL ? strcmp (unsaved->key, key) == 0 : unsaved->said->len > 0)
        g_ptr_array_remove_index (self->unsaved, i - 1);
    }
  if (self->unsaved->len != before)
    unsaved_changed (self);
}

/* --- What is said of a finding ---------------------------------------------------------------- */

/* Who asked, and what they would have lost. */
typedef struct
{
  char *credential;            /* who that was */
  gboolean says;               /* something is being written */
  char *key;                   /* of the finding */
  gboolean decides;            /* it is a decision, or takes one back */
  SkyUnsavedDecision *unsaved; /* NULL: nothing */
} Asker;

static void
asker_free (Asker *asker)
{
  g_free (asker->credential);
  g_free (asker->key);
  g_clear_pointer (&asker->unsaved, sky_unsaved_decision_free);
  g_free (asker);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Asker, asker_free)

/* Words on one finding that are being written. */
typedef struct
{
  guint n;
  gboolean undoes; /* the last of them */
  SkyLedgerAction action;
  char *text;
} Words;

static void
words_free (gpointer data)
{
  Words *words = data;

  g_free (words->text);
  g_free (words);
}

static void
add_word (SkyReviewDesk *self, const SkyReviewRequest *saying)
{
  Words *words = g_hash_table_lookup (self->saying, saying->key);

  if (words == NULL)
    {
      words = g_new0 (Words, 1);
      g_hash_table_insert (self->saying, g_strdup (saying->key), words);
    }
  words->n++;
  words->undoes = saying->undoes;
  words->action = saying->action;
  g_free (words->text);
  words->text = g_strdup (saying->text);
}

static void
forget_word (SkyReviewDesk *self, const char *key)
{
  Words *words = g_hash_table_lookup (self->saying, key);

  if (--words->n == 0)
    g_hash_table_remove (self->saying, key);
}

/* Whether @saying is not to be said of the finding @key while others are written: the same word is
 * said once, and until the store is reached again one word is enough. */
static gboolean
is_enough (SkyReviewDesk *self, const char *key, const SkyReviewRequest *saying)
{
  const Words *words = g_hash_table_lookup (self->saying, key);

  return words != NULL
         && (sky_store_link_get_lost (self->link) != NULL
             || (words->undoes == saying->undoes && words->action == saying->action
                 && g_strcmp0 (words->text, saying->text) == 0));
}

static gboolean
is_against_rules (const GError *error)
{
  return g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED)
         || g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND);
}

static void
said_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Asker) asker = user_data;
  SkyReviewDesk *self = SKY_REVIEW_DESK (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyReviewRequest) answer = sky_store_worker_finish (result, &error);

  if (asker->decides)
    forget_word (self, asker->key);
  if (asker->says)
    {
      end_pending (self, asker->key);
      sky_store_link_end_writing (self->link, answer != NULL && answer->unsaved == NULL);
    }
  if (answer == NULL)
    {
      sky_store_link_complain (self->link, error);
      /* What is against the rules is not written another time either: only its text is worth
       * keeping. */
      if (asker->unsaved == NULL || (asker->unsaved->text == NULL && is_against_rules (error)))
        return;
      asker->unsaved->cause = g_strdup (error->message);
      sky_review_desk_keep_unsaved (self, asker->credential, g_steal_pointer (&asker->unsaved));
      return;
    }

  if (answer->says && answer->unsaved == NULL)
    forget_said (self, answer->key, !answer->undoes && answer->action == SKY_LEDGER_NOTE);
  g_signal_emit (self, signals[ANSWERED], 0, answer);
  if (answer->unsaved != NULL)
    sky_review_desk_keep_unsaved (self, asker->credential, g_steal_pointer (&answer->unsaved));
}

/* Takes @saying, which is the reviewer's unless it is somebody's. */
static void
ask_or_say (SkyReviewDesk *self, const SkyStoredFinding *finding, SkyReviewRequest *saying)
{
  gboolean notes = saying->says && !saying->undoes && saying->action == SKY_LEDGER_NOTE;

  /* Notes are as many as are typed. */
  if (saying->says && !notes && is_enough (self, finding->key, saying))
    {
      sky_store_link_report (self->link, _ ("Your earlier decision on it is not saved yet."));
      sky_review_request_free (saying);
      return;
    }
  saying->key = g_strdup (finding->key);
  saying->id = finding->id;
  if (saying->credential == NULL)
    {
      saying->credential = g_strdup (self->credential != NULL ? self->credential : "");
      saying->name = g_strdup (self->name != NULL ? self->name : "");
    }

  Asker *asker = g_new0 (Asker, 1);
  asker->credential = g_strdup (saying->credential);
  if (saying->says)
    {
      saying->own = sky_own_entries_ref (self->own);
      asker->says = TRUE;
      asker->key = g_strdup (saying->key);
      asker->decides = !notes;
      asker->unsaved =
          sky_unsaved_decision_new (finding, saying->undoes, saying->action, saying->text);
      begin_pending (self, saying->key);
      sky_store_link_begin_writing (self->link);
    }
  if (asker->decides)
    add_word (self, saying);
  if (notes)
    sky_store_worker_note (sky_store_link_get_worker (self->link), self, sky_review_request_run,
                           saying, (GDestroyNotify) sky_review_request_free,
                           (GDestroyNotify) sky_review_request_free, said_cb, asker);
  else
    sky_store_link_ask (self->link, self, sky_review_request_run, saying,
                        (GDestroyNotify) sky_review_request_free,
                        (GDestroyNotify) sky_review_request_free, said_cb, asker);
}

void
sky_review_desk_ask (SkyReviewDesk *self, const SkyStoredFinding *finding)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));
  g_return_if_fail (finding != NULL);
  ask_or_say (self, finding, g_new0 (SkyReviewRequest, 1));
}

void
sky_review_desk_decide (SkyReviewDesk *self,
                        const SkyStoredFinding *finding,
                        const SkyReview *review,
                        SkyLedgerAction action,
                        const char *text)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));
  g_return_if_fail (finding != NULL);
  g_return_if_fail (review != NULL);

  if (self->deciding != NULL)
    return;
  SkyReviewRequest *saying = g_new0 (SkyReviewRequest, 1);
  saying->says = TRUE;
  saying->action = action;
  saying->text = g_strdup (text);
  saying->last_entry = review->last_entry;
  ask_or_say (self, finding, saying);
}

void
sky_review_desk_agree (SkyReviewDesk *self,
                       const SkyStoredFinding *finding,
                       const SkyReview *review,
                       const SkyReviewer *second,
                       SkyIdentity *identity)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));
  g_return_if_fail (finding != NULL);
  g_return_if_fail (review != NULL);
  g_return_if_fail (second->credential != NULL);

  SkyStoreWorker *worker = sky_store_link_get_worker (self->link);
  g_autoptr (SkyIdentity) own = sky_store_worker_get_identity (worker);
  if (self->deciding != NULL)
    return;
  SkyReviewRequest *saying = g_new0 (SkyReviewRequest, 1);
  saying->says = TRUE;
  saying->action = SKY_LEDGER_SECOND;
  saying->last_entry = review->last_entry;
  saying->credential = g_strdup (second->credential);
  saying->name = g_strdup (second->name != NULL ? second->name : "");
  /* For this one word alone. */
  sky_store_worker_sign_in (worker, second->credential, identity);
  ask_or_say (self, finding, saying);
  sky_store_worker_sign_in (worker, self->credential, own);
}

void
sky_review_desk_undo (SkyReviewDesk *self, const SkyStoredFinding *finding, const SkyReview *review)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));
  g_return_if_fail (finding != NULL);
  g_return_if_fail (review != NULL);

  if (self->deciding != NULL
      || (sky_review_get_last_word (review) == 0
          && !g_hash_table_contains (self->saying, finding->key)))
    return;
  SkyReviewRequest *saying = g_new0 (SkyReviewRequest, 1);
  saying->says = TRUE;
  saying->undoes = TRUE;
  saying->target = sky_review_get_last_word (review);
  saying->last_entry = review->last_entry;
  ask_or_say (self, finding, saying);
}

void
sky_review_desk_forget_own (SkyReviewDesk *self)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));

  sky_own_entries_unref (self->own);
  self->own = sky_own_entries_new ();
}

/* --- Bookmarks -------------------------------------------------------------------------------- */

typedef struct
{
  char *credential;
  char *name;
  gint64 log;
  SkyTime at;
  char *text;
  gint64 removed; /* the bookmark to remove; 0: one is made */
  gint64 number;  /* set by the store's thread */
  SkyLedgerMark mark;
} Bookmarking;

static gboolean
write_bookmark (SkyStore *store, gpointer data, GError **error)
{
  Bookmarking *bookmarking = data;
  const SkyReviewer reviewer = { bookmarking->credential, bookmarking->name };

  if (bookmarking->removed != 0)
    return sky_store_remove_bookmark (store, &reviewer, bookmarking->removed, error);

  return sky_store_add_bookmark (store, &reviewer, bookmarking->log, bookmarking->at,
                                 bookmarking->text, &bookmarking->number, error);
}

static gpointer
bookmark_in_thread (SkyStore *store, gpointer data, GError **error)
{
  Bookmarking *bookmarking = data;

  if (!sky_store_say_once (store, &bookmarking->mark, write_bookmark, bookmarking, error))
    return NULL;
  return g_memdup2 (&bookmarking->number, sizeof bookmarking->number);
}

static void
bookmark_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  SkyReviewDesk *self = SKY_REVIEW_DESK (source);
  gboolean removed = GPOINTER_TO_INT (user_data);
  g_autoptr (GError) error = NULL;
  g_autofree gint64 *number = sky_store_worker_finish (result, &error);

  sky_store_link_end_writing (self->link, number != NULL);
  if (number == NULL)
    {
      sky_store_link_complain (self->link, error);
      return;
    }
  sky_store_link_report (self->link, removed ? _ ("Bookmark removed") : _ ("Bookmarked"));
  emit (self, BOOKMARKED);
}

/* Takes @bookmarking. */
static void
ask_bookmark (SkyReviewDesk *self, Bookmarking *bookmarking)
{
  bookmarking->credential =
      sky_thread_task_copy_text (bookmarking, self->credential != NULL ? self->credential : "");
  bookmarking->name = sky_thread_task_copy_text (bookmarking, self->name != NULL ? self->name : "");
  sky_store_link_begin_writing (self->link);
  sky_store_link_ask (self->link, self, bookmark_in_thread, bookmarking, sky_thread_task_free,
                      g_free, bookmark_cb, GINT_TO_POINTER (bookmarking->removed != 0));
}

void
sky_review_desk_bookmark (SkyReviewDesk *self, gint64 log, SkyTime at, const char *text)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));

  Bookmarking *bookmarking = sky_thread_task_new (Bookmarking);
  bookmarking->log = log;
  bookmarking->at = at;
  bookmarking->text = sky_thread_task_copy_text (bookmarking, text);
  ask_bookmark (self, bookmarking);
}

void
sky_review_desk_remove_bookmark (SkyReviewDesk *self, gint64 number)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));
  g_return_if_fail (number > 0);

  Bookmarking *bookmarking = sky_thread_task_new (Bookmarking);
  bookmarking->removed = number;
  ask_bookmark (self, bookmarking);
}

/* --- What is said of several ------------------------------------------------------------------ */

static void
deciding_changed (SkyReviewDesk *self)
{
  emit (self, DECIDING_CHANGED);
}

static void
decided_cb (SkyReviewDesk *self, SkyBulkDecision *deciding)
{
  g_clear_object (&self->deciding);
  update_waiting (self);
  emit (self, DECIDED);
  emit (self, DECIDING_CHANGED);
}

void
sky_review_desk_decide_rows (SkyReviewDesk *self,
                             SkyChosenRows *rows,
                             gboolean undoes,
                             SkyLedgerAction action,
                             const char *text)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));
  g_return_if_fail (rows != NULL);

  g_autoptr (SkyChosenRows) taken = rows;
  guint64 n = gtk_bitset_get_size (rows->positions);
  if (self->deciding != NULL)
    return;
  if (n > MOST_AT_ONCE)
    {
      g_autofree char *problem =
          g_strdup_printf (_ ("%d findings are selected; you can decide at most %d at once."),
                           (int) n, MOST_AT_ONCE);
      sky_store_link_warn (self->link, problem);
      return;
    }
  self->deciding = sky_bulk_decision_new (
      self->link, g_steal_pointer (&taken), self->credential != NULL ? self->credential : "",
      self->name != NULL ? self->name : "", undoes, action, text);
  g_signal_connect_object (self->deciding, "changed", G_CALLBACK (deciding_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->deciding, "unsaved", G_CALLBACK (take_unsaved), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->deciding, "ended", G_CALLBACK (decided_cb), self,
                           G_CONNECT_SWAPPED);
  update_waiting (self);
  sky_bulk_decision_start (self->deciding);
}

guint
sky_review_desk_get_deciding (SkyReviewDesk *self, guint *done)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (self), 0);

  if (done != NULL)
    *done = 0;
  return self->deciding != NULL ? sky_bulk_decision_get_n (self->deciding, done) : 0;
}

guint
sky_review_desk_get_n_decided (SkyReviewDesk *self)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (self), 0);
  return self->deciding != NULL ? sky_bulk_decision_get_n_said (self->deciding) : 0;
}

void
sky_review_desk_stop_deciding (SkyReviewDesk *self)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));

  if (self->deciding != NULL)
    sky_bulk_decision_stop (self->deciding);
}

/* --- Who it is -------------------------------------------------------------------------------- */

/* How far the reviewer has looked, once the store's identity is known. */
static void
find_look (SkyReviewDesk *self)
{
  if (self->store == NULL)
    return;
  self->look = (SkyLook){ 0 };
  self->has_looked =
      sky_kept_look_read (self->settings, self->store, self->credential, &self->look);
  emit (self, LOOK_CHANGED);
}

void
sky_review_desk_set_store (SkyReviewDesk *self, const char *store)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));
  g_return_if_fail (store != NULL);

  if (self->store != NULL)
    return;
  self->store = g_strdup (store);
  find_look (self);
}

const SkyLook *
sky_review_desk_get_look (SkyReviewDesk *self)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (self), NULL);
  return self->has_looked ? &self->look : NULL;
}

void
sky_review_desk_set_look (SkyReviewDesk *self, const SkyLook *look)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));

  if (self->store == NULL)
    return;
  self->look = *look;
  self->has_looked = TRUE;
  sky_kept_look_write (self->settings, self->store, self->credential, look);
  emit (self, LOOK_CHANGED);
}

void
sky_review_desk_set_reviewer (SkyReviewDesk *self, const char *credential, const char *name)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));

  gboolean other = g_strcmp0 (self->credential, credential) != 0;
  if (!other && g_strcmp0 (self->name, name) == 0)
    return;
  /* Nobody speaks for somebody else. */
  if (other)
    {
      sky_review_desk_stop_deciding (self);
      if (self->unsaved->len > 0)
        {
          g_ptr_array_set_size (self->unsaved, 0);
          unsaved_changed (self);
        }
      sky_store_worker_sign_in (sky_store_link_get_worker (self->link), credential, NULL);
    }
  g_autofree char *old_credential = g_steal_pointer (&self->credential);
  g_autofree char *old_name = g_steal_pointer (&self->name);
  self->credential = g_strdup (credential);
  self->name = g_strdup (name);
  emit (self, REVIEWER_CHANGED);
  /* Others have looked elsewhere. */
  if (other)
    find_look (self);
}

void
sky_review_desk_sign_in (SkyReviewDesk *self, SkyIdentity *identity)
{
  g_return_if_fail (SKY_IS_REVIEW_DESK (self));
  sky_store_worker_sign_in (sky_store_link_get_worker (self->link), self->credential, identity);
  emit (self, REVIEWER_CHANGED);
}

SkyIdentity *
sky_review_desk_get_identity (SkyReviewDesk *self)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (self), NULL);
  return sky_store_worker_get_identity (sky_store_link_get_worker (self->link));
}

const char *
sky_review_desk_get_credential (SkyReviewDesk *self)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (self), NULL);
  return self->credential;
}

const char *
sky_review_desk_get_name (SkyReviewDesk *self)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (self), NULL);
  return self->name;
}

SkyStoreLink *
sky_review_desk_get_link (SkyReviewDesk *self)
{
  g_return_val_if_fail (SKY_IS_REVIEW_DESK (self), NULL);
  return self->link;
}

/* --- Type ------------------------------------------------------------------------------------- */

static void
sky_review_desk_dispose (GObject *object)
{
  g_clear_handle_id (&SKY_REVIEW_DESK (object)->waiting_timer, g_source_remove);
  G_OBJECT_CLASS (sky_review_desk_parent_class)->dispose (object);
}

static void
sky_review_desk_finalize (GObject *object)
{
  SkyReviewDesk *self = SKY_REVIEW_DESK (object);

  g_clear_object (&self->deciding);
  g_clear_object (&self->settings);
  g_clear_object (&self->link);
  g_hash_table_unref (self->saying);
  g_hash_table_unref (self->pending);
  g_ptr_array_unref (self->unsaved);
  sky_own_entries_unref (self->own);
  g_free (self->store);
  g_free (self->credential);
  g_free (self->name);
  G_OBJECT_CLASS (sky_review_desk_parent_class)->finalize (object);
}

static void
sky_review_desk_class_init (SkyReviewDeskClass *klass)
{
  static const char *const names[] = {
    [REVIEWER_CHANGED] = "reviewer-changed",
    [LOOK_CHANGED] = "look-changed",
    [BOOKMARKED] = "bookmarked",
    [DECIDING_CHANGED] = "deciding-changed",
    [DECIDED] = "decided",
    [UNSAID_CHANGED] = "unsaved-changed",
    [WAITING_CHANGED] = "waiting-changed",
    [MARKS_CHANGED] = "marks-changed",
  };

  G_OBJECT_CLASS (klass)->dispose = sky_review_desk_dispose;
  G_OBJECT_CLASS (klass)->finalize = sky_review_desk_finalize;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    signals[i] = g_signal_new (names[i], SKY_TYPE_REVIEW_DESK, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
  signals[ANSWERED] = g_signal_new ("answered", SKY_TYPE_REVIEW_DESK, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
sky_review_desk_init (SkyReviewDesk *self)
{
  self->settings = g_settings_new (SKY_APP_ID);
  self->saying = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, words_free);
  self->pending = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->own = sky_own_entries_new ();
  self->unsaved = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_unsaved_decision_free);
}

SkyReviewDesk *
sky_review_desk_new (SkyStoreLink *link)
{
  g_return_val_if_fail (SKY_IS_STORE_LINK (link), NULL);

  SkyReviewDesk *self = g_object_new (SKY_TYPE_REVIEW_DESK, NULL);
  self->link = g_object_ref (link);
  g_signal_connect_object (link, "connection-changed", G_CALLBACK (update_waiting), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (link, "writing-changed", G_CALLBACK (update_waiting), self,
                           G_CONNECT_SWAPPED);
  return self;
}
