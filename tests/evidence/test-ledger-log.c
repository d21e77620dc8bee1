/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ledger as a transparency log: leaves and their tags, checkpoints, and what a kept one tells
 * of a ledger that was cut, put back or made anew. */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "sky-case.h"
#include "sky-evidence-error.h"
#include "sky-ledger-log.h"
#include "sky-phrase.h"
#include "sky-review.h"
#include "store-samples.h"

static const SkyReviewer ada = { "PA-1", "Ada Quinn" };
static const SkyReviewer ben = { "PA-2", "Ben Ürün" };

typedef struct
{
  Samples samples;
  SkyStore *store;
  SkyNoteSigner *signer;
  char *keys[4]; /* of findings */
} Desk;

static SkyNoteSigner *
make_signer (void)
{
  g_autoptr (GError) error = NULL;
  SkyNoteSigner *signer = sky_note_signer_create (SKY_NOTE_LEDGER, NULL, &error);

  g_assert_no_error (error);
  return signer;
}

static void
decide (Desk *self, guint finding, SkyLedgerAction action)
{
  g_autoptr (GError) error = NULL;

  sky_store_decide (self->store, action == SKY_LEDGER_SECOND ? &ben : &ada, self->keys[finding],
                    action, "Seen.", SKY_REVIEW_ANY, NULL, &error);
  g_assert_no_error (error);
}

static void
set_up (Desk *self, gconstpointer engine)
{
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 10, 10, 1);

  samples_set_up (&self->samples, engine);
  self->store = samples_open (&self->samples, SKY_STORE_READ_WRITE);
  sample_audit_write (audit, self->store);
  for (guint i = 0; i < G_N_ELEMENTS (self->keys); i++)
    self->keys[i] = sample_audit_key (audit, i);
  self->signer = make_signer ();
  for (guint i = 0; i < 3; i++)
    decide (self, i, SKY_LEDGER_CONFIRM);
}

static void
tear_down (Desk *self, gconstpointer unused)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->keys); i++)
    g_free (self->keys[i]);
  sky_note_signer_free (self->signer);
  sky_store_free (self->store);
  samples_tear_down (&self->samples, NULL);
}

static SkyKeptCheckpoint *
make (Desk *self)
{
  g_autoptr (GError) error = NULL;
  SkyKeptCheckpoint *kept = sky_ledger_make_checkpoint (self->store, self->signer, &error);

  g_assert_no_error (error);
  return kept;
}

static SkyCheckpoint *
read_back (const SkyKeptCheckpoint *kept)
{
  g_autofree char *text = sky_kept_checkpoint_to_text (kept);
  g_autoptr (GError) error = NULL;
  SkyCheckpoint *checkpoint = sky_checkpoint_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  return checkpoint;
}

/* What the ledger says to a checkpoint that somebody kept; NULL: all is well. */
static char *
compare (Desk *self, const SkyCheckpoint *seen)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) leaves = sky_store_list_leaves (self->store, 0, &error);
  gboolean is_checked;
  g_autofree char *text = NULL;
  g_autofree char *english = NULL;

  g_assert_no_error (error);
  text = sky_ledger_compare (self->store, leaves, seen, NULL, &is_checked, &error);
  g_assert_no_error (error);
  english = sky_phrase_english (text);
  return g_steal_pointer (&english);
}

static void
assert_first (GPtrArray *faults, const char *wanted)
{
  g_autofree char *text = sky_phrase_english (((SkyLedgerFault *) faults->pdata[0])->text);

  g_assert_nonnull (strstr (text, wanted));
}

static GPtrArray *
check_kept (Desk *self)
{
  GPtrArray *faults = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_fault_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) leaves = sky_store_list_leaves (self->store, 0, &error);

  g_assert_true (sky_ledger_check_kept (self->store, leaves, faults, &error));
  g_assert_no_error (error);
  return faults;
}

static void
assert_said (char *text, const char *wanted)
{
  g_assert_nonnull (text);
  if (strstr (text, wanted) == NULL)
    g_error ("“%s” is not in “%s”", wanted, text);
  g_free (text);
}

static void
assert_digest (const guint8 *is, const char *text, gsize size)
{
  guint8 wanted[SKY_DIGEST_SIZE];

  sky_digest_bytes (text, size, wanted);
  g_assert_cmpmem (is, SKY_DIGEST_SIZE, wanted, SKY_DIGEST_SIZE);
}

