/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n.h>

#include "sky-session-private.h"

/* More than this at once is a slip of the hand rather than a decision. */
#define MOST_AT_ONCE 1000

/* What is to be said of the findings @keys, and what came of it. */
typedef struct
{
  GPtrArray *keys; /* of char * */
  char *credential;
  char *name;
  gboolean undoes;
  SkyLedgerAction action;
  char *text;

  /* Set by the store's thread. */
  guint n_said;
  guint n_left;
  char *cause; /* why the first that was left was left; NULL: none was */
} Chosen;

static void
chosen_free (Chosen *chosen)
{
  g_clear_pointer (&chosen->keys, g_ptr_array_unref);
  g_free (chosen->credential);
  g_free (chosen->name);
  g_free (chosen->text);
  g_free (chosen->cause);
  g_free (chosen);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Chosen, chosen_free)

/* --- In the store's thread -------------------------------------------------------------------- */

/* Two that have an opinion are not overruled by a hand on several rows: what is decided already
 * stays as it is, unless that is just what is asked for. */
static gboolean
is_open_to (const Chosen *chosen, const SkyReview *review, char **cause)
{
  gboolean decided = review->state != SKY_REVIEW_OPEN && review->state != SKY_REVIEW_IN_REVIEW;

  if (chosen->undoes)
    {
      if (sky_review_get_last_word (review) != 0)
        return TRUE;
      *cause = g_strdup (_ ("nothing was decided"));
      return FALSE;
    }
  switch ((guint) chosen->action)
    {
    case SKY_LEDGER_CONFIRM:
    case SKY_LEDGER_DISMISS:
    case SKY_LEDGER_ESCALATE:
    case SKY_LEDGER_REVIEW:
      if (!decided)
        return TRUE;
      *cause = g_strdup (_ ("it was decided before"));
      return FALSE;
    default:
      return TRUE;
    }
}

/* Says it of one finding. What the store's rules refuse is left; anything else is a failure. */
static gboolean
say_one (SkyStore *store, Chosen *chosen, const char *key, GError **error)
{
  const SkyReviewer reviewer = { chosen->credential, chosen->name };
  g_autoptr (SkyReview) review = sky_store_get_review (store, key, error);
  g_autoptr (GError) refused = NULL;
  g_autofree char *cause = NULL;
  gboolean said;

  if (review == NULL)
    return FALSE;
  if (!is_open_to (chosen, review, &cause))
    {
      chosen->n_left++;
      if (chosen->cause == NULL)
        chosen->cause = g_steal_pointer (&cause);
      return TRUE;
    }
  if (chosen->undoes)
    said =
        sky_store_undo (store, &reviewer, sky_review_get_last_word (review), NULL, NULL, &refused);
  else
    said = sky_store_decide (store, &reviewer, key, chosen->action, chosen->text,
                             review->last_entry, NULL, &refused);
  if (said)
    chosen->n_said++;
  else if (g_error_matches (refused, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED))
    {
      chosen->n_left++;
      if (chosen->cause == NULL)
        chosen->cause = g_strdup (refused->message);
    }
  else
    {
      g_propagate_error (error, g_steal_pointer (&refused));
      return FALSE;
    }
  return TRUE;
}

static gpointer
say_in_thread (SkyStore *store, gpointer data, GError **error)
{
  const Chosen *asked = data;
  g_autoptr (Chosen) chosen = g_new0 (Chosen, 1);

  /* All or none: whoever chose them must not have to look which of them it was. */
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_begin (store, SKY_STORE_SURVIVES_POWER_CUT, error);
  if (transaction == NULL)
    return NULL;
  chosen->credential = g_strdup (asked->credential);
  chosen->name = g_strdup (asked->name);
  chosen->undoes = asked->undoes;
  chosen->action = asked->action;
  chosen->text = g_strdup (asked->text);
  for (guint i = 0; i < asked->keys->len; i++)
    {
      if (!say_one (store, chosen, asked->keys->pdata[i], error))
        return NULL;
    }
  if (!sky_store_transaction_commit (transaction, error))
    return NULL;
  return g_steal_pointer (&chosen);
}

