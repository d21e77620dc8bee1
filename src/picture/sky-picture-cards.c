/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The half-round tables of the card and tile games (§ 651a.2, § 669a.2, § 621a.2): the dealer at
 * the straight side, the seats around the other, each with a spot for every bet of the game and its
 * cards or tiles before it. Lengths are inches. */
#include "config.h"

#include "sky-picture-private.h"

#include <math.h>
#include <string.h>

#define WIDTH  112.0
#define HEIGHT 70.0
#define RAIL   3.0

#define CENTRE_X (WIDTH / 2)
#define CENTRE_Y 8.0
#define DEALER_Y 10.4

#define CARD_W 4.6
#define CARD_H 6.4
/* The rank and the suit in two of a card's corners: large, so that people and cameras can read
 * them. */
#define RANK_SIZE 1.15
#define RANK_X    0.75
#define RANK_Y    0.88
#define SUIT_SIZE 0.95
#define SUIT_Y    2.05
/* From a hand's card to its next one, in card widths: they lie apart. */
#define CARD_STEP 1.08
/* The boxes of the community cards. */
#define STREET_W    5.8
#define COMMUNITY_Y 22.0

#define TILE_W 3.2
#define TILE_H 6.4

typedef struct
{
  guint n_seats;
  gboolean from_left; /* seat 1 lies at the left of the picture: the dealer's right */
  guint n_columns;    /* of a seat's spots */
  double spot;        /* the size of each */
  /* On the way from the dealer to the seat's place at the rim, 1. */
  double spots;
  double hand;
  guint n_cards; /* of a hand */
  /* What lies on the felt besides the spots; NULL: nothing. */
  void (*draw_own) (cairo_t *cr, const SkyPalette *palette);
} Layout;

static const Layout *
get_layout (SkyGameId game)
{
  return sky_game_picture_get (game)->layout;
}

static double
get_angle (const Layout *layout, gint64 seat)
{
  double at = (double) (seat - 1) / (layout->n_seats - 1);

  return G_PI * (0.07 + 0.86 * (layout->from_left ? 1 - at : at));
}

/* The middle of the rail in front of a seat. */
static void
get_rail (const Layout *layout, gint64 seat, double *x, double *y)
{
  double angle = get_angle (layout, seat);

  *x = CENTRE_X + cos (angle) * (WIDTH - RAIL) / 2;
  *y = RAIL / 2 + sin (angle) * (HEIGHT - RAIL);
}

/* A point on the way from the dealer to a seat; @along is 0 at the dealer and 1 at the rim. */
static void
get_point (const Layout *layout, gint64 seat, double along, double *x, double *y)
{
  double angle = get_angle (layout, seat);

  *x = CENTRE_X + cos (angle) * along * (WIDTH / 2 - 10);
  *y = CENTRE_Y + sin (angle) * along * (HEIGHT - 22);
}

/* Bets that a player makes at his own seat; the dealer's wager against a bank lies at the dealer.
 */
static gboolean
is_at_dealer (const SkyBet *bet)
{
  return g_str_equal (bet->form.bet, "dealer_vs_bank");
}

static guint
count_spots (const SkyGame *module)
{
  guint n = 0;

  for (guint i = 0; i < module->n_bets; i++)
    n += !is_at_dealer (&module->bets[i]);
  return n;
}

static SkyPictureArea
get_spot (SkyGameId game, gint64 seat, guint index)
{
  const Layout *layout = get_layout (game);
  guint rows = (count_spots (sky_game_get (game)) + layout->n_columns - 1) / layout->n_columns;
  double x, y;

  get_point (layout, seat, layout->spots, &x, &y);
  x += (index % layout->n_columns - (layout->n_columns - 1) / 2.0) * layout->spot;
  y += (index / layout->n_columns - (rows - 1) / 2.0) * layout->spot;
  return (SkyPictureArea){ x - layout->spot / 2, y - layout->spot / 2, layout->spot, layout->spot };
}

static gboolean
find_cell (const SkyScene *scene, SkyGameId game, const SkySceneWager *wager, SkyPictureArea *cell)
{
  const SkyGame *module = sky_game_get (game);

  if (wager->bet == NULL)
    return FALSE;
  if (is_at_dealer (wager->bet))
    {
      double size = get_layout (game)->spot;

      *cell = (SkyPictureArea){ CENTRE_X - size / 2, DEALER_Y + TILE_H + 1, size, size };
      return TRUE;
    }
  if (wager->seat < 1 || wager->seat > get_layout (game)->n_seats)
    return FALSE;
  *cell = get_spot (game, wager->seat, (guint) (wager->bet - module->bets));
  return TRUE;
}

