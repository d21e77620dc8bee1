/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-lanes-palette.h"

static const SkyLanesPalette dark_palette = {
  .ground = { 0.12f, 0.12f, 0.12f, 1 },
  .text = { 0.92f, 0.92f, 0.92f, 1 },
  .dim = { 0.68f, 0.68f, 0.68f, 1 },
  .line = { 0.23f, 0.23f, 0.23f, 1 },
  .round = { 0.18f, 0.27f, 0.38f, 1 },
  .round_edge = { 0.45f, 0.62f, 0.84f, 1 },
  .round_shown = { 0.50f, 0.72f, 0.97f, 1 },
  .round_text = { 0.04f, 0.04f, 0.06f, 1 },
  .event = { 0.66f, 0.66f, 0.66f, 1 },
  .result = { 0.97f, 0.83f, 0.30f, 1 },
  .footage = { 0.34f, 0.72f, 0.52f, 1 },
  .gap = { 0.98f, 0.50f, 0.48f, 1 },
  .loop = { 0.17f, 0.20f, 0.25f, 1 },
  .loop_edge = { 0.50f, 0.72f, 0.97f, 1 },
  .bookmark = { 0.56f, 0.94f, 0.64f, 1 },
  .playhead = { 1.00f, 0.50f, 0.46f, 1 },
  .out_of_sight = { 0.07f, 0.07f, 0.07f, 1 },
  .window_edge = { 0.80f, 0.80f, 0.80f, 1 },
  .severities = { { 0.60f, 0.76f, 0.95f, 1 },
                  { 0.97f, 0.83f, 0.30f, 1 },
                  { 1.00f, 0.63f, 0.34f, 1 },
                  { 1.00f, 0.52f, 0.50f, 1 } },
};

static const SkyLanesPalette light_palette = {
  .ground = { 1, 1, 1, 1 },
  .text = { 0.12f, 0.12f, 0.12f, 1 },
  .dim = { 0.36f, 0.36f, 0.36f, 1 },
  .line = { 0.87f, 0.87f, 0.87f, 1 },
  .round = { 0.80f, 0.88f, 0.97f, 1 },
  .round_edge = { 0.15f, 0.40f, 0.72f, 1 },
  .round_shown = { 0.08f, 0.38f, 0.76f, 1 },
  .round_text = { 1, 1, 1, 1 },
  .event = { 0.38f, 0.38f, 0.38f, 1 },
  .result = { 0.52f, 0.36f, 0.00f, 1 },
  .footage = { 0.08f, 0.45f, 0.28f, 1 },
  .gap = { 0.75f, 0.11f, 0.16f, 1 },
  .loop = { 0.88f, 0.93f, 0.99f, 1 },
  .loop_edge = { 0.08f, 0.38f, 0.76f, 1 },
  .bookmark = { 0.08f, 0.44f, 0.20f, 1 },
  .playhead = { 0.80f, 0.10f, 0.10f, 1 },
  .out_of_sight = { 0.92f, 0.92f, 0.92f, 1 },
  .window_edge = { 0.25f, 0.25f, 0.25f, 1 },
  .severities = { { 0.10f, 0.37f, 0.71f, 1 },
                  { 0.52f, 0.36f, 0.00f, 1 },
                  { 0.70f, 0.24f, 0.00f, 1 },
                  { 0.75f, 0.08f, 0.13f, 1 } },
};

static const SkyLanesPalette dark_contrast_palette = {
  .ground = { 0, 0, 0, 1 },
  .text = { 1, 1, 1, 1 },
  .dim = { 0.90f, 0.90f, 0.90f, 1 },
  .line = { 0.35f, 0.35f, 0.35f, 1 },
  .round = { 0.12f, 0.18f, 0.26f, 1 },
  .round_edge = { 0.66f, 0.82f, 1.00f, 1 },
  .round_shown = { 0.66f, 0.82f, 1.00f, 1 },
  .round_text = { 0, 0, 0, 1 },
  .event = { 0.90f, 0.90f, 0.90f, 1 },
  .result = { 1.00f, 0.88f, 0.35f, 1 },
  .footage = { 0.45f, 0.92f, 0.66f, 1 },
  .gap = { 1.00f, 0.66f, 0.64f, 1 },
  .loop = { 0.14f, 0.18f, 0.26f, 1 },
  .loop_edge = { 0.66f, 0.82f, 1.00f, 1 },
  .bookmark = { 0.60f, 1.00f, 0.68f, 1 },
  .playhead = { 1.00f, 0.66f, 0.62f, 1 },
  .out_of_sight = { 0.10f, 0.10f, 0.10f, 1 },
  .window_edge = { 1, 1, 1, 1 },
  .severities = { { 0.70f, 0.84f, 1.00f, 1 },
                  { 1.00f, 0.88f, 0.35f, 1 },
                  { 1.00f, 0.74f, 0.50f, 1 },
                  { 1.00f, 0.68f, 0.66f, 1 } },
};

static const SkyLanesPalette light_contrast_palette = {
  .ground = { 1, 1, 1, 1 },
  .text = { 0, 0, 0, 1 },
  .dim = { 0.16f, 0.16f, 0.16f, 1 },
  .line = { 0.62f, 0.62f, 0.62f, 1 },
  .round = { 0.86f, 0.92f, 1.00f, 1 },
  .round_edge = { 0.02f, 0.22f, 0.50f, 1 },
  .round_shown = { 0.02f, 0.22f, 0.50f, 1 },
  .round_text = { 1, 1, 1, 1 },
  .event = { 0.18f, 0.18f, 0.18f, 1 },
  .result = { 0.36f, 0.24f, 0.00f, 1 },
  .footage = { 0.00f, 0.30f, 0.16f, 1 },
  .gap = { 0.56f, 0.00f, 0.06f, 1 },
  .loop = { 0.86f, 0.92f, 1.00f, 1 },
  .loop_edge = { 0.02f, 0.22f, 0.50f, 1 },
  .bookmark = { 0.00f, 0.30f, 0.10f, 1 },
  .playhead = { 0.56f, 0.00f, 0.02f, 1 },
  .out_of_sight = { 0.90f, 0.90f, 0.90f, 1 },
  .window_edge = { 0, 0, 0, 1 },
  .severities = { { 0.02f, 0.22f, 0.50f, 1 },
                  { 0.36f, 0.24f, 0.00f, 1 },
                  { 0.46f, 0.14f, 0.00f, 1 },
                  { 0.56f, 0.00f, 0.04f, 1 } },
};

const SkyLanesPalette *
sky_lanes_palette (gboolean dark, gboolean contrast)
{
  if (contrast)
    return dark ? &dark_contrast_palette : &light_contrast_palette;
  return dark ? &dark_palette : &light_palette;
}
