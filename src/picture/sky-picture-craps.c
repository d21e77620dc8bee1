/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of Craps and Mini-Craps (§ 623a.2): the boxperson stands at the top in the middle, the
 * stickperson across; seats go round clockwise from the boxperson's left, which is the right of the
 * picture. A Craps table has the numbers at both ends, a Mini-Craps table once. */
#include "config.h"

#include "sky-picture-private.h"

#include "sky-game.h"

#include <string.h>

#define RAIL        5.0
#define TOP         6.5
#define RING        5.5 /* behind the Pass Line: numbered areas, odds */
#define PASS        5.0
#define DONT_PASS   4.5
#define BANDS       (RING + PASS + DONT_PASS)
#define MAX_SEATS   16
#define N_BOXES     6
#define LABEL       1.9  /* of a spot's height, for its words */
#define ACROSS      0.92 /* of a cell, for the words in it */
#define GRID_WIDTH  36.0
#define GRID_HEIGHT 54.0
#define PUCK_SIZE   3.2
#define DICE_WIDTH  11.0 /* of the Come area, kept free of chips beside the middle */

static const gint box_numbers[N_BOXES] = { 4, 5, 6, 8, 9, 10 };
static const char *const box_names[N_BOXES] = { "4", "5", "SIX", "8", "NINE", "10" };
/* Where the words are too small to be read. */
static const char *const box_figures[N_BOXES] = { "4", "5", "6", "8", "9", "10" };

typedef enum
{
  EDGE_RIGHT,
  EDGE_BOTTOM,
  EDGE_LEFT,
} Edge;

/* A run of seats along one edge, in the order of action. */
typedef struct
{
  Edge edge;
  guint n_seats;
  double from;
  double to;
} Run;

/* One set of numbers. */
typedef struct
{
  double x; /* of the boxes */
  double dont_come_x;
  guint first_seat; /* whose wagers lie here */
  guint last_seat;
} End;

typedef struct
{
  double width;
  double height;
  guint n_runs;
  Run runs[4];
  guint n_ends;
  End ends[2];
  double box_width;
  double dont_come_width;
  SkyPictureArea centre;
} Layout;

static const Layout craps_layout = {
  .width = 168,
  .height = 74,
  .n_runs = 4,
  .runs = {
    { EDGE_RIGHT, 3, 8, 54 },
    { EDGE_BOTTOM, 5, 148, 102 },
    { EDGE_BOTTOM, 5, 66, 20 },
    { EDGE_LEFT, 3, 54, 8 },
  },
  .n_ends = 2,
  .ends = { { 108.4, 102, 1, 8 }, { 20, 59.6, 9, 16 } },
  .box_width = 6.6,
  .dont_come_width = 6.4,
  .centre = { 66, TOP, 36, 61 },
};

static const Layout mini_layout = {
  .width = 114,
  .height = 72,
  .n_runs = 3,
  .runs = {
    { EDGE_RIGHT, 2, 8, 52 },
    { EDGE_BOTTOM, 5, 94, 20 },
    { EDGE_LEFT, 2, 52, 8 },
  },
  .n_ends = 1,
  .ends = { { 26.4, 20, 1, 9 } },
  .box_width = 5.9,
  .dont_come_width = 6.4,
  .centre = { 61.8, TOP, 32.2, 45.5 },
};

/* Where a bet lies. */
typedef enum
{
  PLACE_PASS,
  PLACE_PASS_ODDS,
  PLACE_DONT_PASS, /* its odds beside it */
  PLACE_COME,      /* travels to the number; its odds beside it */
  PLACE_COME_ODDS,
  PLACE_DONT_COME,
  PLACE_DONT_COME_ODDS,
  PLACE_NUMBER,  /* on the player's side of the number's box */
  PLACE_AGAINST, /* behind it */
  PLACE_FIELD,
  PLACE_SPOT, /* in the middle */
  PLACE_AREA, /* a numbered area in front of the boxperson */
} PlaceKind;

