/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A desk whose clock is wrong: this program's own may be set. */
#include "config.h"

#include "sky-ledger.h"
#include "sky-review.h"
#include "sky-store-watch.h"
#include "store-samples.h"

#include <time.h>

static gint64 shift; /* of this machine's clock */

static gint64
get_true_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_REALTIME, &now);
  return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/* In place of GLib's, for all of this program. */
gint64
g_get_real_time (void)
{
  return get_true_time () + shift;
}

/* Entries have the server's time, whatever the desk's clock says; those of a store in a file have
 * the desk's, for there is no other, and a clock that was put back writes nothing. The list has the
 * ledger's order. */
static void
test_entries (Samples *samples, gconstpointer engine)
{
  static const SkyReviewer ada = { "PA-100001", "Ada Quinn" };
  static const gint64 shifts[] = { 3600 * G_TIME_SPAN_SECOND, -7200 * G_TIME_SPAN_SECOND, 0 };
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 20, 12, 1);
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *key = NULL;

  sample_audit_write (audit, store);
  key = sample_audit_key (audit, 0);
  for (guint i = 0; i < G_N_ELEMENTS (shifts); i++)
    {
      gboolean forward = engine != NULL || i == 0;

      shift = shifts[i];
      g_assert_true (forward
                     == sky_store_decide (store, &ada, key, SKY_LEDGER_NOTE, "Seen.",
                                          SKY_REVIEW_ANY, NULL, &error));
      if (forward)
        g_assert_no_error (error);
      else
        g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
      g_clear_error (&error);
    }
  shift = 0;
  entries = sky_store_ledger_list (store, key, 0, G_MAXINT, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, engine != NULL ? G_N_ELEMENTS (shifts) : 1);
  for (guint i = 0; i < entries->len; i++)
    {
      const SkyLedgerEntry *entry = entries->pdata[i];
      gint64 at = get_true_time () + (engine == NULL ? shifts[i] : 0);

      g_assert_cmpint (entry->number, ==, i + 1);
      g_assert_cmpint (ABS (entry->at - at), <, 20 * G_USEC_PER_SEC);
    }
}

static void
test_compared (Samples *samples, gconstpointer engine)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  static const gint64 shifts[] = { 0, 3 * G_TIME_SPAN_SECOND, -3 * G_TIME_SPAN_SECOND,
                                   G_TIME_SPAN_DAY };
  g_autoptr (GError) error = NULL;
  gint64 ahead;

  for (guint i = 0; i < G_N_ELEMENTS (shifts); i++)
    {
      shift = shifts[i];
      g_assert_true (sky_store_compare_clocks (store, &ahead, &error));
      g_assert_no_error (error);
      g_assert_cmpint (ABS (ahead - (engine != NULL ? shift : 0)), <, G_USEC_PER_SEC / 2);
    }
  shift = 0;
}

typedef struct
{
  gboolean connected;
  gint64 ahead;
} Heard;

static void
news_cb (const SkyStoreNews *news, gpointer data)
{
  Heard *heard = data;

  heard->connected = news->connected;
  heard->ahead = news->clock_ahead;
}

/* Who watches the store is told; of two seconds nothing is. */
static void
test_told (Samples *samples, gconstpointer engine)
{
  static const gint64 shifts[] = { 1900000, -5400000 };

  g_clear_pointer (&(SkyStore *){ samples_open (samples, SKY_STORE_READ_WRITE) }, sky_store_free);
  for (guint i = 0; i < G_N_ELEMENTS (shifts); i++)
    {
      Heard heard = { FALSE };
      g_autoptr (SkyStoreWatch) watch = NULL;

      shift = shifts[i];
      watch = sky_store_watch_new (samples->path, news_cb, &heard);
      while (!heard.connected)
        g_main_context_iteration (NULL, TRUE);
      g_assert_cmpint (heard.ahead, ==, engine != NULL && i == 1 ? -5 * G_USEC_PER_SEC : 0);
    }
  shift = 0;
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  SAMPLES_ADD ("/clock/entries", Samples, samples_set_up, test_entries, samples_tear_down);
  SAMPLES_ADD ("/clock/compared", Samples, samples_set_up, test_compared, samples_tear_down);
  SAMPLES_ADD ("/clock/told", Samples, samples_set_up, test_told, samples_tear_down);
  return g_test_run ();
}
