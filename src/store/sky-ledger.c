/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-ledger.h"

#include <string.h>

#include "sky-json-writer.h"
#include "sky-json.h"
#include "sky-store-private.h"

static const char *const action_names[SKY_N_LEDGER_ACTIONS] = {
  [SKY_LEDGER_REVIEW] = "finding.review",
  [SKY_LEDGER_CONFIRM] = "finding.confirm",
  [SKY_LEDGER_DISMISS] = "finding.dismiss",
  [SKY_LEDGER_ESCALATE] = "finding.escalate",
  [SKY_LEDGER_REOPEN] = "finding.reopen",
  [SKY_LEDGER_SECOND] = "finding.second",
  [SKY_LEDGER_NOTE] = "finding.note",
  [SKY_LEDGER_UNDO] = "undo",
  [SKY_LEDGER_BOOKMARK] = "bookmark.add",
  [SKY_LEDGER_BOOKMARK_REMOVE] = "bookmark.remove",
  [SKY_LEDGER_CASE_OPEN] = "case.open",
  [SKY_LEDGER_CASE_RENAME] = "case.rename",
  [SKY_LEDGER_CASE_DETAILS] = "case.details",
  [SKY_LEDGER_CASE_ADD] = "case.add",
  [SKY_LEDGER_CASE_STILL] = "case.still",
  [SKY_LEDGER_CASE_REMOVE] = "case.remove",
  [SKY_LEDGER_CASE_NOTE] = "case.note",
  [SKY_LEDGER_CASE_CLOSE] = "case.close",
  [SKY_LEDGER_CASE_REOPEN] = "case.reopen",
  [SKY_LEDGER_VIEW] = "view",
  [SKY_LEDGER_PATTERN] = "pattern",
  [SKY_LEDGER_EXPORT] = "export",
  [SKY_LEDGER_PRINT] = "print",
  [SKY_LEDGER_LINE] = "log.line",
  [SKY_LEDGER_LOCK] = "recording.lock",
  [SKY_LEDGER_RELEASE] = "recording.release",
  [SKY_LEDGER_RESTORE] = "ledger.restore",
  [SKY_LEDGER_PERSON_ADD] = "person.add",
  [SKY_LEDGER_PERSON_EXPIRE] = "person.expire",
  [SKY_LEDGER_PERSON_REVOKE] = "person.revoke",
};

const char *
sky_ledger_action_to_name (SkyLedgerAction action)
{
  g_return_val_if_fail ((guint) action < SKY_N_LEDGER_ACTIONS, NULL);
  return action_names[action];
}

gboolean
sky_ledger_action_from_name (const char *name, SkyLedgerAction *action)
{
  for (guint i = 0; i < SKY_N_LEDGER_ACTIONS; i++)
    if (g_strcmp0 (action_names[i], name) == 0)
      {
        *action = i;
        return TRUE;
      }
  return FALSE;
}

void
sky_ledger_entry_free (SkyLedgerEntry *self)
{
  if (self == NULL)
    return;
  g_free (self->credential);
  g_free (self->name);
  g_free (self->action);
  g_free (self->finding);
  g_free (self->text);
  g_free (self->data);
  g_clear_pointer (&self->signature, g_bytes_unref);
  g_free (self);
}

void
sky_store_set_signer (SkyStore *self,
                      const char *credential,
                      SkyLedgerSignFunc sign,
                      gpointer signer,
                      GDestroyNotify free_signer)
{
  if (self->free_signer != NULL)
    self->free_signer (self->signer);
  g_free (self->signer_credential);
  self->signer_credential = g_strdup (credential);
  self->sign = sign;
  self->signer = signer;
  self->free_signer = free_signer;
}

void
sky_store_set_judge (SkyStore *self,
                     SkyLedgerBelieveFunc believe,
                     gpointer judge,
                     GDestroyNotify free_judge)
{
  if (self->free_judge != NULL)
    self->free_judge (self->judge);
  self->believe = believe;
  self->judge = judge;
  self->free_judge = free_judge;
}

static void
write_members (const SkyLedgerEntry *entry, GString *json)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "number", entry->number);
  sky_json_add_time (json, "at", entry->at);
  sky_json_add_string (json, "credential", entry->credential);
  sky_json_add_string (json, "name", entry->name);
  sky_json_add_string (json, "action", entry->action);
  sky_json_add_string (json, "finding", entry->finding);
  if (entry->target != 0)
    sky_json_add_int (json, "target", entry->target);
  else
    sky_json_add_raw (json, "target", "null");
  sky_json_add_string (json, "text", entry->text);
  sky_json_add_raw (json, "data", entry->data != NULL ? entry->data : "null");
  sky_json_add_string (json, "previous", entry->previous);
}

void
sky_ledger_entry_write_digested (const SkyLedgerEntry *entry, GString *json)
{
  write_members (entry, json);
  sky_json_end_object (json);
}

