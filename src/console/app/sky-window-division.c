/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a window is divided as it opens for the first time. */
#include "config.h"

#include "sky-window-private.h"

/* As in the template. */
#define QUEUES_WIDTH 156

static int
get_list_width (int width)
{
  return CLAMP (width * 34 / 100, 452, 900);
}

static int
get_view_width (int width)
{
  return width - QUEUES_WIDTH - get_list_width (width);
}

/* Half for the layout, as long as the table of wagers has what it needs beside it, and more where
 * that has all that it can use. */
static int
get_layout_width (int view_width)
{
  int half = CLAMP (view_width / 2, 220, MAX (220, view_width - 335));

  return MAX (half, MIN (view_width * 56 / 100, view_width - 720));
}

SkyDivision
sky_window_divide_anew (int width, int height, SkyDivision *lengths)
{
  int view_width = get_view_width (width);
  int rest = height - 50;

  *lengths = (SkyDivision){
    .list = width - QUEUES_WIDTH,
    .findings = rest,
    .cameras = rest,
    .timeline = height,
    .layout = view_width,
  };
  return (SkyDivision){
    .list = get_list_width (width),
    .findings = rest * 56 / 100,
    .cameras = rest * 45 / 100,
    .timeline = CLAMP (rest * 18 / 100, 128, 200),
    .layout = get_layout_width (view_width),
  };
}
