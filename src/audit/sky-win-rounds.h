/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rounds of a log as far as money goes: which wagers lay, whose they were, and what came. An
 * audit only writes them down, in a few bytes a wager. What chance gives them is weighed when
 * statistics are asked for (sky-win-weighing.h). */
#pragma once

#include "sky-win-sum.h"

G_BEGIN_DECLS

/* No wager wins in more ways. */
#define SKY_WIN_LEVELS 8

/* A log has no more different wagers; one that seems to is not followed further. */
#define SKY_WIN_SHAPES 2048

/* A wager of more is not reckoned with, in cents. */
#define SKY_WIN_AMOUNT G_GINT64_CONSTANT (10000000000)

/* Results, as bits, by which a wager gains alike. */
typedef struct
{
  guint64 results;
  SkyMoney more; /* than where it loses, for each part */
} SkyWinLevel;

/* What a wager gains, whatever its amount; by results of no level it loses. */
typedef struct
{
  guint system;  /* index of its game's results */
  SkyMoney part; /* of amounts, in cents: a wager is so many of them */
  guint n_levels;
  SkyWinLevel levels[SKY_WIN_LEVELS];
} SkyWinShape;

/* Bytes that grow. */
typedef struct
{
  guint8 *data;
  guint len;
  guint size;
} SkyWinBytes;

typedef struct
{
  GArray *systems;        /* of SkyWinResults */
  GArray *shapes;         /* of SkyWinShape */
  SkyWinBytes shape_text; /* the shapes as they are kept */
  guint16 *index;         /* of shapes by what they are, from 1; NULL: to be made */
  GPtrArray *players;     /* of ids, each an owner from 1 on */
  /* First of each round the result, from 0, or -1 less it where a wager was decided otherwise. Then
   * of each wager its shape, from 1, and how many parts it is of; and 0. Where one was decided
   * otherwise, last of each what it was due beyond what the result gives. */
  SkyWinBytes rounds;
  SkyWinBytes owners; /* of each wager its owner; 0: nobody */
  guint n_unowned;    /* wagers before the first of @owners; they are nobody's */
  guint n_wagers;     /* in @rounds */
  guint n_most;       /* in one of them */
} SkyWinRounds;

/* A wager of a round. */
typedef struct
{
  guint shape;    /* index */
  guint owner;    /* 0: nobody */
  SkyMoney times; /* parts */
  SkyMoney off;   /* what it was due beyond what the result gives */
} SkyWinWager;

SkyWinRounds *sky_win_rounds_new (void) G_GNUC_WARN_UNUSED_RESULT;
void sky_win_rounds_free (SkyWinRounds *self);

/* Returns: the index of one that is the same, which is added if there is none. Of shapes,
 * SKY_WIN_SHAPES: there are too many, or it gains too much. */
guint sky_win_rounds_add_system (SkyWinRounds *self, const SkyWinResults *results);
guint sky_win_rounds_add_shape (SkyWinRounds *self, const SkyWinShape *shape);
/* Returns: the owner. */
guint sky_win_rounds_add_player (SkyWinRounds *self, const char *player);

/* Adds a round that came to the result @shown; its wagers are of one system. */
void sky_win_rounds_add (SkyWinRounds *self, guint shown, const SkyWinWager *wagers, guint n);

/* Whose the wagers are is apart: whoever may not see it reads the other part alone. Both visit for
 * a state. */
void sky_win_rounds_visit (SkyWinRounds *self, SkyState *state);
void sky_win_rounds_visit_players (SkyWinRounds *self, SkyState *state);
/* Refuse @state unless what was read can be: then it may be weighed. The rounds come first. */
void sky_win_rounds_check (SkyWinRounds *self, SkyState *state);
void sky_win_rounds_check_players (const SkyWinRounds *self, SkyState *state);

/* The next number of bytes that were checked. */
static inline guint64
sky_win_read_number (const guint8 **at)
{
  guint64 value = *(*at)++;

  if (G_UNLIKELY (value >= 0x80))
    {
      guint shift = 7;
      guint8 byte;

      value &= 0x7f;
      do
        {
          byte = *(*at)++;
          value |= (guint64) (byte & 0x7f) << shift;
          shift += 7;
        }
      while (byte >= 0x80);
    }
  return value;
}

/* A number that may be negative is written as twice its size, less one. */
static inline gint64
sky_win_read_signed (const guint8 **at)
{
  const guint64 value = sky_win_read_number (at);

  return (gint64) (value >> 1) ^ -(gint64) (value & 1);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SkyWinRounds, sky_win_rounds_free)

G_END_DECLS
