/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a recording shows: the part of sky-sight.h that decodes, for which GStreamer is loaded. */
#include "config.h"

#include "sky-archive-file.h"
#include "sky-media-picture.h"
#include "sky-sight-watch.h"
#include "sky-sight.h"

/* A result is written when it is called: the dice lie by then, and for a while before. */
#define BEFORE_RESULT (300 * SKY_MILLISECOND)
/* Between two pictures that are read. */
#define APART (100 * SKY_MILLISECOND)
/* How long before the result what lay there before is looked at, at most. */
#define LONGEST_BEFORE (8 * SKY_SECOND)

/* A stretch that is looked at. */
typedef struct
{
  SkySightWatch *watch;
  SkyTime from; /* the recording's own time from which on dice are looked for */
  gboolean wants_before;
  GError *error;
} Looking;

static SkySightPicture
as_seen (const SkyMediaPicture *picture)
{
  return (SkySightPicture){ .width = picture->width,
                            .height = picture->height,
                            .stride = picture->stride,
                            .pixels = picture->pixels };
}

/* Looks at a picture, in a thread of the pipeline. */
static gboolean
look_cb (const SkyMediaPicture *picture, gpointer data)
{
  Looking *looking = data;
  const SkySightPicture seen = as_seen (picture);

  if (picture->at < looking->from)
    {
      if (looking->wants_before)
        sky_sight_watch_look_before (looking->watch, &seen);
      return TRUE;
    }
  return sky_sight_watch_look (looking->watch, &seen, picture->at, &looking->error)
         && !sky_sight_watch_is_over (looking->watch);
}

/* The recording of @camera that is running at @at, its own clock. */
static const SkySegment *
find_segment (const SkyFootageCamera *camera, SkyTime at)
{
  for (guint i = 0; i < camera->n_segments; i++)
    if (camera->segments[i].file != NULL && camera->segments[i].start <= at
        && at < camera->segments[i].end)
      return &camera->segments[i];
  return NULL;
}

gboolean
sky_sight_read (SkyDiceReader *reader,
                const char *folder,
                const SkyFootageCamera *camera,
                const SkySightView *view,
                const SkySightStretch *stretch,
                SkySightReading *reading,
                GCancellable *cancellable,
                GError **error)
{
  const SkySegment *segment =
      find_segment (camera, sky_clock_map_to_camera (&camera->clock, stretch->result));
  g_autoptr (GError) cause = NULL;

  *reading = (SkySightReading){ .reason = SKY_SIGHT_NO_FOOTAGE, .camera = camera };
  if (segment == NULL)
    return TRUE;
  reading->file = segment->file;
  g_auto (SkyDescriptor) file = sky_archive_file_open (folder, segment->file, NULL);
  if (file < 0)
    return TRUE;

  SkyTime thrown = sky_clock_map_to_camera (&camera->clock, stretch->thrown) - segment->start;
  SkyTime result = sky_clock_map_to_camera (&camera->clock, stretch->result) - segment->start;
  SkyTime until = sky_clock_map_to_camera (&camera->clock, stretch->until) - segment->start;
  SkyTime begin = MAX (MAX (thrown, result - LONGEST_BEFORE), 0);
  g_autoptr (SkySightWatch) watch = sky_sight_watch_new (reader, view, stretch->n_dice);
  Looking looking = { .watch = watch,
                      .from = MAX (thrown, result - BEFORE_RESULT),
                      .wants_before = thrown >= 0 };
  gboolean played = sky_media_picture_read (file, segment->file, begin, until, APART, look_cb,
                                            &looking, cancellable, &cause);
  if (played || sky_sight_watch_count (watch) > 0)
    sky_sight_watch_judge (watch, reading);
  if (looking.error != NULL)
    {
      g_propagate_error (error, looking.error);
      return FALSE;
    }
  if (cause != NULL && g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  return TRUE;
}
