/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-audit.h"

#include "sky-json-writer.h"
#include "sky-sight-throws.h"

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

static const char *
reason_words (SkySightReason reason)
{
  switch (reason)
    {
    case SKY_SIGHT_COVERED:
      return sky_phrase_words (N_ ("no die is in sight"));
    case SKY_SIGHT_COUNT:
      return sky_phrase_words (N_ ("more or fewer dice lie there than were thrown"));
    case SKY_SIGHT_MOVING:
      return sky_phrase_words (N_ ("the dice never lie still"));
    case SKY_SIGHT_TOO_SMALL:
      return sky_phrase_words (N_ ("the dice are too small in the picture"));
    case SKY_SIGHT_READERS_DIFFER:
      return sky_phrase_words (N_ ("the two readers differ, or neither is sure"));
    case SKY_SIGHT_NO_FOOTAGE:
    case SKY_SIGHT_READ:
      break;
    }
  return "";
}

static char *
dice_text (const guint *values, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? "-" : "", values[i]);
  return g_string_free (text, FALSE);
}

static void
add_dice (GString *json, const guint *values, guint n)
{
  sky_json_begin_array (json, "dice");
  for (guint i = 0; i < n; i++)
    sky_json_add_int (json, NULL, values[i]);
  sky_json_end_array (json);
}

static void
add_contradiction (SkyLogAudit *audit, const SkySightThrow *thrown, const SkySightReading *reading)
{
  g_autofree char *recorded = dice_text (thrown->recorded, thrown->stretch.n_dice);
  g_autofree char *seen = dice_text (reading->values, reading->n_dice);
  GString *was = g_string_new (NULL), *is = g_string_new (NULL);
  SkyFinding *finding = g_new0 (SkyFinding, 1);

  finding->check = SKY_CHECK_SIGHT_CONTRADICTS;
  finding->section = "";
  finding->seq = thrown->seq;
  finding->at = thrown->at;
  finding->round = thrown->round;
  finding->explanation =
      sky_phrase ("The log has %s, but camera %s shows %s when the dice lie still. A reading can "
                  "be wrong: look at the picture.",
                  recorded, reading->camera->camera, seen);
  sky_json_begin_object (was, NULL);
  add_dice (was, thrown->recorded, thrown->stretch.n_dice);
  sky_json_end_object (was);
  finding->recorded = g_string_free (was, FALSE);
  sky_json_begin_object (is, NULL);
  add_dice (is, reading->values, reading->n_dice);
  sky_json_add_string (is, "camera", reading->camera->camera);
  sky_json_end_object (is);
  finding->recomputed = g_string_free (is, FALSE);
  g_ptr_array_add (audit->findings, finding);
}

static void
add_unreadable (SkyLogAudit *audit, const Tally *tally)
{
  g_autoptr (GPtrArray) reasons = g_ptr_array_new_with_free_func (g_free);
  SkyFinding *finding;
  guint n = 0;

  for (SkySightReason reason = SKY_SIGHT_COVERED; reason < SKY_SIGHT_READ; reason++)
    if (tally->n_unread[reason] > 0)
      {
        n += tally->n_unread[reason];
        g_ptr_array_add (reasons,
                         sky_phrase ("%s: %u", reason_words (reason), tally->n_unread[reason]));
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
  g_ptr_array_add (audit->findings, finding);
}

static void
count (Tally *tally, const SkySightThrow *thrown, const SkySightReading *reading)
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
      tally->first_seq = thrown->seq;
      tally->first_at = thrown->at;
      tally->first_round = thrown->round;
    }
}

gboolean
sky_sight_audit (SkySightArchive *sight, SkyLogAudit *audit, const gint *cancelled, GError **error)
{
  const char *table = sky_log_get_header (audit->log)->table;
  g_autoptr (GArray) throws = sky_sight_list_throws (audit->log);
  g_autoptr (GArray) tallies = g_array_new (FALSE, TRUE, sizeof (Tally));

  for (guint i = 0; i < throws->len; i++)
    {
      const SkySightThrow *thrown = &g_array_index (throws, SkySightThrow, i);
      g_autoptr (GArray) readings = NULL;
      SkySightReason why;

      if (g_atomic_int_get (cancelled))
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled");
          return FALSE;
        }
      readings = sky_sight_archive_read (sight, table, &thrown->stretch, NULL, error);
      if (readings == NULL)
        return FALSE;
      g_array_set_size (tallies, readings->len);
      for (guint k = 0; k < readings->len; k++)
        count (&g_array_index (tallies, Tally, k), thrown,
               &g_array_index (readings, SkySightReading, k));
      SkySightReading reading =
          sky_sight_unite ((const SkySightReading *) readings->data, readings->len);
      if (sky_sight_judge (thrown, &reading, &why) == SKY_SIGHT_CONTRADICTS)
        add_contradiction (audit, thrown, &reading);
    }
  for (guint k = 0; k < tallies->len; k++)
    add_unreadable (audit, &g_array_index (tallies, Tally, k));
  sky_log_audit_sort (audit);
  return TRUE;
}
