/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader where OpenCV was not there to build it with: it says so. */
#include "config.h"

#include "sky-dice-reader.h"

#include <glib/gi18n-lib.h>

G_DEFINE_QUARK (sky - sight - error - quark, sky_sight_error)

SkyDiceReader *
sky_dice_reader_new (GBytes *model, GError **error)
{
  g_set_error_literal (error, SKY_SIGHT_ERROR, SKY_SIGHT_ERROR_FAILED,
                       _ ("This program was built without OpenCV and reads no pictures"));
  return NULL;
}

void
sky_dice_reader_free (SkyDiceReader *self)
{
}

GArray *
sky_dice_reader_read (SkyDiceReader *self,
                      const SkySightPicture *picture,
                      const SkySightPicture *before,
                      double edge,
                      const SkyPictureBox *ignored,
                      gsize n_ignored,
                      GError **error)
{
  g_assert_not_reached ();
}
