/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-picture-private.h"
#include "sky-required-member.h"

#include <math.h>
#include <string.h>

/* The widest that chips are drawn, in inches. Real ones have an inch and a half; drawn so they
 * could not be told apart on a screen. */
#define WIDEST_STACK 3.8
/* In diameters: how high the chips reach above the middle of the lowest, and how far down the
 * amount reaches. */
#define STACK_ABOVE 0.80
#define STACK_BELOW 0.76
/* And how wide it is with the ring that says what is due on it. */
#define STACK_ACROSS 1.22
#define RING         0.56
#define RING_WIDTH   0.10

/* An amount is no lower than this in the caller's units where its cell has the room, and is left
 * out where it would be a speck. */
#define LEGIBLE      9
#define LEAST_AMOUNT 4.5

static const SkyGamePicture *const pictures[SKY_N_GAMES] = {
#define ROW(ID, name) [SKY_GAME_##ID] = &sky_picture_##name,
  SKY_GAMES (ROW)
};

/* Chips on the layout. */
typedef struct
{
  const SkySceneWager *wager;
  SkyPictureArea cell; /* of the wager alone */
  double x;
  double y;
  double diameter;
} Stack;

/* From the caller's units to inches. */
typedef struct
{
  double scale;
  double x;
  double y;
} Fit;

static Fit
fit (const SkyGamePicture *picture, double width, double height)
{
  double scale = MIN (width / picture->width, height / picture->height);

  return (Fit){ scale, (width - picture->width * scale) / 2,
                (height - picture->height * scale) / 2 };
}

/* Visits SkyGamePicture, but not: layout. */
const char *
sky_game_picture_find_absent (const SkyGamePicture *self)
{
  const SkyRequiredMember wanted[] = {
    SKY_REQUIRED_MEMBER (self->width),      SKY_REQUIRED_MEMBER (self->height),
    SKY_REQUIRED_MEMBER (self->draw_table), SKY_REQUIRED_MEMBER (self->cell),
    SKY_REQUIRED_MEMBER (self->draw_marks),
  };

  return sky_required_member_find_absent (wanted, G_N_ELEMENTS (wanted));
}

void
sky_picture_check_all (void)
{
  for (SkyGameId id = 0; id < SKY_N_GAMES; id++)
    {
      const char *absent = sky_game_picture_find_absent (pictures[id]);

      if (absent != NULL)
        g_error ("The picture of the game %s has no %s", sky_game_id_to_name (id), absent);
    }
}

const SkyGamePicture *
sky_game_picture_get (SkyGameId game)
{
  g_return_val_if_fail (game < SKY_N_GAMES, NULL);

  return pictures[game];
}

void
sky_picture_get_size (SkyGameId game, double *width, double *height)
{
  g_return_if_fail (game < SKY_N_GAMES);

  *width = pictures[game]->width;
  *height = pictures[game]->height;
}

gboolean
sky_picture_wager_lies (const SkySceneWager *wager)
{
  return wager->amount > 0 && (wager->settlement.seq == 0 || wager->settlement.stays);
}

static gboolean
is_same_cell (const Stack *a, const Stack *b)
{
  return memcmp (&a->cell, &b->cell, sizeof a->cell) == 0;
}

/* Whether @a comes before @b in a cell that they share: by seat, then as they were placed. */
static gboolean
is_before (const Stack *a, const Stack *b)
{
  return a->wager->seat != b->wager->seat ? a->wager->seat < b->wager->seat : a->wager < b->wager;
}

/* Where all the wagers of @scene lie: those that share a cell stand side by side in it. Returns: an
 * array of Stack. */
static GArray *
place_stacks (const SkyGamePicture *picture, SkyGameId game, const SkyScene *scene)
{
  GArray *stacks = g_array_new (FALSE, FALSE, sizeof (Stack));

  for (guint i = 0; i < scene->wagers->len; i++)
    {
      Stack stack = { .wager = &g_array_index (scene->wagers, SkySceneWager, i) };

      if (sky_picture_wager_lies (stack.wager)
          && picture->cell (scene, game, stack.wager, &stack.cell))
        g_array_append_val (stacks, stack);
    }

  g_autofree Stack *whole = g_memdup2 (stacks->data, stacks->len * sizeof (Stack));

  for (guint i = 0; i < stacks->len; i++)
    {
      Stack *stack = &g_array_index (stacks, Stack, i);
      guint n = 0;
      guint index = 0;

      for (guint j = 0; j < stacks->len; j++)
        if (is_same_cell (&whole[i], &whole[j]))
          {
            index += is_before (&whole[j], &whole[i]);
            n++;
          }
      stack->cell = sky_picture_split (whole[i].cell, n, index);
      stack->diameter = MIN (
          MIN (stack->cell.width / STACK_ACROSS, stack->cell.height / (STACK_ABOVE + STACK_BELOW)),
          WIDEST_STACK);
      stack->x = stack->cell.x + stack->cell.width / 2;
      stack->y = stack->cell.y + stack->cell.height / 2
                 + stack->diameter * (STACK_ABOVE - STACK_BELOW) / 2;
    }
  return stacks;
}

