/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-media-error.h"
#include "sky-media-source-private.h"

#include <glib/gi18n-lib.h>

static GError *
make_silent_error (SkyMediaSource *self)
{
  return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_LOST,
                      self->secure ? _ ("%s does not answer over TLS; trying again")
                                   : _ ("%s does not answer; trying again"),
                      self->name);
}

GError *
sky_media_source_make_lost_error (SkyMediaSource *self)
{
  if (!g_atomic_int_get (&self->arrived))
    return make_silent_error (self);
  return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_LOST,
                      _ ("%s lost the connection; trying again"), self->name);
}

GError *
sky_media_source_translate_error (SkyMediaSource *self, const GError *error)
{
  g_mutex_lock (&self->lock);
  GError *refusal = self->refusal != NULL ? g_error_copy (self->refusal) : NULL;
  g_mutex_unlock (&self->lock);
  if (refusal != NULL)
    return refusal;
  if (error->code == GST_RESOURCE_ERROR_NOT_AUTHORIZED)
    return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_LOST,
                        _ ("%s refused the user name and password"), self->name);
  if (error->code == GST_RESOURCE_ERROR_NOT_FOUND)
    return g_error_new (SKY_MEDIA_ERROR, SKY_MEDIA_ERROR_LOST, _ ("%s: no such stream"),
                        self->name);
  if (error->code == GST_RESOURCE_ERROR_READ)
    return sky_media_source_make_lost_error (self);
  return make_silent_error (self);
}