void
sky_ledger_entry_digest (const SkyLedgerEntry *entry, char hex[SKY_DIGEST_HEX_SIZE])
{
  g_autoptr (GString) json = g_string_new (NULL);
  guint8 digest[SKY_DIGEST_SIZE];

  sky_ledger_entry_write_digested (entry, json);
  sky_digest_bytes (json->str, json->len, digest);
  sky_digest_to_hex (digest, hex);
}

void
sky_ledger_entry_write_json (const SkyLedgerEntry *entry, GString *json)
{
  write_members (entry, json);
  sky_json_add_string (json, "digest", entry->digest);
  if (entry->signature != NULL)
    {
      gsize size;
      const guchar *data = g_bytes_get_data (entry->signature, &size);
      g_autofree char *text = g_base64_encode (data, size);

      sky_json_add_string (json, "signature", text);
    }
  sky_json_end_object (json);
}

static char *
dup_text (const SkyJsonNode *node)
{
  return node != NULL && node->kind == SKY_JSON_TEXT ? sky_text_dup (node->text) : NULL;
}

/* The bytes of the object `data` in @line: it stands between its name and "previous", which no text
 * in it can be taken for because their quotes are escaped. */
static char *
dup_data (const char *line, gsize length)
{
  static const char begin[] = ",\"data\":";
  static const char end[] = ",\"previous\":\"";
  const char *first = g_strstr_len (line, (gssize) length, begin);
  const char *last = g_strrstr_len (line, (gssize) length, end);

  if (first == NULL || last == NULL || last < first + strlen (begin))
    return NULL;
  first += strlen (begin);
  return g_strndup (first, (gsize) (last - first));
}

SkyLedgerEntry *
sky_ledger_entry_read_json (const char *line, gsize length)
{
  g_autoptr (SkyLedgerEntry) entry = g_new0 (SkyLedgerEntry, 1);
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autoptr (GString) again = g_string_new (NULL);
  g_autofree char *at = NULL;
  g_autofree char *previous = NULL;
  g_autofree char *digest = NULL;
  g_autofree char *signature = NULL;
  const SkyJsonNode *root;
  const SkyJsonNode *node;
  const char *cause;

  root = sky_json_parse (parser, line, length, FALSE, &cause);
  if (root == NULL || root->kind != SKY_JSON_OBJECT)
    return NULL;
  node = sky_json_member (root, "number");
  if (node != NULL && node->kind == SKY_JSON_INT)
    entry->number = node->integer;
  node = sky_json_member (root, "target");
  if (node != NULL && node->kind == SKY_JSON_INT)
    entry->target = node->integer;
  at = dup_text (sky_json_member (root, "at"));
  entry->credential = dup_text (sky_json_member (root, "credential"));
  entry->name = dup_text (sky_json_member (root, "name"));
  entry->action = dup_text (sky_json_member (root, "action"));
  entry->finding = dup_text (sky_json_member (root, "finding"));
  entry->text = dup_text (sky_json_member (root, "text"));
  previous = dup_text (sky_json_member (root, "previous"));
  digest = dup_text (sky_json_member (root, "digest"));
  signature = dup_text (sky_json_member (root, "signature"));
  if (at == NULL || !sky_time_parse (at, strlen (at), &entry->at) || previous == NULL
      || digest == NULL || entry->credential == NULL || entry->name == NULL
      || entry->action == NULL)
    return NULL;
  g_strlcpy (entry->previous, previous, sizeof entry->previous);
  g_strlcpy (entry->digest, digest, sizeof entry->digest);
  node = sky_json_member (root, "data");
  if (node != NULL && node->kind == SKY_JSON_OBJECT)
    entry->data = dup_data (line, length);
  if (signature != NULL)
    {
      gsize size;
      guchar *bytes = g_base64_decode (signature, &size);

      entry->signature = g_bytes_new_take (bytes, size);
    }

  /* What was not understood does not come out again. */
  sky_ledger_entry_write_json (entry, again);
  if (again->len != length || memcmp (again->str, line, length) != 0)
    return NULL;
  return g_steal_pointer (&entry);
}

static gboolean
is_digest (const char *text)
{
  return text != NULL && strlen (text) == SKY_DIGEST_HEX_SIZE - 1;
}

/* Of SKY_LEDGER_COLUMNS those that are texts, and the number among them. */
enum
{
  TEXTS_BEGIN = 2,
  TARGET = 6,
  TEXTS_END = 10,
};

/* TRUE when what a row holds is what its texts say up to their first NUL, and all of it could have
 * been written by sky_store_ledger_append(). Whoever edits the file might put more behind a NUL. */
static gboolean
is_plain (SkyStatement *row, const SkyLedgerEntry *entry)
{
  for (int column = TEXTS_BEGIN; column <= TEXTS_END; column++)
    if (column != TARGET && !sky_statement_is_plain (row, column))
      return FALSE;
  return entry->at > -G_MAXINT64 / 2 && entry->at < G_MAXINT64 / 2
         && is_digest (sky_statement_text (row, 9)) && is_digest (sky_statement_text (row, 10));
}

