/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a table: its layout drawn to scale in vectors, with a scene's wagers, dice, puck
 * and markers. The console, reports and rendered footage use it.
 *
 * A picture fits the caller's width and height, keeps its proportions, and is centered. Coordinates
 * are the caller's units from the upper left corner. A scene is only read; returned parts of it are
 * borrowed. One thread at a time may use it. */
#pragma once

#include <cairo.h>

#include "sky-replay.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean dark;         /* light lines on a dark felt */
  gboolean contrast;     /* white and black instead of greens and browns */
  gboolean hide_amounts; /* no amount beside the chips */
  const char *pointed;   /* the id of a wager to point out; NULL: none */
} SkyPictureStyle;

/* A role's color in the light and in the dark style, both without high contrast. */
typedef struct
{
  double light[3]; /* red, green and blue, of 0 to 1 */
  double dark[3];
} SkyPictureExchange;

typedef struct
{
  double x;
  double y;
  double width;
  double height;
} SkyPictureArea;

/* Ends the program, naming game and member, unless every game's picture is whole: a programmer's
 * error. Where a program begins. */
void sky_picture_check_all (void);

/* The size of the table in inches, rails included: the proportions of its picture. */
void sky_picture_get_size (SkyGameId game, double *width, double *height);

/* Each color that differs in the dark style: exchanging them makes a light picture dark. No two
 * have the same color in the light style, and nothing that stays unchanged has it. */
const SkyPictureExchange *sky_picture_get_exchanges (guint *n);

/* Draws the table and everything on it. @scene NULL: the bare table. @style NULL: light. */
void sky_picture_draw (cairo_t *cr,
                       const SkyScene *scene,
                       SkyGameId game,
                       double width,
                       double height,
                       const SkyPictureStyle *style);

/* The two halves of it, for who keeps the bare table as an image. */
void sky_picture_draw_table (
    cairo_t *cr, SkyGameId game, double width, double height, const SkyPictureStyle *style);
void sky_picture_draw_scene (cairo_t *cr,
                             const SkyScene *scene,
                             SkyGameId game,
                             double width,
                             double height,
                             const SkyPictureStyle *style);

/* A die that lies anywhere: its middle in inches from the table's upper left corner, and how it is
 * turned, in radians. */
typedef struct
{
  double x;
  double y;
  double turn;
  guint value;
} SkyPictureDie;

/* Draws dice over the table, at the size that the game's picture has them. */
void sky_picture_draw_dice (cairo_t *cr,
                            SkyGameId game,
                            double width,
                            double height,
                            const SkyPictureDie *dice,
                            guint n_dice);

/* TRUE if @wager is on the table: it was not taken up or finally settled in this round. */
gboolean sky_picture_wager_lies (const SkySceneWager *wager);

/* The wager whose chips are at @x, @y, or NULL. */
const SkySceneWager *sky_picture_wager_at (
    const SkyScene *scene, SkyGameId game, double width, double height, double x, double y);

/* The place of the chips of the wager with the id @wager. Returns FALSE if it has none. */
gboolean sky_picture_wager_area (const SkyScene *scene,
                                 SkyGameId game,
                                 double width,
                                 double height,
                                 const char *wager,
                                 SkyPictureArea *area);

/* The wager whose chips are nearest to those of @from in the direction @dx, @dy. One of the two is
 * 1 or -1 and the other 0: to the right, or down. NULL: none in that direction. If @from has no
 * place: the first of sky_picture_wager_step(). */
const SkySceneWager *
sky_picture_wager_towards (const SkyScene *scene, SkyGameId game, const char *from, int dx, int dy);

/* The wager after (1) or before (-1) @from among those on the layout, by seat and then by
 * placement, cyclically. If @from has no place: the first or the last. NULL: the layout has no
 * wagers. */
const SkySceneWager *
sky_picture_wager_step (const SkyScene *scene, SkyGameId game, const char *from, int direction);

G_END_DECLS
