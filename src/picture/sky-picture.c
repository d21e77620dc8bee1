/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-picture-private.h"

#include <math.h>

/* The widest that chips are drawn, in inches. Real ones have an inch and a half; drawn so they
 * could not be told apart on a screen. */
#define WIDEST_STACK 3.8
/* In diameters: how high the chips reach above the middle of the lowest, and how far down the
 * amount reaches. */
#define STACK_ABOVE 0.80
#define STACK_BELOW 0.76

static const SkyGamePicture *const pictures[SKY_N_GAMES] = {
  [SKY_GAME_CRAPS] = &sky_picture_craps,       [SKY_GAME_MINI_CRAPS] = &sky_picture_mini_craps,
  [SKY_GAME_PAI_GOW] = &sky_picture_cards,     [SKY_GAME_SIC_BO] = &sky_picture_sic_bo,
  [SKY_GAME_ROULETTE] = &sky_picture_roulette, [SKY_GAME_BIG_SIX] = &sky_picture_big_six,
  [SKY_GAME_CASINO_WAR] = &sky_picture_cards,  [SKY_GAME_PROPS_AND_HOPS] = &sky_picture_props,
  [SKY_GAME_RAISE_IT_UP] = &sky_picture_cards,
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

gboolean
sky_picture_knows (SkyGameId game)
{
  return game < SKY_N_GAMES && pictures[game] != NULL;
}

void
sky_picture_get_size (SkyGameId game, double *width, double *height)
{
  g_return_if_fail (sky_picture_knows (game));

  *width = pictures[game]->width;
  *height = pictures[game]->height;
}

gboolean
sky_picture_wager_lies (const SkySceneWager *wager)
{
  return wager->amount > 0 && (wager->settlement.seq == 0 || wager->settlement.stays);
}

/* Where all the wagers of @scene lie: those that share a cell stand side by side in it, in the
 * order in which they were placed. Returns: an array of Stack. */
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

  g_autofree SkyPictureArea *cells = g_new (SkyPictureArea, MAX (stacks->len, 1));

  for (guint i = 0; i < stacks->len; i++)
    cells[i] = g_array_index (stacks, Stack, i).cell;
  for (guint i = 0; i < stacks->len; i++)
    {
      Stack *stack = &g_array_index (stacks, Stack, i);
      guint n = 0;
      guint index = 0;

      for (guint j = 0; j < stacks->len; j++)
        if (memcmp (&cells[i], &cells[j], sizeof cells[i]) == 0)
          {
            index += j < i;
            n++;
          }
      stack->cell = sky_picture_split (cells[i], n, index);
      stack->diameter =
          MIN (MIN (stack->cell.width * 0.94, stack->cell.height / (STACK_ABOVE + STACK_BELOW)),
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
draw_amount (cairo_t *cr, const Stack *stack)
{
  g_autofree char *text = format_amount (stack->wager->amount);
  double height = stack->diameter * 0.46;
  double width = MIN (stack->cell.width * 0.98, height * (0.5 + 0.62 * g_utf8_strlen (text, -1)));
  SkyPictureArea plate = { stack->x - width / 2, stack->y + stack->diameter * STACK_BELOW - height,
                           width, height };

  sky_picture_round_box (cr, &plate, height * 0.3);
  cairo_set_source_rgba (cr, 0.02, 0.03, 0.03, 0.82);
  cairo_fill (cr);
  cairo_set_source_rgb (cr, 1, 1, 1);
  sky_picture_text (cr, stack->x, plate.y + height / 2, height * 0.78, width * 0.9,
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
draw_stack (cairo_t *cr, const Stack *stack, const SkyPictureStyle *style)
{
  static const SkyColour white = { 1, 1, 1 };
  static const SkyColour black = { 0.05, 0.05, 0.05 };
  static const SkyColour blue = { 0.10, 0.36, 0.75 };
  SkyOutcome due = stack->wager->due.outcome;
  const char *lammer = get_lammer (stack->wager);
  gboolean pointed = style != NULL && style->pointed != NULL && stack->wager->id != NULL
                     && g_str_equal (style->pointed, stack->wager->id);

  if (pointed || due != SKY_OUTCOME_NONE)
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, stack->x, stack->y - stack->diameter * 0.1,
                 stack->diameter * (pointed ? 0.72 : 0.62), 0, 2 * G_PI);
      if (pointed)
        cairo_set_source_rgb (cr, 1, 0.85, 0.2);
      else if (due == SKY_OUTCOME_WIN)
        cairo_set_source_rgb (cr, 0.35, 0.85, 0.40);
      else if (due == SKY_OUTCOME_LOSE)
        cairo_set_source_rgb (cr, 0.95, 0.35, 0.30);
      else
        cairo_set_source_rgb (cr, 0.75, 0.75, 0.75);
      cairo_set_line_width (cr, stack->diameter * 0.12);
      cairo_stroke (cr);
    }
  sky_picture_stack (cr, stack->x, stack->y, stack->diameter, stack->wager->amount);
  if (lammer != NULL)
    sky_picture_disc (cr, stack->x + stack->diameter * 0.24, stack->y - stack->diameter * 0.42,
                      stack->diameter * 0.56, *lammer == 'O' ? white : blue,
                      *lammer == 'O' ? black : white, lammer);
  if (style == NULL || !style->hide_amounts)
    draw_amount (cr, stack);
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
  g_return_if_fail (sky_picture_knows (game));

  begin (cr, pictures[game], width, height);
  pictures[game]->draw_table (cr, game, sky_picture_palette (style));
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
  g_return_if_fail (sky_picture_knows (game));

  const SkyGamePicture *picture = pictures[game];
  const SkyPalette *palette = sky_picture_palette (style);
  g_autoptr (GArray) stacks = place_stacks (picture, game, scene);

  begin (cr, picture, width, height);
  picture->draw_marks (cr, scene, game, palette, FALSE);
  for (guint i = 0; i < stacks->len; i++)
    draw_stack (cr, &g_array_index (stacks, Stack, i), style);
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

const SkySceneWager *
sky_picture_wager_at (
    const SkyScene *scene, SkyGameId game, double width, double height, double x, double y)
{
  g_return_val_if_fail (sky_picture_knows (game), NULL);

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
  g_return_val_if_fail (sky_picture_knows (game), FALSE);

  g_autoptr (GArray) stacks = place_stacks (pictures[game], game, scene);

  for (guint i = 0; i < stacks->len; i++)
    {
      const Stack *stack = &g_array_index (stacks, Stack, i);

      if (g_strcmp0 (stack->wager->id, wager) == 0)
        {
          *area = get_area (stack, fit (pictures[game], width, height));
          return TRUE;
        }
    }
  return FALSE;
}
