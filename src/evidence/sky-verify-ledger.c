/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sky-case-details.h"
#include "sky-ledger-signatures.h"
#include "sky-shown-text.h"
#include "sky-verify-private.h"

typedef struct
{
  SkyVerification *verification;
  SkySignatureCheck *check;
  guint n_lines;
  guint n_bad;
  gint64 number; /* of the entry before */
  char digest[SKY_DIGEST_HEX_SIZE];
} Ledger;

/* One fault of an entry; an entry may have several. */
G_GNUC_PRINTF (3, 4)
static void
blame (Ledger *self, const SkyLedgerEntry *entry, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = sky_phrase_va (format, arguments);
  va_end (arguments);
  sky_verification_say (self->verification, SKY_VERIFY_FAILS, "ledger.jsonl: entry %" PRId64 " %s",
                        entry->number, text);
  self->n_bad++;
}

/* --- Each entry ---------------------------------------------------------------------------------
 */

/* That entries stand in their order, none behind the time at which the package was signed. Where
 * the one before it is there, its digest is what this one goes on from. */
static void
check_place (Ledger *self, const SkyLedgerEntry *entry)
{
  const SkyVerification *verification = self->verification;
  char digest[SKY_DIGEST_HEX_SIZE];

  sky_ledger_entry_digest (entry, digest);
  if (strcmp (digest, entry->digest) != 0)
    blame (self, entry, N_ ("was changed: its digest is not that of its words."));
  if (entry->number <= self->number)
    blame (self, entry, N_ ("is not in its place."));
  else if (entry->number == self->number + 1 && self->number > 0
           && strcmp (entry->previous, self->digest) != 0)
    blame (self, entry, N_ ("does not follow the entry before it."));
  if (verification->signature != NULL && verification->signature->signed_at != SKY_TIME_NONE
      && entry->at >= verification->signature->signed_at + SKY_SECOND)
    blame (self, entry, N_ ("is dated after the package was signed."));
  if (verification->stamp != NULL
      && entry->at >= verification->stamp->at + verification->stamp->accuracy + SKY_SECOND)
    blame (self, entry, N_ ("is dated after the package was stamped."));
  self->number = entry->number;
  g_strlcpy (self->digest, entry->digest, sizeof self->digest);
}

/* Who has two credentials could agree with themselves. */
static void
check_certificates (Ledger *self, const SkyLedgerEntry *entry)
{
  GPtrArray *people = sky_signature_check_get_people (self->check);

  for (guint i = 0; i < people->len; i++)
    for (guint j = 0; j < i; j++)
      {
        const SkyPerson *one = people->pdata[i], *other = people->pdata[j];

        if (one->entry == entry->number && strcmp (one->certificate, other->certificate) == 0)
          blame (self, entry, N_ ("registers %s with the certificate of %s."), one->credential,
                 other->credential);
        else if (other->entry == entry->number
                 && strcmp (one->certificate, other->certificate) == 0)
          blame (self, entry, N_ ("registers %s with the certificate of %s."), other->credential,
                 one->credential);
      }
}

/* Who says it, and what they may say: all that is wrong with that. */
static void
check_author (Ledger *self, const SkyLedgerEntry *entry)
{
  GPtrArray *people = sky_signature_check_get_people (self->check);
  const gboolean first = people->len == 0;
  g_autoptr (GPtrArray) wrong = g_ptr_array_new_with_free_func (g_free);

  sky_signature_check_each (self->check, entry, wrong);
  for (guint i = 0; i < wrong->len; i++)
    {
      sky_verification_say (self->verification, SKY_VERIFY_FAILS,
                            "ledger.jsonl: entry %" PRId64 " %s.", entry->number,
                            (const char *) wrong->pdata[i]);
      self->n_bad++;
    }
  if (first && people->len > 0)
    {
      const SkyPerson *registered = people->pdata[0];

      self->verification->first = sky_certificate_new_from_pem (registered->certificate, NULL);
      self->verification->first_at = entry->at;
    }
  check_certificates (self, entry);
}

static void
read_entry (const char *line, gsize length, gpointer data)
{
  Ledger *self = data;
  SkyLedgerEntry *entry = sky_ledger_entry_read_json (line, length);

  self->n_lines++;
  if (entry == NULL)
    {
      sky_verification_say (self->verification, SKY_VERIFY_FAILS,
                            "ledger.jsonl: line %u is no entry of a ledger", self->n_lines);
      self->n_bad++;
      return;
    }
  check_place (self, entry);
  check_author (self, entry);
  g_ptr_array_add (self->verification->entries, entry);
}

/* --- What follows from them ---------------------------------------------------------------------
 */

