/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-case-request.h"

#include <glib/gi18n.h>

#include "sky-case-line.h"
#include "sky-case-row.h"
#include "sky-case.h"
#include "sky-clock-text.h"
#include "sky-finding-query.h"
#include "sky-log-line.h"
#include "sky-phrase.h"
#include "sky-queue-item.h"
#include "sky-surveillance-log.h"

/* How many entries of the log are shown. */
#define LOG_LENGTH 2000

void
sky_case_request_free (SkyCaseRequest *asked)
{
  g_free (asked->text);
  g_free (asked->finding);
  g_free (asked->still);
  g_free (asked->property);
  g_free (asked->table);
  g_free (asked->credential);
  g_free (asked->name);
  g_clear_pointer (&asked->zone, g_time_zone_unref);
  g_clear_pointer (&asked->known, g_hash_table_unref);
  g_clear_pointer (&asked->own, sky_own_entries_unref);
  g_clear_pointer (&asked->first, sky_ledger_entry_free);
  g_clear_pointer (&asked->cases, g_ptr_array_unref);
  g_clear_pointer (&asked->items, g_ptr_array_unref);
  g_clear_pointer (&asked->bookmarks, g_ptr_array_unref);
  g_clear_pointer (&asked->thumbnails, g_hash_table_unref);
  g_clear_pointer (&asked->labels, g_ptr_array_unref);
  g_clear_pointer (&asked->log, g_ptr_array_unref);
  g_free (asked);
}

/* Whether it changes the case itself, which one may do who has seen its last change. */
static gboolean
is_change (const SkyCaseRequest *asked)
{
  return asked->task == SKY_CASE_TASK_RENAME || asked->task == SKY_CASE_TASK_DESCRIBE
         || asked->task == SKY_CASE_TASK_CLOSE || asked->task == SKY_CASE_TASK_REOPEN;
}

static gboolean
see (SkyStore *store, SkyCaseRequest *asked, GError **error)
{
  g_autoptr (SkyCase) found = sky_store_get_case (store, asked->id, error);
  g_autofree char *id = g_strdup_printf ("%" G_GINT64_FORMAT, asked->id);

  if (found == NULL)
    return FALSE;
  asked->seen = asked->last_change;
  if (found->last_change != asked->seen)
    asked->seen = sky_own_entries_get_seen (asked->own, asked->credential, id, asked->last_change);
  asked->upon_seen = found->last_change == asked->seen;
  return TRUE;
}

static gboolean
describe (SkyStore *store, const SkyCaseRequest *asked, const SkyReviewer *reviewer, GError **error)
{
  g_autoptr (SkyCaseDetails) details = sky_case_details_read (asked->text);

  return sky_store_describe_case (store, reviewer, asked->id, details, asked->seen, error);
}

static gboolean
do_it (SkyStore *store, gpointer data, GError **error)
{
  SkyCaseRequest *asked = data;
  const SkyReviewer reviewer = { asked->credential, asked->name };

  asked->done_id = asked->id;
  if (is_change (asked) && !see (store, asked, error))
    return FALSE;
  switch (asked->task)
    {
    case SKY_CASE_TASK_OPEN:
      return sky_store_open_case (store, &reviewer, asked->text, &asked->done_id, error);
    case SKY_CASE_TASK_ADD:
      return sky_store_add_to_case (store, &reviewer, asked->id, asked->finding, asked->bookmark,
                                    asked->text, error);
    case SKY_CASE_TASK_REMOVE:
      if (asked->still != NULL)
        return sky_store_remove_still (store, &reviewer, asked->id, asked->still, error);
      return sky_store_remove_from_case (store, &reviewer, asked->id, asked->finding,
                                         asked->bookmark, error);
    case SKY_CASE_TASK_NOTE:
      return sky_store_note_case (store, &reviewer, asked->id, asked->text, error);
    case SKY_CASE_TASK_RENAME:
      return sky_store_rename_case (store, &reviewer, asked->id, asked->text, asked->seen, error);
    case SKY_CASE_TASK_DESCRIBE:
      return describe (store, asked, &reviewer, error);
    case SKY_CASE_TASK_CLOSE:
      return sky_store_close_case (store, &reviewer, asked->id, asked->text, asked->seen, error);
    case SKY_CASE_TASK_REOPEN:
      return sky_store_reopen_case (store, &reviewer, asked->id, asked->text, asked->seen, error);
    case SKY_CASE_TASK_LOG_LINE:
      return sky_store_add_log_line (store, &reviewer, asked->property, asked->table, asked->text,
                                     error);
    case SKY_CASE_TASK_READ:
    default:
      return TRUE;
    }
}

/* Does it, unless somebody else changed the case first: what they did is then told instead. */
static gboolean
try_it (SkyStore *store, SkyCaseRequest *asked, SkyCaseRequest *answer, GError **error)
{
  g_autoptr (GError) refused = NULL;
  g_autoptr (SkyCase) found = NULL;
  g_autoptr (GPtrArray) entries = NULL;

  if (asked->task == SKY_CASE_TASK_READ)
    return TRUE;
  if (sky_store_say_once (store, &asked->mark, do_it, asked, &refused))
    {
      g_autofree char *id = g_strdup_printf ("%" G_GINT64_FORMAT, asked->id);
      if (is_change (asked) && asked->upon_seen)
        sky_own_entries_add (asked->own, asked->credential, id, asked->seen, asked->mark.number);
      answer->id = asked->done_id;
      return TRUE;
    }
  if (!g_error_matches (refused, SKY_STORE_ERROR, SKY_STORE_ERROR_CHANGED))
    {
      g_propagate_error (error, g_steal_pointer (&refused));
      return FALSE;
    }
  found = sky_store_get_case (store, asked->id, error);
  if (found == NULL)
    return FALSE;
  entries = sky_store_ledger_list (store, NULL, found->last_change - 1, 1, error);
  if (entries == NULL || entries->len == 0)
    return FALSE;
  answer->first = g_ptr_array_steal_index (entries, 0);
  return TRUE;
}