/* "Pair Plus" of "Pair Plus Wager". */
static char *
spot_words (const SkyBet *bet)
{
  const char *end = strstr (bet->name, " Wager");

  return end != NULL ? g_strndup (bet->name, (gsize) (end - bet->name)) : g_strdup (bet->name);
}

/* In the upper half of the spot, in two lines where it is more than one word. */
static void
write_spot (cairo_t *cr, const SkyPictureArea *spot, char *words)
{
  char *blank = strrchr (words, ' ');
  double x = spot->x + spot->width / 2;

  if (blank != NULL)
    {
      *blank = '\0';
      sky_picture_text (cr, x, spot->y + 2.5, 1, spot->width * 0.85, SKY_ALIGN_CENTRE, FALSE,
                        blank + 1);
    }
  sky_picture_text (cr, x, spot->y + 1.35, 1, spot->width * 0.64, SKY_ALIGN_CENTRE, FALSE, words);
}

static void
draw_seat (cairo_t *cr, SkyGameId game, gint64 seat, const SkyPalette *palette)
{
  const SkyGame *module = sky_game_get (game);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, seat);
  double x, y;

  for (guint i = 0; i < module->n_bets; i++)
    {
      SkyPictureArea spot = get_spot (game, seat, i);
      g_autofree char *words = spot_words (&module->bets[i]);

      if (is_at_dealer (&module->bets[i]))
        continue;
      cairo_arc (cr, spot.x + spot.width / 2, spot.y + spot.height / 2, spot.width * 0.46, 0,
                 2 * G_PI);
      sky_picture_set_colour (cr, palette->line);
      cairo_set_line_width (cr, 0.15);
      cairo_stroke (cr);
      sky_picture_set_colour (cr, palette->faint);
      write_spot (cr, &spot, words);
    }
  get_rail (get_layout (game), seat, &x, &y);
  sky_picture_set_colour (cr, palette->rail_text);
  sky_picture_text (cr, x, y, 2.2, 0, SKY_ALIGN_CENTRE, TRUE, number);
}

static void
draw_half_round (cairo_t *cr, double inset, SkyColour fill)
{
  cairo_save (cr);
  cairo_translate (cr, CENTRE_X, inset);
  cairo_scale (cr, WIDTH / 2 - inset, HEIGHT - 2 * inset);
  cairo_arc (cr, 0, 0, 1, 0, G_PI);
  cairo_close_path (cr);
  cairo_restore (cr);
  sky_picture_set_colour (cr, fill);
  cairo_fill (cr);
}

/* § 669a.2(b)(3): a box for each of the community cards. */
static void
draw_streets (cairo_t *cr, const SkyPalette *palette)
{
  static const char *const streets[] = { "4th Street", "5th Street", "6th Street" };

  for (guint i = 0; i < G_N_ELEMENTS (streets); i++)
    {
      double x = CENTRE_X + ((double) i - 1) * STREET_W;
      SkyPictureArea box = { x - STREET_W / 2 + 0.2, COMMUNITY_Y - CARD_H / 2 - 0.5, STREET_W - 0.4,
                             CARD_H + 2.2 };

      sky_picture_round_box (cr, &box, 0.5);
      sky_picture_set_colour (cr, palette->line);
      cairo_set_line_width (cr, 0.15);
      cairo_stroke (cr);
      sky_picture_set_colour (cr, palette->faint);
      sky_picture_text (cr, x, COMMUNITY_Y + CARD_H / 2 + 0.8, 1, STREET_W * 0.85, SKY_ALIGN_CENTRE,
                        FALSE, streets[i]);
    }
}

