/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-surveillance-log.h"

#include <glib/gi18n.h>

#include "sky-case-line.h"
#include "sky-case.h"
#include "sky-clock-text.h"
#include "sky-csv.h"
#include "sky-finding-query.h"
#include "sky-json.h"
#include "sky-ledger.h"
#include "sky-queue-item.h"

#define PAGE 1000

struct _SkySurveillanceEntry
{
  GObject parent_instance;

  char *texts[SKY_N_SURVEILLANCE_COLUMNS];
  char *key;
  SkySpot *spot;
};

G_DEFINE_FINAL_TYPE (SkySurveillanceEntry, sky_surveillance_entry, G_TYPE_OBJECT)

static void
sky_surveillance_entry_finalize (GObject *object)
{
  SkySurveillanceEntry *self = SKY_SURVEILLANCE_ENTRY (object);

  for (guint i = 0; i < SKY_N_SURVEILLANCE_COLUMNS; i++)
    g_free (self->texts[i]);
  g_free (self->key);
  sky_spot_free (self->spot);
  G_OBJECT_CLASS (sky_surveillance_entry_parent_class)->finalize (object);
}

static void
sky_surveillance_entry_class_init (SkySurveillanceEntryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sky_surveillance_entry_finalize;
}

static void
sky_surveillance_entry_init (SkySurveillanceEntry *self)
{
}

const char *
sky_surveillance_entry_get (SkySurveillanceEntry *self, SkySurveillanceColumn column)
{
  g_return_val_if_fail (SKY_IS_SURVEILLANCE_ENTRY (self), NULL);
  g_return_val_if_fail (column < SKY_N_SURVEILLANCE_COLUMNS, NULL);
  return self->texts[column] != NULL ? self->texts[column] : "";
}

const char *
sky_surveillance_entry_get_key (SkySurveillanceEntry *self)
{
  g_return_val_if_fail (SKY_IS_SURVEILLANCE_ENTRY (self), NULL);
  return self->key;
}

const SkySpot *
sky_surveillance_entry_get_spot (SkySurveillanceEntry *self)
{
  g_return_val_if_fail (SKY_IS_SURVEILLANCE_ENTRY (self), NULL);
  return self->spot;
}

const char *
sky_surveillance_column_title (SkySurveillanceColumn column)
{
  static const char *const titles[] = {
    N_ ("No."),  N_ ("Date"),  N_ ("Time"),        N_ ("Who"),
    N_ ("What"), N_ ("Where"), N_ ("Disposition"), N_ ("In words"),
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (titles) == SKY_N_SURVEILLANCE_COLUMNS);
  g_return_val_if_fail (column < SKY_N_SURVEILLANCE_COLUMNS, NULL);
  return _ (titles[column]);
}

