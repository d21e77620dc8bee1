/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the module that looks for cards gives to the program that loads it. */
#pragma once

#include "sky-card-reader.h"

G_BEGIN_DECLS

typedef struct _SkyCardEye SkyCardEye;

/* The module's file. */
#define SKY_CARD_EYE_MODULE "skyward-card-eye.so"

/* @model: (array length=size): a net, as ONNX. Returns: (transfer full): an eye for one thread at a
 * time, or NULL with the cause in *@message (transfer full). */
SkyCardEye *sky_card_eye_new (const void *model, gsize size, char **message);
void sky_card_eye_free (SkyCardEye *self);

/* As sky_card_reader_read(); appends to @cards. Returns FALSE with the cause in *@message (transfer
 * full). */
gboolean sky_card_eye_look (SkyCardEye *self,
                            const SkySightPicture *picture,
                            gboolean follows,
                            double width,
                            const SkyPictureBox *ignored,
                            gsize n_ignored,
                            GArray *cards,
                            char **message);

/* The functions that the module has. */
#define SKY_CARD_EYE_FUNCTIONS(FUNCTION)                                                           \
  FUNCTION (sky_card_eye_new)                                                                      \
  FUNCTION (sky_card_eye_free)                                                                     \
  FUNCTION (sky_card_eye_look)

G_END_DECLS
