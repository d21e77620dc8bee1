/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fold that stops at the end of a day, is kept and goes on with later logs gives the same as one
 * of all logs, to the last digit, of all units or of one log's; whatever is damaged gives nothing;
 * what no longer holds is folded anew, in either database. */
#include "config.h"

#include "../remove-tree.h"
#include "pattern-samples.h"
#include "private-postgres.h"
#include "sky-kept-patterns.h"
#include "sky-pattern-json.h"
#include "sky-pattern-reading.h"
#include "sky-store-audit.h"
#include "store-samples.h"

#include <glib/gstdio.h>
#include <string.h>

#define MONDAY 19674 /* 2023-11-13: the new year comes in the eighth week */
#define N_DAYS 70

static guint64 chance = G_GUINT64_CONSTANT (88172645463325252);

static guint
draw (guint below)
{
  chance ^= chance << 13;
  chance ^= chance >> 7;
  chance ^= chance << 17;
  return (guint) ((chance >> 32) * below >> 32);
}

static SkyCounts *
add_log (GPtrArray *logs, const char *table, const char *game, SkyDay day)
{
  SkyCounts *counts = pattern_samples_add_log (logs, table, game, day);

  counts->left_out[SKY_LEFT_OUT_VOIDED] = draw (3);
  return counts;
}

static void
draw_places (gint64 *counts, guint n_places, guint n, gint64 more)
{
  for (guint i = 0; i < n; i++)
    counts[draw (n_places)]++;
  counts[3] += more;
}

static void
add_people (SkyCounts *counts, guint n_errors)
{
  for (guint d = 0; d < 3; d++)
    {
      g_autofree char *dealer = g_strdup_printf ("PA-%u", (draw (2) + d * 2) % 6);

      for (guint k = 0; k < 3; k++)
        {
          SkyDecisionCounts one = { g_strdup (dealer),
                                    draw (5) > 0 ? g_strdup_printf ("P%u", draw (9)) : NULL,
                                    20 + draw (30) };
          const guint n = draw (4) == 0 ? 1 + (d == 0 ? n_errors : 0) : 0;

          g_array_append_val (counts->decisions, one);
          for (guint e = 0; e < n; e++)
            {
              SkyErrorCount error = { .check = g_strdup ("settle.payout"),
                                      .dealer = g_strdup (dealer),
                                      .player = g_strdup (one.player),
                                      .of_dealer = TRUE,
                                      .of_the_pair = draw (2) == 0 };

              g_array_append_val (counts->errors, error);
            }
        }
    }
}

/* Late in the time a patron wins too often. */
static void
add_money (SkyCounts *counts, guint table, guint day)
{
  const guint number = (day + table) % 3;
  g_autofree char *patron = g_strdup_printf ("P%u", number);

  pattern_samples_add_wins (counts, NULL, 300, 137 + (day * 7 + table) % 11);
  pattern_samples_add_wins (counts, patron, 60, (day > 40 && number == 1 ? 44 : 27) + day % 3);
}

static void
add_roulette (GPtrArray *logs, guint table, guint day)
{
  g_autofree char *name = g_strdup_printf ("RO-0%u", table);
  g_autofree char *wheel = g_strdup_printf ("w%u", table);
  SkyCounts *counts = add_log (logs, name, "roulette", MONDAY + (SkyDay) day);
  SkyWheelCounts spun = { .wheel = g_strdup (wheel), .over = day % 30 == 29 && table == 1 };

  draw_places (spun.counts, 38, 300, table == 0 && day > 20 ? 12 : 0);
  g_array_append_val (counts->wheels, spun);
  for (guint way = 0; way < 2; way++)
    {
      SkySpinCounts spins = { .dealer = g_strdup_printf ("PA-%u", draw (4)),
                              .wheel = g_strdup (wheel),
                              .counterclockwise = way };

      draw_places (spins.counts, 38, 150, day > 50 ? 15 : 0);
      g_array_append_val (counts->spins, spins);
    }
  add_people (counts, day > 30 ? 3 : 0);
  add_money (counts, table, day);
  counts->damaged = draw (25) == 0;
}

