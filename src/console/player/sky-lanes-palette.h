/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colors of the timeline: on dark and on light, and both in high contrast. All are opaque; the
 * test console-style checks their contrast. */
#pragma once

#include <gdk/gdk.h>

#include "sky-finding.h"

G_BEGIN_DECLS

typedef struct
{
  GdkRGBA ground;
  GdkRGBA text;
  GdkRGBA dim;  /* the lanes' names, the ruler's times */
  GdkRGBA line; /* the ruler's lines, which only lead the eye */
  GdkRGBA round;
  GdkRGBA round_edge;
  GdkRGBA round_shown;
  GdkRGBA round_text; /* on the shown round */
  GdkRGBA event;
  GdkRGBA result;
  GdkRGBA footage;
  GdkRGBA gap;
  GdkRGBA loop; /* behind the looped span */
  GdkRGBA loop_edge;
  GdkRGBA bookmark;
  GdkRGBA playhead;
  GdkRGBA out_of_sight; /* of the day's map, what the lanes do not show */
  GdkRGBA window_edge;  /* around what they show */
  GdkRGBA severities[SKY_N_SEVERITIES];
} SkyLanesPalette;

const SkyLanesPalette *sky_lanes_palette (gboolean dark, gboolean contrast);

G_END_DECLS
