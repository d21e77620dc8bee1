/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cli.h"
#include "sky-history.h"
#include "sky-json-writer.h"
#include "sky-pattern-json.h"
#include "sky-pattern-reading.h"
#include "sky-pattern-words.h"
#include "sky-phrase.h"
#include "sky-store-opener.h"
#include "sky-stored-log.h"

#include <glib/gi18n.h>

#include <string.h>

/* Prints the values of one case. Returns FALSE when it could not be computed, which is told, or
 * when nobody reads what is printed. */
static gboolean
print_case (const char *path, const SkyJsonNode *name, const SkyJsonNode *history)
{
  g_autofree char *case_name = sky_text_dup (name->text);
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *cause = NULL;

  sky_json_begin_object (line, NULL);
  sky_json_add_string (line, "case", case_name);
  sky_json_begin_object (line, "values");
  /* The published examples have what is expected beside each history. */
  if (sky_json_member (history, "history") != NULL)
    history = sky_json_member (history, "history");
  if (!sky_history_compute (history, line, &cause))
    {
      sky_cli_complain (_ ("%s: case “%s”: %s"), path, case_name, cause);
      return FALSE;
    }
  sky_json_end_object (line);
  sky_json_end_object (line);
  g_string_append_c (line, '\n');
  return sky_cli_write_json (line->str, line->len);
}

static SkyCliStatus
compute_file (const char *path)
{
  g_autoptr (SkyJsonParser) parser = sky_json_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *contents = NULL;
  const SkyJsonNode *cases, *name;
  const char *cause = NULL;
  SkyCliStatus status = SKY_CLI_DONE;
  gsize length;

  if (!g_file_get_contents (path, &contents, &length, &error))
    return sky_cli_fail (error);
  cases = sky_json_parse (parser, contents, length, FALSE, &cause);
  if (cases == NULL || cases->kind != SKY_JSON_OBJECT)
    {
      sky_cli_complain ("%s: %s", path,
                        cases == NULL ? cause
                                      : _ ("not a JSON object of cases with their histories"));
      return SKY_CLI_FAILED;
    }
  name = sky_json_first (cases);
  for (guint i = 0; i < cases->n_children; i++)
    {
      const SkyJsonNode *history = sky_json_next (name);

      if (!print_case (path, name, history))
        status = SKY_CLI_FAILED;
      name = sky_json_next (history);
    }
  return status;
}

/* --- Over the store ----------------------------------------------------------------------------
 */

/* What is asked for. */
typedef struct
{
  char *from;
  char *store;
  char *property;
  char *check;
  char *unit;
  char *log;
  char *until_text;
  char *format;
  char *order;
  gboolean reported;
  SkyDay until;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->from);
  g_free (self->store);
  g_free (self->property);
  g_free (self->check);
  g_free (self->unit);
  g_free (self->log);
  g_free (self->until_text);
  g_free (self->format);
  g_free (self->order);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static gboolean
is_unit (const SkyPattern *pattern, const char *unit)
{
  return g_strcmp0 (pattern->wheel, unit) == 0 || g_strcmp0 (pattern->set, unit) == 0
         || g_strcmp0 (pattern->table, unit) == 0 || g_strcmp0 (pattern->dealer, unit) == 0
         || g_strcmp0 (pattern->patron, unit) == 0;
}

static gboolean
is_asked_for (const Request *request, const SkyPattern *pattern)
{
  const char *check = sky_family_to_check (pattern->family);

  return (request->property == NULL || g_str_equal (request->property, pattern->property))
         && (request->check == NULL || g_pattern_match_simple (request->check, check))
         && (request->unit == NULL || is_unit (pattern, request->unit))
         && (!request->reported || pattern->noted != NULL
             || pattern->standing.state != SKY_STREAM_QUIET);
}

/* What lies furthest above what reports, first. */
static int
compare_evidence (gconstpointer a, gconstpointer b)
{
  const SkyStreamStanding *x = &(*(const SkyPattern *const *) a)->standing;
  const SkyStreamStanding *y = &(*(const SkyPattern *const *) b)->standing;
  long double over = x->ln_r - x->ln_a, other = y->ln_r - y->ln_a;

  return over > other ? -1 : over < other;
}

static gboolean
print_json (const GPtrArray *asked, const SkyPatterns *patterns)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < asked->len; i++)
    {
      sky_pattern_write_json (asked->pdata[i], text);
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < patterns->summaries->len; i++)
    {
      sky_pattern_summary_write_json (patterns->summaries->pdata[i], text);
      g_string_append_c (text, '\n');
    }
  return sky_cli_write_json (text->str, text->len);
}