/* Every bet of the two games and its place. */
static const struct
{
  const char *bet;
  PlaceKind kind;
} places[] = {
  { "pass", PLACE_PASS },
  { "pass_odds", PLACE_PASS_ODDS },
  { "dont_pass", PLACE_DONT_PASS },
  { "dont_pass_odds", PLACE_DONT_PASS },
  { "come", PLACE_COME },
  { "come_odds", PLACE_COME_ODDS },
  { "dont_come", PLACE_DONT_COME },
  { "dont_come_odds", PLACE_DONT_COME_ODDS },
  { "place_win", PLACE_NUMBER },
  { "buy", PLACE_NUMBER },
  { "place_lose", PLACE_AGAINST },
  { "lay", PLACE_AGAINST },
  { "field", PLACE_FIELD },
  { "fire_bet", PLACE_AREA },
  { "hot_roller", PLACE_AREA },
  { "hardway", PLACE_SPOT },
  { "any_seven", PLACE_SPOT },
  { "any_craps", PLACE_SPOT },
  { "craps_two", PLACE_SPOT },
  { "craps_three", PLACE_SPOT },
  { "craps_twelve", PLACE_SPOT },
  { "eleven", PLACE_SPOT },
  { "craps_eleven", PLACE_SPOT },
  { "horn", PLACE_SPOT },
  { "horn_high", PLACE_SPOT },
  { "whirl", PLACE_SPOT },
  { "hop", PLACE_SPOT },
  { "six_seven_eight", PLACE_SPOT },
  { "lucky_shooter", PLACE_SPOT },
  { "hot_shooter_jackpot", PLACE_SPOT },
  { "all_small", PLACE_SPOT },
  { "make_em_all", PLACE_SPOT },
  { "all_tall", PLACE_SPOT },
};

/* The spots in the middle, on a grid of 36 by 54. @number is the bet's own, 0: for all. A hop's is
 * the combination, low die first: 13 is 1-3. */
typedef struct
{
  const char *bet;
  gint number;
  SkyPictureArea area;
  const char *words;
  gint dice[2];
} Spot;

static const Spot spots[] = {
  { "lucky_shooter", 0, { 0, 15, 9, 5 }, "LUCKY SHOOTER", { 0, 0 } },
  { "hot_shooter_jackpot", 0, { 9, 15, 9, 5 }, "HOT SHOOTER", { 0, 0 } },
  { "all_small", 0, { 18, 15, 6, 5 }, "ALL SMALL", { 0, 0 } },
  { "make_em_all", 0, { 24, 15, 6, 5 }, "MAKE 'EM ALL", { 0, 0 } },
  { "all_tall", 0, { 30, 15, 6, 5 }, "ALL TALL", { 0, 0 } },
  { "hardway", 6, { 0, 22, 9, 7 }, NULL, { 3, 3 } },
  { "hardway", 10, { 9, 22, 9, 7 }, NULL, { 5, 5 } },
  { "hardway", 8, { 18, 22, 9, 7 }, NULL, { 4, 4 } },
  { "hardway", 4, { 27, 22, 9, 7 }, NULL, { 2, 2 } },
  { "any_seven", 0, { 0, 29, 36, 5 }, "ANY SEVEN", { 0, 0 } },
  { "craps_three", 0, { 0, 34, 9, 6 }, NULL, { 1, 2 } },
  { "craps_two", 0, { 9, 34, 9, 6 }, NULL, { 1, 1 } },
  { "craps_twelve", 0, { 18, 34, 9, 6 }, NULL, { 6, 6 } },
  { "eleven", 0, { 27, 34, 9, 6 }, NULL, { 5, 6 } },
  { "horn", 0, { 0, 40, 7, 5 }, "HORN BET", { 0, 0 } },
  { "horn_high", 0, { 7, 40, 11, 5 }, "HORN HIGH BET", { 0, 0 } },
  { "whirl", 0, { 18, 40, 7, 5 }, "WHIRL BET", { 0, 0 } },
  { "any_craps", 0, { 25, 40, 11, 5 }, "ANY CRAPS", { 0, 0 } },
  { "craps_eleven", 0, { 0, 45, 7, 4.5 }, "C & E", { 0, 0 } },
  { "six_seven_eight", 0, { 0, 49.5, 7, 4.5 }, "6-7-8", { 0, 0 } },
};

/* The hops stand in rows, lower right in the middle. */
static const SkyPictureArea hop_area = { 7, 45, 29, 9 };
static const gint hops[] = { 13, 22, 14, 23, 15, 24, 33, 16, 25, 34, 26, 35, 44, 36, 45, 46, 55 };

static const SkyPictureArea relocation_area = { 0, 0, 36, 8 };
static const SkyPictureArea roller_area = { 0, 8, 36, 7 };
static const SkyPictureArea tracked_area = { 18, 20, 18, 2 };

/* Hot Roller: the ways to throw each number, 0 where there are no more (§ 623b.1(a)(2)(iii)). */
static const gint roller_ways[N_BOXES][3] = {
  { 13, 22, 0 }, { 14, 23, 0 }, { 15, 24, 33 }, { 26, 35, 44 }, { 36, 45, 0 }, { 46, 55, 0 },
};

static const Layout *
get_layout (SkyGameId game)
{
  return game == SKY_GAME_MINI_CRAPS ? &mini_layout : &craps_layout;
}

/* From the grid in the middle to the table. */
static SkyPictureArea
from_grid (const Layout *layout, SkyPictureArea area)
{
  double x = layout->centre.width / GRID_WIDTH;
  double y = layout->centre.height / GRID_HEIGHT;

  return (SkyPictureArea){ layout->centre.x + area.x * x, layout->centre.y + area.y * y,
                           area.width * x, area.height * y };
}

