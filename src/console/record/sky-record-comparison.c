/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-record-comparison.h"

#include <glib/gi18n.h>

#include <inttypes.h>
#include <string.h>

#include "sky-digest.h"
#include "sky-estimate-text.h"
#include "sky-thread-task.h"

#define SEED 1 /* as the command line's */

typedef struct
{
  char *folder;
  char *path;
  guint chosen;
  SkyTime until;
  gboolean finished;
  char *coders;
  char *plan; /* NULL: it follows none */
} Asked;

static void
free_disagreement (gpointer data)
{
  SkyRecordDisagreement *self = data;

  for (guint side = 0; side < 2; side++)
    {
      g_free (self->sights[side].camera);
      g_free (self->sights[side].file);
    }
  g_free (self->text);
  g_free (self);
}

void
sky_record_comparison_free (SkyRecordComparison *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->others);
  g_ptr_array_unref (self->disagreements);
  g_free (self->figures);
  g_free (self->rates);
  g_free (self->problem);
  g_free (self);
}

/* --- The other logs --------------------------------------------------------------------------- */

static gboolean
is_same_play (const SkyLogHeader *x, const SkyLogHeader *y)
{
  return x->game == y->game && x->gaming_day == y->gaming_day && g_str_equal (x->table, y->table)
         && g_str_equal (x->property, y->property);
}

static gint
compare_logs (gconstpointer a, gconstpointer b)
{
  return strcmp (sky_log_get_path (*(SkyLog *const *) a), sky_log_get_path (*(SkyLog *const *) b));
}

static void
add_others (GPtrArray *others, const char *folder, SkyLog *own)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (SkyLog) log = name[0] != '.' && g_str_has_suffix (name, ".tel.jsonl")
                                       && !g_str_equal (path, sky_log_get_path (own))
                                   ? sky_log_open (path, NULL)
                                   : NULL;

      if (log != NULL && is_same_play (sky_log_get_header (log), sky_log_get_header (own)))
        g_ptr_array_add (others, g_steal_pointer (&log));
    }
  g_clear_pointer (&dir, g_dir_close);
}

/* Those in the folder itself come first, each group by name. */
static GPtrArray *
list_others (const char *folder, SkyLog *own)
{
  GPtrArray *others = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_log_unref);
  g_autofree char *recorded = g_build_filename (folder, "recorded", NULL);

  add_others (others, folder, own);
  add_others (others, recorded, own);
  g_ptr_array_sort (others, compare_logs);
  return others;
}

static char *
name_log (SkyLog *log)
{
  const SkyLogHeader *header = sky_log_get_header (log);
  g_autofree char *file = g_path_get_basename (sky_log_get_path (log));

  if (header->record.how == SKY_RECORD_TABLE)
    /* Translators: %s is a file's name. */
    return g_strdup_printf (_ ("The table’s own log (%s)"), file);
  return g_strdup_printf ("%s (%s)", header->record.by != NULL ? header->record.by : "?", file);
}

/* --- What they disagree about ----------------------------------------------------------------- */

static SkyRecordSight
find_sight (const SkySurveyLog *log, gint64 number, const SkySurveyLine *line)
{
  const SkyLogHeader *header = sky_log_get_header (log->log);
  SkyRecordSight sight = { .at = SKY_TIME_NONE };

  for (guint i = 0; i < log->rounds->len && number != 0; i++)
    if (g_array_index (log->rounds, SkySurveyRound, i).number == number)
      sight.at = g_array_index (log->rounds, SkySurveyRound, i).start;
  if (line->seq != 0 && line->has_frame && line->recording < header->record.n_from)
    {
      sight.camera = g_strdup (header->record.from[line->recording].camera);
      sight.file = g_strdup (header->record.from[line->recording].file);
      sight.frame = line->frame;
    }
  return sight;
}

/* A program reads these values too, so they are not translated where they are made. */
static const char *
show_value (SkyCompared compared, const char *value)
{
  if (value == NULL)
    return _ ("nothing");
  if (compared == SKY_COMPARED_AS_DUE)
    return g_str_equal (value, "as due") ? _ ("as due") : _ ("not as due");
  return value;
}

static void
append_side (GString *text, const char *side, const SkyDisagreement *about, guint number)
{
  const SkySurveyLine *line = &about->lines[number];

  g_string_append_printf (text, "\n%s: %s%s", side,
                          show_value (about->compared, about->values[number]),
                          line->unsure ? _ (" (unsure)") : "");
}

