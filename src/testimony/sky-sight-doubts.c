/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-doubts.h"

#include "sky-archive-file.h"
#include "sky-media-check.h"
#include "sky-phrase.h"
#include "sky-picture.h"

SkySightConditions
sky_sight_conditions_find (const SkyCameraView *view, SkyGameId game)
{
  SkySightConditions self = { .tilt = -1 };
  double width, height;
  SkyPlaneMap map;

  sky_sight_find_kind (game, &self.kind);
  if (view == NULL)
    return self;
  self.px = self.kind == SKY_SIGHT_CARDS ? view->card_px : view->die_px;
  if (view->has_layout && sky_plane_map_init (&map, view->layout))
    {
      sky_picture_get_size (game, &width, &height);
      self.tilt = sky_plane_map_get_tilt (&map, width, height);
    }
  return self;
}

void
sky_sight_conditions_count_frames (SkySightConditions *self,
                                   const char *folder,
                                   const SkyFootageCamera *camera)
{
  for (guint i = 0; i < camera->n_segments && self->frames == 0; i++)
    {
      const char *name = camera->segments[i].file;
      g_auto (SkyDescriptor) file = name != NULL ? sky_archive_file_open (folder, name, NULL) : -1;
      g_auto (SkyMediaInfo) info = { 0 };

      if (file < 0 || !sky_media_check_recording (file, name, NULL, &info, NULL) || info.fps_n == 0)
        continue;
      self->frames = info.fps_n;
      self->seconds = info.fps_d;
    }
}

static char *
say_small (SkySightKind kind, int px)
{
  return kind == SKY_SIGHT_CARDS
             ? sky_phrase ("Its cards are too small to be read: %d pixels wide, %d are needed.", px,
                           SKY_SIGHT_LEAST_CARD_PX)
             : sky_phrase ("Its dice are too small to be read: %d pixels, %d are needed.", px,
                           SKY_SIGHT_LEAST_DIE_PX);
}

static char *
say_oblique (SkySightKind kind, double tilt)
{
  return kind == SKY_SIGHT_CARDS
             ? sky_phrase ("It looks too obliquely to read cards: %d° off the vertical, %d° at "
                           "most.",
                           (int) (tilt + 0.5), SKY_SIGHT_MOST_TILT)
             : sky_phrase ("It looks too obliquely to read dice: %d° off the vertical, %d° at "
                           "most.",
                           (int) (tilt + 0.5), SKY_SIGHT_MOST_TILT);
}

static char *
say_slow (const SkySightConditions *self)
{
  return self->kind == SKY_SIGHT_CARDS
             ? sky_phrase ("It is too slow to read cards: %d frames in %d s, %d a second are "
                           "needed.",
                           self->frames, self->seconds, SKY_SIGHT_LEAST_FRAMES)
             : sky_phrase ("It is too slow to read dice: %d frames in %d s, %d a second are "
                           "needed.",
                           self->frames, self->seconds, SKY_SIGHT_LEAST_FRAMES);
}

GPtrArray *
sky_sight_conditions_list_doubts (const SkySightConditions *self)
{
  int least = self->kind == SKY_SIGHT_CARDS ? SKY_SIGHT_LEAST_CARD_PX : SKY_SIGHT_LEAST_DIE_PX;
  GPtrArray *doubts = g_ptr_array_new_with_free_func (g_free);

  if (self->px > 0 && self->px < least)
    g_ptr_array_add (doubts, say_small (self->kind, self->px));
  if (self->tilt > SKY_SIGHT_MOST_TILT)
    g_ptr_array_add (doubts, say_oblique (self->kind, self->tilt));
  if (self->frames > 0 && self->frames < SKY_SIGHT_LEAST_FRAMES * self->seconds)
    g_ptr_array_add (doubts, say_slow (self));
  return doubts;
}