static SkyPictureArea
cut_top (SkyPictureArea area, double height)
{
  return (SkyPictureArea){ area.x, area.y + height, area.width, area.height - height };
}

static guint
count_seats (const Layout *layout)
{
  guint n = 0;

  for (guint i = 0; i < layout->n_runs; i++)
    n += layout->runs[i].n_seats;
  return n;
}

/* A seat that the table does not have shares the place of one that it has. */
static guint
wrap_seat (const Layout *layout, gint64 seat)
{
  gint64 n = count_seats (layout);

  return seat < 1 ? 1 : (seat - 1) % n + 1;
}

/* The part of the bands before @seat that lies from @near to @far inches inside the rail. */
static SkyPictureArea
get_band (const Layout *layout, guint seat, double near, double far)
{
  guint index = seat - 1;
  const Run *run = layout->runs;

  while (index >= run->n_seats)
    index -= run++->n_seats;

  double step = (run->to - run->from) / run->n_seats;
  double start = run->from + index * step;
  double low = MIN (start, start + step);
  double length = ABS (step);

  switch (run->edge)
    {
    case EDGE_RIGHT:
      return (SkyPictureArea){ layout->width - RAIL - far, low, far - near, length };
    case EDGE_LEFT:
      return (SkyPictureArea){ RAIL + near, low, far - near, length };
    case EDGE_BOTTOM:
      break;
    }
  return (SkyPictureArea){ low, layout->height - RAIL - far, length, far - near };
}

static const End *
get_end (const Layout *layout, guint seat)
{
  for (guint i = 0; i < layout->n_ends; i++)
    if (seat >= layout->ends[i].first_seat && seat <= layout->ends[i].last_seat)
      return &layout->ends[i];
  return &layout->ends[0];
}

/* The boxes reach to here, the Come Line and the field below them to the bands. */
static double
get_inner_bottom (const Layout *layout)
{
  return layout->height - RAIL - BANDS;
}

static SkyPictureArea
get_rows (const Layout *layout, const End *end, double from, double to)
{
  double left = MIN (end->x, end->dont_come_x);
  double height = get_inner_bottom (layout) - TOP;

  return (SkyPictureArea){ left, TOP + height * from,
                           layout->box_width * N_BOXES + layout->dont_come_width,
                           height * (to - from) };
}

static SkyPictureArea
get_come_area (const Layout *layout, const End *end)
{
  return get_rows (layout, end, 0.54, 0.77);
}

/* TRUE when the middle of the table is to the right of the numbers. */
static gboolean
is_left_end (const Layout *layout, const End *end)
{
  return end->x < layout->centre.x;
}

/* The part of the Come area where chips lie. */
static SkyPictureArea
get_come_cell (const Layout *layout, const End *end)
{
  SkyPictureArea come = get_come_area (layout, end);
  double left = is_left_end (layout, end) ? 0 : DICE_WIDTH;

  return (SkyPictureArea){ come.x + left, come.y + LABEL, come.width - DICE_WIDTH,
                           come.height - LABEL };
}

static SkyPictureArea
get_field_area (const Layout *layout, const End *end)
{
  return get_rows (layout, end, 0.77, 1);
}

static SkyPictureArea
get_dont_come_area (const Layout *layout, const End *end)
{
  SkyPictureArea rows = get_rows (layout, end, 0, 0.54);

  rows.x = end->dont_come_x;
  rows.width = layout->dont_come_width;
  return rows;
}

/* The part of it where chips lie: below the words and above the puck that is off. */
static SkyPictureArea
get_dont_come_cell (const Layout *layout, const End *end)
{
  SkyPictureArea area = get_dont_come_area (layout, end);

  return (SkyPictureArea){ area.x, area.y + LABEL * 2.2, area.width,
                           area.height - LABEL * 2.2 - PUCK_SIZE - 1 };
}

typedef enum
{
  BOX_WHOLE,
  BOX_MARKERS,
  BOX_AGAINST,
  BOX_NUMBER,
  BOX_PLACE,
} BoxPart;

static SkyPictureArea
get_box (const Layout *layout, const End *end, guint box, BoxPart part)
{
  /* The strip above is for the puck and the Fire Bet point marker. */
  static const double from[] = { 0, 0, 0.13, 0.38, 0.70 };
  static const double to[] = { 1, 0.13, 0.38, 0.70, 1 };
  SkyPictureArea rows = get_rows (layout, end, 0, 0.54);

  return (SkyPictureArea){ end->x + box * layout->box_width, rows.y + rows.height * from[part],
                           layout->box_width, rows.height * (to[part] - from[part]) };
}