static void
print_pattern (const SkyPattern *pattern)
{
  const SkyStreamStanding *standing = &pattern->standing;
  g_autofree char *unit = sky_pattern_unit (pattern);
  g_autofree char *state = sky_phrase_show (sky_pattern_state_words (pattern));
  /* Without an observation there is no evidence. */
  g_autofree char *ln_r =
      standing->n > 0 ? sky_pattern_format_number ((double) standing->ln_r) : g_strdup ("–");
  const int room = MAX (9 - (int) g_utf8_strlen (ln_r, -1), 0);

  sky_cli_print ("%-22s %-16s %10" PRId64 " %*s%s %7.2f  %s\n",
                 sky_family_to_check (pattern->family), unit, standing->n, room, "", ln_r,
                 (double) standing->ln_a, state);
  if (standing->state != SKY_STREAM_QUIET || pattern->noted != NULL)
    {
      g_autofree char *phrase = sky_pattern_sentence (pattern);
      g_autofree char *sentence = sky_phrase_show (phrase);

      sky_cli_print ("    %s\n", sentence);
    }
}

static void
print_table (const GPtrArray *asked, const SkyPatterns *patterns)
{
  const char *property = NULL;

  for (guint i = 0; i < asked->len; i++)
    {
      const SkyPattern *pattern = asked->pdata[i];

      if (g_strcmp0 (property, pattern->property) != 0)
        {
          property = pattern->property;
          sky_cli_print ("%s\n", property);
          sky_cli_print ("%-22s %-16s %10s %9s %7s  %s\n", _ ("Check"), _ ("Unit"), _ ("Number"),
                         "ln R", "ln A", _ ("State"));
        }
      print_pattern (pattern);
    }
  for (guint i = 0; i < patterns->summaries->len; i++)
    {
      g_autofree char *phrase = sky_pattern_summary_sentence (patterns->summaries->pdata[i]);
      g_autofree char *sentence = sky_phrase_show (phrase);

      sky_cli_print ("%s\n", sentence);
    }
}

static SkyCliStatus
tell (const Request *request, const SkyPatterns *patterns)
{
  g_autoptr (GPtrArray) asked = g_ptr_array_new ();

  for (guint i = 0; i < patterns->patterns->len; i++)
    if (is_asked_for (request, patterns->patterns->pdata[i]))
      g_ptr_array_add (asked, patterns->patterns->pdata[i]);
  if (g_strcmp0 (request->order, "evidence") == 0)
    g_ptr_array_sort (asked, compare_evidence);
  if (g_strcmp0 (request->format, "jsonl") == 0)
    return print_json (asked, patterns) ? SKY_CLI_DONE : SKY_CLI_FAILED;
  print_table (asked, patterns);
  return SKY_CLI_DONE;
}

/* What is reported now for the first time is kept, by whoever may, and what was folded. */
static gboolean
keep_news (SkyStore *reader, const SkyPatterns *patterns, GError **error)
{
  g_autoptr (SkyStore) store = NULL;
  gboolean may;

  if (!sky_patterns_has_news (patterns))
    return TRUE;
  if (!sky_store_may_note_reports (reader, &may, error))
    return FALSE;
  if (!may)
    return TRUE;
  store = sky_cli_open_store (sky_store_get_path (reader), SKY_STORE_READ_WRITE, error);
  return store != NULL && sky_patterns_keep_news (patterns, store, error);
}

/* Takes the id of the log whose file is @path. Returns FALSE when there is none, which is told. */
static gboolean
find_log (SkyStore *store, const char *path, gint64 *id)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *whole = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (whole);
  g_autofree char *name = g_path_get_basename (whole);
  g_autoptr (GPtrArray) logs = sky_store_list_logs (store, folder, &error);

  for (guint i = 0; logs != NULL && i < logs->len; i++)
    {
      const SkyStoredLog *log = logs->pdata[i];

      if (g_str_equal (log->name, name))
        {
          *id = log->id;
          return TRUE;
        }
    }
  if (error != NULL)
    sky_cli_fail (error);
  else
    sky_cli_complain (_ ("the store has no audited log “%s”"), path);
  return FALSE;
}