/* The amount without its sign, and without cents where there are none. */
static char *
format_amount (SkyMoney amount)
{
  if (amount % 100 == 0)
    return g_strdup_printf ("%" G_GINT64_FORMAT, amount / 100);
  return g_strdup_printf ("%" G_GINT64_FORMAT ".%02d", amount / 100, (int) (amount % 100));
}

static void
draw_amount (cairo_t *cr, const Stack *stack, double scale, const SkyPalette *palette)
{
  g_autofree char *text = format_amount (stack->wager->amount);
  double height = MIN (MAX (stack->diameter * 0.46, LEGIBLE / scale), stack->cell.height * 0.5);
  double width = MIN (stack->cell.width * 0.98, height * (0.5 + 0.62 * g_utf8_strlen (text, -1)));
  double foot = MIN (stack->y + stack->diameter * STACK_BELOW, stack->cell.y + stack->cell.height);
  SkyPictureArea plate = { stack->x - width / 2, foot - height, width, height };

  if (height * scale < LEAST_AMOUNT
      || sky_picture_fit_text (cr, height * 0.82, width * 0.92, TRUE, text) <= 0)
    return;
  sky_picture_round_box (cr, &plate, height * 0.3);
  sky_picture_set_colour (cr, palette->plate);
  cairo_fill (cr);
  sky_picture_set_colour (cr, palette->plate_text);
  sky_picture_text (cr, stack->x, plate.y + height / 2, height * 0.82, width * 0.92,
                    SKY_ALIGN_CENTRE, TRUE, text);
}

/* What the bet wears on top: called on or off by the player, bought or laid. */
static const char *
get_lammer (const SkySceneWager *wager)
{
  if (wager->working == SKY_WORKING_ON)
    return "ON";
  if (wager->working == SKY_WORKING_OFF)
    return "OFF";
  if (wager->bet != NULL && g_str_equal (wager->bet->form.bet, "buy"))
    return "BUY";
  if (wager->bet != NULL && g_str_equal (wager->bet->form.bet, "lay"))
    return "LAY";
  return NULL;
}

static void
trace_ring (cairo_t *cr, const Stack *stack, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, stack->x, stack->y - stack->diameter * 0.1, stack->diameter * radius, 0, 2 * G_PI);
}

static void
draw_pointed (cairo_t *cr, const Stack *stack, const SkyPalette *palette)
{
  trace_ring (cr, stack, RING + RING_WIDTH * 1.6);
  cairo_set_line_width (cr, stack->diameter * RING_WIDTH * 2.2);
  sky_picture_set_colour (cr, palette->plate);
  cairo_stroke (cr);
  trace_ring (cr, stack, RING + RING_WIDTH * 1.6);
  cairo_set_line_width (cr, stack->diameter * RING_WIDTH * 1.4);
  sky_picture_set_colour (cr, palette->pointed);
  cairo_stroke (cr);
}

/* The sign of an outcome, in strokes: letters of that size would be thinner than a pixel. */
static void
draw_sign (cairo_t *cr, double x, double y, double diameter, SkyOutcome outcome, SkyColour colour)
{
  double reach = diameter * 0.26;
  double apart = outcome == SKY_OUTCOME_WIN || outcome == SKY_OUTCOME_LOSE ? 0 : diameter * 0.14;

  for (int side = -1; side <= 1; side += 2)
    {
      cairo_move_to (cr, x - reach, y + side * apart);
      cairo_line_to (cr, x + reach, y + side * apart);
    }
  if (outcome == SKY_OUTCOME_WIN)
    {
      cairo_move_to (cr, x, y - reach);
      cairo_line_to (cr, x, y + reach);
    }
  sky_picture_set_colour (cr, colour);
  cairo_set_line_width (cr, diameter * 0.16);
  cairo_stroke (cr);
}

