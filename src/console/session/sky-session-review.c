/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-own-words.h"
#include "sky-session-private.h"

#define HISTORY_LENGTH 200

/* What is to be said of a finding, and what comes of it. */
typedef struct
{
  char *key;
  gint64 id;
  char *credential;
  char *name;
  gboolean says; /* there is something to say */
  gboolean undoes;
  SkyLedgerAction action;
  char *text;
  gint64 target;     /* what it undoes */
  gint64 last_entry; /* the last that was seen */
  SkyOwnWords *own;
  SkyLedgerMark mark;
  gint64 seen;        /* set by the store's thread: the same with what one said oneself since */
  gboolean upon_seen; /* likewise: nothing else was said by then */

  /* Set by the store's thread. */
  SkyUnsaid *unsaid; /* NULL: what was to be said is written */
  SkyReview *review;
  GPtrArray *history;
  SkyStoredFinding *finding;
} Saying;

static void
saying_free (Saying *saying)
{
  g_free (saying->key);
  g_free (saying->credential);
  g_free (saying->name);
  g_free (saying->text);
  g_clear_pointer (&saying->own, sky_own_words_unref);
  g_clear_pointer (&saying->unsaid, sky_unsaid_free);
  g_clear_pointer (&saying->review, sky_review_free);
  g_clear_pointer (&saying->history, g_ptr_array_unref);
  g_clear_pointer (&saying->finding, sky_stored_finding_free);
  g_free (saying);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Saying, saying_free)

static gboolean
say (SkyStore *store, gpointer data, GError **error)
{
  Saying *saying = data;
  const SkyReviewer reviewer = { saying->credential, saying->name };
  g_autoptr (SkyReview) review = sky_store_get_review (store, saying->key, error);

  if (review == NULL)
    return FALSE;
  saying->seen = saying->last_entry;
  if (review->last_entry != saying->seen)
    saying->seen =
        sky_own_words_get_seen (saying->own, saying->credential, saying->key, saying->last_entry);
  saying->upon_seen = review->last_entry == saying->seen;
  /* A note overwrites nothing, whatever others say. */
  if (!saying->undoes)
    return sky_store_decide (store, &reviewer, saying->key, saying->action, saying->text,
                             saying->action == SKY_LEDGER_NOTE ? SKY_REVIEW_ANY : saying->seen,
                             NULL, error);
  gint64 target = saying->upon_seen ? sky_review_get_last_word (review) : saying->target;
  if (target == 0)
    {
      g_set_error_literal (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED,
                           _ ("There is nothing to take back."));
      return FALSE;
    }
  return sky_store_undo (store, &reviewer, target, saying->text, saying->seen, NULL, error);
}

static gboolean
read_answer (SkyStore *store, const Saying *asked, Saying *answer, GError **error)
{
  answer->review = sky_store_get_review (store, asked->key, error);
  if (answer->review == NULL)
    return FALSE;
  answer->history = sky_store_ledger_list (store, asked->key, 0, HISTORY_LENGTH, error);
  if (answer->history == NULL)
    return FALSE;
  answer->finding = sky_store_get_finding (store, asked->id, error);
  return answer->finding != NULL;
}

/* Returns: another saying with what came of it. When others were first, that is no failure. */
static gpointer
say_in_thread (SkyStore *store, gpointer data, GError **error)
{
  Saying *asked = data;
  g_autoptr (Saying) answer = g_new0 (Saying, 1);
  g_autoptr (GError) refused = NULL;
  guint n;

  answer->key = g_strdup (asked->key);
  answer->says = asked->says;
  answer->undoes = asked->undoes;
  answer->action = asked->action;
  if (asked->says && !sky_store_say_once (store, &asked->mark, say, asked, &refused)
      && !g_error_matches (refused, SKY_STORE_ERROR, SKY_STORE_ERROR_CHANGED))
    {
      g_propagate_error (error, g_steal_pointer (&refused));
      return NULL;
    }
  if (asked->says && refused == NULL && asked->upon_seen)
    sky_own_words_add (asked->own, asked->credential, asked->key, asked->seen, asked->mark.number);
  answer->mark = asked->mark;
  if (!read_answer (store, asked, answer, error))
    return NULL;
  if (refused == NULL)
    return g_steal_pointer (&answer);
  answer->unsaid = sky_unsaid_new (answer->finding, asked->undoes, asked->action, asked->text);
  /* All entries count here, also those that one made oneself elsewhere. */
  if (!sky_unsaid_read (answer->unsaid, store, NULL, asked->seen, &n, error))
    return NULL;
  return g_steal_pointer (&answer);
}

