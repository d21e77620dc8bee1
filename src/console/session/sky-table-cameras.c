/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-table-cameras.h"

#include <string.h>

/* "CR-01-A · end left": what a camera covers tells more than its number. */
static char *
make_label (const SkyFootageCamera *camera)
{
  GString *label = g_string_new (camera->camera);

  for (guint bit = 0; bit < 6; bit++)
    {
      if ((camera->covers & (1u << bit)) == 0)
        continue;
      g_autofree char *name = g_strdup (sky_covers_to_name (1u << bit));
      g_strdelimit (name, "_", ' ');
      g_string_append_printf (label, " · %s", name);
    }
  return g_string_free (label, FALSE);
}

static SkyCamera *
make_camera (const char *folder, const SkyFootageCamera *footage)
{
  g_autofree char *label = make_label (footage);
  SkyCamera *camera = sky_camera_new (footage->camera, label, &footage->clock);

  for (guint i = 0; i < footage->n_segments; i++)
    {
      const SkySegment *segment = &footage->segments[i];

      if (segment->replay != NULL)
        sky_camera_add_replay (camera, segment->replay, segment->start, segment->end);
      else
        sky_camera_add_recording (camera, folder, segment->file, segment->start, segment->end);
    }
  if (footage->stream != NULL)
    sky_camera_set_stream (camera, footage->stream);
  return camera;
}

GPtrArray *
sky_table_cameras_new (const char *folder, const SkyFootage *footage, const char *table)
{
  GPtrArray *cameras = g_ptr_array_new_with_free_func ((GDestroyNotify) sky_camera_unref);

  for (guint i = 0; i < footage->n_cameras; i++)
    if (g_strcmp0 (footage->cameras[i].table, table) == 0)
      g_ptr_array_add (cameras, make_camera (folder, &footage->cameras[i]));
  return cameras;
}

gboolean
sky_table_cameras_get_span (GPtrArray *cameras, SkyTime *from, SkyTime *until)
{
  *from = SKY_TIME_NONE;
  *until = SKY_TIME_NONE;
  for (guint i = 0; i < cameras->len; i++)
    for (guint j = 0; j < sky_camera_get_n_segments (cameras->pdata[i]); j++)
      {
        const SkyCameraSegment *segment = sky_camera_get_segment (cameras->pdata[i], j);
        SkyTime start = sky_camera_to_log_time (cameras->pdata[i], segment->start);
        SkyTime end = sky_camera_to_log_time (cameras->pdata[i], segment->end);

        if (*from == SKY_TIME_NONE || start < *from)
          *from = start;
        if (*until == SKY_TIME_NONE || end > *until)
          *until = end;
      }
  return *from != SKY_TIME_NONE;
}