/* § 621a.2(b)(3): an area to the left of the dealer. */
static void
draw_dead_hand (cairo_t *cr, const SkyPalette *palette)
{
  SkyPictureArea area = { CENTRE_X + 16 - TILE_W * 1.35, DEALER_Y - TILE_H * 1.15, TILE_W * 2.7,
                          TILE_H * 2.3 + 1.4 };

  sky_picture_round_box (cr, &area, 0.5);
  sky_picture_set_colour (cr, palette->line);
  cairo_set_line_width (cr, 0.15);
  cairo_stroke (cr);
  sky_picture_set_colour (cr, palette->faint);
  sky_picture_text (cr, CENTRE_X + 16, DEALER_Y + TILE_H * 1.15 + 0.4, 1.1, area.width * 0.9,
                    SKY_ALIGN_CENTRE, FALSE, "Dead Hand");
}

static void
draw_table (cairo_t *cr, SkyGameId game, const SkyPalette *palette)
{
  draw_half_round (cr, 0, palette->rail);
  draw_half_round (cr, RAIL, palette->felt);
  for (guint seat = 1; seat <= get_layout (game)->n_seats; seat++)
    draw_seat (cr, game, seat, palette);
  if (get_layout (game)->draw_own != NULL)
    get_layout (game)->draw_own (cr, palette);
  sky_picture_set_colour (cr, palette->rail_text);
  sky_picture_text (cr, CENTRE_X, RAIL / 2, 1.6, 0, SKY_ALIGN_CENTRE, FALSE, "DEALER");
}

/* Where the cards or tiles of a place begin, and how many lie in a row there. */
static void
get_hand (SkyGameId game, gint64 place, double *x, double *y)
{
  const Layout *layout = get_layout (game);

  if (place == SKY_PLACE_COMMUNITY)
    {
      *x = CENTRE_X;
      *y = COMMUNITY_Y;
    }
  else if (place == SKY_PLACE_DEAD)
    {
      *x = CENTRE_X + 16;
      *y = DEALER_Y;
    }
  else if (place < 1)
    {
      *x = CENTRE_X;
      *y = DEALER_Y;
    }
  else
    get_point (layout, place, layout->hand, x, y);
}

static void
draw_face (cairo_t *cr, double x, double y, double width, double height, SkyColour fill)
{
  SkyPictureArea face = { x - width / 2, y - height / 2, width, height };

  sky_picture_round_box (cr, &face, 0.4);
  sky_picture_set_colour (cr, fill);
  cairo_fill_preserve (cr);
  sky_picture_set_colour (cr, (SkyColour){ 0.2, 0.2, 0.22 });
  cairo_set_line_width (cr, 0.1);
  cairo_stroke (cr);
}

/* The rank and the suit in the upper left corner of a card whose middle is the origin. */
static void
draw_index (cairo_t *cr, const char *rank, const char *suit)
{
  double x = RANK_X - CARD_W / 2, y = -CARD_H / 2;

  sky_picture_text (cr, x, y + RANK_Y, RANK_SIZE, RANK_X * 1.7, SKY_ALIGN_CENTRE, TRUE, rank);
  sky_picture_text (cr, x, y + SUIT_Y, SUIT_SIZE, 0, SKY_ALIGN_CENTRE, FALSE, suit);
}

static void
draw_card (cairo_t *cr, SkyGameId game, const SkyMark *mark, const SkyPalette *palette)
{
  static const char *const suits[] = { "♣", "♦", "♥", "♠" };
  double x, y, step = mark->place == SKY_PLACE_COMMUNITY ? STREET_W : CARD_W * CARD_STEP;
  char name[3];
  char rank[2] = { 0 };

  get_hand (game, mark->place, &x, &y);
  x += ((double) mark->index - (get_layout (game)->n_cards - 1) / 2.0) * step;
  if (mark->value < 0)
    {
      draw_face (cr, x, y, CARD_W, CARD_H, palette->back);
      return;
    }
  draw_face (cr, x, y, CARD_W, CARD_H, palette->face);
  sky_card_to_text ((SkyCard) mark->value, name);
  rank[0] = name[0];
  sky_picture_set_colour (cr, mark->value % 4 == 1 || mark->value % 4 == 2 ? palette->red
                                                                           : palette->black);
  for (guint half = 0; half < 2; half++)
    {
      cairo_save (cr);
      cairo_translate (cr, x, y);
      cairo_rotate (cr, half * G_PI);
      draw_index (cr, rank[0] == 'T' ? "10" : rank, suits[mark->value % 4]);
      cairo_restore (cr);
    }
}

