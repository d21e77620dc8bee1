/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-cli-figures.h"
#include "sky-cli.h"
#include "sky-coder.h"
#include "sky-figure-text.h"
#include "sky-json-writer.h"

#include <glib/gi18n.h>

#include <inttypes.h>
#include <string.h>

/* --- For a program --------------------------------------------------------------------------- */

static void
add_interval (GString *json, const char *name, const SkyFigure *figure)
{
  g_autofree char *low = g_strconcat (name, "_low", NULL);
  g_autofree char *high = g_strconcat (name, "_high", NULL);

  sky_cli_add_figure (json, low, figure->low);
  sky_cli_add_figure (json, high, figure->high);
}

static gboolean
write_line (GString *json)
{
  gboolean written;

  g_string_append_c (json, '\n');
  written = sky_cli_write_json (json->str, json->len);
  g_string_truncate (json, 0);
  return written;
}

static gboolean
write_match (const SkyComparison *comparison, GString *json)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "kind", "match");
  sky_json_add_string (json, "by", comparison->by_time ? "time" : "number");
  sky_json_add_int (json, "n", comparison->n_matched);
  sky_json_add_int (json, "unseen_a", comparison->n_unseen[0]);
  sky_json_add_int (json, "unseen_b", comparison->n_unseen[1]);
  sky_json_end_object (json);
  return write_line (json);
}

static void
add_positive (const SkyPositive *positive, GString *json)
{
  sky_json_add_int (json, "n", positive->both + positive->only_a + positive->only_b);
  sky_json_add_int (json, "rounds", positive->n_rounds);
  sky_cli_add_figure (json, "agreed", positive->agreed.value);
  sky_cli_add_figure (json, "low", positive->agreed.low);
  sky_cli_add_figure (json, "high", positive->agreed.high);
  sky_json_add_int (json, "both", positive->both);
  sky_json_add_int (json, "only_a", positive->only_a);
  sky_json_add_int (json, "only_b", positive->only_b);
}

static void
add_agreement (const SkyComparedKind *kind, GString *json)
{
  const SkyAgreement *agreement = &kind->agreement;

  sky_json_add_int (json, "n", agreement->n);
  sky_json_add_int (json, "rounds", agreement->n_rounds);
  sky_cli_add_figure (json, "agreed", agreement->agreed.value);
  if (sky_compared_has_kappa (kind->compared))
    {
      add_interval (json, "agreed", &agreement->agreed);
      sky_cli_add_figure (json, "kappa", agreement->kappa.value);
      sky_cli_add_figure (json, "low", agreement->kappa.low);
      sky_cli_add_figure (json, "high", agreement->kappa.high);
      sky_cli_add_figure (json, "ac1", agreement->ac1.value);
      add_interval (json, "ac1", &agreement->ac1);
    }
  else
    {
      sky_cli_add_figure (json, "low", agreement->agreed.low);
      sky_cli_add_figure (json, "high", agreement->agreed.high);
    }
  if (kind->has_median)
    sky_json_add_int (json, "median", kind->median);
  if (kind->compared != SKY_COMPARED_AS_DUE)
    return;
  sky_json_add_int (json, "both_as_due", kind->due[1][1]);
  sky_json_add_int (json, "only_a_as_due", kind->due[1][0]);
  sky_json_add_int (json, "only_b_as_due", kind->due[0][1]);
  sky_json_add_int (json, "neither_as_due", kind->due[0][0]);
}

static gboolean
write_kind (const SkyComparedKind *kind, guint64 seed, GString *json)
{
  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "kind", sky_compared_to_name (kind->compared));
  if (kind->is_positive)
    add_positive (&kind->positive, json);
  else
    add_agreement (kind, json);
  sky_json_add_int (json, "seed", (gint64) seed);
  sky_json_end_object (json);
  return write_line (json);
}

static void
add_optional_int (GString *json, const char *name, guint64 value)
{
  if (value != 0)
    sky_json_add_int (json, name, (gint64) value);
  else
    sky_json_add_raw (json, name, "null");
}

/* [recording, microsecond], or null. */
static void
add_frame (GString *json, const SkySurveyLine *line)
{
  if (!line->has_frame)
    {
      sky_json_add_raw (json, NULL, "null");
      return;
    }
  sky_json_begin_array (json, NULL);
  sky_json_add_int (json, NULL, line->recording);
  sky_json_add_int (json, NULL, line->frame);
  sky_json_end_array (json);
}