static void
add_craps (GPtrArray *logs, guint day)
{
  SkyCounts *counts = add_log (logs, "CR-01", "craps", MONDAY + (SkyDay) day);
  SkyDiceCounts dice = { .set = g_strdup_printf ("d%u", day) };

  draw_places (dice.faces, 6, 400, 0);
  dice.faces[5] += day > 40 ? 40 : 0;
  g_array_append_val (counts->dice, dice);
  for (guint i = 0; i < 3; i++)
    {
      SkySevenCounts sevens = { g_strdup_printf ("P%u", draw (9)), 3 + draw (3), 40 };

      g_array_append_val (counts->sevens, sevens);
    }
  add_people (counts, 0);
}

/* Twelve weeks, of which one is empty. */
static GPtrArray *
make_logs (void)
{
  GPtrArray *logs = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_log_counts_free);

  for (guint day = 0; day < N_DAYS; day++)
    {
      if (day / 7 == 5 || draw (15) == 0)
        continue;
      add_craps (logs, day);
      for (guint table = 0; table < 2 + day / 40; table++)
        add_roulette (logs, table, day);
    }
  return logs;
}

/* The same logs as @logs have from @first on, of those up to @last. */
static GPtrArray *
borrow (const GPtrArray *logs, SkyDay first, SkyDay last)
{
  GPtrArray *some = g_ptr_array_new ();

  for (guint i = 0; i < logs->len; i++)
    {
      SkyLogCounts *log = logs->pdata[i];

      if (log->gaming_day >= first && log->gaming_day <= last)
        g_ptr_array_add (some, log);
    }
  return some;
}

static GPtrArray *
new_streams (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) sky_kept_stream_free);
}

static SkyKeptStream *
find_stream (const GPtrArray *streams, const char *unit)
{
  for (guint i = 0; i < streams->len; i++)
    if (g_str_equal (((SkyKeptStream *) streams->pdata[i])->unit, unit))
      return streams->pdata[i];
  return NULL;
}

/* Keeps @changed, as the store does. */
static void
keep (GPtrArray *kept, GPtrArray *changed)
{
  while (changed->len > 0)
    {
      SkyKeptStream *stream = g_ptr_array_steal_index (changed, 0);

      if (find_stream (kept, stream->unit) != NULL)
        g_ptr_array_remove (kept, find_stream (kept, stream->unit));
      g_ptr_array_add (kept, stream);
    }
}

static void
assert_same_streams (const GPtrArray *kept, const GPtrArray *streams)
{
  g_assert_cmpuint (kept->len, ==, streams->len);
  for (guint i = 0; i < streams->len; i++)
    {
      const SkyKeptStream *stream = streams->pdata[i];
      const SkyKeptStream *same = find_stream (kept, stream->unit);

      g_assert_nonnull (same);
      g_assert_cmpmem (g_bytes_get_data (same->state, NULL), g_bytes_get_size (same->state),
                       g_bytes_get_data (stream->state, NULL), g_bytes_get_size (stream->state));
    }
}

static void
assert_same_patterns (const SkyPatterns *one, const SkyPatterns *other)
{
  g_autoptr (GBytes) bytes = sky_patterns_to_bytes (one, 0);
  g_autoptr (GBytes) same = sky_patterns_to_bytes (other, 0);

  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                   g_bytes_get_data (same, NULL), g_bytes_get_size (same));
}

static gboolean
load (gpointer data, const char *unit, GBytes **state, GError **error)
{
  const SkyKeptStream *stream = find_stream (data, unit);

  *state = stream != NULL ? g_bytes_ref (stream->state) : NULL;
  return TRUE;
}

