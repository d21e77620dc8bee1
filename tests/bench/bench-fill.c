/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "bench-fill.h"

#include "store-samples.h"

void
bench_fill_store (const char *path, guint days)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_store_open (path, SKY_STORE_READ_WRITE, &error);

  g_assert_no_error (error);
  for (guint table = 0; table < BENCH_TABLES; table++)
    {
      g_autoptr (SkyStoreTransaction) transaction =
          sky_store_begin (store, SKY_STORE_SURVIVES_CRASH, &error);

      g_assert_no_error (error);
      for (guint day = 0; day < days; day++)
        {
          g_autoptr (SampleAudit) audit = sample_audit_new (
              table, day, BENCH_ROUNDS_A_LOG, BENCH_FINDINGS_A_LOG, table * days + day + 1);

          sample_audit_write (audit, store);
        }
      g_assert_true (sky_store_transaction_commit (transaction, &error));
    }
}