const char *
sky_ledger_action_to_label (const char *action)
{
  static const struct
  {
    SkyLedgerAction action;
    const char *label;
  } labels[] = {
    { SKY_LEDGER_REVIEW, N_ ("Taken into review") },
    { SKY_LEDGER_CONFIRM, N_ ("Confirmed") },
    { SKY_LEDGER_DISMISS, N_ ("Dismissed") },
    { SKY_LEDGER_ESCALATE, N_ ("Escalated") },
    { SKY_LEDGER_REOPEN, N_ ("Reopened") },
    { SKY_LEDGER_SECOND, N_ ("Second reviewer agreed") },
    { SKY_LEDGER_NOTE, N_ ("Note") },
    { SKY_LEDGER_UNDO, N_ ("Taken back") },
    { SKY_LEDGER_BOOKMARK, N_ ("Bookmarked") },
    { SKY_LEDGER_BOOKMARK_REMOVE, N_ ("Bookmark removed") },
    { SKY_LEDGER_CASE_OPEN, N_ ("Case opened") },
    { SKY_LEDGER_CASE_RENAME, N_ ("Case renamed") },
    { SKY_LEDGER_CASE_DETAILS, N_ ("Case details saved") },
    { SKY_LEDGER_CASE_ADD, N_ ("Added to a case") },
    { SKY_LEDGER_CASE_STILL, N_ ("Still added to a case") },
    { SKY_LEDGER_CASE_REMOVE, N_ ("Removed from a case") },
    { SKY_LEDGER_CASE_NOTE, N_ ("Case note") },
    { SKY_LEDGER_CASE_CLOSE, N_ ("Case closed") },
    { SKY_LEDGER_CASE_REOPEN, N_ ("Case reopened") },
    { SKY_LEDGER_VIEW, N_ ("Viewed") },
    { SKY_LEDGER_PATTERN, N_ ("Pattern") },
    { SKY_LEDGER_EXPORT, N_ ("Exported") },
    { SKY_LEDGER_PRINT, N_ ("Report saved") },
    { SKY_LEDGER_LINE, N_ ("Written") },
    { SKY_LEDGER_LOCK, N_ ("Recordings locked") },
    { SKY_LEDGER_RELEASE, N_ ("Recordings released") },
    { SKY_LEDGER_PERSON_ADD, N_ ("Person registered") },
    { SKY_LEDGER_PERSON_EXPIRE, N_ ("Person’s expiry set") },
    { SKY_LEDGER_PERSON_REVOKE, N_ ("Person revoked") },
    { SKY_LEDGER_RESTORE, N_ ("Backup restored") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      if (strcmp (sky_ledger_action_to_name (labels[i].action), action) == 0)
        return _ (labels[i].label);
    }
  return action;
}

char *
sky_ledger_entry_to_line (const SkyLedgerEntry *entry, GTimeZone *zone)
{
  g_autofree char *at = sky_clock_text_deed (entry->at, zone);
  const char *who = entry->name != NULL && entry->name[0] != '\0' ? entry->name : entry->credential;
  const char *label = sky_ledger_action_to_label (entry->action);

  if (entry->text != NULL && entry->text[0] != '\0')
    return g_strdup_printf ("%s · %s · %s: %s", at, who, label, entry->text);
  return g_strdup_printf ("%s · %s · %s", at, who, label);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static gboolean
is_of_case (const char *action)
{
  return g_str_has_prefix (action, "case.") || strcmp (action, "export") == 0;
}

static const SkyCase *
find_case (GPtrArray *cases, const SkyLedgerEntry *entry)
{
  gint64 id = entry->target != 0 ? entry->target : entry->number;

  for (guint i = 0; is_of_case (entry->action) && i < cases->len; i++)
    {
      const SkyCase *found = cases->pdata[i];
      if (found->id == id)
        return found;
    }
  return NULL;
}

static char *
place_text (const SkyStoredFinding *finding)
{
  if (finding->round == 0)
    return g_strdup_printf ("%s · %s", finding->property, finding->table);
  /* Translators: a property, a table, the number of a round. */
  return g_strdup_printf (_ ("%s · %s · round %d"), finding->property, finding->table,
                          (int) finding->round);
}

static void
take_finding (SkySurveillanceEntry *self, SkyStore *store, const SkyLedgerEntry *entry)
{
  g_autoptr (SkyStoredFinding) finding = sky_store_get_finding_by_key (store, entry->finding, NULL);
  const char *label = sky_ledger_action_to_label (entry->action);

  self->key = g_strdup (entry->finding);
  /* Its archive may not be in the store any more; the entry still names it. */
  if (finding == NULL)
    {
      self->texts[SKY_SURVEILLANCE_WHAT] = g_strdup (label);
      self->texts[SKY_SURVEILLANCE_WHERE] = g_strdup (entry->finding);
      return;
    }
  self->texts[SKY_SURVEILLANCE_WHAT] =
      g_strdup_printf ("%s: %s", label, sky_check_to_label (finding->check));
  self->texts[SKY_SURVEILLANCE_WHERE] = place_text (finding);
  self->texts[SKY_SURVEILLANCE_DISPOSITION] = g_strdup (sky_review_state_to_label (finding->state));
}

static void
take_details (SkySurveillanceEntry *self, const SkyLedgerEntry *entry)
{
  g_autoptr (SkyCaseDetails) details = sky_case_details_read (entry->data);

  g_free (self->texts[SKY_SURVEILLANCE_TEXT]);
  self->texts[SKY_SURVEILLANCE_TEXT] = sky_case_line_new (details);
}

static void
take_case (SkySurveillanceEntry *self, const SkyLedgerEntry *entry, const SkyCase *found)
{
  g_autofree char *where = NULL;

  if (found == NULL)
    return;
  /* Translators: the number of a case, its title. */
  where = g_strdup_printf (_ ("case %d, %s"), (int) found->number, found->title);
  if (self->texts[SKY_SURVEILLANCE_WHERE] != NULL)
    {
      g_autofree char *place = g_steal_pointer (&self->texts[SKY_SURVEILLANCE_WHERE]);
      /* Where it is cut, the case's title goes first: it stands in the line that opened it. */
      self->texts[SKY_SURVEILLANCE_WHERE] = g_strdup_printf ("%s · %s", place, where);
    }
  else
    self->texts[SKY_SURVEILLANCE_WHERE] = g_steal_pointer (&where);
  g_free (self->texts[SKY_SURVEILLANCE_DISPOSITION]);
  self->texts[SKY_SURVEILLANCE_DISPOSITION] =
      found->details != NULL && found->details->disposition != NULL
          ? g_strdup_printf (
              "%s · %s", found->closed ? _ ("Closed") : _ ("Open"),
              _ (sky_case_word_to_label (sky_case_dispositions, found->details->disposition)))
          : g_strdup (found->closed ? _ ("Closed") : _ ("Open"));
  if (strcmp (entry->action, sky_ledger_action_to_name (SKY_LEDGER_CASE_DETAILS)) == 0)
    take_details (self, entry);
}

/* Returns: a text of the entry's data, a new string; NULL: it has none of that name. */
static char *
dup_member (const SkyJsonNode *root, const char *name)
{
  const SkyJsonNode *member = sky_json_member (root, name);

  return member != NULL && member->kind == SKY_JSON_TEXT ? sky_text_dup (member->text) : NULL;
}

/* What is bookmarked, saved or exported, and who is registered, expires or is revoked, stands in
 * the entry's data. */
static void
take_data (SkySurveillanceEntry *self,
           SkyStore *store,
           const SkyLedgerEntry *entry,
           GTimeZone *zone)
{
  const char *label = sky_ledger_action_to_label (entry->action);
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  const char *cause;
  const SkyJsonNode *root =
      entry->data != NULL
          ? sky_json_parse (parser, entry->data, strlen (entry->data), FALSE, &cause)
          : NULL;
  g_autofree char *property = dup_member (root, "property");
  g_autofree char *table = dup_member (root, "table");
  g_autofree char *of = table != NULL ? g_steal_pointer (&table) : dup_member (root, "of");
  g_autofree char *file = dup_member (root, is_of_case (entry->action) ? "package" : "file");
  g_autofree char *credential = dup_member (root, "credential");

  self->spot = sky_store_find_spot (store, entry);
  self->texts[SKY_SURVEILLANCE_WHAT] =
      file != NULL || credential != NULL
          ? g_strdup_printf ("%s: %s", label, file != NULL ? file : credential)
          : g_strdup (label);
  if (self->spot != NULL)
    {
      g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (self->spot->at / SKY_SECOND);
      g_autoptr (GDateTime) local =
          zone != NULL ? g_date_time_to_timezone (utc, zone) : g_date_time_ref (utc);
      g_autofree char *when = g_date_time_format (local, "%Y-%m-%d %H:%M:%S %Z");

      self->texts[SKY_SURVEILLANCE_WHERE] =
          g_strdup_printf ("%s · %s · %s", self->spot->property, self->spot->table, when);
    }
  else if (of != NULL)
    self->texts[SKY_SURVEILLANCE_WHERE] =
        property != NULL ? g_strdup_printf ("%s · %s", property, of) : g_strdup (of);
}

static SkySurveillanceEntry *
entry_new (SkyStore *store, const SkyLedgerEntry *entry, GPtrArray *cases, GTimeZone *zone)
{
  SkySurveillanceEntry *self = g_object_new (SKY_TYPE_SURVEILLANCE_ENTRY, NULL);
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (entry->at / SKY_SECOND);
  g_autoptr (GDateTime) local =
      zone != NULL ? g_date_time_to_timezone (utc, zone) : g_date_time_ref (utc);
  gboolean named = entry->name != NULL && entry->name[0] != '\0';

  self->texts[SKY_SURVEILLANCE_NUMBER] = g_strdup_printf ("%" G_GINT64_FORMAT, entry->number);
  self->texts[SKY_SURVEILLANCE_DATE] = g_date_time_format (local, "%Y-%m-%d");
  self->texts[SKY_SURVEILLANCE_TIME] = g_date_time_format (local, "%H:%M:%S %Z");
  self->texts[SKY_SURVEILLANCE_WHO] =
      named ? g_strdup_printf ("%s (%s)", entry->name, entry->credential)
            : g_strdup (entry->credential);
  self->texts[SKY_SURVEILLANCE_TEXT] = g_strdup (entry->text);
  if (entry->finding != NULL)
    take_finding (self, store, entry);
  else
    take_data (self, store, entry, zone);
  take_case (self, entry, find_case (cases, entry));
  return self;
}

GPtrArray *
sky_surveillance_log_read (SkyStore *store, GTimeZone *zone, guint limit, GError **error)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) ledger =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_ledger_entry_free);
  g_autoptr (GPtrArray) cases = sky_store_list_cases (store, error);
  gint64 after = 0;

  if (cases == NULL)
    return NULL;
  for (;;)
    {
      g_autoptr (GPtrArray) page = sky_store_ledger_list (store, NULL, after, PAGE, error);
      if (page == NULL)
        return NULL;
      guint n = page->len;
      if (n > 0)
        after = ((const SkyLedgerEntry *) page->pdata[n - 1])->number;
      g_ptr_array_extend_and_steal (ledger, g_steal_pointer (&page));
      if (ledger->len > limit)
        g_ptr_array_remove_range (ledger, 0, ledger->len - limit);
      if (n < PAGE)
        break;
    }
  for (guint i = ledger->len; i > 0; i--)
    g_ptr_array_add (entries, entry_new (store, ledger->pdata[i - 1], cases, zone));
  return g_steal_pointer (&entries);
}

