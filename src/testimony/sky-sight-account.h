/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reading beside the record as a line of JSON, and back: `skyward-cli sight` prints it, the store
 * and evidence packages keep it (SkyTestimony), and the console shows it. */
#pragma once

#include "sky-sight-results.h"

G_BEGIN_DECLS

/* What such a line says. It owns its texts. */
typedef struct
{
  char *table;
  gint64 round;
  guint64 seq; /* of the result */
  SkyTime at;
  SkySightVerdict verdict;
  SkySightReason reason; /* SKY_SIGHT_READ, or why nothing was read */
  SkySightKind kind;
  guint n_recorded; /* as in SkySightResult */
  guint recorded[SKY_SIGHT_MAX_VALUES];
  gboolean is_read; /* the values, boxes and the probability are there */
  guint n_values;
  guint values[SKY_SIGHT_MAX_VALUES];
  SkyPictureBox boxes[SKY_SIGHT_MAX_VALUES];
  int millionths; /* the probability, in parts of a million */
  char *camera;   /* NULL: no camera looks at the table */
  char *file;     /* NULL: it has no recording of it */
  SkyTime from;   /* the first and the last picture that were read, on the log's clock; */
  SkyTime until;  /* SKY_TIME_NONE: none */
  guint n_pictures;
  char *model;       /* the net's SHA-256 */
  char *calibration; /* sight.json's; NULL: there was none */
} SkySightAccount;

/* Appends the line, without the LF. @model and @calibration (nullable) are digests. */
void sky_sight_write_account (const SkyLogHeader *header,
                              const SkySightResult *result,
                              const SkySightReading *reading,
                              SkySightVerdict verdict,
                              SkySightReason why,
                              const char *model,
                              const char *calibration,
                              GString *json);

/* Returns: the account, or NULL when @line is none. */
SkySightAccount *sky_sight_account_parse (const char *line) G_GNUC_WARN_UNUSED_RESULT;
void sky_sight_account_free (SkySightAccount *self);

/* Adds dice as numbers, or ranks as the log writes them, as the member @name: `[2,4]`,
 * `["K","T","4"]`. */
void sky_sight_add_values (
    GString *json, const char *name, SkySightKind kind, const guint *values, guint n);

/* A die, or a card's rank: "4", "10", "K". */
const char *sky_sight_value_text (SkySightKind kind, guint value);
/* "2-4" of dice, "K 10 4" of cards. Returns: a new string. */
char *
sky_sight_values_text (SkySightKind kind, const guint *values, guint n) G_GNUC_WARN_UNUSED_RESULT;

/* Why nothing was read, to be translated: "no die is in sight". Empty for SKY_SIGHT_READ. */
const char *sky_sight_reason_to_words (SkySightKind kind, SkySightReason reason);

/* How often the reader of dice was right and wrong on labeled photographs, and the reader of cards
 * (docs/maintainers/sight.md). */
#define SKY_SIGHT_N_MEASURED       2629
#define SKY_SIGHT_N_WRONG          0
#define SKY_SIGHT_N_CARDS_MEASURED 378
#define SKY_SIGHT_N_CARDS_WRONG    0
/* How many drawn throws were read, none of them wrongly (tests/sight/test-sight-throws.c), and how
 * many drawn cards (tests/sight/test-card-reader.c). */
#define SKY_SIGHT_N_THROWS      2850
#define SKY_SIGHT_N_DRAWN_CARDS 1200

/* Says these figures and the bound that follows from them, in the user's language. Returns: a new
 * string. */
char *sky_sight_describe_bound (SkySightKind kind) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkySightAccount, sky_sight_account_free)

G_END_DECLS
