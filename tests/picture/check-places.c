/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "check-places.h"

#include "sky-bet.h"

static gboolean
overlap (const SkyPictureArea *a, const SkyPictureArea *b)
{
  const double slack = 0.001;

  return a->x + a->width > b->x + slack && b->x + b->width > a->x + slack
         && a->y + a->height > b->y + slack && b->y + b->height > a->y + slack;
}

void
check_places (const SkyScene *scene, SkyGameId game, double width, double height)
{
  g_autofree SkyPictureArea *areas = g_new0 (SkyPictureArea, scene->wagers->len);

  for (guint i = 0; i < scene->wagers->len; i++)
    {
      const SkySceneWager *wager = &g_array_index (scene->wagers, SkySceneWager, i);
      SkyPictureArea *area = &areas[i];

      if (!sky_picture_wager_area (scene, game, width, height, wager->id, area))
        g_error ("%s on %d of seat %d lies nowhere", wager->bet->form.bet, wager->number,
                 (int) wager->seat);
      g_assert_cmpfloat (area->x, >, 0);
      g_assert_cmpfloat (area->y, >, 0);
      g_assert_cmpfloat (area->x + area->width, <, width);
      g_assert_cmpfloat (area->y + area->height, <, height);
      g_assert_cmpfloat (area->width, >, 1);
      g_assert_true (sky_picture_wager_at (scene, game, width, height, area->x + area->width / 2,
                                           area->y + area->height / 2)
                     == wager);
    }
  for (guint i = 0; i < scene->wagers->len; i++)
    for (guint j = 0; j < i; j++)
      if (overlap (&areas[i], &areas[j]))
        {
          const SkySceneWager *a = &g_array_index (scene->wagers, SkySceneWager, i);
          const SkySceneWager *b = &g_array_index (scene->wagers, SkySceneWager, j);

          g_error ("%s of seat %d lies on %s of seat %d", a->bet->form.bet, (int) a->seat,
                   b->bet->form.bet, (int) b->seat);
        }
}
