/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cli-figures.h"
#include "sky-cli.h"
#include "sky-coder.h"
#include "sky-estimate-text.h"

#include <glib/gi18n.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* --- What is known of coders ----------------------------------------------------------------- */

static gboolean
read_coders (SkyEstimate *estimate, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) tests = sky_coder_read_tests (path, &error);

  if (tests == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return FALSE;
    }
  for (guint i = 0; i < tests->len; i++)
    {
      const SkyCoderTest *test = &g_array_index (tests, SkyCoderTest, i);
      const SkyCoderRecord sum = sky_coder_sum (tests, test->credential, test->game);

      sky_estimate_add_coder (estimate, test->credential, test->game, &sum);
    }
  return TRUE;
}

/* --- What is printed ------------------------------------------------------------------------- */

static void
add_number (GString *json, const char *name, double value)
{
  sky_json_add_int (json, name, (gint64) llround (value));
}

static void
add_coder_members (const SkyEstimateRow *row, GString *json)
{
  const SkyCoderRecord *coder = &row->coder;

  sky_json_begin_object (json, "coder");
  sky_json_add_bool (json, "known", row->corrected);
  sky_json_add_int (json, "planted", (gint64) coder->planted);
  sky_json_add_int (json, "found", (gint64) coder->found);
  sky_json_add_int (json, "clean", (gint64) coder->clean);
  sky_json_add_int (json, "flagged", (gint64) coder->flagged);
  sky_json_end_object (json);
  if (!row->corrected)
    return;
  sky_json_begin_object (json, "corrected");
  sky_cli_add_figure (json, "rate", row->corrected_rate);
  sky_cli_add_figure (json, "low", row->corrected_interval.low);
  sky_cli_add_figure (json, "high", row->corrected_interval.high);
  sky_json_end_object (json);
}

static gboolean
write_row (const SkyEstimateRow *row)
{
  const SkyRate *rate = &row->rate;
  g_autoptr (GString) json = g_string_new (NULL);

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "by", sky_estimate_by_to_name (row->by));
  if (row->by != SKY_ESTIMATE_ALL)
    sky_json_add_string (json, "value", row->value);
  sky_json_add_string (json, "unit", sky_estimate_unit_to_name (row->unit));
  add_number (json, "x", rate->x);
  add_number (json, "n", rate->n);
  /* Never a rate without its interval. */
  sky_cli_add_figure (json, "rate", rate->method != SKY_RATE_NONE ? rate->rate : NAN);
  sky_cli_add_figure (json, "low", rate->interval.low);
  sky_cli_add_figure (json, "high", rate->interval.high);
  sky_json_add_string (json, "method", sky_rate_method_to_name (rate->method));
  sky_json_add_int (json, "windows", rate->n_clusters);
  sky_json_add_int (json, "in_error", rate->n_in_error);
  if (rate->method == SKY_RATE_EXACT)
    sky_cli_add_figure (json, "deff", rate->deff);
  if (row->has_coder)
    add_coder_members (row, json);
  sky_json_end_object (json);
  g_string_append_c (json, '\n');
  return sky_cli_write_json (json->str, json->len);
}

/* Whether rows of that way are to be printed: -1 asks for all. */
static gboolean
is_asked_for (const SkyEstimateRow *row, int by)
{
  return by < 0 || (int) row->by == by;
}

static void
write_rows (const GArray *rows, int by)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const SkyEstimateRow *row = &g_array_index (rows, SkyEstimateRow, i);

      if (is_asked_for (row, by) && !write_row (row))
        return;
    }
}

static const char *const by_titles[SKY_N_ESTIMATE_WAYS] = {
  [SKY_ESTIMATE_ALL] = N_ ("All"),       [SKY_ESTIMATE_TABLE] = N_ ("Table"),
  [SKY_ESTIMATE_DEALER] = N_ ("Dealer"), [SKY_ESTIMATE_BET] = N_ ("Wager"),
  [SKY_ESTIMATE_CODER] = N_ ("Coder"),
};

static void
print_row (const SkyEstimateRow *row)
{
  g_autofree char *rate = sky_estimate_row_describe (row);
  g_autofree char *coder = sky_estimate_row_describe_coder (row);

  sky_cli_print ("  %s\n", rate);
  if (coder != NULL)
    sky_cli_print ("  %s\n", coder);
}

static void
print_rows (const GArray *rows, int by)
{
  const SkyEstimateRow *before = NULL;

  for (guint i = 0; i < rows->len; i++)
    {
      const SkyEstimateRow *row = &g_array_index (rows, SkyEstimateRow, i);

      if (!is_asked_for (row, by))
        continue;
      if (before == NULL || before->by != row->by || !g_str_equal (before->value, row->value))
        sky_cli_print (row->by == SKY_ESTIMATE_ALL ? "%s%s\n" : "%s %s\n", _ (by_titles[row->by]),
                       row->value);
      print_row (row);
      before = row;
    }
  sky_cli_print (_ ("In parentheses: 95 %% intervals. Of many rows, one in twenty misses.\n"));
}

/* --- The command ----------------------------------------------------------------------------- */