/* What @few has is what @all has of the same units. */
static void
assert_few (const SkyPatterns *few, const SkyPatterns *all)
{
  guint k = 0;

  for (guint i = 0; i < all->patterns->len && k < few->patterns->len; i++)
    {
      const SkyPattern *one = all->patterns->pdata[i], *other = few->patterns->pdata[k];
      g_autoptr (GString) json = g_string_new (NULL);
      g_autoptr (GString) same = g_string_new (NULL);

      if (!g_str_equal (one->unit, other->unit))
        continue;
      sky_pattern_write_json (one, json);
      sky_pattern_write_json (other, same);
      g_assert_cmpstr (same->str, ==, json->str);
      k++;
    }
  g_assert_cmpuint (k, ==, few->patterns->len);
  g_assert_cmpuint (few->summaries->len, ==, 0);
}

/* Day after day, from what was kept at the end of the day before the last. */
static void
test_days (void)
{
  g_autoptr (GPtrArray) logs = make_logs ();
  g_autoptr (GPtrArray) kept = new_streams ();
  SkyDay start = G_MININT32, before = MONDAY;
  guint n_told = 0, n_untold = 0, n_reported = 0;

  for (SkyDay day = MONDAY; day < MONDAY + N_DAYS; day++)
    {
      g_autoptr (GPtrArray) until = borrow (logs, MONDAY, day);
      g_autoptr (GPtrArray) since = borrow (logs, start + 1, day);
      g_autoptr (GPtrArray) changed = new_streams ();
      g_autoptr (GPtrArray) anew = new_streams ();
      g_autoptr (SkyPatterns) all = NULL;
      g_autoptr (SkyPatterns) gone_on = NULL;

      if (since->len == 0
          || ((const SkyLogCounts *) until->pdata[until->len - 1])->gaming_day < day)
        continue;
      all = sky_patterns_fold_and_stop (until, before, anew);
      if (kept->len == 0)
        {
          keep (kept, anew);
          start = kept->len > 0 ? before : start;
          before = day;
          continue;
        }
      for (guint i = 0; i < since->len; i++)
        {
          g_autoptr (SkyPatterns) few = NULL;
          const SkyLogCounts *log = since->pdata[i];

          g_assert_true (
              sky_patterns_go_on_log ("Keystone", load, kept, since, log->log, &few, NULL));
          if (few != NULL)
            assert_few (few, all);
          n_told += few != NULL && few->patterns->len > 0;
          n_untold += few == NULL;
        }
      gone_on = sky_patterns_go_on ("Keystone", kept, since, before, changed);
      g_assert_nonnull (gone_on);
      assert_same_patterns (gone_on, all);
      g_assert_cmpuint (changed->len, <=, anew->len);
      keep (kept, changed);
      assert_same_streams (kept, anew);
      start = before;
      before = day;
      n_reported = all->summaries->len > 0
                       ? ((const SkyPatternSummary *) all->summaries->pdata[0])->n_reported
                       : 0;
    }
  g_test_message ("%u told of few, %u not; %u reported", n_told, n_untold, n_reported);
  g_assert_cmpuint (n_told, >, 150);
  g_assert_cmpuint (n_untold, >, 0);
  g_assert_cmpuint (n_reported, >, 2);
}

/* From any day on, with all that came later at once. */
static void
test_leaps (void)
{
  g_autoptr (GPtrArray) logs = make_logs ();
  g_autoptr (SkyPatterns) all = sky_patterns_fold (logs, G_MAXINT32);

  for (SkyDay day = MONDAY; day < MONDAY + N_DAYS - 1; day += 5)
    {
      g_autoptr (GPtrArray) kept = new_streams ();
      g_autoptr (GPtrArray) none = new_streams ();
      g_autoptr (GPtrArray) since = borrow (logs, day + 1, G_MAXINT32);
      g_autoptr (SkyPatterns) folded = sky_patterns_fold_and_stop (logs, day, kept);
      g_autoptr (SkyPatterns) gone_on = NULL;

      assert_same_patterns (folded, all);
      /* The first week's thresholds are not settled. */
      g_assert_cmpint (kept->len > 0, ==, day >= MONDAY + 7);
      if (kept->len == 0)
        continue;
      gone_on = sky_patterns_go_on ("Keystone", kept, since, G_MININT32, none);
      g_assert_nonnull (gone_on);
      assert_same_patterns (gone_on, all);
      g_assert_cmpuint (none->len, ==, 0);
    }
}

