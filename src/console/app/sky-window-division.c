/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a window is divided as it opens for the first time. What it is for are the pictures: they get
 * what they need first, and the round below them what is left. */
#include "config.h"

#include "sky-window-private.h"

/* As in the template. */
#define QUEUES_WIDTH 156

/* From here on there is room for the queues beside the list, and for the layout beside the cameras;
 * px. */
#define WIDE 1920

/* What is above the pictures, and what plays them; px. */
#define HEAD_HEIGHT      57
#define TRANSPORT_HEIGHT 42

/* Of the window's area, in thousandths: what pictures of cameras have at least. */
#define PICTURES_SHARE 412

/* So low a round would show next to nothing of its wagers, px. */
#define LEAST_ROUND 104

static int
get_list_width (int width)
{
  return width < WIDE ? CLAMP (width * 32 / 100, 340, 380)
                      : CLAMP (480 + (width - WIDE) * 61 / 100, 480, 900);
}

SkyDivision
sky_window_divide_anew (int width, int height, SkyDivision *lengths)
{
  gboolean wide = width >= WIDE;
  int columns = width - (wide ? QUEUES_WIDTH : 0);
  int view_width = columns - get_list_width (width);
  int rest = height - HEAD_HEIGHT;
  int timeline = CLAMP (rest * 18 / 100, 128, 200);
  int pictures =
      (int) ((gint64) width * height * PICTURES_SHARE / 1000 / view_width) + TRANSPORT_HEIGHT;
  gboolean folded = rest - timeline - pictures < LEAST_ROUND;

  *lengths = (SkyDivision){
    .list = columns,
    .findings = rest,
    .cameras = rest,
    .round = rest,
    .timeline = height,
    .both = view_width,
  };
  return (SkyDivision){
    .list = get_list_width (width),
    .findings = rest * 56 / 100,
    .cameras = pictures,
    .round = (rest - timeline) * 62 / 100,
    .timeline = timeline,
    .both = view_width / 2,
    .folded = folded,
    .sidebar = wide,
    .pictures = wide ? SKY_PICTURES_BOTH : SKY_PICTURES_CAMERAS,
  };
}
