/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-ledger-leaf.h"

#include <string.h>

#include "sky-json.h"
#include "sky-store-private.h"

static const char *const kinds[SKY_N_LEDGER_TAGS] = {
  [SKY_LEDGER_TAG_FINDING] = "finding",
  [SKY_LEDGER_TAG_CASE] = "case",
  [SKY_LEDGER_TAG_PERSON] = "person",
};

static const guint8 none[SKY_DIGEST_SIZE] = { 0 };

void
sky_ledger_tag (SkyLedgerTag kind, const char *id, guint8 tag[SKY_DIGEST_SIZE])
{
  g_autoptr (GString) text = g_string_new (kinds[kind]);

  g_string_append_c (text, '\0');
  g_string_append (text, id);
  sky_digest_bytes (text->str, text->len, tag);
}

gboolean
sky_ledger_leaf_has (const SkyLedgerLeaf *self,
                     SkyLedgerTag kind,
                     const guint8 tag[SKY_DIGEST_SIZE])
{
  return memcmp (self->tags[kind], tag, SKY_DIGEST_SIZE) == 0;
}

/* Returns: a new string; NULL: the entry's data name nobody. */
static char *
read_credential (const char *data)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const SkyJsonNode *root;
  const char *cause;

  if (data == NULL)
    return NULL;
  root = sky_json_parse (parser, data, strlen (data), FALSE, &cause);
  return root != NULL ? sky_json_dup_text (root, "credential") : NULL;
}

void
sky_ledger_leaf_make (const SkyLedgerEntry *entry, const SkyLedgerLeaf *target, SkyLedgerLeaf *leaf)
{
  g_autoptr (GString) json = g_string_new (NULL);

  sky_ledger_entry_write_digested (entry, json);
  sky_digest_bytes (json->str, json->len, leaf->digest);
  memset (leaf->tags, 0, sizeof leaf->tags);
  if (entry->finding != NULL)
    sky_ledger_tag (SKY_LEDGER_TAG_FINDING, entry->finding, leaf->tags[SKY_LEDGER_TAG_FINDING]);
  if (strcmp (entry->action, "case.open") == 0)
    {
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, entry->number);

      sky_ledger_tag (SKY_LEDGER_TAG_CASE, number, leaf->tags[SKY_LEDGER_TAG_CASE]);
    }
  if (g_str_has_prefix (entry->action, "person."))
    {
      g_autofree char *credential = read_credential (entry->data);

      if (credential != NULL)
        sky_ledger_tag (SKY_LEDGER_TAG_PERSON, credential, leaf->tags[SKY_LEDGER_TAG_PERSON]);
    }
  for (guint i = 0; target != NULL && i < SKY_N_LEDGER_TAGS; i++)
    if (memcmp (leaf->tags[i], none, sizeof none) == 0)
      memcpy (leaf->tags[i], target->tags[i], sizeof none);
}

void
sky_ledger_leaf_make_next (const SkyLedgerEntry *entry, const GArray *before, SkyLedgerLeaf *leaf)
{
  const SkyLedgerLeaf *target = NULL;

  if (entry->target > 0 && entry->target < entry->number && (guint64) entry->target <= before->len)
    target = &g_array_index (before, SkyLedgerLeaf, entry->target - 1);
  sky_ledger_leaf_make (entry, target, leaf);
}

GArray *
sky_store_list_leaves (SkyStore *self, guint64 size, GError **error)
{
  g_autoptr (GArray) leaves = g_array_new (FALSE, FALSE, sizeof (SkyLedgerLeaf));
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row = TRUE;

  if (!sky_store_check_sees_all (self, error))
    return NULL;
  statement = sky_statement_get (self, SKY_LEDGER_COLUMNS "ORDER BY number LIMIT ?", error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, size > 0 ? (gint64) MIN (size, G_MAXINT64) : G_MAXINT64);
  while (TRUE)
    {
      g_autoptr (SkyLedgerEntry) entry = NULL;
      SkyLedgerLeaf leaf;

      if (!sky_statement_next (statement, &row, error))
        return NULL;
      if (!row)
        break;
      entry = sky_ledger_entry_read (statement);
      sky_ledger_leaf_make_next (entry, leaves, &leaf);
      g_array_append_val (leaves, leaf);
    }
  if (leaves->len < size)
    {
      sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_FOUND,
                        "the ledger has %u entries, not %" G_GUINT64_FORMAT, leaves->len, size);
      return NULL;
    }
  return g_steal_pointer (&leaves);
}
