/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pictures of the games share: the pen that draws chips, dice and words, and the interface
 * of a game's own picture. Lengths are inches on the table. */
#pragma once

#include "sky-picture.h"

G_BEGIN_DECLS

typedef struct
{
  double red;
  double green;
  double blue;
} SkyColour;

/* The colors of a style. The test picture-palette checks what must be legible on what, and how
 * well. */
typedef struct
{
  SkyColour rail;
  SkyColour rail_text;
  SkyColour felt;
  SkyColour band; /* an area that stands out from the felt */
  SkyColour line;
  SkyColour text;
  SkyColour faint; /* words that chips may cover */
  SkyColour accent;
  SkyColour rim;     /* around a chip */
  SkyColour pointed; /* around the wager under the pointer */
  SkyColour win;     /* around what is due, and its sign's ground */
  SkyColour lose;
  SkyColour push;
  SkyColour sign;  /* on the three */
  SkyColour plate; /* under an amount */
  SkyColour plate_text;
  SkyColour face; /* of cards */
  SkyColour red;
  SkyColour black;
  SkyColour back;
} SkyPalette;

const SkyPalette *sky_picture_palette (const SkyPictureStyle *style);
void sky_picture_set_colour (cairo_t *cr, SkyColour colour);

/* How to draw a game's table and where its wagers are. */
typedef struct
{
  double width;
  double height;
  gconstpointer layout; /* the own of a picture that several games share, or NULL */
  void (*draw_table) (cairo_t *cr, SkyGameId game, const SkyPalette *palette);
  /* The cell of @wager's chips. Wagers in the same cell share it, in the order of their seats.
   * Returns FALSE if the layout has no place for it. */
  gboolean (*cell) (const SkyScene *scene,
                    SkyGameId game,
                    const SkySceneWager *wager,
                    SkyPictureArea *cell);
  /* Dice, puck, markers: those under the chips and those on top. */
  void (*draw_marks) (cairo_t *cr,
                      const SkyScene *scene,
                      SkyGameId game,
                      const SkyPalette *palette,
                      gboolean on_top);
} SkyGamePicture;

/* The pictures by their games: sky_picture_craps and so on. */
#define SKY_GAME_PICTURE(ID, name) extern const SkyGamePicture sky_picture_##name;
SKY_GAMES (SKY_GAME_PICTURE)

const SkyGamePicture *sky_game_picture_get (SkyGameId game);

/* The member that @self must have and has not, or NULL: it is whole. */
const char *sky_game_picture_find_absent (const SkyGamePicture *self);

/* Splits @area into @n cells of one size and gives the one at @index, as wide and as square as they
 * can be. */
SkyPictureArea sky_picture_split (SkyPictureArea area, guint n, guint index);

typedef enum
{
  SKY_ALIGN_LEFT,
  SKY_ALIGN_CENTRE,
  SKY_ALIGN_RIGHT,
} SkyAlign;

/* Words @size inches high, centered at @x, @y, made narrower to fit @room unless that is 0. An
 * image, which nobody can enlarge, omits words too small to read. */
void sky_picture_text (cairo_t *cr,
                       double x,
                       double y,
                       double size,
                       double room,
                       SkyAlign align,
                       gboolean bold,
                       const char *text);

/* Returns: how high sky_picture_text() would draw them, in inches; 0: it would leave them out. */
double
sky_picture_fit_text (cairo_t *cr, double size, double room, gboolean bold, const char *text);

void sky_picture_round_box (cairo_t *cr, const SkyPictureArea *area, double radius);

/* A table with rounded corners and a rail of @rail inches around its felt. */
void
sky_picture_felt (cairo_t *cr, double width, double height, double rail, const SkyPalette *palette);

/* The line around a box of the layout. */
void sky_picture_box (cairo_t *cr, SkyPictureArea box, const SkyPalette *palette);

/* The edge of a thrown die, in inches: larger than life, to be seen. */
#define SKY_PICTURE_DIE_SIZE 4.2

/* A die seen from above, and the same small on the layout. */
void sky_picture_die (cairo_t *cr, double x, double y, double size, gint64 value, gboolean plain);

/* The colors of a round marker: those of the object itself, in any style. */
typedef struct
{
  SkyColour fill;
  SkyColour text;
} SkyDisc;

extern const SkyDisc sky_disc_on;   /* white: the puck that is on, a wager called on or off */
extern const SkyDisc sky_disc_off;  /* black: the puck that is off */
extern const SkyDisc sky_disc_gold; /* who has the dice, lammers, numbers thrown */
extern const SkyDisc sky_disc_fire; /* Fire Bet markers */
extern const SkyDisc sky_disc_blue; /* bought or laid, Hot Roller's buttons */

/* A round marker with a word or two on it. */
void sky_picture_disc (
    cairo_t *cr, double x, double y, double diameter, const SkyDisc *disc, const char *words);

/* A stack of chips worth @amount, seen a little from the side; @x, @y is the middle of its foot. */
void sky_picture_stack (
    cairo_t *cr, double x, double y, double diameter, SkyMoney amount, const SkyPalette *palette);

G_END_DECLS