static gint
find_box (gint number)
{
  for (guint i = 0; i < N_BOXES; i++)
    if (box_numbers[i] == number)
      return i;
  return -1;
}

/* The number on which odds lie: that of the wager which they support. */
static gint
find_odds_point (const SkyScene *scene, const SkySceneWager *odds, const char *bet)
{
  if (odds->point != 0)
    return odds->point;
  for (guint i = 0; i < scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);

      if (wager->seat == odds->seat && wager->bet != NULL && wager->point != 0
          && g_str_equal (wager->bet->form.bet, bet))
        return wager->point;
    }
  return 0;
}

static gboolean
find_spot (const Layout *layout, const SkySceneWager *wager, SkyPictureArea *area)
{
  const char *bet = wager->bet->form.bet;

  if (g_str_equal (bet, "hop"))
    {
      gint low = MIN (wager->dice[0], wager->dice[1]);
      gint combination = low * 10 + MAX (wager->dice[0], wager->dice[1]);

      for (guint i = 0; i < G_N_ELEMENTS (hops); i++)
        if (hops[i] == combination)
          {
            *area = sky_picture_split (from_grid (layout, hop_area), G_N_ELEMENTS (hops) + 1, i);
            *area = cut_top (*area, LABEL * 0.6);
            return TRUE;
          }
      return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (spots); i++)
    if (g_str_equal (spots[i].bet, bet)
        && (spots[i].number == 0 || spots[i].number == wager->number))
      {
        *area = cut_top (from_grid (layout, spots[i].area), LABEL);
        return TRUE;
      }
  return FALSE;
}

static gboolean
find_place (const char *bet, PlaceKind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (g_str_equal (places[i].bet, bet))
      {
        *kind = places[i].kind;
        return TRUE;
      }
  return FALSE;
}

static gboolean
find_cell (const SkyScene *scene, SkyGameId game, const SkySceneWager *wager, SkyPictureArea *cell)
{
  const Layout *layout = get_layout (game);
  guint seat = wrap_seat (layout, wager->seat);
  const End *end = get_end (layout, seat);
  BoxPart part = BOX_WHOLE;
  gint number = wager->number;
  PlaceKind kind;

  if (wager->bet == NULL || !find_place (wager->bet->form.bet, &kind))
    return FALSE;
  switch (kind)
    {
    case PLACE_PASS:
      *cell = get_band (layout, seat, RING, RING + PASS);
      return TRUE;
    case PLACE_PASS_ODDS:
      *cell = get_band (layout, seat, 1, RING);
      return TRUE;
    case PLACE_DONT_PASS:
      *cell = get_band (layout, seat, RING + PASS, BANDS);
      return TRUE;
    case PLACE_FIELD:
      *cell = cut_top (get_field_area (layout, end), LABEL);
      return TRUE;
    case PLACE_AREA:
      *cell = sky_picture_split (from_grid (layout, relocation_area), MAX_SEATS,
                                 CLAMP (wager->area, 1, MAX_SEATS) - 1);
      return TRUE;
    case PLACE_SPOT:
      return find_spot (layout, wager, cell);
    case PLACE_COME:
      part = BOX_NUMBER;
      number = wager->point;
      break;
    case PLACE_COME_ODDS:
      part = BOX_NUMBER;
      number = find_odds_point (scene, wager, "come");
      break;
    case PLACE_DONT_COME:
      part = BOX_AGAINST;
      number = wager->point;
      break;
    case PLACE_DONT_COME_ODDS:
      part = BOX_AGAINST;
      number = find_odds_point (scene, wager, "dont_come");
      break;
    case PLACE_NUMBER:
      part = BOX_PLACE;
      break;
    case PLACE_AGAINST:
      part = BOX_AGAINST;
      break;
    }

  gint box = find_box (number);
  gboolean right_way = kind == PLACE_COME || kind == PLACE_COME_ODDS;

  if (box >= 0)
    *cell = cut_top (get_box (layout, end, box, part), part == BOX_NUMBER ? LABEL * 1.4 : 0);
  else if (kind == PLACE_NUMBER || kind == PLACE_AGAINST)
    return FALSE;
  else if (right_way)
    *cell = get_come_cell (layout, end);
  else
    *cell = get_dont_come_cell (layout, end);
  return TRUE;
}

/* What a spot pays, from the game's own table; NULL where it has several prices. */
static char *
get_price (SkyGameId game, const char *name, gint number)
{
  const SkyGame *rules = sky_game_get (game);

  for (guint i = 0; rules != NULL && i < rules->n_bets; i++)
    {
      const SkyBet *bet = &rules->bets[i];

      if (!g_str_equal (bet->form.bet, name))
        continue;
      if (number != 0)
        {
          const SkyPay *pay = sky_bet_find_pay (bet, number, 0);

          return pay != NULL ? sky_odds_format (pay->odds) : NULL;
        }
      return bet->n_pays == 1 ? sky_odds_format (bet->pays[0].odds) : NULL;
    }
  return NULL;
}

