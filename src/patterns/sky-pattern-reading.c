/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-pattern-reading.h"

#include "sky-kept-patterns.h"
#include "sky-kept-streams.h"
#include "sky-pattern-fold.h"
#include "sky-pattern-share.h"
#include "sky-person.h"

#include <string.h>

gboolean
sky_patterns_may_see_people (
    SkyStore *store, const char *credential, gboolean *may, gboolean *is_auditor, GError **error)
{
  g_autoptr (GPtrArray) people = NULL;
  const SkyPerson *person;
  gboolean is_valid;

  *is_auditor = FALSE;
  if (!sky_store_may_count_people (store, may, error))
    return FALSE;
  people = sky_store_list_people (store, error);
  if (people == NULL)
    return FALSE;
  if (people->len == 0)
    return TRUE;
  person = credential != NULL ? sky_people_find (people, credential) : NULL;
  is_valid = person != NULL && person->revocation == 0 && person->expires > g_get_real_time ();
  *is_auditor = is_valid && person->role == SKY_PERSON_AUDITOR;
  *may = *may && is_valid && person->role != SKY_PERSON_OPERATOR;
  return TRUE;
}

/* --- Where a fold is kept ----------------------------------------------------------------------
 */

/* The row beside the streams that says of what they are. */
#define KEPT_START "start"

typedef struct
{
  SkyDay day;  /* the last that is folded */
  char *stamp; /* of the logs until then */
} Start;

static void
start_clear (Start *self)
{
  g_free (self->stamp);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Start, start_clear)

static SkyKeptStream *
start_to_stream (const Start *self)
{
  SkyKeptStream *stream = g_new0 (SkyKeptStream, 1);
  char *text = g_strdup_printf ("%s\n%d\n%s", sky_kept_patterns_maker, self->day, self->stamp);

  stream->unit = g_strdup (KEPT_START);
  stream->state = g_bytes_new_take (text, strlen (text));
  return stream;
}

/* Returns: whether this program kept it. */
static gboolean
start_from_bytes (Start *self, GBytes *bytes)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (bytes == NULL)
    return FALSE;
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  lines = g_strsplit (text, "\n", -1);
  if (g_strv_length (lines) != 3 || !g_str_equal (lines[0], sky_kept_patterns_maker))
    return FALSE;
  self->day = (SkyDay) g_ascii_strtoll (lines[1], NULL, 10);
  self->stamp = g_strdup (lines[2]);
  return TRUE;
}

/* Takes the day before the last, and the stamp of its logs; there may be no such day. It comes
 * before the logs are read: whatever comes in between leaves a stamp that no longer holds. */
static gboolean
find_start (SkyStore *store, const char *property, Start *self, GError **error)
{
  if (!sky_store_find_day_before (store, property, &self->day, error))
    return FALSE;
  self->stamp = sky_store_stamp_logs (store, property, self->day, error);
  return self->stamp != NULL;
}

static gboolean
has_day (const Start *self)
{
  return self->day != G_MININT32;
}

/* @holds takes whether the logs that were folded are the same. */
static gboolean
does_start_hold (
    SkyStore *store, const char *property, const Start *self, gboolean *holds, GError **error)
{
  g_autofree char *now = sky_store_stamp_logs (store, property, self->day, error);

  *holds = now != NULL && g_str_equal (now, self->stamp);
  return now != NULL;
}

static GBytes *
find_stream (const GPtrArray *streams, const char *unit)
{
  for (guint i = 0; i < streams->len; i++)
    if (g_str_equal (((const SkyKeptStream *) streams->pdata[i])->unit, unit))
      return ((const SkyKeptStream *) streams->pdata[i])->state;
  return NULL;
}

static SkyKeptStream *
stream_new (const char *unit, GBytes *state)
{
  SkyKeptStream *stream = g_new0 (SkyKeptStream, 1);

  stream->unit = g_strdup (unit);
  stream->state = g_bytes_ref (state);
  return stream;
}

static GPtrArray *
streams_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) sky_kept_stream_free);
}

