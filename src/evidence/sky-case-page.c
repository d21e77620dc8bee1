/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-case-page.h"

#include <locale.h>
#include <string.h>

#include "sky-caption.h"
#include "sky-check.h"
#include "sky-finding-account.h"
#include "sky-finding-words.h"
#include "sky-finding.h"
#include "sky-game.h"
#include "sky-json-writer.h"
#include "sky-page-layout.h"
#include "sky-page-resources.h"
#include "sky-phrase.h"
#include "sky-section.h"
#include "sky-watched.h"

/* The most steps of a finding that are told; a crowded table's round can have hundreds. */
#define MOST_STEPS 400

/* The most events of a log that a timeline has. */
#define MOST_EVENTS 20000

struct _SkyCasePage
{
  GString *data;    /* the JSON of the case, not ended */
  GString *cameras; /* JSON objects, apart by commas */
  GString *stills;  /* of the exporter; likewise */
};

typedef struct
{
  const SkyDossier *dossier;
  GString *json;
  GCancellable *cancellable;
  GHashTable *sections; /* those cited: set of static texts */
} Making;

/* --- Words --------------------------------------------------------------------------------------
 */

/* Has the words of this thread be English from now on. Returns: what they were. */
static locale_t
begin_english (locale_t *english)
{
  *english = newlocale (LC_MESSAGES_MASK, "C", duplocale (LC_GLOBAL_LOCALE));
  return uselocale (*english);
}

static void
end_english (locale_t english, locale_t before)
{
  uselocale (before);
  freelocale (english);
}

static void
add_instant (GString *json, const char *name, SkyTime at)
{
  if (at != SKY_TIME_NONE)
    sky_json_add_time (json, name, at);
}

/* Members that have nothing to say are left out. */
static void
add_text (GString *json, const char *name, const char *text)
{
  if (text != NULL && *text != '\0')
    sky_json_add_string (json, name, text);
}

static void
add_money (GString *json, const char *name, SkyMoney amount)
{
  g_autofree char *text = sky_money_format (amount);

  sky_json_add_string (json, name, text);
}

/* Adds the citation of @section, whose summary is told once a page. */
static void
add_section (Making *self, const char *section)
{
  const SkySection *found = section != NULL ? sky_section_find (section) : NULL;
  g_autofree char *cite = sky_cite (section);

  add_text (self->json, "cite", cite);
  if (found == NULL)
    return;
  sky_json_add_string (self->json, "section", found->section);
  g_hash_table_add (self->sections, (gpointer) found);
}

/* --- A finding ----------------------------------------------------------------------------------
 */

/* The amounts of the card. */
static void
add_account (Making *self, const SkyDossierFinding *entry)
{
  const SkyStoredFinding *finding = entry->finding;
  SkyFindingAccount account;
  g_autofree char *headline = NULL;
  g_autofree char *table = NULL;
  g_autofree char *rules = NULL;

  sky_finding_account_read (&account, finding);
  headline = sky_finding_dup_headline (finding, &account, entry->wager_name);
  sky_json_add_string (self->json, "headline", headline);
  if (sky_finding_has_sentence (finding, &account))
    {
      g_autofree char *explanation = sky_phrase_english (finding->explanation);

      add_text (self->json, "explanation", explanation);
    }
  if (!finding->has_variance)
    return;
  g_autofree char *difference = sky_money_format_signed (finding->variance);
  sky_json_add_string (self->json, "difference", difference);
  if (!account.adds_up)
    return;
  sky_json_add_bool (self->json, "adds_up", TRUE);
  if (account.has_table)
    {
      table = sky_settlement_dup_sum (&account.table);
      add_money (self->json, "did", account.table_gives);
      add_text (self->json, "did_sum", table);
    }
  if (account.has_rules)
    {
      rules = sky_settlement_dup_sum (&account.rules);
      add_money (self->json, "due", account.rules_give);
      add_text (self->json, "due_sum", rules);
    }
}

