/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger: what the database refuses, and what the digests tell of a database that was edited
 * around its triggers. */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "sky-ledger.h"
#include "store-samples.h"

static const SkyReviewer ada = { "PA-100001", "Ada \"the eye\" Quinn" };
static const SkyReviewer ben = { "PA-100002", "Ben Ürün" };

/* Makes a ledger of @n entries. */
static void
fill (Samples *samples, guint n)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 10, 10, 1);
  g_autoptr (GError) error = NULL;

  sample_audit_write (audit, store);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = sample_audit_key (audit, i % 5);
      g_autofree char *text = g_strdup_printf ("Remark %u\n\t\\ \"é\" \x01", i + 1);
      gint64 number;

      sky_store_ledger_append (store, i % 2 ? &ada : &ben, SKY_LEDGER_NOTE, key, 0, text,
                               i % 3 ? NULL : " {\"a\": [1,\nnull]}\n", &number, &error);
      g_assert_no_error (error);
      g_assert_cmpint (number, ==, i + 1);
    }
}

static GPtrArray *
verify (Samples *samples, guint64 n_wanted)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_ONLY);
  g_autoptr (GError) error = NULL;
  guint64 n_entries = 0;
  GPtrArray *faults = sky_store_ledger_verify (store, &n_entries, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (n_entries, ==, n_wanted);
  return faults;
}

static void
test_append (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) about = NULL;
  g_autoptr (GPtrArray) some = NULL;
  g_autoptr (GError) error = NULL;
  const char *previous = "0000000000000000000000000000000000000000000000000000000000000000";

  fill (samples, 12);
  faults = verify (samples, 12);
  g_assert_cmpuint (faults->len, ==, 0);

  store = samples_open (samples, SKY_STORE_READ_WRITE);
  entries = sky_store_ledger_list (store, NULL, 0, 100, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (entries->len, ==, 12);
  for (guint i = 0; i < entries->len; i++)
    {
      const SkyLedgerEntry *entry = entries->pdata[i];

      g_assert_cmpint (entry->number, ==, i + 1);
      g_assert_cmpstr (entry->credential, ==, i % 2 ? ada.credential : ben.credential);
      g_assert_cmpstr (entry->name, ==, i % 2 ? ada.name : ben.name);
      g_assert_cmpstr (entry->action, ==, "finding.note");
      g_assert_cmpstr (entry->data, ==, i % 3 ? NULL : "{\"a\":[1,null]}");
      g_assert_cmpint (ABS (entry->at - g_get_real_time ()), <, SKY_HOUR);
      g_assert_cmpstr (entry->previous, ==, previous);
      previous = entry->digest;
    }
  some = sky_store_ledger_list (store, NULL, 7, 3, &error);
  g_assert_cmpuint (some->len, ==, 3);
  g_assert_cmpint (((SkyLedgerEntry *) some->pdata[0])->number, ==, 8);
  about = sky_store_ledger_list (store, ((SkyLedgerEntry *) entries->pdata[1])->finding, 0, 100,
                                 &error);
  g_assert_cmpuint (about->len, ==, 3);
  g_assert_cmpint (((SkyLedgerEntry *) about->pdata[2])->number, ==, 12);
}

/* The bytes of a digest are those that the layer's page says. */
static void
test_digest (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *wanted = NULL;
  g_autofree char *line = NULL;
  g_autofree char *digest = NULL;
  const SkyLedgerEntry *entry;
  char at[SKY_TIME_TEXT_SIZE];

  fill (samples, 1);
  store = samples_open (samples, SKY_STORE_READ_WRITE);
  entries = sky_store_ledger_list (store, NULL, 0, 1, &error);
  g_assert_no_error (error);
  entry = entries->pdata[0];
  wanted = g_strdup_printf (
      "{\"number\":1,\"at\":\"%s\",\"credential\":\"PA-100002\",\"name\":\"Ben Ürün\","
      "\"action\":\"finding.note\",\"finding\":\"%s\",\"target\":null,"
      "\"text\":\"Remark 1\\n\\t\\\\ \\\"é\\\" \\u0001\",\"data\":{\"a\":[1,null]},"
      "\"previous\":\"%064d\"}",
      sky_time_format (entry->at, at), entry->finding, 0);
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, wanted, -1);
  g_assert_cmpstr (entry->digest, ==, digest);

  sky_ledger_entry_write_json (entry, json);
  line = g_strdup_printf ("%.*s,\"digest\":\"%s\"}", (int) strlen (wanted) - 1, wanted, digest);
  g_assert_cmpstr (json->str, ==, line);
}

