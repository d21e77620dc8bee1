/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The paged list on a real store with more rows than pages are kept. */
#include "config.h"

#include "fixture.h"
#include "sky-queue-model.h"

#define N_FINDINGS 10000

static gboolean
is_settled (gpointer model)
{
  return sky_queue_model_get_settled (model);
}

static gboolean
is_loaded (gpointer item)
{
  return sky_queue_item_get_loaded (item);
}

static SkyQueueModel *
open_model (Fixture *fixture)
{
  g_autoptr (SkyStoreWorker) worker = NULL;
  SkyFindingFilter everything = SKY_FINDING_FILTER_INIT;

  fixture_fill_store (fixture, N_FINDINGS);
  worker = sky_store_worker_new (fixture->store);
  SkyQueueModel *model = sky_queue_model_new (worker);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 0);
  sky_queue_model_set_query (model, SKY_QUEUE_FINDINGS, &everything, SKY_FINDING_SORT_TIME, FALSE);
  fixture_wait (is_settled, model);
  return model;
}

static guint64
seq_at (SkyQueueModel *model, guint position)
{
  g_autoptr (SkyQueueItem) item = g_list_model_get_item (G_LIST_MODEL (model), position);

  g_assert_nonnull (item);
  g_assert_cmpuint (sky_queue_item_get_position (item), ==, position);
  fixture_wait (is_loaded, item);
  return sky_queue_item_get_finding (item)->seq;
}

static void
test_pages (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkyQueueModel *model = open_model (fixture);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, N_FINDINGS);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (model), N_FINDINGS));
  g_assert_cmpuint (seq_at (model, 0), ==, 1);
  g_assert_cmpuint (seq_at (model, N_FINDINGS - 1), ==, N_FINDINGS);
  g_assert_cmpuint (seq_at (model, 5000), ==, 5001);

  /* Through all of it: what is kept does not grow. */
  for (guint i = 0; i < N_FINDINGS; i += 50)
    g_assert_cmpuint (seq_at (model, i), ==, i + 1);
  g_assert_cmpuint (sky_queue_model_get_n_kept (model), <, N_FINDINGS / 2);
  fixture_wait (is_settled, model);
  fixture_finalize (model);
}

static void
test_same_item (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkyQueueModel *model = open_model (fixture);
  SkyQueueItem *first = g_list_model_get_item (G_LIST_MODEL (model), 3);
  SkyQueueItem *again = g_list_model_get_item (G_LIST_MODEL (model), 3);

  g_assert_true (first == again);
  g_assert_false (sky_queue_item_get_loaded (first));
  fixture_wait (is_loaded, first);
  g_autofree char *check = sky_queue_item_dup_text (first, SKY_COLUMN_CHECK, NULL);
  g_autofree char *variance = sky_queue_item_dup_text (first, SKY_COLUMN_VARIANCE, NULL);
  g_assert_cmpstr (check, ==, "Wrong amount paid");
  g_assert_cmpstr (variance, ==, "−$0.03");
  g_object_unref (first);
  g_object_unref (again);
  fixture_wait (is_settled, model);
  fixture_finalize (model);
}

static void
count_changes_cb (GListModel *model, guint position, guint removed, guint added, gpointer data)
{
  g_assert_cmpuint (position, ==, 0);
  *(guint *) data = removed;
}

static void
test_filter_and_order (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkyQueueModel *model = open_model (fixture);
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;
  guint removed = 0;

  g_signal_connect (model, "items-changed", G_CALLBACK (count_changes_cb), &removed);
  filter.queues = 1u << SKY_QUEUE_IRREGULARITY;
  sky_queue_model_set_query (model, SKY_QUEUE_FINDINGS, &filter, SKY_FINDING_SORT_TIME, TRUE);
  fixture_wait (is_settled, model);
  g_assert_cmpuint (removed, ==, N_FINDINGS);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, N_FINDINGS / 4);
  g_assert_cmpuint (seq_at (model, 0), ==, N_FINDINGS - 3);

  filter.queues = 0;
  filter.text = (char *) "pecul";
  sky_queue_model_set_query (model, SKY_QUEUE_FINDINGS, &filter, SKY_FINDING_SORT_TIME, FALSE);
  fixture_wait (is_settled, model);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 1);
  g_assert_cmpuint (seq_at (model, 0), ==, 78);

  filter.text = NULL;
  sky_queue_model_set_query (model, SKY_QUEUE_ROUNDS, &filter, SKY_FINDING_SORT_TIME, FALSE);
  fixture_wait (is_settled, model);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, 1);
  g_autoptr (SkyQueueItem) round = g_list_model_get_item (G_LIST_MODEL (model), 0);
  fixture_wait (is_loaded, round);
  g_assert_cmpint (sky_queue_item_get_round_number (round), ==, 1);
  fixture_wait (is_settled, model);
  fixture_finalize (model);
}

/* Only the newest of several questions is answered. */
static void
test_hurry (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  SkyQueueModel *model = open_model (fixture);
  SkyFindingFilter filter = SKY_FINDING_FILTER_INIT;

  for (guint i = 0; i < 20; i++)
    {
      filter.queues = 1u << (i % 2 == 0 ? SKY_QUEUE_VARIANCE : SKY_QUEUE_IRREGULARITY);
      sky_queue_model_set_query (model, SKY_QUEUE_FINDINGS, &filter, SKY_FINDING_SORT_TIME, FALSE);
      g_object_unref (g_list_model_get_item (G_LIST_MODEL (model), 0));
    }
  fixture_wait (is_settled, model);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), ==, N_FINDINGS / 4);
  g_assert_cmpuint (seq_at (model, 1), ==, 5);
  fixture_wait (is_settled, model);
  fixture_finalize (model);
}

static void
note_problem_cb (SkyQueueModel *model, const char *problem, gpointer data)
{
  *(char **) data = g_strdup (problem);
}

static void
test_no_store (void)
{
  g_autoptr (Fixture) fixture = fixture_new ();
  g_autoptr (SkyStoreWorker) worker = sky_store_worker_new (fixture->archive);
  SkyQueueModel *model = sky_queue_model_new (worker);
  g_autofree char *problem = NULL;

  g_signal_connect (model, "problem", G_CALLBACK (note_problem_cb), &problem);
  sky_queue_model_reload (model);
  fixture_wait (is_settled, model);
  g_assert_nonnull (problem);
  g_assert_nonnull (strstr (problem, fixture->archive));
  fixture_finalize (model);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/queue-model/pages", test_pages);
  g_test_add_func ("/queue-model/same-item", test_same_item);
  g_test_add_func ("/queue-model/filter-and-order", test_filter_and_order);
  g_test_add_func ("/queue-model/hurry", test_hurry);
  g_test_add_func ("/queue-model/no-store", test_no_store);
  return fixture_run_tests ();
}
