/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a table: its layout drawn to scale in vectors with the wagers, dice, puck and
 * markers as a scene has them. Used by the console, by reports and by rendered footage.
 *
 * A picture is fitted into the width and height that the caller gives, its proportions kept, and is
 * centred there. Coordinates are the caller's own units from the upper left corner. A scene is only
 * read; what is returned of it is borrowed from it. Used by any one thread at a time. */
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

/* A role's colour in the light style and in the dark one, in neither of high contrast. */
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

/* What makes a dark picture of a light one: each colour that is another there. No two have the same
 * colour in the light style, and nothing has it that stays as it is. */
const SkyPictureExchange *sky_picture_get_exchanges (guint *n);

/* Draws the table and what lies on it. @scene NULL: the bare table. @style NULL: light. */
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

/* TRUE when @wager lies on the table: it was not taken up or settled for good in this round. */
gboolean sky_picture_wager_lies (const SkySceneWager *wager);

/* The wager whose chips lie at @x, @y, or NULL. */
const SkySceneWager *sky_picture_wager_at (
    const SkyScene *scene, SkyGameId game, double width, double height, double x, double y);

/* Where the chips of the wager with the id @wager lie. Returns FALSE when they lie nowhere. */
gboolean sky_picture_wager_area (const SkyScene *scene,
                                 SkyGameId game,
                                 double width,
                                 double height,
                                 const char *wager,
                                 SkyPictureArea *area);

/* The wager whose chips lie nearest to those of @from in the direction of @dx and @dy, of which one
 * is 1 or -1 and the other 0: to the right, or down. NULL: there are none that way. When @from lies
 * nowhere: the first of sky_picture_wager_step(). */
const SkySceneWager *
sky_picture_wager_towards (const SkyScene *scene, SkyGameId game, const char *from, int dx, int dy);

/* The wager after (1) or before (-1) @from among those that lie on the layout, by seat and then as
 * they were placed, round and round; the first or the last when @from lies nowhere. NULL: nothing
 * lies there. */
const SkySceneWager *
sky_picture_wager_step (const SkyScene *scene, SkyGameId game, const char *from, int direction);

G_END_DECLS