/* The bytes of a leaf, written down here once more. */
static void
test_leaf (void)
{
  SkyLedgerEntry entry = { .number = 3,
                           .at = 1699175564018231,
                           .credential = (char *) "PA-100001",
                           .name = (char *) "Ada Quinn",
                           .action = (char *) "case.add",
                           .finding = (char *) "Keystone/CR-01/2023-11-04/craps/settle.payout/2204",
                           .target = 2 };
  SkyLedgerEntry opened = { .number = 2,
                            .credential = (char *) "PA-100001",
                            .name = (char *) "Ada Quinn",
                            .action = (char *) "case.open" };
  static const guint8 none[SKY_DIGEST_SIZE] = { 0 };
  static const char digested[] =
      "{\"number\":3,\"at\":\"2023-11-05T09:12:44.018231Z\",\"credential\":\"PA-100001\","
      "\"name\":\"Ada Quinn\",\"action\":\"case.add\","
      "\"finding\":\"Keystone/CR-01/2023-11-04/craps/settle.payout/2204\",\"target\":2,"
      "\"text\":null,\"data\":null,\"previous\":\"\"}";
  static const char finding[] = "finding\0Keystone/CR-01/2023-11-04/craps/settle.payout/2204";
  SkyLedgerLeaf of_case, leaf;
  const guint8 *bytes = (const guint8 *) &leaf;

  sky_ledger_leaf_make (&opened, NULL, &of_case);
  sky_ledger_leaf_make (&entry, &of_case, &leaf);
  assert_digest (bytes, digested, sizeof digested - 1);
  assert_digest (bytes + 32, finding, sizeof finding - 1);
  assert_digest (bytes + 64, "case\0002", 6);
  g_assert_cmpmem (bytes + 96, 32, none, 32);
}

static void
assert_tag (GArray *leaves, guint number, SkyLedgerTag kind, const char *id)
{
  const SkyLedgerLeaf *leaf = &g_array_index (leaves, SkyLedgerLeaf, number - 1);
  guint8 tag[SKY_DIGEST_SIZE] = { 0 };

  if (id != NULL)
    sky_ledger_tag (kind, id, tag);
  if (!sky_ledger_leaf_has (leaf, kind, tag))
    g_error ("entry %u is not about %s", number, id != NULL ? id : "nothing");
}

static void
assert_tags (
    GArray *leaves, guint number, const char *finding, const char *of_case, const char *person)
{
  assert_tag (leaves, number, SKY_LEDGER_TAG_FINDING, finding);
  assert_tag (leaves, number, SKY_LEDGER_TAG_CASE, of_case);
  assert_tag (leaves, number, SKY_LEDGER_TAG_PERSON, person);
}

/* What each kind of entry is about; what takes something back is about the same. */
static void
test_tags (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) leaves = NULL;
  const char *const key = self->keys[0];

  struct
  {
    SkyLedgerAction action;
    gint64 target;
    const char *finding, *text, *data;
  } entries[] = {
    { SKY_LEDGER_CASE_OPEN, 0, NULL, "A title", NULL },           /* 4 */
    { SKY_LEDGER_CASE_ADD, 4, key, NULL, NULL },                  /* 5 */
    { SKY_LEDGER_UNDO, 5, NULL, "No.", NULL },                    /* 6 */
    { SKY_LEDGER_UNDO, 6, NULL, "Yes.", NULL },                   /* 7 */
    { SKY_LEDGER_CASE_NOTE, 4, NULL, "A note", NULL },            /* 8 */
    { SKY_LEDGER_VIEW, 0, NULL, NULL, "{\"camera\":\"CAM-1\"}" }, /* 9 */
    { SKY_LEDGER_EXPORT, 4, NULL, NULL, "{\"file\":\"a.zip\"}" }, /* 10 */
    { SKY_LEDGER_UNDO, 1, NULL, "No.", NULL },                    /* 11 */
    { SKY_LEDGER_CASE_CLOSE, 4, NULL, "Done.", NULL },            /* 12 */
  };

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      gint64 number;

      sky_store_ledger_append (self->store, &ada, entries[i].action, entries[i].finding,
                               entries[i].target, entries[i].text, entries[i].data, &number,
                               &error);
      g_assert_no_error (error);
      g_assert_cmpint (number, ==, 4 + i);
    }
  leaves = sky_store_list_leaves (self->store, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (leaves->len, ==, 12);
  assert_tags (leaves, 1, key, NULL, NULL);
  assert_tags (leaves, 4, NULL, "4", NULL);
  assert_tags (leaves, 5, key, "4", NULL);
  assert_tags (leaves, 6, key, "4", NULL);
  assert_tags (leaves, 7, key, "4", NULL);
  assert_tags (leaves, 8, NULL, "4", NULL);
  assert_tags (leaves, 9, NULL, NULL, NULL);
  assert_tags (leaves, 10, NULL, "4", NULL);
  assert_tags (leaves, 11, key, NULL, NULL);
  assert_tags (leaves, 12, NULL, "4", NULL);
}

