/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who may write what in the ledger, and what its signatures tell of one that was rewritten. */
#include "config.h"

#include <string.h>

#include "sky-case.h"
#include "sky-identity.h"
#include "sky-ledger-judge.h"
#include "sky-ledger-signatures.h"
#include "sky-review.h"
#include "store-samples.h"

typedef struct
{
  Samples samples;
  SkyIdentity *ada; /* an investigator, registers the others */
  SkyIdentity *ben; /* an operator */
  SkyIdentity *cy;  /* an auditor */
  char *keys[8];    /* of findings */
} Fixture;

static const SkyReviewer ada = { "PA-1", "Ada Quinn" };
static const SkyReviewer ben = { "PA-2", "Ben Ürün" };
static const SkyReviewer cy = { "PA-3", "Cy \"C\" Ames" };

static void
sign_in (SkyStore *store, const SkyReviewer *reviewer, SkyIdentity *identity)
{
  sky_store_set_signer (store, reviewer->credential, sky_identity_sign, sky_identity_ref (identity),
                        (GDestroyNotify) sky_identity_unref);
}

static void
add (SkyStore *store,
     const SkyReviewer *who,
     SkyPersonRole role,
     SkyIdentity *identity,
     GError **error)
{
  SkyCertificate *certificate = sky_identity_get_certificate (identity);
  g_autofree char *pem = sky_certificate_to_pem (certificate);
  const SkyPerson person = {
    .credential = (char *) who->credential,
    .name = (char *) who->name,
    .role = role,
    .certificate = pem,
    .expires = sky_certificate_get_not_after (certificate),
  };

  sky_store_add_person (store, &ada, &person, error);
}

/* Ten entries: three registrations, then reviews by Ada and Ben in turn, and a note by Cy. */
static void
set_up (Fixture *self, gconstpointer engine)
{
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 10, 10, 1);
  g_autoptr (GError) error = NULL;

  samples_set_up (&self->samples, engine);
  self->ada = sky_identity_create (ada.credential, ada.name, 30, &error);
  self->ben = sky_identity_create (ben.credential, ben.name, 30, &error);
  self->cy = sky_identity_create (cy.credential, cy.name, 30, &error);
  g_assert_no_error (error);
  store = samples_open (&self->samples, SKY_STORE_READ_WRITE);
  sample_audit_write (audit, store);
  for (guint i = 0; i < G_N_ELEMENTS (self->keys); i++)
    self->keys[i] = sample_audit_key (audit, i);

  sign_in (store, &ada, self->ada);
  add (store, &ada, SKY_PERSON_INVESTIGATOR, self->ada, &error);
  g_assert_no_error (error);
  add (store, &ben, SKY_PERSON_OPERATOR, self->ben, &error);
  g_assert_no_error (error);
  add (store, &cy, SKY_PERSON_AUDITOR, self->cy, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 6; i++)
    {
      sign_in (store, i % 2 ? &ada : &ben, i % 2 ? self->ada : self->ben);
      sky_store_decide (store, i % 2 ? &ada : &ben, self->keys[i], SKY_LEDGER_CONFIRM, "Seen.",
                        SKY_REVIEW_ANY, NULL, &error);
      g_assert_no_error (error);
    }
  sign_in (store, &cy, self->cy);
  sky_store_decide (store, &cy, self->keys[0], SKY_LEDGER_NOTE, "As I see it.", SKY_REVIEW_ANY,
                    NULL, &error);
  g_assert_no_error (error);
}

static void
set_up_sqlite (Fixture *self, gconstpointer unused)
{
  set_up (self, NULL);
}

static void
set_up_postgres (Fixture *self, gconstpointer unused)
{
  set_up (self, samples_postgres);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->keys); i++)
    g_free (self->keys[i]);
  sky_identity_unref (self->ada);
  sky_identity_unref (self->ben);
  sky_identity_unref (self->cy);
  samples_tear_down (&self->samples, NULL);
}

static GPtrArray *
verify (Fixture *self, guint64 *n_signed)
{
  g_autoptr (SkyStore) store = samples_open (&self->samples, SKY_STORE_READ_ONLY);
  g_autoptr (GError) error = NULL;
  GPtrArray *faults = sky_ledger_verify_signed (store, NULL, n_signed, &error);

  g_assert_no_error (error);
  return faults;
}

