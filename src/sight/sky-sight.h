/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a camera's recordings show of a result: the dice once they lie still, or the cards that lie
 * face up. A stretch of time, the number of dice and the camera are all that goes in; the record
 * does not (design: the reader is blind). */
#pragma once

#include <gio/gio.h>

#include "sky-card-reader.h"
#include "sky-dice-reader.h"
#include "sky-digest.h"
#include "sky-footage.h"

G_BEGIN_DECLS

/* No game throws more. */
#define SKY_SIGHT_MAX_DICE 3
/* Dice or cards: no reading has more. At Casino War two cards lie at each of eight places, at Raise
 * It Up three at each of seven. */
#define SKY_SIGHT_MAX_VALUES 24

/* What is looked for. */
typedef enum
{
  SKY_SIGHT_DICE,
  SKY_SIGHT_CARDS,
  SKY_N_SIGHT_KINDS,
} SkySightKind;

/* Why nothing was read. The later one of two says more of the picture. */
typedef enum
{
  SKY_SIGHT_NO_FOOTAGE,     /* the camera has no recording of it, or none that plays */
  SKY_SIGHT_COVERED,        /* no die, or no card that faces up, is seen */
  SKY_SIGHT_COUNT,          /* more dice or cards, or fewer, than there are to be */
  SKY_SIGHT_MOVING,         /* they never lie still for three pictures */
  SKY_SIGHT_TOO_SMALL,      /* they are too small to be read */
  SKY_SIGHT_READERS_DIFFER, /* the net and the pips' pattern differ, or a card's corners do, or
                             * neither is sure */
  SKY_SIGHT_READ,           /* all of them were read */
} SkySightReason;

/* "no_footage" and so on. */
const char *sky_sight_reason_to_name (SkySightReason reason);

/* The program's own net for @kind. Returns: (transfer full): ONNX. */
GBytes *sky_sight_get_model (SkySightKind kind);
/* Its SHA-256. */
void sky_sight_digest_model (SkySightKind kind, char hex[SKY_DIGEST_HEX_SIZE]);

/* Where dice or cards are looked for, on the log's clock. */
typedef struct
{
  SkySightKind kind;
  SkyTime thrown;    /* when they left the hand, were shaken, or the first card was dealt */
  SkyTime result;    /* when they are said to lie */
  SkyTime until;     /* when they were taken up again, at the latest */
  guint n_dice;      /* 0 of cards: how many there are is read, too */
  gboolean one_deck; /* no card can be there twice */
} SkySightStretch;

/* How a camera sees its table (sight.json). */
typedef struct
{
  double edge;  /* of a die, in pixels; 0: not stated */
  double width; /* of a card, likewise */
  const SkyPictureBox *ignored;
  gsize n_ignored;
} SkySightView;

/* What a camera shows. */
typedef struct
{
  SkySightReason reason;
  const SkyFootageCamera *camera;
  const char *file;                   /* the recording's; NULL: there is none */
  guint n_values;                     /* seen; they count when the reason is SKY_SIGHT_READ */
  guint values[SKY_SIGHT_MAX_VALUES]; /* of dice, or the cards' ranks: 2 to 14, an ace */
  SkyPictureBox boxes[SKY_SIGHT_MAX_VALUES];
  double probability; /* that all values are right, as far as the net knows */
  SkyTime first; /* the first and the last picture that were read, in the recording's own time */
  SkyTime last;
  guint n_pictures; /* in which they lay still */
} SkySightReading;

/* Reads the dice that @camera of the archive @folder shows in @stretch, with @reader. Blocks: it
 * decodes some seconds of a recording. What cannot be decoded is no footage. Returns FALSE with a
 * SKY_SIGHT_ERROR, or G_IO_ERROR_CANCELLED. */
gboolean sky_sight_read (SkyDiceReader *reader,
                         const char *folder,
                         const SkyFootageCamera *camera,
                         const SkySightView *view,
                         const SkySightStretch *stretch,
                         SkySightReading *reading,
                         GCancellable *cancellable,
                         GError **error);

/* Reads the cards that lie face up, likewise. */
gboolean sky_sight_read_cards (SkyCardReader *reader,
                               const char *folder,
                               const SkyFootageCamera *camera,
                               const SkySightView *view,
                               const SkySightStretch *stretch,
                               SkySightReading *reading,
                               GCancellable *cancellable,
                               GError **error);

/* Whether two readings are the same, in whatever order their dice or cards lie. */
gboolean sky_sight_is_same (const guint *values, guint n, const guint *others, guint n_others);

/* What several cameras of a table show together: all that read must have read the same.
 * @readings: (array length=n_readings). Returns: the reading of the surest, or, when none read, of
 * the one that came nearest to it. Of no camera: SKY_SIGHT_NO_FOOTAGE. */
SkySightReading sky_sight_unite (const SkySightReading *readings, gsize n_readings);

G_END_DECLS
