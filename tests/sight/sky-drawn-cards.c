/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-drawn-cards.h"

/* Lengths of a card in its widths. */
#define TALL   1.4
#define CORNER 0.06

typedef struct
{
  const char *family;
  cairo_font_weight_t weight;
  double size;   /* of its ranks */
  double squash; /* how narrow they are */
  double x;      /* their middle, from the left */
  double y;      /* and from above */
} Deck;

static const Deck decks[SKY_DRAWN_DECKS] = {
  { "Serif", CAIRO_FONT_WEIGHT_BOLD, 0.24, 0.8, 0.13, 0.19 },
  { "Sans", CAIRO_FONT_WEIGHT_BOLD, 0.34, 0.8, 0.18, 0.21 },
  { "Sans", CAIRO_FONT_WEIGHT_NORMAL, 0.28, 0.75, 0.14, 0.19 },
  { "Monospace", CAIRO_FONT_WEIGHT_BOLD, 0.3, 0.9, 0.17, 0.2 },
};

static void
trace_card (cairo_t *cr, double width)
{
  double w = width, h = width * TALL, r = CORNER * width;

  cairo_new_sub_path (cr);
  cairo_arc (cr, w / 2 - r, h / 2 - r, r, 0, G_PI_2);
  cairo_arc (cr, -w / 2 + r, h / 2 - r, r, G_PI_2, G_PI);
  cairo_arc (cr, -w / 2 + r, -h / 2 + r, r, G_PI, 1.5 * G_PI);
  cairo_arc (cr, w / 2 - r, -h / 2 + r, r, 1.5 * G_PI, 2 * G_PI);
  cairo_close_path (cr);
}

/* Its white, with a shadow; from here on the card's middle is the origin. */
static void
begin_card (cairo_t *cr, double x, double y, double width, double turn)
{
  cairo_save (cr);
  cairo_translate (cr, x + width * 0.02, y + width * 0.03);
  cairo_rotate (cr, turn);
  trace_card (cr, width);
  cairo_set_source_rgba (cr, 0, 0, 0, 0.3);
  cairo_fill (cr);
  cairo_restore (cr);
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rotate (cr, turn);
  trace_card (cr, width);
  cairo_set_source_rgb (cr, 0.95, 0.94, 0.91);
  cairo_fill (cr);
}

/* A suit of size 1 about the origin. */
static void
draw_suit (cairo_t *cr, SkySightSuit suit)
{
  if (suit == SKY_SIGHT_DIAMONDS)
    {
      cairo_move_to (cr, 0, -0.5);
      cairo_line_to (cr, 0.38, 0);
      cairo_line_to (cr, 0, 0.5);
      cairo_line_to (cr, -0.38, 0);
      cairo_fill (cr);
      return;
    }
  if (suit == SKY_SIGHT_CLUBS)
    {
      static const double leaves[][2] = { { 0, -0.25 }, { -0.24, 0.1 }, { 0.24, 0.1 } };

      for (guint i = 0; i < G_N_ELEMENTS (leaves); i++)
        {
          cairo_arc (cr, leaves[i][0], leaves[i][1], 0.23, 0, 2 * G_PI);
          cairo_fill (cr);
        }
    }
  else
    {
      double up = suit == SKY_SIGHT_HEARTS ? 1 : -1;

      cairo_move_to (cr, 0, 0.5 * up);
      cairo_curve_to (cr, -0.7, 0, -0.5, -0.55 * up, 0, -0.25 * up);
      cairo_curve_to (cr, 0.5, -0.55 * up, 0.7, 0, 0, 0.5 * up);
      cairo_fill (cr);
    }
  if (suit != SKY_SIGHT_HEARTS)
    {
      cairo_move_to (cr, 0, 0);
      cairo_line_to (cr, -0.15, 0.5);
      cairo_line_to (cr, 0.15, 0.5);
      cairo_fill (cr);
    }
}