/* --- Folding -----------------------------------------------------------------------------------
 */

/* What came of a fold that goes on from the start @from (NULL: from nothing) is to be kept. A log
 * that was not counted keeps it from being gone on with. */
static void
take_content (SkyKeptFold *fold,
              const SkyPatterns *patterns,
              const Start *start,
              GPtrArray *streams,
              GBytes *from,
              guint n_without)
{
  g_clear_pointer (&fold->content, g_bytes_unref);
  fold->content = sky_patterns_to_bytes (patterns, n_without);
  if (n_without > 0)
    g_ptr_array_set_size (streams, 0);
  if (streams->len > 0)
    g_ptr_array_add (streams, start_to_stream (start));
  fold->streams = g_ptr_array_ref (streams);
  fold->from = from != NULL ? stream_new (KEPT_START, from) : NULL;
}

/* Folds a property's counts as they are now; @fold takes what came of it. */
static SkyPatterns *
fold_anew (SkyStore *store, SkyKeptFold *fold, guint *n_without, GError **error)
{
  g_auto (Start) start = { 0 };
  g_autoptr (GPtrArray) logs = NULL;
  g_autoptr (GPtrArray) streams = streams_new ();
  SkyPatterns *patterns;

  if (!find_start (store, fold->property, &start, error))
    return NULL;
  logs = sky_store_list_counts (store, fold->property, G_MININT32, G_MAXINT32, fold->people,
                                n_without, error);
  if (logs == NULL)
    return NULL;
  patterns = has_day (&start) ? sky_patterns_fold_and_stop (logs, start.day, streams)
                              : sky_patterns_fold (logs, G_MAXINT32);
  take_content (fold, patterns, &start, streams, NULL, *n_without);
  return patterns;
}

/* Goes on from what is kept of a property, if only later logs have come. Returns: NULL if not, or
 * for an error. */
static SkyPatterns *
go_on (SkyStore *store, SkyKeptFold *fold, guint *n_without, GError **error)
{
  g_auto (Start) start = { 0 };
  g_auto (Start) next = { 0 };
  g_autoptr (GPtrArray) from = sky_store_list_streams (store, fold->property, fold->people, error);
  g_autoptr (GPtrArray) logs = NULL;
  g_autoptr (GPtrArray) streams = streams_new ();
  SkyPatterns *patterns;
  gboolean holds;

  if (from == NULL || !start_from_bytes (&start, find_stream (from, KEPT_START))
      || !find_start (store, fold->property, &next, error)
      || !does_start_hold (store, fold->property, &start, &holds, error) || !holds)
    return NULL;
  logs = sky_store_list_counts (store, fold->property, start.day, G_MAXINT32, fold->people,
                                n_without, error);
  if (logs == NULL)
    return NULL;
  patterns = sky_patterns_go_on (fold->property, from, logs, next.day, streams);
  if (patterns != NULL)
    take_content (fold, patterns, &next, streams, find_stream (from, KEPT_START), *n_without);
  return patterns;
}

/* What is kept of @fold, or what its counts give now; @is_kept takes which of these. */
static SkyPatterns *
get_patterns (SkyStore *store,
              SkyKeptFold *fold,
              const char *unit,
              gboolean *is_kept,
              guint *n_without,
              GError **error)
{
  SkyPatterns *patterns = NULL;
  GError *failure = NULL;

  if (fold->content == NULL)
    {
      *is_kept = FALSE;
      patterns = go_on (store, fold, n_without, &failure);
      if (failure != NULL)
        g_propagate_error (error, failure);
      if (patterns != NULL || failure != NULL
          || !sky_store_compare_counts (store, fold, sky_kept_patterns_maker, error))
        return patterns;
    }
  if (fold->content != NULL)
    patterns = sky_patterns_from_bytes (fold->content, unit, n_without);
  *is_kept = patterns != NULL;
  return patterns != NULL ? patterns : fold_anew (store, fold, n_without, error);
}