static void
test_people_tagged (void)
{
  const char *const actions[] = { "person.add", "person.expire", "person.revoke" };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      SkyLedgerEntry entry = { .number = 1,
                               .credential = (char *) "PA-1",
                               .name = (char *) "Ada Quinn",
                               .action = (char *) actions[i],
                               .data = (char *) "{\"credential\":\"PA-2\",\"name\":\"Ben\"}" };
      g_autoptr (GArray) leaves = g_array_new (FALSE, FALSE, sizeof (SkyLedgerLeaf));
      SkyLedgerLeaf leaf;

      /* Whom it is about, not who says it. */
      sky_ledger_leaf_make_next (&entry, leaves, &leaf);
      g_array_append_val (leaves, leaf);
      assert_tags (leaves, 1, NULL, NULL, "PA-2");
    }
}

static void
test_checkpoint (Desk *self, gconstpointer unused)
{
  g_autoptr (SkyKeptCheckpoint) first = make (self);
  g_autoptr (SkyKeptCheckpoint) again = make (self);
  g_autoptr (SkyKeptCheckpoint) second = NULL;
  g_autoptr (SkyCheckpoint) seen = read_back (first);
  g_autoptr (SkyNoteSigner) other = make_signer ();
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *request = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_cmpint (first->number, ==, 1);
  g_assert_cmpuint (first->size, ==, 3);
  g_assert_cmpint (again->number, ==, 1);
  g_assert_cmpstr (seen->origin, ==, sky_note_signer_get_name (self->signer));
  g_assert_null (compare (self, seen));
  decide (self, 3, SKY_LEDGER_CONFIRM);
  g_assert_null (compare (self, seen));
  second = make (self);
  g_assert_cmpint (second->number, ==, 2);
  g_assert_cmpuint (second->size, ==, 4);
  faults = check_kept (self);
  g_assert_cmpuint (faults->len, ==, 0);

  /* What a witness is asked: of three leaves two are a tree of their own, and one stands beside. */
  request = sky_ledger_make_request (self->store, second, 3, &error);
  g_assert_no_error (error);
  lines = g_strsplit (request, "\n", -1);
  g_assert_cmpstr (lines[0], ==, "old 3");
  g_assert_cmpuint (strlen (lines[1]), ==, 44);
  g_assert_cmpuint (strlen (lines[3]), ==, 44);
  g_assert_cmpstr (lines[4], ==, "");
  g_assert_cmpstr (lines[5], ==, sky_note_signer_get_name (self->signer));
  g_assert_cmpstr (lines[6], ==, "4");
  g_assert_null (sky_ledger_make_request (self->store, second, 5, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_LEDGER);
  g_clear_error (&error);

  g_assert_null (sky_ledger_make_checkpoint (self->store, other, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_LEDGER);
}

static void
test_cosignatures (Desk *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyNoteSigner) board = sky_note_signer_create (SKY_NOTE_WITNESS, NULL, &error);
  g_autoptr (SkyNoteSigner) stranger = sky_note_signer_create (SKY_NOTE_WITNESS, NULL, &error);
  g_autoptr (SkyKeptCheckpoint) kept = make (self);
  g_autoptr (SkyKeptCheckpoint) with = NULL;
  g_autoptr (SkyCheckpoint) checkpoint = read_back (kept);
  g_autoptr (GPtrArray) witnesses =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_note_key_free);
  g_autoptr (GPtrArray) faults = NULL;
  g_autofree char *text = NULL;
  guint n;

  g_ptr_array_add (witnesses, sky_note_signer_get_key (board, SKY_NOTE_KEY_COSIGNATURE));
  g_assert_true (sky_note_cosign (checkpoint->note, stranger, 1700000000 * SKY_SECOND, &error));
  text = sky_note_to_text (checkpoint->note);
  g_assert_false (
      sky_ledger_keep_cosignatures (self->store, text, strlen (text), witnesses, &n, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_NOTE);
  g_clear_error (&error);
  g_assert_true (sky_note_cosign (checkpoint->note, board, 1700000000 * SKY_SECOND, &error));
  g_free (text);
  text = sky_note_to_text (checkpoint->note);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (
          sky_ledger_keep_cosignatures (self->store, text, strlen (text), witnesses, &n, &error));
      g_assert_cmpuint (n, ==, 1);
    }
  g_assert_true (sky_store_get_newest_checkpoint (self->store, &with, &error));
  g_assert_cmpuint (with->cosignatures->len, ==, 1);
  faults = check_kept (self);
  g_assert_cmpuint (faults->len, ==, 0);
}