static SkyCliStatus
compute_store (const Request *request)
{
  g_autofree char *usual = sky_store_default_path ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyStore) store = sky_cli_open_store (request->store != NULL ? request->store : usual,
                                                   SKY_STORE_READ_ONLY, &error);
  g_autoptr (SkyPatterns) patterns = NULL;
  SkyPatternsRequest asked = { request->property, request->until,
                               /* As things stood earlier is not what is told now. */
                               request->until_text == NULL, FALSE, request->unit, 0 };
  guint n_without;

  if (store != NULL && request->log != NULL && !find_log (store, request->log, &asked.log))
    return SKY_CLI_FAILED;
  if (store == NULL || !sky_store_may_count_people (store, &asked.people, &error))
    return sky_cli_fail (error);
  patterns = sky_patterns_read (store, &asked, &n_without, &error);
  if (patterns == NULL)
    return sky_cli_fail (error);
  if (n_without > 0)
    sky_cli_complain (
        ngettext ("%u log was audited by an earlier Skyward and is not counted; audit it "
                  "again",
                  "%u logs were audited by an earlier Skyward and are not counted; audit "
                  "them again",
                  n_without),
        n_without);
  if (!asked.people)
    sky_cli_complain (_ ("what statistics tell of people is not shown to operators"));
  /* What was folded can be folded again. */
  if (!keep_news (store, patterns, &error) && patterns->fresh->len > 0)
    sky_cli_complain (_ ("what is reported now is not kept: %s"), error->message);
  return tell (request, patterns);
}

static gboolean
is_one_of (const char *value, const char *one, const char *other)
{
  return value == NULL || g_str_equal (value, one) || g_str_equal (value, other);
}

SkyCliStatus
sky_cli_statistics (const SkyCommand *command, int argc, char **argv)
{
  g_auto (Request) request = { .until = G_MAXINT32 };
  const GOptionEntry options[] = {
    { "store", 0, 0, G_OPTION_ARG_FILENAME, &request.store,
      N_ ("The store whose logs are looked at (default: the console's)"), "FILE" },
    { "property", 0, 0, G_OPTION_ARG_STRING, &request.property, N_ ("Of this property only"),
      "PROPERTY" },
    { "check", 0, 0, G_OPTION_ARG_STRING, &request.check,
      N_ ("Print statistics of these checks only, such as “equipment.*”"), "GLOB" },
    { "unit", 0, 0, G_OPTION_ARG_STRING, &request.unit,
      N_ ("Of this wheel, set of dice, table, dealer or patron only"), "ID" },
    { "log", 0, 0, G_OPTION_ARG_FILENAME, &request.log,
      N_ ("Of the equipment and people of this log only, at once after its audit"), "LOG" },
    { "until", 0, 0, G_OPTION_ARG_STRING, &request.until_text,
      N_ ("As things stood at the end of this gaming day"), "DAY" },
    { "reported", 0, 0, G_OPTION_ARG_NONE, &request.reported, N_ ("Print only what was reported"),
      NULL },
    { "format", 0, 0, G_OPTION_ARG_STRING, &request.format,
      N_ ("Print a table, or one JSON object per statistic"), "table|jsonl" },
    { "order", 0, 0, G_OPTION_ARG_STRING, &request.order,
      N_ ("By unit, or the strongest evidence first"), "unit|evidence" },
    { "from", 0, 0, G_OPTION_ARG_FILENAME, &request.from,
      N_ ("A file of cases with their histories as counts"), "FILE" },
    { NULL },
  };
  SkyCliStatus status;

  if (!sky_cli_parse (command, options, &argc, &argv, &status))
    return status;
  if (argc > 1)
    return sky_cli_wrong_usage ("statistics", _ ("unexpected argument “%s”"), argv[1]);
  if (!is_one_of (request.format, "table", "jsonl"))
    return sky_cli_wrong_usage ("statistics", _ ("unknown format “%s”"), request.format);
  if (!is_one_of (request.order, "unit", "evidence"))
    return sky_cli_wrong_usage ("statistics", _ ("unknown order “%s”"), request.order);
  if (request.until_text != NULL && request.log != NULL)
    return sky_cli_wrong_usage ("statistics", _ ("--log and --until exclude each other"));
  if (request.until_text != NULL
      && !sky_day_parse (request.until_text, strlen (request.until_text), &request.until))
    return sky_cli_wrong_usage ("statistics", _ ("“%s” is no gaming day; write it as 2023-11-04"),
                                request.until_text);
  return request.from != NULL ? compute_file (request.from) : compute_store (&request);
}
