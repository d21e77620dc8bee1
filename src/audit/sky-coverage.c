/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cameras that a table must have and what they recorded (§ 465a.9(c)(2)). */
#include "config.h"

#include "sky-archive-file.h"
#include "sky-audit.h"
#include "sky-digest.h"

#include <glib/gi18n-lib.h>

#include <errno.h>
#include <sys/stat.h>

#define SECTION "465a.9(c)(2)"

/* A place that wants a stationary camera of its own. */
typedef struct
{
  SkyCovers covers; /* 0: any does */
  const char *name;
} Place;

static const Place places[] = {
  { SKY_COVERS_END_LEFT, N_ ("the left end") }, { SKY_COVERS_END_RIGHT, N_ ("the right end") },
  { SKY_COVERS_WHEEL, N_ ("the wheel") },       { SKY_COVERS_LAYOUT, N_ ("the layout") },
  { SKY_COVERS_CIRCLE, N_ ("the circle") },     { 0, N_ ("the table") },
};

static const Place *
find_place (SkyCovers covers)
{
  guint i = 0;

  while (places[i].covers != covers && places[i].covers != 0)
    i++;
  return &places[i];
}

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const SkySpan *x = a, *y = b;

  return x->start < y->start ? -1 : x->start > y->start;
}

/* Joins spans that touch or overlap. */
static void
join_spans (GArray *spans)
{
  guint kept = 0;

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
}

static void
add_spans (GArray *spans, const SkyFootageCamera *entry)
{
  for (guint i = 0; i < entry->n_segments; i++)
    {
      SkySpan span = { sky_clock_map_to_log (&entry->clock, entry->segments[i].start),
                       sky_clock_map_to_log (&entry->clock, entry->segments[i].end) };

      g_array_append_val (spans, span);
    }
}

static gboolean
is_same_camera (const SkyFootageCamera *a, const SkyFootageCamera *b)
{
  return g_str_equal (a->camera, b->camera) && g_str_equal (a->table, b->table);
}

GArray *
sky_coverage_spans (const SkyFootage *footage, const SkyFootageCamera *camera)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (SkySpan));

  for (guint i = 0; i < footage->n_cameras; i++)
    if (is_same_camera (&footage->cameras[i], camera))
      add_spans (spans, &footage->cameras[i]);
  join_spans (spans);
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

/* Whether one of the stationary entries of the camera that @entry tells of covers @place: entries
 * of one name and table are one camera, and what they cover adds up. */
static gboolean
covers_place (const SkyFootage *footage, const SkyFootageCamera *entry, SkyCovers place)
{
  for (guint i = 0; i < footage->n_cameras; i++)
    {
      const SkyFootageCamera *other = &footage->cameras[i];

      if (other->stationary && is_same_camera (other, entry)
          && (place == 0 || (other->covers & place) != 0))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_candidate (const SkyFootage *footage, guint index, const char *table, SkyCovers place)
{
  const SkyFootageCamera *entry = &footage->cameras[index];

  return entry->stationary && g_str_equal (entry->table, table)
         && covers_place (footage, entry, place);
}

/* Two places want two different cameras: the first two that can be told apart. */
static void
find_places (const SkyFootage *footage,
             const char *table,
             const Place *const *wanted,
             guint n,
             gboolean *found)
{
  for (guint i = 0; i < footage->n_cameras; i++)
    {
      if (!is_candidate (footage, i, table, wanted[0]->covers))
        continue;
      found[0] = TRUE;
      for (guint j = 0; n > 1 && j < footage->n_cameras; j++)
        if (!g_str_equal (footage->cameras[j].camera, footage->cameras[i].camera)
            && is_candidate (footage, j, table, wanted[1]->covers))
          {
            found[1] = TRUE;
            return;
          }
    }
  for (guint j = 0; n > 1 && !found[0] && j < footage->n_cameras; j++)
    found[1] = found[1] || is_candidate (footage, j, table, wanted[1]->covers);
}

/* The recordings of all cameras of a place, joined. */
static GArray *
place_spans (const SkyFootage *footage, const char *table, const Place *place)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (SkySpan));

  for (guint i = 0; i < footage->n_cameras; i++)
    if (is_candidate (footage, i, table, place->covers))
      add_spans (spans, &footage->cameras[i]);
  join_spans (spans);
  return spans;
}

/* What is in both. */
static GArray *
cross_spans (const GArray *a, const GArray *b)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (SkySpan));

  for (guint i = 0, j = 0; i < a->len && j < b->len;)
    {
      const SkySpan *x = &g_array_index (a, SkySpan, i), *y = &g_array_index (b, SkySpan, j);
      SkySpan both = { MAX (x->start, y->start), MIN (x->end, y->end) };

      if (both.start < both.end)
        g_array_append_val (spans, both);
      if (x->end < y->end)
        i++;
      else
        j++;
    }
  return spans;
}

