/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a recording shows: the part of sky-sight.h that decodes, for which GStreamer is loaded. */
#include "config.h"

#include "sky-archive-file.h"
#include "sky-card-watch.h"
#include "sky-media-picture.h"
#include "sky-sight-watch.h"
#include "sky-sight.h"

/* A result is written when it is called: the dice lie by then, and for a while before. The last
 * card lies when it is written. */
#define BEFORE_RESULT (300 * SKY_MILLISECOND)
/* Between two pictures that are read. */
#define APART (100 * SKY_MILLISECOND)
/* How long before the result what lay there before is looked at, at most. */
#define LONGEST_BEFORE (8 * SKY_SECOND)

/* A stretch that is looked at: one of the watches is there. */
typedef struct
{
  SkySightWatch *dice;
  SkyCardWatch *cards;
  SkyTime from; /* the recording's own time from which on they are looked for */
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
        sky_sight_watch_look_before (looking->dice, &seen);
      return TRUE;
    }
  if (looking->cards != NULL)
    return sky_card_watch_look (looking->cards, &seen, picture->at, &looking->error)
           && !sky_card_watch_is_over (looking->cards);
  return sky_sight_watch_look (looking->dice, &seen, picture->at, &looking->error)
         && !sky_sight_watch_is_over (looking->dice);
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

/* Looks at @camera's pictures from @begin, on the log's clock, to the stretch's end. @played:
 * (out): whether the recording does. */
static gboolean
look_at (Looking *looking,
         const char *folder,
         const SkyFootageCamera *camera,
         const SkySightStretch *stretch,
         SkyTime begin,
         SkySightReading *reading,
         gboolean *played,
         GCancellable *cancellable,
         GError **error)
{
  const SkySegment *segment =
      find_segment (camera, sky_clock_map_to_camera (&camera->clock, stretch->result));
  g_autoptr (GError) cause = NULL;

  *reading = (SkySightReading){ .reason = SKY_SIGHT_NO_FOOTAGE, .camera = camera };
  *played = FALSE;
  if (segment == NULL)
    return TRUE;
  reading->file = segment->file;
  g_auto (SkyDescriptor) file = sky_archive_file_open (folder, segment->file, NULL);
  if (file < 0)
    return TRUE;

  SkyTime start = sky_clock_map_to_camera (&camera->clock, begin) - segment->start;
  SkyTime until = sky_clock_map_to_camera (&camera->clock, stretch->until) - segment->start;
  looking->from = sky_clock_map_to_camera (&camera->clock, looking->from) - segment->start;
  looking->wants_before =
      looking->dice != NULL
      && sky_clock_map_to_camera (&camera->clock, stretch->thrown) >= segment->start;
  *played = sky_media_picture_read (file, segment->file, MAX (start, 0), until, APART, look_cb,
                                    looking, cancellable, &cause);
  if (looking->error != NULL)
    {
      g_propagate_error (error, looking->error);
      return FALSE;
    }
  if (cause != NULL && g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  return TRUE;
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
  g_autoptr (SkySightWatch) watch = sky_sight_watch_new (reader, view, stretch->n_dice);
  Looking looking = { .dice = watch,
                      .from = MAX (stretch->thrown, stretch->result - BEFORE_RESULT) };
  gboolean played;

  if (!look_at (&looking, folder, camera, stretch,
                MAX (stretch->thrown, stretch->result - LONGEST_BEFORE), reading, &played,
                cancellable, error))
    return FALSE;
  if (played || sky_sight_watch_count (watch) > 0)
    sky_sight_watch_judge (watch, reading);
  return TRUE;
}

gboolean
sky_sight_read_cards (SkyCardReader *reader,
                      const char *folder,
                      const SkyFootageCamera *camera,
                      const SkySightView *view,
                      const SkySightStretch *stretch,
                      SkySightReading *reading,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (SkyCardWatch) watch = sky_card_watch_new (reader, view, stretch->one_deck);
  Looking looking = { .cards = watch, .from = stretch->result };
  gboolean played;

  if (!look_at (&looking, folder, camera, stretch, stretch->result, reading, &played, cancellable,
                error))
    return FALSE;
  if (played || sky_card_watch_count (watch) > 0)
    sky_card_watch_judge (watch, reading);
  return TRUE;
}
