/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the layout's colours can be told from what they lie on: the contrast of WCAG 2.1 of every
 * pair that is read together, 4.5 to 1 at least, and 7 to 1 in high contrast. */
#include "config.h"

#include <math.h>

#include "sky-picture-private.h"

static double
linear (double part)
{
  return part <= 0.04045 ? part / 12.92 : pow ((part + 0.055) / 1.055, 2.4);
}

static double
luminance (SkyColour colour)
{
  return 0.2126 * linear (colour.red) + 0.7152 * linear (colour.green)
         + 0.0722 * linear (colour.blue);
}

static double
contrast (SkyColour a, SkyColour b)
{
  double lighter = MAX (luminance (a), luminance (b));
  double darker = MIN (luminance (a), luminance (b));

  return (lighter + 0.05) / (darker + 0.05);
}

static void
check (const char *what, SkyColour a, SkyColour b, double least)
{
  double is = contrast (a, b);

  if (is < least)
    {
      g_test_fail ();
      g_test_message ("%s: %.2f to 1, not %.1f", what, is, least);
    }
}

static void
test_style (gconstpointer data)
{
  const SkyPictureStyle *style = data;
  const SkyPalette *p = sky_picture_palette (style);
  double least = style->contrast ? 7 : 4.5;

  check ("words on felt", p->text, p->felt, least);
  check ("words on a band", p->text, p->band, least);
  check ("faint words on felt", p->faint, p->felt, least);
  check ("faint words on a band", p->faint, p->band, least);
  check ("numbers on felt", p->accent, p->felt, least);
  check ("numbers on a band", p->accent, p->band, least);
  check ("lines on felt", p->line, p->felt, least);
  check ("lines on a band", p->line, p->band, least);
  check ("words on the rail", p->rail_text, p->rail, least);
  check ("an amount on its plate", p->plate_text, p->plate, least);
  check ("a winner's ring on felt", p->win, p->felt, least);
  check ("a winner's ring on a band", p->win, p->band, least);
  check ("a loser's ring on felt", p->lose, p->felt, least);
  check ("a loser's ring on a band", p->lose, p->band, least);
  check ("a push's ring on felt", p->push, p->felt, least);
  check ("a push's ring on a band", p->push, p->band, least);
  check ("a winner's sign", p->sign, p->win, least);
  check ("a loser's sign", p->sign, p->lose, least);
  check ("a push's sign", p->sign, p->push, least);
  check ("what is pointed at on felt", p->pointed, p->felt, least);
  check ("what is pointed at on a band", p->pointed, p->band, least);
  check ("a red card", p->red, p->face, least);
  check ("a black card", p->black, p->face, least);
}

static void
test_discs (void)
{
  const SkyDisc *const discs[] = { &sky_disc_on, &sky_disc_off, &sky_disc_gold, &sky_disc_fire,
                                   &sky_disc_blue };

  for (guint i = 0; i < G_N_ELEMENTS (discs); i++)
    check ("a marker's words", discs[i]->text, discs[i]->fill, 7);
}

/* The measure itself: black on white is 21 to 1, and nothing stands out from itself. */
static void
test_measure (void)
{
  static const SkyColour white = { 1, 1, 1 }, black = { 0, 0, 0 };

  g_assert_cmpfloat_with_epsilon (contrast (white, black), 21, 0.001);
  g_assert_cmpfloat_with_epsilon (contrast (white, white), 1, 0.001);
}

int
main (int argc, char *argv[])
{
  static const SkyPictureStyle styles[] = {
    { .dark = TRUE },
    { .dark = FALSE },
    { .dark = TRUE, .contrast = TRUE },
    { .dark = FALSE, .contrast = TRUE },
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/picture/palette/measure", test_measure);
  g_test_add_func ("/picture/palette/discs", test_discs);
  g_test_add_data_func ("/picture/palette/dark", &styles[0], test_style);
  g_test_add_data_func ("/picture/palette/light", &styles[1], test_style);
  g_test_add_data_func ("/picture/palette/dark-contrast", &styles[2], test_style);
  g_test_add_data_func ("/picture/palette/light-contrast", &styles[3], test_style);
  return g_test_run ();
}
