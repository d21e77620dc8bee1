/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-card-reader.h"

#include "sky-card-eye-private.h"
#include "sky-sight-module-private.h"

#include <glib/gi18n-lib.h>

struct _SkyCardReader
{
  SkyCardEye *eye;
};

/* The module's functions, once it is loaded. */
static struct
{
#define MEMBER(name) __typeof__ (&(name)) name;
  SKY_CARD_EYE_FUNCTIONS (MEMBER)
#undef MEMBER
} module;

static gboolean
load_module (GError **error)
{
  static const char *const names[] = { SKY_CARD_EYE_FUNCTIONS (SKY_LIBRARY_NAME) };
  static SkyLibrary library = { .names = names, .n = G_N_ELEMENTS (names) };

  G_STATIC_ASSERT (sizeof module == sizeof names);
  return sky_sight_load_module (&library, SKY_CARD_EYE_MODULE, &module, error);
}

SkyCardReader *
sky_card_reader_new (GBytes *model, GError **error)
{
  g_autofree char *cause = NULL;
  SkyCardReader *self;
  SkyCardEye *eye;

  if (!load_module (error))
    return NULL;
  eye = module.sky_card_eye_new (g_bytes_get_data (model, NULL), g_bytes_get_size (model), &cause);
  if (eye == NULL)
    {
      g_set_error (error, SKY_SIGHT_ERROR, SKY_SIGHT_ERROR_MODEL,
                   _ ("Cannot read the model of cards: %s"), cause);
      return NULL;
    }
  self = g_new (SkyCardReader, 1);
  self->eye = eye;
  return self;
}

void
sky_card_reader_free (SkyCardReader *self)
{
  module.sky_card_eye_free (self->eye);
  g_free (self);
}

GArray *
sky_card_reader_read (SkyCardReader *self,
                      const SkySightPicture *picture,
                      gboolean follows,
                      double width,
                      const SkyPictureBox *ignored,
                      gsize n_ignored,
                      GError **error)
{
  g_autoptr (GArray) cards = g_array_new (FALSE, FALSE, sizeof (SkySightCard));
  g_autofree char *cause = NULL;

  if (module.sky_card_eye_look (self->eye, picture, follows, width, ignored, n_ignored, cards,
                                &cause))
    return g_steal_pointer (&cards);
  g_set_error (error, SKY_SIGHT_ERROR, SKY_SIGHT_ERROR_FAILED, _ ("Cannot look at the picture: %s"),
               cause);
  return NULL;
}