/* All that there is now. */
static SkyPatterns *
read_present (SkyStore *store, const SkyPatternsRequest *request, guint *n_without, GError **error)
{
  g_autoptr (GPtrArray) folds = sky_store_list_folds (store, request->property, request->people,
                                                      sky_kept_patterns_maker, error);
  g_autoptr (SkyPatterns) self = sky_patterns_new ();

  *n_without = 0;
  if (folds == NULL)
    return NULL;
  while (folds->len > 0)
    {
      g_autoptr (SkyKeptFold) fold = g_ptr_array_steal_index (folds, 0);
      gboolean is_kept;
      guint n;
      g_autoptr (SkyPatterns) patterns =
          get_patterns (store, fold, request->unit, &is_kept, &n, error);

      if (patterns == NULL)
        return NULL;
      *n_without += n;
      sky_patterns_add (self, patterns);
      if (!is_kept)
        g_ptr_array_add (self->unkept, g_steal_pointer (&fold));
    }
  return g_steal_pointer (&self);
}

/* What there was at the end of a day. */
static SkyPatterns *
read_until (SkyStore *store, const SkyPatternsRequest *request, guint *n_without, GError **error)
{
  g_autoptr (GPtrArray) logs = sky_store_list_counts (
      store, request->property, G_MININT32, request->until, request->people, n_without, error);

  return logs != NULL ? sky_patterns_fold (logs, request->until) : NULL;
}

/* --- Of one log --------------------------------------------------------------------------------
 */

/* Whose streams are read one by one. */
typedef struct
{
  SkyStore *store;
  const char *property;
  gboolean people;
} Kept;

static gboolean
load_stream (gpointer data, const char *unit, GBytes **state, GError **error)
{
  const Kept *self = data;

  return sky_store_read_stream (self->store, self->property, self->people, unit, state, error);
}

/* What the log has observations of, from what is kept. @patterns takes NULL when that does not
 * tell.
 */
static gboolean
read_few (Kept *kept, gint64 log, SkyPatterns **patterns, guint *n_without, GError **error)
{
  g_auto (Start) start = { 0 };
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;
  g_autoptr (GPtrArray) logs = NULL;
  gboolean holds;

  if (!load_stream (kept, KEPT_START, &before, error))
    return FALSE;
  if (!start_from_bytes (&start, before))
    return TRUE;
  if (!does_start_hold (kept->store, kept->property, &start, &holds, error))
    return FALSE;
  if (!holds)
    return TRUE;
  logs = sky_store_list_counts (kept->store, kept->property, start.day, G_MAXINT32, kept->people,
                                n_without, error);
  if (logs == NULL
      || !sky_patterns_go_on_log (kept->property, load_stream, kept, logs, log, patterns, error)
      || !load_stream (kept, KEPT_START, &after, error))
    return FALSE;
  /* Somebody may have gone on meanwhile. */
  if (after == NULL || !g_bytes_equal (before, after))
    g_clear_pointer (patterns, sky_patterns_unref);
  return TRUE;
}

static void
add_name (const SkyLogCounts *log, const SkyPatternShare *share, gpointer data)
{
  char *key = sky_pattern_share_make_key (share);

  /* But for how often the wheel has become another. */
  *strrchr (key, '\x1f') = '\0';
  g_hash_table_add (data, key);
}

/* Whether one of @names, which are without generations, is the pattern's; a wheel that has become
 * another is no more. */
static gboolean
is_of_log (const SkyPattern *pattern, GHashTable *names, const SkyLogCounts *log)
{
  g_autofree char *name = g_strdup (pattern->unit);

  *strrchr (name, '\x1f') = '\0';
  return g_hash_table_contains (names, name)
         && (pattern->family != SKY_FAMILY_WHEELS || pattern->standing.last_day >= log->gaming_day);
}

