/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-dice-reader.h"

#include "sky-dice-eye-private.h"
#include "sky-sight-module-private.h"

#include <glib/gi18n-lib.h>

GQuark
sky_sight_error_quark (void)
{
  return g_quark_from_static_string ("sky-sight-error");
}

struct _SkyDiceReader
{
  SkyDiceEye *eye;
};

/* The module's functions, once it is loaded. */
static struct
{
#define MEMBER(name) __typeof__ (&(name)) name;
  SKY_DICE_EYE_FUNCTIONS (MEMBER)
#undef MEMBER
} module;

static gboolean
load_module (GError **error)
{
  static const char *const names[] = { SKY_DICE_EYE_FUNCTIONS (SKY_LIBRARY_NAME) };
  static SkyLibrary library = { .names = names, .n = G_N_ELEMENTS (names) };

  G_STATIC_ASSERT (sizeof module == sizeof names);
  return sky_sight_load_module (&library, SKY_DICE_EYE_MODULE, &module, error);
}

SkyDiceReader *
sky_dice_reader_new (GBytes *model, GError **error)
{
  g_autofree char *cause = NULL;
  SkyDiceReader *self;
  SkyDiceEye *eye;

  if (!load_module (error))
    return NULL;
  eye = module.sky_dice_eye_new (g_bytes_get_data (model, NULL), g_bytes_get_size (model), &cause);
  if (eye == NULL)
    {
      g_set_error (error, SKY_SIGHT_ERROR, SKY_SIGHT_ERROR_MODEL,
                   _ ("Cannot read the model of dice: %s"), cause);
      return NULL;
    }
  self = g_new (SkyDiceReader, 1);
  self->eye = eye;
  return self;
}

void
sky_dice_reader_free (SkyDiceReader *self)
{
  module.sky_dice_eye_free (self->eye);
  g_free (self);
}

GArray *
sky_dice_reader_read (SkyDiceReader *self,
                      const SkySightPicture *picture,
                      const SkySightPicture *before,
                      double edge,
                      const SkyPictureBox *ignored,
                      gsize n_ignored,
                      const GArray *known,
                      GError **error)
{
  g_autoptr (GArray) dice = g_array_new (FALSE, FALSE, sizeof (SkySightDie));
  g_autofree char *cause = NULL;

  if (module.sky_dice_eye_look (self->eye, picture, before, edge, ignored, n_ignored, known, dice,
                                &cause))
    return g_steal_pointer (&dice);
  g_set_error (error, SKY_SIGHT_ERROR, SKY_SIGHT_ERROR_FAILED, _ ("Cannot look at the picture: %s"),
               cause);
  return NULL;
}