/* Edits the ledger with nothing that guards it. */
static void
tamper (Desk *self, const char *sql)
{
  g_clear_pointer (&self->store, sky_store_free);
  samples_tamper (&self->samples,
                  sky_store_is_uri (self->samples.path)
                      ? "ALTER TABLE ledger DISABLE TRIGGER USER;"
                        "ALTER TABLE ledger_head DISABLE TRIGGER USER;"
                        "ALTER TABLE checkpoints DISABLE TRIGGER USER"
                      : "DROP TRIGGER ledger_refuses_update; DROP TRIGGER ledger_refuses_delete;"
                        "DROP TRIGGER ledger_head_follows; DROP TRIGGER checkpoints_stay;"
                        "DROP TRIGGER checkpoints_are");
  samples_tamper (&self->samples, sql);
  if (sky_store_is_uri (self->samples.path))
    samples_tamper (&self->samples, "ALTER TABLE ledger ENABLE TRIGGER USER;"
                                    "ALTER TABLE ledger_head ENABLE TRIGGER USER;"
                                    "ALTER TABLE checkpoints ENABLE TRIGGER USER");
  self->store = samples_open (&self->samples, SKY_STORE_READ_WRITE);
}

/* The last entry cut off, the head made to fit, and the newest checkpoint taken away: within the
 * database all is well, as in an older one that was put back. */
static void
cut (Desk *self)
{
  tamper (self, "UPDATE ledger_head SET number = 3,"
                " digest = (SELECT digest FROM ledger WHERE number = 3);"
                "DELETE FROM ledger WHERE number = 4; DELETE FROM checkpoints WHERE number = 2");
}

static void
test_cut (Desk *self, gconstpointer unused)
{
  g_autoptr (SkyKeptCheckpoint) first = make (self);
  g_autoptr (SkyKeptCheckpoint) second = NULL;
  g_autoptr (SkyCheckpoint) older = read_back (first);
  g_autoptr (SkyCheckpoint) newer = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GError) error = NULL;

  decide (self, 3, SKY_LEDGER_CONFIRM);
  second = make (self);
  newer = read_back (second);
  g_assert_null (compare (self, newer));
  cut (self);
  faults = check_kept (self);
  g_assert_cmpuint (faults->len, ==, 0);
  g_assert_null (compare (self, older));
  assert_said (compare (self, newer), "is smaller than what was seen: it has 3 entries, 4 were");

  /* Grown again, it is another. */
  decide (self, 3, SKY_LEDGER_DISMISS);
  decide (self, 3, SKY_LEDGER_REOPEN);
  assert_said (compare (self, newer), "another history than what was seen: its first 4 entries");
}

/* With its newest checkpoint still there, it says so itself, and no other is signed. */
static void
test_cut_with_checkpoint (Desk *self, gconstpointer unused)
{
  g_autoptr (SkyKeptCheckpoint) first = make (self);
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GError) error = NULL;

  tamper (self, "UPDATE ledger_head SET number = 2,"
                " digest = (SELECT digest FROM ledger WHERE number = 2);"
                "DELETE FROM ledger WHERE number = 3");
  faults = check_kept (self);
  g_assert_cmpuint (faults->len, ==, 1);
  assert_first (faults, "The ledger does not extend its checkpoint 1 of 3 entries");
  g_assert_null (sky_ledger_make_checkpoint (self->store, self->signer, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_LEDGER);
}