/* What takes back stands behind what it is about, and may be taken back itself. */
static GHashTable *
find_taken_back (GPtrArray *entries)
{
  GHashTable *taken_back = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = entries->len; i > 0; i--)
    {
      SkyLedgerEntry *entry = entries->pdata[i - 1];

      if (strcmp (entry->action, "undo") == 0
          && !g_hash_table_contains (taken_back, &entry->number))
        g_hash_table_add (taken_back, &entry->target);
    }
  return taken_back;
}

/* The case that the package is of: the one whose opening is there. */
static void
find_case (SkyVerification *self)
{
  const SkyLedgerEntry *opening = NULL;
  guint n = 0;
  g_autofree char *title = NULL;
  g_autofree char *name = NULL;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const SkyLedgerEntry *entry = self->entries->pdata[i];

      if (strcmp (entry->action, "case.open") != 0)
        continue;
      opening = entry;
      n++;
    }
  if (n != 1)
    {
      sky_verification_say (self, SKY_VERIFY_FAILS,
                            n == 0 ? N_ ("ledger.jsonl: the entry that opened the case is missing")
                                   : N_ ("ledger.jsonl: it has the openings of several cases"));
      return;
    }
  self->case_id = opening->number;
  title = sky_text_show (opening->text != NULL ? opening->text : "");
  name = sky_text_show (opening->name);
  sky_verification_say (self, SKY_VERIFY_SAID,
                        "the case: %s, opened by %s in entry %" PRId64 " of the ledger", title,
                        name, opening->number);
}

static char *
show_or_dash (const char *text)
{
  return text != NULL && text[0] != '\0' ? sky_text_show (text) : g_strdup ("—");
}

/* One of our own @words in the reader's language; any other as it stands. */
static char *
show_word (const SkyCaseWord *words, const char *word)
{
  const char *label = sky_case_word_to_label (words, word);

  return label != word ? g_strdup (sky_phrase_words (label)) : show_or_dash (word);
}

/* What the case is, as the last entry says that is not taken back. */
static void
tell_details (SkyVerification *self)
{
  for (guint i = self->entries->len; i > 0; i--)
    {
      const SkyLedgerEntry *entry = self->entries->pdata[i - 1];
      g_autoptr (SkyCaseDetails) details = NULL;
      g_autofree char *type = NULL;
      g_autofree char *people = NULL;
      g_autofree char *disposition = NULL;

      if (strcmp (entry->action, "case.details") != 0 || entry->target != self->case_id
          || self->case_id == 0 || g_hash_table_contains (self->taken_back, &entry->number))
        continue;
      details = sky_case_details_read (entry->data);
      if (details == NULL)
        return;
      g_autofree char *joined = g_strjoinv ("; ", details->people);
      type = show_word (sky_case_types, details->type);
      people = show_or_dash (joined);
      disposition = show_word (sky_case_dispositions, details->disposition);
      sky_verification_say (self, SKY_VERIFY_SAID,
                            "the case by entry %" PRId64
                            " of the ledger: type: %s; people: %s; disposition: %s",
                            entry->number, type, people, disposition);
      return;
    }
}

/* The findings that are in the case when all is said. */
static GHashTable *
find_standing (SkyVerification *self)
{
  GHashTable *standing = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->entries->len; i++)
    {
      SkyLedgerEntry *entry = self->entries->pdata[i];

      if (entry->finding == NULL || entry->target != self->case_id || self->case_id == 0
          || g_hash_table_contains (self->taken_back, &entry->number))
        continue;
      if (strcmp (entry->action, "case.add") == 0)
        g_hash_table_insert (standing, entry->finding, &entry->number);
      else if (strcmp (entry->action, "case.remove") == 0)
        g_hash_table_remove (standing, entry->finding);
    }
  return standing;
}

void
sky_verify_ledger (SkyVerification *self)
{
  const SkyPackageMember *member = sky_package_find (self->package, "ledger.jsonl");
  g_autoptr (SkySignatureCheck) check = sky_signature_check_new ();
  Ledger ledger = { .verification = self, .check = check };

  self->entries = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_entry_free);
  if (member != NULL)
    sky_verification_each_line (member->data, read_entry, &ledger);
  self->taken_back = find_taken_back (self->entries);
  if (member == NULL)
    {
      self->standing = find_standing (self);
      return;
    }
  self->people = g_ptr_array_ref (sky_signature_check_get_people (check));
  if (ledger.n_bad == 0)
    sky_verification_say (self, SKY_VERIFY_HOLDS,
                          "ledger.jsonl: %u entries have their digests and go forward, %" PRIu64
                          " of them have good signatures",
                          ledger.n_lines, sky_signature_check_get_n_signed (check));
  find_case (self);
  tell_details (self);
  self->standing = find_standing (self);
}