static void
assert_invalid (SkyStore *store, const SkyReviewer *reviewer, const char *text, const char *data)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (sky_store_ledger_append (store, reviewer, SKY_LEDGER_VIEW, NULL, 0, text, data,
                                           NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_INVALID);
}

static void
test_invalid (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  const SkyReviewer nobody = { "", "Nobody" };
  const SkyReviewer nameless = { "PA-1", NULL };
  const SkyReviewer garbled = { "PA-\xff", "Garbled" };
  const char *bad_data[] = { "",         "null", "[]",     "{",           "{}, {}",
                             "{\"a\":}", "{}x",  "\"{}\"", "{\"\xff\":1}" };
  g_autoptr (GError) error = NULL;

  assert_invalid (store, &nobody, NULL, NULL);
  assert_invalid (store, &nameless, NULL, NULL);
  assert_invalid (store, &garbled, NULL, NULL);
  assert_invalid (store, &ada, "\xc3", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (bad_data); i++)
    assert_invalid (store, &ada, NULL, bad_data[i]);
  g_assert_true (sky_store_ledger_append (store, &ada, SKY_LEDGER_VIEW, NULL, 0, NULL,
                                          "{\"camera\":\"CR-01-A\"}", NULL, &error));
  g_assert_no_error (error);
}

static void
test_actions (void)
{
  for (SkyLedgerAction action = 0; action < SKY_N_LEDGER_ACTIONS; action++)
    {
      SkyLedgerAction back;

      g_assert_true (sky_ledger_action_from_name (sky_ledger_action_to_name (action), &back));
      g_assert_cmpint (back, ==, action);
    }
  g_assert_false (sky_ledger_action_from_name ("finding.forget", &(SkyLedgerAction){ 0 }));
}

/* The triggers refuse everything but an entry at the end, to any program. */
static void
test_triggers (Samples *samples, gconstpointer unused)
{
  const char *statements[] = {
    "UPDATE ledger SET text = 'x' WHERE number = 3",
    "UPDATE OR IGNORE ledger SET number = 30 WHERE number = 3",
    "UPDATE OR REPLACE ledger SET number = 4 WHERE number = 3",
    "DELETE FROM ledger WHERE number = 12",
    "DELETE FROM ledger",
    "INSERT INTO ledger SELECT 3, at, credential, name, action, finding, target, text, data,"
    " previous, digest, signature FROM ledger WHERE number = 12",
    "INSERT OR REPLACE INTO ledger SELECT 3, at, credential, name, action, finding, target, 'x',"
    " data, previous, digest, signature FROM ledger WHERE number = 3",
    "INSERT OR IGNORE INTO ledger SELECT 3, at, credential, name, action, finding, target, 'x',"
    " data, previous, digest, signature FROM ledger WHERE number = 3",
    "INSERT INTO ledger SELECT 14, at, credential, name, action, finding, target, text, data,"
    " digest, digest, signature FROM ledger WHERE number = 12",
    "INSERT INTO ledger SELECT 13, at, credential, name, action, finding, target, text, data,"
    " previous, digest, signature FROM ledger WHERE number = 12",
    "INSERT INTO ledger SELECT -1, at, credential, name, action, finding, target, text, data,"
    " digest, digest, signature FROM ledger WHERE number = 12",
    "UPDATE ledger_head SET number = 11",
    "UPDATE ledger_head SET digest = 'x'",
    "UPDATE ledger_head SET number = 13",
    "DELETE FROM ledger_head",
    "INSERT INTO ledger_head VALUES (2, 1, 'x')",
    "INSERT OR REPLACE INTO ledger_head VALUES (1, 1, 'x')",
  };
  sqlite3 *database = NULL;
  g_autoptr (GPtrArray) faults = NULL;

  fill (samples, 12);
  g_assert_cmpint (sqlite3_open (samples->path, &database), ==, SQLITE_OK);
  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      int code = sqlite3_exec (database, statements[i], NULL, NULL, NULL);

      if (code != SQLITE_CONSTRAINT)
        g_error ("%s: %s", statements[i], sqlite3_errmsg (database));
    }
  g_assert_cmpint (sqlite3_close (database), ==, SQLITE_OK);
  faults = verify (samples, 12);
  g_assert_cmpuint (faults->len, ==, 0);
}