/* What is due on it, by colour and by shape: a whole ring and a plus, a broken one and a minus, a
 * dotted one and an equals sign. */
static void
draw_due (cairo_t *cr, const Stack *stack, const SkyPalette *palette)
{
  SkyOutcome due = stack->wager->due.outcome;
  double unit = stack->diameter * RING_WIDTH;
  const double broken[] = { unit * 3, unit * 1.6 };
  const double dotted[] = { unit, unit };
  SkyDisc sign = { palette->push, palette->sign };

  if (due == SKY_OUTCOME_NONE)
    return;
  if (due == SKY_OUTCOME_WIN)
    sign.fill = palette->win;
  else if (due == SKY_OUTCOME_LOSE)
    sign.fill = palette->lose;
  trace_ring (cr, stack, RING);
  cairo_set_line_width (cr, unit);
  sky_picture_set_colour (cr, sign.fill);
  if (due != SKY_OUTCOME_WIN)
    cairo_set_dash (cr, due == SKY_OUTCOME_LOSE ? broken : dotted, 2, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);

  double x = stack->x - stack->diameter * 0.36;
  double y = stack->y - stack->diameter * 0.44;

  sky_picture_disc (cr, x, y, stack->diameter * 0.44, &sign, "");
  draw_sign (cr, x, y, stack->diameter * 0.44, due, sign.text);
}

static void
draw_stack (cairo_t *cr, const Stack *stack, double scale, const SkyPictureStyle *style)
{
  const SkyPalette *palette = sky_picture_palette (style);
  const char *lammer = get_lammer (stack->wager);

  if (style != NULL && style->pointed != NULL && stack->wager->id != NULL
      && g_str_equal (style->pointed, stack->wager->id))
    draw_pointed (cr, stack, palette);
  sky_picture_stack (cr, stack->x, stack->y, stack->diameter, stack->wager->amount, palette);
  draw_due (cr, stack, palette);
  if (lammer != NULL)
    sky_picture_disc (cr, stack->x + stack->diameter * 0.30, stack->y - stack->diameter * 0.42,
                      stack->diameter * 0.52, *lammer == 'O' ? &sky_disc_on : &sky_disc_blue,
                      lammer);
  if (style == NULL || !style->hide_amounts)
    draw_amount (cr, stack, scale, palette);
}

static void
begin (cairo_t *cr, const SkyGamePicture *picture, double width, double height)
{
  Fit into = fit (picture, width, height);

  cairo_save (cr);
  cairo_translate (cr, into.x, into.y);
  cairo_scale (cr, into.scale, into.scale);
}

void
sky_picture_draw_table (
    cairo_t *cr, SkyGameId game, double width, double height, const SkyPictureStyle *style)
{
  g_return_if_fail (game < SKY_N_GAMES);

  begin (cr, pictures[game], width, height);
  pictures[game]->draw_table (cr, game, sky_picture_palette (style));
  cairo_restore (cr);
}

void
sky_picture_draw_dice (cairo_t *cr,
                       SkyGameId game,
                       double width,
                       double height,
                       const SkyPictureDie *dice,
                       guint n_dice)
{
  g_return_if_fail (game < SKY_N_GAMES);

  begin (cr, pictures[game], width, height);
  for (guint i = 0; i < n_dice; i++)
    {
      cairo_save (cr);
      cairo_translate (cr, dice[i].x, dice[i].y);
      cairo_rotate (cr, dice[i].turn);
      sky_picture_die (cr, 0, 0, SKY_PICTURE_DIE_SIZE, dice[i].value, FALSE);
      cairo_restore (cr);
    }
  cairo_restore (cr);
}

void
sky_picture_draw_scene (cairo_t *cr,
                        const SkyScene *scene,
                        SkyGameId game,
                        double width,
                        double height,
                        const SkyPictureStyle *style)
{
  g_return_if_fail (game < SKY_N_GAMES);

  const SkyGamePicture *picture = pictures[game];
  const SkyPalette *palette = sky_picture_palette (style);
  g_autoptr (GArray) stacks = place_stacks (picture, game, scene);

  double scale = fit (picture, width, height).scale;

  begin (cr, picture, width, height);
  picture->draw_marks (cr, scene, game, palette, FALSE);
  for (guint i = 0; i < stacks->len; i++)
    draw_stack (cr, &g_array_index (stacks, Stack, i), scale, style);
  picture->draw_marks (cr, scene, game, palette, TRUE);
  cairo_restore (cr);
}