static char *
finding_label (SkyStore *store, const char *key, GTimeZone *zone)
{
  g_autoptr (SkyStoredFinding) finding = sky_store_get_finding_by_key (store, key, NULL);

  if (finding == NULL)
    return g_strdup (key);
  g_autofree char *at =
      finding->at != SKY_TIME_NONE ? sky_clock_text_full (finding->at, zone) : g_strdup ("");
  g_autofree char *explanation = sky_phrase_show (finding->explanation);
  return g_strdup_printf ("%s · %s · %s\n%s", sky_check_to_label (finding->check), finding->table,
                          at, explanation != NULL ? explanation : "");
}

static char *
bookmark_label (GPtrArray *bookmarks, gint64 number, GTimeZone *zone)
{
  for (guint i = 0; i < bookmarks->len; i++)
    {
      const SkyBookmark *bookmark = bookmarks->pdata[i];
      if (bookmark->number != number)
        continue;
      g_autofree char *at = sky_clock_text_full (bookmark->at, zone);
      g_autofree char *place =
          g_strdup_printf ("%s · %s · %s", _ ("Bookmark"), bookmark->table, at);
      if (bookmark->text == NULL || bookmark->text[0] == '\0')
        return g_steal_pointer (&place);
      return g_strdup_printf ("%s\n%s", place, bookmark->text);
    }
  return g_strdup (_ ("Removed bookmark"));
}

static char *
item_label (SkyStore *store, const SkyCaseItem *item, GPtrArray *bookmarks, GTimeZone *zone)
{
  switch (item->kind)
    {
    case SKY_CASE_FINDING:
      return finding_label (store, item->finding, zone);
    case SKY_CASE_BOOKMARK:
      return bookmark_label (bookmarks, item->bookmark, zone);
    case SKY_CASE_STILL:
      {
        g_autofree char *at =
            item->still != NULL ? sky_clock_text_full (item->still->at, zone) : NULL;

        if (item->still == NULL)
          return g_strdup (_ ("Still"));
        return g_strdup_printf ("%s · %s · %s · %s", _ ("Still"), item->still->camera,
                                item->still->table, at);
      }
    case SKY_CASE_CLOSING:
      return g_strdup (_ ("Closed"));
    case SKY_CASE_REOPENING:
      return g_strdup (_ ("Reopened"));
    case SKY_CASE_RENAMING:
      return g_strdup (_ ("Renamed"));
    case SKY_CASE_DETAILS:
      {
        g_autofree char *line = sky_case_line_new (item->details);

        /* Translators: what a case is (its type, people, disposition) was said. */
        return line != NULL ? g_strdup_printf ("%s\n%s", _ ("Details"), line)
                            : g_strdup (_ ("Details"));
      }
    case SKY_CASE_NOTE:
    default:
      return g_strdup (_ ("Note"));
    }
}

/* Reads the stills whose pictures are not known yet. */
static void
read_thumbnails (SkyStore *store, const SkyCaseRequest *asked, SkyCaseRequest *answer)
{
  answer->thumbnails =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) sky_thumbnail_free);
  for (guint i = 0; i < answer->items->len; i++)
    {
      const SkyCaseItem *item = answer->items->pdata[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) png = NULL;

      if (item->still == NULL || g_hash_table_contains (asked->known, item->still->sha256))
        continue;
      png = sky_store_load_still (store, item->still->sha256, &error);
      g_hash_table_insert (answer->thumbnails, g_strdup (item->still->sha256),
                           png != NULL ? sky_thumbnail_new (png)
                                       : sky_thumbnail_new_for_problem (error->message));
    }
}

static gboolean
read_case (SkyStore *store, const SkyCaseRequest *asked, SkyCaseRequest *answer, GError **error)
{
  answer->items = sky_store_list_case_items (store, answer->id, error);
  if (answer->items == NULL)
    return FALSE;
  for (guint i = 0; i < answer->items->len; i++)
    g_ptr_array_add (answer->labels,
                     item_label (store, answer->items->pdata[i], answer->bookmarks, asked->zone));
  read_thumbnails (store, asked, answer);
  return TRUE;
}

gpointer
sky_case_request_run (SkyStore *store, gpointer data, GError **error)
{
  SkyCaseRequest *asked = data;
  g_autoptr (SkyCaseRequest) answer = g_new0 (SkyCaseRequest, 1);

  answer->id = asked->id;
  if (!try_it (store, asked, answer, error))
    return NULL;
  answer->task = asked->task;
  answer->cases = sky_store_list_cases (store, error);
  if (answer->cases == NULL)
    return NULL;
  if (answer->id == 0 && answer->cases->len > 0)
    answer->id = ((const SkyCase *) answer->cases->pdata[answer->cases->len - 1])->id;
  answer->labels = g_ptr_array_new_with_free_func (g_free);
  answer->bookmarks = sky_store_list_bookmarks (store, 0, error);
  if (answer->bookmarks == NULL)
    return NULL;
  if (answer->id != 0 && !read_case (store, asked, answer, error))
    return NULL;
  answer->log = sky_surveillance_log_read (store, asked->zone, LOG_LENGTH, error);
  return answer->log != NULL ? g_steal_pointer (&answer) : NULL;
}
