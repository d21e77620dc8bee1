/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adding to the ledger: who may say it, what it follows, what follows from it. */
#include "config.h"

#include "sky-json.h"
#include "sky-store-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* How far a clock may be behind the ledger's last entry. */
#define MOST_BEHIND (2 * SKY_MINUTE)

static gboolean
check_undo (SkyStore *store, gint64 target, SkyLedgerEntry **undone, GError **error)
{
  g_autoptr (SkyLedgerEntry) entry = sky_store_get_entry (store, target, error);
  SkyLedgerAction action;
  gboolean is_undone;

  if (entry == NULL)
    return FALSE;
  if (!sky_ledger_action_from_name (entry->action, &action) || action >= SKY_LEDGER_VIEW)
    return sky_store_refuse (store, error, SKY_STORE_ERROR_REFUSED,
                             "entry %" G_GINT64_FORMAT " of the ledger cannot be undone (%s)",
                             target, entry->action);
  if (!sky_store_is_undone (store, target, &is_undone, error))
    return FALSE;
  if (is_undone)
    return sky_store_refuse (store, error, SKY_STORE_ERROR_REFUSED,
                             "entry %" G_GINT64_FORMAT " of the ledger is undone already", target);
  *undone = g_steal_pointer (&entry);
  return TRUE;
}

/* The object @data without white space: an entry is one line of ledger.jsonl. */
static gboolean
pack_data (SkyStore *store, const char *data, char **packed, GError **error)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const SkyJsonNode *root;
  const char *cause;
  gboolean quoted = FALSE;
  char *to;

  if (data == NULL)
    return TRUE;
  root = sky_json_parse (parser, data, strlen (data), FALSE, &cause);
  if (root == NULL || root->kind != SKY_JSON_OBJECT)
    return sky_store_refuse (store, error, SKY_STORE_ERROR_INVALID,
                             "the data of an entry of the ledger is a JSON object");
  *packed = to = g_malloc (strlen (data) + 1);
  for (const char *at = data; *at != '\0'; at++)
    {
      if (!quoted && strchr (" \t\n\r", *at) != NULL)
        continue;
      *to++ = *at;
      if (quoted && *at == '\\')
        *to++ = *++at;
      else if (*at == '"')
        quoted = !quoted;
    }
  *to = '\0';
  return TRUE;
}

static gboolean
check_entry (SkyStore *store,
             const SkyReviewer *reviewer,
             SkyLedgerAction action,
             const char *finding,
             gint64 target,
             const char *text,
             const char *data,
             GError **error)
{
  if (reviewer->credential == NULL || *reviewer->credential == '\0' || reviewer->name == NULL)
    return sky_store_refuse (store, error, SKY_STORE_ERROR_INVALID,
                             "an entry of the ledger needs its reviewer's credential and name");
  if (!g_utf8_validate (reviewer->credential, -1, NULL)
      || !g_utf8_validate (reviewer->name, -1, NULL)
      || (finding != NULL && !g_utf8_validate (finding, -1, NULL))
      || (text != NULL && !g_utf8_validate (text, -1, NULL)))
    return sky_store_refuse (store, error, SKY_STORE_ERROR_INVALID,
                             "an entry of the ledger is UTF-8 text");
  if (action >= SKY_LEDGER_PERSON_ADD)
    return sky_store_check_person_entry (store, action, text, data, error);
  if (action <= SKY_LEDGER_NOTE)
    return sky_store_check_decision (store, reviewer, action, finding, text, error);
  return sky_store_check_case_entry (store, action, finding, target, text, data, error);
}

/* Where the entry goes, and what time it is: in a database of a server's by the server's clock,
 * which is one for all desks. */
static gboolean
read_head (SkyStore *store, SkyLedgerEntry *entry, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement = sky_statement_get (store, "SELECT number, digest FROM ledger_head", error);
  if (statement == NULL || !sky_statement_next (statement, &row, error))
    return FALSE;
  if (!row)
    return sky_store_refuse (store, error, SKY_STORE_ERROR_DAMAGED,
                             "the store is damaged: the ledger has no head");
  entry->number = sky_statement_int (statement, 0) + 1;
  g_strlcpy (entry->previous, sky_statement_text (statement, 1), sizeof entry->previous);
  return TRUE;
}