static void
add_steps (Making *self, const GPtrArray *steps)
{
  guint n = steps != NULL ? MIN (steps->len, MOST_STEPS) : 0;

  sky_json_begin_array (self->json, "steps");
  for (guint i = 0; i < n; i++)
    {
      const SkyStep *step = steps->pdata[i];
      g_autofree char *text = sky_phrase_english (step->text);

      sky_json_begin_object (self->json, NULL);
      sky_json_add_int (self->json, "seq", (gint64) step->seq);
      add_text (self->json, "wager", step->wager);
      add_text (self->json, "text", text);
      add_section (self, step->section);
      sky_json_end_object (self->json);
    }
  sky_json_end_array (self->json);
  if (steps != NULL && steps->len > n)
    sky_json_add_int (self->json, "steps_left_out", steps->len - n);
}

static void
add_entry (GString *json, const SkyLedgerEntry *entry)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "entry", entry->number);
  add_instant (json, "at", entry->at);
  sky_json_add_string (json, "name", entry->name);
  sky_json_add_string (json, "credential", entry->credential);
  sky_json_add_string (json, "action", entry->action);
  add_text (json, "text", entry->text);
  sky_json_end_object (json);
}

static void
add_finding (Making *self, guint log, const SkyDossierFinding *entry)
{
  const SkyDossierLog *owner = self->dossier->logs->pdata[log];
  const SkyStoredFinding *finding = entry->finding;
  GString *json = self->json;
  const SkyText name_of_game = { owner->stored->game, strlen (owner->stored->game) };
  SkyGameId game;
  SkyCheck check;
  gboolean known = sky_check_from_name (finding->check, &check);
  g_autofree char *recorded = sky_finding_words (finding->recorded);
  g_autofree char *recomputed = sky_finding_words (finding->recomputed);

  sky_json_begin_object (json, NULL);
  sky_json_add_int (json, "log", log);
  sky_json_add_int (json, "seq", (gint64) finding->seq);
  add_instant (json, "at", finding->at);
  sky_json_add_int (json, "round", finding->round);
  sky_json_add_int (json, "seat", finding->seat);
  add_text (json, "wager", finding->wager);
  add_text (json, "wager_name", entry->wager_name);
  sky_json_add_string (json, "check", finding->check);
  sky_json_add_string (json, "title", known ? sky_check_title (check) : finding->check);
  if (known)
    sky_json_add_string (json, "summary", sky_check_summary (check));
  sky_json_add_string (json, "severity", sky_severity_to_name (finding->severity));
  if (finding->unsure)
    sky_json_add_bool (json, "unsure", TRUE);
  sky_json_add_string (json, "state", sky_review_state_to_name (finding->state));
  sky_json_add_bool (json, "awaits_second", finding->awaits_second);
  sky_json_add_int (json, "reading", finding->reading);
  add_text (json, "recorded", recorded);
  add_text (json, "recomputed", recomputed);
  add_section (self, finding->section);
  add_account (self, entry);
  add_steps (self, entry->steps);
  sky_json_begin_array (json, "history");
  for (guint i = 0; i < entry->history->len; i++)
    add_entry (json, entry->history->pdata[i]);
  sky_json_end_array (json);
  if (entry->scene != NULL && sky_game_id_from_name (name_of_game, &game))
    sky_page_layout_add_scene (json, entry->scene, game, finding->wager);
  sky_json_end_object (json);
}

/* --- A log --------------------------------------------------------------------------------------
 */

static gboolean
is_within (const SkyDossierLog *log, SkyTime at)
{
  for (guint i = 0; i < log->spans->len; i++)
    {
      const SkySpan *span = &g_array_index (log->spans, SkySpan, i);

      if (span->start <= at && at <= span->end)
        return TRUE;
    }
  return FALSE;
}

/* The events of the stretches: when each was, its number, what it is, and in a few words. */
static void
add_events (Making *self, const SkyDossierLog *log, SkyLog *opened)
{
  g_autoptr (SkyLogReader) reader = sky_log_reader_new (opened, sky_game_lookup_bet);
  const SkyLine *line;
  guint n = 0;

  sky_json_begin_array (self->json, "events");
  while ((line = sky_log_reader_next (reader)) != NULL && n < MOST_EVENTS)
    {
      const SkyEvent *event = &line->event;

      if (line->kind != SKY_LINE_EVENT || !is_within (log, event->at))
        continue;
      g_autofree char *words = sky_caption_of_event (event);

      sky_json_begin_object (self->json, NULL);
      sky_json_add_time (self->json, "at", event->at);
      sky_json_add_int (self->json, "seq", (gint64) event->seq);
      sky_json_add_string (self->json, "type", sky_event_type_to_name (event->type));
      if (event->type == SKY_EVENT_ROUND_START || event->type == SKY_EVENT_ROUND_END)
        sky_json_add_int (self->json, "round", event->round.round);
      add_text (self->json, "words", words);
      sky_json_end_object (self->json);
      n++;
    }
  sky_json_end_array (self->json);
}

