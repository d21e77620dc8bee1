/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the dice that a picture shows. It knows of no log, no round and no camera: what was
 * recorded cannot reach it.
 *
 * Two readers look at each place where a die may lie: a net that was trained on drawn dice
 * (training/), and a fit of the pips to the six patterns. A die is read only where both say the
 * same. */
#pragma once

#include "sky-calibration.h"

G_BEGIN_DECLS

#define SKY_SIGHT_ERROR (sky_sight_error_quark ())
GQuark sky_sight_error_quark (void);

typedef enum
{
  SKY_SIGHT_ERROR_ABSENT, /* the module that looks at pictures is not installed */
  SKY_SIGHT_ERROR_MODEL,  /* the model cannot be read */
  SKY_SIGHT_ERROR_FAILED, /* the library that looks at pictures failed */
} SkySightError;

/* A picture of four bytes a pixel, blue, green, red and one that does not count: as SkyMediaPicture
 * has it. Borrowed. */
typedef struct
{
  int width;
  int height;
  gsize stride;
  const guint8 *pixels;
} SkySightPicture;

/* A die that lies in a picture. */
typedef struct
{
  guint value;                 /* 1 to 6; 0: the readers differ, or neither is sure */
  double log_probabilities[7]; /* the net's, of "no die" and of 1 to 6 */
  double x;                    /* the middle of its upper face */
  double y;
  double edge; /* of that face, in pixels */
} SkySightDie;

typedef struct _SkyDiceReader SkyDiceReader;

/* Loads the module that looks at pictures, if it is not loaded yet. @model: the net, as ONNX.
 * Returns: (transfer full): a reader, for one thread at a time, or NULL with a SKY_SIGHT_ERROR. */
SkyDiceReader *sky_dice_reader_new (GBytes *model, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_dice_reader_free (SkyDiceReader *self);

/* Looks for dice in @picture. @before: (nullable): the same camera's picture before the dice came,
 * of the same size: only what has changed since is looked at. @edge: how large a die is, in pixels,
 * 0 when that is not known. @ignored: (array length=n_ignored): where no dice are looked for.
 * @known: (nullable): an array of SkySightDie: only around these is looked, and, as long as all of
 * them have a value and still show it, nowhere but where they lie. Returns: (transfer
 * full): an array of SkySightDie, or NULL with a SKY_SIGHT_ERROR. */
GArray *sky_dice_reader_read (SkyDiceReader *self,
                              const SkySightPicture *picture,
                              const SkySightPicture *before,
                              double edge,
                              const SkyPictureBox *ignored,
                              gsize n_ignored,
                              const GArray *known,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyDiceReader, sky_dice_reader_free)

G_END_DECLS
