/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cameras that a table must have and what they recorded (465a.9(c)(2)). */
#include "config.h"

#include "sky-audit.h"
#include "sky-digest.h"

#define SECTION "465a.9(c)(2)"

/* The places that want a stationary camera of their own. */
typedef struct
{
  SkyCovers place; /* 0: any */
  const char *name;
} Place;

static const Place craps_places[] = { { SKY_COVERS_END_LEFT, "the left end" },
                                      { SKY_COVERS_END_RIGHT, "the right end" } };
static const Place wheel_places[] = { { SKY_COVERS_WHEEL, "the wheel" },
                                      { SKY_COVERS_LAYOUT, "the layout" } };
static const Place props_places[] = { { SKY_COVERS_CIRCLE, "the circle" },
                                      { SKY_COVERS_LAYOUT, "the layout" } };
static const Place one_place[] = { { 0, "the table" } };

static const Place *
places_of (SkyGameId game, guint *n)
{
  *n = 2;
  switch (game)
    {
    case SKY_GAME_CRAPS:
    case SKY_GAME_MINI_CRAPS:
      return craps_places;
    case SKY_GAME_ROULETTE:
    case SKY_GAME_BIG_SIX:
      return wheel_places;
    case SKY_GAME_PROPS_AND_HOPS:
      return props_places;
    case SKY_GAME_PAI_GOW:
    case SKY_GAME_SIC_BO:
    case SKY_GAME_CASINO_WAR:
    case SKY_GAME_RAISE_IT_UP:
    case SKY_N_GAMES:
      break;
    }
  *n = 1;
  return one_place;
}

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const SkySpan *x = a, *y = b;

  return x->start < y->start ? -1 : x->start > y->start;
}

GArray *
sky_coverage_spans (const SkyFootageCamera *camera)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (SkySpan));
  guint kept = 0;

  for (guint i = 0; i < camera->n_segments; i++)
    {
      SkySpan span = { sky_clock_map_to_log (&camera->clock, camera->segments[i].start),
                       sky_clock_map_to_log (&camera->clock, camera->segments[i].end) };

      g_array_append_val (spans, span);
    }
  g_array_sort (spans, compare_spans);

  for (guint i = 0; i < spans->len; i++)
    {
      SkySpan *span = &g_array_index (spans, SkySpan, i);
      SkySpan *last = kept > 0 ? &g_array_index (spans, SkySpan, kept - 1) : NULL;

      if (last != NULL && span->start <= last->end)
        last->end = MAX (last->end, span->end);
      else
        g_array_index (spans, SkySpan, kept++) = *span;
    }
  g_array_set_size (spans, kept);
  return spans;
}

static SkyFinding *
add_finding (SkyLogAudit *audit, SkyCheck check, char *explanation)
{
  SkyFinding *finding = g_new0 (SkyFinding, 1);

  finding->check = check;
  finding->section = *sky_check_info (check)->sections != '\0' ? SECTION : NULL;
  finding->seq = audit->first_seq;
  finding->at = audit->start == SKY_TIME_NONE ? 0 : audit->start;
  finding->explanation = explanation;
  g_ptr_array_add (audit->findings, finding);
  return finding;
}

static gboolean
is_candidate (const SkyFootageCamera *camera, const char *table, SkyCovers place)
{
  return camera->stationary && g_str_equal (camera->table, table)
         && (place == 0 || (camera->covers & place) != 0);
}

/* Two places want two different cameras: the first two that can be told apart. */
static void
assign_cameras (const SkyFootage *footage,
                const char *table,
                const Place *places,
                guint n,
                const SkyFootageCamera **assigned)
{
  for (guint i = 0; i < footage->n_cameras; i++)
    {
      const SkyFootageCamera *first = &footage->cameras[i];

      if (!is_candidate (first, table, places[0].place))
        continue;
      if (assigned[0] == NULL)
        assigned[0] = first;
      for (guint j = 0; n > 1 && j < footage->n_cameras; j++)
        if (!g_str_equal (footage->cameras[j].camera, first->camera)
            && is_candidate (&footage->cameras[j], table, places[1].place))
          {
            assigned[0] = first;
            assigned[1] = &footage->cameras[j];
            return;
          }
    }
  for (guint j = 0; n > 1 && assigned[0] == NULL && j < footage->n_cameras; j++)
    if (is_candidate (&footage->cameras[j], table, places[1].place))
      {
        assigned[1] = &footage->cameras[j];
        return;
      }
}

/* One finding for each stretch without a recording that touches rounds. */
static void
check_gaps (SkyLogAudit *audit, const SkyFootageCamera *camera)
{
  g_autoptr (GArray) spans = sky_coverage_spans (camera);
  guint first_candidate = 0;

  for (guint g = 0; g <= spans->len; g++)
    {
      SkyTime from = g > 0 ? g_array_index (spans, SkySpan, g - 1).end : G_MININT64;
      SkyTime until = g < spans->len ? g_array_index (spans, SkySpan, g).start : G_MAXINT64;
      const SkyRound *first = NULL;
      guint touched = 0;

      for (guint r = first_candidate; r < audit->rounds->len; r++)
        {
          const SkyRound *round = &g_array_index (audit->rounds, SkyRound, r);

          if (round->end <= from)
            {
              first_candidate = r;
              continue;
            }
          if (round->start >= until)
            break;
          if (first == NULL)
            first = round;
          touched++;
        }
      if (first == NULL)
        continue;

      {
        char a[SKY_TIME_TEXT_SIZE], b[SKY_TIME_TEXT_SIZE];
        SkyFinding *finding = add_finding (
            audit, SKY_CHECK_COVERAGE_GAP,
            g_strdup_printf (
                "Camera %s has no recording%s%s%s%s: %u %s touched, from round %" G_GINT64_FORMAT
                " on.",
                camera->camera, g > 0 ? " from " : "", g > 0 ? sky_time_format (from, a) : "",
                g < spans->len ? " until " : "", g < spans->len ? sky_time_format (until, b) : "",
                touched, touched == 1 ? "round is" : "rounds are", first->round));

        finding->round = first->round;
        finding->seq = first->first_seq;
        finding->at = first->start;
      }
    }
}