/* In a damaged file even what must be there may be missing. */
static char *
dup_sure (SkyStatement *row, int column)
{
  const char *text = sky_statement_text (row, column);

  return g_strdup (text != NULL ? text : "");
}

SkyLedgerEntry *
sky_ledger_entry_read (SkyStatement *row)
{
  SkyLedgerEntry *entry = g_new0 (SkyLedgerEntry, 1);

  entry->number = sky_statement_int (row, 0);
  entry->at = sky_statement_int (row, 1);
  entry->credential = dup_sure (row, 2);
  entry->name = dup_sure (row, 3);
  entry->action = dup_sure (row, 4);
  entry->finding = g_strdup (sky_statement_text (row, 5));
  entry->target = sky_statement_int (row, 6);
  entry->text = g_strdup (sky_statement_text (row, 7));
  entry->data = g_strdup (sky_statement_text (row, 8));
  entry->signature = sky_statement_dup_bytes (row, 11);
  /* Without a digest nothing fits it: the entry will be told as changed. */
  if (is_plain (row, entry))
    {
      g_strlcpy (entry->previous, sky_statement_text (row, 9), sizeof entry->previous);
      g_strlcpy (entry->digest, sky_statement_text (row, 10), sizeof entry->digest);
    }
  else
    entry->at = 0;
  return entry;
}

SkyLedgerEntry *
sky_store_get_entry (SkyStore *self, gint64 number, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement = sky_statement_get (self, SKY_LEDGER_COLUMNS "WHERE number = ?", error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, number);
  if (!sky_statement_next (statement, &row, error))
    return NULL;
  if (!row)
    {
      sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_FOUND,
                        "the ledger has no entry %" G_GINT64_FORMAT, number);
      return NULL;
    }
  return sky_ledger_entry_read (statement);
}

GPtrArray *
sky_store_ledger_list (
    SkyStore *self, const char *finding, gint64 after, guint limit, GError **error)
{
  g_autoptr (GPtrArray) entries =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_entry_free);
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  if (finding != NULL)
    statement = sky_statement_get (self,
                                   SKY_LEDGER_COLUMNS "WHERE number > ? AND finding = ? "
                                                      "ORDER BY number LIMIT ?",
                                   error);
  else
    statement = sky_statement_get (
        self, SKY_LEDGER_COLUMNS "WHERE number > ? ORDER BY number LIMIT ?", error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, after);
  if (finding != NULL)
    sky_statement_put_text (statement, finding);
  sky_statement_put_int (statement, limit);
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return g_steal_pointer (&entries);
      g_ptr_array_add (entries, sky_ledger_entry_read (statement));
    }
  return NULL;
}

GPtrArray *
sky_store_ledger_list_action (SkyStore *self, SkyLedgerAction action, GError **error)
{
  g_autoptr (GPtrArray) entries =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_entry_free);
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement =
      sky_statement_get (self, SKY_LEDGER_COLUMNS "WHERE action = ? ORDER BY number", error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_text (statement, sky_ledger_action_to_name (action));
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return g_steal_pointer (&entries);
      g_ptr_array_add (entries, sky_ledger_entry_read (statement));
    }
  return NULL;
}

gboolean
sky_store_is_undone (SkyStore *self, gint64 number, gboolean *undone, GError **error)
{
  g_autoptr (GArray) undos = g_array_new (FALSE, FALSE, sizeof (gint64));

  *undone = FALSE;
  {
    g_autoptr (SkyStatement) statement = NULL;
    gboolean row = TRUE;

    /* By the target: all undos there are would be looked through by the action. */
    statement = sky_statement_get (
        self, "SELECT number FROM ledger WHERE target = ? AND target > 0 AND action || '' = 'undo'",
        error);
    if (statement == NULL)
      return FALSE;
    sky_statement_put_int (statement, number);
    while (row)
      {
        gint64 undo;

        if (!sky_statement_next (statement, &row, error))
          return FALSE;
        undo = sky_statement_int (statement, 0);
        /* What is undone came before: a record that says otherwise could lead in a circle. */
        if (row && undo > number)
          g_array_append_val (undos, undo);
      }
  }

  for (guint i = 0; i < undos->len && !*undone; i++)
    {
      g_autoptr (SkyLedgerEntry) undo =
          sky_store_get_entry (self, g_array_index (undos, gint64, i), error);

      if (undo == NULL || !sky_store_counts (self, undo, undone, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
sky_store_counts (SkyStore *self, const SkyLedgerEntry *entry, gboolean *counts, GError **error)
{
  gboolean undone;

  *counts = TRUE;
  if (self->believe != NULL && !self->believe (self->judge, self, entry, counts, error))
    return FALSE;
  if (!*counts)
    return TRUE;
  if (!sky_store_is_undone (self, entry->number, &undone, error))
    return FALSE;
  *counts = !undone;
  return TRUE;
}