static char *
describe (const SkyDisagreement *about)
{
  const gint64 round = about->rounds[0] != 0 ? about->rounds[0] : about->rounds[1];
  const char *title = sky_compared_to_title (about->compared);
  g_autoptr (GString) text = g_string_new (NULL);

  if (about->wager != NULL)
    /* Translators: a round's number, a wager, what is compared. */
    g_string_append_printf (text, _ ("Round %" PRId64 ", %s: %s"), round, about->wager, title);
  else
    /* Translators: a round's number, what is compared. */
    g_string_append_printf (text, _ ("Round %" PRId64 ": %s"), round, title);
  append_side (text, "A", about, 0);
  append_side (text, "B", about, 1);
  return g_strdup (text->str);
}

static void
add_disagreements (SkyRecordComparison *self, const SkyComparison *found, SkySurveyLog *const *logs)
{
  for (guint i = 0; i < found->disagreements->len; i++)
    {
      const SkyDisagreement *about = found->disagreements->pdata[i];
      SkyRecordDisagreement *made = g_new0 (SkyRecordDisagreement, 1);

      made->round = about->rounds[1];
      made->text = describe (about);
      for (guint side = 0; side < 2; side++)
        made->sights[side] = find_sight (logs[side], about->rounds[side], &about->lines[side]);
      g_ptr_array_add (self->disagreements, made);
    }
}

static void
add_figures (SkyRecordComparison *self, const SkyComparison *found)
{
  g_autoptr (GString) text = g_string_new (NULL);

  self->target = SKY_TARGET_NONE;
  g_string_append_printf (
      text, found->by_time ? _ ("Rounds matched by time: %u") : _ ("Rounds matched by number: %u"),
      found->n_matched);
  for (guint i = 0; i < found->kinds->len; i++)
    {
      const SkyComparedKind *kind = &g_array_index (found->kinds, SkyComparedKind, i);
      g_autofree char *line = sky_compared_kind_describe (kind);

      g_string_append_printf (text, "\n%s", line);
      if (self->target != SKY_TARGET_MISSED && sky_compared_kind_judge (kind) != SKY_TARGET_NONE)
        self->target = sky_compared_kind_judge (kind);
    }
  self->figures = g_strdup (text->str);
}

/* --- Test rounds ------------------------------------------------------------------------------ */

/* The errors that were planted in the folder's play; NULL: none are known. */
static char *
read_planted (const char *folder, gsize *length)
{
  g_autofree char *path = g_build_filename (folder, "planted.json", NULL);
  char *text = NULL;

  return g_file_get_contents (path, &text, length, NULL) ? text : NULL;
}

/* The play that was tested is known by its planted errors: the same test counts once. */
static void
keep_test (SkyRecordComparison *self,
           const Asked *asked,
           const SkyComparison *found,
           SkyLog *own,
           const char *planted,
           gsize length)
{
  const SkyLogHeader *header = sky_log_get_header (own);
  char name[SKY_DIGEST_HEX_SIZE];
  guint8 digest[SKY_DIGEST_SIZE];
  SkyCoderTest test = { .credential = (char *) header->record.by, .game = header->game };
  g_autoptr (GArray) tests = NULL;
  g_autoptr (GError) error = NULL;

  if (header->record.by == NULL || !sky_coder_count (found, &test.record))
    return;
  self->is_test = TRUE;
  self->test = test.record;
  self->tests = test.record;
  sky_digest_bytes (planted, length, digest);
  sky_digest_to_hex (digest, name);
  test.test = name;
  if (!sky_coder_keep_test (asked->coders, &test, &error))
    {
      self->problem = g_strdup (error->message);
      return;
    }
  tests = sky_coder_read_tests (asked->coders, NULL);
  if (tests != NULL)
    self->tests = sky_coder_sum (tests, test.credential, test.game);
}

/* --- Rates ------------------------------------------------------------------------------------ */

/* Where there is no plan, a window of the recording's own time is so long, as the command line has
 * it. */
#define BLOCK (5 * SKY_MINUTE)

static void
add_coders (SkyEstimate *estimate, const char *path)
{
  g_autoptr (GArray) tests = sky_coder_read_tests (path, NULL);

  for (guint i = 0; tests != NULL && i < tests->len; i++)
    {
      const SkyCoderTest *test = &g_array_index (tests, SkyCoderTest, i);
      const SkyCoderRecord sum = sky_coder_sum (tests, test->credential, test->game);

      sky_estimate_add_coder (estimate, test->credential, test->game, &sum);
    }
}