/* Damaged bytes give nothing, or what they say; nobody crashes of them. */
static void
test_damaged (void)
{
  g_autoptr (GPtrArray) logs = make_logs ();
  g_autoptr (GPtrArray) kept = new_streams ();
  g_autoptr (GPtrArray) none = new_streams ();
  g_autoptr (GPtrArray) since = borrow (logs, MONDAY + 71, G_MAXINT32);
  g_autoptr (SkyPatterns) folded = sky_patterns_fold_and_stop (logs, MONDAY + 70, kept);
  guint n_refused = 0, n = 0;

  g_assert_cmpuint (folded->patterns->len, >, 20);
  for (guint i = 0; i < kept->len; i++)
    {
      SkyKeptStream *stream = kept->pdata[i];
      GBytes *whole = stream->state;
      const gsize size = g_bytes_get_size (whole);

      for (guint part = 0; part < 3; part++)
        {
          g_autoptr (SkyPatterns) patterns = NULL;

          stream->state = g_bytes_new_from_bytes (whole, 0, size * part / 3);
          patterns = sky_patterns_go_on ("Keystone", kept, since, G_MININT32, none);
          n_refused += patterns == NULL;
          n++;
          g_bytes_unref (stream->state);
        }
      stream->state = whole;
    }
  g_assert_cmpuint (n_refused, ==, n);
}

/* --- Over both databases -----------------------------------------------------------------------
 */

static const char *wheel_in_use = "w1";

/* The log of a day: so many spins, one in three into the same pocket if @is_biased. */
static void
write_log (const char *folder, SkyDay gaming_day, gboolean is_biased)
{
  char day[SKY_DAY_TEXT_SIZE];
  g_autofree char *name = NULL, *path = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  guint seq = 0;

  sky_day_format (gaming_day, day);
  name = g_strdup_printf ("RO-01-%s.tel.jsonl", day);
  path = g_build_filename (folder, name, NULL);
  g_string_printf (text,
                   "{\"log\":\"skyward.table-log\",\"version\":1,\"property\":\"Keystone\","
                   "\"table\":\"RO-01\",\"game\":\"roulette\",\"gaming_day\":\"%s\","
                   "\"time_zone\":\"America/New_York\",\"currency\":\"USD\"}\n",
                   day);
#define EVENT(...)                                                                                 \
  (g_string_append_printf (text, "{\"seq\":%u,\"at\":\"%sT%02u:%02u:%02u.000000Z\",", seq + 1,     \
                           day, 12 + seq / 3600, seq / 60 % 60, seq % 60),                         \
   seq++, g_string_append_printf (text, __VA_ARGS__), g_string_append (text, "}\n"))
  EVENT ("\"type\":\"table_open\"");
  EVENT ("\"type\":\"rules\",\"submission\":{\"wheel\":\"double_zero\"}");
  EVENT ("\"type\":\"staff\",\"role\":\"dealer\",\"credential\":\"PA-1\",\"on\":true");
  EVENT ("\"type\":\"equipment\",\"item\":\"wheel\",\"id\":\"%s\",\"action\":\"in\"", wheel_in_use);
  for (guint round = 1; round <= 60; round++)
    {
      EVENT ("\"type\":\"round_start\",\"round\":%u", round);
      EVENT ("\"type\":\"spin\",\"wheel\":\"cw\",\"ball\":\"ccw\"");
      EVENT ("\"type\":\"no_more_bets\"");
      EVENT ("\"type\":\"result\",\"pocket\":\"%u\",\"revolutions\":6,\"observed\":[]",
             is_biased && round % 3 == 0 ? 7 : round * 7 % 37);
      EVENT ("\"type\":\"round_end\",\"round\":%u", round);
    }
#undef EVENT
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
}