static void
check_cameras (const SkyFootage *footage, SkyLogAudit *audit)
{
  const SkyLogHeader *header = sky_log_get_header (audit->log);
  const SkyFootageCamera *assigned[2] = { NULL, NULL };
  guint n;
  const Place *places = places_of (header->game, &n);

  assign_cameras (footage, header->table, places, n, assigned);
  for (guint i = 0; i < n; i++)
    if (assigned[i] == NULL)
      add_finding (audit, SKY_CHECK_COVERAGE_CAMERA,
                   g_strdup_printf ("No stationary camera of its own covers %s.", places[i].name));
    else
      check_gaps (audit, assigned[i]);
}

/* The log that a recording's findings go to: of its table, the first that it overlaps. */
static SkyLogAudit *
find_audit (GPtrArray *audits, const SkyFootageCamera *camera, const SkySegment *segment)
{
  SkyLogAudit *of_table = NULL;

  for (guint i = 0; i < audits->len; i++)
    {
      SkyLogAudit *audit = audits->pdata[i];

      if (!g_str_equal (sky_log_get_header (audit->log)->table, camera->table))
        continue;
      if (of_table == NULL)
        of_table = audit;
      if (audit->start != SKY_TIME_NONE
          && sky_clock_map_to_log (&camera->clock, segment->start) <= audit->end
          && sky_clock_map_to_log (&camera->clock, segment->end) >= audit->start)
        return audit;
    }
  return of_table;
}

static SkyRecordingState
probe_file (const char *path, char **cause)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GMappedFile) file = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return SKY_RECORDING_MISSING;
  file = g_mapped_file_new (path, FALSE, &error);
  if (file == NULL)
    *cause = g_strdup (error->message);
  else if (g_mapped_file_get_length (file) == 0)
    *cause = g_strdup ("the file is empty");
  return *cause != NULL ? SKY_RECORDING_UNREADABLE : SKY_RECORDING_GOOD;
}

gboolean
sky_audit_recording (const SkyArchive *archive,
                     const SkyFootageCamera *camera,
                     const SkySegment *segment,
                     SkyRecordingProbe probe,
                     gpointer probe_data,
                     const gint *cancelled,
                     SkyRecordingTrouble *trouble)
{
  g_autofree char *path = g_build_filename (archive->path, segment->file, NULL);
  g_autofree char *cause = NULL;
  g_autoptr (GError) error = NULL;
  char digest[SKY_DIGEST_HEX_SIZE];
  SkyRecordingState state = SKY_RECORDING_GOOD;

  *trouble = (SkyRecordingTrouble){ SKY_CHECK_COVERAGE_UNREADABLE, NULL };
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    state = SKY_RECORDING_MISSING;
  else if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      /* A pipe would keep the audit waiting. */
      state = SKY_RECORDING_UNREADABLE;
      cause = g_strdup ("not a regular file");
    }
  else
    state = probe != NULL ? probe (path, &cause, probe_data) : probe_file (path, &cause);

  if (state == SKY_RECORDING_MISSING)
    trouble->explanation = g_strdup_printf ("The recording %s of camera %s is missing.",
                                            segment->file, camera->camera);
  else if (state == SKY_RECORDING_UNREADABLE)
    trouble->explanation =
        g_strdup_printf ("The recording %s of camera %s does not play: %s%s", segment->file,
                         camera->camera, cause != NULL ? cause : "it cannot be decoded",
                         cause != NULL && g_str_has_suffix (cause, ".") ? "" : ".");
  else if (segment->sha256 != NULL && !sky_digest_file (path, cancelled, digest, &error))
    {
      if (g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_INTR))
        return FALSE;
      trouble->explanation = g_strdup_printf ("The recording %s of camera %s cannot be read: %s.",
                                              segment->file, camera->camera, error->message);
    }
  else if (segment->sha256 != NULL && !g_str_equal (digest, segment->sha256))
    {
      trouble->check = SKY_CHECK_FOOTAGE_HASH;
      trouble->explanation =
          g_strdup_printf ("The SHA-256 of the recording %s of camera %s is not the one in "
                           "footage.json: the recording was changed or replaced.",
                           segment->file, camera->camera);
    }
  return cancelled == NULL || !g_atomic_int_get (cancelled);
}

void
sky_audit_coverage (const SkyArchive *archive,
                    GPtrArray *audits,
                    const SkyRecordingTrouble *recordings)
{
  const SkyFootage *footage = archive->footage;
  guint n = 0;

  if (footage == NULL)
    return;

  for (guint i = 0; i < audits->len; i++)
    {
      SkyLogAudit *audit = audits->pdata[i];

      /* A fully automated electronic gaming table wants none. */
      if (!audit->automated)
        check_cameras (footage, audit);
    }

  for (guint c = 0; c < footage->n_cameras; c++)
    for (guint s = 0; s < footage->cameras[c].n_segments; s++, n++)
      {
        const SkyFootageCamera *camera = &footage->cameras[c];
        SkyLogAudit *audit = find_audit (audits, camera, &camera->segments[s]);

        if (audit != NULL && recordings[n].explanation != NULL)
          add_finding (audit, recordings[n].check, g_strdup (recordings[n].explanation));
      }

  for (guint i = 0; i < audits->len; i++)
    sky_log_audit_sort (audits->pdata[i]);
}
