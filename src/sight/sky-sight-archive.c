/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-archive.h"

#include "sky-calibration.h"

struct _SkySightArchive
{
  const SkyArchive *archive;
  SkyCalibration *calibration; /* NULL: there is none */
  SkyDiceReader *reader;
  char model[SKY_DIGEST_HEX_SIZE];
};

SkySightArchive *
sky_sight_archive_new (const SkyArchive *archive, GError **error)
{
  g_autofree char *path = g_build_filename (archive->path, "sight.json", NULL);
  g_autoptr (SkySightArchive) self = g_new0 (SkySightArchive, 1);
  g_autoptr (GBytes) model = sky_sight_get_model ();

  self->archive = archive;
  sky_sight_digest_model (self->model);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    {
      self->calibration = sky_calibration_read (archive->path, path, error);
      if (self->calibration == NULL)
        return NULL;
    }
  self->reader = sky_dice_reader_new (model, error);
  return self->reader != NULL ? g_steal_pointer (&self) : NULL;
}

void
sky_sight_archive_free (SkySightArchive *self)
{
  sky_calibration_free (self->calibration);
  g_clear_pointer (&self->reader, sky_dice_reader_free);
  g_free (self);
}

const char *const *
sky_sight_archive_get_problems (SkySightArchive *self)
{
  static const char *const none[] = { NULL };

  return self->calibration != NULL ? (const char *const *) self->calibration->problems : none;
}

const char *
sky_sight_archive_get_model (SkySightArchive *self)
{
  return self->model;
}

const char *
sky_sight_archive_get_calibration (SkySightArchive *self)
{
  return self->calibration != NULL ? self->calibration->sha256 : NULL;
}

const SkyArchive *
sky_sight_archive_get_archive (SkySightArchive *self)
{
  return self->archive;
}

const SkyCameraView *
sky_sight_archive_find_view (SkySightArchive *self, const char *camera, SkyTime at)
{
  return self->calibration != NULL ? sky_calibration_find (self->calibration, camera, at) : NULL;
}

static SkySightView
find_view (SkySightArchive *self, const char *camera, SkyTime at)
{
  const SkyCameraView *found = sky_sight_archive_find_view (self, camera, at);

  if (found == NULL)
    return (SkySightView){ 0 };
  return (SkySightView){ found->die_px, found->ignored, found->n_ignored };
}

GArray *
sky_sight_archive_read (SkySightArchive *self,
                        const char *table,
                        const SkySightStretch *stretch,
                        GCancellable *cancellable,
                        GError **error)
{
  const SkyFootage *footage = self->archive->footage;
  g_autoptr (GArray) readings = g_array_new (FALSE, FALSE, sizeof (SkySightReading));

  for (guint i = 0; footage != NULL && i < footage->n_cameras; i++)
    {
      const SkyFootageCamera *camera = &footage->cameras[i];
      SkySightView view = find_view (self, camera->camera, stretch->result);
      SkySightReading reading;

      if (!g_str_equal (camera->table, table))
        continue;
      if (!sky_sight_read (self->reader, self->archive->path, camera, &view, stretch, &reading,
                           cancellable, error))
        return NULL;
      g_array_append_val (readings, reading);
    }
  return g_steal_pointer (&readings);
}