static void
add_stretches (Making *self, const SkyDossierLog *log)
{
  sky_json_begin_array (self->json, "stretches");
  for (guint i = 0; i < log->spans->len; i++)
    {
      const SkySpan *span = &g_array_index (log->spans, SkySpan, i);

      sky_json_begin_object (self->json, NULL);
      sky_json_add_time (self->json, "start", span->start);
      sky_json_add_time (self->json, "end", span->end);
      sky_json_end_object (self->json);
    }
  sky_json_end_array (self->json);
  sky_json_begin_array (self->json, "bookmarks");
  for (guint i = 0; i < log->bookmarks->len; i++)
    {
      const SkyBookmark *bookmark = log->bookmarks->pdata[i];

      sky_json_begin_object (self->json, NULL);
      sky_json_add_time (self->json, "at", bookmark->at);
      sky_json_add_string (self->json, "name", bookmark->name);
      add_text (self->json, "text", bookmark->text);
      sky_json_end_object (self->json);
    }
  sky_json_end_array (self->json);
}

static void
add_log (Making *self, const SkyDossierLog *log)
{
  g_autoptr (SkyLog) opened = sky_log_open_in_archive (log->archive->path, log->path, NULL);
  const SkyLogHeader *header = opened != NULL ? sky_log_get_header (opened) : NULL;
  GString *json = self->json;
  char day[SKY_DAY_TEXT_SIZE];
  char root[SKY_DIGEST_HEX_SIZE];
  guint64 n_lines = 0;

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "member", log->member);
  sky_json_add_string (json, "property", log->stored->property);
  sky_json_add_string (json, "table", log->stored->table);
  sky_json_add_string (json, "game", log->stored->game);
  sky_json_add_string (json, "day", sky_day_format (log->stored->gaming_day, day));
  if (header != NULL)
    {
      g_autofree char *scope = sky_watched_describe_log (opened);
      g_autofree char *said = sky_phrase_english (scope);

      sky_json_add_string (json, "zone", header->time_zone);
      add_text (json, "left_out", said);
    }
  sky_json_add_string (json, "sha256", log->extract->log_sha256);
  sky_digest_to_hex (log->extract->root.bytes, root);
  sky_json_add_string (json, "root", root);
  for (guint i = 0; i < log->extract->runs->len; i++)
    n_lines += g_array_index (log->extract->runs, SkyExtractRun, i).n_lines;
  sky_json_add_int (json, "lines", (gint64) n_lines);
  sky_json_add_int (json, "of_lines", (gint64) log->extract->log_lines);
  if (header != NULL)
    {
      sky_page_layout_add_table (json, header->game);
      add_events (self, log, opened);
    }
  add_stretches (self, log);
  sky_json_end_object (json);
}

/* --- The case -----------------------------------------------------------------------------------
 */

static void
add_details (GString *json, const SkyCaseDetails *details)
{
  if (details == NULL)
    return;
  if (details->type != NULL)
    sky_json_add_string (json, "type", sky_case_word_to_label (sky_case_types, details->type));
  sky_json_begin_array (json, "people");
  for (guint i = 0; details->people[i] != NULL; i++)
    sky_json_add_string (json, NULL, details->people[i]);
  sky_json_end_array (json);
  if (details->disposition != NULL)
    sky_json_add_string (json, "disposition",
                         sky_case_word_to_label (sky_case_dispositions, details->disposition));
}