static void
outline (cairo_t *cr, SkyPictureArea area, const SkyPalette *palette)
{
  cairo_rectangle (cr, area.x, area.y, area.width, area.height);
  sky_picture_set_colour (cr, palette->line);
  cairo_set_line_width (cr, 0.22);
  cairo_stroke (cr);
}

static void
words_in (cairo_t *cr,
          SkyPictureArea area,
          double y,
          double size,
          SkyColour colour,
          gboolean bold,
          const char *words)
{
  sky_picture_set_colour (cr, colour);
  sky_picture_text (cr, area.x + area.width / 2, area.y + y, size, area.width * ACROSS,
                    SKY_ALIGN_CENTRE, bold, words);
}

/* What the boxes are called so that each can be read in a cell like @cell. */
static const char *const *
get_box_names (cairo_t *cr, SkyPictureArea cell, double size)
{
  return sky_picture_fit_text (cr, size, cell.width * ACROSS, TRUE, "NINE") > 0 ? box_names
                                                                                : box_figures;
}

/* The line that runs round the table @depth inches inside the rail, in front of the players. */
static void
trace_round (cairo_t *cr, const Layout *layout, double depth)
{
  double left = RAIL + depth;
  double right = layout->width - RAIL - depth;
  double bottom = layout->height - RAIL - depth;
  double r = 16 - depth * 0.7;

  cairo_new_path (cr);
  cairo_move_to (cr, right, TOP);
  cairo_arc (cr, right - r, bottom - r, r, 0, G_PI_2);
  if (layout->n_ends == 2)
    {
      cairo_line_to (cr, layout->centre.x + layout->centre.width, bottom);
      cairo_move_to (cr, layout->centre.x, bottom);
    }
  cairo_arc (cr, left + r, bottom - r, r, G_PI_2, G_PI);
  cairo_line_to (cr, left, TOP);
}

static void
draw_bands (cairo_t *cr, const Layout *layout, const SkyPalette *palette)
{
  static const double lines[] = { RING, RING + PASS, BANDS };
  double bottom = layout->height - RAIL;

  trace_round (cr, layout, RING + PASS / 2);
  sky_picture_set_colour (cr, palette->band);
  cairo_set_line_width (cr, PASS);
  cairo_stroke (cr);
  sky_picture_set_colour (cr, palette->line);
  cairo_set_line_width (cr, 0.22);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      trace_round (cr, layout, lines[i]);
      cairo_stroke (cr);
    }

  for (guint i = 0; i < layout->n_ends; i++)
    {
      SkyPictureArea rows = get_rows (layout, &layout->ends[i], 0, 1);
      double middle = layout->n_ends == 2 ? rows.x + rows.width / 2 : layout->width / 2;

      sky_picture_set_colour (cr, palette->faint);
      sky_picture_text (cr, middle, bottom - RING - PASS / 2, 2.6, 0, SKY_ALIGN_CENTRE, TRUE,
                        "P A S S   L I N E");
      sky_picture_text (cr, middle, bottom - BANDS + DONT_PASS / 2, 2, 0, SKY_ALIGN_CENTRE, TRUE,
                        "D O N ' T   P A S S   B A R   12");
    }
  for (guint i = 0; i < 2; i++)
    {
      cairo_save (cr);
      cairo_translate (cr, i == 0 ? layout->width - RAIL - RING - PASS / 2 : RAIL + RING + PASS / 2,
                       (TOP + get_inner_bottom (layout)) / 2);
      cairo_rotate (cr, i == 0 ? -G_PI_2 : G_PI_2);
      sky_picture_set_colour (cr, palette->faint);
      sky_picture_text (cr, 0, 0, 2.6, 0, SKY_ALIGN_CENTRE, TRUE, "P A S S   L I N E");
      cairo_restore (cr);
    }
}

static void
draw_seats (cairo_t *cr, SkyGameId game, const SkyPalette *palette)
{
  const Layout *layout = get_layout (game);
  guint n = count_seats (layout);

  for (guint seat = 1; seat <= n; seat++)
    {
      SkyPictureArea rail = get_band (layout, seat, -RAIL, 0);
      SkyPictureArea ring = get_band (layout, seat, 0, RING);
      g_autofree char *number = g_strdup_printf ("%u", seat);
      double x = rail.x + rail.width / 2;
      double y = rail.y + rail.height / 2;

      sky_picture_set_colour (cr, palette->rail_text);
      sky_picture_text (cr, x, y, 2.4, 0, SKY_ALIGN_CENTRE, TRUE, number);

      /* The numbered area of § 623a.2(f)(1), at the seat's edge so that odds do not cover it. */
      x = ring.width < ring.height ? ring.x + ring.width / 2 : ring.x + 1.4;
      y = ring.width < ring.height ? ring.y + 1.4 : ring.y + ring.height / 2;
      cairo_new_sub_path (cr);
      cairo_arc (cr, x, y, 1.1, 0, 2 * G_PI);
      sky_picture_set_colour (cr, palette->faint);
      cairo_set_line_width (cr, 0.16);
      cairo_stroke (cr);
      sky_picture_text (cr, x, y, 1.3, 0, SKY_ALIGN_CENTRE, FALSE, number);
    }
}