GArray *
sky_coverage_required (const SkyFootage *footage, SkyGameId game, const char *table)
{
  const SkyCovers *cameras = sky_game_get (game)->cameras;
  const Place *wanted[SKY_MAX_PLACES] = { NULL };
  gboolean found[SKY_MAX_PLACES] = { FALSE };
  GArray *spans = NULL;
  guint n = 0;

  for (; n < SKY_MAX_PLACES && cameras[n] != 0; n++)
    wanted[n] = find_place (cameras[n]);
  find_places (footage, table, wanted, n, found);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GArray) own = place_spans (footage, table, wanted[i]);
      g_autoptr (GArray) before = spans;

      if (!found[i])
        g_array_set_size (own, 0);
      spans = cross_spans (before != NULL ? before : own, own);
    }
  return spans != NULL ? spans : g_array_new (FALSE, FALSE, sizeof (SkySpan));
}

/* The stretches without a recording, counted from 0: the one before the first span, those between
 * two, the one behind the last. */
typedef struct
{
  GArray *spans;       /* of SkySpan, joined */
  guint *n_touched;    /* by stretch: rounds that it touches, once they are added up */
  guint *first;        /* by stretch: the first of them; G_MAXUINT: none */
  guint *next_unknown; /* by stretch: the first one from it on that no round has touched yet */
} Gaps;

static guint
find_unknown (Gaps *gaps, guint gap)
{
  guint end = gap;

  while (gaps->next_unknown[end] != end)
    end = gaps->next_unknown[end];
  while (gaps->next_unknown[gap] != end)
    {
      guint next = gaps->next_unknown[gap];

      gaps->next_unknown[gap] = end;
      gap = next;
    }
  return end;
}

/* How many spans start at or before @at; @ends: end before it. */
static guint
count_spans (const GArray *spans, SkyTime at, gboolean ends)
{
  guint low = 0, high = spans->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const SkySpan *span = &g_array_index (spans, SkySpan, middle);

      if (ends ? span->end < at : span->start <= at)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* A round that the log does not end lasts as long as the log; of version 2, as long as somebody
 * looked at it. */
static void
add_round (Gaps *gaps, const SkyLogAudit *audit, guint index)
{
  const SkyRound *round = &g_array_index (audit->rounds, SkyRound, index);
  gboolean left = sky_log_get_header (audit->log)->version > 1;
  SkyTime end = round->complete || left ? round->end : audit->end;
  guint from = count_spans (gaps->spans, round->start, FALSE);
  guint last = count_spans (gaps->spans, MAX (end, round->start), TRUE);

  if (from > last)
    return;
  gaps->n_touched[from]++;
  gaps->n_touched[last + 1]--;
  for (guint gap = find_unknown (gaps, from); gap <= last; gap = find_unknown (gaps, gap))
    {
      gaps->first[gap] = index;
      gaps->next_unknown[gap] = gap + 1;
    }
}

/* "C-1", or "C-1 and C-2", … : the cameras of a place, each once. Returns: a new phrase. */
static char *
name_cameras (const SkyFootage *footage, const char *table, SkyCovers place, guint *n)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < footage->n_cameras; i++)
    if (is_candidate (footage, i, table, place)
        && !g_ptr_array_find_with_equal_func (names, footage->cameras[i].camera, g_str_equal, NULL))
      g_ptr_array_add (names, footage->cameras[i].camera);
  *n = names->len;
  return sky_phrase_list ((const char *const *) names->pdata, names->len);
}

/* " from … until …", of a gap at an end of the recordings one of them. Returns: a new phrase. */
static char *
tell_when (const Gaps *gaps, guint gap, const char *zone)
{
  g_autofree char *from = NULL;
  g_autofree char *until = NULL;

  if (gap > 0)
    from = sky_phrase_time (g_array_index (gaps->spans, SkySpan, gap - 1).end, zone);
  if (gap < gaps->spans->len)
    until = sky_phrase_time (g_array_index (gaps->spans, SkySpan, gap).start, zone);
  if (from != NULL && until != NULL)
    return sky_phrase (" from %s until %s", from, until);
  if (from != NULL)
    return sky_phrase (" from %s", from);
  return until != NULL ? sky_phrase (" until %s", until) : g_strdup ("");
}

static void
tell_gap (SkyLogAudit *audit,
          const SkyFootage *footage,
          const Place *place,
          const Gaps *gaps,
          guint gap,
          guint n_touched)
{
  const SkyRound *first = &g_array_index (audit->rounds, SkyRound, gaps->first[gap]);
  const SkyLogHeader *header = sky_log_get_header (audit->log);
  guint n_cameras;
  g_autofree char *names = name_cameras (footage, header->table, place->covers, &n_cameras);
  g_autofree char *when = tell_when (gaps, gap, header->time_zone);
  g_autofree char *touched =
      sky_phrase_count ("%u round is touched", "%u rounds are touched", n_touched);
  SkyFinding *finding = add_finding (
      audit, SKY_CHECK_COVERAGE_GAP,
      sky_phrase (
          n_cameras == 1
              ? N_ ("Camera %s, for %s, has no recording%s: %s, from round %" PRId64 " on.")
              : N_ ("Cameras %s, for %s, have no recording%s: %s, from round %" PRId64 " on."),
          names, sky_phrase_words (place->name), when, touched, first->round));

  finding->round = first->round;
  finding->seq = first->first_seq;
  finding->at = first->start;
}