/* How often the table differed from the rules, as `estimate` has it of this recording alone. */
static char *
describe_rates (const Asked *asked, const SkySurveyLog *own)
{
  g_autoptr (SkyEstimate) estimate = sky_estimate_new (BLOCK);
  g_autoptr (SkyPlan) plan = asked->plan != NULL ? sky_plan_read (asked->plan, NULL) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) rows = NULL;

  add_coders (estimate, asked->coders);
  (void) sky_estimate_add_log (estimate, own, plan);
  rows = sky_estimate_compute (estimate);
  for (guint i = 0; i < rows->len; i++)
    {
      const SkyEstimateRow *row = &g_array_index (rows, SkyEstimateRow, i);
      g_autofree char *rate = NULL;
      g_autofree char *coder = NULL;

      if (row->by != SKY_ESTIMATE_ALL)
        continue;
      rate = sky_estimate_row_describe (row);
      coder = sky_estimate_row_describe_coder (row);
      g_string_append_printf (text, "%s%s%s%s", text->len > 0 ? "\n" : "", rate,
                              coder != NULL ? "\n" : "", coder != NULL ? coder : "");
    }
  return g_strdup (text->str);
}

/* --- In a thread ------------------------------------------------------------------------------ */

/* A blind recording shows nothing, and is shown to nobody, before it is finished. */
static gboolean
is_finished (const SkySurveyLog *log, SkyTime until)
{
  for (guint i = 0; i < log->unobserved->len; i++)
    if (g_array_index (log->unobserved, SkySpan, i).end >= until)
      return TRUE;
  return log->end >= until;
}

static gboolean
refuse (GError **error, const char *why)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, why);
  return FALSE;
}

static gboolean
may_see (
    const Asked *asked, SkyLog *own, const SkySurveyLog *other, gboolean tested, GError **error)
{
  const SkyLogHeader *header = sky_log_get_header (other->log);
  g_autofree char *text = NULL;

  if ((sky_log_get_header (own)->record.blind || tested) && !asked->finished)
    return refuse (error, _ ("You see the other log once your recording is finished (Ctrl+E)"));
  if (!header->record.blind || is_finished (other, asked->until))
    return TRUE;
  /* Translators: %s is a person's credential. */
  text = g_strdup_printf (_ ("%s records blind and has not finished"),
                          header->record.by != NULL ? header->record.by : "?");
  return refuse (error, text);
}

static gpointer
make_in_thread (gpointer task_data, GCancellable *cancellable, GError **error)
{
  const Asked *asked = task_data;
  g_autoptr (SkyRecordComparison) self = g_new0 (SkyRecordComparison, 1);
  g_autoptr (SkyLog) own = sky_log_open (asked->path, error);
  g_autoptr (GPtrArray) others = own != NULL ? list_others (asked->folder, own) : NULL;
  g_autoptr (SkySurveyLog) a = NULL;
  g_autoptr (SkySurveyLog) b = NULL;
  g_autoptr (SkyComparison) found = NULL;
  g_autofree char *planted = NULL;
  gsize length = 0;

  self->others = g_ptr_array_new_with_free_func (g_free);
  self->disagreements = g_ptr_array_new_with_free_func (free_disagreement);
  if (own == NULL)
    return NULL;
  if (others->len == 0)
    {
      refuse (error, _ ("The folder has no other log of the table’s day to compare with"));
      return NULL;
    }
  for (guint i = 0; i < others->len; i++)
    g_ptr_array_add (self->others, name_log (others->pdata[i]));
  self->chosen = MIN (asked->chosen, others->len - 1);
  planted = read_planted (asked->folder, &length);
  a = sky_survey_log_read (others->pdata[self->chosen], error);
  if (a == NULL || !may_see (asked, own, a, planted != NULL, error))
    return NULL;
  b = sky_survey_log_read (own, error);
  if (b == NULL)
    return NULL;
  found = sky_comparison_new (
      a, b, &(SkyComparisonOptions){ SKY_MATCH_FITTING, SKY_COMPARISON_WITHIN, SEED });
  add_figures (self, found);
  add_disagreements (self, found, (SkySurveyLog *const[]){ a, b });
  if (planted != NULL && sky_log_get_header (a->log)->record.how == SKY_RECORD_TABLE)
    keep_test (self, asked, found, own, planted, length);
  self->rates = describe_rates (asked, b);
  return g_steal_pointer (&self);
}

void
sky_record_comparison_make_async (const char *folder,
                                  const char *path,
                                  guint chosen,
                                  SkyTime until,
                                  gboolean finished,
                                  const char *coders,
                                  const char *plan,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  Asked *asked = sky_thread_task_new (Asked);

  asked->folder = sky_thread_task_copy_text (asked, folder);
  asked->path = sky_thread_task_copy_text (asked, path);
  asked->chosen = chosen;
  asked->until = until;
  asked->finished = finished;
  asked->coders = sky_thread_task_copy_text (asked, coders);
  asked->plan = sky_thread_task_copy_text (asked, plan);
  sky_thread_task_run (asked, make_in_thread, (GDestroyNotify) sky_record_comparison_free,
                       cancellable, callback, user_data);
}

SkyRecordComparison *
sky_record_comparison_make_finish (GAsyncResult *result, GError **error)
{
  return sky_thread_task_finish (result, error);
}
