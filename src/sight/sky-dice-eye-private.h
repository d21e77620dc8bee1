/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the module that looks at pictures gives to the program that loads it. */
#pragma once

#include "sky-dice-reader.h"

G_BEGIN_DECLS

typedef struct _SkyDiceEye SkyDiceEye;

/* The module's file. */
#define SKY_DICE_EYE_MODULE "skyward-dice-eye.so"

/* @model: (array length=size): a net, as ONNX. Returns: (transfer full): an eye for one thread at a
 * time, or NULL with the cause in *@message (transfer full). */
SkyDiceEye *sky_dice_eye_new (const void *model, gsize size, char **message);
void sky_dice_eye_free (SkyDiceEye *self);

/* As sky_dice_reader_read(); appends to @dice. Returns FALSE with the cause in *@message (transfer
 * full). */
gboolean sky_dice_eye_look (SkyDiceEye *self,
                            const SkySightPicture *picture,
                            const SkySightPicture *before,
                            double edge,
                            const SkyPictureBox *ignored,
                            gsize n_ignored,
                            const GArray *known,
                            GArray *dice,
                            char **message);

/* The functions that the module has. */
#define SKY_DICE_EYE_FUNCTIONS(FUNCTION)                                                           \
  FUNCTION (sky_dice_eye_new)                                                                      \
  FUNCTION (sky_dice_eye_free)                                                                     \
  FUNCTION (sky_dice_eye_look)

G_END_DECLS