static void
test_good (Fixture *self, gconstpointer unused)
{
  guint64 n_signed = 0;
  g_autoptr (GPtrArray) faults = verify (self, &n_signed);

  g_assert_cmpuint (faults->len, ==, 0);
  g_assert_cmpuint (n_signed, ==, 10);
}

static void
assert_refused (SkyStore *store,
                const SkyReviewer *who,
                SkyLedgerAction action,
                const char *finding)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (
      sky_store_ledger_append (store, who, action, finding, 0, "Words.", NULL, NULL, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
}

/* The store itself refuses what a role does not allow, the unregistered and the unsigned. */
static void
test_roles (Fixture *self, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (&self->samples, SKY_STORE_READ_WRITE);
  const SkyReviewer stranger = { "PA-9", "Eve" };
  const SkyReviewer borrowed = { "PA-1", "Ada Quinn" };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) faults = NULL;
  gint64 id;

  /* Nobody signed in; somebody else signed in; somebody who is not registered. */
  assert_refused (store, &ada, SKY_LEDGER_CONFIRM, self->keys[6]);
  sign_in (store, &ben, self->ben);
  assert_refused (store, &borrowed, SKY_LEDGER_CONFIRM, self->keys[6]);
  sign_in (store, &stranger, self->ben);
  assert_refused (store, &stranger, SKY_LEDGER_CONFIRM, self->keys[6]);

  /* An operator opens no case, exports nothing and registers nobody. */
  sign_in (store, &ben, self->ben);
  g_assert_false (sky_store_open_case (store, &ben, "Mine", &id, &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
  g_clear_error (&error);
  assert_refused (store, &ben, SKY_LEDGER_EXPORT, NULL);
  g_assert_false (sky_store_revoke_person (store, &ben, "PA-1", "Because.", &error));
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
  g_clear_error (&error);

  /* An auditor notes and does nothing else. */
  sign_in (store, &cy, self->cy);
  for (SkyLedgerAction action = SKY_LEDGER_REVIEW; action < SKY_LEDGER_NOTE; action++)
    if (action != SKY_LEDGER_SECOND)
      assert_refused (store, &cy, action, self->keys[6]);
  assert_refused (store, &cy, SKY_LEDGER_VIEW, NULL);

  /* Revoked, at once and for good. */
  sign_in (store, &ada, self->ada);
  g_assert_false (sky_store_revoke_person (store, &ada, "PA-2", "", &error));
  g_clear_error (&error);
  g_assert_true (sky_store_revoke_person (store, &ada, "PA-2", "Lost the key.", &error));
  g_assert_no_error (error);
  g_assert_true (sky_store_expire_person (store, &ada, "PA-3", g_get_real_time (), &error));
  g_assert_no_error (error);
  sign_in (store, &ben, self->ben);
  assert_refused (store, &ben, SKY_LEDGER_CONFIRM, self->keys[6]);
  sign_in (store, &cy, self->cy);
  assert_refused (store, &cy, SKY_LEDGER_NOTE, self->keys[6]);
  g_clear_pointer (&store, sky_store_free);

  faults = verify (self, NULL);
  g_assert_cmpuint (faults->len, ==, 0);
}

/* The first to register is an investigator and registers themselves. */
static void
test_first (Fixture *self, gconstpointer engine)
{
  Samples samples;
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (GError) error = NULL;

  samples_set_up (&samples, engine);
  store = samples_open (&samples, SKY_STORE_READ_WRITE);
  add (store, &ada, SKY_PERSON_INVESTIGATOR, self->ada, &error);
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
  g_clear_error (&error);
  sign_in (store, &ada, self->ada);
  add (store, &ben, SKY_PERSON_INVESTIGATOR, self->ben, &error);
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
  g_clear_error (&error);
  add (store, &ada, SKY_PERSON_AUDITOR, self->ada, &error);
  g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
  g_clear_error (&error);
  add (store, &ada, SKY_PERSON_INVESTIGATOR, self->ada, &error);
  g_assert_no_error (error);
  g_clear_pointer (&store, sky_store_free);
  samples_tear_down (&samples, NULL);
}

/* The ledger may begin with a review, before anybody is registered. */
static void
test_unregistered (Fixture *self, gconstpointer engine)
{
  Samples samples;
  g_autoptr (SkyStore) store = NULL;
  g_autoptr (SampleAudit) audit = sample_audit_new (1, 0, 10, 10, 1);
  g_autoptr (GPtrArray) faults = NULL;
  g_autoptr (GError) error = NULL;
  guint64 n_entries;
  guint64 n_signed;

  samples_set_up (&samples, engine);
  store = samples_open (&samples, SKY_STORE_READ_WRITE);
  sample_audit_write (audit, store);
  sky_store_decide (store, &ada, self->keys[0], SKY_LEDGER_CONFIRM, NULL, SKY_REVIEW_ANY, NULL,
                    &error);
  g_assert_no_error (error);
  faults = sky_ledger_verify_signed (store, &n_entries, &n_signed, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (faults->len, ==, 0);
  g_assert_cmpuint (n_entries, ==, 1);
  g_assert_cmpuint (n_signed, ==, 0);
  g_clear_pointer (&store, sky_store_free);
  samples_tear_down (&samples, NULL);
}

/* Takes the ledger's guards away. */
static void
unguard (Samples *samples)
{
  samples_tamper (samples,
                  sky_store_is_uri (samples->path)
                      ? "ALTER TABLE ledger DISABLE TRIGGER USER;"
                        "ALTER TABLE ledger_head DISABLE TRIGGER USER"
                      : "DROP TRIGGER ledger_refuses_update; DROP TRIGGER ledger_refuses_delete;"
                        "DROP TRIGGER ledger_head_follows");
}

/* A forger who can do all but sign: changes an entry and makes every digest from there to the head
 * anew, with the triggers away, and what follows from the entries too. */
static void
forge (Fixture *self, gint64 from, const char *sql)
{
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GString) edits = g_string_new (NULL);
  const char *previous = "";

  unguard (&self->samples);
  samples_tamper (&self->samples, sql);
  {
    g_autoptr (SkyStore) store = samples_open (&self->samples, SKY_STORE_READ_ONLY);

    entries = sky_store_ledger_list (store, NULL, 0, 100, NULL);
  }
  for (guint i = 0; i < entries->len; i++)
    {
      SkyLedgerEntry *entry = entries->pdata[i];

      if (entry->number >= from)
        {
          if (i > 0)
            g_strlcpy (entry->previous, previous, sizeof entry->previous);
          sky_ledger_entry_digest (entry, entry->digest);
          g_string_append_printf (
              edits,
              "UPDATE ledger SET previous = '%s', digest = '%s' WHERE number = %" G_GINT64_FORMAT
              ";",
              entry->previous, entry->digest, entry->number);
        }
      previous = entry->digest;
    }
  g_string_append_printf (edits, "UPDATE ledger_head SET digest = '%s', number = %u", previous,
                          entries->len);
  samples_tamper (&self->samples, edits->str);
  {
    g_autoptr (SkyStore) store = samples_open (&self->samples, SKY_STORE_READ_WRITE);
    g_autoptr (GError) error = NULL;

    sky_store_rebuild_reviews (store, &error);
    g_assert_no_error (error);
  }
}

/* The entries that are named, each once, "5, 6". */
static char *
named (GPtrArray *faults)
{
  GString *text = g_string_new (NULL);
  gint64 last = -1;

  for (guint i = 0; i < faults->len; i++)
    {
      const SkyLedgerFault *fault = faults->pdata[i];

      if (fault->kind == SKY_LEDGER_UNGUARDED || fault->number == last)
        continue;
      last = fault->number;
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, text->len > 0 ? ", " : "",
                              fault->number);
    }
  return g_string_free (text, FALSE);
}

static void
test_forged (Fixture *self, gconstpointer unused)
{
  g_autoptr (GPtrArray) faults = NULL;
  g_autofree char *text = NULL;

  /* The chain itself is whole again, and the digest of the entry before is signed with the rest. */
  forge (self, 5, "UPDATE ledger SET text = 'Nothing.' WHERE number = 5");
  {
    g_autoptr (SkyStore) store = samples_open (&self->samples, SKY_STORE_READ_ONLY);
    g_autoptr (GPtrArray) plain = sky_store_ledger_verify (store, NULL, NULL);
    g_autofree char *none = named (plain);

    g_assert_cmpstr (none, ==, "");
  }
  faults = verify (self, NULL);
  text = named (faults);
  g_assert_cmpstr (text, ==, "5, 6, 7, 8, 9, 10");
}

typedef struct
{
  const char *name;
  const char *sql;
  const char *wanted;
} Edit;

/* Edits that leave every digest as it is. */
static const Edit edits[] = {
  { "gone", "UPDATE ledger SET signature = NULL WHERE number = 5", "5" },
  { "empty", "UPDATE ledger SET signature = substr (signature, 1, 0) WHERE number = 5", "5" },
  { "anothers",
    "UPDATE ledger SET signature = (SELECT signature FROM ledger WHERE number = 7)"
    " WHERE number = 5",
    "5" },
  { "of-a-registration", "UPDATE ledger SET signature = substr (signature, 1, 1) WHERE number = 1",
    "1" },
  { "all", "UPDATE ledger SET signature = NULL", "1, 2, 3, 4, 5, 6, 7, 8, 9, 10" },
  { "removed", "DELETE FROM ledger WHERE number = 6", "6" },
  { "changed", "UPDATE ledger SET text = 'No.' WHERE number = 6", "6" },
  { "reordered",
    "UPDATE ledger SET number = 99 WHERE number = 6; UPDATE ledger SET number = 6 WHERE number = 7;"
    "UPDATE ledger SET number = 7 WHERE number = 99",
    "6, 7" },
};

static void
test_edited (Fixture *self, gconstpointer data)
{
  const Edit *edit = data;
  g_autoptr (GPtrArray) faults = NULL;
  g_autofree char *text = NULL;

  unguard (&self->samples);
  samples_tamper (&self->samples, edit->sql);
  faults = verify (self, NULL);
  text = named (faults);
  g_assert_cmpstr (text, ==, edit->wanted);
}

/* Whether something is said of the entry @number that has @text in it. */
static gboolean
is_said (GPtrArray *faults, gint64 number, const char *text)
{
  for (guint i = 0; i < faults->len; i++)
    {
      const SkyLedgerFault *fault = faults->pdata[i];
      g_autofree char *said = sky_ledger_fault_show (fault);

      if (fault->number == number && strstr (said, text) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
assert_said (GPtrArray *faults, gint64 number, const char *text)
{
  if (is_said (faults, number, text))
    return;
  for (guint i = 0; i < faults->len; i++)
    g_test_message ("%s", ((const SkyLedgerFault *) faults->pdata[i])->text);
  g_error ("nothing says of entry %" G_GINT64_FORMAT " that it %s", number, text);
}

/* A changed entry has a digest that is not its own and a signature that is not either. */
static void
test_each_fault (Fixture *self, gconstpointer unused)
{
  g_autoptr (GPtrArray) faults = NULL;

  unguard (&self->samples);
  samples_tamper (&self->samples, "UPDATE ledger SET text = 'No.', name = 'Ada' WHERE number = 6");
  faults = verify (self, NULL);
  assert_said (faults, 6, "was changed");
  assert_said (faults, 6, "was not signed with the key of Ben");
  assert_said (faults, 6, "shows the name Ada; the register has Ben");
}

/* Writes an entry behind the last one past the program: signed by @identity (NULL: with bytes that
 * are no signature), @late after the last one. Returns: its number. */
static gint64
slip_in (Fixture *self,
         SkyIdentity *identity,
         const char *credential,
         const char *name,
         const char *action,
         const char *finding,
         const char *data,
         SkyTime late)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GBytes) signature = g_bytes_new_static ("no signature", 12);
  const SkyLedgerEntry *last;
  SkyLedgerEntry entry = { .credential = (char *) credential,
                           .name = (char *) name,
                           .action = (char *) action,
                           .finding = (char *) finding,
                           .data = (char *) data };
  gboolean is_uri = sky_store_is_uri (self->samples.path);
  const guint8 *bytes;
  gsize size;

  {
    g_autoptr (SkyStore) store = samples_open (&self->samples, SKY_STORE_READ_ONLY);

    entries = sky_store_ledger_list (store, NULL, 0, 1000, NULL);
  }
  last = entries->pdata[entries->len - 1];
  entry.number = last->number + 1;
  entry.at = last->at + late;
  g_strlcpy (entry.previous, last->digest, sizeof entry.previous);
  sky_ledger_entry_digest (&entry, entry.digest);
  sky_ledger_entry_write_digested (&entry, json);
  if (identity != NULL)
    {
      g_bytes_unref (signature);
      signature = sky_identity_sign (identity, json->str, json->len, NULL);
    }
  bytes = g_bytes_get_data (signature, &size);
  /* PostgreSQL's own owner must take its guard away first. */
  if (is_uri)
    g_string_append (sql, "ALTER TABLE ledger DISABLE TRIGGER ledger_grows_at_its_end;");
  g_string_append_printf (
      sql,
      "INSERT INTO ledger (number, at, credential, name, action, finding, target, data, previous,"
      " digest, signature) VALUES (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
      ", '%s', '%s', '%s', %s%s%s, 0, %s%s%s, '%s', '%s', %s",
      entry.number, entry.at, credential, name, action, finding != NULL ? "'" : "",
      finding != NULL ? finding : "NULL", finding != NULL ? "'" : "", data != NULL ? "'" : "",
      data != NULL ? data : "NULL", data != NULL ? "'" : "", entry.previous, entry.digest,
      is_uri ? "'\\x" : "x'");
  for (gsize i = 0; i < size; i++)
    g_string_append_printf (sql, "%02x", bytes[i]);
  g_string_append (sql, "')");
  if (is_uri)
    g_string_append (sql, ";ALTER TABLE ledger ENABLE TRIGGER ledger_grows_at_its_end");
  samples_tamper (&self->samples, sql->str);
  return entry.number;
}

/* What rightful signers write past the program, and the store would have refused. */
static void
test_past_the_program (Fixture *self, gconstpointer unused)
{
  g_autoptr (GPtrArray) faults = NULL;
  gint64 named_other, own, back, future, early, revoked;
  g_autoptr (GError) error = NULL;

  {
    g_autoptr (SkyStore) store = samples_open (&self->samples, SKY_STORE_READ_WRITE);
    const SkyReviewer other = { ada.credential, "Ada Byron" };

    sign_in (store, &ada, self->ada);
    g_assert_false (sky_store_ledger_append (store, &other, SKY_LEDGER_VIEW, NULL, 0, NULL, "{}",
                                             NULL, &error));
    g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
    g_clear_error (&error);
  }
  named_other = slip_in (self, self->ada, "PA-1", "Ben \u202eÜrün", "view", NULL, NULL, 1);
  /* The second finding was confirmed by Ada. */
  own = slip_in (self, self->ada, "PA-1", ada.name, "finding.second", self->keys[1], NULL, 1);
  back = slip_in (self, self->ada, "PA-1", ada.name, "view", NULL, NULL, -5 * SKY_SECOND);
  early = slip_in (self, self->ben, "PA-2", ben.name, "view", NULL, NULL, -SKY_HOUR);
  {
    g_autoptr (SkyStore) store = samples_open (&self->samples, SKY_STORE_READ_WRITE);

    samples_tamper (&self->samples, "SELECT 1");
    sign_in (store, &ada, self->ada);
    sky_store_revoke_person (store, &ada, "PA-2", "Lost.", &error);
    g_assert_no_error (error);
  }
  /* By its date before the revocation, by its place behind it. */
  revoked = slip_in (self, self->ben, "PA-2", ben.name, "view", NULL, NULL, 0);
  future = slip_in (self, self->ada, "PA-1", ada.name, "view", NULL, NULL, SKY_HOUR);
  faults = verify (self, NULL);
  assert_said (faults, named_other, "shows the name Ben \\u202eÜrün; the register has Ada Quinn");
  assert_said (faults, own, "agree with their own confirmation");
  assert_said (faults, back, "goes back in time");
  assert_said (faults, early, "is dated before the registration of Ben");
  assert_said (faults, revoked, "was signed after the certificate of Ben Ürün was revoked");
  assert_said (faults, future, "is dated in the future");
  {
    /* Two minutes ahead are not passed over. */
    g_autoptr (SkyStore) store = samples_open (&self->samples, SKY_STORE_READ_WRITE);

    sign_in (store, &ada, self->ada);
    g_assert_false (
        sky_store_ledger_append (store, &ada, SKY_LEDGER_VIEW, NULL, 0, NULL, "{}", NULL, &error));
    g_assert_error (error, SKY_STORE_ERROR, SKY_STORE_ERROR_REFUSED);
    g_assert_nonnull (strstr (error->message, "the clock says"));
  }
}

/* Who cannot sign becomes no second reviewer, by no rebuild, and registers nobody who does. */
static void
test_rebuilt (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyIdentity) eve = sky_identity_create ("PA-9", "Eve Moran", 30, &error);
  g_autofree char *pem = sky_certificate_to_pem (sky_identity_get_certificate (eve));
  g_auto (GStrv) lines = g_strsplit (pem, "\n", -1);
  g_autofree char *quoted = g_strjoinv ("\\n", lines);
  g_autofree char *data =
      g_strdup_printf ("{\"credential\":\"PA-9\",\"name\":\"Eve Moran\",\"role\":\"operator\","
                       "\"expires\":\"2099-01-01T00:00:00.000000Z\",\"certificate\":\"%s\"}",
                       quoted);
  g_autoptr (GPtrArray) faults = NULL;
  gint64 numbers[3];

  numbers[0] = slip_in (self, NULL, "PA-2", ben.name, "finding.second", self->keys[1], NULL, 1);
  numbers[1] = slip_in (self, eve, "PA-1", ada.name, "person.add", NULL, data, 1);
  numbers[2] = slip_in (self, eve, "PA-9", "Eve Moran", "finding.second", self->keys[3], NULL, 1);
  {
    g_autoptr (SkyStore) store = samples_open (&self->samples, SKY_STORE_READ_WRITE);

    sky_ledger_hold_to_signatures (store);
    g_assert_true (sky_store_rebuild_reviews (store, &error));
    for (guint i = 1; i <= 3; i += 2)
      {
        g_autoptr (SkyReview) review = sky_store_get_review (store, self->keys[i], &error);

        g_assert_cmpint (review->state, ==, SKY_REVIEW_CONFIRMED);
        g_assert_cmpstr (review->credential, ==, "PA-1");
        g_assert_null (review->second_credential);
      }
  }
  faults = verify (self, NULL);
  g_assert_cmpuint (faults->len, ==, 3);
  assert_said (faults, numbers[0], "was not signed with the key of Ben");
  assert_said (faults, numbers[1], "was not signed with the key of Ada");
  assert_said (faults, numbers[2], "is by PA-9, who was not registered then");
}

/* Lines of ledger.jsonl come back as they were written, and no others do. */
static void
test_lines (Fixture *self, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (&self->samples, SKY_STORE_READ_ONLY);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = sky_store_ledger_list (store, NULL, 0, 100, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < entries->len; i++)
    {
      g_autoptr (GString) line = g_string_new (NULL);
      g_autoptr (GString) again = g_string_new (NULL);
      g_autoptr (SkyLedgerEntry) back = NULL;

      sky_ledger_entry_write_json (entries->pdata[i], line);
      back = sky_ledger_entry_read_json (line->str, line->len);
      g_assert_nonnull (back);
      sky_ledger_entry_write_json (back, again);
      g_assert_cmpstr (line->str, ==, again->str);
      g_string_insert_c (line, 1, ' ');
      g_assert_null (sky_ledger_entry_read_json (line->str, line->len));
    }
  g_assert_null (sky_ledger_entry_read_json ("{}", 2));
  g_assert_null (sky_ledger_entry_read_json ("[", 1));
}

#define ADD(path, function)                                                                        \
  SAMPLES_ADD ("/ledger-signatures/" path, Fixture, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("good", test_good);
  ADD ("roles", test_roles);
  ADD ("first", test_first);
  ADD ("unregistered", test_unregistered);
  ADD ("forged", test_forged);
  ADD ("each-fault", test_each_fault);
  ADD ("past-the-program", test_past_the_program);
  ADD ("rebuilt", test_rebuilt);
  ADD ("lines", test_lines);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      g_autofree char *sqlite =
          g_strconcat ("/sqlite/ledger-signatures/edited/", edits[i].name, NULL);
      g_autofree char *postgres =
          g_strconcat ("/postgres/ledger-signatures/edited/", edits[i].name, NULL);

      g_test_add (sqlite, Fixture, &edits[i], set_up_sqlite, test_edited, tear_down);
      g_test_add (postgres, Fixture, &edits[i], set_up_postgres, test_edited, tear_down);
    }
  return g_test_run ();
}
