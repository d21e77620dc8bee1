/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-review.h"

#include <string.h>

#include "sky-case.h"
#include "store-samples.h"

static const SkyReviewer ada = { "PA-100001", "Ada Quinn" };
static const SkyReviewer ben = { "PA-100002", "Ben Stone" };

typedef struct
{
  Samples samples;
  SkyStore *store;
  SampleAudit *audit;
  gint64 log;
  char *keys[6];
} Desk;

static void
set_up (Desk *self, gconstpointer engine)
{
  samples_set_up (&self->samples, engine);
  self->store = samples_open (&self->samples, SKY_STORE_READ_WRITE);
  self->audit = sample_audit_new (1, 0, 20, 12, 1);
  self->log = sample_audit_write (self->audit, self->store);
  for (guint i = 0; i < G_N_ELEMENTS (self->keys); i++)
    self->keys[i] = sample_audit_key (self->audit, i);
}

static void
tear_down (Desk *self, gconstpointer unused)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->keys); i++)
    g_free (self->keys[i]);
  sample_audit_free (self->audit);
  sky_store_free (self->store);
  samples_tear_down (&self->samples, NULL);
}

static gint64
decide (Desk *self,
        const SkyReviewer *reviewer,
        guint finding,
        SkyLedgerAction action,
        const char *text)
{
  g_autoptr (GError) error = NULL;
  gint64 number = 0;

  sky_store_decide (self->store, reviewer, self->keys[finding], action, text, SKY_REVIEW_ANY,
                    &number, &error);
  g_assert_no_error (error);
  return number;
}

static void
refuse (Desk *self,
        const SkyReviewer *reviewer,
        const char *key,
        SkyLedgerAction action,
        const char *text,
        SkyStoreError code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (
      sky_store_decide (self->store, reviewer, key, action, text, SKY_REVIEW_ANY, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, (gint) code);
}

static SkyReview *
review (Desk *self, guint finding)
{
  g_autoptr (GError) error = NULL;
  SkyReview *found = sky_store_get_review (self->store, self->keys[finding], &error);

  g_assert_no_error (error);
  g_assert_cmpstr (found->finding, ==, self->keys[finding]);
  return found;
}

/* The state that the review, the finding and the counts agree on. */
static void
assert_state (Desk *self, guint finding, SkyReviewState state)
{
  g_autoptr (SkyReview) of = review (self, finding);
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStoredFinding) stored =
      sky_store_get_finding_by_key (self->store, self->keys[finding], &error);
  g_autoptr (GPtrArray) page = NULL;
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  SkyFindingCounts counts;
  gboolean listed = FALSE;

  g_assert_no_error (error);
  g_assert_cmpint (of->state, ==, state);
  g_assert_cmpint (stored->state, ==, state);
  filter.states = 1 << state;
  page =
      sky_store_findings_page (self->store, &filter, SKY_FINDING_SORT_TIME, FALSE, 0, 100, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < page->len; i++)
    listed |= ((SkyStoredFinding *) page->pdata[i])->id == stored->id;
  g_assert_true (listed);
  g_assert_true (sky_store_count_findings (self->store, &filter, &counts, &error));
  g_assert_cmpuint (counts.total, ==, page->len);
}

static void
test_decide (Desk *self, gconstpointer unused)
{
  g_autoptr (SkyReview) untouched = review (self, 0);
  g_autoptr (SkyReview) in_review = NULL;
  g_autoptr (SkyReview) dismissed = NULL;
  g_autoptr (SkyReview) reopened = NULL;
  gint64 number;

  g_assert_cmpint (untouched->last_entry, ==, 0);
  g_assert_null (untouched->credential);
  assert_state (self, 0, SKY_REVIEW_OPEN);

  number = decide (self, &ada, 0, SKY_LEDGER_REVIEW, NULL);
  assert_state (self, 0, SKY_REVIEW_IN_REVIEW);
  in_review = review (self, 0);
  g_assert_cmpstr (in_review->credential, ==, ada.credential);
  g_assert_cmpstr (in_review->name, ==, ada.name);
  g_assert_cmpint (in_review->last_entry, ==, number);
  g_assert_cmpint (in_review->decision, ==, number);

  decide (self, &ben, 0, SKY_LEDGER_NOTE, "Look at the left hand.");
  number = decide (self, &ben, 0, SKY_LEDGER_DISMISS, "A chip lay behind.");
  decide (self, &ada, 0, SKY_LEDGER_NOTE, "I see.");
  assert_state (self, 0, SKY_REVIEW_DISMISSED);
  dismissed = review (self, 0);
  g_assert_cmpstr (dismissed->reason, ==, "A chip lay behind.");
  g_assert_cmpstr (dismissed->credential, ==, ben.credential);
  g_assert_cmpint (dismissed->decision, ==, number);
  g_assert_cmpint (dismissed->last_entry, ==, number + 1);
  g_assert_cmpuint (dismissed->n_notes, ==, 2);

  decide (self, &ada, 0, SKY_LEDGER_ESCALATE, NULL);
  assert_state (self, 0, SKY_REVIEW_ESCALATED);
  decide (self, &ada, 0, SKY_LEDGER_REOPEN, "Once more.");
  assert_state (self, 0, SKY_REVIEW_OPEN);
  reopened = review (self, 0);
  g_assert_cmpstr (reopened->reason, ==, "Once more.");
  assert_state (self, 1, SKY_REVIEW_OPEN);
}

