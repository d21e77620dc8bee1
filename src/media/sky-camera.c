/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-camera.h"

struct _SkyCamera
{
  gatomicrefcount refs;
  char *name;
  char *label;
  SkyClockMap clock;
  char *stream;
  GArray *segments;  /* SkyCameraSegment, as added */
  GArray *coverages; /* SkyCoverage, by time; worked out anew by each added segment */
  GArray *overlaps;  /* SkyOverlap, by time */
};

static void
clear_segment (gpointer data)
{
  SkyCameraSegment *segment = data;

  g_free (segment->path);
  g_free (segment->folder);
  g_free (segment->file);
}

SkyCamera *
sky_camera_new (const char *name, const char *label, const SkyClockMap *clock)
{
  g_return_val_if_fail (name != NULL, NULL);

  SkyCamera *self = g_new0 (SkyCamera, 1);
  g_atomic_ref_count_init (&self->refs);
  self->name = g_strdup (name);
  self->label = g_strdup (label != NULL ? label : name);
  self->clock = clock != NULL ? *clock : sky_clock_map_from_offset (0);
  self->segments = g_array_new (FALSE, TRUE, sizeof (SkyCameraSegment));
  g_array_set_clear_func (self->segments, clear_segment);
  self->coverages = g_array_new (FALSE, TRUE, sizeof (SkyCoverage));
  self->overlaps = g_array_new (FALSE, TRUE, sizeof (SkyOverlap));
  return self;
}