/* --- Showing ---------------------------------------------------------------------------------- */

static gboolean
is_same (SkySurveillanceEntry *a, SkySurveillanceEntry *b)
{
  for (guint i = 0; i < SKY_N_SURVEILLANCE_COLUMNS; i++)
    if (g_strcmp0 (a->texts[i], b->texts[i]) != 0)
      return FALSE;
  return g_strcmp0 (a->key, b->key) == 0;
}

static gboolean
is_shown_at (GListStore *store, guint position, SkySurveillanceEntry *entry)
{
  g_autoptr (SkySurveillanceEntry) shown = g_list_model_get_item (G_LIST_MODEL (store), position);

  return shown != NULL && is_same (shown, entry);
}

/* How many of @entries came after the first that @store has; all, when that is not among them. */
static guint
count_newer (GListStore *store, GPtrArray *entries)
{
  g_autoptr (SkySurveillanceEntry) first = g_list_model_get_item (G_LIST_MODEL (store), 0);
  guint n = 0;

  while (n < entries->len
         && (first == NULL
             || g_strcmp0 (
                    first->texts[SKY_SURVEILLANCE_NUMBER],
                    ((SkySurveillanceEntry *) entries->pdata[n])->texts[SKY_SURVEILLANCE_NUMBER])
                    != 0))
    n++;
  return n;
}

