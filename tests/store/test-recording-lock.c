/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-recording-lock.h"

#include "store-samples.h"

static const SkyReviewer ada = { "PA-100001", "Ada Quinn" };
static const SkyReviewer ben = { "PA-100002", "Ben Stone" };
static const char *const cameras[] = { "overhead", "dealer", NULL };

#define FROM  (SkyTime) G_GINT64_CONSTANT (1699056000000000)
#define UNTIL (FROM + 10 * SKY_MINUTE)

typedef struct
{
  Samples samples;
  SkyStore *store;
} Desk;

static void
set_up (Desk *self, gconstpointer engine)
{
  samples_set_up (&self->samples, engine);
  self->store = samples_open (&self->samples, SKY_STORE_READ_WRITE);
}

static void
tear_down (Desk *self, gconstpointer unused)
{
  sky_store_free (self->store);
  samples_tear_down (&self->samples, NULL);
}

static gint64
lock (Desk *self, const char *reason)
{
  g_autoptr (GError) error = NULL;
  gint64 number = 0;

  sky_store_lock_recordings (self->store, &ada, "Sample", "Craps 1", FROM, UNTIL, cameras, reason,
                             &number, &error);
  g_assert_no_error (error);
  return number;
}

static GPtrArray *
list (Desk *self)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *locks = sky_store_list_recording_locks (self->store, &error);

  g_assert_no_error (error);
  return locks;
}

static void
test_locked (Desk *self, gconstpointer unused)
{
  gint64 number = lock (self, "Subpoena 12");
  g_autoptr (GPtrArray) locks = list (self);

  g_assert_cmpuint (locks->len, ==, 1);
  const SkyRecordingLock *found = locks->pdata[0];
  g_assert_cmpint (found->number, ==, number);
  g_assert_cmpstr (found->property, ==, "Sample");
  g_assert_cmpstr (found->table, ==, "Craps 1");
  g_assert_cmpint (found->from, ==, FROM);
  g_assert_cmpint (found->until, ==, UNTIL);
  g_assert_cmpstrv (found->cameras, cameras);
  g_assert_cmpstr (found->credential, ==, ada.credential);
  g_assert_cmpstr (found->name, ==, ada.name);
  g_assert_cmpstr (found->reason, ==, "Subpoena 12");
  g_assert_cmpint (found->release, ==, 0);
  g_assert_true (found->released_at == SKY_TIME_NONE);
}

static void
test_released (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 first = lock (self, "Subpoena 12");
  gint64 second = lock (self, "Subpoena 13");

  sky_store_release_recordings (self->store, &ben, first, "Withdrawn", &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) locks = list (self);
  g_assert_cmpuint (locks->len, ==, 2);
  const SkyRecordingLock *released = locks->pdata[0];
  const SkyRecordingLock *locked = locks->pdata[1];
  g_assert_cmpint (released->release, >, second);
  g_assert_cmpint (released->released_at, >=, released->locked_at);
  g_assert_cmpstr (released->released_by, ==, ben.name);
  g_assert_cmpstr (released->release_reason, ==, "Withdrawn");
  g_assert_cmpint (locked->release, ==, 0);

  g_assert_false (sky_store_release_recordings (self->store, &ben, first, "Again", &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
}

static void
refuse (Desk *self, SkyTime from, SkyTime until, const char *reason, SkyStoreError code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (sky_store_lock_recordings (self->store, &ada, "Sample", "Craps 1", from, until,
                                             NULL, reason, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, (gint) code);
}

static void
test_refused (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 line = 0;

  refuse (self, FROM, UNTIL, "", SKY_STORE_ERROR_REFUSED);
  refuse (self, FROM, UNTIL, NULL, SKY_STORE_ERROR_REFUSED);
  refuse (self, UNTIL, FROM, "Backwards", SKY_STORE_ERROR_INVALID);
  refuse (self, FROM, FROM, "Empty", SKY_STORE_ERROR_INVALID);
  g_autoptr (GPtrArray) locks = list (self);
  g_assert_cmpuint (locks->len, ==, 0);

  sky_store_ledger_append (self->store, &ada, SKY_LEDGER_LINE, NULL, 0, "A line", NULL, &line,
                           &error);
  g_assert_no_error (error);
  g_assert_false (sky_store_release_recordings (self->store, &ada, line, "Why", &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (sky_store_release_recordings (self->store, &ada, 99, "Why", &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  gint64 number = lock (self, "Subpoena 12");
  g_assert_false (sky_store_release_recordings (self->store, &ada, number, "", &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
}

/* What an entry says that nobody believes locks nothing and releases nothing. */
static gboolean
believe_ada (gpointer judge,
             SkyStore *store,
             const SkyLedgerEntry *entry,
             gboolean *believed,
             GError **error)
{
  *believed = g_str_equal (entry->credential, ada.credential);
  return TRUE;
}

static void
test_believed (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 number = lock (self, "Subpoena 12");

  sky_store_release_recordings (self->store, &ben, number, "Not mine to release", &error);
  g_assert_no_error (error);
  sky_store_set_judge (self->store, believe_ada, NULL, NULL);
  g_autoptr (GPtrArray) locks = list (self);
  g_assert_cmpuint (locks->len, ==, 1);
  g_assert_cmpint (((const SkyRecordingLock *) locks->pdata[0])->release, ==, 0);
}

#define ADD(path, function) SAMPLES_ADD ("/recording-lock/" path, Desk, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("locked", test_locked);
  ADD ("released", test_released);
  ADD ("refused", test_refused);
  ADD ("believed", test_believed);
  return g_test_run ();
}