SkyCamera *
sky_camera_ref (SkyCamera *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
sky_camera_unref (SkyCamera *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_array_unref (self->overlaps);
  g_array_unref (self->coverages);
  g_array_unref (self->segments);
  g_free (self->stream);
  g_free (self->label);
  g_free (self->name);
  g_free (self);
}

/* TRUE when the recording @a is shown where it and @b overlap. */
static gboolean
goes_before (const SkyCamera *self, guint a, guint b)
{
  SkyTime start_a = sky_camera_get_segment (self, a)->start;
  SkyTime start_b = sky_camera_get_segment (self, b)->start;

  return start_a != start_b ? start_a > start_b : a > b;
}

static int
compare_overlaps (gconstpointer a, gconstpointer b)
{
  const SkyOverlap *first = a;
  const SkyOverlap *second = b;

  return first->from < second->from ? -1 : first->from > second->from;
}

/* Lays @until … @from of the new recording over what is there: pieces of stretches that it wins are
 * cut away, and where it loses it is cut itself. Recordings mostly come in order and do not
 * overlap, so this is one comparison with the last stretch for each of them. */
static void
add_coverage (SkyCamera *self, SkyCoverage added)
{
  guint at = self->coverages->len;
  while (at > 0 && g_array_index (self->coverages, SkyCoverage, at - 1).from > added.from)
    at--;

  if (at > 0)
    {
      SkyCoverage *before = &g_array_index (self->coverages, SkyCoverage, at - 1);
      if (before->until > added.from)
        {
          SkyCoverage rest = { MAX (before->from, added.until), before->until, before->segment };
          if (goes_before (self, before->segment, added.segment))
            added.from = MIN (before->until, added.until);
          else
            {
              before->until = added.from;
              gboolean emptied = before->until <= before->from;
              if (rest.until > rest.from && rest.from == added.until)
                g_array_insert_val (self->coverages, at, rest);
              if (emptied)
                g_array_remove_index (self->coverages, --at);
            }
        }
    }
  while (added.from < added.until && at < self->coverages->len)
    {
      SkyCoverage *after = &g_array_index (self->coverages, SkyCoverage, at);
      if (after->from >= added.until)
        break;
      if (goes_before (self, after->segment, added.segment))
        {
          SkyCoverage piece = { added.from, after->from, added.segment };
          added.from = MIN (after->until, added.until);
          if (piece.until > piece.from)
            g_array_insert_val (self->coverages, at++, piece);
          at++;
        }
      else if (after->until <= added.until)
        g_array_remove_index (self->coverages, at);
      else
        after->from = added.until;
    }
  if (added.from < added.until)
    g_array_insert_val (self->coverages, at, added);
}

static void
add_overlaps (SkyCamera *self, guint segment, SkyTime from, SkyTime until)
{
  for (guint other = 0; other < segment; other++)
    {
      const SkyCameraSegment *there = sky_camera_get_segment (self, other);
      SkyOverlap overlap = {
        .from = MAX (from, sky_camera_to_log_time (self, there->start)),
        .until = MIN (until, sky_camera_to_log_time (self, there->end)),
      };
      if (overlap.from >= overlap.until)
        continue;
      gboolean wins = goes_before (self, segment, other);
      overlap.shown = wins ? segment : other;
      overlap.hidden = wins ? other : segment;
      g_array_append_val (self->overlaps, overlap);
    }
  g_array_sort (self->overlaps, compare_overlaps);
}

static guint
add_segment (SkyCamera *self,
             const char *folder,
             const char *file,
             gboolean replay,
             SkyTime start,
             SkyTime end)
{
  SkyCameraSegment segment = { .path = folder != NULL ? g_build_filename (folder, file, NULL)
                                                      : g_strdup (file),
                               .folder = g_strdup (folder),
                               .file = g_strdup (file),
                               .replay = replay,
                               .start = start,
                               .end = end };
  guint number = self->segments->len;
  g_array_append_val (self->segments, segment);

  SkyCoverage added = { sky_camera_to_log_time (self, start), sky_camera_to_log_time (self, end),
                        number };
  if (added.from < added.until)
    {
      add_overlaps (self, number, added.from, added.until);
      add_coverage (self, added);
    }
  return number;
}

guint
sky_camera_add_segment (SkyCamera *self, const char *path, SkyTime start, SkyTime end)
{
  g_return_val_if_fail (path != NULL, 0);

  return add_segment (self, NULL, path, FALSE, start, end);
}

guint
sky_camera_add_recording (
    SkyCamera *self, const char *folder, const char *file, SkyTime start, SkyTime end)
{
  g_return_val_if_fail (folder != NULL && file != NULL, 0);

  return add_segment (self, folder, file, FALSE, start, end);
}

guint
sky_camera_add_replay (SkyCamera *self, const char *address, SkyTime start, SkyTime end)
{
  g_return_val_if_fail (address != NULL, 0);

  return add_segment (self, NULL, address, TRUE, start, end);
}

void
sky_camera_set_stream (SkyCamera *self, const char *address)
{
  g_free (self->stream);
  self->stream = g_strdup (address);
}

const char *
sky_camera_get_stream (const SkyCamera *self)
{
  return self->stream;
}

const char *
sky_camera_get_name (const SkyCamera *self)
{
  return self->name;
}

const char *
sky_camera_get_label (const SkyCamera *self)
{
  return self->label;
}

guint
sky_camera_get_n_segments (const SkyCamera *self)
{
  return self->segments->len;
}

const SkyCameraSegment *
sky_camera_get_segment (const SkyCamera *self, guint segment)
{
  g_return_val_if_fail (segment < self->segments->len, NULL);

  return &g_array_index (self->segments, SkyCameraSegment, segment);
}

SkyTime
sky_camera_to_log_time (const SkyCamera *self, SkyTime camera_time)
{
  return sky_clock_map_to_log (&self->clock, camera_time);
}

SkyTime
sky_camera_to_camera_time (const SkyCamera *self, SkyTime log_time)
{
  return sky_clock_map_to_camera (&self->clock, log_time);
}

guint
sky_camera_get_n_coverages (const SkyCamera *self)
{
  return self->coverages->len;
}

const SkyCoverage *
sky_camera_get_coverage (const SkyCamera *self, guint index)
{
  g_return_val_if_fail (index < self->coverages->len, NULL);

  return &g_array_index (self->coverages, SkyCoverage, index);
}

/* Returns: how many stretches start at or before @time. */
static guint
count_started (const SkyCamera *self, SkyTime time)
{
  guint low = 0;
  guint high = self->coverages->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (g_array_index (self->coverages, SkyCoverage, middle).from <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

int
sky_camera_find_coverage (const SkyCamera *self, SkyTime time)
{
  guint started = count_started (self, time);

  if (started == 0 || g_array_index (self->coverages, SkyCoverage, started - 1).until <= time)
    return -1;
  return (int) started - 1;
}

gboolean
sky_camera_find_gap (const SkyCamera *self, SkyTime time, SkyTime *since, SkyTime *until)
{
  guint started = count_started (self, time);

  if (started > 0 && g_array_index (self->coverages, SkyCoverage, started - 1).until > time)
    return FALSE;
  *since = started == 0 ? SKY_TIME_NONE
                        : g_array_index (self->coverages, SkyCoverage, started - 1).until;
  *until = started == self->coverages->len
               ? SKY_TIME_NONE
               : g_array_index (self->coverages, SkyCoverage, started).from;
  return TRUE;
}

guint
sky_camera_get_n_overlaps (const SkyCamera *self)
{
  return self->overlaps->len;
}

const SkyOverlap *
sky_camera_get_overlap (const SkyCamera *self, guint index)
{
  g_return_val_if_fail (index < self->overlaps->len, NULL);

  return &g_array_index (self->overlaps, SkyOverlap, index);
}