static void
add_case (Making *self,
          const char *credential,
          const char *name,
          const SkyCertificate *signer,
          SkyTime made_at)
{
  const SkyCase *info = self->dossier->info;
  const SkyDossierLog *first = self->dossier->logs->pdata[0];
  GString *json = self->json;

  sky_json_begin_object (json, "case");
  sky_json_add_int (json, "number", info->number);
  sky_json_add_string (json, "title", info->title);
  sky_json_add_string (json, "property", first->stored->property);
  add_details (json, info->details);
  sky_json_add_string (json, "opened_by", info->name);
  sky_json_add_string (json, "opened_by_credential", info->credential);
  add_instant (json, "opened_at", info->opened_at);
  sky_json_add_string (json, "exported_by", name);
  sky_json_add_string (json, "exported_by_credential", credential);
  add_instant (json, "exported_at", made_at);
  sky_json_add_string (json, "certificate", sky_certificate_get_fingerprint (signer));
  sky_json_end_object (json);
}

static void
add_notes (Making *self)
{
  static const char *const kinds[] = {
    [SKY_CASE_NOTE] = "note",           [SKY_CASE_CLOSING] = "closing",
    [SKY_CASE_REOPENING] = "reopening", [SKY_CASE_RENAMING] = "renaming",
    [SKY_CASE_DETAILS] = "details",
  };

  sky_json_begin_array (self->json, "notes");
  for (guint i = 0; i < self->dossier->items->len; i++)
    {
      const SkyCaseItem *item = self->dossier->items->pdata[i];

      g_autofree char *details =
          item->details != NULL ? sky_case_details_describe (item->details) : NULL;

      if (kinds[item->kind] == NULL)
        continue;
      sky_json_begin_object (self->json, NULL);
      sky_json_add_string (self->json, "kind", kinds[item->kind]);
      add_instant (self->json, "at", item->at);
      sky_json_add_string (self->json, "name", item->name);
      sky_json_add_string (self->json, "credential", item->credential);
      add_text (self->json, "text", details != NULL ? details : item->text);
      sky_json_end_object (self->json);
    }
  sky_json_end_array (self->json);
}

static void
add_stills (Making *self)
{
  const GArray *stills = self->dossier->stills;

  sky_json_begin_array (self->json, "stills");
  for (guint i = 0; i < stills->len; i++)
    {
      const SkyDossierStill *still = &g_array_index (stills, SkyDossierStill, i);
      const SkyCaseItem *item = still->item;

      sky_json_begin_object (self->json, NULL);
      sky_json_add_string (self->json, "file", still->member);
      sky_json_add_string (self->json, "camera", item->still->camera);
      sky_json_add_string (self->json, "table", item->still->table);
      add_instant (self->json, "at", item->still->at);
      sky_json_add_string (self->json, "name", item->name);
      sky_json_add_string (self->json, "credential", item->credential);
      add_instant (self->json, "added_at", item->at);
      add_text (self->json, "text", item->text);
      sky_json_add_string (self->json, "sha256", item->still->sha256);
      sky_json_end_object (self->json);
    }
  sky_json_end_array (self->json);
}

static void
add_sections (Making *self)
{
  GHashTableIter each;
  gpointer key;

  sky_json_begin_object (self->json, "sections");
  g_hash_table_iter_init (&each, self->sections);
  while (g_hash_table_iter_next (&each, &key, NULL))
    {
      const SkySection *section = key;

      sky_json_add_string (self->json, section->section, section->summary);
    }
  sky_json_end_object (self->json);
}

static void
add_logs (Making *self)
{
  const GPtrArray *logs = self->dossier->logs;

  sky_json_begin_array (self->json, "logs");
  for (guint i = 0; i < logs->len; i++)
    add_log (self, logs->pdata[i]);
  sky_json_end_array (self->json);
  sky_json_begin_array (self->json, "findings");
  for (guint i = 0; i < logs->len; i++)
    {
      const SkyDossierLog *log = logs->pdata[i];

      for (guint f = 0; f < log->findings->len; f++)
        if (!g_cancellable_is_cancelled (self->cancellable))
          add_finding (self, i, log->findings->pdata[f]);
    }
  sky_json_end_array (self->json);
}