/* Who asked, and what they would have lost. */
typedef struct
{
  char *credential;  /* who that was */
  gboolean says;     /* something is being written */
  char *key;         /* of the finding */
  gboolean decides;  /* it is a decision, or takes one back */
  SkyUnsaid *unsaid; /* NULL: nothing */
} Asker;

static void
asker_free (Asker *asker)
{
  g_free (asker->credential);
  g_free (asker->key);
  g_clear_pointer (&asker->unsaid, sky_unsaid_free);
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

GHashTable *
sky_session_new_saying (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, words_free);
}

static void
add_word (SkySession *self, const Saying *saying)
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
forget_word (SkySession *self, const char *key)
{
  Words *words = g_hash_table_lookup (self->saying, key);

  if (--words->n == 0)
    g_hash_table_remove (self->saying, key);
}

/* Whether @saying is not to be said of the finding @key while others are written: the same word is
 * said once, and until the store is reached again one word is enough. */
static gboolean
is_enough (SkySession *self, const char *key, const Saying *saying)
{
  const Words *words = g_hash_table_lookup (self->saying, key);

  return words != NULL
         && (sky_store_link_get_lost (self->link) != NULL
             || (words->undoes == saying->undoes && words->action == saying->action
                 && g_strcmp0 (words->text, saying->text) == 0));
}

static gboolean
is_note (const SkyUnsaid *unsaid)
{
  return !unsaid->undoes && unsaid->action == SKY_LEDGER_NOTE;
}

static void
unsaid_changed (SkySession *self)
{
  sky_session_emit (self, SKY_SESSION_UNSAID_CHANGED);
  sky_session_mark_waiting (self);
}

