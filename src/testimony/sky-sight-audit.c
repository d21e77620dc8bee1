/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-audit.h"

#include "sky-json-writer.h"
#include "sky-sight-account.h"
#include "sky-sight-doubts.h"

#include <glib/gi18n-lib.h>

/* What a camera's pictures gave in all. */
typedef struct
{
  const SkyFootageCamera *camera;
  guint n_seen; /* results of which it has a recording */
  guint n_unread[SKY_SIGHT_READ + 1];
  guint64 first_seq; /* of the first result that was not read */
  SkyTime first_at;
  gint64 first_round;
} Tally;

static void
add_contradiction (GPtrArray *findings,
                   const SkySightResult *result,
                   const SkySightReading *reading)
{
  SkySightKind kind = result->stretch.kind;
  const char *member = kind == SKY_SIGHT_CARDS ? "cards" : "dice";
  g_autofree char *recorded = sky_sight_values_text (kind, result->recorded, result->n_recorded);
  g_autofree char *seen = sky_sight_values_text (kind, reading->values, reading->n_values);
  GString *was = g_string_new (NULL), *is = g_string_new (NULL);
  SkyFinding *finding = g_new0 (SkyFinding, 1);

  finding->check = SKY_CHECK_SIGHT_CONTRADICTS;
  finding->section = "";
  finding->seq = result->seq;
  finding->at = result->at;
  finding->round = result->round;
  finding->explanation =
      kind == SKY_SIGHT_CARDS
          ? sky_phrase ("The log has the cards %s, but camera %s shows %s. A reading can be wrong: "
                        "look at the picture.",
                        recorded, reading->camera->camera, seen)
          : sky_phrase ("The log has %s, but camera %s shows %s when the dice lie still. A reading "
                        "can be wrong: look at the picture.",
                        recorded, reading->camera->camera, seen);
  sky_json_begin_object (was, NULL);
  sky_sight_add_values (was, member, kind, result->recorded, result->n_recorded);
  sky_json_end_object (was);
  finding->recorded = g_string_free (was, FALSE);
  sky_json_begin_object (is, NULL);
  sky_sight_add_values (is, member, kind, reading->values, reading->n_values);
  sky_json_add_string (is, "camera", reading->camera->camera);
  sky_json_end_object (is);
  finding->recomputed = g_string_free (is, FALSE);
  g_ptr_array_add (findings, finding);
}

/* What of the camera's pictures is not as reading needs it. */
static GPtrArray *
list_doubts (SkySightArchive *sight, const SkyLogHeader *header, const Tally *tally)
{
  SkySightConditions conditions = sky_sight_conditions_find (
      sky_sight_archive_find_view (sight, tally->camera->camera, tally->first_at), header->game);

  sky_sight_conditions_count_frames (&conditions, sky_sight_archive_get_archive (sight)->path,
                                     tally->camera);
  return sky_sight_conditions_list_doubts (&conditions);
}

static void
add_unreadable (SkySightArchive *sight,
                const SkyLogHeader *header,
                GPtrArray *findings,
                const Tally *tally)
{
  g_autoptr (GPtrArray) doubts = NULL;
  g_autoptr (GPtrArray) reasons = g_ptr_array_new_with_free_func (g_free);
  SkyFinding *finding;
  SkySightKind kind;
  guint n = 0;

  sky_sight_find_kind (header->game, &kind);
  for (SkySightReason reason = SKY_SIGHT_COVERED; reason < SKY_SIGHT_READ; reason++)
    if (tally->n_unread[reason] > 0)
      {
        n += tally->n_unread[reason];
        g_ptr_array_add (reasons,
                         sky_phrase ("%s: %u",
                                     sky_phrase_words (sky_sight_reason_to_words (kind, reason)),
                                     tally->n_unread[reason]));
      }
  if (n == 0)
    return;
  g_autofree char *list = sky_phrase_list ((const char *const *) reasons->pdata, reasons->len);
  finding = g_new0 (SkyFinding, 1);
  finding->check = SKY_CHECK_SIGHT_UNREADABLE;
  finding->section = "465a.9(c)(2)";
  finding->seq = tally->first_seq;
  finding->at = tally->first_at;
  finding->round = tally->first_round;
  finding->explanation =
      sky_phrase ("Of %u results that camera %s recorded, %u cannot be read off its pictures (%s).",
                  tally->n_seen, tally->camera->camera, n, list);
  doubts = list_doubts (sight, header, tally);
  for (guint i = 0; i < doubts->len; i++)
    {
      /* Translators: two sentences. */
      char *both = sky_phrase ("%s %s", finding->explanation, (const char *) doubts->pdata[i]);

      g_free (finding->explanation);
      finding->explanation = both;
    }
  g_ptr_array_add (findings, finding);
}