/* Audits the log of @day; returns its id. */
static gint64
audit_day (SkyStore *store, const char *folder, SkyDay gaming_day)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyArchive) archive = sky_archive_open (folder, &error);
  char day[SKY_DAY_TEXT_SIZE];
  SkyAuditOptions options = { 0 };
  g_autoptr (GPtrArray) stored = NULL;
  gint64 id = 0;

  g_assert_no_error (error);
  sky_day_format (gaming_day, day);
  for (guint i = 0; archive->logs[i] != NULL; i++)
    {
      g_autoptr (SkyLog) log = NULL;
      g_autoptr (SkyLogAudit) audit = NULL;

      if (strstr (archive->logs[i], day) == NULL)
        continue;
      log = sky_log_open_in_archive (archive->path, archive->logs[i], &error);
      g_assert_no_error (error);
      audit = sky_audit_log (log, &options, &error);
      g_assert_no_error (error);
      g_assert_true (sky_store_write_audit (store, archive, day, audit, "test", NULL, &error));
      g_assert_no_error (error);
    }
  stored = sky_store_list_logs (store, folder, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < stored->len; i++)
    if (((const SkyStoredLog *) stored->pdata[i])->gaming_day == gaming_day)
      id = ((const SkyStoredLog *) stored->pdata[i])->id;
  g_assert_cmpint (id, >, 0);
  return id;
}

/* How the whole answer came about. */
typedef enum
{
  KEPT,
  GONE_ON,
  ANEW,
} Way;

/* Reads the whole answer and keeps it; it is the same as one folded anew. */
static void
assert_way (SkyStore *store, Way way)
{
  const SkyPatternsRequest request = { NULL, G_MAXINT32, TRUE, TRUE, NULL, 0 };
  const SkyPatternsRequest as_then = { NULL, G_MAXINT32 - 1, TRUE, TRUE, NULL, 0 };
  g_autoptr (GError) error = NULL;
  guint n_without;
  g_autoptr (SkyPatterns) patterns = sky_patterns_read (store, &request, &n_without, &error);
  g_autoptr (SkyPatterns) anew = sky_patterns_read (store, &as_then, &n_without, &error);
  g_autofree char *told = pattern_samples_to_json (patterns),
                  *same = pattern_samples_to_json (anew);
  const SkyKeptFold *fold = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (told, ==, same);
  g_assert_cmpuint (patterns->unkept->len, ==, way == KEPT ? 0 : 1);
  if (way != KEPT)
    fold = patterns->unkept->pdata[0];
  g_assert_true (fold == NULL || (fold->from == NULL) == (way == ANEW));
  g_assert_true (sky_patterns_keep_news (patterns, store, &error));
  g_assert_no_error (error);
}

/* What the log has observations of is the same as in the whole answer. */
static char *
read_log (SkyStore *store, gint64 log)
{
  const SkyPatternsRequest request = { NULL, G_MAXINT32, TRUE, TRUE, NULL, log };
  const SkyPatternsRequest whole = { NULL, G_MAXINT32 - 1, TRUE, TRUE, NULL, 0 };
  g_autoptr (GError) error = NULL;
  guint n_without;
  g_autoptr (SkyPatterns) few = sky_patterns_read (store, &request, &n_without, &error);
  g_autoptr (SkyPatterns) all = sky_patterns_read (store, &whole, &n_without, &error);

  g_assert_no_error (error);
  assert_few (few, all);
  return pattern_samples_to_json (few);
}