void
sky_picture_draw (cairo_t *cr,
                  const SkyScene *scene,
                  SkyGameId game,
                  double width,
                  double height,
                  const SkyPictureStyle *style)
{
  sky_picture_draw_table (cr, game, width, height, style);
  if (scene != NULL)
    sky_picture_draw_scene (cr, scene, game, width, height, style);
}

/* The chips with their amount, in the caller's units. */
static SkyPictureArea
get_area (const Stack *stack, Fit into)
{
  double left = stack->x - stack->diameter / 2;
  double top = stack->y - stack->diameter * STACK_ABOVE;

  return (SkyPictureArea){ into.x + left * into.scale, into.y + top * into.scale,
                           stack->diameter * into.scale,
                           stack->diameter * (STACK_ABOVE + STACK_BELOW) * into.scale };
}

static const Stack *
find_stack (const GArray *stacks, const char *wager)
{
  for (guint i = 0; i < stacks->len; i++)
    {
      const Stack *stack = &g_array_index (stacks, Stack, i);

      if (wager != NULL && g_strcmp0 (stack->wager->id, wager) == 0)
        return stack;
    }
  return NULL;
}

const SkySceneWager *
sky_picture_wager_at (
    const SkyScene *scene, SkyGameId game, double width, double height, double x, double y)
{
  g_return_val_if_fail (game < SKY_N_GAMES, NULL);

  Fit into = fit (pictures[game], width, height);
  g_autoptr (GArray) stacks = place_stacks (pictures[game], game, scene);

  /* What is drawn last lies on top. */
  for (guint i = stacks->len; i > 0; i--)
    {
      const Stack *stack = &g_array_index (stacks, Stack, i - 1);
      SkyPictureArea area = get_area (stack, into);

      if (x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height)
        return stack->wager;
    }
  return NULL;
}

gboolean
sky_picture_wager_area (const SkyScene *scene,
                        SkyGameId game,
                        double width,
                        double height,
                        const char *wager,
                        SkyPictureArea *area)
{
  g_return_val_if_fail (game < SKY_N_GAMES, FALSE);

  g_autoptr (GArray) stacks = place_stacks (pictures[game], game, scene);

  const Stack *stack = find_stack (stacks, wager);

  if (stack == NULL)
    return FALSE;
  *area = get_area (stack, fit (pictures[game], width, height));
  return TRUE;
}

const SkySceneWager *
sky_picture_wager_step (const SkyScene *scene, SkyGameId game, const char *from, int direction)
{
  g_return_val_if_fail (game < SKY_N_GAMES, NULL);
  g_return_val_if_fail (direction == 1 || direction == -1, NULL);

  g_autoptr (GArray) stacks = place_stacks (pictures[game], game, scene);
  const Stack *start = find_stack (stacks, from);
  const Stack *next = NULL;
  const Stack *first = NULL;

  for (guint i = 0; i < stacks->len; i++)
    {
      const Stack *stack = &g_array_index (stacks, Stack, i);
      gboolean is_ahead =
          start != NULL && stack != start
          && is_before (direction > 0 ? start : stack, direction > 0 ? stack : start);

      if (first == NULL || is_before (stack, first) == (direction > 0))
        first = stack;
      if (is_ahead && (next == NULL || is_before (stack, next) == (direction > 0)))
        next = stack;
    }
  if (next == NULL)
    next = first;
  return next != NULL ? next->wager : NULL;
}

const SkySceneWager *
sky_picture_wager_towards (const SkyScene *scene, SkyGameId game, const char *from, int dx, int dy)
{
  g_return_val_if_fail (game < SKY_N_GAMES, NULL);

  g_autoptr (GArray) stacks = place_stacks (pictures[game], game, scene);
  const Stack *start = find_stack (stacks, from);
  const Stack *nearest = NULL;
  double least = G_MAXDOUBLE;

  if (start == NULL)
    return sky_picture_wager_step (scene, game, NULL, 1);
  for (guint i = 0; i < stacks->len; i++)
    {
      const Stack *stack = &g_array_index (stacks, Stack, i);
      double right = stack->x - start->x;
      double down = stack->y - start->y;
      double along = right * dx + down * dy;
      double across = ABS (right * dy) + ABS (down * dx);

      /* What is straight ahead comes before what is nearer but aside. */
      if (along > 0.1 && along + 2 * across < least)
        {
          nearest = stack;
          least = along + 2 * across;
        }
    }
  return nearest != NULL ? nearest->wager : NULL;
}
