/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-case.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "sky-spot.h"
#include "sky-store-private.h"
#include "sky-stored-log.h"

void
sky_bookmark_free (SkyBookmark *self)
{
  if (self == NULL)
    return;
  g_free (self->property);
  g_free (self->table);
  g_free (self->game);
  g_free (self->text);
  g_free (self->credential);
  g_free (self->name);
  g_free (self);
}

void
sky_case_free (SkyCase *self)
{
  if (self == NULL)
    return;
  g_free (self->title);
  g_clear_pointer (&self->details, sky_case_details_free);
  g_free (self->credential);
  g_free (self->name);
  g_free (self);
}

void
sky_case_item_free (SkyCaseItem *self)
{
  if (self == NULL)
    return;
  g_free (self->finding);
  g_clear_pointer (&self->still, sky_case_still_free);
  g_clear_pointer (&self->details, sky_case_details_free);
  g_free (self->text);
  g_free (self->credential);
  g_free (self->name);
  g_free (self);
}

/* Where a bookmark points, as its entry's data says. */
static SkySpot *
read_spot (SkyStore *store, const char *data, GError **error)
{
  SkySpot *spot = sky_spot_read (data);

  if (spot == NULL)
    sky_store_refuse (store, error, SKY_STORE_ERROR_INVALID,
                      "a bookmark needs the log's property, table, game and gaming day, and "
                      "an instant");
  return spot;
}

static gboolean
exists (SkyStore *store, const char *sql, gint64 first, gboolean *found, GError **error)
{
  g_autoptr (SkyStatement) statement = sky_statement_get (store, sql, error);

  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, first);
  return sky_statement_next (statement, found, error);
}

static gboolean
check_bookmark (SkyStore *store, gint64 number, GError **error)
{
  gboolean found;

  return exists (store, "SELECT 1 FROM bookmarks WHERE number = ?", number, &found, error)
         && (found
             || sky_store_refuse (store, error, SKY_STORE_ERROR_NOT_FOUND,
                                  "there is no bookmark %" G_GINT64_FORMAT, number));
}

static gboolean
check_case (SkyStore *store, gint64 id, gboolean must_be_open, GError **error)
{
  g_autoptr (SkyCase) found = sky_store_get_case (store, id, error);

  if (found == NULL)
    return FALSE;
  if (must_be_open && found->closed)
    return sky_store_refuse (store, error, SKY_STORE_ERROR_REFUSED,
                             _ ("case %" PRId64 " is closed"), found->number);
  return TRUE;
}

static gboolean
check_reopening (SkyStore *store, gint64 id, GError **error)
{
  g_autoptr (SkyCase) found = sky_store_get_case (store, id, error);

  return found != NULL
         && (found->closed
             || sky_store_refuse (store, error, SKY_STORE_ERROR_REFUSED,
                                  _ ("case %" PRId64 " is open"), found->number));
}

/* The entry that put the still with that digest into the case @id; 0: none did. */
static gboolean
find_still (SkyStore *store, gint64 id, const char *sha256, gint64 *entry, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row = TRUE;

  *entry = 0;
  statement = sky_statement_get (store,
                                 "SELECT i.entry, l.data FROM case_items i "
                                 "JOIN ledger l ON l.number = i.entry "
                                 "WHERE i.case_id = ? AND i.kind = ? ORDER BY i.entry",
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, id);
  sky_statement_put_int (statement, SKY_CASE_STILL);
  while (*entry == 0)
    {
      g_autoptr (SkyCaseStill) still = NULL;

      if (!sky_statement_next (statement, &row, error))
        return FALSE;
      if (!row)
        break;
      still = sky_case_still_read (sky_statement_text (statement, 1));
      if (still != NULL && strcmp (still->sha256, sha256) == 0)
        *entry = sky_statement_int (statement, 0);
    }
  return TRUE;
}

static gboolean
check_still (SkyStore *store, gint64 id, const char *data, GError **error)
{
  g_autoptr (SkyCaseStill) still = sky_case_still_read (data);
  gint64 entry;

  if (still == NULL)
    return sky_store_refuse (store, error, SKY_STORE_ERROR_INVALID,
                             "a still needs its digest, camera, instant, and the log's property, "
                             "table, game and gaming day");
  return find_still (store, id, still->sha256, &entry, error)
         && (entry == 0
             || sky_store_refuse (store, error, SKY_STORE_ERROR_REFUSED,
                                  _ ("it is in the case already")));
}