/* The high hand over the low one. */
static void
draw_tile (cairo_t *cr, SkyGameId game, const SkyMark *mark, const SkyPalette *palette)
{
  static const SkyColour black = { 0.06, 0.06, 0.07 };
  double x, y;

  get_hand (game, mark->place, &x, &y);
  x += (mark->index % 2 - 0.5) * TILE_W * 1.06;
  y += (mark->index / 2 - 0.5) * TILE_H * 1.03;
  draw_face (cr, x, y, TILE_W, TILE_H, mark->value < 0 ? palette->back : black);
  if (mark->value < 0)
    return;
  sky_picture_die (cr, x, y - TILE_H / 4, TILE_W * 0.8, SKY_TILE_LOW (mark->value), TRUE);
  sky_picture_die (cr, x, y + TILE_H / 4, TILE_W * 0.8, SKY_TILE_HIGH (mark->value), TRUE);
}

/* What the random number generator shows, where else the dice lie. */
static void
draw_display (cairo_t *cr, gint64 number)
{
  static const SkyColour glass = { 0.06, 0.06, 0.07 }, lit = { 0.95, 0.75, 0.25 };
  g_autofree char *digits = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  draw_face (cr, CENTRE_X - 15, DEALER_Y, 7, 4, glass);
  sky_picture_set_colour (cr, lit);
  sky_picture_text (cr, CENTRE_X - 15, DEALER_Y, 2.6, 6, SKY_ALIGN_CENTRE, TRUE, digits);
}

static void
draw_words (cairo_t *cr, double x, double y, const SkyPalette *palette, const char *words)
{
  sky_picture_set_colour (cr, palette->accent);
  sky_picture_text (cr, x, y, 1.8, 0, SKY_ALIGN_CENTRE, TRUE, words);
}

static void
draw_marks (
    cairo_t *cr, const SkyScene *scene, SkyGameId game, const SkyPalette *palette, gboolean on_top)
{
  for (guint i = 0; !on_top && i < scene->marks->len; i++)
    {
      const SkyMark *mark = &g_array_index (scene->marks, SkyMark, i);

      if (mark->place > get_layout (game)->n_seats)
        continue;
      if (mark->kind == SKY_MARK_CARD)
        draw_card (cr, game, mark, palette);
      else if (mark->kind == SKY_MARK_TILE)
        draw_tile (cr, game, mark, palette);
      else if (mark->kind == SKY_MARK_DIE)
        sky_picture_die (cr, CENTRE_X - 20 + 4 * mark->index, DEALER_Y, 3, mark->value, FALSE);
      else if (mark->kind == SKY_MARK_BANK && mark->place > 0)
        {
          SkyPictureArea spot = get_spot (game, mark->place, 0);

          draw_words (cr, spot.x + spot.width / 2, spot.y + spot.height + 1.2, palette,
                      mark->value != 0 ? "CO-BANK" : "BANK");
        }
      else if (mark->kind == SKY_MARK_NUMBER)
        draw_display (cr, mark->value);
      else if (mark->kind == SKY_MARK_METER)
        {
          g_autofree char *amount = sky_money_format (mark->value);
          g_autofree char *meter = g_strdup_printf ("PROGRESSIVE %s", amount);

          draw_words (cr, CENTRE_X + 24, RAIL + 2.2, palette, meter);
        }
    }
}

/* One table for the three games, each with its layout. */
#define HALF_ROUND(its_layout)                                                                     \
  {                                                                                                \
    .width = WIDTH, .height = HEIGHT, .layout = its_layout, .draw_table = draw_table,              \
    .cell = find_cell, .draw_marks = draw_marks                                                    \
  }

/* The War deal's card lies beside the first. */
static const Layout casino_war = { 7, FALSE, 2, 5.8, 0.98, 0.68, .n_cards = 2 };
static const Layout raise_it_up = {
  6, FALSE, 3, 5.4, 0.94, 0.60, .n_cards = 3, .draw_own = draw_streets
};
static const Layout pai_gow = { 6, TRUE, 1, 6.4, 1, 0.70, .draw_own = draw_dead_hand };

const SkyGamePicture sky_picture_casino_war = HALF_ROUND (&casino_war);
const SkyGamePicture sky_picture_raise_it_up = HALF_ROUND (&raise_it_up);
const SkyGamePicture sky_picture_pai_gow = HALF_ROUND (&pai_gow);
