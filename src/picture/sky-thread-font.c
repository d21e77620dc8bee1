/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sky-thread-font.h"

/* Where antialiasing is grey, the order of a screen's subpixels changes no letter, and cairo's
 * FreeType fonts take these three kinds of it for grey: what differs in them is another font to
 * cairo and the same one to the eye. An order that is not said is left to GTK, for the main
 * thread's own text. */
static const cairo_antialias_t greys[] = { CAIRO_ANTIALIAS_GRAY, CAIRO_ANTIALIAS_FAST,
                                           CAIRO_ANTIALIAS_GOOD };
static const cairo_subpixel_order_t orders[] = { CAIRO_SUBPIXEL_ORDER_RGB, CAIRO_SUBPIXEL_ORDER_BGR,
                                                 CAIRO_SUBPIXEL_ORDER_VRGB,
                                                 CAIRO_SUBPIXEL_ORDER_VBGR };
enum
{
  N_OWN = G_N_ELEMENTS (greys) * G_N_ELEMENTS (orders),
};

/* A bit for each number that a thread holds. */
static guint held;

static void
give_back (gpointer number)
{
  g_atomic_int_and (&held, ~(1u << (GPOINTER_TO_UINT (number) - 1)));
}

/* A number from 1 to N_OWN: the thread's own until it ends. Threads beyond that many share the
 * last; GLib's pool, which draws all that the main thread does not, has ten. */
static guint
get_thread_number (void)
{
  static GPrivate own = G_PRIVATE_INIT (give_back);
  guint number = GPOINTER_TO_UINT (g_private_get (&own));
  if (number != 0)
    return number;
  for (number = 1; number < N_OWN; number++)
    {
      guint bit = 1u << (number - 1);
      if ((g_atomic_int_or (&held, bit) & bit) == 0)
        {
          g_private_set (&own, GUINT_TO_POINTER (number));
          return number;
        }
    }
  return N_OWN;
}

PangoLayout *
sky_thread_font_create_layout (cairo_t *cr)
{
  g_return_val_if_fail (cr != NULL, NULL);

  PangoLayout *layout = pango_cairo_create_layout (cr);
  cairo_font_options_t *options = cairo_font_options_create ();
  guint index = get_thread_number () - 1;
  cairo_font_options_set_antialias (options, greys[index / G_N_ELEMENTS (orders)]);
  cairo_font_options_set_subpixel_order (options, orders[index % G_N_ELEMENTS (orders)]);
  pango_cairo_context_set_font_options (pango_layout_get_context (layout), options);
  cairo_font_options_destroy (options);
  pango_layout_context_changed (layout);
  return layout;
}
