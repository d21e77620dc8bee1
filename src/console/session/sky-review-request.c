/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-review-request.h"

#include <glib/gi18n.h>

#include "sky-finding-query.h"

#define HISTORY_LENGTH 200

void
sky_review_request_free (SkyReviewRequest *saying)
{
  g_free (saying->key);
  g_free (saying->credential);
  g_free (saying->name);
  g_free (saying->text);
  g_clear_pointer (&saying->own, sky_own_entries_unref);
  g_clear_pointer (&saying->unsaved, sky_unsaved_decision_free);
  g_clear_pointer (&saying->review, sky_review_free);
  g_clear_pointer (&saying->history, g_ptr_array_unref);
  g_clear_pointer (&saying->finding, sky_stored_finding_free);
  g_free (saying);
}

static gboolean
say (SkyStore *store, gpointer data, GError **error)
{
  SkyReviewRequest *saying = data;
  const SkyReviewer reviewer = { saying->credential, saying->name };
  g_autoptr (SkyReview) review = sky_store_get_review (store, saying->key, error);

  if (review == NULL)
    return FALSE;
  saying->seen = saying->last_entry;
  if (review->last_entry != saying->seen)
    saying->seen =
        sky_own_entries_get_seen (saying->own, saying->credential, saying->key, saying->last_entry);
  saying->upon_seen = review->last_entry == saying->seen;
  /* A note overwrites nothing, whatever others say. */
  if (!saying->undoes)
    return sky_store_decide (store, &reviewer, saying->key, saying->action, saying->text,
                             saying->action == SKY_LEDGER_NOTE ? SKY_REVIEW_ANY : saying->seen,
                             NULL, error);
  gint64 target = saying->upon_seen ? sky_review_get_last_word (review) : saying->target;
  if (target == 0)
    {
      g_set_error_literal (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED, _ ("Nothing to undo."));
      return FALSE;
    }
  return sky_store_undo (store, &reviewer, target, saying->text, saying->seen, NULL, error);
}

static gboolean
read_answer (SkyStore *store,
             const SkyReviewRequest *asked,
             SkyReviewRequest *answer,
             GError **error)
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

gpointer
sky_review_request_run (SkyStore *store, gpointer data, GError **error)
{
  SkyReviewRequest *asked = data;
  g_autoptr (SkyReviewRequest) answer = g_new0 (SkyReviewRequest, 1);
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
    sky_own_entries_add (asked->own, asked->credential, asked->key, asked->seen,
                         asked->mark.number);
  answer->mark = asked->mark;
  if (!read_answer (store, asked, answer, error))
    return NULL;
  if (refused == NULL)
    return g_steal_pointer (&answer);
  answer->unsaved =
      sky_unsaved_decision_new (answer->finding, asked->undoes, asked->action, asked->text);
  /* All entries count here, also those that one made oneself elsewhere. */
  if (!sky_unsaved_decision_read (answer->unsaved, store, NULL, asked->seen, &n, error))
    return NULL;
  return g_steal_pointer (&answer);
}