static gboolean
check_details (SkyStore *store, const char *data, GError **error)
{
  g_autoptr (SkyCaseDetails) details = sky_case_details_read (data);

  return details != NULL
         || sky_store_refuse (store, error, SKY_STORE_ERROR_INVALID,
                              "a case's details are its type, people and disposition, as texts");
}

/* An entry that puts something into a case or takes it out. */
static gboolean
check_item (SkyStore *store,
            SkyLedgerAction action,
            const char *finding,
            gint64 id,
            const char *data,
            GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  g_autofree char *still = sky_case_still_read_removed (data);
  gint64 bookmark;
  gint64 finding_id;
  gint64 entry;
  gboolean is_in;

  if (action == SKY_LEDGER_CASE_REMOVE && finding == NULL && still != NULL)
    return find_still (store, id, still, &entry, error)
           && (entry != 0
               || sky_store_refuse (store, error, SKY_STORE_ERROR_NOT_FOUND,
                                    _ ("it is not in the case")));
  bookmark = sky_spot_read_bookmark (data);
  if ((finding != NULL) == (bookmark != 0))
    return sky_store_refuse (store, error, SKY_STORE_ERROR_INVALID,
                             "a case takes one finding or one bookmark at a time");

  statement = sky_statement_get (store,
                                 "SELECT 1 FROM case_items WHERE case_id = ? AND kind != ?"
                                 " AND finding IS NOT DISTINCT FROM ? AND bookmark = ?",
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, id);
  sky_statement_put_int (statement, SKY_CASE_NOTE);
  sky_statement_put_text (statement, finding);
  sky_statement_put_int (statement, bookmark);
  if (!sky_statement_next (statement, &is_in, error))
    return FALSE;
  if (action == SKY_LEDGER_CASE_REMOVE)
    return is_in
           || sky_store_refuse (store, error, SKY_STORE_ERROR_NOT_FOUND,
                                _ ("it is not in the case"));
  if (is_in)
    return sky_store_refuse (store, error, SKY_STORE_ERROR_REFUSED,
                             _ ("it is in the case already"));

  if (bookmark != 0)
    return check_bookmark (store, bookmark, error);
  if (!sky_store_look_up_finding (store, finding, &finding_id, error))
    return FALSE;
  return finding_id != 0
         || sky_store_refuse (store, error, SKY_STORE_ERROR_NOT_FOUND, _ ("there is no finding %s"),
                              finding);
}

gboolean
sky_store_check_case_entry (SkyStore *self,
                            SkyLedgerAction action,
                            const char *finding,
                            gint64 target,
                            const char *text,
                            const char *data,
                            GError **error)
{
  g_autoptr (SkySpot) spot = NULL;
  gboolean has_text = text != NULL && *text != '\0';

  switch (action)
    {
    case SKY_LEDGER_BOOKMARK:
      spot = read_spot (self, data, error);
      return spot != NULL;
    case SKY_LEDGER_BOOKMARK_REMOVE:
      return check_bookmark (self, target, error);
    case SKY_LEDGER_CASE_OPEN:
      return has_text
             || sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED, "a case needs a title");
    case SKY_LEDGER_CASE_RENAME:
      return has_text
                 ? check_case (self, target, FALSE, error)
                 : sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED, "a case needs a title");
    case SKY_LEDGER_CASE_DETAILS:
      return check_case (self, target, TRUE, error) && check_details (self, data, error);
    case SKY_LEDGER_CASE_NOTE:
      return has_text
                 ? check_case (self, target, TRUE, error)
                 : sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED, "a note needs a text");
    case SKY_LEDGER_CASE_ADD:
    case SKY_LEDGER_CASE_REMOVE:
      return check_case (self, target, TRUE, error)
             && check_item (self, action, finding, target, data, error);
    case SKY_LEDGER_CASE_STILL:
      return check_case (self, target, TRUE, error) && check_still (self, target, data, error);
    case SKY_LEDGER_CASE_CLOSE:
      return has_text ? check_case (self, target, TRUE, error)
                      : sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED,
                                          "a case is closed with a reason");
    case SKY_LEDGER_CASE_REOPEN:
      return has_text ? check_reopening (self, target, error)
                      : sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED,
                                          "a case is reopened with a reason");
    case SKY_LEDGER_LINE:
      return has_text
             || sky_store_refuse (self, error, SKY_STORE_ERROR_REFUSED, "a line needs a text");
    case SKY_LEDGER_LOCK:
    case SKY_LEDGER_RELEASE:
      return sky_store_check_lock_entry (self, action, target, text, data, error);
    case SKY_LEDGER_UNDO:
    case SKY_LEDGER_VIEW:
    case SKY_LEDGER_PATTERN:
    case SKY_LEDGER_EXPORT:
    case SKY_LEDGER_PRINT:
    case SKY_LEDGER_RESTORE:
      return TRUE;
    case SKY_LEDGER_REVIEW:
    case SKY_LEDGER_CONFIRM:
    case SKY_LEDGER_DISMISS:
    case SKY_LEDGER_ESCALATE:
    case SKY_LEDGER_REOPEN:
    case SKY_LEDGER_SECOND:
    case SKY_LEDGER_NOTE:
    case SKY_LEDGER_PERSON_ADD:
    case SKY_LEDGER_PERSON_EXPIRE:
    case SKY_LEDGER_PERSON_REVOKE:
    case SKY_N_LEDGER_ACTIONS:
    default:
      g_return_val_if_reached (FALSE);
    }
}