typedef struct
{
  const char *name;
  const char *sql;
  guint n_entries;
  const char *faults; /* kind and number of each, by number */
} Tampering;

/* The digest of an entry, for a tamperer who knows how it is made. */
static void
digest_function (sqlite3_context *context, int n_values, sqlite3_value **values)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *digest = NULL;
  SkyLedgerEntry entry = { 0 };
  const char *mark;

  entry.number = sqlite3_value_int64 (values[0]);
  entry.at = sqlite3_value_int64 (values[1]);
  entry.credential = (char *) sqlite3_value_text (values[2]);
  entry.name = (char *) sqlite3_value_text (values[3]);
  entry.action = (char *) sqlite3_value_text (values[4]);
  entry.finding = (char *) sqlite3_value_text (values[5]);
  entry.target = sqlite3_value_int64 (values[6]);
  entry.text = (char *) sqlite3_value_text (values[7]);
  entry.data = (char *) sqlite3_value_text (values[8]);
  g_strlcpy (entry.previous, (const char *) sqlite3_value_text (values[9]), sizeof entry.previous);
  sky_ledger_entry_write_json (&entry, json);
  mark = g_strrstr (json->str, ",\"digest\"");
  g_string_truncate (json, mark - json->str);
  g_string_append_c (json, '}');
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, json->str, -1);
  sqlite3_result_text (context, digest, -1, SQLITE_TRANSIENT);
}

#define DIGESTED                                                                                   \
  "digest_of (number, at, credential, name, action, finding, target, text, data, previous)"
#define MEMBERS "at, credential, name, action, finding, target, text, data, previous, digest, NULL"

static const Tampering tamperings[] = {
  { "nothing", "SELECT 1", 12, "" },

  { "changed/text", "UPDATE ledger SET text = 'No.' WHERE number = 5", 12, "changed 5" },
  { "changed/time", "UPDATE ledger SET at = at + 1 WHERE number = 5", 12, "changed 5" },
  { "changed/reviewer", "UPDATE ledger SET name = 'Eve' WHERE number = 1", 12, "changed 1" },
  { "changed/last", "UPDATE ledger SET action = 'finding.confirm' WHERE number = 12", 12,
    "changed 12" },
  { "changed/data", "UPDATE ledger SET data = '{}' WHERE number = 4", 12, "changed 4" },
  { "changed/nothing-for-something", "UPDATE ledger SET data = NULL WHERE number = 4", 12,
    "changed 4" },
  { "changed/behind-nul", "UPDATE ledger SET text = text || char (0) || 'x' WHERE number = 6", 12,
    "changed 6" },
  { "changed/digest", "UPDATE ledger SET digest = lower (hex (randomblob (32))) WHERE number = 5",
    12, "changed 5" },
  { "changed/longer-digest", "UPDATE ledger SET digest = digest || 'x' WHERE number = 5", 12,
    "changed 5" },
  { "changed/link", "UPDATE ledger SET previous = digest WHERE number = 5", 12, "changed 5" },
  { "changed/two", "UPDATE ledger SET text = 'No.' WHERE number IN (4, 9)", 12,
    "changed 4, changed 9" },
  { "changed/neighbours", "UPDATE ledger SET text = 'No.' WHERE number IN (4, 5)", 12,
    "changed 4, changed 5" },
  { "changed/digested",
    "UPDATE ledger SET text = 'No.' WHERE number = 5;"
    "UPDATE ledger SET digest = " DIGESTED " WHERE number = 5",
    12, "changed 5" },
  { "changed/last-digested",
    "UPDATE ledger SET text = 'No.' WHERE number = 12;"
    "UPDATE ledger SET digest = " DIGESTED " WHERE number = 12",
    12, "changed 12" },

  { "removed/one", "DELETE FROM ledger WHERE number = 5", 11, "removed 5" },
  { "removed/first", "DELETE FROM ledger WHERE number = 1", 11, "removed 1" },
  { "removed/last", "DELETE FROM ledger WHERE number = 12", 11, "removed 12" },
  { "removed/several", "DELETE FROM ledger WHERE number IN (3, 4, 12)", 9,
    "removed 3, removed 4, removed 12" },
  { "removed/all", "DELETE FROM ledger", 0,
    "removed 1, removed 2, removed 3, removed 4, removed 5, removed 6, removed 7, removed 8, "
    "removed 9, removed 10, removed 11, removed 12" },
  { "removed/and-closed-up",
    "DELETE FROM ledger WHERE number = 10;"
    "UPDATE ledger SET number = 10 WHERE number = 11; UPDATE ledger SET number = 11 WHERE number = "
    "12",
    11, "removed 10, reordered 11, reordered 12" },

  { "added/end", "INSERT INTO ledger SELECT 13, " MEMBERS " FROM ledger WHERE number = 3", 13,
    "added 13" },
  { "added/end-digested",
    "INSERT INTO ledger SELECT 13, at, credential, name, action, finding, target, 'Yes.', data,"
    " digest, digest, NULL FROM ledger WHERE number = 12;"
    "UPDATE ledger SET digest = " DIGESTED " WHERE number = 13",
    13, "added 13" },
  { "added/far", "INSERT INTO ledger SELECT 100, " MEMBERS " FROM ledger WHERE number = 12", 13,
    "added 100" },
  { "added/middle",
    "UPDATE ledger SET number = 13 WHERE number = 12;"
    "UPDATE ledger SET number = 12 WHERE number = 11;"
    "INSERT INTO ledger SELECT 11, at, credential, name, action, finding, target, 'Yes.', data,"
    " digest, digest, NULL FROM ledger WHERE number = 10;"
    "UPDATE ledger SET digest = " DIGESTED " WHERE number = 11",
    13, "added 11, reordered 11, reordered 12" },

  { "reordered/neighbours",
    "UPDATE ledger SET number = 99 WHERE number = 4; UPDATE ledger SET number = 4 WHERE number = 5;"
    "UPDATE ledger SET number = 5 WHERE number = 99",
    12, "reordered 4, reordered 5" },
  { "reordered/far",
    "UPDATE ledger SET number = 99 WHERE number = 1;"
    "UPDATE ledger SET number = 1 WHERE number = 12; UPDATE ledger SET number = 12 WHERE number = "
    "99",
    12, "reordered 1, reordered 12" },

  { "several",
    "DELETE FROM ledger WHERE number = 2; UPDATE ledger SET text = 'No.' WHERE number = 8;"
    "INSERT INTO ledger SELECT 13, " MEMBERS " FROM ledger WHERE number = 5",
    12, "removed 2, changed 8, added 13" },
};