static void
test_refused (Desk *self, gconstpointer unused)
{
  g_autoptr (GPtrArray) entries = NULL;

  refuse (self, &ada, self->keys[0], SKY_LEDGER_DISMISS, NULL, SKY_STORE_ERROR_REFUSED);
  refuse (self, &ada, self->keys[0], SKY_LEDGER_DISMISS, "", SKY_STORE_ERROR_REFUSED);
  refuse (self, &ada, self->keys[0], SKY_LEDGER_NOTE, "", SKY_STORE_ERROR_REFUSED);
  refuse (self, &ada, self->keys[0], SKY_LEDGER_SECOND, NULL, SKY_STORE_ERROR_REFUSED);
  refuse (self, &ada, "Keystone/none", SKY_LEDGER_CONFIRM, NULL, SKY_STORE_ERROR_NOT_FOUND);
  entries = sky_store_ledger_list (self->store, NULL, 0, 10, NULL);
  g_assert_cmpuint (entries->len, ==, 0);
}

/* How many findings are listed as awaiting their second reviewer, and counted so. */
static guint
count_awaiting (Desk *self)
{
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GError) error = NULL;
  SkyFindingCounts counts;

  filter.awaits_second = TRUE;
  g_assert_true (sky_store_count_findings (self->store, &filter, &counts, &error));
  g_autoptr (GPtrArray) page =
      sky_store_findings_page (self->store, &filter, SKY_FINDING_SORT_TIME, FALSE, 0, 100, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (counts.total, ==, page->len);
  g_assert_cmpuint (counts.counts[SKY_QUEUE_CONFIRMATION][SKY_REVIEW_CONFIRMED], ==, page->len);
  for (guint i = 0; i < page->len; i++)
    g_assert_true (((const SkyStoredFinding *) page->pdata[i])->awaits_second);
  return page->len;
}

/* What surveillance must confirm waits for somebody else to agree, and nothing else does. */
static void
test_awaiting (Desk *self, gconstpointer unused)
{
  g_autoptr (SampleAudit) audit = sample_audit_new (2, 0, 20, 12, 1);
  SkyStoredFinding *finding = &g_array_index (audit->findings, SkyStoredFinding, 4);
  g_autoptr (GError) error = NULL;

  g_free (finding->check);
  finding->check = g_strdup ("fire_bet.confirm");
  finding->queue = SKY_QUEUE_CONFIRMATION;
  sample_audit_write (audit, self->store);
  g_free (self->keys[1]);
  self->keys[1] = sample_audit_key (audit, 4);

  for (guint i = 2; i < G_N_ELEMENTS (self->keys); i++)
    if (g_array_index (self->audit->findings, SkyStoredFinding, i).queue != SKY_QUEUE_CONFIRMATION)
      decide (self, &ada, i, SKY_LEDGER_CONFIRM, NULL);
  g_assert_cmpuint (count_awaiting (self), ==, 0);
  decide (self, &ada, 1, SKY_LEDGER_CONFIRM, NULL);
  g_assert_cmpuint (count_awaiting (self), ==, 1);
  {
    g_autoptr (SkyStoredFinding) stored =
        sky_store_get_finding_by_key (self->store, self->keys[1], &error);

    g_assert_no_error (error);
    g_assert_true (stored->awaits_second);
  }
  decide (self, &ben, 1, SKY_LEDGER_SECOND, NULL);
  g_assert_cmpuint (count_awaiting (self), ==, 0);
  decide (self, &ben, 1, SKY_LEDGER_CONFIRM, NULL);
  g_assert_cmpuint (count_awaiting (self), ==, 1);
  decide (self, &ben, 1, SKY_LEDGER_ESCALATE, NULL);
  g_assert_cmpuint (count_awaiting (self), ==, 0);
}

static void
test_second (Desk *self, gconstpointer unused)
{
  g_autoptr (SkyReview) seconded = NULL;
  g_autoptr (SkyReview) anew = NULL;
  const SkyReviewer same = { " pa-100001", "A. Quinn" };
  gint64 agreed;

  decide (self, &ada, 2, SKY_LEDGER_CONFIRM, NULL);
  refuse (self, &ada, self->keys[2], SKY_LEDGER_SECOND, NULL, SKY_STORE_ERROR_REFUSED);
  /* Another way of writing it is nobody else. */
  refuse (self, &same, self->keys[2], SKY_LEDGER_SECOND, NULL, SKY_STORE_ERROR_REFUSED);
  agreed = decide (self, &ben, 2, SKY_LEDGER_SECOND, NULL);
  seconded = review (self, 2);
  g_assert_cmpint (seconded->state, ==, SKY_REVIEW_CONFIRMED);
  g_assert_cmpstr (seconded->credential, ==, ada.credential);
  g_assert_cmpstr (seconded->second_credential, ==, ben.credential);
  g_assert_cmpstr (seconded->second_name, ==, ben.name);
  g_assert_cmpint (seconded->second_at, >, 0);
  g_assert_cmpint (seconded->second_entry, ==, agreed);
  g_assert_cmpint (sky_review_get_last_word (seconded), ==, agreed);

  /* Another confirmation wants another second. */
  decide (self, &ben, 2, SKY_LEDGER_CONFIRM, NULL);
  anew = review (self, 2);
  g_assert_null (anew->second_credential);
  g_assert_cmpint (sky_review_get_last_word (anew), ==, anew->decision);
}