/* Who only notes something has not decided yet, nor the other way round. */
static void
forget_said (SkySession *self, const char *key, gboolean notes)
{
  for (guint i = self->unsaid->len; i > 0; i--)
    {
      const SkyUnsaid *unsaid = self->unsaid->pdata[i - 1];
      if (strcmp (unsaid->key, key) != 0 || is_note (unsaid) != notes)
        continue;
      g_ptr_array_remove_index (self->unsaid, i - 1);
      unsaid_changed (self);
      return;
    }
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
  SkySession *self = SKY_SESSION (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (Saying) answer = sky_store_worker_finish (result, &error);

  if (asker->decides)
    forget_word (self, asker->key);
  if (asker->says)
    {
      sky_session_end_pending (self, asker->key);
      sky_store_link_end_writing (self->link, answer != NULL && answer->unsaid == NULL);
    }
  if (answer == NULL)
    {
      sky_store_link_complain (self->link, error);
      /* What is against the rules is not written another time either: only its text is worth
       * keeping. */
      if (asker->unsaid == NULL || (asker->unsaid->text == NULL && is_against_rules (error)))
        return;
      asker->unsaid->cause = g_strdup (error->message);
      sky_session_keep_unsaid (self, asker->credential, g_steal_pointer (&asker->unsaid));
      return;
    }

  if (answer->says && answer->unsaid == NULL)
    {
      sky_session_heard_own (self, answer->mark.number);
      forget_said (self, answer->key, !answer->undoes && answer->action == SKY_LEDGER_NOTE);
    }
  const SkyStoredFinding *finding = sky_session_get_finding (self);
  if (finding != NULL && g_strcmp0 (finding->key, answer->key) == 0)
    {
      gboolean moved = finding->state != answer->finding->state;
      gboolean same = self->review != NULL && !answer->says
                      && self->review->last_entry == answer->review->last_entry
                      && self->history->len == answer->history->len;
      g_clear_pointer (&self->review, sky_review_free);
      g_clear_pointer (&self->history, g_ptr_array_unref);
      self->review = g_steal_pointer (&answer->review);
      self->history = g_steal_pointer (&answer->history);
      sky_queue_item_set_entry (self->item, self->review->last_entry);
      if (moved)
        sky_queue_item_take_finding (self->item, g_steal_pointer (&answer->finding));
      if (!same)
        sky_session_emit (self, SKY_SESSION_REVIEW_CHANGED);
    }
  if (!answer->says)
    return;
  if (answer->unsaid != NULL)
    sky_session_keep_unsaid (self, asker->credential, g_steal_pointer (&answer->unsaid));
  sky_session_ask_counts (self);
  sky_day_view_ask_marks (self->day_view);
}

static void
ask_or_say (SkySession *self, Saying *saying)
{
  const SkyStoredFinding *finding = sky_session_get_finding (self);

  gboolean notes = saying->says && !saying->undoes && saying->action == SKY_LEDGER_NOTE;

  /* Notes are as many as are typed. */
  if (saying->says && !notes && is_enough (self, finding->key, saying))
    {
      sky_store_link_tell (self->link, _ ("What you said of it before is still to be written."));
      saying_free (saying);
      return;
    }
  saying->key = g_strdup (finding->key);
  saying->id = finding->id;
  saying->credential = g_strdup (self->credential != NULL ? self->credential : "");
  saying->name = g_strdup (self->name != NULL ? self->name : "");

  Asker *asker = g_new0 (Asker, 1);
  asker->credential = g_strdup (saying->credential);
  if (saying->says)
    {
      saying->own = sky_own_words_ref (self->own);
      asker->says = TRUE;
      asker->key = g_strdup (saying->key);
      asker->decides = !notes;
      asker->unsaid = sky_unsaid_new (finding, saying->undoes, saying->action, saying->text);
      sky_session_begin_pending (self, saying->key);
      sky_store_link_begin_writing (self->link);
    }
  if (asker->decides)
    add_word (self, saying);
  if (notes)
    sky_store_worker_note (sky_store_link_get_worker (self->link), self, say_in_thread, saying,
                           (GDestroyNotify) saying_free, (GDestroyNotify) saying_free, said_cb,
                           asker);
  else
    sky_store_link_ask (self->link, self, say_in_thread, saying, (GDestroyNotify) saying_free,
                        (GDestroyNotify) saying_free, said_cb, asker);
}

void
sky_session_ask_review (SkySession *self)
{
  if (sky_session_get_finding (self) == NULL)
    {
      sky_session_emit (self, SKY_SESSION_REVIEW_CHANGED);
      return;
    }
  ask_or_say (self, g_new0 (Saying, 1));
}

void
sky_session_set_reviewer (SkySession *self, const char *credential, const char *name)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  gboolean other = g_strcmp0 (self->credential, credential) != 0;
  /* Nobody speaks for somebody else. */
  if (other)
    {
      sky_session_stop_deciding (self);
      if (self->unsaid->len > 0)
        {
          g_ptr_array_set_size (self->unsaid, 0);
          unsaid_changed (self);
        }
    }
  if (other)
    sky_store_worker_sign_in (sky_store_link_get_worker (self->link), credential, NULL);
  g_free (self->credential);
  self->credential = g_strdup (credential);
  g_free (self->name);
  self->name = g_strdup (name);
  /* What one may say of a finding another may not, and others have looked elsewhere. */
  if (other)
    {
      sky_session_emit (self, SKY_SESSION_REVIEW_CHANGED);
      sky_session_find_look (self);
    }
  sky_session_tell_present (self);
}

void
sky_session_sign_in (SkySession *self, SkyIdentity *identity)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  sky_store_worker_sign_in (sky_store_link_get_worker (self->link), self->credential, identity);
}

SkyIdentity *
sky_session_get_identity (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return sky_store_worker_get_identity (sky_store_link_get_worker (self->link));
}

const char *
sky_session_get_reviewer (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->credential;
}

const char *
sky_session_get_reviewer_name (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->name;
}

const SkyReview *
sky_session_get_review (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->review;
}

GPtrArray *
sky_session_get_history (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return self->history;
}

