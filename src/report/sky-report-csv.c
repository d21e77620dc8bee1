/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "sky-csv.h"
#include "sky-report.h"

static const char header[] =
    "report,property,item,first_day,last_day,by,key,label,rounds,wagers,disputes,variances,"
    "irregularities,confirmations,coverage,integrity,overpayments,overpaid,underpayments,underpaid,"
    "net,open,in_review,confirmed,dismissed,escalated\r\n";

/* The queues in the order of the header. */
static const SkyQueue queues[] = { SKY_QUEUE_DISPUTE,      SKY_QUEUE_VARIANCE,
                                   SKY_QUEUE_IRREGULARITY, SKY_QUEUE_CONFIRMATION,
                                   SKY_QUEUE_COVERAGE,     SKY_QUEUE_INTEGRITY };

static const SkyReviewState states[] = { SKY_REVIEW_OPEN, SKY_REVIEW_IN_REVIEW,
                                         SKY_REVIEW_CONFIRMED, SKY_REVIEW_DISMISSED,
                                         SKY_REVIEW_ESCALATED };

static void
add_count (GString *csv, guint64 n)
{
  g_string_append_printf (csv, ",%" G_GUINT64_FORMAT, n);
}

static void
add_money (GString *csv, SkyMoney amount)
{
  guint64 cents = amount < 0 ? -(guint64) amount : (guint64) amount;

  g_string_append_printf (csv, ",%s%" G_GUINT64_FORMAT ".%02u", amount < 0 ? "-" : "", cents / 100,
                          (guint) (cents % 100));
}

static void
add_day (GString *csv, SkyDay day)
{
  char text[SKY_DAY_TEXT_SIZE];

  g_string_append_c (csv, ',');
  if (day != SKY_DAY_NONE)
    g_string_append (csv, sky_day_format (day, text));
}

static void
add_subject (
    GString *csv, const SkyReport *report, const char *by, const char *key, const char *label)
{
  sky_csv_add (csv, sky_report_kind_to_name (report->kind), TRUE);
  sky_csv_add (csv, report->property, FALSE);
  sky_csv_add (csv, report->item, FALSE);
  add_day (csv, report->first_day);
  add_day (csv, report->last_day);
  sky_csv_add (csv, by, FALSE);
  sky_csv_add (csv, key, FALSE);
  sky_csv_add (csv, label, FALSE);
}

static void
add_record (GString *csv,
            const SkyReport *report,
            const char *by,
            const char *key,
            const char *label,
            const SkyFigures *figures)
{
  add_subject (csv, report, by, key, label);
  add_count (csv, figures->n_rounds);
  add_count (csv, figures->n_wagers);
  for (guint i = 0; i < G_N_ELEMENTS (queues); i++)
    add_count (csv, figures->n_findings[queues[i]]);
  add_count (csv, figures->n_over);
  add_money (csv, figures->over);
  add_count (csv, figures->n_under);
  add_money (csv, figures->under);
  add_money (csv, sky_figures_get_net (figures));
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    add_count (csv, figures->n_states[states[i]]);
  sky_csv_end_row (csv);
}

/* A record without figures: what these leave out, or a pattern. */
static void
add_words (
    GString *csv, const SkyReport *report, const char *by, const char *key, const char *words)
{
  guint n_commas = 0;

  add_subject (csv, report, by, key, words);
  for (const char *at = strstr (header, ",rounds"); *at != '\0'; at++)
    n_commas += *at == ',';
  for (guint i = 0; i < n_commas; i++)
    g_string_append_c (csv, ',');
  sky_csv_end_row (csv);
}

char *
sky_report_to_csv (const SkyReport *self)
{
  GString *csv = g_string_new (header);

  add_record (csv, self, "all", "", "", &self->figures);
  for (guint i = 0; i < self->notes->len; i++)
    add_words (csv, self, "left_out", "", self->notes->pdata[i]);
  for (guint i = 0; i < self->parts->len; i++)
    {
      const SkyReportPart *part = self->parts->pdata[i];

      for (guint j = 0; j < part->rows->len; j++)
        {
          const SkyReportRow *row = part->rows->pdata[j];

          add_record (csv, self, part->id, row->key, row->label, &row->figures);
        }
    }
  for (guint i = 0; self->patterns != NULL && i < self->patterns->len; i++)
    {
      const SkyReportPattern *one = self->patterns->pdata[i];
      g_autofree char *words = g_strdup_printf ("%s: %s", one->title, one->text);

      add_words (csv, self, "pattern", sky_family_to_check (one->pattern->family), words);
    }
  return g_string_free (csv, FALSE);
}