static const char *const kind_names[] = { "changed",   "removed",   "added",
                                          "reordered", "unguarded", "not followed" };

static char *
describe (GPtrArray *faults, gboolean *unguarded)
{
  GString *text = g_string_new (NULL);

  *unguarded = FALSE;
  for (guint i = 0; i < faults->len; i++)
    {
      const SkyLedgerFault *fault = faults->pdata[i];

      g_assert_nonnull (fault->text);
      if (fault->kind == SKY_LEDGER_UNGUARDED)
        *unguarded = TRUE;
      else
        g_string_append_printf (text, "%s%s %" G_GINT64_FORMAT, text->len > 0 ? ", " : "",
                                kind_names[fault->kind], fault->number);
    }
  return g_string_free (text, FALSE);
}

/* Edits the ledger with its triggers away, and puts them back word for word. */
static void
tamper (Samples *samples, const char *sql)
{
  sqlite3 *database = NULL;
  g_autoptr (GPtrArray) triggers = g_ptr_array_new_with_free_func (g_free);
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_open (samples->path, &database), ==, SQLITE_OK);
  sqlite3_create_function (database, "digest_of", 10, SQLITE_UTF8, NULL, digest_function, NULL,
                           NULL);
  g_assert_cmpint (sqlite3_prepare_v2 (database,
                                       "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    {
      g_ptr_array_add (
          triggers,
          g_strdup_printf ("DROP TRIGGER %s", (const char *) sqlite3_column_text (statement, 0)));
      g_ptr_array_add (triggers, g_strdup ((const char *) sqlite3_column_text (statement, 1)));
    }
  sqlite3_finalize (statement);
  g_assert_cmpuint (triggers->len, ==, 28);
  for (guint i = 0; i < triggers->len; i += 2)
    g_assert_cmpint (sqlite3_exec (database, triggers->pdata[i], NULL, NULL, NULL), ==, SQLITE_OK);
  if (sqlite3_exec (database, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (database));
  for (guint i = 1; i < triggers->len; i += 2)
    g_assert_cmpint (sqlite3_exec (database, triggers->pdata[i], NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_close (database), ==, SQLITE_OK);
}

static void
test_tampering (Samples *samples, gconstpointer data)
{
  const Tampering *tampering = data;
  g_autoptr (GPtrArray) faults = NULL;
  g_autofree char *found = NULL;
  gboolean unguarded;

  fill (samples, 12);
  tamper (samples, tampering->sql);
  faults = verify (samples, tampering->n_entries);
  found = describe (faults, &unguarded);
  g_assert_cmpstr (found, ==, tampering->faults);
  g_assert_false (unguarded);
}

/* Whatever is done to one entry is found, and no other is named. */
static void
test_each_entry (Samples *samples, gconstpointer unused)
{
  fill (samples, 12);
  for (guint i = 1; i <= 12; i++)
    {
      g_autoptr (GPtrArray) faults = NULL;
      g_autofree char *found = NULL;
      g_autofree char *wanted = g_strdup_printf ("changed %u", i);
      g_autofree char *there =
          g_strdup_printf ("UPDATE ledger SET credential = credential || '0' WHERE number = %u", i);
      g_autofree char *back = g_strdup_printf (
          "UPDATE ledger SET credential = rtrim (credential, '0') || '' WHERE number = %u", i);
      gboolean unguarded;

      tamper (samples, there);
      faults = verify (samples, 12);
      found = describe (faults, &unguarded);
      g_assert_cmpstr (found, ==, wanted);
      g_clear_pointer (&faults, g_ptr_array_unref);
      tamper (samples, back);
      faults = verify (samples, 12);
      g_assert_cmpuint (faults->len, ==, 0);
    }
}

/* Without its triggers, or with others, the ledger is said to be unguarded. */
static void
test_unguarded (Samples *samples, gconstpointer unused)
{
  const char *const statements[] = {
    "DROP TRIGGER ledger_refuses_update",
    "DROP TRIGGER ledger_refuses_delete;"
    "CREATE TRIGGER ledger_refuses_delete BEFORE DELETE ON ledger BEGIN SELECT 1; END",
    "CREATE TRIGGER helper AFTER INSERT ON ledger BEGIN DELETE FROM reviews; END",
    "DROP TRIGGER ledger_head_stays; DELETE FROM ledger_head",
  };

  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      g_autoptr (GPtrArray) faults = NULL;
      g_autofree char *found = NULL;
      gboolean unguarded;

      if (i > 0)
        {
          samples_tear_down (samples, NULL);
          samples_set_up (samples, NULL);
        }
      fill (samples, 3);
      samples_tamper (samples, statements[i]);
      faults = verify (samples, 3);
      found = describe (faults, &unguarded);
      g_assert_true (unguarded);
      g_assert_cmpstr (found, ==, "");
    }
}

/* The head falsified along with the entries: the chain still shows what was removed before it. */
static void
test_head (Samples *samples, gconstpointer unused)
{
  g_autoptr (GPtrArray) faults = NULL;
  g_autofree char *found = NULL;
  gboolean unguarded;

  fill (samples, 6);
  tamper (samples, "DELETE FROM ledger WHERE number = 3;"
                   "UPDATE ledger_head SET number = 5;"
                   "UPDATE ledger SET number = number - 1 WHERE number > 3");
  faults = verify (samples, 5);
  found = describe (faults, &unguarded);
  g_assert_cmpuint (faults->len, >, 0);
}

#define ADD(path, function)                                                                        \
  g_test_add ("/sqlite/ledger/" path, Samples, NULL, samples_set_up, function, samples_tear_down)
#define ADD_BOTH(path, function)                                                                   \
  SAMPLES_ADD ("/ledger/" path, Samples, samples_set_up, function, samples_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD_BOTH ("append", test_append);
  ADD_BOTH ("digest", test_digest);
  ADD_BOTH ("invalid", test_invalid);
  g_test_add_func ("/ledger/actions", test_actions);
  ADD ("triggers", test_triggers);
  for (guint i = 0; i < G_N_ELEMENTS (tamperings); i++)
    {
      g_autofree char *path = g_strconcat ("/ledger/tampering/", tamperings[i].name, NULL);

      g_test_add (path, Samples, &tamperings[i], samples_set_up, test_tampering, samples_tear_down);
    }
  ADD ("each-entry", test_each_entry);
  ADD ("unguarded", test_unguarded);
  ADD ("head", test_head);

  return g_test_run ();
}