static gboolean
write_disagreement (const SkyDisagreement *disagreement, GString *json)
{
  gint64 round = disagreement->rounds[0] != 0 ? disagreement->rounds[0] : disagreement->rounds[1];

  sky_json_begin_object (json, NULL);
  sky_json_add_string (json, "compared", sky_compared_to_name (disagreement->compared));
  sky_json_add_int (json, "round", round);
  sky_json_begin_array (json, "rounds");
  for (guint side = 0; side < 2; side++)
    add_optional_int (json, NULL, (guint64) disagreement->rounds[side]);
  sky_json_end_array (json);
  sky_json_add_string (json, "wager", disagreement->wager);
  sky_json_add_string (json, "a", disagreement->values[0]);
  sky_json_add_string (json, "b", disagreement->values[1]);
  sky_json_begin_array (json, "seqs");
  for (guint side = 0; side < 2; side++)
    add_optional_int (json, NULL, disagreement->lines[side].seq);
  sky_json_end_array (json);
  sky_json_begin_array (json, "frames");
  for (guint side = 0; side < 2; side++)
    add_frame (json, &disagreement->lines[side]);
  sky_json_end_array (json);
  if (disagreement->lines[0].unsure || disagreement->lines[1].unsure)
    sky_json_add_bool (json, "unsure", TRUE);
  sky_json_end_object (json);
  return write_line (json);
}

static void
write_all (const SkyComparison *comparison, guint64 seed)
{
  g_autoptr (GString) json = g_string_new (NULL);

  if (!write_match (comparison, json))
    return;
  for (guint i = 0; i < comparison->kinds->len; i++)
    if (!write_kind (&g_array_index (comparison->kinds, SkyComparedKind, i), seed, json))
      return;
  for (guint i = 0; i < comparison->disagreements->len; i++)
    if (!write_disagreement (comparison->disagreements->pdata[i], json))
      return;
}

/* --- For a person ---------------------------------------------------------------------------- */

static void
print_kind (const SkyComparedKind *kind)
{
  g_autofree char *text = sky_compared_kind_describe (kind);

  sky_cli_print ("%s\n", text);
  if (kind->has_median && kind->median != 0)
    {
      g_autofree char *median = sky_money_format_signed (kind->median);

      sky_cli_print (_ ("  median difference, B less A: %s\n"), median);
    }
}

/* ", recording 1 at 12.345 s": where it can be seen; and whether the coder was sure. */
static void
print_line (const SkySurveyLine *line)
{
  if (line->seq != 0)
    sky_cli_print (_ (" (event %" PRIu64 ")"), line->seq);
  if (line->has_frame)
    sky_cli_print (_ (", recording %u at %" PRId64 ".%03" PRId64 " s"), line->recording + 1,
                   line->frame / SKY_SECOND, line->frame % SKY_SECOND / SKY_MILLISECOND);
  if (line->unsure)
    sky_cli_print (_ (", unsure"));
}

static void
print_side (const SkyDisagreement *disagreement, guint side)
{
  const char *value = disagreement->values[side];

  sky_cli_print ("  %s: %s", side == 0 ? "A" : "B", value != NULL ? value : _ ("nothing"));
  print_line (&disagreement->lines[side]);
  sky_cli_print ("\n");
}

static void
print_disagreement (const SkyDisagreement *disagreement)
{
  const char *title = sky_compared_to_title (disagreement->compared);
  gint64 round = disagreement->rounds[0] != 0 ? disagreement->rounds[0] : disagreement->rounds[1];

  if (disagreement->wager != NULL)
    sky_cli_print (_ ("Round %" PRId64 ", %s: %s\n"), round, disagreement->wager, title);
  else
    sky_cli_print (_ ("Round %" PRId64 ": %s\n"), round, title);
  for (guint side = 0; side < 2; side++)
    print_side (disagreement, side);
}

static void
print_all (const SkyComparison *comparison, char **paths, guint64 seed)
{
  sky_cli_print ("A: %s\n", paths[0]);
  sky_cli_print ("B: %s\n", paths[1]);
  sky_cli_print (comparison->by_time ? _ ("Rounds matched by time: %u\n")
                                     : _ ("Rounds matched by number: %u\n"),
                 comparison->n_matched);
  for (guint side = 0; side < 2; side++)
    if (comparison->n_unseen[side] > 0)
      sky_cli_print (_ ("Rounds of %s outside what the other log covers: %u\n"),
                     side == 0 ? "A" : "B", comparison->n_unseen[side]);
  for (guint i = 0; i < comparison->kinds->len; i++)
    print_kind (&g_array_index (comparison->kinds, SkyComparedKind, i));
  sky_cli_print (
      _ ("In parentheses: 95 %% intervals by bootstrap over rounds, %d draws, seed %" PRIu64 "\n"),
      SKY_AGREEMENT_DRAWS, seed);
  sky_cli_print (_ ("Disagreements: %u\n"), comparison->disagreements->len);
  for (guint i = 0; i < comparison->disagreements->len; i++)
    print_disagreement (comparison->disagreements->pdata[i]);
}

/* --- Test rounds --------------------------------------------------------------- */

