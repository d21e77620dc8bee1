/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-ledger-signatures.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sky-certificate.h"
#include "sky-phrase.h"
#include "sky-review.h"
#include "sky-shown-text.h"

/* How far an entry may be ahead of the clock. */
#define MOST_AHEAD (2 * SKY_MINUTE)

/* What was said of a finding, and what took it back. */
typedef struct
{
  SkyLedgerAction action;
  char *finding;
  char *credential;
  gint64 target;
  gboolean undone;
} Word;

struct _SkySignatureCheck
{
  GPtrArray *people;        /* of SkyPerson */
  GHashTable *certificates; /* PEM → SkyCertificate, of those that were used */
  GHashTable *words;        /* the number of an entry → its Word */
  GHashTable *decisions;    /* a finding's key → GArray of gint64: the entries that decide it */
  gint64 last;              /* the last entry that holds; 0: none */
  SkyTime last_at;
  SkyTime now;
  guint64 n_signed;
};

static void
word_free (gpointer data)
{
  Word *self = data;

  g_free (self->finding);
  g_free (self->credential);
  g_free (self);
}

SkySignatureCheck *
sky_signature_check_new (void)
{
  SkySignatureCheck *self = g_new0 (SkySignatureCheck, 1);

  self->people = sky_people_new ();
  self->certificates = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                              (GDestroyNotify) sky_certificate_free);
  self->words = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, word_free);
  self->decisions =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  self->last_at = SKY_TIME_NONE;
  self->now = SKY_TIME_NONE;
  return self;
}

void
sky_signature_check_free (SkySignatureCheck *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->people);
  g_hash_table_unref (self->certificates);
  g_hash_table_unref (self->words);
  g_hash_table_unref (self->decisions);
  g_free (self);
}

/* Returns: (nullable): borrowed. */
static SkyCertificate *
get_certificate (SkySignatureCheck *self, const SkyPerson *person)
{
  SkyCertificate *certificate = g_hash_table_lookup (self->certificates, person->certificate);

  if (certificate == NULL)
    {
      certificate = sky_certificate_new_from_pem (person->certificate, NULL);
      if (certificate != NULL)
        g_hash_table_insert (self->certificates, g_strdup (person->certificate), certificate);
    }
  return certificate;
}

void
sky_signature_check_set_now (SkySignatureCheck *self, SkyTime now)
{
  self->now = now;
}

/* Adds what is wrong, as a phrase. */
G_GNUC_PRINTF (2, 3)
static void
add_wrong (GPtrArray *wrong, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (wrong, sky_phrase_va (format, arguments));
  va_end (arguments);
}

/* Adds what says that the entry was not said by @person, whom it names. */
static void
check_author (SkySignatureCheck *self,
              const SkyPerson *person,
              const SkyLedgerEntry *entry,
              GPtrArray *wrong)
{
  g_autoptr (GString) json = g_string_new (NULL);
  SkyCertificate *certificate;
  SkyLedgerAction action;

  if (person == NULL)
    {
      add_wrong (wrong, N_ ("is by %s, who was not registered then"), entry->credential);
      return;
    }
  certificate = get_certificate (self, person);
  sky_ledger_entry_write_digested (entry, json);
  if (entry->signature == NULL)
    add_wrong (wrong, N_ ("has lost its signature"));
  else if (certificate == NULL)
    add_wrong (wrong, N_ ("cannot be checked: the certificate of %s is none"), person->name);
  else if (!sky_certificate_verify (certificate, json->str, json->len, entry->signature))
    add_wrong (wrong, N_ ("was not signed with the key of %s as it stands"), person->name);
  if (person->revocation != 0 && person->revocation < entry->number)
    add_wrong (wrong, N_ ("was signed after the certificate of %s was revoked"), person->name);
  /* By the order of entries: whoever stands behind one of a later time cannot be of an earlier. */
  if (person->expires <= MAX (entry->at, self->last_at))
    add_wrong (wrong, N_ ("was signed after the certificate of %s had expired"), person->name);
  if (strcmp (entry->name, person->name) != 0)
    add_wrong (wrong, N_ ("shows the name %s; the register has %s"), entry->name, person->name);
  if (sky_ledger_action_from_name (entry->action, &action)
      && !sky_person_role_allows (person->role, action))
    add_wrong (wrong, N_ ("is nothing that %s, registered as %s, may do"), person->name,
               sky_person_role_to_name (person->role));
}

static void
check_time (SkySignatureCheck *self,
            const SkyPerson *person,
            const SkyLedgerEntry *entry,
            GPtrArray *wrong)
{
  if (self->last != 0 && entry->at < self->last_at)
    add_wrong (wrong, N_ ("goes back in time: it is dated before entry %" PRId64), self->last);
  if (person != NULL && entry->at < person->registered_at)
    add_wrong (wrong, N_ ("is dated before the registration of %s"), person->name);
  if (self->now != SKY_TIME_NONE && entry->at - MOST_AHEAD > self->now)
    add_wrong (wrong, N_ ("is dated in the future"));
}

static void
take_back (SkySignatureCheck *self, gint64 number, gboolean undone)
{
  Word *word = g_hash_table_lookup (self->words, &number);

  for (; word != NULL; word = g_hash_table_lookup (self->words, &number))
    {
      word->undone = undone;
      if (word->action != SKY_LEDGER_UNDO || word->target >= number)
        return;
      number = word->target;
      undone = !undone;
    }
}

