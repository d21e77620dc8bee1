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

/* The colours of a style. */
typedef struct
{
  SkyColour room;
  SkyColour rail;
  SkyColour rail_text;
  SkyColour felt;
  SkyColour band; /* an area that stands out from the felt */
  SkyColour line;
  SkyColour text;
  SkyColour faint;
  SkyColour accent;
} SkyPalette;

const SkyPalette *sky_picture_palette (const SkyPictureStyle *style);
void sky_picture_set_colour (cairo_t *cr, SkyColour colour);

/* How a game's table is drawn and where its wagers lie. */
typedef struct
{
  double width;
  double height;
  void (*draw_table) (cairo_t *cr, SkyGameId game, const SkyPalette *palette);
  /* The cell in which @wager's chips lie. Wagers in the same cell share it. Returns FALSE when the
   * layout has no place for it. */
  gboolean (*cell) (const SkyScene *scene,
                    SkyGameId game,
                    const SkySceneWager *wager,
                    SkyPictureArea *cell);
  /* Dice, puck, markers: what lies under the chips and what lies on top. */
  void (*draw_marks) (cairo_t *cr,
                      const SkyScene *scene,
                      SkyGameId game,
                      const SkyPalette *palette,
                      gboolean on_top);
} SkyGamePicture;

extern const SkyGamePicture sky_picture_craps;
extern const SkyGamePicture sky_picture_mini_craps;
extern const SkyGamePicture sky_picture_sic_bo;
extern const SkyGamePicture sky_picture_roulette;
extern const SkyGamePicture sky_picture_big_six;
extern const SkyGamePicture sky_picture_props;
extern const SkyGamePicture sky_picture_cards;

/* Splits @area into @n cells of one size and gives the one at @index, as wide and as square as they
 * can be. */
SkyPictureArea sky_picture_split (SkyPictureArea area, guint n, guint index);

typedef enum
{
  SKY_ALIGN_LEFT,
  SKY_ALIGN_CENTRE,
  SKY_ALIGN_RIGHT,
} SkyAlign;

/* Words of @size inches high around @x, @y; made narrower to fit @room unless that is 0. */
void sky_picture_text (cairo_t *cr,
                       double x,
                       double y,
                       double size,
                       double room,
                       SkyAlign align,
                       gboolean bold,
                       const char *text);

void sky_picture_round_box (cairo_t *cr, const SkyPictureArea *area, double radius);

/* A table with rounded corners and a rail of @rail inches around its felt. */
void
sky_picture_felt (cairo_t *cr, double width, double height, double rail, const SkyPalette *palette);

/* The line around a box of the layout. */
void sky_picture_box (cairo_t *cr, SkyPictureArea box, const SkyPalette *palette);

/* A die seen from above, and the same small on the layout. */
void sky_picture_die (cairo_t *cr, double x, double y, double size, gint64 value, gboolean plain);

/* A round marker with a word or two on it. */
void sky_picture_disc (cairo_t *cr,
                       double x,
                       double y,
                       double diameter,
                       SkyColour fill,
                       SkyColour text,
                       const char *words);

/* A stack of chips worth @amount, seen a little from the side; @x, @y is the middle of its foot. */
void sky_picture_stack (cairo_t *cr, double x, double y, double diameter, SkyMoney amount);

G_END_DECLS