static void
put_suit (cairo_t *cr, SkySightSuit suit, double x, double y, double size)
{
  if (suit == SKY_SIGHT_NO_SUIT)
    return;
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, size, size);
  draw_suit (cr, suit);
  cairo_restore (cr);
}

/* An index in the upper left corner. */
static void
draw_index (cairo_t *cr, const Deck *deck, const char *text, SkySightSuit suit, double width)
{
  double left = (deck->x - 0.5) * width, middle = deck->y * width - width * TALL / 2;
  cairo_text_extents_t extents;

  cairo_select_font_face (cr, deck->family, CAIRO_FONT_SLANT_NORMAL, deck->weight);
  cairo_set_font_size (cr, deck->size * width);
  cairo_text_extents (cr, text, &extents);
  cairo_save (cr);
  cairo_translate (cr, left, middle);
  cairo_scale (cr, text[1] != '\0' ? deck->squash * 0.75 : deck->squash, 1);
  cairo_move_to (cr, -extents.x_bearing - extents.width / 2,
                 -extents.y_bearing - extents.height / 2);
  cairo_show_text (cr, text);
  cairo_restore (cr);
  put_suit (cr, suit, left, middle + deck->size * width * 0.8, deck->size * width * 0.6);
}

static void
draw_indices (cairo_t *cr, guint deck, const char *text, SkySightSuit suit, double width)
{
  gboolean red = suit == SKY_SIGHT_DIAMONDS || suit == SKY_SIGHT_HEARTS;

  cairo_set_source_rgb (cr, red ? 0.75 : 0.08, red ? 0.08 : 0.08, 0.1);
  for (guint half = 0; half < 2; half++)
    {
      draw_index (cr, &decks[deck % G_N_ELEMENTS (decks)], text, suit, width);
      cairo_rotate (cr, G_PI);
    }
}

/* Stripes of a picture, or the suit as often as a card has it, one row after the other. */
static void
draw_middle (cairo_t *cr, guint rank, SkySightSuit suit, double width)
{
  gboolean red = suit == SKY_SIGHT_DIAMONDS || suit == SKY_SIGHT_HEARTS;

  if (rank > 10 && rank < 14)
    for (int i = -4; i < 5; i++)
      {
        cairo_rectangle (cr, -0.2 * width, i * 0.1 * width, 0.4 * width, 0.06 * width);
        cairo_set_source_rgb (cr, 0.9, 0.7 * (i & 1), 0.2 * (i & 2));
        cairo_fill (cr);
      }
  cairo_set_source_rgb (cr, red ? 0.75 : 0.08, 0.08, 0.1);
  for (guint i = 0; rank <= 10 && i < rank; i++)
    put_suit (cr, suit, (i % 2 == 0 ? -0.12 : 0.12) * width,
              ((i / 2) - (rank - 1) / 4.0) * 0.18 * width, 0.16 * width);
  if (rank == 14)
    put_suit (cr, suit, 0, 0, 0.3 * width);
}

void
sky_drawn_card (cairo_t *cr,
                guint deck,
                guint rank,
                SkySightSuit suit,
                double x,
                double y,
                double width,
                double turn)
{
  static const char *const ranks[] = { NULL, NULL, "2",  "3", "4", "5", "6", "7",
                                       "8",  "9",  "10", "J", "Q", "K", "A" };

  begin_card (cr, x, y, width, turn);
  if (rank > 0)
    {
      draw_middle (cr, rank, suit, width);
      draw_indices (cr, deck, ranks[rank], suit, width);
    }
  else
    {
      cairo_rectangle (cr, -0.44 * width, -0.64 * width, 0.88 * width, 1.28 * width);
      cairo_set_source_rgb (cr, 0.15, 0.2, 0.55);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

void
sky_drawn_card_with (
    cairo_t *cr, guint deck, const char *text, double x, double y, double width, double turn)
{
  begin_card (cr, x, y, width, turn);
  if (text != NULL)
    draw_indices (cr, deck, text, SKY_SIGHT_NO_SUIT, width);
  cairo_restore (cr);
}