/* One finding for each stretch without a recording that touches rounds. */
static void
check_gaps (SkyLogAudit *audit, const SkyFootage *footage, const Place *place)
{
  const char *table = sky_log_get_header (audit->log)->table;
  g_autoptr (GArray) spans = place_spans (footage, table, place);
  g_autofree guint *n_touched = NULL;
  g_autofree guint *first = NULL;
  g_autofree guint *next_unknown = NULL;
  Gaps gaps;
  guint n = 0;

  n_touched = g_new0 (guint, spans->len + 2);
  first = g_new (guint, spans->len + 2);
  next_unknown = g_new (guint, spans->len + 2);
  for (guint i = 0; i < spans->len + 2; i++)
    {
      first[i] = G_MAXUINT;
      next_unknown[i] = i;
    }
  gaps = (Gaps){ spans, n_touched, first, next_unknown };
  for (guint i = 0; i < audit->rounds->len; i++)
    add_round (&gaps, audit, i);
  for (guint gap = 0; gap <= spans->len; gap++)
    {
      n += n_touched[gap];
      if (first[gap] != G_MAXUINT)
        tell_gap (audit, footage, place, &gaps, gap, n);
    }
}

static void
check_cameras (const SkyFootage *footage, SkyLogAudit *audit)
{
  const SkyLogHeader *header = sky_log_get_header (audit->log);
  const SkyCovers *cameras = sky_game_get (header->game)->cameras;
  gboolean found[SKY_MAX_PLACES] = { FALSE };
  const Place *wanted[SKY_MAX_PLACES] = { NULL };
  guint n = 0;

  for (; n < SKY_MAX_PLACES && cameras[n] != 0; n++)
    wanted[n] = find_place (cameras[n]);
  find_places (footage, header->table, wanted, n, found);
  for (guint i = 0; i < n; i++)
    if (!found[i])
      add_finding (audit, SKY_CHECK_COVERAGE_CAMERA,
                   sky_phrase ("No stationary camera of its own covers %s.",
                               sky_phrase_words (wanted[i]->name)));
    else
      check_gaps (audit, footage, wanted[i]);
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
probe_file (int descriptor, char **cause)
{
  struct stat status;

  if (fstat (descriptor, &status) != 0)
    *cause = g_strdup (g_strerror (errno));
  else if (status.st_size == 0)
    *cause = sky_phrase ("the file is empty");
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
  g_autofree char *cause = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (SkyDescriptor) file = sky_archive_file_open (archive->path, segment->file, &error);
  char digest[SKY_DIGEST_HEX_SIZE];
  SkyRecordingState state = SKY_RECORDING_GOOD;

  *trouble = (SkyRecordingTrouble){ SKY_CHECK_COVERAGE_UNREADABLE, NULL };
  if (g_error_matches (error, SKY_LOG_ERROR, SKY_LOG_ERROR_MISSING))
    state = SKY_RECORDING_MISSING;
  else if (file < 0)
    {
      state = SKY_RECORDING_UNREADABLE;
      cause = g_strdup (error->message);
    }
  else
    state =
        probe != NULL ? probe (file, segment->file, &cause, probe_data) : probe_file (file, &cause);

  if (state == SKY_RECORDING_MISSING)
    trouble->explanation =
        sky_phrase ("The recording %s of camera %s is missing.", segment->file, camera->camera);
  else if (state == SKY_RECORDING_UNREADABLE)
    trouble->explanation =
        sky_phrase (cause != NULL && g_str_has_suffix (cause, ".")
                        ? N_ ("The recording %s of camera %s does not play: %s")
                        : N_ ("The recording %s of camera %s does not play: %s."),
                    segment->file, camera->camera,
                    cause != NULL ? cause : sky_phrase_words ("it cannot be decoded"));
  else if (segment->sha256 != NULL
           && !sky_digest_descriptor (file, segment->file, cancelled, digest, &error))
    {
      if (g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_INTR))
        return FALSE;
      trouble->explanation = sky_phrase ("The recording %s of camera %s cannot be read: %s.",
                                         segment->file, camera->camera, error->message);
    }
  else if (segment->sha256 != NULL && !g_str_equal (digest, segment->sha256))
    {
      trouble->check = SKY_CHECK_FOOTAGE_HASH;
      trouble->explanation =
          sky_phrase ("The SHA-256 of the recording %s of camera %s is not the one in "
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
