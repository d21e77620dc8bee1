/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors of recordings. GStreamer's own domains and codes end here. Every error from this folder is
 * a SKY_MEDIA_ERROR (or G_IO_ERROR_CANCELLED), and its message names the file and says in words why
 * it does not play. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define SKY_MEDIA_ERROR (sky_media_error_quark ())

/**
 * SkyMediaError:
 * @SKY_MEDIA_ERROR_NOT_FOUND: there is no such file
 * @SKY_MEDIA_ERROR_UNREADABLE: the file exists and cannot be read
 * @SKY_MEDIA_ERROR_EMPTY: the file has no bytes
 * @SKY_MEDIA_ERROR_NOT_MEDIA: the bytes are not a recording of any kind known here
 * @SKY_MEDIA_ERROR_NO_VIDEO: a recording without a picture
 * @SKY_MEDIA_ERROR_NO_DECODER: no decoder for this codec is installed
 * @SKY_MEDIA_ERROR_DAMAGED: the recording is cut off or damaged where a picture was wanted
 * @SKY_MEDIA_ERROR_UNFINISHED: the recording is still being written, or that was broken off
 * @SKY_MEDIA_ERROR_ENCRYPTED: the recording plays only with a key
 * @SKY_MEDIA_ERROR_LOST: a camera or recorder does not answer, refuses, or broke off
 * @SKY_MEDIA_ERROR_UNTRUSTED: a camera or recorder whose certificate is not trusted
 * @SKY_MEDIA_ERROR_WRITE: a recording or still could not be written
 * @SKY_MEDIA_ERROR_NO_PICTURE: nothing is shown, so nothing can be exported
 */
typedef enum
{
  SKY_MEDIA_ERROR_NOT_FOUND,
  SKY_MEDIA_ERROR_UNREADABLE,
  SKY_MEDIA_ERROR_EMPTY,
  SKY_MEDIA_ERROR_NOT_MEDIA,
  SKY_MEDIA_ERROR_NO_VIDEO,
  SKY_MEDIA_ERROR_NO_DECODER,
  SKY_MEDIA_ERROR_DAMAGED,
  SKY_MEDIA_ERROR_UNFINISHED,
  SKY_MEDIA_ERROR_ENCRYPTED,
  SKY_MEDIA_ERROR_LOST,
  SKY_MEDIA_ERROR_UNTRUSTED,
  SKY_MEDIA_ERROR_WRITE,
  SKY_MEDIA_ERROR_NO_PICTURE,
} SkyMediaError;

GQuark sky_media_error_quark (void);

G_END_DECLS