gboolean
sky_store_insert_entry (SkyStore *store, const SkyLedgerEntry *entry, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;

  statement = sky_statement_get (store,
                                 "INSERT INTO ledger (number, at, credential, name, action,"
                                 " finding, target, text, data, previous, digest, signature) "
                                 "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, entry->number);
  sky_statement_put_int (statement, entry->at);
  sky_statement_put_text (statement, entry->credential);
  sky_statement_put_text (statement, entry->name);
  sky_statement_put_text (statement, entry->action);
  sky_statement_put_text (statement, entry->finding);
  sky_statement_put_int (statement, entry->target);
  sky_statement_put_text (statement, entry->text);
  sky_statement_put_text (statement, entry->data);
  sky_statement_put_text (statement, entry->previous);
  sky_statement_put_text (statement, entry->digest);
  sky_statement_put_bytes (statement, entry->signature);
  return sky_statement_run (statement, error);
}

/* When the entry is written: by the store's clock, and not before the one that it follows, as far
 * as that is seen. */
static gboolean
read_clock (SkyStore *store, SkyLedgerEntry *entry, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get_either (
      store, "SELECT 0, (SELECT at FROM ledger WHERE number = ?)",
      "SELECT " SKY_POSTGRES_NOW ", (SELECT at FROM ledger WHERE number = ?)", error);
  gint64 now, before;
  gboolean row;

  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, entry->number - 1);
  if (!sky_statement_next (statement, &row, error))
    return FALSE;
  now = sky_statement_int (statement, 0);
  if (now == 0)
    now = g_get_real_time ();
  before = sky_statement_is_null (statement, 1) ? now : sky_statement_int (statement, 1);
  if (before - now > MOST_BEHIND)
    {
      char last[SKY_TIME_TEXT_SIZE], clock[SKY_TIME_TEXT_SIZE];

      return sky_store_refuse (store, error, SKY_STORE_ERROR_REFUSED,
                               _ ("the ledger's last entry is of %s, and the clock says %s: one of "
                                  "them is wrong"),
                               sky_time_format (before, last), sky_time_format (now, clock));
    }
  entry->at = MAX (now, before);
  return TRUE;
}

/* Signs the entry when the store has its reviewer's key. */
static gboolean
sign_entry (SkyStore *store, SkyLedgerEntry *entry, gboolean must_sign, GError **error)
{
  g_autoptr (GString) json = g_string_new (NULL);

  if (store->sign == NULL || g_strcmp0 (store->signer_credential, entry->credential) != 0)
    return !must_sign
           || sky_store_refuse (
               store, error, SKY_STORE_ERROR_REFUSED,
               _ ("the ledger wants entries signed, and the key of %s is not open"),
               entry->credential);
  sky_ledger_entry_write_digested (entry, json);
  entry->signature = store->sign (store->signer, json->str, json->len, error);
  return entry->signature != NULL;
}

gboolean
sky_store_ledger_append (SkyStore *self,
                         const SkyReviewer *reviewer,
                         SkyLedgerAction action,
                         const char *finding,
                         gint64 target,
                         const char *text,
                         const char *data,
                         gint64 *number,
                         GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction = NULL;
  g_autoptr (SkyLedgerEntry) entry = g_new0 (SkyLedgerEntry, 1);
  g_autoptr (SkyLedgerEntry) undone = NULL;
  gboolean must_sign;

  transaction = sky_store_join (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  if (transaction == NULL)
    return FALSE;
  /* An undo is about the finding that the entry which it takes back is about. */
  if (action == SKY_LEDGER_UNDO && !check_undo (self, target, &undone, error))
    return FALSE;
  if (undone != NULL)
    finding = undone->finding;
  if (!pack_data (self, data, &entry->data, error)
      || !check_entry (self, reviewer, action, finding, target, text, entry->data, error)
      || !read_head (self, entry, error) || !read_clock (self, entry, error)
      || !sky_store_check_writer (self, reviewer, action, entry->data, entry->at, &must_sign,
                                  error))
    return FALSE;

  entry->credential = g_strdup (reviewer->credential);
  entry->name = g_strdup (reviewer->name);
  entry->action = g_strdup (sky_ledger_action_to_name (action));
  entry->finding = g_strdup (finding);
  entry->target = target;
  entry->text = g_strdup (text);
  sky_ledger_entry_digest (entry, entry->digest);
  if (!sign_entry (self, entry, must_sign, error) || !sky_store_insert_entry (self, entry, error)
      || (!self->engine->follows_ledger && !sky_store_apply_entry (self, entry->number, error))
      || !sky_store_transaction_commit (transaction, error))
    return FALSE;
  if (number != NULL)
    *number = entry->number;
  return TRUE;
}

gboolean
sky_store_get_ledger_head (SkyStore *self, SkyLedgerMark *head, GError **error)
{
  g_autoptr (SkyLedgerEntry) next = g_new0 (SkyLedgerEntry, 1);

  if (!read_head (self, next, error))
    return FALSE;
  head->number = next->number - 1;
  g_strlcpy (head->digest, next->previous, sizeof head->digest);
  return TRUE;
}

gboolean
sky_store_ledger_has (SkyStore *self, const SkyLedgerMark *mark, gboolean *has, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;

  statement =
      sky_statement_get (self, "SELECT 1 FROM ledger WHERE number = ? AND digest = ?", error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, mark->number);
  sky_statement_put_text (statement, mark->digest);
  return sky_statement_next (statement, has, error);
}

gboolean
sky_store_say_once (
    SkyStore *self, SkyLedgerMark *mark, SkySayFunc say, gpointer data, GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_begin (self, SKY_STORE_SURVIVES_POWER_CUT, error);
  gboolean has = FALSE;

  if (transaction == NULL)
    return FALSE;
  if (mark->number != 0 && !sky_store_ledger_has (self, mark, &has, error))
    return FALSE;
  return has
         || (say (self, data, error) && sky_store_get_ledger_head (self, mark, error)
             && sky_store_transaction_commit (transaction, error));
}