static void
count (Tally *tally, const SkySightResult *result, const SkySightReading *reading)
{
  tally->camera = reading->camera;
  if (reading->reason == SKY_SIGHT_NO_FOOTAGE)
    return;
  tally->n_seen++;
  if (reading->reason == SKY_SIGHT_READ)
    return;
  tally->n_unread[reading->reason]++;
  if (tally->first_seq == 0)
    {
      tally->first_seq = result->seq;
      tally->first_at = result->at;
      tally->first_round = result->round;
    }
}

/* Notes what was read of @result, whatever it was. */
static void
add_testimony (SkySightArchive *sight,
               const SkyLogHeader *header,
               GPtrArray *testimony,
               const SkySightResult *result,
               const SkySightReading *reading,
               SkySightVerdict verdict,
               SkySightReason why)
{
  g_autoptr (GString) line = g_string_new (NULL);

  sky_sight_write_account (header, result, reading, verdict, why,
                           sky_sight_archive_get_model (sight, result->stretch.kind),
                           sky_sight_archive_get_calibration (sight), line);
  g_ptr_array_add (testimony, sky_testimony_new (result->seq, result->round, verdict, line->str));
}

gboolean
sky_sight_audit (SkySightArchive *sight,
                 SkyLogAudit *audit,
                 SkySightProgress progress,
                 gpointer progress_data,
                 const gint *cancelled,
                 GError **error)
{
  const SkyLogHeader *header = sky_log_get_header (audit->log);
  g_autoptr (GArray) results = sky_sight_list_results (audit->log);
  g_autoptr (GArray) tallies = g_array_new (FALSE, TRUE, sizeof (Tally));
  g_autoptr (GPtrArray) findings =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_finding_free);
  g_autoptr (GPtrArray) testimony =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sky_testimony_free);

  for (guint i = 0; i < results->len; i++)
    {
      const SkySightResult *result = &g_array_index (results, SkySightResult, i);
      g_autoptr (GArray) readings = NULL;
      SkySightReason why;

      if (progress != NULL)
        progress (i, results->len, progress_data);
      if (g_atomic_int_get (cancelled))
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
          return FALSE;
        }
      readings = sky_sight_archive_read (sight, header->table, &result->stretch, NULL, error);
      if (readings == NULL)
        return FALSE;
      g_array_set_size (tallies, readings->len);
      for (guint k = 0; k < readings->len; k++)
        count (&g_array_index (tallies, Tally, k), result,
               &g_array_index (readings, SkySightReading, k));
      SkySightReading reading =
          sky_sight_unite ((const SkySightReading *) readings->data, readings->len);
      SkySightVerdict verdict = sky_sight_judge (result, &reading, &why);
      add_testimony (sight, header, testimony, result, &reading, verdict, why);
      if (verdict == SKY_SIGHT_CONTRADICTS)
        add_contradiction (findings, result, &reading);
    }
  for (guint k = 0; k < tallies->len; k++)
    add_unreadable (sight, header, findings, &g_array_index (tallies, Tally, k));
  g_ptr_array_extend_and_steal (audit->findings, g_steal_pointer (&findings));
  sky_log_audit_sort (audit);
  g_clear_pointer (&audit->testimony, g_ptr_array_unref);
  audit->testimony = g_steal_pointer (&testimony);
  return TRUE;
}
