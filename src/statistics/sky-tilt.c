/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-tilt.h"

#include <math.h>

/* One in so many. */
static const int arc_tilts[][2] = { { 1, 10 }, { 1, 5 }, { 2, 5 }, { 4, 5 } };
static const guint arc_widths[] = { 1, 3, 5, 9, 13, 19 };

#define N_TILTS  G_N_ELEMENTS (arc_tilts)
#define N_WIDTHS G_N_ELEMENTS (arc_widths)

static long double
tilt_value (const int tilt[2])
{
  return (long double) tilt[0] / tilt[1];
}

guint
sky_arcs_number (guint places)
{
  return places * N_WIDTHS * N_TILTS;
}

void
sky_arcs_compare (guint places, const gint64 *counts, long double *ln_l)
{
  long double of_inside[N_TILTS], of_all[N_WIDTHS][N_TILTS];
  gint64 n = 0;

  for (guint place = 0; place < places; place++)
    n += counts[place];
  for (guint t = 0; t < N_TILTS; t++)
    {
      long double tilt = tilt_value (arc_tilts[t]);

      of_inside[t] = log1pl (tilt);
      for (guint w = 0; w < N_WIDTHS; w++)
        of_all[w][t] = n * log1pl (tilt * arc_widths[w] / places);
    }
  for (guint place = 0; place < places; place++)
    {
      gint64 inside = 0;
      guint width = 0;

      for (guint w = 0; w < N_WIDTHS; w++)
        {
          for (; width < arc_widths[w]; width++)
            inside += counts[(place + width) % places];
          for (guint t = 0; t < N_TILTS; t++)
            *ln_l++ = inside * of_inside[t] - of_all[w][t];
        }
    }
}

char *
sky_arcs_name (guint places, guint alternative)
{
  guint place = alternative / (N_WIDTHS * N_TILTS);
  guint width = arc_widths[alternative / N_TILTS % N_WIDTHS];
  const int *tilt = arc_tilts[alternative % N_TILTS];

  g_assert (place < places);
  return g_strdup_printf ("arc/%u/%u/%d/%d", place, width, tilt[0], tilt[1]);
}

guint
sky_arcs_cells (guint places, guint alternative, guint *cells)
{
  guint place = alternative / (N_WIDTHS * N_TILTS);
  guint width = arc_widths[alternative / N_TILTS % N_WIDTHS];

  for (guint i = 0; i < width; i++)
    cells[i] = (place + i) % places;
  return width;
}

long double
sky_arcs_divergence (guint places, guint alternative)
{
  long double tilt = tilt_value (arc_tilts[alternative % N_TILTS]);
  long double share = (long double) arc_widths[alternative / N_TILTS % N_WIDTHS] / places;
  long double all = 1 + tilt * share;

  return share * (1 + tilt) / all * log1pl (tilt) - log1pl (tilt * share);
}

G_STATIC_ASSERT (N_TILTS == SKY_N_SIZES);

static const int dice_tilts[][2] = { { 1, 20 }, { 1, 10 }, { 1, 5 }, { 2, 5 } };

G_STATIC_ASSERT (G_N_ELEMENTS (dice_tilts) == N_TILTS);

typedef enum
{
  FACE,
  LOADED,
  AXIS,
} DiceKind;

/* A law of dice by its number: twenty-four of each kind. */
typedef struct
{
  DiceKind kind;
  guint face; /* from 1 */
  int tilt[2];
} DiceLaw;

static DiceLaw
dice_law (guint alternative)
{
  const guint a_kind = SKY_DICE_FACES * N_TILTS;
  guint within = alternative % a_kind;
  DiceLaw law = { .kind = alternative / a_kind, .face = within / N_TILTS + 1 };
  const int *tilt = dice_tilts[within % N_TILTS];

  g_assert (alternative < SKY_N_DICE);
  law.tilt[0] = tilt[0];
  law.tilt[1] = tilt[1];
  /* Three axes, then the same three below nothing. */
  if (law.kind == AXIS && law.face > SKY_DICE_FACES / 2)
    {
      law.face -= SKY_DICE_FACES / 2;
      law.tilt[0] = -law.tilt[0];
    }
  return law;
}

/* What each observation adds to an alternative's evidence. */
typedef struct
{
  long double of_face[SKY_DICE_FACES];
  long double of_any;
} DiceWeights;

