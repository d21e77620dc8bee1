/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

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
  gint64 last_entry;

  /* Set by the store's thread. */
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
  g_clear_pointer (&saying->review, sky_review_free);
  g_clear_pointer (&saying->history, g_ptr_array_unref);
  g_clear_pointer (&saying->finding, sky_stored_finding_free);
  g_free (saying);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Saying, saying_free)

static gboolean
say (SkyStore *store, const Saying *saying, GError **error)
{
  const SkyReviewer reviewer = { saying->credential, saying->name };

  if (saying->undoes)
    return sky_store_undo (store, &reviewer, saying->last_entry, saying->text, NULL, error);
  return sky_store_decide (store, &reviewer, saying->key, saying->action, saying->text,
                           saying->last_entry, NULL, error);
}

/* Returns the saying itself, with what came of it; the caller's own copy is left empty. */
static gpointer
say_in_thread (SkyStore *store, gpointer data, GError **error)
{
  Saying *asked = data;
  g_autoptr (Saying) answer = g_new0 (Saying, 1);

  if (asked->says && !say (store, asked, error))
    return NULL;
  answer->key = g_strdup (asked->key);
  answer->says = asked->says;
  answer->review = sky_store_get_review (store, asked->key, error);
  if (answer->review == NULL)
    return NULL;
  answer->history = sky_store_ledger_list (store, asked->key, 0, HISTORY_LENGTH, error);
  if (answer->history == NULL)
    return NULL;
  answer->finding = sky_store_get_finding (store, asked->id, error);
  if (answer->finding == NULL)
    return NULL;
  return g_steal_pointer (&answer);
}

static void
said_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkySession) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (Saying) answer = sky_store_worker_finish (result, &error);

  self->asking--;
  if (answer == NULL)
    {
      sky_session_complain (self, error);
      /* Somebody else may have been faster: what they said must be seen first. */
      if (g_error_matches (error, SKY_STORE_ERROR, SKY_STORE_ERROR_CHANGED))
        sky_session_ask_review (self);
      return;
    }

  const SkyStoredFinding *finding = sky_session_get_finding (self);
  if (finding != NULL && g_strcmp0 (finding->key, answer->key) == 0)
    {
      gboolean moved = finding->state != answer->finding->state;
      g_clear_pointer (&self->review, sky_review_free);
      g_clear_pointer (&self->history, g_ptr_array_unref);
      self->review = g_steal_pointer (&answer->review);
      self->history = g_steal_pointer (&answer->history);
      if (moved)
        sky_queue_item_take_finding (self->item, g_steal_pointer (&answer->finding));
      sky_session_emit (self, SKY_SESSION_REVIEW_CHANGED);
    }
  if (!answer->says)
    return;
  sky_session_ask_counts (self);
  sky_session_ask_marks (self);
}

static void
ask_or_say (SkySession *self, Saying *saying)
{
  const SkyStoredFinding *finding = sky_session_get_finding (self);

  saying->key = g_strdup (finding->key);
  saying->id = finding->id;
  saying->credential = g_strdup (self->credential != NULL ? self->credential : "");
  saying->name = g_strdup (self->name != NULL ? self->name : "");
  sky_session_ask (self, say_in_thread, saying, (GDestroyNotify) saying_free,
                   (GDestroyNotify) saying_free, said_cb);
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
    sky_session_stop_deciding (self);
  if (other)
    sky_store_worker_sign_in (self->worker, credential, NULL);
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
}

void
sky_session_sign_in (SkySession *self, SkyIdentity *identity)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  sky_store_worker_sign_in (self->worker, self->credential, identity);
}

SkyIdentity *
sky_session_get_identity (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return sky_store_worker_get_identity (self->worker);
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

const char *
sky_session_get_store_path (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), NULL);
  return sky_store_worker_get_path (self->worker);
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
  if (sky_session_get_finding (self) == NULL || self->review == NULL
      || sky_review_get_last_word (self->review) == 0)
    return;
  Saying *saying = g_new0 (Saying, 1);
  saying->says = TRUE;
  saying->undoes = TRUE;
  saying->last_entry = sky_review_get_last_word (self->review);
  ask_or_say (self, saying);
}