void
sky_surveillance_log_show (GPtrArray *entries, GListStore *store)
{
  GListModel *model = G_LIST_MODEL (store);
  guint newer = count_newer (store, entries);
  guint end;

  /* What is older than the oldest goes, and all when nothing of it stays. */
  if (g_list_model_get_n_items (model) > entries->len - newer)
    g_list_store_splice (store, entries->len - newer,
                         g_list_model_get_n_items (model) - (entries->len - newer), NULL, 0);
  if (newer > 0)
    g_list_store_splice (store, 0, 0, entries->pdata, newer);
  for (guint i = newer; i < entries->len; i = end + 1)
    {
      for (end = i; end < entries->len && !is_shown_at (store, end, entries->pdata[end]);)
        end++;
      if (end > i)
        g_list_store_splice (store, i, MIN (end, g_list_model_get_n_items (model)) - i,
                             entries->pdata + i, end - i);
    }
}

/* --- CSV -------------------------------------------------------------------------------------- */

char *
sky_surveillance_log_to_csv (GPtrArray *entries)
{
  GString *csv = g_string_new (NULL);

  for (guint i = 0; i < SKY_N_SURVEILLANCE_COLUMNS; i++)
    sky_csv_add (csv, sky_surveillance_column_title ((SkySurveillanceColumn) i), i == 0);
  sky_csv_end_row (csv);
  for (guint i = 0; i < entries->len; i++)
    {
      for (guint j = 0; j < SKY_N_SURVEILLANCE_COLUMNS; j++)
        sky_csv_add (csv, sky_surveillance_entry_get (entries->pdata[i], (SkySurveillanceColumn) j),
                     j == 0);
      sky_csv_end_row (csv);
    }
  return g_string_free (csv, FALSE);
}
