/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people do to bookmarks and cases. */
#include "config.h"

#include "sky-case.h"
#include "sky-json-writer.h"
#include "sky-store-private.h"

#include <string.h>

gboolean
sky_store_add_bookmark (SkyStore *self,
                        const SkyReviewer *reviewer,
                        gint64 log,
                        SkyTime at,
                        const char *text,
                        gint64 *number,
                        GError **error)
{
  g_autoptr (SkyStoredLog) found = sky_store_get_log (self, log, error);
  g_autoptr (GString) data = g_string_new (NULL);
  char day[SKY_DAY_TEXT_SIZE];

  if (found == NULL)
    return FALSE;
  sky_json_begin_object (data, NULL);
  sky_json_add_string (data, "property", found->property);
  sky_json_add_string (data, "table", found->table);
  sky_json_add_string (data, "game", found->game);
  sky_json_add_string (data, "gaming_day", sky_day_format (found->gaming_day, day));
  sky_json_add_time (data, "at", at);
  sky_json_end_object (data);
  return sky_store_ledger_append (self, reviewer, SKY_LEDGER_BOOKMARK, NULL, 0, text, data->str,
                                  number, error);
}

gboolean
sky_store_remove_bookmark (SkyStore *self,
                           const SkyReviewer *reviewer,
                           gint64 bookmark,
                           GError **error)
{
  return sky_store_ledger_append (self, reviewer, SKY_LEDGER_BOOKMARK_REMOVE, NULL, bookmark, NULL,
                                  NULL, NULL, error);
}

gboolean
sky_store_open_case (
    SkyStore *self, const SkyReviewer *reviewer, const char *title, gint64 *id, GError **error)
{
  return sky_store_ledger_append (self, reviewer, SKY_LEDGER_CASE_OPEN, NULL, 0, title, NULL, id,
                                  error);
}

/* Renames, describes, closes or reopens the case @id, unless somebody did after @last_change. */
static gboolean
change_case (SkyStore *store,
             const SkyReviewer *reviewer,
             SkyLedgerAction action,
             gint64 id,
             const char *text,
             const char *data,
             gint64 last_change,
             GError **error)
{
  g_autoptr (SkyStoreTransaction) transaction =
      sky_store_join (store, SKY_STORE_SURVIVES_POWER_CUT, error);
  g_autoptr (SkyCase) found = NULL;

  if (transaction == NULL)
    return FALSE;
  if (last_change != SKY_CASE_ANY)
    {
      found = sky_store_get_case (store, id, error);
      if (found == NULL)
        return FALSE;
    }
  if (found != NULL && found->last_change != last_change)
    {
      g_autoptr (SkyLedgerEntry) newer = sky_store_get_entry (store, found->last_change, error);

      return newer != NULL
             && sky_store_refuse (store, error, SKY_STORE_ERROR_CHANGED,
                                  "%s decided first: case %" G_GINT64_FORMAT " is now %s, \"%s\"",
                                  newer->name, found->number, found->closed ? "closed" : "open",
                                  found->title);
    }
  return sky_store_ledger_append (store, reviewer, action, NULL, id, text, data, NULL, error)
         && sky_store_transaction_commit (transaction, error);
}

gboolean
sky_store_rename_case (SkyStore *self,
                       const SkyReviewer *reviewer,
                       gint64 id,
                       const char *title,
                       gint64 last_change,
                       GError **error)
{
  return change_case (self, reviewer, SKY_LEDGER_CASE_RENAME, id, title, NULL, last_change, error);
}

gboolean
sky_store_describe_case (SkyStore *self,
                         const SkyReviewer *reviewer,
                         gint64 id,
                         const SkyCaseDetails *details,
                         gint64 last_change,
                         GError **error)
{
  g_autofree char *data = sky_case_details_write (details);

  return change_case (self, reviewer, SKY_LEDGER_CASE_DETAILS, id, NULL, data, last_change, error);
}

gboolean
sky_store_close_case (SkyStore *self,
                      const SkyReviewer *reviewer,
                      gint64 id,
                      const char *text,
                      gint64 last_change,
                      GError **error)
{
  return change_case (self, reviewer, SKY_LEDGER_CASE_CLOSE, id, text, NULL, last_change, error);
}

gboolean
sky_store_reopen_case (SkyStore *self,
                       const SkyReviewer *reviewer,
                       gint64 id,
                       const char *text,
                       gint64 last_change,
                       GError **error)
{
  return change_case (self, reviewer, SKY_LEDGER_CASE_REOPEN, id, text, NULL, last_change, error);
}

static gboolean
append_item (SkyStore *store,
             const SkyReviewer *reviewer,
             SkyLedgerAction action,
             gint64 id,
             const char *finding,
             gint64 bookmark,
             const char *text,
             GError **error)
{
  g_autoptr (GString) data = g_string_new (NULL);

  sky_json_begin_object (data, NULL);
  if (bookmark != 0)
    sky_json_add_int (data, "bookmark", bookmark);
  sky_json_end_object (data);
  return sky_store_ledger_append (store, reviewer, action, finding, id, text,
                                  bookmark != 0 ? data->str : NULL, NULL, error);
}

gboolean
sky_store_add_to_case (SkyStore *self,
                       const SkyReviewer *reviewer,
                       gint64 id,
                       const char *finding,
                       gint64 bookmark,
                       const char *text,
                       GError **error)
{
  return append_item (self, reviewer, SKY_LEDGER_CASE_ADD, id, finding, bookmark, text, error);
}

gboolean
sky_store_remove_from_case (SkyStore *self,
                            const SkyReviewer *reviewer,
                            gint64 id,
                            const char *finding,
                            gint64 bookmark,
                            GError **error)
{
  return append_item (self, reviewer, SKY_LEDGER_CASE_REMOVE, id, finding, bookmark, NULL, error);
}

gboolean
sky_store_note_case (
    SkyStore *self, const SkyReviewer *reviewer, gint64 id, const char *text, GError **error)
{
  return sky_store_ledger_append (self, reviewer, SKY_LEDGER_CASE_NOTE, NULL, id, text, NULL, NULL,
                                  error);
}