/* Leaves in @self what the log has observations of. */
static void
leave_log (SkyPatterns *self, const GPtrArray *logs, gint64 id)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) generations = sky_pattern_generations_new ();
  const SkyLogCounts *log = NULL;

  for (guint i = 0; i < logs->len; i++)
    if (((const SkyLogCounts *) logs->pdata[i])->log == id)
      log = logs->pdata[i];
  if (log != NULL && !log->counts->damaged)
    sky_pattern_share_log (log, generations, NULL, add_name, names);
  for (guint i = self->patterns->len; i > 0; i--)
    if (log == NULL || !is_of_log (self->patterns->pdata[i - 1], names, log))
      g_ptr_array_remove_index (self->patterns, i - 1);
  g_ptr_array_set_size (self->summaries, 0);
}

static SkyPatterns *
read_log (SkyStore *store, const SkyPatternsRequest *request, guint *n_without, GError **error)
{
  GError *failure = NULL;
  g_autofree char *property = sky_store_find_property (store, request->log, &failure);
  SkyPatternsRequest all = *request;
  Kept kept = { store, property, request->people };
  SkyPatterns *patterns = NULL;
  g_autoptr (GPtrArray) logs = NULL;
  guint n;

  *n_without = 0;
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return NULL;
    }
  if (property == NULL)
    return sky_patterns_new ();
  if (!read_few (&kept, request->log, &patterns, n_without, error))
    return NULL;
  if (patterns != NULL)
    return patterns;
  all.property = property;
  patterns = read_present (store, &all, n_without, error);
  logs = patterns != NULL ? sky_store_list_counts (store, property, G_MININT32, G_MAXINT32,
                                                   request->people, &n, error)
                          : NULL;
  if (logs != NULL)
    leave_log (patterns, logs, request->log);
  else
    g_clear_pointer (&patterns, sky_patterns_unref);
  return patterns;
}

static gboolean
has_unit (const SkyPatterns *self, const char *unit)
{
  for (guint i = 0; i < self->patterns->len; i++)
    if (g_str_equal (((const SkyPattern *) self->patterns->pdata[i])->unit, unit))
      return TRUE;
  return FALSE;
}

/* A report of a unit that was not asked for is compared only with counts that were folded. */
static gboolean
is_wanted (const SkyNotedReport *report,
           const SkyPatternsRequest *request,
           const SkyPatterns *patterns)
{
  if (report->people && !request->people)
    return FALSE;
  if (request->log != 0)
    return has_unit (patterns, report->unit);
  return request->unit == NULL || patterns->unkept->len > 0 || request->until != G_MAXINT32
         || sky_pattern_key_has (report->unit, request->unit);
}

SkyPatterns *
sky_patterns_read (SkyStore *store,
                   const SkyPatternsRequest *request,
                   guint *n_without,
                   GError **error)
{
  g_autoptr (SkyPatterns) self = request->log != 0 ? read_log (store, request, n_without, error)
                                 : request->until == G_MAXINT32
                                     ? read_present (store, request, n_without, error)
                                     : read_until (store, request, n_without, error);
  g_autoptr (GPtrArray) reports = self != NULL ? sky_store_list_reports (store, error) : NULL;

  if (reports == NULL)
    return NULL;
  for (guint i = reports->len; i > 0; i--)
    if (!is_wanted (reports->pdata[i - 1], request, self))
      g_ptr_array_remove_index (reports, i - 1);
  if (request->hold)
    sky_patterns_hold (self, reports);
  return g_steal_pointer (&self);
}