static void
test_changed (Desk *self, gconstpointer unused)
{
  g_autoptr (SkyReview) seen = review (self, 0);
  g_autoptr (GError) error = NULL;

  decide (self, &ben, 0, SKY_LEDGER_ESCALATE, NULL);
  g_assert_false (sky_store_decide (self->store, &ada, self->keys[0], SKY_LEDGER_CONFIRM, NULL,
                                    seen->last_entry, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_CHANGED);
  g_assert_nonnull (strstr (error->message, "Ben Stone"));
  g_assert_nonnull (strstr (error->message, "escalated"));
  g_clear_error (&error);
  assert_state (self, 0, SKY_REVIEW_ESCALATED);
  g_assert_true (sky_store_decide (self->store, &ada, self->keys[0], SKY_LEDGER_CONFIRM, NULL, 1,
                                   NULL, &error));
  assert_state (self, 0, SKY_REVIEW_CONFIRMED);
}

/* What one takes back is what one saw: somebody may have decided anew by then. */
static void
test_changed_undo (Desk *self, gconstpointer unused)
{
  gint64 confirmed = decide (self, &ada, 0, SKY_LEDGER_CONFIRM, NULL);
  g_autoptr (SkyReview) seen = review (self, 0);
  g_autoptr (SkyReview) seconded = NULL;
  g_autoptr (GError) error = NULL;
  gint64 agreed = decide (self, &ben, 0, SKY_LEDGER_SECOND, NULL);

  g_assert_false (
      sky_store_undo (self->store, &ada, confirmed, NULL, seen->last_entry, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_CHANGED);
  g_clear_error (&error);
  seconded = review (self, 0);
  g_assert_cmpint (seconded->state, ==, SKY_REVIEW_CONFIRMED);
  g_assert_cmpint (seconded->second_entry, ==, agreed);
  g_assert_true (
      sky_store_undo (self->store, &ada, confirmed, NULL, seconded->last_entry, NULL, &error));
  assert_state (self, 0, SKY_REVIEW_OPEN);
}

typedef struct
{
  Desk *desk;
  guint n; /* how often it was said */
} Saying;

static gboolean
say_twice (SkyStore *store, gpointer data, GError **error)
{
  Saying *saying = data;

  saying->n++;
  return sky_store_decide (store, &ada, saying->desk->keys[0], SKY_LEDGER_CONFIRM, NULL,
                           SKY_REVIEW_ANY, NULL, error)
         && sky_store_decide (store, &ada, saying->desk->keys[0], SKY_LEDGER_NOTE, "So.",
                              SKY_REVIEW_ANY, NULL, error);
}

/* Whoever was not told whether it was committed says it again, and it stands there once. */
static void
test_once (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  Saying saying = { self, 0 };
  SkyLedgerMark mark = { 0 };
  SkyLedgerMark lost;
  gboolean has;

  g_assert_true (sky_store_get_ledger_head (self->store, &mark, &error));
  g_assert_cmpint (mark.number, ==, 0);
  g_assert_true (sky_store_say_once (self->store, &mark, say_twice, &saying, &error));
  g_assert_cmpint (mark.number, ==, 2);
  g_assert_true (sky_store_say_once (self->store, &mark, say_twice, &saying, &error));
  g_assert_cmpuint (saying.n, ==, 1);

  /* Others' entries behind it make no difference; it is known by what it says, not where. */
  decide (self, &ben, 1, SKY_LEDGER_ESCALATE, NULL);
  g_assert_true (sky_store_ledger_has (self->store, &mark, &has, &error));
  g_assert_true (has);
  lost = mark;
  lost.digest[0] = lost.digest[0] == '0' ? '1' : '0';
  g_assert_true (sky_store_ledger_has (self->store, &lost, &has, &error));
  g_assert_false (has);

  /* What never came into the ledger is said. */
  g_assert_true (sky_store_say_once (self->store, &lost, say_twice, &saying, &error));
  g_assert_cmpuint (saying.n, ==, 2);
  g_assert_cmpint (lost.number, ==, 5);
  entries = sky_store_ledger_list (self->store, NULL, 0, 10, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 5);
}

static gint64
undo (Desk *self, gint64 number)
{
  g_autoptr (GError) error = NULL;
  gint64 undo_number = 0;

  sky_store_undo (self->store, &ada, number, NULL, SKY_REVIEW_ANY, &undo_number, &error);
  g_assert_no_error (error);
  return undo_number;
}

static void
test_undo (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyReview) of = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  gint64 confirmed = decide (self, &ada, 0, SKY_LEDGER_CONFIRM, "First.");
  gint64 second = decide (self, &ben, 0, SKY_LEDGER_SECOND, NULL);
  gint64 dismissed = decide (self, &ben, 0, SKY_LEDGER_DISMISS, "Second.");
  gint64 undone;
  gint64 view;

  undone = undo (self, dismissed);
  assert_state (self, 0, SKY_REVIEW_CONFIRMED);
  of = review (self, 0);
  g_assert_cmpint (of->decision, ==, confirmed);
  g_assert_cmpstr (of->second_credential, ==, ben.credential);
  g_assert_cmpint (of->last_entry, ==, undone);

  g_assert_false (
      sky_store_undo (self->store, &ada, dismissed, NULL, SKY_REVIEW_ANY, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
  g_clear_error (&error);

  /* Undoing the undo brings the dismissal back, and so on. */
  undone = undo (self, undone);
  assert_state (self, 0, SKY_REVIEW_DISMISSED);
  undone = undo (self, undone);
  assert_state (self, 0, SKY_REVIEW_CONFIRMED);
  undo (self, confirmed);
  assert_state (self, 0, SKY_REVIEW_OPEN);
  g_clear_pointer (&of, sky_review_free);
  of = review (self, 0);
  g_assert_null (of->second_credential);
  g_assert_cmpint (second, <, dismissed);

  g_assert_false (sky_store_undo (self->store, &ada, 999, NULL, SKY_REVIEW_ANY, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_true (sky_store_ledger_append (self->store, &ada, SKY_LEDGER_VIEW, self->keys[0], 0,
                                          NULL, NULL, &view, &error));
  g_assert_false (sky_store_undo (self->store, &ada, view, NULL, SKY_REVIEW_ANY, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);

  /* Nothing was erased. */
  entries = sky_store_ledger_list (self->store, self->keys[0], 0, 100, NULL);
  g_assert_cmpuint (entries->len, ==, 8);
}

/* Reviews stay with their findings when the log is audited anew, even by way of nothing. */
static void
test_audited_anew (Desk *self, gconstpointer unused)
{
  g_autoptr (SampleAudit) empty = sample_audit_new (1, 0, 20, 0, 1);
  g_autoptr (SampleAudit) again = sample_audit_new (1, 0, 20, 12, 1);
  g_autoptr (GError) error = NULL;
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  SkyFindingCounts counts;

  decide (self, &ada, 0, SKY_LEDGER_CONFIRM, NULL);
  decide (self, &ada, 3, SKY_LEDGER_DISMISS, "So.");
  sample_audit_write (again, self->store);
  assert_state (self, 0, SKY_REVIEW_CONFIRMED);
  assert_state (self, 3, SKY_REVIEW_DISMISSED);
  assert_state (self, 1, SKY_REVIEW_OPEN);

  sample_audit_write (empty, self->store);
  g_assert_true (sky_store_count_findings (self->store, &filter, &counts, &error));
  g_assert_cmpuint (counts.total, ==, 0);
  sample_audit_write (again, self->store);
  assert_state (self, 0, SKY_REVIEW_CONFIRMED);

  g_assert_true (sky_store_forget_audits (self->store, &error));
  sample_audit_write (again, self->store);
  assert_state (self, 0, SKY_REVIEW_CONFIRMED);
  assert_state (self, 3, SKY_REVIEW_DISMISSED);
  g_assert_true (sky_store_check (self->store, &error));
  g_assert_no_error (error);
}

static gint64
bookmark (Desk *self, SkyTime at, const char *text)
{
  g_autoptr (GError) error = NULL;
  gint64 number = 0;

  sky_store_add_bookmark (self->store, &ada, self->log, at, text, &number, &error);
  g_assert_no_error (error);
  return number;
}

static void
test_bookmarks (Desk *self, gconstpointer unused)
{
  g_autoptr (SampleAudit) other = sample_audit_new (2, 0, 5, 0, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) of_other = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (GPtrArray) back = NULL;
  const SkyBookmark *found;
  g_autoptr (GPtrArray) entries = NULL;
  gint64 later = bookmark (self, 2000 * SKY_SECOND, "Later.");
  gint64 sooner = bookmark (self, 1000 * SKY_SECOND, NULL);
  gint64 other_log = sample_audit_write (other, self->store);

  all = sky_store_list_bookmarks (self->store, self->log, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (all->len, ==, 2);
  found = all->pdata[1];
  g_assert_cmpint (((SkyBookmark *) all->pdata[0])->number, ==, sooner);
  g_assert_cmpint (found->number, ==, later);
  g_assert_cmpint (found->at, ==, 2000 * SKY_SECOND);
  g_assert_cmpstr (found->text, ==, "Later.");
  g_assert_cmpstr (found->table, ==, "CR-01");
  g_assert_cmpint (found->gaming_day, ==, self->audit->log.gaming_day);
  g_assert_cmpstr (found->credential, ==, ada.credential);
  of_other = sky_store_list_bookmarks (self->store, other_log, &error);
  g_assert_cmpuint (of_other->len, ==, 0);

  g_assert_true (sky_store_remove_bookmark (self->store, &ben, sooner, &error));
  left = sky_store_list_bookmarks (self->store, 0, &error);
  g_assert_cmpuint (left->len, ==, 1);
  g_assert_false (sky_store_remove_bookmark (self->store, &ben, sooner, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  entries = sky_store_ledger_list (self->store, NULL, 0, 100, &error);
  undo (self, ((SkyLedgerEntry *) entries->pdata[entries->len - 1])->number);
  back = sky_store_list_bookmarks (self->store, 0, &error);
  g_assert_cmpuint (back->len, ==, 2);
  undo (self, later);
  g_clear_pointer (&back, g_ptr_array_unref);
  back = sky_store_list_bookmarks (self->store, 0, &error);
  g_assert_cmpuint (back->len, ==, 1);

  g_assert_false (sky_store_add_bookmark (self->store, &ada, 999, 0, NULL, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (sky_store_ledger_append (self->store, &ada, SKY_LEDGER_BOOKMARK, NULL, 0, NULL,
                                           "{\"at\":5}", NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (sky_store_ledger_append (self->store, &ada, SKY_LEDGER_BOOKMARK, NULL, 0, NULL,
                                           NULL, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_INVALID);
}

static void
assert_code (gboolean good, GError **error, SkyStoreError code)
{
  g_assert_false (good);
  g_assert_error (*error, SKY_STORE_ERROR, (gint) code);
  g_clear_error (error);
}

/* Two rename, close and reopen one case: neither undoes unseen what the other did. */
static void
test_changed_case (Desk *self, gconstpointer unused)
{
  SkyStore *store = self->store;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyCase) seen = NULL;
  g_autoptr (SkyCase) renamed = NULL;
  g_autoptr (SkyCase) closed = NULL;
  gint64 id;

  g_assert_true (sky_store_open_case (store, &ada, "Window", &id, &error));
  seen = sky_store_get_case (store, id, &error);
  g_assert_cmpint (seen->last_change, ==, id);
  /* What is only put in stands in nobody's way. */
  g_assert_true (sky_store_add_to_case (store, &ben, id, self->keys[0], 0, NULL, &error));
  g_assert_true (sky_store_note_case (store, &ben, id, "Look.", &error));
  g_assert_true (sky_store_rename_case (store, &ben, id, "Door", seen->last_change, &error));
  assert_code (sky_store_rename_case (store, &ada, id, "Wall", seen->last_change, &error), &error,
               SKY_STORE_ERROR_CHANGED);
  renamed = sky_store_get_case (store, id, &error);
  g_assert_cmpstr (renamed->title, ==, "Door");
  g_assert_true (sky_store_close_case (store, &ben, id, "Done.", renamed->last_change, &error));
  g_assert_false (sky_store_close_case (store, &ada, id, "Over.", renamed->last_change, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_CHANGED);
  g_assert_nonnull (strstr (error->message, "Ben Stone"));
  g_clear_error (&error);
  assert_code (sky_store_reopen_case (store, &ada, id, "Why?", renamed->last_change, &error),
               &error, SKY_STORE_ERROR_CHANGED);
  closed = sky_store_get_case (store, id, &error);
  g_assert_true (sky_store_reopen_case (store, &ada, id, "Why?", closed->last_change, &error));
}

static SkyCaseDetails *
read_details (SkyStore *store, gint64 id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyCase) found = sky_store_get_case (store, id, &error);

  g_assert_no_error (error);
  return g_steal_pointer (&found->details);
}

/* What a case is: the last that was said, who said it last, and what is taken back. */
static void
test_details (Desk *self, gconstpointer unused)
{
  SkyStore *store = self->store;
  g_autoptr (SkyCaseDetails) first =
      sky_case_details_new (" dispute ", "Lee Ott, dealer\n\n Seat \"3\" ", "");
  g_autoptr (SkyCaseDetails) second = sky_case_details_new (NULL, NULL, "sent home");
  g_autoptr (SkyCaseDetails) now = NULL;
  g_autoptr (SkyCaseDetails) before = NULL;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *data = sky_case_details_write (first);
  gint64 id;
  static const char *const wrong[] = { NULL,
                                       "{}",
                                       "{\"people\":1}",
                                       "{\"people\":[1]}",
                                       "{\"people\":[],\"type\":1}",
                                       "{\"people\":[\"a\\u0000\"]}" };

  g_assert_cmpstr (data, ==,
                   "{\"type\":\"dispute\",\"people\":[\"Lee Ott, dealer\",\"Seat \\\"3\\\"\"]}");
  g_assert_true (sky_store_open_case (store, &ada, "Window", &id, &error));
  g_assert_null (read_details (store, id));
  g_assert_true (sky_store_describe_case (store, &ada, id, first, id, &error));
  assert_code (sky_store_describe_case (store, &ben, id, second, id, &error), &error,
               SKY_STORE_ERROR_CHANGED);
  assert_code (sky_store_rename_case (store, &ben, id, "Door", id, &error), &error,
               SKY_STORE_ERROR_CHANGED);
  g_assert_true (sky_store_describe_case (store, &ben, id, second, id + 1, &error));
  now = read_details (store, id);
  g_assert_null (now->type);
  g_assert_null (now->people[0]);
  g_assert_cmpstr (now->disposition, ==, "sent home");

  items = sky_store_list_case_items (store, id, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (items->len, ==, 2);
  g_assert_cmpint (((SkyCaseItem *) items->pdata[0])->kind, ==, SKY_CASE_DETAILS);
  g_assert_cmpstr (((SkyCaseItem *) items->pdata[0])->details->people[1], ==, "Seat \"3\"");
  g_autofree char *told = sky_case_details_describe (((SkyCaseItem *) items->pdata[0])->details);
  g_assert_cmpstr (told, ==,
                   "type: Patron dispute; people: Lee Ott, dealer; Seat \"3\"; disposition: —");

  undo (self, id + 2);
  before = read_details (store, id);
  g_assert_cmpstr (before->type, ==, "dispute");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    assert_code (sky_store_ledger_append (store, &ada, SKY_LEDGER_CASE_DETAILS, NULL, id, NULL,
                                          wrong[i], NULL, &error),
                 &error, SKY_STORE_ERROR_INVALID);
  g_assert_true (sky_store_close_case (store, &ben, id, "Done.", SKY_CASE_ANY, &error));
  assert_code (sky_store_describe_case (store, &ada, id, first, SKY_CASE_ANY, &error), &error,
               SKY_STORE_ERROR_REFUSED);
}

static void
test_cases (Desk *self, gconstpointer unused)
{
  SkyStore *store = self->store;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) cases = NULL;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (SkyCase) first_case = NULL;
  const SkyCaseItem *item;
  gint64 mark = bookmark (self, 1000 * SKY_SECOND, "Here.");
  gint64 first;
  gint64 second;

  g_assert_true (sky_store_open_case (store, &ada, "Window", &first, &error));
  g_assert_true (sky_store_open_case (store, &ben, "Door", &second, &error));
  g_assert_true (
      sky_store_rename_case (store, &ben, first, "The window side", SKY_CASE_ANY, &error));
  g_assert_true (sky_store_add_to_case (store, &ada, first, self->keys[0], 0, "See.", &error));
  g_assert_true (sky_store_add_to_case (store, &ada, first, self->keys[1], 0, NULL, &error));
  g_assert_true (sky_store_add_to_case (store, &ada, first, NULL, mark, NULL, &error));
  g_assert_true (sky_store_note_case (store, &ben, first, "A note.", &error));
  g_assert_true (sky_store_remove_from_case (store, &ben, first, self->keys[1], 0, &error));
  g_assert_no_error (error);

  cases = sky_store_list_cases (store, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (cases->len, ==, 2);
  g_assert_cmpint (((SkyCase *) cases->pdata[1])->number, ==, 2);
  g_assert_cmpstr (((SkyCase *) cases->pdata[1])->title, ==, "Door");
  g_assert_cmpuint (((SkyCase *) cases->pdata[1])->n_findings, ==, 0);
  first_case = sky_store_get_case (store, first, &error);
  g_assert_cmpint (first_case->number, ==, 1);
  g_assert_cmpstr (first_case->title, ==, "The window side");
  g_assert_cmpstr (first_case->credential, ==, ada.credential);
  g_assert_false (first_case->closed);
  g_assert_cmpuint (first_case->n_findings, ==, 1);
  g_assert_cmpuint (first_case->n_bookmarks, ==, 1);
  g_assert_cmpuint (first_case->n_notes, ==, 1);

  items = sky_store_list_case_items (store, first, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (items->len, ==, 4);
  item = items->pdata[0];
  g_assert_cmpint (item->kind, ==, SKY_CASE_RENAMING);
  g_assert_cmpstr (item->text, ==, "The window side");
  item = items->pdata[1];
  g_assert_cmpint (item->kind, ==, SKY_CASE_FINDING);
  g_assert_cmpstr (item->finding, ==, self->keys[0]);
  g_assert_cmpstr (item->text, ==, "See.");
  item = items->pdata[2];
  g_assert_cmpint (item->kind, ==, SKY_CASE_BOOKMARK);
  g_assert_cmpint (item->bookmark, ==, mark);
  item = items->pdata[3];
  g_assert_cmpint (item->kind, ==, SKY_CASE_NOTE);
  g_assert_cmpstr (item->text, ==, "A note.");
  g_assert_cmpstr (item->name, ==, ben.name);

  /* Being put into a case says nothing of a finding. */
  assert_state (self, 0, SKY_REVIEW_OPEN);

  assert_code (sky_store_add_to_case (store, &ada, first, self->keys[0], 0, NULL, &error), &error,
               SKY_STORE_ERROR_REFUSED);
  assert_code (sky_store_add_to_case (store, &ada, first, NULL, mark, NULL, &error), &error,
               SKY_STORE_ERROR_REFUSED);
  assert_code (sky_store_add_to_case (store, &ada, first, NULL, mark + 1, NULL, &error), &error,
               SKY_STORE_ERROR_NOT_FOUND);
  assert_code (sky_store_add_to_case (store, &ada, first, "no/key", 0, NULL, &error), &error,
               SKY_STORE_ERROR_NOT_FOUND);
  assert_code (sky_store_add_to_case (store, &ada, first, NULL, 0, NULL, &error), &error,
               SKY_STORE_ERROR_INVALID);
  assert_code (sky_store_add_to_case (store, &ada, first, self->keys[2], mark, NULL, &error),
               &error, SKY_STORE_ERROR_INVALID);
  assert_code (sky_store_remove_from_case (store, &ada, first, self->keys[4], 0, &error), &error,
               SKY_STORE_ERROR_NOT_FOUND);
  assert_code (sky_store_note_case (store, &ada, mark, "x", &error), &error,
               SKY_STORE_ERROR_NOT_FOUND);
  assert_code (sky_store_open_case (store, &ada, "", NULL, &error), &error,
               SKY_STORE_ERROR_REFUSED);

  g_assert_true (sky_store_close_case (store, &ben, first, "Done.", SKY_CASE_ANY, &error));
  assert_code (sky_store_add_to_case (store, &ada, first, self->keys[2], 0, NULL, &error), &error,
               SKY_STORE_ERROR_REFUSED);
  assert_code (sky_store_close_case (store, &ada, first, NULL, SKY_CASE_ANY, &error), &error,
               SKY_STORE_ERROR_REFUSED);

  /* A case taken back is gone, its number is not given out again, and it can come back. */
  second = undo (self, second);
  g_assert_true (sky_store_open_case (store, &ada, "Third", NULL, &error));
  g_clear_pointer (&cases, g_ptr_array_unref);
  cases = sky_store_list_cases (store, &error);
  g_assert_cmpuint (cases->len, ==, 2);
  g_assert_true (((SkyCase *) cases->pdata[0])->closed);
  g_assert_cmpint (((SkyCase *) cases->pdata[1])->number, ==, 3);
  undo (self, second);
  g_clear_pointer (&cases, g_ptr_array_unref);
  cases = sky_store_list_cases (store, &error);
  g_assert_cmpuint (cases->len, ==, 3);
}

/* Everything that follows from the ledger, as text. */
static char *
describe (Desk *self)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GPtrArray) cases = sky_store_list_cases (self->store, NULL);
  g_autoptr (GPtrArray) bookmarks = sky_store_list_bookmarks (self->store, 0, NULL);
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  g_autoptr (GPtrArray) findings =
      sky_store_findings_page (self->store, &filter, SKY_FINDING_SORT_RECORD, FALSE, 0, 1000, NULL);

  for (guint i = 0; i < findings->len; i++)
    {
      const SkyStoredFinding *finding = findings->pdata[i];
      g_autoptr (SkyReview) of = sky_store_get_review (self->store, finding->key, NULL);

      g_string_append_printf (text, "%s %d %d %s %s %s %ld %ld %s %ld %ld %ld\n", finding->key,
                              finding->state, of->state, of->reason, of->credential, of->name,
                              (long) of->at, (long) of->decision, of->second_credential,
                              (long) of->second_at, (long) of->n_notes, (long) of->last_entry);
    }
  for (guint i = 0; i < bookmarks->len; i++)
    {
      const SkyBookmark *mark = bookmarks->pdata[i];

      g_string_append_printf (text, "%ld %s %ld %s\n", (long) mark->number, mark->table,
                              (long) mark->at, mark->text);
    }
  for (guint i = 0; i < cases->len; i++)
    {
      const SkyCase *of = cases->pdata[i];
      g_autoptr (GPtrArray) items = sky_store_list_case_items (self->store, of->id, NULL);

      g_autofree char *details = of->details != NULL ? sky_case_details_write (of->details) : NULL;
      g_string_append_printf (text, "%ld %ld %s %d %s\n", (long) of->id, (long) of->number,
                              of->title, of->closed, details);
      for (guint j = 0; j < items->len; j++)
        {
          const SkyCaseItem *item = items->pdata[j];

          g_string_append_printf (text, "  %ld %d %s %ld %s\n", (long) item->entry, item->kind,
                                  item->finding, (long) item->bookmark, item->text);
        }
    }
  return g_string_free (text, FALSE);
}

/* Does at random what people may do; what is refused is refused. */
static void
act (Desk *self, GRand *random)
{
  const SkyReviewer *reviewer = g_rand_boolean (random) ? &ada : &ben;
  const char *key = self->keys[g_rand_int_range (random, 0, G_N_ELEMENTS (self->keys))];
  g_autoptr (GPtrArray) entries = sky_store_ledger_list (self->store, NULL, 0, 10000, NULL);
  gint64 some = g_rand_int_range (random, 1, entries->len + 2);

  switch (g_rand_int_range (random, 0, 13))
    {
    case 0:
      sky_store_open_case (self->store, reviewer, "A case", NULL, NULL);
      break;
    case 1:
      sky_store_add_bookmark (self->store, reviewer, self->log, some * SKY_SECOND, "b", NULL, NULL);
      break;
    case 2:
      sky_store_add_to_case (self->store, reviewer, some, key, 0, "t", NULL);
      break;
    case 3:
      sky_store_add_to_case (self->store, reviewer, some, NULL,
                             g_rand_int_range (random, 1, entries->len + 2), NULL, NULL);
      break;
    case 4:
      sky_store_note_case (self->store, reviewer, some, "n", NULL);
      break;
    case 5:
      sky_store_remove_from_case (self->store, reviewer, some, key, 0, NULL);
      break;
    case 6:
      sky_store_remove_bookmark (self->store, reviewer, some, NULL);
      break;
    case 7:
    case 8:
      sky_store_undo (self->store, reviewer, some, NULL, SKY_REVIEW_ANY, NULL, NULL);
      break;
    case 9:
      sky_store_rename_case (self->store, reviewer, some, "renamed", SKY_CASE_ANY, NULL);
      break;
    case 10:
      {
        g_autoptr (SkyCaseDetails) details = sky_case_details_new ("theft", key, NULL);

        sky_store_describe_case (self->store, reviewer, some, details, SKY_CASE_ANY, NULL);
        break;
      }
    default:
      sky_store_decide (self->store, reviewer, key,
                        g_rand_int_range (random, SKY_LEDGER_REVIEW, SKY_LEDGER_NOTE + 1), "d",
                        SKY_REVIEW_ANY, NULL, NULL);
      break;
    }
}

/* What follows from the ledger is the same worked out step by step and all at once. */
static void
test_rebuild (Desk *self, gconstpointer unused)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GPtrArray) entries = NULL;

  for (guint i = 0; i < 300; i++)
    {
      act (self, random);
      if (i % 20 == 0)
        {
          g_autofree char *before = describe (self);
          g_autofree char *after = NULL;

          g_assert_true (sky_store_rebuild_reviews (self->store, &error));
          g_assert_no_error (error);
          after = describe (self);
          g_assert_cmpstr (before, ==, after);
        }
    }
  entries = sky_store_ledger_list (self->store, NULL, 0, 10000, NULL);
  g_assert_cmpuint (entries->len, >, 100);
  faults = sky_store_ledger_verify (self->store, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (faults->len, ==, 0);
  g_assert_true (sky_store_check (self->store, &error));
  g_assert_no_error (error);
}

/* A finding that is put into a case, and that being taken back, is no word on the finding. */
static void
test_taken_out (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyReview) before = NULL;
  g_autoptr (SkyReview) after = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  gint64 id;

  decide (self, &ada, 0, SKY_LEDGER_CONFIRM, NULL);
  before = sky_store_get_review (self->store, self->keys[0], &error);
  g_assert_true (sky_store_open_case (self->store, &ada, "One", &id, &error));
  g_assert_true (sky_store_add_to_case (self->store, &ada, id, self->keys[0], 0, NULL, &error));
  undo (self, id + 1);
  faults = sky_store_ledger_verify (self->store, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (faults->len, ==, 0);
  g_assert_true (sky_store_rebuild_reviews (self->store, &error));
  after = sky_store_get_review (self->store, self->keys[0], &error);
  g_assert_no_error (error);
  g_assert_cmpint (after->last_entry, ==, before->last_entry);
}

/* Of the faults of the ledger how many say that it is not followed; there are no others. */
static guint
count_not_followed (Desk *self)
{
  g_autoptr (SkyStore) store = samples_open (&self->samples, SKY_STORE_READ_ONLY);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) faults = sky_store_ledger_verify (store, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < faults->len; i++)
    g_assert_cmpint (((SkyLedgerFault *) faults->pdata[i])->kind, ==, SKY_LEDGER_NOT_FOLLOWED);
  return faults->len;
}

/* What shows something that the ledger does not say is named, and put right by a rebuild. */
static void
test_not_followed (Desk *self, gconstpointer unused)
{
  static const struct
  {
    const char *sql;
    guint n;
  } edits[] = {
    { "UPDATE reviews SET state = 4", 2 },
    { "UPDATE reviews SET reason = 'No.' WHERE state = 3", 1 },
    { "UPDATE reviews SET second_credential = 'PA-100003' WHERE state = 2", 1 },
    { "DELETE FROM reviews WHERE state = 2", 1 },
    { "INSERT INTO reviews (finding, state, at, decision, second_at, n_notes, last_entry)"
      " VALUES ('Allegheny/x', 2, 0, 0, 0, 0, 0)",
      1 },
    { "UPDATE findings SET state = 4 WHERE state = 3", 1 },
    { "UPDATE findings SET state = 0 WHERE state = 3", 1 },
    /* The block of the lists, and so what is found by a state: none, as at first. */
    { "UPDATE finding_blocks SET columns = (SELECT u.columns FROM untouched u"
      " WHERE u.id = finding_blocks.id)",
      2 },
    { "UPDATE bookmarks SET text = 'There.'", 1 },
    { "UPDATE cases SET title = 'Other'", 1 },
    { "UPDATE cases SET details = '{\"people\":[\"Somebody else\"]}'", 1 },
    { "UPDATE case_items SET text = 'Other' WHERE kind = 2", 1 },
  };
  g_autoptr (SkyCaseDetails) details = sky_case_details_new ("dispute", "Lee Ott", NULL);
  g_autoptr (GError) error = NULL;
  gint64 id;

  samples_tamper (&self->samples, "CREATE TABLE untouched AS SELECT * FROM finding_blocks");
  decide (self, &ada, 0, SKY_LEDGER_CONFIRM, NULL);
  decide (self, &ben, 0, SKY_LEDGER_SECOND, NULL);
  decide (self, &ada, 1, SKY_LEDGER_DISMISS, "So.");
  g_assert_true (sky_store_add_bookmark (self->store, &ada, self->log, 1699128903250000, "Here.",
                                         NULL, &error));
  g_assert_true (sky_store_open_case (self->store, &ada, "One", &id, &error));
  g_assert_true (sky_store_note_case (self->store, &ben, id, "Look.", &error));
  g_assert_true (sky_store_describe_case (self->store, &ben, id, details, id, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count_not_followed (self), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      samples_tamper (&self->samples, edits[i].sql);
      if (count_not_followed (self) != edits[i].n)
        g_error ("%s", edits[i].sql);
      g_assert_true (sky_store_rebuild_reviews (self->store, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (count_not_followed (self), ==, 0);
    }
}

/* A rebuild puts right what was written past the ledger. */
static void
test_rebuild_falsified (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  decide (self, &ada, 0, SKY_LEDGER_CONFIRM, NULL);
  decide (self, &ada, 1, SKY_LEDGER_DISMISS, "So.");
  samples_tamper (&self->samples, "UPDATE reviews SET state = 3; DELETE FROM totals;"
                                  "UPDATE findings SET state = 4");
  g_assert_true (sky_store_rebuild_reviews (self->store, &error));
  g_assert_no_error (error);
  assert_state (self, 0, SKY_REVIEW_CONFIRMED);
  assert_state (self, 1, SKY_REVIEW_DISMISSED);
  assert_state (self, 2, SKY_REVIEW_OPEN);
}

#define ADD(path, function) SAMPLES_ADD ("/review/" path, Desk, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("decide", test_decide);
  ADD ("refused", test_refused);
  ADD ("second", test_second);
  ADD ("awaiting", test_awaiting);
  ADD ("changed", test_changed);
  ADD ("changed-undo", test_changed_undo);
  ADD ("changed-case", test_changed_case);
  ADD ("details", test_details);
  ADD ("taken-out", test_taken_out);
  ADD ("once", test_once);
  ADD ("undo", test_undo);
  ADD ("audited-anew", test_audited_anew);
  ADD ("bookmarks", test_bookmarks);
  ADD ("cases", test_cases);
  ADD ("rebuild", test_rebuild);
  ADD ("rebuild-falsified", test_rebuild_falsified);
  ADD ("not-followed", test_not_followed);

  return g_test_run ();
}