/* The entries about the entry @target that stand, by number. */
static GPtrArray *
list_about (SkyStore *store, gint64 target, GError **error)
{
  g_autoptr (GPtrArray) entries =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_entry_free);
  g_autoptr (GPtrArray) standing =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_entry_free);

  {
    g_autoptr (SkyStatement) statement = NULL;
    gboolean row = TRUE;

    statement = sky_statement_get (store,
                                   SKY_LEDGER_COLUMNS "WHERE target = ? AND target > 0 "
                                                      "AND action != 'undo' ORDER BY number",
                                   error);
    if (statement == NULL)
      return NULL;
    sky_statement_put_int (statement, target);
    while (row)
      {
        if (!sky_statement_next (statement, &row, error))
          return NULL;
        if (row)
          g_ptr_array_add (entries, sky_ledger_entry_read (statement));
      }
  }
  while (entries->len > 0)
    {
      SkyLedgerEntry *entry = g_ptr_array_steal_index (entries, 0);
      gboolean counts;

      g_ptr_array_add (standing, entry);
      if (!sky_store_counts (store, entry, &counts, error))
        return NULL;
      if (!counts)
        g_ptr_array_set_size (standing, standing->len - 1);
    }
  return g_steal_pointer (&standing);
}

gboolean
sky_store_apply_bookmark (SkyStore *self, gint64 number, GError **error)
{
  g_autoptr (SkyLedgerEntry) entry = sky_store_get_entry (self, number, error);
  g_autoptr (GPtrArray) about = NULL;
  g_autoptr (SkyStatement) statement = NULL;
  g_autoptr (SkySpot) spot = NULL;
  gboolean counts;

  if (entry == NULL
      || !sky_store_run_for (self, "DELETE FROM bookmarks WHERE number = ?", number, error)
      || !sky_store_counts (self, entry, &counts, error))
    return FALSE;
  about = list_about (self, number, error);
  if (about == NULL)
    return FALSE;
  for (guint i = 0; i < about->len; i++)
    if (strcmp (((SkyLedgerEntry *) about->pdata[i])->action, "bookmark.remove") == 0)
      counts = FALSE;
  if (!counts)
    return TRUE;

  /* Whoever writes past the program may leave out the place, or a case's title. */
  spot = sky_spot_read (entry->data);
  if (spot == NULL)
    return TRUE;
  statement = sky_statement_get (self,
                                 "INSERT INTO bookmarks (number, property, table_name, game,"
                                 " gaming_day, at, text, credential, name, made_at) "
                                 "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, number);
  sky_statement_put_text (statement, spot->property);
  sky_statement_put_text (statement, spot->table);
  sky_statement_put_text (statement, spot->game);
  sky_statement_put_int (statement, spot->gaming_day);
  sky_statement_put_int (statement, spot->at);
  sky_statement_put_text (statement, entry->text);
  sky_statement_put_text (statement, entry->credential);
  sky_statement_put_text (statement, entry->name);
  sky_statement_put_int (statement, entry->at);
  return sky_statement_run (statement, error);
}

#define INSERT_CASE                                                                                \
  "INSERT INTO cases (id, number, title, closed, credential, name, opened_at) VALUES (?1, "
#define CASE_VALUES ", ?, 0, ?, ?, ?)"

static gboolean
write_case (SkyStore *store, const SkyLedgerEntry *entry, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;

  /* The number counts the cases that were ever opened: one that is taken back is not given out
   * again. */
  statement = sky_statement_get_either (
      store,
      INSERT_CASE
      "(SELECT count (*) FROM ledger WHERE action = 'case.open' AND number <= ?1)" CASE_VALUES,
      INSERT_CASE "count_cases (?1)" CASE_VALUES, error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, entry->number);
  sky_statement_put_text (statement, entry->text != NULL ? entry->text : "");
  sky_statement_put_text (statement, entry->credential);
  sky_statement_put_text (statement, entry->name);
  sky_statement_put_int (statement, entry->at);
  return sky_statement_run (statement, error);
}

static gboolean
write_item (SkyStore *store,
            const SkyLedgerEntry *entry,
            SkyCaseItemKind kind,
            gint64 bookmark,
            GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;

  statement = sky_statement_get (store,
                                 "INSERT INTO case_items (entry, case_id, kind, finding, bookmark,"
                                 " text, credential, name, at) "
                                 "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, entry->number);
  sky_statement_put_int (statement, entry->target);
  sky_statement_put_int (statement, kind);
  sky_statement_put_text (statement, entry->finding);
  sky_statement_put_int (statement, bookmark);
  sky_statement_put_text (statement, entry->text);
  sky_statement_put_text (statement, entry->credential);
  sky_statement_put_text (statement, entry->name);
  sky_statement_put_int (statement, entry->at);
  return sky_statement_run (statement, error);
}

static gboolean
remove_still (SkyStore *store, gint64 id, const char *sha256, GError **error)
{
  gint64 entry = -1;

  while (entry != 0)
    if (!find_still (store, id, sha256, &entry, error)
        || !sky_store_run_for (store, "DELETE FROM case_items WHERE entry = ?", entry, error))
      return FALSE;
  return TRUE;
}

static gboolean
remove_item (SkyStore *store, const SkyLedgerEntry *entry, gint64 bookmark, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  g_autofree char *still = sky_case_still_read_removed (entry->data);

  if (still != NULL)
    return remove_still (store, entry->target, still, error);
  statement = sky_statement_get (store,
                                 "DELETE FROM case_items WHERE case_id = ? AND kind != ?"
                                 " AND finding IS NOT DISTINCT FROM ? AND bookmark = ?",
                                 error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_int (statement, entry->target);
  sky_statement_put_int (statement, SKY_CASE_NOTE);
  sky_statement_put_text (statement, entry->finding);
  sky_statement_put_int (statement, bookmark);
  return sky_statement_run (statement, error);
}

static gboolean
rename_case (SkyStore *store, const SkyLedgerEntry *entry, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;

  statement = sky_statement_get (store, "UPDATE cases SET title = ? WHERE id = ?", error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, entry->text != NULL ? entry->text : "");
  sky_statement_put_int (statement, entry->target);
  return sky_statement_run (statement, error);
}

static gboolean
describe_case (SkyStore *store, const SkyLedgerEntry *entry, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;

  statement = sky_statement_get (store, "UPDATE cases SET details = ? WHERE id = ?", error);
  if (statement == NULL)
    return FALSE;
  sky_statement_put_text (statement, entry->data);
  sky_statement_put_int (statement, entry->target);
  return sky_statement_run (statement, error);
}

static gboolean
apply_case_entry (SkyStore *store, const SkyLedgerEntry *entry, GError **error)
{
  SkyLedgerAction action;
  gint64 bookmark;

  if (!sky_ledger_action_from_name (entry->action, &action))
    return TRUE;
  bookmark = sky_spot_read_bookmark (entry->data);
  if (action == SKY_LEDGER_CASE_RENAME)
    return rename_case (store, entry, error)
           && write_item (store, entry, SKY_CASE_RENAMING, 0, error);
  if (action == SKY_LEDGER_CASE_DETAILS)
    return describe_case (store, entry, error)
           && write_item (store, entry, SKY_CASE_DETAILS, 0, error);
  if (action == SKY_LEDGER_CASE_ADD)
    return write_item (store, entry, bookmark != 0 ? SKY_CASE_BOOKMARK : SKY_CASE_FINDING, bookmark,
                       error);
  if (action == SKY_LEDGER_CASE_REMOVE)
    return remove_item (store, entry, bookmark, error);
  if (action == SKY_LEDGER_CASE_NOTE)
    return write_item (store, entry, SKY_CASE_NOTE, 0, error);
  if (action == SKY_LEDGER_CASE_STILL)
    return write_item (store, entry, SKY_CASE_STILL, 0, error);
  if (action == SKY_LEDGER_CASE_CLOSE)
    return sky_store_run_for (store, "UPDATE cases SET closed = 1 WHERE id = ?", entry->target,
                              error)
           && write_item (store, entry, SKY_CASE_CLOSING, 0, error);
  if (action == SKY_LEDGER_CASE_REOPEN)
    return sky_store_run_for (store, "UPDATE cases SET closed = 0 WHERE id = ?", entry->target,
                              error)
           && write_item (store, entry, SKY_CASE_REOPENING, 0, error);
  return TRUE;
}

gboolean
sky_store_apply_case (SkyStore *self, gint64 id, GError **error)
{
  g_autoptr (SkyLedgerEntry) opened = sky_store_get_entry (self, id, error);
  g_autoptr (GPtrArray) about = NULL;
  gboolean counts;

  if (opened == NULL
      || !sky_store_run_for (self, "DELETE FROM case_items WHERE case_id = ?", id, error)
      || !sky_store_run_for (self, "DELETE FROM cases WHERE id = ?", id, error)
      || !sky_store_counts (self, opened, &counts, error))
    return FALSE;
  if (!counts)
    return TRUE;
  about = list_about (self, id, error);
  if (about == NULL || !write_case (self, opened, error))
    return FALSE;
  for (guint i = 0; i < about->len; i++)
    if (!apply_case_entry (self, about->pdata[i], error))
      return FALSE;
  return TRUE;
}

GPtrArray *
sky_store_list_bookmarks (SkyStore *self, gint64 log, GError **error)
{
  g_autoptr (GPtrArray) bookmarks =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_bookmark_free);
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement = sky_statement_get (
      self,
      "SELECT number, property, table_name, game, gaming_day, at, text, credential, name, made_at "
      "FROM bookmarks WHERE ?1 = 0 OR (property, table_name, gaming_day, game) ="
      " (SELECT property, table_name, gaming_day, game FROM logs WHERE id = ?1) "
      "ORDER BY at, number",
      error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, log);
  while (sky_statement_next (statement, &row, error))
    {
      SkyBookmark *bookmark;

      if (!row)
        return g_steal_pointer (&bookmarks);
      bookmark = g_new0 (SkyBookmark, 1);
      bookmark->number = sky_statement_int (statement, 0);
      bookmark->property = g_strdup (sky_statement_text (statement, 1));
      bookmark->table = g_strdup (sky_statement_text (statement, 2));
      bookmark->game = g_strdup (sky_statement_text (statement, 3));
      bookmark->gaming_day = sky_statement_int (statement, 4);
      bookmark->at = sky_statement_int (statement, 5);
      bookmark->text = g_strdup (sky_statement_text (statement, 6));
      bookmark->credential = g_strdup (sky_statement_text (statement, 7));
      bookmark->name = g_strdup (sky_statement_text (statement, 8));
      bookmark->made_at = sky_statement_int (statement, 9);
      g_ptr_array_add (bookmarks, bookmark);
    }
  return NULL;
}

/* In the order of SkyCaseItemKind. */
#define CASE_COLUMNS                                                                               \
  "SELECT c.id, c.number, c.title, c.closed, c.credential, c.name, c.opened_at,"                   \
  " count (*) FILTER (WHERE i.kind = 0), count (*) FILTER (WHERE i.kind = 1),"                     \
  " count (*) FILTER (WHERE i.kind = 2), count (*) FILTER (WHERE i.kind = 3),"                     \
  " coalesce (max (i.entry) FILTER (WHERE i.kind IN (4, 5, 6, 7)), c.id), c.details "              \
  "FROM cases c LEFT JOIN case_items i ON i.case_id = c.id "
G_STATIC_ASSERT (SKY_CASE_FINDING == 0 && SKY_CASE_BOOKMARK == 1 && SKY_CASE_NOTE == 2
                 && SKY_CASE_STILL == 3 && SKY_CASE_CLOSING == 4 && SKY_CASE_REOPENING == 5
                 && SKY_CASE_RENAMING == 6 && SKY_CASE_DETAILS == 7);

static SkyCase *
read_case (SkyStatement *row)
{
  SkyCase *found = g_new0 (SkyCase, 1);

  found->id = sky_statement_int (row, 0);
  found->number = sky_statement_int (row, 1);
  found->title = g_strdup (sky_statement_text (row, 2));
  found->closed = sky_statement_int (row, 3) != 0;
  found->credential = g_strdup (sky_statement_text (row, 4));
  found->name = g_strdup (sky_statement_text (row, 5));
  found->opened_at = sky_statement_int (row, 6);
  found->n_findings = sky_statement_int (row, 7);
  found->n_bookmarks = sky_statement_int (row, 8);
  found->n_notes = sky_statement_int (row, 9);
  found->n_stills = sky_statement_int (row, 10);
  found->last_change = sky_statement_int (row, 11);
  found->details = sky_case_details_read (sky_statement_text (row, 12));
  return found;
}

GPtrArray *
sky_store_list_cases (SkyStore *self, GError **error)
{
  g_autoptr (GPtrArray) cases = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_case_free);
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement = sky_statement_get (self, CASE_COLUMNS "GROUP BY c.id ORDER BY c.number", error);
  if (statement == NULL)
    return NULL;
  while (sky_statement_next (statement, &row, error))
    {
      if (!row)
        return g_steal_pointer (&cases);
      g_ptr_array_add (cases, read_case (statement));
    }
  return NULL;
}

SkyCase *
sky_store_get_case (SkyStore *self, gint64 id, GError **error)
{
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement = sky_statement_get (self, CASE_COLUMNS "WHERE c.id = ? GROUP BY c.id", error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, id);
  if (!sky_statement_next (statement, &row, error))
    return NULL;
  if (!row)
    {
      sky_store_refuse (self, error, SKY_STORE_ERROR_NOT_FOUND, "there is no such case");
      return NULL;
    }
  return read_case (statement);
}

GPtrArray *
sky_store_list_case_items (SkyStore *self, gint64 id, GError **error)
{
  g_autoptr (GPtrArray) items =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_case_item_free);
  g_autoptr (SkyStatement) statement = NULL;
  gboolean row;

  statement =
      sky_statement_get (self,
                         "SELECT i.kind, i.entry, i.finding, i.bookmark, i.text, i.credential,"
                         " i.name, i.at, l.data "
                         "FROM case_items i LEFT JOIN ledger l ON l.number = i.entry "
                         "WHERE i.case_id = ? ORDER BY i.entry",
                         error);
  if (statement == NULL)
    return NULL;
  sky_statement_put_int (statement, id);
  while (sky_statement_next (statement, &row, error))
    {
      SkyCaseItem *item;

      if (!row)
        return g_steal_pointer (&items);
      item = g_new0 (SkyCaseItem, 1);
      item->kind = sky_statement_int (statement, 0);
      item->entry = sky_statement_int (statement, 1);
      item->finding = g_strdup (sky_statement_text (statement, 2));
      item->bookmark = sky_statement_int (statement, 3);
      item->text = g_strdup (sky_statement_text (statement, 4));
      item->credential = g_strdup (sky_statement_text (statement, 5));
      item->name = g_strdup (sky_statement_text (statement, 6));
      item->at = sky_statement_int (statement, 7);
      if (item->kind == SKY_CASE_STILL)
        item->still = sky_case_still_read (sky_statement_text (statement, 8));
      if (item->kind == SKY_CASE_DETAILS)
        item->details = sky_case_details_read (sky_statement_text (statement, 8));
      g_ptr_array_add (items, item);
    }
  return NULL;
}
