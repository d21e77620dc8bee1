/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-plane-map.h"

#include <math.h>
#include <string.h>

/* Less, in pixels squared, and three corners lie on one line. */
#define LEAST_TURN 4

/* Each corner turns to the right, as seen with the vertical axis down. */
static gboolean
is_convex (const SkyPicturePoint corners[4])
{
  for (guint i = 0; i < 4; i++)
    {
      const SkyPicturePoint *a = &corners[i], *b = &corners[(i + 1) % 4],
                            *c = &corners[(i + 2) % 4];

      if ((gint64) (b->x - a->x) * (c->y - b->y) - (gint64) (b->y - a->y) * (c->x - b->x)
          < LEAST_TURN)
        return FALSE;
    }
  return TRUE;
}

/* The adjugate, which is the inverse but for a factor that a projective map does not know. */
static void
invert (const double m[9], double inverse[9])
{
  for (guint row = 0; row < 3; row++)
    for (guint column = 0; column < 3; column++)
      {
        guint r0 = (column + 1) % 3, r1 = (column + 2) % 3;
        guint c0 = (row + 1) % 3, c1 = (row + 2) % 3;

        inverse[row * 3 + column] =
            m[r0 * 3 + c0] * m[r1 * 3 + c1] - m[r0 * 3 + c1] * m[r1 * 3 + c0];
      }
}

gboolean
sky_plane_map_init (SkyPlaneMap *self, const SkyPicturePoint corners[4])
{
  double x[4], y[4];

  if (!is_convex (corners))
    return FALSE;
  for (guint i = 0; i < 4; i++)
    {
      x[i] = corners[i].x;
      y[i] = corners[i].y;
    }
  /* P. Heckbert, Fundamentals of Texture Mapping and Image Warping, section 2.2.3. */
  double dx1 = x[1] - x[2], dx2 = x[3] - x[2], sx = x[0] - x[1] + x[2] - x[3];
  double dy1 = y[1] - y[2], dy2 = y[3] - y[2], sy = y[0] - y[1] + y[2] - y[3];
  double det = dx1 * dy2 - dx2 * dy1;
  double g = (sx * dy2 - dx2 * sy) / det, h = (dx1 * sy - sx * dy1) / det;
  const double forward[9] = {
    x[1] - x[0] + g * x[1],
    x[3] - x[0] + h * x[3],
    x[0], /**/
    y[1] - y[0] + g * y[1],
    y[3] - y[0] + h * y[3],
    y[0], /**/
    g,
    h,
    1,
  };
  memcpy (self->forward, forward, sizeof forward);
  invert (self->forward, self->back);
  return TRUE;
}

static void
apply (const double m[9], double a, double b, double *x, double *y)
{
  double w = m[6] * a + m[7] * b + m[8];

  *x = (m[0] * a + m[1] * b + m[2]) / w;
  *y = (m[3] * a + m[4] * b + m[5]) / w;
}

void
sky_plane_map_to_picture (const SkyPlaneMap *self, double u, double v, double *x, double *y)
{
  apply (self->forward, u, v, x, y);
}

void
sky_plane_map_from_picture (const SkyPlaneMap *self, double x, double y, double *u, double *v)
{
  apply (self->back, x, y, u, v);
}

double
sky_plane_map_get_tilt (const SkyPlaneMap *self, double width, double height)
{
  /* A small circle on the table is an ellipse in the picture; how narrow it is says how far the
   * camera looks off the vertical. */
  const double step = 1e-3;
  double x, y, x_right, y_right, x_down, y_down;

  sky_plane_map_to_picture (self, 0.5, 0.5, &x, &y);
  sky_plane_map_to_picture (self, 0.5 + step / width, 0.5, &x_right, &y_right);
  sky_plane_map_to_picture (self, 0.5, 0.5 + step / height, &x_down, &y_down);
  double a = (x_right - x) / step, b = (x_down - x) / step;
  double c = (y_right - y) / step, d = (y_down - y) / step;
  double sum = a * a + b * b + c * c + d * d, area = fabs (a * d - b * c);
  double root = sqrt (MAX (sum * sum - 4 * area * area, 0));
  double narrow = sqrt (MAX ((sum - root) / 2, 0)), wide = sqrt ((sum + root) / 2);

  return acos (CLAMP (narrow / wide, 0, 1)) * 180 / G_PI;
}