static void
draw_end (cairo_t *cr, SkyGameId game, const End *end, const SkyPalette *palette)
{
  const Layout *layout = get_layout (game);
  SkyPictureArea come = get_come_area (layout, end);
  SkyPictureArea field = get_field_area (layout, end);
  SkyPictureArea dont_come = get_dont_come_area (layout, end);
  const char *const *names = get_box_names (cr, get_box (layout, end, 0, BOX_NUMBER), LABEL * 1.25);

  for (guint i = 0; i < N_BOXES; i++)
    {
      SkyPictureArea number = get_box (layout, end, i, BOX_NUMBER);

      cairo_rectangle (cr, number.x, number.y, number.width, number.height);
      sky_picture_set_colour (cr, palette->band);
      cairo_fill (cr);
      outline (cr, get_box (layout, end, i, BOX_WHOLE), palette);
      outline (cr, number, palette);
      words_in (cr, number, LABEL * 0.75, LABEL * 1.25, palette->accent, TRUE, names[i]);
    }
  outline (cr, dont_come, palette);
  /* Both words or neither: the one that is shorter alone would be another bet's. */
  words_in (cr, dont_come, LABEL * 1.15, 1.7, palette->text, TRUE, "DON'T\nCOME");
  outline (cr, come, palette);
  words_in (cr, come, LABEL * 0.75, 2.4, palette->accent, TRUE, "C O M E");
  outline (cr, field, palette);
  words_in (cr, field, LABEL * 0.7, 1.9, palette->text, TRUE,
            "FIELD    2    3    4    9    10    11    12");
}

static void
draw_spot (cairo_t *cr, SkyGameId game, const Spot *spot, const SkyPalette *palette)
{
  SkyPictureArea area = from_grid (get_layout (game), spot->area);
  g_autofree char *price = get_price (game, spot->bet, spot->number);
  double y = area.y + LABEL / 2 + 0.1;

  outline (cr, area, palette);
  if (spot->dice[0] != 0)
    {
      for (guint i = 0; i < 2; i++)
        sky_picture_die (cr, area.x + 1.1 + i * 1.7, y + 0.1, 1.5, spot->dice[i], TRUE);
      sky_picture_set_colour (cr, palette->text);
      if (price != NULL)
        sky_picture_text (cr, area.x + area.width - 0.4, y, 1.2, area.width - 4.5, SKY_ALIGN_RIGHT,
                          FALSE, price);
      return;
    }

  g_autofree char *words =
      price != NULL ? g_strdup_printf ("%s  %s", spot->words, price) : g_strdup (spot->words);

  words_in (cr, area, LABEL / 2 + 0.1, 1.35, palette->text, TRUE, words);
}

static SkyPictureArea
get_roller_cell (const Layout *layout, guint box, guint way)
{
  SkyPictureArea area = from_grid (layout, roller_area);
  double width = area.width / N_BOXES;
  double height = area.height / 4;

  return (SkyPictureArea){ area.x + box * width, area.y + way * height, width, height };
}

static SkyPictureArea
get_tracked_cell (const Layout *layout, gint number)
{
  guint index = number < 7 ? number - 2 : number - 3;
  SkyPictureArea area = from_grid (layout, tracked_area);

  return (SkyPictureArea){ area.x + index * area.width / 10, area.y, area.width / 10, area.height };
}

/* The numbers of the row of trackers, in one size and apart: all of them or none. */
static void
draw_tracked_row (cairo_t *cr, const Layout *layout, const SkyPalette *palette)
{
  double room = get_tracked_cell (layout, 10).width * 0.8;
  double size = sky_picture_fit_text (cr, 1.3, room, FALSE, "10");

  if (size <= 0)
    return;
  for (gint number = 2; number <= 12; number++)
    if (number != 7)
      {
        SkyPictureArea cell = get_tracked_cell (layout, number);
        g_autofree char *text = g_strdup_printf ("%d", number);

        words_in (cr, cell, cell.height / 2, size, palette->text, FALSE, text);
      }
}

