/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the playing cards that a picture shows. It knows of no log, no round and no camera: what
 * was recorded cannot reach it.
 *
 * A card is a light quadrilateral with a card's proportions, of which two opposite corners are seen
 * and most of the edge. A net that was trained on drawn cards (training/) reads the index in both
 * corners, and a card is read only where both say the same. */
#pragma once

#include "sky-dice-reader.h"

G_BEGIN_DECLS

/* The ranks by number: 2 to 10, then jack, queen, king and ace. */
#define SKY_SIGHT_LEAST_RANK 2
#define SKY_SIGHT_MOST_RANK  14

/* In the order of SkyCard's suits. */
typedef enum
{
  SKY_SIGHT_NO_SUIT, /* it cannot be told */
  SKY_SIGHT_CLUBS,
  SKY_SIGHT_DIAMONDS,
  SKY_SIGHT_HEARTS,
  SKY_SIGHT_SPADES,
} SkySightSuit;

/* What may be a card, in a picture. */
typedef struct
{
  guint rank; /* 2 to 14; 0: the corners differ, or neither is sure */
  SkySightSuit suit;
  double
      log_probabilities[SKY_SIGHT_MOST_RANK + 1]; /* both corners', of no rank at 0 and of 2 to 14
                                                   */
  double x;                                       /* its middle */
  double y;
  double width;         /* of its shorter sides, in pixels */
  double corners[4][2]; /* x and y, clockwise, from the left end of a shorter side */
} SkySightCard;

typedef struct _SkyCardReader SkyCardReader;

/* Loads the module that looks at pictures for cards, if it is not loaded yet. @model: the net, as
 * ONNX. Returns: (transfer full): a reader, for one thread at a time, or NULL with a
 * SKY_SIGHT_ERROR. */
SkyCardReader *sky_card_reader_new (GBytes *model, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void sky_card_reader_free (SkyCardReader *self);

/* Looks for cards in @picture. @follows: it comes after the one that was read last, from the same
 * camera, with the same @width and @ignored. Where nothing has changed since, cards are read where
 * they lay, and not searched for. @width: how wide a card is, in pixels, 0 when that is not known.
 * @ignored: (array length=n_ignored): where no cards are looked for. Returns: (transfer full): an
 * array of SkySightCard, those that were read and those in whose corners the net sees a rank
 * without being sure, or NULL with a SKY_SIGHT_ERROR. */
GArray *sky_card_reader_read (SkyCardReader *self,
                              const SkySightPicture *picture,
                              gboolean follows,
                              double width,
                              const SkyPictureBox *ignored,
                              gsize n_ignored,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyCardReader, sky_card_reader_free)

G_END_DECLS
