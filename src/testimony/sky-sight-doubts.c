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

  if (view == NULL)
    return self;
  self.die_px = view->die_px;
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

GPtrArray *
sky_sight_conditions_list_doubts (const SkySightConditions *self)
{
  GPtrArray *doubts = g_ptr_array_new_with_free_func (g_free);

  if (self->die_px > 0 && self->die_px < SKY_SIGHT_LEAST_DIE_PX)
    g_ptr_array_add (doubts, sky_phrase ("Its dice are too small to be read: %d pixels, %d are "
                                         "needed.",
                                         self->die_px, SKY_SIGHT_LEAST_DIE_PX));
  if (self->tilt > SKY_SIGHT_MOST_TILT)
    g_ptr_array_add (doubts, sky_phrase ("It looks too obliquely to read dice: %d° off the "
                                         "vertical, %d° at most.",
                                         (int) (self->tilt + 0.5), SKY_SIGHT_MOST_TILT));
  if (self->frames > 0 && self->frames < SKY_SIGHT_LEAST_FRAMES * self->seconds)
    g_ptr_array_add (doubts, sky_phrase ("It is too slow to read dice: %d frames in %d s, %d a "
                                         "second are needed.",
                                         self->frames, self->seconds, SKY_SIGHT_LEAST_FRAMES));
  return doubts;
}