/* The decision about @finding that stands; NULL: none. */
static const Word *
find_decision (SkySignatureCheck *self, const char *finding)
{
  const GArray *numbers = g_hash_table_lookup (self->decisions, finding);

  for (guint i = numbers != NULL ? numbers->len : 0; i > 0; i--)
    {
      const Word *word = g_hash_table_lookup (self->words, &g_array_index (numbers, gint64, i - 1));

      if (!word->undone)
        return word;
    }
  return NULL;
}

/* Who confirms cannot agree with themselves. */
static void
check_second (SkySignatureCheck *self, const SkyLedgerEntry *entry, GPtrArray *wrong)
{
  const Word *decision;

  if (strcmp (entry->action, "finding.second") != 0 || entry->finding == NULL)
    return;
  decision = find_decision (self, entry->finding);
  if (decision != NULL && decision->action == SKY_LEDGER_CONFIRM
      && !sky_review_is_second (decision->credential, entry->credential))
    add_wrong (wrong, N_ ("has %s agree with their own confirmation"), entry->credential);
}

/* Nor can they with another credential for the same key. */
static void
check_registered (SkySignatureCheck *self, const SkyPerson *added, GPtrArray *wrong)
{
  for (guint i = 0; added != NULL && i < self->people->len; i++)
    {
      const SkyPerson *person = self->people->pdata[i];

      if (person != added && strcmp (person->certificate, added->certificate) == 0)
        add_wrong (wrong, N_ ("registers for %s the certificate of %s"), added->credential,
                   person->credential);
    }
}

static void
note_word (SkySignatureCheck *self, const SkyLedgerEntry *entry)
{
  SkyLedgerAction action;
  Word *word;
  GArray *numbers;

  if (!sky_ledger_action_from_name (entry->action, &action)
      || (action != SKY_LEDGER_UNDO && (entry->finding == NULL || action > SKY_LEDGER_REOPEN)))
    return;
  word = g_new0 (Word, 1);
  word->action = action;
  word->finding = g_strdup (entry->finding);
  word->credential = g_strdup (entry->credential);
  word->target = entry->target;
  g_hash_table_replace (self->words, g_memdup2 (&entry->number, sizeof entry->number), word);
  if (action == SKY_LEDGER_UNDO)
    {
      if (entry->target < entry->number)
        take_back (self, entry->target, TRUE);
      return;
    }
  numbers = g_hash_table_lookup (self->decisions, entry->finding);
  if (numbers == NULL)
    {
      numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_hash_table_insert (self->decisions, g_strdup (entry->finding), numbers);
    }
  g_array_append_val (numbers, entry->number);
}

void
sky_signature_check_each (SkySignatureCheck *self, const SkyLedgerEntry *entry, GPtrArray *wrong)
{
  guint n_before = wrong->len;
  guint n_people = self->people->len;
  gboolean forged;
  const SkyPerson *person;

  /* Who registers first signs with the certificate that the entry itself brings, and nobody else
   * vouches for it: whatever its signature, what follows is held against it. */
  if (n_people == 0)
    sky_people_apply (self->people, entry);
  person = sky_people_find (self->people, entry->credential);
  if (self->people->len > 0)
    check_author (self, person, entry, wrong);
  else if (entry->signature != NULL)
    add_wrong (wrong, N_ ("is signed by somebody who was not registered then"));
  forged = wrong->len > n_before;
  if (!forged && self->people->len > 0)
    self->n_signed++;

  check_time (self, forged ? NULL : person, entry, wrong);
  check_second (self, entry, wrong);
  if (!forged)
    {
      if (n_people > 0)
        sky_people_apply (self->people, entry);
      if (self->people->len > n_people)
        check_registered (self, self->people->pdata[self->people->len - 1], wrong);
      note_word (self, entry);
    }
  /* What is wrong of one entry is not the fault of the next. */
  if (wrong->len > n_before)
    return;
  self->last = entry->number;
  self->last_at = entry->at;
}

char *
sky_signature_check_next (SkySignatureCheck *self, const SkyLedgerEntry *entry)
{
  g_autoptr (GPtrArray) wrong = g_ptr_array_new_with_free_func (g_free);
  GString *text;

  sky_signature_check_each (self, entry, wrong);
  if (wrong->len == 0)
    return NULL;
  text = g_string_new (NULL);
  for (guint i = 0; i < wrong->len; i++)
    {
      g_autofree char *english = sky_phrase_english (wrong->pdata[i]);
      g_autofree char *shown = sky_text_show (english);

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", shown);
    }
  g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}

gboolean
sky_signature_check_believes (SkySignatureCheck *self, const SkyLedgerEntry *entry)
{
  g_autoptr (GPtrArray) wrong = g_ptr_array_new_with_free_func (g_free);

  if (self->people->len == 0)
    return entry->signature == NULL;
  check_author (self, sky_people_find (self->people, entry->credential), entry, wrong);
  return wrong->len == 0;
}

guint64
sky_signature_check_get_n_signed (const SkySignatureCheck *self)
{
  return self->n_signed;
}

GPtrArray *
sky_signature_check_get_people (SkySignatureCheck *self)
{
  return self->people;
}