/* The plan of the table and day that @log is of; NULL: there is none. */
static const SkyPlan *
find_plan (const GPtrArray *plans, const SkyLogHeader *header)
{
  for (guint i = 0; i < plans->len; i++)
    {
      const SkyPlan *plan = plans->pdata[i];

      if (plan->day == header->gaming_day && g_str_equal (plan->table, header->table)
          && (header->record.plan == NULL || g_str_equal (header->record.plan, plan->id)))
        return plan;
    }
  return NULL;
}

static void
print_note (const char *path, const SkyPlan *plan, const SkyEstimateNote *note)
{
  if (plan == NULL)
    sky_cli_print (_ ("%s: no plan: %u rounds in %u windows of its time\n"), path, note->n_rounds,
                   note->n_windows);
  else
    sky_cli_print (_ ("%s: plan %s: %u rounds in %u windows, %u windows without a round, %u rounds "
                      "outside\n"),
                   path, plan->id, note->n_rounds, note->n_windows, note->n_empty, note->n_outside);
  if (note->n_cut > 0)
    sky_cli_print (_ ("  %u rounds do not count: a part of them was not recorded\n"), note->n_cut);
}

static gboolean
add_log (SkyEstimate *estimate, const char *path, const GPtrArray *plans, gboolean jsonl)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  g_autoptr (SkySurveyLog) survey = log != NULL ? sky_survey_log_read (log, &error) : NULL;
  const SkyPlan *plan;
  SkyEstimateNote note;

  if (survey == NULL)
    {
      sky_cli_complain ("%s", error->message);
      return FALSE;
    }
  plan = find_plan (plans, sky_log_get_header (log));
  if (plan == NULL && (plans->len > 0 || sky_log_get_header (log)->record.plan != NULL))
    {
      sky_cli_complain (_ ("%s: give its plan with --plan"), path);
      return FALSE;
    }
  note = sky_estimate_add_log (estimate, survey, plan);
  if (!jsonl)
    print_note (path, plan, &note);
  return TRUE;
}

static GPtrArray *
read_plans (char **paths)
{
  g_autoptr (GPtrArray) plans = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_plan_free);

  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      SkyPlan *plan = sky_plan_read (paths[i], &error);

      if (plan == NULL)
        {
          sky_cli_complain ("%s", error->message);
          return NULL;
        }
      g_ptr_array_add (plans, plan);
    }
  return g_steal_pointer (&plans);
}

static gboolean
find_by (const char *name, int *by)
{
  for (SkyEstimateBy i = 0; i < SKY_N_ESTIMATE_WAYS; i++)
    if (g_str_equal (name, sky_estimate_by_to_name (i)))
      *by = (int) i;
  return *by >= 0;
}

SkyCliStatus
sky_cli_estimate (const SkyCommand *command, int argc, char **argv)
{
  g_auto (GStrv) plan_paths = NULL;
  g_autofree char *coders = NULL;
  g_autofree char *format = NULL;
  g_autofree char *by_name = NULL;
  int minutes = 5, by = -1;
  const GOptionEntry entries[] = {
    { "plan", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &plan_paths,
      N_ ("The plan that a log was recorded by; repeatable"), "FILE" },
    { "minutes", 0, 0, G_OPTION_ARG_INT, &minutes,
      N_ ("Without a plan: how many minutes count as one window (default: 5)"), "N" },
    { "coders", 0, 0, G_OPTION_ARG_FILENAME, &coders,
      N_ ("What coders found in test rounds with known errors"), "FILE" },
    { "by", 0, 0, G_OPTION_ARG_STRING, &by_name,
      N_ ("Print these rates alone (default: all of them)"), "all|table|dealer|bet|coder" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &format, N_ ("How to print it"), "table|jsonl" },
    { NULL },
  };
  g_autoptr (SkyEstimate) estimate = NULL;
  g_autoptr (GPtrArray) plans = NULL;
  g_autoptr (GArray) rows = NULL;
  SkyCliStatus status;
  gboolean jsonl;

  if (!sky_cli_parse (command, entries, &argc, &argv, &status))
    return status;
  if (argc < 2)
    return sky_cli_wrong_usage ("estimate", _ ("no file given"));
  if (format != NULL && !g_str_equal (format, "table") && !g_str_equal (format, "jsonl"))
    return sky_cli_wrong_usage ("estimate", _ ("there is no format “%s”"), format);
  if (minutes < 1)
    return sky_cli_wrong_usage ("estimate",
                                _ ("numbers cannot be negative, and windows have at least a "
                                   "minute"));
  if (by_name != NULL && !find_by (by_name, &by))
    return sky_cli_wrong_usage ("estimate", _ ("there are no rates by “%s”"), by_name);
  jsonl = g_strcmp0 (format, "jsonl") == 0;
  estimate = sky_estimate_new (minutes * SKY_MINUTE);
  plans = read_plans (plan_paths);
  if (plans == NULL || (coders != NULL && !read_coders (estimate, coders)))
    return SKY_CLI_FAILED;
  for (int i = 1; i < argc; i++)
    if (!add_log (estimate, argv[i], plans, jsonl))
      return SKY_CLI_FAILED;
  rows = sky_estimate_compute (estimate);
  if (jsonl)
    write_rows (rows, by);
  else
    print_rows (rows, by);
  return SKY_CLI_DONE;
}