/* The whole answer, not kept yet. */
static SkyPatterns *
read_whole (SkyStore *store)
{
  const SkyPatternsRequest request = { NULL, G_MAXINT32, TRUE, TRUE, NULL, 0 };
  g_autoptr (GError) error = NULL;
  guint n_without;
  SkyPatterns *patterns = sky_patterns_read (store, &request, &n_without, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (patterns->unkept->len, ==, 1);
  return patterns;
}

static void
assert_check (SkyStore *store, guint n_differences)
{
  g_autoptr (GPtrArray) differences = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  g_assert_true (sky_patterns_check_kept (store, differences, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (differences->len, ==, n_differences);
}

/* Days come one after the other, then one late, one in another's place, one that goes. */
static void
test_store (Samples *samples, gconstpointer unused)
{
  g_autoptr (SkyStore) store = samples_open (samples, SKY_STORE_READ_WRITE);
  g_autofree char *folder = g_build_filename (samples->folder, "days", NULL);
  g_autofree char *late = g_build_filename (samples->folder, "late", NULL);
  g_autofree char *of_log = NULL, *of_late = NULL, *of_none = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (late, 0700), ==, 0);
  for (guint day = 0; day < 13; day++)
    {
      if (day == 9)
        continue;
      write_log (folder, MONDAY + (SkyDay) day, day > 2);
      id = audit_day (store, folder, MONDAY + (SkyDay) day);
      g_free (of_log);
      of_log = read_log (store, id);
      assert_way (store, day <= 8 ? ANEW : GONE_ON);
      assert_way (store, KEPT);
    }
  assert_check (store, 0);
  g_assert_nonnull (strstr (of_log, "equipment.wheel-bias"));
  g_assert_nonnull (strstr (of_log, "staff.spin-pattern"));
  g_assert_nonnull (strstr (of_log, "\"state\":\"confirmed\""));
  g_assert_null (strstr (of_log, "summary"));

  /* What goes on from streams that were changed is another thing, and seen. */
  samples_tamper (samples,
                  sky_store_is_uri (samples->path)
                      ? "UPDATE skyward.statistic_streams SET state ="
                        " overlay (state PLACING '\\x07'::bytea FROM 60) WHERE unit LIKE '0%'"
                      : "UPDATE statistic_streams SET state = CAST (substr (state, 1, 59)"
                        " || x'07' || substr (state, 61) AS BLOB) WHERE unit LIKE '0%'");
  assert_check (store, 2);

  /* A log comes late. */
  write_log (late, MONDAY + 9, TRUE);
  id = audit_day (store, late, MONDAY + 9);
  of_late = read_log (store, id);
  g_assert_nonnull (strstr (of_late, "equipment.wheel-bias"));
  assert_way (store, ANEW);
  assert_check (store, 0);

  /* It goes. */
  g_assert_true (sky_store_remove_archive (store, late, &error));
  remove_tree (late);
  g_assert_cmpint (g_mkdir (late, 0700), ==, 0);
  of_none = read_log (store, id);
  g_assert_cmpstr (of_none, ==, "");
  assert_way (store, ANEW);

  /* The last one is audited once more; then a later one comes, and another in its place. */
  audit_day (store, folder, MONDAY + 12);
  assert_way (store, GONE_ON);
  write_log (late, MONDAY + 13, TRUE);
  audit_day (store, late, MONDAY + 13);
  assert_way (store, GONE_ON);
  g_assert_true (sky_store_remove_archive (store, late, &error));
  write_log (late, MONDAY + 13, FALSE);
  audit_day (store, late, MONDAY + 13);
  assert_way (store, GONE_ON);
  assert_way (store, KEPT);
  assert_check (store, 0);

  /* Of two who go on from the same, who knows less keeps it last. */
  {
    g_autoptr (SkyPatterns) less = NULL;
    g_autoptr (SkyPatterns) more = NULL;

    wheel_in_use = "w2";
    write_log (folder, MONDAY + 14, TRUE);
    audit_day (store, folder, MONDAY + 14);
    less = read_whole (store);
    wheel_in_use = "w1";
    write_log (folder, MONDAY + 15, TRUE);
    audit_day (store, folder, MONDAY + 15);
    more = read_whole (store);
    g_assert_true (sky_patterns_keep_news (more, store, &error));
    g_assert_true (sky_patterns_keep_news (less, store, &error));
    g_assert_no_error (error);
    assert_check (store, 0);
    write_log (folder, MONDAY + 16, TRUE);
    audit_day (store, folder, MONDAY + 16);
    assert_way (store, GONE_ON);
    assert_check (store, 0);
  }
  remove_tree (folder);
  remove_tree (late);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/going-on/days", test_days);
  g_test_add_func ("/going-on/leaps", test_leaps);
  g_test_add_func ("/going-on/damaged", test_damaged);
  SAMPLES_ADD ("/going-on/store", Samples, samples_set_up, test_store, samples_tear_down);
  return g_test_run ();
}
