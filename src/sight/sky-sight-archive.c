/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-sight-archive.h"

#include "sky-calibration.h"

struct _SkySightArchive
{
  const SkyArchive *archive;
  SkyCalibration *calibration; /* NULL: there is none */
  SkyDiceReader *dice;
  SkyCardReader *cards;
  char models[SKY_N_SIGHT_KINDS][SKY_DIGEST_HEX_SIZE];
};

SkySightArchive *
sky_sight_archive_new (const SkyArchive *archive, GError **error)
{
  g_autofree char *path = g_build_filename (archive->path, "sight.json", NULL);
  g_autoptr (SkySightArchive) self = g_new0 (SkySightArchive, 1);

  self->archive = archive;
  for (SkySightKind kind = 0; kind < SKY_N_SIGHT_KINDS; kind++)
    sky_sight_digest_model (kind, self->models[kind]);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    {
      self->calibration = sky_calibration_read (archive->path, path, error);
      if (self->calibration == NULL)
        return NULL;
    }
  g_autoptr (GBytes) of_dice = sky_sight_get_model (SKY_SIGHT_DICE);
  g_autoptr (GBytes) of_cards = sky_sight_get_model (SKY_SIGHT_CARDS);
  self->dice = sky_dice_reader_new (of_dice, error);
  if (self->dice == NULL)
    return NULL;
  self->cards = sky_card_reader_new (of_cards, error);
  return self->cards != NULL ? g_steal_pointer (&self) : NULL;
}

void
sky_sight_archive_free (SkySightArchive *self)
{
  sky_calibration_free (self->calibration);
  g_clear_pointer (&self->dice, sky_dice_reader_free);
  g_clear_pointer (&self->cards, sky_card_reader_free);
  g_free (self);
}

const char *const *
sky_sight_archive_get_problems (SkySightArchive *self)
{
  static const char *const none[] = { NULL };

  return self->calibration != NULL ? (const char *const *) self->calibration->problems : none;
}

const char *
sky_sight_archive_get_model (SkySightArchive *self, SkySightKind kind)
{
  return self->models[kind];
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
  return (SkySightView){ found->die_px, found->card_px, found->ignored, found->n_ignored };
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
      gboolean done;

      if (!g_str_equal (camera->table, table))
        continue;
      if (stretch->kind == SKY_SIGHT_CARDS)
        done = sky_sight_read_cards (self->cards, self->archive->path, camera, &view, stretch,
                                     &reading, cancellable, error);
      else
        done = sky_sight_read (self->dice, self->archive->path, camera, &view, stretch, &reading,
                               cancellable, error);
      if (!done)
        return NULL;
      g_array_append_val (readings, reading);
    }
  return g_steal_pointer (&readings);
}