static void
draw_middle (cairo_t *cr, SkyGameId game, const SkyPalette *palette)
{
  const Layout *layout = get_layout (game);
  SkyPictureArea relocation = from_grid (layout, relocation_area);
  SkyPictureArea hop = from_grid (layout, hop_area);
  const char *const *names = get_box_names (cr, get_roller_cell (layout, 0, 0), 1.3);

  cairo_rectangle (cr, layout->centre.x, layout->centre.y, layout->centre.width,
                   layout->centre.height);
  sky_picture_set_colour (cr, palette->band);
  cairo_fill (cr);
  draw_tracked_row (cr, layout, palette);

  for (guint i = 0; i < MAX_SEATS; i++)
    {
      SkyPictureArea cell = sky_picture_split (relocation, MAX_SEATS, i);
      g_autofree char *number = g_strdup_printf ("%u", i + 1);

      outline (cr, cell, palette);
      words_in (cr, cell, cell.height / 2, 1.6, palette->faint, TRUE, number);
    }
  for (guint box = 0; box < N_BOXES; box++)
    {
      SkyPictureArea head = get_roller_cell (layout, box, 0);

      outline (cr, head, palette);
      words_in (cr, head, head.height / 2, 1.3, palette->accent, TRUE, names[box]);
      for (guint way = 0; way < 3 && roller_ways[box][way] != 0; way++)
        {
          SkyPictureArea cell = get_roller_cell (layout, box, way + 1);

          for (guint i = 0; i < 2; i++)
            sky_picture_die (
                cr, cell.x + cell.width / 2 + (i == 0 ? -0.75 : 0.75), cell.y + cell.height / 2,
                1.3, i == 0 ? roller_ways[box][way] / 10 : roller_ways[box][way] % 10, TRUE);
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (spots); i++)
    draw_spot (cr, game, &spots[i], palette);
  for (guint i = 0; i < G_N_ELEMENTS (hops); i++)
    {
      SkyPictureArea cell = sky_picture_split (hop, G_N_ELEMENTS (hops) + 1, i);
      g_autofree char *text = g_strdup_printf ("%d-%d", hops[i] / 10, hops[i] % 10);

      outline (cr, cell, palette);
      sky_picture_set_colour (cr, palette->text);
      sky_picture_text (cr, cell.x + 0.3, cell.y + LABEL * 0.35, 1.1, 0, SKY_ALIGN_LEFT, FALSE,
                        text);
    }

  SkyPictureArea last = sky_picture_split (hop, G_N_ELEMENTS (hops) + 1, G_N_ELEMENTS (hops));

  words_in (cr, last, last.height * 0.57, 1.1, palette->text, TRUE, "NO CALL\nBETS");
}

static void
draw_table (cairo_t *cr, SkyGameId game, const SkyPalette *palette)
{
  const Layout *layout = get_layout (game);
  SkyPictureArea whole = { 0, 0, layout->width, layout->height };
  SkyPictureArea felt = { RAIL, RAIL, layout->width - 2 * RAIL, layout->height - 2 * RAIL };

  /* No rounder than leaves the numbers of the seats at the corners on the rail. */
  sky_picture_round_box (cr, &whole, 12);
  sky_picture_set_colour (cr, palette->rail);
  cairo_fill (cr);
  sky_picture_round_box (cr, &felt, 8);
  sky_picture_set_colour (cr, palette->felt);
  cairo_fill (cr);

  draw_bands (cr, layout, palette);
  draw_seats (cr, game, palette);
  draw_middle (cr, game, palette);
  for (guint i = 0; i < layout->n_ends; i++)
    draw_end (cr, game, &layout->ends[i], palette);
  sky_picture_set_colour (cr, palette->rail_text);
  sky_picture_text (cr, layout->width / 2, RAIL / 2, 2, 0, SKY_ALIGN_CENTRE, FALSE,
                    game == SKY_GAME_CRAPS ? "BOXPERSON" : "DEALER");
}

static void
draw_puck (cairo_t *cr, const Layout *layout, const SkyMark *mark)
{
  gint box = find_box (mark->number);

  for (guint i = 0; i < layout->n_ends; i++)
    {
      const End *end = &layout->ends[i];
      SkyPictureArea area =
          box >= 0 ? get_box (layout, end, box, BOX_MARKERS) : get_dont_come_area (layout, end);

      if (box >= 0)
        sky_picture_disc (cr, area.x + 1.8, area.y + area.height / 2, PUCK_SIZE, &sky_disc_on,
                          "ON");
      else
        sky_picture_disc (cr, area.x + area.width / 2, area.y + area.height - PUCK_SIZE / 2 - 0.5,
                          PUCK_SIZE, &sky_disc_off, "OFF");
    }
}

static void
draw_fire_marker (cairo_t *cr, const Layout *layout, const SkyMark *mark)
{
  g_autofree char *count = g_strdup_printf ("%" G_GINT64_FORMAT, mark->value);
  gint box = find_box (mark->number);

  for (guint i = 0; box >= 0 && i < layout->n_ends; i++)
    {
      SkyPictureArea area = get_box (layout, &layout->ends[i], box, BOX_MARKERS);

      sky_picture_disc (cr, area.x + area.width - 1.6, area.y + area.height / 2, 2.8,
                        &sky_disc_fire, count);
    }
}

static void
draw_button (cairo_t *cr, const Layout *layout, const SkyMark *mark)
{
  for (guint box = 0; box < N_BOXES; box++)
    for (guint way = 0; way < 4; way++)
      if (way == 0 ? mark->value == 0 && mark->number == box_numbers[box]
                   : mark->value != 0 && mark->value == roller_ways[box][way - 1])
        {
          SkyPictureArea cell = get_roller_cell (layout, box, way);

          sky_picture_disc (cr, cell.x + cell.width - 1, cell.y + cell.height / 2, 1.5,
                            &sky_disc_blue, "");
        }
}

static void
draw_tracked (cairo_t *cr, const Layout *layout, const SkyMark *mark)
{
  if (mark->number < 2 || mark->number > 12 || mark->number == 7)
    return;

  SkyPictureArea cell = get_tracked_cell (layout, mark->number);
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, mark->number);

  sky_picture_disc (cr, cell.x + cell.width / 2, cell.y + cell.height / 2,
                    MIN (cell.width, cell.height) * 0.95, &sky_disc_gold, text);
}

