/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the server lets each kind of role do, by whatever SQL. */
#include "config.h"

#include "private-postgres.h"
#include "sky-ledger.h"
#include "sky-store-grant.h"
#include "store-samples.h"

#include <string.h>

/* Tries each way to write to each table as the role that is set, with nothing kept of it, and tells
 * what the server did not refuse to that role. */
#define TRY_ALL                                                                                    \
  "DO $body$ DECLARE t record; way text; allowed text := ''; n integer := 0; BEGIN"                \
  " FOR t IN SELECT c.relname, (SELECT a.attname FROM pg_attribute a WHERE a.attrelid = c.oid"     \
  " AND a.attnum > 0 AND a.attidentity = '' ORDER BY a.attnum LIMIT 1) AS first FROM pg_class c "  \
  "WHERE c.relnamespace = 'skyward'::regnamespace"                                                 \
  " AND c.relkind IN ('r', 'p') ORDER BY 1 LOOP"                                                   \
  " FOREACH way IN ARRAY ARRAY['INSERT INTO skyward.%1$I DEFAULT VALUES',"                         \
  " 'UPDATE skyward.%1$I SET %2$I = %2$I', 'DELETE FROM skyward.%1$I',"                            \
  " 'TRUNCATE skyward.%1$I CASCADE', 'ALTER TABLE skyward.%1$I DISABLE TRIGGER ALL',"              \
  " 'ALTER TABLE skyward.%1$I ADD COLUMN mine integer', 'DROP TABLE skyward.%1$I CASCADE',"        \
  " 'CREATE RULE mine AS ON INSERT TO skyward.%1$I DO INSTEAD NOTHING',"                           \
  " 'CREATE TRIGGER mine BEFORE INSERT ON skyward.%1$I FOR EACH ROW"                               \
  " EXECUTE FUNCTION suppress_redundant_updates_trigger ()'] LOOP"                                 \
  " BEGIN n := n + 1; EXECUTE format (way, t.relname, t.first);"                                   \
  " RAISE EXCEPTION USING ERRCODE = 'ZZ001';"                                                      \
  " EXCEPTION WHEN insufficient_privilege THEN NULL;"                                              \
  " WHEN OTHERS THEN allowed := allowed || left (way, 1) || ' ' || t.relname || ' '; END;"         \
  " END LOOP; END LOOP; PERFORM set_config ('skyward.tried', n || ' ' || allowed, FALSE);"         \
  " END $body$;"

/* Every table, each kind of role, each way to write: but for what is named here all is refused. A
 * still is only taken that an entry names, and by a policy. */
static void
test_rights (Samples *samples, gconstpointer unused)
{
  static const char worker[] =
      "I archives U archives D archives I audit_states U audit_states D audit_states I checks"
      " U checks D checks I duties U duties D duties I finding_blocks U finding_blocks"
      " D finding_blocks I findings U findings D findings I logs U logs D logs I round_blocks"
      " U round_blocks D round_blocks I seatings U seatings D seatings I statistic_counts"
      " U statistic_counts D statistic_counts I statistic_folds U statistic_folds I "
      "statistic_reports I statistic_streams U statistic_streams D statistic_streams"
      " U testimony D testimony I texts U texts D texts"
      " U totals D totals I withdrawn U withdrawn D withdrawn I word_blocks U word_blocks"
      " D word_blocks I work U work D work ";
  static const struct
  {
    const char *kind;
    const char *may; /* INSERT, UPDATE, DELETE */
    const char *calls;
  } rights[] = {
    { "operator", "I checkpoint_stamps I checkpoints I cosignatures I ledger ", "" },
    { "investigator", "I checkpoint_stamps I checkpoints I cosignatures I ledger ", "" },
    { "auditor", "I ledger ", "" },
    { "worker", worker, "make_log_id " },
  };

  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 20, 12, 1);
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GError) error = NULL;

  sample_audit_write (audit, store);
  for (guint i = 0; i < G_N_ELEMENTS (rights); i++)
    {
      g_autofree char *role = g_strconcat ("raw_", rights[i].kind, NULL);
      g_autofree char *made = g_strdup_printf ("CREATE ROLE %s LOGIN", role);
      g_autofree char *all =
          g_strconcat ("SET SESSION AUTHORIZATION ", role,
                       "; " TRY_ALL " SELECT current_setting ('skyward.tried')", NULL);
      /* Which functions may be called that are not only asked something. */
      g_autofree char *ask = g_strdup_printf (
          "SELECT coalesce (string_agg (p.proname || ' ', '' ORDER BY 1), '') FROM pg_proc p"
          " WHERE p.pronamespace = 'skyward'::regnamespace AND p.provolatile = 'v'"
          " AND has_function_privilege ('%s', p.oid, 'EXECUTE') AND p.proname != 'raise_stamp'",
          role);
      g_autofree char *wanted = NULL;
      g_autofree char *may = NULL;
      g_autofree char *calls = NULL;

      g_free (private_postgres_run (samples->path, made));
      g_assert_true (sky_store_grant (store, role, rights[i].kind, NULL, &error));
      g_assert_no_error (error);
      calls = g_strchomp (private_postgres_run (samples->path, ask));
      g_assert_true (g_str_has_prefix (rights[i].calls, calls));
      may = private_postgres_run (samples->path, all);
      g_strchomp (may);
      g_test_message ("%s: %s", rights[i].kind, may);
      g_assert_cmpint (g_ascii_strtoll (may, NULL, 10), >, 250);
      wanted = g_strchomp (g_strdup (rights[i].may));
      g_assert_cmpstr (strchr (may, ' ') + 1, ==, wanted);
    }
  faults = sky_store_ledger_verify (store, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (faults->len, ==, 0);
  g_assert_true (sky_store_check (store, &error));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/postgres/rights", Samples, samples_postgres, samples_set_up, test_rights,
              samples_tear_down);
  return g_test_run ();
}