SkyCasePage *
sky_case_page_new (const SkyDossier *dossier,
                   const char *credential,
                   const char *name,
                   const SkyCertificate *signer,
                   SkyTime made_at,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (SkyCasePage) page = g_new0 (SkyCasePage, 1);
  g_autoptr (GHashTable) sections = g_hash_table_new (NULL, NULL);
  Making self = { .dossier = dossier, .cancellable = cancellable, .sections = sections };
  locale_t english;
  locale_t before = begin_english (&english);

  page->data = g_string_new (NULL);
  page->cameras = g_string_new (NULL);
  page->stills = g_string_new (NULL);
  self.json = page->data;
  sky_json_begin_object (self.json, NULL);
  sky_json_add_string (self.json, "skyward", SKY_VERSION);
  add_case (&self, credential, name, signer, made_at);
  add_notes (&self);
  add_logs (&self);
  add_stills (&self);
  add_sections (&self);
  sky_page_layout_add_dark (self.json);
  end_english (english, before);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&page);
}

void
sky_case_page_free (SkyCasePage *self)
{
  if (self == NULL)
    return;
  g_string_free (self->data, TRUE);
  g_string_free (self->cameras, TRUE);
  g_string_free (self->stills, TRUE);
  g_free (self);
}

/* --- The file -----------------------------------------------------------------------------------
 */

void
sky_case_page_add_camera (SkyCasePage *self, const char *json)
{
  g_string_append_printf (self->cameras, "%s%s", self->cameras->len > 0 ? "," : "", json);
}

void
sky_case_page_add_still (SkyCasePage *self, const char *member)
{
  sky_json_begin_object (self->stills, NULL);
  sky_json_add_string (self->stills, "file", member);
  sky_json_end_object (self->stills);
}

/* Within HTML nothing of JSON may end its element or begin another: what could is written as JSON's
 * own escapes, which stand in texts alone. */
static void
append_json_for_html (GString *html, const GString *json)
{
  for (gsize i = 0; i < json->len; i++)
    if (strchr ("<>&", json->str[i]) != NULL)
      g_string_append_printf (html, "\\u%04x", (guint) json->str[i]);
    else
      g_string_append_c (html, json->str[i]);
}

/* A part of the program's own. */
static const char *
load (const char *name, gsize *size)
{
  g_autofree char *path = g_strconcat ("/org/skyward/page/", name, NULL);
  g_autoptr (GBytes) bytes =
      g_resource_lookup_data (sky_page_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  g_assert (bytes != NULL);
  /* It lies in the program, and so stays. */
  return g_bytes_get_data (bytes, size);
}

/* As a content security policy names a text. */
static void
append_hash (GString *html, const char *text, gsize size)
{
  guint8 digest[SKY_DIGEST_SIZE];
  g_autofree char *hash = NULL;

  sky_digest_bytes (text, size, digest);
  hash = g_base64_encode (digest, sizeof digest);
  g_string_append_printf (html, "'sha256-%s'", hash);
}

GBytes *
sky_case_page_write (const SkyCasePage *self)
{
  static const char *const scripts[] = { "words.js", "player.js", "timeline.js", "case.js" };
  gsize n_style, n_frame;
  const char *style = load ("page.css", &n_style);
  const char *frame = load ("page.html", &n_frame);
  g_autoptr (GString) script = g_string_new (NULL);
  g_autoptr (GString) json = g_string_new (self->data->str);
  GString *html = g_string_new (NULL);
  const char *at = frame;
  const char *mark;

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      gsize n;
      const char *text = load (scripts[i], &n);

      g_string_append_len (script, text, (gssize) n);
    }
  g_string_append_printf (json, ",\"cameras\":[%s],\"added_stills\":[%s]}", self->cameras->str,
                          self->stills->str);
  while ((mark = memchr (at, '@', n_frame - (gsize) (at - frame))) != NULL)
    {
      g_string_append_len (html, at, mark - at);
      at = mark + 1;
      if (g_str_has_prefix (at, "STYLE-HASH@"))
        append_hash (html, style, n_style);
      else if (g_str_has_prefix (at, "SCRIPT-HASH@"))
        append_hash (html, script->str, script->len);
      else if (g_str_has_prefix (at, "STYLE@"))
        g_string_append_len (html, style, (gssize) n_style);
      else if (g_str_has_prefix (at, "SCRIPT@"))
        g_string_append_len (html, script->str, (gssize) script->len);
      else
        append_json_for_html (html, json);
      at = strchr (at, '@') + 1;
    }
  g_string_append_len (html, at, (gssize) n_frame - (at - frame));
  return g_string_free_to_bytes (html);
}