/* Another store with other words under the same names, and another key. */
static void
test_anew (Desk *self, gconstpointer engine)
{
  g_autoptr (SkyKeptCheckpoint) kept = make (self);
  g_autoptr (SkyCheckpoint) seen = read_back (kept);
  Desk other = { .store = NULL };
  g_autoptr (SkyKeptCheckpoint) theirs = NULL;

  set_up (&other, engine);
  assert_said (compare (&other, seen), "another history");
  theirs = make (&other);
  assert_said (compare (&other, seen), sky_note_signer_get_name (other.signer));
  tear_down (&other, engine);
}

static void
test_forged_checkpoint (Desk *self, gconstpointer unused)
{
  g_autoptr (SkyKeptCheckpoint) kept = make (self);
  g_autofree char *text = g_strdup (kept->note);
  g_autoptr (SkyCheckpoint) seen = NULL;
  g_autoptr (GArray) leaves = sky_store_list_leaves (self->store, 0, NULL);
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_checked;

  strstr (text, "\n3\n")[1] = '2';
  seen = sky_checkpoint_parse (text, strlen (text), &error);
  g_assert_no_error (error);
  g_assert_null (sky_ledger_compare (self->store, leaves, seen, NULL, &is_checked, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_NOTE);
  g_assert_true (is_checked);
  tamper (self, "UPDATE checkpoints SET note = replace (note, substr (note, 1, 20),"
                " 'skyward-ledger/aaaaa')");
  faults = check_kept (self);
  g_assert_cmpuint (faults->len, ==, 1);
  assert_first (faults, "Checkpoint 1 does not hold");
}

/* What was lost is declared by the first entry under the new key, and to whoever asks. */
static void
test_restore (Desk *self, gconstpointer unused)
{
  g_autoptr (SkyKeptCheckpoint) first = make (self);
  g_autoptr (SkyKeptCheckpoint) second = NULL;
  g_autoptr (SkyKeptCheckpoint) newest = NULL;
  g_autoptr (SkyCheckpoint) older = read_back (first);
  g_autoptr (SkyCheckpoint) lost = NULL;
  g_autoptr (SkyNoteSigner) new_key = make_signer ();
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GError) error = NULL;
  const SkyLedgerEntry *entry;

  decide (self, 3, SKY_LEDGER_CONFIRM);
  second = make (self);
  lost = read_back (second);
  g_assert_false (sky_ledger_restore (self->store, &ada, lost, NULL, new_key, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_LEDGER);
  g_assert_nonnull (strstr (error->message, "nothing was lost"));
  g_clear_error (&error);
  cut (self);
  g_assert_false (sky_ledger_restore (self->store, &ada, lost, NULL, self->signer, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_LEDGER);
  g_assert_nonnull (strstr (error->message, "new key"));
  g_clear_error (&error);
  g_assert_true (sky_ledger_restore (self->store, &ada, lost, NULL, new_key, &error));
  g_assert_no_error (error);

  entries = sky_store_ledger_list (self->store, NULL, 3, 10, &error);
  g_assert_cmpuint (entries->len, ==, 1);
  entry = entries->pdata[0];
  g_assert_cmpstr (entry->action, ==, "ledger.restore");
  g_assert_nonnull (strstr (entry->data, lost->origin));
  g_assert_nonnull (strstr (entry->data, "\"size\":4"));
  g_assert_true (sky_store_get_newest_checkpoint (self->store, &newest, &error));
  g_assert_cmpuint (newest->size, ==, 4);
  g_assert_true (g_str_has_prefix (newest->note, sky_note_signer_get_name (new_key)));
  faults = check_kept (self);
  g_assert_cmpuint (faults->len, ==, 0);
  g_assert_null (compare (self, older));
  assert_said (compare (self, lost), "Entry 4 declares it: the ledger was restored from a backup");
  g_assert_null (sky_ledger_make_checkpoint (self->store, self->signer, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_LEDGER);
}

/* The entry is not there without the checkpoint: a key that is no ledger's signs none. */
static void
test_restore_whole (Desk *self, gconstpointer unused)
{
  g_autoptr (SkyKeptCheckpoint) first = make (self);
  g_autoptr (SkyKeptCheckpoint) second = NULL;
  g_autoptr (SkyCheckpoint) lost = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GPtrArray) kept = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyNoteSigner) other = sky_note_signer_create (SKY_NOTE_WITNESS, NULL, &error);

  decide (self, 3, SKY_LEDGER_CONFIRM);
  second = make (self);
  lost = read_back (second);
  cut (self);
  g_assert_false (sky_ledger_restore (self->store, &ada, lost, NULL, other, &error));
  g_assert_error (error, SKY_EVIDENCE_ERROR, SKY_EVIDENCE_ERROR_LEDGER);
  entries = sky_store_ledger_list (self->store, NULL, 0, 10, NULL);
  g_assert_cmpuint (entries->len, ==, 3);
  kept = sky_store_list_checkpoints (self->store, NULL);
  g_assert_cmpuint (kept->len, ==, 1);
}

/* What is no stamp of the checkpoint that it is kept with. */
static void
test_stamp (Desk *self, gconstpointer unused)
{
  g_autoptr (SkyKeptCheckpoint) kept = make (self);
  g_autoptr (GBytes) stamp = g_bytes_new_static ("no stamp", 8);
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (sky_store_keep_stamp (self->store, kept->number, stamp, &error));
  g_assert_no_error (error);
  faults = check_kept (self);
  g_assert_cmpuint (faults->len, ==, 1);
  assert_first (faults, "A time stamp of checkpoint 1 is none");
}

/* Each store has a key of its own; one of before stays with the ledger that it signed. */
static void
test_key_path (Desk *self, gconstpointer engine)
{
  Desk other = { .store = NULL };
  g_autofree char *data = g_build_filename (g_get_user_data_dir (), "skyward", NULL);
  g_autofree char *once = g_build_filename (data, "ledger.key", NULL);
  g_autofree char *before = NULL;
  g_autofree char *theirs = NULL;
  g_autofree char *signed_by = NULL;
  g_autofree char *others = NULL;
  g_autoptr (SkyKeptCheckpoint) kept = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&other, engine);
  /* Databases of one template have its name. */
  g_clear_pointer (&other.store, sky_store_free);
  samples_tamper (&other.samples, "UPDATE identity SET name = 'another'");
  other.store = samples_open (&other.samples, SKY_STORE_READ_WRITE);
  before = sky_ledger_key_path (self->store, &error);
  g_assert_no_error (error);
  theirs = sky_ledger_key_path (other.store, &error);
  g_assert_true (g_str_has_prefix (before, data));
  g_assert_cmpstr (before, !=, theirs);
  g_assert_true (sky_note_signer_save (self->signer, once, &error));
  g_assert_no_error (error);
  kept = make (self);
  signed_by = sky_ledger_key_path (self->store, &error);
  g_assert_cmpstr (signed_by, ==, once);
  others = sky_ledger_key_path (other.store, &error);
  g_assert_cmpstr (others, ==, theirs);
  g_assert_cmpint (g_remove (once), ==, 0);
  tear_down (&other, engine);
}