static gboolean
keep_folds (const GPtrArray *unkept, SkyStore *store, GError **error)
{
  for (guint i = 0; i < unkept->len; i++)
    if (!sky_store_keep_fold (store, unkept->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* Those without people are kept too, for operators may not keep their own in a shared store. */
static gboolean
keep_for_operators (SkyStore *store, GError **error)
{
  const SkyPatternsRequest request = { .until = G_MAXINT32 };
  guint n_without;
  g_autoptr (SkyPatterns) patterns = read_present (store, &request, &n_without, error);

  return patterns != NULL && keep_folds (patterns->unkept, store, error);
}

static gboolean
are_same_streams (const GPtrArray *kept, const GPtrArray *streams)
{
  guint n_others = 0;

  for (guint i = 0; i < streams->len; i++)
    {
      const SkyKeptStream *stream = streams->pdata[i];
      GBytes *state = find_stream (kept, stream->unit);

      if (state == NULL || !g_bytes_equal (state, stream->state))
        return FALSE;
    }
  for (guint i = 0; i < kept->len; i++)
    n_others += g_str_equal (((const SkyKeptStream *) kept->pdata[i])->unit, KEPT_START);
  return kept->len - n_others == streams->len;
}

/* @is_same takes whether what a fold goes on from is what a fold anew gives; nobody goes on from
 * what does not hold. */
static gboolean
check_streams (SkyStore *store, const SkyKeptFold *fold, gboolean *is_same, GError **error)
{
  g_auto (Start) start = { 0 };
  g_autoptr (GPtrArray) kept = sky_store_list_streams (store, fold->property, fold->people, error);
  g_autoptr (GPtrArray) logs = NULL;
  g_autoptr (GPtrArray) streams = streams_new ();
  g_autoptr (SkyPatterns) patterns = NULL;
  gboolean holds;
  guint n_without;

  *is_same = TRUE;
  if (kept == NULL)
    return FALSE;
  if (!start_from_bytes (&start, find_stream (kept, KEPT_START)))
    return TRUE;
  if (!does_start_hold (store, fold->property, &start, &holds, error))
    return FALSE;
  if (!holds)
    return TRUE;
  logs = sky_store_list_counts (store, fold->property, G_MININT32, G_MAXINT32, fold->people,
                                &n_without, error);
  if (logs == NULL)
    return FALSE;
  patterns = sky_patterns_fold_and_stop (logs, start.day, streams);
  *is_same = streams->len == 0 || are_same_streams (kept, streams);
  return TRUE;
}

static gboolean
check_fold (SkyStore *store, SkyKeptFold *fold, GPtrArray *differences, GError **error)
{
  g_autoptr (GBytes) kept = NULL;
  guint n_without;
  g_autoptr (SkyPatterns) patterns = NULL;
  gboolean is_same;

  if (!check_streams (store, fold, &is_same, error))
    return FALSE;
  if (fold->content == NULL
      && !sky_store_compare_counts (store, fold, sky_kept_patterns_maker, error))
    return FALSE;
  kept = g_steal_pointer (&fold->content);
  if (kept != NULL)
    {
      patterns = fold_anew (store, fold, &n_without, error);
      if (patterns == NULL)
        return FALSE;
      is_same = is_same && g_bytes_equal (kept, fold->content);
    }
  if (!is_same)
    g_ptr_array_add (differences,
                     g_strdup_printf ("what is kept of statistics of %s is not what its logs' "
                                      "counts give",
                                      fold->property));
  return TRUE;
}

gboolean
sky_patterns_check_kept (SkyStore *store, GPtrArray *differences, GError **error)
{
  gboolean may;

  if (!sky_store_may_count_people (store, &may, error))
    return FALSE;
  for (gboolean people = FALSE; people <= may; people++)
    {
      g_autoptr (GPtrArray) folds =
          sky_store_list_folds (store, NULL, people, sky_kept_patterns_maker, error);

      if (folds == NULL)
        return FALSE;
      for (guint i = 0; i < folds->len; i++)
        if (!check_fold (store, folds->pdata[i], differences, error))
          return FALSE;
    }
  return TRUE;
}

gboolean
sky_patterns_has_news (const SkyPatterns *self)
{
  return self->fresh->len > 0 || self->unkept->len > 0;
}

gboolean
sky_patterns_keep_news (const SkyPatterns *self, SkyStore *store, GError **error)
{
  for (guint i = 0; i < self->fresh->len; i++)
    if (!sky_store_note_report (store, self->fresh->pdata[i], error))
      return FALSE;
  return self->unkept->len == 0
         || (keep_folds (self->unkept, store, error) && keep_for_operators (store, error));
}
