/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the store that is frozen when a version of the schema is released (versions/freeze). */
#include "config.h"

#include "sky-case.h"
#include "sky-review.h"
#include "store-samples.h"

static void
fill (SkyStore *store)
{
  const SkyReviewer ada = { "PA-100001", "Ada Quinn" };
  const SkyReviewer ben = { "PA-100002", "Ben Ürün" };
  g_autoptr (GError) error = NULL;
  gint64 log = 0;
  gint64 bookmark;
  gint64 id;
  gint64 number;

  for (guint table = 1; table <= 2; table++)
    {
      g_autoptr (SampleAudit) audit = sample_audit_new (table, 0, 8, 6, table);
      g_autofree char *first = sample_audit_key (audit, 0);
      g_autofree char *second = sample_audit_key (audit, 1);

      log = sample_audit_write (audit, store);
      if (table == 2)
        continue;
      sky_store_decide (store, &ada, first, SKY_LEDGER_CONFIRM, "Seen \"twice\".", 0, NULL, &error);
      g_assert_no_error (error);
      sky_store_decide (store, &ben, first, SKY_LEDGER_SECOND, NULL, 1, NULL, &error);
      g_assert_no_error (error);
      sky_store_decide (store, &ben, second, SKY_LEDGER_DISMISS, "A chip lay behind.", 0, &number,
                        &error);
      g_assert_no_error (error);
      sky_store_undo (store, &ada, number, "No, it did not.", NULL, &error);
      g_assert_no_error (error);
      sky_store_open_case (store, &ada, "The window side", &id, &error);
      g_assert_no_error (error);
      sky_store_add_to_case (store, &ada, id, first, 0, NULL, &error);
      g_assert_no_error (error);
    }
  sky_store_add_bookmark (store, &ben, log, 1698861600 * SKY_SECOND, "Here.", &bookmark, &error);
  g_assert_no_error (error);
  sky_store_add_to_case (store, &ada, id, NULL, bookmark, NULL, &error);
  g_assert_no_error (error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = NULL;

  if (argc != 2)
    {
      g_printerr ("usage: store-freeze FILE\n");
      return 2;
    }
  store = sky_store_open (argv[1], SKY_STORE_READ_WRITE, &error);
  g_assert_no_error (error);
  fill (store);
  return 0;
}