/* What who recorded B found of the errors that A, the truth, has: as `estimate` takes it. */
static SkyCliStatus
print_coder (const SkyComparison *comparison, const SkySurveyLog *coded)
{
  const SkyLogHeader *header = sky_log_get_header (coded->log);
  g_autoptr (GString) json = g_string_new (NULL);
  SkyCoderTest test = { .credential = (char *) header->record.by, .game = header->game };

  if (header->record.by == NULL || !sky_coder_count (comparison, &test.record))
    {
      sky_cli_complain (header->record.by == NULL ? _ ("%s does not say who recorded it")
                                                  : _ ("%s has no settlement that both logs judge"),
                        sky_log_get_path (coded->log));
      return SKY_CLI_FAILED;
    }
  sky_json_begin_object (json, NULL);
  sky_json_begin_array (json, "coders");
  sky_coder_write_json (&test, json);
  sky_json_end_array (json);
  sky_json_end_object (json);
  sky_cli_print ("%s\n", json->str);
  return SKY_CLI_DONE;
}

/* --- The command ----------------------------------------------------------------------------- */

static SkySurveyLog *
read_log (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SkyLog) log = sky_log_open (path, &error);
  SkySurveyLog *survey = log != NULL ? sky_survey_log_read (log, &error) : NULL;

  if (survey == NULL)
    sky_cli_complain ("%s", error->message);
  return survey;
}

/* Two logs of other tables, days or games cannot be of the same play. */
static gboolean
is_same_play (const SkySurveyLog *a, const SkySurveyLog *b)
{
  const SkyLogHeader *x = sky_log_get_header (a->log), *y = sky_log_get_header (b->log);

  return x->game == y->game && x->gaming_day == y->gaming_day && g_str_equal (x->table, y->table)
         && g_str_equal (x->property, y->property);
}

static SkyCliStatus
agree (char **paths, const SkyComparisonOptions *options, const char *format)
{
  g_autoptr (SkySurveyLog) a = read_log (paths[0]);
  g_autoptr (SkySurveyLog) b = a != NULL ? read_log (paths[1]) : NULL;
  g_autoptr (SkyComparison) comparison = NULL;

  if (b == NULL)
    return SKY_CLI_FAILED;
  if (!is_same_play (a, b))
    {
      sky_cli_complain (_ ("%s and %s are of another property, table, game or gaming day"),
                        paths[0], paths[1]);
      return SKY_CLI_FAILED;
    }
  comparison = sky_comparison_new (a, b, options);
  if (g_strcmp0 (format, "coder") == 0)
    return print_coder (comparison, b);
  if (g_strcmp0 (format, "jsonl") == 0)
    write_all (comparison, options->seed);
  else
    print_all (comparison, paths, options->seed);
  return SKY_CLI_DONE;
}

SkyCliStatus
sky_cli_agree (const SkyCommand *command, int argc, char **argv)
{
  g_autofree char *format = NULL;
  g_autofree char *match = NULL;
  int within = (int) (SKY_COMPARISON_WITHIN / SKY_MILLISECOND);
  gint64 seed = 1;
  const GOptionEntry entries[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &format,
      N_ ("How to print it. “coder”: what B's coder found of the errors in A, for estimate"),
      "table|jsonl|coder" },
    { "match", 0, 0, G_OPTION_ARG_STRING, &match,
      N_ ("How to match rounds (default: by time if both logs come from recordings or one is a "
          "sample, else by number)"),
      "time|number" },
    { "within", 0, 0, G_OPTION_ARG_INT, &within,
      N_ ("By time: how far two results of one round may be apart (default: 3000)"),
      N_ ("MILLISECONDS") },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, N_ ("The bootstrap's seed (default: 1)"), "N" },
    { NULL },
  };
  SkyComparisonOptions options = { 0 };
  SkyCliStatus status;

  if (!sky_cli_parse (command, entries, &argc, &argv, &status))
    return status;
  if (argc != 3)
    return sky_cli_wrong_usage ("agree", _ ("give two logs of the same play"));
  if (format != NULL && !g_str_equal (format, "table") && !g_str_equal (format, "jsonl")
      && !g_str_equal (format, "coder"))
    return sky_cli_wrong_usage ("agree", _ ("there is no format “%s”"), format);
  if (match != NULL && !g_str_equal (match, "time") && !g_str_equal (match, "number"))
    return sky_cli_wrong_usage ("agree", _ ("--match is “time” or “number”"));
  if (within < 0 || seed < 0)
    return sky_cli_wrong_usage ("agree", _ ("--within and --seed cannot be negative"));
  options.match = match == NULL                 ? SKY_MATCH_FITTING
                  : g_str_equal (match, "time") ? SKY_MATCH_TIME
                                                : SKY_MATCH_NUMBER;
  options.within = within * SKY_MILLISECOND;
  options.seed = (guint64) seed;
  return agree (argv + 1, &options, format);
}