/* The dice come to rest at the end of the table farthest from the shooter (§ 623a.8(a)). */
static void
draw_die (cairo_t *cr, const Layout *layout, const SkyScene *scene, const SkyMark *mark)
{
  const End *end = &layout->ends[0];

  for (guint i = 0; i < scene->marks->len && layout->n_ends == 2; i++)
    {
      const SkyMark *other = &g_array_index (scene->marks, SkyMark, i);

      if (other->kind == SKY_MARK_SHOOTER
          && get_end (layout, wrap_seat (layout, other->place)) == end)
        end = &layout->ends[1];
    }

  SkyPictureArea come = get_come_area (layout, end);
  double x =
      is_left_end (layout, end) ? come.x + come.width - DICE_WIDTH / 2 : come.x + DICE_WIDTH / 2;
  double side = mark->index == 0 ? -1 : 1;

  /* Turned a little, each throw in its own way, for dice do not come to rest in line. */
  cairo_save (cr);
  cairo_translate (cr, x + side * 2.6, come.y + come.height / 2 + side * 1.4);
  cairo_rotate (cr, ((scene->round * 7 + mark->index * 5) % 13 - 6) * 0.05);
  sky_picture_die (cr, 0, 0, SKY_PICTURE_DIE_SIZE, mark->value, FALSE);
  cairo_restore (cr);
}

static void
draw_shooter (cairo_t *cr, const Layout *layout, const SkyMark *mark)
{
  SkyPictureArea rail;

  if (mark->place < 1)
    return;
  rail = get_band (layout, wrap_seat (layout, mark->place), -RAIL, 0);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, mark->place);

  sky_picture_disc (cr, rail.x + rail.width / 2, rail.y + rail.height / 2, 4, &sky_disc_gold,
                    number);
}

static void
draw_marks (
    cairo_t *cr, const SkyScene *scene, SkyGameId game, const SkyPalette *palette, gboolean on_top)
{
  const Layout *layout = get_layout (game);

  for (guint i = 0; i < scene->marks->len; i++)
    {
      const SkyMark *mark = &g_array_index (scene->marks, SkyMark, i);

      if (mark->kind == SKY_MARK_DIE && on_top)
        draw_die (cr, layout, scene, mark);
      else if (mark->kind == SKY_MARK_PUCK && on_top)
        draw_puck (cr, layout, mark);
      else if (mark->kind == SKY_MARK_FIRE_MARKER && on_top)
        draw_fire_marker (cr, layout, mark);
      else if (mark->kind == SKY_MARK_BUTTON && !on_top)
        draw_button (cr, layout, mark);
      else if (mark->kind == SKY_MARK_TRACKED && !on_top)
        draw_tracked (cr, layout, mark);
      else if (mark->kind == SKY_MARK_SHOOTER && !on_top)
        draw_shooter (cr, layout, mark);
    }
}

const SkyGamePicture sky_picture_craps = {
  .width = 168,
  .height = 74,
  .draw_table = draw_table,
  .cell = find_cell,
  .draw_marks = draw_marks,
};

const SkyGamePicture sky_picture_mini_craps = {
  .width = 114,
  .height = 72,
  .draw_table = draw_table,
  .cell = find_cell,
  .draw_marks = draw_marks,
};
