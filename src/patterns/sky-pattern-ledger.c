/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-ledger.h"

#include "sky-json-writer.h"
#include "sky-json.h"
#include "sky-pattern-record.h"
#include "sky-pattern-words.h"

#include <string.h>

/* The digest of what tells one report from another. */
static void
digest_report (const SkyPattern *pattern, const SkyNotedReport *report, char *hex)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint8 digest[SKY_DIGEST_SIZE];

  sky_json_begin_object (text, NULL);
  sky_json_add_string (text, "property", report->property);
  sky_json_add_string (text, "unit", report->unit);
  sky_json_add_int (text, "reported_on", report->reported_on);
  sky_json_add_string (text, "state", sky_pattern_state (pattern));
  sky_json_add_string (text, "lead", report->lead);
  sky_json_add_string (text, "ln_r", report->ln_r);
  sky_json_end_object (text);
  sky_digest_bytes (text->str, text->len, digest);
  sky_digest_to_hex (digest, hex);
}

/* Adds the digest that an entry is of to the set @told. */
static void
take_told (const SkyLedgerEntry *entry, GHashTable *told)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const char *cause = NULL;
  const SkyJsonNode *data = NULL;
  char *digest = NULL;

  if (entry->data != NULL)
    data = sky_json_parse (parser, entry->data, strlen (entry->data), FALSE, &cause);
  digest = data != NULL ? sky_json_dup_text (data, "told") : NULL;
  if (digest != NULL)
    g_hash_table_add (told, digest);
}

static gboolean
add_entry (const SkyPattern *pattern,
           const char *digest,
           SkyStore *store,
           const SkyReviewer *reviewer,
           GError **error)
{
  const char *check = sky_family_to_check (pattern->family);
  g_autofree char *unit = sky_pattern_unit (pattern);
  g_autofree char *record =
      sky_family_is_of_people (pattern->family) ? NULL : sky_pattern_dup_record (pattern);
  g_autofree char *text =
      record != NULL ? g_strdup_printf ("%s %s: %s", check, unit, sky_pattern_state (pattern))
                     : g_strdup_printf ("%s: %s", check, sky_pattern_state (pattern));
  g_autoptr (GString) data = g_string_new (NULL);

  sky_json_begin_object (data, NULL);
  sky_json_add_string (data, "told", digest);
  sky_json_add_string (data, "property", pattern->property);
  sky_json_add_string (data, "check", check);
  sky_json_add_string (data, "state", sky_pattern_state (pattern));
  if (record != NULL)
    sky_json_add_raw (data, "record", record);
  sky_json_end_object (data);
  return sky_store_ledger_append (store, reviewer, SKY_LEDGER_PATTERN, NULL, 0, text, data->str,
                                  NULL, error);
}

typedef gboolean (*UntoldFunc) (const SkyPattern *pattern,
                                const char *digest,
                                SkyStore *store,
                                const SkyReviewer *reviewer,
                                GError **error);

/* Calls @func, if there is one, for each report that the ledger does not have. @n takes how many.
 */
static gboolean
for_each_untold (const SkyPatterns *self,
                 SkyStore *store,
                 const SkyReviewer *reviewer,
                 UntoldFunc func,
                 guint *n,
                 GError **error)
{
  g_autoptr (GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) entries = sky_store_ledger_list_action (store, SKY_LEDGER_PATTERN, error);

  *n = 0;
  if (entries == NULL)
    return FALSE;
  for (guint i = 0; i < entries->len; i++)
    take_told (entries->pdata[i], told);
  for (guint i = 0; i < self->patterns->len; i++)
    {
      const SkyPattern *pattern = self->patterns->pdata[i];
      g_autoptr (SkyNotedReport) report = sky_pattern_dup_report (pattern);
      char digest[SKY_DIGEST_HEX_SIZE];

      if (report == NULL)
        continue;
      digest_report (pattern, report, digest);
      if (g_hash_table_contains (told, digest))
        continue;
      if (func != NULL && !func (pattern, digest, store, reviewer, error))
        return FALSE;
      ++*n;
    }
  return TRUE;
}

gboolean
sky_patterns_note_in_ledger (const SkyPatterns *self,
                             SkyStore *store,
                             const SkyReviewer *reviewer,
                             guint *n_noted,
                             GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  guint n;

  /* Mostly there is nothing to note, and nobody has to wait for who writes. */
  if (!for_each_untold (self, store, reviewer, NULL, &n, error))
    return FALSE;
  if (n > 0)
    {
      transaction = sky_store_begin (store, SKY_STORE_SURVIVES_POWER_CUT, error);
      if (transaction == NULL || !for_each_untold (self, store, reviewer, add_entry, &n, error)
          || !sky_store_transaction_commit (transaction, error))
        return FALSE;
    }
  if (n_noted != NULL)
    *n_noted = n;
  return TRUE;
}

gboolean
sky_pattern_note_look (const SkyPattern *pattern,
                       SkyStore *store,
                       const SkyReviewer *reviewer,
                       GError **error)
{
  const char *check = sky_family_to_check (pattern->family);
  g_autofree char *unit = sky_pattern_unit (pattern);
  g_autofree char *text = g_strdup_printf ("%s: %s", check, unit);
  g_autoptr (GString) json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "pattern", check);
  sky_json_add_string (json, "property", pattern->property);
  sky_json_add_string (json, "unit", unit);
  sky_json_end_object (json);
  return sky_store_ledger_append (store, reviewer, SKY_LEDGER_VIEW, NULL, 0, text, json->str, NULL,
                                  error);
}