/* The database refuses; what went around it is named. */
static void
test_kept_guarded (Desk *self, gconstpointer unused)
{
  g_autoptr (SkyKeptCheckpoint) kept = make (self);
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (sky_store_keep_checkpoint (self->store, 4, "a", "b", NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_true (sky_store_keep_checkpoint (self->store, 2, kept->key, kept->note, NULL, &error));
  faults = check_kept (self);
  g_assert_cmpuint (faults->len, ==, 1);
  assert_first (faults, "Checkpoint 2");
}

/* In the place of the user's data. */
static char *folder;

static void
remove_folder (void)
{
  g_autofree char *inner = g_build_filename (folder, "skyward", NULL);

  g_rmdir (inner);
  g_rmdir (folder);
  g_free (folder);
}

int
main (int argc, char **argv)
{
  folder = g_dir_make_tmp ("sky-ledger-log-XXXXXX", NULL);
  atexit (remove_folder);
  /* Nothing of the user's own is used. */
  g_setenv ("XDG_DATA_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ledger-log/leaf", test_leaf);
  g_test_add_func ("/ledger-log/people-tagged", test_people_tagged);
#define ADD(name, function) SAMPLES_ADD ("/ledger-log/" name, Desk, set_up, function, tear_down)
  ADD ("tags", test_tags);
  ADD ("checkpoint", test_checkpoint);
  ADD ("cosignatures", test_cosignatures);
  ADD ("kept-guarded", test_kept_guarded);
  ADD ("cut", test_cut);
  ADD ("cut-with-checkpoint", test_cut_with_checkpoint);
  ADD ("anew", test_anew);
  ADD ("forged-checkpoint", test_forged_checkpoint);
  ADD ("restore", test_restore);
  ADD ("restore-whole", test_restore_whole);
  ADD ("stamp", test_stamp);
  ADD ("key-path", test_key_path);

  return g_test_run ();
}