/* --- In the main thread ----------------------------------------------------------------------- */

static void
said_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (SkySession) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (Chosen) answer = sky_store_worker_finish (result, &error);

  self->asking--;
  if (answer == NULL)
    {
      sky_session_complain (self, error);
      return;
    }

  g_autofree char *said =
      answer->undoes
          ? g_strdup_printf (
              ngettext ("%u decision taken back", "%u decisions taken back", answer->n_said),
              answer->n_said)
          : g_strdup_printf (ngettext ("%u finding decided", "%u findings decided", answer->n_said),
                             answer->n_said);
  if (answer->n_left == 0)
    sky_session_tell (self, said);
  else
    {
      g_autofree char *text =
          /* Translators: "3 findings decided; 2 left as they were: it was decided before". */
          g_strdup_printf (ngettext ("%s; %u left as it was: %s", "%s; %u left as they were: %s",
                                     answer->n_left),
                           said, answer->n_left, answer->cause);
      sky_session_tell (self, text);
    }
  sky_session_ask_rows (self);
  sky_session_ask_counts (self);
  sky_session_ask_review (self);
  if (self->day != NULL)
    sky_session_ask_marks (self);
}

/* The keys of the rows chosen as they are listed: what the store has at their positions may be
 * others by now. NULL: not all of them are there yet. */
static GPtrArray *
list_keys (SkySession *self)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  GtkBitsetIter iter;
  guint position;
  gboolean more = gtk_bitset_iter_init_first (&iter, self->chosen, &position);

  for (; more; more = gtk_bitset_iter_next (&iter, &position))
    {
      g_autoptr (SkyQueueItem) item = g_list_model_get_item (G_LIST_MODEL (self->model), position);
      const SkyStoredFinding *finding = item != NULL ? sky_queue_item_get_finding (item) : NULL;
      if (finding == NULL)
        return NULL;
      g_ptr_array_add (keys, g_strdup (finding->key));
    }
  return g_steal_pointer (&keys);
}

void
sky_session_decide_chosen (SkySession *self,
                           gboolean undoes,
                           SkyLedgerAction action,
                           const char *text)
{
  guint64 n = sky_session_get_n_chosen (self);

  if (n > MOST_AT_ONCE)
    {
      g_autofree char *problem = g_strdup_printf (
          _ ("%d findings are selected; at most %d are decided at once."), (int) n, MOST_AT_ONCE);
      sky_session_warn (self, problem);
      return;
    }
  if (n == 0 || sky_queue_model_get_kind (self->model) != SKY_QUEUE_FINDINGS)
    return;

  g_autoptr (GPtrArray) keys = list_keys (self);
  if (keys == NULL)
    {
      sky_session_warn (self, _ ("Some of the rows selected are still being read; try again."));
      return;
    }
  Chosen *chosen = g_new0 (Chosen, 1);
  chosen->keys = g_steal_pointer (&keys);
  chosen->credential = g_strdup (self->credential != NULL ? self->credential : "");
  chosen->name = g_strdup (self->name != NULL ? self->name : "");
  chosen->undoes = undoes;
  chosen->action = action;
  chosen->text = g_strdup (text);
  sky_session_ask (self, say_in_thread, chosen, (GDestroyNotify) chosen_free,
                   (GDestroyNotify) chosen_free, said_cb);
}

void
sky_session_set_chosen (SkySession *self, GtkBitset *chosen)
{
  g_return_if_fail (SKY_IS_SESSION (self));

  guint64 before = sky_session_get_n_chosen (self);
  g_clear_pointer (&self->chosen, gtk_bitset_unref);
  if (chosen != NULL && !gtk_bitset_is_empty (chosen))
    self->chosen = gtk_bitset_copy (chosen);
  if (sky_session_get_n_chosen (self) != before)
    sky_session_emit (self, SKY_SESSION_REVIEW_CHANGED);
}

guint64
sky_session_get_n_chosen (SkySession *self)
{
  g_return_val_if_fail (SKY_IS_SESSION (self), 0);
  return self->chosen != NULL ? gtk_bitset_get_size (self->chosen) : 0;
}