static void
weigh_dice (DiceWeights *weights, guint alternative)
{
  DiceLaw law = dice_law (alternative);
  long double tilt = tilt_value (law.tilt);
  guint face = law.face - 1, opposite = SKY_DICE_FACES - law.face;

  weights->of_face[face] = log1pl (tilt);
  switch (law.kind)
    {
    case FACE:
      weights->of_any = log1pl (tilt / 6);
      break;
    case LOADED:
      weights->of_face[opposite] = log1pl (-tilt);
      break;
    case AXIS:
      weights->of_face[opposite] = log1pl (tilt);
      weights->of_any = log1pl (tilt / 3);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Of each alternative; made once. */
static const DiceWeights *
get_dice_weights (void)
{
  static gsize made;
  static DiceWeights weights[SKY_N_DICE];

  if (g_once_init_enter (&made))
    {
      for (guint a = 0; a < SKY_N_DICE; a++)
        weigh_dice (&weights[a], a);
      g_once_init_leave (&made, 1);
    }
  return weights;
}

void
sky_dice_compare (const gint64 counts[SKY_DICE_FACES], long double ln_l[SKY_N_DICE])
{
  const DiceWeights *weights = get_dice_weights ();
  gint64 n = 0;

  for (guint face = 0; face < SKY_DICE_FACES; face++)
    n += counts[face];
  for (guint a = 0; a < SKY_N_DICE; a++)
    {
      ln_l[a] = -n * weights[a].of_any;
      for (guint face = 0; face < SKY_DICE_FACES; face++)
        ln_l[a] += counts[face] * weights[a].of_face[face];
    }
}

char *
sky_dice_name (guint alternative)
{
  static const char *const kinds[] = { "face", "loaded", "axis" };
  DiceLaw law = dice_law (alternative);

  return g_strdup_printf ("%s/%u/%d/%d", kinds[law.kind], law.face, law.tilt[0], law.tilt[1]);
}

guint
sky_dice_cells (guint alternative, guint *cells)
{
  DiceLaw law = dice_law (alternative);

  cells[0] = law.face - 1;
  cells[1] = SKY_DICE_FACES - law.face;
  return law.kind == AXIS ? 2 : 1;
}

long double
sky_dice_divergence (guint alternative)
{
  DiceLaw law = dice_law (alternative);
  long double tilt = tilt_value (law.tilt);
  long double share = law.kind == AXIS ? 1.0L / 3 : 1.0L / 6;

  if (law.kind == LOADED)
    return ((1 + tilt) * log1pl (tilt) + (1 - tilt) * log1pl (-tilt)) / 6;
  return share * (1 + tilt) / (1 + tilt * share) * log1pl (tilt) - log1pl (tilt * share);
}

/* A seven comes once in so many throws. */
static const int sevens[SKY_N_SEVENS] = { 9, 8, 7, 5, 4 };

/* What a seven, and what another throw, adds to an alternative's evidence. */
typedef struct
{
  long double of_seven;
  long double of_other;
} SevensWeights;

/* Of each alternative; made once. */
static const SevensWeights *
get_sevens_weights (void)
{
  static gsize made;
  static SevensWeights weights[SKY_N_SEVENS];

  if (g_once_init_enter (&made))
    {
      for (guint a = 0; a < SKY_N_SEVENS; a++)
        {
          const long double p = 1.0L / sevens[a];

          weights[a] = (SevensWeights){ logl (6 * p), logl (6 * (1 - p) / 5) };
        }
      g_once_init_leave (&made, 1);
    }
  return weights;
}

void
sky_sevens_compare (gint64 n_sevens, gint64 others, long double ln_l[SKY_N_SEVENS])
{
  const SevensWeights *weights = get_sevens_weights ();

  for (guint a = 0; a < SKY_N_SEVENS; a++)
    ln_l[a] = n_sevens * weights[a].of_seven + others * weights[a].of_other;
}

char *
sky_sevens_name (guint alternative)
{
  g_assert (alternative < SKY_N_SEVENS);
  return g_strdup_printf ("p7/1/%d", sevens[alternative]);
}

long double
sky_sevens_divergence (guint alternative)
{
  long double p = 1.0L / sevens[alternative];

  return p * logl (6 * p) + (1 - p) * logl (6 * (1 - p) / 5);
}

/* Three say fewer, the others more. */
#define N_FEWER 3

guint
sky_sevens_side (guint alternative, guint *n)
{
  gboolean is_fewer = alternative < N_FEWER;

  *n = is_fewer ? N_FEWER : SKY_N_SEVENS - N_FEWER;
  return is_fewer ? 0 : N_FEWER;
}

guint
sky_sevens_smallest (guint alternative)
{
  return alternative < N_FEWER ? N_FEWER - 1 : N_FEWER;
}