void
sky_session_decide (SkySession *self, SkyLedgerAction action, const char *text)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  if (self->deciding != NULL)
    return;
  if (sky_session_get_n_chosen (self) > 1)
    {
      sky_session_decide_chosen (self, FALSE, action, text);
      return;
    }
  if (sky_session_get_finding (self) == NULL || self->review == NULL)
    return;
  if (self->unlisted && action != SKY_LEDGER_NOTE)
    {
      sky_store_link_warn (self->link,
                           _ ("The finding is not in the list that is shown. Nothing was "
                              "decided."));
      return;
    }
  Saying *saying = g_new0 (Saying, 1);
  saying->says = TRUE;
  saying->action = action;
  saying->text = g_strdup (text);
  saying->last_entry = self->review->last_entry;
  ask_or_say (self, saying);
}

void
sky_session_undo (SkySession *self)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  if (self->deciding != NULL)
    return;
  if (sky_session_get_n_chosen (self) > 1)
    {
      sky_session_decide_chosen (self, TRUE, SKY_LEDGER_UNDO, NULL);
      return;
    }
  const SkyStoredFinding *finding = sky_session_get_finding (self);
  if (finding == NULL || self->review == NULL
      || (sky_review_get_last_word (self->review) == 0
          && !g_hash_table_contains (self->saying, finding->key)))
    return;
  Saying *saying = g_new0 (Saying, 1);
  saying->says = TRUE;
  saying->undoes = TRUE;
  saying->target = sky_review_get_last_word (self->review);
  saying->last_entry = self->review->last_entry;
  ask_or_say (self, saying);
}

/* --- What is not written ---------------------------------------------------------------------- */

static SkyUnsaid *
find_unsaid (SkySession *self, const char *key)
{
  for (guint i = self->unsaid->len; i > 0; i--)
    {
      SkyUnsaid *unsaid = self->unsaid->pdata[i - 1];
      if (strcmp (unsaid->key, key) == 0)
        return unsaid;
    }
  return NULL;
}

/* In place of what it says anew; a word that is another is kept beside it. */
static void
keep (SkySession *self, SkyUnsaid *unsaid)
{
  for (guint i = self->unsaid->len; i > 0; i--)
    {
      const SkyUnsaid *other = self->unsaid->pdata[i - 1];
      if (strcmp (other->key, unsaid->key) == 0
          && (other->text == NULL
              || (is_note (other) == is_note (unsaid)
                  && g_strcmp0 (other->text, unsaid->text) == 0)))
        g_ptr_array_remove_index (self->unsaid, i - 1);
    }
  g_ptr_array_add (self->unsaid, unsaid);
}

/* Nobody speaks for somebody else: what was written of may come to an end after they have gone. */
static gboolean
is_reviewer (SkySession *self, const char *credential)
{
  return g_str_equal (credential, self->credential != NULL ? self->credential : "");
}

void
sky_session_keep_unsaid (SkySession *self, const char *credential, SkyUnsaid *unsaid)
{
  if (!is_reviewer (self, credential))
    {
      sky_unsaid_free (unsaid);
      return;
    }
  keep (self, unsaid);
  unsaid_changed (self);
}

void
sky_session_keep_all_unsaid (SkySession *self, const char *credential, GPtrArray *unsaid)
{
  if (unsaid->len == 0 || !is_reviewer (self, credential))
    return;
  while (unsaid->len > 0)
    keep (self, g_ptr_array_steal_index (unsaid, 0));
  unsaid_changed (self);
}

const SkyUnsaid *
sky_session_get_unsaid (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);

  const SkyStoredFinding *finding = sky_session_get_finding (self);
  return finding != NULL ? find_unsaid (self, finding->key) : NULL;
}

GPtrArray *
sky_session_list_unsaid (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);

  GPtrArray *list = g_ptr_array_new ();
  for (guint i = 0; i < self->unsaid->len; i++)
    g_ptr_array_add (list, self->unsaid->pdata[i]);
  return list;
}

void
sky_session_forget_unsaid (SkySession *self, const char *key)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  guint before = self->unsaid->len;
  for (guint i = before; i > 0; i--)
    {
      const SkyUnsaid *unsaid = self->unsaid->pdata[i - 1];
      if (key != NULL ? strcmp (unsaid->key, key) == 0 : unsaid->said->len > 0)
        g_ptr_array_remove_index (self->unsaid, i - 1);
    }
  if (self->unsaid->len != before)
    unsaid_changed (self);
}
